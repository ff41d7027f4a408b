"""Alone with one deck (N23.3 g)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.cards.events import CardPlayed
from hexwar.cards.records import CardId, CardScore, Pile
from hexwar.engine.records import without
from hexwar.systems.nlc.events.cards import CardHeld
from hexwar.systems.nlc.rules.cards.phase import play_cards, twin_of
from hexwar.systems.nlc.state import GameState
from tests.systems.nlc.decks import lying, put, with_cards
from tests.systems.nlc.positions import ALLIED, FRENCH, play

FIRE, PURSUIT = CardId("fire"), CardId("cavalry-pursuit")
FRENCH_DECK, ALLIED_DECK = "fire cavalry-pursuit marshal-ney", "fire cavalry-pursuit another-chance"


def alone() -> GameState:
    return with_cards("solitaire", french=FRENCH_DECK, allied=ALLIED_DECK, turn=2)


@pytest.mark.rule("N23.3", "N20.5")
@pytest.mark.parametrize(
    ("die", "side", "other"), [(1, FRENCH, ALLIED), (5, FRENCH, ALLIED), (2, ALLIED, FRENCH)]
)
def test_a_die_says_whom_the_card_befalls(die: int, side: str, other: str) -> None:
    played = play(alone(), play_cards, dice=[FIRE, die])
    assert [(event.side, event.card) for event in played.of(CardPlayed)] == [(side, FIRE)]
    assert [(score.side, score.vp) for score in played.state.cards.scores] == [(side, -1)]


@pytest.mark.rule("N23.3")
def test_the_one_deck_loses_the_card_for_both() -> None:
    played = play(alone(), play_cards, dice=[FIRE, 1])
    assert lying(played.state, FRENCH, Pile.DECK) == "cavalry-pursuit marshal-ney"
    assert lying(played.state, ALLIED, Pile.DECK) == "another-chance cavalry-pursuit"
    assert lying(played.state, FRENCH, Pile.ENDURING) == "fire"
    assert lying(played.state, ALLIED, Pile.DISCARD) == "fire"


@pytest.mark.rule("N23.3")
def test_a_card_for_another_moment_is_held_in_the_open() -> None:
    played = play(alone(), play_cards, dice=[PURSUIT, 4])
    [held] = played.of(CardHeld)
    assert (held.side, held.card, held.is_shown) == (ALLIED, PURSUIT, True)
    assert lying(played.state, ALLIED, Pile.HELD) == "cavalry-pursuit"


@pytest.mark.rule("N23.3")
def test_the_other_side_has_its_own_card_of_the_number() -> None:
    state = alone()
    assert twin_of(state, ALLIED, CardId("marshal-ney")) == "another-chance"
    assert twin_of(state, ALLIED, FIRE) == "fire"
    put(state, ALLIED, Pile.DECK, Pile.ASIDE, "fire")
    assert twin_of(state, ALLIED, FIRE) is None


@pytest.mark.rule("N23.3")
def test_a_card_that_the_other_side_has_not_befalls_nobody() -> None:
    state = put(alone(), ALLIED, Pile.DECK, Pile.ASIDE, "fire")
    played = play(state, play_cards, dice=[FIRE, 2])
    assert played.of(CardPlayed) == []
    assert lying(played.state, FRENCH, Pile.DISCARD) == "fire"


@pytest.mark.rule("N23.3")
def test_one_card_is_drawn_each_turn_but_in_night_am() -> None:
    night_pm = with_cards("solitaire", french="fire", allied="fire", turn=2, kinds="dn")
    assert play(night_pm, play_cards, dice=[FIRE, 1]).state.cards.scores == (
        CardScore(FRENCH, FIRE, -1, 29, 2),
    )
    night_am = with_cards("solitaire", french="fire", allied="fire", turn=2, kinds="dm")
    assert play(night_am, play_cards).asked == []


@pytest.mark.rule("N23.3")
def test_mode_cards_are_drawn_and_bonus_cards_are_not() -> None:
    state = with_cards("solitaire", french="late-start fire*9", allied="fire*9", mode=1, bonus=3)
    played = play(state, play_cards, dice=["late-start", FIRE, 1])
    assert [event.card for event in played.of(CardPlayed)] == ["late-start", "fire"]
    assert len(played.state.cards.piles[FRENCH].of(Pile.DECK)) == 8


@pytest.mark.rule("N23.3")
def test_with_a_deck_on_one_side_only_or_none_left_nothing_is_drawn() -> None:
    state = with_cards("solitaire", french="fire", allied="fire", turn=2)
    empty = put(
        put(state, FRENCH, Pile.DECK, Pile.ASIDE, "fire"), ALLIED, Pile.DECK, Pile.ASIDE, "fire"
    )
    assert play(empty, play_cards).asked == []
    lonely = with_cards("solitaire", french="fire", turn=2)
    lonely.cards = replace(lonely.cards, piles=without(lonely.cards.piles, ALLIED))
    assert play(lonely, play_cards).asked == []
