"""Mini-Nap 2 as the kernel knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hexwar.engine import Decision, Roll, System, decisions_in
from hexwar.engine.records import digest
from hexwar.systems.mininap import rules
from hexwar.systems.mininap.battle import MiniBattle
from hexwar.systems.mininap.events import EVENTS
from hexwar.systems.mininap.events_setup import SETUP_EVENTS
from hexwar.systems.mininap.events_unseen import UNSEEN_EVENTS
from hexwar.systems.mininap.rules.sequence import sequence
from hexwar.systems.mininap.rules.setup import is_free
from hexwar.systems.mininap.state import MiniState, Unit

REVISION: Final = 5
"""Rises with every change of a rule that an old journal could notice."""

DECISIONS: Final[tuple[type[Decision[Any]], ...]] = (Roll, *decisions_in(rules))
"""Every question of this release."""


def set_up(battle: MiniBattle) -> MiniState:
    """The table before the first question; in a free set-up nobody stands yet (M24.3)."""
    is_empty = is_free(battle)
    units = {
        id_: Unit(
            id_,
            None if is_empty else place.pose,
            place.formation,
            is_limbered=place.is_limbered,
        )
        for id_, place in battle.placed.items()
    }
    return MiniState(battle=battle, units=units)


def mini_nap(load: Callable[[Mapping[str, Any]], MiniBattle]) -> System[MiniState]:
    """The system, given how the battle of a header is found.

    Args:
        load: From a save's header to its battle; reads files, so the caller owns it.
    """
    return System(
        id="mininap",
        revision=REVISION,
        start=lambda header: set_up(load(header)),
        sequence=sequence,
        events=(*EVENTS, *SETUP_EVENTS, *UNSEEN_EVENTS),
        decisions=DECISIONS,
        digest=digest,
    )
