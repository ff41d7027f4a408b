"""Manoeuvres, changes of formation, guns, flowing around, disengaging (M14 to M17, M20)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.systems.mininap.battle import Formation
from hexwar.systems.mininap.rules.acting import orders_refusal
from hexwar.systems.mininap.rules.choices import options_for
from hexwar.systems.mininap.rules.manoeuvre import walk_of
from hexwar.systems.mininap.rules.moving import Action, Orders, Step, StepKind, Walk
from hexwar.systems.mininap.rules.shapes import Change
from hexwar.systems.mininap.state import MiniState
from hexwar.table.forces import UnitId
from hexwar.tabletop.ground import Piece
from hexwar.tabletop.pose import Pose
from tests.systems.mininap.positions import position, rectangle, wall

FAR = "R1 I line 5 line 60 79 180 R-1"
"""An enemy who is of no account."""

KINDS = {
    "F": StepKind.FORWARD,
    "B": StepKind.BACK,
    "L": StepKind.LEFT,
    "R": StepKind.RIGHT,
    "WL": StepKind.WHEEL_LEFT,
    "WR": StepKind.WHEEL_RIGHT,
    "P": StepKind.PIVOT,
}


def steps(text: str) -> tuple[Step, ...]:
    """Steps as ``F3.5 WL45 P-90``: cm, or degrees."""
    found = []
    for word in text.split():
        kind = word.rstrip("-0123456789.")
        value = float(word[len(kind) :])
        scale = 100 if kind in "FBLR" else 10
        found.append(Step(KINDS[kind], round(value * scale)))
    return tuple(found)


def going(state: MiniState, way: str, action: Action = Action.MANOEUVRE, **more: Any) -> object:
    """How F1 goes, or the rule that forbids it."""
    orders = Orders(UnitId("F1"), action, steps(way), **more)
    refusal = orders_refusal(state, orders)
    if refusal is not None:
        return refusal.rule
    walk = walk_of(state, orders)
    assert isinstance(walk, Walk)
    return walk


def pose_after(state: MiniState, way: str, **more: Any) -> Pose:
    walk = going(state, way, **more)
    assert isinstance(walk, Walk), walk
    assert walk.after.pose is not None
    return walk.after.pose


@pytest.mark.rule("M16.2", "M16.13", "M16.12", "M16.3")
@pytest.mark.parametrize(
    ("unit", "allowance"),
    [
        ("I line 5 line", 4),
        ("I line 5 col", 5),
        ("I light 5 skir", 6),
        ("I line 5 square", 2),
        ("C light 5 line", 18),
        ("C light 5 skir", 18),
        ("C medium 5 col", 18),
        ("C heavy 5 line", 15),
        ("A heavy-foot 4 limbered", 6),
        ("A light-horse 4 limbered", 8),
        ("G brigade 2 -", 22),
    ],
)
def test_how_far_each_moves(unit: str, allowance: float) -> None:
    state = position(f"F1 {unit} 30 30 0 F-1", FAR)
    assert pose_after(state, f"F{allowance}") == Pose(3000, 3000 + round(100 * allowance))
    assert going(state, f"F{allowance + 0.01}") == "M16.2"


@pytest.mark.rule("M16.2", "M16.6")
@pytest.mark.parametrize(
    ("unit", "double"),
    [
        ("I line 5 line", 8),
        ("I line 5 col", 10),
        ("I light 5 skir", 12),
        ("C light 5 line", 36),
        ("C heavy 5 line", 30),
        ("G brigade 2 -", 44),
    ],
)
def test_how_far_each_moves_in_double_time(unit: str, double: float) -> None:
    state = position(f"F1 {unit} 30 10 0 F-1", FAR)
    assert pose_after(state, f"F{double}", is_double=True).y == 1000 + 100 * double
    assert going(state, f"F{double + 0.01}", is_double=True) == "M16.2"


@pytest.mark.rule("M16.6")
@pytest.mark.parametrize("unit", ["I line 5 square", "A heavy-foot 4 limbered"])
def test_who_has_no_double_time(unit: str) -> None:
    state = position(f"F1 {unit} 30 10 0 F-1", FAR)
    assert going(state, "F1", is_double=True) == "M16.6"


@pytest.mark.rule("M16.6")
def test_double_time_stays_18_cm_from_the_enemy_all_the_way() -> None:
    column = "F1 I line 5 col 30 30 0 F-1"  # its front edge at 32
    near = position(column, "R1 G brigade 2 - 30 51.2 180 R-1")  # 17.95 cm away
    assert going(near, "F1", is_double=True) == "M16.6"
    just = position(column, "R1 I line 5 line 30 51 180 R-1")  # exactly 18
    assert going(just, "F0.01", is_double=True) == "M16.6"
    assert going(just, "P180", is_double=True) == "M16.6"  # its corners would come nearer
    assert isinstance(going(just, "B4", is_double=True), Walk)
    free = position(column, "R1 I line 5 line 30 60 180 R-1")
    assert pose_after(free, "F9", is_double=True) == Pose(3000, 3900)
    assert going(free, "F9.01", is_double=True) == "M16.6"


@pytest.mark.rule("M16.9")
def test_a_manoeuvre_leaves_a_centimetre_to_enemies() -> None:
    column = "F1 I line 5 col 30 30 0 F-1"
    ahead = position(column, "R1 I line 5 line 30 36 180 R-1")  # 3 cm away
    assert isinstance(going(ahead, "F2"), Walk)
    assert going(ahead, "F2.01") == "M16.9"
    passing = position(column, "R1 I line 5 line 33.3 36 270 R-1")  # it passes at 1.05
    assert isinstance(going(passing, "F5"), Walk)
    beside = position(column, "R1 I line 5 line 33.2 36 270 R-1")  # at 0.95
    assert going(beside, "F5") == "M16.9"


@pytest.mark.rule("M16.9")
def test_who_is_nearer_already_may_stay_or_go_away() -> None:
    state = position("F1 I line 5 line 30 30 0 F-1", "R1 I line 5 line 30 32.5 180 R-1")
    assert going(state, "F0.1") == "M16.9"
    assert isinstance(going(state, "B1"), Walk)
    assert isinstance(going(state, "L1"), Walk)


@pytest.mark.rule("M16.7", "M16.8")
@pytest.mark.parametrize(
    ("unit", "way", "rest"),
    [
        ("I line 5 line", "WR45", 0.07),  # an arc of 3.93 of 4
        ("I line 5 col", "WR45", 3.04),  # 1.96 of 5
        ("I line 5 line", "P90", 2.0),  # half the allowance
        ("I line 5 col", "P180", 2.5),
        ("I light 5 skir", "P180", 6.0),  # free
        ("I line 5 square", "P90", 2.0),
        ("C heavy 5 line", "P180", 15.0),
        ("C heavy 5 line", "WL30", 12.38),
        ("A heavy-foot 4 limbered", "P10", 3.0),
        ("A light-horse 4 limbered", "P10", 8.0),
        ("G brigade 2 -", "P10", 22.0),
    ],
)
def test_what_a_turn_leaves(unit: str, way: str, rest: float) -> None:
    state = position(f"F1 {unit} 60 30 0 F-1", "R1 G brigade 2 - 5 75 180 R-1")
    assert isinstance(going(state, f"{way} F{rest}"), Walk)
    assert going(state, f"{way} F{rest + 0.01:.2f}") == "M16.2"


@pytest.mark.rule("M16.8")
def test_a_wheel_goes_about_a_front_corner() -> None:
    state = position("F1 I line 5 line 30 30 0 F-1", FAR)
    assert pose_after(state, "WL30") == Pose(3017, 3138, 3300)
    assert pose_after(state, "WR30") == Pose(2983, 3138, 300)


@pytest.mark.rule("M16.7")
@pytest.mark.parametrize(
    ("unit", "way", "rule"),
    [
        ("I light 5 skir", "F1 P90 F1", "M16.7"),
        ("I light 5 skir", "P10 F1 P10", "M16.7"),
        ("I line 5 square", "P90.1", "M16.7"),
        ("G brigade 2 -", "WL10", "M16.7"),
        ("I light 5 skir", "F0.1 F0.1 F0.1 F0.1 F0.1 F0.1 F0.1 F0.1 F0.1", "M16.12"),
    ],
)
def test_turns_that_no_manoeuvre_has(unit: str, way: str, rule: str) -> None:
    assert going(position(f"F1 {unit} 30 30 0 F-1", FAR), way) == rule


@pytest.mark.rule("M16.7")
def test_a_commander_turns_as_often_as_he_likes() -> None:
    state = position("F1 G brigade 2 - 30 30 0 F-1", FAR)
    assert pose_after(state, "P90 F5 P-90 F5 P45") == Pose(3500, 3500, 450)


@pytest.mark.rule("M16.10", "M16.1")
@pytest.mark.parametrize(
    ("unit", "way", "is_double", "found"),
    [
        ("I line 5 line", "B2", False, Pose(3000, 2800)),
        ("I line 5 line", "B2.01", False, "M16.2"),
        ("I line 5 line", "B4", True, Pose(3000, 2600)),
        ("I light 5 skir", "L2", False, Pose(2800, 3000)),
        ("I line 5 col", "R2", False, Pose(3200, 3000)),
        ("I line 5 line", "B1 F1", False, "M16.10"),
        ("I line 5 square", "B1", False, "M16.10"),
        ("C heavy 5 line", "B1", False, "M16.10"),
    ],
)
def test_back_and_aside(unit: str, way: str, is_double: bool, found: object) -> None:
    walk = going(position(f"F1 {unit} 30 30 0 F-1", FAR), way, is_double=is_double)
    assert (walk.after.pose if isinstance(walk, Walk) else walk) == found


@pytest.mark.rule("M16.5")
@pytest.mark.parametrize(
    ("enemy", "is_penned"),
    [
        ("R1 C light 5 line 30 43 180 R-1", True),  # 9 cm away
        ("R1 C light 5 line 30 43.01 180 R-1", False),
        ("R1 G brigade 2 - 30 42.25 180 R-1", True),
        ("R1 I line 5 line 30 40 180 R-1", False),
    ],
)
def test_a_square_stands_while_horse_is_near(enemy: str, is_penned: bool) -> None:
    state = position("F1 I line 5 square 30 30 0 F-1", enemy)
    assert isinstance(going(state, "P90"), Walk)
    moved = going(state, "F0.5")
    assert (moved == "M16.5") if is_penned else isinstance(moved, Walk)


@pytest.mark.rule("M14.4", "M6.11")
def test_nobody_is_walked_through() -> None:
    state = position("F1 I line 5 line 30 30 0 F-1", "F2 I line 5 line 30 33 0 F-1", FAR)
    assert isinstance(going(state, "F1"), Walk)
    assert isinstance(going(state, "F1.04"), Walk)  # grazing is none
    assert going(state, "F1.05") == "M14.4"
    assert going(state, "F4") == "M14.4"


@pytest.mark.rule("M17.1", "M17.2", "M17.3", "M17.5", "M17.6")
@pytest.mark.parametrize(
    ("unit", "way", "found"),
    [
        ("C light 5 line", "F6.98", Pose(3000, 3698)),  # its rear edge at 34.98 is past 35
        ("C light 5 line", "F6.97", "M17.5"),
        ("I light 5 skir", "F5.98", Pose(3000, 3598)),
        ("I light 5 skir", "F5.97", "M17.5"),
        ("G brigade 2 -", "F6", "M17.5"),
        ("G brigade 2 -", "F6.25", Pose(3000, 3625)),
        ("A light-horse 4 limbered", "F6.5", Pose(3000, 3650)),
        ("I line 5 col", "F5", "M14.4"),
    ],
)
def test_flowing_around_friends(unit: str, way: str, found: object) -> None:
    state = position(f"F1 {unit} 30 30 0 F-1", "F2 I line 5 line 30 34 0 F-1", FAR)
    walk = going(state, way)
    assert (walk.after.pose if isinstance(walk, Walk) else walk) == found


@pytest.mark.rule("M17.2", "M17.7")
def test_horse_flows_around_an_enemy_square() -> None:
    square = "R1 I line 5 square 30 36 180 R-1"
    state = position("F1 C light 5 line 30 30 0 F-1", square)
    assert isinstance(going(state, "F11"), Walk)  # its rear edge at 39, a centimetre past
    assert going(state, "F10.9") == "M16.9"
    line = position("F1 C light 5 line 30 30 0 F-1", "R1 I line 5 line 30 36 180 R-1")
    assert going(line, "F12") == "M14.4"


@pytest.mark.rule("M17.4")
def test_who_flows_around_keeps_his_formation() -> None:
    state = position("F1 C light 5 line 30 30 0 F-1", "F2 I line 5 line 30 34 0 F-1", FAR)
    change = Change(Formation.COLUMN, 1, is_second=True)
    assert going(state, "F9", change=change) == "M17.4"
    free = position("F1 C light 5 line 30 30 0 F-1", FAR)
    assert isinstance(going(free, "F9", change=change), Walk)


@pytest.mark.rule("M14.5", "M14.7", "M15.4")
def test_who_changes_formation_when() -> None:
    change = Change(Formation.COLUMN, 1, is_second=True)
    foot = position("F1 I line 5 line 30 30 0 F-1", FAR)
    horse = position("F1 C medium 5 line 30 30 0 F-1", FAR)
    first = Action.CHANGE_THEN_MANOEUVRE
    assert isinstance(going(foot, "F4", change=change), Walk)
    assert going(foot, "F4", first, change=change) == "M14.7"
    assert isinstance(going(horse, "F18", change=change), Walk)
    assert isinstance(going(horse, "F18", first, change=change), Walk)
    blocked = position("F1 I line 5 line 30 30 0 F-1", "F2 I line 5 line 30 28 0 F-1", FAR)
    assert going(blocked, "", change=change) == "M15.4"


@pytest.mark.rule("M15.4")
def test_a_change_touches_no_enemy_anew() -> None:
    change = Change(Formation.COLUMN, 1, is_second=False)  # the second stand goes before the first
    lines = "F1 I line 5 line 30 30 0 F-1", "R1 I line 5 line 28.75 34.02 180 R-1"
    assert going(position(*lines), "", change=change) == "M15.4"


@pytest.mark.rule("M4.9", "M14.5", "M14.6", "M14.8", "M14.9", "M14.13")
@pytest.mark.parametrize(
    ("unit", "action", "way", "turn", "found"),
    [
        ("foot 4 unlimbered", Action.MANOEUVRE, "F1", 0, "M4.9"),
        ("foot 4 unlimbered", Action.PROLONG, "F1", 0, 31.0),
        ("foot 4 unlimbered", Action.PROLONG, "B1", 0, 29.0),
        ("foot 4 unlimbered", Action.PROLONG, "F1.01", 0, "M14.9"),
        ("foot 4 unlimbered", Action.PROLONG, "L1", 0, "M14.9"),
        ("foot 4 limbered", Action.PROLONG, "F1", 0, "M14.9"),
        ("foot 4 unlimbered", Action.LIMBER, "", 0, 30.0),
        ("foot 4 unlimbered", Action.LIMBER_AND_MOVE, "F1", 0, "M14.5"),
        ("horse 4 unlimbered", Action.LIMBER_AND_MOVE, "F4", 0, 34.0),
        ("horse 4 unlimbered", Action.LIMBER_AND_MOVE, "F4.01", 0, "M14.6"),
        ("foot 4 limbered", Action.MOVE_AND_UNLIMBER, "F3", 0, 33.0),
        ("foot 4 limbered", Action.MOVE_AND_UNLIMBER, "F3.01", 0, "M14.6"),
        ("horse 4 limbered", Action.MOVE_AND_UNLIMBER, "F4", 450, 34.0),
        ("horse 4 limbered", Action.MOVE_AND_UNLIMBER, "F4", 451, "M14.8"),
    ],
)
def test_guns(unit: str, action: Action, way: str, turn: int, found: object) -> None:
    state = position(f"F1 A light-{unit} 30 30 0 F-1", FAR)
    walk = going(state, way, action, turn=turn)
    if not isinstance(walk, Walk):
        assert walk == found
        return
    assert walk.after.pose == Pose(3000, round(100 * float(str(found))), turn)
    assert walk.after.is_limbered == action.startswith("limber")


@pytest.mark.rule("M14.11")
def test_who_leaves_the_table_says_so() -> None:
    state = position("F1 I line 5 col 30 77 0 F-1", "R1 I line 5 line 90 5 180 R-1")
    assert isinstance(going(state, "F1"), Walk)
    assert going(state, "F1.1") == "M14.11"
    gone = going(state, "F1.1", leaves=True)
    assert isinstance(gone, Walk)
    assert gone.is_off
    assert going(state, "F1", leaves=True) == "M14.11"


@pytest.mark.rule("M14.2", "M14.3", "M14.10")
def test_who_may_not_act() -> None:
    lines = "F1 I line 5 line 30 30 0 F-1 contact", "R1 I line 5 line 30 32.02 180 R-1"
    assert going(position(*lines), "B1") == "M14.3"
    assert not options_for(position(*lines), UnitId("F1"))
    enemy = position("F1 I line 5 line 30 30 0 F-1", FAR)
    assert isinstance(walk_of(enemy, Orders(UnitId("R1"), Action.MANOEUVRE, steps("F1"))), Refusal)


@pytest.mark.rule("M22.2", "M6.16")
@pytest.mark.parametrize(
    ("unit", "piece", "rest"),
    [
        ("I line 5 col", rectangle("w", "wood", 20, 31, 40, 60), 3.0),  # 1 + 2 x 2
        ("I line 5 col", rectangle("v", "village", 20, 20, 40, 60), 2.5),
        ("I line 5 col", rectangle("h", "hill", 20, 20, 40, 60), 5.0),
        ("I line 5 col", rectangle("s", "stream", 20, 31, 40, 32), 3.0),
        ("I line 5 col", wall("l", "hedge", (20, 31), (40, 31)), 4.0),
        ("C light 5 line", wall("l", "wall", (20, 41), (40, 41)), 16.0),
        ("G brigade 2 -", rectangle("m", "marsh", 20, 20, 40, 70), 11.0),
    ],
)
def test_what_ground_costs(unit: str, piece: Piece, rest: float) -> None:
    state = position(f"F1 {unit} 30 30 0 F-1", FAR, pieces=(piece,))
    assert isinstance(going(state, f"F{rest}"), Walk)
    assert going(state, f"F{rest + 0.01:.2f}") == "M16.2"


@pytest.mark.rule("M22.2", "M6.14", "M22.1")
@pytest.mark.parametrize("kind", ["wood", "village", "marsh", "stream"])
@pytest.mark.parametrize("unit", ["A light-horse 4 limbered", "I line 5 square"])
def test_what_keeps_out(kind: str, unit: str) -> None:
    edge = 32.2 if unit[0] == "I" else 31.7
    state = position(
        f"F1 {unit} 30 30 0 F-1", FAR, pieces=(rectangle("x", kind, 20, edge, 40, 60),)
    )
    assert isinstance(going(state, "F0.2"), Walk)
    assert going(state, "F0.25") == "M22.2"


@pytest.mark.rule("M22.3")
def test_guns_cross_a_stream_by_its_bridge_only() -> None:
    stream = rectangle("s", "stream", 0, 34, 120, 35)
    bridge = rectangle("b", "bridge", 29, 33.8, 31, 35.2)
    state = position("F1 A light-horse 4 limbered 30 30 0 F-1", FAR, pieces=(bridge, stream))
    assert isinstance(going(state, "F8"), Walk)
    aside = position("F1 A light-horse 4 limbered 30.6 30 0 F-1", FAR, pieces=(bridge, stream))
    assert going(aside, "F8") == "M22.2"


@pytest.mark.rule("M20.1", "M20.3", "M20.5")
@pytest.mark.parametrize(
    ("unit", "way", "found"),
    [
        ("C light 5 line", "P180 F3", Pose(3000, 2700, 1800)),
        ("C light 5 line", "P180 F2.9", "M20.3"),
        ("C light 5 line", "P180 F18 P45", Pose(3000, 1200, 2250)),
        ("C light 5 line", "P180 F18.01", "M20.3"),
        ("C light 5 line", "P90 F5", "M20.3"),
        ("C light 5 line", "P180 F18 P46", "M20.3"),
        ("I line 5 line", "P180 F4", "M14.3"),
    ],
)
def test_leaving_contact(unit: str, way: str, found: object) -> None:
    y = 34.02 if unit[0] == "C" else 32.02
    lines = f"F1 {unit} 30 30 0 F-1 contact", f"R1 I line 5 line 30 {y - 1} 180 R-1"
    walk = going(position(*lines), way, Action.DISENGAGE)
    assert (walk.after.pose if isinstance(walk, Walk) else walk) == found


@pytest.mark.rule("M31.1", "M31.5")
@pytest.mark.parametrize(
    "unit",
    [
        "I line 5 line",
        "I light 5 skir",
        "C light 5 col",
        "A light-horse 4 limbered",
        "A heavy-foot 4 unlimbered",
        "G brigade 2 -",
    ],
)
def test_every_listed_move_is_legal_and_none_comes_twice(unit: str) -> None:
    wood = rectangle("w", "wood", 33, 36, 40, 45)
    others = "F2 I line 5 line 36 30 0 F-1", "R1 I line 5 line 30 40 180 R-1"
    state = position(f"F1 {unit} 30 30 0 F-1", *others, pieces=(wood,))
    found = options_for(state, UnitId("F1"))
    assert len(found) >= 3
    assert len(set(found)) == len(found)
    for orders in found:
        assert orders_refusal(state, orders) is None, orders
