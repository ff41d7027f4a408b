"""What the staff takes for true of what it does not see, and the games in thought from there."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from hexwar.ai.arena import Match
from hexwar.app.games import battle_with, new_match
from hexwar.engine.foresight import Astray, Foresight, Past, past_of
from hexwar.engine.records import digest
from hexwar.systems.nlc.staff.guess import StaffGuess, games
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from hexwar.table.hearsay import texts_in
from hexwar.table.hiding import unseen_by
from tests.systems.nlc.cases import each
from tools.trials.secrets import SECRETS, is_told

FOG = {"hidden_forces": "on", "hidden_movement": "on", "vedettes": "on", "cards": "full"}

EVERYWHERE = (
    "brienne-la-rothiere",
    "cavalry-charge",
    "fere-champenoise",
    "first-steps",
    "hold-the-bridge",
    "la-rothiere",
    "proving-ground",
    "river-crossing",
    "three-battles",
    "vauchamps",
)
"""Battles that the other tests do not play."""

GAMES: tuple[tuple[str, dict[str, str], int], ...] = (
    ("brienne", {}, 200),
    ("champaubert", {"cards": "restricted", "cups": "common"}, 160),
    ("montmirail", {"cards": "solitaire", "draw": "beforehand", "cups": "cover"}, 120),
    ("brienne", FOG, 200),
)


@cache
def pasts(scenario: str, options: tuple[tuple[str, str], ...], answers: int) -> list[Past[Any]]:
    """Questions of a game of the greedy player, eight from its beginning to near its end."""
    sides = battle_with(scenario, ()).sides
    match: Match = new_match(scenario, dict.fromkeys(sides, "greedy"), "2", dict(options))
    found = []
    for step in range(answers):
        if match.session.pending is None:
            break
        if step % (answers // 8) == 0:
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


@each("scenario", *EVERYWHERE)
def test_every_battle_can_be_guessed_and_foreseen(scenario: str) -> None:
    dice, hiding = Random(scenario), {name: "on" for name in FOG if name != "cards"}
    begun, asked = 0, taken(scenario, hiding, 40)[::4]
    for past in asked:
        side = Side(past.asked.side)
        assert view(StaffGuess("a seed").completed(past), side) == past.view
        with suppress(Astray):
            [game] = games(past, "a seed")
            begun += 1
            at_random(game, 6, dice)
    assert begun >= len(asked) - 1


@pytest.mark.rule("N3.4")
def test_what_is_hidden_changes_no_guess_and_no_game_in_thought() -> None:
    """Every secret of the enemy is swapped: the views of the mark and the guesses are the same."""
    sides = battle_with("brienne", ()).sides
    match = new_match("brienne", dict.fromkeys(sides, "greedy"), "2", FOG)
    tried, dice = set[str](), Random(1)
    for step in range(200):
        session = match.session
        assert session.pending is not None
        side, mark = Side(session.pending.side), session.marks[-1].state
        if step % 25 == 4 and not is_told("pad.lines", mark, side):
            past, other = past_of(session, view), mark.copy()
            for name, scramble in SECRETS.items():
                before = digest(other)
                with suppress(LookupError):
                    scramble(other, mark.battle.enemy(side), dice)
                tried |= {name} - ({name} if digest(other) == before else set())
            theirs = [e.answer for e in past.answers if e.side == mark.battle.enemy(side)]
            hidden = unseen_by(mark.battle, session.state.hiding, side)
            assert hidden.isdisjoint(texts_in(theirs))
            same = replace(past, view=view(other, side))
            assert foreseen(same) == foreseen(past)
        match.step()
    assert len(tried) > len(SECRETS) / 2


def foreseen(past: Past[GameState]) -> tuple[str, str]:
    """The guess from a past, and where some answers in thought lead; nothing where it is astray."""
    state = digest(StaffGuess("a seed", 1).completed(past))
    try:
        [game] = games(past, "a seed")
        for _ in range(3):
            if game.pending is not None:
                game.answer(game.options[0])
        return state, digest(game.state)
    except Astray:
        return state, ""
