"""The form of the files of a battle on a measured table: the table, and the head of a scenario.

The units and where they stand are the section of a system.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, StrictInt

from hexwar.scenario.schema import (
    KINDS,
    Count,
    Envelope,
    FileRecord,
    Flag,
    Key,
    MaybeName,
    Name,
    Record,
    ScenarioHead,
    SideId,
    Slug,
    Text,
    TurnNumber,
    Word,
)

Length: TypeAlias = Annotated[StrictInt, Field(ge=1_000, le=50_000)]
"""A side of a table in hundredths of a cm: from 10 cm to 5 m."""

Coordinate: TypeAlias = Annotated[StrictInt, Field(ge=0, le=50_000)]
"""Hundredths of a cm from the south-west corner, east or north."""

Bearing: TypeAlias = Annotated[StrictInt, Field(ge=0, le=3_599)]
"""Tenths of a degree clockwise from the top of the table."""

Point: TypeAlias = Annotated[tuple[Coordinate, ...], Field(min_length=2, max_length=2)]
"""East and north of the south-west corner of the table."""

Level: TypeAlias = Annotated[StrictInt, Field(ge=0, le=9)]


class PieceRecord(Record):
    """A piece of ground: an area, or a line such as a wall."""

    id: Slug
    name: MaybeName = Field(default="", description="what the player reads; the kind, if empty")
    kind: Word = Field(description="such as wood or village: which there are, the game says")
    ring: tuple[Point, ...] = Field(
        default=(), max_length=200, description="corners of an area, in order, the first only once"
    )
    line: tuple[Point, ...] = Field(
        default=(), max_length=200, description="places along a line, in order"
    )
    width: Annotated[StrictInt, Field(ge=0, le=2_000)] = Field(
        default=0, description="how wide a line is painted, hundredths of a cm"
    )
    level: Level = Field(default=0, description="how high it lies")
    material: Word | Literal[""] = Field(default="", description="such as stone")
    estimate: Flag = Field(default=False, description="the place is an estimate")


class TableFile(FileRecord):
    """A table: its size, and the pieces of ground that lie on it."""

    kind: Literal["table"]
    name: Name
    width: Length = Field(description="west to east, hundredths of a cm")
    depth: Length = Field(description="south to north, hundredths of a cm")
    pieces: tuple[PieceRecord, ...] = Field(
        default=(), max_length=200, description="the topmost first"
    )
    estimates: tuple[Word, ...] = Field(
        default=(), max_length=20, description="fields of this file that are estimates as a whole"
    )
    sources: tuple[Text, ...] = Field(default=(), max_length=50)
    notes: tuple[Text, ...] = Field(default=(), max_length=50)


class ZoneRecord(Record):
    """Where a side may set up: an area of the table."""

    side: SideId
    ring: tuple[Point, ...] = Field(min_length=3, max_length=50)


class ObjectiveRecord(Record):
    """A piece of ground that is worth victory points."""

    piece: Slug = Field(description="its id")
    vp: Count
    held: SideId | None = Field(default=None, description="who holds it at the start")


class TableBody(ScenarioHead):
    """What a scenario on a table says between the head and the end of every scenario."""

    last_turn: TurnNumber
    options: dict[Key, Key] = Field(
        default_factory=dict, max_length=50, description="options of the game that it proposes"
    )
    objectives: tuple[ObjectiveRecord, ...] = Field(default=(), max_length=50)
    zones: tuple[ZoneRecord, ...] = Field(
        default=(), max_length=10, description="where a side may set up, if both place their units"
    )


class TableScenario(Envelope, TableBody):
    """The envelope of a scenario on a measured table; the section of its system adds fields."""


ALL_KINDS: Final[dict[str, type[FileRecord]]] = {**KINDS, "table": TableFile}
"""The kinds of file by the word in their field `kind`; those of maps where there are two forms."""
