"""What the pointer does on the map, tool by tool, without a window."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwar.editor.document import Document, Draft, Json
from hexwar.editor.ground import size_of
from hexwar.editor.pages.map import TOOLS
from hexwar.editor.sheet import blank, letter_at, level_at
from hexwar.editor.tools.ground import LevelTool, TerrainTool
from hexwar.editor.tools.lines import RoadTool, SideTool, SpanTool, WaterTool
from hexwar.editor.tools.names import AreaTool, ExitTool, PlaceTool
from hexwar.editor.tools.select import SelectTool
from hexwar.editor.tools.tool import Spot, Tool, side_at
from hexwar.hexes import Grid, Hex, Layout, hexside
from hexwar.scenario.writing import to_text

GRID = Grid(12, 10)
LAYOUT = Layout(GRID)


class Bench:
    """A desk without a window."""

    def __init__(self, map_: Json | None = None) -> None:
        self.document = Document(Draft(map=map_ or blank("a sheet", GRID)))
        self.selection = frozenset[Hex]()
        self.said: list[str] = []

    @property
    def draft(self) -> Draft:
        return self.document.draft

    @property
    def map(self) -> Json:
        return self.draft.map

    @property
    def grid(self) -> Grid:
        return size_of(self.map)

    def do_map(self, words: str, map_: Json, stroke: object = None) -> bool:
        return self.document.do(words, self.draft.having("map", map_), stroke)

    def select(self, hexes: Sequence[Hex] | frozenset[Hex]) -> None:
        self.selection = frozenset(hexes)

    def say(self, sentence: str) -> None:
        self.said.append(sentence)


def at(hex_: str, *, shift: bool = False, ctrl: bool = False) -> Spot:
    """The middle of a hex."""
    x, y = LAYOUT.centre(Hex(hex_))
    return Spot(x, y, Hex(hex_), side_at(LAYOUT, Hex(hex_), (x + 1, y)), shift, ctrl)


def on(a: str, b: str, *, ctrl: bool = False) -> Spot:
    """Just within hex b, at its side to a."""
    (ax, ay), (bx, by) = LAYOUT.centre(Hex(a)), LAYOUT.centre(Hex(b))
    x, y = 0.45 * ax + 0.55 * bx, 0.45 * ay + 0.55 * by
    return Spot(x, y, Hex(b), side_at(LAYOUT, Hex(b), (x, y)), ctrl=ctrl)


def drag(tool: Tool, *spots: Spot) -> None:
    """Press at the first, go over the others, let go at the last."""
    tool.press(spots[0])
    for spot in spots[1:]:
        tool.move(spot)
    tool.release(spots[-1])


def woods(map_: Json) -> set[str]:
    return {h for h in GRID.hexes if letter_at(map_, h) == "w"}


def test_a_point_near_a_side_means_that_side() -> None:
    assert on("0505", "0506").side == hexside(Hex("0505"), Hex("0506"))
    assert on("0605", "0505").side == hexside(Hex("0505"), Hex("0605"))


def test_a_brush_paints_what_the_pointer_passes_in_one_step() -> None:
    bench = Bench()
    tool = TerrainTool(bench)
    drag(tool, at("0303"), at("0306"))
    assert woods(bench.map) == {"0303", "0304", "0305", "0306"}
    assert len(bench.document.done) == 1
    bench.document.undo()
    assert not woods(bench.map)


def test_a_wide_brush_takes_the_ring_and_ctrl_clears() -> None:
    bench = Bench()
    tool = TerrainTool(bench)
    tool.size = 2
    drag(tool, at("0505"))
    assert len(woods(bench.map)) == 7
    tool.size = 1
    drag(tool, at("0505", ctrl=True))
    assert len(woods(bench.map)) == 6


def test_shift_draws_a_line_from_where_the_last_stroke_ended() -> None:
    bench = Bench()
    tool = TerrainTool(bench)
    drag(tool, at("0202"))
    drag(tool, at("0206", shift=True))
    assert woods(bench.map) == {"0202", "0203", "0204", "0205", "0206"}


@pytest.mark.parametrize(
    ("form", "found"),
    [("line", {"0303", "0304", "0305"}), ("rectangle", {"0303", "0304", "0305"})],
)
def test_line_and_rectangle_are_painted_when_the_button_is_let_go(
    form: str, found: set[str]
) -> None:
    bench = Bench()
    tool = TerrainTool(bench)
    tool.form = form
    tool.press(at("0303"))
    tool.move(at("0305"))
    assert not woods(bench.map)
    assert tool.hint.hexes == {*found}
    tool.release(at("0305"))
    assert woods(bench.map) == found


def test_a_lasso_paints_the_hexes_whose_middles_it_holds() -> None:
    bench = Bench()
    tool = TerrainTool(bench)
    tool.form = "lasso"
    x, y = LAYOUT.centre(Hex("0505"))
    corners = [(x - 10, y - 10), (x + 10, y - 10), (x + 10, y + 10), (x - 10, y + 10)]
    drag(tool, *(Spot(*corner, Hex("0505")) for corner in corners))
    assert woods(bench.map) == {"0505"}


def test_a_fill_stops_where_the_ground_is_other_and_keeps_to_what_is_chosen() -> None:
    bench = Bench()
    tool = TerrainTool(bench)
    for row in range(1, 11):
        drag(tool, at(f"06{row:02}"))
    tool.form = "fill"
    drag(tool, at("0101"))
    assert len(woods(bench.map)) == 60
    bench.document.undo()
    bench.select([Hex("0101"), Hex("0102")])
    drag(tool, at("0101"))
    assert len(woods(bench.map)) == 12


def test_esc_in_a_stroke_takes_what_it_has_painted_back() -> None:
    bench = Bench()
    tool = TerrainTool(bench)
    tool.press(at("0303"))
    tool.move(at("0305"))
    tool.cancel()
    assert not woods(bench.map)
    assert not bench.document.done


def test_levels_bring_their_slopes_and_ctrl_is_a_level_less() -> None:
    bench = Bench()
    tool = LevelTool(bench)
    tool.level = 2
    drag(tool, at("0505"))
    assert level_at(bench.map, Hex("0505")) == 2
    assert len(bench.map["slopes"]) == 6
    assert all(text.endswith("0505") for text in bench.map["slopes"])
    drag(tool, at("0505", ctrl=True))
    assert level_at(bench.map, Hex("0505")) == 1


def test_the_right_button_takes_terrain_and_level_from_the_map() -> None:
    bench = Bench()
    terrain, levels = TerrainTool(bench), LevelTool(bench)
    terrain.letter, levels.level = "m", 3
    drag(terrain, at("0404"))
    drag(levels, at("0404"))
    terrain.set("letter", "t")
    levels.set("level", 1)
    terrain.pick(at("0404"))
    levels.pick(at("0404"))
    assert (terrain.letter, levels.level) == ("m", 3)


def test_water_keeps_to_the_edges_between_two_clicks_in_the_order_of_the_stream() -> None:
    bench = Bench()
    tool = WaterTool(bench)
    tool.name = "Petit ru"
    for spot in (on("0303", "0304"), on("0703", "0704")):
        tool.press(spot)
        tool.release(spot)
    (river,) = bench.map["rivers"]
    assert (river["name"], river["kind"]) == ("Petit ru", "stream")
    sides = river["hexsides"]
    assert (sides[0], sides[-1]) == ("0303-0304", "0703-0704")
    assert len(sides) >= 8
    assert len(bench.document.done) == 2  # each click goes back by itself
    tool.finish()
    tool.press(on("0903", "0904"))
    assert len(bench.map["rivers"]) == 2


def course(bench: Bench) -> list[str]:
    return [side for river in bench.map.get("rivers", ()) for side in river["hexsides"]]


def test_water_leaves_no_spur_where_it_turns_off_and_goes_back_as_it_is_led_back() -> None:
    bench = Bench()
    tool = WaterTool(bench)
    for spot in (on("0403", "0404"), on("0404", "0504"), on("0403", "0504")):  # one corner
        tool.press(spot)
        tool.release(spot)
    assert course(bench) == ["0403-0404", "0403-0504"]
    tool.finish()
    drag(tool, on("0708", "0709"), on("0709", "0808"), on("0808", "0809"), on("0708", "0709"))
    assert course(bench) == ["0403-0404", "0403-0504", "0708-0709"]


def test_water_and_road_go_on_from_what_undo_has_left() -> None:
    bench = Bench()
    water, road = WaterTool(bench), RoadTool(bench)
    for spot in (on("0303", "0304"), on("0503", "0504"), on("0903", "0904")):
        water.press(spot)
        water.release(spot)
    bench.document.undo()
    assert course(bench)[-1] == "0503-0504"
    water.press(on("0505", "0504"))
    (river,) = bench.map["rivers"]
    assert river["hexsides"][-1] == "0504-0505"
    for hex_ in ("0202", "0206", "0906"):
        road.press(at(hex_))
        road.release(at(hex_))
    bench.document.undo()
    road.press(at("0209"))
    (found,) = bench.map["roads"]
    assert found["hexes"] == [f"02{row:02}" for row in range(2, 10)]


def test_ctrl_takes_water_away_and_with_it_the_bridge() -> None:
    bench = Bench()
    water, span = WaterTool(bench), SpanTool(bench)
    drag(water, on("0303", "0304"), on("0403", "0404"))
    span.press(on("0303", "0304"))
    assert len(bench.map["spans"]) == 1
    water.finish()
    drag(water, on("0303", "0304", ctrl=True))
    assert "spans" not in bench.map
    assert "0303-0304" not in bench.map["rivers"][0]["hexsides"]


def test_a_road_finds_its_way_by_clicks_and_goes_hex_by_hex_when_dragged() -> None:
    bench = Bench()
    tool = RoadTool(bench)
    for hex_ in ("0202", "0206"):
        tool.press(at(hex_))
        tool.release(at(hex_))
    assert bench.map["roads"][0]["hexes"] == ["0202", "0203", "0204", "0205", "0206"]
    tool.finish()
    tool.kind = "trail"
    drag(tool, at("0802"), at("0803"), at("0903"))
    assert bench.map["roads"][1]["hexes"] == ["0802", "0803", "0903"]
    drag(tool, at("0203", ctrl=True), at("0204", ctrl=True))
    assert [road["hexes"] for road in bench.map["roads"]][:2] == [
        ["0202", "0203"],
        ["0204", "0205", "0206"],
    ]


def test_a_bridge_stands_in_question_where_a_road_meets_water_and_a_click_builds_it() -> None:
    bench = Bench()
    water, road, span = WaterTool(bench), RoadTool(bench), SpanTool(bench)
    water.kind, water.name = "river", "Aube"
    drag(water, on("0303", "0304"), on("0403", "0404"))
    drag(road, at("0303"), at("0304"))
    span.hover(at("0101"))
    assert span.hint.queries == (hexside(Hex("0303"), Hex("0304")),)
    kinds: list[Any] = []
    for _ in range(4):
        span.press(on("0303", "0304"))
        spans = [one["kind"] for one in bench.map.get("spans", ())]
        kinds.append((spans, bench.map.get("fords", [])))
    ford: Any = ([], ["0303-0304"])
    assert kinds == [(["bridge"], []), ford, ([], []), (["bridge"], [])]
    span.press(on("0803", "0804"))
    assert bench.said == ["A bridge wants water: there is none along this hexside."]


def test_slopes_by_hand_climb_into_the_hex_under_the_pointer() -> None:
    bench = Bench()
    tool = SideTool(bench)
    drag(tool, on("0303", "0304"))
    assert bench.map["slopes"] == ["0303-0304"]
    drag(tool, on("0304", "0303"))
    assert bench.map["slopes"] == ["0304-0303"]
    tool.kind = "crests"
    drag(tool, on("0304", "0303"))
    assert (bench.map["slopes"], bench.map["crests"]) == ([], ["0303-0304"])
    drag(tool, on("0304", "0303", ctrl=True))
    assert not bench.map.get("crests")


def test_a_place_is_made_named_moved_and_taken_away() -> None:
    bench = Bench()
    TerrainTool(bench).press(at("0505"))
    tool = PlaceTool(bench)
    tool.press(at("0505"))
    tool.set("name", "Fère")
    tool.set("name", "Fère-Champenoise")
    assert bench.map["places"] == [{"name": "Fère-Champenoise", "hex": "0505", "terrain": "woods"}]
    assert len(bench.document.done) == 2  # the wood, and the place with its name
    drag(tool, at("0505"), at("0606"))
    assert bench.map["places"][0]["hex"] == "0606"
    assert bench.map["places"][0]["terrain"] == "clear"
    assert tool.delete()
    assert "places" not in bench.map


def test_an_area_grows_and_shrinks_under_the_pointer() -> None:
    bench = Bench()
    tool = AreaTool(bench)
    drag(tool, at("0303"), at("0304"))
    tool.set("name", "Bois d'Ajou")
    drag(tool, at("0303", ctrl=True))
    assert bench.map["areas"] == [{"name": "Bois d'Ajou", "kind": "woods", "hexes": ["0304"]}]
    tool.finish()
    tool.press(at("0304"))
    assert (tool.name, tool.at) == ("Bois d'Ajou", 0)


def test_an_area_takes_a_whole_wood_or_height_by_a_click() -> None:
    bench = Bench()
    ground, levels, tool = TerrainTool(bench), LevelTool(bench), AreaTool(bench)
    drag(ground, at("0303"), at("0304"), at("0305"))
    drag(ground, at("0703"))
    drag(levels, at("0504"), at("0506"))
    levels.level = 2
    drag(levels, at("0505"))
    tool.set("form", "fill")
    tool.hover(at("0304"))
    assert tool.hint.hexes == {"0303", "0304", "0305"}
    drag(tool, at("0304"))
    assert bench.map["areas"][0]["hexes"] == ["0303", "0304", "0305"]
    drag(tool, at("0703"))  # the area in hand takes in another wood
    drag(tool, at("0304", ctrl=True))
    assert bench.map["areas"][0]["hexes"] == ["0703"]
    tool.press(at("0901"))
    assert bench.said[0].startswith("There are no woods in 0901")
    tool.finish()
    tool.set("kind", "height")
    drag(tool, at("0504"))
    assert bench.map["areas"][1]["hexes"] == ["0504", "0505", "0506"]  # and what is above it
    tool.finish()
    tool.press(at("0901"))
    assert bench.said[1].startswith("0901 lies at level 0")
    assert len(bench.map["areas"]) == 2


def test_a_place_can_be_an_estimate_and_says_how_it_was_found() -> None:
    bench = Bench()
    tool = PlaceTool(bench)
    tool.press(at("0303"))
    tool.set("estimate", True)
    tool.set("basis", "by the road")
    tool.finish()
    assert tool.basis == ""
    assert tool.estimate  # what is ticked goes for the next one too
    tool.press(at("0505"))
    assert bench.map["places"][1]["estimate"] is True
    tool.set("estimate", False)
    tool.take(0)
    assert (tool.basis, tool.estimate) == ("by the road", True)
    tool.press(at("0707"))
    fields = [list(place) for place in bench.map["places"]]
    assert fields[0] == ["name", "hex", "terrain", "basis", "estimate"]
    assert fields[1:] == [["name", "hex", "terrain"]] * 2
    tool.take(0)
    tool.set("basis", "")
    assert list(bench.map["places"][0]) == ["name", "hex", "terrain", "estimate"]


@pytest.mark.parametrize(
    ("hex_", "north", "edge"),
    [("0101", "top", "NW"), ("1205", "top", "E"), ("0510", "top", "S"), ("0501", "right", "W")],
)
def test_an_exit_knows_its_edge_by_compass(hex_: str, north: str, edge: str) -> None:
    map_ = blank("a sheet", GRID, north=north)
    bench = Bench(map_)
    tool = ExitTool(bench)
    tool.press(at(hex_))
    assert bench.map["exits"][0]["edge"] == edge


def test_an_exit_lies_at_the_edge() -> None:
    bench = Bench()
    ExitTool(bench).press(at("0505"))
    assert "exits" not in bench.map
    assert bench.said == ["A road leaves the map at its edge: 0505 lies within."]


def test_a_piece_is_chosen_moved_and_leaves_clear_ground() -> None:
    bench = Bench()
    drag(TerrainTool(bench), at("0303"), at("0304"))
    tool = SelectTool(bench)
    drag(tool, at("0303"), at("0304"))
    assert bench.selection == {Hex("0303"), Hex("0304")}
    drag(tool, at("0303"), at("0703"))
    assert woods(bench.map) == {"0703", "0704"}
    assert bench.selection == {Hex("0703"), Hex("0704")}
    bench.document.undo()
    assert woods(bench.map) == {"0303", "0304"}


def test_a_copy_is_turned_at_the_pointer_and_put_down_by_a_click() -> None:
    bench = Bench()
    drag(TerrainTool(bench), at("0303"), at("0305"))
    tool = SelectTool(bench)
    drag(tool, at("0303"), at("0305"))
    assert tool.copy()
    tool.hover(at("0806"))
    assert tool.paste()
    tool.turn(3)
    tool.press(at("0806"))
    assert woods(bench.map) == {"0303", "0304", "0305", "0805", "0806", "0807"}
    assert tool.held is None


def test_to_copy_nothing_is_told() -> None:
    bench = Bench()
    tool = SelectTool(bench)
    assert not tool.copy()
    assert not tool.paste()
    assert bench.said == ["No hex is chosen: drag over some first.", "Nothing was copied yet."]


# -- whatever is done with them

SPOTS = st.builds(
    lambda hex_, side, shift, ctrl: Spot(*LAYOUT.centre(hex_), hex_, side, shift, ctrl),
    st.sampled_from(GRID.hexes),
    st.sampled_from([hexside(a, b) for a in GRID.hexes for b in GRID.neighbours[a]]),
    st.booleans(),
    st.booleans(),
)
ACTS = st.tuples(
    st.integers(0, len(TOOLS) - 1),
    st.sampled_from(["drag", "click", "finish", "cancel", "delete", "pick", "hover", "undo"]),
    SPOTS,
    SPOTS,
)


@given(st.lists(ACTS, max_size=12))
@settings(max_examples=60, deadline=None)
def test_whatever_the_tools_have_done_undo_of_all_is_the_start_and_redo_the_end(
    acts: list[tuple[int, str, Spot, Spot]],
) -> None:
    bench = Bench()
    tools = [one(bench) for one in TOOLS]
    start = to_text(bench.map)
    for index, act, one, other in acts:
        tool = tools[index]
        if act == "drag":
            drag(tool, one, other)
        elif act == "click":
            drag(tool, one)
        elif act in ("pick", "hover"):
            getattr(tool, act)(one)
        elif act == "undo":
            bench.document.undo()
        else:
            getattr(tool, act)()
    end = to_text(bench.map)
    json.loads(end)
    while bench.document.undo() is None:
        pass
    assert to_text(bench.map) == start
    while bench.document.redo() is None:
        pass
    if "undo" not in [act for _, act, _, _ in acts]:
        assert to_text(bench.map) == end


def test_roads_and_waters_can_be_drawn_as_estimates() -> None:
    bench = Bench()
    water, road = WaterTool(bench), RoadTool(bench)
    water.name = road.name = "Old"
    drag(water, on("0303", "0304"), on("0403", "0404"))
    drag(road, at("0802"), at("0803"))
    water.finish()
    road.finish()
    water.set("estimate", True)
    road.set("estimate", True)
    drag(water, on("0404", "0504"))
    drag(road, at("0803"), at("0804"))
    for field in ("rivers", "roads"):  # what is known is not led on by an estimate
        assert [one.get("estimate") for one in bench.map[field]] == [None, True]
    water.set("estimate", False)
    water.pick(on("0404", "0504"))
    assert water.estimate
