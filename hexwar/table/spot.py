"""Places on a board."""

from __future__ import annotations

from typing import TypeAlias

Spot: TypeAlias = str
"""A place on the board of a game, as the game itself writes it.

On a map it is a hex by its printed id (`hexwar.hexes.Hex`), on a measured table a point or a
pose. What games share passes spots on, compares them, asks the battle for their names and never
looks inside.
"""
