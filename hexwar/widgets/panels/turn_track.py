"""The turn track: hours of the battle, day and night, weather, arrivals, points of both sides."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar.systems.nlc.panels.conditions import (
    looks_like_night,
    rolls_weather,
    sky_tip,
    sky_words,
    turn_lines,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import Arrival, Battle, TurnCard
from hexwar.table.forces import Side
from hexwar.table.names import turn_words
from hexwar.table.pieces import Box
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.spots import Spot, SpotPanel

# -- the weather as a small picture: sun or moon, cloud, and what falls from it


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


# -- the turn track: hours of the battle, day and night, weather, arrivals, points of both sides


_HEIGHT, _NARROW, _WIDE = 62, 46, 96  # pixels at 100 %
_PLAQUE, _SKY = 92, 146
_FEW = 6  # hours that are shown where room is scarce
_NIGHT, _DAWN = "#2c3350", "#3d4668"
_NIGHT_INK = "#e8e2cf"
_STAR = "#cfd5ea"
_STARS = ((0.14, 0.62), (0.3, 0.86), (0.72, 0.9), (0.87, 0.58), (0.9, 0.28), (0.1, 0.24))
"""Where stars stand in a night, as parts of its space."""

_SIGN, _PENNANT = 15, 21  # pixels at 100 %: moon, or cloud with a die; a side's arrivals
SKY = "rule:N18"
"""The id of the spot of the weather: it leads to its rule."""

EARLIER, LATER = "earlier", "later"
"""The ids of the arrows beside the hours, where some are hidden on that side."""

_ARROW = 18  # pixels at 100 %, of such an arrow
_NOTCH = 120  # of a wheel, as Qt counts: one hour


@dataclass(frozen=True, slots=True)
class _Flag:
    """Arrivals of a side on one turn."""

    side: Side
    lines: tuple[str, ...]  # what arrives, in words


class TurnTrack(SpotPanel):
    """A strip of hours between the points of the two sides."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._state: GameState | None = None
        self._vp: Mapping[Side, int] = {}
        self._colours: Mapping[Side, QColor] = {}
        self._flags: Mapping[int, Sequence[_Flag]] = {}
        self._first: int | None = None  # the first hour shown, from 0; None: as the present asks
        self._turned = 0  # of the wheel, since the last whole notch
        self.activated.connect(self._turn_over)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Turn track")

    def show_turns(self, state: GameState, vp: Mapping[Side, int]) -> None:
        """Show the turn, its weather and arrivals.

        Args:
            state: the view of the side that looks.
            vp: the points of each side as they now stand.
        """
        self._again = lambda: self.show_turns(state, vp)
        if self._state is None or self._state.turn != state.turn:
            self._first = None
        self._state, self._vp = state, vp
        battle = state.battle
        self._colours = {side: self.look.side(battle, side) for side in battle.sides}
        self._flags = {turn.number: _flags(state, turn.number) for turn in battle.turns}
        self.renew()
        self.select(str(state.turn))
        self.tell(self._summary(state))

    def sizeHint(self) -> QSize:
        """Room for every hour."""
        turns = len(self._state.battle.turns) if self._state else 10
        width = 2 * _PLAQUE + _SKY + turns * _NARROW
        return QSize(self.look.px(width), self.look.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Room for a few hours; arrows and the wheel lead to the others."""
        return QSize(self.look.px(2 * _PLAQUE + _SKY + _FEW * _NARROW), self.look.px(_HEIGHT))

    def arrange(self) -> Sequence[Spot]:
        """A cell for each turn that there is room for, between arrows to others; then the sky."""
        state = self._state
        if state is None:
            return ()
        look, turns = self.look, self._shown_turns(state)
        is_part, room = len(turns) < len(state.battle.turns), self._room()
        left = look.px(_PLAQUE + _ARROW * is_part)
        room -= 2 * look.px(_ARROW) * is_part
        width = min(room / len(turns), look.px(_WIDE))
        top, height = look.px(6), self.height() - look.px(12)
        cells = [
            Spot(
                str(turn.number),
                QRectF(left + place * width, top, width - look.px(3), height),
                self._spoken(state, turn),
                self._tooltip(state, turn),
            )
            for place, turn in enumerate(turns)
        ]
        end = cells[-1].box.right() + look.px(3)
        arrows = self._arrows(state, QRectF(left, top, end - left, height))
        right = end + look.px(_PLAQUE + _ARROW * is_part)
        sky = QRectF(right, top, look.px(_SKY) - look.px(4), height)
        above = (
            Spot(SKY, sky, sky_words(state), sky_tip(state)),
            *self._points_spots(state, right),
        )
        return [*cells, *arrows, *above]

    def _room(self) -> int:
        """The pixels between the points of the two sides."""
        return self.width() - 2 * self.look.px(_PLAQUE) - self.look.px(_SKY)

    def _arrows(self, state: GameState, hours: QRectF) -> Sequence[Spot]:
        """A place beside the hours shown for each side on which some are hidden."""
        shown, last = self._shown_turns(state), len(state.battle.turns)
        width = self.look.px(_ARROW)
        before = QRectF(hours.left() - width, hours.top(), width, hours.height())
        after = QRectF(hours.right(), hours.top(), width, hours.height())
        arrows = []
        if shown[0].number > 1:
            arrows.append(Spot(EARLIER, before, "Earlier hours", "Earlier hours; the wheel too"))
        if shown[-1].number < last:
            arrows.append(Spot(LATER, after, "Later hours", "Later hours; the wheel too"))
        return arrows

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Show earlier or later hours, one for each notch."""
        turned = event.angleDelta()
        self._turned += turned.y() or turned.x()
        notches = int(self._turned / _NOTCH)
        self._turned -= notches * _NOTCH
        if notches:
            self.leaf(-notches)
        event.accept()

    def leaf(self, hours: int) -> None:
        """Show hours so much later, or earlier below 0; the next turn brings the present back."""
        state = self._state
        if state is None:
            return
        shown, turns = self._shown_turns(state), state.battle.turns
        most = len(turns) - len(shown)
        self._first = min(max(shown[0].number - 1 + hours, 0), most)
        self.renew()

    def _turn_over(self, spot: str) -> None:
        """An arrow leads on by all the hours shown, but one."""
        if self._state is not None and spot in (EARLIER, LATER):
            page = max(len(self._shown_turns(self._state)) - 1, 1)
            self.leaf(page if spot == LATER else -page)

    def paint_all(self, painter: QPainter) -> None:
        """Points at the left, hours, points and weather at the right."""
        state = self._state
        if state is None:
            return
        look = self.look
        painter.fillRect(self.rect(), look.colour("paper"))
        first, second = state.battle.sides
        plaque = QRectF(0, 0, look.px(_PLAQUE), self.height())
        self._paint_points(painter, plaque, state.battle, first)
        *hours, sky, _, right = self._spots
        for spot in hours:
            if spot.id in (EARLIER, LATER):
                self._paint_arrow(painter, spot)
            else:
                self._paint_turn(painter, spot.box, state, int(spot.id))
        plaque.moveLeft(right.box.left())
        self._paint_points(painter, plaque, state.battle, second)
        self._paint_sky(painter, sky.box, state)

    # -- what is said

    def _summary(self, state: GameState) -> str:
        names = state.battle.side_names
        points = ", ".join(f"{names[side]} {vp} VP" for side, vp in self._vp.items())
        return f"{turn_words(state.battle, max(state.turn, 1))}, {state.weather}. {points}."

    def _points_spots(self, state: GameState, right: float) -> Sequence[Spot]:
        """The points of both sides: at the left edge and before the sky."""
        width = self.look.px(_PLAQUE)
        lefts = (0, right - width)
        names, tip = state.battle.side_names, "Victory points as they now stand: click for reasons"
        return [
            Spot(
                f"vp:{side}",
                QRectF(left, 0, width, self.height()),
                f"{names[side]}: {self._vp.get(side, 0)} VP",
                tip,
            )
            for side, left in zip(state.battle.sides, lefts, strict=True)
        ]

    def _spoken(self, state: GameState, turn: TurnCard) -> str:
        names = state.battle.side_names
        due = [f"{names[f.side]}: {', '.join(f.lines)}" for f in self._flags[turn.number]]
        rolls = ["The weather is rolled for"] if rolls_weather(state, turn) else []
        return ". ".join([turn_words(state.battle, turn.number), *rolls, *due])

    def _tooltip(self, state: GameState, turn: TurnCard) -> str:
        names = state.battle.side_names
        parts = [f"<b>{escape(turn_words(state.battle, turn.number))}</b>"]
        parts += turn_lines(state, turn)
        for flag in self._flags[turn.number]:
            parts.append(f"{escape(names[flag.side])} arrivals:")
            parts += [f"&nbsp;&nbsp;{escape(line)}" for line in flag.lines]
        if self._flags[turn.number]:
            parts.append("<i>Click for the calendar of arrivals</i>")
        return "<br>".join(parts)

    # -- how it is painted

    def _shown_turns(self, state: GameState) -> Sequence[TurnCard]:
        """The turns that there is room for: all, or those round the present one."""
        look, turns, room = self.look, state.battle.turns, self._room()
        if room // look.px(_NARROW) >= len(turns):
            return turns
        count = max((room - 2 * look.px(_ARROW)) // look.px(_NARROW), 1)
        wanted = state.turn - 1 - count // 3 if self._first is None else self._first
        start = min(max(wanted, 0), len(turns) - count)
        return turns[start : start + count]

    def _paint_arrow(self, painter: QPainter, spot: Spot) -> None:
        """A point toward the hidden hours."""
        middle, reach = spot.box.center(), self.look.px(5)
        tip = reach if spot.id == LATER else -reach
        path = QPainterPath(middle + QPointF(-tip / 2, -reach))
        path.lineTo(middle + QPointF(tip / 2, 0))
        path.lineTo(middle + QPointF(-tip / 2, reach))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.look.colour("ink"), self.look.px(2)))
        painter.drawPath(path)

    def _paint_points(self, painter: QPainter, box: QRectF, battle: Battle, side: Side) -> None:
        look = self.look
        inner = box.adjusted(look.px(10), look.px(8), -look.px(10), -look.px(8))
        band = QRectF(inner.left(), inner.top(), look.px(5), inner.height())
        painter.fillRect(band, self._colours[side])
        words = inner.adjusted(look.px(12), 0, 0, 0)
        painter.setPen(look.colour("faint"))
        painter.setFont(look.sans(12.5))
        painter.drawText(words, Qt.AlignmentFlag.AlignTop, battle.side_names[side])
        painter.setPen(look.colour("ink"))
        painter.setFont(look.serif(22))
        number = str(self._vp.get(side, 0)).replace("-", "\N{MINUS SIGN}")
        painter.drawText(words, Qt.AlignmentFlag.AlignBottom, number)
        width = QFontMetricsF(look.serif(22)).horizontalAdvance(number)
        painter.setFont(look.sans(12.5))
        painter.setPen(look.colour("faint"))
        lower = words.adjusted(width + look.px(5), 0, 0, -look.px(4))
        painter.drawText(lower, Qt.AlignmentFlag.AlignBottom, "VP")

    def _paint_turn(self, painter: QPainter, box: QRectF, state: GameState, number: int) -> None:
        look, turn = self.look, state.battle.turn(number)
        is_night = looks_like_night(state, turn)
        radius = look.px(4)
        painter.setPen(QPen(look.colour("line"), 1))
        painter.setBrush(_sky_brush(look, box, is_night=is_night))
        painter.drawRoundedRect(box, radius, radius)
        if is_night:
            _paint_stars(painter, box, look)
        ink = QColor(_NIGHT_INK) if is_night else look.colour("ink")
        if number < state.turn:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_veil(look, is_night=is_night))
            painter.drawRoundedRect(box, radius, radius)
        is_now = number == state.turn
        painter.setPen(ink)
        painter.setFont(look.sans(14, bold=is_now))
        top = box.adjusted(0, look.px(4), 0, 0)
        painter.drawText(top, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, turn.time)
        if state.battle.has_days and (number == 1 or state.battle.turn(number - 1).day != turn.day):
            painter.setFont(look.sans(10.5))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, turn.day_letters)
        self._paint_foot(painter, box, state, turn)
        if is_now:
            self._paint_marker(painter, box)

    def _paint_foot(self, painter: QPainter, box: QRectF, state: GameState, turn: TurnCard) -> None:
        """A moon at night, a cloud with a die where the weather is rolled for, then pennants."""
        look, flags = self.look, self._flags[turn.number]
        edge = look.px(_SIGN)
        has_moon, rolls = looks_like_night(state, turn), rolls_weather(state, turn)
        width = edge * (has_moon + rolls) + look.px(_PENNANT) * len(flags)
        sign = QRectF(box.center().x() - width / 2, box.bottom() - edge * 1.5, edge, edge)
        if has_moon:
            paint_sky(painter, sign, "fair", is_night=True)
            sign.translate(edge, 0)
        if rolls:
            paint_roll(painter, sign)
            sign.translate(edge, 0)
        self._paint_flags(painter, QPointF(sign.left(), box.bottom()), flags)

    def _paint_marker(self, painter: QPainter, box: QRectF) -> None:
        """A heavy frame with a tongue below: the present turn."""
        look = self.look
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look.colour("accent"), look.px(2.6)))
        painter.drawRoundedRect(box, look.px(4), look.px(4))
        tongue = QPainterPath(QPointF(box.center().x() - look.px(6), box.top()))
        tongue.lineTo(box.center().x(), box.top() - look.px(6))
        tongue.lineTo(box.center().x() + look.px(6), box.top())
        painter.fillPath(tongue, look.colour("accent"))

    def _paint_flags(self, painter: QPainter, corner: QPointF, flags: Sequence[_Flag]) -> None:
        """A pennant for each side's arrivals, from the left."""
        look = self.look
        size = QSize(look.px(_PENNANT - 4), look.px(13))
        for place, flag in enumerate(flags):
            aside = look.px(2) + place * look.px(_PENNANT)
            foot = corner + QPointF(aside, -look.px(5))
            _pennant(painter, look, foot, size, self._colours[flag.side])

    def _paint_sky(self, painter: QPainter, box: QRectF, state: GameState) -> None:
        look = self.look
        inner = box.adjusted(look.px(6), look.px(2), -look.px(4), -look.px(2))
        size = look.px(34)
        disc = QRectF(inner.left(), inner.center().y() - size / 2, size, size)
        is_night = looks_like_night(state, state.turn_card)
        paint_sky(painter, disc, state.weather, is_night=is_night)
        words = inner.adjusted(size + look.px(10), 0, 0, 0)
        weather = state.weather.capitalize()
        fits = QFontMetricsF(look.serif(15)).horizontalAdvance(weather) <= words.width()
        painter.setFont(look.serif(15 if fits else 12.5))
        painter.setPen(look.colour("ink"))
        painter.drawText(words, Qt.AlignmentFlag.AlignTop, weather)
        painter.setFont(look.sans(12))
        painter.setPen(look.colour("faint"))
        painter.drawText(words, Qt.AlignmentFlag.AlignBottom, _date(state))


