"""Where the greedy player's troops go, and who stays where he is."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.ground.movement import movers
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.hidden_movement import FormationLifted
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.player.values import TERMS, Place, aim_of, worth
from hexwar.systems.nlc.rules.arrivals.departures import ExitMap
from hexwar.systems.nlc.rules.combat.square import RemoveSquare
from hexwar.systems.nlc.rules.command.headquarters import MoveHqOut
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance
from hexwar.systems.nlc.rules.movement.exhaustion import DeclareForcedMarch
from hexwar.systems.nlc.rules.movement.hidden_movement import LiftFormation, RevealHidden
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.turn.actions import (
    ChooseCoordinatedFormations,
    ChooseInitialFormation,
)
from hexwar.systems.nlc.rules.turn.consolidation import MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Segment
from tests.ai.asking import answer
from tests.systems.nlc.positions import ALLIED, FRENCH, position, units
from tests.systems.nlc.tasks import FIELD, ROAD, lane, ordered

FI = FormationId("FI")
FAR_ENEMY = "A1 infantry 5-3 1212"


def walk(state: GameState, who: str = "F1") -> Route:
    chosen = answer(state, ChoosePath(FRENCH, units(who)))
    assert isinstance(chosen, Route)
    return chosen


def end(state: GameState, who: str = "F1") -> Hex | None:
    """Where a unit goes; None where it stays."""
    route = walk(state, who)
    return route.hexes[-1] if route.hexes else None


def test_a_march_goes_by_road_or_straight_to_its_goal_and_who_is_there_is_left_in_peace() -> None:
    state = lane("march 0101", "F1 infantry 6-3 0112", roads=ROAD)
    route = walk(state)
    assert route.column
    assert route.hexes[-1] == "0104"  # 4 MP at half a point each
    state = ordered(FIELD, "FI: march 0601", "F1 infantry 6-3 0612", FAR_ENEMY)
    assert end(state) == "0608"
    state = ordered(FIELD, "FI: defend 0303", "F1 infantry 6-3 0303", FAR_ENEMY)
    assert answer(state, ActivateUnit(FRENCH, FI)) is None


def test_a_post_is_not_left_while_the_order_lasts_nor_a_square_while_cavalry_is_near() -> None:
    for order in ("defend 0303", "reserve 0303"):
        state = ordered(FIELD, f"FI: {order}", "F1 infantry 6-3 0303", "A1 infantry 2-2 0707")
        grid = state.battle.battlefield.grid
        assert grid.distance(end(state) or Hex("0303"), Hex("0303")) <= 1
    for rider, leaves in (("A2 heavy 5-4 0305", False), (FAR_ENEMY, True)):
        state = attack("F1 infantry 6-4 0303 square", rider)
        assert answer(state, RemoveSquare(FRENCH, Hex("0303"), units("F1"))) is leaves
    for order, leaves in (("march 0101", False), ("general retreat 0101", True)):
        state = lane(order, "F1 infantry 6-3 0101")
        assert answer(state, ExitMap(FRENCH, units("F1"), Hex("0101"))) is leaves


@pytest.mark.parametrize("order", ["march 0601", "attack 0601", "defend 0601"])
def test_who_is_out_of_command_makes_for_his_commander(order: str) -> None:
    lines = ("F1 infantry 6-3 0112", "F5 leader 0102", FAR_ENEMY)
    state = ordered(FIELD, f"FI: {order}", *lines, out="F1")
    distance = state.battle.battlefield.grid.distance
    assert distance(end(state) or Hex("0112"), Hex("0102")) < distance(Hex("0112"), Hex("0102"))
    assert answer(state, ActivateUnit(FRENCH, FI)) == units("F1")


def test_the_unit_nearest_to_its_goal_moves_first_and_guns_after_their_cover() -> None:
    for other in ("infantry 6-3 0612", "battery 4-3 0607"):
        lines = (f"F1 {other}", "F2 infantry 2-3 0608", FAR_ENEMY)
        state = ordered(FIELD, "FI: march 0601", *lines)
        assert answer(state, ActivateUnit(FRENCH, FI)) == units("F2")


def attack(*lines: str, **more: Any) -> GameState:
    return ordered(FIELD, "FI: attack 0603", *lines, **more)


def test_troops_close_with_whom_they_outnumber_and_guns_never_alone() -> None:
    state = attack("F1 infantry 6-4 0606", "F2 infantry 6-4 0706", "A1 infantry 3-2 0603")
    place = end(state)
    assert place is not None
    assert state.battle.battlefield.grid.distance(place, Hex("0603")) == 1
    state = attack("F1 infantry 2-2 0605", "A1 infantry 9-5 0603", "A2 infantry 3-5 0603")
    place = end(state) or Hex("0605")
    assert state.battle.battlefield.grid.distance(place, Hex("0603")) > 1
    state = attack("F1 battery 4-3 0606", "A1 infantry 3-2 0603")
    place = end(state)
    assert place is None or state.battle.battlefield.grid.distance(place, Hex("0603")) > 1


def test_a_hex_that_gives_points_is_taken_and_an_end_is_the_sum_of_its_terms() -> None:
    prize = Hex("0505")
    lines, gives = ("F1 infantry 6-3 0606", FAR_ENEMY), {"vp_hexes": {prize: 5}}
    state = ordered(FIELD, "FI: defend 0606", *lines, **gives, control={prize: ALLIED})
    assert end(state) == prize
    state = view(attack("F1 infantry 6-4 0606", "A1 infantry 3-2 0603"), FRENCH)
    aim = aim_of(state, movers(state, units("F1")))
    near, away = Place(Hex("0604")), Place(Hex("0610"))
    found = {name: term(aim, near) for name, term in TERMS.items()}
    assert found["contact"] > 0
    assert worth(aim, near) == pytest.approx(sum(found.values()))
    assert worth(aim, near) > worth(aim, away)


def test_an_advance_takes_ground_that_it_can_hold_and_no_other() -> None:
    state = attack("F1 infantry 6-4 0604", "F2 battery 2-3 0604")
    assert answer(state, ChooseAdvance(FRENCH, units("F1 F2"), Hex("0603"))) == units("F1 F2")
    ring = (f"A{n} infantry 6-3 {hex_}" for n, hex_ in enumerate(("0602", "0702", "0502")))
    state = attack("F1 infantry 2-4 0604", *ring)
    assert answer(state, ChooseAdvance(FRENCH, units("F1"), Hex("0603"))) is None


def test_the_formation_at_grips_acts_first_and_nobody_hurries_or_marches_forced() -> None:
    lines = ("F1 infantry 6-3 0101", "F2 infantry 6-3 0808 of:FII", "F9 overall 0606 of:FHQ")
    orders = "FI: march 0909; FII: attack 0809"
    state = position(FIELD, *lines, "A1 infantry 5-3 0809", orders=orders)
    assert answer(state, ChooseInitialFormation(FRENCH)) == "FII"
    assert answer(state, ChooseCoordinatedFormations(FRENCH)) == ("FI", "FII")
    state = position(FIELD, "F1 infantry 6-3 0101", "F9 overall 0101 of:FHQ", FAR_ENEMY)
    assert answer(state, ChooseInitialFormation(FRENCH)) is None
    state = lane("march 0101", "F1 infantry 6-3 0112")
    assert answer(state, DeclareForcedMarch(FRENCH, FI)) is False


def consolidation(*lines: str) -> GameState:
    return position(
        FIELD, *lines, active="FI", segment=Segment.CONSOLIDATION, orders="FI: attack 0808"
    )


def test_a_commander_rides_to_his_troops_and_stays_and_a_train_keeps_off_the_enemy() -> None:
    state = consolidation("F1 infantry 6-4 0606", "F5 leader 0601", FAR_ENEMY)
    journey = answer(state, MoveLeaderOrTrain(FRENCH, FI))
    assert (journey.piece, journey.hexes[-1]) == ("F5", "0606")
    state = consolidation("F1 infantry 6-4 0606", "F5 leader 0606", FAR_ENEMY)
    assert answer(state, MoveLeaderOrTrain(FRENCH, FI)) is None
    state = consolidation("F1 infantry 6-4 0606", "F5 train 0608", "A1 infantry 5-3 0610")
    journey = answer(state, MoveLeaderOrTrain(FRENCH, FI))
    assert journey is not None
    distance = state.battle.battlefield.grid.distance
    assert distance(journey.hexes[-1], Hex("0610")) > distance(Hex("0608"), Hex("0610"))


def test_a_headquarters_goes_out_of_the_zone_and_the_commander_keeps_near_it() -> None:
    state = position(FIELD, "F1 infantry 6-4 0606", "F8 hq 0605 of:FHQ", "A1 infantry 5-3 0604")
    path = answer(state, MoveHqOut(FRENCH, state.leaders_in(Hex("0605"))[0]))
    assert state.battle.battlefield.grid.distance(path[-1], Hex("0604")) > 1
    staff = ("F8 hq 0303 of:FHQ", "F9 overall 0606 of:FHQ")
    state = position(FIELD, "F1 infantry 6-4 0303", *staff, FAR_ENEMY)
    journey = answer(state, MoveCommand(FRENCH))
    assert (journey.piece, journey.hexes[-1]) == ("F9", "0303")


def test_troops_march_unseen_in_the_rear_and_show_themselves_near_the_enemy() -> None:
    on = {"options": {"hidden_movement": "on"}}
    question = LiftFormation(FRENCH, LineId("FI"))
    for enemy, goes in (("0104", True), ("0105", False)):
        state = lane("march 0106", "F1 infantry 6-3 0112", f"A1 infantry 5-3 {enemy}", **on)
        assert answer(state, question) is goes
    for enemy, shows in (("0107", False), ("0108", True)):
        state = lane("march 0106", "F1 infantry 6-3 0112", f"A1 infantry 5-3 {enemy}", **on)
        FormationLifted(FRENCH, units("F1")).happen(state)
        assert answer(state, RevealHidden(FRENCH, LineId("FI"))) is shows
