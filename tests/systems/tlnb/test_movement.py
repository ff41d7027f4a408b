"""Movement, zones, stacking, entries (T7, T8, T9, T20, T22)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.movement.reach import ends, quote
from hexwar.systems.tlnb.rules.movement.segment import (
    ChoosePath,
    March,
    MoveUnits,
    movement_segment,
)
from hexwar.systems.tlnb.rules.movement.stacking import Room, is_too_many, settle_stacks
from hexwar.systems.tlnb.state import Marks, Step, TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import FRENCH, OPEN, Answers, play, position, units

ROAD = "0104 0204 0304 0404 0504 0604 0704"


def at(*lines: str, **more: Any) -> TlnbState:
    return position(OPEN, *lines, step=Step.MOVEMENT, **more)


def hexes(text: str) -> tuple[Hex, ...]:
    return tuple(Hex(word) for word in text.split())


def cost(state: TlnbState, who: str, path: str, *, column: bool = False) -> int | str:
    """Half MP of a path, or the rule that refuses it."""
    found = quote(state, units(who), hexes(path), column=column)
    return found.rule if isinstance(found, Refusal) else found.halves


@pytest.mark.rule("T7.3")
@each(
    "letter foot horse",
    (".", 2, 2),
    ("w", 4, 8),
    ("m", 4, 8),
    ("t", 2, 2),
    ("c", 4, 4),
)
def test_what_a_hex_costs(letter: str, foot: int, horse: int) -> None:
    rows = OPEN.split("\n")
    rows[3] = f".  .  .  {letter}  .  .  ."
    state = position("\n".join(rows), "F1 infantry 4-3 0304", "F2 light 4-3 0305")
    assert cost(state, "F1", "0304 0404") == foot
    assert cost(state, "F2", "0305 0404") == horse


@pytest.mark.rule("T3.3", "T7.3")
def test_mud_doubles_hexes_for_horse_and_guns_not_for_foot() -> None:
    state = at("F1 infantry 4-3 0304", "F2 light 4-3 0305", "F3 battery 4-3 0306", weather="mud")
    assert cost(state, "F1", "0304 0404") == 2
    assert cost(state, "F2", "0305 0404") == 4
    assert cost(state, "F3", "0306 0405") == 4


@pytest.mark.rule("T7.3")
def test_a_stream_costs_two_a_friend_one_a_slope_one() -> None:
    state = at(
        "F1 infantry 4-3 0304",
        "F2 infantry 4-3 0403",
        streams=["0304-0404"],
        slopes=["0304-0305"],
        elevation=".",
    )
    assert cost(state, "F1", "0304 0404") == 2 + 4
    assert cost(state, "F1", "0304 0403") == 2 + 2
    assert cost(state, "F1", "0304 0305") == 2 + 2


@pytest.mark.rule("T35.9", "T7.55")
def test_road_march_costs_half_and_ends_alone() -> None:
    state = at("F1 infantry 4-3 0104", roads=[ROAD], allowances=(3, 4))
    assert cost(state, "F1", "0104 0204 0304 0404 0504 0604 0704", column=True) == 6
    taken = at("F1 infantry 4-3 0104", "F2 infantry 4-3 0304", roads=[ROAD])
    assert cost(taken, "F1", "0104 0204 0304", column=True) == "T7.55"
    assert cost(taken, "F1", "0104 0204 0304 0404", column=True) == 1 + 3 + 1


@pytest.mark.rule("T35.9", "T7.56")
def test_a_hex_stays_free_between_columns() -> None:
    state = at("F1 infantry 4-3 0104", "F2 infantry 4-3 0404 column", roads=[ROAD])
    assert cost(state, "F1", "0104 0204 0304", column=True) == "T7.56"
    assert cost(state, "F1", "0104 0204", column=True) == 1


@pytest.mark.rule("T7.2")
def test_one_hex_is_always_possible_but_not_into_an_enemy_zone() -> None:
    rows = OPEN.split("\n")
    rows[3] = ".  .  .  w  .  .  ."
    wood = "\n".join(rows)
    state = position(wood, "F1 light 4-3 0304", allowances=(2, 3))
    assert cost(state, "F1", "0304 0404") == 8
    assert Hex("0404") in ends(state, units("F1"))
    near = position(wood, "F1 light 4-3 0304", "A1 infantry 3-3 0504", allowances=(2, 3))
    assert cost(near, "F1", "0304 0404") == "T7.1"
    assert Hex("0404") not in ends(near, units("F1"))


@pytest.mark.rule("T3.3", "T19.5")
@each("weather by_road off_road", ("fair", 1, 2), ("thunderstorm", 1, 4))
def test_a_thunderstorm_slows_trains_off_the_road(
    weather: str, by_road: int, off_road: int
) -> None:
    state = at("FT train 0304", "F1 infantry 4-3 0504", roads=["0304 0303"], weather=weather)
    assert cost(state, "FT", "0304 0303") == by_road
    assert cost(state, "FT", "0304 0305") == off_road
    assert cost(state, "F1", "0504 0505") == 2


@pytest.mark.rule("T8.2")
@each("arm", "infantry", "light")
def test_everybody_stops_in_an_enemy_zone(arm: str) -> None:
    state = at(f"F1 {arm} 4-3 0304", "A1 infantry 3-3 0505")
    assert cost(state, "F1", "0304 0404 0403") == "T8.2"
    assert cost(state, "F1", "0304 0404") == 2


@pytest.mark.rule("T8.3")
@each(
    "mover enemy rule",
    ("infantry", "infantry", "T8.3"),
    ("light", "infantry", 4),
    ("horse", "battery", 4),
    ("heavy", "light", "T8.3"),
)
def test_who_leaves_an_enemy_zone(mover: str, enemy: str, rule: int | str) -> None:
    state = at(f"F1 {mover} 4-3 0404", f"A1 {enemy} 3-3 0405")
    assert cost(state, "F1", "0404 0403") == rule


@pytest.mark.rule("T8.3")
def test_the_first_hex_out_of_a_zone_is_free_of_zones() -> None:
    state = at("F1 light 4-3 0404", "A1 infantry 3-3 0405")
    assert cost(state, "F1", "0404 0305") == "T8.3"
    hard = at("F1 light 4-3 0404", "A1 infantry 3-3 0405", flags={"zoc_exit": "none"})
    assert cost(hard, "F1", "0404 0403") == "T8.3"


@pytest.mark.rule("T8.5")
@each("second rule", ("horse", 4), ("infantry", "T8.3"))
def test_a_group_heeds_the_strictest_rule_for_any_of_it(second: str, rule: int | str) -> None:
    state = at("F1 light 4-3 0404", f"F2 {second} 4-3 0404", "A1 infantry 3-3 0405")
    assert cost(state, "F1 F2", "0404 0403") == rule


@pytest.mark.rule("T8.4")
def test_friends_do_not_open_a_zone_for_movement() -> None:
    state = at("F1 infantry 4-3 0304", "F2 infantry 1-3 0404", "A1 infantry 3-3 0505")
    assert cost(state, "F1", "0304 0404 0403") == "T8.2"


@pytest.mark.rule("T8.1", "T8.6")
def test_zones_end_at_chateaux_positions_and_nightfall_and_cross_fords() -> None:
    rows = OPEN.split("\n")
    rows[3] = ".  .  .  c  .  .  ."
    state = position(
        "\n".join(rows),
        "A1 infantry 3-3 0405",
        fords=["0405-0506"],
        positions=["0305"],
        rivers=["0405-0505"],
    )
    zone = enemy_zone(state, FRENCH)
    assert zone == {"0406", "0306", "0506"}
    night = position(OPEN, "A1 infantry 3-3 0405", kind=TurnKind.NIGHT_PM)
    assert enemy_zone(night, FRENCH) == frozenset()


@pytest.mark.rule("T9.1", "T9.2", "T9.3")
@each(
    "lines too_many",
    (("F1 infantry 6-3 0404", "F2 infantry 6-3 0404"), False),
    (("F1 infantry 7-3 0404", "F2 infantry 6-3 0404"), True),
    (("F1 infantry 3-3 0404", "F2 infantry 3-3 0404", "F3 infantry 3-3 0404"), True),
    (
        ("F1 infantry 5-3 0404", "F2 infantry 5-3 0404", "F3 infantry 5-3 0404", "FL leader 0404"),
        False,
    ),
    (
        (
            "F1 infantry 3-3 0404 division:1st",
            "F2 infantry 3-3 0404 division:1st",
            "F3 infantry 3-3 0404 division:1st",
        ),
        False,
    ),
    (("F1 infantry 1-3 0404", "FT train 0404"), True),
)
def test_how_many_stand_in_a_hex(lines: tuple[str, ...], too_many: bool) -> None:
    state = at(*lines)
    here = state.units_in(Hex("0404"), FRENCH)
    assert is_too_many(state, Hex("0404"), here) is too_many


@pytest.mark.rule("T9.5", "T9.4")
def test_who_is_too_many_makes_room_out_of_enemy_zones() -> None:
    state = at(
        "F1 infantry 3-3 0404",
        "F2 infantry 3-3 0404",
        "F3 infantry 3-3 0404",
        "A1 infantry 3-3 0406",
    )
    done = play(
        state,
        lambda table: settle_stacks(table, FRENCH),
        [],
        {"DisplaceExcess": [Room(UnitId("F3"), Hex("0403"))]},
    )
    (asked,) = done.questions("DisplaceExcess")
    assert {room.hex for room in asked.options(state)} == {"0403", "0304", "0305", "0504", "0505"}
    assert done.state.units[UnitId("F3")].hex == "0403"


@pytest.mark.rule("T6.9", "T14.5", "T7.1")
def test_who_may_not_move() -> None:
    state = at("F1 infantry 4-3 0304", "F2 infantry 4-3 0306", command="F1")
    assert MoveUnits(FRENCH).refusal(state, units("F1")) is None
    refusal = MoveUnits(FRENCH).refusal(state, units("F2"))
    assert refusal is not None
    assert refusal.rule == "T6.9"
    state.marks = Marks(returned=frozenset(units("F1")))
    refusal = MoveUnits(FRENCH).refusal(state, units("F1"))
    assert refusal is not None
    assert refusal.rule == "T14.5"


@pytest.mark.rule("T13.9", "T13.20")
def test_who_has_beaten_off_a_charge_hardly_moves() -> None:
    state = at("F1 infantry 4-3 0304", roads=[ROAD])
    state.marks = Marks(held={UnitId("F1"): 0})
    assert cost(state, "F1", "0304 0404") == "T7.1"
    state.marks = Marks(held={UnitId("F1"): 1})
    state.forget()
    assert cost(state, "F1", "0304 0404") == 2
    assert cost(state, "F1", "0304 0404 0503") == "T7.1"


@pytest.mark.rule("T22.6")
def test_at_night_one_stays_near_his_officer_and_off_the_enemy() -> None:
    state = at(
        "FL leader 0402 rating:3",
        "F1 infantry 4-3 0403",
        "A1 infantry 4-3 0505",
        kind=TurnKind.NIGHT_PM,
    )
    assert cost(state, "F1", "0403 0404") == "T22.6"
    assert cost(state, "F1", "0403 0304") == 2
    alone = at("F1 infantry 4-3 0403", kind=TurnKind.NIGHT_PM)
    assert cost(alone, "F1", "0403 0304") == "T22.6"


@pytest.mark.rule("T7.1", "T7.8")
def test_a_stack_moves_once_at_the_lowest_allowance() -> None:
    state = at("F1 infantry 4-3 0303", "F2 light 3-3 0303", allowances=(3, 5))
    longest = max(end.spent for end in ends(state, units("F1 F2")).values())
    assert longest == 6
    path = hexes("0303 0403")
    done = play(
        state, movement_segment, [], {MoveUnits: [units("F1 F2")], ChoosePath: [March(path)]}
    )
    assert done.state.units[UnitId("F2")].hex == "0403"
    again = MoveUnits(FRENCH).refusal(done.state, units("F1"))
    assert again is not None
    assert again.rule == "T7.1"


@pytest.mark.rule("T7.7", "T7.9")
def test_who_leaves_the_map_unsupplied_counts_as_lost() -> None:
    state = at("F1 infantry 4-3 0104", exits={Hex("0104"): FRENCH})
    answer = March(hexes("0104"), exits=True)
    done = play(state, movement_segment, [], {MoveUnits: [units("F1")], ChoosePath: [answer]})
    assert done.state.losses.exited_unsupplied == units("F1")


@pytest.mark.rule("T7.55", "T7.56")
def test_a_strong_column_takes_up_two_hexes() -> None:
    strong = at("F1 infantry 8-3 0104", roads=[ROAD])
    weak = at("F1 infantry 7-3 0104", roads=[ROAD])
    path = March(hexes("0104 0204 0304"), is_column=True)
    for state, tail in ((strong, "0204"), (weak, None)):
        answers: Answers = {MoveUnits: [units("F1")], ChoosePath: [path]}
        done = play(state, movement_segment, [], answers).state
        assert done.units[UnitId("F1")].tail == tail
    plain = March(hexes("0104 0204 0304"))
    went = play(strong, movement_segment, [], {MoveUnits: [units("F1")], ChoosePath: [plain]})
    assert went.state.units[UnitId("F1")].tail is None


@pytest.mark.rule("T7.55", "T7.56")
@each(
    "other end rule",
    ("F2 infantry 4-3 0404 column", "0304", "T7.56"),
    ("F2 infantry 4-3 0404 column", "0204", 1),  # one hex stays free
    ("F2 infantry 8-3 0504 tail:0404", "0304", "T7.56"),  # next to a tail
    ("F2 infantry 8-3 0504 tail:0404", "0204", 1),
    ("F2 infantry 8-3 0504 tail:0404", "0404", "T7.55"),  # in it
)
def test_columns_keep_clear_of_tails(other: str, end: str, rule: int | str) -> None:
    state = at("F1 infantry 4-3 0104", other, roads=[ROAD])
    way = ROAD[: ROAD.index(end) + 4]
    assert cost(state, "F1", way, column=True) == rule


@pytest.mark.rule("T7.55", "T7.56")
@each(
    "other rule",
    ("F2 train 0204", "N5.33"),  # a train is in the way of its tail
    ("F2 infantry 4-3 0204", 1 + 3),  # a stack is not: the limits bind at the end
    ("F2 infantry 4-3 0104 column", 1 + 1),
)
def test_what_is_in_the_way_of_a_tail(other: str, rule: int | str) -> None:
    lines = "F1 infantry 8-3 0104", other
    state = at(*lines, roads=["0104 0204 0304"])
    found = cost(state, "F1", "0104 0204 0304", column=True)
    assert found == ("T7.56" if "column" in other else rule)


@pytest.mark.rule("T9.4", "T7.55")
def test_a_tail_counts_where_it_lies() -> None:
    lines = ["F1 infantry 8-3 0304 tail:0204", "F2 infantry 5-3 0204"]
    state = at(*lines, roads=[ROAD])
    done = play(
        state,
        lambda table: settle_stacks(table, FRENCH),
        [],
        {"DisplaceExcess": [Room(UnitId("F2"), Hex("0104"))]},
    )
    assert done.state.units[UnitId("F2")].hex == "0104"  # 8 + 5 SP are too many


@pytest.mark.rule("T7.9", "T7.7")
def test_leaders_leave_the_map_with_their_troops_if_they_like() -> None:
    lines = "F1 infantry 4-3 0104", "FL leader 0104 rating:3", "FM leader 0104 rating:3"
    state = at(*lines, exits={Hex("0104"): FRENCH}, bases=["french:0101"])
    answer = March(hexes("0104"), exits=True, leaders=(LeaderId("FL"),))
    done = play(state, movement_segment, [], {MoveUnits: [units("F1")], ChoosePath: [answer]})
    assert done.state.units[UnitId("F1")].box is Box.EXITED
    assert done.state.leaders[LeaderId("FL")].box is Box.EXITED
    assert done.state.leaders[LeaderId("FM")].hex == "0104"
