"""Who holds a victory hex or a supply source, and whether that counts at the end (N22.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexwar.hexes import Hex
from hexwar.model.events import HexControlled, HexPassed
from hexwar.model.forces import Side, UnitId
from hexwar.model.score import ScoreReason
from hexwar.model.state import GameState
from hexwar.rules.common.supply import is_supplied, supply_line
from hexwar.rules.nlc.command import is_in_command_range, senior_unit


def control_events(
    state: GameState, units: Sequence[UnitId], path: Iterable[Hex]
) -> list[HexControlled | HexPassed]:
    """What changes in victory hexes and supply sources when units have gone over hexes (N22.2).

    Args:
        state: The table, with the units where they went.
        units: Those who went together. The one with most SP holds the hexes for them; trains
            hold nothing.
        path: The hexes that they left, crossed and entered.
    """
    holder = senior_unit(state, units)
    if holder is None:
        return []
    side = state.side_of(holder)
    events: list[HexControlled | HexPassed] = []
    for hex_ in dict.fromkeys(path):
        if hex_ not in state.control:
            continue
        if state.control[hex_] != side:
            events.append(HexControlled(hex_, side, holder))
        elif state.last_in.get(hex_) != holder:
            events.append(HexPassed(hex_, holder))
    return events


def is_held(reasons: Iterable[ScoreReason]) -> bool:
    """Whether one of those who hold a hex is able to: then it counts (N22.2)."""
    return any(reason.counts for reason in reasons)


def holding_reasons(state: GameState, side: Side, hex_: Hex) -> tuple[ScoreReason, ...]:
    """Who holds a hex for the side that has it, each with whether that counts (N22.2).

    The units in the hex are asked, else the one that was the last in it. A hex that nobody has
    been in counts for the side that the scenario names.
    """
    here = state.holders_of(hex_, side)
    if here:
        return tuple(_judged(state, unit, hex_, "stands in it") for unit in here)
    last = state.last_in.get(hex_)
    if last is None:
        return (_unvisited(state, side, hex_),)
    place = state.units[last].hex
    if place is None:
        words = "was the last in it and is not on the map any more."
        name = state.card(last).name
        return (ScoreReason(name, words, f"unit:{last}", "N22.2", counts=False),)
    where = state.battle.battlefield.name_of(place)
    return (_judged(state, last, hex_, f"was the last in it, is at {where}"),)


def _unvisited(state: GameState, side: Side, hex_: Hex) -> ScoreReason:
    """A hex of which no unit is known that was in it."""
    if owner_by_scenario(state, hex_) != side:
        return ScoreReason("", "The save of an older version does not tell who took it.")
    name = state.battle.side_names[side]
    words = f"Nobody has been in it: by the scenario it belongs to the {name} side."
    return ScoreReason("", words, rule="N22.2")


def owner_by_scenario(state: GameState, hex_: Hex) -> Side | None:
    """Whose a hex is while nobody has been in it: as at the start, or by its last change."""
    battle = state.battle
    owner = battle.sources_on(state.turn).get(hex_)
    if owner != battle.supply_sources.get(hex_):
        return owner
    return battle.control.get(hex_, owner)


def _judged(state: GameState, unit: UnitId, hex_: Hex, place: str) -> ScoreReason:
    """Whether a unit can hold a hex: in supply, or for a victory hex in command range as well."""
    name, address = state.card(unit).name, f"unit:{unit}"
    if is_supplied(state, unit):
        return ScoreReason(name, f"{place} and is in supply.", address, "N16.2")
    line = supply_line(state, unit)
    why = (ScoreReason("", line.reason, rule=line.rule, counts=False),)
    if hex_ not in state.battle.vp_hexes:
        words = f"{place} and is out of supply."
        return ScoreReason(name, words, address, "N22.2", counts=False, parts=why)
    if is_in_command_range(state, unit):
        words = f"{place} and is out of supply, but within command range."
        return ScoreReason(name, words, address, "N14.3")
    words = f"{place} and is neither in supply nor within command range."
    return ScoreReason(name, words, address, "N22.2", counts=False, parts=why)
