"""Hand-to-hand combat: joining in, outflanking, values, dice, hits (M12, M22.6)."""

from __future__ import annotations

import pytest

from hexwar.systems.mininap.rules.combat import (
    attack_report,
    combat_rows,
    hold_number,
    joining_of,
    outflanked,
    splits,
)
from hexwar.systems.mininap.rules.fighting import AllocateAttack
from hexwar.systems.mininap.rules.standing import contacts, in_command
from hexwar.systems.mininap.state import Attack, MiniState, Phase, Step
from hexwar.table.forces import UnitId
from hexwar.tabletop.ground import Piece
from tests.systems.mininap.positions import FRENCH, ids, position, rectangle, wall

TOUCHING = "R1 I line 5 line 30 32 180 R-1"
"""In contact with a line at 30, 30."""


def fight(*lines: str, pieces: tuple[Piece, ...] = ()) -> MiniState:
    state = position(*lines, phase=Phase.COMBAT, step=Step.JOINING, pieces=pieces)
    state.outflanked = outflanked(state)
    return state


def value(state: MiniState, unit: str = "F1", target: str = "R1") -> int:
    return combat_rows(state, UnitId(unit), UnitId(target))[0]


@pytest.mark.rule("M6.10")
def test_who_is_in_contact() -> None:
    state = fight("F1 I line 5 line 30 30 0 F-1", "F2 I line 5 line 35.1 30 0 F-1", TOUCHING)
    assert contacts(state) == {"F1": ids("R1"), "R1": ids("F1")}
    apart = fight("F1 I line 5 line 30 29.96 0 F-1", TOUCHING)
    assert contacts(apart) == {}
    corner = fight("F1 I line 5 line 30 30 0 F-1", "R1 I line 5 line 35.02 32.02 180 R-1")
    assert set(contacts(corner)) == set(ids("F1 R1"))


@pytest.mark.rule("M5.3", "M5.4")
@pytest.mark.parametrize(
    ("commander", "unit", "is_led"),
    [
        ("FB G brigade 2 - 30 27.75 0 F-1", "F1", True),  # 1 cm behind
        ("FB G brigade 2 - 30 26.74 0 F-1", "F1", False),
        ("FB G brigade 2 - 30 27.75 0 F-2", "F1", False),
        ("FB G division 2 - 30 24.75 0 F-1", "F1", True),  # 3 cm
        ("FB G division 2 - 30 24.74 0 F-1", "F1", False),
        ("FB G division 2 - 30 25.75 0 F-2", "F1", False),
        ("FB G corps 2 - 30 21.75 0 -", "F1", True),  # 6 cm
        ("FB G corps 2 - 30 21.74 0 -", "F1", False),
        ("FB G corps 2 - 90 70 0 -", "FB", True),
        ("RB G corps 2 - 30 27.75 0 -", "F1", False),
    ],
)
def test_who_is_in_command(commander: str, unit: str, is_led: bool) -> None:
    state = fight("F1 I line 5 line 30 30 0 F-1", commander)
    assert in_command(state, UnitId(unit)) == is_led


@pytest.mark.rule("M5.2")
def test_divisional_guns_heed_their_division() -> None:
    guns = "F1 A heavy-foot 4 unlimbered 30 30 0 (FD)"
    state = fight(guns, "FD G division 2 - 30 25.3 0 F-1", "FB G brigade 2 - 33 30 0 F-1")
    assert in_command(state, UnitId("F1"))
    alone = fight(guns, "FB G brigade 2 - 33 30 0 F-1")
    assert not in_command(alone, UnitId("F1"))


@pytest.mark.rule("M12.11", "M2.6")
@pytest.mark.parametrize(
    ("unit", "y", "cv"),
    [
        ("I line 5 line", 30, 3),
        ("I light 5 line", 30, 2),
        ("I light 5 skir", 30, 1),
        ("C light 5 line", 29, 3),
        ("C light 5 skir", 29, 2),
        ("C medium 5 line", 29, 4),
        ("C heavy 5 line", 29, 5),
        ("A heavy-foot 4 unlimbered", 29.5, 1),
        ("G brigade 2 -", 29.75, 1),
    ],
)
def test_combat_values(unit: str, y: float, cv: int) -> None:
    assert value(fight(f"F1 {unit} 30 {y} 0 F-1", TOUCHING)) == cv


