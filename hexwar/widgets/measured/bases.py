"""A block as a picture: its bases, the figures on them, its flag; from afar a plain block."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QTransform

from hexwar.table.stands import Arm, Block, Form, covers
from hexwar.tabletop.base import Base, Disc
from hexwar.tabletop.pose import Pose
from hexwar.widgets.brushwork import (
    area_of,
    clear_image,
    faded,
    kept,
    round_ended,
    rounded,
    smooth,
    take_up,
)
from hexwar.widgets.counters.easel import Detail, Easel, Script, paint_flag
from hexwar.widgets.counters.faces import FigureKind
from hexwar.widgets.mapart.raster import Jitter
from hexwar.widgets.measured.figures import Figure, Suit, nation_of, stamp
from hexwar.widgets.measured.plane import UNIT
from hexwar.widgets.theme import Livery, Theme


class Sight(IntEnum):
    """How much a block shows, by the zoom it is seen at."""

    FAR = 0  # a plain block with the sign of its arm and its strength
    MIDDLE = 1  # figures
    NEAR = 2  # figures in full, the flag, its name

    @classmethod
    def at(cls, zoom: float) -> Sight:
        """What is shown at so many pixels to a scene unit."""
        if zoom < FIGURES_FROM:
            return cls.FAR
        return cls.MIDDLE if zoom < NAMES_FROM else cls.NEAR


FIGURES_FROM: Final = 0.62
NAMES_FROM: Final = 1.3

_MARGIN: Final = 16.0
"""Room round the stands for shadows and bayonets, scene units."""


@dataclass(frozen=True, slots=True)
class Look:
    """What decides how a block looks, but for where it stands."""

    block: Block  # at the origin and facing north, without what lies beside it
    sight: Sight

    @classmethod
    def of(cls, block: Block, sight: Sight) -> Look:
        """The look of a block; from near its strength is written on its tag, not on itself."""
        bare = replace(block, id="", name="", full="", markers=(), is_led=False)
        strength = block.strength if sight is Sight.FAR else ""
        north = replace(bare, strength=strength).moved(Pose(0, 0))
        stands = tuple((_snapped(pose), base) for pose, base in north.stands)
        return cls(replace(north, stands=stands), sight)


def _snapped(pose: Pose) -> Pose:
    """A pose to half a mm: as a block turns, its stands come to other hundredths by rounding."""
    return Pose(round(pose.x / 5) * 5, round(pose.y / 5) * 5, pose.bearing)


@dataclass(frozen=True, slots=True)
class Picture:
    """A painted block, and where the block's own middle is in it, device pixels."""

    image: QImage
    middle: QPointF


def paint_block(look: Look, bearing: int, theme: Theme, scale: float) -> Picture:
    """Paint a block that faces a bearing at so many device pixels to a scene unit."""
    block = look.block.moved(Pose(0, 0, bearing))
    spots = [_scene(pose) for pose, _ in block.stands]
    sizes = [_reach(base) for _, base in block.stands]
    box = QRectF()
    for spot, reach in zip(spots, sizes, strict=True):
        box |= QRectF(spot.x() - reach, spot.y() - reach, 2 * reach, 2 * reach)
    box = box.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
    image = clear_image(math.ceil(box.width() * scale), math.ceil(box.height() * scale))
    middle = -box.topLeft() * scale
    middle = QPointF(round(middle.x()), round(middle.y()))
    painter = smooth(image)
    painter.translate(middle)
    painter.scale(scale, scale)
    hand = Hand(painter, block, look.sight, theme, scale)
    if look.sight is Sight.FAR:
        hand.paint_plain()
    else:
        hand.paint_figures()
    painter.end()
    return Picture(image, middle)


def _scene(pose: Pose) -> QPointF:
    x, y = pose.point
    return QPointF(x * UNIT, -y * UNIT)


def _reach(base: Base | Disc) -> float:
    if isinstance(base, Disc):
        return base.diameter / 200 * UNIT
    return math.hypot(base.width, base.depth) / 200 * UNIT


