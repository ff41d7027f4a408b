"""The map as the lowest item of a board's scene."""

from __future__ import annotations

import weakref
from functools import cached_property
from pathlib import Path
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QImage, QPainter, QTransform
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsObject,
    QStyleOptionGraphicsItem,
    QWidget,
)

from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.mapart.tilecache import (
    SCALES,
    OverviewStore,
    TileCache,
    TileKey,
    keys_within,
    level_for,
)
from hexwar.widgets.mapart.tileworker import TileWorker

CAPACITY: Final = 128 * 2**20
"""Bytes of tiles kept in memory."""

_OVERVIEW: Final = 2_000_000  # pixels that the overview may have


class MapLayer(QGraphicsObject):
    """Shows a map at any zoom without making anybody wait for it.

    The map is painted in tiles by a thread of its own. Where a tile is not there yet a coarser
    picture stands in, so that no part of the sheet is ever blank.

    Args:
        art: What paints the map.
        cache: A folder in which an overview is kept for the next start; None keeps none.
        is_direct: Paint at once on whatever asks, without tiles or a thread: for pictures.
    """

    settled = Signal()
    """Every tile that was looked for has been painted."""

    def __init__(
        self, art: MapPainter, cache: Path | None = None, *, is_direct: bool = False
    ) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._art = art
        self._bounds = art.bounds
        self._tiles = TileCache(CAPACITY)
        self._missing: set[TileKey] = set()
        self._levels: dict[int, int] = {}  # the level each view looks at, by the view's id
        self._overview: dict[TileKey, QImage | None] = {}
        self._store = OverviewStore(cache, art.fingerprint) if cache and art.fingerprint else None
        self._worker = None if is_direct else self._hire()

    @property
    def is_settled(self) -> bool:
        """Whether no tile is being waited for."""
        return not self._missing

    def boundingRect(self) -> QRectF:
        """The sheet with its margin."""
        return self._bounds

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """Paints what is exposed."""
        self.paint_part(painter, option.exposedRect, widget)

    def paint_part(self, painter: QPainter, part: QRectF, widget: QWidget | None) -> None:
        """Paints a part of the sheet, on the board or on another widget that shows it.

        Args:
            painter: Its coordinates are scene pixels.
            part: What to paint, scene pixels.
            widget: Where it is painted; tiles are kept ready at the zoom of each.
        """
        exposed = part & self._bounds
        if exposed.isEmpty():
            return
        painter.save()
        painter.setClipRect(exposed, Qt.ClipOperation.IntersectClip)
        scale = painter.deviceTransform().m11()
        if self._worker is None:
            self._art.paint(painter, exposed, scale)
        else:
            level = level_for(scale)
            self._look_at(level, id(widget))
            self._paint_tiles(painter, exposed, level)
        painter.restore()

    def close(self) -> None:
        """Ends the thread; the layer then shows what it has."""
        if self._worker is not None:
            self._worker.close()
            self._missing.clear()

    def _hire(self) -> TileWorker:
        """Starts the thread, and has it paint the overview unless an earlier run left one."""
        art = self._art
        worker = TileWorker(lambda key: art.picture(key.rect, SCALES[key.level]))
        worker.painted.connect(self._receive)
        weakref.finalize(self, worker.close)
        keys = list(keys_within(self._bounds, _overview_level(self._bounds)))
        stored = {} if self._store is None else self._store.load(keys)
        for key in keys:
            self._overview[key] = stored.get(key)
            if key in stored:
                self._tiles.pin(key, stored[key])
            else:
                worker.want_later(key)
        return worker

    @cached_property
    def _underpainting(self) -> QImage:
        return self._art.underpainting()

    def _look_at(self, level: int, view: int) -> None:
        """Notes what a view looks at; what no view looks at any more need not be painted."""
        if self._worker is not None and self._levels.get(view) != level:
            self._levels[view] = level
            self._missing -= self._worker.keep_levels(self._levels.values())

    def _paint_tiles(self, painter: QPainter, exposed: QRectF, level: int) -> None:
        """Paints tiles on whole device pixels, so that they meet without a seam."""
        device = painter.deviceTransform()
        beyond_world = painter.worldTransform().inverted()[0] * device
        painter.setWorldTransform(beyond_world.inverted()[0])
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        middle = exposed.center()
        keys = sorted(
            keys_within(exposed, level),
            key=lambda key: -(key.rect.center() - middle).manhattanLength(),
        )
        for key in keys:  # the middle is asked for last, and so painted first
            target = _on_pixels(device.mapRect(key.rect))
            tile = self._tiles.get(key)
            if tile is None:
                self._paint_stand_in(painter, target, key)
                self._want(key)
            elif tile.size() == target.size():
                painter.drawImage(target.topLeft(), tile)
            else:
                painter.drawImage(target, tile)

    def _want(self, key: TileKey) -> None:
        if self._worker is not None and not self._worker.is_closed:
            self._missing.add(key)
            forgotten = self._worker.want(key)
            if forgotten is not None:
                self._missing.discard(forgotten)

    def _paint_stand_in(self, painter: QPainter, target: QRect, key: TileKey) -> None:
        """Paints the part of a coarser picture that shows a tile's ground."""
        for level in range(key.level - 1, -1, -1):
            ancestor = key.ancestor(level)
            tile = self._tiles.get(ancestor)
            if tile is not None:
                painter.drawImage(QRectF(target), tile, _part(ancestor.rect, key.rect, tile))
                return
        picture = self._underpainting
        painter.drawImage(QRectF(target), picture, _part(self._bounds, key.rect, picture))
        self._paint_finer(painter, target, key)

    def _paint_finer(self, painter: QPainter, target: QRect, key: TileKey) -> None:
        """Paints what the overview has of a tile's ground, if the overview is finer."""
        to_device = QTransform.fromTranslate(target.x(), target.y())
        to_device.scale(target.width() / key.rect.width(), target.height() / key.rect.height())
        to_device.translate(-key.rect.x(), -key.rect.y())
        for finer, tile in self._overview.items():
            if tile is not None and finer.level > key.level and finer.rect.intersects(key.rect):
                painter.drawImage(_on_pixels(to_device.mapRect(finer.rect)), tile)

    @Slot(object, QImage)
    def _receive(self, key: TileKey, tile: QImage) -> None:
        """Takes a tile from the worker and shows it."""
        if key in self._overview:
            self._pin(key, tile)
        else:
            self._tiles.put(key, tile)
        self.update(key.rect & self._bounds)
        if key in self._missing:
            self._missing.remove(key)
            if not self._missing:
                self.settled.emit()

    def _pin(self, key: TileKey, tile: QImage) -> None:
        """Keeps a tile of the overview, and the whole of it on disk once it is complete."""
        self._overview[key] = tile
        self._tiles.pin(key, tile)
        tiles = {key: tile for key, tile in self._overview.items() if tile is not None}
        store, worker = self._store, self._worker
        if len(tiles) == len(self._overview) and store is not None and worker is not None:
            worker.want_later(lambda: store.save(tiles))


def _overview_level(bounds: QRectF) -> int:
    """The finest level up to a half at which the whole sheet stays small."""
    area = bounds.width() * bounds.height()
    fits = [i for i, s in enumerate(SCALES) if s <= 0.5 and area * s * s <= _OVERVIEW]
    return max(fits, default=0)


def _on_pixels(rect: QRectF) -> QRect:
    """The whole pixels nearest to a rectangle; neighbours still meet."""
    left, top = round(rect.left()), round(rect.top())
    return QRect(left, top, round(rect.right()) - left, round(rect.bottom()) - top)


def _part(whole: QRectF, part: QRectF, picture: QImage) -> QRectF:
    """Where a picture of a whole rectangle shows a part of it."""
    across, down = picture.width() / whole.width(), picture.height() / whole.height()
    x, y = (part.x() - whole.x()) * across, (part.y() - whole.y()) * down
    return QRectF(x, y, part.width() * across, part.height() * down)
