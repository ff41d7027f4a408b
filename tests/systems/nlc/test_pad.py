"""The order pad: who orders whom, couriers, the Orders Phase, and who may read it (N12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import CHANCE, Table
from hexwar.hexes import Hex
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc.events.orders import (
    ComplianceRolled,
    OrderDelivered,
    OrderDispatched,
    OrderInForce,
    PadClosed,
    PadEvent,
    WritingBegan,
)
from hexwar.systems.nlc.events.turn import DieRolled, PhaseBegan
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.rules.orders.divisions import IssueDivisionalOrder
from hexwar.systems.nlc.rules.orders.forms import filled, steps_refusal
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision
from hexwar.systems.nlc.rules.orders.pad import (
    assigned_order,
    assignment_refusal,
    capacity,
    capacity_refusal,
    corps_of,
    follows_wing,
    giver_of,
    giver_refusal,
    givers,
    is_cavalry_corps,
    line_refusal,
    lines_under,
    most_orders,
    orders_left,
    put_in_force,
    superior_of,
    troops_under,
)
from hexwar.systems.nlc.rules.orders.phase import delivery, orders, orders_phase, sending
from hexwar.systems.nlc.rules.orders.writing import (
    CompleteWcDuty,
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
from hexwar.systems.nlc.rules.turn.sequence import sequence
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, LeaderId, OrderStep, UnitId
from hexwar.table.pieces import Box, Phase, Writing
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, Played, play, position
from tests.systems.nlc.staffs import leader, line, on_its_way, order, put, staff, with_leader

# -- the chain of command: who orders whom, how many orders, which wing (N12.11, N12.12, N12.7)


def refused(state: GameState, to: str) -> str:
    """The rule by which nobody can write to a line, or nothing."""
    found = line_refusal(state, FRENCH, line(to))
    found = found or giver_refusal(state, giver_of(state, line(to)), line(to))
    return "" if found is None else found.rule


# -- who orders whom


@pytest.mark.rule("N12.11")
def test_the_overall_commander_orders_his_corps_his_wing_commander_and_his_headquarters() -> None:
    assert lines_under(staff(), leader("FOC")) == ("FHQ", "FW", "FI", "FII")
    assert givers(staff(), FRENCH) == ("FOC", "FWL")


@pytest.mark.rule("N12.7")
def test_a_corps_of_a_wing_obeys_its_wing_commander_alone() -> None:
    state = staff(wings="FII")
    assert giver_of(state, line("FII")) == "FWL"
    assert lines_under(state, leader("FOC")) == ("FHQ", "FW", "FI")
    assert lines_under(state, leader("FWL")) == ("FII",)
    assert superior_of(state, FormationId("FII")) == "FOC"
    assert corps_of(state, FormationId("FW")) == ("FII",)


@pytest.mark.rule("N12.11")
@pytest.mark.parametrize(("army", "giver"), [("silesia", "FOC"), ("bohemia", None)])
def test_an_overall_commander_orders_his_own_army_only(army: str, giver: str | None) -> None:
    state = staff(changes={"FHQ": {"army": "silesia"}, "FI": {"army": army}})
    assert giver_of(state, line("FI")) == giver
    assert refused(state, "FI") == ("" if giver else "N12.11")


@pytest.mark.rule("N12.11")
def test_a_scenario_may_list_whom_he_orders() -> None:
    state = staff(changes={"FHQ": {"may_order": ("FI",)}, "FI": {"army": "bohemia"}})
    assert giver_of(state, line("FI")) == "FOC"
    assert giver_of(state, line("FII")) is None
    assert giver_of(state, line("FHQ")) == "FOC"


@pytest.mark.rule("N12.11")
def test_bluecher_orders_pahlen_but_not_the_other_troops_of_bohemia() -> None:
    battle = load_battle("brienne", FILES_ONLY)
    listed = battle.formations[FormationId("CO-HQ")].may_order
    assert "CO-AG" in listed
    assert "CO-4AG" not in listed
    own = [f.id for f in battle.formations.values() if f.army == "silesia" and f.id != "CO-HQ"]
    assert set(own) < set(listed)


@pytest.mark.rule("N12.11")
def test_a_wing_commander_may_be_limited_to_named_corps() -> None:
    state = staff(wings="FI FII", changes={"FW": {"may_order": ("FII",)}})
    assert refused(state, "FII") == ""
    assert refused(state, "FI") == "N12.11"


@pytest.mark.rule("N12.13")
def test_a_detached_division_is_ordered_by_its_corps_commander_only() -> None:
    state = staff()
    state.pad = replace(
        state.pad,
        lines={**state.pad.lines, line("FI/1"): Line(order("defend 0302"), units=(UnitId("F1"),))},
    )
    assert giver_of(state, line("FI/1")) == "FL"
    assert refused(state, "FI/1") == "N12.13"
    assert "FI/1" not in lines_under(state, leader("FOC"))


@pytest.mark.rule("N12.61")
def test_without_the_overall_commander_orders_change_by_local_decision_only() -> None:
    state = put(staff(wings="FII"), "FOC", box=Box.DUE)
    assert refused(state, "FI") == "N12.61"
    assert refused(state, "FII") == ""
    assert givers(state, FRENCH) == ("FWL",)


@pytest.mark.rule("N12.7")
def test_a_corps_waits_for_a_wing_commander_who_is_still_to_come() -> None:
    state = put(staff(wings="FII"), "FWL", box=Box.DUE)
    assert refused(state, "FII") == "N12.7"


@pytest.mark.rule("N14.71")
def test_the_corps_of_a_captured_wing_commander_answer_to_the_next_superior() -> None:
    state = put(staff(wings="FII"), "FWL", box=Box.CAPTURED)
    assert giver_of(state, line("FII")) == "FOC"
    assert refused(state, "FII") == ""
    assert refused(state, "FW") == "N12.41"


def test_only_lines_of_the_own_pad_are_written_to() -> None:
    for name in ("AI", "FX"):
        assert refused(staff(), name) == "N12.11"


@pytest.mark.rule("N12.11")
def test_an_order_that_the_scenario_fixes_stays() -> None:
    state = staff(orders="FI: support 0802 fixed")
    assert refused(state, "FI") == "N12.11"


@pytest.mark.rule("N12.41")
def test_nobody_writes_to_a_formation_that_is_not_on_the_map() -> None:
    state = staff("F1 infantry 6-3 due", "FL leader due")
    assert refused(state, "FI") == "N12.41"


def test_a_wing_leads_the_troops_of_its_corps() -> None:
    state = staff(wings="FII")
    assert troops_under(state, line("FW")) == ("F2",)
    assert troops_under(state, line("FI")) == ("F1",)


# -- how many


@pytest.mark.rule("N12.12")
def test_a_giver_has_as_many_orders_as_his_rating() -> None:
    state = staff()
    assert (capacity(state, leader("FOC")), capacity(state, leader("FWL"))) == (3, 2)
    state.pad = replace(state.pad, issued={**state.pad.issued, leader("FOC"): 2})
    assert orders_left(state, leader("FOC")) == 1
    assert capacity_refusal(state, leader("FOC"), None) is None
    state.pad = replace(state.pad, issued={**state.pad.issued, leader("FOC"): 3})
    found = capacity_refusal(state, leader("FOC"), None)
    assert found is not None
    assert (found.rule, found.sentence) == ("N12.12", "FOC gives 3 orders a turn, and has.")


@pytest.mark.rule("N12.43")
@pytest.mark.parametrize(("hex_", "number"), [("0102", 3), ("0302", 3), ("0402", 1)])
def test_an_overall_commander_away_from_his_hq_gives_one_order(hex_: str, number: int) -> None:
    assert capacity(put(staff(), "FOC", hex=hex_), leader("FOC")) == number


@pytest.mark.rule("N12.43")
def test_without_an_hq_on_the_map_he_gives_one_order() -> None:
    state = put(staff(), "FQ", box=Box.DUE)
    assert capacity(state, leader("FOC")) == 1
    state.pad = replace(state.pad, issued={**state.pad.issued, leader("FOC"): 1})
    found = capacity_refusal(state, leader("FOC"), None)
    assert found is not None
    assert found.rule == "N12.43"


@pytest.mark.rule("N12.53")
def test_a_split_rating_limits_each_type_of_order() -> None:
    split = (("march", 3), ("attack", 3), ("probe", 3), ("other", 1))
    state = with_leader(staff(), "FWL", rating=1, ratings=split)
    verbs = ("march", "attack", "probe", "defend", "reserve")
    assert [capacity(state, leader("FWL"), verb) for verb in verbs] == [3, 3, 3, 1, 1]
    assert most_orders(state, leader("FWL")) == 3
    state.pad = replace(state.pad, issued={**state.pad.issued, leader("FWL"): 1})
    assert orders_left(state, leader("FWL"), "attack") == 2
    assert orders_left(state, leader("FWL"), "defend") == 0


# -- assignment


def assignment(state: GameState, to: str, wing: str) -> str:
    """The rule by which a corps cannot be assigned, or nothing."""
    found = assignment_refusal(state, line(to), FormationId(wing))
    return "" if found is None else found.rule


@pytest.mark.rule("N12.7")
def test_a_corps_is_put_under_a_wing_and_taken_out_of_it() -> None:
    state = staff(wings="FII")
    assert assignment(state, "FI", "FW") == ""
    assert assignment(state, "FII", "FHQ") == ""
    assert assignment(state, "FII", "FW") == "N12.7"
    assert assignment(state, "FI", "FHQ") == "N12.7"


@pytest.mark.rule("N12.7")
@pytest.mark.parametrize(("to", "wing"), [("FI", "FII"), ("FI", "AHQ"), ("FI", "FX"), ("FW", "FW")])
def test_only_corps_are_assigned_and_only_to_own_wings(to: str, wing: str) -> None:
    assert assignment(staff(), to, wing) == "N12.7"


@pytest.mark.rule("N12.7")
def test_nobody_is_assigned_to_a_wing_commander_who_is_not_there() -> None:
    assert assignment(put(staff(), "FWL", box=Box.DUE), "FI", "FW") == "N12.7"


@pytest.mark.rule("N12.7")
def test_grouchy_takes_cavalry_corps_only() -> None:
    horse = ("F3 light 4-3 0602 of:FIII", "FIIIL leader 0602 of:FIII")
    state = with_leader(staff(*horse), "FWL", special=("grouchy-cavalry-only",))
    state.pad = replace(
        state.pad, lines={**state.pad.lines, line("FIII"): Line(order("defend 0602"))}
    )
    assert assignment(state, "FIII", "FW") == ""
    assert assignment(state, "FI", "FW") == "N12.7"


@pytest.mark.rule("N12.7")
def test_sacken_takes_the_corps_that_the_scenario_names() -> None:
    state = staff(changes={"FW": {"may_order": ("FII",)}})
    assert assignment(state, "FII", "FW") == ""
    assert assignment(state, "FI", "FW") == "N12.7"


def test_attached_infantry_makes_no_infantry_corps() -> None:
    state = staff("F3 light 4-3 0602 of:FIII", "F4 infantry 4-3 0602 of:FIII")
    formation = state.battle.formations[FormationId("FIII")]
    assert not is_cavalry_corps(state, formation)
    cards = dict(state.battle.units)
    cards[UnitId("F4")] = replace(cards[UnitId("F4")], attached_from=FormationId("FI"))
    state.battle = replace(state.battle, units=cards)
    assert is_cavalry_corps(state, formation)
    assert not is_cavalry_corps(state, state.battle.formations[FormationId("FW")])


@pytest.mark.rule("N12.15")
def test_an_assignment_alone_brings_the_order_of_the_wing() -> None:
    state = staff(orders="FW: march 1002, probe 1202")
    assert assigned_order(state, line("FI"), FormationId("FW")) == order("march 1002, probe 1202")
    assert assigned_order(state, line("FI"), FormationId("FHQ")) == order("defend 0302")


# -- an order comes into force


def in_force(state: GameState, to: str, text: str, bad_until: int = 0) -> list[LineId]:
    """Put an order in force and tell which lines have it now."""
    table = Table(state)
    put_in_force(table, line(to), order(text), bad_until)
    return [one for one, held in state.pad.lines.items() if held.steps == order(text)]


@pytest.mark.rule("N12.15")
@pytest.mark.parametrize("held", ["march 1002, probe 1202", "probe 1202"])
def test_a_wings_new_order_passes_to_a_corps_that_goes_by_the_old_one(held: str) -> None:
    state = staff(orders=f"FW: march 1002, probe 1202; FII: {held}", wings="FII")
    assert in_force(state, "FW", "defend 0902") == ["FW", "FII"]


@pytest.mark.rule("N12.18")
def test_a_corps_with_an_order_of_its_own_keeps_it() -> None:
    state = staff(orders="FW: march 1002; FII: march 0902", wings="FII")
    assert not follows_wing(state, line("FII"), line("FW"))
    assert in_force(state, "FW", "defend 0902") == ["FW"]


@pytest.mark.rule("N12.18")
def test_a_corps_of_another_wing_or_with_an_order_on_its_way_does_not_follow() -> None:
    orders = "FW: march 1002; FII: march 1002"
    assert in_force(staff(orders=orders), "FW", "defend 0902") == ["FW"]
    state = on_its_way(staff(orders=orders, wings="FII"), "FII", "defend 0502", due=2)
    assert in_force(state, "FW", "defend 0902") == ["FW"]
    assert line("FII") in state.pad.dispatches


@pytest.mark.rule("N12.42")
def test_a_local_decision_voids_the_order_on_its_way() -> None:
    state = on_its_way(staff(), "FI", "march 1002", due=3)
    table = Table(state)
    put_in_force(table, line("FI"), order("attack 2602"))
    assert [type(event).__name__ for event in table.events] == ["OrderDropped", "OrderInForce"]
    assert line("FI") not in state.pad.dispatches


@pytest.mark.rule("N12.65")
def test_a_bad_move_stops_no_courier_and_binds_only_its_leader() -> None:
    orders = "FW: march 1002; FII: march 1002"
    state = on_its_way(staff(orders=orders, wings="FII"), "FW", "march 1202", due=3)
    in_force(state, "FW", "defend 0402", bad_until=3)
    assert line("FW") in state.pad.dispatches
    assert state.pad.lines[line("FW")].bad_until == 3
    assert state.pad.lines[line("FII")].bad_until == 0
    assert state.pad.lines[line("FII")].step == OrderStep("defend", Hex("0402"))


def test_the_coalition_has_a_pad_of_its_own() -> None:
    assert lines_under(staff(), leader("AOC")) == ("AHQ", "AI")
    assert line_refusal(staff(), ALLIED, line("FI")) is not None


# -- whose order pad can be read by whom (N12.93, N27.7)


FI, AI = LineId("FI"), LineId("AI")


def two_pads() -> GameState:
    """Each side has an order in force; a French courier is about to ride."""
    return position(
        OPEN,
        "F1 infantry 6-3 0101",
        "F2 infantry 6-3 0102",
        "FL leader 0101",
        "FO overall 0104 of:FH",
        "FQ hq 0104 of:FH",
        "A1 infantry 6-3 0707",
        orders="FI: march 0303, attack 0505; AI: defend 0707",
    )


@pytest.mark.rule("N12.93")
def test_an_order_in_force_is_read_again_and_not_edited() -> None:
    """A new order on its way changes nothing in the one that is in force."""
    table = Table(two_pads())
    held = table.state.pad.lines[FI]
    paper = Paper(FI, steps("defend 0101"))
    send(table, LeaderId("FO"), FI, paper.steps)
    assert view(table.state, FRENCH).pad.lines[FI] == held == Line(steps("march 0303, attack 0505"))
    assert view(table.state, FRENCH).pad.dispatches[FI].steps == paper.steps


@pytest.mark.rule("N27.7", "N3.4")
def test_a_side_never_sees_the_pad_and_the_cup_of_the_other() -> None:
    table = Table(two_pads())
    send(table, LeaderId("FO"), FI, steps("defend 0101"))
    state = table.state
    state.pad = replace(state.pad, wanted={**state.pad.wanted, FI: steps("probe 0505")})
    state.chits = replace(
        state.chits, cups={**state.chits.cups, FRENCH: (FormationId("FI"), FormationId("FH"))}
    )
    seen = view(state, ALLIED)
    assert seen.pad.lines == {FI: Line(()), LineId("FH"): Line(()), AI: state.pad.lines[AI]}
    assert (seen.pad.dispatches, seen.pad.wanted, seen.pad.issued) == ({}, {}, {})
    assert set(seen.chits.cups[FRENCH]) == {"?"}
    assert len(seen.chits.cups[FRENCH]) == 2


@pytest.mark.rule("N27.7", "N3.4")
def test_what_happens_on_a_pad_is_known_to_its_side_alone() -> None:
    order = steps("attack 0505")
    secret = (
        OrderDispatched(FRENCH, FI, order, LeaderId("FO"), due=2),
        ComplianceRolled(FRENCH, FI, column=3, die=5, result="D"),
        OrderInForce(FRENCH, FI, order),
    )
    assert [event.is_known_to(FRENCH) for event in secret] == [True] * 3
    assert [event.is_known_to(ALLIED) for event in secret] == [False] * 3
    assert PhaseBegan(Phase.ORDERS).is_known_to(ALLIED)


# -- the Orders Phase as a whole: its steps, who is asked when, and what stays secret (N12.9)


def begun(state: GameState, step: Writing = Writing.DELIVERY) -> GameState:
    """The same position at the start of a step."""
    WritingBegan(step).apply(state)
    return state


async def whole_phase(table: Table[GameState]) -> None:
    """The procedures of the phase one after the other, as the kernel calls them."""
    while table.state.phase is Phase.ORDERS:
        await sequence(table)


def paper(to: str, text: str) -> Paper:
    return Paper(line(to), order(text))


def whole(state: GameState, dice: Sequence[int] = (), written: Sequence[Any] = ()) -> Played[None]:
    """The whole phase: what is written, and nothing else is wanted."""
    return play(begun(state), whole_phase, dice, {IssueOrder: written})


@pytest.mark.rule("N12.9")
def test_the_phase_goes_through_its_steps_and_ends() -> None:
    played = whole(staff())
    assert [event.step for event in played.of(WritingBegan)] == [
        Writing.COMPLIANCE,
        Writing.LOCAL,
        Writing.ORDERS,
        Writing.SENDING,
    ]
    assert played.events[-1] == PhaseBegan(Phase.INITIAL)


@pytest.mark.rule("N12.9")
def test_the_card_phase_opens_the_pad_at_its_first_step() -> None:
    state = begun(staff(), Writing.SENDING)
    state.phase = Phase.CARDS
    played = play(state, sequence)
    assert played.story[:2] == ["PhaseBegan", "WritingBegan"]
    assert (played.state.phase, played.state.pad.writing) == (Phase.ORDERS, Writing.DELIVERY)


@pytest.mark.rule("N4.8")
def test_one_side_is_asked_everything_of_a_step_before_the_other() -> None:
    papers = [paper("FI", "march 0902"), paper("FII", "march 0902"), None, None]
    played = whole(staff(), [1, 1], written=papers)
    for kind in (TryLocalDecision, IssueOrder):
        sides = [question.side for question in played.questions(kind)]
        assert sides == sorted(sides, reverse=True)
        assert set(sides) == {FRENCH, ALLIED}
    closed = [event.side for event in played.of(PadClosed)]
    assert closed == [FRENCH, ALLIED, FRENCH, ALLIED]


@pytest.mark.rule("N4.8")
def test_no_die_falls_before_both_sides_have_written() -> None:
    papers = [paper("FI", "march 0902"), None, paper("AI", "march 2402"), None]
    played = whole(staff(), [1, 1], written=papers)
    asked = [question for question, _ in played.asked]
    last = max(place for place, one in enumerate(asked) if isinstance(one, IssueOrder))
    assert [one.side for one in asked[last + 1 :] if one.side == CHANCE] == [CHANCE] * 2
    assert all(one.side != CHANCE for one in asked[:last])


@pytest.mark.rule("N12.9")
def test_an_order_that_arrives_at_once_is_delivered_and_rolled_for_in_this_phase() -> None:
    played = whole(staff(), [1], written=[paper("FI", "march 0902"), None, None])
    assert [event.line for event in played.of(OrderDelivered)] == ["FI"]
    assert played.state.pad.lines[line("FI")].steps == order("march 0902")
    assert played.state.pad.addressed == ("FI",)


@pytest.mark.rule("N12.9")
def test_an_order_that_rides_longer_is_delivered_first_thing_on_its_turn() -> None:
    far = ("F1 infantry 6-3 1402", "FL leader 1402 rating:3")
    state = whole(staff(*far), written=[paper("FI", "march 0902"), None, None]).state
    assert state.pad.dispatches[line("FI")].due == 2
    state.turn, state.phase = 2, Phase.ORDERS
    later = play(begun(state), whole_phase, [1])
    assert later.story.index("ComplianceRolled") < later.story.index("LocalDecisionWanted")
    assert later.state.pad.lines[line("FI")].since == 2


@pytest.mark.rule("N12.9")
def test_a_courier_who_is_not_due_delivers_nothing() -> None:
    state = begun(on_its_way(staff(), "FI", "march 0902", sent=1, due=3))
    state.turn = 2
    assert play(state, delivery).of(OrderDelivered) == []
    state.turn = 3
    assert [event.line for event in play(state, delivery).of(OrderDelivered)] == ["FI"]


@pytest.mark.rule("N12.5")
def test_a_waiting_order_is_rolled_for_again_but_not_delivered_again() -> None:
    state = on_its_way(staff(), "FII", "march 0902", sent=1, due=1, waited=1)
    state.turn = 2
    played = whole(state, [4])
    assert played.of(OrderDelivered) == []
    [event] = played.of(ComplianceRolled)
    assert (event.column, event.result) == (3, "C")


@pytest.mark.rule("N12.91")
def test_who_has_rolled_this_turn_does_not_roll_for_an_order_written_after_it() -> None:
    state = on_its_way(staff(), "FII", "march 0902", sent=1, due=2)
    state.turn = 2
    played = whole(state, [6], written=[paper("FII", "attack 2602"), None, None])
    assert [event.die for event in played.of(ComplianceRolled)] == [6]
    waiting = played.state.pad.dispatches[line("FII")]
    assert (waiting.steps, waiting.due, waiting.waited) == (order("attack 2602"), 2, 0)
    state = played.state
    state.turn = 3
    state.phase = Phase.ORDERS
    state.pad = replace(state.pad, complied=())
    assert [event.die for event in whole(state, [1]).of(ComplianceRolled)] == [1]


@pytest.mark.rule("N12.41")
def test_an_order_for_whom_nobody_is_left_is_void() -> None:
    state = on_its_way(staff("F1 infantry 6-3 uar"), "FI", "march 0902", sent=1, due=2)
    state = begun(put(state, "FL", box=Box.CAPTURED))
    state.turn = 2
    played = play(state, delivery)
    assert played.story == ["OrderDropped", "WritingBegan"]
    assert played.state.pad.dispatches == {}


@pytest.mark.rule("N12.41")
def test_the_wait_ends_with_the_recipient_too() -> None:
    state = on_its_way(staff("F1 infantry 6-3 uar"), "FI", "march 0902", due=1, waited=1)
    state = begun(put(state, "FL", box=Box.CAPTURED))
    state.turn = 2
    assert play(state, delivery).state.pad.dispatches == {}


@pytest.mark.rule("N12.9")
def test_after_the_orders_come_divisional_orders_and_the_wings_duty() -> None:
    state = begun(staff(orders="FW: attack 2602", wings="FI FII"), Writing.ORDERS)
    state.turn = 2
    played = play(state, orders, answers={IssueOrder: [None]})
    asked = [type(question) for question, _ in played.asked]
    assert asked == [IssueOrder, IssueDivisionalOrder, CompleteWcDuty]
    assert played.state.pad.served == (FRENCH,)
    assert len(played.of(OrderDispatched)) == 1


def test_each_order_is_a_procedure_of_its_own() -> None:
    state = begun(staff(), Writing.ORDERS)
    played = play(state, orders_phase, answers={IssueOrder: [paper("FI", "march 0902")]})
    assert played.story == ["OrderDispatched"]
    assert played.state.pad.served == ()


@pytest.mark.rule("N12.9")
def test_only_orders_of_this_turn_are_delivered_by_the_last_step() -> None:
    state = on_its_way(staff(), "FI", "march 0902", sent=1, due=2, waited=1)
    state = begun(on_its_way(state, "FII", "march 0902", sent=2, due=2), Writing.SENDING)
    state.turn = 2
    state.pad = replace(state.pad, complied=(line("FI"),))
    played = play(state, sending, [1])
    assert [event.line for event in played.of(OrderDelivered)] == ["FII"]


@pytest.mark.rule("N3.4")
def test_nothing_of_a_sides_orders_is_seen_by_the_other() -> None:
    papers = [paper("FI", "march 0902"), paper("FII", "attack 2602"), None, None]
    played = whole(staff(), [6, 6], written=papers)
    assert not played.of(DieRolled)
    public = (PadClosed, PhaseBegan, WritingBegan)
    secret = [event for event in played.events if not isinstance(event, public)]
    assert {"OrderDispatched", "OrderDelivered", "ComplianceRolled"} < {
        type(event).__name__ for event in secret
    }
    for event in secret:
        assert isinstance(event, PadEvent)
        assert [side for side in (FRENCH, ALLIED) if event.is_known_to(side)] == [event.side]


@pytest.mark.rule("N3.4")
def test_the_other_sides_view_holds_no_order_and_no_courier() -> None:
    papers = [paper("FI", "march 0902"), None, None]
    played = whole(staff(), [6], written=papers)
    seen = view(played.state, ALLIED)
    assert [one.steps for name, one in seen.pad.lines.items() if name.startswith("F")] == [()] * 4
    assert seen.pad.dispatches == {}
    assert (seen.pad.issued, seen.pad.addressed, seen.pad.complied) == ({}, (), ())
    own = view(played.state, FRENCH)
    assert own.pad.dispatches[line("FI")].steps == order("march 0902")


# -- orders are written and couriers ride (N12.1, N12.12, N12.16, N12.4, N12.41-N12.43)


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
    for told in ((), (step,) * 11, (both,), (long_way,)):
        found = steps_refusal(state, line("FI"), told)
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
