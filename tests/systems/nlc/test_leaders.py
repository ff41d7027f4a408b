"""Leaders, headquarters, wings and successors (N14)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from hexwar.engine import Decision, Event, Refusal, Table
from hexwar.ground.sight import has_line_of_sight
from hexwar.hexes import Hex
from hexwar.rulebook import Rulebook
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc import numbers
from hexwar.systems.nlc.events.leaders import HqMoved, LeaderCaptured, LeaderMoved, LeaderReplaced
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import ActivationEnded, CommandMoved, DieRolled
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.preview import journeys
from hexwar.systems.nlc.rules.command import command
from hexwar.systems.nlc.rules.command.headquarters import MoveHqOut, endangered, escapes, task_of
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
from hexwar.systems.nlc.rules.orders import writing
from hexwar.systems.nlc.rules.orders.goals import nearest_enemy
from hexwar.systems.nlc.rules.orders.pad import giver_of
from hexwar.systems.nlc.rules.supply.trains import train_ends
from hexwar.systems.nlc.rules.turn import consolidation
from hexwar.systems.nlc.rules.turn.sequence import turn_end
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.state import GameState
from hexwar.table.battlefield import Place, Terrain
from hexwar.table.forces import FormationId, LeaderId, Side
from hexwar.table.pieces import Activation, Box, Leader, Phase, Segment
from tests.systems.nlc import chapters
from tests.systems.nlc.cases import case, each, rule_of
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    battle_of,
    board,
    hexes,
    position,
    unit,
    units,
)
from tests.systems.nlc.staffs import leader, line, on_its_way, order, put, staff

# -- leaders, HQ counters and trains (N14.5, N14.7, N16.4, N6.8, N6.10)


WIDE = "\n".join([". " * 12] * 12)
FI = FormationId("FI")
ENDING = consolidation.MoveLeaderOrTrain(FRENCH, FI)


def ending(rows: str, *lines: str, **more: Any) -> GameState:
    return position(rows, *lines, active="FI", segment=Segment.CONSOLIDATION, **more)


def law(state: GameState, piece: str, path: str) -> str | None:
    return rule_of(ENDING.refusal(state, consolidation.Journey(piece, hexes(path))))


def down(last: int) -> str:
    """A path south from 0101."""
    return " ".join(f"01{row:02}" for row in range(1, last + 1))


@pytest.mark.rule("N14.5", "N14.51")
def test_a_leader_rides_eight_hexes_an_hq_five_and_no_more() -> None:
    for rider, far in (("F8 leader 0101", 8), ("F8 hq 0101 of:FHQ", 5)):
        state = ending(WIDE, rider)
        distance = state.battle.battlefield.grid.distance
        assert (
            max(distance(Hex("0101"), hex_) for hex_ in leader_ends(state, LeaderId("F8"))) == far
        )
    for more, far in (({}, 9), ({"slopes": ["0101-0102"]}, 8), ({"roads": [down(12)]}, 12)):
        state = ending(WIDE, "F8 leader 0101", **more)
        assert law(state, "F8", down(far)) is None
        if far < 12:
            assert law(state, "F8", down(far + 1)) == "N14.5"
    for path in ("0301", "", "0302 0303", "0301 0303", "0301 9999"):
        assert law(ending(OPEN, "F8 leader 0301"), "F8", path) == "N14.5"


@pytest.mark.rule("N14.5", "N6.8", "N14.51")
def test_a_ride_goes_round_what_bars_it_and_ends_in_a_zone_with_friends() -> None:
    state = ending(OPEN, "F8 leader 0301", rivers=["0301-0302"])
    assert law(state, "F8", "0301 0302") == "N14.5"
    found = leader_ends(state, LeaderId("F8"))
    assert found[Hex("0302")] in (hexes("0301 0401 0302"), hexes("0301 0201 0302"))
    assert law(state, "F8", " ".join(found[Hex("0302")])) is None
    assert "0301" not in found
    near = ending(OPEN, "F8 leader 0301", "A1 infantry 5-3 0304")
    wanted = set(hexes("0302 0303 0102"))
    assert set(leader_ends(near, LeaderId("F8"), wanted.__contains__)) == set(hexes("0302 0102"))
    lines = ("F8 leader 0301", "A1 infantry 5-3 0304", "F1 infantry 5-3 0403", "F2 train 0204")
    state = ending(OPEN, *lines)
    assert law(state, "F8", "0301 0302 0303") == "N6.8"
    assert law(state, "F8", "0301 0302 0402 0403") is None
    assert law(state, "F8", "0301 0302 0202 0203 0204") == "N6.8"
    assert law(state, "F8", "0301 0302 0303 0403") is None  # he may ride through
    assert ENDING.refusal(state, consolidation.Journey("F8", hexes("0301 0302 0303"))) == Refusal(
        "F8 may end in the enemy zone in 0303 only with friends.", "N6.8"
    )
    barred = ending(OPEN, "F8 leader 0301", "A2 train 0302")
    assert law(barred, "F8", "0301 0302 0303") == "N14.51"


@pytest.mark.rule("N14.51")
@each("leader goes", ("F8", True), ("F9", True), ("F7", False), ("A8", False), ("A9", False))
def test_command_goes_along_with_any_formation_once_a_turn(leader: str, goes: bool) -> None:
    lines = ("F1 infantry 5-3 0101", "F8 overall 0101 of:FHQ", "F9 hq 0101 of:FHQ")
    others = ("F7 wing 0101 of:FW", "A8 overall 0101 of:AHQ", "A9 hq 0101 of:AHQ")
    state = position(OPEN, *lines, *others)
    assert may_go_along(state, LeaderId(leader), FI) is goes
    state.put_leader(replace(state.leaders[LeaderId(leader)], moved=True))
    assert not may_go_along(state, LeaderId(leader), FI)


@pytest.mark.rule("N14.51", "N4.71")
def test_in_turn_end_oc_and_hq_move_the_first_players_first() -> None:
    lines = ("F9 hq 0301 of:FHQ", "A1 infantry 5-3 0304", "F1 infantry 5-3 0303", "F8 leader 0101")
    state, asked = position(OPEN, *lines), consolidation.MoveCommand(FRENCH)
    rides = (("F9", "0301 0302 0303"), ("F9", "0301 0302"), ("F8", "0101 0102"))
    journeys_ = [consolidation.Journey(who, hexes(path)) for who, path in rides]
    found = [rule_of(asked.refusal(state, journey)) for journey in journeys_]
    assert found == ["N14.51", None, "N4.71"]
    state = position(OPEN, "F8 overall 0101 of:FHQ", "F9 hq 0101 of:FHQ", "A8 overall 0707 of:AHQ")
    ride = consolidation.Journey("F9", hexes("0101 0102"))
    first = play(state, consolidation.command_moves, answers={"MoveCommand": [ride]})
    assert first.questions("MoveCommand")[0].side == FRENCH
    assert first.events == [HqMoved(LeaderId("F9"), ride.hexes)]
    second = play(first.state, consolidation.command_moves, answers={"MoveCommand": [None]})
    assert second.state.commanded == (FRENCH,)
    third = play(second.state, consolidation.command_moves, answers={"MoveCommand": [None]})
    assert third.questions("MoveCommand")[0].side == ALLIED


@pytest.mark.rule("N14.51")
@each("leader moves", ("F8", True), ("F7", True), ("F6", False), ("F5", False), ("A8", False))
def test_who_moves_in_an_activation(leader: str, moves: bool) -> None:
    lines = ("F1 infantry 5-3 0101", "F8 leader 0101", "F7 wing 0102 of:FW")
    others = ("F6 overall 0103 of:FHQ", "F5 leader 0104 of:FII", "A8 leader 0707")
    under = {"FI": {"assigned_to": FormationId("FW")}}
    state = ending(OPEN, *lines, *others, formations=under)
    assert rides_with(state, LeaderId(leader), FI) is moves
    assert (law(state, leader, "0101 0102") is None) == (leader == "F8")
    if leader == "F7":  # a wing commander rides only with his corps
        assert not rides_with(ending(OPEN, *lines), LeaderId("F7"), FI)


def listed(state: GameState, piece: str) -> set[str]:
    """The ends of a piece's listed journeys at the end of the activation."""
    options = ENDING.options(state)
    return {option.hexes[-1] for option in options if option is not None and option.piece == piece}


