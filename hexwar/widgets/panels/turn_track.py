"""The turn track: hours of the battle, day and night, weather, arrivals, points of both sides."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import compress

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy

from hexwar.messages import mark, say
from hexwar.table.battle import MapBattle, TurnCard
from hexwar.table.forces import Side
from hexwar.widgets.brushwork import (
    Align,
    area_of,
    faded,
    graded,
    kept,
    line_of,
    round_ended,
    take_up,
    write,
)
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.spots import Spot, SpotPanel

# -- the weather as a small picture: sun or moon, cloud, and what falls from it


_SUN, _MOON, _CLOUD = QColor("#e0a526"), QColor("#7d86ad"), QColor("#a99f8e")
_WATER, _ICE, _SOIL = QColor("#4f7fa8"), QColor("#7fa6c4"), QColor("#8a6a44")
_SAND = QColor("#c19a5b")


def paint_sky(painter: QPainter, box: QRectF, weather: str, *, is_night: bool) -> None:
    """Paint a weather by its name into a square; one that is not known shows sun or moon alone."""
    with _square(painter, box):
        clouded = weather in _FALL
        centre = QPointF(15.5, 8.5) if clouded else QPointF(12, 12)
        (_paint_moon if is_night else _paint_sun)(painter, centre, 5.0)
        if clouded:
            _paint_cloud(painter)
            for paint in _FALL[weather]:
                paint(painter)


def paint_roll(painter: QPainter, box: QRectF) -> None:
    """Paint into a square that the weather is rolled for: a cloud, and a die before it."""
    with _square(painter, box):
        painter.translate(-1.5, -3.0)
        _paint_cloud(painter)
        die = QRectF(12.0, 12.5, 12.0, 12.0)
        take_up(painter, QPen(QColor("#3a2c1e"), 1.3), QColor("#fdf6e4"))
        painter.drawRoundedRect(die, 2.6, 2.6)
        take_up(painter, None, QColor("#3a2c1e"))
        for share in (0.28, 0.5, 0.72):
            pip = die.topLeft() + QPointF(die.width() * share, die.height() * share)
            painter.drawEllipse(pip, 1.35, 1.35)


@contextmanager
def _square(painter: QPainter, box: QRectF) -> Iterator[None]:
    """Paint in a square of 24 units to the edge."""
    with kept(painter):
        painter.translate(box.topLeft())
        painter.scale(box.width() / 24, box.height() / 24)
        yield


def _strokes(
    colour: QColor, width: float, *ends: tuple[float, float, float, float]
) -> Callable[[QPainter], None]:
    """What paints straight strokes with round ends, each from x and y to x and y."""

    def paint(painter: QPainter) -> None:
        painter.setPen(round_ended(colour, width))
        painter.drawLines([QLineF(*stroke) for stroke in ends])

    return paint


def _paint_sun(painter: QPainter, centre: QPointF, radius: float) -> None:
    take_up(painter, None, _SUN)
    painter.drawEllipse(centre, radius, radius)
    (x, y), near, far = centre.toTuple(), radius + 2, radius + 4
    turns = [(math.cos(math.tau * ray / 8), math.sin(math.tau * ray / 8)) for ray in range(8)]
    rays = ((x + c * near, y + s * near, x + c * far, y + s * far) for c, s in turns)
    _strokes(_SUN, 1.5, *rays)(painter)


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
    take_up(painter, QPen(_CLOUD.darker(125), 0.9), _CLOUD)
    painter.drawPath(cloud.simplified())


def _paint_flakes(painter: QPainter) -> None:
    take_up(painter, None, _ICE)
    for x, y in ((7, 20), (11.5, 22), (16, 20)):
        painter.drawEllipse(QPointF(x, y), 1.3, 1.3)


def _paint_crystal(painter: QPainter) -> None:
    turns = [math.pi * ray / 3 for ray in range(3)]
    rays = [(math.cos(turn) * 3.2, math.sin(turn) * 3.2) for turn in turns]
    ends = ((11.5 - x, 20.4 - y, 11.5 + x, 20.4 + y) for x, y in rays)
    _strokes(_ICE, 1.2, *ends)(painter)


def _paint_flash(painter: QPainter) -> None:
    flash = ((13.4, 15.5), (10.2, 19.6), (12.2, 19.6), (10.6, 23.6), (15.0, 18.6), (12.8, 18.6))
    painter.fillPath(area_of(*flash), _SUN)


_RAIN = _strokes(_WATER, 1.5, *((x, 19, x - 1.6, 23) for x in (7, 11.5, 16)))
_FALL: Mapping[str, Sequence[Callable[[QPainter], None]]] = {
    "cloudy": (),
    "rain": (_RAIN,),
    "thunderstorm": (_RAIN, _paint_flash),
    "frost": (_paint_crystal,),
    mark("dust storm"): (_strokes(_SAND, 1.5, (3, 19.6, 14, 19.6), (8, 22.8, 21, 22.8)),),
    "snow": (_paint_flakes,),
    "snowstorm": (
        _paint_flakes,
        _strokes(_ICE, 1.2, (2, 19.4, 5, 19.4), (18, 22.6, 22, 22.6)),
    ),
    "fog": (_strokes(_CLOUD, 1.5, (3, 20, 20, 20), (5, 22.8, 17, 22.8)),),
    "mud": (_strokes(_SOIL, 2.4, (3, 21.6, 20, 21.6)),),
}


# -- the turn track: hours of the battle, day and night, weather, arrivals, points of both sides


_HEIGHT, _SLIM, _NARROW, _WIDE = 62, 46, 46, 96  # pixels at 100 %
_PLAQUE, _SKY = 92, 146
_FEW = 5  # hours that are shown where room is scarce
_NIGHT, _DAWN = "#2c3350", "#3d4668"
_NIGHT_INK = "#e8e2cf"
_STAR = "#cfd5ea"
_STARS = ((0.14, 0.62), (0.3, 0.86), (0.72, 0.9), (0.87, 0.58), (0.9, 0.28), (0.1, 0.24))
"""Where stars stand in a night, as parts of its space."""

_SIGN, _PENNANT = 15, 21  # pixels at 100 %: moon, or cloud with a die; a side's arrivals
EARLIER, LATER = "earlier", "later"
"""The ids of the arrows beside the hours, where some are hidden on that side."""

_ARROW = 18  # pixels at 100 %, of such an arrow
_NOTCH = 120  # of a wheel, as Qt counts: one hour


@dataclass(frozen=True, slots=True)
class Hour:
    """What a space of the track shows beside its time."""

    words: str  # as it is spoken
    tip: str  # HTML
    is_night: bool = False
    rolls: bool = False  # the weather is rolled for
    arrivals: tuple[Side, ...] = ()  # whose: a pennant each


@dataclass(frozen=True, slots=True)
class Weather:
    """The sky beside the hours."""

    name: str
    is_night: bool
    words: str  # as it is spoken
    tip: str  # HTML
    link: str  # the id of its spot
    note: str = ""  # what else holds of the sky, in a word


@dataclass(frozen=True, slots=True)
class Track:
    """What the track shows of a battle."""

    battle: MapBattle
    turn: int  # 0 before the first
    points: Mapping[Side, int]  # as they now stand
    hour: Callable[[TurnCard], Hour]  # asked for the turns that there is room for
    weather: Weather
    words: str  # all at once, as it is spoken


class TurnTrack(SpotPanel):
    """A strip of hours between the points of the two sides."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._shown: Track | None = None
        self._colours: Mapping[Side, QColor] = {}
        self._hours: dict[int, Hour] = {}  # those that there is room for
        self._first: int | None = None  # the first hour shown, from 0; None: as the present asks
        self._turned = 0  # of the wheel, since the last whole notch
        self.activated.connect(self._turn_over)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("Turn track"))

    def show_track(self, track: Track) -> None:
        """Show the turn, its weather, arrivals and points."""
        self._again = lambda: self.show_track(track)
        if self._shown is None or self._shown.turn != track.turn:
            self._first = None
        self._shown, battle = track, track.battle
        self._colours = {side: self.look.side(battle, side) for side in battle.sides}
        self.renew()
        self.select(str(track.turn))
        self.tell(track.words)

    def sizeHint(self) -> QSize:
        """Room for every hour."""
        turns = len(self._shown.battle.turns) if self._shown else 10
        width = 2 * _PLAQUE + _SKY + turns * _NARROW
        return QSize(self.look.px(width), self._high)

    def minimumSizeHint(self) -> QSize:
        """Room for a few hours; arrows and the wheel lead to the others."""
        return QSize(self.look.px(2 * _PLAQUE + _SKY + _FEW * _NARROW), self._high)

    @property
    def _high(self) -> int:
        return self.look.px(_SLIM if self.is_slim else _HEIGHT)

    def arrange(self) -> Sequence[Spot]:
        """A cell for each turn that there is room for, between arrows to others; then the sky."""
        track = self._shown
        if track is None:
            return ()
        look, turns = self.look, self._shown_turns(track)
        is_part, room = len(turns) < len(track.battle.turns), self._room()
        left = look.px(_PLAQUE + _ARROW * is_part)
        room -= 2 * look.px(_ARROW) * is_part
        width = min(room / len(turns), look.px(_WIDE))
        top, height = look.px(6), self.height() - look.px(9 if self.is_slim else 12)
        self._hours = {turn.number: track.hour(turn) for turn in turns}
        cells = [
            Spot(
                str(number),
                QRectF(left + place * width, top, width - look.px(3), height),
                hour.words,
                hour.tip,
            )
            for place, (number, hour) in enumerate(self._hours.items())
        ]
        end = cells[-1].box.right() + look.px(3)
        arrows = self._arrows(track, QRectF(left, top, end - left, height))
        right = end + look.px(_PLAQUE + _ARROW * is_part)
        sky = QRectF(right, top, look.px(_SKY) - look.px(4), height)
        weather = track.weather
        return [
            *cells,
            *arrows,
            Spot(weather.link, sky, weather.words, weather.tip),
            *self._points_spots(track, right),
        ]

    def _room(self) -> int:
        """The pixels between the points of the two sides."""
        return self.width() - 2 * self.look.px(_PLAQUE) - self.look.px(_SKY)

    def _arrows(self, track: Track, hours: QRectF) -> Sequence[Spot]:
        """A place beside the hours shown for each side on which some are hidden."""
        shown, last = self._shown_turns(track), len(track.battle.turns)
        width = self.look.px(_ARROW)
        before = QRectF(hours.left() - width, hours.top(), width, hours.height())
        after = QRectF(hours.right(), hours.top(), width, hours.height())
        earlier = Spot(EARLIER, before, say("Earlier hours"), say("Earlier hours; the wheel too"))
        later = Spot(LATER, after, say("Later hours"), say("Later hours; the wheel too"))
        is_cut = shown[0].number > 1, shown[-1].number < last
        return list(compress((earlier, later), is_cut))

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
        if self._shown is None:
            return
        shown, turns = self._shown_turns(self._shown), self._shown.battle.turns
        most = len(turns) - len(shown)
        self._first = min(max(shown[0].number - 1 + hours, 0), most)
        self.renew()

    def _turn_over(self, spot: str) -> None:
        """An arrow leads on by all the hours shown, but one."""
        if self._shown is not None and spot in (EARLIER, LATER):
            page = max(len(self._shown_turns(self._shown)) - 1, 1)
            self.leaf(page if spot == LATER else -page)

    def paint_all(self, painter: QPainter) -> None:
        """Points at the left, hours, points and weather at the right."""
        track = self._shown
        if track is None:
            return
        look = self.look
        painter.fillRect(self.rect(), look.colour("paper"))
        first, second = track.battle.sides
        plaque = QRectF(0, 0, look.px(_PLAQUE), self.height())
        self._paint_points(painter, plaque, track, first)
        *hours, sky, _, right = self.spots
        for spot in hours:
            if spot.id in (EARLIER, LATER):
                self._paint_arrow(painter, spot)
            else:
                self._paint_turn(painter, spot.box, track, track.battle.turn(int(spot.id)))
        plaque.moveLeft(right.box.left())
        self._paint_points(painter, plaque, track, second)
        self._paint_sky(painter, sky.box, track)

    def _points_spots(self, track: Track, right: float) -> Sequence[Spot]:
        """The points of both sides: at the left edge and before the sky."""
        width = self.look.px(_PLAQUE)
        lefts = (0, right - width)
        names = track.battle.side_names
        tip = say("Victory points as they now stand: click for reasons")
        return [
            Spot(
                f"vp:{side}",
                QRectF(left, 0, width, self.height()),
                say("{names}: {get} VP", names=names[side], get=track.points.get(side, 0)),
                tip,
            )
            for side, left in zip(track.battle.sides, lefts, strict=True)
        ]

    def _shown_turns(self, track: Track) -> Sequence[TurnCard]:
        """The turns that there is room for: all, or those round the present one."""
        look, turns, room = self.look, track.battle.turns, self._room()
        if room // look.px(_NARROW) >= len(turns):
            return turns
        count = max((room - 2 * look.px(_ARROW)) // look.px(_NARROW), 1)
        wanted = track.turn - 1 - count // 3 if self._first is None else self._first
        start = min(max(wanted, 0), len(turns) - count)
        return turns[start : start + count]

    def _paint_arrow(self, painter: QPainter, spot: Spot) -> None:
        """A point toward the hidden hours."""
        middle, reach = spot.box.center(), self.look.px(5)
        tip = reach if spot.id == LATER else -reach
        corners = ((-tip / 2, -reach), (tip / 2, 0), (-tip / 2, reach))
        path = line_of(*(middle + QPointF(x, y) for x, y in corners))
        take_up(painter, QPen(self.look.colour("ink"), self.look.px(2)))
        painter.drawPath(path)

    def _paint_points(self, painter: QPainter, box: QRectF, track: Track, side: Side) -> None:
        look = self.look
        edge = look.px(4 if self.is_slim else 8)
        inner = box.adjusted(look.px(10), edge, -look.px(10), -edge)
        band = QRectF(inner.left(), inner.top(), look.px(5), inner.height())
        painter.fillRect(band, self._colours[side])
        words = inner.adjusted(look.px(12), 0, 0, 0)
        small, faint = look.sans(12 if self.is_slim else 12.5), look.colour("faint")
        large = look.serif(18 if self.is_slim else 22)
        name = track.battle.side_names[side]
        write(painter, words, name, small, faint, Align.AlignTop)
        number = str(track.points.get(side, 0)).replace("-", "\N{MINUS SIGN}")
        write(painter, words, number, large, look.colour("ink"), Align.AlignBottom)
        width = QFontMetricsF(large).horizontalAdvance(number)
        lower = words.adjusted(width + look.px(5), 0, 0, -look.px(2 if self.is_slim else 4))
        write(painter, lower, "VP", small, faint, Align.AlignBottom)

    def _paint_turn(self, painter: QPainter, box: QRectF, track: Track, turn: TurnCard) -> None:
        look, battle, number = self.look, track.battle, turn.number
        is_night = self._hours[number].is_night
        radius = look.px(4)
        window = look.theme.window
        inks = (_NIGHT, _DAWN) if is_night else (window.base, window.raised)
        sky = QLinearGradient(box.topLeft(), box.bottomLeft())
        take_up(painter, QPen(look.colour("line"), 1), graded(sky, *enumerate(inks)))
        painter.drawRoundedRect(box, radius, radius)
        if is_night:
            _paint_stars(painter, box, look)
        ink = QColor(_NIGHT_INK) if is_night else look.colour("ink")
        if number < track.turn:  # a veil lies over what is past
            take_up(painter, None, faded(look.theme.window.sunken, 90 if is_night else 170))
            painter.drawRoundedRect(box, radius, radius)
        is_now = number == track.turn
        top, flags = (
            box.adjusted(0, look.px(0 if self.is_slim else 4), 0, 0),
            Align.AlignHCenter | Align.AlignTop,
        )
        write(painter, top, turn.time, look.sans(14, bold=is_now), ink, flags)
        if battle.has_days and (number == 1 or battle.turn(number - 1).day != turn.day):
            self._paint_day(painter, box, turn, ink)
        self._paint_foot(painter, box, self._hours[number])
        if is_now:
            self._paint_marker(painter, box)

    def _paint_day(self, painter: QPainter, box: QRectF, turn: TurnCard, ink: QColor) -> None:
        """The day, at its first hour; a slim track has room for it where no sign stands."""
        if not self.is_slim:
            write(painter, box, turn.day_letters, self.look.sans(10.5), ink, Align.AlignCenter)
            return
        hour = self._hours[turn.number]
        if not (hour.is_night or hour.rolls or hour.arrivals):
            low = box.adjusted(0, 0, 0, -self.look.px(1))
            flags = Align.AlignHCenter | Align.AlignBottom
            write(painter, low, turn.day_letters, self.look.sans(10), ink, flags)

    def _paint_foot(self, painter: QPainter, box: QRectF, hour: Hour) -> None:
        """A moon at night, a cloud with a die where the weather is rolled for, then pennants."""
        look, edge, pennant = self.look, self.look.px(_SIGN), float(self.look.px(_PENNANT))
        signs = edge * (hour.is_night + hour.rolls)
        if signs and hour.arrivals:  # all in the box, though pennants overlap
            pennant = min(pennant, (box.width() - look.px(4) - signs) / len(hour.arrivals))
        width = signs + pennant * len(hour.arrivals)
        rise = edge * (1.15 if self.is_slim else 1.5)
        sign = QRectF(box.center().x() - width / 2, box.bottom() - rise, edge, edge)
        if hour.is_night:
            paint_sky(painter, sign, "fair", is_night=True)
            sign.translate(edge, 0)
        if hour.rolls:
            paint_roll(painter, sign)
            sign.translate(edge, 0)
        size = QSize(round(pennant) - look.px(4), look.px(13))
        for place, side in enumerate(hour.arrivals):
            aside = look.px(2) + place * pennant
            foot = QPointF(sign.left() + aside, box.bottom() - look.px(1.5 if self.is_slim else 5))
            _pennant(painter, look, foot, size, self._colours[side])

    def _paint_marker(self, painter: QPainter, box: QRectF) -> None:
        """A heavy frame with a tongue below: the present turn."""
        look = self.look
        take_up(painter, QPen(look.colour("accent"), look.px(2.6)))
        painter.drawRoundedRect(box, look.px(4), look.px(4))
        x, top, edge = box.center().x(), box.top(), look.px(6)
        tongue = line_of((x - edge, top), (x, top - edge), (x + edge, top))
        painter.fillPath(tongue, look.colour("accent"))

    def _paint_sky(self, painter: QPainter, box: QRectF, track: Track) -> None:
        look, battle = self.look, track.battle
        inner = box.adjusted(look.px(6), look.px(2), -look.px(4), -look.px(2))
        size = look.px(34)
        disc = QRectF(inner.left(), inner.center().y() - size / 2, size, size)
        paint_sky(painter, disc, track.weather.name, is_night=track.weather.is_night)
        words = inner.adjusted(size + look.px(10), 0, 0, 0)
        name, note = track.weather.name.capitalize(), track.weather.note
        weather = say("{weather}, {note}", weather=name, note=note) if note else name
        fits = QFontMetricsF(look.serif(15)).horizontalAdvance(weather) <= words.width()
        letters = look.serif(15 if fits else 12.5)
        write(painter, words, weather, letters, look.colour("ink"), Align.AlignTop)
        date = (battle.turn(track.turn).date if track.turn else "") or battle.date
        write(painter, words, date, look.sans(12), look.colour("faint"), Align.AlignBottom)


def _paint_stars(painter: QPainter, box: QRectF, look: Look) -> None:
    take_up(painter, None, QColor(_STAR))
    for place, (across, down) in enumerate(_STARS):
        middle = box.topLeft() + QPointF(box.width() * across, box.height() * down)
        radius = look.px(8) / (8 if place % 2 else 11)
        painter.drawEllipse(middle, radius, radius)


def _pennant(painter: QPainter, look: Look, foot: QPointF, size: QSize, colour: QColor) -> None:
    """A small flag on a staff; `foot` is the foot of its staff."""
    top = foot.y() - size.height() - look.px(3)
    painter.setPen(QPen(QColor("#3a2c1e"), look.px(1.4)))
    painter.drawLine(foot, QPointF(foot.x(), top))
    x, fly = foot.x(), foot.x() + size.width() - look.px(3)
    cloth = line_of((x, top), (fly, top + size.height() * 0.38), (x, top + size.height() * 0.76))
    take_up(painter, QPen(QColor("#fdf6e4"), max(1.0, 1.2 * look.scale)), colour)
    painter.drawPath(cloth)
