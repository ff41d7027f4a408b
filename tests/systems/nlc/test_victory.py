"""Control, score, victory and the special rules of the battles (N22, N24.4)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.app.games import sections
from hexwar.engine import Refusal, Table
from hexwar.hexes import Hex
from hexwar.resources import scenarios
from hexwar.scenario.validate import validate
from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.events.combat import mark_struck
from hexwar.systems.nlc.events.losses import ExhaustionEnded
from hexwar.systems.nlc.events.orders import BadMoveTaken, OrderInForce
from hexwar.systems.nlc.events.turn import HexControlled, HexPassed
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.combat.permits import assault_permission
from hexwar.systems.nlc.rules.command.command import leader_rating, overall_rating
from hexwar.systems.nlc.rules.losses.demoralization import weariness
from hexwar.systems.nlc.rules.movement.exhaustion import count_rest
from hexwar.systems.nlc.rules.orders import local_decision, pad
from hexwar.systems.nlc.rules.orders.divisions import Detail, detail_refusal, details, recallable
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.orders.writing import wing_duty
from hexwar.systems.nlc.rules.turn.sequence import turn_end
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.rules.victory import victory
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, FormationKind, LeaderId, OrderStep, Side, UnitId
from hexwar.table.pieces import Box, Leader, Outcome, Phase, Writing
from hexwar.table.reports import ScoreLine, ScoreReason
from tests.systems.nlc import chapters
from tests.systems.nlc.battle_cards import acting
from tests.systems.nlc.cases import each, ints, rule_of
from tests.systems.nlc.orders import steps
from tests.systems.nlc.plays import play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

TOWN, SOURCE, OURS = hexes("0303 0701 0107")


def table(*lines: str, **more: Any) -> GameState:
    held = {TOWN: ALLIED, SOURCE: ALLIED, OURS: FRENCH} | more.pop("held", {})
    return position(
        OPEN,
        *(lines or ("F1 infantry 5-3 0101", "A1 infantry 5-3 0707")),
        vp_hexes=MappingProxyType({TOWN: 3}),
        supply_sources=MappingProxyType({SOURCE: ALLIED, OURS: FRENCH}),
        control=MappingProxyType(held),
        **more,
    )


def off(state: GameState, names: str, box: Box = Box.CAPTURED) -> GameState:
    """The same position with units or leaders in a box."""
    for name in names.split():
        if name in state.leaders:
            state.put_leader(replace(state.leaders[LeaderId(name)], hex=None, box=box))
        else:
            state.put_unit(replace(state.units[unit(name)], hex=None, box=box))
    return state


def points(state: GameState) -> tuple[int, int]:
    vp = victory.totals(state)
    return vp[FRENCH], vp[ALLIED]


def score(state: GameState) -> list[tuple[Side, int, str]]:
    """Every line that gives points, without its reasons."""
    return [(line.side, line.points, line.reason) for line in victory.score_lines(state)]


@pytest.mark.rule("N22")
def test_victory_hexes_and_a_fifth_of_the_difference_in_losses_count() -> None:
    for held, vp in (
        ({}, (0, 3)),
        ({TOWN: FRENCH}, (3, 0)),
        ({SOURCE: FRENCH}, (4, 3)),
        ({OURS: ALLIED}, (0, 7)),
    ):
        assert points(table(held=held)) == vp
    for lost, fifth in (("4-3", 0), ("5-3", 1), ("9-3", 1), ("10-3", 2), ("14-3", 2)):
        state = table(f"F1 infantry {lost} uar", "F2 infantry 5-3 0101", "A1 infantry 5-3 0707")
        assert points(state) == (0, 3 + fifth)
        other = table(f"A1 infantry {lost} uar", "F2 infantry 5-3 0101", "A2 infantry 5-3 0707")
        assert points(other) == (fifth, 3)
        assert points(table(f"F1 infantry {lost} uar", f"A1 infantry {lost} uar")) == (0, 3)


@pytest.mark.rule("N22.2")
def test_what_units_have_lost_by_which_boxes() -> None:
    for lines, reduced_at_start, sp in (
        (("F1 infantry 6/2-3 uar reduced", "F2 infantry 7/3-3 0101 reduced"), "", 6 + 4),
        (("F2 infantry 7/3-3 0101 reduced",), "F2", 0),
        (("F2 infantry 7/3-3 uar reduced",), "F2", 7),  # gone, it counts in full
        (("F1 infantry 6-3 due", "F2 infantry 7-3 reserve"), "", 0),
    ):
        state = table(*lines, reduced_at_start=frozenset(units(reduced_at_start)))
        assert (victory.lost_sp(state, FRENCH), victory.lost_sp(state, ALLIED)) == (sp, 0)
    for box in list(Box):
        state = off(table("F1 infantry 6-3 0101"), "F1", box)
        counts = box in (Box.UAR, Box.PEU, Box.RECOVERED)
        assert victory.lost_sp(state, FRENCH) == (6 if counts else 0)


@pytest.mark.rule("N22", "N22.3")
def test_captured_trains_and_commanders_count_and_napoleon_wins_at_once() -> None:
    state = table("F1 train 0101", "F2 pontoon 0102", "F3 train 0103", "F4 train 0104")
    for train, vp in (("F2", 0), ("F1", 2), ("F3", 4)):
        assert points(off(state, train)) == (0, 3 + vp)
    assert (ALLIED, 2, "took the F1") in score(state)
    state = table("A1 overall 0101 rating:3 of:AHQ", "A2 leader 0102 rating:2")
    assert points(off(state, "A1 A2")) == (3, 3)
    state = table("F8 overall 0101 rating:3 of:FHQ napoleon")
    assert victory.automatic_winner(state) is None
    assert victory.automatic_winner(off(state, "F8")) == (ALLIED, "F8 was captured")
    played = play(state, victory.end_at_once)
    ended = played.of("GameEnded")[0]
    assert (ended.winner, ended.level, ended.reason) == (ALLIED, "decisive", "F8 was captured")
    assert [(e.side, e.delta) for e in played.of("VpScored")] == [(ALLIED, 3), (ALLIED, 3)]
    assert ended.vp == ((FRENCH, 0), (ALLIED, 6))
    for who in ("overall 0101 rating:3 of:FHQ", "leader 0101 napoleon"):  # no other does
        assert victory.automatic_winner(off(table(f"F8 {who}"), "F8")) is None


LEVELS = {
    "draw": "0 0, 10 10, 10 9, 20 18",  # a tenth of the larger
    "marginal": "20 17, 9 8, 14 10, 1 0",  # in the ratio a total of 0 counts as 1
    "tactical": "15 10, 19 10",
    "substantial": "20 10, 2 0",
    "strategic": "30 10, 39 10",
    "decisive": "40 10, 4 0, 10 40",
}
BELOW = {"draw": "-5 -5", "substantial": "-1 0", "strategic": "-2 0", "decisive": "-3 2"}
"""Negative totals are raised until the lower is 1."""


@pytest.mark.rule("N22.1", "N22.3", "N4.9", "N22")
def test_levels_of_victory_are_told_at_the_end_and_now() -> None:
    for expected, rows in (*LEVELS.items(), *BELOW.items()):
        for french, allied in ints(rows):
            assert victory.level(table(), (french, allied)) == expected, (french, allied)
    played = play(table(held={SOURCE: FRENCH, TOWN: FRENCH}), victory.end_of_game)
    assert [(e.side, e.delta) for e in played.of("VpScored")] == [(FRENCH, 3), (FRENCH, 4)]
    ended = played.of("GameEnded")[0]
    assert (ended.winner, ended.level) == (FRENCH, "decisive")
    assert ended.vp == ((FRENCH, 7), (ALLIED, 0))
    assert played.state.over
    state = table()
    assert victory.outlook(state, {FRENCH: 0, ALLIED: 3}) == (
        "If the game ended now: Coalition strategic victory."
    )
    assert victory.outlook(state, {FRENCH: 20, ALLIED: 18}) == "If the game ended now: a draw."
    state.outcome = Outcome(FRENCH, "decisive", (), "A1 was captured")
    assert (
        victory.outlook(state, {FRENCH: 0, ALLIED: 3})
        == "The game has ended: French decisive victory."
    )
    state = table("F1 infantry 10-3 uar", "A1 infantry 5-3 0707", held={SOURCE: FRENCH})
    assert score(state) == [
        (ALLIED, 2, "losses: 10 SP against 0 SP"),
        (FRENCH, 4, "controls the enemy supply source 0701"),
        (ALLIED, 3, "holds 0303"),
    ]


@pytest.mark.rule("N4.9", "N22.1", "N15.4")
def test_either_side_may_win_and_nobody_a_draw_or_by_collapse() -> None:
    sides = (("F1", ALLIED, "strategic"), ("A1", FRENCH, "strategic"), ("", None, "draw"))
    for lost, winner, won in sides:  # 3 VP to none
        lines = ("F1 infantry 15-3 0101", "F2 infantry 5-3 0103", "A1 infantry 15-3 0707")
        state = off(position(OPEN, *lines), lost, Box.UAR)
        ended = play(state, victory.end_of_game).of("GameEnded")[0]
        assert (ended.winner, ended.level, ended.reason) == (winner, won, "points")
    for broken, winner in (
        ((), None),
        ((AI,), None),
        ((AI, AII), FRENCH),
        ((FI,), ALLIED),
        ((FI, AI, AII), None),
    ):
        state = chapters.changed(table(*BOTH), demoralized=broken)
        lost_by = victory.collapse(state)
        assert (None if lost_by is None else lost_by[0]) == winner
        assert victory.automatic_winner(state) is None  # not before Turn End


@pytest.mark.rule("N22.2")
def test_a_hex_belongs_to_the_last_combat_unit_in_it_or_through_it() -> None:
    state = table("F1 infantry 5-3 0304", "A1 infantry 5-3 0707", "F2 train 0305")
    path = hexes("0302 0303 0304 0303")
    f1, a1 = UnitId("F1"), UnitId("A1")
    assert victory.control_events(state, (f1,), path) == [HexControlled(TOWN, FRENCH, f1)]
    assert victory.control_events(state, (a1,), path) == [HexPassed(TOWN, a1)]
    assert victory.control_events(state, (f1,), (Hex("0305"),)) == []
    assert victory.control_events(state, (UnitId("F2"),), path) == []
    state.holding = replace(state.holding, last_in={**state.holding.last_in, TOWN: a1})
    assert victory.control_events(state, (a1,), path) == []
    # of units that go together the strongest holds it
    state = table("F1 infantry 5-3 0303", "F2 infantry 7-3 0303", "F3 infantry 7-3 0303")
    events = victory.control_events(state, (UnitId("F1"), UnitId("F3"), UnitId("F2")), (TOWN,))
    assert events == [HexControlled(TOWN, FRENCH, UnitId("F2"))]


FI, AI, AII = (FormationId(name) for name in ("FI", "AI", "AII"))


@pytest.mark.rule("N15.4", "N22", "N15.1", "N20.83")
def test_each_demoralized_enemy_formation_counts_four_but_no_small_or_exhausted_one() -> None:
    lines = ("F1 infantry 9-3 0101", "A1 infantry 9-3 0707", "A2 infantry 9-3 0606 of:AII")
    state = table(*lines)
    for broken, vp in (((), (0, 3)), ((AI,), (4, 3)), ((AI, AII), (8, 3)), ((AI, FI), (4, 7))):
        chapters.put(state, demoralized=broken)
        assert points(state) == vp
    assert (FRENCH, 4, "demoralized AI Corps") in score(state)
    for sp, count in ((5, 0), (6, 4)):
        state = table("F1 infantry 9-3 0101", f"A1 infantry {sp}-3 0707")
        assert points(chapters.changed(state, demoralized=(AI,))) == (count, 3)
    assert points(chapters.changed(table(), exhausted=(FI, AI))) == (0, 3)


def turn_end_of(state: GameState) -> Any:
    """The Turn End Phase of a turn in which all commanders have moved."""
    state.phase, state.commanded = Phase.TURN_END, state.battle.sides
    return play(state, turn_end)


BOTH = ("F1 infantry 9-3 0101", "A1 infantry 9-3 0707", "A2 infantry 9-3 0606 of:AII")


@pytest.mark.rule("N15.4", "N22.3", "N4.71", "N15.3")
def test_a_collapse_ends_the_game_in_turn_end_but_not_for_who_recovers_in_it() -> None:
    levels = {"AI": {"demoralization_sp": 4}, "AII": {"demoralization_sp": 4}}
    marks = tuple(f"{line} reduced" if line[0] == "A" else line for line in BOTH)
    played = turn_end_of(table(*marks, formations=levels))
    ended = played.of("GameEnded")[0]
    assert (ended.winner, ended.level) == (FRENCH, "decisive")
    assert ended.reason == "all formations of the Coalition side are demoralized"
    assert ended.vp == ((FRENCH, 9), (ALLIED, 3))  # twice 4, and 8 SP more lost
    assert played.story[-1] == "GameEnded"
    assert played.of("TurnEnded") == []
    played = turn_end_of(chapters.changed(table(*BOTH), demoralized=(AI, AII)))
    assert played.of("GameEnded") == []
    assert played.story[:2] == ["FormationRecovered", "FormationRecovered"]
    assert played.of("TurnEnded")
    # and when both sides have collapsed the game goes on
    low = {name: {"demoralization_sp": 4} for name in ("FI", "AI", "AII")}
    state = table(*(f"{line} reduced" for line in BOTH), formations=low)
    played = turn_end_of(state)
    assert played.state.spirit.demoralized == (FI, AI, AII)
    assert not played.state.over


# -- the lines of the score and their reasons: who holds what, who lost what, who got away (N22)


LONG = "\n".join([" ".join(["."] * 40)] * 3)
"""Forty columns: from one end no supply line of fourteen hexes reaches the other."""

TOWN_OF_SCORE, OURS_OF_SCORE, THEIRS = hexes("2002 0102 4002")


def field(*lines: str, **more: Any) -> GameState:
    """A French source in the west, an Allied one in the east, a town of 3 VP between them."""
    held = {TOWN_OF_SCORE: ALLIED, OURS_OF_SCORE: FRENCH, THEIRS: ALLIED} | more.pop("held", {})
    return position(
        LONG,
        *lines,
        vp_hexes=MappingProxyType({TOWN_OF_SCORE: 3}),
        supply_sources=MappingProxyType({OURS_OF_SCORE: FRENCH, THEIRS: ALLIED}),
        control=MappingProxyType(held),
        **more,
    )


def line_of(state: GameState, address: str) -> ScoreLine:
    [line] = [line for line in victory.score_sheet(state) if line.address == address]
    return line


def of_town(state: GameState) -> tuple[Side, int, list[tuple[str, bool]]]:
    """Who has the town, for how many VP, and each reason with whether it counts."""
    line = line_of(state, f"hex:{TOWN_OF_SCORE}")
    return line.side, line.points, [(r.sentence, r.counts) for r in line.reasons]


@pytest.mark.rule("N22", "N22.2")
def test_a_unit_in_the_hex_holds_it_in_supply_or_within_command_range() -> None:
    road = " ".join(f"{column:02}02" for column in range(1, 13))
    fed = field("F1 infantry 5-3 2002", "FT train 1202", roads=[road], held={TOWN_OF_SCORE: FRENCH})
    assert of_town(fed) == (FRENCH, 3, [("F1 stands in it and is in supply.", True)])
    hungry = field("F1 infantry 5-3 2002", "F2 infantry 9-3 1002", held={TOWN_OF_SCORE: FRENCH})
    assert of_town(hungry)[:2] == (FRENCH, 0)
    # out of supply it holds within command range
    words = "stands in it and is out of supply, but within command range."
    near = field("F1 infantry 5-3 2002", "FL leader 1902", held={TOWN_OF_SCORE: FRENCH})
    assert of_town(near) == (FRENCH, 3, [(f"F1 {words}", True)])
    far = field("F1 infantry 5-3 2002", "FL leader 1002", held={TOWN_OF_SCORE: FRENCH})
    words = "stands in it and is neither in supply nor within command range."
    assert of_town(far) == (FRENCH, 0, [(f"F1 {words}", False)])
    [reason] = line_of(far, f"hex:{TOWN_OF_SCORE}").reasons
    assert reason.address == "unit:F1"
    assert [part.rule for part in reason.parts] == ["N16.6"]  # and why it is out of supply
    pieces = ("F1 infantry 5-3 2002", "FL leader 1002", "F2 infantry 5-3 2002 of:FII")
    state = field(*pieces, "FM leader 1902 of:FII", held={TOWN_OF_SCORE: FRENCH})
    side, points, reasons = of_town(state)
    assert (side, points, [counts for _, counts in reasons]) == (FRENCH, 3, [False, True])


@pytest.mark.rule("N22.2")
def test_an_empty_hex_is_its_last_unit_s_or_as_the_scenario_or_an_old_save_says() -> None:
    for at, vp, words in (
        ("1002", 3, "is at 1002 and is in supply"),
        ("1802", 0, "is at 1802 and is neither in supply nor within command range"),
        ("uar", 0, ""),
    ):
        pieces = (f"F1 infantry 5-3 {at}", "F2 infantry 5-3 0202", "FL leader 0502")
        state = field(*pieces, held={TOWN_OF_SCORE: FRENCH})
        chapters.put(state, last_in={**state.holding.last_in, TOWN_OF_SCORE: unit("F1")})
        told = f", {words}." if words else " and is not on the map any more."
        assert of_town(state) == (FRENCH, vp, [(f"F1 was the last in it{told}", bool(vp))])
    words = "Nobody has been in it: by the scenario it belongs to the Coalition side."
    assert of_town(field("A1 infantry 5-3 2102 ")) == (ALLIED, 3, [(words, True)])
    state = field("F1 infantry 5-3 0202")
    chapters.put(state, control={**state.holding.control, TOWN_OF_SCORE: FRENCH})
    words = "The save of an older version does not tell who took it."
    assert of_town(state) == (FRENCH, 3, [(words, True)])
    lines = ("A1 infantry 5-3 2002", "A2 infantry 7-3 2002", "F1 infantry 9-3 4002")
    state = set_up(field(*lines).battle)
    assert state.holding.last_in == {TOWN_OF_SCORE: unit("A2")}


@pytest.mark.rule("N22", "N22.2")
@each("leader vp", ("FL leader 3602", 4), ("FL leader 3502", 0), ("FL leader 0102", 0))
def test_an_enemy_source_counts_in_supply_or_within_command_range(leader: str, vp: int) -> None:
    """37.13: the erratum names supply sources and other terrain in one breath."""
    state = field("F1 infantry 5-3 4002", leader, held={THEIRS: FRENCH})
    assert line_of(state, f"hex:{THEIRS}").points == vp
    road = " ".join(f"{column:02}02" for column in range(1, 31))
    wagons = (leader, "FT train 3002")
    fed = field("F1 infantry 5-3 4002", *wagons, roads=[road], held={THEIRS: FRENCH})
    assert line_of(fed, f"hex:{THEIRS}").points == 4


@pytest.mark.rule("N22.2", "N15.6", "N15.1", "N22")
def test_losses_open_to_formations_and_units_and_their_boxes() -> None:
    ours = ("F1 infantry 8-3 uar", "F2 infantry 7/3-3 0101 reduced of:FII")
    state = field(*ours, "A1 infantry 2-3 uar", "A2 infantry 5-3 3902")
    line = victory.score_sheet(state)[0]
    assert (line.side, line.points, line.reason) == (ALLIED, 2, "losses: 12 SP against 2 SP")
    french, allied, rate = line.reasons
    assert (french.sentence, allied.sentence) == ("French lost 12 SP.", "Coalition lost 2 SP.")
    assert [(part.sentence, part.address) for part in french.parts] == [
        ("FI Corps lost 8 SP.", "formation:FI"),
        ("FII Corps lost 4 SP.", "formation:FII"),
    ]
    assert [u.sentence for part in french.parts for u in part.parts] == [
        "F1 lost 8 SP: it awaits recovery.",
        "F2 lost 4 SP: it is reduced.",
    ]
    assert rate == ScoreReason("", "Each 5 SP of difference give 1 VP.", rule="N22")
    state = field("F1 infantry 6-3 0102", "F2 infantry 5-3 0102")
    chapters.put(off(state, "F1 F2", Box.EXITED), exited_unsupplied=units("F1"))
    line = victory.score_sheet(state)[0]
    assert line.reason == "losses: 6 SP against 0 SP"
    [part] = line.reasons[0].parts
    assert [u.sentence for u in part.parts] == ["F1 lost 6 SP: it left the map out of supply."]
    line = line_of(off(field("A9 overall 3902 rating:3 of:AHQ"), "A9"), "leader:A9")
    assert (line.points, line.reasons[0].sentence) == (3, "A9 has the rating 3.")


@pytest.mark.rule("N22", "N15.4", "N15.1")
def test_a_small_difference_and_a_demoralized_formation_are_told_with_their_parts() -> None:
    for sp, vp in ((4, 0), (5, 1), (9, 1), (10, 2)):
        state = field(f"F1 infantry {sp}-3 uar", "A1 infantry 9-3 3902")
        line = victory.score_sheet(state)[0]
        assert (line.side, line.points, line.reasons[-1].counts) == (ALLIED, vp, vp > 0)
        assert (line in victory.score_lines(state)) is (vp > 0)
        even = victory.score_sheet(field(f"F1 infantry {sp}-3 uar", f"A1 infantry {sp}-3 uar"))[0]
        assert (even.points, even.reason) == (0, f"losses: {sp} SP against {sp} SP")
    alone = {"AI": {"demoralization_sp": 4, "kind": FormationKind.DIVISION}}
    state = field("A1 infantry 9-3 3902", "F1 infantry 9-3 0102", formations=alone)
    line = line_of(chapters.changed(state, demoralized=(AI,)), "formation:AI")
    words = "A division without a commander is no corps, and gives nothing."
    assert (line.points, line.reasons[1].sentence) == (0, words)
    for sp, vp, whether in ((6, 4, [True]), (5, 0, [True, False])):
        lines = (f"A1 infantry {sp}/1-3 3902 reduced", "F1 infantry 9-3 0102")
        state = field(*lines, formations={"AI": {"demoralization_sp": 4}})
        chapters.put(state, demoralized=(AI,))
        line = line_of(state, "formation:AI")
        assert (line.side, line.points) == (FRENCH, vp)
        assert [reason.counts for reason in line.reasons] == whether
        assert line.reasons[0].sentence == f"AI Corps lost {sp - 1} SP; 4 demoralize it."
        if not vp:
            assert line.reasons[1].sentence == "It began with 5 SP; fewer than 6 give nothing."


def gone(lost: int, exited: int, *, trains: int = 0, may: bool = True) -> GameState:
    """The French have left the map; the Allies lost a unit of some SP."""
    out = [f"F{n} infantry 2-3 0102" for n in range(exited)]
    wagons = [f"FT{n} train 0102" for n in range(trains)]
    losses = [f"A1 infantry {lost}-3 uar"] if lost else []
    state = field(*out, *wagons, *losses, "A2 infantry 5-3 3902", "FP pontoon 0102")
    off(state, " ".join(u for u in state.units if state.side_of(u) == FRENCH), Box.EXITED)
    if may:
        acting(state, "general-retreat")
    return chapters.changed(state, retreating=(FRENCH, ALLIED))


def by_retreat(state: GameState) -> list[tuple[int, str]]:
    return [
        (x.points, x.reason) for x in victory.score_sheet(state) if x.reason.startswith("brought")
    ]


@pytest.mark.rule("N22", "N12.29")
def test_who_played_general_retreat_scores_trains_and_five_units_off_the_map() -> None:
    """37.13: it scores for its player alone, whoever else may order it."""
    assert by_retreat(gone(0, 0, trains=2)) == [
        (4, "brought off the FT0"),
        (4, "brought off the FT1"),
    ]
    assert by_retreat(gone(0, 0, trains=2, may=False)) == []
    assert victory.totals(gone(0, 0, trains=1))[FRENCH] == 4
    state = gone(0, 10)
    state.put_unit(replace(state.units[unit("A2")], reduced=True))
    [(points, _)] = by_retreat(state)
    assert points == 0
    state = gone(25, 10, trains=1)
    assert victory.totals(state) == {FRENCH: 4 + 2 + 25 // 5, ALLIED: 3}
    assert {Hex(TOWN_OF_SCORE)} == {
        Hex(x.address[4:]) for x in victory.score_lines(state) if x.side == ALLIED
    }
    for exited, lost, vp in ints(
        "4 90 0, 4 5 0, 5 90 1, 5 5 1, 5 4 0, 9 90 1, 10 90 2, 10 10 2, 10 9 1, 10 4 0, 10 0 0"
    ):
        state = gone(lost, exited)
        assert by_retreat(state) == [(vp, f"brought {exited} units off the map")]
        [line] = [x for x in victory.score_sheet(state) if x.reason.startswith("brought")]
        # which of the two gives nothing
        assert [reason.counts for reason in line.reasons] == [exited >= 5, lost >= 5]
        assert by_retreat(gone(lost, exited, may=False)) == []


# -- the special rules of the battles of 1814, as 37.17 to 37.22 have them (N24.4)


BATTLES = ("brienne", "la-rothiere", "champaubert", "montmirail", "vauchamps")
IX, DIVISION = LineId("CO-9"), LineId("CO-9/1")
BAYE, CHAMPAUBERT = Hex("1873"), Hex("2673")


def begun(battle: str) -> GameState:
    """A battle at the Local Decisions of its first turn."""
    state = set_up(battle_with(battle, ()))
    return chapters.changed(state, turn=1, phase=Phase.ORDERS, writing=Writing.LOCAL)


def put(state: GameState, leader: str, hex_: str) -> GameState:
    state.put_leader(Leader(LeaderId(leader), hex=Hex(hex_)))
    return state


def ordered(state: GameState, line: str) -> str | None:
    """The rule by which nobody can send a line an order now, or nothing."""
    id_ = LineId(line)
    refusal = pad.line_refusal(state, state.side_of_line(id_), id_)
    return rule_of(refusal or pad.giver_refusal(state, pad.giver_of(state, id_), id_))


def assigned(state: GameState, corps: str, wing: str) -> str | None:
    """The rule that keeps a corps out of a wing, or nothing."""
    return rule_of(pad.assignment_refusal(state, LineId(corps), FormationId(wing)))


def errors(folder: Path, battle: str, change: Callable[[str], str]) -> list[str]:
    """What is wrong with a scenario once its files are changed."""
    for name in ("scenario.json", "forces.json"):
        text = (scenarios() / battle / name).read_text("utf-8")
        (folder / name).write_text(change(text), "utf-8")
    found = validate([folder / "scenario.json"], sections(), scenarios())
    return [finding.sentence for finding in found if finding.is_error]


def test_a_rule_that_nobody_knows_or_without_its_data_is_an_error(tmp_path: Path) -> None:
    wrong = "blucher-charge", "blucher-charges"
    assert errors(tmp_path, "vauchamps", lambda text: text.replace(*wrong)) == [
        'there is no special rule "blucher-charges"; did you mean "blucher-charge"?'
    ]

    def change(text: str) -> str:
        raw = json.loads(text)
        for rule in raw.get("special_rules", []):
            for field in ("hexes", "steps", "numbers", "formations"):
                rule.pop(field, None)
        return json.dumps(raw)

    assert sorted(errors(tmp_path, "champaubert", change)) == [
        'the rule "ney-near-napoleon" needs the number `hexes_from_leader`',
        'the rule "olsufiev-baye" needs `hexes`',
        'the rule "olsufiev-baye" needs `steps`',
    ]


@pytest.mark.rule("N12.62", "N12.53", "N12.1")
def test_ney_decides_near_napoleon_and_who_marches_to_the_hq_follows_it() -> None:
    for battle in BATTLES:
        state = put(put(begun(battle), "FR-YG-L", "1010"), "FR-HQ-L", "2020")
        assert local_decision.bounds(state, LeaderId("FR-YG-L")) == ("2020", 8, "Napoléon")
        assert leader_rating(state, LeaderId("FR-YG-L")) == 4
        verbs = ("march", "attack", "probe", "defend", "delay", "fall back", "reserve", "support")
        known = [leader_rating(state, LeaderId("FR-GRO-L"), v) for v in (*verbs, "general retreat")]
        assert known == [3, 3, 3, 1, 1, 1, 1, 1, 1]
    for battle, line, at_first, leader, later in (
        ("vauchamps", "FR-YG", "1041", "", "1447"),
        ("champaubert", "FR-GC", "1272", "FR-HQ-L", "0872"),  # the scenario says, until it is there
    ):
        state = begun(battle)
        step = state.pad.lines[LineId(line)].step
        assert (step.target_formation, objective_of(state, step)) == ("FR-HQ", at_first)
        for name in ("FR-HQ-HQ", *leader.split()):
            put(state, name, later)
        assert objective_of(state, step) == later


@pytest.mark.rule("N12.7", "N4.25")
def test_grouchy_has_cavalry_corps_only_and_an_army_without_its_commander_counts_nought() -> None:
    for battle, cavalry, infantry, own in (
        ("la-rothiere", "FR-1C", "FR-2", "FR-5C"),
        ("champaubert", "FR-GC", "FR-6", "FR-1C"),
        ("vauchamps", "FR-1C", "FR-YG", "FR-2C"),
    ):
        state = begun(battle)
        assert state.pad.wings[FormationId(own)] == "FR-GRO"
        assert [corps for corps, wing in state.pad.wings.items() if wing == "FR-GRO"] == [own]
        assert assigned(state, cavalry, "FR-GRO") is None
        assert assigned(state, infantry, "FR-GRO") == "N12.7"
    for battle, ratings in (
        ("brienne", (0, 3)),
        ("la-rothiere", (3, 3)),
        ("champaubert", (0, 0)),
        ("montmirail", (3, 0)),
        ("vauchamps", (3, 3)),
    ):
        state = begun(battle)
        assert (overall_rating(state, FRENCH), overall_rating(state, ALLIED)) == ratings


@pytest.mark.rule("N24.4", "N12.35")
def test_sacken_orders_the_corps_of_his_wing_and_three_may_fight_round_the_objective() -> None:
    for battle, wing, others in (
        ("brienne", ["CO-6", "CO-11"], ["CO-9", "CO-C"]),
        ("la-rothiere", ["CO-6", "CO-11"], ["CO-9", "CO-C", "CO-4"]),
        ("montmirail", ["CO-6", "CO-11", "CO-C"], ["CO-P1"]),
    ):
        state, sacken = begun(battle), LeaderId("CO-SAC-L")
        assert [corps for corps, over in state.pad.wings.items() if over == "CO-SAC"] == wing
        assert [pad.giver_of(state, LineId(corps)) for corps in wing] == [sacken] * len(wing)
        assert [ordered(state, corps) for corps in wing] == [None] * len(wing)
        assert all(pad.giver_of(state, LineId(corps)) != sacken for corps in others)
        assert [assigned(state, corps, "CO-SAC") for corps in others] == ["N12.7"] * len(others)
        assert leader_rating(state, sacken) == 2
    for name, objective, zone, near, far in (
        ("FR-6-01", "1133", 2, "1031", "1030"),
        ("FR-YG-01", "1332", 2, "1330", "1329"),
        ("FR-GC-01", "1533", 2, "1531", "1530"),
        ("CO-C-01", "1729", None, "1730", "1731"),
    ):
        state, id_ = begun("montmirail"), UnitId(name)
        found = permissions(state, id_)
        assert (found.name, found.step.target, found.step.zone) == ("Defend", objective, zone)
        assert found.open_zone is not None
        assert [hex_ in found.open_zone for hex_ in (objective, near, far)] == [True, True, False]
        allowed = {near, objective} if zone else {objective}
        for hex_ in (near, far):
            refused = rule_of(assault_permission(state, id_, Hex(hex_)))
            assert refused == (None if hex_ in allowed else "N12.35")


@pytest.mark.rule("N24.4", "N12.14")
def test_bluecher_orders_whom_of_bohemia_is_there_and_barclay_two_corps_by_a_fixed_order() -> None:
    state = begun("la-rothiere")
    his = ["CO-9", "CO-C", "CO-4", "CO-BAV", "CO-GR", "CO-CU", "CO-SAC", "CO-BAR"]
    assert [pad.giver_of(state, LineId(f)) for f in his] == ["CO-HQ-L"] * len(his)
    assert [pad.giver_of(state, LineId(f)) for f in ("CO-GD", "CO-AG")] == [None, None]
    assert ordered(state, "CO-4") is None
    assert [pad.giver_of(state, LineId(corps)) for corps in ("CO-3", "CO-5")] == ["CO-BAR-L"] * 2
    assert ordered(state, "CO-3") == "N12.7"  # he is still to come
    for corps, wing in (("CO-3", "CO-HQ"), ("CO-3", "CO-SAC"), ("CO-4", "CO-BAR")):
        assert assigned(state, corps, wing) == "N12.7"  # not even Blücher takes one from him
    assert ordered(put(state, "CO-BAR-L", "2238"), "CO-3") is None
    assert leader_rating(state, LeaderId("CO-BAR-L")) == 1
    state = put(begun("la-rothiere"), "CO-BAR-L", "2238")
    assert state.pad.lines[LineId("CO-BAR")].steps == steps("support 1323 fixed")
    assert ordered(state, "CO-BAR") == "N12.11"
    asked = local_decision.may_try(state, ALLIED)
    assert ("CO-BAR" in asked, "CO-3" in asked) == (False, True)
    put(state, "CO-BAR-L", "1730")
    duties = [wing_duty(state, FormationId(wing)) for wing in ("CO-BAR", "CO-SAC")]
    assert [duty is None for duty in duties] == [True, False]


@pytest.mark.rule("N12.61", "N12.15")
def test_until_their_commander_comes_they_decide_for_themselves_and_for_doumerc() -> None:
    for battle, side, line, commander in (
        ("champaubert", FRENCH, "FR-6", ("FR-HQ-L", "0172")),
        ("champaubert", FRENCH, "FR-GRO", ("FR-HQ-L", "0172")),
        ("champaubert", FRENCH, "FR-1C", ("FR-HQ-L", "0172")),  # not even Grouchy orders Doumerc
        ("champaubert", ALLIED, "CO-9", ("CO-HQ-L", "3499")),
        ("montmirail", ALLIED, "CO-SAC", ("CO-HQ-L", "3499")),
        ("montmirail", ALLIED, "CO-P1", ("CO-HQ-L", "3499")),
    ):
        state = begun(battle)
        assert ordered(state, line) == "N12.61"
        assert (line in local_decision.may_try(state, side)) is (
            line != "CO-9"
        )  # Olsufiev holds to his orders
        assert ordered(put(state, *commander), line) is None
    for is_there, bound in ((False, ["FR-GRO"]), (True, ["FR-GRO", "FR-1C"])):
        state = begun("champaubert")
        if is_there:
            put(state, "FR-HQ-L", "0172")

        async def flow(table: Table[GameState]) -> None:
            pad.put_in_force(table, LineId("FR-GRO"), steps("defend 0773"))

        played = play(state, flow)
        assert [event.line for event in played.of("OrderInForce")] == bound


def stormed(state: GameState, hex_: Hex = BAYE) -> GameState:
    mark_struck(state, hex_, FRENCH)
    return state


@pytest.mark.rule("N24.4")
def test_olsufiev_holds_to_his_orders_and_divisions_until_baye_is_assaulted() -> None:
    state = begun("champaubert")
    assert local_decision.try_refusal(state, IX) == Refusal(
        "Olsufiev holds to his orders until Baye (1873) is assaulted.", "N24.4"
    )
    assert local_decision.try_refusal(stormed(state, Hex("2173")), IX) is not None
    assert local_decision.try_refusal(stormed(state), IX) is None
    assert local_decision.try_refusal(view(state.copy(), ALLIED), IX) is None
    state = put(begun("champaubert"), "CO-9-L", "2073")  # near both divisions
    paper = Detail(units("CO-9-02"), (OrderStep("march", CHAMPAUBERT),))
    assert rule_of(detail_refusal(state, ALLIED, paper)) == "N24.4"
    assert (recallable(state, ALLIED), tuple(details(state, ALLIED))) == ((), ())
    stormed(state)
    assert detail_refusal(state, ALLIED, paper) is None
    assert recallable(state, ALLIED) == (DIVISION,)
    assert units("CO-9-02") in tuple(details(state, ALLIED))


def wishes(state: GameState, *dice: int) -> tuple[list[object], GameState]:
    """What comes of Olsufiev's wish to fall back, the others wishing nothing."""
    answers = {"TryLocalDecision": [steps("fall back 2377")]}
    played = play(state, lambda t: local_decision.try_local_decision(t, ALLIED, IX), dice, answers)
    return played.of("BadMoveTaken") + played.of("OrderInForce"), played.state


