"""Divisional orders: a corps commander details a division, or recalls it (N12.13, N12.92)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from hexwar.engine import Refusal, Table, refuse
from hexwar.messages import mark
from hexwar.systems.nlc.events.orders import DivisionDetached, DivisionRejoined
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, Verb, formation_of_line
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.command.command import (
    commander_of,
    is_detached,
    is_in_range,
    is_pontoon_line,
    senior_unit,
)
from hexwar.systems.nlc.rules.command.special_rules import waiting_refusal
from hexwar.systems.nlc.rules.orders.forms import filled, steps_refusal
from hexwar.systems.nlc.rules.orders.goals import enemies_within
from hexwar.systems.nlc.rules.orders.steps import is_near_commander
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationCard, FormationId, LeaderId, OrderStep, Side, UnitId

Group = tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Detail:
    """A division gets an order of its own; it is followed at once."""

    units: tuple[UnitId, ...]  # the whole division
    steps: tuple[OrderStep, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    """A detached division comes under its corps' order again."""

    line: LineId


DivisionPaper = Detail | Recall | None


@dataclass(frozen=True, slots=True)
class IssueDivisionalOrder(Question[DivisionPaper], rule="N12.13", is_secret=True):
    """N12.13: a corps commander gives a divisional order, or recalls a division; None: no more."""

    words = mark(
        "{who} may give a division near its corps commander an order of its own, or recall one."
    )

    def options(self, state: GameState) -> Sequence[DivisionPaper]:
        """No more; every division that can come back; for each in range a few orders."""
        side = Side(self.side)
        recalls = (Recall(line) for line in recallable(state, side))
        orders = (
            Detail(units, (step,))
            for units in details(state, side)
            for step in _thoughts(state, units)
            if steps_refusal(state, state.line_id_of(units[0]), (step,)) is None
        )
        return [None, *recalls, *orders]

    def refusal(self, state: GameState, answer: DivisionPaper) -> Refusal | None:
        """Any legal order to a division in its commander's range, and any recall."""
        if answer is None:
            return None
        if isinstance(answer, Recall):
            return _recall_refusal(state, Side(self.side), answer.line)
        return detail_refusal(state, Side(self.side), answer)

    def kind(self, answer: DivisionPaper) -> str:
        """`pass`, `recall` or `detail`."""
        if answer is None:
            return "pass"
        return "recall" if isinstance(answer, Recall) else "detail"


async def divisional_order(table: Table[GameState], side: Side) -> None:
    """N12.13: a corps commander of a side gives a divisional order, or recalls a division."""
    paper = await IssueDivisionalOrder(side)
    if isinstance(paper, Recall):
        table.emit(DivisionRejoined(side, paper.line))
    elif paper is not None:
        _detach(table, side, paper)


def _detach(table: Table[GameState], side: Side, paper: Detail) -> None:
    state = table.state
    line = state.line_id_of(paper.units[0])
    if not is_detached(line):
        line = free_line(state, state.formation_of(paper.units[0]).id)
    giver = commander_of(state, LineId(formation_of_line(line)))
    assert giver is not None
    first, *others = paper.steps
    if first.target is None and first.target_formation is None:
        # A division that has no line yet takes its senior unit's hex for an objective (N12.16).
        senior = senior_unit(state, paper.units)
        assert senior is not None
        first = replace(first, target=state.units[senior].hex)
    steps = filled(state, line, (first, *others))
    table.emit(DivisionDetached(side, line, paper.units, steps, giver))


def free_line(state: GameState, formation: FormationId) -> LineId:
    """The first line of a corps that no detached division has: `CO-C/1`."""
    lines = (LineId(f"{formation}/{number}") for number in count(1))
    return next(line for line in lines if line not in state.pad.lines)


# -- who may get one


def has_choice(state: GameState, side: Side) -> bool:
    """Whether a side has a division to detail or to recall."""
    return bool(recallable(state, side)) or any(details(state, side))


def divisions(state: GameState, formation: FormationCard) -> tuple[Group, ...]:
    """The divisions of a formation, in the order of the army list.

    A division is the combat units of one name; a brigade of foot or horse without one is a
    division by itself (house rule). Batteries and trains of the corps are none.
    """
    found: dict[str, list[UnitId]] = {}
    for unit in formation.units:
        card = state.card(unit)
        if card.arm.is_train or (card.division is None and card.arm.is_artillery):
            continue
        found.setdefault(card.division or unit, []).append(unit)
    return tuple(tuple(units) for units in found.values())


