"""What orders oblige units to do: half the MA toward the goal, places to stay at."""

from __future__ import annotations

import pytest

from hexwar.ground.movement import Drop
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, column_refusal
from tests.systems.nlc.errands import (
    F1,
    FIELD,
    LANE,
    ROAD,
    end_refused,
    lane,
    listed,
    ordered,
    refused,
    sentence,
)
from tests.systems.nlc.positions import FRENCH, hexes, unit, units

# -- half the MA (N12.33)


@pytest.mark.rule("N12.21")
@pytest.mark.rule("N12.33")
def test_march_spends_half_the_ma_on_hexes_that_lower_the_remaining_cost() -> None:
    state = lane("march 0101", F1)
    assert refused(state, "F1") == "N12.21"
    assert refused(state, "F1", "0109 0108") == "N12.21"
    assert refused(state, "F1", "0109 0110 0111") == "N12.21"
    assert refused(state, "F1", "0109 0108 0107") is None
    assert listed(state, "F1") == {"0107", "0106", "0105"}


@pytest.mark.rule("N12.33")
def test_what_is_spent_going_back_does_not_count_twice() -> None:
    state = lane("march 0101", F1)
    assert refused(state, "F1", "0109 0108 0109 0108") == "N12.21"
    assert refused(state, "F1", "0109 0110 0109 0108") == "N12.21"
    assert refused(state, "F1", "0109 0108 0107 0108") is None


@pytest.mark.rule("N12.33")
@pytest.mark.rule("N5.11")
@pytest.mark.parametrize(
    ("line", "least"),
    [
        ("F1 infantry 6-3-5 0109", "0106"),  # half of 5 is 2 1/2
        ("F1 light 4-3 0109", "0106"),  # half of 6
        ("F1 infantry 6-3 0109 disrupted", "0108"),  # half of half of 4
    ],
)
def test_half_the_ma_is_not_rounded_down(line: str, least: str) -> None:
    state = lane("march 0101", line)
    assert max(listed(state, "F1")) == least


@pytest.mark.rule("N12.33")
def test_points_are_counted_and_not_hexes() -> None:
    rows = "\n".join(["."] * 7 + ["w"] + ["."] * 4)
    state = ordered(rows, "FI: march 0101", F1)
    assert refused(state, "F1", "0109 0108") is None


@pytest.mark.rule("N12.33")
def test_in_road_movement_half_the_ma_is_twice_as_many_hexes() -> None:
    state = lane("march 0101", F1, roads=ROAD)
    assert refused(state, "F1", "0109 0108 0107 0106", column=True) == "N12.21"
    assert refused(state, "F1", "0109 0108 0107 0106 0105", column=True) is None
    assert refused(state, "F1", "0109 0108 0107") is None


@pytest.mark.rule("N12.21")
@pytest.mark.rule("N12.33")
def test_within_two_hexes_of_the_goal_nothing_is_owed() -> None:
    state = lane("march 0107", F1)
    assert refused(state, "F1") is None
    assert refused(state, "F1", "0109 0110") is None
    assert end_refused(state) is None


@pytest.mark.rule("N12.33")
def test_to_come_within_two_hexes_is_enough() -> None:
    state = lane("march 0106", F1)
    assert refused(state, "F1") == "N12.21"
    assert refused(state, "F1", "0109 0108") is None


@pytest.mark.rule("N12.21")
def test_a_unit_in_an_enemy_zone_first_steps_out() -> None:
    state = ordered(FIELD, "FI: march 0601", "F1 infantry 6-3 0606", "A1 infantry 5-3 0605")
    assert refused(state, "F1") == "N12.21"
    assert refused(state, "F1", "0606 0607") is None
    assert sentence(state, "F1") == "F1 must step out of the enemy's zone."
    assert end_refused(state) == "N12.21"


@pytest.mark.rule("N12.22")
def test_attack_advances_until_in_contact() -> None:
    state = lane("attack 0101", F1, "A1 infantry 5-3 0106")
    assert refused(state, "F1") == "N12.22"
    assert refused(state, "F1", "0109 0108") == "N12.22"
    assert refused(state, "F1", "0109 0108 0107") is None
    near = lane("attack 0101", F1, "A1 infantry 5-3 0107")
    assert refused(near, "F1", "0109 0108") is None
    touching = lane("attack 0101", F1, "A1 infantry 5-3 0108")
    assert refused(touching, "F1") is None
    assert end_refused(touching) is None


