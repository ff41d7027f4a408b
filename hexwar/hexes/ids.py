"""Hex ids as printed on the map."""

from __future__ import annotations

import re
from typing import NewType

Hex = NewType("Hex", str)
"""A hex by its printed id, ``CCRR`` (column, row), such as ``0913``."""

Hexside = tuple[Hex, Hex]
"""The side between two adjacent hexes, the smaller id first."""

MAX_COLUMNS = MAX_ROWS = 99


def hex_id(column: int, row: int) -> Hex:
    """The id of the hex in a column and row, both counted from 1.

    Raises:
        ValueError: a column or row outside 1 to 99.

    >>> hex_id(9, 13)
    '0913'
    """
    if not (1 <= column <= MAX_COLUMNS and 1 <= row <= MAX_ROWS):
        raise ValueError(f"no hex has column {column} and row {row}: both run from 1 to 99")
    return Hex(f"{column:02d}{row:02d}")


def column_row(hex_: Hex) -> tuple[int, int]:
    """The column and row of a hex, both counted from 1.

    >>> column_row(hex_id(9, 13))
    (9, 13)
    """
    return int(hex_[:2]), int(hex_[2:])


def is_hex_id(text: str) -> bool:
    """Whether a text has the form of a hex id; the hex may still be off the map.

    >>> is_hex_id("0913"), is_hex_id("913"), is_hex_id("0900")
    (True, False, False)
    """
    return re.fullmatch("(?!00)[0-9]{2}(?!00)[0-9]{2}", text) is not None


def hexside(a: Hex, b: Hex) -> Hexside:
    """The hexside between two adjacent hexes, the smaller id first.

    >>> hexside(Hex("1604"), Hex("1505"))
    ('1505', '1604')
    """
    return (a, b) if a < b else (b, a)
