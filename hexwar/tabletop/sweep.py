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
    movers, length = [_along(area, facing) for area in areas], limit
    fronts = [(_chain(corners), float(np.ptp(corners[:, 1]))) for corners in movers]
    for obstacle in obstacles:
        for rear in _rears(_along(obstacle, facing)):
            for front, depth in fronts:
                gap = _gap(front, rear)
                if gap is not None and -depth <= gap < length:
                    length = gap
    return max(0.0, math.floor(length * 100 + 1e-6) / 100)


def _along(area: shapely.Geometry, facing: Pose) -> _Coords:
    """The corners of an area as (aside, ahead) of a pose."""
    coords = shapely.get_coordinates(area) - np.asarray(facing.point)
    return np.asarray(coords @ np.array([facing.right, facing.forward]).T)


def _gap(front: _Coords, rear: _Coords) -> float | None:
    """How far the front of one area goes ahead until it meets the rear of another; None: never.

    Both are lines with corners, from left to right. The least gap between two such lines lies at a
    corner of either, or at an end of the stretch that they have in common.
    """
    start = max(front[0, 0], rear[0, 0])
    end = min(front[-1, 0], rear[-1, 0])
    if start > end:
        return None
    places = np.concatenate(([start, end], front[:, 0], rear[:, 0]))
    places = places[(places >= start) & (places <= end)]
    ahead = np.interp(places, rear[:, 0], rear[:, 1])
    return float((ahead - np.interp(places, front[:, 0], front[:, 1])).min())


def _rears(corners: _Coords) -> list[_Coords]:
    """The rear of an area, as lines from left to right: one of a convex area, else each side."""
    if _is_convex(corners):
        rear = _chain(corners * (1, -1))
        return [rear * (1, -1)]
    sides = (sorted(side) for side in pairwise(corners.tolist()))
    return [np.array(side[:1] if side[0][0] == side[1][0] else side) for side in sides]


def _is_convex(ring: _Coords) -> bool:
    """Whether a closed ring of corners turns one way only."""
    ways = np.diff(ring, axis=0)
    after = np.roll(ways, -1, axis=0)
    turns = ways[:, 0] * after[:, 1] - ways[:, 1] * after[:, 0]
    return bool((turns >= 0).all() or (turns <= 0).all())


def _chain(corners: _Coords) -> _Coords:
    """The front corners of a convex area, from left to right."""
    chain: list[tuple[float, float]] = []
    for x, y in sorted({(x, y) for x, y in corners.tolist()}):
        while len(chain) > 1 and _turns_left(chain[-2], chain[-1], (x, y)):
            chain.pop()
        chain.append((x, y))
    if len(chain) > 1 and chain[0][0] == chain[1][0]:
        del chain[0]  # of a side that runs straight ahead the foremost corner counts
    return np.array(chain)


def _turns_left(a: Vector, b: Vector, c: Vector) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) >= 0
