"""How well a computer player plays: rows of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Level:
    """How well it plays; VP and counts, so that a seed gives the same game on every machine."""

    noise: float = 0.0  # VP by which it misjudges what it compares, at most either way
    gathers: bool = True  # whether charges are reckoned with those of friends in reach
    leads: bool = True  # whether commanders are moved by plan
    concentrates: bool = True  # whether fire is reckoned with the fire that is ordered already


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "easy": Level(noise=2.0, gathers=False, leads=False, concentrates=False),
        "normal": Level(noise=0.6),
        "hard": Level(),
    }
)
