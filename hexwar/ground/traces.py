"""Command traces: how far it is to ride, half for the steps along a road (N12.4, N14.31).

A trace does not go through an EZOC, but it may end in one, for the sake of those who stand there
(house rule). All functions read the state that they are given: to learn what the fall of a bridge
would change, ask with a copy of the state that has other spans.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from hexwar.engine.derived import kept_by
from hexwar.grid.reach import Row, Search, Steps
from hexwar.grid.waves import Net, net_of
from hexwar.ground.law import GroundState
from hexwar.ground.zones import cells_of, enemy_cells, enemy_hexes, enemy_zone_cells, standing
from hexwar.hexes import Grid, Hex
from hexwar.messages import count, mark, say
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import Side
from hexwar.table.reports import Trace, points
from hexwar.table.spans import INTACT, Crossing, Spans, carries_supply, crossing

WAY, PLAIN = 1, 2
"""Half hexes of a step along a road or trail, and of any other (`trace.way_step`)."""


# -- where traces can go


@dataclass(frozen=True, slots=True)
class TraceGround:
    """Where traces can go over a map, whoever stands there."""

    steps: Steps  # of command, in half hexes
    lines: Net  # every step of a supply line
    roads: Net  # those along a road or trail


def trace_ground(state: GroundState) -> TraceGround:
    """Where traces can go with the spans as they are (N5.71, N16.6).

    They do not cross a river but by a whole bridge or a ford, and command by a pontoon bridge.
    """
    return _ground(state.battle.battlefield, state.spans)


@lru_cache(maxsize=64)
def _ground(field: Battlefield, spans: Spans, *, over_pontoons: bool = False) -> TraceGround:
    if spans == INTACT:
        return _made_of([_row(field, a, INTACT) for a in field.grid.hexes])
    near = {hex_ for side in spans.changed for hex_ in side}
    whole, index = _ground(field, INTACT), field.grid.index
    rows = {index[hex_]: _row(field, hex_, spans) for hex_ in sorted(near)}
    feeding = spans if over_pontoons else replace(spans, pontoons=INTACT.pontoons)
    fed = {index[hex_]: _row(field, hex_, feeding) for hex_ in sorted(near)}
    lines = whole.lines.altered({cell: _all(row) for cell, row in fed.items()})
    roads = whole.roads.altered({cell: _by_way(row) for cell, row in fed.items()})
    return TraceGround(whole.steps.altered(rows), lines, roads)


def easier_grounds(state: GroundState) -> tuple[TraceGround, ...]:
    """The ground as it is, and made easier step by step, to tell what cuts.

    Supply goes over pontoon bridges, then every bridge is whole, then there is no water.
    """
    field, spans = state.battle.battlefield, state.spans
    mended = _ground(field, replace(spans, damaged=INTACT.damaged), over_pontoons=True)
    return trace_ground(state), ground_over_pontoons(state), mended, _dry_ground(field)


def ground_over_pontoons(state: GroundState) -> TraceGround:
    """Where traces can go if supply crosses pontoon bridges as command does."""
    return _ground(state.battle.battlefield, state.spans, over_pontoons=True)


@lru_cache(maxsize=8)
def _dry_ground(field: Battlefield) -> TraceGround:
    return _made_of([_row(field, a, None) for a in field.grid.hexes])


def _made_of(steps: Sequence[Row]) -> TraceGround:
    lines, roads = net_of([_all(row) for row in steps]), net_of([_by_way(row) for row in steps])
    return TraceGround(Steps(steps), lines, roads)


def _row(field: Battlefield, a: Hex, spans: Spans | None) -> Row:
    return tuple(
        (field.grid.index[b], WAY if (a, b) in field.ways else PLAIN)
        for b in field.grid.neighbours[a]
        if spans is None or crossing(field, spans, a, b).carries_traces
    )


def _all(row: Row) -> tuple[int, ...]:
    return tuple(neighbour for neighbour, _ in row)


def _by_way(row: Row) -> tuple[int, ...]:
    return tuple(neighbour for neighbour, halves in row if halves == WAY)


def stop_cells(state: GroundState, side: Side) -> frozenset[int]:
    """The cells that a side's command traces do not go through: EZOC with no friend (N6.9).

    None at all while a card lets them through (N12.4).
    """
    return frozenset() if state.law.opens_zones(state, side) else _stop_cells(state, side)


@kept_by(standing)
def _stop_cells(state: GroundState, side: Side) -> frozenset[int]:
    cards = state.battle.units
    friends = [u for u in state.on_map(side) if cards[u.id].is_combat_unit and not u.disrupted]
    held = [hex_ for u in friends for hex_ in (u.hex, u.tail) if hex_ is not None]
    return enemy_zone_cells(state, side) - cells_of(state, held)


# -- the field


@dataclass(frozen=True, slots=True)
class CommandField:
    """The command distance of every hex from a start hex."""

    grid: Grid
    start: Hex
    search: Search  # half hexes

    def halves(self, hex_: Hex) -> int | None:
        """The distance in half hexes, or None where no trace leads within the limit."""
        halves = self.search.cost_of(self.grid.index[hex_], -1)
        return None if halves < 0 else halves

    def is_within(self, hex_: Hex, hexes: int) -> bool:
        """Whether a hex is at most so many hexes away; the search goes no farther than it must."""
        halves = self.halves(hex_)
        return halves is not None and halves <= hexes * PLAIN

    def path(self, hex_: Hex) -> tuple[Hex, ...]:
        """The shortest trace from the start to a hex, or nothing where none leads."""
        return tuple(self.grid.hexes[c] for c in self.search.path(self.grid.index[hex_]))

    def distances(self) -> dict[Hex, int]:
        """The half hexes to each hex where a trace leads, in map order."""
        return {self.grid.hexes[c]: halves for c, halves in sorted(self._costs.items())}

    @property
    def _costs(self) -> Mapping[int, int]:
        return self.search.whole().cost


def command_field(
    state: GroundState, side: Side, start: Hex, limit: int | None = None
) -> CommandField:
    """How far a side's command traces lead from a hex, an EZOC or not (N12.4).

    The limit is the range in hexes, or None for the whole map. A view serves as state too.
    """
    return _command_field(state, side, start, limit, state.law.opens_zones(state, side))


def is_near_any(
    state: GroundState, side: Side, hex_: Hex, hexes: Sequence[Hex], limit: int
) -> bool:
    """Whether a side's command trace of at most so many hexes leads between a hex and any of some.

    None of them is the enemy's. A trace leads back as it leads there, so it is one search for all.
    """
    index, begun = state.battle.battlefield.grid.index, cells_of(state, hexes)
    is_open = state.law.opens_zones(state, side)
    return _search_from(state, side, begun, limit, is_open).reaches(index[hex_])


@kept_by(standing)
def _search_from(
    state: GroundState, side: Side, begun: frozenset[int], limit: int, _is_open: bool
) -> Search:
    enemies, stops = enemy_cells(state, side), stop_cells(state, side) - begun
    steps = trace_ground(state).steps
    return Search(steps, dict.fromkeys(begun, 0), limit * PLAIN, blocked=enemies, stops=stops)


@kept_by(standing)
def _command_field(
    state: GroundState, side: Side, start: Hex, limit: int | None, _is_open: bool
) -> CommandField:
    enemies, stops = enemy_cells(state, side), stop_cells(state, side)
    found = _search(state, trace_ground(state), start, limit, enemies, stops)
    return CommandField(state.battle.battlefield.grid, start, found)


def _search(
    state: GroundState,
    ground: TraceGround,
    start: Hex,
    limit: int | None,
    blocked: Collection[int] = (),
    stops: Collection[int] = (),
) -> Search:
    grid = state.battle.battlefield.grid
    cell, hexes = grid.index[start], len(grid.hexes) if limit is None else limit
    return Search(ground.steps, {cell: 0}, hexes * PLAIN, start=cell, blocked=blocked, stops=stops)


# -- reasons


@dataclass(frozen=True, slots=True)
class Block:
    """What is in the way of a trace."""

    what: str  # as a sentence begins: The enemy in 0914
    hexes: tuple[Hex, ...]  # the hex, or the two of the hexside
    rule: str


def enemy_on(state: GroundState, side: Side, path: Sequence[Hex], rule: str) -> Block | None:
    """The first hex of a path that enemy combat units hold."""
    held = enemy_hexes(state, side)
    hex_ = next((h for h in path if h in held), None)
    return None if hex_ is None else Block(say("The enemy in {hex}", hex=hex_), (hex_,), rule)


SPANS = (Crossing.DAMAGED_BRIDGE, Crossing.PONTOON)
"""What carries troops and not all traces (N5.71)."""


def water_on(
    state: GroundState, path: Sequence[Hex], rule: str, *, of_supply: bool = False
) -> Block | None:
    """The first hexside of a path that no trace crosses, of command or of supply."""
    field = state.battle.battlefield
    for a, b in pairwise(path):
        met = crossing(field, state.spans, a, b)
        fed = carries_supply(field, state.spans, a, b) if of_supply else True
        if not (met.carries_traces and fed):
            what = say("The {met} between {a} and {b}", met=met, a=a, b=b)
            return Block(what, (a, b), "N5.71" if met in SPANS else rule)
    return None


def command_trace(
    state: GroundState, side: Side, a: Hex, b: Hex, limit: int | None = None
) -> Trace:
    """The command trace from a hex to a hex, or what is in its way (N12.4, N14.31).

    Both may lie in an EZOC. The limit is the range in hexes, or None for any distance.
    """
    field = command_field(state, side, a)
    halves, path = field.halves(b), field.path(b)
    rule = "N12.4" if limit is None else "N14.31"
    length = _length(state, path)
    if halves is not None and (limit is None or halves <= limit * PLAIN):
        within = "" if limit is None else say(", within {limit}", limit=limit)
        reason = f"{length}{within}."
        return Trace(is_in=True, halves=halves, path=path, reason=reason, rule=rule)
    block = _block(state, side, a, b, limit)
    if block is None:
        reason = say("{what}, beyond {limit}.", what=length or _least(state, a, b), limit=limit)
        return Trace(is_in=False, halves=halves, path=path, reason=reason, rule=rule)
    words = mark("; round it: {length}, beyond {limit}") if path else ""
    round_it = say(words, length=length, limit=limit)
    reason = say("{what} stops the trace{round_it}.", what=block.what, round_it=round_it)
    at = block.hexes
    return Trace(
        is_in=False, halves=halves, path=path, reason=reason, rule=block.rule, blocked_at=at
    )


def _block(state: GroundState, side: Side, a: Hex, b: Hex, limit: int | None) -> Block | None:
    """What keeps a trace from reaching a hex in time: zones, else enemies, else water."""
    ground, enemies = trace_ground(state), enemy_cells(state, side)
    path = _path(state, a, b, _search(state, ground, a, limit, enemies))
    if path:
        return _zone_on(state, side, path[1:-1])
    for ground in easier_grounds(state):
        path = _path(state, a, b, _search(state, ground, a, limit))
        if path:
            return water_on(state, path, "N12.4") or enemy_on(state, side, path[1:], "N12.4")
    return None


def _zone_on(state: GroundState, side: Side, path: Sequence[Hex]) -> Block | None:
    index, stops = state.battle.battlefield.grid.index, stop_cells(state, side)
    hex_ = next((h for h in path if index[h] in stops), None)
    if hex_ is None:
        return None
    return Block(say("The enemy zone in {hex}", hex=hex_), (hex_,), "N6.9")


def _path(state: GroundState, a: Hex, b: Hex, found: Search) -> tuple[Hex, ...]:
    return CommandField(state.battle.battlefield.grid, a, found).path(b)


def _length(state: GroundState, path: Sequence[Hex]) -> str:
    """The length of a trace as a player says it: `7 1/2 hexes by road`."""
    if len(path) < 2:
        return say("The same hex") if path else ""
    ways = state.battle.battlefield.ways
    halves = sum(WAY if step in ways else PLAIN for step in pairwise(path))
    by_road = say(" by road") if any(step in ways for step in pairwise(path)) else ""
    n = 1 if halves <= PLAIN else 2
    return count("{length} hex", "{length} hexes", n, length=points(halves)) + by_road


def _least(state: GroundState, a: Hex, b: Hex) -> str:
    """How far it is at least to a hex that nothing but distance keeps out of range."""
    found = _search(state, _dry_ground(state.battle.battlefield), a, None)
    return say("At least {length}", length=_length(state, _path(state, a, b, found)))
