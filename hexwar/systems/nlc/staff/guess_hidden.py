"""Where the enemy's hidden forces may be: under his flags, marching unseen, or not there yet (N20).

Whoever lies under a flag is thought to be who started, or entered, nearest to it. A flag without
anybody left for it is a dummy. Who moves hidden is put where nobody would see him.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from hexwar.ai.policy import Dice
from hexwar.ground.hiding import is_seen
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.arrivals.arrivals import schedule
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.hiding import DUMMY
from hexwar.table.pieces import Box, Unit

PER_HEX: Final = 3
"""Units that are thought to lie under one flag, or to march in one hex, at most."""

MARCH: Final = 3
"""Hexes that hidden troops are thought to have gone a turn since they entered."""


@dataclass(slots=True)
class _Placing:
    """How far the hidden pieces of a side have been placed."""

    state: GameState
    side: Side
    dice: Dice
    room: dict[Hex, int] = field(default_factory=dict)  # units that may still be put into a hex
    hidden: set[str] = field(default_factory=set)
    lifted: set[str] = field(default_factory=set)
    places: dict[FormationId, Hex] = field(default_factory=dict)  # of a unit of each


def place_unseen(state: GameState, of: Side, dice: Dice) -> None:
    """Put the pieces of a side that a view has off the map where they may be; changes `state`."""
    flags = [hex_ for hex_, side in state.hiding.flags.items() if side == of]
    cards = [card for card in state.battle.formations.values() if card.side == of]
    unseen = {c.id: [u for u in c.units if state.units[u].box is Box.UNSEEN] for c in cards}
    if not flags and not any(unseen.values()) and not _unseen_leaders(state, of):
        return
    put = _Placing(state, of, dice, dict.fromkeys(flags, PER_HEX))
    for formation in _in_order(unseen, dice):
        for unit in unseen[formation]:
            _put_unit(put, formation, unit)
    for leader in _unseen_leaders(state, of):
        _put_leader(put, leader)
    taken = {hex_ for piece in put.hidden if (hex_ := _place(state, piece)) is not None}
    empty = [hex_ for hex_ in flags if hex_ not in taken]
    dummies = {f"{of}{DUMMY}{n}": hex_ for n, hex_ in enumerate(empty, start=1)}
    _conceal(put, dummies)


def _unseen_leaders(state: GameState, of: Side) -> list[LeaderId]:
    leaders = state.battle.leaders.values()
    return [x.id for x in leaders if x.side == of and state.leaders[x.id].box is Box.UNSEEN]


def _in_order(unseen: dict[FormationId, list[UnitId]], dice: Dice) -> list[FormationId]:
    """The formations, in an order by chance: who comes first gets the flag nearest to him."""
    left = [formation for formation, units in unseen.items() if units]
    return [left.pop(dice.below(len(left))) for _ in range(len(left))]


def _put_unit(put: _Placing, formation: FormationId, unit: UnitId) -> None:
    state, record = put.state, put.state.units[unit]
    anchor = _anchor(put, formation, unit)
    arrival = schedule(state).get(unit)
    is_due = arrival is not None and arrival.turn >= state.turn
    if state.battle.has_hidden_movement and is_due:
        state.put_unit(Unit(unit, box=Box.DUE, reduced=unit in state.battle.reduced_at_start))
        return
    hex_ = _flag(put, anchor)
    if hex_ is not None:
        put.hidden.add(unit)
    elif state.battle.has_hidden_movement:
        hex_ = _out_of_sight(put, anchor)
        put.lifted.add(unit)
    if hex_ is None:
        return
    put.room[hex_] = put.room.get(hex_, PER_HEX) - 1
    put.places.setdefault(formation, hex_)
    state.put_unit(replace(record, box=None, hex=hex_))


def _put_leader(put: _Placing, leader: LeaderId) -> None:
    state, record = put.state, put.state.leaders[leader]
    card = state.battle.leaders[leader]
    units = [state.units[u] for u in state.battle.formations[card.formation].units]
    if units and all(unit.box is Box.DUE for unit in units):
        state.put_leader(replace(record, box=Box.DUE))
        return
    hex_ = put.places.get(card.formation)
    if hex_ is None:
        anchor = state.battle.leader_hexes.get(leader) or next(iter(put.room), None)
        hex_ = _flag(put, anchor) or next(iter(put.places.values()), None)
    if hex_ is None:
        hex_ = _out_of_sight(put, anchor)
    if hex_ is None:
        return
    is_lifted = any(unit.hex == hex_ and unit.id in put.lifted for unit in units)
    (put.lifted if is_lifted or hex_ not in state.hiding.flags else put.hidden).add(leader)
    state.put_leader(replace(record, box=None, hex=hex_))


def _anchor(put: _Placing, formation: FormationId, unit: UnitId) -> Hex | None:
    """The hex from which a hidden unit cannot be far: that of its friends, its start or its way."""
    state = put.state
    if formation in put.places:
        return put.places[formation]
    units = state.battle.formations[formation].units
    seen = (hex_ for u in units if (hex_ := state.units[u].hex) is not None)
    arrival = schedule(state).get(unit)
    entry = None if arrival is None else arrival.entry
    return next(seen, None) or state.battle.unit_hexes.get(unit) or entry


def _flag(put: _Placing, near: Hex | None) -> Hex | None:
    """The nearest flag that has room; one that has none where all are full and nobody may march."""
    state = put.state
    flags = [h for h, side in state.hiding.flags.items() if side == put.side]
    free = [hex_ for hex_ in flags if put.room[hex_] > 0]
    if not free and not state.battle.has_hidden_movement:
        free = flags
    return _nearest(put, near, free)


def _nearest(put: _Placing, near: Hex | None, hexes: Sequence[Hex]) -> Hex | None:
    if near is None or not hexes:
        return hexes[put.dice.below(len(hexes))] if hexes else None
    distance = put.state.battle.battlefield.grid.distance
    return min(hexes, key=lambda hex_: (distance(near, hex_), hex_))


def _out_of_sight(put: _Placing, near: Hex | None) -> Hex | None:
    """A hex of a road near to where they came from, which the other side does not see."""
    state, field_ = put.state, put.state.battle.battlefield
    distance, enemy = field_.grid.distance, state.battle.enemy(put.side)
    start = near or next(iter(sorted(field_.way_hexes)), None)
    if start is None:
        return None
    far = put.dice.below(MARCH * max(state.turn, 1) + 1)
    closed = numbers_of(state.battle).hidden_movement.closed_distance
    theirs = [unit.hex for unit in state.on_map(enemy) if unit.hex is not None]
    ways = sorted(field_.way_hexes, key=lambda h: (abs(distance(start, h) - far), h))
    for hex_ in ways:
        if put.room.get(hex_, PER_HEX) <= 0 or hex_ in state.hiding.flags:
            continue
        if any(distance(hex_, other) <= closed for other in theirs):
            continue
        if not state.units_in(hex_, enemy) and not is_seen(state, hex_, enemy):
            return hex_
    return None


def _conceal(put: _Placing, dummies: dict[str, Hex]) -> None:
    """Say of the hiding what is known now: who, where reports go to, and no flags any more."""
    state, hiding = put.state, put.state.hiding
    by_hex = {hex_: dummy for dummy, hex_ in dummies.items()}
    for piece in sorted(put.hidden):
        hex_ = _place(state, piece)
        if hex_ is not None:
            by_hex[hex_] = piece
    reports = {by_hex.get(Hex(force), force): turns for force, turns in hiding.reports.items()}
    state.hiding = replace(
        hiding,
        hidden=hiding.hidden | put.hidden,
        lifted=hiding.lifted | put.lifted,
        dummies={**hiding.dummies, **dummies},
        reports=reports,
        flags={},
    )


def _place(state: GameState, piece: str) -> Hex | None:
    unit = state.units.get(UnitId(piece))
    return state.leaders[LeaderId(piece)].hex if unit is None else unit.hex
