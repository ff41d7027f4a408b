"""Colours, pens and hatches of the overlays. No meaning hangs on a colour alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPen, QTransform

from hexwar.table.battle import Battle
from hexwar.table.forces import Side
from hexwar.widgets.brushwork import smooth
from hexwar.widgets.counters.faces import nation_key
from hexwar.widgets.theme import Theme

# -- the colours of the overlays. No meaning hangs on a colour alone: shape or hatch says it too


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of one theme, for the sides of one battle."""

    theme: Theme
    sides: Mapping[Side, QColor]  # in the battle's order, which also gives the slant of hatches

    @property
    def dark(self) -> QColor:
        """Edges, and text on light marks: the map is light under every theme."""
        return QColor("#241a10")

    @property
    def light(self) -> QColor:
        """Halos, casings and the ground of marks."""
        return QColor("#fdf6e4")

    def of(self, use: str) -> QColor:
        """The theme's colour for a use, such as `reach` or `path`."""
        return QColor(self.theme.overlays[use])

    def place(self, side: Side) -> int:
        """0 for the side that is asked first, 1 for the other."""
        return list(self.sides).index(side)


_PALEST = 0.85
"""How light the colour of a side may be, from 0 to 1."""


def inks_of(theme: Theme, battle: Battle | None) -> Inks:
    """The colours of a theme for a battle; without a battle there are no sides."""
    sides = {} if battle is None else {s: _side_colour(theme, battle, s) for s in battle.sides}
    return Inks(theme, sides)


def _side_colour(theme: Theme, battle: Battle, side: Side) -> QColor:
    """The card colour of the nationality that most of a side's units have.

    White coats would vanish on paper, and white letters on them: theirs is the ink of their cards.
    """
    livery = theme.livery(nation_key(battle.nation_of(side)))
    field = QColor(livery.field)
    return field if field.lightnessF() < _PALEST else QColor(livery.ink)


# -- the pens and hatches of the overlays


_HATCH_PIXELS: Final = 9
"""From one line of a hatch to the next along the axis, on the screen at every zoom."""

_NO_GROUND: Final = QColor(Qt.GlobalColor.transparent)


def round_pen(colour: QColor | int, width: float, dashes: Sequence[float] = ()) -> QPen:
    """A pen with round ends and corners; width in the painter's units, dashes in widths."""
    brush = QColor.fromRgba(colour) if isinstance(colour, int) else colour
    style, join = Qt.PenStyle.SolidLine, Qt.PenJoinStyle.RoundJoin
    pen = QPen(brush, width, style, Qt.PenCapStyle.RoundCap, join)
    if dashes:
        pen.setDashPattern(dashes)
    return pen


def flat_pen(colour: QColor, width: float) -> QPen:
    """A pen for single lines that meet end to end, which the other draws far more slowly."""
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)


def hatch(
    colour: QColor, zoom: float, ratio: float, *, rises: bool, ground: QColor = _NO_GROUND
) -> QBrush:
    """A hatch whose lines keep their distance on the screen, and a ground between and under them.

    Zoom is pixels to a scene unit, the ratio device pixels to a pixel.
    """
    edge = round(_HATCH_PIXELS * ratio)
    brush = QBrush(_hatch_tile(colour, edge, 1.5 * ratio, ground, rises=rises))
    brush.setTransform(QTransform.fromScale(1.0 / (zoom * ratio), 1.0 / (zoom * ratio)))
    return brush


def _hatch_tile(colour: QColor, edge: int, width: float, ground: QColor, *, rises: bool) -> QImage:
    """One square of the hatch, which joins up with itself on every side."""
    image = QImage(edge, edge, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(ground)
    painter = smooth(image)
    painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
    low, high = (edge, 0) if rises else (0, edge)
    for shift in (-edge, 0, edge):
        painter.drawLine(QPointF(shift, low), QPointF(shift + edge, high))
    painter.end()
    return image
