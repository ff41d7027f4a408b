"""Supply as fields and lines over the map, from its points, with its reasons (N16.2-N16.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hexwar.engine.derived import kept
from hexwar.grid.waves import Waves, bits_of, spread
from hexwar.ground.columns import columns_of
from hexwar.ground.traces import Block, easier_grounds, enemy_on, trace_ground, water_on
from hexwar.ground.zones import cells_of, enemy_cells, enemy_hexes
from hexwar.hexes import Grid, Hex
from hexwar.messages import count, mark, say
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.orders.permissions import line_row
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, FormationId, Side, UnitId
from hexwar.table.pieces import Box
from hexwar.table.reports import PointKind, SupplyLine, SupplyPoint

# -- what gives supply: sources, and trains with a road to a source (N16.2, N16.3)


def supply_points(state: GameState, formation: FormationId) -> tuple[SupplyPoint, ...]:
    """The hexes that give supply to all units of a formation.

    They are the sources of its side (N16.2), its own baggage trains that have a road to one, and
    the entry hexes of those that are still to come (N16.3, N16.6).
    """
    side, trains = state.battle.formations[formation].side, own_trains(state, formation)
    held = enemy_hexes(state, side)
    due = (
        (next((g.entry for g in state.schedule.arrivals if train in g.units), None), train)
        for train in trains
        if state.units[train].box is Box.DUE
    )
    entries = (SupplyPoint(x, PointKind.ENTRY, train) for x, train in due if x and x not in held)
    own = _linked(state, side, trains, PointKind.TRAIN)
    return (*own, *entries, *sources(state, side))


def _linked(
    state: GameState, side: Side, trains: Iterable[UnitId], kind: PointKind
) -> tuple[SupplyPoint, ...]:
    """Those of some trains on the map that have a road to a source."""
    return tuple(
        SupplyPoint(hex_, kind, train)
        for train in trains
        if (hex_ := state.units[train].hex) is not None and is_linked(state, side, hex_)
    )


def borrowed_points(state: GameState, formation: FormationId) -> tuple[SupplyPoint, ...]:
    """The trains of its side that may supply a formation with none on the map (N16.3).

    Each supplies `trace.units_for_each_train` units that are not of its own formation.
    """
    if any(state.units[train].hex is not None for train in own_trains(state, formation)):
        return ()
    side, cards = state.battle.formations[formation].side, state.battle.units.values()
    trains = (c.id for c in cards if c.side == side and c.arm is Arm.BAGGAGE_TRAIN)
    return _linked(state, side, trains, PointKind.BORROWED)


def sources(state: GameState, side: Side) -> tuple[SupplyPoint, ...]:
    """The supply sources of a side in which no enemy combat unit stands (N16.6)."""
    held = enemy_hexes(state, side)
    own = (hex_ for hex_ in source_hexes(state, side) if hex_ not in held)
    return tuple(SupplyPoint(hex_, PointKind.SOURCE) for hex_ in own)


def own_trains(state: GameState, formation: FormationId) -> tuple[UnitId, ...]:
    """The baggage trains of a formation, wherever they are."""
    return tuple(
        unit for unit in state.units_of(formation) if state.card(unit).arm is Arm.BAGGAGE_TRAIN
    )


# -- the road from a train to a source


def is_linked(state: GameState, side: Side, hex_: Hex) -> bool:
    """Whether a hex is on a road or trail that leads to a friendly source (N16.2, N16.6)."""
    field = state.battle.battlefield
    cell = field.grid.index[hex_]
    return hex_ in field.way_hexes and _roads(state, side).has_reached(cell)


def road_to_source(state: GameState, side: Side, hex_: Hex) -> tuple[Hex, ...]:
    """The shortest open road from a hex to a friendly source; empty where there is none."""
    return way_back(state, _roads(state, side), hex_) if is_linked(state, side, hex_) else ()


@kept
def _roads(state: GameState, side: Side) -> Waves:
    """How far along open roads and trails it is to the nearest source of a side."""
    begun = bits_at(state, (point.hex for point in sources(state, side)))
    limit = len(state.battle.battlefield.way_hexes)
    return spread(trace_ground(state).roads, begun, limit, enemy_bits(state, side))


# -- what is wrong


def _none(rule: str, message: str, *hexes: Hex, **values: object) -> SupplyLine:
    """No supply: by which rule, why, and where the line is cut: in a hex, or at a hexside."""
    return SupplyLine(
        in_supply=False,
        line=(),
        road=(),
        point=None,
        distance=None,
        reason=say(message, **values),
        rule=rule,
        blocked_at=hexes,
    )


def train_fault(state: GameState, train: UnitId) -> SupplyLine | None:
    """Why a train on the map gives no supply, or None if it does or is not on the map."""
    hex_, side = state.units[train].hex, state.side_of(train)
    if hex_ is None or is_linked(state, side, hex_):
        return None
    if hex_ not in state.battle.battlefield.way_hexes:
        return _none(
            "N16.2", mark("The baggage train in {hex} is on no road or trail."), hex_, hex=hex_
        )
    name, block = say("the baggage train in {hex}", hex=hex_), _road_block(state, side, hex_)
    if block is None:
        return _none(
            "N16.2", mark("No road leads from {name} to a friendly source."), hex_, name=name
        )
    words = mark("{what} cuts the road of {name}.")
    return _none(block.rule, words, *block.hexes, what=block.what, name=name)


def _road_block(state: GameState, side: Side, hex_: Hex) -> Block | None:
    """What cuts the shortest road to a source: an enemy, or else water."""
    field, begun = state.battle.battlefield, bits_at(state, source_hexes(state, side))
    for ground in easier_grounds(state):
        roads = spread(ground.roads, begun, len(field.way_hexes))
        path = way_back(state, roads, hex_)
        if path:
            return _water_on(state, path) or enemy_on(state, side, path, "N16.6")
    return None


def _water_on(state: GameState, path: Sequence[Hex]) -> Block | None:
    return water_on(state, path, "N16.6", of_supply=True)


# -- cells


def source_hexes(state: GameState, side: Side) -> tuple[Hex, ...]:
    """The supply sources of a side, whoever stands there."""
    sources = state.battle.sources_on(state.turn)
    return tuple(h for h, owner in sources.items() if owner == side)


@kept
def enemy_bits(state: GameState, side: Side) -> int:
    """The cells that enemy combat units hold, as bits."""
    return bits_of(enemy_cells(state, side))


def bits_at(state: GameState, hexes: Iterable[Hex]) -> int:
    """Hexes as bits."""
    return bits_of(cells_of(state, hexes))


def way_back(state: GameState, waves: Waves, hex_: Hex) -> tuple[Hex, ...]:
    """The hexes from one to where its wave began; empty where no wave came."""
    grid = state.battle.battlefield.grid
    return tuple(grid.hexes[cell] for cell in waves.way_back(grid.index[hex_]))


# -- why there is supply, or why not: one sentence with its rule (N16.2, N16.3, N16.6, N16.7)


def supply_sentence(
    state: GameState,
    line: Sequence[Hex],
    road: Sequence[Hex],
    point: SupplyPoint,
    column: str = "",
) -> tuple[str, str]:
    """Why there is supply, and the rule.

    Args:
        state: The table.
        line: The hexes from the unit to the point.
        road: The hexes from the point, if it is a train, to its source.
        point: What gives supply.
        column: The name of the unit of the march column from which the line leads, if it is
            another's.
    """
    open_road = say(", whose road to {road} is open", road=road[-1]) if road else ""
    length = f"{_away(len(line) - 1)} {_name(state, point)}{open_road}."
    if column:
        words = mark("In a march column with {column}: {length}")
        return say(words, column=column, length=length), "N16.7"
    borrowed = point.kind in (PointKind.ENTRY, PointKind.BORROWED)
    return length, "N16.3" if borrowed else "N16.2"


def supply_fault(state: GameState, formation: FormationId, hex_: Hex) -> SupplyLine:
    """Why a hex without a supply line has none: the train, what cuts the line, or distance."""
    trains = own_trains(state, formation)
    faults = [(train, f) for train in trains if (f := train_fault(state, train)) is not None]
    for train, fault in faults:
        if _is_near(state, hex_, state.units[train].hex):
            return fault
    points = _points_at(state, formation)
    if points:
        return _cut(state, formation, hex_, points) or _too_far(state, hex_, points)
    if faults:
        return faults[0][1]
    return _none("N16.2", mark("There is no friendly supply source and no baggage train to use."))


def _is_near(state: GameState, a: Hex, b: Hex | None) -> bool:
    limit = numbers_of(state.battle).trace.supply
    return b is not None and state.battle.battlefield.grid.distance(a, b) <= limit


def _points_at(state: GameState, formation: FormationId) -> dict[Hex, SupplyPoint]:
    """What gives supply to a formation, and its side's sources that the enemy holds."""
    side = state.battle.formations[formation].side
    held = (SupplyPoint(hex_, PointKind.SOURCE) for hex_ in source_hexes(state, side))
    points = (*supply_points(state, formation), *borrowed_points(state, formation), *held)
    return {point.hex: point for point in reversed(points)}


