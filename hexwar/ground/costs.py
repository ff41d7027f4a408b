"""What each step over the map costs (N5.1, N5.2), with the reasons.

Costs are counted in half MP, so that a road's half point is a whole number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import NamedTuple

from hexwar.grid.reach import Row, Steps
from hexwar.ground.law import NO_FIRE, Blaze, GroundState
from hexwar.ground.numbers import GroundNumbers, HexCost
from hexwar.hexes import Hex, hexside
from hexwar.messages import mark, say
from hexwar.table.battlefield import Battlefield, Terrain, Way
from hexwar.table.forces import Arm
from hexwar.table.reports import StepCost
from hexwar.table.spans import INTACT, Crossing, Spans, crossing


class Gait(StrEnum):
    """How a piece moves: the columns of the cost table and road movement."""

    FOOT = mark("infantry")
    HORSE = mark("cavalry")
    GUNS = mark("artillery")  # or a group with artillery
    COLUMN = mark("road movement")
    GUN_COLUMN = mark("road movement of artillery")
    TRAIN = mark("baggage train")
    PONTOONS = mark("pontoon train")
    LEADER = mark("leader")
    VEDETTE = mark("vedettes")

    @cached_property
    def is_column(self) -> bool:
        """Road movement, which follows a road or trail (N5.3)."""
        return self in (Gait.COLUMN, Gait.GUN_COLUMN)

    @cached_property
    def is_train(self) -> bool:
        """A train of either kind."""
        return self in (Gait.TRAIN, Gait.PONTOONS)

    @cached_property
    def feels_weather(self) -> bool:
        """Whether mud and snowstorm double its hex costs (N5.2)."""
        return self.is_train or self in (Gait.GUNS, Gait.GUN_COLUMN)

    @cached_property
    def is_horse(self) -> bool:
        """Cavalry, and vedettes."""
        return self in (Gait.HORSE, Gait.VEDETTE)

    @cached_property
    def marches(self) -> bool:
        """Whether roads and trails have their marching cost for it (N5.32, N14.5)."""
        return self.is_column or self.is_train or self in (Gait.LEADER, Gait.VEDETTE)

    @cached_property
    def wades(self) -> bool:
        """Whether it goes through fords (T18.31)."""
        return self in (Gait.FOOT, Gait.HORSE, Gait.LEADER, Gait.VEDETTE)

    def in_column(self) -> Gait:
        """The same troops by road movement."""
        return Gait.GUN_COLUMN if self is Gait.GUNS else Gait.COLUMN


_GAITS = {
    Arm.INFANTRY: Gait.FOOT,
    Arm.LIGHT_CAVALRY: Gait.HORSE,
    Arm.HEAVY_CAVALRY: Gait.HORSE,
    Arm.FOOT_ARTILLERY: Gait.GUNS,
    Arm.HORSE_ARTILLERY: Gait.GUNS,
    Arm.BAGGAGE_TRAIN: Gait.TRAIN,
    Arm.PONTOON_TRAIN: Gait.PONTOONS,
    Arm.VEDETTE: Gait.VEDETTE,
}


def gait_of(*arms: Arm) -> Gait:
    """The column of the cost table for an arm, or for arms that move together (N5.9)."""
    gaits = {_GAITS[arm] for arm in arms}
    if len(gaits) == 1:
        return gaits.pop()
    return Gait.GUNS if Gait.GUNS in gaits else Gait.HORSE


class Going(NamedTuple):
    """All of the map that decides what a step costs: thousands of steps share a few of them."""

    way: Way | None
    terrain: Terrain  # of the hex that is entered
    met: Crossing
    is_upward: bool

    @classmethod
    def between(cls, field: Battlefield, spans: Spans, a: Hex, b: Hex) -> Going:
        """What a step from a hex to the next meets."""
        met = crossing(field, spans, a, b)
        return cls(field.ways.get((a, b)), field.terrain_at(b), met, field.is_upward(a, b))


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A battlefield as it is now, under one set of numbers: explains single steps."""

    field: Battlefield
    numbers: GroundNumbers
    spans: Spans = INTACT
    weather: str = "fair"
    is_wet: bool = False  # rain or mud has occurred this day (T18.33)
    blaze: Blaze = NO_FIRE

    def step(self, gait: Gait, a: Hex, b: Hex, *, past_friends: bool = False) -> StepCost | None:
        """What the step from a hex to the next costs, or None where it may not be made.

        `past_friends` tells whether road movement meets friends in the next hex (N5.31).
        """
        return _step(self, gait, a, b, past_friends)

    def price(self, gait: Gait, a: Hex, b: Hex, *, past_friends: bool) -> StepCost | None:
        """What `step` tells, worked out anew."""
        going = Going.between(self.field, self.spans, a, b)
        parts = self.parts(gait, going, past_friends=past_friends, burns=b in self.blaze.towns)
        return None if parts is None else StepCost(b, _sum(parts), tuple(parts))

    def parts(
        self, gait: Gait, going: Going, *, past_friends: bool, burns: bool = False
    ) -> list[tuple[str, int]] | None:
        """What a step costs, part by part in half MP, or None where it may not be made."""
        way = going.way
        if way is None and (gait.is_column or gait is Gait.PONTOONS):
            return None  # N5.3, T18.1
        across = self._across(gait, going.met, way)
        if across is None:
            return None
        entered = self._hex(gait, going.terrain, way, past_friends=past_friends)
        parts = [*entered, *self._fire(gait, burns=burns), *across]
        if going.is_upward:  # on a road too (N5.12)
            if gait.is_train and way is None:
                return None
            parts.append(("slope", _halves(self.numbers.movement.slope_up)))
        return parts

    def ford(self, gait: Gait, a: Hex, b: Hex, allowance: int) -> StepCost | None:
        """What wading through a ford costs, or None where there is no way (T18.31, T18.33).

        Infantry, cavalry, vedettes and leaders wade. After rain or in mud the allowance, half MP,
        is spent.
        """
        weather = self.numbers.weather
        if not gait.wades or self.weather in weather.no_fords:
            return None
        going = Going.between(self.field, self.spans, a, b)
        is_found = going.met is Crossing.STREAM and hexside(a, b) in self.spans.found
        if going.met is not Crossing.FORD and not is_found:
            return None
        entered = self._hex(gait, going.terrain, going.way, past_friends=False)
        parts = [*entered, *self._fire(gait, burns=b in self.blaze.towns)]
        if going.is_upward:
            parts.append(("slope", _halves(self.numbers.movement.slope_up)))
        parts.append(("ford", _halves(self.numbers.ford.cost)))
        total = _sum(parts)
        if (self.is_wet or self.weather in weather.wet) and total < allowance:
            parts.append((say("high water"), allowance - total))
            total = allowance
        return StepCost(b, total, tuple(parts))

    def entry(self, gait: Gait, hex_: Hex) -> StepCost:
        """What an arriving piece pays for its entry hex: road cost (N5.81)."""
        way = self.field.way_hexes.get(hex_, Way.TRAIL)
        if gait.marches:
            part = self._march(gait, way, past_friends=False)
        else:
            part = (way.value, _halves(self.numbers.movement.road_or_trail))
        burns = hex_ in self.blaze.towns
        parts = [*self._in_weather(gait, part), *self._fire(gait, burns=burns)]
        return StepCost(hex_, _sum(parts), tuple(parts))

    def _hex(
        self, gait: Gait, terrain: Terrain, way: Way | None, *, past_friends: bool
    ) -> list[tuple[str, int]]:
        if gait.marches and way is not None:
            return self._in_weather(gait, self._march(gait, way, past_friends=past_friends))
        movement = self.numbers.movement
        if way is not None and terrain.cover.opened:
            return self._in_weather(gait, (way.value, _halves(movement.road_or_trail)))
        cost: HexCost = getattr(movement, terrain.value)
        halves = _halves(cost.infantry if gait is Gait.FOOT else cost.others)
        parts = self._in_weather(gait, (terrain.value, halves))
        weather = self.numbers.weather
        if way is None and gait.is_train and self.weather in weather.slow_trains:
            parts.append((say(self.weather), _halves(weather.slow_train_cost)))
        return parts

    def _fire(self, gait: Gait, *, burns: bool) -> list[tuple[str, int]]:
        """What a burning town adds; who heeds only cards that name him pays nothing (T24.2)."""
        if not burns or gait in (Gait.LEADER, Gait.VEDETTE):
            return []
        return [("fire", _halves(self.blaze.cost))]

    def _march(self, gait: Gait, way: Way, *, past_friends: bool) -> tuple[str, int]:
        movement = self.numbers.movement
        if way is Way.TRAIL:
            return "trail", _halves(movement.trail_march)
        if past_friends:
            return say("road past friends"), _halves(movement.march_through_friends)
        road = movement.leader_road if gait is Gait.LEADER else movement.road_march
        return "road", _halves(road)

    def _in_weather(self, gait: Gait, part: tuple[str, int]) -> list[tuple[str, int]]:
        """A hex cost with what mud or snowstorm adds to it (N5.2)."""
        rules = self.numbers.weather
        if not feels_weather(self.numbers, gait) or self.weather not in rules.doubled:
            return [part]
        return [part, (say(self.weather), part[1] * (rules.cost_factor - 1))]

    def _across(self, gait: Gait, met: Crossing, way: Way | None) -> list[tuple[str, int]] | None:
        """What the hexside's water adds, or None where it bars the way (N5.1, T19.5)."""
        if met is Crossing.OPEN or (met is Crossing.TRESTLE and way is not None):
            return []
        if met in (Crossing.STREAM, Crossing.TRESTLE):
            barred = gait.is_train and met is Crossing.STREAM
            return None if barred else [("stream", _halves(self.numbers.movement.stream))]
        if met in (Crossing.RIVER, Crossing.FORD):
            return None
        if gait is Gait.TRAIN and met is not Crossing.BRIDGE:
            return None
        if gait.marches and way is not None:
            return []
        movement = self.numbers.movement
        cost = movement.bridge if met is Crossing.BRIDGE else movement.damaged_bridge
        return [(met.value, _halves(cost))]


