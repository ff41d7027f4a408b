"""Everything that can happen: frozen facts of ids and deltas (N32).

Their `apply` is the only code that writes a state. Which turn an event belongs to is told by
the last `TurnBegan` before it.
"""

import hexwar.cards.events
import hexwar.cards.setup_facts
import hexwar.ground.pontoons
import hexwar.table.hiding_facts
import hexwar.table.vedette_facts
from hexwar.systems.nlc.events import (
    arrivals,
    cards,
    combat,
    hidden_movement,
    leaders,
    losses,
    movement,
    orders,
    supply,
    turn,
    vedettes,
)
from hexwar.table.fact import facts_of

EVENTS = facts_of(
    hexwar.cards.events,
    hexwar.cards.setup_facts,
    hexwar.ground.pontoons,
    hexwar.table.hiding_facts,
    arrivals,
    cards,
    combat,
    hidden_movement,
    leaders,
    losses,
    movement,
    orders,
    supply,
    turn,
    vedettes,
    hexwar.table.vedette_facts,
)
"""Every class of events; a save names them."""
