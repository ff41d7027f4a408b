"""Victory: what scores, who holds a hex, who has won (T23)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.cards.effects import scores_exits
from hexwar.systems.tlnb.rules.turn.status import status_segment
from hexwar.systems.tlnb.rules.victory.victory import is_held, level, score_lines, totals
from hexwar.systems.tlnb.state import Command, Holding, Losses, Spirit, Step, Supply, TlnbState
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, play, position, units
from tests.systems.tlnb.hands import in_force


def table(*lines: str) -> TlnbState:
    """A quiet field; nobody has scored."""
    kept = {"F9": "F9 infantry 4-3 0101", "A9": "A9 infantry 4-3 0707"}
    own = [line for id_, line in kept.items() if not any(x.startswith(id_) for x in lines)]
    return position(
        OPEN, *lines, *own, step=Step.STATUS, length=9, bases=("french:0101", "allied:0707")
    )


def scored(state: TlnbState) -> dict[str, int]:
    """What the French score, line by line."""
    return {line.reason: line.points for line in score_lines(state) if line.side == FRENCH}


# -- the items (T23.1, T23.8)


@pytest.mark.rule("T23.1", "T23.8")
@each(
    "line vp",
    ("A1 infantry 5-3 uar", 5),  # printed SP
    ("A1 infantry 5/2-3 uar reduced", 5),
    ("A1 infantry 5/2-3 0404 reduced", 3),  # full less reduced
    ("A1 infantry 5-3 0404", 0),
    ("A1 infantry 5-3 due", 0),
    ("A1 infantry 5-3 reserve", 0),
    ("A1 train uar", 0),
)
def test_each_enemy_sp_that_is_lost_counts_1(line: str, vp: int) -> None:
    assert scored(table(line)).get("enemy losses", 0) == vp


@pytest.mark.rule("T23.1", "T15.7")
def test_what_a_unit_began_reduced_with_is_no_loss() -> None:
    state = table("A1 infantry 5/2-3 0404 reduced")
    state.battle = replace(state.battle, reduced_at_start=frozenset({UnitId("A1")}))
    state.forget()
    assert scored(state) == {}
    state.put_unit(replace(state.units[UnitId("A1")], hex=None, box=Box.PEU))
    assert scored(state) == {"enemy losses": 5}


@pytest.mark.rule("T23.1")
def test_a_demoralized_formation_counts_5_and_a_baggage_train_5() -> None:
    state = table("A1 train due", "A2 pontoon due")
    state.spirit = Spirit(frozenset({FormationId("AI")}))
    state.losses = Losses(trains=units("A1 A2"))
    assert scored(state) == {"1 enemy formation demoralized": 5, "1 enemy train taken": 5}


@pytest.mark.rule("T23.1")
@each("line vp", ("AL leader due rating:3", 3), ("AL overall due rating:3", 10))
def test_a_captured_commander_counts_10_and_an_officer_3(line: str, vp: int) -> None:
    state = table(line)
    state.losses = Losses(captured={LeaderId("AL"): 1})
    assert scored(state) == {"AL captured": vp}


@pytest.mark.rule("T23.1")
@each("is_fed vp", (True, 10), (False, 0))
def test_an_enemy_source_held_by_a_unit_in_supply_counts_10(vp: int, *, is_fed: bool) -> None:
    state = table("F1 infantry 4-3 0707", "A9 infantry 4-3 0604")
    state.holding = Holding({Hex("0101"): FRENCH, Hex("0707"): FRENCH}, {Hex("0707"): UnitId("F1")})
    state.supply = Supply(frozenset() if is_fed else frozenset(units("F1")))
    if not is_fed:
        state.battle = replace(state.battle, supply_sources=MappingProxyType({Hex("0707"): ALLIED}))
    state.forget()
    assert scored(state).get("the enemy's source of supply in 0707", 0) == vp


# -- General Retreat


def gone(lost: str, exited: int, *trains: str) -> TlnbState:
    """Units that have left by General Retreat; the enemy has lost a unit."""
    names = [f"F{n}" for n in range(1, exited + 1)]
    lines = [f"{name} infantry 2-3 due" for name in names]
    state = table(*lines, *(f"{name} train due" for name in trains), lost)
    for name in (*names, *trains):
        state.put_unit(replace(state.units[UnitId(name)], box=Box.EXITED))
    state.losses = Losses(withdrawn=tuple(map(UnitId, (*names, *trains))))
    return state


@pytest.mark.rule("T23.1")
@each(
    "lost exited trains vp",
    ("A1 infantry 9-3 uar", 5, (), 1),
    ("A1 infantry 9-3 uar", 4, (), 0),
    ("A1 infantry 9-3 uar", 7, ("T1",), 5),
    ("A1 infantry 3-3 uar", 7, ("T1",), 3),  # not above the VP for enemy units eliminated
    ("A1 infantry 9-3 0404 reduced", 5, (), 0),
)
def test_general_retreat_counts_trains_4_and_5_units_1_not_above_enemies_eliminated(
    lost: str, exited: int, trains: tuple[str, ...], vp: int
) -> None:
    trains = tuple(f"F{20 + n}" for n, _ in enumerate(trains))
    assert scored(gone(lost, exited, *trains)).get("units that left the map", 0) == vp


@pytest.mark.rule("T23.1")
def test_units_that_leave_count_only_under_general_retreat() -> None:
    state = table()
    assert not scores_exits(state, FRENCH)
    assert scores_exits(in_force(state, FRENCH, "general-retreat"), FRENCH)
    assert not scores_exits(state, ALLIED)


# -- hexes (T23.2, T23.6)


def held(line: str, *more: str) -> TlnbState:
    """The French hold 0404, which counts 3; F1 was last in it, and is out of supply."""
    state = table(line, *more)
    state.battle = replace(state.battle, vp_hexes=MappingProxyType({Hex("0404"): 3}))
    state.holding = Holding({Hex("0404"): FRENCH}, {Hex("0404"): UnitId("F1")})
    state.battle = replace(state.battle, supply_sources=MappingProxyType({}))
    state.supply = Supply(frozenset(units("F1")))
    state.command = Command()
    state.forget()
    return state


@pytest.mark.rule("T23.2", "T23.6")
@each(
    "leader counts",
    ("FL leader 0402 rating:3", True),  # his officer, 2 hexes off
    ("FL leader 0202 rating:3", True),  # 3 hexes
    ("FL leader 0101 rating:3", False),  # 5 hexes
    ("FL leader 0404 rating:3 of:FX", False),  # of another formation
    ("FC overall 0101 rating:2 of:FH", True),  # a commander
    ("AC overall 0606 rating:2 of:AH", False),
)
def test_a_hex_counts_for_who_is_in_command_range_in_either_player_turn(
    leader: str, *, counts: bool
) -> None:
    for player in (0, 1):
        state = held("F1 infantry 4-3 0404", leader)
        state.player = player
        state.forget()
        assert is_held(state, Hex("0404")) is counts
        assert scored(state).get("0404", 0) == (3 if counts else 0)


@pytest.mark.rule("T23.6")
def test_an_empty_hex_counts_by_the_last_who_was_there() -> None:
    assert is_held(held("F1 infantry 4-3 0202", "FL leader 0202 rating:3"), Hex("0404"))
    assert not is_held(held("F1 infantry 4-3 0202"), Hex("0404"))
    assert not is_held(held("F1 infantry 4-3 uar"), Hex("0404"))
    fresh = held("F1 infantry 4-3 0202")
    fresh.holding = Holding({Hex("0404"): FRENCH})
    assert is_held(fresh, Hex("0404")), "by scenario data at the start"


@pytest.mark.rule("T23.6")
def test_who_was_last_in_a_hex_holds_it() -> None:
    state = held("F1 infantry 4-3 0202", "A1 infantry 4-3 0404")
    after = play(state, status_segment).state
    assert after.holding.control[Hex("0404")] == ALLIED
    assert after.holding.last_in[Hex("0404")] == "A1"
    train = held("F1 infantry 4-3 0202", "A1 train 0404")
    assert play(train, status_segment).state.holding.control[Hex("0404")] == FRENCH


# -- levels (T23.4, T23.10)


@pytest.mark.rule("T23.4", "T23.10")
@each(
    "french allied winner name",
    (11, 10, None, "draw"),
    (12, 10, FRENCH, "marginal"),
    (10, 15, ALLIED, "tactical"),
    (20, 10, FRENCH, "substantial"),
    (30, 10, FRENCH, "strategic"),
    (40, 10, FRENCH, "decisive"),
    (4, 0, FRENCH, "decisive"),  # 0 counts as 1
    (1, 0, None, "draw"),
    (0, -9, FRENCH, "decisive"),  # both raised by 10: 10 to 1
    (-8, -9, FRENCH, "substantial"),  # 2 to 1
    (0, 0, None, "draw"),
)
def test_the_ratio_of_totals_tells_the_level(
    french: int, allied: int, winner: str | None, name: str
) -> None:
    assert level(table(), {FRENCH: french, ALLIED: allied}) == (winner, name)


# -- instant wins (T15.6, T23.7)


@pytest.mark.rule("T23.7")
@each("wins", 0, 1)
def test_to_capture_napoleon_wins_at_once_only_where_the_scenario_says_so(wins: int) -> None:
    state = table("AN overall due rating:3 of:AH napoleon")
    state.losses = Losses(captured={LeaderId("AN"): 1})
    state.battle = replace(state.battle, numbers=MappingProxyType({"victory.emperor_wins": wins}))
    assert totals(state)[FRENCH] == 10
    ended = play(state, status_segment).of("GameEnded")
    assert [(e.winner, e.level, e.reason) for e in ended] == (
        [(FRENCH, "decisive", "capture")] if wins else []
    )


@pytest.mark.rule("T23.7")
def test_to_capture_another_commander_wins_nothing_at_once() -> None:
    state = table("AN overall due rating:3 of:AH")
    state.losses = Losses(captured={LeaderId("AN"): 1})
    state.battle = replace(state.battle, numbers=MappingProxyType({"victory.emperor_wins": 1}))
    assert not play(state, status_segment).of("GameEnded")
