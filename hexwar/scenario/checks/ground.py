"""The ground of a map: rows, levels, slopes, places, areas and exits; roads, rivers and spans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from hexwar.hexes import Direction, Grid, Hex, Hexside, column_row, hexside
from hexwar.messages import listed, mark, say
from hexwar.scenario.checks.hexes import check_estimates, check_hexes, is_hexside
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import (
    SIDES,
    AreaRecord,
    Border,
    ExitRecord,
    GridRecord,
    MapFile,
    PlaceRecord,
    RiverRecord,
    RoadRecord,
    SpanRecord,
    hexes_of,
    hexside_of,
)
from hexwar.table.battlefield import Battlefield, SpanKind, Water


def check_map(map_: MapFile, field: Battlefield, pen: Pen) -> None:
    """Reports what a map says that cannot be, or does not fit together."""
    check_north(map_.grid, pen)
    check_rows("terrain", map_.terrain, field.grid, pen)
    check_rows("elevation", map_.elevation, field.grid, pen)
    check_hexes(map_, field.grid, pen)
    check_slopes(map_, field, pen)
    check_steps(field, pen)
    check_crests(map_, pen)
    check_ways(map_, field, pen)
    check_places(map_.places, field, pen)
    check_areas(map_.areas, field, pen)
    for i, exit_ in enumerate(map_.exits):
        check_exit(i, exit_, map_, field, pen)
    check_estimates(map_.estimates, pen)


def check_north(grid: GridRecord, pen: Pen) -> None:
    """The side nearest to north is the one that the degrees point to."""
    degrees, place = grid.north_degrees, ("grid", "north_degrees")
    if degrees is None:
        return
    nearest = SIDES[round(degrees / 90) % len(SIDES)]
    if grid.north != nearest:
        words = mark("{n:g} degrees are nearest to the {nearest}, not {north}")
        pen.error(place, words, n=degrees, nearest=nearest, north=grid.north)


def check_rows(name: str, rows: Sequence[str], grid: Grid, pen: Pen) -> None:
    """A text map has a row for each row of the grid and a letter for each column."""
    if len(rows) != grid.rows:
        words = mark("there are {n} rows, but the grid has {grid.rows}")
        pen.error((name,), words, n=len(rows), grid=grid)
    for i, row in enumerate(rows):
        if len(row) != grid.columns:
            words = mark("the row has {n} letters, but the grid has {grid.columns} columns")
            pen.error((name, i), words, n=len(row), grid=grid)


def check_slopes(map_: MapFile, field: Battlefield, pen: Pen) -> None:
    """Each slope climbs from a low hex to a higher one, one way, and stands there once."""
    seen: set[str] = set()
    for i, text in enumerate(map_.slopes):
        low, high = hexes_of(text)
        if text in seen:
            pen.warning(("slopes", i), "the slope {text} is listed twice", text=text)
        elif f"{high}-{low}" in seen:
            pen.error(("slopes", i), "the slope {text} is listed the other way too", text=text)
        seen.add(text)
        if is_hexside(text, field.grid) and field.level(low) >= field.level(high):
            climb = _have_levels(low, high, field)
            pen.error(("slopes", i), "the slope does not climb: {climb}", climb=climb)


def check_crests(map_: MapFile, pen: Pen) -> None:
    """A crest is a rise too small for a slope, so no hexside has both; it stands there once."""
    slopes = {hexside_of(text) for text in map_.slopes}
    seen: set[Hexside] = set()
    for i, text in enumerate(map_.crests):
        side = hexside_of(text)
        if side in slopes:
            pen.error(("crests", i), "a slope and a crest stand at {text}", text=text)
        if side in seen:
            pen.warning(("crests", i), "the crest {text} is listed twice", text=text)
        seen.add(side)


def check_steps(field: Battlefield, pen: Pen) -> None:
    """Where levels differ there is a slope."""
    sloped = field.slopes | {(high, low) for low, high in field.slopes}
    for a, around in field.grid.neighbours.items():
        for b in around:
            if field.level(a) < field.level(b) and (a, b) not in sloped:
                pen.warning(("slopes",), "{climb}, but no slope", climb=_have_levels(a, b, field))


def _have_levels(a: Hex, b: Hex, field: Battlefield) -> str:
    low, high = field.level(a), field.level(b)
    return say("{a} and {b} have levels {low} and {high}", a=a, b=b, low=low, high=high)


def check_places(places: Sequence[PlaceRecord], field: Battlefield, pen: Pen) -> None:
    """A place's terrain is the map's; no hex has two names."""
    named: dict[Hex, str] = {}
    for i, place in enumerate(places):
        if place.hex not in field.grid:
            continue
        actual = field.terrain_at(place.hex)
        if place.terrain is not actual:
            words = mark("{name} is {place.terrain}, but {place.hex} is {actual}")
            name = quoted(place.name)
            pen.error(("places", i, "terrain"), words, name=name, place=place, actual=actual)
        if place.hex in named:
            words, name = mark("{hex} is already called {name}"), quoted(named[place.hex])
            pen.warning(("places", i, "hex"), words, hex=place.hex, name=name)
        named[place.hex] = place.name


def check_areas(areas: Sequence[AreaRecord], field: Battlefield, pen: Pen) -> None:
    """A wood is woods, a marsh is marsh, a height is above the plain."""
    for i, area in enumerate(areas):
        for j, hex_ in enumerate(area.hexes):
            if hex_ not in field.grid:
                continue
            is_height = area.kind == "height"
            fits = field.level(hex_) > 0 if is_height else field.terrain_at(hex_) == area.kind
            if not fits:
                actual = say("level 0") if is_height else field.terrain_at(hex_).value
                words, name = mark("{hex} of {name} is {actual}, not {kind}"), quoted(area.name)
                told = {"hex": hex_, "name": name, "actual": actual, "kind": area.kind}
                pen.warning(("areas", i, "hexes", j), words, **told)
        for hex_, times in Counter(area.hexes).items():
            if times > 1:
                words = mark("{hex} is listed {times} times")
                pen.warning(("areas", i, "hexes"), words, hex=hex_, times=times)


def check_exit(i: int, exit_: ExitRecord, map_: MapFile, field: Battlefield, pen: Pen) -> None:
    """An exit is at the edge that it names, and a road or trail reaches it."""
    if exit_.hex not in field.grid:
        return
    edges = edges_of(exit_.hex, field.grid, map_.grid.north)
    if not edges:
        pen.error(("exits", i, "hex"), "{hex} is not at the edge of the map", hex=exit_.hex)
    elif not set(exit_.edge) <= edges:
        words = mark("{exit.hex} is at the edge {actual}, not {exit.edge}")
        pen.error(("exits", i, "edge"), words, exit=exit_, actual=listed(sorted(edges)))
    if exit_.hex not in field.way_hexes:
        pen.warning(("exits", i, "hex"), "no road or trail reaches {hex}", hex=exit_.hex)


def edges_of(hex_: Hex, grid: Grid, north: Border) -> set[str]:
    """The edges of the map that a hex is at, by compass."""
    column, row = column_row(hex_)
    at = (row == 1, column == grid.columns, row == grid.rows, column == 1)  # clockwise from top
    turn = SIDES.index(north)
    return {"NESW"[(side - turn) % 4] for side in range(4) if at[side]}


def is_at_edge(hex_: Hex, grid: Grid) -> bool:
    """Whether a hex is on the map and has a side off it."""
    return hex_ in grid and len(grid.neighbours[hex_]) < len(Direction)


_OVER = {Water.RIVER: SpanKind.BRIDGE, Water.STREAM: SpanKind.TRESTLE}


def check_ways(map_: MapFile, field: Battlefield, pen: Pen) -> None:
    """Reports breaks in roads and rivers, and spans that cross nothing."""
    for i, road in enumerate(map_.roads):
        check_road(i, road, field, pen)
    water: dict[Hexside, str] = {}
    for i, river in enumerate(map_.rivers):
        check_river(i, river, field.grid, pen)
        for j, text in enumerate(river.hexsides):
            side = hexside_of(text)
            if side in water:
                words = mark("the hexside {side} already belongs to {name}")
                pen.error(("rivers", i, "hexsides", j), words, side=text, name=water[side])
            water[side] = river.name or say("another water")
    check_spans(map_.spans, field, pen)
    check_fords(map_, field, pen)


def check_road(i: int, road: RoadRecord, field: Battlefield, pen: Pen) -> None:
    """A road goes from hex to hex, and crosses water on spans."""
    for j, (a, b) in enumerate(pairwise(road.hexes), start=1):
        place: Place = ("roads", i, "hexes", j)
        if a not in field.grid or b not in field.grid:
            continue
        if not field.grid.is_adjacent(a, b):
            words = mark("the {way} skips from {a} to {b}, which is not next to it")
            pen.error(place, words, way=road.kind, a=a, b=b)
            continue
        side = hexside(a, b)
        water = field.water.get(side)
        if water is None or side in field.span_at or side in field.fords:
            continue
        write = pen.error if water is Water.RIVER else pen.warning
        words = mark("the {way} crosses a {water} from {a} to {b} without a {span}")
        write(place, words, way=road.kind, water=water, a=a, b=b, span=_OVER[water])


def check_river(i: int, river: RiverRecord, grid: Grid, pen: Pen) -> None:
    """A river's hexsides hang together, each touching the one before."""
    for j, (before, after) in enumerate(pairwise(river.hexsides), start=1):
        if not (is_hexside(before, grid) and is_hexside(after, grid)):
            continue
        if not _touch(hexside_of(before), hexside_of(after), grid):
            words, ends = mark("the {kind} breaks off: {ends} do not touch"), (before, after)
            place: Place = ("rivers", i, "hexsides", j)
            pen.error(place, words, kind=river.kind, ends=listed(ends))


