"""Where the staff's troops go, where the table leaves no doubt, and what it says of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.ground.movement import movers
from hexwar.hexes import Hex
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.player.values import GREEDY, Place, aim_of
from hexwar.systems.nlc.rules.movement.routes import ChoosePath
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.staff.moves import SCALES, Going, Scales, Weighing, best_path, terms, threat
from hexwar.systems.nlc.staff.player import Staff
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, UnitId
from tests.ai.asking import staff_answer
from tests.systems.nlc.positions import ALLIED, FRENCH, position, units
from tests.systems.nlc.tasks import FIELD, ordered

FAR_ENEMY = "A1 infantry 5-3 1212"


def end(state: GameState, who: str = "F1") -> Hex:
    """Where a unit of the staff's ends."""
    route = staff_answer(state, ChoosePath(FRENCH, units(who)))
    here = state.units[UnitId(who)].hex
    assert here is not None
    return route.hexes[-1] if route.hexes else here


NOTHING = Scales(
    GREEDY,
    **dict.fromkeys(("flank", "riders", "alone", "ready", "bare", "ahead"), 0.0),
    escort=0.0,
    keep=0.0,
    late=0.0,
)


def term(name: str, state: GameState, hex_: str, **weights: Any) -> float:
    """What a term finds for F1 in a hex by these weights alone; 2 1/2 MP are spent to 0604."""
    seen = view(state, FRENCH)
    aim = aim_of(seen, movers(seen, units("F1")))
    spent = {Hex("0606"): 0, Hex("0605"): 2, Hex("0604"): 5}
    found = terms(Going(aim, replace(NOTHING, **weights), spent), Place(Hex(hex_)))
    return found.get(name, 0.0)


def attack(*lines: str, **more: Any) -> GameState:
    return ordered(FIELD, "FI: attack 0603", *lines, **more)


def test_the_enemy_threatens_what_he_can_come_next_to_and_guns_threaten_nobody() -> None:
    state = view(
        attack("F1 infantry 2-2 0612", "A1 infantry 5-4 0603", "A2 battery 3-3 0603"), FRENCH
    )
    field, distance = threat(state, FRENCH), state.battle.battlefield.grid.distance
    for hex_ in state.battle.battlefield.grid.hexes:
        far = distance(hex_, Hex("0603"))
        assert field.get(hex_, 0.0) == (5.0 if far <= 3 else 0.0), hex_


def test_within_the_enemys_reach_troops_keep_together() -> None:
    lines = ("F1 infantry 4-2 0608", "A1 infantry 9-5 0603")
    assert term("line", attack(*lines), "0605", alone=2.0) == -2.0
    assert term("line", attack(*lines, "F2 infantry 4-2 0606"), "0605", alone=2.0) == 0.0
    assert term("line", attack(*lines), "0612", alone=2.0) == 0.0


@pytest.mark.parametrize(("rider", "least"), [("heavy 5-4", -2.0), ("infantry 5-4", 0.0)])
def test_cavalry_alone_does_not_stand_next_to_the_enemy(rider: str, least: float) -> None:
    state = attack(f"F1 {rider} 0606", "A1 infantry 6-4 0603")
    assert term("riders", state, "0604", riders=2.0) == least
    assert term("riders", state, "0605", riders=2.0) == 0.0
    joined = attack(f"F1 {rider} 0606", "F2 infantry 2-3 0604", "A1 infantry 6-4 0603")
    assert term("riders", joined, "0604", riders=2.0) == 0.0


def test_a_friend_opposite_makes_a_flank_attack_and_one_beside_does_not() -> None:
    for other, gain in (("0602", 3.0), ("0703", 0.0)):
        state = attack("F1 infantry 6-4 0606", f"F2 infantry 6-4 {other}", "A1 infantry 3-2 0603")
        assert term("flank", state, "0604", flank=3.0) == gain, other


def test_foot_guns_that_go_too_far_do_not_fire_this_hour() -> None:
    state = attack("F1 battery 4-3 0606", "F2 infantry 4-3 0605", "A1 infantry 5-4 0603")
    for hex_, fire in (("0605", 2.0), ("0606", 1.0), ("0604", 0.0)):
        # 2 hexes away, 3 at half, and next to him after more than half of 4 MP (N9.4)
        assert term("battery", state, hex_, ready=2.0) == pytest.approx(fire), hex_
    assert term("battery", state, "0606", bare=3.0) == -3.0


@pytest.mark.parametrize(
    ("others", "hex_", "lost"),
    [
        ("", "0606", 3 + 4),  # 3 hexes from him
        ("F2 infantry 4-3 0606", "0606", 0),
        ("F2 battery 4-3 0606", "0606", 3 + 4),  # guns do not guard guns
        ("F2 infantry 4-3 0605", "0606", 3),  # before them
        ("F2 infantry 4-3 0607", "0606", 3 + 4),  # behind them
        ("F2 infantry 4-3 0604", "0606", 3 + 4),  # too far before them
        ("", "0607", 0),  # 4: he does not come next to them this hour
    ],
)
def test_guns_do_not_stand_before_their_foot(others: str, hex_: str, lost: float) -> None:
    lines = ("F1 battery 4-3 0612", *filter(None, [others]), "A1 infantry 5-3 0603")
    assert term("battery", attack(*lines), hex_, bare=3.0, ahead=4.0) == -lost


