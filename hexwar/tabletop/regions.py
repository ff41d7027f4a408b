"""Parts of the table as a stand sees them: the zone before it, its edges, what is ahead in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely

from hexwar.tabletop.base import Area, Areas, Base, corners
from hexwar.tabletop.measure import AREA, rounded
from hexwar.tabletop.pose import Pose

TRIM: Final = 0.05
"""cm by which a zone of fire is narrower on both sides than its stand, so that who stands flank to
flank with it is not in it (M6.9)."""


def zone(pose: Pose, base: Base, depth: float) -> Area:
    """The rectangle before a stand's front edge, so many cm deep (M6.17)."""
    half, front = base.width / 200 - TRIM, base.depth / 200
    return shapely.Polygon(
        [
            pose.at(front, -half),
            pose.at(front + depth, -half),
            pose.at(front + depth, half),
            pose.at(front, half),
        ]
    )


@dataclass(frozen=True, slots=True)
class Extent:
    """From where to where something lies ahead of a stand's front edge, cm."""

    near: float
    far: float


def extents_ahead(pose: Pose, base: Base, zone_: Area, areas: Areas) -> list[Extent | None]:
    """Where each area begins and ends inside a stand's zone (M6.18).

    None for an area of which no more than `AREA` lies in the zone.
    """
    parts = shapely.intersection(zone_, areas)
    inside = shapely.area(parts) > AREA
    coords, owners = shapely.get_coordinates(parts, return_index=True)
    ahead = (coords - np.asarray(pose.point)) @ np.asarray(pose.forward) - base.depth / 200
    found: list[Extent | None] = []
    for row, is_in in enumerate(inside.tolist()):
        own = ahead[owners == row]
        extent = Extent(rounded(float(own.min())), rounded(float(own.max()))) if is_in else None
        found.append(extent)
    return found


def front_edge(pose: Pose, base: Base) -> Area:
    """The line of a stand's front edge."""
    left, right, _, _ = corners(pose, base)
    return shapely.LineString([left, right])


def rear_edge(pose: Pose, base: Base) -> Area:
    """The line of a stand's rear edge."""
    _, _, right, left = corners(pose, base)
    return shapely.LineString([left, right])


def is_wholly_ahead(pose: Pose, areas: Areas, others: Areas, slack: float) -> bool:
    """Whether areas lie wholly ahead of others, along the way that a pose faces (M17.6)."""
    forward = np.asarray(pose.forward)
    mine = shapely.get_coordinates(areas) @ forward
    theirs = shapely.get_coordinates(others) @ forward
    return bool(mine.min() >= theirs.max() - slack)
