"""Who stays behind in a hex on the way of those who move together (T7.8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexwar.engine import Refusal, refuse
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import LeaderId, UnitId

Units = tuple[UnitId, ...]
Leaders = tuple[LeaderId, ...]
Path = Sequence[Hex]


@dataclass(frozen=True, slots=True)
class Drop:
    """A unit, or a leader who rides along, that stays behind on the way; it has moved (T7.8)."""

    piece: UnitId | LeaderId
    hex: Hex


Drops = Sequence[Drop]


def walkers(units: Units, path: Path, drops: Drops, place: int) -> Units:
    """Those of some units who go on from the hex at a place of their path."""
    if not drops:
        return units
    gone = _gone(path, drops, place)
    return tuple(u for u in units if u not in gone)


def riders(leaders: Leaders, path: Path, drops: Drops, place: int) -> Leaders:
    """Those of some leaders who ride on from the hex at a place of the path."""
    gone = _gone(path, drops, place)
    return tuple(x for x in leaders if x not in gone)


def _gone(path: Path, drops: Drops, place: int) -> set[str]:
    passed = path[1 : place + 1]
    return {drop.piece for drop in drops if drop.hex in passed}


def parts(units: Units, path: Path, drops: Drops) -> Iterator[tuple[int, Units]]:
    """The places of a path where somebody's move ends, each with the units that stay there.

    The last is its end; where leaders alone stay no unit does.
    """
    left = units
    for place in range(1, len(path) - 1):
        if any(drop.hex == path[place] for drop in drops):
            on = walkers(units, path, drops, place)
            yield place, tuple(u for u in left if u not in on)
            left = on
    yield len(path) - 1, left


def drop_refusal(
    state: TlnbState, units: Units, leaders: Leaders, path: Path, drops: Drops
) -> Refusal | None:
    """Why these may not stay behind in these hexes, or None."""
    if not drops:
        return None
    pieces = [drop.piece for drop in drops]
    if len(set(pieces)) < len(pieces) or not set(pieces) <= {*units, *leaders}:
        return refuse("T7.8", "Some of those who go, each once, may stay behind.")
    if set(pieces) >= set(units):
        return refuse("T7.8", "Somebody must go to the end of the path.")
    off = next((drop.hex for drop in drops if drop.hex not in path[1:-1]), None)
    if off is not None:
        return refuse("T7.8", "{hex} does not lie on the way.", hex=off)
    return _alone_refusal(state, units, drops)


def _alone_refusal(state: TlnbState, units: Units, drops: Drops) -> Refusal | None:
    """T5.3: in an EZOC a leader stays with a friendly combat unit only."""
    side = state.side_of(units[0])
    zone = enemy_zone(state, side)
    for drop in drops:
        if drop.piece in units or drop.hex not in zone:
            continue
        beside = [d.piece for d in drops if d.hex == drop.hex]
        if not state.combat_units_in(drop.hex, side) and not any(u in beside for u in units):
            return refuse("T5.3", "No leader stays alone in the enemy zone in {hex}.", hex=drop.hex)
    return None
