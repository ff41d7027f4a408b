"""The painted map: the same for the same battlefield, and every feature to be seen."""

from __future__ import annotations

import math
import sys
import threading
from dataclasses import replace

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
from hexwar.widgets.mapart import palette
from hexwar.widgets.mapart.canvas import Detail
from hexwar.widgets.mapart.curves import points_of
from hexwar.widgets.mapart.ground import Ground, runs
from hexwar.widgets.mapart.land import Survey
from hexwar.widgets.mapart.names import plan, printed
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.mapart.raster import words
from hexwar.widgets.mapart.relief import Surface, ridge
from hexwar.widgets.mapart.settlements import villages
from hexwar.widgets.mapart.vegetation import fields
from hexwar.widgets.mapart.ways import Track, edge_of
from tests.widgets.mapart_fields import BARE, FULL, ROAD, STREAM, TRAIL, h

pytestmark = pytest.mark.usefixtures("qapp")

Colours = npt.NDArray[np.int64]


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


@pytest.mark.parametrize("scale", [0.125, 0.25, 0.5, 1.0, 2.0])
def test_the_same_battlefield_is_the_same_picture(scale: float) -> None:
    assert (painted(FULL, scale=scale) == painted(replace(FULL), scale=scale)).all()


def test_another_thread_paints_the_same_picture() -> None:
    art = MapPainter(FULL, Layout(FULL.grid))
    pictures = []
    threads = [
        threading.Thread(target=lambda: pictures.append(words(art.picture(art.bounds, 1.0))))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    here = words(art.picture(art.bounds, 1.0))
    assert (pictures[0] == here).all()
    assert (pictures[1] == here).all()


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_a_part_is_painted_as_it_is_in_the_whole(scale: float) -> None:
    art = MapPainter(FULL, Layout(FULL.grid))
    side = 64 / scale
    whole = words(art.picture(QRectF(-side, -2 * side, 6 * side, 6 * side), scale))
    for column, row in ((0, 0), (2, 3), (3, 2), (5, 5)):
        rect = QRectF((column - 1) * side, (row - 2) * side, side, side)
        part = words(art.picture(rect, scale))
        piece = whole[row * 64 : (row + 1) * 64, column * 64 : (column + 1) * 64]
        inks = part.view(np.uint8).astype(int), np.ascontiguousarray(piece).view(np.uint8)
        gaps = np.abs(inks[0] - inks[1])
        assert gaps.max() < 40, (column, row)  # a thin line may be smoothed a trace otherwise
        assert gaps.mean() < 0.3, (column, row)


@pytest.mark.parametrize(
    "field",
    [
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
    ],
)
def test_odd_battlefields_are_painted_too(field: Battlefield) -> None:
    for scale in (0.125, 0.5, 1.0):
        assert painted(field, scale=scale).std() > 1


def test_the_sheet_has_a_margin_round_every_hex() -> None:
    layout = Layout(FULL.grid)
    inner = MapPainter(FULL, layout).bounds.adjusted(40, 40, -40, -40)
    for hex_ in FULL.grid.hexes:
        assert all(inner.contains(QPointF(*corner)) for corner in layout.corners(hex_))


def test_the_underpainting_shows_woods_and_heights_where_they_are() -> None:
    layout = Layout(FULL.grid)
    art = MapPainter(FULL, layout)
    picture, bounds = art.underpainting(), art.bounds
    assert not art.is_ready
    art.prepare()
    assert art.is_ready
    for hex_, ink in (
        ("0202", palette.WOODS_FAR.rgb()),
        ("0701", 0xFF000000 | int("{:02x}{:02x}{:02x}".format(*palette.GROUND[1]), 16)),
    ):
        x, y = layout.centre(h(hex_))
        at = (
            int((x - bounds.x()) / bounds.width() * picture.width()),
            int((y - bounds.y()) / bounds.height() * picture.height()),
        )
        assert picture.pixel(*at) == ink


def test_scale_and_north_are_the_sheets_own() -> None:
    field = replace(BARE, grid=Grid(30, 4), name="Wide")
    plain, turned = (
        words(MapPainter(sheet, Layout(field.grid)).picture(QRectF(0, -128, 1456, 128), 1.0))
        for sheet in (field, replace(field, metres=400, north=70.0))
    )
    left, right = slice(0, 400), slice(1056, 1456)
    assert (plain[:, left] != turned[:, left]).any()
    assert (plain[:, right] != turned[:, right]).any()


# Every feature is seen, and where it is


@pytest.mark.parametrize("terrain", [t for t in Terrain if t is not Terrain.CLEAR])
@pytest.mark.parametrize("scale", [0.25, 0.5, 1.0])
def test_every_terrain_differs_from_clear_ground(terrain: Terrain, scale: float) -> None:
    there = around(*Layout(BARE.grid).centre(h("0403")), 18)
    ground = replace(BARE, terrain={h("0403"): terrain})
    assert difference(BARE, ground, there, scale) > 3
    far = around(*Layout(BARE.grid).centre(h("0706")), 16)
    assert difference(BARE, ground, far, scale) < 0.5


def test_no_two_terrains_look_alike() -> None:
    there = around(*Layout(BARE.grid).centre(h("0403")), 18)
    looks = [replace(BARE, terrain={h("0403"): terrain}) for terrain in Terrain]
    pictures = [painted(look, there) for look in looks]
    for i, one in enumerate(pictures):
        assert all(np.abs(one - other).mean() > 3 for other in pictures[:i])


RISE = {h("0602"): 1, h("0603"): 1}
WET = replace(BARE, rivers=(STREAM,), roads=(TRAIL,))
ACROSS = hexside(h("0404"), h("0405"))


@pytest.mark.parametrize(
    ("before", "after", "hexside_"),
    [
        (BARE, replace(BARE, rivers=(STREAM,)), ACROSS),
        (
            replace(BARE, rivers=(STREAM,)),
            replace(BARE, rivers=(replace(STREAM, water=Water.RIVER),)),
            ACROSS,
        ),
        (BARE, replace(BARE, roads=(TRAIL,)), ACROSS),
        (
            replace(BARE, roads=(TRAIL,)),
            replace(BARE, roads=(replace(TRAIL, way=Way.ROAD),)),
            ACROSS,
        ),
        (WET, replace(WET, spans=(Span("", SpanKind.BRIDGE, ACROSS),)), ACROSS),
        (WET, replace(WET, spans=(Span("", SpanKind.TRESTLE, ACROSS),)), ACROSS),
        (
            replace(WET, spans=(Span("", SpanKind.BRIDGE, ACROSS),)),
            replace(WET, spans=(Span("", SpanKind.TRESTLE, ACROSS),)),
            ACROSS,
        ),
        (WET, replace(WET, fords=frozenset({ACROSS})), ACROSS),
        (BARE, replace(BARE, crests=frozenset({ACROSS})), ACROSS),
        (
            replace(BARE, elevation=RISE),
            replace(BARE, elevation=RISE, slopes=frozenset({(h("0503"), h("0602"))})),
            hexside(h("0503"), h("0602")),
        ),
        (
            replace(BARE, slopes=frozenset({(h("0503"), h("0602"))})),
            replace(BARE, slopes=frozenset({(h("0602"), h("0503"))})),
            hexside(h("0503"), h("0602")),
        ),
    ],
    ids=[
        "stream",
        "river",
        "trail",
        "road",
        "bridge",
        "trestle",
        "bridge or trestle",
        "ford",
        "crest",
        "slope",
        "which way a slope falls",
    ],
)
def test_what_lies_on_a_hexside_is_seen_there(
    before: Battlefield, after: Battlefield, hexside_: tuple[Hex, Hex]
) -> None:
    ground = Ground(BARE, Layout(BARE.grid))
    assert difference(before, after, around(*ground.middle(hexside_), 10)) > 2
    assert difference(before, after, around(*ground.middle((h("0106"), h("0205"))), 10)) < 0.5


def test_a_slope_is_seen_on_its_own_hexside_and_no_other() -> None:
    ground = Ground(BARE, Layout(BARE.grid))
    gentle = replace(BARE, elevation=RISE)
    steep = replace(gentle, slopes=frozenset({(h("0503"), h("0602"))}))
    dark = painted(gentle).min() - 1

    def ink(side: tuple[Hex, Hex]) -> int:
        near = painted(steep, around(*ground.middle(side), 9)).sum(axis=2)
        bare = painted(gentle, around(*ground.middle(side), 9)).sum(axis=2)
        return int((near < bare - 60).sum())

    assert dark > 0
    assert ink((h("0503"), h("0602"))) > 25
    assert ink((h("0503"), h("0603"))) < 10
    assert ink((h("0602"), h("0702"))) == 0


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_a_crest_and_a_ford_are_seen_at_every_zoom_of_play(scale: float) -> None:
    near = around(*Ground(BARE, Layout(BARE.grid)).middle(ACROSS), 8)
    assert difference(BARE, replace(BARE, crests=frozenset({ACROSS})), near, scale) > 8
    assert difference(WET, replace(WET, fords=frozenset({ACROSS})), near, scale) > 8


def test_a_crest_keeps_to_its_hexsides() -> None:
    sides = [hexside(h("0404"), h(other)) for other in ("0305", "0405", "0505")]
    ground = Ground(replace(BARE, crests=frozenset(sides)), Layout(BARE.grid))
    (run,) = runs([ground.ends(side) for side in sides])
    straight = LineString(points_of(run))
    line = ridge(ground, run)
    assert max(straight.distance(Point(*point)) for point in line.tolist()) < 9
    for side in sides:
        assert np.hypot(*(line - ground.middle(side)).T).min() < 7


def test_a_ford_is_a_row_of_pale_stones() -> None:
    river = replace(WET, rivers=(replace(STREAM, water=Water.RIVER),), roads=())
    crossed = replace(river, fords=frozenset({ACROSS}))
    (at,) = Survey(Ground(crossed, Layout(BARE.grid))).crossings
    near = around(at.x, at.y, 2.5)
    water, ford = painted(river, near, 2.0), painted(crossed, near, 2.0)
    assert (water[..., 0] > 220).mean() < 0.05  # the red of water is 163, of paper 243
    assert (ford[..., 0] > 220).mean() > 0.15


def test_higher_ground_is_another_colour() -> None:
    there = around(*Layout(BARE.grid).centre(h("0403")), 8)
    tables = [replace(BARE, elevation=dict.fromkeys(BARE.grid.hexes, i)) for i in (0, 1, 2)]
    levels = [painted(table, there).mean(axis=(0, 1)) for table in tables]
    assert np.abs(levels[0] - levels[1]).max() > 12
    assert np.abs(levels[1] - levels[2]).max() > 12


def test_light_falls_from_the_upper_left() -> None:
    layout = Layout(BARE.grid)
    x, y = layout.centre(h("0403"))
    hill = painted(replace(BARE, elevation={h("0403"): 1}), around(x, y, 48)).sum(axis=2)
    assert hill[12:30, 12:30].mean() > hill[66:84, 66:84].mean() + 30


def test_painting_keeps_every_reference_to_none() -> None:
    art = MapPainter(FULL, Layout(FULL.grid))
    art.picture(art.bounds, 1.0)
    before = sys.getrefcount(None)
    for _ in range(3):
        art.picture(art.bounds, 1.0)
    assert sys.getrefcount(None) > before - 50


# Geometry of the real map


def test_the_surface_steps_where_levels_do(brienne: Survey) -> None:
    ground = brienne.ground
    height = Surface(ground).height
    field = ground.battlefield
    centres = ground.centres(field.grid.hexes)
    heights = ground.raster.at(height, centres)
    means = [
        heights[[field.level(hex_) == level for hex_ in field.grid.hexes]].mean()
        for level in (0, 1, 2)
    ]
    assert means[0] < 0.2
    assert 0.7 < means[1] < 1.2
    assert 1.5 < means[2] < 2.2


def test_rivers_keep_to_their_hexsides(brienne: Survey) -> None:
    for course in brienne.courses:
        for side in course.river.hexsides:
            middle = brienne.ground.middle(side)
            assert np.hypot(*(course.points - middle).T).min() < 11, (course.river.name, side)


def test_rivers_widen_downstream(brienne: Survey) -> None:
    for course in brienne.courses:
        assert course.widths[-1] > course.widths[0]
    last = {
        water: [c.widths[-1] for c in brienne.courses if c.river.water is water] for water in Water
    }
    assert min(last[Water.RIVER]) > max(last[Water.STREAM])


@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.parametrize("first", range(6))
def test_a_river_is_one_course_whichever_way_it_runs(first: int, step: int) -> None:
    middle, around_it = h("0403"), BARE.grid.neighbours[h("0403")]
    sides = [hexside(middle, around_it[(first + step * i) % 6]) for i in range(4)]
    field = replace(BARE, rivers=(River("Bend", Water.STREAM, tuple(sides)),))
    ground = Ground(field, Layout(BARE.grid))
    (course,) = Survey(ground).courses
    ends = [ground.middle(sides[0]), ground.middle(sides[-1])]
    assert np.hypot(*(course.points[:4] - ends[0]).T).min() < 11
    assert np.hypot(*(course.points[-4:] - ends[1]).T).min() < 11


def test_a_river_with_a_gap_is_two_courses() -> None:
    sides = (STREAM.hexsides[0], STREAM.hexsides[3])
    field = replace(BARE, rivers=(replace(STREAM, hexsides=sides),))
    assert len(Survey(Ground(field, Layout(BARE.grid))).courses) == 2


def test_a_river_too_short_for_its_name_has_none() -> None:
    field = replace(BARE, rivers=(River("A very long name indeed", Water.STREAM, (ACROSS,)),))
    survey = Survey(Ground(field, Layout(BARE.grid)))
    assert plan(survey.ground, survey.courses, survey.ink, Detail.CLOSE) == []


def test_a_stream_runs_into_its_river(brienne: Survey) -> None:
    aube, amance = (
        next(c for c in brienne.courses if name in c.river.name) for name in ("Aube", "Amance")
    )
    assert np.hypot(*(aube.points - amance.points[-1]).T).min() < 4


def test_ways_pass_near_the_middle_of_every_hex_in_turn(brienne: Survey) -> None:
    ground = brienne.ground
    for track in brienne.tracks:
        for hex_ in track.hexes:
            gap = np.hypot(*(track.points - ground.layout.centre(hex_)).T).min()
            assert gap < 14, (track.hexes, hex_)


def test_a_stretch_that_several_roads_share_is_drawn_once(brienne: Survey) -> None:
    drawn = [
        frozenset(pair)
        for track in brienne.tracks
        for pair in zip(track.hexes, track.hexes[1:], strict=False)
    ]
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == {frozenset(pair) for pair in brienne.ground.battlefield.ways}


def test_a_road_goes_before_a_trail_where_both_run() -> None:
    field = replace(BARE, roads=(TRAIL, replace(TRAIL, way=Way.ROAD)))
    found = Survey(Ground(field, Layout(field.grid))).tracks
    assert [track.way for track in found] == [Way.ROAD]


def test_roads_leave_the_sheet_at_their_exits(brienne: Survey) -> None:
    frame = brienne.ground.frame
    ends = np.concatenate([[t.points[0], t.points[-1]] for t in brienne.tracks])
    outside = [end for end in ends.tolist() if not frame.contains(QPointF(*end))]
    assert len(outside) == len(brienne.ground.battlefield.exits)


def test_the_hex_of_an_exit_decides_its_edge_of_the_paper() -> None:
    for hex_, edge, expected in (
        ("0301", "N", "N"),
        ("0301", "W", "N"),
        ("0101", "W", "W"),
        ("0706", "S", "S"),
        ("0706", "N", "S"),
        ("0703", "N", "E"),
        ("0303", "E", "E"),
    ):
        assert edge_of(RoadExit("", h(hex_), edge), BARE) == expected


@pytest.mark.parametrize(
    ("north", "hex_", "edge", "expected"),
    [
        (71.2, "0703", "N", "E"),
        (71.2, "0701", "N", "E"),  # a corner: north is at the right
        (71.2, "0701", "W", "N"),
        (71.2, "0701", "NW", "N"),
        (71.2, "0106", "S", "W"),
        (180.0, "0306", "N", "S"),
        (350.0, "0301", "N", "N"),
        (71.2, "0303", "N", "E"),  # not at the edge at all
    ],
)
def test_an_exit_of_a_turned_sheet(north: float, hex_: str, edge: str, expected: str) -> None:
    assert edge_of(RoadExit("", h(hex_), edge), replace(BARE, north=north)) == expected


def test_spans_stand_on_their_water_and_their_way(brienne: Survey) -> None:
    assert len(brienne.crossings) == len(brienne.ground.battlefield.spans)
    for crossing in brienne.crossings:
        at = np.array([crossing.x, crossing.y])
        water = min(np.hypot(*(c.points - at).T).min() for c in brienne.courses)
        way = min(np.hypot(*(t.points - at).T).min() for t in brienne.tracks)
        assert water < 3
        assert way < 3


def test_houses_stand_in_their_hex_beside_the_way_and_apart(brienne: Survey) -> None:
    ground = brienne.ground
    ways = np.concatenate([track.points for track in brienne.tracks])
    terrain = ground.battlefield.terrain
    towns = [hex_ for hex_, fill in terrain.items() if fill is Terrain.TOWN]
    assert sorted(village.hex for village in brienne.villages) == sorted(towns)
    for village in brienne.villages:
        blocks = [village.church, *village.blocks]
        assert len(blocks) >= 6, village.hex
        for i, block in enumerate(blocks):
            assert math.dist((block.x, block.y), ground.layout.centre(village.hex)) < 38
            assert np.hypot(*(ways - (block.x, block.y)).T).min() > 2.4
            assert all(block.is_clear_of(other) for other in blocks[:i])


def test_a_town_of_two_hexes_is_built_closer_than_a_village(brienne: Survey) -> None:
    houses = {village.hex: len(village.blocks) for village in brienne.villages}
    others = [count for hex_, count in houses.items() if hex_ not in ("0912", "0913")]
    assert min(houses[h("0912")], houses[h("0913")]) > sum(others) / len(others)


def test_a_town_without_a_way_still_has_houses() -> None:
    field = replace(BARE, terrain={h("0403"): Terrain.TOWN})
    (village,) = Survey(Ground(field, Layout(field.grid))).villages
    assert len(village.blocks) >= 5


def test_chateaux_stand_clear_of_water(brienne: Survey) -> None:
    water = np.concatenate([course.points for course in brienne.courses])
    assert len(brienne.estates) == 4
    for estate in brienne.estates:
        assert np.hypot(*(water - (estate.x, estate.y)).T).min() > 12


def test_fields_lie_on_open_ground(brienne: Survey) -> None:
    found = fields(brienne.ground, brienne.cover)
    field = brienne.ground.battlefield
    assert len(found.tones) > 200
    for x, y in found.corners.mean(axis=1).tolist():
        hex_ = brienne.ground.layout.hex_at(x, y)
        assert hex_ is None or field.terrain_at(hex_) is not Terrain.WOODS


def test_avenue_trees_stand_off_every_way(brienne: Survey) -> None:
    ways = np.concatenate([track.points for track in brienne.tracks])
    for tree in brienne.avenues[::7]:
        assert np.hypot(*(ways - tree).T).min() > 4


def test_a_clearing_in_a_wood_is_clear() -> None:
    wood = dict.fromkeys(BARE.grid.neighbours[h("0403")], Terrain.WOODS)
    there = around(*Layout(BARE.grid).centre(h("0403")), 10)
    edge = around(*Layout(BARE.grid).centre(h("0402")), 10)
    cleared = replace(BARE, terrain=wood)
    assert difference(BARE, cleared, there) < 3
    assert difference(BARE, cleared, edge) > 12


def test_a_hill_steep_all_round_has_hachures_all_round() -> None:
    top = h("0403")
    around_it = BARE.grid.neighbours[top]
    gentle = replace(BARE, elevation={top: 1})
    steep = replace(gentle, slopes=frozenset((low, top) for low in around_it))
    ground = Ground(BARE, Layout(BARE.grid))
    for low in around_it:
        assert difference(gentle, steep, around(*ground.middle((low, top)), 9)) > 3


def test_where_ways_leave_no_room_a_church_still_stands() -> None:
    ground = Ground(replace(BARE, terrain={h("0403"): Terrain.TOWN}), Layout(BARE.grid))
    x, y = ground.layout.centre(h("0403"))
    turns = np.linspace(0, 40, 4000)
    maze = np.stack([x + turns * np.cos(4 * turns), y + turns * np.sin(4 * turns)], axis=1)
    stub = np.array([(x - 4, y), (x, y), (x + 2, y)])
    ways = [Track(Way.TRAIL, (h("0403"),), line) for line in (maze, stub)]
    (village,) = villages(ground, ways)
    assert (village.church.x, village.church.y, village.blocks) == (x, y, ())


def test_trees_are_painted_at_any_scale_again_and_again() -> None:
    art = MapPainter(FULL, Layout(FULL.grid))
    wood = around(*Layout(FULL.grid).centre(h("0203")), 20)
    first = words(art.picture(wood, 1.0))
    for step in range(10):
        art.picture(wood, 1.1 + step / 10)
    assert (words(art.picture(wood, 1.0)) == first).all()


# Names


def test_remarks_in_brackets_are_not_printed() -> None:
    assert printed("Vernonvilliers trail (Fuligny, Maisons)") == "Vernonvilliers trail"
    assert printed("Brienne - La Rothière") == "Brienne – La Rothière"


@pytest.mark.parametrize("detail", [Detail.NEAR, Detail.CLOSE])
def test_every_town_has_its_name_and_no_name_lies_on_another(
    brienne: Survey, detail: Detail
) -> None:
    names = plan(brienne.ground, brienne.courses, brienne.ink, detail)
    field = brienne.ground.battlefield
    towns = [p for p in field.places if p.terrain is Terrain.TOWN]
    assert len(names) >= len(towns) + 8
    boxes = [name.path.boundingRect() for name in names if len(name.boxes) == 1]
    for i, box in enumerate(boxes):
        assert brienne.ground.frame.contains(box)
        for other in boxes[:i]:
            shared = box & other
            assert shared.width() * shared.height() < 0.05 * box.width() * box.height()


def test_from_afar_only_the_main_town_is_named(brienne: Survey) -> None:
    counts = [len(plan(brienne.ground, brienne.courses, brienne.ink, d)) for d in Detail]
    assert counts[Detail.FAR] == 1
    assert 5 < counts[Detail.MID] < counts[Detail.NEAR] < counts[Detail.CLOSE]


def test_names_grow_as_the_map_shrinks(brienne: Survey) -> None:
    sizes = [
        max(name.style.pixels for name in plan(brienne.ground, brienne.courses, brienne.ink, d))
        for d in Detail
    ]
    assert sizes == sorted(sizes, reverse=True)


def test_a_mere_crossroads_is_not_named() -> None:
    def names(place: Place) -> int:
        ground = Ground(replace(BARE, places=(place,)), Layout(BARE.grid))
        return len(plan(ground, [], np.zeros(ground.hexes_at.shape), Detail.CLOSE))

    assert names(Place("crossroads", h("0403"), Terrain.CLEAR)) == 0
    assert names(Place("Hill 12", h("0403"), Terrain.CLEAR)) == 1
    assert names(Place("mill", h("0403"), Terrain.TOWN)) == 1


def test_a_name_keeps_off_roads_if_it_can() -> None:
    hill = Place("Hill", h("0403"), Terrain.CLEAR)
    ground = Ground(replace(BARE, places=(hill,)), Layout(BARE.grid))
    _, y = ground.layout.centre(h("0403"))
    ink = np.zeros(ground.hexes_at.shape)
    ((free,),) = [plan(ground, [], ink, Detail.CLOSE)]
    assert free.boxes[0, 1] > y
    ink[ground.raster.mesh[1] > y + 10] = 1.0
    ((pushed,),) = [plan(ground, [], ink, Detail.CLOSE)]
    assert pushed.boxes[0, 3] < y
