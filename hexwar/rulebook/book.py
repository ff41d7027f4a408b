"""The rulebook as one object: look up a rule, read a chapter, search, and turn a page into HTML.

Each game opens at its own chapters; the pages of games beside it are there for the links that lead
to them. Every page is printed with the numbers of the game that it is of.

Raw HTML in the Markdown is shown as text. A link to a rule has the address `rule:N8.31`, a link to
another page `chapter:n08-assault`: the window decides what a click on them does.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Self

from markdown_it import MarkdownIt
from markdown_it.token import Token

from hexwar import resources
from hexwar.messages import say
from hexwar.rulebook.card_tables import storm_numbers
from hexwar.rulebook.reading import (
    Chapter,
    Entry,
    Part,
    Rule,
    RulebookError,
    UnknownChapterError,
    UnknownRuleError,
    by_id,
    parse_rules,
    read_pages,
    read_parts,
    read_text,
)
from hexwar.rulebook.tables import fill
from hexwar.rulebook.values import Numbers

MAX_QUERY = 200
MAX_ENTRIES = 400
_DEPARTURES = "{{departures}}"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All chapters with their numbers filled in. Build one with `load`."""

    chapters: tuple[Chapter, ...]  # of this game, in reading order; its index first
    rules: Mapping[str, Rule]  # by id, in reading order
    decisions: tuple[Entry, ...]  # the list of decisions (N31)
    events: tuple[Entry, ...]  # the list of events (N32)
    others: tuple[Chapter, ...] = ()  # pages of games beside it, which only links lead to

    @classmethod
    def load(
        cls,
        numbers: Numbers,
        game: str,
        *,
        decisions: Iterable[str] | None = None,
        events: Iterable[str] | None = None,
        folder: Path | None = None,
    ) -> Self:
        """Read the chapters and fill in the numbers, nested as in numbers.toml.

        Args:
            numbers: Those of the game, with a scenario's own.
            game: The id of the game whose chapters are listed.
            decisions: The names of the questions that the game of `catalogue.toml` has.
            events: The names of its events. Where they are not named all count as built.
            folder: By default the one that came with the program.

        Raises:
            RulebookError: A file is missing or broken, an id stands twice, or a placeholder names
                nothing that exists.
        """
        folder = folder or resources.rulebook()
        lists = _read_lists(folder / "catalogue.toml", {"decisions": decisions, "events": events})
        parts = _parts(folder, game)
        raw = _with_departures(read_pages(folder, parts))
        known = _known(game, numbers, parts)
        owners = {name: _owner(name, parts) for name in raw}
        filled = {name: fill(name, raw[name], known[owners[name]], lists) for name in raw}
        pages = {name: _chapter(name, text) for name, text in filled.items()}
        listed = _listed(parts[0], raw)
        others = tuple(page for name, page in pages.items() if name not in listed)
        chapters = tuple(pages[name] for name in listed)
        rules = by_id([rule for chapter in (*chapters, *others) for rule in chapter.rules])
        found = MappingProxyType(rules)
        return cls(chapters, found, lists["decisions"], lists["events"], others)

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
        pages = (*self.chapters, *self.others)
        found = next((chapter for chapter in pages if chapter.name == name), None)
        if found is None:
            raise UnknownChapterError(name)
        return found

    def has_chapter(self, name: str) -> bool:
        """Whether there is such a chapter, of this game or one beside it."""
        return any(chapter.name == name for chapter in (*self.chapters, *self.others))

    def to_html(self, name: str) -> str:
        """Return one chapter as HTML with anchors and links (see `chapter_to_html`).

        Raises:
            UnknownChapterError: There is no such chapter.
        """
        return chapter_to_html(self.chapter(name).markdown, self.rules)

    def describe(self, rule_id: str) -> str:
        """Say in one line what a rule is about: its id, its title and the badges that it bears.

        Raises:
            UnknownRuleError: There is no such rule.
        """
        rule = self.rule(rule_id)
        badges = (
            "" if rule.built else say(" (not yet built)"),
            say(" (house rule)") if rule.house else "",
            say(" (departure)") if rule.departs else "",
        )
        return f"{rule.id} {rule.title}{''.join(badges)}"

    def search(self, text: str) -> list[Rule]:
        """Find the rules of this game in which every word of `text` occurs, whatever their case.

        First comes the rule with that id, then matches in titles, then in texts, in reading order.
        What follows the first `MAX_QUERY` characters is ignored; an empty question finds nothing.
        """
        words = _plain(text[:MAX_QUERY]).split()
        if not words:
            return []
        foreign = {chapter.name for chapter in self.others}
        own = (rule for rule in self.rules.values() if rule.chapter not in foreign)
        ranks = {rule.id: _rank(rule, words) for rule in own}
        return [self.rules[id_] for rank in range(3) for id_ in ranks if ranks[id_] == rank]


def _parts(folder: Path, game: str) -> Sequence[Part]:
    """The part of a game, and those beside it."""
    parts = read_parts(folder)
    if game not in parts:
        raise RulebookError(f"{folder}: the game '{game[:40]}' has no rules here.")
    own = parts[game]
    return (own, *(parts[name] for name in own.beside if name in parts))


def _owner(page: str, parts: Sequence[Part]) -> str:
    """The game that a page belongs to; one that belongs to several is of the game that reads it."""
    return next((part.game for part in parts if part.has(page)), parts[0].game)


def _listed(own: Part, pages: Mapping[str, str]) -> list[str]:
    """The pages of a game: its front, its chapters, and those beside it that its index names."""
    named = dict.fromkeys(_PAGE.findall(pages[own.front[0]]))
    chapters = [name for name in pages if own.has(name) and name not in own.front]
    linked = [name for name in pages if name in named and _CHAPTER.match(name)]
    return list(dict.fromkeys((*own.front, *chapters, *linked)))


