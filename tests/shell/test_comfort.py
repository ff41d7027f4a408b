"""Comfort round the board: everything fits, panels keep what they show, nothing is in the way."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.main_window import MainWindow, look_of
from hexwar.shell.panes import RulesDock
from hexwar.shell.playback import Beat
from hexwar.shell.preferences import Pace, Preferences
from hexwar.shell.prompter import Answer
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.panels.strip import ChitCup
from hexwar.table.fact import Sound
from hexwar.table.forces import UnitId
from hexwar.widgets import theme as themes
from hexwar.widgets.panels.framed import TitleBar
from hexwar.widgets.panels.phase_ribbon import PhaseRibbon
from hexwar.widgets.sounds import Speaker
from tests.shell.hand import Hand, Shelf, brienne, new_brienne, services
from tests.systems.nlc.cases import each


def rules_of(window: MainWindow) -> RulesDock:
    dock = window.panes.docks["rules"]
    assert isinstance(dock, RulesDock)
    return dock


def made(qtbot: QtBot, folder: Path, shelf: Shelf) -> MainWindow:
    window = MainWindow(services(folder, shelf))
    qtbot.addWidget(window)
    return window


def test_a_panel_that_stood_open_has_its_content_after_a_restart(
    qtbot: QtBot, tmp_path: Path, shelf: Shelf
) -> None:
    """The game was opened before the window was shown, as from the command line."""
    first = made(qtbot, tmp_path, shelf)
    first.show()
    Hand(first, qtbot).open(brienne())
    rules = first.docks.docks["rules"]
    first.docks.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, rules)
    first.close()

    second = made(qtbot, tmp_path, shelf)
    second.open_session(brienne(), None)
    second.show()
    qtbot.waitUntil(lambda: rules_of(second).book is not None)
    book = rules_of(second).book
    assert book is not None
    assert book.page.toPlainText()
    second.close()


@each(
    "size scale",
    ((1366, 768), 1.0),
    ((1920, 1080), 1.0),
    ((1920, 1080), 2.0),
    ((960, 540), 1.0),
)
def test_nothing_is_outside_and_the_rulebook_is_wide_enough_to_read(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    """The last is a screen of 1920 by 1080 that the system shows at 200 %."""
    liked = Preferences(pace=Pace.OFF, scale=scale)
    look = look_of(liked)
    themes.apply(qapp, look.theme, look.scale)
    window = made(qtbot, tmp_path, Shelf(liked))
    window.resize(*size)
    window.show()
    hand = Hand(window, qtbot).open(brienne())
    for dock in window.docks.docks:
        window.docks.show_dock(dock)
        qtbot.wait(20)
        assert (window.width(), window.height()) == size
        assert [b.text() for b in _seen_buttons(window) if not _is_inside(window, b)] == [], dock
    assert hand.board.height() >= size[1] * 0.65 / min(scale, 1.25)
    tabs = max(window.docks.findChildren(QTabBar), key=lambda bar: bar.count())
    if scale == 1.0:  # none scrolls, not even where the map is one of them
        usual = tabs.count() - 1  # the dice were opened by hand
        assert tabs.tabRect(usual - 1).right() <= tabs.width()
    window.docks.show_dock("log")
    qtbot.wait(20)
    narrow = hand.board.width()
    window.follow_link("rule:N8.31")
    qtbot.wait(20)
    book = rules_of(window).book
    assert book is not None
    assert book.page.width() >= min(480, size[0] * 0.42)
    assert hand.board.width() >= size[0] * 0.4
    window.docks.show_dock("log")
    qtbot.wait(20)
    assert abs(hand.board.width() - narrow) <= 4  # the board has got its room back
    window.close()


def test_a_low_window_leaves_the_height_to_the_board(hand: Hand) -> None:
    """As a screen of 1920 by 1080 at 200 %: slim rows, four buttons in one, and all is there."""
    hand.open(brienne())
    line, strip = hand.window.panes.prompt, hand.window.panes.strip
    ids = ("undo", "redo", "end-segment", "end-activation")
    hand.window.resize(1366, 768)
    hand.qtbot.wait(20)
    assert line.fixed("undo").text() == "Undo"
    assert len({line.fixed(id_).y() for id_ in ids}) == 2
    usual = strip.height(), line.height()
    hand.window.resize(960, 540)
    hand.qtbot.wait(20)
    assert hand.board.height() >= 540 * 0.65
    assert len({line.fixed(id_).y() for id_ in ids}) == 1
    assert line.fixed("undo").accessibleName() == "Undo"
    assert strip.chip(ChitCup).isVisible()

    line.show_refusal(Refusal("That hex is too far.", "N8.5"))  # it covers the sentence
    assert line.refusal.isVisible()
    assert not line.sentence.isVisible()
    assert line.refusal.height() >= line.sentence.height()
    line.refusal.clear_away()
    assert line.sentence.isVisible()
    hand.window.resize(1366, 768)
    hand.qtbot.wait(20)
    assert (strip.height(), line.height()) == usual
    assert line.refusal.isVisible()  # its line is kept free


def test_what_is_asked_for_stays_in_front_in_a_low_window(hand: Hand) -> None:
    hand.window.resize(1366, 768)
    hand.open(new_brienne(options={"orders": "open"}))
    docks = hand.window.docks
    for height in (768, 640, 768):
        hand.window.resize(1311, height)
        hand.qtbot.wait(20)
        assert not docks.docks["orders"].visibleRegion().isEmpty(), height


def test_docks_have_their_width_again_after_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    shelf, widths = Shelf(), list[int]()
    for size in ((1366, 768), (1311, 640), (1366, 768)):
        window = made(qtbot, tmp_path, shelf)
        window.resize(*size)
        window.show()
        Hand(window, qtbot).open(brienne())
        qtbot.wait(50)
        widths.append(window.docks.docks["stack"].width())
        window.close()
    assert max(widths) - min(widths) <= 4


def test_phases_have_words_at_the_least_usual_size(hand: Hand) -> None:
    hand.open(brienne())
    for size in ((1366, 768), (960, 540)):
        hand.window.resize(*size)
        hand.qtbot.wait(20)
        ribbon = hand.window.panes.strip.chip(PhaseRibbon)
        assert ribbon.words
        assert not [word for word in ribbon.words if word.isdigit()]
    assert hand.window.panes.strip.height() <= 80


def _seen_buttons(window: MainWindow) -> list[QAbstractButton]:
    found = window.findChildren(QAbstractButton)
    return [b for b in found if b.isVisible() and not b.visibleRegion().isEmpty()]


def _is_inside(window: QWidget, made: QWidget) -> bool:
    box = QRect(made.mapTo(window, made.rect().topLeft()), made.size())
    return window.rect().contains(box)


@pytest.mark.rule("N3.4")
def test_a_fan_does_not_outlive_a_handover(hand: Hand) -> None:
    hand.open(new_brienne(options={"orders": "secret"}))
    hand.window.handover.ready.emit()
    hand.board.board.fans.open(Hex("1803"))
    assert hand.board.board.fans.hex == "1803"
    controller = hand.game.controller
    for _ in range(60):
        if hand.window.handover.isVisible():
            break
        asked = hand.pending
        answer = asked.fallback(controller.view, hand.session.options)
        controller.give((Answer(type(asked), answer),))
    assert hand.window.handover.isVisible()
    assert hand.board.board.fans.hex is None


def test_a_dialog_has_a_bar_of_our_own_and_opens_where_it_was_left(
    hand: Hand, shelf: Shelf
) -> None:
    def opened() -> QDialog:
        hand.window.dialogs.show_about()
        dialog = hand.window.dialogs.dialog
        assert dialog is not None
        hand.until(dialog.isVisible)
        return dialog

    dialog = opened()
    assert dialog.windowFlags() & Qt.WindowType.FramelessWindowHint
    bar = dialog.findChild(TitleBar)
    assert bar is not None
    assert bar.title.text() == dialog.windowTitle()
    dialog.reject()
    assert shelf.rooms == {}  # nobody has moved it

    dialog = opened()
    start = dialog.pos()
    bar = dialog.findChild(TitleBar)
    assert bar is not None
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(40, 10))
    QTest.mouseMove(bar, QPoint(10, 5))
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(10, 5))
    assert dialog.pos() == start + QPoint(-30, -5)
    bar.cross.click()
    assert hand.window.dialogs.dialog is None

    assert opened().pos() == start + QPoint(-30, -5)


def test_what_is_shown_is_heard_only_if_the_player_likes_it(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A unit that marches is heard while it is shown; nothing is where nothing is shown."""
    heard: list[Sound] = []
    monkeypatch.setattr(Speaker, "play", lambda speaker, sound: heard.append(sound))
    hand.open(brienne())
    steps = UnitMoved((UnitId("FR-5C-01"),), (Hex("1704"), Hex("1705")), 2, column=False)
    playback = hand.game.controller.playback
    for liked, wanted in (
        (Preferences(pace=Pace.FAST), []),
        (Preferences(pace=Pace.OFF, sounds=True), []),
        (Preferences(pace=Pace.FAST, sounds=True), [Sound.STEPS]),
    ):
        hand.window.apply(liked)
        playback.begun.emit(Beat((steps,)))
        assert heard == wanted
    hand.window.apply(Preferences(pace=Pace.OFF))


def test_the_preferences_fit_the_smallest_screen(hand: Hand) -> None:
    """1920 by 1080 at 200 %, with a bar of the system."""
    hand.window.dialogs.ask_preferences()
    dialog = hand.window.dialogs.dialog
    assert dialog is not None
    assert dialog.sizeHint().height() <= 500
    assert dialog.sizeHint().width() <= 940
