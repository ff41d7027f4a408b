"""The turn: initiative, fire, combat, losses, pursuit, victory (M7 to M13, M21, M23)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from hexwar.engine import Table
from hexwar.systems.mininap.battle import Objective
from hexwar.systems.mininap.rules.acting import act_one
from hexwar.systems.mininap.rules.combat import attack_report
from hexwar.systems.mininap.rules.fighting import (
    HoldBack,
    begin_allocation,
    fight_one,
    join_one,
    mark_combat,
)
from hexwar.systems.mininap.rules.firing import (
    FireOrder,
    OrderFire,
    Pivot,
    PivotToFire,
    begin_orders,
    fire_one,
    mark_fire,
    order_one,
    pivot_one,
)
from hexwar.systems.mininap.rules.losses import is_shaken, pursue_one, remove_losses
from hexwar.systems.mininap.rules.moving import Action, Orders, StepKind
from hexwar.systems.mininap.rules.moving import Step as Step_
from hexwar.systems.mininap.rules.sequence import determine_initiative, end_turn, sequence
from hexwar.systems.mininap.rules.victory import is_broken, points
from hexwar.systems.mininap.state import Attack, Cause, Lost, MiniState, Phase, Shot, Step
from hexwar.table.forces import Side, UnitId
from hexwar.table.names import verdict_words
from hexwar.tabletop.pose import Pose
from tests.systems.mininap.positions import (
    FRENCH,
    RUSSIAN,
    ids,
    played,
    position,
    rectangle,
)

LINE = "F1 I line 6 line 30 30 0 F-1"
ENEMY = "R1 I line 5 line 30 36 180 R-1"


def hits(state: MiniState) -> dict[str, int]:
    return {unit.id: unit.hits for unit in state.units.values() if unit.hits}


# -- the turn


@pytest.mark.rule("M8.1", "M1.3")
@pytest.mark.parametrize(
    ("dice", "taker"), [([1, 2, 3, 4], FRENCH), ([3, 4, 1, 2], RUSSIAN), ([1, 4, 2, 3], None)]
)
def test_the_lower_total_has_the_initiative(dice: list[int], taker: str | None) -> None:
    state = position(LINE, ENEMY, phase=Phase.INITIATIVE)
    done = played(state, determine_initiative, dice)
    assert done.state.initiative == taker


@pytest.mark.rule("M7.1", "M7.3")
def test_the_phases_follow_one_another() -> None:
    state = position("F1 C light 5 line 10 10 0 F-1", "R1 C light 5 line 100 70 180 R-1")
    state.phase, state.initiative = Phase.INITIATIVE, FRENCH
    table, found = Table(state), [state.phase]
    while state.turn == 1 and len(found) < 40:
        flow = sequence(table)
        try:
            question = flow.send(None)
            while True:
                question = flow.send(question.options(state)[0])
        except StopIteration:
            pass
        if state.phase != found[-1]:
            found.append(state.phase)
    assert found == [*Phase, Phase.INITIATIVE]
    assert state.turn == 2
    assert state.initiative is None


@pytest.mark.rule("M7.5")
@pytest.mark.parametrize("initiative", [FRENCH, RUSSIAN])
def test_who_chooses_first(initiative: Side) -> None:
    state = position(LINE, ENEMY, initiative=initiative)
    assert state.order_of_choice[1] == initiative
    assert state.order_of_choice[0] != initiative


@pytest.mark.rule("M7.1")
def test_whose_manoeuvre_phase_it_is() -> None:
    state = position(LINE, ENEMY, initiative=RUSSIAN)
    assert state.acting == RUSSIAN
    state.phase = Phase.SECOND_MANOEUVRE
    assert state.acting == FRENCH


@pytest.mark.rule("M7.4")
def test_the_markers_of_the_turn_go_off() -> None:
    state = position(LINE + " fired", ENEMY, phase=Phase.VICTORY)
    assert not played(state, end_turn).state.units[UnitId("F1")].has_fired


# -- firing


@pytest.mark.rule("M9.8")
@pytest.mark.parametrize(
    ("degrees", "rule"), [(45, ""), (-45, ""), (45.1, "M9.8"), (0, "M9.8"), (180, "M9.8")]
)
def test_a_pivot_before_firing(degrees: float, rule: str) -> None:
    state = position(LINE, ENEMY, phase=Phase.FIRING, step=Step.PIVOTS)
    pivot = Pivot(UnitId("F1"), round(10 * degrees) % 3600)
    refusal = PivotToFire(FRENCH).refusal(state, pivot)
    assert (refusal.rule if refusal is not None else "") == rule


@pytest.mark.rule("M9.8")
def test_who_turned_and_has_a_target_must_fire() -> None:
    aside = "R1 I line 5 line 36 35 210 R-1"
    state = position(LINE, aside, phase=Phase.FIRING, step=Step.PIVOTS)
    listed = PivotToFire(FRENCH).options(state)
    assert len(listed) > 1
    done = played(state, partial(pivot_one, side=FRENCH), [], {"PivotToFire": [listed[1]]}).state
    assert done.units[UnitId("F1")].has_pivoted
    ready = played(done, begin_orders).state
    assert None not in OrderFire(FRENCH).options(ready)
    refusal = OrderFire(FRENCH).refusal(ready, None)
    assert refusal is not None
    assert refusal.rule == "M9.8"


@pytest.mark.rule("M9.8")
def test_a_pivot_touches_nobody() -> None:
    state = position(LINE, "F2 I line 5 line 35.1 30 0 F-1", ENEMY, phase=Phase.FIRING)
    refusal = PivotToFire(FRENCH).refusal(state, Pivot(UnitId("F1"), 300))
    assert refusal is not None
    assert refusal.rule == "M14.4"


@pytest.mark.rule("M9.8", "M22.2")
@pytest.mark.parametrize(("degrees", "rule"), [(12, ""), (30, "M22.2")])
def test_guns_turn_into_no_village(degrees: int, rule: str) -> None:
    """A corner is 2.12 cm from their middle, and the village 1.9 cm east of that."""
    guns = "F1 A medium-foot 4 unlimbered 30 30 0 F-1"
    village = rectangle("village", "village", 31.9, 25, 40, 40)
    state = position(guns, "R1 I line 5 line 33 50 180 R-1", phase=Phase.FIRING, pieces=[village])
    refusal = PivotToFire(FRENCH).refusal(state, Pivot(UnitId("F1"), 10 * degrees))
    assert (refusal.rule if refusal is not None else "") == rule


@pytest.mark.rule("M9.8", "M14.4")
def test_nobody_turns_over_the_edge_of_the_table() -> None:
    state = position("F1 I line 6 line 30 1.1 0 F-1", ENEMY, phase=Phase.FIRING)
    refusal = PivotToFire(FRENCH).refusal(state, Pivot(UnitId("F1"), 300))
    assert refusal is not None
    assert refusal.rule == "M14.4"


@pytest.mark.rule("M9.4", "M9.20", "M9.14", "M9.15")
def test_what_may_be_ordered() -> None:
    enemies = "R1 I line 5 line 27 36 180 R-1", "R2 I line 5 line 33 36 180 R-1"
    state = position(LINE, *enemies, phase=Phase.FIRING, step=Step.ORDERS)
    unit, (left, right) = UnitId("F1"), ids("R1 R2")
    asked = OrderFire(FRENCH)

    def rule(*shots: tuple[tuple[int, ...], UnitId, int]) -> str:
        order = FireOrder(unit, tuple(Shot(unit, *shot) for shot in shots))
        refusal = asked.refusal(state, order)
        return refusal.rule if refusal is not None else ""

    assert rule(((1,), left, 3)) == ""
    assert rule(((1,), left, 1)) == ""
    assert rule(((1,), left, 4)) == "M9.15"
    assert rule(((1,), right, 3)) == "M9.11"
    assert rule(((1,), left, 3), ((2,), right, 3)) == ""
    assert rule(((1,), left, 3), ((2,), right, 4)) == "M9.15"
    assert rule(((1,), left, 3), ((1,), left, 3)) == "M9.14"
    split = FireOrder(unit, (Shot(unit, (1,), left, 3), Shot(unit, (2,), right, 3)))
    assert split in asked.options(state)
    done = played(state, partial(order_one, side=FRENCH), [], {"OrderFire": [split]}).state
    refusal = asked.refusal(done, split)
    assert refusal is not None
    assert refusal.rule == "M9.4"


@pytest.mark.rule("M9.7", "M10.7", "M3.6")
def test_fire_is_simultaneous() -> None:
    state = position(LINE, ENEMY, phase=Phase.FIRING, step=Step.SHOTS)
    first, second = (
        Shot(UnitId("F1"), (1, 2), UnitId("R1"), 6),
        Shot(UnitId("R1"), (1, 2), UnitId("F1"), 5),
    )
    state.shots, state.suppressed = (first, second), frozenset(ids("F1 R1"))
    one = played(state, partial(fire_one, shot=first), [1, 2, 3, 4, 5]).state
    assert (hits(one), dict(one.pending)) == ({}, {"R1": 2})
    two = played(one, partial(fire_one, shot=second), [1, 1, 1, 6]).state
    done = played(two, mark_fire).state
    assert hits(done) == {"F1": 3, "R1": 2}
    assert all(done.units[unit].has_fired for unit in ids("F1 R1"))
    assert not done.suppressed


@pytest.mark.rule("M11.3", "M11.5", "M11.6")
def test_misses_bounce_with_as_many_dice() -> None:
    guns = "F1 A medium-foot 4 unlimbered 30 30 0 F-1"
    lines = guns, "R1 I line 5 line 30 55 180 R-1", "R2 I line 5 line 30 60 180 R-1"
    state = position(*lines, phase=Phase.FIRING, step=Step.SHOTS)
    shot = Shot(UnitId("F1"), (1,), UnitId("R1"), 4)
    done = played(state, partial(fire_one, shot=shot), [1, 3, 4, 5, 2, 6, 6])
    assert dict(done.state.pending) == {"R1": 1, "R2": 1}
    (bounced,) = done.of("BounceRolled")
    assert sum(bounced.faces) == 3


# -- hand-to-hand combat


@pytest.mark.rule("M12.8", "M12.9", "M5.5")
def test_holding_back_needs_command_or_a_die() -> None:
    lines = LINE, "R1 I line 5 line 34 32 180 R-1", "F2 I line 5 col 33.9 27 0 F-1"
    state = position(*lines, phase=Phase.COMBAT, step=Step.JOINING)
    join = partial(join_one, side=FRENCH)
    held = played(state, join, [3], {HoldBack: [True]})
    assert not held.of("UnitJoined")
    failed = played(state, join, [4], {HoldBack: [True]})
    assert failed.state.pose(UnitId("F2")) == Pose(3390, 2900)
    led = position(*lines, "FB G brigade 2 - 36.5 27 0 F-1", phase=Phase.COMBAT, step=Step.JOINING)
    assert not played(led, join, [], {HoldBack: [True]}).of("UnitJoined")
    assert played(state, join, [], {HoldBack: [False]}).of("UnitJoined")


@pytest.mark.rule("M12.2", "M12.13", "M12.14", "M12.1")
def test_a_fight_from_contact_to_hits() -> None:
    state = position(LINE, "R1 I line 5 line 30 32 180 R-1", phase=Phase.COMBAT, step=Step.JOINING)
    begun = played(state, begin_allocation).state
    assert dict(begun.pending) == {"F1": 1, "R1": 1}
    attack = Attack(UnitId("F1"), UnitId("R1"), 6)
    assert attack_report(begun, attack).dice == 6
    fought = played(begun, partial(fight_one, attack=attack), [1, 2, 3, 4, 5, 6]).state
    done = played(fought, mark_combat).state
    assert hits(done) == {"F1": 1, "R1": 4}
    assert done.pose(UnitId("R1")) == Pose(3000, 3200, 1800)


@pytest.mark.rule("M12.15")
def test_a_throw_again_replaces_all_dice() -> None:
    lines = LINE, "FB G brigade 2 - 30 27.75 0 F-1", "R1 I line 5 line 30 32 180 R-1"
    state = position(*lines, phase=Phase.COMBAT, step=Step.ATTACKS)
    fight = partial(fight_one, attack=Attack(UnitId("F1"), UnitId("R1"), 6))
    again = played(state, fight, [1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 3], {"ThrowAttackAgain": [True]})
    assert dict(again.state.pending) == {"R1": 1}
    assert again.state.thrown_again == frozenset(ids("F1"))
    kept = played(state, fight, [1, 1, 1, 1, 1, 6], {"ThrowAttackAgain": [False]})
    assert dict(kept.state.pending) == {"R1": 5}


# -- losses


@pytest.mark.rule("M13.1", "M13.2", "M13.3")
@pytest.mark.parametrize(
    ("words", "left"),
    [("hits:3", 2), ("hits:1", 1), ("", 0), ("hits:6", 5), ("hits:7", None)],
)
def test_a_hit_comes_off_out_of_contact_never_the_last(words: str, left: int | None) -> None:
    state = position(f"{LINE} {words}", ENEMY, phase=Phase.LOSSES, step=Step.REMOVAL)
    unit = played(state, remove_losses).state.units[UnitId("F1")]
    assert (unit.hits if unit.pose is not None else None) == left


@pytest.mark.rule("M13.3", "M13.4")
@pytest.mark.parametrize(
    ("unit", "is_left"),
    [
        ("I line 6 line 30 30 0 F-1 hits:4", True),
        ("I line 6 line 30 30 0 F-1 hits:5", False),
        ("I line 6 line 30 30 0 F-1 hits:6", False),
        ("I line 6 line 30 30 0 F-1 hits:5 veteran", True),
        ("I line 6 square 30 29 0 F-1 hits:5", True),
        ("G brigade 2 - 30 29.75 0 F-1 hits:1", True),
        ("G brigade 2 - 30 29.75 0 F-1 hits:2", False),
    ],
)
def test_who_is_removed_in_contact(unit: str, is_left: bool) -> None:
    lines = f"F1 {unit}", "R1 I line 5 line 30 32 180 R-1"
    extra = "" if " G " in lines[0] else "F9 I line 6 line 90 10 0 F-1"
    state = position(
        *lines,
        *([extra] if extra else ["F9 I line 6 line 90 10 0 F-1"]),
        phase=Phase.LOSSES,
        step=Step.REMOVAL,
        options={"veterans": "on"},
    )
    done = played(state, remove_losses).state
    assert (done.units[UnitId("F1")].pose is not None) == is_left


@pytest.mark.rule("M13.4")
def test_contact_is_looked_at_again_after_the_first_removal() -> None:
    lines = LINE + " hits:5", "R1 I line 5 line 30 32 180 R-1 hits:5"
    state = position(*lines, phase=Phase.LOSSES, step=Step.REMOVAL)
    done = played(state, remove_losses).state
    assert done.units[UnitId("F1")].pose is not None
    assert [lost.unit for lost in done.lost] == ["R1"]


@pytest.mark.rule("M13.5", "M13.6", "M23.3", "M13.7")
def test_commanders_go_with_more_than_half_of_their_units() -> None:
    units = [f"F{n} I line 5 col {10 * n} 20 0 F-{1 + (n > 4)}" for n in range(1, 7)]
    leaders = "FB1 G brigade 2 - 10 10 0 F-1", "FB2 G brigade 2 - 30 10 0 F-2"
    lines = [*units, *leaders, "FD G division 2 - 50 10 0 F-1+F-2", ENEMY]

    def left_after(lost: str) -> list[str]:
        state = position(*lines, phase=Phase.LOSSES, step=Step.REMOVAL)
        for unit in ids(lost):
            state.put(replace(state.units[unit], pose=None))
        done = played(state, remove_losses).state
        return [u for u in ids("FB1 FB2 FD") if done.units[u].pose is not None]

    assert left_after("F1 F2") == ["FB1", "FB2", "FD"]
    assert left_after("F1 F2 F3") == ["FB2", "FD"]
    assert left_after("F5 F6") == ["FB1", "FD"]
    assert left_after("F1 F2 F3 F5") == ["FB2"]
    state = position(*lines)
    for unit in ids("F1 F2 F3"):
        assert not is_shaken(state, "F-1")
        state.put(replace(state.units[unit], pose=None))
    assert is_shaken(state, "F-1")


# -- pursuit

HORSE = "F1 C light 5 line 30 30 0 F-1"


def chasing(*lines: str) -> MiniState:
    """Horse whose enemy has just been broken."""
    beaten = "R1 I line 5 line 30 33 180 R-1 hits:5"
    state = position(HORSE, beaten, *lines, phase=Phase.LOSSES, step=Step.REMOVAL)
    return played(state, remove_losses).state


@pytest.mark.rule("M21.2", "M21.3")
def test_horse_pursues_half_its_charge() -> None:
    state = chasing("R2 I line 5 line 90 70 180 R-1")
    assert state.pursuers == ids("F1")
    pursue = partial(pursue_one, side=FRENCH)
    ran = played(state, pursue, [], {"ChoosePursuit": [True]}).state
    assert ran.pose(UnitId("F1")) == Pose(3000, 3700)
    assert ran.units[UnitId("F1")].has_pursued
    held = played(state, pursue, [3], {"ChoosePursuit": [False]}).state
    assert held.pose(UnitId("F1")) == Pose(3000, 3000)
    assert played(state, pursue, [4], {"ChoosePursuit": [False]}).of("PursuitRun")


@pytest.mark.rule("M21.2")
def test_horse_in_command_holds_if_it_is_told() -> None:
    state = chasing("FB G brigade 2 - 30 26.75 0 F-1", "R2 I line 5 line 90 70 180 R-1")
    pursue = partial(pursue_one, side=FRENCH)
    assert played(state, pursue, [], {"ChoosePursuit": [False]}).of("PursuitHeld")


@pytest.mark.rule("M21.3")
@pytest.mark.parametrize(
    ("other", "y"),
    [
        ("R2 I line 5 line 30 38 180 R-1", 35.0),  # in contact: its front edge is at 37
        ("F2 I line 5 line 30 38 180 F-1", 34.0),  # a centimetre short
        ("R2 I line 5 square 30 39 180 R-1", 34.0),
    ],
)
def test_where_a_pursuit_stops(other: str, y: float) -> None:
    state = chasing(other, "R3 I line 5 line 90 70 180 R-1")
    done = played(state, partial(pursue_one, side=FRENCH), [], {"ChoosePursuit": [True]}).state
    assert done.pose(UnitId("F1")) == Pose(3000, round(100 * y))


# -- victory

FARM = rectangle("farm", "village", 20, 20, 30, 30)


def with_farm(*lines: str, holder: Side | None = None) -> MiniState:
    farm = Objective("farm", "farm", 6, holder)
    return position(*lines, phase=Phase.VICTORY, pieces=(FARM,), objectives=(farm,))


@pytest.mark.rule("M23.5", "M23.6")
@pytest.mark.parametrize(
    ("lines", "holder"),
    [
        (("F1 I line 5 line 25 25 0 F-1",), FRENCH),
        (("F1 I line 5 line 25 25 0 F-1", "R1 I line 5 line 25 29 180 R-1"), None),
        (("F1 A heavy-foot 4 unlimbered 25 25 0 F-1",), None),
        (("F1 G brigade 2 - 25 25 0 F-1",), None),
        (("F1 I line 5 line 31 25 0 F-1",), None),
    ],
)
def test_who_holds_an_objective(lines: tuple[str, ...], holder: str | None) -> None:
    others = "F9 I line 5 line 90 10 0 F-1", "R9 I line 5 line 90 70 180 R-1"
    done = played(with_farm(*lines, *others), end_turn).state
    assert done.holders.get("farm") == holder
    assert points(done, FRENCH) == (6 if holder == FRENCH else 0)


@pytest.mark.rule("M23.5")
def test_the_last_holder_keeps_it() -> None:
    others = "F9 I line 5 line 90 10 0 F-1", "R9 I line 5 line 90 70 180 R-1"
    assert points(with_farm(*others, holder=RUSSIAN), RUSSIAN) == 6


@pytest.mark.rule("M23.6")
def test_what_the_lost_count() -> None:
    state = position(
        "F1 I line 5 line 25 25 0 F-1",
        "FB G brigade 2 - 30 10 0 F-1",
        "FD G division 2 - 40 10 0 F-1",
        "FC G corps 2 - 50 10 0 -",
        ENEMY,
    )
    for unit, vp in (("F1", 5), ("FB", 2), ("FD", 4), ("FC", 6)):
        state.lost = (Lost(UnitId(unit), 1, Cause.FIRE),)
        assert points(state, RUSSIAN) == vp


@pytest.mark.rule("M23.4")
def test_an_army_breaks_with_more_than_half_of_its_units() -> None:
    units = [f"F{n} I line 5 col {10 * n} 20 0 F-1" for n in range(1, 5)]
    state = position(*units, "FB G brigade 2 - 60 20 0 F-1", ENEMY)
    for unit in ids("F1 F2"):
        state.put(replace(state.units[unit], pose=None))
    assert not is_broken(state, FRENCH)
    state.put(replace(state.units[UnitId("FB")], pose=None))
    assert not is_broken(state, FRENCH)
    state.put(replace(state.units[UnitId("F3")], pose=None))
    assert is_broken(state, FRENCH)
    done = played(state, end_turn).state
    assert done.outcome is not None
    assert (done.outcome.winner, done.outcome.reason) == (RUSSIAN, "the enemy's army is broken")
    said = position(*units, ENEMY, break_at={FRENCH: 1})
    said.put(replace(said.units[UnitId("F1")], pose=None))
    assert is_broken(said, FRENCH)


@pytest.mark.rule("M23.7")
@pytest.mark.parametrize(
    ("french", "russian", "verdict"),
    [
        (5, 0, "A draw"),
        (6, 0, "French victory"),
        (11, 0, "French victory"),
        (12, 0, "French great victory"),
        (24, 12, "French great victory"),
        (24, 13, "French victory"),
        (0, 12, "Russians great victory"),
    ],
)
def test_the_end_after_the_last_turn(french: int, russian: int, verdict: str) -> None:
    lines = LINE, ENEMY, f"F2 I line {max(1, russian)} line 10 10 0 F-2"
    state = position(
        *lines,
        f"R2 I line {max(1, french)} line 90 10 0 R-2",
        "F3 I line 5 line 50 10 0 F-1",
        "R3 I line 5 line 50 70 180 R-1",
        phase=Phase.VICTORY,
        last_turn=1,
    )
    lost = [("F2", russian), ("R2", french)]
    state.lost = tuple(Lost(UnitId(unit), 1, Cause.FIRE) for unit, sp in lost if sp)
    done = played(state, end_turn).state
    assert verdict_words(done.battle, done.outcome) == verdict
    assert done.outcome is not None
    assert done.outcome.vp == ((FRENCH, french), (RUSSIAN, russian))


# -- options


@pytest.mark.rule("M25.5")
@pytest.mark.parametrize(("option", "taker"), [("on", RUSSIAN), ("off", FRENCH)])
def test_who_has_lost_his_highest_commander_adds_one(option: str, taker: str) -> None:
    state = position(
        LINE,
        "FD G division 2 - 40 10 0 F-1",
        "FB G brigade 2 - 30 10 0 F-1",
        ENEMY,
        phase=Phase.INITIATIVE,
        options={"initiative_tilt": option},
    )
    state.put(replace(state.units[UnitId("FD")], pose=None))
    dice = [3, 3, 3, 4] if option == "off" else [3, 4, 3, 4]
    assert played(state, determine_initiative, dice).state.initiative == taker
    led = position(LINE, "FB G brigade 2 - 30 10 0 F-1", ENEMY, phase=Phase.INITIATIVE)
    assert played(led, determine_initiative, [3, 3, 3, 4]).state.initiative == FRENCH


@pytest.mark.rule("M25.4")
def test_a_commander_who_is_hit_may_fall() -> None:
    lines = LINE, "R1 G brigade 2 - 30 36 180 R-1"
    state = position(*lines, phase=Phase.FIRING, step=Step.SHOTS, options={"commander_risk": "on"})
    fire = partial(fire_one, shot=Shot(UnitId("F1"), (1, 2), UnitId("R1"), 6))
    hit = played(state, fire, [1, 2, 6, 6, 6]).state  # six dice, one fewer at a commander
    assert hit.units[UnitId("R1")].pose is not None  # others fire at him too
    assert played(hit, mark_fire, [6, 1]).state.units[UnitId("R1")].pose is None
    assert played(hit, mark_fire, [2, 6]).state.units[UnitId("R1")].pose is not None


@pytest.mark.rule("M25.2")
@pytest.mark.parametrize(("y", "is_shot_at"), [(28.0, True), (27.9, False)])
def test_who_holds_his_fire_shoots_at_who_comes_near(y: float, is_shot_at: bool) -> None:
    state = position(f"F1 I line 6 col 30 {y - 3} 0 F-1", ENEMY, options={"opportunity_fire": "on"})
    # after 1 cm its front edge is 7 cm from the enemy's, or 7.1
    orders = Orders(UnitId("F1"), Action.MANOEUVRE, (Step_(StepKind.FORWARD, 100),))
    answers = {"ActWithUnit": [orders]} | ({"DefendByFire": [ids("R1")]} if is_shot_at else {})
    dice = [6] * 6 if is_shot_at else []
    done = played(state, partial(act_one, side=FRENCH), dice, answers)
    assert [shot.unit for shot in done.of("ShotRolled")] == (["R1"] if is_shot_at else [])
    assert bool(done.questions("DefendByFire")) == is_shot_at
    off = position(f"F1 I line 6 col 30 {y - 3} 0 F-1", ENEMY)
    assert not played(off, partial(act_one, side=FRENCH), [], {"ActWithUnit": [orders]}).of(
        "ShotRolled"
    )
