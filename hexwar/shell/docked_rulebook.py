"""The rulebook in a dock, where room is short: the page first, the list of chapters when asked."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.rulebook_view import RulebookSource, RulebookView

_NARROW = 620  # below it the list lies above the page, pixels at 100 %
_WHOLE = 1_000
_LIST = 300  # of the whole, while the list is wanted


class DockedRulebook(RulebookView):
    """Lays the list above the page where the dock is narrow, and folds it away for a rule."""

    def __init__(self, look: Look, source: RulebookSource, parent: QWidget | None = None) -> None:
        super().__init__(look, source, parent)
        self._split = self.findChild(QSplitter)
        self.find_line.textChanged.connect(self._make_room_for_list)
        self.placeChanged.connect(lambda _: self.give_room())

    @property
    def is_narrow(self) -> bool:
        """Whether list and page find no room side by side."""
        return self.width() < self.look.px(_NARROW)

    def give_room(self) -> None:
        """Give the page all the room there is, where there is little."""
        if self.is_narrow and self._split is not None and not self.find_line.text():
            self._split.setSizes([0, _WHOLE])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side, or one above the other."""
        super().resizeEvent(event)
        if self._split is None:
            return
        way = Qt.Orientation.Vertical if self.is_narrow else Qt.Orientation.Horizontal
        if self._split.orientation() != way:
            self._split.setOrientation(way)
            self._split.setSizes([_LIST, _WHOLE - _LIST])

    def _make_room_for_list(self) -> None:
        """What is looked for must be seen, and the chapters when nothing is looked for."""
        if self.is_narrow and self._split is not None:
            self._split.setSizes([_LIST, _WHOLE - _LIST])
