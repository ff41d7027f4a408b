"""The pictures of counters, painted once a size and kept.

A picture is made for the exact size in device pixels at which it is shown and drawn on whole
device pixels, so that nothing is ever stretched: counters are as sharp at 63 % as at 400 %. While
the view is being zoomed a picture of another size stands in, and the sharp one is painted as
soon as nothing else is to be done, so that a zoom step costs no more than drawing pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import StrEnum
from functools import lru_cache, partial
from math import ceil
from typing import Final, NamedTuple

from PySide6.QtCore import (
    QCoreApplication,
    QElapsedTimer,
    QEvent,
    QObject,
    QPointF,
    QRectF,
    QSizeF,
    Qt,
)
from PySide6.QtCore import Signal as QtSignal
from PySide6.QtGui import QImage, QPaintEngine, QPainter, QPainterPath, QPixmap

from hexwar.table.forces import Role
from hexwar.widgets.brushwork import PictureStore, clear_image, kept, smooth
from hexwar.widgets.counters.card import (
    CounterStyle,
    paint_chit,
    paint_count,
    paint_counter,
    paint_cover,
    paint_leader,
    paint_marks,
    paint_under,
)
from hexwar.widgets.counters.easel import (
    EDGE,
    MARGIN,
    Detail,
    Easel,
    card_outline,
    disc_outline,
    paint_glow,
    paint_ring,
    paint_shadow,
)
from hexwar.widgets.counters.faces import (
    ChitFace,
    CounterFace,
    CountFace,
    Face,
    FlagFace,
    LeaderFace,
    UnderFace,
)
from hexwar.widgets.theme import Theme

BUDGET: Final = 96 * 1024 * 1024
"""How many bytes of pictures are kept; the longest unused go first."""

_SHARPEN = QEvent.Type(QEvent.registerEventType())
_SHADOWS_KEPT = 64
_FACES_KNOWN = 8192  # whose last picture is remembered
_SLICE_MS = 6  # spent on sharp pictures before the window gets its turn


class Frame(StrEnum):
    """What may be laid round a counter."""

    SELECTED = "selected"  # a ring
    READY = "ready"  # a quiet glow: it can act


class Size(NamedTuple):
    """How large a picture is shown."""

    scale: float  # logical pixels to a scene pixel, 1.0 at 100 %
    dpr: float  # device pixels to a logical pixel

    @property
    def edge_px(self) -> int:
        """A card's edge in whole device pixels."""
        return max(2, round(EDGE * self.scale * self.dpr))

    @property
    def margin_px(self) -> int:
        """The room round a card in whole device pixels."""
        return ceil(MARGIN * self.scale * self.dpr)

    @property
    def inset(self) -> float:
        """The room round a card in logical pixels."""
        return self.margin_px / self.dpr


