"""The dialog that asks which map of a VASSAL module shall lie beneath the map."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QListWidget, QWidget

from hexwar.editor.scan.vassal import Board
from hexwar.messages import say
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Body, button, column, fill, plain_label, row

_SIZE = QSize(440, 340)  # at 100 %


class BoardDialog(QDialog):
    """Lists the maps of a module; the first one is chosen."""

    def __init__(self, look: Look, boards: Sequence[Board], parent: QWidget | None = None) -> None:
        """Offer maps."""
        super().__init__(parent)
        self.setWindowTitle(say("Open a picture of a map"))
        self._boards = boards
        self.maps = QListWidget()
        self.maps.setAccessibleName(say("Maps of the module"))
        self.maps.setFont(look.sans())
        self.maps.addItems([board_words(board) for board in boards])
        self.maps.setCurrentRow(0)
        self.take, self.cancel = button(say("Open"), "main"), button(say("Cancel"))
        self.take.setToolTip(say("Lay this map beneath yours (Enter)"))
        self.cancel.setToolTip(say("Lay none of them (Esc)"))
        body = Body(look)
        asked = plain_label("heading", say("This module has several maps. Which one?"))
        remark = say("A hex grid lays its picture at once; without one you pin its corners.")
        buttons = row(8, None, self.cancel, self.take)
        column(body, 18, 12, asked, (self.maps, 1), plain_label("quiet", remark), buttons)
        fill(self, body)
        self.take.setDefault(True)
        self.take.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        self.maps.itemDoubleClicked.connect(lambda _: self.accept())
        self.resize(QSize(look.px(_SIZE.width()), look.px(_SIZE.height())))

    @property
    def board(self) -> Board:
        """The map that is chosen."""
        return self._boards[max(0, self.maps.currentRow())]


def board_words(board: Board) -> str:
    """What a map is called, and whether it has a grid of hexes."""
    name = board.name.strip() or board.image
    if board.grid is None:
        return say("{name}, without a hex grid", name=name)
    return say("{name}, with a hex grid", name=name)
