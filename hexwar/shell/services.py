"""What the window needs of the program around it: games, files and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexwar.engine import Chance, Session
from hexwar.kit import Kit
from hexwar.scenario.summaries import Summary
from hexwar.shell.preferences import Store


@dataclass(frozen=True, slots=True)
class Services:
    """Given to the window by the composition root; errors of it are sentences for the player."""

    kits: Mapping[str, Kit[Any]]
    """The games by their ids, the usual one first."""
    begin: Callable[[str, Chance, Mapping[str, str]], Session[Any]]
    """A new game of a scenario with dice and options."""
    load: Callable[[Path], Session[Any]]
    """A saved game."""
    scenarios: Callable[[], Sequence[Summary]]
    """The scenarios that come with the program."""
    store: Store
    saves: Path
    """The folder of saved games and autosaves."""
    cache: Path | None = None
    """A folder for pictures of maps; None keeps none."""
