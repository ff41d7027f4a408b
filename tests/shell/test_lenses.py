"""Lenses without a window: what each shows and says, and what if a bridge fell (N16.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest

from hexwar.engine import SeededChance
from hexwar.ground.movement import Drop
from hexwar.hexes import Grid, Hex, Hexside, Layout
from hexwar.systems.nlc.lenses import sights
from hexwar.systems.nlc.lenses.looking import (
    POINT,
    Looking,
    command_distances,
    command_line,
    command_of,
    line_of,
    next_supposed,
    spans_of,
    supplied_formation,
    supply_distances,
    supply_trace,
    supposing,
    why_command_range,
    why_supplied,
    why_supposed,
)
from hexwar.systems.nlc.lenses.sights import Glance
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.overlays import Distances, Overlays, Ray, Verdict
from hexwar.table.reports import PathQuote, StepCost
from hexwar.table.spans import Spans
from hexwar.widgets.board.geometry import middle_of, span_at
from tests.shell.hand import Button, Hand, Key, Modifier, free_game
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

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


WATER = ["0103-0104", "0203-0104", "0203-0204", "0203-0304", "0403-0304", "0403-0404"]
WATER += ["0403-0504", "0503-0504", "0603-0504", "0603-0604", "0603-0704", "0703-0704"]
SPAN: Hexside = (Hex("0303"), Hex("0304"))
FALLEN = frozenset({SPAN})


def beyond(*lines: str, **more: Any) -> GameState:
    """A river with one bridge; the French source lies north of it, F1 and F2 stand south."""
    units = ("F1 infantry 5-3 0305", "F2 infantry 4-3 0405 of:FII", "F3 light 3-3 0202")
    fed: dict[str, Any] = {"supply_sources": {Hex("0301"): FRENCH}, "bridges": ["0303-0304"]}
    fed |= {"rivers": WATER}
    return position(OPEN, *units, "A1 infantry 5-3 0107", *lines, **(fed | more))


def supposed(state: GameState, spans: frozenset[Hexside] = FALLEN) -> str:
    return why_supposed(state, supposing(state, spans), spans).sentence


@pytest.mark.rule("N16.6", "N5.71", "T18.2")
def test_who_would_be_out_if_a_bridge_fell_or_back_if_it_were_repaired_is_said() -> None:
    state = beyond()
    assert supposed(state) == (
        "If the bridge between 0303 and 0304 falls: F1 and F2 would be out of supply."
    )
    assert why_supposed(state, supposing(state, FALLEN), FALLEN).rule == "N16.6"
    assert state.spans == Spans()  # the game itself has not changed
    assert supposed(beyond(damaged=["0303-0304"])) == (
        "If the bridge between 0303 and 0304 is repaired: F1 and F2 would be in supply again."
    )
    both = beyond(supply_sources={Hex("0301"): FRENCH, Hex("0101"): ALLIED})
    assert supposed(both).endswith("F1, F2 and A1 would be out of supply.")
    laid = beyond("FP pontoon 0303 bridging:0303-0304", bridges=[], rivers=[*WATER, "0303-0304"])
    assert spans_of(laid) == (SPAN,)
    assert supposed(laid) == (  # it carries no supply (N5.71)
        "If the pontoon bridge between 0303 and 0304 falls: all supply would stay as it is."
    )

    near = position(OPEN, "F1 infantry 5-3 0202", trestles=["0303-0304"])
    assert supposed(near).endswith("falls: all supply would stay as it is.")
    words = supposed(beyond(*(f"F{n} infantry 1-3 0{n - 1}06" for n in range(4, 9))))
    assert words.endswith("F1, F2, F4, F5, F6 and 2 more units would be out of supply.")


def test_the_spans_of_a_hex_are_gone_through_and_a_point_means_the_nearest() -> None:
    state = beyond(bridges=["0303-0304", "0202-0303"])
    first, second = frozenset({(Hex("0202"), Hex("0303"))}), FALLEN
    assert spans_of(state, Hex("0303")) == (*first, *second)
    here = Hex("0303")
    assert next_supposed(state, here, frozenset()) == first
    assert next_supposed(state, here, first) == second
    assert next_supposed(state, here, second) == frozenset()
    assert next_supposed(state, Hex("0101"), second) == frozenset()
    assert next_supposed(state, None, second) == frozenset()

    layout = Layout(Grid(7, 7), radius=40.0)
    other = (Hex("0303"), Hex("0402"))
    middle = middle_of(layout, SPAN)
    assert span_at(layout, (other, SPAN), middle + QPointF(4.0, 3.0)) == SPAN
    assert span_at(layout, (other, SPAN), middle + QPointF(0.0, 20.0)) is None
    assert span_at(layout, (), middle) is None


def supplying(over: str | None = "0305") -> tuple[Looking, Glance]:
    """The lens of supply over a hex."""
    looking = Looking()
    looking.switch("supply", on=True)
    return looking, Glance(view=beyond(), viewer=FRENCH, over=None if over is None else Hex(over))


@pytest.mark.rule("N16.2")
def test_the_lens_shows_the_field_without_the_bridge_or_with_it_repaired() -> None:
    looking, glance = supplying()
    assert Hex("0305") in looking.laid(glance, Overlays()).distances[0].halves
    looking.click_span(SPAN)
    laid = looking.laid(glance, Overlays())
    assert Hex("0305") not in laid.distances[0].halves
    assert laid.distances[0].lacking == {"0305", "0405"}
    assert (laid.traces[-1].fallen, laid.traces[-1].mended) == ((SPAN,), ())
    said = [reason.sentence for reason in looking.reasons(glance)]
    assert said[0].endswith("F1 and F2 would be out of supply.")
    assert said[1].startswith("0305: out of supply for FI Corps.")

    moved = glance.view.copy()  # which is supposed anew
    moved.put_unit(replace(moved.units[unit("F1")], hex=Hex("0302")))
    later = Glance(view=moved, viewer=FRENCH, over=Hex("0302"))
    assert "falls: F2 would be out of supply." in looking.reasons(later)[0].sentence

    looking.click_span(SPAN)
    assert looking.laid(glance, Overlays()).traces[-1].fallen == ()
    looking.click_span(SPAN)
    looking.switch("supply", on=False)
    assert looking.supposed == frozenset()

    looking, glance = supplying()
    looking.click_span(SPAN)
    laid = looking.laid(replace(glance, view=beyond(damaged=["0303-0304"])), Overlays())
    assert laid.distances[0].lacking == frozenset()
    assert (laid.traces[-1].fallen, laid.traces[-1].mended) == ((), (SPAN,))

    looking, nowhere = supplying(over=None)
    assert looking.reasons(nowhere) == (POINT,)
    assert Looking().reasons(nowhere) == ()
    looking.click_span(SPAN)
    assert POINT not in looking.reasons(nowhere)


CROSSING: Hexside = (Hex("0807"), Hex("0808"))


def crossing(hand: Hand) -> Hand:
    """The proving ground, where a French unit far in the south lives by one bridge."""
    hand.open(free_game("proving-ground", SeededChance("1"), places=(("FR-1-01", "1411"),)))
    hand.key(Key.Key_U)
    return hand


def field_of(hand: Hand) -> Distances:
    fields = hand.board.board.pile.distances.shown
    return fields[0]


def fallen(hand: Hand) -> list[Hexside]:
    """The bridges that are marked as supposed to fall."""
    return [span for trace in hand.board.board.pile.traces.shown for span in trace.fallen]


def click_span(hand: Hand, span: Hexside) -> None:
    hand.at(span[0])
    middle = middle_of(hand.board.board.sheet, span)
    where: QPoint = hand.board.mapFromScene(middle)
    QTest.mouseClick(hand.board.viewport(), Button.LeftButton, Modifier.NoModifier, where)


@pytest.mark.rule("N16.6")
def test_a_bridge_falls_by_a_click_or_a_key_and_another_goes_back(hand: Hand) -> None:
    crossing(hand).hover("1411")
    assert field_of(hand).lacking == frozenset()
    question, offer = hand.pending, hand.game.controller.offer
    click_span(hand, CROSSING)
    hand.hover("1411")
    assert fallen(hand) == [CROSSING]
    assert "1411" in field_of(hand).lacking
    assert "would be out of supply" in hand.window.hint.text()
    assert hand.pending is question
    assert hand.game.controller.offer.picked == offer.picked  # nobody was chosen by it
    click_span(hand, CROSSING)
    hand.hover("1411")
    assert fallen(hand) == []

    hand.key(Key.Key_U)  # without the lens a bridge is a part of its hex
    clicked: list[str] = []
    hand.board.hexClicked.connect(lambda hex_, *_: clicked.append(hex_))
    click_span(hand, CROSSING)
    assert clicked
    assert clicked[0] in CROSSING

    hand.hover("0807")
    hand.key(Key.Key_U, Modifier.ShiftModifier)
    assert hand.window.menus["supply"].isChecked()
    assert fallen(hand) == [CROSSING]
    for _ in spans_of(hand.game.controller.view, Hex("0807")):
        hand.key(Key.Key_U, Modifier.ShiftModifier)
    assert fallen(hand) == []
    hand.key(Key.Key_U)
    assert hand.board.board.pile.distances.shown == ()
