"""What an order permits (N12.2)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Permissions:
    """One row of the table of orders (N12.2)."""

    name: str
    enter_zone: bool
    leave_zone: bool  # into the open
    zone_to_zone: bool  # one hex directly from EZOC to EZOC
    assault: bool
    road: bool  # road movement, before contact (N5.34)


ATTACK = Permissions(
    name="Attack",
    enter_zone=True,
    leave_zone=False,
    zone_to_zone=True,
    assault=True,
    road=True,
)
