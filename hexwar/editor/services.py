"""What the editor's window is given by who starts it: the games, folders, and ways to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from hexwar.kit import Kit
from hexwar.scenario.section import Sections
from hexwar.widgets.panels.look import Look


@dataclass(frozen=True, slots=True)
class Trial:
    """Games between computer players, played in a process of their own."""

    scenario: Path  # its file
    players: Mapping[str, str]  # the ids of the players by the sides
    games: int = 1
    seed: int = 0  # of the first game; each next one adds one
    turn: int = 0  # the games end where this turn begins; 0 plays them to their end
    seats: Mapping[str, str] = field(default_factory=dict)
    """Who plays on by the sides, a person too, in the game that is kept."""
    to: Path | None = None  # where the last of them is kept, to be played on
    rules: str = ""  # the game by whose rules they are played, if not that of the battle


class Play(Protocol):
    """Opens the window of the game on a battle that is tried out."""

    def __call__(
        self,
        place: Path,
        players: Mapping[str, str],
        options: Mapping[str, str],
        closed: Callable[[str], None],
    ) -> None:
        """Open it.

        Args:
            place: The file of the scenario, or of a saved game whose scenario lies beside it.
            players: Who plays each side: the id of a computer player, or `person`.
            options: The options of the game.
            closed: What is done when that window is closed: it is told why, where that is a fault.
        """


class Store(Protocol):
    """The settings of the user, as far as the editor keeps some."""

    def layout_of(self, window: str) -> tuple[bytes, bytes]:
        """Where a window stood, and its docks, as Qt wrote them; empty where it is not known."""

    def keep_layout_of(self, window: str, geometry: bytes, docks: bytes) -> None:
        """Keep where a window stands."""


@dataclass(frozen=True)
class EditorServices:
    """Given to the editor's window by the composition root."""

    kits: Mapping[str, Kit[Any]]
    """The games by their ids, the usual one first."""
    sections: Sections[Any]
    """How each game reads and judges its scenarios, by its id."""
    look: Look
    """The player's colours and sizes."""
    store: Store
    """Where the window keeps how it stood."""
    state: Path
    """The folder of steps, sessions, autosaves of what was never saved, and trials."""
    library: Path
    """The folder of the user's own battles."""
    cache: Path | None
    """A folder for pictures of maps; None keeps none."""
    play: Play
    """Opens the window of the game."""
    simulate: Callable[[Trial], Sequence[str]]
    """The words that start the process of a trial: it writes a line of JSON for each game."""
