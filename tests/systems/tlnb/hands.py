"""Games with cards laid out for tests: hands and decks over the positions of `cases`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from hexwar.cards.records import CardId, CardsInPlay, Effect, Pile, Piles, Stock
from hexwar.hexes import Hex
from hexwar.series.battle import Alternate, Arrival
from hexwar.systems.tlnb.state import Step, TlnbState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, Side
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, position, units

SIDES = (FRENCH, ALLIED)


def ids(text: str) -> tuple[CardId, ...]:
    """Ids from ``probe delay``."""
    return tuple(map(CardId, text.split()))


def dealt(
    *lines: str,
    french: str = "",
    allied: str = "",
    decks: tuple[str, str] = ("", ""),
    modes: tuple[str, str] = ("", ""),
    draws: tuple[int, int] = (0, 0),
    bonus: tuple[int, int] = (0, 0),
    turn: int = 2,
    step: Step = Step.CARDS,
    rows: str = OPEN,
    length: int = 9,
    has_bonus: bool = False,
    way: str = "full",
    **more: Any,
) -> TlnbState:
    """A position with hands (`french`, `allied`) and decks, on turn 2, in the Card Segment.

    Bonus cards are drawn already unless `has_bonus`.
    """
    flags = {"cards": way, "allowance": "cards", **more.pop("flags", {})}
    state = position(rows, *lines, step=step, length=length, flags=flags, **more)
    hands = (french, allied)
    piles, stocks = {}, {}
    for at, side in enumerate(SIDES):
        main, mode, hand = ids(decks[at]), ids(modes[at]), ids(hands[at])
        piles[side] = Piles({Pile.DECK: main, Pile.MODE: mode, Pile.HAND: hand})
        stocks[side] = Stock((*main, *hand), mode, draws[at], bonus[at])
    state.battle = replace(state.battle, stocks=MappingProxyType(stocks))
    state.cards = CardsInPlay(piles)
    state.turn = turn
    if not has_bonus:
        state.deal = replace(state.deal, dealt=SIDES)
    return state


def calendar(state: TlnbState, kinds: str) -> TlnbState:
    """The same with turns by day ``d``, by night ``n`` and in the morning ``m``."""
    light = {"d": TurnKind.DAY, "n": TurnKind.NIGHT_PM, "m": TurnKind.NIGHT_AM}
    days = [29 + kinds[: at + 1].count("m") for at in range(len(kinds))]
    turns = tuple(
        TurnCard(n, day, 12, light[kind], month=1)
        for n, (kind, day) in enumerate(zip(kinds, days, strict=True), start=1)
    )
    state.battle = replace(state.battle, turns=turns)
    state.last_turn = len(turns)
    return state


def in_force(state: TlnbState, side: Side, card: str, *subjects: str, left: int = 0) -> TlnbState:
    """The same with a card in force to the end of the turn."""
    effects = state.cards.effects
    number = 1 + sum(e.side == side for e in effects)
    effect = Effect(number, side, CardId(card), state.turn, subjects, left)
    state.cards = replace(state.cards, effects=(*effects, effect))
    state.forget()
    return state


def group(turn: int, entry: str, who: str) -> Arrival:
    """Forces that are due."""
    return Arrival(turn, Hex(entry), units(who))


def spare(side: Side, number: int, entry: str, who: str, **more: Any) -> Alternate:
    """Forces that a card calls."""
    formation = FormationId(more.pop("formation", "FI" if side == FRENCH else "AI"))
    return Alternate(side, number, Hex(entry), units(who), (formation,), **more)


def lying(state: TlnbState, side: Side, pile: Pile) -> tuple[CardId, ...]:
    """The cards of a pile."""
    return state.cards.piles[side].of(pile)


def names(events: Sequence[Any]) -> list[str]:
    """The cards of some events."""
    return [event.card for event in events]
