"""Demoralization of formations: level, losses, recovery, the collapse of a side (N15)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.losses import (
    FormationDemoralized,
    FormationRecovered,
    StepLost,
    UnitEliminated,
    UnitReturned,
)
from hexwar.systems.nlc.numbers import from_overrides
from hexwar.systems.nlc.rules.losses.demoralization import (
    counted_for,
    has_collapsed,
    is_demoralized,
    is_exhausted,
    level_of,
    levelled,
    lost_by,
    lost_of,
    members,
    note_losses,
    review,
    scores_when_demoralized,
    start_sp,
    weariness,
)
from hexwar.systems.nlc.rules.losses.losses import Toll, eliminate, lose_steps, take_step
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, FormationKind, UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, play, position, unit, units

AI, AII, AIII, FI = (FormationId(name) for name in ("AI", "AII", "AIII", "FI"))
UNKNOWN: dict[str, Any] = {"demoralization_sp": None}


def at_level(level: int | None, *lines: str, **more: Any) -> GameState:
    """AI with a level of its own, or without one."""
    return position(OPEN, *lines, formations={"AI": {"demoralization_sp": level}}, **more)


# -- the level (N15.1)


@pytest.mark.rule("N15.1")
@pytest.mark.parametrize(
    ("sp", "level"),
    [(1, 3), (5, 3), (7, 3), (8, 4), (10, 4), (11, 5), (13, 6), (15, 6), (16, 7), (20, 8), (22, 9)],
)
def test_the_level_is_two_fifths_rounded_up_and_at_least_three(sp: int, level: int) -> None:
    assert level_of(at_level(None, f"A1 infantry {sp}-3 0403"), AI) == level


@pytest.mark.rule("N15.1")
def test_a_known_level_stands() -> None:
    assert level_of(at_level(2, "A1 infantry 13-3 0403"), AI) == 2


@pytest.mark.rule("N15.1")
def test_share_least_and_vp_limit_are_numbers_of_the_rules() -> None:
    rules = from_overrides({"demoralization.percent": 50, "demoralization.least": 4}).demoralization
    assert (rules.percent, rules.least, rules.least_sp_for_vp) == (50, 4, 6)
    numbers = {"demoralization.percent": 50, "demoralization.least": 6}
    assert level_of(at_level(None, "A1 infantry 13-3 0403", numbers=numbers), AI) == 7
    assert level_of(at_level(None, "A1 infantry 4-3 0403", numbers=numbers), AI) == 6


@pytest.mark.rule("N15.6", "N15.1")
def test_start_sp_are_those_of_all_units_whenever_they_arrive() -> None:
    lines = (
        "A1 infantry 5-3 0403",
        "A2 infantry 4-3 due",
        "A3 battery 2-3 uar",
        "A4 infantry 9-3 reserve",  # an alternate that was not called
        "AT train 0404",
    )
    state = at_level(None, *lines)
    assert start_sp(state, AI) == 11
    assert level_of(state, AI) == 5
    assert members(state, AI) == units("A1 A2 A3")


@pytest.mark.rule("N15.6")
def test_who_begins_reduced_begins_with_less_and_has_lost_nothing() -> None:
    lines = ("A1 infantry 6/2-3 0403 reduced", "A2 infantry 6/2-3 0404 reduced")
    state = at_level(None, *lines, reduced_at_start=frozenset(units("A1")))
    assert start_sp(state, AI) == 8
    assert lost_of(state, AI) == 4
    assert [lost_by(state, unit_) for unit_ in units("A1 A2")] == [0, 4]


# -- what is lost (N15.1, N15.6)


@pytest.mark.rule("N15.6")
def test_the_count_of_the_rulebook() -> None:
    # a corps of 13 SP: 5 reduced to 3, 5 in the UAR box, 3 untouched: 2 + 5
    lines = ("A1 infantry 5/3-3 0403 reduced", "A2 infantry 5/3-3 uar", "A3 infantry 3-3 0404")
    assert lost_of(at_level(None, *lines), AI) == 7


@pytest.mark.rule("N15.1", "N15.6")
@pytest.mark.parametrize(
    ("box", "lost"),
    [(Box.UAR, 5), (Box.RECOVERED, 5), (Box.PEU, 5), (Box.DUE, 0), (Box.EXITED, 0)],
)
@pytest.mark.parametrize("mark", ["", "reduced"])
def test_a_unit_in_a_box_of_the_lost_counts_in_full(box: Box, lost: int, mark: str) -> None:
    state = at_level(None, f"A1 infantry 5/3-3 0403 {mark}")
    UnitEliminated(unit("A1"), box, 0, "fire").apply(state)
    assert lost_by(state, unit("A1")) == (lost or (2 if mark else 0))


@pytest.mark.rule("N13.7", "N15.6")
def test_a_unit_that_came_back_counts_what_it_lacks() -> None:
    state = at_level(None, "A1 infantry 5/3-3 uar", "A2 battery 4-3 uar")
    assert lost_of(state, AI) == 9
    UnitReturned(unit("A1"), Hex("0403")).apply(state)
    UnitReturned(unit("A2"), Hex("0403")).apply(state)
    assert lost_of(state, AI) == 2


@pytest.mark.rule("N12.8", "N15.6")
def test_an_attached_unit_counts_for_its_own_corps() -> None:
    lines = ("A1 infantry 5-3 uar from:AII", "A2 infantry 9-3 0404 of:AII", "A3 infantry 4-3 0405")
    state = at_level(None, *lines)
    assert (lost_of(state, AI), lost_of(state, AII)) == (0, 5)
    assert (start_sp(state, AI), start_sp(state, AII)) == (4, 14)
    assert counted_for(state, unit("A1")) == AII


@pytest.mark.rule("N12.8")
@pytest.mark.parametrize("own", ["A2 infantry 9-3 reserve of:AII", "F2 infantry 9-3 0404"])
def test_where_that_is_not_in_play_the_host_counts_it(own: str) -> None:
    state = at_level(None, "A1 infantry 5-3 uar from:AII", own)
    assert (lost_of(state, AI), start_sp(state, AI)) == (5, 5)
    assert counted_for(state, unit("A1")) == AI


# -- when (N15.2)


@pytest.mark.rule("N15.2", "N15.1")
@pytest.mark.parametrize(("level", "is_broken"), [(2, True), (3, True), (4, False)])
def test_a_formation_is_demoralized_at_its_level_or_above(level: int, is_broken: bool) -> None:
    state = at_level(level, "A1 infantry 6/3-3 0403")
    played = play(state, _take("A1"))
    assert played.of(FormationDemoralized) == (
        [FormationDemoralized(AI, 3, level)] if is_broken else []
    )
    assert is_demoralized(played.state, AI) is is_broken
    assert not is_demoralized(state, AI)


def _take(name: str) -> Any:
    async def flow(table: Table[GameState]) -> None:
        take_step(table, unit(name), "fire")

    return flow


@pytest.mark.rule("N15.2", "N11.6")
def test_it_happens_at_the_very_loss() -> None:
    state = at_level(5, "A1 infantry 6/3-3 0403", "A2 battery 2-3 0403")
    toll = Toll(ALLIED, units("A1 A2"))
    played = play(state, lambda table: lose_steps(table, toll, 3, "fire"))
    assert [type(event) for event in played.events] == [
        StepLost,
        UnitEliminated,
        FormationDemoralized,
        UnitEliminated,
    ]
    assert played.state.spirit.demoralized == (AI,)


@pytest.mark.rule("N15.2", "N11.4")
def test_units_lost_for_want_of_a_retreat_count_too() -> None:
    async def flow(table: Table[GameState]) -> None:
        eliminate(table, unit("A1"), "no retreat")

    played = play(at_level(6, "A1 infantry 6/3-3 0403"), flow)
    assert played.of(FormationDemoralized) == [FormationDemoralized(AI, 6, 6)]


@pytest.mark.rule("N12.8", "N15.2")
def test_the_loss_of_an_attached_unit_may_break_its_own_corps() -> None:
    lines = ("A1 infantry 6/3-3 0403 from:AII", "A2 infantry 5-3 0404 of:AII", "A3 light 5-3 0405")
    levels = {"AI": {"demoralization_sp": 3}, "AII": {"demoralization_sp": 3}}
    played = play(position(OPEN, *lines, formations=levels), _take("A1"))
    assert played.state.spirit.demoralized == (AII,)


@pytest.mark.rule("N15.2")
def test_nobody_is_demoralized_twice() -> None:
    state = at_level(3, "A1 infantry 6/3-3 0403", "A2 infantry 6/3-3 0403")
    broken = play(state, _take("A1")).state
    assert play(broken, _take("A2")).of(FormationDemoralized) == []


@pytest.mark.rule("N15.2", "N15.5", "N20.83")
def test_weariness_has_one_reason() -> None:
    state = position(OPEN, "A1 infantry 6-3 0403")
    assert weariness(state, AI) is None
    state.spirit = replace(state.spirit, exhausted=(AI,))
    assert (weariness(state, AI), is_exhausted(state, AI)) == ("exhausted", True)
    state.spirit = replace(state.spirit, demoralized=(AI,))
    assert weariness(state, AI) == "demoralized"
    assert not is_exhausted(state, AII)


# -- Turn End (N15.3)


def _review(state: GameState) -> Any:
    async def flow(table: Table[GameState]) -> None:
        review(table)

    return play(state, flow)


@pytest.mark.rule("N15.3", "N4.71")
def test_below_its_level_again_it_recovers_in_turn_end() -> None:
    state = at_level(4, "A1 infantry 6/3-3 0403 reduced", "A2 infantry 5-3 0404")
    state.spirit = replace(state.spirit, demoralized=(AI, FI))
    played = _review(state)
    assert played.events == [FormationRecovered(AI, 3, 4)]
    assert played.state.spirit.demoralized == (FI,)


@pytest.mark.rule("N15.3")
def test_at_its_level_it_stays_demoralized() -> None:
    state = at_level(3, "A1 infantry 6/3-3 0403 reduced")
    state.spirit = replace(state.spirit, demoralized=(AI,))
    assert _review(state).events == []


@pytest.mark.rule("N15.3", "N4.71")
def test_turn_end_finds_who_was_overlooked() -> None:
    state = at_level(3, "A1 infantry 6/3-3 0403 reduced")
    assert _review(state).events == [FormationDemoralized(AI, 3, 3)]


# -- VP and collapse (N15.4, N15.7)


@pytest.mark.rule("N15.1")
@pytest.mark.parametrize(("sp", "scores"), [(5, False), (6, True)])
def test_a_formation_of_few_sp_scores_nothing(sp: int, scores: bool) -> None:
    assert scores_when_demoralized(at_level(3, f"A1 infantry {sp}-3 0403"), AI) is scores


def army(**boxes: str) -> GameState:
    """Three corps of the Allies, each with one unit."""
    places = {"A1": "0403", "A2": "0404", "A3": "0405"} | boxes
    corps = {"A1": "AI", "A2": "AII", "A3": "AIII"}
    lines = [f"{name} infantry 6-3 {places[name]} of:{corps[name]}" for name in places]
    return position(OPEN, "F1 infantry 6-3 0101", *lines)


@pytest.mark.rule("N15.7", "N15.4")
@pytest.mark.parametrize(
    ("boxes", "broken", "collapses"),
    [
        ({}, (AI, AII, AIII), True),
        ({}, (AI, AII), False),
        ({"A3": "due"}, (AI, AII), False),  # still to come, and not demoralized
        ({"A3": "reserve"}, (AI, AII), True),  # an alternate that was not called
        ({"A3": "uar"}, (AI, AII), False),
        ({}, (), False),
    ],
)
def test_a_side_collapses_with_its_last_formation(
    boxes: dict[str, str], broken: tuple[FormationId, ...], collapses: bool
) -> None:
    state = army(**boxes)
    state.spirit = replace(state.spirit, demoralized=broken)
    assert has_collapsed(state, ALLIED) is collapses
    assert not has_collapsed(state, FRENCH)


@pytest.mark.rule("N15.7")
def test_a_leaderless_division_counts_and_wings_and_headquarters_do_not() -> None:
    lines = (
        "A1 infantry 6-3 0403",
        "A2 infantry 6-3 0404 of:AII",
        "A-W wing 0404 of:AW",
        "A3 light 6-3 0405 of:AW",
    )
    kinds = {"AII": {"kind": FormationKind.DIVISION}, "AW": {"kind": FormationKind.WING}}
    state = position(OPEN, *lines, formations=kinds)
    assert levelled(state, ALLIED) == (AI, AII)
    assert levelled(state) == (AI, AII)


@pytest.mark.rule("N15.7")
def test_a_side_without_formations_does_not_collapse() -> None:
    assert not has_collapsed(position(OPEN, "A1 infantry 6-3 0403"), FRENCH)


# -- what always holds


@pytest.mark.rule("N15.2", "N15.6")
@given(
    sizes=st.lists(st.integers(2, 9), min_size=1, max_size=5),
    blows=st.lists(st.integers(0, 4), max_size=12),
    level=st.integers(1, 20),
)
def test_a_formation_is_demoralized_just_when_its_losses_reach_its_level(
    sizes: list[int], blows: list[int], level: int
) -> None:
    names = [UnitId(f"A{n}") for n in range(len(sizes))]
    lines = [f"A{n} infantry {sp}-3 040{n + 1}" for n, sp in enumerate(sizes)]
    state = at_level(level, *lines)
    table: Table[GameState] = Table(state)
    for blow in blows:
        if blow < len(names) and state.units[names[blow]].hex is not None:
            take_step(table, names[blow], "fire")
        lost = sum(sizes) - sum(state.sp(u.id) for u in state.on_map(ALLIED))
        assert lost_of(state, AI) == lost
        assert is_demoralized(state, AI) is (lost >= level)
    assert len(state.spirit.demoralized) <= 1
    note_losses(table, AI)
    assert len(state.spirit.demoralized) <= 1
