"""The chain of command: who orders whom, how many orders, which wing (N12.11, N12.12, N12.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc.orders import Line, LineId
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
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, OrderStep, UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.positions import ALLIED, FRENCH
from tests.systems.nlc.staffs import leader, line, on_its_way, order, put, staff, with_leader


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
