"""One game played to find faults, and what is left of it when one is found."""

from __future__ import annotations

import json
import shutil
import traceback
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from hexwar.ai.policy import CounterDice, Look, Policy, pick
from hexwar.engine import KernelError, SeededChance, Session
from hexwar.engine.save import save
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.files import SCENARIO_FILE
from hexwar.scenario.register import REGISTER
from tools.trials.contract import BrokenContractError, require
from tools.trials.fuzzing.grounds import Ground
from tools.trials.fuzzing.interludes import Interludes
from tools.trials.fuzzing.looks import (
    CLOSELY,
    legal_unlisted,
    look,
    look_at_combat,
    look_at_whole,
    look_closely,
)
from tools.trials.fuzzing.players import TABLES, Adversary, seated
from tools.trials.fuzzing.reached import Reached

LONGEST: Final = 600
"""Answers after which a game is laid aside; it may be taken up later, with other dice."""

STANDSTILL: Final = 1500
"""Entries of the journal after which a turn must have ended: a fault of the rules if not."""

UNLISTED_ONE_IN: Final = 12
"""An adversary gives a legal answer that nobody listed at one answer in this many."""

REPLAYED_ONE_IN: Final = 8
"""One game in this many is replayed as a whole."""

TOLD: Final = 20
"""So many of the last answers a fault is reported with."""


@dataclass(frozen=True)
class Task:
    """A game to be played: all that it depends on."""

    ground: str
    number: int  # of the game on this ground
    seed: str
    known: dict[str, dict[str, int]] = field(default_factory=dict)
    """What was reached before: whoever looks for what is rare goes by it."""
    where: str = ""  # the ground's scenario, where its name does not say it
    start: str = ""  # the file of a saved game that is taken up; empty: a new game
    longest: int = LONGEST
    only: str = ""  # who plays both sides, if it is not for the number of the game to say

    @property
    def players(self) -> tuple[str, str]:
        """Who plays the first side and the other; grounds do not all begin with the same."""
        if self.only:
            return self.only, self.only
        return TABLES[(self.number + len(self.ground)) % len(TABLES)]


@dataclass
class Game:
    """What came of a task."""

    task: Task
    answers: int = 0
    by_player: Counter[str] = field(default_factory=Counter)  # answers
    done: Counter[str] = field(default_factory=Counter)  # checks and interludes
    reached: Reached = field(default_factory=Reached)
    is_over: bool = False
    fault: str = ""  # what broke, with its traceback
    scenario: str = ""  # as its header names it
    text: str = ""  # the saved game, where it broke off or was laid aside
    log: list[str] = field(default_factory=list)  # the last answers and what was between


