"""Who meets whom in one assault: hexes, arms and flanks (N8.1, N8.6, N8.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.pieces import Unit

Units = tuple[UnitId, ...]


class MainArm(StrEnum):
    """The three arms, as morale, losses and combined arms tell them apart."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"


def main_arm(state: GameState, unit: UnitId) -> MainArm:
    """Which of the three arms a combat unit belongs to; vedettes are cavalry."""
    arm = state.card(unit).arm
    if arm.is_artillery:
        return MainArm.ARTILLERY
    return MainArm.CAVALRY if arm.ignores_zones else MainArm.INFANTRY


def arms_of(state: GameState, units: Iterable[UnitId]) -> set[MainArm]:
    """The arms that are found among some combat units."""
    return {main_arm(state, unit) for unit in units}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight:
    """One assault as it was declared, or a charge as it hits; later losses do not change it."""

    side: Side  # that attacks
    target: Hex
    attackers: Units  # the named units, by id
    defenders: Units  # every combat unit that holds the target hex, by tail too
    hexes: tuple[Hex, ...]  # that the defenders are hit from, by id
    hit_hex: Hex  # where the attackers are whom the defender fires at (N8.6)
    flank: bool  # N8.7
    bonus: tuple[LeaderId, ...] = ()  # who lead their troops in person (N7.5)
    lowered: tuple[Side, ...] = ()  # whose die the enemy's Marshal Ney lowers (N23.4)
    caught: bool = False  # defenders who cannot stand: they rout if they fail (N10.5, N10.42)


def fight_over(
    state: GameState,
    target: Hex,
    units: Iterable[UnitId],
    hit_hex: Hex,
    bonus: tuple[LeaderId, ...] = (),
) -> Fight:
    """The fight of some attackers for a target hex."""
    attackers = tuple(sorted(units))
    return Fight(
        side=state.side_of(attackers[0]),
        target=target,
        attackers=attackers,
        defenders=foes_in(state, target, attackers),
        hexes=attacking_hexes(state, attackers),
        hit_hex=hit_hex,
        flank=is_flank_attack(state, target, attackers),
        bonus=bonus,
    )


def foes_in(state: GameState, hex_: Hex, units: Sequence[UnitId]) -> Units:
    """Who holds a hex against units of the other side: by tail, and fled to it too (N11.74)."""
    return state.holders_of(hex_, state.battle.enemy(state.side_of(units[0])))


def hex_of(state: GameState, unit: UnitId) -> Hex:
    """The hex of a unit that is known to be on the map."""
    hex_ = state.units[unit].hex
    assert hex_ is not None
    return hex_


def on_map(state: GameState, units: Iterable[UnitId]) -> Units:
    """Those of some units that are still on the map."""
    return tuple(u for u in units if state.units[u].hex is not None)


def ready(state: GameState, units: Iterable[UnitId]) -> Units:
    """Those of some units that are on the map and not Disrupted."""
    return tuple(u for u in on_map(state, units) if not state.units[u].disrupted)


def cavalry_within(state: GameState, side: Side, hex_: Hex, radius: int) -> list[Unit]:
    """The cavalry of a side that is no farther from a hex than that."""
    distance = state.battle.battlefield.grid.distance
    return [
        unit
        for unit in state.on_map(side)
        if unit.hex is not None
        and state.card(unit.id).arm.is_cavalry
        and distance(unit.hex, hex_) <= radius
    ]


def by_hex(state: GameState, units: Iterable[UnitId]) -> list[Units]:
    """Units on the map hex by hex: defenders whose tail was assaulted stand elsewhere (N5.33)."""
    stacks: dict[Hex, list[UnitId]] = {}
    for unit in units:
        stacks.setdefault(hex_of(state, unit), []).append(unit)
    return [tuple(stack) for stack in stacks.values()]


def parts_of(stack: Units) -> list[Units]:
    """A stack as a whole, and each of its units alone."""
    return [stack, *((unit,) for unit in stack)] if len(stack) > 1 else [stack] if stack else []


def attacking_hexes(state: GameState, units: Iterable[UnitId]) -> tuple[Hex, ...]:
    """The hexes that units attack from, by id."""
    return tuple(sorted({hex_of(state, unit) for unit in units}))


def hexes_to_fire_at(state: GameState, units: Iterable[UnitId]) -> tuple[Hex, ...]:
    """The attacking hexes that the defender may fire at: infantry before mere artillery (N8.6)."""
    arms = {
        hex_: arms_of(state, state.combat_units_in(hex_)) for hex_ in attacking_hexes(state, units)
    }
    if not any(MainArm.INFANTRY in found for found in arms.values()):
        return tuple(arms)
    return tuple(hex_ for hex_, found in arms.items() if found != {MainArm.ARTILLERY})


def is_sheltered(state: GameState, hex_: Hex) -> bool:
    """Whether a hex is a town, a chateau or an improved position (N2.32, N8.71)."""
    built = state.battle.battlefield.terrain_at(hex_).cover.built
    return built or hex_ in state.positions


def is_flank_attack(state: GameState, target: Hex, attackers: Sequence[UnitId]) -> bool:
    """Whether the target is caught in road column or from two opposite hexes (N8.7, N8.71).

    A square has no flanks (N10.31).
    """
    holders = foes_in(state, target, attackers)
    if is_sheltered(state, target) or any(state.units[u].square for u in holders):
        return False
    if any(state.units[u].column for u in holders):
        return True
    formed = attacking_hexes(state, (u for u in attackers if not state.units[u].disrupted))
    is_opposite = state.battle.battlefield.grid.is_opposite
    return any(is_opposite(a, target, b) for a, b in combinations(formed, 2))
