"""Demoralization, exhaustion, forced marches and recovery."""

from __future__ import annotations

from hexwar.messages import capital, joined
from hexwar.systems.nlc.events import (
    ExhaustionEnded,
    ForcedMarchDeclared,
    ForcedMarchRolled,
    FormationDemoralized,
    FormationExhausted,
    FormationRecovered,
    GuardDismayed,
    RecoveryRolled,
    RestCounted,
    StepRegained,
    UnitLostForGood,
    UnitReturned,
)
from hexwar.table.fact import Scene
from hexwar.text import Text, die, text
from hexwar.widgets.log.telling.scene import counted


def formation_demoralized(event: FormationDemoralized, scene: Scene) -> Text:
    """IX Corps (Olsufiev) is demoralized: 6 SP are lost, its level is 5."""
    who = capital(scene.names.formation(event.formation))
    return who + f" is demoralized: {event.lost} SP are lost, its level is {event.level}."


def formation_recovered(event: FormationRecovered, scene: Scene) -> Text:
    """IX Corps (Olsufiev) is no longer demoralized: 4 SP are lost, its level is 5."""
    who = capital(scene.names.formation(event.formation))
    return who + f" is no longer demoralized: {event.lost} SP are lost, its level is {event.level}."


def formation_exhausted(event: FormationExhausted, scene: Scene) -> Text:
    """I Corps (Yorck) is exhausted by its forced march."""
    return capital(scene.names.formation(event.formation)) + " is exhausted by its forced march."


def exhaustion_ended(event: ExhaustionEnded, scene: Scene) -> Text:
    """I Corps (Yorck) has rested and is no longer exhausted."""
    return capital(scene.names.formation(event.formation)) + " has rested: no longer exhausted."


def rest_counted(event: RestCounted, scene: Scene) -> Text:
    """Rest in Reserve: I Corps (Yorck) 2 hours in a row."""
    if not event.hours:
        return text("No exhausted formation rests in Reserve.")
    counts = joined(
        scene.names.formation(formation) + f" {counted(hours, 'hour')} in a row"
        for formation, hours in event.hours
    )
    return "Rest in Reserve: " + counts + "."


def forced_march_declared(event: ForcedMarchDeclared, scene: Scene) -> Text:
    """II Corps (Victor) makes a forced march: its units go half as far again."""
    who = capital(scene.names.formation(event.formation))
    return who + " makes a forced march: its units go half as far again."


def forced_march_rolled(event: ForcedMarchRolled, scene: Scene) -> Text:
    """Forced march of II Corps (Victor), hour 3: die 6, above 4; a unit straggles."""
    cost = [
        *(["a unit loses a step as stragglers"] if event.straggles else []),
        *(["it is exhausted"] if event.exhausts else []),
    ]
    against = "above" if event.straggles else "not above"
    start = (
        "Forced march of " + scene.names.formation(event.formation) + f", hour {event.hours}: die "
    )
    end = " and ".join(cost) or "no stragglers"
    return start + die(event.die) + f", {against} {event.limit}: {end}."


def guard_dismayed(event: GuardDismayed, scene: Scene) -> Text:
    """Old Guard gave way in 0913: every French stack that sees it checks morale."""
    names = scene.names
    card = names.battle.units.get(event.unit)
    whose = "" if card is None else f"{names.side(card.side)} "
    start = capital(names.unit(event.unit)) + " gave way in " + names.hex(event.hex)
    return start + f": every {whose}stack that sees it checks morale."


def recovery_rolled(event: RecoveryRolled, scene: Scene) -> Text:
    """Recovery of Udom: die 3, he returns."""
    verdict = "it returns" if event.returns else "it is lost for good"
    return (
        "Recovery of " + scene.names.unit(event.unit) + ": die " + die(event.die) + f", {verdict}."
    )


def unit_returned(event: UnitReturned, scene: Scene) -> Text:
    """Udom came back from the UAR box to 0913, Disrupted."""
    names = scene.names
    start = capital(names.unit(event.unit)) + " came back from the UAR box to "
    return start + names.hex(event.hex) + ", Disrupted."


def unit_lost_for_good(event: UnitLostForGood, scene: Scene) -> Text:
    """Udom went from the UAR box to the PEU box."""
    return capital(scene.names.unit(event.unit)) + " went from the UAR box to the PEU box."


def step_regained(event: StepRegained, scene: Scene) -> Text:
    """Udom regained a step in 0913."""
    return capital(scene.names.unit(event.unit)) + " regained a step" + scene.there + "."