def _date(state: GameState) -> str:
    """The date of the present turn."""
    return (state.turn_card.date if state.turn else "") or state.battle.date


def _flags(state: GameState, turn: int) -> Sequence[_Flag]:
    """The arrivals of a turn by side, each group in words."""
    battle = state.battle
    groups: dict[Side, list[str]] = {}
    for arrival in state.arrivals:
        side = _side_of(battle, arrival)
        if arrival.turn == turn and side is not None:
            groups.setdefault(side, []).append(_arrival_words(state, arrival))
    return [_Flag(side, tuple(lines)) for side, lines in sorted(groups.items())]


def _side_of(battle: Battle, arrival: Arrival) -> Side | None:
    sides = [battle.units[unit].side for unit in arrival.units]
    sides += [battle.formations[formation].side for formation in arrival.formations]
    return sides[0] if sides else None


def _arrival_words(state: GameState, arrival: Arrival) -> str:
    battle = state.battle
    formations = [battle.units[unit].formation for unit in arrival.units] + [*arrival.formations]
    names = " and ".join(battle.formations[f].name for f in dict.fromkeys(formations))
    combat = [u for u in arrival.units if battle.units[u].is_combat_unit]
    strength = f", {sum(state.sp(u) for u in combat)} SP" if combat else ""
    waits = any(state.units[unit].box is Box.DUE for unit in arrival.units)
    late = ", still due" if waits and arrival.turn < state.turn else ""
    return f"{names}{strength}, at {battle.battlefield.name_of(arrival.entry)}{late}"


