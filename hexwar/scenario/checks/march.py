"""Whether formations can reach what they are ordered to reach, if no enemy stood in the way.

The march is the best that the movement rules allow (N5.1, N5.3): each turn a unit moves either
at ordinary costs or in road movement, whichever brings it farther. Stacking, enemies and the
queue at an entry hex are left out, so a warning means that it cannot be done at all.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeAlias

from hexwar.hexes import Hex
from hexwar.scenario.checks.case import Case
from hexwar.scenario.errors import Place
from hexwar.scenario.schema.forces import FormationRecord
from hexwar.scenario.schema.scenario import StepRecord
from hexwar.scenario.standards import MarchCosts, Standards
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import Arm

PATIENCE: Final = 3
"""A march is followed for this many times the length of the scenario."""

INTO: Final = frozenset({"march", "fall back", "reserve"})
NEXT_TO: Final = frozenset({"attack", "probe"})
"""Orders that lead into the objective, and those that lead next to it."""

Spot: TypeAlias = "tuple[int, Hex]"
"""How many points of the route lie behind, and a hex."""


@dataclass(frozen=True, slots=True)
class Marcher:
    """A piece on the march, and where and when it begins."""

    allowance: int  # half MP
    is_foot: bool
    is_leader: bool
    turn: int
    hex: Hex
    enters: bool  # from off the map


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a route: the hex that step `step` of the order names, and what counts for it."""

    step: int
    hex: Hex
    enough: frozenset[Hex]


@dataclass(slots=True)
class Gait:
    """A way to move for a turn: what each step costs, looked up once."""

    battlefield: Battlefield
    cost: Callable[[Hex, Hex], int | None]
    known: dict[Hex, tuple[tuple[Hex, int], ...]] = field(default_factory=dict, repr=False)

    def steps(self, hex_: Hex) -> tuple[tuple[Hex, int], ...]:
        """The hexes that a step leads to, each with its cost in half MP."""
        if hex_ not in self.known:
            around = self.battlefield.grid.neighbours[hex_]
            priced = ((b, self.cost(hex_, b)) for b in around)
            self.known[hex_] = tuple((b, price) for b, price in priced if price is not None)
        return self.known[hex_]


class Ground:
    """The map and what it costs to cross it."""

    def __init__(self, field: Battlefield, costs: MarchCosts) -> None:
        self.field = field
        self.costs = costs
        self._leader = Gait(field, partial(costs.leader_step, field))
        self._road = Gait(field, partial(costs.road_step, field))
        self._plain = {
            is_foot: Gait(field, partial(costs.step, field, foot=is_foot))
            for is_foot in (True, False)
        }

    def gaits(self, marcher: Marcher) -> Iterator[tuple[Gait, int]]:
        """The ways to move in a turn, each with what the entry hex costs an arriving piece."""
        road_entry = self.costs.entry(self.field, marcher.hex, road=True)
        if marcher.is_leader:
            yield self._leader, road_entry
            return
        entry = self.costs.entry(self.field, marcher.hex, road=False)
        yield self._plain[marcher.is_foot], entry
        yield self._road, road_entry


def check_marches(case: Case, field: Battlefield, standards: Standards) -> None:
    """Warns of orders whose objective cannot be reached before the last turn."""
    ground = Ground(field, standards.costs)
    detached = {unit for order in case.scenario.divisional_orders for unit in order.units}
    for i, order in enumerate(case.scenario.orders):
        formation = case.formations.get(order.formation)
        if formation is not None:
            ids = [id_ for id_ in _pieces(formation) if id_ not in detached]
            check_march(case, ground, ids, order.steps, ("orders", i), formation.id)
    for i, divisional in enumerate(case.scenario.divisional_orders):
        who = ", ".join(divisional.units)
        place: Place = ("divisional_orders", i)
        check_march(case, ground, divisional.units, divisional.steps, place, who)


def _pieces(formation: FormationRecord) -> list[str]:
    """Whose march counts: the combat units; without any, the leaders."""
    fighting: list[str] = [unit.id for unit in formation.units if not unit.arm.is_train]
    return fighting or [leader.id for leader in formation.leaders]


