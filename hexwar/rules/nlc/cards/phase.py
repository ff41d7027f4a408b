"""The Card Phase, and what becomes of cards in the Turn End Phase (N4, N23)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexwar.engine import Flow, Table
from hexwar.model.cards import Pile
from hexwar.model.state import GameState
from hexwar.rules.nlc.cards.drawing import make_up_decks, put_away
from hexwar.rules.nlc.cards.effects import end_due
from hexwar.rules.nlc.cards.full import full_phase
from hexwar.rules.nlc.cards.mode_phase import play_mode_cards
from hexwar.rules.nlc.cards.random_events import events_phase
from hexwar.rules.nlc.cards.restricted import restricted_phase
from hexwar.rules.nlc.cards.solitaire import solitaire_phase
from hexwar.rules.nlc.cards.ways import Way, is_card_turn, way_of


async def play_cards(table: Table[GameState]) -> None:
    """N23: what the way of play asks of both sides in this phase; nothing without cards.

    In Night AM no cards are played (N17.3).
    """
    if not table.state.piles:
        return
    way = way_of(table.state.battle)
    if is_card_turn(table.state):
        await PHASES[way](table)
    elif way is Way.FULL:
        make_up_decks(table)


async def _full(table: Table[GameState]) -> None:
    """N23.2: mode cards on turn 1, and hands from turn 2 on (18.31, 18.32)."""
    if table.state.turn == 1:
        await play_mode_cards(table)
    await full_phase(table)


PHASES: Mapping[Way, Callable[[Table[GameState]], Flow]] = {
    Way.FULL: _full,
    Way.RESTRICTED: restricted_phase,
    Way.SOLITAIRE: solitaire_phase,
    Way.EVENTS: events_phase,
}


def end_cards(table: Table[GameState]) -> None:
    """N4.71: cards that were held for this turn are put away, and effects of it end (N23.3)."""
    is_open = way_of(table.state.battle) is not Way.RESTRICTED
    for side, piles in table.state.piles.items():
        for id_ in piles.of(Pile.HELD):
            put_away(table, side, id_, Pile.HELD, shown=is_open)
    end_due(table)
