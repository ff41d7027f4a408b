"""What a way brings toward a goal, and ways that bring more than the cheapest ones.

Rules: N12.33, N27.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from hexwar.grid.reach import Reach
from hexwar.ground.movement import MoveSearch
from hexwar.systems.nlc.rules.orders.goals import FAR


class Progress(NamedTuple):
    """What a way has brought so far."""

    lowest: int  # the least remaining path cost on it, half MP
    gain: int = 0  # half MP spent on hexes that lowered it
    has_arrived: bool = False


@dataclass(frozen=True, slots=True)
class Measure:
    """Measures ways to a goal, by foot or by road movement (N12.33)."""

    left: Mapping[int, int]  # the remaining path cost of each cell, half MP
    near: int  # the cells where the goal is reached, as bits

    def begin(self, cell: int | None) -> Progress:
        """The progress of a way that begins in a cell, or off the map."""
        return Progress(FAR if cell is None else self.left.get(cell, FAR))

    def go_on(self, so_far: Progress, cell: int, halves: int) -> Progress:
        """The progress of a way that leads on to a cell for so many half MP."""
        has_arrived = so_far.has_arrived or bool(self.near >> cell & 1)
        left = self.left.get(cell, FAR)
        if left >= so_far.lowest:
            if has_arrived == so_far.has_arrived:
                return so_far
            return Progress(so_far.lowest, so_far.gain, has_arrived)
        return Progress(left, so_far.gain + halves, has_arrived)

    def along(self, found: Reach, *, entering: bool) -> dict[int, Progress]:
        """The progress of the way to every cell that can be reached."""
        result: dict[int, Progress] = {}
        for cell, before in found.ways():
            if before is not None:
                halves = found.cost[cell] - found.cost[before]
                result[cell] = self.go_on(result[before], cell, halves)
            elif entering:
                result[cell] = self.go_on(self.begin(None), cell, found.cost[cell])
            else:
                result[cell] = self.begin(cell)
        return result


NO_MEASURE = Measure({}, 0)


# -- ways that bring more than the cheapest to the same hex


class Detour(NamedTuple):
    """A way that enters no cell twice."""

    cells: tuple[int, ...]  # the start among them
    spent: int  # half MP
    progress: Progress

    def outdoes(self, other: Detour) -> bool:
        """Whether whatever can follow another way to the same cell can as well follow this one."""
        mine, its = self.progress, other.progress
        return (
            self.spent <= other.spent
            and mine.lowest >= its.lowest  # all that lowers the other's lowers this one's too
            and mine.gain >= its.gain
            and mine.has_arrived >= its.has_arrived
        )

    def steps(self, search: MoveSearch, measure: Measure) -> Iterator[Detour]:
        """The ways that lead on by one step; none do from a cell that a way ends in."""
        cell = self.cells[-1]
        if cell in search.stops:
            return
        for onto, halves in search.steps[cell]:
            if onto not in search.closed and onto not in self.cells:
                progress = measure.go_on(self.progress, onto, halves)
                yield Detour((*self.cells, onto), self.spent + halves, progress)


def detours(search: MoveSearch, measure: Measure, begun: Iterator[Detour]) -> Iterator[Detour]:
    """The ways within reach that no cheaper one outdoes, the cheapest first.

    Args:
        search: What the move keeps to.
        measure: What the ways are measured by.
        begun: The ways to the first cells.
    """
    waiting: list[list[Detour]] = [[] for _ in range(search.limit + 1)]
    for way in begun:
        if way.spent <= search.limit:
            waiting[way.spent].append(way)
    known: dict[int, list[Detour]] = {}
    for ways in waiting:
        for way in ways:
            others = known.setdefault(way.cells[-1], [])
            if any(other.outdoes(way) for other in others):
                continue
            others.append(way)
            yield way
            for longer in way.steps(search, measure):
                if longer.spent <= search.limit:
                    waiting[longer.spent].append(longer)
