"""The map of a battlefield as a printed sheet: what the board and `hexwar show` ask for."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QImage, QPainter, QTransform

from hexwar.hexes import Hex, Layout
from hexwar.table.battlefield import Battlefield, Water, Way
from hexwar.widgets import fonts
from hexwar.widgets.brushwork import kept, round_ended, smooth
from hexwar.widgets.mapart.canvas import EVERY, Canvas, Detail, Layer
from hexwar.widgets.mapart.furniture import Furniture, HexGrid, Key, grain, sheet
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.land import Land, Survey
from hexwar.widgets.mapart.names import Label, Names
from hexwar.widgets.mapart.palette import Inks, Season, inks_of
from hexwar.widgets.mapart.raster import Raster, nearest_hexes, opaque

_COARSE = 8.0  # pixels between samples of the underpainting


class MapPainter:
    """Paints the map of a battlefield at any scale. The same map is always the same picture.

    Any thread may call it; two that call at once take turns. Needs a QGuiApplication, for the
    fonts. The layout says where the hexes lie, in scene pixels. Without labels it leaves the names
    of places, but from afar, to one who keeps them clear of counters.

    The map may be changed while it is shown (`redraw`): what lies near the change is made ready
    again at once, in squares, and the whole sheet when there is time for it (`catch_up`).
    """

    def __init__(
        self, battlefield: Battlefield, layout: Layout, *, has_labels: bool = True
    ) -> None:
        fonts.load_fonts()  # here, where the window is made; the sheet is painted elsewhere
        self._ground = Ground(battlefield, layout)
        self._has_labels = has_labels
        self._lock, self._news = threading.Lock(), threading.Lock()
        self._art: MapArt | None = None
        self._stale: dict[Square, Ground] = {}  # by the latest ground that differs there
        self._patches: dict[Square, tuple[Ground, Land]] = {}
        self._lines: Survey | None = None
        self.shares: Mapping[Layer, float] = EVERY
        """How far each layer is seen, 0 to 1; those that are not named, wholly."""

    @property
    def battlefield(self) -> Battlefield:
        """What is drawn."""
        return self._ground.battlefield

    @property
    def fingerprint(self) -> str:
        """A name, fit for a file, that no picture of another map has; empty if there is none."""
        field = self._ground.battlefield
        if not field.sha256:
            return ""
        sources = f"{field.sha256} {self._ground.layout.radius} {field.metres} {field.north}"
        safe = "".join(c if c.isascii() and c.isalnum() else "-" for c in field.id)[:40]
        name = (safe or "map") + ("" if self._has_labels else "-bare")
        return f"{name}-{hashlib.sha256(sources.encode()).hexdigest()[:16]}"

    @property
    def bounds(self) -> QRectF:
        """The sheet with its margin, scene pixels; hex centres are where the layout says."""
        return sheet(self._ground.frame)

    @property
    def is_ready(self) -> bool:
        """Whether painting can begin at once."""
        return self._art is not None

    @property
    def is_behind(self) -> bool:
        """Whether the map has changed since the whole sheet was made ready."""
        return bool(self._stale)

    def prepare(self) -> None:
        """Makes everything ready to paint, half a second's work; the first painting does it too."""
        with self._lock:
            self._prepared()

    def redraw(self, battlefield: Battlefield, hexes: Collection[Hex]) -> QRectF:
        """Paints another battlefield on the same grid from now on, which differs near some hexes.

        Returns:
            What is to be painted again, scene pixels.
        """
        ground = replace(self._ground, battlefield=battlefield)
        squares = {square for hex_ in hexes for square in _squares(_reach_of(ground, hex_))}
        with self._news:  # never held for long: the window does not wait for a painting
            self._ground = ground
            if self._art is not None:
                self._stale = {**self._stale, **dict.fromkeys(squares, ground)}
        changed = QRectF()
        for square in squares:
            changed |= _rect(square)
        return changed

    def catch_up(self) -> QRectF:
        """Makes the whole sheet ready again; who paints meanwhile does not wait.

        Returns:
            What is to be painted again, scene pixels.
        """
        with self._news:
            ground, stale = self._ground, self._stale
        art, former = MapArt(ground, has_labels=self._has_labels), self._art
        for detail in () if former is None else tuple(former.names.plans):
            art.names.prepare(detail)
        changed = QRectF()
        with self._lock, self._news:
            self._art = art
            # What has changed since is newer than this art.
            since = {s: g for s, g in self._stale.items() if stale.get(s) is not g}
            self._stale = since
            self._patches = {s: p for s, p in self._patches.items() if s in since}
            for square in stale:
                changed |= _rect(square)
        return changed

    def labels(self, detail: Detail) -> Sequence[Label] | None:
        """The names of places for a scale; None before `prepare_labels`, or a first painting."""
        plan = None if self._art is None else self._art.names.plans.get(detail)
        return None if plan is None else plan.labels

    def prepare_labels(self, detail: Detail) -> None:
        """Finds where the names of places may stand, a quarter of a second's work."""
        with self._lock:
            self._prepared().names.prepare(detail)

    def paint(
        self,
        painter: QPainter,
        rect: QRectF,
        scale: float,
        season: Season = Season.SUMMER,
        ratio: float = 1.0,
    ) -> None:
        """Paints a part of the sheet, scene pixels, at so many device pixels to each.

        The ratio is that of the screen: names are as large on one at 200 % as on one at 100 %.
        """
        with self._lock:
            art = self._prepared()
            with kept(painter):
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                canvas = Canvas(painter, rect, scale, season, ratio, self.shares)
                art.paint(canvas, self._patched(rect))

    def _patched(self, rect: QRectF) -> list[Patch]:
        """What is drawn over the art in a rectangle because it has changed since."""
        found = []
        for square, ground in self._stale.items():
            if not _rect(square).intersects(rect):
                continue
            known = self._patches.get(square)
            if known is None or known[0] is not ground:
                known = self._patches[square] = ground, self._land(ground, square)
            found.append((_rect(square), known[1]))
        return found

    def _land(self, ground: Ground, square: Square) -> Land:
        window = _rect(square).adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
        if self._lines is None or self._lines.ground is not ground:
            self._lines = Survey(ground, self._lines)
        part = replace(ground, window=window)
        return Land(part, Survey(part, self._lines))

    def picture(
        self, rect: QRectF, scale: float, season: Season = Season.SUMMER, ratio: float = 1.0
    ) -> QImage:
        """A part of the sheet as a picture; beyond the sheet it is paper."""
        width, height = round(rect.width() * scale), round(rect.height() * scale)
        image = QImage(max(width, 1), max(height, 1), QImage.Format.Format_RGB32)
        image.fill(inks_of(season).paper)
        painter = QPainter(image)
        try:
            painter.scale(scale, scale)
            painter.translate(-rect.topLeft())
            self.paint(painter, rect, scale, season, ratio)
        finally:
            painter.end()
        return image

    def underpainting(self, season: Season = Season.SUMMER) -> QImage:
        """The whole sheet in soft colours, water and ways sketched: ready in a few milliseconds."""
        sheet_ = self.bounds
        columns, rows = int(sheet_.width() / _COARSE), int(sheet_.height() / _COARSE)
        raster = Raster(sheet_.left(), sheet_.top(), _COARSE, columns, rows)
        inks, field = inks_of(season), self.battlefield
        washes = [_wash(field, hex_, inks) for hex_ in field.grid.hexes]
        x, y = raster.mesh
        frame = self._ground.frame
        is_map = (x > frame.left()) & (x < frame.right()) & (y > frame.top()) & (y < frame.bottom())
        owners = nearest_hexes(self._ground.layout, x, y)
        coarse = opaque(np.where(is_map, np.array(washes)[owners], inks.paper.rgb()))
        picture = coarse.scaled(coarse.size() * 2, _STRETCHED, _SOFTLY)
        painter = smooth(picture)
        painter.scale(picture.width() / sheet_.width(), picture.height() / sheet_.height())
        painter.translate(-sheet_.topLeft())
        _sketch(painter, self._ground, inks)
        painter.end()
        return picture

    def _prepared(self) -> MapArt:
        if self._art is None:
            self._art = MapArt(self._ground, has_labels=self._has_labels)
        return self._art


