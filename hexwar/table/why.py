"""Why something was done, as it is told: a sentence, and what was weighed with its worth."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.messages import listed, mark, say
from hexwar.text import MINUS


@dataclass(frozen=True, slots=True)
class Why:
    """Why a computer player did something."""

    sentence: str
    weighed: tuple[tuple[str, float], ...] = ()  # what, with its worth in VP; first the deed
    side: str = ""  # who says so

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """What was weighed, with its worth in words: to a tenth.

        To a hundredth where that tells apart what else would read alike.
        """
        told = [tuple(worth_words(worth, n) for _, worth in self.weighed) for n in (1, 2)]
        words = told[0] if len({*told[0]}) == len({*told[1]}) else told[1]
        return tuple((what, word) for (what, _), word in zip(self.weighed, words, strict=True))

    @property
    def scale(self) -> str:
        """What the numbers of the rows are: mostly what a course has before that of worth 0.

        Each player counts from where he likes: from staying, from the table as it is. Without a
        row of worth 0 nothing is said of that, and only the differences count.
        """
        zero = [what for what, worth in self.weighed if not round(worth, 2)]
        if zero:
            return say("VP more than “{what}”", what=zero[-1])
        return say("VP, by its own reckoning")

    @property
    def words(self) -> str:
        """All of it in a line."""
        if not self.weighed:
            return self.sentence
        rows = listed(f"{what} {worth}" for what, worth in self.rows)
        words = mark("{sentence} Weighed ({scale}): {rows}.")
        return say(words, sentence=self.sentence, scale=self.scale, rows=rows)


def worth_words(worth: float, digits: int = 1) -> str:
    """VP with their sign, to as many digits behind the point."""
    whole = 10**digits
    parts = round(worth * whole)
    sign = "+" if parts > 0 else MINUS if parts < 0 else ""
    return f"{sign}{abs(parts) // whole}.{abs(parts) % whole:0{digits}d}"
