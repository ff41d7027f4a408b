"""The map as the lowest item of a board's scene: squares of it, painted once and kept."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtCore import QObject, QRect, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QImage, QPainter, QTransform
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsObject,
    QStyleOptionGraphicsItem,
    QWidget,
)

from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.table.battlefield import Battlefield
from hexwar.widgets.brushwork import PictureStore, kept
from hexwar.widgets.mapart.canvas import Detail, Layer
from hexwar.widgets.mapart.names import LABELLED_FROM, Label
from hexwar.widgets.mapart.overview import TILE, OverviewStore
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.mapart.palette import Season

CAPACITY: Final = 128 * 2**20
"""Bytes of tiles kept in memory."""

IDLE_MS: Final = 1500
"""How long nothing has to change before the whole sheet is made ready anew, milliseconds."""

_SMOOTH: Final = QPainter.RenderHint.SmoothPixmapTransform

_OVERVIEW: Final = 2_000_000  # pixels that the overview may have


class SheetPainter(Protocol):
    """Paints a sheet, such as a map, at any scale; from any thread."""

    @property
    def bounds(self) -> QRectF:
        """The sheet with its margin, scene pixels."""
        ...

    @property
    def fingerprint(self) -> str:
        """A name, fit for a file, that no picture of another sheet has; empty if there is none."""
        ...

    def paint(
        self, painter: QPainter, rect: QRectF, scale: float, season: Season, ratio: float
    ) -> None:
        """Paints a part, scene pixels, at so many device pixels to each."""
        ...

    def picture(self, rect: QRectF, scale: float, season: Season, ratio: float) -> QImage:
        """A part as a picture."""
        ...

    def underpainting(self, season: Season) -> QImage:
        """The whole sheet in soft colours, at once."""
        ...


class SheetLayer(QGraphicsObject):
    """Shows a sheet at any zoom without making anybody wait for it.

    It is painted in tiles by a thread of its own. Where a tile is not there yet a coarser
    picture stands in, so that no part of the sheet is ever blank. In a folder `cache` an overview
    is kept for the next start. `is_direct` paints at once, without tiles or a thread: for pictures.
    """

    settled = Signal()
    """Every tile that was looked for has been painted."""

    def __init__(
        self, art: SheetPainter, cache: Path | None = None, *, is_direct: bool = False
    ) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._art = art
        self._bounds = art.bounds
        self._tiles = PictureStore[TileKey, QImage](CAPACITY)
        self._missing: set[TileKey] = set()
        self._old: set[TileKey] = set()  # shown, and no longer true
        self._levels: dict[int, int] = {}  # the level each view looks at, by the view's id
        self._overview: dict[TileKey, QImage | None] = {}
        self._cache = cache
        self._under: tuple[Season, QImage] | None = None
        self._begun: set[tuple[Season, float]] = set()  # whose overview is there, or asked for
        self.season = Season.SUMMER
        """How the land looks; `set_season` changes it."""
        self._former = Season.SUMMER  # what stands in while another season is being painted
        self._worker = None if is_direct else self._hire()
        self._redrawn: list[tuple[int, QRectF]] = []  # where, and from which painting on

    @property
    def is_settled(self) -> bool:
        """Whether no tile is being waited for."""
        return not self._missing

    def set_season(self, season: Season) -> None:
        """Shows the land in another season; what is painted of one is kept for its return."""
        if season is not self.season:
            self._former, self.season = self.season, season
            if self._worker is not None:
                self._missing -= self._worker.keep_seasons((season,))
            self.update()

    def _repaint(self, rect: QRectF) -> None:
        """Forgets the tiles that touch a rectangle; the old ones stay till new ones come."""
        if rect.isEmpty():
            return
        self._under = None
        if self._worker is not None:
            self._redrawn.append((self._worker.renew(), rect))
            for key, tile in self._overview.items():
                if key.rect.intersects(rect) and tile is not None:
                    self._worker.want_later(key)
            self._old |= {key for key in self._tiles if key.rect.intersects(rect)}
            self._old |= {key for key in self._overview if key.rect.intersects(rect)}
        self.update(rect & self._bounds)

    @property
    def overview_scale(self) -> float:
        """Device pixels to a scene pixel of the picture of the whole sheet that is always kept."""
        return SCALES[_overview_level(self._bounds)]

    def boundingRect(self) -> QRectF:
        """The sheet with its margin."""
        return self._bounds

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """Paints what is exposed, as finely as the painter's hints say."""
        self.paint_part(painter, option.exposedRect, widget)

    def paint_part(self, painter: QPainter, part: QRectF, widget: QWidget | None) -> None:
        """Paints a part of the sheet, scene pixels, on the board or another widget that shows it.

        Tiles are kept ready at the zoom of each widget.
        """
        exposed = part & self._bounds
        if exposed.isEmpty():
            return
        with kept(painter):
            painter.setClipRect(exposed, Qt.ClipOperation.IntersectClip)
            # Tiles end on whole pixels.
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
            scale = painter.deviceTransform().m11()
            ratio = painter.device().devicePixelRatioF()
            if self._worker is None:
                self._art.paint(painter, exposed, scale, self.season, ratio)
            else:
                level = level_for(scale)
                self._look_at(level, id(widget), ratio)
                if not painter.testRenderHint(_SMOOTH):
                    level = self._hasty_level(exposed, scale, level, ratio)
                self._paint_tiles(painter, exposed, level, ratio)

    def close(self) -> None:
        """Ends the thread; the layer then shows what it has."""
        if self._worker is not None:
            self._worker.close()
            self._missing.clear()

    def _hire(self) -> TileWorker:
        """Starts the thread."""
        art = self._art
        worker = TileWorker(
            lambda key: art.picture(key.rect, SCALES[key.level], key.season, key.ratio)
        )
        worker.painted.connect(self._receive)
        weakref.finalize(self, worker.close)
        return worker

    def _begin_season(self, worker: TileWorker, ratio: float) -> None:
        """Has the overview painted that the season has, unless an earlier run left one.

        Not before the map is looked at: the window is laid out sooner without company.
        """
        level = _overview_level(self._bounds)
        keys = list(keys_within(self._bounds, level, self.season, ratio))
        store = self._store(self.season, ratio)
        stored = {} if store is None else store.load(keys)
        for key in keys:
            self._overview[key] = stored.get(key)
            if key not in stored:
                worker.want_later(key)

    def _store(self, season: Season, ratio: float) -> OverviewStore | None:
        """Where the overview of a season is kept for a screen's ratio."""
        if not (self._cache and self._art.fingerprint):
            return None
        name = f"{self._art.fingerprint}-{season.value}"
        return OverviewStore(self._cache, name if ratio == 1 else f"{name}-{ratio:g}")

    def _underpainting(self) -> QImage:
        """The whole sheet in soft colours."""
        if self._under is None or self._under[0] is not self.season:
            self._under = self.season, self._art.underpainting(self.season)
        return self._under[1]

    def _look_at(self, level: int, view: int, ratio: float) -> None:
        """Notes what a view looks at; what no view looks at any more need not be painted."""
        if self._worker is None:
            return
        if (self.season, ratio) not in self._begun:
            self._begun.add((self.season, ratio))
            self._begin_season(self._worker, ratio)
        if self._levels.get(view) != level:
            self._levels[view] = level
            self._missing -= self._worker.keep_levels(self._levels.values())

    def _hasty_level(self, exposed: QRectF, scale: float, level: int, ratio: float) -> int:
        """The next coarser level, a quarter of the work, where nothing is seen to come or go.

        That is if it is near enough, has the same detail, and all of it is there.
        """
        if level == 0 or scale > SCALES[level - 1] * _COARSEST:
            return level
        coarser, own = (Detail.at(SCALES[at] / ratio) for at in (level - 1, level))
        keys = keys_within(exposed, level - 1, self.season, ratio)
        return level - 1 if coarser is own and all(map(self._tile, keys)) else level

    def _paint_tiles(self, painter: QPainter, exposed: QRectF, level: int, ratio: float) -> None:
        """Paints tiles on whole device pixels, so that they meet without a seam."""
        device = painter.deviceTransform()
        beyond_world = painter.worldTransform().inverted()[0] * device
        painter.setWorldTransform(beyond_world.inverted()[0])
        middle = exposed.center()
        keys = sorted(
            keys_within(exposed, level, self.season, ratio),
            key=lambda key: -(key.rect.center() - middle).manhattanLength(),
        )
        for key in keys:  # the middle is asked for last, and so painted first
            target = _on_pixels(device.mapRect(key.rect))
            tile = self._tile(key)
            if tile is None:
                with kept(painter):
                    painter.setRenderHint(_SMOOTH)  # in haste too: it is stretched far
                    self._paint_stand_in(painter, target, key)
                self._want(key)
                continue
            if key in self._old:
                self._want(key)
            if tile.size() == target.size():
                painter.drawImage(target.topLeft(), tile)
            else:
                painter.drawImage(target, tile)

    def _tile(self, key: TileKey) -> QImage | None:
        """A tile of the overview, which stays for good, or one that is kept while there is room."""
        pinned = self._overview.get(key)
        return self._tiles.get(key) if pinned is None else pinned

    def _want(self, key: TileKey) -> None:
        if self._worker is not None and not self._worker.is_closing:
            self._missing.add(key)
            self._missing -= {self._worker.want(key)}

    def _paint_stand_in(self, painter: QPainter, target: QRect, key: TileKey) -> None:
        """Paints the part of a coarser picture that shows a tile's ground."""
        for season in (key.season, self._former):
            for level in range(key.level - (season is key.season), -1, -1):
                ancestor = replace(key.ancestor(level), season=season)
                tile = self._tile(ancestor)
                if tile is not None:
                    painter.drawImage(QRectF(target), tile, _part(ancestor.rect, key.rect, tile))
                    return
        picture = self._underpainting()
        painter.drawImage(QRectF(target), picture, _part(self._bounds, key.rect, picture))
        self._paint_finer(painter, target, key)

    def _paint_finer(self, painter: QPainter, target: QRect, key: TileKey) -> None:
        """Paints what the overview has of a tile's ground, if the overview is finer."""
        to_device = QTransform.fromTranslate(target.x(), target.y())
        to_device.scale(target.width() / key.rect.width(), target.height() / key.rect.height())
        to_device.translate(-key.rect.x(), -key.rect.y())
        for finer, tile in self._overview.items():
            is_finer = finer.level > key.level and finer.season is key.season
            if tile is not None and is_finer and finer.rect.intersects(key.rect):
                painter.drawImage(_on_pixels(to_device.mapRect(finer.rect)), tile)

    @Slot(object, QImage, int)
    def _receive(self, key: TileKey, tile: QImage, painted: int) -> None:
        """Takes a tile from the worker and shows it; one that was begun before a change is old."""
        if any(since > painted and key.rect.intersects(rect) for since, rect in self._redrawn):
            self._want(key)
            return
        self._redrawn = [one for one in self._redrawn if one[0] > painted]
        self._old.discard(key)
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
        same = key.season, key.ratio
        whole = {k: t for k, t in self._overview.items() if (k.season, k.ratio) == same}
        tiles = {k: t for k, t in whole.items() if t is not None}
        store, worker = self._store(*same), self._worker
        if len(tiles) == len(whole) and store is not None and worker is not None:
            worker.want_later(lambda: store.save(tiles))


