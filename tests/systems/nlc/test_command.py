"""Command range, duties of trains, goals of orders and what is waived (N12, N14)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.ground.costs import Gait
from hexwar.hexes import Hex
from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.events.leaders import LeaderCaptured
from hexwar.systems.nlc.events.orders import CommandMarked, DutyWaived
from hexwar.systems.nlc.events.turn import ActivationEnded, SegmentEnded
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.preview import move_ends
from hexwar.systems.nlc.rules.combat.assault_law import assaulter_refusal
from hexwar.systems.nlc.rules.command import command
from hexwar.systems.nlc.rules.movement.routes import Route
from hexwar.systems.nlc.rules.movement.segment import (
    ActivateUnit,
    command_segment,
    end_movement,
    movement_segment,
)
from hexwar.systems.nlc.rules.orders import goals
from hexwar.systems.nlc.rules.orders.courses import toward_refusal
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.supply.trains import movable_trains, train_ends, train_remarks
from hexwar.systems.nlc.rules.turn import consolidation
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.undone import left_undone
from hexwar.table.forces import FormationId, FormationKind, LeaderId
from hexwar.table.pieces import Leader, Segment
from tests.systems.nlc.cases import each, rule_of, told
from tests.systems.nlc.orders import step
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, hexes, position, unit, units
from tests.systems.nlc.supplies import FI, LONG, ROAD
from tests.systems.nlc.tasks import (
    F1,
    FIELD,
    LANE,
    end_refused,
    lane,
    listed,
    ordered,
    refused,
    sentence,
)
from tests.systems.nlc.tasks import ROAD as LANE_ROAD

# -- commanders, ratings, command range and what is out of it (N14)


STRIP = "\n".join([". " * 14] * 5)
"""Fourteen columns of clear hexes: along a row a column is a hex."""
FI_LINE, CHIEF, MOVES = LineId("FI"), LeaderId("F8"), Segment.MOVEMENT


def acting(*lines: str, segment: Segment = Segment.COMMAND, **more: Any) -> GameState:
    return position(more.pop("rows", STRIP), *lines, active="FI", segment=segment, **more)


def marked(state: GameState) -> set[str]:
    """The units that step a marks."""
    return {u for event in play(state, command_segment).of("CommandMarked") for u in event.out}


def captured(state: GameState, leader: str = "F8") -> GameState:
    """The same table after the enemy has taken a leader."""
    after = state.copy()
    LeaderCaptured(LeaderId(leader), ALLIED).apply(after)
    return after


COMMANDERS = """
his own leader, not the HQ: F1 infantry 5-3 0101, F7 hq 0103 of:FHQ, F8 leader 0102 | F8 | 2 | 0102
one still to come with his corps: F1 infantry 5-3 due, F8 leader due rating:3 | F8 | 3 | None
one still to come alone: F1 infantry 5-3 0101, F8 leader due rating:3 | F8 | 1 | 0101
nobody once he is captured: F1 infantry 5-3 0101, F8 leader 0102 rating:3 | None | 1 | 0101
"""
"""A corps, who commands it, with which rating, and from which hex."""


@pytest.mark.rule("N14.6")
@each("lines commander rating centre", *told(COMMANDERS))
def test_who_commands(lines: str, commander: str, rating: str, centre: str) -> None:
    state = acting(*lines.split(", "))
    state = captured(state) if commander == "None" else state
    assert str(command.commander_of(state, FI_LINE)) == commander
    assert command.rating_of(state, FI_LINE) == int(rating)
    assert str(command.centre_of(state, FI_LINE)) == centre
    staff = position(STRIP, "F7 hq 0103 of:FHQ", "F6 overall 0103 of:FHQ")
    assert command.commander_of(staff, LineId("FHQ")) == "F6"


@pytest.mark.rule("N4.47", "N12.92")
def test_without_a_leader_the_senior_unit_leads_also_a_detached_division() -> None:
    lines = ("F1 infantry 4-3 0101", "F3 infantry 6-3 0303", "F2 infantry 6-3 0202")
    division = {"FI": {"kind": FormationKind.DIVISION}}
    state = position(STRIP, *lines, "F4 train 0404", formations=division)
    assert command.commander_of(state, FI_LINE) is None
    assert (command.rating_of(state, FI_LINE), command.centre_of(state, FI_LINE)) == (1, "0202")
    assert command.senior_unit(state, units("F1 F3 F4")) == "F3"
    assert command.senior_unit(state, units("F4")) is None
    # the strength of the side that lies up counts
    state = position(STRIP, "F1 infantry 5-3 0101", "F2 infantry 8/4-3 0202 reduced")
    assert command.senior_unit(state, units("F1 F2")) == "F1"
    corps = ("F1 infantry 8-3 0101", "F8 leader 0101 rating:3")
    parts = ("F2 infantry 5-3 0503 division:1st", "F3 infantry 4-3 0402 division:1st")
    state = position(STRIP, *corps, *parts, orders="FI: defend 0101; FI/1st: defend 0503")
    line = LineId("FI/1st")
    assert command.units_under(state, line) == units("F2 F3")
    assert command.units_under(state, FI_LINE) == units("F1")
    assert (command.commander_of(state, line), command.centre_of(state, line)) == (None, "0503")
    assert command.rating_of(state, line) == 3
    state.put_unit(replace(state.units[unit("F2")], hex=Hex("0901")))
    assert command.rating_of(state, line) == 1  # out of the corps commander's range


@pytest.mark.rule("N14.71")
def test_the_corps_of_a_captured_wing_commander_answer_to_the_next_superior() -> None:
    lines = ("F1 infantry 5-3 0101", "F8 leader 0101", "F9 wing 0102 of:FW")
    state = position(STRIP, *lines, formations={"FI": {"assigned_to": FormationId("FW")}})
    assert [command.wing_of(table, FI) for table in (state, captured(state, "F9"))] == ["FW", None]


BRIENNE = (  # N14.2
    "CO-HQ 3, CO-SAC 2, CO-9 2, CO-AG 3, CO-6 2, CO-11 2, CO-C 2, CO-4AG 1, "
    "FR-HQ 3, FR-GC 3, FR-5C 3, FR-2 2, FR-YG 4"
)


@pytest.mark.rule("N14.2", "N12.53", "N4.25", "N14.71")
def test_ratings_of_brienne_of_an_oc_off_the_map_and_of_successors() -> None:
    state = set_up(battle_with("brienne", ()))
    for row in BRIENNE.split(", "):
        formation, rating = row.split()
        assert command.rating_of(state, LineId(formation)) == int(rating), formation
    # Grouchy's goes by the type of order
    verbs = ("march", "attack", "probe", "defend", "delay", "fall back", "reserve", "support")
    found = [
        command.rating_of(state, LineId("FR-GRO"), verb) for verb in (*verbs, "general retreat")
    ]
    assert found == [3, 3, 3, 1, 1, 1, 1, 1, 1]
    state = position(STRIP, "F6 overall due of:FHQ rating:3", "A6 overall 0303 of:AHQ rating:3")
    for side, who, rated in ((FRENCH, None, 0), (ALLIED, "A6", 3)):
        assert command.overall_commander(state, side) == who
        assert command.overall_rating(state, side) == rated
    for printed, successors, left in ((4, 1, 3), (4, 2, 2), (2, 1, 1), (1, 1, 1)):
        state = acting("F1 infantry 5-3 0101", f"F8 leader 0101 rating:{printed}")
        state.put_leader(Leader(CHIEF, hex=Hex("0101"), successor=successors))
        assert command.leader_rating(state, CHIEF) == left
        assert command.rating_of(state, FI_LINE) == left


@pytest.mark.rule("N14.3", "N14.31")
def test_a_formation_commander_reaches_4_hexes_and_higher_ones_10() -> None:
    road = " ".join(f"{column:02d}02" for column in range(1, 13))
    off, along = position(STRIP, "F8 leader 0102"), position(STRIP, "F8 leader 0102", roads=[road])
    found = [command.is_in_range(off, CHIEF, hex_) for hex_ in hexes("0102 0502 0602")]
    assert found == [True, True, False]
    assert [command.is_in_range(along, CHIEF, hex_) for hex_ in hexes("0902 1002")] == [True, False]
    assert not command.is_in_range(position(STRIP, "F8 leader due"), CHIEF, Hex("0101"))
    for role, range_ in (("leader", 4), ("wing", 10), ("overall", 10), ("hq", 10)):
        state = position(STRIP, f"F9 {role} 0101 of:FX")
        assert command.range_of(state, LeaderId("F9")) == range_


@pytest.mark.rule("N12.18")
@each(
    "overall headquarters seat",
    ("0303", "0303", "0303"),
    ("0303", "0503", "0503"),
    ("0303", "0603", "0303"),
    ("0303", "due", "0303"),
    ("due", "0303", None),
)
def test_an_ocs_range_is_that_of_a_near_hq(
    overall: str, headquarters: str, seat: str | None
) -> None:
    state = position(STRIP, f"F6 overall {overall} of:FHQ", f"F7 hq {headquarters} of:FHQ")
    assert command.seat_of(state, LeaderId("F6")) == seat
    beside = seat if seat == headquarters else None
    assert command.headquarters_of(state, LeaderId("F6")) == beside
    wing = position(STRIP, "F9 wing 0303 of:FW", "F7 hq 0503 of:FHQ")
    assert command.seat_of(wing, LeaderId("F9")) == "0303"  # a wing commander's from himself


@pytest.mark.rule("N14.31", "N14.4")
def test_step_a_marks_the_units_that_enter_no_zone_then() -> None:
    lines = ("F1 infantry 5-3 0502", "F2 infantry 5-3 0602", "F3 train 1402", "F8 leader 0102")
    played, over = play(acting(*lines), command_segment), SegmentEnded(Segment.COMMAND, MOVES)
    assert played.events == [CommandMarked(units("F2")), over]
    found = [command.is_in_command(played.state, u) for u in units("F1 F2 F3")]
    assert found == [True, False, True]
    # where all are in command nothing is marked, and the commander's later move changes nothing
    near = play(acting(lines[0], "F8 leader 0102"), command_segment)
    assert near.events == [over]
    state = near.state
    state.put_leader(replace(state.leaders[CHIEF], hex=Hex("1402")))
    assert command.is_in_command(state, unit("F1"))
    state.activation = None
    assert not command.is_in_command(state, unit("F1"))
    for out, may, rule in (("F1", False, "N14.4"), ("", True, None)):
        near_enemy = ("F1 infantry 5-3 0702", "F8 leader 0102", "A1 infantry 5-3 0802")
        state = acting(*near_enemy, segment=Segment.ASSAULT, out=out, orders="FI: attack 0902")
        order = permissions(state, unit("F1"))
        assert (order.enter_zone, order.assault) == (may, may)
        assert rule_of(assaulter_refusal(state, FI, unit("F1"))) == rule


ZONES = tuple(f"A{row} infantry 5-3 020{row} of:AI" for row in (1, 3, 5))
OTHERS = (
    *("F1 infantry 5-3 0102", "F8 leader 0102", "F2 infantry 5-3 0202 of:FII"),
    *("F3 infantry 5-3 1202 of:FII", "F9 leader 1302 of:FII"),
)


MARKED = f"""
free: F1 infantry 5-3 0402, F8 leader 0102 | -
behind enemy zones: F1 infantry 5-3 0402, F8 leader 0102, {", ".join(ZONES)} | F1
with him in an enemy zone: F1 infantry 5-3 0102, A1 infantry 5-3 0202, F8 leader 0102 | -
from the senior unit: F1 infantry 3-3 0102, F2 infantry 6-3 0702, F3 infantry 3-3 1102 | F1
off the map: F1 infantry 5-3 due, F8 leader 0102 | -
"""


@pytest.mark.rule("N14.31", "N14.6", "N12.92", "N4.35")
@each("lines out", *told(MARKED))
def test_who_is_marked(lines: str, out: str) -> None:
    assert " ".join(sorted(marked(acting(*lines.split(", "))))) == out.strip("-")
    division = ("F1 infantry 5-3 0702", "F2 infantry 5-3 1002 division:1st", "F8 leader 0102")
    apart = acting(*division, orders="FI: defend 0102; FI/1st: defend 1002")
    assert (marked(apart), marked(acting(*OTHERS, also="FII"))) == ({"F1"}, {"F2"})


def toward(state: GameState, path: str, who: str = "F1") -> str | None:
    return rule_of(toward_refusal(state, units(who), hexes(path)))


def astray(*lines: str, **more: Any) -> GameState:
    """F1 is out of command of F8 in 0102."""
    words = {"segment": Segment.MOVEMENT, "out": "F1"} | more
    return acting(*lines, "F8 leader 0102", **words)


@pytest.mark.rule("N14.41")
@each(
    "path rule",
    ("", None),
    ("0702 0602", None),
    ("0702 0602 0503", None),
    ("0702 0802", "N14.41"),
    ("0702 0701", "N14.41"),
    ("0702 0602 0702", "N14.41"),
    ("0702 0602 0601", "N14.41"),
)
def test_out_of_command_each_hex_leads_toward_the_commander(path: str, rule: str | None) -> None:
    assert toward(astray("F1 infantry 5-3 0702"), path) == rule
    assert toward(astray("F1 infantry 5-3 0702", out=""), path) is None


AROUND = """
by the cost of the way, round the marsh: F1 light 5-3 0602
    | .......,.mmmm..,.......,....... | 0602 0503 | 0602 0702
