"""Commanders, ratings, command range and what is out of it (N14)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.events.leaders import LeaderCaptured
from hexwar.systems.nlc.events.orders import CommandMarked
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.combat.assault_law import assaulter_refusal
from hexwar.systems.nlc.rules.command.command import (
    centre_of,
    commander_of,
    headquarters_of,
    is_in_command,
    is_in_range,
    leader_rating,
    overall_commander,
    overall_rating,
    range_of,
    rating_of,
    seat_of,
    senior_unit,
    units_under,
    wing_of,
)
from hexwar.systems.nlc.rules.movement.segment import command_segment
from hexwar.systems.nlc.rules.orders.courses import toward_refusal
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, FormationKind, LeaderId
from hexwar.table.pieces import Leader, Segment
from tests.systems.nlc.positions import ALLIED, FRENCH, hexes, play, position, unit, units

STRIP = "\n".join([". " * 14] * 5)
"""Fourteen columns of clear hexes: along a row a column is a hex."""
FI, FI_LINE = FormationId("FI"), LineId("FI")
CHIEF = LeaderId("F8")


def acting(*lines: str, segment: Segment = Segment.COMMAND, **more: Any) -> GameState:
    return position(more.pop("rows", STRIP), *lines, active="FI", segment=segment, **more)


def marked(state: GameState) -> set[str]:
    """The units that step a marks."""
    return {u for event in play(state, command_segment).of(CommandMarked) for u in event.out}


def captured(state: GameState, leader: str = "F8", turn: int = 1) -> GameState:
    """The same table after the enemy has taken a leader."""
    after = state.copy()
    after.turn = turn
    LeaderCaptured(LeaderId(leader), ALLIED).apply(after)
    return after


# -- who commands


def test_a_formations_commander_is_its_own_leader_not_its_hq() -> None:
    state = position(
        STRIP,
        "F1 infantry 5-3 0101",
        "F7 hq 0103 of:FHQ",
        "F6 overall 0103 of:FHQ",
        "F8 leader 0102",
    )
    assert commander_of(state, FI_LINE) == "F8"
    assert commander_of(state, LineId("FHQ")) == "F6"


@pytest.mark.rule("N14.6")
def test_a_captured_commander_commands_no_more() -> None:
    state = captured(acting("F1 infantry 5-3 0101", "F8 leader 0102 rating:3"))
    assert commander_of(state, FI_LINE) is None
    assert rating_of(state, FI_LINE) == 1
    assert centre_of(state, FI_LINE) == "0101"


def test_a_formation_that_is_still_to_come_has_its_commander() -> None:
    state = position(STRIP, "F1 infantry 5-3 due", "F8 leader due rating:3")
    assert commander_of(state, FI_LINE) == "F8"
    assert rating_of(state, FI_LINE) == 3
    assert centre_of(state, FI_LINE) is None


@pytest.mark.rule("N14.6")
def test_troops_whose_commander_is_still_to_come_have_rating_1() -> None:
    state = position(STRIP, "F1 infantry 5-3 0101", "F8 leader due rating:3")
    assert rating_of(state, FI_LINE) == 1
    assert centre_of(state, FI_LINE) == "0101"


@pytest.mark.rule("N4.47")
def test_a_leaderless_division_is_led_by_its_senior_unit_with_rating_1() -> None:
    state = position(
        STRIP,
        "F1 infantry 4-3 0101",
        "F3 infantry 6-3 0303",
        "F2 infantry 6-3 0202",
        "F4 train 0404",
        formations={"FI": {"kind": FormationKind.DIVISION}},
    )
    assert commander_of(state, FI_LINE) is None
    assert (rating_of(state, FI_LINE), centre_of(state, FI_LINE)) == (1, "0202")
    assert senior_unit(state, units("F1 F3 F4")) == "F3"
    assert senior_unit(state, units("F4")) is None


@pytest.mark.rule("N4.47")
def test_the_strength_of_the_side_that_lies_up_makes_the_senior_unit() -> None:
    state = position(STRIP, "F1 infantry 5-3 0101", "F2 infantry 8/4-3 0202 reduced")
    assert senior_unit(state, units("F1 F2")) == "F1"


@pytest.mark.rule("N12.92")
def test_a_detached_division_answers_to_its_own_senior_unit() -> None:
    lines = (
        "F1 infantry 8-3 0101",
        "F2 infantry 5-3 0503 division:1st",
        "F3 infantry 4-3 0402 division:1st",
        "F8 leader 0101 rating:3",
    )
    state = position(STRIP, *lines, orders="FI: defend 0101; FI/1st: defend 0503")
    line = LineId("FI/1st")
    assert units_under(state, line) == units("F2 F3")
    assert units_under(state, FI_LINE) == units("F1")
    assert commander_of(state, line) is None
    assert centre_of(state, line) == "0503"
    assert rating_of(state, line) == 3
    state.put_unit(replace(state.units[unit("F2")], hex=Hex("0901")))
    assert rating_of(state, line) == 1  # out of the corps commander's range


@pytest.mark.rule("N14.71")
def test_the_corps_of_a_captured_wing_commander_answer_to_the_next_superior() -> None:
    lines = ("F1 infantry 5-3 0101", "F8 leader 0101", "F9 wing 0102 of:FW")
    state = position(STRIP, *lines, formations={"FI": {"assigned_to": FormationId("FW")}})
    assert wing_of(state, FI) == "FW"
    assert wing_of(captured(state, "F9"), FI) is None


# -- ratings


BRIENNE = [  # N14.2
    ("CO-HQ", None, 3),
    ("CO-SAC", None, 2),
    ("CO-9", None, 2),
    ("CO-AG", None, 3),
    ("CO-6", None, 2),
    ("CO-11", None, 2),
    ("CO-C", None, 2),
    ("CO-4AG", None, 1),
    ("FR-HQ", None, 3),
    ("FR-GC", None, 3),
    ("FR-5C", None, 3),
    ("FR-2", None, 2),
    ("FR-YG", None, 4),
]


@pytest.mark.rule("N14.2")
@pytest.mark.parametrize(("formation", "verb", "rating"), BRIENNE)
def test_ratings_of_brienne(formation: str, verb: str | None, rating: int) -> None:
    assert rating_of(set_up(battle_with("brienne", ())), LineId(formation), verb) == rating


@pytest.mark.rule("N12.53")
@pytest.mark.parametrize(
    ("verb", "rating"),
    [
        ("march", 3),
        ("attack", 3),
        ("probe", 3),
        ("defend", 1),
        ("delay", 1),
        ("fall back", 1),
        ("reserve", 1),
        ("support", 1),
        ("general retreat", 1),
    ],
)
def test_grouchys_rating_goes_by_the_type_of_order(verb: str, rating: int) -> None:
    state = set_up(battle_with("brienne", ()))
    assert rating_of(state, LineId("FR-GRO"), verb) == rating


@pytest.mark.rule("N14.71")
@pytest.mark.parametrize(
    ("rating", "successors", "left"), [(4, 1, 3), (4, 2, 2), (2, 1, 1), (1, 1, 1)]
)
def test_a_successor_is_one_worse_but_never_below_1(
    rating: int, successors: int, left: int
) -> None:
    state = acting("F1 infantry 5-3 0101", f"F8 leader 0101 rating:{rating}")
    state.put_leader(Leader(CHIEF, hex=Hex("0101"), successor=successors))
    assert leader_rating(state, CHIEF) == left
    assert rating_of(state, FI_LINE) == left


@pytest.mark.rule("N4.25")
def test_without_an_oc_on_the_map_his_rating_is_0() -> None:
    state = position(STRIP, "F6 overall due of:FHQ rating:3", "A6 overall 0303 of:AHQ rating:3")
    assert (overall_commander(state, FRENCH), overall_rating(state, FRENCH)) == (None, 0)
    assert (overall_commander(state, ALLIED), overall_rating(state, ALLIED)) == ("A6", 3)


# -- range


@pytest.mark.rule("N14.3")
@pytest.mark.parametrize(
    ("role", "range_"), [("leader", 4), ("wing", 10), ("overall", 10), ("hq", 10)]
)
def test_command_ranges(role: str, range_: int) -> None:
    state = position(STRIP, f"F9 {role} 0101 of:FX")
    assert range_of(state, LeaderId("F9")) == range_


@pytest.mark.rule("N14.3")
@pytest.mark.parametrize(("hex_", "is_in"), [("0102", True), ("0502", True), ("0602", False)])
def test_a_formation_commander_reaches_4_hexes(hex_: str, is_in: bool) -> None:
    state = position(STRIP, "F8 leader 0102")
    assert is_in_range(state, CHIEF, Hex(hex_)) is is_in


@pytest.mark.rule("N14.31")
@pytest.mark.parametrize(("hex_", "is_in"), [("0902", True), ("1002", False)])
def test_steps_along_a_road_count_half(hex_: str, is_in: bool) -> None:
    road = " ".join(f"{column:02d}02" for column in range(1, 13))
    state = position(STRIP, "F8 leader 0102", roads=[road])
    assert is_in_range(state, CHIEF, Hex(hex_)) is is_in


@pytest.mark.rule("N12.18")
@pytest.mark.parametrize(
    ("overall", "headquarters", "seat"),
    [
        ("0303", "0303", "0303"),
        ("0303", "0503", "0503"),
        ("0303", "0603", "0303"),
        ("0303", "due", "0303"),
        ("due", "0303", None),
    ],
)
def test_an_ocs_range_is_counted_from_his_hq_within_two_hexes(
    overall: str, headquarters: str, seat: str | None
) -> None:
    state = position(STRIP, f"F6 overall {overall} of:FHQ", f"F7 hq {headquarters} of:FHQ")
    assert seat_of(state, LeaderId("F6")) == seat
    assert headquarters_of(state, LeaderId("F6")) == (seat if seat == headquarters else None)


@pytest.mark.rule("N12.18")
def test_a_wing_commanders_range_is_counted_from_himself() -> None:
    state = position(STRIP, "F9 wing 0303 of:FW", "F7 hq 0503 of:FHQ")
    assert seat_of(state, LeaderId("F9")) == "0303"


def test_a_leader_off_the_map_reaches_nobody() -> None:
    assert not is_in_range(position(STRIP, "F8 leader due"), CHIEF, Hex("0101"))


# -- step a


@pytest.mark.rule("N14.31")
def test_step_a_marks_the_units_out_of_command() -> None:
    state = acting(
        "F1 infantry 5-3 0502", "F2 infantry 5-3 0602", "F3 train 1402", "F8 leader 0102"
    )
    played = play(state, command_segment)
    assert played.events == [
        CommandMarked(units("F2")),
        SegmentEnded(Segment.COMMAND, Segment.MOVEMENT),
    ]
    assert [is_in_command(played.state, u) for u in units("F1 F2 F3")] == [True, False, True]


@pytest.mark.rule("N14.31")
def test_nothing_is_marked_where_all_are_in_command() -> None:
    state = acting("F1 infantry 5-3 0502", "F8 leader 0102")
    assert play(state, command_segment).events == [SegmentEnded(Segment.COMMAND, Segment.MOVEMENT)]


@pytest.mark.rule("N14.31")
def test_the_commanders_later_move_changes_nothing() -> None:
    state = play(acting("F1 infantry 5-3 0502", "F8 leader 0102"), command_segment).state
    state.put_leader(replace(state.leaders[CHIEF], hex=Hex("1402")))
    assert is_in_command(state, unit("F1"))
    state.activation = None
    assert not is_in_command(state, unit("F1"))


@pytest.mark.rule("N14.31")
def test_a_trace_does_not_pass_an_enemy_zone() -> None:
    lines = ("F1 infantry 5-3 0402", "F8 leader 0102")
    assert marked(acting(*lines)) == set()
    held = tuple(f"A{row} infantry 5-3 020{row} of:AI" for row in (1, 3, 5))
    assert marked(acting(*lines, *held)) == {"F1"}


@pytest.mark.rule("N14.31")
def test_who_is_stacked_with_the_commander_is_in_command_in_an_enemy_zone_too() -> None:
    state = acting("F1 infantry 5-3 0102", "A1 infantry 5-3 0202", "F8 leader 0102")
    assert marked(state) == set()


@pytest.mark.rule("N14.6")
def test_without_a_commander_command_is_counted_from_the_senior_unit() -> None:
    state = acting("F1 infantry 3-3 0102", "F2 infantry 6-3 0702", "F3 infantry 3-3 1102")
    assert marked(state) == {"F1"}


@pytest.mark.rule("N12.92")
def test_a_detached_division_needs_no_command_range() -> None:
    lines = ("F1 infantry 5-3 0702", "F2 infantry 5-3 1002 division:1st", "F8 leader 0102")
    state = acting(*lines, orders="FI: defend 0102; FI/1st: defend 1002")
    assert marked(state) == {"F1"}


def test_units_that_are_not_on_the_map_are_not_marked() -> None:
    assert marked(acting("F1 infantry 5-3 due", "F8 leader 0102")) == set()


@pytest.mark.rule("N4.35")
def test_in_a_coordinated_action_each_formation_keeps_its_own_commander() -> None:
    state = acting(
        "F1 infantry 5-3 0102",
        "F8 leader 0102",
        "F2 infantry 5-3 0202 of:FII",
        "F3 infantry 5-3 1202 of:FII",
        "F9 leader 1302 of:FII",
        also="FII",
    )
    assert marked(state) == {"F2"}


# -- out of command


@pytest.mark.rule("N14.4")
def test_out_of_command_a_unit_neither_enters_a_zone_nor_assaults() -> None:
    lines = ("F1 infantry 5-3 0702", "F8 leader 0102", "A1 infantry 5-3 0802")
    state = acting(*lines, segment=Segment.ASSAULT, out="F1", orders="FI: attack 0902")
    order = permissions(state, unit("F1"))
    assert (order.enter_zone, order.assault) == (False, False)
    refusal = assaulter_refusal(state, FI, unit("F1"))
    assert refusal is not None
    assert refusal.rule == "N14.4"
    near = acting(*lines, segment=Segment.ASSAULT, orders="FI: attack 0902")
    order = permissions(near, unit("F1"))
    assert (order.enter_zone, order.assault) == (True, True)
    assert assaulter_refusal(near, FI, unit("F1")) is None


def toward(state: GameState, path: str, who: str = "F1") -> str | None:
    refusal = toward_refusal(state, units(who), hexes(path))
    return None if refusal is None else refusal.rule


@pytest.mark.rule("N14.41")
@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("", None),
        ("0702 0602", None),
        ("0702 0602 0503", None),
        ("0702 0802", "N14.41"),
        ("0702 0701", "N14.41"),
        ("0702 0602 0702", "N14.41"),
        ("0702 0602 0601", "N14.41"),
    ],
)
def test_out_of_command_each_hex_leads_toward_the_commander(path: str, rule: str | None) -> None:
    lines = ("F1 infantry 5-3 0702", "F8 leader 0102")
    moving = acting(*lines, segment=Segment.MOVEMENT, out="F1")
    assert toward(moving, path) == rule
    assert toward(acting(*lines, segment=Segment.MOVEMENT), path) is None


@pytest.mark.rule("N14.41")
def test_toward_is_told_by_the_cost_of_the_way_not_by_distance() -> None:
    rows = "\n".join([". . . . . . .", ". m m m m . .", ". . . . . . .", ". . . . . . ."])
    state = acting(
        "F1 light 5-3 0602", "F8 leader 0102", rows=rows, segment=Segment.MOVEMENT, out="F1"
    )
    assert toward(state, "0602 0503") is None  # round the marsh
    assert toward(state, "0602 0702") == "N14.41"


@pytest.mark.rule("N14.41")
def test_the_way_back_goes_round_the_enemys_zone() -> None:
    rows = "\n".join([". " * 9] * 9)
    state = acting(
        "F1 infantry 5-3 0902",
        "F8 leader 0102",
        "A1 infantry 5-3 0502",
        rows=rows,
        segment=Segment.MOVEMENT,
        out="F1",
    )
    assert toward(state, "0902 0802 0703 0603 0504") is None
    assert toward(state, "0902 0802 0702") == "N14.41"


@pytest.mark.rule("N14.41")
def test_where_the_zone_bars_every_way_only_the_enemys_hexes_count() -> None:
    rows = "\n".join([". " * 9] * 3)
    lines = ("F1 infantry 5-3 0902", "F8 leader 0102", "A1 infantry 5-3 0502")
    state = acting(*lines, rows=rows, segment=Segment.MOVEMENT, out="F1")
    assert toward(state, "0902 0802 0703") is None
    assert toward(state, "0902 0901") == "N14.41"


@pytest.mark.rule("N14.41")
def test_one_unit_out_of_command_binds_all_who_move_with_it() -> None:
    lines = ("F1 infantry 5-3 0702", "F2 infantry 5-3 0702", "F8 leader 0102")
    state = acting(*lines, segment=Segment.MOVEMENT, out="F2")
    assert toward(state, "0702 0802", "F1 F2") == "N14.41"
    assert toward(state, "0702 0802", "F1") is None