def _wash(battlefield: Battlefield, hex_: Hex, inks: Inks) -> int:
    """The colour that a hex has from afar."""
    if battlefield.terrain_at(hex_).cover.art == "trees":
        return inks.woods_far.rgb()
    level = min(max(battlefield.level(hex_), 0), len(inks.ground) - 1)
    return inks.ground[level].rgb()


_STRETCHED = Qt.AspectRatioMode.IgnoreAspectRatio
_SOFTLY = Qt.TransformationMode.SmoothTransformation


def _sketch(painter: QPainter, ground: Ground, inks: Inks) -> None:
    """Draws water and ways as plain lines, from hex to hex."""
    field = ground.battlefield
    for river in field.rivers:
        painter.setPen(round_ended(inks.water, 9.0 if river.water is Water.RIVER else 4.0))
        for side in river.hexsides:
            (ax, ay), (bx, by) = ground.ends(side)
            painter.drawLine(QPointF(ax, ay), QPointF(bx, by))
    for road in field.roads:
        is_road = road.way is Way.ROAD
        painter.setPen(round_ended(inks.road_casing if is_road else inks.trail, 3.0))
        painter.setOpacity(0.8 if is_road else 0.4)
        painter.drawPolyline([QPointF(x, y) for x, y in ground.centres(road.hexes).tolist()])


