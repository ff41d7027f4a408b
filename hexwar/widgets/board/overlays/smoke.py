"""What a fight leaves on the board for a while: smoke where was fired, and what was lost where."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QRadialGradient

from hexwar.hexes import Hex, Layout
from hexwar.widgets.board.geometry import centre
from hexwar.widgets.board.overlays.layer import Drawing, Mark, Placed, stamped
from hexwar.widgets.board.overlays.marks import letters
from hexwar.widgets.board.overlays.pens import Inks, round_pen
from hexwar.widgets.brushwork import take_up

FRESH: Final = 3
"""How thick smoke is at first; it thins by one until none is left."""


@dataclass(frozen=True, slots=True)
class FightTrace:
    """What is to be seen in one hex."""

    hex: Hex
    smoke: int = 0  # from `FRESH` down; 0 for none
    lost: int = 0  # SP
    is_gone: bool = False  # a unit was eliminated


_PUFFS: Final = (
    *((-0.34, -0.74, 0.34), (0.36, -0.70, 0.30), (-0.86, -0.06, 0.40), (0.86, 0.02, 0.38)),
    *((-0.64, 0.58, 0.46), (0.62, 0.60, 0.44), (0.0, 0.84, 0.46)),
)
"""The middles of puffs from that of the hex, and their size, in radii of the hex."""

_SMOKE: Final = QColor("#faf7ef")
_SHADE: Final = QColor("#6f6a62")
_DENSITY: Final = {1: 110, 2: 180, 3: 240}  # alpha, 0 to 255
_SHADES: Final = ((0.0, _SMOKE, 1.0), (0.5, _SMOKE, 0.95), (0.85, _SHADE, 0.5), (1.0, _SHADE, 0.0))
"""How a puff shades off: from its middle out, colour and share of its density."""

_ASIDE: Final = QPointF(0.60, -0.62)
"""Where a loss is written, from the middle of the hex in radii: at a corner of the counters."""

_SIZE: Final = 26.0  # of a loss, in scene units
_PIXELS: Final = 13


@lru_cache(maxsize=16)
def smoke_mark(radius: float, thickness: int) -> Mark:
    """Puffs of powder smoke that well out around the counters of a hex."""
    return Mark(3.0 * radius, _paint_smoke, (radius, thickness))


def _paint_smoke(painter: QPainter, radius: float, thickness: int) -> None:
    alpha = _DENSITY[thickness]
    spread = 1.0 + 0.16 * (FRESH - thickness)  # it drifts apart as it thins
    for across, down, size in _PUFFS:
        middle = QPointF(across * spread, down * spread) * radius
        reach = size * spread * radius
        shades = QRadialGradient(middle, reach, middle - QPointF(0, reach * 0.35))
        for at, colour, share in _SHADES:
            ink = QColor(colour)
            ink.setAlpha(round(alpha * share))
            shades.setColorAt(at, ink)
        take_up(painter, None, shades)
        painter.drawEllipse(middle, reach, reach)


@lru_cache(maxsize=64)
def loss_mark(lost: int, is_gone: bool, ground: int, ink: int) -> Mark:
    """A disc with the SP that were lost; with a cross through it where a unit is gone."""
    return Mark(_SIZE + 4, _paint_loss, (lost, is_gone, ground, ink))


def _paint_loss(painter: QPainter, lost: int, is_gone: bool, ground: int, ink: int) -> None:
    half = _SIZE / 2
    take_up(painter, round_pen(ink, 1.8), QColor.fromRgba(ground))
    if is_gone:
        painter.drawRect(QRectF(-half + 1, -half + 1, _SIZE - 2, _SIZE - 2))
    else:
        painter.drawEllipse(QPointF(), half - 1, half - 1)
    words = f"\N{MINUS SIGN}{lost}"
    take_up(painter, None, QColor.fromRgba(ink))
    painter.drawPath(letters(words, _PIXELS))


def smoke_drawing(layout: Layout, _: Inks, traces: tuple[FightTrace, ...]) -> Drawing:
    """Smoke below the counters, hex by hex."""
    return stamped(
        Placed(centre(layout, trace.hex), smoke_mark(layout.radius, min(trace.smoke, FRESH)), 0.2)
        for trace in traces
        if trace.smoke
    )


def losses_drawing(layout: Layout, inks: Inks, traces: tuple[FightTrace, ...]) -> Drawing:
    """What was lost, hex by hex: a disc for steps, a square where a unit is gone."""
    lost, gone, light = inks.of("target").rgba(), inks.dark.rgba(), inks.light.rgba()
    aside = _ASIDE * layout.radius
    return stamped(
        Placed(
            centre(layout, trace.hex) + aside,
            loss_mark(trace.lost, trace.is_gone, gone if trace.is_gone else lost, light),
        )
        for trace in traces
        if trace.lost
    )