@pytest.mark.rule("N14.51", "N16.4", "N4.5f")
def test_leaders_and_trains_are_offered_their_ends_and_move_once_a_turn() -> None:
    sheet = replace(board(OPEN), places=(Place("Perthes", Hex("0505"), Terrain.CLEAR),))
    lines = ("F8 leader 0301", "F1 infantry 5-3 0303", "F2 train 0101", "A1 infantry 5-3 0707")
    _, state = battle_of(sheet, *lines)
    state.activation = Activation(FI, FRENCH, Segment.CONSOLIDATION, had_contact=False)
    assert listed(state, "F8") == {"0303", "0505"}
    assert law(state, "F8", "0301 0302") is None  # what is not listed is legal all the same
    state = ending(OPEN, "F2 train 0303", "F1 infantry 5-3 0302")
    assert listed(state, "F2") == set(train_ends(state, unit("F2")))
    assert "0302" not in listed(state, "F2")
    assert len(listed(state, "F2")) > 20
    ride = consolidation.Journey("F8", hexes("0301 0302"))
    for asked in (ENDING, consolidation.MoveCommand(FRENCH)):
        assert (asked.kind(None), asked.kind(ride)) == ("end", "move")
    state = ending(OPEN, "F8 leader 0301")
    played = play(state, consolidation.consolidation_segment, answers={"MoveLeaderOrTrain": [ride]})
    assert played.events == [LeaderMoved(LeaderId("F8"), hexes("0301 0302"))]
    assert law(played.state, "F8", "0302 0303") == "N14.51"
    assert list(ENDING.options(played.state)) == [None]


