"""What blocks undo at a machine that persons and computer players share (N3.4)."""

from __future__ import annotations

from hexwar.engine import Barrier, BarrierKind, Session
from hexwar.shell.eyes import Chair
from hexwar.shell.seats import Seats
from hexwar.systems.nlc.state import GameState

HANDED_OVER = "The machine has been handed over since."
"""Why an answer cannot be taken back that the player before gave from his order pad."""

OTHER_ASKED = "The other side has been asked since."
"""Why an answer cannot be taken back to which the other side is already asked for its reply."""


def barrier_of(session: Session[GameState], seats: Seats, chair: Chair) -> Barrier | None:
    """What blocks undo, or None."""
    given = next((entry for entry in reversed(session.journal) if entry.is_given), None)
    if given is None:
        return session.barrier()
    asked = session.system.decision_named(given.asked)
    sentence = ""
    if not seats.is_human(given.side):
        sentence = "The answer before is the computer's."
    elif chair.is_handed_over(asked, given.side):
        sentence = HANDED_OVER
    elif chair.has_asked(session.pending, asked, given.side):
        sentence = OTHER_ASKED
    return Barrier(BarrierKind.SIDE, sentence, given.side) if sentence else session.barrier()
