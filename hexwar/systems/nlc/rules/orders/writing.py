"""Orders are written and couriers ride; what a wing commander owes (N12.12-N12.17, N12.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from hexwar.engine import Refusal, Table, refuse
from hexwar.ground.traces import command_field, command_trace
from hexwar.ground.zones import enemy_hexes
from hexwar.hexes import Hex
from hexwar.messages import listed, mark, say
from hexwar.systems.nlc.events.orders import OrderDispatched, OrderDropped
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, Verb, Wish, formation_of_line
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.arrivals.arrivals import place_of_line
from hexwar.systems.nlc.rules.cards.order_effects import ALONE, Lift, extra_words
from hexwar.systems.nlc.rules.command.command import (
    centre_of,
    commander_of,
    is_pontoon_line,
    seat_of,
)
from hexwar.systems.nlc.rules.orders.forms import filled, steps_refusal
from hexwar.systems.nlc.rules.orders.offers import (
    has_deed,
    has_written,
    offer_refusal,
    offers,
    take_up,
)
from hexwar.systems.nlc.rules.orders.pad import (
    assigned_order,
    assignment_refusal,
    capacity_refusal,
    corps_of,
    giver_of,
    giver_refusal,
    givers,
    is_coming,
    lift_of,
    line_refusal,
    lines_under,
    most_orders,
    notice_refusal,
    notice_turn,
    orders_left,
    spent_refusal,
    superior_of,
)
from hexwar.systems.nlc.rules.orders.permissions import line_row, row_of
from hexwar.systems.nlc.state import GameState, knowledge
from hexwar.table.forces import FormationId, FormationKind, LeaderId, OrderStep, Side
from hexwar.table.spans import Crossing, crossing
from hexwar.table.words import leader_name

# -- what a wing commander owes who is to attack: orders to half of his corps (N12.14, N12.17)


LISTED = 100
"""How many choices are listed at most; the law accepts the others too."""

Corps = tuple[FormationId, ...]


@dataclass(frozen=True, slots=True)
class WingDuty:
    """What a WC under Attack or Probe must still do (N12.14)."""

    deadline: int  # the turn in whose Orders Phase it must be done
    corps: Corps  # of his wing that are on the map
    met: Corps  # those that have Attack or Probe in their order, or in one on its way
    needed: int  # how many must have it: half of them, rounded up
    open: Corps  # those without it that he can reach

    @property
    def missing(self) -> int:
        """How many corps he must still order, of those that he can reach."""
        return min(max(0, self.needed - len(self.met)), len(self.open))


def wing_duty(state: GameState, wing: FormationId) -> WingDuty | None:
    """What a wing's commander owes, or None where his order obliges him to nothing (N12.14)."""
    line, leader = state.pad.lines.get(LineId(wing)), commander_of(state, LineId(wing))
    if leader is None or state.leaders[leader].hex is None:
        return None
    if line is None or not line_row(state, LineId(wing)).fights:
        return None
    corps = tuple(f for f in corps_of(state, wing) if centre_of(state, LineId(f)) is not None)
    met = tuple(f for f in corps if is_to_fight(state, LineId(f)))
    free = tuple(f for f in corps if f not in met and _can_copy(state, leader, LineId(f)))
    return WingDuty(line.began + 1, corps, met, (len(corps) + 1) // 2, free)


def is_to_fight(state: GameState, line: LineId) -> bool:
    """Whether a line's order, or the one on its way to it, has a step of Attack or Probe."""
    waiting = state.pad.dispatches.get(line)
    steps = state.pad.lines[line].steps if waiting is None else waiting.steps
    return any(row_of(state, step).fights for step in steps)


def _can_copy(state: GameState, leader: LeaderId, line: LineId) -> bool:
    """Whether a WC can send a copy of his order to one of his corps, whatever his capacity."""
    side = state.battle.leaders[leader].side
    barred = line_refusal(state, side, line) or giver_refusal(state, leader, line)
    return barred is None and can_ride(state, leader, line)


@dataclass(frozen=True, slots=True)
class CompleteWcDuty(Question[Corps], rule="N12.17", is_secret=True):
    """N12.17: the corps that get a copy of their WC's order, because he did not order enough."""

    words = mark(
        "{who} must choose who of the {wing} gets a copy of its order, because its commander has"
        " not ordered half of his corps to attack or probe in time."
    )
    kinds = ("copy", "pass")
    wing: FormationId

    def options(self, state: GameState) -> Sequence[Corps]:
        """As many of the corps without such an order as are missing, in the order of the army."""
        duty = wing_duty(state, self.wing)
        assert duty is not None
        return list(islice(combinations(duty.open, duty.missing), LISTED))

    def refusal(self, state: GameState, answer: Corps) -> Refusal | None:
        """Exactly as many as are missing, each once."""
        duty = wing_duty(state, self.wing)
        assert duty is not None
        missing = duty.missing
        if len(set(answer)) == len(answer) == missing and set(answer) <= set(duty.open):
            return None
        number = say("one corps") if missing == 1 else say("{missing} corps", missing=missing)
        return refuse(self.rule, "Name {number} of the wing that can be reached.", number=number)


async def complete_wing_duties(table: Table[GameState], side: Side) -> None:
    """N12.14, N12.17: each WC of a side who is late sends his own order to corps of his."""
    for wing, card in table.state.battle.formations.items():
        is_own = card.side == side and card.kind is FormationKind.WING
        duty = wing_duty(knowledge(table.state, side), wing) if is_own else None
        if duty is None or not duty.missing or table.state.turn < duty.deadline:
            continue
        corps, leader = await CompleteWcDuty(side, wing), commander_of(table.state, LineId(wing))
        assert leader is not None
        for one in corps:
            send(table, leader, LineId(one), table.state.pad.lines[LineId(wing)].steps)


# -- orders are written and couriers ride (N12.12, N12.4, N12.7, N12.9 step 4)


LISTED_ORDERS = 60
"""How many papers are listed at most; the law accepts many more."""

FAR = 20
"""How far, in hexes, a listed March goes."""


@dataclass(frozen=True, slots=True)
class Paper:
    """An order as its giver writes it."""

    line: LineId  # to whom
    steps: tuple[OrderStep, ...]  # may be empty where it only assigns
    wing: FormationId | None = None  # assigns him to this wing, or to the OC's headquarters (N12.7)


# -- the courier


@dataclass(frozen=True, slots=True)
class Courier:
    """The ride of an order from its giver to its recipient (N12.4, N12.41)."""

    halves: int | None  # half hexes; None where no way leads
    due: int | None  # the turn of delivery; None where it cannot be sent
    path: tuple[Hex, ...]
    reason: str  # one or two sentences: how far and when, or what is in the way
    rule: str = "N12.41"


def courier(state: GameState, giver: LeaderId, line: LineId) -> Courier:
    """The ride from a giver to a line, if he wrote now (N12.4-N12.43).

    It begins at the OC's HQ, or at the OC who is away from it, or at the WC; it ends at the
    recipient's commander, or his senior unit. What a leader orders himself needs no courier.
    """
    start, end = seat_of(state, giver), centre_of(state, line)
    card = state.battle.leaders[giver]
    if start is None:
        return Courier(None, None, (), say("{card} is not on the map.", card=card.name))
    if end is None:
        return _to_meet(state, line)
    if card.formation == formation_of_line(line):
        return Courier(0, state.turn, (end,), say("{card} is on the spot.", card=card.name))
    trace = command_trace(state, card.side, start, end)
    if trace.halves is None:
        words = say("No courier gets through. {reason}", reason=trace.reason)
        return Courier(None, None, (), words, trace.rule)
    due = state.turn + delay(state, trace.halves)
    return Courier(trace.halves, due, trace.path, f"{trace.reason} {_when(state, due)}")


def _to_meet(state: GameState, line: LineId) -> Courier:
    """The ride to forces that have not come yet (N5.8)."""
    if not is_coming(state, line):
        return Courier(None, None, (), say("The recipient is not on the map."))
    refusal = notice_refusal(state, line)
    if refusal is not None:
        return Courier(None, None, (), refusal.sentence, refusal.rule)
    due = notice_turn(state, line)
    reason = say("The courier meets them on their way. {when}", when=_when(state, due))
    return Courier(0, due, (), reason, "N5.8")


def delay(state: GameState, halves: int) -> int:
    """The turns that a courier rides: none within range, one for each further started step.

    Args:
        state: The table, for its numbers (N12.41).
        halves: The way in half hexes.
    """
    ride = numbers_of(state.battle).dispatch
    return max(0, -((2 * ride.range - halves) // (2 * ride.range_step)))


def _when(state: GameState, due: int) -> str:
    if due == state.turn:
        return say("Delivered this turn.")
    if due > len(state.battle.turns):
        return say("Comes too late.")
    return say("Delivered at {when}.", when=state.battle.when(due))


def can_ride(state: GameState, giver: LeaderId, line: LineId) -> bool:
    """Whether a courier gets through from a giver to a line, without the reasons."""
    card = state.battle.leaders[giver]
    start, end = seat_of(state, giver), centre_of(state, line)
    if start is None:
        return False
    if end is None:
        return is_coming(state, line) and notice_refusal(state, line) is None
    if card.formation == formation_of_line(line):
        return True
    return command_field(state, card.side, start).halves(end) is not None


# -- the law


def author_of(state: GameState, paper: Paper) -> LeaderId | None:
    """Who writes a paper: whoever the line obeys; the OC where it is assigned anew (N12.7)."""
    if paper.wing is None:
        return giver_of(state, paper.line)
    return superior_of(state, formation_of_line(paper.line))


def steps_of_paper(state: GameState, paper: Paper) -> tuple[OrderStep, ...]:
    """The steps that a paper orders, with all objectives (N12.16); an assignment has its own."""
    if paper.wing is not None and not paper.steps:
        return assigned_order(state, paper.line, paper.wing)
    return filled(state, paper.line, paper.steps)


def paper_refusal(state: GameState, side: Side, paper: Paper) -> Refusal | None:
    """Why a side cannot write a paper now, or None (N12.1-N12.43, N12.7)."""
    refusal = line_refusal(state, side, paper.line)
    if refusal is not None:
        return refusal
    giver = author_of(state, paper)
    refusal = giver_refusal(state, giver, paper.line) or _content_refusal(state, paper)
    if refusal is not None or giver is None:
        return refusal
    steps = steps_of_paper(state, paper)
    refusal = capacity_refusal(state, giver, steps[0].verb if steps else None)
    return refusal or _ride_refusal(state, giver, paper.line)


def _ride_refusal(state: GameState, giver: LeaderId, line: LineId) -> Refusal | None:
    ride = courier(state, giver, line)
    return Refusal(ride.reason, ride.rule) if ride.due is None else None


def _content_refusal(state: GameState, paper: Paper) -> Refusal | None:
    line, wing, steps = paper.line, paper.wing, paper.steps
    refusal = None if wing is None else assignment_refusal(state, line, wing)
    if refusal is not None or (wing is not None and not steps):
        return refusal
    return steps_refusal(state, line, steps)


def recipients(state: GameState, side: Side) -> tuple[LineId, ...]:
    """The lines to which a side can write an order of some type now, without the assignments."""
    return tuple(line for _, line in _recipients(state, side))


def _recipients(state: GameState, side: Side) -> Iterator[tuple[LeaderId, LineId]]:
    for giver in givers(state, side):
        lines = lines_under(state, giver) if spent_refusal(state, giver) is None else ()
        for line in lines:
            barred = line_refusal(state, side, line) or giver_refusal(state, giver, line)
            if barred is None and can_ride(state, giver, line):
                yield giver, line


def recipient_refusal(state: GameState, side: Side, line: LineId) -> Refusal | None:
    """Why nothing at all can be written to a line now, not even an assignment, or None."""
    giver = giver_of(state, line) if line in state.pad.lines else None
    refusal = line_refusal(state, side, line) or giver_refusal(state, giver, line)
    if refusal is None and giver is not None:
        refusal = spent_refusal(state, giver)
        if refusal is None and not can_ride(state, giver, line):
            refusal = _ride_refusal(state, giver, line)
    is_assignable = refusal is not None and any(x.line == line for x in assignments(state, side))
    return None if is_assignable else refusal


def assignments(state: GameState, side: Side) -> Iterator[Paper]:
    """The papers by which a side can assign a corps anew, and nothing else (N12.7)."""
    cards = state.battle.formations.values()
    over = [card.id for card in cards if card.side == side and not card.has_chit]
    papers = (Paper(line, (), wing) for line in state.pad.lines for wing in over)
    return (paper for paper in papers if paper_refusal(state, side, paper) is None)


def can_write(state: GameState, side: Side) -> bool:
    """Whether there is any order that a side can write now."""
    return any(_recipients(state, side)) or any(assignments(state, side))


Writ = Paper | Wish | None
"""An order, an offer that is taken up, or the end of a side's writing."""


@dataclass(frozen=True, slots=True)
class IssueOrder(Question[Writ], rule="N12.12", is_secret=True):
    """N12.9, N12.12: an order is written, or an offer taken up; None ends the side's writing."""

    def options(self, state: GameState) -> Sequence[Writ]:
        """Nothing, to each recipient some orders of one step, and what is on offer."""
        side = Side(self.side)
        return [None, *papers(state, side), *offers(state, side)]

    def refusal(self, state: GameState, answer: Writ) -> Refusal | None:
        """Any order of a giver who has one left, to a recipient whom a courier reaches."""
        if isinstance(answer, Wish):
            return offer_refusal(state, Side(self.side), answer)
        return None if answer is None else paper_refusal(state, Side(self.side), answer)

    def is_forced(self, state: GameState, options: Sequence[Writ]) -> bool:  # noqa: ARG002
        """Never: more is legal than is listed, and a side closes its pad by its own word."""
        return False

    def kind(self, answer: Writ) -> str:
        """`pass`, `order`, or the offer."""
        if isinstance(answer, Wish):
            return answer.offer.value
        return "pass" if answer is None else "order"

    def sentence(self, view: GameState) -> str:
        """Who has how many orders left."""
        left = listed([*self.left(view), *extra_words(view, Side(self.side))])
        if not left:
            words = mark("{who} have nobody who gives orders; their leaders may decide themselves.")
            return self.told(view, words)
        return self.told(view, mark("{who} may write orders: {left}."), left=left)

    def left(self, view: GameState) -> Iterator[str]:
        """Who has how many orders left."""
        words = mark("{leader} has {number} of {most} left")
        for giver in givers(view, Side(self.side)):
            most = most_orders(view, giver)
            left = max(0, most - view.pad.issued.get(giver, 0))
            if most:
                yield say(words, leader=leader_name(view, giver), number=left, most=most)


def papers(state: GameState, side: Side) -> tuple[Paper, ...]:
    """Orders of one step worth a thought, for each recipient as many."""
    found = tuple(_recipients(state, side))
    each = max(1, LISTED_ORDERS // len(found)) if found else 0
    return tuple(
        Paper(line, (step,))
        for giver, line in found
        for step in islice(_thoughts(state, giver, line), each)
    )


def _thoughts(state: GameState, giver: LeaderId, line: LineId) -> Iterator[OrderStep]:
    """Stay here, go for the nearest enemy, march to a hex that gives points: what he may order."""
    for step in plain_steps(state, line):
        is_legal = steps_refusal(state, line, (step,)) is None
        if is_legal and orders_left(state, giver, step.verb):
            yield step


def plain_steps(state: GameState, line: LineId) -> Iterator[OrderStep]:
    """Orders of one step that are listed for a line: stay, go for an enemy, march for points."""
    here, side = place_of_line(state, line), state.side_of_line(line)
    assert here is not None
    distance = state.battle.battlefield.grid.distance
    if is_pontoon_line(state, line):
        yield from (OrderStep(Verb.MARCH, hex_) for hex_ in _sites(state, here))
        return
    if side in state.pad.retreating:
        yield OrderStep(Verb.GENERAL_RETREAT)
    yield OrderStep(Verb.DEFEND, here)
    enemy = min(enemy_hexes(state, side), key=lambda h: (distance(here, h), h), default=None)
    if enemy is not None:
        yield OrderStep(Verb.ATTACK, enemy)
        yield OrderStep(Verb.PROBE, enemy)
    for hex_ in sorted(state.battle.vp_hexes, key=lambda h: (distance(here, h), h)):
        if 0 < distance(here, hex_) <= FAR:
            yield OrderStep(Verb.MARCH, hex_)


def _sites(state: GameState, here: Hex) -> list[Hex]:
    """The hexes on roads and trails from which a river can be bridged, near ones first (T18.2)."""
    field, water = state.battle.battlefield, (Crossing.RIVER, Crossing.FORD)
    distance, around = field.grid.distance, field.grid.neighbours

    def is_wet(a: Hex) -> bool:
        return any(crossing(field, state.spans, a, b) in water for b in around[a])

    near = (h for h in field.way_hexes if 0 < distance(here, h) <= FAR and is_wet(h))
    return sorted(near, key=lambda h: (distance(here, h), h))


# -- the flow


def send(
    table: Table[GameState],
    giver: LeaderId,
    line: LineId,
    steps: tuple[OrderStep, ...],
    wing: FormationId | None = None,
    lift: Lift = ALONE,
) -> None:
    """N12.4, N12.42: a courier rides; an older order on its way is void."""
    state = table.state
    side = state.side_of_line(line)
    ride = courier(knowledge(state, side), giver, line)
    assert ride.due is not None
    if line in state.pad.dispatches:
        table.emit(OrderDropped(side, line))
    table.emit(OrderDispatched(side, line, steps, giver, ride.due, wing, lift.cards, lift.is_extra))
    lift.use_up(table)


async def write_order(table: Table[GameState], side: Side) -> bool:
    """N12.12: a side may write one order, or take offers up before. Tells whether it did.

    Who has written his last order is asked once more, so that he may think better of it.
    """
    paper: Writ = None
    known = knowledge(table.state, side)
    while can_write(known, side) or has_written(known, side) or has_deed(known, side):
        paper = await IssueOrder(side)
        if not isinstance(paper, Wish):
            break
        await take_up(table, side, paper)
        known = knowledge(table.state, side)
    if not isinstance(paper, Paper):
        return False
    giver = author_of(known, paper)
    assert giver is not None
    steps = steps_of_paper(known, paper)
    send(table, giver, paper.line, steps, paper.wing, lift_of(known, giver, steps))
    return True


def wing_after(state: GameState, wing: FormationId) -> FormationId | None:
    """The wing that an assignment leads to: none where it names a headquarters (N12.7)."""
    is_wing = state.battle.formations[wing].kind is FormationKind.WING
    return wing if is_wing else None
