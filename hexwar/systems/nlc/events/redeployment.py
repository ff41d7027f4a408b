"""Forces at the start that mode cards set up again (N23.6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.cards.library import card_words
from hexwar.cards.records import CardId
from hexwar.engine import Remark
from hexwar.hexes import Hex
from hexwar.messages import mark, say, tell
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import LOSSES, MOVEMENT, Fact, Scene, Shows, Topic
from hexwar.table.forces import LeaderId, UnitId
from hexwar.text import Text, die


@dataclass(frozen=True, slots=True)
class UnitRedeployed(Fact):
    """A mode card has set a unit up somewhere else before the battle begins (18.52)."""

    rule: ClassVar[str] = "N23.6"
    topic: ClassVar[Topic] = MOVEMENT
    shows: ClassVar[Shows] = Shows(units="unit", to="hex")
    unit: UnitId
    card: CardId
    hex: Hex
    column: bool = False  # in road column (N5.32)
    tail: Hex | None = None  # the second hex of a strong unit in it (N5.33)

    def sentence(self, scene: Scene) -> Text:
        """By Road Column (1) Duhesme begins in 0913 in road column."""
        names = scene.names
        column = say(" in road column") if self.column else ""
        tail = "" if self.tail is None else tell(", its tail in {hex}", hex=names.hex(self.tail))
        return tell(
            "By {card} {unit} begins in {hex}{column}{tail}.",
            card=card_words(self.card),
            unit=names.unit(self.unit),
            hex=names.hex(self.hex),
            column=column,
            tail=tail,
        )

    def apply(self, state: GameState) -> None:
        """Set it down; that is no move."""
        old = state.units[self.unit]
        state.put_unit(replace(old, hex=self.hex, column=self.column, tail=self.tail))


@dataclass(frozen=True, slots=True)
class LeaderRedeployed(Fact):
    """A commander goes to the head of the column that a mode card has formed (18.52)."""

    rule: ClassVar[str] = "N23.6"
    topic: ClassVar[Topic] = MOVEMENT
    shows: ClassVar[Shows] = Shows(leaders="leader", to="hex")
    leader: LeaderId
    card: CardId
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """By Road Column (1) Victor begins in 0913."""
        leader, where = scene.names.leader(self.leader), scene.names.hex(self.hex)
        card = card_words(self.card)
        return tell("By {card} {leader} begins in {hex}.", card=card, leader=leader, hex=where)

    def apply(self, state: GameState) -> None:
        """Set him down; that is no move."""
        state.put_leader(replace(state.leaders[self.leader], hex=self.hex))


@dataclass(frozen=True, slots=True)
class UnitReplaced(Fact):
    """A mode card has made a reduced unit full again (T24.3)."""

    rule: ClassVar[str] = "N23.4"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 400
    shows: ClassVar[Shows] = Shows(units="unit")
    unit: UnitId

    def sentence(self, scene: Scene) -> Text:
        """Duhesme is at full strength again."""
        return tell("{unit} is at full strength again.", unit=scene.names.unit(self.unit))

    def apply(self, state: GameState) -> None:
        """It shows its full side."""
        state.put_unit(replace(state.units[self.unit], reduced=False))


@dataclass(frozen=True, slots=True)
class DirectionRolled(Fact, Remark):
    """A scattered stack rolled for where it has gone (18.56)."""

    rule: ClassVar[str] = "N23.4"
    topic: ClassVar[Topic] = MOVEMENT
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(units="units")
    units: tuple[UnitId, ...]
    die: int
    points: str  # of the compass, such as NE
    path: tuple[Hex, ...]  # from the hex where it stood; longer than one if it went

    def sentence(self, scene: Scene) -> Text:
        """Duhesme scattered to the NE (die 2), from 0913 to 1012."""
        units, rolled = scene.names.units(self.units), die(self.die)
        if len(self.path) > 1:
            way = scene.names.way(self.path)
            words = mark("{units} scattered to the {to} (die {die}), {way}.")
            return tell(words, units=units, to=self.points, die=rolled, way=way)
        words = mark("{units} scattered to the {to} (die {die}) and could not go that way.")
        return tell(words, units=units, to=self.points, die=rolled)

    def apply(self, state: GameState) -> None:
        """What follows are events of their own."""
