"""The pages of the editor's window: which there are, and how one is led to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QTabWidget, QWidget

from hexwar.editor.desk import Desk, Page
from hexwar.editor.document import Part
from hexwar.editor.pages.briefing import BriefingPage
from hexwar.editor.pages.calendar import CalendarPage
from hexwar.editor.pages.forces import ForcesPage
from hexwar.editor.pages.formed import FormPage
from hexwar.editor.pages.lists import ListsPage
from hexwar.editor.pages.map import MapPage
from hexwar.editor.pages.rules import RulesPage
from hexwar.editor.pages.setup import SetupPage
from hexwar.editor.pages.victory import VictoryPage
from hexwar.editor.port import editing_of, guests_of
from hexwar.hexes import Hex
from hexwar.messages import say


class Tabs(QTabWidget):
    """The pages of a desk, those of the game that its scenario is for among them."""

    hovered = Signal(object)
    """The hex of the map that the pointer is on, or None."""
    boardMade = Signal(object)
    """Another `EditorBoard` shows the map."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        """Make the pages for what lies on a desk, and follow it."""
        super().__init__(parent)
        self.setDocumentMode(True)
        self.desk = desk
        self.pages: dict[str, Page] = {}
        """The pages by their keys."""
        self._of: object = None  # the game and the look that they were made for
        self._make()
        desk.opened.connect(self._make)
        desk.changed.connect(self._follow)
        desk.asked.connect(self.go_to)
        desk.shown.connect(self._bring)

    @property
    def map(self) -> MapPage:
        """The page of the map."""
        page = self.pages[MapPage.key]
        assert isinstance(page, MapPage)
        return page

    @property
    def key(self) -> str:
        """That of the page that is shown."""
        page = self.currentWidget()
        return page.key if isinstance(page, Page) else ""

    def show_page(self, key: str) -> None:
        """Bring a page up; one that there is not is let be."""
        page = self.pages.get(key)
        if page is not None:
            self.setCurrentWidget(page)

    def renew(self) -> None:
        """Make all pages anew, for another look; one is where one was."""
        key, view = self.key, self.map.view
        self._make(*self.pages)
        self.show_page(key)
        self.map.show_view(view)

    def close_pages(self) -> None:
        """End what goes on by itself."""
        for page in self.pages.values():
            _close(page)

    def _follow(self, *_: object) -> None:
        """Make the pages of another game where a step has made the battle one of that."""
        if self.desk.kit is not self._of:
            QTimer.singleShot(0, self, self._change_game)

    def _change_game(self) -> None:
        if self.desk.kit is not self._of:
            key = self.key
            self._make()
            self.show_page(key)

    def _make(self, *others: str) -> None:
        """Make the pages: where the game is another one all but that of the map, and `others`."""
        desk, kit = self.desk, self.desk.kit
        if kit is self._of and not others:
            return
        shown, former, self._of = self.currentWidget(), dict(self.pages), kit
        kept = former.get(MapPage.key) if MapPage.key not in others else None
        found: list[Page] = [kept or self._map_page(), ListsPage(desk), ForcesPage(desk)]
        found += [SetupPage(desk), *editing_of(kit).pages(desk)]
        found += [page for one in guests_of(desk) for page in one.guest_pages(desk)]
        found += [made(desk) for made in (CalendarPage, VictoryPage, RulesPage, BriefingPage)]
        self.clear()
        for old in former.values():
            if old is not kept:
                _close(old)
                old.deleteLater()
        self.pages = {page.key: page for page in found}
        for page in found:
            self.addTab(page, say(page.title))
            if isinstance(page, FormPage):
                page.pickAsked.connect(self.pick)
        if shown in found:
            self.setCurrentWidget(shown)

    def _map_page(self) -> MapPage:
        made = MapPage(self.desk)
        made.hovered.connect(self.hovered)
        made.boardMade.connect(self.boardMade)
        return made

    # -- where one is led

    def go_to(self, part: Part, path: tuple[str | int, ...]) -> None:
        """Bring up the page on which a place of a part is edited."""
        pages = [page for page in self.pages.values() if page.holds(part, path)]
        others = [page for page in self.pages.values() if "*" in page.covers.get(part, ())]
        for page in (*pages, *others):
            self.setCurrentWidget(page)
            if page.go_to(part, path):
                return

    def pick(self, done: Callable[[str], Any]) -> None:
        """Show the map until a hex is picked there, then go back."""
        key = self.key

        def picked(hex_: Hex | None) -> None:
            self.show_page(key)
            if hex_ is not None:
                done(str(hex_))

        self.setCurrentWidget(self.map)
        self.map.pick(picked)
        self.desk.say(say("Click the hex on the map; Esc picks none."))

    def _bring(self, hexes: object) -> None:
        """Bring up the map for hexes that are to be seen, where the page has none of its own."""
        if hexes and getattr(self.currentWidget(), "board", None) is None:
            self.setCurrentWidget(self.map)


def _close(page: Page) -> None:
    close = getattr(page, "close_board", None)
    if callable(close):
        close()
