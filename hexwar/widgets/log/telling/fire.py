"""Assaults."""

from __future__ import annotations

import re

from hexwar.model.events import AdvanceMade, AssaultDeclared, FireResolved, StalemateReached
from hexwar.widgets.log.names import capital
from hexwar.widgets.log.telling.scene import MINUS, Scene, counted, sum_of
from hexwar.widgets.log.text import Text, die

_RESULT = re.compile(r"(\d*)(M1|M)?")


def assault_declared(event: AssaultDeclared, scene: Scene) -> Text:
    """Piré and Briche assaulted Brienne-le-Château (0913)."""
    names = scene.names
    return capital(names.units(event.units)) + " assaulted " + names.hex(event.target) + "."


def fire_resolved(event: FireResolved, scene: Scene) -> Text:
    """French fire on 0913, 9 SP in column 4: die 4 + 1 = 5, M1: morale check at −1."""
    names = scene.names
    thrown = sum_of(die(event.die), event.modifiers, event.die + event.modifiers)
    strength = f", {event.strength} SP in column {event.column + 1}: die "
    start = f"{names.side(event.side)} fire on " + names.hex(event.target) + strength
    return start + thrown + f", {result_words(event.result)}."


def result_words(result: str) -> str:
    """A result of the Fire Table in words (N8.8).

    >>> result_words("1M1")
    '1M1: 1 step lost, morale check at −1'
    """
    if result in ("", "-"):
        return "no effect"
    match = _RESULT.fullmatch(result)
    if match is None:
        return result
    losses = f"{counted(int(match[1]), 'step')} lost, " if match[1] else ""
    check = f"morale check at {MINUS}1" if match[2] == "M1" else "morale check"
    return f"{result}: {losses}{check}"


def stalemate_reached(event: StalemateReached, scene: Scene) -> Text:
    """Both sides stayed in contact at 0913."""
    return "Both sides stayed in contact at " + scene.names.hex(event.hex) + "."


def advance_made(event: AdvanceMade, scene: Scene) -> Text:
    """Piré advanced into Brienne-le-Château (0913)."""
    names = scene.names
    return capital(names.units(event.units)) + " advanced into " + names.hex(event.hex) + "."
