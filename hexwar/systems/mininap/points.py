"""What units cost where players choose their forces (M24.1, M24.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil

from hexwar.systems.mininap.battle import Arm, UnitCard
from hexwar.systems.mininap.numbers import Numbers
from hexwar.table.forces import Side


def cost_of(unit: UnitCard, numbers: Numbers) -> int:
    """The points of a unit or a command stand, half points rounded up (M24.1)."""
    rates = numbers.points
    if unit.is_command:
        return int(getattr(rates.command, unit.kind))
    rate = Fraction(str(getattr(rates, f"{unit.kind}_{unit.arm}"))) + rates.horse * unit.is_horse
    if unit.is_veteran:
        rate *= Fraction(str(rates.veteran))
    return ceil(unit.sp * rate)


def cost_of_side(units: Iterable[UnitCard], side: Side, numbers: Numbers) -> int:
    """The points of all units and command stands of a side."""
    return sum(cost_of(unit, numbers) for unit in units if unit.side == side)


def brigade_sizes(units: Iterable[UnitCard]) -> Mapping[str, int]:
    """How many units each brigade has, without its commander."""
    return Counter(unit.brigade for unit in units if unit.brigade)


def share_of_infantry(units: Iterable[UnitCard], side: Side) -> Fraction:
    """The share of a side's SP that infantry has; command stands do not count (M24.2)."""
    own = [unit for unit in units if unit.side == side and not unit.is_command]
    foot = sum(unit.sp for unit in own if unit.arm is Arm.INFANTRY)
    return Fraction(foot, sum(unit.sp for unit in own))
