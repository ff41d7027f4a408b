"""Arrival cards, several on one force, and what the enemy knows (N23.2-N23.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.cards.records import CardId, Pile
from hexwar.hexes import Hex
from hexwar.series.battle import Alternate, Arrival
from hexwar.systems.nlc.events.cards import CardLaidDown
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.arrivals.arrivals import due_units, place_headquarters, vary_arrivals
from hexwar.systems.nlc.rules.arrivals.calendar import Coming, calendar
from hexwar.systems.nlc.rules.cards.windows import targets
from hexwar.systems.nlc.rules.movement.routes import Route
from hexwar.systems.nlc.rules.movement.segment import end_movement, movement_segment
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, LeaderId, Presence
from hexwar.table.pieces import Activation, Box, Segment
from tests.systems.nlc.cases import each, ints
from tests.systems.nlc.hands import dealt, hand, is_returned, later, pile, played, scores
from tests.systems.nlc.orders import steps
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, unit, units

# -- arrival cards: early, late, by another road, alternates (N23.4, N23.3, 18.72)


EARLY, LATE, ELSEWHERE = CardId("arrives-early"), CardId("delay"), CardId("other-route")
ALTERNATE = CardId("alternate-reinforcements")
LINES = (
    "F1 infantry 5-3 due",
    "F2 infantry 4-3 due of:FII",
    "F3 infantry 4-3 due",
    "F4 overall due of:FHQ",
    "A1 infantry 5-3 due",
    "A2 infantry 5-3 0404",
)
WAYS: dict[str, Any] = {"roads": ["0401 0402 0403 0404", "0701 0702 0703", "0104 0204 0304 0404"]}
"""Two roads from the north and one from the west, for a map of seven by seven."""


def group(who: str, turn: int, entry: str = "0401", staff: str = "") -> Arrival:
    formations = tuple(FormationId(word) for word in staff.split())
    return Arrival(turn, Hex(entry), units(who), formations)


FIRST, SECOND, REST = group("F1", 3), group("F2", 5, "0104"), group("F3", 6)
STAFF, ENEMY = group("", 4, staff="FHQ"), group("A1", 2, "0701")


def waiting(*groups: Arrival, holds: str, turn: int = 1, **more: Any) -> GameState:
    """Groups are on the turn track; the French hold cards."""
    state = hand(OPEN, *LINES, holds=holds, arrivals=groups, **(WAYS | more))
    state.turn = turn
    return state


def when(state: GameState) -> dict[str, tuple[int, int]]:
    """The turn and the shift of each group."""
    return {group.key: (group.turn, group.shift) for group in state.schedule.arrivals}


CALLED = Alternate(FRENCH, 1, Hex("0401"), units("F5 F6"))
SECOND_CALL = Alternate(FRENCH, 2, Hex("0401"), units("F7"))
ALL_V = Alternate(FRENCH, 1, Hex("0401"), units("F5 F6"), (FormationId("FV"),))
ALL_VI = Alternate(FRENCH, 2, Hex("0101"), units("F7"), (FormationId("FVI"),))
CORPS = ("F5 infantry 7-3 reserve of:FV", "F6 battery 4-3 reserve of:FV", "F9 leader due of:FV")
ARMY = (*CORPS, "F7 infantry 9-3 reserve of:FVI", "A2 infantry 5-3 0404")


def with_alternates(*groups: Alternate, way: str = "full", **more: Any) -> GameState:
    state = hand(
        OPEN,
        *ARMY,
        holds="alternate-reinforcements",
        alternates=groups,
        way=way,
        formations={"FV": {"presence": Presence.ALTERNATE}},
        **(WAYS | more),
    )
    state.put_leader(replace(state.leaders[LeaderId("F9")], box=Box.RESERVE))
    return state


CORPS_I = FormationId("FI")


def done(card: CardId, *groups: Arrival, dice: Sequence[int] = (), **more: Any) -> Played[bool]:
    """The French play a card on forces that are to come."""
    return played(waiting(*groups, holds=card, **more), card, dice)


@pytest.mark.rule("N23.4", "N23.7", "N23.10")
def test_the_next_force_comes_now_and_what_arrival_cards_count() -> None:
    state = done(EARLY, SECOND, FIRST, ENEMY).state
    assert when(state) == {"F2": (5, 0), "F1": (1, -2), "A1": (2, 0)}
    assert due_units(state, CORPS_I) == units("F1")
    state = done(EARLY, STAFF).state  # an overall commander too
    assert when(state) == {"FHQ": (1, -3)}
    entered = play(state, place_headquarters).of("LeaderEntered")
    assert [event.leader for event in entered] == ["F4"]
    state = waiting(FIRST, holds="arrives-early")
    state.put_unit(replace(state.units[unit("F1")], hex=Hex("0401"), box=None))
    assert is_returned(played(state, EARLY))
    for card, vp, dice in ((EARLY, -2, ()), (LATE, -2, (1,)), (ELSEWHERE, 1, ())):
        counted = scores(done(card, FIRST, dice=dice))
        assert [(s.card, s.vp, s.day, s.is_shown) for s in counted] == [(card, vp, 29, False)]


@pytest.mark.rule("N23.4", "N23.3")
@each(
    "groups turn next_",
    ((SECOND, FIRST, ENEMY), 1, "F1"),
    # F1 is due this turn and F3 waits since the last one: who could come anyway is not next.
    ((FIRST, replace(REST, turn=2), SECOND), 3, "F2"),
    ((replace(SECOND, turn=3), FIRST), 1, "F2"),  # of two the first listed
)
def test_which_force_is_the_next(groups: tuple[Arrival, ...], turn: int, next_: str) -> None:
    state = waiting(*groups, holds="arrives-early", turn=turn)
    assert targets(state, FRENCH, EARLY) == [(next_,)]


NO_ROAD = {"roads": ["0401 0402"]}


@pytest.mark.rule("N23.4", "N23.7")
@each(
    "card groups words",
    (EARLY, (), {}),
    (EARLY, (ENEMY,), {}),
    (EARLY, (replace(FIRST, turn=1),), {}),  # nobody is due later
    (LATE, (ENEMY,), {}),
    (ELSEWHERE, (), {}),
    (ELSEWHERE, (ENEMY,), {}),
    (ELSEWHERE, (FIRST,), NO_ROAD),
)
def test_of_no_use(card: CardId, groups: tuple[Arrival, ...], words: dict[str, Any]) -> None:
    assert is_returned(done(card, *groups, **words))


@pytest.mark.rule("N23.4", "T24.3")
def test_the_next_force_of_its_own_side_is_late_and_who_follows_it() -> None:
    for die, turns in ints("1 1, 2 1, 3 2, 4 2, 5 3, 6 3"):
        late = done(LATE, SECOND, FIRST, ENEMY, dice=[die])
        assert when(late.state) == {"F2": (5, 0), "F1": (3 + turns, turns), "A1": (2, 0)}
        (event,) = late.of("ArrivalChanged")
        assert (event.change.die, event.change.due) == (die, 3 + turns)
    # F1 could have come on turn 3; it is turn 5.
    state = done(LATE, FIRST, dice=[3], turn=5).state
    assert when(state) == {"F1": (7, 4)}
    assert due_units(later(state, 6), CORPS_I) == ()
    state = done(LATE, FIRST, SECOND, REST, dice=[5]).state
    assert when(state) == {"F1": (6, 3), "F2": (5, 0), "F3": (9, 3)}


@pytest.mark.rule("N23.4", "N12.92")
def test_a_force_comes_by_another_road_with_its_division() -> None:
    state = waiting(FIRST, REST, holds="other-route")
    assert targets(state, FRENCH, ELSEWHERE) == [("F1", "0701"), ("F3", "0701")]
    after = played(state, ELSEWHERE, answers={"ChooseCardTarget": [("F3", "0701")]}).state
    found = [(g.turn, g.entry, g.shift) for g in after.schedule.arrivals]
    assert found == [(3, "0401", 0), (6, "0701", 0)]
    # Without one it comes by the first of the next edge: from the west there is one road, and of
    # the north and south edges the nearest is 0401.
    state = waiting(SECOND, holds="other-route", roads=[*WAYS["roads"], "0607 0606"])
    assert targets(state, FRENCH, ELSEWHERE) == [("F2", "0401")]
    for division, where in (("F1", "0701"), ("F1 F3", "0401")):
        # F3 of the same division comes by itself.
        words = dict.fromkeys(division.split(), "division:1st")
        lines = tuple(f"{line} {words.get(line[:2], '')}" for line in LINES)
        state = sent_round("FI: march 0404; FI/1st: defend 0401", *lines).state
        assert order(state, "FI/1st") == steps(f"defend {where}")
        assert order(state) == steps("march 0704")


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


def sent_round(orders: str, *lines: str) -> Played[bool]:
    """F1 comes from 0401 on turn 3, and then from 0701."""
    words: dict[str, Any] = {"arrivals": (FIRST,), "roads": DOWN, "orders": orders}
    state = hand(ROAD_MAP, *(lines or LINES), holds="other-route", **words)
    return played(state, ELSEWHERE)


def order(state: GameState, line: str = "FI") -> Any:
    return state.pad.lines[LineId(line)].steps


HEADQUARTERS = ("F8 hq 0703 of:FHQ", "A8 hq 0702 of:AHQ")


@pytest.mark.rule("N3.4", "N23.4", "N12.16")
@each(
    "before more after",
    # A town on the new road as far inland; where there is none so far in, the order stays.
    ("march 0404", (), "march 0704"),
    ("march 0403", (), "march 0704"),
    ("march 0402", (), "march 0702"),
    ("march 0406", (), "march 0406"),
    ("march 0403", HEADQUARTERS, "march 0703"),  # or its own headquarters
    ("march 0404, attack 0406", (), "march 0704, attack 0406"),  # the first march only
    ("march 0404 via 0402 0403", (), "march 0704"),  # it is not bound to the old road
    ("march 0406 via 0402 0403", (), "march 0406"),
    ("march FII", (), "march FII"),
    ("reserve", (), "reserve"),
    ("defend 0401", (), "defend 0701"),  # who stays where it enters, at the new place
    ("march 0404", ("F6 infantry 4-3 0405",), "march 0404"),  # on the map already
)
def test_its_order_leads_along_the_new_road(before: str, more: tuple[str, ...], after: str) -> None:
    sent = sent_round(f"FI: {before}", *LINES, *more)
    assert order(sent.state) == steps(after)
    changed = sent.of("OrderReaimed")
    assert len(changed) == (before != after)
    assert not any(event.is_known_to(ALLIED) for event in changed)
    assert all(event.is_known_to(FRENCH) for event in changed)


def points(state: GameState) -> list[int]:
    """What calling alternates costs."""
    return [score.vp for score in scores(played(state, ALTERNATE, [1]))]


@pytest.mark.rule("N23.4", "T20.5", "N23.10")
@each("die turn", *ints("1 2, 2 2, 3 3, 4 3, 5 4, 6 4"))
def test_the_next_group_of_alternates_will_come(die: int, turn: int) -> None:
    called = played(with_alternates(SECOND_CALL, CALLED), ALTERNATE, [die])
    (group,) = called.state.schedule.arrivals
    assert (group.units, group.turn, group.entry) == (units("F5 F6"), turn, "0401")
    assert called.state.units[unit("F5")].box is Box.DUE
    assert called.of("AlternateCalled")[0].card == ALTERNATE
    assert [score.vp for score in scores(called)] == [-5]


@pytest.mark.rule("N23.3", "N24.4", "N23.4", "N23.7")
def test_where_lists_add_up_its_player_or_chance_picks_while_there_are_any() -> None:
    state = with_alternates(ALL_V, ALL_VI, has_cumulative_alternates=True, way="restricted")
    called = played(state, ALTERNATE, [("FVI", "0101"), 1], by_chance=True)
    assert [group.units for group in called.state.schedule.arrivals] == [units("F7")]
    assert [s.vp for s in scores(called)] == [-2]  # 9 SP: 2.25
    state = with_alternates(CALLED)
    state.schedule = replace(state.schedule, called=(CALLED,))
    assert is_returned(played(state, ALTERNATE))
    for chosen, who in ((("FV", "0401"), "F5 F6"), (("FVI", "0101"), "F7")):
        state = with_alternates(ALL_V, ALL_VI, has_cumulative_alternates=True)
        assert targets(state, FRENCH, ALTERNATE) == [("FV", "0401"), ("FVI", "0101")]
        after = played(state, ALTERNATE, [1], {"ChooseCardTarget": [chosen]}).state
        assert [group.units for group in after.schedule.arrivals] == [units(who)]


@pytest.mark.rule("N23.3")
def test_but_in_full_play_it_costs_a_rounded_quarter_of_their_strength() -> None:
    for way in ("restricted", "solitaire", "events"):
        # 11 SP, 9 SP, and 4 and 4 SP of who comes reduced: 2.75, 2.25 and 2.
        assert points(with_alternates(CALLED, way=way)) == [-3]
        assert points(with_alternates(SECOND_CALL, way=way)) == [-2]
        reduced = with_alternates(CALLED, way=way)
        reduced.put_unit(replace(reduced.units[unit("F5")], reduced=True))
        assert points(reduced) == [-2]
    for sp, vp in ints("9 -2, 10 -3, 11 -3, 13 -3, 14 -4"):
        lines = (f"F5 infantry {sp}-3 reserve of:FV", "F6 train reserve of:FV", "A2 light 5-3 0404")
        state = hand(OPEN, *lines, holds=ALTERNATE, way="restricted", alternates=(CALLED,))
        assert points(state) == [vp]


# -- several cards on one force, and what the enemy knows of them (N23.2, N23.3, 18.73)


@pytest.mark.rule("N23.4")
def test_cards_act_on_one_force_in_order_and_the_calendar_names_them() -> None:
    """Called on turn 1 for turn 3, sent round, held up for two turns, brought forward on turn 2."""
    state = with_alternates(CALLED)
    dealt(state, ALTERNATE, ELSEWHERE, LATE, EARLY)
    for card, dice in ((ALTERNATE, [4]), (ELSEWHERE, []), (LATE, [3])):
        state = played(state, card, dice).state
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
    (entry,) = calendar(done(LATE, FIRST, dice=[1]).state)
    assert (entry.listed, entry.turn, entry.rule) == (3, 4, "N23.4")
    assert entry.reason == "Held up for 1 turn at 14:00 on day 29, die 1: Delay – March Confusion."


PLAYED = st.lists(
    st.tuples(st.sampled_from([EARLY, LATE, ELSEWHERE]), st.integers(1, 6), st.integers(0, 1)),
    max_size=8,
)
"""Cards with the die of a Delay, and whether a turn goes by after them."""


@pytest.mark.rule("N23.4", "N23.3")
@given(PLAYED)
def test_the_history_tells_how_each_force_comes(
    cards: list[tuple[CardId, int, int]],
) -> None:
    """And the enemy has the printed schedule before him all the time."""
    before = waiting(FIRST, SECOND, REST, STAFF, ENEMY, holds="")
    state = before.copy()
    for card, die, gone in cards:
        dealt(state, card)
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


@pytest.mark.rule("N23.2", "N23.3")
@each("way", "full", "restricted")
@each("card dice", (EARLY, ()), (LATE, (5,)), (ELSEWHERE, ()))
def test_the_enemy_sees_the_printed_schedule(way: str, card: CardId, dice: tuple[int, ...]) -> None:
    before = waiting(FIRST, SECOND, ENEMY, holds=card, way=way).schedule.arrivals
    card_played = done(card, FIRST, SECOND, ENEMY, dice=dice, way=way)
    after = card_played.state
    assert after.schedule.arrivals != before
    assert view(after, FRENCH).schedule.arrivals == after.schedule.arrivals
    assert view(after, ALLIED).schedule.arrivals == before
    assert pile(after, Pile.SECRET) == (card,)
    of_card = [CardLaidDown(FRENCH)] if way == "full" else []
    others = [event for event in card_played.events if event not in of_card]
    assert card_played.known_to(FRENCH) == others
    drawn = type(card_played.events[0])
    assert [e for e in card_played.known_to(ALLIED) if not isinstance(e, drawn)] == of_card


@pytest.mark.rule("N23.2", "N23.3")
def test_the_enemy_does_not_know_of_alternates_but_with_one_deck_for_both() -> None:
    called = played(with_alternates(CALLED, way="restricted"), ALTERNATE, [1])
    seen = view(called.state, ALLIED)
    assert (seen.schedule.arrivals, seen.schedule.called) == ((), ())
    assert {seen.units[u].box for u in units("F5 F6")} == {Box.RESERVE}
    assert seen.leaders[LeaderId("F9")].box is Box.RESERVE
    own = view(called.state, FRENCH)
    assert (len(own.schedule.arrivals), own.schedule.called) == (1, (CALLED,))
    assert own.leaders[LeaderId("F9")].box is Box.DUE
    assert not called.of("AlternateCalled")[0].is_known_to(ALLIED)
    for way in ("solitaire", "events"):
        state = done(LATE, FIRST, dice=[5], way=way).state
        assert view(state, ALLIED).schedule.arrivals == state.schedule.arrivals
        assert state.cards.effects == ()


def acting(state: GameState) -> GameState:
    state = later(state, 1)
    state.activation = Activation(CORPS_I, FRENCH, Segment.MOVEMENT, had_contact=False)
    return state


def entered(state: GameState) -> Played[None]:
    route = Route(hexes("0401"), column=False)
    answers: Answers = {"ActivateUnit": [units("F1")], "ChoosePath": [route]}
    return play(acting(state), movement_segment, answers=answers)


@pytest.mark.rule("N23.2", "N23.7")
def test_when_the_force_comes_its_card_alone_is_shown() -> None:
    come = entered(done(EARLY, FIRST).state)
    story = [kind for kind in come.story if kind != "UnitMoved"]
    assert story[:3] == ["UnitEntered", "EffectEnded", "CardRevealed"]
    assert come.of("CardRevealed")[0].is_known_to(ALLIED)
    assert come.of("EffectEnded")[0].is_known_to(ALLIED)
    assert view(come.state, ALLIED).schedule.arrivals == come.state.schedule.arrivals
    assert pile(come.state, Pile.DISCARD) == (EARLY,)
    assert [score.is_shown for score in come.state.cards.scores] == [True]
    assert "CardRevealed" in play(done(EARLY, STAFF).state, place_headquarters).story
    other = entered(done(EARLY, replace(FIRST, turn=1), SECOND).state)
    assert other.of("UnitEntered")
    assert other.of("CardRevealed") == []
    state = done(EARLY, FIRST).state
    back = state.cards.piles[FRENCH].moved(EARLY, Pile.SECRET, Pile.DECK)
    state.cards = replace(state.cards, piles={**state.cards.piles, FRENCH: back})
    come = entered(state)
    assert come.of("CardRevealed") == []
    assert view(come.state, ALLIED).schedule.arrivals == come.state.schedule.arrivals
    # F1 and F2 are brought forward; F1 comes.
    state = played(waiting(FIRST, SECOND, holds="arrives-early arrives-early"), EARLY).state
    after = entered(played(state, EARLY).state).state
    assert pile(after, Pile.DISCARD) == pile(after, Pile.SECRET) == (EARLY,)
    assert view(after, ALLIED).schedule.arrivals == (after.schedule.arrivals[0], SECOND)


@pytest.mark.rule("N23.3", "N5.81", "T20.4", "N23.1")
def test_who_waits_that_is_known_where_its_coming_is_or_no_die_is_thrown() -> None:
    printed = waiting(replace(FIRST, turn=1), holds="")
    for state, known in ((done(EARLY, FIRST).state, False), (printed, True)):
        (event,) = play(acting(state), end_movement).of("ArrivalDelayed")
        assert event.units == units("F1")
        assert (event.is_known_to(FRENCH), event.is_known_to(ALLIED)) == (True, known)
    for way, dice in (("full", []), ("none", [1])):
        state = waiting(FIRST, holds="", way=way)
        options = {**state.battle.options, "arrivals": "varied"}
        state.battle = replace(state.battle, options=options)
        assert len(play(state, vary_arrivals, dice).events) == len(dice)
