"""Facts: the only things that change a state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar


class Event(ABC):
    """A fact of the game, written as a frozen, slotted dataclass of ids and deltas.

    Applying events is the only way a state changes, so a game can be rebuilt from its events
    without running a rule. An event never rolls dice, asks, or looks at another state. Its
    fields must be of types that can be written to a save file, and no sets: their order is
    another one in every process.
    """

    __slots__ = ()

    reveals: ClassVar[bool] = False
    """Whether something hidden becomes known by it: nobody may undo past that."""
    rule: ClassVar[str] = ""
    """Id of the rule that brings it about."""

    def is_known_to(self, side: str) -> bool:  # noqa: ARG002
        """Whether a side may know of it; what shows events to players asks this."""
        return True

    @abstractmethod
    def apply(self, state: Any) -> None:
        """Write the fact into `state`."""
