"""Games between computer players, and the tally of what occurred."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hexwar.ai import arena
from hexwar.ai.arena import EndlessGameError, Match, Tally
from hexwar.ai.policy import Dice, Look
from hexwar.app.games import new_game, new_match
from hexwar.engine import CHANCE, Decision, SeededChance, Session
from hexwar.systems.nlc.events.combat import FireResolved
from hexwar.systems.nlc.state import HIDDEN, GameState, view
from hexwar.table.forces import Side
from tests.systems.nlc.positions import ALLIED, FRENCH

MELEE = str(Path(__file__).parent.parent / "scenarios" / "melee")
RANDOM = {FRENCH: "random", ALLIED: "random"}


def begun() -> Session[GameState]:
    return new_game(MELEE, SeededChance("1"))


@pytest.fixture(scope="module")
def played() -> Match:
    match = new_match(MELEE, RANDOM, "3")
    match.play()
    return match


def test_a_match_ends_with_its_result(played: Match) -> None:
    result, state = played.result(), played.session.state
    assert state.over
    assert state.outcome is not None
    assert (result.seed, result.winner, result.level) == (
        "3",
        state.outcome.winner,
        state.outcome.level,
    )
    assert result.vp == dict(state.outcome.vp)
    assert result.turns == state.turn <= len(state.battle.turns)
    assert result.journal == len(played.session.journal)


def test_the_same_seed_is_the_same_game_and_another_another(played: Match) -> None:
    twin = new_match(MELEE, RANDOM, "3")
    assert twin.play() == played.result()
    assert twin.session.digest() == played.session.digest()
    assert twin.session.journal == played.session.journal
    other = new_match(MELEE, RANDOM, "4")
    other.play()
    assert other.session.journal != played.session.journal


def test_only_answers_with_a_choice_are_counted_to_an_end(
    played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    twin, choices = new_match(MELEE, RANDOM, "3"), 0

    def watch(match: Match) -> None:
        nonlocal choices
        choices += len(match.session.options) > 1

    result = twin.play(watch)
    assert result.answers == choices == played.answers
    assert result.answers < result.journal
    monkeypatch.setattr(arena, "MAX_ANSWERS", 5)
    with pytest.raises(EndlessGameError, match=r"^seed 3: no end after 5 answers$"):
        new_match(MELEE, RANDOM, "3").play()


def test_players_see_only_what_their_side_may_know_with_dice_of_their_own() -> None:
    class Nosy:
        def answer(
            self, decision: Decision[Any], options: Sequence[Any], look: Look, dice: Dice
        ) -> Any:
            view = look()
            enemy = view.battle.enemy(Side(decision.side))
            assert set(view.chits.cups[enemy]) <= {HIDDEN}
            for line, order in view.pad.lines.items():
                assert view.side_of_line(line) != enemy or not order.steps
            return options[dice.below(len(options))]

    Match(begun(), {FRENCH: Nosy(), ALLIED: Nosy()}, view, "1").play()
    drawn: dict[str, list[int]] = {FRENCH: [], ALLIED: []}

    class Noting:
        def answer(
            self, decision: Decision[Any], options: Sequence[Any], look: Look, dice: Dice
        ) -> Any:
            drawn[decision.side].append(dice.below(1000))
            return options[-1]

    Match(begun(), {FRENCH: Noting(), ALLIED: Noting()}, view, "1").play()
    assert drawn[FRENCH][:5] != drawn[ALLIED][:5]


def test_the_tally_counts_what_occurred_and_adds_games_up(played: Match) -> None:
    tally = Tally()
    tally.add(played.session)
    journal, events = played.session.journal, played.session.events
    assert tally.decisions == Counter(entry.asked for entry in journal)
    assert tally.events == Counter(type(event).__name__ for event in events)
    assert sum(tally.cells.values()) == tally.events["FireResolved"]
    assert {entry.side for entry in journal} == {FRENCH, ALLIED, CHANCE}
    once, twice = Tally(), Tally()
    once.add(played.session)
    twice.add(played.session)
    twice.add(played.session)
    assert twice.decisions["Roll"] == 2 * once.decisions["Roll"] > 0
    assert twice.cells.total() == 2 * once.cells.total()
    fire = next(event for event in played.session.events if isinstance(event, FireResolved))
    tally = Tally()
    tally.add(played.session)
    assert tally.cells[f"fire {fire.die + fire.modifiers}/{fire.column + 1}"] > 0
