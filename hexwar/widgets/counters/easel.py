"""What every painter of counters draws with: scene units, whole device pixels, and letters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from hexwar.widgets.counters.lettering import Script, text_path

EDGE = 40.0
"""The edge of a counter in scene pixels at 100 %."""

MARGIN = 6.0
"""Room round a counter for its shadow, scene pixels at 100 %."""


class Detail(IntEnum):
    """How much a picture shows, by the scale it is seen at."""

    FAR = 0  # a plain block with the strength
    SMALL = 1  # no names, larger numbers
    NORMAL = 2
    FINE = 3  # lace, trim, small print

    @classmethod
    def at(cls, scale: float) -> Detail:
        """The detail for a scale in logical pixels, 1.0 at 100 %."""
        return cls(sum(scale >= limit for limit in _LIMITS))


_LIMITS = (0.45, 0.8, 1.25)


@dataclass(frozen=True, slots=True)
class Easel:
    """A painter in scene units, and how many device pixels a unit has."""

    painter: QPainter
    unit: float  # device pixels to a scene unit
    detail: Detail

    def snap(self, value: float) -> float:
        """The nearest coordinate that falls on a whole device pixel."""
        return round(value * self.unit) / self.unit

    def hair(self, width: float = 0.5) -> float:
        """A width in scene units, at least one device pixel."""
        return max(width, 1 / self.unit)

    def rect(self, left: float, top: float, right: float, bottom: float) -> QRectF:
        """A rectangle with its edges on whole device pixels."""
        left, top = self.snap(left), self.snap(top)
        return QRectF(left, top, self.snap(right) - left, self.snap(bottom) - top)

    def text(
        self,
        text: str,
        x: float,
        baseline: float,
        cap: float,
        colour: str,
        *,
        script: Script = Script.LABEL,
        align: float = 0.5,
        room: float = 0.0,
    ) -> float:
        """Write a text; the width it took, scene units.

        Args:
            text: what to write.
            x: the point that `align` speaks of, scene units.
            baseline: the foot of the letters, scene units.
            cap: height of capitals, scene units; rounded to whole device pixels.
            colour: `#rrggbb`.
            script: the lettering.
            align: 0 when `x` is the left end, 0.5 the middle, 1 the right end.
            room: the width at most, scene units; a longer text is squeezed. 0 is no limit.
        """
        path = text_path(text, script)
        height = max(1, round(cap * self.unit)) / self.unit
        width = path.boundingRect().width() * height
        squeeze = min(1.0, room / width) if room and width else 1.0
        move = QTransform.fromTranslate(x - align * width * squeeze, self.snap(baseline))
        placed = (QTransform.fromScale(height * squeeze, height) * move).map(path)
        self.painter.fillPath(placed, QColor(colour))
        return width * squeeze

    def fill(self, path: QPainterPath, colour: QColor) -> None:
        """Fill a path, without a line round it."""
        self.painter.fillPath(path, colour)

    def stroke(self, path: QPainterPath, colour: QColor, width: float) -> None:
        """Draw a path's line with round joins."""
        pen = QPen(colour, self.hair(width))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        self.painter.strokePath(path, pen)


def rounded(rect: QRectF, radius: float) -> QPainterPath:
    """A rectangle with round corners."""
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius)
    return path


def faded(colour: str, alpha: int) -> QColor:
    """A colour with an opacity from 0 to 255."""
    result = QColor(colour)
    result.setAlpha(alpha)
    return result
