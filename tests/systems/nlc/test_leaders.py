"""Leaders, headquarters, wings and successors (N14)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Decision, Table
from hexwar.ground.sight import has_line_of_sight
from hexwar.hexes import Hex
from hexwar.rulebook import Rulebook
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc import numbers
from hexwar.systems.nlc.events.leaders import (
    HqMoved,
    LeaderCaptured,
    LeaderDisplaced,
    LeaderMoved,
    LeaderReplaced,
)
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.events.orders import OrderDispatched
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import ActivationEnded, CommandMoved, DieRolled
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.preview import journeys
from hexwar.systems.nlc.rules.command.command import (
    centre_of,
    commander_of,
    leader_rating,
    rating_of,
)
from hexwar.systems.nlc.rules.command.headquarters import MoveHqOut, endangered, errand_of, escapes
from hexwar.systems.nlc.rules.command.leaders import (
    leader_ends,
    leaders_alone,
    may_go_along,
    overrun,
    replace_leaders,
    rides_with,
)
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import walk
from hexwar.systems.nlc.rules.orders.goals import nearest_enemy
from hexwar.systems.nlc.rules.orders.pad import giver_of
from hexwar.systems.nlc.rules.orders.writing import (
    CompleteWcDuty,
    WingDuty,
    complete_wing_duties,
    wing_duty,
)
from hexwar.systems.nlc.rules.supply.trains import train_ends
from hexwar.systems.nlc.rules.turn.consolidation import (
    Journey,
    MoveCommand,
    MoveLeaderOrTrain,
    command_moves,
    consolidation_segment,
)
from hexwar.systems.nlc.rules.turn.sequence import turn_end
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.state import GameState
from hexwar.table.battlefield import Place, Terrain
from hexwar.table.forces import FormationId, LeaderId, Side
from hexwar.table.pieces import Activation, Box, Leader, Phase, Segment
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
from tests.systems.nlc.staffs import leader, line, on_its_way, order, put, staff

# -- leaders, HQ counters and trains (N14.5, N14.7, N16.4, N6.8, N6.10)


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


# -- hQ counters and wing commanders: out of an enemy zone, and where orders send them (N14.5)


STRIP = "\n".join([". " * 14] * 5)
"""Fourteen columns of clear hexes: along a row a column is a hex."""
FI_OF_HEADQUARTERS, FW = FormationId("FI"), FormationId("FW")
HQ, OC, WC = LeaderId("F7"), LeaderId("F6"), LeaderId("F9")


def law_headquarters(state: GameState, asked: Decision[Any], answer: Any) -> str | None:
    refusal = asked.refusal(state, answer)
    return None if refusal is None else refusal.rule


# -- out of an enemy zone


def over_run(*lines: str, rows: str = OPEN, **more: Any) -> GameState:
    """The Allies' activation is about to end."""
    return position(rows, *lines, active="AI", segment=Segment.CONSOLIDATION, **more)


def ends(state: GameState) -> set[Hex]:
    return {path[-1] for path in escapes(state, HQ)}


@pytest.mark.rule("N14.51")
def test_after_an_enemy_activation_an_hq_in_an_ezoc_may_go_out_of_it() -> None:
    state = over_run("F7 hq 0404 of:FHQ", "A1 infantry 5-3 0403")
    path = hexes("0404 0405")
    played = play(
        state,
        consolidation_segment,
        answers={MoveLeaderOrTrain: [None], MoveHqOut: [path]},
    )
    assert played.events == [HqMoved(HQ, path, free=True), ActivationEnded(FormationId("AI"))]
    assert played.questions(MoveHqOut) == [MoveHqOut(FRENCH, HQ)]
    assert played.state.leaders[HQ].hex == "0405"
    assert not played.state.leaders[HQ].moved  # his move of the turn is left


