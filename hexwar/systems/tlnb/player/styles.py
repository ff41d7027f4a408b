"""How a plan weighs what its moves bring: rows of numbers, of which a level tries some (T32.9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hexwar.messages import mark


@dataclass(frozen=True, slots=True)
class Style:
    """How bold a plan is."""

    name: str  # what it is called among those that were weighed
    least: float = 0.5  # VP that an attack must promise before anybody moves for it
    induced: float = 1.3  # VP lost for each other enemy hex that must be attacked by a move
    exposed: float = 0.15  # VP lost for each SP by which enemies near an attacker exceed him
    contact: float = 2.5  # VP lost by who goes into contact without a plan
    threat: float = 0.08  # VP lost for each SP by which enemies in reach exceed who stands there
    away: float = 0.07  # VP for each half MP nearer to an aim
    haste: float = 0.2  # what part of an aim's VP is spread over the way that is left in time


STEADY: Final = Style(mark("a steady plan"))

BOLD: Final = Style(
    mark("a bold plan"),
    least=0.0,
    induced=0.5,
    exposed=0.05,
    contact=1.0,
    threat=0.03,
    haste=0.35,
)

CAREFUL: Final = Style(
    mark("a careful plan"),
    least=1.5,
    induced=2.0,
    exposed=0.3,
    contact=4.0,
    threat=0.16,
    haste=0.1,
)

WAITING: Final = Style(mark("waiting"), least=99.0, contact=6.0, threat=0.2, away=0.02, haste=0.0)
"""Nobody attacks who need not, and everyone looks to his safety."""

PRESSING: Final = Style(
    mark("pressing on"),
    least=-4.0,
    induced=0.0,
    exposed=0.0,
    contact=0.0,
    threat=0.0,
    haste=2.0,
)
"""Of a side that is behind: standing still it has lost, so it goes for the hexes at any odds."""
