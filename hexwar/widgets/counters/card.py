"""The faces of counters: units, leaders, headquarters, chits, and the size of a stack."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainterPath, QRadialGradient

from hexwar.table.forces import Arm, Role
from hexwar.widgets.brushwork import (
    area_of,
    ellipse,
    faded,
    graded,
    kept,
    line_of,
    oblong,
    rounded,
    square_about,
)
from hexwar.widgets.counters.easel import (
    EDGE,
    Detail,
    Easel,
    Script,
    card_outline,
    disc_outline,
    paint_card,
    paint_edge,
    paint_figure,
    paint_flag,
    paint_portrait,
)
from hexwar.widgets.counters.faces import (
    ChitFace,
    CounterFace,
    CountFace,
    FigureKind,
    FlagFace,
    LeaderFace,
    State,
    UnderFace,
)
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

TRAIN = "T"
"""What the plain block of a train shows."""


def paint_counter(easel: Easel, face: CounterFace, style: CounterStyle, theme: Theme) -> None:
    """Paint a unit's counter on the square from (0, 0) to (EDGE, EDGE), scene units."""
    livery = theme.livery(face.livery)
    paint_card(easel, livery.field)
    if easel.detail is Detail.FAR:
        # A train has no strength: its movement alone would read as one.
        text = str(face.strength) if face.has_strength else TRAIN
        script = Script.NUMERAL if face.has_strength else Script.TEXT
        easel.text(text, EDGE / 2, 31.5, 23.0, livery.ink, script=script, room=33)
        paint_edge(easel, livery.field)
    else:
        _print(easel, face, style, theme)
    paint_marks(easel, face, theme)


def paint_marks(easel: Easel, face: CounterFace | LeaderFace, theme: Theme) -> None:
    """Paint what lies on a counter: the badges of a unit's states, and the tick."""
    is_done = isinstance(face, CounterFace) and face.done
    if isinstance(face, CounterFace) and easel.detail > Detail.FAR:
        _paint_badges(easel, face.states, theme)
    if face.moved or is_done:
        _paint_tick(easel, theme, is_done=is_done)


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
        trim = rounded(QRectF(1.0, 1.0, EDGE - 2.0, EDGE - 2.0), 2.8)
        easel.stroke(trim, faded(livery.trim, 200), 0.35)
    paint_edge(easel, livery.field)


def paint_under(easel: Easel, face: UnderFace, theme: Theme) -> None:
    """Paint a counter of which only the edge will be seen."""
    livery = theme.livery(face.livery)
    paint_card(easel, livery.field)
    if easel.detail > Detail.FAR:
        _band_of(easel, theme.stripe(face.stripe), _plan(easel).stripe)
    paint_edge(easel, livery.field)


def paint_cover(easel: Easel, face: FlagFace, theme: Theme) -> None:
    """Paint a cover marker: the side's colour with its flag, and nothing of who lies there."""
    livery = theme.livery(face.nation)
    paint_card(easel, livery.field)
    trim = rounded(QRectF(3.0, 3.0, EDGE - 6.0, EDGE - 6.0), 2.0)
    easel.stroke(trim, faded(livery.trim, 220), 0.8)
    paint_flag(easel, face.nation, QRectF(EDGE * 0.22, EDGE * 0.16, EDGE * 0.62, EDGE * 0.62))
    paint_edge(easel, livery.field)


def _plan(easel: Easel) -> _Plan:
    return _FROM_HALF if easel.detail is Detail.SMALL else _CLOSE


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
    band = oblong(QRectF(0, 0, EDGE, foot)).intersected(card_outline())
    field, light = QColor(tint.field), QLinearGradient(0, 0, 0, foot)
    graded(light, (0, field.lighter(112)), (1, field.darker(106)))
    easel.painter.fillPath(band, QBrush(light))
    if tint.barred:
        bar = oblong(QRectF(0, foot - easel.hair(_BAR), EDGE, easel.hair(_BAR)))
        easel.fill(bar.intersected(card_outline()), QColor(tint.ink))
    rule = easel.hair(0.6)
    easel.painter.fillRect(QRectF(0, foot - rule, EDGE, rule), QColor(0, 0, 0, 150))
    return foot


