"""Makes a battlefield of a map file."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.hexes import Grid, Hex, hex_id
from hexwar.scenario.schema.base import hexes_of, hexside_of
from hexwar.scenario.schema.map import SIDES, TERRAIN_LETTERS, GridRecord, MapFile
from hexwar.table.battlefield import Area, Battlefield, Place, River, Road, RoadExit, Span


def build_battlefield(map_: MapFile, id_: str = "", sha256: str = "") -> Battlefield:
    """The battlefield that a map file describes.

    A map with faults can be built too, so that more than its first fault is found; only one
    without faults may be played on.
    """
    return Battlefield(
        name=map_.name,
        grid=Grid(map_.grid.columns, map_.grid.rows, map_.grid.low),
        terrain={h: TERRAIN_LETTERS[c] for h, c in cells(map_.terrain) if c != "."},
        elevation={h: int(c) for h, c in cells(map_.elevation) if c != "."},
        slopes=frozenset(hexes_of(side) for side in map_.slopes),
        crests=frozenset(hexside_of(side) for side in map_.crests),
        fords=frozenset(hexside_of(side) for side in map_.fords),
        rivers=tuple(
            River(r.name, r.kind, tuple(hexside_of(side) for side in r.hexsides))
            for r in map_.rivers
        ),
        roads=tuple(Road(r.name, r.kind, r.hexes) for r in map_.roads),
        spans=tuple(Span(s.name, s.kind, hexside_of(s.hexside)) for s in map_.spans),
        places=tuple(Place(p.name, p.hex, p.terrain) for p in map_.places),
        areas=tuple(Area(a.name, a.kind, a.hexes) for a in map_.areas),
        exits=tuple(RoadExit(e.name, e.hex, e.edge) for e in map_.exits),
        metres=map_.grid.metres,
        north=north_of(map_.grid),
        id=id_,
        sha256=sha256,
    )


def north_of(grid: GridRecord) -> float:
    """The degrees that north lies clockwise from the top of the sheet."""
    return SIDES.index(grid.north) * 90.0 if grid.north_degrees is None else grid.north_degrees


def cells(rows: tuple[str, ...]) -> Iterator[tuple[Hex, str]]:
    """Each letter of a text map with the hex that it stands for."""
    for row, letters in enumerate(rows, start=1):
        for column, letter in enumerate(letters, start=1):
            yield hex_id(column, row), letter
