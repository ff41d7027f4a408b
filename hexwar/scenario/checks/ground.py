"""The ground of a map: rows, levels and slopes, places and areas, exits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hexwar.hexes import Direction, Grid, Hex, Hexside, column_row
from hexwar.messages import listed, say
from hexwar.scenario.checks.estimates import check_estimates
from hexwar.scenario.checks.hexes import check_hexes, is_hexside
from hexwar.scenario.checks.ways import check_ways
from hexwar.scenario.errors import quoted
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import MapFile
from hexwar.scenario.schema.base import hexes_of, hexside_of
from hexwar.scenario.schema.map import SIDES, AreaRecord, ExitRecord, GridRecord, PlaceRecord, Side
from hexwar.table.battlefield import Battlefield


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
    if grid.north_degrees is None:
        return
    nearest = SIDES[round(grid.north_degrees / 90) % len(SIDES)]
    if grid.north != nearest:
        sentence = say(
            "{grid.north_degrees:g} degrees are nearest to the {nearest}, not {grid.north}",
            grid=grid,
            nearest=nearest,
        )
        pen.error(("grid", "north_degrees"), sentence)


def check_rows(name: str, rows: Sequence[str], grid: Grid, pen: Pen) -> None:
    """A text map has a row for each row of the grid and a letter for each column."""
    if len(rows) != grid.rows:
        sentence = say("there are {n} rows, but the grid has {grid.rows}", n=len(rows), grid=grid)
        pen.error((name,), sentence)
    for i, row in enumerate(rows):
        if len(row) != grid.columns:
            sentence = say(
                "the row has {n} letters, but the grid has {grid.columns} columns",
                n=len(row),
                grid=grid,
            )
            pen.error((name, i), sentence)


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
            sentence = say(
                "{name} is {place.terrain}, but {place.hex} is {actual}",
                name=quoted(place.name),
                place=place,
                actual=actual,
            )
            pen.error(("places", i, "terrain"), sentence)
        if place.hex in named:
            name = quoted(named[place.hex])
            sentence = say("{hex} is already called {name}", hex=place.hex, name=name)
            pen.warning(("places", i, "hex"), sentence)
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
                it = say("{hex} of {name}", hex=hex_, name=quoted(area.name))
                sentence = say("{it} is {actual}, not {kind}", it=it, actual=actual, kind=area.kind)
                pen.warning(("areas", i, "hexes", j), sentence)
        for hex_, times in Counter(area.hexes).items():
            if times > 1:
                sentence = say("{hex} is listed {times} times", hex=hex_, times=times)
                pen.warning(("areas", i, "hexes"), sentence)


def check_exit(i: int, exit_: ExitRecord, map_: MapFile, field: Battlefield, pen: Pen) -> None:
    """An exit is at the edge that it names, and a road or trail reaches it."""
    if exit_.hex not in field.grid:
        return
    edges = edges_of(exit_.hex, field.grid, map_.grid.north)
    if not edges:
        pen.error(("exits", i, "hex"), "{hex} is not at the edge of the map", hex=exit_.hex)
    elif not set(exit_.edge) <= edges:
        actual = listed(sorted(edges))
        sentence = say(
            "{exit.hex} is at the edge {actual}, not {exit.edge}", exit=exit_, actual=actual
        )
        pen.error(("exits", i, "edge"), sentence)
    if exit_.hex not in field.way_hexes:
        pen.warning(("exits", i, "hex"), "no road or trail reaches {hex}", hex=exit_.hex)


def edges_of(hex_: Hex, grid: Grid, north: Side) -> set[str]:
    """The edges of the map that a hex is at, by compass."""
    column, row = column_row(hex_)
    at = (row == 1, column == grid.columns, row == grid.rows, column == 1)  # clockwise from top
    turn = SIDES.index(north)
    return {"NESW"[(side - turn) % 4] for side in range(4) if at[side]}


def is_at_edge(hex_: Hex, grid: Grid) -> bool:
    """Whether a hex is on the map and has a side off it."""
    return hex_ in grid and len(grid.neighbours[hex_]) < len(Direction)
