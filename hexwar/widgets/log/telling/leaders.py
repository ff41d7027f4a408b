"""Leaders and HQ counters."""

from __future__ import annotations

from hexwar.messages import capital
from hexwar.systems.nlc.events import (
    HqMoved,
    LeaderCaptured,
    LeaderDisplaced,
    LeaderEntered,
    LeaderMoved,
    LeaderReplaced,
)
from hexwar.table.fact import Scene
from hexwar.text import Text


def leader_moved(event: LeaderMoved, scene: Scene) -> Text:
    """Milhaud rode from 1803 to Maizières (1604)."""
    verb = " went along " if event.free else " rode "
    return capital(scene.names.leader(event.leader)) + verb + scene.names.way(event.path) + "."


def hq_moved(event: HqMoved, scene: Scene) -> Text:
    """Imperial HQ moved from 1803 to Maizières (1604)."""
    return capital(scene.names.leader(event.hq)) + " moved " + scene.names.way(event.path) + "."


def leader_entered(event: LeaderEntered, scene: Scene) -> Text:
    """Napoléon entered the map in 1803."""
    names = scene.names
    return capital(names.leader(event.leader)) + " entered the map in " + names.hex(event.hex) + "."


def leader_captured(event: LeaderCaptured, scene: Scene) -> Text:
    """Blücher was captured by the French in 0913."""
    by = f" was captured by the {scene.names.side(event.by)}"
    return capital(scene.names.leader(event.leader)) + by + scene.there + "."


def leader_displaced(event: LeaderDisplaced, scene: Scene) -> Text:
    """Blücher escaped from 0913 to 0914."""
    start = capital(scene.names.leader(event.leader)) + " escaped"
    origin = start if scene.place is None else start + " from " + scene.names.hex(scene.place)
    return origin + " to " + scene.names.hex(event.hex) + "."


def leader_replaced(event: LeaderReplaced, scene: Scene) -> Text:
    """A successor took over from Olsufiev in 0304."""
    names = scene.names
    start = "A successor took over from " + names.leader(event.leader)
    return start + " in " + names.hex(event.hex) + "."
