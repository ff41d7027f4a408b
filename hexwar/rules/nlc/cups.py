"""Chits and cups: who has a chit, which cup it goes into, whether it has an effect (N4.4)."""

from __future__ import annotations

from hexwar.model.battle import TurnKind
from hexwar.model.forces import FormationId, Side
from hexwar.model.orders import LineId, Verb
from hexwar.model.state import GameState
from hexwar.rules.nlc.arrivals import due_units
from hexwar.rules.nlc.numbers import numbers_of

COMMON = "common"
"""The option of one cup for both sides (N4.45)."""

COORDINATED = "coordinated:"
"""How the name of a Coordinated Action chit begins; the side follows (N3.1)."""


def has_chit(state: GameState, formation: FormationId) -> bool:
    """Whether a formation gets a chit this turn: a unit on the map or due (N4.42, N4.44)."""
    if not state.battle.formations[formation].has_chit or _rests_by_night(state, formation):
        return False
    on_map = any(state.units[u].hex is not None for u in state.units_of(formation))
    return on_map or bool(due_units(state, formation))


NIGHT_VERBS = (Verb.MARCH, Verb.FALL_BACK, Verb.RESERVE, Verb.GENERAL_RETREAT)
"""What a formation may be about in a Night AM turn (N17.2)."""


def _rests_by_night(state: GameState, formation: FormationId) -> bool:
    """Whether a formation does not act because of the night: it neither marches nor rests."""
    if state.turn_card.kind is not TurnKind.NIGHT_AM:
        return False
    line = state.lines.get(LineId(formation))
    return line is not None and bool(line.steps) and line.step.verb not in NIGHT_VERBS


def discard_reason(state: GameState, formation: FormationId) -> str | None:
    """Why a formation's chit has no effect, or None where the formation acts (N4.44)."""
    if formation in state.acted:
        return "it has acted this turn"
    return None if has_chit(state, formation) else "no unit of it is left"


def coordinated_chit(side: Side) -> FormationId:
    """The chit of a side's Coordinated Action (N3.1)."""
    return FormationId(f"{COORDINATED}{side}")


def coordinated_side(chit: FormationId) -> Side | None:
    """Whose Coordinated Action a chit is; None for a formation's own chit."""
    return Side(chit.removeprefix(COORDINATED)) if chit.startswith(COORDINATED) else None


def cup_of(state: GameState, side: Side) -> Side:
    """The cup that a side's chits go into; the common cup is kept under the first player."""
    chosen = state.battle.options.get("cups") or numbers_of(state.battle).cups.default
    return state.battle.first_player if chosen == COMMON else side


def odd_side(state: GameState) -> Side:
    """The side whose cup an odd die names: the French (N4.41), else the first player."""
    french = Side("french")
    return french if french in state.battle.sides else state.battle.first_player
