"""The numbers of the cards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cards:
    """N23.3, N23.4, N23.7, T24.3."""

    draws: int  # cards a turn in full play (18.33)
    least_bonus: int  # bonus cards (18.32)
    cover_fire: int  # pips, as the next three
    last_push: int
    ney_own: int
    ney_enemy: int
    area_defense: int  # per cent
    marmont_morale: int
    marmont_bombardment: int  # pips
    marmont_rating: int
    rerolls: int
    fire: int  # MP
    populace_distance: int  # hexes
    column_distance: int  # hexes
    scattered_hexes: int
    points: tuple[str, ...]  # of the compass, for each die from 1
    points_between: tuple[str, ...]
    replaced_units: int
    delays: tuple[int, ...]  # turns, for each die from 1
    alternate_divisor: int
    emperor_rating: int
    order_shift: int  # columns
    decision_shift: int  # columns
    sound_distance: int  # hexes
    zone_cost: int  # MP
