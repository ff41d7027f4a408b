"""What the strip above the board shows of NLC: turn track with weather, phases, chit cups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy

from hexwar.messages import count, mark, say
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.panels.describe import chit_of, formation_title
from hexwar.systems.nlc.panels.idle_segments import idle_segments
from hexwar.systems.nlc.rules.turn.weather import (
    light_effects,
    present_effects,
    weather_turns,
)
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import (
    COMMON,
    COVER,
    coordinated_side,
    cups_in_use,
    phase_words,
    segment_words,
)
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, Side
from hexwar.table.names import turn_words
from hexwar.table.pieces import Box, Phase, Segment
from hexwar.table.reports import Remark
from hexwar.widgets.brushwork import graded, kept, oblong, take_up, write
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import remark_html
from hexwar.widgets.panels.phase_ribbon import Progress, Step
from hexwar.widgets.panels.spots import Spot, SpotPanel
from hexwar.widgets.panels.turn_track import Hour, Track, Weather

# -- the turn track


SKY = "rule:N18"
"""The id of the spot of the weather: it leads to its rule."""


def track_of(state: GameState, points: Mapping[Side, int]) -> Track:
    """The turn track.

    Args:
        state: the view of the side that looks.
        points: of each side as they now stand.
    """
    battle, sky = state.battle, state.sky.weather
    due = {turn.number: _arrivals(state, turn.number) for turn in battle.turns}
    score = ", ".join(
        say("{names} {vp} VP", names=battle.side_names[side], vp=vp) for side, vp in points.items()
    )
    night = state.turn_card.kind is not TurnKind.DAY
    return Track(
        battle,
        state.turn,
        points,
        lambda turn: _hour(state, turn, due[turn.number]),
        Weather(sky, night, _sky_words(state), _sky_tip(state), SKY),
        f"{turn_words(battle, max(state.turn, 1))}, {say(sky)}. {score}.",
    )


Arrivals = Mapping[Side, Sequence[str]]
"""The arrivals of a turn by side, each group in words."""


def _hour(state: GameState, turn: TurnCard, due: Arrivals) -> Hour:
    names, title = state.battle.side_names, turn_words(state.battle, turn.number)
    rolls = turn.number in weather_turns(state.battle)
    said = [title, *([say(ROLLS)] if rolls else [])]
    said += [f"{names[side]}: {', '.join(lines)}" for side, lines in due.items()]
    tip = [f"<b>{escape(title)}</b>", *_light(state, turn, rolls=rolls)]
    for side, lines in due.items():
        tip.append(say("{names} arrivals:", names=escape(names[side])))
        tip += [f"&nbsp;&nbsp;{escape(line)}" for line in lines]
    if due:
        tip.append(say("<i>Click for the calendar of arrivals</i>"))
    night = turn.kind is not TurnKind.DAY
    return Hour(". ".join(said), "<br>".join(tip), night, rolls, tuple(due))


def _arrivals(state: GameState, turn: int) -> Arrivals:
    battle = state.battle
    groups: dict[Side, list[str]] = {}
    for arrival in state.schedule.arrivals:
        if arrival.turn == turn:
            sides = [battle.units[unit].side for unit in arrival.units]
            sides += [battle.formations[formation].side for formation in arrival.formations]
            groups.setdefault(sides[0], []).append(_arrival_words(state, arrival))
    return dict(sorted(groups.items()))


def _arrival_words(state: GameState, arrival: Arrival) -> str:
    battle = state.battle
    formations = [battle.units[unit].formation for unit in arrival.units] + [*arrival.formations]
    names = say(" and ").join(battle.formations[f].name for f in dict.fromkeys(formations))
    combat = [u for u in arrival.units if battle.units[u].is_combat_unit]
    strength = say(", {n} SP", n=sum(state.sp(u) for u in combat)) if combat else ""
    waits = any(state.units[unit].box is Box.DUE for unit in arrival.units)
    return say(
        "{names}{strength}, at {name}{late}",
        names=names,
        strength=strength,
        name=battle.battlefield.name_of(arrival.entry),
        late=say(", still due") if waits and arrival.turn < state.turn else "",
    )


# -- what weather and light do (N17, N18)


ROLLS = mark("The weather is rolled for")
NOTHING = mark("Weather and light change nothing.")


def _light(state: GameState, turn: TurnCard, *, rolls: bool) -> Iterator[str]:
    """What the light of a turn does, and of the present one the weather too: lines of HTML."""
    if rolls:
        yield remark_html(Remark(say(ROLLS), "N18.1"))
    if turn.number == state.turn:
        yield f"{escape(say(state.sky.weather).capitalize())}:"
        yield from _listed(present_effects(state))
    else:
        yield from _listed(light_effects(state.battle, turn.kind))


def _sky_words(state: GameState) -> str:
    effects = [one.words for one in present_effects(state)] or [say(NOTHING).rstrip(".")]
    return ". ".join([say("Weather: {weather}", weather=say(state.sky.weather)), *effects])


def _sky_tip(state: GameState) -> str:
    battle, rolled = state.battle, weather_turns(state.battle)
    lines = _listed(present_effects(state)) or [say(NOTHING)]
    coming = [turn for turn in battle.turns if state.turn < turn.number and turn.number in rolled]
    today = [turn.time for turn in coming if turn.day == state.turn_card.day]
    when = say(" and ").join(today or [battle.when(turn.number) for turn in coming[:1]])
    if when:
        words = say("The weather is rolled for again at {when}", when=when)
        lines.append(remark_html(Remark(words, "N18.1")))
    return "<br>".join([f"<b>{escape(say(state.sky.weather).capitalize())}</b>", *lines])


def _listed(effects: Iterable[Remark]) -> list[str]:
    return [f"&nbsp;&nbsp;{remark_html(one)}" for one in effects]


# -- phases and segments


_SHORT = {Phase.INITIAL: mark("Initial"), Phase.COORDINATED: mark("Coordinated")}


_BRIEF = {
    Segment.MOVEMENT: mark("Move"),
    Segment.BOMBARDMENT: mark("Bombard"),
    Segment.CONSOLIDATION: mark("Leaders"),
}
"""Segments in a word, where there is no room for more."""

_BASIC = (Phase.WEATHER, Phase.ACTIONS, Phase.RALLY, Phase.TURN_END)


def phases_of(state: GameState) -> Sequence[Phase]:
    """The phases of a turn (N4); in the basic game only those in which something happens."""
    if state.battle.is_basic:
        return _BASIC
    return [phase for phase in Phase if phase is not Phase.ACTIONS]


def progress_of(state: GameState) -> Progress:
    """The phase, with its number in N4, and in an activation its segment, with what is idle."""
    acting, words, idle = state.activation, phase_words(state.phase), idle_segments(state)
    phases = tuple(
        Step(
            phase.value,
            say(_SHORT[phase]) if phase in _SHORT else say(phase.value).capitalize(),
            phase_words(phase),
            str(place),
        )
        for place, phase in enumerate(phases_of(state), start=1)
    )
    segments = tuple(
        Step(
            segment.value,
            say(segment.value).capitalize(),
            segment_words(segment),
            say(_BRIEF[segment]) if segment in _BRIEF else say(segment.value).capitalize(),
            idle.get(segment, ""),
        )
        for segment in Segment
    )
    if acting is None:
        return Progress(phases, segments, state.phase.value, "", "", None, words)
    who, segment = formation_title(state.battle, acting.formation), acting.segment
    told = f"{words}: {who}, {segment_words(segment)}"
    return Progress(phases, segments, state.phase.value, segment.value, who, acting.side, told)


# -- the chit cups: chits left, face down, and those drawn, in order


_HEIGHT, _CUP, _CHIT = 62, 80, 44  # pixels at 100 %
_SLIM, _SLIM_CUP, _SLIM_CHIT = 33, 62, 25
_FEW = 2.4  # of the width of a chit: so much room there is for them at least, overlapping
_LEATHER = ("#7a4f31", "#4a2c1a", "#2e1a0e")


@dataclass(frozen=True, slots=True)
class _Cup:
    """A cup and how many chits are in it."""

    id: str
    name: str
    left: int
    colour: QColor
    in_turn: bool = False  # the next chit comes from it

    @property
    def chits(self) -> str:
        return count("{n} chit", "{n} chits", self.left)

    @property
    def words(self) -> str:
        return say("{cup}: {chits} left", cup=self.name, chits=self.chits)


class _Covers(_Cup):
    """The third cup, with a cover marker for each chit (N4.41)."""

    @property
    def chits(self) -> str:
        return count("{n} cover marker", "{n} cover markers", self.left)


class ChitCup(SpotPanel):
    """One to three cups, then the drawn chits; the one that acts bears a ring."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._state: GameState | None = None
        self._cups: Sequence[_Cup] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("Chit cups"))

    def show_chits(self, state: GameState) -> None:
        """Show the cups and what was drawn from them this turn."""
        self._again = lambda: self.show_chits(state)
        self._state, self._cups = state, self._read_cups(state)
        self.renew()
        drawn = ", ".join(formation_title(state.battle, f) for f in _row(state)) or say("none")
        cups = ", ".join(cup.words for cup in self._cups)
        told = say("{cups}. Drawn: {what}.", cups=cups, what=drawn)
        basic = say("Acted this turn: {what}.", what=drawn)
        self.tell(basic if state.battle.is_basic else told)

    def sizeHint(self) -> QSize:
        """Room for both cups and a dozen chits side by side."""
        return self._sized(12)

    def minimumSizeHint(self) -> QSize:
        """Drawn chits overlap where room is short."""
        return self._sized(_FEW)

    def _sized(self, chits: float) -> QSize:
        height = self.look.px(_SLIM if self.is_slim else _HEIGHT)
        return QSize(2 * self._cup + round(chits * self._chit), height)

    @property
    def _cup(self) -> int:
        return self.look.px(_SLIM_CUP if self.is_slim else _CUP)

    @property
    def _chit(self) -> int:
        return self.look.px(_SLIM_CHIT if self.is_slim else _CHIT)

    def arrange(self) -> Sequence[Spot]:
        """A spot for each cup and each drawn chit."""
        return () if self._state is None else [*self._cup_spots(), *self._chit_spots(self._state)]

    def paint_all(self, painter: QPainter) -> None:
        """Cups at the left, drawn chits behind them."""
        state = self._state
        if state is None:
            return
        painter.fillRect(self.rect(), self.look.colour("paper"))
        for cup, spot in zip(self._cups, self.spots, strict=False):
            self._paint_cup(painter, spot.box, cup)
        chits = self.spots[len(self._cups) :]
        if not chits:
            self._paint_nothing(painter, state)
        for place, (formation, spot) in enumerate(zip(_row(state), chits, strict=True)):
            acts = _is_acting(state, place)
            spent = not acts and formation not in state.chits.waiting
            face = chit_of(state.battle, formation, spent=spent)
            self.look.paint_counter(painter, face, spot.box.topLeft(), spot.box.width())
            if acts:
                self._paint_ring(painter, spot.box)

    def _read_cups(self, state: GameState) -> list[_Cup]:
        battle, chits, look = state.battle, state.chits, self.look
        if battle.is_basic:
            return []
        in_use, all_left = cups_in_use(battle), sum(map(len, chits.cups.values()))
        if in_use == COMMON:
            return [_Cup("common", say("Common cup"), all_left, look.colour("faint"))]
        cups = [
            _Cup(
                side,
                say("{side} cup", side=battle.side_names[side]),
                len(chits.cups.get(side, ())),
                look.side(battle, side),
                chits.cup_in_turn == side,
            )
            for side in battle.sides
        ]
        if in_use == COVER:  # the marker of a chosen cup lies open beside it
            covers = all_left - (chits.cup_in_turn is not None)
            cups.insert(0, _Covers("covers", say("Third cup"), covers, look.colour("faint")))
        return cups

    def _cup_spots(self) -> Iterator[Spot]:
        width, gap = self._cup, self.look.px(2 if self.is_slim else 4)
        for place, cup in enumerate(self._cups):
            box = QRectF(place * width + gap, gap, width - 2 * gap, self.height() - 2 * gap)
            name = escape(cup.name)
            tip = say("<b>{cup}</b><br>{chits} left, face down", cup=name, chits=cup.chits)
            yield Spot(cup.id, box, cup.words, tip)

    def _chit_spots(self, state: GameState) -> Iterator[Spot]:
        look, drawn = self.look, _row(state)
        left = len(self._cups) * self._cup + look.px(12)
        edge = self._chit
        room = self.width() - left - edge - look.px(8)
        step = min(edge + look.px(6), room / max(len(drawn) - 1, 1))
        top = (self.height() - edge) / 2
        for place, id_ in enumerate(drawn):
            was = say("has acted") if state.battle.is_basic else say("was drawn")
            was = say("is still to be played") if id_ in state.chits.waiting else was
            verb = say("acts now") if _is_acting(state, place) else was
            if id_ not in state.chits.waiting and _is_out_of_sight(state, id_):
                verb = say("{verb}: no visible action", verb=verb)
            words = f"{place + 1}. {formation_title(state.battle, id_)} {verb}"
            address = f"formation:{id_}" if id_ in state.battle.formations else f"chit:{id_}"
            box = QRectF(round(left + place * step), round(top), edge, edge)
            yield Spot(address, box, words, escape(words))

    def _paint_ring(self, painter: QPainter, box: QRectF) -> None:
        look, reach = self.look, self.look.px(1.5 if self.is_slim else 3)
        ring = box.adjusted(-reach, -reach, reach, reach)
        for ink, width in ((look.colour("ink"), 4.4), (look.theme.overlays["selection"], 3)):
            take_up(painter, QPen(QColor(ink), look.px(width)))
            painter.drawEllipse(ring)

    def _paint_nothing(self, painter: QPainter, state: GameState) -> None:
        look = self.look
        left = len(self._cups) * self._cup + look.px(16)
        box = QRectF(left, 0, self.width() - left, self.height())
        in_cups = any(state.chits.cups.values())
        words = say("No chit drawn yet.") if in_cups else say("The cups are empty.")
        if state.battle.is_basic:
            words = say("No formation has acted yet.")
        font = look.sans(13)
        if QFontMetricsF(font).horizontalAdvance(words) <= box.width():  # the cups say it too
            write(painter, box, words, font, look.colour("faint"))

    def _paint_cup(self, painter: QPainter, box: QRectF, cup: _Cup) -> None:
        look = self.look
        height = look.px(27 if self.is_slim else 48)
        width = height * 5 / 6
        body = QRectF(box.left() + look.px(2), box.center().y() - height / 2, width, height)
        with kept(painter):
            painter.setOpacity(1 if cup.left else 0.45)
            _paint_leather(painter, look, body, cup)
        words = QRectF(body.right() + look.px(6), body.top(), look.px(40), height)
        letters = look.serif(18 if self.is_slim else 22)
        write(painter, words, str(cup.left), letters, look.colour("ink"))


