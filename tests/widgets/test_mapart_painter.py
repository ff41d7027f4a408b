"""The painted map: the same for the same battlefield, and every feature to be seen."""

from __future__ import annotations

import math
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QApplication
from shapely import LineString, Point

from hexwar.hexes import Grid, Hex, Layout, Low, hexside
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.battlefield import (
    Battlefield,
    Place,
    River,
    Road,
    RoadExit,
    Span,
    SpanKind,
    Terrain,
    Water,
    Way,
)
from hexwar.widgets.mapart.canvas import Detail, points_of
from hexwar.widgets.mapart.ground import Ground, runs
from hexwar.widgets.mapart.land import Survey
from hexwar.widgets.mapart.names import plan, printed
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.mapart.palette import Season, inks_of
from hexwar.widgets.mapart.raster import words
from hexwar.widgets.mapart.relief import Surface, ridge
from hexwar.widgets.mapart.settlements import villages
from hexwar.widgets.mapart.vegetation import fields
from hexwar.widgets.mapart.ways import Track, edge_of
from tests.systems.nlc.cases import each
from tests.widgets.mapart_fields import BARE, FULL, ROAD, STREAM, TRAIL, h

pytestmark = pytest.mark.usefixtures("qapp")

Colours = npt.NDArray[np.int64]
LAYOUT = Layout(FULL.grid)


def painted(field: Battlefield, rect: QRectF | None = None, scale: float = 1.0) -> Colours:
    """The picture's red, green and blue, rows x columns x 3."""
    art = MapPainter(field, Layout(field.grid))
    pixels = words(art.picture(rect or art.bounds, scale)).astype(np.int64)
    return np.stack([pixels >> 16 & 255, pixels >> 8 & 255, pixels & 255], axis=-1)


def around(x: float, y: float, reach: float) -> QRectF:
    return QRectF(x - reach, y - reach, 2 * reach, 2 * reach)


def difference(a: Battlefield, b: Battlefield, rect: QRectF, scale: float = 1.0) -> float:
    """How far two maps differ in a rectangle, in the mean of all colours (of 255)."""
    return float(np.abs(painted(a, rect, scale) - painted(b, rect, scale)).mean())


@pytest.fixture(scope="module")
def brienne(qapp: QApplication) -> Survey:
    field = load_battle("brienne", FILES_ONLY).battlefield
    return Survey(Ground(field, Layout(field.grid)))


# The whole picture


@each("scale", 0.125, 0.5, 2.0)
def test_the_same_battlefield_is_the_same_picture(scale: float) -> None:
    assert (painted(FULL, scale=scale) == painted(replace(FULL), scale=scale)).all()


def test_another_thread_paints_the_same_and_none_keeps_its_references() -> None:
    art = MapPainter(FULL, LAYOUT)
    with ThreadPoolExecutor(2) as pool:
        tasks = [pool.submit(lambda: words(art.picture(art.bounds, 1.0))) for _ in range(2)]
    here = words(art.picture(art.bounds, 1.0))
    for task in tasks:
        assert (task.result() == here).all()

    art = MapPainter(FULL, LAYOUT)
    wood = at_centre("0203", 20)
    first = words(art.picture(wood, 1.0))
    before = sys.getrefcount(None)
    for step in range(10):
        art.picture(wood, 1.1 + step / 10)
    assert sys.getrefcount(None) > before - 50
    assert (words(art.picture(wood, 1.0)) == first).all()


@each("scale", 0.5, 1.0, 2.0)
def test_a_part_is_painted_as_it_is_in_the_whole(scale: float) -> None:
    art = MapPainter(FULL, LAYOUT)
    side = 64 / scale
    whole = words(art.picture(QRectF(-side, -2 * side, 6 * side, 6 * side), scale))
    for column, row in ((0, 0), (2, 3), (3, 2), (5, 5)):
        rect = QRectF((column - 1) * side, (row - 2) * side, side, side)
        part = words(art.picture(rect, scale))
        piece = whole[row * 64 : (row + 1) * 64, column * 64 : (column + 1) * 64]
        inks = part.view(np.uint8).astype(int), np.ascontiguousarray(piece).view(np.uint8)
        gaps = np.abs(inks[0] - inks[1])
        assert gaps.max() < 64, (column, row)  # a thin line may be smoothed a trace otherwise
        assert gaps.mean() < 0.3, (column, row)


