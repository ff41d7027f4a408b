"""Napoleon's Later Campaigns as the kernel knows it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from hexwar.engine import Decision, Roll, System, decisions_in
from hexwar.systems.nlc import rules
from hexwar.systems.nlc.events import EVENTS
from hexwar.systems.nlc.rules.cards import (
    arrival_cards,
    field_cards,
    march_cards,
    mode_cards,
)
from hexwar.systems.nlc.rules.turn.sequence import sequence
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import Battle

CARDS = (mode_cards, march_cards, field_cards, arrival_cards)
"""The chapters of cards: importing them enters how each card acts."""

REVISION = 9
"""Rises with every change of a rule that an old journal could notice."""

DECISIONS: tuple[type[Decision[Any]], ...] = (Roll, *decisions_in(rules))
"""Every question of this release."""


def header_of(battle: Battle, options: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What a save keeps to set the same game up again."""
    return {
        "scenario": battle.id,
        "sha256": battle.sha256,
        "options": dict(options or {}),
    }


def digest(state: GameState) -> str:
    """A hash of all that matters of a state, the same on every machine."""
    parts = (
        state.turn,
        state.phase.value,
        state.weather,
        sorted(state.control.items()),
        sorted(state.last_in.items()),
        sorted((side, cup) for side, cup in state.cups.items()),
        state.drawn,
        state.acted,
        state.cup_in_turn,
        sorted(state.spans.damaged),
        sorted(state.spans.pontoons),
        sorted(state.positions),
        state.rallied,
        state.commanded,
        repr(state.activation),
        repr(state.outcome),
        [repr(unit) for unit in state.units.values()],
        [repr(leader) for leader in state.leaders.values()],
        sorted((line, repr(order)) for line, order in state.lines.items()),
        sorted((line, repr(order)) for line, order in state.dispatches.items()),
        sorted((line, repr(steps)) for line, steps in state.wanted.items()),
        sorted(state.detached.items()),
        sorted(state.wings.items()),
        sorted(state.issued.items()),
        sorted(state.struck.items()),
        state.lent,
        sorted(state.steps_lost.items()),
        sorted(state.lost_leaders.items()),
        (state.writing.value, state.served, state.asked, state.addressed, state.complied),
        (state.initiatives, state.hit),
        (state.demoralized, state.exhausted, state.dismayed, state.tied),
        sorted(state.forced_hours.items()),
        sorted(state.rested_hours.items()),
        sorted(state.inspired.items()),
        (state.is_wet, state.is_dark_dawn, repr(state.arrivals), repr(state.called)),
        sorted(state.unsupplied),
        sorted(state.trains_of.items()),
        (state.exited_unsupplied, state.retreating),
        sorted((side, repr(piles)) for side, piles in state.piles.items()),
        (repr(state.effects), repr(state.card_scores), state.tactics),
        (sorted(state.stormed), state.misled),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def nlc(load: Callable[[Mapping[str, Any]], Battle]) -> System[GameState]:
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
    )