@pytest.mark.rule("N16.4", "N6.10")
def test_trains_move_in_consolidation_and_are_destroyed_without_an_escort() -> None:
    rows = ". . . .\n. w . .\n. . . ."
    state = ending(rows, "F2 train 0202 moved", "F3 train 0201", roads=["0201 0301 0401"])
    assert law(state, "F2", "0202 0302") == "N14.51"
    assert law(state, "F3", "0201 0301 0401") is None
    ride = consolidation.Journey("F3", hexes("0201 0301 0401"))
    played = play(state, consolidation.consolidation_segment, answers={"MoveLeaderOrTrain": [ride]})
    assert played.events == [UnitMoved(units("F3"), ride.hexes, 2, False)]
    assert law(played.state, "F3", "0401 0402") == "N14.51"
    state = ending(OPEN, "F2 train 0301", "A1 infantry 5-3 0304", "A2 train 0201", "A3 leader 0402")
    assert law(state, "F2", "0301 0302 0303") == "N16.4"
    assert law(state, "F2", "0301 0201") == "N16.4"
    assert not train_ends(state, unit("F2")).keys() & set(hexes("0303 0201"))
    state = position(OPEN, "F1 light 3-3 0301", "A2 train 0302", active="FI")
    played = play(state, ride_south)
    assert played.of("TrainDestroyed") == [TrainDestroyed(unit("A2"), FRENCH)]
    assert played.state.units[unit("A2")].box is Box.CAPTURED
    assert played.state.units[unit("F1")].hex == "0303"
    safe = position(OPEN, "A1 infantry 5-3 0302", "A2 train 0302")
    assert play(safe, lambda table: overrun(table, FRENCH, Hex("0302"))).events == []


async def ride_south(table: Table[GameState]) -> None:
    """F1 rides from 0301 over 0302."""
    await walk(table, units("F1"), Route(hexes("0301 0302 0303")), None)


def alone(state: GameState, hex_: str, side: Side, *dice: int) -> Played[Any]:
    return play(state, lambda table: leaders_alone(table, Hex(hex_), side), dice)


def displaced(played: Played[Any]) -> list[tuple[str, str]]:
    return [(e.leader, e.hex) for e in played.of("LeaderDisplaced")]


@pytest.mark.rule("N14.7")
@each("die", *range(1, 7))
def test_a_leader_is_captured_on_one_or_two_and_napoleon_on_a_one_only(die: int) -> None:
    lines = ("A8 leader 0303", "F8 leader 0303", "A1 infantry 5-3 0505")
    played = alone(position(OPEN, *lines), "0303", ALLIED, die)  # the French there do not roll
    assert [e.leader for e in played.of("LeaderCaptured")] == (["A8"] if die <= 2 else [])
    assert displaced(played) == ([] if die <= 2 else [("A8", "0505")])
    assert played.of("DieRolled") == [DieRolled("capture of A8", die, 0, die)]
    assert (played.state.leaders[LeaderId("A8")].box is Box.CAPTURED) is (die <= 2)
    lines = ("F8 overall 0303 of:FHQ napoleon", "F1 infantry 5-3 0505", "F2 infantry 5-3 0303")
    napoleon = alone(position(OPEN, *lines[:2]), "0303", FRENCH, die)
    assert bool(napoleon.of("LeaderCaptured")) is (die == 1)


