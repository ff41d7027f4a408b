"""What can be done to a set-up: each function takes the object of a scenario and gives a new one.

A draft may hold anything: what cannot be read stays as it is, what nobody touches is shared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from hexwar.editor.document import Json, put
from hexwar.hexes import Grid, Hex
from hexwar.scenario.schema import PlacementRecord

Kind = Literal["units", "leaders"]
"""The list of a placement in which a piece stands."""

Pieces = Mapping[str, Kind]
"""Pieces by their ids, in the order in which they are to stand."""

_ENTRY: Final = tuple(PlacementRecord.model_fields)
_KINDS: Final[tuple[Kind, Kind]] = ("units", "leaders")


# -- what is there


def placements(scenario: Json) -> Iterator[tuple[str, Hex]]:
    """Each piece that is set up with its hex, as far as they can be read, in the file's order."""
    for entry in records(scenario, "setup"):
        hex_ = entry.get("hex")
        for kind in _KINDS if isinstance(hex_, str) else ():
            yield from ((piece, Hex(str(hex_))) for piece in texts(entry, kind))


def where(scenario: Json) -> dict[str, Hex]:
    """The hex of each piece that is set up; of one that stands twice the first."""
    found: dict[str, Hex] = {}
    for piece, hex_ in placements(scenario):
        found.setdefault(piece, hex_)
    return found


def entry_at(scenario: Json, path: Sequence[str | int]) -> Json | None:
    """The placement that a path such as `setup, 3, units, 0` leads into; None where there is none.

    Args:
        scenario: The scenario.
        path: From its root.
    """
    entries = scenario.get("setup")
    if len(path) < 2 or path[0] != "setup" or not isinstance(entries, list):
        return None
    at = path[1]
    is_there = isinstance(at, int) and 0 <= at < len(entries) and isinstance(entries[at], dict)
    return entries[at] if is_there and isinstance(at, int) else None


def texts(tree: Json, field: str) -> tuple[str, ...]:
    """The texts in a list; what is no text, or no list, is passed over."""
    found = tree.get(field)
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list) else ()


def records(tree: Json, field: str) -> tuple[Json, ...]:
    """The objects in a list; what is no object, or no list, is passed over."""
    found = tree.get(field)
    return tuple(one for one in found if isinstance(one, dict)) if isinstance(found, list) else ()


# -- what is done


def put_down(scenario: Json, order: tuple[str, ...], pieces: Pieces, hex_: Hex) -> Json:
    """The scenario with some pieces in a hex, wherever they were before.

    Args:
        scenario: The scenario.
        order: The order of its fields.
        pieces: Who is put down.
        hex_: Where.
    """
    return moved(scenario, order, dict.fromkeys(pieces, hex_), pieces)


def moved(scenario: Json, order: tuple[str, ...], hexes: Mapping[str, Hex], pieces: Pieces) -> Json:
    """The scenario with some pieces each in a hex of its own; who stands there already stays so."""
    stands = where(scenario)
    going = {piece: hex_ for piece, hex_ in hexes.items() if stands.get(piece) != hex_}
    entries = _without(_setup(scenario), going)
    is_sorted = _is_sorted(entries)
    for hex_ in dict.fromkeys(going.values()):
        here = {piece: pieces[piece] for piece, at in going.items() if at == hex_}
        entries = _with(entries, hex_, here, is_sorted=is_sorted)
    return put(scenario, {"setup": entries}, order) if going else scenario


def taken_up(scenario: Json, order: tuple[str, ...], pieces: Collection[str]) -> Json:
    """The scenario with some pieces off the map."""
    if not any(piece in pieces for piece, _ in placements(scenario)):
        return scenario
    return put(scenario, {"setup": _without(_setup(scenario), pieces)}, order)


def shifted(grid: Grid, stands: Mapping[str, Hex], start: Hex, end: Hex) -> dict[str, Hex] | None:
    """Where pieces come to stand when all go as far as from one hex to another.

    None where one of them would leave the sheet.
    """
    (q, r), (to_q, to_r) = grid.cube(start), grid.cube(end)
    found: dict[str, Hex] = {}
    for piece, hex_ in stands.items():
        own_q, own_r = grid.cube(hex_)
        goal = grid.from_cube(own_q + to_q - q, own_r + to_r - r)
        if goal is None:
            return None
        found[piece] = goal
    return found


