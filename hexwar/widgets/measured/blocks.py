"""The blocks on a table: an item each, painted once for each zoom, and moved along ways."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PySide6.QtCore import (
    QElapsedTimer,
    QObject,
    QPointF,
    QRectF,
    Qt,
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsScene,
    QStyleOptionGraphicsItem,
    QWidget,
)

from hexwar.table.stands import Block
from hexwar.tabletop.pose import FULL, Pose, half_up, turn_between
from hexwar.widgets.brushwork import kept
from hexwar.widgets.measured.bases import Look, Picture, Sight, paint_block
from hexwar.widgets.measured.plane import Plane
from hexwar.widgets.theme import Theme

BLOCKS_Z: Final = 20.0
MOVING_Z: Final = 26.0

_MARGIN: Final = 18.0
"""Room round a block for shadows, scene units."""

_SMOOTH: Final = QPainter.RenderHint.SmoothPixmapTransform


_A_FRAME: Final = 9.0
"""Milliseconds that pictures of blocks may take of one frame; the rest come with the next."""


class Quota(QObject):
    """Spreads the painting of many pictures over frames: old ones stand in meanwhile."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._clock = QElapsedTimer()
        self._spent = 0.0
        self._waiting: list[BlockItem] = []
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._go_on)

    @property
    def is_spent(self) -> bool:
        """Whether this frame has painted enough."""
        return self._spent >= _A_FRAME

    def begin(self) -> None:
        """A picture is begun."""
        self._clock.start()

    def end(self) -> None:
        """It is painted."""
        self._spent += self._clock.nsecsElapsed() / 1e6
        self._next.start()

    def wait(self, item: BlockItem) -> None:
        """An item shows an old picture until there is time for its own."""
        self._waiting.append(item)
        self._next.start()

    def _go_on(self) -> None:
        waiting, self._waiting, self._spent = self._waiting, [], 0.0
        for item in waiting:
            if item.scene() is not None:
                item.update()


