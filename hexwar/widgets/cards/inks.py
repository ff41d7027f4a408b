"""The colours of cards and of the cloth that they lie on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hexwar.cards.records import CardKind
from hexwar.widgets.theme import Theme, Tint


@dataclass(frozen=True, slots=True)
class Stock:
    """The pasteboard that cards are printed on, and the cloth below them."""

    paper: str
    worn: str  # the paper at its edges
    ink: str
    faint: str
    line: str
    good: str  # VP that a card brings
    bad: str  # VP that it costs
    cloth: str
    cloth_edge: str
    on_cloth: str
    quiet_on_cloth: str
    glow: str  # round a card that can be played


LIGHT = Stock(
    paper="#fbf5e6",
    worn="#efe2c6",
    ink="#2a2018",
    faint="#6a5844",
    line="#c7b48d",
    good="#2f6034",
    bad="#8c2f23",
    cloth="#5d7258",
    cloth_edge="#465a44",
    on_cloth="#fdf7e6",
    quiet_on_cloth="#eef0dc",
    glow="#ffd24a",
)
DARK = Stock(
    paper="#e9dfca",
    worn="#d6c8a9",
    ink="#241b14",
    faint="#5a4a39",
    line="#ab9870",
    good="#27532c",
    bad="#7d281d",
    cloth="#26352a",
    cloth_edge="#18231b",
    on_cloth="#f2e8d0",
    quiet_on_cloth="#c9cdb6",
    glow="#f0c24a",
)

KINDS: Mapping[CardKind, Tint] = MappingProxyType(
    {
        CardKind.MODE: Tint("#74490f", "#fff7e4"),
        CardKind.MARCH: Tint("#355a31", "#f6f4e2"),
        CardKind.GAME: Tint("#6a4322", "#fff3de"),
        CardKind.STATUS: Tint("#4b5661", "#f8f4e8"),
        CardKind.ARRIVAL: Tint("#2b5880", "#f4f6f4"),
        CardKind.TACTICS: Tint("#8c2c22", "#fff3e6"),
        CardKind.LEADER: Tint("#5a3a7c", "#fbf2ff"),
    }
)
"""The band of each kind; the kind is written on the card too."""

KIND_WORDS: Mapping[CardKind, str] = MappingProxyType(
    {
        CardKind.MODE: "Mode",
        CardKind.MARCH: "March",
        CardKind.GAME: "Game",
        CardKind.STATUS: "Status",
        CardKind.ARRIVAL: "Arrival",
        CardKind.TACTICS: "Tactics",
        CardKind.LEADER: "Leader",
    }
)


def stock_of(theme: Theme) -> Stock:
    """The pasteboard and the cloth of a theme."""
    return DARK if theme.is_dark else LIGHT