def _sky_brush(look: Look, box: QRectF, *, is_night: bool) -> QLinearGradient:
    brush = QLinearGradient(box.topLeft(), box.bottomLeft())
    brush.setColorAt(0, QColor(_NIGHT) if is_night else look.colour("base"))
    brush.setColorAt(1, QColor(_DAWN) if is_night else look.colour("raised"))
    return brush


def _paint_stars(painter: QPainter, box: QRectF, look: Look) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(_STAR))
    for place, (across, down) in enumerate(_STARS):
        middle = box.topLeft() + QPointF(box.width() * across, box.height() * down)
        radius = look.px(8) / (8 if place % 2 else 11)
        painter.drawEllipse(middle, radius, radius)


def _veil(look: Look, *, is_night: bool) -> QColor:
    """Lies over turns that are past."""
    veil = look.colour("sunken")
    veil.setAlpha(90 if is_night else 170)
    return veil


def _pennant(painter: QPainter, look: Look, foot: QPointF, size: QSize, colour: QColor) -> None:
    """A small flag on a staff; `foot` is the foot of its staff."""
    top = foot.y() - size.height() - look.px(3)
    painter.setPen(QPen(QColor("#3a2c1e"), look.px(1.4)))
    painter.drawLine(foot, QPointF(foot.x(), top))
    cloth = QPainterPath(QPointF(foot.x(), top))
    cloth.lineTo(foot.x() + size.width() - look.px(3), top + size.height() * 0.38)
    cloth.lineTo(foot.x(), top + size.height() * 0.76)
    painter.setPen(QPen(QColor("#fdf6e4"), max(1.0, 1.2 * look.scale)))
    painter.setBrush(colour)
    painter.drawPath(cloth)
