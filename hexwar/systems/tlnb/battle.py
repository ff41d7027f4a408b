"""A battle of the player-turn game: what it adds to every battle of the series (T34.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar, Final

from hexwar.hexes import Hex
from hexwar.series.battle import SeriesBattle, SpecialRule
from hexwar.systems.tlnb.rules.special.registry import FROZEN
from hexwar.table.battle import Battle, TurnCard
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId

CITES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "N5.1": "T7.3",
        "N5.71": "T7.63",
        "N6.3": "T8.1",
        "N6.9": "T4.4",
        "N12.4": "T4.4",
        "N14.31": "T5.4",
        "N17.1": "T22.2",
        "N18": "T3.3",
        "N19.2": "T16.4",
        "N19.21": "T16.5",
        "N20.2": "T16.8",
        "N20.3": "T17.1",
        "N20.31": "T17.1",
        "N22": "T24.2",
        "N23.1": "T24.8",
        "N23.4": "T24.9",
        "N23.6": "T24.3",
        "N23.7": "T24.2",
    }
)
"""How this game numbers what cards, ground and table name by the numbers of the first game."""


@dataclass(frozen=True, slots=True)
class MarchOrder:
    """A March Order: a formation goes along roads to a hex (T7.5)."""

    formation: FormationId
    route: tuple[Hex, ...]  # each reached by the cheapest road from the one before (T7.57)
    goal: Hex
    from_turn: int = 1  # of the scenario's: from when it is in force, or on entry (T7.59)


@dataclass(frozen=True, slots=True)
class SharedTrains:
    """Trains that feed some formations without the limit of two units (T19.9)."""

    formations: tuple[FormationId, ...]
    trains: tuple[UnitId, ...]


def own(battle: Battle) -> TlnbBattle:
    """A battle that the section of this game has built."""
    assert isinstance(battle, TlnbBattle)
    return battle


@dataclass(frozen=True, eq=False)
class TlnbBattle(SeriesBattle):
    """A battle ready to be set up. Shared by every copy of its state.

    Its options are the flags of T25.1, the usual value of each first in `TlnbKit.options`. A hex
    of victory counts `vp_hexes` on this game's scale already (T23.9).
    """

    cites: ClassVar[Mapping[str, str]] = CITES
    commanders: Mapping[LeaderId, int] = field(default_factory=lambda: MappingProxyType({}))
    # [n] of each leader who may name officers (T5.5)
    officers: Mapping[LeaderId, int] = field(default_factory=lambda: MappingProxyType({}))
    # (n), the initiative of each leader of a formation (T1.9); a Commander-Officer is in both
    reach: Mapping[LeaderId, tuple[FormationId, ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    # the formations whose officers a commander may name, for every commander (T5.13)
    march_orders: tuple[MarchOrder, ...] = ()  # in force at the start or on entry (T34.2)
    not_varied_turns: tuple[int, ...] = ()  # whose groups come as listed (T20.7)
    varies_with_cards: bool = False  # arrivals may be varied beside the cards (T20.7)
    weather_table: Mapping[str, tuple[str, ...]] | None = None  # a row of six by weather (T2.9)
    weather_by_turn: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    # the weather as it was, where a list by turn is known (T2.9)
    weather_die: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    # added to the weather die on a turn (T3.4)
    supply_hexes: int | None = None  # another length than `supply.hexes` (T34.2)
    has_road_half: bool = False  # supply counts a road hex half (T19.8)
    shared_trains: tuple[SharedTrains, ...] = ()
    later_battles: tuple[int, ...] = ()  # turns on which one of a campaign begins (T23.5)
    usual_turns: int = 0  # after which the game ends unless a card prolongs it; 0: all (T2.12)

    def rating_of(self, leader: LeaderId) -> str:
        """[n] of a commander, (n) of an officer, both of a Commander-Officer (T1.9)."""
        told = []
        if leader in self.commanders:
            told.append(f"[{self.commanders[leader]}]")
        if leader in self.officers:
            told.append(f"({self.officers[leader]})")
        return "".join(told)

    @property
    def usual_track(self) -> tuple[TurnCard, ...]:
        """Without the second day that a card may bring (T2.12)."""
        return self.turns[: self.usual_turns or len(self.turns)]

    @property
    def is_frozen(self) -> bool:
        """Whether all waters lie under ice, by a special rule (T34.6)."""
        return FROZEN in self.special

    def flag(self, name: str) -> str:
        """The value of an option of the rules (T25.1)."""
        return self.options[name]

    @property
    def cards_way(self) -> str:
        """How cards are played: full, solitaire or none (T24.8); none without decks."""
        return self.flag("cards") if self.stocks else "none"

    @cached_property
    def special(self) -> Mapping[str, SpecialRule]:
        """The special rules by their ids (T34.6)."""
        return MappingProxyType({rule.id: rule for rule in self.special_rules})

    @cached_property
    def officer_of(self) -> Mapping[FormationId, LeaderId]:
        """The officer who leads each formation, for those that have one (T5.19)."""
        led: dict[FormationId, LeaderId] = {}
        for leader in self.officers:
            led.setdefault(self.leaders[leader].formation, leader)
        return MappingProxyType(led)

    @cached_property
    def levels(self) -> Mapping[FormationId, int]:
        """The demoralization level of each formation that has one, SP (T15.1, T15.2)."""
        cards = self.formations.values()
        return MappingProxyType(
            {f.id: f.demoralization_sp for f in cards if f.demoralization_sp is not None}
        )

    def trains_of(self, side: Side) -> tuple[UnitId, ...]:
        """A side's trains, of baggage and of pontoons."""
        return tuple(u.id for u in self.units.values() if u.side == side and u.arm.is_train)
