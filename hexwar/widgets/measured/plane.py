"""From the cm of a table to the units of a scene, and back: one unit is one pixel at 100 %."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from hexwar.table.stands import Block, Cloth
from hexwar.tabletop.base import Base, Stand, corners
from hexwar.tabletop.pose import Vector

UNIT = 16.0
"""Scene units to a cm: a stand of infantry is 40 wide at 100 %."""

RIM = 1.4
"""cm of wood round the cloth."""

_KEPT = 600  # outlines of blocks


class Plane:
    """Where a table lies in a scene: north is up, the north-west corner of the cloth the origin."""

    def __init__(self, cloth: Cloth) -> None:
        self.width, self.height = cloth.width / 100, cloth.height / 100  # cm
        self._outlines: dict[tuple[tuple[Stand, ...], float], QPainterPath] = {}

    @property
    def cloth(self) -> QRectF:
        """The cloth."""
        return QRectF(0.0, 0.0, self.width * UNIT, self.height * UNIT)

    @property
    def sheet(self) -> QRectF:
        """The cloth and the wood round it."""
        rim = RIM * UNIT
        return self.cloth.adjusted(-rim, -rim, rim, rim)

    def to_scene(self, point: Vector) -> QPointF:
        """The scene point of a point in cm."""
        return QPointF(point[0] * UNIT, (self.height - point[1]) * UNIT)

    def to_table(self, point: QPointF) -> Vector:
        """The point in cm under a scene point."""
        return point.x() / UNIT, self.height - point.y() / UNIT

    def holds(self, point: Vector) -> bool:
        """Whether a point in cm lies on the cloth."""
        return 0.0 <= point[0] <= self.width and 0.0 <= point[1] <= self.height

    def kept(self, point: Vector) -> Vector:
        """The point of the cloth nearest to one in cm."""
        return min(max(point[0], 0.0), self.width), min(max(point[1], 0.0), self.height)

    def points(self, ring: Iterable[Vector]) -> QPolygonF:
        """Points in cm as Qt has them."""
        return QPolygonF([self.to_scene(point) for point in ring])

    def line(self, ring: Iterable[Vector]) -> QPainterPath:
        """An open path through points in cm."""
        path = QPainterPath()
        path.addPolygon(self.points(ring))
        return path

    def area(self, ring: Iterable[Vector]) -> QPainterPath:
        """A closed path round points in cm."""
        path = self.line(ring)
        path.closeSubpath()
        return path

    def stand(self, stand: Stand, grow: float = 0.0) -> QPainterPath:
        """The outline of a stand, so many cm larger on each side."""
        pose, base = stand
        if isinstance(base, Base):
            return self.area(corners(pose, base, grow))
        path = QPainterPath()
        radius = (base.diameter / 200 + grow) * UNIT
        path.addEllipse(self.to_scene(pose.point), radius, radius)
        return path

    def block(self, block: Block, grow: float = 0.0) -> QPainterPath:
        """The outline of all stands of a block."""
        key = block.stands, round(grow, 3)
        path = self._outlines.get(key)
        if path is None:
            path = QPainterPath()
            for stand in block.stands:
                path = path.united(self.stand(stand, grow))
            if len(self._outlines) > _KEPT:
                self._outlines.clear()
            self._outlines[key] = path
        return path

    def box(self, block: Block) -> QRectF:
        """The box that a block's stands just fill."""
        box = QRectF()
        for stand in block.stands:
            box |= self.stand(stand).boundingRect()
        return box


class Frame:
    """The rectangle about a block that is turned as it is: where its handles are."""

    def __init__(self, block: Block) -> None:
        self.pose = block.pose
        spots = [point for stand in block.stands for point in _extremes(stand)]
        ahead = [block.pose.ahead_of(point) for point in spots]
        aside = [block.pose.aside_of(point) for point in spots]
        self.front, self.rear = max(ahead, default=0.0), min(ahead, default=0.0)  # cm
        self.left, self.right = min(aside, default=0.0), max(aside, default=0.0)

    @property
    def front_left(self) -> Vector:
        """The corner about which it wheels to the left."""
        return self.pose.at(self.front, self.left)

    @property
    def front_right(self) -> Vector:
        """The corner about which it wheels to the right."""
        return self.pose.at(self.front, self.right)

    def ahead(self, length: float) -> Vector:
        """The point so many cm before the middle of its front."""
        return self.pose.at(self.front + length, (self.left + self.right) / 2)

    def flank(self, *, right: bool) -> Vector:
        """The middle of a side."""
        return self.pose.at((self.front + self.rear) / 2, self.right if right else self.left)


def _extremes(stand: Stand) -> Iterable[Vector]:
    pose, base = stand
    if isinstance(base, Base):
        return corners(pose, base)
    radius = base.diameter / 200
    return [pose.turned(150 * step).at(radius) for step in range(24)]
