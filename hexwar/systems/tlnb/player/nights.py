"""By night officers ride ahead, for their troops move around them only (T22.6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from hexwar.ground.zones import enemy_hexes
from hexwar.hexes import Hex
from hexwar.systems.tlnb.player.outlook import Outlook, Question, march_costs
from hexwar.systems.tlnb.rules.command.leaders import (
    LeaderMove,
    MoveLeader,
    free_leaders,
    rides,
)
from hexwar.systems.tlnb.rules.movement.reach import group_of, search
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import FormationId, LeaderId, UnitId

BETTER: Final = 0.5
"""Points by which another hex must be better before an officer rides there."""

LED: Final = 0.2
"""Points for each SP that he leads."""

WAY: Final = 0.1
"""Points for each SP and half MP by which it can come nearer to its aim."""

TAKEN: Final = 1.5
"""Points for each VP of an aim of the enemy's that can be entered."""

ALONE, NEAR, CLOSE = 0.5, 4, 0.4
"""Points lost by who stays alone; from how near an enemy makes it worse, by so much a hex."""

FAR: Final = 400
"""Half MP to an aim to which no way is known."""

Ground = Mapping[UnitId, tuple[tuple[int, Hex], ...]]
"""Where each unit can go by night, the hexes nearest to its aim first, with the way left."""


def ahead(
    question: Question[MoveLeader, LeaderMove | None], aims: Mapping[FormationId, Hex]
) -> LeaderMove | None:
    """The next officer who does more for the march of his troops elsewhere, and where."""
    state, outlook = question.state, question.outlook
    for leader in free_leaders(state, outlook.side):
        aim = aims.get(state.battle.leaders[leader].formation)
        if aim is None or not marches(state, leader):
            continue
        ways, ground = rides(state, leader), grounds(outlook, leader, aim)
        worth = partial(worth_of, outlook, aim, ground)
        hexes = state.battle.battlefield.grid.hexes
        best = max(ways.cost, key=lambda cell: (worth(hexes[cell]), -ways.cost[cell]))
        if worth(hexes[best]) > worth(hexes[ways.start]) + BETTER:
            move = LeaderMove(leader, tuple(hexes[cell] for cell in ways.path(best)))
            if question.listed(move):
                return move
    return None


def marches(state: TlnbState, leader: LeaderId) -> bool:
    """Whether a leader has troops to lead by night: under a March Order they need nobody."""
    formation = state.battle.leaders[leader].formation
    return leader in state.battle.officers and formation not in state.marches.orders


def grounds(outlook: Outlook, leader: LeaderId, aim: Hex) -> Ground:
    """Where the troops of an officer could go if he were everywhere."""
    state, formation = outlook.state, outlook.state.battle.leaders[leader].formation
    grid, enemies = state.battle.battlefield.grid, enemy_hexes(state, outlook.side)
    found: dict[UnitId, tuple[tuple[int, Hex], ...]] = {}
    for unit in outlook.formations.get(formation, ()):
        start = state.units[unit].hex
        assert start is not None
        met = {h for h in grid.neighbours[start] if h in enemies}
        group = group_of(state, (unit,))
        costs = march_costs(state, aim, group.gait)
        cells = {grid.index[start]}
        for column in (False, True):
            cells |= search(state, group, column=column).cost.keys()
        open_ = (c for c in cells if enemies.isdisjoint({*grid.neighbours[grid.hexes[c]]} - met))
        found[unit] = tuple(sorted((costs.get(cell, FAR), grid.hexes[cell]) for cell in open_))
    return found


def worth_of(outlook: Outlook, aim: Hex, ground: Ground, hex_: Hex) -> float:
    """What an officer in a hex does for the march of his troops, less what he risks there."""
    state, distance = outlook.state, outlook.distance
    lead, radius = state.numbers.command.officer_range, state.numbers.night.radius
    total, nearest = 0.0, FAR
    for unit, ends in ground.items():
        start = state.units[unit].hex
        assert start is not None
        if distance(start, hex_) > lead:
            continue
        here = next(left for left, end in ends if end == start)
        best = next((left for left, end in ends if distance(end, hex_) <= radius), here)
        total += state.sp(unit) * (LED + WAY * max(here - best, 0))
        nearest = min(nearest, best)
    if not nearest and not outlook.is_ours(aim):
        total += TAKEN * outlook.prizes.get(aim, 0)
    if not (hex_ in outlook.friends or any(hex_ == e for ends in ground.values() for _, e in ends)):
        total -= ALONE + CLOSE * max(NEAR - outlook.enemy_distance(hex_), 0)
    return total
