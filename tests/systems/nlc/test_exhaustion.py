"""Forced marches, stragglers, exhaustion and rest (N20.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.events.losses import (
    ExhaustionEnded,
    ForcedMarchDeclared,
    ForcedMarchRolled,
    FormationDemoralized,
    FormationExhausted,
    RestCounted,
    StepLost,
    UnitEliminated,
)
from hexwar.systems.nlc.events.turn import ActivationEnded, TurnBegan
from hexwar.systems.nlc.rules.losses.losses import ChooseStepLoss
from hexwar.systems.nlc.rules.movement.exhaustion import (
    DeclareForcedMarch,
    count_rest,
    end_forced_marches,
    marchers,
    may_force,
)
from hexwar.systems.nlc.rules.movement.law import allowance, is_forced
from hexwar.systems.nlc.rules.movement.routes import ChoosePath
from hexwar.systems.nlc.rules.movement.segment import command_segment
from hexwar.systems.nlc.rules.turn.consolidation import consolidation_segment
from hexwar.systems.nlc.rules.turn.sequence import turn_end
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Box, Phase, Segment
from tests.systems.nlc.orders import put_orders
from tests.systems.nlc.positions import FRENCH, OPEN, play, position, unit, units

FI, FII = FormationId("FI"), FormationId("FII")
FOE = "A1 infantry 5-3 0707"
STRIP = "\n".join([" ".join(["."] * 20)] * 3)


def marching(*lines: str, orders: str = "FI: march 0105", **more: Any) -> GameState:
    """I Corps in the Command Segment of its activation, under March."""
    words: dict[str, Any] = {"active": "FI", "segment": Segment.COMMAND} | more
    return position(OPEN, *(lines or ("F1 infantry 5-3 0101",)), FOE, orders=orders, **words)


def forced(state: GameState, *formations: FormationId) -> GameState:
    """The same after they were told to march forced."""
    table: Table[GameState] = Table(state)
    for formation in formations or (FI,):
        table.emit(ForcedMarchDeclared(formation))
    return state


# -- who may (N20.81)


@pytest.mark.rule("N20.81")
def test_a_formation_under_march_is_asked_and_does_not_by_default() -> None:
    state = marching()
    question = DeclareForcedMarch(FRENCH, FI)
    assert question.options(state) == (False, True)
    assert [question.kind(answer) for answer in (False, True)] == ["pass", "force"]
    played = play(state, command_segment)
    assert len(played.questions(DeclareForcedMarch)) == 1
    assert played.of(ForcedMarchDeclared) == []
    again = play(state, command_segment, answers={DeclareForcedMarch: [True]})
    assert again.of(ForcedMarchDeclared) == [ForcedMarchDeclared(FI)]
    assert again.state.activation is not None
    assert again.state.activation.forced == (FI,)
    assert again.state.activation.segment is Segment.MOVEMENT


@pytest.mark.rule("N20.81")
@pytest.mark.parametrize(
    "order", ["attack 0105", "probe 0105", "defend 0101", "fall back 0105", "reserve 0101", "delay"]
)
def test_no_other_order_may_be_forced(order: str) -> None:
    state = marching(orders=f"FI: {order}")
    assert not may_force(state, FI)
    assert play(state, command_segment).questions(DeclareForcedMarch) == []


@pytest.mark.rule("N20.8", "N20.81", "N20.83", "N15.2")
def test_neither_a_demoralized_nor_an_exhausted_formation_may() -> None:
    state = marching()
    state.spirit = replace(state.spirit, demoralized=(FI,))
    assert not may_force(state, FI)
    state.spirit = replace(state.spirit, demoralized=(FII,), exhausted=(FI,))
    assert not may_force(state, FI)
    state.spirit = replace(state.spirit, exhausted=())
    assert may_force(state, FI)


@pytest.mark.rule("N20.81")
def test_a_formation_that_has_nobody_to_march_is_not_asked() -> None:
    assert not may_force(marching("F1 infantry 5-3 uar"), FI)
    assert not may_force(marching("FT train 0101"), FI)
    state = marching("F1 infantry 5-3 0101 division:1st", orders="FI: march 0105; FI/1st: march 07")
    assert not may_force(state, FI)  # its only unit has an order of its own (N12.92)


@pytest.mark.rule("N20.81", "N5.81")
@pytest.mark.parametrize(("turn", "is_asked"), [(1, True), (2, False)])
def test_one_that_enters_now_is_asked(turn: int, is_asked: bool) -> None:
    arrival = Arrival(turn, Hex("0101"), units("F1"))
    state = marching("F1 infantry 5-3 due", arrivals=(arrival,))
    assert may_force(state, FI) is is_asked


@pytest.mark.rule("N20.81", "N4.35")
def test_in_a_coordinated_action_each_formation_is_asked_for_itself() -> None:
    lines = ("F1 infantry 5-3 0101", "F2 infantry 5-3 0201 of:FII", "F3 light 5-3 0301 of:FIII")
    orders = "FI: march 0105; FII: attack 0105; FIII: march 0105"
    state = marching(*lines, orders=orders, also="FII FIII")
    played = play(state, command_segment, answers={DeclareForcedMarch: [False, True]})
    asked = [question.formation for question in played.questions(DeclareForcedMarch)]
    assert asked == ["FI", "FIII"]
    assert played.state.activation is not None
    assert played.state.activation.forced == ("FIII",)
    assert is_forced(played.state, unit("F3"))
    assert not is_forced(played.state, unit("F1"))


# -- how far


@pytest.mark.rule("N20.81")
@pytest.mark.parametrize(
    ("line", "halves"),
    [
        ("F1 infantry 5-3-4 0101", 12),  # 6 MP
        ("F1 infantry 5-3-5 0101", 16),  # 7 1/2, so 8
        ("F1 light 5-3-6 0101", 18),
        ("F1 light 5-3-7 0101", 22),  # 10 1/2, so 11
        ("F1 light 5-3-7 0101 disrupted", 12),  # 4 x 1.5
        ("F1 infantry 5-3-5 0101 disrupted", 10),  # 3 x 1.5 = 4 1/2, so 5
        ("FT train 0101", 12),
    ],
)
def test_the_allowance_is_half_as_much_again(line: str, halves: int) -> None:
    state = forced(marching(line))
    assert allowance(state, unit(line.split(maxsplit=1)[0])) == halves


@pytest.mark.rule("N20.81")
def test_it_ends_with_the_activation_and_is_not_for_others() -> None:
    lines = ("F1 infantry 5-3 0101", "F2 infantry 5-3 0201 of:FII")
    state = forced(marching(*lines))
    assert [allowance(state, u) for u in units("F1 F2 A1")] == [12, 8, 8]
    ActivationEnded(FI).apply(state)
    assert allowance(state, unit("F1")) == 8


@pytest.mark.rule("N20.81", "N12.92")
def test_a_detached_division_does_not_go_along() -> None:
    lines = ("F1 infantry 5-3 0101", "F2 infantry 5-3 0201 division:1st")
    state = forced(marching(*lines, orders="FI: march 0105; FI/1st: march 0105"))
    assert [allowance(state, u) for u in units("F1 F2")] == [12, 8]


@pytest.mark.rule("N20.81")
def test_a_forced_march_goes_farther() -> None:
    lines = ("F1 infantry 5-3 0102", "A1 infantry 5-3 2002")
    words: dict[str, Any] = {"active": "FI", "segment": Segment.MOVEMENT}
    state = position(STRIP, *lines, orders="FI: march 1902", **words)
    assert farthest(state) == "05"
    assert farthest(forced(state)) == "07"


def farthest(state: GameState) -> str:
    """The easternmost column that F1 can march to."""
    routes = ChoosePath(FRENCH, units("F1")).options(state)
    return max(route.hexes[-1][:2] for route in routes if route.hexes)


# -- what it costs (N20.82)


def rolled(state: GameState, die: int, **more: Any) -> Any:
    return play(state, end_forced_marches, [die], **more)


@pytest.mark.rule("N20.82")
@pytest.mark.parametrize(
    ("rating", "die", "straggles"),
    [
        (1, 3, False),
        (1, 4, True),
        (2, 4, False),
        (2, 5, True),
        (3, 5, False),
        (3, 6, True),
        (4, 6, False),
    ],
)
def test_above_the_rating_and_two_a_unit_loses_a_step(
    rating: int, die: int, straggles: bool
) -> None:
    state = forced(marching("F1 infantry 5/3-3 0101", f"FL leader 0101 rating:{rating}"))
    played = rolled(state, die)
    assert played.of(ForcedMarchRolled) == [
        ForcedMarchRolled(FI, die, rating + 2, 1, straggles, exhausts=False)
    ]
    assert played.of(StepLost) == ([StepLost(unit("F1"), 2, "stragglers")] if straggles else [])


@pytest.mark.rule("N20.82", "N14.6")
def test_without_a_commander_the_rating_is_one() -> None:
    assert rolled(forced(marching()), 4).of(ForcedMarchRolled)[0].limit == 3


@pytest.mark.rule("N20.82")
def test_the_owner_chooses_who_straggles() -> None:
    lines = ("F1 infantry 6/2-3 0101", "F2 infantry 5/4-3 0102", "F3 battery 1-3 0103")
    state = forced(marching(*lines, "FT train 0104", "F4 light 5-3 uar"))
    played = rolled(state, 6, answers={ChooseStepLoss: [unit("F3")]})
    question = played.questions(ChooseStepLoss)[0]
    # the default loses least and removes nobody
    assert (question.side, question.units) == (FRENCH, units("F2 F1 F3"))
    assert played.of(UnitEliminated) == [UnitEliminated(unit("F3"), Box.UAR, 1, "stragglers")]


@pytest.mark.rule("N20.82", "N11.6")
def test_stragglers_are_in_the_uar_count_even_without_supply() -> None:
    cut_off = {Hex("0707"): FRENCH}  # where the enemy stands
    state = forced(marching("F1 battery 3-3 0101", supply_sources=cut_off))
    assert rolled(state, 6).of(UnitEliminated)[0].box is Box.UAR


@pytest.mark.rule("N20.82", "N15.2")
def test_stragglers_may_demoralize() -> None:
    levels = {"FI": {"demoralization_sp": 2}}
    played = rolled(forced(marching("F1 infantry 5/3-3 0101", formations=levels)), 6)
    assert played.of(FormationDemoralized) == [FormationDemoralized(FI, 2, 2)]


@pytest.mark.rule("N20.82")
@pytest.mark.parametrize(
    ("hours", "die", "exhausts"),
    [(1, 6, False), (2, 6, False), (3, 4, False), (3, 5, True), (3, 6, True), (4, 5, True)],
)
def test_from_the_third_forced_hour_of_a_day_five_and_six_exhaust(
    hours: int, die: int, exhausts: bool
) -> None:
    state = marching("F1 infantry 5-3 0101", "FL leader 0101 rating:4")
    state.spirit = replace(state.spirit, forced_hours={**state.spirit.forced_hours, FI: hours - 1})
    played = rolled(forced(state), die)
    assert played.of(ForcedMarchRolled) == [
        ForcedMarchRolled(FI, die, 6, hours, straggles=False, exhausts=exhausts)
    ]
    assert played.of(FormationExhausted) == ([FormationExhausted(FI)] if exhausts else [])
    assert played.state.spirit.exhausted == ((FI,) if exhausts else ())


@pytest.mark.rule("N20.82")
def test_one_die_does_both() -> None:
    state = marching("F1 infantry 5/3-3 0101")
    state.spirit = replace(state.spirit, forced_hours={**state.spirit.forced_hours, FI: 2})
    played = rolled(forced(state), 5)
    assert played.story == ["ForcedMarchRolled", "StepLost", "FormationExhausted"]


@pytest.mark.rule("N20.82")
def test_the_roll_comes_at_the_end_of_the_activation() -> None:
    state = forced(marching(segment=Segment.CONSOLIDATION))
    played = play(state, consolidation_segment, [1])
    assert played.story == ["ForcedMarchRolled", "ActivationEnded"]
    usual = play(marching(segment=Segment.CONSOLIDATION), consolidation_segment)
    assert usual.story == ["ActivationEnded"]


@pytest.mark.rule("N20.82", "N4.35")
def test_each_forced_formation_rolls() -> None:
    lines = ("F1 infantry 5-3 0101", "F2 infantry 5-3 0201 of:FII")
    state = forced(marching(*lines, also="FII"), FI, FII)
    played = play(state, end_forced_marches, [1, 2])
    assert [(r.formation, r.die) for r in played.of(ForcedMarchRolled)] == [("FI", 1), ("FII", 2)]


@pytest.mark.rule("N20.82")
def test_a_formation_that_is_gone_does_not_roll() -> None:
    state = forced(marching("F1 infantry 5-3 uar"))
    assert marchers(state, FI) == ()
    assert play(state, end_forced_marches).events == []


@pytest.mark.rule("N20.82")
@pytest.mark.parametrize(("day", "left"), [(29, {FI: 2}), (30, {})])
def test_a_new_day_forgets_the_forced_hours(day: int, left: dict[FormationId, int]) -> None:
    turns = (TurnCard(1, 29, 23, TurnKind.NIGHT_PM), TurnCard(2, day, 0, TurnKind.DAY))
    state = marching(turns=turns)
    state.spirit = replace(state.spirit, forced_hours={**state.spirit.forced_hours, FI: 2})
    TurnBegan(2, "day").apply(state)
    assert state.spirit.forced_hours == left


# -- rest (N20.83)


def rest(state: GameState) -> Any:
    async def flow(table: Table[GameState]) -> None:
        count_rest(table)

    return play(state, flow)


def tired(orders: str, **hours: int) -> GameState:
    state = position(OPEN, "F1 infantry 5-3 0101", "F2 light 5-3 0102 of:FII", FOE, orders=orders)
    state.spirit = replace(state.spirit, exhausted=(FI, FII))
    state.spirit = replace(
        state.spirit, rested_hours={FormationId(formation): n for formation, n in hours.items()}
    )
    return state


@pytest.mark.rule("N20.83")
def test_three_hours_in_reserve_end_exhaustion() -> None:
    state = tired("FI: reserve 0101; FII: march 0105")
    first = rest(state)
    assert first.events == [RestCounted(((FI, 1),))]
    second = rest(first.state)
    assert second.events == [RestCounted(((FI, 2),))]
    third = rest(second.state)
    assert third.events == [ExhaustionEnded(FI)]
    assert (third.state.spirit.exhausted, third.state.spirit.rested_hours) == ((FII,), {})


@pytest.mark.rule("N20.83")
def test_the_hours_must_follow_each_other() -> None:
    state = tired("FI: march 0105; FII: reserve 0102", FI=2, FII=1)
    played = rest(state)
    assert played.events == [RestCounted(((FII, 2),))]
    put_orders(played.state, "FI: reserve 0101; FII: defend 0102")
    assert rest(played.state).state.spirit.rested_hours == {FI: 1}


@pytest.mark.rule("N20.83")
def test_who_leaves_reserve_has_rested_in_vain() -> None:
    played = rest(tired("FI: march 0105; FII: march 0105", FI=2))
    assert played.events == [RestCounted(())]
    assert rest(played.state).events == []


@pytest.mark.rule("N20.83", "N4.71")
def test_the_hours_are_counted_in_turn_end() -> None:
    state = tired("FI: reserve 0101; FII: march 0105", FI=2)
    state.phase, state.commanded = Phase.TURN_END, state.battle.sides
    played = play(state, turn_end)
    assert played.story[:2] == ["ExhaustionEnded", "TurnEnded"]


@pytest.mark.rule("N20.83")
def test_who_is_not_exhausted_is_not_counted() -> None:
    state = tired("FI: reserve 0101; FII: reserve 0102")
    state.spirit = replace(state.spirit, exhausted=())
    assert rest(state).events == []


@pytest.mark.rule("N20.83")
def test_new_exhaustion_begins_its_rest_anew() -> None:
    state = tired("FI: reserve 0101", FI=2)
    state.spirit = replace(state.spirit, exhausted=())
    FormationExhausted(FI).apply(state)
    assert rest(state).events == [RestCounted(((FI, 1),))]


@pytest.mark.rule("N20.81")
def test_the_enemy_is_not_asked() -> None:
    state = marching(orders="FI: attack 0105; AI: march 0101")
    assert play(state, command_segment).questions(DeclareForcedMarch) == []
