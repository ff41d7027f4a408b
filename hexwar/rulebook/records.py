"""What the rulebook is made of: rules, chapters, entries of the two lists, and its errors."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.messages import say


class RulebookError(ValueError):
    """A file of the rulebook is broken; the message names the file, the line and the fault."""


class UnknownRuleError(KeyError):
    """A rule id that the rulebook does not have."""

    def __str__(self) -> str:
        return say("The rulebook has no rule {id}.", id=self.args[0][:40])


class UnknownChapterError(KeyError):
    """A chapter name that the rulebook does not have."""

    def __str__(self) -> str:
        return say("The rulebook has no chapter {name}.", name=self.args[0][:40])


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: an anchor of the rulebook and the text under it."""

    id: str  # as the player sees it: N8, N8.31, N4.5b or T18.2
    title: str  # the heading without the id
    chapter: str  # name of the chapter, its file without suffix: n08-assault
    text_markdown: str  # the text under the heading up to the next rule, numbers filled in
    house: bool  # the whole rule, or the part that its badge names, is a house rule
    built: bool  # False while the game does not play the rule
    background: bool  # the text explains; it gives no rule that play could break

    @property
    def is_chapter(self) -> bool:
        """Whether the id is that of a whole chapter, such as N8."""
        return "." not in self.id


@dataclass(frozen=True, slots=True)
class Chapter:
    """One page of the rulebook."""

    name: str  # the file without suffix
    title: str  # the first heading
    markdown: str  # the whole page, numbers filled in
    rules: tuple[Rule, ...]  # in the order of the page; none on the index and the like


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list of decisions (N31) or of events (N32)."""

    name: str  # the class name
    group: str  # whom a decision asks, or the group that an event belongs to
    rule: str  # the rules that it belongs to; empty where the group says enough
    text: str  # what it is, in one sentence
    built: bool  # whether the game has the class
