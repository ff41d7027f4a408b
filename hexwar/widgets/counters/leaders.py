"""The medallions of leaders, the counters of headquarters, chits, and the size of a stack."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainterPath, QRadialGradient

from hexwar.table.forces import Role
from hexwar.widgets.brushwork import area_of, faded, graded, kept, line_of, oblong
from hexwar.widgets.counters.easel import (
    EDGE,
    Detail,
    Easel,
    Script,
    card_outline,
    disc_outline,
    paint_card,
    paint_edge,
)
from hexwar.widgets.counters.faces import ChitFace, FigureKind, LeaderFace
from hexwar.widgets.counters.figures import paint_figure, paint_flag
from hexwar.widgets.theme import Theme

_STARS = {Role.OVERALL: 3, Role.WING: 2, Role.CORPS: 1, Role.DIVISION: 0, Role.HQ: 0}
_PAPER = "#f8f1de"
_INK = "#2a2017"


def paint_leader(easel: Easel, face: LeaderFace, theme: Theme) -> None:
    """Paint a leader's medallion, or an HQ's card, on the square of a counter."""
    if face.role is Role.HQ:
        _headquarters(easel, face, theme)
    else:
        _medallion(easel, face, theme)
    if face.moved:
        outline = card_outline() if face.role is Role.HQ else disc_outline()
        easel.fill(outline, faded("#948b7a", 66))


def _medallion(easel: Easel, face: LeaderFace, theme: Theme) -> None:
    livery = theme.livery(face.livery)
    _rim(easel)
    field = disc_outline(EDGE - 5.2)
    easel.painter.fillPath(field, QBrush(_glow(livery.field)))
    if easel.detail <= Detail.SMALL:
        _rating_alone(easel, face, livery.ink)
        return
    with kept(easel.painter):
        easel.painter.setClipPath(field)
        is_emperor = face.role is Role.OVERALL and face.nation == "french"
        bust = FigureKind.EMPEROR if is_emperor else FigureKind.GENERAL
        paint_figure(easel.painter, bust, face.nation, QRectF(6, 3.4, 28, 24.4), easel.unit)
        foot_of_field = oblong(QRectF(0, 27, EDGE, EDGE - 27))  # below the bust
        easel.fill(foot_of_field, QColor(livery.field).darker(108))
    easel.stroke(field, QColor(20, 14, 8, 170), 0.4)
    _stars(easel, _STARS[face.role], 6.0)
    fine = easel.detail is Detail.FINE
    foot, cap = (36.4, 5.0) if fine else (35.6, 7.4)
    easel.text(face.rating, EDGE / 2, foot, cap, livery.ink, script=Script.NUMERAL, room=22)
    if fine:
        _ribbon(easel, face.name)


def _rim(easel: Easel) -> None:
    """A ring of gilt bronze."""
    gold = QLinearGradient(0, 0, EDGE, EDGE)
    graded(gold, (0, "#f3dc9a"), (0.35, "#c99f45"), (0.65, "#8d6a26"), (1, "#d9b661"))
    easel.painter.fillPath(disc_outline(), QBrush(gold))
    easel.stroke(disc_outline(EDGE - 0.7), QColor("#3a2a10"), 0.7)


def _glow(field: str) -> QRadialGradient:
    base, light = QColor(field), QRadialGradient(EDGE * 0.42, EDGE * 0.36, EDGE * 0.6)
    return graded(light, (0, base.lighter(122)), (0.6, base), (1, base.darker(125)))


def _rating_alone(easel: Easel, face: LeaderFace, ink: str) -> None:
    far = easel.detail is Detail.FAR
    cap = 17.0 if far else 14.0
    foot = EDGE / 2 + cap / 2 + (0 if far else 2.6)
    easel.text(face.rating, EDGE / 2, foot, cap, ink, script=Script.NUMERAL, room=30)
    if not far:
        _stars(easel, _STARS[face.role], 9.4, 3.4)


def _stars(easel: Easel, count: int, y: float, radius: float = 2.0) -> None:
    """Stars of rank along the upper rim."""
    for place in range(count):
        x = EDGE / 2 + (place - (count - 1) / 2) * radius * 2.2
        drop = abs(place - (count - 1) / 2) * radius * 0.35
        path = star(x, y + drop, radius)
        easel.stroke(path, QColor("#3a2a10"), radius * 0.35)
        easel.fill(path, QColor("#ffdf7a"))


def star(x: float, y: float, radius: float) -> QPainterPath:
    """A five-pointed star about a middle."""
    lengths = [radius if i % 2 == 0 else radius * 0.42 for i in range(10)]
    turns = zip(lengths, _SINES, _COSINES, strict=True)
    return area_of(*((x + length * sin, y - length * cos) for length, sin, cos in turns))


_SINES = (0.0, 0.5878, 0.9511, 0.9511, 0.5878, 0.0, -0.5878, -0.9511, -0.9511, -0.5878)
_COSINES = (1.0, 0.8090, 0.3090, -0.3090, -0.8090, -1.0, -0.8090, -0.3090, 0.3090, 0.8090)


def _ribbon(easel: Easel, name: str) -> None:
    """A band of paper across the medallion with the leader's name."""
    band = easel.rect(1.0, 24.6, EDGE - 1.0, 30.4)
    for left, way in ((band.left(), -1), (band.right(), 1)):
        top, foot = band.top() + 0.8, band.bottom() + 0.8
        notch = (left + way * 0.2, band.center().y() + 0.6)
        corners = ((left, top), (left + way, top), notch, (left + way, foot), (left, foot))
        easel.fill(line_of(*corners), QColor("#b9a377"))
    light = QLinearGradient(band.topLeft(), band.bottomLeft())
    easel.painter.fillRect(band, QBrush(graded(light, (0, "#fffaeb"), (1, "#e8dab6"))))
    easel.stroke(oblong(band), QColor(40, 26, 12, 190), 0.4)
    easel.text(name, EDGE / 2, 29.2, 3.7, _INK, script=Script.TITLE, room=band.width() - 2.4)


