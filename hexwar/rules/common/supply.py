"""Supply as fields and lines over the map (N16.2, N16.3, N16.6, N16.7).

Nothing here changes a game. All functions read the state that they are given: what the fall of a
bridge would mean is asked with `state.copy()` to which `put_spans` has given other spans. A view
serves as well as the whole state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexwar.grid.waves import Waves, spread
from hexwar.hexes import Grid, Hex
from hexwar.model.forces import FormationId, Side, UnitId
from hexwar.model.state import GameState
from hexwar.model.traces import PointKind, SupplyLine, SupplyPoint
from hexwar.rules.common.march_columns import march_columns
from hexwar.rules.common.supply_points import (
    bits_at,
    borrowed_points,
    enemy_bits,
    road_to_source,
    supply_points,
)
from hexwar.rules.common.supply_reasons import supply_fault, supply_sentence, taken_fault
from hexwar.rules.common.traces import trace_ground
from hexwar.rules.common.zones import kept
from hexwar.rules.nlc.numbers import numbers_of


@dataclass(frozen=True, slots=True)
class SupplyField:
    """How far each hex is from the nearest point that gives supply."""

    grid: Grid
    waves: Waves
    points: Mapping[Hex, SupplyPoint]

    def distance(self, hex_: Hex) -> int | None:
        """The hexes of the line from a hex, or None where no line leads to a point."""
        return self.waves.distance(self.grid.index[hex_])

    def line(self, hex_: Hex) -> tuple[Hex, ...]:
        """The line from a hex to the nearest point, both included; empty where none leads."""
        return tuple(self.grid.hexes[c] for c in self.waves.way_back(self.grid.index[hex_]))

    def point(self, hex_: Hex) -> SupplyPoint | None:
        """The nearest point, or None where no line leads to one."""
        line = self.line(hex_)
        return self.points[line[-1]] if line else None

    def distances(self) -> dict[Hex, int]:
        """Each hex in supply with its distance, near ones first."""
        return {self.grid.hexes[cell]: steps for cell, steps in self.waves.distances()}


def supply_field(state: GameState, formation: FormationId) -> SupplyField:
    """Where units of a formation are in supply, and how far from what (N16.2, N16.3).

    The trains of other formations count where the formation may use them, though each supplies
    few units only: `borrowers` tells which.
    """
    side, lent = state.battle.formations[formation].side, borrowed_points(state, formation)
    return _field(state, side, (*supply_points(state, formation), *lent))


def own_field(state: GameState, formation: FormationId) -> SupplyField:
    """Where any number of units of a formation is in supply: without borrowed trains."""
    side = state.battle.formations[formation].side
    return _field(state, side, supply_points(state, formation))


def train_field(state: GameState, point: SupplyPoint) -> SupplyField:
    """Where units could borrow a train (N16.3)."""
    assert point.train is not None
    return _field(state, state.side_of(point.train), (point,))


def _field(state: GameState, side: Side, points: tuple[SupplyPoint, ...]) -> SupplyField:
    """The field of some points, which formations with the same points share."""
    key = " ".join(f"{point.hex}-{point.kind}-{point.train}" for point in points)
    return kept(state, f"supply:{side}:{key}", lambda: _spread(state, side, points))


def _spread(state: GameState, side: Side, points: tuple[SupplyPoint, ...]) -> SupplyField:
    by_hex: dict[Hex, SupplyPoint] = {}
    for point in points:
        by_hex.setdefault(point.hex, point)
    limit = numbers_of(state.battle).trace.supply
    begun = bits_at(state, by_hex)
    waves = spread(trace_ground(state).lines, begun, limit, enemy_bits(state, side))
    return SupplyField(state.battle.battlefield.grid, waves, by_hex)


# -- units


def side_supply(state: GameState, side: Side) -> dict[UnitId, bool]:
    """Whether each combat unit of a side on the map is in supply, in the order of battle."""
    supplied: set[UnitId] = set(borrowers(state, side))
    for formation in state.battle.formations.values():
        if formation.side == side:
            supplied.update(_supplied(state, formation.id))
    return {unit: unit in supplied for unit in _combat_units(state, side)}


def is_supplied(state: GameState, unit: UnitId) -> bool:
    """Whether a combat unit on the map is in supply now: `side_supply` for one unit, and quick."""
    side, hex_ = state.side_of(unit), state.units[unit].hex
    if not needs_supply(state, side):
        return True
    formation = state.formation_of(unit).id
    if hex_ is not None and own_field(state, formation).distance(hex_) is not None:
        return True
    return unit in _supplied(state, formation) or unit in borrowers(state, side)


def is_hex_supplied(state: GameState, formation: FormationId, hex_: Hex) -> bool:
    """Whether a leader or unit of a formation would be in supply in a hex (N16.2, N16.3)."""
    side = state.battle.formations[formation].side
    if not needs_supply(state, side):
        return True
    return supply_field(state, formation).distance(hex_) is not None


def needs_supply(state: GameState, side: Side) -> bool:
    """Whether a side needs supply: where a scenario gives it no source it does not (house rule)."""
    return side in state.battle.sources_on(state.turn).values()


def borrowers(state: GameState, side: Side) -> Mapping[UnitId, SupplyPoint]:
    """The units that another formation's train supplies, and which train (N16.3).

    Whom its owner has put on a train comes first, then those with the shortest lines; a tie goes
    by the ids of the unit and the train.
    """
    return kept(state, f"borrowers:{side}", lambda: _borrowers(state, side))


def _borrowers(state: GameState, side: Side) -> dict[UnitId, SupplyPoint]:
    chosen, room = state.trains_of, numbers_of(state.battle).trace.units_for_each_train
    offers = sorted(
        _offers(state, side),
        key=lambda o: (chosen.get(o[1]) != o[2].train, o[0], o[1], o[2].train),
    )
    lent: dict[UnitId, SupplyPoint] = {}
    for _, unit, point in offers:
        if unit not in lent and list(lent.values()).count(point) < room:
            lent[unit] = point
    return lent


def applicants(state: GameState, side: Side) -> Mapping[UnitId, tuple[UnitId, ...]]:
    """Each train of a side that units of others could live on, with those units, near ones first.

    The trains come in the order of the order of battle (N16.3).
    """
    found: dict[UnitId, list[UnitId]] = {}
    for _, unit, point in sorted(_offers(state, side), key=lambda offer: offer[:2]):
        if point.train is not None:
            found.setdefault(point.train, []).append(unit)
    return {train: tuple(found[train]) for train in state.battle.units if train in found}


def _offers(state: GameState, side: Side) -> list[tuple[int, UnitId, SupplyPoint]]:
    """Each unit in need with each train that it could use, and the hexes between them."""
    return [
        (distance, unit, point)
        for formation in state.battle.formations.values()
        if formation.side == side
        for point in borrowed_points(state, formation.id)
        for unit, hex_ in _needy(state, formation.id).items()
        if (distance := train_field(state, point).distance(hex_)) is not None
    ]


def _needy(state: GameState, formation: FormationId) -> dict[UnitId, Hex]:
    """The units of a formation that nothing of its own supplies, with their hexes."""
    supplied = _supplied(state, formation)
    return {u: h for u, h in _places(state, formation).items() if u not in supplied}


def _supplied(state: GameState, formation: FormationId) -> Mapping[UnitId, UnitId]:
    """The units that the formation's own points supply, each with the unit whose line it has."""
    return kept(state, f"supplied:{formation}", lambda: _supplied_now(state, formation))


