"""Answers taken back and given again: how far one can, and how far a player goes (N3.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hexwar.engine import Barrier, Event, Refusal, Session
from hexwar.engine.history import AT_START
from hexwar.messages import mark
from hexwar.shell.prompter import Questions, StandingAnswers
from hexwar.shell.seats import HotSeat, Seats, barrier_of

NO_ANSWER = Refusal(mark("There is no answer to give again."), "")

_MOST = 300  # steps that are looked for


@dataclass(frozen=True, slots=True)
class Step:
    """Where undo can lead."""

    entry: int  # of the journal, before which the game then stands
    events: int  # how many events there then are
    is_activation: bool  # whether it is still the same activation as now


@dataclass(frozen=True, slots=True)
class Reach:
    """How far undo reaches."""

    steps: tuple[Step, ...]  # the nearest first
    barrier: Barrier | None  # what bars the next

    @property
    def activation(self) -> Step | None:
        """The start of the activation under way, as far as it is in reach."""
        return next((step for step in reversed(self.steps) if step.is_activation), None)

    def before(self, event: int) -> Step | None:
        """Where one stands before the answer that an event came of; None beyond the barrier."""
        return next((step for step in self.steps if step.events <= event), None)


class Undoing:
    """Takes answers of a game back and gives them again, with what passes by itself.

    What it cannot do it says, and then nothing has changed.
    """

    def __init__(
        self,
        session: Session[Any],
        seats: Seats,
        seat: HotSeat,
        questions: Questions,
        standing: StandingAnswers,
        can_see: Callable[[Event], bool],
    ) -> None:
        """Take up a game; `can_see` tells which of its events the one who looks may know of."""
        self._session, self._seats, self._seat = session, seats, seat
        self._questions, self._standing, self._can_see = questions, standing, can_see

    def barrier(self) -> Barrier | None:
        """What blocks undo, or None."""
        return self._barrier_of(self._session)

    def _barrier_of(self, session: Session[Any]) -> Barrier | None:
        return barrier_of(session, self._seats, self._seat, self._can_see)

    def reach(self) -> Reach:
        """How far undo reaches now, tried on a copy of the game."""
        twin, acting = self._session.fork(), self._questions.acting
        now, steps = acting(self._session.state), list[Step]()
        barrier = self._barrier_of(twin)
        while barrier is None and len(steps) < _MOST:
            twin.undo()
            barrier = self._barrier_of(twin)
            if barrier is None and self._standing.lets_pass(twin.pending):
                continue
            is_same = now is not None and acting(twin.state) == now
            steps.append(Step(len(twin.journal), len(twin.events), is_same))
        return Reach(tuple(steps), barrier)

    def undo(self) -> Refusal | None:
        """Take the last answer back, with all that followed from it."""
        barrier = self.barrier()
        if barrier is not None:
            return Refusal(barrier.sentence, "")
        self._session.undo()
        while self._standing.lets_pass(self._session.pending) and self.barrier() is None:
            self._session.undo()
        return None

    def undo_to(self, entry: int) -> Refusal | None:
        """Take answers back, one after the other, until the game stands before one of them."""
        reach = self.reach()
        if entry not in (step.entry for step in reach.steps):
            return Refusal((reach.barrier or AT_START).sentence, "")
        while len(self._session.journal) > entry:
            self._session.undo()
        return None

    def redo(self) -> Refusal | None:
        """Give the answer again that was taken back last."""
        if not self._session.can_redo:
            return NO_ANSWER
        self._session.redo()
        while self._standing.lets_pass(self._session.pending) and self._session.can_redo:
            self._session.redo()
        return None

    def redo_all(self) -> Refusal | None:
        """Give all answers again that were taken back."""
        if not self._session.can_redo:
            return NO_ANSWER
        while self._session.can_redo:
            self._session.redo()
        return None
