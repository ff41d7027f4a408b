"""The window of the editor: pages as tabs, the panel of problems, menus, and the files at work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDockWidget,
    QFileDialog,
    QLineEdit,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QWidget,
)

from hexwar.editor.blank import new_battle
from hexwar.editor.board import EditorBoard
from hexwar.editor.borrow import name_of, shipped
from hexwar.editor.desk import Desk
from hexwar.editor.document import PARTS, Act, Document
from hexwar.editor.files import Files, is_shipped
from hexwar.editor.helping import KEYS, HelpDock
from hexwar.editor.keeping import Keeper
from hexwar.editor.pages.map import MapPage
from hexwar.editor.problems import ProblemsPanel
from hexwar.editor.scan.panel import PicturePanel
from hexwar.editor.scan.scan import Scan
from hexwar.editor.services import EditorServices
from hexwar.editor.sharing import ShareDialog, ask_terrain
from hexwar.editor.sheet import letter_at, painted
from hexwar.editor.tabs import Tabs
from hexwar.editor.try_dialog import TryDialog
from hexwar.editor.trying import Trials
from hexwar.editor.watching import Watcher
from hexwar.editor.ways import courses, flowed
from hexwar.hexes import Hex, Hexside
from hexwar.kit import Kit
from hexwar.messages import mark, say
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import bare, button, plain_label
from hexwar.widgets.words import keyless, literal

_NAME: Final = "editor"
"""By which the settings know this window."""

_DOCKS: Final = Qt.DockWidgetArea
_USUAL: Final = QSize(1366, 768)

FILTER: Final = mark("Battles (*.json)")


@dataclass(frozen=True, slots=True)
class Command:
    """An entry of a menu."""

    menu: str  # marked
    id: str
    text: str  # marked, with its mnemonic
    keys: str = ""
    starts_group: bool = False


_FILE, _EDIT, _VIEW, _TEST = mark("&File"), mark("&Edit"), mark("&View"), mark("&Play")
_HELP: Final = mark("&Help")

COMMANDS: Final = (
    Command(_FILE, "new", mark("&New battle"), "Ctrl+N"),
    Command(_FILE, "open", mark("&Open …"), "Ctrl+O"),
    Command(_FILE, "shipped", mark("Open a battle of &hexwar")),
    Command(_FILE, "save", mark("&Save"), "Ctrl+S", starts_group=True),
    Command(_FILE, "save-as", mark("Save &as …"), "Ctrl+Shift+S"),
    Command(_FILE, "beneath", mark("Lay a &picture beneath …"), starts_group=True),
    Command(_FILE, "terrain", mark("Take &terrain from Tiled …")),
    Command(_FILE, "share", mark("S&hare, print …"), "Ctrl+P"),
    Command(_FILE, "close", mark("&Close"), "Ctrl+W", starts_group=True),
    Command(_EDIT, "undo", mark("&Undo"), "Ctrl+Z"),
    Command(_EDIT, "redo", mark("&Redo"), "Ctrl+Shift+Z"),
    Command(_EDIT, "cut", mark("Cu&t"), "Ctrl+X", starts_group=True),
    Command(_EDIT, "copy", mark("&Copy"), "Ctrl+C"),
    Command(_EDIT, "paste", mark("&Paste"), "Ctrl+V"),
    Command(_EDIT, "select-all", mark("Select &all hexes"), "Ctrl+A"),
    Command(_VIEW, "fit", mark("&Whole sheet"), "Ctrl+0"),
    Command(_VIEW, "problems", mark("&Problems"), "F8"),
    Command(_VIEW, "picture", mark("Picture &beneath"), "F9"),
    Command(_TEST, "try", mark("&Try the battle out …"), "F5"),
    Command(_HELP, "help", mark("&Help on this page"), "F1"),
    Command(_HELP, "keys", mark("&Keys"), "Shift+F1"),
)
"""What the menus have, in their order."""


class EditorWindow(QMainWindow):
    """One document, and all that can be done to it."""

    def __init__(self, services: EditorServices) -> None:
        super().__init__()
        self.services = services
        self.desk = Desk(services.kits, services.look, services.state, services.cache, self)
        self.tabs = Tabs(self.desk)
        self.actions_: dict[str, QAction] = {}
        self._menus: dict[str, QMenu] = {}
        self.watcher = Watcher(self.desk, services.sections, self)
        self.keeper = Keeper(self.desk, self)
        self.place = plain_label("quiet")
        """Which hex the pointer is on."""
        self._box: QWidget | None = None  # a question that is open
        middle = QWidget()
        bare(middle, self.keeper.banner, (self.tabs, 1))
        self.setCentralWidget(middle)
        self.statusBar().addPermanentWidget(self.place)
        self._make_docks()
        self._make_menus()
        self._connect()
        self._restore()

    # -- how it is made

    def _make_docks(self) -> None:
        desk, look = self.desk, self.desk.look
        self.trials = Trials(desk, self.services, self)
        self.problems = ProblemsPanel(desk)
        self.scan = Scan(look, self.services.cache, self)
        self.picture = PicturePanel(look, self.scan, self._letters)
        bottom, right = _DOCKS.BottomDockWidgetArea, _DOCKS.RightDockWidgetArea
        self.problems_dock = self.add_dock("problems", say("Problems"), self.problems, bottom)
        self.picture_dock = self.add_dock("picture", say("Picture beneath"), self.picture, right)
        self.help = HelpDock(look, self, self)
        self.addDockWidget(right, self.help)
        self.problems.heading.hide()  # the dock's title says it
        for dock in (self.picture_dock, self.problems_dock):
            dock.hide()
        self.resizeDocks([self.problems_dock], [look.px(200)], Qt.Orientation.Vertical)
        toggle = self.problems_dock.toggleViewAction()
        self.problem_button = button("")
        self.problem_button.setToolTip(literal(say("What is wrong with the battle (F8)")))
        self.problem_button.clicked.connect(toggle.trigger)
        self.statusBar().addPermanentWidget(self.problem_button)
        self._show_title(self.problems.title)

    def _show_title(self, title: str) -> None:
        """Say how many problems there are, on the dock and in the line at the foot."""
        self.problems_dock.setWindowTitle(title)
        self.problem_button.setText(keyless(title))

    def _letters(self) -> dict[Hex, str]:
        """The letters of terrain that the map has now."""
        map_ = self.desk.draft.map
        return {hex_: letter_at(map_, hex_) for hex_ in self.desk.grid.hexes}

    def _make_menus(self) -> None:
        for command in COMMANDS:
            self.add_command(command, self._handlers()[command.id])
        menu = QMenu(self)
        menu.aboutToShow.connect(partial(self._list_shipped, menu))
        self.actions_["shipped"].setMenu(menu)
        self._offer_games()

    def _offer_games(self) -> None:
        """Below the new battle of the usual game those of the others."""
        file, below = self._menus[_FILE], self.actions_["open"]
        for id_, kit in list(self.services.kits.items())[1:]:
            action = QAction(say("New battle: {game}", game=literal(say(kit.title))), self)
            action.triggered.connect(partial(self._leaving, partial(self.begin, kit)))
            file.insertAction(below, action)
            self.actions_[f"new-{id_}"] = action

    def _list_shipped(self, menu: QMenu) -> None:
        """The battles that come with the program, by their names."""
        if menu.isEmpty():
            for _, folder in shipped():
                menu.addAction(literal(name_of(folder)), partial(self.open, folder))

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
            "beneath": self.ask_picture,
            "terrain": self.ask_terrain,
            "share": self.share,
            "problems": self.problems_dock.toggleViewAction().trigger,
            "picture": self.picture_dock.toggleViewAction().trigger,
            "try": self.try_out,
            "close": self.close,
            "undo": self.undo,
            "redo": self.redo,
            **{what: partial(self._clip, what) for what in ("cut", "copy", "paste")},
            "select-all": lambda: self.desk.select(self.desk.grid.hexes),
            "fit": self._fit,
            "help": self.help.toggle,
            "keys": lambda: self.help.open(KEYS),
        }

    def _connect(self) -> None:
        desk = self.desk
        desk.changed.connect(self._show_state)
        desk.opened.connect(self._show_state)
        self.keeper.saved.connect(self._saved)
        self.keeper.saveAsAsked.connect(self.ask_save_as)
        desk.told.connect(lambda sentence: self.statusBar().showMessage(sentence, 8_000))
        self.tabs.hovered.connect(self._show_place)
        self.tabs.boardMade.connect(self._lay_picture)
        self.problems.titled.connect(self._show_title)
        desk.opened.connect(lambda: self.scan.open_beside(desk.folder))
        self.scan.told.connect(desk.told)
        self.scan.failed.connect(self.tell)
        self.scan.accepted.connect(self._take_terrain)
        self.scan.sides_accepted.connect(self._take_water)
        self.scan.stepped.connect(self._note_pins)
        self.scan.replaced.connect(self._forget_pins)
        self.trials.failed.connect(self._tell_trial)
        self.trials.begun.connect(desk.told)

    def _restore(self) -> None:
        geometry, docks = self.services.store.layout_of(_NAME)
        if not (geometry and self.restoreGeometry(QByteArray(geometry))):
            room = self.screen().availableGeometry().size()
            self.resize(_USUAL.boundedTo(room * 0.96))  # the rest is for the frame
        if docks:
            self.restoreState(QByteArray(docks))

    def set_look(self, look: Look) -> None:
        """Show everything in another look from now on; what is at work stays as it is."""
        self.desk.look = look
        self.scan.look = look
        for part in (self.keeper.banner, self.problems, self.picture, self.help):
            part.set_look(look)
        self.tabs.renew()

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

    def begin(self, kit: Kit[Any] | None = None) -> None:
        """A new battle of a game lies on the desk, of the usual one where none is named."""
        usual = next(iter(self.services.kits.values()))
        self.keeper.open_new(new_battle(usual if kit is None else kit))
        self.tabs.show_page(MapPage.key)

    def restore(self) -> None:
        """Go on where somebody was at work last; else with a new battle."""
        view = self.keeper.sitting.view
        if not self.keeper.restore():
            self.begin()
            return
        if not any(map(self.desk.draft.part, PARTS)):  # something is offered, nothing is open
            kit = next(iter(self.services.kits.values()))
            self.desk.open(Document(new_battle(kit)), Files())
        self.tabs.show_page(str(view.get("page")))
        QTimer.singleShot(0, self, lambda: self.tabs.map.show_view(view))

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

        def save() -> None:
            if self.save():
                go()

        self.keeper.banner.tell(
            say("The battle has changes that are not saved."),
            (
                (say("Save"), say("Save it, then go on"), save),
                (say("Do not save"), say("Go on without; it can be found again for a while"), go),
                (say("Stay"), say("Go on working here"), lambda: None),
            ),
        )

    def _open_box(self, box: QDialog, chapter: str = "saving") -> None:
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.help.serve(box, chapter)
        self._box = box
        box.open()

    def tell(self, sentence: str) -> None:
        """A sentence that the user must see."""
        choice = say("Close"), say("Put this message away"), lambda: None
        self.keeper.banner.tell(sentence, (choice,))

    def _tell_trial(self, sentence: str) -> None:
        """What went wrong with a game, where its dialog does not say so."""
        if not any(box.isVisible() for box in self.findChildren(TryDialog)):
            self.tell(sentence)

    def _saved(self) -> None:
        self._show_state()
        folder = self.desk.folder
        refusal = None if folder is None else self.scan.keep_at(folder)
        if refusal is not None:
            self.tell(refusal.sentence)
        self.desk.say(say("Saved in {folder}.", folder=self.desk.folder))

    # -- a picture beneath, Tiled, sharing, playing

    def _lay_picture(self, board: EditorBoard) -> None:
        self.scan.attach(board.scene_, board.board.sheet)
        board.takes = self.scan.click

    def ask_picture(self) -> None:
        """Ask for a picture, or a VASSAL module, to lie beneath the map."""
        self.tabs.show_page(MapPage.key)
        self.picture_dock.show()
        self.picture.ask_file()

    def _note_pins(self, words: str, back: Act, again: Act) -> None:
        self.desk.document.do_beside(words, back, again)

    def _forget_pins(self) -> None:
        self.desk.document.forget_beside()

    def _take_terrain(self, letters: Mapping[Hex, str]) -> None:
        self.desk.do_map(say("Trace the picture"), painted(self.desk.draft.map, letters))

    def _take_water(self, sides: frozenset[Hexside]) -> None:
        map_ = self.desk.draft.map
        for way in courses(self.desk.grid, sides):
            map_ = flowed(map_, way, "stream", "")
        self.desk.do_map(say("Trace water"), map_)

    def ask_terrain(self) -> None:
        """Ask for a map of Tiled whose terrain is taken over."""
        refusal = ask_terrain(self.desk, self)
        if refusal:
            self.tell(refusal)

    def share(self) -> None:
        """Write a package, prints or lists."""
        self._open_box(ShareDialog(self.desk, self), "sharing")

    def try_out(self) -> None:
        """Play the battle as it is, or have it played many times."""
        self._open_box(TryDialog(self.desk, self.trials, self), "try-the-battle-out")

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
        board = getattr(self.tabs.currentWidget(), "board", None)
        if isinstance(board, BoardView):
            board.camera.fit()

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
        self.keeper.remember({"page": self.tabs.key, **self.tabs.map.view})
        self.trials.close()
        self.scan.close()
        self.keeper.close()
        self.watcher.close()
        self.tabs.close_pages()
        super().closeEvent(event)

    _may_close = False

    def _close_now(self) -> None:
        self._may_close = True
        self.close()