class MapLayer(SheetLayer):
    """A map as a sheet, which may change while it is shown, and its names of places."""

    _caughtUp = Signal(QRectF)

    named = Signal()
    """The names of places that were looked for can be shown."""

    def __init__(
        self, art: MapPainter, cache: Path | None = None, *, is_direct: bool = False
    ) -> None:
        super().__init__(art, cache, is_direct=is_direct)
        self._map = art
        self._asked: set[Detail] = set()  # for which names were asked
        self._behind: threading.Thread | None = None
        self._idle = QTimer(self, singleShot=True, interval=IDLE_MS)
        self._idle.timeout.connect(self._catch_up)
        self._caughtUp.connect(self._take_caught_up)

    def redraw(self, battlefield: Battlefield, hexes: Collection[Hex]) -> None:
        """Shows another battlefield on the same grid, which differs near some hexes.

        What lies there is painted anew, all else stays; names follow when nothing has changed for a
        while.
        """
        self._repaint(self._map.redraw(battlefield, hexes))
        self._idle.start()

    def set_shares(self, shares: Mapping[Layer, float]) -> None:
        """Sets how far each layer of the map is seen, 0 to 1; those not named are, wholly."""
        self._map.shares = shares
        self._repaint(self._bounds)

    def _catch_up(self) -> None:
        if self._behind is not None and self._behind.is_alive():
            self._idle.start()
            return
        self._behind = threading.Thread(target=self._run_behind, daemon=True)
        self._behind.start()

    def _run_behind(self) -> None:
        self._caughtUp.emit(self._map.catch_up())

    @Slot(QRectF)
    def _take_caught_up(self, rect: QRectF) -> None:
        self._asked.clear()
        self._repaint(rect)
        self.named.emit()

    def close(self) -> None:
        """Ends the threads; the layer then shows what it has."""
        self._idle.stop()
        if self._behind is not None:
            self._behind.join()
        super().close()

    # -- names

    def labels(self, scale: float, ratio: float = 1.0) -> Sequence[Label]:
        """The names of places at so many device pixels to a scene pixel, and a screen's ratio.

        None are there from afar, where the sheet has them, nor before they are found.
        """
        scale = scale if self._worker is None else SCALES[level_for(scale)]
        detail = Detail.at(scale / ratio)
        if detail < LABELLED_FROM:
            return ()
        if self._worker is None:
            self._map.prepare_labels(detail)
        found = self._map.labels(detail)
        if found is None and self._worker is not None and detail not in self._asked:
            self._asked.add(detail)
            self._worker.want_soon(lambda: self._find_labels(detail))
        return found or ()

    def _find_labels(self, detail: Detail) -> None:
        self._map.prepare_labels(detail)
        self.named.emit()


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