def _cut(
    state: GameState, formation: FormationId, hex_: Hex, points: dict[Hex, SupplyPoint]
) -> SupplyLine | None:
    """The enemy, or else the water, but for which there would be a line."""
    side, limit = state.battle.formations[formation].side, numbers_of(state.battle).trace.supply
    for ground in easier_grounds(state):
        path = way_back(state, spread(ground.lines, bits_at(state, points), limit), hex_)
        block = _water_on(state, path) or enemy_on(state, side, path, "N16.6")
        if block is not None:
            words, name = mark("{what} cuts the line to {name}."), _name(state, points[path[-1]])
            return _none(block.rule, words, *block.hexes, what=block.what, name=name)
    return None


def _too_far(state: GameState, hex_: Hex, points: dict[Hex, SupplyPoint]) -> SupplyLine:
    distance = state.battle.battlefield.grid.distance
    nearest = min(points.values(), key=lambda point: (distance(hex_, point.hex), point.hex))
    limit = numbers_of(state.battle).trace.supply
    away = f"{_away(distance(hex_, nearest.hex))} {_name(state, nearest)}"
    words = mark("{away}, and a supply line has {limit} at most.")
    return _none("N16.6", words, away=away, limit=limit)


def _name(state: GameState, point: SupplyPoint) -> str:
    hex_, name = point.hex, "" if point.train is None else state.formation_of(point.train).name
    words = {
        PointKind.SOURCE: mark("the supply source in {hex}"),
        PointKind.ENTRY: mark("{hex}, where the baggage train will enter"),
        PointKind.BORROWED: mark("the baggage train of {formation} in {hex}"),
        PointKind.TRAIN: mark("the baggage train in {hex}"),
    }
    return say(words[point.kind], hex=hex_, formation=name)


