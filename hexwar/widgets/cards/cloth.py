"""The cloth that cards lie on, and what is written on it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QRadialGradient

from hexwar.widgets import brushwork
from hexwar.widgets.brushwork import Align, clear_pixmap, elided, faded, graded, smooth, take_up
from hexwar.widgets.cards.painting import RATIO, Face, paint_card, stock_of
from hexwar.widgets.panels.look import Look


def paint_cloth(painter: QPainter, look: Look, box: QRectF) -> None:
    """Green cloth, a little darker towards its edges."""
    stock = stock_of(look.theme)
    reach = max(box.width(), box.height()) * 0.75
    light = QRadialGradient(box.center(), reach)
    painter.fillRect(box, graded(light, (0, stock.cloth), (1, stock.cloth_edge)))


def write(
    painter: QPainter,
    look: Look,
    box: QRectF,
    words: str,
    *,
    size: float = 12.5,
    flags: Align = Align.AlignLeft | Align.AlignVCenter,
    is_title: bool = False,
) -> None:
    """Write a line on the cloth; what is too long ends in dots."""
    stock, letters = stock_of(look.theme), look.serif(size) if is_title else look.sans(size)
    ink = QColor(stock.on_cloth if is_title else stock.quiet_on_cloth)
    brushwork.write(painter, box, elided(words, letters, box.width()), letters, ink, flags)


def paint_place(painter: QPainter, look: Look, box: QRectF) -> None:
    """An empty place for a pile: an outline on the cloth."""
    ink = faded(stock_of(look.theme).on_cloth, 70)
    take_up(painter, QPen(ink, look.px(1), Qt.PenStyle.DashLine))
    painter.drawRoundedRect(box, look.px(4), look.px(4))


# -- prints


_MOST = 200
"""How many pictures are kept; then all are thrown away, and those in sight painted anew."""

_EDGE = 0.07  # round a card for its shadow and its glow, in widths


class Prints:
    """Pictures of cards by face, width and theme."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Face, int, str, int], QPixmap] = {}

    def draw(self, painter: QPainter, look: Look, face: Face, corner: QPointF, width: int) -> None:
        """Draw a card that lies straight; its upper left corner and its width in pixels."""
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        edge = margin(width)
        at = QPointF(round(corner.x()) - edge, round(corner.y()) - edge)
        painter.drawPixmap(at, self.picture(look, face, width, ratio))

    def picture(self, look: Look, face: Face, width: int, ratio: float) -> QPixmap:
        """A card by itself, with room round it for its shadow; `ratio` device pixels to a pixel."""
        key = (face, width, look.theme.name, round(ratio * 100))
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MOST:
                self._kept.clear()
            found = self._kept[key] = _painted(look, face, width, ratio)
        return found


def margin(width: int) -> int:
    """The room round a card in its picture, pixels."""
    return max(2, round(width * _EDGE))


def _painted(look: Look, face: Face, width: int, ratio: float) -> QPixmap:
    edge = margin(width)
    made = clear_pixmap(width + 2 * edge, round(width * RATIO) + 2 * edge, ratio)
    painter = smooth(made)
    paint_card(painter, look, face, QRectF(edge, edge, width, width * RATIO))
    painter.end()
    return made
