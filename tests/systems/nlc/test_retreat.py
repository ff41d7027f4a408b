"""Retreat and rout: where they may go and how they are walked (N11.1-N11.41)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.events import losses
from hexwar.systems.nlc.events.arrivals import LeaderExited, UnitExited
from hexwar.systems.nlc.events.leaders import LeaderCaptured, LeaderDisplaced, LeaderMoved
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
    retreat_path_refusal,
    retreat_paths,
)
from hexwar.systems.nlc.rules.movement.stacks import Displacement
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side
from hexwar.table.pieces import Box
from tests.systems.nlc.cases import case, each
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

F1 = "F1 infantry 5-3 0404"
A1 = "A1 infantry 5-3 0403"

NORTH = ["0303-0403", "0402-0403", "0403-0503"]
"""Rivers that leave the stack in 0403 no way north."""

ONLY_NORTH = ["0303-0403", "0403-0503"]
"""Rivers that leave it 0402 alone."""

ROUND_0402 = ["0401-0402", "0302-0402", "0402-0502", "0303-0402", "0402-0503"]
"""Rivers round 0402, but for its border with 0403."""

ZONES = ("F2 infantry 5-3 0202", "F3 infantry 5-3 0401", "F4 infantry 5-3 0603")
"""Enemies whose zones cover all hexes north of 0403."""

FULL = ("A2 infantry 6-3 0402", "A3 infantry 6-3 0402")
LEADER = "A-Olsufiev leader 0403"
OLSUFIEV = LeaderId("A-Olsufiev")
UP, ASIDE = hexes("0403 0402 0401"), hexes("0403 0402 0302")
DISPLACE = DisplaceFriend(ALLIED, Hex("0402"), units("A1"))
STREAMS = ["0401-0402", "0302-0402"]
WEST, EAST = "AT train 0201", "AT train 0702"
OVER = ["0602-0702", "0602-0601", "0602-0703"]
NO_WAY = "There is no way for a retreat from 0403 to 0402."
BESIDE, JAMMED = ("F2 infantry 5-3 0202",), {"rivers": ROUND_0402}


def met(*lines: str, **more: Any) -> GameState:
    """F1 stands south of A1."""
    is_told = any(line.startswith("A1 ") for line in lines)
    return position(OPEN, F1, *(() if is_told else (A1,)), *lines, **more)


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


def lost(played: Played[Any]) -> list[tuple[str, str]]:
    """Who loses a step, and why."""
    return [(event.unit, event.cause) for event in played.of("StepLost")]


@pytest.mark.rule("N5.32", "N11.1", "N8.9")
def test_a_stack_retreats_together_and_is_disrupted_attackers_one_hex() -> None:
    played = withdraw(met("A2 infantry 4-3 0403"), answers={"ChooseRetreatPath": [UP]})
    assert played.events == [
        losses.RetreatBegan(units("A1 A2"), Hex("0403"), 2, rout=False),
        losses.UnitRetreated(unit("A1"), UP),
        losses.UnitRetreated(unit("A2"), UP),
        losses.UnitDisrupted(unit("A1")),
        losses.UnitDisrupted(unit("A2")),
    ]
    again = withdraw(met(f"{A1} disrupted"))  # not marked twice
    assert "UnitDisrupted" not in again.story
    assert again.state.units[unit("A1")].disrupted
    assert not withdraw(met(f"{A1} column")).state.units[unit("A1")].column
    for rout, length in ((False, 1), (True, 2)):
        played = withdraw(met(), start="0404", threats="0403", attacking=True, rout=rout)
        assert [len(event.path) - 1 for event in played.of(losses.UnitRetreated)] == [length]


@pytest.mark.rule("N22.2", "N6.10")
def test_a_retreat_takes_victory_hexes_and_runs_over_trains_and_leaders() -> None:
    control = {Hex("0402"): FRENCH, Hex("0403"): FRENCH, Hex("0401"): ALLIED}
    played = withdraw(met(control=control), answers={"ChooseRetreatPath": [UP]})
    assert played.of(HexControlled) == [
        HexControlled(Hex("0403"), ALLIED, unit("A1")),  # where it was
        HexControlled(Hex("0402"), ALLIED, unit("A1")),
    ]
    assert played.of(HexPassed) == [HexPassed(Hex("0401"), unit("A1"))]
    state = met("FT train 0402", "F-Ney leader 0401")
    played = withdraw(state, dice=[5], answers={"ChooseRetreatPath": [UP]})
    assert played.of(TrainDestroyed) == [TrainDestroyed(unit("FT"), ALLIED)]
    assert played.of(LeaderDisplaced) == [LeaderDisplaced(LeaderId("F-Ney"), Hex("0404"))]


@pytest.mark.rule("N11.2", "N8.12", "N11.61")
def test_a_rout_goes_one_hex_further_and_costs_a_step_of_who_lost_none_by_fire() -> None:
    played = withdraw(met(), rout=True)
    assert played.events[:2] == [
        losses.StepLost(unit("A1"), 2, "rout"),
        losses.RetreatBegan(units("A1"), Hex("0403"), 3, rout=True),
    ]
    assert [len(event.path) for event in played.of(losses.UnitRetreated)] == [4]
    # It may remove the last unit where it stands.
    state = met(f"{A1} reduced", LEADER, "A2 infantry 3-3 0401")
    removed = withdraw(state, rout=True, dice=[6])
    assert removed.story == ["UnitEliminated", "DieRolled", "LeaderDisplaced"]
    toll = Toll(ALLIED, units("A1 A2"), frozenset(MainArm), units("A1"))
    played = play(
        met("A2 light 2-3 0403"),
        lambda table: retreat(table, toll, hexes("0404"), attacking=False, rout=True),
    )
    assert lost(played) == [("A2", "rout")]


@pytest.mark.rule("N11.12")
def test_the_owner_may_split_foot_and_horse_which_go_their_own_way_and_distance() -> None:
    for arm, is_asked in (
        ("light", True),
        ("horse", True),
        ("battery", False),
        ("infantry", False),
    ):
        played = withdraw(met(f"A2 {arm} 3-3 0403"))
        assert bool(played.questions("SplitRetreat")) is is_asked
        assert {event.hexes for event in played.of(losses.RetreatBegan)} == {2}
    attackers = withdraw(met("F2 light 3-3 0404"), start="0404", threats="0403", attacking=True)
    assert attackers.questions("SplitRetreat") == []
    state = met("A2 light 3-3 0403", "A3 horse 2-3 0403")
    paths = [hexes("0403 0303 0202"), hexes("0403 0503 0602 0702")]
    played = withdraw(state, answers={"SplitRetreat": [True], "ChooseRetreatPath": paths})
    began = [(e.units, e.hexes) for e in played.of(losses.RetreatBegan)]
    assert began == [(units("A1"), 2), (units("A2 A3"), 3)]
    assert [where(played, name) for name in ("A1", "A2", "A3")] == ["0202", "0702", "0702"]


@pytest.mark.rule("N11.14", "N11.61")
def test_a_dead_end_costs_a_step_for_each_hex_not_walked_and_parted_stacks_apart() -> None:
    # 0402 is the only way: foot stops there for want of a second hex, and so does horse.
    rivers = [*ONLY_NORTH, *ROUND_0402]
    parted = withdraw(met("A2 light 3-3 0403", rivers=rivers), answers={"SplitRetreat": [True]})
    assert lost(parted) == [("A1", "no retreat"), ("A2", "no retreat")]
    assert [e.unit for e in parted.of("UnitEliminated")] == ["A2"]
    routed = withdraw(met("A2 infantry 4-3 0403", rivers=rivers), rout=True)
    assert lost(routed) == [("A1", "rout"), ("A2", "no retreat")]
    assert [e.cause for e in routed.of("UnitEliminated")] == ["no retreat"]
    assert routed.questions("ChooseRetreatPath")[0].hexes == 3


@pytest.mark.rule("N8.12", "N11.12", "N14.52")
def test_a_leader_goes_with_the_units_or_stays_or_takes_the_second_part() -> None:
    state = met(LEADER)
    going = withdraw(state)
    path = going.of(losses.UnitRetreated)[0].path
    assert going.of(LeaderMoved) == [LeaderMoved(OLSUFIEV, path, free=True)]
    assert not going.state.leaders[OLSUFIEV].moved
    staying = withdraw(state, answers={"ChooseLeaderStay": [False]})
    assert staying.of(LeaderMoved) == []
    assert staying.state.leaders[OLSUFIEV].hex == "0403"
    question = withdraw(state, rout=True).questions("ChooseLeaderStay")[0]
    assert list(question.options(state)) == [True]
    assert question.refusal(state, False) is not None
    state = met("A2 light 3-3 0403", LEADER)
    answers: Answers = {"SplitRetreat": [True], "ChooseLeaderStay": [False, True]}
    played = withdraw(state, answers=answers)
    assert played.state.leaders[OLSUFIEV].hex == where(played, "A2")
    kinds = [question.kind(answer) for question, answer in played.asked]
    assert kinds == ["by arm", "retreat", "stay", "retreat", "go"]
    routed = withdraw(state, rout=True, answers=answers)
    assert [q.must_go for q in routed.questions("ChooseLeaderStay")] == [False, True]


@pytest.mark.rule("N11.4", "N11.61", "N8.12", "N11.14")
def test_zones_cost_one_step_and_may_destroy_a_stack_as_having_no_first_hex_does() -> None:
    # both hexes of the way are in zones, and that is still one step
    answers: Answers = {"ChooseRetreatPath": [ASIDE], "ChooseStepLoss": list(units("A2"))}
    played = withdraw(met("A2 infantry 5-3 0403", *ZONES), answers=answers)
    assert lost(played) == [("A2", "zone of control")]
    assert where(played, "A1") == "0302"
    weaker = withdraw(met("A2 infantry 4-3 0403", *ZONES), answers={"ChooseRetreatPath": [ASIDE]})
    assert lost(weaker) == [("A1", "zone of control")]
    state = met(f"{A1} reduced", LEADER, *ZONES)
    played = withdraw(state, dice=[6], answers={"ChooseRetreatPath": [ASIDE]})
    assert [e.cause for e in played.of("UnitEliminated")] == ["zone of control"]
    assert [e.leader for e in played.of(LeaderCaptured)] == ["A-Olsufiev"]
    assert played.of(losses.UnitDisrupted) == []
    state = met("A2 battery 3-3 0403", LEADER, "A9 infantry 3-3 0401", rivers=NORTH)
    played = withdraw(state, dice=[1])
    assert [(e.unit, e.sp, e.cause) for e in played.of("UnitEliminated")] == [
        ("A1", 5, "no retreat"),
        ("A2", 3, "no retreat"),
    ]
    assert played.of(LeaderCaptured) == [LeaderCaptured(OLSUFIEV, FRENCH)]


def crowd(*more: str, **edges: Any) -> GameState:
    """A1 can only retreat to 0402, where A2 and A3 fill the hex."""
    return met(*FULL, *more, rivers=ONLY_NORTH, **edges)


def one_hex(
    state: GameState, dice: Sequence[int] = (), answers: Answers | None = None
) -> Played[bool]:
    """A1 retreats one hex, as if it were an attacker."""
    return withdraw(state, attacking=True, dice=dice, answers=answers)


@pytest.mark.rule("N11.41", "N5.33", "N11.14")
def test_a_friend_is_displaced_and_checks_morale_but_the_tail_of_a_column_stays() -> None:
    for die, is_disrupted in ((4, False), (5, True)):
        move = Displacement(unit("A3"), Hex("0401"))
        played = one_hex(crowd(), [die], {"DisplaceFriend": [move]})
        assert played.of(losses.FriendDisplaced) == [
            losses.FriendDisplaced(unit("A3"), Hex("0401"))
        ]
        assert [e.purpose for e in played.of("MoraleRolled")] == ["displacement"]
        assert played.state.units[unit("A3")].disrupted is is_disrupted
        assert where(played, "A1") == where(played, "A2") == "0402"
        worn = met(*(f"{line} disrupted" for line in FULL), rivers=ONLY_NORTH)
        assert one_hex(worn).of("MoraleRolled") == []
    for sp, is_lost in ((4, False), (5, True)):
        column = "A2 infantry 8-3 0302 column tail:0402"
        played = one_hex(met(f"A1 infantry {sp}-3 0403", column, rivers=ONLY_NORTH))
        assert [e.unit for e in played.of("UnitEliminated")] == (["A1"] if is_lost else [])
        assert where(played, "A1") == (None if is_lost else "0402")


@pytest.mark.rule("N11.41", "N16.4")
@each(
    "state places",
    (crowd("F2 infantry 5-3 0502"), "0303 0302"),  # outside enemy zones
    (  # others are not crowded out
        crowd("A4 infantry 6-3 0401", "A5 infantry 6-3 0401", "A6 infantry 6-3 0302"),
        "0303 0302 0502 0503",
    ),
    (met("AT train 0402", rivers=ONLY_NORTH, streams=STREAMS), "0502 0503 0303"),
)
def test_where_friends_may_be_displaced(state: GameState, places: str) -> None:
    moves = DISPLACE.options(state)
    assert {move.hex for move in moves} == set(places.split())
    assert {DISPLACE.kind(move) for move in moves} == {"displace"}
    is_train = "AT" in state.units
    played = one_hex(state, [] if is_train else [1])  # a train makes room without a check
    assert len(played.of(losses.FriendDisplaced)) == 1


@pytest.mark.rule("N11.41", "N8.11")
def test_nobody_takes_the_place_in_the_hex_that_was_given_up() -> None:
    # No zone reaches into an improved position: it would be full again before anybody advances.
    driven_out = replace(DISPLACE, left=Hex("0403"))
    given_up: dict[str, Any] = {"positions": ["0403"]}
    state = position(OPEN, F1, "A1 infantry 5-3 0402", *FULL, **given_up)
    places = {move.hex for move in DISPLACE.options(state)}
    assert "0403" in places
    assert {move.hex for move in driven_out.options(state)} == places - {"0403"}
    assert one_hex(crowd(**given_up), [1]).questions("DisplaceFriend") == [driven_out]
    walled = met(*FULL, rivers=[*ONLY_NORTH, *ROUND_0402], **given_up)
    assert [e.unit for e in one_hex(walled).of("UnitEliminated")] == ["A1"]


@pytest.mark.rule("N11.41", "N22.2", "N6.1")
def test_displacements_lead_to_room_and_take_victory_hexes_and_when_room_is_needed() -> None:
    # Both must go. A2 fits into 0302 and 0401, but A3 only into 0401.
    lines = ("A1 infantry 8-3 0403", "A2 infantry 5-3 0402", "A3 infantry 6-3 0402")
    others = ("A4 infantry 7-3 0302", "A5 infantry 6-3 0401")
    state = met(*lines, *others, rivers=[*ONLY_NORTH, *ROUND_0402[2:]])
    offered = {Displacement(unit("A2"), Hex("0302")), Displacement(unit("A3"), Hex("0401"))}
    assert set(DISPLACE.options(state)) == offered
    played = one_hex(state, [1, 1])
    assert {e.unit: e.hex for e in played.of(losses.FriendDisplaced)} == {
        "A2": "0302",
        "A3": "0401",
    }
    state = crowd(control={Hex("0401"): FRENCH})
    move = Displacement(unit("A2"), Hex("0401"))
    played = one_hex(state, [1], {"DisplaceFriend": [move]})
    assert HexControlled(Hex("0401"), ALLIED, unit("A2")) in played.events
    # A1 arrives in an enemy zone with 3 SP left beside the 9 of a Disrupted friend.
    beside = ("A2 infantry 9-3 0402 disrupted", "F2 infantry 5-3 0401")
    played = one_hex(met(*beside, rivers=ONLY_NORTH))
    assert lost(played) == [("A1", "zone of control")]
    assert played.questions("DisplaceFriend") == []
    for sp, dice in ((7, []), (8, [1])):  # 12 SP need no room
        state = met(f"A2 infantry {sp}-3 0402", rivers=ONLY_NORTH)
        assert len(one_hex(state, dice).questions("DisplaceFriend")) == len(dice)


def away(state: GameState, length: int = 2, threats: str = "0404", who: str = "A1") -> Withdrawal:
    side = FRENCH if who[0] == "F" else ALLIED
    return Withdrawal(Side(side), units(who), length, hexes(threats))


def ends(state: GameState, group: Withdrawal) -> set[str]:
    return {path[-1] for path in retreat_paths(state, group)}


@pytest.mark.rule("N11.1", "N11.12", "N11.13", "N6.2")
def test_foot_retreats_two_hexes_and_horse_three_away_from_threats() -> None:
    for lines, length in (
        (["A1 infantry 5-3 0403"], 2),
        (["A1 battery 5-3 0403"], 2),
        (["A1 light 5-3 0403"], 3),
        (["A1 horse 5-3 0403"], 3),
        (["A1 heavy 5-3 0403", "A2 horse 3-3 0403"], 3),
        (["A1 heavy 5-3 0403", "A2 battery 3-3 0403"], 2),
        (["A1 horse 5-3 0403", "A2 infantry 3-3 0403"], 2),
    ):
        state = position(OPEN, *lines)
        names = units(" ".join(line.split(maxsplit=1)[0] for line in lines))
        assert retreat_length(state, names, attacking=False, rout=False) == length
        assert retreat_length(state, names, attacking=False, rout=True) == length + 1
        assert retreat_length(state, names, attacking=True, rout=False) == 1
        assert retreat_length(state, names, attacking=True, rout=True) == 2
    state = met()
    distance = state.battle.battlefield.grid.distance
    paths = retreat_paths(state, away(state))
    assert len(paths) == 7
    assert all(distance(Hex("0404"), path[-1]) == 3 for path in paths)
    state = met("F2 infantry 5-3 0402")
    assert ends(state, away(state, 1, "0402 0404")) == {"0303", "0304", "0503", "0504"}
    assert "0304" in ends(state, away(state, 1, "0402"))
    # The map edge ends the way.
    state = position(OPEN, "F1 infantry 5-3 0402", "A1 infantry 5-3 0401")
    assert ends(state, away(state, 1, "0402")) == {"0301", "0501"}
    state = met(*FULL)
    assert UP in retreat_paths(state, away(state))


@each(
    "lines words expected",
    case("away from the attackers", (), {}, "0303 0402 0503", rules="N11.13"),
    case("no enemy hex", ("F2 infantry 1-3 0303 disrupted",), {}, "0402 0503", rules="N11.13"),
    case(
        "a hex with an enemy train or leader",
        ("FT train 0402", "F-Ney leader 0303"),
        {},
        "0303 0402 0503",
        rules="N11.13 N6.10",
    ),
    case("over no river", (), {"rivers": ["0402-0403"]}, "0303 0503", rules="N11.13"),
    case("over a bridge", (), {"bridges": ["0402-0403"]}, "0303 0402 0503", rules="N11.13"),
    case("over a stream", (), {"streams": ["0402-0403"]}, "0303 0402 0503", rules="N11.13"),
    case("not into a zone", ZONES[:1], {}, "0402 0503", rules="N11.13"),
    case("nor into two", ZONES[:2], {}, "0503", rules="N11.13"),
    case("but if there is no other", ZONES, {}, "0303 0402 0503", rules="N11.13 N11.4"),
    case("no zone", (f"{ZONES[0]} disrupted",), {}, "0303 0402 0503", rules="N11.13 N6.3"),
    case("a friend cancels it", (*ZONES, "A2 infantry 2-3 0402"), {}, "0402", rules="N6.9"),
    case(
        "a disrupted friend does not",
        (*ZONES, "A2 infantry 2-3 0402 disrupted"),
        {},
        "0303 0402 0503",
        rules="N6.9",
    ),
    # A train does not cancel it; nor can it make room, with enemies all round.
    case("a train does not", (*ZONES, "AT train 0402"), {}, "0303 0503", rules="N6.9"),
    case("a full hex", FULL, {}, "0303 0503", rules="N11.13"),
    case("a full hex alone", FULL, {"rivers": ONLY_NORTH}, "0402", rules="N11.13"),
    case(
        "a full hex before an enemy zone",
        (*FULL, ZONES[0]),
        {"rivers": ["0403-0503"]},
        "0402",
        rules="N11.13",
    ),
    case("friends cannot move", FULL, {"rivers": ROUND_0402}, "0303 0503", rules="N11.41"),
    # 0403 itself and 0404 are all that is left, and A1's own hex is free for A2
    case("nor here", FULL, {"rivers": [*ROUND_0402, *ONLY_NORTH]}, "", rules="N11.41"),
    case("no first hex", (), {"rivers": NORTH}, "", rules="N11.14"),
)
def test_where_the_first_step_leads(
    lines: tuple[str, ...], words: dict[str, Any], expected: str
) -> None:
    state = met(*lines, **words)
    assert ends(state, away(state, 1)) == set(expected.split())


@pytest.mark.rule("N11.14", "N11.13", "N11.4")
def test_a_dead_end_stops_the_retreat_and_comes_after_a_way_that_goes_on() -> None:
    state = met(rivers=[*ROUND_0402, *ONLY_NORTH])
    group = away(state)
    assert retreat_paths(state, group) == [hexes("0403 0402")]
    assert losses_on(state, group, hexes("0403 0402")) == 1
    state = met("AT train 0401", rivers=ROUND_0402[:3])
    group = away(state)
    found = retreat_paths(state, group)
    assert hexes("0403 0402") in found
    assert losses_on(state, group, found[0]) == 0
    ringed, free = met(*ZONES), met()
    for state, length, path, steps in (
        (ringed, 2, "0403 0402 0302", 1),
        (ringed, 2, "0403 0503 0502", 1),
        (free, 2, "0403 0402 0401", 0),
        (free, 1, "0403 0402", 0),  # the hex that is left costs nothing
    ):
        assert losses_on(state, away(state, length), hexes(path)) == steps


@pytest.mark.rule("N11.13")
@each(
    "lines words end",
    ((WEST,), {}, "0202"),  # to the own train
    ((EAST,), {}, "0602"),
    ((EAST,), {"roads": ["0502 0601 0702"]}, "0502"),  # a road shortens the way
    # three hexes of road are longer than one across the fields
    ((EAST,), {"roads": ["0502 0501 0601 0702"]}, "0602"),
    # from 0602 it is now 0603 and 0703 before 0702; from 0502 it is 0601 and 0702
    ((EAST,), {"rivers": OVER}, "0502"),
    (("AT train 0201 of:AII", "AU train 0702"), {}, "0602"),  # of another formation
    ((), {"supply_sources": {"0101": ALLIED, "0701": FRENCH}}, "0202"),
    ((), {"supply_sources": {"0101": ALLIED, "0707": ALLIED}}, "0202"),  # the nearest
)
def test_where_the_default_leads(lines: tuple[str, ...], words: dict[str, Any], end: str) -> None:
    state = met(*lines, **words)
    assert retreat_paths(state, away(state))[0][-1] == end


@pytest.mark.rule("N11.4", "N11.13")
def test_the_default_costs_the_fewest_steps_and_unlisted_paths_are_legal_too() -> None:
    # The train draws west, where every second hex lies in the zone of F2.
    state = met("AT train 0101", "F2 infantry 5-3 0201")
    group = away(state)
    found = retreat_paths(state, group)
    costs = {path[-1]: losses_on(state, group, path) for path in found}
    assert costs == {"0401": 0, "0502": 0, "0602": 0, "0202": 1, "0302": 1}
    assert found[0][-1] == "0401"
    lines = ("F1 infantry 5-3 0303", "A1 infantry 5-3 0302", "AT train 0102")
    rivers = ["0102-0201", "0102-0202", "0201-0202"]
    state = position(OPEN, *lines, rivers=rivers, roads=["0301 0302 0202 0103 0102"])
    assert retreat_paths(state, away(state, 1, "0303"))[0][-1] == "0201"
    rows = "\n".join([".  .  .  .  .  .  .  .  .  .  ."] * 11)
    lines = ("F1 infantry 5-3 0607", "F2 infantry 5-3 0605", "A1 light 5-3 0606")
    state = position(rows, *lines)
    group = Withdrawal(ALLIED, units("A1"), 4, hexes("0605 0607"))
    every = retreat_paths(state, group)
    decision = ChooseRetreatPath(ALLIED, group.units, 4, group.threats)
    assert (len(every), len(decision.options(state))) == (84, 60)
    assert all(decision.refusal(state, path) is None for path in every)


def ask(state: GameState, length: int = 2) -> ChooseRetreatPath:
    group = away(state, length)
    return ChooseRetreatPath(ALLIED, group.units, group.hexes, group.threats)


@each(
    "lines words length path rule word",
    *(
        case(word, BESIDE, {}, 2, path, rule, word, rules="N11.1 N11.13")
        for path, rule, word in (
            ("", "N11.1", "begins"),
            ("0402 0401", "N11.1", "begins"),
            ("0403 0402", "N11.1", "goes on"),
            ("0403 0402 0401 0301", "N11.1", "only 2"),
            ("0403 0401 0301", "N11.13", "no way"),
            ("0403 0404 0405", "N11.13", "Enemy combat units"),
            ("0403 0304 0204", "N11.13", "not farther"),
            ("0403 0303 0302", "N11.13", "outside enemy zones is open"),
        )
    ),
    case("none", (), {"rivers": NORTH}, 2, "0403 0402 0401", "N11.13", NO_WAY, rules="N11.14"),
    case("no room", FULL, {}, 1, "0403 0402", "N11.13", "with room", rules="N11.13"),
    case("nobody makes room", FULL, JAMMED, 1, "0403 0402", "N11.41", "", rules="N11.41"),
)
def test_what_is_refused_and_why(
    lines: tuple[str, ...], words: dict[str, Any], length: int, path: str, rule: str, word: str
) -> None:
    state = met(*lines, **words)
    refusal = ask(state, length).refusal(state, hexes(path))
    assert refusal is not None
    assert refusal.rule == rule
    assert word in refusal.sentence


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


# -- off the map at a supply source of one's own (N11.41)


GATE = Hex("0401")
OFF = hexes("0403 0402 0401 0401")
WALL = ("F2 infantry 5-3 0301", "F3 infantry 5-3 0501", "F4 infantry 5-3 0402")


def at_gate(*lines: str, **more: Any) -> GameState:
    """A supply source and way out of the Allies north of A1."""
    own = {GATE: ALLIED}
    return met(*lines, **{"supply_sources": own, "exits": own} | more)


def leaving(state: GameState, length: int = 3, *, may: bool = True) -> list[str]:
    """The ways off the map of a retreat."""
    group = Withdrawal(ALLIED, units("A1"), length, hexes("0404"), may_leave=may)
    return [" ".join(path) for path in retreat_paths(state, group) if path[-1] == path[-2]]


@pytest.mark.rule("N11.41", "N5.6", "N14.52")
def test_a_stack_may_retreat_off_the_map_at_a_source_of_its_own() -> None:
    """11.41 of our text: the units count as exited."""
    state = at_gate("A1 light 5-3 0403", LEADER)
    first = withdraw(state).questions("ChooseRetreatPath")[0]
    options = list(first.options(state))
    assert options[0][-1] != options[0][-2]  # by default it stays on the map
    assert options[-1] == OFF
    assert first.refusal(state, OFF) is None
    played = withdraw(state, answers={"ChooseRetreatPath": [OFF], "ChooseLeaderStay": [True]})
    assert played.events == [
        losses.RetreatBegan(units("A1"), Hex("0403"), 3, rout=False),
        losses.UnitRetreated(unit("A1"), OFF[:-1]),
        LeaderMoved(OLSUFIEV, OFF[:-1], free=True),
        UnitExited(unit("A1"), GATE, supplied=True, retreating=True),
        LeaderExited(OLSUFIEV, GATE),
    ]
    assert played.state.units[unit("A1")].box is Box.EXITED
    assert not played.state.units[unit("A1")].disrupted


@pytest.mark.rule("N11.41", "N11.14")
def test_who_has_no_other_way_leaves_the_map_and_is_not_lost() -> None:
    state = position(
        OPEN, "A1 infantry 5-3 0401", *WALL, supply_sources={GATE: ALLIED}, exits={GATE: ALLIED}
    )
    played = withdraw(state, start="0401", threats="0402")
    assert played.of(UnitExited) == [UnitExited(unit("A1"), GATE, supplied=True, retreating=True)]
    assert played.of("UnitRetreated") == []
    assert lost(played) == []
    shut = position(OPEN, "A1 infantry 5-3 0401", *WALL, supply_sources={GATE: ALLIED})
    assert withdraw(shut, start="0401", threats="0402").of("UnitEliminated")


@pytest.mark.rule("N11.41", "N11.13", "N11.4")
def test_where_nobody_retreats_off_the_map() -> None:
    assert leaving(at_gate()) == ["0403 0402 0401 0401"]
    assert leaving(at_gate(), 2) == []  # the map ends the walk, but no hex of it is left to go
    assert leaving(at_gate(), may=False) == []  # a withdrawal, an evasion
    own, theirs, nobody = {GATE: ALLIED}, {GATE: FRENCH}, dict[Hex, Side]()
    for sources, exits in ((theirs, theirs), (nobody, own), (own, nobody)):
        assert leaving(at_gate(supply_sources=sources, exits=exits)) == []
    group = Withdrawal(ALLIED, units("A1"), 3, hexes("0404"), may_leave=True)
    path = hexes("0403 0402 0402 0301")
    words = "Nobody retreats off the map in 0402."
    assert retreat_path_refusal(at_gate(), group, path) == Refusal(words, "N11.41")
    # an enemy zone at the gate costs its step once
    state = at_gate("F2 infantry 5-3 0301", "F3 infantry 5-3 0501", "F5 infantry 5-3 0302")
    zones = losses_on(state, group, OFF)
    assert zones == losses_on(state, replace(group, hexes=2), OFF[:-1]) > 0
