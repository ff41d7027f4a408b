"""Movement: where a group can go, the law of a path, what a march does (N4.5, N5, N6)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.ground.movement import Drop, ends, movers, path_refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.events.leaders import HqMoved, LeaderMoved
from hexwar.systems.nlc.events.movement import ColumnFormed, UnitMoved, UnitStopped
from hexwar.systems.nlc.events.turn import HexControlled, SegmentEnded
from hexwar.systems.nlc.preview import move_ends, price
from hexwar.systems.nlc.rules.combat.bombardment import bombardment_segment
from hexwar.systems.nlc.rules.combat.charge import charge_segment
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import (
    ActivateUnit,
    ChooseEntryHex,
    command_segment,
    movement_segment,
    walk,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.pieces import Segment
from tests.systems.nlc.games import game_of
from tests.systems.nlc.moves import moving, reached, refused, steps
from tests.systems.nlc.moves import price as price_drops
from tests.systems.nlc.orders import ATTACK, DELAY
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Played,
    battle_of,
    board,
    hexes,
    play,
    position,
    unit,
    units,
)

# -- moving units: reach, zones on the way, the law of a path (N5, N6)


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


# -- the Movement Segment: what is offered, what a march does, who comes along (N4.5, N5)


FI = FormationId("FI")
STRIP = ". . . . ."
"""Five hexes in a row: 0101 to 0501."""

ROAD_OF_ACTIVATION = ["0101 0201 0301 0401 0501"]


def moving_activation(rows: str, *lines: str, **more: Any) -> GameState:
    return position(rows, *lines, active="FI", segment=Segment.MOVEMENT, **more)


def leaders_activation(text: str) -> tuple[LeaderId, ...]:
    return tuple(LeaderId(word) for word in text.split())


def march(state: GameState, who: str, route: Route) -> Any:
    answers: dict[Any, list[Any]] = {ActivateUnit: [units(who)], ChoosePath: [route]}
    return play(state, movement_segment, answers=answers)


# -- what is offered


@pytest.mark.rule("N5.4")
def test_staying_comes_first_then_each_end_once() -> None:
    state = moving_activation(STRIP, "F1 infantry 5-3-2 0301")
    routes = list(ChoosePath(FRENCH, units("F1")).options(state))
    assert routes[0] == Route()
    assert {route.hexes[-1] for route in routes[1:]} == set(hexes("0101 0201 0401 0501"))
    assert len(routes) == 5


@pytest.mark.rule("N5.9")
def test_each_end_is_offered_with_and_without_the_commander() -> None:
    state = moving_activation(
        STRIP, "F1 infantry 5-3-1 0301", "F8 leader 0301", "F9 leader 0301 of:FII"
    )
    routes = list(ChoosePath(FRENCH, units("F1")).options(state))
    paths = (hexes("0301 0201"), hexes("0301 0401"))
    assert sorted(routes[1:], key=repr) == sorted(
        [Route(path, leaders=who) for path in paths for who in ((), leaders_activation("F8"))],
        key=repr,
    )


@pytest.mark.rule("N5.31")
def test_road_movement_is_offered_beside_the_ordinary_move() -> None:
    state = moving_activation(
        STRIP, "F1 infantry 5-3-1 0101", "F8 leader 0101", roads=ROAD_OF_ACTIVATION
    )
    routes = list(ChoosePath(FRENCH, units("F1")).options(state))
    assert Route(hexes("0101 0201"), column=True, leaders=leaders_activation("F8")) in routes
    assert Route(hexes("0101 0201 0301"), column=True, leaders=leaders_activation("F8")) in routes
    assert Route(hexes("0101 0201")) in routes
    assert Route(hexes("0101 0201 0301")) not in routes
    together = list(
        ChoosePath(FRENCH, units("F1")).options(moving_activation(STRIP, "F1 light 3-3 0101"))
    )
    assert not any(route.column for route in together)


@pytest.mark.rule("N5.4")
def test_kinds_of_moves() -> None:
    path = ChoosePath(FRENCH, units("F1"))
    assert path.kind(Route()) == "stay"
    assert path.kind(Route(hexes("0101 0201"))) == "move"
    assert path.kind(Route(hexes("0101 0201"), column=True)) == "march"
    assert ActivateUnit(FRENCH, FI).kind(None) == "end"
    assert ActivateUnit(FRENCH, FI).kind(units("F1")) == "move"


@pytest.mark.rule("N6.2")
def test_a_unit_hemmed_in_by_full_hexes_is_asked_and_may_still_go_there() -> None:
    lines = ("F1 infantry 7-3 0201", "F2 infantry 8-3 0101 moved", "F3 infantry 8-3 0301 moved")
    state = moving_activation(". . .", *lines)
    asked = ChoosePath(FRENCH, units("F1"))
    options = list(asked.options(state))
    assert options == [Route()]
    assert not asked.is_forced(state, options)
    assert asked.refusal(state, Route(hexes("0201 0101"))) is None


@pytest.mark.rule("N5.4")
def test_undo_takes_unit_and_path_back_together() -> None:
    lines = ("F1 infantry 5-3 0101", "F2 infantry 5-3 0301", "A1 infantry 5-3 0707")
    battle, _ = battle_of(board(OPEN), *lines)
    session = game_of(battle, [1])
    session.answer(units("F1"))
    session.answer(Route(hexes("0101 0102")))
    session.undo()
    assert isinstance(session.pending, ActivateUnit)
    assert session.state.units[unit("F1")].hex == "0101"


@pytest.mark.rule("N5.82")
def test_undo_takes_unit_entry_hex_and_path_back_together() -> None:
    battle, _ = battle_of(
        board(OPEN, trails=["0101 0102", "0701 0702"]),
        "F1 infantry 5-3 due",
        "F2 infantry 5-3 0505",
        "A1 infantry 5-3 0401",
        arrivals=(Arrival(1, Hex("0401"), units("F1")),),
    )
    session = game_of(battle, [1])
    session.answer(units("F1"))
    assert isinstance(session.pending, ChooseEntryHex)
    session.answer(Hex("0701"))
    session.answer(Route(hexes("0701 0702")))
    assert session.state.units[unit("F1")].hex == "0702"
    session.undo()
    assert isinstance(session.pending, ActivateUnit)


# -- what a march does


@pytest.mark.rule("N5.9")
def test_units_walk_with_the_leaders_who_go_along() -> None:
    state = moving_activation(
        STRIP,
        "F1 infantry 5-3 0101",
        "F2 infantry 5-3 0101",
        "F7 leader 0101",
        "F8 overall 0101 of:FHQ",
        "F9 hq 0101 of:FHQ",
    )
    path = hexes("0101 0201 0301")
    played = march(state, "F1 F2", Route(path, leaders=leaders_activation("F8 F9")))
    assert played.events == [
        UnitMoved(units("F1 F2"), path, 4, column=False),
        LeaderMoved(LeaderId("F8"), path),
        HqMoved(LeaderId("F9"), path),
    ]
    after = played.state
    assert after.units_in(Hex("0301")) == units("F1 F2")
    assert after.leaders_in(Hex("0301")) == leaders_activation("F8 F9")
    assert after.leaders_in(Hex("0101")) == leaders_activation("F7")
    assert after.leaders[LeaderId("F9")].moved
    assert not after.leaders[LeaderId("F7")].moved


@pytest.mark.rule("N5.32")
def test_road_movement_puts_a_unit_into_column() -> None:
    state = moving_activation(STRIP, "F1 infantry 5-3 0101", roads=ROAD_OF_ACTIVATION)
    played = march(state, "F1", Route(hexes("0101 0201 0301"), column=True))
    assert played.events == [
        UnitMoved(units("F1"), hexes("0101 0201 0301"), 2, column=True),
        ColumnFormed(unit("F1")),
    ]
    assert played.state.units[unit("F1")].column
    walked = march(state, "F1", Route(hexes("0101 0201 0301")))
    assert not walked.state.units[unit("F1")].column
    assert walked.of(UnitMoved)[0].halves == 4


@pytest.mark.rule("N5.4")
def test_a_unit_that_stays_has_had_its_move() -> None:
    played = march(moving_activation(STRIP, "F1 infantry 5-3 0101"), "F1", Route())
    assert played.events == [UnitStopped(units("F1"), "stays")]
    assert played.state.units[unit("F1")].moved
    assert list(ActivateUnit(FRENCH, FI).options(played.state)) == [None]


@pytest.mark.rule("N22.2")
def test_a_march_takes_every_hex_that_it_passes() -> None:
    held = MappingProxyType(dict.fromkeys(hexes("0201 0301 0401"), ALLIED))
    state = moving_activation(STRIP, "F1 infantry 5-3 0101", control=held)
    played = march(state, "F1", Route(hexes("0101 0201 0301")))
    assert played.of(HexControlled) == [
        HexControlled(Hex("0201"), FRENCH, unit("F1")),
        HexControlled(Hex("0301"), FRENCH, unit("F1")),
    ]


@pytest.mark.rule("N14.51")
@pytest.mark.parametrize(("path", "rule"), [("0301 0302", "N14.51"), ("0301 0201", None)])
def test_an_hq_goes_along_only_outside_enemy_zones(path: str, rule: str | None) -> None:
    lines = ("F1 light 5-3 0301", "F9 hq 0301 of:FHQ", "A1 infantry 5-3 0303")
    asked = ChoosePath(FRENCH, units("F1"))
    refusal = asked.refusal(
        moving_activation(OPEN, *lines), Route(hexes(path), leaders=leaders_activation("F9"))
    )
    assert (None if refusal is None else refusal.rule) == rule


@pytest.mark.rule("N14.51")
def test_an_hq_in_an_enemy_zone_may_ride_out_with_a_unit() -> None:
    lines = ("F1 light 5-3 0302", "F9 hq 0302 of:FHQ", "A1 infantry 5-3 0303")
    asked = ChoosePath(FRENCH, units("F1"))
    assert asked.refusal(
        moving_activation(OPEN, *lines), Route(hexes("0302 0301"), False, leaders_activation("F9"))
    ) is (None)


@pytest.mark.rule("N5.81")
def test_a_commander_who_stops_on_the_entry_hex_may_still_ride_on() -> None:
    state = moving_activation(
        STRIP,
        "F1 infantry 5-3 due",
        "F8 leader due",
        roads=ROAD_OF_ACTIVATION,
        arrivals=(Arrival(1, Hex("0101"), units("F1")),),
    )
    stopped = march(state, "F1", Route(hexes("0101")))
    assert not stopped.state.leaders[LeaderId("F8")].moved
    rode = march(state, "F1", Route(hexes("0101 0201")))
    assert rode.state.leaders[LeaderId("F8")].moved


# -- before the assaults


@pytest.mark.rule("N4.5")
@pytest.mark.parametrize(
    ("flow", "ended", "then"),
    [
        (command_segment, Segment.COMMAND, Segment.MOVEMENT),
        (bombardment_segment, Segment.BOMBARDMENT, Segment.CHARGE),
        (charge_segment, Segment.CHARGE, Segment.ASSAULT),
    ],
)
def test_segments_without_content_pass(flow: Any, ended: Segment, then: Segment) -> None:
    played = play(moving_activation(STRIP, "F1 infantry 5-3 0101"), flow)
    assert played.events == [SegmentEnded(ended, then)]


@pytest.mark.rule("N4.52")
def test_the_movement_segment_ends_when_its_side_says_so() -> None:
    played = play(
        moving_activation(STRIP, "F1 infantry 5-3 0101"),
        movement_segment,
        answers={ActivateUnit: [None]},
    )
    assert played.events == [SegmentEnded(Segment.MOVEMENT, Segment.BOMBARDMENT)]


@pytest.mark.rule("N4.53")
def test_whoever_advanced_after_combat_has_moved() -> None:
    state = moving_activation(STRIP, "F1 infantry 5-3 0101 moved done", "F2 infantry 5-3 0301")
    assert list(ActivateUnit(FRENCH, FI).options(state)) == [units("F2"), None]


# -- groups that leave units behind on the way (N5.9)


WOODS = """
.  .  .
.  .  .
.  w  .
.  w  .
.  w  .
.  .  .
"""


def drop(text: str) -> tuple[Drop, ...]:
    """Drops from ``F1 0303 F2 0304``."""
    words = text.split()
    return tuple(Drop(unit(u), Hex(h)) for u, h in zip(words[::2], words[1::2], strict=True))


# -- what is paid


@pytest.mark.rule("N5.9")
def test_each_part_of_the_way_is_paid_by_those_who_walk_it() -> None:
    state = moving(WOODS, "F1 infantry 3-3-4 0202", "F2 light 3-3-6 0202")
    path = "0202 0203 0204"
    assert steps(state, "F1 F2", path) == [4, 4]
    assert steps(state, "F1 F2", path, drops=drop("F2 0203")) == [4, 2]
    assert steps(state, "F1 F2", path, drops=drop("F1 0203")) == [4, 4]


@pytest.mark.rule("N5.9")
def test_the_allowance_is_that_of_those_who_go_on() -> None:
    state = moving(OPEN, "F1 infantry 3-3-3 0301", "F2 light 3-3-6 0301")
    far = "0301 0302 0303 0304 0305 0306"
    assert refused(state, "F1 F2", far) == "N5.4"
    assert refused(state, "F1 F2", far, drops=drop("F1 0304")) is None
    assert refused(state, "F1 F2", far, drops=drop("F1 0305")) == "N5.4"  # he cannot come so far
    assert refused(state, "F1 F2", far, drops=drop("F2 0304")) == "N5.4"
    assert price_drops(state, "F1 F2", far, drops=drop("F1 0304")) == 5


@pytest.mark.rule("N5.9")
def test_artillery_left_behind_no_longer_feels_the_mud() -> None:
    state = moving(OPEN, "F1 horse 3-3-6 0301", "F2 light 3-3-6 0301", weather="mud")
    path = "0301 0302 0303 0304"
    assert steps(state, "F1 F2", path) == [2, 2, 2]
    assert steps(state, "F1 F2", path, drops=drop("F1 0302")) == [2, 1, 1]


# -- zones


@pytest.mark.rule("N5.9", "N6.4", "N6.5")
def test_infantry_stays_in_an_enemy_zone_and_cavalry_rides_on() -> None:
    state = moving(OPEN, "F1 infantry 3-3 0302", "F2 light 3-3-6 0302", "A1 infantry 5-3 0304")
    path = "0302 0303 0203 0204"
    assert refused(state, "F1 F2", path) == "N6.5"
    assert refused(state, "F1 F2", path, drops=drop("F1 0303")) is None
    assert refused(state, "F1 F2", path, drops=drop("F1 0203")) == "N6.5"
    assert refused(state, "F1 F2", path, drops=drop("F2 0303")) == "N6.5"


@pytest.mark.rule("N5.9", "N6.6")
def test_in_a_zone_from_the_start_infantry_holds_the_cavalry_back() -> None:
    state = moving(OPEN, "F1 infantry 3-3 0303", "F2 light 3-3-6 0303", "A1 infantry 5-3 0304")
    assert refused(state, "F1 F2", "0303 0302 0301", drops=drop("F1 0302")) == "N6.6"
    assert refused(state, "F1 F2", "0303 0203 0202", drops=drop("F1 0203")) is None


# -- what is no drop


@pytest.mark.rule("N5.9")
@pytest.mark.parametrize(
    "drops",
    [
        "F1 0301",  # where they start: a unit that does not come along is not of the group
        "F1 0303",  # where they end
        "F1 0202",  # beside the way
        "F3 0302",  # not of the group
        "F1 0302 F1 0302",
        "F1 0302 F2 0302",  # nobody goes on
    ],
)
def test_what_is_no_drop(drops: str) -> None:
    state = moving(OPEN, "F1 infantry 3-3 0301", "F2 light 3-3 0301", "F3 light 1-3 0302")
    assert refused(state, "F1 F2", "0301 0302 0303", drops=drop(drops)) == "N5.9"


@pytest.mark.rule("N5.9")
def test_several_may_stay_at_several_places() -> None:
    state = moving(
        OPEN,
        "F1 infantry 1-3-2 0301 division:1st",
        "F2 infantry 1-3-3 0301 division:1st",
        "F3 infantry 1-3-4 0301 division:1st",
    )
    path = "0301 0302 0303 0304 0305"
    assert refused(state, "F1 F2 F3", path, drops=drop("F1 0303 F2 0304")) is None
    assert refused(state, "F1 F2 F3", path, drops=drop("F1 0304 F2 0303")) == "N5.4"
    assert refused(state, "F1 F2 F3", path, drops=drop("F1 0302 F2 0302")) is None


# -- the move itself


def walked(state: GameState, who: str, route: Route) -> Played[None]:
    assert ChoosePath(FRENCH, units(who)).refusal(state, route) is None
    return play(state, lambda table: walk(table, units(who), route, None))


@pytest.mark.rule("N5.9", "N4.46")
def test_who_is_left_behind_stands_there_and_has_moved() -> None:
    state = moving(WOODS, "F1 infantry 3-3-4 0202", "F2 light 3-3-6 0202", "F8 leader 0202")
    route = Route(hexes("0202 0203 0103"), leaders=(LeaderId("F8"),), drops=drop("F1 0203"))
    played = walked(state, "F1 F2", route)
    foot, horse = (played.state.units[name] for name in units("F1 F2"))
    assert (foot.hex, foot.moved, foot.spent) == ("0203", True, 8)
    assert (horse.hex, horse.moved, horse.spent) == ("0103", True, 10)
    assert played.state.leaders_in(Hex("0103")) == ("F8",)
