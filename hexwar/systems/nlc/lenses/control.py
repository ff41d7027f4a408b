"""The lens of the zones of control: who makes them, and what keeps them out (N6.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwar.ground.zones import zone, zone_makers
from hexwar.hexes import Hex
from hexwar.shell.lenses import Reason
from hexwar.systems.nlc.lenses.glance import place
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.spans import Crossing, crossing

ZONE = "N6.3"


def zones(view: GameState, *sides: Side) -> Mapping[Side, frozenset[Hex]]:
    """The zones of control of some sides."""
    return {side: zone(view, side) for side in sides}


def why_zone(view: GameState, side: Side, hex_: Hex) -> Reason:
    """Who makes a hex part of a side's zone of control, or what keeps the zone out of it."""
    makers = zone_makers(view, side, hex_)
    name = view.battle.side_names.get(side, side)
    if makers:
        units = _names(view, makers)
        return Reason(f"{place(view, hex_)}: {name} zone of control, made by {units}.", ZONE)
    return Reason(*_why_none(view, side, hex_, name))


def _why_none(view: GameState, side: Side, hex_: Hex, name: str) -> tuple[str, str]:
    none = f"{place(view, hex_)}: no {name} zone of control"
    field = view.battle.battlefield
    near = {n: units for n in field.grid.neighbours[hex_] if (units := _units(view, n, side))}
    if not near:
        return f"{none}, no combat unit of theirs stands next to it.", ZONE
    if hex_ in view.positions:
        return f"{none}, none reaches into an improved position.", ZONE
    for other, units in near.items():
        met = crossing(field, view.spans, hex_, other)
        if not met.is_joined and _awake(view, units):
            rule = "N5.71" if met is Crossing.DAMAGED_BRIDGE else ZONE
            return f"{none}, the {met} between {hex_} and {other} stops it.", rule
    asleep = [unit for units in near.values() for unit in units]
    verb = "is" if len(asleep) == 1 else "are"
    return f"{none}, {_names(view, asleep)} {verb} Disrupted.", "N11.8"


def _units(view: GameState, hex_: Hex, side: Side) -> tuple[UnitId, ...]:
    return view.combat_units_in(hex_, side)


def _awake(view: GameState, units: Sequence[UnitId]) -> bool:
    return any(not view.units[unit].disrupted for unit in units)


def _names(view: GameState, units: Sequence[UnitId]) -> str:
    return ", ".join(view.card(unit).name for unit in units)
