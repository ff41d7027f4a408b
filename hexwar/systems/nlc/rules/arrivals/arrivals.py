"""Reinforcements: who is due, where they enter, and arrivals that are not certain.

Rules: N5.8, T20.4, T20.5, N24.2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from hexwar.cards.records import CardId
from hexwar.engine import CHANCE, Roll, Table
from hexwar.ground.edges import edge_ways
from hexwar.ground.edges import edges_of as edges_on
from hexwar.ground.movement import is_shunned
from hexwar.ground.stacking import has_room
from hexwar.ground.zones import enemy_hexes, enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.series import variation
from hexwar.series.battle import Alternate, Arrival
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.events.arrivals import AlternateCalled, ArrivalVaried
from hexwar.systems.nlc.events.leaders import LeaderEntered
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.rules.cards.effects import disclose_arrival
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.rules.cards.ways import Way, way_of
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.command.leaders import can_leader_end, closed_hexes
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Role, Side, UnitId
from hexwar.table.pieces import Box

# -- reinforcements: who is due, and where they enter (N5.8-N5.83)


def schedule(state: GameState) -> Mapping[UnitId, Arrival]:
    """The arrival of each unit that comes by schedule, as it stands now."""
    return _by_unit(state.schedule.arrivals)


@lru_cache(maxsize=64)
def _by_unit(arrivals: tuple[Arrival, ...]) -> Mapping[UnitId, Arrival]:
    return {unit: arrival for arrival in arrivals for unit in arrival.units}


def due_units(state: GameState, formation: FormationId) -> tuple[UnitId, ...]:
    """The formation's units that may enter now: due this turn or earlier, not yet on the map."""
    due = [unit for unit in state.units_of(formation) if state.units[unit].box is Box.DUE]
    arrivals = schedule(state) if due else {}
    return tuple(u for u in due if u in arrivals and arrivals[u].turn <= state.turn)


def entry_hexes(state: GameState, unit: UnitId) -> tuple[Hex, ...]:
    """Where a due unit may enter: its entry hex, or the nearest free ones if that is closed.

    The entry hex is closed when the enemy holds it, has it in an EZOC that the order does not
    let the unit enter, or when friends fill it. Then the nearest road or trail hexes of the same
    edge serve, within five hexes; without any the unit waits (N5.82).
    """
    listed = schedule(state)[unit].entry
    return _open_hexes(state.battle, listed, lambda hex_: _is_open(state, unit, hex_))


def _open_hexes(battle: NlcBattle, listed: Hex, is_open: Callable[[Hex], bool]) -> tuple[Hex, ...]:
    """The listed entry hex if it is open, else the nearest open ones of its edge (N5.82)."""
    if is_open(listed):
        return (listed,)
    near = [h for h in edge_way_hexes(battle, listed) if is_open(h)]
    distance = battle.battlefield.grid.distance
    least = min((distance(listed, h) for h in near), default=0)
    limit = numbers_of(battle).movement.blocked_entry_radius
    return tuple(h for h in near if distance(listed, h) == least <= limit)


def _is_open(state: GameState, unit: UnitId, hex_: Hex) -> bool:
    side = state.side_of(unit)
    if hex_ in enemy_hexes(state, side) or not has_room(state, hex_, side, (unit,)):
        return False
    if state.card(unit).arm.is_train:
        is_met = state.units_in(hex_, state.battle.enemy(side))
        return not is_met and hex_ not in enemy_zone(state, side)
    return not is_shunned(state, side, permissions(state, unit), hex_)


@lru_cache(maxsize=64)
def edge_way_hexes(battle: NlcBattle, listed: Hex) -> Sequence[Hex]:
    """Road and trail hexes on the same edge of the map as an entry hex, in map order."""
    return edge_ways(battle.battlefield, listed)


def edges_of(battle: NlcBattle, hex_: Hex) -> set[str]:
    """The edges of the map that a hex lies on: N, E, S, W."""
    return edges_on(battle.battlefield, hex_)


def first_arrival(state: GameState, formation: FormationId) -> Arrival | None:
    """The group with which the first of a formation comes that is still due; None without one."""
    card = state.battle.formations[formation]
    units = {unit for unit in card.units if state.units[unit].box is Box.DUE}
    staff = commander_due(state, formation) is not None
    waiting = [
        group
        for group in state.schedule.arrivals
        if units.intersection(group.units) or (staff and formation in group.formations)
    ]
    return min(waiting, key=lambda group: group.turn, default=None)


def place_of_line(state: GameState, line: LineId) -> Hex | None:
    """Where a line is commanded from, or where it will enter the map; None for neither."""
    centre = centre_of(state, line)
    coming = None if centre is not None else first_arrival(state, formation_of_line(line))
    return centre if coming is None else coming.entry


def commander_due(state: GameState, formation: FormationId) -> LeaderId | None:
    """The formation's commander if he is still to come: he enters with its first unit (N5.81)."""
    leaders = state.battle.formations[formation].leaders
    return next((leader for leader in leaders if state.leaders[leader].box is Box.DUE), None)


