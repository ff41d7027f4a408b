"""The Card Segment of The Coming Storm: mode cards, draws, one card, and the allowance (T24.2)."""

from __future__ import annotations

import pytest

from hexwar.cards.events import CardPlayed, CardReturned, EffectEnded
from hexwar.cards.readings import bonus_cards
from hexwar.cards.records import CardScore, Pile
from hexwar.systems.tlnb.cards.events import AllowanceSet, BonusDealt, CardSeen, DayTallied
from hexwar.systems.tlnb.cards.segment import day_total
from hexwar.table.battle import TurnKind
from tests.systems.nlc.storms import (
    COALITION,
    FRENCH,
    asked,
    cards,
    course,
    game,
    hour,
    lying,
    named,
    pass_to,
    play_out,
    stock,
    whole_deck,
)

pytestmark = pytest.mark.rule("T24.2")

MODES = ("road-column", "late-start", "replacements", "early-arrival", "formation-scattered")


# --- turn 1 ---------------------------------------------------------------------------------------


def test_mode_cards_are_played_by_number_the_first_player_first() -> None:
    at_start = hour(names={FRENCH: {"force at the start": ("VI",)}})
    laid_out = course(
        french=stock(mode=MODES, draws=3), coalition=stock(mode=MODES, draws=2), first=at_start
    )
    drawn = ["formation-scattered", "late-start", "road-column", "early-arrival", "late-start"]
    session = game(laid_out, drawn)
    assert [(event.side, event.card) for event in named(session, CardPlayed)] == [
        (FRENCH, "road-column"),
        (FRENCH, "late-start"),
        (FRENCH, "formation-scattered"),
        (COALITION, "late-start"),
        (COALITION, "early-arrival"),
    ]
    assert session.state.allowances == {FRENCH: (2, 3), COALITION: (4, 6)}
    assert lying(session, FRENCH, Pile.ASIDE) == cards("replacements", "early-arrival")
    assert lying(session, FRENCH, Pile.HAND) == ()
    assert len(lying(session, FRENCH, Pile.DISCARD)) == 3
    assert session.pending is None
    assert day_total(session.state, FRENCH, 1) == 2 + 4 + 3
    assert day_total(session.state, COALITION, 1) == 4 - 4


def test_a_mode_card_of_no_use_counts_nothing_but_its_allowance_holds() -> None:
    session = game(course(french=stock(mode=["replacements"], draws=1)))
    assert [event.card for event in named(session, CardReturned)] == ["replacements"]
    assert lying(session, FRENCH, Pile.ASIDE) == cards("replacements")
    assert session.state.cards.scores == ()
    assert named(session, AllowanceSet)[1] == AllowanceSet(FRENCH, 3, 4, cards("replacements")[0])


def test_replacements_make_up_to_two_units_full() -> None:
    at_start = hour(names={FRENCH: {"reduced unit": ("A", "B", "C")}})
    session = game(course(french=stock(mode=["replacements"], draws=1), first=at_start))
    assert asked(session) == "NameSubjects"
    assert list(session.options) == [
        ("A", "B"),
        ("A", "C"),
        ("B", "C"),
        ("A",),
        ("B",),
        ("C",),
    ]


# --- draws ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("listed", "drawn"), [(0, 4), (3, 4), (5, 6)])
def test_the_second_turn_brings_the_bonus_cards_and_one(listed: int, drawn: int) -> None:
    session = game(course(hour(), french=stock(*["probe"] * 9, bonus=listed)))
    assert lying(session, FRENCH, Pile.HAND) == cards(*["probe"] * (drawn - 1))
    assert lying(session, FRENCH, Pile.DISCARD) == cards("probe")
    assert named(session, BonusDealt)[0] == BonusDealt(FRENCH, max(listed, 3))


@pytest.mark.parametrize(
    ("level", "bonus"),
    [(None, 3), ("marginal", 4), ("tactical", 4), ("substantial", 5), ("strategic", 6)],
)
def test_a_battle_won_before_brings_more_bonus_cards(level: str | None, bonus: int) -> None:
    assert bonus_cards(0, level) == bonus
    assert bonus_cards(4, None) == 4


def test_from_the_third_turn_on_one_card_is_drawn() -> None:
    session = game(course(hour(), hour(), hour(), french=stock(*["probe"] * 9)))
    assert session.pending is None
    assert len(lying(session, FRENCH, Pile.DISCARD)) == 3
    assert len(lying(session, FRENCH, Pile.HAND)) == 4 + 1 + 1 - 3


def test_a_deck_that_has_run_out_gives_what_lies_under_it_and_then_nothing() -> None:
    session = game(course(hour(), hour(), french=stock("delay", "delay")))
    assert [event.card for event in named(session, CardReturned)] == ["delay", "delay"]
    assert lying(session, FRENCH, Pile.HAND) == cards("delay")
    assert lying(session, FRENCH, Pile.BOTTOM) == cards("delay")


