"""Chits and activations."""

from __future__ import annotations

from hexwar.model.events import (
    ActivationBegan,
    ActivationEnded,
    ChitDiscarded,
    ChitDrawn,
    ChitPlaced,
    CupChosen,
    FlagsCleared,
    SegmentEnded,
)
from hexwar.widgets.log.names import capital
from hexwar.widgets.log.telling.scene import Scene, counted
from hexwar.widgets.log.text import Text, die, text


def chit_placed(event: ChitPlaced, scene: Scene) -> Text:
    """The chit of V Cavalry Corps (Milhaud) went into the French cup."""
    names = scene.names
    return "The chit of " + names.formation(event.chit) + f" went into {names.cup(event.cup)}."


def cup_chosen(event: CupChosen, scene: Scene) -> Text:
    """Die 5: the next chit comes from the French cup."""
    return "Die " + die(event.die) + f": the next chit comes from {scene.names.cup(event.cup)}."


def chit_drawn(event: ChitDrawn, scene: Scene) -> Text:
    """V Cavalry Corps (Milhaud) was drawn from the French cup."""
    names = scene.names
    return capital(names.formation(event.chit) + f" was drawn from {names.cup(event.cup)}.")


def chit_discarded(event: ChitDiscarded, scene: Scene) -> Text:
    """The chit of VI Corps had no effect: no unit of it is left."""
    chit = scene.names.formation(event.chit)
    return "The chit of " + chit + f" had no effect: {event.reason}."


def activation_began(event: ActivationBegan, scene: Scene) -> Text:
    """V Cavalry Corps (Milhaud) began to act, in contact with the enemy."""
    contact = "in contact with the enemy" if event.had_contact else "out of contact"
    return capital(scene.names.formation(event.formation) + f" began to act, {contact}.")


def segment_ended(event: SegmentEnded, _: Scene) -> Text:
    """The Movement Segment ended, the Bombardment Segment began."""
    before, after = event.segment.value.title(), event.then.value.title()
    return text(f"The {before} Segment ended, the {after} Segment began.")


def activation_ended(event: ActivationEnded, scene: Scene) -> Text:
    """V Cavalry Corps (Milhaud) finished acting."""
    return capital(scene.names.formation(event.formation) + " finished acting.")


def flags_cleared(event: FlagsCleared, _: Scene) -> Text:
    """Markers of the last activation came off 5 units."""
    return text(f"Markers of the last activation came off {counted(len(event.units), 'unit')}.")
