"""A lattice of samples over the sheet: where smooth shapes are found before they are drawn.

Everything that looks random is a hash of where it lies: the same map is drawn the same way on
every machine. Nothing here keeps a state that another drawing could disturb.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt
from contourpy import LineType, contour_generator
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainterPath

from hexwar.hexes import Layout, Low
from hexwar.widgets.brushwork import round_ended, smooth

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

_MASK: Final = (1 << 64) - 1
_X, _Y, _SEED = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
_MIX_1, _MIX_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def lattice(x: Whole, y: Whole, seed: int) -> Floats:
    """An even value from 0 up to 1 for each whole point."""
    z = x.astype(np.uint64) * np.uint64(_X) + y.astype(np.uint64) * np.uint64(_Y)
    z += np.uint64(seed * _SEED & _MASK)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(_MIX_1)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(_MIX_2)
    z ^= z >> np.uint64(31)
    return np.asarray((z >> np.uint64(11)).astype(np.float64) * 2.0**-53)


def wave(x: Floats, y: Floats, wavelength: float, seed: int) -> Floats:
    """Smooth noise from -1 to 1 whose hills lie about a wavelength (pixels) apart, rows x columns.

    x and y are the pixels of each column from left to right, and of each row from the top down.
    """
    column, across = _eased(x / wavelength)
    row, down = _eased(y / wavelength)
    columns = np.arange(column[0], column[-1] + 2)
    values = lattice(columns[None, :], np.arange(row[0], row[-1] + 2)[:, None], seed) * 2 - 1
    left = column - columns[0]
    values = values[:, left] * (1 - across) + values[:, left + 1] * across
    upper, down = row - row[0], down[:, None]
    return np.asarray(values[upper] * (1 - down) + values[upper + 1] * down)


def fractal(x: Floats, y: Floats, wavelength: float, octaves: int, seed: int) -> Floats:
    """Waves over waves, each half as long and half as high as the last; about -1 to 1."""
    total = sum(wave(x, y, wavelength / 2**i, seed + i) / 2**i for i in range(octaves))
    return np.asarray(total) / (2 - 2.0 ** (1 - octaves))


def _eased(u: Floats) -> tuple[Whole, Floats]:
    """The whole number below each, and how far it is to the next, eased at both ends."""
    low = np.floor(u).astype(np.int64)
    share = u - low
    return low, share * share * (3 - 2 * share)


class Jitter:
    """A row of even values that depends only on its name, such as a hex id and a purpose.

    >>> Jitter("0913 roofs").between(0, 9) == Jitter("0913 roofs").between(0, 9)
    True
    """

    def __init__(self, name: str) -> None:
        self._z = zlib.crc32(name.encode()) * _SEED & _MASK

    def value(self) -> float:
        """The next value, from 0 up to 1."""
        self._z = (self._z + _X) & _MASK
        z = self._z
        z = ((z ^ (z >> 30)) * _MIX_1) & _MASK
        z = ((z ^ (z >> 27)) * _MIX_2) & _MASK
        return ((z ^ (z >> 31)) >> 11) * 2.0**-53

    def between(self, low: float, high: float) -> float:
        """The next value, from low up to high."""
        return low + (high - low) * self.value()

    def below(self, count: int) -> int:
        """The next value, a whole number from 0 to count - 1."""
        return int(self.value() * count)


# -- samples in rows and columns


Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Raster:
    """Samples in rows and columns; sample (0, 0) lies at (left, top), all in scene pixels."""

    left: float
    top: float
    step: float  # pixels between samples
    columns: int
    rows: int

    @classmethod
    def covering(cls, rect: QRectF, step: float) -> Raster:
        """The raster whose samples reach from edge to edge of a rectangle."""
        columns = math.ceil(rect.width() / step) + 1
        rows = math.ceil(rect.height() / step) + 1
        return cls(rect.left(), rect.top(), step, columns, rows)

    def part(self, rect: QRectF) -> Raster:
        """The samples of this raster that just cover a rectangle, as far as it reaches."""
        left = max(math.floor((rect.left() - self.left) / self.step), 0)
        top = max(math.floor((rect.top() - self.top) / self.step), 0)
        right = min(math.ceil((rect.right() - self.left) / self.step), self.columns - 1)
        bottom = min(math.ceil((rect.bottom() - self.top) / self.step), self.rows - 1)
        return Raster(
            self.left + left * self.step,
            self.top + top * self.step,
            self.step,
            max(right - left, 1) + 1,
            max(bottom - top, 1) + 1,
        )

    @cached_property
    def x(self) -> Floats:
        """The pixel x of each column."""
        return self.left + self.step * np.arange(self.columns, dtype=np.float64)

    @cached_property
    def y(self) -> Floats:
        """The pixel y of each row."""
        return self.top + self.step * np.arange(self.rows, dtype=np.float64)

    @cached_property
    def mesh(self) -> tuple[Floats, Floats]:
        """The pixel x and y of every sample, rows x columns each."""
        x, y = np.meshgrid(self.x, self.y)
        return x, y

    @property
    def rect(self) -> QRectF:
        """The rectangle from the first sample to the last."""
        return QRectF(
            self.left, self.top, (self.columns - 1) * self.step, (self.rows - 1) * self.step
        )

    def at(self, field: Floats, points: Floats) -> Floats:
        """A field's value at points (n x 2), between samples mixed; outside, the edge's value."""
        u = np.clip((points[:, 0] - self.left) / self.step, 0, self.columns - 1.001)
        v = np.clip((points[:, 1] - self.top) / self.step, 0, self.rows - 1.001)
        column, row = u.astype(np.int64), v.astype(np.int64)
        s, t = u - column, v - row
        upper = field[row, column] * (1 - s) + field[row, column + 1] * s
        lower = field[row + 1, column] * (1 - s) + field[row + 1, column + 1] * s
        mixed: Floats = upper * (1 - t) + lower * t
        return mixed

    def nearest(self, points: Floats) -> tuple[Whole, Whole]:
        """The row and column of the sample nearest to each point (n x 2)."""
        column = np.rint((points[:, 0] - self.left) / self.step).astype(np.int64)
        row = np.rint((points[:, 1] - self.top) / self.step).astype(np.int64)
        return np.clip(row, 0, self.rows - 1), np.clip(column, 0, self.columns - 1)


def nearest_hexes(layout: Layout, x: Floats, y: Floats) -> Whole:
    """For each point the index in ``Grid.hexes`` of the hex it lies in.

    A point off the sheet belongs to the hex that its column and row come nearest to: the
    ground goes on to the frame as it was at the edge.
    """
    grid = layout.grid
    origin_x, origin_y = layout.centre(grid.hexes[0])
    q = (x - origin_x) / layout.column_pitch
    r = (y - origin_y) / layout.row_pitch - q / 2
    round_q, round_r = _rounded(q, r)
    column = np.clip(round_q, 0, grid.columns - 1)
    row = np.clip(round_r + _row_shift(layout, round_q), 0, grid.rows - 1)
    return np.asarray(column * grid.rows + row)


def _rounded(q: Floats, r: Floats) -> tuple[Whole, Whole]:
    """The nearest whole cube coordinates."""
    s = -q - r
    near_q, near_r, near_s = np.rint(q), np.rint(r), np.rint(s)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    is_q_worst = (off_q > off_r) & (off_q > off_s)
    is_r_worst = ~is_q_worst & (off_r > off_s)
    near_q = np.where(is_q_worst, -near_r - near_s, near_q)
    near_r = np.where(is_r_worst, -near_q - near_s, near_r)
    return near_q.astype(np.int64), near_r.astype(np.int64)


def _row_shift(layout: Layout, column: Whole) -> Whole:
    """What to add to r for the row; columns are counted from 0."""
    return (column + 1) // 2 if layout.grid.low is Low.ODD else column // 2


def blurred(field: Floats, sigma: float) -> Floats:
    """A field softened by a bell of a given width in samples; edges keep their values.

    Three even means, one after the other, come close enough to a bell.
    """
    for _ in ("upright", "level"):
        for reach in _reaches(sigma):
            field = _averaged(field, reach)
        field = field.T
    return np.ascontiguousarray(field)


def _reaches(sigma: float) -> tuple[int, int, int]:
    """How many samples to either side each of three means takes in."""
    ideal = (math.sqrt(4 * sigma**2 + 1) - 1) / 2
    low = int(ideal)
    # Of three means some reach one sample further, so that the spread comes out right.
    spread = 3 * sigma**2 - (low**2 + low) * 3
    longer = min(3, max(0, round(spread / (2 * low + 2))))
    return (low + (longer > 0), low + (longer > 1), low + (longer > 2))


def _averaged(field: Floats, reach: int) -> Floats:
    """The mean of each sample and those so many rows above and below it."""
    length = 2 * reach + 1
    sums = np.pad(field, ((reach + 1, reach), (0, 0)), mode="edge").cumsum(axis=0)
    return np.asarray((sums[length:] - sums[:-length]) / length)


# -- level lines


def rings(raster: Raster, field: Floats, level: float) -> list[Floats]:
    """The closed lines (n x 2 pixels) along which a field crosses a level.

    The raster's border counts as low, so that every line closes. Outer rings run one way round,
    the rings of holes the other.
    """
    field = field.copy()
    field[[0, -1], :] = field[:, [0, -1]] = level - 1
    found = contour_generator(raster.x, raster.y, field, line_type=LineType.Separate)
    return [np.asarray(line)[:-1] for line in found.lines(level)]


# -- pictures


Words = npt.NDArray[np.uint32]


def see_through(blue: Floats, green: Floats, red: Floats, alpha: Floats) -> QImage:
    """A picture of colours from 0 to 255 that are premultiplied by their alpha."""
    layers = np.stack(np.broadcast_arrays(blue, green, red, alpha), axis=-1)
    pixels = np.ascontiguousarray(layers.round().astype(np.uint8)).view(np.uint32)[..., 0]
    return _image(pixels, QImage.Format.Format_ARGB32_Premultiplied)


def opaque(pixels: Words) -> QImage:
    """A picture of rows x columns of colours as ``QColor.rgb`` gives them."""
    return _image(np.ascontiguousarray(pixels, dtype=np.uint32), QImage.Format.Format_RGB32)


def words(image: QImage) -> Words:
    """The colours of an opaque picture, rows x columns."""
    rows = np.frombuffer(image.constBits(), dtype=np.uint32)
    return rows.reshape(image.height(), image.width()).copy()


def grey_levels(image: QImage) -> Floats:
    """A grey picture as rows x columns of 0 to 1."""
    rows = np.frombuffer(image.constBits(), dtype=np.uint8)
    rows = rows.reshape(image.height(), image.bytesPerLine())[:, : image.width()]
    return np.asarray(rows / 255.0)


def _image(pixels: Words, form: QImage.Format) -> QImage:
    rows, columns = pixels.shape
    return QImage(pixels.data, columns, rows, columns * 4, form).copy()


# -- what is taken


Stroke = tuple[QPainterPath, float]
"""A line and the pixels of width that it takes."""


def spot(x: float, y: float, width: float) -> Stroke:
    """A round place taken by a house."""
    path = QPainterPath(QPointF(x, y))
    path.lineTo(x + 0.1, y)
    return path, width


def taken(raster: Raster, strokes: Sequence[Stroke]) -> Floats:
    """How much each sample is covered by strokes, 0 to 1."""
    image = QImage(raster.columns, raster.rows, QImage.Format.Format_Grayscale8)
    image.fill(0)
    painter = smooth(image)
    painter.scale(1 / raster.step, 1 / raster.step)
    half = raster.step / 2  # a sample is the middle of its pixel
    painter.translate(half - raster.left, half - raster.top)
    for path, width in strokes:
        painter.strokePath(path, round_ended(QColor(255, 255, 255), width))
    painter.end()
    return grey_levels(image)
