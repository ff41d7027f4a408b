"""Firing, suppression and bounce-through (M9, M10, M11, M22.5)."""

from __future__ import annotations

import pytest

from hexwar.systems.mininap.rules.fire import (
    aims,
    bounce_target,
    most_sp,
    shot_report,
    silence,
    suppressed,
    targets,
)
from hexwar.systems.mininap.state import MiniState, Phase, Shot
from hexwar.table.forces import UnitId
from hexwar.tabletop.ground import Piece
from tests.systems.mininap.positions import ids, position, rectangle, wall

LINE = "F1 I line 6 line 30 30 0 F-1"
GUNS = "F1 A medium-foot 4 unlimbered 30 30 0 F-1"


def firing(*lines: str, pieces: tuple[Piece, ...] = ()) -> MiniState:
    return position(*lines, phase=Phase.FIRING, pieces=pieces)


def seen(state: MiniState, unit: str = "F1") -> dict[str, tuple[int, ...]]:
    """The targets of a unit, each with all stands that may fire at it."""
    found = targets(state, UnitId(unit))
    return {t.unit: tuple(sorted((*t.direct, *t.joining))) for t in found}


def pool(state: MiniState, stands: tuple[int, ...], sp: int, target: str = "R1") -> int:
    return shot_report(state, Shot(UnitId("F1"), stands, UnitId(target), sp)).pool


@pytest.mark.rule("M9.9", "M9.10", "M6.9", "M2.7")
@pytest.mark.parametrize(
    ("unit", "reach"),
    [
        (LINE, 7),
        ("F1 A light-horse 3 unlimbered 30 30 0 F-1", 40),
        (GUNS, 60),
        ("F1 A heavy-foot 4 unlimbered 30 30 0 F-1", 80),
    ],
)
def test_how_far_each_fires(unit: str, reach: float) -> None:
    front = 1.5 if " A " in unit else 1.0
    for gap, is_reached in ((reach - 0.01, True), (reach, True), (reach + 0.01, False)):
        y = 30 + front + gap + 1.0
        state = position(
            unit, f"R1 I line 5 line 30 {y} 180 R-1", phase=Phase.FIRING, height=20_000
        )
        assert bool(seen(state)) == is_reached, gap


@pytest.mark.rule("M9.1", "M9.2", "M9.6", "M2.5")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("F1 C light 5 line 30 30 0 F-1", "M9.1"),
        ("F1 G brigade 2 - 30 30 0 F-1", "M9.1"),
        ("F1 A medium-foot 4 limbered 30 30 0 F-1", "M9.1"),
        ("F1 I line 6 line 30 32.98 0 F-1", "M9.2"),
        ("F1 I line 6 line 30 30 0 F-1 hits:6", "M9.6"),
    ],
)
def test_who_cannot_fire(line: str, rule: str) -> None:
    state = firing(line, "R1 I line 5 line 30 35 180 R-1")
    refusal = silence(state, state.units[UnitId("F1")])
    assert refusal is not None
    assert refusal.rule == rule
    assert not seen(state)


@pytest.mark.rule("M9.11")
def test_a_stand_fires_straight_ahead_only() -> None:
    assert seen(firing(LINE, "R1 I line 5 line 30 36 180 R-1")) == {"R1": (1, 2)}
    right = firing(LINE, "R1 I line 5 line 33.8 36 180 R-1")
    assert [aim.front for aim in aims(right, UnitId("F1"))] == [2]
    assert not seen(firing(LINE, "R1 I line 5 line 35.05 36 180 R-1"))
    assert not seen(firing(LINE, "R1 I line 5 line 30 24 0 R-1"))


@pytest.mark.rule("M9.11", "M6.19", "M9.21")
@pytest.mark.parametrize(
    "blocker", ["F2 I line 5 col 31 34 0 F-1", "R2 G brigade 2 - 31 33.5 0 R-1"]
)
def test_nobody_may_stand_between_friend_or_enemy(blocker: str) -> None:
    state = firing(LINE, "R1 I line 5 line 30 38 180 R-1", blocker)
    assert "R1" not in {aim.target for aim in aims(state, UnitId("F1")) if aim.front == 2}
    level = firing(LINE, "R1 I line 5 line 28.5 36 180 R-1", "R2 I line 5 line 33.6 36 180 R-1")
    assert {aim.target for aim in aims(level, UnitId("F1")) if aim.front == 2} == {"R1", "R2"}


@pytest.mark.rule("M9.12")
def test_a_second_stand_joins_only_with_a_clear_zone() -> None:
    aside = "R1 I line 5 col 33 36 180 R-1"  # before the right stand only
    assert seen(firing(LINE, aside)) == {"R1": (1, 2)}
    assert seen(firing(LINE, aside, "F2 I line 5 col 28 37 0 F-1")) == {"R1": (2,)}
    wood = rectangle("wood", "wood", 27, 36, 29, 37.5)
    assert seen(firing(LINE, aside, pieces=(wood,))) == {"R1": (2,)}