def _outline(base: Base | Disc, grow: float = 0.0) -> QPainterPath:
    """A base about the origin, facing north, scene units."""
    path = QPainterPath()
    if isinstance(base, Disc):
        radius = base.diameter / 200 * UNIT + grow
        path.addEllipse(QPointF(0, 0), radius, radius)
        return path
    half, deep = base.width / 200 * UNIT + grow, base.depth / 200 * UNIT + grow
    return rounded(QRectF(-half, -deep, 2 * half, 2 * deep), 1.2)


class Hand:
    """Paints one block about the origin."""

    def __init__(
        self, painter: QPainter, block: Block, sight: Sight, theme: Theme, scale: float
    ) -> None:
        self.painter, self.block, self.sight, self.scale = painter, block, sight, scale
        self.livery: Livery = theme.livery(block.coat)

    # -- figures

    def paint_figures(self) -> None:
        """Bases, then figures in the order in which they hide one another, then the flag."""
        for pose, base in self.block.stands:
            with self._on(pose):
                self._paint_shadow(pose, base)
        for number, (pose, base) in enumerate(self.block.stands):
            with self._on(pose):
                self._paint_base(base, is_front=self._is_front(number))
        posts = [post for number in range(len(self.block.stands)) for post in self._posts(number)]
        for post in sorted(posts, key=lambda post: (post.at.y(), post.at.x())):
            self._stand(post)
        if self.block.is_spent:
            self._veil()
        self._paint_flag()

    def _paint_flag(self) -> None:
        """A flag over the first stand; small from farther away, and only of foot."""
        block, is_near = self.block, self.sight is Sight.NEAR
        has_one = block.arm is Arm.FOOT and block.form is not Form.LOOSE
        has_one |= block.arm is Arm.STAFF and block.rank > 1
        if (
            not block.has_flag
            or not block.coat
            or not (has_one or (is_near and block.arm is Arm.HORSE))
        ):
            return
        high = {Arm.FOOT: 13.0, Arm.HORSE: 12.0}.get(block.arm, 11.0 + 2.5 * block.rank)
        foot = _scene(block.stands[0][0]) + QPointF(-2.0, 3.0)
        shadow = area_of(
            (foot.x(), foot.y()),
            (foot.x() + high * 0.62, foot.y() + high * 0.5),
            (foot.x() + high * 1.25, foot.y() + high * 0.62),
            (foot.x() + high * 0.75, foot.y() + high * 0.12),
        )
        self.painter.fillPath(shadow, QColor(20, 16, 8, 70))
        box = QRectF(foot.x() - 0.1 * high, foot.y() - high, 1.3 * high, high)
        paint_flag(Easel(self.painter, self.scale, Detail.FINE), nation_of(block.coat), box)

    def _on(self, pose: Pose) -> AbstractContextManager[None]:
        return _turned(self.painter, _scene(pose), pose.bearing)

    def _paint_shadow(self, pose: Pose, base: Base | Disc) -> None:
        angle = math.radians(pose.bearing / 10)
        cos, sin = math.cos(angle), math.sin(angle)
        for length, depth in ((2.6, 26), (1.7, 40), (0.9, 60)):
            x, y = 0.7 * length, 0.9 * length
            shift = QPointF(x * cos + y * sin, y * cos - x * sin)
            self.painter.fillPath(_outline(base, 0.35).translated(shift), QColor(20, 16, 8, depth))

    def _is_front(self, number: int) -> bool:
        """Whether no other stand of the block stands right before a stand."""
        pose, base = self.block.stands[number]
        if isinstance(base, Disc):
            return True
        ahead = pose.at(base.depth / 200 + 0.3)
        others = [stand for place, stand in enumerate(self.block.stands) if place != number]
        return not any(covers(stand, ahead) for stand in others)

    def _paint_base(self, base: Base | Disc, *, is_front: bool) -> None:
        """Flock on a board whose edge has the colour of its nation, light in front."""
        painter, field = self.painter, QColor(self.livery.field)
        edge = _outline(base)
        painter.fillPath(edge, QColor("#30271b"))
        painter.fillPath(_outline(base, -0.45), field)
        inner = _outline(base, -2.0 if isinstance(base, Base) else -2.4)
        painter.fillPath(inner, QColor("#7f8450"))
        brush = QBrush(flock())
        brush.setTransform(QTransform.fromScale(0.25, 0.25))
        painter.fillPath(inner, brush)
        painter.strokePath(inner, QPen(QColor(30, 24, 12, 90), 0.5))
        if is_front:
            self._paint_front(base)

    def _paint_front(self, base: Base | Disc) -> None:
        """What says which way it faces: a light edge, and a notch in its middle."""
        painter, light = self.painter, QColor("#fff3c4")
        if isinstance(base, Disc):
            front = -base.diameter / 200 * UNIT
            notch = area_of((-3.6, front + 4.4), (0, front + 0.2), (3.6, front + 4.4))
            painter.fillPath(notch, light)
            painter.strokePath(notch, QPen(QColor("#30271b"), 0.5))
            return
        half, front = base.width / 200 * UNIT, -base.depth / 200 * UNIT
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillRect(QRectF(-half + 0.5, front + 0.45, 2 * half - 1.0, 1.75), light)
        notch = area_of((-2.6, front + 2.2), (0, front + 4.6), (2.6, front + 2.2))
        painter.fillPath(notch, light)

    def _posts(self, number: int) -> Iterator[Post]:
        """Where the figures of a stand are."""
        pose, base = self.block.stands[number]
        for suit, x, y, turn in _ranks(self.block, number, base):
            at = pose.at(-y / UNIT, x / UNIT)
            yield Post(suit, QPointF(at[0] * UNIT, -at[1] * UNIT), pose.bearing + turn)

    def _stand(self, post: Post) -> None:
        picture = stamp(post.suit, post.bearing, self.scale)
        with kept(self.painter):
            at = self.painter.transform().map(post.at)
            self.painter.resetTransform()
            half = picture.width() / 2
            self.painter.drawImage(QPointF(round(at.x() - half), round(at.y() - half)), picture)

    def _veil(self) -> None:
        for pose, base in self.block.stands:
            with self._on(pose):
                self.painter.fillPath(_outline(base, -0.4), QColor(40, 36, 30, 74))

    # -- from afar

    def paint_plain(self) -> None:
        """A block in the colour of its nation, its front light, with a sign and its strength."""
        for pose, base in self.block.stands:
            with self._on(pose):
                self._paint_shadow(pose, base)
        for number, (pose, base) in enumerate(self.block.stands):
            with self._on(pose):
                self._paint_slab(base, is_front=self._is_front(number))
        if self.block.is_spent:
            self._veil()
        self._paint_signs()

    def _paint_slab(self, base: Base | Disc, *, is_front: bool) -> None:
        painter, field = self.painter, QColor(self.livery.field)
        hair = max(1.2, 1.1 / self.scale)
        painter.fillPath(_outline(base), QColor("#241c12"))
        painter.fillPath(_outline(base, -hair), field)
        if isinstance(base, Disc):
            radius = base.diameter / 200 * UNIT
            ring = QPainterPath()
            ring.addEllipse(QPointF(0, 0), radius - 2 * hair, radius - 2 * hair)
            painter.strokePath(ring, QPen(QColor(self.livery.trim), hair))
            nose = area_of((-6.5, -radius + 7.5), (0, -radius - 3.0), (6.5, -radius + 7.5))
            painter.fillPath(nose, QColor("#fff3c4"))
            painter.strokePath(nose, QPen(QColor("#241c12"), 0.8 * hair))
            return
        if not is_front:
            return
        half, front = base.width / 200 * UNIT, -base.depth / 200 * UNIT
        band = QRectF(-half + hair, front + hair, 2 * (half - hair), max(4.2, 2.4 / self.scale))
        painter.fillRect(band, QColor("#fff3c4"))

    def _paint_signs(self) -> None:
        """The sign of the arm on the first stand, the strength on the last, upright."""
        first, last = self.block.stands[0], self.block.stands[-1]
        is_one = len(self.block.stands) == 1
        sign_at = _along(first[0], 3.0 if not is_one else 7.0)
        text_at = _along(last[0], -2.0 if not is_one else -7.0)
        if self.block.arm is not Arm.STAFF:
            with _turned(self.painter, sign_at, first[0].bearing):
                self._paint_arm(is_one)
        else:
            text_at = _scene(last[0])
        text = self.block.strength if self.block.arm is not Arm.STAFF else "I" * self.block.rank
        easel = Easel(self.painter, self.scale, Detail.FAR)
        cap = min(max(13.0, 8.5 / self.scale), 17.0)
        script = Script.NUMERAL if self.block.arm is not Arm.STAFF else Script.TITLE
        at = QPointF(text_at.x(), text_at.y() + cap / 2)
        easel.text(text, at.x(), at.y(), cap, self.livery.ink, script=script)

    def _paint_arm(self, is_one: bool) -> None:
        painter, wide = self.painter, max(2.0, 1.3 / self.scale)
        pen = round_ended(QColor(self.livery.ink), wide)
        painter.setPen(pen)
        half, deep = (10.0, 6.5) if not is_one else (9.0, 5.0)
        if self.block.arm is Arm.GUN:
            take_up(painter, None, QColor(self.livery.ink))
            painter.drawEllipse(QPointF(0, 0), 4.6, 4.6)
            if self.block.is_limbered:
                painter.setPen(pen)
                painter.drawLine(QLineF(-11, 6.4, 11, 6.4))
            return
        painter.drawLine(QLineF(-half, deep, half, -deep))
        if self.block.arm is Arm.FOOT:
            painter.drawLine(QLineF(-half, -deep, half, deep))
        if self.block.is_light:
            take_up(painter, None, QColor(self.livery.ink))
            painter.drawEllipse(QPointF(0, deep + 0.5), 2.2, 2.2)


