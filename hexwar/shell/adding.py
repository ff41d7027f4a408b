"""Scenarios of one's own: a package is looked at, shown, and added to the library."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from hexwar import resources
from hexwar.kit import Kit
from hexwar.messages import mark, say
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.pack import SUFFIX, Contents, Installed, contents, install, is_pack
from hexwar.shell.dialogs import Dialogs
from hexwar.shell.saves import Services
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.package import PackageDialog
from hexwar.widgets.worker import Worker

_FILTER = mark("Scenarios (*{suffix});;All files (*)")


def dropped(data: QMimeData) -> Path | None:
    """The package that is dragged, if it is one and alone."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return paths[0] if len(paths) == 1 and is_pack(paths[0]) else None


class Adding(QObject):
    """Adds one package at a time; what it contains is shown before."""

    def __init__(self, services: Services, dialogs: Dialogs, window: QWidget) -> None:
        """Do nothing yet."""
        super().__init__(window)
        self._services, self._dialogs, self._window = services, dialogs, window
        self._looking, self._adding = Worker(self), Worker(self)
        self._looking.finished.connect(self._show)
        self._adding.finished.connect(self._tell_added)
        for worker in (self._looking, self._adding):
            worker.failed.connect(self._fail)

    def ask(self) -> None:
        """Let the player choose a package, and show what it contains."""
        kinds = say(_FILTER, suffix=SUFFIX)
        name, _ = QFileDialog.getOpenFileName(self._window, say("Add a scenario"), "", kinds)
        if name:
            self.look_at(Path(name))

    def look_at(self, path: Path) -> None:
        """Show what a package contains, and let the player add it."""
        sections = partial(_sections, self._services)
        self._looking.run(lambda: contents(path, sections(), resources.scenarios()))

    def wait(self) -> None:
        """Let what is under way come to its end."""
        self._looking.wait()
        self._adding.wait()

    def _show(self, found: Contents) -> None:
        library = self._services.library
        if library is None:
            self._dialogs.tell_failure(say("There is no folder that scenarios could be added to."))
            return
        place = library / found.id
        standing = place if place.exists() else None
        kit = self._services.kits.get(found.system)
        game = found.system if kit is None else say(kit.title)
        dialog = PackageDialog(self._look, found, game, standing, self._window)
        dialog.accepted.connect(
            lambda: self._add(found.path, library, standing is not None, dialog.keeps_both)
        )
        self._dialogs.open(dialog)

    @property
    def _look(self) -> Look:
        return self._dialogs.look

    def _add(self, path: Path, library: Path, stands: bool, keeps_both: bool) -> None:
        replaces = stands and not keeps_both
        self._adding.run(lambda: install(path, library, replaces=replaces, keeps_both=keeps_both))

    def _tell_added(self, done: Installed) -> None:
        """Show the new battle in the list."""
        if not done.is_done:  # another one has come meanwhile
            words = mark("A battle called {name} is there already.")
            self._dialogs.tell_failure(say(words, name=done.folder.name))
            return
        self._dialogs.ask_new(first=str(done.folder))

    def _fail(self, fault: Exception) -> None:
        """Tell what is wrong with a package; anything else is a fault of the program.

        Raises:
            Exception: the fault, if it is not the package's.
        """
        if not isinstance(fault, ScenarioError):
            raise fault
        self._dialogs.tell_failure(str(fault))


def _sections(services: Services) -> dict[str, Any]:
    kits: dict[str, Kit[Any]] = dict(services.kits)
    return {id_: kit.section for id_, kit in kits.items()}
