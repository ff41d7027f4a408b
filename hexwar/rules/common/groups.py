"""Who moves together, how far and how: the group that units form (N5.9, N5.11, N11.81)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hexwar.hexes import Hex
from hexwar.model.forces import Side, UnitId
from hexwar.model.state import GameState
from hexwar.rules.common.costs import Gait, gait_of
from hexwar.rules.common.stacking import stack_in
from hexwar.rules.nlc.cards.zone_exits import ZoneExit, zone_exits
from hexwar.rules.nlc.numbers import numbers_of


class Leave(Protocol):
    """What an order says of zones of control (N12.2)."""

    @property
    def enter_zone(self) -> bool:
        """Whether units may enter an EZOC at all."""
        ...

    @property
    def open_zone(self) -> frozenset[Hex] | None:
        """The hexes whose EZOC they may enter; None where any."""
        ...

    @property
    def leave_zone(self) -> bool:
        """Whether units may leave an EZOC into the open."""
        ...

    @property
    def zone_to_zone(self) -> bool:
        """Whether units may go one hex directly from an EZOC to an EZOC."""
        ...


@dataclass(frozen=True, slots=True)
class Movers:
    """Units that start in one hex, or enter at one, and move together (N5.9)."""

    units: tuple[UnitId, ...]
    side: Side
    gait: Gait
    allowance: int  # half MP that are left
    heeds_zones: bool  # any of them is no cavalry (N6.4)
    start: Hex
    entering: bool  # an arrival: the start hex itself is paid for
    fresh: bool = True  # nobody has used MP: one hex is always possible (N5.4)
    alone: bool = False  # the only unit in its hex: it may begin with a ford (T18.32)
    exits: tuple[ZoneExit, ...] = ()  # ways out of the EZOC of its hex, by cards

    @property
    def is_train(self) -> bool:
        """Whether it is a train."""
        return self.gait.is_train

    @property
    def may_ford(self) -> bool:
        """Whether its first step may be through a ford (T18.31, T18.32)."""
        return self.alone and not self.entering and self.gait in (Gait.FOOT, Gait.HORSE)


def movers(state: GameState, units: Sequence[UnitId], entry: Hex | None = None) -> Movers:
    """The group that units form when they move together: highest cost and lowest MA (N5.9)."""
    cards = [state.card(u) for u in units]
    start = entry if entry is not None else state.units[units[0]].hex
    assert start is not None
    side = cards[0].side
    heeds_zones = any(not card.arm.is_cavalry for card in cards)
    may_exit = bool(state.effects) and heeds_zones and entry is None
    return Movers(
        units=tuple(units),
        side=side,
        gait=gait_of(*(card.arm for card in cards)),
        allowance=min(allowance(state, u) - state.units[u].spent for u in units),
        heeds_zones=heeds_zones,
        start=start,
        entering=entry is not None,
        fresh=not any(state.units[u].spent for u in units),
        alone=len(units) == 1 and _is_alone(state, start, units[0]),
        exits=zone_exits(state, side, units, start) if may_exit else (),
    )


def _is_alone(state: GameState, hex_: Hex, unit: UnitId) -> bool:
    """Whether a unit is unstacked: no friend takes up room in its hex (T18.32)."""
    here = stack_in(state, hex_, state.side_of(unit))
    return all(u == unit or state.units[u].bridging is not None for u in here)


def allowance(state: GameState, unit: UnitId) -> int:
    """A unit's MA in half MP: less while Disrupted (N11.81), more on a forced march (N20.81)."""
    mp, numbers = state.card(unit).movement, numbers_of(state.battle)
    if state.units[unit].disrupted:
        mp = -(-mp // numbers.disrupted.movement_divisor)
    if is_forced(state, unit):
        mp = (mp * numbers.exhaustion.movement_percent + 50) // 100
    return mp * 2


def is_forced(state: GameState, unit: UnitId) -> bool:
    """Whether a unit is on a forced march in this activation (N20.81).

    A detached division has an order of its own, and does not go along.
    """
    acting = state.activation
    if acting is None or not acting.forced:
        return False
    return state.formation_of(unit).id in acting.forced and unit not in state.detached


@dataclass(frozen=True, slots=True)
class Drop:
    """A unit that stays behind on the way; it has moved (N5.9)."""

    unit: UnitId
    hex: Hex


def group_at(
    state: GameState, group: Movers, path: Sequence[Hex], drops: Sequence[Drop], place: int
) -> Movers:
    """Those of a group who go on from the hex at a place of their path."""
    if not drops:
        return group
    passed = path[1 : place + 1]
    gone = {drop.unit for drop in drops if drop.hex in passed}
    if not gone:
        return group
    left = tuple(u for u in group.units if u not in gone)
    return movers(state, left, group.start if group.entering else None)
