"""What the player-turn game reads of a scenario (T34.1, T34.2).

Its own data stand in one object, `tlnb`; a scenario without it is played by defaults. Of orders
that were written for NLC it reads those that march.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import Field, StrictInt

from hexwar.scenario.schema import (
    Count,
    Flag,
    FormationIds,
    FormationIdText,
    HexId,
    HexsideId,
    Key,
    LeaderIdText,
    NumberValue,
    Positive,
    Record,
    SideId,
    Slug,
    Text,
    TurnNumber,
    UnitIds,
    Word,
)
from hexwar.series.schema import CardsRecord, RemovalRecord, SeriesScenario
from hexwar.systems.tlnb.rules.special.registry import COMMON

Weather = Literal[
    "fair",
    "cloudy",
    "fog",
    "frost",
    "rain",
    "thunderstorm",
    "mud",
    "snow",
    "snowstorm",
    "dust storm",
]
Six = Annotated[tuple[Weather, ...], Field(min_length=6, max_length=6)]
Rating = Annotated[StrictInt, Field(ge=0, le=5)]


class WeatherRecord(Record):
    """The weather (T3)."""

    start: Weather
    turns: tuple[TurnNumber, ...] = Field(
        default=(), max_length=200, description="turns on which the weather is rolled"
    )
    historical: Weather | None = Field(default=None, description="for the option of fixed weather")


class StepRecord(Record):
    """A step of an order: only that of a march is read (T34.4)."""

    verb: str = Field(max_length=40)
    target: HexId | None = None
    route: tuple[HexId, ...] = Field(default=(), max_length=20)


class OrderRecord(Record):
    """The order that a formation starts with."""

    formation: FormationIdText
    steps: tuple[StepRecord, ...] = Field(default=(), max_length=10)


class SpecialRuleRecord(Record):
    """A special rule by its id; the rules know what to do, these are its data."""

    id: Slug
    text: Text = Field(default="", description="what players read")
    numbers: dict[Word, StrictInt] = Field(default_factory=dict, max_length=20)
    formations: FormationIds = Field(default=(), description="those that it is about")
    hexes: tuple[HexId, ...] = Field(default=(), max_length=50)
    hexsides: tuple[HexsideId, ...] = Field(default=(), max_length=50)
    turns: tuple[TurnNumber, ...] = Field(default=(), max_length=50)


class RatingRecord(Record):
    """What a leader is in this game (T1.9)."""

    leader: LeaderIdText
    commander: Rating | None = Field(default=None, description="[n]: so many officers he names")
    officer: Rating | None = Field(default=None, description="(n): his initiative")


class ReachRecord(Record):
    """Whom a commander may name (T5.13)."""

    leader: LeaderIdText
    formations: FormationIds = Field(description="the formations whose officers he may name")


class MarchOrderRecord(Record):
    """A March Order in force at the start, or on entry (T7.59)."""

    formation: FormationIdText
    goal: HexId = Field(description="where it goes; the order ends within 2 hexes of it (T7.54)")
    route: tuple[HexId, ...] = Field(
        default=(), max_length=40, description="hexes on the way, by roads and trails (T7.57)"
    )
    from_turn: TurnNumber | None = Field(
        default=None, description="from when it is in force; left out, at the start or on entry"
    )


class SkyRecord(Record):
    """Weather of its own (T2.9, T3.4)."""

    turns: tuple[TurnNumber, ...] | None = Field(
        default=None, max_length=200, description="weather turns, if not those of the calendar"
    )
    table: dict[Word, Six] | None = Field(
        default=None,
        max_length=12,
        description="its own weather table: by the weather now six, for a die of 1 to 6",
    )
    by_turn: dict[Annotated[str, Field(pattern="^[0-9]{1,3}$")], Weather] = Field(
        default_factory=dict, max_length=200, description="the weather as it was, turn by turn"
    )
    die: dict[Annotated[str, Field(pattern="^[0-9]{1,3}$")], StrictInt] = Field(
        default_factory=dict, max_length=200, description="added to the weather die, by turn"
    )


class SharedTrainsRecord(Record):
    """Trains that feed some formations together (T19.9)."""

    formations: FormationIds
    trains: UnitIds


class SupplyRecord(Record):
    """Supply (T19.8, T19.9)."""

    hexes: Positive | None = Field(default=None, description="how long a line is, if not 14 hexes")
    road_half: Flag = Field(default=False, description="a road hex counts half a hex")
    shared_trains: tuple[SharedTrainsRecord, ...] = Field(
        default=(), max_length=20, description="trains that feed some formations without limit"
    )


class HexRecord(Record):
    """A hex of victory on the scale of this game (T23.9)."""

    hex: HexId
    vp: Annotated[StrictInt, Field(ge=0, le=99)]


class TlnbRecord(Record):
    """The section of this game; each field has a default (T34.2)."""

    ratings: Literal["nlc", "tlnb"] = Field(
        default="nlc", description="on which scale the ratings of the forces stand (T34.3)"
    )
    leaders: tuple[RatingRecord, ...] = Field(
        default=(), max_length=200, description="whose ratings are other than those of the forces"
    )
    reach: tuple[ReachRecord, ...] = Field(
        default=(), max_length=50, description="whom a commander may name, if not all (T5.13)"
    )
    options: dict[Word, str] = Field(
        default_factory=dict, max_length=50, description="what players are proposed (T25.1)"
    )
    weather: SkyRecord = Field(default=SkyRecord(), description="what is other than in NLC (T2.9)")
    march_orders: tuple[MarchOrderRecord, ...] | None = Field(
        default=None,
        max_length=100,
        description="in force at the start or on entry; left out, the marches of NLC (T34.4)",
    )
    not_varied_turns: tuple[TurnNumber, ...] = Field(
        default=(), max_length=200, description="whose groups come as listed in any case (T20.7)"
    )
    supply: SupplyRecord = Field(default=SupplyRecord(), description="how supply is traced (T19.8)")
    victory_hexes: tuple[HexRecord, ...] | None = Field(
        default=None,
        max_length=100,
        description="on this scale; left out, those of NLC times 2.5, rounded up (T23.9)",
    )
    special_rules: tuple[SpecialRuleRecord, ...] | None = Field(
        default=None, max_length=50, description="if not those of the other game that both know"
    )
    numbers: dict[Key, NumberValue] = Field(
        default_factory=dict, max_length=200, description="own values of numbers of this game"
    )
    decks: dict[SideId, Slug] | None = Field(
        default=None, max_length=2, description="the deck of each side, if not as in `cards`"
    )
    mode_cards: dict[SideId, Count] | None = Field(
        default=None, max_length=2, description="how many mode cards a side draws on turn 1"
    )
    bonus_cards: dict[SideId, Count] | None = Field(
        default=None, max_length=2, description="how many cards a side draws beside the usual"
    )
    removals: tuple[RemovalRecord, ...] | None = Field(
        default=None, max_length=200, description="cards that are taken out of the decks"
    )
    later_battles: tuple[TurnNumber, ...] | None = Field(
        default=None,
        max_length=50,
        description="turns on which a later battle of a campaign begins (T23.5)",
    )
    second_day_by_card: Flag = Field(
        default=False, description="the turns of the second day are played by card only (T2.12)"
    )


LAYOUT: Final = (
    *("format", "kind", "id", "name", "system", "date", "map", "forces", "first_player"),
    *("turns", "weather", "setup", "reduced", "improved_positions", "damaged_spans"),
    *("arrivals", "alternates", "mini_campaign", "cumulative_alternates", "orders"),
    *("supply_sources", "exits", "victory", "control", "cards", "special_rules", "tlnb"),
    *("numbers", "estimates", "sources", "notes", "briefing", "shelf"),
)
"""The order of the fields in a file; those of the section stand among those of the envelope."""


class TlnbScenario(SeriesScenario):
    """A scenario as this game reads it."""

    weather: WeatherRecord
    orders: tuple[OrderRecord, ...] = Field(default=(), max_length=200)
    special_rules: tuple[SpecialRuleRecord, ...] = Field(default=(), max_length=50)
    tlnb: TlnbRecord = TlnbRecord()

    @classmethod
    def layout(cls) -> tuple[str, ...]:
        """The order in which its fields stand in a file."""
        return LAYOUT

    def to_raw(self) -> dict[str, Any]:
        """The object to write, its fields in that order."""
        raw = super().to_raw()
        return {key: raw[key] for key in (*LAYOUT, *raw) if key in raw}

    @property
    def own_rules(self) -> tuple[SpecialRuleRecord, ...]:
        """The special rules of this game: those of the section, else the common ones (T34.6)."""
        if self.tlnb.special_rules is not None:
            return self.tlnb.special_rules
        return tuple(rule for rule in self.special_rules if rule.id in COMMON)

    @property
    def own_cards(self) -> CardsRecord:
        """The cards of this game: those of the section, else the common ones (T34.2)."""
        names = ("decks", "mode_cards", "bonus_cards", "removals")
        told = {name: getattr(self.tlnb, name) for name in names}
        return self.cards.model_copy(update={k: v for k, v in told.items() if v is not None})
