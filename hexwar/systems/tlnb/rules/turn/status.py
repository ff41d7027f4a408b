"""The Status Segment, and from one Player-Turn to the next (T2.7, T2.11, T2.12)."""

from __future__ import annotations

from hexwar.engine import Table
from hexwar.systems.tlnb.events.turn import PlayerTurnBegan
from hexwar.systems.tlnb.rules.cards.segment import tally
from hexwar.systems.tlnb.rules.command.marches import end_marches
from hexwar.systems.tlnb.rules.losses.demoralization import review
from hexwar.systems.tlnb.rules.movement.hidden import cover_forces
from hexwar.systems.tlnb.rules.special.leading import count_rest
from hexwar.systems.tlnb.rules.special.places import release
from hexwar.systems.tlnb.rules.supply.trains import capture_trains
from hexwar.systems.tlnb.rules.victory.victory import (
    end_by_capture,
    end_by_collapse,
    end_by_points,
    take_hexes,
)
from hexwar.systems.tlnb.state import TlnbState


async def begin_game(table: Table[TlnbState]) -> None:
    """Both sides hide what no enemy sees (T16.8); then the first Player-Turn begins."""
    for side in table.state.battle.sides:
        await cover_forces(table, side)
    first = table.state.battle.turn(1)
    table.emit(PlayerTurnBegan(1, table.state.battle.first_player, first.kind.value))


async def status_segment(table: Table[TlnbState]) -> None:
    """D: demoralization, control, trains, who has won at once; the next player (T2.1, T2.11)."""
    state = table.state
    count_rest(table)
    release(table)
    review(table)
    end_marches(table)
    take_hexes(table)
    capture_trains(table)
    if end_by_collapse(table) or end_by_capture(table):
        tally(table)
        return
    is_second = state.player == 1
    turn = state.turn + is_second
    if turn > state.last_turn:
        tally(table)
        end_by_points(table)
        return
    kind = state.battle.turn(turn).kind.value
    table.emit(PlayerTurnBegan(turn, state.waiting, kind))
