"""Formations that move off the map, as the enemy sees it (N20.1, N25.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.engine import Remark
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import CHITS
from hexwar.table.fact import MOVEMENT, Fact, Scene, Shows
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.hiding import without_pieces
from hexwar.text import Text, die, sum_of


@dataclass(frozen=True, slots=True)
class FormationLifted(
    Fact, rule="N20.11", topic=MOVEMENT, rest=600, shows=Shows(units="units leaders")
):
    """Troops went out of the enemy's sight: they move off the map from now on (N20.11).

    It names no line of the order pad: who has an order of his own is a secret.
    """

    words = mark("{units} went out of sight{there}.")
    side: Side
    units: tuple[UnitId, ...]
    leaders: tuple[LeaderId, ...] = ()
    was_seen: bool = True  # one of them stood on the map, so that the enemy sees them go

    def is_known_to(self, side: str) -> bool:
        """To the enemy only if he saw it before: who comes onto the map so is not told of."""
        return self.was_seen or side == self.side

    def conceals(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.units, *self.leaders)

    def apply(self, state: GameState) -> None:
        """The enemy does not see them any more."""
        lifted = state.hiding.lifted.union(self.units, self.leaders)
        state.hiding = replace(state.hiding, lifted=lifted)


@dataclass(frozen=True, slots=True)
class HiddenMarchRolled(Fact, Remark, rule="N25.5", topic=MOVEMENT, rest=600):
    """A die told whether the enemy notices a formation that moves hidden (N20.12, N25.5)."""

    side: Side
    formation: FormationId
    die: int
    modifier: int
    column: str  # of the table: 4-6
    is_noticed: bool

    def is_known_to(self, side: str) -> bool:
        """To its owner; to the enemy if he notices it."""
        return self.is_noticed or side == self.side

    @property
    def cell(self) -> str:
        """Row and column of the table."""
        return f"{self.die + self.modifier}, {self.column}"

    def sentence(self, scene: Scene) -> Text:
        """The enemy did not notice VI Corps (Marmont): die 5 - 2 = 3, 7-9 hexes away."""
        shown = sum_of(die(self.die), self.modifier, self.die + self.modifier)
        seen = mark("The enemy noticed {formation}: die {shown}, {column} hexes away.")
        unseen = mark("The enemy did not notice {formation}: die {shown}, {column} hexes away.")
        return self.told(scene, seen if self.is_noticed else unseen, shown=shown)


@dataclass(frozen=True, slots=True)
class FormationPlaced(
    Fact,
    rule="N20.12",
    topic=MOVEMENT,
    rest=900,
    reveals=True,
    shows=Shows(units="units leaders", spots="hexes"),
):
    """Troops that moved hidden stand on the map again, each piece in its hex (N20.12)."""

    words = mark("{units} appeared on the map: {cause}.")
    side: Side
    units: tuple[UnitId, ...]
    leaders: tuple[LeaderId, ...]
    hexes: tuple[Hex, ...]  # where they stand
    cause: str
    under_flags: bool = False  # as a hidden force (N20.13)

    def is_known_to(self, side: str) -> bool:
        """Of who lies under flags the enemy is not told."""
        return not self.under_flags or side == self.side

    def discloses(self) -> tuple[str, ...]:
        """All of them, but under flags."""
        return () if self.under_flags else (*self.units, *self.leaders)

    def sentence(self, scene: Scene) -> Text:
        """Piré appeared on the map: the enemy noticed it."""
        flags = mark("{units} lie on the map as a hidden force: {cause}.")
        return self.told(scene, flags if self.under_flags else self.words)

    def apply(self, state: GameState) -> None:
        """Both sides see them, or the enemy sees flags."""
        pieces = (*self.units, *self.leaders)
        state.hiding = without_pieces(state.hiding, pieces)
        if self.under_flags:
            state.hiding = replace(state.hiding, hidden=state.hiding.hidden.union(pieces))


@dataclass(frozen=True, slots=True)
class HiddenMoved(Fact, Remark, rule="N20.11", topic=CHITS, is_open=True):
    """Somebody acts of whom nothing stands in sight: the chit is declared, and no more (N20.11)."""

    words = mark("No visible action of {formation}.")
    formation: FormationId
