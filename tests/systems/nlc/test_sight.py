"""Line of sight, spotting and traces of command (N19.2, N12.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar import resources
from hexwar.grid.sightlines import OFFSETS
from hexwar.ground import sight
from hexwar.ground.traces import command_field, command_trace
from hexwar.hexes import Grid, Hex, Low, hexside
from hexwar.scenario.build import build_battlefield
from hexwar.scenario.files import OpenFiles
from hexwar.scenario.schema import MapFile
from hexwar.systems.nlc.numbers import PRINTED, Numbers
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.battlefield import Battlefield, Place, Terrain
from hexwar.table.reports import SightLine
from hexwar.table.spans import Spans
from tests.systems.nlc import slow_sight
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import FRENCH, OPEN, board, position
from tests.systems.nlc.slow_rules import Sheet
from tests.systems.nlc.slow_traces import slow_command
from tests.systems.nlc.test_properties import positions, sheets

# -- line of sight and spotting (N19.2, N19.21), with the caps of night and weather (N17.1, N18)


NUMBERS = PRINTED.with_own({})

LONG = " ".join("." * 15)
"""One row of fifteen clear hexes."""

UP, DOWN = "0101-0102", "0103-0102"


def look(field: Battlefield, a: str, b: str, numbers: Numbers = NUMBERS) -> SightLine:
    """The line with its reasons, after every fast answer has been found to be the same."""
    line = sight.line_of_sight(field, Hex(a), Hex(b), numbers)
    assert sight.has_line_of_sight(field, Hex(a), Hex(b), 12) == line.visible
    assert (Hex(b) in {Hex(a), *sight.spotted_field(field, Hex(a), numbers, 12)}) == line.spotted
    if a != b:
        assert (b in sight.sight_field(field, Hex(a), 12)) == line.visible
        assert (b in sight.spotted_field(field, Hex(a), numbers, 12)) == line.spotted
    return line


def sees(field: Battlefield, a: str, b: str) -> bool:
    """Whether one sees the other, which is the same from both ends."""
    there, back = look(field, a, b), look(field, b, a)
    assert there.visible == back.visible
    return there.visible


def column(letters: str, levels: str = "", **words: Any) -> Battlefield:
    """One column of hexes, 0101 in the north."""
    return board("\n".join(letters), elevation="\n".join(levels), **words)


def blocked(line: SightLine) -> tuple[str, tuple[str, ...]]:
    """What blocks a line, and where."""
    assert line.blocked_by is not None
    return line.blocked_by.kind, line.blocked_by.hexes


@pytest.mark.rule("N19.2", "T16.4")
def test_woods_town_and_chateau_between_block_and_neither_ends_nor_units() -> None:
    for letter, sentence in (
        (".", "Clear: 2 hexes."),
        ("m", "Clear: 2 hexes."),
        ("w", "The woods in 0102 block the line."),
        ("t", "The town in 0102 blocks the line."),
        ("c", "The chateau in 0102 blocks the line."),
    ):
        field = column(f".{letter}.")
        assert sees(field, "0101", "0103") == (letter in ".m")
        line = look(field, "0101", "0103")
        assert (line.reason, line.rule) == (sentence, "N19.2")
        assert line.blocked_by is None or line.blocked_by.hexes == ("0102",)
    assert not sees(column(".w.", "9.9"), "0101", "0103")
    assert sees(column("w.t"), "0101", "0103")
    state = position(".\n.\n.", "F1 infantry 6-3 0102", "A1 infantry 6-3 0103")
    assert sees(state.battle.battlefield, "0101", "0103")


@pytest.mark.rule("N19.2", "T16.4")
@each(
    "levels slopes ends expected",
    pytest.param("010", [UP, DOWN], "0101 0103", False, id="over a hill from foot to foot"),
    pytest.param("010", [UP], "0101 0103", False, id="the slope of an end hex counts"),
    pytest.param("110", [DOWN], "0101 0103", True, id="from the top itself"),
    pytest.param("011", [UP], "0101 0103", True, id="to the top itself"),
    pytest.param("210", [DOWN], "0101 0103", True, id="from above the top"),
    pytest.param("030", [], "0101 0103", True, id="a step of level without a slope"),
    pytest.param("20102", ["0102-0103", "0104-0103"], "0101 0105", True, id="below both ends"),
    pytest.param("20102", ["0102-0103", "0104-0103"], "0102 0104", False, id="from between"),
)
def test_a_slope_blocks_unless_an_end_is_as_high_as_its_top(
    levels: str, slopes: list[str], ends: str, expected: bool
) -> None:
    field = column("." * len(levels), levels, slopes=slopes)
    assert sees(field, *ends.split()) == expected


@pytest.mark.rule("N19.2", "T16.4")
def test_a_crest_or_slope_blocks_who_does_not_stand_at_it_and_is_named() -> None:
    for a, b, expected in (
        ("0101", "0104", False),
        ("0102", "0104", True),  # an end is one of its two hexes
        ("0101", "0103", True),
        ("0102", "0103", True),
    ):
        assert sees(column("....", crests=["0102-0103"]), a, b) == expected
        assert sees(column("....", "9009", crests=["0102-0103"]), a, b) == expected  # however high
    assert not sees(column("...", "010", crests=[UP], slopes=[UP]), "0101", "0103")
    line = look(column("...", "010", slopes=[UP]), "0101", "0103")
    assert blocked(line) == ("slope", ("0101", "0102"))
    assert line.reason == (
        "The slope between 0101 and 0102 blocks the line: it rises to level 1, above both ends."
    )
    line = look(column("....", "9009", crests=["0102-0103"]), "0101", "0104")
    assert line.reason == "The crest between 0102 and 0103 blocks the line."
    named = replace(column(".t."), places=(Place("Perthes", Hex("0102"), Terrain.TOWN),))
    line = look(named, "0101", "0103")
    assert line.reason == "The town of Perthes (0102) blocks the line."


# -- along a hexside: 0301 to 0501 runs between 0400, off the map, and 0401; 0303 to 0503 between
#    0402 and 0403


@pytest.mark.rule("N19.2", "T16.4")
@each(
    "letters line expected",
    ({}, "0303 0503", True),
    ({"0402": "w"}, "0303 0503", True),
    ({"0403": "w"}, "0303 0503", True),
    ({"0402": "w", "0403": "w"}, "0303 0503", False),
    ({"0402": "w", "0403": "t"}, "0303 0503", False),
    # Each tie by itself: the line may pass one pair on the left and the next on the right.
    ({"0202": "w", "0403": "w"}, "0103 0503", True),
)
def test_along_a_hexside_both_hexes_must_block(
    letters: dict[str, str], line: str, expected: bool
) -> None:
    assert sees(board(cells(letters)), *line.split()) == expected


@pytest.mark.rule("N19.2")
def test_both_hexes_along_a_hexside_are_asked_even_off_the_map() -> None:
    woods, hill = cells({"0402": "w"}), levels_at("0403")
    line = look(board(woods, slopes=["0303-0403"], elevation=hill), "0303", "0503")
    assert blocked(line)[0] == "both ways round"
    assert line.blocked_by is not None
    assert [way.kind for way in line.blocked_by.ways] == ["woods", "slope"]
    assert line.reason == (
        "The woods in 0402 on one way round and the slope between 0303 and 0403 on the other "
        "block the line."
    )
    # The hexside itself hides nothing from a line along it.
    along = board(OPEN, slopes=["0402-0403"], crests=["0402-0403"], elevation=hill)
    assert sees(along, "0303", "0503")
    for letter, expected in ((".", True), ("w", False)):
        line = look(board(f". {letter} .\n. . ."), "0101", "0301")
        assert line.visible == expected
        obstacle = line.steps[1].ways[0].obstacle
        assert obstacle is not None
        assert obstacle.kind == "edge of the map"
    assert line.reason == (
        "The edge of the map on one way round and the woods in 0201 on the other block the line."
    )


# -- through a corner: 0104 to 0605 leaves 0204 for 0305 at the corner that 0304 shares, and 0404
#    for 0505 at the corner that 0405 shares


CORNER = ("0104", "0605")
FAR = "Clear: 4 hexes, but beyond 3 hexes only a higher viewer spots."
MAPS = sorted((resources.scenarios() / "maps").glob("*.json"))

HIGHWAY = "0104 0204 0304 0404 0504 0604 0704"
"""From the west edge to the east edge of `OPEN`, through its middle."""

RIVER = ("0301-0401", "0302-0401", "0302-0402", "0303-0402", "0303-0403", "0304-0403")
RIVER_SOUTH = ("0304-0404", "0305-0404", "0305-0405", "0306-0405", "0306-0406", "0307-0406")
RIVER_END = ("0307-0407",)

WALL = (*RIVER, *RIVER_SOUTH, *RIVER_END)
"""A river from north to south between columns 03 and 04 of `OPEN`."""

STRIP = ". . . . .\n. . . . ."
"""An enemy in 0302 has a zone in all other hexes of the columns 02 to 04."""


@pytest.mark.rule("N19.2")
def test_through_a_corner_both_ways_must_be_blocked() -> None:
    line = look(board(OPEN), *CORNER)
    assert [step.hex.hex for step in line.steps] == ["0104", "0204", "0305", "0404", "0505", "0605"]
    ties = [(step.hex.hex, step.hexes[0]) for step in line.steps if step.is_tie]
    assert ties == [("0305", "0304"), ("0505", "0405")]
    for raised, is_seen in (("0305", False), ("0305 0605", True)):
        woods, levels = with_woods("0304"), levels_at(raised)
        assert sees(board(woods, slopes=["0204-0305"], elevation=levels), *CORNER) is is_seen
    for woods, side, expected in (
        ("", "", True),
        ("0304", "", True),  # straight on
        ("", "0204-0305", True),  # round by the third hex
        ("0304", "0204-0305", False),
        ("", "0204-0305 0204-0304", False),
        ("", "0204-0305 0304-0305", False),
        ("", "0204-0304 0304-0305", True),
        ("0204", "", False),  # a hex that the line crosses has no other way
        ("0405", "0204-0305", True),  # each corner by itself
    ):
        field = board(with_woods(woods), crests=side.split())
        assert sees(field, *CORNER) == expected


@pytest.mark.rule("N19.2", "T16.4")
def test_a_hex_sees_the_next_ones_and_itself_and_a_trace_holds_what_a_profile_needs() -> None:
    field = column("ww", "01", crests=[UP], slopes=[UP])
    assert sees(field, "0101", "0102")
    line = look(field, "0101", "0102")
    assert line.reason == "Hexes next to each other always see each other."
    side = line.steps[1].ways[0].sides[0]
    assert (side.slope, side.is_crest) == (1, True)
    assert line.blocked_by is None
    line = look(board("w"), "0101", "0101")
    assert (line.visible, line.spotted, line.distance) == (True, True, 0)
    assert line.hexes == ("0101",)
    assert Hex("0101") not in sight.sight_field(board("w"), Hex("0101"), 12)
    line = look(column("..w.", "2110", slopes=["0102-0101", "0104-0103"]), "0101", "0104")
    assert line.eye == 2
    assert line.hexes == ("0101", "0102", "0103", "0104")
    assert [(step.hex.hex, step.hex.level) for step in line.steps] == [
        *(("0101", 2), ("0102", 1), ("0103", 1), ("0104", 0))
    ]
    assert [way.sides[0].slope for step in line.steps for way in step.ways] == [2, None, 1]
    assert [step.obstacle is not None for step in line.steps] == [False, False, True, False]
    assert line.steps[2].hex.terrain is Terrain.WOODS


@pytest.mark.rule("N19.21", "T16.5")
def test_spotting_which_need_not_be_mutual() -> None:
    for target, raised, visible, spotted, reason in (
        ("0401", "", True, True, "Clear: 3 hexes."),
        ("0501", "", True, False, FAR),
        ("0501", "0101", True, True, "Clear: 4 hexes, seen from height."),
        ("0501", "0501", True, False, FAR),  # from below
        ("0501", "0101 0501", True, False, FAR),  # from the same level
        ("1301", "0101", True, True, "Clear: 12 hexes, seen from height."),
    ):
        field = board(LONG, elevation=levels_at(raised, columns=15, rows=1))
        line = look(field, "0101", target)
        assert (line.visible, line.spotted, line.reason) == (visible, spotted, reason)
    field = board(LONG, elevation=levels_at("0101", columns=15, rows=1))
    assert look(field, "0101", "0901").reason == "Clear: 8 hexes, seen from height."
    back = look(field, "0901", "0101")
    assert (back.visible, back.spotted, back.rule) == (True, False, "N19.21")
    assert back.reason == "Clear: 8 hexes, but beyond 3 hexes only a higher viewer spots."
    line = look(board(LONG.replace(".", "w", 5)), "0101", "1401")
    assert line.rule == "N19.21"
    assert line.reason == "1401 is 13 hexes away, and no one sees further than 12 hexes."
    assert line.blocked_by is not None


def looking(b: str, *sky: Any, numbers: Numbers = NUMBERS) -> SightLine:
    """From 0101 along the long row."""
    return sight.line_of_sight(board(LONG), Hex("0101"), Hex(b), numbers, *sky)


@pytest.mark.rule("N18", "N17.1", "N17.4")
def test_weather_and_night_cap_sight() -> None:
    for weather in ("rain", "fog", "snow", "snowstorm"):
        assert sight.sight_limit(NUMBERS, weather, TurnKind.DAY) == 1
        line = looking("0301", weather)
        assert (line.limit, line.visible, line.rule) == (1, False, "N18")
        assert line.reason == (
            f"0301 is 2 hexes away, and in this weather ({weather}) no one sees further than 1 hex."
        )
        for other in ("fair", "cloudy", "mud", "frost"):
            assert sight.sight_limit(NUMBERS, other, TurnKind.DAY) == 12
            assert (looking("0301", other).limit, looking("0301", other).visible) == (12, True)
    for kind in (TurnKind.NIGHT_PM, TurnKind.NIGHT_AM):
        assert sight.sight_limit(NUMBERS, "fair", kind) == 1
        far = looking("0301", "snow", kind)
        assert (far.visible, far.rule) == (False, "N17.1")
        assert far.reason == "0301 is 2 hexes away, and at night no one sees further than 1 hex."
        assert looking("0201", "fair", kind).spotted
    assert sight.state_sight_limit(position(LONG)) == 12
    assert sight.state_sight_limit(position(LONG, kind=TurnKind.NIGHT_PM)) == 1
    assert sight.state_sight_limit(position(LONG, weather="snow")) == 1
    numbers, field = PRINTED.with_own({"sight.farthest": 5, "sight.spotting": 2}), board(LONG)
    assert looking("0601", numbers=numbers).visible
    assert not looking("0701", numbers=numbers).visible
    assert not looking("0401", numbers=numbers).spotted
    assert len(sight.sight_field(field, Hex("0101"), 5)) == 5
    assert not sight.has_line_of_sight(field, Hex("0101"), Hex("0701"), 5)
    assert sight.spotted_field(field, Hex("0101"), numbers, 5) == {"0201", "0301"}


def cells(letters: Mapping[str, str], columns: int = 7, rows: int = 7) -> str:
    """Rows of hexes, clear but for the letters of some."""
    return "\n".join(
        " ".join(letters.get(f"{c:02}{r:02}", ".") for c in range(1, columns + 1))
        for r in range(1, rows + 1)
    )


def levels_at(places: str, columns: int = 7, rows: int = 7) -> str:
    """Rows of levels: 1 in some hexes, 0 elsewhere."""
    return cells(dict.fromkeys(places.split(), "1"), columns, rows)


def with_woods(places: str) -> str:
    """Seven columns and seven rows, clear but for woods in some hexes."""
    return cells(dict.fromkeys(places.split(), "w"))


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
    assert sight.sight_field(field, a, 12) == expected
    assert {b for b in near if b != a and sight.has_line_of_sight(field, a, b, 12)} == expected
    for b in data.draw(st.lists(st.sampled_from(near), max_size=20)):
        line = sight.line_of_sight(field, a, b, NUMBERS)
        assert line.visible == (b == a or b in expected)
        assert (b in {a, *sight.spotted_field(field, a, NUMBERS, 12)}) == line.spotted
        assert (b in sight.spotted_field(field, a, NUMBERS, 12)) == (line.spotted and a != b)


@lru_cache(maxsize=8)
def map_at(path: Path) -> Battlefield:
    record = OpenFiles().open(path, MapFile).record
    assert record is not None
    return build_battlefield(record, path.stem)


@pytest.mark.rule("N19.2")
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_sight_is_mutual_on_every_map(path: Path) -> None:
    """Whom a hex sees in one direction sees it in the opposite one."""
    field = map_at(path)
    pairs, cubes = (
        sight.sightlines_of(field).pairs,
        np.array([*map(field.grid.cube, field.grid.hexes)]),
    )
    cubes -= cubes.min(axis=0) - 12
    cell_at = np.full(cubes.max(axis=0) + 13, -1)
    cell_at[cubes[:, 0], cubes[:, 1]] = np.arange(len(cubes))
    for place, (q, r) in enumerate(OFFSETS):
        a = pairs[place].nonzero()[0]
        b = cell_at[cubes[a, 0] + q, cubes[a, 1] + r]
        assert (b >= 0).all()
        assert pairs[OFFSETS.index((-q, -r))][b].all()
    assert sum(np.count_nonzero(row) for row in pairs) > 3 * len(cubes)


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_a_field_is_a_row_of_all_pairs_on_every_map(path: Path) -> None:
    field = map_at(path)
    lines, hexes = sight.sightlines_of(field), field.grid.hexes
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
        seen = sight.sight_field(field, a, 12)
        for b in [hex_ for hex_ in field.grid.within(a, 12) if hex_ != a][::5]:
            line = sight.line_of_sight(field, a, b, NUMBERS)
            assert line.visible == (b in seen)
            assert (line.blocked_by is None) == line.visible


@given(st.builds(Grid, st.integers(1, 30), st.integers(1, 30), st.sampled_from(Low)), st.data())
def test_no_line_is_shut_in_by_the_edge_of_the_map(grid: Grid, data: st.DataObject) -> None:
    """The first or the other way round always lies on the sheet."""
    a, b = data.draw(st.sampled_from(grid.hexes)), data.draw(st.sampled_from(grid.hexes))
    assume(a != b)
    empty = Battlefield(name="", grid=grid, terrain={}, elevation={}, slopes=frozenset())
    assert sight.line_of_sight(empty, a, b, NUMBERS).blocked_by is None


def halves(state: GameState, a: str, b: str) -> int | None:
    return command_field(state, FRENCH, Hex(a)).halves(Hex(b))


@pytest.mark.rule("N12.4", "N14.31")
def test_a_hex_counts_one_and_a_step_by_road_or_trail_half() -> None:
    state = position(OPEN, roads=[HIGHWAY])
    assert halves(state, "0101", "0103") == 4
    assert halves(state, "0104", "0404") == 3
    assert halves(state, "0204", "0205") == 2  # off the road
    assert halves(position(OPEN, trails=[HIGHWAY]), "0104", "0704") == 6
    crossed = position(OPEN, roads=["0104 0204", "0105 0205"])  # and not followed
    assert halves(crossed, "0104", "0105") == 2
    detour = "0101 0201 0302 0303 0203 0104"
    field = command_field(position(OPEN, roads=[detour]), FRENCH, Hex("0101"))
    assert field.halves(Hex("0104")) == 5
    assert field.path(Hex("0104")) == tuple(detour.split())
    field = command_field(state, FRENCH, Hex("0104"), 2)
    assert field.is_within(Hex("0504"), 2)  # four steps by road
    assert not field.is_within(Hex("0504"), 1)
    assert not field.is_within(Hex("0604"), 2)
    assert field.is_within(Hex("0102"), 2)
    assert [h for h in field.grid.hexes if field.is_within(h, 0)] == ["0104"]
    assert field.halves(Hex("0604")) is None  # beyond the limit nothing is looked for
    assert field.path(Hex("0604")) == ()
    field = command_field(position(OPEN), FRENCH, Hex("0101"), 1)
    assert field.distances() == {Hex("0101"): 0, Hex("0102"): 2, Hex("0201"): 2}
    assert list(field.distances()) == ["0101", "0102", "0201"]


@pytest.mark.rule("N12.4", "N5.71")
@each(
    "water reaches",
    ({}, False),
    ({"bridges": ["0304-0403"]}, True),
    ({"fords": ["0304-0403"]}, True),
    ({"pontoons": ["0304-0403"]}, True),
    ({"bridges": ["0304-0403"], "damaged": ["0304-0403"]}, False),
)
def test_a_river_is_crossed_at_a_span_or_ford_only(water: dict[str, Any], reaches: bool) -> None:
    bars = [side for side in WALL if side != "0304-0403"] if water else WALL
    state = position(OPEN, rivers=bars, **water)
    assert halves(state, "0303", "0503") == (6 if reaches else None)


@pytest.mark.rule("N12.4", "N5.71")
def test_a_stream_stops_no_trace_but_the_fall_of_a_bridge_does() -> None:
    for damaged in ([], ["0104-0105"]):
        state = position(OPEN, trestles=["0104-0105"], roads=["0104 0105"], damaged=damaged)
        assert halves(state, "0104", "0105") == 1
    state = position(OPEN, rivers=WALL[1:], bridges=WALL[:1])
    after = state.copy()
    after.put_spans(Spans(damaged=frozenset({hexside(Hex("0301"), Hex("0401"))})))
    assert halves(state, "0301", "0401") == 2
    assert halves(after, "0301", "0401") is None
    assert halves(state, "0301", "0401") == 2  # the game itself has not changed


@pytest.mark.rule("N12.4", "N6.9")
@each(
    "rows enemies found",
    # it does not enter a hex of the enemy
    (". . .", ["A1 infantry 3-3 0201 disrupted"], {"0101 0201": None, "0101 0301": None}),
    # it ends in an enemy zone: a house rule, for those who stand there
    (". . . . .", ["A1 infantry 3-3 0501"], {"0101 0401": 6}),
    (  # it does not go through
        STRIP,
        ["A1 infantry 3-3 0301", "A2 infantry 3-3 0302"],
        {"0101 0201": 2, "0101 0501": None, "0101 0401": None},
    ),
    (". . . .", ["A1 infantry 3-3 0101"], {"0201 0401": 4}),  # it leaves an enemy zone
)
def test_a_trace_and_the_enemy(rows: str, enemies: list[str], found: dict[str, int | None]) -> None:
    state = position(rows, *enemies)
    assert {ends: halves(state, *ends.split()) for ends in found} == found


@pytest.mark.rule("N6.9", "N5.33")
@each(
    "friend leads",
    ("F1 infantry 2-3 0301", True),
    ("F1 infantry 2-3 0301 disrupted", False),
    ("F1 train 0301", False),
    ("F1 leader 0301", False),
    ("F1 light 2-3 0301", True),
    ("F1 infantry 9-3 0501 tail:0301", True),
)
def test_a_friendly_combat_unit_in_good_order_cancels_the_zone(friend: str, leads: bool) -> None:
    """Friends in 0201 and 0401 do it; the trace needs 0301 as well."""
    beside = ("F8 infantry 2-3 0201", "F9 infantry 2-3 0401")
    state = position(STRIP, "A1 infantry 3-3 0302", friend, *beside)
    assert halves(state, "0101", "0501") == (8 if leads else None)


@pytest.mark.rule("N12.4", "N14.31")
@each(
    "a b limit is_in reason rule",
    ("0104", "0305", None, True, "1 1/2 hexes by road.", "N12.4"),
    ("0104", "0104", 4, True, "The same hex, within 4.", "N14.31"),
    ("0104", "0604", 4, True, "2 1/2 hexes by road, within 4.", "N14.31"),
    ("0101", "0706", 4, False, "7 1/2 hexes by road, beyond 4.", "N14.31"),
    ("0101", "0102", 4, True, "1 hex, within 4.", "N14.31"),
)
def test_a_trace_says_its_length(
    a: str, b: str, limit: int | None, is_in: bool, reason: str, rule: str
) -> None:
    state = position(OPEN, roads=[HIGHWAY])
    trace = command_trace(state, FRENCH, Hex(a), Hex(b), limit)
    assert (trace.is_in, trace.reason, trace.rule) == (is_in, reason, rule)
    assert trace.blocked_at == ()
    if reason.startswith("1 1/2"):
        assert (trace.halves, trace.path) == (3, ("0104", "0204", "0305"))


@pytest.mark.rule("N6.9", "N14.31", "N12.4", "N5.71")
def test_what_stops_a_trace_is_named() -> None:
    there = command_trace(position(STRIP, "A1 infantry 3-3 0301"), FRENCH, Hex("0101"), Hex("0301"))
    assert there.reason == "The enemy in 0301 stops the trace."
    assert (there.rule, there.blocked_at) == ("N12.4", ("0301",))
    enemy, friends = "A1 infantry 3-3 0302", ("F8 infantry 2-3 0201", "F9 infantry 2-3 0301")
    trace = command_trace(position(STRIP, enemy), FRENCH, Hex("0101"), Hex("0501"))
    assert (trace.is_in, trace.halves, trace.path) == (False, None, ())
    assert (trace.reason, trace.rule) == ("The enemy zone in 0201 stops the trace.", "N6.9")
    assert trace.blocked_at == ("0201",)
    # The zone that is named is one that no friend cancels.
    trace = command_trace(position(STRIP, enemy, *friends), FRENCH, Hex("0101"), Hex("0501"))
    assert trace.blocked_at == ("0401",)
    state = position(OPEN, "A1 infantry 3-3 0301")
    trace = command_trace(state, FRENCH, Hex("0101"), Hex("0601"), 5)
    assert trace.halves is not None
    assert trace.halves > 10
    assert trace.reason == (
        f"The enemy zone in 0201 stops the trace; round it: {trace.halves // 2} hexes, beyond 5."
    )
    state = position(OPEN, rivers=WALL)
    trace = command_trace(state, FRENCH, Hex("0304"), Hex("0403"))
    assert trace.reason == "The river between 0304 and 0403 stops the trace."
    assert (trace.rule, trace.blocked_at) == ("N12.4", ("0304", "0403"))
    state = position(OPEN, rivers=WALL, bridges=["0304-0403"], damaged=["0304-0403"])
    trace = command_trace(state, FRENCH, Hex("0304"), Hex("0403"), 4)
    assert trace.reason == "The damaged bridge between 0304 and 0403 stops the trace."
    assert trace.rule == "N5.71"
    trace = command_trace(position(OPEN, rivers=WALL), FRENCH, Hex("0104"), Hex("0704"), 4)
    assert (trace.is_in, trace.reason) == (False, "At least 6 hexes, beyond 4.")


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
