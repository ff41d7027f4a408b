"""The mark of a burning town."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from hexwar.hexes import Hex, Layout
from hexwar.widgets.board.geometry import centre
from hexwar.widgets.board.overlays.inks import Inks
from hexwar.widgets.board.overlays.layer import Canvas
from hexwar.widgets.board.overlays.stamps import Placed
from hexwar.widgets.board.overlays.strokes import round_pen

_BLAZE: Final = QColor("#c8321c")
_CORE: Final = QColor("#f6b63c")
_SMOKE: Final = QColor("#5b544c")

_ASIDE: Final = QPointF(-0.72, -0.4)
"""Where a fire burns, from the middle of its hex in radii: at the corner of the counters."""

_SCALE: Final = 0.72


@dataclass(frozen=True, slots=True)
class Flames:
    """Three tongues of flame under a wisp of smoke."""

    ink: int
    ground: int

    @property
    def size(self) -> float:
        """The flames with the smoke and their halo."""
        return 40.0 * _SCALE

    def paint(self, painter: QPainter) -> None:
        """Paints the smoke, then the tongues with light in them."""
        painter.save()
        painter.scale(_SCALE, _SCALE)
        self._paint_whole(painter)
        painter.restore()

    def _paint_whole(self, painter: QPainter) -> None:
        ink, ground = QColor.fromRgba(self.ink), QColor.fromRgba(self.ground)
        smoke = _smoke()
        painter.strokePath(smoke, round_pen(ground, 4.6))
        painter.strokePath(smoke, round_pen(_SMOKE, 2.2))
        tongues = [_tongue(x, height) for x, height in ((-8.0, 13.0), (8.0, 12.0), (0.0, 19.0))]
        for tongue in tongues:
            painter.strokePath(tongue, round_pen(ground, 4.4))
        for tongue in tongues:
            painter.fillPath(tongue, _BLAZE)
            painter.strokePath(tongue, round_pen(ink, 1.2))
        for x, height in ((-8.0, 6.0), (8.0, 5.5), (0.0, 9.0)):
            painter.fillPath(_tongue(x, height, 2.6), _CORE)


def _tongue(x: float, height: float, breadth: float = 5.4) -> QPainterPath:
    """A tongue of flame that stands on the ground and licks to the right."""
    foot, top = 13.0, 13.0 - height
    path = QPainterPath(QPointF(x, foot))
    path.cubicTo(
        QPointF(x - 1.5 * breadth, foot - 0.2 * height),
        QPointF(x - 0.4 * breadth, foot - 0.6 * height),
        QPointF(x + 0.3 * breadth, top),
    )
    path.cubicTo(
        QPointF(x + 0.4 * breadth, foot - 0.5 * height),
        QPointF(x + 1.6 * breadth, foot - 0.3 * height),
        QPointF(x, foot),
    )
    return path


def _smoke() -> QPainterPath:
    path = QPainterPath(QPointF(2.0, -6.0))
    path.cubicTo(QPointF(9.0, -9.0), QPointF(1.0, -12.0), QPointF(10.0, -16.0))
    return path


class FiresDrawing:
    """Flames in a corner of each town that burns."""

    def __init__(self, layout: Layout, inks: Inks, hexes: tuple[Hex, ...]) -> None:
        mark, aside = Flames(inks.dark.rgba(), inks.light.rgba()), _ASIDE * layout.radius
        self._marks = [Placed(centre(layout, hex_) + aside, mark) for hex_ in hexes]
        self.box = QRectF()
        for placed in self._marks:
            self.box |= placed.box

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        canvas.stamp(self._marks)
