"""Trains: their loss, and pontoon bridges."""

from __future__ import annotations

from hexwar.messages import capital
from hexwar.systems.nlc.events import PontoonDeployed, PontoonTakenUp, TrainCaptured, TrainDestroyed
from hexwar.table.fact import Scene
from hexwar.text import Text


def train_destroyed(event: TrainDestroyed, scene: Scene) -> Text:
    """The French destroyed the VI Corps baggage train in 1010."""
    by = f"The {scene.names.side(event.by)} destroyed "
    return by + scene.names.unit(event.train) + scene.there + "."


def train_captured(event: TrainCaptured, scene: Scene) -> Text:
    """The French captured the pontoon train in 1010."""
    by = f"The {scene.names.side(event.by)} captured "
    return by + scene.names.unit(event.train) + scene.there + "."


def pontoon_deployed(event: PontoonDeployed, scene: Scene) -> Text:
    """The pontoon train laid a bridge between 1010 and 1110."""
    train = capital(scene.names.unit(event.train))
    return train + " laid a bridge " + scene.names.between(event.span) + "."


def pontoon_taken_up(event: PontoonTakenUp, scene: Scene) -> Text:
    """The pontoon train took up its bridge between 1010 and 1110."""
    train = capital(scene.names.unit(event.train))
    return train + " took up its bridge " + scene.names.between(event.span) + "."