def _headquarters(easel: Easel, face: LeaderFace, theme: Theme) -> None:
    """A card in national colour with the flag, and how far it moves."""
    livery = theme.livery(face.livery)
    paint_card(easel, livery.field)
    if easel.detail is Detail.FAR:
        easel.text("HQ", EDGE / 2, 30, 20, livery.ink, script=Script.NUMERAL, room=32)
    else:
        easel.painter.fillRect(easel.rect(2.8, 2.8, EDGE - 2.8, 26.8), QColor(_PAPER))
        paint_flag(easel, face.nation, QRectF(8.0, 4.4, 24.0, 22.4))
        cap = 8.0 if easel.detail >= Detail.NORMAL else 9.6
        easel.text("HQ", 13.4, 36.4, cap, livery.ink, script=Script.NUMERAL)
        easel.text(str(face.movement), 31.0, 36.4, cap, livery.ink, script=Script.NUMERAL)
    paint_edge(easel, livery.field)


# -- chits


def paint_chit(easel: Easel, face: ChitFace, theme: Theme) -> None:
    """Paint a chit on the square of a counter."""
    livery = theme.livery(face.livery)
    easel.painter.fillPath(disc_outline(), QBrush(_turned(livery.field)))
    easel.stroke(disc_outline(EDGE - 0.8), QColor(livery.field).darker(280), 0.8)
    easel.stroke(disc_outline(EDGE - 3.0), faded(livery.trim, 220), 0.5)
    _front(easel, face, theme)
    if face.spent:
        easel.fill(disc_outline(), faded("#948b7a", 118))


def _turned(field: str) -> QRadialGradient:
    """A colour on a disc turned from wood."""
    base, light = QColor(field), QRadialGradient(EDGE * 0.36, EDGE * 0.3, EDGE * 0.75)
    return graded(light, (0, base.lighter(120)), (0.55, base), (1, base.darker(130)))


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


def paint_count(easel: Easel, count: int) -> None:
    """Paint a number on a dark disc: how many counters lie there."""
    easel.fill(disc_outline(), QColor("#221910"))
    easel.stroke(disc_outline(EDGE - 2), QColor("#f4e7cc"), 3.0)
    easel.text(str(count), EDGE / 2, 30.0, 20.0, "#f4e7cc", script=Script.NUMERAL, room=30)
