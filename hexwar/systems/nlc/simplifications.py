"""What this release does not build yet, each as one named function.

The rulebook lists them on its page "Not yet built". The release that builds a rule removes its
function here.
"""

from __future__ import annotations

from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId


def is_in_supply(state: GameState, unit: UnitId) -> bool:  # noqa: ARG001
    """Not yet built (N16.1): supply is checked at eliminations only; who is on the map has it."""
    return True
