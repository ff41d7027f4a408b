"""Leaders, HQ counters and trains (N14.5, N14.7, N16.4, N6.8, N6.10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.leaders import HqMoved, LeaderCaptured, LeaderDisplaced, LeaderMoved
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import DieRolled
from hexwar.systems.nlc.rules.command.leaders import (
    leader_ends,
    leaders_alone,
    may_go_along,
    overrun,
    rides_with,
)
from hexwar.systems.nlc.rules.movement.routes import Route
from hexwar.systems.nlc.rules.movement.segment import walk
from hexwar.systems.nlc.rules.supply.trains import train_ends
from hexwar.systems.nlc.rules.turn.consolidation import (
    Journey,
    MoveCommand,
    MoveLeaderOrTrain,
    command_moves,
    consolidation_segment,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.battlefield import Place, Terrain
from hexwar.table.forces import FormationId, LeaderId, Side
from hexwar.table.pieces import Activation, Box, Segment
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    battle_of,
    board,
    hexes,
    play,
    position,
    unit,
    units,
)

WIDE = "\n".join([". " * 12] * 12)
FI = FormationId("FI")


def ending(rows: str, *lines: str, **more: Any) -> GameState:
    return position(rows, *lines, active="FI", segment=Segment.CONSOLIDATION, **more)


def law(state: GameState, piece: str, path: str) -> str | None:
    refusal = MoveLeaderOrTrain(FRENCH, FI).refusal(state, Journey(piece, hexes(path)))
    return None if refusal is None else refusal.rule


# -- riding


@pytest.mark.rule("N14.5")
def test_a_leader_rides_eight_hexes_in_clear_ground() -> None:
    state = ending(WIDE, "F8 leader 0101")
    found = leader_ends(state, LeaderId("F8"))
    distance = state.battle.battlefield.grid.distance
    assert max(distance(Hex("0101"), hex_) for hex_ in found) == 8


@pytest.mark.rule("N14.5")
def test_roads_cost_a_leader_a_half() -> None:
    road = ["0101 0102 0103 0104 0105 0106 0107 0108 0109 0110 0111 0112"]
    state = ending(WIDE, "F8 leader 0101", roads=road)
    assert law(state, "F8", road[0]) is None
    off_road = ending(WIDE, "F8 leader 0101")
    assert law(off_road, "F8", road[0]) == "N14.5"


@pytest.mark.rule("N14.5")
def test_a_ride_may_use_up_the_allowance_and_no_more() -> None:
    state = ending(WIDE, "F8 leader 0101")
    assert law(state, "F8", "0101 0102 0103 0104 0105 0106 0107 0108 0109") is None
    assert law(state, "F8", "0101 0102 0103 0104 0105 0106 0107 0108 0109 0110") == "N14.5"
    hill = ending(WIDE, "F8 leader 0101", slopes=["0101-0102"])
    assert law(hill, "F8", "0101 0102 0103 0104 0105 0106 0107 0108") is None
    assert law(hill, "F8", "0101 0102 0103 0104 0105 0106 0107 0108 0109") == "N14.5"


@pytest.mark.rule("N14.5")
def test_a_ride_goes_round_what_bars_it() -> None:
    state = ending(OPEN, "F8 leader 0301", rivers=["0301-0302"])
    assert law(state, "F8", "0301 0302") == "N14.5"
    found = leader_ends(state, LeaderId("F8"))
    assert found[Hex("0302")] in (hexes("0301 0401 0302"), hexes("0301 0201 0302"))
    assert law(state, "F8", " ".join(found[Hex("0302")])) is None
    assert "0301" not in found


@pytest.mark.rule("N14.5")
def test_only_wanted_ends_are_listed() -> None:
    state = ending(OPEN, "F8 leader 0301", "A1 infantry 5-3 0304")
    wanted = set(hexes("0302 0303 0102"))
    assert set(leader_ends(state, LeaderId("F8"), wanted.__contains__)) == set(hexes("0302 0102"))


@pytest.mark.rule("N14.51")
@pytest.mark.parametrize(
    ("leader", "goes"), [("F8", True), ("F9", True), ("F7", False), ("A8", False), ("A9", False)]
)
def test_command_goes_along_with_any_formation_of_its_side_once_a_turn(
    leader: str, goes: bool
) -> None:
    state = position(
        OPEN,
        "F1 infantry 5-3 0101",
        "F8 overall 0101 of:FHQ",
        "F9 hq 0101 of:FHQ",
        "F7 wing 0101 of:FW",
        "A8 overall 0101 of:AHQ",
        "A9 hq 0101 of:AHQ",
    )
    assert may_go_along(state, LeaderId(leader), FI) is goes
    state.put_leader(replace(state.leaders[LeaderId(leader)], moved=True))
    assert not may_go_along(state, LeaderId(leader), FI)


@pytest.mark.rule("N14.5")
def test_an_hq_counter_rides_five() -> None:
    state = ending(WIDE, "F9 hq 0101 of:FHQ")
    found = leader_ends(state, LeaderId("F9"))
    distance = state.battle.battlefield.grid.distance
    assert max(distance(Hex("0101"), hex_) for hex_ in found) == 5


@pytest.mark.rule("N6.8")
def test_a_leader_ends_in_an_enemy_zone_only_with_a_friendly_combat_unit() -> None:
    state = ending(
        OPEN, "F8 leader 0301", "A1 infantry 5-3 0304", "F1 infantry 5-3 0403", "F2 train 0204"
    )
    assert law(state, "F8", "0301 0302 0303") == "N6.8"
    assert law(state, "F8", "0301 0302 0402 0403") is None
    assert law(state, "F8", "0301 0302 0202 0203 0204") == "N6.8"
    assert law(state, "F8", "0301 0302 0303 0403") is None  # he may ride through
    refused = MoveLeaderOrTrain(FRENCH, FI).refusal(state, Journey("F8", hexes("0301 0302 0303")))
    assert refused is not None
    assert refused.sentence == "F8 may end in the enemy zone in 0303 only with friends."


@pytest.mark.rule("N14.51")
def test_leaders_do_not_enter_hexes_with_enemies() -> None:
    state = ending(OPEN, "F8 leader 0301", "A2 train 0302")
    assert law(state, "F8", "0301 0302 0303") == "N14.51"


@pytest.mark.rule("N14.51")
def test_an_hq_does_not_enter_an_enemy_zone_even_with_friends() -> None:
    state = position(OPEN, "F9 hq 0301 of:FHQ", "A1 infantry 5-3 0304", "F1 infantry 5-3 0303")
    asked = MoveCommand(FRENCH)
    refusal = asked.refusal(state, Journey("F9", hexes("0301 0302 0303")))
    assert refusal is not None
    assert refusal.rule == "N14.51"
    assert asked.refusal(state, Journey("F9", hexes("0301 0302"))) is None


@pytest.mark.rule("N14.51")
@pytest.mark.parametrize(
    ("leader", "moves"), [("F8", True), ("F7", True), ("F6", False), ("F5", False), ("A8", False)]
)
def test_who_moves_in_an_activation(leader: str, moves: bool) -> None:
    state = ending(
        OPEN,
        "F1 infantry 5-3 0101",
        "F8 leader 0101",
        "F7 wing 0102 of:FW",
        "F6 overall 0103 of:FHQ",
        "F5 leader 0104 of:FII",
        "A8 leader 0707",
        formations={"FI": {"assigned_to": FormationId("FW")}},
    )
    assert rides_with(state, LeaderId(leader), FI) is moves
    assert (law(state, leader, "0101 0102") is None) == (leader == "F8")


@pytest.mark.rule("N14.51")
def test_a_wing_commander_rides_only_with_his_corps() -> None:
    state = ending(OPEN, "F1 infantry 5-3 0101", "F7 wing 0102 of:FW")
    assert not rides_with(state, LeaderId("F7"), FI)


@pytest.mark.rule("N14.51")
def test_a_leader_moves_once_a_turn() -> None:
    state = ending(OPEN, "F8 leader 0301")
    played = play(
        state,
        consolidation_segment,
        answers={MoveLeaderOrTrain: [Journey("F8", hexes("0301 0302"))]},
    )
    assert played.events == [LeaderMoved(LeaderId("F8"), hexes("0301 0302"))]
    assert law(played.state, "F8", "0302 0303") == "N14.51"
    assert list(MoveLeaderOrTrain(FRENCH, FI).options(played.state)) == [None]


@pytest.mark.rule("N14.51")
@pytest.mark.parametrize("path", ["0301", "", "0302 0303", "0301 0303", "0301 9999"])
def test_a_ride_must_hang_together(path: str) -> None:
    assert law(ending(OPEN, "F8 leader 0301"), "F8", path) == "N14.5"


@pytest.mark.rule("N4.71")
def test_in_turn_end_the_first_players_command_moves_first() -> None:
    state = position(OPEN, "F8 overall 0101 of:FHQ", "F9 hq 0101 of:FHQ", "A8 overall 0707 of:AHQ")
    journeys = [Journey("F9", hexes("0101 0102")), None]
    first = play(state, command_moves, answers={MoveCommand: journeys[:1]})
    assert first.questions(MoveCommand)[0].side == FRENCH
    assert first.events == [HqMoved(LeaderId("F9"), hexes("0101 0102"))]
    second = play(first.state, command_moves, answers={MoveCommand: [None]})
    assert second.state.commanded == (FRENCH,)
    third = play(second.state, command_moves, answers={MoveCommand: [None]})
    assert third.questions(MoveCommand)[0].side == ALLIED


def listed(state: GameState, piece: str) -> set[str]:
    """The ends of a piece's listed journeys at the end of the activation."""
    options = MoveLeaderOrTrain(FRENCH, FI).options(state)
    return {option.hexes[-1] for option in options if option is not None and option.piece == piece}


