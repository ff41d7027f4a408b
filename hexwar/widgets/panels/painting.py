"""Small marks that panels paint themselves: check boxes, chips of state, bars, dice."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from hexwar.widgets.panels.look import Look
from hexwar.widgets.theme import Tint


def paint_check(painter: QPainter, look: Look, box: QRectF, *, checked: bool) -> None:
    """A check box; checked it is filled and bears a tick."""
    painter.setPen(QPen(look.colour("accent" if checked else "faint"), look.px(1.4)))
    painter.setBrush(look.colour("accent" if checked else "base"))
    painter.drawRoundedRect(box, look.px(3), look.px(3))
    if not checked:
        return
    tick = QPainterPath(box.topLeft() + QPointF(box.width() * 0.22, box.height() * 0.52))
    tick.lineTo(box.topLeft() + QPointF(box.width() * 0.42, box.height() * 0.74))
    tick.lineTo(box.topLeft() + QPointF(box.width() * 0.80, box.height() * 0.26))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(look.colour("on_accent"), look.px(1.8)))
    painter.drawPath(tick)


def paint_chip(
    painter: QPainter, look: Look, words: str, start: QPointF, tint: Tint | None = None
) -> float:
    """A word on a rounded ground; `start` is the middle of its left end.

    Returns:
        The x where the next may begin.
    """
    window = look.theme.window
    field, ink = (window.sunken, window.faint) if tint is None else (tint.field, tint.ink)
    letters = _chip_letters(look)
    width = chip_width(look, words)
    height = look.px(17)
    box = QRectF(start.x(), start.y() - height / 2, width, height)
    painter.setPen(QPen(look.colour("line"), 1))
    painter.setBrush(QColor(field))
    painter.drawRoundedRect(box, height / 2, height / 2)
    painter.setFont(letters)
    painter.setPen(QColor(ink))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
    return box.right() + look.px(5)


def chip_width(look: Look, words: str) -> float:
    """The width of a chip, pixels."""
    return QFontMetricsF(_chip_letters(look)).horizontalAdvance(words) + look.px(12)


def _chip_letters(look: Look) -> QFont:
    return look.sans(11, bold=True)


def paint_bar(painter: QPainter, look: Look, box: QRectF, share: float, colour: QColor) -> None:
    """A bar filled to a share from 0 to 1, on a sunken ground."""
    radius = min(box.height() / 2, look.px(3))
    painter.setPen(QPen(look.colour("line"), 1))
    painter.setBrush(look.colour("sunken"))
    painter.drawRoundedRect(box, radius, radius)
    if share <= 0:
        return
    painter.save()
    painter.setClipRect(QRectF(box.left(), box.top(), box.width() * min(share, 1.0), box.height()))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(box, radius, radius)
    painter.restore()


_MORALES = 5  # the highest that there is


def paint_pips(painter: QPainter, look: Look, middle: QPointF, morale: int) -> None:
    """A morale as so many of five spots in a row, the rest hollow (N2.3).

    Args:
        painter: in pixels of the window.
        look: the colours: low morale is red, the best is green.
        middle: of the row.
        morale: 1 to 5.
    """
    ink = look.colour("accent" if morale <= 2 else "warning" if morale == 3 else "good")
    radius, apart = look.px(3), look.px(10)
    painter.setPen(QPen(ink, look.px(1.2)))
    for place in range(_MORALES):
        painter.setBrush(QBrush(ink) if place < morale else Qt.BrushStyle.NoBrush)
        across = (place - (_MORALES - 1) / 2) * apart
        painter.drawEllipse(middle + QPointF(across, 0), radius, radius)


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def paint_die(painter: QPainter, box: QRectF, pips: int) -> None:
    """A die with its pips, 1 to 6."""
    radius = box.width() * 0.2
    painter.setPen(QPen(QColor("#8a7757"), max(1.0, box.width() * 0.05)))
    painter.setBrush(QColor("#fffaf0"))
    painter.drawRoundedRect(box, radius, radius)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#2b2118"))
    step, spot = box.width() * 0.26, box.width() * 0.095
    for across, down in _PIPS[pips]:
        painter.drawEllipse(box.center() + QPointF(across, down) * step, spot, spot)
