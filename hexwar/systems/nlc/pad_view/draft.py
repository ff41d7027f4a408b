"""An order that is being written, and orders as arrows on the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, OrderStep, Side, UnitId
from hexwar.table.overlays import OrderArrow, Stage

Steps = tuple[OrderStep, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """To whom, the steps that are finished, and the step that is being written."""

    line: LineId | None = None  # to whom; for a division its corps, or its own line
    units: tuple[UnitId, ...] = ()  # the division that gets a divisional order
    finished: Steps = ()
    verb: str = ""  # of the step that is being written
    route: tuple[Hex, ...] = ()
    target: Hex | None = None
    beside: FormationId | None = None  # a friendly formation for an objective
    wing: FormationId | None = None  # the wing that the recipient is assigned to
    is_by: bool = False  # the next hex is on the way

    @property
    def has_goal(self) -> bool:
        """Whether the step that is being written has its objective."""
        return self.target is not None or self.beside is not None

    @property
    def steps(self) -> Steps:
        """The order as it would be sent now."""
        return (*self.finished, self._step()) if self.verb else self.finished

    def with_verb(self, verb: str) -> Draft:
        """The step is of another type; its objective stays."""
        return replace(self, verb=verb)

    def to(self, hex_: Hex) -> Draft:
        """The step has this objective."""
        return replace(self, target=hex_, beside=None, is_by=False)

    def by(self, hex_: Hex) -> Draft:
        """The way of the step leads by a hex."""
        return replace(self, route=(*self.route, hex_), is_by=False)

    def with_friend(self, formation: FormationId) -> Draft:
        """The step has a friendly formation for its objective."""
        return replace(self, target=None, beside=formation, is_by=False)

    def then(self) -> Draft:
        """The step is finished, and another is begun."""
        return replace(
            self, finished=self.steps, verb="", route=(), target=None, beside=None, is_by=False
        )

    def back(self) -> Draft:
        """Without what was said last; what cannot be taken back is none the worse."""
        if self.is_by:
            return replace(self, is_by=False)
        if self.has_goal:
            return replace(self, target=None, beside=None)
        if self.route:
            return replace(self, route=self.route[:-1])
        if self.verb:
            return replace(self, verb="")
        if self.finished:
            return self._reopened()
        if self.wing is not None:
            return replace(self, wing=None)
        return Draft()

    def _reopened(self) -> Draft:
        """The last finished step is being written again."""
        *rest, last = self.finished
        return replace(
            self,
            finished=tuple(rest),
            verb=last.verb,
            route=last.route,
            target=last.target,
            beside=last.target_formation,
        )

    def _step(self) -> OrderStep:
        return OrderStep(self.verb, self.target, self.route, self.beside)


def chain(
    view: GameState,
    side: Side,
    start: Hex,
    steps: Sequence[OrderStep],
    stage: Stage,
    *,
    is_pale: bool,
) -> Iterator[OrderArrow]:
    """The steps of one order, each from where the one before it leads."""
    for step in steps:
        end = objective_of(view, step)
        way = (start, *step.route, start if end is None else end)
        hexes, row = tuple(hex_ for hex_, _ in groupby(way)), order_types()[step.verb]
        yield OrderArrow(side, row.arrow, row.letter, hexes, stage, is_pale)
        start, stage = hexes[-1], Stage.NEXT
