"""The chain of command: who may write an order to whom, how many, and to forces on their way.

Rules: N12.11, N12.12, N12.7, N5.8.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from hexwar.engine import Refusal, Table, refuse
from hexwar.engine.derived import kept
from hexwar.messages import mark, say
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.events.orders import OrderDropped, OrderInForce
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import Line, LineId, Verb, formation_of_line
from hexwar.systems.nlc.rules.arrivals.arrivals import first_arrival
from hexwar.systems.nlc.rules.cards.effects import is_asleep
from hexwar.systems.nlc.rules.cards.order_effects import ALONE, Lift, extra_orders, lift
from hexwar.systems.nlc.rules.command.bonuses import silence_refusal
from hexwar.systems.nlc.rules.command.command import (
    GONE,
    centre_of,
    commander_of,
    headquarters_of,
    is_detached,
    is_pontoon_line,
    leader_rating,
    units_under,
    wing_of,
)
from hexwar.systems.nlc.rules.command.special_rules import alone_refusal
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import (
    Arm,
    FormationCard,
    FormationId,
    FormationKind,
    LeaderCard,
    LeaderId,
    OrderStep,
    Role,
    Side,
    UnitId,
)

# -- orders to forces that are still on their way to the map (N5.8)


HOURS_OF_DAY = 24


def is_coming(state: GameState, line: LineId) -> bool:
    """Whether nothing of a line is on the map yet, and something is due."""
    return centre_of(state, line) is None and _group(state, line) is not None


def notice_refusal(state: GameState, line: LineId) -> Refusal | None:
    """Why an order cannot be sent any more to a line with nobody on the map, or None (N5.8).

    It must be sent before the first day turn of the day of arrival, and four hours ahead.
    """
    battle, group = state.battle, _group(state, line)
    name = battle.formations[formation_of_line(line)].name
    if group is None or group.turn > len(battle.turns):
        return refuse("N12.41", "Nobody of {name} is on the map.", name=name)
    hours = numbers_of(battle).arrival.notice_hours
    day = battle.turn(group.turn).day
    light = (c.number for c in battle.turns if c.day == day and c.kind is TurnKind.DAY)
    is_early = state.turn < min(light, default=group.turn)
    if is_early and hours_between(battle, state.turn, group.turn) >= hours:
        return None
    words = mark(
        "{name} comes at {when}: its order could be changed only before the first day "
        "turn of that day, and {hours} hours ahead."
    )
    return refuse("N5.8", words, name=name, when=battle.when(group.turn), hours=hours)


def notice_turn(state: GameState, line: LineId) -> int:
    """The turn on which an order that is sent now reaches a line on its way to the map (N5.8)."""
    group = _group(state, line)
    assert group is not None
    hours = numbers_of(state.battle).arrival.notice_hours
    turns = range(state.turn, group.turn + 1)
    there = (turn for turn in turns if hours_between(state.battle, state.turn, turn) >= hours)
    return next(there, group.turn)


def hours_between(battle: NlcBattle, first: int, last: int) -> int:
    """The hours from one turn to a later one; turns of a night may be left out (N4)."""
    cards = battle.turns[first - 1 : last]
    return sum(
        (b.hour - a.hour) % HOURS_OF_DAY or HOURS_OF_DAY * (a.day != b.day)
        for a, b in pairwise(cards)
    )


def _group(state: GameState, line: LineId) -> Arrival | None:
    return first_arrival(state, formation_of_line(line))


CAVALRY_ONLY = "grouchy-cavalry-only"
"""The special rule of a wing commander to whom cavalry corps alone are assigned (N12.7)."""


# -- who gives orders to whom


@kept
def giver_of(state: GameState, line: LineId) -> LeaderId | None:
    """The leader whom a line obeys: its WC, else the OC of its army (N12.11, N12.7).

    A detached division obeys its corps commander (N12.13), a pontoon train whom its corps obeys.
    None where nobody is left; the giver may be off the map.
    """
    formation = formation_of_line(line)
    if is_division(state, line):
        return commander_of(state, LineId(formation))
    wing = wing_of(state, formation)
    return superior_of(state, formation) if wing is None else commander_of(state, LineId(wing))


def is_division(state: GameState, line: LineId) -> bool:
    """Whether a line is a detached division's, and not a pontoon train's (N12.92, N16.4)."""
    return is_detached(line) and not is_pontoon_line(state, line)


def superior_of(state: GameState, formation: FormationId) -> LeaderId | None:
    """The OC who commands a formation, whatever wing it is in; one on the map goes first."""
    commanders = (state.leaders[leader] for leader in _overall(state.battle, formation))
    overall = [leader for leader in commanders if leader.box not in GONE]
    overall.sort(key=lambda leader: (leader.hex is None, leader.id))
    return overall[0].id if overall else None


def is_under(state: GameState, leader: LeaderId, formation: FormationId) -> bool:
    """Whether a formation is under an OC: of his army, unless the scenario lists others (N12.11).

    His own headquarters always is.
    """
    return leader in _overall(state.battle, formation)


@lru_cache(maxsize=256)
def _overall(battle: NlcBattle, formation: FormationId) -> tuple[LeaderId, ...]:
    """The OCs whom a formation is under, as it is printed."""
    other = battle.formations[formation]

    def is_over(card: LeaderCard) -> bool:
        own = battle.formations[card.formation]
        if card.role is not Role.OVERALL or card.side != other.side:
            return False
        if own.may_order:
            return formation in (own.id, *own.may_order)
        return own.army == other.army

    return tuple(leader for leader, card in battle.leaders.items() if is_over(card))


def givers(state: GameState, side: Side) -> tuple[LeaderId, ...]:
    """The OC and WCs of a side on the map, the OC first."""
    found = list(state.leaders_on_map(side))
    overall = sorted(card.id for card in found if card.role is Role.OVERALL)
    return (*overall, *sorted(card.id for card in found if card.role is Role.WING))


@kept
def lines_under(state: GameState, giver: LeaderId) -> tuple[LineId, ...]:
    """The lines that obey an OC or WC, in the order of the pad; none of detached divisions."""
    lines = (line for line in state.pad.lines if not is_division(state, line))
    return tuple(line for line in lines if giver_of(state, line) == giver)


def corps_of(state: GameState, wing: FormationId) -> tuple[FormationId, ...]:
    """The formations assigned to a wing, in the order of the order of battle (N12.7)."""
    return tuple(f for f in state.battle.formations if wing_of(state, f) == wing)


def troops_under(state: GameState, line: LineId) -> tuple[UnitId, ...]:
    """The units that a line's commander leads: for a WC those of all his corps."""
    formation = state.battle.formations[formation_of_line(line)]
    if formation.kind is not FormationKind.WING:
        return units_under(state, line)
    return tuple(u for corps in corps_of(state, formation.id) for u in state.units_of(corps))


