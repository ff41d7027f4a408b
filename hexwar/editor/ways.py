"""Roads and waters of a map: laid, led on, cut in two; and where one needs a span over the other.

A road runs from hex to hex. Water runs along hexsides, from corner to corner: each of its hexsides
has a corner in common with the one before, and their order is that of the stream.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from hexwar.editor.document import Json, put
from hexwar.editor.sheet import ORDER, grid_of, letter_at, level_at
from hexwar.hexes import Direction, Grid, Hex, Hexside, Layout, hexside
from hexwar.scenario.schema import RiverRecord, RoadRecord, hexside_of
from hexwar.table.battlefield import SpanKind, Water

Corner = tuple[tuple[int, int], ...]
"""Where three hexes meet: their cube coordinates in order, off the sheet too."""

OVER: Final[Mapping[str, str]] = MappingProxyType(
    {str(Water.RIVER): str(SpanKind.BRIDGE), str(Water.STREAM): str(SpanKind.TRESTLE)}
)
"""What spans a water, by its kind."""

NOTHING: Final[Json] = {}
"""What most records say beside their names, kinds and courses."""

_OPEN: Final = 6
_STEP: Final[Mapping[str, int]] = MappingProxyType({"w": 15, "m": 24, "c": 9})
"""What open ground costs a road that looks for its way, and a hex by its letter."""

_MADE, _CLIMB, _FORD = 4, 6, 36
"""What it costs along another road; and what a level costs more, and water without a span."""

_ASIDE: Final = 0.5
"""What it costs to lie a hex off the straight line."""


# -- hexsides and corners


def text_of(side: Hexside) -> str:
    """A hexside as a file has it, the smaller id first."""
    return "-".join(side)


def corners_of(grid: Grid, side: Hexside) -> tuple[Corner, Corner]:
    """The two ends of a hexside: each lies between its two hexes and one more."""
    (qa, ra), (qb, rb) = grid.cube(side[0]), grid.cube(side[1])
    steps = [way.step for way in Direction]
    at = steps.index((qb - qa, rb - ra))
    thirds = [(qa + q, ra + r) for q, r in (steps[at - 1], steps[(at + 1) % 6])]
    first, second = (tuple(sorted(((qa, ra), (qb, rb), third))) for third in thirds)
    return first, second


@lru_cache(maxsize=4)
def sides_by_corner(grid: Grid) -> Mapping[Corner, tuple[Hexside, ...]]:
    """The hexsides that meet in each corner, two or three."""
    found: dict[Corner, dict[Hexside, None]] = {}
    for hex_ in grid.hexes:
        for near in grid.neighbours[hex_]:
            side = hexside(hex_, near)
            for corner in corners_of(grid, side):
                found.setdefault(corner, {})[side] = None
    return {corner: tuple(sides) for corner, sides in found.items()}


def along(grid: Grid, start: Hexside, end: Hexside) -> tuple[Hexside, ...]:
    """The fewest hexsides that lead along the edges from one to another, both among them."""
    meeting = sides_by_corner(grid)
    came: dict[Hexside, Hexside | None] = {start: None}
    waiting = deque([start])
    while waiting and end not in came:
        side = waiting.popleft()
        for corner in corners_of(grid, side):
            for near in meeting[corner]:
                if near not in came:
                    came[near] = side
                    waiting.append(near)
    found: list[Hexside] = []
    at: Hexside | None = end if end in came else None
    while at is not None:
        found.append(at)
        at = came[at]
    return tuple(reversed(found))


def is_chained(grid: Grid, a: Hexside, b: Hexside) -> bool:
    """Whether two hexsides have a corner in common."""
    return a != b and not set(corners_of(grid, a)).isdisjoint(corners_of(grid, b))


def is_spur(grid: Grid, sides: Sequence[Hexside]) -> bool:
    """Whether the middle one of three hexsides is passed by: all meet in the same corner."""
    return len(sides) == 3 and bool(set.intersection(*(set(corners_of(grid, s)) for s in sides)))


# -- water


def waters(map_: Json) -> Mapping[Hexside, int]:
    """Which water runs along each hexside, by its place in the list."""
    found: dict[Hexside, int] = {}
    for index, river in enumerate(map_.get("rivers", ())):
        found.update({hexside_of(text): index for text in river.get("hexsides", ())})
    return found


def flowed(
    map_: Json, sides: Sequence[Hexside], kind: str, name: str, more: Json = NOTHING
) -> Json:
    """The map with water along some hexsides, in stream order.

    Where it begins at the mouth of a water of that kind and name it leads that one on; where it
    ends at the spring of one it is put before it; else it is a new one. Without a name it leads any
    of that kind on.
    """
    taken, grid = waters(map_), grid_of(map_)
    new = [text_of(side) for side in dict.fromkeys(sides) if side not in taken]
    if not new:
        return map_
    rivers = list(map_.get("rivers", ()))
    first, last = hexside_of(new[0]), hexside_of(new[-1])
    for index, river in enumerate(rivers):
        if not _is_alike(river, kind, name, more) or not river.get("hexsides"):
            continue
        spring, mouth = hexside_of(river["hexsides"][0]), hexside_of(river["hexsides"][-1])
        if is_chained(grid, mouth, first):
            rivers[index] = {**river, "hexsides": [*river["hexsides"], *new]}
            break
        if is_chained(grid, last, spring):
            rivers[index] = {**river, "hexsides": [*new, *river["hexsides"]]}
            break
    else:
        record = {"name": name, "kind": kind, "hexsides": new}
        rivers.append(put(record, more, tuple(RiverRecord.model_fields)))
    return put(map_, {"rivers": rivers}, ORDER)


def _is_alike(record: Json, kind: str, name: str, more: Json) -> bool:
    """Whether a water or road may be led on: an estimate by an estimate only, as what is known."""
    is_as_sure = bool(record.get("estimate")) == bool(more.get("estimate"))
    return is_as_sure and record.get("kind") == kind and name in ("", record.get("name"))


def dried(map_: Json, sides: Collection[Hexside]) -> Json:
    """The map without water along some hexsides, nor what crossed it; a course may fall apart."""
    rivers: list[Json] = []
    for river in map_.get("rivers", ()):
        texts = river.get("hexsides", [])
        parts = _parts(texts, [hexside_of(text) not in sides for text in texts])
        rivers += [river] if parts == [texts] else [{**river, "hexsides": p} for p in parts]
    spans = [s for s in map_.get("spans", ()) if hexside_of(s["hexside"]) not in sides]
    fords = [text for text in map_.get("fords", ()) if hexside_of(text) not in sides]
    fields: dict[str, Any] = {"rivers": rivers, "spans": spans, "fords": fords}
    return put(map_, {name: found or None for name, found in fields.items()}, ORDER)


def _parts(items: Sequence[str], keep: Sequence[bool]) -> list[list[str]]:
    """The runs of what is kept, in order."""
    found: list[list[str]] = [[]]
    for item, is_kept in zip(items, keep, strict=True):
        if is_kept:
            found[-1].append(item)
        elif found[-1]:
            found.append([])
    return [part for part in found if part]


def courses(grid: Grid, sides: Collection[Hexside]) -> Iterator[tuple[Hexside, ...]]:
    """Hexsides that lie anyhow, as waters: each from an end along the edges, as far as it goes."""
    left, meeting = set(sides), sides_by_corner(grid)

    def near(side: Hexside) -> list[Hexside]:
        met = {other for corner in corners_of(grid, side) for other in meeting[corner]}
        return sorted((met & left) - {side})

    while left:
        way = [min((len(near(side)) > 1, side) for side in left)[1]]
        left.discard(way[0])
        while onward := near(way[-1])[:1]:
            way += onward
            left.discard(onward[0])
        yield tuple(way)


# -- roads


def best_road(map_: Json, start: Hex, end: Hex) -> tuple[Hex, ...]:
    """The way that a road would take: over open ground, along other roads, over few waters.

    Of ways that cost the same it takes the one that keeps nearest to the straight line.
    """
    grid = grid_of(map_)
    cost, aside = _cost(map_), _aside(grid, start, end)
    came, spent, waiting = {start: start}, {start: 0.0}, [(0.0, start)]
    while waiting and waiting[0][1] != end:
        so_far, at = heappop(waiting)
        if so_far > spent[at]:
            continue
        for near in grid.neighbours[at]:
            total = so_far + cost(at, near) + aside(near)
            if total < spent.get(near, math.inf):
                came[near], spent[near] = at, total
                heappush(waiting, (total, near))
    if end not in came:
        return ()
    way = [end]
    while way[-1] != start:
        way.append(came[way[-1]])
    return tuple(reversed(way))


def _cost(map_: Json) -> Callable[[Hex, Hex], int]:
    """What a step from hex to hex costs a road that looks for its way."""
    wet, made = waters(map_).keys() - _crossed(map_), set(_links(map_))

    def cost(a: Hex, b: Hex) -> int:
        side = hexside(a, b)
        if side in made:
            return _MADE
        climb = _CLIMB * abs(level_at(map_, a) - level_at(map_, b))
        return _STEP.get(letter_at(map_, b), _OPEN) + climb + (_FORD if side in wet else 0)

    return cost


def _aside(grid: Grid, start: Hex, end: Hex) -> Callable[[Hex], float]:
    """What a hex costs for lying off the straight line."""
    layout = Layout(grid)
    (x, y), (to_x, to_y) = layout.centre(start), layout.centre(end)
    long = math.hypot(to_x - x, to_y - y) or 1.0
    each = _ASIDE / (long * layout.row_pitch)

    def aside(hex_: Hex) -> float:
        at_x, at_y = layout.centre(hex_)
        return each * abs((to_x - x) * (at_y - y) - (to_y - y) * (at_x - x))

    return aside


def _links(map_: Json) -> Iterator[Hexside]:
    """The hexsides that roads and trails cross."""
    for road in map_.get("roads", ()):
        for a, b in pairwise(road.get("hexes", ())):
            yield hexside(Hex(a), Hex(b))


def laid(map_: Json, hexes: Sequence[Hex], kind: str, name: str, more: Json = NOTHING) -> Json:
    """The map with a road or trail along some hexes.

    One of that kind and name that ends there is led on. Without a name any of that kind is, if no
    other road meets it there.
    """
    if len(hexes) < 2:
        return map_
    roads, way = list(map_.get("roads", ())), [str(hex_) for hex_ in hexes]
    for index, road in enumerate(roads):
        known = road.get("hexes", [])
        if not known or not _is_alike(road, kind, name, more):
            continue
        joined = _joined(known, way)
        is_other = name != road.get("name", "")
        if joined is not None and not (is_other and _is_met(roads, index, {*known} & {*way})):
            roads[index] = {**road, "hexes": joined}
            break
    else:
        record = {"name": name, "kind": kind, "hexes": way}
        roads.append(put(record, more, tuple(RoadRecord.model_fields)))
    return put(map_, {"roads": roads}, ORDER)


def _is_met(roads: Sequence[Json], index: int, hexes: Collection[str]) -> bool:
    """Whether any other road touches one of some hexes."""
    others = (road.get("hexes", ()) for at, road in enumerate(roads) if at != index)
    return any(not set(hexes).isdisjoint(other) for other in others)


def _joined(known: list[str], way: list[str]) -> list[str] | None:
    """A road with a piece put to one of its ends; None where neither end is the piece's."""
    if known[-1] == way[0]:
        return [*known, *way[1:]]
    if known[0] == way[-1]:
        return [*way[:-1], *known]
    if known[-1] == way[-1]:
        return [*known, *reversed(way[:-1])]
    return [*reversed(way[1:]), *known] if known[0] == way[0] else None


