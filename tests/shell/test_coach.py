"""Lessons in the window: every one is played to its end by clicks at what glows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from hexwar.hexes import Hex
from hexwar.lessons.script import Lesson, lessons
from hexwar.lessons.tutor import Stand
from hexwar.shell.coach import Coach
from hexwar.shell.keyed import KeyToMarks
from hexwar.shell.main_window import MainWindow
from hexwar.shell.measured_table import MeasuredTable
from hexwar.shell.preferences import Progress
from hexwar.shell.recovery import kept_games
from hexwar.shell.seats import HUMAN
from hexwar.systems.mininap.kit import MININAP
from hexwar.systems.tlnb.kit import TLNB
from hexwar.widgets.board.legend import Legend
from hexwar.widgets.measured.key import TableKey
from hexwar.widgets.panels.new_game import NewGameDialog
from tests.shell.hand import Hand, Shelf

MOST = 200
"""Clicks that a lesson takes at most."""


@pytest.fixture
def window(window: MainWindow) -> MainWindow:
    """With all games that lessons teach."""
    kits = {**window.services.kits, TLNB.id: TLNB, MININAP.id: MININAP}
    window.services = replace(window.services, kits=kits)
    return window


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


def glows(window: MainWindow, qtbot: QtBot) -> None:
    """Wait until the target is in view: a panel that was shut opens again."""
    coach = window.coach

    def is_seen() -> bool:
        target = coach.target()
        return target is not None and coach.box_of(target) is not None

    qtbot.waitUntil(is_seen)


def press(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def be_shown(window: MainWindow, qtbot: QtBot) -> None:
    """Let the card do each step, to the end of the lesson."""
    coach = window.coach
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


def play(window: MainWindow, qtbot: QtBot, look: Callable[[], None] = lambda: None) -> None:
    """Play the lesson to its end, with a look before each step."""
    coach = window.coach
    for _ in range(MOST):
        stand = settle(window, qtbot)
        if coach.is_over:
            return
        look()
        assert coach.card is not None
        if stand is Stand.READ:
            press(coach.card.forward)
        else:
            assert stand in (Stand.DO, Stand.WAIT), (coach.tutor and coach.tutor.step.id, stand)
            click_glow(window)
        qtbot.wait(10)
    raise AssertionError("the lesson has no end")


def card_covers_nothing(window: MainWindow) -> None:
    """The card lies in the window, beside prompt, fight, sheet of the end and legend."""
    coach, game = window.coach, window.game
    assert coach.card is not None
    assert coach.tutor is not None
    assert game is not None
    card, where = coach.card.geometry(), coach.tutor.step.id
    assert window.rect().contains(card), where
    key = game.follower(KeyToMarks).card
    assert isinstance(key, Legend | TableKey)
    for part in (window.panes.prompt, game.table.beside.widget, game.endings.sheet, key):
        if part is not None and part.isVisible():
            box = QRect(part.mapTo(window, part.rect().topLeft()), part.size())
            assert not box.intersects(card), (where, part)


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_a_lesson_is_won_by_clicks_at_what_glows_and_the_card_covers_nothing(
    lesson: Lesson, window: MainWindow, qtbot: QtBot, shelf: Shelf
) -> None:
    """1920 by 1080 at 200 %: there is always a place for the card, if need be over a panel."""
    window.resize(960, 540)
    coach = learn(window, lesson.id)

    def see_card() -> None:
        qtbot.wait(150)  # the card follows what moves
        card_covers_nothing(window)

    play(window, qtbot, see_card)
    assert coach.card is not None
    assert coach.card.text.text()
    assert shelf.learnt[lesson.id].is_learnt
    window.close_game()
    assert kept_games(window.services.saves) == []
    window.show_start()
    ticked = [row.lesson for row in window.start.lessons if "\N{CHECK MARK}" in row.text()]
    assert ticked == [lesson.id]


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_a_lesson_is_won_by_show_me(lesson: Lesson, window: MainWindow, qtbot: QtBot) -> None:
    learn(window, lesson.id)
    be_shown(window, qtbot)


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


def test_a_lesson_can_begin_again(window: MainWindow, qtbot: QtBot, shelf: Shelf) -> None:
    coach = learn(window, "2-storm", 4)
    settle(window, qtbot)
    assert coach.card is not None
    coach.card.leave.linkActivated.emit("again")
    qtbot.waitUntil(lambda: coach.tutor is not None and coach.tutor.place == 0)
    assert settle(window, qtbot) is Stand.READ
    assert shelf.learnt["2-storm"].step == 0
    assert coach.card is not None
    assert "again" not in coach.card.leave.text()  # it is at its beginning


def test_the_last_card_offers_the_next_lesson(window: MainWindow, qtbot: QtBot) -> None:
    coach = learn(window, "1-march", 7)
    settle(window, qtbot)
    assert coach.card is not None
    press(coach.card.forward)
    assert coach.is_over
    assert "Guns and assault" in coach.card.forward.text()
    press(coach.card.forward)
    qtbot.waitUntil(lambda: coach.tutor is not None and coach.tutor.lesson.id == "2-storm")


def test_the_last_card_of_all_begins_the_battle_that_it_names(
    window: MainWindow, qtbot: QtBot
) -> None:
    """By way of New game, where the side and the opponent are chosen; Cancel comes back."""
    coach = learn(window, "5-battle", 10)
    play(window, qtbot)
    assert coach.is_over
    assert coach.card is not None
    assert coach.card.forward.text().startswith("Begin First steps")
    for leaves in (QDialog.reject, QDialog.accept):
        press(coach.card.forward)
        dialog = window.dialogs.dialog
        assert isinstance(dialog, NewGameDialog)
        assert dialog.choice.scenario == "first-steps"
        assert dict(dialog.choice.players) == {"french": HUMAN, "allied": "greedy"}
        assert coach.is_over
        leaves(dialog)
    qtbot.waitUntil(lambda: window.briefing.page is not None)
    assert coach.tutor is None
    assert window.game is not None
    assert window.game.session.state.battle.name == "First steps"


def test_cards_that_are_read_go_back_and_forth(window: MainWindow, qtbot: QtBot) -> None:
    coach = learn(window, "1-march", 0)
    settle(window, qtbot)
    assert coach.card is not None
    press(coach.card.forward)
    settle(window, qtbot)
    assert coach.tutor is not None
    assert coach.tutor.place == 1


def test_who_reads_can_go_back_a_card(window: MainWindow, qtbot: QtBot) -> None:
    coach = learn(window, "5-battle", 1)
    settle(window, qtbot)
    assert coach.card is not None
    assert coach.tutor is not None
    press(coach.card.back)
    assert coach.tutor.place == 0
    press(coach.card.forward)
    assert coach.tutor.place == 1


@pytest.mark.parametrize("lesson", ["1-march", "3-charge"])
def test_what_is_answered_without_a_word_never_comes_too_soon(
    lesson: str, window: MainWindow, qtbot: QtBot
) -> None:
    """With a clock that stands still every answer by hand would."""
    window.services = replace(window.services, clock=lambda: 0.0)
    learn(window, lesson)
    be_shown(window, qtbot)


def test_an_answer_that_comes_too_soon_is_no_wrong_one(
    window: MainWindow, qtbot: QtBot, hand: Hand
) -> None:
    window.services = replace(window.services, clock=lambda: 0.0)
    coach = learn(window, "1-march", 1)
    settle(window, qtbot)
    hand.click(Hex("0505"))
    hand.click(Hex("0706"))
    assert coach.card is not None
    assert coach.card.remark.text() == ""


# -- whatever the learner does


def click_far(hand: Hand) -> None:
    """A place where nothing is to be done; on a measured table 5 cm from a corner."""
    if not isinstance(hand.game.table, MeasuredTable):
        hand.click(Hex("0203"))
        return
    board = hand.game.table.board
    where = board.to_view((5.0, 5.0)).toPoint()
    QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=where)


def press_escape(hand: Hand) -> None:
    hand.key(Qt.Key.Key_Escape)


def press_end(hand: Hand) -> None:
    """Twice: the first shows what is left undone."""
    hand.key(Qt.Key.Key_E)
    hand.key(Qt.Key.Key_E)


def end_all(hand: Hand) -> None:
    hand.key(Qt.Key.Key_E, Qt.KeyboardModifier.ShiftModifier)
    hand.key(Qt.Key.Key_E, Qt.KeyboardModifier.ShiftModifier)


def press_undo(hand: Hand) -> None:
    hand.window.menus["undo"].trigger()


def press_any(hand: Hand) -> None:
    """The last button below the map."""
    if hand.buttons:
        press(list(hand.buttons.values())[-1])


def close_docks(hand: Hand) -> None:
    for dock in hand.window.docks.docks.values():
        dock.close()


def propose(hand: Hand) -> None:
    """A march by its order, in a game that proposes some."""
    action = hand.window.menus.actions.get("propose")
    if action is not None:
        action.trigger()


ASTRAY: tuple[Callable[[Hand], None], ...] = (
    click_far,
    press_escape,
    press_any,
    press_end,
    end_all,
    close_docks,
    propose,
    press_undo,
)


def lead_back(window: MainWindow, qtbot: QtBot, wrong: str) -> None:
    """The card leads back to a step that can be read or done."""
    coach = window.coach
    for _ in range(5):
        stand = settle(window, qtbot)
        assert coach.card is not None
        assert coach.card.isVisible()
        if coach.is_over or stand is not Stand.ASTRAY:
            return
        qtbot.waitUntil(coach.card.undo.isVisible)
        assert "another way" in coach.card.remark.text()
        press(coach.card.undo)
        qtbot.wait(20)
    raise AssertionError((coach.tutor and coach.tutor.step.id, wrong))


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_nothing_that_a_learner_does_at_any_step_strands_him(
    lesson: Lesson, window: MainWindow, qtbot: QtBot, hand: Hand
) -> None:
    coach = learn(window, lesson.id)
    tried: set[tuple[str, str]] = set()
    for _ in range(MOST * 3):
        stand = settle(window, qtbot)
        if coach.is_over:
            break
        assert coach.tutor is not None
        assert coach.card is not None
        step = coach.tutor.step.id
        wrong = next((w for w in ASTRAY if (step, w.__name__) not in tried), None)
        if wrong is not None and stand is not Stand.WAIT:
            tried.add((step, wrong.__name__))
            wrong(hand)
            lead_back(window, qtbot, wrong.__name__)
        elif stand is Stand.READ:
            press(coach.card.forward)
        else:
            glows(window, qtbot)
            click_glow(window)
        qtbot.wait(10)
    assert coach.is_over
    assert {step for step, _ in tried} >= {step.id for step in lesson.steps}


# -- where things are


def test_a_row_of_a_panel_and_a_panel_glow(window: MainWindow, qtbot: QtBot) -> None:
    coach = learn(window, "4-courier")
    settle(window, qtbot)
    window.docks.bring_up("orders")
    qtbot.wait(200)
    assert coach.glow is not None
    orders = window.docks.docks["orders"]
    box = QRect(orders.mapTo(window, orders.rect().topLeft()), orders.size())
    assert box.contains(coach.glow.target)
    assert coach.glow.target.height() < box.height() / 2
    learn(window, "5-battle", 1)
    settle(window, qtbot)
    spot = coach.target()
    assert spot is not None
    tab = coach.box_of(spot)
    assert tab is not None
    click(window, tab)
    cards = window.docks.docks["cards"]
    qtbot.waitUntil(lambda: not cards.visibleRegion().isEmpty())
    assert coach.box_of(spot) == QRect(cards.mapTo(window, cards.rect().topLeft()), cards.size())


def test_the_entry_of_a_menu_glows_once_the_menu_is_open(window: MainWindow, qtbot: QtBot) -> None:
    coach = learn(window, "1-march", 7)
    settle(window, qtbot)
    assert coach.glow is not None
    qtbot.waitUntil(coach.glow.isVisible)
    bar = window.menuBar()
    assert QRect(bar.mapTo(window, bar.rect().topLeft()), bar.size()).contains(coach.glow.target)
    title = next(one for one in bar.actions() if window.menus["now"] in _entries(one))
    menu = title.menu()
    assert isinstance(menu, QMenu)
    menu.popup(bar.mapToGlobal(bar.actionGeometry(title).bottomLeft()))
    qtbot.waitUntil(lambda: coach.glow is not None and coach.glow.parentWidget() is menu)
    middle = menu.mapFromGlobal(window.mapToGlobal(coach.glow.target.center()))
    assert menu.actionAt(middle) is window.menus["now"]
    menu.close()
    qtbot.waitUntil(lambda: coach.glow is not None and coach.glow.parentWidget() is window)


def _entries(title: QAction) -> list[QAction]:
    menu = title.menu()
    return menu.actions() if isinstance(menu, QMenu) else []
