"""The sheet moves on while a path is drawn to the edge of the view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, QTimer

from hexwar.widgets.board.camera import Camera

EDGE: Final = 28.0
"""How near to the view's edge the sheet begins to move, in pixels."""

_FRAME_MS: Final = 16
_FASTEST: Final = 14.0
"""Pixels a frame at the very edge."""


class EdgeScroll(QObject):
    """Pans while the pointer stays near the edge, and tells each time it has."""

    def __init__(self, camera: Camera, panned: Callable[[QPointF], None]) -> None:
        super().__init__(camera)
        self._camera, self._panned = camera, panned
        self._at = QPointF()
        self._box = QRectF()
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._go_on)

    def follow(self, at: QPointF, box: QRectF) -> None:
        """The pointer is at a point of the viewport, whose whole is the box."""
        self._at, self._box = at, box
        if self._pull() == (0.0, 0.0):
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        """The path is drawn."""
        self._timer.stop()

    def _go_on(self) -> None:
        self._camera.pan_by(*self._pull())
        self._panned(self._at)

    def _pull(self) -> tuple[float, float]:
        """Pixels a frame to the right and down."""
        box, at = self._box, self._at
        return (
            _strength(at.x() - box.left(), box.right() - at.x()),
            _strength(at.y() - box.top(), box.bottom() - at.y()),
        )


def _strength(before: float, after: float) -> float:
    """The pull of two edges at distances before and after the pointer."""
    near = min(before, after)
    if near >= EDGE:
        return 0.0
    pull = _FASTEST * min((EDGE - near) / EDGE, 1.0)
    return -pull if before < after else pull
