"""Many games, one after the other, for some minutes: what to play next, and what is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hexwar.ai.policy import CounterDice, pick
from tools.trials.fuzzing.grounds import Ground, grounds
from tools.trials.fuzzing.play import Game, Table, Task, keep_fault
from tools.trials.fuzzing.results import Results

POSITIONS: Final = 6
"""So many games of a ground that were laid aside are kept, to be taken up with other dice."""

LARGEST: Final = 4_000_000
"""Bytes of a game that is laid aside; a longer one takes too long to load."""

TAKEN_UP_ONE_NOT_IN: Final = 3
"""Where a game was laid aside it is taken up, all but one time in this many."""


@dataclass(frozen=True)
class Run:
    """Where a run keeps what it needs and what it finds."""

    folder: Path
    names: tuple[str, ...] = ()  # of the grounds; all where there are none
    seed: str = "0"

    @property
    def grounds(self) -> Mapping[str, Ground]:
        """The grounds by name."""
        return grounds(self.folder / "clashes", self.names)

    def tasks(self, results: Results, names: Mapping[str, Ground]) -> Iterator[Task]:
        """What to play, for ever: the ground that is furthest behind, from where armies stand."""
        while True:
            name = results.next_ground(names)
            number = results.begin(name)
            seed = f"{self.seed}/{number}"
            dice = CounterDice(f"task/{name}/{seed}")
            aside = sorted((self.folder / "positions").glob(f"{name}-[0-9].hexwar"))
            is_new = not aside or dice.below(TAKEN_UP_ONE_NOT_IN) == 0
            start = "" if is_new else str(pick(aside, dice))
            where = getattr(names[name], "scenario", "")
            yield Task(name, number, seed, results.reached.to_raw(), where, start)

    def lay_aside(self, game: Game) -> None:
        """Keep a game that is not over, in place of an older one."""
        if game.fault or game.is_over or not game.text or len(game.text) > LARGEST:
            return
        place = self.folder / "positions"
        place.mkdir(parents=True, exist_ok=True)
        name = f"{game.task.ground}-{game.task.number % POSITIONS}.hexwar"
        (place / name).write_text(game.text, "utf-8")

    def go_on(
        self,
        is_enough: Callable[[Results], bool],
        tell: Callable[[Game, Path | None], None],
        jobs: int = 1,
    ) -> Results:
        """Play until it is enough; every game is counted, and a fault kept.

        Args:
            is_enough: Asked before each game.
            tell: Given each game, with the sidecar of its fault.
            jobs: So many processes play.
        """
        results, names = Results(self.folder), self.grounds
        tasks = self.tasks(results, names)
        games = (
            (Table(names[task.ground], task).play() for task in tasks)
            if jobs == 1
            else _shared(tasks, self, jobs)
        )
        while not is_enough(results):
            game = next(games)
            results.add(game)
            self.lay_aside(game)
            found = self.folder / "faults"
            tell(game, keep_fault(game, names[game.task.ground], found) if game.fault else None)
            results.write()
        return results


def _shared(tasks: Iterator[Task], run: Run, jobs: int) -> Iterator[Game]:
    """The games of some processes, as each is done."""
    with ProcessPoolExecutor(jobs) as pool:
        waiting: set[Future[Game]] = set()
        while True:
            while len(waiting) < jobs:
                waiting.add(pool.submit(played, run, next(tasks)))
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (one.result() for one in done)


def played(run: Run, task: Task) -> Game:
    """A task played in a process of its own."""
    return Table(run.grounds[task.ground], task).play()
