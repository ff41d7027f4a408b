"""The cloth that cards lie on, and what is written on it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QRadialGradient

from hexwar.widgets.cards.inks import stock_of
from hexwar.widgets.panels.look import Look, elided


def paint_cloth(painter: QPainter, look: Look, box: QRectF) -> None:
    """Green cloth, a little darker towards its edges."""
    stock = stock_of(look.theme)
    reach = max(box.width(), box.height()) * 0.75
    light = QRadialGradient(box.center(), reach)
    light.setColorAt(0, QColor(stock.cloth))
    light.setColorAt(1, QColor(stock.cloth_edge))
    painter.fillRect(box, light)


def write(
    painter: QPainter,
    look: Look,
    box: QRectF,
    words: str,
    *,
    size: float = 12.5,
    flags: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    is_title: bool = False,
) -> None:
    """Write a line on the cloth; what is too long ends in dots."""
    stock = stock_of(look.theme)
    letters = look.serif(size) if is_title else look.sans(size)
    painter.setFont(letters)
    painter.setPen(QColor(stock.on_cloth if is_title else stock.quiet_on_cloth))
    painter.drawText(box, flags, elided(words, letters, box.width()))


def paint_place(painter: QPainter, look: Look, box: QRectF) -> None:
    """An empty place for a pile: an outline on the cloth."""
    ink = QColor(stock_of(look.theme).on_cloth)
    ink.setAlpha(70)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, look.px(1), Qt.PenStyle.DashLine))
    painter.drawRoundedRect(box, look.px(4), look.px(4))
