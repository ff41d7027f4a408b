"""What cards do in combat: dice, checks, pursuits and retreats that they change (N23.4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.cards.library import card_words
from hexwar.cards.records import CardId
from hexwar.engine import Remark
from hexwar.hexes import Hex
from hexwar.messages import mark, tell, tell_count
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import COMBAT, LEADERS, LOSSES, MARKERS, Fact, Scene, Shows, Topic
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Box
from hexwar.text import Text


@dataclass(frozen=True, slots=True)
class TacticsPlayed(Fact):
    """A side played its Tactics card of this activation (N23.7)."""

    rule: ClassVar[str] = "N23.7"
    topic: ClassVar[Topic] = MARKERS
    side: Side

    def sentence(self, scene: Scene) -> Text:
        """The French have played their Tactics card of this activation."""
        side = scene.names.side(self.side)
        return tell("The {side} have played their Tactics card of this activation.", side=side)

    def apply(self, state: GameState) -> None:
        """It plays no other before the next."""
        state.cards = replace(state.cards, tactics=(*state.cards.tactics, self.side))


@dataclass(frozen=True, slots=True)
class NeyDieChosen(Fact, Remark):
    """Marshal Ney raises his side's die of a combat, or lowers the enemy's (N8.81, N23.4)."""

    rule: ClassVar[str] = "N8.81"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(hexes="target")
    side: Side  # Ney's
    target: Hex  # that is assaulted or charged
    on_enemy: bool

    def sentence(self, scene: Scene) -> Text:
        """Marshal Ney leads the French at Brienne (0913): the own die is 1 higher."""
        own = mark("Marshal Ney leads the {side} at {hex}: the own die is 1 higher.")
        enemy = mark("Marshal Ney leads the {side} at {hex}: the enemy's die is 1 lower.")
        side, where = scene.names.side(self.side), scene.names.hex(self.target)
        return tell(enemy if self.on_enemy else own, side=side, hex=where)

    def apply(self, state: GameState) -> None:
        """The fire of the combat tells."""


@dataclass(frozen=True, slots=True)
class CheckWaived(Fact, Remark):
    """A card lets units pass a check without a die: a pursuit or a reaction charge (N11.71)."""

    rule: ClassVar[str] = "N11.71"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(units="units")
    card: CardId
    units: tuple[UnitId, ...]
    purpose: str  # as of a check that is rolled: pursuit, reaction

    def sentence(self, scene: Scene) -> Text:
        """By Cavalry Pursuit (17) Piré passes the check for pursuit without a die."""
        return tell_count(
            "By {card} {units} passes the check for {purpose} without a die.",
            "By {card} {units} pass the check for {purpose} without a die.",
            len(self.units),
            card=card_words(self.card),
            units=scene.names.units(self.units),
            purpose=self.purpose,
        )

    def apply(self, state: GameState) -> None:
        """Nothing moves yet."""


@dataclass(frozen=True, slots=True)
class PursuitCancelled(Fact, Remark):
    """A card held cavalry back that was to pursue (N11.71)."""

    rule: ClassVar[str] = "N11.71"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 600
    shows: ClassVar[Shows] = Shows(units="units")
    card: CardId
    units: tuple[UnitId, ...]  # who would have pursued

    def sentence(self, scene: Scene) -> Text:
        """Artillery Cover Fire (3) held Piré back from pursuit."""
        card, units = card_words(self.card), scene.names.units(self.units)
        return tell("{card} held {units} back from pursuit.", card=card, units=units)

    def apply(self, state: GameState) -> None:
        """They stay where they are."""


@dataclass(frozen=True, slots=True)
class RetreatCancelled(Fact, Remark):
    """A card keeps a stack in its hex that had to retreat or rout; Disrupted follows (N11.3)."""

    rule: ClassVar[str] = "N11.3"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 700
    shows: ClassVar[Shows] = Shows(units="units", hexes="hex")
    card: CardId
    units: tuple[UnitId, ...]
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """By Blücher (7) Kapzevich stays in 0913 instead of retreating."""
        return tell_count(
            "By {card} {units} stays in {hex} instead of retreating.",
            "By {card} {units} stay in {hex} instead of retreating.",
            len(self.units),
            card=card_words(self.card),
            units=scene.names.units(self.units),
            hex=scene.names.hex(self.hex),
        )

    def apply(self, state: GameState) -> None:
        """They stay."""


@dataclass(frozen=True, slots=True)
class CaptureCancelled(Fact, Remark):
    """An aide got a leader away who was as good as captured; his refuge follows (N14.7)."""

    rule: ClassVar[str] = "N14.7"
    topic: ClassVar[Topic] = LEADERS
    rest: ClassVar[int] = 700
    leader: LeaderId

    def sentence(self, scene: Scene) -> Text:
        """An aide de camp got Victor away: he is not captured."""
        leader = scene.names.leader(self.leader)
        return tell("An aide de camp got {leader} away: he is not captured.", leader=leader)

    def apply(self, state: GameState) -> None:
        """He is free."""


@dataclass(frozen=True, slots=True)
class UnitsRecovered(Fact):
    """A formation's units went from the UAR box to the Recovered box (N13.3)."""

    rule: ClassVar[str] = "N13.3"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(units="units")
    formation: FormationId
    units: tuple[UnitId, ...]

    def sentence(self, scene: Scene) -> Text:
        """Of IX Corps (Olsufiev) Udom went to the Recovered box."""
        who, units = scene.names.formation(self.formation), scene.names.units(self.units)
        return tell("Of {who} {units} went to the Recovered box.", who=who, units=units)

    def apply(self, state: GameState) -> None:
        """They come back without a roll, one in each Rally Phase."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], box=Box.RECOVERED))