def check_spans(spans: Sequence[SpanRecord], field: Battlefield, pen: Pen) -> None:
    """A bridge crosses a river, a trestle a stream; one span to a hexside."""
    seen: set[Hexside] = set()
    for i, span in enumerate(spans):
        if not is_hexside(span.hexside, field.grid):
            continue
        side = hexside_of(span.hexside)
        water = field.water.get(side)
        if water is None:
            words = mark("the {span.kind} at {span.hexside} crosses no water")
            pen.error(("spans", i, "hexside"), words, span=span)
        elif _OVER[water] is not span.kind:
            words = mark("a {span.kind} stands over a {water}, where a {other} belongs")
            pen.error(("spans", i, "kind"), words, span=span, water=water, other=_OVER[water])
        if side in seen:
            pen.error(("spans", i, "hexside"), "two spans stand at {hexside}", hexside=span.hexside)
        seen.add(side)


def check_fords(map_: MapFile, field: Battlefield, pen: Pen) -> None:
    """A ford lies on a river, where no span stands, and is there once."""
    seen: set[Hexside] = set()
    for i, text in enumerate(map_.fords):
        side = hexside_of(text)
        if is_hexside(text, field.grid) and field.water.get(side) is not Water.RIVER:
            pen.error(("fords", i), "the ford {text} is not on a river", text=text)
        if side in field.span_at:
            words = mark("the ford {text} lies where a {span.kind} stands")
            pen.error(("fords", i), words, text=text, span=field.span_at[side])
        if side in seen:
            pen.warning(("fords", i), "the ford {text} is listed twice", text=text)
        seen.add(side)


def _touch(a: Hexside, b: Hexside, grid: Grid) -> bool:
    """Whether two hexsides share a corner: they have a hex in common, and the others touch."""
    common = set(a) & set(b)
    if len(common) != 1:
        return False
    ends: list[Hex] = sorted(set(a) ^ set(b))
    return grid.is_adjacent(*ends)
