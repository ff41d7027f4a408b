"""Type set by hand: names as outlines, level or along a curve, with a halo of paper."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainterPath,
    QPen,
    QTransform,
)

from hexwar.widgets import fonts
from hexwar.widgets.mapart.canvas import Canvas
from hexwar.widgets.mapart.curves import at_lengths, lengths_along
from hexwar.widgets.mapart.noise import Floats

_MASTER: Final = 64  # pixels; outlines are taken at this size, so that no hinting bends them


_HALO: Final = 0.24  # widths of the halo's pen in heights of the type


@dataclass(frozen=True, slots=True)
class Style:
    """How a name is set."""

    pixels: float  # height of the type
    ink: QColor
    weight: QFont.Weight = QFont.Weight.Normal
    is_italic: bool = False
    spacing: float = 0.0  # between letters, in heights of the type
    halo: QColor | None = None
    leading: float = 1.08  # from line to line, in heights of the type

    def scaled(self, factor: float) -> Style:
        """The same style larger or smaller."""
        return replace(self, pixels=self.pixels * factor)

    def master(self) -> QFont:
        """The font that outlines are taken from."""
        font = fonts.font(fonts.SERIF, _MASTER, self.weight, self.is_italic)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, self.spacing * _MASTER)
        return font


@dataclass(frozen=True, slots=True)
class Lettering:
    """A name ready to paint."""

    path: QPainterPath
    style: Style
    boxes: Floats  # n x 4 (left, top, right, bottom) that it fills; a box a letter on a curve

    def moved(self, x: float, y: float) -> Lettering:
        """The name so many pixels further right and down."""
        boxes = self.boxes + np.array([x, y, x, y])
        return Lettering(self.path.translated(x, y), self.style, boxes)

    @property
    def bounds(self) -> QRectF:
        """The rectangle that holds it, halo and all."""
        margin = self.style.pixels * _HALO
        return self.path.boundingRect().adjusted(-margin, -margin, margin, margin)

    def paint(self, canvas: Canvas) -> None:
        """Paints the halo, then the letters."""
        if self.style.halo is not None:
            pen = QPen(self.style.halo, self.style.pixels * _HALO)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)  # the quickest
            canvas.painter.strokePath(self.path, pen)
        canvas.painter.fillPath(self.path, self.style.ink)


def level(text: str, style: Style) -> Lettering:
    """A name of one or more lines round the origin, its capitals centred upright."""
    font = style.master()
    metrics = QFontMetricsF(font)
    lines = text.split("\n")
    master = QPainterPath()
    for i, line in enumerate(lines):
        width = metrics.horizontalAdvance(line) - style.spacing * _MASTER
        foot = metrics.capHeight() / 2 + (i - (len(lines) - 1) / 2) * style.leading * _MASTER
        master.addText(QPointF(-width / 2, foot), font, line)
    factor = style.pixels / _MASTER
    path = QTransform.fromScale(factor, factor).map(master)
    return Lettering(path, style, boxed(path))


def along(text: str, style: Style, curve: Floats) -> Lettering:
    """A name whose letters stand on the middle of a curve, read from its first point on."""
    font = style.master()
    metrics = QFontMetricsF(font)
    factor = style.pixels / _MASTER
    ends = np.array([metrics.horizontalAdvance(text[: i + 1]) for i in range(len(text))]) * factor
    starts = np.concatenate([[0.0], ends[:-1]])
    middles = (starts + ends) / 2 + (lengths_along(curve)[-1] - ends[-1]) / 2
    path, boxes = QPainterPath(), []
    for letter, spot, angle in zip(
        text, at_lengths(curve, middles), _angles(curve, middles), strict=True
    ):
        glyph = QPainterPath()
        half = (metrics.horizontalAdvance(letter) - style.spacing * _MASTER) / 2
        glyph.addText(QPointF(-half, metrics.capHeight() * 0.42), font, letter)
        turn = QTransform.fromTranslate(*spot.tolist()).rotate(angle).scale(factor, factor)
        glyph = turn.map(glyph)
        path.addPath(glyph)
        boxes.append(boxed(glyph))
    return Lettering(path, style, np.concatenate(boxes))


def boxed(path: QPainterPath) -> Floats:
    """The box of a path, 1 x 4."""
    box = path.boundingRect()
    return np.array([[box.left(), box.top(), box.right(), box.bottom()]])


def _angles(curve: Floats, lengths: Floats) -> list[float]:
    """The curve's course at lengths along it, in degrees clockwise from the right."""
    course = at_lengths(curve, lengths + 3) - at_lengths(curve, lengths - 3)
    degrees: list[float] = np.degrees(np.arctan2(course[:, 1], course[:, 0])).tolist()
    return degrees


def width_of(text: str, style: Style) -> float:
    """How many pixels wide a line of text is."""
    advance = QFontMetricsF(style.master()).horizontalAdvance(text)
    return advance * style.pixels / _MASTER
