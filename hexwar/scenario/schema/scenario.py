"""The form of a scenario file: who stands where, what is due and what wins."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, PlainValidator, StrictInt, StringConstraints

from hexwar.messages import say
from hexwar.scenario.schema.base import (
    Count,
    DateText,
    FilePath,
    FileRecord,
    FormationIdText,
    HexId,
    LeaderIdText,
    Name,
    Record,
    SideId,
    Slug,
    Text,
    UnitIdText,
    Word,
)
from hexwar.table.battle import TurnKind
from hexwar.table.briefing import Difficulty


def _number(value: object) -> int | float | str:
    if isinstance(value, (int, float, str)) and not isinstance(value, bool):
        return value
    raise ValueError(say("should be a number or a word"))


NumberValue = Annotated[
    int | float | str, PlainValidator(_number, json_schema_input_type=int | float | str)
]
"""An own value of a number of the rules; a few of these are words."""

Key = Annotated[str, StringConstraints(max_length=100)]
Prose = Annotated[str, StringConstraints(max_length=3000)]
TurnNumber = Annotated[StrictInt, Field(ge=1, le=200)]
UnitIds = Annotated[tuple[UnitIdText, ...], Field(max_length=200)]
FormationIds = Annotated[tuple[FormationIdText, ...], Field(max_length=50)]


FIRST_SYSTEM: Final = "nlc"
"""The system of files that name none: they are older than the second game."""


class TurnRecord(Record):
    """A space of the turn track."""

    turn: TurnNumber
    month: Annotated[StrictInt, Field(ge=1, le=12)] | None = Field(
        default=None,
        description="where it is not the month of the scenario's date; an earlier one is of the "
        "next year",
    )
    day: Annotated[StrictInt, Field(ge=1, le=31)]
    hour: Annotated[StrictInt, Field(ge=0, le=23)]
    kind: TurnKind


class PlacementRecord(Record):
    """What stands in a hex at the start."""

    hex: HexId
    units: UnitIds = ()
    leaders: Annotated[tuple[LeaderIdText, ...], Field(max_length=50)] = ()


class HolderRecord(Record):
    """A hex and the side it belongs to."""

    hex: HexId
    side: SideId


class VpHexRecord(Record):
    """A hex that is worth victory points."""

    hex: HexId
    vp: Count


class VictoryRecord(Record):
    """What wins beside the rules' own list (N22)."""

    hexes: tuple[VpHexRecord, ...] = Field(default=(), max_length=100)


class BriefingRecord(Record):
    """A page for the players; no rule reads it. A paragraph is a line."""

    situation: Prose
    forces: Prose
    aims: dict[SideId, Text] = Field(min_length=1, max_length=2, description="of each side")
    special: tuple[Text, ...] = Field(default=(), max_length=20, description="what is special")
    victory: Prose
    history: Prose = Field(description="how it ended in 1814; empty: it is made up")
    difficulty: dict[SideId, Difficulty] = Field(
        min_length=1, max_length=2, description="how hard each side is to play"
    )
    minutes: Annotated[StrictInt, Field(ge=5, le=6000)] = Field(
        description="what two players who know the rules need"
    )
    sources: tuple[Text, ...] = Field(default=(), max_length=30)
    estimates: Prose = Field(default="", description="which figures are estimates")


class ScenarioFile(FileRecord):
    """The envelope of a scenario, which every game reads; the section of its system adds fields."""

    kind: Literal["scenario"]
    id: Slug
    name: Name
    system: Slug = Field(default=FIRST_SYSTEM, description="the game that it is for")
    date: DateText = Field(description="year-month-day of the first turn")
    map: FilePath = Field(description="its map, such as maps/brienne.json")
    forces: FilePath = Field(description="its forces, such as forces.json in the same folder")
    first_player: SideId = Field(description="the side that is asked first (N24.3)")
    turns: tuple[TurnRecord, ...] = Field(min_length=1, max_length=200)
    setup: tuple[PlacementRecord, ...] = Field(default=(), max_length=1000)
    victory: VictoryRecord = VictoryRecord()
    control: tuple[HolderRecord, ...] = Field(
        default=(), max_length=100, description="who holds victory hexes at the start (N22.2)"
    )
    numbers: dict[Key, NumberValue] = Field(
        default_factory=dict,
        max_length=100,
        description="own values of house rules' numbers, by dotted key",
    )
    estimates: tuple[Word, ...] = Field(
        default=(), max_length=20, description="fields of this file that are estimates"
    )
    sources: tuple[Text, ...] = Field(default=(), max_length=50)
    notes: tuple[Text, ...] = Field(default=(), max_length=50)
    briefing: BriefingRecord | None = Field(
        default=None, description="what players read before they choose the battle"
    )
