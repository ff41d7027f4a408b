"""Shows what happened, beat by beat, at the pace that the player likes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.shell.preferences import Pace
from hexwar.table.fact import Fact, Walk, display_of
from hexwar.table.pieces import Leader, Unit

# -- events cut into beats: what is shown together, and how long it stands before the next


WALK_REST = 120
"""The rest after a walk at the usual pace, milliseconds."""


@dataclass(frozen=True, slots=True)
class Beat:
    """Events that are shown together."""

    events: tuple[Event, ...]
    pieces: tuple[str, ...] = ()  # who walks
    path: tuple[Hex, ...] = ()  # two hexes or more, or none
    rest: int = 0  # milliseconds at the usual pace

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Where the eye is led."""
        if self.path:
            return self.path
        return tuple(hex_ for event in self.events for hex_ in display_of(event).hexes)


def first_beat(
    state: Any,
    events: Sequence[Event],
    can_see: Callable[[Event], bool] = lambda _: True,
    *,
    rushes: bool = True,
) -> Beat:
    """The first beat of some events; as many of them as it holds are shown with it.

    Pieces that go the same way go together, and so do events that nobody need dwell on. One that
    the player may not know of takes no time. Moves of combat are walked where it `rushes`.
    """
    beat = _beat(state, events[0], can_see, rushes)
    for event in events[1:]:
        following = _beat(state, event, can_see, rushes)
        if not _go_together(beat, following):
            break
        beat = Beat(
            (*beat.events, event),
            (*beat.pieces, *following.pieces),
            beat.path or following.path,
            max(beat.rest, following.rest),
        )
    return beat


def _beat(state: Any, event: Event, can_see: Callable[[Event], bool], rushes: bool) -> Beat:
    if not can_see(event):
        return Beat((event,))
    rest, is_rush = (event.rest, event.is_rush) if isinstance(event, Fact) else (0, False)
    for walk in display_of(event).walks:
        path = _whole_path(state, walk)
        if len(path) > 1:
            pieces, way = (walk.pieces, path) if rushes or not is_rush else ((), ())
            return Beat((event,), pieces, way, max(rest, WALK_REST))
    return Beat((event,), rest=rest)


def _whole_path(state: Any, walk: Walk) -> tuple[Hex, ...]:
    """The path of a walk; where only its end is told, from where the piece stands."""
    if len(walk.path) != 1:
        return walk.path
    start = _hex_of(state, walk.pieces[0])
    return walk.path if start in (None, walk.path[0]) else (start, walk.path[0])


def _hex_of(state: Any, piece: str) -> Hex | None:
    found: Leader | Unit = state.leaders.get(piece) or state.units[piece]
    return found.hex


def _go_together(last: Beat, beat: Beat) -> bool:
    if last.path and beat.path:
        return last.path == beat.path and not set(last.pieces) & set(beat.pieces)
    if beat.path:
        return last.rest == 0
    return beat.rest == 0 or (last.rest == 0 and not last.path)


# -- the show


class Stage(Protocol):
    """Where it is shown."""

    def walk(self, pieces: Sequence[str], path: tuple[Hex, ...], done: Callable[[], None]) -> None:
        """Let pieces walk, then call `done`."""

    def hurry(self) -> None:
        """Bring to their goal at once all who walk; their `done` is called."""


class Playback(QObject):
    """A queue of events over a table of its own.

    The table is not that of the session, which is ahead. It is written by the events alone.
    """

    begun = Signal(object)
    """A `Beat` begins."""
    applying = Signal()
    """The next event, number `told` of the game, is about to change `table`."""
    shown = Signal(object)
    """A `Beat` is over; `table` is as it has left it."""
    finished = Signal()
    """The queue is empty."""

    def __init__(self, table: Any, stage: Stage, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table = table
        """What has been shown so far; not a view."""
        self.told = 0
        """How many events of the game have been shown."""
        self.pace = Pace.NORMAL
        self.shows_rushes = True
        """Whether the moves of combat are walked."""
        self.can_see: Callable[[Event], bool] = lambda _: True
        """Whether the player may know of an event; nobody waits for one that he may not."""
        self._stage = stage
        self._queue: list[Event] = []
        self._walking: Beat | None = None
        self.is_paused = False  # by the player
        self._rests = False  # until the timer, or the end of the pause, brings on the next beat
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._next)

    @property
    def is_running(self) -> bool:
        """Whether something is still to be shown."""
        return bool(self._queue) or self._walking is not None or self._rests

    def reset(self, table: Any, told: int) -> None:
        """Show this table, and nothing of how it came about."""
        self.stop()
        self.table, self.told = table, told

    def play(self, events: Sequence[Event]) -> None:
        """Show events one after another; `finished` follows, at once if the pace is off."""
        self._queue += events
        if self.pace is Pace.OFF:
            self.skip()
        elif self._walking is None and not self._rests:
            self._rest(0)

    def skip(self) -> None:
        """Show the end of it now."""
        self._timer.stop()
        self._rests = False
        walking, self._walking = self._walking, None
        if walking is not None:
            self._queue[:0] = walking.events
            self._stage.hurry()
        if self._queue:
            beat = Beat(tuple(self._queue))
            self._queue.clear()
            self._apply(beat)
            self.shown.emit(beat)
        self.finished.emit()

    def stop(self) -> None:
        """Show no more of it."""
        self._queue.clear()
        self._timer.stop()
        self._rests = False
        if self._walking is not None:
            self._walking = None
            self._stage.hurry()

    def set_paused(self, paused: bool) -> None:
        """Stop after the present beat, or go on."""
        self.is_paused = paused
        if paused:
            self._timer.stop()
        elif self._rests:
            self._next()

    def _rest(self, milliseconds: int) -> None:
        """Bring on the next beat after a while; at once for none; in a pause when it ends."""
        self._rests = True
        if self.is_paused:
            return
        if milliseconds:
            self._timer.start(milliseconds)
        else:
            self._next()

    def _next(self) -> None:
        self._rests = False
        if not self._queue:
            self.finished.emit()
            return
        beat = first_beat(self.table, self._queue, self.can_see, rushes=self.shows_rushes)
        del self._queue[: len(beat.events)]
        self.begun.emit(beat)
        if beat.path:
            self._walking = beat
            self._stage.walk(beat.pieces, beat.path, lambda: self._arrive(beat))
        else:
            self._show(beat)

    def _arrive(self, beat: Beat) -> None:
        if self._walking is beat:
            self._walking = None
            self._show(beat)

    def _show(self, beat: Beat) -> None:
        self._apply(beat)
        self.shown.emit(beat)
        if not self._queue and (beat.path or not beat.rest):
            self.finished.emit()
        else:
            self._rest(round(beat.rest / self.pace.speed) if self.pace.speed else 0)

    def _apply(self, beat: Beat) -> None:
        for event in beat.events:
            self.applying.emit()
            event.happen(self.table)
            self.told += 1
