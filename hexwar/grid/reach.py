"""Cheapest ways over a map: Dial's bucket queue on plain lists of whole numbers.

Cells are the hexes of a grid by their place in `Grid.hexes`. Costs are whole numbers (half MP),
so that a bucket for each cost does what a heap would do, faster.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import overload

Row = Sequence[tuple[int, int]]
"""The steps that lead on from a cell: (neighbour, cost), clockwise from north; six at most."""


class Steps(Sequence[Row]):
    """For each cell the steps that lead on from it."""

    __slots__ = ("_rows", "fans")

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows
        self.fans: list[tuple[int, ...] | None] = [None] * len(rows)

    @overload
    def __getitem__(self, cell: int) -> Row: ...
    @overload
    def __getitem__(self, cell: slice) -> Sequence[Row]: ...
    def __getitem__(self, cell: int | slice) -> Row | Sequence[Row]:
        return self._rows[cell]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def altered(self, rows: Mapping[int, Row]) -> Steps:
        """The same steps but for those from some cells, which are given anew."""
        changed = list(self._rows)
        for cell, row in rows.items():
            changed[cell] = row
        twin = Steps(changed)
        twin.fans = self.fans.copy()
        for cell in rows:
            twin.fans[cell] = None
        return twin

    def fan(self, cell: int) -> tuple[int, ...]:
        """The steps from a cell as a search wants them, which are put into `fans`.

        Six times a neighbour and its cost, one after another; for want of steps the cell itself,
        which nobody enters from itself.
        """
        row = [number for step in self._rows[cell] for number in step]
        fan = self.fans[cell] = (*row, *(cell, 0) * (6 - len(row) // 2))
        return fan


@dataclass(frozen=True, slots=True)
class Reach:
    """The cells that can be reached: what each costs and from where it is entered."""

    cost: dict[int, int]
    entered_from: dict[int, int]
    start: int

    def path(self, end: int) -> list[int]:
        """The cells of the cheapest way from the start to a reached cell, both included."""
        cells, entered_from, cell = [end], self.entered_from, end
        while (cell := entered_from.get(cell, -1)) >= 0:
            cells.append(cell)
        cells.reverse()
        return cells

    def ways(self) -> Iterator[tuple[int, int | None]]:
        """Each reached cell with the one that it is entered from, near ones first."""
        for cell in sorted(self.cost, key=self.cost.__getitem__):
            yield cell, self.entered_from.get(cell)


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
    """Everything within a budget of the nearest of some cells: a `Search` to its end."""
    return Search(steps, begun, limit, start=start, blocked=blocked, stops=stops).whole()


class Search:
    """A search over a map that goes on as far as it is asked; any thread may ask."""

    def __init__(
        self,
        steps: Steps,
        begun: Mapping[int, int],
        limit: int,
        *,
        start: int = -1,
        blocked: Collection[int] = (),
        stops: Collection[int] = (),
    ) -> None:
        """Get ready; nothing is searched yet.

        Args:
            steps: The steps from each cell.
            begun: The cells where ways begin, with what is spent there.
            limit: The budget; a cell that costs more is not reached.
            start: A cell in which a way does not end, though it may be one of the stops.
            blocked: Cells that may not be entered; a way may begin in one.
            stops: Cells in which a way ends.
        """
        self._steps, self._begun, self._limit = steps, begun, limit
        self._start, self._stops, self._closed = start, stops, begun.keys() & blocked
        self._cost = cost = [limit + 1] * len(steps)  # of a cell that is not reached; -1: blocked
        for cell in blocked:
            cost[cell] = -1
        self._buckets: list[list[int]] = [[] for _ in range(1 + max(begun.values(), default=0))]
        for cell, spent in begun.items():
            cost[cell] = spent
            if spent <= limit:
                self._buckets[spent].append(cell)
        self._next = 0  # the first bucket that has not been looked at
        self._entered_from: dict[int, int] = {}
        self._settled: dict[int, int] = {}
        self._whole: Reach | None = None
        self._lock = Lock()

    def reaches(self, cell: int) -> bool:
        """Whether a way leads to a cell; nothing beyond it is searched."""
        return self.cost_of(cell, -1) >= 0

    def cost_of(self, cell: int, else_: int) -> int:
        """What a cell costs, or another number where no way leads there."""
        self._go_on(cell)
        cost = self._cost[cell]
        return cost if 0 <= cost <= self._limit else else_

    def costs_up_to(self, cell: int) -> Mapping[int, int]:
        """The costs of a cell and of all that are nearer; empty where no way leads to it."""
        self._go_on(cell)
        return self._settled if cell in self._settled else {}

    def path(self, cell: int) -> list[int]:
        """The cells of the cheapest way to a cell, both ends included; empty where none leads."""
        if not self.reaches(cell):
            return []
        return Reach(self._settled, self._entered_from, self._start).path(cell)

    def whole(self) -> Reach:
        """Everything within the budget, in the order in which it was found."""
        if self._whole is None:
            self._go_on(None)
            found = {cell: self._cost[cell] for cell in (*self._begun, *self._entered_from)}
            self._whole = Reach(found, self._entered_from, self._start)
        return self._whole

    def _go_on(self, until: int | None) -> None:
        """Search on to a cell, or to the end."""
        if until is None or self._cost[until] >= self._next:
            with self._lock:
                self._spread(until)

    def _spread(self, until: int | None) -> None:
        steps, cost, buckets, fans = self._steps, self._cost, self._buckets, self._steps.fans
        start, stops, enter, spent = self._start, self._stops, self._enter, self._next
        settled = self._settled
        while spent < len(buckets) and (until is None or cost[until] >= spent):
            for cell in buckets[spent]:
                if cost[cell] != spent:
                    continue
                settled[cell] = spent
                if cell in stops and cell != start:
                    continue
                # Six steps without a loop: that takes a third of the time off, and most games of
                # a computer player are spent here.
                a, to_a, b, to_b, c, to_c, d, to_d, e, to_e, f, to_f = fans[cell] or steps.fan(cell)
                if spent + to_a < cost[a]:
                    enter(a, spent + to_a, cell)
                if spent + to_b < cost[b]:
                    enter(b, spent + to_b, cell)
                if spent + to_c < cost[c]:
                    enter(c, spent + to_c, cell)
                if spent + to_d < cost[d]:
                    enter(d, spent + to_d, cell)
                if spent + to_e < cost[e]:
                    enter(e, spent + to_e, cell)
                if spent + to_f < cost[f]:
                    enter(f, spent + to_f, cell)
            spent += 1
        self._next = spent

    def _enter(self, cell: int, cost: int, before: int) -> None:
        """Find a way to a cell, or a cheaper one."""
        if cell in self._closed:
            return
        self._cost[cell] = cost
        self._entered_from[cell] = before
        buckets = self._buckets
        while len(buckets) <= cost:
            buckets.append([])
        buckets[cost].append(cell)
