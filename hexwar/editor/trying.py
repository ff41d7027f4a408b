"""A battle is tried out while it is made: played from here, or by computer players many times.

The draft is written into a folder of its own, so nothing has to be saved, and nothing that is
played touches what is at work. When the game is closed the editor is where it was.

A game that begins at a later turn is brought there by the game's quick computer players: they play
on both sides up to the first question of that turn, and then those who were chosen take over.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, QProcess, Signal

from hexwar.editor.balance import Played, balance_of, played_of
from hexwar.editor.checks import Checks
from hexwar.editor.desk import Desk
from hexwar.editor.document import Draft
from hexwar.editor.files import NAMES, Files
from hexwar.editor.port import editing_of
from hexwar.editor.portraits import carried, folders_of
from hexwar.editor.problems import place_words
from hexwar.editor.services import EditorServices, Trial
from hexwar.engine import Refusal, fresh_seed
from hexwar.kit import Kit
from hexwar.messages import count, say
from hexwar.scenario.pictures import FOLDER

PERSON: Final = "person"
"""Who plays a side that no computer player has."""

MOST_GAMES: Final = 99
OLDEST: Final = 24 * 3600
"""Seconds after which what a trial has left is removed."""

_PATIENCE_MS: Final = 2_000
_LONGEST: Final = 60  # characters of the name of a folder


class Trials(QObject):
    """Plays what lies on a desk."""

    begun = Signal(str)
    """A sentence: something is being made ready."""
    opened = Signal()
    """The window of the game is open."""
    closed = Signal()
    """It is closed, and what was at work is at work again."""
    failed = Signal(str)
    """Why it cannot be played, in a sentence."""
    progressed = Signal(int, int)
    """So many games are over, of so many."""
    measured = Signal(object)
    """The `Balance` of the games that were played."""

    def __init__(self, desk: Desk, services: EditorServices, parent: QObject | None = None) -> None:
        """Play nothing yet."""
        super().__init__(parent or desk)
        self._desk, self._services = desk, services
        self._checks = Checks(services.sections)
        self._processes: list[QProcess] = []
        self._unread: dict[QProcess, bytes] = {}
        self._folders: list[Path] = []  # of what is being played
        self._measuring: Path | None = None
        self._games: list[Played] = []
        self._wanted = 0
        self._lost = ""  # what is told of games that are missing
        self._sides: tuple[str, str] = ("", "")
        self.is_measuring = False
        """Whether games are being played in the background."""
        self.rules = ""
        """The id of the game by whose rules it is played; empty: that of the battle."""
        sweep(desk.state)

    # -- what can be chosen

    @property
    def games(self) -> Mapping[str, str]:
        """The games by whose rules the battle can be played, by their ids, its own first."""
        own = self._desk.kit
        able = [kit for kit in self._desk.kits.values() if own.id in kit.also_reads]
        return {kit.id: say(kit.title) for kit in (own, *able)}

    @property
    def kit(self) -> Kit[Any]:
        """The game by whose rules it is played: the one that was chosen, if it still can be."""
        return self._desk.kits[self.rules] if self.rules in self.games else self._desk.kit

    @property
    def _rules(self) -> str:
        """Its id where it is not the battle's own; else empty."""
        return "" if self.kit is self._desk.kit else self.kit.id

    @property
    def players(self) -> Mapping[str, str]:
        """Who can play a side: what is read of each by the id, a person last."""
        kit = self.kit
        known = {id_: player.called(id_) for id_, player in kit.players.items()}
        return {**known, PERSON: say("a person")}

    @property
    def sides(self) -> Mapping[str, str]:
        """The names of the sides by their ids."""
        names = self._desk.draft.forces.get("side_names")
        return {str(k): str(v) for k, v in names.items()} if isinstance(names, dict) else {}

    @property
    def turns(self) -> int:
        """The turns of the battle; 0 where it has none."""
        turns = self._desk.draft.scenario.get("turns")
        return len(turns) if isinstance(turns, list) else 0

    @property
    def opponent(self) -> str:
        """Who is proposed as an opponent."""
        return self.kit.opponent

    def bar(self) -> str:
        """Why the draft cannot be played as it is; empty where it can."""
        desk = self._desk
        if not desk.draft.scenario:
            return say("There is no battle yet, only a map or forces.")
        found = self._checks.problems(desk.draft, desk.files, is_thorough=False)
        errors = [problem for problem in found if problem.is_error]
        if not errors:
            return self._bar_of_sides()
        words = dict(editing_of(desk.kit).words)
        first = f"{place_words(desk.draft, errors[0], words)}: {errors[0].sentence}"
        many = count("there is {n} error", "there are {n} errors", len(errors))
        return say("It cannot be played yet, {many}. The first: {first}.", many=many, first=first)

    def _bar_of_sides(self) -> str:
        """Why nothing can happen in it: a side without units."""
        formations = self._desk.draft.forces["formations"]
        armed = {one["side"] for one in formations if one.get("units")}
        bare = next((name for side, name in self.sides.items() if side not in armed), "")
        return say("It cannot be played yet: {side} has no units.", side=bare) if bare else ""

    # -- playing

    def play(self, players: Mapping[str, str], turn: int = 1) -> bool:
        """Play it; whether that can be.

        Args:
            players: Who plays each side: the id of a computer player, or `PERSON`.
            turn: The turn in which it begins. Up to there quick computer players play.
        """
        place = self._ready()
        if place is None:
            return False
        self._folders.append(place.parent.parent)
        if turn <= 1:
            self._open(place, players, place.parent.parent)
            return True
        quick = self.kit.quick
        to = place.parent.parent / "trial.hexwar"
        seats = dict.fromkeys(self.sides, quick)
        trial = Trial(place, seats, 1, 0, turn, dict(players), to, self._rules)
        self.begun.emit(say("Quick computer players play up to turn {turn} …", turn=turn))
        self._start(trial, lambda process: self._open_saved(process, to, players))
        return True

    def _ready(self) -> Path | None:
        """The draft in a folder of its own; None where it cannot be played, which is told."""
        why = self.bar()
        pictures = folders_of(self._desk.files, self._desk.state)
        made = Refusal(why, "") if why else written(self._desk.draft, self._desk.state, pictures)
        if isinstance(made, Refusal):
            self.failed.emit(made.sentence)
            return None
        return made

    def _open_saved(self, process: QProcess, place: Path, players: Mapping[str, str]) -> None:
        told = self._told(process)
        self._end(process)
        if place.exists():
            self._open(place, players, place.parent)
            return
        fault = next((str(one["fault"]) for one in told if "fault" in one), "")
        over = next((one for one in told if "turns" in one), None)
        if over is not None:
            fault = say("the game was over on turn {turn}", turn=over["turns"])
        why = fault or say("the process has ended")
        self._remove(place.parent)
        self.failed.emit(say("The battle cannot be played on from there: {why}.", why=why))

    def _open(self, place: Path, players: Mapping[str, str], folder: Path) -> None:
        options = {"rules": self._rules} if self._rules else {}
        self._services.play(place, players, options, partial(self._close_game, folder))
        self.opened.emit()

    def _close_game(self, folder: Path, why: str) -> None:
        self._remove(folder)
        self.closed.emit()
        if why:
            self.failed.emit(say("The game is gone: {why}.", why=why))

    def _remove(self, folder: Path) -> None:
        if folder in self._folders:
            self._folders.remove(folder)
        shutil.rmtree(folder, ignore_errors=True)

    # -- many games

    def measure(self, players: Mapping[str, str], games: int) -> bool:
        """Have computer players play it many times; whether that can be.

        `progressed` follows after each game, `measured` at the end.
        """
        if self.is_measuring or not 1 <= games <= MOST_GAMES or len(self.sides) != 2:
            return False
        place = self._ready()
        if place is None:
            return False
        one, other = self.sides
        self._games, self._wanted, self._sides = [], games, (one, other)
        self._measuring, self.is_measuring = place.parent.parent, True
        jobs = min(games, max(1, (os.cpu_count() or 2) - 1))
        shares = [games // jobs + (job < games % jobs) for job in range(jobs)]
        first = 0
        for share in shares:
            trial = Trial(place, dict(players), share, first, rules=self._rules)
            process = self._start(trial, self._end_games)
            process.readyReadStandardOutput.connect(partial(self._read_games, process))
            first += share
        self.progressed.emit(0, games)
        return True

    def cancel(self) -> None:
        """Play no more; what was played is told, if anything was."""
        if self.is_measuring:
            self._stop()
            self._settle()

    def close(self) -> None:
        """End all that goes on in the background, and remove what it was played from."""
        self._stop()
        for folder in (*self._folders, self._measuring):
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)
        self._folders, self._measuring, self.is_measuring = [], None, False

    def _read_games(self, process: QProcess) -> None:
        for told in self._told(process):
            game = played_of(told)
            if game is not None:
                self._games.append(game)
                self.progressed.emit(len(self._games), self._wanted)
            elif "fault" in told:
                self._stop()
                self._settle(say("A game has failed: {why}.", why=told["fault"]))
                return

    def _end_games(self, process: QProcess) -> None:
        self._read_games(process)
        if not self.is_measuring:  # it has told its fault, and the others were stopped
            return
        self._end(process)
        if not _is_well(process):
            self._lost = say("Some games are missing: a process has ended by itself.")
        if not self._processes:
            self._settle(self._lost)

    def _settle(self, why: str = "") -> None:
        """Tell what the games come to, and what went wrong if anything did."""
        self.is_measuring, self._lost = False, ""
        if self._measuring is not None:
            shutil.rmtree(self._measuring, ignore_errors=True)
            self._measuring = None
        games = sorted(self._games, key=lambda game: game.seed)
        if games:
            self.measured.emit(balance_of(games, self._sides))
        elif not why:
            why = say("No game was played to its end.")
        if why:
            self.failed.emit(why)

    # -- processes

    def _start(self, trial: Trial, done: Callable[[QProcess], object]) -> QProcess:
        """Start a process; `done` is called when it has ended, unless it was stopped."""
        program, *rest = self._services.simulate(trial)
        process = QProcess(self)
        process.setProcessChannelMode(QProcess.ProcessChannelMode.ForwardedErrorChannel)
        self._processes.append(process)
        self._unread[process] = b""

        def end(*_: object) -> None:
            if process in self._processes:
                done(process)

        process.finished.connect(end)
        process.errorOccurred.connect(
            lambda why: end() if why == QProcess.ProcessError.FailedToStart else None
        )
        process.start(program, rest)
        return process

    def _told(self, process: QProcess) -> list[dict[str, Any]]:
        """The objects that a process has written since."""
        data = self._unread.get(process, b"") + bytes(process.readAllStandardOutput().data())
        *lines, self._unread[process] = data.split(b"\n")
        found: list[dict[str, Any]] = []
        for line in lines:
            with suppress(ValueError):
                told = json.loads(line)
                if isinstance(told, dict):
                    found.append(told)
        return found

    def _end(self, process: QProcess) -> None:
        if process in self._processes:
            self._processes.remove(process)
        self._unread.pop(process, None)
        process.deleteLater()

    def _stop(self) -> None:
        left, self._processes = self._processes, []
        for process in left:
            process.kill()
            process.waitForFinished(_PATIENCE_MS)
            self._end(process)


