"""What painters of counters draw with: whole device pixels, letters, silhouettes and flags."""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache, lru_cache
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QTransform,
)
from PySide6.QtSvg import QSvgRenderer

from hexwar.resources import assets
from hexwar.widgets.brushwork import (
    ellipse,
    faded,
    graded,
    kept,
    round_ended,
    rounded,
    take_up,
)
from hexwar.widgets.counters.faces import FigureKind
from hexwar.widgets.drawings import Dyes, drawing
from hexwar.widgets.fonts import SANS, SERIF, font


class Script(Enum):
    """The lettering: family, weight, and how far letters are squeezed sideways."""

    NUMERAL = (SANS, QFont.Weight.Black, 0.84)
    LABEL = (SANS, QFont.Weight.Bold, 0.86)
    TEXT = (SANS, QFont.Weight.DemiBold, 0.86)
    TITLE = (SERIF, QFont.Weight.Bold, 0.94)


@lru_cache(maxsize=1024)
def text_path(text: str, script: Script) -> QPainterPath:
    """The outlines of a text, its capitals 1 unit high, its baseline at y = 0, from x = 0."""
    face, weight, squeeze = script.value
    made = font(face, 100, weight)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    path = QPainterPath()
    path.addText(0, 0, made, text)
    height = QFontMetricsF(made).capHeight()
    scaled = QTransform.fromScale(squeeze / height, 1 / height).map(path)
    return scaled.translated(-scaled.boundingRect().left(), 0)


# -- the easel


EDGE = 40.0
"""The edge of a counter in scene pixels at 100 %."""

MARGIN = 6.0
"""Room round a counter for its shadow, scene pixels at 100 %."""


class Detail(IntEnum):
    """How much a picture shows, by the scale it is seen at."""

    FAR = 0  # a plain block with the strength
    SMALL = 1  # no names, larger numbers
    NORMAL = 2
    FINE = 3  # lace, trim, small print

    @classmethod
    def at(cls, scale: float) -> Detail:
        """The detail for a scale in logical pixels, 1.0 at 100 %."""
        return cls(bisect_right(_LIMITS, scale))


_LIMITS = (0.45, 0.8, 1.25)


@dataclass(frozen=True, slots=True)
class Easel:
    """A painter in scene units, and how many device pixels a unit has."""

    painter: QPainter
    unit: float  # device pixels to a scene unit
    detail: Detail

    def snap(self, value: float) -> float:
        """The nearest coordinate that falls on a whole device pixel."""
        return round(value * self.unit) / self.unit

    def hair(self, width: float = 0.5) -> float:
        """A width in scene units, at least one device pixel."""
        return max(width, 1 / self.unit)

    def rect(self, left: float, top: float, right: float, bottom: float) -> QRectF:
        """A rectangle with its edges on whole device pixels."""
        left, top = self.snap(left), self.snap(top)
        return QRectF(left, top, self.snap(right) - left, self.snap(bottom) - top)

    def text(
        self,
        text: str,
        x: float,
        baseline: float,
        cap: float,
        colour: str,
        *,
        script: Script = Script.LABEL,
        align: float = 0.5,
        room: float = 0.0,
    ) -> float:
        """Write a text; the width it took, scene units.

        `align` says what `x` is: 0 the left end, 0.5 the middle, 1 the right end. The height of
        capitals is rounded to whole device pixels. A text longer than `room` is squeezed; 0 is no
        limit.
        """
        path = text_path(text, script)
        height = max(1, round(cap * self.unit)) / self.unit
        width = path.boundingRect().width() * height
        squeeze = min(1.0, room / width) if room and width else 1.0
        move = QTransform.fromTranslate(x - align * width * squeeze, self.snap(baseline))
        placed = (QTransform.fromScale(height * squeeze, height) * move).map(path)
        self.painter.fillPath(placed, QColor(colour))
        return width * squeeze

    def fill(self, path: QPainterPath, colour: QColor) -> None:
        """Fill a path, without a line round it."""
        self.painter.fillPath(path, colour)

    def stroke(self, path: QPainterPath, colour: QColor, width: float) -> None:
        """Draw a path's line with round joins."""
        pen = round_ended(colour, self.hair(width))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self.painter.strokePath(path, pen)


