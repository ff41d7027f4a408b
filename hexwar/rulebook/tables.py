"""Lays out the tables of the rulebook in Markdown, from the numbers that the rules use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from hexwar.messages import count, mark, say
from hexwar.rulebook.card_tables import CARD_TABLES
from hexwar.rulebook.layout import markdown_table
from hexwar.rulebook.records import Entry, RulebookError
from hexwar.rulebook.values import MAX_ROWS, Numbers, look_up, number

_DASH = "\N{EN DASH}"


def table(name: str, numbers: Numbers) -> str:
    """Lay out a whole table in Markdown.

    Args:
        name: What stands behind `table` in the placeholder.
        numbers: The numbers of the rules.

    Raises:
        RulebookError: There is no such table, or its numbers do not fit together.
    """
    if name not in _TABLES:
        raise RulebookError(f"there is no table '{name[:60]}'.")
    return _TABLES[name](numbers)


def _rows(value: object, name: str) -> list[object]:
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MAX_ROWS:
        raise RulebookError(f"the table '{name}' is not a list of rows.")
    return list(value)


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulebookError(f"the table '{name}' needs whole numbers.")
    return value


def _strengths(chapter: str) -> Callable[[Numbers], str]:
    """A table of fire: a row for each die, a column for each band of strength (N8.8, N9.6)."""

    def laid_out(numbers: Numbers) -> str:
        least = _rows(look_up(f"{chapter}.columns", numbers), chapter)
        bands = _bands([_whole(sp, chapter) for sp in least])
        low = _whole(look_up(f"{chapter}.lowest_die", numbers), chapter)
        high = _whole(look_up(f"{chapter}.highest_die", numbers), chapter)
        found = _rows(look_up(f"{chapter}.table", numbers), chapter)
        rows = [_rows(row, chapter) for row in found]
        if len(rows) != high - low + 1 or any(len(row) != len(bands) for row in rows):
            raise RulebookError(f"the table '{chapter}' has cells missing or to spare.")
        body = ([die, *map(_cell, row)] for die, row in zip(_dice(low, high), rows, strict=True))
        return markdown_table(" | ".join((say("Die"), *bands)), body, "<" + ":" * len(bands))

    return laid_out


def _bands(lows: Sequence[int]) -> list[str]:
    """The strengths of each column, from the least of each."""
    closed = [str(a) if b == a + 1 else f"{a}{_DASH}{b - 1}" for a, b in pairwise(lows)]
    return [*closed, f"{lows[-1]}+"]


def _dice(low: int, high: int) -> list[str]:
    """The dice of each row; nothing makes a die less than 1 unless the table has a row for it."""
    least = say("{n} or less", n=low) if low < 1 else str(low)
    return [least, *(str(die) for die in range(low + 1, high)), say("{n} or more", n=high)]


def _cell(value: object) -> str:
    return _DASH if value == "-" else str(value)


def _allowance(numbers: Numbers) -> str:
    """Movement allowances of counters that print none (N2.11)."""
    found = look_up("unit.default_movement", numbers)
    if not isinstance(found, Mapping) or not 0 < len(found) <= MAX_ROWS:
        raise RulebookError("the table 'allowance' is not a list of rows.")
    rows = [
        [_spoken(str(kind)), number(f"unit.default_movement.{kind}", numbers)] for kind in found
    ]
    return markdown_table(say("Piece | MP"), rows, "<:")


def _spoken(kind: str) -> str:
    return say(_OTHERS[kind]) if kind in _OTHERS else say(kind.replace("_", " ")).capitalize()


def _orders(columns: Mapping[str, str]) -> Callable[[Numbers], str]:
    """A part of the order table: a row for each type of order, some of its columns (N12.2)."""

    def laid_out(numbers: Numbers) -> str:
        orders = look_up("orders", numbers)
        if not isinstance(orders, Mapping) or not 0 < len(orders) <= MAX_ROWS:
            raise RulebookError("the table 'orders' is not a list of rows.")
        keys = ["name", *columns]
        rows = [[_permission(f"orders.{verb}.{key}", numbers) for key in keys] for verb in orders]
        head = " | ".join((say("Order"), *map(say, columns.values())))
        return markdown_table(head, rows, "<" + ":" * len(columns))

    return laid_out


def _permission(key: str, numbers: Numbers) -> str:
    word = look_up(key, numbers)
    is_known = isinstance(word, str) and word in _PERMISSIONS
    return say(_PERMISSIONS[str(word)]) if is_known else number(key, numbers)


def _results(chapter: str) -> Callable[[Numbers], str]:
    """A table of results: a row for each die, a column for each rating (N12.5, N12.63)."""

    def laid_out(numbers: Numbers) -> str:
        highest = _whole(look_up(f"{chapter}.highest_column", numbers), chapter)
        found = _rows(look_up(f"{chapter}.table", numbers), chapter)
        rows = [_rows(row, chapter) for row in found]
        if any(len(row) != highest + 1 for row in rows):
            raise RulebookError(f"the table '{chapter}' has cells missing or to spare.")
        head = " | ".join((say("Die"), *(str(column) for column in range(highest)), f"{highest}+"))
        body = ([str(die), *map(_cell, row)] for die, row in enumerate(rows, start=1))
        return markdown_table(head, body, "<" + ":" * (highest + 1))

    return laid_out


def _levels(numbers: Numbers) -> str:
    """Levels of victory by the ratio of the higher total to the lower (N22.1)."""
    rows = []
    for level in _rows(look_up("victory.levels", numbers), "levels"):
        if not isinstance(level, Mapping):
            raise RulebookError("the table 'levels' is not a list of rows.")
        ratio = number("ratio", level)
        shown = say("above a draw") if ratio == "0" else say("{n} or more", n=ratio)
        rows.append([shown, number("name", level).capitalize()])
    return markdown_table(say("Higher total : lower total | Victory"), rows, "<<")


def _weather(season: str) -> Callable[[Numbers], str]:
    """What a die makes of the weather: a row for the weather as it was (T3.2)."""

    def laid_out(numbers: Numbers) -> str:
        names = _rows(look_up(f"weather_{season}.rows", numbers), season)
        rows = [
            _rows(row, season) for row in _rows(look_up(f"weather_{season}.table", numbers), season)
        ]
        sides = _whole(look_up("dice.sides", numbers), season)
        if len(names) != len(rows) or any(len(row) != sides for row in rows):
            raise RulebookError(f"the table '{season}' has cells missing or to spare.")
        head = " | ".join((say("Weather"), *(str(die) for die in range(1, sides + 1))))
        body = (
            [say(str(name)).capitalize(), *(say(str(word)) for word in row)]
            for name, row in zip(names, rows, strict=True)
        )
        return markdown_table(head, body, "<" * (sides + 1))

    return laid_out


def _shifts(numbers: Numbers) -> str:
    """By how many turns each die moves a group of reinforcements (T20.4)."""
    turns = [_whole(turn, "shifts") for turn in _rows(look_up("arrival.shifts", numbers), "shifts")]
    body = ([str(die), _how_late(turn)] for die, turn in enumerate(turns, start=1))
    return markdown_table(say("Die | The group comes"), body, "<<")


def _how_late(turns: int) -> str:
    if not turns:
        return say("as listed")
    if turns > 0:
        return count("{n} turn late", "{n} turns late", turns)
    return count("{n} turn early", "{n} turns early", -turns)


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
    "fire": _strengths("fire"),
    "bombardment": _strengths("bombardment"),
    "allowance": _allowance,
    "levels": _levels,
    "orders": _orders(_MOVES),
    "reactions": _orders(_REACTIONS),
    "compliance": _results("compliance"),
    "local": _results("local"),
    "weather winter": _weather("winter"),
    "weather middle": _weather("middle"),
    "weather summer": _weather("summer"),
    "shifts": _shifts,
    **CARD_TABLES,
}
