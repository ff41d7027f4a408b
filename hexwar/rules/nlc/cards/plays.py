"""What it takes to say how a card acts: whom it can name, and what happens then (N23.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hexwar.engine import Flow, Table
from hexwar.model.forces import Side
from hexwar.model.state import GameState

Subjects = tuple[str, ...]
"""Ids that a card names when it is played: a formation, a stack of units, a hex, ..."""

Targets = Callable[[GameState, Side], Sequence[Subjects]]
"""Every choice of subjects that is legal now, the default first. None at all: the card is
inapplicable. One that is empty: there is nobody to name."""

Worth = Callable[[GameState, Side, Subjects], int]
"""The VP that a card counts for a side when it is played on some subjects."""

Act = Callable[[Table[GameState], Side, Subjects], Flow]
"""What happens when a side has played the card on some subjects."""


def anyone(state: GameState, side: Side) -> Sequence[Subjects]:  # noqa: ARG001
    """The targets of a card that names nobody and is always applicable."""
    return ((),)


@dataclass(frozen=True, slots=True)
class Play:
    """How a card acts under NLC."""

    act: Act
    targets: Targets = anyone
    worth: Worth | None = None  # None: the VP that are printed on the card
    is_force: bool = False  # it says "pick one force": in restricted play chance picks (N23.3)
    by_enemy: bool = False  # its player may decide about the enemy's forces
