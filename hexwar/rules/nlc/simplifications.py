"""What this release does not build yet, each as one named function.

The rulebook lists them on its page "Not yet built". The release that builds a rule removes its
function here.
"""

from __future__ import annotations

from hexwar.model.forces import FormationId, UnitId
from hexwar.model.state import GameState


def is_in_supply(state: GameState, unit: UnitId) -> bool:  # noqa: ARG001
    """Not yet built (N16): every unit is in supply, so losses go to the UAR box."""
    return True


def weather_now(state: GameState) -> str:
    """Not yet built (N18): the weather stays as the scenario starts it."""
    return state.battle.weather_start


def is_demoralized(state: GameState, formation: FormationId) -> bool:  # noqa: ARG001
    """Not yet built (N15, N20.8): no formation is demoralized or exhausted."""
    return False


def has_bombardment_target(state: GameState, unit: UnitId) -> bool:  # noqa: ARG001
    """Not yet built (N9): nobody bombards, so no battery may stay for a target (N12.33)."""
    return False
