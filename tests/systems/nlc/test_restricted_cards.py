"""Restricted play: bonus cards, a card and a die each day turn, secrets (N23.3, N23.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.events import CardDiscarded, CardPlayed, CardReturned
from hexwar.cards.library import cards
from hexwar.cards.records import CardId, CardScore, Pile
from hexwar.engine import Decision, Roll, Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.events.cards import CardHeld, FateRolled
from hexwar.systems.nlc.rules.cards.effects import is_played_unseen
from hexwar.systems.nlc.rules.cards.phase import (
    ChooseCard,
    draw_for_the_turn,
    end_cards,
    play_bonus_cards,
    play_cards,
)
from hexwar.systems.nlc.rules.cards.ways import is_face_down
from hexwar.systems.nlc.rules.cards.windows import (
    ChooseCardTarget,
    DrawCardTarget,
    Subjects,
    choose_subjects,
)
from hexwar.systems.nlc.state import GameState, view
from tests.systems.nlc.decks import DEFAULT_LINES, lying, put, with_cards
from tests.systems.nlc.positions import ALLIED, FRENCH, play, units

FIRE, PURSUIT, DELAY = CardId("fire"), CardId("cavalry-pursuit"), CardId("delay")
COMING = (*DEFAULT_LINES, "F2 infantry 5-3 due", "A2 infantry 5-3 due")
ARRIVALS = (
    Arrival(4, Hex("0101"), units("F2")),
    Arrival(4, Hex("0102"), units("A2")),
)


def day(card: str) -> GameState:
    """A day turn on which the French draw a card."""
    return with_cards("restricted", french=card, turn=2)


async def ending(table: Table[GameState]) -> None:
    end_cards(table)


# -- a card and a die


@pytest.mark.rule("N23.3")
@pytest.mark.parametrize("die", [1, 3, 5])
def test_an_odd_die_plays_the_card(die: int) -> None:
    played = play(day("fire"), play_cards, dice=[FIRE, die])
    assert [event.card for event in played.of(CardPlayed)] == [FIRE]
    assert played.state.cards.scores == (CardScore(FRENCH, FIRE, -1, 29, 2),)


@pytest.mark.rule("N23.3")
@pytest.mark.parametrize("die", [2, 4, 6])
def test_an_even_die_puts_the_card_away_unseen_and_it_counts_nothing(die: int) -> None:
    played = play(day("fire"), play_cards, dice=[FIRE, die])
    assert played.of(CardPlayed) == []
    assert lying(played.state, FRENCH, Pile.SECRET) == "fire"
    assert played.state.cards.scores == ()
    assert not any(event.is_known_to(ALLIED) for event in played.events)


@pytest.mark.rule("N23.3")
def test_there_are_no_hands_and_nobody_chooses_a_card() -> None:
    state = with_cards("restricted", french="fire*5", allied="battle-ends*5", turn=2)
    played = play(state, play_cards, dice=[FIRE, 1, "battle-ends", 2])
    assert played.questions(ChooseCard) == []
    assert [lying(played.state, side, Pile.HAND) for side in (FRENCH, ALLIED)] == ["", ""]


@pytest.mark.rule("N23.3")
@pytest.mark.parametrize("turn", [5, 6])
def test_cards_are_drawn_on_day_turns_only(turn: int) -> None:
    state = with_cards("restricted", french="fire*5", turn=turn, kinds="ddddnm")
    assert play(state, play_cards).asked == []


@pytest.mark.rule("N23.3")
def test_the_deck_is_never_made_up_anew() -> None:
    state = with_cards("restricted", french="fire", turn=3, kinds="ddm")
    put(state, FRENCH, Pile.DECK, Pile.SECRET, "fire")
    assert lying(play(state, play_cards).state, FRENCH, Pile.SECRET) == "fire"


@pytest.mark.rule("N23.3")
def test_with_an_empty_deck_nothing_happens() -> None:
    assert play(day(""), play_cards).asked == []


@pytest.mark.rule("N23.8")
def test_a_card_for_another_moment_is_held_and_put_away_unseen_when_the_turn_ends() -> None:
    played = play(day("cavalry-pursuit"), play_cards, dice=[PURSUIT, 3])
    assert [event.card for event in played.of(CardHeld)] == [PURSUIT]
    assert lying(played.state, FRENCH, Pile.HELD) == "cavalry-pursuit"
    assert lying(view(played.state, ALLIED), FRENCH, Pile.HELD) == "?"
    assert not any(event.is_known_to(ALLIED) for event in played.events)

    after = play(played.state, ending)
    assert [(e.card, e.is_shown) for e in after.of(CardDiscarded)] == [(PURSUIT, False)]
    assert lying(after.state, FRENCH, Pile.SECRET) == "cavalry-pursuit"


@pytest.mark.rule("N23.8")
def test_the_enemy_sees_neither_card_nor_die() -> None:
    played = play(day("fire"), play_cards, dice=[FIRE, 2])
    [fate] = played.of(FateRolled)
    assert (fate.is_known_to(FRENCH), fate.is_known_to(ALLIED)) == (True, False)


@pytest.mark.rule("N23.3")
def test_a_card_of_no_use_goes_under_the_deck_unseen_if_it_is_a_secret_one() -> None:
    played = play(day("delay"), play_cards, dice=[DELAY, 1])
    [returned] = played.of(CardReturned)
    assert (returned.target, returned.is_shown) == (Pile.BOTTOM, False)


SECRET = """
    approach-march general-advance probe infiltration sound-of-guns mobile-defense
    spies-bring-news area-defense turning-movement forced-march bluecher marshal-ney
    marshal-marmont gneisenau
    arrives-early other-route delay alternate-reinforcements