# -- tiles and their stores


SCALES: Final = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Device pixels to a scene pixel at each level of detail; 8 is 400 % on a screen of ratio 2."""

_SOFTEST: Final = 1.12  # how far a tile may be enlarged before the next finer level is painted

_COARSEST: Final = 1.5  # and how far in haste


@dataclass(frozen=True, slots=True)
class TileKey:
    """Which tile: columns and rows count from the scene's origin and may be negative."""

    level: int  # index in `SCALES`
    column: int
    row: int
    season: Season = Season.SUMMER
    ratio: float = 1.0  # of the screen, device pixels to a pixel

    @property
    def rect(self) -> QRectF:
        """What the tile shows, scene pixels."""
        side = TILE / SCALES[self.level]
        return QRectF(self.column * side, self.row * side, side, side)

    def ancestor(self, level: int) -> TileKey:
        """The tile of a coarser level that shows this one's ground and more."""
        steps = self.level - level
        return replace(self, level=level, column=self.column >> steps, row=self.row >> steps)


def level_for(scale: float) -> int:
    """The level to paint for so many device pixels to a scene pixel."""
    return next((i for i, s in enumerate(SCALES) if s * _SOFTEST >= scale), len(SCALES) - 1)


def keys_within(
    rect: QRectF, level: int, season: Season = Season.SUMMER, ratio: float = 1.0
) -> Iterator[TileKey]:
    """The tiles that touch a rectangle of the scene, row by row."""
    side = TILE / SCALES[level]
    for row in range(int(rect.top() // side), int(rect.bottom() // side) + 1):
        for column in range(int(rect.left() // side), int(rect.right() // side) + 1):
            yield TileKey(level, column, row, season, ratio)


# -- the thread


_MOST_WANTED = 512  # tiles; older wishes than these are forgotten


class TileWorker(QObject):
    """Paints tiles in its own thread: the finest first, and of these the one asked for last.

    That is the one that is looked at: the board shows finer ones than the map in small.
    """

    painted = Signal(object, QImage, int)
    """A tile's key and picture, sent from the worker's thread, and what `renew` had said when it
    was begun."""

    def __init__(self, paint: Callable[[TileKey], QImage]) -> None:
        super().__init__()
        self._paint = paint
        self._wake = threading.Condition()
        self._wanted: dict[TileKey, None] = {}
        self._soon: list[Callable[[], None]] = []
        self._later: list[TileKey | Callable[[], None]] = []
        self._busy: TileKey | None = None
        self._was_tile = False  # what was done last
        self.is_closing = False
        self._renewed = 0
        self._thread = threading.Thread(target=self._run, name=say("map tiles"), daemon=True)
        self._thread.start()

    def renew(self) -> int:
        """What is painted has changed: a number that is greater than that of all tiles so far."""
        self._renewed += 1
        return self._renewed

    def want(self, key: TileKey) -> TileKey | None:
        """Asks for a tile before all others; gives one that is forgotten for it."""
        with self._wake:
            self._wanted.pop(key, None)
            if key != self._busy:
                self._wanted[key] = None
            self._wake.notify()
            if len(self._wanted) <= _MOST_WANTED:
                return None
            oldest = next(iter(self._wanted))
            del self._wanted[oldest]
            return oldest

    def want_soon(self, task: Callable[[], None]) -> None:
        """Asks for a call after the next tile, before all others."""
        with self._wake:
            self._soon.append(task)
            self._wake.notify()

    def want_later(self, task: TileKey | Callable[[], None]) -> None:
        """Asks for a tile, or a call, once nothing else is wanted."""
        with self._wake:
            self._later.append(task)
            self._wake.notify()

    def keep_levels(self, levels: Collection[int]) -> set[TileKey]:
        """Forgets, and gives, the tiles wanted of other levels: nobody looks at them any more."""
        return self._keep(lambda key: key.level in levels)

    def keep_seasons(self, seasons: Collection[Season]) -> set[TileKey]:
        """Likewise those of other seasons."""
        return self._keep(lambda key: key.season in seasons)

    def _keep(self, is_kept: Callable[[TileKey], bool]) -> set[TileKey]:
        with self._wake:
            forgotten = {key for key in self._wanted if not is_kept(key)}
            for key in forgotten:
                del self._wanted[key]
            return forgotten

    def close(self) -> None:
        """Ends the thread once the tile in hand is painted. No tile comes afterwards."""
        with self._wake:
            self.is_closing = True
            self._wake.notify()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while (task := self._next_task()) is not None:
            if not isinstance(task, TileKey):
                task()
                continue
            begun = self._renewed
            picture = self._paint(task)
            with self._wake:
                self._busy = None
                is_closing = self.is_closing
            if not is_closing:
                self.painted.emit(task, picture, begun)

    def _next_task(self) -> TileKey | Callable[[], None] | None:
        """Waits for something to do; None is the end."""
        with self._wake:
            self._wake.wait_for(
                lambda: self.is_closing or self._wanted or self._soon or self._later
            )
            if self.is_closing:
                return None
            if self._soon and (self._was_tile or not self._wanted):
                self._was_tile = False
                return self._soon.pop(0)
            self._was_tile = bool(self._wanted)
            if self._wanted:
                key = max(reversed(self._wanted), key=lambda wanted: wanted.level)
                del self._wanted[key]
                self._busy = key
                if key in self._later:  # a key that is forgotten before stays asked for
                    self._later.remove(key)
                return key
            return self._later.pop(0)
