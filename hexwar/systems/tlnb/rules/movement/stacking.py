"""How many units may stand in a hex (T9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hexwar.engine import Table
from hexwar.ground.hiding import unmask
from hexwar.ground.stacking import division_of, stack_in
from hexwar.ground.zones import enemy_hexes, enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.tlnb.events.movement import OverstackCured
from hexwar.systems.tlnb.rules.losses.losses import eliminate
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Arm, Side, UnitId
from hexwar.table.question import Question
from hexwar.table.spans import crossing


def has_officer(state: TlnbState, hex_: Hex, units: Sequence[UnitId]) -> bool:
    """Whether an officer of the formation of at least two of some units is in a hex (T9.1)."""
    formations = [state.formation_of(unit).id for unit in units]
    leaders = (state.battle.leaders[x] for x in state.leaders_at.get(hex_, ()))
    officers = (card.formation for card in leaders if card.id in state.battle.officers)
    return any(formations.count(formation) >= 2 for formation in officers)


def is_too_many(state: TlnbState, hex_: Hex, units: Iterable[UnitId]) -> bool:
    """Whether units of one side are too many for a hex (T9.1-T9.3).

    Two units and 12 SP; three and 16 with the officer of two of them; all units of one division
    within the limit of SP. A train counts 12 SP.
    """
    counted = [u for u in units if _counts(state, u)]
    if len(counted) <= 1:
        return False
    limits, is_led = state.numbers.stacking, has_officer(state, hex_, counted)
    if sum(_weight(state, u) for u in counted) > (limits.sp_officer if is_led else limits.sp):
        return True
    if len(counted) <= (limits.units_officer if is_led else limits.units):
        return False
    divisions = {division_of(state, u) for u in counted}
    return len(divisions) > 1 or None in divisions


def _counts(state: TlnbState, unit: UnitId) -> bool:
    """Whether a unit counts for stacking: no vedette and no pontoon bridge (T9.3, T17.2)."""
    return state.units[unit].bridging is None and state.card(unit).arm is not Arm.VEDETTE


def _weight(state: TlnbState, unit: UnitId) -> int:
    is_train = state.card(unit).arm.is_train
    return state.numbers.stacking.train_sp if is_train else state.sp(unit)


def room_in(state: TlnbState, hex_: Hex, units: Sequence[UnitId]) -> bool:
    """Whether units may stand in a hex together with the friends who are there (T9.8)."""
    side = state.side_of(units[0])
    staying = [u for u in stack_in(state, hex_, side) if u not in units]
    return not is_too_many(state, hex_, [*staying, *units])


def overfull(state: TlnbState, side: Side) -> Hex | None:
    """The first hex of a side, in map order, with too many units in it; None where none is."""
    hexes = {unit.hex for unit in state.on_map(side) if unit.hex is not None}
    shared = sorted(h for h in hexes if len(state.occupants[h]) > 1 or h in state.tails)
    full = (h for h in shared if is_too_many(state, h, stack_in(state, h, side)))
    return next(full, None)


@dataclass(frozen=True, slots=True)
class Room:
    """A unit makes room (T9.5); without a hex it is eliminated (T9.6)."""

    unit: UnitId
    hex: Hex | None


@dataclass(frozen=True, slots=True)
class DisplaceExcess(Question[Room], rule="T9.5"):
    """T9.5: which unit makes room in a hex that is too full, and where it goes."""

    words = mark("Too many units of {side} stand in {hex}: one makes room.")
    hex: Hex

    def options(self, state: TlnbState) -> Sequence[Room]:
        """Each unit to each hex next to it that is free for it; none at all: out it goes (T9.6)."""
        side = Side(self.side)
        units = [u for u in state.units_in(self.hex, side) if _counts(state, u)]
        found = [Room(u, hex_) for u in units for hex_ in _rooms(state, side, u, self.hex)]
        return found or [Room(u, None) for u in units]

    def sentence(self, view: TlnbState) -> str:
        """It gives the hex by its number."""
        return self.told(view, self.words, hex=self.hex)


def _rooms(state: TlnbState, side: Side, unit: UnitId, hex_: Hex) -> list[Hex]:
    field = state.battle.battlefield
    barred = enemy_zone(state, side) | enemy_hexes(state, side)
    enemy = state.battle.enemy(side)
    around = field.grid.neighbours[hex_]
    near = [n for n in around if n not in barred and not state.units_in(n, enemy)]
    joined = [n for n in near if crossing(field, state.spans, hex_, n).is_joined]
    return [n for n in joined if room_in(state, n, (unit,))]


async def settle_stacks(table: Table[TlnbState], side: Side) -> None:
    """T9.4, T9.8: at the end of a segment hexes that are too full are relieved by their owner."""
    while (hex_ := overfull(table.state, side)) is not None:
        room = await DisplaceExcess(side, hex_)
        if room.hex is None:
            eliminate(table, room.unit)
        elif not unmask(table, side, (room.hex,)):  # an enemy whom nobody saw may be there
            table.emit(OverstackCured(room.unit, room.hex))
