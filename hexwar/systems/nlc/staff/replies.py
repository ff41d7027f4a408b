"""What the staff answers when the enemy is upon it, or its own fight is at its dice (N8, N10).

Each answer is weighed by what it leaves: the ends of the fight with their exact chances, read by
the ledger.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest
from math import fsum
from typing import Any

from hexwar.ai.chapters import deeds
from hexwar.engine import Event, Table
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.nlc.events.combat import Evaded, RetreatedBeforeAssault
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.combat.assault import (
    Assault,
    ChooseDefenderTarget,
    RepeatAssault,
)
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault, confidence_report
from hexwar.systems.nlc.rules.combat.fight import Units, foes_in, on_map
from hexwar.systems.nlc.rules.combat.fire import FACES, Hit
from hexwar.systems.nlc.rules.combat.impact import chargers_check
from hexwar.systems.nlc.rules.combat.outcomes import ALL, hits_of, play_by_default, throws
from hexwar.systems.nlc.rules.combat.previews import meeting_chances
from hexwar.systems.nlc.rules.combat.reaction import (
    LOSERS,
    ChooseReactionCharge,
    Reaction,
    meeting_fires,
    meeting_losses,
)
from hexwar.systems.nlc.rules.combat.replies import reaction_check
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare, RemoveSquare, square_report
from hexwar.systems.nlc.rules.combat.withdrawal import (
    ChooseEvasion,
    ChooseRetreatBeforeAssault,
    escape,
    pull_back,
    withdrawal,
    withdrawal_report,
)
from hexwar.systems.nlc.rules.command.bonuses import NAPOLEON_BONUS, ChooseLeaderBonus
from hexwar.systems.nlc.rules.losses.losses import Toll
from hexwar.systems.nlc.rules.losses.morale import Circumstances, Verdict, disrupt
from hexwar.systems.nlc.rules.losses.retreat import Withdrawal, retreat_paths
from hexwar.systems.nlc.rules.turn.activation import active
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.systems.nlc.staff.exchanges import (
    GROUND,
    blown,
    chance_to_pass,
    feared_fire,
    steadiness,
    worth_of_assault,
    worth_of_charge,
)
from hexwar.systems.nlc.staff.stakes import Ledger
from hexwar.systems.nlc.staff.telling import (
    assault_words,
    chance_to_win,
    charge_words,
    on_faces,
    percent,
)
from hexwar.systems.nlc.staff.weighing import Weighed, best_of, either, told_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Segment
from hexwar.table.words import hex_name, unit_list

Path = tuple[Hex, ...]

STUDIED = 8
"""How many ways out are thought through; the others look worse at once."""

BONUS_PRICE, DEAF_PRICE = 0.35, 0.15
"""VP that it costs when a commander gives no orders next turn, and when one checks none (N7.5)."""

LOCKED = 0.02
"""VP for each SP that a square keeps from moving."""

ONE_BLOW = 0.6
"""How likely cavalry that could charge is to do so."""


def ledger_of(desk: Desk[Any, Any]) -> Ledger:
    """The account of the side that is asked."""
    outlook = desk.outlook
    return Ledger(outlook.state, outlook.side, desk.character.temper)


# -- retreat before assault (N8.2)


def retreat_before_assault(
    question: Desk[ChooseRetreatBeforeAssault, Path | None],
) -> Path | None:
    """Go where that leaves more than to stand; a check may keep infantry there, Disrupted."""
    asked, state, ledger = question.asked, question.state, ledger_of(question)
    declared = Assault(asked.target, asked.attackers)
    _, stand = feared_fire(ledger, state, declared)
    stack = foes_in(state, asked.target, asked.attackers)
    what = say("stand in {hex}", hex=hex_name(state, asked.target))
    weighed: list[Weighed[Path | None]] = [Weighed(None, stand, what)]
    report = withdrawal_report(state, stack)
    passed = 1.0 if report is None else chance_to_pass(state, report)
    failed = 0.0
    if passed < 1:
        shaken = state.copy()
        disrupt(Table(shaken), stack)
        failed = feared_fire(ledger, shaken, declared)[1]
    for path in likely_ways(ledger, state, deeds(question.options)):
        group = withdrawal(state, asked.target, asked.attackers, len(path) - 1)
        left = _pulled_back(state, group, path, RetreatedBeforeAssault(stack, path))
        gone = ledger.worth(left, {asked.target: ledger.enemy}) + ledger.post(left, stack)
        gone += GROUND * ledger.price_of_gain(ledger.enemy)
        worth = passed * gone + (1 - passed) * failed
        weighed.append(Weighed(path, worth, say("to {hex}", hex=hex_name(state, path[-1]))))
    faces = on_faces(passed)

    def words(_: Path | None) -> str:
        odds = assault_words(question, declared, feared_fire(ledger, state, declared)[0])
        if faces < len(FACES):
            return say(
                "They come with {odds}; to get away takes {n} dice of 6.", odds=odds, n=faces
            )
        return say("They come with {odds}.", odds=odds)

    return best_of(question, weighed, words)


def _pulled_back(state: GameState, group: Withdrawal, path: Path, moved: Event) -> GameState:
    """The table when units have gone back before the enemy comes."""
    table = Table(state.copy())
    play_by_default(pull_back(table, group, path, moved), table.state)
    return table.state


def likely_ways(ledger: Ledger, state: GameState, paths: Sequence[Path]) -> list[Path]:
    """A few ways back that look best: one to each end, those away from the enemy first."""
    ends: dict[Hex, Path] = {}
    for path in paths:
        ends.setdefault(path[-1], path)
    distance = state.battle.battlefield.grid.distance
    enemies = [unit.hex for unit in state.on_map(ledger.enemy) if unit.hex is not None]

    def dread(path: Path) -> float:
        near = min((distance(path[-1], hex_) for hex_ in enemies), default=9)
        return max(0, 4 - near) - 2 * ledger.shelter(state, path[-1]) - 0.5 * len(path)

    return nsmallest(STUDIED, ends.values(), key=dread)


# -- out of the way of a charge, and squares (N10.3, N10.4)


def evasion(question: Desk[ChooseEvasion, bool]) -> bool:
    """Go where that leaves more than to be met at the halt; who fails the check is met there."""
    asked, state, ledger = question.asked, question.state, ledger_of(question)
    stand = worth_of_charge(ledger, state, asked.charge)
    way = escape(state, asked.charge)
    if way is None:
        return question.default
    left = [
        _escaped(ledger, state, way, path, is_horse=not asked.limbers)
        for path in likely_ways(ledger, state, retreat_paths(state, way))
    ]
    passed = steadiness(state, asked.units, Circumstances(defending=True))
    go = passed * max(left) + (1 - passed) * stand

    def words(_: bool) -> str:
        odds = charge_words(question, asked.charge)
        return say("They ride with {odds}; {n} dice of 6 get away.", odds=odds, n=on_faces(passed))

    return either(question, (go, say("get away")), (stand, say("stand")), words)


def _escaped(
    ledger: Ledger, state: GameState, way: Withdrawal, path: Path, *, is_horse: bool
) -> float:
    left = _pulled_back(state, way, path, Evaded(way.units, path))
    if is_horse:
        disrupt(Table(left), way.units)
    return ledger.worth(left) + ledger.post(left, way.units)


def form_square(question: Desk[ChooseFormSquare, bool]) -> bool:
    """Form it where the charge costs more than what a square cannot do."""
    asked, state, ledger = question.asked, question.state, ledger_of(question)
    stand = worth_of_charge(ledger, state, asked.charge, tries_square=False)
    tries = worth_of_charge(ledger, state, asked.charge) - _bound(ledger, state, asked.units)
    formed = chance_to_pass(state, square_report(state, asked.charge))

    def words(_: bool) -> str:
        odds = charge_words(question, asked.charge)
        return say(
            "They ride with {odds}; {n} dice of 6 form square.", odds=odds, n=on_faces(formed)
        )

    return either(question, (tries, say("form square")), (stand, say("stand")), words)


def _bound(ledger: Ledger, state: GameState, units: Units) -> float:
    """What it costs that units in square neither move nor assault, VP."""
    return LOCKED * ledger.fade * ledger.temper.losses * sum(map(state.sp, units))


def remove_square(question: Desk[RemoveSquare, bool]) -> bool:
    """Leave it, unless what a charge on them would cost is more than what a square cannot do."""
    state, ledger, asked = question.state, ledger_of(question), question.asked
    formed = tuple(u for u in asked.units if state.units[u].hex is not None)
    riders = _who_could_charge(state, ledger.enemy, asked.hex)
    chargers = fsum(question.outlook.strength(u) for u in riders)
    mine = fsum(question.outlook.strength(u) for u in formed)
    risk = ONE_BLOW * ledger.sp * min(mine / 2, chargers) if chargers * 2 >= mine else 0.0
    leave = -risk * ledger.temper.losses, say("leave the square")
    stay = -_bound(ledger, state, formed), say("stay in square")
    words = say("Cavalry near them could charge with {n} SP.", n=round(chargers))
    return either(question, leave, stay, words)


def _who_could_charge(state: GameState, side: Side, hex_: Hex) -> list[UnitId]:
    """A side's cavalry from which a hex is in reach of half a move and a charge."""
    distance, numbers = state.battle.battlefield.grid.distance, numbers_of(state.battle)
    near = numbers.charge.distance + 1
    return [
        unit.id
        for unit in state.on_map(side)
        if unit.hex is not None
        and not unit.disrupted
        and state.card(unit.id).arm.is_cavalry
        and distance(unit.hex, hex_) <= near
    ]


