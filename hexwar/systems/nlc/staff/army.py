"""The plan of an army: what each line is to do, found by hill climbing over whole assignments.

A plan is played in the model of corps against what the enemy is assumed to do, and against his
best reply to it. Leaving a goal costs something, so that an army does not turn about each hour;
an order on its way is not countermanded without gain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum

from hexwar.ai.policy import Dice
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.player.values import QUIET
from hexwar.systems.nlc.staff.appreciation import Appreciation, Body, Course, Kind, Mission
from hexwar.systems.nlc.staff.characters import Character
from hexwar.systems.nlc.staff.corps import Model

LEAVE = 0.35
"""VP that a plan must gain for each line that it gives another mission."""

COUNTERMAND = 0.6
"""VP more where an order is on its way to the line, or has only just come into force."""

YOUNG = 2
"""Turns for which an order in force has only just come."""

NEAR = 2
"""Hexes within which two objectives are the same."""

TARGETS = 7
"""Objectives to attack that are thought of for a line, and as many to hold: the nearest."""

IDLE = 0.03
"""VP for each SP of a line that stands where there is nothing to do: it might yet be needed."""

HOUR = 0.04
"""VP that an hour's march of a corps costs: much can happen on the way."""

REPLY = 0.35
"""What the enemy's best replies count for together; the rest is what he is assumed to do."""

REPLY_LAG = 2
"""Turns until an enemy whose plan is another has his troops told of it."""

CONSIDERED = 0.3
"""What is misjudged in a plan, to what is misjudged in a fight: there is more time for it."""

STEP = 1000
"""Steps into which the noise of a poor level is cut."""


@dataclass(frozen=True)
class Reply:
    """What an enemy formation is thought to do against a plan, from a turn on."""

    mission: Mission
    at: int


@dataclass(frozen=True)
class Plan:
    """What each own line is to do, what that is worth, and against what."""

    missions: Mapping[LineId, Mission]
    worth: float  # VP for us at the end, less those for him
    replies: Sequence[Mapping[LineId, Reply]] = ()


@dataclass(frozen=True)
class Tellable:
    """When a new order to a line would count, and whether it has only just had one."""

    at: int
    is_young: bool
    is_to_fight: bool = False  # its wing owes an attack (N12.14)
    is_done: bool = False  # its order has nothing more to do


