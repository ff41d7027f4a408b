"""The counters on the board: stacks, tails of columns, and stacks that travel."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from hexwar.hexes import Hex, Hexside, Layout
from hexwar.table.forces import Side
from hexwar.widgets.board.contents import Bridge, PieceId, Place, Stack, Tail
from hexwar.widgets.board.geometry import centre, hexes_rect, middle_of
from hexwar.widgets.board.laid import Laid
from hexwar.widgets.brushwork import round_ended
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.counters.easel import EDGE
from hexwar.widgets.counters.faces import CounterFace, Face
from hexwar.widgets.counters.stacks import CounterItem, Piece, StackItem

# -- the tails of strong units in road column: each joined to the counter that it belongs to


TAILS_Z: Final = 49.0
"""Below the stacks."""

_SIZE: Final = 0.64
"""Of the ghost of the counter, as a share of a counter."""

_OPACITY: Final = 0.62
_RIBBON: Final = 9.0
"""The width of the ribbon from the tail to the counter, in scene units."""

_DARK, _LIGHT = QColor("#241a10"), QColor("#fdf6e4")


class Tails(Laid[str, "TailItem"]):
    """Keeps the tails of a scene in step with a state."""

    def __init__(self, scene: QGraphicsScene, layout: Layout, art: CounterArt) -> None:
        super().__init__(scene, layout, art)
        self._lifted: frozenset[str] = frozenset()

    def show(self, tails: Mapping[str, Tail]) -> None:
        """Shows other tails, by the id of their unit."""
        for id_, item in list(self._items.items()):
            if tails.get(id_) != item.tail:
                self._take_off(id_)
        for id_, tail in tails.items():
            if id_ not in self._items:
                self._lay(id_, TailItem(tail, self._layout, self._art))
        self.lift(self._lifted)

    def lift(self, pieces: frozenset[str]) -> None:
        """Takes the tails of these units, and of no others, off the board."""
        self._lifted = pieces
        for id_, item in self._items.items():
            item.setVisible(id_ not in pieces and not self._is_away)

    def put_away(self, *, on: bool) -> None:
        """Takes all tails off the board for a while, or lays them back."""
        self._is_away = on
        self.lift(self._lifted)

    def in_hex(self, hex_: Hex) -> tuple[Piece, ...]:
        """The units whose tails a hex shows."""
        tails = (item.tail for item in self._items.values() if item.isVisible())
        return tuple(tail.piece for tail in tails if tail.hex == hex_)

    def at(self, point: QPointF) -> Piece | None:
        """The unit whose tail is on view at a scene point."""
        for item in self._items.values():
            if item.isVisible() and item.ghost.contains(point):
                return item.tail.piece
        return None


class TailItem(CounterItem):
    """A tail: a small ghost of the counter, and a ribbon with arrow heads to the counter."""

    def __init__(self, tail: Tail, layout: Layout, art: CounterArt) -> None:
        super().__init__(art)
        self.tail = tail
        """What it shows."""
        edge = EDGE * _SIZE
        start = centre(layout, tail.hex)
        self.ghost = QRectF(start.x() - edge / 2, start.y() - edge / 2, edge, edge)
        """Where the ghost lies, in scene units."""
        self._face = _plain(tail.piece.face)
        self._way = QLineF(start, centre(layout, tail.head))
        self._box = hexes_rect(layout, (tail.head, tail.hex), 2.0)
        self.setZValue(TAILS_Z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Both hexes."""
        return self._box

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _: QWidget | None = None
    ) -> None:
        """Paints the ribbon, then the ghost on it."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ribbon(painter)
        painter.setOpacity(_OPACITY)
        self._art.draw(painter, self._face, self.ghost.x(), self.ghost.y(), size=_SIZE)
        painter.setOpacity(1.0)

    def _paint_ribbon(self, painter: QPainter) -> None:
        livery, flat = self._art.theme.livery(self._face.livery), Qt.PenCapStyle.FlatCap
        for colour, width in ((_LIGHT, 4.0), (_DARK, 2.0), (QColor(livery.field), 0.0)):
            painter.setPen(QPen(colour, _RIBBON + width, Qt.PenStyle.SolidLine, flat))
            painter.drawLine(self._way)
        painter.setPen(round_ended(QColor(livery.ink), 1.6))
        step = self._way.unitVector()
        along = QPointF(step.dx(), step.dy())
        across = QPointF(-along.y(), along.x())
        for share in (0.34, 0.44, 0.54):
            # An arrow head that points to the counter.
            tip = self._way.pointAt(share) + along * 2.0
            back = tip - along * 4.0
            painter.drawPolyline([back + across * 3.0, tip, back - across * 3.0])


def _plain(face: Face) -> CounterFace:
    """The face as of a unit at rest: its states are told on the counter itself."""
    assert isinstance(face, CounterFace), "only a unit has a tail"
    return replace(face, column=False, disrupted=False, moved=False, done=False)


# -- the counters on the board: one item a hex and side, changed only where the state changed
#
# A tail of a strong unit and a train that is a bridge are drawn in manners of their own; they are
# found and fanned out with the counters of their hex.


STACKS_Z: Final = 50.0
_SHEETS_HEIGHT: Final = 1e5  # more than any sheet's: southern stacks lie over northern ones

_APART: Final = QPointF(9.0, 5.0)
"""From the hex's centre to its second stack, where both sides have counters; the first lies
as far on the other side."""

_TAB: Final = 12.0
"""The height of the tab under a stack, in scene units."""

_BRIDGE: Final = 14.0
"""How far from the middle of its hexside a bridge is met by a click, in scene units."""


class Stacks(Laid[Place, StackItem]):
    """Keeps the stack items of a scene in step with what a state holds."""

    def __init__(self, scene: QGraphicsScene, layout: Layout, art: CounterArt) -> None:
        super().__init__(scene, layout, art)
        self._stacks: Mapping[Place, Stack] = {}
        self._shown: dict[Place, Stack] = {}
        self._lifted: frozenset[PieceId] = frozenset()
        self._ready: frozenset[Hex] = frozenset()
        self._tails = Tails(scene, layout, art)
        self._bridges: Mapping[Hexside, Bridge] = {}

    def show(self, stacks: Mapping[Place, Stack]) -> frozenset[Hex]:
        """Shows other stacks; the hexes whose look has changed."""
        self._stacks = stacks
        return self._sync()

    def show_others(self, tails: Mapping[PieceId, Tail], bridges: Mapping[Hexside, Bridge]) -> None:
        """Shows other tails, and takes note of the trains that are bridges."""
        self._tails.show(tails)
        self._bridges = bridges

    def lift(self, pieces: Collection[PieceId]) -> None:
        """Takes counters off the board, as they are about to move over it."""
        self._lifted |= frozenset(pieces)
        self._tails.lift(self._lifted)
        self._sync()

    def put_down(self, pieces: Collection[PieceId]) -> None:
        """Lets lifted counters lie where the state has them."""
        self._lifted -= frozenset(pieces)
        self._tails.lift(self._lifted)
        self._sync()

    def set_art(self, art: CounterArt) -> None:
        """Draws all counters in another style or theme."""
        super().set_art(art)
        self._tails.set_art(art)

    def put_away(self, *, on: bool) -> None:
        """Takes all counters off the board for a while, or lays them back."""
        super().put_away(on=on)
        self._tails.put_away(on=on)

    def in_hex(self, hex_: Hex) -> tuple[Piece, ...]:
        """The counters that a hex shows, the topmost first; then its tails and its bridges."""
        all_ = (piece for place in self._places(hex_) for piece in self._shown[place])
        stacked = (piece for piece in all_ if not piece.is_flag)
        bridges = (bridge.piece for bridge in self._bridges.values() if bridge.hex == hex_)
        return (*stacked, *self._tails.in_hex(hex_), *bridges)

    def at(self, point: QPointF) -> PieceId | None:
        """The counter, the tail or the train's bridge on view at a scene point."""
        items = () if self._is_away else self._items.values()
        for item in sorted(items, key=lambda item: -item.zValue()):
            piece = item.piece_at(item.mapFromScene(point))
            if piece is not None and not piece.is_flag:
                return piece.id
        tail = self._tails.at(point)
        return self._bridge_at(point) if tail is None else tail.id

    def _bridge_at(self, point: QPointF) -> PieceId | None:
        """The train that is the bridge at a scene point."""
        for span, bridge in self._bridges.items():
            if QLineF(point, middle_of(self._layout, span)).length() <= _BRIDGE:
                return bridge.piece.id
        return None

    def boxes(self) -> list[QRectF]:
        """What the stacks cover with the tabs that tell their strength, in scene units."""
        shapes = ((item, item.shape().boundingRect()) for item in self._items.values())
        return [
            item.mapRectToScene(box.adjusted(0, 0, 0, _TAB if len(item.pieces) > 1 else 0))
            for item, box in shapes
        ]

    def mark_ready(self, hexes: frozenset[Hex]) -> None:
        """Lays a quiet glow round the stacks that can act."""
        for (hex_, _), item in self._items.items():
            if (hex_ in hexes) != (hex_ in self._ready):
                item.set_ready(hex_ in hexes)
        self._ready = hexes

    def dots(self) -> Iterator[tuple[QPointF, Side]]:
        """The centre and the side of each stack."""
        for hex_, side in self._shown:
            yield centre(self._layout, hex_), side

    def _places(self, hex_: Hex) -> list[Place]:
        """The stacks of a hex, by their sides' ids."""
        return sorted(place for place in self._shown if place[0] == hex_)

    def _sync(self) -> frozenset[Hex]:
        wanted = {
            place: stack
            for place, pieces in self._stacks.items()
            if (stack := tuple(p for p in pieces if p.id not in self._lifted))
        }
        changed = {
            place
            for place in wanted.keys() | self._shown.keys()
            if wanted.get(place) != self._shown.get(place)
        }
        self._shown = wanted
        for place in sorted(changed):
            self._update(place)
        hexes = frozenset(hex_ for hex_, _ in changed)
        for hex_ in hexes:
            self._arrange(hex_)
        return hexes

    def _update(self, place: Place) -> None:
        stack = self._shown.get(place)
        if stack is None:
            self._take_off(place)
            return
        item = self._items.get(place)
        if item is None:
            item = self._lay(place, StackItem(self._art))
            item.set_ready(place[0] in self._ready)
        item.set_pieces(stack)

    def _arrange(self, hex_: Hex) -> None:
        """Puts the stacks of a hex into its middle, or side by side where there are two."""
        places = self._places(hex_)
        middle = centre(self._layout, hex_)
        for i, place in enumerate(places):
            aside = _APART * (2 * i - 1) if len(places) > 1 else QPointF()
            self._items[place].setPos(middle + aside)
            self._items[place].setZValue(STACKS_Z + (middle + aside).y() / _SHEETS_HEIGHT)


