"""What the staff takes for true of what it does not see, and the games in thought from there."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from hexwar.ai.arena import Match
from hexwar.app.games import battle_with, new_match
from hexwar.engine.foresight import Astray, Foresight, Past, past_of
from hexwar.engine.records import digest
from hexwar.systems.nlc.staff.guess import StaffGuess, games
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from tests.systems.nlc.cases import each

FOG = {"hidden_forces": "on", "hidden_movement": "on", "vedettes": "on", "cards": "full"}

GAMES: tuple[tuple[str, dict[str, str], int], ...] = (
    ("brienne", {}, 300),
    ("champaubert", {"cards": "restricted", "cups": "common"}, 300),
    ("montmirail", {"cards": "solitaire", "draw": "beforehand", "cups": "cover"}, 200),
    ("brienne", FOG, 300),
)


@cache
def pasts(scenario: str, options: tuple[tuple[str, str], ...], answers: int) -> list[Past[Any]]:
    """Questions of a game of the greedy player, a dozen from its beginning to near its end."""
    sides = battle_with(scenario, ()).sides
    match: Match = new_match(scenario, dict.fromkeys(sides, "greedy"), "2", dict(options))
    found = []
    for step in range(answers):
        if match.session.pending is None:
            break
        if step % (answers // 12) == 0:
            found.append(past_of(match.session, view))
        match.step()
    return found


def taken(scenario: str, options: dict[str, str], answers: int) -> list[Past[Any]]:
    return pasts(scenario, tuple(options.items()), answers)


def at_random(game: Foresight[GameState], answers: int, dice: Random) -> None:
    """Answer at random, as a wild player would; Astray where the rules break down."""
    for _ in range(answers):
        if game.pending is None:
            return
        game.answer(dice.choice(game.options))


@each("scenario options answers", *GAMES)
def test_a_guess_contradicts_nothing_that_the_side_sees(
    scenario: str, options: dict[str, str], answers: int
) -> None:
    found = set()
    for past in taken(scenario, options, answers):
        side, before = Side(past.asked.side), digest(past.view)
        for number in range(3):
            state = StaffGuess("a seed", number).completed(past)
            assert view(state, side) == past.view
            assert digest(state) == digest(StaffGuess("a seed", number).completed(past))
            found.add(digest(state))
        assert digest(past.view) == before
    assert len(found) > len(taken(scenario, options, answers))  # guesses differ


@each("scenario options answers", *GAMES)
def test_games_in_thought_run_on_from_the_question(
    scenario: str, options: dict[str, str], answers: int
) -> None:
    dice, begun, asked = Random(1), 0, taken(scenario, options, answers)
    for past in asked[::2]:
        try:
            [game] = games(past, "a seed")
        except Astray:
            continue
        begun += 1
        assert game.pending == past.asked
        at_random(game.fork(), 15, dice)
    assert begun >= len(asked[::2]) - 1