@pytest.mark.rule("N14.51")
def test_it_may_stay() -> None:
    state = over_run("F7 hq 0404 of:FHQ", "F1 infantry 5-3 0404", "A1 infantry 5-3 0403")
    played = play(
        state, consolidation_segment, answers={MoveLeaderOrTrain: [None], MoveHqOut: [None]}
    )
    assert played.events == [ActivationEnded(FormationId("AI"))]


@pytest.mark.rule("N14.51")
def test_it_goes_up_to_two_hexes_and_ends_out_of_the_zone() -> None:
    state = over_run("F7 hq 0404 of:FHQ", "A1 infantry 5-3 0403")
    zone = set(hexes("0402 0404 0303 0304 0503 0504"))
    grid = state.battle.battlefield.grid
    assert ends(state) == {h for h in grid.within(Hex("0404"), 2) if h not in zone} - {"0403"}
    asked = MoveHqOut(FRENCH, HQ)
    assert law_headquarters(state, asked, hexes("0404 0405")) is None
    assert law_headquarters(state, asked, hexes("0404 0405 0406")) is None
    assert law_headquarters(state, asked, hexes("0404 0503")) == "N14.51"
    assert law_headquarters(state, asked, hexes("0404 0405 0406 0407")) == "N14.51"


@pytest.mark.rule("N14.51")
def test_it_passes_neither_enemies_nor_unbridged_rivers() -> None:
    sides = ("0404-0405", "0404-0305", "0404-0505", "0404-0304", "0404-0504")
    penned = over_run("F7 hq 0404 of:FHQ", "A1 infantry 5-3 0403", rivers=sides)
    assert endangered(penned, FRENCH) == []
    train = over_run("F7 hq 0404 of:FHQ", "A1 train 0405", "A2 infantry 5-3 0403")
    assert not ends(train) & set(hexes("0405 0406"))  # 0406 is beyond the train


@pytest.mark.rule("N14.51")
def test_only_an_hq_in_a_zone_of_the_side_that_did_not_act_is_asked() -> None:
    lines = ("F7 hq 0404 of:FHQ", "F6 overall 0404 of:FHQ", "A1 infantry 5-3 0403")
    state = over_run(*lines, "A7 hq 0101 of:AHQ")
    assert endangered(state, FRENCH) == [HQ]
    assert endangered(state, ALLIED) == []
    far = over_run("F7 hq 0404 of:FHQ", "A1 infantry 5-3 0401")
    assert endangered(far, FRENCH) == []


def test_the_prompt_says_which_hq_and_why() -> None:
    state = over_run("F7 hq 0404 of:FHQ", "A1 infantry 5-3 0403")
    assert MoveHqOut(FRENCH, HQ).sentence(state) == (
        "The French may move F7 out of the enemy's zone of control."
    )


# -- under orders: the HQ


def staff_headquarters(*lines: str, orders: str = "FHQ: march 0902", **more: Any) -> GameState:
    """The French are about to move their command in Turn End."""
    pieces = ("F7 hq 0202 of:FHQ", "F6 overall 0202 of:FHQ")
    return position(STRIP, *pieces, *lines, orders=orders, **more)


@pytest.mark.rule("N14.53")
def test_an_order_obliges_an_hq_to_move_toward_its_goal() -> None:
    asked = MoveCommand(FRENCH)
    assert law_headquarters(staff_headquarters(), asked, None) == "N14.53"
    assert None not in asked.options(staff_headquarters())
    assert (
        law_headquarters(
            staff_headquarters("F1 infantry 5-3 0101", orders="FI: march 0902"), asked, None
        )
        is None
    )


@pytest.mark.rule("N14.53")
def test_it_may_not_go_elsewhere_but_the_oc_may() -> None:
    state, asked = staff_headquarters(), MoveCommand(FRENCH)
    assert law_headquarters(state, asked, Journey("F7", hexes("0202 0102"))) == "N14.53"
    assert law_headquarters(state, asked, Journey("F7", hexes("0202 0303"))) is None
    assert law_headquarters(state, asked, Journey("F6", hexes("0202 0102"))) is None