@pytest.mark.rule("N14.71", "N14.7", "N14.51", "N6.10")
def test_a_leader_flees_to_the_nearest_unit_and_the_rider_goes_on() -> None:
    rows = "\n".join([". " * 20] * 2)
    far = position(rows, "A8 leader 0101", "A1 infantry 5-3 1201")
    near = position(rows, "A8 leader 0101", "A1 infantry 5-3 1101")
    assert far.battle.battlefield.grid.distance(Hex("0101"), Hex("1101")) == 10
    assert alone(far, "0101", ALLIED, 6).of("LeaderCaptured")
    assert displaced(alone(near, "0101", ALLIED, 6)) == [("A8", "1101")]
    lines = ("A8 leader 0303", "A1 infantry 5-3 0307", "A2 infantry 5-3 0305", "A3 train 0304")
    state = position(OPEN, *lines, "F1 infantry 5-3 0302")
    assert displaced(alone(state, "0303", ALLIED, 6)) == [("A8", "0305")]
    staff = ("A8 overall 0303 of:AHQ", "A9 hq 0303 of:AHQ", "A1 infantry 5-3 0505 of:AI")
    state = position(OPEN, *staff)
    assert displaced(alone(state, "0303", ALLIED, 4)) == [("A8", "0505"), ("A9", "0505")]
    lost = alone(state, "0303", ALLIED, 2)
    assert [e.leader for e in lost.of("LeaderCaptured")] == ["A8", "A9"]
    apart = position(OPEN, staff[0].replace("0303", "0505"), *staff[1:])
    assert displaced(alone(apart, "0303", ALLIED)) == [("A9", "0505")]  # without a die
    rider = ("F1 light 3-3 0301", "A8 leader 0302", "A1 infantry 5-3 0607")
    played = play(position(OPEN, *rider, active="FI"), ride_south, [5])
    assert displaced(played) == [("A8", "0607")]
    assert played.state.units[unit("F1")].hex == "0303"


# -- hQ counters and wing commanders: out of an enemy zone, and where orders send them (N14.5)


STRIP = "\n".join([". " * 14] * 5)
"""Fourteen columns of clear hexes: along a row a column is a hex."""
FW = FormationId("FW")
HQ, OC, WC = LeaderId("F7"), LeaderId("F6"), LeaderId("F9")


def refused(state: GameState, asked: Decision[Any], answer: Any) -> str | None:
    return rule_of(asked.refusal(state, answer))


def over_run(*lines: str, **more: Any) -> GameState:
    """The Allies' activation is about to end."""
    return position(OPEN, *lines, active="AI", segment=Segment.CONSOLIDATION, **more)


def ends(state: GameState) -> set[Hex]:
    return {path[-1] for path in escapes(state, HQ)}


IN_ZONE = ("F7 hq 0404 of:FHQ", "A1 infantry 5-3 0403")


@pytest.mark.rule("N14.51")
def test_after_an_enemy_activation_an_hq_in_an_ezoc_may_go_out_of_it_or_stay() -> None:
    state, path = over_run(*IN_ZONE), hexes("0404 0405")
    answers: Answers = {"MoveLeaderOrTrain": [None], "MoveHqOut": [path]}
    played = play(state, consolidation.consolidation_segment, answers=answers)
    assert played.events == [HqMoved(HQ, path, free=True), ActivationEnded(FormationId("AI"))]
    assert played.questions("MoveHqOut") == [MoveHqOut(FRENCH, HQ)]
    hq = played.state.leaders[HQ]
    assert (hq.hex, hq.moved) == ("0405", False)  # his move of the turn is left
    state = over_run(*IN_ZONE, "F1 infantry 5-3 0404")
    stay = {"MoveLeaderOrTrain": [None], "MoveHqOut": [None]}
    played = play(state, consolidation.consolidation_segment, answers=stay)
    assert played.events == [ActivationEnded(FormationId("AI"))]


