"""What a base passes over on its way, and how far it comes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely

from hexwar.tabletop.base import Areas
from hexwar.tabletop.pose import Pose, Vector, cosine, sine

_Coords = npt.NDArray[np.float64]

STEP = 30
"""Tenths of a degree between two looks at a base that wheels; it errs by 0.002 cm at most on 5 cm
(M6.13)."""


def between(before: Areas, after: Areas) -> Areas:
    """What areas pass over that move straight from one place to another; exact for convex ones.

    (M6.12)
    """
    pairs = zip(before, after, strict=True)
    corners = [np.concatenate([shapely.get_coordinates(a) for a in pair]) for pair in pairs]
    return _hulls(corners)


def straight(areas: Areas, way: Vector) -> Areas:
    """What areas pass over that move by so many cm to the east and to the north."""
    found = [shapely.get_coordinates(area) for area in areas]
    return _hulls([np.concatenate([corners, corners + np.asarray(way)]) for corners in found])


def wheel(areas: Areas, about: Vector, turn: int) -> Areas:
    """What areas pass over that turn about a point (M6.13): hulls of what they cover on the way.

    Args:
        areas: where they stand before.
        about: the point in cm: a front corner of a wheel, the centre of a pivot.
        turn: tenths of a degree, clockwise above 0.
    """
    looks = math.ceil(abs(turn) / STEP)
    if not looks:
        return areas
    turns = [turn * look // looks for look in range(looks + 1)]
    turned = np.array([[[cosine(t), -sine(t)], [sine(t), cosine(t)]] for t in turns])
    swept = []
    for area in areas:
        frames = (shapely.get_coordinates(area) - about) @ turned + about
        swept.append(shapely.linestrings(np.concatenate([frames[:-1], frames[1:]], axis=1)))
    return np.asarray(shapely.convex_hull(np.concatenate(swept)))


def _hulls(corners: Sequence[_Coords]) -> Areas:
    found = np.empty(len(corners), dtype=object)
    found[:] = [shapely.linestrings(one) for one in corners]
    return np.asarray(shapely.convex_hull(found))


def stop_distance(areas: Areas, facing: Pose, obstacles: Areas, limit: float) -> float:
    """How far areas can move straight ahead until they touch an obstacle (M6.15), in cm.

    Rounded down to a hundredth. Exact for what moves if it is convex, whatever the obstacles are.

    Args:
        areas: what moves.
        facing: the way it moves.
        obstacles: only what is in the way: what can be brushed by is left out by who asks.
        limit: cm that it moves at most.
    """
    gaps = [
        _gap(_along(one, facing), _along(other, facing)) for one in areas for other in obstacles
    ]
    length = min((gap for gap in gaps if gap is not None), default=limit)
    return max(0.0, math.floor(min(length, limit) * 100 + 1e-6) / 100)


def _along(area: shapely.Geometry, facing: Pose) -> _Coords:
    """The corners of an area as (aside, ahead) of a pose."""
    coords = shapely.get_coordinates(area) - np.asarray(facing.point)
    return np.asarray(coords @ np.array([facing.right, facing.forward]).T)


def _gap(mover: _Coords, obstacle: _Coords) -> float | None:
    """How far a convex mover goes ahead until it meets an obstacle; None if it passes it.

    Where the two overlap sideways the front of the one and the rear of the other are lines with
    corners, and the least gap between two such lines lies at a corner of either or at an end.
    """
    front = _front(mover)
    least = None
    for a, b in pairwise(obstacle):
        low, high = sorted((float(a[0]), float(b[0])))
        start, end = max(low, float(front[0, 0])), min(high, float(front[-1, 0]))
        if start > end:
            continue
        inner = front[(front[:, 0] > start) & (front[:, 0] < end), 0]
        places = np.concatenate(([start, end], inner))
        side = _on(a, b, places)
        gap = float((side - np.interp(places, front[:, 0], front[:, 1])).min())
        if gap >= -_depth(mover) and (least is None or gap < least):
            least = gap
    return least


def _on(a: _Coords, b: _Coords, places: _Coords) -> _Coords:
    """The rear of an obstacle's side at places aside."""
    if a[0] == b[0]:
        return np.full(len(places), min(a[1], b[1]))
    if a[0] > b[0]:
        a, b = b, a
    return np.asarray(np.interp(places, [a[0], b[0]], [a[1], b[1]]))


def _depth(mover: _Coords) -> float:
    return float(np.ptp(mover[:, 1]))


def _front(corners: _Coords) -> _Coords:
    """The front corners of a convex area, from left to right."""
    chain: list[tuple[float, float]] = []
    for point in sorted({(float(aside), float(ahead)) for aside, ahead in corners}):
        while len(chain) > 1 and _turns_left(chain[-2], chain[-1], point):
            chain.pop()
        chain.append(point)
    if len(chain) > 1 and chain[0][0] == chain[1][0]:
        del chain[0]  # of a side that runs straight ahead the foremost corner counts
    return np.array(chain)


def _turns_left(a: Vector, b: Vector, c: Vector) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) >= 0