@pytest.mark.rule("N14.51")
def test_a_leader_is_offered_friends_and_named_places_and_no_other_hex() -> None:
    sheet = replace(board(OPEN), places=(Place("Perthes", Hex("0505"), Terrain.CLEAR),))
    lines = ("F8 leader 0301", "F1 infantry 5-3 0303", "F2 train 0101", "A1 infantry 5-3 0707")
    _, state = battle_of(sheet, *lines)
    state.activation = Activation(FI, FRENCH, Segment.CONSOLIDATION, had_contact=False)
    assert listed(state, "F8") == {"0303", "0505"}
    assert law(state, "F8", "0301 0302") is None  # what is not listed is legal all the same


@pytest.mark.rule("N16.4")
def test_a_train_is_offered_every_hex_that_it_can_reach() -> None:
    state = ending(OPEN, "F2 train 0303", "F1 infantry 5-3 0302")
    assert listed(state, "F2") == set(train_ends(state, unit("F2")))
    assert "0302" not in listed(state, "F2")
    assert len(listed(state, "F2")) > 20


@pytest.mark.rule("N4.5f")
def test_kinds_of_answers() -> None:
    for asked in (MoveLeaderOrTrain(FRENCH, FI), MoveCommand(FRENCH)):
        assert asked.kind(None) == "end"
        assert asked.kind(Journey("F8", hexes("0301 0302"))) == "move"


