"""A game of the arena: what is to be played, how it went, and how long the players thought."""

from __future__ import annotations

import math
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from hexwar.ai.arena import Match
from hexwar.app.games import kit_of_scenario, rules_for
from hexwar.engine import Decision
from hexwar.kit import RULES, Kit, Player
from hexwar.table.forces import Side
from tools.opponents import guests_of
from tools.trials.arena.statistics import percentile
from tools.trials.conduct import Conduct, conduct

ROOT = Path(__file__).resolve().parents[3]

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played: the same one is the same game, as long as the program is the same."""

    scenario: str  # id or path
    seed: str
    sides: tuple[tuple[Side, str], ...]  # who plays which, in the order of the scenario
    options: Options = ()


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long the answers to one class of question took, milliseconds of the processor."""

    answers: int
    total: float
    p50: float
    p95: float
    most: float
    steps: Mapping[int, int] = field(default_factory=dict)  # how many took so many steps

    @classmethod
    def of(cls, taken: Iterable[float]) -> Thinking:
        """Of some answers, one at least."""
        found = list(taken)
        steps = Counter(math.ceil(math.log(max(FINEST, ms) / FINEST, STEP)) for ms in found)
        middle, slow = (round(percentile(found, share), 3) for share in (50, 95))
        total, most = round(math.fsum(found), 3), round(max(found), 3)
        return cls(len(found), total, middle, slow, most, dict(sorted(steps.items())))

    @classmethod
    def pooled(cls, found: Iterable[Thinking]) -> Thinking:
        """Of several games together: the percentiles up to a step too high, one game at least."""
        parts = list(found)
        steps: Counter[int] = Counter()
        for part in parts:
            steps.update(part.steps)
        answers, most = sum(part.answers for part in parts), max(part.most for part in parts)
        total = math.fsum(part.total for part in parts)
        middle, slow = (min(most, _at(steps, answers * share)) for share in (0.5, 0.95))
        return cls(answers, total, middle, slow, most, dict(sorted(steps.items())))

    def longer(self, least: float) -> tuple[int, float]:
        """How many answers took so many milliseconds or more, to a step, and 95 of 100 of them."""
        long = {step: n for step, n in self.steps.items() if FINEST * STEP**step >= least}
        count = sum(long.values())
        return count, min(self.most, _at(long, 0.95 * count))


FINEST, STEP = 0.1, 1.1
"""Answers are counted by their time: up to 0.1 ms, and from there on in steps of a tenth."""


