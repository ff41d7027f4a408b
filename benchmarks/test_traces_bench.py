"""Command and supply traces on the largest map, each beside a plain-Python walk from hex to hex.

Bar, median on one core: supply of all units of both sides 5 milliseconds or less. Fields that
depend on the pieces are made anew in every round, as after a move; what depends on the map and
its spans alone is there. The reference knows the same rules, and its answers are compared too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import cycle

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.fields import ALLIED, FRENCH, montmirail_state
from hexwar.ground.traces import command_field, command_trace, trace_ground
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.supply.lines import side_supply, supply_line
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, FormationCard, Side, UnitId
from hexwar.table.spans import Spans, crossing

FAR = 1 << 30


@pytest.fixture(scope="module")
def state() -> GameState:
    """The armies on the map, every other unit in road column."""
    made = montmirail_state()
    for record in list(made.units.values())[::2]:
        made.put_unit(replace(record, column=True))
    trace_ground(made)
    return made


# -- supply


def both_sides(state: GameState) -> dict[UnitId, bool]:
    state.cache.clear()
    return side_supply(state, FRENCH) | side_supply(state, ALLIED)


@pytest.mark.benchmark(group="supply: all units of both sides")
def test_supply(benchmark: BenchmarkFixture, state: GameState) -> None:
    """Bar: 5 milliseconds."""
    found = benchmark(both_sides, state)
    benchmark.extra_info["units"] = len(found)
    benchmark.extra_info["in supply"] = sum(found.values())


@pytest.mark.benchmark(group="supply: all units of both sides")
def test_supply_in_plain_python(benchmark: BenchmarkFixture, state: GameState) -> None:
    """The reference."""
    slow = benchmark(lambda: Plain(state, FRENCH).supply() | Plain(state, ALLIED).supply())
    assert slow == both_sides(state)


def test_supply_if_a_bridge_falls(benchmark: BenchmarkFixture, state: GameState) -> None:
    """The first question with other spans, which makes the ground anew."""
    bridges = cycle(state.battle.battlefield.span_at)

    def other_bridge() -> GameState:
        after = state.copy()
        after.put_spans(Spans(frozenset({next(bridges)})))
        return after

    benchmark(lambda: both_sides(other_bridge()))


def test_why_each_unit_is_in_supply_or_not(benchmark: BenchmarkFixture, state: GameState) -> None:
    """What the window shows of one unit after another, reasons and all."""
    units = cycle(side_supply(state, FRENCH))
    benchmark(lambda: supply_line(state, next(units)))


class Plain:
    """The supply of a side by walks in all directions, one formation after the other."""

    def __init__(self, state: GameState, side: Side) -> None:
        self.state, self.side = state, side
        cards = state.battle.units
        self.closed = {
            hex_
            for unit in state.on_map(state.battle.enemy(side))
            if cards[unit.id].is_combat_unit
            for hex_ in (unit.hex, unit.tail)
        }
        owners = state.battle.supply_sources
        self.sources = [h for h, own in owners.items() if own == side and h not in self.closed]
        self.roads = self.walk(self.sources, FAR, by_road=True)
        self.formations = [f for f in state.battle.formations.values() if f.side == side]

    def supply(self) -> dict[UnitId, bool]:
        own = {unit for formation in self.formations for unit in self.by_own(formation)}
        lent = self.borrowed(own)
        places = ((unit, formation) for formation in self.formations for unit in formation.units)
        mine = {unit for unit, _ in places if self.state.card(unit).is_combat_unit}
        return {u: u in own or u in lent for u in self.state.units if u in mine}

    def by_own(self, formation: FormationCard) -> set[UnitId]:
        trains = [self.place(t) for t in self.trains(formation) if self.place(t) in self.roads]
        near = self.walk([*trains, *self.sources], 14)
        units = [u for u in formation.units if self.state.card(u).is_combat_unit]
        supplied = {u for u in units if self.place(u) in near}
        marching = [u for u in units if self.state.units[u].column]
        grown = True
        while grown:
            following = {
                u
                for u in marching
                if u not in supplied
                for head in supplied.intersection(marching)
                if self.place(u) in self.walk([self.place(head)], 2, by_road=True)
                or self.place(u) in self.walk([self.place(head)], 1)
            }
            supplied |= following
            grown = bool(following)
        return supplied

    def borrowed(self, own: Collection[UnitId]) -> dict[UnitId, UnitId]:
        lenders = [
            t for f in self.formations for t in self.trains(f) if self.place(t) in self.roads
        ]
        needy = [
            unit
            for formation in self.formations
            if not self.trains(formation)
            for unit in formation.units
            if unit not in own
        ]
        pairs = sorted(
            (near[self.place(unit)], unit, train)
            for train in lenders
            for near in (self.walk([self.place(train)], 14),)
            for unit in needy
            if self.place(unit) in near
        )
        lent: dict[UnitId, UnitId] = {}
        for _, unit, train in pairs:
            if unit not in lent and list(lent.values()).count(train) < 2:
                lent[unit] = train
        return lent

    def trains(self, formation: FormationCard) -> list[UnitId]:
        return [u for u in formation.units if self.state.card(u).arm is Arm.BAGGAGE_TRAIN]

    def place(self, unit: UnitId) -> Hex:
        hex_ = self.state.units[unit].hex
        assert hex_ is not None
        return hex_

    def walk(self, begun: Iterable[Hex], limit: int, *, by_road: bool = False) -> dict[Hex, int]:
        field, spans = self.state.battle.battlefield, self.state.spans
        found = dict.fromkeys(begun, 0)
        queue = deque(found)
        while queue:
            a = queue.popleft()
            if found[a] == limit:
                continue
            for b in field.grid.neighbours[a]:
                if b in found or b in self.closed or (by_road and (a, b) not in field.ways):
                    continue
                if crossing(field, spans, a, b).carries_traces:
                    found[b] = found[a] + 1
                    queue.append(b)
        return found


# -- command


@pytest.mark.benchmark(group="command")
@pytest.mark.parametrize("limit", [4, 10, None])
def test_command_field(benchmark: BenchmarkFixture, state: GameState, limit: int | None) -> None:
    """From a leader's hex: a formation commander's range, a wing's, and the whole map."""
    hexes = cycle([leader.hex for leader in state.leaders.values() if leader.hex is not None])

    def field() -> None:
        state.cache.clear()
        command_field(state, FRENCH, next(hexes), limit)

    benchmark(field)


@pytest.mark.benchmark(group="command")
def test_why_in_command(benchmark: BenchmarkFixture, state: GameState) -> None:
    """What the window shows while the mouse moves."""
    start = Hex("2251")
    hexes = cycle(state.battle.battlefield.grid.within(start, 20))
    benchmark(lambda: command_trace(state, FRENCH, start, next(hexes), 10))
