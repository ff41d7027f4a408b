"""Who meets whom in one assault: hexes, arms and flanks (N8.1, N8.6, N8.7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side, UnitId


class MainArm(StrEnum):
    """The three arms, as morale, losses and combined arms tell them apart."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"


def main_arm(state: GameState, unit: UnitId) -> MainArm:
    """Which of the three arms a combat unit belongs to."""
    arm = state.card(unit).arm
    if arm.is_artillery:
        return MainArm.ARTILLERY
    return MainArm.CAVALRY if arm.is_cavalry else MainArm.INFANTRY


@dataclass(frozen=True, slots=True)
class Fight:
    """One assault as it was declared; later losses do not change it."""

    side: Side  # that attacks
    target: Hex
    attackers: tuple[UnitId, ...]  # the named units, by id
    defenders: tuple[UnitId, ...]  # every combat unit that holds the target hex, by tail too
    hexes: tuple[Hex, ...]  # where attackers stand, by id
    hit_hex: Hex  # the attacking hex that the defender fires at (N8.6)
    flank: bool  # N8.7
    bonus: tuple[LeaderId, ...] = ()  # who lead their troops in person (N7.5)
    lowered: tuple[Side, ...] = ()  # whose die the enemy's Marshal Ney lowers (N23.4)


def fight_over(
    state: GameState,
    target: Hex,
    units: Iterable[UnitId],
    hit_hex: Hex,
    bonus: tuple[LeaderId, ...] = (),
) -> Fight:
    """The fight of some attackers for a target hex."""
    attackers = tuple(sorted(units))
    side = state.side_of(attackers[0])
    return Fight(
        side=side,
        target=target,
        attackers=attackers,
        defenders=state.holders_of(target, state.battle.enemy(side)),
        hexes=attacking_hexes(state, attackers),
        hit_hex=hit_hex,
        flank=is_flank_attack(state, target, attackers),
        bonus=bonus,
    )


def hex_of(state: GameState, unit: UnitId) -> Hex:
    """The hex of a unit that is known to be on the map."""
    hex_ = state.units[unit].hex
    assert hex_ is not None
    return hex_


def on_map(state: GameState, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Those of some units that are still on the map."""
    return tuple(u for u in units if state.units[u].hex is not None)


def by_hex(state: GameState, units: Iterable[UnitId]) -> list[tuple[UnitId, ...]]:
    """Units on the map hex by hex: defenders whose tail was assaulted stand elsewhere (N5.33)."""
    stacks: dict[Hex, list[UnitId]] = {}
    for unit in units:
        stacks.setdefault(hex_of(state, unit), []).append(unit)
    return [tuple(stack) for stack in stacks.values()]


def attacking_hexes(state: GameState, units: Iterable[UnitId]) -> tuple[Hex, ...]:
    """The hexes that units attack from, by id."""
    return tuple(sorted({hex_of(state, unit) for unit in units}))


def hexes_to_fire_at(state: GameState, units: Iterable[UnitId]) -> tuple[Hex, ...]:
    """The attacking hexes that the defender may fire at: infantry before mere artillery (N8.6)."""
    hexes = attacking_hexes(state, units)
    arms = {hex_: _arms_in(state, hex_) for hex_ in hexes}
    if not any(MainArm.INFANTRY in found for found in arms.values()):
        return hexes
    return tuple(hex_ for hex_ in hexes if arms[hex_] != {MainArm.ARTILLERY})


def _arms_in(state: GameState, hex_: Hex) -> set[MainArm]:
    return {main_arm(state, unit) for unit in state.combat_units_in(hex_)}


def is_sheltered(state: GameState, hex_: Hex) -> bool:
    """Whether a hex is a town, a chateau or an improved position (N2.32, N8.71)."""
    built = state.battle.battlefield.terrain_at(hex_).cover.built
    return built or hex_ in state.positions


def is_flank_attack(state: GameState, target: Hex, attackers: Iterable[UnitId]) -> bool:
    """Whether the target is caught in road column or from two opposite hexes (N8.7, N8.71).

    A square has no flanks (N10.31).
    """
    battlefield = state.battle.battlefield
    units = tuple(attackers)
    enemy = state.battle.enemy(state.side_of(units[0]))
    holders = state.holders_of(target, enemy)
    if is_sheltered(state, target) or any(state.units[u].square for u in holders):
        return False
    if any(state.units[u].column for u in holders):
        return True
    formed = attacking_hexes(state, (u for u in units if not state.units[u].disrupted))
    return any(battlefield.grid.is_opposite(a, target, b) for a, b in combinations(formed, 2))
