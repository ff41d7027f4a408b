"""Runs tests that pytest has collected in children of this process, each with one change."""

from __future__ import annotations

import os
import pickle
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

import pytest

from tools.mutation.places import ROOT

Visit = tuple[str, int]
"""File and first line of a function that a test came by."""

KILLED, SURVIVED, CRASHED, HUNG = "killed", "survived", "crashed", "hung"


@dataclass(frozen=True, slots=True)
class Run:
    """What one test did: whether it passed, how long it took, which functions it came by."""

    passed: bool
    seconds: float
    visited: frozenset[Visit]


class Watch:
    """A plugin that notes the failures of the tests of this process."""

    def __init__(self) -> None:
        self.failures: list[bool] = []  # whether it is a verdict on the rule, not a crash

    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        """Note a failure of any part of a test."""
        error = call.excinfo
        if error is not None and not error.errisinstance(pytest.skip.Exception):
            self.failures.append(is_verdict(error))


def is_verdict(error: pytest.ExceptionInfo[BaseException]) -> bool:
    """Whether a test failed by what it expects: a program that breaks down proves no rule."""
    if error.errisinstance((AssertionError, pytest.fail.Exception)):
        return True
    if type(error.value).__module__.startswith("hexwar."):
        return True
    return str(error.traceback[-1].path).startswith(f"{ROOT}/tests/")


def survey(items: Sequence[pytest.Item], watch: Watch, seconds: float) -> dict[str, Run]:
    """Run tests without a change, each one once, as many as there is time for; by their ids."""

    def run() -> dict[str, Run]:
        runs: dict[str, Run] = {}
        start = time.process_time()
        for item, following in pairs(items):
            began, seen = time.process_time(), set[CodeType]()
            sys.setprofile(_noting(seen))
            is_good = _passes(item, following, watch)
            sys.setprofile(None)
            now = time.process_time()
            runs[item.nodeid] = Run(is_good, now - began, _visits(seen))
            if now - start > seconds:
                break
        return runs

    return in_child(run, 4 * seconds) or {}


def _noting(seen: set[CodeType]) -> Callable[[FrameType, str, Any], None]:
    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            seen.add(frame.f_code)

    return note


def _visits(seen: Iterable[CodeType]) -> frozenset[Visit]:
    start = f"{ROOT}/hexwar/"
    return frozenset(
        (code.co_filename.removeprefix(f"{ROOT}/"), code.co_firstlineno)
        for code in seen
        if code.co_filename.startswith(start)
    )


def try_out(
    change: Callable[[], None],
    items: Sequence[pytest.Item],
    watch: Watch,
    seconds: float,
    *,
    every: bool = False,
) -> tuple[str, frozenset[str]]:
    """Run tests with a change until one fails by what it expects: how it ended, by which tests.

    With `every` each test function has its turn, until one of its rows fails so.
    """

    def run() -> tuple[str, frozenset[str]]:
        change()
        killers: dict[str, str] = {}
        for item, following in pairs(items):
            if function_of(item.nodeid) in killers:
                continue
            before = len(watch.failures)
            _passes(item, following, watch)
            if any(watch.failures[before:]):
                killers[function_of(item.nodeid)] = item.nodeid
                if not every:
                    break
        end = KILLED if killers else CRASHED if watch.failures else SURVIVED
        return end, frozenset(killers.values())

    return in_child(run, seconds) or (HUNG, frozenset())


def function_of(test: str) -> str:
    """The function of a test, without the row."""
    return test.partition("[")[0]


def pairs(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    """Each test with the one after it, whose fixtures it leaves standing."""
    return zip(items, [*items[1:], None], strict=True)


def _passes(item: pytest.Item, following: pytest.Item | None, watch: Watch) -> bool:
    before = len(watch.failures)
    item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
    return len(watch.failures) == before


def in_child(work: Callable[[], Any], seconds: float) -> Any:
    """Do work in a child with so much time of the processor; None when it does not come back.

    Its words go nowhere, and its files into a folder that is removed.
    """
    folder = tempfile.mkdtemp(prefix="mutant-")
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        _work_and_leave(work, write, seconds, folder)
    os.close(write)
    with os.fdopen(read, "rb") as told:
        answer = told.read()
    os.waitpid(child, 0)
    shutil.rmtree(folder, ignore_errors=True)
    return pickle.loads(answer) if answer else None


def _work_and_leave(work: Callable[[], Any], write: int, seconds: float, folder: str) -> None:
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        whole = int(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole))
        signal.alarm(10 * whole)  # one that waits uses no processor
        os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
        answer = pickle.dumps(work())
        with os.fdopen(write, "wb") as told:
            told.write(answer)
    finally:
        os._exit(0)  # whatever happened: the parent goes on, and once only