@pytest.mark.rule("N14.53")
def test_the_nearest_end_is_listed_and_no_end_off_the_way() -> None:
    state = staff_headquarters("F1 infantry 5-3 0104", "F2 infantry 5-3 0402")
    listed = [j for j in MoveCommand(FRENCH).options(state) if j is not None and j.piece == "F7"]
    assert {j.hexes[-1] for j in listed} == {"0402", "0701"}
    assert {len(j.hexes) for j in listed} == {3, 6}
    assert set(journeys(state, "F7")) >= {"0303", "0701", "0702"}
    assert "0104" not in journeys(state, "F7")


@pytest.mark.rule("N14.53")
def test_once_it_has_moved_the_turn_may_end() -> None:
    ride = Journey("F7", hexes("0202 0302"))
    played = play(staff_headquarters(), command_moves, answers={MoveCommand: [ride]})
    assert played.events == [HqMoved(HQ, ride.hexes)]
    ended = play(played.state, command_moves, answers={MoveCommand: [None]})
    assert ended.events == [CommandMoved(FRENCH)]


@pytest.mark.rule("N14.53")
@pytest.mark.parametrize(("goal", "rule"), [("0402", None), ("0502", "N14.53")])
def test_within_two_hexes_the_goal_is_reached(goal: str, rule: str | None) -> None:
    assert (
        law_headquarters(staff_headquarters(orders=f"FHQ: march {goal}"), MoveCommand(FRENCH), None)
        == rule
    )


@pytest.mark.rule("N14.53")
def test_what_cannot_go_nearer_owes_nothing() -> None:
    sides = ("0202-0302", "0202-0303", "0202-0203", "0202-0201", "0102-0202", "0103-0202")
    assert law_headquarters(staff_headquarters(rivers=sides), MoveCommand(FRENCH), None) is None


def test_a_goal_may_be_a_formation_and_is_named_in_the_refusal() -> None:
    state = staff_headquarters("F1 infantry 5-3 0902", "F8 leader 0902", orders="FHQ: march FI")
    refusal = MoveCommand(FRENCH).refusal(state, None)
    assert refusal is not None
    assert "FI Corps" in refusal.sentence
    errand = errand_of(state, HQ)
    assert errand is not None
    assert errand.goal == "0902"


# -- under orders: a wing commander


def wing(*lines: str, orders: str = "FW: march 0902", **more: Any) -> GameState:
    """FI of a wing is about to end its activation."""
    pieces = ("F9 wing 0202 of:FW", "F1 infantry 5-3 0202")
    return position(
        STRIP,
        *pieces,
        *lines,
        orders=orders,
        active="FI",
        segment=Segment.CONSOLIDATION,
        formations={"FI": {"assigned_to": FW}, **more.pop("formations", {})},
        **more,
    )


ENDING = MoveLeaderOrTrain(FRENCH, FI_OF_HEADQUARTERS)


@pytest.mark.rule("N14.53")
def test_a_wing_commander_goes_where_his_order_sends_him() -> None:
    state = wing()
    assert law_headquarters(state, ENDING, None) == "N14.53"
    assert None not in ENDING.options(state)
    assert law_headquarters(state, ENDING, Journey("F9", hexes("0202 0102"))) == "N14.53"
    path = hexes("0202 0303")
    played = play(state, consolidation_segment, answers={MoveLeaderOrTrain: [Journey("F9", path)]})
    assert played.events == [LeaderMoved(WC, path)]
    assert law_headquarters(played.state, ENDING, None) is None


@pytest.mark.rule("N14.53")
def test_he_may_wait_for_another_corps_of_his_that_will_act() -> None:
    two = {"FII": {"assigned_to": FW}}
    state = wing("F2 infantry 5-3 0303 of:FII", formations=two)
    assert law_headquarters(state, ENDING, None) is None
    state.chits = replace(state.chits, acted=(FI_OF_HEADQUARTERS, FormationId("FII")))
    assert law_headquarters(state, ENDING, None) == "N14.53"


