"""Where on the sheet a name may stand."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF

from hexwar.widgets.mapart.noise import Floats
from hexwar.widgets.mapart.raster import Raster

_CLASH = 30.0  # cost of lying wholly on other names
_INK = 5.0  # cost of lying wholly on roads, water and houses
_APART = np.array([-6.0, -4.0, 6.0, 4.0])  # pixels by which names keep clear of one another
_OUTSIDE = 40.0  # cost of lying wholly off the map


class Room:
    """Knows what is on the sheet and which names stand already.

    Boxes are arrays whose last axis is left, top, right, bottom in scene pixels.
    """

    def __init__(self, raster: Raster, frame: QRectF, ink: Floats) -> None:
        self._raster = raster
        inner = frame.adjusted(5, 5, -5, -5)
        self._frame = np.array([[inner.left(), inner.top(), inner.right(), inner.bottom()]])
        self._sums = np.pad(ink.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        self._taken: Floats = np.empty((0, 4))

    def costs(self, boxes: Floats) -> Floats:
        """How ill each choice would stand (choices x boxes x 4): 0 is bare ground."""
        area = _areas(boxes).sum(axis=1)
        clash = _overlaps(boxes, self._taken).sum(axis=(1, 2))
        outside = area - _overlaps(boxes, self._frame).sum(axis=(1, 2))
        bad = _INK * self._inked(boxes).sum(axis=1) + _CLASH * clash + _OUTSIDE * outside
        return np.asarray(bad / np.maximum(area, 1.0))

    def take(self, boxes: Floats) -> None:
        """Keeps the place of a name (boxes x 4) from those that come later."""
        self._taken = np.concatenate([self._taken, boxes + _APART])

    def _inked(self, boxes: Floats) -> Floats:
        """The inked area inside each box, square pixels."""
        raster = self._raster
        origin = np.array([raster.left, raster.top] * 2)
        limits = np.array([raster.columns, raster.rows] * 2)
        edges = np.clip(np.rint((boxes - origin) / raster.step), 0, limits).astype(np.int64)
        left, top, right, bottom = np.moveaxis(edges, -1, 0)
        sums = self._sums
        total = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return np.asarray(total * raster.step**2)


def _areas(boxes: Floats) -> Floats:
    return np.asarray((boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1]))


def _overlaps(boxes: Floats, others: Floats) -> Floats:
    """The area that each box shares with each other, square pixels."""
    mine, theirs = boxes[..., None, :], others
    low = np.maximum(mine[..., :2], theirs[..., :2])
    high = np.minimum(mine[..., 2:], theirs[..., 2:])
    return np.asarray(np.clip(high - low, 0.0, None).prod(axis=-1))