round the enemy's zone: F1 infantry 5-3 0902, A1 infantry 5-3 0502
    | .........,.........,.........,.........,.........,......... | 0902 0802 0703 0603 0504
    | 0902 0802 0702
where it bars every way only the enemy's hexes count: F1 infantry 5-3 0902, A1 infantry 5-3 0502
    | .........,.........,......... | 0902 0802 0703 | 0902 0901
"""
"""Pieces, rows of hexes, a way toward the commander in 0102, and one that leads elsewhere."""


@pytest.mark.rule("N14.41")
@each("lines rows good bad", *told(AROUND))
def test_what_is_toward(lines: str, rows: str, good: str, bad: str) -> None:
    drawn = "\n".join(" ".join(row) for row in rows.split(","))
    state = astray(*lines.split(", "), rows=drawn)
    assert [toward(state, path) for path in (good, bad)] == [None, "N14.41"]


@pytest.mark.rule("N14.41")
def test_one_unit_out_of_command_binds_all_who_move_with_it() -> None:
    state = astray("F1 infantry 5-3 0702", "F2 infantry 5-3 0702", out="F2")
    assert [toward(state, "0702 0802", who) for who in ("F1 F2", "F1")] == ["N14.41", None]


# -- where baggage trains must be: within double the command range of their commander (N14.3)


ASKED = consolidation.MoveLeaderOrTrain(FRENCH, FI)
LEADER = "F5 leader 0101"


def ending(*lines: str, road: bool = False, **more: Any) -> GameState:
    """The end of an activation of FI on two rows of twenty hexes; with a road along the first."""
    if road:
        more["roads"] = [ROAD]
    return position(LONG, *lines, active="FI", segment=Segment.CONSOLIDATION, **more)


def goes(state: GameState, path: str) -> str | None:
    """The rule that forbids a train a path, or None."""
    return rule_of(ASKED.refusal(state, consolidation.Journey("F9", hexes(path))))


def stays(state: GameState) -> str | None:
    refusal = ASKED.refusal(state, None)
    return None if refusal is None else refusal.sentence


def end(state: GameState, *answers: consolidation.Journey | None) -> Played[None]:
    return play(
        state, consolidation.consolidation_segment, answers={"MoveLeaderOrTrain": list(answers)}
    )


@pytest.mark.rule("N14.3", "N16.4", "N27.4")
def test_a_train_moves_within_eight_hexes_and_must_come_into_them() -> None:
    state = ending(LEADER, "F9 train 0701")
    assert goes(state, "0701 0801 0901") is None  # eight hexes from 0101
    assert goes(state, "0701 0801 0901 1001") == "N14.3"
    assert stays(state) is None
    assert "0901" in train_ends(state, unit("F9"))
    assert "1001" not in train_ends(state, unit("F9"))
    assert None in ASKED.options(state)
    state = ending(LEADER, "F9 train 1501", road=True)
    assert goes(state, "1501 1601 1701") is None  # 16 steps of half a hex
    assert goes(state, "1501 1601 1701 1801") == "N14.3"
    state = ending(LEADER, "F9 train 2001", road=True)
    assert stays(state) == "F9 must be within 8 hexes of F5."
    assert None not in ASKED.options(state)
    assert goes(state, "2001 1901") == "N14.3"
    assert goes(state, "2001 1901 1801 1701") is None
    assert min(train_ends(state, unit("F9"))) == "1201"  # eight hexes for its 4 MP
    moved = end(state, consolidation.Journey("F9", hexes("2001 1901 1801 1701")))
    assert moved.story == ["UnitMoved"]
    assert stays(moved.state) is None
    assert end(moved.state, None).story == ["ActivationEnded"]


@pytest.mark.rule("N16.7", "N27.4", "N14.3", "N12.4")
def test_the_duty_of_a_train_is_waived_where_no_road_leads_near_enough() -> None:
    state = ending(LEADER, "F9 train 1901")
    assert stays(state) is None
    assert goes(state, "1901 2001") is None  # whichever way it likes
    waived = DutyWaived(FRENCH, FI, "F9 must be within 8 hexes of F5.")
    assert end(state, None).events == [waived, ActivationEnded(FI)]
    # the enemy's zone cuts the way to the commander
    cut = ending(LEADER, "F9 train 0901", "A1 infantry 5-3 0501")
    assert goes(cut, "0901 0801") is None
    assert end(cut, None).of("DutyWaived")
    # The road ends in 1101; the hexes within range lie off it.
    roads = [" ".join(f"{column:02}01" for column in range(11, 21))]
    state = ending(LEADER, "F9 train 1101", roads=roads)
    assert stays(state) is None
    assert [goes(state, path) for path in ("1101 1001 0901", "1101 1201")] == [None, None]


@pytest.mark.rule("N14.3", "N14.6", "N16.4")
def test_a_train_keeps_to_the_commander_who_rides_on_or_to_the_senior_unit() -> None:
    state = ending("F1 infantry 5-3 0101", "F2 infantry 4-3 2001", "F9 train 0701")
    assert ASKED.refusal(
        state, consolidation.Journey("F9", hexes("0701 0801 0901 1001"))
    ) == Refusal("F9 must be within 8 hexes of FI Corps.", "N14.3")
    alone = ending("F9 train 0701", "F5 leader due")
    assert goes(alone, "0701 0801 0901 1001 1101") is None
    assert stays(alone) is None
    assert end(alone, None).of("DutyWaived") == []  # it owes nothing
    state = ending("F5 leader 0501", "F9 train 1301", road=True)
    ride = consolidation.Journey("F5", hexes("0501 0401 0301 0201 0101"))
    assert stays(end(state, ride).state) is None
    far = ending("F5 leader 0101", "F9 train 1801", road=True)
    assert stays(far) is not None
    near = end(far, consolidation.Journey("F9", hexes("1801 1701 1601")))
    assert near.of("UnitMoved")[0].path[-1] == Hex("1601")
    assert movable_trains(near.state, FI) == []


@pytest.mark.rule("N14.3", "N16.4", "T18.1")
def test_where_a_train_may_go_is_told() -> None:
    lines = ("F1 infantry 5-3 0201", "F9 train 0701", "F8 pontoon 0801", "F5 leader 0101")
    state = ending(*lines)
    told = {name: train_remarks(state, unit(name)) for name in ("F1", "F9", "F8")}
    assert told["F1"] == ()
    assert [(one.words, one.rule) for one in told["F9"]] == [
        ("It stays within 8 hexes of F5", "N14.3"),
        ("It crosses streams at whole spans and slopes by road or trail only", "N16.4"),
        ("It never enters an enemy zone of control", "N16.4"),
    ]
    assert [(one.words, one.rule) for one in told["F8"]] == [
        ("It keeps to roads and trails, under a March order of its own", "T18.1"),
        ("It never enters an enemy zone of control", "N16.4"),
    ]


# -- delay: between the enemy and the objective, and one unit for all (N12.25, N12.34)


@pytest.mark.rule("N12.25", "N12.34")
def test_delay_stays_between_enemy_and_objective_until_outnumbered() -> None:
    state = lane("delay 0112", "F1 light 4-3 0106", "F2 light 4-3 0107", "A1 infantry 5-3 0104")
    assert refused(state, "F1") is None
    lines = ("F1 light 4-3 0606", "F2 light 4-3 0607", "A1 infantry 5-3 0604")
    field = ordered(FIELD, "FI: delay 0612", *lines)
    assert refused(field, "F1", "0606 0706 0806 0805 0804 0803") == "N12.25"
    assert refused(field, "F1", "0606 0706 0806") is None
    lines = ("F1 light 4-3 0102", "F2 light 4-3 0709 moved", "A1 infantry 5-3 0707")
    rows = "\n".join([".  " * 8] * 12)
    state = ordered(rows, "FI: delay 0112", *lines)
    assert refused(state, "F1") == "N12.25"
    assert refused(state, "F1", "0102 0103") == "N12.25"
    assert refused(state, "F1", "0102 0103 0104") is None
    two = ("F1 light 4-3 0106", "F2 infantry 2-3 0108")
    assert refused(lane("delay 0112", *two, "A1 infantry 5-3 0105"), "F1") is None
    heavy = lane("delay 0112", *two, "A1 infantry 6-3 0105")
    assert refused(heavy, "F1") == "N12.25"
    assert refused(heavy, "F1", "0106 0107") is None
    assert end_refused(heavy) == "N12.25"
    # all units of the stack count, and the strength that lies up
    stack = ["F1 light 4-3 0106", "F2 infantry 2-3 0106"]
    for strength, rule in (("8-3", None), ("9-3", "N12.25"), ("12/6-3", None)):
        enemy = f"A1 infantry {strength} 0105 {'reduced' if '/' in strength else ''}"
        assert refused(lane("delay 0112", *stack, enemy), "F1") == rule


@pytest.mark.rule("N12.25", "N27.4", "N12.34")
def test_the_last_unit_that_can_stays_near_the_nearest_enemy() -> None:
    enemy = "A1 infantry 5-3 0102"
    both = lane("delay 0112", "F1 light 4-3 0106", "F2 light 4-3 0109", enemy)
    assert refused(both, "F1", "0106 0107") is None  # F2 can still go there
    last = lane("delay 0112", "F1 light 4-3 0106", "F2 light 4-3 0109 moved", enemy)
    assert refused(last, "F1", "0106 0107") == "N12.25"
    assert refused(last, "F1") is None
    assert end_refused(last) is None
    # the segment lasts until one is near
    lines = ("F1 light 4-3 0108", "F2 light 4-3 0109", enemy)
    state = lane("delay 0112", *lines)
    assert (refused(state, "F1"), end_refused(state)) == (None, "N12.25")
    moved = lane("delay 0112", lines[0] + " moved", *lines[1:])
    assert refused(moved, "F2") == "N12.25"
    assert listed(moved, "F2") == {"0106", "0105", "0104"}
    # 0108 is nearer as the crow flies, but the river makes it unreachable.
    lines = ("F1 light 4-3 0107", "A1 infantry 5-3 0109", "A2 infantry 5-3 0102")
    state = lane("delay 0101", *lines, rivers=["0107-0108"])
    assert refused(state, "F1") == "N12.25"
    assert "0102" in sentence(state, "F1")
    state = lane("delay 0106", F1, "A1 infantry 5-3 0101 disrupted")
    assert refused(state, "F1", "0109 0110 0111") == "N12.25"
    rows = "\n".join(["."] * 20)
    alone = ordered(rows, "FI: delay 0110", "F1 infantry 6-3 0113", "A1 infantry 5-3 0101")
    assert refused(alone, "F1") is None
    assert refused(alone, "F1", "0113 0114") == "N12.34"
    assert refused(alone, "F1", "0113 0112") is None
    assert end_refused(alone) is None
    seen = ordered(rows, "FI: delay 0110", "F1 infantry 6-3 0113", "A1 infantry 5-3 0103")
    assert refused(seen, "F1", "0113 0114") is None  # he is seen from ten hexes away


# -- what is told of duties: refusals, what is left undone, what is waived (N27.4)


DUTY = "F1 must spend 2 MP on the way to 0101, or come there"


@pytest.mark.rule("N27.4")
def test_what_must_be_done_and_how_far_it_leads_are_told() -> None:
    state = lane("march 0101", F1)
    assert sentence(state, "F1") == f"{DUTY}."
    left = [one.words for one in left_undone(state, ActivateUnit(FRENCH, FI))]
    assert left == [DUTY, "F1 in 0109 may still move"]
    state = lane("march 0101", F1, roads=LANE_ROAD)
    assert set(move_ends(state, units("F1"))) == {"0107", "0106", "0105"}
    marched = move_ends(state, units("F1"), column=True)
    assert set(marched) == {"0105", "0104", "0103", "0102", "0101"}


def _moved(state: GameState, path: str = "") -> Played[None]:
    answers: Answers = {"ActivateUnit": [units("F1")], "ChoosePath": [Route(hexes(path))]}
    return play(state, movement_segment, (), answers)


@pytest.mark.rule("N27.4", "N3.4")
def test_a_duty_that_nobody_could_do_is_waived_and_logged() -> None:
    waived = DutyWaived(FRENCH, FI, f"{DUTY}.")
    played = _moved(lane("march 0101", F1, "A1 infantry 5-3 0106"), "0109 0108")
    stayed = _moved(lane("march 0101", F1, "A1 infantry 5-3 0107"))
    assert played.of("DutyWaived") == stayed.of("DutyWaived") == [waived]
    assert (len(played.of("UnitMoved")), len(stayed.of("UnitStopped"))) == (1, 1)
    assert _moved(lane("march 0101", F1), "0109 0108 0107").of("DutyWaived") == []  # it is done
    assert [waived.is_known_to(side) for side in (FRENCH, ALLIED)] == [True, False]


LEFT = f"""
of who has not moved: march 0101 | {F1}, F2 infantry 6-3 0108 moved, A1 infantry 5-3 0107 | {DUTY}.
that nobody is near the enemy, once: delay 0112
    | F1 light 4-3 0109 moved, F2 light 4-3 0110 moved, A1 infantry 5-3 0102
    | One unit must stay within 4 hexes of the enemy in 0102: F1.
