"""The time to read a sheet: a pointer that moves on it makes it longer, one that rests does not."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from hexwar.widgets.reading import ReadingTime


class Sheet(QWidget):
    """A sheet with the pointer on it."""

    def underMouse(self) -> bool:
        return True


def test_a_pointer_that_rests_holds_nothing_up_and_one_that_moves_does(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet, at = Sheet(), [QPoint(5, 5)]
    qtbot.addWidget(sheet)
    monkeypatch.setattr(QCursor, "pos", lambda: at[0])
    reading = ReadingTime(sheet)
    with qtbot.waitSignal(reading.over):
        reading.begin(1)

    ends: list[QPoint] = []
    reading.over.connect(lambda: ends.append(at[0]))
    monkeypatch.setattr(QCursor, "pos", lambda: at.pop(0) if len(at) > 1 else at[0])
    at[:] = [QPoint(n, 5) for n in range(9)]  # two looks a time: it moves till there are no more
    with qtbot.waitSignal(reading.over):
        reading.begin(1)
    assert ends == [QPoint(8, 5)]
