"""Lessons in the window: every one is played to its end by clicks at what glows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from hexwar.hexes import Hex
from hexwar.lessons.script import Lesson, lessons
from hexwar.lessons.tutor import Stand
from hexwar.shell.coach import Coach
from hexwar.shell.main_window import MainWindow
from hexwar.shell.preferences import Progress
from hexwar.shell.saves import autosaves
from tests.shell.hand import Hand, Shelf

MOST = 200
"""Clicks that a lesson takes at most."""


def learn(window: MainWindow, lesson: str, place: int = 0) -> Coach:
    assert window.coach.begin(lesson, place) == ""
    return window.coach


def settle(window: MainWindow, qtbot: QtBot) -> Stand:
    """Wait until the learner can do something; how he stands."""
    coach = window.coach

    def is_ready() -> bool:
        tutor, game = coach.tutor, window.game
        if coach.is_over:
            return True
        if tutor is None or game is None or game.controller.playback.is_running:
            return False
        if tutor.stand() is Stand.WAIT and coach.target() is not None:
            return True
        is_put = game.controller.is_asking or game.session.pending is None
        return is_put and tutor.stand() not in (Stand.WAIT, Stand.DONE)

    qtbot.waitUntil(is_ready, timeout=20_000)
    qtbot.wait(10)  # until the card has been told
    assert coach.tutor is not None
    return coach.tutor.stand()


def click(window: MainWindow, box: QRect) -> None:
    """Click what lies in the window at the middle of a box."""
    at = box.center()
    hit = window.childAt(at)
    assert isinstance(hit, QWidget)
    QTest.mouseClick(hit, Qt.MouseButton.LeftButton, pos=hit.mapFrom(window, at))


def click_glow(window: MainWindow) -> None:
    """Click what glows; the card lies beside it."""
    coach = window.coach
    target = coach.target()
    assert target is not None
    box = coach.box_of(target)
    assert coach.card is not None
    assert coach.glow is not None
    assert coach.tutor is not None
    assert box is not None, (coach.tutor.step.id, target)
    assert not coach.card.geometry().intersects(box), coach.tutor.step.id
    assert window.rect().contains(coach.card.geometry())
    click(window, box)


def press(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def play(window: MainWindow, qtbot: QtBot) -> None:
    """Play the lesson to its end."""
    coach = window.coach
    for _ in range(MOST):
        stand = settle(window, qtbot)
        if coach.is_over:
            return
        assert coach.card is not None
        if stand is Stand.READ:
            press(coach.card.forward)
        else:
            assert stand in (Stand.DO, Stand.WAIT), (coach.tutor and coach.tutor.step.id, stand)
            click_glow(window)
        qtbot.wait(10)
    raise AssertionError("the lesson has no end")


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_a_lesson_is_won_by_clicks_at_what_glows(
    lesson: Lesson, window: MainWindow, qtbot: QtBot, shelf: Shelf
) -> None:
    coach = learn(window, lesson.id)
    play(window, qtbot)
    assert coach.card is not None
    assert coach.card.text.text()
    assert shelf.learnt[lesson.id].is_learnt
    window.close_game()
    assert autosaves(window.services.saves) == []
    window.show_start()
    ticked = [row.lesson for row in window.start.lessons if "\N{CHECK MARK}" in row.text()]
    assert ticked == [lesson.id]


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_a_lesson_is_won_by_show_me(lesson: Lesson, window: MainWindow, qtbot: QtBot) -> None:
    coach = learn(window, lesson.id)
    for _ in range(MOST):
        stand = settle(window, qtbot)
        if coach.is_over:
            return
        assert coach.card is not None
        if stand is Stand.WAIT:
            click_glow(window)
        else:
            press(coach.card.forward if stand is Stand.READ else coach.card.show_me)
        qtbot.wait(10)
    raise AssertionError("the lesson has no end")


def test_a_click_elsewhere_is_answered_kindly(window: MainWindow, qtbot: QtBot, hand: Hand) -> None:
    coach = learn(window, "1-march", 1)
    settle(window, qtbot)
    assert coach.card is not None
    assert not coach.card.remark.isVisible()
    hand.click(Hex("0203"))
    assert "chasseurs" in coach.card.remark.text()
    assert coach.tutor is not None
    assert coach.tutor.place == 1


def test_who_goes_another_way_can_take_it_back(
    window: MainWindow, qtbot: QtBot, hand: Hand
) -> None:
    coach = learn(window, "1-march", 1)
    settle(window, qtbot)
    hand.click(Hex("0505"))
    hand.click(Hex("0604"))
    assert settle(window, qtbot) is Stand.ASTRAY
    assert coach.card is not None
    assert "another way" in coach.card.remark.text()
    press(coach.card.undo)
    assert settle(window, qtbot) is Stand.DO
    play(window, qtbot)


def test_what_was_done_too_early_does_not_bar_a_later_step(
    window: MainWindow, qtbot: QtBot, hand: Hand
) -> None:
    """The second brigade has gone elsewhere before it was its turn: that step is laid anew."""
    coach = learn(window, "1-march", 1)
    settle(window, qtbot)
    hand.click(Hex("0305"))
    hand.click(Hex("0504"))
    assert settle(window, qtbot) is Stand.DO
    for _ in range(MOST):
        stand = settle(window, qtbot)
        if coach.is_over:
            return
        assert coach.card is not None
        if stand is Stand.DO:
            click_glow(window)
        else:
            press(coach.card.forward if stand is Stand.READ else coach.card.undo)
        qtbot.wait(20)
    raise AssertionError("the lesson has no end")


def test_a_lesson_goes_on_where_it_was_left(window: MainWindow, qtbot: QtBot, shelf: Shelf) -> None:
    shelf.keep_lesson("1-march", Progress(3))
    window.show_start()
    row = next(row for row in window.start.lessons if row.lesson == "1-march")
    assert "go on" in row.text()
    press(row)
    settle(window, qtbot)
    assert window.coach.tutor is not None
    assert window.coach.tutor.place == 3
    assert window.coach.card is not None
    window.coach.card.leave.linkActivated.emit("leave")
    assert window.start.isVisible()
    assert window.coach.card is None


def test_cards_that_are_read_go_back_and_forth(window: MainWindow, qtbot: QtBot) -> None:
    coach = learn(window, "1-march", 0)
    settle(window, qtbot)
    assert coach.card is not None
    press(coach.card.forward)
    settle(window, qtbot)
    assert coach.tutor is not None
    assert coach.tutor.place == 1
