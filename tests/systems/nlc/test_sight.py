"""Line of sight, spotting and traces of command (N19.2, N12.4)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar import resources
from hexwar.grid.sightlines import OFFSETS
from hexwar.ground.sight import (
    has_line_of_sight,
    line_of_sight,
    sight_field,
    sight_limit,
    sightlines_of,
    spots,
    spotted_field,
    state_sight_limit,
)
from hexwar.ground.traces import command_field, command_trace, why_command
from hexwar.hexes import Grid, Hex, Low, hexside
from hexwar.scenario.build_map import build_battlefield
from hexwar.scenario.files import Desk
from hexwar.scenario.schema import MapFile
from hexwar.systems.nlc.numbers import Numbers, from_overrides
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.battlefield import Battlefield, Place, Terrain
from hexwar.table.sight import SightLine
from hexwar.table.spans import Spans
from tests.systems.nlc import slow_sight
from tests.systems.nlc.positions import FRENCH, OPEN, board, position
from tests.systems.nlc.slow_rules import Sheet
from tests.systems.nlc.slow_traces import slow_command
from tests.systems.nlc.test_properties import positions, sheets

# -- line of sight and spotting (N19.2, N19.21), with the caps of night and weather (N17.1, N18)


NUMBERS = from_overrides({})
LONG = " ".join("." * 15)
"""One row of fifteen clear hexes."""


def look(field: Battlefield, a: str, b: str, numbers: Numbers = NUMBERS) -> SightLine:
    """The line with its reasons, after every fast answer has been found to be the same."""
    line = line_of_sight(field, Hex(a), Hex(b), numbers)
    assert has_line_of_sight(field, Hex(a), Hex(b), 12) == line.visible
    assert spots(field, Hex(a), Hex(b), numbers, 12) == line.spotted
    if a != b:
        assert (b in sight_field(field, Hex(a), 12)) == line.visible
        assert (b in spotted_field(field, Hex(a), numbers, 12)) == line.spotted
    return line


def sees(field: Battlefield, a: str, b: str) -> bool:
    """Whether one sees the other, which is the same from both ends."""
    there, back = look(field, a, b), look(field, b, a)
    assert there.visible == back.visible
    return there.visible


# -- what fills a hex


@pytest.mark.rule("N19.2", "T16.4")
@pytest.mark.parametrize(
    ("letter", "blocks", "sentence"),
    [
        (".", False, "Clear: 2 hexes."),
        ("m", False, "Clear: 2 hexes."),
        ("w", True, "The woods in 0102 block the line."),
        ("t", True, "The town in 0102 blocks the line."),
        ("c", True, "The chateau in 0102 blocks the line."),
    ],
)
def test_woods_town_and_chateau_between_block(letter: str, blocks: bool, sentence: str) -> None:
    field = board(f".\n{letter}\n.")
    assert sees(field, "0101", "0103") != blocks
    line = look(field, "0101", "0103")
    assert (line.reason, line.rule) == (sentence, "N19.2")
    assert line.blocked_by is None or line.blocked_by.hexes == ("0102",)


@pytest.mark.rule("N19.2")
def test_woods_block_however_high_one_stands() -> None:
    field = board(".\nw\n.", elevation="9\n.\n9")
    assert not sees(field, "0101", "0103")


@pytest.mark.rule("N19.2", "T16.4")
def test_the_terrain_of_the_two_ends_does_not_block() -> None:
    field = board("w\n.\nt")
    assert sees(field, "0101", "0103")


@pytest.mark.rule("N19.2")
def test_units_never_block() -> None:
    state = position(".\n.\n.", "F1 infantry 6-3 0102", "A1 infantry 6-3 0103")
    assert sees(state.battle.battlefield, "0101", "0103")


@pytest.mark.rule("N19.2")
def test_a_named_place_is_told_by_name() -> None:
    field = board(".\nt\n.")
    named = Battlefield(
        name="named",
        grid=field.grid,
        terrain=field.terrain,
        elevation={},
        slopes=frozenset(),
        places=(Place("Perthes", Hex("0102"), Terrain.TOWN),),
    )
    line = look(named, "0101", "0103")
    assert line.reason == "The town of Perthes (0102) blocks the line."


# -- slopes


@pytest.mark.rule("N19.2", "T16.4")
@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        ("0 1 0", False),  # over a hill from foot to foot
        ("1 1 0", True),  # from the top itself
        ("0 1 1", True),
        ("2 1 0", True),  # from above the top
    ],
)
def test_a_slope_blocks_unless_an_end_is_as_high_as_its_top(levels: str, expected: bool) -> None:
    first, _, last = levels.split()
    slopes = [*(["0101-0102"] if first == "0" else []), *(["0103-0102"] if last == "0" else [])]
    field = board(".\n.\n.", elevation="\n".join(levels.split()), slopes=slopes)
    assert sees(field, "0101", "0103") == expected


@pytest.mark.rule("N19.2")
def test_the_slopes_of_the_end_hexes_count() -> None:
    top = board(".\n.\n.", elevation="0\n1\n0", slopes=["0101-0102"])  # only the first hexside
    line = look(top, "0101", "0103")
    assert not line.visible
    assert line.blocked_by is not None
    assert (line.blocked_by.kind, line.blocked_by.hexes) == ("slope", ("0101", "0102"))
    assert line.reason == (
        "The slope between 0101 and 0102 blocks the line: it rises to level 1, above both ends."
    )


@pytest.mark.rule("N19.2")
def test_a_step_of_level_without_a_slope_hides_nothing() -> None:
    assert sees(board(".\n.\n.", elevation="0\n3\n0"), "0101", "0103")


@pytest.mark.rule("N19.2")
def test_a_slope_below_both_ends_hides_nothing() -> None:
    field = board(".\n" * 5, elevation="2\n0\n1\n0\n2", slopes=["0102-0103", "0104-0103"])
    assert sees(field, "0101", "0105")
    assert not sees(field, "0102", "0104")


# -- crests


@pytest.mark.rule("N19.2", "T16.4")
@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("0101", "0104", False),
        ("0102", "0104", True),  # an end is one of its two hexes
        ("0101", "0103", True),
        ("0102", "0103", True),
    ],
)
def test_a_crest_blocks_those_who_do_not_stand_at_it(a: str, b: str, expected: bool) -> None:
    field = board(".\n.\n.\n.", crests=["0102-0103"])
    assert sees(field, a, b) == expected


@pytest.mark.rule("N19.2")
def test_a_crest_blocks_however_high_one_stands() -> None:
    field = board(".\n.\n.\n.", crests=["0102-0103"], elevation="9\n0\n0\n9")
    line = look(field, "0101", "0104")
    assert line.reason == "The crest between 0102 and 0103 blocks the line."


@pytest.mark.rule("N19.2")
def test_a_slope_along_a_crest_still_counts_for_those_who_stand_at_it() -> None:
    field = board(".\n.\n.", crests=["0101-0102"], slopes=["0101-0102"], elevation="0\n1\n0")
    assert not sees(field, "0101", "0103")


# -- along a hexside: 0301 to 0501 runs between 0400, off the map, and 0401; 0303 to 0503 between
#    0402 and 0403


@pytest.mark.rule("N19.2", "T16.4")
@pytest.mark.parametrize(
    ("upper", "lower", "expected"),
    [(".", ".", True), ("w", ".", True), (".", "w", True), ("w", "w", False), ("w", "t", False)],
)
def test_along_a_hexside_both_hexes_must_block(upper: str, lower: str, expected: bool) -> None:
    rows = [list(".......") for _ in range(5)]
    rows[1][3], rows[2][3] = upper, lower  # 0402, 0403
    field = board("\n".join(" ".join(row) for row in rows))
    assert sees(field, "0303", "0503") == expected


@pytest.mark.rule("N19.2")
def test_along_a_hexside_one_way_may_be_shut_by_a_hex_and_the_other_by_a_side() -> None:
    rows = OPEN.splitlines()
    rows[1] = ".  .  .  w  .  .  ."  # 0402
    shut = board("\n".join(rows), slopes=["0303-0403"], elevation=levels_at("0403"))
    line = look(shut, "0303", "0503")
    assert not line.visible
    assert line.blocked_by is not None
    assert line.blocked_by.kind == "both ways round"
    assert [way.kind for way in line.blocked_by.ways] == ["woods", "slope"]
    assert line.reason == (
        "The woods in 0402 on one way round and the slope between 0303 and 0403 on the other "
        "block the line."
    )


@pytest.mark.rule("N19.2")
def test_the_hexside_itself_hides_nothing_from_a_line_along_it() -> None:
    field = board(OPEN, slopes=["0402-0403"], crests=["0402-0403"], elevation=levels_at("0403"))
    assert sees(field, "0303", "0503")


@pytest.mark.rule("N19.2")
@pytest.mark.parametrize(("letter", "expected"), [(".", True), ("w", False)])
def test_off_the_map_there_is_nothing_to_see_through(letter: str, expected: bool) -> None:
    field = board(f". {letter} .\n. . .")
    line = look(field, "0101", "0301")
    assert line.visible == expected
    assert line.steps[1].ways[0].obstacle is not None
    assert line.steps[1].ways[0].obstacle.kind == "edge of the map"
    if not expected:
        assert line.reason == (
            "The edge of the map on one way round and the woods in 0201 on the other block the "
            "line."
        )


@pytest.mark.rule("N19.2")
def test_each_tie_is_judged_by_itself() -> None:
    """The line may pass one pair on the left and the next on the right."""
    rows = [list(".......") for _ in range(5)]
    rows[1][1], rows[2][3] = "w", "w"  # 0202 above the first side, 0403 below the second
    field = board("\n".join(" ".join(row) for row in rows))
    assert sees(field, "0103", "0503")


# -- through a corner: 0104 to 0605 leaves 0204 for 0305 at the corner that 0304 shares, and 0404
#    for 0505 at the corner that 0405 shares


CORNER = ("0104", "0605")


@pytest.mark.rule("N19.2")
def test_the_line_of_the_corner_tests_runs_so() -> None:
    line = look(board(OPEN), *CORNER)
    assert [step.hex.hex for step in line.steps] == [
        "0104", "0204", "0305", "0404", "0505", "0605",
    ]  # fmt: skip
    ties = [(step.hex.hex, step.hexes[0]) for step in line.steps if step.is_tie]
    assert ties == [("0305", "0304"), ("0505", "0405")]


@pytest.mark.rule("N19.2")
@pytest.mark.parametrize(
    ("woods", "side", "expected"),
    [
        ("", "", True),
        ("0304", "", True),  # straight on
        ("", "0204-0305", True),  # round by the third hex
        ("0304", "0204-0305", False),
        ("", "0204-0305 0204-0304", False),
        ("", "0204-0305 0304-0305", False),
        ("", "0204-0304 0304-0305", True),
        ("0204", "", False),  # a hex that the line crosses has no other way
        ("0405", "0204-0305", True),  # each corner by itself
    ],
)
def test_through_a_corner_both_ways_must_be_blocked(woods: str, side: str, expected: bool) -> None:
    field = board(with_woods(woods), crests=side.split())
    assert sees(field, *CORNER) == expected


@pytest.mark.rule("N19.2")
def test_slopes_at_a_corner_count_as_crests_do() -> None:
    field = board(with_woods("0304"), slopes=["0204-0305"], elevation=levels_at("0305"))
    assert not sees(field, *CORNER)
    higher = board(with_woods("0304"), slopes=["0204-0305"], elevation=levels_at("0305 0605"))
    assert sees(higher, *CORNER)


# -- always


@pytest.mark.rule("N19.2", "T16.4")
def test_adjacent_hexes_always_see_each_other() -> None:
    field = board("w\nw", crests=["0101-0102"], slopes=["0101-0102"], elevation="0\n1")
    assert sees(field, "0101", "0102")
    line = look(field, "0101", "0102")
    assert line.reason == "Hexes next to each other always see each other."
    assert line.steps[1].ways[0].sides[0].slope == 1
    assert line.steps[1].ways[0].sides[0].is_crest
    assert line.blocked_by is None


@pytest.mark.rule("N19.2")
def test_a_hex_sees_itself() -> None:
    line = look(board("w"), "0101", "0101")
    assert (line.visible, line.spotted, line.distance) == (True, True, 0)
    assert line.hexes == ("0101",)
    assert Hex("0101") not in sight_field(board("w"), Hex("0101"), 12)


# -- range

FAR = "Clear: 4 hexes, but beyond 3 hexes only a higher viewer spots."


@pytest.mark.rule("N19.21", "T16.5")
@pytest.mark.parametrize(
    ("target", "raised", "visible", "spotted", "reason"),
    [
        ("0401", "", True, True, "Clear: 3 hexes."),
        ("0501", "", True, False, FAR),
        ("0501", "0101", True, True, "Clear: 4 hexes, seen from height."),
        ("0501", "0501", True, False, FAR),  # from below
        ("0501", "0101 0501", True, False, FAR),  # from the same level
        ("1301", "0101", True, True, "Clear: 12 hexes, seen from height."),
    ],
)
def test_spotting(target: str, raised: str, visible: bool, spotted: bool, reason: str) -> None:
    field = board(LONG, elevation=levels_at(raised, columns=15, rows=1))
    line = look(field, "0101", target)
    assert (line.visible, line.spotted, line.reason) == (visible, spotted, reason)


@pytest.mark.rule("N19.21")
def test_spotting_need_not_be_mutual() -> None:
    field = board(LONG, elevation=levels_at("0101", columns=15, rows=1))
    assert look(field, "0101", "0901").reason == "Clear: 8 hexes, seen from height."
    back = look(field, "0901", "0101")
    assert back.visible
    assert not back.spotted
    assert back.rule == "N19.21"
    assert back.reason == "Clear: 8 hexes, but beyond 3 hexes only a higher viewer spots."


@pytest.mark.rule("N19.21")
def test_out_of_range_is_told_before_what_is_in_the_way() -> None:
    field = board(LONG.replace(".", "w", 5))
    line = look(field, "0101", "1401")
    assert line.rule == "N19.21"
    assert line.reason == "1401 is 13 hexes away, and no one sees further than 12 hexes."
    assert line.blocked_by is not None


@pytest.mark.rule("N18")
@pytest.mark.parametrize(
    ("weather", "limit"),
    [
        ("fair", 12),
        ("cloudy", 12),
        ("mud", 12),
        ("frost", 12),
        ("rain", 1),
        ("fog", 1),
        ("snow", 1),
        ("snowstorm", 1),
    ],
)
def test_weather_caps_sight(weather: str, limit: int) -> None:
    assert sight_limit(NUMBERS, weather, TurnKind.DAY) == limit
    line = line_of_sight(board(LONG), Hex("0101"), Hex("0301"), NUMBERS, weather)
    assert (line.limit, line.visible) == (limit, limit == 12)
    if limit == 1:
        assert line.rule == "N18"
        assert line.reason == (
            f"0301 is 2 hexes away, and in this weather ({weather}) no one sees further than 1 hex."
        )


@pytest.mark.rule("N17.1", "N17.4")
@pytest.mark.parametrize("kind", [TurnKind.NIGHT_PM, TurnKind.NIGHT_AM])
def test_at_night_one_sees_the_next_hex_only(kind: TurnKind) -> None:
    assert sight_limit(NUMBERS, "fair", kind) == 1
    far = line_of_sight(board(LONG), Hex("0101"), Hex("0301"), NUMBERS, "snow", kind)
    assert (far.visible, far.rule) == (False, "N17.1")
    assert far.reason == "0301 is 2 hexes away, and at night no one sees further than 1 hex."
    assert line_of_sight(board(LONG), Hex("0101"), Hex("0201"), NUMBERS, "fair", kind).spotted


def test_the_limit_of_a_state_follows_its_turn_and_weather() -> None:
    assert state_sight_limit(position(LONG)) == 12
    assert state_sight_limit(position(LONG, kind=TurnKind.NIGHT_PM)) == 1
    snow = position(LONG)
    snow.sky = replace(snow.sky, weather="snow")
    assert state_sight_limit(snow) == 1


def test_a_scenario_may_have_other_ranges() -> None:
    numbers = from_overrides({"sight.farthest": 5, "sight.spotting": 2})
    field = board(LONG)
    assert line_of_sight(field, Hex("0101"), Hex("0601"), numbers).visible
    assert not line_of_sight(field, Hex("0101"), Hex("0701"), numbers).visible
    assert not line_of_sight(field, Hex("0101"), Hex("0401"), numbers).spotted
    assert len(sight_field(field, Hex("0101"), 5)) == 5
    assert not has_line_of_sight(field, Hex("0101"), Hex("0701"), 5)
    assert spotted_field(field, Hex("0101"), numbers, 5) == {Hex("0201"), Hex("0301")}


# -- the trace


def test_the_trace_holds_what_a_profile_needs() -> None:
    field = board(".\n.\nw\n.", elevation="2\n1\n1\n0", slopes=["0102-0101", "0104-0103"])
    line = look(field, "0101", "0104")
    assert line.eye == 2
    assert [(step.hex.hex, step.hex.level) for step in line.steps] == [
        ("0101", 2), ("0102", 1), ("0103", 1), ("0104", 0),
    ]  # fmt: skip
    assert [way.sides[0].slope for step in line.steps for way in step.ways] == [2, None, 1]
    assert [step.obstacle is not None for step in line.steps] == [False, False, True, False]
    assert line.steps[2].hex.terrain is Terrain.WOODS
    assert line.hexes == ("0101", "0102", "0103", "0104")


# -- helpers


def levels_at(places: str, columns: int = 7, rows: int = 7) -> str:
    """Rows of levels: 1 in some hexes, 0 elsewhere."""
    raised = places.split()
    return "\n".join(
        " ".join("1" if f"{c:02}{r:02}" in raised else "." for c in range(1, columns + 1))
        for r in range(1, rows + 1)
    )


def with_woods(places: str) -> str:
    """Seven columns and seven rows, clear but for woods in some hexes."""
    return levels_at(places).replace("1", "w")


# -- line of sight against a slow rule on random maps, and on every map that comes with the game


# -- against the slow reference


@st.composite
def grounds(draw: st.DrawFn) -> slow_sight.Ground:
    grid = Grid(draw(st.integers(1, 14)), draw(st.integers(1, 13)), draw(st.sampled_from(Low)))
    cells = st.sampled_from(grid.hexes)
    sides = st.sampled_from(
        [(a, b) for a in grid.hexes for b in grid.neighbours[a]] or [(Hex("0101"), Hex("0101"))]
    )
    most = len(grid.hexes)
    kinds = st.sampled_from(["woods", "town", "chateau", "marsh"])
    has_sides = most > 1
    return slow_sight.Ground(
        grid.columns,
        grid.rows,
        grid.low.value,
        terrain=draw(st.dictionaries(cells, kinds, max_size=most // 5)),
        level=draw(st.dictionaries(cells, st.integers(0, 3), max_size=most // 2)),
        slopes=draw(st.frozensets(sides, max_size=most)) if has_sides else frozenset(),
        crests=frozenset(
            frozenset(side) for side in draw(st.sets(sides, max_size=most // 3 * has_sides))
        ),
    )


def field_of(ground: slow_sight.Ground) -> Battlefield:
    return Battlefield(
        name="random",
        grid=Grid(ground.columns, ground.rows, Low(ground.low)),
        terrain={Hex(hex_): Terrain(kind) for hex_, kind in ground.terrain.items()},
        elevation={Hex(hex_): level for hex_, level in ground.level.items()},
        slopes=frozenset((Hex(low), Hex(high)) for low, high in ground.slopes),
        crests=frozenset(hexside(*map(Hex, sorted(pair))) for pair in ground.crests),
    )


@pytest.mark.rule("N19.2")
@given(grounds(), st.data())
def test_sight_is_what_the_slow_rule_says(ground: slow_sight.Ground, data: st.DataObject) -> None:
    field = field_of(ground)
    grid = field.grid
    a = data.draw(st.sampled_from(grid.hexes))
    near = [b for b in grid.hexes if grid.distance(a, b) <= 12]
    expected = {b for b in near if b != a and slow_sight.is_visible(ground, a, b)}
    assert sight_field(field, a, 12) == expected
    assert {b for b in near if b != a and has_line_of_sight(field, a, b, 12)} == expected
    for b in data.draw(st.lists(st.sampled_from(near), max_size=20)):
        line = line_of_sight(field, a, b, NUMBERS)
        assert line.visible == (b == a or b in expected)
        assert spots(field, a, b, NUMBERS, 12) == line.spotted
        assert (b in spotted_field(field, a, NUMBERS, 12)) == (line.spotted and a != b)


# -- every map that comes with the game


MAPS = sorted((resources.scenarios() / "maps").glob("*.json"))


@lru_cache(maxsize=8)
def map_at(path: Path) -> Battlefield:
    record = Desk().open(path, MapFile).record
    assert record is not None
    return build_battlefield(record, path.stem)


@pytest.mark.rule("N19.2")
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_sight_is_mutual_on_every_map(path: Path) -> None:
    field = map_at(path)
    grid, seen = field.grid, set()
    pairs = sightlines_of(field).pairs
    cubes = [grid.cube(hex_) for hex_ in grid.hexes]
    index = {cube: cell for cell, cube in enumerate(cubes)}
    for place, (q, r) in enumerate(OFFSETS):
        for a in pairs[place].nonzero()[0].tolist():
            seen.add((a, index[cubes[a][0] + q, cubes[a][1] + r]))
    assert len(seen) > 6 * len(grid.hexes) // 2
    assert seen == {(b, a) for a, b in seen}


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_a_field_is_a_row_of_all_pairs_on_every_map(path: Path) -> None:
    field = map_at(path)
    lines, hexes = sightlines_of(field), field.grid.hexes
    for a in range(0, len(hexes), 7):
        near = set(lines.field(a))
        for b in range(a % 11, len(hexes), 11):
            if a != b:
                assert lines.is_clear(a, b) == (b in near)


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_lines_with_reasons_are_those_of_the_field_on_every_map(path: Path) -> None:
    field = map_at(path)
    hexes = field.grid.hexes
    for a in hexes[:: len(hexes) // 12 + 1]:
        seen = sight_field(field, a, 12)
        for b in [hex_ for hex_ in field.grid.within(a, 12) if hex_ != a][::5]:
            line = line_of_sight(field, a, b, NUMBERS)
            assert line.visible == (b in seen)
            assert (line.blocked_by is None) == line.visible


@given(st.builds(Grid, st.integers(1, 30), st.integers(1, 30), st.sampled_from(Low)), st.data())
def test_no_line_is_shut_in_by_the_edge_of_the_map(grid: Grid, data: st.DataObject) -> None:
    """The first or the other way round always lies on the sheet."""
    a, b = data.draw(st.sampled_from(grid.hexes)), data.draw(st.sampled_from(grid.hexes))
    assume(a != b)
    empty = Battlefield(name="", grid=grid, terrain={}, elevation={}, slopes=frozenset())
    assert line_of_sight(empty, a, b, NUMBERS).blocked_by is None


# -- command distance (N12.4, N14.31, N6.9, N5.71)


HIGHWAY = "0104 0204 0304 0404 0504 0604 0704"
"""From the west edge to the east edge of `OPEN`, through its middle."""

RIVER = ("0301-0401", "0302-0401", "0302-0402", "0303-0402", "0303-0403", "0304-0403")
RIVER_SOUTH = ("0304-0404", "0305-0404", "0305-0405", "0306-0405", "0306-0406", "0307-0406")
RIVER_END = ("0307-0407",)
WALL = (*RIVER, *RIVER_SOUTH, *RIVER_END)
"""A river from north to south between columns 03 and 04 of `OPEN`."""


def halves(state: GameState, a: str, b: str) -> int | None:
    return command_field(state, FRENCH, Hex(a)).halves(Hex(b))


# -- how it is counted


@pytest.mark.rule("N12.4")
def test_a_hex_counts_one_and_a_step_by_road_half() -> None:
    state = position(OPEN, roads=[HIGHWAY])
    assert halves(state, "0101", "0103") == 4
    assert halves(state, "0104", "0404") == 3
    assert halves(state, "0204", "0205") == 2  # off the road


@pytest.mark.rule("N12.4")
def test_a_trail_counts_as_a_road() -> None:
    assert halves(position(OPEN, trails=[HIGHWAY]), "0104", "0704") == 6


@pytest.mark.rule("N12.4")
def test_a_road_crossed_but_not_followed_helps_nothing() -> None:
    state = position(OPEN, roads=["0104 0204", "0105 0205"])
    assert halves(state, "0104", "0105") == 2


@pytest.mark.rule("N12.4")
def test_the_trace_makes_a_detour_along_the_road() -> None:
    state = position(OPEN, roads=["0101 0201 0302 0303 0203 0104"])
    field = command_field(state, FRENCH, Hex("0101"))
    assert field.halves(Hex("0104")) == 5
    assert field.path(Hex("0104")) == ("0101", "0201", "0302", "0303", "0203", "0104")


@pytest.mark.rule("N14.31")
def test_what_lies_within_a_range_in_hexes() -> None:
    state = position(OPEN, roads=[HIGHWAY])
    field = command_field(state, FRENCH, Hex("0104"), 2)
    assert Hex("0504") in field.within(2)  # four steps by road
    assert Hex("0604") not in field.within(2)
    assert Hex("0102") in field.within(2)
    assert field.within(1) < field.within(2)
    assert field.within(0) == {"0104"}
    assert field.halves(Hex("0604")) is None  # beyond the limit nothing is looked for
    assert field.path(Hex("0604")) == ()


def test_the_distances_are_told_in_map_order() -> None:
    field = command_field(position(OPEN), FRENCH, Hex("0101"), 1)
    assert field.distances() == {Hex("0101"): 0, Hex("0102"): 2, Hex("0201"): 2}
    assert list(field.distances()) == ["0101", "0102", "0201"]


# -- water


@pytest.mark.rule("N12.4", "N5.71")
@pytest.mark.parametrize(
    ("water", "reaches"),
    [
        ({}, False),
        ({"bridges": ["0304-0403"]}, True),
        ({"fords": ["0304-0403"]}, True),
        ({"pontoons": ["0304-0403"]}, True),
        ({"bridges": ["0304-0403"], "damaged": ["0304-0403"]}, False),
    ],
)
def test_a_river_is_crossed_at_a_span_or_ford_only(water: dict[str, Any], reaches: bool) -> None:
    bars = [side for side in WALL if side != "0304-0403"] if water else WALL
    state = position(OPEN, rivers=bars, **water)
    assert halves(state, "0303", "0503") == (6 if reaches else None)


@pytest.mark.rule("N12.4", "N5.71")
@pytest.mark.parametrize("damaged", [[], ["0104-0105"]])
def test_a_stream_stops_no_trace_with_its_trestle_or_without(damaged: list[str]) -> None:
    state = position(OPEN, trestles=["0104-0105"], roads=["0104 0105"], damaged=damaged)
    assert halves(state, "0104", "0105") == 1


@pytest.mark.rule("N5.71")
def test_what_the_fall_of_a_bridge_cuts_off() -> None:
    state = position(OPEN, rivers=WALL[1:], bridges=WALL[:1])
    after = state.copy()
    after.put_spans(Spans(damaged=frozenset({hexside(Hex("0301"), Hex("0401"))})))
    assert halves(state, "0301", "0401") == 2
    assert halves(after, "0301", "0401") is None
    assert halves(state, "0301", "0401") == 2  # the game itself has not changed


# -- enemies


@pytest.mark.rule("N12.4")
def test_the_trace_does_not_enter_a_hex_of_the_enemy() -> None:
    state = position(".  .  .", "A1 infantry 3-3 0201 disrupted")
    assert halves(state, "0101", "0201") is None
    assert halves(state, "0101", "0301") is None


@pytest.mark.rule("N12.4", "N6.9")
def test_the_trace_ends_in_an_enemy_zone_but_does_not_go_through() -> None:
    state = position(".  .  .  .  .", "A1 infantry 3-3 0501")
    assert halves(state, "0101", "0401") == 6  # a house rule: for those who stand there
    state = position(". . . . .\n. . . . .", "A1 infantry 3-3 0301", "A2 infantry 3-3 0302")
    assert halves(state, "0101", "0201") == 2
    assert halves(state, "0101", "0501") is None
    assert halves(state, "0101", "0401") is None


@pytest.mark.rule("N12.4")
def test_a_trace_that_begins_in_an_enemy_zone_leaves_it() -> None:
    state = position(".  .  .  .", "A1 infantry 3-3 0101")
    assert halves(state, "0201", "0401") == 4


STRIP = ". . . . .\n. . . . ."
"""An enemy in 0302 has a zone in all other hexes of the columns 02 to 04."""


@pytest.mark.rule("N6.9")
@pytest.mark.parametrize(
    ("friend", "leads"),
    [
        ("F1 infantry 2-3 0301", True),
        ("F1 infantry 2-3 0301 disrupted", False),
        ("F1 train 0301", False),
        ("F1 leader 0301", False),
        ("F1 light 2-3 0301", True),
    ],
)
def test_a_friendly_combat_unit_in_good_order_cancels_the_zone(friend: str, leads: bool) -> None:
    """Friends in 0201 and 0401 do it; the trace needs 0301 as well."""
    beside = ("F8 infantry 2-3 0201", "F9 infantry 2-3 0401")
    state = position(STRIP, "A1 infantry 3-3 0302", friend, *beside)
    assert (halves(state, "0101", "0501") is not None) is leads


@pytest.mark.rule("N6.9", "N5.33")
def test_the_tail_of_a_column_cancels_the_zone_too() -> None:
    lines = ("A1 infantry 3-3 0302", "F8 infantry 2-3 0201", "F9 infantry 9-3 0401 tail:0301")
    assert halves(position(STRIP, *lines), "0101", "0501") == 8


# -- why


@pytest.mark.rule("N12.4")
def test_a_trace_says_its_length() -> None:
    state = position(OPEN, roads=[HIGHWAY])
    trace = command_trace(state, FRENCH, Hex("0104"), Hex("0305"))
    assert (trace.is_in, trace.halves, trace.rule) == (True, 3, "N12.4")
    assert trace.reason == "1 1/2 hexes by road."
    assert trace.path == ("0104", "0204", "0305")
    same = command_trace(state, FRENCH, Hex("0104"), Hex("0104"), 4)
    assert (same.is_in, same.reason, same.rule) == (True, "The same hex, within 4.", "N14.31")


@pytest.mark.rule("N14.31")
def test_range_and_what_is_beyond_it() -> None:
    state = position(OPEN, roads=[HIGHWAY])
    near = why_command(state, FRENCH, Hex("0104"), Hex("0604"), 4)
    assert (near.is_in, near.reason) == (True, "2 1/2 hexes by road, within 4.")
    far = why_command(state, FRENCH, Hex("0101"), Hex("0706"), 4)
    assert (far.is_in, far.rule, far.blocked_at) == (False, "N14.31", ())
    assert far.reason == "7 1/2 hexes by road, beyond 4."
    assert why_command(state, FRENCH, Hex("0101"), Hex("0102"), 4).reason == "1 hex, within 4."


@pytest.mark.rule("N6.9")
def test_an_enemy_zone_is_named() -> None:
    state = position(". . . . .", "A1 infantry 3-3 0301")
    there = command_trace(state, FRENCH, Hex("0101"), Hex("0301"))
    assert there.reason == "The enemy in 0301 stops the trace."
    assert (there.rule, there.blocked_at) == ("N12.4", ("0301",))
    state = position(STRIP, "A1 infantry 3-3 0302")
    trace = command_trace(state, FRENCH, Hex("0101"), Hex("0501"))
    assert (trace.is_in, trace.halves, trace.path) == (False, None, ())
    assert (trace.reason, trace.rule) == ("The enemy zone in 0201 stops the trace.", "N6.9")
    assert trace.blocked_at == ("0201",)


@pytest.mark.rule("N6.9")
def test_the_zone_that_is_named_is_one_that_no_friend_cancels() -> None:
    friends = ("F8 infantry 2-3 0201", "F9 infantry 2-3 0301")
    state = position(STRIP, "A1 infantry 3-3 0302", *friends)
    assert command_trace(state, FRENCH, Hex("0101"), Hex("0501")).blocked_at == ("0401",)


@pytest.mark.rule("N6.9", "N14.31")
def test_a_detour_that_is_too_long_is_told_with_its_cause() -> None:
    state = position(OPEN, "A1 infantry 3-3 0301")
    trace = why_command(state, FRENCH, Hex("0101"), Hex("0601"), 5)
    assert trace.halves is not None
    assert trace.halves > 10
    assert trace.reason == (
        f"The enemy zone in 0201 stops the trace; round it: {trace.halves // 2} hexes, beyond 5."
    )


@pytest.mark.rule("N12.4", "N5.71")
def test_water_is_named() -> None:
    state = position(OPEN, rivers=WALL)
    trace = command_trace(state, FRENCH, Hex("0304"), Hex("0403"))
    assert trace.reason == "The river between 0304 and 0403 stops the trace."
    assert (trace.rule, trace.blocked_at) == ("N12.4", ("0304", "0403"))
    state = position(OPEN, rivers=WALL, bridges=["0304-0403"], damaged=["0304-0403"])
    trace = command_trace(state, FRENCH, Hex("0304"), Hex("0403"), 4)
    assert trace.reason == "The damaged bridge between 0304 and 0403 stops the trace."
    assert trace.rule == "N5.71"


@pytest.mark.rule("N14.31")
def test_a_hex_behind_water_and_out_of_range_is_out_of_range() -> None:
    trace = why_command(position(OPEN, rivers=WALL), FRENCH, Hex("0104"), Hex("0704"), 4)
    assert (trace.is_in, trace.reason) == (False, "At least 6 hexes, beyond 4.")


# -- against the slow rules


@pytest.mark.rule("N12.4", "N6.9", "N5.71")
@given(positions(), st.data())
def test_the_field_is_that_of_the_slow_rules(position: Any, data: st.DataObject) -> None:
    state, start = position.state(), data.draw(st.sampled_from(position.sheet.hexes))
    field = command_field(state, FRENCH, Hex(start))
    slow = slow_command(position.sheet, state, FRENCH, start)
    assert {str(hex_): halves for hex_, halves in field.distances().items()} == slow


@pytest.mark.rule("N12.4")
@given(positions(), st.data())
def test_each_trace_costs_what_it_says_and_each_reason_fits(
    position: Any, data: st.DataObject
) -> None:
    state, pick = position.state(), st.sampled_from(position.sheet.hexes)
    a, b, limit = data.draw(pick), data.draw(pick), data.draw(st.none() | st.integers(0, 6))
    trace = command_trace(state, FRENCH, Hex(a), Hex(b), limit)
    slow = slow_command(position.sheet, state, FRENCH, a).get(b)
    assert trace.halves == slow
    assert trace.is_in == (slow is not None and (limit is None or slow <= 2 * limit))
    assert trace.reason.endswith(".")
    assert not (trace.is_in and trace.blocked_at)
    steps = zip(trace.path, trace.path[1:], strict=False)
    ways = position.sheet.ways
    assert sum(1 if frozenset(step) in ways else 2 for step in steps) == (slow or 0)
    assert bool(trace.path) == (slow is not None)


@given(sheets(), st.data())
def test_without_enemies_no_way_round_is_shorter(sheet: Sheet, data: st.DataObject) -> None:
    state = position(sheet.text(), **sheet.features())
    a, b, c = (data.draw(st.sampled_from(sheet.hexes)) for _ in range(3))
    direct, first, second = halves(state, a, c), halves(state, a, b), halves(state, b, c)
    assert direct == halves(state, c, a)
    if first is not None and second is not None:
        assert direct is not None
        assert direct <= first + second