@pytest.mark.rule("N12.22")
def test_an_attack_without_an_objective_owes_nothing() -> None:
    state = lane("attack", F1)
    assert refused(state, "F1") is None
    assert end_refused(state) is None


@pytest.mark.rule("N12.23")
def test_probe_goes_within_three_hexes_of_an_enemy_near_the_objective() -> None:
    state = lane("probe 0101", F1, "A1 infantry 5-3 0102")
    assert refused(state, "F1") == "N12.23"
    assert refused(state, "F1", "0109 0108 0107") is None
    assert "the enemy near 0101" in sentence(state, "F1")
    at = lane("probe 0101", "F1 infantry 6-3 0105", "A1 infantry 5-3 0102")
    assert refused(at, "F1") is None
    assert refused(at, "F1", "0105 0106") is None


@pytest.mark.rule("N12.23")
def test_probe_without_an_enemy_goes_to_its_objective() -> None:
    state = lane("probe 0101", "F1 infantry 6-3 0104", "A1 infantry 5-3 0112")
    assert refused(state, "F1") == "N12.23"
    assert refused(state, "F1", "0104 0103") is None


@pytest.mark.rule("N12.21")
def test_a_named_route_is_followed() -> None:
    order = "FI: march 1001 via 0101"
    state = ordered(FIELD, order, "F1 infantry 6-3 0110")
    assert refused(state, "F1", "0110 0109 0108") is None
    assert refused(state, "F1", "0110 0210 0311") == "N12.21"
    beyond = ordered(FIELD, order, "F1 infantry 6-3 0103")
    assert refused(beyond, "F1", "0103 0202 0302") is None
    assert "1001" in sentence(beyond, "F1")


# -- as far as it can


@pytest.mark.rule("N12.33")
@pytest.mark.rule("N27.4")
def test_who_cannot_spend_half_the_ma_goes_as_far_as_it_can() -> None:
    state = lane("march 0101", F1, "A1 infantry 5-3 0106")
    assert refused(state, "F1") == "N12.21"
    assert listed(state, "F1") == {"0108"}
    assert end_refused(state) == "N12.21"


@pytest.mark.rule("N27.4")
def test_who_cannot_go_at_all_may_stay() -> None:
    state = lane("march 0101", F1, "A1 infantry 5-3 0107")
    assert refused(state, "F1") is None
    assert refused(state, "F1", "0109 0110") is None
    assert end_refused(state) is None


@pytest.mark.rule("N12.33")
def test_friends_in_the_way_block() -> None:
    full = ["F2 infantry 6-3 0108 moved", "F3 infantry 6-3 0108 moved"]
    ahead = [f"{f.split()[0]}x infantry 6-3 {h} moved" for f in full for h in ("0107", "0106")]
    state = lane("march 0101", F1, *full, *_renamed(ahead), "A1 infantry 5-3 0104")
    assert refused(state, "F1") is None


def _renamed(lines: list[str]) -> list[str]:
    return [f"F{n} {line.partition(' ')[2]}" for n, line in enumerate(lines, start=10)]


@pytest.mark.rule("N12.33")
def test_the_way_leads_round_an_enemy_who_may_not_be_met() -> None:
    state = ordered(FIELD, "FI: march 0601", "F1 infantry 6-3 0606", "A1 infantry 5-3 0603")
    assert listed(state, "F1")
    assert refused(state, "F1", "0606 0506 0505 0405 0404") is None
    assert refused(state, "F1", "0606 0605 0606 0605") == "N12.21"


@pytest.mark.rule("N12.33")
def test_where_no_way_leads_to_the_goal_nothing_is_owed() -> None:
    state = lane("march 0101", F1, rivers=["0104-0105"])
    assert refused(state, "F1") is None
    assert end_refused(state) is None


@pytest.mark.rule("N12.33")
def test_who_has_worked_goes_as_far_as_the_rest_of_its_mp_leads() -> None:
    state = lane("march 0101", "F1 infantry 6-3 0109 spent:6")
    assert listed(state, "F1") == {"0108"}


