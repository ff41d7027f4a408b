"""Mode cards on the first turn (N23.6, 18.5)."""

from __future__ import annotations

from hexwar.engine import CHANCE, Table
from hexwar.model.cards import CardId, Pile
from hexwar.model.events import CardDiscarded, CardDrawn
from hexwar.model.forces import Side
from hexwar.model.state import GameState
from hexwar.rules.cards.library import card as printed
from hexwar.rules.nlc.cards.drawing import DrawCard
from hexwar.rules.nlc.cards.playing import play_card


async def play_mode_cards(table: Table[GameState], *, by_chance: bool = False) -> None:
    """18.51: on turn 1 the first player draws and plays his mode cards, then the other.

    Args:
        table: The table.
        by_chance: Whether chance picks a force that a card names (N23.3).
    """
    for side in table.state.battle.sides:
        if side in table.state.piles:
            await _play_all(table, side, by_chance=by_chance)


async def _play_all(table: Table[GameState], side: Side, *, by_chance: bool) -> None:
    """18.53: the lowest number first; the cards that were not drawn are out of the game."""
    stock = table.state.battle.stocks[side]
    drawn: list[CardId] = []
    for _ in range(min(stock.mode_draws, len(stock.mode))):
        id_ = await DrawCard(CHANCE, side, Pile.MODE)
        table.emit(CardDrawn(side, id_, Pile.MODE, Pile.HAND, is_shown=False))
        drawn.append(id_)
    for id_ in sorted(drawn, key=lambda id_: printed(id_).number):
        await play_card(table, side, id_, Pile.HAND, by_chance=by_chance)
    for id_ in table.state.piles[side].of(Pile.MODE):
        table.emit(CardDiscarded(side, id_, Pile.MODE, Pile.ASIDE, is_shown=True))
