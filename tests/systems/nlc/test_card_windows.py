"""Moments for cards, their order, their score, and the decks (N23.6, N4.81, N22)."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import hexwar.systems
from hexwar.cards.events import CardPlayed, CardScored
from hexwar.cards.library import DeckError, stock_of
from hexwar.cards.records import Allotment, CardId, CardScore, Pile, Piles, Window
from hexwar.engine import Table
from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.events.cards import CardRevealed
from hexwar.systems.nlc.rules.cards.ways import card_lines, piles_at_start
from hexwar.systems.nlc.rules.cards.windows import fitting, open_window
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.rules.victory.victory import end_of_game, score_sheet, totals
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.pieces import Outcome
from tests.systems.nlc.assaults import A1, F1, fight
from tests.systems.nlc.decks import lying, put, stock, with_cards
from tests.systems.nlc.hands import holding
from tests.systems.nlc.plays import Answers, at_once, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, battle_of, board, position

# -- the moments at which cards are played: each is opened, for whoever holds a card (N23.6)


PURSUIT = CardId("cavalry-pursuit")


def named_in_rules() -> Iterator[str]:
    """The windows that the flows and laws of the rules speak of."""
    for path in sorted(Path(str(hexwar.systems.__path__[0])).rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if "Window." in text else ():
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "Window":
                yield node.attr


@pytest.mark.rule("N23.6")
def test_every_window_is_opened_by_some_flow() -> None:
    by_the_mode_deck = {Window.MODE.name}  # see test_card_phase
    assert set(named_in_rules()) | by_the_mode_deck == {window.name for window in Window}


def holding_card_windows(way: str, pile: Pile, *, kinds: str = "dddd") -> GameState:
    state = with_cards(way, french="cavalry-pursuit", turn=2, kinds=kinds)
    return put(state, FRENCH, Pile.DECK, pile, "cavalry-pursuit")


async def asking(table: Table[GameState]) -> CardId | None:
    return await open_window(table, FRENCH, Window.PURSUIT, "your pursuit")


@pytest.mark.rule("N23.6", "N23.7", "N17.3", "N23.2")
def test_a_card_is_played_from_the_hand_or_as_held_and_passing_is_first() -> None:
    for way, pile in (("full", Pile.HAND), ("restricted", Pile.HELD)):
        played = play(
            holding_card_windows(way, pile), asking, answers={"PlayWindowCard": [PURSUIT]}
        )
        assert played.result == PURSUIT
        assert [(event.card, event.source) for event in played.of(CardPlayed)] == [(PURSUIT, pile)]
        assert lying(played.state, FRENCH, Pile.DISCARD) == "cavalry-pursuit"
    played = play(holding_card_windows("full", Pile.HAND), asking)
    assert (played.result, played.events) == (None, [])
    [question] = played.questions("PlayWindowCard")
    assert [question.kind(answer) for answer in (None, PURSUIT)] == ["pass", "play"]
    # No window opens in Night AM, nor for who holds no card for the moment.
    assert play(holding_card_windows("full", Pile.HAND, kinds="dmmd"), asking).asked == []
    assert play(with_cards("full", turn=2), asking).asked == []
    state = holding_card_windows("full", Pile.HAND)
    assert fitting(state, FRENCH, Window.RETREAT) == ()
    assert fitting(state, ALLIED, Window.PURSUIT) == ()
    assert fitting(view(state, ALLIED), FRENCH, Window.PURSUIT) == ()
    assert fitting(view(state, FRENCH), FRENCH, Window.PURSUIT) == (PURSUIT,)


# -- who may play a card first when a moment is open to both sides (N4.81)


GUNS = ("F9 battery 3-3 0304", "A9 battery 3-3 0403")
COVER_FIRE = CardId("artillery-cover-fire")


def both_hold(active: str) -> GameState:
    """Each side has guns that bear and a card for them; F1 assaults, or A1."""
    state = holding(position(OPEN, F1, A1, *GUNS, active=active), COVER_FIRE)
    piles = {**state.cards.piles, ALLIED: Piles({Pile.HAND: (COVER_FIRE,)})}
    state.cards = replace(state.cards, piles=piles)
    return state


@pytest.mark.rule("N4.81", "N8.35")
def test_the_active_side_is_asked_first_and_then_the_other() -> None:
    done = fight(both_hold("FI"), [3, 3, 1, 1])
    asked = done.questions("PlayWindowCard")
    assert [question.side for question in asked] == [FRENCH, ALLIED]
    assert {question.window for question in asked} == {Window.ASSAULT}
    for first in (None, COVER_FIRE):
        answers: Answers = {"PlayWindowCard": [first, COVER_FIRE]}
        done = fight(both_hold("FI"), [3, 1, 1, 1], answers=answers)
        assert [question.side for question in done.questions("PlayWindowCard")] == [FRENCH, ALLIED]
        assert done.state.cards.piles[ALLIED].of(Pile.DISCARD) == (COVER_FIRE,)


# -- what cards count in the score, and what the enemy sees of it (N22, N23.2)


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


@pytest.mark.rule("N22", "N23.2")
def test_cards_count_for_who_played_them_which_the_enemy_sees_at_the_end() -> None:
    state = scored(FIRE, HIDDEN, CardScore(ALLIED, CardId("delay"), 2, 29, 1))
    assert totals(state) == {FRENCH: -2, ALLIED: 2}
    assert [line.points for line in score_sheet(state) if "cards" in line.reason] == [-2, 2]
    state = scored(FIRE, HIDDEN)
    assert totals(view(state, FRENCH))[FRENCH] == -2
    assert totals(view(state, ALLIED))[FRENCH] == -1
    state.outcome = Outcome(None, "draw", (), "points")
    assert totals(view(state, ALLIED))[FRENCH] == -2


@pytest.mark.rule("N23.2", "N23.7")
def test_what_lies_face_down_is_shown_once_at_the_end_unless_void() -> None:
    state = put(scored(HIDDEN), FRENCH, Pile.DECK, Pile.SECRET, "infiltration")
    played = play(state, end_of_game)
    assert played.story[0] == "CardRevealed"
    assert played.state.cards.scores == (replace(HIDDEN, is_shown=True),)
    assert lying(played.state, FRENCH, Pile.DISCARD) == "infiltration"
    assert [(e.side, e.delta) for e in played.of("VpScored")] == [(FRENCH, -1)]
    state = put(scored(HIDDEN, FIRE, HIDDEN), FRENCH, Pile.DECK, Pile.SECRET, "infiltration")
    shown = CardRevealed(FRENCH, HIDDEN.card, Pile.SECRET, Pile.DISCARD, is_shown=True)
    shown.apply(state)
    assert [score.is_shown for score in state.cards.scores] == [True, True, False]
    state = scored(FIRE, LATER)

    void = at_once(state, lambda table: table.emit(CardScored(FIRE, is_void=True)))
    assert void.state.cards.scores == (LATER,)


# -- the decks of a battle: which cards, less what its scenario takes out (N23.10, 18.2)


@pytest.mark.rule("N23.10", "T24.2")
def test_mode_cards_lie_apart_and_a_scenario_takes_out_what_there_is() -> None:
    for deck in ("patrie-french", "patrie-coalition", "coming-storm"):
        removals = ((CardId("probe"), 3), (CardId("delay"), 2), (CardId("late-start"), 1))
        whole = stock_of(Allotment(deck))
        found = stock_of(Allotment(deck, removals, mode_draws=2, bonus_draws=4, bonus_turn=3))
        assert (len(whole.main), len(whole.mode)) == (45 if deck == "coming-storm" else 48, 5)
        assert (found.mode_draws, found.bonus_draws, found.bonus_turn) == (2, 4, 3)
        assert Counter(whole.main) - Counter(found.main) == {"probe": 3, "delay": 2}
        assert set(whole.mode) - set(found.mode) == {"late-start"}
    for allotment, sentence in (
        (Allotment("patrie-saxon"), "there is no deck patrie-saxon"),
        (Allotment("patrie-french", ((CardId("fire"), 3),)), "has 2 cards fire, not 3"),
        (Allotment("patrie-french", ((CardId("bluecher"), 1),)), "has 0 cards bluecher, not 1"),
    ):
        with pytest.raises(DeckError, match=sentence):
            stock_of(allotment)


@pytest.mark.rule("N23.1")
def test_before_the_first_turn_all_cards_lie_in_their_decks_as_at_brienne() -> None:
    for way in ("full", "restricted", "solitaire", "events"):
        words: dict[str, Any] = {
            "options": {"cards": way},
            "stocks": {FRENCH: stock("probe fire*2 late-start")},
        }
        battle, _ = battle_of(board(OPEN), "F1 infantry 5-3 0101", **words)
        piles = set_up(battle).cards.piles
        assert piles == piles_at_start(battle)
        assert piles[FRENCH].of(Pile.DECK) == ("fire", "fire", "probe")
        assert piles[FRENCH].of(Pile.MODE) == ("late-start",)
        assert ALLIED not in piles
    assert set_up(battle_with("brienne", ())).cards.piles == {}
    battle = battle_with("brienne", (("cards", "restricted"),))
    decks = {side: allotment.deck for side, allotment in battle.allotments.items()}
    assert decks == {FRENCH: "patrie-french", ALLIED: "patrie-coalition"}
    assert {len(piles.of(Pile.DECK)) for piles in set_up(battle).cards.piles.values()} == {48}
    assert {(stock.mode_draws, stock.bonus_draws) for stock in battle.stocks.values()} == {(2, 3)}
