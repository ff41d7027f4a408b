"""What cards do to combats, to forces on their way, and to troops at the start."""

from __future__ import annotations

from hexwar.messages import capital
from hexwar.systems.nlc.events import (
    ArrivalChanged,
    CaptureCancelled,
    CheckWaived,
    DirectionRolled,
    LeaderRedeployed,
    NeyDieChosen,
    OrderReaimed,
    PopulaceActed,
    PursuitCancelled,
    RetreatCancelled,
    TacticsPlayed,
    UnitRedeployed,
    UnitReplaced,
    UnitsRecovered,
)
from hexwar.systems.nlc.words import line_words, order_words
from hexwar.table.fact import Scene
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.names import Names
from hexwar.text import Text, die, text
from hexwar.widgets.log.telling.arrivals import clock
from hexwar.widgets.log.telling.cards import card_words


def tactics_played(event: TacticsPlayed, scene: Scene) -> Text:
    """The French have played their Tactics card of this activation."""
    side = scene.names.side(event.side)
    return text(f"The {side} have played their Tactics card of this activation.")


def ney_die_chosen(event: NeyDieChosen, scene: Scene) -> Text:
    """Ney leads at Brienne (0913): the French die is 1 higher."""
    die_words = "the enemy's die is 1 lower" if event.on_enemy else "the own die is 1 higher"
    side = scene.names.side(event.side)
    return f"Marshal Ney leads the {side} at " + scene.names.hex(event.target) + f": {die_words}."


def check_waived(event: CheckWaived, scene: Scene) -> Text:
    """By Cavalry Pursuit (17) Piré passes the check for pursuit without a die."""
    units = scene.names.units(event.units)
    verb = "passes" if len(event.units) == 1 else "pass"
    passed = f" {verb} the check for {event.purpose} without a die."
    return "By " + card_words(event.card) + " " + units + passed


def pursuit_cancelled(event: PursuitCancelled, scene: Scene) -> Text:
    """Artillery Cover Fire (3) held Piré back from pursuit."""
    units = scene.names.units(event.units)
    return card_words(event.card) + " held " + units + " back from pursuit."


def retreat_cancelled(event: RetreatCancelled, scene: Scene) -> Text:
    """By Blücher (7) Kapzevich stays in 0913 and does not retreat."""
    names = scene.names
    verb = "stays" if len(event.units) == 1 else "stay"
    stays = names.units(event.units) + f" {verb} in " + names.hex(event.hex)
    return "By " + card_words(event.card) + " " + stays + " instead of retreating."


def capture_cancelled(event: CaptureCancelled, scene: Scene) -> Text:
    """An aide de camp got Victor away: he is not captured."""
    return "An aide de camp got " + scene.names.leader(event.leader) + " away: he is not captured."


def units_recovered(event: UnitsRecovered, scene: Scene) -> Text:
    """Of IX Corps (Olsufiev) Udom went to the Recovered box."""
    formation, units = scene.names.formation(event.formation), scene.names.units(event.units)
    return "Of " + formation + " " + units + " went to the Recovered box."


def arrival_changed(event: ArrivalChanged, scene: Scene) -> Text:
    """By Delay – March Confusion (27) Decouz comes at 15:00 in 0101 (die 5)."""
    names, change = scene.names, event.change
    who = capital(_group(names, event.group))
    when = clock(names.battle, change.due)
    comes = who + f" comes {when} in " + names.hex(change.entry)
    thrown = text("") if change.die is None else " (die " + die(change.die) + ")"
    return comes + ", by " + card_words(change.card) + thrown + "."


def _group(names: Names, key: str) -> Text:
    """A group of arrivals by its first unit, or by its headquarters."""
    is_unit = key in names.battle.units
    return names.unit(UnitId(key)) if is_unit else names.formation(FormationId(key))


def direction_rolled(event: DirectionRolled, scene: Scene) -> Text:
    """Duhesme scattered to the NE (die 2), from 0913 to 1012."""
    units = capital(scene.names.units(event.units))
    start = units + f" scattered to the {event.points} (die " + die(event.die) + ")"
    if len(event.path) > 1:
        return start + ", " + scene.names.way(event.path) + "."
    return start + " and could not go that way."


def unit_redeployed(event: UnitRedeployed, scene: Scene) -> Text:
    """By Road Column (1) Duhesme begins in 0913 in road column."""
    names = scene.names
    where = names.unit(event.unit) + " begins in " + names.hex(event.hex)
    column = " in road column" if event.column else ""
    tail = text("") if event.tail is None else ", its tail in " + names.hex(event.tail)
    return "By " + card_words(event.card) + " " + where + column + tail + "."


def leader_redeployed(event: LeaderRedeployed, scene: Scene) -> Text:
    """By Road Column (1) Victor begins in 0913."""
    names = scene.names
    where = names.leader(event.leader) + " begins in " + names.hex(event.hex)
    return "By " + card_words(event.card) + " " + where + "."


def unit_replaced(event: UnitReplaced, scene: Scene) -> Text:
    """Duhesme is at full strength again."""
    return capital(scene.names.unit(event.unit)) + " is at full strength again."


def populace_acted(event: PopulaceActed, scene: Scene) -> Text:
    """The people damaged the Pont-Sorelle bridge between 0807 and 0808 for the French."""
    verb = "damaged" if event.is_damaged else "made whole"
    side = scene.names.side(event.side)
    return f"The people {verb} " + scene.names.span(event.span) + f" for the {side}."


def order_reaimed(event: OrderReaimed, scene: Scene) -> Text:
    """The order of II Corps (Victor) now reads: March to 0303."""
    order = order_words(event.steps, scene.names)
    return "The order of " + line_words(event.line, scene.names) + " now reads: " + order + "."
