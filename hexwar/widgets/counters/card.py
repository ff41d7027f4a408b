"""The face of a unit's counter: stripe, silhouette or symbol, numbers, badges."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainterPath

from hexwar.widgets.counters.badges import paint_badges, paint_tick
from hexwar.widgets.counters.easel import EDGE, Detail, Easel, faded, rounded
from hexwar.widgets.counters.faces import CounterFace, UnderFace
from hexwar.widgets.counters.figures import paint_figure
from hexwar.widgets.counters.lettering import Script
from hexwar.widgets.counters.nato import paint_symbol
from hexwar.widgets.counters.surface import card_outline, paint_card, paint_edge
from hexwar.widgets.theme import Livery, Theme, Tint


class CounterStyle(StrEnum):
    """How a unit's arm is shown: a preference."""

    PERIOD = "period"
    NATO = "nato"


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where things lie on a card, scene pixels from its top."""

    stripe: float  # foot of the formation's stripe
    panel_top: float
    panel_bottom: float
    baseline: float  # of the numbers
    cap: float  # height of the numbers


_CLOSE = _Plan(stripe=8.6, panel_top=9.8, panel_bottom=26.8, baseline=37.4, cap=9.2)
_FROM_HALF = _Plan(stripe=5.4, panel_top=6.4, panel_bottom=23.4, baseline=37.0, cap=12.0)
_PANEL_SIDE = 2.8
_PAPER = "#f7f0dd"

TRAIN = "T"
"""What the plain block of a train shows."""


def paint_counter(easel: Easel, face: CounterFace, style: CounterStyle, theme: Theme) -> None:
    """Paint a unit's counter on the square from (0, 0) to (EDGE, EDGE), scene units."""
    livery = theme.livery(face.livery)
    paint_card(easel, livery.field)
    if easel.detail is Detail.FAR:
        _strength_alone(easel, face, livery)
        paint_edge(easel, livery.field)
    else:
        _print(easel, face, style, theme)
    if face.moved or face.done:
        _dim(easel, face)
    if easel.detail > Detail.FAR:
        paint_badges(easel, face.states, theme)
        if face.moved or face.done:
            paint_tick(easel, theme, double=face.done)


def _print(easel: Easel, face: CounterFace, style: CounterStyle, theme: Theme) -> None:
    """What is printed on the counter's side that lies up."""
    livery = theme.livery(face.livery)
    plan = _plan(easel)
    _stripe(easel, face, theme, plan)
    if style is CounterStyle.PERIOD:
        _picture(easel, face, plan)
    else:
        _symbol(easel, face, livery, plan)
    _numbers(easel, face, livery, plan)
    if easel.detail is Detail.FINE:
        _trim(easel, livery)
    paint_edge(easel, livery.field)


def paint_under(easel: Easel, face: UnderFace, theme: Theme) -> None:
    """Paint a counter of which only the edge will be seen."""
    livery = theme.livery(face.livery)
    paint_card(easel, livery.field)
    if easel.detail > Detail.FAR:
        _band_of(easel, theme.stripe(face.stripe), _plan(easel).stripe)
    paint_edge(easel, livery.field)


def _plan(easel: Easel) -> _Plan:
    return _FROM_HALF if easel.detail is Detail.SMALL else _CLOSE


def _strength_alone(easel: Easel, face: CounterFace, livery: Livery) -> None:
    # A train has no strength: its movement alone would read as one.
    text = str(face.strength) if face.has_strength else TRAIN
    script = Script.NUMERAL if face.has_strength else Script.TEXT
    easel.text(text, EDGE / 2, 31.5, 23.0, livery.ink, script=script, room=33)


def _stripe(easel: Easel, face: CounterFace, theme: Theme, plan: _Plan) -> None:
    """The band of the formation's colour with its name, the unit's name and the step pips."""
    tint = theme.stripe(face.mark.stripe)
    foot = _band_of(easel, tint, plan.stripe)
    if easel.detail >= Detail.NORMAL:
        _stripe_text(easel, face, tint.ink)
    _pips(easel, face, tint.ink, foot)


_BAR = 1.3
"""The bar along the stripe of the second formation of a colour, scene pixels."""


def _band_of(easel: Easel, tint: Tint, foot: float) -> float:
    """The bare stripe; returns its foot on a whole pixel."""
    foot = easel.snap(foot)
    band = QPainterPath()
    band.addRect(QRectF(0, 0, EDGE, foot))
    band = band.intersected(card_outline())
    easel.painter.fillPath(band, QBrush(_stripe_light(tint.field, foot)))
    if tint.barred:
        bar = QPainterPath()
        bar.addRect(QRectF(0, foot - easel.hair(_BAR), EDGE, easel.hair(_BAR)))
        easel.fill(bar.intersected(card_outline()), QColor(tint.ink))
    rule = easel.hair(0.6)
    easel.painter.fillRect(QRectF(0, foot - rule, EDGE, rule), QColor(0, 0, 0, 150))
    return foot


def _stripe_light(field: str, foot: float) -> QLinearGradient:
    gradient = QLinearGradient(0, 0, 0, foot)
    gradient.setColorAt(0, QColor(field).lighter(112))
    gradient.setColorAt(1, QColor(field).darker(106))
    return gradient


def _stripe_text(easel: Easel, face: CounterFace, ink: str) -> None:
    fine = easel.detail is Detail.FINE
    cap = 4.3 if fine else 5.0
    room = 14.0 if fine else 27.0
    width = easel.text(
        face.mark.short, 3.0, 6.7, cap, ink, script=Script.NUMERAL, align=0, room=room
    )
    start = 4.8 + width
    if face.name and fine:
        easel.text(face.name, start, 6.5, 3.6, ink, script=Script.TEXT, align=0, room=33.4 - start)


