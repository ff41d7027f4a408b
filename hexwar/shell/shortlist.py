"""Choices that name pieces or places: by buttons, or by clicks that leave fewer of them. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from hexwar.messages import say
from hexwar.shell.prompter import Button
from hexwar.table.spot import Spot

Subjects = tuple[str, ...]
"""The ids of what a choice names: units, leaders, formations, hexes, or words of a game."""

Where = Callable[[Any, Iterable[str]], tuple[Spot, ...]]
"""Where those stand whom some ids name, as far as a table shows them."""

Title = Callable[[Any, Sequence[str]], str]
"""Names some ids on a table."""

MANY = 6
"""How many choices are listed one by one; more are gathered by what they name first."""


_ONE, _GROUP = "subjects:", "named:"


class Shortlist:
    """The choices that are left."""

    def __init__(self, view: Any, every: Iterable[Subjects], title: Title, where: Where) -> None:
        """Begin with all of them.

        Args:
            view: The table as the one who chooses may see it.
            every: The choices, each the ids of what it names.
            title: Names some ids.
            where: Tells where on the board they are.
        """
        self._view, self._title, self._where = view, title, where
        self._every = tuple(every)
        self.over: Spot | None = None
        """The place that is pointed at."""
        self.left = self._every
        """Those that agree with all that was chosen."""

    @property
    def is_narrowed(self) -> bool:
        """Whether something was chosen."""
        return len(self.left) < len(self._every)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The places that a click can name something in."""
        return tuple(sorted({h for one in self.left for h in self._where(self._view, one)}))

    def at(self, spot: Spot) -> tuple[Subjects, ...]:
        """The choices that name something in a place; among all, if none of those left does."""
        return self._at(self.left, spot) or self._at(self._every, spot)

    @property
    def pointed(self) -> tuple[Subjects, ...]:
        """The choices of the place that is pointed at."""
        return () if self.over is None else self._at(self.left, self.over)

    @property
    def pointed_words(self) -> str:
        """What a click there would name: one choice, or how many; empty for none."""
        found = self.pointed
        if len(found) > 1:
            return say("one of {number} that are there", number=len(found))
        return self._title(self._view, found[0]) if found else ""

    @property
    def pointed_spots(self) -> frozenset[Spot]:
        """The places of what is pointed at, where that is one choice."""
        found = self.pointed
        return frozenset(self._where(self._view, found[0])) if len(found) == 1 else frozenset()

    @property
    def common(self) -> str:
        """Whom or what every choice names, in words, where they differ in the rest; else empty."""
        first = self._every[0] if len(self._every) > 1 else ()
        shared = [id_ for id_ in first if all(id_ in one for one in self._every)]
        return self._title(self._view, shared) if shared else ""

    def back(self) -> bool:
        """Bring all choices back; False when none had gone."""
        was, self.left = self.is_narrowed, self._every
        return was

    def buttons(self, verb: str) -> tuple[Button, ...]:
        """A button for each choice; of many, one for each that they name first.

        Args:
            verb: What pressing it does: `play it on`.
        """
        common = set(self.left[0]).intersection(*self.left[1:]) if len(self.left) > 1 else set()
        groups = dict.fromkeys(next((x for x in one if x not in common), "") for one in self.left)
        if len(self.left) > MANY and len(groups) < len(self.left):
            return tuple(self._button(f"{_GROUP}{id_}", (id_,), verb) for id_ in groups)
        return tuple(
            self._button(f"{_ONE}{place}", tuple(id_ for id_ in one if id_ not in common), verb)
            for place, one in enumerate(self.left)
        )

    def press(self, word: str) -> Subjects | None:
        """The choice of a button; None where it only narrows."""
        if word.startswith(_GROUP):
            id_ = word.removeprefix(_GROUP)
            self.left = tuple(one for one in self.left if id_ in one)
            return self.left[0] if len(self.left) == 1 else None
        return self.left[int(word.removeprefix(_ONE))]

    def _at(self, choices: Sequence[Subjects], spot: Spot) -> tuple[Subjects, ...]:
        return tuple(one for one in choices if spot in self._where(self._view, one))

    def _button(self, word: str, named: Sequence[str], verb: str) -> Button:
        title = self._title(self._view, named)
        tip = f"{verb[0].upper()}{verb[1:]} {title}"
        return Button(word, title, tip, spots=self._where(self._view, named), word=word)