def _is_well(process: QProcess) -> bool:
    """Whether a process has ended as it should."""
    is_begun = process.error() != QProcess.ProcessError.FailedToStart
    is_whole = process.exitStatus() == QProcess.ExitStatus.NormalExit
    return is_begun and is_whole and not process.exitCode()


def written(draft: Draft, state: Path, pictures: Sequence[Path] = ()) -> Path | Refusal:
    """A draft in a folder of its own among the trials; the file of its scenario, or why not.

    The pictures of its leaders, which lie in some folders, are put there too.
    """
    named = draft.scenario.get("id")
    words = named.lower().split("-") if isinstance(named, str) and named.isascii() else []
    name = "-".join(filter(str.isalnum, words))[:_LONGEST] or "trial"
    folder = trials_in(state) / fresh_seed()[:12] / name
    _, refusal = Files().save_as(folder, draft)
    refusal = refusal or carried(draft.forces, pictures, folder / FOLDER)
    return folder / NAMES["scenario"] if refusal is None else refusal


def trials_in(state: Path) -> Path:
    """The folder of trials."""
    return state / "trials"


def sweep(state: Path) -> None:
    """Remove what trials have left whose editor was killed."""
    with suppress(OSError):
        for folder in trials_in(state).iterdir():
            if time.time() - folder.stat().st_mtime > OLDEST:
                shutil.rmtree(folder, ignore_errors=True)
