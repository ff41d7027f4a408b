"""The phases of the turn as a ribbon, and the segments of the activation below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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

_HEIGHT, _SLIM, _LINE = 62, 33, 25  # pixels at 100 %
_WHO, _WHO_ABOVE = 0.28, 0.42  # of the width, for who acts: before the segments, or above them
_LEAST_WHO = 130  # the room that who acts has at least before the segments, pixels at 100 %


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


@dataclass(frozen=True, slots=True)
class _Link:
    """A step where it stands on the ribbon, in the words that there is room for."""

    step: Step
    box: QRectF
    words: str
    size: float  # of its letters, pixels at 100 %
    is_phase: bool


class PhaseRibbon(SpotPanel):
    """All phases, the present one filled; below, who acts and in which segment.

    A slim one is a single line: the phases, or in an activation who acts and its segments.
    """

    wide, least = QSize(780, _HEIGHT), QSize(520, _HEIGHT)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._shown: Progress | None = None
        self._colour = QColor()
        self._links: Sequence[_Link] = ()
        self._who = QRectF()  # the place of who acts
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("Phases of the turn"))

    def sizeHint(self) -> QSize:
        """Two lines, or one of a slim ribbon."""
        return self._slimmed(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        """Likewise."""
        return self._slimmed(super().minimumSizeHint())

    def _slimmed(self, size: QSize) -> QSize:
        return QSize(size.width(), self.look.px(_SLIM)) if self.is_slim else size

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
        self._links = list(self._slim_links() if self.is_slim else self._two_lines())
        return [
            Spot(link.step.id, link.box, link.step.title, _tip(link.step)) for link in self._links
        ]

    @property
    def words(self) -> Sequence[str]:
        """What stands on its links, from the first phase on."""
        return [link.words for link in self._links]

    def _two_lines(self) -> Iterator[_Link]:
        """The phases above; below them who acts, and the segments."""
        look, shown = self.look, self._present
        line, top, gap = look.px(_LINE), look.px(4), look.px(4)
        upper = QRectF(0.0, top, self.width(), line)
        lower = upper.translated(0, line + gap)
        if self.width() < _wanted(look, shown.segments, _BRIEF) + look.px(_LEAST_WHO):
            # The segments need the whole line for their words: who acts goes above.
            self._who = QRectF(0, top, self.width() * _WHO_ABOVE, line)
            upper.setLeft(self._who.right())
            yield from _numbered(look, upper, shown.phases, shown.phase)
            yield from _chain(look, lower, shown.segments, is_phase=False)
            return
        yield from _chain(look, upper, shown.phases, is_phase=True)
        segments = min(_wanted(look, shown.segments, _WHOLE), self.width() * (1 - _WHO))
        if segments < _wanted(look, shown.segments, _WHOLE):
            segments = _wanted(look, shown.segments, _BRIEF)
        self._who = QRectF(0, lower.top(), self.width() - segments - look.px(8), line)
        lower.setLeft(self._who.right())
        yield from _chain(look, lower, shown.segments, is_phase=False)

    def _slim_links(self) -> Iterator[_Link]:
        """The phases; in an activation the present one, who acts, and the segments."""
        look, shown = self.look, self._present
        line = QRectF(0.0, look.px(4), self.width(), look.px(_LINE))
        self._who = QRectF()
        if not shown.actor:
            yield from _chain(look, line, shown.phases, is_phase=True)
            return
        now = [step for step in shown.phases if step.id == shown.phase]
        phase = QRectF(line)
        phase.setWidth(_wanted(look, now, _WHOLE) + look.px(8))
        yield from _chain(look, phase, now, is_phase=True)
        room = line.width() - phase.width()
        segments = _wanted(look, shown.segments, _WHOLE)
        if room - segments < look.px(_LEAST_WHO + 40):
            segments = _wanted(look, shown.segments, _BRIEF)
        self._who = QRectF(phase.right(), line.top(), room - segments - look.px(8), line.height())
        line.setLeft(self._who.right())
        yield from _chain(look, line, shown.segments, is_phase=False)

    def paint_all(self, painter: QPainter) -> None:
        """The ribbon of phases; the segments, faint outside an activation."""
        if self._shown is None:
            return
        shown, look = self._shown, self.look
        painter.fillRect(self.rect(), look.colour("paper"))
        for link in self._links:
            is_now = link.step.id in (shown.phase, shown.segment)
            tint = self._tint(is_phase=link.is_phase) if is_now else None
            letters = look.sans(link.size, bold=is_now)
            letters.setStrikeOut(bool(link.step.why))
            quiet = bool(link.step.why) or (not link.is_phase and not shown.segment)
            self._paint_link(painter, link.box, link.words, tint, letters, quiet=quiet)
        if not self._who.isEmpty():
            self._paint_who(painter, shown)

    @property
    def _present(self) -> Progress:
        assert self._shown is not None
        return self._shown

    def _tint(self, *, is_phase: bool) -> Tint:
        """The field and ink of the present phase or segment."""
        window = self.look.theme.window
        if not is_phase:
            return Tint(window.accent, window.on_accent)
        if self.look.theme.is_dark:
            return Tint(window.chosen, window.ink)
        return Tint(window.leather, window.on_leather)

    def _paint_who(self, painter: QPainter, shown: Progress) -> None:
        """Who acts, left of the segments."""
        look = self.look
        box = self._who.adjusted(look.px(4) if self._who.left() else 0, 0, -look.px(6), 0)
        words, ink = say("no activation"), look.colour("faint")
        if shown.actor:
            band = QRectF(box.left(), box.top(), look.px(5), box.height())
            painter.fillRect(band, self._colour)
            words, ink = shown.actor, look.colour("ink")
        letters = look.sans(13, bold=bool(shown.actor))
        inner = box.adjusted(look.px(11), 0, 0, 0)
        if QFontMetricsF(letters).horizontalAdvance(words) > inner.width():
            letters = look.sans(12, bold=bool(shown.actor))
        write_cut(painter, inner, words, letters, ink)

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


_WHOLE, _BRIEF = 12.5, 11.5
"""The size of a name, and of a name or a short word where room is scarce, pixels at 100 %."""

_PADDING = {_WHOLE: 22, _BRIEF: 16}
"""The room of a link beyond its words, pixels at 100 %."""


def _lengths(look: Look, row: Iterable[Step], size: float, words: Callable[[Step], str]) -> Lengths:
    metrics = QFontMetricsF(look.sans(size, bold=True))
    return [metrics.horizontalAdvance(words(step)) + look.px(_PADDING[size]) for step in row]


Lengths = Sequence[float]


def _name(step: Step) -> str:
    return step.name


def _mark(step: Step) -> str:
    return step.mark


def _wanted(look: Look, row: Sequence[Step], size: float) -> float:
    """The room that a row wants: of names, or of short words."""
    return sum(_lengths(look, row, size, _name if size == _WHOLE else _mark)) + look.px(8)


def _chain(look: Look, box: QRectF, row: Sequence[Step], *, is_phase: bool) -> Iterator[_Link]:
    """Links side by side, together as wide as the box, in the longest words that find room."""
    if not row:  # a phase without segments
        return
    room = box.width() - look.px(8)
    ways = [(_WHOLE, _name), (_BRIEF, _name)] + ([] if is_phase else [(_BRIEF, _mark)])
    fits = (way for way in ways if sum(_lengths(look, row, *way)) <= room)
    size, words = next(fits, ways[-1])
    lengths = _lengths(look, row, size, words)
    share, left = min(room / sum(lengths), 1.4), box.left()
    for step, length in zip(row, lengths, strict=True):
        field = QRectF(left, box.top(), length * share, box.height())
        yield _Link(step, field, words(step), size, is_phase)
        left += length * share


def _numbered(look: Look, box: QRectF, row: Sequence[Step], now: str) -> Iterator[_Link]:
    """The phases by their numbers; the present one by its name."""
    room, left = box.width() - look.px(8), box.left()
    present = [step for step in row if step.id == now]
    whole = sum(_lengths(look, present, _WHOLE, _name))
    for step in row:
        width = whole if step.id == now else (room - whole) / (len(row) - len(present))
        words = step.name if step.id == now else step.mark
        yield _Link(
            step, QRectF(left, box.top(), width, box.height()), words, _WHOLE, is_phase=True
        )
        left += width


def _tip(step: Step) -> str:
    return say("{title}: {why}.", title=step.title, why=step.why) if step.why else step.title


def _arrow(box: QRectF, point: float) -> QPainterPath:
    """A field with a notch at its left and a point at its right that fits the next one's notch."""
    right, middle = box.right() + point - 3, box.center().y()
    above, below = ((box.right() - 3, y) for y in (box.top(), box.bottom()))
    notch = (box.left() + point, middle)
    return area_of(box.topLeft(), above, (right, middle), below, box.bottomLeft(), notch)
