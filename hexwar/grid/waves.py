"""Distances counted plainly, a whole front of cells at a time.

A set of cells is a whole number whose bit n stands for cell n. All cells of a front step to their
neighbours in as few operations as there are differences between the numbers of neighbours: eight
on a sheet of hexes, however long the front is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Net:
    """Which cells lead to which; what leads there leads back."""

    rows: Sequence[Sequence[int]]  # the neighbours of each cell, clockwise from north
    strides: tuple[tuple[int, int], ...]  # (difference of the numbers, the cells that step so)

    def altered(self, rows: Mapping[int, Sequence[int]]) -> Net:
        """The same net but for the neighbours of some cells, which are given anew."""
        changed, others = list(self.rows), ~bits_of(rows)
        masks = {stride: cells & others for stride, cells in self.strides}
        for cell, row in rows.items():
            changed[cell] = row
            for neighbour in row:
                masks[neighbour - cell] = masks.get(neighbour - cell, 0) | 1 << cell
        return Net(changed, tuple(masks.items()))


def net_of(rows: Sequence[Sequence[int]]) -> Net:
    """The net of the neighbours of each cell."""
    masks: dict[int, bytearray] = {}
    for cell, row in enumerate(rows):
        for neighbour in row:
            mask = masks.setdefault(neighbour - cell, bytearray(len(rows) // 8 + 1))
            mask[cell >> 3] |= 1 << (cell & 7)
    return Net(rows, tuple((stride, int.from_bytes(masks[stride], "little")) for stride in masks))


@dataclass(frozen=True, slots=True)
class Waves:
    """The cells around some cells, by their distance in steps."""

    net: Net
    fronts: tuple[int, ...]  # at place n the cells that are n steps away, as bits
    reached: int  # all of them

    def has_reached(self, cell: int) -> bool:
        """Whether a wave came to a cell."""
        return bool(self.reached >> cell & 1)

    def distance(self, cell: int) -> int | None:
        """The steps from the nearest begun cell, or None where no wave came."""
        if not self.has_reached(cell):
            return None
        return next(steps for steps, front in enumerate(self.fronts) if front >> cell & 1)

    def way_back(self, cell: int) -> list[int]:
        """The cells from one that was reached to where its wave began, both included.

        Of several ways the first clockwise from north at each step; empty where no wave came.
        """
        steps = self.distance(cell)
        if steps is None:
            return []
        path = [cell]
        for front in reversed(self.fronts[:steps]):
            path.append(next(n for n in self.net.rows[path[-1]] if front >> n & 1))
        return path

    def distances(self) -> Iterator[tuple[int, int]]:
        """Each reached cell with its distance, near ones first."""
        for steps, front in enumerate(self.fronts):
            for cell in cells_in(front):
                yield cell, steps


def spread(net: Net, begun: int, limit: int, closed: int = 0) -> Waves:
    """The waves that run out from some cells.

    Args:
        net: Where they can run.
        begun: Where they begin, as bits.
        limit: How many steps they run.
        closed: Cells that they do not enter, as bits; nothing begins there either.
    """
    front = begun & ~closed
    fronts, seen = [front], front | closed
    for _ in range(limit):
        reached = 0
        for stride, cells in net.strides:
            stepping = front & cells
            reached |= stepping << stride if stride > 0 else stepping >> -stride
        front = reached & ~seen
        if not front:
            break
        seen |= front
        fronts.append(front)
    return Waves(net, tuple(fronts), seen & ~closed)


def bits_of(cells: Iterable[int]) -> int:
    """Cells as bits."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def cells_in(bits: int) -> Iterator[int]:
    """The cells of a set, in order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