def _pips(easel: Easel, face: CounterFace, ink: str, foot: float) -> None:
    """One spot a step at the right end of the stripe; a lost step is hollow."""
    apart = QPointF(0, 3.0) if easel.detail >= Detail.NORMAL else QPointF(-3.3, 0)
    first = QPointF(EDGE - 4.2, foot / 2 + 0.3) - apart * (max(face.steps - 1, 0) / 2)
    for place in range(face.steps):
        lost = face.reduced and place == face.steps - 1
        spot = QPainterPath()
        radius = 0.85 if lost else 1.15
        spot.addEllipse(first + apart * place, radius, radius)
        if lost:
            easel.stroke(spot, QColor(ink), 0.55)
        else:
            easel.fill(spot, QColor(ink))


def _panel(easel: Easel, plan: _Plan) -> QRectF:
    return easel.rect(_PANEL_SIDE, plan.panel_top, EDGE - _PANEL_SIDE, plan.panel_bottom)


def _picture(easel: Easel, face: CounterFace, plan: _Plan) -> None:
    """A window of paper with the silhouette on a strip of ground."""
    box = _panel(easel, plan)
    window = rounded(box, 1.4)
    light = QLinearGradient(box.topLeft(), box.bottomLeft())
    light.setColorAt(0, QColor("#fdf8ea"))
    light.setColorAt(0.8, QColor("#efe4c8"))
    light.setColorAt(1, QColor("#d9c79b"))
    easel.painter.fillPath(window, QBrush(light))
    easel.painter.save()
    easel.painter.setClipPath(window)
    _ground(easel, box)
    easel.painter.restore()
    inside = box.adjusted(1.0, 0.8, -1.0, -0.9)
    paint_figure(easel.painter, face.figure, face.nation, inside, easel.unit)
    easel.stroke(window, QColor(30, 20, 10, 150), 0.45)
    _size_mark(easel, face, box.left() + 1.3, box.top() + 4.6)


def _ground(easel: Easel, box: QRectF) -> None:
    hill = QPainterPath(QPointF(box.left(), box.bottom() - 1.8))
    hill.quadTo(box.center().x(), box.bottom() - 3.6, box.right(), box.bottom() - 1.4)
    hill.lineTo(box.bottomRight())
    hill.lineTo(box.bottomLeft())
    easel.fill(hill, QColor("#b7a26c"))


def _size_mark(easel: Easel, face: CounterFace, x: float, foot: float) -> None:
    if face.size and easel.detail >= Detail.NORMAL:
        easel.text(face.size, x, foot, 3.1, "#3a2d20", align=0)


def _symbol(easel: Easel, face: CounterFace, livery: Livery, plan: _Plan) -> None:
    """The NATO box with the size above it."""
    low = easel.detail >= Detail.NORMAL
    top = plan.panel_top + (3.9 if low else 0.8)
    box = easel.rect(8.6, top, EDGE - 8.6, plan.panel_bottom - 0.6)
    paint_symbol(easel, face, box)
    if face.size and low:
        easel.text(face.size, EDGE / 2, top - 0.9, 2.9, livery.ink)


def _numbers(easel: Easel, face: CounterFace, livery: Livery, plan: _Plan) -> None:
    """Strength - initiative - movement; on the reduced side in reverse on a broad band."""
    ink = livery.ink
    if face.reduced:
        ink = _band(easel, livery, plan)
    if not face.has_strength:
        easel.text(
            str(face.movement), EDGE / 2, plan.baseline, plan.cap, ink, script=Script.NUMERAL
        )
        return
    for value, x, room in zip(
        (face.strength, face.initiative, face.movement), _COLUMNS, _ROOMS, strict=True
    ):
        easel.text(str(value), x, plan.baseline, plan.cap, ink, script=Script.NUMERAL, room=room)
    for x in _DASHES:
        _dash(easel, x, plan, ink)


_COLUMNS = (8.2, 20.4, 32.0)  # middles of the three numbers
_ROOMS = (11.4, 9.4, 9.4)
_DASHES = (14.6, 26.3)


def _dash(easel: Easel, x: float, plan: _Plan, ink: str) -> None:
    length = 3.0 if easel.detail >= Detail.NORMAL else 1.0
    middle = plan.baseline - plan.cap * 0.42
    mark = easel.rect(x - length / 2, middle - 0.6, x - length / 2, middle - 0.6)
    mark.setSize(QSizeF(easel.hair(length), easel.hair(1.2)))
    easel.painter.fillRect(mark, faded(ink, 210))


def _band(easel: Easel, livery: Livery, plan: _Plan) -> str:
    """The band of the reduced side; returns the ink on it."""
    band = easel.rect(0, plan.panel_bottom + 0.9, EDGE, plan.baseline + 1.4)
    path = QPainterPath()
    path.addRect(band)
    easel.fill(path.intersected(card_outline()), QColor(livery.ink))
    return livery.field


def _trim(easel: Easel, livery: Livery) -> None:
    inset = 1.0
    line = rounded(QRectF(0, 0, EDGE, EDGE).adjusted(inset, inset, -inset, -inset), 2.8)
    easel.stroke(line, faded(livery.trim, 200), 0.35)


def _dim(easel: Easel, face: CounterFace) -> None:
    """A veil of paper over a counter that has moved, a heavier one when it is done."""
    veil = faded("#948b7a", 118 if face.done else 66)
    easel.painter.fillPath(card_outline(), veil)
