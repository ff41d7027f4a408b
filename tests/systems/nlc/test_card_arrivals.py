"""Arrival cards, several on one force, and what the enemy knows (N23.2-N23.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.cards.events import EffectEnded
from hexwar.cards.records import CardId, Pile
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Alternate, Arrival
from hexwar.systems.nlc.events.cards import CardLaidDown
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.arrivals.arrivals import due_units, place_headquarters, vary_arrivals
from hexwar.systems.nlc.rules.arrivals.calendar import Coming, calendar
from hexwar.systems.nlc.rules.cards.windows import targets
from hexwar.systems.nlc.rules.movement.routes import Route
from hexwar.systems.nlc.rules.movement.segment import end_movement, movement_segment
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Activation, Box, Segment
from tests.systems.nlc.hands import hand, is_returned, later, pile, played, scores
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Answers,
    Played,
    hexes,
    play,
    unit,
    units,
)
from tests.systems.nlc.schedules import (
    ALL_V,
    ALL_VI,
    ALTERNATE,
    CALLED,
    EARLY,
    ELSEWHERE,
    ENEMY,
    FIRST,
    LATE,
    LINES,
    REST,
    SECOND,
    SECOND_CALL,
    STAFF,
    WAYS,
    waiting,
    when,
    with_alternates,
)

# -- arrival cards: early, late, by another road, alternates (N23.4, N23.3, 18.72)


# -- 25, Reinforcement Arrives Early


@pytest.mark.rule("N23.4")
def test_the_next_force_comes_now() -> None:
    state = waiting(SECOND, FIRST, ENEMY, holds="arrives-early")
    assert targets(state, FRENCH, EARLY) == [("F1",)]
    done = played(state, EARLY)
    assert when(done.state) == {"F2": (5, 0), "F1": (1, -2), "A1": (2, 0)}
    assert due_units(done.state, FormationId("FI")) == units("F1")


@pytest.mark.rule("N23.4")
def test_who_could_come_anyway_is_not_the_next() -> None:
    """F1 is due this turn and F3 waits since the last one."""
    state = waiting(FIRST, replace(REST, turn=2), SECOND, holds="arrives-early", turn=3)
    assert targets(state, FRENCH, EARLY) == [("F2",)]


@pytest.mark.rule("N23.4", "N23.3")
def test_of_two_who_come_next_the_first_listed_is_taken() -> None:
    state = waiting(replace(SECOND, turn=3), FIRST, holds="arrives-early")
    assert targets(state, FRENCH, EARLY) == [("F2",)]


@pytest.mark.rule("N23.4")
def test_an_overall_commander_can_come_early_too() -> None:
    done = played(waiting(STAFF, holds="arrives-early"), EARLY)
    assert when(done.state) == {"FHQ": (1, -3)}
    entered = play(done.state, place_headquarters).of("LeaderEntered")
    assert [event.leader for event in entered] == ["F4"]


@pytest.mark.rule("N23.4", "N23.7")
@pytest.mark.parametrize("groups", [(), (ENEMY,), (replace(FIRST, turn=1),)])
def test_nobody_is_due_later(groups: tuple[Arrival, ...]) -> None:
    assert is_returned(played(waiting(*groups, holds="arrives-early"), EARLY))


@pytest.mark.rule("N23.4", "N23.7")
def test_who_has_entered_does_not_come_again() -> None:
    state = waiting(FIRST, holds="arrives-early")
    state.put_unit(replace(state.units[unit("F1")], hex=Hex("0401"), box=None))
    assert is_returned(played(state, EARLY))


@pytest.mark.rule("N23.10")
@pytest.mark.parametrize(
    ("card", "vp", "dice"), [(EARLY, -2, ()), (LATE, -2, (1,)), (ELSEWHERE, 1, ())]
)
def test_what_arrival_cards_count(card: str, vp: int, dice: tuple[int, ...]) -> None:
    done = played(waiting(FIRST, holds=card), card, dice)
    assert [(s.card, s.vp, s.day, s.is_shown) for s in scores(done)] == [(card, vp, 29, False)]


# -- 27, Delay


@pytest.mark.rule("N23.4", "T24.3")
@pytest.mark.parametrize(("die", "turns"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_next_force_of_its_own_side_is_late(die: int, turns: int) -> None:
    done = played(waiting(SECOND, FIRST, ENEMY, holds="delay"), LATE, [die])
    assert when(done.state) == {"F2": (5, 0), "F1": (3 + turns, turns), "A1": (2, 0)}
    (event,) = done.of("ArrivalChanged")
    assert (event.change.die, event.change.due) == (die, 3 + turns)


@pytest.mark.rule("N23.4")
def test_who_waits_by_choice_may_be_held_up_further() -> None:
    """F1 could have come on turn 3; it is turn 5."""
    done = played(waiting(FIRST, holds="delay", turn=5), LATE, [3])
    assert when(done.state) == {"F1": (7, 4)}
    assert due_units(later(done.state, 6), FormationId("FI")) == ()


@pytest.mark.rule("N23.4")
def test_what_comes_of_the_formation_afterwards_is_late_too() -> None:
    done = played(waiting(FIRST, SECOND, REST, holds="delay"), LATE, [5])
    assert when(done.state) == {"F1": (6, 3), "F2": (5, 0), "F3": (9, 3)}


@pytest.mark.rule("N23.4", "N23.7")
def test_with_nobody_due_there_is_nothing_to_hold_up() -> None:
    assert is_returned(played(waiting(ENEMY, holds="delay"), LATE))


# -- 26, Reinforcement Takes Other Route


@pytest.mark.rule("N23.4")
def test_a_force_comes_by_another_road_of_its_edge() -> None:
    state = waiting(FIRST, REST, holds="other-route")
    assert targets(state, FRENCH, ELSEWHERE) == [("F1", "0701"), ("F3", "0701")]
    done = played(state, ELSEWHERE, answers={"ChooseCardTarget": [("F3", "0701")]})
    assert [(g.turn, g.entry, g.shift) for g in done.state.schedule.arrivals] == [
        (3, "0401", 0),
        (6, "0701", 0),
    ]


@pytest.mark.rule("N23.4")
def test_without_one_it_comes_by_the_first_of_the_next_edge() -> None:
    """From the west there is one road; of the north and south edges the nearest is 0401."""
    state = waiting(SECOND, holds="other-route", roads=[*WAYS["roads"], "0607 0606"])
    assert targets(state, FRENCH, ELSEWHERE) == [("F2", "0401")]


@pytest.mark.rule("N23.4", "N23.7")
@pytest.mark.parametrize(
    ("groups", "ways"),
    [((), WAYS["roads"]), ((ENEMY,), WAYS["roads"]), ((FIRST,), ["0401 0402"])],
)
def test_nobody_comes_or_there_is_no_other_way(
    groups: tuple[Arrival, ...], ways: list[str]
) -> None:
    assert is_returned(played(waiting(*groups, holds="other-route", roads=ways), ELSEWHERE))


ROAD_MAP = """
.  .  .  .  .  .  .
.  .  .  .  .  .  t
.  .  .  .  .  .  .
.  .  .  t  .  .  t
.  .  .  .  .  .  .
.  .  .  .  .  t  .
.  .  .  .  .  .  .
"""
"""Towns at depth 1 and 3 on the road from 0701, and one at depth 5 on no road."""
DOWN = ["0401 0402 0403 0404", "0701 0702 0703 0704 0705"]


def marching(orders: str, **more: Any) -> GameState:
    """F1 comes from 0401 on turn 3."""
    lines = more.pop("lines", LINES)
    return hand(
        ROAD_MAP, *lines, holds="other-route", arrivals=(FIRST,), roads=DOWN, orders=orders, **more
    )


def order(state: GameState, line: str = "FI") -> Any:
    return state.pad.lines[LineId(line)].steps


@pytest.mark.rule("N23.4")
@pytest.mark.parametrize(
    ("aim", "place"),
    [("0404", "0704"), ("0403", "0704"), ("0402", "0702"), ("0406", "0406")],
)
def test_its_march_leads_to_a_town_on_the_new_road_as_far_inland(aim: str, place: str) -> None:
    """Where there is none so far in, the order stays."""
    done = played(marching(f"FI: march {aim}"), ELSEWHERE)
    assert order(done.state) == steps(f"march {place}")
    assert len(done.of("OrderReaimed")) == (aim != place)


@pytest.mark.rule("N23.4")
def test_or_to_its_own_headquarters() -> None:
    lines = (*LINES, "F8 hq 0703 of:FHQ", "A8 hq 0702 of:AHQ")
    done = played(marching("FI: march 0403", lines=lines), ELSEWHERE)
    assert order(done.state) == steps("march 0703")


@pytest.mark.rule("N23.4")
def test_only_the_first_march_of_an_order_changes() -> None:
    done = played(marching("FI: march 0404, attack 0406"), ELSEWHERE)
    assert order(done.state) == steps("march 0704, attack 0406")


@pytest.mark.rule("N23.4")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("march 0404 via 0402 0403", "march 0704"),
        ("march 0406 via 0402 0403", "march 0406"),  # no place so far in, yet another road
        ("march FII", "march FII"),
        ("reserve", "reserve"),
    ],
)
def test_it_is_not_bound_to_the_old_road(before: str, after: str) -> None:
    assert order(played(marching(f"FI: {before}"), ELSEWHERE).state) == steps(after)


@pytest.mark.rule("N23.4", "N12.16")
def test_who_was_to_stay_where_it_enters_stays_at_the_new_place() -> None:
    done = played(marching("FI: defend 0401"), ELSEWHERE)
    assert order(done.state) == steps("defend 0701")


@pytest.mark.rule("N23.4", "N12.92")
@pytest.mark.parametrize(("division", "where"), [("F1", "0701"), ("F1 F3", "0401")])
def test_a_division_of_its_own_goes_along_if_it_comes_with_the_group(
    division: str, where: str
) -> None:
    """F3 of the same division comes by itself."""
    words = dict.fromkeys(division.split(), "division:1st")
    lines = tuple(f"{line} {words.get(line[:2], '')}" for line in LINES)
    done = played(marching("FI: march 0404; FI/1st: defend 0401", lines=lines), ELSEWHERE)
    assert order(done.state, "FI/1st") == steps(f"defend {where}")
    assert order(done.state) == steps("march 0704")


@pytest.mark.rule("N23.4")
def test_a_formation_that_is_on_the_map_already_keeps_its_order() -> None:
    state = marching("FI: march 0404", lines=(*LINES, "F6 infantry 4-3 0405"))
    done = played(state, ELSEWHERE)
    assert order(done.state) == steps("march 0404")
    assert done.of("OrderReaimed") == []


@pytest.mark.rule("N23.4", "N3.4")
def test_the_enemy_does_not_learn_of_the_new_order() -> None:
    (event,) = played(marching("FI: march 0404"), ELSEWHERE).of("OrderReaimed")
    assert event.is_known_to(FRENCH)
    assert not event.is_known_to(ALLIED)


# -- 29, Alternate Reinforcements


@pytest.mark.rule("N23.4", "T20.5")
@pytest.mark.parametrize(("die", "turn"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4)])
def test_the_next_group_of_alternates_will_come(die: int, turn: int) -> None:
    done = played(with_alternates(SECOND_CALL, CALLED), ALTERNATE, [die])
    (group,) = done.state.schedule.arrivals
    assert (group.units, group.turn, group.entry) == (units("F5 F6"), turn, "0401")
    assert done.state.units[unit("F5")].box is Box.DUE
    assert done.of("AlternateCalled")[0].card == ALTERNATE


@pytest.mark.rule("N23.4", "N24.4")
@pytest.mark.parametrize(
    ("chosen", "who"), [(("FV", "0401"), "F5 F6"), (("FVI", "0101"), "F7")], ids=["first", "other"]
)
def test_where_lists_add_up_its_player_chooses_among_them(
    chosen: tuple[str, str], who: str
) -> None:
    state = with_alternates(ALL_V, ALL_VI, has_cumulative_alternates=True)
    assert targets(state, FRENCH, ALTERNATE) == [("FV", "0401"), ("FVI", "0101")]
    done = played(state, ALTERNATE, [1], {"ChooseCardTarget": [chosen]})
    assert [group.units for group in done.state.schedule.arrivals] == [units(who)]


@pytest.mark.rule("N23.3", "N24.4")
def test_in_restricted_play_chance_picks_among_lists_that_add_up() -> None:
    state = with_alternates(ALL_V, ALL_VI, has_cumulative_alternates=True, way="restricted")
    done = played(state, ALTERNATE, [("FVI", "0101"), 1], by_chance=True)
    assert [group.units for group in done.state.schedule.arrivals] == [units("F7")]
    assert [s.vp for s in scores(done)] == [-2]  # 9 SP: 2.25


@pytest.mark.rule("N23.4", "N23.7")
def test_once_all_have_been_called_the_card_is_of_no_use() -> None:
    state = with_alternates(CALLED)
    state.schedule = replace(state.schedule, called=(CALLED,))
    assert is_returned(played(state, ALTERNATE))


@pytest.mark.rule("N23.10")
def test_in_full_play_calling_costs_five_vp() -> None:
    assert [s.vp for s in scores(played(with_alternates(CALLED), ALTERNATE, [1]))] == [-5]


@pytest.mark.rule("N23.3")
@pytest.mark.parametrize(("way"), ["restricted", "solitaire", "events"])
@pytest.mark.parametrize(
    ("group", "vp"),
    [(CALLED, -3), (SECOND_CALL, -2)],  # 11 SP and 9 SP: 2.75 and 2.25
)
def test_else_it_costs_a_quarter_of_their_strength(way: str, group: Alternate, vp: int) -> None:
    assert [s.vp for s in scores(played(with_alternates(group, way=way), ALTERNATE, [1]))] == [vp]


@pytest.mark.rule("N23.3")
@pytest.mark.parametrize(("sp", "vp"), [(9, -2), (10, -3), (11, -3), (13, -3), (14, -4)])
def test_it_is_rounded_normally_and_trains_count_nothing(sp: int, vp: int) -> None:
    lines = (f"F5 infantry {sp}-3 reserve of:FV", "F6 train reserve of:FV", "A2 light 5-3 0404")
    state = hand(OPEN, *lines, holds=ALTERNATE, way="restricted", alternates=(CALLED,))
    assert [s.vp for s in scores(played(state, ALTERNATE, [1]))] == [vp]


@pytest.mark.rule("N23.3")
def test_who_comes_reduced_counts_what_is_left_of_him() -> None:
    state = with_alternates(CALLED, way="restricted")
    state.put_unit(replace(state.units[unit("F5")], reduced=True))
    assert [s.vp for s in scores(played(state, ALTERNATE, [1]))] == [-2]  # 4 and 4 SP


# -- several cards on one force, and what the enemy knows of them (N23.2, N23.3, 18.73)


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
    assert not done.of("AlternateCalled")[0].is_known_to(ALLIED)


def acting(state: GameState, turn: int, formation: str) -> GameState:
    state = later(state, turn)
    state.activation = Activation(
        FormationId(formation), FRENCH, Segment.MOVEMENT, had_contact=False
    )
    return state


def entered(state: GameState, turn: int = 1) -> Played[None]:
    answers: Answers = {
        "ActivateUnit": [units("F1")],
        "ChoosePath": [Route(hexes("0401"), column=False)],
    }
    return play(acting(state, turn, "FI"), movement_segment, answers=answers)


@pytest.mark.rule("N23.2")
def test_when_the_force_comes_the_card_is_shown() -> None:
    done = entered(played(waiting(FIRST, holds="arrives-early"), EARLY).state)
    story = [kind for kind in done.story if kind not in ("UnitMoved",)]
    assert story[:3] == ["UnitEntered", "EffectEnded", "CardRevealed"]
    assert done.of("CardRevealed")[0].is_known_to(ALLIED)
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
    assert done.of("CardRevealed") == []
    assert view(done.state, ALLIED).schedule.arrivals == done.state.schedule.arrivals


@pytest.mark.rule("N23.2")
def test_so_it_is_when_an_overall_commander_comes() -> None:
    state = played(waiting(STAFF, holds="arrives-early"), EARLY).state
    assert "CardRevealed" in play(state, place_headquarters).story


@pytest.mark.rule("N23.2")
def test_another_force_shows_nothing() -> None:
    state = waiting(replace(FIRST, turn=1), SECOND, holds="arrives-early")
    done = entered(played(state, EARLY).state)
    assert done.of("UnitEntered")
    assert done.of("CardRevealed") == []


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
    (event,) = play(acting(state, 1, "FI"), end_movement).of("ArrivalDelayed")
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
