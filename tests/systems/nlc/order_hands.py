"""Cards in hand for positions of the Orders Phase, and playing them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from hexwar.cards.records import CardId, Effect, Pile, Piles
from hexwar.engine import Table
from hexwar.systems.nlc.rules.cards.windows import ChooseCardTarget, play_card, targets
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from tests.systems.nlc.positions import FRENCH, Answers, Played, play


def holding(state: GameState, *cards: str, side: Side = FRENCH, way: str = "full") -> GameState:
    """The same position with cards in a side's hand, under a way to play."""
    options = MappingProxyType({**state.battle.options, "cards": way})
    state.battle = replace(state.battle, options=options)
    state.cards = replace(state.cards, piles={one: Piles({}) for one in state.battle.sides})
    state.cards = replace(
        state.cards,
        piles={
            **state.cards.piles,
            side: Piles({Pile.HAND: tuple(CardId(card) for card in cards)}),
        },
    )
    return state


def put(
    state: GameState,
    card: str,
    *subjects: str,
    side: Side = FRENCH,
    dice: Sequence[int] = (),
    answers: Answers | None = None,
) -> Played[bool]:
    """A side plays a card that it holds, on whom it names."""

    async def flow(table: Table[GameState]) -> bool:
        return await play_card(table, side, CardId(card), Pile.HAND)

    return play(state, flow, dice, {ChooseCardTarget: [subjects], **(answers or {})})


def named(state: GameState, card: str, side: Side = FRENCH) -> list[tuple[str, ...]]:
    """Whom a card can name now."""
    return [tuple(subjects) for subjects in targets(state, side, CardId(card))]


def in_force(state: GameState, card: str, side: Side = FRENCH) -> list[Effect]:
    """The effects of a kind of card that serve a side."""
    return [e for e in state.cards.effects if e.card == card and e.side == side]
