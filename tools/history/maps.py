"""Maps: the ground as the notes hold it, hex by hex, into the rows of a map file."""

from __future__ import annotations

import re
from typing import Final

from hexwar.scenario.schema import TERRAIN_LETTERS
from tools.history import Raw, marked

NORTH: Final = {"montmirail": {"north": "right", "north_degrees": 71.2}}
"""Sheets that are turned: the side nearest to north, and how far north lies from the top."""

MAP_ESTIMATES: Final = ["terrain", "elevation", "slopes"]
"""What the notes call an estimate as a whole."""


def map_raw(source: Raw, map_id: str) -> Raw:
    """The raw object of a map file."""
    columns, rows = source["columns"], source["rows"]
    letters = {terrain.value: letter for letter, terrain in TERRAIN_LETTERS.items()}
    terrain = {hex_: letters[kind] for hex_, kind in source["terrain"].items()}
    levels = {hex_: str(level) for hex_, level in source["elevation"].items()}
    return {
        "format": 1,
        "kind": "map",
        "name": source["name"],
        "grid": {
            "columns": columns,
            "rows": rows,
            "low": "even",
            "metres": source["hex_metres"],
            **NORTH.get(map_id, {"north": "top"}),
        },
        "terrain": text_map(terrain, columns, rows),
        "elevation": text_map(levels, columns, rows),
        "slopes": sorted("-".join(side) for side in source["slopes"]),
        "rivers": rivers_raw(source["rivers"]),
        "roads": [road_raw(road) for road in source["roads"]],
        "spans": [span_raw(span) for span in source["bridges"]],
        "places": [place_raw(place) for place in source["places"]],
        "areas": [area_raw(area) for area in source["named_areas"]],
        "exits": [exit_raw(exit_) for exit_ in source["exits"]],
        "estimates": MAP_ESTIMATES,
    }


def text_map(letters: dict[str, str], columns: int, rows: int) -> list[str]:
    """A text for each row with a letter for each column; what is not listed is a dot."""
    return [
        "".join(letters.get(f"{column:02d}{row:02d}", ".") for column in range(1, columns + 1))
        for row in range(1, rows + 1)
    ]


def rivers_raw(rivers: list[Raw]) -> list[Raw]:
    """Rivers and streams. The notes call all streams estimates.

    A stream that runs into a river on the river's own hexside ends one hexside earlier.
    """
    made: list[Raw] = []
    for river in rivers:
        hexsides = ["-".join(sorted(side)) for side in river["hexsides"]]
        if any(hexsides[-1] in earlier["hexsides"] for earlier in made):
            hexsides.pop()
        head = {"name": river["name"], "kind": river["kind"], **marked(river["kind"] == "stream")}
        made.append({**head, "hexsides": hexsides})
    return made


def road_raw(road: Raw) -> Raw:
    """A road or trail. The notes call most trails estimates and do not say which."""
    return {
        "name": road["name"],
        "kind": road["kind"],
        **marked(road["kind"] == "trail"),
        "hexes": road["hexes"],
    }


def span_raw(span: Raw) -> Raw:
    """A span. Trestles that only follow from a trail, and the Jessains bridge, are estimates."""
    name = span["name"]
    return {
        "name": name,
        "kind": span["kind"],
        "hexside": "-".join(sorted((span["hexA"], span["hexB"]))),
        **marked(" trestle " in name or "Jessains" in name),
    }


def place_raw(place: Raw) -> Raw:
    """A named hex; a name that ends with the hex's own id loses it, for the id is shown anyway."""
    basis = place["basis"]
    return {
        "name": re.sub(r" \d{4}$", "", place["name"]),
        "hex": place["hex"],
        "terrain": place["terrain"],
        "basis": basis,
        **({"source_name": place["source_name"]} if "source_name" in place else {}),
        **marked("EST" in basis or "approx" in basis),
    }


def area_raw(area: Raw) -> Raw:
    """A wood, marsh or height. The notes call all outlines estimates."""
    return {
        "name": area["name"],
        "kind": area["kind"],
        "estimate": True,
        "hexes": sorted(area["hexes"]),
    }


def exit_raw(exit_: Raw) -> Raw:
    """A road exit; a corner of the map is on two edges."""
    edge = "".join(re.findall(r"\b[NESW]\b", exit_["edge"]))
    return {"name": exit_["name"], "hex": exit_["hex"], "edge": edge}


def add_victory_places(map_: Raw, oob: Raw) -> None:
    """Names victory hexes that the map has no name for, so that a player reads one."""
    named = {place["hex"] for place in map_["places"]}
    for vp_hex in oob["scenario"]["vp_hexes"]:
        hex_ = vp_hex["hex"]
        if hex_ not in named:
            letter = map_["terrain"][int(hex_[2:]) - 1][int(hex_[:2]) - 1]
            terrain = TERRAIN_LETTERS[letter].value
            place = {"name": vp_hex["name"], "hex": hex_, "terrain": terrain}
            map_["places"].append({**place, "basis": "victory hex", "estimate": True})
