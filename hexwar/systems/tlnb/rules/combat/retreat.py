"""Retreats: the legal paths, and how units go them (T11.5, T11.8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hexwar.engine import Choice, Refusal, Table, refuse
from hexwar.engine.derived import kept
from hexwar.ground.stacking import stack_in
from hexwar.ground.zones import enemy_hexes, enemy_zone
from hexwar.hexes import Hex, Hexside, hexside
from hexwar.messages import count, mark, say
from hexwar.systems.tlnb.events.losses import RetreatBegan, RetreatBlocked, UnitRetreated
from hexwar.systems.tlnb.rules.cards.effects import knows_ford
from hexwar.systems.tlnb.rules.cards.tactics import cuts_through, end_through
from hexwar.systems.tlnb.rules.combat.guard import guard_gives_way
from hexwar.systems.tlnb.rules.command.leaders import go_along, leaders_fate
from hexwar.systems.tlnb.rules.losses.demoralization import is_shaken
from hexwar.systems.tlnb.rules.losses.losses import eliminate, take_step
from hexwar.systems.tlnb.rules.movement.hidden import is_barred
from hexwar.systems.tlnb.rules.movement.stacking import room_in
from hexwar.systems.tlnb.rules.movement.vedettes import enter, take_vedettes
from hexwar.systems.tlnb.rules.special.ground import bars_way
from hexwar.systems.tlnb.state import TlnbState, knowledge
from hexwar.table.forces import Arm, Side, UnitId
from hexwar.table.question import Question
from hexwar.table.spans import Crossing, crossing
from hexwar.table.words import unit_list

_BRIDGES: Final = (Crossing.BRIDGE, Crossing.DAMAGED_BRIDGE, Crossing.PONTOON)
"""What leads over a river (T7.61)."""

MOST: Final = 60
"""Ways that are offered for a stack; the law takes more."""


@dataclass(frozen=True, slots=True)
class Flight:
    """Units of a stack that go a way together."""

    units: tuple[UnitId, ...]
    path: tuple[Hex, ...]  # from where they stand


@dataclass(frozen=True, slots=True)
class RetreatStack(Question[Flight], rule="T11.51", is_open=True):
    """T11.82: where units retreat, together or one by one."""

    words = mark("Where do {units} retreat, {far}?")
    clue = mark("Click where they go.")
    units: tuple[UnitId, ...]
    hexes: int  # how far
    threats: tuple[Hex, ...]  # from whom
    may_ride: bool = False  # attacked by infantry and guns only (T11.53)
    is_through: bool = False  # with cavalry they cut their way through EZOCs, by a card (24.93)

    def options(self, state: TlnbState) -> Sequence[Flight]:
        """Together to each end hex; where that is impossible, the units by themselves."""
        together = [Flight(self.units, path) for path in self._paths(state, self.units)]
        if together:
            return together[:MOST]
        single = (Flight((u,), path) for u in self.units for path in self._paths(state, (u,)))
        return [flight for flight, _ in zip(single, range(MOST), strict=False)]

    def _paths(self, state: TlnbState, units: Sequence[UnitId]) -> list[tuple[Hex, ...]]:
        hexes = length_of(state, units, self.hexes)
        return paths(state, units, hexes, self.threats, self.may_ride, is_through=self.is_through)

    def refusal(self, state: TlnbState, answer: Flight) -> Refusal | None:
        """The law: any legal path of any of the units."""
        if not answer.units or not set(answer.units) <= set(self.units):
            return refuse("T11.51", "These units do not retreat.")
        hexes = length_of(state, answer.units, self.hexes)
        found = all_paths(
            state,
            answer.units,
            hexes,
            self.threats,
            self.may_ride,
            is_through=self.is_through,
        )
        if answer.path in found:
            return None
        return refuse("T11.52", "There is no such way to retreat.")

    def sentence(self, view: TlnbState) -> str:
        """It says how far they go, and knows one unit from several."""
        far = count("{n} hex", "{n} hexes", self.hexes)
        one = mark("Where does {units} retreat, {far}?")
        return self.told(view, one if len(self.units) == 1 else self.words, far=far)

    def choices(self, view: TlnbState, options: Sequence[Flight]) -> Sequence[Choice[Any]]:
        """A click on the end of a way."""
        found: list[Choice[Any]] = []
        for option in options:
            end = option.path[-1]
            where = view.battle.battlefield.name_of(end)
            names = unit_list(view, option.units)
            is_all = option.units == self.units
            label = where if is_all else say("{names}: {hex}", names=names, hex=where)
            id_ = f"{'+'.join(option.units)}-{end}"
            found.append(Choice(id_, label, "", option, spots=(end,)))
        return found


# -- the legal paths (T11.51-T11.55, T11.81)


def length_of(state: TlnbState, units: Sequence[UnitId], hexes: int) -> int:
    """How far units retreat: who is demoralized or unsupplied one hex more (T15.3, T19.4)."""
    more = any(is_shaken(state, u) for u in units)
    return hexes + (state.numbers.retreat.demoralized if more else 0)


def paths(
    state: TlnbState,
    units: Sequence[UnitId],
    hexes: int,
    threats: Sequence[Hex],
    may_ride: bool,
    *,
    is_through: bool = False,
) -> list[tuple[Hex, ...]]:
    """A path to each legal end, the best first: near the own train, then to a source (T11.54)."""
    return list(_paths(state, tuple(units), hexes, tuple(threats), may_ride, is_through))


@kept
def _paths(
    state: TlnbState,
    units: tuple[UnitId, ...],
    hexes: int,
    threats: tuple[Hex, ...],
    may_ride: bool,
    is_through: bool,
) -> tuple[tuple[Hex, ...], ...]:
    best: dict[Hex, tuple[Hex, ...]] = {}
    for path in all_paths(state, units, hexes, threats, may_ride, is_through=is_through):
        best.setdefault(path[-1], path)
    homes = _homes(state, state.side_of(units[0]))
    distance = state.battle.battlefield.grid.distance
    zone = enemy_zone(state, state.side_of(units[0]))

    def rank(path: tuple[Hex, ...]) -> tuple[int, int, Hex]:
        end = path[-1]
        return end in zone, min((distance(end, home) for home in homes), default=0), end

    return tuple(sorted(best.values(), key=rank))


def _homes(state: TlnbState, side: Side) -> tuple[Hex, ...]:
    trains = (state.units[t].hex for t in state.battle.trains_of(side))
    found = tuple(hex_ for hex_ in trains if hex_ is not None)
    sources = state.battle.sources_on(state.turn)
    return found or tuple(h for h, owner in sources.items() if owner == side)


def all_paths(
    state: TlnbState,
    units: Sequence[UnitId],
    hexes: int,
    threats: Sequence[Hex],
    may_ride: bool,
    *,
    is_through: bool = False,
) -> list[tuple[Hex, ...]]:
    """Every legal path: each step away from the threats, else none nearer (T11.51, T11.81)."""
    walk = _Walk(state, tuple(units), tuple(threats), may_ride, is_through)
    for is_strict in (True, False):
        found = [p for path in walk.of_length(hexes, is_strict=is_strict) for p in walk.ended(path)]
        if found:
            return found
    return []


@dataclass(frozen=True, slots=True)
class _Walk:
    """The search for the ways of some units."""

    state: TlnbState
    units: tuple[UnitId, ...]
    threats: tuple[Hex, ...]
    may_ride: bool
    is_through: bool = False

    @property
    def cuts_through(self) -> bool:
        """Whether enemy zones do not bar the way: with cavalry, by a card (24.93)."""
        arms = (self.state.card(u).arm for u in self.units)
        return self.is_through and any(arm.is_cavalry for arm in arms)

    def of_length(self, hexes: int, *, is_strict: bool) -> Iterator[tuple[Hex, ...]]:
        """The ways of exactly so many hexes."""
        start = self.state.units[self.units[0]].hex
        assert start is not None
        ways: list[tuple[Hex, ...]] = [(start,)]
        for _ in range(hexes):
            ways = [(*way, b) for way in ways for b in self.steps(way, is_strict=is_strict)]
        yield from ways

    def steps(self, way: tuple[Hex, ...], *, is_strict: bool) -> list[Hex]:
        """Where a way may go on."""
        field = self.state.battle.battlefield
        here = self.far(way[-1])
        near = [b for b in field.grid.neighbours[way[-1]] if b not in way]
        farther = [b for b in near if self.far(b) > here or (not is_strict and self.far(b) == here)]
        return [b for b in farther if self.is_open(way, b)]

    def far(self, hex_: Hex) -> int:
        """The sum of the distances to the threats (T11.51)."""
        distance = self.state.battle.battlefield.grid.distance
        return sum(distance(hex_, threat) for threat in self.threats)

    def is_open(self, way: tuple[Hex, ...], hex_: Hex) -> bool:
        """Whether a retreat may enter a hex (T11.52, T11.53)."""
        state, side = self.state, self.state.side_of(self.units[0])
        if hex_ in enemy_hexes(state, side) or not self.is_passable(way[-1], hex_):
            return False
        if hex_ not in enemy_zone(state, side) or self.is_covered(hex_) or self.cuts_through:
            return True
        is_first = len(way) == 1
        return is_first and self.may_ride and all(state.card(u).arm.is_mounted for u in self.units)

    def is_covered(self, hex_: Hex) -> bool:
        """Whether a friend there cancels the enemy's zone (T11.52)."""
        state, side = self.state, self.state.side_of(self.units[0])
        if state.battle.flag("friend_cancels_zone") != "on":
            return False
        return any(u not in self.units for u in state.combat_units_in(hex_, side))

    def is_passable(self, a: Hex, b: Hex) -> bool:
        """Whether units can cross a hexside in retreat."""
        state = self.state
        met = crossing(state.battle.battlefield, state.spans, a, b)
        if met is Crossing.RIVER or (met in _BRIDGES and self.is_crowded(hexside(a, b))):
            return False
        if bars_way(state, self.units, a, b):
            return False
        has_guns = any(state.card(u).arm.is_artillery for u in self.units)
        is_known = knows_ford(state, state.side_of(self.units[0]), a, b)
        return met is not Crossing.FORD or (is_known and not has_guns)

    def is_crowded(self, span: Hexside) -> bool:
        """Whether a bridge lets not all of them pass in this combat (T11.54)."""
        gone = self.state.fights.fled.count(span)
        return gone + len(self.units) > self.state.numbers.retreat.bridge_units

    def ended(self, way: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
        """A way to where there is room, up to two hexes beyond its length (T11.55)."""
        ways = [way]
        for _ in range(self.state.numbers.retreat.beyond + 1):
            fit = [w for w in ways if self.may_end(w[-1])]
            if fit:
                yield from fit
                return
            taken = [w for w in ways if self.is_taken(w[-1])]
            ways = [(*w, b) for w in taken for b in self.steps(w, is_strict=False)]

    def may_end(self, hex_: Hex) -> bool:
        """Whether units may end in a hex: with room, and out of EZOC unless a friend covers it."""
        side = self.state.side_of(self.units[0])
        is_safe = hex_ not in enemy_zone(self.state, side) or self.is_covered(hex_)
        return (is_safe or self.cuts_through) and room_in(self.state, hex_, self.units)

    def is_taken(self, hex_: Hex) -> bool:
        """Whether only want of room keeps units from ending in a hex."""
        side = self.state.side_of(self.units[0])
        is_safe = hex_ not in enemy_zone(self.state, side) or self.is_covered(hex_)
        return (is_safe or self.cuts_through) and bool(stack_in(self.state, hex_, side))


# -- the flow


@dataclass(frozen=True, slots=True)
class Blame:
    """From whom units retreat."""

    threats: tuple[Hex, ...]
    arms: tuple[Arm, ...] = ()  # of those who attacked them
    is_bombardment: bool = False  # who cannot go loses a step and stays (T11.87)

    @property
    def may_ride(self) -> bool:
        """Whether only infantry and guns attacked, so that horse may slip through (T11.53)."""
        return bool(self.arms) and not any(arm.is_cavalry for arm in self.arms)


async def retreat(
    table: Table[TlnbState], hex_: Hex, units: Sequence[UnitId], hexes: int, blame: Blame
) -> None:
    """T11.5: the units of one hex retreat, as their owner wants; who cannot is lost."""
    state = table.state
    left = tuple(u for u in units if state.units[u].hex == hex_)
    if not left:
        return
    side = state.side_of(left[0])
    table.emit(RetreatBegan(left, hex_, hexes))
    guard_gives_way(table, left)
    _guns_alone(table, left, blame)
    left = tuple(u for u in left if state.units[u].hex == hex_)
    leaders = state.leaders_in(hex_, side)
    is_through = bool(left) and await cuts_through(table, hex_, left)
    has_gone = False
    while left:
        asked = RetreatStack(side, left, hexes, blame.threats, blame.may_ride, is_through)
        if not asked.options(knowledge(state, side)):
            _stuck(table, left, hexes, blame)
            break
        flight = await asked
        if is_barred(table, side, flight.path[1:]):  # by enemies whom nobody saw: another way
            continue
        table.emit(UnitRetreated(flight.units, flight.path))
        if not has_gone:
            await go_along(table, [x for x in leaders if state.leaders[x].hex == hex_], flight.path)
            await take_vedettes(table, hex_, side, flight.path)
            has_gone = True
        await enter(table, flight.units, flight.path)
        _over_ruins(table, flight)
        left = tuple(u for u in left if state.units[u].hex == hex_)
    if is_through:
        end_through(table, hex_)
    if not has_gone:  # who stayed when friends went is safe until an enemy comes (T5.18)
        await leaders_fate(table, hex_, side)


def _guns_alone(table: Table[TlnbState], units: Sequence[UnitId], blame: Blame) -> None:
    """T11.56: foot guns by themselves lose a step when cavalry drives them off."""
    state = table.state
    is_ridden_down = any(arm.is_cavalry for arm in blame.arms)
    arms = [state.card(u).arm for u in units]
    if is_ridden_down and not any(a.is_cavalry or a is Arm.INFANTRY for a in arms):
        for unit in units:
            if state.card(unit).arm is Arm.FOOT_ARTILLERY:
                take_step(table, unit)


def _over_ruins(table: Table[TlnbState], flight: Flight) -> None:
    """T11.56: a step is lost by who retreats across a damaged span."""
    state = table.state
    field, pairs = state.battle.battlefield, zip(flight.path, flight.path[1:], strict=False)
    ruins = (Crossing.DAMAGED_BRIDGE,)
    if any(crossing(field, state.spans, a, b) in ruins for a, b in pairs):
        for unit in flight.units:
            take_step(table, unit)


def _stuck(table: Table[TlnbState], units: Sequence[UnitId], hexes: int, blame: Blame) -> None:
    """T11.52, T11.86, T11.87: who has no way is eliminated, or loses steps."""
    state = table.state
    table.emit(RetreatBlocked(tuple(units)))
    if blame.is_bombardment:
        for unit in units:
            take_step(table, unit)
        return
    for unit in units:
        if state.battle.flag("retreat_blocked") == "step":
            _stand(table, unit, hexes, blame)
        else:
            eliminate(table, unit, is_cut_off=True)


def _stand(table: Table[TlnbState], unit: UnitId, hexes: int, blame: Blame) -> None:
    """T11.86: a unit walks as far as it can and loses a step for each hex that it cannot."""
    state = table.state
    walk = _Walk(state, (unit,), blame.threats, blame.may_ride)
    hexes = length_of(state, (unit,), hexes)
    for far in range(hexes - 1, 0, -1):
        way = next((w for w in walk.of_length(far, is_strict=False) if walk.may_end(w[-1])), None)
        if way is not None:
            table.emit(UnitRetreated((unit,), way))
            _lose(table, unit, hexes - far)
            return
    start = state.units[unit].hex
    assert start is not None
    side, field = state.side_of(unit), state.battle.battlefield
    near = [b for b in field.grid.neighbours[start] if b not in enemy_hexes(state, side)]
    near = [b for b in near if walk.is_passable(start, b) and room_in(state, b, (unit,))]
    if not near:
        eliminate(table, unit, is_cut_off=True)
        return
    table.emit(UnitRetreated((unit,), (start, max(near, key=lambda b: (walk.far(b), b)))))
    _lose(table, unit, hexes)


def _lose(table: Table[TlnbState], unit: UnitId, steps: int) -> None:
    for _ in range(steps * table.state.numbers.retreat.blocked_step):
        if table.state.units[unit].hex is not None:
            take_step(table, unit)
