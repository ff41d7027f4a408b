"""Arrival cards, and several cards on one force (T24.2)."""

from __future__ import annotations

import pytest

from hexwar.cards.events import CardReturned, CardScored
from hexwar.cards.records import CardScore, Pile
from hexwar.systems.tlnb.cards.events import ForceChanged, ForceEntered
from hexwar.systems.tlnb.cards.records import Force
from hexwar.systems.tlnb.cards.segment import day_total
from tests.systems.nlc.storms import (
    COALITION,
    FRENCH,
    Game,
    asked,
    cards,
    course,
    force,
    game,
    hour,
    lying,
    named,
    play_out,
    stock,
)

pytestmark = pytest.mark.rule("T24.2")

HOURS = [hour() for _ in range(9)]


def one_card(card: str, *forces: Force, dice: tuple[int, ...] = ()) -> Game:
    """The French play a card on turn 2, of ten."""
    routes = {"2001": ("2003", "2010")}
    laid_out = course(*HOURS, french=stock(card), forces=forces, routes=routes)
    return game(laid_out, dice)


def entered(session: Game) -> dict[str, int]:
    """The turn on which each force came."""
    turn, found = 1, {}
    for event in session.events:
        turn = getattr(event, "turn", turn)
        if isinstance(event, ForceEntered):
            found[event.force] = turn
    return found


def history(session: Game, id_: str) -> list[tuple[str | None, int, int | None]]:
    """Card, die and the turn on which the force was due from then on."""
    return [(c.card, c.die, c.turn) for c in session.state.force(id_).history]


# --- one card -------------------------------------------------------------------------------------


def test_forces_come_as_listed_or_wait_and_are_asked_again() -> None:
    session = game(course(*HOURS, forces=[force("II", 3), force("I", 5, side=FRENCH)]))
    assert asked(session) == "KeepForceWaiting"
    assert session.state.turn == 3
    session.answer(True)
    assert session.state.turn == 4
    session.answer(False)
    play_out(session)
    assert entered(session) == {"II": 4, "I": 5}


def test_a_force_comes_early() -> None:
    forces = [force("I", 6, side=FRENCH), force("II", 4, side=FRENCH), force("X", 3)]
    session = one_card("arrives-early", *forces)
    play_out(session)
    assert entered(session) == {"II": 2, "X": 3, "I": 6}
    assert day_total(session.state, FRENCH, 1) == -2


@pytest.mark.parametrize(
    "card", ["arrives-early", "other-route", "delay", "fow-delay", "cancel-one-force"]
)
def test_an_arrival_card_is_of_no_use_when_nobody_is_due(card: str) -> None:
    session = one_card(card)
    assert {event.card for event in named(session, CardReturned)} == {card}
    assert day_total(session.state, FRENCH, 1) == 0


def test_a_force_that_comes_now_cannot_come_early() -> None:
    session = one_card("arrives-early", force("I", 2, side=FRENCH))
    assert named(session, CardReturned) != []


