"""Shows what happened, beat by beat, at the pace that the player likes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from hexwar.engine import Event
from hexwar.shell.preferences import Pace
from hexwar.table.fact import Fact, Walk, display_of
from hexwar.table.reel import Reel
from hexwar.table.spot import Spot

# -- events cut into beats: what is shown together, and how long it stands before the next


WALK_REST = 120
"""The rest after a walk at the usual pace, milliseconds."""


@dataclass(frozen=True, slots=True)
class Beat:
    """Events that are shown together."""

    events: tuple[Event, ...]
    pieces: tuple[str, ...] = ()  # who walks
    path: tuple[Spot, ...] = ()  # two places or more, or none
    rest: int = 0  # milliseconds at the usual pace

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Where the eye is led."""
        if self.path:
            return self.path
        return tuple(spot for event in self.events for spot in display_of(event).spots)


def first_beat(
    state: Any,
    events: Sequence[Event],
    can_see: Callable[[Event], bool] = lambda _: True,
    *,
    rushes: bool = True,
    ends: Callable[[Event], bool] = lambda _: False,
) -> Beat:
    """The first beat of some events; as many of them as it holds are shown with it.

    Pieces that go the same way go together, and so do events that nobody need dwell on. One that
    the player may not know of takes no time. Moves of combat are walked where it `rushes`. With
    an event that `ends` it nothing more is shown.
    """
    beat = _beat(state, events[0], can_see, rushes)
    for event in events[1:]:
        if ends(beat.events[-1]):
            break
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


def _whole_path(state: Any, walk: Walk) -> tuple[Spot, ...]:
    """The path of a walk; where only its end is told, from where the piece stands."""
    if len(walk.path) != 1:
        return walk.path
    start = state.spot_of(walk.pieces[0])
    return walk.path if start in (None, walk.path[0]) else (start, walk.path[0])


def _go_together(last: Beat, beat: Beat) -> bool:
    if last.path and beat.path:
        return last.path == beat.path and not set(last.pieces) & set(beat.pieces)
    if beat.path:
        return last.rest == 0
    return beat.rest == 0 or (last.rest == 0 and not last.path)


# -- the show


class Stage(Protocol):
    """Where it is shown."""

    def walk(self, pieces: Sequence[str], path: tuple[Spot, ...], done: Callable[[], None]) -> None:
        """Let pieces walk, then call `done`."""

    def hurry(self) -> None:
        """Bring to their goal at once all who walk; their `done` is called."""


class Hurry(IntEnum):
    """How much of what is to come is shown at once."""

    NONE = 0
    ACTIVATION = 1  # to the end of the activation
    ALL = 2


def closes_activation(event: Event) -> bool:
    """Whether an activation is over with an event."""
    heading = event.heading() if isinstance(event, Fact) else None
    return heading is not None and heading.closes