@pytest.mark.rule("M9.13", "M9.14", "M9.15", "M9.16", "M9.17", "M9.18")
@pytest.mark.parametrize(
    ("line", "shots", "sp"),
    [
        ("F1 I line 7 line 30 30 0 F-1", [((1, 2), "R1")], 7),
        ("F1 I line 7 line 30 30 0 F-1", [((1,), "R1"), ((2,), "R2")], 3),
        ("F1 I line 7 line 30 30 0 F-1", [((1,), "R1")], 3),
        ("F1 I line 2 line 30 30 0 F-1 hits:1", [((1,), "R1")], 1),
        ("F1 I line 7 col 30 30 0 F-1", [((1,), "R1")], 7),
        ("F1 I line 7 square 30 30 0 F-1", [((0,), "R1")], 7),
        (GUNS, [((1,), "R1")], 4),
    ],
)
def test_the_most_sp_of_a_shot(
    line: str, shots: list[tuple[tuple[int, ...], str]], sp: int
) -> None:
    state = firing(line, "R1 I line 5 line 30 36 180 R-1")
    ordered = [Shot(UnitId("F1"), stands, UnitId(target), 1) for stands, target in shots]
    assert most_sp(state, UnitId("F1"), ordered) == sp


@pytest.mark.rule("M9.3")
def test_no_fire_into_a_fight() -> None:
    state = firing(LINE, "F2 I line 5 col 30 38.98 180 F-1", "R1 I line 5 line 30 36 180 R-1")
    assert not seen(state)


@pytest.mark.rule("M9.19", "M6.17", "M4.4")
def test_a_square_fires_from_one_of_four_faces() -> None:
    square = "F1 I line 6 square 30 30 0 F-1"
    around = ("R1 I line 5 line 30 36 180 R-1", "R2 I line 5 line 37 30 270 R-1")
    back = "R3 I line 5 line 30 24 0 R-1", "R4 I line 5 line 23 30 90 R-1"
    state = firing(square, *around, *back)
    assert seen(state) == {"R1": (0,), "R2": (1,), "R3": (2,), "R4": (3,)}


@pytest.mark.rule("M10.4", "M10.5")
@pytest.mark.parametrize(
    ("target", "dice"),
    [
        ("R1 I line 5 line 30 36 180 R-1", 6),
        ("R1 I line 5 col 30 37 180 R-1", 7),
        ("R1 I line 5 square 30 37 180 R-1", 8),
        ("R1 I light 5 skir 30 36 180 R-1", 5),
        ("R1 C heavy 5 line 30 37 180 R-1", 7),
        ("R1 C heavy 5 col 30 39 180 R-1", 8),
        ("R1 C light 5 skir 30 37 180 R-1", 6),
        ("R1 A medium-foot 3 unlimbered 30 36 0 R-1", 5),
        ("R1 G brigade 2 - 30 36 180 R-1", 5),
    ],
)
def test_dice_by_what_is_fired_at(target: str, dice: int) -> None:
    assert pool(firing(LINE, target), (1, 2), 6) == dice
    column = firing("F1 I line 6 col 30 29 0 F-1", target)
    assert pool(column, (1,), 6) == dice // 2


@pytest.mark.rule("M10.6")
@pytest.mark.parametrize(
    ("weight", "dice"),
    [("light", (5, 4, 3)), ("medium", (6, 5, 4, 3)), ("heavy", (7, 6, 5, 4))],
)
def test_dice_of_guns_by_range(weight: str, dice: tuple[int, ...]) -> None:
    for gap, expected in zip((10, 20, 40, 60), dice, strict=False):
        target = f"R1 I line 5 line 30 {30 + 1.5 + gap + 1.0} 180 R-1"
        guns = f"F1 A {weight}-foot 4 unlimbered 30 30 0 F-1"
        state = position(guns, target, phase=Phase.FIRING, height=20_000)
        assert pool(state, (1,), 4) == expected, gap


@pytest.mark.rule("M10.1", "M10.2")
def test_who_is_suppressed() -> None:
    enemy = "R1 I line 5 line 30 36 180 R-1"
    assert suppressed(firing(LINE, enemy)) == set(ids("F1 R1"))
    away = firing(LINE, "R1 I line 5 line 30 36 0 R-1")
    assert suppressed(away) == set(ids("R1"))  # who turns his back suppresses nobody
    canister = firing(LINE, "R1 A heavy-foot 4 unlimbered 30 52.5 180 R-1")
    assert suppressed(canister) == set(ids("F1"))
    roundshot = firing(LINE, "R1 A heavy-foot 4 unlimbered 30 52.6 180 R-1")
    assert suppressed(roundshot) == set()
    limbered = firing(LINE, "R1 A heavy-foot 4 limbered 30 45 180 R-1")
    assert suppressed(limbered) == set()


