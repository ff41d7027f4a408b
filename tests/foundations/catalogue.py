"""A catalogue that writes every message in wide letters, and finds what did not pass it."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import NullTranslations
from html import unescape
from pathlib import Path
from string import ascii_letters

from hexwar import messages, resources
from hexwar.cards.library import card, decks
from hexwar.scenario.build import MONTHS

_FIXED = re.compile(r"(\{[^}]*\}|<[^>]*>|&\w+;)")
_WORD = re.compile(r"[^\W\d_]*[A-Za-z][^\W\d_]+")
_WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in ascii_letters}

_LITERAL = re.compile(
    r"""#[^\n]*|(?P<prefix>[a-z]*)(?P<quoted>\"{3}(?:[^\\"]|\\.|"(?!""))*\"{3}|"""
    r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""",
    re.DOTALL,
)

SIGNS = {"Alt", "Ctrl", "Shift", "Esc", "Space", "Left", "Right", "hexwar", "greedy", "random"}
SIGNS |= {"AA", "BM", "NE", "OK", "PEU", "UAR", *MONTHS, "crossroads"}
"""Keys as Qt writes them, the program and its players, letters of the printed tables, and a place
of a map that is written small.

A battle that was read before this catalogue came keeps the words of its date.
"""


class WideLetters(NullTranslations):
    """Whatever passes it has wide letters, but for placeholders, tags and what was put in."""

    def gettext(self, message: str) -> str:
        if message not in _messages():
            return message
        parts = _FIXED.split(message)
        return "".join(p if _FIXED.fullmatch(p) else p.translate(_WIDE) for p in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@cache
def _messages() -> frozenset[str]:
    """Every text of the source, of a table of the rules or of a lesson: no other is a message."""
    package = Path(messages.__file__).parent
    sources = (path.read_text("utf-8") for path in package.rglob("*.py"))
    written = {text for source in sources for text in _literals(source)}
    files = (*package.rglob("*.toml"), *(resources.assets() / "lessons").glob("*.toml"))
    tables = (tomllib.loads(path.read_text("utf-8")) for path in files)
    return frozenset(written | {text for table in tables for _, text in _strings(table, "")})


def _literals(source: str) -> Iterator[str]:
    """The texts that stand in a source, one by one and as those in a row join; a parser is slow."""
    row, end = list[str](), 0
    for found in _LITERAL.finditer(source):
        prefix, quoted = found["prefix"], found["quoted"]
        if quoted is None:
            continue  # a comment
        quotes = 3 if quoted.startswith('"""') else 1
        text = quoted[quotes:-quotes]
        if "f" in prefix:
            yield from _literals(text.replace("#", " "))  # which begins no comment there
        if "\\" in text and "r" not in prefix:
            text = ast.literal_eval(quoted)
        row = [] if source[end : found.start()].strip() else row
        row, end = [*(before + text for before in row), text], found.end()
        yield from row


@contextmanager
def wide_letters() -> Iterator[None]:
    """Speak in wide letters for a while."""
    messages.install(WideLetters())
    try:
        yield
    finally:
        messages.install()


def unsaid(words: str) -> list[str]:
    """What of a text did not pass the catalogue and comes from no file."""
    names, prose = _from_files()
    shown = unescape(re.sub(r"<[^>]*>", " ", re.sub(r"</?a\b[^>]*>", "", words)))
    for sentence in (one for one in prose if one in shown):
        shown = shown.replace(sentence, "")
    return [word for word in _WORD.findall(shown) if word not in names and word not in SIGNS]


@cache
def _from_files() -> tuple[frozenset[str], tuple[str, ...]]:
    """The words of names in scenarios and on cards, and the sentences there, long ones first."""
    names: list[str] = []
    prose: list[str] = []
    for path in sorted(resources.scenarios().rglob("*.json")):
        for key, text in _strings(json.loads(path.read_text("utf-8")), ""):
            is_name = key.endswith(("name", "names")) or not (" " in text or key == "note")
            (names if is_name else prose).append(text)
    for deck in decks().values():
        names += [deck.title, *(card(id_).title for id_, _ in deck.cards)]
        prose += [words for id_, _ in deck.cards for words in (card(id_).text, card(id_).condition)]
    known = (word for name in names if name != name.lower() for word in _WORD.findall(name))
    return frozenset(known), tuple(
        sorted({one for one in prose if len(one) > 5}, key=len, reverse=True)
    )


def _strings(value: object, key: str) -> Iterator[tuple[str, str]]:
    """Every text in a file, with the name of its field; of a table or list, that of the whole."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _strings(inner, key if key.endswith("names") else name)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner, key)
