"""Panels that paint themselves and are made of spots: cells, chits, counters.

A spot has a tooltip, is reached by the arrow keys, spoken to a screen reader, and can be activated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from hexwar.widgets.board.speech import say
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel


@dataclass(frozen=True, slots=True)
class Spot:
    """One place of a panel."""

    id: str
    box: QRectF
    words: str  # as spoken
    tooltip: str = ""  # HTML


class SpotPanel(Panel):
    """The ground of such panels. A subclass lays out its spots and paints them."""

    activated = Signal(str)
    """The id of a spot that was clicked, or entered by the keyboard."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._spots: Sequence[Spot] = ()
        self._current = ""
        self._about = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)

    @property
    def spots(self) -> Sequence[Spot]:
        """The spots as they now lie."""
        return self._spots

    def arrange(self) -> Sequence[Spot]:
        """Lay the spots out on the panel's present size."""
        return ()

    def paint_all(self, painter: QPainter) -> None:
        """Paint the panel."""

    def renew(self) -> None:
        """What is shown has changed: lay out and paint anew."""
        self._spots = self.arrange()
        self.update()

    def tell(self, about: str) -> None:
        """Say what the whole panel shows; it stays its description while it has no keyboard."""
        self._about = about
        say(self, about)

    def dress(self) -> None:
        """Lay out in the new scale."""
        self.renew()

    @property
    def current(self) -> Spot | None:
        """The spot that the keyboard is on."""
        return self._spots[self._place()] if self._spots else None

    def select(self, spot: str) -> None:
        """Make a spot the one that the keyboard goes to."""
        self._current = spot
        self.update()

    def spot_at(self, point: QPointF) -> Spot | None:
        """The spot under a point; where two overlap, the later."""
        under = (spot for spot in reversed(self._spots) if spot.box.contains(point))
        return next(under, None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out on the new size."""
        super().resizeEvent(event)
        self.renew()

    def paintEvent(self, _: QPaintEvent) -> None:
        """The panel, and a ring round the spot that has the keyboard."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.paint_all(painter)
        current = self.current
        if self.hasFocus() and current is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self.look.colour("focus"), self.look.px(2)))
            radius = self.look.px(4)
            painter.drawRoundedRect(current.box, radius, radius)

    def event(self, event: QEvent) -> bool:
        """Tooltips of spots."""
        if not isinstance(event, QHelpEvent) or event.type() != QEvent.Type.ToolTip:
            return super().event(event)
        spot = self.spot_at(QPointF(event.pos()))
        if spot is None or not spot.tooltip:
            QToolTip.hideText()
            event.ignore()
        else:
            QToolTip.showText(event.globalPos(), spot.tooltip, self, spot.box.toRect())
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click activates a spot."""
        spot = self.spot_at(event.position())
        if spot is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self._go_to(spot)
        self.activated.emit(spot.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home and End go from spot to spot; Enter and Space activate one."""
        current, place = self.current, self._place_by_key(event.key())
        if current is not None and place is not None:
            self._go_to(self._spots[place])
        elif current is not None and event.key() in _ENTER:
            self.activated.emit(current.id)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say the spot that has the keyboard."""
        super().focusInEvent(event)
        if self.current is not None:
            self._go_to(self.current)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The description is that of the whole panel again."""
        super().focusOutEvent(event)
        self.setAccessibleDescription(self._about)

    def _place(self) -> int:
        ids = [spot.id for spot in self._spots]
        return ids.index(self._current) if self._current in ids else 0

    def _place_by_key(self, key: int) -> int | None:
        here, last = self._place(), len(self._spots) - 1
        places = {
            Qt.Key.Key_Right: min(here + 1, last),
            Qt.Key.Key_Down: min(here + 1, last),
            Qt.Key.Key_Left: max(here - 1, 0),
            Qt.Key.Key_Up: max(here - 1, 0),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        return places.get(Qt.Key(key)) if key in places else None

    def _go_to(self, spot: Spot) -> None:
        self._current = spot.id
        say(self, spot.words)
        self.update()


_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