@pytest.mark.rule("N14.51")
def test_it_goes_up_to_two_hexes_out_of_the_zone_past_nobody() -> None:
    state, asked = over_run(*IN_ZONE), MoveHqOut(FRENCH, HQ)
    zone = set(hexes("0402 0404 0303 0304 0503 0504"))
    grid = state.battle.battlefield.grid
    assert ends(state) == {h for h in grid.within(Hex("0404"), 2) if h not in zone} - {"0403"}
    for path in ("0404 0405", "0404 0405 0406"):
        assert refused(state, asked, hexes(path)) is None
    for path in ("0404 0503", "0404 0405 0406 0407"):
        assert refused(state, asked, hexes(path)) == "N14.51"
    words = "The French may move F7 out of the enemy's zone of control."
    assert asked.sentence(state) == words
    sides = ("0404-0405", "0404-0305", "0404-0505", "0404-0304", "0404-0504")
    assert endangered(over_run(*IN_ZONE, rivers=sides), FRENCH) == []
    train = over_run(*IN_ZONE, "A2 train 0405")
    assert not ends(train) & set(hexes("0405 0406"))  # 0406 is beyond the train
    state = over_run(*IN_ZONE, "F6 overall 0404 of:FHQ", "A7 hq 0101 of:AHQ")
    assert (endangered(state, FRENCH), endangered(state, ALLIED)) == ([HQ], [])
    assert endangered(over_run(IN_ZONE[0], "A1 infantry 5-3 0401"), FRENCH) == []


def commanded(*lines: str, orders: str = "FHQ: march 0902", **more: Any) -> GameState:
    """The French are about to move their command in Turn End."""
    pieces = ("F7 hq 0202 of:FHQ", "F6 overall 0202 of:FHQ")
    return position(STRIP, *pieces, *lines, orders=orders, **more)


TURN_END = consolidation.MoveCommand(FRENCH)
PENNED = ("0202-0302", "0202-0303", "0202-0203", "0202-0201", "0102-0202", "0103-0202")


@pytest.mark.rule("N14.53")
@each(
    "state rule",
    case("an order obliges it", commanded(), "N14.53"),
    case("no order", commanded("F1 infantry 5-3 0101", orders="FI: march 0902"), None),
    case("within two hexes", commanded(orders="FHQ: march 0402"), None),
    case("three hexes away", commanded(orders="FHQ: march 0502"), "N14.53"),
    case("what cannot go nearer", commanded(rivers=PENNED), None),
)
def test_an_order_obliges_an_hq_to_move_toward_its_goal(state: GameState, rule: str | None) -> None:
    assert refused(state, TURN_END, None) == rule
    assert (None in TURN_END.options(state)) is (rule is None)


@pytest.mark.rule("N14.53")
def test_an_hq_goes_to_its_goal_which_is_named_and_then_the_turn_may_end() -> None:
    rides = (("F7", "0202 0102"), ("F7", "0202 0303"), ("F6", "0202 0102"))
    ways = [consolidation.Journey(who, hexes(path)) for who, path in rides]
    found = [refused(commanded(), TURN_END, way) for way in ways]
    assert found == ["N14.53", None, None]
    state = commanded("F1 infantry 5-3 0104", "F2 infantry 5-3 0402")
    listed = [j for j in TURN_END.options(state) if j is not None and j.piece == "F7"]
    assert {j.hexes[-1] for j in listed} == {"0402", "0701"}
    assert {len(j.hexes) for j in listed} == {3, 6}
    assert set(journeys(state, "F7")) >= {"0303", "0701", "0702"}
    assert "0104" not in journeys(state, "F7")
    ride = consolidation.Journey("F7", hexes("0202 0302"))
    played = play(commanded(), consolidation.command_moves, answers={"MoveCommand": [ride]})
    assert played.events == [HqMoved(HQ, ride.hexes)]
    ended = play(played.state, consolidation.command_moves, answers={"MoveCommand": [None]})
    assert ended.events == [CommandMoved(FRENCH)]
    state = commanded("F1 infantry 5-3 0902", "F8 leader 0902", orders="FHQ: march FI")
    refusal, task = TURN_END.refusal(state, None), task_of(state, HQ)
    assert refusal is not None
    assert "FI Corps" in refusal.sentence
    assert task is not None
    assert task.goal == "0902"


