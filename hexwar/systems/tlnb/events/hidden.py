"""Hidden forces, dummies and vedettes (T16, T17)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.engine import Remark
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.fact import COMBAT, MOVEMENT, Display, Fact, Scene, Shows, Sound
from hexwar.table.forces import Side, UnitId
from hexwar.text import Text


@dataclass(frozen=True, slots=True)
class DummyMarched(Fact, rule="T16.10", topic=MOVEMENT, shows=Shows(spots="hex")):
    """A dummy stack moved as cavalry does (T16.6, T16.10)."""

    words = mark("A dummy stack of the {side} went to {hex}.")
    side: Side
    dummy: str
    hex: Hex

    def is_known_to(self, side: str) -> bool:
        """The enemy sees a flag move like any other."""
        return side == self.side

    def apply(self, state: TlnbState) -> None:
        """It lies there now, and moves no more in this Player-Turn."""
        dummies = {**state.hiding.dummies, self.dummy: self.hex}
        state.hiding = replace(state.hiding, dummies=dummies)
        state.marks = replace(state.marks, feinted=(*state.marks.feinted, self.dummy))


@dataclass(frozen=True, slots=True)
class ForceRepulsed(
    Fact,
    Remark,
    rule="T17.6",
    topic=MOVEMENT,
    rest=700,
    sound=Sound.DICE,
    shows=Shows(units="units", spots="hex"),
    is_open=True,
):
    """Units ran into a hidden force and rolled their initiative (T17.6)."""

    units: tuple[UnitId, ...]
    hex: Hex  # where the hidden force stands
    die: int
    needed: int
    back: bool  # they retreat one more hex

    def sentence(self, scene: Scene) -> Text:
        """Udom ran into the enemy in 0913: die 4 against 3, one hex back."""
        words = mark("{units} ran into the enemy in {hex}: die {die} against {needed}, {end}.")
        end = say("they go back one more hex") if self.back else say("they stand")
        return self.told(scene, words, end=end)


@dataclass(frozen=True, slots=True)
class ForcePushed(
    Fact, rule="T17.7", topic=MOVEMENT, rest=500, shows=Shows(units="units", spots="hex")
):
    """A strong stack that came up to a weak one pushes it back (T17.7)."""

    words = mark("{units} pushed the enemy in {hex} back.")
    is_open = True
    units: tuple[UnitId, ...]
    hex: Hex  # of the weak stack
    halves: int  # half MP that it costs each of them

    def apply(self, state: TlnbState) -> None:
        """They have paid for it and may go on; once in a Player-Turn."""
        for id_ in self.units:
            unit = state.units[id_]
            state.put_unit(replace(unit, moved=False, spent=unit.spent + self.halves))
        state.marks = replace(state.marks, pushed=state.marks.pushed | set(self.units))


@dataclass(frozen=True, slots=True)
class VedettesRidden(
    Fact, Remark, rule="T17.4", topic=MOVEMENT, rest=500, sound=Sound.DICE, is_open=True
):
    """Cavalry that entered a hex of vedettes attacked them on the way (T17.4)."""

    units: tuple[UnitId, ...]
    hex: Hex
    die: int
    needed: int
    hit: bool

    def sentence(self, scene: Scene) -> Text:
        """Udom rode at the vedettes in 0913: die 2 against 3, one is lost."""
        words = mark("{units} rode at the vedettes in {hex}: die {die} against {needed}, {end}.")
        end = say("one of them is lost") if self.hit else say("they get away")
        return self.told(scene, words, end=end)

    def display(self) -> Display:
        """The eye is led to both."""
        return Display(units=self.units, spots=(self.hex,))


@dataclass(frozen=True, slots=True)
class VedettesFought(Fact, rule="T17.11", topic=COMBAT, rest=700, sound=Sound.DICE, is_open=True):
    """Vedettes attacked vedettes (T17.11)."""

    units: tuple[UnitId, ...]
    target: Hex
    column: str
    die: int
    result: str  # as printed
    effect: str  # Shock resolved

    def sentence(self, scene: Scene) -> Text:
        """Vedettes fought for 0913 (1:1, die 4): 1R."""
        words = mark("{units} attacked the vedettes in {target} ({column}, die {die}): {effect}.")
        return self.told(scene, words)

    def display(self) -> Display:
        """The eye is led to both."""
        return Display(units=self.units, spots=(self.target,))

    def apply(self, state: TlnbState) -> None:
        """They have fought in this Player-Turn, and so has the hex."""
        for id_ in self.units:
            state.put_unit(replace(state.units[id_], assaulted=True))
        attacked = state.fights.attacked | {self.target}
        state.fights = replace(state.fights, attacked=attacked)
