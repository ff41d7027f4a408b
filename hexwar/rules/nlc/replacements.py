"""Successors of captured formation commanders (N14.6, N14.71)."""

from __future__ import annotations

from hexwar.engine import Table
from hexwar.model.events import LeaderReplaced
from hexwar.model.forces import LeaderId, Role
from hexwar.model.orders import LineId
from hexwar.model.state import GameState
from hexwar.rules.nlc.command import centre_of
from hexwar.rules.nlc.numbers import numbers_of


def replace_leaders(table: Table[GameState]) -> None:
    """N14.6: in Turn End the successors who are due appear on their senior units.

    One whose formation has no unit on the map waits until it has. A captured OC or WC has no
    successor: his corps answer to the next superior (N14.71).
    """
    for leader in sorted(table.state.lost_leaders):
        if is_replacement_due(table.state, leader):
            formation = table.state.battle.leaders[leader].formation
            hex_ = centre_of(table.state, LineId(formation))
            if hex_ is not None:
                table.emit(LeaderReplaced(leader, hex_))


def is_replacement_due(state: GameState, leader: LeaderId) -> bool:
    """Whether a captured commander's successor appears in this Turn End: the second one after."""
    if state.battle.leaders[leader].role in (Role.OVERALL, Role.WING, Role.HQ):
        return False
    turn_ends = state.turn - state.lost_leaders[leader] + 1
    return turn_ends >= numbers_of(state.battle).leader.replacement_turns
