"""The computer player of Mini-Nap 2 where the right answer is plain, question by question."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal, SeededChance, Session
from hexwar.systems.mininap.battle import Formation, Objective
from hexwar.systems.mininap.player import ANSWERS
from hexwar.systems.mininap.player.outlook import Outlook
from hexwar.systems.mininap.player.shooting import Fire
from hexwar.systems.mininap.rules.acting import ActWithUnit
from hexwar.systems.mininap.rules.charge import (
    Charge,
    DefendByFire,
    PressHome,
    React,
    Reaction,
    charge_of,
)
from hexwar.systems.mininap.rules.fighting import (
    AllocateAttack,
    ChooseJoiner,
    HoldBack,
    ThrowAttackAgain,
)
from hexwar.systems.mininap.rules.fire import targets
from hexwar.systems.mininap.rules.firing import OrderFire, PivotToFire
from hexwar.systems.mininap.rules.losses import ChoosePursuer, ChoosePursuit
from hexwar.systems.mininap.rules.manoeuvre import walk_of
from hexwar.systems.mininap.rules.moving import Action, Orders, StepKind
from hexwar.systems.mininap.rules.questions import ThrowTestAgain
from hexwar.systems.mininap.rules.secret import WriteFire
from hexwar.systems.mininap.rules.setup import PlaceUnit
from hexwar.systems.mininap.rules.standing import in_command
from hexwar.systems.mininap.rules.victory import Resign
from hexwar.systems.mininap.state import MiniState, Phase, Placing, Plan, Shot, Step
from hexwar.systems.mininap.system import DECISIONS, mini_nap
from hexwar.table.forces import Side, UnitId
from tests.systems.mininap import positions
from tests.systems.mininap.players import answer, player, told
from tests.systems.mininap.positions import FRENCH, RUSSIAN, ids, rectangle
from tests.systems.mininap.test_games import NEAR

FAR = "R9 I line 5 line 110 75 180 R-9"
"""An enemy out of everybody's way."""


def position(*lines: str, **more: Any) -> MiniState:
    """Units of armies that are far from breaking."""
    return positions.position(*lines, break_at={FRENCH: 9, RUSSIAN: 9}, **more)


def firing(*lines: str, step: Step = Step.ORDERS, **more: Any) -> MiniState:
    return position(*lines, phase=Phase.FIRING, step=step, **more)


def fighting(*lines: str, step: Step = Step.JOINING, **more: Any) -> MiniState:
    return position(*lines, phase=Phase.COMBAT, step=step, **more)


def test_it_has_an_idea_of_every_question_of_a_side() -> None:
    asked = {kind for kind in DECISIONS if kind.__name__ != "Roll"}
    assert asked <= set(ANSWERS)


# -- fire


def test_it_fires_at_who_gives_most_dice_and_says_why() -> None:
    state = firing(
        "F1 A medium-foot 4 unlimbered 40 20 0 F-1",
        "R1 I line 5 col 39 32 180 R-1",
        "R2 I light 5 skir 43 32 180 R-1",
    )
    who, asked = player(), OrderFire(FRENCH)
    order = answer(state, asked, who)
    assert [(shot.target, shot.sp) for shot in order.shots] == [("R1", 4)]
    assert told(who, asked, order, state) == "F1 fires at R1 with 7 dice: 2.3 hits on average."


@pytest.mark.parametrize(("other", "at", "target"), [("F2 A", 22, "R2"), ("F2 A", 16, "R1")])
def test_it_fires_where_friends_have_fired_already(other: str, at: int, target: str) -> None:
    """M13.1: one marker of an enemy comes off again, so hits count more together."""
    state = firing(
        "F1 A medium-foot 4 unlimbered 19 10 0 F-1",
        f"{other} medium-foot 4 unlimbered {at} 10 0 F-1",
        "R1 I line 5 line 16.5 26 180 R-1",
        "R2 I line 5 line 21.5 26 180 R-1",
    )
    state.shots = (Shot(UnitId("F2"), (1,), UnitId(target), 4),)
    (shot,) = answer(state, OrderFire(FRENCH)).shots
    assert (shot.unit, shot.target) == ("F1", target)


