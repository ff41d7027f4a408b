"""Lays out the charts of the player-turn game: combat, guns, charges, allowances (T7-T28)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from hexwar.messages import say
from hexwar.rulebook.reading import RulebookError
from hexwar.rulebook.values import Numbers, look_up, markdown_table, rows_of, whole

_DASH = "\N{EN DASH}"


def _rows(key: str, numbers: Numbers, width: int) -> list[list[str]]:
    """The rows of a chart in words, each so wide."""
    rows = [rows_of(row, key) for row in rows_of(look_up(key, numbers), key)]
    if any(len(row) != width for row in rows):
        raise RulebookError(f"the table '{key}' has cells missing or to spare.")
    return [[_DASH if cell == "-" else str(cell) for cell in row] for row in rows]


def _chart(key: str, heads: Sequence[str], firsts: Sequence[str], numbers: Numbers) -> str:
    """A chart with a row for each die."""
    rows = _rows(key, numbers, len(heads))
    if len(rows) != len(firsts):
        raise RulebookError(f"the table '{key}' has cells missing or to spare.")
    body = ([first, *row] for first, row in zip(firsts, rows, strict=True))
    return markdown_table(" | ".join((say("Die"), *heads)), body, "<" + ":" * len(heads))


def _dice(lowest: int, rows: int) -> list[str]:
    """The dice of a chart; nothing goes beyond its ends."""
    dice = [str(lowest + step) for step in range(rows)]
    return [say("{n} or less", n=dice[0]), *dice[1:-1], say("{n} or more", n=dice[-1])]


def _height(key: str, numbers: Numbers) -> int:
    return len(rows_of(look_up(key, numbers), key))


def _combat(numbers: Numbers) -> str:
    """The results of a combat by its die and its column (T11.1)."""
    heads = [str(head) for head in rows_of(look_up("combat.columns", numbers), "combat")]
    key = "crt.table"
    return _chart(key, heads, _dice(1, _height(key, numbers)), numbers)


def _shock(numbers: Numbers) -> str:
    """The results of Shock by the two initiatives (T11.2)."""
    most = whole(look_up("shock.most", numbers), "shock")
    rates = [*map(str, range(1, most)), f"{most}+"]
    rows = _rows("shock.table", numbers, most)
    if len(rows) != most:
        raise RulebookError("the table 'shock' has cells missing or to spare.")
    head = " | ".join((say("Defender"), *(say("attacker {n}", n=rate) for rate in rates)))
    body = ([rate, *row] for rate, row in zip(rates, rows, strict=True))
    return markdown_table(head, body, "<" + ":" * most)


def _guns(charts: str, numbers: Numbers) -> str:
    """The results of a bombardment by its die and its strength (T12.3, T28.1)."""
    key = f"bombardment.charts.{charts}"
    lows = [whole(low, key) for low in rows_of(look_up("bombardment.columns", numbers), key)]
    heads = [str(a) if b == a + 1 else f"{a}{_DASH}{b - 1}" for a, b in pairwise(lows)]
    lowest = whole(look_up(f"{key}.lowest", numbers), key)
    table = f"{key}.table"
    return _chart(table, [*heads, f"{lows[-1]}+"], _dice(lowest, _height(table, numbers)), numbers)


def _charges(charts: str, numbers: Numbers) -> str:
    """The results of a charge by its die and its column (T13.5, T28.2)."""
    key = f"charge.charts.{charts}.table"
    width = len(rows_of(rows_of(look_up(key, numbers), key)[0], key))
    heads = [f"1:{column}" for column in range(1, width + 1)]
    return _chart(key, heads, _dice(1, _height(key, numbers)), numbers)


def _allowances(numbers: Numbers) -> str:
    """What the die makes of the movement allowance where no cards are played (T7.44)."""
    pairs = [rows_of(pair, "roll") for pair in rows_of(look_up("allowance.roll", numbers), "roll")]
    rows = [[str(die), *map(str, pair)] for die, pair in enumerate(pairs, start=1)]
    return markdown_table(say("Die | Foot | Horse"), rows, "<::")


CHARTS: Mapping[str, Callable[[Numbers], str]] = {
    "combat": _combat,
    "shock": _shock,
    "guns 4lb5": partial(_guns, "4lb5"),
    "guns rev8": partial(_guns, "rev8"),
    "charges 4lb5": partial(_charges, "4lb5"),
    "charges rev8": partial(_charges, "rev8"),
    "allowances": _allowances,
}
"""By what stands behind `table` in a placeholder."""
