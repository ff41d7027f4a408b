"""Writes JSON that a person can read and a diff can follow: short things on one line.

A list of hexes that is in order breaks where the column changes, so that one more hex changes
one line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

WIDTH: Final = 100
SHORT_LIST: Final = 70
"""Characters of a line, and of a list that may stand among an object's other values."""

FULL_COLUMN: Final = 3
"""Hexes a column, on average, from which on columns get lines of their own; a road has fewer."""

_INDENT: Final = "  "
_HEX_OR_HEXSIDE: Final = re.compile(r"[0-9]{4}(-[0-9]{4})?")


def to_text(value: object) -> str:
    """A JSON text with a line end.

    >>> print(to_text({"name": "Brienne", "turns": [1, 4]}), end="")
    {
      "name": "Brienne",
      "turns": [1, 4]
    }
    """
    if isinstance(value, dict) and value:
        return _block("{", _members(value, 1), "}", 0) + "\n"
    return _form(value, 0, 0) + "\n"


def _form(value: Any, indent: int, used: int) -> str:
    """A value at an indent, with `used` characters before it on its line."""
    flat = json.dumps(value, ensure_ascii=False)
    room = WIDTH - used - 1  # the comma
    if not value or not isinstance(value, (dict, list)):
        return flat
    if isinstance(value, dict):
        if not _is_flat(value):
            return _block("{", _members(value, indent + 1), "}", indent)
        if len(flat) <= room:
            return flat
        return _block("{", _filled(_members(value, indent + 1), indent + 1), "}", indent)
    if _is_text_map(value) or not all(map(_is_scalar, value)):
        rows = [_form(item, indent + 1, _used(indent + 1)) for item in value]
        return _block("[", rows, "]", indent)
    if len(flat) <= room:
        return flat
    return _block("[", _lines_of_scalars(value, indent + 1), "]", indent)


def _members(value: dict[str, Any], indent: int) -> list[str]:
    made = []
    for key, item in value.items():
        name = f"{json.dumps(key, ensure_ascii=False)}: "
        made.append(name + _form(item, indent, _used(indent) + len(name)))
    return made


def _block(opening: str, lines: Sequence[str], closing: str, indent: int) -> str:
    inner = "\n" + _INDENT * (indent + 1)
    return f"{opening}{inner}{f',{inner}'.join(lines)}\n{_INDENT * indent}{closing}"


def _lines_of_scalars(items: Sequence[Any], indent: int) -> list[str]:
    parts = [json.dumps(item, ensure_ascii=False) for item in items]
    if not all(isinstance(item, str) and _HEX_OR_HEXSIDE.fullmatch(item) for item in items):
        return parts if isinstance(items[0], str) else _filled(parts, indent)
    columns = [list(column) for _, column in groupby(parts, key=lambda part: part[1:3])]
    is_set = list(items) == sorted(items) and len(items) >= FULL_COLUMN * len(columns)
    return [line for c in (columns if is_set else [parts]) for line in _filled(c, indent)]


def _filled(parts: Sequence[str], indent: int) -> list[str]:
    """Parts joined into lines as long as the width allows."""
    lines: list[str] = []
    for part in parts:
        if lines and _used(indent) + len(lines[-1]) + len(part) + 3 <= WIDTH:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return lines


def _used(indent: int) -> int:
    return len(_INDENT) * indent


def _is_scalar(value: object) -> bool:
    return not isinstance(value, (dict, list))


def _is_flat(value: dict[str, Any]) -> bool:
    """Whether an object holds nothing but scalars and short lists of them."""
    inner = [item for item in value.values() if not _is_scalar(item)]
    return all(
        isinstance(item, list)
        and all(map(_is_scalar, item))
        and len(json.dumps(item, ensure_ascii=False)) <= SHORT_LIST
        for item in inner
    )


def _is_text_map(items: Sequence[Any]) -> bool:
    """Whether the strings of a list are the rows of a map, to be seen one below the other."""
    return (
        len(items) > 1
        and all(isinstance(item, str) for item in items)
        and len({len(item) for item in items}) == 1
        and not all(_HEX_OR_HEXSIDE.fullmatch(item) for item in items)
        and {c for item in items for c in item} <= set(".0123456789abcdefghijklmnopqrstuvwxyz")
    )
