"""Flags on poles, where something counts: of one size at every zoom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hexwar.table.stands import Post
from hexwar.widgets.brushwork import (
    Align,
    PictureStore,
    clear_pixmap,
    faded,
    kept,
    rounded,
    smooth,
    take_up,
    write,
)
from hexwar.widgets.counters.easel import Detail, Easel, paint_flag
from hexwar.widgets.measured.figures import nation_of
from hexwar.widgets.measured.page import DARK, LIGHT, letters
from hexwar.widgets.measured.plane import Plane

POSTS_Z: Final = 27.0

_HIGH: Final = 30.0  # of a flag with its pole, pixels
_FOOT: Final = QPointF(60.0, 36.0)  # of the pole in its picture, pixels
_BUDGET: Final = 2 * 2**20


class Posts(QGraphicsItem):
    """All flags of a table."""

    def __init__(self, plane: Plane) -> None:
        super().__init__()
        self.setZValue(POSTS_Z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._plane = plane
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.shown: tuple[Post, ...] = ()
        self._pictures = PictureStore[tuple[str, str, float], QPixmap](_BUDGET)

    def show_posts(self, posts: Sequence[Post]) -> None:
        """Shows these and no others."""
        if tuple(posts) != self.shown:
            self.shown = tuple(posts)
            self.update()

    def boundingRect(self) -> QRectF:
        """The table and what hangs over its edge."""
        return self._plane.sheet.adjusted(-200, -200, 200, 200)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _: QWidget | None = None
    ) -> None:
        """Paints those that are exposed, at the size of the screen."""
        ratio, seen = painter.device().devicePixelRatioF(), painter.worldTransform()
        room = 2 * _HIGH / seen.m11()
        box = option.exposedRect.adjusted(-room, -room, room, room)
        with kept(painter):
            painter.resetTransform()
            for post in self.shown:
                at = self._plane.to_scene(post.at)
                if box.contains(at):
                    foot = seen.map(at)
                    corner = QPointF(round(foot.x() * ratio), round(foot.y() * ratio)) / ratio
                    painter.drawPixmap(corner - _FOOT, self._picture(post, ratio))

    def _picture(self, post: Post, ratio: float) -> QPixmap:
        key = post.coat, post.text, ratio
        picture = self._pictures.get(key)
        if picture is None:
            picture = clear_pixmap(2 * _FOOT.x(), _FOOT.y() + 20.0, ratio)
            painter = smooth(picture)
            painter.translate(_FOOT)
            _paint(painter, post, ratio)
            painter.end()
            self._pictures.put(key, picture)
        return picture


def _paint(painter: QPainter, post: Post, ratio: float) -> None:
    """A flag whose pole stands on the origin, and what it is worth at its foot."""
    take_up(painter, None, QColor(20, 14, 6, 90))
    painter.drawEllipse(QPointF(5.0, 0.6), 8.0, 2.6)
    if post.coat:
        box = QRectF(-0.1 * _HIGH, -_HIGH, 1.3 * _HIGH, _HIGH)
        paint_flag(Easel(painter, ratio, Detail.FINE), nation_of(post.coat), box)
    else:
        _paint_bare(painter)
    if post.text:
        wide = 10.0 + 7.0 * len(post.text)
        plate = QRectF(-wide / 2, -1.0, wide, 14.0)
        take_up(painter, QPen(DARK, 1.0), faded(LIGHT, 240))
        painter.drawPath(rounded(plate, 3.0))
        write(painter, plate, post.text, letters(11), DARK, Align.AlignCenter)


def _paint_bare(painter: QPainter) -> None:
    """A pole with a grey flag: nobody holds it."""
    painter.setPen(QPen(DARK, 3.0))
    painter.drawLine(QLineF(0, 0, 0, -_HIGH))
    painter.setPen(QPen(QColor("#b98a4a"), 1.4))
    painter.drawLine(QLineF(0, 0, 0, -_HIGH))
    take_up(painter, QPen(DARK, 1.0), QColor("#b9b4a6"))
    painter.drawRect(QRectF(0.8, -_HIGH, 20.0, 13.0))