@each(
    "field",
    BARE,
    replace(BARE, grid=Grid(1, 1)),
    replace(BARE, grid=Grid(2, 1, Low.ODD), name="A name much too long for so small a sheet"),
    replace(BARE, terrain=dict.fromkeys(BARE.grid.hexes, Terrain.WOODS)),
    replace(BARE, terrain=dict.fromkeys(BARE.grid.hexes, Terrain.TOWN)),
    replace(BARE, terrain=dict.fromkeys(BARE.grid.hexes, Terrain.CHATEAU), roads=(ROAD,)),
    replace(BARE, elevation=dict.fromkeys(BARE.grid.hexes, 5)),
    replace(BARE, exits=(RoadExit("nowhere", h("0101"), "N"),)),
    replace(BARE, roads=(Road("a stub", Way.ROAD, (h("0303"),)),)),
    replace(BARE, spans=(Span("dry", SpanKind.BRIDGE, hexside(h("0303"), h("0304"))),)),
    replace(FULL, rivers=(*FULL.rivers, River("twin", Water.RIVER, STREAM.hexsides[::-1]))),
)
def test_odd_battlefields_are_painted_too(field: Battlefield) -> None:
    for scale in (0.125, 0.5, 1.0):
        assert painted(field, scale=scale).std() > 1


def test_the_sheet_has_a_margin_and_scale_and_north_of_its_own() -> None:
    inner = MapPainter(FULL, LAYOUT).bounds.adjusted(40, 40, -40, -40)
    for hex_ in FULL.grid.hexes:
        assert all(inner.contains(QPointF(*corner)) for corner in LAYOUT.corners(hex_))

    field = replace(BARE, grid=Grid(30, 4), name="Wide")
    plain, turned = (
        words(MapPainter(sheet, Layout(field.grid)).picture(QRectF(0, -128, 1456, 128), 1.0))
        for sheet in (field, replace(field, metres=400, north=70.0))
    )
    left, right = slice(0, 400), slice(1056, 1456)
    assert (plain[:, left] != turned[:, left]).any()
    assert (plain[:, right] != turned[:, right]).any()


def test_the_underpainting_shows_woods_and_heights_where_they_are() -> None:
    art = MapPainter(FULL, LAYOUT)
    picture, bounds = art.underpainting(), art.bounds
    assert not art.is_ready
    art.prepare()
    assert art.is_ready
    inks = inks_of(Season.SUMMER)
    for hex_, ink in (("0202", inks.woods_far.rgb()), ("0701", inks.ground[1].rgb())):
        x, y = LAYOUT.centre(h(hex_))
        across, down = (x - bounds.x()) / bounds.width(), (y - bounds.y()) / bounds.height()
        at = int(across * picture.width()), int(down * picture.height())
        assert picture.pixel(*at) == ink


# Every feature is seen, and where it is


def at_centre(hex_: str, reach: float) -> QRectF:
    """The ground round a hex of the small sheet."""
    return around(*LAYOUT.centre(h(hex_)), reach)


@each("terrain", *[t for t in Terrain if t is not Terrain.CLEAR])
@each("scale", 0.25, 0.5, 1.0)
def test_every_terrain_differs_from_clear_ground(terrain: Terrain, scale: float) -> None:
    ground = replace(BARE, terrain={h("0403"): terrain})
    assert difference(BARE, ground, at_centre("0403", 18), scale) > 3
    assert difference(BARE, ground, at_centre("0706", 16), scale) < 0.5


