"""The colours of the overlays. No meaning hangs on a colour alone: shape or hatch says it too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtGui import QColor

from hexwar.table.battle import Battle
from hexwar.table.forces import Side
from hexwar.widgets.counters import nation_key
from hexwar.widgets.theme import Theme


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
    nations = Counter(unit.nation for unit in battle.units.values() if unit.side == side)
    nation = max(nations, key=lambda n: (nations[n], n)) if nations else ""
    livery = theme.livery(nation_key(nation))
    field = QColor(livery.field)
    return field if field.lightnessF() < _PALEST else QColor(livery.ink)


def faded(colour: QColor, alpha: int) -> QColor:
    """The colour with an opacity from 0 to 255."""
    result = QColor(colour)
    result.setAlpha(alpha)
    return result
