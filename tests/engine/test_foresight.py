"""Games in thought: where they begin, what is guessed on the way, and how they fork."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from hexwar.engine import Decision, SeededChance, Session
from hexwar.engine.foresight import Astray, Foresight, Past, foresight, past_of
from tests.engine.harbour import SYSTEM, Harbour, Manner
from tests.engine.play import BOLD, begin, seeded


@dataclass
class Hunch:
    """Of the other's hidden answers: the pier, and the manner; there are no rocks."""

    pier: int = 4
    manner: Manner = BOLD

    def completed(self, past: Past[Harbour]) -> Harbour:
        assert past.asked.side == "blue"
        return past.view.copy()

    def answer(self, decision: Decision[Any], state: Harbour) -> Any:
        assert state.side == decision.side
        return {"ChoosePier": self.pier, "ChooseManner": self.manner}[type(decision).__name__]


def without_rocks(state: Harbour, _side: str) -> Harbour:
    seen = state.copy()
    seen.rocks = ()
    return seen


def asked_to_block() -> Session[Harbour]:
    """Red moors boldly at the pier of the rocks, and blue may block."""
    session = begin(6, 6)
    session.answer(2)
    session.answer(BOLD)
    return session


def test_the_past_has_no_answers_that_the_side_was_not_told() -> None:
    session = asked_to_block()
    past = past_of(session, without_rocks)
    assert (past.asked, past.answers) == (session.pending, ())
    assert past.view.rocks == ()
    own = seeded(1, [2])
    asked = past_of(own, without_rocks)
    assert [(entry.asked, entry.answer) for entry in asked.answers] == [("ChoosePier", 2)]
    assert [entry.events for entry in asked.answers] == [0]


def test_a_game_in_thought_comes_to_the_question_by_guesses_and_goes_on() -> None:
    session = asked_to_block()
    game = foresight(SYSTEM, past_of(session, without_rocks), Hunch(), SeededChance(1))
    assert game.pending == session.pending
    game.answer(False)
    assert game.state.boats in ({4: "red"}, {})  # as it was guessed, whatever red has done
    assert session.state.boats == {}
    assert game.pending is not None
    assert game.pending.side == "blue"


def test_a_guess_that_does_not_lead_to_the_question_is_astray() -> None:
    past = past_of(asked_to_block(), without_rocks)
    with pytest.raises(Astray, match="on the way to MayBlock"):
        foresight(SYSTEM, past, Hunch(manner=Manner.SAFE), SeededChance(1))
    with pytest.raises(Astray, match="KeyError"):
        foresight(SYSTEM, past, Hunch(pier=99, manner=Manner.SAFE), SeededChance(1))
    with pytest.raises(Astray, match="AssertionError"):  # the guess itself breaks down
        foresight(SYSTEM, Past(past.asked, past.view), _Nobody(), SeededChance(1))


class _Nobody(Hunch):
    def completed(self, past: Past[Harbour]) -> Harbour:
        raise AssertionError(past)


def thought(session: Session[Harbour]) -> Foresight[Harbour]:
    """A game in thought at the mark of a game, with nothing hidden and the same dice."""
    mark = session.marks[-1]
    game = Foresight(SYSTEM, mark.state.copy(), session.chance, mark.luck)
    game.begin()
    return game


def test_a_game_in_thought_runs_as_the_game_does() -> None:
    session = seeded(3)
    game = thought(session)
    picks = 0
    while session.pending is not None:
        assert game.pending == session.pending
        assert list(game.options) == list(session.options)
        value = session.options[picks % len(session.options)]
        picks += 5
        session.answer(value)
        game.answer(value)
        while game.pending is not None and len(game.options) == 1:  # it asks what is forced too
            game.answer(game.options[0])
    assert game.pending is None
    assert (game.state, game.luck) == (session.state, session.luck)
    assert game.options == ()


@pytest.mark.parametrize("given", range(3))
def test_forks_go_their_own_ways_from_the_same_question(given: int) -> None:
    """At a mark, and in the midst of a flow."""
    game = thought(seeded(5))
    for value in (0, BOLD)[:given]:
        game.answer(value)
    asked, options, state = game.pending, list(game.options), game.state.copy()
    twins = [game.fork(), game.fork(SeededChance("other"))]
    game.answer(options[0])
    assert game.state != state or game.pending != asked
    for twin in twins:
        assert (twin.pending, list(twin.options), twin.state) == (asked, options, state)
        assert twin.answers == 0
    other = twins[0].fork()
    twins[0].answer(options[0])
    assert twins[0].state == game.state  # the same dice
    other.answer(options[-1])
    assert other.answers == 1


def test_dice_that_nobody_throws_lead_astray() -> None:
    class Nobody:
        seed = None

        def answer(self, *_: Any) -> None:
            return None

    game = thought(seeded(1)).fork(Nobody())
    game.answer(0)
    game.answer(BOLD)
    with pytest.raises(Astray, match="dice"):
        game.answer(False)
