"""Line of sight and spotting (N19.2, N19.21), with the caps of night and weather (N17.1, N18)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.ground.sight import (
    has_line_of_sight,
    line_of_sight,
    sight_field,
    sight_limit,
    spots,
    spotted_field,
    state_sight_limit,
)
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import Numbers, from_overrides
from hexwar.table.battle import TurnKind
from hexwar.table.battlefield import Battlefield, Place, Terrain
from hexwar.table.sight import SightLine
from tests.systems.nlc.positions import OPEN, board, position

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
