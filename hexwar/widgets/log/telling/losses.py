"""Morale, disruption, retreat and losses."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexwar.messages import capital
from hexwar.systems.nlc.events import (
    FriendDisplaced,
    MoraleRolled,
    RetreatBegan,
    StepLost,
    UnitDisrupted,
    UnitEliminated,
    UnitRallied,
    UnitRetreated,
)
from hexwar.table.fact import Scene
from hexwar.table.reports import limit_words
from hexwar.text import Text, die, signed
from hexwar.widgets.log.telling.scene import counted

_PURPOSES: Mapping[str, str] = MappingProxyType(
    {
        "withdrawal": "retreat before assault",
        "reaction": "reaction charge",
        "evasion": "getting away",
        "aftermath": "after the charge",
        "guard": "the Old Guard gave way",
        "displacement": "making room",
    }
)
"""The purposes of a check that are written otherwise than they are called."""


def morale_rolled(event: MoraleRolled, scene: Scene) -> Text:
    """Morale of Udom in 0913 (retreat): die 3 against 5 (5 +1, at most 5), passed."""
    names = scene.names
    limit = limit_words(event.morale + event.modifiers, event.value)
    reckoned = f"{event.morale} {signed(event.modifiers)}{limit and f', {limit}'}"
    value = f" against {event.value} ({reckoned})"
    verdict = "passed" if event.passed else f"failed by {max(event.margin, 1)}"
    start = "Morale of " + names.units(event.units) + " in " + names.hex(event.hex)
    purpose = _PURPOSES.get(event.purpose, event.purpose)
    return start + f" ({purpose}): die " + die(event.die) + f"{value}, {verdict}."


def unit_disrupted(event: UnitDisrupted, scene: Scene) -> Text:
    """Udom was Disrupted in 0913."""
    return capital(scene.names.unit(event.unit)) + " was Disrupted" + scene.there + "."


def unit_rallied(event: UnitRallied, scene: Scene) -> Text:
    """Udom rallied in 0913."""
    return capital(scene.names.unit(event.unit)) + " rallied" + scene.there + "."


def retreat_began(event: RetreatBegan, scene: Scene) -> Text:
    """Udom had to retreat 2 hexes from 0913."""
    names = scene.names
    must = "routed and had to run" if event.rout else "had to retreat"
    far = f" {must} {counted(event.hexes, 'hex')} from "
    return capital(names.units(event.units)) + far + names.hex(event.hex) + "."


def unit_retreated(event: UnitRetreated, scene: Scene) -> Text:
    """Udom retreated from 0913 by 0914 to 0915."""
    names = scene.names
    return capital(names.unit(event.unit)) + " retreated " + names.way(event.path) + "."


def friend_displaced(event: FriendDisplaced, scene: Scene) -> Text:
    """Kornilov made room for friends in 0914 and stands in 0915."""
    names = scene.names
    start = capital(names.unit(event.unit)) + " made room for friends" + scene.there
    return start + " and stands in " + names.hex(event.hex) + "."


def step_lost(event: StepLost, scene: Scene) -> Text:
    """Udom lost a step in 0913: 2 SP, fire."""
    unit = capital(scene.names.unit(event.unit))
    return unit + " lost a step" + scene.there + f": {event.sp} SP, {event.cause}."


def unit_eliminated(event: UnitEliminated, scene: Scene) -> Text:
    """Udom was eliminated in 0913 and went to the UAR box: 3 SP, fire."""
    unit = capital(scene.names.unit(event.unit))
    end = f" and went to the {box_title(event.box.value)} box: {event.sp} SP, {event.cause}."
    return unit + " was eliminated" + scene.there + end


def box_title(name: str) -> str:
    """A box as it is printed: `UAR`, `Recovered`."""
    return name[:1].upper() + name[1:]
