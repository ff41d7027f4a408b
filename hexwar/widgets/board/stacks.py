"""The counters on the board: one item a hex and side, changed only where the state changed.

A tail of a strong unit and a train that is a bridge are drawn in manners of their own; they are
found and fanned out with the counters of their hex.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from PySide6.QtCore import QLineF, QPointF
from PySide6.QtWidgets import QGraphicsScene

from hexwar.hexes import Hex, Hexside, Layout
from hexwar.table.forces import Side
from hexwar.widgets.board.contents import Bridge, PieceId, Place, Stack
from hexwar.widgets.board.geometry import centre
from hexwar.widgets.board.overlays.works import middle_of
from hexwar.widgets.board.tails import Tail, Tails
from hexwar.widgets.counters import CounterArt, Piece, StackItem

STACKS_Z: Final = 50.0
_SHEETS_HEIGHT: Final = 1e5  # more than any sheet's: southern stacks lie over northern ones

_APART: Final = QPointF(9.0, 5.0)
"""From the hex's centre to its second stack, where both sides have counters; the first lies
as far on the other side."""

_BRIDGE: Final = 14.0
"""How far from the middle of its hexside a bridge is met by a click, in scene units."""


class Stacks:
    """Keeps the stack items of a scene in step with what a state holds."""

    def __init__(self, scene: QGraphicsScene, layout: Layout, art: CounterArt) -> None:
        self._scene, self._layout, self._art = scene, layout, art
        self._stacks: Mapping[Place, Stack] = {}
        self._shown: dict[Place, Stack] = {}
        self._items: dict[Place, StackItem] = {}
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
        self._art = art
        for item in self._items.values():
            item.set_art(art)
        self._tails.set_art(art)

    def in_hex(self, hex_: Hex) -> tuple[Piece, ...]:
        """The counters that a hex shows, the topmost first; then its tails and its bridges."""
        stacked = (piece for place in self._places(hex_) for piece in self._shown[place])
        bridges = (bridge.piece for bridge in self._bridges.values() if bridge.hex == hex_)
        return (*stacked, *self._tails.in_hex(hex_), *bridges)

    def at(self, point: QPointF) -> PieceId | None:
        """The counter, the tail or the train's bridge on view at a scene point."""
        for item in sorted(self._items.values(), key=lambda item: -item.zValue()):
            piece = item.piece_at(item.mapFromScene(point))
            if piece is not None:
                return piece.id
        tail = self._tails.at(point)
        return self._bridge_at(point) if tail is None else tail.id

    def _bridge_at(self, point: QPointF) -> PieceId | None:
        """The train that is the bridge at a scene point."""
        for span, bridge in self._bridges.items():
            if QLineF(point, middle_of(self._layout, span)).length() <= _BRIDGE:
                return bridge.piece.id
        return None

    def mark_ready(self, hexes: frozenset[Hex]) -> None:
        """Lays a quiet glow round the stacks that can act."""
        for (hex_, _), item in self._items.items():
            if (hex_ in hexes) != (hex_ in self._ready):
                item.set_marks(ready=hex_ in hexes)
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
            self._scene.removeItem(self._items.pop(place))
            return
        item = self._items.get(place)
        if item is None:
            item = self._items[place] = StackItem(self._art)
            item.set_marks(ready=place[0] in self._ready)
            self._scene.addItem(item)
        item.set_pieces(stack)

    def _arrange(self, hex_: Hex) -> None:
        """Puts the stacks of a hex into its middle, or side by side where there are two."""
        places = self._places(hex_)
        middle = centre(self._layout, hex_)
        for i, place in enumerate(places):
            aside = _APART * (2 * i - 1) if len(places) > 1 else QPointF()
            self._items[place].setPos(middle + aside)
            self._items[place].setZValue(STACKS_Z + (middle + aside).y() / _SHEETS_HEIGHT)