def wing(*lines: str, orders: str = "FW: march 0902", **more: Any) -> GameState:
    """FI of a wing is about to end its activation."""
    pieces = ("F9 wing 0202 of:FW", "F1 infantry 5-3 0202")
    under = {"FI": {"assigned_to": FW}, **more.pop("formations", {})}
    return ending(STRIP, *pieces, *lines, orders=orders, formations=under, **more)


@pytest.mark.rule("N14.53")
def test_a_wing_commander_goes_where_he_is_sent_or_waits_for_a_corps() -> None:
    state, ride = wing(), consolidation.Journey("F9", hexes("0202 0303"))
    assert refused(state, ENDING, None) == "N14.53"
    assert None not in ENDING.options(state)
    assert refused(state, ENDING, consolidation.Journey("F9", hexes("0202 0102"))) == "N14.53"
    played = play(state, consolidation.consolidation_segment, answers={"MoveLeaderOrTrain": [ride]})
    assert played.events == [LeaderMoved(WC, ride.hexes)]
    assert refused(played.state, ENDING, None) is None
    state = wing("F2 infantry 5-3 0303 of:FII", formations={"FII": {"assigned_to": FW}})
    assert refused(state, ENDING, None) is None
    acted = chapters.changed(state, acted=(FI, FormationId("FII")))
    assert refused(acted, ENDING, None) == "N14.53"
    assert refused(wing("A1 infantry 5-3 0302"), ENDING, None) is None
    for orders in ("FI: march 0902", "FW: reserve"):
        assert refused(wing(orders=orders), ENDING, None) is None
    state = wing("F8 leader 0202", orders="FI: march 0902")  # a corps commander is not bound
    assert task_of(state, LeaderId("F8")) is None
    assert refused(state, ENDING, consolidation.Journey("F8", hexes("0202 0102"))) is None


@pytest.mark.rule("N14.53")
@each(
    "orders to rule",
    ("FW: march 0902; FI: attack 0202", "0102", "N14.53"),
    ("FW: march 0902; FI: attack 0202", "0201", "N14.53"),
    ("FW: march 0902; FI: attack 0202", "0302", None),
    ("FI: attack 0202", "0102", None),
    ("FW: march 0402; FI: attack 0202", "0102", None),  # near his goal, with whom he likes
)
def test_he_rides_along_with_who_brings_him_nearer(orders: str, to: str, rule: str | None) -> None:
    state = wing(orders=orders)
    assert state.activation is not None
    state.activation = replace(state.activation, segment=Segment.MOVEMENT)
    asked, path = ChoosePath(FRENCH, units("F1")), hexes(f"0202 {to}")
    assert refused(state, asked, Route(path)) is None
    assert refused(state, asked, Route(path, leaders=(WC,))) == rule


# -- successors of captured commanders (N14.6, N14.71)


FI_LINE, CHIEF = LineId("FI"), LeaderId("F8")
STRENGTH = "F1 infantry 4-3 0101"


def captured(state: GameState, turn: int = 1) -> GameState:
    """The same table after the enemy has taken F8."""
    after = chapters.changed(state, turn=turn)
    LeaderCaptured(CHIEF, ALLIED).apply(after)
    return after


def taken(*lines: str, turn: int = 1) -> GameState:
    state = position(STRIP, *lines, active="FI", segment=Segment.COMMAND)
    return captured(state, turn)


def replaced(state: GameState, turn: int) -> list[Event]:
    state.turn = turn
    table = Table(state)
    replace_leaders(table)
    return table.events


@pytest.mark.rule("N14.6", "N14.71")
def test_a_successor_appears_in_the_second_turn_end_and_again() -> None:
    for now, appears in ((3, False), (4, True), (5, True)):
        state = taken(STRENGTH, "F2 infantry 6-3 0303", "F8 leader 0101 rating:3", turn=3)
        assert replaced(state, now) == ([LeaderReplaced(CHIEF, Hex("0303"))] if appears else [])
        if appears:
            assert command.commander_of(state, FI_LINE) == "F8"
            assert command.rating_of(state, FI_LINE) == 2
            assert command.centre_of(state, FI_LINE) == "0303"
            assert state.losses.lost_leaders == {}
    state = taken(STRENGTH, "F8 leader 0101 rating:4")
    for turn in (2, 3):
        replaced(state, turn)
        state = captured(state, turn=turn)
    replaced(state, 4)
    assert (state.leaders[CHIEF].successor, command.leader_rating(state, CHIEF)) == (3, 1)
    state = taken("F1 infantry 5-3 0101", "F8 leader 0101", "A1 infantry 5-3 1405")
    chapters.put(state, activation=None, phase=Phase.TURN_END, turn=2, commanded=(FRENCH, ALLIED))
    assert play(state, turn_end).of("LeaderReplaced") == [LeaderReplaced(CHIEF, Hex("0101"))]


