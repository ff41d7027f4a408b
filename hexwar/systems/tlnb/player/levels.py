"""How well a computer player plays: rows of numbers (T32.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Level:
    """How well it plays; counts and VP, so that a seed gives the same game on every machine."""

    joins: int  # units that an attack in planning is built of, at most
    least: float  # VP that an attack must promise before anybody moves for it
    odds: float  # SP to SP that it must have besides
    leads: bool  # whether leaders are moved by plan
    noise: float  # VP by which it misjudges what it compares, at most either way
    passes: int  # times that the moves are gone through again with all of them known


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "easy": Level(joins=3, least=1.0, odds=2.0, leads=False, noise=2.5, passes=0),
        "normal": Level(joins=5, least=0.6, odds=1.0, leads=True, noise=0.7, passes=0),
        "hard": Level(joins=6, least=0.5, odds=1.0, leads=True, noise=0.0, passes=1),
    }
)
