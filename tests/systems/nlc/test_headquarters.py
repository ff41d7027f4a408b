"""HQ counters and wing commanders: out of an enemy zone, and where orders send them (N14.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Decision
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.leaders import HqMoved, LeaderMoved
from hexwar.systems.nlc.events.turn import ActivationEnded, CommandMoved
from hexwar.systems.nlc.preview import journeys
from hexwar.systems.nlc.rules.command.headquarters import MoveHqOut, endangered, errand_of, escapes
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.turn.consolidation import (
    Journey,
    MoveCommand,
    MoveLeaderOrTrain,
    command_moves,
    consolidation_segment,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Segment
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, play, position, units

STRIP = "\n".join([". " * 14] * 5)
"""Fourteen columns of clear hexes: along a row a column is a hex."""
FI, FW = FormationId("FI"), FormationId("FW")
HQ, OC, WC = LeaderId("F7"), LeaderId("F6"), LeaderId("F9")


def law(state: GameState, asked: Decision[Any], answer: Any) -> str | None:
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
    assert law(state, asked, hexes("0404 0405")) is None
    assert law(state, asked, hexes("0404 0405 0406")) is None
    assert law(state, asked, hexes("0404 0503")) == "N14.51"
    assert law(state, asked, hexes("0404 0405 0406 0407")) == "N14.51"


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


def staff(*lines: str, orders: str = "FHQ: march 0902", **more: Any) -> GameState:
    """The French are about to move their command in Turn End."""
    pieces = ("F7 hq 0202 of:FHQ", "F6 overall 0202 of:FHQ")
    return position(STRIP, *pieces, *lines, orders=orders, **more)


@pytest.mark.rule("N14.53")
def test_an_order_obliges_an_hq_to_move_toward_its_goal() -> None:
    asked = MoveCommand(FRENCH)
    assert law(staff(), asked, None) == "N14.53"
    assert None not in asked.options(staff())
    assert law(staff("F1 infantry 5-3 0101", orders="FI: march 0902"), asked, None) is None


@pytest.mark.rule("N14.53")
def test_it_may_not_go_elsewhere_but_the_oc_may() -> None:
    state, asked = staff(), MoveCommand(FRENCH)
    assert law(state, asked, Journey("F7", hexes("0202 0102"))) == "N14.53"
    assert law(state, asked, Journey("F7", hexes("0202 0303"))) is None
    assert law(state, asked, Journey("F6", hexes("0202 0102"))) is None


@pytest.mark.rule("N14.53")
def test_the_nearest_end_is_listed_and_no_end_off_the_way() -> None:
    state = staff("F1 infantry 5-3 0104", "F2 infantry 5-3 0402")
    listed = [j for j in MoveCommand(FRENCH).options(state) if j is not None and j.piece == "F7"]
    assert {j.hexes[-1] for j in listed} == {"0402", "0701"}
    assert {len(j.hexes) for j in listed} == {3, 6}
    assert set(journeys(state, "F7")) >= {"0303", "0701", "0702"}
    assert "0104" not in journeys(state, "F7")


@pytest.mark.rule("N14.53")
def test_once_it_has_moved_the_turn_may_end() -> None:
    ride = Journey("F7", hexes("0202 0302"))
    played = play(staff(), command_moves, answers={MoveCommand: [ride]})
    assert played.events == [HqMoved(HQ, ride.hexes)]
    ended = play(played.state, command_moves, answers={MoveCommand: [None]})
    assert ended.events == [CommandMoved(FRENCH)]


@pytest.mark.rule("N14.53")
@pytest.mark.parametrize(("goal", "rule"), [("0402", None), ("0502", "N14.53")])
def test_within_two_hexes_the_goal_is_reached(goal: str, rule: str | None) -> None:
    assert law(staff(orders=f"FHQ: march {goal}"), MoveCommand(FRENCH), None) == rule


@pytest.mark.rule("N14.53")
def test_what_cannot_go_nearer_owes_nothing() -> None:
    sides = ("0202-0302", "0202-0303", "0202-0203", "0202-0201", "0102-0202", "0103-0202")
    assert law(staff(rivers=sides), MoveCommand(FRENCH), None) is None


def test_a_goal_may_be_a_formation_and_is_named_in_the_refusal() -> None:
    state = staff("F1 infantry 5-3 0902", "F8 leader 0902", orders="FHQ: march FI")
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


ENDING = MoveLeaderOrTrain(FRENCH, FI)


@pytest.mark.rule("N14.53")
def test_a_wing_commander_goes_where_his_order_sends_him() -> None:
    state = wing()
    assert law(state, ENDING, None) == "N14.53"
    assert None not in ENDING.options(state)
    assert law(state, ENDING, Journey("F9", hexes("0202 0102"))) == "N14.53"
    path = hexes("0202 0303")
    played = play(state, consolidation_segment, answers={MoveLeaderOrTrain: [Journey("F9", path)]})
    assert played.events == [LeaderMoved(WC, path)]
    assert law(played.state, ENDING, None) is None


@pytest.mark.rule("N14.53")
def test_he_may_wait_for_another_corps_of_his_that_will_act() -> None:
    two = {"FII": {"assigned_to": FW}}
    state = wing("F2 infantry 5-3 0303 of:FII", formations=two)
    assert law(state, ENDING, None) is None
    state.chits = replace(state.chits, acted=(FI, FormationId("FII")))
    assert law(state, ENDING, None) == "N14.53"


def riding(state: GameState, path: str) -> str | None:
    """What refuses F1 that path with the wing commander in its company."""
    assert state.activation is not None
    state.activation = replace(state.activation, segment=Segment.MOVEMENT)
    asked = ChoosePath(FRENCH, units("F1"))
    assert law(state, asked, Route(hexes(path))) is None
    return law(state, asked, Route(hexes(path), leaders=(WC,)))


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
    assert law(wing("A1 infantry 5-3 0302"), ENDING, None) is None


def test_without_an_order_or_a_goal_he_owes_nothing() -> None:
    assert law(wing(orders="FI: march 0902"), ENDING, None) is None
    assert law(wing(orders="FW: reserve"), ENDING, None) is None


def test_a_corps_commander_is_not_bound() -> None:
    state = wing("F8 leader 0202", orders="FI: march 0902")
    assert errand_of(state, LeaderId("F8")) is None
    assert law(state, ENDING, Journey("F8", hexes("0202 0102"))) is None
