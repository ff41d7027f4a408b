"""What is told in passing: a line of news that stands for a while."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable
from typing import Any, Protocol

from PySide6.QtCore import QTimer, SignalInstance

from hexwar.engine import Event
from hexwar.shell.face import Follower
from hexwar.shell.playback import Beat

STAYS_MS = 15_000
"""How long news stand, milliseconds."""


class Shown(Protocol):
    """What is heard of a game: each beat as it has been shown, and the table then."""

    @property
    def told(self) -> SignalInstance:
        """The `Beat` that has just been shown."""
        ...

    @property
    def view(self) -> Any:
        """The table as the player may see it."""
        ...

    def can_see(self, event: Event) -> bool:
        """Whether the player may know of an event."""
        ...

    def is_persons_now(self, side: str) -> bool:
        """Whether a side is played by the person who looks."""
        ...


class News(Follower):
    """Listens to what is shown of a game, and says in a line what is new."""

    def __init__(self, controller: Shown) -> None:
        super().__init__()
        self._controller = controller
        self._news: dict[Hashable, str] = {}  # that still stand, by what they are about
        self._wait = QTimer(self, interval=STAYS_MS, singleShot=True)
        self._wait.timeout.connect(self._forget)
        controller.told.connect(self._hear)

    @abstractmethod
    def words(self, event: Event) -> str:
        """What is said of an event, as HTML; empty for nothing."""

    @abstractmethod
    def ends_others(self, event: Event, words: str) -> bool:
        """Whether older news are none any more after an event of which this is said."""

    def about(self, event: Event) -> Hashable:
        """What news of an event are about: they take the place of older ones about the same."""
        return type(event)

    def close(self) -> None:
        """Nobody listens any more."""
        self._wait.stop()
        self._controller.told.disconnect(self._hear)

    def _hear(self, beat: Beat) -> None:
        is_new = False
        for event in filter(self._controller.can_see, beat.events):
            words, about = self.words(event), self.about(event)
            if self.ends_others(event, words):
                self._news.clear()
            if words:
                is_new = True
                self._news.pop(about, "")
                self._news[about] = words
        if is_new:
            self.announced.emit(" ".join(self._news.values()))
            self._wait.start()

    def _forget(self) -> None:
        self._news.clear()
        self.announced.emit("")
