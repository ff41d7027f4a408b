"""The worked positions of the rulebook, each as it is told there (M36)."""

from __future__ import annotations

import pytest

from hexwar.systems.mininap.battle import Formation
from hexwar.systems.mininap.rules.charge import Answer, Charge, Reaction, needed_for
from hexwar.systems.mininap.rules.combat import attack_report, combat_rows, outflanked
from hexwar.systems.mininap.rules.fire import ShotReport, shot_report, suppressed, targets
from hexwar.systems.mininap.rules.firing import begin_orders, listed_orders
from hexwar.systems.mininap.rules.moving import Walk
from hexwar.systems.mininap.rules.shapes import Change
from hexwar.systems.mininap.state import Attack, MiniState, Phase
from hexwar.table.forces import UnitId
from tests.systems.mininap.positions import played, position, rectangle
from tests.systems.mininap.test_charge import charged, declared
from tests.systems.mininap.test_moving import going

F1, R1 = UnitId("F1"), UnitId("R1")
BATTERY = "F1 A medium-foot 4 unlimbered 30 30 0 F-1"


def shot(state: MiniState, unit: str = "F1") -> ShotReport:
    """The fire of a unit at its first target with all that it has."""
    orders = listed_orders(state, state.units[UnitId(unit)])
    return shot_report(state, next(iter(orders)).shots[0])


def firing(*lines: str, village: bool = False) -> MiniState:
    pieces = [rectangle("farm", "village", 20, 34, 40, 50)] if village else []
    state = position(*lines, phase=Phase.FIRING, pieces=pieces)
    return played(state, begin_orders).state


@pytest.mark.rule("M36.1", "M9.12", "M10.5")
def test_a_volley() -> None:
    state = firing("F1 I line 6 line 30 30 0 F-1", "R1 I line 5 col 28.75 39 180 R-1")
    assert (shot(state).shot.stands, shot(state).shot.sp, shot(state).pool) == ((1, 2), 6, 6)
    assert (shot(state, "R1").shot.sp, shot(state, "R1").pool) == (5, 2)
    assert suppressed(state) == {"F1", "R1"}


@pytest.mark.rule("M36.2", "M10.6", "M11.1")
@pytest.mark.parametrize(
    ("gap", "dice", "bounces"), [(15, 6, False), (30, 5, True), (50, 4, False)]
)
def test_guns(gap: float, dice: int, bounces: bool) -> None:
    y = 31.5 + gap
    behind = f"R2 I line 5 line 30 {y + 8} 180 R-1"
    state = firing(BATTERY, f"R1 I line 5 col 30 {y + 2} 180 R-1", behind)
    report = shot(state)
    assert (report.pool, report.bounces_to is not None) == (dice, bounces)


@pytest.mark.rule("M36.3", "M22.5")
def test_skirmishers_in_a_farm() -> None:
    near = "R1 I light 5 skir 30 36 180 R-1"
    assert shot(firing("F1 I line 5 line 30 30 0 F-1", near, village=True)).pool == 1
    guns = firing("F1 A medium-foot 4 unlimbered 30 19 0 F-1", near, village=True)
    assert targets(guns, F1)[0].range < 20
    assert shot(guns).pool == 2


@pytest.mark.rule("M36.4", "M12.3", "M12.13")
def test_front_and_flank() -> None:
    lines = "R1 I line 5 line 30 32 180 R-1", "F1 I line 6 line 30 30 0 F-1"
    state = position(*lines, "F2 I line 5 col 34.5 33 270 F-1", phase=Phase.COMBAT)
    assert outflanked(state) == (("F2", "R1"),)
    state.outflanked = outflanked(state)
    found = [attack_report(state, Attack(UnitId(u), R1, state.sp(UnitId(u)))) for u in ("F1", "F2")]
    assert [(report.value, report.dice) for report in found] == [(3, 6), (3, 10)]


@pytest.mark.rule("M36.5", "M12.11", "M12.12")
@pytest.mark.parametrize(
    ("enemy", "cv", "answer"),
    [
        ("I line 5 line 30 33", 5, 3),
        ("I line 5 col 30 34", 4, 3),
        ("I line 5 square 30 34", 2, 3),
        ("I light 5 skir 30 33", 6, 1),
    ],
)
def test_heavy_horse(enemy: str, cv: int, answer: int) -> None:
    state = position("F1 C heavy 4 line 30 30 0 F-1", f"R1 {enemy} 180 R-1", phase=Phase.COMBAT)
    assert combat_rows(state, F1, R1)[0] == cv
    assert combat_rows(state, R1, F1)[0] == answer
    assert attack_report(state, Attack(F1, R1, 4)).dice == 4


@pytest.mark.rule("M36.6", "M19.4", "M19.7")
def test_a_charge_at_a_line() -> None:
    column, fire = "F1 I line 6 col 30 30 0 F-1", {"React": [Answer(Reaction.FIRE)]}
    state = position(column, "R1 I line 5 line 30 38 180 R-1")
    dice = [1, 2, 6, 6, 6, 6]
    home = charged(state, [*dice, 4], fire)
    assert home.of("ContactMade")
    assert home.state.sp(F1) == 4
    assert not charged(state, [*dice, 5], fire).of("ContactMade")
    assert charged(position(column, "R1 I line 5 line 30 38 180 R-1 fired"), []).of("ContactMade")


@pytest.mark.rule("M36.7", "M16.8")
@pytest.mark.parametrize(
    ("form", "rest", "too_much"), [("line", "F0.07", "F0.08"), ("col", "F3.04", "F3.05")]
)
def test_a_wheel(form: str, rest: str, too_much: str) -> None:
    state = position(f"F1 I line 6 {form} 30 30 0 F-1", "R1 I line 5 line 60 79 180 R-1")
    assert isinstance(going(state, f"WL45 {rest}"), Walk)
    assert going(state, f"WL45 {too_much}") == "M16.2"


@pytest.mark.rule("M36.8", "M19.6", "M19.7")
def test_a_square_in_time() -> None:
    horse = "F1 C medium 6 line 28.75 30 0 F-1"
    for y, enemy, number in (
        (44, "line 5 line", 4),
        (40, "line 5 line", 3),
        (40, "light 5 skir", 2),
    ):
        state = position(horse, f"R1 I {enemy} 30 {y + 1} 180 R-1 fired")
        found = declared(state)
        assert isinstance(found, Charge)
        assert needed_for(state, found, Reaction.SQUARE) == number
    state = position(horse, "R1 I line 5 line 30 45 180 R-1 fired")
    square = {"React": [Answer(Reaction.SQUARE, Change(Formation.SQUARE, 2, is_second=True))]}
    home = charged(state, [4], square | {"PressHome": [True]}).state
    assert combat_rows(home, F1, R1)[0] == 1
