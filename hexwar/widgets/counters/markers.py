"""Small signs that lie on the map beside the counters."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainterPath

from hexwar.widgets.brushwork import area_of, ellipse, faded, line_of
from hexwar.widgets.counters.easel import EDGE, Detail, Easel, Script, disc_outline
from hexwar.widgets.counters.faces import MarkerFace, MarkerKind
from hexwar.widgets.counters.figures import paint_flag
from hexwar.widgets.counters.leaders import star
from hexwar.widgets.theme import Theme


def paint_marker(easel: Easel, face: MarkerFace, theme: Theme) -> None:
    """Paint a sign on the square of a counter."""
    match face.kind:
        case MarkerKind.VICTORY:
            _victory(easel, theme, face)
        case MarkerKind.SUPPLY_SOURCE:
            _supply_source(easel, theme, face.nation)
        case MarkerKind.CONTACT:
            _contact(easel, theme)
        case MarkerKind.OBJECTIVE:
            _objective(easel, theme)
        case MarkerKind.ENTRY:
            _entry(easel, theme, face.text)
        case MarkerKind.COUNT:
            _count(easel, face.text)


_INK = QColor(34, 22, 10, 230)
_MIDDLE = QPointF(EDGE / 2, EDGE / 2)


def _hexagon(radius: float) -> QPainterPath:
    angles = (math.radians(60 * i) for i in range(6))
    return area_of(*(_MIDDLE + QPointF(math.cos(a), math.sin(a)) * radius for a in angles))


def _victory(easel: Easel, theme: Theme, face: MarkerFace) -> None:
    """A gilt star in a hex, its points below, the holder's flag above."""
    gold = theme.overlays["victory"]
    easel.fill(_hexagon(19.4), faded("#fffaf0", 225))
    easel.stroke(_hexagon(19.0), QColor(gold).darker(150), 1.4)
    path = star(EDGE / 2, 20.6, 15.4)
    easel.fill(path, QColor(gold))
    easel.stroke(path, _INK, 0.6)
    if face.text:
        easel.text(face.text, EDGE / 2, 26.6, 10.4, "#241704", script=Script.NUMERAL, room=16)
    if face.nation and easel.detail > Detail.FAR:
        paint_flag(easel, face.nation, QRectF(25.5, 2.6, 12.0, 13.0))


def _supply_source(easel: Easel, theme: Theme, nation: str) -> None:
    """A flag over a waggon wheel."""
    middle = QPointF(13.4, 29.0)
    wheel = ellipse(middle, 8.2)
    easel.fill(wheel, faded("#fffaf0", 220))
    for i in range(4):
        angle = math.radians(45 * i)
        reach = QPointF(math.cos(angle), math.sin(angle)) * 8.2
        easel.stroke(line_of(middle - reach, middle + reach), QColor("#6b4526"), 1.1)
    easel.stroke(wheel, QColor("#6b4526"), 2.0)
    paint_flag(easel, nation, QRectF(12.4, 2.4, 26.0, 35.0))
    easel.fill(ellipse(middle, 1.8), QColor(theme.overlays["supply"]))


def _contact(easel: Easel, theme: Theme) -> None:
    """Two sabres crossed."""
    for way in (-1, 1):
        blade = QPainterPath(_MIDDLE + QPointF(-11.0 * way, 11.5))
        blade.quadTo(_MIDDLE + QPointF(4.0 * way, 2.0), _MIDDLE + QPointF(12.5 * way, -14.0))
        easel.stroke(blade, QColor("#fffaf0"), 4.6)
        easel.stroke(blade, QColor(theme.overlays["contact"]), 2.2)
        guard = QPainterPath(_MIDDLE + QPointF(-11.6 * way, 5.0))
        guard.quadTo(_MIDDLE + QPointF(-5.0 * way, 8.0), _MIDDLE + QPointF(-5.4 * way, 13.0))
        easel.stroke(guard, QColor("#fffaf0"), 4.2)
        easel.stroke(guard, QColor(theme.overlays["contact"]), 2.0)


def _objective(easel: Easel, theme: Theme) -> None:
    """A pennon planted in a ring."""
    red = QColor(theme.overlays["objective"])
    ring = ellipse((EDGE / 2, 31.0), 11.0, 5.2)
    easel.stroke(ring, QColor("#fffaf0"), 3.8)
    easel.stroke(ring, red, 1.8)
    staff = line_of((EDGE / 2, 31.0), (EDGE / 2, 4.0))
    easel.stroke(staff, QColor("#fffaf0"), 3.4)
    easel.stroke(staff, _INK, 1.5)
    cloth = area_of((EDGE / 2, 4.4), (35.5, 9.6), (EDGE / 2, 15.4))
    easel.stroke(cloth, QColor("#fffaf0"), 2.0)
    easel.fill(cloth, red)


def _entry(easel: Easel, theme: Theme, text: str) -> None:
    """An arrow into the map with the turn of arrival."""
    head = ((22.0, 12.0), (22.0, 5.0), (37.0, 20.0), (22.0, 35.0), (22.0, 28.0))
    path = area_of((4.0, 12.0), *head, (4.0, 28.0))
    easel.fill(path, faded("#fffaf0", 235))
    easel.stroke(path, QColor(theme.overlays["last_move"]), 1.4)
    easel.text(text, 17.0, 25.0, 10.0, theme.overlays["last_move"], script=Script.NUMERAL, room=20)


def _count(easel: Easel, text: str) -> None:
    """A number on a dark disc."""
    easel.fill(disc_outline(), QColor("#221910"))
    easel.stroke(disc_outline(EDGE - 2), QColor("#f4e7cc"), 3.0)
    easel.text(text, EDGE / 2, 30.0, 20.0, "#f4e7cc", script=Script.NUMERAL, room=30)