# -- what has changed since the whole was made ready, in squares


Square = tuple[int, int]
Patch = tuple[QRectF, Land]
"""What is painted in a rectangle instead of the whole sheet's land."""

_SIDE: Final = 320.0  # pixels of a square
_MARGIN: Final = 190.0  # pixels round it that have a say in how it looks: fields reach so far
_INFLUENCE: Final = 150.0  # pixels beyond a hex within which it may change what is seen


def _rect(square: Square) -> QRectF:
    return QRectF(square[0] * _SIDE, square[1] * _SIDE, _SIDE, _SIDE)


def _reach_of(ground: Ground, hex_: Hex) -> QRectF:
    x, y = ground.layout.centre(hex_)
    return QRectF(x - _INFLUENCE, y - _INFLUENCE, 2 * _INFLUENCE, 2 * _INFLUENCE)


def _squares(rect: QRectF) -> Iterator[Square]:
    for column in range(int(rect.left() // _SIDE), int(rect.right() // _SIDE) + 1):
        for row in range(int(rect.top() // _SIDE), int(rect.bottom() // _SIDE) + 1):
            yield column, row


# -- the parts in the order they are painted


class MapArt:
    """A sheet made ready to paint. Making one takes a good part of a second."""

    def __init__(self, ground: Ground, *, has_labels: bool) -> None:
        survey = Survey(ground)
        self._frame = ground.frame
        self._sheet, self._grain = sheet(ground.frame), grain()
        self._land = Land(ground, survey)
        self._grid = HexGrid(ground.layout)
        self.names = Names(ground, survey.courses, survey.ink, has_labels=has_labels)
        self._furniture = Furniture(ground, survey.tracks)
        self._key = Key(ground.frame)

    def paint(self, canvas: Canvas, patches: Sequence[Patch] = ()) -> None:
        """Paints the sheet, what lies lowest first, and patches in their place of it."""
        paper, fine = self._sheet & canvas.rect, 1 / canvas.scale
        canvas.painter.fillRect(paper, canvas.inks.paper)
        whole = self._frame & canvas.rect
        is_whole = not any(rect.contains(whole) for rect, _ in patches)
        lands = [*([(self._frame, self._land)] if is_whole else ()), *patches]
        with kept(canvas.painter):
            canvas.painter.setClipRect(self._frame, Qt.ClipOperation.IntersectClip)
            for rect, land in lands:
                with kept(canvas.painter):
                    canvas.painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
                    land.paint_ground(canvas)
                    land.paint_lines(canvas)
            with canvas.layer(Layer.GRID) as is_seen:
                if is_seen:
                    self._grid.paint_sides(canvas)  # under the buildings
            for rect, land in lands:
                with kept(canvas.painter):
                    canvas.painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
                    land.paint_buildings(canvas)
            with canvas.layer(Layer.GRID) as is_seen:
                if is_seen:
                    self._grid.paint_numbers(canvas)
            with canvas.layer(Layer.NAMES) as is_seen:
                if is_seen:
                    self.names.paint(canvas)
        self._furniture.paint(canvas)
        self._key.paint(canvas)
        brush = QBrush(self._grain)
        brush.setTransform(QTransform.fromScale(fine, fine))  # a device pixel at every scale
        canvas.painter.fillRect(paper, brush)
