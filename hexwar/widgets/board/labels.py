"""The names of places, which keep clear of counters: they move, and lie over what they touch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hexwar.widgets.brushwork import PictureStore, clear_image, kept
from hexwar.widgets.mapart.canvas import Canvas
from hexwar.widgets.mapart.names import Label, overlaps
from hexwar.widgets.mapart.palette import Season
from hexwar.widgets.mapart.raster import Floats
from hexwar.widgets.mapart.tiles import SCALES, MapLayer, level_for

LABELS_Z: Final = 54.0
"""Above the stacks, whose edges a name may touch, and below what is planned."""

_COVERED: Final = 14.0  # cost of lying wholly on counters, or of hiding one of them
_CLASH: Final = 30.0  # and on other names
_STAYS: Final = 0.35  # by how much another spot must be better than that of the printed map
_BUDGET: Final = 24 * 2**20  # bytes of pictures

Key = tuple[int, float, float, Season]


class Labels(QGraphicsItem):
    """Paints the names of places at spots where no counter covers them, as far as there are any."""

    def __init__(self, sheet: MapLayer) -> None:
        super().__init__()
        self._sheet = sheet
        self._counters: Floats = np.empty((0, 4))
        self._shown: Sequence[Label] = ()
        self._spots: list[int] = []
        self._pictures = PictureStore[Key, QImage](_BUDGET)
        self.setZValue(LABELS_Z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        sheet.named.connect(self._renew)
        sheet.settled.connect(self._renew)

    def boundingRect(self) -> QRectF:
        """The sheet."""
        return self._sheet.boundingRect()

    def keep_clear(self, counters: Sequence[QRectF]) -> None:
        """Finds spots clear of these from now on."""
        boxes = [(r.left(), r.top(), r.right(), r.bottom()) for r in counters]
        found = np.array(sorted(boxes), dtype=np.float64).reshape(-1, 4)
        if found.shape != self._counters.shape or (found != self._counters).any():
            self._counters, self._shown, self._spots = found, (), []
            self.update()

    def places(self, scale: float, ratio: float = 1.0) -> list[QRectF]:
        """Where the names stand at so many device pixels to a scene pixel, on such a screen."""
        labels = self._settled(scale, ratio)
        pairs = zip(labels, self._spots, strict=True)
        return [label.name.bounds.translated(*label.spots[spot]) for label, spot in pairs]

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _: QWidget | None = None
    ) -> None:
        """Paints those that are exposed, on whole device pixels."""
        scale = painter.deviceTransform().m11()
        ratio = painter.device().devicePixelRatioF()
        labels = self._settled(scale, ratio)
        world = painter.worldTransform()  # a widget's own place in its window stays out of it
        with kept(painter):
            painter.resetTransform()
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            for i, (label, spot) in enumerate(zip(labels, self._spots, strict=True)):
                box = label.name.bounds.translated(*label.spots[spot])
                if box.intersects(option.exposedRect):
                    self._paint_one(painter, i, label, world.map(box.topLeft()), scale, ratio)

    def _paint_one(
        self, painter: QPainter, i: int, label: Label, corner: QPointF, scale: float, ratio: float
    ) -> None:
        own = SCALES[level_for(scale)]
        picture = self._picture(i, label, own, ratio)
        x, y = round(corner.x() * ratio) / ratio, round(corner.y() * ratio) / ratio
        wide, high = (round(edge * scale / own) for edge in (picture.width(), picture.height()))
        painter.drawImage(QRectF(x, y, wide / ratio, high / ratio), picture)

    def _picture(self, i: int, label: Label, scale: float, ratio: float) -> QImage:
        """A name painted at the scale of the tiles that it lies on."""
        key = i, scale, ratio, self._sheet.season
        picture = self._pictures.get(key)
        if picture is None:
            box = label.name.bounds
            picture = clear_image(
                max(int(box.width() * scale) + 1, 1), max(int(box.height() * scale) + 1, 1)
            )
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(scale, scale)
            painter.translate(-box.topLeft())
            label.name.paint(Canvas(painter, box, scale, self._sheet.season))
            painter.end()
            self._pictures.put(key, picture)
        return picture

    def _renew(self) -> None:
        self.update()

    def _settled(self, scale: float, ratio: float) -> Sequence[Label]:
        """The names of a scale, their spots found."""
        labels = self._sheet.labels(scale, ratio)
        if labels is not self._shown:
            self._shown = labels
            self._spots = spots_of(labels, self._counters)
        return labels


def spots_of(labels: Sequence[Label], counters: Floats) -> list[int]:
    """The spot of each name, those that come first choosing first.

    It is that of the printed map, unless counters or a name that had to move lie there.
    """
    taken: Floats = np.empty((0, 4))
    sizes = (counters[:, 2:] - counters[:, :2]).prod(axis=1)
    counter = float(sizes.min()) if len(sizes) else 0.0
    spots = []
    for label in labels:
        boxes = label.name.boxes + np.tile(label.spots, 2)[:, None, :]
        area = (boxes[..., 2:] - boxes[..., :2]).prod(axis=-1).sum(axis=1)
        whole = np.minimum(area, counter) if counter else area
        covered = overlaps(boxes, counters).sum(axis=(1, 2)) / np.maximum(whole, 1.0)
        clash = overlaps(boxes, taken).sum(axis=(1, 2)) / np.maximum(area, 1.0)
        costs = _COVERED * covered + _CLASH * clash
        costs = costs + np.where(costs[label.best] > 0, label.costs - label.costs[label.best], 9.0)
        costs[label.best] -= _STAYS
        spot = int(costs.argmin())
        taken = np.concatenate([taken, boxes[spot]])
        spots.append(spot)
    return spots