def riding(state: GameState, path: str) -> str | None:
    """What refuses F1 that path with the wing commander in its company."""
    assert state.activation is not None
    state.activation = replace(state.activation, segment=Segment.MOVEMENT)
    asked = ChoosePath(FRENCH, units("F1"))
    assert law_headquarters(state, asked, Route(hexes(path))) is None
    return law_headquarters(state, asked, Route(hexes(path), leaders=(WC,)))


@pytest.mark.rule("N14.53")
def test_he_rides_along_only_with_troops_that_bring_him_nearer() -> None:
    orders = "FW: march 0902; FI: attack 0202"
    assert riding(wing(orders=orders), "0202 0102") == "N14.53"
    assert riding(wing(orders=orders), "0202 0201") == "N14.53"
    assert riding(wing(orders=orders), "0202 0302") is None
    assert riding(wing(orders="FI: attack 0202"), "0202 0102") is None


@pytest.mark.rule("N14.53")
def test_near_his_goal_he_rides_with_whom_he_likes() -> None:
    assert riding(wing(orders="FW: march 0402; FI: attack 0202"), "0202 0102") is None


@pytest.mark.rule("N14.53")
def test_in_an_enemy_zone_he_may_stay_with_his_troops() -> None:
    assert law_headquarters(wing("A1 infantry 5-3 0302"), ENDING, None) is None


def test_without_an_order_or_a_goal_he_owes_nothing() -> None:
    assert law_headquarters(wing(orders="FI: march 0902"), ENDING, None) is None
    assert law_headquarters(wing(orders="FW: reserve"), ENDING, None) is None


def test_a_corps_commander_is_not_bound() -> None:
    state = wing("F8 leader 0202", orders="FI: march 0902")
    assert errand_of(state, LeaderId("F8")) is None
    assert law_headquarters(state, ENDING, Journey("F8", hexes("0202 0102"))) is None


# -- successors of captured commanders (N14.6, N14.71)


"""Fourteen columns of clear hexes."""
FI_LINE, CHIEF = LineId("FI"), LeaderId("F8")


def acting(*lines: str, segment: Segment = Segment.COMMAND, **more: Any) -> GameState:
    return position(more.pop("rows", STRIP), *lines, active="FI", segment=segment, **more)


def captured(state: GameState, leader: str = "F8", turn: int = 1) -> GameState:
    """The same table after the enemy has taken a leader."""
    after = state.copy()
    after.turn = turn
    LeaderCaptured(LeaderId(leader), ALLIED).apply(after)
    return after


@pytest.mark.rule("N14.6")
@pytest.mark.parametrize(("now", "appears"), [(3, False), (4, True), (5, True)])
def test_a_successor_appears_in_the_second_turn_end_after(now: int, appears: bool) -> None:
    lines = ("F1 infantry 4-3 0101", "F2 infantry 6-3 0303", "F8 leader 0101 rating:3")
    state = captured(acting(*lines), turn=3)
    state.turn = now
    table = Table(state)
    replace_leaders(table)
    assert table.events == ([LeaderReplaced(CHIEF, Hex("0303"))] if appears else [])
    if appears:
        assert commander_of(state, FI_LINE) == "F8"
        assert (rating_of(state, FI_LINE), centre_of(state, FI_LINE)) == (2, "0303")
        assert state.losses.lost_leaders == {}


@pytest.mark.rule("N14.71")
@pytest.mark.parametrize("role", ["wing", "overall"])
def test_a_captured_wc_or_oc_has_no_successor(role: str) -> None:
    state = captured(acting("F1 infantry 4-3 0101", f"F8 {role} 0101"))
    state.turn = 9
    table = Table(state)
    replace_leaders(table)
    assert table.events == []
    assert state.leaders[CHIEF].box is Box.CAPTURED


@pytest.mark.rule("N14.6")
def test_a_successor_waits_for_troops_on_the_map() -> None:
    state = captured(acting("F1 infantry 4-3 uar", "F8 leader 0101"))
    state.turn = 9
    table = Table(state)
    replace_leaders(table)
    assert table.events == []