def _away(hexes: int) -> str:
    """A distance as a sentence begins: `7 hexes from`, `At`."""
    return count("{n} hex from", "{n} hexes from", hexes) if hexes else say("At")


# -- march columns: units that follow one another along a road and share its supply (N16.7)


def march_columns(state: GameState, formation: FormationId) -> tuple[tuple[UnitId, ...], ...]:
    """The march columns of a formation, each in the order of the order of battle.

    They are combat units under March orders (`ground.columns`). Of orders that a view does not
    show nothing is known.
    """

    def marches(unit: UnitId) -> bool:
        return line_row(state, state.line_id_of(unit)).marches

    here = (u for u in state.units_of(formation) if state.units[u].hex is not None)
    return columns_of(state, [u for u in here if state.card(u).is_combat_unit and marches(u)])


# -- supply as fields and lines over the map (N16.2, N16.3, N16.6, N16.7)
#
# Nothing here changes a game. All functions read the state that they are given: what the fall of a
# bridge would mean is asked with `state.copy()` to which `put_spans` has given other spans. A view
# serves as well as the whole state.


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


@kept
def _field(state: GameState, side: Side, points: tuple[SupplyPoint, ...]) -> SupplyField:
    """The field of some points, which formations with the same points share."""
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
    units = (unit.id for unit in state.on_map(side) if state.card(unit.id).is_combat_unit)
    return {unit: unit in supplied for unit in units}


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
    is_needed = needs_supply(state, state.battle.formations[formation].side)
    return not is_needed or supply_field(state, formation).distance(hex_) is not None


