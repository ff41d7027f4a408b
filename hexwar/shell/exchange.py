"""The machine goes from one player to the other: who is waited for, and the way back (N3.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from hexwar.engine import Refusal, Session
from hexwar.messages import mark, say
from hexwar.shell.prompter import Questions
from hexwar.shell.seats import HotSeat, Seats
from hexwar.shell.undoing import Undoing
from hexwar.table.forces import Side

HAND_OVER = Refusal(mark("The machine is to be handed over first."), "")
"""What is said of all that could be done while the machine changes hands."""

STANDS = Refusal(mark("What was answered last stands: it cannot be taken back."), "")
"""What is said, before both, to who took the machine back for nothing; it does not say why."""

PADS_OPEN = Refusal(mark("No order pad is closed now."), "")
"""What is said to who would open one."""


class Exchange(QObject):
    """Knows whether the machine changes hands, what for, and who may have it back."""

    settled = Signal()
    """Another sits there now, or nobody is waited for: the question is to be put."""
    takenBack = Signal()
    """An answer was taken back on the way: the table is to be laid out anew."""
    asked = Signal(object)
    """Who is waited for instead: a `Side`."""
    refused = Signal(object)
    """A `Refusal`: why a pad cannot be opened."""

    def __init__(
        self,
        session: Session[Any],
        seats: Seats,
        seat: HotSeat,
        undoing: Undoing,
        is_asking: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        """Nobody is waited for; `is_asking` tells whether a person may answer now."""
        super().__init__(parent)
        self._session, self._seats, self._seat = session, seats, seat
        self._undoing, self._is_asking = undoing, is_asking
        self._gives_back: Side | None = None  # who has asked for the machine to take back
        self.is_under_way = False
        """Whether the machine changes hands now: nothing is told or done until somebody sits."""

    def await_one(self) -> Side | None:
        """Who must take the seat before the question at hand; None when nobody must."""
        awaited = self._seat.awaited(self._session.pending)
        self.is_under_way = awaited is not None
        return awaited

    def take_seat(self) -> Refusal | None:
        """The player whom the screen waits for says that he sits there, and alone.

        Who has asked for the machine has his last answer back. If that stands, the other one is
        waited for as before, and what is given back says so.
        """
        if not self.is_under_way:
            return None
        back, self._gives_back = self._gives_back, None
        if back is not None:
            return self._give_back(back)
        side = self._seat.awaited(self._session.pending)
        if side is not None:
            self._seat.sitting = side
            self.settled.emit()
        return None

    def _give_back(self, side: Side) -> Refusal | None:
        before, self._seat.sitting = self._seat.sitting, side
        if self._undoing.undo() is not None:
            self._seat.sitting = before
            self.settled.emit()
            return STANDS
        self.takenBack.emit()
        return None

    def errand(self, view: Any, questions: Questions) -> str:
        """What the next player must do when he has taken the seat, and how long it takes."""
        pending = self._session.pending
        if self._gives_back is not None:
            return say("To take the last answer back.")
        if pending is None or self._seat.peeks is not None:
            return say("To look at the orders: a moment.")
        return questions.errand(view, pending)  # both read it

    # -- the way back

    def way_back(self) -> str:
        """What `go_back` does, in words; empty where nobody can go back.

        Whether anything can be taken back is not told: it hangs on what only one side knows.
        """
        names = self._session.state.battle.side_names
        if self._seat.peeks is not None or self._gives_back is not None:
            return say("Not now")
        giver = self._giver
        if giver is None:
            return ""
        return say("The {name} take their last answer back", name=names.get(giver, giver))

    def go_back(self) -> None:
        """Ask for the player who answered last instead, or no more for whom was asked for."""
        if not self.is_under_way:
            return
        if self._seat.peeks is not None:
            self._seat.peeks = None
        else:
            self._gives_back = self._giver if self._gives_back is None else None
        if self._gives_back is None:
            self.settled.emit()
        else:
            self.asked.emit(self._gives_back)

    @property
    def _giver(self) -> Side | None:
        """The other player, if he has answered last."""
        given = next((entry for entry in reversed(self._session.journal) if entry.is_given), None)
        awaited = self._seat.awaited(self._session.pending)
        if given is None or given.side == awaited or not self._seats.is_human(given.side):
            return None
        return Side(given.side)

    # -- a look at a closed pad

    @property
    def can_peek(self) -> bool:
        """Whether the pads are closed though the one who is asked may look at his."""
        return self._is_asking() and self._seat.has_closed_pads(self._session.pending)

    @property
    def is_peeking(self) -> bool:
        """Whether a player looks at his pad beside a question that both may see."""
        return self._is_asking() and self._seat.peeks is not None

    def peek(self, *, is_on: bool) -> None:
        """Open the pad of the one who is asked, once he sits there alone; or close it again."""
        if self.is_under_way:
            self.refused.emit(HAND_OVER)
            return
        if is_on and not self.can_peek:
            self.refused.emit(PADS_OPEN)
            return
        pending = self._session.pending
        self._seat.peeks = Side(pending.side) if is_on and pending is not None else None
        self.settled.emit()
