"""The prompt line: the sentence, its buttons, refusals that fade, and nothing that jumps."""

from __future__ import annotations

from itertools import count

import pytest
from PySide6.QtCore import QAbstractAnimation, QPropertyAnimation, Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from hexwar.engine import Refusal
from hexwar.table.reports import Prompt
from hexwar.widgets.panels.prompt_line import Choice, PromptLine
from tests.widgets.skirmish import FRENCH, hosted, look

PROMPT = Prompt(FRENCH, "French: move V Cavalry Corps & its guns.", "N4.52")
BARRED = Refusal("A chit was drawn: nobody may undo past that.", "N4.4")
CHOICES = (
    Choice("undo", "Undo", "Take it back", "Ctrl+Z"),
    Choice("stay", "Stay", "The unit stays", "S"),
    Choice("end", "End movement", shortcut="E", is_main=True),
)
BLUE = QColor("#3d69ab")


@pytest.fixture
def line(qtbot: QtBot) -> PromptLine:
    made = hosted(qtbot, PromptLine(look()), 900, 120)
    made.steady.clock = map(float, count()).__next__  # nobody is too quick
    made.show_prompt(PROMPT, BLUE, CHOICES)
    return made


def buttons(line: PromptLine) -> dict[str, QPushButton]:
    return {b.objectName(): b for b in line.findChildren(QPushButton) if not b.isHidden()}


def test_the_sentence_is_shown_with_its_rule_as_a_link(line: PromptLine, qtbot: QtBot) -> None:
    assert line.sentence.text().startswith("French: move V Cavalry Corps &amp; its guns.")
    assert '<a href="rule:N4.52">N4.52</a>' in line.sentence.text()
    assert line.accessibleDescription() == PROMPT.text
    line.show_prompt(PROMPT, BLUE, (), html='Move to <a href="hex:0303">0303</a>.')
    assert 'href="hex:0303"' in line.sentence.text()
    line.show_refusal(Refusal("<b>Piré</b> has moved already.", "N5.4"))
    assert "&lt;b&gt;Piré" in line.refusal.text()
    assert line.refusal.accessibleDescription() == "<b>Piré</b> has moved already."

    for where in (line.sentence, line.refusal):
        with qtbot.waitSignal(line.linkActivated) as followed:
            where.linkActivated.emit("rule:N4.52")
        assert followed.args == ["rule:N4.52"]


def test_buttons_stand_in_order_and_tell_their_keys_in_another_look_too(line: PromptLine) -> None:
    made = buttons(line)
    assert list(made) == ["undo", "stay", "end"]
    assert made["stay"].toolTip() == "The unit stays (S)"
    assert made["end"].toolTip() == "End movement (E)"
    assert made["end"].property("role") == "main"
    made["stay"].setFocus()
    line.show_prompt(PROMPT, BLUE, CHOICES)  # equal choices keep buttons and keyboard
    assert buttons(line)["stay"] is made["stay"] is line.window().focusWidget()

    before = line.sentence.text()
    low = line.minimumSizeHint().height()
    line.set_look(look(2.0, "dark"))

    assert line.sentence.text() == before
    assert list(buttons(line)) == ["undo", "stay", "end"]
    assert line.minimumSizeHint().height() > low
    assert line.look.theme.name == "dark"


def test_a_press_or_a_shortcut_gives_the_choice(line: PromptLine, qtbot: QtBot) -> None:
    line.window().activateWindow()
    with qtbot.waitSignal(line.chosen) as chosen:
        QTest.mouseClick(buttons(line)["stay"], Qt.MouseButton.LeftButton)
    assert chosen.args == ["stay"]
    with qtbot.waitSignal(line.chosen) as chosen:
        QTest.keyClick(line.window(), Qt.Key.Key_S)
    assert chosen.args == ["stay"]
    line.show_prompt(PROMPT, BLUE, (Choice("ok", "Retreat here"),))
    assert list(buttons(line)) == ["ok"]
    with qtbot.waitSignal(line.chosen) as chosen:
        buttons(line)["ok"].click()
    assert chosen.args == ["ok"]


def test_a_refusal_fades_after_a_while(line: PromptLine, qtbot: QtBot) -> None:
    line.show_refusal(BARRED)
    timer = line.refusal.findChild(QTimer)
    fade = line.refusal.findChild(QPropertyAnimation)
    assert isinstance(timer, QTimer)
    assert isinstance(fade, QPropertyAnimation)
    assert timer.isActive()
    assert timer.isSingleShot()

    timer.setInterval(0)
    fade.setDuration(30)
    timer.start()
    qtbot.waitUntil(lambda: line.refusal.text() == "")
    assert fade.state() is QAbstractAnimation.State.Stopped


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.25, 1.5, 2.0])
def test_nothing_jumps_whatever_is_said(qtbot: QtBot, scale: float) -> None:
    line = hosted(qtbot, PromptLine(look(scale)), round(900 * scale), round(140 * scale))
    height = line.minimumSizeHint().height()
    line.show_prompt(Prompt(FRENCH, "Long. " * 80, "N4.52"), BLUE, CHOICES)
    line.show_refusal(BARRED)

    assert line.minimumSizeHint().height() == height
    assert all(line.rect().contains(b.geometry()) for b in buttons(line).values())


