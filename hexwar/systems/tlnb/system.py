"""The player-turn game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hexwar.engine import Decision, Roll, System, decisions_in
from hexwar.engine.records import digest
from hexwar.systems.tlnb import rules
from hexwar.systems.tlnb.battle import TlnbBattle
from hexwar.systems.tlnb.events import EVENTS
from hexwar.systems.tlnb.rules.turn.sequence import sequence
from hexwar.systems.tlnb.rules.turn.setup import set_up
from hexwar.systems.tlnb.state import TlnbState, conceals, knowledge

REVISION: Final = 22
"""Rises with every change of a rule that an old journal could notice."""

DECISIONS: Final[tuple[type[Decision[Any]], ...]] = (Roll, *decisions_in(rules))
"""Every question of this release."""


def tlnb(load: Callable[[Mapping[str, Any]], TlnbBattle]) -> System[TlnbState]:
    """The system, given how the battle of a header is found.

    Args:
        load: From a save's header to its battle; reads files, so the caller owns it.
    """
    return System(
        id="tlnb",
        revision=REVISION,
        start=lambda header: set_up(load(header)),
        sequence=sequence,
        events=EVENTS,
        decisions=DECISIONS,
        digest=digest,
        knowledge=knowledge,
        conceals=conceals,
    )
