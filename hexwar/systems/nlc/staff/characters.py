"""How well a staff plays, and how it is minded: rows of numbers (no rule of theirs is a branch).

Levels differ by quality of plan and by noise, never by time alone: five times as many games in
thought win no more games, a misjudgement of 4 VP loses them. A temper only weighs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Level:
    """How well it plays; counts, so that a seed gives the same game on every machine."""

    forks: int  # games in thought for a searched decision, at most
    guesses: int  # different guesses of what is hidden
    noise: float  # VP by which it misjudges what it compares, at most either way; half for moves
    plays: int  # of whole plans in the model of corps, for a climb
    replies: int  # improvements of the enemy's plan that are looked for
    revision: int  # turns after which a plan is made anew though nothing has happened


@dataclass(frozen=True, slots=True)
class Temper:
    """How it is minded: what counts for more or less than its VP."""

    attack: float = 1.0  # what is taken from the enemy
    losses: float = 1.0  # own strength lost
    margin: float = 1.0  # odds at which an attack is thought even
    swing: float = 0.0  # by how much an uncertain plan is liked (or disliked) for its spread


@dataclass(frozen=True, slots=True)
class Character:
    """A level and a temper."""

    level: Level
    temper: Temper


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "easy": Level(forks=0, guesses=1, noise=18.0, plays=60, replies=0, revision=4),
        "normal": Level(forks=16, guesses=1, noise=4.0, plays=300, replies=1, revision=3),
        "hard": Level(forks=32, guesses=2, noise=0.0, plays=600, replies=2, revision=2),
    }
)

TEMPERS: Final[Mapping[str, Temper]] = MappingProxyType(
    {
        "bold": Temper(attack=1.25, losses=0.75, margin=0.85, swing=0.2),
        "steady": Temper(),
        "cautious": Temper(attack=0.85, losses=1.4, margin=1.2, swing=-0.2),
    }
)


def character(level: str = "hard", temper: str = "steady") -> Character:
    """A character by its names.

    Raises:
        KeyError: There is no such level or temper.
    """
    return Character(LEVELS[level], TEMPERS[temper])
