"""Orders as arrows on the map: one for each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import OrderStep, Side
from hexwar.table.overlays import OrderArrow, Stage


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
        hexes = _without_repeats((start, *step.route, start if end is None else end))
        row = order_types()[step.verb]
        yield OrderArrow(side, row.arrow, row.letter, hexes, stage, is_pale)
        start, stage = hexes[-1], Stage.NEXT


def _without_repeats(hexes: Iterable[Hex]) -> tuple[Hex, ...]:
    """A way without hexes that follow themselves."""
    found: list[Hex] = []
    for hex_ in hexes:
        if not found or found[-1] != hex_:
            found.append(hex_)
    return tuple(found)
