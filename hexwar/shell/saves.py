"""Games in files: opening and saving off the GUI thread. What goes wrong is one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from hexwar.engine import Chance, KernelError, SaveError, Session, save, write_file
from hexwar.engine.seal import PACKED, LockedError, Seal
from hexwar.kit import Kit
from hexwar.messages import mark, say
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.summaries import Summary
from hexwar.shell.claims import Claim
from hexwar.shell.preferences import Settings
from hexwar.shell.recovery import SUFFIX, Opened, opened, title_of
from hexwar.widgets.worker import Loose, Worker


@dataclass(frozen=True, slots=True)
class Services:
    """Given to the window by the composition root; errors of it are sentences for the player."""

    kits: Mapping[str, Kit[Any]]
    """The games by their ids, the usual one first."""
    begin: Callable[[str, Chance, Mapping[str, str]], Session[Any]]
    """A new game of a scenario with dice and options."""
    load: Callable[..., Session[Any]]
    """A saved game, out of the text of its file: `seal` are the passwords of its sides, and its
    scenario may lie in the folder `beside`."""
    scenarios: Callable[[], Sequence[Summary]]
    """The scenarios that come with the program."""
    store: Settings
    saves: Path
    """The folder of saved games, and of those that are kept by themselves."""
    clock: Callable[[], float] = monotonic
    """Seconds that never go back: how long a question has stood."""
    cache: Path | None = None
    """A folder for pictures of maps; None keeps none."""
    edit: Callable[[], str] | None = None
    """Opens the editor of scenarios; why it cannot be, in a sentence. None: there is no editor."""
    library: Path | None = None
    """The folder of the user's own scenarios; None: none can be added."""


FILTER = mark("Games (*{suffix});;All files (*)")