@pytest.mark.rule("N12.25")
def test_guns_go_first_where_the_order_is_to_give_way_and_last_elsewhere() -> None:
    lines = ("F1 battery 4-3 0606", "F2 light 4-4 0606", "A1 infantry 5-3 0601")
    asked = ActivateUnit(FRENCH, FormationId("FI"))
    for text, first in (("delay 0608", "F1"), ("fall back 0612", "F1"), ("attack 0601", "F2")):
        state = ordered(FIELD, f"FI: {text}", *lines)
        assert staff_answer(state, asked) == units(first), text


def test_a_hex_that_gives_points_is_kept_while_the_enemy_is_near() -> None:
    prize = Hex("0605")
    gives = {"vp_hexes": {prize: 5}, "control": {prize: FRENCH}}
    state = attack("F1 infantry 6-4 0605", "A1 infantry 5-4 0602", length=12, **gives)
    assert term("keep", state, "0605", keep=0.5) == pytest.approx(5.0)  # 5 VP lost, and his
    assert term("keep", state, "0604", keep=0.5) == 0.0
    lost = attack(
        "F1 infantry 6-4 0606", FAR_ENEMY, length=2, vp_hexes={prize: 5}, control={prize: ALLIED}
    )
    assert term("keep", lost, "0605", late=1.0) == pytest.approx(5.0)


def test_the_last_troops_do_not_leave_the_overall_commander_to_the_enemy() -> None:
    lines = ("F1 infantry 3-3 0606", "F9 overall 0606 of:FHQ", "A1 heavy 6-4 0603")
    state = attack(*lines)
    assert term("escort", state, "0606", escort=8.0) == 8.0
    assert term("escort", state, "0605", escort=8.0) == 0.0
    assert term("escort", attack(*lines, "F2 infantry 3-3 0606"), "0606", escort=8.0) == 0.0
    away = attack(*lines[:2], FAR_ENEMY)
    assert term("escort", away, "0606", escort=8.0) == 0.0


def test_it_says_why_and_what_else_it_thought_of_beginning_with_what_it_does() -> None:
    state = ordered(FIELD, "FI: march 0601", "F1 infantry 6-3 0612", FAR_ENEMY)
    staff, asked = Staff(), ChoosePath(FRENCH, units("F1"))
    route = staff_answer(state, asked, staff)
    why = staff.reason(asked, route, view(state, FRENCH))
    assert why is not None
    assert why.sentence.startswith("By its order: March to 0601. ")
    assert why.sentence.endswith("It brings them nearer to where their order leads.")
    assert 2 <= len(why.considered) <= 5
    assert route.hexes[-1] in why.considered[0].what
    assert why.considered[0].worth > 0
    worths = [one.worth for one in why.considered]
    assert worths == sorted(worths, reverse=True)
    assert not why.is_open


def test_who_stays_says_that_no_place_is_worth_more() -> None:
    state = ordered(FIELD, "FI: defend 0303", "F1 infantry 6-3 0303", "A1 infantry 2-2 0707")
    staff, asked = Staff(), ChoosePath(FRENCH, units("F1"))
    route = staff_answer(state, asked, staff)
    why = staff.reason(asked, route, view(state, FRENCH))
    assert not route.hexes
    assert why is not None
    assert why.sentence.endswith("No other place is worth more.")
    assert (why.considered[0].what, why.considered[0].worth) == ("stay", 0.0)


def test_a_game_in_thought_gets_the_same_answer_without_a_reason() -> None:
    state = view(
        attack("F1 infantry 6-4 0606", "F2 infantry 6-4 0706", "A1 infantry 3-2 0603"), FRENCH
    )
    asked = ChoosePath(FRENCH, units("F1"))
    asking = Question(asked, list(asked.options(state)), Outlook(state, FRENCH))
    assert best_path(asking) == staff_answer(state, asked)
    assert state.battle.battlefield.grid.distance(end(state), Hex("0603")) == 1


def test_formations_that_act_together_count_one_another_as_their_mass() -> None:
    lines = ("F1 infantry 4-4 0606", "F2 infantry 9-4 0705 of:FII", "A1 infantry 6-4 0603")
    orders = "FI: attack 0603; FII: attack 0603"
    asked = ChoosePath(FRENCH, units("F1"))
    for also, odds in (("", 4 / 6), ("FII", 13 / 6)):
        seen = view(position(FIELD, *lines, active="FI", also=also, orders=orders), FRENCH)
        asking = Question(asked, list(asked.options(seen)), Outlook(seen, FRENCH))
        found = Weighing(asking, SCALES).going.aim.odds[Hex("0603")]
        assert found == pytest.approx(odds), also
