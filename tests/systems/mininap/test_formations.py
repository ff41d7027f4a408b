"""Stands, formations and their changes (M2, M4, M6, M15)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.systems.mininap.battle import Arm, Formation, Kind, UnitCard
from hexwar.systems.mininap.rules.shapes import Change, blocks, changed, changes, stands
from hexwar.systems.mininap.state import Bend, Corner, MiniState, Unit
from hexwar.table.forces import Side, UnitId
from hexwar.tabletop.base import Base, corners
from hexwar.tabletop.pose import Pose
from tests.systems.mininap.positions import position

FOOT, HORSE, GUNS = Base(250, 200), Base(250, 400), Base(300, 300)


def unit(state: MiniState, id_: str = "F1") -> Unit:
    return state.units[UnitId(id_)]


@pytest.mark.rule("M2.1", "M4.2")
@pytest.mark.parametrize(
    ("line", "width", "depth"),
    [
        ("F1 I line 6 col 30 30 0 F-1", 250, 400),
        ("F1 I line 6 line 30 30 0 F-1", 500, 200),
        ("F1 I light 6 skir 30 30 0 F-1", 500, 200),
        ("F1 I line 6 square 30 30 0 F-1", 250, 400),
        ("F1 C heavy 6 col 30 30 0 F-1", 250, 800),
        ("F1 C heavy 6 line 30 30 0 F-1", 500, 400),
        ("F1 A heavy-foot 4 unlimbered 30 30 0 F-1", 300, 300),
    ],
)
def test_what_a_unit_covers(line: str, width: int, depth: int) -> None:
    state = position(line)
    assert blocks(state, unit(state)) == ((Pose(3000, 3000), Base(width, depth)),)


@pytest.mark.rule("M6.5", "M4.3")
@pytest.mark.parametrize(
    ("form", "first", "second"),
    [
        ("line", Pose(2875, 3000), Pose(3125, 3000)),
        ("col", Pose(3000, 3100), Pose(3000, 2900)),
        ("square", Pose(3000, 3100), Pose(3000, 2900, 1800)),
    ],
)
def test_where_the_stands_lie(form: str, first: Pose, second: Pose) -> None:
    state = position(f"F1 I line 6 {form} 30 30 0 F-1")
    assert stands(state, unit(state)) == ((first, FOOT), (second, FOOT))


@pytest.mark.rule("M4.1", "M2.8", "M4.5", "M2.6")
@pytest.mark.parametrize(
    ("arm", "kind", "lancer", "forms"),
    [
        (Arm.INFANTRY, Kind.LINE, False, "column line square"),
        (Arm.INFANTRY, Kind.LIGHT, False, "column line square skirmish"),
        (Arm.CAVALRY, Kind.LIGHT, False, "column line skirmish"),
        (Arm.CAVALRY, Kind.LIGHT, True, "column line"),
        (Arm.CAVALRY, Kind.MEDIUM, False, "column line"),
        (Arm.CAVALRY, Kind.HEAVY, False, "column line"),
        (Arm.ARTILLERY, Kind.HEAVY, False, "skirmish"),
        (Arm.COMMAND, Kind.BRIGADE, False, "skirmish"),
    ],
)
def test_who_may_form_what(arm: Arm, kind: Kind, lancer: bool, forms: str) -> None:
    card = UnitCard(UnitId("F1"), "F1", Side("french"), arm, kind, 5, is_lancer=lancer)
    found = [formation.name.lower() for formation in Formation if card.may_form(formation)]
    assert found == forms.split()


@pytest.mark.rule("M15.1", "M15.2")
def test_one_stand_stays_and_the_other_goes_beside_before_or_behind() -> None:
    state = position("F1 I light 6 line 30 30 0 F-1")
    before = stands(state, unit(state))
    found = {change: changed(state, unit(state), change) for change in changes(state, unit(state))}
    assert len(found) == 3 * 4 + 2
    for change, after in found.items():
        assert stands(state, after)[_still_after(change)][0].point == pytest.approx(
            before[change.still - 1][0].point
        )
    column = changed(state, unit(state), Change(Formation.COLUMN, 1, is_second=True))
    assert (column.pose, column.formation) == (Pose(2875, 2900), Formation.COLUMN)
    ahead = changed(state, unit(state), Change(Formation.COLUMN, 2, is_second=False))
    assert ahead.pose == Pose(3125, 3100)
    square = changed(state, unit(state), Change(Formation.SQUARE, 1, is_second=True))
    assert square.pose == Pose(2875, 2900)


def _still_after(change: Change) -> int:
    """Which stand of the new formation the one is that stayed."""
    return 0 if change.is_second else 1


@pytest.mark.rule("M15.5", "M6.3", "M6.6")
@pytest.mark.parametrize(
    ("stand", "corner", "hinge", "bearing"),
    [
        (2, Corner.FRONT, (31.25, 31.0), 2700),  # the right stand turns inward
        (2, Corner.REAR, (31.25, 29.0), 900),  # outward: a refused flank
        (1, Corner.FRONT, (28.75, 31.0), 900),
        (1, Corner.REAR, (28.75, 29.0), 2700),
    ],
)
def test_a_bent_line_meets_in_one_corner(
    stand: int, corner: Corner, hinge: tuple[float, float], bearing: int
) -> None:
    state = position("F1 I line 6 line 30 30 0 F-1")
    bent = replace(unit(state), bend=Bend(stand, corner, 900))
    turned, base = stands(state, bent)[stand - 1]
    assert isinstance(base, Base)
    assert turned.bearing == bearing
    assert any(point == pytest.approx(hinge) for point in corners(turned, base))
    still, _ = stands(state, bent)[2 - stand]
    assert still == Pose(3000, 3000)


@pytest.mark.rule("M15.5")
def test_a_bend_is_about_the_hinge_by_its_angle() -> None:
    state = position("F1 I line 6 line 30 30 0 F-1")
    change = Change(Formation.LINE, 1, is_second=True, bend=(Corner.REAR, 300))
    after = changed(state, unit(state), change)
    assert (after.pose, after.bend) == (Pose(2875, 3000), Bend(2, Corner.REAR, 300))
    turned, _ = stands(state, after)[1]
    assert turned.bearing == 300
