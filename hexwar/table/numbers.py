"""The numbers of a game's rules as data: tables by chapter, a scenario's own values, records.

A number is named by its chapter and key with a dot between them, such as ``stacking.sp``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")


class NumbersError(ValueError):
    """A number that cannot be used; the sentence names the key."""


def leaves(tables: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The numbers of nested tables, each with its dotted key."""
    for key, value in tables.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def with_own(tables: Mapping[str, Any], own: Mapping[str, object]) -> dict[str, Any]:
    """Nested tables with a scenario's own numbers in place of theirs, by their dotted keys."""
    made = dict(tables)
    for key, value in own.items():
        *chapters, last = key.split(".")
        rows = made
        for chapter in chapters:
            rows[chapter] = dict(rows[chapter])
            rows = rows[chapter]
        rows[last] = value
    return made


def record_of(kind: type[T], raw: Mapping[str, Any], place: str = "") -> T:
    """A frozen record from its mapping; keys that the record lacks are for others to read.

    A yes or no is written so, a fraction as `2/3`; a table of rows is read with the words of its
    keys apart.

    Raises:
        NumbersError: a number that the record needs is missing.
    """
    record: Any = kind
    hints, values = _hints(record), dict[str, Any]()
    for field in fields(record):
        if field.name in raw:
            place_of = f"{place}{field.name}."
            values[field.name] = _value(hints[field.name], raw[field.name], place_of)
        elif field.default is MISSING:
            raise NumbersError(f"numbers: {place}{field.name} is missing")
    return kind(**values)


@cache
def _hints(kind: type[Any]) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _value(kind: Any, raw: Any, place: str) -> Any:
    if is_dataclass(kind) and isinstance(kind, type):
        return record_of(kind, raw, place)
    if kind is bool:
        return raw == "yes"
    if kind is Fraction:
        return Fraction(raw)
    if get_origin(kind) is Mapping:
        row = get_args(kind)[1]
        return MappingProxyType(
            {k.replace("_", " "): _value(row, v, f"{place}{k}.") for k, v in raw.items()}
        )
    if get_origin(kind) is tuple:
        return tuple(_value(get_args(kind)[0], item, place) for item in raw)
    return raw
