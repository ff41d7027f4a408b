"""Supply: traces to sources and trains, and the check (T19)."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.engine import Table
from hexwar.ground.traces import PLAIN, WAY, trace_ground
from hexwar.ground.zones import cells_of, enemy_cells, enemy_zone_cells, kept
from hexwar.hexes import Hex
from hexwar.systems.tlnb.events.turn import SupplyChanged
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Arm, FormationId, Side, UnitId


@kept
def barred_cells(state: TlnbState, side: Side) -> frozenset[int]:
    """Where a side's traces do not go: enemies, and their zone where no friend stands (T4.4)."""
    cards = state.battle.units
    friends = (u.hex for u in state.on_map(side) if cards[u.id].is_combat_unit)
    held = cells_of(state, (hex_ for hex_ in friends if hex_ is not None))
    return enemy_cells(state, side) | (enemy_zone_cells(state, side) - held)


def sources(state: TlnbState, side: Side) -> tuple[Hex, ...]:
    """A side's sources of supply that the enemy does not hold (T19.2)."""
    own = state.battle.sources_on(state.turn)
    control = state.holding.control
    return tuple(h for h, owner in own.items() if owner == side and control.get(h, side) == side)


def _flood(
    state: TlnbState, side: Side, starts: Iterable[int], limit: int | None, *, by_road: bool
) -> frozenset[int]:
    """The cells within so many hexes of some, counted plainly or with roads half (T19.8)."""
    steps, barred = trace_ground(state).steps, barred_cells(state, side)
    is_half = state.battle.has_road_half
    found = {cell: 0 for cell in starts if cell not in barred}
    most = None if limit is None else limit * PLAIN
    buckets: dict[int, list[int]] = {0: list(found)}
    spent = 0
    while buckets:
        for cell in buckets.pop(spent, ()):
            if found[cell] < spent:
                continue
            for to, halves in steps[cell]:
                if to in barred or (by_road and halves != WAY):
                    continue
                cost = spent + (halves if is_half else PLAIN)
                if (most is None or cost <= most) and cost < found.get(to, cost + 1):
                    found[to] = cost
                    buckets.setdefault(cost, []).append(to)
        spent += 1
    return frozenset(found)


@kept
def _fed_by_sources(state: TlnbState, side: Side) -> frozenset[int]:
    starts = cells_of(state, sources(state, side))
    return _flood(state, side, starts, _length(state), by_road=False)


def _length(state: TlnbState) -> int:
    own = state.battle.supply_hexes
    return state.numbers.trace.supply if own is None else own


@kept
def _road_to_sources(state: TlnbState, side: Side) -> frozenset[int]:
    """The road hexes from which a line by road leads to a source (T19.2)."""
    starts = cells_of(state, sources(state, side))
    return _flood(state, side, starts, None, by_road=True)


@kept
def _fed_by_train(state: TlnbState, train: UnitId) -> frozenset[int]:
    hex_, side = state.units[train].hex, state.side_of(train)
    if hex_ is None or hex_ not in state.battle.battlefield.way_hexes:
        return frozenset()
    start = cells_of(state, (hex_,))
    if not start <= _road_to_sources(state, side):
        return frozenset()
    return _flood(state, side, start, _length(state), by_road=False)


@kept
def trains_for(state: TlnbState, formation: FormationId) -> tuple[UnitId, ...]:
    """The trains that may feed a formation: its own, else any of its side, and shared ones."""
    cards = state.battle.units
    side = state.battle.formations[formation].side
    trains = [u.id for u in state.on_map(side) if cards[u.id].arm is Arm.BAGGAGE_TRAIN]
    own = tuple(t for t in trains if cards[t].formation == formation)
    shared = (s.trains for s in state.battle.shared_trains if formation in s.formations)
    lent = tuple(t for ids in shared for t in ids if t in trains)
    return own + lent if own or lent else tuple(trains)


def is_supplied(state: TlnbState, unit: UnitId) -> bool:
    """Whether a unit can trace supply at this moment (T19.2, T19.3).

    Of a foreign train two units live; whom it feeds is settled by the check.
    """
    hex_ = state.units[unit].hex
    if hex_ is None:
        return False
    (cell,) = cells_of(state, (hex_,))
    side = state.side_of(unit)
    if cell in _fed_by_sources(state, side):
        return True
    trains = trains_for(state, state.formation_of(unit).id)
    return any(cell in _fed_by_train(state, train) for train in trains)


def is_unsupplied(state: TlnbState, unit: UnitId) -> bool:
    """Whether the last check found a unit out of supply (T19.9)."""
    return unit in state.supply.unsupplied


def unsupplied_now(state: TlnbState) -> frozenset[UnitId]:
    """The combat units on the map that a check finds out of supply: both sides at once (T2.11)."""
    cards = state.battle.units
    out: set[UnitId] = set()
    lent: dict[UnitId, int] = {}
    for record in state.on_map():
        card = cards[record.id]
        if not card.is_combat_unit or record.hex is None:
            continue
        if not _is_fed(state, record.id, record.hex, lent):
            out.add(record.id)
    return frozenset(out)


def _is_fed(state: TlnbState, unit: UnitId, hex_: Hex, lent: dict[UnitId, int]) -> bool:
    """Whether a unit is fed, where a foreign train feeds no more than two (T19.3)."""
    (cell,) = cells_of(state, (hex_,))
    formation = state.formation_of(unit).id
    if cell in _fed_by_sources(state, state.side_of(unit)):
        return True
    shared = {t for s in state.battle.shared_trains if formation in s.formations for t in s.trains}
    for train in trains_for(state, formation):
        if cell not in _fed_by_train(state, train):
            continue
        if state.card(train).formation == formation or train in shared:
            return True
        if lent.get(train, 0) < state.numbers.trace.units_for_each_train:
            lent[train] = lent.get(train, 0) + 1
            return True
    return False


def check_supply(table: Table[TlnbState]) -> None:
    """T19.2: the units of both sides are checked."""
    state = table.state
    before, now = state.supply.unsupplied, unsupplied_now(state)
    back = tuple(u for u in state.units if u in before - now)
    out = tuple(u for u in state.units if u in now - before)
    if back:
        table.emit(SupplyChanged(back, is_in=True))
    if out:
        table.emit(SupplyChanged(out, is_in=False))
