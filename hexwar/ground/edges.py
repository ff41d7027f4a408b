"""The edges of a map, and the roads and trails that lead off it there."""

from __future__ import annotations

from collections.abc import Sequence, Set

from hexwar.hexes import Hex, column_row
from hexwar.table.battlefield import Battlefield


def edges_of(field: Battlefield, hex_: Hex) -> set[str]:
    """The edges of the map that a hex lies on: N, E, S, W."""
    column, row = column_row(hex_)
    grid = field.grid
    sides = {"W": column == 1, "E": column == grid.columns, "N": row == 1, "S": row == grid.rows}
    return {edge for edge, lies in sides.items() if lies}


def edge_ways(field: Battlefield, listed: Hex) -> list[Hex]:
    """Road and trail hexes on the same edge of the map as an entry hex, in map order."""
    return _ways_on(field, edges_of(field, listed))


def next_edge_ways(field: Battlefield, listed: Hex) -> list[Hex]:
    """Road and trail hexes on the edges next to that of an entry hex, in map order."""
    edges = edges_of(field, listed)
    across = {"N", "S"} if edges & {"E", "W"} else set()
    along = {"E", "W"} if edges & {"N", "S"} else set()
    return _ways_on(field, (across | along) - edges)


def _ways_on(field: Battlefield, edges: Set[str]) -> list[Hex]:
    return [h for h in field.grid.hexes if h in field.way_hexes and edges & edges_of(field, h)]


def other_entries(field: Battlefield, entry: Hex) -> Sequence[Hex]:
    """Where else one can come than at an entry hex, the nearest first (T24.3, N23.4).

    They are the other road and trail hexes of its edge of the map; if there is none, the first
    of an edge next to it.
    """
    grid = field.grid

    def nearness(hex_: Hex) -> tuple[int, int]:
        return grid.distance(entry, hex_), grid.index[hex_]

    same = {*edge_ways(field, entry)} - {entry}
    if same:
        return sorted(same, key=nearness)
    return sorted(next_edge_ways(field, entry), key=nearness)[:1]
