"""Cards that hasten, delay, divert, cancel and call forces (18.7, T20, T24.2, T24.3)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.cards.events import CardReturned, CardScored
from hexwar.cards.records import CardId, CardScore, Pile
from hexwar.series.battle import ArrivalChange
from hexwar.systems.tlnb.events.cards import AlternateCalled
from hexwar.systems.tlnb.rules.arrivals.arrivals import due_groups, entry_segment
from hexwar.systems.tlnb.rules.cards.acts import act
from hexwar.systems.tlnb.rules.cards.naming import due_of, targets
from hexwar.systems.tlnb.rules.cards.segment import card_segment, day_total
from hexwar.systems.tlnb.state import Step, TlnbState
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, Played, play
from tests.systems.tlnb.hands import dealt, group, lying, names, spare

pytestmark = pytest.mark.rule("T24.2")
F1, A1 = "F1 infantry 6-3 0404", "A1 infantry 6-3 0707"
ROADS = ["0101 0201 0301 0401", "0301 0302 0303 0304", "0701 0601 0501"]
HALF_ROUNDED_UP = [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)]
CALL = CardId("alternate-reinforcements")


def table(*more: str, groups: Any = (), french: str = "", **words: Any) -> TlnbState:
    return dealt(F1, A1, *more, roads=ROADS, arrivals=tuple(groups), french=french, **words)


def segment(state: TlnbState, dice: Any = (), *names_: tuple[str, ...]) -> Played:
    answers = {"NameSubjects": list(names_)} if names_ else {}
    return play(state, card_segment, dice, answers)


def due(state: TlnbState) -> dict[str, tuple[int, str]]:
    """The turn and the place of each group."""
    return {g.key: (g.turn, str(g.entry)) for g in state.schedule.arrivals}


A2, A3, A4 = (f"A{n} infantry 4-3 due of:A{n}" for n in (2, 3, 4))
F2, F3 = (f"F{n} infantry 4-3 due of:F{n}" for n in (2, 3))


@each("card", "arrives-early", "other-route", "delay", "fow-delay", "cancel-one-force")
def test_an_arrival_card_is_of_no_use_when_nobody_is_due(card: str) -> None:
    after = segment(table(french=card))
    assert names(after.of("CardReturned")) == [card]
    assert day_total(after.state, FRENCH, 29) == 0


def test_the_next_force_comes_early_but_not_one_that_comes_now() -> None:
    groups = [group(6, "0101", "F2"), group(4, "0101", "F3"), group(3, "0701", "A2")]
    after = segment(table(F2, F3, A2, groups=groups, french="arrives-early"))
    assert due(after.state) == {"F2": (6, "0101"), "F3": (2, "0101"), "A2": (3, "0701")}
    assert [g.key for g in due_groups(after.state, FRENCH)] == ["F3"]
    assert day_total(after.state, FRENCH, 29) == -2
    now = table(F2, groups=[group(2, "0101", "F2")])
    assert not targets(now, FRENCH, CardId("arrives-early"))


@pytest.mark.rule("T24.3")
@each("card", "delay", "fow-delay")
@each("die turns", *HALF_ROUNDED_UP)
def test_a_delay(card: str, die: int, turns: int) -> None:
    groups = [group(3, "0701", "A2"), group(4, "0701", "A3")]
    after = segment(table(A2, A3, groups=groups, french=card), [die])
    assert due(after.state) == {"A2": (3 + turns, "0701"), "A3": (4, "0701")}


@pytest.mark.rule("T24.3")
def test_who_delays_chooses_among_several_and_delays_later_parts_too() -> None:
    groups = [group(3, "0701", "A2"), group(3, "0701", "A3"), group(5, "0701", "A4")]
    state = table(A2, A3, A4, groups=groups)
    assert list(targets(state, FRENCH, CardId("delay"))) == [("A2",), ("A3",)]
    lines = "A2 infantry 4-3 due of:AV", "A3 infantry 4-3 due of:AV", A4
    groups = [group(3, "0701", "A2"), group(5, "0701", "A3"), group(5, "0701", "A4")]
    after = segment(table(*lines, groups=groups, french="delay"), [6])
    assert {key: turn for key, (turn, _) in due(after.state).items()} == {"A2": 6, "A3": 8, "A4": 5}


@pytest.mark.rule("T20.3")
def test_a_force_that_was_kept_waiting_is_delayed_from_where_it_would_come() -> None:
    state = table(A2, groups=[group(2, "0701", "A2")], french="delay", step=Step.ENTRY)
    state.player = 1
    waited = play(state, entry_segment, answers={"EnterForce": [False]}).state
    assert waited.units[UnitId("A2")].box is Box.DUE
    waited.turn, waited.player, waited.step = 3, 0, Step.CARDS
    (waiting,) = waited.schedule.arrivals
    assert due_of(waited, waiting) == 3
    after = segment(waited, [4])
    assert due(after.state) == {"A2": (5, "0701")}
    (found,) = after.state.schedule.arrivals
    assert found.history == (ArrivalChange(CardId("delay"), 3, 5, waiting.entry, 3, 4),)


@pytest.mark.rule("T20.3")
@each("player due_turn", (0, 2), (1, 3))
def test_a_force_that_waits_comes_on_its_sides_next_turn(player: int, due_turn: int) -> None:
    state = table(F2, groups=[group(1, "0101", "F2")])
    state.player = player
    (waiting,) = state.schedule.arrivals
    assert due_of(state, waiting) == due_turn


@pytest.mark.rule("T24.3")
def test_a_force_comes_by_another_road_of_its_edge_else_of_the_next() -> None:
    state = table(F2, groups=[group(3, "0101", "F2")], french="other-route")
    found = [hex_ for _, hex_ in targets(state, FRENCH, CardId("other-route"))]
    assert found[:3] == ["0201", "0301", "0401"]
    after = segment(state, (), ("F2", "0301"))
    assert due(after.state) == {"F2": (3, "0301")}
    assert day_total(after.state, FRENCH, 29) == 1


@pytest.mark.rule("T24.3", "T20.5")
@each("die turns", *HALF_ROUNDED_UP)
def test_alternates_come_after_half_a_die(die: int, turns: int) -> None:
    line = "F2 infantry 4-3 reserve of:F2"
    state = table(line, french=CALL, alternates=(spare(FRENCH, 1, "0101", "F2"),))
    after = segment(state, [die])
    assert due(after.state) == {"F2": (2 + turns, "0101")}
    assert after.state.units[UnitId("F2")].box is Box.DUE
    assert day_total(after.state, FRENCH, 29) == -5


@pytest.mark.rule("T24.3", "T20.10")
def test_alternates_come_in_order_of_those_open_until_none_is_left() -> None:
    lines = [f"F{n} infantry 4-3 reserve of:F{n}" for n in (2, 3)]
    groups = spare(FRENCH, 1, "0101", "F2", first_turn=4), spare(FRENCH, 2, "0101", "F3")
    state = table(*lines, alternates=groups)
    assert list(targets(state, FRENCH, CALL)) == [("F3",)]
    state.turn = 4
    assert list(targets(state, FRENCH, CALL)) == [("F2",)]
    state.schedule = type(state.schedule)(called=groups)
    assert not targets(state, FRENCH, CALL)
    assert not targets(state, ALLIED, CALL)


@pytest.mark.rule("T24.3")
def test_a_force_due_this_turn_is_cancelled_and_no_other() -> None:
    groups = [group(2, "0701", "A2"), group(3, "0701", "A3")]
    after = segment(table(A2, A3, groups=groups, french="cancel-one-force"))
    assert due(after.state) == {"A3": (3, "0701")}
    assert after.state.units[UnitId("A2")].box is Box.RESERVE
    assert day_total(after.state, FRENCH, 29) == -3


def test_several_cards_act_on_one_force_in_the_order_of_play() -> None:
    state = table(F2, groups=[group(5, "0101", "F2")], allied="delay", french="arrives-early")
    state.player = 1
    state = segment(state, [3]).state
    state.turn, state.player, state.step = 3, 0, Step.CARDS
    state = segment(state).state
    (found,) = state.schedule.arrivals
    assert [(c.card, c.die, c.due) for c in found.history] == [
        ("delay", 3, 7),
        ("arrives-early", None, 3),
    ]
    assert due(state) == {"F2": (3, "0101")}


def test_another_route_and_a_delay_both_hold() -> None:
    state = table(F2, groups=[group(4, "0101", "F2")], french="other-route", allied="delay")
    state = segment(state, (), ("F2", "0201")).state
    state.player, state.step = 1, Step.CARDS
    state = segment(state, [1]).state
    (found,) = state.schedule.arrivals
    assert [change.card for change in found.history] == ["other-route", "delay"]
    assert due(state) == {"F2": (5, "0201")}


def test_the_card_of_a_cancelled_alternate_goes_under_its_deck_and_calls_the_same_group() -> None:
    """18.35, 18.72: what it counted is void; it is drawn last, and the list has kept its order."""
    lines = [f"A{n} infantry 4-3 reserve of:A{n}" for n in (2, 3)]
    groups = spare(ALLIED, 1, "0701", "A2"), spare(ALLIED, 2, "0701", "A3")
    state = table(*lines, alternates=groups, allied=CALL, french="cancel-one-force")
    state.player = 1
    state = segment(state, [1]).state
    assert due(state) == {"A2": (3, "0701")}
    state.turn, state.player, state.step = 3, 0, Step.CARDS
    cancelled = segment(state)
    told = cancelled.found.events
    void = CardScored(CardScore(ALLIED, CALL, -5, day=29, turn=2), is_void=True)
    back = CardReturned(ALLIED, CALL, Pile.DISCARD, Pile.BOTTOM, is_shown=True)
    assert told.index(void) + 1 == told.index(back)
    state = cancelled.state
    assert due(state) == {}
    state.player, state.step = 1, Step.CARDS
    again = segment(state, [6])
    assert [e.source for e in again.of("CardDrawn")] == [Pile.BOTTOM]
    assert [e.force for e in again.of(AlternateCalled)] == ["A2"]
    assert due(again.state) == {"A2": (6, "0701")}
    assert day_total(again.state, ALLIED, 29) == -5  # of the second time
    assert lying(again.state, ALLIED, Pile.DISCARD) == (CALL,)


def test_a_card_in_a_deck_made_up_anew_stays_where_it_is() -> None:
    state = table("A2 infantry 4-3 reserve of:A2", alternates=(spare(ALLIED, 1, "0701", "A2"),))
    side: Side = ALLIED
    called = play(state, lambda t: act(t, side, CALL, ("A2",)), [1]).state
    called.turn = 3
    after = play(called, lambda t: act(t, FRENCH, CardId("cancel-one-force"), ("A2",)))
    assert not after.of("CardReturned")
    assert after.state.schedule.called == ()
