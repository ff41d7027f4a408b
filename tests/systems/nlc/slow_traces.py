"""Command and supply traces typed again from the rulebook, slowly and plainly.

Like `slow_rules` it reads nothing of the product but the cards and records of the pieces.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import product

from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, FormationId, Side, UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.slow_rules import Sheet, enemy_zone, held

FAR = 1 << 30


def crossable(sheet: Sheet, a: str, b: str) -> bool:
    """N12.4, N5.71: command crosses a river at a whole bridge, a ford or a pontoon bridge only."""
    return sheet.water.get(frozenset((a, b))) not in ("river", "damaged bridge")


def feedable(sheet: Sheet, a: str, b: str) -> bool:
    """N16.6, N5.71: supply crosses a river at a whole bridge or a ford only."""
    return crossable(sheet, a, b) and sheet.water.get(frozenset((a, b))) != "pontoon"


# -- command (N12.4, N6.9)


def slow_command(sheet: Sheet, state: GameState, side: Side, start: str) -> dict[str, int]:
    """The half hexes from a hex to every hex that a trace can reach."""
    closed, stops = held(state, side), enemy_zone(sheet, state, side) - guarded(state, side)
    best = dict.fromkeys(sheet.hexes, FAR) | {start: 0}
    for _ in sheet.hexes:
        for a, b in product(sheet.hexes, sheet.hexes):
            if b not in sheet.neighbours(a) or not crossable(sheet, a, b) or b in closed:
                continue
            if a in stops and a != start:
                continue
            best[b] = min(best[b], best[a] + (1 if frozenset((a, b)) in sheet.ways else 2))
    return {hex_: halves for hex_, halves in best.items() if halves < FAR}


def guarded(state: GameState, side: Side) -> set[str]:
    """The hexes with undisrupted friendly combat units or their tails."""
    return {
        str(hex_)
        for unit, record in state.units.items()
        if state.card(unit).side == side
        and not state.card(unit).arm.is_train
        and not record.disrupted
        for hex_ in (record.hex, record.tail)
        if hex_ is not None
    }


# -- supply (N16.2, N16.3, N16.6, N16.7)


class SlowSupply:
    """The supply of one side: every question is answered by walking step after step."""

    def __init__(
        self, sheet: Sheet, state: GameState, side: Side, limit: int, march: Collection[str]
    ) -> None:
        self.sheet, self.state, self.side, self.limit = sheet, state, side, limit
        self.march = march  # the corps under March orders
        self.closed = held(state, side)

    def supplied(self) -> dict[UnitId, bool]:
        """Whether each combat unit on the map is in supply."""
        units = [u for u, _ in self.fighters()]
        own = {u for u in units if self.by_own(u) or self.by_column(u)}
        return {u: u in own or u in self.borrowers(own) for u in units}

    def by_own(self, unit: UnitId) -> bool:
        return self.distance(self.hex_of(unit), self.points(unit)) <= self.limit

    def by_column(self, unit: UnitId) -> bool:
        """N16.7: a unit of its column is near the train."""
        column, following = [unit], [unit] if self.corps(unit) in self.march else []
        while following:
            found = [u for u in self.marching(unit) if u not in column]
            following = [u for u in found if any(self.is_next(u, other) for other in column)]
            column += following
        return self.corps(unit) in self.march and any(self.by_own(u) for u in column)

    def borrowers(self, own: Collection[UnitId]) -> set[UnitId]:
        """N16.3: the nearest first, two for each train."""
        needy = [u for u, _ in self.fighters() if u not in own and not self.own_trains_here(u)]
        trains = [u for u in self.trains() if self.is_good(u)]
        pairs = sorted(
            (distance, unit, train)
            for unit, train in product(needy, trains)
            if (distance := self.distance(self.hex_of(unit), [self.hex_of(train)])) <= self.limit
        )
        users: dict[UnitId, UnitId] = {}
        for _, unit, train in pairs:
            if unit not in users and sum(t == train for t in users.values()) < 2:
                users[unit] = train
        return set(users)

    # what there is

    def fighters(self) -> list[tuple[UnitId, str]]:
        return [
            (unit, str(record.hex))
            for unit, record in self.state.units.items()
            if record.hex is not None
            and self.state.card(unit).side == self.side
            and not self.state.card(unit).arm.is_train
        ]

    def trains(self) -> list[UnitId]:
        return [
            unit
            for unit in self.state.units
            if self.state.card(unit).side == self.side
            and self.state.card(unit).arm is Arm.BAGGAGE_TRAIN
        ]

    def own_trains_here(self, unit: UnitId) -> list[UnitId]:
        own = [t for t in self.trains() if self.corps(t) == self.corps(unit)]
        return [t for t in own if self.state.units[t].hex is not None]

    def corps(self, unit: UnitId) -> FormationId:
        return self.state.card(unit).formation

    def hex_of(self, unit: UnitId) -> str:
        return str(self.state.units[unit].hex)

    def sources(self) -> list[str]:
        all_ = self.state.battle.supply_sources
        return [str(h) for h, side in all_.items() if side == self.side and h not in self.closed]

    def points(self, unit: UnitId) -> list[str]:
        """What serves all units of the unit's formation."""
        trains = [self.hex_of(t) for t in self.own_trains_here(unit) if self.is_good(t)]
        to_come = {
            str(arrival.entry)
            for arrival in self.state.battle.arrivals
            for train in arrival.units
            if train in self.trains()
            and self.corps(train) == self.corps(unit)
            and self.state.units[train].box is Box.DUE
        }
        return [*trains, *(to_come - self.closed), *self.sources()]

    def is_good(self, train: UnitId) -> bool:
        """N16.2: on a road or trail that leads to a source."""
        hex_ = self.state.units[train].hex
        on_way = any(hex_ in pair for pair in self.sheet.ways)
        return on_way and self.walk(str(hex_), self.sources(), self.sheet.ways) < FAR

    def marching(self, unit: UnitId) -> list[UnitId]:
        return [u for u, _ in self.fighters() if self.corps(u) == self.corps(unit)]

    def is_next(self, a: UnitId, b: UnitId) -> bool:
        return any(
            self.walk(x, [y], self.sheet.ways) <= 2 or self.distance(x, [y]) <= 1
            for x, y in product(self.places(a), self.places(b))
        )

    def places(self, unit: UnitId) -> list[str]:
        record = self.state.units[unit]
        return [str(hex_) for hex_ in (record.hex, record.tail) if hex_ is not None]

    # how far it is

    def distance(self, start: str, ends: Iterable[str]) -> int:
        return self.walk(start, ends, None)

    def walk(
        self, start: str, ends: Iterable[str], ways: Mapping[frozenset[str], str] | None
    ) -> int:
        """The steps to the nearest end, along ways if they are given."""
        wanted, reached = set(ends), {start}
        for steps in range(len(self.sheet.hexes)):
            if reached & wanted:
                return steps
            reached |= {
                b
                for a in reached
                for b in self.sheet.neighbours(a)
                if feedable(self.sheet, a, b)
                and b not in self.closed
                and (ways is None or frozenset((a, b)) in ways)
            }
        return FAR
