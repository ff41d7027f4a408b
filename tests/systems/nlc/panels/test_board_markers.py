"""What weighs on units beside their own records shows on their counters at once (N15, N20.83)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.panels.describe import state_words
from hexwar.systems.nlc.panels.markers import markers_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.pieces import Activation, Box, Segment
from hexwar.widgets.board.contents import Contents
from hexwar.widgets.counters.faces import CounterFace, State
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import OPEN, position

F1, F2, T1 = UnitId("F1"), UnitId("F2"), UnitId("FT")
FI, FII = FormationId("FI"), FormationId("FII")


@pytest.fixture
def state() -> GameState:
    lines = (
        "F1 infantry 5-3 0303 of:FI",
        "FT train 0303 of:FI",
        "F2 infantry 4-3 0404 of:FI from:FII",
        "F3 infantry 4-3 0505 of:FII",
        "A1 infantry 5-3 0909",
    )
    return position(OPEN, *lines)


def states(contents: Contents, state: GameState, unit: UnitId) -> set[State]:
    face = contents.piece(state, unit, markers_of(state)).face
    assert isinstance(face, CounterFace)
    return set(face.states)


@pytest.mark.rule("N12.8")
def test_a_demoralized_formation_marks_its_combat_units_wherever_they_are(state: GameState) -> None:
    contents = Contents(state.battle)
    assert states(contents, state, F1) == set()
    state.spirit = replace(state.spirit, demoralized=(FI,))

    assert states(contents, state, F1) == {State.DEMORALIZED}
    assert states(contents, state, T1) == set()
    state.spirit = replace(state.spirit, demoralized=(), exhausted=(FI,))
    assert states(contents, state, F1) == {State.EXHAUSTED}

    state.spirit = replace(state.spirit, demoralized=(FII,), exhausted=())
    assert states(contents, state, F2) == {State.DEMORALIZED}
    assert states(contents, state, F1) == set()

    state.spirit = replace(state.spirit, demoralized=(FI,))
    assert states(contents, state, F2) == set()
    state.put_unit(replace(state.units[UnitId("F3")], hex=None, box=Box.RESERVE))
    assert states(contents, state, F2) == {State.DEMORALIZED}


def test_who_is_out_of_supply_or_command_is_marked(state: GameState) -> None:
    contents = Contents(state.battle)
    assert states(contents, state, F1) == set()
    state.supply = replace(state.supply, unsupplied=frozenset({F1}))
    assert states(contents, state, F1) == {State.OUT_OF_SUPPLY}
    assert states(contents, state, F2) == set()

    acting = Activation(FI, Side("french"), Segment.MOVEMENT, had_contact=False)
    state.activation = replace(acting, out_of_command=(F1,))
    assert states(contents, state, F1) == {State.OUT_OF_SUPPLY, State.OUT_OF_COMMAND}
    state.activation = acting
    assert states(contents, state, F1) == {State.OUT_OF_SUPPLY}


@pytest.mark.rule("N4.46")
@each(
    "marks",
    {"moved": True, "spent": 10},
    {"assaulted": True},
    {"bombarded": Hex("0404")},
    {"done": True},
)
def test_only_who_has_acted_this_turn_looks_done(state: GameState, marks: dict[str, Any]) -> None:
    contents = Contents(state.battle)
    fresh = contents.piece(state, F1, markers_of(state)).face
    state.put_unit(replace(state.units[F1], **marks))
    assert contents.piece(state, F1, markers_of(state)).face == fresh
    assert state_words(state, F1) == []

    state.chits = replace(state.chits, acted=(FII,))
    assert contents.piece(state, F1, markers_of(state)).face == fresh
    state.chits = replace(state.chits, acted=(FII, FI))
    assert contents.piece(state, F1, markers_of(state)).face != fresh
    assert state_words(state, F1) != []


def test_a_square_and_a_road_column_of_the_turn_before_are_marked(state: GameState) -> None:
    contents = Contents(state.battle)
    state.put_unit(replace(state.units[F1], square=True))
    assert states(contents, state, F1) == {State.SQUARE}
    assert contents.piece(state, F1, markers_of(state)) is contents.piece(
        state, F1, markers_of(state)
    )
    assert state.units[F1].hex == Hex("0303")

    state.put_unit(replace(state.units[F1], moved=True, column=True, square=False))
    assert states(Contents(state.battle), state, F1) == {State.COLUMN}
    assert state_words(state, F1) == ["road column"]
