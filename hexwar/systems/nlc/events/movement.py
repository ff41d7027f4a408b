"""Movement, arrival and stacking."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Remark
from hexwar.hexes import Hex
from hexwar.messages import mark, say, tell
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import MOVEMENT, Display, Fact, Scene, Shows, Topic, Walk
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Box
from hexwar.table.reports import points
from hexwar.text import Text


@dataclass(frozen=True, slots=True)
class UnitMoved(Fact):
    """Units of one hex moved together (N5.9)."""

    rule: ClassVar[str] = "N5.4"
    topic: ClassVar[Topic] = MOVEMENT
    shows: ClassVar[Shows] = Shows(units="units", to="path")
    units: tuple[UnitId, ...]
    path: tuple[Hex, ...]  # from the hex where they stood
    halves: int  # spent, half MP
    column: bool  # by road movement

    def sentence(self, scene: Scene) -> Text:
        """Piré moved from 1704 by 1605 to Maizières (1604): 2 MP, by road."""
        names, mp = scene.names, points(self.halves)
        road = say(", by road") if self.column else ""
        if len(self.path) == 1:
            words, where = mark("{units} halted in {hex}: {mp} MP{road}."), names.hex(self.path[0])
            return tell(words, units=names.units(self.units), hex=where, mp=mp, road=road)
        words, way = "{units} moved {way}: {mp} MP{road}.", names.way(self.path)
        return tell(words, units=names.units(self.units), way=way, mp=mp, road=road)

    def apply(self, state: GameState) -> None:
        """Set them down at the end of the path."""
        for unit in self.units:
            old = state.units[unit]
            state.put_unit(
                replace(
                    old,
                    hex=self.path[-1],
                    moved=True,
                    spent=old.spent + self.halves,
                    rested=False,
                )
            )
        if state.activation is not None:
            state.activation = replace(state.activation, acting=self.units)


@dataclass(frozen=True, slots=True)
class UnitEntered(Fact):
    """A reinforcement stands on its entry hex (N5.81)."""

    rule: ClassVar[str] = "N5.81"
    topic: ClassVar[Topic] = MOVEMENT
    shows: ClassVar[Shows] = Shows(units="unit", to="hex")
    unit: UnitId
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """Decouz entered the map in 0101."""
        unit, where = scene.names.unit(self.unit), scene.names.hex(self.hex)
        return tell("{unit} entered the map in {hex}.", unit=unit, hex=where)

    def apply(self, state: GameState) -> None:
        """Bring it onto the map."""
        state.put_unit(replace(state.units[self.unit], hex=self.hex, box=None))


@dataclass(frozen=True, slots=True)
class UnitStopped(Fact):
    """Units stay where they are this activation (N5.4)."""

    rule: ClassVar[str] = "N5.4"
    topic: ClassVar[Topic] = MOVEMENT
    shows: ClassVar[Shows] = Shows(units="units")
    units: tuple[UnitId, ...]
    reason: str

    def sentence(self, scene: Scene) -> Text:
        """Piré stayed in 1704."""
        units = scene.names.units(self.units)
        if self.reason == "stays":
            return tell("{units} stayed{there}.", units=units, there=scene.there)
        return tell("{units} did not move: {why}.", units=units, why=self.reason)

    def apply(self, state: GameState) -> None:
        """They have had their move."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], moved=True))
        if state.activation is not None:
            state.activation = replace(state.activation, acting=self.units)


@dataclass(frozen=True, slots=True)
class ColumnFormed(Fact):
    """A unit is in road column (N5.32)."""

    rule: ClassVar[str] = "N5.32"
    topic: ClassVar[Topic] = MOVEMENT
    shows: ClassVar[Shows] = Shows(units="unit")
    unit: UnitId
    tail: Hex | None = None  # the second hex that a strong unit takes up (N5.33)

    def sentence(self, scene: Scene) -> Text:
        """Piré formed road column in 1704."""
        unit = scene.names.unit(self.unit)
        return tell("{unit} formed road column{there}.", unit=unit, there=scene.there)

    def apply(self, state: GameState) -> None:
        """Mark it."""
        state.put_unit(replace(state.units[self.unit], column=True, tail=self.tail))


@dataclass(frozen=True, slots=True)
class ColumnLeft(Fact):
    """A unit is no longer in road column (N5.32)."""

    rule: ClassVar[str] = "N5.32"
    topic: ClassVar[Topic] = MOVEMENT
    shows: ClassVar[Shows] = Shows(units="unit")
    unit: UnitId

    def sentence(self, scene: Scene) -> Text:
        """Piré left road column in 1704."""
        unit = scene.names.unit(self.unit)
        return tell("{unit} left road column{there}.", unit=unit, there=scene.there)

    def apply(self, state: GameState) -> None:
        """Unmark it."""
        state.put_unit(replace(state.units[self.unit], column=False, tail=None))


@dataclass(frozen=True, slots=True)
class ArrivalDelayed(Fact, Remark):
    """Due units wait another turn (N5.81, N5.82)."""

    rule: ClassVar[str] = "N5.81"
    topic: ClassVar[Topic] = MOVEMENT
    shows: ClassVar[Shows] = Shows(units="units")
    units: tuple[UnitId, ...]
    secret_of: Side | None = None  # the side that alone knows that they are due (N23.3)

    def sentence(self, scene: Scene) -> Text:
        """Decouz and Meunier did not enter the map this turn."""
        return tell("{units} did not enter the map this turn.", units=scene.names.units(self.units))

    def is_known_to(self, side: str) -> bool:
        """Of forces whose coming a card has changed in secret the enemy does not hear."""
        return self.secret_of is None or side == self.secret_of

    def apply(self, state: GameState) -> None:
        """They stay in the Due box."""


@dataclass(frozen=True, slots=True)
class OverstackCured(Fact):
    """A unit too many was set down in a hex next to it, or lost (N5.10)."""

    rule: ClassVar[str] = "N5.10"
    topic: ClassVar[Topic] = MOVEMENT
    rest: ClassVar[int] = 400
    unit: UnitId
    hex: Hex | None  # None: no room anywhere, lost to the UAR box

    def sentence(self, scene: Scene) -> Text:
        """Piré made room in 1704 and stands in 1705."""
        unit, there = scene.names.unit(self.unit), scene.there
        if self.hex is None:
            words = mark("{unit} was lost for want of room{there} and went to the UAR box.")
            return tell(words, unit=unit, there=there)
        words, where = (
            mark("{unit} made room{there} and stands in {hex}."),
            scene.names.hex(self.hex),
        )
        return tell(words, unit=unit, there=there, hex=where)

    def display(self) -> Display:
        """It goes next door, or off the map."""
        return Display((Walk(() if self.hex is None else (self.hex,), (self.unit,)),))

    def apply(self, state: GameState) -> None:
        """Displace it or take it off."""
        box = Box.UAR if self.hex is None else None
        old = state.units[self.unit]
        state.put_unit(
            replace(old, hex=self.hex, box=box, column=False, tail=None, square=False, rested=False)
        )
