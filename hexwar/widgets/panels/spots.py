"""Panels that paint themselves and are made of spots: cells, chits, counters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
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
from PySide6.QtWidgets import QSizePolicy, QToolTip

from hexwar.widgets.brushwork import smooth, take_up
from hexwar.widgets.counters.faces import Face
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel
from hexwar.widgets.words import rich, speak

# -- panels that paint themselves and are made of spots: cells, chits, counters
#
# A spot has a tooltip, is reached by the arrow keys, spoken to a screen reader, can be activated.


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

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.spots: Sequence[Spot] = ()  # as they now lie
        self.is_slim = False
        """Whether it lies in a low window and leaves the height to the board."""
        self._current = ""
        self._about = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)

    def arrange(self) -> Sequence[Spot]:
        """Lay the spots out on the panel's present size."""
        return ()

    def paint_all(self, painter: QPainter) -> None:
        """Paint the panel."""

    def set_slim(self, *, is_slim: bool) -> None:
        """Take less height from now on, or the usual one; a panel of one height heeds it not."""
        if is_slim != self.is_slim:
            self.is_slim = is_slim
            self.renew()
            self.updateGeometry()

    def renew(self) -> None:
        """What is shown has changed: lay out and paint anew."""
        self.spots = self.arrange()
        self.update()

    def tell(self, about: str) -> None:
        """Say what the whole panel shows; it stays its description while it has no keyboard."""
        self._about = about
        speak(self, about)

    def dress(self) -> None:
        """Lay out in the new scale."""
        self.renew()

    @property
    def current(self) -> Spot | None:
        """The spot that the keyboard is on."""
        return self.spots[self._place()] if self.spots else None

    def select(self, spot: str) -> None:
        """Make a spot the one that the keyboard goes to."""
        self._current = spot
        self.update()

    def spot_at(self, point: QPointF) -> Spot | None:
        """The spot under a point; where two overlap, the later."""
        under = (spot for spot in reversed(self.spots) if spot.box.contains(point))
        return next(under, None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out on the new size."""
        super().resizeEvent(event)
        self.renew()

    def paintEvent(self, _: QPaintEvent) -> None:
        """The panel, and a ring round the spot that has the keyboard."""
        painter = smooth(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.paint_all(painter)
        current = self.current
        if self.hasFocus() and current is not None:
            take_up(painter, QPen(self.look.colour("focus"), self.look.px(2)))
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
            QToolTip.showText(event.globalPos(), rich(spot.tooltip), self, spot.box.toRect())
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
            self._go_to(self.spots[place])
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
        ids = [spot.id for spot in self.spots]
        return ids.index(self._current) if self._current in ids else 0

    def _place_by_key(self, key: int) -> int | None:
        here, last = self._place(), len(self.spots) - 1
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
        speak(self, spot.words)
        self.update()


_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


# -- counters in lines that wrap, as the boxes and the sheets show them


_EDGE, _GAP = 44, 6  # of a counter, and between counters; pixels at 100 %


@dataclass(frozen=True, slots=True)
class Shown:
    """One counter of the flow."""

    id: str  # address: `unit:FR-2-01`, `leader:FR-2-L`
    face: Face
    words: str
    tooltip: str


class CounterFlow(SpotPanel):
    """Counters side by side in as many lines as they need."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.counters: Sequence[Shown] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_counters(self, counters: Sequence[Shown]) -> None:
        """Show other counters, from left to right and from top to bottom."""
        self.counters = counters
        self.renew()
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        """A narrow flow is high."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines at a width; one line at least."""
        columns = self._columns(width)
        lines = max(-(-len(self.counters) // columns), 1)
        return lines * self._step

    def sizeHint(self) -> QSize:
        """Five in a line."""
        width = 5 * self._step
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """One in a line."""
        return QSize(self._step, self._step)

    def arrange(self) -> Sequence[Spot]:
        """A spot for each counter."""
        step, edge, columns = self._step, self.look.px(_EDGE), self._columns(self.width())
        gap = (step - edge) / 2
        return [
            Spot(
                counter.id,
                QRectF((i % columns) * step + gap, (i // columns) * step + gap, edge, edge),
                counter.words,
                counter.tooltip,
            )
            for i, counter in enumerate(self.counters)
        ]

    def paint_all(self, painter: QPainter) -> None:
        """The counters."""
        for counter, spot in zip(self.counters, self.spots, strict=True):
            corner = QPointF(round(spot.box.x()), round(spot.box.y()))
            self.look.paint_counter(painter, counter.face, corner, spot.box.width())

    @property
    def _step(self) -> int:
        return self.look.px(_EDGE) + self.look.px(_GAP)

    def _columns(self, width: int) -> int:
        return max(width // self._step, 1)