def listed(
    scenario: Json, order: tuple[str, ...], field: str, values: Collection[str], *, is_on: bool
) -> Json:
    """The scenario with some texts in a list of texts, or out of it; an empty list is left out."""
    found = scenario.get(field)
    items: list[Any] = found if isinstance(found, list) else []
    kept = [item for item in items if not (isinstance(item, str) and item in values)]
    if is_on:
        was_sorted = items == sorted(texts(scenario, field))
        kept = [*items, *(value for value in values if value not in items)]
        kept = sorted(kept) if was_sorted else kept
    return put(scenario, {field: kept or None}, order)


def held(scenario: Json, order: tuple[str, ...], hex_: Hex, side: str | None) -> Json:
    """The scenario with a hex in the hands of a side at the start; None: of nobody."""
    found = scenario.get("control")
    items: list[Any] = found if isinstance(found, list) else []
    at = next((i for i, item in enumerate(items) if _holds(item, hex_)), None)
    if side is None:
        kept = [item for item in items if not _holds(item, hex_)]
    elif at is None:
        kept = [*items, {"hex": hex_, "side": side}]
    else:
        kept = [*items[:at], {**items[at], "side": side}, *items[at + 1 :]]
    return put(scenario, {"control": kept or None}, order)


def holder_of(scenario: Json, hex_: Hex) -> str:
    """The side that holds a hex at the start; empty where none does."""
    found = (one for one in records(scenario, "control") if one.get("hex") == hex_)
    side = next((one.get("side") for one in found), "")
    return side if isinstance(side, str) else ""


def _holds(item: Any, hex_: Hex) -> bool:
    return isinstance(item, dict) and item.get("hex") == hex_


# -- the list of placements


def _setup(scenario: Json) -> list[Any]:
    found = scenario.get("setup")
    return found if isinstance(found, list) else []


def _is_sorted(entries: Sequence[Any]) -> bool:
    hexes = [entry["hex"] for entry in entries if isinstance(entry, dict) and "hex" in entry]
    return all(isinstance(hex_, str) for hex_ in hexes) and hexes == sorted(hexes)


def _without(entries: list[Any], pieces: Collection[str]) -> list[Any]:
    """The placements without some pieces; one that has nothing left to say is gone."""
    kept: list[Any] = []
    for entry in entries:
        if not isinstance(entry, dict) or not any(
            p in pieces for k in _KINDS for p in texts(entry, k)
        ):
            kept.append(entry)
            continue
        left: dict[str, Any] = {
            kind: [one for one in entry[kind] if not (isinstance(one, str) and one in pieces)]
            or None
            for kind in _KINDS
            if isinstance(entry.get(kind), list)
        }
        rest = put(entry, left, _ENTRY)
        if set(rest) != {"hex"}:
            kept.append(rest)
    return kept


def _with(entries: list[Any], hex_: Hex, pieces: Pieces, *, is_sorted: bool) -> list[Any]:
    """The placements with some pieces in a hex: in its own, else in a new one at its place."""
    at = next((i for i, entry in enumerate(entries) if _is_place(entry, hex_)), None)
    entry: Json = {"hex": hex_} if at is None else entries[at]
    fields: dict[str, Any] = {
        kind: [*(entry.get(kind) or ()), *new]
        for kind in _KINDS
        if (new := [piece for piece, its in pieces.items() if its == kind])
    }
    made = put(entry, fields, _ENTRY)
    if at is not None:
        return [*entries[:at], made, *entries[at + 1 :]]
    end = len(entries)
    if is_sorted:
        later = (
            i for i, e in enumerate(entries) if isinstance(e, dict) and e.get("hex", "") > hex_
        )
        end = next(later, end)
    return [*entries[:end], made, *entries[end:]]


def _is_place(entry: Any, hex_: Hex) -> bool:
    """Whether an entry is that of a hex, and has lists to which can be added."""
    if not isinstance(entry, dict) or entry.get("hex") != hex_:
        return False
    return all(isinstance(entry.get(kind, []), list) for kind in _KINDS)
