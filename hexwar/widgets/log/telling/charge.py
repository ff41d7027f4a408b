"""Charges, reaction charges, squares and pursuit."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexwar.messages import capital, joined
from hexwar.systems.nlc.events import (
    ChargeDeclared,
    ChargeResolved,
    Evaded,
    PursuitMade,
    PursuitResolved,
    ReactionDeclared,
    ReactionResolved,
    SquareFormed,
    SquareRemoved,
)
from hexwar.table.fact import Scene
from hexwar.text import Text, die, sum_of

_LOSERS: Mapping[str, str] = MappingProxyType(
    {
        "chargers": "the chargers gave way",
        "reactors": "those who met them gave way",
        "both": "both gave way",
        "nobody": "neither gave way",
    }
)
"""What a meeting of chargers and reactors comes to (N10.21)."""


def charge_declared(event: ChargeDeclared, scene: Scene) -> Text:
    """Piré charged Brienne-le-Château (0913) from 1113 by 1013."""
    names = scene.names
    start = capital(names.units(event.units)) + " charged " + names.hex(event.target)
    between = joined((names.number(hex_) for hex_ in event.path[1:-1]), last=", ")
    by = " by " + between if between else ""
    return start + " from " + names.hex(event.path[0]) + by + "."


def reaction_declared(event: ReactionDeclared, scene: Scene) -> Text:
    """Vasilchikov tried to charge those who charged from 1113; or who came to 1013."""
    names = scene.names
    whom = "those who moved to " if event.against_move else "the chargers from "
    start = capital(names.units(event.units)) + scene.there
    return start + " set out to meet " + whom + names.hex(event.target) + "."


def reaction_resolved(event: ReactionResolved, scene: Scene) -> Text:
    """Piré was met by Vasilchikov: the chargers gave way."""
    names = scene.names
    verb = " was" if len(event.chargers) == 1 else " were"
    start = capital(names.units(event.chargers)) + f"{verb} met by " + names.units(event.reactors)
    return start + f": {_LOSERS.get(event.loser, event.loser)}."


def evaded(event: Evaded, scene: Scene) -> Text:
    """Horse artillery got out of the way from 0913 to 0914."""
    names = scene.names
    return capital(names.units(event.units)) + " got out of the way " + names.way(event.path) + "."


def square_formed(event: SquareFormed, scene: Scene) -> Text:
    """Udom formed square in 0913."""
    return capital(scene.names.units(event.units)) + " formed square" + scene.there + "."


def square_removed(event: SquareRemoved, scene: Scene) -> Text:
    """Udom left square in 0913."""
    return capital(scene.names.units(event.units)) + " left square" + scene.there + "."


def charge_resolved(event: ChargeResolved, scene: Scene) -> Text:
    """The charge of Piré on 0913 was over: the defenders rout."""
    names = scene.names
    start = "The charge of " + names.units(event.units) + " on " + names.hex(event.target)
    return start + f" was over: {event.outcome}."


def pursuit_made(event: PursuitMade, scene: Scene) -> Text:
    """Piré pursued from 0913 by 0914 to 0915; with one hex, from where he stood."""
    names = scene.names
    return capital(names.units(event.units)) + " pursued " + names.way(event.path) + "."


def pursuit_resolved(event: PursuitResolved, scene: Scene) -> Text:
    """Pursuit of Udom by Piré: die 4 + 1 = 5, a step is lost."""
    names = scene.names
    thrown = sum_of(die(event.die), event.modifiers, event.die + event.modifiers)
    start = "Pursuit of " + names.units(event.fugitives) + " by " + names.units(event.units)
    return start + ": die " + thrown + (", a step is lost." if event.loss else ", no loss.")
