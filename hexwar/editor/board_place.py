"""The place of a board on a page: its map follows the draft, and is seen as it was seen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from hexwar.editor.document import Json
from hexwar.editor.ground import touched
from hexwar.table.battlefield import Battlefield
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.panels.parts import bare


class BoardPlace(QWidget):
    """Holds the board of a page, and makes another one where the sheet is another."""

    def __init__(self, make: Callable[[Battlefield], BoardView]) -> None:
        """Show nothing yet; `make` makes the board of a battlefield."""
        super().__init__()
        self.board: BoardView | None = None
        self._make = make
        self._map: Json = {}
        bare(self)

    def show_map(self, map_: Json, battlefield: Battlefield, *, is_other: bool) -> None:
        """Show a map.

        What differs is drawn again. Another sheet has a new board, from which the same part of the
        map is seen.

        Args:
            map_: The map.
            battlefield: What it describes, as far as it can be read.
            is_other: It is that of another document, whose map is seen as a whole.
        """
        before, self._map, old = self._map, map_, self.board
        if old is None or is_other:
            self._put(old, battlefield)
            return
        if old.board.battlefield is battlefield:
            return
        hexes = touched(before, map_)
        if hexes is None:
            board = self._put(old, battlefield)
            _see_alike(board, old)
            return
        old.board.battlefield = battlefield
        if hexes:
            old.board.map.redraw(battlefield, hexes)

    def close_board(self) -> None:
        """End what paints the map; to be called before the page is given up."""
        if self.board is not None:
            self.board.close_board()

    def _put(self, old: BoardView | None, battlefield: Battlefield) -> BoardView:
        layout = self.layout()
        assert layout is not None, "the place of a board has a layout"
        board = self._make(battlefield)
        if old is not None:
            old.close_board()
            layout.removeWidget(old)
            old.hide()
            old.deleteLater()
        layout.addWidget(board)
        self.board = board
        return board


def _see_alike(board: BoardView, old: BoardView) -> None:
    """See of a new board what was seen of the old one; the whole sheet where that was seen."""
    camera, before = board.camera, old.camera
    if before.zoom > before.least_zoom * 1.001:
        camera.zoom_to(before.zoom)
        camera.centre_on(camera.within(before.centre))
