"""Orders are written and couriers ride (N12.1, N12.12, N12.16, N12.4, N12.41-N12.43)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.orders.forms import filled, steps_refusal
from hexwar.systems.nlc.rules.orders.writing import (
    Courier,
    IssueOrder,
    Paper,
    can_ride,
    can_write,
    courier,
    delay,
    papers,
    recipient_refusal,
    recipients,
    send,
    write_order,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, OrderStep
from hexwar.table.pieces import Box
from tests.systems.nlc.positions import ALLIED, FRENCH, play
from tests.systems.nlc.staffs import leader, line, on_its_way, order, put, staff


def ride(state: GameState, to: str = "FI", giver: str = "FOC") -> Courier:
    return courier(state, leader(giver), line(to))


def corps_in(hex_: str, *more: str, **words: Any) -> GameState:
    """The staffs with I Corps somewhere else."""
    return staff(f"FL leader {hex_} rating:3", f"F1 infantry 6-3 {hex_}", *more, **words)


# -- couriers


@pytest.mark.rule("N12.41")
@pytest.mark.parametrize(
    ("hexes", "turns"),
    [(0, 0), (10, 0), (10.5, 1), (16, 1), (20, 1), (20.5, 2), (30, 2), (30.5, 3)],
)
def test_a_courier_needs_a_turn_for_each_started_ten_hexes_beyond_ten(
    hexes: float, turns: int
) -> None:
    assert delay(staff(), int(2 * hexes)) == turns


@pytest.mark.rule("N12.41")
@pytest.mark.parametrize(("hex_", "halves", "due"), [("1102", 20, 1), ("1202", 22, 2)])
def test_a_courier_rides_from_the_hq_to_the_commander(hex_: str, halves: int, due: int) -> None:
    found = ride(corps_in(hex_))
    assert (found.halves, found.due) == (halves, due)
    assert (found.path[0], found.path[-1]) == ("0102", hex_)


@pytest.mark.rule("N12.4")
def test_hexes_along_a_road_count_half() -> None:
    road = " ".join(f"{column:02d}02" for column in range(1, 22))
    found = ride(corps_in("2102", roads=[road]))
    assert (found.halves, found.due) == (20, 1)
    assert found.reason == "10 hexes by road. Delivered this turn."


@pytest.mark.rule("N12.4")
def test_the_reason_tells_the_hour_of_delivery() -> None:
    assert ride(corps_in("1202")).reason == "11 hexes. Delivered at 13:00."
    late = corps_in("1202")
    late.turn = 6
    assert ride(late).reason == "11 hexes. Comes too late."


@pytest.mark.rule("N12.43")
def test_an_overall_commander_away_from_his_hq_sends_from_where_he_is() -> None:
    state = corps_in("1502")
    assert ride(state).halves == 28
    assert ride(put(state, "FOC", hex="0302")).halves == 28
    assert ride(put(state, "FOC", hex="0502")).halves == 20


@pytest.mark.rule("N12.18")
def test_a_wing_commander_sends_from_his_own_hex() -> None:
    assert ride(staff(wings="FII"), "FII", "FWL").halves == 2
    state = put(staff(wings="FII"), "FWL", box=Box.DUE)
    assert ride(state, "FII", "FWL").due is None


@pytest.mark.rule("N12.41")
def test_without_its_commander_the_courier_seeks_the_senior_unit() -> None:
    state = put(corps_in("0702"), "FL", box=Box.CAPTURED)
    assert ride(state).path[-1] == "0702"


@pytest.mark.rule("N12.4")
def test_no_courier_gets_through_the_enemys_zones() -> None:
    state = corps_in("1202", *(f"A{row + 1} infantry 5-3 070{row}" for row in range(1, 5)))
    found = ride(state)
    assert (found.due, found.path) == (None, ())
    assert found.reason.startswith("No courier gets through. ")
    refusal = IssueOrder(FRENCH).refusal(state, Paper(line("FI"), order("defend 1202")))
    assert refusal is not None
    assert refusal.sentence == found.reason


@pytest.mark.rule("N12.4")
def test_a_courier_passes_a_zone_where_a_friend_stands() -> None:
    enemy = ("A8 infantry 5-3 0901", "A9 infantry 5-3 0904")
    assert ride(corps_in("1402", *enemy)).due is None
    friends = (f"F{n} infantry 4-3 {hex_} of:FII" for n, hex_ in ((7, "0802"), (8, "0902")))
    helped = corps_in("1402", *enemy, *friends, "F9 infantry 4-3 1002 of:FII")
    assert ride(helped).due == 2


@pytest.mark.rule("N12.41")
def test_no_courier_rides_from_or_to_who_is_off_the_map() -> None:
    gone = staff("F1 infantry 6-3 due", "FL leader due")
    assert ride(gone).reason == "The recipient is not on the map."
    absent = put(staff(), "FOC", box=Box.DUE)
    assert ride(absent).reason == "FOC is not on the map."
    for state in (gone, absent):
        assert ride(state).due is None
        assert not can_ride(state, leader("FOC"), line("FI"))


@pytest.mark.rule("N14.53")
def test_what_a_commander_orders_his_own_headquarters_needs_no_courier() -> None:
    found = ride(put(staff(), "FOC", hex="2002"), "FHQ")
    assert (found.halves, found.due) == (0, 1)


# -- what can be written


@pytest.mark.rule("N12.16")
@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("defend", "defend 0302"),
        ("reserve, march 0902", "reserve 0302, march 0902"),
        ("march 0902, attack", "march 0902, attack 0902"),
        ("march FII, support", "march FII, support FII"),
        ("march FII, attack", "march FII, attack 0502"),
        ("march 0902 via 0602, probe, defend", "march 0902 via 0602, probe 0902, defend 0902"),
    ],
)
def test_a_step_without_an_objective_gets_one(text: str, full: str) -> None:
    assert filled(staff(), line("FI"), order(text)) == order(full)


@pytest.mark.rule("N12.1")
@pytest.mark.parametrize(
    "text",
    [
        "march 0902",
        "march 0902 via 0602 0702, attack 1202, defend",
        "fall back FII",
        "reserve FHQ",
        "support FII",
        "support 0902",
        "defend",
        "delay",
        "reserve",
        "attack 2602",
        "probe 2602, fall back 0102",
    ],
)
def test_orders_that_can_be_written(text: str) -> None:
    assert steps_refusal(staff(), line("FI"), order(text)) is None


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        pytest.param("march", "N12.1", marks=pytest.mark.rule("N12.1")),
        pytest.param("attack", "N12.1", marks=pytest.mark.rule("N12.1")),
        pytest.param("march 0999", "N12.1", marks=pytest.mark.rule("N12.1")),
        pytest.param("march 0902 via 4001", "N12.1", marks=pytest.mark.rule("N12.1")),
        pytest.param("support FI", "N12.1", marks=pytest.mark.rule("N12.1")),
        pytest.param("support AI", "N12.1", marks=pytest.mark.rule("N12.1")),
        pytest.param("march FX", "N12.1", marks=pytest.mark.rule("N12.1")),
        pytest.param("attack FII", "N12.1", marks=pytest.mark.rule("N12.1")),
        pytest.param("defend 0302 within 2", "N12.24", marks=pytest.mark.rule("N12.24")),
        pytest.param("defend 0302 fixed", "N12.24", marks=pytest.mark.rule("N12.24")),
        pytest.param("general retreat 0102", "N12.29", marks=pytest.mark.rule("N12.29")),
    ],
)
def test_orders_that_cannot_be_written(text: str, rule: str) -> None:
    found = steps_refusal(staff(), line("FI"), order(text))
    assert found is not None
    assert found.rule == rule


@pytest.mark.rule("N12.2")
def test_there_are_nine_types_of_order() -> None:
    found = steps_refusal(staff(), line("FI"), (OrderStep("charge", Hex("0902")),))
    assert found is not None
    assert found.rule == "N12.2"


@pytest.mark.rule("N12.1")
def test_a_step_has_one_objective_and_an_order_a_limited_length() -> None:
    state, both = staff(), OrderStep("march", Hex("0902"), target_formation=FormationId("FII"))
    step = OrderStep("march", Hex("0902"))
    long_way = OrderStep("march", Hex("0902"), route=(Hex("0302"),) * 21)
    assert steps_refusal(state, line("FI"), (step,) * 10) is None
    for steps in ((), (step,) * 11, (both,), (long_way,)):
        found = steps_refusal(state, line("FI"), steps)
        assert found is not None
        assert found.rule == "N12.1"


@pytest.mark.rule("N12.1")
def test_a_formation_off_the_map_is_no_objective() -> None:
    state = staff("F2 infantry 6-3 due of:FII", "FIIL leader due of:FII")
    assert steps_refusal(state, line("FI"), order("march FII")) is not None


@pytest.mark.rule("N14.53")
def test_a_headquarters_marches_or_stays() -> None:
    for text, legal in (("march 0902", True), ("defend", True), ("attack 0902", False)):
        assert (steps_refusal(staff(), line("FHQ"), order(text)) is None) is legal


# -- IssueOrder


def issue(state: GameState, to: str, text: str, wing: str | None = None) -> str:
    """The rule by which an order is refused, or nothing."""
    under = None if wing is None else FormationId(wing)
    paper = Paper(line(to), order(text) if text else (), under)
    found = IssueOrder(FRENCH).refusal(state, paper)
    return "" if found is None else found.rule


@pytest.mark.rule("N12.12")
def test_listed_orders_are_legal_few_and_the_first_is_none() -> None:
    state = staff(vp_hexes={Hex("0502"): 2, Hex("2102"): 1, Hex("3002"): 1})
    question = IssueOrder(FRENCH)
    options = question.options(state)
    assert options[0] is None
    assert len(options) <= 61
    assert all(question.refusal(state, one) is None for one in options)
    corps = [one.steps[0] for one in papers(state, FRENCH) if one.line == "FI"]
    assert corps == [*order("defend 0302, attack 2602, probe 2602, march 0502, march 2102")]
    assert [question.kind(one) for one in options[:2]] == ["pass", "order"]


def test_a_headquarters_is_not_offered_an_attack() -> None:
    verbs = {one.steps[0].verb for one in papers(staff(), FRENCH) if one.line == "FHQ"}
    assert verbs == {"defend"}


@pytest.mark.rule("N12.12")
def test_orders_beyond_the_list_are_legal() -> None:
    assert issue(staff(), "FI", "march 1902 via 0503, attack 2602, defend") == ""
    assert issue(staff(), "FW", "attack 2602") == ""
    assert issue(staff(), "FI", "attack") == "N12.1"
    assert issue(staff(), "AI", "defend") == "N12.11"


@pytest.mark.rule("N12.12")
def test_a_sequence_is_one_order_and_the_rating_is_the_limit() -> None:
    state, question = staff(), IssueOrder(FRENCH)
    for number, to in enumerate(("FI", "FII", "FW")):
        assert state.pad.issued.get(leader("FOC"), 0) == number
        paper = Paper(line(to), order("march 0902, attack 1202, defend"))
        state = play(state, lambda t: write_order(t, FRENCH), answers={IssueOrder: [paper]}).state
    assert issue(state, "FI", "defend") == "N12.12"
    assert question.options(state) == [None]
    assert recipients(state, FRENCH) == ()


def test_who_has_written_his_last_order_closes_his_pad_himself() -> None:
    state = staff()
    state.pad = replace(state.pad, issued={**state.pad.issued, leader("FOC"): 3})
    played = play(state, lambda t: write_order(t, FRENCH))
    assert [(type(question), answer) for question, answer in played.asked] == [(IssueOrder, None)]
    assert not IssueOrder(FRENCH).is_forced(state, [None])


@pytest.mark.rule("N12.12")
def test_wing_and_overall_commander_have_each_their_own_number() -> None:
    state = staff(wings="FII")
    state.pad = replace(state.pad, issued={**state.pad.issued, leader("FOC"): 3})
    assert recipients(state, FRENCH) == ("FII",)
    assert issue(state, "FII", "defend") == ""


@pytest.mark.rule("N12.7")
def test_an_assignment_is_an_order_of_the_overall_commander() -> None:
    state = staff(wings="FII")
    assert issue(state, "FI", "", "FW") == ""
    assert issue(state, "FII", "", "FHQ") == ""
    assert issue(state, "FII", "march 0902", "FHQ") == ""
    assert issue(state, "FI", "march") == "N12.1"
    assert issue(state, "FI", "", "FX") == "N12.7"
    state.pad = replace(state.pad, issued={**state.pad.issued, leader("FOC"): 3})
    assert issue(state, "FII", "", "FHQ") == "N12.12"


@pytest.mark.rule("N12.43")
def test_an_assignment_costs_one_order_and_carries_the_wings_order() -> None:
    state = staff(orders="FW: march 1002")
    paper = Paper(line("FI"), (), FormationId("FW"))
    played = play(state, lambda t: write_order(t, FRENCH), answers={IssueOrder: [paper]})
    sent = played.state.pad.dispatches[line("FI")]
    assert (sent.steps, sent.wing, sent.giver) == (order("march 1002"), "FW", "FOC")
    assert played.state.pad.issued == {"FOC": 1}


@pytest.mark.rule("N12.12")
def test_the_reason_why_nothing_can_be_written_to_a_line() -> None:
    state = staff(wings="FII", orders="FII: defend 0502 fixed")
    state.pad = replace(state.pad, issued={**state.pad.issued, leader("FOC"): 3})
    found = {one: recipient_refusal(state, FRENCH, line(one)) for one in ("FI", "FII", "AI", "FX")}
    rules = {one: refusal.rule for one, refusal in found.items() if refusal is not None}
    assert rules == {"FI": "N12.12", "FII": "N12.11", "AI": "N12.11", "FX": "N12.11"}
    assert recipient_refusal(staff(), FRENCH, line("FI")) is None


@pytest.mark.rule("N12.7")
def test_a_corps_can_be_written_to_if_only_to_assign_it() -> None:
    state = put(staff(wings="FII"), "FWL", box=Box.DUE)
    assert recipient_refusal(state, FRENCH, line("FII")) is None
    state.pad = replace(state.pad, issued={**state.pad.issued, leader("FOC"): 3})
    found = recipient_refusal(state, FRENCH, line("FII"))
    assert found is not None
    assert found.rule == "N12.7"


@pytest.mark.rule("N12.4")
def test_a_line_that_no_courier_reaches_is_closed_for_that_reason() -> None:
    state = corps_in("1202", *(f"A{row + 1} infantry 5-3 070{row}" for row in range(1, 5)))
    found = recipient_refusal(state, FRENCH, line("FI"))
    assert found is not None
    assert found.sentence == ride(state).reason


def test_nobody_is_asked_who_can_write_nothing() -> None:
    state = put(staff(), "FOC", box=Box.DUE)
    assert not can_write(state, FRENCH)
    played = play(state, lambda t: write_order(t, FRENCH))
    assert (played.result, played.asked) == (False, [])
    assert can_write(state, ALLIED)


def test_a_side_that_can_only_assign_is_asked() -> None:
    state = put(
        staff(wings="FI FII", orders="FHQ: defend 0102 fixed; FW: defend 0402 fixed"), "FWL"
    )
    state = put(state, "FWL", box=Box.DUE)
    assert recipients(state, FRENCH) == ()
    assert can_write(state, FRENCH)


def test_writing_ends_with_none() -> None:
    played = play(staff(), lambda t: write_order(t, FRENCH), answers={IssueOrder: [None]})
    assert (played.result, played.events) == (False, [])


# -- sending


@pytest.mark.rule("N12.42")
def test_a_newer_order_takes_the_place_of_one_on_its_way() -> None:
    state = on_its_way(staff(), "FI", "march 0902", due=3)
    table = Table(state)
    send(table, leader("FOC"), line("FI"), order("attack 2602"))
    assert [type(event).__name__ for event in table.events] == ["OrderDropped", "OrderDispatched"]
    assert state.pad.dispatches[line("FI")].steps == order("attack 2602")
    assert state.pad.dispatches[line("FI")].due == 1


@pytest.mark.rule("N12.4")
def test_the_enemy_hears_of_no_courier() -> None:
    table = Table(staff())
    send(table, leader("FOC"), line("FI"), order("attack 2602"))
    assert [event.is_known_to(FRENCH) for event in table.events] == [True]
    assert [event.is_known_to(ALLIED) for event in table.events] == [False]


@pytest.mark.rule("N12.1")
@pytest.mark.parametrize(
    ("steps", "via", "rule"), [(10, 20, None), (11, 20, "N12.1"), (10, 21, "N12.1")]
)
def test_an_order_is_at_most_so_long(steps: int, via: int, rule: str | None) -> None:
    state = corps_in("1202")
    step = OrderStep("march", Hex("0102"), (Hex("0502"),) * via)
    refusal = steps_refusal(state, line("FI"), (step,) * steps)
    assert (refusal and refusal.rule) == rule
