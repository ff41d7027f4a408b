"""Playing a card: whom it names, what it scores, what it does (N23.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import CHANCE, Decision, Table
from hexwar.model.cards import Card, CardId, CardScore, Pile
from hexwar.model.events import CardPlayed, CardReturned, CardScored
from hexwar.model.forces import Side
from hexwar.model.state import GameState
from hexwar.rules.cards.library import card as printed
from hexwar.rules.nlc.cards.plays import Subjects
from hexwar.rules.nlc.cards.registry import plays


@dataclass(frozen=True, slots=True)
class ChooseCardTarget(Decision[Subjects]):
    """N23.4: whom a card names."""

    rule: ClassVar[str] = "N23.4"
    card: CardId

    def options(self, state: GameState) -> Sequence[Subjects]:
        """Everything that it can name."""
        return targets(state, Side(self.side), self.card)


@dataclass(frozen=True, slots=True)
class DrawCardTarget(Decision[Subjects]):
    """N23.3: chance picks whom a card names."""

    rule: ClassVar[str] = "N23.3"
    owner: Side
    card: CardId

    def options(self, state: GameState) -> Sequence[Subjects]:
        """Everything that it can name."""
        return targets(state, self.owner, self.card)

    def about(self) -> str:
        """What is drawn."""
        return f"the force of {printed(self.card).title}"


def targets(state: GameState, side: Side, card: CardId) -> Sequence[Subjects]:
    """Every choice of subjects for a card, the default first; none where it is inapplicable."""
    return plays()[card].targets(state, side)


async def play_card(
    table: Table[GameState], side: Side, id_: CardId, source: Pile, *, by_chance: bool = False
) -> bool:
    """N23.7: a side plays a card; one that is of no use goes under the deck and counts nothing.

    Args:
        table: The table.
        side: Whose card it is.
        id_: The card.
        source: Where it lies.
        by_chance: Whether chance picks a force that it names (N23.3).

    Returns:
        Whether it had an effect.
    """
    card, play = printed(id_), plays()[id_]
    found = play.targets(table.state, side)
    if not found:
        table.emit(CardReturned(side, id_, source, Pile.BOTTOM, is_shown=not card.is_hidden))
        return False
    if by_chance and play.is_force:
        subjects = await DrawCardTarget(CHANCE, side, id_)
    else:
        subjects = await ChooseCardTarget(side, id_)
    shown = not card.is_hidden
    table.emit(CardPlayed(side, id_, source, pile_of(card), is_shown=shown, subjects=subjects))
    turn = table.state.turn_card
    score = CardScore(side, id_, card.vp, turn.day, turn.number, is_shown=shown)
    table.emit(CardScored(score))
    await play.act(table, side, subjects)
    return True


def pile_of(card: Card) -> Pile:
    """Where a card lies once it is played."""
    if card.is_enduring:
        return Pile.ENDURING
    return Pile.SECRET if card.is_hidden else Pile.DISCARD
