"""The window with everything behind it: application, fonts, theme, games, faults."""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path, user_data_path
from PySide6.QtCore import QObject, QProcess, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from hexwar.app import faults, games, screen, thinking
from hexwar.app.games import kit_named, load_game, new_game
from hexwar.app.opening import NOT_SHOWN, Opened
from hexwar.engine import Chance, SaveError, SeededChance, Session, fresh_seed, read_file
from hexwar.engine.seal import PACKED, Seal
from hexwar.messages import say
from hexwar.resources import assets
from hexwar.shell.main_window import MainWindow, look_of
from hexwar.shell.preferences import Settings
from hexwar.shell.saves import Services
from hexwar.widgets import theme as themes
from hexwar.widgets.fonts import load_fonts

COLLECT_MS = 1_000
"""How often the window looks whether Python's collector is due."""

TURN = 0.0003
"""Seconds for which a thread may keep the interpreter while the window wants it.

Every call into Qt gives the interpreter away. With Python's usual 5 ms a thread that paints the
map makes the window wait so long after each of them, a second in all when a game opens.
"""


def run(
    opened: Opened | None,
    words: Sequence[str],
    options: Mapping[str, str] | None = None,
    *,
    replays: bool = False,
    services: Services | None = None,
) -> int:
    """Show the window until it is closed; the exit status.

    Nothing opened shows what there is to play. The words are for a report of a fault. A saved game
    is played on, or `replays` only looks at it. Without other services they are the user's.
    """
    app = application()
    window = make_window(app, services)
    catch_faults(window, words)
    window.show()
    if opened is not None:
        QTimer.singleShot(0, lambda: show_opened(window, opened, options, replays=replays))
    collector = Collector(window)
    QTimer.singleShot(0, collector.begin)
    return faults.guarded(app.exec)


def show_opened(
    window: MainWindow,
    opened: Opened,
    options: Mapping[str, str] | None = None,
    *,
    replays: bool = False,
) -> None:
    """Have the window open what was named on the command line, as if it had been chosen there."""
    files = window.files
    if opened.package is not None:
        window.adding.look_at(opened.package)
    elif opened.path is not None:
        (files.replay if replays else files.open)(opened.path)
    elif opened.battle is not None:
        dice = SeededChance(fresh_seed())  # that nobody can foresee
        files.begin(opened.scenario, dice, options or {}, opened.battle.name)


class Collector(QTimer):
    """Looks for dead circles now and then, in the thread of the window and in no other.

    Left to itself Python looks in whichever thread makes the next object. There it would end what
    belongs to the window, and Qt dies of that.

    A look at all modules and panels takes a tenth of a second, at a large game a quarter of that.
    So the former are never looked at: what was needed to begin is there for good.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, interval=COLLECT_MS)
        self.timeout.connect(self.look)

    def begin(self) -> None:
        """Look from now on, and only at what comes."""
        gc.disable()
        gc.freeze()
        self.start()

    def look(self) -> None:
        """Collect the oldest generation that is due."""
        pairs = zip(gc.get_count(), gc.get_threshold(), strict=True)
        due = [age for age, (count, most) in enumerate(pairs) if count > most]
        if due:
            gc.collect(due[-1])


def application() -> QApplication:
    """The application with its name and picture, made once."""
    app = screen.application()
    app.setApplicationName("hexwar")
    app.setDesktopFileName("hexwar")
    app.setWindowIcon(QIcon(str(assets() / "icons" / "hexwar.svg")))
    return app


def make_window(app: QApplication, services: Services | None = None) -> MainWindow:
    """The window in the player's colours, not yet shown."""
    sys.setswitchinterval(TURN)
    missing = load_fonts()
    services = services or services_of_user()
    look = look_of(services.store.preferences())
    themes.apply(app, look.theme, look.scale)
    window = MainWindow(services)
    window.thinking = thinking.COMMAND
    if missing:
        window.dialogs.tell_failure(missing)
    return window


def services_of_user() -> Services:
    """Games, files and settings of the user."""
    return Services(
        kits={name: kit_named(name) for name in games.shown()},
        begin=new_game,
        load=load_shown,
        scenarios=games.shown_summaries,
        store=Settings(),
        saves=user_data_path("hexwar", appauthor=False) / "saves",
        cache=user_cache_path("hexwar", appauthor=False) / "maps",
        edit=start_editor,
        library=games.library(),
    )


def load_shown(
    text: str | bytes,
    chance: Chance | None = None,
    seal: Seal = PACKED,
    beside: Path | None = None,
) -> Session[Any]:
    """A saved game of a game that the window shows; see `games.load_game`.

    Raises:
        SaveError: It is of another, or no saved game.
    """
    kit = games.kit_of_save(text)
    if not kit.is_shown:
        raise SaveError(NOT_SHOWN, title=say(kit.title))
    return load_game(text, chance, seal, beside)


def start_editor(path: Path | None = None) -> str:
    """Open the editor in a process of its own, on a battle or nothing; why not, in a sentence."""
    words = [] if path is None else [str(path)]
    program, *rest = (sys.executable, "-P", "-m", "hexwar", "edit", *words)
    is_begun, _ = QProcess.startDetached(program, rest)
    return "" if is_begun else say("The editor cannot be started.")


def load_file(path: Path) -> Session[Any]:
    """A saved game.

    Raises:
        SaveError: It cannot be read, or is damaged.
        ScenarioError: Its scenario cannot be read.
    """
    return load_game(read_file(path), beside=path.parent)


def catch_faults(window: MainWindow, words: Sequence[str]) -> None:
    """Have every fault of the program recorded, with the game, and told to the player."""

    def tell(sentence: str) -> None:
        if window.lock.is_closed:  # a traceback may name what one side only knows
            sentence = sentence.partition("\n")[0].rstrip(":")
        window.dialogs.tell_failure(f"{sentence[0].upper()}{sentence[1:]}.")

    sys.excepthook = faults.Faults(window, words, tell, lambda: attachments(window))


def attachments(window: MainWindow) -> dict[str, bytes]:
    """The open game for a report; nothing when it cannot be written either."""
    try:
        text = window.save_text()
    except Exception:
        return {}
    return {} if text is None else {"game.hexwar": text.encode()}
