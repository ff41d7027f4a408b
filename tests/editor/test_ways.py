"""Roads, waters and spans: led on, cut, and rebuilt as the shipped maps have them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexwar.editor.shapes import alike, brush, lasso, line, rectangle, stroke
from hexwar.editor.sheet import blank, grid_of, letter_at, painted
from hexwar.editor.ways import (
    along,
    bare_crossings,
    best_road,
    courses,
    dried,
    flowed,
    is_chained,
    laid,
    spanned,
    torn_up,
    waters,
)
from hexwar.hexes import Grid, Hex, Layout, Low, hexside
from hexwar.scenario.schema import hexside_of
from tests.editor.test_document import shipped

GRID = Grid(12, 9)


def side(text: str) -> tuple[Hex, Hex]:
    """A hexside of its text."""
    return hexside_of(text)


def test_a_line_is_as_long_as_the_way_and_a_stroke_leaves_nothing_out() -> None:
    for start, end in (("0101", "1209"), ("0109", "1201"), ("0505", "0505"), ("0309", "1109")):
        found = line(GRID, Hex(start), Hex(end))
        assert found[0] == start
        assert found[-1] == end
        assert all(GRID.is_adjacent(a, b) for a, b in pairwise(found))
    assert brush(GRID, Hex("0505"), 2) == GRID.within(Hex("0505"), 1)
    swept = stroke(GRID, [Hex("0202"), Hex("0702")], 1)
    assert {"0202", "0702"} < set(swept)
    assert len(swept) == 6


def test_rectangle_lasso_and_what_is_alike() -> None:
    assert rectangle(GRID, Hex("0203"), Hex("0302")) == ("0202", "0203", "0302", "0303")
    layout = Layout(GRID)
    x, y = layout.centre(Hex("0404"))
    assert lasso(layout, [(x - 9, y - 9), (x + 9, y - 9), (x + 9, y + 9)]) == ("0404",)
    assert lasso(layout, [(x, y), (x + 9, y)]) == ()
    map_ = shipped("first-steps")
    wood = alike(grid_of(map_), Hex("0501"), lambda hex_: letter_at(map_, hex_))
    assert {letter_at(map_, hex_) for hex_ in wood} == {"w"}
    assert "0402" in wood
    assert alike(GRID, Hex("0101"), lambda _: 0, [Hex("0101"), Hex("0102")]) == ("0101", "0102")


def test_water_runs_from_corner_to_corner() -> None:
    found = along(GRID, side("0203-0303"), side("0205-0305"))
    assert all(is_chained(GRID, a, b) for a, b in pairwise(found))
    assert len(found) == 5  # two hexsides lie between those of a column, three between three hexes
    map_ = flowed(blank("A sheet", GRID), found, "stream", "Verte")
    assert map_["rivers"][0]["hexsides"][0] == "0203-0303"
    onward = along(GRID, side("0205-0305"), side("0206-0306"))
    map_ = flowed(map_, onward, "stream", "")
    assert [river["name"] for river in map_["rivers"]] == ["Verte"]  # it is led on
    assert map_["rivers"][0]["hexsides"][-1] == "0206-0306"
    cut = dried(map_, {side("0204-0304")})
    assert [len(river["hexsides"]) for river in cut["rivers"]] == [2, 4]
    assert "rivers" not in dried(map_, set(waters(map_)))


@pytest.mark.parametrize("name", ["brienne", "montmirail", "hold-the-bridge", "river-crossing"])
def test_the_waters_of_a_shipped_map_come_hexside_by_hexside(name: str) -> None:
    goal = shipped(name)
    map_ = blank("A sheet", grid_of(goal))
    for river in goal["rivers"]:
        map_ = flowed(
            map_, [side(text) for text in river["hexsides"]], river["kind"], river["name"]
        )
    assert set(waters(map_)) == set(waters(goal))
    grid = grid_of(goal)
    for river in map_["rivers"]:
        course = [side(text) for text in river["hexsides"]]
        assert all(is_chained(grid, a, b) for a, b in pairwise(course))


def test_a_road_goes_round_a_wood_and_is_led_on_from_either_end() -> None:
    map_ = painted(blank("A sheet", GRID), {Hex("0404"): "m", Hex("0405"): "m"})
    way = best_road(map_, Hex("0204"), Hex("0604"))
    assert len(way) == 5
    assert not {"0404", "0405"} & set(way)
    map_ = laid(map_, way, "road", "Chaussée")
    map_ = laid(map_, [Hex("0205"), Hex("0204")], "road", "")
    map_ = laid(map_, [Hex("0605"), Hex("0604")], "road", "Chaussée")
    assert [road["name"] for road in map_["roads"]] == ["Chaussée"]
    assert map_["roads"][0]["hexes"] == ["0205", *way, "0605"]
    cut = torn_up(map_, {hexside(way[1], way[2])})
    assert [len(road["hexes"]) for road in cut["roads"]] == [3, 4]


def test_a_road_over_water_wants_a_span_until_it_has_one() -> None:
    map_ = flowed(blank("A sheet", GRID), [side("0303-0304")], "river", "Aube")
    map_ = laid(map_, [Hex("0303"), Hex("0304")], "road", "Chaussée")
    assert bare_crossings(map_) == ((side("0303-0304"), "bridge"),)
    whole = spanned(map_, side("0303-0304"), "bridge", "Pont")
    assert bare_crossings(whole) == ()
    assert spanned(whole, side("0303-0304"), None) == map_
    assert "spans" not in dried(whole, {side("0303-0304")})
    assert bare_crossings(shipped("brienne")) == ()


def test_a_road_over_open_ground_keeps_to_the_straight_line() -> None:
    grid = Grid(24, 18, Low.EVEN)
    layout, map_ = Layout(grid), blank("A sheet", grid)
    way = best_road(map_, Hex("0202"), Hex("2212"))
    (x, y), (to_x, to_y) = layout.centre(way[0]), layout.centre(way[-1])
    for hex_ in way:
        at_x, at_y = layout.centre(hex_)
        on_line = y + (to_y - y) * (at_x - x) / (to_x - x)
        assert abs(at_y - on_line) < layout.row_pitch


def test_a_road_goes_along_one_that_is_made_if_that_is_not_far_about() -> None:
    map_ = laid(blank("A sheet", GRID), [Hex(f"{c:02}05") for c in range(3, 11)], "road", "Old")
    assert set(best_road(map_, Hex("0305"), Hex("1005"))) == set(map_["roads"][0]["hexes"])


def test_a_road_without_a_name_leads_none_on_where_several_meet() -> None:
    map_ = laid(blank("A sheet", GRID), [Hex("0203"), Hex("0204")], "road", "North")
    on_its_own = laid(map_, [Hex("0204"), Hex("0205")], "road", "")
    assert [road["name"] for road in on_its_own["roads"]] == ["North"]
    map_ = laid(map_, [Hex("0304"), Hex("0204"), Hex("0205")], "road", "East")
    met = laid(map_, [Hex("0204"), Hex("0104")], "road", "")
    assert [road["name"] for road in met["roads"]] == ["North", "East", ""]


def test_hexsides_that_lie_anyhow_become_waters_from_end_to_end() -> None:
    map_ = shipped("brienne")
    grid = grid_of(map_)
    river = next(river for river in map_["rivers"] if len(river["hexsides"]) > 12)
    wild = [side(text) for text in river["hexsides"]]
    for sides in (wild, wild[::-1], sorted(wild)):
        (course,) = courses(grid, sides)
        assert list(course) in (wild, wild[::-1])
    assert len(list(courses(grid, {*wild[:4], *wild[6:]}))) == 2
