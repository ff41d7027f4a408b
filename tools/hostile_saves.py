#!/usr/bin/env python3
"""Opens saved games that were made to do harm, each in a process of its own, and measures it.

    tools/hostile_saves.py [WORD]

Only those with WORD in their names, if it is given. Fails where one takes longer than SECONDS or
more than MEMORY, ends the process, or is refused in words that no player understands.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hexwar.app.games import load_game
from hexwar.engine import KernelError
from hexwar.scenario.errors import ScenarioError
from tools.trials.hostile import good_game, hostile_saves, is_plain

SECONDS = 2.0
MEMORY = 500
"""MiB, those of the program itself among them."""

LONGEST = 60
"""Seconds after which a process is given up."""


@dataclass(frozen=True, slots=True)
class Finding:
    """How one was taken."""

    name: str
    told: str
    seconds: float
    memory: float  # MiB

    @property
    def is_bad(self) -> bool:
        """Whether it broke the promise."""
        slow = self.seconds > SECONDS or self.memory > MEMORY
        return slow or not is_plain(self.told)


def main() -> int:
    """Open them all; 1 where one of them breaks the promise."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    found = list(measured(word))
    for one in found:
        mark = "BAD" if one.is_bad else "   "
        print(f"{mark} {one.seconds:6.2f} s {one.memory:6.0f} MiB  {one.name}: {one.told[:200]}")
    slowest, largest = (max(found, key=key) for key in (lambda f: f.seconds, lambda f: f.memory))
    print(f"{len(found)} files, {sum(one.is_bad for one in found)} bad")
    print(f"slowest {slowest.seconds:.2f} s ({slowest.name})")
    print(f"largest {largest.memory:.0f} MiB ({largest.name})")
    return int(any(one.is_bad for one in found))


def measured(word: str) -> Iterator[Finding]:
    """Open each in a process of its own."""
    for name, data in hostile_saves(good_game()):
        if word in name:
            yield in_child(name, data)


def in_child(name: str, data: bytes) -> Finding:
    """Open one in a copy of this process."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        _limit()
        os.write(write_end, told_of(data)[:4_000].encode(errors="replace"))
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        told = pipe.read().decode()
    _, status, used = os.wait4(child, 0)
    told = told or f"the process ended by {status}"
    seconds = used.ru_utime + used.ru_stime  # others may be at work on the machine
    return Finding(name, told, seconds, used.ru_maxrss / 1024)


def told_of(data: bytes) -> str:
    """What is said of a file: why it is refused, or that it opens."""
    try:
        session = load_game(data)
    except (KernelError, ScenarioError) as fault:
        return str(fault)
    except BaseException as fault:
        return f"{type(fault).__name__}: {fault}"
    try:
        while session.can_redo:
            session.redo()
    except KernelError as fault:
        return f"opens; {fault}"
    return f"opens; {session.notice or 'as saved'}"


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))


if __name__ == "__main__":
    sys.exit(main())
