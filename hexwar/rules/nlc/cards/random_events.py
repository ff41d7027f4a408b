"""Random events: tables instead of decks (N23.5)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType

from hexwar.engine import CHANCE, Roll, Table
from hexwar.model.battle import Battle
from hexwar.model.cards import CardId, Pile, Window
from hexwar.model.events import CardEventRolled, CardHeld
from hexwar.model.forces import Side
from hexwar.model.state import GameState
from hexwar.rules.cards.library import card as printed
from hexwar.rules.cards.library import decks
from hexwar.rules.nlc.cards.playing import play_card, targets
from hexwar.rules.nlc.cups import odd_side

TABLE_A, TABLE_B = "A", "B"

LAST_OF_A = 3
"""The highest die for table A."""


@dataclass(frozen=True, slots=True)
class Row:
    """What two dice of a table say."""

    cards: tuple[CardId, ...]  # of which a side has one, or none
    is_reversed: bool  # its player gains what the card costs


@cache
def event_tables() -> Mapping[str, Mapping[int, Row]]:
    """Both tables: the rows by their two dice, read as tens and ones; the rest is no event."""
    text = (resources.files("hexwar.rules.cards") / "random_events.toml").read_text("utf-8")
    return MappingProxyType(
        {
            name: MappingProxyType(
                {
                    int(d66): Row(
                        tuple(CardId(id_) for id_ in row["cards"]), row.get("reversed", False)
                    )
                    for d66, row in rows.items()
                }
            )
            for name, rows in tomllib.loads(text).items()
        }
    )


async def events_phase(table: Table[GameState]) -> None:
    """N23.5: a die for the table, two for the event, and one that says whom it befalls."""
    name = TABLE_A if await Roll(CHANCE, "the table of random events") <= LAST_OF_A else TABLE_B
    d66 = 10 * await Roll(CHANCE, "the random event") + await Roll(CHANCE, "the random event")
    odd = odd_side(table.state)
    die = await Roll(CHANCE, "whom the random event befalls")
    side = odd if die % 2 else table.state.battle.enemy(odd)
    id_ = event_card(table.state, side, name, d66)
    table.emit(CardEventRolled(name, d66, side, id_))
    if id_ is not None:
        await _befall(table, side, id_, event_tables()[name][d66])


def event_card(state: GameState, side: Side, name: str, d66: int) -> CardId | None:
    """The card of an event for a side; None where there is none, or none of use (N23.5)."""
    row = event_tables()[name].get(d66)
    if row is None or side not in state.piles:
        return None
    own = [id_ for id_ in row.cards if place_of(state, side, id_) is not None]
    own = [id_ for id_ in own if counts(state.battle, side, id_, name, d66)]
    useful = (id_ for id_ in own if targets(state, side, id_) or not is_for_now(id_))
    return next(useful, next(iter(own), None))


def is_for_now(id_: CardId) -> bool:
    """Whether a card acts in the Card Phase, and is not held for its moment (N23.6)."""
    return Window.CARDS in printed(id_).windows


def counts(battle: Battle, side: Side, id_: CardId, name: str, d66: int) -> bool:
    """Whether an event stands for a side of whose cards some were taken out (N23.5).

    With one of two gone only table A counts, with two of four only even numbers.
    """
    allotment = battle.allotments.get(side)
    if allotment is None:
        return True
    whole = dict(decks()[allotment.deck].cards).get(id_, 0)
    gone = sum(count for removed, count in allotment.removals if removed == id_)
    if (whole, gone) == (2, 1):
        return name == TABLE_A
    if (whole, gone) == (4, 2):
        return d66 % 2 == 0
    return gone < whole


def place_of(state: GameState, side: Side, id_: CardId) -> Pile | None:
    """Where a side's copy of a card lies that an event may use; None where it has none.

    The tables know of no deck that runs out: a card that was used may come again.
    """
    piles = state.piles[side]
    places = (Pile.DECK, Pile.BOTTOM, Pile.DISCARD)
    return next((pile for pile in places if id_ in piles.of(pile)), None)


async def _befall(table: Table[GameState], side: Side, id_: CardId, row: Row) -> None:
    """N23.5: the event is played for its side, or held for its moment until the turn ends."""
    source = place_of(table.state, side, id_)
    assert source is not None
    if not is_for_now(id_):
        table.emit(CardHeld(side, id_, source, Pile.HELD, is_shown=True))
        return
    vp = -printed(id_).vp if row.is_reversed else None
    await play_card(table, side, id_, source, by_chance=True, vp=vp)