# -- card and shadow


CORNER = 3.6
"""The radius of a card's corners, scene pixels."""

_SHADOW_REACH = 4.4  # how far the shadow spreads, scene pixels
_SHADOW_FALL = QPointF(0.8, 1.4)  # the light comes from the upper left
_SHADOW_DEPTH = 0.52  # opacity below the card


def paint_shadow(easel: Easel, outline: QPainterPath, colour: str) -> None:
    """Paint the soft shadow of a card or a disc: many faint shapes, each a little larger."""
    box = outline.boundingRect().translated(_SHADOW_FALL)
    steps = max(4, round(2 * _SHADOW_REACH * easel.unit))
    shade = QColor(colour)
    shade.setAlphaF(1 - (1 - _SHADOW_DEPTH) ** (1 / steps))
    take_up(easel.painter, None, shade)
    corner = outline.boundingRect().topLeft() + QPointF(CORNER, CORNER)
    is_round = not outline.contains(corner)
    for step in range(steps):
        way = 1 - 2 * step / steps
        spread = _SHADOW_REACH * way * abs(way)  # most of them near the edge: a soft far rim
        grown = box.adjusted(-spread, -spread, spread, spread)
        radius = grown.width() / 2 if is_round else CORNER + max(spread, -2.0)
        easel.painter.drawRoundedRect(grown, radius, radius)


def card_outline() -> QPainterPath:
    """The outline of a card: a square with round corners."""
    return rounded(QRectF(0, 0, EDGE, EDGE), CORNER)


def disc_outline(diameter: float = EDGE) -> QPainterPath:
    """The outline of a round counter in the middle of the square of a card."""
    return ellipse((EDGE / 2, EDGE / 2), diameter / 2)


def paint_card(easel: Easel, field: str) -> None:
    """Paint the ground of a card: a gentle light from the upper left."""
    easel.painter.fillPath(card_outline(), QBrush(lit(field)))


def lit(field: str) -> QLinearGradient:
    """A colour as it looks on a card under light from the upper left."""
    base, light = QColor(field), QLinearGradient(0, 0, EDGE, EDGE)
    return graded(light, (0.0, base.lighter(110)), (0.45, base), (1.0, base.darker(112)))


def paint_edge(easel: Easel, field: str) -> None:
    """Paint the cut edge of a card over what lies on it: light above and left, dark outside."""
    if easel.detail >= Detail.SMALL:
        _bevel(easel)
    width = easel.hair(0.9)
    inset = width / 2
    rim = rounded(QRectF(0, 0, EDGE, EDGE).adjusted(inset, inset, -inset, -inset), CORNER - inset)
    ground = QColor(field)
    easel.stroke(rim, ground.darker(230 if ground.lightnessF() > 0.35 else 320), 0.9)


def _bevel(easel: Easel) -> None:
    """A light line along the upper and left edge, a dark one along the others."""
    near, far, bend = 1.4, EDGE - 1.4, CORNER
    light = QPainterPath(QPointF(near, far - bend))
    light.lineTo(near, near + bend)
    light.quadTo(near, near, near + bend, near)
    light.lineTo(far - bend, near)
    easel.stroke(light, QColor(255, 255, 255, 105), 0.8)
    dark = QPainterPath(QPointF(far, near + bend))
    dark.lineTo(far, far - bend)
    dark.quadTo(far, far, far - bend, far)
    dark.lineTo(near + bend, far)
    easel.stroke(dark, QColor(0, 0, 0, 60), 0.8)


def paint_ring(easel: Easel, colour: str) -> None:
    """Paint the ring round a card that is selected: a bright line between two dark ones."""
    ring = rounded(QRectF(-1.7, -1.7, EDGE + 3.4, EDGE + 3.4), CORNER + 1.7)
    easel.stroke(ring, QColor("#1d140a"), 4.2)
    easel.stroke(ring, QColor(colour), 2.4)


