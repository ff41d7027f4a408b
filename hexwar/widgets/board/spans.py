"""The span that a point of the sheet means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QLineF, QPointF

from hexwar.hexes import Hexside, Layout
from hexwar.widgets.board.overlays.works import middle_of

_NEAR: Final = 0.34
"""How near to the middle of its hexside a click means a span, in radii of a hex."""


def span_at(layout: Layout, spans: Iterable[Hexside], point: QPointF) -> Hexside | None:
    """The nearest of some spans to a point of the sheet, or None where none is near."""
    near = ((QLineF(point, middle_of(layout, span)).length(), span) for span in spans)
    distance, span = min(near, default=(0.0, None))
    return span if span is not None and distance <= _NEAR * layout.radius else None
