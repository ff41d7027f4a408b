"""Random games in each way to play with cards: the contract holds, and no card is lost (N23)."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from hexwar.app import contract
from hexwar.app.campaign_contract import check_campaign
from hexwar.app.games import battle_with
from hexwar.app.match import Match
from hexwar.engine import CHANCE
from hexwar.model.cards import CardScore, Effect, Pile, Piles
from hexwar.model.events import CardDrawn, CardEventRolled, CardHeld, CardPlayed, CardScored
from hexwar.model.state import view
from hexwar.rules.nlc.cards.ways import Way
from tests.rules.positions import ALLIED, FRENCH

GROUND = "proving-ground"
WAYS = [way.value for way in Way if way is not Way.NONE]
GAMES = 12
"""Games in each way that are watched at every answer but for the slow checks."""


def match_of(way: str, seed: int, scenario: str = GROUND) -> Match:
    sides = battle_with(scenario, ()).sides
    return Match(scenario, dict.fromkeys(sides, "random"), str(seed), {"cards": way})


@pytest.mark.slow
@pytest.mark.rule("N23.1")
@pytest.mark.parametrize("way", WAYS)
def test_a_random_game_with_cards_keeps_the_contract(way: str) -> None:
    match = match_of(way, 7)
    match.play(lambda game: contract.check_answer(game.session))
    contract.check_whole(match.session)
    check_campaign(match.session)


@pytest.mark.slow
@pytest.mark.rule("N23.1", "N23.10")
@pytest.mark.parametrize("way", WAYS)
def test_no_card_comes_or_goes_in_many_games(way: str) -> None:
    seen: Counter[str] = Counter()

    def watch(game: Match) -> None:
        contract.check_cards(game.session.state)
        contract.check_view(game.session.state)

    for seed in range(GAMES):
        match = match_of(way, seed)
        match.play(watch)
        seen.update(type(event).__name__ for event in match.session.events)
        told = [event for event in match.session.events if isinstance(event, CardScored)]
        void = sum(event.is_void for event in told)
        assert len(match.session.state.card_scores) == len(told) - 2 * void
    wanted = {CardPlayed, CardScored, CardEventRolled if way == "events" else CardDrawn}
    wanted |= set() if way == "full" else {CardHeld}
    assert {kind.__name__ for kind in wanted} <= seen.keys()


@pytest.mark.slow
@pytest.mark.rule("N23.7")
@pytest.mark.parametrize("way", WAYS)
def test_every_card_drawn_is_an_answer_of_chance_in_the_journal(way: str) -> None:
    match = match_of(way, 3)
    match.play()
    asked = [entry for entry in match.session.journal if entry.asked == "DrawCard"]
    assert all(entry.side == CHANCE for entry in asked)
    drawn = [e for e in match.session.events if isinstance(e, CardDrawn) and e.source != "bottom"]
    twins = [e for e in drawn if way == "solitaire" and e.side == ALLIED and e.source == "deck"]
    assert [entry.answer for entry in asked] == [e.card for e in drawn if e not in twins]


# -- the contract can be broken


@pytest.mark.rule("N23.10")
def test_a_card_that_is_gone_breaks_the_contract() -> None:
    state = match_of("full", 1).session.state.copy()
    piles = state.piles[FRENCH]
    state.piles[FRENCH] = Piles({**piles.lying, Pile.DECK: piles.of(Pile.DECK)[1:]})
    with pytest.raises(contract.BrokenContractError, match="the cards of french are not whole"):
        contract.check_cards(state)


@pytest.mark.rule("N23.6")
def test_two_effects_of_one_number_break_the_contract() -> None:
    state = match_of("full", 1).session.state.copy()
    effect = Effect(1, FRENCH, state.piles[FRENCH].of(Pile.DECK)[0], until=1)
    state.effects, state.effects_begun = (effect, effect), 1
    with pytest.raises(contract.BrokenContractError, match="two effects have one number"):
        contract.check_cards(state)


@pytest.mark.rule("N23.2")
def test_a_hidden_hand_is_in_nobody_elses_view() -> None:
    match = match_of("full", 2)
    while not match.session.state.piles[FRENCH].of(Pile.HAND):
        match.step()
    state = match.session.state
    hand = state.piles[FRENCH].of(Pile.HAND)
    assert view(state, FRENCH).piles[FRENCH].of(Pile.HAND) == hand
    assert view(state, ALLIED).piles[FRENCH].of(Pile.HAND) == ("?",) * len(hand)
    assert set(view(state, ALLIED).piles[FRENCH].of(Pile.DECK)) == {"?"}


@pytest.mark.rule("N23.2")
def test_a_hand_that_shows_breaks_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of("full", 2)
    while not match.session.state.piles[FRENCH].of(Pile.HAND):
        match.step()
    monkeypatch.setattr(contract, "view", lambda state, side: state)
    with pytest.raises(contract.BrokenContractError, match="sees the"):
        contract.check_view(match.session.state)


@pytest.mark.rule("N23.2")
def test_a_secret_score_that_shows_breaks_the_contract() -> None:
    state = match_of("full", 2).session.state.copy()
    card = state.piles[FRENCH].of(Pile.DECK)[0]
    state.card_scores = (CardScore(FRENCH, card, -1, 22, 1, is_shown=False),)
    assert view(state, ALLIED).card_scores == ()
    assert view(state, FRENCH).card_scores == state.card_scores
