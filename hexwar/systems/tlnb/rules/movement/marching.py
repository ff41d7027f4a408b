"""What units owe with their moves: March Orders, and the sound of guns (T7.53, T7.58, T24.3).

A move is ranked by how far it falls short, the weightier first. The least rank among all moves of
a unit, staying among them, is as far as it can go: only moves of that rank are legal.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from hexwar.engine import Refusal, refuse
from hexwar.engine.derived import kept, kept_by
from hexwar.grid.reach import Search
from hexwar.ground.costs import Gait, gait_of, steps_into, weather_felt
from hexwar.ground.movement import held_or_controlled
from hexwar.ground.zones import cells_of, enemy_cells, enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.tlnb.battle import MarchOrder
from hexwar.systems.tlnb.rules.cards.effects import guns_heard
from hexwar.systems.tlnb.rules.command.marches import is_near_goal
from hexwar.systems.tlnb.rules.movement.reach import (
    End,
    Group,
    beginnings,
    ends,
    group_of,
    march_bonus,
    may_move,
    movers,
    order_of,
)
from hexwar.systems.tlnb.rules.movement.stacking import room_in
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side, UnitId

Rank = tuple[int, int]
"""Half MP to the nearest hex of the route, then steps on it to the goal; the lesser is better."""

_FAR: Final = 4000


class Course(NamedTuple):
    """A move of a unit that marches."""

    end: End
    is_column: bool
    rank: Rank


@dataclass(frozen=True)
class Duty:
    """What a unit under a March Order can do, measured by its order (T7.58)."""

    state: TlnbState
    unit: UnitId
    order: MarchOrder

    @cached_property
    def group(self) -> Group:
        """It marches by itself."""
        return group_of(self.state, (self.unit,))

    @property
    def start(self) -> Hex:
        """Where it stands."""
        hex_ = self.state.units[self.unit].hex
        assert hex_ is not None  # it has a duty on the map only
        return hex_

    @cached_property
    def is_done(self) -> bool:
        """Whether it is in the goal or within 2 hexes of it."""
        return is_near_goal(self.state, self.order, self.unit)

    @cached_property
    def courses(self) -> tuple[Course, ...]:
        """Its moves: along the route from there, else to it by the cheapest path.

        By Road March where that leads on at all. No train and no unit ends where is no room.
        """
        found = [c for c in self._found() if self._has_room(c)]
        column = [c for c in found if c.is_column]
        if self.start not in self.order.route or self.is_done:
            return tuple(found)
        leads_on = any(c.rank < self.stay_rank for c in column)
        return tuple(column if leads_on else found)

    def _found(self) -> Iterator[Course]:
        for is_column in (True, False):
            if self.start in self.order.route and not self.is_done:
                paths: Iterable[End] = self._along(is_column=is_column)
            else:
                paths = ends(self.state, (self.unit,), column=is_column).values()
            yield from (Course(end, is_column, self.rank(end.path[-1])) for end in paths)

    def _along(self, *, is_column: bool) -> Iterator[End]:
        """The moves along the route, each with its price."""
        route = self.order.route
        at = len(route) - 1 - route[::-1].index(self.start)
        most = self.group.left + 2 * self.state.numbers.march.bonus
        path = route[at : at + most + 2]
        return beginnings(self.state, (self.unit,), path, column=is_column)

    def rank(self, hex_: Hex) -> Rank:
        """How far a hex is from what the order wants."""
        route, goal = self.order.route, self.order.goal
        field = self.state.battle.battlefield
        if field.grid.distance(hex_, goal) <= self.state.numbers.march.goal_radius:
            return (0, 0)
        if hex_ in route:
            return (0, route[::-1].index(hex_))
        return (self._way_back.cost_of(field.grid.index[hex_], _FAR), 0)

    @cached_property
    def _way_back(self) -> Search:
        """What is left from each hex to the nearest of the route; past zones if it can be."""
        state, card = self.state, self.state.card(self.unit)
        gait, route = gait_of(card.arm), self.order.route
        start = state.battle.battlefield.grid.index[self.start]
        shy = _way_to(state, gait, route, held_or_controlled(state, card.side))
        if shy.reaches(start):
            return shy
        return _way_to(state, gait, route, enemy_cells(state, card.side))

    @cached_property
    def stay_rank(self) -> Rank:
        """The rank of staying."""
        return self.rank(self.start)

    @cached_property
    def best(self) -> Rank:
        """As far as it can go."""
        return min([self.stay_rank, *(c.rank for c in self.courses)])

    @cached_property
    def is_owed(self) -> bool:
        """Whether it must move on: it is not done, and some move brings it nearer.

        It is asked of everybody before each move: the first move that does is enough.
        """
        nearer = (c for c in self._found() if c.rank < self.stay_rank)
        return not self.is_done and any(self._has_room(c) for c in nearer)

    def _has_room(self, course: Course) -> bool:
        return room_in(self.state, course.end.path[-1], (self.unit,))

    @property
    def legal(self) -> tuple[Course, ...]:
        """The moves that do as much of the duty as can be done."""
        if not (self.is_done or self.is_owed):
            return ()
        return tuple(c for c in self.courses if c.rank <= self.best)

    def refusal(self, path: Sequence[Hex], *, is_column: bool) -> Refusal | None:
        """Why a move that is else legal does not do its duty, or None."""
        name = self.state.card(self.unit).name
        place = self.state.battle.battlefield.name_of(self.order.goal)
        if len(path) == 1:
            words = mark("{name} must march on to {place}.")
            return refuse("T7.58", words, name=name, place=place) if self.is_owed else None
        found = [c for c in self.legal if c.end.path[-1] == path[-1] and c.is_column == is_column]
        is_bound = self.start in self.order.route and not self.is_done
        if found and (not is_bound or any(c.end.path == tuple(path) for c in found)):
            return None
        if self.is_done:
            words = mark("{name} may only close up on {place}.")
            return refuse("T7.58", words, name=name, place=place)
        words = mark("{name} marches along its route to {place}, as far as it can.")
        return refuse("T7.58", words, name=name, place=place)


def _way_ground(state: TlnbState, gait: Gait, *_: object) -> tuple[Hashable, ...]:
    """What the ways to a route hang on, besides those who close hexes."""
    field, weather = state.battle.battlefield, weather_felt(state, gait)
    return field, state.numbers, state.spans, weather, state.law.blaze(state)


@kept_by(_way_ground)
def _way_to(state: TlnbState, gait: Gait, hexes: tuple[Hex, ...], closed: frozenset[int]) -> Search:
    """What is left from each hex to the nearest of some, past the cells that are closed."""
    field, weather, blaze = (
        state.battle.battlefield,
        weather_felt(state, gait),
        state.law.blaze(state),
    )
    marching = not gait.is_train
    steps = steps_into(field, state.numbers, gait, state.spans, weather, marching, blaze)
    return Search(steps, dict.fromkeys(cells_of(state, hexes), 0), _FAR, blocked=closed)


# -- who owes what


@kept
def duty_of(state: TlnbState, unit: UnitId) -> Duty | None:
    """What a unit on the map owes its March Order; None without one, and in contact (T7.54)."""
    order, record = order_of(state, unit), state.units[unit]
    if order is None or record.hex is None or record.bridging is not None:
        return None
    is_met = record.hex in enemy_zone(state, state.side_of(unit))
    return None if is_met else Duty(state, unit, order)


@kept
def owed(state: TlnbState, unit: UnitId) -> Refusal | None:
    """Why a unit may not stay where it is, or None: a march, or guns that it hears."""
    if not may_move(state, unit):
        return None
    duty = duty_of(state, unit)
    if duty is not None:
        return duty.refusal((duty.start,), is_column=False)
    return _guns_owed(state, unit)


def _guns_owed(state: TlnbState, unit: UnitId) -> Refusal | None:
    """T24.3: a formation that hears guns goes toward them while it can (card 15)."""
    guns, hex_ = guns_heard(state, unit), state.units[unit].hex
    if guns is None or hex_ is None or hex_ in enemy_zone(state, state.side_of(unit)):
        return None
    is_near = state.battle.battlefield.grid.distance(hex_, guns) <= 1
    ways = (ends(state, (unit,), column=column) for column in (False, True))
    if is_near or not any(ways):
        return None
    words = mark("{name} must move toward the guns at {hex}.")
    return refuse("T24.3", words, name=state.card(unit).name, hex=guns)


def marchers(state: TlnbState, side: Side) -> tuple[UnitId, ...]:
    """The units of a side under March Orders that may move, the foremost first."""
    cards = state.battle.units
    units = movers(state, side)
    found = [(d.stay_rank, u) for u in units if (d := duty_of(state, u)) is not None]
    trains_last = sorted(found, key=lambda one: (cards[one[1]].arm.is_train, one))
    return tuple(unit for _, unit in trains_last)


def debtors(state: TlnbState, side: Side) -> Iterator[UnitId]:
    """The units of a side that must still move, the foremost of a march first."""
    march = marchers(state, side)
    yield from (u for u in march if owed(state, u) is not None)
    others = (u for u in movers(state, side) if u not in march)
    yield from (u for u in others if owed(state, u) is not None)


def stuck(state: TlnbState, side: Side) -> tuple[UnitId, ...]:
    """The combat units and trains that have not moved though their March Order wants it."""
    found = ((u.id, duty_of(state, u.id)) for u in state.on_map(side) if not u.moved)
    return tuple(u for u, duty in found if duty is not None and not duty.is_done)


def open_ends(state: TlnbState, units: Sequence[UnitId], *, column: bool) -> Mapping[Hex, End]:
    """Every hex where units may end a move, as their orders allow it (T7.1, T7.58)."""
    duty = duty_of(state, units[0]) if len(units) == 1 else None
    if duty is None:
        return ends(state, units, column=column)
    return {c.end.path[-1]: c.end for c in duty.legal if c.is_column == column}


def left_of(state: TlnbState, units: Sequence[UnitId], end: End, *, column: bool) -> int:
    """The half MP that are left at an end, with the bonus of a march along its route (T7.45)."""
    group = group_of(state, units)
    return group.left + march_bonus(state, group, end.path, column=column) - end.spent