def test_it_holds_fire_that_promises_nothing() -> None:
    """Long range of medium guns at skirmishers in a village: 2 - 1 - 1 - 2 dice."""
    village = rectangle("village", "village", 35, 65, 45, 75)
    state = firing(
        "F1 A medium-foot 2 unlimbered 40 20 0 F-1",
        "R1 I light 4 skir 40 68 180 R-1",
        pieces=(village,),
    )
    who, asked = player(), OrderFire(FRENCH)
    assert answer(state, asked, who) is None
    assert told(who, asked, None, state) == "No other shot promises enough."


def test_shot_that_bounces_into_friends_promises_less() -> None:
    lines = ("F1 A medium-foot 4 unlimbered 40 10 0 F-1", "R1 I line 5 line 40 34 180 R-1")

    def gain(*more: str) -> float:
        state = firing(*lines, *more)
        order = next(order for order in OrderFire(FRENCH).options(state) if order is not None)
        return Fire(Outlook(state, FRENCH)).gain(order)

    friends, foes = gain("F2 I line 6 col 40 41 0 F-1"), gain("R2 I line 6 col 40 41 0 F-1")
    assert friends < gain() < foes


def test_guns_turn_to_a_target_beside_their_zone() -> None:
    state = firing(
        "F1 A medium-foot 4 unlimbered 40 20 0 F-1",
        "R1 I line 5 col 50 35 180 R-1",
        step=Step.PIVOTS,
    )
    who, asked = player(), PivotToFire(FRENCH)
    pivot = answer(state, asked, who)
    assert pivot.unit == "F1"
    assert 250 <= pivot.bearing <= 450
    assert told(who, asked, pivot, state) == "F1 has a better target when it turns."


def test_nobody_turns_who_has_as_good_a_target_before_him() -> None:
    state = firing(
        "F1 A medium-foot 4 unlimbered 40 20 0 F-1",
        "R1 I line 5 col 40 35 180 R-1",
        "R2 I line 5 col 50 35 180 R-1",
        step=Step.PIVOTS,
    )
    assert answer(state, PivotToFire(FRENCH)) is None


# -- hand-to-hand combat


JOIN = ("R1 I line 5 line 40 22 180 R-1", "F1 I line 5 col 39 19 0 F-1")
"""F1 and R1 in contact: its front at 21, the other's at 21."""


def test_a_strong_unit_joins_in_and_a_spent_one_is_held() -> None:
    strong = fighting(*JOIN, "F2 I line 6 col 41.6 17.5 0 F-1")
    who, asked = player(), HoldBack(FRENCH, UnitId("F2"))
    assert answer(strong, asked, who) is False
    assert "The fight promises +" in told(who, asked, False, strong)
    spent = fighting(
        "R1 I line 9 line 40 22 180 R-1",
        "F1 I line 5 col 39 19 0 F-1",
        "F2 I line 6 col 41.6 17.5 0 F-1 hits:4",
    )
    assert answer(spent, HoldBack(FRENCH, UnitId("F2"))) is True


def test_the_strongest_joins_in_first() -> None:
    state = fighting(
        "R1 I line 5 line 40 22 180 R-1",
        "R2 I line 5 line 50 22 180 R-1",
        "F1 I line 5 col 39 19 0 F-1",
        "F2 I line 3 col 41.6 17.5 0 F-1",
        "F3 I line 5 col 49 19 0 F-1",
        "F4 I line 6 col 51.6 17.5 0 F-1",
    )
    assert answer(state, ChooseJoiner(FRENCH)) == "F4"


