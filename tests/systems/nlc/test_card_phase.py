"""The Card Phase of full play: mode cards, draws, hands, and what each side plays (N23.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.cards.events import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardReturned,
    CardScored,
    EffectEnded,
)
from hexwar.cards.records import CardId, CardScore, Effect, Pile
from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.cards import CardLaidDown, DeckShuffled
from hexwar.systems.nlc.events.supply import SupplyChanged
from hexwar.systems.nlc.rules.cards.phase import ChooseCard, draws, end_cards, play_cards
from hexwar.systems.nlc.rules.cards.windows import ChooseCardTarget, DrawCard, draw
from hexwar.systems.nlc.rules.turn.sequence import card_phase, turn_end
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.pieces import Phase
from tests.systems.nlc.decks import lying, put, with_cards
from tests.systems.nlc.positions import ALLIED, FRENCH, play, units

FIRE, PROBE, DELAY = CardId("fire"), CardId("probe"), CardId("delay")


@pytest.mark.rule("N23.1")
@pytest.mark.parametrize("way", ["none", "poker"])
def test_without_cards_nothing_is_asked_and_nothing_lies_anywhere(way: str) -> None:
    state = with_cards(way, french="fire*5 late-start", allied="fire*5", mode=1)
    assert state.cards.piles == {}
    assert play(state, play_cards).asked == []


# -- mode cards


@pytest.mark.rule("N23.6")
def test_mode_cards_are_played_in_order_of_number_whatever_the_order_of_draws() -> None:
    state = with_cards("full", french="late-start early-arrival", mode=2)
    played = play(state, play_cards, dice=["early-arrival", "late-start"])
    assert [event.card for event in played.of(CardPlayed)] == ["late-start", "early-arrival"]
    assert lying(played.state, FRENCH, Pile.DISCARD) == "late-start early-arrival"


@pytest.mark.rule("N23.6")
def test_the_first_player_plays_all_his_mode_cards_first() -> None:
    two = "late-start early-arrival"
    state = with_cards("full", french=two, allied=two, mode=2)
    dice = ["late-start", "early-arrival"] * 2
    played = play(state, play_cards, dice=dice)
    assert [e.side for e in played.of(CardPlayed)] == [FRENCH, FRENCH, ALLIED, ALLIED]


@pytest.mark.rule("N23.6")
def test_mode_cards_that_are_not_drawn_or_of_no_use_are_out_of_the_game() -> None:
    state = with_cards("full", french="late-start replacements early-arrival", mode=2)
    played = play(state, play_cards, dice=["replacements", "late-start"])
    assert lying(played.state, FRENCH, Pile.ASIDE) == "replacements early-arrival"
    assert [event.card for event in played.of(CardReturned)] == ["replacements"]
    assert [event.card for event in played.of(CardDiscarded)] == ["early-arrival"]
    assert lying(played.state, FRENCH, Pile.MODE) == ""


@pytest.mark.rule("N23.6")
def test_mode_cards_come_on_the_first_turn_only() -> None:
    state = with_cards("full", french="late-start", mode=1, turn=2)
    assert play(state, play_cards).of(CardDrawn) == []


# -- draws


@pytest.mark.rule("N23.7")
@pytest.mark.parametrize(
    ("turn", "bonus", "expected"), [(1, 3, 0), (2, 3, 4), (2, 5, 6), (2, 0, 4), (3, 3, 1)]
)
def test_a_hand_begins_on_turn_2_with_the_bonus_and_grows_by_a_card_a_turn(
    turn: int, bonus: int, expected: int
) -> None:
    state = with_cards("full", french="fire*9", bonus=bonus, turn=turn)
    assert draws(state, FRENCH) == expected
    played = play(state, play_cards, dice=[FIRE] * expected)
    assert lying(played.state, FRENCH, Pile.HAND) == " ".join(["fire"] * expected)


@pytest.mark.rule("N23.7")
def test_each_tactics_card_played_last_turn_is_replaced() -> None:
    state = with_cards("full", french="fire*9 cavalry-pursuit last-push marshal-ney", turn=3)
    state.cards = replace(
        state.cards,
        scores=(
            tuple(
                CardScore(FRENCH, CardId(card), -1, 29, turn)
                for card, turn in (
                    ("cavalry-pursuit", 3),
                    ("last-push", 3),
                    ("marshal-ney", 3),
                    ("counter-charge", 2),
                )
            )
        ),
    )
    state.turn = 4
    assert draws(state, FRENCH) == 3  # Ney is no Tactics card, and turn 2 is long past
    assert draws(state, ALLIED) == 1


@pytest.mark.rule("N23.7", "N17.3")
def test_after_a_night_the_draws_go_on_where_they_stopped() -> None:
    early = with_cards("full", french="fire*9", bonus=3, turn=3, kinds="dmd")
    assert draws(early, FRENCH) == 4  # the bonus waits for the first turn with cards
    later = with_cards("full", french="fire*9 cavalry-pursuit", turn=6, kinds="dddmmd")
    later.cards = replace(
        later.cards, scores=(CardScore(FRENCH, CardId("cavalry-pursuit"), -1, 29, 3),)
    )
    assert draws(later, FRENCH) == 2


@pytest.mark.rule("N23.7")
def test_a_draw_is_an_answer_of_chance_among_all_cards_of_the_deck() -> None:
    state = with_cards("full", french="probe*2 fire", turn=3)
    assert list(DrawCard("chance", FRENCH, Pile.DECK).options(state)) == [FIRE, PROBE, PROBE]
    played = play(state, play_cards, dice=[PROBE])
    assert [question.owner for question in played.questions(DrawCard)] == [FRENCH]
    assert lying(played.state, FRENCH, Pile.DECK) == "fire probe"


@pytest.mark.rule("N23.7")
def test_cards_under_the_deck_come_last_and_in_their_order_without_chance() -> None:
    state = with_cards("full", french="probe fire delay", turn=3)
    put(state, FRENCH, Pile.DECK, Pile.BOTTOM, "probe", "delay")
    for dice, expected in (([FIRE], "fire"), ([], "fire probe"), ([], "fire probe delay")):
        played = play(state, lambda table: draw(table, FRENCH), dice=dice)
        state = played.state
        assert lying(state, FRENCH, Pile.HAND) == expected
    assert play(state, lambda table: draw(table, FRENCH)).result is None


# -- playing


@pytest.mark.rule("N23.7")
def test_each_side_may_play_one_card_of_its_hand() -> None:
    state = with_cards("full", french="fire*2", allied="fire*2", turn=3)
    put(state, FRENCH, Pile.DECK, Pile.HAND, "fire")
    played = play(state, play_cards, dice=[FIRE, FIRE], answers={ChooseCard: [FIRE, None]})
    assert [(e.side, e.card) for e in played.of(CardPlayed)] == [(FRENCH, FIRE)]
    assert lying(played.state, FRENCH, Pile.HAND) == "fire"
    assert lying(played.state, ALLIED, Pile.HAND) == "fire"


@pytest.mark.rule("N23.7", "N4.8")
def test_both_choose_before_either_card_is_played() -> None:
    state = with_cards("full", french="fire", allied="fire", turn=3)
    played = play(state, play_cards, dice=[FIRE, FIRE], answers={ChooseCard: [FIRE, FIRE]})
    kinds = [type(question) for question, _ in played.asked]
    assert kinds == [DrawCard, DrawCard, ChooseCard, ChooseCard, ChooseCardTarget, ChooseCardTarget]
    assert [event.side for event in played.of(CardPlayed)] == [FRENCH, ALLIED]


@pytest.mark.rule("N23.7")
def test_who_holds_cards_for_other_moments_only_is_not_asked() -> None:
    state = with_cards("full", french="cavalry-pursuit jaws-of-death", turn=3)
    put(state, FRENCH, Pile.DECK, Pile.HAND, "cavalry-pursuit")
    played = play(state, play_cards, dice=["jaws-of-death"])
    assert played.questions(ChooseCard) == []


@pytest.mark.rule("N23.7")
def test_a_card_of_no_use_goes_under_the_deck_and_counts_nothing() -> None:
    state = with_cards("full", french="delay", turn=3)
    played = play(state, play_cards, dice=[DELAY], answers={ChooseCard: [DELAY]})
    assert lying(played.state, FRENCH, Pile.BOTTOM) == "delay"
    assert played.of(CardScored) == []
    assert played.of(CardPlayed) == []


@pytest.mark.rule("N23.7")
def test_useful_cards_are_offered_before_those_of_no_use() -> None:
    state = with_cards("full", french="delay fire cavalry-pursuit", turn=3)
    put(state, FRENCH, Pile.DECK, Pile.HAND, "delay", "cavalry-pursuit", "fire")
    question = ChooseCard(FRENCH)
    assert list(question.options(state)) == [None, FIRE, DELAY]
    assert question.refusal(state, CardId("cavalry-pursuit")) is not None
    assert [question.kind(answer) for answer in (None, FIRE)] == ["pass", "play"]


@pytest.mark.rule("N22")
def test_a_card_that_is_played_counts_what_is_printed_on_it() -> None:
    state = with_cards("full", french="fire", turn=3)
    played = play(state, play_cards, dice=[FIRE], answers={ChooseCard: [FIRE]})
    assert played.state.cards.scores == (CardScore(FRENCH, FIRE, -1, 29, 3),)


@pytest.mark.rule("N23.2")
def test_of_a_card_that_is_played_face_down_the_enemy_learns_that_one_was() -> None:
    card = CardId("area-defense")
    state = with_cards("full", french="area-defense", turn=3, orders="FI: defend 0201")
    played = play(state, play_cards, dice=[card], answers={ChooseCard: [card]})
    assert lying(played.state, FRENCH, Pile.SECRET) == "area-defense"
    seen = view(played.state, ALLIED)
    assert lying(seen, FRENCH, Pile.SECRET) == "?"
    assert (seen.cards.effects, seen.cards.scores) == ((), ())
    assert played.known_to(ALLIED) == [CardLaidDown(FRENCH)]
    assert CardLaidDown(FRENCH) not in played.known_to(FRENCH)


# -- night and the end of the turn


@pytest.mark.rule("N17.3")
def test_no_cards_are_played_in_night_am() -> None:
    state = with_cards("full", french="fire*3", turn=3, kinds="dnmmd")
    put(state, FRENCH, Pile.DECK, Pile.HAND, "fire")
    played = play(state, play_cards)
    assert played.asked == []
    assert lying(played.state, FRENCH, Pile.HAND) == "fire"


@pytest.mark.rule("N23.7")
def test_the_first_night_am_turn_makes_the_deck_up_anew() -> None:
    cards = "fire*2 probe delay cavalry-pursuit battle-ends late-start replacements"
    state = with_cards("full", french=cards, turn=3, kinds="dnmmd")
    put(state, FRENCH, Pile.DECK, Pile.DISCARD, "fire")
    put(state, FRENCH, Pile.DECK, Pile.SECRET, "probe")
    put(state, FRENCH, Pile.DECK, Pile.BOTTOM, "delay")
    put(state, FRENCH, Pile.DECK, Pile.HAND, "cavalry-pursuit")
    put(state, FRENCH, Pile.DECK, Pile.ENDURING, "battle-ends")
    put(state, FRENCH, Pile.MODE, Pile.DISCARD, "late-start")
    put(state, FRENCH, Pile.MODE, Pile.ASIDE, "replacements")
    played = play(state, play_cards)
    assert lying(played.state, FRENCH, Pile.DECK) == "battle-ends delay fire fire probe"
    assert lying(played.state, FRENCH, Pile.HAND) == "cavalry-pursuit"
    assert lying(played.state, FRENCH, Pile.ASIDE) == "replacements late-start"
    assert [event.side for event in played.of(DeckShuffled)] == [FRENCH, ALLIED]


@pytest.mark.rule("N23.7")
def test_the_decks_are_made_up_once_a_night() -> None:
    state = with_cards("full", french="fire", turn=4, kinds="dnmmd")
    assert play(state, play_cards).of(DeckShuffled) == []


@pytest.mark.rule("N23.6")
def test_effects_of_a_turn_end_with_it_and_a_burning_town_does_not() -> None:
    state = with_cards("full", french="fire", turn=3)
    played = play(state, play_cards, dice=[FIRE], answers={ChooseCard: [FIRE]})
    assert lying(played.state, FRENCH, Pile.ENDURING) == "fire"

    async def ending(table: Table[GameState]) -> None:
        end_cards(table)

    assert play(played.state, ending).events == []


@pytest.mark.rule("N4", "N23.6")
def test_the_card_phase_comes_before_the_orders_phase() -> None:
    state = with_cards("full", french="fire", turn=3)
    played = play(state, card_phase, dice=[FIRE], answers={ChooseCard: [FIRE]})
    assert played.story.index("CardPlayed") < played.story.index("PhaseBegan")
    assert played.state.phase is Phase.ORDERS


@pytest.mark.rule("N4.71", "N23.6")
def test_what_acts_for_a_turn_is_over_when_the_turn_ends() -> None:
    state = with_cards("full", turn=3, orders="FI: defend 0201; AI: defend 0707")
    state.commanded = (FRENCH, ALLIED)
    state.cards = replace(
        state.cards,
        effects=(
            (
                Effect(1, FRENCH, CardId("cavalry-pursuit"), until=3),
                Effect(2, FRENCH, CardId("fire"), until=4, subjects=("0101",)),
            )
        ),
    )
    played = play(state, turn_end)
    assert [event.effect.number for event in played.of(EffectEnded)] == [1]
    assert played.story.index("EffectEnded") < played.story.index("TurnEnded")
    assert [effect.number for effect in played.state.cards.effects] == [2]


@pytest.mark.rule("T24.2", "N23.6")
def test_a_starred_card_is_put_away_when_its_effect_is_over() -> None:
    state = put(with_cards("full", french="fire"), FRENCH, Pile.DECK, Pile.ENDURING, "fire")
    state.cards = replace(
        state.cards, effects=(Effect(1, FRENCH, FIRE, until=1, subjects=("0101",)),)
    )

    async def ending(table: Table[GameState]) -> None:
        end_cards(table)

    played = play(state, ending)
    assert [type(event) for event in played.events] == [EffectEnded, CardDiscarded]
    assert lying(played.state, FRENCH, Pile.DISCARD) == "fire"


@pytest.mark.rule("N23.9")
@pytest.mark.parametrize(("card", "is_checked"), [("replacements", True), ("late-start", False)])
def test_a_card_with_the_mark_checks_the_supply_of_both_sides(card: str, is_checked: bool) -> None:
    lines = ("F1 infantry 5-3 0201 reduced", "A1 infantry 5-3 0707")
    sources = {Hex("0101"): FRENCH, Hex("0707"): ALLIED}
    state = with_cards("full", *lines, french=card, mode=1, supply_sources=sources)
    state.supply = replace(state.supply, unsupplied=frozenset(units("F1 A1")))
    played = play(state, play_cards, dice=[card])
    checked = [(event.side, event.back) for event in played.of(SupplyChanged)]
    both = [(FRENCH, units("F1")), (ALLIED, units("A1"))]
    assert checked == (both if is_checked else [])
