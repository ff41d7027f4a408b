"""The stuff that counters are punched from: card with a bevelled edge, and the shadow below it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainterPath

from hexwar.widgets.counters.easel import EDGE, Detail, Easel, faded, rounded

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
    easel.painter.setPen(Qt.PenStyle.NoPen)
    easel.painter.setBrush(shade)
    for step in range(steps):
        way = 1 - 2 * step / steps
        spread = _SHADOW_REACH * way * abs(way)  # most of them near the edge: a soft far rim
        grown = box.adjusted(-spread, -spread, spread, spread)
        radius = grown.width() / 2 if _is_round(outline) else CORNER + max(spread, -2.0)
        easel.painter.drawRoundedRect(grown, radius, radius)


def _is_round(outline: QPainterPath) -> bool:
    corner = outline.boundingRect().topLeft() + QPointF(CORNER, CORNER)
    return not outline.contains(corner)


def card_outline() -> QPainterPath:
    """The outline of a card: a square with round corners."""
    return rounded(QRectF(0, 0, EDGE, EDGE), CORNER)


def disc_outline(diameter: float = EDGE) -> QPainterPath:
    """The outline of a round counter in the middle of the square of a card."""
    path = QPainterPath()
    path.addEllipse(QPointF(EDGE / 2, EDGE / 2), diameter / 2, diameter / 2)
    return path


def paint_card(easel: Easel, field: str) -> None:
    """Paint the ground of a card: a gentle light from the upper left."""
    easel.painter.fillPath(card_outline(), QBrush(lit(field)))


def lit(field: str) -> QLinearGradient:
    """A colour as it looks on a card under light from the upper left."""
    base = QColor(field)
    gradient = QLinearGradient(0, 0, EDGE, EDGE)
    gradient.setColorAt(0.0, base.lighter(110))
    gradient.setColorAt(0.45, base)
    gradient.setColorAt(1.0, base.darker(112))
    return gradient


def paint_edge(easel: Easel, field: str) -> None:
    """Paint the cut edge of a card over what lies on it: light above and left, dark outside."""
    if easel.detail >= Detail.SMALL:
        _bevel(easel)
    width = easel.hair(0.9)
    inset = width / 2
    rim = rounded(QRectF(0, 0, EDGE, EDGE).adjusted(inset, inset, -inset, -inset), CORNER - inset)
    easel.stroke(rim, QColor(field).darker(_edge_depth(field)), 0.9)


def _edge_depth(field: str) -> int:
    return 230 if QColor(field).lightnessF() > 0.35 else 320


def _bevel(easel: Easel) -> None:
    """A light line along the upper and left edge, a dark one along the others."""
    near = 1.4
    far = EDGE - near
    bend = CORNER
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