def test_no_two_terrains_or_heights_look_alike_and_light_falls_from_the_left() -> None:
    looks = [replace(BARE, terrain={h("0403"): terrain}) for terrain in Terrain]
    pictures = [painted(look, at_centre("0403", 18)) for look in looks]
    for i, one in enumerate(pictures):
        assert all(np.abs(one - other).mean() > 3 for other in pictures[:i])

    tables = [replace(BARE, elevation=dict.fromkeys(BARE.grid.hexes, i)) for i in (0, 1, 2)]
    levels = [painted(table, at_centre("0403", 8)).mean(axis=(0, 1)) for table in tables]
    assert np.abs(levels[0] - levels[1]).max() > 12
    assert np.abs(levels[1] - levels[2]).max() > 12

    mound = replace(BARE, elevation={h("0403"): 1})
    hill = painted(mound, at_centre("0403", 48)).sum(axis=2)
    assert hill[12:30, 12:30].mean() > hill[66:84, 66:84].mean() + 30


RISE = {h("0602"): 1, h("0603"): 1}
WET = replace(BARE, rivers=(STREAM,), roads=(TRAIL,))
ACROSS = hexside(h("0404"), h("0405"))


def on_side(field: Battlefield, side: tuple[Hex, Hex], reach: float) -> QRectF:
    """The ground at the middle of a hexside."""
    return around(*Ground(field, LAYOUT).middle(side), reach)


SLOPING = (h("0503"), h("0602"))
RISING, FALLING = (frozenset({side}) for side in (SLOPING, SLOPING[::-1]))
BRIDGED, TRESTLED = (
    replace(WET, spans=(Span("", kind, ACROSS),)) for kind in (SpanKind.BRIDGE, SpanKind.TRESTLE)
)
STREAMING, TRAILED = replace(BARE, rivers=(STREAM,)), replace(BARE, roads=(TRAIL,))
WIDE = replace(BARE, rivers=(replace(STREAM, water=Water.RIVER),))
PAVED = replace(BARE, roads=(replace(TRAIL, way=Way.ROAD),))
HILL = replace(BARE, elevation=RISE)
STEEP = replace(HILL, slopes=RISING)


@each(
    "before after side",
    pytest.param(BARE, STREAMING, ACROSS, id="stream"),
    pytest.param(STREAMING, WIDE, ACROSS, id="river"),
    pytest.param(BARE, TRAILED, ACROSS, id="trail"),
    pytest.param(TRAILED, PAVED, ACROSS, id="road"),
    pytest.param(WET, BRIDGED, ACROSS, id="bridge"),
    pytest.param(WET, TRESTLED, ACROSS, id="trestle"),
    pytest.param(BRIDGED, TRESTLED, ACROSS, id="bridge or trestle"),
    pytest.param(WET, replace(WET, fords=frozenset({ACROSS})), ACROSS, id="ford"),
    pytest.param(BARE, replace(BARE, crests=frozenset({ACROSS})), ACROSS, id="crest"),
    pytest.param(HILL, STEEP, hexside(*SLOPING), id="slope"),
    pytest.param(
        replace(BARE, slopes=RISING),
        replace(BARE, slopes=FALLING),
        hexside(*SLOPING),
        id="which way a slope falls",
    ),
)
def test_what_lies_on_a_hexside_is_seen_there(
    before: Battlefield, after: Battlefield, side: tuple[Hex, Hex]
) -> None:
    assert difference(before, after, on_side(BARE, side, 10)) > 2
    assert difference(before, after, on_side(BARE, (h("0106"), h("0205")), 10)) < 0.5


def test_a_slope_is_seen_on_its_own_hexside_and_no_other() -> None:
    def ink(side: tuple[Hex, Hex]) -> int:
        near, bare = (painted(field, on_side(BARE, side, 9)).sum(axis=2) for field in (STEEP, HILL))
        return int((near < bare - 60).sum())

    assert ink(SLOPING) > 25
    assert ink((h("0503"), h("0603"))) < 10
    assert ink((h("0602"), h("0702"))) == 0


@each("scale", 0.5, 1.0, 2.0)
def test_a_crest_and_a_ford_are_seen_at_every_zoom_of_play(scale: float) -> None:
    near = on_side(BARE, ACROSS, 8)
    assert difference(BARE, replace(BARE, crests=frozenset({ACROSS})), near, scale) > 8
    assert difference(WET, replace(WET, fords=frozenset({ACROSS})), near, scale) > 8


