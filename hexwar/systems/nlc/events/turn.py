"""Turns, phases, dice and points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Event, Remark
from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import SourceChange
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Outcome, Phase


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """The turn marker stands on a new space."""

    rule: ClassVar[str] = "N4"
    turn: int
    kind: str

    def apply(self, state: GameState) -> None:
        """Advance the marker and begin the first phase; a new day forgets forced hours (N20.82)."""
        if state.battle.turn(self.turn).day != state.turn_card.day:
            state.forced_hours.clear()
        state.turn = self.turn
        state.phase = Phase.WEATHER
        state.drawn = ()
        state.acted = ()
        state.cup_in_turn = None
        state.rallied = ()
        state.commanded = ()
        state.issued.clear()
        state.addressed = ()
        state.complied = ()
        state.initiatives = ()
        state.steps_lost.clear()
        state.lent = ()
        for change in state.battle.source_changes:
            if change.turn == self.turn:
                _change_source(state, change)


def _change_source(state: GameState, change: SourceChange) -> None:
    """A supply source is another side's from now on; an enemy who stands in it holds it (N16.2)."""
    if change.side is None or state.control.get(change.hex) == change.side:
        return
    if not state.holders_of(change.hex, state.battle.enemy(change.side)):
        state.control[change.hex] = change.side
        state.last_in.pop(change.hex, None)


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """A phase of the turn began."""

    rule: ClassVar[str] = "N4"
    phase: Phase

    def apply(self, state: GameState) -> None:
        """Set the phase."""
        state.phase = self.phase


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """The Turn End Phase is over: markers of the turn go off (N4.46, N4.71)."""

    rule: ClassVar[str] = "N4.71"
    turn: int

    def apply(self, state: GameState) -> None:
        """Leaders may move again; nobody has been assaulted this turn."""
        for leader in list(state.leaders.values()):
            if leader.moved:
                state.put_leader(leader.ready())
        for unit in list(state.units.values()):
            if unit.attacked:
                state.put_unit(replace(unit, attacked=False))


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is decided (N4.9, N22)."""

    rule: ClassVar[str] = "N4.9"
    winner: Side | None
    level: str
    vp: tuple[tuple[Side, int], ...]
    reason: str

    def apply(self, state: GameState) -> None:
        """Keep the outcome; nothing follows."""
        state.outcome = Outcome(self.winner, self.level, self.vp, self.reason)


@dataclass(frozen=True, slots=True)
class DieRolled(Remark):
    """A die that no other event shows."""

    rule: ClassVar[str] = "N4.27"
    purpose: str
    die: int
    modifiers: int
    total: int

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes."""


@dataclass(frozen=True, slots=True)
class HexControlled(Event):
    """A side was the last in a victory hex or supply source (N22.2)."""

    rule: ClassVar[str] = "N22.2"
    hex: Hex
    side: Side
    unit: UnitId | None = None  # of several the strongest; old saves do not tell

    def apply(self, state: GameState) -> None:
        """Change the control; the unit must be able to hold it in the end."""
        state.control[self.hex] = self.side
        if self.unit is None:
            state.last_in.pop(self.hex, None)
        else:
            state.last_in[self.hex] = self.unit


@dataclass(frozen=True, slots=True)
class HexPassed(Event):
    """Another unit of the side that has a victory hex or supply source was in it (N22.2)."""

    rule: ClassVar[str] = "N22.2"
    hex: Hex
    unit: UnitId

    def apply(self, state: GameState) -> None:
        """The hex now hangs on this unit."""
        state.last_in[self.hex] = self.unit


@dataclass(frozen=True, slots=True)
class VpScored(Remark):
    """A line of the final score (N22)."""

    rule: ClassVar[str] = "N22"
    side: Side
    delta: int
    reason: str

    def apply(self, state: GameState) -> None:
        """Nothing on the table changes; the outcome follows."""


@dataclass(frozen=True, slots=True)
class RallyEnded(Event):
    """A side has tried to rally all it may this turn (N13.6)."""

    rule: ClassVar[str] = "N13.6"
    side: Side

    def apply(self, state: GameState) -> None:
        """It is the other side's turn to rally."""
        state.rallied = (*state.rallied, self.side)


@dataclass(frozen=True, slots=True)
class CommandMoved(Event):
    """A side has moved its OC and HQ this Turn End (N4.71)."""

    rule: ClassVar[str] = "N4.71"
    side: Side

    def apply(self, state: GameState) -> None:
        """It is the other side's turn to move its command."""
        state.commanded = (*state.commanded, self.side)