@lru_cache(maxsize=1 << 15)
def _step(ground: Ground, gait: Gait, a: Hex, b: Hex, past_friends: bool) -> StepCost | None:
    return ground.price(gait, a, b, past_friends=past_friends)


def ground_of(state: GroundState) -> Ground:
    """The ground of a game as it is now."""
    field, blaze = state.battle.battlefield, state.law.blaze(state)
    return _ground(field, state.numbers, state.spans, state.sky.weather, state.sky.is_wet, blaze)


@lru_cache(maxsize=64)
def _ground(
    field: Battlefield,
    numbers: GroundNumbers,
    spans: Spans,
    weather: str,
    is_wet: bool,
    blaze: Blaze,
) -> Ground:
    return Ground(field, numbers, spans, weather, is_wet, blaze)


def steps_of(state: GroundState, gait: Gait, *, past_friends: bool = False) -> Steps:
    """For each hex in map order the steps that a gait can make, with their half MP.

    Fords are not among them: they are a first step only (T18.32). `past_friends` tells whether
    road movement meets friends everywhere (N5.31).
    """
    return _steps(*_what_counts(state, gait), past_friends)


_Counts = tuple[Battlefield, GroundNumbers, Gait, Spans, str, Blaze]


def _what_counts(state: GroundState, gait: Gait) -> _Counts:
    """All that decides what the steps of a gait cost."""
    field, weather = state.battle.battlefield, weather_felt(state, gait)
    return field, state.numbers, gait, state.spans, weather, state.law.blaze(state)


