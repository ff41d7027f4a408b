"""The lines of the score and their reasons: who holds what, who lost what, who got away (N22)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.rules.victory.victory import score_lines, score_sheet, totals
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Box
from hexwar.table.score import ScoreLine, ScoreReason
from tests.systems.nlc.positions import ALLIED, FRENCH, hexes, position, unit, units

LONG = "\n".join([" ".join(["."] * 40)] * 3)
"""Forty columns: from one end no supply line of fourteen hexes reaches the other."""

TOWN, OURS, THEIRS = hexes("2002 0102 4002")


def field(*lines: str, **more: Any) -> GameState:
    """A French source in the west, an Allied one in the east, a town of 3 VP between them."""
    held = {TOWN: ALLIED, OURS: FRENCH, THEIRS: ALLIED} | more.pop("held", {})
    return position(
        LONG,
        *lines,
        vp_hexes=MappingProxyType({TOWN: 3}),
        supply_sources=MappingProxyType({OURS: FRENCH, THEIRS: ALLIED}),
        control=MappingProxyType(held),
        **more,
    )


def line_of(state: GameState, address: str) -> ScoreLine:
    [line] = [line for line in score_sheet(state) if line.address == address]
    return line


def of_town(state: GameState) -> tuple[Side, int, list[tuple[str, bool]]]:
    """Who has the town, for how many VP, and each reason with whether it counts."""
    line = line_of(state, f"hex:{TOWN}")
    return line.side, line.points, [(r.sentence, r.counts) for r in line.reasons]


# -- hexes (N22.2)


@pytest.mark.rule("N22", "N22.2")
def test_a_unit_in_the_hex_holds_it_in_supply() -> None:
    road = " ".join(f"{column:02}02" for column in range(1, 13))
    fed = field("F1 infantry 5-3 2002", "FT train 1202", roads=[road], held={TOWN: FRENCH})
    assert of_town(fed) == (FRENCH, 3, [("F1 stands in it and is in supply.", True)])
    hungry = field("F1 infantry 5-3 2002", "F2 infantry 9-3 1002", held={TOWN: FRENCH})
    assert of_town(hungry)[:2] == (FRENCH, 0)


@pytest.mark.rule("N22.2")
def test_out_of_supply_it_holds_within_command_range() -> None:
    words = "stands in it and is out of supply, but within command range."
    near = field("F1 infantry 5-3 2002", "FL leader 1902", held={TOWN: FRENCH})
    assert of_town(near) == (FRENCH, 3, [(f"F1 {words}", True)])
    far = field("F1 infantry 5-3 2002", "FL leader 1002", held={TOWN: FRENCH})
    words = "stands in it and is neither in supply nor within command range."
    assert of_town(far) == (FRENCH, 0, [(f"F1 {words}", False)])
    [reason] = line_of(far, f"hex:{TOWN}").reasons
    assert reason.address == "unit:F1"
    assert [part.rule for part in reason.parts] == ["N16.6"]  # and why it is out of supply


@pytest.mark.rule("N22.2")
def test_one_of_several_units_in_the_hex_is_enough() -> None:
    pieces = ("F1 infantry 5-3 2002", "FL leader 1002", "F2 infantry 5-3 2002 of:FII")
    state = field(*pieces, "FM leader 1902 of:FII", held={TOWN: FRENCH})
    side, points, reasons = of_town(state)
    assert (side, points, [counts for _, counts in reasons]) == (FRENCH, 3, [False, True])


@pytest.mark.rule("N22.2")
@pytest.mark.parametrize(("at", "vp"), [("1002", 3), ("1802", 0)])
def test_of_an_empty_hex_the_last_unit_is_asked(at: str, vp: int) -> None:
    state = field(f"F1 infantry 5-3 {at}", "FL leader 0502", held={TOWN: FRENCH})
    state.holding = replace(state.holding, last_in={**state.holding.last_in, TOWN: unit("F1")})
    supply = "is in supply" if vp else "is neither in supply nor within command range"
    words = f"F1 was the last in it, is at {at} and {supply}."
    assert of_town(state) == (FRENCH, vp, [(words, bool(vp))])


@pytest.mark.rule("N22.2")
def test_a_last_unit_off_the_map_holds_nothing() -> None:
    state = field("F1 infantry 5-3 uar", "F2 infantry 5-3 0202", held={TOWN: FRENCH})
    state.holding = replace(state.holding, last_in={**state.holding.last_in, TOWN: unit("F1")})
    words = "F1 was the last in it and is not on the map any more."
    assert of_town(state) == (FRENCH, 0, [(words, False)])


@pytest.mark.rule("N22.2")
def test_where_nobody_has_been_the_scenario_decides() -> None:
    words = "Nobody has been in it: by the scenario it belongs to the Coalition side."
    assert of_town(field("A1 infantry 5-3 2102 ")) == (ALLIED, 3, [(words, True)])


@pytest.mark.rule("N22.2")
def test_a_hex_that_an_old_save_gives_to_the_other_side_counts() -> None:
    state = field("F1 infantry 5-3 0202")
    state.holding = replace(state.holding, control={**state.holding.control, TOWN: FRENCH})
    words = "The save of an older version does not tell who took it."
    assert of_town(state) == (FRENCH, 3, [(words, True)])


@pytest.mark.rule("N22")
@pytest.mark.parametrize(("leader", "vp"), [("FL leader 3902", 0), ("FL leader 0102", 0)])
def test_an_enemy_source_counts_for_units_in_supply_only(leader: str, vp: int) -> None:
    state = field("F1 infantry 5-3 4002", leader, held={THEIRS: FRENCH})
    assert line_of(state, f"hex:{THEIRS}").points == vp
    road = " ".join(f"{column:02}02" for column in range(1, 31))
    wagons = (leader, "FT train 3002")
    fed = field("F1 infantry 5-3 4002", *wagons, roads=[road], held={THEIRS: FRENCH})
    assert line_of(fed, f"hex:{THEIRS}").points == 4


@pytest.mark.rule("N22.2")
def test_at_the_start_the_strongest_unit_of_the_owner_is_the_last_in_a_hex() -> None:
    lines = ("A1 infantry 5-3 2002", "A2 infantry 7-3 2002", "F1 infantry 9-3 4002")
    state = set_up(field(*lines).battle)
    assert state.holding.last_in == {TOWN: unit("A2")}


# -- losses


@pytest.mark.rule("N22.2", "N15.6")
def test_losses_open_to_formations_and_units() -> None:
    state = field(
        "F1 infantry 8-3 uar",
        "F2 infantry 7/3-3 0101 reduced of:FII",
        "A1 infantry 2-3 uar",
        "A2 infantry 5-3 3902",
    )
    line = score_sheet(state)[0]
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


@pytest.mark.rule("N22")
@pytest.mark.parametrize(("sp", "vp"), [(4, 0), (5, 1), (9, 1), (10, 2)])
def test_a_small_difference_is_told_though_it_gives_nothing(sp: int, vp: int) -> None:
    state = field(f"F1 infantry {sp}-3 uar", "A1 infantry 9-3 3902")
    line = score_sheet(state)[0]
    assert (line.side, line.points, line.reasons[-1].counts) == (ALLIED, vp, vp > 0)
    assert (line in score_lines(state)) is (vp > 0)


@pytest.mark.rule("N22")
def test_equal_losses_give_nobody_anything() -> None:
    line = score_sheet(field("F1 infantry 9-3 uar", "A1 infantry 9-3 uar"))[0]
    assert (line.points, line.reason) == (0, "losses: 9 SP against 9 SP")


@pytest.mark.rule("N15.1", "N22")
def test_who_left_the_map_without_supply_is_lost_and_who_left_it_with_is_not() -> None:
    state = field("F1 infantry 6-3 0102", "F2 infantry 5-3 0102")
    for name in ("F1", "F2"):
        state.put_unit(replace(state.units[unit(name)], hex=None, box=Box.EXITED))
    state.losses = replace(state.losses, exited_unsupplied=units("F1"))
    line = score_sheet(state)[0]
    assert line.reason == "losses: 6 SP against 0 SP"
    [part] = line.reasons[0].parts
    assert [u.sentence for u in part.parts] == ["F1 lost 6 SP: it left the map out of supply."]


# -- formations, trains and commanders


@pytest.mark.rule("N15.4", "N15.1", "N22")
@pytest.mark.parametrize(("sp", "vp", "whether"), [(6, 4, [True]), (5, 0, [True, False])])
def test_a_demoralized_formation_opens_to_what_it_lost(
    sp: int, vp: int, whether: list[bool]
) -> None:
    lines = (f"A1 infantry {sp}/1-3 3902 reduced", "F1 infantry 9-3 0102")
    state = field(*lines, formations={"AI": {"demoralization_sp": 4}})
    state.spirit = replace(state.spirit, demoralized=(FormationId("AI"),))
    line = line_of(state, "formation:AI")
    assert (line.side, line.points) == (FRENCH, vp)
    assert [reason.counts for reason in line.reasons] == whether
    assert line.reasons[0].sentence == f"AI Corps lost {sp - 1} SP; 4 demoralize it."
    if not vp:
        assert line.reasons[1].sentence == "It began with 5 SP; fewer than 6 give nothing."


@pytest.mark.rule("N22")
def test_a_captured_commander_opens_to_his_rating() -> None:
    state = field("A9 overall 3902 rating:3 of:AHQ")
    state.put_leader(replace(state.leaders[LeaderId("A9")], hex=None, box=Box.CAPTURED))
    line = line_of(state, "leader:A9")
    assert (line.points, line.reasons[0].sentence) == (3, "A9 has the rating 3.")


# -- General Retreat (N12.29)


def gone(lost: int, exited: int, *, trains: int = 0, may: bool = True) -> GameState:
    """The French have left the map; the Allies lost a unit of some SP."""
    out = [f"F{n} infantry 2-3 0102" for n in range(exited)]
    wagons = [f"FT{n} train 0102" for n in range(trains)]
    losses = [f"A1 infantry {lost}-3 uar"] if lost else []
    state = field(*out, *wagons, *losses, "A2 infantry 5-3 3902", "FP pontoon 0102")
    for id_ in [u for u in state.units if state.side_of(u) == FRENCH]:
        state.put_unit(replace(state.units[id_], hex=None, box=Box.EXITED))
    state.pad = replace(state.pad, retreating=(FRENCH,) if may else ())
    return state


def by_retreat(state: GameState) -> list[tuple[int, str]]:
    return [(x.points, x.reason) for x in score_sheet(state) if x.reason.startswith("brought")]


@pytest.mark.rule("N22", "N12.29")
def test_in_a_general_retreat_each_own_train_off_the_map_counts_four() -> None:
    assert by_retreat(gone(0, 0, trains=2)) == [
        (4, "brought off the FT0"),
        (4, "brought off the FT1"),
    ]
    assert by_retreat(gone(0, 0, trains=2, may=False)) == []
    assert totals(gone(0, 0, trains=1))[FRENCH] == 4


@pytest.mark.rule("N22", "N12.29")
@pytest.mark.parametrize(
    ("exited", "lost", "vp"),
    [
        (4, 90, 0),
        (5, 90, 1),
        (9, 90, 1),
        (10, 90, 2),
        (10, 10, 2),
        (10, 9, 1),  # eliminated enemies of 9 SP are worth 1 VP
        (10, 4, 0),
        (10, 0, 0),
    ],
)
def test_five_units_off_the_map_count_one_up_to_what_eliminated_enemies_are_worth(
    exited: int, lost: int, vp: int
) -> None:
    assert by_retreat(gone(lost, exited)) == [(vp, f"brought {exited} units off the map")]
    assert by_retreat(gone(lost, exited, may=False)) == []


@pytest.mark.rule("N22", "N12.29")
@pytest.mark.parametrize(
    ("exited", "lost", "counts"),
    [(4, 5, [False, True]), (5, 5, [True, True]), (5, 4, [True, False])],
)
def test_it_is_told_which_of_the_two_gives_nothing(
    exited: int, lost: int, counts: list[bool]
) -> None:
    [line] = [x for x in score_sheet(gone(lost, exited)) if x.reason.startswith("brought")]
    assert [reason.counts for reason in line.reasons] == counts


@pytest.mark.rule("N22")
def test_enemies_who_are_only_reduced_allow_nothing() -> None:
    state = gone(0, 10)
    a2 = UnitId("A2")
    state.put_unit(replace(state.units[a2], reduced=True))
    [(points, _)] = by_retreat(state)
    assert points == 0


@pytest.mark.rule("N22")
def test_the_totals_are_those_of_the_lines() -> None:
    state = gone(25, 10, trains=1)
    assert totals(state) == {FRENCH: 4 + 2 + 25 // 5, ALLIED: 3}
    assert {Hex(TOWN)} == {Hex(x.address[4:]) for x in score_lines(state) if x.side == ALLIED}