def torn_up(map_: Json, sides: Collection[Hexside]) -> Json:
    """The map without the roads over some hexsides, nor their spans; a road may fall apart."""
    roads: list[Json] = []
    for road in map_.get("roads", ()):
        hexes = road.get("hexes", [])
        cuts = [hexside(Hex(a), Hex(b)) in sides for a, b in pairwise(hexes)]
        if not any(cuts):
            roads.append(road)
            continue
        part = hexes[:1]
        for hex_, is_cut in zip(hexes[1:], cuts, strict=True):
            if is_cut:
                roads += [{**road, "hexes": part}] if len(part) > 1 else []
                part = []
            part = [*part, hex_]
        roads += [{**road, "hexes": part}] if len(part) > 1 else []
    spans = [s for s in map_.get("spans", ()) if hexside_of(s["hexside"]) not in sides]
    return put(map_, {"roads": roads or None, "spans": spans or None}, ORDER)


# -- where the one meets the other


def _crossed(map_: Json) -> set[Hexside]:
    """The hexsides with a span or a ford."""
    found = {hexside_of(span["hexside"]) for span in map_.get("spans", ())}
    return found | {hexside_of(text) for text in map_.get("fords", ())}


def bare_crossings(map_: Json) -> tuple[tuple[Hexside, str], ...]:
    """The hexsides where a road crosses water without span or ford, and what spans it there."""
    spanned = _crossed(map_)
    wet, rivers = waters(map_), map_.get("rivers", ())
    found = {
        side: OVER.get(rivers[wet[side]].get("kind", ""), str(SpanKind.BRIDGE))
        for side in _links(map_)
        if side in wet and side not in spanned
    }
    return tuple(sorted(found.items()))


def spanned(
    map_: Json, side: Hexside, kind: str | None, name: str = "", more: Json = NOTHING
) -> Json:
    """The map with a span over a hexside, or without one; a ford there gives way to it."""
    others = [s for s in map_.get("spans", ()) if hexside_of(s["hexside"]) != side]
    fords: list[str] | None = map_.get("fords")
    if kind is not None:
        others.append({"name": name, "kind": kind, "hexside": text_of(side), **more})
        fords = [text for text in fords or () if hexside_of(text) != side] or None
    return put(map_, {"spans": others or None, "fords": fords}, ORDER)
