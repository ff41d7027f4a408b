"""Drawing cards, putting them away, and making the deck up anew (N23.7, 18.23)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import CHANCE, Decision, Table
from hexwar.model.cards import CardId, Pile
from hexwar.model.events import CardDiscarded, CardDrawn, DeckShuffled
from hexwar.model.forces import Side
from hexwar.model.state import GameState


@dataclass(frozen=True, slots=True)
class DrawCard(Decision[CardId]):
    """N23.7: which card a side draws; an answer of chance."""

    rule: ClassVar[str] = "N23.7"
    owner: Side
    pile: Pile

    def options(self, state: GameState) -> Sequence[CardId]:
        """Each card that lies there, one of several alike as often as it lies there."""
        return sorted(state.piles[self.owner].of(self.pile))

    def about(self) -> str:
        """What is drawn."""
        return "card"


async def draw(table: Table[GameState], side: Side, *, shown: bool = False) -> CardId | None:
    """N23.7: a side takes a card from its deck into its hand.

    Cards that were put back under the deck come last, the first of them first (18.35).

    Returns:
        The card; None where the deck has run out.
    """
    piles = table.state.piles[side]
    if piles.of(Pile.DECK):
        id_, source = await DrawCard(CHANCE, side, Pile.DECK), Pile.DECK
    elif piles.of(Pile.BOTTOM):
        id_, source = piles.of(Pile.BOTTOM)[0], Pile.BOTTOM
    else:
        return None
    table.emit(CardDrawn(side, id_, source, Pile.HAND, is_shown=shown))
    return id_


def put_away(
    table: Table[GameState], side: Side, id_: CardId, source: Pile, *, shown: bool
) -> None:
    """A card goes without effect, face up or unseen."""
    target = Pile.DISCARD if shown else Pile.SECRET
    table.emit(CardDiscarded(side, id_, source, target, is_shown=shown))


def make_up_decks(table: Table[GameState]) -> None:
    """18.23, 18.38: at the first Night AM turn of a night the decks are made up anew."""
    state = table.state
    before = None if state.turn < 2 else state.battle.turn(state.turn - 1)
    if before is None or before.kind is not state.turn_card.kind:
        for side in state.battle.sides:
            if side in state.piles:
                table.emit(DeckShuffled(side))
