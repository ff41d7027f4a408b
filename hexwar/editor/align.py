"""How a picture of a printed map lies under the hexes: pins say which point of it which hex is.

Paper that was photographed is seen askew, and it is not flat: a projection through all pins takes
the first into account, and a thin plate bent over what is left of them the second. The more pins,
the more of the paper's own shape is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from hexwar.hexes import Hex, Layout, Point

Array = npt.NDArray[np.float64]

BENDS_FROM: Final = 6
"""Pins from which on the paper's own shape is looked for."""

STIFFNESS: Final = 1e-4
"""How little the plate follows a single pin: a hand errs by a pixel or two."""

STIFFER: Final = 1.0
"""The same where the others are asked about a pin: else a wrong one bends the paper at the next."""

ROUNDS: Final = 12
"""Steps of the way back from the picture to the sheet, at most."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A hex, and the point of the picture where its centre is, pixels."""

    hex: Hex
    x: float
    y: float


class Alignment:
    """The way from the sheet to the picture, by some pins."""

    def __init__(self, layout: Layout, pins: Sequence[Pin], stiffness: float = STIFFNESS) -> None:
        """Fit the picture to the hexes.

        Args:
            layout: How the hexes lie on the sheet, pixels at 100 %.
            pins: Two at least, of different hexes and not all in a line if they are more than two.
            stiffness: How little the paper is believed to bend.

        Raises:
            ValueError: There are too few pins, or they lie in a line.
        """
        if len({pin.hex for pin in pins}) < 2:
            raise ValueError("two pins are needed at least")
        self.layout, self.pins = layout, tuple(pins)
        sheet = np.array([layout.centre(pin.hex) for pin in pins], dtype=float)
        seen = np.array([(pin.x, pin.y) for pin in pins], dtype=float)
        self._middle, self._scale = sheet.mean(axis=0), float(np.abs(sheet - sheet.mean(0)).max())
        known = (sheet - self._middle) / self._scale
        self._flat = _projection(known, seen)
        left = seen - _projected(self._flat, known)
        self._knots, self._bends = known, np.zeros((len(pins), 2))
        if len(pins) >= BENDS_FROM:
            self._bends = _plate(known, left, stiffness)

    def to_picture(self, points: Sequence[Point]) -> Array:
        """Where points of the sheet lie in the picture, pixels: a row of x and y for each."""
        known = (np.asarray(points, dtype=float).reshape(-1, 2) - self._middle) / self._scale
        found: Array = _projected(self._flat, known) + _bent(known, self._knots, self._bends)
        return found

    def to_sheet(self, points: Sequence[Point]) -> Array:
        """Where points of the picture lie on the sheet: the way back, found step by step."""
        goal = np.asarray(points, dtype=float).reshape(-1, 2)
        at = np.tile(self._middle, (len(goal), 1))
        step = 1e-3 * self._scale
        across, along = np.array([step, 0.0]), np.array([0.0, step])
        for _ in range(ROUNDS):
            here = self.to_picture(list(map(tuple, at)))
            off = goal - here
            if np.abs(off).max(initial=0.0) < 1e-6:
                break
            right = (self.to_picture(list(map(tuple, at + across))) - here) / step
            down = (self.to_picture(list(map(tuple, at + along))) - here) / step
            slopes = np.stack([right, down], axis=2)
            at = at + np.linalg.solve(slopes, off[:, :, None])[:, :, 0]
        return at

    @cached_property
    def residuals(self) -> tuple[float, ...]:
        """How far each pin lies from where the others alone would put it, pixels.

        With three pins and fewer nothing is left over: each then counts in full.
        """
        if len(self.pins) <= 3:
            return (0.0,) * len(self.pins)
        found: list[float] = []
        for i, pin in enumerate(self.pins):
            others = [*self.pins[:i], *self.pins[i + 1 :]]
            try:
                rest = Alignment(self.layout, others, STIFFER)
            except ValueError:
                found.append(0.0)
                continue
            (x, y), *_ = rest.to_picture([self.layout.centre(pin.hex)])
            found.append(float(np.hypot(x - pin.x, y - pin.y)))
        return tuple(found)

    @property
    def worst(self) -> tuple[Pin, float]:
        """The pin that fits least, and by how many pixels."""
        at = max(range(len(self.pins)), key=self.residuals.__getitem__)
        return self.pins[at], self.residuals[at]