def test_all_strength_goes_where_it_breaks_an_enemy() -> None:
    state = fighting(
        "F1 I line 5 line 40 20 0 F-1",
        "R1 I line 5 col 38.7 23 180 R-1",
        "R2 I line 5 col 41.3 23 180 R-1 hits:2",
        step=Step.ALLOCATION,
    )
    who, asked = player(), AllocateAttack(FRENCH, UnitId("F1"))
    attacks = answer(state, asked, who)
    assert [(attack.target, attack.sp) for attack in attacks] == [("R2", 5)]
    assert told(who, asked, attacks, state) == "F1 hurts most by striking R2."


@pytest.mark.parametrize(("hits", "again"), [(0, True), (1, True), (4, False), (5, False)])
def test_a_poor_throw_is_made_again(hits: int, again: bool) -> None:
    state = fighting(*JOIN, "FB G brigade 2 - 39 15.5 0 F-1", step=Step.ATTACKS)
    asked = ThrowAttackAgain(FRENCH, UnitId("F1"), UnitId("R1"), hits, 5)
    assert answer(state, asked) is again


def test_a_failed_test_is_thrown_again() -> None:
    state = position(*JOIN)
    assert answer(state, ThrowTestAgain(FRENCH, UnitId("F1"), "pressing home")) is True


def test_cavalry_pursues_into_guns_and_not_into_the_void() -> None:
    lines = ("F1 C heavy 5 line 40 20 0 F-1",)
    guns = position(*lines, "R1 A medium-foot 3 unlimbered 40 30 180 R-1", phase=Phase.LOSSES)
    who, asked = player(), ChoosePursuit(FRENCH, UnitId("F1"))
    assert answer(guns, asked, who) is True
    assert "a fight that promises +" in told(who, asked, True, guns)
    void = position(*lines, FAR, phase=Phase.LOSSES)
    assert answer(void, asked) is False


def test_who_has_somebody_to_ride_down_pursues_first() -> None:
    state = position(
        "F1 C heavy 5 line 20 20 0 F-1",
        "F2 C heavy 5 line 40 20 0 F-1",
        "R1 A medium-foot 3 unlimbered 40 30 180 R-1",
        phase=Phase.LOSSES,
    )
    state.pursuers = ids("F1 F2")
    assert answer(state, ChoosePursuer(FRENCH)) == "F2"


# -- charges and reactions


def charge(state: MiniState, unit: str, target: str) -> Charge:
    found = charge_of(state, Orders(UnitId(unit), Action.CHARGE, target=UnitId(target)))
    assert not isinstance(found, Refusal), found
    return found


def test_a_weak_enemy_is_charged_and_a_strong_one_is_not() -> None:
    near = "F1 I line 6 col 40 20 0 F-1"
    weak = position(near, "R1 I line 5 line 40 26 180 R-1 hits:3 fired")
    who, asked = player(), ActWithUnit(FRENCH)
    orders = answer(weak, asked, who)
    assert (orders.action, orders.target) == (Action.CHARGE, "R1")
    assert told(who, asked, orders, weak).startswith("F1 charges R1: whatever it does")
    strong = position(near, "R1 I line 9 line 40 26 180 R-1")
    given = answer(strong, asked)
    assert given is None or given.action is not Action.CHARGE


def test_two_charge_together_whom_one_would_not() -> None:
    enemy = "R1 I line 6 line 41.3 26 180 R-1 fired"
    alone = position("F1 I line 5 col 40 20 0 F-1", enemy)
    given = answer(alone, ActWithUnit(FRENCH))
    assert given is None or given.action is not Action.CHARGE
    both = position("F1 I line 5 col 40 20 0 F-1", "F2 I line 5 col 42.6 20 0 F-1", enemy)
    assert answer(both, ActWithUnit(FRENCH)).action is Action.CHARGE


def react(state: MiniState, unit: str = "R1", target: str = "F1") -> Reaction:
    found: Reaction = answer(state, React(FRENCH, charge(state, unit, target))).reaction
    return found


