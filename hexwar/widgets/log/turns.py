"""Turns in words."""

from __future__ import annotations

from hexwar.table.battle import Battle, TurnKind

LIGHT = {
    TurnKind.DAY: "day",
    TurnKind.NIGHT_PM: "night, before midnight",
    TurnKind.NIGHT_AM: "night, after midnight",
}
"""The light of a turn, in words (N17)."""


def turn_words(battle: Battle, number: int, *, began: bool = False) -> str:
    """A turn as a heading: `Turn 3: 14:00, day`; with `began` as a sentence without its stop."""
    start = f"Turn {number} began" if began else f"Turn {number}"
    if not 1 <= number <= len(battle.turns):
        return start
    card = battle.turn(number)
    day = f"{card.day_words}, " if battle.has_days else ""
    return f"{start}: {day}{card.time}, {LIGHT[card.kind]}"
