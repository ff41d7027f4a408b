"""The log with its filter and its exports."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QMenu, QToolButton

from hexwar.engine import Event
from hexwar.messages import mark, say
from hexwar.table.fact import Topic
from hexwar.table.names import Names
from hexwar.table.story import EXPORTS, NOBODY
from hexwar.widgets.log.log_list import LogList
from hexwar.widgets.log.log_model import LogModel
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, column, row

_EXPORT_WORDS = {
    "txt": mark("As text"),
    "csv": mark("As a table (CSV)"),
    "html": mark("As a web page (HTML)"),
}


class LogView(Panel):
    """One sentence for each event, grouped by turn and activation."""

    exportAsked = Signal(str)
    """The suffix of the file that the player wants: txt, csv or html."""

    def __init__(self, look: Look, topics: Sequence[Topic]) -> None:
        super().__init__(look)
        self._model: LogModel | None = None
        self._topics = topics
        self.search = QLineEdit()
        self.search.setPlaceholderText(say("Find in the log"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(say("Find in the log"))
        self.list = LogList(look)
        self.topics, self.export_menu = self._topics_menu(), self._exports()
        topics_button = _menu_button(say("Show"), say("Which events are shown"), self.topics)
        exports = _menu_button(say("Export"), say("Write the log to a file"), self.export_menu)
        column(self, 8, 8, row(6, (self.search, 1), topics_button, exports), (self.list, 1))
        self.search.textChanged.connect(self._filter)
        self.list.linkActivated.connect(self.linkActivated)
        self.settle()

    def show_events(
        self, names: Names, events: Sequence[Event], readers: Sequence[str] = (NOBODY,)
    ) -> None:
        """Show all events so far; fewer than before means that some were undone.

        The secrets of sides that are not readers are left out, in exports too.
        """
        if self._model is None or self._model.story.names.battle is not names.battle:
            old, self._model = self._model, LogModel(names, self)
            self._filter()
            if old is not None:
                old.deleteLater()
        colours = {side: self.look.side(names.battle, side) for side in names.battle.sides}
        self._again = lambda: self.show_events(names, events, readers)
        self.list.show_model(self._model, colours)
        was_at_end = self.list.is_at_end
        self._model.follow(events, readers)
        if was_at_end:
            self.list.scrollToBottom()

    def exported(self, suffix: str) -> str:
        """The whole log as text, CSV or HTML; empty before the first event.

        Raises:
            KeyError: another suffix.
        """
        write = EXPORTS[suffix]
        return "" if self._model is None else write(self._model.story)

    def dress(self) -> None:
        """The list follows theme and scale."""
        self.list.set_look(self.look)

    def _topics_menu(self) -> QMenu:
        menu = QMenu(self)
        for topic in self._topics:
            action = QAction(say(topic.title), menu, checkable=True)
            action.setChecked(topic.is_usual)
            action.toggled.connect(self._filter)
            menu.addAction(action)
        return menu

    def _exports(self) -> QMenu:
        menu = QMenu(self)
        for suffix in EXPORTS:
            action = menu.addAction(say(_EXPORT_WORDS[suffix]))
            action.triggered.connect(partial(self.exportAsked.emit, suffix))
        return menu

    def _filter(self) -> None:
        if self._model is not None:
            shown = zip(self._topics, self.topics.actions(), strict=True)
            topics = [topic for topic, action in shown if action.isChecked()]
            self._model.set_filter(self.search.text(), topics)


def _menu_button(words: str, tooltip: str, menu: QMenu) -> QToolButton:
    made = QToolButton()
    made.setText(words)
    made.setToolTip(tooltip)
    made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    made.setMenu(menu)
    return made
