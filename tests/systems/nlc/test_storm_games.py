"""Whole games of cards: nothing is lost, nothing is told, and chance answers every draw (T24.2)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.cards.events import CardPlayed
from hexwar.cards.library import card, decks
from hexwar.cards.readings import Moment, readings
from hexwar.cards.records import COVERED, OPEN, CardId, CardKind, Pile, Window
from hexwar.engine import CHANCE, SeededChance, Session, check_codec, load, save
from hexwar.systems.tlnb.cards.events import CombatFought, ForceChanged
from hexwar.systems.tlnb.cards.records import Course, Step, StormState, view
from hexwar.systems.tlnb.cards.system import storm
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Side
from hexwar.table.names import Names
from hexwar.table.story import Story
from tests.systems.nlc.positions import battle_of, board
from tests.systems.nlc.storms import (
    COALITION,
    FRENCH,
    SIDES,
    combat,
    course,
    force,
    game,
    hour,
    pass_to,
    whole_deck,
)

pytestmark = pytest.mark.rule("T24.2")

NAMES = sorted({read.names for read in readings().values() if read.names})
FACTS = sorted({fact for read in readings().values() for fact in read.combat})
PEOPLE = {side: dict.fromkeys(NAMES, ("a", "b")) for side in SIDES}
DECKS = ("coming-storm", "four-lost-battles-french", "four-lost-battles-coalition")


def battle(french: str, coalition: str) -> Course:
    """Two days of seven turns each, with all that a card could ask for."""
    charge = combat([*FACTS, "infantry"], FACTS, named=["a"], charge=(8, 6))
    attack = combat(FACTS, FACTS, id_="1010", named=["b"])
    fights = [charge, attack]
    day_1 = [hour("rain", "river bridge", names=PEOPLE, french=fights, coalition=fights)] * 4
    day_2 = [hour("snow", day=2, names=PEOPLE, french=fights, coalition=fights)] * 4
    night = [hour(kind=TurnKind.NIGHT_PM), hour(kind=TurnKind.NIGHT_AM)]
    forces = [
        force("I", 3, side=FRENCH),
        force("II", 4),
        force("III", 6, formation="II"),
        *(force(f"A{n}", None, side=FRENCH, is_alternate=True) for n in range(3)),
        *(force(f"B{n}", None, is_alternate=True) for n in range(3)),
    ]
    return course(
        *day_1,
        *night,
        *day_2,
        french=whole_deck(french, 3),
        coalition=whole_deck(coalition, 2),
        forces=forces,
        routes={"2001": ("2003",)},
        is_one_day=True,
        first=hour(names=PEOPLE),
    )


def owned(state: StormState, side: Side) -> Counter[CardId]:
    lying = state.cards.piles[side].lying
    return Counter(card for pile in lying.values() for card in pile)


def step(session: Session[StormState], pick: int) -> None:
    assert session.pending is not None
    session.answer(session.options[pick % len(session.options)])


@given(
    st.sampled_from(DECKS),
    st.sampled_from(DECKS),
    st.integers(0, 10_000),
    st.lists(st.integers(0, 30), min_size=200, max_size=200),
)
def test_cards_are_never_lost_and_a_hand_is_in_nobody_elses_view(
    french: str, coalition: str, seed: int, picks: list[int]
) -> None:
    laid_out = battle(french, coalition)
    session = game(laid_out, chance=SeededChance(seed))
    before = {
        side: Counter(dict(decks()[id_].cards))
        for side, id_ in zip(SIDES, (french, coalition), strict=True)
    }
    for pick in picks:
        if session.pending is None:
            break
        step(session, pick)
        assert {side: owned(session.state, side) for side in SIDES} == before
        for side in SIDES:
            seen = view(session.state, laid_out.enemy(side)).cards.piles[side]
            for pile, lying in seen.lying.items():
                assert pile in OPEN or set(lying) <= {COVERED}
    assert session.pending is None
    drawn = [entry for entry in session.journal if entry.is_luck]
    assert drawn


@pytest.mark.slow
def test_every_card_is_played_in_some_of_a_thousand_games_and_none_is_lost() -> None:
    played: set[CardId] = set()
    for seed in range(1000):
        ids = (DECKS[seed % 3], DECKS[seed // 3 % 3])
        session = game(battle(*ids), chance=SeededChance(seed))
        pick = seed
        while session.pending is not None:
            pick = (pick * 1_103_515_245 + 12_345) % 2**31
            step(session, pick >> 8)
        for side, id_ in zip(SIDES, ids, strict=True):
            assert owned(session.state, side) == Counter(dict(decks()[id_].cards))
        played |= {event.card for event in session.events if isinstance(event, CardPlayed)}
    assert played == {id_ for name in DECKS for id_, _ in decks()[name].cards}


def test_the_same_dice_give_the_same_game_and_a_save_goes_on() -> None:
    laid_out = battle("coming-storm", "four-lost-battles-coalition")
    system = storm(lambda _: laid_out)
    session = Session.begin(system, {}, SeededChance("a"))
    for pick in range(12):
        step(session, pick)
    again = load(system, save(session))
    assert again.digest() == session.digest()
    for pick in range(5):
        step(session, pick)
        step(again, pick)
    assert again.digest() == session.digest()


def test_a_log_tells_the_whole_game() -> None:
    laid_out = battle("coming-storm", "four-lost-battles-coalition")
    session = Session.begin(storm(lambda _: laid_out), {}, SeededChance("a"))
    for pick in range(400):
        if session.pending is not None:
            step(session, pick)
    story = Story(Names(battle_of(board())[0]))
    story.follow(session.events)
    told = [story.text(index).plain for index in range(len(story.entries))]
    assert {type(event) for event in session.events} > {CardPlayed, ForceChanged, CombatFought}
    assert all(words[0].isupper() and words.endswith(".") for words in told)


def test_what_is_saved_can_be_read() -> None:
    check_codec(storm(lambda _: battle("coming-storm", "coming-storm")))


def test_a_draw_is_never_taken_back() -> None:
    session = game(battle("coming-storm", "coming-storm"))
    first = [e for e in session.journal if e.side == CHANCE]
    barrier = session.barrier()
    assert first
    assert barrier is not None


@pytest.mark.rule("T24.3")
def test_every_moment_and_step_belongs_to_a_card() -> None:
    asked = {moment for read in readings().values() for moment in read.moments}
    assert asked == set(Moment)
    assert {step.value for step in Step} == {
        "card segment",
        "reinforcement segment",
        "combat phase",
    }


@pytest.mark.rule("T24.1", "T24.3")
@pytest.mark.parametrize("deck", DECKS)
def test_every_card_of_the_series_has_a_reading(deck: str) -> None:
    for id_, _ in decks()[deck].cards:
        read, printed = readings()[id_], card(id_)
        assert read.text
        assert len(read.text) < 240
        is_tactics = printed.kind is CardKind.TACTICS
        assert bool(read.moments) or not is_tactics, id_
        assert is_tactics or printed.allowance is not None, id_


@pytest.mark.rule("T24.2")
def test_the_combat_window_is_that_of_cards_with_a_moment() -> None:
    for id_, read in readings().items():
        if Window.COMBAT in card(id_).windows:
            assert read.moments, id_


def test_an_open_card_stays_in_a_view() -> None:
    session = game(battle("coming-storm", "coming-storm"))
    pass_to(session, 2, FRENCH)
    seen = view(session.state, COALITION)
    for pile in OPEN:
        assert seen.cards.piles[FRENCH].of(pile) == session.state.cards.piles[FRENCH].of(pile)
    assert seen.cards.piles[COALITION] == session.state.cards.piles[COALITION]
    counted = {pile: len(lying) for pile, lying in seen.cards.piles[FRENCH].lying.items()}
    assert counted == {p: len(x) for p, x in session.state.cards.piles[FRENCH].lying.items()}
    assert seen.cards.piles[FRENCH].of(Pile.DECK) == (COVERED,) * (45 - 4)
