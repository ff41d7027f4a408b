"""Fills the placeholders of the rulebook and lays out its tables, from the numbers of the rules.

`{{morale.rout_margin}}` is a value, `{{+morale.flank}}` the same with its sign, `{{weather.wet}}` a
list of words, `{{table fire}}` a whole table, `{{decisions}}` and `{{events}}` the two lists. A
table stands alone on its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from hexwar.messages import count, mark, say
from hexwar.rulebook.card_tables import CARD_TABLES
from hexwar.rulebook.charts import CHARTS
from hexwar.rulebook.measured import MEASURED
from hexwar.rulebook.reading import Entry, RulebookError
from hexwar.rulebook.values import (
    MAX_ROWS,
    Numbers,
    look_up,
    markdown_table,
    number,
    own,
    rows_of,
    whole,
)

_DASH = "\N{EN DASH}"


def table(name: str, numbers: Numbers) -> str:
    """Lay out in Markdown the table whose name stands behind `table` in a placeholder.

    Raises:
        RulebookError: There is no such table, or its numbers do not fit together.
    """
    if name not in _TABLES:
        raise RulebookError(f"there is no table '{name[:60]}'.")
    return _TABLES[name](numbers)


def _numbers(key: str, name: str, numbers: Numbers) -> list[int]:
    return [whole(value, name) for value in rows_of(look_up(key, numbers), name)]


def _cells(
    key: str, name: str, numbers: Numbers, width: int, height: int | None = None
) -> list[list[object]]:
    """The cells of a table, row by row, of which there are so many where that is known."""
    rows = [rows_of(row, name) for row in rows_of(look_up(key, numbers), name)]
    if height not in (None, len(rows)) or any(len(row) != width for row in rows):
        raise RulebookError(f"the table '{name}' has cells missing or to spare.")
    return rows


def _strengths(chapter: str, numbers: Numbers) -> str:
    """A table of fire: a row for each die, a column for each band of strength (N8.8, N9.6)."""
    bands = _bands(_numbers(f"{chapter}.columns", chapter, numbers))
    ends = "lowest_die", "highest_die"
    low, high = (whole(look_up(f"{chapter}.{end}", numbers), chapter) for end in ends)
    rows = _cells(f"{chapter}.table", chapter, numbers, len(bands), high - low + 1)
    body = ([die, *map(_cell, row)] for die, row in zip(_dice(low, high), rows, strict=True))
    return markdown_table(" | ".join((say("Die"), *bands)), body, "<" + ":" * len(bands))


def _bands(lows: Sequence[int]) -> list[str]:
    closed = [str(a) if b == a + 1 else f"{a}{_DASH}{b - 1}" for a, b in pairwise(lows)]
    return [*closed, f"{lows[-1]}+"]


def _dice(low: int, high: int) -> list[str]:
    """The dice of each row; nothing makes a die less than 1 unless the table has a row for it."""
    least = say("{n} or less", n=low) if low < 1 else str(low)
    return [least, *(str(die) for die in range(low + 1, high)), say("{n} or more", n=high)]


def _cell(value: object) -> str:
    return _DASH if value == "-" else str(value)


def _table_of(key: str, name: str, numbers: Numbers) -> Mapping[object, object]:
    found = look_up(key, numbers)
    if not isinstance(found, Mapping) or not 0 < len(found) <= MAX_ROWS:
        raise RulebookError(f"the table '{name}' is not a list of rows.")
    return found


def _allowance(numbers: Numbers) -> str:
    """Movement allowances of counters that print none (N2.11)."""
    key = "unit.default_movement"
    kinds = map(str, _table_of(key, "allowance", numbers))
    rows = ([_spoken(kind), number(f"{key}.{kind}", numbers)] for kind in kinds)
    return markdown_table(say("Piece | MP"), rows, "<:")


def _spoken(kind: str) -> str:
    return say(_OTHERS[kind]) if kind in _OTHERS else say(kind.replace("_", " ")).capitalize()


def _orders(columns: Mapping[str, str], numbers: Numbers) -> str:
    """A part of the order table: a row for each type of order, some of its columns (N12.2)."""
    keys = ["name", *columns]
    verbs = _table_of("orders", "orders", numbers)
    rows = [[_permission(f"orders.{verb}.{key}", numbers) for key in keys] for verb in verbs]
    head = " | ".join((say("Order"), *map(say, columns.values())))
    return markdown_table(head, rows, "<" + ":" * len(columns))


def _permission(key: str, numbers: Numbers) -> str:
    word = look_up(key, numbers)
    is_known = isinstance(word, str) and word in _PERMISSIONS
    return say(_PERMISSIONS[str(word)]) if is_known else number(key, numbers)


def _results(chapter: str, numbers: Numbers) -> str:
    """A table of results: a row for each die, a column for each rating (N12.5, N12.63)."""
    highest = whole(look_up(f"{chapter}.highest_column", numbers), chapter)
    rows = _cells(f"{chapter}.table", chapter, numbers, highest + 1)
    head = " | ".join((say("Die"), *map(str, range(highest)), f"{highest}+"))
    body = ([str(die), *map(_cell, row)] for die, row in enumerate(rows, start=1))
    return markdown_table(head, body, "<" + ":" * (highest + 1))


def _levels(numbers: Numbers) -> str:
    """Levels of victory by the ratio of the higher total to the lower (N22.1)."""
    rows = []
    for level in rows_of(look_up("victory.levels", numbers), "levels"):
        if not isinstance(level, Mapping):
            raise RulebookError("the table 'levels' is not a list of rows.")
        ratio = number("ratio", level)
        shown = say("above a draw") if ratio == "0" else say("{n} or more", n=ratio)
        rows.append([shown, number("name", level).capitalize()])
    return markdown_table(say("Higher total : lower total | Victory"), rows, "<<")


def _hidden(numbers: Numbers) -> str:
    """What reveals a hidden march: a row for each die, a column for each distance (N25.5)."""
    key = "hidden_movement"
    lows = _numbers(f"{key}.columns", key, numbers)
    heads = [say("{n} or less", n=lows[1] - 1), *_bands(lows)[1:]]
    rows = _cells(f"{key}.table", key, numbers, len(lows))
    last = len(rows)
    dice = [say("{n} or less", n=1), *map(str, range(2, last)), say("{n} or more", n=last)]
    body = ([die, *map(_cell, row)] for die, row in zip(dice, rows, strict=True))
    return markdown_table(" | ".join((say("Die"), *heads)), body, "<" + ":" * len(lows))


def _weather(season: str, numbers: Numbers) -> str:
    """What a die makes of the weather: a row for the weather as it was (T3.2)."""
    names, rows = _sky(season, own(numbers))
    sides = len(rows[0])
    head = " | ".join((say("Weather"), *map(str, range(1, sides + 1))))
    named = zip(names, rows, strict=True)
    words = ([say(str(word)) for word in (name, *row)] for name, row in named)
    body = ([name.capitalize(), *row] for name, *row in words)
    return markdown_table(head, body, "<" * (sides + 1))


def _sky(season: str, numbers: Numbers) -> tuple[list[object], list[list[object]]]:
    """The weathers of a season and their rows, from a list of rows or from a row a weather."""
    if "sky" in numbers:
        listed = _table_of(f"sky.{season}", season, numbers)
        keys = list(listed)
        names: list[object] = [str(key).replace("_", " ") for key in keys]
        rows = [rows_of(listed[key], season) for key in keys]
        if any(len(row) != len(rows[0]) for row in rows):
            raise RulebookError(f"the table '{season}' has cells missing or to spare.")
        return names, rows
    names = rows_of(look_up(f"weather_{season}.rows", numbers), season)
    sides = whole(look_up("dice.sides", numbers), season)
    return names, _cells(f"weather_{season}.table", season, numbers, sides, len(names))


def _shifts(numbers: Numbers) -> str:
    """By how many turns each die moves a group of reinforcements (T20.4)."""
    turns = _numbers("arrival.shifts", "shifts", own(numbers))
    body = ([str(die), _how_late(turn)] for die, turn in enumerate(turns, start=1))
    return markdown_table(say("Die | The group comes"), body, "<<")


def _how_late(turns: int) -> str:
    if turns > 0:
        return count("{n} turn late", "{n} turns late", turns)
    return count("{n} turn early", "{n} turns early", -turns) if turns else say("as listed")


def entries_table(entries: Sequence[Entry]) -> str:
    """Lay out the list of decisions (N31) or of events (N32)."""
    rows = (
        [e.name, e.group, e.rule, e.text, say("yes") if e.built else say("not yet")]
        for e in entries
    )
    return markdown_table(say("Name | Side or group | Rule | What it is | Built"), rows, "<<<<:")


_OTHERS: Mapping[str, str] = {"hq": mark("HQ"), "vedette": mark("Vedette")}
"""Pieces that are of no arm."""

_MOVES: Mapping[str, str] = {
    "enter_zone": mark("Enter EZOC"),
    "leave_zone": mark("Leave EZOC"),
    "road": mark("Road movement"),
    "assault": mark("Assault"),
}
"""Keys of a row of the order table, with the heads of their columns."""

_REACTIONS: Mapping[str, str] = {
    "charge": mark("Charge"),
    "react": mark("React"),
    "bombard": mark("Bombard"),
    "pull_back": mark("Pull back"),
    "pursue": mark("Pursue"),
}
"""The other keys of a row."""

_PERMISSIONS: Mapping[str, str] = {
    "may": mark("yes"),
    "must": mark("yes, must try"),
    "to zone": mark("only to an EZOC"),
    "cavalry": mark("cavalry only"),
    "near objective": mark("next to the objective"),
    "objective": mark("objective hex"),
    "supported": mark("with its friend"),
    "light or lone": mark("light cavalry, lone enemies"),
}
"""Words of the order table that a player reads in others."""

_TABLES: Mapping[str, Callable[[Numbers], str]] = {
    "fire": partial(_strengths, "fire"),
    "bombardment": partial(_strengths, "bombardment"),
    "allowance": _allowance,
    "levels": _levels,
    "orders": partial(_orders, _MOVES),
    "reactions": partial(_orders, _REACTIONS),
    "compliance": partial(_results, "compliance"),
    "local": partial(_results, "local"),
    "weather winter": partial(_weather, "winter"),
    "weather middle": partial(_weather, "middle"),
    "weather summer": partial(_weather, "summer"),
    "shifts": _shifts,
    "hidden movement": _hidden,
    **CARD_TABLES,
    **CHARTS,
    **MEASURED,
}


_PLACEHOLDER = re.compile(r"\{\{([^{}]*)\}\}")


def fill(page: str, markdown: str, numbers: Numbers, lists: Mapping[str, Sequence[Entry]]) -> str:
    """Fill every placeholder of one page; the lists are `decisions` and `events`.

    Raises:
        RulebookError: A placeholder names nothing that exists; the message says where.
    """
    filled = []
    for place, line in enumerate(markdown.splitlines(), start=1):
        try:
            filled.append(_PLACEHOLDER.sub(lambda m: _value(m.group(1), numbers, lists), line))
        except RulebookError as error:
            raise RulebookError(f"{page}.md, line {place}: {error}") from error
    return "\n".join(filled) + "\n"


def _value(asked: str, numbers: Numbers, lists: Mapping[str, Sequence[Entry]]) -> str:
    asked = asked.strip()
    if asked in lists:
        return entries_table(lists[asked])
    if asked.startswith("table "):
        return table(asked.removeprefix("table ").strip(), numbers)
    return number(asked, numbers)