@pytest.mark.rule("N12.33")
def test_out_of_command_trains_and_those_who_have_moved_owe_nothing() -> None:
    assert end_refused(lane("march 0101", F1, out="F1")) is None
    assert end_refused(lane("march 0101", "F1 infantry 6-3 0109 moved")) is None
    assert end_refused(lane("march 0101", "FT train 0109", roads=ROAD)) is None
    assert end_refused(lane("march 0101", F1)) == "N12.21"


@pytest.mark.rule("N14.41")
def test_out_of_command_each_hex_leads_toward_the_commander() -> None:
    lines = [F1, "FL leader 0102"]
    state = lane("attack 0112", *lines, out="F1")
    assert listed(state, "F1") == {"stay", "0108", "0107", "0106", "0105"}
    assert refused(state, "F1", "0109 0110") == "N14.41"
    assert refused(state, "F1") is None


@pytest.mark.rule("N12.33")
@pytest.mark.rule("N5.9")
def test_units_that_move_together_owe_half_the_least_ma() -> None:
    state = lane("march 0101", F1, "F2 light 4-3 0109")
    assert refused(state, "F1 F2", "0109 0108") == "N12.21"
    assert refused(state, "F1 F2", "0109 0108 0107") is None


@pytest.mark.rule("N5.9")
@pytest.mark.rule("N27.4")
def test_who_is_dropped_on_the_way_must_have_done_its_duty() -> None:
    state = lane("march 0101", F1, "F2 infantry 4-3 0109")
    path = "0109 0108 0107 0106"
    early = Drop(unit("F2"), hexes("0108")[0])
    late = Drop(unit("F2"), hexes("0107")[0])
    assert refused(state, "F1 F2", path, drops=[early]) == "N12.21"
    assert refused(state, "F1 F2", path, drops=[late]) is None


@pytest.mark.rule("N5.81")
def test_an_arrival_may_wait_but_goes_on_if_it_enters() -> None:
    state = lane("march 0101", "F1 infantry 6-3 due", roads=ROAD)
    entering = ChoosePath(FRENCH, units("F1"), hexes("0112")[0])
    ends = {route.hexes[-1] if route.hexes else "stay" for route in entering.options(state)}
    assert "stay" in ends
    assert "0112" not in ends
    assert "0111" in ends


# -- Fall Back and General Retreat


@pytest.mark.rule("N12.26")
def test_fall_back_goes_toward_its_goal() -> None:
    state = lane("fall back 0112", "F1 infantry 6-3 0106", "A1 infantry 5-3 0102")
    assert refused(state, "F1") == "N12.26"
    assert refused(state, "F1", "0106 0105") == "N12.26"
    assert refused(state, "F1", "0106 0107 0108") is None


@pytest.mark.rule("N12.26")
def test_fall_back_does_not_go_nearer_to_the_enemy_where_it_can_help_it() -> None:
    state = ordered(FIELD, "FI: fall back 1206", "F1 infantry 6-3 0506", "A1 infantry 5-3 0703")
    assert refused(state, "F1", "0506 0606 0707") is None
    assert refused(state, "F1", "0506 0605 0705") == "N12.26"
    state = lane("fall back 0101", "F1 infantry 6-3 0109", "A1 infantry 5-3 0103")
    assert refused(state, "F1", "0109 0108 0107") is None  # there is no other way


@pytest.mark.rule("N12.26")
def test_fall_back_leaves_an_enemy_zone() -> None:
    state = lane("fall back 0112", "F1 infantry 6-3 0106", "A1 infantry 5-3 0105")
    assert refused(state, "F1") == "N12.26"
    assert refused(state, "F1", "0106 0107") is None


@pytest.mark.rule("N12.29")
def test_general_retreat_goes_to_its_edge() -> None:
    state = lane("general retreat 0112", "F1 infantry 6-3 0106")
    assert refused(state, "F1") == "N12.29"
    assert refused(state, "F1", "0106 0107 0108") is None


# -- Defend, Reserve, Support


@pytest.mark.rule("N12.24")
def test_defend_stays_within_four_hexes_of_the_objective() -> None:
    state = lane("defend 0106", "F1 infantry 6-3 0109")
    assert refused(state, "F1") is None
    assert refused(state, "F1", "0109 0110") is None
    assert refused(state, "F1", "0109 0110 0111") == "N12.24"
    assert end_refused(state) is None


