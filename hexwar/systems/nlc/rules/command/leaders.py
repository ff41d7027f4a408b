"""Leaders, HQ counters and trains: how they ride, what befalls them, who succeeds them.

Rules: N14.5-N14.7, N16.4.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise

from hexwar.engine import Refusal, Table, refuse
from hexwar.engine.derived import kept_by
from hexwar.grid.reach import Reach, reach_from
from hexwar.ground.costs import Gait, ground_of, steps_of
from hexwar.ground.movement import path_to
from hexwar.ground.zones import enemy_hexes, enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.leaders import (
    HqMoved,
    LeaderCaptured,
    LeaderDisplaced,
    LeaderMoved,
    LeaderReplaced,
)
from hexwar.systems.nlc.events.supply import TrainCaptured, TrainDestroyed
from hexwar.systems.nlc.events.turn import DieRolled
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.cards.combat_windows import carries_off
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.losses.screen import fall_back
from hexwar.systems.nlc.rules.movement.hidden_ground import closed_cells, enemies_seen
from hexwar.systems.nlc.rules.victory.victory import is_napoleon
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, FormationId, LeaderId, Role, Side, UnitId
from hexwar.table.reports import StepCost, points


def rides_with(state: GameState, leader: LeaderId, formation: FormationId) -> bool:
    """Whether a leader may move in a formation's activation (N4.6, N14.51)."""
    card = state.battle.leaders[leader]
    acting = state.battle.formations[formation]
    if card.side != acting.side or state.leaders[leader].moved:
        return False
    if card.role is Role.WING:
        return state.pad.wings.get(formation) == card.formation
    return card.formation == formation


def may_go_along(state: GameState, leader: LeaderId, formation: FormationId) -> bool:
    """Whether a leader who starts with a formation's unit may go along with it (N4.6, N5.9)."""
    card = state.battle.leaders[leader]
    if card.role not in (Role.OVERALL, Role.HQ):
        return rides_with(state, leader, formation)
    is_own = card.side == state.battle.formations[formation].side
    return is_own and not state.leaders[leader].moved


def leader_reach(state: GameState, leader: LeaderId) -> Reach:
    """Where a leader or HQ counter can ride (N14.5): cavalry costs, roads 1/2, not past enemies."""
    start = state.leaders[leader].hex
    assert start is not None
    return _leader_reach(state, leader, start)


def _ride_ground(state: GameState, leader: LeaderId, _start: Hex) -> tuple[Hashable, ...]:
    enemy = state.battle.enemy(state.battle.leaders[leader].side)
    side = state.battle.leaders[leader].side
    shy = enemies_seen(state, side) if leader in state.hiding.lifted else ()
    return state.stances[enemy], state.positions, ground_of(state), shy


@kept_by(_ride_ground)
def _leader_reach(state: GameState, leader: LeaderId, start: Hex) -> Reach:
    card = state.battle.leaders[leader]
    grid, limit = state.battle.battlefield.grid, card.movement * 2
    cell = grid.index[start]
    closed = {grid.index[h] for h in closed_hexes(state, leader)}
    fords = {
        grid.index[b]: step.halves
        for b in grid.neighbours[start]
        if (step := _ford(state, start, b, limit)) is not None
        and step.halves <= limit
        and grid.index[b] not in closed
    }
    steps = steps_of(state, Gait.LEADER)
    found = reach_from(steps, {cell: 0, **fords}, limit, blocked=closed)
    for end in fords:
        found.entered_from.setdefault(end, cell)
    return Reach(found.cost, found.entered_from, cell)


def _ford(state: GameState, a: Hex, b: Hex, allowance: int) -> StepCost | None:
    """A leader's step through a ford (T18.31); a ford is a first step (T18.32)."""
    return ground_of(state).ford(Gait.LEADER, a, b, allowance)


def closed_hexes(state: GameState, leader: LeaderId) -> set[Hex]:
    """Hexes with enemies; for the HQ the whole EZOC (N14.51).

    For who moves hidden those where hidden troops do not go either (N20.11).
    """
    card = state.battle.leaders[leader]
    closed = {u.hex for u in state.on_map(state.battle.enemy(card.side)) if u.hex is not None}
    closed |= enemy_hexes(state, card.side)
    if card.role is Role.HQ:
        closed |= enemy_zone(state, card.side)
    if leader in state.hiding.lifted:
        hexes = state.battle.battlefield.grid.hexes
        closed |= {hexes[cell] for cell in closed_cells(state, card.side)}
    return closed


