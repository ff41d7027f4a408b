"""Small marks that keep a readable size: discs, flags and numbers, each painted once a zoom."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

FARTHEST: Final = 0.2
"""The zoom down to which a mark stays inside the box that its drawing claims."""

_KEPT: Final = 512


class Mark(Protocol):
    """A small picture about its own origin, in scene units. Equal marks look the same."""

    @property
    def size(self) -> float:
        """The edge of the square about the origin that holds it."""

    def paint(self, painter: QPainter) -> None:
        """Paints it."""

    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Placed:
    """A mark at a point of the sheet."""

    at: QPointF
    mark: Mark
    least_zoom: float = 0.55  # at a lesser zoom it is drawn as large as at this one
    box: QRectF = field(init=False, compare=False)  # that it fills at most, in scene units

    def __post_init__(self) -> None:
        """Measures it once: boxes are asked for with every frame."""
        half = self.mark.size * max(self.least_zoom / FARTHEST, 1.0) / 2
        box = QRectF(self.at.x() - half, self.at.y() - half, 2 * half, 2 * half)
        object.__setattr__(self, "box", box)


class Stamps:
    """Paints marks by way of pictures kept for the next time, sharp at any zoom and pixel ratio."""

    def __init__(self) -> None:
        self._images: OrderedDict[tuple[Mark, float], QImage] = OrderedDict()

    def draw(
        self, painter: QPainter, marks: Iterable[Placed], exposed: QRectF, zoom: float
    ) -> None:
        """Paints those of the marks that the exposed part touches.

        The painter's transform may scale and shift, not turn.
        """
        ratio = painter.device().devicePixelRatioF()
        transform = painter.worldTransform()
        painter.save()
        painter.resetTransform()
        for placed in marks:
            if placed.box.intersects(exposed):
                image = self._image(placed.mark, max(zoom, placed.least_zoom) * ratio, ratio)
                at = transform.map(placed.at) * ratio
                half = image.width() / 2
                corner = QPointF(round(at.x() - half), round(at.y() - half))
                painter.drawImage(corner / ratio, image)
        painter.restore()

    def _image(self, mark: Mark, scale: float, ratio: float) -> QImage:
        key = (mark, round(scale, 3))
        image = self._images.get(key)
        if image is None:
            image = self._images[key] = _painted(mark, scale)
            if len(self._images) > _KEPT:
                self._images.popitem(last=False)
        else:
            self._images.move_to_end(key)
        image.setDevicePixelRatio(ratio)
        return image


def _painted(mark: Mark, scale: float) -> QImage:
    edge = max(round(mark.size * scale), 1)
    image = QImage(edge, edge, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(edge / 2, edge / 2)
    painter.scale(scale, scale)
    mark.paint(painter)
    painter.end()
    return image