@pytest.mark.rule("M10.4", "M10.1")
def test_who_is_suppressed_fires_with_a_die_less() -> None:
    state = firing(LINE, "R1 I line 5 line 30 36 180 R-1")
    state.suppressed = frozenset(ids("F1"))
    assert pool(state, (1, 2), 6) == 5


@pytest.mark.rule("M10.3", "M1.2")
def test_no_pool_is_below_none() -> None:
    state = firing("F1 I line 2 col 30 30 0 F-1", "R1 I light 5 skir 30 36 180 R-1")
    assert pool(state, (1,), 1) == 0


@pytest.mark.rule("M22.5")
@pytest.mark.parametrize(
    ("piece", "dice"),
    [
        (rectangle("w", "wood", 26, 34.5, 34, 37.5), 5),
        (rectangle("v", "village", 26, 34.5, 34, 37.5), 4),
        (rectangle("m", "marsh", 26, 34.5, 34, 37.5), 6),
        (rectangle("h", "hill", 26, 34.5, 34, 37.5), 6),
        (wall("l", "wall", (26, 34.6), (34, 34.6)), 5),
        (wall("l", "hedge", (26, 34.6), (34, 34.6)), 5),
        (wall("l", "wall", (26, 33.9), (34, 33.9)), 6),  # over 1 cm from the target
        (wall("l", "wall", (26, 31.5), (34, 31.5)), 6),  # the shooter is at it
    ],
)
def test_dice_by_the_ground_of_the_target(piece: Piece, dice: int) -> None:
    state = firing(LINE, "R1 I line 5 line 30 36 180 R-1", pieces=(piece,))
    assert pool(state, (1, 2), 6) == dice


@pytest.mark.rule("M22.5", "M9.11")
@pytest.mark.parametrize(
    ("piece", "is_seen"),
    [
        (rectangle("w", "wood", 26, 32, 34, 34), False),
        (rectangle("w", "wood", 26, 32.1, 34, 40), True),  # in it, 2.9 cm deep
        (rectangle("w", "wood", 26, 31.5, 34, 40), False),  # 3.5 cm
        (rectangle("v", "village", 26, 28, 34, 33.9), True),  # fires out of it
        (rectangle("h", "hill", 26, 32, 34, 34), False),
        (rectangle("h", "hill", 26, 32, 34, 40), True),
        (rectangle("h", "hill", 26, 29, 34, 34.9), True),
        (rectangle("m", "marsh", 26, 32, 34, 34), True),
        (wall("l", "wall", (26, 33), (34, 33)), True),
    ],
)
def test_ground_between(piece: Piece, is_seen: bool) -> None:
    state = firing(LINE, "R1 I line 5 line 30 36 180 R-1", pieces=(piece,))
    assert bool(seen(state)) == is_seen


@pytest.mark.rule("M11.1", "M11.2", "M11.4")
def test_roundshot_bounces_to_the_next_in_the_zone_friend_or_enemy() -> None:
    behind = "R2 I line 5 line 30 60 180 R-1", "F2 I line 5 line 30 66 0 F-1"
    state = firing(GUNS, "R1 I line 5 line 30 55 180 R-1", *behind)
    shot = Shot(UnitId("F1"), (1,), UnitId("R1"), 4)
    assert shot_report(state, shot).bounces_to == "R2"
    friend = firing(GUNS, "R1 I line 5 line 30 55 180 R-1", behind[1])
    assert shot_report(friend, shot).bounces_to == "F2"
    alone = firing(GUNS, "R1 I line 5 line 30 55 180 R-1", "R2 I line 5 line 30 73 180 R-1")
    assert shot_report(alone, shot).bounces_to is None  # 40.5 cm away


@pytest.mark.rule("M11.1")
@pytest.mark.parametrize(
    ("y", "bounces"), [(52.4, False), (52.6, True), (72.4, True), (72.6, False)]
)
def test_only_medium_range_bounces(y: float, bounces: bool) -> None:
    state = firing(GUNS, f"R1 I line 5 line 30 {y} 180 R-1")
    shot = Shot(UnitId("F1"), (1,), UnitId("R1"), 4)
    length = y - 1.0 - 31.5
    far = firing(GUNS, f"R1 I line 5 line 30 {y} 180 R-1", "R2 I line 5 line 30 70 180 R-1")
    assert (bounce_target(far, shot, length) == "R2") == bounces
    assert bounce_target(state, shot, length) is None