class CounterArt(QObject):
    """Paints faces in one style and theme, and keeps so many bytes of pictures."""

    sharpened = QtSignal()
    """Every picture that a stand-in was drawn for is there: draw again."""

    def __init__(self, style: CounterStyle, theme: Theme, budget: int = BUDGET) -> None:
        super().__init__()
        self.style: Final = style
        self.theme: Final = theme
        self.pictures = PictureStore[Hashable, QPixmap](budget)
        self._shadows: dict[tuple[bool, int], QImage] = {}
        self._latest: dict[Face, Hashable] = {}  # key of the last sharp picture of a face
        self._wanted: dict[Face, Size] = {}  # for which a stand-in was drawn

    def pixmap(self, face: Face, scale: float, dpr: float = 1.0) -> QPixmap:
        """The picture of a face with its shadow, for so many logical pixels to a scene pixel.

        The card's corner lies `Size.inset` logical pixels inside the picture's.
        """
        size = Size(scale, dpr)
        key = _key(face, size)
        if len(self._latest) >= _FACES_KNOWN:
            self._latest.clear()
        self._latest[face] = key
        return self._known(_shown(face, scale), size)

    def draw(
        self,
        painter: QPainter,
        face: Face,
        x: float,
        y: float,
        *,
        size: float = 1.0,
        in_haste: bool = False,
    ) -> None:
        """Draw a face from its picture; x and y are its card's left and upper edge, scene pixels.

        In haste a picture of another size will do, and the sharp one is not asked for.
        On a printer, or where the view is turned, it is painted anew instead.
        """
        if not _is_plain(painter):
            self.paint(painter, face, QRectF(x, y, EDGE * size, EDGE * size))
            return
        wanted = _size_on(painter, size)
        stand_in = self._stand_in(face, wanted, will_sharpen=not in_haste)
        _blit(painter, stand_in or self.pixmap(face, *wanted), x, y, wanted)

    def draw_frame(self, painter: QPainter, frame: Frame, x: float, y: float) -> None:
        """Draw a ring or a glow round the counter whose corner is given, as `draw` does."""
        if _is_plain(painter):
            wanted = _size_on(painter, 1.0)
            _blit(painter, self._framed(frame, wanted), x, y, wanted)
        else:
            with kept(painter):
                self._paint_frame(_easel_on(painter, QRectF(x, y, EDGE, EDGE)), frame)

    def paint(self, painter: QPainter, face: Face, rect: QRectF) -> None:
        """Paint a face as lines and areas so that its card fills a square.

        The shadow falls outside the square.
        """
        with kept(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            easel = _easel_on(painter, rect)
            shown = _from_afar(face) if easel.detail is Detail.FAR else face
            outline = _outline_of(shown)
            if not outline.isEmpty():
                paint_shadow(easel, outline, self.theme.overlays["shadow"])
            self._paint_face(easel, shown)

    def event(self, event: QEvent) -> bool:
        """Paint sharp pictures in slices, between everything else that the window does."""
        if event.type() != _SHARPEN:
            return super().event(event)
        clock = QElapsedTimer()
        clock.start()
        while self._wanted:
            face, size = self._wanted.popitem()
            self.pixmap(face, *size)
            if clock.elapsed() >= _SLICE_MS:
                break
        if self._wanted:
            self._ask_for_time()
        else:
            self.sharpened.emit()
        return True

    def _stand_in(self, face: Face, wanted: Size, *, will_sharpen: bool) -> QPixmap | None:
        """A picture of another size, where the sharp one is still to be painted."""
        latest = self._latest.get(face)
        if latest is None or self.pictures.get(_key(face, wanted)) is not None:
            return None
        picture = self.pictures.get(latest)
        if picture is not None and will_sharpen:
            if not self._wanted:
                self._ask_for_time()
            self._wanted[face] = wanted
        return picture

    def _ask_for_time(self) -> None:
        low = Qt.EventPriority.LowEventPriority
        QCoreApplication.postEvent(self, QEvent(_SHARPEN), low.value)

    def _known(self, face: Face, size: Size) -> QPixmap:
        """The picture of a face as it is shown at a size, painted when first asked for."""
        key = _key(face, size)
        picture = self.pictures.get(key)
        if picture is None:
            picture = self._painted(face, size)
            self.pictures.put(key, picture)
        return picture

    def _painted(self, face: Face, size: Size) -> QPixmap:
        """A new picture of a face, its shadow below it; what lies on a counter goes on that."""
        detail = Detail.at(size.scale)
        if isinstance(face, CounterFace | LeaderFace) and (printed := face.printed) != face:
            ground = self._known(printed, size).toImage()
            ground.setDevicePixelRatio(1.0)
            return _picture(
                ground, size, detail, lambda easel: paint_marks(easel, face, self.theme)
            )
        outline = _outline_of(face)
        key = _is_disc(face), size.edge_px
        ground = _blank(size) if outline.isEmpty() else self._shadow(outline, key, size)
        return _picture(ground, size, detail, lambda easel: self._paint_face(easel, face))

    def _shadow(self, outline: QPainterPath, key: tuple[bool, int], size: Size) -> QImage:
        """A shadow with nothing on it yet."""
        image = self._shadows.get(key)
        if image is None:
            paint = partial(paint_shadow, outline=outline, colour=self.theme.overlays["shadow"])
            image = _on(_blank(size), size, Detail.NORMAL, paint)
            if len(self._shadows) >= _SHADOWS_KEPT:
                self._shadows.clear()
            self._shadows[key] = image
        return image.copy()

    def _framed(self, frame: Frame, size: Size) -> QPixmap:
        key = (frame, size.edge_px, size.dpr)
        picture = self.pictures.get(key)
        if picture is None:
            paint = partial(self._paint_frame, frame=frame)
            picture = _picture(_blank(size), size, Detail.NORMAL, paint)
            self.pictures.put(key, picture)
        return picture

    def _paint_face(self, easel: Easel, face: Face) -> None:
        match face:
            case CounterFace():
                paint_counter(easel, face, self.style, self.theme)
            case UnderFace():
                paint_under(easel, face, self.theme)
            case LeaderFace():
                paint_leader(easel, face, self.theme)
            case ChitFace():
                paint_chit(easel, face, self.theme)
            case CountFace():
                paint_count(easel, face)
            case FlagFace():
                paint_cover(easel, face, self.theme)

    def _paint_frame(self, easel: Easel, frame: Frame) -> None:
        colour = self.theme.overlays["selection" if frame is Frame.SELECTED else "ready"]
        (paint_ring if frame is Frame.SELECTED else paint_glow)(easel, colour)


def _outline_of(face: Face) -> QPainterPath:
    """What a face is punched as: a card or a disc; a sign on the map is no counter."""
    if isinstance(face, CountFace):
        return QPainterPath()
    return disc_outline() if _is_disc(face) else card_outline()


def _is_disc(face: Face) -> bool:
    """Whether a counter is round."""
    return isinstance(face, ChitFace) or (isinstance(face, LeaderFace) and face.role is not Role.HQ)


@lru_cache(maxsize=4096)
def _from_afar(face: Face) -> Face:
    return face if isinstance(face, ChitFace | CountFace | FlagFace) else face.from_afar()


def _shown(face: Face, scale: float) -> Face:
    """What of a face is shown at a scale."""
    return _from_afar(face) if Detail.at(scale) is Detail.FAR else face


def _key(face: Face, size: Size) -> Hashable:
    """What a picture is kept under: equal keys, equal pictures."""
    return _shown(face, size.scale), size.edge_px, size.dpr, Detail.at(size.scale)


def _blank(size: Size) -> QImage:
    side = size.edge_px + 2 * size.margin_px
    return clear_image(side, side)


def _on(image: QImage, size: Size, detail: Detail, paint: Callable[[Easel], None]) -> QImage:
    """An image with a counter painted on it."""
    painter = smooth(image)
    painter.translate(size.margin_px, size.margin_px)
    unit = size.edge_px / EDGE
    painter.scale(unit, unit)
    paint(Easel(painter, unit, detail))
    painter.end()
    return image


def _picture(ground: QImage, size: Size, detail: Detail, paint: Callable[[Easel], None]) -> QPixmap:
    picture = QPixmap.fromImage(_on(ground, size, detail, paint))
    picture.setDevicePixelRatio(size.dpr)
    return picture


def _is_plain(painter: QPainter) -> bool:
    """Whether a painter draws pixels, neither turned nor stretched more one way."""
    transform = painter.worldTransform()
    return (
        painter.paintEngine().type() == QPaintEngine.Type.Raster
        and not transform.isRotating()
        and transform.m11() > 0
        and abs(transform.m11() - transform.m22()) < 1e-6
    )


def _size_on(painter: QPainter, size: float) -> Size:
    return Size(painter.worldTransform().m11() * size, painter.device().devicePixelRatioF())


def _blit(painter: QPainter, picture: QPixmap, x: float, y: float, size: Size) -> None:
    """Draw a picture, its card's corner at a point in scene pixels, on whole device pixels.

    One of the size that is wanted is drawn pixel for pixel, another is stretched.
    """
    transform = painter.worldTransform()
    at, side = transform.map(QPointF(x, y)), size.edge_px + 2 * size.margin_px
    left, top = round(at.x() * size.dpr), round(at.y() * size.dpr)
    corner = QPointF(left - size.margin_px, top - size.margin_px) / size.dpr
    painter.resetTransform()
    if picture.width() == side and picture.devicePixelRatio() == size.dpr:
        painter.drawPixmap(corner, picture)
    else:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        room = QRectF(corner, QSizeF(side, side) / size.dpr)
        painter.drawPixmap(room, picture, QRectF(picture.rect()))
    painter.setWorldTransform(transform)


def _easel_on(painter: QPainter, rect: QRectF) -> Easel:
    """Move a painter so that a counter's square falls on a rectangle."""
    size = rect.width() / EDGE
    painter.translate(rect.topLeft())
    painter.scale(size, size)
    scale = painter.worldTransform().m11()
    return Easel(painter, painter.deviceTransform().m11(), Detail.at(scale))
