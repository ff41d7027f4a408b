"""What the scenarios of the series add to the envelope: who comes, works, supply, cards."""

from __future__ import annotations

from pydantic import Field

from hexwar.scenario.schema import (
    Count,
    Flag,
    FormationIds,
    HexId,
    HexsideId,
    HolderRecord,
    Positive,
    Record,
    ScenarioFile,
    SideId,
    Slug,
    Text,
    TurnNumber,
    UnitIds,
)


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


class SeriesScenario(ScenarioFile):
    """A scenario of a game of the series: the envelope, and at the same level what all add."""

    reduced: UnitIds = Field(
        default=(), description="units that start on their reduced side (N24.1)"
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
    supply_sources: tuple[SupplySourceRecord, ...] = Field(default=(), max_length=50)
    exits: tuple[HolderRecord, ...] | None = Field(
        default=None,
        max_length=50,
        description="where a side may leave, if not at its supply sources",
    )
    cards: CardsRecord = CardsRecord()
