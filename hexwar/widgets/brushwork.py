"""What every painter needs: pen and brush at once, shapes as paths, gradients, words."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, Generic, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QGradient,
    QImage,
    QPaintDevice,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

Gradient = TypeVar("Gradient", bound=QGradient)
Point = QPointF | tuple[float, float]


FINE: Final = (QPainter.RenderHint.Antialiasing, QPainter.RenderHint.SmoothPixmapTransform)
"""What a painter bears that may take its time: soft edges, and pictures stretched smoothly."""


def finely(device: QPaintDevice) -> QPainter:
    """A painter on a device that takes its time."""
    painter = QPainter(device)
    for hint in FINE:
        painter.setRenderHint(hint)
    return painter


def smooth(device: QPaintDevice) -> QPainter:
    """A painter on a device whose edges are soft."""
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


@contextmanager
def kept(painter: QPainter) -> Iterator[None]:
    """Whatever is set within is as before afterwards: pen, brush, font, clip and transform."""
    painter.save()
    yield
    painter.restore()


def take_up(
    painter: QPainter, pen: QPen | QColor | None, brush: QBrush | QColor | QGradient | None = None
) -> None:
    """Take up a pen and a brush; None for no line, or nothing inside."""
    painter.setPen(Qt.PenStyle.NoPen if pen is None else pen)
    painter.setBrush(Qt.BrushStyle.NoBrush if brush is None else brush)


def round_ended(ink: QColor, width: float) -> QPen:
    """A pen whose lines end round."""
    return QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)


def clear_image(width: int, height: int) -> QImage:
    """A picture with nothing on it yet."""
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def clear_pixmap(width: float, height: float, ratio: float) -> QPixmap:
    """The same of a size in pixels of a screen, which has so many device pixels to each."""
    pixmap = QPixmap(round(width * ratio), round(height * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap


Key = TypeVar("Key", bound=Hashable)
Picture = TypeVar("Picture", QImage, QPixmap)


class PictureStore(Generic[Key, Picture]):
    """Pictures by key, at most so many bytes of them; the longest unused go first.

    The picture put last is kept in any case.
    """

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._pictures: OrderedDict[Key, Picture] = OrderedDict()
        self.kept_bytes = 0

    def __len__(self) -> int:
        return len(self._pictures)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._pictures)

    def get(self, key: Key) -> Picture | None:
        """The picture of a key, now the latest used, or None."""
        picture = self._pictures.get(key)
        if picture is not None:
            self._pictures.move_to_end(key)
        return picture

    def put(self, key: Key, picture: Picture) -> None:
        """Keep a picture; the longest unused go where there is no room."""
        if key in self._pictures:
            self._forget(key)
        self._pictures[key] = picture
        self.kept_bytes += _bytes_of(picture)
        while self.kept_bytes > self._budget and len(self._pictures) > 1:
            self._forget(next(iter(self._pictures)))

    def _forget(self, key: Key) -> None:
        self.kept_bytes -= _bytes_of(self._pictures.pop(key))


def _bytes_of(picture: QImage | QPixmap) -> int:
    return picture.width() * picture.height() * 4


# -- colours


def faded(colour: QColor | str, alpha: int) -> QColor:
    """The colour with an opacity from 0 to 255."""
    result = QColor(colour)
    result.setAlpha(alpha)
    return result


def graded(gradient: Gradient, *stops: tuple[float, QColor | str]) -> Gradient:
    """A gradient with its colours, each at a place from 0 to 1."""
    for place, colour in stops:
        gradient.setColorAt(place, QColor(colour))
    return gradient


# -- shapes


def polygon(points: Iterable[Point]) -> QPolygonF:
    """Points as Qt has them."""
    return QPolygonF([p if isinstance(p, QPointF) else QPointF(*p) for p in points])


def line_of(*points: Point) -> QPainterPath:
    """An open path from point to point."""
    path = QPainterPath()
    path.addPolygon(polygon(points))
    return path


def area_of(*points: Point) -> QPainterPath:
    """A closed path round some points."""
    path = line_of(*points)
    path.closeSubpath()
    return path


def ellipse(middle: Point, radius: float) -> QPainterPath:
    """A circle about a middle."""
    path = QPainterPath()
    at = middle if isinstance(middle, QPointF) else QPointF(*middle)
    path.addEllipse(at, radius, radius)
    return path


def square_about(middle: QPointF, half: float) -> QRectF:
    """The square whose edges lie so far from a middle."""
    return QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)


def oblong(rect: QRectF) -> QPainterPath:
    """A rectangle as a path."""
    path = QPainterPath()
    path.addRect(rect)
    return path


def rounded(rect: QRectF, radius: float) -> QPainterPath:
    """A rectangle with round corners."""
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius)
    return path


# -- words


Align = Qt.AlignmentFlag


def elided(words: str, letters: QFont, width: float) -> str:
    """As much of a line as there is room for, with an ellipsis where it is cut."""
    return QFontMetricsF(letters).elidedText(words, Qt.TextElideMode.ElideRight, width)


def write(
    painter: QPainter,
    box: QRectF,
    words: str,
    letters: QFont,
    ink: QColor,
    flags: Qt.AlignmentFlag = Align.AlignVCenter,
) -> None:
    """Write words into a box; what is too long goes beyond it."""
    painter.setFont(letters)
    painter.setPen(ink)
    painter.drawText(box, flags, words)
