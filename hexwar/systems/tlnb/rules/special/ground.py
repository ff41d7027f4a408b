"""Ground that special rules change: frozen waters, and banks that horse and guns do not pass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from hexwar.engine import Refusal, refuse
from hexwar.engine.derived import kept
from hexwar.ground.costs import gait_of
from hexwar.hexes import Hex, Hexside, hexside
from hexwar.messages import mark
from hexwar.series.battle import SpecialRule
from hexwar.systems.tlnb.rules.cards.effects import knows_ford
from hexwar.systems.tlnb.rules.special.registry import BANKS, FROZEN
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.battlefield import Battlefield, Terrain
from hexwar.table.forces import Arm, UnitId
from hexwar.table.spans import Crossing, crossing


def ground_at(state: TlnbState, hex_: Hex) -> Terrain:
    """The terrain of a hex in combat and charge: a frozen marsh is clear."""
    terrain = state.battle.battlefield.terrain_at(hex_)
    is_ice = terrain is Terrain.MARSH and FROZEN in state.battle.special
    return Terrain.CLEAR if is_ice else terrain


def water_between(state: TlnbState, a: Hex, b: Hex) -> Crossing:
    """What lies between two hexes in combat and charge: a frozen stream is nothing."""
    met = crossing(state.battle.battlefield, state.spans, a, b)
    is_ice = met in (Crossing.STREAM, Crossing.TRESTLE) and FROZEN in state.battle.special
    return Crossing.OPEN if is_ice else met


# -- banks


@kept
def barred_sides(state: TlnbState) -> frozenset[Hexside]:
    """The hexsides that horse, guns and trains do not cross: the water but for its whole spans."""
    rule = state.battle.special.get(BANKS)
    if rule is None:
        return frozenset()
    whole = (side for side in rule.hexsides if side not in state.spans.damaged)
    return _water_of(state.battle.battlefield, rule) - frozenset(whole)


@lru_cache(maxsize=8)
def _water_of(field: Battlefield, rule: SpecialRule) -> frozenset[Hexside]:
    """The hexsides of the waters that the spans of a rule lead over."""
    spans = set(rule.hexsides)
    waters = (river.hexsides for river in field.rivers if not spans.isdisjoint(river.hexsides))
    return frozenset(side for sides in waters for side in sides)


def bank_refusal(state: TlnbState, units: Iterable[UnitId], a: Hex, b: Hex) -> Refusal | None:
    """Why units do not cross a hexside without a ford, or None: all but infantry need a span."""
    arms = (state.card(unit).arm for unit in units)
    if hexside(a, b) not in barred_sides(state) or all(arm is Arm.INFANTRY for arm in arms):
        return None
    words = mark("Only infantry and leaders cross the water from {a} to {b}: there is no span.")
    return refuse("T34.6", words, a=a, b=b)


def bars_way(state: TlnbState, units: Sequence[UnitId], a: Hex, b: Hex) -> bool:
    """Whether units cannot retreat or advance over a hexside.

    A ford that their scouts have found in such water lets foot and horse pass (T18.34, T18.35).
    """
    if bank_refusal(state, units, a, b) is None:
        return False
    arms = (state.card(unit).arm for unit in units)
    is_wet = hexside(a, b) in state.spans.found and knows_ford(state, state.side_of(units[0]), a, b)
    return not is_wet or not all(gait_of(arm).wades for arm in arms)
