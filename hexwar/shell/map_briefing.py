"""The whole map on the page that opens a battle."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy

from hexwar.hexes import Hex
from hexwar.kit import Coming
from hexwar.table.battle import Battle
from hexwar.widgets.board.geometry import centre
from hexwar.widgets.board.minimap import MiniMap
from hexwar.widgets.board.overlays.pens import inks_of
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.panels.look import Look

_REACH, _HEAD = 26.0, 9.0  # of an arrow, pixels


class BriefingMap(MiniMap):
    """The whole map with a dot for each stack, and arrows where others will enter."""

    def __init__(
        self, view: BoardView, look: Look, battle: Battle, comings: Sequence[Coming]
    ) -> None:
        super().__init__(view)
        self._board, self._look, self._battle = view.board, look, battle
        self._doors: dict[Hex, list[Coming]] = {}
        for coming in comings:
            self._doors.setdefault(Hex(coming.spot), []).append(coming)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        """As high as its sheet asks for."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of the sheet at a width, within reason."""
        sheet = self._board.sceneRect()
        return min(round(width * sheet.height() / sheet.width()), self._look.px(330))

    def sizeHint(self) -> QSize:
        """Of the usual width."""
        width = self._look.px(360)
        return QSize(width, self.heightForWidth(width))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """It is only looked at."""
        event.accept()

    def paint_over(self, painter: QPainter) -> None:
        """An arrow into the map for each entry hex, with the hours beside it."""
        sheet = self._board.sceneRect()
        middle = self.to_widget(sheet.center())
        inks = inks_of(self._board.theme, self._battle)
        painter.setFont(self._look.sans(11.5, bold=True))
        for hex_, comings in self._doors.items():
            tip = self.to_widget(centre(self._board.sheet, hex_))
            way = middle - tip
            length = math.hypot(way.x(), way.y()) or 1.0
            step = way / length
            tail = tip - step * _REACH
            across = QPointF(-step.y(), step.x()) * _HEAD * 0.6
            colour = inks.sides[comings[0].side]
            painter.setPen(QPen(colour, 4.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(tail, tip - step * _HEAD)
            painter.setPen(QPen(inks.light, 1.0))
            painter.setBrush(colour)
            base = tip - step * _HEAD
            painter.drawPolygon(QPolygonF([tip, base + across, base - across]))
            self._write(painter, tip + step * 4, self._hours(comings))

    def _hours(self, comings: Sequence[Coming]) -> str:
        """When they come: the first hour and the last."""
        times = [self._battle.when(coming.turn) for coming in comings]
        hours = [time.partition(" ")[0] for time in (times[0], times[-1])]
        return hours[0] if len(times) == 1 else f"{hours[0]} \N{EN DASH} {hours[1]}"

    def _write(self, painter: QPainter, at: QPointF, words: str) -> None:
        """Words on a slip of paper beside a point, within the widget."""
        size = painter.fontMetrics().size(0, words)
        box = QRectF(0, 0, size.width() + 8, size.height() + 2)
        box.moveCenter(at)
        box.moveLeft(min(max(box.left(), 2.0), self.width() - box.width() - 2))
        box.moveTop(min(max(box.top(), 2.0), self.height() - box.height() - 2))
        painter.setPen(QPen(self._look.colour("line"), 1.0))
        painter.setBrush(self._look.colour("base"))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(self._look.colour("ink"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
