"""How the cards of a hand lie: side by side on a flat arc, overlapping where room is short."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from hexwar.widgets.cards.painting import RATIO

_APART = 1.04  # from card to card where there is room, in widths
_TILT = 3.0  # degrees from card to card at most
_WIDEST = 16.0  # degrees from the first card to the last at most
_SAG = 0.08  # how much lower the outermost cards lie, in widths at the widest tilt


@dataclass(frozen=True, slots=True)
class Lying:
    """Where one card of a fan lies."""

    box: QRectF  # before it is turned about its middle
    tilt: float  # degrees, clockwise

    @property
    def middle(self) -> QPointF:
        """Its middle."""
        return self.box.center()


def fan(count: int, room: QRectF, width: float) -> tuple[Lying, ...]:
    """Lay out a hand.

    Args:
        count: how many cards.
        room: where; the upper edge of the middle cards lies on its upper edge.
        width: of a card.
    """
    if not count:
        return ()
    step = min(width * _APART, (room.width() - width) / max(count - 1, 1))
    tilt = min(_TILT, _WIDEST / max(count - 1, 1))
    left = room.center().x() - (width + step * (count - 1)) / 2
    return tuple(
        Lying(
            QRectF(left + place * step, room.top() + _drop(angle, width), width, width * RATIO),
            angle,
        )
        for place in range(count)
        for angle in ((place - (count - 1) / 2) * tilt,)
    )


def _drop(angle: float, width: float) -> float:
    return width * _SAG * (angle / (_WIDEST / 2)) ** 2
