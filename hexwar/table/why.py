"""Why something was done, as it is told: a sentence, and what was weighed with its worth."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.messages import listed, say
from hexwar.text import MINUS


@dataclass(frozen=True, slots=True)
class Why:
    """Why a computer player did something."""

    sentence: str
    weighed: tuple[tuple[str, float], ...] = ()  # what, with the VP expected of it; first the deed

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """What was weighed, with its worth in words."""
        return tuple((what, worth_words(worth)) for what, worth in self.weighed)

    @property
    def words(self) -> str:
        """All of it in a line."""
        if not self.weighed:
            return self.sentence
        rows = listed(f"{what} {worth}" for what, worth in self.rows)
        return say("{sentence} Weighed, in VP: {rows}.", sentence=self.sentence, rows=rows)


def worth_words(worth: float) -> str:
    """VP to a tenth, with their sign."""
    tenths = round(worth * 10)
    sign = "+" if tenths > 0 else MINUS if tenths < 0 else ""
    return f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10}"
