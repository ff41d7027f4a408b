"""Control, score and levels of victory (N22)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.turn import GameEnded, HexControlled, HexPassed, TurnEnded, VpScored
from hexwar.systems.nlc.rules.turn.sequence import turn_end
from hexwar.systems.nlc.rules.victory.victory import (
    automatic_winner,
    collapse,
    control_events,
    end_at_once,
    end_of_game,
    level,
    lost_sp,
    outlook,
    score_lines,
    totals,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Box, Outcome, Phase
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, play, position

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


def points(state: GameState) -> tuple[int, int]:
    vp = totals(state)
    return vp[FRENCH], vp[ALLIED]


def score(state: GameState) -> list[tuple[Side, int, str]]:
    """Every line that gives points, without its reasons."""
    return [(line.side, line.points, line.reason) for line in score_lines(state)]


@pytest.mark.rule("N22")
def test_a_victory_hex_counts_for_its_holder() -> None:
    assert points(table()) == (0, 3)
    assert points(table(held={TOWN: FRENCH})) == (3, 0)


@pytest.mark.rule("N22")
def test_an_enemy_supply_source_counts_four() -> None:
    assert points(table(held={SOURCE: FRENCH})) == (4, 3)
    assert points(table(held={OURS: ALLIED})) == (0, 7)


@pytest.mark.rule("N22")
@pytest.mark.parametrize(
    ("lost", "vp"), [("4-3", 0), ("5-3", 1), ("9-3", 1), ("10-3", 2), ("14-3", 2)]
)
def test_the_side_with_fewer_losses_scores_a_fifth_of_the_difference(lost: str, vp: int) -> None:
    state = table(f"F1 infantry {lost} uar", "F2 infantry 5-3 0101", "A1 infantry 5-3 0707")
    assert points(state) == (0, 3 + vp)
    other = table(f"A1 infantry {lost} uar", "F2 infantry 5-3 0101", "A2 infantry 5-3 0707")
    assert points(other) == (vp, 3)


@pytest.mark.rule("N22")
def test_equal_losses_score_nothing() -> None:
    assert points(table("F1 infantry 9-3 uar", "A1 infantry 9-3 uar")) == (0, 3)


@pytest.mark.rule("N22.2")
def test_lost_units_count_in_full_and_reduced_ones_by_what_they_lost() -> None:
    state = table("F1 infantry 6/2-3 uar reduced", "F2 infantry 7/3-3 0101 reduced")
    assert lost_sp(state, FRENCH) == 6 + 4
    assert lost_sp(state, ALLIED) == 0


@pytest.mark.rule("N22.2")
def test_units_that_began_reduced_have_lost_nothing() -> None:
    state = table("F2 infantry 7/3-3 0101 reduced", reduced_at_start=frozenset({UnitId("F2")}))
    assert lost_sp(state, FRENCH) == 0


@pytest.mark.rule("N22.2")
def test_units_due_or_not_in_play_are_no_losses() -> None:
    assert lost_sp(table("F1 infantry 6-3 due", "F2 infantry 7-3 reserve"), FRENCH) == 0


@pytest.mark.rule("N22")
def test_a_captured_baggage_train_counts_two() -> None:
    state = table("F1 train 0101", "F2 pontoon 0102", "F3 train 0103", "F4 train 0104")
    for train, vp in (("F2", 0), ("F1", 2), ("F3", 4)):
        state.put_unit(replace(state.units[UnitId(train)], hex=None, box=Box.CAPTURED))
        assert points(state) == (0, 3 + vp)
    assert (ALLIED, 2, "took the F1") in score(state)


@pytest.mark.rule("N22")
def test_a_captured_overall_commander_counts_his_rating() -> None:
    state = table("A1 overall 0101 rating:3 of:AHQ", "A2 leader 0102 rating:2")
    for leader in ("A1", "A2"):
        state.put_leader(replace(state.leaders[LeaderId(leader)], hex=None, box=Box.CAPTURED))
    assert points(state) == (3, 3)


@pytest.mark.rule("N22.3")
def test_the_capture_of_napoleon_wins_at_once() -> None:
    state = table("F8 overall 0101 rating:3 of:FHQ napoleon")
    assert automatic_winner(state) is None
    state.put_leader(replace(state.leaders[LeaderId("F8")], hex=None, box=Box.CAPTURED))
    assert automatic_winner(state) == (ALLIED, "F8 was captured")
    played = play(state, end_at_once)
    ended = played.of(GameEnded)[0]
    assert (ended.winner, ended.level, ended.reason) == (ALLIED, "decisive", "F8 was captured")
    assert [(e.side, e.delta) for e in played.of(VpScored)] == [(ALLIED, 3), (ALLIED, 3)]
    assert ended.vp == ((FRENCH, 0), (ALLIED, 6))


@pytest.mark.rule("N22.3")
@pytest.mark.parametrize("who", ["overall 0101 rating:3 of:FHQ", "leader 0101 napoleon"])
def test_no_other_capture_ends_the_game(who: str) -> None:
    state = table(f"F8 {who}")
    state.put_leader(replace(state.leaders[LeaderId("F8")], hex=None, box=Box.CAPTURED))
    assert automatic_winner(state) is None


@pytest.mark.rule("N22.1")
@pytest.mark.parametrize(
    ("vp", "expected"),
    [
        ((0, 0), "draw"),
        ((10, 10), "draw"),
        ((10, 9), "draw"),  # a tenth of the larger
        ((20, 18), "draw"),
        ((20, 17), "marginal"),
        ((9, 8), "marginal"),
        ((14, 10), "marginal"),
        ((15, 10), "tactical"),
        ((19, 10), "tactical"),
        ((20, 10), "substantial"),
        ((30, 10), "strategic"),
        ((39, 10), "strategic"),
        ((40, 10), "decisive"),
        ((1, 0), "marginal"),  # in the ratio a total of 0 counts as 1
        ((2, 0), "substantial"),
        ((4, 0), "decisive"),
        ((10, 40), "decisive"),
    ],
)
def test_levels_of_victory(vp: tuple[int, int], expected: str) -> None:
    assert level(table(), vp) == expected


@pytest.mark.rule("N22.3")
@pytest.mark.parametrize(
    ("vp", "expected"),
    [
        ((-5, -5), "draw"),
        ((-1, 0), "substantial"),  # raised to 1 and 2
        ((-2, 0), "strategic"),
        ((-3, 2), "decisive"),
    ],
)
def test_negative_totals_are_raised_until_the_lower_is_one(
    vp: tuple[int, int], expected: str
) -> None:
    assert level(table(), vp) == expected


@pytest.mark.rule("N4.9")
def test_at_the_end_the_points_are_told_and_the_winner_named() -> None:
    played = play(table(held={SOURCE: FRENCH, TOWN: FRENCH}), end_of_game)
    assert [(e.side, e.delta) for e in played.of(VpScored)] == [(FRENCH, 3), (FRENCH, 4)]
    ended = played.of(GameEnded)[0]
    assert (ended.winner, ended.level) == (FRENCH, "decisive")
    assert ended.vp == ((FRENCH, 7), (ALLIED, 0))
    assert played.state.over


@pytest.mark.rule("N4.9")
@pytest.mark.parametrize(("lost", "winner"), [("F1", ALLIED), ("A1", FRENCH)])
def test_either_side_may_win(lost: str, winner: Side) -> None:
    lines = ("F1 infantry 15-3 0101", "F2 infantry 5-3 0103", "A1 infantry 15-3 0707")
    state = position(OPEN, *lines)
    state.put_unit(replace(state.units[UnitId(lost)], hex=None, box=Box.UAR))
    ended = play(state, end_of_game).of(GameEnded)[0]
    assert (ended.winner, ended.level) == (winner, "strategic")  # 3 VP to none
    assert ended.reason == "points"


@pytest.mark.rule("N22.2")
@pytest.mark.parametrize(
    ("box", "counts"),
    [
        (Box.UAR, True),
        (Box.PEU, True),
        (Box.RECOVERED, True),
        (Box.DUE, False),
        (Box.RESERVE, False),
        (Box.EXITED, False),
        (Box.CAPTURED, False),
    ],
)
def test_which_boxes_count_as_losses(box: Box, counts: bool) -> None:
    state = table("F1 infantry 6-3 0101")
    state.put_unit(replace(state.units[UnitId("F1")], hex=None, box=box))
    assert lost_sp(state, FRENCH) == (6 if counts else 0)


@pytest.mark.rule("N22.2")
def test_a_unit_that_began_reduced_counts_in_full_when_it_is_gone() -> None:
    gone = table("F2 infantry 7/3-3 uar reduced", reduced_at_start=frozenset({UnitId("F2")}))
    assert lost_sp(gone, FRENCH) == 7


@pytest.mark.rule("N22.1")
def test_nobody_wins_a_draw() -> None:
    even = position(OPEN, "F1 infantry 5-3 0101", "A1 infantry 5-3 0707")
    drawn = play(even, end_of_game).of(GameEnded)[0]
    assert (drawn.winner, drawn.level) == (None, "draw")


@pytest.mark.rule("N22", "N22.1")
def test_how_the_game_would_end_now_and_how_it_ended() -> None:
    state = table()
    assert outlook(state, {FRENCH: 0, ALLIED: 3}) == (
        "If the game ended now: Coalition strategic victory."
    )
    assert outlook(state, {FRENCH: 20, ALLIED: 18}) == "If the game ended now: a draw."
    state.outcome = Outcome(FRENCH, "decisive", (), "A1 was captured")
    assert outlook(state, {FRENCH: 0, ALLIED: 3}) == "The game has ended: French decisive victory."


@pytest.mark.rule("N22.2")
def test_a_hex_belongs_to_the_last_combat_unit_in_it_or_through_it() -> None:
    state = table("F1 infantry 5-3 0304", "A1 infantry 5-3 0707", "F2 train 0305")
    path = hexes("0302 0303 0304 0303")
    f1, a1 = UnitId("F1"), UnitId("A1")
    assert control_events(state, (f1,), path) == [HexControlled(TOWN, FRENCH, f1)]
    assert control_events(state, (a1,), path) == [HexPassed(TOWN, a1)]
    assert control_events(state, (f1,), (Hex("0305"),)) == []
    assert control_events(state, (UnitId("F2"),), path) == []
    state.holding = replace(state.holding, last_in={**state.holding.last_in, TOWN: a1})
    assert control_events(state, (a1,), path) == []


@pytest.mark.rule("N22.2")
def test_of_units_that_go_together_the_strongest_holds_the_hex() -> None:
    state = table("F1 infantry 5-3 0303", "F2 infantry 7-3 0303", "F3 infantry 7-3 0303")
    events = control_events(state, (UnitId("F1"), UnitId("F3"), UnitId("F2")), (TOWN,))
    assert events == [HexControlled(TOWN, FRENCH, UnitId("F2"))]


@pytest.mark.rule("N22")
def test_each_line_has_its_reason() -> None:
    state = table("F1 infantry 10-3 uar", "A1 infantry 5-3 0707", held={SOURCE: FRENCH})
    assert score(state) == [
        (ALLIED, 2, "losses: 10 SP against 0 SP"),
        (FRENCH, 4, "controls the enemy supply source 0701"),
        (ALLIED, 3, "holds 0303"),
    ]


# -- demoralized formations (N15.4)

FI, AI, AII = (FormationId(name) for name in ("FI", "AI", "AII"))


@pytest.mark.rule("N15.4", "N22")
def test_each_demoralized_enemy_formation_counts_four() -> None:
    lines = ("F1 infantry 9-3 0101", "A1 infantry 9-3 0707", "A2 infantry 9-3 0606 of:AII")
    state = table(*lines)
    for broken, vp in (((), (0, 3)), ((AI,), (4, 3)), ((AI, AII), (8, 3)), ((AI, FI), (4, 7))):
        state.spirit = replace(state.spirit, demoralized=broken)
        assert points(state) == vp
    assert (FRENCH, 4, "demoralized AI Corps") in score(state)


@pytest.mark.rule("N15.1")
@pytest.mark.parametrize(("sp", "vp"), [(5, 0), (6, 4)])
def test_a_small_formation_gives_nothing(sp: int, vp: int) -> None:
    state = table("F1 infantry 9-3 0101", f"A1 infantry {sp}-3 0707")
    state.spirit = replace(state.spirit, demoralized=(AI,))
    assert points(state) == (vp, 3)


@pytest.mark.rule("N20.83", "N22")
def test_exhaustion_gives_no_points() -> None:
    state = table()
    state.spirit = replace(state.spirit, exhausted=(FI, AI))
    assert points(state) == (0, 3)


def turn_end_of(state: GameState) -> Any:
    """The Turn End Phase of a turn in which all commanders have moved."""
    state.phase, state.commanded = Phase.TURN_END, state.battle.sides
    return play(state, turn_end)


BOTH = ("F1 infantry 9-3 0101", "A1 infantry 9-3 0707", "A2 infantry 9-3 0606 of:AII")


@pytest.mark.rule("N15.4", "N22.3", "N4.71")
def test_a_side_whose_formations_are_all_demoralized_loses_in_turn_end() -> None:
    levels = {"AI": {"demoralization_sp": 4}, "AII": {"demoralization_sp": 4}}
    marks = tuple(f"{line} reduced" if line[0] == "A" else line for line in BOTH)
    played = turn_end_of(table(*marks, formations=levels))
    ended = played.of(GameEnded)[0]
    assert (ended.winner, ended.level) == (FRENCH, "decisive")
    assert ended.reason == "all formations of the Coalition side are demoralized"
    assert ended.vp == ((FRENCH, 9), (ALLIED, 3))  # twice 4, and 8 SP more lost
    assert played.story[-1] == "GameEnded"
    assert played.of(TurnEnded) == []


@pytest.mark.rule("N15.4")
@pytest.mark.parametrize(
    ("broken", "winner"),
    [((), None), ((AI,), None), ((AI, AII), FRENCH), ((FI,), ALLIED), ((FI, AI, AII), None)],
)
def test_who_wins_by_collapse(broken: tuple[FormationId, ...], winner: Side | None) -> None:
    state = table(*BOTH)
    state.spirit = replace(state.spirit, demoralized=broken)
    won = collapse(state)
    assert (None if won is None else won[0]) == winner
    assert automatic_winner(state) is None  # not before Turn End


@pytest.mark.rule("N15.3", "N15.4")
def test_who_recovers_in_that_turn_end_has_not_lost() -> None:
    state = table(*BOTH)
    state.spirit = replace(state.spirit, demoralized=(AI, AII))
    played = turn_end_of(state)
    assert played.of(GameEnded) == []
    assert played.story[:2] == ["FormationRecovered", "FormationRecovered"]
    assert played.of(TurnEnded)


@pytest.mark.rule("N22.3")
def test_when_both_sides_have_collapsed_the_game_goes_on() -> None:
    low = {name: {"demoralization_sp": 4} for name in ("FI", "AI", "AII")}
    state = table(*(f"{line} reduced" for line in BOTH), formations=low)
    played = turn_end_of(state)
    assert played.state.spirit.demoralized == (FI, AI, AII)
    assert not played.state.over
