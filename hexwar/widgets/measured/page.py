"""What is laid over a table is painted on this: pens by what they mean, and words on slips."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from hexwar.table.stands import Hue
from hexwar.widgets.board.overlays.pens import hatch, round_pen
from hexwar.widgets.brushwork import faded, kept, polygon, rounded, take_up, write
from hexwar.widgets.fonts import SANS, font
from hexwar.widgets.measured.plane import Plane
from hexwar.widgets.theme import Theme

DARK: Final = QColor("#241a10")
LIGHT: Final = QColor("#fdf6e4")

_SOFT: Final = QPainter.RenderHint.Antialiasing

_GOOD, _BAD, _DOUBT = "#2a7d3c", "#b3261e", "#b9720f"
_SAFE_GOOD, _SAFE_BAD = "#00664a", "#d55e00"

_DASHES: Final[dict[Hue, Sequence[float]]] = {
    Hue.BAD: (3.2, 2.4),
    Hue.DOUBT: (5.0, 2.2, 0.6, 2.2),
}


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of what is laid over a table; who looks sees his own side in `OWN`."""

    theme: Theme

    def of(self, hue: Hue) -> QColor:
        """The colour of a meaning."""
        is_safe = self.theme.name.endswith("-safe")
        match hue:
            case Hue.GOOD:
                return QColor(_SAFE_GOOD if is_safe else _GOOD)
            case Hue.BAD:
                return QColor(_SAFE_BAD if is_safe else _BAD)
            case Hue.DOUBT:
                return QColor(_DOUBT)
            case Hue.OWN:
                return QColor(self.theme.overlays["zoc_own"])
            case Hue.ENEMY:
                return QColor(self.theme.overlays["zoc_enemy"])
            case Hue.COMMAND:
                return QColor(self.theme.overlays["command"])
            case _:
                return DARK


def letters(pixels: int, *, bold: bool = True) -> QFont:
    """The letters of slips."""
    return font(SANS, pixels, QFont.Weight.Bold if bold else QFont.Weight.DemiBold)


@dataclass(frozen=True, slots=True)
class Words:
    """Words that are to be written on a slip."""

    at: QPointF
    text: str
    hue: Hue
    aside: tuple[float, float]
    pixels: int


@dataclass(slots=True)
class Page:
    """One painting of what is laid over a table."""

    painter: QPainter  # in scene units
    plane: Plane
    inks: Inks
    zoom: float  # pixels a scene unit
    exposed: QRectF  # the part of the scene that must be painted
    ratio: float = 1.0
    words: list[Words] = field(default_factory=list)  # that are still to be written
    slips: list[QRectF] = field(default_factory=list)  # that are written already, pixels

    def sees(self, box: QRectF, pixels: float = 12.0) -> bool:
        """Whether a box of the scene, or so many pixels round it, must be painted."""
        room = self.px(pixels)
        return self.exposed.intersects(box.adjusted(-room, -room, room, room))

    def px(self, pixels: float) -> float:
        """So many pixels in scene units."""
        return pixels / self.zoom

    def pen(self, hue: Hue, wide: float) -> QPen:
        """The pen of a meaning, so many pixels wide."""
        return round_pen(self.inks.of(hue), self.px(wide), _DASHES.get(hue, ()))

    def stroke(self, path: QPainterPath, hue: Hue, wide: float, *, casing: float = 2.0) -> None:
        """A line over a paler and broader one, so that it is seen on any ground."""
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        if casing:
            under = round_pen(faded(LIGHT, 210), self.px(wide + casing))
            self.painter.strokePath(path, under)
        self.painter.strokePath(path, self.pen(hue, wide))

    def wash(self, path: QPainterPath, hue: Hue, depth: int, *, hatched: bool = False) -> None:
        """An area, filled thinly or hatched; a line covers its hard edge, which is quicker."""
        self.painter.setRenderHint(_SOFT, on=False)
        self.painter.fillPath(path, faded(self.inks.of(hue), depth))
        if hatched:
            lines = faded(self.inks.of(hue), 170)
            self.painter.fillPath(path, hatch(lines, self.zoom, self.ratio, rises=hue is Hue.ENEMY))
        self.painter.setRenderHint(_SOFT)

    def head(self, tip: QPointF, behind: QPointF, hue: Hue, size: float) -> None:
        """The head of an arrow at a point, so many pixels long."""
        way = QLineF(behind, tip)
        if not way.length():
            return
        along = (tip - behind) / way.length()
        across = QPointF(-along.y(), along.x())
        back, half = self.px(size), self.px(size * 0.55)
        head = polygon(
            [
                tip,
                tip - along * back + across * half,
                tip - along * (0.7 * back),
                tip - along * back - across * half,
            ]
        )
        take_up(self.painter, round_pen(LIGHT, self.px(1.6)), self.inks.of(hue))
        self.painter.drawPolygon(head)

    def slip(
        self,
        at: QPointF,
        text: str,
        hue: Hue = Hue.PLAIN,
        *,
        aside: tuple[float, float] = (0.0, 0.0),
        away: tuple[float, float] = (0.0, 0.0),
        pixels: int = 12,
    ) -> None:
        """Words on a slip of paper, written with all others at the end, above all lines.

        Args:
            at: the scene point where its middle is.
            text: empty for none.
            hue: what it means.
            aside: how many pixels off that its middle is, right and down.
            away: a way of length 1, right and down, on which it lies beyond that point.
            pixels: the size of the letters.
        """
        if text:
            wide, high = _size(text, pixels)
            far = abs(away[0]) * (wide + 12) / 2 + abs(away[1]) * (high + 4) / 2 + 9
            beyond = aside[0] + away[0] * far, aside[1] + away[1] * far
            self.words.append(Words(QPointF(at), text, hue, beyond, pixels))

    def write_slips(self) -> None:
        """Writes all slips; each moves down until it covers none before it."""
        for words in self.words:
            with kept(self.painter):
                self.painter.translate(words.at)
                self.painter.scale(1 / self.zoom, 1 / self.zoom)
                self._write(words)
        self.words.clear()

    def _write(self, words: Words) -> None:
        size, hue = _size(words.text, words.pixels), words.hue
        box = QRectF(0, 0, size[0] + 12, size[1] + 4)
        box.moveCenter(QPointF(*words.aside))
        box = self._free(box, words.at * self.zoom)
        edge = self.inks.of(hue)
        paper = rounded(box, 4)
        self.painter.fillPath(paper.translated(1, 1.5), QColor(20, 14, 6, 70))
        take_up(self.painter, QPen(edge, 1.4), faded(LIGHT, 242))
        self.painter.drawPath(paper)
        ink = edge.darker(125) if hue is not Hue.PLAIN else DARK
        centre = Qt.AlignmentFlag.AlignCenter
        write(self.painter, box, words.text, letters(words.pixels), ink, centre)

    def _free(self, box: QRectF, origin: QPointF) -> QRectF:
        moved = box.translated(origin)
        for _ in range(12):
            met = [other for other in self.slips if other.intersects(moved)]
            if not met:
                break
            moved.moveTop(max(other.bottom() for other in met) + 2)
        self.slips.append(moved)
        return moved.translated(-origin)


@cache
def _size(text: str, pixels: int) -> tuple[float, float]:
    measure = QFontMetricsF(letters(pixels))
    return math.ceil(measure.horizontalAdvance(text)), math.ceil(measure.height())