def paint_glow(easel: Easel, colour: str) -> None:
    """Paint the quiet light round a card that can act."""
    steps = max(4, round(4.6 * easel.unit))
    shade = faded(colour, 255)
    shade.setAlphaF(1 - 0.12 ** (1 / steps))
    for step in range(steps):
        spread = 4.8 * (step + 1) / steps
        box = QRectF(-spread, -spread, EDGE + 2 * spread, EDGE + 2 * spread)
        easel.fill(rounded(box, CORNER + spread), shade)


# -- silhouettes in the uniforms of their nations


_EDGE = 0.9  # of ink round a figure, its own units: a standing man is 100 high
_EDGE_PX = 0.35  # and in device pixels, at least


def paint_figure(
    painter: QPainter, kind: FigureKind, nation: str, rect: QRectF, unit: float
) -> None:
    """Paint a silhouette standing on the lower edge of a rectangle, as large as it fits.

    An unknown nation wears grey. `unit` is device pixels to a scene unit.
    """
    box = figure(kind).viewBoxF()
    size = min(rect.width() / box.width(), rect.height() / box.height())
    width, height = box.width() * size, box.height() * size
    edge = max(_EDGE, round(2 * _EDGE_PX / (size * unit)) / 2)  # few widths: each is read anew
    where = QRectF(rect.center().x() - width / 2, rect.bottom() - height, width, height)
    figure(kind, nation, edge).render(painter, where)


def figure(kind: FigureKind, nation: str = "", edge: float = _EDGE) -> QSvgRenderer:
    """A silhouette in the uniform of a nation, inked as wide as `edge` says."""
    return drawing(f"counters/{_file(kind)}", uniform(nation, kind), 2 * edge)


def paint_portrait(painter: QPainter, name: str, nation: str, rect: QRectF, unit: float) -> None:
    """Paint a general's bust on the lower edge of a rectangle, as `paint_figure` does.

    He has a head of his own, by his name; the French look to the right, their enemies to the left.
    """
    bust, colours = _general(name, nation)
    shape = drawing(bust, colours, 2 * _EDGE).viewBoxF()
    size = min(rect.width() / shape.width(), rect.height() / shape.height())
    edge = max(_EDGE, round(2 * _EDGE_PX / (size * unit)) / 2)
    width, height = shape.width() * size, shape.height() * size
    where = QRectF(rect.center().x() - width / 2, rect.bottom() - height, width, height)
    with kept(painter):
        if nation != "french":
            painter.translate(2 * where.center().x(), 0)
            painter.scale(-1, 1)
        drawing(bust, colours, 2 * edge).render(painter, where)


@cache
def _general(name: str, nation: str) -> tuple[str, Dyes]:
    """The drawing of a general's bust and the colours of its parts."""
    heads = list(_wardrobe()["heads"].values())
    chosen = heads[sum(name.encode()) % len(heads)]
    head = {**_wardrobe()["leaders"].get(name, chosen)}
    bust = f"counters/{head.pop('bust', 'general')}"
    worn = {**dict(uniform(nation, FigureKind.GENERAL)), **head}
    return bust, tuple(worn.items())


@cache
def uniform(nation: str, kind: FigureKind) -> Dyes:
    """The colour of each part of a silhouette."""
    worn, name = _wardrobe(), _file(kind)
    colours = {
        **worn["plain"],
        **worn["nations"].get(nation, {}),
        **worn["horses"].get(name, {}),
        **(worn["generals"].get(nation, {}) if kind is FigureKind.GENERAL else {}),
        **worn["branches"].get(nation, {}).get(name, {}),
    }
    return tuple(colours.items())


@cache
def _wardrobe() -> dict[str, Any]:
    return tomllib.loads((assets() / "art/counters/uniforms.toml").read_text(encoding="utf-8"))


def _file(kind: FigureKind) -> str:
    return kind.replace(" ", "-")


# -- flags


def paint_flag(easel: Easel, nation: str, rect: QRectF) -> None:
    """Paint a nation's flag on its staff into a rectangle, scene units."""
    known = nation if nation in _nations() else "unknown"
    edge = round(easel.hair(0.45) * 100 / rect.height(), 1)
    drawing(f"flags/{known}", (("ink", "#19120c"),), edge).render(easel.painter, rect)


@cache
def _nations() -> frozenset[str]:
    return frozenset(path.stem for path in (assets() / "art/flags").glob("*.svg"))
