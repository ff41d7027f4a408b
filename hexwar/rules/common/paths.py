"""The law of one path: what it costs, and why it may not be walked (N5, N6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.model.crossings import Crossing, crossing
from hexwar.model.reports import PathQuote, StepCost, points
from hexwar.model.state import GameState
from hexwar.rules.common.costs import Gait, ground_of
from hexwar.rules.common.groups import Drop, Leave, Movers, group_at
from hexwar.rules.common.shunned import is_shunned
from hexwar.rules.common.stacking import stack_in
from hexwar.rules.common.tails import has_tail, tail_refusal
from hexwar.rules.common.zones import enemy_hexes, enemy_zone, lost_landings
from hexwar.rules.nlc.cards.zone_exits import dearer, exit_to


def quote(
    state: GameState,
    group: Movers,
    path: Sequence[Hex],
    *,
    column: bool,
    drops: Sequence[Drop] = (),
) -> PathQuote | Refusal:
    """What a path costs, hex by hex, or why it cannot be walked at all.

    Args:
        state: The table.
        group: Who goes.
        path: From the start hex, or the entry hex of an arrival.
        column: By road movement.
        drops: Who stays behind on the way.
    """
    gait = group.gait.in_column() if column else group.gait
    steps: list[StepCost] = [ground_of(state).entry(gait, path[0])] if group.entering else []
    left = group
    for place, (a, b) in enumerate(pairwise(path)):
        left = group_at(state, group, path, drops, place)
        step = _step(state, left, a, b, column=column, is_first=place == 0)
        if isinstance(step, Refusal):
            return step
        steps.append(step)
    return PathQuote(tuple(path), column, tuple(steps), left.allowance)


def _step(
    state: GameState, group: Movers, a: Hex, b: Hex, *, column: bool, is_first: bool
) -> StepCost | Refusal:
    field = state.battle.battlefield
    if a not in field.grid or b not in field.grid or not field.grid.is_adjacent(a, b):
        return Refusal(f"{b} is not next to {a}.", "N5.4")
    if (a, b) in lost_landings(state, group.side):
        return Refusal(f"The pontoon bridge to {b} goes when its train in {a} is taken.", "T18.21")
    ground = ground_of(state)
    gait = group.gait.in_column() if column else group.gait
    past_friends = column and any(u not in group.units for u in stack_in(state, b, group.side))
    step = ground.step(gait, a, b, past_friends=past_friends)
    if step is None and not column and is_first and group.may_ford:
        step = ground.ford(gait, a, b, group.allowance)
    if step is None:
        return _no_step(state, gait, a, b)
    way_out = exit_to(state, group.side, group.exits, b) if is_first else None
    return dearer(step, way_out)


def _no_step(state: GameState, gait: Gait, a: Hex, b: Hex) -> Refusal:
    """Why a step between adjacent hexes cannot be made."""
    met = crossing(state.battle.battlefield, state.spans, a, b)
    if gait.is_column and (a, b) not in state.battle.battlefield.ways:
        return Refusal(f"No road or trail leads from {a} to {b}.", "N5.3")
    if met is Crossing.RIVER:
        return Refusal(f"The river between {a} and {b} has no bridge here.", "N5.1")
    if met is Crossing.FORD:
        return _no_ford(state, gait, a, b)
    if gait is Gait.TRAIN and met in (Crossing.DAMAGED_BRIDGE, Crossing.PONTOON):
        name = "damaged" if met is Crossing.DAMAGED_BRIDGE else "a pontoon bridge"
        return Refusal(
            f"The bridge between {a} and {b} is {name}: no baggage train crosses.", "N5.71"
        )
    if gait is Gait.TRAIN and met is Crossing.STREAM:
        return Refusal(f"A train crosses the stream between {a} and {b} at a span only.", "N16.4")
    if gait is Gait.PONTOONS:
        return Refusal(f"A pontoon train keeps to roads and trails; {b} lies off them.", "T18.1")
    return Refusal(f"A train cannot leave the road from {a} to {b}.", "N16.4")


def _no_ford(state: GameState, gait: Gait, a: Hex, b: Hex) -> Refusal:
    ground = ground_of(state)
    if ground.weather in ground.numbers.weather.no_fords:
        return Refusal(f"Nobody wades the ford between {a} and {b} in a snowstorm.", "T18.31")
    if gait.is_column:
        return Refusal(f"Road movement does not lead through the ford at {b}.", "T18.32")
    if gait not in (Gait.FOOT, Gait.HORSE):
        return Refusal(f"Artillery and trains do not wade the ford between {a} and {b}.", "T18.32")
    return Refusal(
        f"Only a unit alone in its hex wades the ford between {a} and {b}, and as the first "
        "step of its move.",
        "T18.32",
    )


def path_refusal(
    state: GameState,
    group: Movers,
    order: Leave,
    path: Sequence[Hex],
    *,
    column: bool,
    drops: Sequence[Drop] = (),
) -> Refusal | None:
    """Why a group may not move along a path, or None: the law of N5 and N6."""
    if not path or path[0] != group.start:
        return Refusal(f"The path must begin in {group.start}.", "N5.4")
    if len(path) == 1 and not group.entering:
        return Refusal("A move leads to another hex.", "N5.4")
    refusal = _drop_refusal(group, path, drops)
    if refusal is not None:
        return refusal
    quoted = quote(state, group, path, column=column, drops=drops)
    if isinstance(quoted, Refusal):
        return quoted
    return (
        _cost_refusal(state, group, quoted, drops)
        or _zones_refusal(state, group, order, path, drops, column=column)
        or _contact_refusal(state, group, order, (path[-1], *(drop.hex for drop in drops)))
        or _end_refusal(state, group, path, column=column)
    )


def _drop_refusal(group: Movers, path: Sequence[Hex], drops: Sequence[Drop]) -> Refusal | None:
    """Why these units may not stay behind in these hexes (N5.9)."""
    left = [drop.unit for drop in drops]
    if len(set(left)) < len(left) or not set(left) <= set(group.units):
        return Refusal("Some of the units, each once, may stay behind.", "N5.9")
    if drops and len(left) == len(group.units):
        return Refusal("Somebody must go to the end of the path.", "N5.9")
    for drop in drops:
        if drop.hex not in path[1:-1]:
            return Refusal(f"{drop.hex} does not lie on the way.", "N5.9")
    return None


def _cost_refusal(
    state: GameState, group: Movers, quoted: PathQuote, drops: Sequence[Drop]
) -> Refusal | None:
    """Why the path is too dear: each part of it for those who walk it (N5.4, N5.9)."""
    if group.fresh and len(quoted.hexes) <= 2 - group.entering:
        return None  # one hex is always possible
    spent = 0
    for place, step in enumerate(quoted.steps):
        spent += step.halves
        walked = place if not group.entering else max(place - 1, 0)
        left = group_at(state, group, quoted.hexes, drops, walked)
        if spent > left.allowance:
            return Refusal(
                f"The path costs {points(quoted.halves)} MP, and the units have "
                f"{points(max(left.allowance, 0))}.",
                "N5.4",
            )
    return None


def _zones_refusal(
    state: GameState,
    group: Movers,
    order: Leave,
    path: Sequence[Hex],
    drops: Sequence[Drop],
    *,
    column: bool,
) -> Refusal | None:
    if group.entering:
        refusal = zone_refusal(state, group, order, path[0], path[0], column=column)
        if refusal is not None:
            return refusal
    for place, (a, b) in enumerate(pairwise(path)):
        left = group_at(state, group, path, drops, place)
        refusal = zone_refusal(state, left, order, a, b, column=column)
        if refusal is not None:
            return refusal
    return None


def zone_refusal(
    state: GameState, group: Movers, order: Leave, a: Hex, b: Hex, *, column: bool
) -> Refusal | None:
    """What enemies and their zones say of one step (N6.4-N6.6, N6.10); a == b: it enters there."""
    zone = enemy_zone(state, group.side)
    if b in enemy_hexes(state, group.side):
        return Refusal(f"Enemy combat units hold {b}.", "N6.10")
    if group.is_train and state.units_in(b, state.battle.enemy(group.side)):
        return Refusal(f"A train may not enter {b}: enemies are there.", "N16.4")
    if b in zone:
        if column:
            return Refusal(f"Road movement may not enter the enemy zone in {b}.", "N5.31")
        if group.is_train:
            return Refusal(f"A train may not enter the enemy zone in {b}.", "N16.4")
        if group.heeds_zones and is_shunned(state, group.side, order, b):
            return Refusal(f"The order does not allow entering the enemy zone in {b}.", "N6.5")
    if not group.heeds_zones or a not in zone or group.is_train or a == b:
        return None
    if a != group.start or group.entering:
        return Refusal(f"Infantry and artillery stop in the enemy zone in {a}.", "N6.5")
    if exit_to(state, group.side, group.exits, b) is not None:
        return None
    if b in zone and not order.zone_to_zone:
        return Refusal(f"The units may not go from enemy zone to enemy zone ({b}).", "N6.6")
    if b not in zone and not order.leave_zone:
        return Refusal(
            f"Under this order units leave an enemy zone only into another; {b} is free.", "N6.6"
        )
    return None


def _contact_refusal(
    state: GameState, group: Movers, order: Leave, stops: Sequence[Hex]
) -> Refusal | None:
    """Why units may not stop in these hexes: some orders forbid cavalry to end in contact."""
    for hex_ in stops:
        if is_shunned(state, group.side, order, hex_):
            return Refusal(f"The order does not allow ending in the enemy zone in {hex_}.", "N6.8")
    return None


def _end_refusal(
    state: GameState, group: Movers, path: Sequence[Hex], *, column: bool
) -> Refusal | None:
    if not column:
        return None
    end = path[-1]
    if any(u not in group.units for u in stack_in(state, end, group.side)):
        return Refusal(f"A unit in road movement must end alone; {end} is taken.", "N5.31")
    return tail_refusal(state, group, path) if has_tail(state, group) else None
