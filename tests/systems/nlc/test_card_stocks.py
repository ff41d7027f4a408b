"""The decks of a battle: which cards, less what its scenario takes out (N23.10, 18.2)."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType

import pytest

from hexwar.cards.library import DeckError, stock_of
from hexwar.cards.records import Allotment, CardId, Pile
from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.rules.cards.ways import piles_at_start
from hexwar.systems.nlc.rules.turn.setup import set_up
from tests.systems.nlc.decks import stock
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, battle_of, board


@pytest.mark.rule("N23.10")
@pytest.mark.parametrize("deck", ["patrie-french", "patrie-coalition"])
def test_a_deck_of_la_patrie_en_danger_has_53_cards_5_of_them_mode_cards(deck: str) -> None:
    found = stock_of(Allotment(deck, mode_draws=2, bonus_draws=4, bonus_turn=3))
    assert (len(found.main), len(found.mode)) == (48, 5)
    assert (found.mode_draws, found.bonus_draws, found.bonus_turn) == (2, 4, 3)


@pytest.mark.rule("N23.10")
def test_a_scenario_takes_cards_out() -> None:
    removals = ((CardId("probe"), 3), (CardId("fire"), 2), (CardId("late-start"), 1))
    whole, found = (
        stock_of(Allotment("patrie-french")),
        stock_of(Allotment("patrie-french", removals)),
    )
    assert Counter(whole.main) - Counter(found.main) == {"probe": 3, "fire": 2}
    assert set(whole.mode) - set(found.mode) == {"late-start"}


@pytest.mark.rule("N23.10")
@pytest.mark.parametrize(
    ("allotment", "sentence"),
    [
        (Allotment("patrie-saxon"), "there is no deck patrie-saxon"),
        (Allotment("patrie-french", ((CardId("fire"), 3),)), "has 2 cards fire, not 3"),
        (Allotment("patrie-french", ((CardId("bluecher"), 1),)), "has 0 cards bluecher, not 1"),
    ],
)
def test_a_deck_that_cannot_be_made_up_is_refused(allotment: Allotment, sentence: str) -> None:
    with pytest.raises(DeckError, match=sentence):
        stock_of(allotment)


@pytest.mark.rule("N23.1")
@pytest.mark.parametrize("way", ["full", "restricted", "solitaire", "events"])
def test_before_the_first_turn_all_cards_lie_in_their_decks(way: str) -> None:
    battle, _ = battle_of(
        board(OPEN),
        "F1 infantry 5-3 0101",
        options=MappingProxyType({"cards": way}),
        stocks=MappingProxyType({FRENCH: stock("probe fire*2 late-start")}),
    )
    piles = set_up(battle).cards.piles
    assert piles == piles_at_start(battle)
    assert piles[FRENCH].of(Pile.DECK) == ("fire", "fire", "probe")
    assert piles[FRENCH].of(Pile.MODE) == ("late-start",)
    assert ALLIED not in piles


@pytest.mark.rule("N23.1")
def test_brienne_has_its_decks_and_is_played_without_unless_the_players_want_them() -> None:
    assert set_up(battle_with("brienne", ())).cards.piles == {}
    battle = battle_with("brienne", (("cards", "restricted"),))
    assert {side: a.deck for side, a in battle.allotments.items()} == {
        FRENCH: "patrie-french",
        ALLIED: "patrie-coalition",
    }
    assert {len(piles.of(Pile.DECK)) for piles in set_up(battle).cards.piles.values()} == {48}
    assert {stock.mode_draws for stock in battle.stocks.values()} == {2}
    assert {stock.bonus_draws for stock in battle.stocks.values()} == {3}
