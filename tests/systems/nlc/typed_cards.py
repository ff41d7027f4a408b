"""The numbers of the cards, typed from the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PLAIN_OF_CARDS = """
N2.32 card: marmont_morale -1
N4.24 card: emperor_rating 5
N8.81 card: cover_fire 1, last_push 2, ney_own 1, ney_enemy -1
N9.6 card: marmont_bombardment 1
N12.51 card: order_shift 2
N12.64 card: decision_shift 2
N12.67 card: sound_distance 10
N23.8 card: zone_cost 1
N23.3 card: alternate_divisor 4
N23.4 card: fire 2, area_defense -25, marmont_rating 4, rerolls 3
T24.2 card: draws 1, least_bonus 3
T24.3 card: populace_distance 5, column_distance 3, scattered_hexes 2, replaced_units 2
"""
"""Rule, chapter, and the numbers of it by their keys."""

CARDS: Mapping[str, Mapping[str, Any]] = {
    "T24.3": {"card.delays": [1, 1, 2, 2, 3, 3]},
    "T24.4": {
        "card.points": ["N", "NE", "SE", "S", "SW", "NW"],
        "card.points_between": ["NE", "E", "SE", "SW", "W", "NW"],
    },
}
"""Rule, dotted key, value."""
