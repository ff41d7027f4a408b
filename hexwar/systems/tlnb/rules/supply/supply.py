"""Supply: traces to sources and trains, who borrows whose train (T19.2, T19.3, T19.8, T19.10)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping

from hexwar.engine.derived import kept, kept_by
from hexwar.grid.reach import Search
from hexwar.grid.waves import bits_of, spread
from hexwar.ground.columns import columns_of
from hexwar.ground.traces import PLAIN, ground_over_pontoons
from hexwar.ground.zones import cells_of, enemy_cells, enemy_hexes, enemy_zone_cells
from hexwar.hexes import Hex
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Arm, FormationId, Side, UnitId
from hexwar.table.pieces import Box

Field = Callable[[int], int | None]
"""How far a cell is from what feeds it, to set one train against another; None: not fed."""


def nowhere(_cell: int) -> None:
    """The field of what feeds nobody."""


# -- traces (T4.4, T19.8)


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


def _trace_ground(state: TlnbState, *_: object) -> tuple[Hashable, ...]:
    """What lines hang on besides the cells that are barred: where friends stand is no matter."""
    return state.battle.battlefield, state.spans, state.battle.has_road_half


@kept_by(_trace_ground)
def _lines_from(
    state: TlnbState, starts: frozenset[int], barred: frozenset[int], limit: int
) -> Field:
    """The field within so many hexes of some cells, plainly or with roads half (T19.8)."""
    ground = ground_over_pontoons(state)
    if not state.battle.has_road_half:
        return spread(ground.lines, bits_of(starts), limit, bits_of(barred)).distance
    begun = dict.fromkeys(starts - barred, 0)
    search = Search(ground.steps, begun, limit * PLAIN, blocked=barred)

    def distance(cell: int) -> int | None:
        halves = search.cost_of(cell, -1)
        return None if halves < 0 else halves

    return distance


@kept_by(_trace_ground)
def _roads_from(state: TlnbState, starts: frozenset[int], barred: frozenset[int]) -> Field:
    """The field of the cells that roads and trails join with some cells, however far."""
    roads = ground_over_pontoons(state).roads
    return spread(roads, bits_of(starts), len(roads.rows), bits_of(barred)).distance


def _length(state: TlnbState) -> int:
    own = state.battle.supply_hexes
    return state.numbers.trace.supply if own is None else own


def _fed_from(state: TlnbState, side: Side, hexes: Iterable[Hex]) -> Field:
    """What is within a supply line's length of some hexes."""
    starts, barred = cells_of(state, hexes), barred_cells(state, side)
    return _lines_from(state, starts, barred, _length(state))


@kept
def _fed_by_sources(state: TlnbState, side: Side) -> Field:
    return _fed_from(state, side, sources(state, side))


@kept
def _on_road_to_source(state: TlnbState, side: Side) -> Field:
    """The road hexes from which a line by road leads to a source (T19.2)."""
    starts, barred = cells_of(state, sources(state, side)), barred_cells(state, side)
    return _roads_from(state, starts, barred)


@kept
def _fed_by_train(state: TlnbState, train: UnitId) -> Field:
    """What a train feeds: one on a road or trail that leads to a source (T19.2)."""
    hex_, side = state.units[train].hex, state.side_of(train)
    field = state.battle.battlefield
    if hex_ is None or hex_ not in field.way_hexes:
        return nowhere
    if _on_road_to_source(state, side)(field.grid.index[hex_]) is None:
        return nowhere
    return _fed_from(state, side, (hex_,))


@kept
def _fed_by_entry(state: TlnbState, side: Side, entry: Hex) -> Field:
    """What a hex feeds at which a train is still to enter (T19.3)."""
    return nowhere if entry in enemy_hexes(state, side) else _fed_from(state, side, (entry,))


# -- what feeds a formation


def own_trains(state: TlnbState, formation: FormationId) -> tuple[UnitId, ...]:
    """The baggage trains of a formation, wherever they are."""
    units = state.units_of(formation)
    return tuple(u for u in units if state.card(u).arm is Arm.BAGGAGE_TRAIN)


def shared_trains(state: TlnbState, formation: FormationId) -> tuple[UnitId, ...]:
    """The trains that the scenario lets a formation share without limit (T19.9)."""
    shared = state.battle.shared_trains
    return tuple(t for s in shared if formation in s.formations for t in s.trains)


@kept
def _own_fields(state: TlnbState, formation: FormationId) -> tuple[Field, ...]:
    """The fields of all that feeds any number of units of a formation (T19.2, T19.3, T19.9)."""
    side = state.battle.formations[formation].side
    trains = own_trains(state, formation)
    near = (_fed_by_train(state, t) for t in (*trains, *shared_trains(state, formation)))
    due = [t for t in trains if state.units[t].box is Box.DUE]
    entries = (g.entry for g in state.schedule.arrivals for t in due if t in g.units)
    coming = (_fed_by_entry(state, side, entry) for entry in entries)
    return (_fed_by_sources(state, side), *near, *coming)


