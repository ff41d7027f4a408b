"""The forces at the start, one of which a mode card picks (18.54, 18.55)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.hexes import Hex
from hexwar.model.forces import Side, UnitId
from hexwar.model.orders import LineId
from hexwar.model.state import GameState
from hexwar.rules.common.zones import enemy_hexes, enemy_zone
from hexwar.rules.nlc.cards.ways import Way, way_of
from hexwar.rules.nlc.command import is_in_command_range

Force = tuple[UnitId, ...]
"""Combat units that count as one force, in the order of battle."""


def units_at_start(state: GameState, side: Side) -> list[UnitId]:
    """A side's combat units that were set up and are on the map (N23.9)."""
    return [
        unit.id
        for unit in state.on_map(side)
        if unit.id in state.battle.unit_hexes and state.card(unit.id).is_combat_unit
    ]


def forces_at_start(state: GameState, side: Side) -> list[Force]:
    """The forces of a side, the strongest first.

    A force is what stands under one line of the order pad in command; each stack of it that is
    out of command is a force of its own (18.55).
    """
    forces: dict[tuple[LineId, str], list[UnitId]] = {}
    for unit in units_at_start(state, side):
        place = "" if is_in_command_range(state, unit) else str(state.units[unit].hex)
        forces.setdefault((state.line_id_of(unit), place), []).append(unit)
    found = (tuple(units) for units in forces.values())
    return sorted(found, key=lambda force: -strength(state, force))


def strength(state: GameState, force: Force) -> int:
    """The SP of a force."""
    return sum(state.sp(unit) for unit in force)


def eligible(state: GameState, forces: Sequence[Force]) -> list[Force]:
    """Those that a card may pick: in full play the strongest alone, else any (18.55, N23.3)."""
    if not forces or way_of(state.battle) is not Way.FULL:
        return list(forces)
    most = max(strength(state, force) for force in forces)
    return [force for force in forces if strength(state, force) == most]


def is_barred(state: GameState, side: Side, hex_: Hex) -> bool:
    """Whether no force is set up in a hex: an enemy piece is there, a train or leader too, or EZOC.

    What happens to enemies who are met on a march does not happen before the battle (house rule).
    """
    enemy = state.battle.enemy(side)
    is_held = state.units_in(hex_, enemy) or state.leaders_in(hex_, enemy)
    return bool(is_held) or hex_ in enemy_zone(state, side) | enemy_hexes(state, side)
