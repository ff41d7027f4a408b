"""Blücher: his charges, his presence near an attack, and his duty to stay near it (N7.6, N7.8)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.hexes import Hex
from hexwar.model.forces import LeaderId, Side, UnitId
from hexwar.model.state import GameState
from hexwar.rules.nlc.command import is_in_range
from hexwar.rules.nlc.pad import is_under

BLUCHER = "blucher-charge"
"""The special rule of a leader who drives cavalry and attacks on (N7.6)."""


def blucher_of(state: GameState, side: Side) -> LeaderId | None:
    """A side's leader on the map who drives its attacks on as Blücher does, or None."""
    cards = state.battle.leaders
    return next(
        (
            leader.id
            for leader in state.leaders.values()
            if leader.hex is not None
            and cards[leader.id].side == side
            and BLUCHER in cards[leader.id].special
        ),
        None,
    )


def leads_charge(state: GameState, units: Sequence[UnitId]) -> bool:
    """Whether Blücher leads charging cavalry: it is under him and in his range (N7.6, N2.32).

    His reaction charges check at +1, and a square against his cavalry at -1.

    Args:
        state: The table.
        units: Cavalry of one hex and formation, as it charges.
    """
    hex_ = state.units[units[0]].hex
    leader = blucher_of(state, state.side_of(units[0]))
    if leader is None or hex_ is None or not is_in_range(state, leader, hex_):
        return False
    return is_under(state, leader, state.formation_of(units[0]).id)


def commands_near(state: GameState, side: Side, hex_: Hex) -> bool:
    """Whether a hex is in the command range of a side's Blücher (N7.6, N8.31)."""
    leader = blucher_of(state, side)
    return leader is not None and is_in_range(state, leader, hex_)