@pytest.mark.rule("N14.71")
def test_a_successor_who_is_captured_has_a_successor_again() -> None:
    state = captured(acting("F1 infantry 4-3 0101", "F8 leader 0101 rating:4"))
    for turn in (2, 3):
        state.turn = turn
        replace_leaders(Table(state))
        state = captured(state, turn=turn)
    state.turn = 4
    replace_leaders(Table(state))
    assert state.leaders[CHIEF].successor == 3
    assert leader_rating(state, CHIEF) == 1


@pytest.mark.rule("N14.6")
def test_turn_end_brings_the_successor_on() -> None:
    state = captured(acting("F1 infantry 5-3 0101", "F8 leader 0101", "A1 infantry 5-3 1405"))
    state.activation, state.phase = None, Phase.TURN_END
    state.turn, state.commanded = 2, (FRENCH, ALLIED)
    assert play(state, turn_end).of(LeaderReplaced) == [LeaderReplaced(CHIEF, Hex("0101"))]


# -- leaders: their ratings, who is under whom at Brienne; and whom the rules call visible


RATINGS = {
    "Blücher": "[3]",
    "Gyulai": "(2)",
    "Sacken": "[2]",
    "Olsufiev": "(2)",
    "Pahlen": "(3)",
    "Lieven": "(2)",
    "Scherbatov": "(2)",
    "Vasilchikov": "(2)",
    "Napoléon": "[3]",
    "Nansouty": "(3)",
    "Mortier": "(2)",
    "Ney": "(4)",
    "Victor": "(2)",
    "Marmont": "(3)",
    "Gérard": "(2)",
    "Doumerc": "(3)",
    "Milhaud": "(3)",
}
"""N14.2: those leaders of the list whom the battle of Brienne knows by the same name."""


@pytest.mark.rule("N14.1", "N14.2")
@pytest.mark.parametrize(("name", "shown"), RATINGS.items())
def test_leaders_have_the_rating_of_the_list(name: str, shown: str) -> None:
    (card,) = (
        card for card in load_battle("brienne", FILES_ONLY).leaders.values() if card.name == name
    )
    assert card.shown_rating == shown


@pytest.mark.rule("N12.53", "N14.2")
def test_the_two_ratings_of_grouchy() -> None:
    leaders = load_battle("brienne", FILES_ONLY).leaders.values()
    (grouchy,) = (card for card in leaders if card.name == "Grouchy")
    assert grouchy.shown_rating == "[3/1]"


@pytest.mark.rule("N14.2")
@pytest.mark.parametrize(("name", "shown"), [*RATINGS.items(), ("Grouchy", "[3]/[1]")])
def test_the_rulebook_lists_the_rating(name: str, shown: str) -> None:
    text = Rulebook.load(numbers.printed()).rule("N14.2").text_markdown
    assert f"{name} {shown}" in text.replace(" |", ",")


@pytest.mark.rule("N24.4", "N12.11", "N12.8")
def test_the_chain_of_command_at_brienne() -> None:
    battle = load_battle("brienne", FILES_ONLY)
    state = set_up(battle)
    under = {str(f): giver_of(state, LineId(f)) for f in battle.formations}
    assert [f for f, giver in under.items() if giver == "FR-GRO-L"] == ["FR-5C"]
    assert [f for f, giver in under.items() if giver == "CO-SAC-L"] == ["CO-6", "CO-11"]
    assert {under["FR-GRO"], under["FR-YG"], under["FR-2"]} == {"FR-HQ-L"}
    assert {under["CO-SAC"], under["CO-AG"], under["CO-9"]} == {"CO-HQ-L"}
    reserve = battle.formations[FormationId("FR-RES")].units
    assert [battle.units[u].attached_from for u in reserve].count(FormationId("FR-6")) == 3