class Army:
    """Plans for all lines of a side at once."""

    def __init__(
        self,
        known: Appreciation,
        character: Character,
        tellable: Mapping[LineId, Tellable],
        dice: Dice,
    ) -> None:
        """Read the orders of both sides.

        Args:
            known: What the side makes of the table.
            character: How well it plans, and how it is minded.
            tellable: The lines that can get another mission.
            dice: For misjudging.
        """
        self.known, self.level, self.tellable = known, character.level, tellable
        self.model = Model(known, character.temper)
        self._dice, self._noise = dice, dict[tuple[int, Mission], float]()
        self._chosen: dict[int, Sequence[Mission]] = {}
        self._kept: dict[Mission, Sequence[int]] = {}
        self._voids: dict[Mission, bool] = {}
        self._garrisons: tuple[int, ...] = ()
        self._marches: dict[tuple[int, int], float] = {}
        self._wait = Course(Mission(Kind.WAIT, 0), Mission(Kind.WAIT, 0), 0)
        self.present = [self._present(index) for index in range(len(known.hosts))]
        self._against: list[Mapping[int, Course]] = [{}]

    def _present(self, index: int) -> Course:
        host = self.known.hosts[index]
        if host.is_ours:
            return self.known.course_of(host.line) or self._wait
        return self._assumed(index)

    # -- what the enemy is assumed to do

    def _assumed(self, index: int) -> Course:
        """Who stands at a hex of value keeps it; the others go for the best they can hope for."""
        known, model = self.known, self.model
        bodies = [body for body in known.bodies if body.host == index]
        first = min(bodies, key=lambda body: body.due)
        held = [p for p in known.places if p.to_him and not p.is_ours]
        kept = [p for p in held if model.hours(first, p.cell) <= 1.0]
        aims = [p for p in known.places if p.is_ours and p.to_him and self._may_hope(first, p.cell)]
        if kept or not aims:
            posts = kept or held
            best = min(posts, key=lambda p: (model.hours(first, p.cell), p.cell), default=None)
            mission = Mission(Kind.HOLD, first.cell if best is None else best.cell)
        else:
            aim = max(aims, key=lambda p: (p.to_him / (2.0 + model.hours(first, p.cell)), -p.cell))
            mission = Mission(Kind.ATTACK, aim.cell)
        return Course(mission, mission, known.state.turn)

    def _may_hope(self, body: Body, cell: int) -> bool:
        """Whether the enemy is as strong round a place as we are, those on their way counted."""
        bodies = [b for b in self.known.bodies if self.model.hours(b, cell) <= HOPE]
        ours = fsum(b.sp for b in bodies if self.known.hosts[b.host].is_ours)
        return self.model.hours(body, cell) <= HOPE and fsum(b.sp for b in bodies) > 2 * ours

    # -- the worth of a plan

    def worth(self, courses: Sequence[Course]) -> float:
        """VP of a plan over the enemy plans that are thought of, less what leaving costs."""
        values = []
        for other in self._against:
            whole = [other.get(index, course) for index, course in enumerate(courses)]
            values.append(self.model.value(whole))
        first, *replies = values
        mean = first
        if replies:
            mean = first * (1.0 - REPLY) + REPLY * fsum(replies) / len(replies)
        spread = max(values) - min(values)
        return fsum(
            (
                mean,
                self.model.temper.swing * spread,
                -self._leaving(courses),
                -self._bared(courses),
                -self._idling(courses),
            )
        )

    def _bared(self, courses: Sequence[Course]) -> float:
        """What it costs, VP, that no line is to keep a place of ours that the enemy can come to."""
        kept = set(self._garrisons)
        for index, course in enumerate(courses):
            if self.known.hosts[index].is_ours:
                kept.update(self._keeps(course.then))
        return BARE * fsum(vp for index, vp in self.in_reach if index not in kept)

    @cached_property
    def in_reach(self) -> Sequence[tuple[int, float]]:
        """The places of ours that an enemy can come to soon, by index, with the VP at stake."""
        known, hours = self.known, self.model.hours
        foes = [
            b for b in known.bodies if not known.hosts[b.host].is_ours and b.due <= known.state.turn
        ]
        return [
            (index, place.to_us + place.to_him)
            for index, place in enumerate(known.places)
            if place.is_ours and place.to_him and any(hours(b, place.cell) <= HOPE for b in foes)
        ]

    def _keeps(self, mission: Mission) -> Sequence[int]:
        """The places in reach that troops with a mission keep the enemy from, by index."""
        found = self._kept.get(mission)
        if found is None:
            distance, hexes = (
                self.known.outlook.distance,
                self.known.state.battle.battlefield.grid.hexes,
            )
            near = COVERS if mission.kind is Kind.ATTACK else KEEPS
            found = self._kept[mission] = [
                index
                for index, _ in self.in_reach
                if distance(hexes[mission.cell], self.known.places[index].hex) <= near
            ]
        return found

    def _leaving(self, courses: Sequence[Course]) -> float:
        cost = 0.0
        for index, course in enumerate(courses):
            old = self.present[index]
            if course.then == old.then or not self.known.hosts[index].is_ours:
                continue
            tellable = self.tellable.get(self.known.hosts[index].line)
            if tellable is None or not self._is_idle(index, old.then):
                cost += LEAVE + (COUNTERMAND if tellable is not None and tellable.is_young else 0.0)
            cost += HOUR * min(10.0, self._hours(index, course.then.cell))
            cost -= self._misjudged(index, course.then)
        return cost

    def _is_idle(self, index: int, mission: Mission) -> bool:
        """Whether a line that has done what it was told has nothing to do in a mission either."""
        tellable = self.tellable.get(self.known.hosts[index].line)
        return tellable is not None and tellable.is_done and self._is_void(mission)

    def _is_void(self, mission: Mission) -> bool:
        """Whether troops with a mission would neither meet an enemy nor keep a place from him."""
        if mission not in self._voids:
            known = self.known
            distance, hexes = known.outlook.distance, known.state.battle.battlefield.grid.hexes
            foes = [hexes[b.cell] for b in known.bodies if not known.hosts[b.host].is_ours]
            is_far = all(distance(hexes[mission.cell], hex_) > QUIET for hex_ in foes)
            is_still = mission.kind is not Kind.ATTACK
            self._voids[mission] = is_still and is_far and not self._keeps(mission)
        return self._voids[mission]

    def _idling(self, courses: Sequence[Course]) -> float:
        """What it costs, VP, that lines that have done what they were told have nothing to do."""
        idle = (i for i, course in enumerate(courses) if self._is_idle(i, course.then))
        return IDLE * fsum(self._sp[i] for i in idle)

    @cached_property
    def _sp(self) -> Sequence[float]:
        """The strength points of each host."""
        found = [0.0] * len(self.known.hosts)
        for body in self.known.bodies:
            found[body.host] += body.sp
        return found

    def _misjudged(self, index: int, mission: Mission) -> float:
        """By how much a poor level takes a mission for better than it is; the same each time."""
        most = CONSIDERED * self.level.noise
        if not most:
            return 0.0
        key = index, mission
        if key not in self._noise:
            drawn = self._dice.below(2 * STEP + 1) - STEP
            self._noise[key] = most * drawn / STEP
        return self._noise[key]

    # -- the search

    def plan(self) -> Plan:
        """The best plan that is found within the level's number of plays."""
        ours = [i for i in range(len(self.present)) if self._is_free(i)]
        his = [i for i, host in enumerate(self.known.hosts) if not host.is_ours]
        best = self._seed(ours)
        best = self._climb(best, ours, self.level.plays)
        for _ in range(self.level.replies):
            reply = self._reply(best, his)
            self._against = [*self._against, reply]
            best = self._climb(best, ours, self.level.plays // 2)
        lines = self.known.hosts
        missions = {lines[i].line: best[i].then for i in ours}
        replies = [
            {lines[i].line: Reply(course.then, course.at) for i, course in other.items()}
            for other in self._against[1:]
        ]
        return Plan(missions, self.worth(best), replies)

    def go_by(self, plan: Plan) -> None:
        """Judge missions against the replies that a plan was made against."""
        index_of, found = self.known.place_of, list[Mapping[int, Course]]()
        for reply in plan.replies:
            known = [(index_of[line], one) for line, one in reply.items() if line in index_of]
            found.append({i: Course(self.present[i].now, r.mission, r.at) for i, r in known})
        self._against = [{}, *found]

    def _is_free(self, index: int) -> bool:
        host = self.known.hosts[index]
        return host.is_ours and host.line in self.tellable

    def _reply(self, courses: Sequence[Course], his: Sequence[int]) -> Mapping[int, Course]:
        """What the enemy would do best against a plan, each of his corps once thought over."""
        best = list(courses)
        value = self.model.value(best)
        for index in his:
            for mission in self.choices(index):
                tried = list(best)
                tried[index] = Course(best[index].now, mission, self.known.state.turn + REPLY_LAG)
                found = self.model.value(tried)
                if found < value - 1e-9:
                    best, value = tried, found
        return {index: best[index] for index in his}

    def _seed(self, ours: Sequence[int]) -> list[Course]:
        """Where the climb begins: the present orders, or all together for one goal."""
        seeds = [list(self.present)]
        for goal in self._aims():
            seeds.append(list(self.present))
            for index in ours:
                if self._hours(index, goal) <= TOGETHER:
                    seeds[-1][index] = self._told(index, Mission(Kind.ATTACK, goal))
        values = [self.worth(seed) for seed in seeds]
        return seeds[max(range(len(seeds)), key=lambda i: (values[i], -i))]

    def _climb(self, start: list[Course], ours: Sequence[int], plays: int) -> list[Course]:
        """One line after another gets its best mission, until no change helps or time is up."""
        best, value = start, self.worth(start)
        until = self.model.plays + plays
        while True:
            before = value
            for index in ours:
                for mission in self.choices(index):
                    if self.model.plays >= until:
                        return best
                    if mission == best[index].then:
                        continue
                    tried = list(best)
                    tried[index] = self._told(index, mission)
                    found = self.worth(tried)
                    if found > value + 1e-9:
                        best, value = tried, found
            if value <= before + 1e-9:
                return best

    def _told(self, index: int, mission: Mission) -> Course:
        old = self.present[index]
        tellable = self.tellable.get(self.known.hosts[index].line)
        if mission == old.then or tellable is None:
            return old
        return Course(old.now, mission, tellable.at)

    # -- what a line could do

    def choices(self, index: int) -> Sequence[Mission]:
        """The missions that are thought of for a host, its present one first."""
        now, found = self.present[index].then, self._chosen.get(index)
        if found is None:
            tellable = self.tellable.get(self.known.hosts[index].line)
            is_to_fight = tellable is not None and tellable.is_to_fight
            found = self._chosen[index] = [
                one for one in self._thoughts(index) if not is_to_fight or one.kind is Kind.ATTACK
            ]
        return list(dict.fromkeys((now, *found)))

    def _thoughts(self, index: int) -> Iterator[Mission]:
        here = next(body.cell for body in self.known.bodies if body.host == index)
        yield Mission(Kind.HOLD, here)
        yield Mission(Kind.DELAY, here)
        is_ours = self.known.hosts[index].is_ours
        for kind, cells in ((Kind.ATTACK, self._prey(is_ours)), (Kind.HOLD, self._posts(is_ours))):
            near = sorted((self._hours(index, cell), cell) for cell in cells)
            yield from (Mission(kind, cell) for hours, cell in near[:TARGETS] if hours < 99)

    def _hours(self, index: int, cell: int) -> float:
        found = self._marches.get((index, cell))
        if found is None:
            bodies = (body for body in self.known.bodies if body.host == index)
            found = min(self.model.hours(body, cell) for body in bodies)
            self._marches[index, cell] = found
        return found

    def _aims(self) -> Sequence[int]:
        return self._prey(is_ours=True)

    def _prey(self, is_ours: bool) -> Sequence[int]:
        """Cells that a side may attack: places in other hands, and troops away from them."""
        return self._preys[is_ours]

    def _posts(self, is_ours: bool) -> Sequence[int]:
        """Cells that a side may hold."""
        return self._holds[is_ours]

    @cached_property
    def _preys(self) -> Mapping[bool, Sequence[int]]:
        return {side: self._found(is_ours=side) for side in (True, False)}

    def _found(self, *, is_ours: bool) -> Sequence[int]:
        known = self.known
        cells = [p.cell for p in known.places if p.is_ours != is_ours]
        distance, hexes = known.outlook.distance, known.state.battle.battlefield.grid.hexes
        for body in known.bodies:
            is_foe = known.hosts[body.host].is_ours != is_ours
            if is_foe and body.due <= known.state.turn:
                far = (distance(hexes[body.cell], hexes[cell]) > NEAR for cell in cells)
                if all(far):
                    cells.append(body.cell)
        return cells

    @cached_property
    def _holds(self) -> Mapping[bool, Sequence[int]]:
        places = self.known.places
        return {side: [p.cell for p in places if p.is_ours == side] for side in (True, False)}

    # -- what a change is worth

    def gains(self, plan: Plan) -> list[tuple[float, LineId]]:
        """What each line's new mission adds to a plan, the most first."""
        index_of = self.known.place_of
        best = list(self.present)
        for line, mission in plan.missions.items():
            best[index_of[line]] = self._told(index_of[line], mission)
        whole, found = self.worth(best), []
        for line in plan.missions:
            index = index_of[line]
            if best[index].then != self.present[index].then:
                without = list(best)
                without[index] = self.present[index]
                found.append((whole - self.worth(without), line))
        return sorted(found, key=lambda pair: (-pair[0], pair[1]))

    def keeps(self, line: LineId) -> Sequence[int]:
        """The places in reach of the enemy that a line keeps by its orders, by index."""
        return self._keeps(self.present[self.known.place_of[line]].then)

    def freed(self, plan: Plan, line: LineId, place: int) -> float:
        """What a plan gains if a line need not keep a place: somebody else does, VP."""
        before = self.alternatives(plan, line)
        self._garrisons, self._voids = (place,), {}
        try:
            after = self.alternatives(plan, line)
        finally:
            self._garrisons, self._voids = (), {}
        return after[0][0] - before[0][0]

    def alternatives(self, plan: Plan, line: LineId) -> list[tuple[float, Mission]]:
        """What a plan would be worth with each other mission of a line, the best first."""
        index_of = self.known.place_of
        best = list(self.present)
        for one, mission in plan.missions.items():
            best[index_of[one]] = self._told(index_of[one], mission)
        index, found = index_of[line], []
        for mission in dict.fromkeys(self.choices(index)):
            tried = list(best)
            tried[index] = self._told(index, mission)
            found.append((self.worth(tried), mission))
        return sorted(found, key=lambda pair: (-pair[0], pair[1]))


BARE = 0.3
"""What part of the VP at stake is thought lost with a place that nobody is to keep."""

KEEPS, COVERS = 1, 3
"""Hexes from a place within which troops keep it who stay, and who attack."""

HOPE = 4.0
"""Hours from a place within which the enemy is thought to go for it."""

TOGETHER = 4.0
"""Hours from a goal within which lines are thought to go for it together."""
