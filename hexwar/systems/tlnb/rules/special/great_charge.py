"""The great charge: once a game cavalry near its leader charges with wider bounds (T34.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.hexes import Hex
from hexwar.series.battle import SpecialRule
from hexwar.systems.tlnb.rules.special.leading import bearers
from hexwar.systems.tlnb.rules.special.registry import MURAT
from hexwar.systems.tlnb.state import Ride, TlnbState
from hexwar.table.forces import LeaderId, UnitId


def caller(state: TlnbState) -> LeaderId | None:
    """Who may call the great charge now: once a game, in his side's Player-Turn, awake."""
    if MURAT not in state.battle.special or state.special.great:
        return None
    able = (x for x in bearers(state, MURAT, state.phasing) if x not in state.command.asleep)
    return next(able, None)


def _rule(state: TlnbState) -> SpecialRule | None:
    """The rule, in the Player-Turn in which it was called."""
    is_now = state.special.great == state.count
    return state.battle.special.get(MURAT) if is_now else None


def rides_along(state: TlnbState, unit: UnitId, start: Hex | None = None) -> bool:
    """Whether a unit takes part: cavalry of the formations named, near who called.

    Args:
        state: The table.
        unit: Who.
        start: Where the unit charges from; by default where it stands.
    """
    rule, hex_ = _rule(state), start or state.units[unit].hex
    if rule is None or hex_ is None or not state.card(unit).arm.is_cavalry:
        return False
    if state.formation_of(unit).id not in rule.formations:
        return False
    distance, side = state.battle.battlefield.grid.distance, state.side_of(unit)
    hexes = (state.leaders[x].hex for x in bearers(state, MURAT, side))
    return any(h is not None and distance(h, hex_) <= rule.number("range") for h in hexes)


def all_ride_along(state: TlnbState, units: Sequence[UnitId], start: Hex | None = None) -> bool:
    """Whether a charge is part of the great one."""
    return all(rides_along(state, unit, start) for unit in units)


def has_moved_little(state: TlnbState, unit: UnitId) -> bool:
    """Whether what a unit has moved does not keep it from the great charge."""
    rule = _rule(state)
    return rule is not None and state.units[unit].spent <= 2 * rule.number("moved_mp")


def path_of(state: TlnbState) -> int:
    """How many hexes a path may have beside the start; MP do not bind it."""
    return state.battle.special[MURAT].number("path")


def die_of(state: TlnbState) -> int:
    """What is added to the die."""
    return state.battle.special[MURAT].number("drm")


def rests_after(state: TlnbState, unit: UnitId) -> bool:
    """Whether a unit rode in the great charge of its side's last Player-Turn."""
    return unit in state.special.ridden and state.special.great == state.count - 2


def partners(state: TlnbState, ride: Ride) -> Iterator[Ride]:
    """The other stack that charges the same hex in the great charge; one may join."""
    if not all_ride_along(state, ride.units, ride.path[0]):
        return
    for other in state.fights.rides:
        is_other = other.target == ride.target and other.units != ride.units
        if is_other and all_ride_along(state, other.units, other.path[0]):
            yield other
            return
