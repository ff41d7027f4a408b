"""The tag and the markers that lie by each block: always of a size that is read."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hexwar.table.stands import Arm, Block, Marker, Sign
from hexwar.widgets.brushwork import (
    Align,
    PictureStore,
    clear_pixmap,
    faded,
    kept,
    polygon,
    rounded,
    smooth,
    take_up,
    write,
)
from hexwar.widgets.measured.bases import Sight
from hexwar.widgets.measured.blocks import Blocks
from hexwar.widgets.measured.page import DARK, LIGHT, letters
from hexwar.widgets.measured.plane import UNIT, Frame, Plane
from hexwar.widgets.theme import Theme

TAGS_Z: Final = 28.0

_HIGH: Final = 15.0  # of a tag, pixels
_BEAD: Final = 15.0  # of a marker
_GAP: Final = 2.0
_FARTHER: Final = 90.0  # what a place costs more than the one before it, in pixels that it covers
_BUDGET: Final = 8 * 2**20
_WIDEST: Final = 220.0  # how far a tag reaches from its middle, pixels


@dataclass(frozen=True, slots=True)
class Slip:
    """What a tag says."""

    strength: str
    full: str
    name: str
    coat: str
    markers: tuple[Marker, ...]

    @classmethod
    def of(cls, block: Block, sight: Sight) -> Slip:
        """The tag of a block, as far as it is seen."""
        is_far, is_near = sight is Sight.FAR, sight is Sight.NEAR
        is_staff = block.arm is Arm.STAFF
        strength = "" if is_far or (is_staff and not is_near) else block.strength
        full = block.full if is_near and block.full != block.strength else ""
        return cls(strength, full, block.name if is_near else "", block.coat, block.markers)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to be read."""
        return not (self.strength or self.name or self.markers)


class Tags(QGraphicsItem):
    """The tags of all blocks, each behind its block, or where there is room."""

    def __init__(self, plane: Plane, blocks: Blocks, theme: Theme) -> None:
        super().__init__()
        self.setZValue(TAGS_Z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._plane, self._blocks, self._theme = plane, blocks, theme
        self._pictures = PictureStore[tuple[Slip, float], QPixmap](_BUDGET)
        self._laid: tuple[float, dict[str, tuple[QPointF, Slip]]] | None = None
        blocks.changed.connect(self.renew)

    def set_theme(self, theme: Theme) -> None:
        """Writes them in other colours."""
        self._theme = theme
        self._pictures = PictureStore[tuple[Slip, float], QPixmap](_BUDGET)
        self.update()

    def renew(self) -> None:
        """Blocks stand elsewhere, or are otherwise."""
        self._laid = None
        self.update()

    def boundingRect(self) -> QRectF:
        """The table, and tags that hang over its edge."""
        return self._plane.sheet.adjusted(-200, -200, 200, 200)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _: QWidget | None = None
    ) -> None:
        """Paints those that are exposed, at the size of the screen."""
        zoom, ratio = painter.worldTransform().m11(), painter.device().devicePixelRatioF()
        seen = painter.worldTransform()
        is_hasty = not painter.testRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        laid = self._laid[1] if is_hasty and self._laid is not None else self.places(zoom)
        room = _WIDEST / zoom
        box = option.exposedRect.adjusted(-room, -room, room, room)
        with kept(painter):
            painter.resetTransform()
            for at, slip in laid.values():
                if not box.contains(at):
                    continue
                picture = self._picture(slip, ratio)
                point = seen.map(at)
                size = picture.deviceIndependentSize()
                corner = QPointF(point.x() - size.width() / 2, point.y() - size.height() / 2)
                corner = QPointF(
                    round(corner.x() * ratio) / ratio, round(corner.y() * ratio) / ratio
                )
                painter.drawPixmap(corner, picture)

    def places(self, zoom: float) -> dict[str, tuple[QPointF, Slip]]:
        """Where the middle of each tag is at a zoom, scene units."""
        if self._laid is None or self._laid[0] != zoom:
            self._laid = zoom, _lay_out(self._plane, self._blocks, zoom)
        return self._laid[1]

    def _picture(self, slip: Slip, ratio: float) -> QPixmap:
        picture = self._pictures.get((slip, ratio))
        if picture is None:
            wide = width_of(slip)
            picture = clear_pixmap(wide + 4, _BEAD + 4, ratio)
            painter = smooth(picture)
            painter.translate(2, 2)
            paint_slip(painter, slip, self._theme)
            painter.end()
            self._pictures.put((slip, ratio), picture)
        return picture