@pytest.mark.rule("N4.71")
def test_only_oc_and_hq_move_in_turn_end() -> None:
    state = position(OPEN, "F8 leader 0101", "F9 overall 0101 of:FHQ")
    refusal = MoveCommand(FRENCH).refusal(state, Journey("F8", hexes("0101 0102")))
    assert refusal is not None
    assert refusal.rule == "N4.71"


# -- trains


@pytest.mark.rule("N16.4")
def test_trains_move_in_consolidation_at_cavalry_costs_and_roads_at_a_half() -> None:
    rows = ". . . .\n. w . .\n. . . ."
    state = ending(rows, "F2 train 0202 moved", "F3 train 0201", roads=["0201 0301 0401"])
    assert law(state, "F2", "0202 0302") == "N14.51"
    assert law(state, "F3", "0201 0301 0401") is None
    played = play(
        state,
        consolidation_segment,
        answers={MoveLeaderOrTrain: [Journey("F3", hexes("0201 0301 0401"))]},
    )
    assert played.events == [UnitMoved(units("F3"), hexes("0201 0301 0401"), 2, False)]
    assert law(played.state, "F3", "0401 0402") == "N14.51"


@pytest.mark.rule("N16.4")
def test_trains_never_enter_an_enemy_zone_or_a_hex_with_enemies() -> None:
    state = ending(OPEN, "F2 train 0301", "A1 infantry 5-3 0304", "A2 train 0201", "A3 leader 0402")
    assert law(state, "F2", "0301 0302 0303") == "N16.4"
    assert law(state, "F2", "0301 0201") == "N16.4"
    assert "0303" not in train_ends(state, unit("F2"))
    assert "0201" not in train_ends(state, unit("F2"))


@pytest.mark.rule("N16.4")
def test_an_enemy_unit_that_enters_destroys_a_train() -> None:
    state = position(OPEN, "F1 light 3-3 0301", "A2 train 0302", active="FI")

    async def ride(table: Table[GameState]) -> None:
        await walk(table, units("F1"), Route(hexes("0301 0302 0303")), None)

    played = play(state, ride)
    assert played.of(TrainDestroyed) == [TrainDestroyed(unit("A2"), FRENCH)]
    assert played.state.units[unit("A2")].box is Box.CAPTURED
    assert played.state.units[unit("F1")].hex == "0303"


@pytest.mark.rule("N6.10")
def test_trains_with_an_escort_are_safe() -> None:
    state = position(OPEN, "A1 infantry 5-3 0302", "A2 train 0302")

    async def enter(table: Table[GameState]) -> None:
        await overrun(table, FRENCH, Hex("0302"))

    assert play(state, enter).events == []


# -- leaders without troops