class BlockItem(QGraphicsItem):
    """A block, or its ghost. Clicks go through it: the view asks where the stands are."""

    def __init__(self, plane: Plane, theme: Theme, block: Block, quota: Quota) -> None:
        super().__init__()
        self._plane, self._theme, self._quota = plane, theme, quota
        self.block = block
        self.is_quick = False
        self._looks: dict[Sight, Look] = {}
        self._last: _Painted | None = None
        self._box = QRectF()
        self.setZValue(BLOCKS_Z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._lay()

    def hasten(self, *, on: bool) -> None:
        """Sets whether it turns just now: then the picture it has is turned, not painted anew."""
        if on is not self.is_quick:
            self.is_quick = on
            self.update()

    def show_block(self, block: Block) -> None:
        """Shows another state of it."""
        if block != self.block:
            self.prepareGeometryChange()
            self.block = block
            self._looks.clear()
            self._lay()
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Paints it in other colours."""
        self._theme, self._last = theme, None
        self.update()

    def _lay(self) -> None:
        middle = self._plane.to_scene(self.block.pose.point)
        self.setPos(middle)
        box = self._plane.box(self.block)
        self._box = box.translated(-middle).adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)

    def boundingRect(self) -> QRectF:
        """The stands with their shadows."""
        return self._box

    def paint(
        self, painter: QPainter, _: QStyleOptionGraphicsItem, __: QWidget | None = None
    ) -> None:
        """Paints it on whole device pixels; in haste a picture of another zoom stands in."""
        zoom, ratio = painter.worldTransform().m11(), painter.device().devicePixelRatioF()
        at = painter.deviceTransform().map(QPointF(0.0, 0.0))
        is_hasty = not painter.testRenderHint(_SMOOTH)
        last = self._painted(Sight.at(zoom), zoom * ratio, is_hasty=is_hasty)
        share, turn = zoom * ratio / last.scale, turn_between(last.bearing, self.block.pose.bearing)
        with kept(painter):
            painter.setWorldTransform(to_device(painter))
            if share == 1.0 and not turn:
                at = QPointF(round(at.x()), round(at.y()))
            painter.translate(at)
            painter.scale(share, share)
            painter.rotate(turn / 10)
            painter.drawImage(-last.picture.middle, last.picture.image)

    def _painted(self, sight: Sight, scale: float, *, is_hasty: bool) -> _Painted:
        """Its picture: the last one, if that will do."""
        look = self._looks.get(sight)
        if look is None:
            look = self._looks[sight] = Look.of(self.block, sight)
        last, bearing = self._last, self.block.pose.bearing
        if last is not None:
            is_alike = last.look.block == look.block or last.look.sight is not sight
            is_turned = last.bearing != bearing
            if (last.look, last.scale, last.bearing) == (look, scale, bearing):
                return last
            only_turns = last.look == look and last.scale == scale
            if (is_alike and is_hasty and not is_turned) or (only_turns and self.is_quick):
                return last
            if is_alike and self._quota.is_spent:
                self._quota.wait(self)
                return last
        self._quota.begin()
        picture = paint_block(look, bearing, self._theme, scale)
        self._last = _Painted(look, bearing, scale, picture)
        self._quota.end()
        return self._last


@dataclass(frozen=True, slots=True)
class _Painted:
    """A picture, and what it shows."""

    look: Look
    bearing: int
    scale: float
    picture: Picture


def to_device(painter: QPainter) -> QTransform:
    """The world transform under which a unit is a device pixel."""
    rest = painter.worldTransform().inverted()[0] * painter.deviceTransform()
    return rest.inverted()[0]


class Blocks(QObject):
    """All blocks that stand on the table, by id."""

    changed = Signal()
    """One of them stands elsewhere, or looks otherwise."""

    def __init__(self, scene: QGraphicsScene, plane: Plane, theme: Theme) -> None:
        super().__init__(scene)
        self._scene, self._plane, self._theme = scene, plane, theme
        self.quota = Quota(self)
        """What the painting of blocks may take of a frame."""
        self._items: dict[str, BlockItem] = {}
        self._is_away = False

    def __getitem__(self, id_: str) -> Block:
        return self._items[id_].block

    def __contains__(self, id_: object) -> bool:
        return id_ in self._items

    def __iter__(self) -> Iterator[Block]:
        return (item.block for item in self._items.values())

    def __len__(self) -> int:
        return len(self._items)

    def get(self, id_: str) -> Block | None:
        """A block by its id; None where it is not on the table."""
        item = self._items.get(id_)
        return None if item is None else item.block

    def show(self, blocks: Collection[Block]) -> None:
        """Shows these and no others; what is the same is left alone."""
        wanted = {block.id: block for block in blocks}
        for id_ in [id_ for id_ in self._items if id_ not in wanted]:
            self._scene.removeItem(self._items.pop(id_))
        for id_, block in wanted.items():
            item = self._items.get(id_)
            if item is None:
                item = self._items[id_] = BlockItem(self._plane, self._theme, block, self.quota)
                item.setVisible(not self._is_away)
                self._scene.addItem(item)
            else:
                item.show_block(block)
        self.changed.emit()

    def put(self, block: Block, *, lifted: bool = False) -> None:
        """Puts one that is on its way elsewhere."""
        item = self._items.get(block.id)
        if item is not None:
            item.setZValue(MOVING_Z if lifted else BLOCKS_Z)
            item.hasten(on=lifted)
            item.show_block(block)

    def set_theme(self, theme: Theme) -> None:
        """Paints all in other colours."""
        self._theme = theme
        for item in self._items.values():
            item.set_theme(theme)

    def put_away(self, *, on: bool) -> None:
        """Takes all of them off the table for a while, or puts them back."""
        self._is_away = on
        for item in self._items.values():
            item.setVisible(not on)
        self.changed.emit()


# -- on the way


Way = Sequence[Pose]

_A_CM: Final = 55.0
"""Milliseconds that a cm of the way takes at the usual pace."""

_A_TURN: Final = 3.2
"""And a degree of a turn."""

_LEAST, _MOST = 220.0, 1800.0


class Walks(QObject):
    """Moves blocks along poses: they slide, and turn by the shorter way."""

    moved = Signal()

    def __init__(self, blocks: Blocks) -> None:
        super().__init__(blocks)
        self._blocks = blocks
        self.speed = 1.0
        """1 is the usual pace, 2 twice as fast; 0 puts blocks down at their goal at once."""
        self._running: dict[str, tuple[QVariantAnimation, Callable[[], None]]] = {}

    @property
    def is_running(self) -> bool:
        """Whether any is on its way."""
        return bool(self._running)

    def start(self, piece: str, way: Way, done: Callable[[], None]) -> None:
        """Sets a block on its way from the first pose to the last.

        `done` is called when it has arrived, never before this returns; it is to show the state
        in which it stands there.
        """
        block = self._blocks.get(piece)
        if self.speed <= 0 or len(way) < 2 or block is None:
            QTimer.singleShot(0, self, done)
            return
        self.finish()
        at = _places(way)
        length = min(max(at[-1], _LEAST), _MOST)
        run = QVariantAnimation(self)
        run.setDuration(round(length / self.speed))
        run.setStartValue(0.0)
        run.setEndValue(at[-1])
        run.valueChanged.connect(lambda value: self._put(block, way, at, float(value)))
        run.finished.connect(lambda: self._end(piece))
        self._running[piece] = run, done
        run.start()

    def finish(self) -> None:
        """Brings all that are on their way to their goal now."""
        for run, _ in list(self._running.values()):
            run.setCurrentTime(run.duration())

    def _put(self, block: Block, way: Way, at: Sequence[float], value: float) -> None:
        self._blocks.put(block.moved(pose_on(way, at, value)), lifted=True)
        self.moved.emit()

    def _end(self, piece: str) -> None:
        run, done = self._running.pop(piece)
        block = self._blocks.get(piece)
        if block is not None:
            self._blocks.put(block)
        run.deleteLater()
        done()


def _places(way: Way) -> list[float]:
    """When each pose is reached, milliseconds at the usual pace."""
    at = [0.0]
    for a, b in pairwise(way):
        turn = abs(turn_between(a.bearing, b.bearing)) / 10
        at.append(at[-1] + max(math.dist(a.point, b.point) * _A_CM, turn * _A_TURN, 1.0))
    return at


def pose_on(way: Way, at: Sequence[float], value: float) -> Pose:
    """The pose on a way at a moment, of the moments at which its poses are reached."""
    for number in range(1, len(way)):
        if value <= at[number]:
            span = at[number] - at[number - 1]
            return _between(way[number - 1], way[number], (value - at[number - 1]) / span)
    return way[-1]


def _between(a: Pose, b: Pose, share: float) -> Pose:
    turn = turn_between(a.bearing, b.bearing)
    return Pose(
        half_up(a.x + (b.x - a.x) * share),
        half_up(a.y + (b.y - a.y) * share),
        half_up(a.bearing + turn * share) % FULL,
    )
