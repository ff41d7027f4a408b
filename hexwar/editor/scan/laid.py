"""How a picture lies on the sheet, with pins and without, and its look there, piece by piece."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from hexwar.editor.scan.pyramid import Pyramid
from hexwar.hexes import Layout, Point

Array = npt.NDArray[np.float64]

NODE: Final = 16
"""Pixels of the screen between two points that are followed into the picture."""

_AREA: Final = 4_000_000  # pixels of a level that are held for one piece

_KNOTS: Final = 16  # points along each side of the sheet at which a way is tried


class Way(Protocol):
    """A way from points of the sheet to points of the picture, and back."""

    def to_picture(self, points: Sequence[Point]) -> Array:
        """Where points of the sheet lie in the picture, a row of x and y for each."""

    def to_sheet(self, points: Sequence[Point]) -> Array:
        """Where points of the picture lie on the sheet."""


class Fitted:
    """A picture without pins: as large as fits on the sheet, in its middle."""

    def __init__(self, layout: Layout, wide: int, high: int) -> None:
        """Fit a picture of a size, pixels."""
        across, down = layout.size
        self._step = max(wide / across, high / down)  # pixels of the picture to one of the sheet
        self._sheet = np.array([across / 2, down / 2])
        self._picture = np.array([wide / 2, high / 2])

    def to_picture(self, points: Sequence[Point]) -> Array:
        """Where points of the sheet lie in the picture."""
        at = np.asarray(points, dtype=float).reshape(-1, 2)
        found: Array = (at - self._sheet) * self._step + self._picture
        return found

    def to_sheet(self, points: Sequence[Point]) -> Array:
        """Where points of the picture lie on the sheet."""
        at = np.asarray(points, dtype=float).reshape(-1, 2)
        found: Array = (at - self._picture) / self._step + self._sheet
        return found


def followed(way: Way, points: Array) -> Array:
    """Where points of the sheet lie in the picture; no numbers for those that are nowhere."""
    with np.errstate(all="ignore"):
        found = way.to_picture([(float(x), float(y)) for x, y in points])
    found[~np.isfinite(found).all(axis=1) | (np.abs(found) > 1e6).any(axis=1)] = math.nan
    return found


def is_sound(way: Way, layout: Layout) -> bool:
    """Whether a way neither folds the picture over the sheet nor shows its back."""
    across, down = layout.size
    x, y = np.meshgrid(np.linspace(0, across, _KNOTS), np.linspace(0, down, _KNOTS))
    points = np.stack([x.ravel(), y.ravel()], axis=1)
    found = followed(way, points).reshape(_KNOTS, _KNOTS, 2)
    if not np.isfinite(found).all():
        return False
    right, below = np.diff(found, axis=1)[:-1], np.diff(found, axis=0)[:, :-1]
    turned = right[..., 0] * below[..., 1] - right[..., 1] * below[..., 0]
    return bool((turned > 1e-9).all())


def piece(pyramid: Pyramid, way: Way, box: QRectF, wide: int, high: int) -> QImage:
    """How the picture looks on a part of the sheet; clear where there is none of it.

    Args:
        pyramid: The picture.
        way: How it lies.
        box: The part, in pixels of the sheet.
        wide: Pixels of what is given.
        high: Likewise.
    """
    at, step = _points(way, box, wide, high)
    colours = np.zeros((high * wide, 4), np.uint8)
    with np.errstate(invalid="ignore"):
        inside = ((at >= 0) & (at < (pyramid.wide, pyramid.high))).all(axis=1)
    if inside.any():
        colours[inside, 2::-1] = _mixed(pyramid, at[inside], step)
        colours[inside, 3] = 255
    form = QImage.Format.Format_ARGB32_Premultiplied  # its bytes are blue, green, red, opacity
    return QImage(colours.data, wide, high, wide * 4, form).copy()


def _points(way: Way, box: QRectF, wide: int, high: int) -> tuple[Array, float]:
    """Where each pixel of a part of the sheet lies in the picture, and how far they are apart.

    Only some are followed; between them the picture is flat.
    """
    across, down = -(-wide // NODE) + 1, -(-high // NODE) + 1
    x = box.left() + np.arange(across) * NODE * box.width() / wide
    y = box.top() + np.arange(down) * NODE * box.height() / high
    grid = np.stack([*np.meshgrid(x, y)], axis=2)
    nodes = followed(way, grid.reshape(-1, 2)).reshape(down, across, 2)
    part = (np.arange(NODE) + 0.5) / NODE
    left, right = nodes[:, :-1, None], nodes[:, 1:, None]
    rows = (left + (right - left) * part[:, None]).reshape(down, -1, 2)[:, :wide]
    above, below = rows[:-1, None], rows[1:, None]
    found = (above + (below - above) * part[:, None, None]).reshape(-1, wide, 2)[:high]
    with np.errstate(invalid="ignore"):
        gaps = np.hypot(*np.moveaxis(np.diff(nodes, axis=1), 2, 0)) / NODE
    known = gaps[np.isfinite(gaps)]
    return found.reshape(-1, 2), float(np.median(known)) if len(known) else 1.0


def _mixed(pyramid: Pyramid, at: Array, step: float) -> npt.NDArray[np.uint8]:
    """The colours at points of the picture, between its pixels too."""
    level = pyramid.level_for(step)
    low, high = at.min(axis=0), at.max(axis=0)
    while level + 1 < pyramid.levels and np.prod((high - low) / 2**level + 2) > _AREA:
        level += 1
    wide, tall = pyramid.size(level)
    spots = at / 2**level - 0.5  # where the middles of its pixels have whole numbers
    first = np.clip(np.floor(spots).astype(np.int64), 0, (wide - 1, tall - 1))
    left, top = (int(edge) for edge in first.min(axis=0))
    right, bottom = (int(edge) + 2 for edge in first.max(axis=0))
    part = pyramid.part(level, left, top, min(right, wide), min(bottom, tall)).astype(np.int32)
    rows, columns, _ = part.shape
    share = (np.clip(spots - first, 0, 1) * 256).astype(np.int32)
    x, y = first[:, 0] - left, first[:, 1] - top
    x1, y1 = np.minimum(x + 1, columns - 1), np.minimum(y + 1, rows - 1)
    flat = part.reshape(-1, 3)
    u, v = share[:, :1], share[:, 1:]
    upper = flat[y * columns + x] * (256 - u) + flat[y * columns + x1] * u
    lower = flat[y1 * columns + x] * (256 - u) + flat[y1 * columns + x1] * u
    found: npt.NDArray[np.uint8] = ((upper * (256 - v) + lower * v + 32768) >> 16).astype(np.uint8)
    return found