# -- reaction charges (N10.2)


def reaction_charge(question: Desk[ChooseReactionCharge, Reaction | None]) -> Reaction | None:
    """Meet a charge, or ride at who came near, where that leaves more than to look on."""
    asked, state, ledger = question.asked, question.state, ledger_of(question)
    charge = asked.charge
    stay = ledger.worth(state) if charge is None else worth_of_charge(ledger, state, charge)
    weighed: list[Weighed[Reaction | None]] = [Weighed(None, stay, say("look on"))]
    for one in deeds(question.options):
        dares = chance_to_pass(state, reaction_check(state, one.units))
        if charge is None:
            ridden = worth_of_charge(ledger, state, Charge(one.units, asked.hex, one.path))
        else:
            ridden = worth_of_meeting(ledger, state, charge, one)
        worth = dares * ridden + (1 - dares) * stay
        weighed.append(Weighed(one, worth, unit_list(state, one.units)))
    return best_of(question, weighed, lambda one: _meeting_reason(question, one, weighed))


def _meeting_reason(
    question: Desk[ChooseReactionCharge, Reaction | None],
    chosen: Reaction | None,
    weighed: Sequence[Weighed[Reaction | None]],
) -> str:
    """How likely those who could ride dare it, and win; of the best of those who look on."""
    asked, state = question.asked, question.state
    about = told_of(chosen, weighed)
    if about is None:
        return say("Nobody can ride.")
    n = percent(chance_to_pass(state, reaction_check(state, about.units)))
    who = unit_list(state, about.units)
    if asked.charge is None:
        odds = charge_words(question, Charge(about.units, asked.hex, about.path))
        return say("{who} would dare it {n} times in 100, with {odds}.", who=who, n=n, odds=odds)
    ends = dict(meeting_chances(state, asked.charge, about))
    won = percent(ends.get("chargers", 0.0))
    return say("{who} would dare it {n} times in 100, and then win {m}.", who=who, n=n, m=won)


