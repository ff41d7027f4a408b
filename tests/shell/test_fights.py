"""The sheet beside the board: one place from preview to result, clear of the fight, never modal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hexwar.engine import SeededChance
from hexwar.hexes import Hex
from hexwar.shell.main_window import MainWindow
from hexwar.shell.preferences import Pace
from hexwar.shell.seats import Viewer
from hexwar.systems.nlc.events.combat import ChargeDeclared, ReactionDeclared
from hexwar.systems.nlc.panels.combat_reports import CombatReports
from hexwar.systems.nlc.panels.combat_sheet import fought_hexes
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault, RepeatAssault
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare
from hexwar.table.forces import Side
from tests.shell.hand import Hand, Key, free_game
from tests.shell.test_strikes import FRENCH_FIRST, PLACES, TARGET, duel, enter

SIZES = ((1366, 768, 1.0), (1920, 1080, 1.0), (1920, 1080, 2.0), (960, 540, 1.0))
"""Of the window, and of its text; the last is a screen of 1920x1080 at 200 %."""


def on_screen(hand: Hand, hexes: tuple[Hex, ...]) -> list[QRect]:
    """Where hexes are in the window."""
    view = hand.board.viewport()
    corner = view.mapTo(hand.window, QPoint(0, 0))
    return [hand.board.box_of(hex_).toRect().translated(corner) for hex_ in hexes]


def is_clear(hand: Hand, hexes: tuple[Hex, ...]) -> bool:
    """Whether the sheet leaves all of a fight free, and all of it is in view."""
    pane, view = hand.combat, hand.board.viewport()
    sheet = QRect(pane.mapTo(hand.window, QPoint(0, 0)), pane.size())
    seen = QRect(view.mapTo(hand.window, QPoint(0, 0)), view.size())
    boxes = on_screen(hand, hexes)
    return all(seen.contains(box) and not sheet.intersects(box) for box in boxes)


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_the_fight_is_in_view_and_the_sheet_leaves_it_free(
    hand: Hand, width: int, height: int, scale: float
) -> None:
    hand.open(duel(DeclareCharge))
    hand.window.resize(width, height)
    hand.window.apply(replace(hand.window.preferences, scale=scale))
    hand.qtbot.wait(20)
    state = hand.session.state
    for zoom in (0.5, 1.0, 3.0):
        hand.board.camera.zoom_to(zoom)
        hand.click(TARGET)
        asked = hand.combat._asked
        assert asked is not None
        hexes = fought_hexes(state, asked.report(asked.ticked))
        assert is_clear(hand, hexes), zoom
        assert hand.window.rect().contains(hand.combat.mapTo(hand.window, QPoint(0, 0)))
        assert hand.combat.sheet.go.visibleRegion().boundingRect() == hand.combat.sheet.go.rect()
        hand.combat.reject()


def test_the_map_stays_under_the_eyes_when_the_sheet_comes_and_goes(hand: Hand) -> None:
    hand.open(duel(DeclareCharge))
    hand.board.camera.zoom_to(1.0)
    for x, is_left in ((0.25, False), (0.75, True)):
        here = hand.board.camera.seen()
        middle = hand.board.board.sheet.centre(Hex(TARGET))
        shift = here.width() * (0.5 - x)
        hand.board.camera.centre_on(type(here.center())(middle[0] + shift, middle[1]))
        before = on_screen(hand, (Hex(TARGET),))[0].center()
        hand.game.controller.click(Hex(TARGET))
        assert hand.game.table.beside.is_left is is_left
        after = on_screen(hand, (Hex(TARGET),))[0].center()
        assert (after - before).manhattanLength() <= 2
        hand.combat.reject()
        again = on_screen(hand, (Hex(TARGET),))[0].center()
        assert (again - before).manhattanLength() <= 2


def test_in_a_narrow_window_the_docks_make_way_for_the_sheet(hand: Hand, qtbot: QtBot) -> None:
    hand.open(duel(DeclareCharge))
    window, docks = hand.window, hand.window.docks
    window.resize(960, 540)
    docks.bring_up("army")
    qtbot.waitUntil(lambda: not docks.docks["army"].visibleRegion().isEmpty())
    width, layout = hand.board.width(), docks.layout_state()
    assert width < 700
    hand.click(TARGET)
    assert hand.combat.isVisible()
    assert not any(dock.isVisible() for dock in docks.docks.values())
    assert hand.board.width() >= 480
    assert docks.layout_state() == layout  # a window that closes now keeps it
    hand.combat.reject()
    qtbot.waitUntil(lambda: not docks.docks["army"].visibleRegion().isEmpty())
    assert hand.board.width() == pytest.approx(width, abs=4)
    assert docks.docks["stack"].isVisibleTo(docks)

    hand.click(TARGET)
    docks.put_forward("orders")  # a question needs it
    qtbot.waitUntil(lambda: not docks.docks["orders"].visibleRegion().isEmpty())
    window.close_game()
    window.show_start()
    hand.open(duel(DeclareCharge))
    assert any(dock.isVisible() for dock in docks.docks.values())


def test_a_panel_that_is_opened_beside_the_sheet_leaves_the_board_its_width(
    hand: Hand, qtbot: QtBot
) -> None:
    hand.open(duel(DeclareCharge))
    window, docks, beside = hand.window, hand.window.docks, hand.game.table.beside
    window.resize(960, 540)
    hand.click(TARGET)
    docks.show_dock("rules")
    qtbot.waitUntil(lambda: not docks.docks["rules"].visibleRegion().isEmpty())
    assert not hand.combat.isVisible()
    assert hand.combat.is_asking, "it is folded away, not given up"
    assert hand.board.width() >= 480
    assert hand.board.rect().contains(
        beside.unfold.geometry().translated(-hand.board.geometry().topLeft())
    )

    QTest.mouseClick(beside.unfold, Qt.MouseButton.LeftButton)
    assert hand.combat.isVisible()
    assert beside.unfold.isHidden()
    assert hand.board.width() >= 480
    docks.show_dock("log")
    qtbot.waitUntil(lambda: not hand.combat.isVisible())
    for dock in docks.docks.values():
        dock.close()
    qtbot.waitUntil(hand.combat.isVisible)
    assert beside.unfold.isHidden()

    window.resize(1920, 1080)
    docks.show_dock("log")
    qtbot.waitUntil(lambda: not docks.docks["log"].visibleRegion().isEmpty())
    assert hand.combat.isVisible(), "there is room for all three"
    docks.show_dock("rules")
    window.resize(960, 540)
    qtbot.waitUntil(lambda: not hand.combat.isVisible())
    hand.key(Key.Key_Escape)
    assert beside.unfold.isHidden()
    assert not hand.combat.is_asking


@pytest.mark.rule("N10.2", "N10.3")
def test_one_sheet_goes_from_the_preview_over_the_questions_to_the_result(hand: Hand) -> None:
    hand.open(duel(DeclareCharge))
    pane, sheet = hand.combat, hand.combat.sheet
    hand.click(TARGET)
    place = pane.mapTo(hand.window, QPoint(0, 0))
    said = sheet.replies.text()
    assert "Uhlan Brigade (Ritter) in 0507 may countercharge: 4 of 6" in said
    assert "The infantry may form square: 4 of 6" in said
    enter(hand)

    assert isinstance(hand.pending, ChooseReactionCharge)
    assert [made.text() for made in sheet.question.buttons] == [
        "Nobody reacts",
        "Uhlan Brigade (Ritter) reacts (1-4)",
    ]
    offered = hand.game.controller.offer.report
    assert offered is not None
    assert sum(share for _, share in offered.outcomes) == pytest.approx(1)
    assert dict(offered.outcomes)["they do not ride"] == pytest.approx(2 / 6)
    assert sheet.title.text().startswith("Reaction charge against")
    assert sheet.check.title.text().startswith("Reaction")
    sheet.question.buttons[0].click()

    assert isinstance(hand.pending, ChooseFormSquare)
    assert "try to form square" in sheet.question.sentence.text()
    sheet.question.buttons[0].click()
    assert "CHARGE HELD" in sheet.headline.text()
    assert sheet.lost.text() == "Losses: French none, Coalition none."
    assert pane.isVisible()
    assert hand.combat is pane
    assert pane.mapTo(hand.window, QPoint(0, 0)) == place
    assert QApplication.activeModalWidget() is None
    assert hand.board.hasFocus()


@pytest.mark.rule("N10.25")
def test_who_reacts_can_be_changed_and_the_chances_follow(hand: Hand) -> None:
    hand.open(duel(DeclareCharge))
    hand.click(TARGET)
    enter(hand)
    hand.key(Key.Key_Escape)  # puts the sheet away; the question stays
    assert not hand.combat.isVisible()
    assert isinstance(hand.pending, ChooseReactionCharge)
    hand.hover("0707")
    hand.hover("0306")
    assert not hand.combat.isVisible()  # it does not come back by itself
    hand.click("0306")
    assert hand.session.events[-1] is not None
    assert any(isinstance(event, ReactionDeclared) for event in hand.session.events)


def test_earlier_combats_stay_behind_tabs_and_go_with_their_segment(hand: Hand) -> None:
    hand.open(duel(DeclareAssault))
    pane = hand.combat
    hand.click(TARGET)
    enter(hand)
    assert isinstance(hand.pending, RepeatAssault)
    assert "STALEMATE" in pane.sheet.headline.text()
    assert [pane.tabs.tabText(at) for at in range(pane.tabs.count())] == [TARGET, "Now"]
    pane.tabs.setCurrentIndex(1)
    assert pane.sheet.headline.isHidden()
    pane.tabs.setCurrentIndex(0)
    assert "STALEMATE" in pane.sheet.headline.text()

    pane.sheet.question.buttons[0].click()  # there is nothing else to assault
    assert not pane.isVisible()
    hand.key(Key.Key_F8)
    assert "STALEMATE" in pane.sheet.headline.text()


@pytest.fixture
def slow(hand: Hand) -> Hand:
    """The charge under way at the slowest pace."""
    hand.open(duel(DeclareCharge))
    hand.window.apply(replace(hand.window.preferences, pace=Pace.SLOW))
    return hand


def roll(hand: Hand) -> None:
    """The charge, until the first die rolls."""
    hand.click(TARGET)
    enter(hand)
    for kind in (ChooseReactionCharge, ChooseFormSquare):
        hand.game.controller.skip()
        assert isinstance(hand.pending, kind)
        hand.game.controller.confirm()
    hand.until(lambda: hand.combat.sheet.dice.is_rolling)


def test_dice_roll_and_are_told_when_they_lie_and_skip_lays_all(slow: Hand) -> None:
    roll(slow)
    sheet = slow.combat.sheet
    assert "formed square" not in sheet.story.text()
    sheet.dice.settle_dice()
    assert sheet.story.text()
    slow.game.controller.skip()
    assert not sheet.dice.is_rolling
    assert "CHARGE HELD" in sheet.headline.text()
    assert len(sheet.dice.spots) == 5


def test_dice_lie_at_once_without_motion(slow: Hand) -> None:
    slow.window.apply(replace(slow.window.preferences, shows_motion=False))
    slow.click(TARGET)
    enter(slow)
    for _ in range(2):
        slow.game.controller.skip()
        slow.game.controller.confirm()
    slow.until(lambda: bool(slow.combat.sheet.dice.spots))
    assert not slow.combat.sheet.dice.is_rolling


@pytest.mark.rule("N3.4")
def test_another_who_looks_is_not_told_the_order_behind_a_confidence(hand: Hand) -> None:
    hand.open(duel(DeclareAssault, options={"orders": "open"}))
    hand.click(TARGET)
    enter(hand)
    sheet = hand.combat.sheet
    hand.combat.tabs.setCurrentIndex(0)
    assert sheet.check.isVisible()
    hand.game.controller._seat.viewer = Viewer(Side("allied"), ())
    hand.game.controller.taken.emit()
    assert hand.combat.isVisible()
    assert not sheet.check.isVisible()
    assert "likely" not in sheet.condition.text()


def test_undo_puts_the_sheet_away(hand: Hand) -> None:
    hand.open(duel(DeclareCharge))
    hand.click(TARGET)
    enter(hand)
    assert isinstance(hand.session.events[-1], ChargeDeclared)
    assert hand.combat.isVisible()
    hand.game.controller.undo()
    assert not hand.combat.isVisible()
    assert hand.combat.tabs.count() == 0 or not hand.combat.is_open
    assert not hand.game.follower(CombatReports).watch.fights


BOTH = {"player.french": "random", "player.allied": "random"}


def test_two_computers_at_full_speed_wait_for_no_sheet(window: MainWindow, hand: Hand) -> None:
    session = free_game("proving-ground", SeededChance(FRENCH_FIRST), BOTH, PLACES)
    hand.open(session)
    reports = hand.game.follower(CombatReports)
    hand.until(lambda: reports.watch.fought is not None)
    answers = len(hand.session.journal)
    hand.until(lambda: len(hand.session.journal) > answers)
    assert not hand.combat.isVisible()
    assert window.game is hand.game
