"""Supply and the loss of trains (N16)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.ground.pontoons import lift_bridge
from hexwar.messages import joined, mark, say, tell_count
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import LOSSES, MOVEMENT, Fact, Scene, Shows
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Box
from hexwar.text import Text


def _are(units: Text, n: int, how: str) -> Text:
    """`Udom is out of supply`."""
    return tell_count("{units} is {how}", "{units} are {how}", n, units=units, how=say(how))


@dataclass(frozen=True, slots=True)
class SupplyChanged(Fact, rule="N16.1", topic=LOSSES, shows=Shows(units="out back"), is_open=True):
    """Supply was checked: some units fell out of it, others are in it again (N16.1)."""

    side: Side
    out: tuple[UnitId, ...]
    back: tuple[UnitId, ...]

    def sentence(self, scene: Scene) -> Text:
        """French supply: Udom and Karnielov are out of supply, Kornilov is in supply again."""
        now = ((self.out, mark("out of supply")), (self.back, mark("in supply again")))
        parts = [_are(scene.names.units(units), len(units), how) for units, how in now if units]
        found = joined(parts, last=", ") or say("nothing has changed")
        return self.told(scene, mark("{side} supply: {found}."), found=found)

    def apply(self, state: GameState) -> None:
        """Keep who is out until the next check (N16.5)."""
        out = (state.supply.unsupplied | frozenset(self.out)) - frozenset(self.back)
        state.supply = replace(state.supply, unsupplied=out)


@dataclass(frozen=True, slots=True)
class TrainAssigned(
    Fact, rule="N16.3", topic=MOVEMENT, shows=Shows(units="train units"), is_open=True
):
    """Units of formations without a train live off another formation's (N16.3)."""

    units: tuple[UnitId, ...]
    train: UnitId

    def sentence(self, scene: Scene) -> Text:
        """Udom and Karnielov live on the baggage train of IX Corps."""
        one, many = mark("{units} lives on {train}."), mark("{units} live on {train}.")
        return self.counted(scene, one, many, len(self.units))

    def apply(self, state: GameState) -> None:
        """Keep it until the train is assigned anew."""
        trains = state.supply.trains_of.items()
        others = {unit: train for unit, train in trains if train != self.train}
        assigned = others | dict.fromkeys(self.units, self.train)
        state.supply = replace(state.supply, trains_of=assigned)


@dataclass(frozen=True, slots=True)
class TrainTaken(Fact, rule="N16.4", topic=LOSSES, rest=600, shows=Shows(units="train", off=True)):
    """A train is out of the game, with the bridge that it was (N16.4, T18.21)."""

    train: UnitId
    by: Side

    def apply(self, state: GameState) -> None:
        """Take it off; who destroyed a baggage train scores it at the end."""
        lift_bridge(state, self.train)
        old = state.units[self.train]
        gone = replace(old, hex=None, box=Box.CAPTURED, bridging=None, rested=False)
        state.put_unit(gone)


@dataclass(frozen=True, slots=True)
class TrainDestroyed(TrainTaken, is_open=True):
    """A train was destroyed (N16.4)."""

    words = mark("The {by} destroyed {train}{there}.")


@dataclass(frozen=True, slots=True)
class TrainCaptured(TrainTaken, is_open=True):
    """A pontoon train fell into enemy hands (T18.21)."""

    words = mark("The {by} captured {train}{there}.")
