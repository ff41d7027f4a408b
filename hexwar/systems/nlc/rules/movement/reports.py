"""What vedettes see of hidden forces, and when their commander hears of it (N20.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexwar.engine import Table
from hexwar.grid.reach import reach
from hexwar.ground.costs import Gait, steps_of
from hexwar.ground.hiding import Pieces, dummies_of, hidden_stacks, uncover
from hexwar.ground.sight import has_line_of_sight, state_sight_limit
from hexwar.ground.vedettes import closed_to_vedettes, has_vedettes
from hexwar.hexes import Hex
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.hiding_facts import ReportsCounted, ReportSet

FARTHEST = 99
"""Turns that a report takes at most: as a counter can show."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A hidden force that vedettes see."""

    side: Side  # whose vedettes they are
    hex: Hex
    force: Pieces  # or the dummy
    turns: int  # until their commander hears of it; 0: at once


def sightings(state: GameState) -> Iterator[Sighting]:
    """What vedettes see now of forces that are hidden, and that is new."""
    if state.hiding.is_empty or not has_vedettes(state.battle):
        return
    for side in state.battle.sides:
        for hex_, force in _forces(state, state.battle.enemy(side)):
            eyes = [v for v in _vedettes(state, side) if _sees(state, v, hex_)]
            is_told = any(piece in state.hiding.reports for piece in force)
            most = 1 if is_told else FARTHEST
            turns = min((_turns(state, v, most) for v in eyes), default=None)
            if turns is not None and (turns == 0 or not is_told):
                yield Sighting(side, hex_, force, 0 if _is_screen(state, force) else turns)


def report(table: Table[GameState]) -> None:
    """N20.3: what is only vedettes is named; of others a report is on its way, or is there."""
    for seen in list(sightings(table.state)):
        if seen.turns:
            table.emit(ReportSet(seen.side, seen.force[0], seen.hex, seen.turns))
        else:
            uncover(table, (seen.hex,), "report", table.state.battle.enemy(seen.side))


def count_reports(table: Table[GameState]) -> None:
    """N20.3: at the start of a turn reports are a turn nearer; whose has come is revealed."""
    if not table.state.hiding.reports:
        return
    table.emit(ReportsCounted())
    arrived = {piece for piece, left in table.state.hiding.reports.items() if left <= 0}
    for side in table.state.battle.sides:
        hexes = [hex_ for hex_, force in _forces(table.state, side) if arrived & set(force)]
        uncover(table, hexes, "report", side)


def _forces(state: GameState, side: Side) -> Iterator[tuple[Hex, Pieces]]:
    """A side's forces that lie hidden on the map, and its dummies."""
    lifted = state.hiding.lifted
    for hex_, pieces in hidden_stacks(state, side).items():
        if on_map := tuple(piece for piece in pieces if piece not in lifted):
            yield hex_, on_map
    for dummy, hex_ in dummies_of(state, side).items():
        yield hex_, (dummy,)


def _vedettes(state: GameState, side: Side) -> list[UnitId]:
    lifted = state.hiding.lifted
    on_map = (unit.id for unit in state.on_map(side) if unit.id not in lifted)
    return [unit for unit in on_map if state.card(unit).is_vedette]


def _is_screen(state: GameState, force: Sequence[str]) -> bool:
    cards = state.battle.units
    return all(UnitId(piece) in cards and cards[UnitId(piece)].is_vedette for piece in force)


def _sees(state: GameState, piece: UnitId, hex_: Hex) -> bool:
    """Whether a vedette stands next to a hex, or has it in line of sight near enough (N20.2)."""
    eye, field = state.units[piece].hex, state.battle.battlefield
    assert eye is not None
    far = min(state.numbers.sight.spotting, state_sight_limit(state))
    distance = field.grid.distance(eye, hex_)
    return distance <= 1 or (distance <= far and has_line_of_sight(field, eye, hex_, far))


def _turns(state: GameState, piece: UnitId, most: int) -> int:
    """The turns that a vedette needs to its formation's commander; 0 where he is in its reach.

    Without a commander on the map his senior unit stands for him (N14.6). Where it takes more than
    `most`, the farthest.
    """
    card, start = state.card(piece), state.units[piece].hex
    centre = centre_of(state, LineId(card.formation))
    assert start is not None
    if centre is None:
        return FARTHEST
    index, closed = state.battle.battlefield.grid.index, closed_to_vedettes(state, card.side)
    limit = 2 * card.movement
    steps = steps_of(state, Gait.VEDETTE)
    found = reach(steps, index[start], limit * most, blocked=closed)
    cost = found.cost.get(index[centre])
    return FARTHEST if cost is None else 0 if cost <= limit else -(-cost // limit)
