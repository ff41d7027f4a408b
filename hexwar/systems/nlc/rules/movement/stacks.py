"""What happens to stacks that are too large at the end of a segment (N5.10, N6.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hexwar.engine import Table
from hexwar.ground.costs import gait_of, ground_of
from hexwar.ground.hiding import unmask
from hexwar.ground.stacking import has_room, is_overstacked, stack_in
from hexwar.ground.zones import enemy_hexes, enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.nlc.events.movement import OverstackCured
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.command.leaders import overrun
from hexwar.systems.nlc.rules.victory.victory import control_events
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId


@dataclass(frozen=True, slots=True)
class Displacement:
    """A unit set down in a hex next to it; None takes it off: there is no room."""

    unit: UnitId
    hex: Hex | None


@dataclass(frozen=True, slots=True)
class ChooseOverstackCure(Question[Displacement], rule="N5.10", is_open=True):
    """N5.10: which unit leaves an overstacked hex, and whereto."""

    words = mark(
        "{who} must choose a unit that leaves {hex} for a hex next to it, because more stand"
        " there than stacking allows."
    )
    hex: Hex

    def options(self, state: GameState) -> Sequence[Displacement]:
        """Each unit with each free hex next to it; without any, each unit as lost."""
        here = state.units_in(self.hex, Side(self.side))
        units = tuple(u for u in here if u in stack_in(state, self.hex, Side(self.side)))
        found = [Displacement(u, h) for u in units for h in free_hexes(state, u, self.hex)]
        return found or [Displacement(u, None) for u in units]


def free_hexes(
    state: GameState, unit: UnitId, start: Hex, planned: Sequence[Displacement] = ()
) -> Iterator[Hex]:
    """Hexes next to one where a unit may be displaced to: passable, with room, out of EZOC.

    Args:
        state: The table.
        unit: Who is displaced.
        start: The hex that it leaves.
        planned: Displacements to think of as made.
    """
    card = state.card(unit)
    ground, gait = ground_of(state), gait_of(card.arm)
    enemy, zone = state.battle.enemy(card.side), enemy_zone(state, card.side)
    held = enemy_hexes(state, card.side)
    for hex_ in state.battle.battlefield.grid.neighbours[start]:
        if hex_ in zone or hex_ in held or state.units_in(hex_, enemy):
            continue
        others = tuple(move.unit for move in planned if move.hex == hex_)
        passable = ground.step(gait, start, hex_) is not None
        if passable and has_room(state, hex_, card.side, (*others, unit)):
            yield hex_


def overstacked_hexes(state: GameState, side: Side) -> list[Hex]:
    """The hexes where a side has too many units, by id."""
    return sorted(
        hex_
        for hex_, units in state.occupants.items()
        if (hex_ in state.tails or _may_be_too_many(state, units, side))
        and is_overstacked(state, stack_in(state, hex_, side))
    )


def _may_be_too_many(state: GameState, units: tuple[UnitId, ...], side: Side) -> bool:
    """A quick test of who stands in a hex: one unit of a side is never too many (N6.1)."""
    cards = state.battle.units
    return len(units) > 1 and sum([cards[unit].side == side for unit in units]) > 1


def fit_when_full(state: GameState, units: Sequence[UnitId]) -> bool:
    """Whether reduced units have room where they stand once they are at full strength (N6.1)."""
    copy = state.copy()
    for unit in units:
        copy.put_unit(replace(copy.units[unit], reduced=False))
    records = [copy.units[unit] for unit in units]
    places = {hex_ for record in records for hex_ in (record.hex, record.tail) if hex_ is not None}
    side = state.side_of(units[0])
    return not any(is_overstacked(copy, stack_in(copy, hex_, side)) for hex_ in sorted(places))


async def cure_overstacks(table: Table[GameState], side: Side) -> None:
    """N5.10: until no hex is overstacked, its owner displaces a unit by one hex."""
    while crowded := overstacked_hexes(table.state, side):
        cure = await ChooseOverstackCure(side, crowded[0])
        if cure.hex is not None and unmask(table, side, (cure.hex,)):
            continue
        table.emit(OverstackCured(cure.unit, cure.hex))
        if cure.hex is not None and table.state.card(cure.unit).is_combat_unit:
            for event in control_events(table.state, (cure.unit,), (cure.hex,)):
                table.emit(event)
            await overrun(table, side, cure.hex)