def test_a_crest_keeps_to_its_hexsides_and_a_ford_is_pale_stones() -> None:
    sides = [hexside(h("0404"), h(other)) for other in ("0305", "0405", "0505")]
    ground = Ground(replace(BARE, crests=frozenset(sides)), LAYOUT)
    (run,) = runs([ground.ends(side) for side in sides])
    straight = LineString(points_of(run))
    line = ridge(ground, run)
    assert max(straight.distance(Point(*point)) for point in line.tolist()) < 9
    for side in sides:
        assert np.hypot(*(line - ground.middle(side)).T).min() < 7

    crossed = replace(WIDE, roads=(TRAIL,), fords=frozenset({ACROSS}))
    (at,) = Survey(Ground(crossed, LAYOUT)).crossings
    near = around(at.x, at.y, 2.5)
    fields = (WIDE, replace(crossed, roads=()))
    water, ford = (painted(field, near, 2.0)[..., 0] > 220 for field in fields)
    assert water.mean() < 0.05  # the red of water is 163, of paper 243
    assert ford.mean() > 0.15


# Geometry of the real map


def test_the_surface_steps_where_levels_do(brienne: Survey) -> None:
    ground, field = brienne.ground, brienne.ground.battlefield
    heights = ground.raster.at(Surface(ground).height, ground.centres(field.grid.hexes))
    levels = np.array([field.level(hex_) for hex_ in field.grid.hexes])
    flat, low, high = (heights[levels == level].mean() for level in (0, 1, 2))
    assert flat < 0.2
    assert 0.7 < low < 1.2
    assert 1.5 < high < 2.2


def nearest(points: Any, at: Any) -> float:
    """How far the nearest of these points is."""
    return float(np.hypot(*(points - np.array(at)).T).min())


def test_rivers_keep_to_their_hexsides_and_widen_downstream(brienne: Survey) -> None:
    ends: dict[Water, list[float]] = {water: [] for water in Water}
    for course in brienne.courses:
        for side in course.river.hexsides:
            assert nearest(course.points, brienne.ground.middle(side)) < 11, course.river.name
        assert course.widths[-1] > course.widths[0]
        ends[course.river.water].append(course.widths[-1])
    assert min(ends[Water.RIVER]) > max(ends[Water.STREAM])
    aube, amance = (
        next(c for c in brienne.courses if name in c.river.name) for name in ("Aube", "Amance")
    )
    assert nearest(aube.points, amance.points[-1]) < 4  # a stream runs into its river


def courses(river: River) -> Any:
    return Survey(Ground(replace(BARE, rivers=(river,)), LAYOUT)).courses


@each("step", 1, -1)
@each("first", *range(6))
def test_a_river_is_one_course_whichever_way_it_runs(first: int, step: int) -> None:
    middle, around_it = h("0403"), BARE.grid.neighbours[h("0403")]
    sides = [hexside(middle, around_it[(first + step * i) % 6]) for i in range(4)]
    (course,) = courses(River("Bend", Water.STREAM, tuple(sides)))
    ground = Ground(BARE, LAYOUT)
    assert nearest(course.points[:4], ground.middle(sides[0])) < 11
    assert nearest(course.points[-4:], ground.middle(sides[-1])) < 11


def test_a_river_with_a_gap_is_two_courses_and_one_too_short_has_no_name() -> None:
    assert len(courses(replace(STREAM, hexsides=(STREAM.hexsides[0], STREAM.hexsides[3])))) == 2
    short = River("A very long name indeed", Water.STREAM, (ACROSS,))
    survey = Survey(Ground(replace(BARE, rivers=(short,)), LAYOUT))
    assert plan(survey.ground, survey.courses, survey.ink, Detail.CLOSE) == []


def test_ways_pass_near_the_middle_of_every_hex_in_turn(brienne: Survey) -> None:
    drawn = []
    for track in brienne.tracks:
        drawn += [frozenset(pair) for pair in pairwise(track.hexes)]
        for hex_ in track.hexes:
            assert nearest(track.points, brienne.ground.layout.centre(hex_)) < 14, (track, hex_)
    assert len(drawn) == len(set(drawn))  # a stretch that several share is drawn once
    assert set(drawn) == {frozenset(pair) for pair in brienne.ground.battlefield.ways}
    field = replace(BARE, roads=(TRAIL, replace(TRAIL, way=Way.ROAD)))
    assert [track.way for track in Survey(Ground(field, LAYOUT)).tracks] == [Way.ROAD]


