"""Places on a measured table as texts, which what hands them on need not look into.

`4512,3020` is a point in hundredths of a cm, `4512,3020,900` a pose with a bearing in tenths of a
degree.
"""

from __future__ import annotations

import re
from typing import Final

from hexwar.tabletop.pose import FULL, Pose, Vector, half_up

_SPOT: Final = re.compile(r"(-?\d{1,6}),(-?\d{1,6})(?:,(\d{1,4}))?")


def spot_of(point: Vector) -> str:
    """The text of a point in cm.

    >>> spot_of((45.12, 30.2))
    '4512,3020'
    """
    return f"{half_up(point[0] * 100)},{half_up(point[1] * 100)}"


def spot_of_pose(pose: Pose) -> str:
    """The text of a pose.

    >>> spot_of_pose(Pose(4512, 3020, 900))
    '4512,3020,900'
    """
    return f"{pose.x},{pose.y},{pose.bearing}"


def pose_at(spot: str) -> Pose | None:
    """The pose that a text tells; a point faces north. None for a text of another kind.

    >>> pose_at("4512,3020")
    Pose(x=4512, y=3020, bearing=0)
    >>> pose_at("0913") is None
    True
    """
    found = _SPOT.fullmatch(spot)
    if found is None or int(found[3] or 0) >= FULL:
        return None
    return Pose(int(found[1]), int(found[2]), int(found[3] or 0))