def check_march(
    case: Case,
    ground: Ground,
    ids: Sequence[str],
    steps: Sequence[StepRecord],
    place: Place,
    who: str,
) -> None:
    """Warns of the first point of the route that half of some pieces cannot reach in time."""
    last = len(case.scenario.turns)
    never = last * PATIENCE + 1
    marchers = [m for id_ in ids if (m := marcher_of(case, id_, ground.field)) is not None]
    points = list(points_of(steps, ground.field))
    if not marchers or any(not point.enough for point in points):
        return
    turns = {m: turns_of(m, points, ground, never) for m in set(marchers)}
    for k, point in enumerate(points):
        turn = sorted(turns[m][k] for m in marchers)[(len(marchers) - 1) // 2]
        if turn >= last:
            when = "it cannot be reached at all" if turn == never else f"that is turn {turn}"
            sentence = (
                f"{who} cannot reach {point.hex} before the last turn, {last}: "
                f"even with no enemy in the way {when}"
            )
            case.pen.warning((*place, "steps", point.step), sentence)
            return


def marcher_of(case: Case, id_: str, field: Battlefield) -> Marcher | None:
    """The start of a piece's march, or None where it has none on this map."""
    piece = case.units.get(id_) or case.leaders.get(id_)
    formation = case.formation_of.get(id_)
    if piece is None or formation is None:
        return None
    hex_ = case.hex_of.get(id_)
    entry = case.entry_of.get(id_) or case.entry_of.get(formation.id)
    turn, start = (1, hex_) if hex_ is not None or entry is None else entry
    if start is None or start not in field.grid:
        return None
    return Marcher(
        allowance=piece.movement * 2,
        is_foot=id_ in case.units and case.units[id_].arm is Arm.INFANTRY,
        is_leader=id_ in case.leaders,
        turn=turn,
        hex=start,
        enters=hex_ is None,
    )


def points_of(steps: Sequence[StepRecord], field: Battlefield) -> Iterator[Point]:
    """The points of an order's route; one off the map has no hex that counts."""
    for i, step in enumerate(steps):
        for hex_ in step.route:
            yield Point(i, hex_, frozenset({hex_} & field.grid.index.keys()))
        if step.target is None or step.verb not in INTO | NEXT_TO:
            continue
        enough = {step.target} & field.grid.index.keys()
        if enough and step.verb in NEXT_TO:
            enough.update(field.crossable_neighbours[step.target])
        yield Point(i, step.target, frozenset(enough))


def turns_of(marcher: Marcher, points: Sequence[Point], ground: Ground, never: int) -> list[int]:
    """The first turn on which a piece can have reached each point, in order; `never` if not."""
    turns = [never] * len(points)
    start = _passed((0, marcher.hex), points)
    known: set[Spot] = set()
    fresh = {start}
    for turn in range(marcher.turn, never):
        reached: set[Spot] = {start}
        for gait, entry in ground.gaits(marcher):
            is_entering = marcher.enters and turn == marcher.turn
            used = min(entry, marcher.allowance) if is_entering else 0
            reached |= _spread(fresh, used, marcher.allowance, gait, points)
        fresh = reached - known
        known |= fresh
        behind = max((k for k, _ in fresh), default=0)
        turns[:behind] = [min(before, turn) for before in turns[:behind]]
        if not fresh or behind == len(points):
            break
    return turns


def _spread(
    sources: set[Spot], used: int, allowance: int, gait: Gait, points: Sequence[Point]
) -> set[Spot]:
    """The spots that a turn's movement reaches from any source; at least one hex far (N5.4)."""
    spent = dict.fromkeys(sources, used)
    queue = [(used, source) for source in sources]
    heapq.heapify(queue)
    while queue:
        so_far, spot = heapq.heappop(queue)
        if so_far > spent[spot]:
            continue
        for b, price in gait.steps(spot[1]):
            total = so_far + price
            if total > allowance and so_far == 0:
                total = allowance
            following = _passed((spot[0], b), points)
            if total < spent.get(following, allowance + 1):
                spent[following] = total
                heapq.heappush(queue, (total, following))
    return set(spent)


def _passed(spot: Spot, points: Sequence[Point]) -> Spot:
    """The spot after counting the points that its hex is enough for."""
    behind, hex_ = spot
    while behind < len(points) and hex_ in points[behind].enough:
        behind += 1
    return behind, hex_