def _known(game: str, numbers: Numbers, parts: Sequence[Part]) -> dict[str, Numbers]:
    """What a page of each game may print, by the game.

    Its own numbers; under the names of the games those of each, under `own` those of the reader.
    """
    used = [part.game for part in parts]
    of = {name: numbers if name == game else _printed(name) for name in used}
    common = {**of, "own": numbers, "storm": storm_numbers()}
    return {name: {**of[name], **common} for name in used}


@lru_cache(maxsize=4)
def _printed(game: str) -> Numbers:
    """The numbers of a game as they come with the program."""
    path = resources.numbers(game)
    try:
        return MappingProxyType(tomllib.loads(read_text(path)))
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{path}: {error}.") from error


def _with_departures(pages: dict[str, str]) -> dict[str, str]:
    """The pages with the list of all rules that depart where one asks for it."""
    if not any(_DEPARTURES in text for text in pages.values()):
        return pages
    rules = (rule for name, text in pages.items() for rule in parse_rules(name, text))
    listed = "\n".join(f"- {rule.id} {rule.title}" for rule in rules if rule.departs)
    return {name: text.replace(_DEPARTURES, listed) for name, text in pages.items()}


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


def _read_lists(
    path: Path, built: Mapping[str, Iterable[str] | None]
) -> dict[str, tuple[Entry, ...]]:
    """Read the two lists; a class that the game has and the file lacks is put at the end.

    Where `built` does not name what the game has, all that is listed is taken for built.
    """
    try:
        listed = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{path}: {error}.") from error
    kinds = ("decisions", "events")
    return {kind: _entries(path, listed.get(kind), kind, built.get(kind)) for kind in kinds}


def _entries(
    path: Path, listed: object, kind: str, built: Iterable[str] | None
) -> tuple[Entry, ...]:
    if not isinstance(listed, dict) or len(listed) > MAX_ENTRIES:
        raise RulebookError(f"{path}: '{kind}' is not a table of at most {MAX_ENTRIES} entries.")
    present = dict.fromkeys(listed if built is None else built)
    entries = [_entry(path, name, line, present) for name, line in listed.items()]
    extra = [Entry(name, "", "", "", built=True) for name in present if name not in listed]
    return (*entries, *extra)


def _entry(path: Path, name: str, line: object, present: Container[str]) -> Entry:
    match line:
        case [str(group), str(rule), str(text)]:
            return Entry(name, group, rule, text, built=name in present)
        case _:
            raise RulebookError(f"{path}: '{name}' needs a group, its rules and a sentence.")


_MENTION = re.compile(r"\b[A-Z]\d{1,2}(?:\.\d{1,3}[a-z]?)?\b")
_CHAPTER = re.compile(r"[a-z]\d\d-")
_PAGE = re.compile(r"([a-z0-9-]{1,50})\.md")
_BADGES = {
    "*House rule": "house",
    "*Departure": "departure",
    "*Not yet built": "unbuilt",
    "Not yet built.": "unbuilt",
}
_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")


def chapter_to_html(markdown: str, known: Container[str]) -> str:
    """Render one page as HTML without head and body.

    The ids of rules that are known become links. Badges have the class `house`, `departure` or
    `unbuilt`; a figure that of `figure`, and its words below it that of `caption`.
    """
    tokens = _PARSER.parse(markdown)
    for before, token in pairwise(tokens):
        if token.type == "inline":
            _dress(before, token, known)
    rendered: str = _PARSER.renderer.render(tokens, _PARSER.options, {})
    return rendered


def _dress(opening: Token, inline: Token, known: Container[str]) -> None:
    """Put links, and the anchor or the badge of its block, into one run of text."""
    anchor = _MENTION.match(inline.content) if opening.type == "heading_open" else None
    own = anchor.group() if anchor else ""
    inline.children = _linked(inline.children or [], own, known)
    if own:
        anchored = Token("html_inline", "", 0, content=f'<a name="{own}"></a>')
        inline.children.insert(0, anchored)
    if any(child.type == "image" for child in inline.children):
        opening.attrSet("class", "figure")
        inline.children = [token for child in inline.children for token in _captioned(child)]
    for start, css in _BADGES.items():
        if opening.type == "paragraph_open" and inline.content.startswith(start):
            opening.attrSet("class", css)


def _captioned(child: Token) -> list[Token]:
    """A figure with its words in a paragraph of their own below it."""
    if child.type != "image":
        return [child]
    below = Token("html_inline", "", 0, content='</p>\n<p class="caption">')
    return [child, below, _text(child.content)]


def _linked(children: list[Token], own: str, known: Container[str]) -> list[Token]:
    """Link the mentions outside of links and code; a heading does not link to itself."""
    depth = 0
    result: list[Token] = []
    for child in children:
        depth += child.nesting if child.type.startswith("link_") else 0
        page = _PAGE.fullmatch(str(child.attrGet("href"))) if child.type == "link_open" else None
        if page:
            child.attrSet("href", f"chapter:{page.group(1)}")
        plain = child.type == "text" and depth == 0
        result += _mentions(child.content, own, known) if plain else [child]
    return result


def _mentions(text: str, own: str, known: Container[str]) -> list[Token]:
    tokens: list[Token] = []
    done = 0
    for match in _MENTION.finditer(text):
        if match.group() == own or match.group() not in known:
            continue
        tokens += [_text(text[done : match.start()]), *_link(match.group())]
        done = match.end()
    return [*tokens, _text(text[done:])]


def _link(rule_id: str) -> list[Token]:
    opening = Token("link_open", "a", 1, attrs={"href": f"rule:{rule_id}"})
    return [opening, _text(rule_id), Token("link_close", "a", -1)]


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
