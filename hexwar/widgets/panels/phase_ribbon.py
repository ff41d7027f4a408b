"""The phases of the turn as a ribbon, and the segments of the activation below it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy

from hexwar.messages import say
from hexwar.table.battle import Battle
from hexwar.table.forces import Side
from hexwar.widgets.brushwork import Align, area_of, elided, write
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import write_cut
from hexwar.widgets.panels.spots import Spot, SpotPanel
from hexwar.widgets.theme import Tint

_HEIGHT, _LINE = 62, 25  # pixels at 100 %
_WHO, _WHO_ABOVE = 0.28, 0.42  # of the width, for who acts: before the segments, or above them


@dataclass(frozen=True, slots=True)
class Step:
    """A phase of the turn, or a segment of an activation."""

    id: str
    name: str
    title: str  # in full
    mark: str  # its number, or a shorter word, where there is no room for the name
    why: str = ""  # why nothing happens in it: then its name is struck through


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a turn has come."""

    phases: tuple[Step, ...]
    segments: tuple[Step, ...]
    phase: str  # the id of the present one
    segment: str  # likewise; empty outside an activation
    actor: str  # who acts
    side: Side | None  # of the actor
    words: str  # all of it, as it is spoken


class PhaseRibbon(SpotPanel):
    """All phases, the present one filled; below, who acts and in which segment."""

    wide, least = QSize(780, _HEIGHT), QSize(380, _HEIGHT)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._shown: Progress | None = None
        self._colour = QColor()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("Phases of the turn"))

    def show_progress(self, battle: Battle, progress: Progress) -> None:
        """Show the phase and, in an activation, its segment."""
        self._again = lambda: self.show_progress(battle, progress)
        self._shown, side = progress, progress.side
        self._colour = QColor() if side is None else self.look.side(battle, side)
        self.renew()
        self.select(progress.phase)
        self.tell(progress.words)

    def arrange(self) -> Sequence[Spot]:
        """A spot for each phase and segment."""
        if self._shown is None:
            return ()
        look, line, now = self.look, self.look.px(_LINE), self._now
        top, gap = look.px(4), look.px(4)
        left, who = (0.0, self._who_width())[:: -1 if self._is_tight else 1]
        upper = QRectF(left, top, self.width() - left, line)
        lower = QRectF(who, top + line + gap, self.width() - who, line)
        rows = _row(look, upper, self._shown.phases, now)
        if self._is_tight:
            return [*rows, *_words_row(look, lower, self._shown.segments)]
        return [*rows, *_row(look, lower, self._shown.segments, now)]

    def paint_all(self, painter: QPainter) -> None:
        """The ribbon of phases; the segments, faint outside an activation."""
        shown, look = self._shown, self.look
        if shown is None:
            return
        painter.fillRect(self.rect(), self.look.colour("paper"))
        spots, now = iter(self.spots), self._now
        for row in (shown.phases, shown.segments):
            is_phase, boxes = row is shown.phases, [next(spots).box for _ in row]
            room = sum(box.width() for box in boxes)
            is_short = room < sum(_widths(self.look, row)) - 1  # then only the present is named
            for step, box in zip(row, boxes, strict=True):
                tint = self._tint(is_phase=is_phase) if step.id in now else None
                is_brief = is_short and (tint is None or not is_phase)
                name = step.mark if is_brief else step.name
                letters = look.sans(12.5, bold=tint is not None)
                if not is_phase and self._is_tight:
                    letters = _small(look)
                letters.setStrikeOut(bool(step.why))
                quiet = bool(step.why) or (not is_phase and not shown.segment)
                self._paint_link(painter, box, name, tint, letters, quiet=quiet)
        self._paint_who(painter, shown)

    @property
    def _now(self) -> Collection[str]:
        """The ids of the present phase and segment."""
        return () if self._shown is None else (self._shown.phase, self._shown.segment)

    def _tint(self, *, is_phase: bool) -> Tint:
        """The field and ink of the present phase or segment."""
        window = self.look.theme.window
        if not is_phase:
            return Tint(window.accent, window.on_accent)
        if self.look.theme.is_dark:
            return Tint(window.chosen, window.ink)
        return Tint(window.leather, window.on_leather)

    @property
    def _is_tight(self) -> bool:
        """Whether the segments need the whole width for their words: who acts then goes above."""
        if self._shown is None:
            return False
        room = self.width() * (1 - _WHO) - self.look.px(8)
        return sum(_widths(self.look, self._shown.segments)) > room

    def _who_width(self) -> float:
        return self.width() * (_WHO_ABOVE if self._is_tight else _WHO)

    def _paint_who(self, painter: QPainter, shown: Progress) -> None:
        """Who acts, left of the segments."""
        look = self.look
        line = look.px(_LINE)
        top = look.px(4) if self._is_tight else look.px(8) + line
        box = QRectF(0, top, self._who_width() - look.px(6), line)
        words, ink = say("no activation"), look.colour("faint")
        if shown.actor:
            painter.fillRect(QRectF(0, top, look.px(5), line), self._colour)
            words, ink = shown.actor, look.colour("ink")
        letters = look.sans(13, bold=bool(shown.actor))
        write_cut(painter, box.adjusted(look.px(12), 0, 0, 0), words, letters, ink)

    def _paint_link(
        self,
        painter: QPainter,
        box: QRectF,
        name: str,
        tint: Tint | None,
        letters: QFont,
        *,
        quiet: bool,
    ) -> None:
        """One link of the chain: an arrow-shaped field with its name."""
        look = self.look
        point = look.px(7)
        painter.setPen(QPen(look.colour("line"), 1))
        plain = look.colour("paper" if quiet else "sunken")
        painter.setBrush(plain if tint is None else QColor(tint.field))
        painter.drawPath(_arrow(box, point))
        ink = look.colour("faint") if tint is None else QColor(tint.ink)
        if quiet:
            ink.setAlpha(110)
        words = box.adjusted(point + look.px(1), 0, look.px(1), 0)
        write(painter, words, elided(name, letters, words.width()), letters, ink, Align.AlignCenter)


