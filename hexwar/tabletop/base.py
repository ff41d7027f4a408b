"""The bases that stand on a measured table, and the areas that they cover."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from hexwar.tabletop.pose import FULL, Pose, Vector, cosine, sine

Area: TypeAlias = shapely.Geometry
"""A part of the table, to be handed on: what is asked of it is asked by the functions here."""

Areas: TypeAlias = npt.NDArray[np.object_]
"""Areas that are looked at together."""


@dataclass(frozen=True, slots=True)
class Base:
    """A rectangular base, or several of them in a block."""

    width: int  # frontage, hundredths of a cm
    depth: int


@dataclass(frozen=True, slots=True)
class Disc:
    """A round base."""

    diameter: int  # hundredths of a cm


Stand = tuple[Pose, Base | Disc]
"""A base where it stands: the pose is that of its centre."""

CIRCLE: Final = 60
"""How many corners stand for a circle; the sides lie 0.14 % of the radius inside it."""


def corners(pose: Pose, base: Base, grow: float = 0.0) -> tuple[Vector, Vector, Vector, Vector]:
    """Front left, front right, rear right and rear left, in cm (M6.4).

    Each edge lies so many cm farther out than that of the base; less than 0 is farther in.
    """
    (x, y), (fx, fy), (rx, ry) = pose.point, pose.forward, pose.right
    half_width, half_depth = base.width / 200 + grow, base.depth / 200 + grow
    fx, fy, rx, ry = fx * half_depth, fy * half_depth, rx * half_width, ry * half_width
    return (
        (x + fx - rx, y + fy - ry),
        (x + fx + rx, y + fy + ry),
        (x - fx + rx, y - fy + ry),
        (x - fx - rx, y - fy - ry),
    )


def outlines(stands: Sequence[Stand], grow: float = 0.0) -> Areas:
    """The areas of stands in their order, grown by so many cm on all sides: not to be changed."""
    return _outlines(tuple(stands), grow)


@lru_cache(maxsize=8192)
def _outlines(stands: tuple[Stand, ...], grow: float) -> Areas:
    rings = [_ring(pose, base, grow) for pose, base in stands]
    found = np.empty(len(rings), dtype=object)
    for size in {len(ring) for ring in rings}:
        rows = [row for row, ring in enumerate(rings) if len(ring) == size]
        found[rows] = shapely.polygons(np.array([rings[row] for row in rows]))
    found.flags.writeable = False  # it is kept
    return found


def outline(stand: Stand, grow: float = 0.0) -> Area:
    """The area of one stand, grown by so many cm on all sides."""
    area: Area = outlines((stand,), grow)[0]
    return area


def spot(point: Vector) -> Area:
    """A point in cm, as an area without extent."""
    return shapely.Point(*point)


def circle(centre: Vector, radius: float) -> Area:
    """The area within so many cm of a point, as a polygon of `CIRCLE` corners."""
    return shapely.Polygon(_round(centre, radius))


def _ring(pose: Pose, base: Base | Disc, grow: float) -> Sequence[Vector]:
    if isinstance(base, Base):
        return corners(pose, base, grow)
    return _round(pose.point, base.diameter / 200 + grow)


def _round(centre: Vector, radius: float) -> Sequence[Vector]:
    x, y = centre
    return [(x + radius * east, y + radius * north) for east, north in _ROUND]


_ROUND: Final = tuple((sine(tenths), cosine(tenths)) for tenths in range(0, FULL, FULL // CIRCLE))
