"""Leaders and HQ counters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side
from hexwar.table.pieces import Box, Leader


@dataclass(frozen=True, slots=True)
class LeaderMoved(Event):
    """A leader moved, alone or with a unit (N14.51)."""

    rule: ClassVar[str] = "N14.51"
    leader: LeaderId
    path: tuple[Hex, ...]
    free: bool = False  # with a retreat or advance: not his move of the turn (N14.52)

    def apply(self, state: GameState) -> None:
        """Set him down."""
        old = state.leaders[self.leader]
        state.put_leader(replace(old, hex=self.path[-1], moved=old.moved or not self.free))


@dataclass(frozen=True, slots=True)
class HqMoved(Event):
    """An HQ counter moved (N14.51)."""

    rule: ClassVar[str] = "N14.51"
    hq: LeaderId
    path: tuple[Hex, ...]
    free: bool = False  # out of an EZOC after an enemy activation: not its move of the turn

    def apply(self, state: GameState) -> None:
        """Set it down."""
        old = state.leaders[self.hq]
        state.put_leader(replace(old, hex=self.path[-1], moved=old.moved or not self.free))


@dataclass(frozen=True, slots=True)
class LeaderEntered(Event):
    """A leader or HQ counter came onto the map (N5.81, N5.83)."""

    rule: ClassVar[str] = "N5.83"
    leader: LeaderId
    hex: Hex

    def apply(self, state: GameState) -> None:
        """Put him on the hex."""
        state.put_leader(replace(state.leaders[self.leader], hex=self.hex, box=None))


@dataclass(frozen=True, slots=True)
class LeaderCaptured(Event):
    """A leader was captured (N14.7)."""

    rule: ClassVar[str] = "N14.7"
    leader: LeaderId
    by: Side

    def apply(self, state: GameState) -> None:
        """Take him off for good; a successor may take his place (N14.6)."""
        state.put_leader(replace(state.leaders[self.leader], hex=None, box=Box.CAPTURED))
        state.lost_leaders[self.leader] = state.turn


@dataclass(frozen=True, slots=True)
class LeaderReplaced(Event):
    """A successor took over from a captured commander (N14.6, N14.71)."""

    rule: ClassVar[str] = "N14.6"
    leader: LeaderId  # the counter that he takes over
    hex: Hex  # of the senior unit

    def apply(self, state: GameState) -> None:
        """Set him down; his rating is lower."""
        successor = state.leaders[self.leader].successor + 1
        state.put_leader(Leader(self.leader, hex=self.hex, successor=successor))
        state.lost_leaders.pop(self.leader, None)


@dataclass(frozen=True, slots=True)
class LeaderDisplaced(Event):
    """A leader escaped to friends (N14.7)."""

    rule: ClassVar[str] = "N14.7"
    leader: LeaderId
    hex: Hex

    def apply(self, state: GameState) -> None:
        """Set him down."""
        state.put_leader(replace(state.leaders[self.leader], hex=self.hex))
