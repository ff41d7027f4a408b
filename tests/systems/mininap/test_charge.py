"""Charges and what is done about them (M18, M19, M23.3)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.systems.mininap.battle import Formation
from hexwar.systems.mininap.rules.charge import (
    Answer,
    Charge,
    Reaction,
    charge,
    charge_of,
    needed_for,
    reactions,
)
from hexwar.systems.mininap.rules.moving import Action, Orders
from hexwar.systems.mininap.rules.shapes import Change
from hexwar.systems.mininap.state import MiniState
from hexwar.table.forces import UnitId
from hexwar.tabletop.pose import Pose
from tests.systems.mininap.positions import Played, ids, played, position, rectangle
from tests.systems.mininap.test_moving import steps

COLUMN = "F1 I line 6 col 30 30 0 F-1"
"""Its front edge is at 32."""


def orders(way: str = "", target: str = "R1") -> Orders:
    return Orders(UnitId("F1"), Action.CHARGE, steps(way), target=UnitId(target))


def declared(state: MiniState, way: str = "", target: str = "R1") -> Charge | str:
    """How F1 would charge, or the rule that forbids it."""
    found = charge_of(state, orders(way, target))
    return found.rule if isinstance(found, Refusal) else found


def charged(
    state: MiniState, dice: list[int], answers: dict[str, list[Any]] | None = None, way: str = ""
) -> Played:
    return played(state, partial(charge, orders=orders(way)), dice, answers)


def line(y: float, words: str = "") -> str:
    """An enemy line of which the front edge is at y."""
    return f"R1 I line 5 line 30 {y + 1} 180 R-1 {words}"


def names(state: MiniState, way: str = "") -> list[str]:
    """How R1 may react."""
    found = declared(state, way)
    assert isinstance(found, Charge), found
    return list(dict.fromkeys(answer.reaction.name for answer in reactions(state, found)))


@pytest.mark.rule("M16.2", "M18.1", "M18.6", "M16.3")
@pytest.mark.parametrize(
    ("unit", "front", "reach"),
    [
        ("I line 5 line", 31, 5),
        ("I line 5 col", 32, 6),
        ("I light 5 skir", 31, 7),
        ("C light 5 line", 32, 14),
        ("C medium 5 line", 32, 18),
        ("C heavy 5 line", 32, 22),
    ],
)
def test_how_far_each_charges(unit: str, front: float, reach: float) -> None:
    near = position(f"F1 {unit} 30 30 0 F-1", line(front + reach))
    found = declared(near)
    assert isinstance(found, Charge)
    assert (found.length, found.met) == (reach, ids("R1"))
    assert declared(position(f"F1 {unit} 30 30 0 F-1", line(front + reach + 0.02))) == "M18.6"


@pytest.mark.rule("M18.2", "M2.10")
@pytest.mark.parametrize(
    "unit",
    [
        "I line 5 square",
        "A heavy-foot 4 limbered",
        "G brigade 2 -",
        "I line 5 col hits:4",
    ],
)
def test_who_cannot_charge(unit: str) -> None:
    arm, kind, sp, form, *words = unit.split()
    unit = f"F1 {arm} {kind} {sp} {form} 30 30 0 F-1 {' '.join(words)}"
    assert declared(position(unit, line(34))) == "M18.2"


@pytest.mark.rule("M18.3")
def test_foot_charges_horse_only_where_a_friend_fights_it() -> None:
    horse = "R1 C light 5 line 30 36 180 R-1"
    assert declared(position(COLUMN, horse)) == "M18.3"
    friend = "F2 I line 5 col 26.24 35 90 F-1"
    assert isinstance(declared(position(COLUMN, horse, friend)), Charge)


@pytest.mark.rule("M18.4")
@pytest.mark.parametrize(("kind", "rule"), [("wood", "M18.4"), ("marsh", "M18.4"), ("hill", "")])
def test_horse_does_not_charge_into_woods(kind: str, rule: str) -> None:
    piece = rectangle("x", kind, 26, 37.5, 34, 45)
    state = position("F1 C medium 5 line 30 30 0 F-1", line(38), pieces=(piece,))
    found = declared(state)
    assert found == rule if rule else isinstance(found, Charge)


@pytest.mark.rule("M18.5")
@pytest.mark.parametrize(
    ("unit", "way", "rule"),
    [
        ("I line 5 line", "P10", "M18.5"),
        ("I line 5 line", "WL46", "M18.5"),
        ("I line 5 line", "WL5 WR5", "M18.5"),
        ("C light 5 line", "WL5", "M18.5"),
        ("C light 5 line", "P46", "M18.5"),
        ("I line 5 line", "WL10", ""),
        ("C light 5 line", "P10", ""),
    ],
)
def test_a_charge_begins_with_one_turn(unit: str, way: str, rule: str) -> None:
    found = declared(position(f"F1 {unit} 30 30 0 F-1", line(34)), way)
    assert found == rule if rule else isinstance(found, Charge)


@pytest.mark.rule("M18.5", "M16.8")
def test_the_arc_of_a_wheel_is_part_of_the_way() -> None:
    # a line that wheels by 30 degrees pays an arc of 2.62 of its 5 cm: 2.38 are left
    state = position("F1 I line 5 line 30 30 0 F-1", "R1 I line 5 line 32.0 35.15 210 R-1")
    found = declared(state, "WR30")
    assert isinstance(found, Charge)
    assert found.spent == pytest.approx(2.618, abs=0.001)
    farther = position("F1 I line 5 line 30 30 0 F-1", "R1 I line 5 line 32.1 35.35 210 R-1")
    assert declared(farther, "WR30") == "M18.6"


@pytest.mark.rule("M18.6", "M18.7")
def test_a_charge_meets_the_enemy_it_names_first() -> None:
    state = position(COLUMN, line(37), "R2 G brigade 2 - 31 35 180 R-1")
    assert declared(state) == "M18.6"
    assert isinstance(declared(state, target="R2"), Charge)
    brushed = position(COLUMN, line(37), "R2 G brigade 2 - 32.48 34 180 R-1")
    assert isinstance(declared(brushed), Charge)
    friend = position(COLUMN, line(37), "F2 G brigade 2 - 31 35 180 F-1")
    assert declared(friend) == "M18.6"


@pytest.mark.rule("M22.7")
def test_ground_costs_a_charge_too() -> None:
    assert isinstance(declared(position(COLUMN, line(37))), Charge)
    deep = rectangle("m", "marsh", 26, 29, 34, 40)
    assert declared(position(COLUMN, line(37), pieces=(deep,))) == "M16.2"
    assert isinstance(declared(position(COLUMN, line(35), pieces=(deep,))), Charge)


@pytest.mark.rule("M18.9", "M18.10", "M18.12")
def test_a_charge_comes_home() -> None:
    state = position(COLUMN, line(36, "fired"))
    done = charged(state, [])
    assert done.state.pose(UnitId("F1")) == Pose(3000, 3400)
    assert [e.enemies for e in done.of("ContactMade")] == [ids("R1")]
    assert done.state.units[UnitId("F1")].is_done


@pytest.mark.rule("M18.8", "M19.3")
def test_a_weak_unit_out_of_command_tests_before_it_charges() -> None:
    weak = "F1 I line 6 col 30 30 0 F-1 hits:4"
    state = position(weak, line(36, "fired"))
    assert charged(state, [4]).state.pose(UnitId("F1")) == Pose(3000, 3000)
    assert charged(state, [3]).state.pose(UnitId("F1")) == Pose(3000, 3400)
    led = position(weak, "FB G brigade 2 - 30 26.75 0 F-1", line(36, "fired"))
    assert charged(led, []).state.pose(UnitId("F1")) == Pose(3000, 3400)
    half = position("F1 I line 6 col 30 30 0 F-1 hits:3", line(36, "fired"))
    assert charged(half, []).of("ContactMade")


@pytest.mark.rule("M19.2")
@pytest.mark.parametrize(
    ("charger", "target", "found"),
    [
        ("I line 6 col", "I line 5 line", "STAND FIRE"),
        ("I line 6 col", "I line 5 line fired", "STAND"),
        ("C light 6 line", "I line 5 line", "STAND FIRE SQUARE"),
        ("C light 6 line", "I light 5 skir", "STAND FIRE SQUARE EVADE"),
        ("I line 6 col", "I light 5 skir", "STAND FIRE EVADE"),
        ("C light 6 line", "C heavy 5 line", "STAND COUNTER EVADE"),
        ("C light 6 line", "A heavy-foot 4 unlimbered", "STAND FIRE"),
        ("C light 6 line", "A heavy-horse 4 limbered", "STAND EVADE"),
        ("C light 6 line", "A heavy-foot 4 limbered", "STAND"),
        ("I line 6 col", "G brigade 2 -", "STAND EVADE"),
    ],
)
def test_who_reacts_how(charger: str, target: str, found: str) -> None:
    arm, kind, sp, form, *words = target.split()
    enemy = f"R1 {arm} {kind} {sp} {form} 30 37 180 R-1 {' '.join(words)}"
    state = position(f"F1 {charger} 30 30 0 F-1", enemy)
    assert names(state) == found.split()


@pytest.mark.rule("M19.2", "M18.11")
def test_who_is_in_contact_does_not_react() -> None:
    state = position(COLUMN, line(36), "F2 I line 5 col 26.24 37 90 F-1")
    assert names(state) == ["STAND"]


@pytest.mark.rule("M19.4", "M10.6")
def test_the_target_fires_as_the_charger_comes_into_range() -> None:
    horse = "F1 C medium 6 line 30 30 0 F-1"
    state = position(horse, line(42))  # 10 cm away: in range from the second half on
    done = charged(state, [6, 6, 6, 6, 6, 6], {"React": [Answer(Reaction.FIRE)]})
    (shot,) = done.of("ShotRolled")
    assert (shot.unit, shot.target, sum(shot.faces), shot.is_reaction) == ("R1", "F1", 6, True)
    assert done.of("ContactMade")
    assert done.state.units[UnitId("R1")].has_fired


@pytest.mark.rule("M19.7", "M13.8")
def test_a_charger_that_is_hit_hard_tests_or_halts() -> None:
    state = position(COLUMN, line(38))
    fire = {"React": [Answer(Reaction.FIRE)]}
    dice = [1, 1, 6, 6, 6, 6]  # 5 SP at a column: six dice, two hits
    on = charged(state, [*dice, 4], fire)
    assert on.of("ContactMade")
    assert on.state.units[UnitId("F1")].hits == 2
    halted = charged(state, [*dice, 5], fire)
    assert halted.state.pose(UnitId("F1")) == Pose(3000, 3000)
    assert not halted.of("ContactMade")
    one = charged(state, [1, 6, 6, 6, 6, 6], fire)
    assert one.of("ContactMade")
    weak = position("F1 I line 6 col 30 30 0 F-1 hits:3", line(38))
    assert charged(weak, dice, fire).of("ChargeHalted")  # its last SP


@pytest.mark.rule("M19.5", "M9.5")
def test_others_who_hold_their_fire_may_fire_too() -> None:
    guns = "R2 A medium-foot 3 unlimbered 44 36 260 R-1"
    state = position(COLUMN, line(38, "fired"), guns)
    # 3 SP, one more at close range, one more at a column
    done = charged(state, [6] * 5, {"DefendByFire": [ids("R2")]})
    assert [ask.able for ask in done.questions("DefendByFire")] == [ids("R2")]
    assert [shot.unit for shot in done.of("ShotRolled")] == ["R2"]
    assert not charged(state, [], {"DefendByFire": [()]}).of("ShotRolled")


@pytest.mark.rule("M19.6", "M19.11")
@pytest.mark.parametrize(
    ("y", "target", "number"),
    [
        (41.0, "I line 5 line", 4),  # 9 cm
        (40.9, "I line 5 line", 3),
        (41.0, "I light 5 skir", 3),
        (40.9, "I light 5 skir", 2),
    ],
)
def test_forming_square_takes_a_die(y: float, target: str, number: int) -> None:
    horse = "F1 C medium 6 line 30 30 0 F-1"
    state = position(horse, f"R1 {target} 30 {y + 1} 180 R-1 fired")
    found = declared(state)
    assert isinstance(found, Charge)
    assert needed_for(state, found, Reaction.SQUARE) == number
    change = Change(Formation.SQUARE, 1, is_second=True)
    react = {"React": [Answer(Reaction.SQUARE, change)]}
    assert charged(state, [number + 1], react).state.units[UnitId("R1")].formation != "square"
    formed = charged(state, [number], react | {"PressHome": [False]})
    assert formed.state.units[UnitId("R1")].formation == "square"


@pytest.mark.rule("M19.7")
def test_horse_halts_before_a_square_or_charges_home() -> None:
    state = position("F1 C medium 6 line 28.75 30 0 F-1", line(42, "fired"))
    change = Change(Formation.SQUARE, 2, is_second=True)
    react = {"React": [Answer(Reaction.SQUARE, change)]}
    halted = charged(state, [1], react | {"PressHome": [False]})
    # the square's front edge stays at 42; the horse halts 3 cm short of it
    assert halted.state.pose(UnitId("F1")) == Pose(2875, 3700)
    home = charged(state, [1], react | {"PressHome": [True]})
    assert home.of("ContactMade")


@pytest.mark.rule("M19.8")
def test_horse_charges_back_half_way() -> None:
    state = position("F1 C light 6 line 30 30 0 F-1", "R1 C medium 5 line 30 44 180 R-1")
    react = {"React": [Answer(Reaction.COUNTER)]}
    done = charged(state, [3], react)
    # 10 cm lie between; it comes half of them, 5 cm, and the charger the rest
    assert done.state.pose(UnitId("R1")) == Pose(3000, 3900, 1800)
    assert done.state.pose(UnitId("F1")) == Pose(3000, 3500)
    assert done.of("ContactMade")[0].caught == ()
    failed = charged(state, [4], react)
    assert failed.of("ContactMade")[0].caught == ids("R1")


@pytest.mark.rule("M19.9")
def test_skirmishers_evade_without_a_test() -> None:
    state = position(COLUMN, "R1 I light 5 skir 30 36 180 R-1 fired")
    done = charged(state, [], {"React": [Answer(Reaction.EVADE)]})
    assert done.state.pose(UnitId("R1")) == Pose(3000, 4200, 0)
    assert not done.of("ContactMade")
    # the run was 3 cm to where they stood
    assert done.state.pose(UnitId("F1")) == Pose(3000, 3300)


@pytest.mark.rule("M19.9")
def test_heavy_horse_must_pass_a_die_to_evade() -> None:
    state = position("F1 C light 6 line 30 30 0 F-1", "R1 C heavy 5 line 30 40 180 R-1")
    react = {"React": [Answer(Reaction.EVADE)]}
    assert charged(state, [3], react).state.pose(UnitId("R1")) == Pose(3000, 5500, 0)
    assert charged(state, [4], react).of("ContactMade")


@pytest.mark.rule("M19.10")
def test_horse_caught_standing_by_foot_is_not_caught() -> None:
    foot = position(COLUMN, "R1 C light 5 line 30 36 180 R-1", "F2 I line 5 col 26.24 35 90 F-1")
    assert charged(foot, []).of("ContactMade")[0].caught == ()


@pytest.mark.rule("M23.3", "M13.5")
def test_a_shaken_brigade_does_not_charge() -> None:
    others = "F2 I line 5 col 40 20 0 F-1", "F3 I line 5 col 50 20 0 F-1"
    state = position(COLUMN, *others, line(36))
    assert isinstance(declared(state), Charge)
    for unit in ids("F2 F3"):
        state.units[unit] = type(state.units[unit])(unit, None, Formation.COLUMN)
    assert declared(state) == "M23.3"
