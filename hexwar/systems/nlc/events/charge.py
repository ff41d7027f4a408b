"""Charges, reaction charges, squares and pursuit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from hexwar.engine import Remark
from hexwar.hexes import Hex
from hexwar.messages import mark, say, tell, tell_count
from hexwar.systems.nlc.events.fire import mark_struck, withdraw, write_down_strike
from hexwar.systems.nlc.events.losses import is_driven_off
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import COMBAT, Display, Fact, Scene, Shows, Topic, there_and_back
from hexwar.table.forces import UnitId
from hexwar.text import Text, die, sum_of

_LOSERS: Mapping[str, str] = MappingProxyType(
    {
        "chargers": mark("the chargers gave way"),
        "reactors": mark("those who met them gave way"),
        "both": mark("both gave way"),
        "nobody": mark("neither gave way"),
    }
)
"""What a meeting of chargers and reactors comes to (N10.21)."""


@dataclass(frozen=True, slots=True)
class ChargeDeclared(Fact):
    """Cavalry of one hex charges (N10.13)."""

    rule: ClassVar[str] = "N10.13"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 600
    is_rush: ClassVar[bool] = True
    units: tuple[UnitId, ...]
    target: Hex
    path: tuple[Hex, ...]  # from the start hex to the target, both included

    def sentence(self, scene: Scene) -> Text:
        """Piré charged Brienne-le-Château (0913) from 1113 by 1013."""
        names = scene.names
        return tell(
            "{units} charged {hex} from {start}{by}.",
            units=names.units(self.units),
            hex=names.hex(self.target),
            start=names.hex(self.path[0]),
            by=names.by(self.path[1:-1]),
        )

    def display(self) -> Display:
        """They ride up to the enemy and back; their counters stay where they are."""
        return there_and_back(self.path[:-1], self.units, (self.target,))

    def apply(self, state: GameState) -> None:
        """They have charged this activation; the hex has been charged (N10.15, N12.28).

        It has not been assaulted, which would make a square harder (N10.3).
        """
        for unit in self.units:
            state.put_unit(replace(state.units[unit], charged=True))
        formations = (state.formation_of(unit).id for unit in self.units)
        write_down_strike(state, formations, self.target)
        mark_struck(state, self.target, state.side_of(self.units[0]))


@dataclass(frozen=True, slots=True)
class ReactionDeclared(Fact):
    """Cavalry tries to meet a charge, or to charge infantry that came near (N10.2)."""

    rule: ClassVar[str] = "N10.2"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 600
    is_rush: ClassVar[bool] = True
    units: tuple[UnitId, ...]
    target: Hex  # where the chargers come from, or the infantry that came near
    path: tuple[Hex, ...]  # from their hex to that hex's neighbour; one hex for who stays put
    against_move: bool = False  # the one try against a move (N10.25)

    def sentence(self, scene: Scene) -> Text:
        """Vasilchikov in 1010 set out to meet the chargers from 1113."""
        move = mark("{units}{there} set out to meet those who moved to {hex}.")
        charge = mark("{units}{there} set out to meet the chargers from {hex}.")
        units, where = scene.names.units(self.units), scene.names.hex(self.target)
        words = move if self.against_move else charge
        return tell(words, units=units, there=scene.there, hex=where)

    def display(self) -> Display:
        """They ride up to the enemy and back; their counters stay where they are."""
        return there_and_back(self.path, self.units, (self.path[0], self.target))

    def apply(self, state: GameState) -> None:
        """Each cavalry stack reacts once in an activation of the enemy (N4.54)."""
        acting = state.activation
        assert acting is not None
        state.activation = replace(
            acting,
            reacted=(*acting.reacted, *self.units),
            met_advance=acting.met_advance or self.against_move,
        )


@dataclass(frozen=True, slots=True)
class ReactionResolved(Fact, Remark):
    """Chargers and reactors have met (N10.21)."""

    rule: ClassVar[str] = "N10.21"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 700
    shows: ClassVar[Shows] = Shows(units="chargers reactors")
    chargers: tuple[UnitId, ...]
    reactors: tuple[UnitId, ...]
    loser: str  # chargers, reactors, both, nobody

    def sentence(self, scene: Scene) -> Text:
        """Piré was met by Vasilchikov: the chargers gave way."""
        return tell_count(
            "{chargers} was met by {reactors}: {end}.",
            "{chargers} were met by {reactors}: {end}.",
            len(self.chargers),
            chargers=scene.names.units(self.chargers),
            reactors=scene.names.units(self.reactors),
            end=say(_LOSERS.get(self.loser, self.loser)),
        )

    def apply(self, state: GameState) -> None:
        """What follows are events of their own."""


@dataclass(frozen=True, slots=True)
class Evaded(Fact):
    """A stack got out of the way of a charge (N10.41)."""

    rule: ClassVar[str] = "N10.41"
    topic: ClassVar[Topic] = COMBAT
    is_rush: ClassVar[bool] = True
    shows: ClassVar[Shows] = Shows(units="units", to="path")
    units: tuple[UnitId, ...]
    path: tuple[Hex, ...]  # from the hex it left

    def sentence(self, scene: Scene) -> Text:
        """Horse artillery got out of the way from 0913 to 0914."""
        units, way = scene.names.units(self.units), scene.names.way(self.path)
        return tell("{units} got out of the way {way}.", units=units, way=way)

    def apply(self, state: GameState) -> None:
        """Set them down; who was met in his own move has acted (N10.25)."""
        withdraw(state, self.units, self.path[-1])
        for unit in self.units:
            if is_driven_off(state, unit):
                state.put_unit(replace(state.units[unit], done=True))


@dataclass(frozen=True, slots=True)
class SquareFormed(Fact):
    """Infantry formed square (N10.3)."""

    rule: ClassVar[str] = "N10.3"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(units="units")
    units: tuple[UnitId, ...]
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """Udom formed square in 0913."""
        units = scene.names.units(self.units)
        return tell("{units} formed square{there}.", units=units, there=scene.there)

    def apply(self, state: GameState) -> None:
        """Mark them. A square is no road column: one that was hit in its tail closes up there."""
        for unit in self.units:
            old = state.units[unit]
            formed = replace(old, hex=self.hex, square=True, column=False, tail=None)
            state.put_unit(formed)


@dataclass(frozen=True, slots=True)
class SquareRemoved(Fact):
    """Units are no longer in square (N10.33)."""

    rule: ClassVar[str] = "N10.33"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 250
    shows: ClassVar[Shows] = Shows(units="units")
    units: tuple[UnitId, ...]

    def sentence(self, scene: Scene) -> Text:
        """Udom left square in 0913."""
        units = scene.names.units(self.units)
        return tell("{units} left square{there}.", units=units, there=scene.there)

    def apply(self, state: GameState) -> None:
        """Unmark them."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], square=False))


