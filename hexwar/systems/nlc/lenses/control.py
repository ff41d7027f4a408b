"""The lens of the zones of control: who makes them, and what keeps them out (N6.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwar.ground.zones import zone, zone_makers
from hexwar.hexes import Hex
from hexwar.messages import say
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
        return Reason(
            say(
                "{place}: {name} zone of control, made by {units}.",
                place=place(view, hex_),
                name=name,
                units=units,
            ),
            ZONE,
        )
    return Reason(*_why_none(view, side, hex_, name))


def _why_none(view: GameState, side: Side, hex_: Hex, name: str) -> tuple[str, str]:
    none = say("{place}: no {name} zone of control", place=place(view, hex_), name=name)
    field = view.battle.battlefield
    near = {n: units for n in field.grid.neighbours[hex_] if (units := _units(view, n, side))}
    if not near:
        return say("{none}, no combat unit of theirs stands next to it.", none=none), ZONE
    if hex_ in view.positions:
        return say("{none}, none reaches into an improved position.", none=none), ZONE
    for other, units in near.items():
        met = crossing(field, view.spans, hex_, other)
        if not met.is_joined and _awake(view, units):
            rule = "N5.71" if met is Crossing.DAMAGED_BRIDGE else ZONE
            return say(
                "{none}, the {met} between {hex} and {other} stops it.",
                none=none,
                met=met,
                hex=hex_,
                other=other,
            ), rule
    asleep = [unit for units in near.values() for unit in units]
    verb = "is" if len(asleep) == 1 else "are"
    return say(
        "{none}, {names} {verb} Disrupted.", none=none, names=_names(view, asleep), verb=verb
    ), "N11.8"


def _units(view: GameState, hex_: Hex, side: Side) -> tuple[UnitId, ...]:
    return view.combat_units_in(hex_, side)


def _awake(view: GameState, units: Sequence[UnitId]) -> bool:
    return any(not view.units[unit].disrupted for unit in units)


def _names(view: GameState, units: Sequence[UnitId]) -> str:
    return ", ".join(view.card(unit).name for unit in units)
