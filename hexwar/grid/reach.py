"""Cheapest ways over a map: Dial's bucket queue on plain lists of whole numbers.

Cells are the hexes of a grid by their place in `Grid.hexes`. Costs are whole numbers (half MP),
so that a bucket for each cost does what a heap would do, faster.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

Steps = Sequence[Sequence[tuple[int, int]]]
"""For each cell the steps that lead on from it: (neighbour, cost), clockwise from north."""


_FAR = 1 << 30
"""The cost of a cell that is not reached."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The cells that can be reached: what each costs and from where it is entered."""

    cost: dict[int, int]
    entered_from: dict[int, int]
    start: int

    def path(self, end: int) -> list[int]:
        """The cells of the cheapest way from the start to a reached cell, both included."""
        cells = [end]
        while cells[-1] in self.entered_from:
            cells.append(self.entered_from[cells[-1]])
        cells.reverse()
        return cells


def reach(
    steps: Steps,
    start: int,
    limit: int,
    *,
    initial: int = 0,
    blocked: Collection[int] = (),
    stops: Collection[int] = (),
) -> Reach:
    """Everything within a budget of a start cell.

    Args:
        steps: The steps from each cell.
        start: Where the way begins.
        limit: The budget; a cell that costs more is not reached.
        initial: What is spent before the first step.
        blocked: Cells that may not be entered.
        stops: Cells in which a way ends; the start is not one.

    Returns:
        The reached cells, the start among them, ties won by the way found first: by cost, then
        by the order of the steps.
    """
    return reach_from(steps, {start: initial}, limit, start=start, blocked=blocked, stops=stops)


def reach_from(
    steps: Steps,
    begun: Mapping[int, int],
    limit: int,
    *,
    start: int = -1,
    blocked: Collection[int] = (),
    stops: Collection[int] = (),
) -> Reach:
    """Everything within a budget of the nearest of some cells.

    Args:
        steps: The steps from each cell.
        begun: The cells where ways begin, with what is spent there.
        limit: The budget; a cell that costs more is not reached.
        start: A cell in which a way does not end, though it may be one of the stops.
        blocked: Cells that may not be entered; a way may begin in one.
        stops: Cells in which a way ends.
    """
    cost, closed = [_FAR] * len(steps), begun.keys() & blocked
    for cell in blocked:
        cost[cell] = -1
    buckets: list[list[int]] = [[] for _ in range(1 + max(begun.values(), default=0))]
    for cell, spent in begun.items():
        cost[cell] = spent
        if spent <= limit:
            buckets[spent].append(cell)
    entered_from: dict[int, int] = {}
    for spent, bucket in enumerate(buckets):
        for cell in bucket:
            if cost[cell] != spent or (cell in stops and cell != start):
                continue
            for neighbour, price in steps[cell]:
                total = spent + price
                if total < cost[neighbour] and total <= limit and neighbour not in closed:
                    cost[neighbour] = total
                    entered_from[neighbour] = cell
                    while len(buckets) <= total:
                        buckets.append([])
                    buckets[total].append(neighbour)
    return Reach({cell: cost[cell] for cell in (*begun, *entered_from)}, entered_from, start)