def _stripe_text(easel: Easel, face: CounterFace, ink: str) -> None:
    fine = easel.detail is Detail.FINE
    cap, room, script = 4.3 if fine else 5.0, 14.0 if fine else 27.0, Script.NUMERAL
    start = 4.8 + easel.text(face.mark.short, 3, 6.7, cap, ink, script=script, align=0, room=room)
    if face.name and fine:
        easel.text(face.name, start, 6.5, 3.6, ink, script=Script.TEXT, align=0, room=33.4 - start)


def _pips(easel: Easel, face: CounterFace, ink: str, foot: float) -> None:
    """One spot a step at the right end of the stripe; a lost step is hollow."""
    apart = QPointF(0, 3.0) if easel.detail >= Detail.NORMAL else QPointF(-3.3, 0)
    first = QPointF(EDGE - 4.2, foot / 2 + 0.3) - apart * (max(face.steps - 1, 0) / 2)
    for place in range(face.steps):
        lost = face.reduced and place == face.steps - 1
        spot = ellipse(first + apart * place, 0.85 if lost else 1.15)
        if lost:
            easel.stroke(spot, QColor(ink), 0.55)
        else:
            easel.fill(spot, QColor(ink))


def _picture(easel: Easel, face: CounterFace, plan: _Plan) -> None:
    """A window of paper with the silhouette on a strip of ground."""
    box = easel.rect(_PANEL_SIDE, plan.panel_top, EDGE - _PANEL_SIDE, plan.panel_bottom)
    window = rounded(box, 1.4)
    light = QLinearGradient(box.topLeft(), box.bottomLeft())
    graded(light, (0, "#fdf8ea"), (0.8, "#efe4c8"), (1, "#d9c79b"))
    easel.painter.fillPath(window, QBrush(light))
    with kept(easel.painter):
        easel.painter.setClipPath(window)
        hill = QPainterPath(QPointF(box.left(), box.bottom() - 1.8))
        hill.quadTo(box.center().x(), box.bottom() - 3.6, box.right(), box.bottom() - 1.4)
        hill.lineTo(box.bottomRight())
        hill.lineTo(box.bottomLeft())
        easel.fill(hill, QColor("#b7a26c"))
    inside = box.adjusted(1.0, 0.8, -1.0, -0.9)
    paint_figure(easel.painter, face.figure, face.nation, inside, easel.unit)
    easel.stroke(window, QColor(30, 20, 10, 150), 0.45)
    if face.size and easel.detail >= Detail.NORMAL:
        easel.text(face.size, box.left() + 1.3, box.top() + 4.6, 3.1, "#3a2d20", align=0)


def _symbol(easel: Easel, face: CounterFace, livery: Livery, plan: _Plan) -> None:
    """The NATO box with the size above it."""
    low = easel.detail >= Detail.NORMAL
    top = plan.panel_top + (3.9 if low else 0.8)
    box = easel.rect(8.6, top, EDGE - 8.6, plan.panel_bottom - 0.6)
    _paint_symbol(easel, face, box)
    if face.size and low:
        easel.text(face.size, EDGE / 2, top - 0.9, 2.9, livery.ink)


def _numbers(easel: Easel, face: CounterFace, livery: Livery, plan: _Plan) -> None:
    """Strength - initiative - movement; on the reduced side in reverse on a broad band."""
    ink, foot, cap, script = livery.ink, plan.baseline, plan.cap, Script.NUMERAL
    if face.reduced:
        band = easel.rect(0, plan.panel_bottom + 0.9, EDGE, foot + 1.4)
        easel.fill(oblong(band).intersected(card_outline()), QColor(ink))
        ink = livery.field
    if not face.has_strength:
        easel.text(str(face.movement), EDGE / 2, foot, cap, ink, script=script)
        return
    numbers = ((face.strength, 8.2, 11.4), (face.initiative, 20.4, 9.4), (face.movement, 32.0, 9.4))
    for value, x, room in numbers:
        easel.text(str(value), x, foot, cap, ink, script=script, room=room)
    length = 3.0 if easel.detail >= Detail.NORMAL else 1.0
    for x in (14.6, 26.3):  # the dashes between
        corner = QPointF(easel.snap(x - length / 2), easel.snap(foot - cap * 0.42 - 0.6))
        mark = QRectF(corner, QSizeF(easel.hair(length), easel.hair(1.2)))
        easel.painter.fillRect(mark, faded(ink, 210))


# -- NATO symbols


_INK = QColor("#1c1712")
_GROUND = QColor("#f6f0de")