RIDERS = {"phase": Phase.FIRST_MANOEUVRE, "initiative": RUSSIAN}


def test_commanders_and_spent_horse_evade() -> None:
    commander = position(
        "FB G brigade 2 - 40 20 0 F-1", "R1 C light 5 line 40 32 180 R-1", **RIDERS
    )
    assert react(commander, target="FB") is Reaction.EVADE
    horse = position(
        "F1 C light 4 line 40 20 0 F-1 hits:2", "R1 C heavy 6 line 40 36 180 R-1", **RIDERS
    )
    assert react(horse) is Reaction.EVADE


def test_strong_horse_countercharges() -> None:
    state = position(
        "F1 C heavy 6 line 40 20 0 F-1",
        "FB G brigade 2 - 40 16 0 F-1",
        "R1 C light 4 line 40 33 180 R-1",
        **RIDERS,
    )
    assert react(state) is Reaction.COUNTER


def test_infantry_that_has_fired_forms_square_against_horse() -> None:
    state = position(
        "F1 I line 5 line 40 20 0 F-1 fired",
        "FB G brigade 2 - 44.2 20 0 F-1",
        "R1 C heavy 6 line 40 36 180 R-1",
        **RIDERS,
    )
    who, asked = player(), React(FRENCH, charge(state, "R1", "F1"))
    given = answer(state, asked, who)
    assert given.reaction is Reaction.SQUARE
    assert told(who, asked, given, state) == ("F1 does best to form square, by a die of 4 or less.")


def test_infantry_fires_at_infantry_that_comes() -> None:
    state = position("F1 I line 5 line 40 20 0 F-1", "R1 I line 5 col 40 27 180 R-1", **RIDERS)
    assert react(state) is Reaction.FIRE


def test_enough_fire_is_kept_back_for_the_next_charge() -> None:
    """Three batteries of 4 SP hit 4 times; a charger of 2 SP is stopped by the first two."""
    lines = (
        "F1 I line 5 line 40 20 0 F-1",
        "F2 A medium-foot 4 unlimbered 30 20 0 F-1",
        "F3 A medium-foot 4 unlimbered 50 20 0 F-1",
        "F4 A medium-foot 4 unlimbered 56 20 0 F-1",
    )
    able = ids("F2 F3 F4")
    strong = position(*lines, "R1 C heavy 6 line 40 36 180 R-1", **RIDERS)
    assert answer(strong, DefendByFire(FRENCH, able, UnitId("R1"))) == able
    weak = position(*lines, "R1 C heavy 6 line 40 36 180 R-1 hits:4", **RIDERS)
    assert answer(weak, DefendByFire(FRENCH, able, UnitId("R1"))) == ids("F2 F3")


def test_cavalry_halts_before_a_square_unless_it_is_spent() -> None:
    rider = "F1 C heavy 6 line 40 20 0 F-1"
    asked = PressHome(FRENCH, UnitId("F1"), UnitId("R1"))
    assert answer(position(rider, "R1 I line 6 square 40 30 180 R-1"), asked) is False
    spent = position(rider, "R1 I line 6 square 40 30 180 R-1 hits:5")
    assert answer(spent, asked) is True


# -- manoeuvres


def _farm(*lines: str, holder: Any = RUSSIAN, **more: Any) -> MiniState:
    farm = rectangle("farm", "village", 35, 30, 45, 40)
    objective = Objective("farm", "farm", 6, holder)
    return position(*lines, pieces=(farm,), objectives=(objective,), **more)


def test_a_column_goes_for_an_objective_at_the_double() -> None:
    state = _farm("F1 I line 6 col 40 10 0 F-1", FAR)
    who, asked = player(), ActWithUnit(FRENCH)
    orders = answer(state, asked, who)
    assert orders.is_double
    assert [(step.kind, step.value) for step in orders.steps] == [(StepKind.FORWARD, 1000)]
    assert told(who, asked, orders, state) == "F1 is to go to village."


