"""What the window needs of the program around it: games, files and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hexwar.engine import Chance, Session
from hexwar.scenario.summaries import Summary
from hexwar.shell.preferences import Store
from hexwar.systems.nlc.state import GameState


@dataclass(frozen=True, slots=True)
class Services:
    """Given to the window by the composition root; errors of it are sentences for the player."""

    begin: Callable[[str, Chance, Mapping[str, str]], Session[GameState]]
    """A new game of a scenario with dice and options."""
    load: Callable[[Path], Session[GameState]]
    """A saved game."""
    scenarios: Callable[[], Sequence[Summary]]
    """The scenarios that come with the program."""
    store: Store
    saves: Path
    """The folder of saved games and autosaves."""
    cache: Path | None = None
    """A folder for pictures of maps; None keeps none."""
