"""Dialogs are as high as their words need, on small screens too."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QLineEdit, QWidget

from hexwar.engine.seal import PACKED
from hexwar.shell.keeping import Question
from hexwar.shell.notices import EyesDialog, PlaceDialog
from hexwar.shell.passwords import PasswordDialog, UnlockDialog
from hexwar.table.forces import Side
from hexwar.widgets.panels.dice import DieDialog
from hexwar.widgets.panels.framed import TitleBar
from tests.shell.hand import Hand, Shelf
from tests.systems.nlc.cases import each

LONG = "The disk is full, and so is the folder of games that lies on it. " * 5


@dataclass
class Screen:
    """As large as it is said."""

    width: int
    height: int

    def availableGeometry(self) -> QRect:
        return QRect(0, 0, self.width, self.height)


def asks_place(hand: Hand) -> PlaceDialog:
    table, window = hand.game.table, hand.window
    return PlaceDialog(window.look, table.place_names(), table.spot_named, window)


def dialogs(hand: Hand) -> list[QDialog]:
    """Those whose words wrap and do not scroll."""
    window = hand.window
    look, sides = window.look, {Side("french"): "French", Side("allied"): "Coalition"}
    seal = PACKED.locked("french", "Ney", "French")
    choices = ["Save elsewhere …", "Try again", "Close anyway"]
    return [
        Question(look, "Not saved", LONG, choices, window),
        EyesDialog(look, ["French", "Coalition"], window),
        asks_place(hand),
        UnlockDialog(look, "a game", seal.locks, window),
        PasswordDialog(look, sides, Side("allied"), PACKED, window),
        PasswordDialog(look, sides, Side("french"), seal, window),
        DieDialog(look, LONG, window),
    ]


def cut(part: QWidget) -> bool:
    """Whether a part has less height than its words need."""
    return part.height() < max(part.heightForWidth(part.width()), part.minimumSizeHint().height())


@each("width height", (1366, 768), (1920 // 2, 1080 // 2))
def test_no_word_of_a_dialog_is_cut_off(
    table: Hand, monkeypatch: pytest.MonkeyPatch, width: int, height: int
) -> None:
    screen = Screen(width, height)
    monkeypatch.setattr(QDialog, "screen", lambda _: screen)
    for dialog in dialogs(table):
        dialog.adjustSize()
        dialog.resize(dialog.width(), min(dialog.height(), height * 2 // 3))  # as Qt does it
        table.window.dialogs.open(dialog)
        table.until(dialog.isVisible)
        QApplication.processEvents()
        kinds = (QLabel, QLineEdit, QAbstractButton)
        parts = [part for kind in kinds for part in dialog.findChildren(kind) if part.isVisible()]
        name = f"{type(dialog).__name__}: {dialog.windowTitle()}"
        assert parts
        assert not [part for part in parts if cut(part)], name
        assert screen.availableGeometry().contains(dialog.geometry()), name


def test_a_refusal_that_comes_later_makes_a_dialog_higher(table: Hand) -> None:
    window = table.window
    dialog = PlaceDialog(
        window.look, table.game.table.place_names(), table.game.table.spot_named, window
    )
    window.dialogs.open(dialog)
    before = dialog.height()
    dialog.refusal.setText(LONG)
    table.until(lambda: dialog.height() > before)
    assert not cut(dialog.refusal)
    assert not cut(dialog.go)


def test_only_a_dialog_that_the_player_has_moved_keeps_its_place(table: Hand, shelf: Shelf) -> None:
    window = table.window
    dialog = PlaceDialog(
        window.look, table.game.table.place_names(), table.game.table.spot_named, window
    )
    window.dialogs.open(dialog)
    dialog.refusal.setText(LONG)
    table.until(lambda: not cut(dialog.refusal))
    window.dialogs.close()
    assert shelf.rooms == {}
    window.lock.close()
    window.dialogs.show_keys()  # waits until the machine has changed hands
    window.dialogs.close()
    assert shelf.rooms == {}
    window.lock.open()


def test_a_dialog_that_is_told_elsewhere_when_it_goes_keeps_no_place(
    table: Hand, shelf: Shelf
) -> None:
    window = table.window
    dialog = PlaceDialog(
        window.look, table.game.table.place_names(), table.game.table.spot_named, window
    )
    window.dialogs.open(dialog)
    dialog.move(0, 0)  # as a window manager does
    window.dialogs.close()
    assert shelf.rooms == {}
    dialog = PlaceDialog(
        window.look, table.game.table.place_names(), table.game.table.spot_named, window
    )
    window.dialogs.open(dialog)
    (bar,) = dialog.findChildren(TitleBar)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(9, 9))
    dialog.move(40, 30)
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(9, 9))
    window.dialogs.close()
    assert list(shelf.rooms) == ["PlaceDialog"]