@pytest.mark.rule("N14.53", "N12.16")
def test_an_hq_without_an_order_of_its_own_is_not_tied_to_its_place() -> None:
    state, hq = set_up(load_battle("brienne", FILES_ONLY)), LeaderId("CO-HQ-HQ")
    assert state.pad.lines[LineId("CO-HQ")].step.verb == "defend"
    state.put_leader(Leader(hq, hex=Hex("1010")))
    assert errand_of(state, hq) is None
    assert errand_of(state, LeaderId("CO-SAC-L")) is not None  # he has an order to march


@pytest.mark.rule("N3.6")
def test_an_enemy_behind_woods_is_visible_all_the_same() -> None:
    rows = OPEN.splitlines()
    rows[3] = "w  w  w  w  w  w  w"
    state = position(
        "\n".join(rows), "F1 infantry 6-3 0401", "A1 infantry 6-3 0407", orders="FI: delay 0404"
    )
    assert not has_line_of_sight(state.battle.battlefield, Hex("0401"), Hex("0407"), 12)
    assert nearest_enemy(state, LineId("FI"), Hex("0401")) == "0407"


# -- what a wing commander owes who is to attack (N12.14, N12.17)


WING = FormationId("FW")
THIRD = ("F3 infantry 6-3 0602 of:FIII", "FIIIL leader 0602 of:FIII")


def wing_wings(
    orders: str = "FW: attack 2602", *, corps: str = "FI FII FIII", turn: int = 2
) -> GameState:
    """A wing commander with three corps, who has been under Attack since turn 1."""
    state = staff(*THIRD, orders=f"FIII: defend 0602; {orders}", wings=corps)
    held = state.pad.lines[line("FW")]
    state.pad = replace(state.pad, lines={**state.pad.lines, line("FW"): Line(held.steps, since=1)})
    state.turn = turn
    return state


def duty(state: GameState) -> WingDuty:
    found = wing_duty(state, WING)
    assert found is not None
    return found


def complete(state: GameState, *answers: tuple[str, ...]) -> Played[None]:
    named = [tuple(FormationId(f) for f in answer) for answer in answers]
    return play(
        state, lambda table: complete_wing_duties(table, FRENCH), answers={CompleteWcDuty: named}
    )


@pytest.mark.rule("N12.14")
@pytest.mark.parametrize(("corps", "needed"), [("FI", 1), ("FI FII", 1), ("FI FII FIII", 2)])
def test_half_of_the_corps_rounded_up_must_be_ordered_to_fight(corps: str, needed: int) -> None:
    found = duty(wing_wings(corps=corps))
    assert (found.needed, found.missing) == (needed, needed)
    assert found.corps == tuple(corps.split())


@pytest.mark.rule("N12.14")
@pytest.mark.parametrize(
    ("held", "is_bound"),
    [("attack 2602", True), ("probe 2602", True), ("march 0902, attack 2602", False)],
)
def test_only_a_wing_commander_under_attack_or_probe_is_bound(held: str, is_bound: bool) -> None:
    assert (wing_duty(wing_wings(f"FW: {held}"), WING) is not None) is is_bound


@pytest.mark.rule("N12.14")
@pytest.mark.parametrize("held", ["attack 2602", "probe 2002", "march 0902, attack 2602"])
def test_attack_and_probe_count_as_steps_of_a_sequence_too(held: str) -> None:
    assert duty(wing_wings(f"FW: attack 2602; FI: {held}")).met == ("FI",)


@pytest.mark.rule("N12.14")
def test_an_order_on_its_way_counts_in_place_of_the_one_in_force() -> None:
    state = on_its_way(wing_wings(), "FI", "attack 2602", due=3)
    assert duty(state).met == ("FI",)
    other = on_its_way(wing_wings("FW: attack 2602; FI: attack 2602"), "FI", "defend 0302", due=3)
    assert duty(other).met == ()


