"""The manoeuvre phase: charges that promise something, then everyone to his place (M14 to M20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from hexwar.ai.policy import Considered, Reason
from hexwar.engine import Refusal
from hexwar.messages import say
from hexwar.systems.mininap.battle import Arm
from hexwar.systems.mininap.player.aims import Aim, aims_of
from hexwar.systems.mininap.player.charging import Clash
from hexwar.systems.mininap.player.commanders import spots_of
from hexwar.systems.mininap.player.glance import Glance, best_of, lie_of
from hexwar.systems.mininap.player.moves import moves_of
from hexwar.systems.mininap.player.outlook import Question
from hexwar.systems.mininap.player.parties import party
from hexwar.systems.mininap.player.terms import PRESSING, TERMS, WAITING, Judge
from hexwar.systems.mininap.rules.acting import ActWithUnit, orders_refusal
from hexwar.systems.mininap.rules.charge import Charge, charge_of
from hexwar.systems.mininap.rules.choices import charges, disengagements
from hexwar.systems.mininap.rules.manoeuvre import cannot_act
from hexwar.systems.mininap.rules.moving import Orders, Walk
from hexwar.systems.mininap.rules.standing import in_command, touched_by
from hexwar.systems.mininap.state import MiniState, Phase, Unit
from hexwar.table.forces import UnitId

WORTHWHILE: Final = 0.4
"""VP that a charge must promise."""

EXPOSED, EXPOSED_LATE = 0.6, 0.2
"""How likely the best charge on a charger is made: in this turn, or in the next."""

BETTER: Final = 0.15
"""VP that a move must gain."""

LOOSE: Final = -0.8
"""VP that a fight must promise at least, or cavalry and commanders leave it."""

AIMS, STAYED = "aims", "stayed"
"""What it keeps in mind: the objective of each unit, and who has been looked at in this phase."""


def act_with_unit(question: Question[ActWithUnit, Orders | None]) -> Orders | None:
    """The best charge; else the next unit that gains by a move; else the phase is over."""
    glance = Glance(question.outlook)
    ridden = _charge(question, glance)
    if ridden is not None:
        return ridden
    judge = _judge(question, glance)
    stayed = _stayed(question)
    for unit in _in_order(question, glance):
        if unit in stayed:
            continue
        orders = _move(question, judge, glance.state.units[unit])
        stayed.append(unit)
        if orders is not None:
            break
    else:
        orders = question.because(None, Reason(say("Nobody gains by another move.")))
    _keep(question, stayed)
    return orders


# -- what is kept in mind for the phase


def _key(state: MiniState) -> str:
    return f"{state.turn} {state.phase}"


def _stayed(question: Question[Any, Any]) -> list[UnitId]:
    kept = question.notes.memory.get(STAYED)
    if isinstance(kept, dict) and kept.get("phase") == _key(question.state):
        return [UnitId(unit) for unit in kept["units"]]
    return []


def _keep(question: Question[Any, Any], stayed: Sequence[UnitId]) -> None:
    question.notes.memory[STAYED] = {"phase": _key(question.state), "units": list(stayed)}


def _judge(question: Question[Any, Any], glance: Glance) -> Judge:
    """Who goes where: by the plan of this phase."""
    kept = question.notes.memory.get(AIMS)
    last = kept if isinstance(kept, dict) else {}
    aims = aims_of(glance, last)
    question.notes.memory[AIMS] = {unit: aim.objective for unit, aim in aims.items()}
    style = WAITING if question.outlook.is_ahead else PRESSING
    return Judge(glance, aims, style)


def _in_order(question: Question[Any, Any], glance: Glance) -> list[UnitId]:
    """The units that can act, the foremost first; commanders follow their troops."""
    state = glance.state
    units = [u for u in question.outlook.own if cannot_act(state, u) is None]
    far = {unit: round(glance.nearest(glance.bodies[unit]), 1) for unit in units}
    last = {unit: state.card(unit).is_command for unit in units}
    return sorted(units, key=lambda unit: (last[unit], far[unit], unit))


# -- charges


@dataclass(frozen=True, slots=True)
class _Ride:
    orders: Orders
    charge: Charge


def _charge(question: Question[ActWithUnit, Orders | None], glance: Glance) -> Orders | None:
    """The charge that promises most, if it promises enough."""
    rides = list(_rides(question, glance))
    found: dict[Orders, float] = {}
    for ride in rides:
        support = _support(question, ride, rides) if question.level.gathers else 0
        promise = Clash(question.outlook, ride.charge, support).promise
        found[ride.orders] = promise - _risk(glance, ride.charge)
    weighed = {orders: question.misjudged(worth) for orders, worth in found.items()}
    best = max(weighed, key=lambda orders: weighed[orders], default=None)
    if best is None or weighed[best] < WORTHWHILE:
        return None
    return question.because(best, lambda: _why_charge(question.state, best, found))


def _rides(question: Question[ActWithUnit, Orders | None], glance: Glance) -> Iterator[_Ride]:
    state = question.state
    for unit in question.outlook.own:
        body = glance.bodies[unit]
        if not body.charge or cannot_act(state, unit) is not None:
            continue
        if all(lie_of(body, foe).far > body.charge + 0.5 for foe in glance.foes):
            continue
        for orders in charges(state, body.unit):
            charge = charge_of(state, orders)
            if not isinstance(charge, Refusal):
                yield _Ride(orders, charge)


def _risk(glance: Glance, charge: Charge) -> float:
    """What other enemies may do to a charger when it has come home: they charge it in their turn.

    Who moves second has fought before they come (M7.1).
    """
    state = glance.state
    end = replace(state.units[charge.unit], pose=charge.turned.moved(charge.length))
    there = glance.body(end, is_led=glance.bodies[charge.unit].is_led)
    others = (foe for foe in glance.foes if foe.id not in charge.met)
    share = EXPOSED if state.phase is Phase.FIRST_MANOEUVRE else EXPOSED_LATE
    return share * best_of((glance.charge(foe, there) for foe in others), 0.4)


def _support(question: Question[Any, Any], ride: _Ride, rides: Sequence[_Ride]) -> int:
    """The dice of other units that may charge the same enemy in this phase."""
    target, state = ride.charge.target, question.state
    others = {r.charge.unit for r in rides if r.charge.target == target}
    others.discard(ride.charge.unit)
    return sum(state.sp(unit) for unit in others)


def _why_charge(state: MiniState, orders: Orders, found: Mapping[Orders, float]) -> Reason:
    words = say(
        "{unit} charges {target}: whatever it does, that promises {vp} VP.",
        unit=state.card(orders.unit).name,
        target=state.card(orders.target).name if orders.target is not None else "",
        vp=f"{found[orders]:+.1f}",
    )
    rest = sorted((o for o in found if o != orders), key=lambda o: -found[o])[:3]
    rows = [Considered(_ride_words(state, o), round(found[o], 2)) for o in (orders, *rest)]
    return Reason(words, is_open=True, considered=tuple(rows))


def _ride_words(state: MiniState, orders: Orders) -> str:
    target = state.card(orders.target).name if orders.target is not None else ""
    return say("{unit} on {target}", unit=state.card(orders.unit).name, target=target)


# -- moves


def _move(
    question: Question[ActWithUnit, Orders | None], judge: Judge, unit: Unit
) -> Orders | None:
    """The move of a unit that gains most; None where it does best to stay."""
    state, glance = question.state, judge.glance
    if unit.began_in_contact:
        return _leave(question, unit)
    now = judge.weigh(glance.bodies[unit.id])
    stays = sum(now.values())
    best, most, terms = None, stays + BETTER, now
    for orders, walk in _moves(question, judge, unit):
        if orders.is_double and orders_refusal(state, orders) is not None:
            continue
        found = judge.weigh(glance.body(walk.after, is_led=glance.bodies[unit.id].is_led))
        worth = question.misjudged(sum(found.values()))
        if worth > most:
            best, most, terms = orders, worth, found
    if best is None:
        return None
    aim = judge.aims.get(unit.id)
    return question.because(best, lambda: _why_move(state, unit, aim, now, terms))


def _moves(question: Question[Any, Any], judge: Judge, unit: Unit) -> Iterator[tuple[Orders, Walk]]:
    if not question.state.card(unit.id).is_command:
        return moves_of(judge.glance, unit, judge.aims.get(unit.id))
    return spots_of(judge.glance, unit) if question.level.leads else iter(())


def _why_move(
    state: MiniState,
    unit: Unit,
    aim: Aim | None,
    before: Mapping[str, float],
    after: Mapping[str, float],
) -> Reason:
    """The term that gained most, and what each gained."""
    gains = {name: after.get(name, 0.0) - before.get(name, 0.0) for name in TERMS}
    ordered = sorted((name for name in gains if abs(gains[name]) >= 0.05), key=lambda n: -gains[n])
    words = say("{name} is better placed so.", name=state.card(unit.id).name)
    if ordered:
        words += " " + say(TERMS[ordered[0]].sentence)
    if aim is not None and aim.objective and ordered and ordered[0] == "way":
        place = _place_words(state, aim.objective)
        words = say("{name} is to go to {place}.", name=state.card(unit.id).name, place=place)
    rows = tuple(Considered(say(TERMS[name].name), round(gains[name], 2)) for name in ordered[:4])
    return Reason(words, considered=rows)


def _place_words(state: MiniState, objective: str) -> str:
    """What an objective is called: its ground by name, or by kind."""
    ground = next(o.piece for o in state.battle.objectives if o.id == objective)
    piece = next(p for p in state.battle.ground.pieces if p.id == ground)
    return piece.name or say(piece.kind)


def _leave(question: Question[ActWithUnit, Orders | None], unit: Unit) -> Orders | None:
    """Out of a fight that promises too little, if the unit may (M20)."""
    state = question.state
    if state.card(unit.id).arm not in (Arm.CAVALRY, Arm.COMMAND):
        return None
    enemies = touched_by(state, unit.id)
    worth = 0.0
    for enemy in enemies:
        mine = party(state, unit.id, enemy, is_led=in_command(state, unit.id))
        theirs = party(state, enemy, unit.id, is_led=in_command(state, enemy))
        worth += question.worth.melee(unit.id, mine, enemy, theirs)
    if not enemies or question.misjudged(worth) > LOOSE:
        return None
    orders = next(disengagements(state, unit), None)
    if orders is None:
        return None
    words = say(
        "{name} leaves a fight that promises {vp} VP.",
        name=state.card(unit.id).name,
        vp=f"{worth:+.1f}",
    )
    return question.because(orders, Reason(words, is_open=True))