@pytest.mark.rule("N14.71", "N14.6")
@each(
    "lines",
    (STRENGTH, "F8 wing 0101"),
    (STRENGTH, "F8 overall 0101"),
    ("F1 infantry 4-3 uar", "F8 leader 0101"),  # he waits for troops on the map
)
def test_who_has_no_successor(lines: tuple[str, ...]) -> None:
    state = taken(*lines)
    assert replaced(state, 9) == []
    assert state.leaders[CHIEF].box is Box.CAPTURED


# -- leaders: their ratings, who is under whom at Brienne; and whom the rules call visible


RATINGS = """
Blücher [3], Gyulai (2), Sacken [2], Olsufiev (2), Pahlen (3), Lieven (2), Scherbatov (2),
Vasilchikov (2), Napoléon [3], Nansouty (3), Mortier (2), Ney (4), Victor (2), Marmont (3),
Gérard (2), Doumerc (3), Milhaud (3)
"""
"""N14.2: those leaders of the list whom the battle of Brienne knows by the same name."""


@pytest.mark.rule("N14.1", "N14.2", "N12.53", "N24.4", "N12.11", "N12.8", "N14.53", "N12.16")
def test_ratings_and_the_chain_of_command_at_brienne() -> None:
    leaders = load_battle("brienne", FILES_ONLY).leaders.values()
    known = {f"{card.name} {card.shown_rating}" for card in leaders}
    rows = RATINGS.replace("\n", " ").strip().split(", ")
    assert {*rows, "Grouchy [3/1]"} - known == set()
    text = (
        Rulebook.load(numbers.PRINTED.tables, "nlc").rule("N14.2").text_markdown.replace(" |", ",")
    )
    assert [row for row in (*rows, "Grouchy [3]/[1]") if row not in text] == []
    battle = load_battle("brienne", FILES_ONLY)
    state, hq = set_up(battle), LeaderId("CO-HQ-HQ")
    under = {str(f): giver_of(state, LineId(f)) for f in battle.formations}
    assert [f for f, giver in under.items() if giver == "FR-GRO-L"] == ["FR-5C"]
    assert [f for f, giver in under.items() if giver == "CO-SAC-L"] == ["CO-6", "CO-11"]
    assert {under["FR-GRO"], under["FR-YG"], under["FR-2"]} == {"FR-HQ-L"}
    assert {under["CO-SAC"], under["CO-AG"], under["CO-9"]} == {"CO-HQ-L"}
    reserve = battle.formations[FormationId("FR-RES")].units
    assert [battle.units[u].attached_from for u in reserve].count(FormationId("FR-6")) == 3
    # an HQ without an order of its own is not tied to its place
    assert state.pad.lines[LineId("CO-HQ")].step.verb == "defend"
    state.put_leader(Leader(hq, hex=Hex("1010")))
    assert task_of(state, hq) is None
    assert task_of(state, LeaderId("CO-SAC-L")) is not None  # he has an order to march


@pytest.mark.rule("N3.6")
def test_an_enemy_behind_woods_is_visible_all_the_same() -> None:
    rows = OPEN.splitlines()
    rows[3] = "w  w  w  w  w  w  w"
    lines = ("F1 infantry 6-3 0401", "A1 infantry 6-3 0407")
    state = position("\n".join(rows), *lines, orders="FI: delay 0404")
    assert not has_line_of_sight(state.battle.battlefield, Hex("0401"), Hex("0407"), 12)
    assert nearest_enemy(state, LineId("FI"), Hex("0401")) == "0407"


# -- what a wing commander owes who is to attack (N12.14, N12.17)


THIRD = ("F3 infantry 6-3 0602 of:FIII", "FIIIL leader 0602 of:FIII")
ATTACK = order("attack 2602")
COPY = writing.CompleteWcDuty(FRENCH, FW)


