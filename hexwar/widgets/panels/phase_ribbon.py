"""The phases of the turn as a ribbon, and the segments of the activation below it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar.systems.nlc.panels.describe import formation_title
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Phase, Segment
from hexwar.widgets.panels.look import Look, elided
from hexwar.widgets.panels.spots import Spot, SpotPanel
from hexwar.widgets.theme import Tint

_HEIGHT, _LINE = 62, 25  # pixels at 100 %
_WIDE, _NARROW = 780, 380
_PHASE_NAMES = {Phase.INITIAL: "Initial", Phase.COORDINATED: "Coordinated"}


class PhaseRibbon(SpotPanel):
    """Eight phases, the present one filled; below, who acts and in which segment."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._state: GameState | None = None
        self._colour = QColor()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Phases of the turn")

    def show_phase(self, state: GameState) -> None:
        """Show the phase and, in an activation, its segment."""
        self._again = lambda: self.show_phase(state)
        self._state = state
        acting = state.activation
        self._colour = QColor() if acting is None else self.look.side(state.battle, acting.side)
        self.renew()
        self.select(state.phase.value)
        self.tell(_summary(state))

    def sizeHint(self) -> QSize:
        """Room for all names in full."""
        return QSize(self.look.px(_WIDE), self.look.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Names are cut below the full width."""
        return QSize(self.look.px(_NARROW), self.look.px(_HEIGHT))

    def arrange(self) -> Sequence[Spot]:
        """A spot for each phase and segment."""
        if self._state is None:
            return ()
        look, line = self.look, self.look.px(_LINE)
        phases = [(phase.value, phase_name(phase), phase_title(phase)) for phase in Phase]
        names = [segment.value.capitalize() for segment in Segment]
        segments = [(name.lower(), name, f"{name} Segment") for name in names]
        top, gap = look.px(4), look.px(4)
        lower = QRectF(self._who_width(), top + line + gap, self.width() - self._who_width(), line)
        now = self._now
        return [
            *_row(look, QRectF(0, top, self.width(), line), phases, now),
            *_row(look, lower, segments, now),
        ]

    def paint_all(self, painter: QPainter) -> None:
        """The ribbon of phases; the segments, faint outside an activation."""
        state = self._state
        if state is None:
            return
        painter.fillRect(self.rect(), self.look.colour("paper"))
        acting, now = state.activation, self._now
        for place, spot in enumerate(self._spots):
            is_phase = place < len(Phase)
            name = phase_name(Phase(spot.id)) if is_phase else spot.id.capitalize()
            tint = self._tint(is_phase=is_phase) if spot.id in now else None
            quiet = not is_phase and acting is None
            if tint is None and self._is_short(is_phase=is_phase):
                name = _mark(place)
            self._paint_link(painter, spot.box, name, tint, quiet=quiet)
        self._paint_who(painter, state)

    def _is_short(self, *, is_phase: bool) -> bool:
        """Whether a row has no room for its names: all but the present show their mark."""
        row = self._spots[: len(Phase)] if is_phase else self._spots[len(Phase) :]
        names = [phase_name(Phase(x.id)) if is_phase else x.id.capitalize() for x in row]
        room = sum(spot.box.width() for spot in row)
        return room < sum(_widths(self.look, names)) - 1

    @property
    def _now(self) -> Collection[str]:
        """The ids of the present phase and segment."""
        if self._state is None:
            return ()
        acting = self._state.activation
        phase = self._state.phase.value
        return (phase,) if acting is None else (phase, acting.segment.value)

    def _tint(self, *, is_phase: bool) -> Tint:
        """The field and ink of the present phase or segment."""
        window = self.look.theme.window
        if not is_phase:
            return Tint(window.accent, window.on_accent)
        if self.look.theme.is_dark:
            return Tint(window.chosen, window.ink)
        return Tint(window.leather, window.on_leather)

    def _who_width(self) -> float:
        return self.width() * 0.28

    def _paint_who(self, painter: QPainter, state: GameState) -> None:
        """Who acts, left of the segments."""
        look = self.look
        top, line = look.px(8) + look.px(_LINE), look.px(_LINE)
        box = QRectF(0, top, self._who_width() - look.px(6), line)
        words, ink = "no activation", look.colour("faint")
        if state.activation is not None:
            painter.fillRect(QRectF(0, top, look.px(5), line), self._colour)
            words = formation_title(state.battle, state.activation.formation)
            ink = look.colour("ink")
        painter.setPen(ink)
        letters = look.sans(13, bold=state.activation is not None)
        painter.setFont(letters)
        words_box = box.adjusted(look.px(12), 0, 0, 0)
        shown = elided(words, letters, words_box.width())
        painter.drawText(words_box, Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_link(
        self, painter: QPainter, box: QRectF, name: str, tint: Tint | None, *, quiet: bool
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
        letters = look.sans(12.5, bold=tint is not None)
        words = box.adjusted(point + look.px(3), 0, -look.px(1), 0)
        painter.setPen(ink)
        painter.setFont(letters)
        shown = elided(name, letters, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, shown)


def phase_name(phase: Phase) -> str:
    """A phase as the ribbon has room for."""
    return _PHASE_NAMES.get(phase, phase.value.capitalize())


def phase_title(phase: Phase) -> str:
    """A phase in full: `Chit Pull Phase`."""
    return f"{phase.value.title()} Phase"


def _summary(state: GameState) -> str:
    acting = state.activation
    if acting is None:
        return phase_title(state.phase)
    who = formation_title(state.battle, acting.formation)
    return f"{phase_title(state.phase)}: {who}, {acting.segment.value.title()} Segment"


def _mark(place: int) -> str:
    """A phase by its number, a segment by its letter, as the rulebook has them (N4, N4.5)."""
    return str(place + 1) if place < len(Phase) else "abcdef"[place - len(Phase)]


def _widths(look: Look, names: Iterable[str]) -> list[float]:
    """The room that names want."""
    metrics = QFontMetricsF(look.sans(12.5, bold=True))
    return [metrics.horizontalAdvance(name) + look.px(22) for name in names]


def _row(
    look: Look, box: QRectF, names: Sequence[tuple[str, str, str]], now: Collection[str]
) -> Iterator[Spot]:
    """Spots side by side, together as wide as the box; short of room only the present is whole."""
    wanted = dict(
        zip((key for key, _, _ in names), _widths(look, (n for _, n, _ in names)), strict=True)
    )
    room, whole = box.width() - look.px(8), sum(wanted.values())
    kept = sum(width for key, width in wanted.items() if key in now and room < whole)
    others = sum(1 for key in wanted if not (kept and key in now))
    left = box.left()
    for key, _, words in names:
        width = wanted[key]
        if room >= whole:
            width *= min(room / whole, 1.4)
        elif key not in now:
            width = (room - kept) / others
        yield Spot(key, QRectF(left, box.top(), width, box.height()), words, words)
        left += width


def _arrow(box: QRectF, point: float) -> QPainterPath:
    """A field with a notch at its left and a point at its right that fits the next one's notch."""
    right, middle = box.right() + point - 3, box.center().y()
    path = QPainterPath(box.topLeft())
    path.lineTo(QPointF(box.right() - 3, box.top()))
    path.lineTo(QPointF(right, middle))
    path.lineTo(QPointF(box.right() - 3, box.bottom()))
    path.lineTo(box.bottomLeft())
    path.lineTo(QPointF(box.left() + point, middle))
    path.closeSubpath()
    return path
