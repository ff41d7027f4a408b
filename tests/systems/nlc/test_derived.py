"""What is worked out from the state and kept: it is never older than the state."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.app.games import new_match
from hexwar.engine import Table
from hexwar.ground import zones
from hexwar.ground.movement import can_step, held_or_controlled, movers, steps_freely
from hexwar.ground.traces import command_field, is_near_any, stop_cells
from hexwar.ground.vedettes import closed_to_vedettes
from hexwar.systems.nlc.events.orders import OrderInForce
from hexwar.systems.nlc.events.turn import ChitDiscarded, PhaseBegan
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.combat.assault_law import targets
from hexwar.systems.nlc.rules.combat.screening import skirmishes
from hexwar.systems.nlc.rules.command.leaders import leader_ends
from hexwar.systems.nlc.rules.movement.vedettes import screens, vedettes_of_body
from hexwar.systems.nlc.rules.orders.pad import giver_of, lines_under
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.supply.lines import borrowers, is_supplied, sources
from hexwar.systems.nlc.rules.turn.activation import units_of_body
from hexwar.systems.nlc.rules.turn.consolidation import movable_leaders
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Phase
from tests.systems.nlc.cases import each
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import ALLIED, FRENCH, unit
from tests.systems.nlc.supplies import laid

SIDES = (FRENCH, ALLIED)
OF_A_SIDE = (
    zones.zone,
    zones.enemy_zone_cells,
    zones.enemy_cells,
    zones.friendly_cells,
    held_or_controlled,
    zones.lost_landings,
    stop_cells,
    sources,
    borrowers,
    closed_to_vedettes,
)


def fresh(state: GameState) -> GameState:
    """A copy that has nothing in common with a state of what was worked out from it."""
    twin = state.copy()
    twin.stances.clear()
    return twin


def derived(state: GameState) -> dict[str, Any]:
    """Everything that is kept of a state, as it now answers."""
    found: dict[str, Any] = {
        f"{field.__name__} {side}": field(state, side) for side in SIDES for field in OF_A_SIDE
    }
    found |= {f"supply of {unit.id}": is_supplied(state, unit.id) for unit in state.on_map()}
    for leader in state.leaders.values():
        if leader.hex is not None:
            side = state.battle.leaders[leader.id].side
            reached = command_field(state, side, leader.hex, limit=4).distances()
            found[f"command of {leader.id}"] = reached
            found[f"rides of {leader.id}"] = leader_ends(state, leader.id)
        found[f"lines of {leader.id}"] = lines_under(state, leader.id)
    for unit_ in state.on_map():
        found[f"leave of {unit_.id}"] = permissions(state, unit_.id)
        found[f"group of {unit_.id}"] = movers(state, (unit_.id,))
    found |= {f"giver of {line}": giver_of(state, line) for line in state.pad.lines}
    acting = state.activation
    if acting is not None:
        bodies = (units_of_body, movable_leaders, targets, vedettes_of_body, screens, skirmishes)
        for kept in bodies:
            found[kept.__name__] = kept(state, acting.formation)
    return found


@each(
    "scenario answers options",
    ("hold-the-bridge", 150, {}),
    ("brienne", 30, {}),
    ("champaubert", 60, {"vedettes": "on"}),
)
def test_after_every_event_all_kept_is_what_a_copy_works_out(
    scenario: str, answers: int, options: dict[str, str]
) -> None:
    match = new_match(scenario, dict.fromkeys(SIDES, "random"), "1", options)
    for _ in range(answers):
        if match.session.pending is not None:
            match.step()
    state = NLC.system.start(match.session.header)
    derived(state)
    for event in match.session.events:
        event.happen(state)
        assert derived(state) == derived(fresh(state)), event


@each("scenario answers", ("hold-the-bridge", 90), ("brienne", 200))
def test_one_search_finds_who_is_in_command_range_of_any(scenario: str, answers: int) -> None:
    match = new_match(scenario, dict.fromkeys(SIDES, "random"), "2")
    for _ in range(answers):
        match.step()
    state, limit = match.session.state, 3
    for side in SIDES:
        held = zones.enemy_hexes(state, side)
        hexes = tuple(sorted({u.hex for u in state.on_map(side) if u.hex is not None} - held))[:6]
        for hex_ in state.battle.battlefield.grid.hexes[::3]:
            if hex_ not in held:
                fields = (command_field(state, side, hex_, limit).halves(h) for h in hexes)
                expected = any(halves is not None for halves in fields)
                assert is_near_any(state, side, hex_, hexes, limit) == expected, (side, hex_)


@pytest.mark.rule("N16.7")
def test_what_is_worked_out_is_kept_but_for_a_new_order_or_event() -> None:
    state = laid("F1 infantry 3-3 1801", "F2 infantry 3-3 1701", "F9 train 0301")
    table = Table(state)
    assert not is_supplied(state, unit("F1"))
    table.emit(OrderInForce(FRENCH, LineId("FI"), steps("march 2001")))
    assert is_supplied(state, unit("F1"))
    for is_kept in (True, False):
        state = laid("F1 infantry 3-3 1801")
        zones.zone(state, FRENCH)
        event = ChitDiscarded(FormationId("FI"), "") if is_kept else PhaseBegan(Phase.RALLY)
        Table(state).emit(event)
        assert bool(state.cache) is is_kept


@each("scenario answers", ("hold-the-bridge", 90), ("brienne", 300))
def test_who_steps_freely_can_step_by_the_law(scenario: str, answers: int) -> None:
    match, free = new_match(scenario, dict.fromkeys(SIDES, "random"), "3"), 0
    for _ in range(answers):
        match.step()
        state = match.session.state
        for record in state.on_map():
            if steps_freely(state, record.id):
                free += 1
                order = permissions(state, record.id)
                assert can_step(state, movers(state, (record.id,)), order), record
    assert free
