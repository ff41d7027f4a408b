"""A recorded game on the same board: one goes to and fro in it, and nothing can be answered.

By whose eyes it may be looked at hangs on whether it is over: a game that still runs is shown as
the one who looks has seen it, and what he may not know of is not even counted (N3.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from PySide6.QtCore import QObject, Signal

from hexwar.engine import Event, Refusal, Session
from hexwar.messages import mark
from hexwar.shell.controller import Controller
from hexwar.shell.playback import Beat, Stage
from hexwar.shell.prompter import Questions
from hexwar.shell.seats import Seats, Viewer
from hexwar.table.fact import Fact
from hexwar.table.recap import Recap
from hexwar.table.reel import Level, Stops, stops_with

ONLY_LOOKED_AT = Refusal(mark("This is a replay: nothing can be played in it."), "")


def eyes_of(session: Session[Any], seats: Seats) -> tuple[Viewer, ...]:
    """By whose eyes a game may be looked at, the usual ones first.

    A game that is over by those of both sides or of either. One that runs as it is played: by
    those of a person at the machine, of both sides where nothing is secret between them.
    """
    battle = session.state.battle
    first = next(iter(seats.humans), battle.sides[0])
    both = Viewer(first, battle.sides)
    if session.pending is None:
        return (both, *(Viewer(side, (side,)) for side in battle.sides))
    if not seats.humans or not battle.secrecy.has_secrets:
        return (both,)
    return tuple(Viewer(side, (side,)) for side in seats.humans)


class Screening(Controller):
    """Shows a recorded game to those who look, at any of its events."""

    moved = Signal()
    """The table is another one, or the show runs, or stands."""

    def __init__(
        self,
        session: Session[Any],
        seats: Seats,
        questions: Questions,
        stage: Stage,
        eyes: Viewer,
        parent: QObject | None = None,
    ) -> None:
        self._eyes = eyes
        self._known: frozenset[int] = frozenset()  # the identities of the events he knows of
        super().__init__(session, seats, questions, stage, parent)
        self.show.is_recorded = True
        self.recap = Recap(self.kit.names(session.state.battle))
        """What was done, as far as the one who looks may know of it."""
        self.stops = Stops(((0,),) * len(Level))
        """Where he can stop."""
        self._cut()

    @property
    def viewer(self) -> Viewer:
        """Whose eyes the game is looked at with."""
        return self._eyes

    @property
    def recounted(self) -> int:
        """How many events the recap tells of: all, for it leads to any of them."""
        return len(self.session.events)

    @property
    def place(self) -> int:
        """The number of the stop that is shown."""
        return self.stops.place_of(self.playback.told)

    def stop_of(self, event: int) -> int:
        """The number of the stop behind an event, or of the next one there is."""
        return self.stops.place_of(self.stops.next(event, Level.EVENT, 1))

    @property
    def is_playing(self) -> bool:
        """Whether the game runs by itself."""
        return self.playback.is_running and not self.show.is_paused

    @property
    def is_over(self) -> bool:
        """Whether the recorded game has ended."""
        return self.session.pending is None

    def look_with(self, eyes: Viewer) -> None:
        """Look with other eyes, at the same place as far as they have seen it."""
        told = self.playback.told
        self._eyes = eyes
        self._cut()
        self.taken.emit()
        self.go_to(self.stops.all[self.stops.place_of(told)])

    # -- to and fro

    def start(self) -> None:
        """Show the game at its beginning."""
        self.go_to(0)

    def go_to(self, told: int) -> None:
        """Show the table after so many events at once, and stand."""
        self._stand()
        live = self.show.live
        live.reset(self.show.reel.at(told), told)
        self._show_place()

    def step(self, level: Level, step: int) -> None:
        """Go one event, activation or turn on, or back for a step of -1; one event on is played."""
        told = self._place_told()
        goal = self.stops.next(told, level, step)
        if level is Level.EVENT and step > 0 and goal > told:
            self._play_to(goal)
        else:
            self.go_to(goal)

    def play(self, *, on: bool) -> None:
        """Let the game run from here, or stand; from its end it begins anew."""
        if not on:
            self.show.set_paused(True)
        elif self.playback.is_running:
            self.show.set_paused(False)
        else:
            told, end = self.playback.told, self.stops.all[-1]
            if told >= end:
                self.go_to(0)
            self._play_to(end)
        self.moved.emit()

    def show_part(self, first: int, end: int) -> None:
        """Go to where something begins, and show it to its end."""
        self.go_to(first)
        self._play_to(end)

    # -- nothing is played

    @property
    def can_take_back(self) -> bool:
        """Whether answers can be taken back: nothing can."""
        return False

    def undo(self) -> None:
        """Say that nothing can be played."""
        self.refused.emit(ONLY_LOOKED_AT)

    redo = redo_all = end_activation = end_segment = undo

    def undo_to(self, entry: int) -> None:  # noqa: ARG002
        """Say that nothing can be played."""
        self.undo()

    def skip(self) -> None:
        """Show the end of what runs."""
        self.go_to(self.stops.next(self._place_told(), Level.ACTIVATION, 1))

    def can_see(self, event: Event) -> bool:
        """Whether those who look may know of an event; by one side's eyes as it was then.

        The end of a game lays all open. Who looks with one side's eyes wants to see what it saw.
        """
        return id(event) in self._known

    # -- inside

    def _may_act(self) -> bool:
        return False

    def _ask(self) -> None:
        """All has been shown that was to be."""
        self.moved.emit()

    def _show_beat(self, beat: Beat) -> None:
        super()._show_beat(beat)
        self.moved.emit()

    def _cut(self) -> None:
        """Find the stops of those who look."""
        events, viewer = self.session.events, self.viewer
        before: Sequence[Event] = events
        if len(viewer.pads) == 1:
            before = list(takewhile(lambda one: not _opens(one), events))
        self._hearsay.follow(before)
        known = (event for event in events if viewer.can_see(event, self._hearsay))
        self._known = frozenset(id(event) for event in known)
        self.recap.follow(before, viewer.readers)
        self.stops = stops_with(events, self.can_see, self.recap.parts)

    def _place_told(self) -> int:
        """How many events are told, those on their way too."""
        return self.playback.told + self.playback.in_hand

    def _play_to(self, end: int) -> None:
        """Show what follows, as far as a place, from where the table stands."""
        told = self._place_told()
        self._stand()
        if self.playback.told != told:
            self.show.live.reset(self.show.reel.at(told), told)
            self._show_place()
        self.show.live.play(self.session.events[told:end])
        self.moved.emit()

    def _stand(self) -> None:
        self.show.live.stop()
        self.show.set_paused(False)

    def _show_place(self) -> None:
        self.rewound.emit()
        self.shown.emit(self.view)
        self.told.emit(Beat(()))
        self.moved.emit()


def _opens(event: Event) -> bool:
    return isinstance(event, Fact) and event.opens
