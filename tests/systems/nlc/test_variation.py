"""Arrivals by die (T20.4) and alternate forces (T20.5, N24.2)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Alternate, Arrival
from hexwar.systems.nlc.events.arrivals import AlternateCalled, ArrivalVaried, UnitEntered
from hexwar.systems.nlc.events.turn import PhaseBegan
from hexwar.systems.nlc.orders import LineId, Verb
from hexwar.systems.nlc.rules.arrivals.arrivals import (
    call_alternate,
    callable_alternates,
    due_units,
    schedule,
    vary_arrivals,
)
from hexwar.systems.nlc.rules.losses.demoralization import levelled
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, movement_segment
from hexwar.systems.nlc.rules.turn.actions import has_chit
from hexwar.systems.nlc.rules.turn.sequence import card_phase
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, LeaderId, OrderStep
from hexwar.table.pieces import Activation, Box, Segment
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Played,
    hexes,
    play,
    position,
    unit,
    units,
)

VARIED = MappingProxyType({"arrivals": "varied"})
TURNS = tuple(TurnCard(n, 29, 11 + n, TurnKind.DAY) for n in range(1, 11))


def varying(*groups: Arrival, turn: int = 1, **more: Any) -> GameState:
    """Four corps of one unit each are due; the option is on."""
    lines = [f"F{n} infantry 5-3 due of:F{'I' * n}" for n in range(1, 5)]
    options = more.pop("options", VARIED)
    state = position(OPEN, *lines, arrivals=groups, options=options, turns=TURNS, **more)
    state.turn = turn
    return state


def group(who: str, turn: int, entry: str = "0401", shift: int = 0) -> Arrival:
    return Arrival(turn, Hex(entry), units(who), shift=shift, rolled=bool(shift))


def varied(state: GameState, *dice: int) -> Played[None]:
    return play(state, vary_arrivals, dice)


@pytest.mark.rule("T20.4")
@pytest.mark.parametrize(("die", "shift"), [(1, -2), (2, -1), (3, 0), (4, 0), (5, 1), (6, 2)])
def test_the_die_says_when_a_group_comes(die: int, shift: int) -> None:
    played = varied(varying(group("F1", 6), turn=4), die)
    assert played.of(ArrivalVaried) == [ArrivalVaried(0, die, 0, shift)]
    (now,) = played.state.schedule.arrivals
    assert (now.turn, now.shift, now.rolled) == (6 + shift, shift, True)
    assert schedule(played.state)[unit("F1")].turn == 6 + shift


@pytest.mark.rule("T20.4")
def test_it_is_thrown_two_turns_ahead_once_for_each_group() -> None:
    groups = (group("F1", 3), group("F2", 3, "0101"), group("F3", 4))
    assert varied(varying(*groups, turn=2), 3).of(ArrivalVaried) == [ArrivalVaried(2, 3, 0, 0)]
    both = varied(varying(*groups), 3, 4)
    assert [e.group for e in both.of(ArrivalVaried)] == [0, 1]
    assert varied(both.state).events == []


@pytest.mark.rule("T20.4")
def test_without_the_option_nobody_rolls() -> None:
    assert varied(varying(group("F1", 3), options=MappingProxyType({}))).events == []
    fixed = MappingProxyType({"arrivals": "fixed"})
    assert varied(varying(group("F1", 3), options=fixed)).events == []


@pytest.mark.rule("T20.4")
@pytest.mark.parametrize(
    ("shifts", "modifier"),
    [((1,), -1), ((-2,), 1), ((1, -1), 0), ((1, 1, -1), -1), ((-1, -1, 2), 1), ((2,), -1)],
)
def test_the_die_is_pulled_against_what_came_more_often(
    shifts: tuple[int, ...], modifier: int
) -> None:
    """However long the delays were."""
    before = [group(f"F{n}", 3 + s, f"0{n}01", s) for n, s in enumerate(shifts, 2)]
    played = varied(varying(group("F1", 6), *before, turn=4), 3)
    (event,) = played.of(ArrivalVaried)
    assert event.modifier == modifier
    assert event.shift == {-1: -1, 0: 0, 1: 0}[modifier]


@pytest.mark.rule("T20.4")
@pytest.mark.parametrize(("late", "die", "shift"), [(True, 1, -2), (False, 6, 2)])
def test_a_modified_die_stays_within_one_and_six(late: bool, die: int, shift: int) -> None:
    other = group("F2", 3, "0101", 1 if late else -1)
    (event,) = varied(varying(group("F1", 6), other, turn=4), die).of(ArrivalVaried)
    assert event.shift == shift


@pytest.mark.rule("T20.4")
def test_the_enemys_arrivals_do_not_pull_the_die() -> None:
    state = position(
        OPEN,
        "F1 infantry 5-3 due",
        "A1 infantry 5-3 due",
        arrivals=(group("F1", 6), group("A1", 3, "0701", 1)),
        options=VARIED,
        turns=TURNS,
    )
    state.turn = 4
    (event,) = varied(state, 3).of(ArrivalVaried)
    assert event.modifier == 0


@pytest.mark.rule("T20.4")
@pytest.mark.parametrize(
    ("first", "entry", "die", "turn"),
    [
        (5, "0401", 1, 5),  # due earlier on the same road: not before it
        (5, "0101", 1, 4),  # on another road
        (6, "0401", 1, 4),  # due together
        (7, "0401", 1, 4),  # due later
        (5, "0401", 2, 5),
    ],
)
def test_a_group_does_not_pass_one_that_is_due_before_it(
    first: int, entry: str, die: int, turn: int
) -> None:
    other = replace(group("F2", first, entry), rolled=True)
    state = varying(group("F1", 6), other, turn=4)
    assert varied(state, die).state.schedule.arrivals[0].turn == turn


@pytest.mark.rule("T20.4")
def test_a_group_that_is_on_time_waits_behind_a_late_one() -> None:
    state = varying(group("F1", 6), group("F2", 7, shift=2), turn=4)  # F2 was listed for turn 5
    played = varied(state, 5 - 1)  # modifier -1: 3, on time
    assert played.of(ArrivalVaried) == [ArrivalVaried(0, 4, -1, 1)]
    assert played.state.schedule.arrivals[0].turn == 7


@pytest.mark.rule("T20.4")
def test_the_dice_fall_before_the_orders_of_the_turn() -> None:
    played = play(varying(group("F1", 3)), card_phase, [1])
    assert [type(e) for e in played.events][:2] == [ArrivalVaried, PhaseBegan]
    assert due_units(played.state, FormationId("FI")) == units("F1")  # two turns early: now


# -- alternates


def listed(*alternates: Alternate, **more: Any) -> GameState:
    """Two corps that come only when they are called, set up as a scenario is."""
    state = position(
        OPEN,
        "F1 infantry 5-3 0404",
        "F2 infantry 6-3 0404 of:FII",
        "F3 train 0404 of:FII",
        "F9 leader 0404 of:FII",
        "F4 light 4-3 0404 of:FIII",
        "A1 infantry 5-3 0704",
        formations={
            "FII": {"presence": "alternate", "start_order": (OrderStep(Verb.DEFEND),)},
            "FIII": {"presence": "alternate"},
        },
        alternates=alternates or (SECOND, FIRST),
        turns=TURNS,
        roads=["0401 0402 0403"],
        unit_hexes={"F1": Hex("0404"), "A1": Hex("0704")},
        leader_hexes={},
        **more,
    )
    made = set_up(state.battle)
    made.turn = 2
    return made


FIRST = Alternate(FRENCH, 1, Hex("0401"), units("F2 F3"), (FormationId("FII"),), "by road")
SECOND = Alternate(FRENCH, 2, Hex("0101"), units("F4"), (FormationId("FIII"),))


def called(state: GameState, *dice: int) -> Played[None]:
    (group_,) = callable_alternates(state, FRENCH)
    return play(state, lambda table: call_alternate(table, FRENCH, group_), dice)


@pytest.mark.rule("T20.5")
@pytest.mark.parametrize(("die", "turns"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_alternates_come_after_half_the_die_rounded_up(die: int, turns: int) -> None:
    played = called(listed(), die)
    assert played.of(AlternateCalled) == [AlternateCalled(FRENCH, 1, die, 2 + turns)]
    (group_,) = played.state.schedule.arrivals
    assert (group_.turn, group_.entry, group_.units) == (2 + turns, "0401", units("F2 F3"))


@pytest.mark.rule("T20.5")
def test_they_come_in_list_order_one_at_a_call() -> None:
    once = called(listed(), 1)
    twice = called(once.state, 1)
    assert [e.number for e in (*once.of(AlternateCalled), *twice.of(AlternateCalled))] == [1, 2]
    assert callable_alternates(twice.state, FRENCH) == ()
    assert callable_alternates(listed(), ALLIED) == ()


@pytest.mark.rule("T20.5", "N24.4")
def test_where_lists_add_up_any_that_is_open_may_be_called() -> None:
    state = listed(has_cumulative_alternates=True)
    assert callable_alternates(state, FRENCH) == (FIRST, SECOND)
    done = play(state, lambda table: call_alternate(table, FRENCH, SECOND), [1]).state
    assert [group_.units for group_ in done.schedule.arrivals] == [units("F4")]
    assert callable_alternates(done, FRENCH) == (FIRST,)


@pytest.mark.rule("T20.5")
def test_who_was_called_by_one_list_is_not_called_by_another() -> None:
    again = replace(FIRST, number=3, entry=Hex("0101"))
    state = listed(FIRST, SECOND, again, has_cumulative_alternates=True)
    done = play(state, lambda table: call_alternate(table, FRENCH, again), [1]).state
    assert callable_alternates(done, FRENCH) == (SECOND,)


@pytest.mark.rule("N24.2")
def test_before_they_are_called_they_are_not_in_play() -> None:
    state = listed()
    assert state.units[unit("F2")].box is Box.RESERVE
    assert not has_chit(state, FormationId("FII"))
    assert FormationId("FII") not in levelled(state)


@pytest.mark.rule("N24.2", "T20.5")
def test_called_they_have_chit_commander_and_orders() -> None:
    state = called(listed(), 1).state
    second = FormationId("FII")
    assert not has_chit(state, second)
    assert second in levelled(state)
    state.turn = 3
    assert due_units(state, second) == units("F2 F3")
    assert has_chit(state, second)
    assert state.leaders[LeaderId("F9")].box is Box.DUE
    assert state.pad.lines[LineId("FII")].steps == (OrderStep(Verb.DEFEND, Hex("0401")),)
    state.activation = Activation(second, FRENCH, Segment.MOVEMENT, had_contact=False)
    entered = play(
        state,
        movement_segment,
        answers={ActivateUnit: [units("F2")], ChoosePath: [Route(hexes("0401"))]},
    )
    assert entered.of(UnitEntered) == [UnitEntered(unit("F2"), Hex("0401"))]
    assert entered.state.leaders[LeaderId("F9")].hex == "0401"


@pytest.mark.rule("T20.4", "T20.5")
def test_nobody_rolls_for_called_alternates_again() -> None:
    state = called(listed(), 3).state
    state.turn = 2
    assert varied(state).events == []