@dataclass(frozen=True, slots=True)
class Post:
    """A figure where it stands, scene units about the block's middle."""

    suit: Suit
    at: QPointF
    bearing: int


def _along(pose: Pose, ahead: float) -> QPointF:
    """The scene point so many units ahead of a pose."""
    return _scene_of(pose.at(ahead / UNIT))


def _scene_of(point: tuple[float, float]) -> QPointF:
    return QPointF(point[0] * UNIT, -point[1] * UNIT)


@contextmanager
def _turned(painter: QPainter, at: QPointF, bearing: int) -> Iterator[None]:
    """A painter at a point, turned by a bearing, for a while."""
    with kept(painter):
        painter.translate(at)
        painter.rotate(bearing / 10)
        yield


# -- where figures stand on a base


_Placed = tuple[Suit, float, float, int]
"""What stands there, how far right and behind of the middle, scene units, and its own turn."""


def _ranks(block: Block, number: int, base: Base | Disc) -> Iterator[_Placed]:
    """The figures of one stand."""
    match block.arm:
        case Arm.FOOT if isinstance(base, Base):
            yield from _foot(block, number, base)
        case Arm.HORSE if isinstance(base, Base):
            yield from _horse(block, number, base)
        case Arm.GUN if isinstance(base, Base):
            yield from _guns(block, base)
        case _:
            yield from _staff(block)


