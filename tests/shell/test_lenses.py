"""What each lens shows of a position, and the sentence that says why a hex is in or out."""

from __future__ import annotations

from typing import Any, TypeVar

import pytest

from hexwar.ground.movement import Drop
from hexwar.hexes import Hex
from hexwar.systems.nlc.lenses import sights
from hexwar.systems.nlc.lenses.looking import (
    Looking,
    command_distances,
    command_line,
    command_of,
    line_of,
    supplied_formation,
    supply_distances,
    supply_trace,
    why_command_range,
    why_supplied,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.overlays import Overlays, Ray, Verdict
from hexwar.table.reports import PathQuote, StepCost
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, units

F1, F2 = units("F1 F2")
HERE = Hex("0404")
T = TypeVar("T")


def glance(state: GameState, over: str | None = None, **more: Any) -> sights.Glance:
    return sights.Glance(
        view=state, viewer=FRENCH, over=None if over is None else Hex(over), **more
    )


def some(found: T | None) -> T:
    """What must have been found."""
    assert found is not None
    return found


def path(*ids: str, allowance: int = 8, column: bool = False) -> PathQuote:
    steps = tuple(StepCost(Hex(id_), 2, (("clear", 2),)) for id_ in ids[1:])
    return PathQuote(hexes(" ".join(ids)), column, steps, allowance)


SIDE = ["0404-0405"]


@pytest.mark.rule("N6.3")
def test_a_zone_names_the_units_that_make_it() -> None:
    state = position(OPEN, "F1 infantry 5-3 0404", "F2 light 3-3 0404", "A1 infantry 5-3 0707")
    reason = sights.why_zone(state, FRENCH, Hex("0405"))
    assert "0405" in sights.zones(state, FRENCH)[FRENCH]
    assert reason.sentence == "0405: French zone of control, made by F1, F2."
    assert reason.rule == "N6.3"
    nobody = sights.why_zone(position(OPEN, "F1 infantry 5-3 0404"), ALLIED, HERE)
    assert "no combat unit of theirs stands next to it" in nobody.sentence


@pytest.mark.rule("N6.3", "N5.71", "N11.8")
@each(
    "more mark words rule",
    ({"rivers": SIDE}, "", "the river between 0405 and 0404 stops it", "N6.3"),
    ({"fords": SIDE}, "", "the ford between 0405 and 0404 stops it", "N6.3"),
    (
        {"bridges": SIDE, "damaged": SIDE},
        "",
        "the damaged bridge between 0405 and 0404 stops it",
        "N5.71",
    ),
    ({"positions": ["0405"]}, "", "none reaches into an improved position", "N6.3"),
    ({}, "disrupted", "F1 is Disrupted", "N11.8"),
)
def test_what_keeps_a_zone_out(more: dict[str, Any], mark: str, words: str, rule: str) -> None:
    state = position(OPEN, f"F1 infantry 5-3 0404 {mark}", **more)
    assert "0405" not in sights.zones(state, FRENCH)[FRENCH]
    reason = sights.why_zone(state, FRENCH, Hex("0405"))
    assert reason.sentence == f"0405: no French zone of control, {words}."
    assert reason.rule == rule


WOODED = """
.  .  .  .  .  .  .
.  .  .  .  .  .  .
.  .  .  w  .  .  .
.  .  .  .  .  .  .
.  .  .  .  .  .  .
.  .  .  .  .  .  .
.  .  .  .  .  .  .
"""


@pytest.mark.rule("N19.2", "N19.21", "N18", "N17.1")
def test_the_field_of_the_hex_one_looks_from_and_how_weather_narrows_it() -> None:
    state = position(OPEN, "F1 infantry 5-3 0404")
    chosen: dict[str, Any] = {"picked": (F1,), "selected": HERE}
    assert sights.viewpoint(glance(state, "0101", **chosen, path=path("0404", "0405"))) == "0405"
    assert sights.viewpoint(glance(state, "0101", **chosen)) == "0404"
    assert sights.viewpoint(glance(state, "0101")) == "0101"
    assert sights.viewpoint(glance(state)) is None

    state = position(WOODED, "F1 infantry 5-3 0404")
    sight = sights.field_from(glance(state), HERE)
    assert Hex("0403") in sight.seen  # the edge of the wood
    assert Hex("0402") not in sight.seen
    assert Hex("0407") in sight.spotted
    assert sight.spotted <= sight.seen
    reason = sights.why_sight(glance(state, "0404"), HERE)
    assert reason.sentence.startswith(f"From 0404 {len(sight.seen)} hexes are seen within 12")

    state = position(OPEN, weather="snow")
    assert sights.field_from(glance(state), HERE).seen == set(
        state.battle.battlefield.grid.neighbours[HERE]
    )
    assert sights.why_sight(glance(state, "0407"), HERE).rule == "N18"


def ray(state: GameState, end: str, start: Hex = HERE) -> Ray:
    return sights.ray_of(some(sights.line_from(glance(state, end), start)))


@pytest.mark.rule("N19.2", "N19.21")
def test_a_line_is_spotted_or_seen_or_marks_the_woods_or_the_crest_that_hide_it() -> None:
    state = position(WOODED)
    line = ray(state, "0401")
    assert (line.verdict, line.range) == (Verdict.HIDDEN, 3)
    assert (line.hidden_by, line.at, line.name) == ((Hex("0403"),), Hex("0403"), "woods")
    assert sights.why_sight(glance(state, "0401"), HERE).sentence == (
        "0401 from 0404: The woods in 0403 block the line."
    )
    line = ray(position(OPEN, crests=["0402-0403"]), "0401")
    assert line.hidden_by == ()
    assert [set(side) for side in line.hidden_at] == [{"0402", "0403"}]
    assert line.name == "crest"

    rows = WOODED.splitlines()
    rows[2] = rows[3]  # the line to 0503 runs between 0402 and 0403, woods both
    line = ray(position("\n".join(rows)), "0503", Hex("0303"))
    assert set(line.hidden_by) == {"0402", "0403"}
    assert (line.verdict, line.name) == (Verdict.HIDDEN, "woods")
    assert ray(position(WOODED), "0503", Hex("0303")).hidden_by == ()

    near, far = (ray(position(OPEN), end) for end in ("0401", "0701"))
    assert (near.verdict, far.verdict) == (Verdict.SPOTTED, Verdict.SEEN)
    assert far.at is None
    assert sights.line_from(glance(position(OPEN), "0404"), HERE) is None


@pytest.mark.rule("N14.31", "N12.4")
def test_the_range_of_a_commander_and_of_a_wing() -> None:
    state = position(
        OPEN, "F1 infantry 5-3 0404", "FL leader 0101", "FW wing 0102 of:FW", "A1 infantry 5-3 0707"
    )
    of_corps = some(command_of(glance(state, picked=(F1,))))
    of_wing = some(command_of(glance(state, picked=(LeaderId("FW"),))))
    assert (of_corps.leader, of_corps.hex, of_corps.range) == ("FL", "0101", 4)
    assert (of_wing.leader, of_wing.range) == ("FW", 10)
    field = command_distances(state, of_corps)
    assert (field.halves[Hex("0101")], field.halves[Hex("0103")]) == (0, 4)
    assert max(field.halves.values()) == 8
    assert field.lacking == {HERE}  # F1 is five hexes away


def test_the_commander_of_what_is_looked_at_pointed_at_or_acting() -> None:
    pieces = ("F1 infantry 5-3 0404", "FL leader 0101", "A1 infantry 5-3 0707", "AL leader 0706")
    state = position(OPEN, *pieces)
    french, enemy = LeaderId("FL"), LeaderId("AL")

    def leader(seen: sights.Glance) -> LeaderId | None:
        found = command_of(seen)
        return None if found is None else found.leader

    assert leader(glance(state, looked=Hex("0707"))) == enemy
    assert leader(glance(state, "0707")) == enemy
    assert leader(glance(state, "0707", looked=HERE)) == french
    assert leader(glance(state, "0303")) is None
    assert leader(glance(position(OPEN, *pieces, active="FI"), "0303")) == french
    away = position(OPEN, "F1 infantry 5-3 0404", "FL leader due")
    assert leader(glance(away, picked=(F1,))) is None


@pytest.mark.rule("N12.4", "N6.9")
def test_a_trace_is_drawn_and_its_block_named() -> None:
    state = position(OPEN, "FL leader 0101", "F1 infantry 5-3 0101", "A1 infantry 5-3 0404")
    command = some(command_of(glance(state, picked=(F1,))))
    near = glance(state, "0103")
    assert some(command_line(near, command)).path == ("0101", "0102", "0103")
    told = some(why_command_range(near, command))
    assert told.sentence == "0103: in command of FL. 2 hexes, within 4."
    beyond = some(why_command_range(glance(state, "0505"), command))
    assert "0505: out of command of FL. " in beyond.sentence
    assert why_command_range(glance(state), command) is None
    nobody = some(why_command_range(glance(state, "0303"), None))
    assert "No commander" in nobody.sentence


FED: dict[str, Any] = {
    "roads": ["0101 0102 0103"],
    "supply_sources": {Hex("0101"): FRENCH},
}


@pytest.mark.rule("N16.2", "N16.6")
def test_supply_comes_from_the_train_by_its_road_or_its_lack_is_marked() -> None:
    state = position(OPEN, "F1 infantry 5-3 0404", "FT train 0103", **FED)
    formation = some(supplied_formation(glance(state, "0404")))
    assert formation == "FI"
    field = supply_distances(state, formation)
    assert (field.halves[Hex("0103")], field.halves[HERE]) == (0, 2 * 3)
    assert field.lacking == frozenset()
    trace = supply_trace(some(line_of(glance(state, "0404"), formation)))
    assert (trace.path[0], trace.path[-1]) == ("0404", "0103")
    assert set(trace.link) == {"0103", "0102", "0101"}
    reason = some(why_supplied(glance(state, "0404"), formation))
    assert reason.sentence.startswith("0404: in supply for FI Corps. 3 hexes from the baggage")

    state = position(OPEN, "F1 infantry 5-3 0404", "A1 infantry 5-3 0707")
    formation = some(supplied_formation(glance(state, "0404")))
    assert supply_distances(state, formation).lacking == {HERE}
    reason = some(why_supplied(glance(state, "0404"), formation))
    assert "out of supply for FI Corps." in reason.sentence
    assert why_supplied(glance(state), formation) is None
    assert why_supplied(glance(state, "0404"), None) is None

    state = position(OPEN, "F1 infantry 5-3 0404", "A1 infantry 5-3 0707", active="FI")
    assert supplied_formation(glance(state, "0707", picked=(F1,))) == "FI"
    assert supplied_formation(glance(state, "0707")) == "AI"
    assert supplied_formation(glance(state, "0303", looked=Hex("0707"))) == "AI"
    assert supplied_formation(glance(state, "0303")) == "FI"


def planned(*lines: str) -> sights.Glance:
    """F1 is to go two hexes north."""
    state, way = position(OPEN, *lines, active="FI"), path("0404", "0403", "0402")
    return glance(state, "0402", picked=(F1,), selected=HERE, path=way)


@pytest.mark.rule("N5.4", "N6.5")
def test_from_the_end_of_a_path_the_rest_of_the_mp_lead_on_but_not_in_an_enemy_zone() -> None:
    seen = planned("F1 infantry 5-3 0404")
    found = some(sights.further(seen))
    assert found.left[Hex("0401")] == 2
    assert found.left[Hex("0404")] == 0  # and back
    assert Hex("0406") not in found.left
    reason = some(sights.why_further(seen, found))
    assert reason.sentence == f"Beyond 0402, with 2 MP left: {len(found.left)} hexes within reach."

    seen = planned("F1 infantry 5-3 0404", "A1 infantry 5-3 0401")
    assert sights.further(seen) is None
    reason = some(sights.why_further(seen, None))
    assert reason.sentence == "The units halt in 0402, whatever MP are left."
    assert reason.rule == "N6.5"


@pytest.mark.rule("N5.9", "N5.3")
def test_who_stays_behind_slows_nobody_and_ends_by_road_are_told_apart() -> None:
    state = position(OPEN, "F1 light 5-3 0404", "F2 infantry 2-3-2 0404", active="FI")
    chosen: dict[str, Any] = {"picked": (F1, F2), "selected": HERE}
    chosen["path"] = path("0404", "0403", allowance=4)
    both = some(sights.further(glance(state, **chosen)))
    alone = some(sights.further(glance(state, **chosen, drops=(Drop(F2, Hex("0403")),))))
    assert set(both.left) < set(alone.left)

    road = " ".join(f"{column:02}04" for column in range(1, 12))
    rows = "\n".join([".  " * 11] * 7)
    state = position(rows, "F1 infantry 5-3 0104", roads=[road], active="FI")
    by_road = some(sights.reach_of(state, Hex("0104"))).by_road
    assert Hex("0904") in by_road
    assert Hex("0204") not in by_road


def test_any_stack_that_is_pointed_at_shows_its_reach() -> None:
    state = position(OPEN, "A1 infantry 5-3 0404", "F1 infantry 5-3 0707", "FT train 0101")
    found = some(sights.further(glance(state, "0404")))
    assert found == sights.reach_of(state, HERE)
    reason = some(sights.why_further(glance(state, "0404"), found))
    assert reason.sentence == f"0404: A1 could reach {len(found.left)} hexes."
    assert sights.further(glance(state, "0303")) is None
    nobody = some(sights.why_further(glance(state, "0101"), sights.further(glance(state, "0101"))))
    assert nobody.sentence == "0101: no combat unit stands there."
    assert sights.further(glance(state)) is None
    assert sights.why_further(glance(state), None) is None


def test_lenses_are_shown_while_they_are_on_or_held() -> None:
    looking = Looking()
    assert [lens for lens in Looking.ids if looking.is_on(lens)] == ["sites"]
    looking.hold("sight", on=True)
    assert looking.is_on("sight")
    assert not looking.shows("sight")
    assert looking.is_glancing
    looking.hold("sight", on=False)
    looking.switch("sight", on=True)
    assert looking.shows("sight")
    assert not looking.is_glancing

    looking = Looking()
    looking.anchor = HERE  # a fixed line needs no field
    shown = looking.laid(glance(position(OPEN), "0401"), Overlays())
    assert shown.sight is None
    assert some(shown.ray).start == HERE
    assert looking.is_glancing


def test_every_lens_that_is_on_says_one_sentence() -> None:
    state = position(OPEN, "F1 infantry 5-3 0404", "FL leader 0404", active="FI", **FED)
    looking = Looking()
    for lens in Looking.ids:
        looking.switch(lens, on=True)
    seen = glance(state, "0405", picked=(UnitId("F1"),), selected=HERE)
    rules = [reason.rule for reason in looking.reasons(seen)]
    assert rules == ["N19.2", "N5.4", "N14.31", "N16.2", "N6.3", "N6.3"]
    shown = looking.laid(seen, Overlays())
    assert shown.sight is not None
    assert shown.ray is not None
    assert len(shown.distances) == len(shown.traces) == 2
    assert set(shown.zones) == {FRENCH, ALLIED}
    assert looking.reasons(glance(state)) == ()
