"""The rulebook as the dock reads it, with the numbers of the battle that is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwar.rulebook import Rulebook
from hexwar.systems.nlc.events import EVENTS
from hexwar.systems.nlc.numbers import printed
from hexwar.systems.nlc.system import DECISIONS
from hexwar.table.numbers import with_own


class Library:
    """Serves the pages of the rulebook to the `RulebookView`."""

    def __init__(self, overrides: Mapping[str, object]) -> None:
        """Read the rulebook.

        Args:
            overrides: A scenario's own numbers by dotted key.

        Raises:
            RulebookError: A file of the rulebook is missing or broken.
        """
        self._book = Rulebook.load(
            with_own(printed(), overrides),
            decisions=[kind.__name__ for kind in DECISIONS],
            events=[kind.__name__ for kind in EVENTS],
        )

    def chapters(self) -> Sequence[tuple[str, str]]:
        """Name and title of each chapter, in reading order."""
        return [(chapter.name, chapter.title) for chapter in self._book.chapters]

    def html(self, chapter: str) -> str:
        """A chapter as HTML, an anchor at each rule."""
        return self._book.to_html(chapter)

    def chapter_of(self, rule: str) -> str | None:
        """The name of the chapter that holds a rule; None for a rule that there is not."""
        found = self._book.rules.get(rule)
        return None if found is None else found.chapter

    def search(self, text: str) -> Sequence[tuple[str, str]]:
        """Id and title of the rules that a text is found in, the best first."""
        return [(rule.id, f"{rule.id} {rule.title}") for rule in self._book.search(text)]
