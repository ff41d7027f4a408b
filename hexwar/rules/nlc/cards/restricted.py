"""Restricted play: a card and a die each day turn, no hands (N23.3, N23.8)."""

from __future__ import annotations

from hexwar.engine import CHANCE, Roll, Table
from hexwar.model.battle import TurnKind
from hexwar.model.cards import CardId, CardKind, Pile, Window
from hexwar.model.events import CardHeld, FateRolled
from hexwar.model.forces import Side
from hexwar.model.state import GameState
from hexwar.rules.cards.library import card as printed
from hexwar.rules.nlc.cards.drawing import draw, put_away
from hexwar.rules.nlc.cards.mode_phase import play_mode_cards
from hexwar.rules.nlc.cards.playing import play_card
from hexwar.rules.nlc.numbers import numbers_of

DELAY = CardId("delay")
"""The card that is passed on to the other player when it is a bonus card (N23.3 c)."""


async def restricted_phase(table: Table[GameState]) -> None:
    """N23.3: bonus cards and mode cards before turn 1; on each day turn a card and a die."""
    sides = [side for side in table.state.battle.sides if side in table.state.piles]
    if table.state.turn == 1:
        for side in sides:
            await play_bonus_cards(table, side)
        await play_mode_cards(table, by_chance=True)
    if table.state.turn_card.kind is TurnKind.DAY:
        for side in sides:
            await draw_for_the_turn(table, side)


async def play_bonus_cards(table: Table[GameState], side: Side) -> None:
    """N23.3 c: of a side's bonus cards those of arrivals take effect, on its own forces."""
    rules = numbers_of(table.state.battle).card
    for _ in range(max(table.state.battle.stocks[side].bonus_draws, rules.least_bonus)):
        id_ = await draw(table, side)
        if id_ is None:
            return
        if printed(id_).kind is not CardKind.ARRIVAL:
            put_away(table, side, id_, Pile.HAND, shown=False)
        elif id_ == DELAY:
            await _pass_on(table, side, id_)
        else:
            await play_card(table, side, id_, Pile.HAND, by_chance=True)


async def _pass_on(table: Table[GameState], side: Side, id_: CardId) -> None:
    """N23.3 c: the other player plays it on his own forces, and it counts for him."""
    enemy = table.state.battle.enemy(side)
    await play_card(table, side, id_, Pile.HAND, by_chance=True, serves=enemy, vp=-printed(id_).vp)


async def draw_for_the_turn(table: Table[GameState], side: Side) -> None:
    """N23.3 e: a side draws a card and rolls: odd it acts or is held, even it is put away."""
    id_ = await draw(table, side)
    if id_ is None:
        return
    die = await Roll(CHANCE, "whether the card acts")
    table.emit(FateRolled(side, die))
    if die % 2 == 0:
        put_away(table, side, id_, Pile.HAND, shown=False)
    else:
        await play_or_hold(table, side, id_, Pile.HAND)


async def play_or_hold(
    table: Table[GameState], side: Side, id_: CardId, source: Pile, *, shown: bool = False
) -> None:
    """N23.3, N23.8: a card acts at once, or is held for its moment until the turn ends."""
    if Window.CARDS in printed(id_).windows:
        await play_card(table, side, id_, source, by_chance=True)
    else:
        table.emit(CardHeld(side, id_, source, Pile.HELD, is_shown=shown))