def can_leader_end(state: GameState, leader: LeaderId, hex_: Hex) -> bool:
    """Whether a leader may end in a hex: in an EZOC only with a friendly combat unit (N6.8)."""
    side = state.battle.leaders[leader].side
    return hex_ not in enemy_zone(state, side) or bool(state.combat_units_in(hex_, side))


def leader_ends(
    state: GameState, leader: LeaderId, only: Callable[[Hex], bool] = lambda _: True
) -> dict[Hex, tuple[Hex, ...]]:
    """Each hex where a leader can end, with his cheapest path to it.

    Args:
        state: The table.
        leader: A leader or HQ counter on the map.
        only: Which hexes are wanted.
    """
    found, hexes = leader_reach(state, leader), state.battle.battlefield.grid.hexes
    wanted = [hexes[cell] for cell in found.cost if cell != found.start and only(hexes[cell])]
    ends = (hex_ for hex_ in wanted if can_leader_end(state, leader, hex_))
    return {hex_: path_to(state, found, hex_) for hex_ in ends}


def leader_path_refusal(state: GameState, leader: LeaderId, path: Sequence[Hex]) -> Refusal | None:
    """Why a leader may not ride a path, or None."""
    card = state.battle.leaders[leader]
    if len(path) < 2 or path[0] != state.leaders[leader].hex:
        words = mark("{card}'s path must begin in his hex and lead to another.")
        return refuse("N14.5", words, card=card.name)
    closed, spent = closed_hexes(state, leader), 0
    for place, (a, b) in enumerate(pairwise(path)):
        step = leader_step(state, leader, a, b, is_first=place == 0)
        if step is None:
            return refuse("N14.5", "There is no way from {a} to {b}.", a=a, b=b)
        if b in closed:
            words = mark("{card} may not enter {b}: the enemy is there.")
            return refuse("N14.51", words, card=card.name, b=b)
        spent += step.halves
    if spent > card.movement * 2:
        words, mp = mark("The path costs {points} MP; {card} has {movement}."), points(spent)
        return refuse("N14.5", words, points=mp, card=card.name, movement=card.movement)
    if not can_leader_end(state, leader, path[-1]):
        words = mark("{card} may end in the enemy zone in {path} only with friends.")
        return refuse("N6.8", words, card=card.name, path=path[-1])
    return None


def ridden(state: GameState, leader: LeaderId, path: Sequence[Hex]) -> int:
    """What a ride along a legal path costs, half MP."""
    ways = enumerate(pairwise(path))
    steps = (leader_step(state, leader, a, b, is_first=place == 0) for place, (a, b) in ways)
    return sum(step.halves for step in steps if step is not None)


def leader_step(
    state: GameState, leader: LeaderId, a: Hex, b: Hex, *, is_first: bool
) -> StepCost | None:
    """What a step costs a leader or HQ counter, or None where there is none (N14.5, T18.3)."""
    grid = state.battle.battlefield.grid
    if a not in grid or b not in grid or not grid.is_adjacent(a, b):
        return None
    step = ground_of(state).step(Gait.LEADER, a, b)
    if step is None and is_first:
        return _ford(state, a, b, state.battle.leaders[leader].movement * 2)
    return step


def move_leader(table: Table[GameState], leader: LeaderId, path: tuple[Hex, ...]) -> None:
    """Emit the ride of a leader or HQ counter."""
    is_hq = table.state.battle.leaders[leader].role is Role.HQ
    table.emit(HqMoved(leader, path) if is_hq else LeaderMoved(leader, path))


# -- when the enemy comes


async def overrun(table: Table[GameState], side: Side, hex_: Hex, start: Hex | None = None) -> None:
    """N6.10: combat units of a side enter a hex that holds only enemy vedettes, trains and leaders.

    Args:
        table: The table.
        side: Who comes.
        hex_: The hex that they enter.
        start: The hex that they come from, if that matters to vedettes.
    """
    state = table.state
    enemy = state.battle.enemy(side)
    if state.combat_units_in(hex_, enemy):
        return
    await fall_back(table, enemy, hex_, (hex_,) if start in (None, hex_) else (start, hex_))
    for train in state.units_in(hex_, enemy):
        if state.card(train).arm.is_train:
            await _take_train(table, side, train)
    await leaders_alone(table, hex_, enemy)