def weather_felt(state: GroundState, gait: Gait) -> str:
    """The weather where it changes what a gait's steps cost; empty where it does not (N5.2).

    Most weathers change nothing for most gaits, so that one table of steps serves them all.
    """
    weather, now = state.numbers.weather, state.sky.weather
    doubled = feels_weather(state.numbers, gait) and now in weather.doubled
    is_slow = gait.is_train and now in weather.slow_trains
    return now if doubled or is_slow else ""


def feels_weather(numbers: GroundNumbers, gait: Gait) -> bool:
    """Whether bad weather doubles a gait's hex costs: guns and trains, and horse."""
    return gait.feels_weather or (numbers.weather.slows_horse and gait.is_horse)


@lru_cache(maxsize=256)
def _steps(
    field: Battlefield,
    numbers: GroundNumbers,
    gait: Gait,
    spans: Spans,
    weather: str,
    blaze: Blaze,
    past_friends: bool,
) -> Steps:
    ground, grid = Ground(field, numbers, spans, weather, blaze=blaze), field.grid
    if spans == INTACT and not blaze.towns:
        return _all_steps(ground, gait, past_friends)
    whole = _steps(field, numbers, gait, INTACT, weather, NO_FIRE, past_friends)
    near = (hex_ for town in blaze.towns for hex_ in grid.neighbours[town])
    changed = {*_ends(spans), *near}
    return whole.altered({grid.index[a]: _row(ground, gait, a, past_friends) for a in changed})


def _ends(spans: Spans) -> Iterator[Hex]:
    """The hexes at the ends of those spans that are not as the map has them."""
    return (hex_ for side in spans.changed for hex_ in side)


