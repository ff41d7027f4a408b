"""When formations would reach what they are ordered to reach, if no enemy stood in the way."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median_low

from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.scenario.schema import FormationRecord
from hexwar.systems.nlc.editing_state import Start
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.section.march import (
    MOST_LOOKS,
    PATIENCE,
    Country,
    Marcher,
    Point,
    marcher_of,
    points_of,
    turns_of,
)
from hexwar.systems.nlc.section.schema import StepRecord


@dataclass(frozen=True, slots=True)
class BestMarch:
    """The best that an order can come to: with no enemy in the way and no other column before."""

    line: LineId
    start: Hex  # of most of its troops
    begins: int  # the turn on which they stand there, or enter there
    goal: str  # the last place that the order names, by its name
    turn: int | None  # the turn on which half of them are there; None: never
    path: tuple[Hex, ...]  # from the start, the start left out; empty where there is none
    last: int  # the last turn of the battle

    @property
    def is_late(self) -> bool:
        """Whether it is not done before the last turn."""
        return self.turn is None or self.turn >= self.last

    @property
    def words(self) -> str:
        """The march in a sentence without its stop."""
        far = count("{n} hex", "{n} hexes", len(self.path))
        if self.turn is None:
            return say("Best case: it cannot reach {goal}", goal=self.goal)
        if not self.path:
            return say("Best case: at {goal} from turn {turn} on", goal=self.goal, turn=self.turn)
        if self.is_late:
            words = say("Best case: at {goal} on turn {turn}", goal=self.goal, turn=self.turn)
            return say("{words}, too late; {far}", words=words, far=far)
        return say(
            "Best case: at {goal} on turn {turn}, {far}", goal=self.goal, turn=self.turn, far=far
        )


def best_marches(start: Start) -> Iterator[BestMarch]:
    """The best march of each order of a scenario, one after another: the work can be shared out."""
    numbers = start.rules.ground(start.case.scenario.numbers)
    if numbers is None:
        return
    country = Country(start.state.battle.battlefield, numbers)
    for line, ids, steps in _orders(start):
        found = best_march(start, country, line, ids, steps)
        if country.looks >= MOST_LOOKS:
            return
        if found is not None:
            yield found


def _orders(start: Start) -> Iterator[tuple[LineId, Sequence[str], Sequence[StepRecord]]]:
    scenario, case = start.case.scenario, start.case
    detached = {unit for order in scenario.divisional_orders for unit in order.units}
    told = {order.formation: order.steps for order in reversed(scenario.orders)}
    for id_, steps in reversed(told.items()):
        ids = [piece for piece in _pieces(case.formations[id_]) if piece not in detached]
        yield LineId(id_), ids, steps
    numbers: dict[str, int] = {}
    for order in scenario.divisional_orders:
        number = numbers[order.formation] = numbers.get(order.formation, 0) + 1
        yield LineId(f"{order.formation}/{number}"), order.units, order.steps


def _pieces(formation: FormationRecord) -> list[str]:
    fighting: list[str] = [unit.id for unit in formation.units if not unit.arm.is_train]
    return fighting or [leader.id for leader in formation.leaders]


def best_march(
    start: Start,
    country: Country,
    line: LineId,
    ids: Sequence[str],
    steps: Sequence[StepRecord],
) -> BestMarch | None:
    """The best march of one order; None where nobody marches, or to nowhere."""
    marchers = [m for id_ in ids if (m := marcher_of(start.case, id_, country.field)) is not None]
    points = tuple(points_of(steps, country.field))
    if not marchers or not points or any(not point.enough for point in points):
        return None
    last = len(start.case.scenario.turns)
    never = last * PATIENCE + 1
    turns = {m: turns_of(m, points, country, never)[-1] for m in set(marchers)}
    turn = median_low(turns[m] for m in marchers)
    first = next(m for m in marchers if turns[m] == turn)
    path = () if turn == never else path_of(first, points, country)
    reached = None if turn == never else turn
    goal = country.field.name_of(points[-1].hex)
    return BestMarch(line, first.hex, first.turn, goal, reached, path, last)


def arrival_marches(start: Start) -> Iterator[tuple[str, str]]:
    """When those who are to come are where they are sent, in words, by their ids.

    Without an order it is the nearest place worth VP that their side does not hold.
    """
    numbers = start.rules.ground(start.case.scenario.numbers)
    if numbers is None:
        return
    country = Country(start.state.battle.battlefield, numbers)
    sent = {id_: order for order in _orders(start) for id_ in order[1]}
    known: dict[tuple[Marcher, object], str] = {}
    for _, id_, _ in start.case.arrivals():
        formation = start.case.formations.get(id_)
        ids = [id_] if formation is None else _pieces(formation)
        found = (marcher_of(start.case, one, country.field) for one in ids)
        marcher = next((one for one in found if one is not None), None)
        if marcher is None or country.looks >= MOST_LOOKS:
            continue
        order = next((sent[one] for one in ids if one in sent), None)
        side = start.case.formation_of[ids[0]].side
        key = marcher, side if order is None else order[0]
        if key not in known:
            known[key] = _words_of(start, country, marcher, side, ids, order)
        yield id_, known[key]


def _words_of(
    start: Start,
    country: Country,
    marcher: Marcher,
    side: str,
    ids: Sequence[str],
    order: tuple[LineId, Sequence[str], Sequence[StepRecord]] | None,
) -> str:
    """When a piece that is to come is where it is sent; empty where it is sent nowhere."""
    if order is not None:
        march = best_march(start, country, order[0], ids, order[2])
        if march is None:
            return ""
        turn, goal, words = march.turn, march.goal, mark("reaches {goal} on turn {turn}")
    else:
        held = {one.hex for one in start.case.scenario.control if one.side == side}
        worth = frozenset(start.state.battle.vp_hexes) & country.field.grid.index.keys()
        wanted = Point(0, marcher.hex, worth - held or worth)
        if not wanted.enough:
            return ""
        hex_ = next(reversed(path_of(marcher, (wanted,), country)), marcher.hex)
        never = len(start.case.scenario.turns) * PATIENCE + 1
        reached = turns_of(marcher, (Point(0, hex_, frozenset({hex_})),), country, never)[-1]
        turn = reached if hex_ in wanted.enough and reached < never else None
        goal, words = country.field.name_of(hex_), mark("could be at {goal} by turn {turn}")
        if turn is None:
            return ""
    if turn is None:
        return say("cannot reach {goal}", goal=goal)
    told = say(words, goal=goal, turn=turn)
    last = len(start.case.scenario.turns)
    return say("{words}, too late", words=told) if turn > last else told


def path_of(marcher: Marcher, points: Sequence[Point], country: Country) -> tuple[Hex, ...]:
    """The cheapest way by all points, the start left out; empty where there is none."""
    start = 0, marcher.hex
    spent: dict[tuple[int, Hex], int] = {start: 0}
    before: dict[tuple[int, Hex], tuple[int, Hex]] = {}
    queue = [(0, start)]
    gait = marcher.gaits[-1]
    while queue:
        so_far, (behind, hex_) = heapq.heappop(queue)
        if so_far > spent[behind, hex_]:
            continue
        if behind < len(points) and hex_ in points[behind].enough:
            _relax(spent, before, queue, (behind, hex_), (behind + 1, hex_), so_far)
            continue
        if behind == len(points):
            return _way_back(before, (behind, hex_))
        ways = {*country.steps(gait, hex_), *country.first_steps(gait, hex_, marcher.allowance)}
        for near, price in sorted(ways):
            _relax(spent, before, queue, (behind, hex_), (behind, near), so_far + price)
    return ()


def _relax(
    spent: dict[tuple[int, Hex], int],
    before: dict[tuple[int, Hex], tuple[int, Hex]],
    queue: list[tuple[int, tuple[int, Hex]]],
    here: tuple[int, Hex],
    there: tuple[int, Hex],
    total: int,
) -> None:
    if total < spent.get(there, total + 1):
        spent[there], before[there] = total, here
        heapq.heappush(queue, (total, there))


def _way_back(
    before: dict[tuple[int, Hex], tuple[int, Hex]], end: tuple[int, Hex]
) -> tuple[Hex, ...]:
    way = [end]
    while way[-1] in before:
        way.append(before[way[-1]])
    hexes = [hex_ for _, hex_ in reversed(way)]
    return tuple(b for a, b in pairwise(hexes) if a != b)
