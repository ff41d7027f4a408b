"""Assaults."""

from __future__ import annotations

import re

from hexwar.messages import capital
from hexwar.systems.nlc.events import (
    AdvanceMade,
    AssaultDeclared,
    AssaultDropped,
    AssaultRepeated,
    BonusUsed,
    ConfidenceRolled,
    FireResolved,
    RetreatedBeforeAssault,
    StalemateReached,
)
from hexwar.table.fact import Scene
from hexwar.text import MINUS, Text, die, sum_of
from hexwar.widgets.log.telling.scene import counted

_RESULT = re.compile(r"(\d*)(M1|M)?")


def assault_declared(event: AssaultDeclared, scene: Scene) -> Text:
    """Piré and Briche assaulted Brienne-le-Château (0913)."""
    names = scene.names
    return capital(names.units(event.units)) + " assaulted " + names.hex(event.target) + "."


def confidence_rolled(event: ConfidenceRolled, scene: Scene) -> Text:
    """Attack Confidence of Piré against 0913: die 3 against 4, the assault goes on."""
    names = scene.names
    verdict = "the assault goes on" if event.passed else "no assault is made"
    if event.is_final:
        verdict += ", and no other in this activation"
    start = "Attack Confidence of " + names.units(event.units) + " against "
    rolled = names.hex(event.target) + ": die " + die(event.die) + f" against {event.value}"
    return start + rolled + f", {verdict}."


def assault_dropped(event: AssaultDropped, scene: Scene) -> Text:
    """Piré and Briche gave up the assault on Brienne-le-Château (0913)."""
    names = scene.names
    start = capital(names.units(event.units)) + " gave up the assault on "
    return start + names.hex(event.target) + "."


def assault_repeated(event: AssaultRepeated, scene: Scene) -> Text:
    """Piré and Briche assaulted Brienne-le-Château (0913) a second time."""
    names = scene.names
    start = capital(names.units(event.units)) + " assaulted "
    return start + names.hex(event.target) + " a second time."


def retreated_before_assault(event: RetreatedBeforeAssault, scene: Scene) -> Text:
    """Udom withdrew before the assault from 0913 to 0914."""
    names = scene.names
    start = capital(names.units(event.units)) + " withdrew before the assault "
    return start + names.way(event.path) + "."


def bonus_used(event: BonusUsed, scene: Scene) -> Text:
    """Napoleon led the troops in 0913 himself."""
    names = scene.names
    start = capital(names.leader(event.leader)) + " led the troops in "
    return start + names.hex(event.hex) + " himself."


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
