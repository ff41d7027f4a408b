"""A board on which counters are set out: they are dragged from hex to hex, onto it and off it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
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

    pickedOut = Signal(str)
    """A counter of the fan is dragged: it alone goes along, or with those chosen with it."""

    def __init__(self, battlefield: Battlefield, desk: Desk) -> None:
        """Show a battlefield as the desk's pages look."""
        look = desk.look
        super().__init__(battlefield, look.theme, look.art.style, cache=desk.cache)
        self._start: Hex | None = None
        self._piece: str | None = None  # of the fan, under the press
        self.setAcceptDrops(True)
        self.viewport().setAcceptDrops(True)
        self._drops = _Drops(self)
        self.viewport().installEventFilter(self._drops)
        self.dragPath.connect(self._note)

    def _note(self, path: tuple[Hex, ...]) -> None:
        self._start = path[0]
        if self._piece is not None:
            self.pickedOut.emit(self._piece)
            self._piece = None
            self.board.fans.close()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins a gesture; from a counter of the fan it leads as from its hex."""
        self._start, fans, at = None, self.board.fans, event.position()
        is_left = event.button() is Qt.MouseButton.LeftButton
        self._piece = fans.at(self.camera.to_scene(at)) if is_left else None
        if self._piece is None or fans.hex not in self.sources:
            super().mousePressEvent(event)
        else:
            self._gestures.press(at, event.button(), fans.hex)
            event.accept()

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