def _paint_symbol(easel: Easel, face: CounterFace, box: QRectF) -> None:
    """Paint the symbol of a unit's arm into a box, scene units."""
    easel.painter.fillRect(box, _GROUND)
    if face.arm is Arm.INFANTRY:
        _line(easel, box.topLeft(), box.bottomRight())
    if face.arm not in (Arm.FOOT_ARTILLERY, Arm.BAGGAGE_TRAIN, Arm.PONTOON_TRAIN):
        _line(easel, box.bottomLeft(), box.topRight())
    if face.arm is Arm.VEDETTE:  # an eye
        easel.stroke(ellipse(box.center(), box.height() * 0.3), _INK, 1.2)
    if face.arm is Arm.HEAVY_CAVALRY:
        easel.fill(area_of(box.bottomLeft(), box.topRight(), box.topLeft()), _INK)
    if face.arm.is_artillery:
        easel.fill(ellipse(box.center(), box.height() * 0.2), _INK)
    if face.arm is Arm.BAGGAGE_TRAIN:  # a wheel
        radius, middle = box.height() * 0.34, box.center()
        easel.stroke(ellipse(middle, radius), _INK, 1.2)
        slant = radius * 0.7071
        for spoke in (QPointF(slant, slant), QPointF(slant, -slant)):
            _line(easel, middle - spoke, middle + spoke)
    if face.arm is Arm.PONTOON_TRAIN:
        _bridge(easel, box)
    if face.figure is FigureKind.COSSACK:
        x = box.center().x()
        _line(easel, QPointF(x, box.top()), QPointF(x, box.bottom()))
    if face.guard:
        corner, size = box.topLeft(), box.height() * 0.42
        mark = area_of(corner, corner + QPointF(size, 0), corner + QPointF(0, size))
        easel.fill(mark, QColor("#a8332a"))
    easel.stroke(oblong(box), _INK, 1.2)


def _line(easel: Easel, start: QPointF, end: QPointF) -> None:
    easel.stroke(line_of(start, end), _INK, 1.2)


def _bridge(easel: Easel, box: QRectF) -> None:
    """Two banks with spread ends: the sign of a bridge."""
    dx, dy = box.width() * 0.26, box.height() * 0.16
    end = box.height() * 0.16
    for way in (-1, 1):
        middle = box.center() + QPointF(0, way * dy)
        ends = ((-dx - end, way * end), (-dx, 0), (dx, 0), (dx + end, way * end))
        easel.stroke(line_of(*(middle + QPointF(x, y) for x, y in ends)), _INK, 1.2)


# -- badges


def _paint_badges(easel: Easel, states: tuple[State, ...], theme: Theme) -> None:
    """Paint the badges of the states that hold, each in its own place on the card."""
    small = easel.detail <= Detail.SMALL
    size = 13.6 if small else 9.8  # scene pixels across
    for state in states:
        badge, tint = BADGES[state], theme.badges[state]
        x, y = badge.small_place if small else badge.place
        path = badge.shape(x, y, size / 2)
        easel.fill(path, QColor(tint.field))
        if not small:
            rim = "#1a1410" if QColor(tint.field).lightnessF() > 0.2 else tint.ink
            easel.stroke(path, QColor(rim), size * 0.075)
        if badge.letter:
            cap = size * badge.cap
            easel.text(badge.letter, x, y + cap / 2, cap, tint.ink, script=Script.NUMERAL)


_TICK_SIZES = {Detail.FAR: 9.0, Detail.SMALL: 6.6}
"""Half the width of the mark of who has acted where it is seen from afar, scene pixels."""


def _paint_tick(easel: Easel, theme: Theme, *, is_done: bool) -> None:
    """Paint the mark in the lower right corner of who has moved (pale) or is done (dark)."""
    tint, half = theme.badges["tick"], _TICK_SIZES.get(easel.detail, 4.6)
    middle = QPointF(EDGE + 2.4 - half, EDGE + 2.4 - half)
    ground, ink = (tint.ink, tint.field) if is_done else (tint.field, tint.ink)
    disc = ellipse(middle, half)
    easel.fill(disc, QColor(ground))
    easel.stroke(disc, QColor(ink), half * 0.16)
    hook = ((-0.5, 0.02), (-0.14, 0.42), (0.52, -0.4))
    tick = line_of(*(middle + QPointF(x, y) * half for x, y in hook))
    easel.stroke(tick, QColor(ink), half * 0.3)