class Playback(QObject):
    """A queue of events over a table of its own.

    The table is not that of the session, which is ahead. It is written by the events alone. What
    has been shown can be shown again: `back` takes beats off the table, and they wait in the queue.
    """

    begun = Signal(object)
    """A `Beat` begins."""
    applying = Signal()
    """The next event, number `told` of the game, is about to change `table`."""
    shown = Signal(object)
    """A `Beat` is over; `table` is as it has left it."""
    finished = Signal()
    """The queue is empty."""
    taken_back = Signal()
    """`table` is as it was before: what has happened since waits to be shown again."""
    held = Signal()
    """An activation is over, and the show waits for the player."""

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
        self.holds_after: Callable[[Event], bool] = lambda _: False
        """Whether the show waits for the player when an event has been shown."""
        self.reel: Reel | None = None
        """Where the table is found as it was before; without it nothing can be taken back."""
        self.hurry = Hurry.NONE
        """What is shown at once; ends by itself with the activation."""
        self.is_paused = False  # by the player
        self.is_held = False
        """Whether an activation is over, and the show waits for the player."""
        self._stage = stage
        self._queue: list[Event] = []
        self._walking: Beat | None = None
        self._steps = False  # one beat that can be seen is shown in spite of a pause
        self._trail: list[int] = []  # how many events had been told before each beat that was seen
        self._rests = False  # until the timer, or the end of the pause, brings on the next beat
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._next)

    @property
    def is_running(self) -> bool:
        """Whether something is still to be shown."""
        return bool(self._queue) or self._walking is not None or self._rests

    @property
    def waiting(self) -> int:
        """How many events are still to be shown."""
        return len(self._queue) + self.in_hand

    @property
    def in_hand(self) -> int:
        """How many events belong to the walk that is being shown."""
        return len(self._walking.events) if self._walking else 0

    @property
    def can_go_back(self) -> bool:
        """Whether something that has been shown can be taken off the table."""
        return bool(self._trail) and self.reel is not None

    def reset(self, table: Any, told: int) -> None:
        """Show this table, and nothing of how it came about."""
        self.stop()
        self.table, self.told = table, told
        self.forget_trail()

    def forget_trail(self) -> None:
        """What has been shown so far is not taken back any more: the player has answered."""
        self._trail.clear()

    def play(self, events: Sequence[Event]) -> None:
        """Show events one after another; `finished` follows, at once if the pace is off."""
        self._queue += events
        if self.pace is Pace.OFF or self.hurry is Hurry.ALL:
            self.skip()
        elif self._walking is None and not self._rests:
            self._rest(0)

    def skip(self) -> None:
        """Show the end of it now."""
        self._halt()
        self.is_held = False
        if self._queue:
            self._leap(len(self._queue))
        self.finished.emit()

    def skip_activation(self) -> None:
        """Show the end of the activation now, or as soon as it has come."""
        self._halt()
        self.is_held = False
        self.hurry = Hurry.ACTIVATION
        self._rest(0)

    def stop(self) -> None:
        """Show no more of it."""
        self._halt()
        self._queue.clear()
        self.is_held = self._steps = False

    def back(self) -> bool:
        """Take the last beat that was seen off the table; False where there is none."""
        if not self.can_go_back or self.reel is None:
            return False
        self._halt()
        before = self._trail.pop()
        self._queue[:0] = self.reel.events[before : self.told]
        self.table, self.told = self.reel.at(before), before
        self.is_held, self.hurry = False, Hurry.NONE
        self._rests = True
        self.taken_back.emit()
        return True

    def step(self) -> None:
        """Show one beat more, in spite of a pause; the next that comes where none waits."""
        self._steps = True
        self.go_on()

    def go_on(self) -> None:
        """Show what follows the end of an activation, or what waits."""
        self.is_held = False
        if self._rests and not self._timer.isActive():
            self._next()

    def set_paused(self, paused: bool) -> None:
        """Stop after the present beat, or go on."""
        self.is_paused = paused
        if paused:
            self._timer.stop()
        else:
            self.go_on()

    @property
    def waits(self) -> bool:
        """Whether nothing is shown until the player says so."""
        return (self.is_paused and not self._steps) or self.is_held

    def _halt(self) -> None:
        """Let nothing walk nor rest; a beat under way goes back into the queue."""
        self._timer.stop()
        self._rests = False
        walking, self._walking = self._walking, None
        if walking is not None:
            self._queue[:0] = walking.events
            self._stage.hurry()

    def _rest(self, milliseconds: int) -> None:
        """Bring on the next beat after a while; at once for none; in a pause when it ends."""
        self._rests = True
        if self.waits:
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
        if self.hurry is Hurry.ACTIVATION:
            self._leap_to_close()
            return
        ends, rushes = self.holds_after, self.shows_rushes
        beat = first_beat(self.table, self._queue, self.can_see, rushes=rushes, ends=ends)
        del self._queue[: len(beat.events)]
        self._note(beat)
        self.begun.emit(beat)
        if beat.path:
            self._walking = beat
            self._stage.walk(beat.pieces, beat.path, lambda: self._arrive(beat))
        else:
            self._show(beat)

    def _note(self, beat: Beat) -> None:
        """Keep where a beat that is seen began."""
        if (beat.path or beat.rest) and any(self.can_see(event) for event in beat.events):
            self._trail.append(self.told)
            self._steps = False

    def _arrive(self, beat: Beat) -> None:
        if self._walking is beat:
            self._walking = None
            self._show(beat)

    def _show(self, beat: Beat) -> None:
        self._apply(beat)
        self.is_held = any(self.holds_after(event) for event in beat.events)
        self.shown.emit(beat)
        if self.is_held:
            self._hold()
        elif not self._queue and (beat.path or not beat.rest):
            self.finished.emit()
        else:
            self._rest(round(beat.rest / self.pace.speed) if self.pace.speed else 0)

    def _leap_to_close(self) -> None:
        """Show at once what is there of the activation; with its end the hurry is over."""
        ends = (n for n, event in enumerate(self._queue, 1) if closes_activation(event))
        end = next(ends, 0)
        if end:
            self.hurry = Hurry.NONE
            self.is_held = self.holds_after(self._queue[end - 1])
        self._leap(end or len(self._queue))
        if self.is_held:
            self._hold()
        elif self._queue:
            self._rest(0)
        else:
            self.finished.emit()

    def _leap(self, count: int) -> None:
        """Show the first so many events of the queue as one beat."""
        beat = Beat(tuple(self._queue[:count]))
        del self._queue[:count]
        if any(self.can_see(event) for event in beat.events):
            self._trail.append(self.told)
        self._apply(beat)
        self.shown.emit(beat)

    def _hold(self) -> None:
        """Wait for the player."""
        self._rests = True
        self.held.emit()

    def _apply(self, beat: Beat) -> None:
        for event in beat.events:
            self.applying.emit()
            event.happen(self.table)
            self.told += 1
