"""A small cut of the map with the counters of a fight on it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QGraphicsScene, QSizePolicy

from hexwar.hexes import Hex, Layout
from hexwar.messages import say
from hexwar.table.overlays import Overlays
from hexwar.table.state import TableState
from hexwar.widgets.board.contents import Contents, Markers
from hexwar.widgets.board.geometry import hexes_rect
from hexwar.widgets.board.overlays.pens import inks_of
from hexwar.widgets.board.overlays.pile import Pile
from hexwar.widgets.board.pieces import Stacks
from hexwar.widgets.brushwork import kept, smooth, take_up
from hexwar.widgets.mapart.tiles import MapLayer
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel
from hexwar.widgets.words import speak

_MARGIN = 14.0  # round the hexes of the fight, scene pixels
_CLOSEST = 1.35  # zoom at 100 %: counters need no more


class MapCut(Panel):
    """The hexes of a fight and their neighbours, as the board shows them; a click leads there."""

    wide, least = QSize(380, 214), QSize(220, 214)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._map: MapLayer | None = None
        self._table: _Table | None = None
        self._box = QRectF()  # what must be seen, scene pixels
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(say("Map"))
        self.settle()

    def set_map(self, layer: MapLayer | None) -> None:
        """Take the ground from this map from now on; None shows bare paper."""
        if self._map is not None:
            self._map.settled.disconnect(self.update)
        self._map = layer
        if layer is not None:
            layer.settled.connect(self.update)
        self.update()

    def show_fight(
        self,
        state: TableState,
        markers: Markers,
        hexes: Iterable[Hex],
        overlays: Overlays,
        words: str,
    ) -> None:
        """Show a fight.

        Its hexes, the target first, and the target's neighbours fill the cut. `words` say what
        the target stands on, for a pointer that rests and for a screen reader.
        """
        fought = tuple(hexes)
        if self._table is None or self._table.battle is not state.battle:
            self._table = _Table(state, self.look)
        self._table.show(state, markers, overlays)
        neighbours = state.battle.battlefield.grid.neighbours[fought[0]]
        self._box = hexes_rect(self._table.sheet, (*fought, *neighbours), _MARGIN)
        self.setToolTip(f"<span>{escape(words)}</span>")
        speak(self, words)
        self._again = lambda: self.show_fight(state, markers, fought, overlays, words)
        self.update()

    def hex_at(self, point: QPointF) -> Hex | None:
        """The hex under a point of the widget."""
        if self._table is None:
            return None
        seen, zoom = self._seen()
        found = seen.topLeft() + point / zoom
        return self._table.sheet.hex_at(found.x(), found.y())

    def dress(self) -> None:
        """Counters and inks follow the look."""
        self._table = None  # made anew by what is shown once more

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click leads to the hex."""
        hex_ = self.hex_at(event.position())
        if hex_ is not None and event.button() == Qt.MouseButton.LeftButton:
            self.linkActivated.emit(f"hex:{hex_}")

    def paintEvent(self, _: QPaintEvent) -> None:
        """The ground, what lies on it, and a frame."""
        painter = smooth(self)
        painter.fillRect(self.rect(), self.look.colour("sunken"))
        if self._table is not None:
            seen, zoom = self._seen()
            if self._map is not None:
                with kept(painter):
                    painter.scale(zoom, zoom)
                    painter.translate(-seen.topLeft())
                    self._map.paint_part(painter, seen, self)
            self._table.scene.render(painter, QRectF(self.rect()), seen)
        take_up(painter, QPen(self.look.colour("line"), 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _seen(self) -> tuple[QRectF, float]:
        """The part of the sheet that is in view, and the zoom."""
        box, width, height = self._box, self.width(), self.height()
        zoom = min(width / box.width(), height / box.height(), _CLOSEST * self.look.scale)
        seen = QRectF(0, 0, width / zoom, height / zoom)
        seen.moveCenter(box.center())
        return seen, zoom


class _Table:
    """Counters, works and overlays of one battle, as a scene without a map."""

    def __init__(self, state: TableState, look: Look) -> None:
        self.battle = state.battle
        self.sheet = Layout(state.battle.battlefield.grid)
        self.scene = QGraphicsScene()
        self._contents = Contents(state.battle)
        self._pile = Pile(self.scene, self.sheet, inks_of(look.theme, state.battle))
        self._stacks = Stacks(self.scene, self.sheet, look.art)

    def show(self, state: TableState, markers: Markers, overlays: Overlays) -> None:
        contents = self._contents
        self._stacks.show(contents.stacks(state, markers))
        self._stacks.show_others(contents.tails(state, markers), contents.bridges(state, markers))
        self._pile.show_ground(state, markers)
        self._pile.show(overlays)