def test_who_is_ahead_stays_in_the_village_that_counts() -> None:
    state = _farm("F1 I light 5 skir 40 35 0 F-1", "R1 I line 5 line 40 52 180 R-1", holder=FRENCH)
    orders = answer(state, ActWithUnit(FRENCH))
    if orders is not None:
        walk = walk_of(state, orders)
        assert not isinstance(walk, Refusal)
        assert walk.after.pose is not None
        assert 3000 <= walk.after.pose.y <= 4000


def test_infantry_forms_square_when_horse_is_near() -> None:
    state = position(
        "F1 I line 5 line 40 20 0 F-1",
        "R1 C heavy 6 line 40 32 180 R-1",
        "R2 C heavy 6 line 46 32 180 R-1",
        initiative=FRENCH,
    )
    orders = answer(state, ActWithUnit(FRENCH))
    assert orders.change is not None
    assert orders.change.formation is Formation.SQUARE


def test_guns_unlimber_before_a_target_and_limber_up_without_one() -> None:
    near = position("F1 A medium-foot 4 limbered 40 20 0 F-1", "R1 I line 5 line 40 45 180 R-1")
    assert answer(near, ActWithUnit(FRENCH)).action is Action.MOVE_AND_UNLIMBER
    state = _farm("F1 A light-foot 3 unlimbered 40 5 0 F-1", FAR)
    assert answer(state, ActWithUnit(FRENCH)).action is Action.LIMBER


def test_a_commander_follows_his_units() -> None:
    state = position(
        "F1 I line 5 line 40 20 0 F-1",
        "F2 I line 5 line 46 20 0 F-1",
        "FB G brigade 2 - 30 12 0 F-1",
        "R1 I line 9 line 43 31 180 R-1",
    )
    for unit in ids("F1 F2"):
        state.put(replace(state.units[unit], is_done=True))
    orders = answer(state, ActWithUnit(FRENCH))
    walk = walk_of(state, orders)
    assert not isinstance(walk, Refusal)
    state.put(walk.after)
    state.forget()
    assert in_command(state, UnitId("F1"))
    assert in_command(state, UnitId("F2"))


def test_horse_leaves_a_fight_that_it_loses() -> None:
    state = position(
        "F1 C light 4 line 40 20 0 F-1 contact", "R1 C heavy 6 line 40 24 180 R-1 contact"
    )
    who, asked = player(), ActWithUnit(FRENCH)
    orders = answer(state, asked, who)
    assert orders.action is Action.DISENGAGE
    assert told(who, asked, orders, state).startswith("F1 leaves a fight that promises -")


def test_the_phase_ends_when_nobody_gains_by_a_move() -> None:
    state = position("F1 I line 5 line 40 20 0 F-1", FAR)
    who, asked = player(), ActWithUnit(FRENCH)
    assert answer(state, asked, who) is None
    assert told(who, asked, None, state) == "Nobody gains by another move."


def test_who_was_looked_at_is_not_looked_at_again_in_the_phase() -> None:
    state = _farm("F1 I line 6 col 40 10 0 F-1", "F2 I line 6 col 46 10 0 F-1", FAR)
    who = player()
    first = answer(state, ActWithUnit(FRENCH), who)
    assert who.memory()["stayed"]["units"] == [first.unit]
    again = answer(state, ActWithUnit(FRENCH), who)
    assert again.unit != first.unit
    state.turn = 2
    assert answer(state, ActWithUnit(FRENCH), who).unit == first.unit


# -- levels


def test_the_same_question_has_the_same_answer() -> None:
    state = _farm("F1 I line 6 col 38 10 0 F-1", "F2 C light 4 line 60 10 0 F-1", FAR)
    assert answer(state, ActWithUnit(FRENCH)) == answer(state, ActWithUnit(FRENCH))


