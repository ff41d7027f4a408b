"""Stands and tables for tests, made up by hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from hexwar.tabletop.base import Base, Disc
from hexwar.tabletop.pose import Pose

poses = st.builds(Pose, st.integers(0, 6000), st.integers(0, 4500), st.integers(0, 3599))
"""Poses on a table of 60 by 45 cm."""

bases = st.sampled_from([Base(500, 200), Base(250, 400), Base(300, 300), Disc(250)])

stands = st.tuples(poses, bases)


def mirrored(pose: Pose, width: int = 6000) -> Pose:
    """A pose on the table seen from behind: west is east."""
    return Pose(width - pose.x, pose.y, -pose.bearing % 3600)


def turned_table(pose: Pose, height: int = 4500) -> Pose:
    """A pose on the table turned clockwise by 90 degrees."""
    return Pose(pose.y, height - pose.x, (pose.bearing + 900) % 3600)


def shifted(pose: Pose, east: int, north: int) -> Pose:
    """A pose on a table of which the corner lies elsewhere."""
    return Pose(pose.x + east, pose.y + north, pose.bearing)
