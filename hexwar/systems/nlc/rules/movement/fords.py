"""Scouts look for a ford where the map has none (T18.34)."""

from __future__ import annotations

from hexwar.engine import Refusal, Table, refuse
from hexwar.hexes import Hexside, hexside
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.movement import FordSought
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.cards.effects import SCOUTS, is_in_force
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, Side, UnitId
from hexwar.table.spans import Crossing, crossing


def banks(state: GameState, unit: UnitId) -> tuple[Hexside, ...]:
    """The river hexsides next to a unit where it may look for a ford, clockwise from north.

    Without the card there is only the one where it has looked before.
    """
    record = state.units[unit]
    looks = is_in_force(state, state.side_of(unit), SCOUTS)
    if record.hex is None or not (looks or record.sought):
        return ()
    field = state.battle.battlefield
    sides = (hexside(record.hex, near) for near in field.grid.neighbours[record.hex])
    rivers = (s for s in sides if crossing(field, state.spans, *s) is Crossing.RIVER)
    return tuple(side for side in rivers if looks or side == record.sought)


def search_refusal(state: GameState, unit: UnitId) -> Refusal | None:
    """Why a unit next to a river may not look for a ford, or None (T18.31, T18.32, T18.34)."""
    record, card = state.units[unit], state.card(unit)
    assert record.hex is not None
    if card.arm is not Arm.INFANTRY and not card.arm.is_cavalry:
        return refuse("T18.34", "Only infantry and cavalry look for a ford.")
    if state.sky.weather in numbers_of(state.battle).weather.no_fords:
        return refuse("T18.31", "Nobody fords in this weather.")
    if record.moved or record.spent:
        words = mark("{name} has moved or worked already: it looks for a ford before that.")
        return refuse("T18.34", words, name=card.name)
    if len(state.units_in(record.hex, card.side)) > 1:
        return refuse("T18.32", "{name} is not alone in its hex.", name=card.name)
    return None


def is_sure(state: GameState, unit: UnitId, side: Hexside) -> bool:
    """Whether a unit finds a ford without a die: it has looked here in vain (T18.34)."""
    return state.units[unit].sought == side


def highest_find(state: GameState) -> int:
    """The highest die that finds a ford: less once the day has been wet (T18.34)."""
    numbers = numbers_of(state.battle)
    is_wet = state.sky.is_wet or state.sky.weather in numbers.weather.wet
    return numbers.scouts.wet_die if is_wet else numbers.scouts.die


async def seek_ford(table: Table[GameState], owner: Side, unit: UnitId, side: Hexside) -> None:
    """T18.34: a unit looks for a ford; one that has done so before finds it."""
    if is_sure(table.state, unit, side):
        table.emit(FordSought(unit, side, 0, is_found=True))
        return
    a, b = side
    die = await throw(table, owner, say("a ford between {a} and {b}", a=a, b=b))
    table.emit(FordSought(unit, side, die, is_found=die <= highest_find(table.state)))
