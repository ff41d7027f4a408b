"""Many games at once: in this process, in several, or on a cluster, by one protocol.

That protocol is `concurrent.futures.Executor`. A game that is over is kept at once by who asked for
it; a worker that dies takes with it no more than the game that it was playing, and that is begun
again elsewhere.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

from tools.trials.arena.games import ROOT, Fixture, Game, play, revision

P = ParamSpec("P")
T = TypeVar("T")

Door = Callable[[], Executor]
"""Makes the workers, and makes them anew when they have died."""


class WorkersError(RuntimeError):
    """The workers that were asked for cannot be had."""


class Here(Executor):
    """No worker at all: a game is played where it is asked for."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """The result, which is there already."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as fault:  # it is raised where the result is asked for
            future.set_exception(fault)
        return future


@dataclass(slots=True)
class Run:
    """Some games, and what becomes of them."""

    keep: Callable[[Game], None]
    is_enough: Callable[[], bool] = lambda: False  # then no more are begun
    play: Callable[[Fixture], Game] = play
    failed: dict[Fixture, str] = field(default_factory=dict)  # games that broke down, and how

    def go(self, fixtures: Iterable[Fixture], door: Door, jobs: int) -> None:
        """Play games, so many at a time.

        Those that were under way when workers died are played again one by one: then the one
        that kills them is known, and given up.
        """
        waiting, suspects = deque(fixtures), deque[Fixture]()
        under_way: dict[Future[Game], Fixture] = {}
        workers = door()
        while True:
            is_over = self.is_enough()
            source, most = (suspects, 1) if suspects else (waiting, jobs)
            while source and not is_over and len(under_way) < most:
                fixture = source.popleft()
                under_way[self._begin(workers, fixture)] = fixture
            if not under_way:
                return
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            dead = [fixture for one in done if not self._take(one, fixture := under_way.pop(one))]
            if dead:
                others = [under_way.pop(one) for one in list(under_way)]
                self._suspect(dead + others, suspects, is_single=most == 1)
                workers = door()

    def _begin(self, workers: Executor, fixture: Fixture) -> Future[Game]:
        """A game under way; where the workers are dead it has ended by that already."""
        try:
            return workers.submit(self.play, fixture)
        except BrokenExecutor as fault:
            future: Future[Game] = Future()
            future.set_exception(fault)
            return future

    def _take(self, future: Future[Game], fixture: Fixture) -> bool:
        """Keep a game, or say why there is none; False where its worker has died."""
        try:
            self.keep(future.result())
        except BrokenExecutor:
            return False
        except Exception as fault:  # whatever a game can break down by
            self.failed[fixture] = f"{type(fault).__name__}: {fault}"
        return True

    def _suspect(self, games: list[Fixture], suspects: deque[Fixture], *, is_single: bool) -> None:
        if is_single and len(games) == 1:
            self.failed[games[0]] = "its worker died"
        else:
            suspects.extend(games)


# -- where the workers are


def workers(address: str, jobs: int) -> AbstractContextManager[Door]:
    """The workers of a cluster where one is named, else those of this machine."""
    return cluster(address, jobs) if address else local(jobs)


@contextmanager
def local(jobs: int) -> Iterator[Door]:
    """Processes on this machine; with one job none at all."""
    pools: list[ProcessPoolExecutor] = []

    def door() -> Executor:
        _close(pools)
        pools.append(ProcessPoolExecutor(jobs))
        return pools[-1]

    try:
        yield Here if jobs == 1 else door
    finally:
        _close(pools)


def _close(pools: list[ProcessPoolExecutor]) -> None:
    while pools:
        pools.pop().shutdown(cancel_futures=True)


@contextmanager
def cluster(address: str, jobs: int) -> Iterator[Door]:
    """The workers of Dask, of the scheduler at an address or, for `local`, on this machine.

    The scheduler gives the games of a worker that dies to another by itself. A scheduler
    and workers elsewhere are started in a checkout of the same commit, with that on their
    PYTHONPATH.

    Raises:
        WorkersError: Dask is not installed, nobody answers, or a worker has another commit.
    """
    try:
        dask: Any = import_module("distributed")
    except ModuleNotFoundError as error:
        wanted = "pip install --require-hashes -r requirements-arena.lock"
        raise WorkersError(f"Dask is not installed ({wanted})") from error
    is_here = address == "local"
    try:
        started = _workers_here(dask, jobs) if is_here else None
        client = dask.Client(started or address, timeout="10s")
    except (OSError, ValueError) as error:
        raise WorkersError(f"no scheduler of Dask answers at {address}: {error}") from error
    try:
        _agree(client)
        yield partial(client.get_executor, pure=False)
    finally:
        client.close()
        if started is not None:
            started.close()


def _agree(client: Any) -> None:
    """See that the scheduler and every worker play the same program.

    Raises:
        WorkersError: One of them has another commit, or no checkout that it finds.
    """
    try:
        found = {"the scheduler": client.run_on_scheduler(revision), **client.run(revision)}
    except Exception as error:  # Dask passes on whatever broke down there
        raise WorkersError(
            "the scheduler or a worker has no checkout of the program on its PYTHONPATH"
        ) from error
    for who, theirs in found.items():
        if theirs != revision():
            raise WorkersError(f"{who} has the commit {theirs or 'of nobody'}, not {revision()}")


def _workers_here(dask: Any, jobs: int) -> Any:
    """Processes of one thread each, which find the checkout as this one does."""
    return dask.LocalCluster(
        n_workers=jobs,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.ERROR,
        env={"PYTHONPATH": str(ROOT)},
    )
