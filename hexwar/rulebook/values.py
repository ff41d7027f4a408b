"""Prints the numbers of the rules the way a player writes them: sign, halves, lists, tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeGuard

from hexwar.messages import listed, say
from hexwar.rulebook.reading import RulebookError

Numbers = Mapping[str, object]
"""The numbers of the rules: nested mappings as in numbers.toml."""

MAX_ROWS = 400
_HALVED = re.compile(r"(?:[a-z]+\.)?(?:movement|trace)\.|\S*share$")
"""Keys whose numbers show halves as 1/2."""
_MINUS = "\N{MINUS SIGN}"


def number(asked: str, numbers: Numbers) -> str:
    """Print the value of a dotted key: a number, with its sign if a `+` stands in front, or words.

    Two numbers are an allowance, of foot and of horse.

    Raises:
        RulebookError: The key is unknown, or its value is something else.
    """
    key = asked.removeprefix("+")
    value = look_up(key, numbers)
    if isinstance(value, str):
        return say(value)
    if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
        return _words(value)
    if _is_pair(value):
        return "/".join(map(str, value))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RulebookError(f"the number '{key[:60]}' is neither a number nor a word.")
    size = _halves(abs(value)) if _HALVED.match(key) else f"{abs(value):g}"
    if value < 0:
        return _MINUS + size
    return f"+{size}" if asked.startswith("+") and value else size


def rows_of(value: object, name: str) -> list[object]:
    """A list of rows, as a table asks for it.

    Raises:
        RulebookError: It is something else, empty or too long.
    """
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MAX_ROWS:
        raise RulebookError(f"the table '{name}' is not a list of rows.")
    return list(value)


def whole(value: object, name: str) -> int:
    """A whole number, as a table asks for it.

    Raises:
        RulebookError: It is something else.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulebookError(f"the table '{name}' needs whole numbers.")
    return value


def signed(value: int) -> str:
    """Print a number with its sign, 0 without."""
    return f"{_MINUS}{-value}" if value < 0 else f"+{value}" if value else "0"


def _is_pair(value: object) -> TypeGuard[Sequence[int]]:
    """Whether it is an allowance: MP of foot and of horse."""
    return isinstance(value, list | tuple) and [type(one) for one in value] == [int, int]


def _words(words: Sequence[str]) -> str:
    return listed(map(say, words[:MAX_ROWS])) if words else say("none")


def look_up(key: str, numbers: Numbers) -> object:
    """Find the value of a dotted key.

    Raises:
        RulebookError: There is no such key.
    """
    found: object = numbers
    for part in key.split("."):
        if not isinstance(found, Mapping) or part not in found:
            raise RulebookError(f"there is no number '{key[:60]}'.")
        found = found[part]
    return found


def own(numbers: Numbers) -> Numbers:
    """The numbers of the game whose book it is, on whatever page; of the page if that is all."""
    found = numbers.get("own", numbers)
    return found if isinstance(found, Mapping) else numbers


def _halves(value: float) -> str:
    """Write a half the way of the map table: 0.5 as 1/2, 1.5 as 1 1/2."""
    if value % 1 != 0.5:
        return f"{value:g}"
    return "1/2" if value < 1 else f"{value // 1:g} 1/2"


def markdown_table(head: str, rows: Iterable[Sequence[str]], align: str) -> str:
    """Lay out a table: the heads of its columns between bars, its rows, and how each is aligned.

    `align` has `<` or `:` (centred) for each column.
    """
    rule = ["---" if mark == "<" else ":-:" for mark in align]
    return "\n".join(f"| {line} |" for line in (head, *map(" | ".join, (rule, *rows))))
