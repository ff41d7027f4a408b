"""The NATO symbols of the arms, in a box."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainterPath

from hexwar.table.forces import Arm
from hexwar.widgets.counters.easel import Easel
from hexwar.widgets.counters.faces import CounterFace, FigureKind

_INK = QColor("#1c1712")
_GROUND = QColor("#f6f0de")


def paint_symbol(easel: Easel, face: CounterFace, box: QRectF) -> None:
    """Paint the symbol of a unit's arm into a box, scene units."""
    easel.painter.fillRect(box, _GROUND)
    if face.arm is Arm.INFANTRY:
        _line(easel, box.topLeft(), box.bottomRight())
    if face.arm in (Arm.INFANTRY, Arm.LIGHT_CAVALRY, Arm.HEAVY_CAVALRY, Arm.HORSE_ARTILLERY):
        _line(easel, box.bottomLeft(), box.topRight())
    if face.arm is Arm.HEAVY_CAVALRY:
        _half(easel, box)
    if face.arm.is_artillery:
        radius = box.height() * 0.2
        dot = QPainterPath()
        dot.addEllipse(box.center(), radius, radius)
        easel.fill(dot, _INK)
    if face.arm is Arm.BAGGAGE_TRAIN:
        _wheel(easel, box)
    if face.arm is Arm.PONTOON_TRAIN:
        _bridge(easel, box)
    if face.figure is FigureKind.COSSACK:
        _line(easel, *_middle(box))
    if face.guard:
        _corner(easel, box)
    frame = QPainterPath()
    frame.addRect(box)
    easel.stroke(frame, _INK, 1.2)


def _line(easel: Easel, start: QPointF, end: QPointF) -> None:
    path = QPainterPath(start)
    path.lineTo(end)
    easel.stroke(path, _INK, 1.2)


def _middle(box: QRectF) -> tuple[QPointF, QPointF]:
    x = box.center().x()
    return QPointF(x, box.top()), QPointF(x, box.bottom())


def _half(easel: Easel, box: QRectF) -> None:
    """The filled half of the box that marks heavy cavalry."""
    path = QPainterPath(box.bottomLeft())
    path.lineTo(box.topRight())
    path.lineTo(box.topLeft())
    path.closeSubpath()
    easel.fill(path, _INK)


def _wheel(easel: Easel, box: QRectF) -> None:
    radius, middle = box.height() * 0.34, box.center()
    rim = QPainterPath()
    rim.addEllipse(middle, radius, radius)
    easel.stroke(rim, _INK, 1.2)
    slant = radius * 0.7071
    _line(easel, middle - QPointF(slant, slant), middle + QPointF(slant, slant))
    _line(easel, middle - QPointF(slant, -slant), middle + QPointF(slant, -slant))


def _bridge(easel: Easel, box: QRectF) -> None:
    """Two banks with spread ends: the sign of a bridge."""
    dx, dy = box.width() * 0.26, box.height() * 0.16
    end = box.height() * 0.16
    for way in (-1, 1):
        middle = box.center() + QPointF(0, way * dy)
        path = QPainterPath(middle + QPointF(-dx - end, way * end))
        path.lineTo(middle + QPointF(-dx, 0))
        path.lineTo(middle + QPointF(dx, 0))
        path.lineTo(middle + QPointF(dx + end, way * end))
        easel.stroke(path, _INK, 1.2)


def _corner(easel: Easel, box: QRectF) -> None:
    """The filled corner that marks the Guard."""
    size = box.height() * 0.42
    path = QPainterPath(box.topLeft())
    path.lineTo(box.topLeft() + QPointF(size, 0))
    path.lineTo(box.topLeft() + QPointF(0, size))
    path.closeSubpath()
    easel.fill(path, QColor("#a8332a"))
