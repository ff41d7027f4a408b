"""The procedure as a game of its own: what the kernel is told of it (T24.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import hexwar.cards.events
from hexwar.cards.records import CardsInPlay, Pile, Piles
from hexwar.engine import Decision, Flow, Header, Roll, System, Table, decisions_in
from hexwar.engine.records import digest
from hexwar.systems.tlnb import cards
from hexwar.systems.tlnb.cards import events
from hexwar.systems.tlnb.cards.playing import entry_segment
from hexwar.systems.tlnb.cards.records import Course, Step, StormState
from hexwar.systems.tlnb.cards.segment import card_segment, combat_phase
from hexwar.table.fact import facts_of

REVISION: Final = 3

EVENTS: Final = facts_of(hexwar.cards.events, events)

DECISIONS: Final[tuple[type[Decision[Any]], ...]] = (Roll, *decisions_in(cards))

STEPS: Final[Mapping[Step, Callable[[Table[StormState]], Flow]]] = {
    Step.CARDS: card_segment,
    Step.ENTRY: entry_segment,
    Step.COMBAT: combat_phase,
}


def lay_out(course: Course) -> StormState:
    """18.2: both decks of each side lie face down; nothing has been drawn."""
    stocks = course.stocks.items()
    piles = {side: Piles({Pile.DECK: s.main, Pile.MODE: s.mode}) for side, s in stocks}
    return StormState(course, cards=CardsInPlay(piles), forces=course.forces)


def sequence(table: Table[StormState]) -> Flow:
    """The next step of the player-turn."""
    return STEPS[table.state.step](table)


def storm(load: Callable[[Header], Course]) -> System[StormState]:
    """The system, given how the course of a header is found."""

    def start(header: Header) -> StormState:
        return lay_out(load(header))

    return System("storm", REVISION, start, sequence, EVENTS, DECISIONS, digest)