"""
OPEN = """
    emperor-napoleon general-retreat battle-ends fire populace cossacks untrained-enemy-cavalry
    artillery-cover-fire cavalry-pursuit counter-charge jaws-of-death last-push
"""


@pytest.mark.rule("N23.8")
@pytest.mark.parametrize(
    ("name", "expected"),
    [*((name, True) for name in SECRET.split()), *((name, False) for name in OPEN.split())],
)
def test_cards_stay_secret_whose_effect_the_enemy_cannot_see(name: str, expected: bool) -> None:
    battle = with_cards("restricted").battle
    assert is_face_down(battle, cards()[CardId(name)]) is expected


@pytest.mark.rule("N23.2", "N23.5")
@pytest.mark.parametrize("way", ["solitaire", "events"])
def test_alone_all_cards_lie_open(way: str) -> None:
    battle = with_cards(way).battle
    assert not any(is_face_down(battle, card) for card in cards().values())


# -- forces


@pytest.mark.rule("N23.3")
@pytest.mark.parametrize(
    ("by_chance", "asked"), [(True, DrawCardTarget), (False, ChooseCardTarget)]
)
def test_chance_picks_a_force_where_a_card_says_pick_one_force(
    by_chance: bool, asked: type[Decision[Any]]
) -> None:
    state = with_cards("restricted")
    scattered = CardId("formation-scattered")
    options = ChooseCardTarget(FRENCH, scattered).options(state)

    async def choosing(_: Table[GameState]) -> Subjects:
        return await choose_subjects(FRENCH, scattered, by_chance=by_chance)

    played = play(state, choosing, dice=[options[0]] if by_chance else [])
    assert [type(question) for question, _ in played.asked] == [asked]


@pytest.mark.rule("N23.3")
def test_a_town_is_named_by_the_player_even_so() -> None:
    played = play(day("fire"), play_cards, dice=[FIRE, 1], answers={ChooseCardTarget: [("0701",)]})
    assert played.of(CardPlayed)[0].subjects == ("0701",)


# -- bonus cards


@pytest.mark.rule("N23.3")
def test_of_the_bonus_cards_only_arrivals_act() -> None:
    deck = "fire battle-ends arrives-early"
    state = with_cards("restricted", *COMING, french=deck, arrivals=ARRIVALS, bonus=3)
    dice = ["fire", "arrives-early", "battle-ends"]
    played = play(state, lambda table: play_bonus_cards(table, FRENCH), dice=dice)
    assert [event.card for event in played.of(CardPlayed)] == ["arrives-early"]
    assert [event.card for event in played.of(CardDiscarded)] == ["fire", "battle-ends"]
    assert not any(event.is_shown for event in played.of(CardDiscarded))


@pytest.mark.rule("N23.3")
def test_a_delay_among_the_bonus_cards_befalls_the_enemy_who_gains_its_points() -> None:
    state = with_cards("restricted", *COMING, french="delay fire*2", arrivals=ARRIVALS, bonus=3)
    dice = ["delay", 1, "fire", "fire"]
    played = play(state, lambda table: play_bonus_cards(table, FRENCH), dice=dice)
    [event] = played.of(CardPlayed)
    assert (event.side, event.by, event.is_shown) == (FRENCH, ALLIED, True)
    assert played.state.cards.scores == (CardScore(ALLIED, DELAY, 2, 29, 1),)
    assert [group.turn for group in played.state.schedule.arrivals] == [4, 5]


@pytest.mark.rule("N23.3")
def test_a_delay_drawn_later_befalls_its_own_side_at_its_price() -> None:
    state = with_cards("restricted", *COMING, french="delay", arrivals=ARRIVALS, turn=2)
    played = play(state, lambda table: draw_for_the_turn(table, FRENCH), dice=[DELAY, 1, 3])
    assert [group.turn for group in played.state.schedule.arrivals] == [6, 4]
    assert played.state.cards.scores == (CardScore(FRENCH, DELAY, -2, 29, 2, is_shown=False),)


@pytest.mark.rule("N23.3")
def test_before_turn_1_come_bonus_cards_then_mode_cards_then_the_card_of_the_turn() -> None:
    state = with_cards("restricted", french="fire*3 battle-ends late-start", mode=1, bonus=3)
    dice = ["fire", "fire", "battle-ends", "late-start", "fire", 2]
    played = play(state, play_cards, dice=dice)
    assert len(played.questions(Roll)) == 1
    assert [event.card for event in played.of(CardPlayed)] == ["late-start"]
    assert lying(played.state, FRENCH, Pile.SECRET) == "fire fire battle-ends fire"


@pytest.mark.rule("N23.8")
def test_a_card_that_was_put_away_unseen_is_not_shown_when_another_acts() -> None:
    state = put(day("fire area-defense"), FRENCH, Pile.DECK, Pile.SECRET, "area-defense")
    area = CardId("area-defense")
    assert not is_played_unseen(state, FRENCH, area)
    state.cards = replace(state.cards, scores=(CardScore(FRENCH, area, 0, 29, 2, is_shown=False),))
    assert is_played_unseen(state, FRENCH, area)
    assert not is_played_unseen(state, ALLIED, area)
