"""The greedy player and his pontoon train: a bridge toward the objective, and no other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.app.games import new_match
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.movement.works import PontoonAct, PontoonTask, WorkPontoon
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from tests.ai.asking import answer
from tests.systems.nlc.orders import put_orders

TRAIN = UnitId("CO-1-06")
BANKS = (Hex("0608"), Hex("0609"))
LAY = PontoonTask(BANKS, PontoonAct.DEPLOY)


@pytest.fixture(scope="module")
def reached() -> GameState:
    """The train has come to its bank, and may lay its bridge."""
    players = {Side("french"): "greedy", Side("allied"): "greedy"}
    match = new_match("river-crossing", players, "0")
    while not isinstance(match.session.pending, WorkPontoon):
        match.step()
    state: GameState = match.session.state
    return state


def asked(state: GameState) -> PontoonTask | None:
    given: PontoonTask | None = answer(state, WorkPontoon("allied", TRAIN))
    return given


@pytest.mark.rule("T18.2")
def test_a_bridge_is_laid_toward_the_objective_only_and_left_there(reached: GameState) -> None:
    assert asked(reached) == LAY
    state = reached.copy()
    state.put_unit(replace(state.units[TRAIN], bridging=BANKS))
    assert list(WorkPontoon("allied", TRAIN).options(state)) == [
        PontoonTask(BANKS, PontoonAct.TAKE_UP),
        None,
    ]
    assert asked(state) is None
    for order in ("attack 0911", "defend 0609"):
        state = reached.copy()
        put_orders(state, f"CO-1: {order}")
        assert asked(state) is None
