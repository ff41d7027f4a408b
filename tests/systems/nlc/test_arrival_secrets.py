"""Several cards on one force, and what the enemy knows of them (N23.2, N23.3, 18.73)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.cards.events import EffectEnded
from hexwar.cards.records import CardId, Pile
from hexwar.systems.nlc.events.arrivals import AlternateCalled, ArrivalDelayed, UnitEntered
from hexwar.systems.nlc.events.cards import CardLaidDown, CardRevealed
from hexwar.systems.nlc.rules.arrivals.arrivals import place_headquarters, vary_arrivals
from hexwar.systems.nlc.rules.arrivals.calendar import Coming, calendar
from hexwar.systems.nlc.rules.cards.windows import targets
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, end_movement, movement_segment
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Activation, Box, Segment
from tests.systems.nlc.hands import later, pile, played
from tests.systems.nlc.positions import ALLIED, FRENCH, Answers, Played, hexes, play, units
from tests.systems.nlc.schedules import (
    ALTERNATE,
    CALLED,
    EARLY,
    ELSEWHERE,
    ENEMY,
    FIRST,
    LATE,
    REST,
    SECOND,
    STAFF,
    waiting,
    when,
    with_alternates,
)

# -- several cards on one force


@pytest.mark.rule("N23.4")
def test_cards_act_on_one_force_in_the_order_in_which_they_are_played() -> None:
    """Called on turn 1 for turn 3, sent round, held up for two turns, brought forward on turn 2."""
    state = with_alternates(CALLED)
    state.cards = replace(
        state.cards,
        piles={
            **state.cards.piles,
            FRENCH: replace(
                state.cards.piles[FRENCH],
                lying={Pile.HAND: (ALTERNATE, ELSEWHERE, LATE, EARLY)},
            ),
        },
    )
    state = played(state, ALTERNATE, [4]).state
    state = played(state, ELSEWHERE).state
    state = played(state, LATE, [3]).state
    assert when(state) == {"F5": (5, 2)}
    state = played(later(state, 2), EARLY).state
    assert when(state) == {"F5": (2, -1)}
    (entry,) = calendar(state)
    assert entry.history == (
        "Called at 14:00 on day 29, die 4: Alternate Reinforcements.",
        "Sent round by 0701 at 14:00 on day 29: Reinforcement Takes Other Route.",
        "Held up for 2 turns at 14:00 on day 29, die 3: Delay – March Confusion.",
        "Brought forward by 3 turns at 15:00 on day 29: Reinforcement Arrives Early.",
    )
    assert entry.reason == "Alternate forces that were called. " + " ".join(entry.history)
    assert (entry.entry, entry.turn, entry.coming) == ("0701", 2, Coming.DUE)


@pytest.mark.rule("N23.4")
def test_the_calendar_names_the_rule_of_the_cards() -> None:
    (entry,) = calendar(played(waiting(FIRST, holds="delay"), LATE, [1]).state)
    assert (entry.listed, entry.turn, entry.rule) == (3, 4, "N23.4")
    assert entry.reason == "Held up for 1 turn at 14:00 on day 29, die 1: Delay – March Confusion."


PLAYED = st.lists(
    st.tuples(st.sampled_from([EARLY, LATE, ELSEWHERE]), st.integers(1, 6), st.integers(0, 1)),
    max_size=8,
)
"""Cards with the die of a Delay, and whether a turn goes by after them."""


@pytest.mark.rule("N23.4", "N23.3")
@given(PLAYED)
def test_whatever_is_played_the_history_tells_how_each_force_comes(
    cards: list[tuple[CardId, int, int]],
) -> None:
    """And the enemy has the printed schedule before him all the time."""
    before = waiting(FIRST, SECOND, REST, STAFF, ENEMY, holds="")
    state = before
    for card, die, gone in cards:
        state.cards = replace(
            state.cards,
            piles={
                **state.cards.piles,
                FRENCH: replace(state.cards.piles[FRENCH], lying={Pile.HAND: (card,)}),
            },
        )
        is_of_use = bool(targets(state, FRENCH, card))
        state = played(state, card, [die] if is_of_use and card == LATE else []).state
        state = later(state, state.turn + gone)
    for group, printed in zip(state.schedule.arrivals, before.schedule.arrivals, strict=True):
        assert group.turn - printed.turn == group.shift
        assert group.shift == sum(change.shift for change in group.history)
        if group.history:
            last = group.history[-1]
            assert (group.turn, group.entry) == (last.due, last.entry)
        else:
            assert group == printed
    assert view(state, ALLIED).schedule.arrivals == before.schedule.arrivals
    assert len(calendar(state)) == len(before.schedule.arrivals)


# -- what the enemy knows


@pytest.mark.rule("N23.2", "N23.3")
@pytest.mark.parametrize("way", ["full", "restricted"])
@pytest.mark.parametrize(
    ("card", "dice"), [(EARLY, ()), (LATE, (5,)), (ELSEWHERE, ())], ids=["25", "27", "26"]
)
def test_the_enemy_sees_the_printed_schedule(way: str, card: str, dice: tuple[int, ...]) -> None:
    before = waiting(FIRST, SECOND, ENEMY, holds=card, way=way)
    done = played(before, card, dice)
    after = done.state
    assert after.schedule.arrivals != before.schedule.arrivals
    assert view(after, FRENCH).schedule.arrivals == after.schedule.arrivals
    assert view(after, ALLIED).schedule.arrivals == before.schedule.arrivals
    assert pile(after, Pile.SECRET) == (card,)
    of_card = [CardLaidDown(FRENCH)] if way == "full" else []
    others = [event for event in done.events if event not in of_card]
    assert done.known_to(FRENCH) == others
    drawn = type(done.events[0])
    assert [e for e in done.known_to(ALLIED) if not isinstance(e, drawn)] == of_card


@pytest.mark.rule("N23.3")
@pytest.mark.parametrize("way", ["solitaire", "events"])
def test_with_one_deck_for_both_all_is_open(way: str) -> None:
    done = played(waiting(FIRST, holds="delay", way=way), LATE, [5])
    assert view(done.state, ALLIED).schedule.arrivals == done.state.schedule.arrivals
    assert done.state.cards.effects == ()


@pytest.mark.rule("N23.2", "N23.3")
def test_the_enemy_does_not_know_that_alternates_were_called() -> None:
    done = played(with_alternates(CALLED, way="restricted"), ALTERNATE, [1])
    seen = view(done.state, ALLIED)
    assert (seen.schedule.arrivals, seen.schedule.called) == ((), ())
    assert {seen.units[u].box for u in units("F5 F6")} == {Box.RESERVE}
    assert seen.leaders[LeaderId("F9")].box is Box.RESERVE
    own = view(done.state, FRENCH)
    assert (len(own.schedule.arrivals), own.schedule.called) == (1, (CALLED,))
    assert own.leaders[LeaderId("F9")].box is Box.DUE
    assert not done.of(AlternateCalled)[0].is_known_to(ALLIED)


def acting(state: GameState, turn: int, formation: str) -> GameState:
    state = later(state, turn)
    state.activation = Activation(
        FormationId(formation), FRENCH, Segment.MOVEMENT, had_contact=False
    )
    return state


def entered(state: GameState, turn: int = 1) -> Played[None]:
    answers: Answers = {
        ActivateUnit: [units("F1")],
        ChoosePath: [Route(hexes("0401"), column=False)],
    }
    return play(acting(state, turn, "FI"), movement_segment, answers=answers)


@pytest.mark.rule("N23.2")
def test_when_the_force_comes_the_card_is_shown() -> None:
    done = entered(played(waiting(FIRST, holds="arrives-early"), EARLY).state)
    story = [kind for kind in done.story if kind not in ("UnitMoved",)]
    assert story[:3] == ["UnitEntered", "EffectEnded", "CardRevealed"]
    assert done.of(CardRevealed)[0].is_known_to(ALLIED)
    assert done.of(EffectEnded)[0].is_known_to(ALLIED)
    assert view(done.state, ALLIED).schedule.arrivals == done.state.schedule.arrivals
    assert pile(done.state, Pile.DISCARD) == (EARLY,)
    assert [score.is_shown for score in done.state.cards.scores] == [True]


@pytest.mark.rule("N23.2", "N23.7")
def test_what_it_did_shows_also_after_the_card_was_shuffled_back() -> None:
    state = played(waiting(FIRST, holds="arrives-early"), EARLY).state
    state.cards = replace(
        state.cards,
        piles={
            **state.cards.piles,
            FRENCH: state.cards.piles[FRENCH].moved(EARLY, Pile.SECRET, Pile.DECK),
        },
    )
    done = entered(state)
    assert done.of(CardRevealed) == []
    assert view(done.state, ALLIED).schedule.arrivals == done.state.schedule.arrivals


@pytest.mark.rule("N23.2")
def test_so_it_is_when_an_overall_commander_comes() -> None:
    state = played(waiting(STAFF, holds="arrives-early"), EARLY).state
    assert "CardRevealed" in play(state, place_headquarters).story


@pytest.mark.rule("N23.2")
def test_another_force_shows_nothing() -> None:
    state = waiting(replace(FIRST, turn=1), SECOND, holds="arrives-early")
    done = entered(played(state, EARLY).state)
    assert done.of(UnitEntered)
    assert done.of(CardRevealed) == []


@pytest.mark.rule("N23.2")
def test_of_two_cards_of_a_kind_only_the_one_that_shows_is_shown() -> None:
    """F1 and F2 are brought forward; F1 comes."""
    state = played(waiting(FIRST, SECOND, holds="arrives-early arrives-early"), EARLY).state
    state = played(state, EARLY).state
    done = entered(state)
    assert pile(done.state, Pile.DISCARD) == pile(done.state, Pile.SECRET) == (EARLY,)
    assert view(done.state, ALLIED).schedule.arrivals == (done.state.schedule.arrivals[0], SECOND)


@pytest.mark.rule("N23.3", "N5.81")
@pytest.mark.parametrize(("holds", "known"), [("arrives-early", False), ("", True)])
def test_that_a_force_waits_is_known_where_its_coming_is(holds: str, known: bool) -> None:
    due = FIRST if holds else replace(FIRST, turn=1)
    state = waiting(due, holds=holds)
    if holds:
        state = played(state, EARLY).state
    (event,) = play(acting(state, 1, "FI"), end_movement).of(ArrivalDelayed)
    assert event.units == units("F1")
    assert event.is_known_to(FRENCH)
    assert event.is_known_to(ALLIED) is known


@pytest.mark.rule("T20.4", "N23.1")
def test_where_cards_are_played_no_die_varies_the_schedule() -> None:
    for way, dice in (("full", []), ("none", [1])):
        state = waiting(FIRST, holds="", way=way)
        options = {**state.battle.options, "arrivals": "varied"}
        state.battle = replace(state.battle, options=options)
        assert len(play(state, vary_arrivals, dice).events) == len(dice)
