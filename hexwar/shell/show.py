"""What is shown of a game: at what pace, one step on or back, to the end, or once more.

The live show runs behind the session. A part that is shown once more has a show of its own over a
table of its own, so that nothing of the game under way is touched by it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from hexwar.engine import Event, Session
from hexwar.shell.playback import Beat, Hurry, Playback, Stage, closes_activation
from hexwar.shell.preferences import Pace
from hexwar.shell.seats import Seats
from hexwar.shell.thinker import Thinker
from hexwar.table.fact import Fact
from hexwar.table.forces import Side
from hexwar.table.reel import Reel


class Show(QObject):
    """Holds the playback, and the computer players to its pace."""

    begun = Signal(object)
    """A `Beat` begins."""
    shown = Signal(object)
    """A `Beat` is over."""
    finished = Signal()
    """All that has happened has been shown; what was shown once more is no part of it."""
    taken_back = Signal()
    """The table is as it was before."""
    again = Signal()
    """A part of the game is shown once more from now on, or no more; see `is_again`."""
    changed = Signal()
    """Pause, hold or hurry may be otherwise."""

    def __init__(
        self,
        session: Session[Any],
        seats: Seats,
        stage: Stage,
        thinker: Thinker,
        can_see: Callable[[Event], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._seats, self._stage, self._thinker = session, seats, stage, thinker
        self._can_see = can_see
        self.reel = Reel(session)
        """The game as one looks back on it."""
        self.is_recorded = False
        """Whether it is a recorded game: that is shown in any case."""
        self.pauses = False
        """Whether the show waits for the player after each activation of a computer player's."""
        self.live = self._playback(session.state.copy())
        self.live.holds_after = self._holds_after
        self.live.finished.connect(self.finished)
        self._once_more: Playback | None = None

    # -- what there is

    @property
    def playback(self) -> Playback:
        """What the board shows: the game, or a part of it once more."""
        return self.live if self._once_more is None else self._once_more

    @property
    def is_again(self) -> bool:
        """Whether a part of the game is shown once more."""
        return self._once_more is not None

    @property
    def is_running(self) -> bool:
        """Whether something is being shown, or a computer player thinks."""
        return self.playback.is_running or self._thinker.is_thinking

    @property
    def is_paused(self) -> bool:
        """Whether the player holds it."""
        return self.playback.is_paused or self.playback.is_held

    def acting_at(self, told: int) -> Side | None:
        """Whose activation the last of so many events belongs to; None where it is nobody's."""
        for event in reversed(self._session.events[:told]):
            heading = event.heading() if isinstance(event, Fact) else None
            if heading is not None and heading.side is not None:
                return heading.side
            if heading is not None and (heading.closes or heading.turn is not None):
                return None
        return None

    # -- pace

    def set_pace(self, pace: Pace) -> None:
        """Show events and think at another pace."""
        self.live.pace = _visible(pace) if self.is_recorded else pace
        self._thinker.speed = pace.speed
        if self._once_more is not None:
            self._once_more.pace = _visible(pace)
        self.changed.emit()

    def set_rushes(self, *, shown: bool) -> None:
        """Walk the moves of combat, or not."""
        self.live.shows_rushes = shown

    def set_paused(self, paused: bool) -> None:
        """Hold computer players and the show, or let them go on."""
        self._thinker.set_paused(paused)
        self.playback.set_paused(paused)
        if self._once_more is not None:
            self.live.is_paused = paused
        self.changed.emit()

    # -- steps

    def step(self) -> None:
        """Show one thing more, and hold: what waits, or what comes next."""
        if self.is_running and not self.playback.is_paused:
            self.set_paused(True)
        self.playback.step()
        if not self.playback.is_running and not self.is_again:
            self._thinker.step()
        self.changed.emit()

    def back(self) -> bool:
        """Take what was shown last off the table, and hold; False where there is nothing."""
        if not self.playback.can_go_back:
            return False
        self.set_paused(True)
        self.playback.back()
        self.changed.emit()
        return True

    def skip_activation(self) -> None:
        """Show the end of this activation at once."""
        self._release()
        if not self.is_again:
            self._thinker.hurry(on=True)
        self.playback.skip_activation()
        self.changed.emit()

    def skip(self) -> None:
        """Show at once all that is to come, until a person is asked."""
        self._release()
        if self._once_more is not None:
            self._once_more.skip()
            return
        if not self.is_running:  # a person is asked: what follows from his answer is not hurried
            return
        self.live.hurry = Hurry.ALL
        self._thinker.hurry(on=True)
        if self.live.is_running:
            self.live.skip()
        self.changed.emit()

    def _release(self) -> None:
        """What is skipped is not held."""
        if self.playback.is_paused:
            self.playback.is_paused = False
            self._thinker.set_paused(False)

    # -- the game under way

    def lay_out(self) -> None:
        """Show the session's table at once."""
        self.end_again()
        self.live.reset(self._session.state.copy(), len(self._session.events))

    def begin(self) -> None:
        """A person answers: what has been shown so far is not taken back any more."""
        self.end_again()
        self.live.forget_trail()

    def go_on(self) -> None:
        """Show what has happened since."""
        if self.live.hurry is not Hurry.ALL:
            self._thinker.hurry(on=self.live.hurry is Hurry.ACTIVATION)
        self.live.play(self._session.events[self.live.told + self.live.waiting :])
        self.changed.emit()

    def rest(self) -> None:
        """A person is asked: nothing is hurried any more."""
        self.live.hurry = Hurry.NONE
        self._thinker.hurry(on=False)
        self.changed.emit()

    def stop(self) -> None:
        """Leave the table: no thread, no timer runs on."""
        self.end_again()
        self.live.stop()
        self._thinker.close()

    # -- once more

    def once_more(self, first: int, end: int) -> None:
        """Show some events of the game once more, then what was there before."""
        if self.live.is_running:
            return
        self.end_again()
        shown = self._once_more = self._playback(self.reel.at(first))
        shown.told = first
        shown.pace, shown.shows_rushes = _visible(self.live.pace), True
        shown.finished.connect(self.end_again)
        self.again.emit()
        self.taken_back.emit()
        shown.play(self._session.events[first:end])

    def end_again(self) -> None:
        """Show no more what is shown once more."""
        shown, self._once_more = self._once_more, None
        if shown is not None:
            shown.finished.disconnect(self.end_again)
            shown.stop()
            shown.deleteLater()
            self.live.is_paused = False
            self._thinker.set_paused(False)
            self.again.emit()
            self.changed.emit()

    # -- inside

    def _playback(self, table: Any) -> Playback:
        made = Playback(table, self._stage, self)
        made.can_see = self._can_see
        made.reel = self.reel
        made.begun.connect(self.begun)
        made.shown.connect(self._tell)
        made.taken_back.connect(self.taken_back)
        made.held.connect(self.changed)
        return made

    def _tell(self, beat: Beat) -> None:
        if self.live.hurry is Hurry.NONE:
            self._thinker.hurry(on=False)
        self.shown.emit(beat)
        self.changed.emit()

    def _holds_after(self, event: Event) -> bool:
        """Whether an activation of a computer player's is over with an event, and is waited for."""
        if not self.pauses or not closes_activation(event):
            return False
        events = self._session.events
        at = next((n for n in reversed(range(len(events))) if events[n] is event), 0)
        side = self.acting_at(at)
        return side is not None and not self._seats.is_human(side)


def _visible(pace: Pace) -> Pace:
    """The pace of what the player wants to see once more: it is shown in any case."""
    return Pace.NORMAL if pace is Pace.OFF else pace
