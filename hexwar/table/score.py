"""The score: its lines, and what each of them rests on."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.table.forces import Side


@dataclass(frozen=True, slots=True)
class ScoreReason:
    """One thing that a line of the score rests on, or why the line counts nothing."""

    subject: str  # who or what, as a player says it; empty where the words are a whole sentence
    words: str  # what is to be said of the subject
    address: str = ""  # of the subject: `unit:FR-2-01`, `leader:ID`, `formation:ID`, `hex:0913`
    rule: str = ""
    counts: bool = True  # whether it earns points, or bars them
    parts: tuple[ScoreReason, ...] = ()  # what it is made of

    @property
    def sentence(self) -> str:
        """Subject and words."""
        return f"{self.subject} {self.words}" if self.subject else self.words


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One entry of the score of a side (N22)."""

    side: Side
    points: int  # VP; 0 for what would count, but does not
    reason: str  # in a few words
    address: str = ""  # what it is about, as in a reason
    rule: str = "N22"
    reasons: tuple[ScoreReason, ...] = ()
