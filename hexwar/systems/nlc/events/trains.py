"""Trains: their loss, and the bridges of pontoon trains (N16.4, T18.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.hexes import Hexside
from hexwar.messages import tell
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import LOSSES, MOVEMENT, Fact, Scene, Shows, Topic
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Box
from hexwar.text import Text


@dataclass(frozen=True, slots=True)
class TrainDestroyed(Fact):
    """A train is out of the game, with the bridge that it was (N16.4, T18.21)."""

    rule: ClassVar[str] = "N16.4"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 600
    shows: ClassVar[Shows] = Shows(units="train", off=True)
    train: UnitId
    by: Side

    def sentence(self, scene: Scene) -> Text:
        """The French destroyed the VI Corps baggage train in 1010."""
        side, train = scene.names.side(self.by), scene.names.unit(self.train)
        words = "The {side} destroyed {train}{there}."
        return tell(words, side=side, train=train, there=scene.there)

    def apply(self, state: GameState) -> None:
        """Take it off; who destroyed a baggage train scores it at the end."""
        _take_off(state, self.train)


@dataclass(frozen=True, slots=True)
class TrainCaptured(Fact):
    """A pontoon train fell into enemy hands, with the bridge that it was (T18.21)."""

    rule: ClassVar[str] = "N16.4"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 600
    shows: ClassVar[Shows] = Shows(units="train", off=True)
    train: UnitId
    by: Side

    def sentence(self, scene: Scene) -> Text:
        """The French captured the pontoon train in 1010."""
        side, train = scene.names.side(self.by), scene.names.unit(self.train)
        words = "The {side} captured {train}{there}."
        return tell(words, side=side, train=train, there=scene.there)

    def apply(self, state: GameState) -> None:
        """Take it off."""
        _take_off(state, self.train)


@dataclass(frozen=True, slots=True)
class PontoonDeployed(Fact):
    """A pontoon train became a bridge (T18.2)."""

    rule: ClassVar[str] = "T18.2"
    topic: ClassVar[Topic] = MOVEMENT
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(units="train", hexes="span")
    train: UnitId
    span: Hexside

    def sentence(self, scene: Scene) -> Text:
        """The pontoon train laid a bridge between 1010 and 1110."""
        train, where = scene.names.unit(self.train), scene.names.between(self.span)
        return tell("{train} laid a bridge {between}.", train=train, between=where)

    def apply(self, state: GameState) -> None:
        """Lay the bridge; the train stays where it is."""
        old = state.units[self.train]
        state.put_spans(replace(state.spans, pontoons=state.spans.pontoons | {self.span}))
        state.put_unit(replace(old, bridging=self.span, moved=True, rested=False))


@dataclass(frozen=True, slots=True)
class PontoonTakenUp(Fact):
    """A pontoon bridge was taken up: it is a train again (T18.2)."""

    rule: ClassVar[str] = "T18.2"
    topic: ClassVar[Topic] = MOVEMENT
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(units="train", hexes="span")
    train: UnitId
    span: Hexside

    def sentence(self, scene: Scene) -> Text:
        """The pontoon train took up its bridge between 1010 and 1110."""
        train, where = scene.names.unit(self.train), scene.names.between(self.span)
        return tell("{train} took up its bridge {between}.", train=train, between=where)

    def apply(self, state: GameState) -> None:
        """Take the bridge away; the work takes the whole activation."""
        _lift_bridge(state, self.train)
        old = state.units[self.train]
        state.put_unit(replace(old, bridging=None, moved=True, rested=False))


def _take_off(state: GameState, train: UnitId) -> None:
    _lift_bridge(state, train)
    old = state.units[train]
    gone = replace(old, hex=None, box=Box.CAPTURED, bridging=None, rested=False)
    state.put_unit(gone)


def _lift_bridge(state: GameState, train: UnitId) -> None:
    span = state.units[train].bridging
    if span is not None:
        state.put_spans(replace(state.spans, pontoons=state.spans.pontoons - {span}))
