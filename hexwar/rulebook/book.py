"""The rulebook as one object: look up a rule, read a chapter, search."""

from __future__ import annotations

import tomllib
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Self

from hexwar import resources
from hexwar.messages import say
from hexwar.rulebook.card_tables import storm_numbers
from hexwar.rulebook.html import chapter_to_html
from hexwar.rulebook.reading import by_id, parse_rules, read_pages, read_text
from hexwar.rulebook.records import (
    Chapter,
    Entry,
    Rule,
    RulebookError,
    UnknownChapterError,
    UnknownRuleError,
)
from hexwar.rulebook.tables import fill
from hexwar.rulebook.values import Numbers

MAX_QUERY = 200
MAX_ENTRIES = 400


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All chapters with their numbers filled in. Build one with `load`."""

    chapters: tuple[Chapter, ...]  # in reading order; the index first
    rules: Mapping[str, Rule]  # by id, in reading order
    decisions: tuple[Entry, ...]  # the list of decisions (N31)
    events: tuple[Entry, ...]  # the list of events (N32)

    @classmethod
    def load(
        cls,
        numbers: Numbers,
        *,
        decisions: Iterable[str] = (),
        events: Iterable[str] = (),
        folder: Path | None = None,
    ) -> Self:
        """Read the chapters and fill in the numbers, nested as in numbers.toml.

        Decisions and events are named as the game has them. The folder is by default the one that
        came with the program.

        Raises:
            RulebookError: A file is missing or broken, an id stands twice, or a placeholder names
                nothing that exists.
        """
        folder = folder or resources.rulebook()
        lists = _read_lists(folder / "catalogue.toml", {"decisions": decisions, "events": events})
        known = {**numbers, "storm": storm_numbers()}
        pages = {n: fill(n, text, known, lists) for n, text in read_pages(folder).items()}
        chapters = tuple(_chapter(name, text) for name, text in pages.items())
        rules = by_id([rule for chapter in chapters for rule in chapter.rules])
        return cls(chapters, MappingProxyType(rules), lists["decisions"], lists["events"])

    def rule(self, rule_id: str) -> Rule:
        """Look up one rule.

        Raises:
            UnknownRuleError: There is no such rule.
        """
        if rule_id not in self.rules:
            raise UnknownRuleError(rule_id)
        return self.rules[rule_id]

    def chapter(self, name: str) -> Chapter:
        """Look up one chapter by the name of its file without suffix.

        Raises:
            UnknownChapterError: There is no such chapter.
        """
        found = next((chapter for chapter in self.chapters if chapter.name == name), None)
        if found is None:
            raise UnknownChapterError(name)
        return found

    def to_html(self, name: str) -> str:
        """Return one chapter as HTML with anchors and links (see `chapter_to_html`).

        Raises:
            UnknownChapterError: There is no such chapter.
        """
        return chapter_to_html(self.chapter(name).markdown)

    def describe(self, rule_id: str) -> str:
        """Say in one line what a rule is about: its id, its title and whether it is a house rule.

        Raises:
            UnknownRuleError: There is no such rule.
        """
        rule = self.rule(rule_id)
        badge = "" if rule.built else say(" (not yet built)")
        return f"{rule.id} {rule.title}{say(' (house rule)') if rule.house else badge}"

    def search(self, text: str) -> list[Rule]:
        """Find the rules in which every word of `text` occurs, whatever their case.

        First comes the rule with that id, then matches in titles, then in texts, in reading order.
        What follows the first `MAX_QUERY` characters is ignored; an empty question finds nothing.
        """
        words = _plain(text[:MAX_QUERY]).split()
        if not words:
            return []
        ranks = {id_: _rank(rule, words) for id_, rule in self.rules.items()}
        return [self.rules[id_] for rank in range(3) for id_ in ranks if ranks[id_] == rank]


def _chapter(name: str, markdown: str) -> Chapter:
    first = markdown.split("\n", 1)[0]
    if not first.startswith("# "):
        raise RulebookError(f"{name}.md, line 1: a page begins with its title.")
    return Chapter(name, first.removeprefix("# "), markdown, tuple(parse_rules(name, markdown)))


def _plain(text: str) -> str:
    return text.casefold().replace("\N{MINUS SIGN}", "-").replace("*", "")


def _rank(rule: Rule, words: list[str]) -> int | None:
    """0 for the id itself, 1 for ids and titles, 2 for texts, None for no match."""
    if [rule.id.casefold()] == words:
        return 0
    heading = _plain(f"{rule.id} {rule.title}")
    texts = heading, f"{heading} {_plain(rule.text_markdown)}"
    return next((rank for rank, t in enumerate(texts, 1) if all(w in t for w in words)), None)


def _read_lists(path: Path, built: Mapping[str, Iterable[str]]) -> dict[str, tuple[Entry, ...]]:
    """Read the two lists; a class that the game has and the file lacks is put at the end."""
    try:
        listed = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{path}: {error}.") from error
    return {kind: _entries(path, listed.get(kind), kind, names) for kind, names in built.items()}


def _entries(path: Path, listed: object, kind: str, built: Iterable[str]) -> tuple[Entry, ...]:
    if not isinstance(listed, dict) or len(listed) > MAX_ENTRIES:
        raise RulebookError(f"{path}: '{kind}' is not a table of at most {MAX_ENTRIES} entries.")
    present = dict.fromkeys(built)
    entries = [_entry(path, name, line, present) for name, line in listed.items()]
    extra = [Entry(name, "", "", "", built=True) for name in present if name not in listed]
    return (*entries, *extra)


def _entry(path: Path, name: str, line: object, present: Container[str]) -> Entry:
    match line:
        case [str(group), str(rule), str(text)]:
            return Entry(name, group, rule, text, built=name in present)
        case _:
            raise RulebookError(f"{path}: '{name}' needs a group, its rules and a sentence.")
