"""The form of a map file."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from pydantic import Field, StrictFloat

from hexwar.hexes import Low
from hexwar.scenario.schema.base import (
    TERRAIN_KEY,
    FileRecord,
    Flag,
    HexId,
    HexsideId,
    LevelRow,
    Many,
    Name,
    Positive,
    Record,
    TerrainRow,
    Text,
    Word,
)
from hexwar.table.battlefield import SpanKind, Terrain, Water, Way, covers

TERRAIN_LETTERS: Final = {cover.letter: terrain for terrain, cover in covers().items()}
"""What the letters of `MapFile.terrain` stand for."""

Side = Literal["top", "right", "bottom", "left"]
SIDES: Final[tuple[Side, ...]] = get_args(Side)
"""The sides of a sheet, clockwise."""

Bearing = Annotated[StrictFloat, Field(ge=0.0, le=360.0)]

Edge = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


class GridRecord(Record):
    """The sheet of hexes."""

    columns: Positive = Field(description="number of columns")
    rows: Positive = Field(description="number of rows")
    low: Low = Field(
        default=Low.EVEN, description="which columns lie half a hex further down the sheet"
    )
    metres: Many = Field(default=480, description="metres from hex to hex")
    north: Side = Field(default="top", description="the side of the sheet that is nearest to north")
    north_degrees: Bearing | None = Field(
        default=None,
        description="degrees that north lies clockwise from the top of the sheet, where the side "
        "alone does not say it exactly",
    )


class RiverRecord(Record):
    """A river or stream."""

    name: Name
    kind: Water
    estimate: Flag = Field(default=False, description="the course is an estimate")
    hexsides: tuple[HexsideId, ...] = Field(
        min_length=1, max_length=2000, description="its hexsides in stream order"
    )


class RoadRecord(Record):
    """A road or trail."""

    name: Name
    kind: Way
    estimate: Flag = Field(default=False, description="the course is an estimate")
    hexes: tuple[HexId, ...] = Field(
        min_length=2, max_length=1000, description="its hexes, each next to the one before"
    )


class SpanRecord(Record):
    """A bridge over a river or a trestle over a stream."""

    name: Name
    kind: SpanKind
    hexside: HexsideId
    estimate: Flag = Field(default=False, description="the place is an estimate")


class PlaceRecord(Record):
    """A named hex."""

    name: Name
    hex: HexId
    terrain: Terrain = Field(description="must be what the map says of the hex")
    basis: Text = Field(default="", description="how the hex was found")
    source_name: Text = Field(default="", description="the spelling of the printed source")
    estimate: Flag = Field(default=False, description="the hex is an estimate")


class AreaRecord(Record):
    """A named wood, marsh or height."""

    name: Name
    kind: Literal["woods", "marsh", "height"]
    estimate: Flag = Field(default=False, description="the outline is an estimate")
    hexes: tuple[HexId, ...] = Field(min_length=1, max_length=9801)


class ExitRecord(Record):
    """Where a road leaves the map."""

    name: Name
    hex: HexId
    edge: Edge = Field(description="the edge of the map, by compass")


class MapFile(FileRecord):
    """A map: the ground, hex by hex and hexside by hexside."""

    kind: Literal["map"]
    name: Name
    grid: GridRecord
    terrain: tuple[TerrainRow, ...] = Field(
        min_length=1,
        max_length=99,
        description=f"a text for each row, a letter for each column: {TERRAIN_KEY}",
    )
    elevation: tuple[LevelRow, ...] = Field(
        min_length=1,
        max_length=99,
        description="a text for each row, the level of each hex: . for 0, else a digit",
    )
    slopes: tuple[HexsideId, ...] = Field(
        max_length=30_000, description="hexsides with a slope, the low hex first"
    )
    crests: tuple[HexsideId, ...] = Field(
        default=(), max_length=30_000, description="crest hexsides"
    )
    fords: tuple[HexsideId, ...] = Field(
        default=(), max_length=1000, description="fords over rivers"
    )
    rivers: tuple[RiverRecord, ...] = Field(default=(), max_length=200)
    roads: tuple[RoadRecord, ...] = Field(default=(), max_length=500)
    spans: tuple[SpanRecord, ...] = Field(default=(), max_length=500)
    places: tuple[PlaceRecord, ...] = Field(default=(), max_length=1000)
    areas: tuple[AreaRecord, ...] = Field(default=(), max_length=500)
    exits: tuple[ExitRecord, ...] = Field(default=(), max_length=200)
    estimates: tuple[Word, ...] = Field(
        default=(), max_length=20, description="fields of this file that are estimates as a whole"
    )
    sources: tuple[Text, ...] = Field(default=(), max_length=50)
    notes: tuple[Text, ...] = Field(default=(), max_length=50)