# -- how many


def capacity(state: GameState, giver: LeaderId, verb: str | None = None) -> int:
    """How many orders of a type an OC or WC may give in a turn: his rating (N12.12).

    A split rating goes by the type that he orders (N12.53). An OC away from his HQ, or without
    it, gives one (N12.43); one who led troops in combat last turn gives none (N7.5).
    """
    if silence_refusal(state, giver) is not None:
        return 0
    card = state.battle.leaders[giver]
    if card.role is Role.OVERALL and headquarters_of(state, giver) is None:
        return numbers_of(state.battle).dispatch.lone_capacity
    return leader_rating(state, giver, verb)


def most_orders(state: GameState, giver: LeaderId) -> int:
    """How many orders he may give in a turn if they are of the best type."""
    verbs = [None, *(verb for verb, _ in state.battle.leaders[giver].ratings)]
    return max(capacity(state, giver, verb) for verb in verbs)


def orders_left(state: GameState, giver: LeaderId, verb: str | None = None) -> int:
    """How many orders of a type he may still give this turn (N12.12), by cards too."""
    most = capacity(state, giver, verb)
    if not most:
        return 0
    extra = extra_orders(state, state.battle.leaders[giver].side, verb)
    return max(0, most - state.pad.issued.get(giver, 0)) + extra


