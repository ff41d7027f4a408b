"""Movement and stacking, work on spans and positions, pontoon bridges (N5, N21, T18.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.engine import Remark
from hexwar.engine.records import changed
from hexwar.hexes import Hex, Hexside
from hexwar.messages import mark, say
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import MOVEMENT, Display, Fact, Scene, Shows, Sound, Walk, Way
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Box
from hexwar.table.reports import points
from hexwar.table.spans import INTACT
from hexwar.text import Text


@dataclass(frozen=True, slots=True)
class UnitMoved(
    Fact,
    rule="N5.4",
    topic=MOVEMENT,
    shows=Shows(units="units", to="path"),
    sound=Sound.STEPS,
    is_open=True,
):
    """Units of one hex moved together (N5.9)."""

    units: tuple[UnitId, ...]
    path: Way  # from the hex where they stood
    halves: int  # spent, half MP
    column: bool  # by road movement

    def sentence(self, scene: Scene) -> Text:
        """Piré moved from 1704 by 1605 to Maizières (1604): 2 MP, by road."""
        mp, road = points(self.halves), say(", by road") if self.column else ""
        if len(self.path) > 1:
            return self.told(scene, mark("{units} moved {path}: {mp} MP{road}."), mp=mp, road=road)
        words, where = (
            mark("{units} halted in {hex}: {mp} MP{road}."),
            scene.on_map.hex(self.path[0]),
        )
        return self.told(scene, words, hex=where, mp=mp, road=road)

    def apply(self, state: GameState) -> None:
        """Set them down at the end of the path."""
        for unit in self.units:
            old = state.units[unit]
            spent = old.spent + self.halves
            place = self.path[-1]
            state.put_unit(
                changed(old, hex=place, moved=True, spent=spent, rested=False, sought=None)
            )
        if state.activation is not None:
            state.activation = changed(state.activation, acting=self.units)


@dataclass(frozen=True, slots=True)
class UnitStopped(Fact, rule="N5.4", topic=MOVEMENT, shows=Shows(units="units"), is_open=True):
    """Units stay where they are this activation (N5.4)."""

    units: tuple[UnitId, ...]
    reason: str

    def sentence(self, scene: Scene) -> Text:
        """Piré stayed in 1704."""
        if self.reason == "stays":
            return self.told(scene, mark("{units} stayed{there}."))
        return self.told(scene, mark("{units} did not move: {reason}."))

    def apply(self, state: GameState) -> None:
        """They have had their move."""
        for unit in self.units:
            state.put_unit(changed(state.units[unit], moved=True))
        if state.activation is not None:
            state.activation = changed(state.activation, acting=self.units)


@dataclass(frozen=True, slots=True)
class ColumnFormed(Fact, rule="N5.32", topic=MOVEMENT, shows=Shows(units="unit"), is_open=True):
    """A unit is in road column (N5.32)."""

    words = mark("{unit} formed road column{there}.")
    unit: UnitId
    tail: Hex | None = None  # the second hex that a strong unit takes up (N5.33)

    def apply(self, state: GameState) -> None:
        """Mark it."""
        state.put_unit(replace(state.units[self.unit], column=True, tail=self.tail))


@dataclass(frozen=True, slots=True)
class ColumnLeft(Fact, rule="N5.32", topic=MOVEMENT, shows=Shows(units="unit"), is_open=True):
    """A unit is no longer in road column (N5.32)."""

    words = mark("{unit} left road column{there}.")
    unit: UnitId

    def apply(self, state: GameState) -> None:
        """Unmark it."""
        state.put_unit(replace(state.units[self.unit], column=False, tail=None))


@dataclass(frozen=True, slots=True)
class OverstackCured(Fact, rule="N5.10", topic=MOVEMENT, rest=400, is_open=True):
    """A unit too many was set down in a hex next to it, or lost (N5.10)."""

    unit: UnitId
    hex: Hex | None  # None: no room anywhere, lost to the UAR box

    def sentence(self, scene: Scene) -> Text:
        """Piré made room in 1704 and stands in 1705."""
        gone = mark("{unit} was lost for want of room{there} and went to the UAR box.")
        near = mark("{unit} made room{there} and stands in {hex}.")
        return self.told(scene, gone if self.hex is None else near)

    def display(self) -> Display:
        """It goes next door, or off the map."""
        return Display((Walk(() if self.hex is None else (self.hex,), (self.unit,)),))

    def apply(self, state: GameState) -> None:
        """Displace it or take it off."""
        old = state.units[self.unit].driven_to(self.hex)
        state.put_unit(replace(old, box=Box.UAR if self.hex is None else None, rested=False))


@dataclass(frozen=True, slots=True)
class SpanDamaged(
    Fact,
    rule="N5.72",
    topic=MOVEMENT,
    rest=600,
    shows=Shows(units="unit", spots="span"),
    is_open=True,
):
    """A unit broke down a bridge, a trestle or a pontoon bridge (N5.72)."""

    unit: UnitId
    span: Hexside
    halves: int  # spent, half MP

    def sentence(self, scene: Scene) -> Text:
        """Duhesme broke down the Pont-Sorelle bridge between 0807 and 0808: 2 MP."""
        return self.told(scene, mark("{unit} broke down {span}: {mp} MP."), mp=points(self.halves))

    def apply(self, state: GameState) -> None:
        """The span is damaged; a pontoon bridge is gone (T18.21)."""
        spans = state.spans
        if self.span in spans.pontoons:
            state.put_spans(replace(spans, pontoons=spans.pontoons - {self.span}))
        else:
            state.put_spans(replace(spans, damaged=spans.damaged | {self.span}))
        _note_work(state, self.unit, self.span, self.halves)


@dataclass(frozen=True, slots=True)
class SpanRepaired(
    Fact,
    rule="N5.72",
    topic=MOVEMENT,
    rest=400,
    shows=Shows(units="unit", spots="span"),
    is_open=True,
):
    """A unit made a damaged span whole again (N5.72)."""

    unit: UnitId
    span: Hexside
    halves: int  # spent, half MP

    def sentence(self, scene: Scene) -> Text:
        """Duhesme repaired the Pont-Sorelle bridge between 0807 and 0808: 2 MP."""
        return self.told(scene, mark("{unit} repaired {span}: {mp} MP."), mp=points(self.halves))

    def apply(self, state: GameState) -> None:
        """The span is whole."""
        spans = state.spans
        state.put_spans(replace(spans, damaged=spans.damaged - {self.span}))
        _note_work(state, self.unit, self.span, self.halves)


@dataclass(frozen=True, slots=True)
class SpanRepairFailed(
    Fact,
    rule="N5.72",
    topic=MOVEMENT,
    rest=400,
    shows=Shows(units="unit", spots="span"),
    is_open=True,
):
    """A unit worked at a damaged span in vain (N5.72)."""

    unit: UnitId
    span: Hexside
    halves: int  # spent, half MP
    die: int

    def sentence(self, scene: Scene) -> Text:
        """Duhesme failed to repair the Pont-Sorelle bridge between 0807 and 0808: die 5, 2 MP."""
        words = mark("{unit} failed to repair {span}: die {die}, {mp} MP.")
        return self.told(scene, words, mp=points(self.halves))

    def apply(self, state: GameState) -> None:
        """The MP are spent and the span has had its try."""
        _note_work(state, self.unit, self.span, self.halves)


@dataclass(frozen=True, slots=True)
class FordSought(
    Fact,
    rule="T18.34",
    topic=MOVEMENT,
    rest=600,
    shows=Shows(units="unit", spots="bank"),
    is_open=True,
):
    """A unit has looked for a ford where the map has none (T18.34)."""

    unit: UnitId
    bank: Hexside  # of a river
    die: int  # 0 where none was thrown
    is_found: bool

    def sentence(self, scene: Scene) -> Text:
        """Duhesme found a ford between 0807 and 0808: die 3."""
        found = mark("{unit} found a ford {where}: die {die}.")
        known = mark("{unit} found the ford {where} that it had looked for.")
        missed = mark("{unit} found no ford {where}: die {die}. It does not move.")
        words = missed if not self.is_found else found if self.die else known
        return self.told(scene, words, where=scene.on_map.between(self.bank))

    def apply(self, state: GameState) -> None:
        """There is a ford; or the unit stays, and will find it in its next activation."""
        if self.is_found:
            state.put_spans(replace(state.spans, found=state.spans.found | {self.bank}))
        _note_work(state, self.unit, self.bank, 0)
        old, sought = state.units[self.unit], None if self.is_found else self.bank
        state.put_unit(replace(old, sought=sought, moved=old.moved or not self.is_found))


@dataclass(frozen=True, slots=True)
class FordsForgotten(Fact, rule="T18.34", topic=MOVEMENT, rest=300, is_open=True):
    """The day of the scouts is over: the fords that they found are no more (T18.34)."""

    words = mark("The fords that scouts had found are passable no more.")

    def apply(self, state: GameState) -> None:
        """Only those of the map are left."""
        state.put_spans(replace(state.spans, found=INTACT.found))


@dataclass(frozen=True, slots=True)
class PopulaceActed(
    Fact, rule="N23.4", topic=MOVEMENT, rest=700, shows=Shows(spots="span"), is_open=True
):
    """The people of a town broke a span down, or made a damaged one whole (N23.4)."""

    side: Side  # whom they help
    span: Hexside
    is_damaged: bool  # from now on

    def sentence(self, scene: Scene) -> Text:
        """The people damaged the Pont-Sorelle bridge between 0807 and 0808 for the French."""
        broken = mark("The people damaged {span} for the {side}.")
        whole = mark("The people made whole {span} for the {side}.")
        return self.told(scene, broken if self.is_damaged else whole)

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
class PositionBuilt(
    Fact, rule="N21", topic=MOVEMENT, rest=600, shows=Shows(spots="hex"), is_open=True
):
    """Infantry has built an improved position (N21)."""

    words = mark("Infantry built an improved position in {hex} (die {die}).")
    hex: Hex
    die: int

    def apply(self, state: GameState) -> None:
        """Set the marker down; it stays for good."""
        state.positions |= {self.hex}


@dataclass(frozen=True, slots=True)
class PositionFailed(
    Fact, Remark, rule="N21", topic=MOVEMENT, rest=400, shows=Shows(spots="hex"), is_open=True
):
    """An improved position is not ready yet (N21)."""

    words = mark("Infantry dug in {hex} without success (die {die}).")
    hex: Hex
    die: int