@pytest.mark.rule("M12.12")
@pytest.mark.parametrize(
    ("target", "foot", "horse"),
    [
        ("I line 5 line 30 32 180 R-1", 3, 4),
        ("I light 5 skir 30 32 180 R-1", 3, 5),
        ("A heavy-foot 4 unlimbered 30 32.5 180 R-1", 3, 5),
        ("G brigade 2 - 30 32.25 180 R-1", 3, 5),
        ("I line 5 col 30 33 180 R-1", 3, 3),
        ("I line 5 square 30 33 180 R-1", 3, 1),
        ("C light 5 skir 30 33 180 R-1", 3, 4),
        ("C heavy 5 col 30 35 180 R-1", 3, 4),
    ],
)
def test_values_against_each(target: str, foot: int, horse: int) -> None:
    assert value(fight("F1 I line 5 line 30 30 0 F-1", f"R1 {target}")) == foot
    assert value(fight("F1 C medium 5 line 30 29 0 F-1", f"R1 {target}")) == horse


@pytest.mark.rule("M22.6")
@pytest.mark.parametrize(
    ("piece", "cv"),
    [
        (rectangle("v", "village", 26, 31, 34, 40), 2),
        (rectangle("v", "village", 26, 20, 34, 40), 3),  # both are in it
        (rectangle("h", "hill", 26, 31, 34, 40), 2),
        (wall("l", "wall", (26, 31), (34, 31)), 2),
        (rectangle("s", "stream", 20, 29.5, 40, 30.5), 2),
        (rectangle("w", "wood", 26, 31, 34, 40), 3),
    ],
)
def test_values_by_the_ground(piece: Piece, cv: int) -> None:
    assert value(fight("F1 I line 5 line 30 30 0 F-1", TOUCHING, pieces=(piece,))) == cv


@pytest.mark.rule("M22.6")
def test_ground_takes_nobody_below_one() -> None:
    village = rectangle("v", "village", 26, 31, 34, 40)
    state = fight("F1 I light 5 skir 30 30 0 F-1", TOUCHING, pieces=(village,))
    assert value(state) == 1


@pytest.mark.rule("M12.3", "M6.22")
@pytest.mark.parametrize(
    ("attacker", "is_outflanked"),
    [
        ("F1 I line 5 line 30 30 0 F-1", False),  # front to front
        ("F1 I line 5 col 34.5 31.7 270 F-1", False),  # on a flank, clear of the rear corner
        ("F1 I line 5 col 34.5 33 270 F-1", True),  # its front edge meets the rear corner
        ("F1 I line 5 line 30 34 180 F-1", True),  # from the rear
        ("F1 I line 5 col 31 35 180 F-1", True),
    ],
)
def test_who_is_outflanked(attacker: str, is_outflanked: bool) -> None:
    state = fight(attacker, TOUCHING)
    assert set(contacts(state)) == set(ids("F1 R1"))
    assert (("F1", "R1") in state.outflanked) == is_outflanked


@pytest.mark.rule("M12.3")
def test_five_hundredths_short_of_the_corner_is_no_outflanking() -> None:
    # the rear corner of the enemy is at 32.5, 33; the column's front edge ends at its y + 1.25
    short = fight("F1 I line 5 col 34.5 31.7 270 F-1", TOUCHING)
    assert not short.outflanked
    at = fight("F1 I line 5 col 34.5 31.75 270 F-1", TOUCHING)
    assert at.outflanked == (("F1", "R1"),)


@pytest.mark.rule("M12.4", "M4.4")
@pytest.mark.parametrize(
    "lines",
    [
        ("F1 I line 5 line 30 35 180 F-1", "R1 I line 5 square 30 32 180 R-1"),
        ("F1 I line 5 square 30 35 180 F-1", TOUCHING),
        ("F1 G brigade 2 - 30 34.25 180 F-1", TOUCHING),
        ("F1 I line 5 line 30 34.25 180 F-1", "R1 G brigade 2 - 30 32 180 R-1"),
    ],
)
def test_squares_and_commanders_have_no_flanks(lines: tuple[str, ...]) -> None:
    state = fight(*lines)
    assert set(contacts(state)) == set(ids("F1 R1"))
    assert not state.outflanked