def test_roads_leave_at_their_exits_and_spans_stand_on_water_and_way(brienne: Survey) -> None:
    frame = brienne.ground.frame
    ends = np.concatenate([[t.points[0], t.points[-1]] for t in brienne.tracks])
    outside = [end for end in ends.tolist() if not frame.contains(QPointF(*end))]
    assert len(outside) == len(brienne.ground.battlefield.exits)

    assert len(brienne.crossings) == len(brienne.ground.battlefield.spans)
    for crossing in brienne.crossings:
        at = crossing.x, crossing.y
        assert min(nearest(course.points, at) for course in brienne.courses) < 3
        assert min(nearest(track.points, at) for track in brienne.tracks) < 3


@each(
    "north hex_ edge expected",
    (0.0, "0301", "N", "N"),
    (0.0, "0301", "W", "N"),
    (0.0, "0101", "W", "W"),
    (0.0, "0706", "S", "S"),
    (0.0, "0706", "N", "S"),
    (0.0, "0703", "N", "E"),
    (0.0, "0303", "E", "E"),
    (71.2, "0703", "N", "E"),
    (71.2, "0701", "N", "E"),  # a corner: north is at the right
    (71.2, "0701", "W", "N"),
    (71.2, "0701", "NW", "N"),
    (71.2, "0106", "S", "W"),
    (180.0, "0306", "N", "S"),
    (350.0, "0301", "N", "N"),
    (71.2, "0303", "N", "E"),  # not at the edge at all
)
def test_the_hex_of_an_exit_decides_its_edge(
    north: float, hex_: str, edge: str, expected: str
) -> None:
    assert edge_of(RoadExit("", h(hex_), edge), replace(BARE, north=north)) == expected


def test_houses_stand_in_their_hex_beside_the_way_and_apart(brienne: Survey) -> None:
    ground, ways = brienne.ground, np.concatenate([track.points for track in brienne.tracks])
    terrain = ground.battlefield.terrain
    towns = [hex_ for hex_, fill in terrain.items() if fill is Terrain.TOWN]
    assert sorted(village.hex for village in brienne.villages) == sorted(towns)
    for village in brienne.villages:
        blocks = [village.church, *village.blocks]
        assert len(blocks) >= 6, village.hex
        for i, block in enumerate(blocks):
            assert math.dist((block.x, block.y), ground.layout.centre(village.hex)) < 38
            assert nearest(ways, (block.x, block.y)) > 2.4
            assert all(block.is_clear_of(other) for other in blocks[:i])

    houses = {village.hex: len(village.blocks) for village in brienne.villages}
    others = [count for hex_, count in houses.items() if hex_ not in ("0912", "0913")]
    assert min(houses[h("0912")], houses[h("0913")]) > sum(others) / len(others)


def test_a_town_without_a_way_has_houses_and_one_without_room_a_church() -> None:
    field = replace(BARE, terrain={h("0403"): Terrain.TOWN})
    (village,) = Survey(Ground(field, Layout(field.grid))).villages
    assert len(village.blocks) >= 5

    ground = Ground(replace(BARE, terrain={h("0403"): Terrain.TOWN}), LAYOUT)
    x, y = ground.layout.centre(h("0403"))
    turns = np.linspace(0, 40, 4000)
    maze = np.stack([x + turns * np.cos(4 * turns), y + turns * np.sin(4 * turns)], axis=1)
    stub = np.array([(x - 4, y), (x, y), (x + 2, y)])
    ways = [Track(Way.TRAIL, (h("0403"),), line) for line in (maze, stub)]
    (village,) = villages(ground, ways)
    assert (village.church.x, village.church.y, village.blocks) == (x, y, ())


