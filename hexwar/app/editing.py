"""The editor with everything behind it: games, folders, test play, faults."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from platformdirs import user_cache_path, user_state_path
from PySide6.QtCore import QFileSystemWatcher, QObject, QProcess, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from hexwar.app import faults, trials
from hexwar.app.games import kit_named, library, on_maps, sections
from hexwar.app.window import TURN, Collector, application
from hexwar.editor.services import EditorServices
from hexwar.editor.window import EditorWindow
from hexwar.messages import say
from hexwar.shell.main_window import look_of
from hexwar.shell.preferences import Preferences, Settings
from hexwar.widgets import theme as themes
from hexwar.widgets.fonts import load_fonts
from hexwar.widgets.panels.look import Look

_PATIENCE_MS = 3_000  # that a game has to close when the editor does
_REST_MS = 200  # that the settings are let come to rest


class Games(QObject):
    """The windows of games that are tried out, each a process of its own."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.running: list[QProcess] = []

    def play(
        self,
        place: Path,
        players: Mapping[str, str],
        options: Mapping[str, str],
        closed: Callable[[str], None],
    ) -> None:
        """Open one; see `hexwar.editor.services.Play`."""
        seats = {f"player.{side}": player for side, player in players.items()}
        program, *rest = trials.words_to_play(place, {**seats, **options})
        process = QProcess(self)
        process.setProcessChannelMode(QProcess.ProcessChannelMode.ForwardedErrorChannel)
        process.finished.connect(partial(self._end, process, closed))
        process.errorOccurred.connect(partial(self._fail, process, closed))
        self.running.append(process)
        process.start(program, rest)

    def close(self) -> None:
        """Close those that are open."""
        left, self.running = self.running, []
        for process in left:
            process.terminate()
            if not process.waitForFinished(_PATIENCE_MS):
                process.kill()
                process.waitForFinished()

    def _end(self, process: QProcess, closed: Callable[[str], None], *_: object) -> None:
        if process in self.running:
            self.running.remove(process)
            process.deleteLater()
            closed(_why(process))

    def _fail(self, process: QProcess, closed: Callable[[str], None], why: object) -> None:
        if why == QProcess.ProcessError.FailedToStart:
            self._end(process, closed)


def _why(process: QProcess) -> str:
    """Why a game has ended that nobody has closed: what it tells itself, if it could."""
    lines = bytes(process.readAllStandardOutput().data()).decode(errors="replace").splitlines()
    for line in reversed(lines):
        with suppress(ValueError, KeyError, TypeError):
            return str(json.loads(line)["fault"])
    if process.error() == QProcess.ProcessError.FailedToStart:
        return say("it cannot be started")
    is_well = process.exitStatus() == QProcess.ExitStatus.NormalExit and not process.exitCode()
    return "" if is_well else say("it has ended by itself")


class Dresser(QObject):
    """Has a window follow the look that the user chooses in that of the game."""

    def __init__(self, window: QWidget, store: Settings, dress: Callable[[Look], object]) -> None:
        """Follow the settings of a store from now on; `dress` shows the window in a look."""
        super().__init__(window)
        self._window, self._store, self._dress = window, store, dress
        self._known = store.preferences()
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self.look)
        folder = store.path.parent  # the file itself is another one each time
        folder.mkdir(parents=True, exist_ok=True)
        self._disk = QFileSystemWatcher([str(folder)], self)
        self._disk.directoryChanged.connect(self._begin)

    def _begin(self) -> None:
        if self._window.isVisible():  # a window that is closed writes there itself
            self._rest.start()

    def look(self) -> None:
        """Dress the window anew where another look was chosen."""
        self._store.read_again()
        known, self._known = self._known, self._store.preferences()
        if _worn(known) != _worn(self._known):
            dressed = look_of(self._known)
            _paint(dressed)
            self._dress(dressed)


def _worn(preferences: Preferences) -> tuple[object, ...]:
    """What of the user's choices the editor shows."""
    return preferences.theme, preferences.scale, preferences.counters


def _paint(look: Look) -> None:
    app = QApplication.instance()
    if isinstance(app, QApplication):
        themes.apply(app, look.theme, look.scale)


def services_of_user(games: Games, store: Settings) -> EditorServices:
    """Games, folders and settings of the user, as the editor wants them."""
    return EditorServices(
        kits={name: kit_named(name) for name in on_maps()},
        sections=sections(),
        look=look_of(store.preferences()),
        store=store,
        state=user_state_path("hexwar", appauthor=False) / "editor",
        library=library(),
        cache=user_cache_path("hexwar", appauthor=False) / "maps",
        play=games.play,
        simulate=trials.words_of,
    )


def make_window(games: Games) -> EditorWindow:
    """The editor in the player's colours, not yet shown; it follows them."""
    sys.setswitchinterval(TURN)
    missing = load_fonts()
    store = Settings()
    services = services_of_user(games, store)
    _paint(services.look)
    window = EditorWindow(services)
    Dresser(window, store, window.set_look)
    if missing:
        window.tell(missing)
    return window


def run(path: Path | None, words: Sequence[str]) -> int:
    """Show the editor until it is closed; the exit status.

    Args:
        path: A folder or file to open; None goes on where somebody was at work last.
        words: Those of the command line, for a report of a fault.
    """
    app = application()
    games = Games()
    window = make_window(games)
    catch_faults(window, words)
    window.show()
    QTimer.singleShot(0, window, lambda: begin(window, path))
    collector = Collector(window)
    QTimer.singleShot(0, collector.begin)
    status = faults.guarded(app.exec)
    games.close()
    return status


def begin(window: EditorWindow, path: Path | None) -> None:
    """Lay on the desk what was named; what cannot be opened is told, and nothing is lost."""
    if path is None or not window.open(path):
        window.restore()


def catch_faults(window: EditorWindow, words: Sequence[str]) -> None:
    """Have every fault of the program recorded, and told to the user; what is open stays open."""

    def tell(sentence: str) -> None:
        window.keeper.keep_now()
        window.tell(f"{sentence[0].upper()}{sentence[1:]}.")

    sys.excepthook = faults.Faults(window, words, tell)
