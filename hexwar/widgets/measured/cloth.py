"""The cloth of a table and all that lies on it, painted at any scale."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QTransform,
)

from hexwar.messages import say
from hexwar.table.stands import Cloth
from hexwar.widgets import fonts
from hexwar.widgets.brushwork import Align, area_of, faded, graded, kept, write
from hexwar.widgets.mapart.canvas import Canvas
from hexwar.widgets.mapart.palette import Season
from hexwar.widgets.mapart.raster import Floats, Jitter
from hexwar.widgets.measured.built import WATERS, Crossing, Plain, Road, Village, Wall, Water
from hexwar.widgets.measured.dyes import Dyes, dyes_of
from hexwar.widgets.measured.growth import Field, Hedge, Marsh, Orchard, Wood
from hexwar.widgets.measured.lie import Hill, Tufts, grass, paint_night, paint_turf
from hexwar.widgets.measured.plane import RIM, UNIT, Plane
from hexwar.widgets.measured.shapes import Piece, pieces_of


class ClothPainter:
    """Paints a cloth. The same cloth is always the same picture. Any thread may call it."""

    def __init__(self, cloth: Cloth) -> None:
        fonts.load_fonts()  # here, where the window is made; the cloth is painted elsewhere
        self._cloth, self._plane = cloth, Plane(cloth)
        self._lock = threading.Lock()
        self._art: ClothArt | None = None

    @property
    def bounds(self) -> QRectF:
        """The cloth and the wood round it."""
        return self._plane.sheet

    @property
    def fingerprint(self) -> str:
        """Nothing is kept on disk: it is painted quickly."""
        return ""

    def paint(
        self, painter: QPainter, rect: QRectF, scale: float, season: Season, ratio: float
    ) -> None:
        """Paints a part, scene units, at so many device pixels to each."""
        with self._lock:
            if self._art is None:
                self._art = ClothArt(self._cloth)
            with kept(painter):
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._art.paint(Canvas(painter, rect, scale, season, ratio))

    def picture(self, rect: QRectF, scale: float, season: Season, ratio: float) -> QImage:
        """A part as a picture."""
        width, height = max(round(rect.width() * scale), 1), max(round(rect.height() * scale), 1)
        image = QImage(width, height, QImage.Format.Format_RGB32)
        image.fill(dyes_of(season).wood[0])
        painter = QPainter(image)
        try:
            painter.scale(scale, scale)
            painter.translate(-rect.topLeft())
            self.paint(painter, rect, scale, season, ratio)
        finally:
            painter.end()
        return image

    def underpainting(self, season: Season) -> QImage:
        """The whole in flat colours."""
        sheet, dyes = self._plane.sheet, dyes_of(season)
        image = QImage((sheet.size() / 8).toSize(), QImage.Format.Format_RGB32)
        image.fill(dyes.wood[0])
        painter = QPainter(image)
        painter.scale(image.width() / sheet.width(), image.height() / sheet.height())
        painter.translate(-sheet.topLeft())
        painter.fillRect(self._plane.cloth, dyes.grass[0])
        inks = {"hill": dyes.hill[0], "wood": dyes.litter, "village": dyes.plot}
        for piece in pieces_of(self._cloth):
            ink = dyes.water if piece.patch.kind in WATERS else inks.get(piece.patch.kind)
            if ink is not None and not piece.patch.is_line:
                painter.fillPath(piece.path, ink)
        painter.end()
        return image


class Part(Protocol):
    """A piece of ground made ready to paint."""

    def paint(self, canvas: Canvas, dyes: Dyes) -> None:
        """Paints it."""
        ...


_GROUND: Final[Mapping[str, Callable[[Piece], Part]]] = {
    "wood": Wood,
    "orchard": Orchard,
    "field": Field,
    "marsh": Marsh,
}
_LINES: Final[Mapping[str, Callable[[Piece], Part]]] = {
    "road": Road,
    "hedge": Hedge,
    "wall": Wall,
    "fence": Wall,
}


class ClothArt:
    """All parts of a cloth, made ready to paint."""

    def __init__(self, cloth: Cloth) -> None:
        self._plane = Plane(cloth)
        pieces = pieces_of(cloth)
        self._pieces = pieces
        kinds = {*_GROUND, *_LINES, *WATERS, "hill", "village", *_CROSSINGS}
        ways = [piece for piece in pieces if piece.patch.kind == "road"]
        waters = [piece for piece in pieces if piece.patch.kind in WATERS]
        self._hills = [Hill(piece) for piece in pieces if piece.patch.kind == "hill"]
        self._waters = [Water(piece) for piece in waters]
        self._ground = [_GROUND[p.patch.kind](p) for p in pieces if p.patch.kind in _GROUND]
        self._villages = [Village(p, ways) for p in pieces if p.patch.kind == "village"]
        self._lines = [_LINES[p.patch.kind](p) for p in pieces if p.patch.kind in _LINES]
        self._crossings = [Crossing(p, waters) for p in pieces if p.patch.kind in _CROSSINGS]
        self._others = [Plain(p) for p in pieces if p.patch.kind not in kinds]
        self._tufts = Tufts.on(self._plane.cloth, pieces)
        self._grass: dict[Season, QImage] = {}

    def paint(self, canvas: Canvas) -> None:
        """Paints all of it, what lies lowest first."""
        painter, cloth, dyes = canvas.painter, self._plane.cloth, dyes_of(canvas.season)
        if not cloth.contains(canvas.rect):
            paint_rim(canvas, self._plane, dyes)
        with kept(painter):
            painter.setClipRect(cloth & canvas.rect, Qt.ClipOperation.IntersectClip)
            self._paint_ground(canvas, dyes)
            self._paint_works(canvas, dyes)
            _paint_edge(canvas, cloth)
            if canvas.season is not canvas.season.by_day:
                paint_night(painter, cloth & canvas.rect)
        for piece in self._pieces:
            others = [other for other in self._pieces if other.patch.kind in _SMALL]
            _paint_name(canvas, piece, dyes, others)

    def _paint_ground(self, canvas: Canvas, dyes: Dyes) -> None:
        season, painter = canvas.season.by_day, canvas.painter
        if season not in self._grass:
            self._grass = {season: grass(self._plane.cloth, season)}
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(self._plane.cloth.adjusted(-4, -4, 4, 4), self._grass[season])
        paint_turf(canvas, self._plane.cloth)
        for hill in self._hills:
            hill.paint(canvas, dyes)

    def _paint_works(self, canvas: Canvas, dyes: Dyes) -> None:
        for ground in self._ground:
            if isinstance(ground, Field | Orchard):
                ground.paint(canvas, dyes)
        for water in self._waters:
            water.paint(canvas, dyes)
        for ground in self._ground:
            if not isinstance(ground, Field | Orchard):
                ground.paint(canvas, dyes)
        for village in self._villages:
            village.paint(canvas, dyes)
        for other in self._others:
            other.paint(canvas, dyes)
        self._tufts.paint(canvas, dyes)
        for line in self._lines:
            line.paint(canvas, dyes)
        for crossing in self._crossings:
            crossing.paint(canvas, dyes)
        for village in self._villages:
            village.paint_houses(canvas, dyes)
        for ground in self._ground:
            if isinstance(ground, Wood | Orchard):
                ground.paint_trees(canvas, dyes)


# -- the rim


def paint_rim(canvas: Canvas, plane: Plane, dyes: Dyes) -> None:
    """Paints the wood round the cloth, a mark for each cm, a number for each ten."""
    painter, sheet, cloth = canvas.painter, plane.sheet, plane.cloth
    painter.fillRect(sheet, dyes.wood[0])
    _paint_grain(painter, sheet, dyes)
    edge = QPen(faded(QColor("#120a04"), 200), canvas.hairline(2.0))
    painter.setPen(edge)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(cloth.adjusted(-1, -1, 1, 1))
    painter.setPen(QPen(faded(dyes.on_wood, 90), canvas.hairline(0.8)))
    painter.drawRect(sheet.adjusted(1.4, 1.4, -1.4, -1.4))
    _paint_scale(canvas, plane, dyes)
    _paint_north(canvas, plane, dyes)


def _paint_grain(painter: QPainter, sheet: QRectF, dyes: Dyes) -> None:
    jitter, rim = Jitter("rim"), RIM * UNIT
    boards = (
        (QRectF(sheet.left(), sheet.top(), sheet.width(), rim), False),
        (QRectF(sheet.left(), sheet.bottom() - rim, sheet.width(), rim), False),
        (QRectF(sheet.left(), sheet.top() + rim, rim, sheet.height() - 2 * rim), True),
        (QRectF(sheet.right() - rim, sheet.top() + rim, rim, sheet.height() - 2 * rim), True),
    )
    for board, upright in boards:
        light = QLinearGradient(
            board.topLeft(), board.topRight() if upright else board.bottomLeft()
        )
        tones = (dyes.wood[1], dyes.wood[0], dyes.wood[2])
        painter.fillRect(board, graded(light, (0.0, tones[0]), (0.5, tones[1]), (1.0, tones[2])))
        with kept(painter):
            painter.setClipRect(board, Qt.ClipOperation.IntersectClip)
            long = board.height() if upright else board.width()
            for _ in range(26):
                at, sway = jitter.between(0, rim), jitter.between(-3, 3)
                tone = faded((dyes.wood[2], dyes.wood[1].lighter(118))[jitter.below(2)], 110)
                line = QPainterPath(_on(board, 0, at, upright=upright))
                line.cubicTo(
                    _on(board, long * 0.33, at + sway, upright=upright),
                    _on(board, long * 0.66, at - sway, upright=upright),
                    _on(board, long, at + sway * 0.4, upright=upright),
                )
                painter.strokePath(line, QPen(tone, jitter.between(0.4, 1.2)))


def _on(board: QRectF, along: float, across: float, *, upright: bool) -> QPointF:
    shift = QPointF(across, along) if upright else QPointF(along, across)
    return board.topLeft() + shift


def _paint_scale(canvas: Canvas, plane: Plane, dyes: Dyes) -> None:
    """Marks along the lower and the left edge."""
    painter, cloth = canvas.painter, plane.cloth
    painter.setPen(QPen(faded(dyes.on_wood, 200), canvas.hairline(0.8, 0.7)))
    lines = []
    step = 1 if canvas.scale >= 0.5 else 5
    for cm in range(0, int(plane.width) + 1, step):
        long = 7.0 if cm % 10 == 0 else 5.0 if cm % 5 == 0 else 2.6
        x = cm * UNIT
        lines.append(QLineF(x, cloth.bottom() + 2, x, cloth.bottom() + 2 + long))
    for cm in range(0, int(plane.height) + 1, step):
        long = 7.0 if cm % 10 == 0 else 5.0 if cm % 5 == 0 else 2.6
        y = cloth.bottom() - cm * UNIT
        lines.append(QLineF(cloth.left() - 2, y, cloth.left() - 2 - long, y))
    painter.drawLines(lines)
    size = round(min(max(10.0, 8.5 * canvas.ratio / canvas.scale), 15.0))
    letters = fonts.font(fonts.SANS, size, QFont.Weight.DemiBold)
    for cm in range(10, int(plane.width) + 1, 10):
        box = QRectF(cm * UNIT - 20, cloth.bottom() + 7.5, 40, 14)
        write(painter, box, str(cm), letters, faded(dyes.on_wood, 225), Align.AlignCenter)
    for cm in range(10, int(plane.height) + 1, 10):
        y = cloth.bottom() - cm * UNIT
        box = QRectF(cloth.left() - 21.5, y - 14.5, 15, 14)
        write(painter, box, str(cm), letters, faded(dyes.on_wood, 225), Align.AlignCenter)


def _paint_north(canvas: Canvas, plane: Plane, dyes: Dyes) -> None:
    """An arrow to the north in the upper right corner of the rim."""
    painter, rim = canvas.painter, RIM * UNIT
    at = QPointF(plane.sheet.right() - rim / 2, plane.sheet.top() + rim / 2)
    needle = area_of(
        (at.x(), at.y() - 9.5),
        (at.x() + 4, at.y() + 7),
        (at.x(), at.y() + 4),
        (at.x() - 4, at.y() + 7),
    )
    painter.fillPath(needle, faded(dyes.on_wood, 225))
    letters = fonts.font(fonts.SERIF, 11, QFont.Weight.Bold)
    box = QRectF(at.x() - 26, at.y() - 8, 16, 16)
    write(painter, box, say("N"), letters, faded(dyes.on_wood, 225), Align.AlignCenter)


def _paint_edge(canvas: Canvas, cloth: QRectF) -> None:
    """The shadow of the rim on the cloth: it stands a little higher."""
    painter, deep = canvas.painter, 9.0
    dark, none = QColor(20, 14, 4, 110), QColor(20, 14, 4, 0)
    sides = (
        (QRectF(cloth.left(), cloth.top(), cloth.width(), deep), (0, 1)),
        (QRectF(cloth.left(), cloth.top(), deep, cloth.height()), (1, 0)),
    )
    for box, (x, y) in sides:
        if box.intersects(canvas.rect):
            end = box.topLeft() + QPointF(x * deep, y * deep)
            light = QLinearGradient(box.topLeft(), end)
            painter.fillRect(box, graded(light, (0.0, dark), (1.0, none)))


# -- names


def _paint_name(canvas: Canvas, piece: Piece, dyes: Dyes, others: Sequence[Piece]) -> None:
    """Writes a name: in what is broad, along water, below all else."""
    name, kind, shown = piece.patch.name, piece.patch.kind, canvas.scale / canvas.ratio
    is_small = kind in _CROSSINGS
    if not name or shown < (0.6 if is_small else 0.3):
        return
    size = round(max(13 if is_small else 17, _LEAST / shown))
    letters = fonts.font(fonts.SERIF, size, QFont.Weight.DemiBold, is_italic=True)
    letters.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.8)
    wide = QFontMetricsF(letters).horizontalAdvance(name)
    path = QPainterPath()
    path.addText(QPointF(0.0, 0.0), letters, name)
    if kind in _FLOWING:
        path = _along(piece, wide, size, others).map(path)
    else:
        y = float(piece.middle[1]) + 6 if kind in _BROAD else piece.box.bottom() + size + 1
        path.translate(max(float(piece.middle[0]) - wide / 2, 4.0), y)
    if path.boundingRect().adjusted(-6, -6, 6, 6).intersects(canvas.rect):
        round_, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        pen = QPen(dyes.halo, 3.4, Qt.PenStyle.SolidLine, round_, join)
        canvas.painter.strokePath(path, pen)
        canvas.painter.fillPath(path, dyes.water_deep.darker(190) if kind in WATERS else dyes.name)


_LEAST: Final = 11.0  # pixels that the letters of a name have at least
_BROAD: Final = ("hill", "wood", "marsh", "field", "water", "pond", "lake")
_CROSSINGS: Final = ("bridge", "ford")
_SMALL: Final = (*_CROSSINGS, "village")
_SHARES: Final = (0.5, 0.35, 0.65, 0.2, 0.8)  # of a side, where a name along it may have its middle
_FLOWING: Final = ("stream", "river", "road")


def _along(piece: Piece, wide: float, size: float, others: Sequence[Piece]) -> QTransform:
    """From a text's own place to one beside a side of a piece, not upside down.

    It is the place farthest from what else lies there, of those where the side is long enough.
    """
    ring = piece.ring
    pairs = list(zip(ring, np.roll(ring, -1, axis=0), strict=True))
    sides = pairs[:-1] if piece.patch.is_line else pairs
    long = [side for side in sides if math.dist(*side) > 1.2 * wide] or sides
    middles = np.array([other.middle for other in others]).reshape(-1, 2)

    def room(place: tuple[Floats, Floats, float]) -> float:
        a, b, share = place
        gaps = np.hypot(*(middles - (a + (b - a) * share)).T)
        return min(float(gaps.min(initial=math.inf)), 2.0 * wide) - wide * abs(share - 0.5)

    a, b, share = max(((a, b, share) for a, b in long for share in _SHARES), key=room)
    x, y = (a + (b - a) * share).tolist()
    a, b = (a, b) if a[0] <= b[0] else (b, a)
    beside = QTransform.fromTranslate(x, y)
    beside.rotate(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])))
    beside.translate(-wide / 2, size + 3.0 if _is_lower(piece, x, y) else -6.0)
    return beside


def _is_lower(piece: Piece, x: float, y: float) -> bool:
    """Whether a point of a piece's edge lies on its lower side, or on a line."""
    return piece.patch.is_line or not bool(piece.holds(np.array([[x, y + 2.0]]))[0])