def lift_of(state: GameState, giver: LeaderId, steps: Sequence[OrderStep]) -> Lift:
    """What cards would do for an order that a giver writes now (N12.12, N12.67).

    An Aide de Camp carries it only where the giver's own capacity is used up.
    """
    if not state.cards.effects or not steps:
        return ALONE
    side = state.battle.leaders[giver].side
    is_beyond = state.pad.issued.get(giver, 0) >= capacity(state, giver, steps[0].verb)
    return lift(state, side, steps, is_beyond=is_beyond)


def capacity_refusal(state: GameState, giver: LeaderId, verb: str | None) -> Refusal | None:
    """Why a leader can give no further order of a type this turn, or None (N12.12, N12.43)."""
    if orders_left(state, giver, verb):
        return None
    return _spent(state, giver, capacity(state, giver, verb))


def spent_refusal(state: GameState, giver: LeaderId) -> Refusal | None:
    """Why a leader can give no further order of any type this turn, or None."""
    most = most_orders(state, giver)
    if state.pad.issued.get(giver, 0) < most or orders_left(state, giver, Verb.MARCH):
        return None
    return _spent(state, giver, most)


def _spent(state: GameState, giver: LeaderId, most: int) -> Refusal:
    silent = silence_refusal(state, giver)
    if silent is not None:
        return silent
    card = state.battle.leaders[giver]
    number = say("one order") if most == 1 else say("{most} orders", most=most)
    if card.role is Role.OVERALL and headquarters_of(state, giver) is None:
        words = mark("{card} is away from his HQ and gives {number} a turn.")
        return refuse("N12.43", words, card=card.name, number=number)
    of_type = say(" of this type (rating {most})", most=most) if card.ratings else ""
    words = mark("{card} gives {number}{of_type} a turn, and has.")
    return refuse("N12.12", words, card=card.name, number=number, of_type=of_type)


# -- who may receive one


def line_refusal(state: GameState, side: Side, line: LineId) -> Refusal | None:
    """Why a side cannot write to a line at all, or None; its giver has still to be looked at."""
    if line not in state.pad.lines or state.side_of_line(line) != side:
        return refuse("N12.11", "There is no such line on your order pad.")
    name = state.battle.formations[formation_of_line(line)].name
    if is_division(state, line):
        return refuse("N12.13", "Only the commander of {name} orders its divisions.", name=name)
    if state.pad.lines[line].steps and state.pad.lines[line].step.fixed:
        return refuse("N12.11", "The scenario does not let {name}'s order be changed.", name=name)
    if centre_of(state, line) is None:
        return notice_refusal(state, line)
    return None


def giver_refusal(state: GameState, giver: LeaderId | None, line: LineId) -> Refusal | None:
    """Why there is nobody to give a line its orders, or None (N12.11, N12.61, N12.7)."""
    name = state.battle.formations[formation_of_line(line)].name
    if giver is None:
        return refuse("N12.11", "No commander in play may give orders to {name}.", name=name)
    card, alone = state.battle.leaders[giver], alone_refusal(state, line)
    if alone is not None:
        return alone
    if is_asleep(state, giver):
        words = mark("{card} has overslept: he gives no orders this turn.")
        return refuse("N4.24", words, card=card.name)
    if state.leaders[giver].hex is not None:
        allowed = state.battle.formations[card.formation].may_order
        if card.role is Role.WING and allowed and formation_of_line(line) not in allowed:
            return refuse("N12.11", "{card} may not order {name}.", card=card.name, name=name)
        return None
    rule, words = "N12.7", mark("{name} obeys only {card}, who is not on the map.")
    if card.role is not Role.WING:
        rule = "N12.61"
        words = mark("{card} is not on the map: {name} changes its order by Local Decision only.")
    return refuse(rule, words, name=name, card=card.name)


# -- assignment to a wing


