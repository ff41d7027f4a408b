"""How finely a view is painted: at once while it is zoomed, finely as soon as that has ended."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QGraphicsView

from hexwar.widgets.brushwork import FINE

REST_MS: Final = 120
"""How long after its last step a zoom has ended, milliseconds."""


class Haste(QObject):
    """Lets a view leave out soft edges and smooth pictures while the player zooms it.

    Each step of a zoom paints all that is in view at another size, and these two take nearly half
    of the time. Everything is there meanwhile, and where it belongs. The render hints of the view
    say which way it is: the map, the counters and the overlays go by the hints of their painter.
    """

    def __init__(self, view: QGraphicsView) -> None:
        super().__init__(view)
        self._view = view
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.end)
        self._paint(finely=True)

    def go_on(self) -> None:
        """A step of a zoom comes."""
        self._paint(finely=False)
        self._rest.start()

    def end(self) -> None:
        """Paints finely again."""
        self._rest.stop()
        self._paint(finely=True)

    def _paint(self, *, finely: bool) -> None:
        for hint in FINE:
            self._view.setRenderHint(hint, finely)
