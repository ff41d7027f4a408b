"""Everything that can happen: frozen facts of ids and deltas (T30)."""

import hexwar.cards.events
import hexwar.ground.pontoons
import hexwar.table.hiding_facts
import hexwar.table.vedette_facts
from hexwar.systems.tlnb.events import (
    cards,
    combat,
    command,
    hidden,
    losses,
    movement,
    special,
    turn,
)
from hexwar.table.fact import facts_of

EVENTS = facts_of(
    hexwar.cards.events,
    hexwar.ground.pontoons,
    hexwar.table.hiding_facts,
    hexwar.table.vedette_facts,
    cards,
    combat,
    command,
    hidden,
    losses,
    movement,
    special,
    turn,
)
"""Every class of events; a save names them."""
