"""Six small games on two workers of Dask, one of whom is killed after the first; tells of each.

It is a program of its own, because Dask leaves threads behind.
"""

from __future__ import annotations

import os
import signal
import sys

from tools.trials.arena.games import Game, fixtures
from tools.trials.arena.running import Run, cluster


def main() -> None:
    """Print the seed and the players of each game that is kept, and of each that is not."""
    with cluster("local", 2) as door:
        workers = door()
        pids = {workers.submit(os.getpid).result(timeout=60) for _ in range(20)} - {os.getpid()}
        victims = [min(pids)]

        def keep(game: Game) -> None:
            sys.stdout.write(" ".join((game.fixture.seed, *game.players.values())) + "\n")
            if victims:
                os.kill(victims.pop(), signal.SIGKILL)

        run = Run(keep)
        run.go(fixtures(["first-steps"], "random", "greedy-frozen", range(3)), door, jobs=2)
        sys.stderr.write(f"{run.failed}\n")
        assert not victims
        assert not run.failed


if __name__ == "__main__":
    main()
