"""The question at the foot of a combat's sheet: no second click falls on another answer."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexwar.shell.prompter import Button
from hexwar.systems.nlc.panels.question_foot import QuestionFoot
from hexwar.table.forces import Side
from hexwar.table.reports import Prompt
from tests.widgets.skirmish import hosted, look

PROMPT = Prompt(Side("french"), "Who takes the loss?", "N11.5")


def test_an_answer_that_has_only_just_come_is_not_pressed(qtbot: QtBot) -> None:
    foot = hosted(qtbot, QuestionFoot(look()), 320, 240)
    time, heard = [10.0], list[str]()
    foot.steady.clock = lambda: time[0]
    foot.pressed.connect(heard.append)
    foot.tooSoon.connect(lambda: heard.append("too soon"))

    def put(*words: str) -> None:
        foot.show_question(PROMPT, [Button(w, w, "") for w in words], QColor("#3d69ab"))
        qtbot.wait(1)

    def press(place: int) -> str:
        QTest.mouseClick(foot.buttons[place], Qt.MouseButton.LeftButton)
        return str(heard[-1])

    put("Ney", "Marmont")
    time[0] += 1
    assert press(0) == "Ney"
    put("Milhaud", "Marmont")
    assert press(0) == "too soon"
    assert press(1) == "Marmont"  # has stood there all the time
    time[0] += 0.41
    assert press(0) == "Milhaud"
