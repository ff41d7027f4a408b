"""What stands round the board: the strip, the prompt line and the docks of one game system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.shell.controller import Controller
from hexwar.shell.face import Dock, Face
from hexwar.shell.prompter import Offer
from hexwar.shell.rulebook import RulebookView, book_of
from hexwar.shell.seats import Viewer
from hexwar.shell.strip import Strip
from hexwar.table.fact import topics_of
from hexwar.table.state import TableState
from hexwar.widgets.log.log_view import LogView
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel
from hexwar.widgets.panels.prompt_line import PromptLine

P = TypeVar("P", bound=QWidget)


class LogDock(Dock):
    """What has happened."""

    id = "log"
    title = mark("Log")

    def __init__(self, look: Look, face: Face) -> None:
        self._kit = face.kit
        self.log = LogView(look, topics_of(self._kit.system.events))
        super().__init__(self.log)
        self.log.linkActivated.connect(self.linkActivated)

    def renew(self) -> None:
        """Tell what has been shown, as far as the one who looks may know of it."""
        if self.controller is not None:
            told = self.controller.playback.told
            events, readers = self.controller.session.events[:told], self.controller.viewer.readers
            names = self._kit.names(self.controller.view.battle)
            self.log.show_events(names, events, readers)


class RulesDock(Dock):
    """The place of the rulebook, which is read when it is first shown."""

    id = "rules"
    title = mark("Rules")
    kinds = ("rule",)

    def __init__(self, look: Look, face: Face) -> None:
        super().__init__(Panel(look))
        self._kit = face.kit
        self.book: RulebookView | None = None
        """The rulebook; None before it is first shown, and in a game without one."""
        layout = QVBoxLayout(self.panel)
        layout.setContentsMargins(0, 0, 0, 0)

    def follow(self, controller: Controller | None) -> None:
        """Another battle may have other numbers: read the rulebook anew when it is next shown."""
        super().follow(controller)
        book, self.book = self.book, None
        if book is not None:
            book.hide()
            book.deleteLater()

    def renew(self) -> None:
        """Open the rulebook, if it is looked for."""
        if self.panel.isVisible():
            self._open()

    def reveal(self, address: str) -> None:
        """Open the rulebook at a rule."""
        book = self._open()
        if book is not None:
            book.show_rule(address.partition(":")[2])
            book.give_room()

    def dress(self, look: Look) -> None:
        """Dress the rulebook too."""
        self.panel.set_look(look)
        if self.book is not None:
            self.book.set_look(look)

    def _open(self) -> RulebookView | None:
        if self.book is None:
            battle = None if self.controller is None else self.controller.view.battle
            found = book_of(self._kit, battle)
            if found is None:
                return None
            self.book = RulebookView(self.panel.look, found)
            self.book.linkActivated.connect(self.linkActivated)
            layout = self.panel.layout()
            assert layout is not None
            layout.addWidget(self.book)
            self.panel.setFocusProxy(self.book)
        return self.book


class Panes(QObject):
    """Owns the panels that live as long as the window, and keeps them in step with a game."""

    linkActivated = Signal(str)
    """An address of any panel: `hex:0913`, `unit:ID`, `leader:ID`, `rule:N8.5` and others."""
    dialogMade = Signal(object)
    """A dialog that a panel wants to open."""

    def __init__(self, look: Look, face: Face, parent: QWidget) -> None:
        super().__init__(parent)
        self.strip = Strip(look, face.chips(look))
        self.prompt = PromptLine(look)
        self.log = LogDock(look, face)
        self.rules = RulesDock(look, face)
        found: Sequence[Dock] = (*face.docks(look), self.log, self.rules)
        self.docks: Mapping[str, Dock] = {dock.id: dock for dock in found}
        """The docks by their ids, in the order of their tabs."""
        self._controller: Controller | None = None
        self._eyes: Viewer | None = None
        self.prompt.linkActivated.connect(self.linkActivated)
        self.strip.activated.connect(self.linkActivated)
        for dock in found:
            dock.setParent(self)
            dock.linkActivated.connect(self.linkActivated)
            dock.dialogMade.connect(self.dialogMade)

    def panel(self, kind: type[P]) -> P:
        """The panel of a class.

        Raises:
            LookupError: There is none.
        """
        for dock in self.docks.values():
            if isinstance(dock.panel, kind):
                return dock.panel
        raise LookupError(kind.__name__)

    def set_look(self, look: Look) -> None:
        """Dress all panels anew."""
        self.strip.set_look(look)
        self.prompt.set_look(look)
        for dock in self.docks.values():
            dock.dress(look)

    def follow(self, controller: Controller | None) -> None:
        """Show another game from now on, or none."""
        self._controller = controller
        for dock in self.docks.values():
            dock.follow(controller)
        if controller is not None:
            controller.shown.connect(self.show_view)
            controller.offered.connect(self._show_offer)
            controller.asked.connect(lambda _, offer: self._show_offer(offer))
            controller.refused.connect(self._show_refusal)

    def show_view(self, view: TableState) -> None:
        """Show the table as it now is."""
        self.strip.show_view(view)
        has_other_eyes = self._have_eyes_changed()
        for dock in self.docks.values():
            if has_other_eyes or not dock.panel.visibleRegion().isEmpty():  # behind a tab it is
                dock.renew()
        if self._controller is not None and not self._controller.is_asking:
            self._show_offer(self._controller.offer)

    def _have_eyes_changed(self) -> bool:
        """Whether somebody else looks now: then not even what is hidden may stay as it was."""
        before, self._eyes = self._eyes, self._controller.viewer if self._controller else None
        return self._eyes != before

    def look_at(self, hex_: Hex | None) -> None:
        """The player looks at another hex."""
        for dock in self.docks.values():
            dock.look_at(hex_)

    def dock_of(self, kind: str) -> Dock | None:
        """The dock that addresses of a kind lead to."""
        return next((dock for dock in self.docks.values() if kind in dock.kinds), None)

    def wanted(self, offer: Offer) -> str:
        """The dock that is to stand in front while something can be done; or nothing."""
        return next((name for name, dock in self.docks.items() if dock.wants(offer)), "")

    def _show_offer(self, offer: Offer) -> None:
        for dock in self.docks.values():
            dock.offer(offer)

    def _show_refusal(self, refusal: Refusal) -> None:
        self.prompt.show_refusal(refusal)
        for dock in self.docks.values():
            dock.refuse(refusal)