"""


@pytest.mark.rule("N27.4", "N12.25")
@each("order lines duty", *told(LEFT))
def test_at_the_end_of_the_segment_what_is_left_is_waived(
    order: str, lines: str, duty: str
) -> None:
    played = play(lane(order, *lines.split(", ")), end_movement)
    assert [event.duty for event in played.of("DutyWaived")] == [duty]
    assert played.of("SegmentEnded")


# -- where an order leads: objectives, via points, enemies to probe, and the way that is left


def goal(state: GameState, order: str, start: str) -> tuple[set[str], int]:
    """The hexes that infantry makes for and the radius in which they are reached."""
    found = goals.goal_of(state, FRENCH, step(order), Hex(start), Gait.FOOT)
    assert found is not None
    return set(found.hexes), found.radius


@pytest.mark.rule("N12.1", "N12.33", "N12.23", "N12.21")
def test_goals_are_objectives_enemies_to_probe_and_via_points() -> None:
    state = position(FIELD, "F1 infantry 6-3 0202", "F2 infantry 8-3 0909 of:FII")
    found = [
        goals.objective_of(state, step(order)) for order in ("march 0505", "march FII", "attack")
    ]
    assert found == ["0505", "0909", None]
    # the HQ counter goes before the leader and the leader before the units
    lines = ["FH hq 0303 of:FII", "FO overall 0404 of:FII", "F2 infantry 8-3 0909 of:FII"]
    assert goals.place_of(position(FIELD, *lines), FormationId("FII")) == "0303"
    assert goals.place_of(position(FIELD, *lines[1:]), FormationId("FII")) == "0404"
    assert goals.place_of(position(FIELD, "F2 infantry 8-3 due of:FII"), FormationId("FII")) is None
    for order in ("march 0505", "attack 0505"):  # a goal is reached within two hexes
        assert goal(position(FIELD), order, "1010") == ({"0505"}, 2)
    lines = ["A1 infantry 5-3 0503", "A2 infantry 5-3 0706", "A3 infantry 5-3 0502"]
    state = position(FIELD, *lines)
    assert goal(state, "probe 0505", "1010") == ({"0503", "0706"}, 3)
    assert goals.enemies_near(state, FRENCH, step("probe 0505"), Hex("0505")) == ("0503", "0706")
    assert goal(state, "probe 0708", "1010") == ({"0706"}, 3)
    assert goal(state, "probe 0211", "1010") == ({"0211"}, 2)
    for start in ("0110", "1010"):
        assert goal(position(FIELD), "march 1001 via 0101", start) == ({"0101"}, 2)
    # one is behind who has reached it or stands on the way after it
    for start in ("0101", "0103", "0302", "0501", "0802"):
        assert goal(position(FIELD), "march 1201 via 0101", start) == ({"1201"}, 2)


@pytest.mark.rule("N12.33")
def test_the_remaining_cost_is_that_of_the_arm_round_what_is_closed() -> None:
    lane = "\n".join(["."] * 3 + ["w"] + ["."] * 8)
    state = position(lane)
    grid = state.battle.battlefield.grid
    start = grid.index[Hex("0106")]
    assert goals.remaining(state, Gait.FOOT, hexes("0101"))[start] == 12
    assert goals.remaining(state, Gait.GUNS, hexes("0101"))[start] == 16
    road = position(lane, roads=LANE_ROAD)
    assert goals.remaining(road, Gait.GUNS, hexes("0101"))[start] == 10
    assert goals.search_back(road, Gait.GUNS, hexes("0101"), marching=True).whole().cost[start] == 5
    state = position(LANE, slopes=["0104-0103"])
    index = state.battle.battlefield.grid.index
    assert goals.remaining(state, Gait.FOOT, hexes("0103"))[index[Hex("0104")]] == 4
    assert goals.remaining(state, Gait.FOOT, hexes("0104"))[index[Hex("0103")]] == 2
    state = position(LANE)
    grid = state.battle.battlefield.grid
    cells = frozenset({grid.index[Hex("0105")]})
    left = goals.search_back(state, Gait.FOOT, hexes("0101 0112"), closed=cells).whole().cost
    assert left[grid.index[Hex("0104")]] == 6
    assert left[grid.index[Hex("0106")]] == 12
    near = goals.search_back(state, Gait.FOOT, hexes("0105"), closed=cells).whole().cost
    assert near[grid.index[Hex("0104")]] == 2


def test_a_short_search_tells_the_same_and_an_area_crosses_any_ground() -> None:
    state = position("\n".join([".  " * 30] * 3), rivers=["0202-0302"])
    index = state.battle.battlefield.grid.index
    for start in ("0302", "2802"):
        whole = goals.remaining(state, Gait.FOOT, hexes("0101"))
        part = goals.remaining_from(state, Gait.FOOT, hexes("0101"), Hex(start))
        left = whole[index[Hex(start)]]
        assert part[index[Hex(start)]] == left
        nearer = {c: v for c, v in whole.items() if v < left}
        assert {c: v for c, v in part.items() if v < left} == nearer
    barred = position(LANE, rivers=["0105-0106"])  # where no way leads nothing is known
    assert goals.remaining_from(barred, Gait.FOOT, hexes("0101"), Hex("0109")) == {}
    state = position(LANE, rivers=["0105-0106"])
    grid = state.battle.battlefield.grid
    cells = goals.area(grid, hexes("0105"), 2)
    found = {h for h in grid.hexes if cells >> grid.index[h] & 1}
    assert found == set(hexes("0103 0104 0105 0106 0107"))
    state = position(LANE, "A1 infantry 5-3 0103")
    assert goals.enemy_distance(state, FRENCH, Hex("0109"), 10) == 6
    assert goals.enemy_distance(state, FRENCH, Hex("0109"), 5) is None
