"""Chits: a formation's face, and the back that lies up in the cup."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QBrush, QColor, QRadialGradient

from hexwar.widgets.counters.easel import EDGE, Detail, Easel, faded
from hexwar.widgets.counters.faces import ChitFace
from hexwar.widgets.counters.flags import paint_flag
from hexwar.widgets.counters.lettering import Script
from hexwar.widgets.counters.surface import disc_outline
from hexwar.widgets.drawings import drawing
from hexwar.widgets.theme import Livery, Theme


def paint_chit(easel: Easel, face: ChitFace, theme: Theme) -> None:
    """Paint a chit on the square of a counter."""
    livery = theme.livery(face.livery)
    easel.painter.fillPath(disc_outline(), QBrush(_turned(livery.field)))
    easel.stroke(disc_outline(EDGE - 0.8), QColor(livery.field).darker(280), 0.8)
    easel.stroke(disc_outline(EDGE - 3.0), faded(livery.trim, 220), 0.5)
    if face.face_down:
        _back(easel, face, livery)
    else:
        _front(easel, face, theme)
    if face.spent:
        easel.fill(disc_outline(), faded("#948b7a", 118))


def _turned(field: str) -> QRadialGradient:
    """A colour on a disc turned from wood."""
    gradient = QRadialGradient(QPointF(EDGE * 0.36, EDGE * 0.3), EDGE * 0.75)
    gradient.setColorAt(0, QColor(field).lighter(120))
    gradient.setColorAt(0.55, QColor(field))
    gradient.setColorAt(1, QColor(field).darker(130))
    return gradient


def _front(easel: Easel, face: ChitFace, theme: Theme) -> None:
    tint = theme.stripe(face.mark.stripe)
    field = disc_outline(EDGE - 8.4)
    easel.painter.fillPath(field, QBrush(_turned(tint.field)))
    easel.stroke(field, QColor(20, 14, 8, 180), 0.5)
    if tint.barred:
        easel.stroke(disc_outline(EDGE - 11.0), QColor(tint.ink), 1.2)
    if easel.detail >= Detail.NORMAL:
        paint_flag(easel, face.nation, QRectF(14.6, 6.8, 11.4, 11.0))
    cap = 8.2 if easel.detail >= Detail.NORMAL else 12.0
    foot = 28.4 if easel.detail >= Detail.NORMAL else 26.0
    easel.text(face.mark.short, EDGE / 2, foot, cap, tint.ink, script=Script.NUMERAL, room=27)


def _back(easel: Easel, face: ChitFace, livery: Livery) -> None:
    """The emblem of a side in a wreath: an N for the French, a cross for its enemies."""
    leaf = "#d9bd72" if livery.ink != "#7c1d17" else livery.ink
    card = QRectF(0, 0, EDGE, EDGE)
    drawing("counters/wreath", (("leaf", leaf),)).render(easel.painter, card)
    if face.nation == "french":
        easel.text("N", EDGE / 2, 25.4, 11.0, "#f3d98c", script=Script.TITLE)
    else:
        drawing("counters/cross", (("cross", livery.ink),)).render(easel.painter, card)
