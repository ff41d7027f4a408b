"""The panel of problems: what is shown, where it leads, and how a click mends it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from hexwar.app.games import sections
from hexwar.editor.checks import Checks, Problem
from hexwar.editor.desk import Desk
from hexwar.editor.problems import ProblemsPanel, place_words
from tests.editor.desks import desk

pytestmark = pytest.mark.qt_log_ignore("does not support")

CHECKS = Checks(sections())


@pytest.fixture
def at_work(tmp_path: Path, qtbot: QtBot) -> Desk:
    made = desk(tmp_path, "brienne")

    def judge(*_: object) -> None:
        made.checked.emit(CHECKS.problems(made.draft, made.files, is_thorough=False))

    made.changed.connect(judge)
    return made


@pytest.fixture
def panel(at_work: Desk, qtbot: QtBot) -> ProblemsPanel:
    made = ProblemsPanel(at_work)
    qtbot.addWidget(made)
    made.resize(430, 400)
    made.show()
    return made


def spoil(at_work: Desk) -> None:
    """An error and two warnings that are alike."""
    slopes = at_work.draft.map["slopes"]
    at_work.put("Forget slopes", "map", {"slopes": [s for s in slopes if s not in slopes[5:7]]})
    at_work.put("Name nobody", "scenario", {"first_player": "frensh"})


def choose(panel: ProblemsPanel, row: int) -> Problem:
    panel.list.setCurrentIndex(panel.model.index(row))
    assert panel.problem is not None
    return panel.problem


def test_errors_come_first_and_are_counted(panel: ProblemsPanel, at_work: Desk) -> None:
    told: list[str] = []
    panel.titled.connect(told.append)
    assert panel.title == "Problems"
    spoil(at_work)
    assert told[-1] == panel.heading.text() == "Problems: 1 error, 2 warnings"
    assert [p.is_error for p in panel.model.rows] == [True, False, False]
    index = panel.model.index(0)
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Error: ")
    assert "first player" in spoken
    assert not panel.grab().isNull()


def test_a_row_leads_to_its_place_by_mouse_and_keyboard(
    panel: ProblemsPanel, at_work: Desk, qtbot: QtBot
) -> None:
    spoil(at_work)
    shown: list[object] = []
    at_work.shown.connect(shown.append)
    with qtbot.waitSignal(at_work.asked) as asked:
        box = panel.list.visualRect(panel.model.index(0))
        where = box.center()
        QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert asked.args == ["scenario", ("first_player",)]
    assert shown == []
    problem = choose(panel, 1)
    with qtbot.waitSignal(at_work.asked) as asked:
        QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert asked.args == ["map", ("slopes",)]
    assert shown == [problem.hexes]
    assert len(problem.hexes) == 2
    with qtbot.waitSignal(at_work.asked):
        panel.go.click()


def test_a_click_mends_and_can_be_taken_back(panel: ProblemsPanel, at_work: Desk) -> None:
    spoil(at_work)
    choose(panel, 0)
    assert panel.fix.text() == "Take French"
    panel.fix.click()
    assert at_work.draft.scenario["first_player"] == "french"
    assert panel.title == "Problems: 2 warnings"
    at_work.document.undo()
    assert panel.title == "Problems: 1 error, 2 warnings"


def test_all_alike_are_mended_by_one_step(panel: ProblemsPanel, at_work: Desk) -> None:
    before = at_work.draft.map["slopes"]
    spoil(at_work)
    choose(panel, 1)
    assert panel.more.isVisible()
    panel.list.customContextMenuRequested.emit(panel.list.rect().center())
    menu = panel.findChild(QMenu)
    assert menu is not None
    names = [action.text() for action in menu.actions() if action.text()]
    assert names[:2] == ["Show", "Put a slope there"]
    steps = len(at_work.document.done)
    next(action for action in menu.actions() if "all 2" in action.text()).trigger()
    assert len(at_work.document.done) == steps + 1
    assert sorted(at_work.draft.map["slopes"]) == sorted(before)
    assert panel.title == "Problems: 1 error"
    menu.close()


def test_who_has_no_way_out_says_so(panel: ProblemsPanel, at_work: Desk) -> None:
    panel.show_problems((Problem("map", (), "All is lost.", is_error=True),))
    assert not panel.fix.isEnabled()
    choose(panel, 0)
    assert not panel.fix.isEnabled()
    assert "obvious" in panel.fix.toolTip()
    QTest.keyClick(panel.list, Qt.Key.Key_F4)
    assert not at_work.document.done


def test_the_chosen_one_stays_chosen(panel: ProblemsPanel, at_work: Desk) -> None:
    spoil(at_work)
    problem = choose(panel, 2)
    at_work.put("Name him", "scenario", {"first_player": "french"})
    assert panel.problem == problem


def test_a_text_of_a_file_is_no_markup(panel: ProblemsPanel, at_work: Desk) -> None:
    at_work.put("Name it", "scenario", {"first_player": "<b>x</b>"})
    tip = panel.model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert "<b>x" not in tip


def test_a_place_is_told_by_names(at_work: Desk) -> None:
    draft = at_work.draft
    name = draft.map["places"][0]["name"]
    place = Problem("map", ("places", 0, "terrain"), "", is_error=True)
    assert place_words(draft, place) == f"Map: places, {name}, terrain"
    turn = Problem("scenario", ("turns", 2, "day"), "", is_error=True)
    assert place_words(draft, turn, {"day": "the day"}) == "Scenario: turns, 3, the day"
    gone = Problem("forces", ("formations", 99, "units", 3), "", is_error=True)
    assert place_words(draft, gone) == "Forces: formations, 100, units, 4"
    assert place_words(draft, Problem("map", (), "", is_error=True)) == "Map"
