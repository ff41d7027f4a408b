"""Reckons ahead, in a thread, what the lenses of a battle need, so that no first look is slow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QObject

from hexwar.ground.costs import Gait, steps_of
from hexwar.ground.sight import sightlines_of
from hexwar.ground.traces import trace_ground
from hexwar.shell.worker import Worker
from hexwar.systems.nlc.state import GameState


class Warming(QObject):
    """Fills the stores that belong to a map: lines of sight, traces, the costs of every step."""

    def __init__(self, state: GameState, parent: QObject) -> None:
        super().__init__(parent)
        self._state = state.copy()  # nobody else changes it meanwhile
        self._is_wanted = True
        self._worker = Worker(self)
        self._worker.run(self._reckon)

    def stop(self) -> None:
        """Wait until the thread has ended, after the field that it is at."""
        self._is_wanted = False
        self._worker.wait()

    def _reckon(self) -> None:
        for reckon in self._fields():
            if not self._is_wanted:
                return
            reckon()

    def _fields(self) -> Iterator[Callable[[], object]]:
        """What reckons each field, one after the other."""
        yield lambda: sightlines_of(self._state.battle.battlefield)
        yield lambda: trace_ground(self._state)
        for gait in Gait:
            yield partial(steps_of, self._state, gait)
