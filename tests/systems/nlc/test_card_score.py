"""What cards count in the score, and what the enemy sees of it (N22, N23.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.cards.events import CardScored
from hexwar.cards.records import CardId, CardScore, Pile
from hexwar.engine import Table
from hexwar.systems.nlc.events.cards import CardRevealed
from hexwar.systems.nlc.events.turn import VpScored
from hexwar.systems.nlc.rules.cards.ways import card_lines
from hexwar.systems.nlc.rules.victory.victory import end_of_game, score_sheet, totals
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.pieces import Outcome
from tests.systems.nlc.decks import lying, put, with_cards
from tests.systems.nlc.positions import ALLIED, FRENCH, play


def scored(*scores: CardScore) -> GameState:
    state = with_cards("full", french="fire infiltration", allied="fire")
    state.cards = replace(state.cards, scores=scores)
    return state


FIRE = CardScore(FRENCH, CardId("fire"), -1, 29, 2)
ROUTE = CardScore(FRENCH, CardId("other-route"), 1, 29, 3)
PROBE = CardScore(FRENCH, CardId("probe"), 0, 29, 3)
LATER = CardScore(FRENCH, CardId("fire"), -1, 30, 4)
HIDDEN = CardScore(FRENCH, CardId("infiltration"), -1, 29, 4, is_shown=False)


@pytest.mark.rule("N22")
def test_a_line_for_each_day_and_a_reason_for_each_card() -> None:
    first, second = card_lines(scored(FIRE, ROUTE, PROBE, LATER, HIDDEN), FRENCH)
    assert (first.points, first.reason) == (-1, "cards played on day 29")
    assert [reason.sentence for reason in first.reasons] == [
        "Fire was played at 13:00: −1 VP.",
        "Reinforcement Takes Other Route was played at 14:00: +1 VP.",
        "Probe was played at 14:00: no VP.",
        "Infiltration was played at 15:00: −1 VP.",
    ]
    assert [reason.counts for reason in first.reasons] == [True, True, False, True]
    assert (second.points, second.reason) == (-1, "cards played on day 30")


@pytest.mark.rule("N22")
def test_cards_count_in_the_total_of_who_played_them() -> None:
    state = scored(FIRE, HIDDEN, CardScore(ALLIED, CardId("delay"), 2, 29, 1))
    assert totals(state) == {FRENCH: -2, ALLIED: 2}
    assert [line.points for line in score_sheet(state) if "cards" in line.reason] == [-2, 2]


@pytest.mark.rule("N23.2")
def test_the_enemy_does_not_see_what_was_played_face_down_until_the_game_is_over() -> None:
    state = scored(FIRE, HIDDEN)
    assert totals(view(state, FRENCH))[FRENCH] == -2
    assert totals(view(state, ALLIED))[FRENCH] == -1
    state.outcome = Outcome(None, "draw", (), "points")
    assert totals(view(state, ALLIED))[FRENCH] == -2


@pytest.mark.rule("N23.2")
def test_what_lies_face_down_is_shown_at_the_end_and_then_counted() -> None:
    state = put(scored(HIDDEN), FRENCH, Pile.DECK, Pile.SECRET, "infiltration")
    played = play(state, end_of_game)
    assert played.story[0] == "CardRevealed"
    assert played.state.cards.scores == (
        CardScore(FRENCH, CardId("infiltration"), -1, 29, 4, is_shown=True),
    )
    assert lying(played.state, FRENCH, Pile.DISCARD) == "infiltration"
    assert [(e.side, e.delta) for e in played.of(VpScored)] == [(FRENCH, -1)]


@pytest.mark.rule("N23.2")
def test_of_two_alike_one_is_shown() -> None:
    state = put(scored(HIDDEN, FIRE, HIDDEN), FRENCH, Pile.DECK, Pile.SECRET, "infiltration")
    CardRevealed(FRENCH, CardId("infiltration"), Pile.SECRET, Pile.DISCARD, is_shown=True).apply(
        state
    )
    assert [score.is_shown for score in state.cards.scores] == [True, True, False]


@pytest.mark.rule("N23.7")
def test_what_a_card_counted_can_be_made_void() -> None:
    state = scored(FIRE, LATER)

    async def voiding(table: Table[GameState]) -> None:
        table.emit(CardScored(FIRE, is_void=True))

    assert play(state, voiding).state.cards.scores == (LATER,)
