"""What a flow may touch."""

from __future__ import annotations

from collections.abc import Container
from typing import Generic, TypeVar

from hexwar.engine.errors import KernelError
from hexwar.engine.event import Event

S = TypeVar("S")


class Table(Generic[S]):
    """The state to read, and `emit` to change it."""

    __slots__ = ("_events", "_known", "_state")

    def __init__(
        self,
        state: S,
        events: list[Event] | None = None,
        known: Container[type[Event]] | None = None,
    ) -> None:
        """Lay out a table.

        Args:
            state: The state that events will be applied to.
            events: Where emitted events are kept; a list of its own when None.
            known: The event classes that may be emitted; any when None.
        """
        self._state = state
        self._events: list[Event] = [] if events is None else events
        self._known = known

    @property
    def state(self) -> S:
        """The state as the events so far have made it. Read it; only events write."""
        return self._state

    @property
    def events(self) -> list[Event]:
        """The events so far, oldest first."""
        return self._events

    def emit(self, event: Event) -> None:
        """Apply `event` to the state and keep it.

        Raises:
            KernelError: The system does not list the event's class.
        """
        if self._known is not None and type(event) not in self._known:
            raise KernelError(f"The system does not list the event {type(event).__name__}.")
        event.happen(self._state)
        self._events.append(event)