def test_chateaux_and_trees_stand_clear_and_fields_on_open_ground(brienne: Survey) -> None:
    water = np.concatenate([course.points for course in brienne.courses])
    assert len(brienne.estates) == 4
    assert all(nearest(water, (estate.x, estate.y)) > 12 for estate in brienne.estates)
    ways = np.concatenate([track.points for track in brienne.tracks])
    assert all(nearest(ways, tree) > 4 for tree in brienne.avenues[::7])

    found = fields(brienne.ground, brienne.cover)
    field = brienne.ground.battlefield
    assert len(found.tones) > 200
    for x, y in found.corners.mean(axis=1).tolist():
        hex_ = brienne.ground.layout.hex_at(x, y)
        assert hex_ is None or field.terrain_at(hex_) is not Terrain.WOODS


def test_a_clearing_is_clear_and_a_steep_hill_has_hachures_all_round() -> None:
    wood = dict.fromkeys(BARE.grid.neighbours[h("0403")], Terrain.WOODS)
    cleared = replace(BARE, terrain=wood)
    assert difference(BARE, cleared, at_centre("0403", 10)) < 3
    assert difference(BARE, cleared, at_centre("0402", 10)) > 12

    top = h("0403")
    gentle = replace(BARE, elevation={top: 1})
    steep = replace(gentle, slopes=frozenset((low, top) for low in BARE.grid.neighbours[top]))
    pictures = [painted(field) for field in (gentle, steep)]
    corner = MapPainter(BARE, LAYOUT).bounds.topLeft()
    for low in BARE.grid.neighbours[top]:
        box = on_side(BARE, (low, top), 9).translated(-corner).toRect()
        part = slice(box.top(), box.bottom()), slice(box.left(), box.right())
        assert np.abs(pictures[0][part] - pictures[1][part]).mean() > 3


# Names


def test_no_remark_in_brackets_and_no_mere_crossroads_is_printed() -> None:
    assert printed("Vernonvilliers trail (Fuligny, Maisons)") == "Vernonvilliers trail"
    assert printed("Brienne - La Rothière") == "Brienne – La Rothière"

    def names(place: Place) -> int:
        ground = Ground(replace(BARE, places=(place,)), LAYOUT)
        return len(plan(ground, [], np.zeros(ground.hexes_at.shape), Detail.CLOSE))

    assert names(Place("crossroads", h("0403"), Terrain.CLEAR)) == 0
    assert names(Place("Hill 12", h("0403"), Terrain.CLEAR)) == 1
    assert names(Place("mill", h("0403"), Terrain.TOWN)) == 1


def test_from_afar_only_the_main_town_is_named_and_names_grow(brienne: Survey) -> None:
    plans = {d: plan(brienne.ground, brienne.courses, brienne.ink, d) for d in Detail}
    counts = {detail: len(names) for detail, names in plans.items()}
    assert counts[Detail.FAR] == 1
    assert 5 < counts[Detail.MID] < counts[Detail.NEAR] < counts[Detail.CLOSE]
    sizes = [max(name.style.pixels for name in names) for names in plans.values()]
    assert sizes == sorted(sizes, reverse=True)

    field, frame = brienne.ground.battlefield, brienne.ground.frame
    towns = [p for p in field.places if p.terrain is Terrain.TOWN]
    for detail in (Detail.NEAR, Detail.CLOSE):
        assert len(plans[detail]) >= len(towns) + 8
        boxes = [name.path.boundingRect() for name in plans[detail] if len(name.boxes) == 1]
        for i, box in enumerate(boxes):
            assert frame.contains(box)
            for shared in (box & other for other in boxes[:i]):
                assert shared.width() * shared.height() < 0.05 * box.width() * box.height()


def test_a_name_keeps_off_roads_if_it_can() -> None:
    hill = Place("Hill", h("0403"), Terrain.CLEAR)
    ground = Ground(replace(BARE, places=(hill,)), LAYOUT)
    _, y = ground.layout.centre(h("0403"))
    ink = np.zeros(ground.hexes_at.shape)
    ((free,),) = [plan(ground, [], ink, Detail.CLOSE)]
    assert free.boxes[0, 1] > y
    ink[ground.raster.mesh[1] > y + 10] = 1.0
    ((pushed,),) = [plan(ground, [], ink, Detail.CLOSE)]
    assert pushed.boxes[0, 3] < y
