"""Cards by their way of play: full, restricted, alone (N23.3, N23.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.events import CardPlayed, CardReturned
from hexwar.cards.library import cards
from hexwar.cards.records import CardId, CardScore, Effect, Pile
from hexwar.engine import Table
from hexwar.engine.records import without
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.events.cards import CardLaidDown
from hexwar.systems.nlc.rules.cards import windows
from hexwar.systems.nlc.rules.cards.effects import is_played_unseen
from hexwar.systems.nlc.rules.cards.phase import (
    ChooseCard,
    draw_for_the_turn,
    draws,
    end_cards,
    play_bonus_cards,
    play_cards,
    twin_of,
)
from hexwar.systems.nlc.rules.cards.ways import is_face_down
from hexwar.systems.nlc.rules.turn.sequence import card_phase, turn_end
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.pieces import Phase
from tests.systems.nlc.cases import each
from tests.systems.nlc.decks import DEFAULT_LINES, lying, put, with_cards
from tests.systems.nlc.plays import at_once
from tests.systems.nlc.positions import ALLIED, FRENCH, Played, play, units

# -- the Card Phase of full play: mode cards, draws, hands, and what each side plays (N23.7)


FIRE, PROBE, DELAY = CardId("fire"), CardId("probe"), CardId("delay")
PURSUIT = CardId("cavalry-pursuit")


def full(french: str = "", **more: Any) -> GameState:
    """Full play on a later turn."""
    return with_cards("full", french=french, **({"turn": 3} | more))


def chosen(state: GameState, card: CardId = FIRE) -> Played[None]:
    """The French draw a card and play it."""
    return play(state, play_cards, dice=[card], answers={"ChooseCard": [card]})


def told(played: Played[Any], kind: str = "CardPlayed") -> list[str]:
    """The cards that events of a kind tell of."""
    return [event.card for event in played.of(kind)]


@pytest.mark.rule("N23.6", "N23.1")
def test_mode_cards_are_played_first_where_there_are_cards() -> None:
    two = "late-start early-arrival"
    state = full(two, allied=two, mode=2, turn=1)
    played = play(state, play_cards, dice=["early-arrival", "late-start"] * 2)
    assert told(played) == ["late-start", "early-arrival"] * 2
    assert [e.side for e in played.of("CardPlayed")] == [FRENCH, FRENCH, ALLIED, ALLIED]
    assert lying(played.state, FRENCH, Pile.DISCARD) == two
    assert play(full("late-start", mode=1, turn=2), play_cards).of("CardDrawn") == []
    state = full("late-start replacements early-arrival", mode=2, turn=1)
    played = play(state, play_cards, dice=["replacements", "late-start"])
    assert lying(played.state, FRENCH, Pile.ASIDE) == "replacements early-arrival"
    assert told(played, "CardReturned") == ["replacements"]
    assert told(played, "CardDiscarded") == ["early-arrival"]
    assert lying(played.state, FRENCH, Pile.MODE) == ""
    for way in ("none", "poker"):
        state = with_cards(way, french="fire*5 late-start", allied="fire*5", mode=1)
        assert state.cards.piles == {}
        assert play(state, play_cards).asked == []


@pytest.mark.rule("N23.7")
@each("turn bonus expected", (1, 3, 0), (2, 3, 4), (2, 5, 6), (2, 0, 4), (3, 3, 1))
def test_a_hand_begins_on_turn_2_and_grows_by_a_card(turn: int, bonus: int, expected: int) -> None:
    state = with_cards("full", french="fire*9", bonus=bonus, turn=turn)
    assert draws(state, FRENCH) == expected
    played = play(passing(state), play_cards, dice=[FIRE] * expected)
    assert lying(played.state, FRENCH, Pile.HAND) == " ".join(["fire"] * expected)


def scored(state: GameState, text: str, vp: int = -1, *, is_shown: bool = True) -> None:
    """The French have played cards: ``fire 3`` on turn 3."""
    rows = (row.split() for row in text.split(", "))
    scores = (CardScore(FRENCH, CardId(id_), vp, 29, int(turn), is_shown) for id_, turn in rows)
    state.cards = replace(state.cards, scores=tuple(scores))


@pytest.mark.rule("N23.7", "N17.3")
def test_tactics_cards_are_replaced_and_draws_go_on_after_a_night() -> None:
    state = full("fire*9 cavalry-pursuit last-push marshal-ney", turn=4)
    scored(state, "cavalry-pursuit 3, last-push 3, marshal-ney 3, counter-charge 2")
    assert draws(state, FRENCH) == 3  # Ney is no Tactics card, and turn 2 is long past
    assert draws(state, ALLIED) == 1
    early = full("fire*9", bonus=3, kinds="dmd")
    assert draws(early, FRENCH) == 4  # the bonus waits for the first turn with cards
    later = full("fire*9 cavalry-pursuit", turn=6, kinds="dddmmd")
    scored(later, "cavalry-pursuit 3")
    assert draws(later, FRENCH) == 2


@pytest.mark.rule("N23.7")
def test_chance_draws_among_the_deck_and_last_what_lies_under_it() -> None:
    state = full("probe*2 fire")
    assert list(windows.DrawCard("chance", FRENCH, Pile.DECK).options(state)) == [
        FIRE,
        PROBE,
        PROBE,
    ]
    played = play(state, play_cards, dice=[PROBE])
    assert [question.owner for question in played.questions("DrawCard")] == [FRENCH]
    assert lying(played.state, FRENCH, Pile.DECK) == "fire probe"
    state = put(full("probe fire delay"), FRENCH, Pile.DECK, Pile.BOTTOM, "probe", "delay")
    for dice, expected in (([FIRE], "fire"), ([], "fire probe"), ([], "fire probe delay")):
        state = play(state, lambda table: windows.draw(table, FRENCH), dice=dice).state
        assert lying(state, FRENCH, Pile.HAND) == expected
    assert play(state, lambda table: windows.draw(table, FRENCH)).result is None


@pytest.mark.rule("N23.7", "N4.8")
def test_useful_cards_of_the_hand_are_offered_and_both_choose_first() -> None:
    state = full("delay fire cavalry-pursuit")
    put(state, FRENCH, Pile.DECK, Pile.HAND, "delay", "cavalry-pursuit", "fire")
    question = ChooseCard(FRENCH)
    assert list(question.options(state)) == [FIRE, DELAY]
    assert question.refusal(state, PURSUIT) is not None
    assert [question.kind(answer) for answer in (None, FIRE)] == ["pass", "play"]
    state = full("cavalry-pursuit jaws-of-death")
    put(state, FRENCH, Pile.DECK, Pile.HAND, "cavalry-pursuit")
    assert play(state, play_cards, dice=["jaws-of-death"]).questions("ChooseCard") == []
    state = put(full("fire*2", allied="fire*2"), FRENCH, Pile.DECK, Pile.HAND, "fire")
    state = passing(state)
    played = play(state, play_cards, dice=[FIRE, FIRE], answers={"ChooseCard": [FIRE, None]})
    assert [(e.side, e.card) for e in played.of("CardPlayed")] == [(FRENCH, FIRE)]
    assert [lying(played.state, side, Pile.HAND) for side in (FRENCH, ALLIED)] == ["fire", "fire"]
    state = passing(full("fire", allied="fire"))
    played = play(state, play_cards, dice=[FIRE, FIRE], answers={"ChooseCard": [FIRE, FIRE]})
    kinds = [type(question) for question, _ in played.asked]
    assert kinds == [
        windows.DrawCard,
        windows.DrawCard,
        ChooseCard,
        ChooseCard,
        windows.ChooseCardTarget,
        windows.ChooseCardTarget,
    ]
    assert [event.side for event in played.of("CardPlayed")] == [FRENCH, ALLIED]


def passing(state: GameState, value: str = "on") -> GameState:
    """The same where the players agreed that a side may pass, or that it may not."""
    options = {**state.battle.options, "passing": value}
    return replace(state, battle=replace(state.battle, options=options))


@pytest.mark.rule("N23.7", "N23.2")
def test_each_side_must_play_a_card_unless_the_players_agreed_on_passing() -> None:
    """37.1 and 18.35: who holds a card for the phase plays one, though it be of no use.

    18.36: who holds none but Tactics cards need not.
    """
    hands = (("fire delay", True), ("delay", True), ("forced-march", False), ("", False))
    for hand, must in hands:
        state = put(full(hand), FRENCH, Pile.DECK, Pile.HAND, *hand.split())
        question = ChooseCard(FRENCH)
        refusal = question.refusal(state, None)
        assert (refusal is not None and refusal.rule == "N23.7") == must, hand
        assert (None in question.options(state)) != must, hand
        assert (" must play a card" in question.sentence(state)) == must, hand
        assert (question.refusal(passing(state, "off"), None) is not None) == must, hand
        agreed = passing(state)
        assert None in question.options(agreed)
        assert question.refusal(agreed, None) is None, hand
        assert " may play a card" in question.sentence(agreed)
    state = full("delay", allied="fire")  # each has one card: it is played, of use or not
    played = play(state, play_cards, dice=["delay", FIRE])
    assert told(played, "CardReturned") == ["delay"]
    assert told(played) == [FIRE]


@pytest.mark.rule("N22", "N23.7", "N23.2")
def test_a_card_counts_what_is_printed_and_face_down_tells_the_enemy_nothing() -> None:
    assert chosen(full("fire")).state.cards.scores == (CardScore(FRENCH, FIRE, -1, 29, 3),)
    useless = chosen(full("delay"), DELAY)
    assert lying(useless.state, FRENCH, Pile.BOTTOM) == "delay"
    assert useless.of("CardScored") == useless.of("CardPlayed") == []
    played = chosen(full("area-defense", orders="FI: defend 0201"), CardId("area-defense"))
    assert lying(played.state, FRENCH, Pile.SECRET) == "area-defense"
    seen = view(played.state, ALLIED)
    assert lying(seen, FRENCH, Pile.SECRET) == "?"
    assert (seen.cards.effects, seen.cards.scores) == ((), ())
    assert played.known_to(ALLIED) == [CardLaidDown(FRENCH)]
    assert CardLaidDown(FRENCH) not in played.known_to(FRENCH)


@pytest.mark.rule("N17.3", "N23.7", "N4", "N23.6")
def test_the_first_night_am_turn_makes_the_deck_up_anew_before_orders() -> None:
    """No cards are played in it."""
    cards = "fire*2 probe delay cavalry-pursuit battle-ends late-start replacements"
    state = full(cards, kinds="dnmmd")
    for source, target, card in (
        (Pile.DECK, Pile.DISCARD, "fire"),
        (Pile.DECK, Pile.SECRET, "probe"),
        (Pile.DECK, Pile.BOTTOM, "delay"),
        (Pile.DECK, Pile.HAND, "cavalry-pursuit"),
        (Pile.DECK, Pile.ENDURING, "battle-ends"),
        (Pile.MODE, Pile.DISCARD, "late-start"),
        (Pile.MODE, Pile.ASIDE, "replacements"),
    ):
        put(state, FRENCH, source, target, card)
    played = play(state, play_cards)
    assert played.asked == []
    assert lying(played.state, FRENCH, Pile.DECK) == "battle-ends delay fire fire probe"
    assert lying(played.state, FRENCH, Pile.HAND) == "cavalry-pursuit"
    assert lying(played.state, FRENCH, Pile.ASIDE) == "replacements late-start"
    assert [event.side for event in played.of("DeckShuffled")] == [FRENCH, ALLIED]
    # They are made up once a night.
    assert play(full("fire", turn=4, kinds="dnmmd"), play_cards).of("DeckShuffled") == []
    played = play(full("fire"), card_phase, dice=[FIRE], answers={"ChooseCard": [FIRE]})
    assert played.story.index("CardPlayed") < played.story.index("PhaseBegan")
    assert played.state.phase is Phase.ORDERS
    assert lying(played.state, FRENCH, Pile.ENDURING) == "fire"
    assert at_once(played.state, end_cards).events == []


@pytest.mark.rule("N4.71", "N23.6", "T24.2")
def test_what_acts_for_a_turn_is_over_when_it_ends_and_starred_cards_go_away() -> None:
    state = full(orders="FI: defend 0201; AI: defend 0707")
    state.commanded = (FRENCH, ALLIED)
    pursuit = Effect(1, FRENCH, PURSUIT, until=3)
    fire = Effect(2, FRENCH, FIRE, until=4, subjects=("0101",))
    state.cards = replace(state.cards, effects=(pursuit, fire))
    played = play(state, turn_end)
    assert [event.effect.number for event in played.of("EffectEnded")] == [1]
    assert played.story.index("EffectEnded") < played.story.index("TurnEnded")
    assert [effect.number for effect in played.state.cards.effects] == [2]
    state = put(full("fire", turn=1), FRENCH, Pile.DECK, Pile.ENDURING, "fire")
    fire = Effect(1, FRENCH, FIRE, until=1, subjects=("0101",))
    state.cards = replace(state.cards, effects=(fire,))
    played = at_once(state, end_cards)
    assert played.story == ["EffectEnded", "CardDiscarded"]
    assert lying(played.state, FRENCH, Pile.DISCARD) == "fire"


@pytest.mark.rule("N23.9")
@each("card is_checked", ("replacements", True), ("late-start", False))
def test_a_card_with_the_mark_checks_the_supply_of_both_sides(card: str, is_checked: bool) -> None:
    lines = ("F1 infantry 5-3 0201 reduced", "A1 infantry 5-3 0707")
    sources = {Hex("0101"): FRENCH, Hex("0707"): ALLIED}
    state = with_cards("full", *lines, french=card, mode=1, supply_sources=sources)
    state.supply = replace(state.supply, unsupplied=frozenset(units("F1 A1")))
    played = play(state, play_cards, dice=[card])
    checked = [(event.side, event.back) for event in played.of("SupplyChanged")]
    both = [(FRENCH, units("F1")), (ALLIED, units("A1"))]
    assert checked == (both if is_checked else [])


# -- restricted play: bonus cards, a card and a die each turn, secrets (N23.3, N23.8)


COMING = (*DEFAULT_LINES, "F2 infantry 5-3 due", "A2 infantry 5-3 due")
ARRIVALS = (Arrival(4, Hex("0101"), units("F2")), Arrival(4, Hex("0102"), units("A2")))


def day(card: str) -> GameState:
    """A day turn on which the French draw a card."""
    return with_cards("restricted", french=card, turn=2)


@pytest.mark.rule("N23.3", "N23.8")
def test_an_odd_die_plays_the_card_others_are_put_away_unseen() -> None:
    for die in (1, 3, 5):
        played = play(day("fire"), play_cards, dice=[FIRE, die])
        assert told(played) == [FIRE]
        assert played.state.cards.scores == (CardScore(FRENCH, FIRE, -1, 29, 2),)
    for die in (2, 4, 6):
        played = play(day("fire"), play_cards, dice=[FIRE, die])
        assert told(played) == []
        assert lying(played.state, FRENCH, Pile.SECRET) == "fire"
        assert played.state.cards.scores == ()
        assert not any(event.is_known_to(ALLIED) for event in played.events)
        [fate] = played.of("FateRolled")
        assert fate.is_known_to(FRENCH)
    played = play(day("cavalry-pursuit"), play_cards, dice=[PURSUIT, 3])
    assert told(played, "CardHeld") == [PURSUIT]
    assert lying(played.state, FRENCH, Pile.HELD) == "cavalry-pursuit"
    assert lying(view(played.state, ALLIED), FRENCH, Pile.HELD) == "?"
    assert not any(event.is_known_to(ALLIED) for event in played.events)
    after = at_once(played.state, end_cards)
    assert [(e.card, e.is_shown) for e in after.of("CardDiscarded")] == [(PURSUIT, False)]
    assert lying(after.state, FRENCH, Pile.SECRET) == "cavalry-pursuit"
    played = play(day("delay"), play_cards, dice=[DELAY, 1])
    [returned] = played.of(CardReturned)
    assert (returned.target, returned.is_shown) == (Pile.BOTTOM, False)


@pytest.mark.rule("N23.3", "N17.3")
def test_there_are_no_hands_and_cards_are_drawn_on_every_turn_but_night_am() -> None:
    """37.1: Night PM is a day turn for the cards too (Appendix III e)."""
    state = with_cards("restricted", french="fire*5", allied="battle-ends*5", turn=2)
    played = play(state, play_cards, dice=[FIRE, 1, "battle-ends", 2])
    assert played.questions("ChooseCard") == []
    assert [lying(played.state, side, Pile.HAND) for side in (FRENCH, ALLIED)] == ["", ""]
    by_night = with_cards("restricted", french="fire*5", turn=5, kinds="ddddnm")
    assert told(play(by_night, play_cards, dice=[FIRE, 1])) == ["fire"]
    after_midnight = with_cards("restricted", french="fire*5", turn=6, kinds="ddddnm")
    assert play(after_midnight, play_cards).asked == []
    assert play(day(""), play_cards).asked == []  # an empty deck
    state = with_cards("restricted", french="fire", turn=3, kinds="ddm")
    put(state, FRENCH, Pile.DECK, Pile.SECRET, "fire")
    assert lying(play(state, play_cards).state, FRENCH, Pile.SECRET) == "fire"


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


@pytest.mark.rule("N23.2", "N23.5", "N23.8")
def test_what_is_put_away_unseen_is_not_shown_and_stays_secret() -> None:
    battle = with_cards("restricted").battle
    named = [*SECRET.split(), *OPEN.split()]
    hidden = [name for name in named if is_face_down(battle, cards()[CardId(name)])]
    assert hidden == SECRET.split()
    for way in ("solitaire", "events"):  # alone all cards lie open
        battle = with_cards(way).battle
        assert not any(is_face_down(battle, card) for card in cards().values())
    state = put(day("fire area-defense"), FRENCH, Pile.DECK, Pile.SECRET, "area-defense")
    area = CardId("area-defense")
    assert not is_played_unseen(state, FRENCH, area)
    scored(state, "area-defense 2", 0, is_shown=False)
    assert is_played_unseen(state, FRENCH, area)
    assert not is_played_unseen(state, ALLIED, area)


@pytest.mark.rule("N23.3")
@each("by_chance", True, False)
def test_chance_picks_a_force_where_a_card_says_pick_one_force(by_chance: bool) -> None:
    state = with_cards("restricted")
    scattered = CardId("formation-scattered")
    options = windows.ChooseCardTarget(FRENCH, scattered).options(state)

    async def choosing(_: Table[GameState]) -> windows.Subjects:
        return await windows.choose_subjects(FRENCH, scattered, by_chance=by_chance)

    played = play(state, choosing, dice=[options[0]] if by_chance else [])
    asked = "DrawCardTarget" if by_chance else "ChooseCardTarget"
    assert [type(question).__name__ for question, _ in played.asked] == [asked]


@pytest.mark.rule("N23.3")
def test_a_town_is_named_by_the_player_even_so() -> None:
    answers = {"ChooseCardTarget": [("0701",)]}
    played = play(day("fire"), play_cards, dice=[FIRE, 1], answers=answers)
    assert played.of("CardPlayed")[0].subjects == ("0701",)


def coming(french: str, **more: Any) -> GameState:
    return with_cards("restricted", *COMING, french=french, arrivals=ARRIVALS, **more)


@pytest.mark.rule("N23.3")
def test_of_the_bonus_cards_before_turn_1_only_arrivals_act() -> None:
    state = coming("fire battle-ends arrives-early", bonus=3)
    dice: list[Any] = ["fire", "arrives-early", "battle-ends"]
    played = play(state, lambda table: play_bonus_cards(table, FRENCH), dice=dice)
    assert told(played) == ["arrives-early"]
    assert told(played, "CardDiscarded") == ["fire", "battle-ends"]
    assert not any(event.is_shown for event in played.of("CardDiscarded"))
    state, dice = coming("delay fire*2", bonus=3), ["delay", 1, "fire", "fire"]
    played = play(state, lambda table: play_bonus_cards(table, FRENCH), dice=dice)
    [event] = played.of("CardPlayed")
    assert (event.side, event.by, event.is_shown) == (FRENCH, ALLIED, True)
    assert played.state.cards.scores == (CardScore(ALLIED, DELAY, 2, 29, 1),)
    assert [group.turn for group in played.state.schedule.arrivals] == [4, 5]
    # One that is drawn later befalls its own side, at its price.
    state, dice = coming("delay", turn=2), [DELAY, 1, 3]
    played = play(state, lambda table: draw_for_the_turn(table, FRENCH), dice=dice)
    assert [group.turn for group in played.state.schedule.arrivals] == [6, 4]
    assert played.state.cards.scores == (CardScore(FRENCH, DELAY, -2, 29, 2, is_shown=False),)
    state = with_cards("restricted", french="fire*3 battle-ends late-start", mode=1, bonus=3)
    dice = ["fire", "fire", "battle-ends", "late-start", "fire", 2]
    played = play(state, play_cards, dice=dice)
    assert len(played.questions("Roll")) == 1
    assert [event.card for event in played.of(CardPlayed)] == ["late-start"]
    assert lying(played.state, FRENCH, Pile.SECRET) == "fire fire battle-ends fire"


FRENCH_DECK, ALLIED_DECK = "fire cavalry-pursuit marshal-ney", "fire cavalry-pursuit another-chance"


def alone(french: str = FRENCH_DECK, allied: str = ALLIED_DECK, **more: Any) -> GameState:
    return with_cards("solitaire", french=french, allied=allied, **({"turn": 2} | more))


@pytest.mark.rule("N23.3", "N20.5")
def test_alone_a_die_says_whom_a_card_or_its_twin_befalls() -> None:
    for die, side, other in ((1, FRENCH, ALLIED), (5, FRENCH, ALLIED), (2, ALLIED, FRENCH)):
        played = play(alone(), play_cards, dice=[FIRE, die])
        assert [(event.side, event.card) for event in played.of("CardPlayed")] == [(side, FIRE)]
        assert [(score.side, score.vp) for score in played.state.cards.scores] == [(side, -1)]
        assert lying(played.state, FRENCH, Pile.DECK) == "cavalry-pursuit marshal-ney"
        assert lying(played.state, ALLIED, Pile.DECK) == "another-chance cavalry-pursuit"
        assert lying(played.state, side, Pile.ENDURING) == "fire"
        assert lying(played.state, other, Pile.DISCARD) == "fire"
    played = play(alone(), play_cards, dice=[PURSUIT, 4])
    [held] = played.of("CardHeld")
    assert (held.side, held.card, held.is_shown) == (ALLIED, PURSUIT, True)
    assert lying(played.state, ALLIED, Pile.HELD) == "cavalry-pursuit"
    state = alone()
    assert twin_of(state, ALLIED, CardId("marshal-ney")) == "another-chance"
    assert twin_of(state, ALLIED, FIRE) == "fire"
    put(state, ALLIED, Pile.DECK, Pile.ASIDE, "fire")
    assert twin_of(state, ALLIED, FIRE) is None
    played = play(state, play_cards, dice=[FIRE, 2])  # it befalls nobody
    assert told(played) == []
    assert lying(played.state, FRENCH, Pile.DISCARD) == "fire"


@pytest.mark.rule("N23.3")
def test_alone_one_card_is_drawn_each_turn_while_both_decks_last() -> None:
    night_pm = play(alone("fire", "fire", kinds="dn"), play_cards, dice=[FIRE, 1])
    assert night_pm.state.cards.scores == (CardScore(FRENCH, FIRE, -1, 29, 2),)
    assert play(alone("fire", "fire", kinds="dm"), play_cards).asked == []
    state = alone("late-start fire*9", "fire*9", mode=1, bonus=3, turn=1)
    played = play(state, play_cards, dice=["late-start", FIRE, 1])
    assert told(played) == ["late-start", "fire"]
    assert len(played.state.cards.piles[FRENCH].of(Pile.DECK)) == 8
    empty = alone("fire", "fire")
    for side in (FRENCH, ALLIED):
        put(empty, side, Pile.DECK, Pile.ASIDE, "fire")
    assert play(empty, play_cards).asked == []
    lonely = alone("fire", "")
    lonely.cards = replace(lonely.cards, piles=without(lonely.cards.piles, ALLIED))
    assert play(lonely, play_cards).asked == []
