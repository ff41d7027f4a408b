"""Cards in force in positions of combat, and what they add to its dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexwar.cards.records import CardId, CardScore, Effect, Pile, Piles
from hexwar.systems.nlc.events.combat import FireResolved
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.reports import FireReport
from tests.systems.nlc.hands import holding
from tests.systems.nlc.positions import FRENCH, Played


def acting(
    state: GameState,
    card: str,
    *subjects: str,
    side: Side = FRENCH,
    left: int = 0,
    secret: bool = False,
) -> GameState:
    """The same position with a card in force for a side, to the end of the turn."""
    number = state.cards.next_number(side)
    effect = Effect(number, side, CardId(card), state.turn, subjects, left, secret)
    state.cards = replace(state.cards, effects=(*state.cards.effects, effect))
    return state


def face_down(state: GameState, card: str, *subjects: str, side: Side = FRENCH) -> GameState:
    """The same position with a card that a side has played face down in full play."""
    holding(state, side=side)
    state.cards = replace(
        state.cards, piles={**state.cards.piles, side: Piles({Pile.SECRET: (CardId(card),)})}
    )
    state.cards = replace(
        state.cards, scores=(CardScore(side, CardId(card), -1, 29, 1, is_shown=False),)
    )
    return acting(state, card, *subjects, side=side, secret=True)


def modifiers(played: Played[Any], side: Side) -> list[int]:
    """What was added to each die of a side's fire."""
    return [event.modifiers for event in played.of(FireResolved) if event.side == side]


def rows(report: FireReport) -> dict[str, int]:
    """The modifiers of a die, by their words."""
    return {words: pips for words, pips, _ in report.modifiers}
