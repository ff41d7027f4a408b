"""What an order permits (N12.2): the row of the table that governs a unit now."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hexwar.engine.derived import kept
from hexwar.hexes import Grid, Hex
from hexwar.messages import say
from hexwar.systems.nlc.numbers import NO_ORDER, OrderRow, numbers_of
from hexwar.systems.nlc.orders import LineId, Verb
from hexwar.systems.nlc.rules.cards.order_effects import as_carried_out
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import OrderStep, UnitId


@dataclass(frozen=True, slots=True)
class Permissions:
    """A row of the table of orders (N12.2) with its objective."""

    row: OrderRow
    step: OrderStep
    open_zone: frozenset[Hex] | None = None  # EZOC hexes that may be entered; None for any
    in_command: bool = True

    @property
    def name(self) -> str:
        """The type of order."""
        return say(self.row.name)

    @property
    def enter_zone(self) -> bool:
        """Whether units may enter an EZOC at all (N6.5, N14.4)."""
        return self.in_command and self.row.enter_zone != "no"

    @property
    def leave_zone(self) -> bool:
        """Whether infantry and artillery may leave an EZOC into the open (N6.6)."""
        return self.row.leave_zone == "yes"

    @property
    def zone_to_zone(self) -> bool:
        """Whether they may go one hex directly from an EZOC to an EZOC (N6.6)."""
        return self.row.leave_zone == "to zone"

    @property
    def assault(self) -> bool:
        """Whether they may assault anything; `assault_refusal` says what (N12.2)."""
        return self.in_command and self.row.assault != "no"

    @property
    def road(self) -> str:
        """When they may use road movement: yes, no, before contact, to its place (N5.3)."""
        return self.row.road


UNKNOWN = OrderStep(Verb.ATTACK)
"""Stands for an order that a view does not show: anything may come of it, and nothing is owed."""


UNBOUND = Permissions(OrderRow(enter_zone="yes", leave_zone="yes"), UNKNOWN)
"""What vedettes may do, who need no orders (N20.31)."""


def step_of(state: GameState, unit: UnitId) -> OrderStep:
    """The step of an order that governs a unit now (N12.3), as a card may have it (N23.4)."""
    id_ = state.line_id_of(unit)
    line = state.pad.lines.get(id_)
    if line is None or not line.steps:
        return UNKNOWN
    return as_carried_out(state, id_, line.step) if state.cards.effects else line.step


def row_of(state: GameState, step: OrderStep) -> OrderRow:
    """What the table of orders says of the type of a step."""
    return numbers_of(state.battle).orders[step.verb]


def unit_row(state: GameState, unit: UnitId) -> OrderRow:
    """What the table says of the order that governs a unit now, as a card may have it (N23.4)."""
    return row_of(state, step_of(state, unit))


def line_row(state: GameState, line: LineId) -> OrderRow:
    """What the table says of the order in force on a line; nothing where a view hides it."""
    found = state.pad.lines.get(line)
    return NO_ORDER if found is None or not found.steps else row_of(state, found.step)


@kept
def permissions(state: GameState, unit: UnitId) -> Permissions:
    """What the order in force permits a unit (N12.2), and its being out of command (N14.4)."""
    if state.battle.units[unit].is_vedette:
        return UNBOUND
    step, acting, near = step_of(state, unit), state.activation, None
    row = row_of(state, step)
    if row.enter_zone == "near objective" and step.target is not None:
        near = _around(state.battle.battlefield.grid, step.target, max(1, step.zone or 0))
    return Permissions(row, step, near, acting is None or unit not in acting.out_of_command)


@lru_cache(maxsize=256)
def _around(grid: Grid, centre: Hex, radius: int) -> frozenset[Hex]:
    return frozenset(grid.within(centre, radius))