@pytest.mark.rule("T24.3")
@pytest.mark.parametrize("card", ["delay", "fow-delay"])
@pytest.mark.parametrize(("die", "turns"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_delay(card: str, die: int, turns: int) -> None:
    session = one_card(card, force("II", 3), force("III", 4), dice=(die,))
    play_out(session)
    assert entered(session) == {"II": 3 + turns, "III": 4}


@pytest.mark.rule("T24.3")
def test_who_plays_a_delay_chooses_among_several() -> None:
    session = one_card("delay", force("II", 3), force("III", 3), force("IV", 5), dice=(1,))
    assert list(session.options) == [("II",), ("III",)]


@pytest.mark.rule("T24.3")
def test_later_parts_of_the_formation_are_delayed_with_it() -> None:
    head, tail = force("head", 3, formation="II"), force("tail", 5, formation="II")
    other = force("other", 5, formation="III")
    session = one_card("delay", head, tail, other, dice=(6,))
    play_out(session)
    assert entered(session) == {"head": 6, "other": 5, "tail": 8}


@pytest.mark.rule("T24.3")
def test_another_route() -> None:
    session = one_card("other-route", force("I", 3, side=FRENCH), force("X", 3))
    assert list(session.options) == [("I", "2003"), ("I", "2010")]
    session.answer(("I", "2010"))
    assert (session.state.force("I").entry, session.state.force("I").turn) == ("2010", 3)
    assert day_total(session.state, FRENCH, 1) == 1


@pytest.mark.parametrize(("die", "turns"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_alternates_come_in_the_order_of_their_list(die: int, turns: int) -> None:
    groups = [
        force("A", None, side=FRENCH, is_alternate=True),
        force("B", None, side=FRENCH, is_alternate=True),
        force("C", None, is_alternate=True),
    ]
    session = one_card("alternate-reinforcements", *groups, dice=(die,))
    play_out(session)
    assert entered(session) == {"A": 2 + turns}
    assert day_total(session.state, FRENCH, 1) == -5


def test_after_the_last_group_the_card_is_of_no_use() -> None:
    group = force("A", None, side=FRENCH, is_alternate=True)
    laid_out = course(*HOURS, french=stock(*["alternate-reinforcements"] * 2), forces=[group])
    session = game(laid_out, [cards("alternate-reinforcements")[0], 6])
    play_out(session)
    assert day_total(session.state, FRENCH, 1) == -5
    assert lying(session, FRENCH, Pile.DISCARD) == cards("alternate-reinforcements")
    assert entered(session) == {"A": 5}


@pytest.mark.rule("T24.3")
def test_a_force_is_cancelled_on_the_turn_on_which_it_is_due() -> None:
    due, later = force("II", 2), force("III", 3)
    session = one_card("cancel-one-force", due, later)
    play_out(session)
    assert entered(session) == {"III": 3}
    assert history(session, "II") == [("cancel-one-force", 0, None)]
    assert day_total(session.state, FRENCH, 1) == -3


# --- card intersections ---------------------------------------------------------------------------


def test_a_force_that_was_kept_waiting_is_delayed_further() -> None:
    laid_out = course(*HOURS, french=stock("probe", "delay"), forces=[force("II", 2)])
    session = game(laid_out, ["probe", 4])
    session.answer("probe")
    session.answer(True)
    play_out(session)
    assert entered(session) == {"II": 5}
    assert history(session, "II") == [(None, 0, 3), ("delay", 4, 5)]


def test_an_alternate_that_was_rolled_for_comes_at_once() -> None:
    group = force("A", None, side=FRENCH, is_alternate=True)
    laid_out = course(
        *HOURS, french=stock("alternate-reinforcements", "arrives-early"), forces=[group]
    )
    session = game(laid_out, ["alternate-reinforcements", 6])
    session.answer("alternate-reinforcements")
    play_out(session)
    assert history(session, "A") == [
        ("alternate-reinforcements", 6, 5),
        ("arrives-early", 0, 3),
    ]
    assert entered(session) == {"A": 3}


def test_cards_of_both_sides_act_in_the_order_in_which_they_are_played() -> None:
    mine = force("I", 5, side=FRENCH)
    laid_out = course(
        *HOURS,
        french=stock("arrives-early", "probe"),
        coalition=stock("delay"),
        forces=[mine],
    )
    session = game(laid_out, ["arrives-early", 3])
    session.answer("probe")
    play_out(session)
    assert history(session, "I") == [("delay", 3, 7), ("arrives-early", 0, 3)]
    changes = [event.change for event in named(session, ForceChanged)]
    assert [(change.side, change.at) for change in changes] == [(COALITION, 2), (FRENCH, 3)]


@pytest.mark.rule("T24.3")
def test_what_a_cancelled_alternate_counted_is_void() -> None:
    group = force("A", None, side=COALITION, is_alternate=True)
    laid_out = course(
        *HOURS,
        french=stock("probe", "probe", "cancel-one-force"),
        coalition=stock("alternate-reinforcements"),
        forces=[group],
    )
    session = game(laid_out, ["probe", "probe", 1])
    session.answer("probe")
    session.answer("cancel-one-force")
    play_out(session)
    score = CardScore(COALITION, cards("alternate-reinforcements")[0], -5, day=1, turn=2)
    assert CardScored(score, is_void=True) in session.events
    assert day_total(session.state, COALITION, 1) == 0
    assert entered(session) == {}


def test_a_force_keeps_its_whole_history() -> None:
    mine = force("I", 4, side=FRENCH)
    laid_out = course(
        *HOURS,
        french=stock("other-route", "probe"),
        coalition=stock("delay"),
        forces=[mine],
        routes={"2001": ("2003",)},
    )
    session = game(laid_out, ["other-route", 1])
    session.answer("other-route")
    play_out(session)
    found = session.state.force("I")
    assert [change.card for change in found.history] == ["other-route", "delay"]
    assert [(change.entry, change.turn) for change in found.history] == [("2003", 4), ("2003", 5)]
