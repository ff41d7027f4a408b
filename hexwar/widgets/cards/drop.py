"""Cards that are dragged from the hand to the map."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragMoveEvent, QDropEvent

from hexwar.hexes import Hex
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.cards.hand import MIME


class CardDrop(QObject):
    """Lets cards fall on a board."""

    def __init__(
        self,
        board: BoardView,
        hover: Callable[[Hex | None], None],
        drop: Callable[[Hex], None],
    ) -> None:
        """Watch a board; tell of the hex that a card is over, or of none, and where it falls."""
        super().__init__(board)
        self._board, self._hover, self._drop = board, hover, drop
        board.setAcceptDrops(True)
        board.viewport().setAcceptDrops(True)
        board.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the drags of cards; the board itself knows nothing of them."""
        if event.type() is QEvent.Type.DragLeave:
            self._hover(None)
            return True
        if not isinstance(event, QDropEvent) or not event.mimeData().hasFormat(MIME):
            return super().eventFilter(watched, event)
        hex_ = self._board.hex_at(event.position())
        if isinstance(event, QDragMoveEvent):  # an enter is one too
            self._hover(hex_)
            event.acceptProposedAction()
        elif hex_ is not None:
            event.acceptProposedAction()
            self._drop(hex_)
        return True
