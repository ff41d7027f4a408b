"""The cards of a battle: the stock of each side, and where it lies before the first turn (18.2)."""

from __future__ import annotations

from collections.abc import Mapping

from hexwar.model.battle import Battle
from hexwar.model.cards import Pile, Piles, Stock
from hexwar.model.forces import Side
from hexwar.rules.cards.stocks import stock_of
from hexwar.rules.nlc.cards.ways import Way, way_of


def stocks_of(battle: Battle) -> Mapping[Side, Stock]:
    """The cards of each side for which the scenario names a deck.

    Raises:
        DeckError: there is no such deck, or more is taken out of it than is in it.
    """
    return {side: stock_of(allotment) for side, allotment in battle.allotments.items()}


def piles_at_start(battle: Battle) -> dict[Side, Piles]:
    """Where the cards lie before the first turn; nowhere where none are played with (N23.1)."""
    if way_of(battle) is Way.NONE:
        return {}
    return {
        side: Piles({Pile.DECK: tuple(sorted(stock.main)), Pile.MODE: tuple(sorted(stock.mode))})
        for side, stock in battle.stocks.items()
    }
