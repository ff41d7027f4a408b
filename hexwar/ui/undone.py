"""What could still be done in an activation: asked before it is ended for good."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexwar.engine import Decision
from hexwar.model.pieces import Segment
from hexwar.model.state import GameState
from hexwar.rules.nlc.activation import ActivateUnit, unmoved
from hexwar.rules.nlc.assault import DeclareAssault
from hexwar.rules.nlc.preview import left_undone

_BEFORE_ASSAULT = (Segment.COMMAND, Segment.MOVEMENT, Segment.BOMBARDMENT, Segment.CHARGE)


def left_in_activation(view: GameState, decision: Decision[Any]) -> list[str]:
    """Everything that is still possible, in sentences: moves, assaults, leaders and trains."""
    return [*_assaults(view), *left_undone(view, decision)]


def has_weight(view: GameState, decision: Decision[Any]) -> bool:
    """Whether troops could still act; leaders and trains alone need no question."""
    activation = view.activation
    if activation is None:
        return False
    may_move = isinstance(decision, ActivateUnit) and any(unmoved(view, activation.formation))
    return may_move or any(_assaults(view))


def _assaults(view: GameState) -> Iterator[str]:
    """The assaults that would be open now, whether their segment has come or is still to come."""
    activation = view.activation
    if activation is None or activation.segment not in (*_BEFORE_ASSAULT, Segment.ASSAULT):
        return
    question = DeclareAssault(activation.side, activation.formation)
    place = view.battle.battlefield.name_of
    for target in dict.fromkeys(o.target for o in question.options(view) if o is not None):
        yield f"{place(target)} may still be assaulted"
