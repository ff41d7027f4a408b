"""What a player reads before he chooses a battle, and while he plays it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from hexwar.table.forces import Side


class Difficulty(StrEnum):
    """How hard a side is to play for somebody who knows the rules."""

    EASY = "easy"
    FAIR = "fair"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Briefing:
    """A page on a battle: prose that no rule reads."""

    situation: str
    forces: str
    aims: Mapping[Side, str]  # what each side has to do
    special: tuple[str, ...]  # what is special in this battle
    victory: str  # what wins
    history: str  # how it ended
    difficulty: Mapping[Side, Difficulty]
    minutes: int  # that two players who know the rules need
    sources: tuple[str, ...]
    estimates: str  # which figures are estimates
