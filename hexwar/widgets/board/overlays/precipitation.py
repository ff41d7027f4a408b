"""What falls from the sky, as a pattern that is laid side by side: streaks, flakes, dust."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from hexwar.widgets.mapart.noise import Jitter

EDGE: Final = 512
"""The edge of a pattern, pixels of the window."""

_STREAK: Final = QPointF(-5.0, 17.0)  # how rain falls
_REACH: Final = 32  # pixels that a streak or flake goes on from its place at most
_DRIFT: Final = QPointF(13.0, 4.5)  # how a storm drives


@lru_cache(maxsize=16)
def texture_of(weather: str, ratio: float) -> QPixmap | None:
    """The pattern of a weather for a screen's pixel ratio; None where nothing falls."""
    paint = _FALLS.get(weather)
    if paint is None:
        return None
    pixmap = QPixmap(round(EDGE * ratio), round(EDGE * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(painter)
    painter.end()
    return pixmap


def _places(name: str, number: int) -> Iterator[tuple[QPointF, float]]:
    """Places of a pattern, each with a value from 0 up to 1; what crosses an edge comes again."""
    row = Jitter(name)
    for _ in range(number):
        x, y, value = row.between(0, EDGE), row.between(0, EDGE), row.value()
        for across in (0, -EDGE)[: 1 + (x > EDGE - _REACH)]:
            for down in (0, -EDGE)[: 1 + (y > EDGE - _REACH)]:
                yield QPointF(x + across, y + down), value


def _lines(painter: QPainter, name: str, number: int, fall: QPointF, ink: QColor) -> None:
    for place, value in _places(name, number):
        ink.setAlphaF((0.35 + 0.65 * value) * _LINE)
        painter.setPen(QPen(ink, 0.9 + 0.5 * value, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(place, place + fall * (0.55 + 0.6 * value))


_LINE: Final = 0.34


def _rain(painter: QPainter) -> None:
    _lines(painter, "rain", 210, _STREAK, QColor("#2f4a63"))


def _downpour(painter: QPainter) -> None:
    _lines(painter, "downpour", 420, _STREAK * 1.35, QColor("#22384f"))


def _flakes(painter: QPainter, name: str, number: int) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for place, value in _places(name, number):
        size = 0.9 + 1.5 * value
        painter.setBrush(QColor(66, 92, 122, 60))
        painter.drawEllipse(place + QPointF(0.5, 0.9), size, size)
        painter.setBrush(QColor(255, 255, 255, 235))
        painter.drawEllipse(place, size, size)


def _snow(painter: QPainter) -> None:
    _flakes(painter, "snow", 260)


def _snowstorm(painter: QPainter) -> None:
    _lines(painter, "drift", 240, _DRIFT, QColor("#ffffff"))
    _lines(painter, "shadow", 130, _DRIFT, QColor("#6f88a3"))
    _flakes(painter, "storm", 380)


def _dust(painter: QPainter) -> None:
    _lines(painter, "dust", 260, _DRIFT, QColor("#8a6431"))


_FALLS: Final[Mapping[str, Callable[[QPainter], None]]] = MappingProxyType(
    {
        "rain": _rain,
        "thunderstorm": _downpour,
        "snow": _snow,
        "snowstorm": _snowstorm,
        "dust storm": _dust,
    }
)
