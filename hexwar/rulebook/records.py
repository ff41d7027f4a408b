"""What the rulebook is made of: rules, chapters, entries of the two lists, and its errors."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.messages import say


class RulebookError(ValueError):
    """A file of the rulebook is broken; the message names the file, the line and the fault."""


class UnknownRuleError(KeyError):
    """A rule id that the rulebook does not have."""

    def __init__(self, rule_id: str) -> None:
        super().__init__(rule_id)
        self.rule_id = rule_id

    def __str__(self) -> str:
        return say("The rulebook has no rule {id}.", id=self.rule_id[:40])


class UnknownChapterError(KeyError):
    """A chapter name that the rulebook does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return say("The rulebook has no chapter {name}.", name=self.name[:40])


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: an anchor of the rulebook and the text under it."""

    id: str
    """As the player sees it: N8, N8.31, N4.5b or T18.2."""
    title: str
    """The heading without the id."""
    chapter: str
    """Name of the chapter, its file without suffix: n08-assault."""
    text_markdown: str
    """The text under the heading up to the next rule, numbers filled in."""
    house: bool
    """The whole rule, or the part that its badge names, is a house rule."""
    built: bool
    """False while the game does not play the rule."""
    background: bool
    """The text explains; it gives no rule that play could break."""

    @property
    def is_chapter(self) -> bool:
        """Whether the id is that of a whole chapter, such as N8."""
        return "." not in self.id


@dataclass(frozen=True, slots=True)
class Chapter:
    """One page of the rulebook."""

    name: str
    """The file without suffix."""
    title: str
    """The first heading."""
    markdown: str
    """The whole page, numbers filled in."""
    rules: tuple[Rule, ...]
    """In the order of the page; none on the index and the like."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list of decisions (N31) or of events (N32)."""

    name: str
    """The class name."""
    group: str
    """Whom a decision asks, or the group that an event belongs to."""
    rule: str
    """The rules that it belongs to; empty where the group says enough."""
    text: str
    """What it is, in one sentence."""
    built: bool
    """Whether the game has the class."""
