"""What mode cards do to forces that are set up: moved, made full again, scattered (18.5, T24.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.cards.records import CardId
from hexwar.engine import Remark
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.table.fact import LOSSES, MOVEMENT, Fact, Scene, Shows, Way
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.state import MapState
from hexwar.text import Text


@dataclass(frozen=True, slots=True)
class LeaderRedeployed(
    Fact, rule="N23.6", topic=MOVEMENT, shows=Shows(leaders="leader", to="hex"), is_open=True
):
    """A commander goes to the head of the column that a mode card has formed (18.52)."""

    words = mark("By {card} {leader} begins in {hex}.")
    leader: LeaderId
    card: CardId
    hex: Hex

    def apply(self, state: MapState) -> None:
        """Set him down; that is no move."""
        state.put_leader(replace(state.leaders[self.leader], hex=self.hex))


@dataclass(frozen=True, slots=True)
class UnitReplaced(
    Fact, rule="N23.4", topic=LOSSES, rest=400, shows=Shows(units="unit"), is_open=True
):
    """A card has made a reduced unit full again (T24.3)."""

    words = mark("{unit} is at full strength again.")
    unit: UnitId

    def apply(self, state: MapState) -> None:
        """It shows its full side."""
        state.put_unit(replace(state.units[self.unit], reduced=False))


@dataclass(frozen=True, slots=True)
class DirectionRolled(
    Fact, Remark, rule="N23.4", topic=MOVEMENT, rest=500, shows=Shows(units="units"), is_open=True
):
    """A scattered stack rolled for where it has gone (18.56)."""

    units: tuple[UnitId, ...]
    die: int
    points: str  # of the compass, such as NE
    path: Way  # from the hex where it stood; longer than one if it went

    def sentence(self, scene: Scene) -> Text:
        """Duhesme scattered to the NE (die 2), from 0913 to 1012."""
        went = mark("{units} scattered to the {points} (die {die}), {path}.")
        stood = mark("{units} scattered to the {points} (die {die}) and could not go that way.")
        return self.told(scene, went if len(self.path) > 1 else stood)
