"""Fills the placeholders of the rulebook from the numbers that the rules use.

`{{morale.rout_margin}}` is a value, `{{+morale.flank}}` the same with its sign, `{{weather.wet}}` a
list of words, `{{table fire}}` a whole table, `{{decisions}}` and `{{events}}` the two lists. A
table stands alone on its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from hexwar.rules.rulebook.records import Entry, RulebookError

Numbers = Mapping[str, object]
"""The numbers of the rules: nested mappings as in numbers.toml."""

MAX_ROWS = 400
_HALVED = ("movement.", "trace.")
"""Beginnings of keys whose numbers show halves as 1/2."""
_PLACEHOLDER = re.compile(r"\{\{([^{}]*)\}\}")
_MINUS = "\N{MINUS SIGN}"
_DASH = "\N{EN DASH}"


def fill(page: str, markdown: str, numbers: Numbers, lists: Mapping[str, Sequence[Entry]]) -> str:
    """Fill every placeholder of one page.

    Args:
        page: Name of the page, for the message of an error.
        markdown: The page.
        numbers: The numbers of the rules.
        lists: `decisions` and `events`.

    Raises:
        RulebookError: A placeholder names nothing that exists; the message says where.
    """
    filled = []
    for number, line in enumerate(markdown.splitlines(), start=1):
        try:
            filled.append(_PLACEHOLDER.sub(lambda m: _value(m.group(1), numbers, lists), line))
        except RulebookError as error:
            raise RulebookError(f"{page}.md, line {number}: {error}") from error
    return "\n".join(filled) + "\n"


def _value(asked: str, numbers: Numbers, lists: Mapping[str, Sequence[Entry]]) -> str:
    asked = asked.strip()
    if asked in lists:
        return _entries(lists[asked])
    if asked.startswith("table "):
        return _table(asked.removeprefix("table ").strip(), numbers)
    return _number(asked, numbers)


def _number(asked: str, numbers: Numbers) -> str:
    key = asked.removeprefix("+")
    value = _look_up(key, numbers)
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
        return _words(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RulebookError(f"the number '{key[:60]}' is neither a number nor a word.")
    size = _halves(abs(value)) if key.startswith(_HALVED) else f"{abs(value):g}"
    if value < 0:
        return _MINUS + size
    return f"+{size}" if asked.startswith("+") and value else size


def _words(words: Sequence[str]) -> str:
    """Write a list of words as a sentence does: mud, rain and snow."""
    *front, last = words[:MAX_ROWS] or ("none",)
    return f"{', '.join(front)} and {last}" if front else last


def _look_up(key: str, numbers: Numbers) -> object:
    found: object = numbers
    for part in key.split("."):
        if not isinstance(found, Mapping) or part not in found:
            raise RulebookError(f"there is no number '{key[:60]}'.")
        found = found[part]
    return found


def _halves(value: float) -> str:
    """Write a half the way of the map table: 0.5 as 1/2, 1.5 as 1 1/2."""
    if value % 1 != 0.5:
        return f"{value:g}"
    return "1/2" if value < 1 else f"{value // 1:g} 1/2"


def _table(name: str, numbers: Numbers) -> str:
    if name not in _TABLES:
        raise RulebookError(f"there is no table '{name[:60]}'.")
    return _TABLES[name](numbers)


def _markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]], align: str) -> str:
    """Lay out a table; `align` has `<` or `:` (centred) for each column."""
    rule = ["---" if mark == "<" else ":-:" for mark in align]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, rule, *rows))


def _rows(value: object, name: str) -> list[object]:
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MAX_ROWS:
        raise RulebookError(f"the table '{name}' is not a list of rows.")
    return list(value)


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulebookError(f"the table '{name}' needs whole numbers.")
    return value


def _fire(numbers: Numbers) -> str:
    """The Fire Table: a row for each die, a column for each band of fire strength (N8.8)."""
    lows = [_whole(n, "fire") for n in _rows(_look_up("fire.columns", numbers), "fire")]
    low = _whole(_look_up("fire.lowest_die", numbers), "fire")
    high = _whole(_look_up("fire.highest_die", numbers), "fire")
    rows = [_rows(row, "fire") for row in _rows(_look_up("fire.table", numbers), "fire")]
    if len(rows) != high - low + 1 or any(len(row) != len(lows) for row in rows):
        raise RulebookError("the table 'fire' has cells missing or to spare.")
    bands = [f"{a}{_DASH}{b - 1}" for a, b in pairwise(lows)] + [f"{lows[-1]}+"]
    dice = [f"{low} or less", *(str(n) for n in range(low + 1, high)), f"{high} or more"]
    body = ([die, *map(_cell, row)] for die, row in zip(dice, rows, strict=True))
    return _markdown_table(["Die", *bands], body, "<" + ":" * len(lows))


def _cell(value: object) -> str:
    return _DASH if value == "-" else str(value)


def _allowance(numbers: Numbers) -> str:
    """Movement allowances of counters that print none (N2.11)."""
    found = _look_up("unit.default_movement", numbers)
    if not isinstance(found, Mapping) or not 0 < len(found) <= MAX_ROWS:
        raise RulebookError("the table 'allowance' is not a list of rows.")
    rows = [
        [_spoken(str(kind)), _number(f"unit.default_movement.{kind}", numbers)] for kind in found
    ]
    return _markdown_table(["Piece", "MP"], rows, "<:")


def _spoken(kind: str) -> str:
    return "HQ" if kind == "hq" else kind.replace("_", " ").capitalize()


def _levels(numbers: Numbers) -> str:
    """Levels of victory by the ratio of the higher total to the lower (N22.1)."""
    rows = []
    for level in _rows(_look_up("victory.levels", numbers), "levels"):
        if not isinstance(level, Mapping):
            raise RulebookError("the table 'levels' is not a list of rows.")
        ratio = _number("ratio", level)
        shown = "above a draw" if ratio == "0" else f"{ratio} or more"
        rows.append([shown, _number("name", level).capitalize()])
    return _markdown_table(["Higher total : lower total", "Victory"], rows, "<<")


def _entries(entries: Sequence[Entry]) -> str:
    rows = ([e.name, e.group, e.rule, e.text, "yes" if e.built else "not yet"] for e in entries)
    return _markdown_table(["Name", "Side or group", "Rule", "What it is", "Built"], rows, "<<<<:")


_TABLES: Mapping[str, Callable[[Numbers], str]] = {
    "fire": _fire,
    "allowance": _allowance,
    "levels": _levels,
}
