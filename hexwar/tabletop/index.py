"""What stands where: all that stands on a table, ready to be asked for what is near an area."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
import shapely

from hexwar.tabletop.base import Area, Areas, Stand, outlines
from hexwar.tabletop.measure import MEASURE, SLACK, TOUCH, distance, rounded
from hexwar.tabletop.pose import Pose
from hexwar.tabletop.sweep import stop_distance, straight

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Near(Generic[K]):
    """Something that stands near."""

    key: K
    length: float  # cm


class Index(Generic[K]):
    """The stands of all that stands on a table, by key, in the order of their rank.

    Answers come in that order, or the nearest first and then in that order (M6.23). One is made for
    each instant of a game: it is derived, and never copied.
    """

    def __init__(self, standing: Mapping[K, Iterable[Stand]]) -> None:
        rows = [(key, stand) for key, stands in standing.items() for stand in stands]
        self._rank = {key: rank for rank, key in enumerate(standing)}
        self._keys = [key for key, _ in rows]
        stands = [stand for _, stand in rows]
        self._areas = outlines(stands)
        self._firm = outlines(stands, -SLACK)
        self._tree = shapely.STRtree(self._areas)
        self._rows: dict[K, list[int]] = {key: [] for key in standing}
        for row, key in enumerate(self._keys):
            self._rows[key].append(row)

    def areas(self, key: K) -> Areas:
        """The areas of something's stands."""
        return self._areas[self._rows[key]]

    def firm(self, key: K) -> Areas:
        """The same, made smaller by `SLACK`: what nobody else may overlap."""
        return self._firm[self._rows[key]]

    def inside(self, area: Area, but: Collection[K] = ()) -> list[K]:
        """What has a part inside an area, by rank, however small the part is.

        Args:
            area: such as a zone of fire.
            but: what is not looked at.
        """
        rows = self._tree.query(area, "intersects")
        keys = {self._keys[row] for row in rows.tolist()}
        return sorted(keys.difference(but), key=self._rank.__getitem__)

    def overlapped(self, areas: Areas, but: Collection[K] = ()) -> list[K]:
        """What any of some areas runs into, by rank; grazing is no overlap (M6.11).

        Args:
            areas: of bases or sweeps, made smaller by `SLACK` already.
            but: what is not looked at, such as who moves.
        """
        mine, theirs = self._tree.query(areas)
        if not len(theirs):
            return []
        met = shapely.intersects(areas[mine], self._firm[theirs])
        keys = {self._keys[row] for row in theirs[met]}
        return sorted(keys.difference(but), key=self._rank.__getitem__)

    def near(self, areas: Areas, limit: float, but: Collection[K] = ()) -> list[Near[K]]:
        """What stands within a limit of any of some areas, the nearest first (M1.6, M6.9).

        Args:
            areas: of bases or sweeps, in full size.
            limit: cm, the border included.
            but: what is not looked at.
        """
        mine, theirs = self._tree.query(areas, "dwithin", limit + 2 * MEASURE)
        lengths: dict[K, float] = {}
        found = shapely.distance(areas[mine], self._areas[theirs])
        for row, length in zip(theirs.tolist(), found.tolist(), strict=True):
            key = self._keys[row]
            if key not in but and length < lengths.get(key, np.inf):
                lengths[key] = length
        told = [Near(key, rounded(length)) for key, length in lengths.items()]
        kept = [near for near in told if near.length <= limit + MEASURE]
        return sorted(kept, key=lambda near: (near.length, self._rank[near.key]))

    def stop(
        self, areas: Areas, firm: Areas, facing: Pose, limit: float, but: Collection[K] = ()
    ) -> tuple[float, list[K]]:
        """How far something can move straight ahead, and whom it then touches, by rank (M6.15).

        What it can brush by, `SLACK` of each given, does not stop it; nobody is touched where it
        moves as far as it may.

        Args:
            areas: what moves, convex and at full size.
            firm: the same made smaller by `SLACK`.
            facing: the way it moves.
            limit: cm that it moves at most.
            but: who does not stop it.
        """
        # two firm areas stand 2 `SLACK` apart where the whole ones touch
        (fx, fy), far = facing.forward, limit + 2 * SLACK + MEASURE
        met = self.overlapped(straight(firm, (fx * far, fy * far)), but)
        length, stops = limit, dict[K, float]()
        # nobody is touched before so many cm are gone as lie between: the rest need not be reckoned
        apart = {key: distance(areas, self.areas(key)) for key in met}
        for key in sorted(met, key=apart.__getitem__):
            if apart[key] > length + TOUCH:
                break
            stops[key] = stop_distance(areas, facing, self.areas(key), far)
            length = min(length, stops[key])
        return length, [k for k in met if stops.get(k, far) <= length + TOUCH - SLACK]