def test_a_hasty_player_leaves_commanders_where_they_are() -> None:
    state = position(
        "F1 I line 5 line 40 20 0 F-1",
        "FB G brigade 2 - 30 12 0 F-1",
        "R1 I line 9 line 43 31 180 R-1",
    )
    state.put(replace(state.units[UnitId("F1")], is_done=True))
    assert answer(state, ActWithUnit(FRENCH)) is not None
    assert answer(state, ActWithUnit(FRENCH), player("easy")) is None


# -- before and after


def test_units_are_placed_before_their_commander_where_the_battle_has_them() -> None:
    state = position(
        "F1 I line 5 line 40 12 0 F-1",
        "FB G brigade 2 - 40 9 0 F-1",
        "R1 I line 5 line 40 70 180 R-1",
        options={"setup": "free"},
    )
    empty = {id_: replace(unit, pose=None) for id_, unit in state.units.items()}
    state = replace(state, units=empty, turn=0, placing=Placing(FRENCH))
    who, asked = player(), PlaceUnit(FRENCH)
    place = answer(state, asked, who)
    assert (place.unit, place.pose) == ("F1", state.battle.placed[UnitId("F1")].pose)
    assert told(who, asked, place, state) == "F1 stands where the battle has it."


def test_guns_are_placed_with_a_clear_zone_of_fire() -> None:
    """The place of the battle lies behind a friend who stands there already."""
    state = position(
        "F1 I line 5 line 40 12 0 F-1",
        "F2 A medium-foot 4 unlimbered 40 8 0 F-1",
        "R1 I line 5 line 40 45 180 R-1",
        options={"setup": "free"},
    )
    guns = replace(state.units[UnitId("F2")], pose=None)
    state = replace(
        state, units={**state.units, UnitId("F2"): guns}, turn=0, placing=Placing(FRENCH, "F-1")
    )
    place = answer(state, PlaceUnit(FRENCH))
    assert place.unit == "F2"
    state.put(replace(guns, pose=place.pose))
    state.forget()
    assert [target.unit for target in targets(state, UnitId("F2"))] == ["R1"]


def test_it_never_gives_up() -> None:
    state = position("F1 I line 5 line 40 20 0 F-1", FAR)
    assert answer(state, Resign(FRENCH, 20)) is False


def test_fire_that_is_written_unseen_counts_what_stands_on_the_sheet() -> None:
    state = firing(
        "F1 A medium-foot 4 unlimbered 19 10 0 F-1",
        "F2 A medium-foot 4 unlimbered 22 10 0 F-1",
        "R1 I line 5 line 16.5 26 180 R-1",
        "R2 I line 5 line 21.5 26 180 R-1",
        options={"secret_fire": "on"},
    )
    written = Shot(UnitId("F2"), (1,), UnitId("R2"), 4)
    state.plans = {FRENCH: Plan(orders=((written,),))}
    (shot,) = answer(state, WriteFire(FRENCH)).shots
    assert (shot.unit, shot.target) == ("F1", "R2")
    state.plans = {}
    assert answer(state, WriteFire(FRENCH)) is not None


def test_a_turn_between_two_of_them_is_legal_and_told() -> None:
    """Every answer passes the law, and what is told of it is a sentence."""
    battle = positions.position(*NEAR, width=6_000, height=4_500, last_turn=1).battle
    session = Session.begin(mini_nap(lambda _: battle), {"scenario": "near"}, SeededChance("7"))
    minds, told_of = {side: player() for side in battle.sides}, set[str]()
    while (asked := session.pending) is not None:
        who = minds[Side(asked.side)]
        given = answer(session.state, asked, who)
        why = who.reason(asked, given, session.state)
        assert why is not None
        assert why.sentence.endswith(".")
        assert "{" not in why.sentence
        told_of.add(type(asked).__name__)
        session.answer(given)
    assert {"OrderFire", "ActWithUnit"} <= told_of
    assert session.state.outcome is not None
