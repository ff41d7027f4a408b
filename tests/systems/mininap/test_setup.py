"""Free set-up, secret fire, resigning, points (M23.8, M24.1 to M24.3, M25.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.engine import SeededChance, Session
from hexwar.systems.mininap.battle import Arm, Formation, Kind, MiniBattle, Objective, UnitCard
from hexwar.systems.mininap.kit import MININAP
from hexwar.systems.mininap.numbers import PRINTED
from hexwar.systems.mininap.points import cost_of
from hexwar.systems.mininap.rules.firing import FireOrder, Pivot
from hexwar.systems.mininap.rules.secret import show_pivots
from hexwar.systems.mininap.rules.sequence import end_turn, sequence
from hexwar.systems.mininap.rules.setup import (
    Place,
    PlaceUnit,
    facing_of,
    place_one,
    place_refusal,
    throw_for_first,
    zone_of,
)
from hexwar.systems.mininap.rules.victory import Resign
from hexwar.systems.mininap.state import MiniState, Phase, Placing, Plan, Step
from hexwar.systems.mininap.system import mini_nap, set_up
from hexwar.table.forces import UnitId
from hexwar.tabletop.pose import Pose
from tests.systems.mininap.positions import FRENCH, RUSSIAN, played, position, rectangle
from tests.systems.nlc.cases import each

FREE = {"setup": "free"}
LINES = (
    "F1 I line 6 col 10 5 0 F-1",
    "F2 I light 5 skir 20 5 0 F-1",
    "FB G brigade 2 - 15 3 0 F-1",
    "F3 A medium-foot 4 unlimbered 30 5 0 (FD)",
    "FD G division 2 - 34 5 0 F-1",
    "R1 I line 5 line 12 40 180 R-1",
    "RB G brigade 2 - 15 43 180 R-1",
)


def battle(**more: Any) -> MiniBattle:
    """Two small forces on a table of 60 by 45 cm."""
    state = position(*LINES, width=6_000, height=4_500, options=FREE, **more)
    return state.battle


def empty(**more: Any) -> MiniState:
    """The same before anybody is placed; the French place first."""
    state = set_up(battle(**more))
    state.placing = Placing(FRENCH)
    return state


def spot(unit: str, x: float, y: float, degrees: float = 0, form: Formation | None = None) -> Place:
    formation = form or (Formation.COLUMN if unit in ("F1", "R1") else Formation.SKIRMISH)
    pose = Pose(round(100 * x), round(100 * y), round(10 * degrees))
    return Place(UnitId(unit), pose, formation)


@pytest.mark.rule("M24.3")
def test_nobody_stands_in_a_free_set_up_and_everybody_in_the_scenarios_own() -> None:
    assert not [*set_up(battle()).in_play()]
    as_placed = replace(battle(), options={"setup": "placed"})
    assert len([*set_up(as_placed).in_play()]) == 7


@pytest.mark.rule("M24.3")
@each("dice first", ((6, 5, 4, 4), FRENCH), ((1, 2, 6, 6), RUSSIAN), ((3, 3, 2, 4), None))
def test_the_higher_throw_places_first_and_a_tie_is_thrown_again(
    dice: tuple[int, ...], first: Any
) -> None:
    done = played(set_up(battle()), throw_for_first, dice)
    assert done.state.placing == (None if first is None else Placing(first))


@pytest.mark.rule("M24.3")
def test_brigades_are_placed_in_turn_the_divisions_own_apart() -> None:
    state, story = empty(), list[tuple[str, str]]()
    while state.placing is not None:
        side = state.placing.side
        done = played(state, lambda table, side=side: place_one(table, side))
        (placed,) = done.of("UnitPlaced")
        story.append((placed.unit, placed.body))
        state = done.state
    french = [("F1", "F-1"), ("F2", "F-1"), ("FB", "F-1")]
    russian = [("R1", "R-1"), ("RB", "R-1")]
    assert story == [*french, *russian, ("F3", "FD"), ("FD", "FD")]
    for unit, place in state.battle.placed.items():
        assert state.pose(unit) == place.pose  # the scenario's own place is the first answer


@pytest.mark.rule("M24.3")
@each("width south", (6_000, 1_500), (6_100, 2_000))
def test_a_zone_is_as_deep_as_the_table_is_wide(width: int, south: int) -> None:
    made = position(*LINES, width=width, height=4_500, options=FREE).battle
    assert zone_of(made, FRENCH) == ((0, 0), (width, 0), (width, south), (0, south))
    north = 4_500 - south
    assert zone_of(made, RUSSIAN) == ((0, north), (width, north), (width, 4_500), (0, 4_500))
    assert (facing_of(made, FRENCH), facing_of(made, RUSSIAN)) == (0, 1800)


@pytest.mark.rule("M24.3", "M22.2", "M4.1", "M6.11")
@each(
    "place refused",
    (spot("F1", 20, 10), ""),
    (spot("F1", 20, 13), ""),
    (spot("F1", 20, 13.1), "M24.3"),  # 2 cm of a column lie ahead of its middle
    (spot("F1", 1.2, 10), "M24.3"),
    (spot("F1", 20, 10, 90), ""),
    (spot("F1", 20, 10, 90.1), "M24.3"),
    (spot("F1", 20, 10, 270), ""),
    (spot("F1", 20, 10, form=Formation.SQUARE), ""),
    (spot("F1", 20, 10, form=Formation.SKIRMISH), "M4.1"),
    (spot("F2", 20, 10), ""),
    (spot("F3", 50, 10), "M22.2"),
    (spot("R1", 20, 40, 180), "M24.3"),
    (replace(spot("F1", 20, 10), is_limbered=True), "M4.8"),
    (replace(spot("F3", 30, 10), is_limbered=True), ""),
)
def test_what_may_be_placed_where(place: Place, refused: str) -> None:
    state = empty(pieces=[rectangle("marsh", "marsh", 45, 0, 60, 15)])
    refusal = place_refusal(state, FRENCH, place)
    assert ("" if refusal is None else refusal.rule) == refused


@pytest.mark.rule("M24.3", "M22.4", "M6.11")
def test_a_brigade_is_finished_first_and_nobody_stands_in_another_or_near_an_enemy() -> None:
    state = empty(zones={FRENCH: ((0, 0), (6000, 0), (6000, 4500), (0, 4500))})
    placed = played(state, lambda t: place_one(t, FRENCH), answers={PlaceUnit: [spot("F1", 20, 5)]})
    state = placed.state
    assert state.placing == Placing(FRENCH, "F-1")
    assert place_refusal(state, FRENCH, spot("F2", 30, 5)) is None
    other = place_refusal(state, FRENCH, spot("F3", 30, 5))
    assert other is not None
    assert other.sentence == "First the rest of the brigade is placed, then another one."
    met = place_refusal(state, FRENCH, spot("F2", 22, 5))
    assert met is not None
    assert met.rule == "M6.11"
    state.placing = Placing(RUSSIAN)
    state = played(
        state,
        lambda table: place_one(table, RUSSIAN),
        answers={PlaceUnit: [spot("R1", 20, 32, 180)]},
    ).state
    state.placing = Placing(FRENCH, "F-1")
    # its front edge lies 1 cm ahead of a skirmish line's middle, that of the column 2 cm
    assert place_refusal(state, FRENCH, spot("F2", 20, 19)) is None
    near = place_refusal(state, FRENCH, spot("F2", 20, 19.1))
    assert near is not None
    assert near.sentence == "F2 is nearer than 10 cm to R1."


@pytest.mark.rule("M24.3", "M7.1")
def test_after_the_set_up_the_first_turn_begins() -> None:
    made = battle()
    session = Session.begin(mini_nap(lambda _: made), {"scenario": "free"}, SeededChance("1"))
    while isinstance(session.pending, PlaceUnit):
        assert session.state.turn == 0
        session.answer(session.options[-1])
    assert session.state.turn == 1
    assert session.state.placing is None
    assert len([*session.state.in_play()]) == 7


# -- points: M24.1


def card(
    arm: Arm, kind: Kind, sp: int, *, is_horse: bool = False, is_veteran: bool = False
) -> UnitCard:
    who = UnitId("X"), "X", FRENCH
    return UnitCard(*who, arm, kind, sp, is_horse=is_horse, is_veteran=is_veteran)


@pytest.mark.rule("M24.1")
@each(
    "unit points",
    (card(Arm.INFANTRY, Kind.LINE, 6), 12),
    (card(Arm.INFANTRY, Kind.LIGHT, 5), 13),
    (card(Arm.CAVALRY, Kind.LIGHT, 4), 14),
    (card(Arm.CAVALRY, Kind.MEDIUM, 5), 23),
    (card(Arm.CAVALRY, Kind.HEAVY, 4), 22),
    (card(Arm.ARTILLERY, Kind.LIGHT, 3), 12),
    (card(Arm.ARTILLERY, Kind.MEDIUM, 4), 20),
    (card(Arm.ARTILLERY, Kind.HEAVY, 4), 24),
    (card(Arm.ARTILLERY, Kind.LIGHT, 3, is_horse=True), 15),
    (card(Arm.INFANTRY, Kind.LINE, 5, is_veteran=True), 15),
    (card(Arm.INFANTRY, Kind.LIGHT, 3, is_veteran=True), 12),
    (card(Arm.COMMAND, Kind.BRIGADE, 2), 4),
    (card(Arm.COMMAND, Kind.DIVISION, 2), 6),
    (card(Arm.COMMAND, Kind.CORPS, 2), 8),
)
def test_what_a_unit_costs(unit: UnitCard, points: int) -> None:
    assert cost_of(unit, PRINTED.with_own({})) == points


# -- secret fire: M25.3

SECRET = {"secret_fire": "on"}
PAIR = ("F1 I line 6 line 30 30 0 F-1", "R1 I line 5 line 30 36 180 R-1")


def firing(*lines: str, step: Step = Step.PIVOTS, **more: Any) -> MiniState:
    return position(
        *(lines or PAIR),
        phase=Phase.FIRING,
        step=step,
        initiative=FRENCH,
        options=SECRET,
        **more,
    )


@pytest.mark.rule("M25.3")
def test_what_is_written_is_seen_by_nobody_else_until_both_show_it() -> None:
    state = firing(step=Step.ORDERS)
    asked = played(state, sequence).questions("WriteFire")
    assert [one.side for one in asked] == [RUSSIAN]  # the side without the initiative (M7.5)
    assert asked[0].is_secret
    assert not asked[0].is_open
    order = next(o for o in asked[0].options(state) if o is not None)
    assert isinstance(order, FireOrder)
    done = played(state, sequence, answers={"WriteFire": [order]})
    (planned,) = done.of("FirePlanned")
    assert not done.state.shots
    assert planned.is_known_to(RUSSIAN)
    assert not planned.is_known_to(FRENCH)
    assert MININAP.view(done.state, FRENCH).plans == {}
    assert MININAP.view(done.state, RUSSIAN).plans == {RUSSIAN: Plan(orders=(order.shots,))}
    again = played(done.state, sequence).questions("WriteFire")[0]
    assert order not in again.options(done.state)


@pytest.mark.rule("M25.3", "M9.7")
def test_shots_fall_when_both_have_written() -> None:
    state = firing(step=Step.ORDERS)
    for side in (RUSSIAN, FRENCH):
        question = played(state, sequence).questions("WriteFire")[0]
        assert question.side == side
        order = next(o for o in question.options(state) if o is not None)
        state = played(state, sequence, answers={"WriteFire": [order]}).state
        state = played(state, sequence, answers={"WriteFire": [None]}).state
        assert not state.shots
    done = played(state, sequence)
    assert [event.unit for event in done.of("FireOrdered")] == ["R1", "F1"]
    assert done.state.step is Step.SHOTS
    assert [shot.unit for shot in done.state.shots] == ["R1", "F1"]
    assert done.state.plans == {}


@pytest.mark.rule("M25.3", "M9.8")
def test_pivots_are_made_together_and_one_in_the_way_of_another_is_not() -> None:
    """Two lines 5.2 cm apart, each 5 cm wide: either can turn, not both towards each other."""
    lines = ("F1 I line 6 line 30 30 0 F-1", "R1 I line 5 line 35.2 30 0 R-1")
    state = firing(*lines)
    plans: Mapping[Any, Plan] = {
        RUSSIAN: Plan(pivots=((UnitId("R1"), 300),)),
        FRENCH: Plan(pivots=((UnitId("F1"), 3300),)),
    }
    state.plans = MappingProxyType(dict(plans))
    done = played(state, show_pivots)
    turned = [event.unit for event in done.of("UnitPivoted")]
    forgone = [event.unit for event in done.of("PivotForgone")]
    assert (turned, forgone) == (["R1"], ["F1"])
    assert done.state.units[UnitId("R1")].has_pivoted
    assert not done.state.units[UnitId("F1")].has_pivoted
    assert done.state.step is Step.ORDERS


@pytest.mark.rule("M25.3")
def test_the_own_pivots_count_for_what_is_written_next_and_the_enemys_do_not() -> None:
    far = ("F1 I line 6 line 30 30 0 F-1", "R1 I line 5 line 34.5 35.5 180 R-1")
    state = firing(*far)
    question = played(state, sequence).questions("WritePivot")[0]
    pivot = next(option for option in question.options(state) if option is not None)
    assert isinstance(pivot, Pivot)
    written = played(state, sequence, answers={"WritePivot": [pivot]}).state
    assert written.pose(pivot.unit) == state.pose(pivot.unit)
    after = played(written, sequence).questions("WritePivot")[0]
    assert [o for o in after.options(written) if o is not None] == []
    known = MININAP.view(written, FRENCH)
    assert known.plans == {}


# -- resigning: M23.8


def late(french: int) -> MiniState:
    """The last phase of a turn: the Russians hold a village that counts so many VP."""
    village = rectangle("village", "village", 50, 20, 60, 30)
    return position(
        *PAIR,
        phase=Phase.VICTORY,
        pieces=[village],
        objectives=(Objective("village", "village", french, RUSSIAN),),
    )


@pytest.mark.rule("M23.8")
def test_who_is_far_behind_may_resign_and_the_other_side_wins() -> None:
    done = played(late(12), end_turn, answers={Resign: [True]})
    outcome = done.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (RUSSIAN, "the enemy resigned")
    assert [(one.side, one.behind) for one in done.questions("Resign")] == [(FRENCH, 12)]
    assert done.of("TurnBegan") == []


@pytest.mark.rule("M23.8")
def test_else_the_battle_goes_on_and_nobody_else_is_asked() -> None:
    done = played(late(12), end_turn)
    assert done.state.outcome is None
    assert done.state.turn == 2
    assert played(late(11), end_turn).questions("Resign") == []
