"""Everything that can happen: frozen facts of ids and deltas (T30)."""

import hexwar.cards.events
from hexwar.systems.tlnb.events import (
    cards,
    combat,
    command,
    losses,
    movement,
    special,
    turn,
)
from hexwar.table.fact import facts_of

EVENTS = facts_of(
    hexwar.cards.events,
    cards,
    combat,
    command,
    losses,
    movement,
    special,
    turn,
)
"""Every class of events; a save names them."""