def _chance(block: Block, number: int) -> Jitter:
    return Jitter(f"{block.side}{block.coat}{block.dress}{number}{block.form}")


def _foot(block: Block, number: int, base: Base) -> Iterator[_Placed]:
    kind = FigureKind(block.dress or FigureKind.INFANTRY)
    jitter = _chance(block, number)
    wide, deep = base.width / 100 * UNIT, base.depth / 100 * UNIT
    if block.form is Form.LOOSE:
        yield from _loose(block, kind, jitter, wide, deep)
        return
    files = max(2, round(wide / 6.5))
    ranks = max(2, round((deep - 4) / (9.0 if block.form is Form.LINE else 8.2)))
    across, down = (wide - 6.4) / (files - 1), (deep - 12.5) / max(ranks - 1, 1)
    for rank in range(ranks):
        for file in range(files):
            x = -wide / 2 + 3.2 + across * file + jitter.between(-0.3, 0.3)
            y = -deep / 2 + 8.2 + down * rank + jitter.between(-0.35, 0.35)
            figure = Figure.MAN
            if rank == ranks - 1 and file == files // 2:
                figure = Figure.OFFICER if number == 0 else Figure.DRUMMER
            suit = Suit(figure, block.coat, kind, jitter.below(3))
            yield suit, x, y, round(jitter.between(-40, 40))


