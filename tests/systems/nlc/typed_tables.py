"""Tables of the rulebook, typed from it, for the tests that compare."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

COLUMNS = (
    "name",
    "enter_zone",
    "leave_zone",
    "assault",
    "charge",
    "react",
    "bombard",
    "road",
    "pull_back",
    "pursue",
)
"""The columns of the order table, as the number file calls them."""

ORDERS: Mapping[str, str] = {
    "march": "March|no|yes|no|no|yes|no|yes|no|no",
    "attack": "Attack|yes|to zone|must|may|yes|yes|before contact|no|may",
    "probe": "Probe|yes|cavalry|may|may|yes|yes|before contact|yes|may",
    "defend": "Defend|near objective|no|objective|in zone|yes|yes|no|no|in zone",
    "delay": "Delay|no|yes|no|light or lone|yes|yes|no|yes|no",
    "fall_back": "Fall Back|no|yes|no|no|yes|no|yes|yes|no",
    "reserve": "Reserve|no|yes|no|no|yes|no|to its place|yes|no",
    "support": "Support|yes|no|supported|supported|yes|yes|before contact|no|no",
    "general_retreat": "General Retreat|no|yes|no|no|no|no|yes|yes|no",
}
"""N12.2: a row for each type of order."""

FIRE = """
    -    -    -    -    -    M    M    M
    -    -    -    -    M    M    M    M1
    -    -    M    M    M    M    M1   M1
    -    M    M    M    M    M1   M1   M1
    -    M    M    M    M1   M1   M1   1M1
    M    M    M1   M1   M1   1M1  1M1  1M1
    M    M1   1    1    1M1  1M1  1M1  1M1
    M1   1    1    1M1  1M1  1M1  1M1  2M1
    1    1    1M1  1M1  1M1  1M1  2M1  2M1
"""
"""N8.8, from a modified die of 0 and less to one of 8 and more."""

STRENGTHS = ((1, 2), (3, 4), (5, 7), (8, 10), (11, 14), (15, 19), (20, 26), (27, 60))
"""N8.8: the least and the most fire strength of each column."""

BOMBARDMENT = """
    -  -  -  -  d  d
    -  -  -  d  d  D
    -  -  d  d  D  D
    -  d  d  D  D  1
    d  d  D  D  1  1
    d  D  1  1  1  1
    D  D  1  1  1  1
"""
"""N9.6, from a modified die of 1 to one of 7 and more."""

COMPLIANCE = """
    C  C  C  C  C  C
    D  C  C  C  C  C
    D  D  C  C  C  C
    D  D  D  C  C  C
    X  D  D  D  C  C
    X  X  D  D  D  C
"""
"""N12.5: a row for each die from 1, a column for each rating from 0."""

HIDDEN = """
    -  -  -  -
    R  -  -  -
    R  -  -  -
    R  R  -  -
    R  R  R  -
    R  R  R  -
"""
"""N25.5: a row for each die from 1; columns for 3 hexes or less, 4-6, 7-9 and more."""

LOCAL = """
    NE  OK  OK  OK  OK  OK
    NE  NE  OK  OK  OK  OK
    NE  NE  NE  OK  OK  OK
    NE  NE  NE  NE  OK  OK
    BM  NE  NE  NE  NE  OK
    BM  BM  BM  BM  NE  NE
"""
"""N12.63: a row for each die from 1, a column for each rating from 0."""


TRAITS: Mapping[str, tuple[str, str]] = {
    "placeless": ("N12.16", "defend delay reserve general_retreat"),
    "for_staff": ("N14.53", "march defend reserve general_retreat"),
    "stoppable": ("N12.23", "probe"),
    "marches": ("N12.21", "march"),
    "rests": ("N12.27", "reserve"),
    "defends": ("N12.24", "defend"),
    "leaves": ("N12.29", "general_retreat"),
    "retires": ("N12.26", "fall_back"),
    "engages": ("N12.33", "attack probe support"),
    "fights": ("N12.14", "attack probe"),
    "draws_off": ("N12.51", "defend fall_back general_retreat"),
    "hides": ("N20.11", "march fall_back reserve"),
    "shelters": ("N12.64", "defend delay fall_back"),
    "shuns_contact": ("N12.5", "march reserve"),
    "basic": ("N26.1", "march attack defend"),
    "by_night": ("N17.2", "march fall_back reserve general_retreat"),
    "slips": ("N23.4", "defend delay"),
    "keeps_ground": ("N12.28", "defend delay reserve support"),
}
"""What else the rules ask of a type of order: a rule, and the types of which it is true."""

TERMS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "objective": (
        "N12.1",
        {
            **dict.fromkeys(("march", "fall_back", "reserve", "support"), "hex or friend"),
            **dict.fromkeys(("attack", "probe", "defend", "delay"), "hex"),
            "general_retreat": "exit",
        },
    ),
    "goal": ("N12.22", {"probe": "enemies", "support": "friends"}),
    "ends": (
        "N12.31",
        {
            "march": "arrival or contact",
            "attack": "taken",
            "probe": "taken or empty",
            "delay": "outnumbered",
            "fall_back": "arrival",
        },
    ),
    "confidence": (
        "N8.32",
        {"attack": "attack", **dict.fromkeys(("probe", "support"), "probe or support")},
    ),
}
"""The columns of words that only some types of order have."""


def plain(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """A rule, and the numbers typed for it, by dotted key.

    >>> dict(plain("N2.3 morale: base 1, minimum 1"))
    {'N2.3': {'morale.base': 1, 'morale.minimum': 1}}
    """
    for block in re.split(r"\n(?=\S)", text.strip()):
        head, _, numbers = block.partition(":")
        rule, chapter = head.split()
        typed = (number.split() for number in numbers.split(","))
        yield rule, {f"{chapter}.{key}": _value(word) for key, word in typed}


def _value(word: str) -> int | float | str:
    if re.fullmatch(r"-?\d+", word):
        return int(word)
    return float(word) if re.fullmatch(r"-?\d+\.\d+", word) else word


def order_traits() -> Iterator[tuple[str, dict[str, str]]]:
    """A rule, and the cells of the order table that it fills, by dotted key."""
    for column, (rule, verbs) in TRAITS.items():
        yield rule, {f"orders.{verb}.{column}": "yes" for verb in verbs.split()}
    for column, (rule, words) in TERMS.items():
        yield rule, {f"orders.{verb}.{column}": word for verb, word in words.items()}


def order_row(verb: str) -> dict[str, str]:
    """One row of the order table by column."""
    return dict(zip(COLUMNS, ORDERS[verb].split("|"), strict=True))


def rows(table: str) -> list[list[str]]:
    """The cells of a table of results, die by die."""
    return [line.split() for line in table.strip().splitlines()]


def cells(table: str) -> Iterator[tuple[int, int, str]]:
    """Die, column and result of each cell."""
    for die, row in enumerate(rows(table), start=1):
        for column, result in enumerate(row):
            yield die, column, result
