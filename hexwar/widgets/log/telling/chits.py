"""Chits and activations."""

from __future__ import annotations

from hexwar.messages import capital, joined
from hexwar.systems.nlc.events import (
    ActivationBegan,
    ActivationEnded,
    ChitDiscarded,
    ChitDrawn,
    ChitPlaced,
    CoordinationRolled,
    CupChosen,
    FlagsCleared,
    InitialGranted,
    InitialRolled,
    SegmentEnded,
)
from hexwar.systems.nlc.words import cup_words
from hexwar.table.fact import Scene
from hexwar.text import Text, die, sum_of, text
from hexwar.widgets.log.telling.scene import counted


def initial_rolled(event: InitialRolled, scene: Scene) -> Text:
    """Initial Action: French 3 + 5 = 8 and Coalition 2 + 3 = 5: the French may act first."""
    totals = dict(event.totals)
    rolls = joined(_roll(scene.names.side(s), pips, totals[s]) for s, pips in event.dice)
    verdict = "nobody" if event.winner is None else f"the {scene.names.side(event.winner)}"
    told = "Initial Action: " + rolls + f": {verdict} may act first."
    for side in event.by_card:
        told = told + f" A card lets the {scene.names.side(side)} act too."
    for side in event.denied:
        told = told + f" The {scene.names.side(side)} start late and may not."
    return told


def _roll(side: str, pips: int, total: int) -> Text:
    """A side's die with the rating of its OC: `French 3 + 5 = 8`."""
    return f"{side} " + sum_of(die(pips), total - pips, total)


def initial_granted(event: InitialGranted, scene: Scene) -> Text:
    """V Cavalry Corps (Milhaud) took the Initial Action of the French."""
    side = scene.names.side(event.side)
    if event.formation is None:
        return text(f"The {side} let their Initial Action go.")
    taken = f" took the Initial Action of the {side}."
    return capital(scene.names.formation(event.formation)) + taken


def coordination_rolled(event: CoordinationRolled, scene: Scene) -> Text:
    """Die 2 against rating 3: the French have a Coordinated Action this turn."""
    side = scene.names.side(event.side)
    verdict = "have a" if event.has_action else "have no"
    rolled = "Die " + die(event.die) + f" against rating {event.rating}: "
    return rolled + f"the {side} {verdict} Coordinated Action this turn."


def chit_placed(event: ChitPlaced, scene: Scene) -> Text:
    """The chit of V Cavalry Corps (Milhaud) went into the French cup."""
    names = scene.names
    return (
        "The chit of "
        + names.formation(event.chit)
        + (f" went into {cup_words(event.cup, names)}.")
    )


def cup_chosen(event: CupChosen, scene: Scene) -> Text:
    """Die 5: the next chit comes from the French cup."""
    return (
        "Die "
        + die(event.die)
        + (f": the next chit comes from {cup_words(event.cup, scene.names)}.")
    )


def chit_drawn(event: ChitDrawn, scene: Scene) -> Text:
    """V Cavalry Corps (Milhaud) was drawn from the French cup."""
    names = scene.names
    return capital(names.formation(event.chit) + f" was drawn from {cup_words(event.cup, names)}.")


def chit_discarded(event: ChitDiscarded, scene: Scene) -> Text:
    """The chit of VI Corps had no effect: no unit of it is left."""
    chit = scene.names.formation(event.chit)
    return "The chit of " + chit + f" had no effect: {event.reason}."


def activation_began(event: ActivationBegan, scene: Scene) -> Text:
    """V Cavalry Corps (Milhaud) began to act, in contact with the enemy."""
    contact = "in contact with the enemy" if event.had_contact else "out of contact"
    who = joined(scene.names.formation(f) for f in (event.formation, *event.also))
    return capital(who + f" began to act, {contact}.")


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
