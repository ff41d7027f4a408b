"""Cards for positions: who holds which, and playing one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from hexwar.cards.events import CardReturned, CardScored
from hexwar.cards.records import CardId, CardScore, Effect, Pile, Piles
from hexwar.engine import Table
from hexwar.systems.nlc.rules.cards.windows import ChooseCardTarget, play_card, targets
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import Side
from tests.systems.nlc.positions import FRENCH, Answers, Played, play, position

DAYS = tuple(
    TurnCard(number, day, hour, kind)
    for number, (day, hour, kind) in enumerate(
        (
            (29, 14, TurnKind.DAY),
            (29, 15, TurnKind.DAY),
            (29, 18, TurnKind.NIGHT_PM),
            (30, 0, TurnKind.NIGHT_AM),
            (30, 8, TurnKind.DAY),
            (30, 9, TurnKind.DAY),
            (30, 10, TurnKind.DAY),
            (30, 11, TurnKind.DAY),
        ),
        start=1,
    )
)
"""Two turns of an afternoon, a night, and a morning."""


def hand(
    rows: str, *lines: str, holds: str, side: Side = FRENCH, way: str = "full", **more: Any
) -> GameState:
    """A position in which a side holds cards, such as ``fire delay``."""
    more.setdefault("turns", DAYS)
    return holding(position(rows, *lines, **more), *holds.split(), side=side, way=way)


def holding(state: GameState, *cards: str, side: Side = FRENCH, way: str = "full") -> GameState:
    """The same position with cards in a side's hand, under a way to play."""
    options = MappingProxyType({**state.battle.options, "cards": way})
    state.battle = replace(state.battle, options=options)
    state.cards = replace(state.cards, piles={one: Piles({}) for one in state.battle.sides})
    return dealt(state, *cards, side=side)


def dealt(state: GameState, *cards: str, side: Side = FRENCH) -> GameState:
    """The same position with these cards in a side's hand and none in its other piles."""
    own = Piles({Pile.HAND: tuple(CardId(card) for card in cards)})
    state.cards = replace(state.cards, piles={**state.cards.piles, side: own})
    return state


def played(
    state: GameState,
    card: str,
    dice: Sequence[Any] = (),
    answers: Answers | None = None,
    *,
    side: Side = FRENCH,
    by_chance: bool = False,
) -> Played[bool]:
    """A side plays a card out of its hand."""

    async def flow(table: Table[GameState]) -> bool:
        return await play_card(table, side, CardId(card), Pile.HAND, by_chance=by_chance)

    return play(state, flow, dice, answers)


def put(
    state: GameState,
    card: str,
    *subjects: str,
    side: Side = FRENCH,
    dice: Sequence[int] = (),
    answers: Answers | None = None,
) -> Played[bool]:
    """A side plays a card that it holds, on whom it names."""
    return played(state, card, dice, {ChooseCardTarget: [subjects], **(answers or {})}, side=side)


def named(state: GameState, card: str, side: Side = FRENCH) -> list[tuple[str, ...]]:
    """Whom a card can name now."""
    return [tuple(subjects) for subjects in targets(state, side, CardId(card))]


def in_force(state: GameState, card: str, side: Side = FRENCH) -> list[Effect]:
    """The effects of a kind of card that serve a side."""
    return [e for e in state.cards.effects if e.card == card and e.side == side]


def pile(state: GameState, where: Pile, side: Side = FRENCH) -> tuple[str, ...]:
    """What lies in a pile of a side."""
    return state.cards.piles[side].of(where)


def scores(done: Played[Any]) -> list[CardScore]:
    """What cards that were played count."""
    return [event.score for event in done.of(CardScored)]


def vps(done: Played[Any]) -> list[int]:
    """The points that cards that were played count."""
    return [score.vp for score in scores(done)]


def revealed(done: Played[Any]) -> list[str]:
    """The cards that are shown."""
    return [str(event.card) for event in done.of("CardRevealed")]


def is_returned(done: Played[Any]) -> bool:
    """Whether the card was of no use: it lies under the deck, and nothing else has happened."""
    (event,) = done.events
    return type(event) is CardReturned and not done.result


def later(state: GameState, turn: int) -> GameState:
    """The same position on another turn."""
    copy = state.copy()
    copy.turn = turn
    return copy
