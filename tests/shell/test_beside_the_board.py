"""What stands round the board when it is narrow: the foot, the corner of the menus, the card."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QScrollArea

from hexwar.engine.seal import PACKED
from hexwar.hexes import Hex
from hexwar.shell.advice import Advice
from hexwar.shell.passwords import UnlockDialog
from hexwar.shell.preferences import PreferencesDialog
from hexwar.shell.seats import HUMAN
from hexwar.shell.sitting import PlayersDialog
from hexwar.systems.nlc.kit import NLC
from hexwar.table.forces import Side
from hexwar.table.overlays import Overlays, Target
from hexwar.widgets.panels.new_game import NewGameDialog
from hexwar.widgets.panels.seat_boxes import SeatBoxes
from tests.shell.hand import Hand, new_brienne
from tests.shell.test_dialog_room import Screen

FRENCH, ALLIED = Side("french"), Side("allied")


# -- the foot


def test_links_become_short_where_the_hint_has_no_room_beside_them(table: Hand) -> None:
    foot, window = table.window.foot, table.window
    assert "What would you do?" in foot.counsel.text()
    assert "chit" in foot.steps.text()
    hint = "Click a unit that is marked, then the hex where it goes. "
    window.hint.set_hint(hint * 5)
    QApplication.processEvents()
    assert "Advice (W)" in foot.counsel.text()
    assert foot.steps.text() == "No undo"
    assert "chit" in foot.steps.toolTip()
    window.hint.set_hint(hint)
    QApplication.processEvents()
    assert "What would you do?" in foot.counsel.text()
    assert "chit" in foot.steps.text()


# -- the button that hands a side over


def test_a_button_hands_the_side_over_and_takes_it_back(hand: Hand) -> None:
    hand.open(new_brienne(options={"player.allied": "random"}))
    made, seats = hand.window.seat_button, hand.game.seats
    assert made.isVisible()
    assert made.text() == "Let the computer play"
    assert "Ctrl+Shift+P" in made.toolTip()
    hand.game.controller.show.set_paused(True)
    QTest.mouseClick(made, Qt.MouseButton.LeftButton)
    assert seats.players[FRENCH] == NLC.opponent
    assert made.text() == "Play yourself"
    assert made.isChecked()
    QTest.mouseClick(made, Qt.MouseButton.LeftButton)
    assert seats.players[FRENCH] == HUMAN
    assert made.text() == "Let the computer play"
    hand.window.close_game()
    hand.window.show_start()
    assert not made.isVisible()


# -- the card of advice


def test_the_card_hides_nothing_of_what_it_is_about_and_can_be_dragged(table: Hand) -> None:
    advice, board = table.game.follower(Advice), table.board
    card = advice.card
    card.show_card("What I would do", "A move.", go="Do it")
    usual = card.geometry()
    hidden = next(h for h in board.board.battlefield.grid.hexes if _box(table, h) & usual)
    advice._draw(Overlays(targets=(Target(Hex(hidden)),)))
    assert not card.geometry().intersects(_box(table, hidden))
    assert board.rect().contains(card.geometry())

    grip = QPoint(card.width() // 2, 4)
    QTest.mousePress(card, Qt.MouseButton.LeftButton, pos=grip)
    QTest.mouseMove(card, grip + QPoint(40, 30))
    QTest.mouseRelease(card, Qt.MouseButton.LeftButton, pos=grip)
    own = card.pos()
    advice.dismiss()
    card.show_card("What I would do", "Another.", go="Do it")
    assert card.pos() == own  # where the player has put it


def test_where_no_corner_is_free_the_map_makes_room_for_what_is_advised(table: Hand) -> None:
    advice, board = table.game.follower(Advice), table.board
    table.window.resize(960, 540)
    QApplication.processEvents()
    advice.card.show_card("What I would do", "A long word. " * 40, go="Do it")
    view = board.viewport().rect()
    grid = board.board.battlefield.grid
    board.camera.zoom_to(1.0)
    middle = next(h for h in grid.hexes if _box(table, h).contains(view.center()))
    way = [middle, *(h for h in grid.hexes if grid.distance(h, middle) == 1)]
    advice._draw(Overlays(targets=tuple(Target(Hex(h)) for h in way)))
    for hex_ in way:
        assert not advice.card.geometry().intersects(_box(table, hex_)), hex_
        assert view.contains(_box(table, hex_).center()), hex_


def _box(hand: Hand, hex_: str) -> QRect:
    return hand.board.box_of(Hex(hex_)).toAlignedRect()


# -- dialogs


def test_preferences_scroll_on_a_low_screen_and_their_buttons_stay(
    table: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    for height in (1080, 420):
        screen = Screen(1366, height)
        monkeypatch.setattr(QDialog, "screen", lambda _, screen=screen: screen)
        table.window.menus["preferences"].trigger()
        dialog = table.window.dialogs.dialog
        assert isinstance(dialog, PreferencesDialog)
        table.until(dialog.isVisible)
        QApplication.processEvents()
        (area,) = dialog.findChildren(QScrollArea)
        assert area.verticalScrollBar().isVisible() == (height < 500)
        assert screen.availableGeometry().contains(dialog.geometry())
        for part in dialog.findChildren(QAbstractButton):
            assert part.height() >= part.minimumSizeHint().height(), part.text()
        corner = dialog.done_button.mapTo(dialog, dialog.done_button.rect().bottomRight())
        assert dialog.rect().contains(corner)
        dialog.reject()


def test_the_name_of_a_player_is_whole_in_a_narrow_dialog(hand: Hand) -> None:
    hand.window.dialogs.ask_new()
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, NewGameDialog)
    hand.until(dialog.isVisible)
    for width in (1200, 800):
        dialog.resize(width, 600)
        for seat in dialog.seats:
            seat.choose("hard-cautious")
        QApplication.processEvents()
        for seat in dialog.seats:
            assert _is_whole(seat), width


def _is_whole(seat: SeatBoxes) -> bool:
    """Whether all letters of who is chosen, and how that one is minded, have room."""
    return all(
        box.width() >= box.fontMetrics().horizontalAdvance(box.currentText()) + 24
        for box in (seat.player, seat.temper)
    )


# -- a side with a password


def test_who_takes_over_a_side_with_a_password_is_asked_for_it(hand: Hand) -> None:
    hand.open(new_brienne(options={"player.allied": "greedy"}))
    hand.session.seal = PACKED.locked("allied", "Blücher", "Coalition")
    hand.game.controller.show.set_paused(True)

    def ask() -> UnlockDialog:
        hand.window.menus["players"].trigger()
        dialog = hand.window.dialogs.dialog
        assert isinstance(dialog, PlayersDialog)
        assert "password" not in dialog.opponents.text()
        dialog.seats[ALLIED].choose(HUMAN)
        assert "password" in dialog.opponents.text()
        dialog.go.click()
        found = hand.window.dialogs.dialog
        assert isinstance(found, UnlockDialog)
        return found

    players = hand.game.seats.players
    ask().cancel.click()
    assert players[ALLIED] == "greedy"
    prompt = ask()
    prompt.line.setText("Wellington")
    prompt.go.click()
    hand.until(lambda: "again" in prompt.refusal.text())
    assert players[ALLIED] == "greedy"
    prompt.line.setText("Blücher")
    prompt.go.click()
    hand.until(lambda: players[ALLIED] == HUMAN)
