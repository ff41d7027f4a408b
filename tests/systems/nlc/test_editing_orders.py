"""Orders at the start are written by the composer of the game; the best marches are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hexwar.editor.blank import new_battle
from hexwar.editor.desk import Desk
from hexwar.editor.document import Document, Draft
from hexwar.editor.files import Files
from hexwar.editor.port import editing_of
from hexwar.editor.table_top import table_top_of
from hexwar.hexes import Hex
from hexwar.resources import scenarios
from hexwar.systems.nlc.editing_marches import BestMarch, arrival_marches, best_marches
from hexwar.systems.nlc.editing_orders import OrdersPage
from hexwar.systems.nlc.editing_state import start_of
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.orders import LineId
from tests.widgets.skirmish import look

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

Open = Callable[[str], OrdersPage]
NONE, LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton


def read(name: str) -> Draft:
    return Files.read(scenarios() / name)[0]


@pytest.fixture
def opened(qtbot: QtBot, tmp_path: Path) -> Iterator[Open]:
    """Opens the page over a shipped battle."""
    pages: list[OrdersPage] = []

    def open_(name: str) -> OrdersPage:
        desk = Desk({"nlc": NLC}, look(), tmp_path)
        draft, files, _ = Files.read(scenarios() / name)
        page = next(p for p in editing_of(NLC).pages(desk) if isinstance(p, OrdersPage))
        desk.setParent(page)
        desk.open(Document(draft), files)
        qtbot.addWidget(page)
        page.resize(1366, 768)
        page.show()
        QApplication.processEvents()
        pages.append(page)
        return page

    yield open_
    for page in pages:
        page.close_board()


@pytest.fixture
def page(opened: Open) -> OrdersPage:
    return opened("brienne")


def order_of(page: OrdersPage, formation: str) -> list[dict[str, Any]]:
    found = page.desk.draft.scenario["orders"]
    return next(one["steps"] for one in found if one["formation"] == formation)


def click(page: OrdersPage, hex_: str) -> None:
    assert page.board is not None
    page.board.hexClicked.emit(Hex(hex_), NONE, LEFT)


def test_a_formation_shows_the_order_that_it_holds(page: OrdersPage) -> None:
    page.write("line:FR-2")
    form = page.orders.composer
    assert "Attack Brienne-le-Château (0913)" in form.sentence.text()
    assert form.verbs["attack"].isChecked()


def test_an_order_is_written_by_type_and_click(page: OrdersPage) -> None:
    page.write("line:FR-GC")
    before = order_of(page, "FR-GC")
    page.write("verb:probe")
    click(page, "1212")
    page.write("send")
    steps = order_of(page, "FR-GC")
    assert steps[:-1] == before[:-1]
    assert steps[-1] == {"verb": "probe", "target": "1212"}
    assert len(page.desk.document.done) == 1
    assert page.desk.document.done[0].words == "Order of Guard Cavalry Corps"
    page.desk.document.undo()
    assert order_of(page, "FR-GC") == before
    assert page.orders.composer.verbs["attack"].isChecked()


def test_an_order_is_written_step_by_step_with_a_way(page: OrdersPage) -> None:
    line = "CO-11"
    page.write(f"line:{line}")
    while page.prompter is not None and page.prompter.back_within():
        pass
    page.write("verb:march")
    page.write("by")
    click(page, "0812")
    click(page, "0913")
    page.write("then")
    page.write("verb:defend")
    page.write("send")
    assert order_of(page, line) == [
        {"verb": "march", "target": "0913", "route": ["0812"]},
        {"verb": "defend"},
    ]


def test_what_the_rules_refuse_is_told_with_the_rule(page: OrdersPage) -> None:
    page.write("line:FR-HQ")
    before = page.desk.draft
    page.write("verb:attack")
    assert not page.refusal.isHidden()
    assert "(N14.53)" in page.refusal.text()
    assert page.desk.draft is before
    page.write("verb:defend")
    assert page.refusal.isHidden()


def test_an_order_is_dropped(page: OrdersPage) -> None:
    page.write("line:FR-2")
    page.write("none")
    assert all(one["formation"] != "FR-2" for one in page.desk.draft.scenario["orders"])
    assert page.orders.composer.none.isHidden()


def test_a_division_gets_an_order_of_its_own_and_loses_it(page: OrdersPage) -> None:
    page.write("line:FR-2")
    form = page.orders.composer
    divisions = form.divisions.menu().actions()
    assert divisions
    divisions[0].trigger()
    page.write("verb:march")
    click(page, "1803")
    page.write("send")
    made = page.desk.draft.scenario["divisional_orders"][-1]
    assert made["formation"] == "FR-2"
    assert made["steps"] == [{"verb": "march", "target": "1803"}]
    assert list(made) == ["formation", "units", "steps"]
    line = next(k for k, e in page._start.state.pad.lines.items() if e.units == (*made["units"],))
    page.write(f"line:{line}")
    assert page.prompter is not None
    assert page.prompter.draft.verb == "march"
    page.write("none")
    assert made not in page.desk.draft.scenario["divisional_orders"]
    assert (
        page.desk.draft.scenario["divisional_orders"]
        == (read("brienne").scenario["divisional_orders"])
    )


def test_leave_and_unknown_fields_of_a_step_stay(page: OrdersPage) -> None:
    scenario = page.desk.draft.scenario
    first, *rest = scenario["orders"]
    step = {"verb": "march", "target": "1803", "fixed": True, "remark": "kept"}
    orders = [first | {"steps": [step], "why": "kept"}, *rest]
    page.desk.do("Fix", page.desk.draft.having("scenario", scenario | {"orders": orders}))
    page.write(f"line:{first['formation']}")
    click(page, "1804")
    page.write("send")
    made = page.desk.draft.scenario["orders"][0]
    assert made["why"] == "kept"
    assert made["steps"] == [step | {"target": "1804"}]


def test_the_scenario_gives_leave_that_no_order_can(page: OrdersPage) -> None:
    page.write("line:FR-2")
    assert page.fixed.isVisible()
    page.fixed.click()
    page.zone.setCurrentIndex(page.zone.findData("3"))
    page.zone.activated.emit(page.zone.currentIndex())
    last = order_of(page, "FR-2")[-1]
    assert (last["zone"], last["fixed"]) == (3, True)
    assert all(step["fixed"] for step in order_of(page, "FR-2"))
    assert "zone" not in order_of(page, "FR-2")[0]
    assert not page.prompter or page.prompter.draft.line == "FR-2"
    page.desk.document.undo()
    page.desk.document.undo()
    assert not page.fixed.isChecked()
    assert page.zone.currentData() == ""
    page.write("line:FR-2C")
    assert page.desk.document.draft.is_same(read("brienne"))


def test_a_friend_is_an_objective_and_keeps_his_hex(opened: Open) -> None:
    page = opened("champaubert")
    given = next(
        one
        for one in page.desk.draft.scenario["orders"]
        if any("target_formation" in step for step in one["steps"])
    )
    page.write(f"line:{given['formation']}")
    page.write("send")
    assert not page.desk.document.done  # it says what it said


def test_the_map_chooses_and_esc_takes_back(page: OrdersPage) -> None:
    state = page._start.state
    hex_, unit = next((u.hex, u.id) for u in state.on_map() if u.hex and u.id.startswith("CO-"))
    click(page, hex_)
    assert page.prompter is not None
    assert page.prompter.draft.line is not None
    assert page.prompter.side == state.side_of(unit)
    QTest.keyClick(page, Qt.Key.Key_Escape)
    page.write("line:FR-2")
    assert page.prompter.side == "french"


def test_a_problem_leads_to_its_order(page: OrdersPage) -> None:
    assert page.go_to("scenario", ("orders", 1, "steps", 0, "target"))
    assert page.prompter is not None
    assert page.prompter.draft.line == page.desk.draft.scenario["orders"][1]["formation"]
    assert page.go_to("scenario", ("divisional_orders", 0))
    assert page.prompter.draft.units == ("CO-C-01",)
    assert page.go_to("scenario", ("orders", 999))
    assert not page.go_to("scenario", ("setup", 0))


def test_another_ground_is_seen_as_the_map_was_seen(page: OrdersPage) -> None:
    board = page.board
    assert board is not None
    board.camera.zoom_to(2.0)
    terrain = ["." * len(line) for line in page.desk.draft.map["terrain"]]
    page.desk.do_map("Clear", page.desk.draft.map | {"terrain": terrain})
    assert page.board is board
    assert not board.board.battlefield.terrain
    assert board.camera.zoom == 2.0


def test_a_new_battle_has_formations_made_first(page: OrdersPage) -> None:
    assert not page.advice.isVisible()
    page.desk.open(Document(new_battle(NLC)), Files())
    assert page.advice.isVisible()


def test_marches_are_told_below_the_orders(qtbot: QtBot, page: OrdersPage) -> None:
    qtbot.waitUntil(lambda: not page.errand.is_busy, timeout=20_000)
    rows = {row.line: row for row in page._rows()}
    assert rows["FR-2"].doing.startswith("Best case: at Brienne-le-Château (0913) on turn 7")
    assert page.marches[LineId("FR-2")].path


# -- headless: the state and the marches


@pytest.mark.parametrize("name", ["first-steps", "brienne", "three-battles"])
def test_the_start_of_a_shipped_battle_is_that_of_the_game(name: str) -> None:
    state, told = NLC.set_up(NLC.battle(name)), start_of(table_top_of(read(name), NLC)).state
    assert told.units == state.units
    assert told.leaders == state.leaders
    assert told.pad == state.pad


def marches_of(draft: Draft) -> dict[str, BestMarch]:
    return {m.line: m for m in best_marches(start_of(table_top_of(draft, NLC)))}


def test_a_march_leads_from_the_start_to_the_goal() -> None:
    draft = read("brienne")
    found = marches_of(draft)
    grid = table_top_of(draft, NLC).battle.battlefield.grid
    for march in found.values():
        way = (march.start, *march.path)
        assert all(b in grid.neighbours[a] for a, b in pairwise(way))
    assert found["FR-HQ"].path[-1] == "1803"
    assert found["FR-HQ"].turn == 2


def test_a_goal_that_cannot_be_reached_is_told() -> None:
    draft = read("brienne")
    turns = draft.scenario["turns"][:4]
    late = marches_of(draft.having("scenario", draft.scenario | {"turns": turns}))["FR-2"]
    assert late.is_late
    assert late.words == "Best case: at Brienne-le-Château (0913) on turn 7, too late; 24 hexes"


def arrivals_of(draft: Draft) -> dict[str, str]:
    return dict(arrival_marches(start_of(table_top_of(draft, NLC))))


def test_who_is_to_come_reaches_a_goal_or_a_place_worth_something() -> None:
    draft = read("brienne")
    assert arrivals_of(draft)["FR-2-03"] == "reaches Brienne-le-Château (0913) on turn 6"
    alone = draft.having("scenario", draft.scenario | {"orders": []})
    told = arrivals_of(alone)
    assert told["FR-2-03"] == "could be at Brienne north quarter (0912) by turn 3"
    few = alone.having("scenario", alone.scenario | {"turns": draft.scenario["turns"][:2]})
    assert arrivals_of(few)["FR-2-03"] == f"{told['FR-2-03']}, too late"
    without: tuple[dict[str, Any], ...] = ({"victory": {}}, {"arrivals": []})
    for gone in without:
        assert not any(arrivals_of(alone.having("scenario", alone.scenario | gone)).values())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["0101", "FR-2", "march"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["formation", "units", "steps", "verb", "target", "hex", "side"]), inner
        )
    ),
    max_leaves=8,
)


@given(st.sampled_from(["forces", "scenario"]), st.data())
def test_whatever_is_wrong_there_is_a_state(part: Any, data: st.DataObject) -> None:
    draft = read("first-steps")
    fields = sorted({*draft.part(part), "orders", "divisional_orders", "arrivals", "numbers"})
    broken = {name: data.draw(JSON) for name in data.draw(st.sets(st.sampled_from(fields)))}
    start = start_of(table_top_of(draft.having(part, draft.part(part) | broken), NLC))
    assert start.state.turn == 0
    assert list(best_marches(start)) is not None
    assert dict(arrival_marches(start)) is not None


def test_who_comes_after_the_last_turn_is_no_trouble(page: OrdersPage) -> None:
    scenario = page.desk.draft.scenario
    late = [one | {"turn": 99} for one in scenario["arrivals"]]
    page.desk.do("Late", page.desk.draft.having("scenario", scenario | {"arrivals": late}))
    rows = {row.line: row for row in page._rows()}
    assert rows["FR-GC"].where == "not on the map"


def test_names_of_what_is_not_there_do_no_harm() -> None:
    draft = read("brienne")
    orders = [{"formation": "NOBODY", "steps": [{"verb": "march", "target": "0101"}]}]
    scenario = draft.scenario | {
        "orders": orders,
        "divisional_orders": [
            {"formation": "FR-2", "units": ["NOBODY"], "steps": orders[0]["steps"]}
        ],
        "arrivals": [{"turn": 1, "entry": "9999", "units": ["NOBODY"]}],
        "exhausted": ["NOBODY"],
        "numbers": {"nothing": 1, "stacking.units": "many"},
    }
    formations = [
        dict(f) | {"assigned_to": f["id"], "division_of": "X"} for f in draft.forces["formations"]
    ]
    draft = Draft(draft.map, draft.forces | {"formations": formations}, scenario)
    start = start_of(table_top_of(draft, NLC))
    assert not start.state.battle.numbers
    assert not list(best_marches(start))
