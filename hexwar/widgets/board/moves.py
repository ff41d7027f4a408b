"""Stacks that travel over the board, at the pace that the player likes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QGraphicsScene

from hexwar.hexes import Hex, Layout
from hexwar.widgets.board.geometry import centre
from hexwar.widgets.board.stacks import Stacks
from hexwar.widgets.counters import CounterArt, Piece, StackItem

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
        """Sets counters on their way.

        Args:
            art: Paints them.
            pieces: The counters.
            hexes: The way, from where they are to their goal.
            done: Called when they have arrived, never before this returns; it is to show the
                state in which they lie at their goal.
        """
        if self.speed <= 0 or len(hexes) < 2 or not pieces:
            QTimer.singleShot(0, self, done)
            return
        item = StackItem(art, pieces)
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
