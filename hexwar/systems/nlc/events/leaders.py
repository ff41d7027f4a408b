"""Leaders and HQ counters (N14)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.engine.records import without
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import LEADERS, Fact, Scene, Shows, Sound, Way
from hexwar.table.forces import LeaderId, Side
from hexwar.table.pieces import Box, Leader
from hexwar.text import Text


@dataclass(frozen=True, slots=True)
class LeaderMoved(
    Fact,
    rule="N14.51",
    topic=LEADERS,
    shows=Shows(leaders="leader", to="path"),
    sound=Sound.HOOVES,
    is_open=True,
):
    """A leader moved, alone or with a unit (N14.51)."""

    leader: LeaderId
    path: Way
    free: bool = False  # with a retreat or advance: not his move of the turn (N14.52)

    def sentence(self, scene: Scene) -> Text:
        """Milhaud rode from 1803 to Maizières (1604)."""
        if self.free:
            return self.told(scene, mark("{leader} went along {path}."))
        return self.told(scene, mark("{leader} rode {path}."))

    def apply(self, state: GameState) -> None:
        """Set him down."""
        old = state.leaders[self.leader]
        state.put_leader(replace(old, hex=self.path[-1], moved=old.moved or not self.free))


@dataclass(frozen=True, slots=True)
class HqMoved(
    Fact, rule="N14.51", topic=LEADERS, shows=Shows(leaders="hq", to="path"), is_open=True
):
    """An HQ counter moved (N14.51)."""

    words = mark("{hq} moved {path}.")
    hq: LeaderId
    path: Way
    free: bool = False  # out of an EZOC after an enemy activation: not its move of the turn

    def apply(self, state: GameState) -> None:
        """Set it down."""
        old = state.leaders[self.hq]
        state.put_leader(replace(old, hex=self.path[-1], moved=old.moved or not self.free))


@dataclass(frozen=True, slots=True)
class LeaderEntered(
    Fact, rule="N5.83", topic=LEADERS, shows=Shows(leaders="leader", to="hex"), is_open=True
):
    """A leader or HQ counter came onto the map (N5.81, N5.83)."""

    words = mark("{leader} entered the map in {hex}.")
    leader: LeaderId
    hex: Hex

    def apply(self, state: GameState) -> None:
        """Put him on the hex."""
        state.put_leader(replace(state.leaders[self.leader], hex=self.hex, box=None))


@dataclass(frozen=True, slots=True)
class LeaderCaptured(
    Fact,
    rule="N14.7",
    topic=LEADERS,
    rest=900,
    shows=Shows(leaders="leader", off=True),
    is_open=True,
):
    """A leader was captured (N14.7)."""

    words = mark("{leader} was captured by the {by}{there}.")
    leader: LeaderId
    by: Side

    def apply(self, state: GameState) -> None:
        """Take him off for good; a successor may take his place (N14.6)."""
        state.put_leader(replace(state.leaders[self.leader], hex=None, box=Box.CAPTURED))
        lost = {**state.losses.lost_leaders, self.leader: state.turn}
        state.losses = replace(state.losses, lost_leaders=lost)


@dataclass(frozen=True, slots=True)
class LeaderReplaced(
    Fact,
    rule="N14.6",
    topic=LEADERS,
    rest=500,
    shows=Shows(leaders="leader", to="hex"),
    is_open=True,
):
    """A successor took over from a captured commander (N14.6, N14.71)."""

    words = mark("A successor took over from {leader} in {hex}.")
    leader: LeaderId  # the counter that he takes over
    hex: Hex  # of the senior unit

    def apply(self, state: GameState) -> None:
        """Set him down; his rating is lower."""
        successor = state.leaders[self.leader].successor + 1
        state.put_leader(Leader(self.leader, hex=self.hex, successor=successor))
        lost = without(state.losses.lost_leaders, self.leader)
        state.losses = replace(state.losses, lost_leaders=lost)


@dataclass(frozen=True, slots=True)
class LeaderDisplaced(
    Fact,
    rule="N14.7",
    topic=LEADERS,
    rest=500,
    shows=Shows(leaders="leader", to="hex"),
    is_open=True,
):
    """A leader escaped to friends (N14.7)."""

    leader: LeaderId
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """Blücher escaped from 0913 to 0914."""
        if scene.place is None:
            return self.told(scene, mark("{leader} escaped to {hex}."))
        start = scene.names.spot(scene.place)
        return self.told(scene, mark("{leader} escaped from {start} to {hex}."), start=start)

    def apply(self, state: GameState) -> None:
        """Set him down."""
        state.put_leader(replace(state.leaders[self.leader], hex=self.hex))
