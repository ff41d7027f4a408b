"""Who is due when and where, by the schedule that both sides know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.series.battle import Arrival, SeriesBattle
from hexwar.table.forces import Side

Due = tuple[int, Hex, Side, tuple[str, ...]]
"""The turn, where they enter, whose they are, and the names of their formations."""


def printed_comings(battle: SeriesBattle) -> Sequence[Due]:
    """Arrivals by turn and place."""
    found: dict[tuple[int, Hex, Side], dict[str, None]] = {}
    for arrival in battle.arrivals:
        cards = [battle.formation_of[unit] for unit in arrival.units]
        cards += [battle.formations[formation] for formation in arrival.formations]
        for card in cards:
            names = found.setdefault((arrival.turn, arrival.entry, card.side), {})
            names[card.name] = None
    ordered = sorted(found.items(), key=lambda one: (one[0][0], one[0][1]))
    return [(*where, tuple(names)) for where, names in ordered]


def due_words(arrivals: Iterable[Arrival], unit: str, turn: int) -> str:
    """When and where a unit is due that is not on the map, as the end of a sentence."""
    for arrival in arrivals:
        if unit in arrival.units and turn <= arrival.turn:
            when, entry = arrival.turn, arrival.entry
            return say(": it is due on turn {turn} at {entry}", turn=when, entry=entry)
    return ""
