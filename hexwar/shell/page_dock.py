"""A dock that is a page of text."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtWidgets import QWidget

from hexwar.messages import say
from hexwar.shell.controller import Controller
from hexwar.shell.face import Dock
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, column, label, scrolled


class Page(Panel):
    """A page of HTML that scrolls."""

    def __init__(self, look: Look, name: str) -> None:
        super().__init__(look)
        self.text = label()
        self.text.linkActivated.connect(self.linkActivated)
        ground = QWidget()
        column(ground, 10, 8, self.text, None)
        column(self, 0, 0, scrolled(ground))
        self.setAccessibleName(name)
        self.settle()

    def show_html(self, html: str) -> None:
        """Show other words."""
        if self.text.text() != html:
            self.text.setText(html)


class PageDock(Dock):
    """A dock that is a page: it is written anew when the table has changed."""

    def __init__(self, look: Look) -> None:
        self.page = Page(look, say(self.title))
        super().__init__(self.page)

    def renew(self) -> None:
        """Write it anew."""
        if self.controller is not None:
            self.page.show_html(self.html(self.controller))

    @abstractmethod
    def html(self, controller: Controller) -> str:
        """The page."""
