"""Positions with cards: a way to play and a few cards of each side.

    state = with_cards("full", "F1 infantry 5-3 0101", french="fire probe*2", turn=3)

Cards stand as words with a number after ``*``; mode cards go into the mode deck by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from hexwar.cards.library import card
from hexwar.cards.records import CardId, CardKind, Pile, Stock
from hexwar.systems.nlc.rules.cards.ways import piles_at_start
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import Side
from tests.systems.nlc.positions import ALLIED, FRENCH, battle_of, board

TOWNS = "\n".join(["t  .  .  .  .  .  t"] + [".  .  .  .  .  .  ."] * 6)
"""Seven columns and seven rows of clear hexes, with towns in 0101 and 0701."""

DEFAULT_LINES = ("F1 infantry 5-3 0201", "F8 leader 0201", "A1 infantry 5-3 0707", "A8 leader 0707")


def ids(text: str) -> tuple[CardId, ...]:
    """Cards from ``fire probe*2``."""
    return tuple(_ids(text))


def _ids(text: str) -> Iterator[CardId]:
    for word in text.split():
        name, _, count = word.partition("*")
        yield from [CardId(name)] * int(count or 1)


def stock(text: str, *, mode: int = 0, bonus: int = 0) -> Stock:
    """The cards that a side begins with, and its draws."""
    every = ids(text)
    modes = tuple(id_ for id_ in every if card(id_).kind is CardKind.MODE)
    return Stock(tuple(id_ for id_ in every if id_ not in modes), modes, mode, bonus)


def with_cards(
    way: str,
    *lines: str,
    french: str = "",
    allied: str = "",
    mode: int = 0,
    bonus: int = 0,
    turn: int = 1,
    kinds: str = "ddddnn",
    **more: Any,
) -> GameState:
    """A position in the Card Phase of a turn.

    Args:
        way: The way to play.
        lines: The pieces.
        french: The cards of the French.
        allied: The cards of the Coalition.
        mode: Mode cards that each side draws.
        bonus: Bonus cards that each side draws.
        turn: The turn.
        kinds: A letter for each turn: d day, n Night PM, m Night AM.
        more: Fields of the battle.
    """
    light = {"d": TurnKind.DAY, "n": TurnKind.NIGHT_PM, "m": TurnKind.NIGHT_AM}
    turns = tuple(TurnCard(n, 29, 11 + n, light[letter]) for n, letter in enumerate(kinds, start=1))
    stocks = {
        FRENCH: stock(french, mode=mode, bonus=bonus),
        ALLIED: stock(allied, mode=mode, bonus=bonus),
    }
    fields: dict[str, Any] = {
        "options": MappingProxyType({"cards": way}),
        "stocks": MappingProxyType(stocks),
        "turns": turns,
    }
    sheet = board(TOWNS, roads=["0101 0102 0103"])
    _, state = battle_of(sheet, *(lines or DEFAULT_LINES), **(fields | more))
    state.cards = replace(state.cards, piles=piles_at_start(state.battle))
    state.turn = turn
    return state


def put(state: GameState, side: Side, source: Pile, target: Pile, *cards: str) -> GameState:
    """Cards laid elsewhere before the test begins."""
    for name in cards:
        piles = state.cards.piles[side].moved(CardId(name), source, target)
        state.cards = replace(state.cards, piles={**state.cards.piles, side: piles})
    return state


def lying(state: GameState, side: Side, pile: Pile) -> str:
    """The cards of a pile as words, in order."""
    return " ".join(state.cards.piles[side].of(pile))