# -- flat


def _projection(known: Array, seen: Array) -> Array:
    """The 3 x 3 matrix of a projection; of few pins a turn and a stretch, or a skew besides.

    Raises:
        ValueError: The points lie in a line.
    """
    count = len(known)
    if count == 2:
        return _similarity(known, seen)
    spread = np.linalg.svd(known - known.mean(axis=0), compute_uv=False)
    if spread[-1] < 1e-6 * max(1.0, spread[0]):
        raise ValueError("the pins lie in a line")
    ones = np.ones((count, 1))
    skew = np.linalg.lstsq(np.hstack([known, ones]), seen, rcond=None)[0]
    matrix: Array = np.vstack([skew.T, [0.0, 0.0, 1.0]])
    return matrix if count == 3 else _perspective(known, seen, matrix)


def _similarity(known: Array, seen: Array) -> Array:
    a, b = complex(*known[0]), complex(*known[1])
    p, q = complex(*seen[0]), complex(*seen[1])
    turn = (q - p) / (b - a)
    shift = p - turn * a
    found: Array = np.array(
        [
            [turn.real, -turn.imag, shift.real],
            [turn.imag, turn.real, shift.imag],
            [0.0, 0.0, 1.0],
        ]
    )
    return found


def _perspective(known: Array, seen: Array, start: Array) -> Array:
    """The projection that fits best, pixel for pixel: from a skew on by Gauss and Newton."""
    found = np.append(start.ravel()[:6], [0.0, 0.0])
    x, y = known[:, 0], known[:, 1]
    zero, one = np.zeros_like(x), np.ones_like(x)
    for _ in range(ROUNDS):
        depth = found[6] * x + found[7] * y + 1.0
        u = (found[0] * x + found[1] * y + found[2]) / depth
        v = (found[3] * x + found[4] * y + found[5]) / depth
        across = np.stack([x, y, one, zero, zero, zero, -u * x, -u * y], axis=1) / depth[:, None]
        down = np.stack([zero, zero, zero, x, y, one, -v * x, -v * y], axis=1) / depth[:, None]
        off = np.concatenate([seen[:, 0] - u, seen[:, 1] - v])
        step = np.linalg.lstsq(np.vstack([across, down]), off, rcond=None)[0]
        found = found + step
        if np.abs(step).max() < 1e-10:
            break
    matrix: Array = np.append(found, 1.0).reshape(3, 3)
    return matrix


def _projected(matrix: Array, known: Array) -> Array:
    full = np.hstack([known, np.ones((len(known), 1))]) @ matrix.T
    found: Array = full[:, :2] / full[:, 2:]
    return found


# -- bent


def _kernel(a: Array, b: Array) -> Array:
    """The thin plate's: r squared times the logarithm of r."""
    square = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
    found: Array = 0.5 * square * np.log(np.maximum(square, 1e-300))
    return found


def _plate(knots: Array, left: Array, stiffness: float) -> Array:
    """The weights of the knots of a plate that is bent over what is left, x and y.

    It is held level: what a projection can do is done by that.
    """
    count = len(knots)
    flat: Array = np.hstack([knots, np.ones((count, 1))])
    matrix: Array = np.zeros((count + 3, count + 3))
    matrix[:count, :count] = _kernel(knots, knots) + stiffness * np.eye(count)
    matrix[:count, count:], matrix[count:, :count] = flat, flat.T
    right = np.vstack([left, np.zeros((3, 2))])
    found: Array = np.asarray(np.linalg.lstsq(matrix, right, rcond=None)[0], dtype=np.float64)
    return found


def _bent(known: Array, knots: Array, bends: Array) -> Array:
    count = len(knots)
    if len(bends) == count:
        return np.zeros((len(known), 2))
    flat: Array = np.hstack([known, np.ones((len(known), 1))])
    found: Array = np.asarray(_kernel(known, knots) @ bends[:count] + flat @ bends[count:])
    return found
