"""Alone with one deck: a card each turn, and a die that says whom it befalls (N23.3 g)."""

from __future__ import annotations

from hexwar.engine import CHANCE, Roll, Table
from hexwar.model.cards import CardId, Pile
from hexwar.model.events import CardDrawn
from hexwar.model.forces import Side
from hexwar.model.state import GameState
from hexwar.rules.cards.library import card as printed
from hexwar.rules.nlc.cards.drawing import draw, put_away
from hexwar.rules.nlc.cards.mode_phase import play_mode_cards
from hexwar.rules.nlc.cards.restricted import play_or_hold
from hexwar.rules.nlc.cups import odd_side


async def solitaire_phase(table: Table[GameState]) -> None:
    """N23.3 g: mode cards on turn 1; each turn a card is drawn for one of the sides.

    The first player's deck is the one that is drawn from; the other's stands for the same cards,
    and loses each of them with it.
    """
    if table.state.turn == 1:
        await play_mode_cards(table, by_chance=True)
    first, second = table.state.battle.sides
    if not {first, second} <= table.state.piles.keys():
        return
    id_ = await draw(table, first, shown=True)
    if id_ is None:
        return
    die = await Roll(CHANCE, "whom the card befalls")
    odd = odd_side(table.state)
    side = odd if die % 2 else table.state.battle.enemy(odd)
    twin = twin_of(table.state, second, id_)
    if twin is not None:
        table.emit(CardDrawn(second, twin, Pile.DECK, Pile.HAND, is_shown=True))
    for other, card in ((first, id_), (second, twin)):
        if card is not None and other != side:
            put_away(table, other, card, Pile.HAND, shown=True)
    card = id_ if side == first else twin
    if card is not None:
        await play_or_hold(table, side, card, Pile.HAND, shown=True)


def twin_of(state: GameState, side: Side, id_: CardId) -> CardId | None:
    """The same card in a side's deck, or its own card of that number; None where it has none."""
    deck = state.piles[side].of(Pile.DECK)
    if id_ in deck:
        return id_
    number = printed(id_).number
    return next((own for own in deck if printed(own).number == number), None)