class GameFiles(QObject):
    """Opens a game and tells of it; saves the game that it is given."""

    opened = Signal(object, object)
    """A `Session`, and the path that it came from or None."""
    saved = Signal(object)
    """The path that a game was written to."""
    replayed = Signal(object, object)
    """A `Session` that is to be looked at, and the path that it came from."""
    locked = Signal(object, object, bool)
    """The path of a game that opens with passwords only, the `LockedError`, and whether it is only
    to be looked at."""
    failed = Signal(str)
    """What could not be opened, in a sentence."""
    begun = Signal(str)
    """A game is being opened, in a sentence; `settled` follows, or another one is begun."""
    settled = Signal()
    """None is being opened any more: the signal that tells how it went follows, if any."""
    unsaved = Signal(str)
    """What could not be saved, in a sentence."""

    def __init__(self, services: Services, window: QWidget) -> None:
        super().__init__(window)
        self._services, self._window = services, window
        self._path: Path | None = None
        self._replays = False  # what is being opened is only to be looked at
        self.own: Path | None = None
        """The file of the game that is open: it may be written."""
        self._opening, self._saving = Loose(self), Worker(self)
        self._opening.finished.connect(self._tell_opened)
        self._opening.failed.connect(self._fail_to_open)
        self._saving.finished.connect(self._tell_saved)
        self._saving.failed.connect(self._fail_to_save)

    def begin(
        self, scenario: str, chance: Chance, options: Mapping[str, str], name: str = ""
    ) -> None:
        """Set up a new game of a scenario, which has a name for players; `opened` follows."""
        self._path, self._replays = None, False
        begin = self._services.begin
        self._run(
            say("Opening {name} …", name=name or Path(scenario).stem),
            lambda: Opened(begin(scenario, chance, options), None),
        )

    def open(self, path: Path, seal: Seal = PACKED) -> None:
        """Read a saved game; `opened`, `locked` or `failed` follows."""
        self._read(path, seal, replays=False)

    def replay(self, path: Path, seal: Seal = PACKED) -> None:
        """Read a saved game to look at; `replayed`, `locked` or `failed` follows."""
        self._read(path, seal, replays=True)

    def _read(self, path: Path, seal: Seal, *, replays: bool) -> None:
        self._path, self._replays = path, replays
        load = partial(self._services.load, seal=seal, beside=path.parent)
        name = title_of(path, self._services.saves)
        self._run(
            say("Opening {name} …", name=name), partial(opened, path, load, self._services.saves)
        )

    def make(self, task: Callable[[], Session[Any]]) -> None:
        """Make a game in another way; `opened` or `failed` follows."""
        self._path, self._replays = None, False
        self._run(say("The game is being made …"), lambda: Opened(task(), None))

    def give_up(self) -> None:
        """Open nothing after all: what is shown stays; `settled` follows."""
        self._opening.drop()
        self.settled.emit()

    def _run(self, sentence: str, task: Callable[[], Opened]) -> None:
        self._opening.run(partial(_made_ready, task, self._services.kits))
        self.begun.emit(sentence)

    def ask_open(self) -> None:
        """Let the player choose a saved game, and read it."""
        name = self._ask_name(say("Open a game"))
        if name:
            self.open(Path(name))

    def ask_replay(self) -> None:
        """Let the player choose a saved game, and read it to look at."""
        name = self._ask_name(say("Replay a game"))
        if name:
            self.replay(Path(name))

    def _ask_name(self, title: str) -> str:
        folder, kinds = str(self._folder()), say(FILTER, suffix=SUFFIX)
        name, _ = QFileDialog.getOpenFileName(self._window, title, folder, kinds)
        return name

    def save(self, session: Session[Any], path: Path) -> None:
        """Write a game; `saved` or `failed` follows."""
        self._saving.run(partial(_write, path, session.fork(), is_own=path == self.own))

    def ask_save(self, session: Session[Any], near: Path | None) -> None:
        """Let the player choose a name for the game, and write it."""
        path = self.ask_name(session, near)
        if path is not None:
            self.save(session, path)

    def ask_name(self, session: Session[Any], near: Path | None) -> Path | None:
        """Let the player choose a name for the game."""
        state = session.state
        usual = say("{battle} turn {turn}", battle=state.battle.id, turn=max(state.turn, 1))
        path = near or self._folder() / f"{usual}{SUFFIX}"
        name, _ = QFileDialog.getSaveFileName(
            self._window, say("Save the game"), str(path), say(FILTER, suffix=SUFFIX)
        )
        chosen = Path(name)
        return None if not name else chosen if chosen.suffix else chosen.with_suffix(SUFFIX)

    def wait(self) -> None:
        """Let what is being written come to its end; nothing is opened any more."""
        self.give_up()
        self._opening.wait()
        self._saving.wait()

    def _folder(self) -> Path:
        folder = self._services.saves
        return folder if folder.is_dir() else Path.home()

    def _fail_to_open(self, fault: Exception) -> None:
        """Tell what the player can put right."""
        self.settled.emit()
        sentence = _sentence(fault)
        if isinstance(fault, LockedError) and self._path is not None:
            self.locked.emit(self._path, fault, self._replays)
        elif self._path is None or self._path.name in sentence:
            self.failed.emit(sentence)
        else:
            why = sentence.removeprefix("file: ")
            self.failed.emit(say("{name}: {why}", name=self._path.name, why=why))

    def _fail_to_save(self, fault: Exception) -> None:
        self.unsaved.emit(_sentence(fault))

    def _tell_opened(self, found: Opened) -> None:
        self.settled.emit()
        session = found.session
        if found.news:
            session.notice = found.news
        if self._replays:
            self.replayed.emit(session, self._path)
            return
        if self._path is None:
            self._services.store.add_played(session.state.battle.id)
        self.opened.emit(session, found.path)

    def _tell_saved(self, path: Path) -> None:
        self._services.store.add_recent(path)
        self.saved.emit(path)


def _made_ready(
    task: Callable[[], Opened], kits: Mapping[str, Kit[Any]], mind: Callable[[], None]
) -> Opened:
    """A game that is opened, with all that would keep its first moves waiting.

    Raises:
        GivenUp: Nobody waits for it any more.
    """
    found = task()
    state = found.session.state
    for piece in kits[found.session.system.id].readied(state):
        mind()
        piece()
    return found


def _sentence(fault: Exception) -> str:
    """What the player can put right; anything else is a fault of the program.

    Raises:
        Exception: the fault, if it is not the player's.
    """
    if not isinstance(fault, KernelError | ScenarioError | OSError):
        raise fault
    return str(fault)


def _write(path: Path, session: Session[Any], *, is_own: bool) -> Path:
    """Write a game, and give back where.

    Raises:
        SaveError: It cannot be written, or another window has a game of this name open.
        OSError: Its folder cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    claim = Claim(path)
    if not is_own and not claim.take():
        raise SaveError("{path} is open in another window: choose another name.", path=path)
    try:
        write_file(path, save(session))
    finally:
        claim.release()
    return path