@pytest.mark.rule("N12.65")
def test_his_first_bad_move_is_to_defend_champaubert_and_the_second_is_rolled_for() -> None:
    told, after = wishes(stormed(begun("champaubert")), 6)
    order = steps("defend 2673")
    assert told == [BadMoveTaken(ALLIED, IX, 0), OrderInForce(ALLIED, IX, order, 3)]
    assert (after.pad.lines[IX].steps, after.pad.misled) == (order, (IX,))
    assert after.pad.lines[DIVISION].steps == steps("defend 1873")
    assert [view(after, side).pad.misled for side in (FRENCH, ALLIED)] == [(), (IX,)]
    chapters.put(after, turn=3, asked=(), served=(), addressed=())
    told, last = wishes(after, 6, 2)
    assert told[0] == BadMoveTaken(ALLIED, IX, 2)
    assert last.pad.lines[IX].steps == steps("defend 2173")


# -- Montmirail: leave to fight round the objective, and Yorck


def rested(state: GameState) -> list[ExhaustionEnded]:
    table: Table[GameState] = Table(state)
    count_rest(table)
    return [event for event in table.events if isinstance(event, ExhaustionEnded)]


@pytest.mark.rule("N20.84")
def test_yorck_alone_begins_exhausted_and_rests_three_hours_in_a_row() -> None:
    state, corps, line = begun("montmirail"), FormationId("CO-P1"), LineId("CO-P1")
    rest = state.pad.lines[line]
    assert rest.steps == steps("reserve 2424")
    assert [rested(state), rested(state)] == [[], []]
    march = replace(rest, steps=steps("march 1530"))  # an order in between begins it anew
    chapters.put(state, lines={**state.pad.lines, line: march})
    assert rested(state) == []
    chapters.put(state, lines={**state.pad.lines, line: rest})
    assert [rested(state), rested(state)] == [[], []]
    assert weariness(state, corps) == "exhausted"
    assert rested(state) == [ExhaustionEnded(corps)]
    assert weariness(state, corps) is None
    for battle in BATTLES:
        assert begun(battle).spirit.exhausted == (("CO-P1",) if battle == "montmirail" else ())