def _supplied_now(state: GameState, formation: FormationId) -> dict[UnitId, UnitId]:
    field, places = own_field(state, formation), _places(state, formation)
    near = {u: d for u, hex_ in places.items() if (d := field.distance(hex_)) is not None}
    through = {unit: unit for unit in near}
    if len(near) == len(places):
        return through
    for column in march_columns(state, formation):
        head = min((u for u in column if u in near), key=lambda u: (near[u], u), default=None)
        if head is not None:
            through |= {unit: head for unit in column if unit not in near}
    return through


def _places(state: GameState, formation: FormationId) -> dict[UnitId, Hex]:
    """Where the combat units of a formation stand on the map."""
    return {
        unit: hex_
        for unit in state.units_of(formation)
        if (hex_ := state.units[unit].hex) is not None and state.card(unit).is_combat_unit
    }


def _combat_units(state: GameState, side: Side) -> list[UnitId]:
    cards = state.battle.units
    return [unit.id for unit in state.on_map(side) if cards[unit.id].is_combat_unit]


# -- lines and reasons


def supply_line(state: GameState, unit: UnitId) -> SupplyLine:
    """The supply line of a unit on the map, or why it has none; of a train that of its hex.

    Raises:
        ValueError: the unit is not on the map.
    """
    hex_ = state.units[unit].hex
    if hex_ is None:
        raise ValueError(f"{unit} is not on the map")
    formation = state.formation_of(unit).id
    if not state.card(unit).is_combat_unit:
        return why_supply(state, formation, hex_)
    head = _supplied(state, formation).get(unit)
    if head is not None:
        begin = state.units[head].hex
        assert begin is not None
        column = "" if head == unit else state.card(head).name
        return _line(state, own_field(state, formation), begin, column)
    lent = borrowers(state, state.side_of(unit)).get(unit)
    if lent is not None:
        return _line(state, train_field(state, lent), hex_)
    return _no_line(state, formation, hex_)


def why_supply(state: GameState, formation: FormationId, hex_: Hex) -> SupplyLine:
    """The supply line of a unit of a formation if it stood in a hex, or why it had none.

    March columns are not asked for. A borrowed train counts as if it had room.
    """
    field = supply_field(state, formation)
    if field.distance(hex_) is None:
        return _no_line(state, formation, hex_)
    return _line(state, field, hex_)


def _line(state: GameState, field: SupplyField, hex_: Hex, column: str = "") -> SupplyLine:
    line, point = field.line(hex_), field.point(hex_)
    assert point is not None
    road = _road(state, point)
    sentence, rule = supply_sentence(state, line, road, point, column)
    return SupplyLine(
        in_supply=True,
        line=line,
        road=road,
        point=point,
        distance=len(line) - 1,
        reason=sentence,
        rule=rule,
    )


def _road(state: GameState, point: SupplyPoint) -> tuple[Hex, ...]:
    """The road of a train that is there; a source needs none, nor does a train to come."""
    if point.train is None or point.kind is PointKind.ENTRY:
        return ()
    return road_to_source(state, state.side_of(point.train), point.hex)


def _no_line(state: GameState, formation: FormationId, hex_: Hex) -> SupplyLine:
    if supply_field(state, formation).distance(hex_) is not None:
        fault = taken_fault(state)
    else:
        fault = supply_fault(state, formation, hex_)
    return SupplyLine(
        in_supply=False,
        line=(),
        road=(),
        point=None,
        distance=None,
        reason=fault.sentence,
        rule=fault.rule,
        blocked_at=fault.hexes,
    )