def assignment_refusal(state: GameState, line: LineId, wing: FormationId) -> Refusal | None:
    """Why an order cannot put a corps under a wing, or under the OC himself, or None (N12.7).

    Args:
        state: The table.
        line: The line of the corps.
        wing: The wing; the headquarters of its OC takes the corps out of the wing it is in.
    """
    if is_detached(line):
        return refuse("N12.7", "A pontoon train stays with its corps.")
    formations = state.battle.formations
    corps, over = formations[formation_of_line(line)], formations.get(wing)
    if over is None or over.side != corps.side:
        return refuse("N12.7", "There is no such wing on your side.")
    now, names = wing_of(state, corps.id), {"corps": corps.name, "over": over.name}
    if over.kind is FormationKind.HEADQUARTERS:
        superior = superior_of(state, corps.id)
        is_his = superior is not None and state.battle.leaders[superior].formation == wing
        if now is not None and is_his:
            return None
        return refuse("N12.7", "{corps} is not in a wing of {over}.", **names)
    if over.kind is not FormationKind.WING or not corps.has_chit:
        return refuse("N12.7", "Only a corps or division is assigned, and only to a wing.")
    if now == wing:
        return refuse("N12.7", "{corps} is in the {over} already.", **names)
    return _wing_refusal(state, corps, over)


def _wing_refusal(state: GameState, corps: FormationCard, wing: FormationCard) -> Refusal | None:
    """What speaks against a wing: its commander, or the named limits of the scenario."""
    leader = commander_of(state, LineId(wing.id))
    if leader is None or state.leaders[leader].hex is None:
        return refuse("N12.7", "The commander of the {wing} is not on the map.", wing=wing.name)
    card = state.battle.leaders[leader]
    if wing.may_order and corps.id not in wing.may_order:
        return refuse("N12.7", "{card} may not be given {corps}.", card=card.name, corps=corps.name)
    if CAVALRY_ONLY in card.special and not is_cavalry_corps(state, corps):
        return refuse("N12.7", "Only cavalry corps are assigned to {card}.", card=card.name)
    return None


def is_cavalry_corps(state: GameState, corps: FormationCard) -> bool:
    """Whether a formation has cavalry and no infantry of its own."""
    arms = {state.card(u).arm for u in corps.units if state.card(u).attached_from is None}
    return any(arm.is_cavalry for arm in arms) and Arm.INFANTRY not in arms


# -- an order comes into force


def put_in_force(
    table: Table[GameState], line: LineId, steps: tuple[OrderStep, ...], bad_until: int = 0
) -> None:
    """N12.1, N12.15: a new order governs a line, and the corps that go by their WC's order.

    A corps goes by it while its order is his, as far as either has come in it, and no order of its
    own is on the way (N12.18); a leader who takes orders from nobody does not (N12.61). Another
    order on its way to the line is void (N12.42), but not when the new one is a Bad Move.

    Args:
        table: The table.
        line: Who has the new order.
        steps: The order, with all objectives.
        bad_until: Of a Bad Move: the turn before which there is no Local Decision (N12.65).
    """
    state, side = table.state, table.state.side_of_line(line)
    waiting = state.pad.dispatches.get(line)
    if waiting is not None and waiting.steps != steps and not bad_until:
        table.emit(OrderDropped(side, line))
    followers = map(LineId, corps_of(state, formation_of_line(line)))
    bound = [one for one in followers if follows_wing(state, one, line)]
    for one in (line, *bound):
        table.emit(OrderInForce(side, one, steps, bad_until if one == line else 0))


def follows_wing(state: GameState, line: LineId, wing: LineId) -> bool:
    """Whether a corps has no order but its WC's (N12.15, N12.18), and may take his (N12.61)."""
    if alone_refusal(state, line) is not None:
        return False
    own, his = state.pad.lines.get(line, Line(())).steps, state.pad.lines.get(wing, Line(())).steps
    shorter = min(len(own), len(his))
    same = shorter > 0 and own[-shorter:] == his[-shorter:]
    return same and line not in state.pad.dispatches


def assigned_order(state: GameState, line: LineId, wing: FormationId) -> tuple[OrderStep, ...]:
    """The order that comes with an assignment alone: the WC's (N12.15), or the present one."""
    is_wing = state.battle.formations[wing].kind is FormationKind.WING
    return state.pad.lines[LineId(wing) if is_wing else line].steps
