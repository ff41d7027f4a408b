"""Reads the Markdown files of the rulebook and finds the anchors in them.

A rule is a heading whose first word is its id (`### N8.31 Title`), which begins with the letter of
its game; `games.toml` beside the pages has the letters. Its text runs to the next such heading.
Lines of their own, in italics, are badges: see docs/rulebook/README.md.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

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
    departs: bool = False  # it plays otherwise than the text that it follows, and says why

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


@dataclass(frozen=True, slots=True)
class Part:
    """The pages that are of one game."""

    game: str
    letter: str  # with which its ids begin, and in small the files of its chapters
    front: tuple[str, ...]  # the pages that its book begins with; the first is its own
    beside: tuple[str, ...]  # the games whose pages are in its book too

    def has(self, page: str) -> bool:
        """Whether a page is of this game alone."""
        return page == self.front[0] or re.match(rf"{self.letter.lower()}\d\d-", page) is not None


MAX_FILES = 200
MAX_BYTES = 200_000
GAMES_FILE = "games.toml"

_CHAPTER_FILE = re.compile(r"[a-z]\d\d-[a-z0-9-]{1,40}")
_HEADING = re.compile(r"#{1,6} +([A-Z]\d.*)")
_ANCHOR = re.compile(r"([A-Z]\d{1,2}(?:\.\d{1,3}[a-z]?)?) +(\S.*)")
_HOUSE = re.compile(r"^\*House rule(?:: [^*]+)?\.\*$", re.MULTILINE)
_DEPARTURE = re.compile(r"^\*Departure: [^*]+\.\*$", re.MULTILINE)
_DEPARTURE_BEGUN = re.compile(r"^\*Departure", re.MULTILINE)
_BACKGROUND = re.compile(r"^\*For information\.\*$", re.MULTILINE)
_NOT_BUILT = "Not yet built."


def read_parts(folder: Path) -> dict[str, Part]:
    """Which games have pages here, in reading order.

    Raises:
        RulebookError: The file that says so is missing or broken.
    """
    path = folder / GAMES_FILE
    try:
        told = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{path}: {error}.") from error
    return {game: _part(path, game, row) for game, row in told.items()}


def _part(path: Path, game: str, row: object) -> Part:
    match row:
        case {"letter": str(letter), "front": [str(_), *_] as front, "beside": list(beside)} if (
            re.fullmatch("[A-Z]", letter)
        ):
            return Part(game, letter, tuple(map(str, front)), tuple(map(str, beside)))
        case _:
            raise RulebookError(
                f"{path}: '{game[:40]}' needs a capital letter, its first pages and the games"
                " beside."
            )


def read_pages(folder: Path, parts: Iterable[Part]) -> dict[str, str]:
    """Read the first pages and all chapters of some games, in reading order.

    By the name of the page (file without suffix) its Markdown, placeholders not yet filled.

    Raises:
        RulebookError: A page is missing, too long, not text, or there are too many of them.
    """
    known = tuple(parts)
    files = sorted(p.stem for p in folder.glob("*.md") if _CHAPTER_FILE.fullmatch(p.stem))
    chapters = [name for part in known for name in files if part.has(name)]
    if not chapters:
        raise RulebookError(f"{folder}: no chapter of the rulebook is here.")
    if len(chapters) > MAX_FILES:
        raise RulebookError(f"{folder}: more than {MAX_FILES} chapters.")
    fronts = dict.fromkeys(name for part in known for name in part.front)
    return {name: read_text(folder / f"{name}.md") for name in (*fronts, *chapters)}


def read_text(path: Path) -> str:
    """Read one file of the rulebook, at most `MAX_BYTES` long.

    Raises:
        RulebookError: The file is missing, too long or not UTF-8.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise RulebookError(f"{path}: cannot be read ({error.strerror}).") from error
    if len(raw) > MAX_BYTES:
        raise RulebookError(f"{path}: longer than {MAX_BYTES} bytes.")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RulebookError(f"{path}: not UTF-8 text.") from error


def read_rules(folder: Path) -> dict[str, Rule]:
    """Read every rule of the folder by id, placeholders not filled.

    For tools that need ids, titles and badges only; the game loads a `Rulebook`.

    Raises:
        RulebookError: A file is broken or an id stands twice.
    """
    pages = read_pages(folder, read_parts(folder).values())
    return by_id([rule for name, text in pages.items() for rule in parse_rules(name, text)])


def by_id(rules: list[Rule]) -> dict[str, Rule]:
    """Index the rules by id, in their order.

    Raises:
        RulebookError: An id stands twice.
    """
    found: dict[str, Rule] = {}
    for rule in rules:
        if rule.id in found:
            raise RulebookError(
                f"{rule.chapter}.md: rule {rule.id} stands in {found[rule.id].chapter}.md already."
            )
        found[rule.id] = rule
    return found


def parse_rules(chapter: str, markdown: str) -> Iterator[Rule]:
    """Find the rules of one page, in its order.

    Raises:
        RulebookError: A heading starts like an id and is none, or a departure has no reason.
    """
    lines = markdown.splitlines()
    anchors = [
        (index, *_anchor(chapter, index, match.group(1)))
        for index, line in enumerate(lines)
        if (match := _HEADING.fullmatch(line))
    ]
    ends = [*(index for index, _, _ in anchors), len(lines)][1:]
    for (start, rule_id, title), end in zip(anchors, ends, strict=True):
        text = "\n".join(lines[start + 1 : end]).strip()
        badges = (_HOUSE, _BACKGROUND, _DEPARTURE)
        house, background, departs = (badge.search(text) is not None for badge in badges)
        is_built = not text.startswith(_NOT_BUILT)
        if not departs and _DEPARTURE_BEGUN.search(text):
            raise RulebookError(f"{chapter}.md: {rule_id}: a departure gives its reason.")
        yield Rule(rule_id, title, chapter, text, house, is_built, background, departs)


def _anchor(chapter: str, index: int, heading: str) -> tuple[str, str]:
    match = _ANCHOR.fullmatch(heading.strip())
    if match is None:
        raise RulebookError(
            f"{chapter}.md, line {index + 1}: '{heading[:60]}' is not an id and a title."
        )
    return match.group(1), match.group(2)
