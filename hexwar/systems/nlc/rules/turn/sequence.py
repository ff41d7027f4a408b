"""The sequence of play: which procedure comes next, told from the table alone (N4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexwar.engine import Flow, Table
from hexwar.ground.hiding import touch, touched
from hexwar.systems.nlc.events.orders import WritingBegan
from hexwar.systems.nlc.events.turn import PhaseBegan, TurnBegan, TurnEnded
from hexwar.systems.nlc.rules.arrivals.arrivals import place_headquarters, vary_arrivals
from hexwar.systems.nlc.rules.cards.phase import end_cards, play_cards
from hexwar.systems.nlc.rules.combat.assault import assault_segment
from hexwar.systems.nlc.rules.combat.bombardment import bombardment_segment
from hexwar.systems.nlc.rules.combat.charge import charge_segment
from hexwar.systems.nlc.rules.command.leaders import replace_leaders
from hexwar.systems.nlc.rules.losses.demoralization import review
from hexwar.systems.nlc.rules.losses.rally import rally_phase
from hexwar.systems.nlc.rules.movement.exhaustion import count_rest
from hexwar.systems.nlc.rules.movement.hidden_forces import cover_forces
from hexwar.systems.nlc.rules.movement.hidden_movement import next_to_place, place_hidden
from hexwar.systems.nlc.rules.movement.reports import count_reports, report, sightings
from hexwar.systems.nlc.rules.movement.segment import command_segment, movement_segment
from hexwar.systems.nlc.rules.orders.phase import orders_phase
from hexwar.systems.nlc.rules.orders.steps import test_all_steps
from hexwar.systems.nlc.rules.turn.actions import (
    determine_coordination,
    fill_cups,
    initial_phase,
)
from hexwar.systems.nlc.rules.turn.basic import action_phase
from hexwar.systems.nlc.rules.turn.consolidation import command_moves, consolidation_segment
from hexwar.systems.nlc.rules.turn.runs import chit_phase
from hexwar.systems.nlc.rules.turn.weather import weather_phase
from hexwar.systems.nlc.rules.victory.victory import (
    automatic_winner,
    end_at_once,
    end_by_collapse,
    end_of_game,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Phase, Segment, Writing

Procedure = Callable[[Table[GameState]], Flow]


def sequence(table: Table[GameState]) -> Flow:
    """The next procedure of the turn, from the markers on the table (N4)."""
    state = table.state
    if automatic_winner(state) is not None:
        return end_at_once(table)
    if next_to_place(state) is not None:
        return place_hidden(table)
    if touched(state):
        return reveal_contacts(table)
    if any(sightings(state)):
        return send_reports(table)
    if state.activation is not None:
        return SEGMENTS[state.activation.segment](table)
    return PHASES[state.phase](table)


async def reveal_contacts(table: Table[GameState]) -> None:
    """N20.2: who stands next to the enemy is not hidden any more."""
    touch(table)


async def send_reports(table: Table[GameState]) -> None:
    """N20.3: vedettes see hidden forces."""
    report(table)


async def card_phase(table: Table[GameState]) -> None:
    """N4, N23: cards are played; then the Orders Phase begins, and an HQ due arrives (N5.83).

    Before it the dice are thrown for groups that are due in two turns (T20.4).
    """
    await vary_arrivals(table)
    await play_cards(table)
    table.emit(PhaseBegan(Phase.ORDERS))
    if not table.state.battle.is_basic:
        table.emit(WritingBegan(Writing.DELIVERY))
    await place_headquarters(table)
    if table.state.battle.is_basic:  # nothing is written (N26.1)
        table.emit(PhaseBegan(Phase.ACTIONS))


async def coordinated_phase(table: Table[GameState]) -> None:
    """N4.3: who has a Coordinated Action; then the chits go into the cups."""
    await determine_coordination(table)
    await fill_cups(table)


async def rally(table: Table[GameState]) -> None:
    """N13: each side rallies; then the turn ends."""
    if len(table.state.rallied) < len(table.state.battle.sides):
        await rally_phase(table)
    else:
        table.emit(PhaseBegan(Phase.TURN_END))


async def turn_end(table: Table[GameState]) -> None:
    """N4.7, N4.71: OC and HQ move, orders and spirits are tested; the next turn begins, or none.

    A side whose formations are all demoralized has lost (N15.4); after the last turn points
    decide (N4.9).
    """
    state = table.state
    if state.turn > 0 and len(state.commanded) < len(state.battle.sides):
        await command_moves(table)
        return
    if state.turn == 0:
        for side in state.battle.sides:
            await cover_forces(table, side)
    if state.turn > 0:
        await test_all_steps(table)
        end_cards(table)
        count_rest(table)
        review(table)
        if end_by_collapse(table):
            return
    replace_leaders(table)
    if state.turn > 0:
        table.emit(TurnEnded(state.turn))
    if state.turn >= len(state.battle.turns):
        await end_of_game(table)
        return
    following = state.battle.turn(state.turn + 1)
    table.emit(TurnBegan(following.number, following.kind.value))
    count_reports(table)


PHASES: Mapping[Phase, Procedure] = {
    Phase.WEATHER: weather_phase,
    Phase.CARDS: card_phase,
    Phase.ORDERS: orders_phase,
    Phase.INITIAL: initial_phase,
    Phase.COORDINATED: coordinated_phase,
    Phase.CHITS: chit_phase,
    Phase.ACTIONS: action_phase,
    Phase.RALLY: rally,
    Phase.TURN_END: turn_end,
}

SEGMENTS: Mapping[Segment, Procedure] = {
    Segment.COMMAND: command_segment,
    Segment.MOVEMENT: movement_segment,
    Segment.BOMBARDMENT: bombardment_segment,
    Segment.CHARGE: charge_segment,
    Segment.ASSAULT: assault_segment,
    Segment.CONSOLIDATION: consolidation_segment,
}
