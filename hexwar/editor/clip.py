"""A piece cut out of a map, and put down elsewhere, turned or mirrored, with all that is on it.

It is kept in cube coordinates from a hex of its own, so its form holds on columns of either kind.
Hexes bring ground, level, places and areas along; hexsides between two of them slopes, crests,
water, spans and fords, and roads as far as they run within. Water along the outline comes too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from hexwar.editor.document import Json, put
from hexwar.editor.sheet import ORDER, SETS, grid_of, letter_at, level_at, painted, raised, sided
from hexwar.editor.ways import dried, flowed, laid, spanned, text_of, torn_up
from hexwar.hexes import Grid, Hex, hexside
from hexwar.scenario.schema import hexes_of, hexside_of

Cube = tuple[int, int]
"""Where a hex lies from the hex of a clip: (q, r) of cube coordinates."""

Side = tuple[Cube, Cube]
Turn = Callable[[Cube], Cube]


@dataclass(frozen=True, slots=True)
class Course:
    """A road, a water or an area, as far as it lies within: its record, and where it runs."""

    record: Json  # without its hexes or hexsides
    run: tuple[Any, ...]  # cubes, or sides


@dataclass(frozen=True, slots=True)
class Clip:
    """A piece of a map."""

    hexes: tuple[tuple[Cube, str, int], ...]  # where, letter of terrain, level
    sides: tuple[tuple[str, Side], ...] = ()  # the set it is of, and the hexside; slopes low first
    waters: tuple[Course, ...] = ()
    roads: tuple[Course, ...] = ()
    spans: tuple[Course, ...] = ()  # of one side each
    places: tuple[Course, ...] = ()  # of one cube each
    areas: tuple[Course, ...] = ()

    def turned(self, times: int = 1) -> Clip:
        """It, by a sixth of a turn clockwise, so many times."""
        clip = self
        for _ in range(times % 6):
            clip = clip._moved(lambda cube: (-cube[1], cube[0] + cube[1]))
        return clip

    def mirrored(self) -> Clip:
        """It, left for right."""
        return self._moved(lambda cube: (-cube[0], cube[0] + cube[1]))

    def _moved(self, turn: Turn) -> Clip:
        def cubes(course: Course) -> Course:
            return replace(course, run=tuple(turn(cube) for cube in course.run))

        def pairs(course: Course) -> Course:
            return replace(course, run=tuple((turn(a), turn(b)) for a, b in course.run))

        return Clip(
            tuple((turn(cube), letter, level) for cube, letter, level in self.hexes),
            tuple((name, (turn(a), turn(b))) for name, (a, b) in self.sides),
            tuple(map(pairs, self.waters)),
            tuple(map(cubes, self.roads)),
            tuple(map(pairs, self.spans)),
            tuple(map(cubes, self.places)),
            tuple(map(cubes, self.areas)),
        )


# -- cut out


def copied(map_: Json, chosen: Collection[Hex], centre: Hex) -> Clip:
    """The piece of a map that some hexes are.

    Args:
        map_: The map.
        chosen: The hexes.
        centre: The hex that it will be held by.
    """
    grid, within = grid_of(map_), set(chosen)
    q0, r0 = grid.cube(centre)

    def cube(hex_: str) -> Cube:
        q, r = grid.cube(Hex(hex_))
        return q - q0, r - r0

    def pair(text: str) -> Side:
        a, b = hexes_of(text)
        return cube(a), cube(b)

    def is_inside(text: str) -> bool:
        return within.issuperset(hexes_of(text))

    def is_beside(text: str) -> bool:
        return not within.isdisjoint(hexes_of(text))

    spans = [span for span in map_.get("spans", ()) if is_beside(span["hexside"])]
    return Clip(
        tuple((cube(h), letter_at(map_, h), level_at(map_, h)) for h in sorted(within)),
        tuple((n, pair(t)) for n in SETS for t in map_.get(n, ()) if is_inside(t)),
        tuple(
            Course(_bare(river, "hexsides"), tuple(pair(text) for text in run))
            for river in map_.get("rivers", ())
            for run in _runs(river["hexsides"], is_beside)
        ),
        tuple(
            Course(_bare(road, "hexes"), tuple(cube(hex_) for hex_ in run))
            for road in map_.get("roads", ())
            for run in _runs(road["hexes"], within.__contains__)
            if len(run) > 1
        ),
        tuple(Course(_bare(span, "hexside"), (pair(span["hexside"]),)) for span in spans),
        tuple(
            Course(_bare(place, "hex"), (cube(place["hex"]),))
            for place in map_.get("places", ())
            if place["hex"] in within
        ),
        tuple(
            Course(_bare(area, "hexes"), tuple(cube(h) for h in area["hexes"] if h in within))
            for area in map_.get("areas", ())
            if not within.isdisjoint(area["hexes"])
        ),
    )


def _bare(record: Json, name: str) -> Json:
    return {key: value for key, value in record.items() if key != name}


def _runs(items: Sequence[str], belongs: Callable[[str], bool]) -> Iterator[list[str]]:
    """The parts of a course that lie within, in order."""
    for is_in, run in groupby(items, key=belongs):
        if is_in:
            yield list(run)


# -- put down


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a clip is put down."""

    grid: Grid
    q: int
    r: int

    def hex(self, cube: Cube) -> Hex | None:
        """The hex where a cube of the clip comes to lie; None off the sheet."""
        return self.grid.from_cube(self.q + cube[0], self.r + cube[1])

    def side(self, pair: Side) -> str | None:
        """The same of a hexside, in its order."""
        a, b = map(self.hex, pair)
        return None if a is None or b is None else f"{a}-{b}"