@pytest.mark.rule("N12.14")
def test_corps_that_are_not_on_the_map_do_not_count() -> None:
    state = staff(*THIRD, "F1 infantry 6-3 due", "FL leader due", wings="FI FII")
    state.pad = replace(
        state.pad, lines={**state.pad.lines, line("FW"): Line(order("attack 2602"))}
    )
    assert duty(state).corps == ("FII",)


@pytest.mark.rule("N12.14")
def test_a_wing_commander_off_the_map_owes_nothing() -> None:
    for box in (Box.DUE, Box.CAPTURED):
        assert wing_duty(put(wing_wings(), "FWL", box=box), WING) is None


@pytest.mark.rule("N12.14")
@pytest.mark.parametrize(
    ("line_", "deadline"), [(Line((), since=3), 4), (Line((), 1, stepped=4), 5)]
)
def test_he_has_until_the_next_turn_after_the_step_began(line_: Line, deadline: int) -> None:
    state = wing_wings()
    steps = order("attack 2602")
    state.pad = replace(
        state.pad,
        lines={**state.pad.lines, line("FW"): Line(steps, line_.since, stepped=line_.stepped)},
    )
    assert duty(state).deadline == deadline


@pytest.mark.rule("N12.17")
def test_before_the_deadline_nobody_is_asked() -> None:
    assert complete(wing_wings(turn=1)).asked == []


@pytest.mark.rule("N12.17")
def test_late_he_names_corps_that_get_a_copy_of_his_order() -> None:
    played = complete(wing_wings(), ("FI", "FIII"))
    sent = played.of(OrderDispatched)
    assert [(event.line, event.steps, event.giver) for event in sent] == [
        ("FI", order("attack 2602"), "FWL"),
        ("FIII", order("attack 2602"), "FWL"),
    ]
    assert duty(played.state).missing == 0


@pytest.mark.rule("N12.17")
def test_copies_need_no_capacity_but_a_courier() -> None:
    state = wing_wings()
    state.pad = replace(state.pad, issued={**state.pad.issued, leader("FWL"): 2})
    assert duty(state).missing == 2
    ring = [f"A{n} infantry 5-3 {hex_}" for n, hex_ in ((7, "0901"), (8, "0903"))]
    far = ("F1 infantry 6-3 1402", "FL leader 1402 rating:3")
    cut = staff(*ring, "A9 infantry 5-3 0904", *far, wings="FI")
    cut.pad = replace(cut.pad, lines={**cut.pad.lines, line("FW"): Line(order("attack 2602"))})
    found = duty(cut)
    assert (found.needed, found.open, found.missing) == (1, (), 0)
    cut.turn = 3
    assert complete(cut).asked == []


@pytest.mark.rule("N12.17")
def test_the_options_are_all_choices_of_the_missing_number() -> None:
    question = CompleteWcDuty(FRENCH, WING)
    assert question.options(wing_wings()) == [("FI", "FII"), ("FI", "FIII"), ("FII", "FIII")]
    assert {question.kind(one) for one in question.options(wing_wings())} == {"copy"}
    one = wing_wings("FW: attack 2602; FI: probe 2602")
    assert question.options(one) == [("FII",), ("FIII",)]


@pytest.mark.rule("N12.17")
@pytest.mark.parametrize("named", ["", "FI", "FI FI", "FI FII FIII", "FI AI", "FI FX"])
def test_exactly_the_missing_number_of_own_corps_is_named(named: str) -> None:
    answer = tuple(FormationId(f) for f in named.split())
    found = CompleteWcDuty(FRENCH, WING).refusal(wing_wings(), answer)
    assert found is not None
    assert found.rule == "N12.17"


@pytest.mark.rule("N12.17")
def test_the_order_of_the_names_does_not_matter() -> None:
    answer = (FormationId("FIII"), FormationId("FI"))
    assert CompleteWcDuty(FRENCH, WING).refusal(wing_wings(), answer) is None


def test_the_other_side_is_not_asked() -> None:
    played = play(wing_wings(), lambda table: complete_wing_duties(table, ALLIED))
    assert played.asked == []