async def place_headquarters(table: Table[GameState]) -> None:
    """N5.83: an OC with his HQ, or a WC, due by now stands on the entry hex before orders.

    Where the enemy closes that hex, N5.82 holds for him too.
    """
    state = table.state
    for arrival in state.schedule.arrivals:
        if arrival.turn > state.turn:
            continue
        for formation in arrival.formations:
            for leader in state.battle.formations[formation].leaders:
                role = state.battle.leaders[leader].role
                waits = table.state.leaders[leader].box is Box.DUE
                if waits and role in (Role.OVERALL, Role.WING, Role.HQ):
                    for hex_ in _open_to_leader(table.state, leader, arrival.entry)[:1]:
                        table.emit(LeaderEntered(leader, hex_))
                        disclose_arrival(table, formation)


def _open_to_leader(state: GameState, leader: LeaderId, listed: Hex) -> tuple[Hex, ...]:
    """Where a leader or HQ counter may be set down: not with enemies, not alone in an EZOC."""
    closed = closed_hexes(state, leader)

    def is_open(hex_: Hex) -> bool:
        return hex_ not in closed and can_leader_end(state, leader, hex_)

    return _open_hexes(state.battle, listed, is_open)


# -- arrivals that are not certain: variation and alternate forces (T20.4, T20.5, N24.2)


VARIED = "varied"
"""The option of uncertain arrivals (T20.4)."""


async def vary_arrivals(table: Table[GameState]) -> None:
    """T20.4: before the orders of a turn a die is thrown for each group that is due two turns on.

    Both sides see it. Groups due on the first turns, for whom there is no turn so early, come as
    listed (house rule). Where cards are played, it is they that make arrivals uncertain.
    """
    if not is_varied(table.state.battle):
        return
    state, numbers = table.state, numbers_of(table.state.battle).arrival
    for place in variation.uncertain(state.schedule.arrivals, state.turn, numbers):
        die = await Roll(CHANCE, f"the arrival of {group_name(state, place)}")
        groups = state.schedule.arrivals
        side = side_of_group(state, groups[place])
        modifier = variation.balance(state.battle, groups, side, numbers)
        shift = variation.shift_of(groups, place, die + modifier, numbers)
        table.emit(ArrivalVaried(place, die, modifier, shift))


def is_varied(battle: NlcBattle) -> bool:
    """N20.4: whether dice vary the schedule: players chose so (N3.8) and play without cards."""
    return battle.options.get("arrivals") == VARIED and way_of(battle) is Way.NONE


def formations_of(state: GameState, group: Arrival) -> tuple[FormationId, ...]:
    """The formations of which a group has units, or which come as such."""
    return variation.formations_of(state.battle, group)


def side_of_group(state: GameState, group: Arrival) -> Side:
    """Whose forces a group is."""
    return variation.side_of_group(state.battle, group)


def group_name(state: GameState, group: int) -> str:
    """The formations of a group, as a die is told of."""
    return variation.group_name(state.battle, state.schedule.arrivals[group])


# -- alternates


def open_alternates(state: GameState, side: Side) -> tuple[Alternate, ...]:
    """The alternate forces that a side may still call on this turn, in the order of its lists.

    Lists have their time (N24.2). Who was called, is on the map or has been there is not called
    again.
    """
    last, lists = len(state.battle.turns), state.battle.alternates
    waiting = (a for a in lists if a.side == side and a not in state.schedule.called)
    timely = (a for a in waiting if a.first_turn <= state.turn <= (a.last_turn or last))
    found = (a for a in timely if is_awaited(state, a))
    return tuple(sorted(found, key=lambda alternate: alternate.number))


def is_awaited(state: GameState, alternate: Alternate) -> bool:
    """Whether somebody of alternate forces is neither on the map nor gone from it, nor called."""
    return variation.is_awaited(state, state.battle, state.schedule.called, alternate)


def callable_alternates(state: GameState, side: Side) -> tuple[Alternate, ...]:
    """The groups among which a side's next call chooses; none where nobody is left to call.

    Lists are called in their order (T20.5), but any that is open where they add up (N24.4).
    """
    found = open_alternates(state, side)
    return found if state.battle.has_cumulative_alternates else found[:1]


async def call_alternate(
    table: Table[GameState],
    side: Side,
    found: Alternate,
    card: CardId | None = None,
    *,
    is_shown: bool = True,
) -> None:
    """T20.5: an alternate group will come, after half a die in turns, rounded up.

    Args:
        table: The table.
        side: Whose group.
        found: The group, one of `callable_alternates`.
        card: That calls it, if one does.
        is_shown: Whether the enemy learns of it before it comes.
    """
    purpose = say("when alternate group {number} comes", number=found.number)
    die = await throw(table, side, purpose, is_secret=not is_shown)
    divisor = numbers_of(table.state.battle).arrival.alternate_divisor
    due = table.state.turn + -(-die // divisor)
    table.emit(AlternateCalled(side, found.number, die, due, card, is_shown))
