"""Which cards the greedy player plays (N23)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.app.games import new_match
from hexwar.cards.events import CardPlayed
from hexwar.cards.records import CardId, Pile, Window
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from hexwar.systems.nlc.rules.cards.windows import PlayWindowCard
from tests.ai.asking import answer, answer_to
from tests.systems.nlc.decks import DEFAULT_LINES, put, with_cards
from tests.systems.nlc.positions import ALLIED, FRENCH

HORSE = (*DEFAULT_LINES, "A2 light 4-3 0705")


def test_it_plays_cards_for_their_price_and_throws_a_bad_die_again() -> None:
    for hand, expected in (
        ("untrained-enemy-cavalry fire", "untrained-enemy-cavalry"),
        ("fire populace", None),  # they cost, and help it not
        ("delay", None),
        ("emperor-napoleon", None),  # he is not there: it would go under the deck
    ):
        state = with_cards("full", *HORSE, french=hand, turn=3)
        put(state, FRENCH, Pile.DECK, Pile.HAND, *hand.split())
        options = {**state.battle.options, "passing": "on"}
        agreed = replace(state, battle=replace(state.battle, options=options))
        assert answer(agreed, ChooseCard(FRENCH)) == expected
        if expected is not None:
            assert answer(state, ChooseCard(FRENCH)) == expected
    for hand, least in (("fire delay", "delay"), ("fire marshal-ney", "marshal-ney")):
        state = with_cards("full", *HORSE, french=hand, turn=3)  # it must: one of no use
        put(state, FRENCH, Pile.DECK, Pile.HAND, *hand.split())
        assert answer(state, ChooseCard(FRENCH)) == least
    state = with_cards("full", french="cavalry-pursuit", turn=3)
    put(state, FRENCH, Pile.DECK, Pile.HAND, "cavalry-pursuit")
    assert answer(state, PlayWindowCard(FRENCH, Window.PURSUIT)) == "cavalry-pursuit"
    for purpose, again in (
        ("attackers' fire", {1, 2}),
        ("Attack Confidence", {5, 6}),
        ("recovery of the Guard", set()),  # it knows nothing of this die
    ):
        state = with_cards("full")
        chance = CardId("another-chance")
        thrown = {
            die
            for die in range(1, 7)
            if answer_to(state, ChooseReroll(FRENCH, purpose, die), [None, chance]) == chance
        }
        assert thrown == again


@pytest.mark.slow
def test_it_plays_cards_in_a_game() -> None:
    players = {FRENCH: "greedy", ALLIED: "greedy"}
    match = new_match("proving-ground", players, "1", {"cards": "full"})
    match.play()
    assert any(isinstance(event, CardPlayed) and event.by == "" for event in match.session.events)
