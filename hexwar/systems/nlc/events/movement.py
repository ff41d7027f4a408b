"""Movement and stacking, work on spans and positions, pontoon bridges (N5, N21, T18.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine import Remark
from hexwar.hexes import Hex, Hexside
from hexwar.messages import mark, say, tell
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import MOVEMENT, Display, Fact, Scene, Shows, Topic, Walk
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Box
from hexwar.table.reports import points
from hexwar.text import Text, die


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
        return tell("{units} did not move: {why}.", units=units, why=say(self.reason))

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


@dataclass(frozen=True, slots=True)
class SpanDamaged(Fact):
    """A unit broke down a bridge, a trestle or a pontoon bridge (N5.72)."""

    rule: ClassVar[str] = "N5.72"
    topic: ClassVar[Topic] = MOVEMENT
    rest: ClassVar[int] = 600
    shows: ClassVar[Shows] = Shows(units="unit", hexes="span")
    unit: UnitId
    span: Hexside
    halves: int  # spent, half MP

    def sentence(self, scene: Scene) -> Text:
        """Duhesme broke down the Pont-Sorelle bridge between 0807 and 0808: 2 MP."""
        unit, span = scene.names.unit(self.unit), scene.names.span(self.span)
        words, mp = mark("{unit} broke down {span}: {mp} MP."), points(self.halves)
        return tell(words, unit=unit, span=span, mp=mp)

    def apply(self, state: GameState) -> None:
        """The span is damaged; a pontoon bridge is gone (T18.21)."""
        spans = state.spans
        if self.span in spans.pontoons:
            state.put_spans(replace(spans, pontoons=spans.pontoons - {self.span}))
        else:
            state.put_spans(replace(spans, damaged=spans.damaged | {self.span}))
        _note_work(state, self.unit, self.span, self.halves)


@dataclass(frozen=True, slots=True)
class SpanRepaired(Fact):
    """A unit made a damaged span whole again (N5.72)."""

    rule: ClassVar[str] = "N5.72"
    topic: ClassVar[Topic] = MOVEMENT
    rest: ClassVar[int] = 400
    shows: ClassVar[Shows] = Shows(units="unit", hexes="span")
    unit: UnitId
    span: Hexside
    halves: int  # spent, half MP

    def sentence(self, scene: Scene) -> Text:
        """Duhesme repaired the Pont-Sorelle bridge between 0807 and 0808: 2 MP."""
        unit, span = scene.names.unit(self.unit), scene.names.span(self.span)
        words, mp = "{unit} repaired {span}: {mp} MP.", points(self.halves)
        return tell(words, unit=unit, span=span, mp=mp)

    def apply(self, state: GameState) -> None:
        """The span is whole."""
        spans = state.spans
        state.put_spans(replace(spans, damaged=spans.damaged - {self.span}))
        _note_work(state, self.unit, self.span, self.halves)


@dataclass(frozen=True, slots=True)
class SpanRepairFailed(Fact):
    """A unit worked at a damaged span in vain (N5.72)."""

    rule: ClassVar[str] = "N5.72"
    topic: ClassVar[Topic] = MOVEMENT
    rest: ClassVar[int] = 400
    shows: ClassVar[Shows] = Shows(units="unit", hexes="span")
    unit: UnitId
    span: Hexside
    halves: int  # spent, half MP
    die: int

    def sentence(self, scene: Scene) -> Text:
        """Duhesme failed to repair the Pont-Sorelle bridge between 0807 and 0808: die 5, 2 MP."""
        unit, span = scene.names.unit(self.unit), scene.names.span(self.span)
        words, mp = mark("{unit} failed to repair {span}: die {die}, {mp} MP."), points(self.halves)
        return tell(words, unit=unit, span=span, die=die(self.die), mp=mp)

    def apply(self, state: GameState) -> None:
        """The MP are spent and the span has had its try."""
        _note_work(state, self.unit, self.span, self.halves)


@dataclass(frozen=True, slots=True)
class PopulaceActed(Fact):
    """The people of a town broke a span down, or made a damaged one whole (N23.4)."""

    rule: ClassVar[str] = "N23.4"
    topic: ClassVar[Topic] = MOVEMENT
    rest: ClassVar[int] = 700
    shows: ClassVar[Shows] = Shows(hexes="span")
    side: Side  # whom they help
    span: Hexside
    is_damaged: bool  # from now on

    def sentence(self, scene: Scene) -> Text:
        """The people damaged the Pont-Sorelle bridge between 0807 and 0808 for the French."""
        span, side = scene.names.span(self.span), scene.names.side(self.side)
        if self.is_damaged:
            return tell("The people damaged {span} for the {side}.", span=span, side=side)
        return tell("The people made whole {span} for the {side}.", span=span, side=side)

    def apply(self, state: GameState) -> None:
        """The span is damaged or whole."""
        spans, one = state.spans, {self.span}
        damaged = spans.damaged | one if self.is_damaged else spans.damaged - one
        state.put_spans(replace(spans, damaged=damaged))


def _note_work(state: GameState, unit: UnitId, span: Hexside, halves: int) -> None:
    """Pay for the work; the span is not tried again in this activation, and the unit is at work."""
    old = state.units[unit]
    state.put_unit(replace(old, spent=old.spent + halves))
    activation = state.activation
    if activation is not None:
        # Who works among those that moved together leaves the others their turn.
        acting = activation.acting if unit in activation.acting else (unit,)
        state.activation = replace(activation, acting=acting, tried=(*activation.tried, span))


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
        lift_bridge(state, self.train)
        old = state.units[self.train]
        state.put_unit(replace(old, bridging=None, moved=True, rested=False))


def lift_bridge(state: GameState, train: UnitId) -> None:
    """Take away the bridge that a train is, if it is one."""
    span = state.units[train].bridging
    if span is not None:
        state.put_spans(replace(state.spans, pontoons=state.spans.pontoons - {span}))


@dataclass(frozen=True, slots=True)
class PositionBuilt(Fact):
    """Infantry has built an improved position (N21)."""

    rule: ClassVar[str] = "N21"
    topic: ClassVar[Topic] = MOVEMENT
    rest: ClassVar[int] = 600
    shows: ClassVar[Shows] = Shows(hexes="hex")
    hex: Hex
    die: int

    def sentence(self, scene: Scene) -> Text:
        """Infantry built an improved position in 1010 (die 1)."""
        words = mark("Infantry built an improved position in {hex} (die {die}).")
        return tell(words, hex=scene.names.hex(self.hex), die=die(self.die))

    def apply(self, state: GameState) -> None:
        """Set the marker down; it stays for good."""
        state.positions |= {self.hex}


@dataclass(frozen=True, slots=True)
class PositionFailed(Fact, Remark):
    """An improved position is not ready yet (N21)."""

    rule: ClassVar[str] = "N21"
    topic: ClassVar[Topic] = MOVEMENT
    rest: ClassVar[int] = 400
    shows: ClassVar[Shows] = Shows(hexes="hex")
    hex: Hex
    die: int

    def sentence(self, scene: Scene) -> Text:
        """Infantry dug in 1010 without success (die 4)."""
        words = mark("Infantry dug in {hex} without success (die {die}).")
        return tell(words, hex=scene.names.hex(self.hex), die=die(self.die))
