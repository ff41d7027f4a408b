"""What the player-turn game is to the window."""

from __future__ import annotations

from hexwar.kit import Kit
from hexwar.shell.face import Face
from hexwar.shell.prompter import Acting, Questions
from hexwar.systems.tlnb.events.turn import PlayerTurnBegan, SegmentBegan
from hexwar.systems.tlnb.state import TlnbState


class TlnbQuestions(Questions):
    """Every question is answered by buttons, pieces and places."""

    def acting(self, view: TlnbState) -> Acting:
        """Whose Player-Turn it is."""
        return Acting(view.phasing)


class TlnbFace(Face):
    """The game in the window."""

    milestones = (PlayerTurnBegan, SegmentBegan)

    def __init__(self, kit: Kit[TlnbState]) -> None:
        """Make it for a kit."""
        super().__init__(kit)
        self.questions = TlnbQuestions(kit)