# -- stacks that travel over the board, at the pace that the player likes


MOVING_Z: Final = 120.0

Done = Callable[[], None]


class Moves(QObject):
    """Moves counters along paths. They are lifted from their stacks until they arrive."""

    def __init__(self, scene: QGraphicsScene, layout: Layout, stacks: Stacks) -> None:
        super().__init__(scene)
        self._scene, self._layout, self._stacks = scene, layout, stacks
        self._running: dict[StackItem, Done] = {}
        self.speed = 1.0
        """1 is the usual pace, 2 twice as fast; 0 puts counters down at their goal at once."""

    @property
    def is_running(self) -> bool:
        """Whether anything is on its way."""
        return bool(self._running)

    def start(
        self, art: CounterArt, pieces: Sequence[Piece], hexes: Sequence[Hex], done: Done
    ) -> None:
        """Sets counters on their way, from the first hex to the last.

        `done` is called when they have arrived, never before this returns; it is to show the
        state in which they lie at their goal.
        """
        if self.speed <= 0 or len(hexes) < 2 or not pieces:
            QTimer.singleShot(0, self, done)
            return
        item = StackItem(art, pieces)
        item.setScale(self._stacks.size)
        item.setZValue(MOVING_Z)
        points = [centre(self._layout, hex_) for hex_ in hexes]
        item.setPos(points[0])
        self._scene.addItem(item)
        self._stacks.lift([piece.id for piece in pieces])
        self._running[item] = done
        item.arrived.connect(lambda: self._end(item))
        item.move_along(points[1:], self.speed)

    def finish(self) -> None:
        """Brings everything that is on its way to its goal now."""
        for item in list(self._running):
            item.finish_move()

    def _end(self, item: StackItem) -> None:
        done = self._running.pop(item)
        done()
        self._stacks.put_down([piece.id for piece in item.pieces])
        self._scene.removeItem(item)
        item.deleteLater()
