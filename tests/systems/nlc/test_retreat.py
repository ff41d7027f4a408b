"""Retreat and rout: where they may go and how they are walked (N11.1-N11.41)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.leaders import LeaderCaptured, LeaderDisplaced, LeaderMoved
from hexwar.systems.nlc.events.losses import (
    FriendDisplaced,
    RetreatBegan,
    StepLost,
    UnitDisrupted,
    UnitRetreated,
)
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import HexControlled, HexPassed
from hexwar.systems.nlc.rules.combat.fight import MainArm
from hexwar.systems.nlc.rules.losses.losses import Toll
from hexwar.systems.nlc.rules.losses.retreat import (
    ChooseRetreatPath,
    DisplaceFriend,
    Withdrawal,
    losses_on,
    retreat,
    retreat_length,
    retreat_paths,
)
from hexwar.systems.nlc.rules.movement.stacks import Displacement
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Answers,
    Played,
    hexes,
    play,
    position,
    unit,
    units,
)

# -- retreat and rout as they are walked (N11.1-N11.41)


F1 = "F1 infantry 5-3 0404"
A1 = "A1 infantry 5-3 0403"
SHUT = ["0303-0403", "0402-0403", "0403-0503"]
"""Rivers that leave the stack in 0403 no way north."""


def withdraw(
    state: GameState,
    *,
    start: str = "0403",
    threats: str = "0404",
    rout: bool = False,
    attacking: bool = False,
    dice: Sequence[int] = (),
    answers: Answers | None = None,
) -> Played[bool]:
    """The stack in `start` retreats."""
    stack = state.combat_units_in(Hex(start))
    toll = Toll(state.side_of(stack[0]), stack, frozenset(MainArm))
    return play(
        state,
        lambda table: retreat(table, toll, hexes(threats), attacking=attacking, rout=rout),
        dice,
        answers,
    )


def where(played: Played[Any], name: str) -> str | None:
    return played.state.units[unit(name)].hex


# -- the plain retreat


@pytest.mark.rule("N11.1")
def test_a_stack_retreats_together_and_is_disrupted() -> None:
    state = position(OPEN, F1, A1, "A2 infantry 4-3 0403")
    path = hexes("0403 0402 0401")
    played = withdraw(state, answers={ChooseRetreatPath: [path]})
    assert played.events == [
        RetreatBegan(units("A1 A2"), Hex("0403"), 2, rout=False),
        UnitRetreated(unit("A1"), path),
        UnitRetreated(unit("A2"), path),
        UnitDisrupted(unit("A1")),
        UnitDisrupted(unit("A2")),
    ]


@pytest.mark.rule("N11.1")
def test_who_is_disrupted_already_is_not_marked_twice() -> None:
    played = withdraw(position(OPEN, F1, f"{A1} disrupted"))
    assert UnitDisrupted not in map(type, played.events)
    assert played.state.units[unit("A1")].disrupted


@pytest.mark.rule("N5.32")
def test_a_retreat_ends_road_column() -> None:
    played = withdraw(position(OPEN, F1, f"{A1} column"))
    assert not played.state.units[unit("A1")].column


@pytest.mark.rule("N8.9", "N11.1")
def test_an_attacker_retreats_one_hex_and_two_in_rout() -> None:
    state = position(OPEN, F1, A1)
    played = withdraw(state, start="0404", threats="0403", attacking=True)
    assert [len(event.path) for event in played.of(UnitRetreated)] == [2]
    played = withdraw(state, start="0404", threats="0403", attacking=True, rout=True)
    assert [len(event.path) for event in played.of(UnitRetreated)] == [3]


@pytest.mark.rule("N22.2")
def test_a_retreat_through_a_victory_hex_takes_control_of_it() -> None:
    state = position(
        OPEN, F1, A1, control={Hex("0402"): FRENCH, Hex("0403"): FRENCH, Hex("0401"): ALLIED}
    )
    played = withdraw(state, answers={ChooseRetreatPath: [hexes("0403 0402 0401")]})
    assert played.of(HexControlled) == [
        HexControlled(Hex("0403"), ALLIED, unit("A1")),  # where it was
        HexControlled(Hex("0402"), ALLIED, unit("A1")),
    ]
    assert played.of(HexPassed) == [HexPassed(Hex("0401"), unit("A1"))]


@pytest.mark.rule("N6.10")
def test_trains_and_leaders_of_the_enemy_on_the_way_are_run_over() -> None:
    state = position(OPEN, F1, A1, "FT train 0402", "F-Ney leader 0401")
    path = hexes("0403 0402 0401")
    played = withdraw(state, dice=[5], answers={ChooseRetreatPath: [path]})
    assert played.of(TrainDestroyed) == [TrainDestroyed(unit("FT"), ALLIED)]
    assert played.of(LeaderDisplaced) == [LeaderDisplaced(LeaderId("F-Ney"), Hex("0404"))]


# -- rout


@pytest.mark.rule("N11.2")
def test_a_rout_goes_one_hex_further_and_costs_a_step() -> None:
    played = withdraw(position(OPEN, F1, A1), rout=True)
    assert played.events[:2] == [
        StepLost(unit("A1"), 2, "rout"),
        RetreatBegan(units("A1"), Hex("0403"), 3, rout=True),
    ]
    assert [len(event.path) for event in played.of(UnitRetreated)] == [4]


@pytest.mark.rule("N11.2", "N8.12")
def test_a_rout_may_remove_the_last_unit_where_it_stands() -> None:
    state = position(OPEN, F1, f"{A1} reduced", "A-Olsufiev leader 0403", "A2 infantry 3-3 0401")
    played = withdraw(state, rout=True, dice=[6])
    assert played.story == ["UnitEliminated", "DieRolled", "LeaderDisplaced"]


@pytest.mark.rule("N11.61")
def test_the_loss_of_a_rout_remembers_the_losses_by_fire() -> None:
    state = position(OPEN, F1, A1, "A2 light 2-3 0403")
    toll = Toll(ALLIED, units("A1 A2"), frozenset(MainArm), units("A1"))
    played = play(
        state, lambda table: retreat(table, toll, hexes("0404"), attacking=False, rout=True)
    )
    assert [event.unit for event in played.of(StepLost)] == ["A2"]


# -- together or by arm


@pytest.mark.rule("N11.12")
@pytest.mark.parametrize(
    ("lines", "is_asked"),
    [
        (["A2 light 3-3 0403"], True),
        (["A2 horse 3-3 0403"], True),
        (["A2 battery 3-3 0403"], False),
        (["A2 infantry 3-3 0403"], False),
    ],
)
def test_the_owner_may_split_foot_and_horse(lines: list[str], is_asked: bool) -> None:
    played = withdraw(position(OPEN, F1, A1, *lines))
    assert bool(played.questions("SplitRetreat")) is is_asked
    assert {event.hexes for event in played.of(RetreatBegan)} == {2}


@pytest.mark.rule("N11.12")
def test_by_arm_each_goes_its_own_way_and_distance() -> None:
    state = position(OPEN, F1, A1, "A2 light 3-3 0403", "A3 horse 2-3 0403")
    played = withdraw(
        state,
        answers={
            "SplitRetreat": [True],
            ChooseRetreatPath: [hexes("0403 0303 0202"), hexes("0403 0503 0602 0702")],
        },
    )
    assert [(e.units, e.hexes) for e in played.of(RetreatBegan)] == [
        (units("A1"), 2),
        (units("A2 A3"), 3),
    ]
    assert [where(played, name) for name in ("A1", "A2", "A3")] == ["0202", "0702", "0702"]


@pytest.mark.rule("N11.12")
def test_attackers_do_not_split() -> None:
    state = position(OPEN, F1, "F2 light 3-3 0404", A1)
    played = withdraw(state, start="0404", threats="0403", attacking=True)
    assert played.questions("SplitRetreat") == []


@pytest.mark.rule("N11.61")
def test_parted_stacks_lose_apart() -> None:
    # 0402 is the only way: foot stops there for want of a second hex, and so does horse.
    rivers = [SHUT[0], SHUT[2], "0402-0401", "0402-0302", "0402-0502", "0303-0402", "0402-0503"]
    state = position(OPEN, F1, A1, "A2 light 3-3 0403", rivers=rivers)
    played = withdraw(state, answers={"SplitRetreat": [True]})
    assert [(e.unit, e.cause) for e in played.of(StepLost)] == [
        ("A1", "no retreat"),
        ("A2", "no retreat"),
    ]
    assert [e.unit for e in played.of("UnitEliminated")] == ["A2"]


# -- leaders


@pytest.mark.rule("N11.12", "N14.52")
def test_a_leader_goes_with_the_units_or_stays() -> None:
    state = position(OPEN, F1, A1, "A-Olsufiev leader 0403")
    going = withdraw(state)
    assert going.of(LeaderMoved) == [
        LeaderMoved(LeaderId("A-Olsufiev"), going.of(UnitRetreated)[0].path, free=True)
    ]
    assert not going.state.leaders[LeaderId("A-Olsufiev")].moved
    staying = withdraw(state, answers={"ChooseLeaderStay": [False]})
    assert staying.of(LeaderMoved) == []
    assert staying.state.leaders[LeaderId("A-Olsufiev")].hex == "0403"


@pytest.mark.rule("N8.12")
def test_a_leader_goes_with_a_rout() -> None:
    state = position(OPEN, F1, A1, "A-Olsufiev leader 0403")
    question = withdraw(state, rout=True).questions("ChooseLeaderStay")[0]
    assert list(question.options(state)) == [True]
    assert question.refusal(state, False) is not None


@pytest.mark.rule("N11.12")
def test_a_leader_may_choose_the_second_part() -> None:
    state = position(OPEN, F1, A1, "A2 light 3-3 0403", "A-Olsufiev leader 0403")
    played = withdraw(state, answers={"SplitRetreat": [True], "ChooseLeaderStay": [False, True]})
    assert played.state.leaders[LeaderId("A-Olsufiev")].hex == where(played, "A2")
    kinds = [question.kind(answer) for question, answer in played.asked]
    assert kinds == ["by arm", "retreat", "stay", "retreat", "go"]


@pytest.mark.rule("N8.12")
def test_in_a_rout_by_arm_he_goes_with_the_second_part_at_the_latest() -> None:
    state = position(OPEN, F1, A1, "A2 light 3-3 0403", "A-Olsufiev leader 0403")
    played = withdraw(
        state, rout=True, answers={"SplitRetreat": [True], "ChooseLeaderStay": [False, True]}
    )
    assert [q.must_go for q in played.questions("ChooseLeaderStay")] == [False, True]


# -- no way out


@pytest.mark.rule("N11.14", "N11.4")
def test_without_a_first_hex_all_are_lost() -> None:
    lines = (A1, "A2 battery 3-3 0403", "A-Olsufiev leader 0403", "A9 infantry 3-3 0401")
    played = withdraw(position(OPEN, F1, *lines, rivers=SHUT), dice=[1])
    assert [(e.unit, e.sp, e.cause) for e in played.of("UnitEliminated")] == [
        ("A1", 5, "no retreat"),
        ("A2", 3, "no retreat"),
    ]
    assert played.of(LeaderCaptured) == [LeaderCaptured(LeaderId("A-Olsufiev"), FRENCH)]


@pytest.mark.rule("N11.14")
def test_a_dead_end_costs_a_step_for_each_hex_not_walked() -> None:
    rivers = [SHUT[0], SHUT[2], "0402-0401", "0402-0302", "0402-0502", "0303-0402", "0402-0503"]
    state = position(OPEN, F1, A1, "A2 infantry 4-3 0403", rivers=rivers)
    played = withdraw(state, rout=True)
    assert [(e.unit, e.cause) for e in played.of(StepLost)] == [
        ("A1", "rout"),
        ("A2", "no retreat"),
    ]
    assert [e.cause for e in played.of("UnitEliminated")] == ["no retreat"]
    assert played.questions(ChooseRetreatPath)[0].hexes == 3


# -- enemy zones

ZONES = ("F2 infantry 5-3 0202", "F3 infantry 5-3 0401", "F4 infantry 5-3 0603")


@pytest.mark.rule("N11.4")
def test_each_enemy_zone_entered_costs_a_step() -> None:
    state = position(OPEN, F1, A1, "A2 infantry 4-3 0403", *ZONES)
    played = withdraw(state, answers={ChooseRetreatPath: [hexes("0403 0402 0302")]})
    assert [(e.unit, e.cause) for e in played.of(StepLost)] == [
        ("A1", "zone of control"),
        ("A2", "zone of control"),
    ]
    assert where(played, "A1") == "0302"


@pytest.mark.rule("N11.4", "N8.12")
def test_zones_may_destroy_a_stack_and_leave_its_leader_alone() -> None:
    state = position(OPEN, F1, f"{A1} reduced", "A-Olsufiev leader 0403", *ZONES)
    played = withdraw(state, dice=[6], answers={ChooseRetreatPath: [hexes("0403 0402 0302")]})
    assert [e.cause for e in played.of("UnitEliminated")] == ["zone of control"]
    assert [e.leader for e in played.of(LeaderCaptured)] == ["A-Olsufiev"]
    assert played.of(UnitDisrupted) == []


@pytest.mark.rule("N11.61")
def test_losses_in_zones_are_the_owners_choice() -> None:
    state = position(OPEN, F1, A1, "A2 infantry 5-3 0403", *ZONES)
    played = withdraw(
        state,
        attacking=False,
        answers={
            ChooseRetreatPath: [hexes("0403 0402 0302")],
            "ChooseStepLoss": [unit("A2"), unit("A1")],
        },
    )
    assert [e.unit for e in played.of(StepLost)] == ["A2", "A1"]


# -- friends make room

FULL = ("A2 infantry 6-3 0402", "A3 infantry 6-3 0402")
ONLY_NORTH = [SHUT[0], SHUT[2]]


def crowd(*more: str, **edges: Any) -> GameState:
    """A1 can only retreat to 0402, where A2 and A3 fill the hex."""
    return position(OPEN, F1, A1, *FULL, *more, rivers=ONLY_NORTH, **edges)


def one_hex(
    state: GameState, dice: Sequence[int] = (), answers: Answers | None = None
) -> Played[bool]:
    """A1 retreats one hex, as if it were an attacker."""
    return withdraw(state, attacking=True, dice=dice, answers=answers)


@pytest.mark.rule("N11.41")
@pytest.mark.parametrize(("die", "is_disrupted"), [(4, False), (5, True)])
def test_a_friend_is_displaced_and_checks_morale(die: int, is_disrupted: bool) -> None:
    move = Displacement(unit("A3"), Hex("0401"))
    played = one_hex(crowd(), [die], {DisplaceFriend: [move]})
    assert played.of(FriendDisplaced) == [FriendDisplaced(unit("A3"), Hex("0401"))]
    assert [e.purpose for e in played.of("MoraleRolled")] == ["displacement"]
    assert played.state.units[unit("A3")].disrupted is is_disrupted
    assert where(played, "A1") == where(played, "A2") == "0402"


@pytest.mark.rule("N11.41")
def test_a_disrupted_friend_need_not_check() -> None:
    state = position(OPEN, F1, A1, *(f"{line} disrupted" for line in FULL), rivers=ONLY_NORTH)
    assert one_hex(state).of("MoraleRolled") == []


@pytest.mark.rule("N11.41")
def test_friends_go_to_free_hexes_outside_enemy_zones() -> None:
    question = one_hex(crowd("F2 infantry 5-3 0502"), [1]).questions(DisplaceFriend)[0]
    state = crowd("F2 infantry 5-3 0502")
    moves = question.options(state)
    assert {move.hex for move in moves} == {"0303", "0302"}
    assert {question.kind(move) for move in moves} == {"displace"}


@pytest.mark.rule("N11.41")
def test_friends_do_not_crowd_others_out() -> None:
    more = ("A4 infantry 6-3 0401", "A5 infantry 6-3 0401", "A6 infantry 6-3 0302")
    question = DisplaceFriend(ALLIED, Hex("0402"), units("A1"))
    places = {move.hex for move in question.options(crowd(*more))}
    assert places == {"0303", "0302", "0502", "0503"}


@pytest.mark.rule("N11.41")
def test_only_displacements_that_lead_to_room_are_offered() -> None:
    # Both must go. A2 fits into 0302 and 0401, but A3 only into 0401.
    rivers = [*ONLY_NORTH, "0402-0502", "0303-0402", "0402-0503"]
    lines = ("A2 infantry 5-3 0402", "A3 infantry 6-3 0402")
    others = ("A4 infantry 7-3 0302", "A5 infantry 6-3 0401")
    state = position(OPEN, F1, "A1 infantry 8-3 0403", *lines, *others, rivers=rivers)
    question = DisplaceFriend(ALLIED, Hex("0402"), units("A1"))
    assert set(question.options(state)) == {
        Displacement(unit("A2"), Hex("0302")),
        Displacement(unit("A3"), Hex("0401")),
    }
    played = one_hex(state, [1, 1])
    assert {e.unit: e.hex for e in played.of(FriendDisplaced)} == {"A2": "0302", "A3": "0401"}


@pytest.mark.rule("N11.41", "N16.4")
def test_a_train_makes_room_by_its_own_costs_and_without_a_check() -> None:
    streams = ["0401-0402", "0302-0402"]
    state = position(OPEN, F1, A1, "AT train 0402", rivers=ONLY_NORTH, streams=streams, control={})
    question = DisplaceFriend(ALLIED, Hex("0402"), units("A1"))
    assert {move.hex for move in question.options(state)} == {"0502", "0503", "0303"}
    played = one_hex(state)
    assert [e.unit for e in played.of(FriendDisplaced)] == ["AT"]


@pytest.mark.rule("N22.2")
def test_a_displaced_unit_takes_control_of_a_victory_hex() -> None:
    state = crowd(control={Hex("0401"): FRENCH})
    move = Displacement(unit("A2"), Hex("0401"))
    played = one_hex(state, [1], {DisplaceFriend: [move]})
    assert HexControlled(Hex("0401"), ALLIED, unit("A2")) in played.events


@pytest.mark.rule("N11.41")
def test_losses_on_the_way_may_save_the_displacement() -> None:
    # A1 arrives in an enemy zone with 3 SP left beside the 9 of a Disrupted friend.
    lines = ("A2 infantry 9-3 0402 disrupted", "F2 infantry 5-3 0401")
    state = position(OPEN, F1, A1, *lines, rivers=ONLY_NORTH)
    played = one_hex(state)
    assert [e.cause for e in played.of(StepLost)] == ["zone of control"]
    assert played.questions(DisplaceFriend) == []


@pytest.mark.rule("N6.1")
def test_two_units_and_twelve_sp_need_no_room() -> None:
    state = position(OPEN, F1, A1, "A2 infantry 7-3 0402", rivers=ONLY_NORTH)
    assert one_hex(state).questions(DisplaceFriend) == []
    state = position(OPEN, F1, A1, "A2 infantry 8-3 0402", rivers=ONLY_NORTH)
    assert len(one_hex(state, [1]).questions(DisplaceFriend)) == 1


@pytest.mark.rule("N5.33", "N11.14", "N11.41")
@pytest.mark.parametrize(("sp", "is_lost"), [(4, False), (5, True)])
def test_the_tail_of_a_friendly_column_takes_up_room_and_does_not_give_way(
    sp: int, *, is_lost: bool
) -> None:
    column = "A2 infantry 8-3 0302 column tail:0402"
    state = position(OPEN, F1, f"A1 infantry {sp}-3 0403", column, rivers=ONLY_NORTH)
    played = one_hex(state)
    assert [e.unit for e in played.of("UnitEliminated")] == (["A1"] if is_lost else [])
    assert where(played, "A1") == (None if is_lost else "0402")


# -- where a retreat may go (N11.1-N11.15, N11.4)


def away(state: GameState, length: int = 2, threats: str = "0404", who: str = "A1") -> Withdrawal:
    side = FRENCH if who[0] == "F" else ALLIED
    return Withdrawal(Side(side), units(who), length, hexes(threats))


def ends(state: GameState, group: Withdrawal) -> set[str]:
    return {path[-1] for path in retreat_paths(state, group)}


# -- how far


@pytest.mark.rule("N11.1", "N11.12")
@pytest.mark.parametrize(
    ("lines", "length"),
    [
        (["A1 infantry 5-3 0403"], 2),
        (["A1 battery 5-3 0403"], 2),
        (["A1 light 5-3 0403"], 3),
        (["A1 horse 5-3 0403"], 3),
        (["A1 heavy 5-3 0403", "A2 horse 3-3 0403"], 3),
        (["A1 heavy 5-3 0403", "A2 battery 3-3 0403"], 2),
        (["A1 horse 5-3 0403", "A2 infantry 3-3 0403"], 2),
    ],
)
def test_foot_retreats_two_hexes_and_horse_three(lines: list[str], length: int) -> None:
    state = position(OPEN, *lines)
    names = units(" ".join(line.split(maxsplit=1)[0] for line in lines))
    assert retreat_length(state, names, attacking=False, rout=False) == length
    assert retreat_length(state, names, attacking=False, rout=True) == length + 1
    assert retreat_length(state, names, attacking=True, rout=False) == 1
    assert retreat_length(state, names, attacking=True, rout=True) == 2


# -- which hexes


@pytest.mark.rule("N11.13")
def test_each_step_leads_away_from_the_attackers() -> None:
    state = position(OPEN, F1, A1)
    paths = retreat_paths(state, away(state, 1))
    assert sorted(paths) == [hexes("0403 0303"), hexes("0403 0402"), hexes("0403 0503")]


@pytest.mark.rule("N11.13")
def test_every_path_of_two_hexes_ends_three_from_the_attacker() -> None:
    state = position(OPEN, F1, A1)
    distance = state.battle.battlefield.grid.distance
    paths = retreat_paths(state, away(state))
    assert len(paths) == 7
    assert all(distance(Hex("0404"), path[-1]) == 3 for path in paths)


@pytest.mark.rule("N11.13")
def test_a_flanked_stack_slips_sideways() -> None:
    state = position(OPEN, F1, "F2 infantry 5-3 0402", A1)
    assert ends(state, away(state, 1, "0402 0404")) == {"0303", "0304", "0503", "0504"}


@pytest.mark.rule("N11.13")
def test_only_threats_count_and_not_every_enemy() -> None:
    state = position(OPEN, F1, "F2 infantry 5-3 0402", A1)
    assert "0304" in ends(state, away(state, 1, "0402"))


@pytest.mark.rule("N11.13")
def test_no_hex_with_enemy_combat_units() -> None:
    state = position(OPEN, F1, A1, "F2 infantry 1-3 0303 disrupted")
    assert ends(state, away(state, 1)) == {"0402", "0503"}


@pytest.mark.rule("N11.13", "N6.10")
def test_a_hex_with_an_enemy_train_may_be_entered() -> None:
    state = position(OPEN, F1, A1, "FT train 0402", "F-Ney leader 0303")
    assert ends(state, away(state, 1)) == {"0303", "0402", "0503"}


@pytest.mark.rule("N11.13")
@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"rivers": ["0402-0403"]}, {"0303", "0503"}),
        ({"bridges": ["0402-0403"]}, {"0303", "0402", "0503"}),
        ({"streams": ["0402-0403"]}, {"0303", "0402", "0503"}),
    ],
)
def test_a_river_bars_the_way_and_a_stream_does_not(
    more: dict[str, Any], expected: set[str]
) -> None:
    state = position(OPEN, F1, A1, **more)
    assert ends(state, away(state, 1)) == expected


@pytest.mark.rule("N11.13")
def test_the_map_edge_ends_the_way() -> None:
    state = position(OPEN, "F1 infantry 5-3 0402", "A1 infantry 5-3 0401")
    assert ends(state, away(state, 1, "0402")) == {"0301", "0501"}


# -- classes


@pytest.mark.rule("N11.13")
def test_a_hex_in_an_enemy_zone_only_if_there_is_no_other() -> None:
    state = position(OPEN, F1, A1, "F2 infantry 5-3 0202")
    assert ends(state, away(state, 1)) == {"0402", "0503"}
    state = position(OPEN, F1, A1, "F2 infantry 5-3 0202", "F3 infantry 5-3 0401")
    assert ends(state, away(state, 1)) == {"0503"}
    everywhere = ("F2 infantry 5-3 0202", "F3 infantry 5-3 0401", "F4 infantry 5-3 0603")
    state = position(OPEN, F1, A1, *everywhere)
    assert ends(state, away(state, 1)) == {"0303", "0402", "0503"}


@pytest.mark.rule("N11.13", "N6.3")
def test_a_disrupted_enemy_has_no_zone() -> None:
    state = position(OPEN, F1, A1, "F2 infantry 5-3 0202 disrupted")
    assert ends(state, away(state, 1)) == {"0303", "0402", "0503"}


@pytest.mark.rule("N6.9")
def test_an_undisrupted_friend_cancels_the_enemy_zone() -> None:
    enemies = ("F2 infantry 5-3 0202", "F3 infantry 5-3 0603", "F4 infantry 5-3 0401")
    state = position(OPEN, F1, A1, *enemies, "A2 infantry 2-3 0402")
    assert ends(state, away(state, 1)) == {"0402"}
    state = position(OPEN, F1, A1, *enemies, "A2 infantry 2-3 0402 disrupted")
    assert ends(state, away(state, 1)) == {"0303", "0402", "0503"}
    # A train does not cancel it; nor can it make room, with enemies all round.
    state = position(OPEN, F1, A1, *enemies, "AT train 0402")
    assert ends(state, away(state, 1)) == {"0303", "0503"}


@pytest.mark.rule("N11.13")
def test_a_full_hex_only_if_there_is_no_free_one() -> None:
    full = ("A2 infantry 6-3 0402", "A3 infantry 6-3 0402")
    state = position(OPEN, F1, A1, *full)
    assert ends(state, away(state, 1)) == {"0303", "0503"}
    state = position(OPEN, F1, A1, *full, rivers=["0303-0403", "0403-0503"])
    assert ends(state, away(state, 1)) == {"0402"}


@pytest.mark.rule("N11.13")
def test_a_full_hex_goes_before_an_enemy_zone() -> None:
    lines = ("A2 infantry 6-3 0402", "A3 infantry 6-3 0402", "F2 infantry 5-3 0202")
    state = position(OPEN, F1, A1, *lines, rivers=["0403-0503"])
    assert ends(state, away(state, 1)) == {"0402"}


@pytest.mark.rule("N6.2")
def test_a_full_hex_may_be_passed_through() -> None:
    full = ("A2 infantry 6-3 0402", "A3 infantry 6-3 0402")
    state = position(OPEN, F1, A1, *full)
    assert hexes("0403 0402 0401") in retreat_paths(state, away(state))


@pytest.mark.rule("N11.41")
def test_a_full_hex_whose_friends_cannot_move_is_no_retreat() -> None:
    lines = ["A2 infantry 6-3 0402", "A3 infantry 6-3 0402"]
    around = ["0401-0402", "0302-0402", "0402-0502", "0303-0402", "0402-0503"]
    state = position(OPEN, F1, A1, *lines, rivers=around)
    assert ends(state, away(state, 1)) == {"0303", "0503"}
    shut = [*around, "0303-0403", "0403-0503"]
    state = position(OPEN, F1, A1, *lines, rivers=shut)
    # 0403 itself and 0404 are all that is left, and A1's own hex is free for A2
    assert ends(state, away(state, 1)) == set()


# -- dead ends


@pytest.mark.rule("N11.14")
def test_a_dead_end_stops_the_retreat() -> None:
    rivers = ["0402-0401", "0402-0302", "0402-0502", "0303-0403", "0403-0503"]
    state = position(OPEN, F1, A1, rivers=[*rivers, "0303-0402", "0402-0503"])
    group = away(state)
    assert retreat_paths(state, group) == [hexes("0403 0402")]
    assert losses_on(state, group, hexes("0403 0402")) == 1


@pytest.mark.rule("N11.14")
def test_no_first_hex_means_no_path() -> None:
    state = position(OPEN, F1, A1, rivers=["0303-0403", "0402-0403", "0403-0503"])
    assert retreat_paths(state, away(state)) == []


@pytest.mark.rule("N11.13")
def test_a_way_that_goes_on_is_offered_before_a_dead_end() -> None:
    rivers = ["0402-0401", "0402-0302", "0402-0502"]
    state = position(OPEN, F1, A1, "AT train 0401", rivers=rivers)
    group = away(state)
    found = retreat_paths(state, group)
    assert hexes("0403 0402") in found
    assert losses_on(state, group, found[0]) == 0


@pytest.mark.rule("N11.4")
def test_each_enemy_zone_on_the_way_costs_a_step() -> None:
    everywhere = ("F2 infantry 5-3 0202", "F3 infantry 5-3 0401", "F4 infantry 5-3 0603")
    state = position(OPEN, F1, A1, *everywhere)
    group = away(state)
    assert losses_on(state, group, hexes("0403 0402 0302")) == 2
    assert losses_on(state, group, hexes("0403 0503 0502")) == 2
    free = position(OPEN, F1, A1)
    assert losses_on(free, group, hexes("0403 0402 0401")) == 0


@pytest.mark.rule("N11.4")
def test_the_hex_that_is_left_costs_nothing() -> None:
    state = position(OPEN, F1, A1)
    assert losses_on(state, away(state, 1), hexes("0403 0402")) == 0


# -- the default


@pytest.mark.rule("N11.13")
def test_the_default_leads_to_the_own_train() -> None:
    state = position(OPEN, F1, A1, "AT train 0201")
    assert retreat_paths(state, away(state))[0][-1] == "0202"
    state = position(OPEN, F1, A1, "AT train 0702")
    assert retreat_paths(state, away(state))[0][-1] == "0602"


@pytest.mark.rule("N11.13")
def test_roads_shorten_the_way_to_the_train() -> None:
    plain = position(OPEN, F1, A1, "AT train 0702")
    assert retreat_paths(plain, away(plain))[0][-1] == "0602"
    paved = position(OPEN, F1, A1, "AT train 0702", roads=["0502 0601 0702"])
    assert retreat_paths(paved, away(paved))[0][-1] == "0502"
    # three hexes of road are longer than one across the fields
    roundabout = position(OPEN, F1, A1, "AT train 0702", roads=["0502 0501 0601 0702"])
    assert retreat_paths(roundabout, away(roundabout))[0][-1] == "0602"


@pytest.mark.rule("N11.13")
def test_the_way_home_may_lead_through_the_corner_of_the_map() -> None:
    lines = ("F1 infantry 5-3 0303", "A1 infantry 5-3 0302", "AT train 0102")
    rivers = ["0102-0201", "0102-0202", "0201-0202"]
    state = position(OPEN, *lines, rivers=rivers, roads=["0301 0302 0202 0103 0102"])
    assert retreat_paths(state, away(state, 1, "0303"))[0][-1] == "0201"


@pytest.mark.rule("N11.13")
def test_a_river_lengthens_the_way_to_the_train() -> None:
    state = position(OPEN, F1, A1, "AT train 0702", rivers=["0602-0702", "0602-0601", "0602-0703"])
    # from 0602 it is now 0603 and 0703 before 0702; from 0502 it is 0601 and 0702
    assert retreat_paths(state, away(state))[0][-1] == "0502"


@pytest.mark.rule("N11.13")
def test_a_train_of_another_formation_does_not_count() -> None:
    state = position(OPEN, F1, A1, "AT train 0201 of:AII", "AU train 0702")
    assert retreat_paths(state, away(state))[0][-1] == "0602"


@pytest.mark.rule("N11.13")
def test_without_a_train_the_default_leads_to_a_supply_source() -> None:
    sources = {Hex("0101"): ALLIED, Hex("0701"): FRENCH}
    state = position(OPEN, F1, A1, supply_sources=sources)
    assert retreat_paths(state, away(state))[0][-1] == "0202"


@pytest.mark.rule("N11.13")
def test_the_nearest_of_several_supply_sources_counts() -> None:
    sources = {Hex("0101"): ALLIED, Hex("0707"): ALLIED}
    state = position(OPEN, F1, A1, supply_sources=sources)
    assert retreat_paths(state, away(state))[0][-1] == "0202"


@pytest.mark.rule("N11.4", "N11.13")
def test_the_default_costs_the_fewest_steps() -> None:
    # The train draws west, where every second hex lies in the zone of F2.
    state = position(OPEN, F1, A1, "AT train 0101", "F2 infantry 5-3 0201")
    group = away(state)
    found = retreat_paths(state, group)
    assert {path[-1]: losses_on(state, group, path) for path in found} == {
        "0401": 0,
        "0502": 0,
        "0602": 0,
        "0202": 1,
        "0302": 1,
    }
    assert found[0][-1] == "0401"


# -- the law


def ask(state: GameState, length: int = 2) -> ChooseRetreatPath:
    group = away(state, length)
    return ChooseRetreatPath(ALLIED, group.units, group.hexes, group.threats)


@pytest.mark.rule("N11.13")
@pytest.mark.parametrize(
    ("path", "rule", "word"),
    [
        ("", "N11.1", "begins"),
        ("0402 0401", "N11.1", "begins"),
        ("0403 0402", "N11.1", "goes on"),
        ("0403 0402 0401 0301", "N11.1", "only 2"),
        ("0403 0401 0301", "N11.13", "no way"),
        ("0403 0404 0405", "N11.13", "Enemy combat units"),
        ("0403 0304 0204", "N11.13", "not farther"),
        ("0403 0303 0302", "N11.13", "outside enemy zones is open"),
    ],
)
def test_what_is_refused_and_why(path: str, rule: str, word: str) -> None:
    state = position(OPEN, F1, A1, "F2 infantry 5-3 0202")
    refusal = ask(state).refusal(state, hexes(path))
    assert refusal is not None
    assert refusal.rule == rule
    assert word in refusal.sentence


@pytest.mark.rule("N11.14")
def test_where_there_is_no_way_every_path_is_refused() -> None:
    state = position(OPEN, F1, A1, rivers=["0303-0403", "0402-0403", "0403-0503"])
    refusal = ask(state).refusal(state, hexes("0403 0402 0401"))
    assert refusal is not None
    assert refusal.sentence == "There is no way for a retreat from 0403 to 0402."


@pytest.mark.rule("N11.13", "N11.41")
def test_refusals_speak_of_room() -> None:
    full = ("A2 infantry 6-3 0402", "A3 infantry 6-3 0402")
    state = position(OPEN, F1, A1, *full)
    refusal = ask(state, 1).refusal(state, hexes("0403 0402"))
    assert refusal is not None
    assert (refusal.rule, "with room" in refusal.sentence) == ("N11.13", True)
    around = ["0401-0402", "0302-0402", "0402-0502", "0303-0402", "0402-0503"]
    state = position(OPEN, F1, A1, *full, rivers=around)
    refusal = ask(state, 1).refusal(state, hexes("0403 0402"))
    assert refusal is not None
    assert refusal.rule == "N11.41"


@pytest.mark.rule("N11.13")
def test_paths_beyond_the_listed_ones_are_legal_too() -> None:
    rows = "\n".join([".  .  .  .  .  .  .  .  .  .  ."] * 11)
    lines = ("F1 infantry 5-3 0607", "F2 infantry 5-3 0605", "A1 light 5-3 0606")
    state = position(rows, *lines)
    group = Withdrawal(ALLIED, units("A1"), 4, hexes("0605 0607"))
    every = retreat_paths(state, group)
    decision = ChooseRetreatPath(ALLIED, group.units, 4, group.threats)
    assert (len(every), len(decision.options(state))) == (84, 60)
    assert all(decision.refusal(state, path) is None for path in every)


@pytest.mark.rule("N11.13")
@given(
    places=st.lists(
        st.sampled_from([f"0{c}0{r}" for c in range(1, 8) for r in range(1, 8)]),
        min_size=3,
        max_size=9,
        unique=True,
    ),
    length=st.integers(1, 4),
)
def test_every_offered_path_is_legal_and_leads_away(places: list[str], length: int) -> None:
    mine, *others = [p for p in places if p not in ("0403", "0404")] or ["0707"]
    lines = [f"F{n} infantry 4-3 {hex_}" for n, hex_ in enumerate(others, start=2)]
    state = position(OPEN, F1, A1, f"A2 infantry 8-3 {mine}", *lines)
    group = away(state, length)
    decision = ask(state, length)
    distance = state.battle.battlefield.grid.distance
    for path in decision.options(state):
        assert decision.refusal(state, path) is None
        far = [distance(Hex("0404"), hex_) for hex_ in path]
        assert far == sorted(set(far))
        assert len(set(path)) == len(path) <= group.hexes + 1
        assert not any(state.combat_units_in(hex_, FRENCH) for hex_ in path)
