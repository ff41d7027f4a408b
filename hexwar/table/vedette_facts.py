"""Vedettes: they spread out, gather, fall back and are lost (N20.31, T17)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.table.fact import LOSSES, MOVEMENT, Display, Fact, Scene, Shows, Walk, Way
from hexwar.table.forces import UnitId
from hexwar.table.hiding import without_pieces
from hexwar.table.pieces import Box
from hexwar.table.state import MapState
from hexwar.text import Text


@dataclass(frozen=True, slots=True)
class VedettesDeployed(Fact, rule="N20.31", topic=MOVEMENT, rest=400, is_open=True):
    """Vedettes stand for a unit, or beside it where it keeps its place (N20.31)."""

    unit: UnitId
    vedettes: tuple[UnitId, ...]
    hex: Hex
    halves: int  # spent by each, half MP
    stays: bool  # the unit keeps its place: the vedettes are its extra ones

    def sentence(self, scene: Scene) -> Text:
        """Piré spread out in 3 vedettes in 0913."""
        one = mark("{unit} spread out in {n} vedette in {hex}.")
        many = mark("{unit} spread out in {n} vedettes in {hex}.")
        if self.stays:
            one = mark("{unit} sent {n} vedette out in {hex}.")
            many = mark("{unit} sent {n} vedettes out in {hex}.")
        return self.counted(scene, one, many, len(self.vedettes))

    def discloses(self) -> tuple[str, ...]:
        """Who is off the map lies under no flag."""
        return () if self.stays else (self.unit,)

    def display(self) -> Display:
        """They come onto the map, and the unit goes off it."""
        walks = [Walk((self.hex,), self.vedettes)]
        if not self.stays:
            walks.append(Walk((), (self.unit,)))
        return Display(tuple(walks), spots=(self.hex,))

    def apply(self, state: MapState) -> None:
        """Set them down; the unit waits off the map."""
        old = state.units[self.unit]
        for id_ in self.vedettes:
            piece = replace(state.units[id_], hex=self.hex, box=None, disrupted=False)
            state.put_unit(replace(piece, moved=False, assaulted=False, spent=self.halves))
        if not self.stays:
            state.hiding = without_pieces(state.hiding, (self.unit,))
            state.put_unit(replace(old.driven_to(None), box=Box.SPREAD))


@dataclass(frozen=True, slots=True)
class VedettesRejoined(Fact, rule="N20.31", topic=MOVEMENT, rest=400, is_open=True):
    """Vedettes that stand together became their unit again, or went back to it (N20.31)."""

    unit: UnitId
    vedettes: tuple[UnitId, ...]  # who go off the map, the lost ones of the unit too
    hex: Hex
    halves: int  # what of its MP the unit has spent then, half MP
    moved: bool  # the unit may not move any more in this activation
    disrupted: bool
    stays: bool  # the unit has kept its place

    def sentence(self, scene: Scene) -> Text:
        """The vedettes of Piré gathered in 0913."""
        return self.told(scene, mark("The vedettes of {unit} gathered in {hex}."))

    def display(self) -> Display:
        """The unit comes back, and they go off the map."""
        walks = [Walk((), self.vedettes)]
        if not self.stays:
            walks.insert(0, Walk((self.hex,), (self.unit,)))
        return Display(tuple(walks), spots=(self.hex,))

    def discloses(self) -> tuple[str, ...]:
        """Who is off the map lies under no flag."""
        return self.vedettes

    def apply(self, state: MapState) -> None:
        """Set the unit down with the side that it showed."""
        state.hiding = without_pieces(state.hiding, self.vedettes)
        for id_ in self.vedettes:
            piece = replace(state.units[id_], hex=None, box=Box.WITH_UNIT, disrupted=False)
            state.put_unit(piece)
        if not self.stays:
            back = replace(state.units[self.unit], hex=self.hex, box=None, spent=self.halves)
            state.put_unit(replace(back, moved=self.moved, disrupted=self.disrupted))


@dataclass(frozen=True, slots=True)
class VedettesFellBack(
    Fact,
    rule="N20.31",
    topic=MOVEMENT,
    is_rush=True,
    shows=Shows(units="vedettes", to="path"),
    is_open=True,
):
    """Vedettes made way for an enemy (N20.31)."""

    words = mark("{vedettes} fell back {path}.")
    vedettes: tuple[UnitId, ...]
    path: Way  # from the hex they left

    def apply(self, state: MapState) -> None:
        """Set them down."""
        for id_ in self.vedettes:
            state.put_unit(state.units[id_].driven_to(self.path[-1]))


@dataclass(frozen=True, slots=True)
class VedettesLost(
    Fact,
    rule="N20.31",
    topic=LOSSES,
    rest=500,
    shows=Shows(units="vedettes", off=True),
    is_open=True,
):
    """Vedettes were caught (N20.31)."""

    vedettes: tuple[UnitId, ...]

    def sentence(self, scene: Scene) -> Text:
        """Piré, vedette 2 was lost in 0913."""
        one, many = mark("{vedettes} was lost{there}."), mark("{vedettes} were lost{there}.")
        return self.counted(scene, one, many, len(self.vedettes))

    def discloses(self) -> tuple[str, ...]:
        """Who is off the map lies under no flag."""
        return self.vedettes

    def apply(self, state: MapState) -> None:
        """Put them into the box of the lost."""
        state.hiding = without_pieces(state.hiding, self.vedettes)
        for id_ in self.vedettes:
            gone = state.units[id_].driven_to(None)
            state.put_unit(replace(gone, box=Box.UAR, disrupted=False))
