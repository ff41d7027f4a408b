"""How well a computer player plays: rows of numbers (T32.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hexwar.systems.tlnb.player.styles import (
    BOLD,
    CAREFUL,
    PRESSING,
    STEADY,
    WAITING,
    Style,
)


@dataclass(frozen=True, slots=True)
class Level:
    """How well it plays; counts and VP, so that a seed gives the same game on every machine."""

    joins: int  # units that an attack in planning is built of, at most
    odds: float  # SP to SP that it must have besides
    leads: bool  # whether leaders are moved by plan
    noise: float  # VP by which it misjudges what it compares, at most either way
    styles: tuple[Style, ...]  # of which a plan each is drawn, and the best is taken
    behind: tuple[Style, ...] = ()  # those of a side with fewer VP, if they are others


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "easy": Level(3, odds=3.0, leads=False, noise=2.5, styles=(CAREFUL,)),
        "normal": Level(5, odds=1.0, leads=True, noise=0.7, styles=(STEADY,)),
        "hard": Level(
            6,
            odds=1.0,
            leads=True,
            noise=0.0,
            styles=(STEADY, BOLD, CAREFUL, WAITING),
            behind=(PRESSING,),
        ),
    }
)