def details(state: GameState, side: Side) -> Iterator[Group]:
    """The divisions of a side that may get a divisional order now."""
    for formation in state.battle.formations.values():
        if formation.side == side and _may_give(state, formation.id):
            found = divisions(state, formation)
            yield from (units for units in found if _range_refusal(state, units) is None)


def recallable(state: GameState, side: Side) -> tuple[LineId, ...]:
    """The detached divisions of a side that its corps commanders can recall."""
    detached = sorted(filter(is_detached, state.pad.lines))
    return tuple(line for line in detached if _recall_refusal(state, side, line) is None)


def giver_of(state: GameState, formation: FormationId) -> LeaderId | None:
    """The corps commander on the map who gives a formation's divisional orders, or None."""
    leader = commander_of(state, LineId(formation))
    return leader if leader is not None and state.leaders[leader].hex is not None else None


def _may_give(state: GameState, formation: FormationId) -> bool:
    giver, most = giver_of(state, formation), numbers_of(state.battle).dispatch.divisional_orders
    if waiting_refusal(state, LineId(formation)) is not None:
        return False
    return giver is not None and state.pad.issued.get(giver, 0) < most


# -- the law


def detail_refusal(state: GameState, side: Side, paper: Detail) -> Refusal | None:
    """Why a divisional order cannot be given, or None (N12.13)."""
    formation = _formation_of(state, side, paper.units)
    if formation is None:
        return refuse("N12.92", "A divisional order is for one whole division of a corps.")
    giver = giver_of(state, formation.id)
    if giver is None:
        words = mark("{formation} has no commander on the map to give it.")
        return refuse("N12.13", words, formation=formation.name)
    waiting = waiting_refusal(state, LineId(formation.id))
    if waiting is not None:
        return waiting
    if not _may_give(state, formation.id):
        name = state.battle.leaders[giver].name
        return refuse("N12.13", "{name} has given his divisional order of this turn.", name=name)
    line = state.line_id_of(paper.units[0])
    return _range_refusal(state, paper.units) or steps_refusal(state, line, paper.steps)


def _formation_of(state: GameState, side: Side, units: Group) -> FormationCard | None:
    """The formation of which these units are a whole division, or None."""
    if not units or units[0] not in state.battle.units or state.side_of(units[0]) != side:
        return None
    formation = state.formation_of(units[0])
    return formation if units in divisions(state, formation) else None


def _range_refusal(state: GameState, units: Group) -> Refusal | None:
    giver = giver_of(state, state.formation_of(units[0]).id)
    places = [hex_ for unit in units if (hex_ := state.units[unit].hex) is not None]
    if giver is None or not places:
        return refuse("N12.13", "The division is not on the map.")
    if all(is_in_range(state, giver, hex_) for hex_ in places):
        return None
    name = state.battle.leaders[giver].name
    return refuse("N12.13", "The division is beyond the command range of {name}.", name=name)


def _recall_refusal(state: GameState, side: Side, line: LineId) -> Refusal | None:
    if line not in state.pad.lines or not is_detached(line) or state.side_of_line(line) != side:
        return refuse("N12.92", "There is no such detached division.")
    if is_pontoon_line(state, line):
        return refuse("N16.4", "A pontoon train has its own orders and is not recalled.")
    if giver_of(state, formation_of_line(line)) is None:
        return refuse("N12.92", "Its corps has no commander on the map to recall it.")
    if not is_near_commander(state, line):
        return refuse("N12.92", "The division is beyond its corps commander's range.")
    return waiting_refusal(state, line)


def _thoughts(state: GameState, units: Group) -> Iterator[OrderStep]:
    """What a division may be wanted to do: hold its place, or attack or probe the next enemy."""
    here = state.units[next(u for u in units if state.units[u].hex is not None)].hex
    assert here is not None
    yield OrderStep(Verb.DEFEND, here)
    yield OrderStep(Verb.RESERVE, here)
    limit = numbers_of(state.battle).local.radius
    for enemy in enemies_within(state, state.side_of(units[0]), here, limit)[:1]:
        yield OrderStep(Verb.ATTACK, enemy)
        yield OrderStep(Verb.PROBE, enemy)
