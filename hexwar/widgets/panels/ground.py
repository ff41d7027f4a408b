"""A hex in words: name, terrain, level, ways, what was built or broken, points and supply."""

from __future__ import annotations

from hexwar.ground.costs import burning_towns
from hexwar.hexes import Hex, hexside
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.battlefield import Battlefield, Terrain

_TERRAIN = {
    Terrain.CLEAR: "clear ground",
    Terrain.WOODS: "woods",
    Terrain.MARSH: "marsh",
    Terrain.TOWN: "town",
    Terrain.CHATEAU: "château",
}


def ground_words(battlefield: Battlefield, hex_: Hex) -> str:
    """What the ground is: `town, level 1, road`."""
    parts = [_TERRAIN[battlefield.terrain_at(hex_)], f"level {battlefield.level(hex_)}"]
    way = battlefield.way_hexes.get(hex_)
    parts += [way.value] if way is not None else []
    parts += [area.name for area in battlefield.areas if hex_ in area.hexes]
    return ", ".join(parts)


def way_words(battlefield: Battlefield, hex_: Hex) -> str:
    """The names of the roads and trails through a hex."""
    return ", ".join(road.name for road in battlefield.roads if hex_ in road.hexes)


def works_words(state: GameState, hex_: Hex) -> str:
    """What was made of the ground in a hex and on its hexsides; empty for most."""
    field, spans = state.battle.battlefield, state.spans
    parts = ["improved position"] if hex_ in state.positions else []
    if hex_ in burning_towns(state):
        parts.append(f"on fire, {numbers_of(state.battle).card.fire} MP more")
    for other in field.grid.neighbours[hex_]:
        side = hexside(hex_, other)
        if side in spans.damaged:
            parts.append(f"{field.span_name(side)} to {other} damaged")
        if side in spans.pontoons:
            parts.append(f"pontoon bridge to {other}")
    return ", ".join(parts)


def tail_words(state: GameState, hex_: Hex) -> list[str]:
    """The units whose tails lie in a hex (N5.33): `tail of 5th Division, which is in 0912`."""
    tails = (state.units[unit] for unit in state.tails.get(hex_, ()))
    return [f"tail of {state.card(unit.id).name}, which is in {unit.hex}" for unit in tails]


def stake_words(state: GameState, hex_: Hex) -> str:
    """What a hex is worth and who holds it; empty for most."""
    battle = state.battle
    parts = []
    if hex_ in battle.vp_hexes:
        parts.append(f"{battle.vp_hexes[hex_]} VP")
    sources = battle.sources_on(state.turn)
    if hex_ in sources:
        owner = battle.side_names[sources[hex_]]
        parts.append(f"supply source of the {owner}")
    holder = state.control.get(hex_)
    if parts and holder is not None:
        parts.append(f"held by the {battle.side_names[holder]}")
    return ", ".join(parts)
