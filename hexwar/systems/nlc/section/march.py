"""Whether formations can reach what they are ordered to reach, if no enemy stood in the way.

The march is the best that the movement rules allow (N5.1, N5.3): each turn a unit moves either
at ordinary costs or in road movement, whichever brings it farther. Stacking, enemies and the
queue at an entry hex are left out, so a warning means that it cannot be done at all.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median_low
from typing import Final, TypeAlias

from hexwar.ground.costs import Gait, Ground, gait_of
from hexwar.ground.numbers import GroundNumbers
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.scenario.errors import Place
from hexwar.scenario.schema import FormationRecord
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.section.checks import NlcCase
from hexwar.systems.nlc.section.schema import StepRecord
from hexwar.table.battlefield import Battlefield
from hexwar.table.reports import StepCost

PATIENCE: Final = 3
"""A march is followed for this many times the length of the scenario."""

MOST_LOOKS: Final = 120_000
"""So often a march goes on from a spot, for all orders of a file: a second of work, and half as
much again as the largest campaign needs. Orders for which nothing is left are not judged.
"""

Spot: TypeAlias = "tuple[int, Hex]"
"""How many points of the route lie behind, and a hex."""

Steps: TypeAlias = "tuple[tuple[Hex, int], ...]"
"""The hexes that a step leads to, each with its cost."""


@dataclass(frozen=True, slots=True)
class Marcher:
    """A piece on the march, and where and when it begins."""

    allowance: int  # half MP
    gait: Gait
    turn: int
    hex: Hex
    enters: bool  # from off the map

    @property
    def gaits(self) -> tuple[Gait, ...]:
        """The ways to move in a turn."""
        return (self.gait,) if self.gait.marches else (self.gait, self.gait.in_column())


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a route: the hex that step `step` of the order names, and what counts for it."""

    step: int
    hex: Hex
    enough: frozenset[Hex]


class Country:
    """The map in fair weather without an enemy, and what each step over it costs, looked up once.

    The tables hold half MP.
    """

    def __init__(self, field: Battlefield, numbers: GroundNumbers) -> None:
        self.field = field
        self._ground = Ground(field, numbers)
        self._steps: dict[tuple[Gait, Hex], Steps] = {}
        self._first: dict[tuple[Gait, Hex, int], Steps] = {}
        self.looks = 0  # spots that were gone on from

    def steps(self, gait: Gait, hex_: Hex) -> Steps:
        """The hexes that a step leads to, each with its cost."""
        key = gait, hex_
        if key not in self._steps:
            self._steps[key] = self._priced(hex_, partial(self._ground.step, gait, hex_))
        return self._steps[key]

    def first_steps(self, gait: Gait, hex_: Hex, allowance: int) -> Steps:
        """The steps with which a turn's movement can begin: through a ford too (T18.32)."""
        key = gait, hex_, allowance
        if key not in self._first:
            wade = partial(self._ground.ford, gait, hex_, allowance=allowance)
            self._first[key] = (*self.steps(gait, hex_), *self._priced(hex_, wade))
        return self._first[key]

    def entry(self, gait: Gait, hex_: Hex) -> int:
        """What an arriving piece pays for its entry hex (N5.81)."""
        return self._ground.entry(gait, hex_).halves

    def _priced(self, hex_: Hex, price: Callable[[Hex], StepCost | None]) -> Steps:
        priced = ((b, price(b)) for b in self.field.grid.neighbours[hex_])
        return tuple((b, step.halves) for b, step in priced if step is not None)


def check_marches(case: NlcCase, field: Battlefield, numbers: GroundNumbers) -> None:
    """Warns of orders whose objective cannot be reached before the last turn."""
    country = Country(field, numbers)
    for place, who, ids, steps in _orders(case):
        check_march(case, country, ids, steps, place, who)
        if country.looks >= MOST_LOOKS:
            case.pen.warning(place, "from here on no march is looked at: they are too long")
            return


def _orders(case: NlcCase) -> Iterator[tuple[Place, str, Sequence[str], Sequence[StepRecord]]]:
    """Each order of the set-up: where it stands, who follows it, their ids, and its steps."""
    detached = {unit for order in case.scenario.divisional_orders for unit in order.units}
    for i, order in enumerate(case.scenario.orders):
        formation = case.formations.get(order.formation)
        if formation is not None:
            ids = [id_ for id_ in _pieces(formation) if id_ not in detached]
            yield ("orders", i), formation.id, ids, order.steps
    for i, divisional in enumerate(case.scenario.divisional_orders):
        who = ", ".join(divisional.units)
        yield ("divisional_orders", i), who, divisional.units, divisional.steps


