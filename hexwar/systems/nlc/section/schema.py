"""What NLC adds to the file of a scenario."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import Field, StrictInt

from hexwar.scenario.schema import (
    Count,
    Flag,
    FormationIds,
    FormationIdText,
    HexId,
    Record,
    Slug,
    Text,
    TurnNumber,
    UnitIds,
    Word,
)
from hexwar.series.schema import SeriesScenario
from hexwar.systems.nlc.orders import Verb

Weather = Literal["fair", "cloudy", "mud", "rain", "fog", "frost", "snow", "snowstorm"]


class WeatherRecord(Record):
    """The weather (N18)."""

    start: Weather
    turns: tuple[TurnNumber, ...] = Field(
        default=(), max_length=200, description="turns on which the weather is rolled"
    )
    historical: Weather | None = Field(default=None, description="for the option of fixed weather")


class OptionsRecord(Record):
    """Options of the rules that the scenario sets (N3.8)."""

    play: Literal["full", "basic"] | None = Field(
        default=None, description="the whole game, or the basic one without chits (N26.1)"
    )
    cups: Literal["two", "cover", "common"] | None = Field(
        default=None, description="chit cups (N4.45)"
    )
    draw: Literal["each", "beforehand"] | None = Field(
        default=None, description="chits one by one, or those of a turn beforehand (N26.2)"
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
    hidden_forces: Literal["off", "on"] | None = Field(
        default=None, description="whether forces out of sight may be hidden (N20.2)"
    )
    hidden_movement: Literal["off", "on"] | None = Field(
        default=None, description="whether troops far from the enemy may move unseen (N20.1)"
    )
    demoralization: Literal["turn_end", "at_once"] | None = Field(
        default=None, description="when formations break by their losses (N15.3)"
    )
    passing: Literal["off", "on"] | None = Field(
        default=None, description="in full play: whether a side may play no card (N23.7)"
    )
    vedettes: Literal["off", "on"] | None = Field(
        default=None, description="whether light cavalry may spread out in vedettes (N20.3)"
    )


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


class SpecialRuleRecord(Record):
    """A special rule by its id; the rules know what to do, these are its data."""

    id: Slug
    text: Text = Field(description="what the player reads; no rule reads it")
    numbers: dict[Word, StrictInt] = Field(default_factory=dict, max_length=20)
    formations: FormationIds = ()
    hexes: tuple[HexId, ...] = Field(default=(), max_length=50)
    steps: tuple[StepRecord, ...] = Field(default=(), max_length=10)


LAYOUT: Final = (
    *("format", "kind", "id", "name", "system", "date", "map", "forces", "first_player"),
    *("turns", "weather", "options", "setup", "reduced", "exhausted", "improved_positions"),
    *("damaged_spans", "arrivals", "alternates", "mini_campaign", "cumulative_alternates"),
    *("orders", "divisional_orders", "supply_sources", "exits", "victory", "control", "cards"),
    *("special_rules", "numbers", "estimates", "sources", "notes", "briefing", "shelf"),
)
"""The order of the fields in a file; those of the section stand among those of the envelope."""


class NlcScenario(SeriesScenario):
    """A scenario of NLC: that of the series, and at the same level what this game adds."""

    weather: WeatherRecord
    options: OptionsRecord = OptionsRecord()
    exhausted: FormationIds = Field(
        default=(), description="formations that start exhausted by forced marches (N20.84)"
    )
    orders: tuple[OrderRecord, ...] = Field(default=(), max_length=200)
    divisional_orders: tuple[DivisionalOrderRecord, ...] = Field(default=(), max_length=200)
    special_rules: tuple[SpecialRuleRecord, ...] = Field(default=(), max_length=50)

    @classmethod
    def layout(cls) -> tuple[str, ...]:
        """The order in which its fields have always stood."""
        return LAYOUT

    def to_raw(self) -> dict[str, Any]:
        """The object to write, its fields in the order in which they have always stood."""
        raw = super().to_raw()
        return {key: raw[key] for key in (*LAYOUT, *raw) if key in raw}
