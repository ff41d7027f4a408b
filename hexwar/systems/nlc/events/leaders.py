"""Leaders and HQ counters (N14)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine.records import without
from hexwar.hexes import Hex
from hexwar.messages import mark, tell
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import LEADERS, Fact, Scene, Shows, Topic
from hexwar.table.forces import LeaderId, Side
from hexwar.table.pieces import Box, Leader
from hexwar.text import Text


@dataclass(frozen=True, slots=True)
class LeaderMoved(Fact):
    """A leader moved, alone or with a unit (N14.51)."""

    rule: ClassVar[str] = "N14.51"
    topic: ClassVar[Topic] = LEADERS
    shows: ClassVar[Shows] = Shows(leaders="leader", to="path")
    leader: LeaderId
    path: tuple[Hex, ...]
    free: bool = False  # with a retreat or advance: not his move of the turn (N14.52)

    def sentence(self, scene: Scene) -> Text:
        """Milhaud rode from 1803 to Maizières (1604)."""
        leader, way = scene.names.leader(self.leader), scene.names.way(self.path)
        if self.free:
            return tell("{leader} went along {way}.", leader=leader, way=way)
        return tell("{leader} rode {way}.", leader=leader, way=way)

    def apply(self, state: GameState) -> None:
        """Set him down."""
        old = state.leaders[self.leader]
        state.put_leader(replace(old, hex=self.path[-1], moved=old.moved or not self.free))


@dataclass(frozen=True, slots=True)
class HqMoved(Fact):
    """An HQ counter moved (N14.51)."""

    rule: ClassVar[str] = "N14.51"
    topic: ClassVar[Topic] = LEADERS
    shows: ClassVar[Shows] = Shows(leaders="hq", to="path")
    hq: LeaderId
    path: tuple[Hex, ...]
    free: bool = False  # out of an EZOC after an enemy activation: not its move of the turn

    def sentence(self, scene: Scene) -> Text:
        """Imperial HQ moved from 1803 to Maizières (1604)."""
        hq, way = scene.names.leader(self.hq), scene.names.way(self.path)
        return tell("{hq} moved {way}.", hq=hq, way=way)

    def apply(self, state: GameState) -> None:
        """Set it down."""
        old = state.leaders[self.hq]
        state.put_leader(replace(old, hex=self.path[-1], moved=old.moved or not self.free))


@dataclass(frozen=True, slots=True)
class LeaderEntered(Fact):
    """A leader or HQ counter came onto the map (N5.81, N5.83)."""

    rule: ClassVar[str] = "N5.83"
    topic: ClassVar[Topic] = LEADERS
    shows: ClassVar[Shows] = Shows(leaders="leader", to="hex")
    leader: LeaderId
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """Napoléon entered the map in 1803."""
        leader, where = scene.names.leader(self.leader), scene.names.hex(self.hex)
        return tell("{leader} entered the map in {hex}.", leader=leader, hex=where)

    def apply(self, state: GameState) -> None:
        """Put him on the hex."""
        state.put_leader(replace(state.leaders[self.leader], hex=self.hex, box=None))


@dataclass(frozen=True, slots=True)
class LeaderCaptured(Fact):
    """A leader was captured (N14.7)."""

    rule: ClassVar[str] = "N14.7"
    topic: ClassVar[Topic] = LEADERS
    rest: ClassVar[int] = 900
    shows: ClassVar[Shows] = Shows(leaders="leader", off=True)
    leader: LeaderId
    by: Side

    def sentence(self, scene: Scene) -> Text:
        """Blücher was captured by the French in 0913."""
        leader, side = scene.names.leader(self.leader), scene.names.side(self.by)
        words = mark("{leader} was captured by the {side}{there}.")
        return tell(words, leader=leader, side=side, there=scene.there)

    def apply(self, state: GameState) -> None:
        """Take him off for good; a successor may take his place (N14.6)."""
        state.put_leader(replace(state.leaders[self.leader], hex=None, box=Box.CAPTURED))
        lost = {**state.losses.lost_leaders, self.leader: state.turn}
        state.losses = replace(state.losses, lost_leaders=lost)


@dataclass(frozen=True, slots=True)
class LeaderReplaced(Fact):
    """A successor took over from a captured commander (N14.6, N14.71)."""

    rule: ClassVar[str] = "N14.6"
    topic: ClassVar[Topic] = LEADERS
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(leaders="leader", to="hex")
    leader: LeaderId  # the counter that he takes over
    hex: Hex  # of the senior unit

    def sentence(self, scene: Scene) -> Text:
        """A successor took over from Olsufiev in 0304."""
        leader, where = scene.names.leader(self.leader), scene.names.hex(self.hex)
        return tell("A successor took over from {leader} in {hex}.", leader=leader, hex=where)

    def apply(self, state: GameState) -> None:
        """Set him down; his rating is lower."""
        successor = state.leaders[self.leader].successor + 1
        state.put_leader(Leader(self.leader, hex=self.hex, successor=successor))
        lost = without(state.losses.lost_leaders, self.leader)
        state.losses = replace(state.losses, lost_leaders=lost)


@dataclass(frozen=True, slots=True)
class LeaderDisplaced(Fact):
    """A leader escaped to friends (N14.7)."""

    rule: ClassVar[str] = "N14.7"
    topic: ClassVar[Topic] = LEADERS
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(leaders="leader", to="hex")
    leader: LeaderId
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """Blücher escaped from 0913 to 0914."""
        names = scene.names
        leader, where = names.leader(self.leader), names.hex(self.hex)
        if scene.place is None:
            return tell("{leader} escaped to {hex}.", leader=leader, hex=where)
        words, start = mark("{leader} escaped from {start} to {hex}."), names.hex(scene.place)
        return tell(words, leader=leader, start=start, hex=where)

    def apply(self, state: GameState) -> None:
        """Set him down."""
        state.put_leader(replace(state.leaders[self.leader], hex=self.hex))
