"""What the player likes: kept between games, applied while he watches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from hexwar.cards.records import Window
from hexwar.widgets.counters.card import CounterStyle

SCALES = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
"""Sizes of text and panels, 1.0 is 100 %."""


PASSABLE = frozenset(
    window.value for window in Window if window not in (Window.MODE, Window.CARDS, Window.COMBAT)
)
"""The moments for a held card that a player may let pass without a question (N23.6)."""


class Pace(StrEnum):
    """How fast events are shown."""

    OFF = "off"
    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"

    @property
    def speed(self) -> float:
        """How many times as fast as usual; 0 shows everything at once."""
        return {Pace.OFF: 0.0, Pace.SLOW: 0.5, Pace.NORMAL: 1.0, Pace.FAST: 2.5}[self]


@dataclass(frozen=True, slots=True)
class Preferences:
    """The player's choices. They change nothing of a game."""

    theme: str = "light"  # one of `widgets.theme.NAMES`
    scale: float = 1.0  # of text and panels, one of `SCALES`
    counters: CounterStyle = CounterStyle.PERIOD
    pace: Pace = Pace.NORMAL
    shows_results: bool = True  # the combat sheet opens when dice have fallen
    fans: bool = True  # a click on a stack fans it out
    shows_weather: bool = True  # weather and night lie over the map
    shows_rushes: bool = True  # advances, retreats, charges and pursuits are walked on the board
    passes: frozenset[str] = frozenset()  # windows in which no card is asked for, by their values


class Store(Protocol):
    """Where preferences, recent files and the window's layout are kept."""

    def preferences(self) -> Preferences:
        """The player's choices; the usual ones where nothing sensible is kept."""
        ...

    def keep(self, preferences: Preferences) -> None:
        """Keep other choices."""
        ...

    def recent(self) -> list[Path]:
        """Saved games that were opened or written last, the latest first."""
        ...

    def add_recent(self, path: Path) -> None:
        """Note that a saved game was opened or written."""
        ...

    def played(self) -> Mapping[str, str]:
        """The day when each battle was begun last, such as 2026-11-21; the latest first."""
        ...

    def add_played(self, battle: str) -> None:
        """Note that a battle is begun today."""
        ...

    def layout(self) -> tuple[bytes, bytes]:
        """The window's geometry and its docks, as Qt writes them; empty at first."""
        ...

    def keep_layout(self, geometry: bytes, docks: bytes) -> None:
        """Keep the window's geometry and its docks."""
        ...
