"""Rules that few words tell: stands, strength, command, bent lines, ground (M1 to M25)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from hexwar.engine import Table
from hexwar.engine.records import digest, seen_by
from hexwar.kit import SideReader
from hexwar.systems.mininap.battle import Formation, Objective
from hexwar.systems.mininap.rules.acting import ActWithUnit, act_one, orders_refusal
from hexwar.systems.mininap.rules.charge import Answer, Charge, reactions
from hexwar.systems.mininap.rules.combat import combat_rows
from hexwar.systems.mininap.rules.dice import hits_in, throw
from hexwar.systems.mininap.rules.fire import most_sp, shot_report
from hexwar.systems.mininap.rules.firing import fire_one
from hexwar.systems.mininap.rules.losses import lost_units, remove_losses
from hexwar.systems.mininap.rules.moving import Action, Orders, Step, StepKind, Walk, allowance_of
from hexwar.systems.mininap.rules.sequence import end_turn, sequence
from hexwar.systems.mininap.rules.shapes import Change, blocks, in_skirmish_line, stands
from hexwar.systems.mininap.rules.standing import in_command
from hexwar.systems.mininap.state import (
    Attack,
    Bend,
    Corner,
    MiniState,
    Phase,
    Shot,
    Unit,
)
from hexwar.systems.mininap.state import Step as Stage
from hexwar.systems.mininap.system import set_up
from hexwar.table.forces import Side, UnitId
from hexwar.tabletop.base import Base
from hexwar.tabletop.measure import AREA, MEASURE, SLACK, TOUCH
from hexwar.tabletop.pose import Pose
from hexwar.tabletop.regions import TRIM
from tests.systems.mininap.positions import FRENCH, RUSSIAN, ids, played, position, rectangle
from tests.systems.mininap.test_charge import charged, declared, names
from tests.systems.mininap.test_charge import line as enemy_line
from tests.systems.mininap.test_moving import going, steps

LINE = "F1 I line 6 line 30 30 0 F-1"
LIGHT = "F1 I light 6 line 30 30 0 F-1"
HORSE = "F1 C light 5 line 30 30 0 F-1"
FAR = "R1 I line 5 line 60 79 180 R-1"
FACING = "R1 I line 5 line 30 32 180 R-1"
"""In contact with a line at 30, 30."""

F1, R1 = UnitId("F1"), UnitId("R1")


def first(state: MiniState) -> Unit:
    return state.units[F1]


def bent(state: MiniState, corner: Corner = Corner.FRONT) -> MiniState:
    """The same with F1 bent by 30 degrees."""
    state.put(replace(first(state), bend=Bend(2, corner, 300)))
    return state


# -- stands, strength, formations


@pytest.mark.rule("M1.5")
def test_both_sides_see_all() -> None:
    state = position(LINE + " hits:2", FAR)
    for side in (FRENCH, RUSSIAN):
        assert digest(seen_by(state, SideReader(side))) == digest(state)


@pytest.mark.rule("M1.2")
def test_a_throw_of_less_than_no_dice_asks_for_none() -> None:
    for dice in (0, -2):
        with pytest.raises(StopIteration) as done:
            throw(dice, "none").send(None)
        assert done.value.value == (0, 0, 0, 0, 0, 0)


@pytest.mark.rule("M1.3", "M1.7")
def test_the_dice_of_a_throw_have_no_order() -> None:
    state = position(LINE, "R1 I line 5 line 30 36 180 R-1", phase=Phase.FIRING, step=Stage.SHOTS)
    fire = partial(fire_one, shot=Shot(F1, (1, 2), R1, 3))
    faces = {played(state, fire, dice).of("ShotRolled")[0].faces for dice in ([1, 5, 1], [5, 1, 1])}
    assert faces == {(2, 0, 0, 0, 1, 0)}
    assert [hits_in((2, 0, 0, 0, 1, 0), most) for most in (0, 1, 4, 5, 6)] == [0, 2, 2, 3, 3]


@pytest.mark.rule("M2.2")
def test_a_scenario_may_change_the_bases() -> None:
    ((_, block),) = blocks(state := position(LINE, FAR), first(state))
    assert block == Base(500, 200)
    wide = position(LINE, FAR, numbers={"stands.infantry.width": 3.0})
    ((_, block),) = blocks(wide, first(wide))
    assert block == Base(600, 200)


@pytest.mark.rule("M2.3")
@pytest.mark.parametrize(
    ("unit", "number"),
    [
        ("I line 6 col", 2),
        ("C heavy 6 line", 2),
        ("A light-foot 3 limbered", 1),
        ("G corps 2 -", 1),
    ],
)
def test_a_unit_keeps_its_stands_to_the_last(unit: str, number: int) -> None:
    for hits in (0, 1, 5):
        state = position(f"F1 {unit} 30 30 0 F-1 hits:{hits}", FAR)
        assert len(stands(state, first(state))) == number


@pytest.mark.rule("M2.4")
def test_a_commander_goes_the_way_that_he_faces() -> None:
    walk = going(position("F1 G brigade 2 - 30 30 90 F-1", FAR), "F5")
    assert isinstance(walk, Walk)
    assert walk.after.pose == Pose(3500, 3000, 900)


@pytest.mark.rule("M2.9", "M25.1", "M13.4")
@pytest.mark.parametrize(("option", "is_left"), [("off", False), ("on", True)])
def test_veterans_count_with_their_option_only(option: str, is_left: bool) -> None:
    lines = LINE + " hits:5 veteran", FACING
    state = position(*lines, phase=Phase.LOSSES, step=Stage.REMOVAL, options={"veterans": option})
    assert (played(state, remove_losses).state.units[F1].pose is not None) == is_left


@pytest.mark.rule("M25.1", "M19.7")
@pytest.mark.parametrize(("option", "presses"), [("off", False), ("on", True)])
def test_veterans_press_home_on_a_five(option: str, presses: bool) -> None:
    column = "F1 I line 6 col 30 30 0 F-1 veteran"
    state = position(column, enemy_line(38), options={"veterans": option})
    fire = next(a for a in reacting(state) if a.reaction.name == "FIRE")
    done = charged(state, [1, 1, 6, 6, 6, 6, 5], {"React": [fire]})
    assert bool(done.of("ContactMade")) == presses


def reacting(state: MiniState) -> list[Answer]:
    found = declared(state)
    assert isinstance(found, Charge)
    return reactions(state, found)


@pytest.mark.rule("M2.11")
def test_guns_cover_the_same_ground_limbered_and_not() -> None:
    both = (position(f"F1 A light-foot 3 {how} 30 30 0 F-1", FAR) for how in ("limbered", "un"))
    found = [stands(state, first(state)) for state in both]
    assert found[0] == found[1]


@pytest.mark.rule("M3.5")
def test_hits_are_taken_from_the_strength_at_the_start() -> None:
    assert position(LINE + " hits:4", FAR).sp(F1) == 2
    assert position(LINE + " hits:7", FAR).sp(F1) == -1


@pytest.mark.rule("M4.6")
def test_a_bent_line_is_a_line_and_a_bent_skirmish_line_one() -> None:
    loose = bent(position("F1 I light 6 skir 30 30 0 F-1", FACING))
    assert in_skirmish_line(loose, first(loose))
    assert combat_rows(loose, F1, R1)[0] == 1
    close = bent(position(LINE, FAR))
    assert not in_skirmish_line(close, first(close))
    assert most_sp(close, F1, (Shot(F1, (1,), R1, 1),)) == 3  # one stand of a line, half of 6


@pytest.mark.rule("M4.8")
def test_units_begin_as_the_scenario_has_them() -> None:
    lines = "F1 A light-foot 3 limbered 30 30 0 F-1", "F2 I line 5 square 50 30 0 F-1", FAR
    units = set_up(position(*lines).battle).units
    assert units[F1].is_limbered
    assert units[UnitId("F2")].formation is Formation.SQUARE


# -- command


@pytest.mark.rule("M5.6", "M5.7")
def test_command_is_looked_at_as_all_stand_now() -> None:
    fallow = "FC G brigade 2 - 33 27.75 0 F-2"  # another brigade's, who is near
    for y, is_led in ((27.75, True), (26, False)):
        state = position(LINE, f"FB G brigade 2 - 30 {y} 0 F-1", fallow, FAR)
        assert in_command(state, F1) is is_led
    state = position(LINE, "FB G brigade 2 - 30 27.75 0 F-1", fallow, FAR)
    state.put(replace(state.units[UnitId("FB")], pose=None))
    assert not in_command(state, F1)  # nobody takes his place


# -- the table


@pytest.mark.rule("M6.9")
def test_the_tolerances_are_those_of_the_rulebook() -> None:
    assert (TOUCH, SLACK, MEASURE, TRIM, AREA) == (0.03, 0.02, 0.005, 0.05, 0.0001)


# -- fire and combat


@pytest.mark.rule("M10.8", "M9.14")
def test_split_fire_is_two_attacks_with_what_applies_to_each() -> None:
    column, line = "R1 I line 5 col 28.7 36 180 R-1", "R2 I line 5 line 33.1 36 180 R-1"
    state = position(LINE, column, line, phase=Phase.FIRING)
    at = [shot_report(state, Shot(F1, (n,), UnitId(f"R{n}"), 3)) for n in (1, 2)]
    assert [(report.pool, [row.words for row in report.rows]) for report in at] == [
        (4, ["at a column"]),
        (3, []),
    ]


@pytest.mark.rule("M12.7")
@pytest.mark.parametrize("initiative", [FRENCH, RUSSIAN])
def test_the_side_with_the_initiative_joins_in_first(initiative: Side) -> None:
    fight = LINE, "R1 I line 5 line 34 32 180 R-1"
    joiners = "F2 I line 5 col 33.9 27 0 F-1", "R2 I line 5 col 28 35.9 180 R-1"
    state = position(
        *fight, *joiners, initiative=initiative, phase=Phase.COMBAT, step=Stage.JOINING
    )
    flow = sequence(Table(state))
    assert flow.send(None).side == initiative
    flow.close()


@pytest.mark.rule("M12.16")
@pytest.mark.parametrize(("initiative", "attacker"), [(FRENCH, "R1"), (RUSSIAN, "F1")])
def test_the_side_without_the_initiative_throws_first(initiative: Side, attacker: str) -> None:
    state = position(LINE, FACING, initiative=initiative, phase=Phase.COMBAT, step=Stage.ATTACKS)
    state.attacks = (Attack(F1, R1, 1), Attack(R1, F1, 1))
    assert [e.unit for e in played(state, sequence, [6]).of("AttackRolled")] == [attacker]


# -- losses


@pytest.mark.rule("M13.7")
def test_a_corps_commander_stays_though_all_are_lost() -> None:
    lines = LINE, "F2 I line 5 line 90 10 0 F-1", "FC G corps 2 - 70 10 0 -", FAR
    state = position(*lines, phase=Phase.LOSSES, step=Stage.REMOVAL)
    for unit in ids("F1 F2"):
        state.put(replace(state.units[unit], pose=None))
    assert played(state, remove_losses).state.units[UnitId("FC")].pose is not None


@pytest.mark.rule("M21.1", "M23.1")
def test_who_is_removed_is_lost_and_shakes_nobody() -> None:
    lines = LINE + " hits:6", "F2 I line 5 line 35.1 30 0 F-1", FACING
    state = position(*lines, phase=Phase.LOSSES, step=Stage.REMOVAL)
    done = played(state, remove_losses).state
    assert done.units[UnitId("F2")] == state.units[UnitId("F2")]
    assert lost_units(done, ids("F1 F2")) == 1
    chief = position("F1 G brigade 2 - 30 30 0 F-1", FAR)
    chief.put(replace(first(chief), pose=None))
    assert lost_units(chief, ids("F1")) == 0  # commanders do not count


@pytest.mark.rule("M21.4")
def test_who_has_pursued_manoeuvres_but_does_not_charge() -> None:
    state = position(HORSE, "R1 I line 5 line 30 40 180 R-1")
    state.put(replace(first(state), has_pursued=True))
    assert declared(state) == "M19.11"
    assert isinstance(going(state, "F3"), Walk)


@pytest.mark.rule("M21.5", "M21.2")
@pytest.mark.parametrize("initiative", [FRENCH, RUSSIAN])
def test_the_side_with_the_initiative_pursues_first(initiative: Side) -> None:
    fights = (
        HORSE,
        "R1 I line 5 line 30 33 180 R-1 hits:5",
        "F2 I line 5 line 80 30 0 F-1 hits:5",
        "R2 C light 5 line 80 33 180 R-1",
        "F3 I line 5 line 10 10 0 F-1",
    )
    state = position(*fights, initiative=initiative, phase=Phase.LOSSES, step=Stage.REMOVAL)
    found = played(state, remove_losses).state.pursuers
    assert found == ids("F1 R2" if initiative == FRENCH else "R2 F1")


@pytest.mark.rule("M23.2")
def test_objectives_change_hands_before_the_game_is_judged() -> None:
    farm = rectangle("farm", "village", 20, 20, 40, 40)
    state = position(
        LINE,
        "R1 I line 5 line 90 70 180 R-1",
        phase=Phase.VICTORY,
        pieces=[farm],
        last_turn=1,
        objectives=(Objective("farm", "farm", 6, RUSSIAN),),
    )
    done = played(state, end_turn)
    assert done.found.story[:2] == ["ObjectiveTaken", "GameEnded"]
    assert done.of("GameEnded")[0].winner == FRENCH


# -- actions


@pytest.mark.rule("M14.1")
def test_nobody_must_move_and_nobody_moves_the_enemy() -> None:
    state = position(LINE, FAR)
    assert ActWithUnit(FRENCH).options(state)[0] is None
    refusal = orders_refusal(state, Orders(R1, Action.MANOEUVRE, steps("F1")))
    assert refusal is not None
    assert refusal.rule == "M14.1"


@pytest.mark.rule("M14.12")
def test_who_has_fired_moves_and_charges() -> None:
    state = position("F1 I line 6 col 30 30 0 F-1 fired", "R1 I line 5 line 30 39 180 R-1")
    assert isinstance(going(state, "F4"), Walk)
    assert not isinstance(declared(state), str)


@pytest.mark.rule("M15.3")
def test_to_loosen_a_line_nobody_moves() -> None:
    walk = going(position(LIGHT, FAR), "", change=Change(Formation.SKIRMISH, 1, is_second=True))
    assert isinstance(walk, Walk)
    assert walk.after.formation is Formation.SKIRMISH
    assert walk.after.pose == Pose(3000, 3000)


@pytest.mark.rule("M15.6")
def test_from_column_to_a_bent_line_is_one_change() -> None:
    column = position("F1 I line 6 col 30 30 0 F-1", FAR)
    change = Change(Formation.LINE, 1, is_second=True, bend=(Corner.REAR, 450))
    walk = going(column, "", change=change)
    assert isinstance(walk, Walk)
    assert walk.after.bend == Bend(2, Corner.REAR, 450)


@pytest.mark.rule("M15.7")
@pytest.mark.parametrize("way", ["F1", "B1", "P10", "WL10"])
def test_bent_units_stand(way: str) -> None:
    for unit in (LINE, HORSE):
        assert going(bent(position(unit, FAR)), way) == "M15.7"


@pytest.mark.rule("M15.7", "M15.8")
def test_bent_horse_straightens_and_goes_bent_foot_only_straightens() -> None:
    change = Change(Formation.LINE, 1, is_second=True)
    ride = bent(position(HORSE, FAR))
    walk = going(ride, "F10", Action.CHANGE_THEN_MANOEUVRE, change=change)
    assert isinstance(walk, Walk)
    assert (walk.after.bend, walk.after.pose) == (None, Pose(3125, 4000))
    foot = bent(position(LINE, FAR))
    assert isinstance(going(foot, "", change=change), Walk)
    assert going(foot, "F1", change=change) == "M15.7"
    assert going(foot, "F1", Action.CHANGE_THEN_MANOEUVRE, change=change) == "M14.7"


@pytest.mark.rule("M16.4")
@pytest.mark.parametrize("form", ["col", "line", "skir"])
def test_horse_goes_as_far_in_each_formation(form: str) -> None:
    state = position(f"F1 C light 5 {form} 30 30 0 F-1", FAR)
    row = allowance_of(state, first(state))
    assert (row.move, row.double, row.charge) == (18, 36, 14)


@pytest.mark.rule("M16.4", "M17.1")
def test_a_commander_flows_around_friends_as_light_horse_does() -> None:
    friend = "F2 I line 5 line 30 34 0 F-1"
    assert isinstance(going(position("F1 G brigade 2 - 30 30 0 F-1", friend, FAR), "F8"), Walk)


@pytest.mark.rule("M16.11")
@pytest.mark.parametrize(("way", "is_able"), [("P90 F4", True), ("P90 F4.01", False)])
def test_a_pivot_in_double_time_costs_half_of_the_doubled_allowance(
    way: str, is_able: bool
) -> None:
    found = going(position(LINE, FAR), way, is_double=True)
    assert isinstance(found, Walk) if is_able else found == "M16.2"


@pytest.mark.rule("M17.8", "M17.5")
def test_one_step_flows_around_several_friends() -> None:
    friends = "F2 I line 5 line 30 34 0 F-1", "F3 I line 5 line 30 36.5 0 F-1"
    state = position(HORSE, *friends, FAR)
    assert isinstance(going(state, "F12"), Walk)
    assert going(state, "F6") == "M17.5"


# -- charges, reactions, contact


@pytest.mark.rule("M19.1")
def test_nobody_reacts_to_a_manoeuvre() -> None:
    state = position(LINE, "R1 I line 5 line 30 36 180 R-1")
    orders = Orders(F1, Action.MANOEUVRE, (Step(StepKind.FORWARD, 200),))
    done = played(state, partial(act_one, side=FRENCH), [], {"ActWithUnit": [orders]})
    assert [type(question).__name__ for question, _ in done.found.asked] == ["ActWithUnit"]


@pytest.mark.rule("M19.12")
def test_a_unit_fires_once_a_turn_and_moves_in_reaction_once() -> None:
    light = "R1 I light 5 skir 30 37 180 R-1"
    column = "F1 I line 6 col 30 30 0 F-1"
    state = position(column, light)
    assert names(state) == ["STAND", "FIRE", "EVADE"]
    assert names(position(column, light + " fired")) == ["STAND", "EVADE"]
    state.put(replace(state.units[R1], has_moved_in_reaction=True))
    assert names(state) == ["STAND", "FIRE"]


@pytest.mark.rule("M20.2")
@pytest.mark.parametrize(
    ("unit", "dice", "goes"),
    [
        ("C light 5 line 30 30 0 F-1", [3], True),
        ("C light 5 line 30 30 0 F-1", [4], False),
        ("C light 5 skir 30 30 0 F-1", [5], True),
        ("C light 5 skir 30 30 0 F-1", [6], False),
        ("G brigade 2 - 30 30.75 0 F-1", [], True),
    ],
)
def test_who_tests_to_disengage(unit: str, dice: list[int], goes: bool) -> None:
    state = position(f"F1 {unit} contact", "R1 I line 5 line 30 33 180 R-1")
    orders = Orders(F1, Action.DISENGAGE, steps("P180 F6"))
    done = played(state, partial(act_one, side=FRENCH), dice, {"ActWithUnit": [orders]})
    assert (done.state.pose(F1) != state.pose(F1)) == goes
    assert done.state.units[F1].is_done


@pytest.mark.rule("M20.2", "M5.5")
def test_horse_in_command_disengages_without_a_test() -> None:
    chief = "FB G brigade 2 - 30 26.75 0 F-1"
    state = position(HORSE + " contact", chief, "R1 I line 5 line 30 33 180 R-1")
    orders = Orders(F1, Action.DISENGAGE, steps("P180 F9"))
    done = played(state, partial(act_one, side=FRENCH), [], {"ActWithUnit": [orders]})
    assert done.state.pose(F1) == Pose(3000, 2100, 1800)


@pytest.mark.rule("M20.4")
def test_who_disengages_keeps_his_formation() -> None:
    state = position(HORSE + " contact", "R1 I line 5 line 30 33 180 R-1")
    change = Change(Formation.COLUMN, 1, is_second=True)
    assert going(state, "P180 F6", Action.DISENGAGE, change=change) == "M20.4"
    shut = position(HORSE + " contact", "R1 I line 5 line 30 33 180 R-1", height=3_400)
    assert going(shut, "F6", Action.DISENGAGE) == "M14.4"


# -- ground


@pytest.mark.rule("M22.4")
@pytest.mark.parametrize("kind", ["wood", "village", "marsh"])
def test_no_square_in_woods_but_bent_lines(kind: str) -> None:
    state = position(LINE, FAR, pieces=[rectangle("p", kind, 20, 20, 40, 40)])
    assert going(state, "", change=Change(Formation.SQUARE, 1, is_second=True)) == "M22.4"
    change = Change(Formation.LINE, 1, is_second=True, bend=(Corner.REAR, 450))
    assert isinstance(going(state, "", change=change), Walk)


@pytest.mark.rule("M22.8")
def test_guns_that_begin_where_they_may_not_go_may_leave() -> None:
    redoubt = rectangle("p", "village", 26, 26, 33, 33)
    state = position("F1 A light-horse 3 limbered 30 30 0 F-1", FAR, pieces=[redoubt])
    assert isinstance(going(state, "F8"), Walk)
    again = position("F1 A light-horse 3 limbered 30 36 180 F-1", FAR, pieces=[redoubt])
    assert going(again, "F3") == "M22.2"
