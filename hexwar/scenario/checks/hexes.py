"""What every file is asked: its hexes are on the map, what it calls an estimate is a field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from hexwar.hexes import Grid, Hex
from hexwar.messages import mark, say
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import Record, hexes_of

HEX_FIELDS: Final = frozenset(
    {"hex", "hexes", "entry", "target", "goal", "route", "improved_positions"}
)
HEXSIDE_FIELDS: Final = frozenset(
    {"hexside", "hexsides", "slopes", "crests", "fords", "damaged_spans"},
)
"""The fields of all files that hold one or more hexes, or hexsides."""


def check_hexes(record: Record, grid: Grid, pen: Pen) -> None:
    """Reports hexes off the map, and hexsides that are none."""
    for place, hex_ in _texts(record, HEX_FIELDS, ()):
        if hex_ not in grid:
            pen.error(place, off_map(Hex(hex_), grid))
    for place, text in _texts(record, HEXSIDE_FIELDS, ()):
        a, b = hexes_of(text)
        outside = next((h for h in (a, b) if h not in grid), None)
        if outside is not None:
            pen.error(place, off_map(outside, grid))
        elif not grid.is_adjacent(a, b):
            pen.error(place, "{a} and {b} are not next to each other", a=a, b=b)


def off_map(hex_: Hex, grid: Grid) -> str:
    """The sentence about a hex that the map does not have."""
    size = say("{grid.columns} columns and {grid.rows} rows", grid=grid)
    return say("hex {hex} is not on the map, which has {size}", hex=quoted(hex_), size=size)


def is_hexside(text: str, grid: Grid) -> bool:
    """Whether a text names two neighbours on the map."""
    a, b = hexes_of(text)
    return a in grid and b in grid and grid.is_adjacent(a, b)


def _texts(value: object, fields: frozenset[str], place: Place) -> Iterator[tuple[Place, str]]:
    """The texts of a record's fields of some names, at any depth, each with its place."""
    if isinstance(value, Record):
        for name in type(value).model_fields:
            item = getattr(value, name)
            if name in fields:
                yield from _plain(item, fields, (*place, name))
            else:
                yield from _texts(item, fields, (*place, name))
    elif isinstance(value, tuple):
        for i, item in enumerate(value):
            yield from _texts(item, fields, (*place, i))


def _plain(value: object, fields: frozenset[str], place: Place) -> Iterator[tuple[Place, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, tuple):
        for i, item in enumerate(value):
            yield from _plain(item, fields, (*place, i))
    else:
        yield from _texts(value, fields, place)


def check_estimates(names: Sequence[str], pen: Pen) -> None:
    """Reports names in `estimates` that no field of any file has."""
    for i, name in enumerate(names):
        if name not in _field_names():
            words, known = mark("no field is called {name}"), sorted(_field_names())
            pen.warning(("estimates", i), words, name, known, name=quoted(name))


@lru_cache(maxsize=1)
def _field_names() -> frozenset[str]:
    return frozenset(name for kind in _kinds(Record) for name in kind.model_fields)


def _kinds(kind: type[Record]) -> Iterator[type[Record]]:
    yield kind
    for inner in kind.__subclasses__():
        yield from _kinds(inner)