def _pieces(formation: FormationRecord) -> list[str]:
    """Whose march counts: the combat units; without any, the leaders."""
    fighting: list[str] = [unit.id for unit in formation.units if not unit.arm.is_train]
    return fighting or [leader.id for leader in formation.leaders]


def check_march(
    case: NlcCase,
    country: Country,
    ids: Sequence[str],
    steps: Sequence[StepRecord],
    place: Place,
    who: str,
) -> None:
    """Warns of the first point of the route that half of some pieces cannot reach in time."""
    last = len(case.scenario.turns)
    never = last * PATIENCE + 1
    marchers = [m for id_ in ids if (m := marcher_of(case, id_, country.field)) is not None]
    points = list(points_of(steps, country.field))
    if not marchers or any(not point.enough for point in points):
        return
    turns = {m: turns_of(m, points, country, never) for m in set(marchers)}
    if country.looks >= MOST_LOOKS:
        return
    words = mark(
        "{who} cannot reach {hex} before the last turn, {last}: "
        "even with no enemy in the way {when}"
    )
    for k, point in enumerate(points):
        turn = median_low(turns[m][k] for m in marchers)
        if turn >= last:
            when = mark("it cannot be reached at all") if turn == never else _LATER
            told = say(words, who=who, hex=point.hex, last=last, when=say(when, turn=turn))
            case.pen.warning((*place, "steps", point.step), told)
            return


_LATER = mark("that is turn {turn}")


def marcher_of(case: NlcCase, id_: str, field: Battlefield) -> Marcher | None:
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
        gait=gait_of(case.units[id_].arm) if id_ in case.units else Gait.LEADER,
        turn=turn,
        hex=start,
        enters=hex_ is None,
    )


def points_of(steps: Sequence[StepRecord], field: Battlefield) -> Iterator[Point]:
    """The points of an order's route; one off the map has no hex that counts.

    A March, a Fall Back and a Reserve lead into the objective, an Attack and a Probe next to it.
    """
    for i, step in enumerate(steps):
        for hex_ in step.route:
            yield Point(i, hex_, frozenset({hex_} & field.grid.index.keys()))
        row = order_types()[step.verb]
        is_bound = row.objective == "hex or friend" and not row.supports
        if step.target is None or not (is_bound or row.fights):
            continue
        enough = {step.target} & field.grid.index.keys()
        if enough and row.fights:
            enough.update(field.crossable_neighbours[step.target])
        yield Point(i, step.target, frozenset(enough))


def turns_of(marcher: Marcher, points: Sequence[Point], country: Country, never: int) -> list[int]:
    """The first turn on which a piece can have reached each point, in order; `never` if not."""
    turns = [never] * len(points)
    start = _passed((0, marcher.hex), points)
    known: set[Spot] = set()
    fresh = {start}
    for turn in range(marcher.turn, never):
        reached: set[Spot] = {start}
        for gait in marcher.gaits:
            is_entering = marcher.enters and turn == marcher.turn
            used = country.entry(gait, marcher.hex) if is_entering else 0
            reached |= _spread(fresh, used, marcher.allowance, gait, points, country)
        fresh = reached - known
        known |= fresh
        behind = max((k for k, _ in fresh), default=0)
        turns[:behind] = [min(before, turn) for before in turns[:behind]]
        if not fresh or behind == len(points):
            break
    return turns


def _spread(
    sources: set[Spot],
    used: int,
    allowance: int,
    gait: Gait,
    points: Sequence[Point],
    country: Country,
) -> set[Spot]:
    """The spots that a turn's movement reaches from any source; at least one hex far (N5.4)."""
    used = min(used, allowance)
    spent = dict.fromkeys(sources, used)
    queue = [(used, source) for source in sources]
    heapq.heapify(queue)
    while queue and country.looks < MOST_LOOKS:
        country.looks += 1
        so_far, spot = heapq.heappop(queue)
        if so_far > spent[spot]:
            continue
        steps = country.steps(gait, spot[1])
        if so_far == 0:
            steps = country.first_steps(gait, spot[1], allowance)
        for b, price in steps:
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
