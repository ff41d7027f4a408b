"""Charges, reaction charges, squares and pursuit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Event, Remark
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.fire import mark_struck, withdraw, write_down_strike
from hexwar.systems.nlc.events.losses import is_driven_off
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId


@dataclass(frozen=True, slots=True)
class ChargeDeclared(Event):
    """Cavalry of one hex charges (N10.13)."""

    rule: ClassVar[str] = "N10.13"
    units: tuple[UnitId, ...]
    target: Hex
    path: tuple[Hex, ...]  # from the start hex to the target, both included

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
class ReactionDeclared(Event):
    """Cavalry tries to meet a charge, or to charge infantry that came near (N10.2)."""

    rule: ClassVar[str] = "N10.2"
    units: tuple[UnitId, ...]
    target: Hex  # where the chargers come from, or the infantry that came near
    path: tuple[Hex, ...]  # from their hex to that hex's neighbour; one hex for who stays put
    against_move: bool = False  # the one try against a move (N10.25)

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
class ReactionResolved(Remark):
    """Chargers and reactors have met (N10.21)."""

    rule: ClassVar[str] = "N10.21"
    chargers: tuple[UnitId, ...]
    reactors: tuple[UnitId, ...]
    loser: str  # chargers, reactors, both, nobody

    def apply(self, state: GameState) -> None:
        """What follows are events of their own."""


@dataclass(frozen=True, slots=True)
class Evaded(Event):
    """A stack got out of the way of a charge (N10.41)."""

    rule: ClassVar[str] = "N10.41"
    units: tuple[UnitId, ...]
    path: tuple[Hex, ...]  # from the hex it left

    def apply(self, state: GameState) -> None:
        """Set them down; who was met in his own move has acted (N10.25)."""
        withdraw(state, self.units, self.path[-1])
        for unit in self.units:
            if is_driven_off(state, unit):
                state.put_unit(replace(state.units[unit], done=True))


@dataclass(frozen=True, slots=True)
class SquareFormed(Event):
    """Infantry formed square (N10.3)."""

    rule: ClassVar[str] = "N10.3"
    units: tuple[UnitId, ...]
    hex: Hex

    def apply(self, state: GameState) -> None:
        """Mark them. A square is no road column: one that was hit in its tail closes up there."""
        for unit in self.units:
            old = state.units[unit]
            formed = replace(old, hex=self.hex, square=True, column=False, tail=None)
            state.put_unit(formed)


@dataclass(frozen=True, slots=True)
class SquareRemoved(Event):
    """Units are no longer in square (N10.33)."""

    rule: ClassVar[str] = "N10.33"
    units: tuple[UnitId, ...]

    def apply(self, state: GameState) -> None:
        """Unmark them."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], square=False))


@dataclass(frozen=True, slots=True)
class ChargeResolved(Remark):
    """A charge is over (N10.6)."""

    rule: ClassVar[str] = "N10.6"
    units: tuple[UnitId, ...]  # the chargers
    target: Hex
    outcome: str  # as the combat sheet names it

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes."""


@dataclass(frozen=True, slots=True)
class PursuitMade(Event):
    """Cavalry pursued fugitives (N11.73)."""

    rule: ClassVar[str] = "N11.73"
    units: tuple[UnitId, ...]
    path: tuple[Hex, ...]  # from their hex to where they end; one hex for who stays

    def apply(self, state: GameState) -> None:
        """They end where they are, and act no more in an activation of their own."""
        for unit in self.units:
            old = state.units[unit]
            state.put_unit(replace(old, hex=self.path[-1], column=False, tail=None, done=True))


@dataclass(frozen=True, slots=True)
class PursuitResolved(Remark):
    """The die of a pursuit (N11.7)."""

    rule: ClassVar[str] = "N11.7"
    units: tuple[UnitId, ...]  # the pursuers
    fugitives: tuple[UnitId, ...]
    die: int
    modifiers: int
    loss: bool  # the fugitives lose a step

    def apply(self, state: GameState) -> None:
        """The loss is an event of its own."""
