"""Computer players at work: they think in a thread, on what their side sees, and at a pace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from hexwar.ai.policy import CounterDice, Explains, Reason
from hexwar.engine import Decision
from hexwar.kit import Player
from hexwar.messages import say
from hexwar.shell.worker import Worker

LONGEST = 20_000
"""How long a computer player may think before a legal answer is given for it, milliseconds."""

SHORTEST = 350
"""How long it seems to think at the usual pace, milliseconds: people must be able to follow."""

_IDLE = ("end", "pass", "stay")


class Thinker(QObject):
    """Answers one question at a time; `answered` follows on the GUI thread."""

    answered = Signal(object)
    """The answer."""
    overslept = Signal(str)
    """A computer player took too long or broke down; the sentence says what is done instead."""

    def __init__(self, players: Mapping[str, Player], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._players = dict(players)
        self.speed = 1.0
        """How many times as fast as usual; 0 does not wait."""
        self.longest = LONGEST
        self._fallback: Any = None
        self._answer: Any = None
        self.hurries = False
        """Whether it waits for nobody: the player wants to see the end."""
        self.reason: Reason | None = None
        """Why it has answered so, where it says it."""
        self._is_paused = False
        self._steps = False  # the next answer is given in spite of a pause
        self._waits = False  # an answer is there and not yet given
        self._began = QElapsedTimer()
        self._worker = Worker(self)
        self._worker.finished.connect(self._hear)
        self._worker.failed.connect(self._fail)
        self._watch, self._pause = QTimer(self, singleShot=True), QTimer(self, singleShot=True)
        self._watch.timeout.connect(self._wake)
        self._pause.timeout.connect(self._give)

    def seat(self, name: str, player: Player) -> None:
        """Let another player think under a name."""
        self._players[name] = player

    @property
    def is_thinking(self) -> bool:
        """Whether an answer is awaited."""
        return self._worker.is_busy or self._waits

    def stand_in(self) -> Any:
        """A legal answer to the last question, instead of one that the law refuses; it is told."""
        why = say("The computer player broke a rule, so the simplest answer was given.")
        self.overslept.emit(why)
        return self._fallback

    def ask(
        self,
        player: str,
        decision: Decision[Any],
        options: Sequence[Any],
        view: Any,
        seed: str,
    ) -> None:
        """Put a question to a computer player; nobody else may hold the view of its side.

        The same seed gives the same answer.
        """
        policy, dice = self._players[player].make(), CounterDice(seed)
        self._fallback = _fallback(decision, options)
        self.reason = None
        self._began.start()
        self._watch.start(self.longest)

        def think() -> tuple[Any, Reason | None]:
            answer = policy.answer(decision, options, lambda: view, dice)
            why = policy.reason(decision, answer, view) if isinstance(policy, Explains) else None
            return answer, why

        self._worker.run(think)

    def drop(self) -> None:
        """The answer is not wanted any more."""
        self._worker.drop()
        self._watch.stop()
        self._pause.stop()
        self._waits = False

    def wait(self) -> None:
        """Drop the answer, and wait until the thread has ended."""
        self.drop()
        self._worker.wait()

    def set_paused(self, paused: bool) -> None:
        """Hold the answer back, or let it go."""
        self._is_paused = paused
        if self._waits and not paused:
            self._pause.start(0)

    def step(self) -> None:
        """Give one answer in spite of a pause: the one that is there, or the next."""
        self._steps = True
        if self._waits:
            self._pause.start(0)

    def hurry(self, *, on: bool) -> None:
        """Let it answer as soon as it can, or at its usual pace again."""
        self.hurries = on
        if on and self._waits:
            self._pause.start(0)

    def _hear(self, thought: tuple[Any, Reason | None]) -> None:
        answer, self.reason = thought
        self._take(answer)

    def _take(self, answer: object) -> None:
        """Hold a quick answer back a little."""
        self._watch.stop()
        self._answer, self._waits = answer, True
        least = SHORTEST / self.speed if self.speed and not self.hurries else 0
        self._pause.start(max(round(least - self._began.elapsed()), 0))

    def _give(self) -> None:
        if self._waits and (self._steps or not self._is_paused):
            self._waits = self._steps = False
            self.answered.emit(self._answer)

    def _wake(self) -> None:
        seconds = self.longest / 1000
        self._stand_in(say("The computer took longer than {n:.0f} seconds", n=seconds))

    def _fail(self, fault: Exception) -> None:
        self._stand_in(say("The computer player broke down ({name})", name=type(fault).__name__))

    def _stand_in(self, what: str) -> None:
        self._worker.drop()
        told = say("{what}, so the simplest legal answer was given for it.", what=what)
        self.overslept.emit(told)
        self._take(self._fallback)


def _fallback(decision: Decision[Any], options: Sequence[Any]) -> Any:
    """Doing nothing where that is legal, else the first answer."""
    idle = (option for option in options if decision.kind(option) in _IDLE)
    return next(idle, options[0])