@dataclass(frozen=True, slots=True)
class ChargeResolved(Fact, Remark):
    """A charge is over (N10.6)."""

    rule: ClassVar[str] = "N10.6"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(units="units", hexes="target")
    units: tuple[UnitId, ...]  # the chargers
    target: Hex
    outcome: str  # as the combat sheet names it

    def sentence(self, scene: Scene) -> Text:
        """The charge of Piré on 0913 was over: the defenders rout."""
        units, where = scene.names.units(self.units), scene.names.hex(self.target)
        words = mark("The charge of {units} on {hex} was over: {outcome}.")
        return tell(words, units=units, hex=where, outcome=self.outcome)

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes."""


@dataclass(frozen=True, slots=True)
class PursuitMade(Fact):
    """Cavalry pursued fugitives (N11.73)."""

    rule: ClassVar[str] = "N11.73"
    topic: ClassVar[Topic] = COMBAT
    is_rush: ClassVar[bool] = True
    shows: ClassVar[Shows] = Shows(units="units", to="path")
    units: tuple[UnitId, ...]
    path: tuple[Hex, ...]  # from their hex to where they end; one hex for who stays

    def sentence(self, scene: Scene) -> Text:
        """Piré pursued from 0913 by 0914 to 0915; with one hex, from where he stood."""
        units, way = scene.names.units(self.units), scene.names.way(self.path)
        return tell("{units} pursued {way}.", units=units, way=way)

    def apply(self, state: GameState) -> None:
        """They end where they are, and act no more in an activation of their own."""
        for unit in self.units:
            old = state.units[unit]
            state.put_unit(replace(old, hex=self.path[-1], column=False, tail=None, done=True))


@dataclass(frozen=True, slots=True)
class PursuitResolved(Fact, Remark):
    """The die of a pursuit (N11.7)."""

    rule: ClassVar[str] = "N11.7"
    topic: ClassVar[Topic] = COMBAT
    rest: ClassVar[int] = 700
    shows: ClassVar[Shows] = Shows(units="fugitives units")
    units: tuple[UnitId, ...]  # the pursuers
    fugitives: tuple[UnitId, ...]
    die: int
    modifiers: int
    loss: bool  # the fugitives lose a step

    def sentence(self, scene: Scene) -> Text:
        """Pursuit of Udom by Piré: die 4 + 1 = 5, a step is lost."""
        lost = mark("Pursuit of {fugitives} by {units}: die {thrown}, a step is lost.")
        none = mark("Pursuit of {fugitives} by {units}: die {thrown}, no loss.")
        return tell(
            lost if self.loss else none,
            fugitives=scene.names.units(self.fugitives),
            units=scene.names.units(self.units),
            thrown=sum_of(die(self.die), self.modifiers, self.die + self.modifiers),
        )

    def apply(self, state: GameState) -> None:
        """The loss is an event of its own."""
