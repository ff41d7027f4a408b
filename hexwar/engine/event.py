"""Facts: the only things that change a state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Fits:
    """What a value must be besides of its type, where it comes out of a file.

    It stands in the type of a field, as `Annotated[str, Fits({"C", "D", "X"}.__contains__)]`;
    what the rules write is not asked.
    """

    is_fit: Callable[[Any], bool]

    def see(self, value: Any) -> Any:
        """The value as it is.

        Raises:
            ValueError: It does not fit.
        """
        if not self.is_fit(value):
            raise ValueError
        return value

    def __get_pydantic_core_schema__(self, kind: Any, schema_of: Callable[[Any], Any]) -> Any:
        """How what reads files is told of it; the name is pydantic's, which asks for it."""
        seen = {"type": "no-info", "function": self.see}
        return {"type": "function-after", "function": seen, "schema": schema_of(kind)}


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
    rule: ClassVar[str] = ""  # id of the rule that brings it about

    is_open: ClassVar[bool] = False
    """Whether both sides may know of it. A class that does not say so is told to nobody."""

    def is_known_to(self, side: str) -> bool:  # noqa: ARG002
        """Whether a side may know of it; what shows events to players asks this."""
        return self.is_open

    keeps_derived: ClassVar[bool] = False
    """Whether it provably changes nothing that is worked out from a state and kept there."""

    def happen(self, state: Any) -> None:
        """Write the fact into `state`: the one door by which events reach a state.

        What was worked out from the state before is forgotten, unless the class keeps it.
        """
        self.apply(state)
        if not self.keeps_derived:
            state.forget()

    @property
    def cell(self) -> str:
        """The cell of a table of the rules that it was read from; empty for most. For tallies."""
        return ""

    @abstractmethod
    def apply(self, state: Any) -> None:
        """Write the fact's own fields; `happen` calls it."""


class Remark(Event):
    """A fact that changes nothing on the table: a die, a finding, a word for the log."""

    __slots__ = ()

    keeps_derived: ClassVar[bool] = True

    def apply(self, state: Any) -> None:
        """Nothing on the table changes; what follows are events of their own."""
