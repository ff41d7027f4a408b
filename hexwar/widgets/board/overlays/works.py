"""The overlays of what troops have done to the ground: broken and pontoon bridges, earthworks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QPointF, QRectF

from hexwar.hexes import Hex, Hexside, Layout
from hexwar.widgets.board.geometry import between, centre
from hexwar.widgets.board.overlays.inks import Inks
from hexwar.widgets.board.overlays.layer import Canvas
from hexwar.widgets.board.overlays.stamps import Placed
from hexwar.widgets.board.overlays.workmarks import BrokenSpan, Earthwork, PontoonBridge
from hexwar.widgets.board.works import Pontoon, SpanWorks

_EARTHWORK_ZOOM: Final = 0.2
"""An earthwork keeps the size of its hex."""


def middle_of(layout: Layout, span: Hexside) -> QPointF:
    """The middle of a hexside."""
    a, b = span
    return between(centre(layout, a), centre(layout, b), 0.5)


def way_over(layout: Layout, span: Hexside) -> int:
    """The direction of the way over a hexside, degrees clockwise from east."""
    step = centre(layout, span[1]) - centre(layout, span[0])
    return round(math.degrees(math.atan2(step.y(), step.x())))


class SpansDrawing:
    """A broken bridge on each damaged span, boats under planks where a pontoon bridge lies."""

    def __init__(self, layout: Layout, inks: Inks, works: SpanWorks) -> None:
        self._layout, self._inks = layout, inks
        self._marks = [*self._broken(works), *(self._pontoon(p) for p in works.pontoons)]
        self.box = QRectF()
        for placed in self._marks:
            self.box |= placed.box

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        canvas.stamp(self._marks)

    def _broken(self, works: SpanWorks) -> Iterator[Placed]:
        inks = self._inks
        colours = inks.dark.rgba(), inks.light.rgba(), inks.of("target").rgba()
        for span in works.damaged:
            mark = BrokenSpan(*colours, way_over(self._layout, span))
            yield Placed(middle_of(self._layout, span), mark)

    def _pontoon(self, pontoon: Pontoon) -> Placed:
        inks, owner = self._inks, pontoon.owner
        mark = PontoonBridge(
            (inks.light if owner is None else inks.sides[owner]).rgba(),
            inks.dark.rgba(),
            inks.light.rgba(),
            way_over(self._layout, pontoon.span),
            swallow_tail=owner is not None and inks.place(owner) == 1,
        )
        return Placed(middle_of(self._layout, pontoon.span), mark)


class PositionsDrawing:
    """An earthwork round the inside of each improved position."""

    def __init__(self, layout: Layout, inks: Inks, hexes: tuple[Hex, ...]) -> None:
        mark = Earthwork(layout.radius, inks.dark.rgba(), inks.light.rgba())
        self._marks = [Placed(centre(layout, hex_), mark, _EARTHWORK_ZOOM) for hex_ in hexes]
        self.box = QRectF()
        for placed in self._marks:
            self.box |= placed.box

    def draw(self, canvas: Canvas) -> None:
        """Paints it."""
        canvas.stamp(self._marks)