def _row(state: GameState) -> Sequence[FormationId]:
    """The chits in the row: those drawn; in the basic game of those who have acted (N26.1)."""
    return state.chits.acted if state.battle.is_basic else state.chits.drawn


def _is_acting(state: GameState, place: int) -> bool:
    """Whether a chit's formation acts, or those of a Coordinated Action that was drawn last."""
    acting, row = state.activation, _row(state)
    chit = row[place]
    if acting is None:
        return False
    is_last = place == len(row) - 1
    if state.battle.draws_beforehand:  # who acts and has its own chit waiting acts by this one
        is_last = chit not in state.chits.waiting and acting.formation in state.chits.waiting
    return chit == acting.formation or (is_last and coordinated_side(chit) == acting.side)


def _is_out_of_sight(state: GameState, chit: FormationId) -> bool:
    """Whether nothing of a chit's formation stands in sight, where it may move hidden (N20.11)."""
    if not state.battle.has_hidden_movement or chit not in state.battle.formations:
        return False
    card, unseen = state.battle.formations[chit], state.hiding.unseen
    units = (state.units[unit].hex for unit in card.units if unit not in unseen)
    leaders = (state.leaders[leader].hex for leader in card.leaders if leader not in unseen)
    return not any((*units, *leaders))


def _paint_leather(painter: QPainter, look: Look, body: QRectF, cup: _Cup) -> None:
    """A leather dice cup with a band in the side's colour."""
    rim, foot = body.height() * 0.13, body.width() * 0.1
    upper = QRectF(body.left(), body.top(), body.width(), 2 * rim)
    side = QPainterPath(QPointF(body.left(), body.top() + rim))
    side.lineTo(QPointF(body.left() + foot, body.bottom() - rim))
    lower = QRectF(body.left() + foot, body.bottom() - 2 * rim, body.width() - 2 * foot, 2 * rim)
    side.arcTo(lower, 180, 180)
    side.lineTo(QPointF(body.right(), body.top() + rim))
    side.arcTo(upper, 0, -180)
    tones = ((0.0, _LEATHER[1]), (0.45, _LEATHER[0]), (1.0, _LEATHER[2]))
    brush = graded(QLinearGradient(body.topLeft(), body.topRight()), *tones)
    take_up(painter, QPen(QColor(_LEATHER[2]), look.px(1)), brush)
    painter.drawPath(side)
    band = QRectF(body.left(), body.center().y() - look.px(3), body.width(), look.px(11))
    take_up(painter, None, cup.colour)
    painter.drawPath(oblong(band).intersected(side))
    edge, width = ("#e2b75d", 2.4) if cup.in_turn else (_LEATHER[0], 1.2)
    take_up(painter, QPen(QColor(edge), look.px(width)), QColor("#1b0f07"))
    painter.drawEllipse(upper)