# --- one card a segment ---------------------------------------------------------------------------


def test_one_card_must_be_played() -> None:
    session = game(course(hour(), french=stock("probe", "infiltration", "counter-charge")))
    assert asked(session) == "PlayOneCard"
    assert sorted(session.options) == ["infiltration", "probe"]
    session.answer("infiltration")
    assert AllowanceSet(FRENCH, 3, 5, cards("infiltration")[0]) in session.events
    assert session.state.cards.scores == (
        CardScore(FRENCH, cards("infiltration")[0], -1, day=1, turn=2),
    )


def test_a_hand_of_tactics_cards_plays_none() -> None:
    session = game(course(hour(), french=stock("counter-charge", "cavalry-pursuit")))
    assert AllowanceSet(FRENCH, 3, 4, None) in named(session, AllowanceSet)[-2:]
    assert lying(session, FRENCH, Pile.DISCARD) == ()


@pytest.mark.parametrize(
    ("card", "facts"),
    [
        ("heavy-cavalry-at-bridges", []),
        ("point-blank-fire", ["snow"]),
        ("powder-wet", ["fair"]),
    ],
)
def test_a_tactics_card_of_no_use_may_be_spent(card: str, facts: list[str]) -> None:
    session = game(course(hour(*facts), french=stock(card, "counter-charge")))
    assert list(session.options) == [None, card]
    session.answer(card)
    assert AllowanceSet(FRENCH, 4, 6, cards(card)[0]) in session.events
    assert lying(session, FRENCH, Pile.BOTTOM) == cards(card)
    assert session.state.cards.scores == ()


def test_a_spent_card_is_the_play_of_the_segment() -> None:
    session = game(course(hour(), french=stock("probe", "heavy-cavalry-at-bridges")))
    assert sorted(session.options) == ["heavy-cavalry-at-bridges", "probe"]


@pytest.mark.parametrize(
    ("card", "facts"),
    [
        ("heavy-cavalry-at-bridges", ["river bridge"]),
        ("point-blank-fire", ["rain"]),
        ("powder-wet", ["rain"]),
        ("powder-wet", ["thunderstorm"]),
    ],
)
def test_a_tactics_card_that_could_act_is_not_spent(card: str, facts: list[str]) -> None:
    session = game(course(hour(*facts), french=stock(card, "counter-charge")))
    assert session.pending is None
    assert set(lying(session, FRENCH, Pile.HAND)) == {card, "counter-charge"}


def test_a_card_of_no_use_goes_under_the_deck_and_its_allowance_holds() -> None:
    session = game(course(hour(), french=stock("approach-march")))
    assert AllowanceSet(FRENCH, 4, 6, cards("approach-march")[0]) in session.events
    assert lying(session, FRENCH, Pile.BOTTOM) == cards("approach-march")
    assert lying(session, FRENCH, Pile.DISCARD) == ()
    assert day_total(session.state, FRENCH, 1) == 0
    assert session.state.cards.effects == ()


def test_a_card_that_names_somebody_asks_whom() -> None:
    names = {FRENCH: {"formation out of EZOC": ("VI", "II")}}
    session = game(course(hour(names=names), french=stock("approach-march")))
    assert list(session.options) == [("VI",), ("II",)]
    session.answer(("II",))
    assert named(session, CardPlayed)[0].subjects == ("II",)
    assert session.state.cards.effects[0].subjects == ("II",)


# --- how long -------------------------------------------------------------------------------------


def test_an_effect_lasts_to_the_next_segment_of_its_side() -> None:
    session = game(course(hour(), hour(), french=stock("probe"), coalition=stock("mobile-defense")))
    ended = [(event.effect.side, event.effect.card) for event in named(session, EffectEnded)]
    assert ended == [(FRENCH, "probe"), (COALITION, "mobile-defense")]


def test_a_starred_card_lies_open_until_its_effect_is_over() -> None:
    names = {FRENCH: {"Yorck": ("Yorck",)}}
    hours = [hour(names=names), hour(), hour(), hour()]
    main = ["reluctant-yorck", "probe", "probe", "infiltration", "infiltration", "probe", "probe"]
    session = game(course(*hours, french=stock(*main)), [*main, 1])
    session.answer("reluctant-yorck")
    assert lying(session, FRENCH, Pile.ENDURING) == cards("reluctant-yorck")
    pass_to(session, 4, FRENCH)
    assert lying(session, FRENCH, Pile.ENDURING) == cards("reluctant-yorck")
    pass_to(session, 5, FRENCH)
    ended = [e.effect.until for e in named(session, EffectEnded) if e.effect.subjects]
    assert ended == [4]
    assert "reluctant-yorck" in lying(session, FRENCH, Pile.DISCARD)
    assert lying(session, FRENCH, Pile.ENDURING) == ()


