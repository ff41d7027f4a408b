"""Rings of points in scene units: what lies inside, how far from the edge, along it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from hexwar.table.stands import Cloth, Patch
from hexwar.widgets.mapart.canvas import Canvas, area_path, line_path
from hexwar.widgets.mapart.raster import Floats, Jitter, Mask
from hexwar.widgets.measured.dyes import Dyes
from hexwar.widgets.measured.plane import UNIT

Paint: TypeAlias = "Callable[[Canvas, Dyes], None]"
"""Paints a part of what lies on the cloth."""


@dataclass(frozen=True)
class Piece:
    """A piece of ground in scene units."""

    patch: Patch
    ring: Floats  # n x 2
    path: QPainterPath = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Makes its outline once."""
        made = line_path(self.ring) if self.patch.is_line else area_path(self.ring)
        object.__setattr__(self, "path", made)

    @property
    def box(self) -> QRectF:
        """The box that it fills."""
        return self.path.boundingRect()

    @property
    def middle(self) -> Floats:
        """The mean of its corners."""
        return np.asarray(self.ring.mean(axis=0))

    def jitter(self, what: str) -> Jitter:
        """Chance that belongs to it and to nothing else."""
        return Jitter(self.patch.id + what)

    def holds(self, points: Floats) -> Mask:
        """Which points (n x 2) lie inside."""
        return inside(self.ring, points)

    def depth(self, points: Floats) -> Floats:
        """How far inside its edge points lie, units; less than 0 outside."""
        far = distance(self.ring, points, is_closed=True)
        return np.asarray(np.where(inside(self.ring, points), far, -far))


def pieces_of(cloth: Cloth) -> list[Piece]:
    """All that lies on a cloth, the lowest first."""
    high = cloth.height / 100
    found = []
    for patch in reversed(cloth.patches):
        points = np.array(patch.ring, dtype=np.float64) / 100
        ring = np.stack([points[:, 0] * UNIT, (high - points[:, 1]) * UNIT], axis=1)
        found.append(Piece(patch, ring))
    return found


def inside(ring: Floats, points: Floats) -> Mask:
    """Which points lie inside a ring."""
    x, y = points[:, 0], points[:, 1]
    is_in = np.zeros(len(points), dtype=np.bool_)
    for (ax, ay), (bx, by) in zip(ring.tolist(), np.roll(ring, -1, axis=0).tolist(), strict=True):
        if ay != by:
            crosses = (ay > y) != (by > y)
            is_in ^= crosses & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    return is_in


def distance(line: Floats, points: Floats, *, is_closed: bool) -> Floats:
    """How far points lie from a line or a ring."""
    ends = np.roll(line, -1, axis=0) if is_closed else line[1:]
    starts = line if is_closed else line[:-1]
    least = np.full(len(points), np.inf)
    for a, b in zip(starts, ends, strict=True):
        way = b - a
        length = float(way @ way) or 1e-9
        share = np.clip((points - a) @ way / length, 0.0, 1.0)
        off = points - (a + share[:, None] * way)
        least = np.minimum(least, np.hypot(off[:, 0], off[:, 1]))
    return least


def scattered(piece: Piece, spacing: float, inset: float, what: str) -> Floats:
    """Points inside a piece in staggered rows that have strayed, from north to south."""
    box, jitter = piece.box, piece.jitter(what)
    points = []
    rows = int(box.height() / (spacing * 0.87)) + 2
    columns = int(box.width() / spacing) + 2
    for row in range(rows):
        for column in range(columns):
            x = box.left() + (column + 0.5 * (row % 2)) * spacing
            y = box.top() + row * spacing * 0.87
            stray = spacing * 0.3
            points.append((x + jitter.between(-stray, stray), y + jitter.between(-stray, stray)))
    made = np.array(points, dtype=np.float64).reshape(-1, 2)
    kept = made[piece.depth(made) >= inset]
    return np.asarray(kept[np.argsort(kept[:, 1], kind="stable")])


def slant(ring: Floats) -> float:
    """The angle of the longest side of a ring, radians."""
    sides = np.roll(ring, -1, axis=0) - ring
    longest = sides[int(np.hypot(*sides.T).argmax())]
    return math.atan2(longest[1], longest[0])
