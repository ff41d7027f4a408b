"""Movement typed again from the rulebook, slowly and plainly, to set the fast rules against.

It reads nothing of the product but the cards and records of the pieces: neighbours, costs, zones
and limits are worked out here from a `Sheet`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from hexwar.systems.nlc.state import GameState
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import Arm, LeaderId, Role, Side, UnitId

Pair = frozenset[str]
"""Two hexes next to each other."""

WATERS = {
    "river": ["rivers"],
    "ford": ["fords"],
    "pontoon": ["pontoons"],
    "bridge": ["bridges"],
    "damaged bridge": ["bridges", "damaged"],
    "stream": ["streams"],
    "trestle": ["trestles"],
    "damaged trestle": ["trestles", "damaged"],
}
"""What may lie on a hexside, and by which words `positions` is told of it."""


@dataclass(frozen=True)
class Sheet:
    """A small map, feature by feature."""

    columns: int
    rows: int
    terrain: Mapping[str, str]  # the letters of `positions`
    water: Mapping[Pair, str]  # one of `WATERS`
    ways: Mapping[Pair, str]  # road, trail
    slopes: frozenset[tuple[str, str]]  # low, high
    improved: frozenset[str] = frozenset()  # hexes with an improved position
    weather: str = "fair"

    @property
    def hexes(self) -> list[str]:
        return [
            f"{c:02}{r:02}" for c in range(1, self.columns + 1) for r in range(1, self.rows + 1)
        ]

    def neighbours(self, hex_: str) -> list[str]:
        """Columns 02, 04, ... lie half a hex further south."""
        column, row = int(hex_[:2]), int(hex_[2:])
        beside = (row, row + 1) if column % 2 == 0 else (row - 1, row)
        around = [(column, row - 1), (column, row + 1)]
        around += [(c, r) for c in (column - 1, column + 1) for r in beside]
        return [
            f"{c:02}{r:02}" for c, r in around if 1 <= c <= self.columns and 1 <= r <= self.rows
        ]

    def pairs(self) -> list[tuple[str, str]]:
        return [(a, b) for a in self.hexes for b in self.neighbours(a) if a < b]

    def text(self) -> str:
        """The rows of hexes as `positions` reads them."""
        return "\n".join(
            " ".join(self.terrain[f"{c:02}{r:02}"] for c in range(1, self.columns + 1))
            for r in range(1, self.rows + 1)
        )

    def features(self) -> dict[str, Any]:
        """Everything else as `positions` reads it."""
        found: dict[str, Any] = {word: [] for words in WATERS.values() for word in words}
        for pair, water in self.water.items():
            for word in WATERS[water]:
                found[word].append("-".join(sorted(pair)))
        for kind in ("road", "trail"):
            found[f"{kind}s"] = [" ".join(sorted(p)) for p, way in self.ways.items() if way == kind]
        found["slopes"] = [f"{low}-{high}" for low, high in self.slopes]
        return found | {"positions": sorted(self.improved), "weather": self.weather}


# -- costs (N5.1, N5.2, N5.12, N5.31, N5.71, N14.5, N16.4, T18.1, T18.3), in half MP


def step_cost(sheet: Sheet, gait: str, a: str, b: str, *, past_friends: bool = False) -> int | None:
    """What a step costs, None where it cannot be made.

    The gaits: infantry, cavalry, guns, column, gun column, train, pontoon train, leader.
    """
    pair = frozenset((a, b))
    way, water = sheet.ways.get(pair), sheet.water.get(pair)
    if gait in ("column", "gun column", "pontoon train") and way is None:
        return None
    if water in ("river", "ford"):
        return None
    if gait == "train" and water in ("damaged bridge", "pontoon"):
        return None
    if gait in ("train", "pontoon train") and water in ("stream", "damaged trestle"):
        return None
    if gait == "train" and (a, b) in sheet.slopes and way is None:
        return None
    marching = way is not None and gait not in ("infantry", "cavalry", "guns")
    cost = hex_cost(sheet, gait, b, way, past_friends=past_friends)
    if water == "bridge" and not marching:
        cost += 2
    if water in ("damaged bridge", "pontoon") and not marching:
        cost += 4
    if water in ("stream", "damaged trestle") or (water == "trestle" and way is None):
        cost += 2
    return cost + (2 if (a, b) in sheet.slopes else 0)


def ford_cost(sheet: Sheet, gait: str, a: str, b: str, allowance: int) -> int | None:
    """What the step through a ford costs who may wade, None where it cannot be made."""
    pair = frozenset((a, b))
    if gait not in ("infantry", "cavalry", "leader") or sheet.water.get(pair) != "ford":
        return None
    if sheet.weather == "snowstorm":
        return None
    cost = hex_cost(sheet, gait, b, sheet.ways.get(pair)) + 4
    if (a, b) in sheet.slopes:
        cost += 2
    return max(cost, allowance) if sheet.weather in ("rain", "mud") else cost


def hex_cost(
    sheet: Sheet, gait: str, b: str, way: str | None, *, past_friends: bool = False
) -> int:
    if way is not None and gait not in ("infantry", "cavalry", "guns"):
        cost = 2 if way == "trail" or past_friends else 1
    elif sheet.terrain[b] == "c":
        cost = 4
    elif sheet.terrain[b] in "wm" and way is None:
        cost = 4 if gait == "infantry" else 8
    else:
        cost = 2
    return cost * 2 if _is_slowed(sheet, gait) else cost


def _is_slowed(sheet: Sheet, gait: str) -> bool:
    """N5.2."""
    heavy = gait in ("guns", "gun column", "train", "pontoon train")
    return heavy and sheet.weather in ("mud", "snowstorm")


# -- pieces


@dataclass(frozen=True)
class Group:
    """Who moves, as the rules see it."""

    gait: str
    allowance: int  # half MP that are left
    fresh: bool  # none are spent
    heeds_zones: bool
    units: tuple[UnitId, ...]
    side: Side
    start: str
    entering: bool = False

    @property
    def is_train(self) -> bool:
        return self.gait in ("train", "pontoon train")


CAVALRY = {Arm.LIGHT_CAVALRY, Arm.HEAVY_CAVALRY}


def group_of(state: GameState, units: Sequence[UnitId], entry: str | None = None) -> Group:
    arms = {state.card(unit).arm for unit in units}
    return Group(
        gait=_gait(arms),
        allowance=min(_left(state, unit) for unit in units),
        fresh=all(state.units[unit].spent == 0 for unit in units),
        heeds_zones=not arms <= CAVALRY,
        units=tuple(units),
        side=state.card(units[0]).side,
        start=entry or str(state.units[units[0]].hex),
        entering=entry is not None,
    )


def _gait(arms: set[Arm]) -> str:
    """N5.9: who moves together moves at the highest cost."""
    if arms == {Arm.BAGGAGE_TRAIN}:
        return "train"
    if arms == {Arm.PONTOON_TRAIN}:
        return "pontoon train"
    if arms & {Arm.FOOT_ARTILLERY, Arm.HORSE_ARTILLERY}:
        return "guns"
    return "infantry" if arms == {Arm.INFANTRY} else "cavalry"


def _left(state: GameState, unit: UnitId) -> int:
    mp, record = state.card(unit).movement, state.units[unit]
    return 2 * ((mp + 1) // 2 if record.disrupted else mp) - record.spent


def fighters(state: GameState, side: Side) -> dict[str, list[bool]]:
    """The hexes with combat units of the enemy of a side: for each unit, is it Disrupted."""
    found: dict[str, list[bool]] = {}
    for unit, record in state.units.items():
        card = state.card(unit)
        if card.side != side and record.hex is not None and not card.arm.is_train:
            found.setdefault(record.hex, []).append(record.disrupted)
    return found


def held(state: GameState, side: Side) -> set[str]:
    """N5.33, N6.10: the hexes with enemy combat units or their tails."""
    tails = [
        str(record.tail)
        for unit, record in state.units.items()
        if state.card(unit).side != side and record.tail is not None
    ]
    return {*fighters(state, side), *tails}


def enemy_zone(sheet: Sheet, state: GameState, side: Side) -> set[str]:
    """N6.3, N5.71: not over unspanned rivers and damaged bridges, not into improved positions."""
    return {
        near
        for hex_, disrupted in fighters(state, side).items()
        if not all(disrupted)
        for near in sheet.neighbours(hex_)
        if sheet.water.get(frozenset((hex_, near))) not in ("river", "ford", "damaged bridge")
        and near not in sheet.improved
    }


def friends_in(state: GameState, group: Group, hex_: str) -> list[UnitId]:
    """Friends that stand in a hex or have their tail there."""
    return [
        unit
        for unit, record in state.units.items()
        if hex_ in (record.hex, record.tail)
        and state.card(unit).side == group.side
        and unit not in group.units
    ]


def enemies_in(state: GameState, side: Side, hex_: str) -> bool:
    return any(
        record.hex == hex_ and state.card(unit).side != side for unit, record in state.units.items()
    )


# -- the law of movement under an Attack order
# (N5.3, N5.4, N5.31, N5.33, N6.2, N6.4-N6.6, N6.10, N16.4, T18.3)


class March:
    """A group on its way: which paths are legal, what they cost, and where they may end."""

    def __init__(self, sheet: Sheet, state: GameState, group: Group, *, column: bool) -> None:
        self.sheet, self.state, self.group, self.column = sheet, state, group, column
        self.zone = enemy_zone(sheet, state, group.side)
        self.held = held(state, group.side)

    def cost(self, path: Sequence[str]) -> int | None:
        """What a legal move costs, None where it is not legal."""
        if len(path) < (1 if self.group.entering else 2):
            return None
        if self.column and friends_in(self.state, self.group, path[-1]):
            return None
        if len(path) > 1 and not self._has_room_behind(path[-2]):
            return None
        return self.walk(path)

    def walk(self, path: Sequence[str]) -> int | None:
        """What a path costs, wherever it ends."""
        group = self.group
        if not path or path[0] != group.start:
            return None
        if group.entering and (path[0] in self.held or not self._is_open(path[0])):
            return None
        total = self._entry_cost() if group.entering else 0
        for number, (a, b) in enumerate(pairwise(path)):
            step = self._step(a, b, is_first=number == 0)
            if step is None or not self._may_leave(a, b, is_first=number == 0):
                return None
            total += step
        one_hex = 1 if group.entering else 2
        may_be_dear = group.fresh and len(path) <= one_hex
        return total if total <= group.allowance or may_be_dear else None

    def ends(self) -> dict[str, int]:
        """Each hex where the move may end, with the cheapest cost."""
        found = {path[-1]: cost for path, cost in self._cheapest().items()}
        if self._has_tail():
            found = {end: cost for end in found if (cost := self._past_tails(end)) is not None}
        found.pop(self.group.start, None)
        if self.group.entering and self.walk((self.group.start,)) is not None:
            found[self.group.start] = self._entry_cost()
        return {hex_: cost for hex_, cost in found.items() if self._may_end(hex_)}

    def _cheapest(self, avoid: str | None = None) -> dict[tuple[str, ...], int]:
        """The cheapest path to each hex, by trying ever longer ones; they may avoid one hex."""
        best: dict[str, tuple[int, tuple[str, ...]]] = {self.group.start: (0, (self.group.start,))}
        paths: list[tuple[str, ...]] = [(self.group.start,)]
        while paths:
            longer = [(*path, near) for path in paths for near in self.sheet.neighbours(path[-1])]
            paths = []
            for path in longer:
                cost = None if path[-1] == avoid else self.walk(path)
                if cost is not None and (path[-1] not in best or cost < best[path[-1]][0]):
                    best[path[-1]] = cost, path
                    paths.append(path)
        return {path: cost for cost, path in best.values()}

    def _past_tails(self, end: str) -> int | None:
        """The cheapest way to a hex whose last hex but one has room for the tail (N5.33)."""
        ways = [(*path, end) for path in self._cheapest(avoid=end) if path[-1] != end]
        costs = [self.walk(path) for path in ways if self._has_room_behind(path[-2])]
        return min((cost for cost in costs if cost is not None), default=None)

    def _step(self, a: str, b: str, *, is_first: bool) -> int | None:
        if b not in self.sheet.neighbours(a) or b in self.held or not self._is_open(b):
            return None
        group = self.group
        if group.is_train and enemies_in(self.state, group.side, b):
            return None
        past = self.column and bool(friends_in(self.state, group, b))
        gait = self._gait()
        step = step_cost(self.sheet, gait, a, b, past_friends=past)
        if step is None and is_first and self._may_wade():
            return ford_cost(self.sheet, gait, a, b, group.allowance)
        return step

    def _gait(self) -> str:
        if not self.column:
            return self.group.gait
        return "gun column" if self.group.gait == "guns" else "column"

    def _may_wade(self) -> bool:
        """T18.32: alone in its hex at the start."""
        group = self.group
        return (
            not self.column
            and not group.entering
            and len(group.units) == 1
            and not friends_in(self.state, group, group.start)
        )

    def _has_tail(self) -> bool:
        return self.column and strength(self.state, self.group.units[0]) >= 8

    def _has_room_behind(self, hex_: str) -> bool:
        """N5.33: the tail of a column of 8 SP lies in no hex with another column or a train."""
        state, group = self.state, self.group
        return not self._has_tail() or not any(
            state.units[unit].column
            or (state.card(unit).arm.is_train and state.units[unit].bridging is None)
            for unit in friends_in(state, group, hex_)
        )

    def _is_open(self, hex_: str) -> bool:
        return hex_ not in self.zone or not (self.column or self.group.is_train)

    def _may_leave(self, a: str, b: str, *, is_first: bool) -> bool:
        """Infantry and artillery leave an EZOC at the start only, and only into another."""
        if not self.group.heeds_zones or self.group.is_train or a not in self.zone:
            return True
        return is_first and not self.group.entering and b in self.zone

    def _entry_cost(self) -> int:
        """N5.81: a road's cost where there is one, else a trail's; N5.2."""
        ways = {way for pair, way in self.sheet.ways.items() if self.group.start in pair}
        cost = 1 if (self.column or self.group.is_train) and "road" in ways else 2
        return cost * 2 if _is_slowed(self.sheet, self._gait()) else cost

    def _may_end(self, hex_: str) -> bool:
        """N5.31, N6.1, N6.2: alone, with room, or with friends who can still move off."""
        friends = friends_in(self.state, self.group, hex_)
        if not friends or self.column:
            return not friends
        if has_room(self.state, (*friends, *self.group.units)):
            return True
        acting = self.state.activation.formation if self.state.activation else None
        return all(
            self.state.card(u).formation == acting
            and not self.state.units[u].moved
            and not self.state.card(u).arm.is_train
            for u in friends
        )


def strength(state: GameState, unit: UnitId) -> int:
    card = state.card(unit)
    return card.reduced_sp if state.units[unit].reduced else card.sp


def has_room(state: GameState, units: Sequence[UnitId]) -> bool:
    """N6.1; no Russian corps here, and no attached units. A pontoon bridge counts nothing."""
    counted = [unit for unit in units if state.units[unit].bridging is None]
    if len(counted) <= 1:
        return True
    cards = [state.card(unit) for unit in counted]
    sp = sum(12 if c.arm.is_train else strength(state, c.id) for c in cards)
    divisions = {(c.formation, c.division) if c.division else c.id for c in cards}
    return sp <= 12 and (len(counted) <= 2 or len(divisions) == 1)


# -- leaders (N14.5, N14.51, N6.8, T18.31)


def slow_rides(sheet: Sheet, state: GameState, leader: LeaderId) -> dict[str, int]:
    """Each hex where a leader may end his ride, with the cheapest cost."""
    card, start = state.battle.leaders[leader], str(state.leaders[leader].hex)
    zone, limit = enemy_zone(sheet, state, card.side), card.movement * 2
    best, open_ = {start: 0}, [start]
    while open_:
        a = open_.pop()
        for b in sheet.neighbours(a):
            step = ride_cost(sheet, (a, b), limit if a == start else None)
            if step is None or enemies_in(state, card.side, b) or b in held(state, card.side):
                continue
            if card.role is Role.HQ and b in zone:
                continue
            total = best[a] + step
            if total <= limit and total < best.get(b, 1 << 30):
                best[b] = total
                open_.append(b)
    del best[start]
    return {
        hex_: cost
        for hex_, cost in best.items()
        if hex_ not in zone or hex_ in fighters(state, state.battle.enemy(card.side))
    }


def ride_cost(sheet: Sheet, path: Sequence[str], limit: int | None) -> int | None:
    """What a leader's path costs; its first step may lead through a ford if there is a limit."""
    total = 0
    for number, (a, b) in enumerate(pairwise(path)):
        step = step_cost(sheet, "leader", a, b)
        if step is None and number == 0 and limit is not None:
            step = ford_cost(sheet, "leader", a, b, limit)
        if step is None:
            return None
        total += step
    return total


# -- real maps


def sheet_of(field: Battlefield) -> Sheet:
    """A map as the slow rules read it, with every span whole."""
    waters: dict[Pair, str] = {}
    for river in field.rivers:
        waters |= {frozenset(side): river.water.value for side in river.hexsides}
    waters |= {
        frozenset(side): "ford" for side in field.fords if waters[frozenset(side)] == "river"
    }
    waters |= {frozenset(span.hexside): span.kind.value for span in field.spans}
    ways: dict[Pair, str] = {}
    for kind in ("trail", "road"):
        for road in field.roads:
            if road.way.value == kind:
                ways |= {frozenset(pair): kind for pair in pairwise(road.hexes)}
    letters = {"clear": ".", "woods": "w", "marsh": "m", "town": "t", "chateau": "c"}
    return Sheet(
        columns=field.grid.columns,
        rows=field.grid.rows,
        terrain={hex_: letters[field.terrain_at(hex_).value] for hex_ in field.grid.hexes},
        water=waters,
        ways=ways,
        slopes=frozenset((str(low), str(high)) for low, high in field.slopes),
    )