def _lay_out(plane: Plane, blocks: Blocks, zoom: float) -> dict[str, tuple[QPointF, Slip]]:
    """Each tag where it covers least: behind its block, beside it, or before it."""
    sight = Sight.at(zoom)
    taken = {block.id: _pixels(plane.box(block), zoom) for block in blocks}
    found: dict[str, tuple[QPointF, Slip]] = {}
    for block in blocks:
        slip = Slip.of(block, sight)
        if slip.is_empty:
            continue
        size = QRectF(0, 0, width_of(slip), _BEAD)
        others = [box for id_, box in taken.items() if id_ != block.id]
        best, cost = QPointF(), math.inf
        for rank, at in enumerate(_spots(plane, block, size, zoom)):
            size.moveCenter(at)
            own = rank * _FARTHER + sum(_area(size & other) for other in others)
            if own < cost:
                best, cost = at, own
            if cost <= (rank + 1) * _FARTHER:
                break  # no later one can be better
        size.moveCenter(best)
        taken[f"tag {block.id}"] = size
        found[block.id] = best / zoom, slip
    return found


def _spots(plane: Plane, block: Block, size: QRectF, zoom: float) -> Iterator[QPointF]:
    """Where a tag may lie, pixels: behind, to the sides, before."""
    frame, (fx, fy) = Frame(block), block.pose.forward
    middle = plane.to_scene(block.pose.at((frame.front + frame.rear) / 2)) * zoom
    deep = (frame.front - frame.rear) / 2 * UNIT * zoom
    wide = (frame.right - frame.left) / 2 * UNIT * zoom
    for x, y in ((-fx, fy), (0.0, 1.0), (1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (fx, -fy)):
        ahead, aside = abs(x * fx - y * fy), abs(x * fy + y * fx)
        tag = abs(x) * size.width() / 2 + abs(y) * size.height() / 2
        yield middle + QPointF(x, y) * (ahead * deep + aside * wide + tag + _GAP)


def _pixels(box: QRectF, zoom: float) -> QRectF:
    return QRectF(box.x() * zoom, box.y() * zoom, box.width() * zoom, box.height() * zoom)


def _area(box: QRectF) -> float:
    return box.width() * box.height() if box.isValid() else 0.0


# -- a tag


def width_of(slip: Slip) -> float:
    """How wide a tag is, pixels."""
    wide = len(slip.markers) * (_BEAD + 1)
    if slip.strength:
        wide += _plate(slip) + (_GAP if slip.markers else 0)
    if slip.name:
        wide += _long(slip.name, 11) + 10
    return wide


def _plate(slip: Slip) -> float:
    own = _long(slip.strength, 13) + 8
    return max(own + (_long(_of(slip), 10) if slip.full else 0), _HIGH + 1)


def _of(slip: Slip) -> str:
    return f"/{slip.full}"


@cache
def _long(text: str, pixels: int) -> float:
    return math.ceil(QFontMetricsF(letters(pixels)).horizontalAdvance(text))


def paint_slip(painter: QPainter, slip: Slip, theme: Theme) -> None:
    """Paint a tag from the left: strength, name, markers."""
    x = 0.0
    wide = (_plate(slip) if slip.strength else 0) + (_long(slip.name, 11) + 10 if slip.name else 0)
    if wide:
        paper = rounded(QRectF(0.5, 0, wide - 1, _HIGH), 3)
        painter.fillPath(paper.translated(0.8, 1.2), QColor(20, 14, 6, 80))
        painter.fillPath(paper, faded(LIGHT, 240))
        if slip.strength:
            _paint_strength(painter, slip, theme)
            x += _plate(slip)
        if slip.name:
            box = QRectF(x + 5, 0, _long(slip.name, 11) + 2, _HIGH)
            write(painter, box, slip.name, letters(11), DARK)
            x += _long(slip.name, 11) + 10
        painter.strokePath(paper, QPen(DARK, 1.0))
        x += _GAP
    for marker in slip.markers:
        with kept(painter):
            painter.translate(x + _BEAD / 2, _BEAD / 2)
            paint_marker(painter, marker)
        x += _BEAD + 1


def _paint_strength(painter: QPainter, slip: Slip, theme: Theme) -> None:
    livery, wide = theme.livery(slip.coat), _plate(slip)
    plate = rounded(QRectF(0.5, 0, wide - 1, _HIGH), 3)
    painter.fillPath(plate, QColor(livery.field))
    ink = QColor(livery.ink)
    own = _long(slip.strength, 13)
    start = (wide - own - (_long(_of(slip), 10) if slip.full else 0)) / 2
    box = QRectF(start, -0.5, own + 2, _HIGH)
    write(painter, box, slip.strength, letters(13), ink, Align.AlignVCenter)
    if slip.full:
        rest = QRectF(start + own, 1.0, _long(_of(slip), 10) + 2, _HIGH - 1)
        write(painter, rest, _of(slip), letters(10), faded(ink, 215), Align.AlignVCenter)


# -- markers: by shape and letter as well as colour


def paint_marker(painter: QPainter, marker: Marker) -> None:
    """Paint a marker about the origin, some 14 pixels across."""
    _SIGNS[marker.sign](painter, marker.text)


def _bead(painter: QPainter, colour: str, text: str, ink: str = "#ffffff") -> None:
    take_up(painter, QPen(DARK, 1.1), QColor(colour))
    painter.drawEllipse(QPointF(0, 0), 6.4, 6.4)
    take_up(painter, None, QColor(255, 255, 255, 90))
    painter.drawEllipse(QPointF(-2.2, -2.4), 2.2, 1.7)
    _letter(painter, text, ink)


def _letter(painter: QPainter, text: str, ink: str, pixels: int = 10) -> None:
    box = QRectF(-8, -8, 16, 15.4)
    write(painter, box, text, letters(pixels), QColor(ink), Qt.AlignmentFlag.AlignCenter)


def _hits(painter: QPainter, text: str) -> None:
    """Green, with a dark rim like a pip of a die."""
    _bead(painter, "#2f8f3e", text or "1")


def _fired(painter: QPainter, text: str) -> None:
    """A puff: lobes all round."""
    take_up(painter, QPen(DARK, 1.0), QColor("#c4382a"))
    puff = QPainterPath()
    for lobe in range(7):
        angle = 2 * math.pi * lobe / 7
        ring = QPainterPath()
        ring.addEllipse(QPointF(4.2 * math.sin(angle), -4.2 * math.cos(angle)), 2.9, 2.9)
        puff = puff.united(ring)
    middle = QPainterPath()
    middle.addEllipse(QPointF(0, 0), 4.8, 4.8)
    painter.drawPath(puff.united(middle))
    _letter(painter, text or "F", "#ffffff", 9)


def _loose(painter: QPainter, text: str) -> None:
    _bead(painter, "#2f6fc0", text or "S")


def _suppressed(painter: QPainter, text: str) -> None:
    take_up(painter, QPen(DARK, 1.1), QColor("#8c8f90"))
    painter.drawPolygon(polygon([(0, -7.2), (7.2, 0), (0, 7.2), (-7.2, 0)]))
    _letter(painter, text or "!", "#14110d", 10)


def _caught(painter: QPainter, text: str) -> None:
    take_up(painter, QPen(DARK, 1.1), QColor("#e08a1e"))
    painter.drawPolygon(polygon([(0, -7.2), (7.2, 6.0), (-7.2, 6.0)]))
    with kept(painter):
        painter.translate(0, 1.4)
        _letter(painter, text or "c", "#14110d", 10)


def _shaken(painter: QPainter, _: str) -> None:
    painter.setPen(QPen(DARK, 3.0))
    painter.drawLine(QLineF(-4.5, -7, -4.5, 7))
    painter.setPen(QPen(QColor("#b98a4a"), 1.4))
    painter.drawLine(QLineF(-4.5, -7, -4.5, 7))
    flag = QPainterPath(QPointF(-3.8, -6.6))
    flag.cubicTo(-1, -8.2, 2, -4.8, 6.6, -6.4)
    flag.lineTo(6.6, 0.4)
    flag.cubicTo(2, 2, -1, -1.4, -3.8, 0.2)
    flag.closeSubpath()
    take_up(painter, QPen(DARK, 1.1), QColor("#ffffff"))
    painter.drawPath(flag)


def _veteran(painter: QPainter, _: str) -> None:
    star = []
    for ray in range(10):
        reach = 7.2 if ray % 2 == 0 else 3.1
        angle = math.pi * ray / 5
        star.append((reach * math.sin(angle), -reach * math.cos(angle)))
    take_up(painter, QPen(DARK, 1.0), QColor("#e8b62c"))
    painter.drawPolygon(polygon(star))


def _done(painter: QPainter, _: str) -> None:
    take_up(painter, QPen(DARK, 1.0), QColor("#f6efdd"))
    painter.drawRoundedRect(QRectF(-6, -6, 12, 12), 2.5, 2.5)
    painter.setPen(QPen(QColor("#2c6e35"), 2.2))
    painter.drawPolyline(polygon([(-3.4, 0.2), (-0.8, 3.0), (3.6, -3.0)]))


def _other(painter: QPainter, text: str) -> None:
    take_up(painter, QPen(DARK, 1.1), QColor("#f0e0a8"))
    painter.drawRoundedRect(QRectF(-6.4, -6.4, 12.8, 12.8), 2.0, 2.0)
    _letter(painter, text, "#14110d", 10)


_SIGNS: Final[Mapping[Sign, Callable[[QPainter, str], None]]] = {
    Sign.HITS: _hits,
    Sign.FIRED: _fired,
    Sign.LOOSE: _loose,
    Sign.SUPPRESSED: _suppressed,
    Sign.CAUGHT: _caught,
    Sign.SHAKEN: _shaken,
    Sign.VETERAN: _veteran,
    Sign.DONE: _done,
    Sign.OTHER: _other,
}
