"""What each event of assault, charge, spirit and recovery changes, for the test of all events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.events import combat, losses, movement
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Box
from tests.model.pads import with_fields
from tests.systems.nlc.positions import hexes, unit, units

FI, FII, AI = FormationId("FI"), FormationId("FII"), FormationId("AI")
F1, F2, F7, A1, A4 = units("F1 F2 F7 A1 A4")
LINES = (
    "F7 infantry 5/3-3 uar of:FII",
    "A4 infantry 4-3 0606 square attacked reduced",
)
"""Pieces for these events; on the table of all events they stand besides the others."""
PATH, THERE, TARGET = hexes("0101 0102 0103"), Hex("0103"), Hex("0303")
STRUCK: dict[str, Any] = {"hit": (FI, AI), "struck": {FI: ((1, TARGET),)}}
"""The formation of F1 has struck at that of A1."""

Change = Callable[[GameState], GameState]


def put_spirit(state: GameState) -> None:
    """One formation is demoralized and exhausted, and another has marched hard today."""
    state.spirit = replace(
        state.spirit,
        demoralized=(FII,),
        exhausted=(FII,),
        rested_hours={FII: 1},
        forced_hours={FI: 1},
    )


def with_units(names: str, **marks: Any) -> Change:
    """The table with other records of some units."""

    def change(state: GameState) -> GameState:
        for name in names.split():
            state.put_unit(replace(state.units[unit(name)], **marks))
        return state

    return change


def acting(**marks: Any) -> Change:
    """The table with another record of the activation."""

    def change(state: GameState) -> GameState:
        assert state.activation is not None
        return replace(state, activation=replace(state.activation, **marks))

    return change


def all_of(*changes: Change) -> Change:
    """One change after another."""

    def change(state: GameState) -> GameState:
        for one in changes:
            state = one(state)
        return state

    return change


ASSAULTS: list[tuple[Event, Change]] = [
    (combat.AssaultDeclared((F1,), TARGET), acting(assaulted=(TARGET,))),
    (combat.AssaultDropped((F1,), TARGET), with_fields()),
    (combat.AssaultRepeated((F1,), TARGET), with_fields()),
    (
        combat.ConfidenceRolled((F1,), TARGET, 4, 3, passed=True, is_final=False),
        all_of(
            with_units("F1", assaulted=True),
            with_units("A1", attacked=True),
            acting(confident=(FI,)),
            with_fields(**STRUCK),
        ),
    ),
    (
        combat.ConfidenceRolled((F1,), TARGET, 2, 5, passed=False, is_final=True),
        all_of(with_units("F1", assaulted=True), acting(confident=(FI,), daunted=(FI,))),
    ),
    (
        combat.RetreatedBeforeAssault((A1,), hexes("0303 0302")),
        all_of(with_units("A1", hex=Hex("0302")), acting(withdrew=(A1,))),
    ),
]

CHARGES: list[tuple[Event, Change]] = [
    (
        combat.ChargeDeclared((F2,), TARGET, hexes("0101 0202 0303")),
        all_of(with_units("F2", charged=True), with_fields(**STRUCK)),
    ),
    (combat.ReactionDeclared((A1,), PATH[0], (TARGET,)), acting(reacted=(A1,))),
    (
        combat.ReactionDeclared((A1,), PATH[0], (TARGET,), against_move=True),
        acting(reacted=(A1,), met_advance=True),
    ),
    (combat.ReactionResolved((F2,), (A1,), "both"), with_fields()),
    (
        # in its own move: it has acted then (N10.25)
        combat.Evaded((F1,), PATH),
        all_of(with_units("F1", hex=THERE, column=False, done=True), acting(withdrew=(F1,))),
    ),
    (
        combat.Evaded((A4,), hexes("0606 0605")),
        all_of(with_units("A4", hex=Hex("0605"), square=False), acting(withdrew=(A4,))),
    ),
    (
        combat.SquareFormed((F1,), THERE),
        with_units("F1", hex=THERE, square=True, column=False),
    ),
    (combat.SquareRemoved((A4,)), with_units("A4", square=False)),
    (combat.ChargeResolved((F2,), TARGET, "charge held"), with_fields()),
    (combat.PursuitMade((F2,), PATH), with_units("F2", hex=THERE, column=False)),
    (
        combat.PursuitMade((F1,), PATH),
        with_units("F1", hex=THERE, column=False, done=True),
    ),
    (combat.PursuitResolved((F2,), (A1,), 4, 1, loss=True), with_fields()),
    (losses.UnitRetreated(F1, PATH), with_units("F1", hex=THERE, column=False, done=True)),
    (losses.UnitRetreated(A4, hexes("0606 0605")), with_units("A4", hex=Hex("0605"), square=False)),
    (losses.FriendDisplaced(A4, THERE), with_units("A4", hex=THERE, square=False)),
    (movement.OverstackCured(A4, THERE), with_units("A4", hex=THERE, square=False)),
]

SPIRIT: list[tuple[Event, Change]] = [
    (losses.FormationDemoralized(FI, 5, 4), with_fields(demoralized=(FII, FI))),
    (losses.FormationRecovered(FII, 3, 4), with_fields(demoralized=())),
    (losses.FormationExhausted(FI), with_fields(exhausted=(FII, FI))),
    (losses.ExhaustionEnded(FII), with_fields(exhausted=(), rested_hours={})),
    (losses.RestCounted(((FII, 2),)), with_fields(rested_hours={FII: 2})),
    (
        losses.ForcedMarchDeclared(FI),
        all_of(acting(forced=(FI,)), with_fields(forced_hours={FI: 2})),
    ),
    (
        losses.ForcedMarchRolled(FI, 5, 4, 2, straggles=True, exhausts=False),
        with_fields(),
    ),
    (losses.RecoveryRolled(F7, 3, returns=True), with_fields()),
    (
        losses.UnitReturned(F7, THERE),
        with_units("F7", hex=THERE, box=None, reduced=True, disrupted=True),
    ),
    (losses.UnitLostForGood(F7), with_units("F7", box=Box.PEU)),
    (losses.StepRegained(A4), with_units("A4", reduced=False)),
]

CASES = [*ASSAULTS, *CHARGES, *SPIRIT]
