"""The tail of a strong unit in road column (N5.3, N5.33)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.ground.stacking import has_room, stack_in
from hexwar.ground.zones import enemy_hexes, is_in_contact, zone
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.turn import FlagsCleared
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault, assault
from hexwar.systems.nlc.rules.combat.fight import fight_over
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import walk
from hexwar.systems.nlc.rules.movement.stacks import cure_overstacks, overstacked_hexes
from hexwar.systems.nlc.state import GameState
from tests.systems.nlc.moves import moving, price, reached, refused
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Played,
    hexes,
    play,
    position,
    unit,
    units,
)

ROAD = ["0101 0201 0301 0401 0501 0601 0701"]
FORK = [*ROAD, "0201 0302 0301"]
"""The way from 0201 to 0301 once more, round by 0302."""


def marched(state: GameState, path: str, who: str = "F1") -> Played[None]:
    route = Route(hexes(path), column=True)
    assert ChoosePath(FRENCH, units(who)).refusal(state, route) is None
    return play(state, lambda table: walk(table, units(who), route, None))


def tail_after(strength: str, path: str, **more: Any) -> str | None:
    state = moving(OPEN, f"F1 infantry {strength} 0101", roads=ROAD, **more)
    return marched(state, path).state.units[unit("F1")].tail


# -- where it lies


@pytest.mark.rule("N5.3", "N5.33")
@pytest.mark.parametrize(("strength", "tail"), [("8-3", "0201"), ("14-3", "0201"), ("7-3", None)])
def test_a_unit_of_eight_sp_takes_up_the_hex_that_it_came_from(
    strength: str, tail: str | None
) -> None:
    assert tail_after(strength, "0101 0201 0301") == tail


@pytest.mark.rule("N5.33")
def test_after_one_hex_the_tail_lies_where_the_unit_started() -> None:
    assert tail_after("8-3", "0101 0201") == "0101"


@pytest.mark.rule("N5.33")
def test_the_side_that_lies_up_counts() -> None:
    state = moving(OPEN, "F1 infantry 9/7-3 0101 reduced", roads=ROAD)
    assert marched(state, "0101 0201").state.units[unit("F1")].tail is None


@pytest.mark.rule("N5.33")
def test_no_tail_without_road_movement() -> None:
    state = moving(OPEN, "F1 infantry 9-3 0101", roads=ROAD)
    played = play(state, lambda table: walk(table, units("F1"), Route(hexes("0101 0201")), None))
    assert played.state.units[unit("F1")].tail is None
    assert not played.state.tails


@pytest.mark.rule("N5.33", "N5.81")
def test_no_tail_of_a_unit_that_only_enters() -> None:
    state = moving(OPEN, "F1 infantry 9-3 due", roads=ROAD)
    route = Route(hexes("0101"), column=True)
    played = play(state, lambda table: walk(table, units("F1"), route, Hex("0101")))
    record = played.state.units[unit("F1")]
    assert (record.hex, record.column, record.tail) == ("0101", True, None)


@pytest.mark.rule("N5.32", "N5.33")
def test_the_tail_goes_when_the_column_ends() -> None:
    state = marched(moving(OPEN, "F1 infantry 9-3 0101", roads=ROAD), "0101 0201").state
    assert state.tails == {"0101": units("F1")}
    FlagsCleared(units("F1")).apply(state)  # its next activation begins
    record = state.units[unit("F1")]
    assert (record.column, record.tail) == (False, None)
    assert not state.tails


# -- what it is in the way of


@pytest.mark.rule("N5.31", "N5.33")
def test_a_tail_lies_on_no_other_column_and_on_no_train() -> None:
    for friend in ("F2 infantry 1-3 0201 column", "F2 train 0201", "F2 pontoon 0201"):
        state = moving(OPEN, "F1 infantry 9-3 0101", friend, roads=ROAD)
        assert refused(state, "F1", "0101 0201 0301", column=True) == "N5.33"
        assert refused(state, "F1", "0101 0201 0301 0401", column=True) is None
        assert reached(state, column=True) == set(hexes("0401 0501 0601 0701"))
    behind = moving(
        OPEN, "F1 infantry 9-3 0101", "F2 infantry 9-3 0301 tail:0201 moved", roads=ROAD
    )
    assert refused(behind, "F1", "0101 0201 0301 0401", column=True) == "N5.33"
    assert refused(behind, "F1", "0101 0201 0301 0401 0501", column=True) is None


@pytest.mark.rule("N5.33")
@pytest.mark.parametrize("friend", ["F2 infantry 1-3 0201", "F2 leader 0201"])
def test_friends_in_no_column_are_not_in_its_way(friend: str) -> None:
    state = moving(OPEN, "F1 infantry 9-3 0101", friend, roads=ROAD)
    assert refused(state, "F1", "0101 0201 0301", column=True) is None


@pytest.mark.rule("N5.33")
def test_the_tail_may_need_another_way() -> None:
    state = moving(OPEN, "F1 infantry 9-3 0201", "F2 train 0201", roads=FORK)
    assert refused(state, "F1", "0201 0301", column=True) == "N5.33"
    assert "0301" in reached(state, column=True)
    assert price(state, "F1", "0201 0302 0301", column=True) == 1
    weak = moving(OPEN, "F1 infantry 7-3 0201", "F2 train 0201", roads=FORK)
    assert refused(weak, "F1", "0201 0301", column=True) is None


@pytest.mark.rule("N5.31", "N5.33")
def test_another_column_passes_a_tail_for_one_and_cannot_end_there() -> None:
    lines = "F1 infantry 5-3-2 0101", "F2 infantry 9-3 0301 tail:0201 moved"
    state = moving(OPEN, *lines, roads=ROAD)
    assert refused(state, "F1", "0101 0201", column=True) == "N5.31"
    assert price(state, "F1", "0101 0201 0301", column=True) == 2
    free = moving(OPEN, lines[0], roads=ROAD)
    assert price(free, "F1", "0101 0201 0301", column=True) == 1


@pytest.mark.rule("N6.10", "N5.33")
def test_no_enemy_enters_a_tail() -> None:
    state = moving(OPEN, "F1 light 3-3 0302", "A1 infantry 9-3 0401 tail:0301")
    assert enemy_hexes(state, FRENCH) == {"0401", "0301"}
    assert refused(state, "F1", "0302 0301") == "N6.10"
    assert "0301" not in reached(state)


# -- stacking and contact


@pytest.mark.rule("N6.1", "N5.33")
def test_a_tail_counts_for_stacking() -> None:
    state = position(
        OPEN,
        "F1 infantry 9-3 0201 tail:0101",
        "F2 infantry 3-3 0101",
        "F3 infantry 4-3 0102",
        "F4 infantry 1-3 0102",
    )
    there = Hex("0101")
    assert stack_in(state, there, FRENCH) == units("F2 F1")
    assert not stack_in(state, there, ALLIED)
    assert not has_room(state, there, FRENCH, units("F4"))  # three units
    alone = position(OPEN, "F1 infantry 9-3 0201 tail:0101", "F3 infantry 4-3 0102")
    assert not has_room(alone, there, FRENCH, units("F3"))  # 13 SP
    assert has_room(alone, there, FRENCH, units("F1"))


@pytest.mark.rule("N5.10", "N5.33")
def test_who_stands_in_a_tail_makes_room_for_it_at_the_end_of_the_segment() -> None:
    state = moving(
        OPEN, "F1 infantry 9-3 0201", "F2 infantry 5-3 0301 moved", "F3 leader 0301", roads=ROAD
    )
    crowded = marched(state, "0201 0301 0401").state
    assert overstacked_hexes(crowded, FRENCH) == ["0301"]
    played = play(crowded, lambda table: cure_overstacks(table, FRENCH))
    assert played.state.units[unit("F2")].hex in hexes("0302 0201 0202 0402")
    assert played.state.units[unit("F1")].tail == "0301"
    assert not overstacked_hexes(played.state, FRENCH)


@pytest.mark.rule("N3.7", "N5.33")
def test_a_unit_is_in_contact_by_its_tail() -> None:
    state = position(OPEN, "F1 infantry 9-3 0301 tail:0201", "A1 infantry 1-3 0102")
    assert is_in_contact(state, unit("F1"))
    assert not is_in_contact(
        position(OPEN, "F1 infantry 9-3 0301", "A1 infantry 1-3 0102"), unit("F1")
    )


@pytest.mark.rule("N6.3", "N5.33")
def test_the_zone_is_that_of_the_unit_s_own_hex() -> None:
    state = position(OPEN, "A1 infantry 9-3 0301 tail:0201")
    assert zone(state, ALLIED) == set(hexes("0201 0302 0401"))


# -- an assault on it


def attacked(*more: str) -> GameState:
    """F1 stands next to the tail of A1 and not next to A1."""
    lines = "F1 infantry 6-3 0105", "A1 infantry 9-3 0303 tail:0204"
    return position(OPEN, *lines, *more, active="FI")


@pytest.mark.rule("N5.33", "N8.1")
def test_an_assault_on_the_tail_is_one_on_the_unit_and_from_the_flank() -> None:
    state = attacked()
    on_tail = Assault(Hex("0204"), units("F1"))
    assert on_tail in DeclareAssault(FRENCH, state.formation_of(unit("F1")).id).options(state)
    fight = fight_over(state, Hex("0204"), units("F1"), Hex("0105"))
    assert fight.defenders == units("A1")
    assert fight.flank


@pytest.mark.rule("N5.33", "N8.1")
def test_who_stands_in_the_hex_of_a_tail_defends_with_its_unit() -> None:
    fight = fight_over(attacked("A2 infantry 2-3 0204"), Hex("0204"), units("F1"), Hex("0105"))
    assert sorted(fight.defenders) == list(units("A1 A2"))
    assert fight.flank


@pytest.mark.rule("N5.32", "N5.33")
def test_after_an_assault_on_its_tail_the_unit_is_in_column_no_more() -> None:
    state = attacked()
    declared = Assault(Hex("0204"), units("F1"))
    played = play(state, lambda table: assault(table, FRENCH, declared), dice=[1, 1, 1])
    record = played.state.units[unit("A1")]
    assert (record.column, record.tail) == (False, None)
