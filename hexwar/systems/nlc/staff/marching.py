"""Who of a formation moves next (N4.52): guns last when it goes forward, first when it goes back.

Somebody of a line that delays must stay near the enemy, and the last who can do so is held to it
(N12.25): that should not be the guns.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.systems.nlc.player import movement as greedy
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, Turn
from hexwar.systems.nlc.rules.orders.permissions import unit_row
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId


def next_to_move(question: Question[ActivateUnit, Turn]) -> Turn:
    """Guns that are to go back; then one after the other as they come."""
    single = (one[0] for one in question.options if isinstance(one, tuple) and len(one) == 1)
    guns = (unit for unit in single if is_to_go_back(question.state, unit))
    first = greedy.first_to_move(question.outlook, guns)
    return greedy.next_to_move(question) if first is None else (first,)


def first_to_move(outlook: Outlook, units: Iterable[UnitId]) -> UnitId | None:
    """Who of some units goes first; nobody where all are at their post."""
    waiting = list(units)
    guns = (unit for unit in waiting if is_to_go_back(outlook.state, unit))
    first = greedy.first_to_move(outlook, guns)
    return greedy.first_to_move(outlook, waiting) if first is None else first


def is_to_go_back(state: GameState, unit: UnitId) -> bool:
    """Whether a unit is a battery on the map whose order is to give way to the enemy."""
    card = state.card(unit)
    if not card.arm.is_artillery or state.units[unit].hex is None:
        return False
    row = unit_row(state, unit)
    return row.ends == "outnumbered" or bool(row.retires or row.leaves)
