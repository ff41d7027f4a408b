"""Retreats, losses and recovery (T11, T14)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from hexwar.engine import Remark
from hexwar.hexes import Hex, hexside
from hexwar.messages import count, mark, say
from hexwar.systems.tlnb.state import Step, TlnbState
from hexwar.table.fact import LOSSES, MOVEMENT, Fact, Scene, Shows, Sound, Way
from hexwar.table.forces import UnitId
from hexwar.table.pieces import Box, Unit
from hexwar.text import Text, signed


def recovered(state: TlnbState, unit: UnitId) -> Unit:
    """A unit that has recovered: on its reduced side, if it has one (T14.3)."""
    record = state.units[unit]
    return replace(record, box=Box.RECOVERED, reduced=state.card(unit).steps > 1)


@dataclass(frozen=True, slots=True)
class StepLost(Fact, rule="T14.1", topic=LOSSES, rest=500, shows=Shows(units="unit"), is_open=True):
    """A unit lost a step and shows its reduced side (T14.1)."""

    words = mark("{unit} lost a step{there} ({sp} SP).")
    unit: UnitId
    sp: int  # that it lost

    def toll(self) -> tuple[UnitId, int]:
        """What it cost."""
        return self.unit, self.sp

    def apply(self, state: TlnbState) -> None:
        """Flip it."""
        state.put_unit(replace(state.units[self.unit], reduced=True))


@dataclass(frozen=True, slots=True)
class UnitEliminated(
    Fact, rule="T11.7", topic=LOSSES, rest=700, shows=Shows(units="unit", off=True), is_open=True
):
    """A unit was eliminated (T11.7)."""

    unit: UnitId
    sp: int  # that it still had
    box: Box  # UAR or PEU

    def sentence(self, scene: Scene) -> Text:
        """Udom was eliminated in 0913 (4 SP): to PEU."""
        words = mark("{unit} was eliminated{there} ({sp} SP): {box}.")
        return self.told(scene, words, box=say(self.box.value))

    def toll(self) -> tuple[UnitId, int]:
        """What it cost."""
        return self.unit, self.sp

    def apply(self, state: TlnbState) -> None:
        """Into its box."""
        state.put_unit(
            replace(state.units[self.unit], hex=None, tail=None, column=False, box=self.box)
        )
        if self.unit in state.marks.held:
            held = {u: mp for u, mp in state.marks.held.items() if u != self.unit}
            state.marks = replace(state.marks, held=held)


@dataclass(frozen=True, slots=True)
class RetreatBegan(
    Fact, Remark, rule="T11.5", topic=LOSSES, shows=Shows(spots="hex"), is_open=True
):
    """Units must leave their hex (T11.5)."""

    units: tuple[UnitId, ...]
    hex: Hex
    hexes: int  # how far

    def sentence(self, scene: Scene) -> Text:
        """Udom had to retreat 2 hexes from 0913."""
        words = mark("{units} had to retreat {far} from {hex}.")
        return self.told(scene, words, far=count("{n} hex", "{n} hexes", self.hexes))


@dataclass(frozen=True, slots=True)
class UnitRetreated(
    Fact,
    rule="T11.51",
    topic=MOVEMENT,
    shows=Shows(units="units", to="path"),
    is_rush=True,
    is_open=True,
):
    """Units retreated (T11.51)."""

    words = mark("{units} retreated {path}.")
    units: tuple[UnitId, ...]
    path: Way

    def apply(self, state: TlnbState) -> None:
        """They stand at its end, in Road March no more (T7.56)."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], hex=self.path[-1], column=False, tail=None))
        if state.step is not Step.MOVEMENT:  # a repulse is no combat (T11.55, T17.6)
            fights, spans = state.fights, state.battle.battlefield.span_at
            sides = (hexside(a, b) for a, b in pairwise(self.path))
            over = [side for side in sides if side in spans or side in state.spans.pontoons]
            fled = (*fights.fled, *over * len(self.units))
            shaken = fights.shaken | set(self.units)
            state.fights = replace(fights, shaken=shaken, fled=fled)
        stirred = state.marks.stirred | set(self.units)
        state.marks = replace(state.marks, stirred=stirred)


@dataclass(frozen=True, slots=True)
class RetreatBlocked(
    Fact, Remark, rule="T11.52", topic=LOSSES, rest=400, shows=Shows(units="units"), is_open=True
):
    """Units have no way to retreat (T11.52)."""

    words = mark("{units} had no way to retreat{there}.")
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class RecoveryRolled(
    Fact,
    rule="T14.3",
    topic=LOSSES,
    rest=700,
    sound=Sound.DICE,
    shows=Shows(units="unit"),
    is_open=True,
):
    """A unit that awaits recovery rolled for it (T14.3)."""

    unit: UnitId
    die: int
    modifiers: int
    needed: int
    box: Box  # where it lies from now on

    def sentence(self, scene: Scene) -> Text:
        """Recovery of Udom: die 4 −1 against 3, it has recovered."""
        words = mark("Recovery of {unit}: die {die} {signed} against {needed}, {end}.")
        end = {
            Box.RECOVERED: mark("it has recovered"),
            Box.UAR: mark("not yet"),
            Box.PEU: mark("it is lost for good"),
        }[self.box]
        return self.told(scene, words, signed=signed(self.modifiers), end=say(end))

    def apply(self, state: TlnbState) -> None:
        """Into its box."""
        record = replace(state.units[self.unit], box=self.box)
        state.put_unit(recovered(state, self.unit) if self.box is Box.RECOVERED else record)


@dataclass(frozen=True, slots=True)
class UnitReturned(
    Fact, rule="T14.4", topic=LOSSES, rest=500, shows=Shows(units="unit", to="hex"), is_open=True
):
    """A unit came back to the map (T14.4)."""

    words = mark("{unit} came back in {hex}.")
    unit: UnitId
    hex: Hex

    def apply(self, state: TlnbState) -> None:
        """It may neither move nor attack in this Player-Turn (T14.5)."""
        state.put_unit(replace(state.units[self.unit], hex=self.hex, box=None))
        returned = state.marks.returned | {self.unit}
        state.marks = replace(state.marks, returned=returned)


@dataclass(frozen=True, slots=True)
class StepRegained(
    Fact,
    rule="T14.6",
    topic=LOSSES,
    rest=700,
    sound=Sound.DICE,
    shows=Shows(units="unit"),
    is_open=True,
):
    """A unit tried to regain its full side (T14.6)."""

    unit: UnitId
    die: int
    needed: int
    passed: bool

    def sentence(self, scene: Scene) -> Text:
        """Udom rallied stragglers: die 1 against 1, it is at full strength."""
        words = mark("{unit} rallied stragglers: die {die} against {needed}, {end}.")
        end = say("it is at full strength") if self.passed else say("in vain")
        return self.told(scene, words, end=end)

    def apply(self, state: TlnbState) -> None:
        """Flip it."""
        if self.passed:
            state.put_unit(replace(state.units[self.unit], reduced=False))