async def _take_train(table: Table[GameState], side: Side, train: UnitId) -> None:
    """N16.4, T18.21: a train is destroyed; a pontoon train is captured on a low die instead."""
    card, low = table.state.card(train), numbers_of(table.state.battle).pontoon.captured_die
    is_pontoon = card.arm is Arm.PONTOON_TRAIN
    if is_pontoon and await _throw_for(table, side, card.name) <= low:
        table.emit(TrainCaptured(train, side))
    else:
        table.emit(TrainDestroyed(train, side))


async def leaders_alone(table: Table[GameState], hex_: Hex, side: Side) -> None:
    """N14.7, N14.71: leaders of a side without troops where the enemy enters or all are lost."""
    leaders, cards = table.state.leaders_in(hex_, side), table.state.battle.leaders
    for leader in sorted(leaders, key=lambda x: (cards[x].role is Role.HQ, x)):
        if cards[leader].role is Role.HQ:
            _rescue_hq(table, leader)
        else:
            await _capture_roll(table, leader)


async def _capture_roll(table: Table[GameState], leader: LeaderId) -> None:
    """N14.7: captured on a low die, or when no friend is near; else he reaches the nearest.

    An Aide de Camp gets him to his nearest friend, however far away (house rule).
    """
    card, limits = table.state.battle.leaders[leader], numbers_of(table.state.battle).leader
    die = await _throw_for(table, card.side, card.name)
    worst = limits.napoleon_capture_die if is_napoleon(card) else limits.capture_die
    refuge = None if die <= worst else _refuge(table.state, leader, limits.refuge_distance)
    farther = _refuge(table.state, leader) if refuge is None else None
    if farther is not None and await carries_off(table, card.side, leader):
        refuge = farther
    if refuge is None:
        table.emit(LeaderCaptured(leader, table.state.battle.enemy(card.side)))
    else:
        table.emit(LeaderDisplaced(leader, refuge))


async def _throw_for(table: Table[GameState], side: Side, name: str) -> int:
    """A side's die for a capture, which all see."""
    purpose = say("capture of {name}", name=name)
    die = await throw(table, side, purpose)
    table.emit(DieRolled(purpose, die, 0, die))
    return die


def _rescue_hq(table: Table[GameState], hq: LeaderId) -> None:
    """N14.51: the HQ counter goes with its OC; without one it is lost."""
    state, card = table.state, table.state.battle.leaders[hq]
    staff = (state.leaders[x].hex for x in state.battle.formations[card.formation].leaders)
    place = next((hex_ for hex_ in staff if hex_ not in (None, state.leaders[hq].hex)), None)
    if place is None:
        table.emit(LeaderCaptured(hq, state.battle.enemy(card.side)))
    else:
        table.emit(LeaderDisplaced(hq, place))


def _refuge(state: GameState, leader: LeaderId, limit: int | None = None) -> Hex | None:
    """The nearest hex with a friendly combat unit within reach of a fugitive (N14.7).

    Args:
        state: The table.
        leader: The fugitive.
        limit: How far away it may be, hexes; None for any distance.
    """
    start, side = state.leaders[leader].hex, state.battle.leaders[leader].side
    assert start is not None
    distance = state.battle.battlefield.grid.distance
    held = {unit.hex for unit in state.on_map(side) if state.card(unit.id).is_combat_unit}
    near = [(distance(start, hex_), hex_) for hex_ in held - {start} if hex_ is not None]
    found = min(near, default=None)
    return found[1] if found and (limit is None or found[0] <= limit) else None


# -- successors of captured formation commanders (N14.6, N14.71)


def replace_leaders(table: Table[GameState]) -> None:
    """N14.6: in Turn End the successors who are due appear on their senior units.

    One whose formation has no unit on the map waits until it has. A captured OC or WC has no
    successor: his corps answer to the next superior (N14.71).
    """
    for leader in sorted(table.state.losses.lost_leaders):
        line = LineId(table.state.battle.leaders[leader].formation)
        is_due = is_replacement_due(table.state, leader)
        hex_ = centre_of(table.state, line) if is_due else None
        if hex_ is not None:
            table.emit(LeaderReplaced(leader, hex_))


def is_replacement_due(state: GameState, leader: LeaderId) -> bool:
    """Whether a captured commander's successor appears in this Turn End: the second one after."""
    if state.battle.leaders[leader].role in (Role.OVERALL, Role.WING, Role.HQ):
        return False
    turn_ends = state.turn - state.losses.lost_leaders[leader] + 1
    return turn_ends >= numbers_of(state.battle).leader.replacement_turns
