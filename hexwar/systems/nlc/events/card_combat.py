"""What cards do in combat: dice, checks, pursuits and retreats that they change (N23.4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.cards.records import CardId
from hexwar.engine import Event, Remark
from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Box


@dataclass(frozen=True, slots=True)
class TacticsPlayed(Event):
    """A side played its Tactics card of this activation (N23.7)."""

    rule: ClassVar[str] = "N23.7"
    side: Side

    def apply(self, state: GameState) -> None:
        """It plays no other before the next."""
        state.tactics = (*state.tactics, self.side)


@dataclass(frozen=True, slots=True)
class NeyDieChosen(Remark):
    """Marshal Ney raises his side's die of a combat, or lowers the enemy's (N8.81, N23.4)."""

    rule: ClassVar[str] = "N8.81"
    side: Side  # Ney's
    target: Hex  # that is assaulted or charged
    on_enemy: bool

    def apply(self, state: GameState) -> None:
        """The fire of the combat tells."""


@dataclass(frozen=True, slots=True)
class CheckWaived(Remark):
    """A card lets units pass a check without a die: a pursuit or a reaction charge (N11.71)."""

    rule: ClassVar[str] = "N11.71"
    card: CardId
    units: tuple[UnitId, ...]
    purpose: str  # as of a check that is rolled: pursuit, reaction

    def apply(self, state: GameState) -> None:
        """Nothing moves yet."""


@dataclass(frozen=True, slots=True)
class PursuitCancelled(Remark):
    """A card held cavalry back that was to pursue (N11.71)."""

    rule: ClassVar[str] = "N11.71"
    card: CardId
    units: tuple[UnitId, ...]  # who would have pursued

    def apply(self, state: GameState) -> None:
        """They stay where they are."""


@dataclass(frozen=True, slots=True)
class RetreatCancelled(Remark):
    """A card keeps a stack in its hex that had to retreat or rout; Disrupted follows (N11.3)."""

    rule: ClassVar[str] = "N11.3"
    card: CardId
    units: tuple[UnitId, ...]
    hex: Hex

    def apply(self, state: GameState) -> None:
        """They stay."""


@dataclass(frozen=True, slots=True)
class CaptureCancelled(Remark):
    """An aide got a leader away who was as good as captured; his refuge follows (N14.7)."""

    rule: ClassVar[str] = "N14.7"
    leader: LeaderId

    def apply(self, state: GameState) -> None:
        """He is free."""


@dataclass(frozen=True, slots=True)
class UnitsRecovered(Event):
    """A formation's units went from the UAR box to the Recovered box (N13.3)."""

    rule: ClassVar[str] = "N13.3"
    formation: FormationId
    units: tuple[UnitId, ...]

    def apply(self, state: GameState) -> None:
        """They come back without a roll, one in each Rally Phase."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], box=Box.RECOVERED))
