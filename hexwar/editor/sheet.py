"""What can be done to a map: each function takes the object of its file and gives a new one.

A map may be a draft with faults: what is missing is taken as empty, what does not fit is let be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from hexwar.editor.document import Json, put
from hexwar.editor.ground import size_of
from hexwar.hexes import Grid, Hex, column_row
from hexwar.scenario.schema import FORMAT, TERRAIN_LETTERS, MapFile

ORDER: Final = tuple(MapFile.model_fields)
"""The fields of a map in the order of the file."""

GROUND, HEIGHT = ".", "."
"""What a hex is where nothing is told: clear, and level 0."""

_LEVELS: Final = "123456789"

SETS: Final = ("slopes", "crests", "fords")
"""Fields that hold hexsides, in the order of their texts."""


def blank(name: str, grid: Grid, metres: int = 480, north: str = "top") -> Json:
    """An empty map of clear ground at level 0.

    Args:
        name: Of the map.
        grid: Its hexes.
        metres: From hex to hex.
        north: The side of the sheet that is nearest to north.
    """
    size = {"columns": grid.columns, "rows": grid.rows, "low": str(grid.low)}
    rows = [GROUND * grid.columns] * grid.rows
    return {
        "format": FORMAT,
        "kind": "map",
        "name": name,
        "grid": {**size, "metres": metres, "north": north},
        "terrain": rows,
        "elevation": list(rows),
        "slopes": [],
    }


def grid_of(map_: Json) -> Grid:
    """The hexes of a map; of a draft that does not tell its size, those of its terrain."""
    return size_of(map_)


# -- hex by hex


def letter_at(map_: Json, hex_: Hex, field: str = "terrain") -> str:
    """What a text map says of a hex: a letter of terrain, or with `elevation` of a level."""
    column, row = column_row(hex_)
    rows = map_.get(field, ())
    line = rows[row - 1] if row <= len(rows) else ""
    return line[column - 1] if column <= len(line) else GROUND


def level_at(map_: Json, hex_: Hex) -> int:
    """The level of a hex, 0 to 9."""
    letter = letter_at(map_, hex_, "elevation")
    return int(letter) if letter in _LEVELS else 0


def painted(map_: Json, letters: Mapping[Hex, str]) -> Json:
    """The map with other terrain in some hexes; the places in them say the same.

    Args:
        map_: The map.
        letters: The letters of terrain by hex.
    """
    fields: dict[str, Any] = {"terrain": _written(map_, "terrain", letters)}
    places = map_.get("places")
    if places and any(place.get("hex") in letters for place in places):
        fields["places"] = [_said(place, letters) for place in places]
    return put(map_, fields, ORDER)


def _said(place: Json, letters: Mapping[Hex, str]) -> Json:
    letter = letters.get(place.get("hex", ""))
    terrain = None if letter is None else str(TERRAIN_LETTERS[letter])
    if terrain is None or place.get("terrain") == terrain:
        return place
    return {**place, "terrain": terrain}


def raised(map_: Json, levels: Mapping[Hex, int]) -> Json:
    """The map with other levels in some hexes; slopes follow.

    A hexside where slope and levels did not agree before was made so by hand, and is let be.
    """
    letters = {hex_: str(level) if level else HEIGHT for hex_, level in levels.items()}
    after = put(map_, {"elevation": _written(map_, "elevation", letters)}, ORDER)
    grid, slopes = grid_of(map_), set(map_.get("slopes", ()))
    crests = set(map_.get("crests", ()))
    for hex_ in levels:
        for near in grid.neighbours[hex_]:
            both = f"{hex_}-{near}", f"{near}-{hex_}"
            if _slope(map_, hex_, near) != next((s for s in both if s in slopes), None):
                continue
            slopes -= {*both}
            slope = _slope(after, hex_, near)
            if slope is not None:
                slopes.add(slope)
                crests -= {*both}
    fields: dict[str, Any] = {"slopes": sorted(slopes)}
    if "crests" in map_:
        fields["crests"] = sorted(crests)
    return put(after, fields, ORDER)


def _slope(map_: Json, a: Hex, b: Hex) -> str | None:
    """The slope between two hexes that their levels ask for, the low hex first."""
    low, high = level_at(map_, a), level_at(map_, b)
    return None if low == high else f"{a}-{b}" if low < high else f"{b}-{a}"


def _written(map_: Json, field: str, letters: Mapping[Hex, str]) -> list[str]:
    """The rows of a text map with other letters in some hexes; those untouched are the same."""
    rows: list[str] = list(map_.get(field, ()))
    by_row: dict[int, dict[int, str]] = {}
    for hex_, letter in letters.items():
        column, row = column_row(hex_)
        by_row.setdefault(row - 1, {})[column - 1] = letter
    for at, changed in by_row.items():
        if at < len(rows):
            line = rows[at]
            rows[at] = "".join(changed.get(i, letter) for i, letter in enumerate(line))
    return rows


# -- hexside by hexside


def sided(map_: Json, field: str, sides: Iterable[str], *, is_on: bool) -> Json:
    """The map with hexsides in a set of them, or out of it: `slopes`, `crests` or `fords`.

    A slope and a crest exclude each other, and so do a slope up and the same one down.
    """
    given, known = set(sides), {name: set(map_.get(name, ())) for name in SETS}
    turned = {f"{side[5:]}-{side[:4]}" for side in given}
    if is_on:
        for name in {"slopes", "crests"} if field != "fords" else ():
            known[name] -= given | turned
        known[field] |= given
    else:
        known[field] -= given | turned
    fields: dict[str, Any] = {
        name: sorted(found) if found or name in map_ else None for name, found in known.items()
    }
    return put(map_, fields, ORDER)


# -- the whole sheet


def resized(map_: Json, grid: Grid) -> Json:
    """The map on another sheet: hexes come or go at the right and the bottom.

    What lies on hexes that go, goes with them. Columns that lie lower than before take their hexes
    along, so what lies between hexes that are no neighbours any more goes too.
    """
    told = map_.get("grid")
    size = {"columns": grid.columns, "rows": grid.rows, "low": str(grid.low)}
    fields: dict[str, Any] = {"grid": {**told, **size} if isinstance(told, dict) else size}
    for name in ("terrain", "elevation"):
        rows = [row for row in map_.get(name, ()) if isinstance(row, str)][: grid.rows]
        rows += [""] * (grid.rows - len(rows))
        fields[name] = [row[: grid.columns].ljust(grid.columns, GROUND) for row in rows]
    for name in SETS:
        if name in map_:
            fields[name] = [text for text in map_[name] if _is_side(grid, text)]
    for name, inner in (("rivers", "hexsides"), ("roads", "hexes"), ("areas", "hexes")):
        if name in map_:
            fields[name] = [part for one in map_[name] for part in _cut(grid, name, inner, one)]
    for name in ("places", "exits"):
        if name in map_:
            fields[name] = [one for one in map_[name] if one.get("hex") in grid]
    if "spans" in map_:
        fields["spans"] = [s for s in map_["spans"] if _is_side(grid, s.get("hexside"))]
    lists = ("fords", "crests", "rivers", "roads", "areas", "places", "exits", "spans")
    return put(map_, {k: v or None if k in lists else v for k, v in fields.items()}, ORDER)


def _is_side(grid: Grid, text: object) -> bool:
    if not isinstance(text, str) or len(text) != len("0101-0102"):
        return False
    a, b = Hex(text[:4]), Hex(text[5:])
    return a in grid and b in grid.neighbours[a]


def _cut(grid: Grid, name: str, inner: str, record: Json) -> Iterator[Json]:
    """What a sheet has room for of a water, a road or an area; a course may fall apart."""
    items = record.get(inner, [])
    if name == "areas":
        kept = [hex_ for hex_ in items if hex_ in grid]
        if kept:
            yield record if len(kept) == len(items) else {**record, inner: kept}
        return
    parts: list[list[str]] = [[]]
    for item in items:
        fits = _is_side(grid, item) if name == "rivers" else item in grid
        before = parts[-1][-1] if parts[-1] else None
        if fits and name == "roads" and before is not None:
            fits_on = Hex(item) in grid.neighbours[Hex(before)]
            parts += [] if fits_on else [[]]
        if fits:
            parts[-1].append(item)
        elif parts[-1]:
            parts.append([])
    parts = [part for part in parts if len(part) > (name == "roads")]
    for part in parts:
        yield record if part == items else {**record, inner: part}


def lost(map_: Json, grid: Grid) -> Mapping[str, int]:
    """What a map would lose on another sheet: how many things of each field."""
    after = resized(map_, grid)
    found: dict[str, int] = {}
    for name in (*SETS, "spans", "places", "exits"):
        found[name] = len(map_.get(name, ())) - len(after.get(name, ()))
    for name, inner in (("rivers", "hexsides"), ("roads", "hexes"), ("areas", "hexes")):
        counts = [sum(len(one.get(inner, ())) for one in m.get(name, ())) for m in (map_, after)]
        found[name] = counts[0] - counts[1]
    return {name: count for name, count in found.items() if count > 0}
