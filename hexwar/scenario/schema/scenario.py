"""The form of a scenario file: who stands where, what is due and what wins."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, PlainValidator, StrictInt, StringConstraints

from hexwar.scenario.schema.base import (
    Count,
    DateText,
    FilePath,
    FileRecord,
    Flag,
    FormationIdText,
    HexId,
    HexsideId,
    LeaderIdText,
    Name,
    Positive,
    Record,
    SideId,
    Slug,
    Text,
    UnitIdText,
    Word,
)
from hexwar.scenario.schema.forces import Verb
from hexwar.table.battle import TurnKind
from hexwar.table.briefing import Difficulty


def _number(value: object) -> int | float | str:
    if isinstance(value, (int, float, str)) and not isinstance(value, bool):
        return value
    raise ValueError("should be a number or a word")


NumberValue = Annotated[
    int | float | str, PlainValidator(_number, json_schema_input_type=int | float | str)
]
"""An own value of a number of the rules; a few of these are words."""

Weather = Literal["fair", "cloudy", "mud", "rain", "fog", "frost", "snow", "snowstorm"]
Key = Annotated[str, StringConstraints(max_length=100)]
Prose = Annotated[str, StringConstraints(max_length=3000)]
TurnNumber = Annotated[StrictInt, Field(ge=1, le=200)]
UnitIds = Annotated[tuple[UnitIdText, ...], Field(max_length=200)]
FormationIds = Annotated[tuple[FormationIdText, ...], Field(max_length=50)]


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


class WeatherRecord(Record):
    """The weather (N18)."""

    start: Weather
    turns: tuple[TurnNumber, ...] = Field(
        default=(), max_length=200, description="turns on which the weather is rolled"
    )
    historical: Weather | None = Field(default=None, description="for the option of fixed weather")


class OptionsRecord(Record):
    """Options of the rules that the scenario sets (N3.8)."""

    cups: Literal["two", "cover", "common"] | None = Field(
        default=None, description="chit cups (N4.45)"
    )
    weather: Literal["rolled", "historical"] | None = Field(
        default=None, description="whether the weather is rolled for, or as it was (N18.2)"
    )
    arrivals: Literal["fixed", "varied"] | None = Field(
        default=None, description="whether reinforcements come as listed, or by die (T20.4)"
    )
    cards: Literal["none", "full", "restricted", "solitaire", "events"] | None = Field(
        default=None, description="whether cards are played with, and how (N23.1)"
    )


class PlacementRecord(Record):
    """What stands in a hex at the start."""

    hex: HexId
    units: UnitIds = ()
    leaders: Annotated[tuple[LeaderIdText, ...], Field(max_length=50)] = ()


class ArrivalRecord(Record):
    """Forces due on a turn (N5.8)."""

    turn: TurnNumber
    entry: HexId = Field(description="the hex of the map's edge where they enter")
    units: UnitIds = ()
    formations: FormationIds = Field(
        default=(), description="headquarters and wings, which have no units"
    )
    note: Text = ""


class AlternateRecord(Record):
    """Forces that come only by card (N24.2)."""

    side: SideId
    list: Positive = Field(description="which of the side's lists")
    entry: HexId
    units: UnitIds = ()
    formations: FormationIds = ()
    from_turn: TurnNumber | None = Field(
        default=None, description="from which on they may be called, if not the first"
    )
    to_turn: TurnNumber | None = Field(
        default=None, description="up to which they may be called, if not the last"
    )
    note: Text = ""


class StepRecord(Record):
    """A step of an order (N12.1)."""

    verb: Verb
    target: HexId | None = Field(default=None, description="the objective")
    route: tuple[HexId, ...] = Field(
        default=(), max_length=20, description="hexes to pass, in order"
    )
    target_formation: FormationIdText | None = Field(
        default=None,
        description="where the objective is a formation's place; `target` is where it starts",
    )
    zone: Count | None = Field(
        default=None, description="hexes round the target in which it may enter zones and attack"
    )
    fixed: Flag = Field(default=False, description="may not be changed")


Steps = Annotated[tuple[StepRecord, ...], Field(min_length=1, max_length=10)]


class OrderRecord(Record):
    """The order that a formation starts with."""

    formation: FormationIdText
    steps: Steps


class DivisionalOrderRecord(Record):
    """The order of some units of a formation."""

    formation: FormationIdText
    units: UnitIds
    steps: Steps


class HolderRecord(Record):
    """A hex and the side it belongs to."""

    hex: HexId
    side: SideId


class SupplySourceRecord(HolderRecord):
    """A source of supply at the edge of the map (N16.2).

    A hex may be listed for several times of a long game, none of which lies in another.
    """

    from_turn: TurnNumber | None = Field(
        default=None, description="from which on it is one, if not the first"
    )
    to_turn: TurnNumber | None = Field(
        default=None, description="up to which it is one, if not the last"
    )


class VpHexRecord(Record):
    """A hex that is worth victory points."""

    hex: HexId
    vp: Count


class VictoryRecord(Record):
    """What wins beside the rules' own list (N22)."""

    hexes: tuple[VpHexRecord, ...] = Field(default=(), max_length=100)


