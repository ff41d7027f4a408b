"""Supply and the loss of trains (N16)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.messages import joined, mark, say, tell, tell_count
from hexwar.systems.nlc.events.movement import lift_bridge
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import LOSSES, MOVEMENT, Fact, Scene, Shows, Topic
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Box
from hexwar.text import Text


def _are(units: Text, n: int, how: str) -> Text:
    """`Udom is out of supply`."""
    return tell_count("{units} is {how}", "{units} are {how}", n, units=units, how=say(how))


@dataclass(frozen=True, slots=True)
class SupplyChanged(Fact):
    """Supply was checked: some units fell out of it, others are in it again (N16.1)."""

    rule: ClassVar[str] = "N16.1"
    topic: ClassVar[Topic] = LOSSES
    shows: ClassVar[Shows] = Shows(units="out back")
    side: Side
    out: tuple[UnitId, ...]
    back: tuple[UnitId, ...]

    def sentence(self, scene: Scene) -> Text:
        """French supply: Udom and Karnielov are out of supply, Kornilov is in supply again."""
        out, back = scene.names.units(self.out), scene.names.units(self.back)
        parts = [
            *([_are(out, len(self.out), mark("out of supply"))] if self.out else ()),
            *([_are(back, len(self.back), mark("in supply again"))] if self.back else ()),
        ]
        found = joined(parts, last=", ") or say("nothing has changed")
        return tell("{side} supply: {found}.", side=scene.names.side(self.side), found=found)

    def apply(self, state: GameState) -> None:
        """Keep who is out until the next check (N16.5)."""
        out = (state.supply.unsupplied | frozenset(self.out)) - frozenset(self.back)
        state.supply = replace(state.supply, unsupplied=out)


@dataclass(frozen=True, slots=True)
class TrainAssigned(Fact):
    """Units of formations without a train live off another formation's (N16.3)."""

    rule: ClassVar[str] = "N16.3"
    topic: ClassVar[Topic] = MOVEMENT
    shows: ClassVar[Shows] = Shows(units="train units")
    units: tuple[UnitId, ...]
    train: UnitId

    def sentence(self, scene: Scene) -> Text:
        """Udom and Karnielov live on the baggage train of IX Corps."""
        units, train = scene.names.units(self.units), scene.names.unit(self.train)
        one, many = mark("{units} lives on {train}."), mark("{units} live on {train}.")
        return tell_count(one, many, len(self.units), units=units, train=train)

    def apply(self, state: GameState) -> None:
        """Keep it until the train is assigned anew."""
        trains = state.supply.trains_of.items()
        others = {unit: train for unit, train in trains if train != self.train}
        assigned = others | dict.fromkeys(self.units, self.train)
        state.supply = replace(state.supply, trains_of=assigned)


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


def _take_off(state: GameState, train: UnitId) -> None:
    lift_bridge(state, train)
    old = state.units[train]
    gone = replace(old, hex=None, box=Box.CAPTURED, bridging=None, rested=False)
    state.put_unit(gone)
