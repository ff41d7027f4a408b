"""Cheapest ways over a map: Dial's bucket queue on plain lists of whole numbers.

Cells are the hexes of a grid by their place in `Grid.hexes`. Costs are whole numbers (half MP),
so that a bucket for each cost does what a heap would do, faster.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

BARRED = 1 << 20
"""The cost of a step that may not be made."""


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
    costs: Sequence[Sequence[int]],
    neighbours: Sequence[Sequence[int]],
    start: int,
    limit: int,
    *,
    initial: int = 0,
    blocked: Collection[int] = (),
    stops: Collection[int] = (),
    dear: Collection[int] = (),
    dear_costs: Sequence[Sequence[int]] = (),
) -> Reach:
    """Everything within a budget of a start cell.

    Args:
        costs: For each cell the cost of the step to each of its six neighbours.
        neighbours: For each cell its six neighbours; -1 is off the map.
        start: Where the way begins.
        limit: The budget; a cell that costs more is not reached.
        initial: What is spent before the first step.
        blocked: Cells that may not be entered.
        stops: Cells in which a way ends; the start is not one.
        dear: Cells to which `dear_costs` applies.
        dear_costs: Costs as in `costs`, for steps into dear cells.

    Returns:
        The reached cells, the start among them, ties won by the way found first: by cost, then
        by the order of the six directions.
    """
    cost = {start: initial}
    entered_from: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(limit + 1)]
    if initial <= limit:
        buckets[initial].append(start)
    for spent, bucket in enumerate(buckets):
        for cell in bucket:
            if cost[cell] != spent or (cell in stops and cell != start):
                continue
            for k, neighbour in enumerate(neighbours[cell]):
                total = spent + (dear_costs if neighbour in dear else costs)[cell][k]
                if total > limit or neighbour in blocked:
                    continue
                if total < cost.get(neighbour, BARRED):
                    cost[neighbour] = total
                    entered_from[neighbour] = cell
                    buckets[total].append(neighbour)
    return Reach(cost, entered_from, start)
