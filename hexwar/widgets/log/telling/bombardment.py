"""Bombardments."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexwar.messages import capital
from hexwar.systems.nlc.events import BombardmentDeclared, BombardmentResolved
from hexwar.table.fact import Scene
from hexwar.text import Text, die, sum_of

RESULTS: Mapping[str, str] = MappingProxyType(
    {
        "-": "no effect",
        "d": "d: one unit checks morale",
        "D": "D: the stack checks morale",
        "1": "1: 1 step lost, then the stack checks morale",
    }
)
"""The results of the Bombardment Table in words (N9.6)."""


def bombardment_declared(event: BombardmentDeclared, scene: Scene) -> Text:
    """II Corps foot artillery bombarded Brienne-le-Château (0913)."""
    names = scene.names
    return capital(names.units(event.units)) + " bombarded " + names.hex(event.target) + "."


def bombardment_resolved(event: BombardmentResolved, scene: Scene) -> Text:
    """French guns on 0913, 9 SP in column 4: die 4 + 1 = 5, D: the stack checks morale."""
    names = scene.names
    thrown = sum_of(die(event.die), event.modifiers, event.die + event.modifiers)
    strength = f", {event.strength} SP in column {event.column + 1}: die "
    start = f"{names.side(event.side)} guns on " + names.hex(event.target) + strength
    return start + thrown + f", {RESULTS.get(event.result, event.result)}."
