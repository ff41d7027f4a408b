"""Random games in each way to play with cards: the contract holds, and no card is lost (N23)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from types import MappingProxyType

import pytest

from hexwar.ai.arena import Match
from hexwar.ai.policy import CounterDice, Look
from hexwar.app.games import battle_with, new_match
from hexwar.cards.events import CardDrawn, CardPlayed, CardScored
from hexwar.cards.library import stock_of
from hexwar.cards.records import Allotment, CardScore, Effect, Pile, Piles
from hexwar.engine import CHANCE, SeededChance, Session
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.events.cards import CardEventRolled, CardHeld, DeckShuffled
from hexwar.systems.nlc.player.random_orders import RandomWriter
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.ways import Way
from hexwar.systems.nlc.state import view
from hexwar.systems.nlc.system import nlc
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import Side
from tests.systems.nlc.cases import each
from tests.systems.nlc.decks import TOWNS
from tests.systems.nlc.positions import ALLIED, FRENCH, battle_of, board
from tools.trials import contract_nlc
from tools.trials.campaign_contract import check_campaign
from tools.trials.contract import BrokenContractError

GROUND = "proving-ground"
WAYS = [way.value for way in Way if way is not Way.NONE]
GAMES = 8
"""Small games in each way; `tools/nightly` plays thousands."""

CLOSELY = 5
"""One answer in this many is looked at with all its checks."""

LINES = (
    *("F1 infantry 5-3 0201", "F2 light 4-3 0301", "F3 battery 3-3 0102", "F4 infantry 4-3 due"),
    *("F8 leader 0201", "F9 overall 0102 of:FHQ rating:3"),
    *("A1 infantry 5-3 0607", "A2 light 4-3 0506", "A8 leader 0607"),
    "A9 overall 0707 of:AHQ rating:3",
)


def skirmish(way: str) -> NlcBattle:
    """A small battle of two days with whole decks."""
    kinds = (TurnKind.DAY, TurnKind.DAY, TurnKind.NIGHT_PM, TurnKind.NIGHT_AM, TurnKind.DAY)
    battle, _ = battle_of(
        board(TOWNS, roads=["0101 0102 0103"]),
        *LINES,
        turns=tuple(TurnCard(n, 29 + n // 4, 11 + n, kind) for n, kind in enumerate(kinds, 1)),
        options=MappingProxyType({"cards": way}),
        stocks=MappingProxyType(
            {
                side: stock_of(Allotment(f"patrie-{deck}", mode_draws=2, bonus_draws=3))
                for side, deck in ((FRENCH, "french"), (ALLIED, "coalition"))
            }
        ),
        supply_sources={Hex("0101"): FRENCH, Hex("0707"): ALLIED},
    )
    return battle


def match_of(way: str, seed: int, scenario: str = GROUND) -> Match:
    sides = battle_with(scenario, ()).sides
    return new_match(scenario, dict.fromkeys(sides, "random"), str(seed), {"cards": way})


@pytest.mark.slow
@pytest.mark.rule("N23.1")
@each("way", *WAYS)
def test_a_random_game_with_cards_keeps_the_contract(way: str) -> None:
    match = match_of(way, 7)

    def watch(game: Match) -> None:
        if game.answers % CLOSELY == 0:
            contract_nlc.check_answer(game.session)

    match.play(watch)
    contract_nlc.check_whole(match.session)
    check_campaign(match.session)


@pytest.mark.slow
@pytest.mark.rule("N23.1", "N23.10")
@each("way", *WAYS)
def test_no_card_comes_or_goes_in_many_small_games(way: str) -> None:
    seen: Counter[str] = Counter()
    battle = skirmish(way)
    for seed in range(GAMES):
        session = Session.begin(nlc(lambda _: battle), {}, SeededChance(seed))
        player, dice = RandomWriter(), CounterDice(str(seed))
        while session.pending is not None:
            contract_nlc.check_cards(session.state)
            contract_nlc.check_view(session.state)
            look = Look(partial(view, session.state, Side(session.pending.side)))
            session.answer(player.answer(session.pending, session.options, look, dice))
        seen.update(type(event).__name__ for event in session.events)
        told = [event for event in session.events if isinstance(event, CardScored)]
        void = sum(event.is_void for event in told)
        assert len(session.state.cards.scores) == len(told) - 2 * void
    wanted = {CardPlayed, CardScored, CardEventRolled if way == "events" else CardDrawn}
    wanted |= {DeckShuffled} if way == "full" else {CardHeld}
    assert {kind.__name__ for kind in wanted} <= seen.keys()


@pytest.mark.slow
@pytest.mark.rule("N23.7")
@each("way", *WAYS)
def test_every_card_drawn_is_an_answer_of_chance_in_the_journal(way: str) -> None:
    match = match_of(way, 3)
    match.play()
    asked = [entry for entry in match.session.journal if entry.asked == "DrawCard"]
    assert all(entry.side == CHANCE for entry in asked)
    drawn = [e for e in match.session.events if isinstance(e, CardDrawn) and e.source != "bottom"]
    twins = [e for e in drawn if way == "solitaire" and e.side == ALLIED and e.source == "deck"]
    assert [entry.answer for entry in asked] == [e.card for e in drawn if e not in twins]


@pytest.mark.rule("N23.7")
def test_undo_draws_no_other_cards() -> None:
    match = match_of("full", 4)
    session = match.session
    while not isinstance(session.pending, ChooseCard):
        match.step()
    asked, hand = session.pending, session.state.cards.piles[FRENCH].of(Pile.HAND)
    assert len(hand) == 4  # three bonus cards and the card of the turn
    session.answer(session.options[0])
    session.undo()
    assert session.pending == asked
    assert session.state.cards.piles[FRENCH].of(Pile.HAND) == hand


@pytest.mark.rule("N23.10", "N23.6")
def test_a_lost_card_and_two_effects_of_one_number_break_the_contract() -> None:
    state = match_of("full", 1).session.state.copy()
    piles = state.cards.piles[FRENCH]
    less = Piles({**piles.lying, Pile.DECK: piles.of(Pile.DECK)[1:]})
    state.cards = replace(state.cards, piles={**state.cards.piles, FRENCH: less})
    with pytest.raises(BrokenContractError, match="the cards of french are not whole"):
        contract_nlc.check_cards(state)
    state = match_of("full", 1).session.state.copy()
    effect = Effect(1, FRENCH, state.cards.piles[FRENCH].of(Pile.DECK)[0], until=1)
    state.cards = replace(state.cards, effects=(effect, effect))
    with pytest.raises(BrokenContractError, match="two effects have one number"):
        contract_nlc.check_cards(state)


@pytest.mark.rule("N23.2")
def test_a_hidden_hand_that_shows_breaks_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    state = match_of("full", 2).session.state.copy()
    card = state.cards.piles[FRENCH].of(Pile.DECK)[0]
    state.cards = replace(state.cards, scores=(CardScore(FRENCH, card, -1, 22, 1, is_shown=False),))
    assert view(state, ALLIED).cards.scores == ()
    assert view(state, FRENCH).cards.scores == state.cards.scores
    match = match_of("full", 2)
    while not match.session.state.cards.piles[FRENCH].of(Pile.HAND):
        match.step()
    state = match.session.state
    hand = state.cards.piles[FRENCH].of(Pile.HAND)
    theirs = view(state, ALLIED).cards.piles[FRENCH]
    assert view(state, FRENCH).cards.piles[FRENCH].of(Pile.HAND) == hand
    assert theirs.of(Pile.HAND) == ("?",) * len(hand)
    assert set(theirs.of(Pile.DECK)) == {"?"}
    monkeypatch.setattr(contract_nlc, "view", lambda state, side: state)
    with pytest.raises(BrokenContractError, match="sees the"):
        contract_nlc.check_view(state)
