"""What cards add to the fire, the dice and the morale of a combat, as rows of its reports (N23.4).

Each row is there for whoever knows of the card: a view lacks those of the enemy's that lie face
down (N23.2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from hexwar.cards.records import CardId
from hexwar.engine import Table
from hexwar.messages import mark, say
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.cards.effects import effects_of, is_in_force, reveal
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.table.reports import MoraleReport

COVER_FIRE = CardId("artillery-cover-fire")
LAST_PUSH = CardId("last-push")
NEY = CardId("marshal-ney")
MARMONT = CardId("marshal-marmont")
AREA_DEFENSE = CardId("area-defense")
BLUECHER = CardId("bluecher")
COSSACKS = CardId("cossacks")
UNTRAINED = CardId("untrained-enemy-cavalry")

RETREATS = "retreats"
"""The subject of an effect by which no stack of a side has to retreat (N11.3)."""

RULE = "N23.4"

PRESSED = mark("pressed by Marmont")

Line = tuple[str, int, str]
"""The reason in words, the number, the rule's id."""


def die_rows(
    state: GameState, side: Side, lowered: Collection[Side], *, assault: bool, attacking: bool
) -> Iterator[Line]:
    """What cards add to a side's die in an assault or a charge (N8.81).

    Args:
        state: The table; it may be a view.
        side: Whose die.
        lowered: The sides whose die the enemy's Marshal Ney lowers, instead of raising his own.
        assault: Whether it is an assault, not a charge.
        attacking: Whether the side attacks.
    """
    if not state.cards.effects:
        return
    numbers, enemy = numbers_of(state.battle).card, state.battle.enemy(side)
    if assault and is_in_force(state, side, COVER_FIRE):
        yield say("Artillery Cover Fire"), numbers.cover_fire, RULE
    if assault and attacking and is_in_force(state, side, LAST_PUSH):
        yield say("The Last Push"), numbers.last_push, RULE
    if enemy not in lowered and is_in_force(state, side, NEY):
        yield say("Marshal Ney"), numbers.ney_own, RULE
    if side in lowered:
        yield say("the enemy's Marshal Ney"), numbers.ney_enemy, RULE


def bombardment_rows(state: GameState, side: Side) -> Iterator[Line]:
    """What cards add to the die of a bombardment (N9.6)."""
    if is_in_force(state, side, MARMONT):
        yield say("Marshal Marmont"), numbers_of(state.battle).card.marmont_bombardment, RULE


def area_rows(state: GameState, side: Side, defenders: Iterable[UnitId]) -> Iterator[Line]:
    """What the defenders' cards take off the fire of those who assault them, per cent (N23.4).

    Args:
        state: The table; it may be a view.
        side: Who assaults.
        defenders: The units that hold the target hex.
    """
    held = effects_of(state, state.battle.enemy(side), AREA_DEFENSE)
    subjects = {subject for effect in held for subject in effect.subjects}
    if subjects and any(state.formation_of(unit).id in subjects for unit in defenders):
        yield say("Area Defense"), numbers_of(state.battle).card.area_defense, RULE


def retreat_rows(state: GameState, unit: UnitId) -> Iterator[Line]:
    """What the enemy's cards add to the morale of a unit that checks for a retreat (N2.32)."""
    enemy = state.battle.enemy(state.side_of(unit))
    if is_in_force(state, enemy, MARMONT, unit):
        yield PRESSED, numbers_of(state.battle).card.marmont_morale, RULE


def is_held_back(state: GameState, unit: UnitId) -> bool:
    """Whether the enemy's cards forbid cavalry to charge this turn (N10.12)."""
    if not state.cards.effects:
        return False
    enemy = state.battle.enemy(state.side_of(unit))
    return any(is_in_force(state, enemy, card, unit) for card in (COSSACKS, UNTRAINED))


def anchor(state: GameState, side: Side) -> CardId | None:
    """The card by which no stack of a side has to retreat now (N11.3), or None."""
    if is_in_force(state, side, BLUECHER, RETREATS):
        return BLUECHER
    return MARMONT if is_in_force(state, side, MARMONT) else None


def card_assumptions(state: GameState, lowered: Collection[Side] = ()) -> Iterator[str]:
    """What the chances of a combat take for granted of cards, a sentence each.

    Args:
        state: The table; it may be a view.
        lowered: The sides whose die the enemy's Marshal Ney lowers.
    """
    for effect in state.cards.effects:
        if effect.card == NEY and state.battle.enemy(effect.side) not in lowered:
            yield say("Marshal Ney raises his own side's die.")
    if state.cards.piles:
        yield say("Nobody plays a card, and no die is thrown again.")


# -- marshal Marmont in person, whom a card speaks of (N23.4)


NAME = "Marmont"


def marmont_of(state: GameState, side: Side) -> LeaderId | None:
    """A side's Marmont if he is on the map and no successor of his, or None."""
    found = (card.id for card in state.leaders_on_map(side) if card.name == NAME)
    return next((leader for leader in found if not state.leaders[leader].successor), None)


def show_pressure(table: Table[GameState], report: MoraleReport) -> None:
    """N23.2: that Marmont presses a stack shows when it checks for a retreat."""
    if any(words == PRESSED for words, _, _ in report.modifiers):
        side = table.state.side_of(report.unit)
        reveal(table, table.state.battle.enemy(side), MARMONT)
