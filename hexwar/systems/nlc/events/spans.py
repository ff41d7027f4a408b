"""Work at bridges and trestles: damage and repair (N5.7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.hexes import Hexside
from hexwar.messages import mark, tell
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import MOVEMENT, Fact, Scene, Shows, Topic
from hexwar.table.forces import Side, UnitId
from hexwar.table.reports import points
from hexwar.text import Text, die


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
