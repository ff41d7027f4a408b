"""The orders dock: the order pad of a side, and the order that is being written."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.orders_composer import OrderComposer
from hexwar.widgets.panels.orders_list import OrdersList
from hexwar.widgets.panels.orders_records import LINE, OrderForm, OrderRow
from hexwar.widgets.panels.parts import Panel, spaced

_FORM, _LITTLE = 440, 150  # what the composer needs while one writes, and before; at 100 %
_SHARE = 0.7  # of the height that the composer takes at most


class OrdersPanel(Panel):
    """A row a formation above, the composer below while an order may be written."""

    linkActivated = Signal(str)
    """A link: `formation:ID`, `hex:0913`, `rule:N12.4`."""
    told = Signal(str)
    """What was pressed in the composer, or `line:ID` for a row that was chosen meanwhile."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.search, self.open_only = QLineEdit(), QCheckBox("On the way")
        self.search.setPlaceholderText("Find a formation, leader or place")
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName("Find in the orders")
        self.open_only.setToolTip("Only formations to which an order is on its way")
        self.list = OrdersList(look)
        self.composer = OrderComposer(look)
        self._halves = QSplitter(Qt.Orientation.Vertical)
        self._form: OrderForm | None = None
        self._is_writing = False
        self._stage = ""  # how much room the composer needs
        self._marked = ""
        self._lay()
        self.search.textChanged.connect(self._filter)
        self.open_only.toggled.connect(self._filter)
        self.list.chosen.connect(self._choose)
        self.list.hexAsked.connect(lambda hex_: self.linkActivated.emit(f"hex:{hex_}"))
        self.composer.told.connect(self.told)
        self.composer.linkActivated.connect(self.linkActivated)
        self.composer.hide()
        self.settle()

    def show_rows(self, rows: Sequence[OrderRow]) -> None:
        """Show the lines of the pad, in this order."""
        self._again = lambda: self.show_rows(rows)
        self.list.rows.show_rows(rows)
        self.list.mark(self._marked)

    def show_form(self, form: OrderForm | None, line: str = "") -> None:
        """Show the order that is being written; None while none may be.

        Args:
            form: what the composer shows.
            line: the line that it is written to; empty while none is chosen.
        """
        if form == self._form and line == self._marked:
            return
        self._form = form
        stage = "" if form is None else "writing" if form.verbs else "choosing"
        self._is_writing = form is not None
        self.composer.setVisible(form is not None)
        if form is not None:
            self.composer.show_form(form)
        if stage != self._stage:
            self._stage = stage
            self._share_height()
        if line != self._marked:
            self._marked = line
            self.list.mark(line)
            self.composer.area.verticalScrollBar().setValue(0)

    def show_nothing(self) -> None:
        """There is no game."""
        self.show_rows(())
        self.show_form(None)
        self._again = None

    def dress(self) -> None:
        """List and composer follow the look."""
        self.list.set_look(self.look)
        self.composer.set_look(self.look)

    def _lay(self) -> None:
        whole = spaced(QVBoxLayout(self), 8, 8)
        bar = spaced(QHBoxLayout(), 0, 6)
        bar.addWidget(self.search, 1)
        bar.addWidget(self.open_only)
        whole.addLayout(bar)
        self._halves.setChildrenCollapsible(False)
        self._halves.addWidget(self.list)
        self._halves.addWidget(self.composer)
        whole.addWidget(self._halves, 1)
        self.setFocusProxy(self.list)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """List and composer share what height there is."""
        super().resizeEvent(event)
        if event.size().height() != event.oldSize().height():
            self._share_height()

    def _share_height(self) -> None:
        """The composer gets what it needs where that leaves room for the list."""
        whole = self._halves.height()
        wanted = self.look.px(_FORM if self._stage == "writing" else _LITTLE)
        form = min(wanted, round(whole * _SHARE))
        self._halves.setSizes([whole - form, form])

    def _filter(self) -> None:
        self.list.rows.set_filter(self.search.text(), only_open=self.open_only.isChecked())
        self.list.mark(self._marked)

    def _choose(self, line: str) -> None:
        if self._is_writing:
            self.told.emit(f"{LINE}{line}")
        else:
            self._marked = line
