"""The rule of what lies on the board: of a counter, a marker or the ground of a hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from hexwar.hexes import Hex
from hexwar.systems.nlc.panels.markers import plight_of, sites_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, LeaderId, Role, UnitId
from hexwar.table.pieces import Unit

_ARMS: Mapping[Arm, str] = MappingProxyType(
    {
        Arm.INFANTRY: "N2.1",
        Arm.LIGHT_CAVALRY: "N10.1",
        Arm.HEAVY_CAVALRY: "N10.1",
        Arm.FOOT_ARTILLERY: "N9.1",
        Arm.HORSE_ARTILLERY: "N7.1",
        Arm.BAGGAGE_TRAIN: "N16.4",
        Arm.PONTOON_TRAIN: "N16.4",
        Arm.VEDETTE: "N20.3",
    }
)

_ROLES: Mapping[Role, str] = MappingProxyType({Role.HQ: "N3.2", Role.CORPS: "N14.1"})


def rule_of_piece(view: GameState, piece: str) -> str:
    """The rule of a counter: of the state that it is in, else of its arm or its rank."""
    if piece in view.leaders:
        return _ROLES.get(view.battle.leaders[LeaderId(piece)].role, "N14.5")
    if piece not in view.units:
        return "N20.2"  # a flag
    unit = UnitId(piece)
    return next(_states(view, view.units[unit]), _ARMS[view.card(unit).arm])


def _states(view: GameState, unit: Unit) -> Iterator[str]:
    """The rules of the states that a unit is in, the gravest first."""
    plight = plight_of(view, unit.id)
    states = (
        (unit.disrupted, "N11.8"),
        (plight.demoralized, "N15.2"),
        (plight.exhausted, "N20.83"),
        (plight.out_of_supply, "N15.5"),
        (plight.out_of_command, "N14.4"),
        (unit.square, "N10.31"),
        (unit.column, "N5.32"),
        (unit.reduced, "N2.2"),
    )
    return (rule for holds, rule in states if holds)


def rule_of_hex(view: GameState, hex_: Hex) -> str:
    """The rule of what marks a hex: points, an entry, works, a bridge; else of its ground."""
    sites, field = sites_of(view), view.battle.battlefield
    if hex_ in sites.points:
        return "N22.2"
    if any(entry.hex == hex_ for entry in sites.entries):
        return "N5.8"
    if hex_ in view.positions:
        return "N21.1"
    if any(hex_ in span for span in (*field.span_at, *view.spans.pontoons)):
        return "N5.7"
    if hex_ in sites.sources:
        return "N16.6"
    return "N5.1"
