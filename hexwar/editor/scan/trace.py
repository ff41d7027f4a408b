"""Half a tracing: what hexes of a picture look like, and which look like those the user knows.

Colours are compared as eyes do, in Oklab, by their mean in a hex, their spread there, and how dark
the darkest of it is: woods are printed as many small marks on a ground.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from hexwar.editor.scan.laid import Way, followed
from hexwar.editor.scan.pyramid import Pyramid
from hexwar.hexes import Hex, Hexside, Layout, hexside

Array = npt.NDArray[np.float64]
Name = TypeVar("Name", bound=Hashable)

AROUND: Final = 6
"""Rings of points in a hex: 127 points."""

REACH: Final = 0.72
"""How far they go, of the way to its sides: what is printed along these is left out."""

ALONG, BESIDE = 9, 3
"""Points along a hexside, and beside each other across it."""

BAND: Final = 0.1
"""How far the outer ones lie off the hexside, of the radius of a hex."""

_WEIGHTS: Final = np.array([1.0, 2.0, 2.0, 1.0, 1.5, 1.5, 0.5, 0.5])
"""Of lightness and the two colours, of their spreads, and of the dark and light ends."""

_LEAST: Final = 0.012
"""The smallest spread that is believed of a feature: else noise would decide."""

USUAL_DOUBT: Final = 0.85
"""How near the best sample must be, compared with the best of another kind; 1 proposes always."""


@dataclass(frozen=True, slots=True)
class Region:
    """Hexes that hang together and look like one kind of ground."""

    letter: str  # of terrain
    hexes: frozenset[Hex]
    doubt: float  # 0 is certain, 1 is a guess


# -- what is seen


def hex_looks(pyramid: Pyramid, way: Way, layout: Layout) -> Mapping[Hex, Array]:
    """What the hexes of a sheet look like in a picture; those that lie beside it are left out."""
    hexes = layout.grid.hexes
    centres = np.array([layout.centre(hex_) for hex_ in hexes])
    points = centres[:, None, :] + _rings(layout)
    step = layout.row_pitch * REACH / (2 * AROUND)
    return _looks(pyramid, way, hexes, points, step)


def side_looks(pyramid: Pyramid, way: Way, layout: Layout) -> Mapping[Hexside, Array]:
    """What the hexsides of a sheet look like, likewise."""
    grid = layout.grid
    sides = sorted({hexside(hex_, near) for hex_ in grid.hexes for near in grid.neighbours[hex_]})
    a = np.array([layout.centre(a) for a, _ in sides]).reshape(-1, 2)
    b = np.array([layout.centre(b) for _, b in sides]).reshape(-1, 2)
    across = (b - a) / layout.row_pitch  # of length 1
    along = np.stack([-across[:, 1], across[:, 0]], axis=1)
    u = np.linspace(-0.4, 0.4, ALONG) * layout.radius
    v = np.linspace(-BAND, BAND, BESIDE) * layout.radius
    spots = along[:, None, None] * u[:, None, None] + across[:, None, None] * v[:, None]
    points = (a + b)[:, None, :] / 2 + spots.reshape(len(sides), -1, 2)
    return _looks(pyramid, way, sides, points, 2 * BAND * layout.radius / BESIDE)


def _rings(layout: Layout) -> Array:
    """Points in a hex about its centre, as evenly as hexes in a large one."""
    radius = layout.radius * REACH / AROUND
    found = [
        (radius * (q + r / 2), radius * math.sqrt(3) / 2 * r)
        for q in range(-AROUND, AROUND + 1)
        for r in range(-AROUND, AROUND + 1)
        if abs(q + r) <= AROUND
    ]
    return np.array(found)


def _looks(
    pyramid: Pyramid, way: Way, names: Sequence[Name], points: Array, step: float
) -> Mapping[Name, Array]:
    count = points.shape[1]
    if not len(names):
        return {}
    at = followed(way, points.reshape(-1, 2))
    gaps = np.diff(at.reshape(-1, count, 2)[:, :2], axis=1)
    here = np.diff(points[:, :2], axis=1)
    with np.errstate(invalid="ignore"):
        scale = np.nanmedian(np.hypot(*gaps[:, 0].T) / np.hypot(*here[:, 0].T))
    level = pyramid.level_for(float(scale) * step) if np.isfinite(scale) else 0
    colours, inside = pyramid.nearest(level, at[:, 0], at[:, 1])
    whole = inside.reshape(-1, count).mean(axis=1) > 0.9
    seen = oklab(colours).reshape(-1, count, 3)
    ends = np.quantile(seen[..., 0], (0.1, 0.9), axis=1).T
    features = np.concatenate([seen.mean(axis=1), seen.std(axis=1), ends], axis=1) * _WEIGHTS
    return {name: features[i] for i, name in enumerate(names) if whole[i]}


def oklab(colours: npt.NDArray[np.uint8]) -> Array:
    """Red, green and blue as lightness and two colours, as far apart as they look."""
    share = colours.astype(np.float64) / 255
    light = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    found: Array = np.cbrt(light @ _TO_CONES.T) @ _TO_LAB.T
    return found


_TO_CONES: Final = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB: Final = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


# -- what it is like


def likened(
    looks: Mapping[Hex, Array], samples: Mapping[Hex, str], doubt: float = USUAL_DOUBT
) -> Mapping[Hex, tuple[str, float]]:
    """What the hexes are that look like samples: the letter of the nearest, and the doubt.

    Args:
        looks: Of the hexes.
        samples: The letters of hexes that the user knows.
        doubt: How much nearer the nearest sample must be than the nearest of another letter.
    """
    return _likened(looks, samples, doubt)


def watered(
    looks: Mapping[Hexside, Array], samples: Mapping[Hexside, bool], doubt: float = USUAL_DOUBT
) -> frozenset[Hexside]:
    """The hexsides that look like those along which there is water, rather than the others."""
    found = _likened(looks, {side: "~" if wet else "." for side, wet in samples.items()}, doubt)
    return frozenset(side for side, (letter, _) in found.items() if letter == "~")


def _likened(
    looks: Mapping[Name, Array], samples: Mapping[Name, str], doubt: float
) -> Mapping[Name, tuple[str, float]]:
    known = {name: letter for name, letter in samples.items() if name in looks}
    letters = sorted(set(known.values()))
    if len(letters) < 2:
        return {}
    names = [name for name in looks if name not in known]
    if not names:
        return {}
    table = np.array([looks[name] for name in known])
    of = np.array([letters.index(letter) for letter in known.values()])
    spread = np.maximum(_LEAST, _within(table, of))
    seen = np.array([looks[name] for name in names]) / spread
    away = np.stack([_nearest(seen, table[of == i] / spread) for i in range(len(letters))], axis=1)
    order = np.sort(away, axis=1)
    doubts = order[:, 0] / np.maximum(order[:, 1], 1e-9)
    best = away.argmin(axis=1)
    return {
        name: (letters[best[i]], float(doubts[i]))
        for i, name in enumerate(names)
        if doubts[i] <= doubt
    }


def _within(table: Array, of: npt.NDArray[np.int64]) -> Array:
    """How much samples of one kind differ among themselves, feature by feature."""
    off = np.concatenate([table[of == i] - table[of == i].mean(axis=0) for i in np.unique(of)])
    found: Array = np.sqrt((off**2).mean(axis=0))
    return found


def _nearest(seen: Array, samples: Array) -> Array:
    found = np.full(len(seen), np.inf)
    for sample in samples:
        found = np.minimum(found, np.sqrt(((seen - sample) ** 2).mean(axis=1)))
    return found


# -- what hangs together


def regions(
    layout: Layout, found: Mapping[Hex, tuple[str, float]], now: Mapping[Hex, str]
) -> tuple[Region, ...]:
    """Proposals that hang together, the largest first; what the map says already is left out.

    Args:
        layout: Of the sheet.
        found: Letters and doubts.
        now: The letters of the map.
    """
    left = {hex_: told for hex_, told in found.items() if now.get(hex_) != told[0]}
    made = [
        Region(left[first][0], hexes, sum(left[hex_][1] for hex_ in sorted(hexes)) / len(hexes))
        for first, hexes in _parts(layout, left)
    ]
    return tuple(sorted(made, key=lambda region: (-len(region.hexes), min(region.hexes))))


def _parts(
    layout: Layout, left: Mapping[Hex, tuple[str, float]]
) -> Iterator[tuple[Hex, frozenset[Hex]]]:
    seen: set[Hex] = set()
    for first in left:
        if first in seen:
            continue
        part, edge = {first}, [first]
        while edge:
            for near in layout.grid.neighbours[edge.pop()]:
                if near in left and near not in part and left[near][0] == left[first][0]:
                    part.add(near)
                    edge.append(near)
        seen |= part
        yield first, frozenset(part)


def letters_of(chosen: Collection[Region]) -> dict[Hex, str]:
    """The letters of all hexes of some regions."""
    return {hex_: region.letter for region in chosen for hex_ in region.hexes}