class Table:
    """A game under way."""

    def __init__(self, ground: Ground, task: Task) -> None:
        """Lay it out: a new game, or a saved one with other dice."""
        self.ground, self.task, self.game = ground, task, Game(task)
        self.dice = CounterDice(f"fuzz/{task.ground}/{task.seed}")
        self.known = Reached(task.known)
        self.session = self._taken_up() or ground.begin(task.number, task.seed)
        self.game.scenario = str(self.session.header.get("scenario", ""))
        self.interludes = Interludes(ground, self.dice, self.game.done, self.game.log)
        self.players: dict[str, Policy] = {}
        self.seats: dict[str, str] = {}
        self.turn_began = 0, 0  # the turn, and the journal's length at its beginning

    def _taken_up(self) -> Session[Any] | None:
        """The game that the task begins with; None where there is none of this program's rules."""
        if not self.task.start:
            return None
        text = Path(self.task.start).read_text("utf-8")
        try:
            session = self.ground.load(text, SeededChance(self.task.seed))
        except (KernelError, ScenarioError):
            return None
        session.dealt = len(session.journal)  # what was thrown before was of other dice
        return session if session.notice is None else None

    def play(self) -> Game:
        """Play to the end, to the most answers, or to a fault."""
        game = self.game
        try:
            while self.session.pending is not None and game.answers < self.task.longest:
                self.step()
            replayed = self.dice.below(REPLAYED_ONE_IN) == 0
            look_at_whole(self.ground, self.session, game.done, replayed=replayed)
        except Exception as fault:  # one of any kind is what is looked for
            game.fault = "".join(traceback.format_exception(fault, limit=-6))
        self.interludes.put_away()
        game.is_over = self.session.pending is None
        if game.fault or not game.is_over:
            game.text = self._saved()
        del game.log[:-TOLD]
        return game

    def step(self) -> None:
        """Look, do what comes between, and answer; where one kind plays alone, only look."""
        look(self.ground, self.session)
        if self.task.only:
            self._check_progress()
            self._answer()
            return
        look_at_combat(self.ground, self.session, self.dice, self.game.done)
        if self.dice.below(CLOSELY) == 0:
            look_closely(self.ground, self.session, self.dice, self.game.done)
        self.session = self.interludes.before_answer(self.session)
        self._check_progress()
        if self.session.pending is not None:
            self._answer()

    def _answer(self) -> None:
        session, game = self.session, self.game
        decision = session.pending
        assert decision is not None
        kind = self._seat(decision.side)
        player = self.players[decision.side]
        if isinstance(player, Adversary):
            player.session = session
        look = Look(partial(self.ground.view, session.state, decision.side))
        answer = player.answer(decision, session.options, look, self.dice)
        if kind == "adversary" and self.dice.below(UNLISTED_ONE_IN) == 0:
            others = legal_unlisted(self.ground, session, self.dice)
            if others:
                answer, _ = pick(others, self.dice), game.done.update(["unlisted answer given"])
        told, asked = len(session.events), len(session.journal) + 1
        game.log.append(f"{decision.side}, {type(decision).__name__}: {answer!r:.400}")
        session.answer(answer)
        game.answers += 1
        game.by_player[kind] += 1
        for reached in (game.reached, self.known):
            reached.see_answer(decision, answer)
            reached.see_asked(session.journal[asked:])
            reached.see_events(session.events[told:])

    def _seat(self, side: str) -> str:
        """The kind of player of a side."""
        if side not in self.seats:
            kind = self.task.players[len(self.seats) % 2]
            self.seats[side] = kind
            self.players[side] = seated(kind, self.ground, self.known)
        return self.seats[side]

    def _check_progress(self) -> None:
        """The turn goes on: whoever answers for ever is in a loop of the rules."""
        turn, at = self.session.state.turn, len(self.session.journal)
        if turn != self.turn_began[0] or at < self.turn_began[1]:
            self.turn_began = turn, at
        entries = at - self.turn_began[1]
        require(entries < STANDSTILL, f"turn {turn} goes on after {entries} answers")

    def _saved(self) -> str:
        """The game as a file; empty where it cannot be written."""
        try:
            return save(self.session)
        except (KernelError, BrokenContractError, ValueError):
            return ""


# -- a fault on disk


def keep_fault(game: Game, ground: Ground, folder: Path) -> Path:
    """Write the game for the program to open, and beside it what happened; its sidecar.

    The save is at the question before the answer that broke the rules.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{game.task.ground}-{game.task.number}"
    lay_beside(game.scenario, folder)
    saved = folder / f"{stem}.hexwar"
    saved.write_text(game.text, "utf-8")
    task = {name: getattr(game.task, name) for name in Task.__dataclass_fields__}
    if game.task.start:
        start = folder / f"{stem}-start.hexwar"
        start.write_bytes(Path(game.task.start).read_bytes())
        task["start"] = str(start)
    told: dict[str, Any] = {"fault": game.fault.splitlines(), "last answers": game.log}
    told |= {"players": game.task.players, "answers": game.answers, "save": str(saved)}
    told |= {"scenario": getattr(ground, "scenario", ground.name), "task": task}
    sidecar = folder / f"{stem}.json"
    sidecar.write_text(json.dumps(told, indent=1, ensure_ascii=False), "utf-8")
    return sidecar


def lay_beside(scenario: str, folder: Path) -> None:
    """Copy a scenario that does not come with the program to where its games are looked for."""
    found = REGISTER.path(scenario)
    if found is None or not (found / SCENARIO_FILE).is_file():
        return
    shutil.copytree(found, folder / found.name, dirs_exist_ok=True)
    ground = json.loads((found / SCENARIO_FILE).read_text("utf-8"))["map"]
    (folder / ground).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(found.parent / ground, folder / ground)


def task_of(sidecar: Path) -> Task:
    """The task that a sidecar tells of."""
    return Task(**json.loads(sidecar.read_text("utf-8"))["task"])
