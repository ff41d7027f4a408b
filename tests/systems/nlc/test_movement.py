"""Moving units: reach, zones on the way, the law of a path (N5, N6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.ground.movement import ends, movers, path_refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.preview import move_ends, price
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from tests.systems.nlc.moves import moving, reached, refused
from tests.systems.nlc.orders import ATTACK, DELAY
from tests.systems.nlc.positions import OPEN, hexes, units

WIDE = "\n".join([". " * 15] * 9)
"""An order that forbids to enter an EZOC and lets units leave one."""


def within(state: GameState, centre: str, radius: int) -> set[str]:
    return {str(hex_) for hex_ in state.battle.battlefield.grid.within(Hex(centre), radius)} - {
        centre
    }


# -- allowance and reach


@pytest.mark.rule("N5.4")
def test_infantry_reaches_its_allowance_in_clear_ground() -> None:
    state = moving(WIDE, "F1 infantry 5-3 0804")
    assert reached(state) == within(state, "0804", 4)


@pytest.mark.rule("N11.81")
@pytest.mark.parametrize(("allowance", "radius"), [(4, 2), (7, 4), (3, 2)])
def test_the_disrupted_move_half_rounded_up(allowance: int, radius: int) -> None:
    state = moving(WIDE, f"F1 infantry 5-3-{allowance} 0804 disrupted")
    assert reached(state) == within(state, "0804", radius)


@pytest.mark.rule("N5.9")
def test_a_group_moves_at_the_highest_cost_and_the_lowest_allowance() -> None:
    woods = ". . .\n. . .\nw w w\n. . ."
    state = moving(woods, "F1 infantry 3-3-4 0201", "F2 light 3-3-7 0201", "F3 battery 1-3-3 0201")
    assert "0203" in reached(state, "F1")  # 1 + 2
    assert "0203" in reached(state, "F2")  # 1 + 4
    assert "0203" not in reached(state, "F1 F2")  # 1 + 4 MP of 4
    assert "0202" in reached(state, "F1 F3")
    assert movers(state, units("F1 F2")).allowance == 8
    assert movers(state, units("F1 F2 F3")).allowance == 6


@pytest.mark.rule("N5.4")
def test_any_unit_may_move_one_hex_however_dear() -> None:
    hill = "w w w\nw w w\nw w w"
    state = moving(hill, "F1 battery 3-3-3 0202", slopes=["0202-0201"])
    assert reached(state) == set(hexes("0201 0102 0103 0302 0303 0203"))
    assert refused(state, "F1", "0202 0201") is None
    assert refused(state, "F1", "0202 0201 0101") == "N5.4"


@pytest.mark.rule("N5.11")
def test_half_points_are_kept_within_a_move() -> None:
    road = ["0101 0201 0301 0401 0501 0601 0701 0801 0901"]
    state = moving(WIDE, "F1 infantry 5-3-4 0101", roads=road)
    assert "0901" in reached(state, column=True)
    assert refused(state, "F1", road[0], column=True) is None
    slow = moving(WIDE, "F1 infantry 5-3-3 0101", roads=road)
    assert "0801" not in reached(slow, column=True)
    assert "0701" in reached(slow, column=True)


@pytest.mark.rule("N5.4")
def test_what_is_spent_before_is_gone_and_the_one_hex_with_it() -> None:
    state = moving(WIDE, "F1 infantry 5-3-4 0804 spent:4")
    assert reached(state) == within(state, "0804", 2)
    woods = "w w w\nw w w\nw w w"
    for spent, path in ((4, None), (6, "N5.4"), (8, "N5.4")):
        worked = moving(woods, f"F1 infantry 5-3-4 0202 spent:{spent}")
        assert refused(worked, "F1", "0202 0203") == path
        assert bool(reached(worked)) == (path is None)


@pytest.mark.rule("N5.4")
@pytest.mark.parametrize(("spent", "left"), [("6", "1"), ("7", "1/2"), ("8", "0"), ("10", "0")])
def test_the_refusal_tells_what_is_left(spent: str, left: str) -> None:
    state = moving(WIDE, f"F1 infantry 5-3-4 0804 spent:{spent}")
    path = hexes("0804 0805 0806")
    refusal = path_refusal(state, movers(state, units("F1")), ATTACK, path, column=False)
    assert refusal is not None
    assert refusal.sentence == f"The path costs 2 MP, and the units have {left}."


@pytest.mark.rule("N5.4", "N5.9")
def test_in_a_group_the_one_hex_is_for_units_that_have_spent_nothing() -> None:
    woods = "w w w\nw w w\nw w w"
    state = moving(woods, "F1 infantry 5-3-4 0202", "F2 light 3-3-6 0202 spent:6")
    assert refused(state, "F1 F2", "0202 0203") == "N5.4"
    assert refused(state, "F1", "0202 0203") is None
    fresh = moving(woods, "F1 infantry 5-3-2 0202", "F2 light 3-3-3 0202")
    assert refused(fresh, "F1 F2", "0202 0203") is None


@pytest.mark.rule("N5.2")
def test_mud_halves_the_reach_of_artillery_and_not_that_of_infantry() -> None:
    state = moving(WIDE, "F1 battery 3-3 0804", "F2 infantry 3-3 0804", weather="mud")
    assert reached(state, "F1") == within(state, "0804", 2)
    assert reached(state, "F2") == within(state, "0804", 4)
    assert reached(state, "F1 F2") == within(state, "0804", 2)


@pytest.mark.rule("N5.2", "N5.3")
def test_mud_slows_guns_on_the_road_too() -> None:
    state = moving(WIDE, "F1 battery 3-3-2 0101", roads=["0101 0201 0301 0401 0501"], weather="mud")
    assert reached(state, column=True) == {"0201", "0301"}
    assert refused(state, "F1", "0101 0201 0301 0401", column=True) == "N5.4"


# -- enemies and their zones


@pytest.mark.rule("N6.10")
def test_no_unit_enters_a_hex_with_enemy_combat_units() -> None:
    state = moving(OPEN, "F1 light 3-3 0303", "A1 infantry 5-3 0304")
    assert "0304" not in reached(state)
    assert refused(state, "F1", "0303 0304") == "N6.10"


@pytest.mark.rule("N6.5")
@pytest.mark.parametrize("arm", ["infantry", "battery", "horse"])
def test_infantry_and_artillery_stop_in_an_enemy_zone(arm: str) -> None:
    state = moving(OPEN, f"F1 {arm} 3-3 0301", "A1 infantry 5-3 0304")
    assert "0303" in reached(state)
    assert refused(state, "F1", "0301 0302 0303") is None
    assert refused(state, "F1", "0301 0302 0303 0203") == "N6.5"


@pytest.mark.rule("N6.4")
def test_cavalry_ignores_zones() -> None:
    state = moving(OPEN, "F1 light 3-3-6 0301", "A1 infantry 5-3 0304")
    assert refused(state, "F1", "0301 0302 0303 0203 0204 0305") is None
    assert "0305" in reached(state)


@pytest.mark.rule("N6.11")
def test_disrupted_cavalry_still_ignores_zones() -> None:
    state = moving(OPEN, "F1 light 3-3-6 0302 disrupted", "A1 infantry 5-3 0304")
    assert refused(state, "F1", "0302 0303 0403") is None


@pytest.mark.rule("N6.11")
def test_horse_artillery_obeys_the_infantry_rules() -> None:
    state = moving(OPEN, "F1 horse 3-3-6 0303", "A1 infantry 5-3 0304")
    assert refused(state, "F1", "0303 0302") == "N6.6"


@pytest.mark.rule("N6.6")
def test_under_attack_units_leave_a_zone_only_into_another_and_by_one_hex() -> None:
    state = moving(OPEN, "F1 infantry 5-3 0303", "A1 infantry 5-3 0304")
    assert reached(state) == {"0403", "0203"}
    assert refused(state, "F1", "0303 0403") is None
    assert refused(state, "F1", "0303 0302") == "N6.6"
    assert refused(state, "F1", "0303 0403 0404") == "N6.5"


@pytest.mark.rule("N6.6")
def test_an_order_that_lets_units_leave_sends_them_into_the_open_first() -> None:
    state = moving(OPEN, "F1 infantry 5-3 0303", "A1 infantry 5-3 0304")
    found = set(ends(state, movers(state, units("F1")), DELAY, column=False))
    assert "0302" in found
    assert not found & {"0403", "0203"}
    assert refused(state, "F1", "0303 0403", order=DELAY) == "N6.5"
    assert refused(state, "F1", "0303 0302", order=DELAY) is None


@pytest.mark.rule("N6.5", "N5.11")
@pytest.mark.parametrize("arm", ["infantry", "battery", "horse"])
def test_an_order_may_forbid_to_enter_a_zone_at_all(arm: str) -> None:
    state = moving(OPEN, f"F1 {arm} 5-3-6 0301", "A1 infantry 5-3 0304")
    zone = set(hexes("0303 0403 0404 0305 0204 0203"))
    assert not reached(state, order=DELAY) & zone
    assert refused(state, "F1", "0301 0302 0303", order=DELAY) == "N6.5"
    near = moving(OPEN, f"F1 {arm} 5-3-1 0302", "A1 infantry 5-3 0304", slopes=["0302-0303"])
    assert refused(near, "F1", "0302 0303", order=DELAY) == "N6.5"  # no hex however near
    assert refused(near, "F1", "0302 0303") is None


@pytest.mark.rule("N6.8")
def test_such_an_order_lets_cavalry_ride_through_but_not_end_there() -> None:
    state = moving(OPEN, "F1 light 5-3-6 0302", "A1 infantry 5-3 0304")
    zone = set(hexes("0303 0403 0404 0305 0204 0203"))
    assert not reached(state, order=DELAY) & zone
    assert refused(state, "F1", "0302 0303", order=DELAY) == "N6.8"
    assert "0306" in reached(state, order=DELAY)
    through = "0302 0303 0203 0204 0205"
    assert refused(state, "F1", through, order=DELAY) is None
    round_him = "0302 0303 0203 0204 0305 0306"
    assert refused(state, "F1", round_him, order=DELAY) is None


# -- road movement


ROAD = ["0101 0201 0301 0401 0501 0601 0701"]


@pytest.mark.rule("N5.3")
def test_road_movement_keeps_to_the_way() -> None:
    state = moving(OPEN, "F1 infantry 5-3 0101", roads=ROAD)
    assert reached(state, column=True) == set(hexes("0201 0301 0401 0501 0601 0701"))
    assert refused(state, "F1", "0101 0102", column=True) == "N5.3"


@pytest.mark.rule("N5.31")
def test_a_column_ends_alone_and_pays_for_passing_friends() -> None:
    state = moving(
        OPEN, "F1 infantry 5-3-1 0101", "F2 infantry 5-3 0201", "F3 leader 0101", roads=ROAD
    )
    assert reached(state, column=True) == set()
    assert refused(state, "F1", "0101 0201", column=True) == "N5.31"
    roomy = moving(OPEN, "F1 infantry 5-3-2 0101", "F2 infantry 5-3 0201", roads=ROAD)
    assert reached(roomy, column=True) == {"0301", "0401"}
    assert refused(roomy, "F1", "0101 0201 0301 0401", column=True) is None
    assert refused(roomy, "F1", "0101 0201 0301 0401 0501", column=True) == "N5.4"


@pytest.mark.rule("N5.31")
def test_a_column_may_end_with_leaders() -> None:
    state = moving(OPEN, "F1 infantry 5-3 0101", "F3 leader 0201", roads=ROAD)
    assert refused(state, "F1", "0101 0201", column=True) is None


@pytest.mark.rule("N5.31")
def test_a_column_does_not_enter_an_enemy_zone() -> None:
    state = moving(OPEN, "F1 light 5-3 0101", "A1 infantry 5-3 0403", roads=ROAD)
    assert "0401" in reached(state, column=True)
    near = moving(OPEN, "F1 light 5-3 0101", "A1 infantry 5-3 0402", roads=ROAD)
    assert reached(near, column=True) == {"0201", "0301"}
    assert refused(near, "F1", "0101 0201 0301 0401", column=True) == "N5.31"


def choices(state: GameState, who: str = "F1") -> list[Route]:
    return list(ChoosePath("french", units(who)).options(state))


def law(state: GameState, route: Route, who: str = "F1") -> str | None:
    refusal = ChoosePath("french", units(who)).refusal(state, route)
    return None if refusal is None else refusal.rule


@pytest.mark.rule("N5.34")
def test_road_movement_is_open_before_contact() -> None:
    free = moving(OPEN, "F1 infantry 5-3 0101", "A1 infantry 1-1 0303", roads=ROAD)
    assert law(free, Route(hexes("0101 0201"), column=True)) is None
    met = moving(OPEN, "F1 infantry 5-3 0101", "A1 infantry 1-1 0103", roads=ROAD, had_contact=True)
    assert law(met, Route(hexes("0101 0201"), column=True)) == "N5.34"


@pytest.mark.rule("N5.3")
def test_after_contact_road_movement_needs_six_hexes_from_every_enemy() -> None:
    rows = "\n".join([". " * 15] * 2)
    road = {"roads": ["0101 0201"], "had_contact": True}
    six = moving(rows, "F1 infantry 5-3 0101", "A1 infantry 1-1 0702", **road)
    five = moving(rows, "F1 infantry 5-3 0101", "A1 infantry 1-1 0602", **road)
    distance = six.battle.battlefield.grid.distance
    assert distance(Hex("0101"), Hex("0702")) == 6
    assert distance(Hex("0101"), Hex("0602")) == 5
    assert law(six, Route(hexes("0101 0201"), column=True)) is None
    assert law(five, Route(hexes("0101 0201"), column=True)) == "N5.34"


@pytest.mark.rule("N5.31")
def test_road_movement_is_for_one_unit() -> None:
    state = moving(OPEN, "F1 infantry 5-3 0101", "F2 infantry 5-3 0101", roads=ROAD)
    assert law(state, Route(hexes("0101 0201"), column=True), "F1 F2") == "N5.31"
    assert law(state, Route(hexes("0101 0201"), column=True)) is None
    assert not any(route.column for route in choices(state, "F1 F2"))


# -- stacking on the way


@pytest.mark.rule("N5.10")
def test_passing_friends_is_free() -> None:
    state = moving(OPEN, "F1 infantry 7-3 0301", "F2 infantry 8-3 0302 moved")
    assert refused(state, "F1", "0301 0302 0303 0304") is None


@pytest.mark.rule("N6.2")
def test_a_full_hex_is_listed_only_while_its_units_can_still_move_off() -> None:
    state = moving(OPEN, "F1 infantry 7-3 0301", "F2 infantry 8-3 0302")
    assert "0302" in reached(state)
    done = moving(OPEN, "F1 infantry 7-3 0301", "F2 infantry 8-3 0302 moved")
    assert "0302" not in reached(done)
    other = moving(OPEN, "F1 infantry 7-3 0301", "F2 infantry 8-3 0302 of:FII")
    assert "0302" not in reached(other)
    assert refused(done, "F1", "0301 0302") is None  # the limits bind at the end of the segment


# -- the questions


@pytest.mark.rule("N5.4")
def test_a_path_must_hang_together() -> None:
    state = moving(OPEN, "F1 infantry 5-3 0301")
    assert law(state, Route(hexes("0302 0303"))) == "N5.4"
    assert law(state, Route(hexes("0301 0303"))) == "N5.4"
    assert law(state, Route(hexes("0301"))) == "N5.4"
    assert law(state, Route((Hex("0301"), Hex("9999")))) == "N5.4"
    assert law(state, Route(hexes("0301 0302 0303 0304 0305 0306"))) == "N5.4"
    assert law(state, Route()) is None
    assert law(state, Route((), column=True)) == "N5.4"


@pytest.mark.rule("N4.52")
def test_units_alone_and_stacks_can_be_chosen() -> None:
    state = moving(OPEN, "F1 infantry 5-3 0301", "F2 infantry 5-3 0301", "F3 infantry 1-3 0303")
    asked = ActivateUnit("french", state.formation_of(UnitId("F1")).id)
    assert list(asked.options(state)) == [
        units("F1"),
        units("F2"),
        units("F1 F2"),
        units("F3"),
        None,
    ]


@pytest.mark.rule("N5.9")
@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        ("F1 F3", "N5.9"),  # of two hexes
        ("F1 F1", "N5.9"),
        ("", "N5.9"),
        ("F4", "N5.4"),  # has moved
        ("F5", "N4.43"),  # of another formation
        ("F6", "N4.5"),  # a train
        ("F7", "N5.4"),  # not on the map
        ("F1 F2", None),
    ],
)
def test_who_may_move_together(answer: str, rule: str | None) -> None:
    state = moving(
        OPEN,
        "F1 infantry 5-3 0301",
        "F2 infantry 5-3 0301",
        "F3 infantry 1-3 0303",
        "F4 infantry 1-3 0305 moved",
        "F5 infantry 1-3 0501 of:FII",
        "F6 train 0503",
        "F7 infantry 1-3 uar",
    )
    asked = ActivateUnit("french", state.formation_of(UnitId("F1")).id)
    refusal = asked.refusal(state, units(answer))
    assert (None if refusal is None else refusal.rule) == rule


@pytest.mark.rule("N6.6")
def test_a_unit_that_is_hemmed_in_is_not_offered() -> None:
    state = moving(OPEN, "F1 infantry 5-3 0101", "A1 infantry 5-3 0103", "A2 infantry 5-3 0202")
    asked = ActivateUnit("french", state.formation_of(UnitId("F1")).id)
    lone = moving(OPEN, "F1 infantry 5-3 0101", "A1 infantry 5-3 0102", "A2 infantry 5-3 0201")
    assert list(asked.options(lone)) == [None]
    assert asked.refusal(lone, units("F1")) is not None
    assert units("F1") in asked.options(state)


@pytest.mark.rule("N5.72", "N5.3")
def test_a_unit_with_little_left_may_still_march_over_a_bridge() -> None:
    way: dict[str, Any] = {"bridges": ["0202-0203"], "roads": ["0202 0203"]}
    state = at_work(moving("w w w\nw w w\nw w w", "F1 infantry 5-3-4 0202 spent:6", **way))
    asked = ActivateUnit("french", state.formation_of(UnitId("F1")).id)
    assert refused(state, "F1", "0202 0203") == "N5.4"
    assert refused(state, "F1", "0202 0203", column=True) is None
    assert asked.refusal(state, units("F1")) is None
    assert units("F1") in asked.options(state)
    poor = at_work(moving("w w w\nw w w\nw w w", "F1 infantry 5-3-4 0202 spent:6"))
    refusal = asked.refusal(poor, units("F1"))
    assert refusal is not None
    assert refusal.rule == "N6.6"


def at_work(state: GameState) -> GameState:
    """F1 was the last to act: it has worked at a span."""
    assert state.activation is not None
    state.activation = replace(state.activation, acting=units("F1"))
    return state


@pytest.mark.rule("N5.9")
def test_leaders_who_start_there_may_go_along() -> None:
    state = moving(
        OPEN,
        "F1 infantry 5-3 0301",
        "F8 leader 0301",
        "F9 leader 0301 of:FII",
        "F7 leader 0303",
    )
    path = hexes("0301 0302")
    assert law(state, Route(path, leaders=leaders("F8"))) is None
    assert law(state, Route(path, leaders=leaders("F9"))) == "N5.9"
    assert law(state, Route(path, leaders=leaders("F7"))) == "N5.9"
    assert law(state, Route(path, leaders=leaders("F8 F8"))) == "N14.51"
    assert Route(path, leaders=leaders("F8")) in choices(state)
    assert Route(path) in choices(state)


@pytest.mark.rule("N4.6")
def test_an_overall_commander_and_his_hq_may_go_along_with_any_formation() -> None:
    state = moving(
        OPEN,
        "F1 infantry 5-3 0301",
        "F8 overall 0301 of:FHQ",
        "F9 hq 0301 of:FHQ",
        "A1 infantry 5-3 0304",
    )
    assert law(state, Route(hexes("0301 0302"), leaders=leaders("F8 F9"))) is None
    assert law(state, Route(hexes("0301 0302 0303"), leaders=leaders("F8"))) is None
    assert law(state, Route(hexes("0301 0302 0303"), leaders=leaders("F9"))) == "N14.51"


def leaders(text: str) -> tuple[Any, ...]:
    return tuple(text.split())


# -- previews are the law


@pytest.mark.rule("N5.4")
def test_every_listed_route_is_legal_and_costs_what_the_preview_says() -> None:
    state = moving(
        ". . w . .\n. m . t .\n. . w . c\n. . . . .",
        "F1 infantry 5-3 0202",
        "A1 infantry 5-3 0404",
        streams=["0202-0203"],
        slopes=["0302-0402"],
        roads=["0202 0302 0402"],
    )
    for column in (False, True):
        for end, found in move_ends(state, units("F1"), column=column).items():
            quoted = price(state, units("F1"), None, found.route)
            assert not isinstance(quoted, Refusal)
            assert quoted.halves == found.spent
            assert quoted.hexes[-1] == end
            assert found.left == max(quoted.allowance - quoted.halves, 0)


@pytest.mark.rule("N5.4")
def test_a_price_of_an_illegal_route_is_its_refusal() -> None:
    state = moving(OPEN, "F1 infantry 5-3 0301")
    assert isinstance(price(state, units("F1"), None, Route(hexes("0301 0303"))), Refusal)