def worth_of_meeting(ledger: Ledger, state: GameState, charge: Charge, reaction: Reaction) -> float:
    """What is left when cavalry has met a charge, by every throw of both sides (N10.21)."""
    found: list[float] = []
    known: dict[tuple[int, int, bool, bool], float] = {}
    at_reactors, at_chargers = meeting_fires(state, charge, reaction)
    for on_reactors, dice in hits_of(state, at_reactors).items():
        for on_chargers, answers in hits_of(state, at_chargers).items():
            table = Table(state.copy())
            flow = meeting_losses(table, charge, reaction, on_reactors, on_chargers)
            tolls = play_by_default(flow, table.state)
            met = _failing(table.state, tolls.defender, on_reactors)
            ridden = _failing(table.state, tolls.attacker, on_chargers)
            for fails in LOSERS:
                share = ridden if fails[0] else 1 - ridden
                share *= met if fails[1] else 1 - met
                key = (on_reactors.losses, on_chargers.losses, *fails)
                if share and key not in known:
                    known[key] = _met(ledger, table.state, charge, reaction, fails)
                found.append(dice * answers * share * known.get(key, 0.0))
    return fsum(found) / ALL**2


def _failing(state: GameState, toll: Toll, hit: Hit) -> float:
    """How likely it is that one side fails; who is gone has failed."""
    if not on_map(state, toll.units):
        return 1.0
    faces = throws(state, toll, hit, chargers_check(hit))
    return sum(n for found, _, n in faces if found is not Verdict.PASSED) / ALL


