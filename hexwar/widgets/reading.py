"""How long something stands to be read before the game goes on by itself."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QWidget


class ReadingTime(QObject):
    """A time to read a sheet; it begins anew as long as the pointer moves on the sheet.

    A pointer that only rests there was left behind by the click before: it holds nothing up.
    """

    over = Signal()

    def __init__(self, sheet: QWidget) -> None:
        super().__init__(sheet)
        self._sheet, self._rests_at = sheet, QPoint()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._end)

    def begin(self, ms: int | None = None) -> None:
        """Let the sheet be read for so many milliseconds, or once more for as long as before."""
        self._rests_at = QCursor.pos()
        self._timer.start(self._timer.interval() if ms is None else ms)

    def stop(self) -> None:
        """It is read."""
        self._timer.stop()

    def _end(self) -> None:
        if self._sheet.underMouse() and QCursor.pos() != self._rests_at:
            self.begin()
        else:
            self.over.emit()