def _widths(look: Look, row: Iterable[Step]) -> list[float]:
    """The room that names want."""
    metrics = QFontMetricsF(look.sans(12.5, bold=True))
    return [metrics.horizontalAdvance(step.name) + look.px(22) for step in row]


def _small(look: Look) -> QFont:
    return look.sans(11.5)


def _words_row(look: Look, box: QRectF, row: Sequence[Step]) -> Iterator[Spot]:
    """Spots side by side over the whole box, each by the length of its short word."""
    metrics = QFontMetricsF(_small(look))
    wanted = [metrics.horizontalAdvance(step.mark) + look.px(16) for step in row]
    share, left = (box.width() - look.px(8)) / sum(wanted), box.left()
    for step, width in zip(row, wanted, strict=True):
        field = QRectF(left, box.top(), width * share, box.height())
        yield Spot(step.id, field, step.title, _tip(step))
        left += width * share


def _tip(step: Step) -> str:
    return say("{title}: {why}.", title=step.title, why=step.why) if step.why else step.title


def _row(look: Look, box: QRectF, row: Sequence[Step], now: Collection[str]) -> Iterator[Spot]:
    """Spots side by side, together as wide as the box; short of room only the present is whole."""
    wanted = dict(zip(row, _widths(look, row), strict=True))
    room, whole = box.width() - look.px(8), sum(wanted.values())
    kept = sum(width for step, width in wanted.items() if step.id in now and room < whole)
    others = sum(1 for step in wanted if not (kept and step.id in now))
    left = box.left()
    for step, width in wanted.items():
        if room >= whole:
            taken = width * min(room / whole, 1.4)
        else:
            taken = width if step.id in now else (room - kept) / others
        yield Spot(step.id, QRectF(left, box.top(), taken, box.height()), step.title, _tip(step))
        left += taken


def _arrow(box: QRectF, point: float) -> QPainterPath:
    """A field with a notch at its left and a point at its right that fits the next one's notch."""
    right, middle = box.right() + point - 3, box.center().y()
    above, below = ((box.right() - 3, y) for y in (box.top(), box.bottom()))
    notch = (box.left() + point, middle)
    return area_of(box.topLeft(), above, (right, middle), below, box.bottomLeft(), notch)
