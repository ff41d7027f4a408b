"""Games between computer players, and what happened in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from hexwar.ai.minutes import kept_of, memory_of
from hexwar.ai.policy import CounterDice, Explains, Look, Policy, Remembers, Thought
from hexwar.engine import Decision, Session
from hexwar.engine.foresight import past_of

MAX_ANSWERS = 100_000
"""A game that has not ended by then never will: a fault of the rules."""


class EndlessGameError(RuntimeError):
    """A game did not end."""


@dataclass(slots=True)
class Tally:
    """How often everything that is built occurred."""

    decisions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    cells: Counter[str] = field(default_factory=Counter)  # of the rules' tables

    def add(self, session: Session[Any]) -> None:
        """Count a game."""
        self.decisions.update(entry.asked for entry in session.journal)
        self.events.update(type(event).__name__ for event in session.events)
        self.cells.update(cell for event in session.events if (cell := event.cell))


@dataclass(frozen=True, slots=True)
class Result:
    """One game played to its end."""

    seed: str
    winner: str | None
    level: str
    vp: Mapping[str, int]
    turns: int
    answers: int  # of the two sides, where two or more were listed
    journal: int  # every answer, chance and forced ones too


Asking = Callable[[Decision[Any], Callable[[], Any]], Any]
"""Asks a player: given the question and the way to his answer, that answer."""


class Match:
    """One game under way between two computer players."""

    def __init__(
        self,
        session: Session[Any],
        players: Mapping[str, Policy],
        view: Callable[[Any, Any], Any],
        seed: str,
    ) -> None:
        """Seat the players at a new game; the seed is of their own choices, each with own dice."""
        self.session = session
        self.seed = seed
        self.answers = 0
        self.explains = False
        """Whether the reasons of the players are kept with their answers."""
        self.ask: Asking = lambda _decision, answer: answer()
        """How a player is asked: who measures puts a clock beside him here."""
        self._players, self._view = players, view
        self._dice = {side: CounterDice(f"{seed}/{side}") for side in players}
        self._minds = {side: one for side, one in players.items() if isinstance(one, Remembers)}

    def step(self) -> None:
        """One answer of one side."""
        session = self.session
        decision = session.pending
        assert decision is not None
        side = decision.side
        player, dice = self._players[side], self._dice[side]
        if len(session.options) > 1:
            self.answers += 1
        show = partial(self._view, session.state, side)
        look = Look(show, partial(past_of, session, self._view))
        if (mind := self._minds.get(side)) is not None:
            mind.recall(memory_of(session, side))
        answering = partial(player.answer, decision, session.options, look, dice)
        answer = self.ask(decision, answering)
        session.answer(answer, self._kept(player, decision, answer, look))

    def _kept(
        self, player: Policy, decision: Decision[Any], answer: Any, look: Look
    ) -> Mapping[str, Any]:
        """What is kept with an answer."""
        why = None
        if self.explains and isinstance(player, Explains):
            why = player.reason(decision, answer, look())
        mind = self._minds.get(decision.side)
        memory = None if mind is None else mind.memory()
        return kept_of(self.session, decision.side, Thought(answer, why, memory))

    def play(self, watch: Callable[[Match], None] | None = None) -> Result:
        """Play to the end; `watch` is called before every answer.

        Raises:
            EndlessGameError: the game does not end.
        """
        while self.session.pending is not None:
            if self.answers > MAX_ANSWERS:
                raise EndlessGameError(f"seed {self.seed}: no end after {MAX_ANSWERS} answers")
            if watch is not None:
                watch(self)
            self.step()
        return self.result()

    def result(self) -> Result:
        """How the game ended."""
        state, journal = self.session.state, self.session.journal
        outcome = state.outcome
        assert outcome is not None
        end = outcome.winner, outcome.level, dict(outcome.vp), state.turn
        return Result(self.seed, *end, self.answers, len(journal))
