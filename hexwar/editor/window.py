"""The window of the editor: pages as tabs, the panel of problems, menus, and the files at work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QByteArray, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QTabWidget,
    QWidget,
)

from hexwar import resources
from hexwar.editor.blank import new_battle
from hexwar.editor.desk import Desk, Page
from hexwar.editor.document import Part
from hexwar.editor.files import is_shipped
from hexwar.editor.keeping import Keeper
from hexwar.editor.pages.briefing import BriefingPage
from hexwar.editor.pages.calendar import CalendarPage
from hexwar.editor.pages.forces import ForcesPage
from hexwar.editor.pages.formed import FormPage
from hexwar.editor.pages.lists import ListsPage
from hexwar.editor.pages.map import MapPage
from hexwar.editor.pages.rules import RulesPage
from hexwar.editor.pages.setup import SetupPage
from hexwar.editor.pages.victory import VictoryPage
from hexwar.editor.port import editing_of
from hexwar.editor.services import EditorServices
from hexwar.editor.watching import Watcher
from hexwar.hexes import Hex
from hexwar.kit import Kit
from hexwar.messages import mark, say
from hexwar.scenario.files import SCENARIO_FILE
from hexwar.widgets.panels.parts import bare
from hexwar.widgets.words import literal

_NAME: Final = "editor"
"""By which the settings know this window."""

_USUAL: Final = (1366, 768)

FILTER: Final = mark("Battles (*.json)")


@dataclass(frozen=True, slots=True)
class Command:
    """An entry of a menu."""

    menu: str  # marked
    id: str
    text: str  # marked, with its mnemonic
    keys: str = ""
    starts_group: bool = False


_FILE, _EDIT, _VIEW = mark("&File"), mark("&Edit"), mark("&View")

COMMANDS: Final = (
    Command(_FILE, "new", mark("&New battle"), "Ctrl+N"),
    Command(_FILE, "open", mark("&Open …"), "Ctrl+O"),
    Command(_FILE, "shipped", mark("Open a battle of &hexwar")),
    Command(_FILE, "save", mark("&Save"), "Ctrl+S", starts_group=True),
    Command(_FILE, "save-as", mark("Save &as …"), "Ctrl+Shift+S"),
    Command(_FILE, "close", mark("&Close"), "Ctrl+W", starts_group=True),
    Command(_EDIT, "undo", mark("&Undo"), "Ctrl+Z"),
    Command(_EDIT, "redo", mark("&Redo"), "Ctrl+Shift+Z"),
    Command(_EDIT, "cut", mark("Cu&t"), "Ctrl+X", starts_group=True),
    Command(_EDIT, "copy", mark("&Copy"), "Ctrl+C"),
    Command(_EDIT, "paste", mark("&Paste"), "Ctrl+V"),
    Command(_EDIT, "select-all", mark("Select &all hexes"), "Ctrl+A"),
    Command(_VIEW, "fit", mark("&Whole sheet"), "0"),
)
"""What the menus have, in their order."""


class EditorWindow(QMainWindow):
    """One document, and all that can be done to it."""

    def __init__(self, services: EditorServices) -> None:
        super().__init__()
        self.services = services
        self.desk = Desk(services.kits, services.look, services.state, services.cache, self)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.pages: dict[str, Page] = {}
        self.map_page = MapPage(self.desk)
        self.actions_: dict[str, QAction] = {}
        self._menus: dict[str, QMenu] = {}
        self._kit: Kit[Any] | None = None  # whose pages are shown
        self.watcher = Watcher(self.desk, services.sections, self)
        self.keeper = Keeper(self.desk, self)
        self.place = QLabel()
        """Which hex the pointer is on."""
        self._box: QWidget | None = None  # a question that is open
        middle = QWidget()
        bare(middle, self.keeper.banner, (self.tabs, 1))
        self.setCentralWidget(middle)
        self.statusBar().addPermanentWidget(self.place)
        self._make_menus()
        self._add_pages()
        self._connect()
        self._restore()

    # -- how it is made

    def _make_menus(self) -> None:
        for command in COMMANDS:
            self.add_command(command, self._handlers()[command.id])
        shipped = QMenu(self)
        for path in sorted(resources.scenarios().glob(f"*/{SCENARIO_FILE}")):
            title = path.parent.name.replace("-", " ").capitalize()
            shipped.addAction(literal(title), partial(self.open, path.parent))
        self.actions_["shipped"].setMenu(shipped)

    def add_command(self, command: Command, act: Callable[[], object]) -> QAction:
        """Put an entry at the end of its menu."""
        if command.menu not in self._menus:
            self._menus[command.menu] = self.menuBar().addMenu(say(command.menu))
        menu = self._menus[command.menu]
        if command.starts_group:
            menu.addSeparator()
        action = menu.addAction(say(command.text))
        action.setShortcut(QKeySequence(command.keys))
        action.triggered.connect(lambda *_: act())
        self.actions_[command.id] = action
        return action

    def _handlers(self) -> dict[str, Callable[[], object]]:
        return {
            "new": lambda: self._leaving(self.begin),
            "open": lambda: self._leaving(self.ask_open),
            "shipped": lambda: None,
            "save": self.save,
            "save-as": self.ask_save_as,
            "close": self.close,
            "undo": self.undo,
            "redo": self.redo,
            **{what: partial(self._clip, what) for what in ("cut", "copy", "paste")},
            "select-all": lambda: self.desk.select(self.desk.grid.hexes),
            "fit": self._fit,
        }

    def _add_pages(self) -> None:
        """All pages, those of the game that the scenario is for among them."""
        kit, desk = self.desk.kit, self.desk
        if kit is self._kit:
            return
        self._kit, page = kit, self.tabs.currentWidget()
        for old in self.pages.values():
            if old is not self.map_page:
                _close(old)
                old.deleteLater()
        self.tabs.clear()
        own = editing_of(kit).pages(desk)
        found = [self.map_page, ListsPage(desk), ForcesPage(desk), SetupPage(desk), *own]
        found += [made(desk) for made in (CalendarPage, VictoryPage, RulesPage, BriefingPage)]
        self.pages = {one.key: one for one in found}
        for one in found:
            self.tabs.addTab(one, say(one.title))
            if isinstance(one, FormPage):
                one.pickAsked.connect(self._pick)
        if page in found:
            self.tabs.setCurrentWidget(page)

    def _pick(self, done: Callable[[str], object]) -> None:
        """Show the map until a hex is picked there, then go back."""
        page = self.tabs.currentWidget()

        def picked(hex_: Hex | None) -> None:
            self.tabs.setCurrentWidget(page)
            if hex_ is not None:
                done(str(hex_))

        self.tabs.setCurrentWidget(self.map_page)
        self.map_page.pick(picked)
        self.desk.say(say("Click the hex on the map; Esc picks none."))

    def _connect(self) -> None:
        desk = self.desk
        desk.changed.connect(self._show_state)
        desk.opened.connect(self._add_pages)
        desk.opened.connect(self._show_state)
        self.keeper.saved.connect(self._saved)
        self.keeper.saveAsAsked.connect(self.ask_save_as)
        desk.told.connect(lambda sentence: self.statusBar().showMessage(sentence, 8_000))
        desk.asked.connect(self.go_to)
        desk.shown.connect(self._bring)
        self.map_page.hovered.connect(self._show_place)

    def _restore(self) -> None:
        geometry, docks = self.services.store.layout_of(_NAME)
        if not (geometry and self.restoreGeometry(QByteArray(geometry))):
            room = self.screen().availableGeometry().size()
            self.resize(min(_USUAL[0], room.width()), min(_USUAL[1], room.height()))
        if docks:
            self.restoreState(QByteArray(docks))

    def add_dock(
        self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea
    ) -> QDockWidget:
        """Put a panel at an edge of the window."""
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setWidget(widget)
        self.addDockWidget(area, dock)
        return dock

    # -- documents

    def begin(self) -> None:
        """A new battle lies on the desk."""
        self.keeper.open_new(new_battle(next(iter(self.services.kits.values()))))
        self.tabs.setCurrentWidget(self.map_page)

    def restore(self) -> None:
        """Go on where somebody was at work last; else with a new battle."""
        view = self.keeper.sitting.view
        if not self.keeper.restore():
            self.begin()
            return
        page = self.pages.get(str(view.get("page")))
        if page is not None:
            self.tabs.setCurrentWidget(page)
        QTimer.singleShot(0, self, lambda: self.map_page.show_view(view))

    def open(self, path: Path) -> bool:
        """Lay a battle on the desk, by its folder or one of its files; whether there is one."""
        why = self.keeper.open(path)
        if why:
            self.tell(why)
            return False
        if self._is_shipped():
            self.desk.say(say("A battle of hexwar stays as it is: save it as your own."))
        return True

    def save(self) -> bool:
        """Write what has changed; True where it lies on the disk now."""
        if not self.desk.files.homes or self._is_shipped():
            self.ask_save_as()
            return False
        return self.keeper.save() is None

    def save_as(self, folder: Path) -> bool:
        """Write all into a folder of its own; True where it lies there now."""
        return self.keeper.save_as(folder) is None

    def _is_shipped(self) -> bool:
        return any(is_shipped(home.path) for home in self.desk.files.homes.values())

    def ask_open(self) -> None:
        """Ask which battle."""
        dialog = QFileDialog(self, say("Open a battle"), str(self._start()), say(FILTER))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.open(Path(name)))
        self._open_box(dialog)

    def ask_save_as(self) -> None:
        """Ask for the folder of the battle."""
        dialog = QFileDialog(self, say("The folder of the battle"), str(self._start()))
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        name = self.desk.draft.scenario.get("id")
        dialog.selectFile(name if isinstance(name, str) else "my-battle")
        dialog.fileSelected.connect(lambda chosen: self.save_as(Path(chosen)))
        self._open_box(dialog)

    def _start(self) -> Path:
        folder = self.desk.folder
        if folder is None or is_shipped(folder):
            return self.services.library
        return folder.parent

    def _leaving(self, go: Callable[[], object]) -> None:
        """Go on once what was changed is saved or given up."""
        if not self.desk.document.is_changed:
            go()
            return
        buttons = QMessageBox.StandardButton
        box = QMessageBox(
            QMessageBox.Icon.Question,
            say("Save the battle?"),
            say("The battle has changes that are not saved."),
            buttons.Save | buttons.Discard | buttons.Cancel,
            self,
        )
        box.setDefaultButton(buttons.Save)

        def answered(result: int) -> None:
            if result == buttons.Discard or (result == buttons.Save and self.save()):
                go()

        box.finished.connect(answered)
        self._open_box(box)

    def _open_box(self, box: QFileDialog | QMessageBox) -> None:
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._box = box
        box.open()

    def tell(self, sentence: str) -> None:
        """A sentence that the user must see."""
        box = QMessageBox(QMessageBox.Icon.Warning, say("hexwar"), sentence, parent=self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        self._open_box(box)

    def _saved(self) -> None:
        self._show_state()
        self.desk.say(say("Saved in {folder}.", folder=self.desk.folder))

    # -- steps

    def undo(self) -> None:
        """Take the last step back."""
        refusal = self.desk.document.undo()
        if refusal is not None:
            self.desk.say(refusal.sentence)

    def redo(self) -> None:
        """Do it again."""
        refusal = self.desk.document.redo()
        if refusal is not None:
            self.desk.say(refusal.sentence)

    def _clip(self, what: str) -> None:
        """Cut, copy or paste: text where it is typed, else a piece of the map."""
        focus = QApplication.focusWidget()
        if isinstance(focus, QLineEdit | QPlainTextEdit):
            getattr(focus, what)()
            return
        page = self.tabs.currentWidget()
        clip = getattr(page, "clip", None)
        if callable(clip):
            clip(what)

    def _fit(self) -> None:
        if self.map_page.board is not None:
            self.map_page.board.camera.fit()

    # -- what is shown

    def _show_state(self, *_: object) -> None:
        document, name = self.desk.document, self.desk.draft.scenario.get("name")
        if not isinstance(name, str):
            name = self.desk.draft.map.get("name", "")
        star = "*" if document.is_changed else ""
        self.setWindowTitle(f"{star}{name} \N{EN DASH} {say('hexwar editor')}")
        undo, redo = self.actions_["undo"], self.actions_["redo"]
        undo.setEnabled(bool(document.done))
        redo.setEnabled(bool(document.undone))
        done = document.done[-1].words if document.done else ""
        undone = document.undone[-1].words if document.undone else ""
        undo.setText(say("&Undo: {step}", step=done) if done else say("&Undo"))
        redo.setText(say("&Redo: {step}", step=undone) if undone else say("&Redo"))

    def _show_place(self, hex_: Hex | None) -> None:
        field = self.desk.battlefield
        words = "" if hex_ is None or hex_ not in field.grid else field.name_of(hex_)
        if words and hex_ is not None:
            ground = say(field.terrain_at(hex_).cover.name)
            words = say(
                "{place}, {ground}, level {level}",
                place=words,
                ground=ground,
                level=field.level(hex_),
            )
        self.place.setText(words)

    def go_to(self, part: Part, path: tuple[str | int, ...]) -> None:
        """Bring up the page on which a place of a part is edited."""
        pages = [page for page in self.pages.values() if page.holds(part, path)]
        others = [page for page in self.pages.values() if "*" in page.covers.get(part, ())]
        for page in (*pages, *others):
            self.tabs.setCurrentWidget(page)
            if page.go_to(part, path):
                return

    def _bring(self, hexes: object) -> None:
        if hexes and self.tabs.currentWidget() is not self.map_page:
            board = getattr(self.tabs.currentWidget(), "board", None)
            if board is None:
                self.tabs.setCurrentWidget(self.map_page)

    # -- its end

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about what is not saved, then end all that goes on."""
        if self.desk.document.is_changed and not self._may_close:
            event.ignore()
            self._leaving(self._close_now)
            return
        self.services.store.keep_layout_of(
            _NAME, bytes(self.saveGeometry().data()), bytes(self.saveState().data())
        )
        self.keeper.remember({"page": self._page_key(), **self.map_page.view})
        self.keeper.close()
        self.watcher.close()
        for page in self.pages.values():
            _close(page)
        super().closeEvent(event)

    def _page_key(self) -> str:
        page = self.tabs.currentWidget()
        return page.key if isinstance(page, Page) else ""

    _may_close = False

    def _close_now(self) -> None:
        self._may_close = True
        self.close()


def _close(page: Page) -> None:
    """End what goes on by itself on a page."""
    close = getattr(page, "close_board", None)
    if callable(close):
        close()