def lenders(state: TlnbState, formation: FormationId) -> tuple[UnitId, ...]:
    """The trains of its side that a formation may borrow that has none on the map (T19.3)."""
    own = (*own_trains(state, formation), *shared_trains(state, formation))
    if any(state.units[train].hex is not None for train in own):
        return ()
    side, cards = state.battle.formations[formation].side, state.battle.units
    return tuple(u.id for u in state.on_map(side) if cards[u.id].arm is Arm.BAGGAGE_TRAIN)


# -- march columns (T19.3, T19.10)


def march_columns(state: TlnbState, formation: FormationId) -> tuple[tuple[UnitId, ...], ...]:
    """The columns of a formation: units under a March Order or in Road March (`columns_of`)."""
    is_ordered = formation in state.marches.orders
    records = (state.units[unit] for unit in state.units_of(formation))
    marching = (u for u in records if u.hex is not None and (is_ordered or u.column))
    return columns_of(state, [u.id for u in marching if state.card(u.id).is_combat_unit])


# -- who is fed


def _cell(state: TlnbState, unit: UnitId) -> int | None:
    hex_ = state.units[unit].hex
    return None if hex_ is None else state.battle.battlefield.grid.index[hex_]


@kept
def fed_by_own(state: TlnbState, formation: FormationId) -> frozenset[UnitId]:
    """The units on the map that sources and the formation's own trains feed, alone or in column."""
    fields = _own_fields(state, formation)
    cells = {u: cell for u in state.units_of(formation) if (cell := _cell(state, u)) is not None}
    fed = {u for u, cell in cells.items() if any(field(cell) is not None for field in fields)}
    for column in march_columns(state, formation) if len(fed) < len(cells) else ():
        if not fed.isdisjoint(column):
            fed.update(column)
    return frozenset(fed)


@kept
def borrowers(state: TlnbState, side: Side) -> Mapping[UnitId, UnitId]:
    """The units that live off a train of another formation, and which train (T19.3).

    Whom its owner has put on a train comes first, then who is nearest; a tie goes by the ids.
    """
    chosen, room = state.supply.trains_of, state.numbers.trace.units_for_each_train
    offers = sorted(_offers(state, side), key=lambda o: (chosen.get(o[1]) != o[2], *o))
    lent: dict[UnitId, UnitId] = {}
    for _, unit, train in offers:
        if unit not in lent and list(lent.values()).count(train) < room:
            lent[unit] = train
    return lent


def applicants(state: TlnbState, side: Side) -> Mapping[UnitId, tuple[UnitId, ...]]:
    """Each train that units of other formations could live off, with those units, near ones first.

    The trains come in the order of the order of battle.
    """
    found: dict[UnitId, list[UnitId]] = {}
    for _, unit, train in sorted(_offers(state, side)):
        found.setdefault(train, []).append(unit)
    return {train: tuple(found[train]) for train in state.battle.units if train in found}


def _offers(state: TlnbState, side: Side) -> list[tuple[int, UnitId, UnitId]]:
    """Each combat unit that nothing of its formation's feeds, with each train and how far it is."""
    found: list[tuple[int, UnitId, UnitId]] = []
    for formation in state.battle.formations.values():
        if formation.side != side:
            continue
        trains, fed = lenders(state, formation.id), fed_by_own(state, formation.id)
        for unit in state.units_of(formation.id):
            cell = _cell(state, unit)
            if cell is None or unit in fed or not state.card(unit).is_combat_unit:
                continue
            distances = ((train, _fed_by_train(state, train)(cell)) for train in trains)
            found += [(far, unit, train) for train, far in distances if far is not None]
    return found


def is_supplied(state: TlnbState, unit: UnitId) -> bool:
    """Whether a unit can trace supply at this moment (T19.2, T19.3)."""
    if state.units[unit].hex is None:
        return False
    is_own = unit in fed_by_own(state, state.formation_of(unit).id)
    return is_own or unit in borrowers(state, state.side_of(unit))


def is_place_supplied(state: TlnbState, formation: FormationId, hex_: Hex) -> bool:
    """Whether somebody of a formation can trace supply from a hex; not off another's train."""
    cell = state.battle.battlefield.grid.index[hex_]
    return any(field(cell) is not None for field in _own_fields(state, formation))


def is_unsupplied(state: TlnbState, unit: UnitId) -> bool:
    """Whether the last check found a unit out of supply (T19.9)."""
    return unit in state.supply.unsupplied


def unsupplied_now(state: TlnbState, *sides: Side) -> frozenset[UnitId]:
    """The combat units on the map that a check finds out of supply, of some sides or of both."""
    cards = state.battle.units
    units = (u.id for side in sides or state.battle.sides for u in state.on_map(side))
    return frozenset(u for u in units if cards[u].is_combat_unit and not is_supplied(state, u))
