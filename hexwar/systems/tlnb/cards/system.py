"""The procedure as a game of its own: what the kernel is told of it (T24.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import hexwar.cards.events
from hexwar.cards.records import CardsInPlay, Pile, Piles, Stock
from hexwar.engine import Decision, Flow, Header, Roll, System, Table, decisions_in
from hexwar.engine.records import digest
from hexwar.systems.tlnb import cards
from hexwar.systems.tlnb.cards import events
from hexwar.systems.tlnb.cards.playing import entry_segment
from hexwar.systems.tlnb.cards.records import Course, Step, StormState
from hexwar.systems.tlnb.cards.segment import card_segment, combat_phase
from hexwar.table.fact import facts_of

REVISION: Final = 2

EVENTS: Final = facts_of(hexwar.cards.events, events)

DECISIONS: Final[tuple[type[Decision[Any]], ...]] = (Roll, *decisions_in(cards))

STEPS: Final[Mapping[Step, Callable[[Table[StormState]], Flow]]] = MappingProxyType(
    {Step.CARDS: card_segment, Step.ENTRY: entry_segment, Step.COMBAT: combat_phase}
)


def lay_out(course: Course) -> StormState:
    """18.2: both decks of each side lie face down; nothing has been drawn."""
    return StormState(
        course,
        cards=CardsInPlay({side: _piles(stock) for side, stock in course.stocks.items()}),
        forces=course.forces,
    )


def sequence(table: Table[StormState]) -> Flow:
    """The next step of the player-turn."""
    return STEPS[table.state.step](table)


def storm(load: Callable[[Header], Course]) -> System[StormState]:
    """The system, given how the course of a header is found."""
    return System(
        id="storm",
        revision=REVISION,
        start=lambda header: lay_out(load(header)),
        sequence=sequence,
        events=EVENTS,
        decisions=DECISIONS,
        digest=digest,
    )


def _piles(stock: Stock) -> Piles:
    return Piles({Pile.DECK: stock.main, Pile.MODE: stock.mode})
