"""Movement typed again from the rulebook, slowly and plainly, to set the fast rules against.

It reads nothing of the product but the cards and records of the pieces: neighbours, costs, zones
and limits are worked out here from a `Sheet`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hexwar.hexes import Hex
from hexwar.model.forces import Arm, LeaderId, Role, Side, UnitId
from hexwar.model.state import GameState

Pair = frozenset[str]
"""Two hexes next to each other."""


@dataclass(frozen=True)
class Sheet:
    """A small map, feature by feature."""

    columns: int
    rows: int
    terrain: Mapping[str, str]  # the letters of `positions`
    water: Mapping[Pair, str]  # river, bridge, stream, trestle
    ways: Mapping[Pair, str]  # road, trail
    slopes: frozenset[tuple[str, str]]  # low, high

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

    def features(self) -> dict[str, list[str]]:
        """Everything else as `positions` reads it."""
        found: dict[str, list[str]] = {}
        for kind, word in (
            ("river", "rivers"),
            ("bridge", "bridges"),
            ("stream", "streams"),
            ("trestle", "trestles"),
        ):
            found[word] = ["-".join(sorted(p)) for p, water in self.water.items() if water == kind]
        for kind in ("road", "trail"):
            found[f"{kind}s"] = [" ".join(sorted(p)) for p, way in self.ways.items() if way == kind]
        found["slopes"] = [f"{low}-{high}" for low, high in self.slopes]
        return found


# -- costs (N5.1, N5.12, N5.31, N14.5, N16.4), in half MP


def step_cost(sheet: Sheet, gait: str, a: str, b: str, *, past_friends: bool = False) -> int | None:
    """What a step costs infantry, others, a column, a train or a leader; None: not possible."""
    pair = frozenset((a, b))
    way, water = sheet.ways.get(pair), sheet.water.get(pair)
    if gait == "column" and way is None:
        return None
    if water == "river":
        return None
    by_way = way is not None and gait in ("column", "train", "leader")
    cost = _on_the_way(way, past_friends) if by_way else _into(sheet.terrain[b], gait, way)
    if water == "bridge" and not by_way:
        cost += 2
    if water == "stream" or (water == "trestle" and way is None):
        if gait == "train":
            return None
        cost += 2
    if (a, b) in sheet.slopes:
        if gait == "train" and way is None:
            return None
        cost += 2
    return cost


def _on_the_way(way: str | None, past_friends: bool) -> int:
    return 2 if way == "trail" or past_friends else 1


def _into(letter: str, gait: str, way: str | None) -> int:
    if letter == "c":
        return 4
    if letter in "wm" and way is None:
        return 4 if gait == "infantry" else 8
    return 2


# -- pieces


@dataclass(frozen=True)
class Group:
    """Who moves, as the rules see it."""

    gait: str
    allowance: int  # half MP
    heeds_zones: bool
    units: tuple[UnitId, ...]
    side: Side
    start: str
    entering: bool = False

    @property
    def is_train(self) -> bool:
        return self.gait == "train"


def group_of(state: GameState, units: Sequence[UnitId], entry: str | None = None) -> Group:
    cards = [state.card(unit) for unit in units]
    arms = {card.arm for card in cards}
    trains = {Arm.BAGGAGE_TRAIN, Arm.PONTOON_TRAIN}
    gait = "train" if arms <= trains else "infantry" if arms == {Arm.INFANTRY} else "others"
    allowances = []
    for unit, card in zip(units, cards, strict=True):
        mp = card.movement
        allowances.append(2 * ((mp + 1) // 2 if state.units[unit].disrupted else mp))
    cavalry = {Arm.LIGHT_CAVALRY, Arm.HEAVY_CAVALRY}
    return Group(
        gait=gait,
        allowance=min(allowances),
        heeds_zones=not arms <= cavalry,
        units=tuple(units),
        side=cards[0].side,
        start=entry or str(state.units[units[0]].hex),
        entering=entry is not None,
    )


def fighters(state: GameState, side: Side) -> dict[str, list[bool]]:
    """The hexes with combat units of the enemy of a side: for each unit, is it Disrupted."""
    found: dict[str, list[bool]] = {}
    for unit, record in state.units.items():
        card = state.card(unit)
        if card.side != side and record.hex is not None and not card.arm.is_train:
            found.setdefault(record.hex, []).append(record.disrupted)
    return found


def enemy_zone(sheet: Sheet, state: GameState, side: Side) -> set[str]:
    """N6.3."""
    return {
        near
        for hex_, disrupted in fighters(state, side).items()
        if not all(disrupted)
        for near in sheet.neighbours(hex_)
        if sheet.water.get(frozenset((hex_, near))) != "river"
    }


def friends_in(state: GameState, group: Group, hex_: str) -> list[UnitId]:
    return [
        unit
        for unit, record in state.units.items()
        if record.hex == hex_ and state.card(unit).side == group.side and unit not in group.units
    ]


def enemies_in(state: GameState, side: Side, hex_: str) -> bool:
    return any(
        record.hex == hex_ and state.card(unit).side != side for unit, record in state.units.items()
    )


# -- the law of movement under an Attack order (N5.4, N5.31, N6.2, N6.4-N6.6, N6.10, N16.4)


class March:
    """A group on its way: which paths are legal, what they cost, and where they may end."""

    def __init__(self, sheet: Sheet, state: GameState, group: Group, *, column: bool) -> None:
        self.sheet, self.state, self.group, self.column = sheet, state, group, column
        self.zone = enemy_zone(sheet, state, group.side)
        self.held = fighters(state, group.side)

    def cost(self, path: Sequence[str]) -> int | None:
        """What a legal move costs, None where it is not legal."""
        if len(path) < (1 if self.group.entering else 2):
            return None
        if self.column and friends_in(self.state, self.group, path[-1]):
            return None
        return self.walk(path)

    def walk(self, path: Sequence[str]) -> int | None:
        """What a path costs, wherever it ends."""
        group = self.group
        if not path or path[0] != group.start:
            return None
        if group.entering and not self._is_open(path[0]):
            return None
        total = self._entry_cost() if group.entering else 0
        for number, (a, b) in enumerate(pairwise(path)):
            step = self._step(a, b)
            if step is None or not self._may_leave(a, b, is_first=number == 0):
                return None
            total += step
        one_hex = 1 if group.entering else 2
        return total if total <= group.allowance or len(path) <= one_hex else None

    def ends(self) -> dict[str, int]:
        """Each hex where the move may end, with the cheapest cost, by trying ever longer paths."""
        best: dict[str, int] = {}
        paths: list[tuple[str, ...]] = [(self.group.start,)]
        if self.group.entering and self.walk(paths[0]) is not None:
            best[self.group.start] = min(self._entry_cost(), self.group.allowance)
        while paths:
            longer = [(*path, near) for path in paths for near in self.sheet.neighbours(path[-1])]
            paths = []
            for path in longer:
                cost = self.walk(path)
                if cost is not None and cost < best.get(path[-1], 1 << 30):
                    best[path[-1]] = cost
                    paths.append(path)
        if not self.group.entering:
            best.pop(self.group.start, None)
        return {hex_: cost for hex_, cost in best.items() if self._may_end(hex_)}

    def _step(self, a: str, b: str) -> int | None:
        if b not in self.sheet.neighbours(a) or b in self.held or not self._is_open(b):
            return None
        group = self.group
        if group.is_train and enemies_in(self.state, group.side, b):
            return None
        gait = "column" if self.column else group.gait
        past = self.column and bool(self.state.units_in(Hex(b), group.side))
        return step_cost(self.sheet, gait, a, b, past_friends=past)

    def _is_open(self, hex_: str) -> bool:
        return hex_ not in self.zone or not (self.column or self.group.is_train)

    def _may_leave(self, a: str, b: str, *, is_first: bool) -> bool:
        """Infantry and artillery leave an EZOC at the start only, and only into another."""
        if not self.group.heeds_zones or self.group.is_train or a not in self.zone:
            return True
        return is_first and not self.group.entering and b in self.zone

    def _entry_cost(self) -> int:
        """N5.81: a road's cost where there is one, else a trail's."""
        ways = {way for pair, way in self.sheet.ways.items() if self.group.start in pair}
        return 1 if (self.column or self.group.is_train) and "road" in ways else 2

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


def has_room(state: GameState, units: Sequence[UnitId]) -> bool:
    """N6.1; no Russian corps here, and no attached units."""
    if len(units) == 1:
        return True
    cards = [state.card(unit) for unit in units]
    sp = sum(
        12 if c.arm.is_train else c.reduced_sp if state.units[c.id].reduced else c.sp for c in cards
    )
    divisions = {(c.formation, c.division) if c.division else c.id for c in cards}
    return sp <= 12 and (len(units) <= 2 or len(divisions) == 1)


# -- leaders (N14.5, N14.51, N6.8)


def slow_rides(sheet: Sheet, state: GameState, leader: LeaderId) -> dict[str, int]:
    """Each hex where a leader may end his ride, with the cheapest cost."""
    card, start = state.battle.leaders[leader], str(state.leaders[leader].hex)
    zone = enemy_zone(sheet, state, card.side)
    best, open_ = {start: 0}, [start]
    while open_:
        a = open_.pop()
        for b in sheet.neighbours(a):
            step = step_cost(sheet, "leader", a, b)
            if step is None or enemies_in(state, card.side, b):
                continue
            if card.role is Role.HQ and b in zone:
                continue
            total = best[a] + step
            if total <= card.movement * 2 and total < best.get(b, 1 << 30):
                best[b] = total
                open_.append(b)
    del best[start]
    return {
        hex_: cost
        for hex_, cost in best.items()
        if hex_ not in zone or hex_ in fighters(state, state.battle.enemy(card.side))
    }
