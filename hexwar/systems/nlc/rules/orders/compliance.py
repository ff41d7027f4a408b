"""Compliance: whether a leader obeys an order that has reached him (N12.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexwar.cards.library import card as printed
from hexwar.engine import Refusal, Table
from hexwar.ground.zones import is_in_contact
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.orders import ComplianceRolled, FormationAssigned, OrderLost
from hexwar.systems.nlc.numbers import Compliance, numbers_of
from hexwar.systems.nlc.orders import Dispatch, LineId, formation_of_line
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.rules.command.bonuses import deafness_refusal
from hexwar.systems.nlc.rules.command.command import (
    centre_of,
    commander_of,
    is_pontoon_line,
    rating_of,
)
from hexwar.systems.nlc.rules.losses.demoralization import weariness
from hexwar.systems.nlc.rules.orders.pad import put_in_force, superior_of, troops_under
from hexwar.systems.nlc.rules.orders.permissions import line_row, row_of
from hexwar.systems.nlc.rules.orders.writing import wing_after
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationKind, OrderStep, Role

OBEYED, DELAYED, LOST = "C", "D", "X"
"""In force now; not yet; lost."""

Shift = tuple[str, int, str]
"""A reason, the columns to the right (to the left below 0), and the rule."""


@dataclass(frozen=True, slots=True)
class ComplianceReport:
    """What a roll for an order is up against; the roll itself uses it."""

    rating: int  # of the recipient, for this order
    shifts: tuple[Shift, ...]  # those that hold now
    column: int  # of the table, 0 to 5
    chances: tuple[tuple[str, float], ...]  # of C, D and X, 0 to 1


def compliance_report(
    state: GameState, line: LineId, order: Dispatch | None = None
) -> ComplianceReport:
    """The column of a compliance roll if it were made now, and its chances (N12.5, N12.55).

    Args:
        state: The table; a view of the line's own side serves too.
        line: Who is to obey.
        order: An order that has not been sent yet; by default the one on its way to him.
    """
    order = state.pad.dispatches[line] if order is None else order
    numbers = numbers_of(state.battle).compliance
    rating = rating_of(state, line, _rated_verb(state, line, order))
    shifts = tuple(_shifts(state, line, order))
    sum_ = rating + sum(columns for _, columns, _ in shifts)
    column = max(0, min(numbers.highest_column, sum_))
    cells = [row[column] for row in numbers.table]
    chances = tuple((one, cells.count(one) / len(cells)) for one in (OBEYED, DELAYED, LOST))
    return ComplianceReport(rating, shifts, column, chances)


def _rated_verb(state: GameState, line: LineId, order: Dispatch) -> str:
    """N12.55: a split rating goes by the new order; of a WC by what he is about now."""
    kind = state.battle.formations[formation_of_line(line)].kind
    held = state.pad.lines[line].steps
    return held[0].verb if kind is FormationKind.WING and held else order.steps[0].verb


# -- the shifts (N12.51)


def _shifts(state: GameState, line: LineId, order: Dispatch) -> Iterator[Shift]:
    numbers = numbers_of(state.battle).compliance
    if line_row(state, line).rests:
        yield say("in Reserve"), numbers.reserve, "N12.51"
    if _is_near_overall(state, line):
        words, near = mark("the overall commander within {near} hexes"), numbers.near_distance
        yield say(words, near=near), numbers.near_commander, "N12.51"
    if state.battle.leaders[order.giver].role is Role.WING:
        yield say("from his wing commander"), numbers.from_wing, "N12.51"
    yield from _state_shifts(state, line, order.steps[0], numbers)
    for card in order.cards:
        yield printed(card).title, numbers_of(state.battle).card.order_shift, "N12.67"
    if order.waited:
        turns = say("a turn") if order.waited == 1 else say("{waited} turns", waited=order.waited)
        yield say("waited {turns}", turns=turns), order.waited * numbers.waited, "N12.5"


def _state_shifts(
    state: GameState, line: LineId, step: OrderStep, numbers: Compliance
) -> Iterator[Shift]:
    """The shifts by the state of the troops."""
    weary, row = weariness(state, formation_of_line(line)), row_of(state, step)
    if weary is not None:
        if row.draws_off:
            yield weary, numbers.demoralized_defensive, "N12.51"
        if row.fights:
            yield weary, numbers.demoralized_offensive, "N12.51"
    if row.shuns_contact and any(is_in_contact(state, u) for u in troops_under(state, line)):
        yield say("in contact with the enemy"), numbers.in_contact, "N12.51"


def _is_near_overall(state: GameState, line: LineId) -> bool:
    here, overall = centre_of(state, line), superior_of(state, formation_of_line(line))
    his = None if overall is None else state.leaders[overall].hex
    if here is None or his is None:
        return False
    near = numbers_of(state.battle).compliance.near_distance
    return state.battle.battlefield.grid.distance(here, his) <= near


def needs_roll(state: GameState, line: LineId) -> bool:
    """Whether a die says if an order is obeyed.

    OC and HQ need none (N14.53), nor pontoon trains, who can only be told to march (N12.52).
    """
    kind = state.battle.formations[formation_of_line(line)].kind
    return kind is not FormationKind.HEADQUARTERS and not is_pontoon_line(state, line)


def waiting_refusal(state: GameState, line: LineId) -> Refusal | None:
    """Why an order that has arrived must wait without a roll, or None (N12.54)."""
    is_asked = needs_roll(state, line)
    return deafness_refusal(state, commander_of(state, line)) if is_asked else None


# -- the flow


def lines_to_roll(state: GameState) -> tuple[LineId, ...]:
    """The lines that hold an order not obeyed yet and have not rolled this turn (N12.91).

    The first player's are first, then by id. Who may not check compliance now lets it wait.
    """
    sides, pad = state.battle.sides, state.pad
    due = (line for line, order in pad.dispatches.items() if order.due <= state.turn)
    left = (line for line in due if line not in pad.complied)
    waiting = [line for line in left if waiting_refusal(state, line) is None]
    return tuple(sorted(waiting, key=lambda x: (sides.index(state.side_of_line(x)), x)))


async def comply(table: Table[GameState], line: LineId) -> None:
    """N12.5: a leader obeys the order that he holds, obeys it later, or it is lost."""
    state, side = table.state, table.state.side_of_line(line)
    order, result = state.pad.dispatches[line], OBEYED
    if needs_roll(state, line):
        report = compliance_report(state, line)
        purpose = say("compliance of {recipient}", recipient=recipient_name(state, line))
        die = await throw(table, side, purpose, is_secret=True)
        result = numbers_of(table.state.battle).compliance.table[die - 1][report.column]
        table.emit(ComplianceRolled(side, line, report.column, die, result))
    if result == LOST:
        table.emit(OrderLost(side, line))
    if result != OBEYED:
        return
    if order.wing is not None:  # the corps is under the wing that it names (N12.7)
        wing = wing_after(table.state, order.wing)
        table.emit(FormationAssigned(side, formation_of_line(line), wing))
    put_in_force(table, line, order.steps)


def recipient_name(state: GameState, line: LineId) -> str:
    """Who is asked to obey: the leader, or the formation that has none."""
    leader, battle = commander_of(state, line), state.battle
    formation = battle.formations[formation_of_line(line)]
    return formation.name if leader is None else battle.leaders[leader].name