def winged(
    orders: str = "FW: attack 2602",
    *,
    corps: str = "FI FII FIII",
    turn: int = 2,
    since: int = 1,
    stepped: int = 0,
) -> GameState:
    """A wing commander with three corps, who has been under Attack since turn 1."""
    state = staff(*THIRD, orders=f"FIII: defend 0602; {orders}", wings=corps)
    own = Line(state.pad.lines[line("FW")].steps, since, stepped=stepped)
    return chapters.changed(state, lines={**state.pad.lines, line("FW"): own}, turn=turn)


def duty(state: GameState) -> writing.WingDuty:
    found = writing.wing_duty(state, FW)
    assert found is not None
    return found


def complete(state: GameState, *answers: str) -> Played[None]:
    named = [corps(answer) for answer in answers]
    flow = partial(writing.complete_wing_duties, side=FRENCH)
    return play(state, flow, answers={"CompleteWcDuty": named})


def corps(text: str) -> tuple[FormationId, ...]:
    return tuple(FormationId(word) for word in text.split())


@pytest.mark.rule("N12.14")
def test_half_of_the_corps_of_a_wing_under_attack_or_probe_must_fight() -> None:
    for held in ("attack 2602", "probe 2602"):
        assert writing.wing_duty(winged(f"FW: {held}"), FW) is not None
    assert writing.wing_duty(winged("FW: march 0902, attack 2602"), FW) is None
    for box in (Box.DUE, Box.CAPTURED):
        assert writing.wing_duty(put(winged(), "FWL", box=box), FW) is None
    for held in ("attack 2602", "probe 2002", "march 0902, attack 2602"):
        assert duty(winged(f"FW: attack 2602; FI: {held}")).met == ("FI",)
    # an order on its way counts in place of the one in force
    assert duty(on_its_way(winged(), "FI", "attack 2602", due=3)).met == ("FI",)
    other = on_its_way(winged("FW: attack 2602; FI: attack 2602"), "FI", "defend 0302", due=3)
    assert duty(other).met == ()
    state = staff(*THIRD, "F1 infantry 6-3 due", "FL leader due", wings="FI FII")
    chapters.put(state, lines={**state.pad.lines, line("FW"): Line(ATTACK)})
    assert duty(state).corps == ("FII",)
    for names, needed in (("FI", 1), ("FI FII", 1), ("FI FII FIII", 2)):
        found = duty(winged(corps=names))
        assert (found.needed, found.missing, found.corps) == (needed, needed, corps(names))


@pytest.mark.rule("N12.14", "N12.17")
def test_late_he_names_corps_that_get_a_copy_by_courier() -> None:
    assert duty(winged(since=3)).deadline == 4
    assert duty(winged(since=1, stepped=4)).deadline == 5
    assert complete(winged(turn=1)).asked == []  # before the deadline nobody is asked
    assert play(winged(), lambda table: writing.complete_wing_duties(table, ALLIED)).asked == []
    played = complete(winged(), "FI FIII")
    sent = [(event.line, event.steps, event.giver) for event in played.of("OrderDispatched")]
    assert sent == [("FI", ATTACK, "FWL"), ("FIII", ATTACK, "FWL")]
    assert duty(played.state).missing == 0
    assert duty(chapters.changed(winged(), issued={leader("FWL"): 2})).missing == 2
    ring = [f"A{n} infantry 5-3 {hex_}" for n, hex_ in ((7, "0901"), (8, "0903"))]
    far = ("F1 infantry 6-3 1402", "FL leader 1402 rating:3")
    cut = staff(*ring, "A9 infantry 5-3 0904", *far, wings="FI")
    chapters.put(cut, lines={**cut.pad.lines, line("FW"): Line(ATTACK)})
    found = duty(cut)
    assert (found.needed, found.open, found.missing) == (1, (), 0)
    assert complete(chapters.changed(cut, turn=3)).asked == []
    options = COPY.options(winged())
    assert options == [("FI", "FII"), ("FI", "FIII"), ("FII", "FIII")]
    assert {COPY.kind(one) for one in options} == {"copy"}
    assert COPY.options(winged("FW: attack 2602; FI: probe 2602")) == [("FII",), ("FIII",)]
    for named in ("", "FI", "FI FI", "FI FII FIII", "FI AI", "FI FX"):
        assert rule_of(COPY.refusal(winged(), corps(named))) == "N12.17"
    assert COPY.refusal(winged(), corps("FIII FI")) is None  # in any order