# --- night ----------------------------------------------------------------------------------------


def test_no_cards_at_night() -> None:
    night = hour(kind=TurnKind.NIGHT_PM)
    session = game(course(night, french=stock(*["probe"] * 6)))
    assert lying(session, FRENCH, Pile.HAND) == ()
    assert session.state.allowances == {FRENCH: (2, 3), COALITION: (2, 3)}


@pytest.mark.parametrize("date", [1, 2])
def test_at_night_am_the_day_is_tallied_and_the_main_deck_shuffled(date: int) -> None:
    dawn = hour(day=date, kind=TurnKind.NIGHT_AM)
    french = stock("probe", "scouts-find-ford", "approach-march", mode=["late-start"], draws=1)
    session = game(course(hour(), dawn, hour(day=2), french=french))
    session.answer("scouts-find-ford")
    assert named(session, DayTallied)[:2] == [
        DayTallied(FRENCH, 1, 4 - 2),
        DayTallied(COALITION, 1, 0),
    ]
    assert "late-start" in lying(session, FRENCH, Pile.ASIDE)
    assert lying(session, FRENCH, Pile.ENDURING) == ()
    assert [event.effect.card for event in named(session, EffectEnded)] == [
        "late-start",
        "scouts-find-ford",
    ]
    everything = [
        *lying(session, FRENCH, Pile.DECK),
        *lying(session, FRENCH, Pile.HAND),
        *lying(session, FRENCH, Pile.BOTTOM),
    ]
    assert "scouts-find-ford" in everything


def test_cards_left_in_hand_count_nothing() -> None:
    hand = ["alternate-reinforcements", "alternate-reinforcements", "probe", "general-advance"]
    session = game(course(hour(), french=whole_deck("coming-storm", draws=0)), hand)
    session.answer("probe")
    play_out(session)
    assert day_total(session.state, FRENCH, 1) == 0


@pytest.mark.parametrize(("prolonged", "turns"), [(True, 3), (False, 2)])
def test_the_second_day_is_fought_only_with_its_card(prolonged: bool, turns: int) -> None:
    french = stock("second-day", "probe") if prolonged else stock("probe", "probe")
    session = game(course(hour(), hour(day=2), french=french, is_one_day=True))
    if prolonged:
        session.answer("second-day")
    play_out(session)
    assert session.state.turn == turns


def test_a_second_day_that_is_fought_anyhow_is_of_no_use() -> None:
    session = game(course(hour(), french=stock("second-day")))
    assert [event.card for event in named(session, CardReturned)] == ["second-day"]


@pytest.mark.rule("T24.3")
def test_spies_see_a_card_of_the_enemys_hand() -> None:
    theirs = ("probe", "infiltration", "mobile-defense", "general-retreat")
    laid_out = course(
        hour(), hour(), french=stock("probe", "spies-bring-news"), coalition=stock(*theirs)
    )
    session = game(laid_out, ["probe", *theirs[:3], "mobile-defense"])
    session.answer("probe")
    session.answer("infiltration")
    (seen,) = named(session, CardSeen)
    assert seen.card == "mobile-defense"
    assert (seen.is_known_to("french"), seen.is_known_to("coalition")) == (True, False)


@pytest.mark.rule("T24.3")
def test_spies_are_of_no_use_against_an_empty_hand() -> None:
    session = game(course(hour(), french=stock("spies-bring-news")))
    assert [event.card for event in named(session, CardReturned)] == ["spies-bring-news"]


@pytest.mark.rule("T24.3")
def test_a_commander_of_the_coalition_acts_for_four_turns_and_rolls_one_die_again() -> None:
    hours = [hour() for _ in range(6)]
    session = game(course(*hours, french=stock("commander-arrives-coalition")))
    ended = [(e.effect.until, e.effect.left) for e in named(session, EffectEnded)]
    assert ended == [(2, 1), (5, 0)]
    assert lying(session, FRENCH, Pile.DISCARD) == cards("commander-arrives-coalition")


@pytest.mark.rule("T24.3")
def test_a_chief_of_staff_serves_for_the_rest_of_the_day() -> None:
    names = {FRENCH: {"commander": ("Berthier",)}}
    hours = [hour(names=names), hour(), hour(kind=TurnKind.NIGHT_AM), hour(day=2)]
    session = game(course(*hours, french=stock("new-chief-of-staff")))
    (ended,) = named(session, EffectEnded)
    assert (ended.effect.subjects, ended.effect.until) == (("Berthier",), 4)
