"""A scenario as the list of battles shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hexwar.model.forces import Side


@dataclass(frozen=True, slots=True)
class SideCard:
    """A side of a scenario in the list."""

    id: Side
    name: str
    sp: int  # of all units that come by schedule
    units: int = 0  # that come by schedule, trains too


@dataclass(frozen=True, slots=True)
class ScenarioCard:
    """A scenario in the list."""

    id: str  # or the path of its folder
    title: str
    date: str
    turns: int
    sides: tuple[SideCard, ...]
    about: str = ""  # a sentence or two
    options: Mapping[str, str] = field(default_factory=dict)  # that it proposes, by name
    recorded_weather: str = ""  # as it was on the day; empty: none is named
    decks: Mapping[Side, str] = field(default_factory=dict)  # ids of the decks that it names
    is_campaign: bool = False  # a mini-campaign: never one deck for both sides (N23.8)
    briefing: str = ""  # a page about it, HTML; empty: there is none
    picture: Path | None = None  # a small picture of its map
    played: str = ""  # the day when it was begun last; empty: never

    @property
    def units(self) -> int:
        """The counters of both sides."""
        return sum(side.units for side in self.sides)
