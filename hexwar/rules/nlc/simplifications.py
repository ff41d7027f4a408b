"""What this release does not build yet, each as one named function.

The rulebook lists them on its page "Not yet built". The release that builds a rule removes its
function here.
"""

from __future__ import annotations

from hexwar.model.forces import FormationId, UnitId
from hexwar.model.state import GameState


def is_in_command(state: GameState, unit: UnitId) -> bool:  # noqa: ARG001
    """Not yet built (N14.3-N14.4): every unit is in command."""
    return True


def is_in_supply(state: GameState, unit: UnitId) -> bool:  # noqa: ARG001
    """Not yet built (N16): every unit is in supply, so losses go to the UAR box."""
    return True


def weather_now(state: GameState) -> str:
    """Not yet built (N18): the weather stays as the scenario starts it."""
    return state.battle.weather_start


def may_take_initial_action(state: GameState) -> bool:  # noqa: ARG001
    """Not yet built (N4.2): nobody has an Initial Action."""
    return False


def may_coordinate(state: GameState) -> bool:  # noqa: ARG001
    """Not yet built (N4.3): nobody has a Coordinated Action."""
    return False


def may_combine(state: GameState, one: FormationId, other: FormationId) -> bool:  # noqa: ARG001
    """Not yet built (N4.32, N12.28): only units of one formation assault together (N4.33)."""
    return one == other