@pytest.mark.rule("N12.35")
def test_who_is_outside_must_come_back_first() -> None:
    state = lane("defend 0106", "F1 infantry 6-3 0111")
    assert refused(state, "F1") == "N12.35"
    assert refused(state, "F1", "0111 0110") is None
    assert end_refused(state) == "N12.35"


@pytest.mark.rule("N12.35")
def test_who_cannot_come_back_at_once_comes_nearer() -> None:
    state = lane("defend 0102", "F1 infantry 6-3 0112")
    assert refused(state, "F1") == "N12.35"
    assert refused(state, "F1", "0112 0111") == "N12.35"
    assert refused(state, "F1", "0112 0111 0110") is None


@pytest.mark.rule("N12.27")
def test_reserve_stays_within_two_hexes_of_its_place_or_its_leader() -> None:
    for order in ("reserve 0106", "reserve FII"):
        state = lane(order, "F1 infantry 6-3 0108", "FL leader 0106 of:FII")
        assert refused(state, "F1") is None
        assert refused(state, "F1", "0108 0109") == "N12.27"
        assert refused(state, "F1", "0108 0107 0106 0105 0104") is None


@pytest.mark.rule("N12.27")
def test_reserve_is_not_in_an_enemy_zone() -> None:
    state = lane("reserve 0106", "F1 infantry 6-3 0107", "A1 infantry 5-3 0106")
    assert refused(state, "F1") == "N12.27"
    assert refused(state, "F1", "0107 0108") is None


@pytest.mark.rule("N5.3")
def test_reserve_marches_by_road_to_its_place_only() -> None:
    on_the_way = lane("reserve 0101", F1, "A1 infantry 5-3 0112", roads=ROAD)
    there = lane("reserve 0107", F1, "A1 infantry 5-3 0112", roads=ROAD)
    assert column_refusal(on_the_way, units("F1"), entering=False) is None
    refusal = column_refusal(there, units("F1"), entering=False)
    assert refusal is not None


@pytest.mark.rule("N12.28")
def test_support_stays_within_three_hexes_of_the_troops_supported() -> None:
    other = "F2 infantry 6-3 0106 of:FII"
    state = lane("support FII", F1, other)
    assert refused(state, "F1") is None
    assert refused(state, "F1", "0109 0110") == "N12.28"
    far = lane("support FII", "F1 infantry 6-3 0112", other)
    assert refused(far, "F1") == "N12.28"
    assert refused(far, "F1", "0112 0111 0110 0109") is None


@pytest.mark.rule("N12.28")
def test_support_may_stay_near_what_the_supported_troops_attack() -> None:
    orders = "FI: support FII; FII: attack 0112"
    state = ordered(LANE, orders, F1, "F2 infantry 6-3 0103 of:FII")
    assert refused(state, "F1") is None
    state = ordered(LANE, orders, "F1 infantry 6-3 0108", "F2 infantry 6-3 0103 of:FII")
    assert refused(state, "F1") == "N12.28"


@pytest.mark.rule("N12.28")
def test_support_of_an_attack_stays_near_the_hex_or_those_who_attack_it() -> None:
    orders = "FI: support 0112; FII: attack 0112"
    friend = "F2 infantry 6-3 0103 of:FII"
    assert refused(ordered(LANE, orders, "F1 infantry 6-3 0105", friend), "F1") is None
    assert refused(ordered(LANE, orders, "F1 infantry 6-3 0110", friend), "F1") is None
    assert refused(ordered(LANE, orders, "F1 infantry 6-3 0108", friend), "F1") == "N12.28"
    elsewhere = orders.replace("attack 0112", "attack 0109")
    assert refused(ordered(LANE, elsewhere, "F1 infantry 6-3 0105", friend), "F1") == "N12.28"


@pytest.mark.rule("N12.28")
@pytest.mark.rule("N12.33")
def test_support_in_contact_owes_nothing() -> None:
    lines = ["F1 light 4-3 0111", "F2 infantry 6-3 0103 of:FII", "A1 infantry 5-3 0112"]
    assert refused(lane("support FII", *lines), "F1") is None


@pytest.mark.rule("N12.92")
def test_a_detached_division_owes_what_its_own_order_says() -> None:
    orders = "FI: march 0101; FI/1st: defend 0109"
    lines = [F1 + " division:1st", "F2 infantry 6-3 0106"]
    state = ordered(LANE, orders, *lines)
    assert refused(state, "F1") is None
    assert refused(state, "F2") == "N12.21"
