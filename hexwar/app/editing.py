"""The editor with everything behind it: games, folders, test play, faults."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from platformdirs import user_cache_path, user_state_path
from PySide6.QtCore import QObject, QProcess, QTimer
from PySide6.QtWidgets import QApplication

from hexwar.app import faults, trials
from hexwar.app.games import kit_named, library, names, sections
from hexwar.app.window import TURN, Collector, application
from hexwar.editor.services import EditorServices
from hexwar.editor.window import EditorWindow
from hexwar.shell.main_window import look_of
from hexwar.shell.preferences import Settings
from hexwar.widgets import theme as themes
from hexwar.widgets.fonts import load_fonts

_PATIENCE_MS = 3_000  # that a game has to close when the editor does


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
        closed: Callable[[], None],
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

    def _end(self, process: QProcess, closed: Callable[[], None], *_: object) -> None:
        if process in self.running:
            self.running.remove(process)
            process.deleteLater()
            closed()

    def _fail(self, process: QProcess, closed: Callable[[], None], why: object) -> None:
        if why == QProcess.ProcessError.FailedToStart:
            self._end(process, closed)


def services_of_user(games: Games) -> EditorServices:
    """Games, folders and settings of the user, as the editor wants them."""
    store = Settings()
    return EditorServices(
        kits={name: kit_named(name) for name in names()},
        sections=sections(),
        look=look_of(store.preferences()),
        store=store,
        state=user_state_path("hexwar", appauthor=False) / "editor",
        library=library(),
        cache=user_cache_path("hexwar", appauthor=False) / "maps",
        play=games.play,
        simulate=trials.words_of,
    )


def make_window(app: QApplication, games: Games) -> EditorWindow:
    """The editor in the player's colours, not yet shown."""
    sys.setswitchinterval(TURN)
    missing = load_fonts()
    services = services_of_user(games)
    themes.apply(app, services.look.theme, services.look.scale)
    window = EditorWindow(services)
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
    window = make_window(app, games)
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
