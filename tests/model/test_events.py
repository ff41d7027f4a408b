"""Every event: what it changes, and that it changes nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.engine import Event, check_codec
from hexwar.hexes import Hex
from hexwar.systems.nlc.events import (
    EVENTS,
    arrivals,
    combat,
    leaders,
    losses,
    movement,
    orders,
    supply,
    turn,
)
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Activation, Box, Outcome, Phase, Segment
from hexwar.table.spans import Spans
from tests.model import combats, dealings, departures, pads, redeployments, skies
from tests.systems.nlc import chapters
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

FI, FII = FormationId("FI"), FormationId("FII")
PATH = hexes("0101 0102 0103")
LINES = (
    "F1 infantry 5/3-3 0101 disrupted column division:1st",
    "F2 light 3-3 0101 moved assaulted done column",
    "F4 infantry 5-3 due of:FII",
    "F8 leader 0101",
    "F9 hq due of:FHQ",
    "A1 infantry 4-3 0303",
    "A2 train 0303",
    "F5 pontoon 0701 of:FII",
    "F6 pontoon 0702 of:FII rested",
    "A3 pontoon 0705 bridging:0704-0705",
    *combats.LINES,
    *departures.LINES,
)
WHOLE, BROKEN, BRIDGED = (
    (Hex("0401"), Hex("0402")),
    (Hex("0601"), Hex("0602")),
    (Hex("0704"), Hex("0705")),
)
"""Hexsides with a whole span, a damaged one, and a pontoon bridge."""
SPANS = Spans(frozenset({BROKEN}), frozenset({BRIDGED}))


def table() -> GameState:
    state = position(
        OPEN,
        *LINES,
        control=MappingProxyType({Hex("0303"): ALLIED}),
        alternates=(departures.CALLED,),
        stocks=dealings.STOCKS,
    )
    state.activation = Activation(FI, FRENCH, Segment.MOVEMENT, had_contact=False)
    state.chits = replace(state.chits, cups={FRENCH: (FI, FII), ALLIED: (FormationId("AI"),)})
    state.put_spans(SPANS)
    state.leaders[LeaderId("F8")] = replace(state.leaders[LeaderId("F8")], moved=True)
    state.assaults = replace(state.assaults, hit=(FI,))
    state.losses = replace(state.losses, steps_lost={FI: 1})
    state.assaults = replace(state.assaults, lent=(A1,))
    pads.put_pad(state)
    combats.put_spirit(state)
    departures.put_schedule(state)
    skies.put_sky(state)
    dealings.put_cards(state)
    return state


def changed(**marks: Any) -> Callable[[GameState], GameState]:
    """The table with other fields of the state itself."""
    return lambda state: chapters.changed(state, **marks)


def unit_with(name: str, **marks: Any) -> Callable[[GameState], GameState]:
    """The table with another record of a unit."""

    def change(state: GameState) -> GameState:
        state.put_unit(replace(state.units[unit(name)], **marks))
        return state

    return change


def leader_with(name: str, **marks: Any) -> Callable[[GameState], GameState]:
    """The table with another record of a leader."""

    def change(state: GameState) -> GameState:
        leader = LeaderId(name)
        state.put_leader(replace(state.leaders[leader], **marks))
        return state

    return change


def both(*changes: Callable[[GameState], GameState]) -> Callable[[GameState], GameState]:
    def change(state: GameState) -> GameState:
        for one in changes:
            state = one(state)
        return state

    return change


def activation(**marks: Any) -> Callable[[GameState], GameState]:
    begun = Activation(FI, FRENCH, Segment.MOVEMENT, had_contact=False)
    return changed(activation=replace(begun, **marks))


def spans(**marks: Any) -> Callable[[GameState], GameState]:
    """The table with other damaged spans or pontoon bridges."""
    return changed(spans=replace(SPANS, **marks))


FRESH_TURN: dict[str, Any] = {
    "phase": Phase.WEATHER,
    "drawn": (),
    "acted": (),
    "cup_in_turn": None,
    "rallied": (),
    "commanded": (),
    "issued": {},
    "addressed": (),
    "complied": (),
    "initiatives": (),
    "steps_lost": {},
    "lent": (),
}
VP = ((FRENCH, 3), (ALLIED, 9))
F1, F2, F4, F5, F6, A1, A2, A3 = units("F1 F2 F4 F5 F6 A1 A2 A3")
F8, F9 = LeaderId("F8"), LeaderId("F9")
THERE = Hex("0103")

CASES: list[tuple[Event, Callable[[GameState], GameState]]] = [
    (turn.TurnBegan(2, "day"), changed(turn=2, **FRESH_TURN)),
    (turn.PhaseBegan(Phase.RALLY), changed(phase=Phase.RALLY)),
    (
        turn.TurnEnded(1),
        both(leader_with("F8", moved=False), unit_with("A4", attacked=False)),
    ),
    (
        turn.GameEnded(ALLIED, "strategic", VP, "points"),
        changed(outcome=Outcome(ALLIED, "strategic", VP, "points")),
    ),
    (turn.DieRolled("luck", 3, 0, 3), changed()),
    (turn.HexControlled(Hex("0303"), FRENCH), changed(control={"0303": FRENCH}, last_in={})),
    (
        turn.HexControlled(Hex("0303"), FRENCH, F1),
        changed(control={"0303": FRENCH}, last_in={"0303": "F1"}),
    ),
    (turn.HexPassed(Hex("0303"), A1), changed(last_in={"0303": "A1"})),
    (turn.VpScored(FRENCH, 2, "losses"), changed()),
    (turn.RallyEnded(FRENCH), changed(rallied=(FRENCH,))),
    (turn.CommandMoved(ALLIED), changed(commanded=(ALLIED,))),
    (turn.CupChosen(ALLIED, 4), changed(cup_in_turn=ALLIED)),
    (turn.ChitPlaced(ALLIED, FI), changed(cups={FRENCH: (FI, FII), ALLIED: ("AI", "FI")})),
    (turn.ChitDrawn(FRENCH, FI), changed(cups={FRENCH: (FII,), ALLIED: ("AI",)}, drawn=(FI,))),
    (turn.ChitDiscarded(FI, "no unit of it is left"), changed()),
    (
        turn.ActivationBegan(FII, FRENCH, had_contact=True),
        changed(
            activation=Activation(FII, FRENCH, Segment.COMMAND, had_contact=True),
            acted=(FII,),
            tactics=(),
        ),
    ),
    (
        turn.ActivationBegan(FII, FRENCH, had_contact=False, also=(FI,), also_had_contact=(FI,)),
        changed(
            activation=Activation(
                FII,
                FRENCH,
                Segment.COMMAND,
                had_contact=False,
                also=(FI,),
                also_had_contact=(FI,),
            ),
            acted=(FII, FI),
            hit=(),
            tactics=(),
        ),
    ),
    (
        turn.SegmentEnded(Segment.MOVEMENT, Segment.BOMBARDMENT),
        activation(segment=Segment.BOMBARDMENT),
    ),
    (turn.ActivationEnded(FI), changed(activation=None, tactics=())),
    (
        turn.ActivationEnded(FII, (F5,)),
        both(changed(activation=None, tactics=()), unit_with("F5", rested=True)),
    ),
    (
        turn.FlagsCleared((F1, F2)),
        both(
            unit_with("F1", column=False),
            unit_with("F2", moved=False, assaulted=False, done=False, column=False),
        ),
    ),
    (
        movement.UnitMoved((F1, F2), PATH, 4, column=False),
        both(
            unit_with("F1", hex=THERE, moved=True, spent=4),
            unit_with("F2", hex=THERE, spent=4),
            activation(acting=(F1, F2)),
        ),
    ),
    (
        movement.UnitMoved((F6,), hexes("0702 0703"), 1, column=False),
        both(
            unit_with("F6", hex="0703", moved=True, spent=1, rested=False),
            activation(acting=(F6,)),
        ),
    ),
    (arrivals.UnitEntered(F4, THERE), unit_with("F4", hex=THERE, box=None)),
    (
        movement.UnitStopped((F1,), "stays"),
        both(unit_with("F1", moved=True), activation(acting=(F1,))),
    ),
    (movement.ColumnFormed(A1), unit_with("A1", column=True)),
    (movement.ColumnLeft(F1), unit_with("F1", column=False)),
    (arrivals.ArrivalDelayed((F4,)), changed()),
    (movement.OverstackCured(A1, THERE), unit_with("A1", hex=THERE)),
    (movement.OverstackCured(A1, None), unit_with("A1", hex=None, box=Box.UAR)),
    (movement.OverstackCured(F6, THERE), unit_with("F6", hex=THERE, rested=False)),
    (
        movement.SpanDamaged(F1, WHOLE, 4),
        both(
            spans(damaged=frozenset({WHOLE, BROKEN})),
            unit_with("F1", spent=4),
            activation(acting=(F1,), tried=(WHOLE,)),
        ),
    ),
    (
        movement.SpanDamaged(F1, BRIDGED, 4),
        both(
            spans(pontoons=frozenset()),
            unit_with("F1", spent=4),
            activation(acting=(F1,), tried=(BRIDGED,)),
        ),
    ),
    (
        movement.SpanRepaired(F1, BROKEN, 2),
        both(
            spans(damaged=frozenset()),
            unit_with("F1", spent=2),
            activation(acting=(F1,), tried=(BROKEN,)),
        ),
    ),
    (
        movement.SpanRepairFailed(F1, BROKEN, 2, 5),
        both(unit_with("F1", spent=2), activation(acting=(F1,), tried=(BROKEN,))),
    ),
    (
        movement.PontoonDeployed(F6, WHOLE),
        both(
            spans(pontoons=frozenset({WHOLE, BRIDGED})),
            unit_with("F6", bridging=WHOLE, moved=True, rested=False),
        ),
    ),
    (
        movement.PontoonTakenUp(A3, BRIDGED),
        both(spans(pontoons=frozenset()), unit_with("A3", bridging=None, moved=True)),
    ),
    (supply.TrainDestroyed(A2, FRENCH), unit_with("A2", hex=None, box=Box.CAPTURED)),
    (
        supply.TrainDestroyed(A3, FRENCH),
        both(
            spans(pontoons=frozenset()),
            unit_with("A3", hex=None, box=Box.CAPTURED, bridging=None),
        ),
    ),
    (
        supply.TrainCaptured(A3, FRENCH),
        both(
            spans(pontoons=frozenset()),
            unit_with("A3", hex=None, box=Box.CAPTURED, bridging=None),
        ),
    ),
    (
        supply.TrainCaptured(F6, ALLIED),
        unit_with("F6", hex=None, box=Box.CAPTURED, rested=False),
    ),
    (combat.FireResolved(FRENCH, (F1,), Hex("0303"), 5, 2, 3, 0, "M"), changed()),
    (combat.StalemateReached(Hex("0303")), changed()),
    (
        combat.BombardmentDeclared((F1,), Hex("0303")),
        both(
            unit_with("F1", bombarded=Hex("0303")),
            activation(bombarded=(Hex("0303"),)),
            changed(hit=(FI, FormationId("AI")), struck={FI: ((1, Hex("0303")),)}),
        ),
    ),
    (combat.BombardmentResolved(FRENCH, (F1,), Hex("0303"), 5, 2, 3, 0, "d"), changed()),
    (combat.BonusUsed(F8, Hex("0101")), changed(inspired={F8: 1})),
    (losses.GuardDismayed(F1, Hex("0101")), changed(dismayed=1)),
    (orders.CommanderTied(FRENCH, F8, is_tied=True), changed(tied=(F8,))),
    (
        combat.AdvanceMade((F1,), THERE),
        unit_with("F1", hex=THERE, moved=True, done=True, column=False),
    ),
    (losses.MoraleRolled((F1,), Hex("0101"), 4, -1, 3, 6, 3, False, "retreat"), changed()),
    (losses.UnitDisrupted(A1), unit_with("A1", disrupted=True)),
    (losses.UnitRallied(F1), unit_with("F1", disrupted=False)),
    (losses.RetreatBegan((F1,), Hex("0101"), 2, rout=False), changed()),
    (losses.FriendDisplaced(F1, THERE), unit_with("F1", hex=THERE, column=False)),
    (losses.FriendDisplaced(F6, THERE), unit_with("F6", hex=THERE, rested=False)),
    (
        losses.StepLost(F1, 2, "fire"),
        both(unit_with("F1", reduced=True), changed(steps_lost={FI: 2})),
    ),
    (
        losses.UnitEliminated(F1, Box.UAR, 5, "fire"),
        both(
            unit_with("F1", hex=None, box=Box.UAR, column=False, disrupted=False),
            changed(steps_lost={FI: 3}),
        ),
    ),
    (leaders.LeaderMoved(F8, PATH), leader_with("F8", hex=THERE)),
    (leaders.LeaderEntered(F9, THERE), leader_with("F9", hex=THERE, box=None)),
    (
        leaders.LeaderCaptured(F8, ALLIED),
        both(
            leader_with("F8", hex=None, box=Box.CAPTURED),
            changed(lost_leaders={F9: 0, F8: 1}),
        ),
    ),
    (leaders.LeaderDisplaced(F8, THERE), leader_with("F8", hex=THERE)),
    (leaders.HqMoved(F9, PATH), leader_with("F9", hex=THERE, moved=True)),
    (leaders.HqMoved(F9, PATH, free=True), leader_with("F9", hex=THERE)),
    *pads.CASES,
    *skies.CASES,
    *departures.CASES,
    *redeployments.CASES,
    *combats.CASES,
    *dealings.CASES,
]


def name(case: Any) -> str:
    return type(case).__name__ if isinstance(case, Event) else ""


@pytest.mark.parametrize(("event", "change"), CASES, ids=name)
def test_an_event_changes_what_it_tells_of_and_nothing_else(
    event: Event, change: Callable[[GameState], GameState]
) -> None:
    state = table()
    if isinstance(event, leaders.HqMoved):  # it must stand on the map before it moves
        leaders.LeaderEntered(F9, Hex("0101")).apply(state)
        expected = change(state.copy())
        expected.put_leader(replace(expected.leaders[F9], box=None))
    else:
        expected = change(table())
    event.apply(state)
    assert replace(state, battle=expected.battle) == expected


def test_every_event_is_tried() -> None:
    assert {type(event) for event, _ in CASES} == set(EVENTS)


@pytest.mark.rule("N23.2")
@pytest.mark.parametrize("event", dealings.HIDDEN, ids=name)
def test_what_a_side_does_unseen_is_known_to_itself_only(event: Event) -> None:
    assert event.is_known_to(FRENCH)
    assert not event.is_known_to(ALLIED)


@pytest.mark.parametrize(("free", "moved"), [(False, True), (True, False)])
@pytest.mark.rule("N14.52")
def test_a_leader_who_goes_with_a_retreat_may_still_move(free: bool, moved: bool) -> None:
    state = table()
    state.put_leader(replace(state.leaders[F8], moved=False))
    leaders.LeaderMoved(F8, PATH, free=free).apply(state)
    assert state.leaders[F8].moved is moved
    leaders.LeaderMoved(F8, PATH, free=True).apply(state)
    assert state.leaders[F8].moved is moved


@pytest.mark.parametrize("event", [event for event, _ in CASES], ids=name)
def test_an_event_is_a_frozen_fact_of_a_rule(event: Event) -> None:
    assert event.rule.startswith(("N", "T"))
    assert is_dataclass(event)
    for field in fields(event):
        with pytest.raises(FrozenInstanceError):
            setattr(event, field.name, None)


@pytest.mark.rule("N4.52")
def test_who_works_leaves_the_others_that_moved_with_it_their_turn() -> None:
    state = table()
    movement.UnitMoved((F1, F2), PATH, 2, column=False).apply(state)
    movement.SpanRepairFailed(F2, BROKEN, 2, 6).apply(state)
    together = state.copy()
    movement.SpanDamaged(A1, WHOLE, 2).apply(state)

    assert together.units[F2].spent == 4
    assert together.activation is not None
    assert together.activation.acting == (F1, F2)
    assert state.activation is not None
    assert state.activation.acting == (A1,)
    assert state.activation.tried == (BROKEN, WHOLE)


@pytest.mark.rule("N3.4")
def test_an_event_that_tells_of_orders_is_known_to_its_own_side_only() -> None:
    telling = {
        kind
        for kind in EVENTS
        if is_dataclass(kind)
        and any(word in str(f.type) for f in fields(kind) for word in ("OrderStep", "LineId"))
    }
    assert orders.OrderDispatched in telling
    for event, _ in CASES:
        if type(event) in telling:
            assert event.is_known_to(FRENCH)
            assert not event.is_known_to(ALLIED)


def test_only_a_drawn_chit_reveals_something() -> None:
    assert [kind for kind in EVENTS if kind.reveals] == [turn.ChitDrawn]


def test_every_event_and_answer_can_stand_in_a_file() -> None:
    check_codec(NLC.system)