def _loose(
    block: Block, kind: FigureKind, jitter: Jitter, wide: float, deep: float
) -> Iterator[_Placed]:
    """Pairs of men, one before the other, well apart."""
    pairs = max(2, round(wide / 13))
    for pair in range(pairs):
        x = -wide / 2 + wide * (pair + 0.5) / pairs
        for place, figure in ((0, Figure.SKIRMISHER), (1, Figure.MAN)):
            aside = (-2.8, 2.6)[place] + jitter.between(-1.2, 1.2)
            y = -deep / 2 + (9.5, 22.5)[place] * deep / 32 + jitter.between(-1.5, 1.5)
            suit = Suit(figure, block.coat, kind, jitter.below(3))
            yield suit, x + aside, y, round(jitter.between(-180, 180))


def _horse(block: Block, number: int, base: Base) -> Iterator[_Placed]:
    kind = FigureKind(block.dress or FigureKind.HUSSAR)
    figure = Figure.LANCER if kind in (FigureKind.LANCER, FigureKind.COSSACK) else Figure.RIDER
    jitter = _chance(block, number)
    wide, deep = base.width / 100 * UNIT, base.depth / 100 * UNIT
    files = max(2, round(wide / (9.4 if block.form is not Form.LOOSE else 13)))
    ranks = max(1, round(deep / 30))
    for rank in range(ranks):
        for file in range(files):
            x = -wide / 2 + wide * (file + 0.5) / files + jitter.between(-0.4, 0.4)
            y = -deep / 2 + 17.0 + rank * 28.5 + jitter.between(-1.3, 1.3)
            suit = Suit(figure, block.coat, kind, jitter.below(4))
            yield suit, x, y, round(jitter.between(-35, 35))


def _guns(block: Block, base: Base) -> Iterator[_Placed]:
    kind = FigureKind(block.dress or FigureKind.FOOT_GUN)
    jitter = _chance(block, 0)
    wide, deep = base.width / 200 * UNIT, base.depth / 200 * UNIT
    if block.is_limbered:
        for x in (-0.5 * wide, 0.5 * wide):
            yield Suit(Figure.TEAM, block.coat, kind, jitter.below(4)), x, -deep + 16.5, 0
            yield Suit(Figure.LIMBER, block.coat, kind), x, -deep + 35.0, 0
            yield Suit(Figure.GUNNER, block.coat, kind, 0), x + 7.5, -deep + 38.0, 0
        return
    for x in (-0.5 * wide, 0.5 * wide):
        yield Suit(Figure.GUN, block.coat, kind), x, -deep + 17.0, 0
        crew = ((-7.6, 12.0, 1), (7.6, 13.5, 0), (-6.6, 25.5, 0), (6.4, 26.5, 1), (0.0, 37.0, 2))
        for aside, y, tone in crew:
            place = x + aside + jitter.between(-0.5, 0.5)
            suit = Suit(Figure.GUNNER, block.coat, kind, tone)
            yield (
                suit,
                place,
                -deep + y + jitter.between(-0.6, 0.6),
                round(jitter.between(-150, 150)),
            )


def _staff(block: Block) -> Iterator[_Placed]:
    general = Suit(Figure.GENERAL, block.coat, FigureKind.GENERAL, 1)
    aide = Suit(Figure.RIDER, block.coat, FigureKind(block.dress or FigureKind.HUSSAR), 2)
    places = {
        1: ((general, 0.0, 1.5, 0),),
        2: ((general, -4.6, 0.0, -40), (aide, 5.4, 3.0, 60)),
        3: ((general, 0.0, -2.0, 0), (aide, -8.6, 4.6, -60), (aide, 8.6, 4.6, 60)),
    }
    yield from places.get(block.rank, places[1])


# -- what covers a base


@cache
def flock() -> QImage:
    """A square of flock that meets itself on every side, four device pixels to a scene unit."""
    edge = 128
    image = clear_image(edge, edge)
    painter = smooth(image)
    jitter = Jitter("flock")
    tones = ("#8f9a5c", "#6d7443", "#a39a63", "#7c854c", "#5f663b", "#b2ab72", "#8b7b50")
    for _ in range(950):
        x, y = jitter.between(0, edge), jitter.between(0, edge)
        size = jitter.between(0.8, 2.6)
        take_up(painter, None, faded(tones[jitter.below(len(tones))], 150))
        for dx in (-edge, 0, edge):
            for dy in (-edge, 0, edge):
                if -3 < x + dx < edge + 3 and -3 < y + dy < edge + 3:
                    painter.drawEllipse(QPointF(x + dx, y + dy), size, 0.8 * size)
    painter.end()
    return image
