"""The calendar page of the boxes: who comes, when, where, and why late or early."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.panels.boxes_panel import BoxesPanel, CalendarPanel
from hexwar.systems.nlc.state import GameState
from tests.systems.nlc.panels.opening import start
from tests.widgets.skirmish import ALLIED, DUHESME, ENTRY, FRENCH, WAGONS, hosted, look


@pytest.fixture
def state() -> GameState:
    return start()


@pytest.fixture
def page(qtbot: QtBot, state: GameState) -> CalendarPanel:
    made = CalendarPanel(look())
    hosted(qtbot, made, 360, 600)
    made.show_calendar(state)
    return made


def lines(panel: CalendarPanel) -> list[str]:
    shown = [label for label in panel.findChildren(QLabel) if label.isVisibleTo(panel)]
    words = [QTextDocumentFragment.fromHtml(label.text()).toPlainText() for label in shown]
    return [line.strip() for text in words for line in text.replace("\u2028", "\n").split("\n")]


def test_each_turn_has_its_arrivals_and_a_link_to_their_hex(
    page: CalendarPanel, qtbot: QtBot, state: GameState
) -> None:
    assert lines(page) == ["17:00 turn 2", "■ II Corps, 2 units, 6 SP", "at 0101"]

    label = next(one for one in page.findChildren(QLabel) if "hex:0101" in one.text())
    with qtbot.waitSignal(page.linkActivated) as followed:
        label.linkActivated.emit("hex:0101")
    assert followed.args == ["hex:0101"]

    state.schedule = replace(state.schedule, arrivals=())
    page.show_calendar(state)
    assert lines(page) == ["No reinforcements come in this battle."]


def test_late_forces_are_marked_with_the_reason(page: CalendarPanel, state: GameState) -> None:
    state.schedule = replace(
        state.schedule,
        arrivals=(
            (
                Arrival(3, ENTRY, (DUHESME,), shift=1, rolled=True),
                Arrival(5, ENTRY, (WAGONS,), shift=2, rolled=True, note="the wagons"),
            )
        ),
    )
    page.show_calendar(state)
    assert lines(page) == [
        "18:00 turn 3",
        "■ II Corps, 1 unit, 6 SP",
        "at 0101, 1 turn late",
        "Listed for 17:00, held up by the die or by those before it on its road. T20.4",
        "After the end turn 5",
        "■ II Corps, 1 unit",
        "at 0101, too late for this battle, 2 turns late",
        "Listed for 18:00, held up by the die or by those before it on its road. T20.4",
        "the wagons",
    ]


def test_the_present_turn_and_who_has_come_are_told(page: CalendarPanel, state: GameState) -> None:
    state.turn = 2
    page.show_calendar(state)
    assert lines(page)[0] == "17:00 turn 2 now"
    assert lines(page)[2] == "at 0101, due now"
    for unit in (DUHESME, WAGONS):
        state.put_unit(replace(state.units[unit], hex=ENTRY, box=None))
    page.show_calendar(state)
    assert lines(page) == ["Have come", "17:00 ■ II Corps, 2 units, 6 SP, at 0101"]


def test_an_hour_leads_to_its_card_or_next(
    page: CalendarPanel, state: GameState, qtbot: QtBot
) -> None:
    one = state.schedule.arrivals[0]
    state.schedule = replace(
        state.schedule, arrivals=tuple(replace(one, turn=turn) for turn in range(2, 40, 2))
    )
    page.show_calendar(state)
    bar = page.findChildren(QScrollArea)[0].verticalScrollBar()

    def top(turn: int) -> int:
        page.look_at(turn)
        qtbot.wait(50)
        return bar.value()

    assert top(2) < 20
    assert top(11) == top(12) > top(6) > top(2)
    held = top(12)
    page.look_at(99)
    qtbot.wait(50)
    assert bar.value() == held


def test_it_is_a_page_of_the_boxes_and_follows_the_look(qtbot: QtBot, state: GameState) -> None:
    boxes = BoxesPanel(look())
    hosted(qtbot, boxes, 360, 600)
    boxes.show_boxes(state, {FRENCH: 0, ALLIED: 0})
    assert [boxes.pages.tabText(n) for n in range(2)] == ["Off the map", "Calendar"]
    boxes.pages.setCurrentIndex(1)
    before = lines(boxes.calendar)
    boxes.set_look(look(2.0, "dark"))
    assert lines(boxes.calendar) == before
    with qtbot.waitSignal(boxes.linkActivated) as followed:
        boxes.calendar.linkActivated.emit("rule:T20.4")
    assert followed.args == ["rule:T20.4"]