def pasted(map_: Json, clip: Clip, at: Hex) -> Json:
    """The map with a clip put down; what lay there gives way, what falls off the sheet is lost."""
    grid = grid_of(map_)
    spot = _Spot(grid, *grid.cube(at))
    ground = {h: (t, level) for cube, t, level in clip.hexes if (h := spot.hex(cube)) is not None}
    map_ = _cleared(map_, set(ground))
    map_ = painted(map_, {hex_: letter for hex_, (letter, _) in ground.items()})
    map_ = raised(map_, {hex_: level for hex_, (_, level) in ground.items()})
    map_ = _with_sides(map_, clip, spot, set(ground))
    for water in clip.waters:
        run = [text for pair in water.run if (text := spot.side(pair)) is not None]
        map_ = flowed(map_, [hexside_of(t) for t in run], *_told(water.record))
    for road in clip.roads:
        for way in _on_sheet([spot.hex(cube) for cube in road.run]):
            map_ = laid(map_, way, *_told(road.record))
    for span in clip.spans:
        text = spot.side(span.run[0])
        if text is not None:
            map_ = spanned(map_, hexside_of(text), *_told(span.record))
    return _with_names(map_, clip, spot)


def _told(record: Json) -> tuple[str, str, Json]:
    """The kind and the name of a course, and what else its record says."""
    more = {key: value for key, value in record.items() if key not in ("kind", "name")}
    return record["kind"], record.get("name", ""), more


def _on_sheet(way: Sequence[Hex | None]) -> Iterator[list[Hex]]:
    for is_on, run in groupby(way, key=lambda hex_: hex_ is not None):
        if is_on:
            yield [hex_ for hex_ in run if hex_ is not None]


def _cleared(map_: Json, hexes: Collection[Hex]) -> Json:
    """The map without what lies in some hexes and between them."""
    neighbours = grid_of(map_).neighbours
    inner = {hexside(h, near) for h in hexes for near in neighbours[h] if near in hexes}
    places = [place for place in map_.get("places", ()) if place.get("hex") not in hexes]
    map_ = put(map_, {"places": places or None}, ORDER)
    areas = [
        {**area, "hexes": left}
        for area in map_.get("areas", ())
        if (left := [hex_ for hex_ in area["hexes"] if hex_ not in hexes])
    ]
    return torn_up(dried(put(map_, {"areas": areas or None}, ORDER), inner), inner)


def _with_sides(map_: Json, clip: Clip, spot: _Spot, hexes: Collection[Hex]) -> Json:
    """The map with the slopes, crests and fords between the hexes of a clip as it has them."""
    neighbours = grid_of(map_).neighbours
    inner = {text_of(hexside(h, near)) for h in hexes for near in neighbours[h] if near in hexes}
    for name in SETS:
        map_ = sided(map_, name, inner, is_on=False)
    for name in SETS:
        found = [t for kind, pair in clip.sides if kind == name and (t := spot.side(pair))]
        told = found if name == "slopes" else [text_of(hexside_of(text)) for text in found]
        map_ = sided(map_, name, told, is_on=True)
    return map_


def _with_names(map_: Json, clip: Clip, spot: _Spot) -> Json:
    """The map with the places and areas of a clip."""
    places, areas = list(map_.get("places", ())), list(map_.get("areas", ()))
    for place in clip.places:
        hex_ = spot.hex(place.run[0])
        if hex_ is not None:
            name, *rest = place.record.items()
            places.append(dict([name, ("hex", str(hex_)), *rest]))
    for area in clip.areas:
        hexes = sorted(h for cube in area.run if (h := spot.hex(cube)) is not None)
        alike = next((i for i, one in enumerate(areas) if _bare(one, "hexes") == area.record), None)
        if hexes and alike is not None:
            areas[alike] = {**areas[alike], "hexes": sorted({*areas[alike]["hexes"], *hexes})}
        elif hexes:
            areas.append({**area.record, "hexes": hexes})
    return put(map_, {"places": places or None, "areas": areas or None}, ORDER)
