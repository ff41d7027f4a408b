"""A board on which counters are set out: they are dragged from hex to hex, onto it and off it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Signal
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QMouseEvent

from hexwar.editor.desk import Desk
from hexwar.editor.pages.piece_list import MIME, pieces_of
from hexwar.hexes import Hex
from hexwar.table.battlefield import Battlefield
from hexwar.widgets.board.gestures import Mode
from hexwar.widgets.board.view import BoardView


class SetBoard(BoardView):
    """The board of the game; what it is told of drags goes to the page that has it."""

    carried = Signal(object)
    """The hex that dragged pieces of a list are over; None where they are over none."""
    fallen = Signal(object, str)
    """Pieces of a list were let fall in a hex."""
    takenOut = Signal(str, QPoint)
    """Counters were dragged out of the board: from which hex, and to where on the screen."""

    def __init__(self, battlefield: Battlefield, desk: Desk) -> None:
        """Show a battlefield as the desk's pages look."""
        look = desk.look
        super().__init__(battlefield, look.theme, look.art.style, cache=desk.cache)
        self._start: Hex | None = None
        self.setAcceptDrops(True)
        self.viewport().setAcceptDrops(True)
        self._drops = _Drops(self)
        self.viewport().installEventFilter(self._drops)
        self.dragPath.connect(self._note)

    def _note(self, path: tuple[Hex, ...]) -> None:
        self._start = path[0]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins a gesture."""
        self._start = None
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A drag that ends outside has taken the counters out."""
        at = event.position().toPoint()
        is_out = not self.viewport().rect().contains(at)
        if is_out and self._start is not None and self._gestures.mode is Mode.DRAWING:
            start = self._start
            self._gestures.cancel()
            self.takenOut.emit(start, event.globalPosition().toPoint())
            event.accept()
            return
        super().mouseReleaseEvent(event)


class _Drops(QObject):
    """Lets pieces of a list fall on a board."""

    def __init__(self, board: SetBoard) -> None:
        super().__init__(board)
        self._board = board

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the drags of pieces; the board itself knows nothing of them."""
        if event.type() is QEvent.Type.DragLeave:
            self._board.carried.emit(None)
            return True
        if not isinstance(event, QDropEvent) or not event.mimeData().hasFormat(MIME):
            return super().eventFilter(watched, event)
        hex_ = self._board.hex_at(event.position())
        if isinstance(event, QDragMoveEvent):  # an enter is one too
            self._board.carried.emit(hex_)
            event.acceptProposedAction()
        elif hex_ is not None:
            event.acceptProposedAction()
            self._board.fallen.emit(pieces_of(event.mimeData()), hex_)
        return True
