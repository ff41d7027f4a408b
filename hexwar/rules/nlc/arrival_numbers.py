"""The numbers of arrivals and departures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Arrivals:
    """N5.61, N5.8, T20.4, T20.5."""

    exit_cost: int  # MP
    notice_hours: int
    ahead: int  # turns
    shifts: tuple[int, ...]  # turns, for each die from 1
    balance: int  # to the die
    alternate_divisor: int
