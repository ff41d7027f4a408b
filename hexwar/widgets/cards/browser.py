"""A dialog to look through cards: whole decks by their names, or one pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QScrollArea, QVBoxLayout, QWidget

from hexwar.cards.records import Card
from hexwar.widgets.cards.gallery import CARD, Gallery
from hexwar.widgets.cards.records import NEUTRAL, Suit
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Body, button, label, small, spaced

_OF_SCREEN = 0.94  # of the screen at most


@dataclass(frozen=True, slots=True)
class Lot:
    """Some cards under a name."""

    id: str
    title: str
    cards: tuple[tuple[Card, int], ...]  # each with how many of it there are
    suit: Suit = NEUTRAL
    about: str = ""  # where they come from

    @property
    def total(self) -> int:
        """How many cards."""
        return sum(count for _, count in self.cards)


class CardBrowser(QDialog):
    """Lots at the left where there are several, cards at the right."""

    def __init__(
        self,
        look: Look,
        lots: Sequence[Lot],
        parent: QWidget | None = None,
        *,
        title: str = "Decks",
    ) -> None:
        """Make the dialog.

        Args:
            look: theme and scale.
            lots: what there is to look through; the first is shown.
            parent: the window that it stands over.
            title: of the dialog.
        """
        super().__init__(parent)
        self.setWindowTitle(title)
        self._look, self._lots = look, tuple(lots)
        self.list = QListWidget()
        self.title, self.about = label("title"), label()
        self.gallery = Gallery(look)
        self.area = QScrollArea()
        self.close_button = button("Close", "main")
        self._arrange()
        self.list.currentRowChanged.connect(self._show)
        self.close_button.clicked.connect(self.accept)
        self.list.setCurrentRow(0)

    def show_lot(self, id_: str) -> None:
        """Show the lot of an id; where there is none, leave the one that is shown."""
        ids = [lot.id for lot in self._lots]
        if id_ in ids:
            self.list.setCurrentRow(ids.index(id_))

    def show_card(self, id_: str) -> None:
        """Show a card, in the lot that is shown or else in the first that has it."""
        shown = self._lots[self.list.currentRow()]
        having = (lot for lot in (shown, *self._lots) if any(c.id == id_ for c, _ in lot.cards))
        found = next(having, None)
        if found is not None:
            self.show_lot(found.id)
            QTimer.singleShot(0, self, lambda: self._reveal(id_))

    def _reveal(self, id_: str) -> None:
        box = self.gallery.reveal(id_)
        middle = box.center().toPoint() if box else QPoint()
        self.area.ensureVisible(middle.x(), middle.y(), 0, self.area.viewport().height() // 2)
        self.gallery.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, row: int) -> None:
        lot = self._lots[row]
        self.title.setText(lot.title)
        kinds = f"{lot.total} cards, {len(lot.cards)} kinds"
        self.about.setText(small(self._look, f"{kinds} · {lot.about}" if lot.about else kinds))
        self.gallery.show_cards(lot.cards, lot.suit)
        self.area.verticalScrollBar().setValue(0)

    def _arrange(self) -> None:
        look = self._look
        body = Body(look)
        whole = spaced(QVBoxLayout(body), 18, 12)
        columns = spaced(QHBoxLayout(), 0, 16)
        columns.addWidget(self.list, 0)
        columns.addLayout(self._cards(), 1)
        whole.addLayout(columns, 1)
        row = spaced(QHBoxLayout(), 0, 8)
        row.addStretch(1)
        row.addWidget(self.close_button)
        whole.addLayout(row)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(body)
        body.settle()
        for lot in self._lots:
            self.list.addItem(f"{lot.title}\n{lot.total} cards")
        self.list.setVisible(len(self._lots) > 1)
        self.list.setFixedWidth(look.px(230))
        self.list.setAccessibleName("Decks")
        self.close_button.setDefault(True)
        across = 4 * (look.px(CARD) + look.px(20)) + look.px(80)
        width = across + (look.px(246) if len(self._lots) > 1 else 0)
        room = self.screen().availableGeometry().size() * _OF_SCREEN
        self.resize(min(width, room.width()), min(look.px(820), room.height()))

    def _cards(self) -> QVBoxLayout:
        inside = spaced(QVBoxLayout(), 0, 8)
        inside.addWidget(self.title)
        inside.addWidget(self.about)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setWidget(self.gallery)
        inside.addWidget(self.area, 1)
        return inside