def needs_supply(state: GameState, side: Side) -> bool:
    """Whether a side needs supply: where a scenario gives it no source it does not (house rule)."""
    return side in state.battle.sources_on(state.turn).values()


@kept
def borrowers(state: GameState, side: Side) -> Mapping[UnitId, SupplyPoint]:
    """The units that another formation's train supplies, and which train (N16.3).

    Whom its owner has put on a train comes first, then those with the shortest lines; a tie goes
    by the ids of the unit and the train.
    """
    chosen, room = state.supply.trains_of, numbers_of(state.battle).trace.units_for_each_train
    offers = _offers(state, side)
    offers.sort(key=lambda o: (chosen.get(o[1]) != o[2].train, o[0], o[1], o[2].train))
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
    """Each unit that nothing of its formation's supplies, with each train and the hexes to it."""
    return [
        (distance, unit, point)
        for formation in state.battle.formations.values()
        if formation.side == side
        for point in borrowed_points(state, formation.id)
        for unit, hex_ in _places_supply(state, formation.id).items()
        if unit not in _supplied(state, formation.id)
        if (distance := train_field(state, point).distance(hex_)) is not None
    ]


@kept
def _supplied(state: GameState, formation: FormationId) -> Mapping[UnitId, UnitId]:
    """The units that the formation's own points supply, each with the unit whose line it has."""
    field, places = own_field(state, formation), _places_supply(state, formation)
    near = {u: d for u, hex_ in places.items() if (d := field.distance(hex_)) is not None}
    through = {unit: unit for unit in near}
    if len(near) == len(places):
        return through
    for column in march_columns(state, formation):
        head = min((u for u in column if u in near), key=lambda u: (near[u], u), default=None)
        if head is not None:
            through |= {unit: head for unit in column if unit not in near}
    return through


def _places_supply(state: GameState, formation: FormationId) -> dict[UnitId, Hex]:
    """Where the combat units of a formation stand on the map."""
    return {
        unit: hex_
        for unit in state.units_of(formation)
        if (hex_ := state.units[unit].hex) is not None and state.card(unit).is_combat_unit
    }


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
    if supply_field(state, formation).distance(hex_) is None:
        return supply_fault(state, formation, hex_)
    room = numbers_of(state.battle).trace.units_for_each_train
    words = mark("Each train within reach already supplies {room} units of other formations.")
    return _none("N16.3", words, room=room)


def why_supply(state: GameState, formation: FormationId, hex_: Hex) -> SupplyLine:
    """The supply line of a unit of a formation if it stood in a hex, or why it had none.

    March columns are not asked for. A borrowed train counts as if it had room.
    """
    field = supply_field(state, formation)
    if field.distance(hex_) is None:
        return supply_fault(state, formation, hex_)
    return _line(state, field, hex_)


def _line(state: GameState, field: SupplyField, hex_: Hex, column: str = "") -> SupplyLine:
    line, point = field.line(hex_), field.point(hex_)
    assert point is not None
    road: tuple[Hex, ...] = ()  # a source needs none, nor does a train to come
    if point.train is not None and point.kind is not PointKind.ENTRY:
        road = road_to_source(state, state.side_of(point.train), point.hex)
    reason, rule = supply_sentence(state, line, road, point, column)
    return SupplyLine(
        in_supply=True,
        line=line,
        road=road,
        point=point,
        distance=len(line) - 1,
        reason=reason,
        rule=rule,
    )