@pytest.mark.rule("M12.5", "M12.6")
@pytest.mark.parametrize(
    ("joiner", "must"),
    [
        ("F2 I line 5 col 33.9 27 0 F-1", True),  # 2 cm from the enemy
        ("F2 I line 5 col 33.9 26 0 F-1", True),  # 3 cm
        ("F2 I line 5 col 33.9 25.99 0 F-1", False),
        ("F2 I line 5 col 33.9 26 60 F-1", False),  # it would run past
        ("F2 I line 5 square 33.9 27 0 F-1", False),
        ("F2 A heavy-foot 4 unlimbered 34 27 0 F-1", False),
        ("F2 G brigade 2 - 34 27 0 F-1", False),
        ("F2 I line 5 col 33.9 27 0 F-1 hits:4", False),
        ("F2 I line 5 col 33.9 27 0 F-1 hits:3", True),
    ],
)
def test_who_must_join_in(joiner: str, must: bool) -> None:
    state = fight("F1 I line 5 line 30 30 0 F-1", "R1 I line 5 line 34 32 180 R-1", joiner)
    joining = joining_of(state, UnitId("F2"))
    assert (joining is not None) == must
    if joining is not None:
        assert joining.enemies == ids("R1")


@pytest.mark.rule("M12.5")
def test_nobody_joins_in_where_no_friend_fights_or_somebody_is_between() -> None:
    enemy = "R1 I line 5 line 34 32 180 R-1"
    assert joining_of(fight("F2 I line 5 col 33.9 27 0 F-1", enemy), UnitId("F2")) is None
    lines = "F1 I line 5 line 30 30 0 F-1", enemy, "F2 I line 5 col 34 27.5 0 F-1"
    assert joining_of(fight(*lines), UnitId("F2")) is not None
    between = "F3 G brigade 2 - 34.5 30.8 0 F-1"
    assert joining_of(fight(*lines, between), UnitId("F2")) is None


@pytest.mark.rule("M12.8")
def test_what_holds_a_unit_back() -> None:
    state = fight("F1 I line 5 line 30 30 0 F-1", "F2 I light 5 skir 40 30 0 F-1", TOUCHING)
    assert [hold_number(state, unit) for unit in ids("F1 F2")] == [3, 5]


@pytest.mark.rule("M12.10", "M12.13")
def test_dice_for_each_sp_and_twice_for_an_outflanker() -> None:
    state = fight("F1 I line 5 line 30 30 0 F-1 hits:1", "F2 I line 6 line 30 34 180 F-1", TOUCHING)
    assert attack_report(state, Attack(UnitId("F1"), UnitId("R1"), 4)).dice == 4
    assert attack_report(state, Attack(UnitId("F2"), UnitId("R1"), 6)).dice == 12
    assert attack_report(state, Attack(UnitId("F1"), UnitId("R1"), 0)).dice == 0


@pytest.mark.rule("M12.10")
def test_how_strength_is_shared() -> None:
    state = fight("F1 I line 5 line 30 30 0 F-1", TOUCHING, "R2 I line 5 line 35 32 180 R-1")
    asked = AllocateAttack(FRENCH, UnitId("F1"))
    found = {tuple((a.target, a.sp) for a in option) for option in splits(state, UnitId("F1"))}
    assert found == {
        (("R1", 5),),
        (("R2", 5),),
        *(((("R1", n), ("R2", 5 - n))) for n in range(1, 5)),
    }
    assert all(asked.refusal(state, option) is None for option in asked.options(state))
    one = Attack(UnitId("F1"), UnitId("R1"), 4)
    refusal = asked.refusal(state, (one,))
    assert refusal is not None
    assert refusal.rule == "M12.10"
    assert asked.refusal(state, (one, Attack(UnitId("F1"), UnitId("R1"), 1))) is not None


@pytest.mark.rule("M12.15", "M5.5")
def test_a_throw_again_needs_command_and_comes_once_a_phase() -> None:
    led = fight("F1 I line 5 line 30 30 0 F-1", "FB G brigade 2 - 30 27.75 0 F-1", TOUCHING)
    attack = Attack(UnitId("F1"), UnitId("R1"), 5)
    assert attack_report(led, attack).may_throw_again
    led.thrown_again = frozenset(ids("F1"))
    assert not attack_report(led, attack).may_throw_again
    assert not attack_report(
        fight("F1 I line 5 line 30 30 0 F-1", TOUCHING), attack
    ).may_throw_again
