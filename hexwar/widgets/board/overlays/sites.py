"""The overlay of what a battle is about: VP hexes, who holds them, supply, entry hexes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QPointF, QRectF

from hexwar.hexes import Hex, Layout
from hexwar.table.overlays import Sites
from hexwar.widgets.board.geometry import centre
from hexwar.widgets.board.overlays.layer import Canvas, Placed
from hexwar.widgets.board.overlays.marks import Disc, EntryArrow, Flag, Seal, Wheel
from hexwar.widgets.board.overlays.pens import Inks

# Where in the hex each mark lies, in radii. The ends of the hex stay free of counters, its own
# and its neighbours'; a wheel peeps out below.
_SEAL: Final = QPointF(-0.84, 0.0)
_FLAG: Final = QPointF(0.86, 0.02)
_WHEEL: Final = QPointF(-0.44, 0.80)
_ENTRY: Final = QPointF(0.0, 0.0)
_ENTRY_TEXT: Final = QPointF(0.0, 0.62)


class SitesDrawing:
    """Seals with the points, flags of the holders, wheels of supply, arrows of entry."""

    def __init__(self, layout: Layout, inks: Inks, sites: Sites) -> None:
        self._layout, self._inks = layout, inks
        self._marks = [*self._signs(sites), *self._entries(sites)]
        self.box = QRectF()
        for placed in self._marks:
            self.box |= placed.box

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        canvas.stamp(self._marks)

    def _at(self, hex_: Hex, place: QPointF) -> QPointF:
        return centre(self._layout, hex_) + place * self._layout.radius

    def _signs(self, sites: Sites) -> Iterator[Placed]:
        inks = self._inks
        dark, light = inks.dark.rgba(), inks.light.rgba()
        for hex_, side in sites.sources.items():
            yield Placed(self._at(hex_, _WHEEL), Wheel(inks.sides[side].rgba(), light, dark))
        for hex_, points in sites.points.items():
            seal = Seal(points, dark, inks.of("victory").rgba(), dark)
            yield Placed(self._at(hex_, _SEAL), seal)
        for hex_, side in sites.control.items():
            flag = Flag(inks.sides[side].rgba(), dark, swallow_tail=inks.place(side) == 1)
            yield Placed(self._at(hex_, _FLAG), flag)

    def _entries(self, sites: Sites) -> Iterator[Placed]:
        inks = self._inks
        for entry in sites.entries:
            turn = self._inward(entry.hex)
            arrow = EntryArrow(inks.sides[entry.side].rgba(), inks.light.rgba(), turn)
            yield Placed(self._at(entry.hex, _ENTRY), arrow)
            if entry.text:
                note = Disc(entry.text, inks.dark.rgba(), inks.light.rgba(), inks.dark.rgba(), 6.5)
                yield Placed(self._at(entry.hex, _ENTRY_TEXT), note)

    def _inward(self, hex_: Hex) -> int:
        """The direction from the nearest edge of the sheet, degrees clockwise from east."""
        x, y = self._layout.centre(hex_)
        width, height = self._layout.size
        gaps = {x: 0, width - x: 180, y: 90, height - y: 270}
        return gaps[min(gaps, key=lambda gap: (math.floor(gap), gap))]
