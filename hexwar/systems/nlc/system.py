"""Napoleon's Later Campaigns as the kernel knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexwar.engine import Decision, Roll, System, decisions_in
from hexwar.engine.records import digest
from hexwar.systems.nlc import rules
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.events import EVENTS
from hexwar.systems.nlc.rules.cards import (
    arrival_cards,
    field_cards,
    march_cards,
    mode_cards,
)
from hexwar.systems.nlc.rules.turn.sequence import sequence
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState, conceals, knowledge

CARDS = (mode_cards, march_cards, field_cards, arrival_cards)
"""The chapters of cards: importing them enters how each card acts."""

REVISION = 12
"""Rises with every change of a rule that an old journal could notice."""

DECISIONS: tuple[type[Decision[Any]], ...] = (Roll, *decisions_in(rules))
"""Every question of this release."""


def nlc(load: Callable[[Mapping[str, Any]], NlcBattle]) -> System[GameState]:
    """The system, given how the battle of a header is found.

    Args:
        load: From a save's header to its battle; reads files, so the caller owns it.
    """
    return System(
        id="nlc",
        revision=REVISION,
        start=lambda header: set_up(load(header)),
        sequence=sequence,
        events=EVENTS,
        decisions=DECISIONS,
        digest=digest,
        knowledge=knowledge,
        conceals=conceals,
    )
