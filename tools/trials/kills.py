"""The program, killed while it plays: what was given, and what is there at the next start."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from PySide6.QtCore import QObject, QTimer

from hexwar.app.window import application, catch_faults, make_window
from hexwar.engine import SeededChance, Session
from hexwar.engine.decision import Entry
from hexwar.shell.main_window import MainWindow
from hexwar.shell.preferences import Pace
from hexwar.shell.prompter import Answer
from hexwar.shell.recovery import kept_games

SCENARIOS = ("first-steps", "brienne")
SEATS = (("random", "random"), ("person", "person"), ("person", "random"), ("random", "person"))
START = 60.0
"""How long a start may take, seconds."""

Journal = tuple[str, ...]
"""The answers of a game, each by its hash."""


# -- the one that is killed


class Puppet(QObject):
    """Plays the window from within, and tells each answer before anybody can keep it."""

    def __init__(self, window: MainWindow, pipe: int, seed: int) -> None:
        super().__init__(window)
        self._window, self._pipe, self._dice = window, pipe, Random(seed)
        self._told: tuple[Session[Any], tuple[Entry, ...]] | None = None
        self._begins = 0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._act)
        for name, kind in (("answer", "a"), ("undo", "u"), ("redo", "r")):
            self._listen(name, kind)

    def begin(self) -> None:
        """Tell what is offered, and take it; else begin a game."""
        saves = self._window.services.saves
        left = [one.name for one in saves.rglob("*") if one.suffix in (".tmp", ".lock")]
        offered = [game for game in kept_games(saves) if not game.is_over]
        self._say("offered", *(game.path.name for game in offered))
        self._say("left", *left)
        if self._window.start.go_on.isVisibleTo(self._window.start):
            self._window.start.go_on.click()
        else:
            self._new_game()
        self._timer.start()

    def _listen(self, name: str, kind: str) -> None:
        deed = getattr(Session, name)

        def told(session: Session[Any], *given: Any) -> None:
            deed(session, *given)
            self._tell(session, kind)

        setattr(Session, name, told)

    def _tell(self, session: Session[Any], kind: str) -> None:
        game = self._window.game
        if game is None or game.session is not session:
            return
        before = self._told[1] if self._told is not None and self._told[0] is session else None
        now = tuple(session.journal)
        self._told = (session, now)
        if before is None:
            self._say("game", game.diary.path.name, *map(_hash, now))
            return
        same = min(len(before), len(now))
        while same and before[same - 1] is not now[same - 1]:
            same -= 1
        self._say(kind, str(same), *map(_hash, now[same:]))

    def _say(self, *words: str) -> None:
        os.write(self._pipe, (" ".join(words) + "\n").encode())

    def _act(self) -> None:
        """Do what a person may do now."""
        game = self._window.game
        if game is None:
            return
        if self._told is None or self._told[0] is not game.session:
            self._tell(game.session, "game")
        controller, pending = game.controller, game.session.pending
        self._window.briefing.leave()
        if pending is None:
            self._window.dialogs.close()
            self._new_game()
            return
        controller.exchange.take_seat()
        if not controller.is_asking:
            return
        controller.guard.lift()
        match self._dice.randrange(20):
            case 0 | 1:
                controller.undo()
            case 2:
                controller.redo()
            case 3 | 4 | 5 if controller.can_end_activation:
                controller.end_activation()
            case _:
                answer = self._dice.choice([*game.session.options])
                controller.give((Answer(type(pending), answer),))

    def _new_game(self) -> None:
        """Begin one, and wait until it is there."""
        if self._window.game is not None:
            self._window.close_game()
        self._begins += 1
        seats = dict(zip(("french", "allied"), self._dice.choice(SEATS), strict=True))
        options = {f"player.{side}": player for side, player in seats.items()} | {"orders": "open"}
        chance = SeededChance(str(self._dice.random()))
        self._window.files.begin(self._dice.choice(SCENARIOS), chance, options)


def _hash(entry: Entry) -> str:
    told = repr((entry.asked, entry.side, entry.answer))
    return blake2b(told.encode(), digest_size=8).hexdigest()


def _play(pipe: int, seed: int) -> NoReturn:
    app = application()
    window = make_window(app)
    window.preferences = replace(window.preferences, pace=Pace.OFF)
    catch_faults(window, ())
    window.show()
    puppet = Puppet(window, pipe, seed)
    QTimer.singleShot(0, puppet.begin)
    app.exec()
    os._exit(0)


# -- the one that kills


@dataclass
class Tally:
    """What was found."""

    kills: int = 0
    answers: int = 0
    lost: dict[int, int] = field(default_factory=dict)  # kills by the answers that each lost
    faults: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """The counts in a line."""
        lost = ", ".join(f"{n} lost in {kills}" for n, kills in sorted(self.lost.items()))
        return f"{self.kills} kills, {self.answers} answers: {lost}; {len(self.faults)} faults"


@dataclass
class Run:
    """What a process has told."""

    name: str = ""
    states: list[tuple[str, Journal]] = field(default_factory=list)
    """The journal of its last game after each step, with the kind of the step."""
    offered: list[str] | None = None
    left: list[str] = field(default_factory=list)
    found: tuple[str, Journal] | None = None
    """The first game that it had: the one that was taken up again."""
    answers: int = 0

    def hear(self, line: str) -> None:
        """Take in a line."""
        kind, *words = line.split(" ")
        if kind == "offered":
            self.offered = words
        elif kind == "left":
            self.left = words
        elif kind == "game":
            self.name, self.states = words[0], [("game", tuple(words[1:]))]
            self.found = self.found or (self.name, self.states[0][1])
        else:
            same = int(words[0])
            self.states.append((kind, (*self.states[-1][1][:same], *words[1:])))
            self.answers += kind == "a"


class Trial:
    """Starts, kills and compares."""

    def __init__(self, home: Path, seed: int) -> None:
        self.tally = Tally()
        self._home, self._dice = home, Random(seed)
        self._before: Run | None = None

    def kill_once(self) -> None:
        """Let the program go on with what there is, and kill it at some instant."""
        run = Run()
        pid, pipe = self._start()
        lines = _lines(pipe)
        end = time.monotonic() + START
        sudden = self._dice.random() < 0.1  # while it still starts, perhaps
        stop = time.monotonic() + self._dice.uniform(0.0, 4.0) if sudden else end
        while time.monotonic() < min(stop, end):
            line = next(lines)
            if line:
                run.hear(line)
                if line[:2] in ("a ", "u ", "r ") and stop == end:
                    stop = time.monotonic() + self._dice.uniform(0.0, 2.0)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        for line in lines:
            if not line:
                break
            run.hear(line)
        os.close(pipe)
        self.tally.kills += 1
        self.tally.answers += run.answers
        if stop == end:
            self._fail("nothing was played within a minute")
        self._compare(run)

    def look(self) -> None:
        """Start once more, to see what the last kill has left."""
        self.tally.kills -= 1
        self.kill_once()

    def _start(self) -> tuple[int, int]:
        there, here = os.pipe()
        seed = self._dice.getrandbits(60)
        pid = os.fork()
        if pid == 0:
            os.close(there)
            try:
                _play(here, seed)
            finally:
                os._exit(1)
        os.close(here)
        return pid, there

    def _compare(self, run: Run) -> None:
        """What was there when the program was started, against what had been given before."""
        before, is_shown = self._before, run.offered is not None
        if run.left:
            self._fail(f"left behind: {run.left}")
        if before is not None and before.states and is_shown:
            self._judge(before, run)
        if run.found is not None or before is None:
            self._before = run if run.states else None
        elif is_shown and not run.states:
            return  # killed before it had opened the game: that is still to be compared

    def _judge(self, before: Run, run: Run) -> None:
        steps = before.states
        is_over = before.name not in (run.offered or ())
        if is_over and run.found is None:
            return
        if is_over:
            given = sum(kind == "a" for kind, _ in steps)
            if given > 1 and not _is_finished(self._home, before.name):
                self._fail(f"{before.name} is not offered; {given} answers")
            return
        if run.found is None:
            return
        name, journal = run.found
        if name != before.name:
            self._fail(f"{name} was continued, not {before.name}")
            return
        place = next((n for n in reversed(range(len(steps))) if steps[n][1] == journal), None)
        if place is None:
            self._fail(f"{name} holds {len(journal)} answers as they never were")
            return
        lost = sum(kind == "a" for kind, _ in steps[place + 1 :])
        self.tally.lost[lost] = self.tally.lost.get(lost, 0) + 1
        if lost > 1:
            self._fail(f"{lost} answers of {name} are lost")

    def _fail(self, words: str) -> None:
        self.tally.faults.append(f"kill {self.tally.kills}: {words}")


def _is_finished(home: Path, name: str) -> bool:
    return any(
        game.is_over
        for path in home.rglob(name)
        for game in kept_games(path.parent)
        if game.path == path
    )


def _lines(pipe: int) -> Iterator[str]:
    """The lines that come out of a pipe; an empty one where none has come for some time."""
    text = b""
    while True:
        ready, _, _ = select.select([pipe], [], [], 0.01)
        more = os.read(pipe, 1 << 16) if ready else b""
        text += more
        *whole, text = text.split(b"\n")
        yield from (line.decode() for line in whole)
        if not more:
            yield ""
