"""Irregularity without chance: the same map is drawn the same way on every machine.

Everything that looks random is a hash of where it lies. Nothing here keeps a state that
another drawing could disturb.
"""

from __future__ import annotations

import zlib
from typing import Final

import numpy as np
import numpy.typing as npt

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