def _all_steps(ground: Ground, gait: Gait, past_friends: bool) -> Steps:
    """The steps of a map as it is printed: each going is priced once."""
    goings, rows = _goings(ground.field)
    parts = [ground.parts(gait, going, past_friends=past_friends) for going in goings]
    halves = [None if one is None else _sum(one) for one in parts]
    return Steps([[(b, h) for b, at in row if (h := halves[at]) is not None] for row in rows])


@lru_cache(maxsize=8)
def _goings(field: Battlefield) -> tuple[Sequence[Going], Sequence[Row]]:
    """What there is of goings on a map; and for each hex the next ones with the goings' places."""
    places: dict[Going, int] = {}
    index, rows = field.grid.index, []
    for a in field.grid.hexes:
        around = ((b, Going.between(field, INTACT, a, b)) for b in field.grid.neighbours[a])
        rows.append([(index[b], places.setdefault(going, len(places))) for b, going in around])
    return tuple(places), rows


def _row(ground: Ground, gait: Gait, a: Hex, past_friends: bool) -> Row:
    grid = ground.field.grid
    priced = ((b, ground.price(gait, a, b, past_friends=past_friends)) for b in grid.neighbours[a])
    return tuple((grid.index[b], step.halves) for b, step in priced if step is not None)


@lru_cache(maxsize=64)
def steps_into(
    field: Battlefield,
    numbers: GroundNumbers,
    gait: Gait,
    spans: Spans,
    weather: str,
    marching: bool,
    blaze: Blaze = NO_FIRE,
) -> Steps:
    """For each hex in map order the steps that lead into it: (from where, half MP).

    A search over them goes back from a goal and finds the remaining path cost of every hex. The
    weather is what the gait feels (`weather_felt`); `marching` reckons ways as road movement does.
    """
    now = spans, weather, blaze, False
    rows = _steps(field, numbers, gait, *now)
    column = _steps(field, numbers, gait.in_column(), *now) if marching else ()
    grid = field.grid
    if spans == INTACT and not blaze.towns:
        return _all_into(rows, column)
    whole = steps_into(field, numbers, gait, INTACT, weather, marching)
    changed = {grid.index[hex_] for hex_ in (*_ends(spans), *blaze.towns)}
    around = grid.neighbour_indexes
    return whole.altered({b: _into(rows, column, around[b], b) for b in changed})


def _all_into(rows: Steps, column: Sequence[Row]) -> Steps:
    """For each cell the steps into it, cheapest of foot and road, in map order."""
    into: list[list[tuple[int, int]]] = [[] for _ in rows]
    for a, row in enumerate(rows):
        marched = dict(column[a]) if column else {}
        for b, cost in row:
            by_road = marched.get(b, cost)
            into[b].append((a, by_road if by_road < cost else cost))
    return Steps(into)


def _into(rows: Steps, column: Sequence[Row], around: Sequence[int], b: int) -> Row:
    """The steps into a cell from those around it, cheapest of foot and road, in map order."""
    found: list[tuple[int, int]] = []
    for a in sorted(n for n in around if n >= 0):
        costs = [cost for row in (rows, column) if row for to, cost in row[a] if to == b]
        if costs and any(to == b for to, _ in rows[a]):
            found.append((a, min(costs)))
    return found


def march_steps(state: GroundState, gait: Gait, friends: frozenset[int]) -> Steps:
    """The steps of road movement where friends stand in some cells (N5.31)."""
    plain, past = steps_of(state, gait), steps_of(state, gait, past_friends=True)
    last = _last_march(_what_counts(state, gait))
    known, steps = last[0] if last else (frozenset(), plain)
    around = state.battle.battlefield.grid.neighbour_indexes
    near = {n for friend in known ^ friends for n in around[friend] if n >= 0 and plain[n]}
    both = {cell: zip(plain[cell], past[cell], strict=True) for cell in near}
    rows = {n: [slow if slow[0] in friends else s for s, slow in row] for n, row in both.items()}
    steps = steps.altered(rows)
    last[:] = [(friends, steps)]
    return steps


@lru_cache(maxsize=16)
def _last_march(_counts: _Counts) -> list[tuple[frozenset[int], Steps]]:
    """Where the steps lie that were worked out last: from move to move few friends stand anew."""
    return []


def _halves(mp: float) -> int:
    return round(mp * 2)


def _sum(parts: Iterable[tuple[str, int]]) -> int:
    return sum(halves for _, halves in parts)