def _met(
    ledger: Ledger,
    state: GameState,
    charge: Charge,
    reaction: Reaction,
    fails: tuple[bool, bool],
) -> float:
    """What is left by who failed: chargers are Disrupted at least, losing reactors retreat so."""
    chargers_fail, reactors_fail = fails  # as in `LOSERS`
    table = Table(state.copy())
    if reactors_fail or not chargers_fail:
        disrupt(table, reaction.units)
    goes_on = reactors_fail and not chargers_fail
    if not goes_on:
        disrupt(table, charge.units)
        return ledger.worth(table.state) + blown(ledger, table.state, reaction.units)
    riders = on_map(table.state, charge.units)
    ends = worth_of_charge if foes_in(table.state, charge.target, riders) else None
    if ends is None or reaction.in_place:
        return ledger.worth(table.state, {charge.target: ledger.enemy})
    return ends(ledger, table.state, Charge(riders, charge.target, charge.path), met=True)


# -- at the dice of an assault (N8.34, N8.6, N8.10, N7.7)


def confirm_assault(question: Desk[ConfirmAssault, bool]) -> bool:
    """Go on where it leaves more than to drop it."""
    return _goes_on(question, Assault(question.asked.target, question.asked.units))


def repeat_assault(question: Desk[RepeatAssault, bool]) -> bool:
    """Go on where it leaves more than to stop."""
    again = Assault(question.asked.target, question.asked.units)
    return _goes_on(question, again, second_round=True)


def _goes_on(
    question: Desk[ConfirmAssault, bool] | Desk[RepeatAssault, bool],
    declared: Assault,
    *,
    second_round: bool = False,
) -> bool:
    if len(question.options) == 1:
        return question.default
    state, ledger = question.state, ledger_of(question)
    report = confidence_report(state, declared.target, declared.units, second_round=second_round)
    hit_hex, ends = feared_fire(ledger, state, declared)
    stop = ledger.worth(state)
    go = report.chance * ends + (1 - report.chance) * stop
    n = percent(report.chance)

    def words(_: bool) -> str:
        odds = assault_words(question, declared, hit_hex)
        return say("They go on {n} times in 100: {odds}.", n=n, odds=odds)

    return either(question, (go, say("assault")), (stop, say("stop")), words)


def defender_target(question: Desk[ChooseDefenderTarget, Hex]) -> Hex:
    """The attacking hex at which fire leaves most."""
    state, ledger, asked = question.state, ledger_of(question), question.asked
    declared = Assault(asked.target, asked.units)
    weighed = [
        Weighed(hex_, worth_of_assault(ledger, state, declared, hex_), hex_name(state, hex_))
        for hex_ in question.options
    ]

    def words(hex_: Hex) -> str:
        units = tuple(u for u in on_map(state, asked.units) if state.units[u].hex == hex_)
        named, strong = unit_list(state, units), sum(map(state.sp, units))
        return say("Of those who come, {units} with {sp} SP lose most.", units=named, sp=strong)

    return best_of(question, weighed, words)


def leader_bonus(question: Desk[ChooseLeaderBonus, bool]) -> bool:
    """Lead in person where that is worth more in this fight than his orders of the next turn."""
    state, ledger, leader = question.state, ledger_of(question), question.asked.leader
    declared = fight_of_segment(state, question.asked.hex)
    if declared is None:
        return question.default
    plain, led = (feared_fire(ledger, state, declared, bonus)[1] for bonus in ((), (leader,)))
    is_napoleon = NAPOLEON_BONUS in state.battle.leaders[leader].special
    price = BONUS_PRICE if is_napoleon else DEAF_PRICE
    led -= price * ledger.fade if ledger.turns_left else 0.0

    def words(_: bool) -> str:
        hit_hex, _worth = feared_fire(ledger, state, declared)
        without, with_him = (chance_to_win(state, declared, hit_hex, b) for b in ((), (leader,)))
        return say(
            "The assault wins {n} times in 100 with him, {m} without; orders of his suffer by it.",
            n=percent(with_him),
            m=percent(without),
        )

    return either(question, (led, say("lead in person")), (plain, say("hold back")), words)


def fight_of_segment(state: GameState, hex_: Hex) -> Assault | None:
    """The assault that is under way in the segment, as it can be told from the table; or None.

    Args:
        state: The table.
        hex_: A hex that takes part in it.
    """
    acting = active(state)
    if acting.segment is not Segment.ASSAULT or not acting.assaulted:
        return None
    target = acting.assaulted[-1]
    distance = state.battle.battlefield.grid.distance
    near = (u for u in state.on_map(acting.side) if u.hex and distance(u.hex, target) == 1)
    units = tuple(unit.id for unit in near if unit.assaulted)
    is_part = hex_ == target or any(state.units[unit].hex == hex_ for unit in units)
    acts = any(state.formation_of(unit).id in acting.formations for unit in units)
    return Assault(target, units) if is_part and acts and foes_in(state, target, units) else None