def test_a_reply_bears_the_colour_of_its_side(line: PromptLine) -> None:
    def blue() -> int:
        """How far the lower right corner leans to blue."""
        shot = line.grab().toImage()
        corner = shot.pixelColor(shot.width() - 4, shot.height() - 4)
        return corner.blue() - corner.red()

    line.show_prompt(PROMPT, BLUE)
    plain = blue()
    line.show_prompt(PROMPT, BLUE, is_reply=True)
    assert blue() > plain


# -- a button never changes its meaning under the pointer


class Presses:
    """Presses buttons of a line at a time that stands still, and hears what comes of it."""

    def __init__(self, line: PromptLine) -> None:
        self.line, self.time = line, 100.0
        self.heard: list[str] = []
        line.steady.clock = lambda: self.time
        line.chosen.connect(self.heard.append)
        line.tooSoon.connect(lambda: self.heard.append("too soon"))

    def ask(self, *choices: Choice) -> None:
        self.line.show_prompt(PROMPT, BLUE, choices)
        QTest.qWait(0)

    def press(self, id_: str) -> str:
        QTest.mouseClick(buttons(self.line)[id_], Qt.MouseButton.LeftButton)
        return self.heard[-1]

    def key(self, key: Qt.Key) -> str:
        before = len(self.heard)
        QTest.keyClick(self.line.window(), key)
        QTest.qWait(200)  # Qt shows the button going down first
        return "".join(self.heard[before:])


def test_an_answer_that_takes_anothers_place_waits_and_one_that_stays_does_not(
    line: PromptLine,
) -> None:
    hand = Presses(line)
    first, end = Choice("a", "Choose II Corps"), Choice("end", "End movement")
    hand.ask(first, end)
    hand.time += 1
    assert hand.press("a") == "a"
    hand.ask(Choice("b", "March to Brienne"), end)
    assert hand.press("b") == "too soon"
    assert hand.press("end") == "end"
    hand.time += 0.39
    assert hand.press("b") == "too soon"
    hand.time += 0.02
    assert hand.press("b") == "b"


@pytest.mark.parametrize(
    "other",
    [Choice("a", "Form square"), Choice("a", "Charge", answer="0913"), Choice("b", "Charge")],
)
def test_words_answer_and_id_are_what_an_answer_means(line: PromptLine, other: Choice) -> None:
    hand = Presses(line)
    one = Choice("a", "Charge", answer="0912")
    hand.ask(one)
    hand.time += 1
    hand.ask(one)
    assert hand.press("a") == "a"  # the same again
    hand.ask(other)
    assert hand.press(other.id) == "too soon"
    hand.ask(one)
    assert hand.press("a") == "too soon"  # another stood there between
    hand.time += 0.5
    assert hand.press("a") == "a"


def test_one_that_moves_aside_is_not_taken_for_its_neighbour_but_for_whom_it_covers(
    line: PromptLine,
) -> None:
    hand = Presses(line)
    stay, end = Choice("stay", "Stay here"), Choice("end", "End movement")
    hand.ask(stay, end)
    hand.time += 1
    hand.ask(Choice("new", "Something else"), stay, end)
    assert hand.press("stay") == "stay"
    assert hand.press("new") == "new"  # where nothing was
    hand.ask(stay, end, Choice("last", "Something else"))
    assert hand.press("last") == "too soon"


def test_a_digit_that_means_something_else_waits_though_its_button_stands_elsewhere(
    line: PromptLine,
) -> None:
    hand = Presses(line)
    hand.ask(Choice("a", "Charge", shortcut="1"), Choice("b", "Stay", shortcut="2"))
    hand.time += 1
    hand.ask(Choice("c", "Retreat", shortcut="3"), Choice("b", "Stay", shortcut="1"))
    assert hand.key(Qt.Key.Key_1) == "too soon"
    assert hand.press("b") == "b"
    hand.time += 0.5
    assert hand.key(Qt.Key.Key_1) == "b"


def test_what_changes_while_the_button_is_down_is_not_pressed(line: PromptLine) -> None:
    hand = Presses(line)
    hand.ask(Choice("a", "Charge"))
    hand.time += 1
    made = buttons(line)["a"]
    QTest.mousePress(made, Qt.MouseButton.LeftButton)
    hand.ask(Choice("a", "Stay"))
    QTest.mouseRelease(made, Qt.MouseButton.LeftButton)
    assert hand.heard == ["too soon"]
