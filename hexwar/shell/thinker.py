"""Computer players at work, on what their side sees, and at a pace.

They think in a process of their own (`hexwar.shell.engine`), which is ended when it hangs. Who is
known to this window only, as the enemy in a lesson, thinks in a thread, and so does everybody where
no process can be had.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from hexwar.ai.policy import NOTHING, Look, Thought, thought
from hexwar.ai.wire import Answer, Question
from hexwar.engine import Decision
from hexwar.engine.foresight import Past
from hexwar.kit import Player
from hexwar.messages import say
from hexwar.shell.engine import Engine
from hexwar.widgets.worker import Loose

LONGEST = 20_000
"""How long a computer player may think before a legal answer is given for it, milliseconds."""

SHORTEST = 350
"""How long it seems to think at the usual pace, milliseconds: people must be able to follow."""

HASTE = 800
"""How long who is to answer now may take for that; then another answers for him, milliseconds."""

_IDLE = ("end", "pass", "stay")


class _MindingLook(Look):
    """A look by which who thinks in vain is ended, each time that he looks."""

    def __init__(
        self, mind: Callable[[], None], asked: Question, is_hurried: Callable[[], bool]
    ) -> None:
        super().__init__(lambda: asked.view, lambda: asked.past, is_hurried)
        self._mind = mind

    def __call__(self) -> Any:
        self._mind()
        return super().__call__()


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
        self.thought: Thought | None = None
        """What came with the answer that is given: why, and what it keeps in mind."""
        self.is_held: Callable[[], bool] = lambda: False
        """Whether an answer must wait for something else; `release` when that is over."""
        self._is_paused = False
        self._steps = False  # the next answer is given in spite of a pause
        self._waits = False  # an answer is there and not yet given
        self._is_due = False  # it was to be given when it was held
        self._began = QElapsedTimer()
        self._question: Question | None = None  # that is being thought about
        self._number = 0
        self._hurried = 0  # the number of the question that is to be answered now
        self._quick = ""  # who answers it instead if that takes too long
        self._own: set[str] = set()  # whom only this window knows
        self.engine: Engine | None = None
        """The process in which they think, if they have one."""
        self._thread = Loose(self)
        self._thread.finished.connect(self._hear)
        self._thread.failed.connect(lambda fault: self._fail(type(fault).__name__))
        self._watch, self._pause = QTimer(self, singleShot=True), QTimer(self, singleShot=True)
        self._haste = QTimer(self, singleShot=True)
        self._haste.timeout.connect(self._replace)
        self._watch.timeout.connect(self._wake)
        self._pause.timeout.connect(self._give)

    def seat(self, name: str, player: Player) -> None:
        """Let another player think under a name."""
        self._players[name] = player
        self._own.add(name)

    def engage(self, engine: Engine) -> None:
        """Let the players of the kit think in a process from now on."""
        self.engine = engine
        engine.answered.connect(self._hear_far)
        engine.died.connect(lambda: self._fail(say("its process ended")))
        engine.lost.connect(self._think_near)

    @property
    def is_thinking(self) -> bool:
        """Whether an answer is awaited."""
        return self._question is not None or self._waits

    def stand_in(self) -> Any:
        """A legal answer to the last question, instead of one that the law refuses; it is told."""
        why = say("The computer player broke a rule, so the simplest answer was given.")
        self.thought = Thought(self._fallback, memory=NOTHING)
        self.overslept.emit(why)
        return self._fallback

    def ask(
        self,
        player: str,
        decision: Decision[Any],
        options: Sequence[Any],
        view: Any,
        seed: str,
        memory: Mapping[str, Any] = NOTHING,
        past: Past[Any] | None = None,
    ) -> None:
        """Put a question to a computer player; nobody else may hold the views of its side.

        The same seed and memory give the same answer.
        """
        self._fallback = _fallback(decision, options)
        self.thought = None
        self._began.start()
        self._watch.start(self.longest)
        self._number += 1
        asked = self._question = Question(
            self._number, player, decision, options, view, seed, dict(memory), past
        )
        if self.engine is None or player in self._own or not self.engine.ask(asked):
            self._think_near()

    @property
    def thinks_for(self) -> int:
        """How long it has thought so far, milliseconds; 0 while it does not think."""
        return self._began.elapsed() if self._question is not None else 0

    def play_now(self, quick: str) -> None:
        """Wait no longer: who thinks ends with what he has.

        Who has nothing yet, or does not hear it, is replaced after `HASTE`, or at a second call, by
        a player who does not think long. What was kept in mind stays.
        """
        asked, self._quick = self._question, quick
        if asked is None:
            return
        if self._hurried == asked.number:
            self._replace()
            return
        self._hurried = asked.number
        if self.engine is not None:
            self.engine.hurry()
        self._haste.start(HASTE)

    def _replace(self) -> None:
        """Let a quick player answer instead of one who cannot be hurried."""
        self._haste.stop()
        asked, quick = self._question, self._quick
        if asked is None or quick not in self._players:
            return
        self._thread.drop()
        if self.engine is not None:
            self.engine.drop()
            self.engine.end()
        self._question = replace(asked, player=quick, memory={})
        self._think_near()

    def _think_near(self) -> None:
        """Think in a thread about what is asked."""
        if (asked := self._question) is None:
            return
        policy = self._players[asked.player].make()

        def think(mind: Callable[[], None]) -> Thought:
            def is_hurried() -> bool:
                mind()
                return self._hurried == asked.number

            look = _MindingLook(mind, asked, is_hurried)
            return thought(policy, asked.decision, asked.options, look, asked.seed, asked.memory)

        self._thread.run(think)

    def drop(self) -> None:
        """The answer is not wanted any more."""
        self._question = self.thought = None
        self._thread.drop()
        if self.engine is not None:
            self.engine.drop()
        self._watch.stop()
        self._haste.stop()
        self._pause.stop()
        self._waits = self._is_due = False

    def close(self) -> None:
        """Drop the answer, and end what thinks about it."""
        self._thread.wait()
        self.drop()
        if self.engine is not None:
            self.engine.close()

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

    def release(self) -> None:
        """Give the answer now that has waited for something else."""
        if self._waits and self._is_due:
            self._is_due = False
            self._pause.start(0)

    def hurry(self, *, on: bool) -> None:
        """Let it answer as soon as it can, or at its usual pace again."""
        self.hurries = on
        if on and self._waits:
            self._pause.start(0)

    def _hear(self, found: Thought) -> None:
        self.thought = found
        self._take(found.answer)

    def _hear_far(self, found: Answer) -> None:
        if found.fault:
            self._fail(found.fault)
        else:
            self._hear(Thought(found.answer, found.reason, found.memory))

    def _take(self, answer: object) -> None:
        """Hold a quick answer back a little."""
        self._question = None
        self._watch.stop()
        self._haste.stop()
        self._answer, self._waits = answer, True
        least = SHORTEST / self.speed if self.speed and not self.hurries else 0
        self._pause.start(max(round(least - self._began.elapsed()), 0))

    def _give(self) -> None:
        if self._waits and (self._steps or not self._is_paused):
            if self.is_held():
                self._is_due = True
                return
            self._waits = self._steps = self._is_due = False
            self.answered.emit(self._answer)

    def _wake(self) -> None:
        """It has taken too long: its work is ended for good, the next begins anew."""
        if self.engine is not None and self.engine.process and not self.engine.is_ready:
            self.engine.close()  # none comes about: from now on in a thread
            self._watch.start(self.longest)
            self._think_near()
            return
        seconds = self.longest / 1000
        self._stand_in(say("The computer took longer than {n:.0f} seconds", n=seconds))
        if self.engine is not None:
            self.engine.end()

    def _fail(self, name: str) -> None:
        self._stand_in(say("The computer player broke down ({name})", name=name))

    def _stand_in(self, what: str) -> None:
        self._thread.drop()
        if self.engine is not None:
            self.engine.drop()
        told = say("{what}, so the simplest legal answer was given for it.", what=what)
        self.overslept.emit(told)
        self.thought = Thought(self._fallback, memory=NOTHING)  # what it had in mind may be why
        self._take(self._fallback)


def _fallback(decision: Decision[Any], options: Sequence[Any]) -> Any:
    """Doing nothing where that is legal, else the first answer."""
    idle = (option for option in options if decision.kind(option) in _IDLE)
    return next(idle, options[0])
