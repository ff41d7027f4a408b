"""The battlefield that a map at work describes, whatever is wrong with it.

A board can only show what is sound: what a draft holds beside that is left out of the battlefield,
and stays in the draft.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from typing import Any, Final

from hexwar.editor.document import Json, is_same
from hexwar.hexes import MAX_COLUMNS, MAX_ROWS, Grid, Hex, Low, grid_of_size, hexside, is_hex_id
from hexwar.scenario.build import build_battlefield
from hexwar.scenario.findings import Pen
from hexwar.scenario.salvage import salvage
from hexwar.scenario.schema import FORMAT, TERRAIN_LETTERS, GridRecord, MapFile
from hexwar.table.battlefield import Battlefield, Road

USUAL: Final = (15, 10)
"""Columns and rows of a map that does not tell its size."""

_REMEMBERED: Final = 4
"""Maps whose battlefields are kept: that before a step, that after it, and some more."""

_LETTERS: Final = "".join(TERRAIN_LETTERS)
_NO_TERRAIN: Final = re.compile(f"[^{re.escape(_LETTERS)}]")
_NO_LEVEL: Final = re.compile("[^.1-9]")
_SIDED: Final = ("slopes", "crests", "fords")
_HEXES: Final = {"rivers": "hexsides", "roads": "hexes", "areas": "hexes"}
"""Lists of records, and the list of places that each of these has."""

_known: OrderedDict[int, tuple[Json, Battlefield]] = OrderedDict()


def battlefield_of(map_: Json) -> Battlefield:
    """The battlefield of a map, as far as it can be read; the same again for the same object."""
    found = _known.get(id(map_))
    if found is not None and found[0] is map_:
        _known.move_to_end(id(map_))
        return found[1]
    made = next((b for m, f in reversed(_known.values()) if (b := _led_on(m, f, map_))), None)
    made = _built(map_) if made is None else made
    _known[id(map_)] = map_, made
    while len(_known) > _REMEMBERED:
        _known.popitem(last=False)
    return made


def _led_on(before: Json, field: Battlefield, after: Json) -> Battlefield | None:
    """The battlefield of a map of which only ground, slopes or crests differ from a known one."""
    others = (before.keys() | after.keys()) - _PAINTED
    if any(before.get(name) is not after.get(name) for name in others):
        return None
    grid, fields = field.grid, dict[str, Any]()
    for name, plain, read in _ROWS:
        if before.get(name) is after.get(name):
            continue
        known = {**getattr(field, name)}
        for hex_, letter in _new_letters(before.get(name), after.get(name)):
            known.pop(Hex(hex_), None)
            if hex_ in grid.index and letter in read and letter != plain:
                known[Hex(hex_)] = read[letter]
        fields[name] = known
    if before.get("slopes") is not after.get("slopes"):
        sides = _sides(after.get("slopes"), grid)
        fields["slopes"] = frozenset((Hex(side[:4]), Hex(side[5:])) for side in sides)
    if before.get("crests") is not after.get("crests"):
        sides = _sides(after.get("crests"), grid)
        fields["crests"] = frozenset(hexside(Hex(s[:4]), Hex(s[5:])) for s in sides)
    return replace(field, **fields)


_PAINTED: Final = frozenset({"terrain", "elevation", "slopes", "crests"})
_ROWS: Final[tuple[tuple[str, str, Mapping[str, Any]], ...]] = (
    ("terrain", ".", TERRAIN_LETTERS),
    ("elevation", ".", {str(level): level for level in range(1, 10)}),
)


def size_of(map_: Json) -> Grid:
    """The hexes of a map; where it does not tell its size, those of its rows of terrain."""
    told = map_.get("grid")
    sheet: Mapping[str, Any] = told if isinstance(told, dict) else {}
    rows = [row for row in _list(map_.get("terrain")) if isinstance(row, str)]
    columns = _whole(sheet.get("columns"), MAX_COLUMNS) or len(rows[0] if rows else "")
    number = _whole(sheet.get("rows"), MAX_ROWS) or len(rows)
    low = sheet.get("low")
    return grid_of_size(
        min(columns or USUAL[0], MAX_COLUMNS),
        min(number or USUAL[1], MAX_ROWS),
        Low(low) if isinstance(low, str) and low in tuple(Low) else Low.EVEN,
    )


def _built(map_: Json) -> Battlefield:
    grid = size_of(map_)
    name = map_.get("name")
    raw: Json = {
        "format": FORMAT,
        "kind": "map",
        "name": name if isinstance(name, str) and 0 < len(name.strip()) <= 120 else "?",
        "grid": _sheet(map_.get("grid"), grid),
        "terrain": _rows(map_.get("terrain"), grid, _NO_TERRAIN),
        "elevation": _rows(map_.get("elevation"), grid, _NO_LEVEL),
    }
    for field in _SIDED:
        raw[field] = _sides(map_.get(field), grid)
    for field in ("rivers", "roads", "spans", "places", "areas", "exits"):
        raw[field] = [item for item in _list(map_.get(field)) if _is_sound(field, item, grid)]
    for field, inner in _HEXES.items():
        keep = _sides if inner == "hexsides" else _hexes
        raw[field] = [{**item, inner: keep(item.get(inner), grid)} for item in raw[field]]
    record = salvage(MapFile, raw, Pen("", [])).record
    if record is None:  # then a list is longer than a file may have
        bare = {name: raw[name] for name in ("format", "kind", "name", "grid", "terrain")}
        record = MapFile.from_raw({**bare, "elevation": raw["elevation"], "slopes": []})
    made = build_battlefield(record)
    return replace(made, grid=grid, roads=tuple(_unbroken(made.roads, grid)))


def _whole(value: object, most: int) -> int:
    """A number of columns or rows; 0 where it is none."""
    is_one = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most
    return value if is_one and isinstance(value, int) else 0


def _list(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _sheet(told: object, grid: Grid) -> Json:
    """What is told of the sheet, as far as it may be told, with the size that it has."""
    size: Json = {"columns": grid.columns, "rows": grid.rows, "low": str(grid.low)}
    for name, value in told.items() if isinstance(told, dict) else ():
        if name not in size and name in GridRecord.model_fields:
            tried = salvage(MapFile, _SMALLEST | {"grid": {**size, name: value}}, Pen("", []))
            if tried.record is not None:
                size[name] = value
    if not size.get("metres", 1):
        del size["metres"]
    return size


_SMALLEST: Final[Json] = {
    "format": FORMAT,
    "kind": "map",
    "name": "?",
    "terrain": ["."],
    "elevation": ["."],
    "slopes": [],
}


def _rows(told: object, grid: Grid, wrong: re.Pattern[str]) -> list[str]:
    """Rows of letters as the sheet has room for; what is no letter is as if nothing was told."""
    rows = [row if isinstance(row, str) else "" for row in _list(told)[: grid.rows]]
    rows += [""] * (grid.rows - len(rows))
    return [wrong.sub(".", row[: grid.columns]).ljust(grid.columns, ".") for row in rows]


def _hexes(told: object, grid: Grid) -> list[str]:
    return [hex_ for hex_ in _list(told) if isinstance(hex_, str) and hex_ in grid.index]


def _sides(told: object, grid: Grid) -> list[str]:
    return [side for side in _list(told) if _is_side(side, grid)]


def _is_side(side: object, grid: Grid) -> bool:
    """Whether it is the text of a hexside between two hexes of the sheet."""
    if not isinstance(side, str) or len(side) != 9 or side[4] != "-":
        return False
    return Hex(side[5:]) in grid.neighbours.get(Hex(side[:4]), ())


def _is_sound(field: str, item: object, grid: Grid) -> bool:
    """Whether all hexes that a record is nothing without lie on the sheet."""
    if not isinstance(item, dict):
        return False
    if field == "spans":
        return _is_side(item.get("hexside"), grid)
    if field in ("places", "exits"):
        return bool(_hexes([item.get("hex")], grid))
    keep: Callable[[object, Grid], list[str]] = _sides if field == "rivers" else _hexes
    return len(keep(item.get(_HEXES[field]), grid)) > (field == "roads")


def _unbroken(roads: Iterable[Road], grid: Grid) -> Iterator[Road]:
    """The parts of roads whose hexes each lie next to the one before."""
    for road in roads:
        run: list[Hex] = []
        for hex_ in (*road.hexes, None):
            if hex_ is not None and (not run or hex_ in grid.neighbours[run[-1]]):
                run.append(hex_)
                continue
            if len(run) > 1:
                whole = len(run) == len(road.hexes)
                yield road if whole else replace(road, hexes=tuple(run))
            run = [] if hex_ is None else [hex_]


# -- where two maps differ


def touched(before: Json, after: Json) -> frozenset[Hex] | None:
    """The hexes in which two maps look different; None where the sheet itself is another."""
    if not is_same(before.get("grid"), after.get("grid")):
        return None
    found: set[str] = set()
    for field in ("terrain", "elevation"):
        found.update(hex_ for hex_, _ in _new_letters(before.get(field), after.get(field)))
    for field in (*_SIDED, *_MARKS):
        one, other = before.get(field), after.get(field)
        if one is not other:
            for mark in set(_marks(field, one)) ^ set(_marks(field, other)):
                found.update(mark[0])
    return frozenset(Hex(hex_) for hex_ in found if is_hex_id(hex_))


_MARKS: Final = ("rivers", "roads", "spans", "places", "areas", "exits")


def _new_letters(before: object, after: object) -> Iterator[tuple[str, str]]:
    """The hexes whose letters differ, and what they are now."""
    rows = zip_longest(_list(before), _list(after), fillvalue="")
    for row, (old, new) in enumerate(rows, start=1):
        if old is new or old == new or not (isinstance(old, str) and isinstance(new, str)):
            continue
        for column, (a, b) in enumerate(zip_longest(old, new), start=1):
            if a != b:
                yield f"{column:02}{row:02}", b


def _marks(field: str, told: object) -> Iterator[tuple[tuple[str, ...], str]]:
    """What a list puts where, each with the hexes that it is drawn in."""
    for item in _list(told):
        if isinstance(item, str):
            yield tuple(item.split("-")), ""
        if not isinstance(item, dict):
            continue
        look = f"{item.get('kind')} {item.get('name')} {item.get('terrain')} {item.get('edge')}"
        for hex_ in (item.get("hex"), item.get("hexside")):
            if isinstance(hex_, str):
                yield tuple(hex_.split("-")), look
        run = [one for one in _list(item.get(_HEXES.get(field, ""))) if isinstance(one, str)]
        if field == "roads":
            yield from (((a, b), look) for a, b in pairwise(run))
        else:
            yield from ((tuple(one.split("-")), look) for one in run)
