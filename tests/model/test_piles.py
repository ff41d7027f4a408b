"""Piles of cards: none comes or goes, whatever is moved; what the enemy sees of them (N23.2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.cards.events import CardDiscarded
from hexwar.cards.records import COVERED, OPEN, CardId, Pile, Piles, Stock
from hexwar.systems.nlc.events.cards import DeckShuffled
from hexwar.systems.nlc.state import GameState
from tests.systems.nlc.positions import FRENCH, battle_of, board

KINDS = [CardId(name) for name in ("fire", "probe", "delay", "late-start")]
MODE = CardId("late-start")
LYING = st.dictionaries(
    st.sampled_from(list(Pile)), st.lists(st.sampled_from(KINDS), max_size=5).map(tuple)
)


def every(piles: Piles) -> Counter[CardId]:
    return Counter(card for cards in piles.lying.values() for card in cards)


def table(piles: Piles) -> GameState:
    stocks = {FRENCH: Stock((), (MODE,))}
    _, state = battle_of(board(), "F1 infantry 5-3 0101", stocks=stocks)
    state.cards = replace(state.cards, piles={FRENCH: piles})
    return state


@pytest.mark.rule("N23.10")
@given(LYING, st.data())
def test_moves_and_shuffles_keep_every_card(
    lying: dict[Pile, tuple[CardId, ...]], data: st.DataObject
) -> None:
    state = table(Piles(lying))
    for _ in range(6):
        filled = [pile for pile, cards in state.cards.piles[FRENCH].lying.items() if cards]
        if not filled or data.draw(st.booleans()):
            DeckShuffled(FRENCH).apply(state)
        else:
            source, target = data.draw(st.sampled_from(filled)), data.draw(st.sampled_from(Pile))
            card = data.draw(st.sampled_from(state.cards.piles[FRENCH].of(source)))
            CardDiscarded(FRENCH, card, source, target, is_shown=True).apply(state)
            assert state.cards.piles[FRENCH].of(target)[-1] == card
        assert every(state.cards.piles[FRENCH]) == every(Piles(lying))


@pytest.mark.rule("N23.7")
@given(LYING)
def test_a_deck_that_is_made_up_anew_has_all_but_what_is_held_or_out_of_the_game(
    lying: dict[Pile, tuple[CardId, ...]],
) -> None:
    before, state = Piles(lying), table(Piles(lying))
    DeckShuffled(FRENCH).apply(state)
    after = state.cards.piles[FRENCH]
    for pile in (Pile.HAND, Pile.HELD, Pile.MODE):
        assert after.of(pile) == before.of(pile)
    for pile in (Pile.BOTTOM, Pile.DISCARD, Pile.SECRET, Pile.ENDURING):
        assert after.of(pile) == ()
    assert MODE not in after.of(Pile.DECK)
    assert list(after.of(Pile.DECK)) == sorted(after.of(Pile.DECK))


@pytest.mark.rule("N23.2")
@given(LYING)
def test_the_enemy_sees_the_open_piles_and_how_many_lie_in_the_others(
    lying: dict[Pile, tuple[CardId, ...]],
) -> None:
    piles = Piles(lying)
    seen = piles.covered()
    for pile in Pile:
        cards = piles.of(pile)
        assert seen.of(pile) == (cards if pile in OPEN else (COVERED,) * len(cards))


@pytest.mark.rule("N23.2")
def test_which_piles_lie_open_and_that_what_does_not_lie_there_cannot_be_moved() -> None:
    assert {pile.name for pile in OPEN} == {"DISCARD", "ENDURING", "ASIDE"}
    with pytest.raises(ValueError):
        Piles({}).moved(MODE, Pile.HAND, Pile.DISCARD)