class RemovalRecord(Record):
    """Cards that are taken out of a side's deck."""

    side: SideId
    card: Slug = Field(description="the kind of card, such as `sound-of-guns`")
    count: Positive = Field(default=1, description="how many of them")


class CardsRecord(Record):
    """The card settings (N23)."""

    decks: dict[SideId, Slug] = Field(
        default_factory=dict, max_length=2, description="the deck of each side, by its id"
    )
    mode_cards: dict[SideId, Count] = Field(
        default_factory=dict, max_length=2, description="mode cards held at the start"
    )
    bonus_cards: dict[SideId, Count] = Field(
        default_factory=dict, max_length=2, description="bonus cards drawn"
    )
    bonus_turn: TurnNumber | None = Field(default=None, description="the turn of the bonus cards")
    removals: tuple[RemovalRecord, ...] = Field(default=(), max_length=200)


class SpecialRuleRecord(Record):
    """A special rule by its id; the rules know what to do, these are its data."""

    id: Slug
    text: Text = Field(description="what the player reads; no rule reads it")
    numbers: dict[Word, StrictInt] = Field(default_factory=dict, max_length=20)
    formations: FormationIds = ()
    hexes: tuple[HexId, ...] = Field(default=(), max_length=50)
    steps: tuple[StepRecord, ...] = Field(default=(), max_length=10)


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
    """A scenario."""

    kind: Literal["scenario"]
    id: Slug
    name: Name
    date: DateText = Field(description="year-month-day of the first turn")
    map: FilePath = Field(description="its map, such as maps/brienne.json")
    forces: FilePath = Field(description="its forces, such as forces.json in the same folder")
    first_player: SideId = Field(description="the side that is asked first (N24.3)")
    turns: tuple[TurnRecord, ...] = Field(min_length=1, max_length=200)
    weather: WeatherRecord
    options: OptionsRecord = OptionsRecord()
    setup: tuple[PlacementRecord, ...] = Field(default=(), max_length=1000)
    reduced: UnitIds = Field(
        default=(), description="units that start on their reduced side (N24.1)"
    )
    exhausted: FormationIds = Field(
        default=(), description="formations that start exhausted by forced marches (N20.84)"
    )
    improved_positions: tuple[HexId, ...] = Field(
        default=(), max_length=200, description="hexes with an improved position (N21)"
    )
    damaged_spans: tuple[HexsideId, ...] = Field(
        default=(), max_length=500, description="hexsides whose span is damaged (N5.7)"
    )
    arrivals: tuple[ArrivalRecord, ...] = Field(default=(), max_length=500)
    alternates: tuple[AlternateRecord, ...] = Field(default=(), max_length=50)
    mini_campaign: Flag = Field(
        default=False, description="several battles in one game: never one deck for both (N23.8)"
    )
    cumulative_alternates: Flag = Field(
        default=False,
        description="whether any open list may be called, not only the next one (N24.4)",
    )
    orders: tuple[OrderRecord, ...] = Field(default=(), max_length=200)
    divisional_orders: tuple[DivisionalOrderRecord, ...] = Field(default=(), max_length=200)
    supply_sources: tuple[SupplySourceRecord, ...] = Field(default=(), max_length=50)
    exits: tuple[HolderRecord, ...] | None = Field(
        default=None,
        max_length=50,
        description="where a side may leave, if not at its supply sources",
    )
    victory: VictoryRecord = VictoryRecord()
    control: tuple[HolderRecord, ...] = Field(
        default=(), max_length=100, description="who holds victory hexes at the start (N22.2)"
    )
    cards: CardsRecord = CardsRecord()
    special_rules: tuple[SpecialRuleRecord, ...] = Field(default=(), max_length=50)
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
