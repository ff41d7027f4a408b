"""The moves that units have, which of them do their duty, and how units out of command go.

Rules: N14.4, N27.4.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, Protocol

from hexwar.engine import Refusal, refuse
from hexwar.engine.derived import kept
from hexwar.grid.reach import Reach
from hexwar.ground.costs import gait_of, steps_of
from hexwar.ground.movement import (
    Drop,
    Movers,
    can_end,
    closed_to,
    ends,
    first_steps,
    held_or_controlled,
    move_search,
    movers,
    path_refusal,
    quote,
)
from hexwar.ground.zones import enemy_cells, enemy_zone_cells
from hexwar.hexes import Hex
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.combat.bombardment_fire import has_target
from hexwar.systems.nlc.rules.command.command import centre_of, is_in_command
from hexwar.systems.nlc.rules.orders.duties import (
    Duty,
    Stop,
    Task,
    Watch,
    duties_of,
    line_units,
    task_goal,
    task_of,
)
from hexwar.systems.nlc.rules.orders.goals import FAR, area, remaining_from, search_back
from hexwar.systems.nlc.rules.orders.permissions import Permissions, permissions
from hexwar.systems.nlc.rules.orders.progress import (
    NO_MEASURE,
    Detour,
    Measure,
    Progress,
    detours,
)
from hexwar.systems.nlc.rules.turn.activation import active
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.reports import PathQuote

# -- how units out of command may move: only toward their commander (N14.4, N14.41)


def toward_refusal(
    state: GameState, units: Sequence[UnitId], path: Sequence[Hex]
) -> Refusal | None:
    """Why units may not take a path, or None: each hex leads those out of command nearer (N14.41).

    Args:
        state: The table; an activation is under way.
        units: Who move together.
        path: The hexes from where they stand; none at all where they stay.
    """
    out = active(state).out_of_command
    if (astray := next((unit for unit in units if unit in out), None)) is None:
        return None
    left, index = way_back(state, astray), state.battle.battlefield.grid.index
    for a, b in pairwise(path):
        if not is_nearer(left, index[a], index[b]):
            name = state.card(astray).name
            return refuse(
                "N14.41",
                "{name} is out of command: each hex must bring it nearer to its "
                "commander, and {b} does not.",
                name=name,
                b=b,
            )
    return None


def is_nearer(left: Mapping[int, int], a: int, b: int) -> bool:
    """Whether a step between two cells lowers what is left of a way.

    From a cell that no way leads back from, each step onto one leads nearer.
    """
    before, after = left.get(a), left.get(b)
    return after is not None and (before is None or after < before)


def way_back(state: GameState, unit: UnitId) -> Mapping[int, int]:
    """For each cell of the map what the way from it to a unit's commander costs it, half MP.

    The way keeps out of EZOC, which the unit may not enter (N14.4), and where that leaves none, at
    least out of the enemy's hexes.
    """
    centre = centre_of(state, state.line_id_of(unit))
    assert centre is not None
    return _way_back(state, unit, centre)


@kept
def _way_back(state: GameState, unit: UnitId, centre: Hex) -> Mapping[int, int]:
    side, gait, hex_ = state.side_of(unit), gait_of(state.card(unit).arm), state.units[unit].hex
    goal = (centre,)
    safe = search_back(state, gait, goal, closed=held_or_controlled(state, side))
    assert hex_ is not None
    cell = state.battle.battlefield.grid.index[hex_]
    if safe.reaches(cell):
        return safe.costs_up_to(cell)
    if any(safe.reaches(near) for near, _ in steps_of(state, gait)[cell]):
        return safe.whole().cost
    open_ = search_back(state, gait, goal, closed=enemy_cells(state, side))
    return open_.costs_up_to(cell) if open_.reaches(cell) else open_.whole().cost


# -- the moves that units have, and which of them do their duty (N27.4)
#
# A move is ranked by how far it falls short of each duty, the weightier first. The least rank among
# all moves, staying among them, is as far as the units can go: only moves of that rank are legal.


Rank = tuple[int, ...]
"""How far a move falls short of each duty; the lesser is the better."""


class Course(Protocol):
    """A move: the hexes walked, and how. No hexes at all means: stay."""

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """From the start hex, or from the entry hex of an arrival."""
        ...

    @property
    def column(self) -> bool:
        """By road movement."""
        ...

    @property
    def drops(self) -> tuple[Drop, ...]:
        """Who stays behind on the way."""
        ...


def _measure_of(
    state: GameState, task: Task | None, order: Permissions, *, column: bool
) -> Measure:
    """The measure of a task; it leads round the enemy where there is such a way."""
    goal = None if task is None else task_goal(task)
    if task is None or goal is None or not goal.hexes:
        return NO_MEASURE
    grid, group = state.battle.battlefield.grid, task.group
    closed = closed_to(state, group, order, column=column)
    gait, start = group.gait, group.start
    left = remaining_from(state, gait, goal.hexes, start, marching=column, closed=closed)
    if not left:
        left = remaining_from(state, gait, goal.hexes, start, marching=column)
    return Measure(left, area(grid, goal.hexes, goal.radius))


# -- the moves


class End(NamedTuple):
    """A hex where units may end: the search that its path is read from, and its rank."""

    hex: Hex
    found: Reach
    column: bool
    rank: Rank


@dataclass(frozen=True)
class Courses:
    """All the moves that some units have, measured by their duties."""

    state: GameState
    group: Movers
    order: Permissions
    task: Task | None
    duties: tuple[Duty, ...]
    may_march: bool  # by road movement too

    @cached_property
    def ends(self) -> tuple[End, ...]:
        """Each hex where they may end, by its cheapest path, on foot and by road movement.

        Where none of these does all its duty, also by paths that do more of it.
        """
        modes = (False, True) if self.may_march else (False,)
        # All searches are held together: they are told apart by their identity.
        found = tuple([end for column in modes for end in self._ends(column=column)])
        if all(is_in_command(self.state, unit) for unit in self.group.units):
            return (*found, *(end for column in modes for end in self._detours(found, column)))
        out = active(self.state).out_of_command
        astray = next((unit for unit in self.group.units if unit in out), None)
        return found if astray is None else tuple(self._toward(found, astray))

    def _toward(self, found: Iterable[End], astray: UnitId) -> Iterator[End]:
        """The ends to which each hex leads a unit that is out of command nearer (N14.4)."""
        left, index = way_back(self.state, astray), self.state.battle.battlefield.grid.index
        known: dict[int, dict[int, bool]] = {}
        for end in found:
            if id(end.found) not in known:
                ways = known[id(end.found)] = {}
                for cell, before in end.found.ways():
                    ways[cell] = before is None or (ways[before] and is_nearer(left, before, cell))
            if known[id(end.found)][index[end.hex]]:
                yield end

    def _ends(self, *, column: bool) -> Iterator[End]:
        found = ends(self.state, self.group, self.order, column=column)
        if not self.duties:
            yield from (End(hex_, reach, column, ()) for hex_, reach in found.items())
            return
        index = self.state.battle.battlefield.grid.index
        measured: dict[int, dict[int, Progress]] = {}
        for hex_, reach in found.items():
            if (progress := measured.get(id(reach))) is None:
                along = self.measure(column=column).along
                progress = measured[id(reach)] = along(reach, entering=self.group.entering)
            cell = index[hex_]
            yield End(hex_, reach, column, self._rank(cell, progress[cell]))

    def _detours(self, found: Collection[End], column: bool) -> Iterator[End]:
        """The ends of the paths that do more of a duty than any cheapest path (N27.4)."""
        if not any(least := self._least(found)):
            return
        measure = self.measure(column=column)
        if not self._leads_on(measure, found):
            return
        best: dict[int, tuple[Rank, Detour]] = {}
        for way in self._ways(measure, column=column):
            cell = way.cells[-1]
            rank = self._rank(cell, way.progress)
            if rank < least and (cell not in best or rank < best[cell][0]):
                best[cell] = rank, way
        hexes, start = self.state.battle.battlefield.grid.hexes, self._start
        for cell, (rank, way) in best.items():
            path = tuple(hexes[cell] for cell in way.cells)
            if self._is_open(path, column=column):
                before = dict(zip(way.cells[1:], way.cells, strict=False))
                reach = Reach({start: 0} | {cell: way.spent}, before, start)
                yield End(hexes[cell], reach, column, rank)

    def _leads_on(self, measure: Measure, found: Iterable[End]) -> bool:
        """Whether a way counts at all for a duty, and some hex within reach is nearer."""
        if not any(duty.counts_the_way for duty in self.duties):
            return False
        lowest = measure.begin(None if self.group.entering else self._start).lowest
        reaches = {id(end.found): end.found for end in found}.values()
        return any(
            measure.left.get(cell, FAR) < lowest or measure.near >> cell & 1
            for reach in reaches
            for cell in reach.cost
        )

    def _ways(self, measure: Measure, *, column: bool) -> Iterator[Detour]:
        """The ways that are worth a look besides the cheapest."""
        state, group, start = self.state, self.group, self._start
        search = move_search(state, group, self.order, column=column)
        first = first_steps(state, group, self.order, search, column=column)
        head = () if group.entering else (start,)
        begun = measure.begin(None if group.entering else start)
        ways = (
            Detour((*head, cell), spent, measure.go_on(begun, cell, spent))
            for cell, spent in first.items()
        )
        return detours(search, measure, ways)

    def _is_open(self, path: tuple[Hex, ...], *, column: bool) -> bool:
        """Whether they may walk a path and end there."""
        state, group = self.state, self.group
        return path_refusal(state, group, self.order, path, column=column) is None and can_end(
            state, group, path[-1], column=column
        )

    @property
    def _start(self) -> int:
        return self.state.battle.battlefield.grid.index[self.group.start]

    def measure(self, *, column: bool) -> Measure:
        """What ways are measured by."""
        found = self._measures.get(column)
        if found is None:
            found = _measure_of(self.state, self.task, self.order, column=column)
            self._measures[column] = found
        return found

    @cached_property
    def _measures(self) -> dict[bool, Measure]:
        return {}

    def _rank(self, cell: int, progress: Progress) -> Rank:
        stop = Stop(cell, progress.gain, progress.has_arrived, cell in self._zone)
        return tuple([duty.shortfall(stop) for duty in self.duties])

    @cached_property
    def _zone(self) -> frozenset[int]:
        return enemy_zone_cells(self.state, self.group.side)

    @cached_property
    def stay_rank(self) -> Rank:
        """The rank of staying in the start hex."""
        return self._rank(self._start, Progress(FAR))

    @cached_property
    def best(self) -> Rank:
        """As far as the units can go: the least rank among their moves."""
        return self._least(self.ends)

    def _least(self, found: Iterable[End]) -> Rank:
        """The least rank among some moves, staying among them."""
        ranks = [end.rank for end in found]
        return min(ranks if self.group.entering and ranks else [self.stay_rank, *ranks])

    @property
    def legal_ends(self) -> list[End]:
        """The ends of the moves that do their duty."""
        return [end for end in self.ends if end.rank <= self.best]

    @cached_property
    def can_stay(self) -> bool:
        """Whether to stay is legal; who is off the map may wait (N5.81)."""
        if self.group.entering or not any(self.stay_rank):
            return True
        if all(has_target(self.state, unit) for unit in self.group.units):
            return True  # N12.33
        return not self._first_step_helps() and self.stay_rank <= self.best

    def _first_step_helps(self) -> bool:
        """Whether a single step does more of a duty than to stay: a quick test.

        It says yes only where the full search would, and spares it.
        """
        state, group, measure = self.state, self.group, self.measure(column=False)
        grid = state.battle.battlefield.grid
        here = measure.begin(self._start)
        for hex_ in grid.neighbours[group.start]:
            cell, path = grid.index[hex_], (group.start, hex_)
            if measure.left.get(cell, FAR) >= here.lowest:
                continue
            priced = quote(state, group, path, column=False)
            if isinstance(priced, Refusal):
                continue
            rank = self._rank(cell, measure.go_on(here, cell, priced.halves))
            if rank < self.stay_rank and self._is_open(path, column=False):
                return True
        return False

    @property
    def owed(self) -> Duty | None:
        """The duty that units who stay would leave undone though they can do it."""
        if self.can_stay:
            return None
        return next(d for d, short in zip(self.duties, self.stay_rank, strict=True) if short)

    def refusal(self, course: Course) -> Refusal | None:
        """Why a move that is else legal does not do its duty, or None.

        Units out of command owe nothing but to go toward their commander (N14.41).
        """
        if not self.duties:
            return toward_refusal(self.state, self.group.units, course.hexes)
        if not course.hexes and self.can_stay:
            return None
        rank = self.rank(course)
        if not any(rank) or rank <= self.best:
            return None
        pairs = zip(self.duties, rank, self.best, strict=True)
        duty = next(duty for duty, mine, least in pairs if mine > least)
        return Refusal(duty.sentence, duty.rule)

    def rank(self, course: Course) -> Rank:
        """The rank of a move: that of its worst part where units stay behind on the way."""
        if not course.hexes:
            return self.stay_rank
        return max(self._rank(cell, progress) for cell, progress in self._stops(course))

    def _stops(self, course: Course) -> Iterator[tuple[int, Progress]]:
        """Where units stop on a move, with the progress that has brought them there."""
        quoted = quote(
            self.state, self.group, course.hexes, column=course.column, drops=course.drops
        )
        assert isinstance(quoted, PathQuote)
        index = self.state.battle.battlefield.grid.index
        measure = self.measure(column=course.column)
        progress = measure.begin(None if self.group.entering else self._start)
        waiting = {drop.hex for drop in course.drops}
        for step in quoted.steps:
            progress = measure.go_on(progress, index[step.hex], step.halves)
            if step.hex in waiting:
                waiting.remove(step.hex)
                yield index[step.hex], progress
        yield index[course.hexes[-1]], progress

    def undone(self, course: Course) -> list[Duty]:
        """The duties that a legal move leaves undone, because nobody could do them (N27.4).

        Not the duty of one unit for all: that is told when all have moved.
        """
        pairs = zip(self.duties, self.rank(course), strict=True)
        return [duty for duty, short in pairs if short and not isinstance(duty, Watch)]


def courses_of(
    state: GameState, group: Movers, *, may_march: bool, for_all: bool = False
) -> Courses:
    """The moves that units have, kept until something changes.

    Args:
        state: The table.
        group: Who moves together.
        may_march: Whether they may use road movement too (N5.3).
        for_all: Whether they stand in for the others too, who are not asked any more; else the
            duty of one unit for all binds only the last that can do it (N27.4).
    """
    order = permissions(state, group.units[0])
    task = task_of(state, group)
    duties = () if task is None else duties_of(task)
    if task is not None and not for_all:
        duties = tuple(d for d in duties if not (isinstance(d, Watch) and _has_relief(task, d)))
    made = Courses(state, group, order, task, duties, may_march)
    key = f"courses:{group.units}:{group.start}"
    known: Courses | None = state.cache.get(key)
    if known != made:
        state.cache[key] = known = made
    return known


def _has_relief(task: Task, watch: Watch) -> bool:
    """Whether another unit of the line can still do the duty of one for all (N27.4)."""
    state, index = task.state, task.state.battle.battlefield.grid.index
    for unit in line_units(state, task.line, task.group):
        record = state.units[unit]
        if unit in task.group.units or record.moved or record.square:
            continue
        others = ends(state, movers(state, (unit,)), permissions(state, unit), column=False)
        if any(watch.posts >> index[hex_] & 1 for hex_ in others):
            return True
    return False


def watches_undone(state: GameState, units: Iterable[UnitId]) -> Iterator[tuple[UnitId, Watch]]:
    """The lines of some units of which nobody does the duty of one for all (N12.25).

    Each with its first unit in command.
    """
    index = state.battle.battlefield.grid.index
    seen: set[LineId] = set()
    for unit in units:
        hex_, line = state.units[unit].hex, state.line_id_of(unit)
        if hex_ is None or line in seen:
            continue
        if (task := task_of(state, movers(state, (unit,)))) is None:
            continue
        seen.add(line)
        for duty in duties_of(task):
            if isinstance(duty, Watch) and not duty.posts >> index[hex_] & 1:
                yield unit, duty
