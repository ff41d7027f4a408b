"""Flags: of nations, on a staff and waving, and the guidons of formations."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainterPath, QTransform

from hexwar.widgets.counters.easel import EDGE, Easel
from hexwar.widgets.counters.lettering import Script
from hexwar.widgets.counters.strokes import outline_path
from hexwar.widgets.theme import Tint


@dataclass(frozen=True, slots=True)
class _Colours:
    """The bands of a flag, from the staff or from the top, each with its share."""

    bands: tuple[tuple[str, float], ...]
    upright: bool = False  # bands stand side by side


_FLAGS = {
    "french": _Colours((("#24407e", 1), ("#f6f1e4", 1), ("#b3302c", 1)), upright=True),
    "russian": _Colours((("#f6f1e4", 1), ("#2b4a8b", 1), ("#b3302c", 1))),
    "prussian": _Colours((("#1d1a17", 1), ("#f6f1e4", 3), ("#1d1a17", 1))),
    "austrian": _Colours((("#1d1a17", 1), ("#e2b43a", 1))),
    "bavarian": _Colours((("#f6f1e4", 1), ("#6ea3d8", 1))),
    "wurttemberg": _Colours((("#1d1a17", 1), ("#b3302c", 1))),
}
_UNKNOWN = _Colours((("#8f8a7d", 1), ("#cfc9b9", 1)))
_STAFF = "#4a3220"
_EDGE = QColor(25, 18, 12, 220)


def paint_flag(easel: Easel, nation: str, rect: QRectF) -> None:
    """Paint a nation's flag on its staff into a rectangle, scene units."""
    cloth = QRectF(
        rect.left() + rect.width() * 0.07,
        rect.top() + rect.height() * 0.05,
        rect.width() * 0.93,
        rect.height() * 0.58,
    )
    _staff(easel, rect)
    flag = _FLAGS.get(nation, _UNKNOWN)
    painter = easel.painter
    painter.save()
    painter.setClipPath(_waving(cloth))
    _bands(easel, flag, cloth)
    if nation == "prussian":
        _eagle(easel, cloth)
    painter.fillRect(cloth.adjusted(0, -3, 0, 3), QBrush(_folds(cloth)))
    painter.restore()
    easel.stroke(_waving(cloth), _EDGE, 0.45)


def _bands(easel: Easel, flag: _Colours, cloth: QRectF) -> None:
    total = sum(share for _, share in flag.bands)
    done = 0.0
    for colour, share in flag.bands:
        at, part = done / total, share / total
        done += share
        if flag.upright:
            x, width = cloth.left() + at * cloth.width(), part * cloth.width()
            band = QRectF(x, cloth.top() - 3, width + 0.1, cloth.height() + 6)
            easel.painter.fillRect(band, QColor(colour))
        else:
            easel.fill(_wavy_band(cloth, at, at + part), QColor(colour))


def _eagle(easel: Easel, cloth: QRectF) -> None:
    """A black eagle with spread wings in the middle of the cloth."""
    size = cloth.height() / 34
    move = QTransform.fromTranslate(cloth.center().x(), cloth.center().y())
    easel.fill((QTransform.fromScale(size, size) * move).map(outline_path(_EAGLE)), QColor(_BLACK))


_BLACK = "#1d1a17"
_EAGLE = (
    "M 0,-10 Q 2.4,-9.4 2.2,-6.6 L 1.8,-4 Q 6,-9.6 10.6,-8 Q 9.4,-5.4 10.4,-2.4 Q 8.4,-2.6 8.2,0.4 "
    "Q 6.4,-0.2 5.4,2.4 Q 3.8,1.6 2.2,3 L 2,5 L 4.2,9.4 L 0,8 L -4.2,9.4 L -2,5 L -2.2,3 "
    "Q -3.8,1.6 -5.4,2.4 Q -6.4,-0.2 -8.2,0.4 Q -8.4,-2.6 -10.4,-2.4 Q -9.4,-5.4 -10.6,-8 "
    "Q -6,-9.6 -1.8,-4 L -1.8,-6 L -4.2,-7 L -2.2,-9 Q -1.4,-10.2 0,-10 Z"
)


def _waving(cloth: QRectF) -> QPainterPath:
    return _wavy_band(cloth, 0, 1)


def _wavy_band(cloth: QRectF, top: float, bottom: float) -> QPainterPath:
    """The part of a waving cloth between two shares of its height."""
    left, right, swing = cloth.left(), cloth.right(), cloth.height() * 0.16
    upper, lower = (cloth.top() + share * cloth.height() for share in (top, bottom))
    third = cloth.width() / 3
    path = QPainterPath(QPointF(left, upper))
    path.cubicTo(left + third, upper - swing, right - third, upper + swing, right, upper)
    path.lineTo(right, lower)
    path.cubicTo(right - third, lower + swing, left + third, lower - swing, left, lower)
    path.closeSubpath()
    return path


def _folds(cloth: QRectF) -> QLinearGradient:
    """Light and shade of the cloth's waves."""
    gradient = QLinearGradient(cloth.topLeft(), cloth.topRight())
    for place, shade in ((0, 60), (0.22, 0), (0.45, 40), (0.62, 0), (0.85, 50), (1, 20)):
        gradient.setColorAt(place, QColor(20, 12, 4, shade))
    return gradient


def _staff(easel: Easel, rect: QRectF) -> None:
    x = rect.left() + rect.width() * 0.05
    staff = QPainterPath(QPointF(x, rect.top()))
    staff.lineTo(x, rect.bottom())
    easel.stroke(staff, QColor(_STAFF), rect.width() * 0.06)
    knob = QPainterPath()
    knob.addEllipse(QPointF(x, rect.top()), rect.width() * 0.055, rect.width() * 0.055)
    easel.fill(knob, QColor("#c99f45"))


def paint_guidon(easel: Easel, tint: Tint, text: str) -> None:
    """Paint the swallow-tailed flag of a formation on the square of a counter."""
    cloth = QRectF(6.0, 3.0, 32.0, 18.0)
    _staff(easel, QRectF(4.4, 2.0, 32.0, EDGE - 4.0))
    path = _swallow_tail(cloth)
    easel.fill(path, QColor(tint.field))
    easel.stroke(path, _EDGE, 0.6)
    if tint.barred:
        bar = QRectF(cloth.left(), cloth.top() + 1.2, cloth.width() - 4.0, 1.4)
        easel.painter.fillRect(bar, QColor(tint.ink))
    easel.text(text, 19.4, 16.4, 9.0, tint.ink, script=Script.NUMERAL, room=24)


def _swallow_tail(cloth: QRectF) -> QPainterPath:
    path = QPainterPath(cloth.topLeft())
    path.lineTo(cloth.topRight())
    path.lineTo(cloth.right() - cloth.height() * 0.36, cloth.center().y())
    path.lineTo(cloth.bottomRight())
    path.lineTo(cloth.bottomLeft())
    path.closeSubpath()
    return path
