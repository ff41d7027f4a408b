"""Where a stack that has lost its way goes, by the compass and a die (18.56, T24.4)."""

from __future__ import annotations

from hexwar.hexes import Direction

SECTOR = 60
"""Degrees from a direction of the hexes to the next."""

CLOSE = 15
"""How many degrees north may lie off a hexrow to count as aligned with it (house rule)."""


def direction_of(north: float, die: int) -> Direction:
    """Where a stack goes on the sheet.

    Args:
        north: Degrees that north lies clockwise from the top of the sheet.
        die: As it fell: from north, or from halfway to the next hexrow, a sixth of the circle on.
    """
    off = 0 if is_aligned(north) else SECTOR // 2
    return Direction(round((north + off + SECTOR * (die - 1)) / SECTOR) % len(Direction))


def is_aligned(north: float) -> bool:
    """Whether north lies along a hexrow: then the second column of the card is used (18.56)."""
    off = north % SECTOR
    return min(off, SECTOR - off) <= CLOSE
