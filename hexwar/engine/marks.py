"""Marks: the instants between two flows, when the state alone says what comes next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from hexwar.engine.system import S


class Mark(Generic[S]):
    """A free checkpoint. Its state is never changed: play goes on from a copy."""

    __slots__ = ("_digest", "_hash", "events", "journal", "luck", "state")

    def __init__(
        self,
        journal: int,
        events: int,
        luck: int,
        state: S,
        hash_of: Callable[[S], str],
        *,
        digest: str = "",
    ) -> None:
        """Keep an instant.

        Args:
            journal: Entries of the journal so far.
            events: Events so far.
            luck: How many times chance has chosen so far.
            state: A copy of the state.
            hash_of: The system's digest.
            digest: The digest where it is known already.
        """
        self.journal = journal
        self.events = events
        self.luck = luck
        self.state = state
        self._hash = hash_of
        self._digest = digest

    @property
    def digest(self) -> str:
        """Hash of the state, computed when it is first asked for."""
        if not self._digest:
            self._digest = self._hash(self.state)
        return self._digest