def _at(steps: Mapping[int, int], wanted: float) -> float:
    """The milliseconds within which so many answers were given."""
    found = 0
    for step in sorted(steps):
        found += steps[step]
        if found >= wanted:
            return FINEST * STEP**step
    return 0.0


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played to its end, as a line of a file keeps it."""

    fixture: Fixture
    winner: Side | None
    level: str
    vp: Mapping[Side, int]
    turns: int
    answers: int
    seconds: Mapping[Side, float]  # of the processor, for all answers of a side
    slowest_turn: Mapping[Side, float]  # seconds that a side thought in one turn, at most
    thinking: Mapping[Side, Mapping[str, Thinking]]  # by class of question
    conduct: Mapping[Side, Conduct] = field(default_factory=dict)  # where the game can tell
    rules: str = ""  # the game and the revision of its rules
    revision: str = ""  # of the program

    @property
    def players(self) -> Mapping[Side, str]:
        """Who played which side, the first side first."""
        return dict(self.fixture.sides)


class Stopwatch:
    """Times the answers of a game by the processor, of the thread that gives them alone."""

    def __init__(self, sides: Iterable[Side]) -> None:
        self.taken: dict[Side, dict[str, list[float]]] = {side: {} for side in sides}
        self.by_turn: dict[Side, dict[int, float]] = {side: {} for side in self.taken}
        self._turn = 0

    def ask(self, decision: Decision[Any], answer: Callable[[], Any]) -> Any:
        """The answer; the time that it took is kept, milliseconds."""
        began = time.thread_time()
        given = answer()
        taken, side = 1000 * (time.thread_time() - began), Side(decision.side)
        self.taken[side].setdefault(type(decision).__name__, []).append(taken)
        turns = self.by_turn[side]
        turns[self._turn] = turns.get(self._turn, 0.0) + taken
        return given

    def follow(self, match: Match) -> None:
        """Note which turn it is."""
        self._turn = match.session.state.turn


def kit_of(scenario: str, options: Options = ()) -> Kit[Any]:
    """The game by whose rules a scenario is played: its own, or that of the option `rules`.

    Raises:
        ScenarioError: There is no such scenario, or that game does not play it.
    """
    return kit_of_scenario(scenario, dict(options).get(RULES, ""))


def playable(scenarios: Iterable[str], options: Options = ()) -> tuple[str, ...]:
    """Those of some scenarios that are played by the rules that the options name."""
    rules = dict(options).get(RULES, "")
    found = tuple(scenarios)
    return tuple(s for s in found if not rules or rules in {k.id for k in rules_for(own(s))})


def own(scenario: str) -> str:
    """The id of the game that a scenario is of."""
    return kit_of_scenario(scenario).id


def known_players(kit: Kit[Any]) -> Mapping[str, Player]:
    """The players of a game by name, with those that only the tools have."""
    return {**kit.players, **guests_of(kit)}


def play(fixture: Fixture) -> Game:
    """Play a game.

    Raises:
        ScenarioError: The scenario cannot be read.
        EndlessGameError: The game does not end.
    """
    kit, sides = kit_of(fixture.scenario, fixture.options), dict(fixture.sides)
    options = {name: value for name, value in fixture.options if name != RULES}
    match = kit.new_match(fixture.scenario, sides, fixture.seed, options, guests_of(kit))
    watch = Stopwatch(sides)
    match.ask = watch.ask
    result = match.play(watch.follow)
    turns = {side: watch.by_turn[side].values() for side in sides}
    return Game(
        fixture=fixture,
        winner=None if result.winner is None else Side(result.winner),
        level=result.level,
        vp={side: result.vp[side] for side in sides},
        turns=result.turns,
        answers=result.answers,
        seconds={side: _seconds(math.fsum(turns[side])) for side in sides},
        slowest_turn={side: _seconds(max(turns[side], default=0.0)) for side in sides},
        thinking={
            side: {asked: Thinking.of(taken) for asked, taken in sorted(found.items())}
            for side, found in watch.taken.items()
        },
        conduct=conduct(match.session),
        rules=f"{kit.id} {kit.system.revision}",
        revision=revision(),
    )


def _seconds(milliseconds: float) -> float:
    return round(milliseconds / 1000, 4)


@lru_cache(maxsize=1)
def revision() -> str:
    """The commit of the program, with a plus where files differ from it; empty where none is."""
    try:
        head = _git("rev-parse", "--short=10", "HEAD")
        return head + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.CalledProcessError):
        return ""


def _git(*words: str) -> str:
    command = ["git", "-C", str(ROOT), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


# -- which games


def fixtures(
    scenarios: Iterable[str], one: str, other: str, seeds: Iterable[int], options: Options = ()
) -> Iterator[Fixture]:
    """Games of two players, seed by seed, each with sides exchanged.

    A player against himself plays each once: exchanged it is the same game.

    Raises:
        ScenarioError: A scenario cannot be read.
        ValueError: It has no player of that name.
    """
    ways: dict[str, list[tuple[tuple[Side, str], ...]]] = {}
    for scenario in scenarios:
        ways[scenario] = list(_ways(scenario, one, other, options))
    for seed in seeds:
        for scenario, pairings in ways.items():
            yield from (Fixture(scenario, str(seed), sides, options) for sides in pairings)


def _ways(
    scenario: str, one: str, other: str, options: Options
) -> Iterator[tuple[tuple[Side, str], ...]]:
    kit = kit_of(scenario, options)
    known = known_players(kit)
    for name in (one, other):
        if name not in known:
            raise ValueError(f"{scenario} has no player {name!r}; there are {', '.join(known)}")
    first, second = kit.battle(scenario).sides
    yield ((first, one), (second, other))
    if one != other:
        yield ((first, other), (second, one))