def _polygon(x: float, y: float, radius: float, corners: int, turn: float) -> QPainterPath:
    angles = (math.radians(turn + 360 * i / corners) for i in range(corners))
    return area_of(*((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles))


def _square(x: float, y: float, r: float) -> QPainterPath:
    return oblong(square_about(QPointF(x, y), r * 0.9))


def _arrow(x: float, y: float, r: float) -> QPainterPath:
    """An arrow along the road, pointing right."""
    points = ((-2.0, 0.36), (-2.0, -0.36), (0.6, -0.36), (0.6, -0.92), (2.1, 0), (0.6, 0.92))
    return area_of(*((x + px * r, y + py * r) for px, py in (*points, (0.6, 0.36))))


class Badge(NamedTuple):
    """How a state is shown: in its own place on the card, so that no badge ever moves."""

    letter: str
    cap: float  # height of the letter, as a part of the badge's size
    place: tuple[float, float]  # x, y of its middle, scene pixels
    small_place: tuple[float, float]  # the same from half size down
    shape: Callable[[float, float, float], QPainterPath]  # of x and y of its middle, its radius


BADGES = {
    State.DISRUPTED: Badge(
        "D", 0.54, (33.6, 14.2), (33.0, 10.4), lambda x, y, r: _polygon(x, y, r * 1.12, 4, 0)
    ),
    State.DEMORALIZED: Badge(
        "X", 0.6, (33.6, 23.4), (33.0, 20.0), lambda x, y, r: _polygon(x, y, r, 8, 22.5)
    ),
    State.EXHAUSTED: Badge(  # on its point
        "E", 0.48, (20, 13.4), (20, 9.6), lambda x, y, r: _polygon(x, y - 0.1 * r, r * 1.22, 3, 90)
    ),
    State.OUT_OF_SUPPLY: Badge(
        "S", 0.6, (6.4, 14.2), (7.0, 10.4), lambda x, y, r: _polygon(x, y, r * 1.02, 6, 0)
    ),
    State.OUT_OF_COMMAND: Badge(
        "C", 0.6, (6.4, 23.4), (7.0, 20.0), lambda x, y, r: ellipse((x, y), r * 0.95)
    ),
    State.SQUARE: Badge("Q", 0.64, (20.0, 23.4), (20.0, 20.0), _square),
    State.COLUMN: Badge("", 0.6, (20.0, 23.4), (20.0, 20.0), _arrow),  # the arrow speaks for itself
}


# -- leaders and headquarters


_STARS = {Role.OVERALL: 3, Role.WING: 2, Role.CORPS: 1, Role.DIVISION: 0, Role.HQ: 0}


def paint_leader(easel: Easel, face: LeaderFace, theme: Theme) -> None:
    """Paint a leader's medallion, or an HQ's card, on the square of a counter."""
    if face.role is Role.HQ:
        _headquarters(easel, face, theme)
    else:
        _medallion(easel, face, theme)
    paint_marks(easel, face, theme)


def _medallion(easel: Easel, face: LeaderFace, theme: Theme) -> None:
    livery = theme.livery(face.livery)
    gold = QLinearGradient(0, 0, EDGE, EDGE)  # a ring of gilt bronze
    graded(gold, (0, "#f3dc9a"), (0.35, "#c99f45"), (0.65, "#8d6a26"), (1, "#d9b661"))
    easel.painter.fillPath(disc_outline(), QBrush(gold))
    easel.stroke(disc_outline(EDGE - 0.7), QColor("#3a2a10"), 0.7)
    field = disc_outline(EDGE - 5.2)
    base, light = QColor(livery.field), QRadialGradient(EDGE * 0.42, EDGE * 0.36, EDGE * 0.6)
    graded(light, (0, base.lighter(122)), (0.6, base), (1, base.darker(125)))
    easel.painter.fillPath(field, QBrush(light))
    if easel.detail <= Detail.SMALL:
        _rating_alone(easel, face, livery.ink)
        return
    with kept(easel.painter):
        easel.painter.setClipPath(field)
        is_emperor = face.role is Role.OVERALL and face.nation == "french"
        box = QRectF(6, 3.4, 28, 24.4)
        if is_emperor:
            paint_figure(easel.painter, FigureKind.EMPEROR, face.nation, box, easel.unit)
        else:
            paint_portrait(easel.painter, face.name, face.nation, box, easel.unit)
        foot_of_field = oblong(QRectF(0, 27, EDGE, EDGE - 27))  # below the bust
        easel.fill(foot_of_field, base.darker(108))
    easel.stroke(field, QColor(20, 14, 8, 170), 0.4)
    _stars(easel, _STARS[face.role], 6.0)
    fine = easel.detail is Detail.FINE
    foot, cap = (36.4, 5.0) if fine else (35.6, 7.4)
    easel.text(face.rating, EDGE / 2, foot, cap, livery.ink, script=Script.NUMERAL, room=22)
    if fine:
        _ribbon(easel, face.name)


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
    easel.text(name, EDGE / 2, 29.2, 3.7, "#2a2017", script=Script.TITLE, room=band.width() - 2.4)


def _headquarters(easel: Easel, face: LeaderFace, theme: Theme) -> None:
    """A card in national colour with the flag, and how far it moves."""
    livery = theme.livery(face.livery)
    paint_card(easel, livery.field)
    if easel.detail is Detail.FAR:
        easel.text("HQ", EDGE / 2, 30, 20, livery.ink, script=Script.NUMERAL, room=32)
    else:
        easel.painter.fillRect(easel.rect(2.8, 2.8, EDGE - 2.8, 26.8), QColor("#f8f1de"))
        paint_flag(easel, face.nation, QRectF(8.0, 4.4, 24.0, 22.4))
        cap = 8.0 if easel.detail >= Detail.NORMAL else 9.6
        easel.text("HQ", 13.4, 36.4, cap, livery.ink, script=Script.NUMERAL)
        easel.text(str(face.movement), 31.0, 36.4, cap, livery.ink, script=Script.NUMERAL)
    paint_edge(easel, livery.field)


# -- chits


def paint_chit(easel: Easel, face: ChitFace, theme: Theme) -> None:
    """Paint a chit on the square of a counter."""
    livery, tint = theme.livery(face.livery), theme.stripe(face.mark.stripe)
    easel.painter.fillPath(disc_outline(), QBrush(_turned(livery.field)))
    easel.stroke(disc_outline(EDGE - 0.8), QColor(livery.field).darker(280), 0.8)
    easel.stroke(disc_outline(EDGE - 3.0), faded(livery.trim, 220), 0.5)
    field = disc_outline(EDGE - 8.4)
    easel.painter.fillPath(field, QBrush(_turned(tint.field)))
    easel.stroke(field, QColor(20, 14, 8, 180), 0.5)
    if tint.barred:
        easel.stroke(disc_outline(EDGE - 11.0), QColor(tint.ink), 1.2)
    cap, foot = 12.0, 26.0
    if easel.detail >= Detail.NORMAL:
        cap, foot = 8.2, 28.4
        paint_flag(easel, face.nation, QRectF(14.6, 6.8, 11.4, 11.0))
    easel.text(face.mark.short, EDGE / 2, foot, cap, tint.ink, script=Script.NUMERAL, room=27)
    if face.spent:
        easel.fill(disc_outline(), faded("#948b7a", 118))


def _turned(field: str) -> QRadialGradient:
    """A colour on a disc turned from wood."""
    base, light = QColor(field), QRadialGradient(EDGE * 0.36, EDGE * 0.3, EDGE * 0.75)
    return graded(light, (0, base.lighter(120)), (0.55, base), (1, base.darker(130)))


def paint_count(easel: Easel, face: CountFace) -> None:
    """Paint a plate with the strength of a stack, and how many counters lie in it.

    From half size down it has room for the strength alone.
    """
    dark, light, is_near = QColor("#221910"), "#f4e7cc", easel.detail >= Detail.NORMAL
    half = 7.4 if is_near else 10.0
    plate = rounded(QRectF(1.0, EDGE / 2 - half, EDGE - 2.0, 2 * half), 3.4)
    easel.fill(plate, dark)
    easel.stroke(plate, QColor(light), 1.3)
    count, strength = f"\N{MULTIPLICATION SIGN}{face.count}", str(face.strength)
    if not face.strength or not is_near:
        text = strength if face.strength else count
        cap = 9.4 if is_near else 14.0
        easel.text(text, EDGE / 2, EDGE / 2 + cap / 2, cap, light, script=Script.NUMERAL, room=34)
        return
    foot = EDGE / 2 + 4.7
    easel.text(strength, 12.4, foot, 9.4, light, script=Script.NUMERAL, room=18)
    easel.text(count, 29.4, foot - 1.0, 6.6, "#d9c391", script=Script.TEXT, room=14)
