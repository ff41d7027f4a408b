"""Orders: an order's life from the pen to the deed, and what leaders do without one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexwar.messages import capital
from hexwar.systems.nlc.events import (
    BadMoveTaken,
    CommanderTied,
    CommandMarked,
    ComplianceRolled,
    DivisionDetached,
    DivisionRejoined,
    DutyWaived,
    FormationAssigned,
    LocalDecisionRolled,
    LocalDecisionWanted,
    OrderDelivered,
    OrderDispatched,
    OrderDropped,
    OrderInForce,
    OrderLost,
    OrderStepChanged,
    PadClosed,
    WritingBegan,
)
from hexwar.systems.nlc.words import line_words, order_words
from hexwar.table.fact import Scene
from hexwar.table.pieces import Writing
from hexwar.text import Text, die, text

_STEPS: Mapping[Writing, str] = MappingProxyType(
    {
        Writing.DELIVERY: "Couriers delivered the orders that were due.",
        Writing.COMPLIANCE: "Leaders were asked to obey.",
        Writing.LOCAL: "Leaders could decide for themselves.",
        Writing.ORDERS: "Orders were written.",
        Writing.SENDING: "Couriers rode off with the new orders.",
    }
)

_OBEYED: Mapping[str, str] = MappingProxyType(
    {"C": "he obeys", "D": "he delays, and the order waits", "X": "he does not obey"}
)
_DECIDED: Mapping[str, str] = MappingProxyType(
    {"OK": "he does as he wants", "NE": "nothing changes", "BM": "a bad move"}
)


def writing_began(event: WritingBegan, _: Scene) -> Text:
    """Leaders were asked to obey."""
    return text(_STEPS[event.step])


def pad_closed(event: PadClosed, scene: Scene) -> Text:
    """The French closed their order pad."""
    return text(f"The {scene.names.side(event.side)} closed their order pad.")


def order_dispatched(event: OrderDispatched, scene: Scene) -> Text:
    """Napoléon sent II Corps (Victor) an order, due on turn 3: March to 0303."""
    names = scene.names
    start = capital(names.leader(event.giver)) + " sent " + line_words(event.line, scene.names)
    under = " and put it under " + names.formation(event.wing) if event.wing else text("")
    order = order_words(event.steps, scene.names)
    return start + f" an order, due on turn {event.due}" + under + ": " + order + "."


def order_delivered(event: OrderDelivered, scene: Scene) -> Text:
    """The order on its way reached II Corps (Victor)."""
    return "The order on its way reached " + line_words(event.line, scene.names) + "."


def compliance_rolled(event: ComplianceRolled, scene: Scene) -> Text:
    """Compliance of II Corps (Victor) in column 3: die 5, D: he delays, and the order waits."""
    start = (
        "Compliance of " + line_words(event.line, scene.names) + f" in column {event.column}: die "
    )
    return start + die(event.die) + f", {event.result}: {_OBEYED[event.result]}."


def order_in_force(event: OrderInForce, scene: Scene) -> Text:
    """In force for II Corps (Victor): March to 0303."""
    start = "In force for " + line_words(event.line, scene.names) + ": "
    order = order_words(event.steps, scene.names)
    if not event.bad_until:
        return start + order + "."
    return start + order + f"; no Local Decision before turn {event.bad_until}."


def order_lost(event: OrderLost, scene: Scene) -> Text:
    """The order for II Corps (Victor) is void; the old one stays in force."""
    line = line_words(event.line, scene.names)
    return "The order for " + line + " is void; the old one stays in force."


def commander_tied(event: CommanderTied, scene: Scene) -> Text:
    """Blücher must stay in range of those who attack."""
    duty = "must stay in range of those who attack" if event.is_tied else "may ride where he likes"
    return capital(scene.names.leader(event.leader)) + f" {duty}."


def order_dropped(event: OrderDropped, scene: Scene) -> Text:
    """The order on its way to II Corps (Victor) was cancelled by a newer one."""
    line = line_words(event.line, scene.names)
    return "The order on its way to " + line + " was cancelled by a newer one."


def order_step_changed(event: OrderStepChanged, scene: Scene) -> Text:
    """The order of V Cavalry Corps (Milhaud) is now Attack 0303: the march is done."""
    start = "The order of " + line_words(event.line, scene.names) + " is now "
    return start + order_words(event.steps, scene.names) + f": {event.reason}."


def local_decision_wanted(event: LocalDecisionWanted, scene: Scene) -> Text:
    """II Corps (Victor) wants to change its order: Defend here."""
    line = capital(line_words(event.line, scene.names))
    if not event.steps:
        return line + " tries no Local Decision."
    return line + " wants by Local Decision: " + order_words(event.steps, scene.names) + "."


def local_decision_rolled(event: LocalDecisionRolled, scene: Scene) -> Text:
    """Local Decision of II Corps (Victor) in column 2: die 5, NE: nothing changes."""
    start = "Local Decision of " + line_words(event.line, scene.names)
    thrown = f" in column {event.column}: die " + die(event.die)
    return start + thrown + f", {event.result}: {_DECIDED[event.result]}."


def bad_move_taken(event: BadMoveTaken, scene: Scene) -> Text:
    """Bad Move of II Corps (Victor): die 4."""
    head = "Bad Move of " + line_words(event.line, scene.names)
    if not event.die:
        return head + ": the battle's special rule says what it is."
    return head + ": die " + die(event.die) + "."


def division_detached(event: DivisionDetached, scene: Scene) -> Text:
    """Olsufiev gave 9th Division (Udom) a divisional order: Defend 0303."""
    names = scene.names
    order = ": " + order_words(event.steps, scene.names) + "."
    if event.giver is None:
        return capital(names.units(event.units)) + " began with a divisional order" + order
    giver = capital(names.leader(event.giver))
    return giver + " gave " + names.units(event.units) + " a divisional order" + order


def division_rejoined(event: DivisionRejoined, scene: Scene) -> Text:
    """Detached division 1 of IX Corps is under the order of its corps again."""
    return capital(line_words(event.line, scene.names)) + " is under the order of its corps again."


def formation_assigned(event: FormationAssigned, scene: Scene) -> Text:
    """II Corps (Victor) is now under the Right Wing (Ney)."""
    formation = capital(scene.names.formation(event.formation))
    if event.wing is None:
        return formation + " is under no wing any more."
    return formation + " is now under " + scene.names.formation(event.wing) + "."


def command_marked(event: CommandMarked, scene: Scene) -> Text:
    """9th Division (Udom) is out of command for this activation."""
    if not event.out:
        return text("Every unit is in command.")
    return capital(scene.names.units(event.out)) + ": out of command for this activation."


def duty_waived(event: DutyWaived, scene: Scene) -> Text:
    """Nobody of II Corps (Victor) could do what its order demands: every unit must move."""
    formation = scene.names.formation(event.formation)
    return "Nobody of " + formation + " could do what its order demands: " + _sentence(event.duty)


def _sentence(words: str) -> str:
    """Words with one full stop at their end."""
    return words.rstrip(".") + "."