def alone(state: GameState, hex_: str, side: Side, *dice: int) -> Any:
    async def roll(table: Table[GameState]) -> None:
        await leaders_alone(table, Hex(hex_), side)

    return play(state, roll, dice)


@pytest.mark.rule("N14.7")
@pytest.mark.parametrize(
    ("die", "captured"), [(1, True), (2, True), (3, False), (4, False), (5, False), (6, False)]
)
def test_a_leader_is_captured_on_one_or_two(die: int, captured: bool) -> None:
    played = alone(position(OPEN, "A8 leader 0303", "A1 infantry 5-3 0505"), "0303", ALLIED, die)
    assert bool(played.of(LeaderCaptured)) is captured
    assert played.of(DieRolled) == [DieRolled("capture of A8", die, 0, die)]
    if captured:
        assert played.state.leaders["A8"].box is Box.CAPTURED
    else:
        assert played.of(LeaderDisplaced)[0].hex == "0505"


@pytest.mark.rule("N14.7")
@pytest.mark.parametrize(("die", "captured"), [(1, True), (2, False)])
def test_napoleon_is_captured_on_a_one_only(die: int, captured: bool) -> None:
    lines = ("F8 overall 0303 of:FHQ napoleon", "F1 infantry 5-3 0505")
    played = alone(position(OPEN, *lines), "0303", FRENCH, die)
    assert bool(played.of(LeaderCaptured)) is captured


@pytest.mark.rule("N14.71")
def test_a_leader_without_a_friend_within_ten_hexes_is_captured() -> None:
    rows = "\n".join([". " * 20] * 2)
    far = position(rows, "A8 leader 0101", "A1 infantry 5-3 1201")
    near = position(rows, "A8 leader 0101", "A1 infantry 5-3 1101")
    assert far.battle.battlefield.grid.distance(Hex("0101"), Hex("1101")) == 10
    assert alone(far, "0101", ALLIED, 6).of(LeaderCaptured)
    assert alone(near, "0101", ALLIED, 6).of(LeaderDisplaced)[0].hex == "1101"


@pytest.mark.rule("N14.7")
def test_a_leader_flees_to_the_nearest_combat_unit() -> None:
    state = position(
        OPEN,
        "A8 leader 0303",
        "A1 infantry 5-3 0307",
        "A2 infantry 5-3 0305",
        "A3 train 0304",
        "F1 infantry 5-3 0302",
    )
    assert alone(state, "0303", ALLIED, 6).of(LeaderDisplaced)[0].hex == "0305"


@pytest.mark.rule("N14.51")
def test_an_hq_that_is_run_over_goes_with_its_commander() -> None:
    state = position(
        OPEN, "A8 overall 0303 of:AHQ", "A9 hq 0303 of:AHQ", "A1 infantry 5-3 0505 of:AI"
    )
    played = alone(state, "0303", ALLIED, 4)
    assert [(e.leader, e.hex) for e in played.of(LeaderDisplaced)] == [
        ("A8", "0505"),
        ("A9", "0505"),
    ]
    lost = alone(state, "0303", ALLIED, 2)
    assert [e.leader for e in lost.of(LeaderCaptured)] == ["A8", "A9"]


@pytest.mark.rule("N14.51")
def test_an_hq_alone_joins_its_commander_without_a_die() -> None:
    state = position(
        OPEN, "A8 overall 0505 of:AHQ", "A9 hq 0303 of:AHQ", "A1 infantry 5-3 0505 of:AI"
    )
    played = alone(state, "0303", ALLIED)
    assert [(e.leader, e.hex) for e in played.of(LeaderDisplaced)] == [("A9", "0505")]


@pytest.mark.rule("N6.10")
def test_moving_over_a_lone_leader_rolls_for_him_and_goes_on() -> None:
    state = position(
        OPEN, "F1 light 3-3 0301", "A8 leader 0302", "A1 infantry 5-3 0607", active="FI"
    )

    async def ride(table: Table[GameState]) -> None:
        await walk(table, units("F1"), Route(hexes("0301 0302 0303")), None)

    played = play(state, ride, [5])
    assert played.of(LeaderDisplaced)[0].hex == "0607"
    assert played.state.units[unit("F1")].hex == "0303"


@pytest.mark.rule("N14.7")
def test_leaders_of_the_other_side_in_the_hex_do_not_roll() -> None:
    state = position(OPEN, "A8 leader 0303", "F8 leader 0303")
    state.put_leader(replace(state.leaders[LeaderId("F8")], hex=Hex("0303")))
    played = alone(state, "0303", ALLIED, 1)
    assert [e.leader for e in played.of(LeaderCaptured)] == ["A8"]
