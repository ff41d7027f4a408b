"""Going back before the enemy comes, in good order (N8.21, N10.41)."""

from __future__ import annotations

from hexwar.engine import Event, Table
from hexwar.model.events import LeaderMoved
from hexwar.model.state import GameState
from hexwar.rules.nlc.cards.combat_windows import slips_through
from hexwar.rules.nlc.displacement import make_room
from hexwar.rules.nlc.fight import hex_of, on_map
from hexwar.rules.nlc.holding import control_events
from hexwar.rules.nlc.leaders import overrun
from hexwar.rules.nlc.losses import Toll, abandon_leaders, lose_steps
from hexwar.rules.nlc.retreat import leaders_who_go
from hexwar.rules.nlc.retreat_paths import Path, Withdrawal, zone_losses


async def pull_back(table: Table[GameState], group: Withdrawal, path: Path, moved: Event) -> None:
    """N8.21, N10.41: units go a way of a retreat and pay for its EZOC, but stay in order.

    Args:
        table: The table.
        group: Who goes.
        path: Where, from the hex that they leave.
        moved: The event that sets them down at its end.
    """
    side, start = group.side, hex_of(table.state, group.units[0])
    here = table.state.leaders_in(start, side)
    leaders = await leaders_who_go(side, here, group.units)
    zones = zone_losses(table.state, side, path)
    if await slips_through(table, side, group.units, zones):
        zones = 0
    table.emit(moved)
    for leader in leaders:
        table.emit(LeaderMoved(leader, path, free=True))
    for event in control_events(table.state, group.units, path):
        table.emit(event)
    for hex_ in path[1:]:
        await overrun(table, side, hex_)
    await lose_steps(table, Toll(side, group.units), zones, "zone of control")
    left = on_map(table.state, group.units)
    if left:
        await make_room(table, side, path[-1], left)
    else:
        await abandon_leaders(table, side, path[-1])
