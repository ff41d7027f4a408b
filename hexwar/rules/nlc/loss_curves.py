"""What each formation lost over the turns of a game, told by its events (N15.6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hexwar.engine import Event
from hexwar.model.battle import Battle
from hexwar.model.events import (
    OverstackCured,
    StepLost,
    StepRegained,
    TurnBegan,
    UnitEliminated,
    UnitExited,
    UnitReturned,
)
from hexwar.model.forces import FormationId, UnitCard, UnitId
from hexwar.model.state import GameState
from hexwar.rules.nlc.demoralization import counted_for


@dataclass(frozen=True, slots=True)
class LossCurve:
    """The losses of one formation."""

    formation: FormationId
    lost: tuple[int, ...]  # SP: before the first turn, at the end of each turn, and now


def loss_curves(state: GameState, events: Iterable[Event]) -> tuple[LossCurve, ...]:
    """The losses of every formation that ever lost something, in the order of battle.

    Args:
        state: The table as it stands after the events; a view serves as well.
        events: All events of the game up to then.
    """
    now: dict[UnitId, int] = {}
    turns: list[dict[UnitId, int]] = []
    for event in events:
        if isinstance(event, TurnBegan):
            turns.append(now.copy())
        now |= _losses_after(state.battle, event)
    turns.append(now)
    formations = {counted_for(state, unit): None for turn in turns for unit in turn}
    return tuple(
        LossCurve(formation, tuple(_sum(state, turn, formation) for turn in turns))
        for formation in state.battle.formations
        if formation in formations
    )


def _sum(state: GameState, lost: dict[UnitId, int], formation: FormationId) -> int:
    return sum(sp for unit, sp in lost.items() if counted_for(state, unit) == formation)


def _losses_after(battle: Battle, event: Event) -> dict[UnitId, int]:
    """What a unit counts as lost after an event, SP; nothing for an event that changes none."""
    match event:
        case UnitEliminated(unit=unit) | UnitExited(unit=unit, supplied=False):
            return {unit: battle.units[unit].sp}
        case OverstackCured(unit=unit, hex=None):
            return {unit: battle.units[unit].sp}
        case StepLost(unit=unit):
            return {unit: _reduced(battle, unit)}
        case UnitReturned(unit=unit):
            card = battle.units[unit]
            return {unit: _reduced(battle, unit) if _has_reduced_side(card) else 0}
        case StepRegained(unit=unit):
            return {unit: 0}
    return {}


def _reduced(battle: Battle, unit: UnitId) -> int:
    """What a reduced unit has lost: one that begins the battle so has not lost that (N15.6)."""
    card = battle.units[unit]
    return 0 if unit in battle.reduced_at_start else card.sp - card.reduced_sp


def _has_reduced_side(card: UnitCard) -> bool:
    return card.steps > 1 and card.reduced_sp > 0
