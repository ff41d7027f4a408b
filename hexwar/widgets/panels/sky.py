"""The weather as a small picture: sun or moon, cloud, and what falls from it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

_SUN, _MOON, _CLOUD = QColor("#e0a526"), QColor("#7d86ad"), QColor("#a99f8e")
_WATER, _ICE, _SOIL = QColor("#4f7fa8"), QColor("#7fa6c4"), QColor("#8a6a44")
_SAND = QColor("#c19a5b")


def paint_sky(painter: QPainter, box: QRectF, weather: str, *, is_night: bool) -> None:
    """Paint a weather of N18 into a square; one that is not known shows sun or moon alone."""
    painter.save()
    painter.translate(box.topLeft())
    painter.scale(box.width() / 24, box.height() / 24)
    clouded = weather in _FALL
    centre = QPointF(15.5, 8.5) if clouded else QPointF(12, 12)
    (_paint_moon if is_night else _paint_sun)(painter, centre, 5.0)
    if clouded:
        _paint_cloud(painter)
        _FALL[weather](painter)
    painter.restore()


def paint_roll(painter: QPainter, box: QRectF) -> None:
    """Paint into a square that the weather is rolled for: a cloud, and a die before it."""
    painter.save()
    painter.translate(box.topLeft())
    painter.scale(box.width() / 24, box.height() / 24)
    painter.translate(-1.5, -3.0)
    _paint_cloud(painter)
    die = QRectF(12.0, 12.5, 12.0, 12.0)
    painter.setPen(QPen(QColor("#3a2c1e"), 1.3))
    painter.setBrush(QColor("#fdf6e4"))
    painter.drawRoundedRect(die, 2.6, 2.6)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#3a2c1e"))
    for across, down in ((0.28, 0.28), (0.5, 0.5), (0.72, 0.72)):
        pip = die.topLeft() + QPointF(die.width() * across, die.height() * down)
        painter.drawEllipse(pip, 1.35, 1.35)
    painter.restore()


def _pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)


def _paint_sun(painter: QPainter, centre: QPointF, radius: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_SUN)
    painter.drawEllipse(centre, radius, radius)
    painter.setPen(_pen(_SUN, 1.5))
    for ray in range(8):
        angle = math.tau * ray / 8
        outward = QPointF(math.cos(angle), math.sin(angle))
        painter.drawLine(centre + outward * (radius + 2), centre + outward * (radius + 4))


def _paint_moon(painter: QPainter, centre: QPointF, radius: float) -> None:
    disc, shadow = QPainterPath(), QPainterPath()
    disc.addEllipse(centre, radius + 2, radius + 2)
    shadow.addEllipse(centre + QPointF(3.4, -2.2), radius + 1, radius + 1)
    painter.fillPath(disc.subtracted(shadow), _MOON)


def _paint_cloud(painter: QPainter) -> None:
    cloud = QPainterPath()
    cloud.setFillRule(Qt.FillRule.WindingFill)
    for x, y, radius in ((6.5, 13.5, 4.0), (11.5, 10.5, 5.2), (16.6, 13.2, 4.3)):
        cloud.addEllipse(QPointF(x, y), radius, radius)
    cloud.addRect(QRectF(6.5, 13, 10.2, 4.5))
    painter.setPen(QPen(_CLOUD.darker(125), 0.9))
    painter.setBrush(_CLOUD)
    painter.drawPath(cloud.simplified())


def _nothing(_: QPainter) -> None:
    """A cloud alone."""


def _rain(painter: QPainter) -> None:
    painter.setPen(_pen(_WATER, 1.5))
    for x in (7, 11.5, 16):
        painter.drawLine(QPointF(x, 19), QPointF(x - 1.6, 23))


def _snow(painter: QPainter) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_ICE)
    for x, y in ((7, 20), (11.5, 22), (16, 20)):
        painter.drawEllipse(QPointF(x, y), 1.3, 1.3)


def _storm(painter: QPainter) -> None:
    _snow(painter)
    painter.setPen(_pen(_ICE, 1.2))
    painter.drawLine(QPointF(2, 19.4), QPointF(5, 19.4))
    painter.drawLine(QPointF(18, 22.6), QPointF(22, 22.6))


def _fog(painter: QPainter) -> None:
    painter.setPen(_pen(_CLOUD, 1.5))
    painter.drawLine(QPointF(3, 20), QPointF(20, 20))
    painter.drawLine(QPointF(5, 22.8), QPointF(17, 22.8))


def _frost(painter: QPainter) -> None:
    """A crystal of ice."""
    painter.setPen(_pen(_ICE, 1.2))
    middle = QPointF(11.5, 20.4)
    for ray in range(3):
        angle = math.pi * ray / 3
        outward = QPointF(math.cos(angle), math.sin(angle)) * 3.2
        painter.drawLine(middle - outward, middle + outward)


def _thunder(painter: QPainter) -> None:
    """Rain, and a flash of lightning."""
    _rain(painter)
    flash = QPainterPath(QPointF(13.4, 15.5))
    for x, y in ((10.2, 19.6), (12.2, 19.6), (10.6, 23.6), (15.0, 18.6), (12.8, 18.6)):
        flash.lineTo(x, y)
    flash.closeSubpath()
    painter.fillPath(flash, _SUN)


def _dust(painter: QPainter) -> None:
    painter.setPen(_pen(_SAND, 1.5))
    painter.drawLine(QPointF(3, 19.6), QPointF(14, 19.6))
    painter.drawLine(QPointF(8, 22.8), QPointF(21, 22.8))


def _mud(painter: QPainter) -> None:
    painter.setPen(_pen(_SOIL, 2.4))
    painter.drawLine(QPointF(3, 21.6), QPointF(20, 21.6))


_FALL: Mapping[str, Callable[[QPainter], None]] = {
    "cloudy": _nothing,
    "rain": _rain,
    "thunderstorm": _thunder,
    "frost": _frost,
    "dust storm": _dust,
    "snow": _snow,
    "snowstorm": _storm,
    "fog": _fog,
    "mud": _mud,
}
