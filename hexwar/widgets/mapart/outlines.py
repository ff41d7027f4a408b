"""Level lines of a field: the outline of a wood, the bank of a marsh, a contour line."""

from __future__ import annotations

from typing import Final

import numpy as np

from hexwar.widgets.mapart.noise import Floats, Whole
from hexwar.widgets.mapart.raster import Mask, Raster

# A cell's corners that are high, as a sum of 1 (upper left), 2 (upper right), 4 (lower right)
# and 8 (lower left), and the sides its lines go from and to, the high ground on their right.
_TOP, _RIGHT, _BOTTOM, _LEFT = range(4)
_LINES: Final = {
    1: ((_TOP, _LEFT),),
    2: ((_RIGHT, _TOP),),
    3: ((_RIGHT, _LEFT),),
    4: ((_BOTTOM, _RIGHT),),
    5: ((_TOP, _LEFT), (_BOTTOM, _RIGHT)),
    6: ((_BOTTOM, _TOP),),
    7: ((_BOTTOM, _LEFT),),
    8: ((_LEFT, _BOTTOM),),
    9: ((_TOP, _BOTTOM),),
    10: ((_RIGHT, _TOP), (_LEFT, _BOTTOM)),
    11: ((_RIGHT, _BOTTOM),),
    12: ((_LEFT, _RIGHT),),
    13: ((_TOP, _RIGHT),),
    14: ((_LEFT, _TOP),),
}


def rings(raster: Raster, field: Floats, level: float) -> list[Floats]:
    """The closed lines (n x 2 pixels) along which a field crosses a level.

    The raster's border counts as low, so that every line closes. High ground lies on the
    right of a line: outer rings run one way round, the rings of holes the other.
    """
    field = field.copy()
    field[[0, -1], :] = field[:, [0, -1]] = level - 1
    start, end = _segments(field > level)
    order = np.argsort(start)
    start, end = start[order], end[order]
    points = _crossings(raster, field, level, start)
    following = np.searchsorted(start, end).tolist()
    return [points[ring] for ring in _cycles(following)]


def _segments(is_high: Mask) -> tuple[Whole, Whole]:
    """The side that each line enters a cell by and the side that it leaves by."""
    high = is_high.astype(np.int64)
    cases = high[:-1, :-1] + 2 * high[:-1, 1:] + 4 * high[1:, 1:] + 8 * high[1:, :-1]
    row, column = np.nonzero((cases > 0) & (cases < 15))
    case = cases[row, column]
    starts, ends = [], []
    for number, lines in _LINES.items():
        is_it = case == number
        for start, end in lines:
            starts.append(_side_ids(row[is_it], column[is_it], start, is_high.shape))
            ends.append(_side_ids(row[is_it], column[is_it], end, is_high.shape))
    return np.concatenate(starts), np.concatenate(ends)


def _side_ids(row: Whole, column: Whole, side: int, shape: tuple[int, ...]) -> Whole:
    """A number for a side of a cell; level sides come first, then upright ones."""
    rows, columns = shape[0], shape[1]
    if side in (_TOP, _BOTTOM):
        return (row + (side == _BOTTOM)) * columns + column
    return rows * columns + row * columns + column + (side == _RIGHT)


def _crossings(raster: Raster, field: Floats, level: float, side: Whole) -> Floats:
    """Where each side is crossed, in pixels."""
    is_upright = side >= field.size
    row, column = np.divmod(np.where(is_upright, side - field.size, side), field.shape[1])
    near = field[row, column]
    far = field[row + is_upright, column + ~is_upright]
    share = (level - near) / (far - near)
    x = raster.left + raster.step * (column + np.where(is_upright, 0.0, share))
    y = raster.top + raster.step * (row + np.where(is_upright, share, 0.0))
    return np.stack([x, y], axis=1)


def _cycles(following: list[int]) -> list[list[int]]:
    is_taken = bytearray(len(following))
    cycles = []
    for first in range(len(following)):
        if is_taken[first]:
            continue
        cycle, at = [], first
        while not is_taken[at]:
            is_taken[at] = 1
            cycle.append(at)
            at = following[at]
        cycles.append(cycle)
    return cycles
