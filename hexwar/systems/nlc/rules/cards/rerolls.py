"""A side's own dice, which a card may let it throw again (N23.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexwar.cards.events import DieRerolled
from hexwar.cards.records import CardId, Effect, Pile, Window
from hexwar.engine import CHANCE, Roll, Table
from hexwar.messages import mark
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.cards.effects import use, use_unseen
from hexwar.systems.nlc.rules.cards.windows import fitting, play_card
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side

REROLLS = "rerolls"
"""The subject of an effect that lets dice be thrown again."""


@dataclass(frozen=True, slots=True)
class ChooseReroll(Question[CardId | None], rule="N23.6"):
    """N23.6: whether a side throws its die again, by which card; the last result binds."""

    words = mark(
        "{who} may throw the die for {purpose} again, which shows {die}; the last result binds."
    )
    kinds = ("reroll", "pass")
    purpose: str  # what the die is for
    die: int  # as it lies

    def options(self, state: GameState) -> Sequence[CardId | None]:
        """Keep it, or throw again by a card in force or in hand."""
        return (None, *rerollers(state, Side(self.side)))


def rerollers(state: GameState, side: Side) -> tuple[CardId, ...]:
    """The cards by which a side may throw a die of its own again: those in force first."""
    ready = (effect.card for effect in _in_force(state, side))
    return tuple(dict.fromkeys((*ready, *fitting(state, side, Window.DIE))))


def _in_force(state: GameState, side: Side) -> Iterator[Effect]:
    return (e for e in state.cards.effects if e.side == side and REROLLS in e.subjects)


async def throw(
    table: Table[GameState], side: Side, purpose: str, *, is_secret: bool = False
) -> int:
    """N23.4: roll a die for a side, and again as often as it wants and its cards allow.

    Args:
        table: The table.
        side: Whose die it is: who may have it thrown again.
        purpose: What it is for, shown to the players.
        is_secret: Whether the enemy does not see the die, so that a card that throws it again
            stays face down.

    Returns:
        What the die shows at last.
    """
    owner = side if is_secret else ""
    die = await Roll(CHANCE, purpose, owner=owner)
    while rerollers(table.state, side):
        chosen = await ChooseReroll(side, purpose, die)
        if chosen is None:
            break
        await _spend(table, side, chosen, is_secret=is_secret)
        table.emit(DieRerolled(side, chosen, purpose, die, is_secret))
        die = await Roll(CHANCE, purpose, owner=owner)
    return die


async def _spend(table: Table[GameState], side: Side, chosen: CardId, *, is_secret: bool) -> None:
    """Use up a reroll; a card in hand is played for it."""
    if all(effect.card != chosen for effect in _in_force(table.state, side)):
        held = chosen in table.state.cards.piles[side].of(Pile.HELD)
        await play_card(table, side, chosen, Pile.HELD if held else Pile.HAND)
    effect = next(e for e in _in_force(table.state, side) if e.card == chosen)
    (use_unseen if is_secret else use)(table, effect)
