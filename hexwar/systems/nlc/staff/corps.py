"""A battle of corps in thought: a whole plan against an enemy plan, without dice, in a millisecond.

Bodies march by the hour along the cheapest way, stop where they meet the enemy, and wear one
another down as strengths and ground have it. Nobody is certain of a fight, so hexes change hands
and spirits break by degrees. The rates are those of games played by the rules (see `Rates`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum

from hexwar.grid.reach import reach
from hexwar.ground.costs import Gait, steps_of
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Grid
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.orders.goals import search_back
from hexwar.systems.nlc.staff.appreciation import Appreciation, Body, Course, Kind, Mission
from hexwar.systems.nlc.staff.characters import Temper
from hexwar.table.battle import TurnKind
from hexwar.table.spans import Crossing, crossing


@dataclass(frozen=True, slots=True)
class Rates:
    """What happens in an hour, measured over games between computer players."""

    worn: float = 0.2  # of the strength that is attacked, at overwhelming odds
    half: float = 1.2  # the odds at which it is half of that
    spent: float = 0.02  # of the strength that attacks, at any odds
    spent_more: float = 0.03  # and more, over the odds
    most_spent: float = 0.12
    cover: float = 0.5  # what part of the fire that ground takes away is missed by who attacks
    aid: float = 0.6  # what a neighbour's strength counts for in defence
    driven: float = 1.7  # the odds from which defenders give way
    broken: float = 0.7  # what demoralized troops count for
    seize: float = 0.25  # the chance to take a hex in an hour at odds of two to one
    contact: int = 2  # hexes
    feared: int = 3  # hexes within which who is to give way counts the enemy
    bears: float = 1.2  # times his own strength that he bears there


RATES = Rates()

HEED = 0.25
"""The part of its own strength from which a body heeds an enemy on its way."""

BRIDGES = (Crossing.BRIDGE, Crossing.PONTOON)

WAIT, ATTACK, DELAY = Kind.WAIT, Kind.ATTACK, Kind.DELAY


@dataclass(slots=True)
class _Field:
    """How the bodies stand in the hour that is played."""

    sp: list[float]
    cell: list[int]
    spot: list[int]  # the same as a number whose differences tell how far two cells are apart
    lost: list[float]  # by host
    hold: list[float]  # by place: the chance that it is ours


class Model:
    """The bodies and places of an appreciation, ready to be played.

    A plan is found by playing hundreds, so what an hour needs lies ready in lists: how far two
    spots are apart, the trail of a march, the places next to a cell.
    """

    def __init__(self, known: Appreciation, temper: Temper) -> None:
        self.known, self.temper = known, temper
        self.plays = 0  # how many have been played
        self._known_values: dict[tuple[Course, ...], float] = {}
        state = known.state
        grid = self._grid = state.battle.battlefield.grid
        self._spots, self._far = _spots(grid)
        self._turns = state.battle.turns[max(0, state.turn - 1) :][:HORIZON]
        self._bodies, self._hosts, self._places = known.bodies, known.hosts, known.places
        self._ours = [self._hosts[body.host].is_ours for body in self._bodies]
        self._homes = {ours: self._home(ours) for ours in (True, False)}
        self._fronts: dict[int, Mapping[int, float]] = {}
        self._bearings: dict[tuple[Gait, int, int], Mapping[int, int]] = {}
        self._approaches: dict[tuple[int, int, int], float] = {}
        self._ways: dict[tuple[Gait, int], tuple[Mapping[int, int], Mapping[int, int]]] = {}
        self._trails: dict[tuple[Gait, int, int, int], Sequence[tuple[int, int]]] = {}
        self._beside = self._places_by_cell(grid)
        self._each = numbers_of(state.battle).victory.sp_per_vp

    def _home(self, ours: bool) -> int:
        """The source of a side where most of its troops fall back to, or any place of it."""
        outlook, cells = self.known.outlook, self.known.cells
        side = outlook.side if ours else outlook.enemy
        sources = self.known.state.battle.sources_on(self.known.state.turn)
        own = sorted(cells[h] for h, owner in sources.items() if owner == side)
        held = [place.cell for place in self._places if place.is_ours == ours]
        troops = [b.cell for b, mine in zip(self._bodies, self._ours, strict=True) if mine == ours]
        spots, far = self._spots, self._far

        def away(cell: int) -> tuple[int, int]:
            return sum(far[spots[cell] - spots[one]] for one in troops), cell

        return min(own or held or troops, key=away)

    def _places_by_cell(self, grid: Grid) -> Mapping[int, Sequence[int]]:
        """The places that troops in a cell lay their hands on: there, and next to it."""
        found: dict[int, list[int]] = {}
        for index, place in enumerate(self._places):
            for hex_ in (place.hex, *grid.neighbours[place.hex]):
                found.setdefault(grid.index[hex_], []).append(index)
        return found

    # -- a play

    def value(self, courses: Sequence[Course]) -> float:
        """What a plan is worth, VP for us less those for him at the end, as our temper weighs it.

        Args:
            courses: What each host does, ours and his.
        """
        key = tuple(courses)
        found = self._known_values.get(key)
        if found is None:
            found = self._known_values[key] = fsum(self.score(self.play(courses)))
        return found

    def play(self, courses: Sequence[Course]) -> _Field:
        """The bodies after the last hour."""
        self.plays += 1
        bodies = self._bodies
        cells = [body.cell for body in bodies]
        field = _Field(
            [body.sp for body in bodies],
            cells,
            [self._spots[cell] for cell in cells],
            [host.lost for host in self._hosts],
            [1.0 if place.is_ours else 0.0 for place in self._places],
        )
        for turn in self._turns:
            now, sp = turn.number, field.sp
            told = [course.then if now >= course.at else course.now for course in courses]
            here = [i for i, b in enumerate(bodies) if b.due <= now and sp[i] > 0.5]
            missions = {i: told[bodies[i].host] for i in here}
            self._march(field, missions)
            if turn.kind is not TurnKind.NIGHT_AM:
                self._fight(field, missions)
            self._take(field, here)
        return field

    # -- the march

    def _march(self, field: _Field, missions: Mapping[int, Mission]) -> None:
        """All move at once, as the others stand before."""
        cell, foes = field.cell, self._foes(missions)
        ends: list[tuple[int, int]] = []
        for i, (kind, goal) in missions.items():
            if kind is DELAY:
                ends.append((i, self._fallen_back(field, i, foes[self._ours[i]])))
            elif kind is not WAIT and cell[i] != goal:
                ends.append((i, self._advanced(field, i, missions[i], foes[self._ours[i]])))
        for i, end in ends:
            field.cell[i], field.spot[i] = end, self._spots[end]

    def _foes(self, missions: Mapping[int, Mission]) -> tuple[Sequence[int], Sequence[int]]:
        """The bodies that are ours, and his: the enemies of his and of ours."""
        ours = self._ours
        return [i for i in missions if ours[i]], [i for i in missions if not ours[i]]

    def _fallen_back(self, field: _Field, i: int, foes: Sequence[int]) -> int:
        """Where a body is that gives way to the stronger."""
        far, spot, here = self._far, field.spot, field.spot[i]
        met = fsum(field.sp[j] for j in foes if far[here - spot[j]] <= RATES.feared)
        if met <= RATES.bears * field.sp[i]:
            return field.cell[i]
        body, home = self._bodies[i], self._homes[self._ours[i]]
        trail = self._trail(body.gait, home, body.pace // 2, field.cell[i])
        return trail[-1][0] if trail else field.cell[i]

    def _advanced(self, field: _Field, i: int, mission: Mission, foes: Sequence[int]) -> int:
        """Where a body is that goes for a goal as far as the enemy lets it."""
        far, sp, spot, here = self._far, field.sp, field.spot, field.spot[i]
        body, start, heed = self._bodies[i], field.cell[i], HEED * sp[i]
        trail = self._trail(body.gait, mission.cell, body.pace, start)
        reach = max(RATES.contact, len(trail) + 1)
        strong = [f for j in foes if far[here - (f := spot[j])] <= reach and sp[j] > heed]
        if strong and min(far[here - foe] for foe in strong) <= RATES.contact:
            if mission.kind is ATTACK:
                return start
            trail = self._trail(body.gait, mission.cell, body.pace // 2, start)
        if strong:
            for cell, there in trail:
                if any(far[there - foe] <= 1 for foe in strong):
                    return cell
        return trail[-1][0] if trail else start

    def _trail(self, gait: Gait, goal: int, pace: int, start: int) -> Sequence[tuple[int, int]]:
        """The cells that a body enters on its way to a goal for some half MP, with their spots."""
        key = gait, goal, pace, start
        found = self._trails.get(key)
        if found is None:
            found = self._trails[key] = self._walked(*key)
        return found

    def _walked(self, gait: Gait, goal: int, pace: int, start: int) -> Sequence[tuple[int, int]]:
        cost, onward = self._way(gait, goal)
        if start not in cost:
            return ()
        cell, least, entered = start, cost[start] - pace, list[tuple[int, int]]()
        while (cell := onward.get(cell, -1)) >= 0 and cost[cell] >= least:
            entered.append((cell, self._spots[cell]))
        return entered

    def _way(self, gait: Gait, goal: int) -> tuple[Mapping[int, int], Mapping[int, int]]:
        """What each cell costs to the goal, and the next cell on the way there."""
        found = self._ways.get((gait, goal))
        if found is None:
            state = self.known.state
            hex_ = state.battle.battlefield.grid.hexes[goal]
            whole = search_back(state, gait, (hex_,)).whole()
            found = self._ways[gait, goal] = whole.cost, whole.entered_from
        return found

    def hours(self, body: Body, goal: int) -> float:
        """The hours that a body marches to a cell; many where no way leads there."""
        return self._way(body.gait, goal)[0].get(body.cell, 2000) / max(1, body.pace)

    # -- the ground that is fought over

    def _approach(self, i: int, start: int, target: int) -> float:
        """What a body's strength counts that falls upon a cell, 0 where it cannot come at it.

        Cover takes fire away, and so does a bridge that leads there; over a ford, a broken bridge
        or a river nobody assaults (N3.7, N5.71).
        """
        key = i, start, target
        found = self._approaches.get(key)
        if found is None:
            body, fronts = self._bodies[i], self._front(target)
            near = self._bearing(body.gait, start, body.pace)
            found = max((share for cell, share in fronts.items() if cell in near), default=0.0)
            self._approaches[key] = found
        return found

    def _front(self, target: int) -> Mapping[int, float]:
        """The cells from which a cell can be assaulted, and what strength counts from each."""
        found = self._fronts.get(target)
        if found is None:
            state, outlook, grid = self.known.state, self.known.outlook, self._grid
            hex_, field = grid.hexes[target], state.battle.battlefield
            bridge = -numbers_of(state.battle).assault.bridge / 100
            cover = max(0.0, outlook.shelter(hex_))
            found = {}
            for near in contact_hexes(state, hex_):
                met = crossing(field, state.spans, near, hex_)
                less = max(cover, bridge) if met in BRIDGES else cover
                found[grid.index[near]] = 1.0 - RATES.cover * min(1.0, less)
            self._fronts[target] = found
        return found

    def _bearing(self, gait: Gait, start: int, pace: int) -> Mapping[int, int]:
        """Where a body can be within the hour."""
        key = gait, start, pace
        found = self._bearings.get(key)
        if found is None:
            found = self._bearings[key] = reach(steps_of(self.known.state, gait), start, pace).cost
        return found

    # -- the fight

    def _fight(self, field: _Field, missions: Mapping[int, Mission]) -> None:
        against = self._met(field, missions)
        toll: dict[int, float] = {}
        for target, attackers in against.items():
            odds = self._odds(field, missions, target, attackers)
            if not self._ours[target]:
                odds /= self.temper.margin
            worn = RATES.worn * odds / (odds + RATES.half)
            toll[target] = toll.get(target, 0.0) + field.sp[target] * worn
            spent = min(RATES.most_spent, RATES.spent + RATES.spent_more / max(0.1, odds))
            for i in attackers:
                toll[i] = toll.get(i, 0.0) + field.sp[i] * spent
            if odds >= RATES.driven:
                self._drive(field, target)
        for i, lost in toll.items():
            field.sp[i] -= lost
            field.lost[self._bodies[i].host] += lost

    def _met(self, field: _Field, missions: Mapping[int, Mission]) -> Mapping[int, list[int]]:
        """Who is attacked, and by whom: the attackers fall on the nearest."""
        far, spot, foes = self._far, field.spot, self._foes(missions)
        against: dict[int, list[int]] = {}
        for i, mission in missions.items():
            if mission.kind is ATTACK:
                here = spot[i]
                close = [
                    (away, j)
                    for j in foes[self._ours[i]]
                    if (away := far[here - spot[j]]) <= RATES.contact
                    and self._approach(i, field.cell[i], field.cell[j])
                ]
                if close:
                    against.setdefault(min(close)[1], []).append(i)
        return against

    def _odds(
        self,
        field: _Field,
        missions: Mapping[int, Mission],
        target: int,
        attackers: Sequence[int],
    ) -> float:
        far, spot, here = self._far, field.spot, field.spot[target]
        cell = field.cell
        attack = fsum(
            self._weight(field, i) * self._approach(i, cell[i], cell[target]) for i in attackers
        )
        friends = [
            RATES.aid * self._weight(field, k)
            for k in self._foes(missions)[not self._ours[target]]
            if k != target and far[here - spot[k]] <= RATES.contact
        ]
        stand = fsum((self._weight(field, target), *friends))
        return attack / max(0.5, stand)

    def _weight(self, field: _Field, i: int) -> float:
        host = self._bodies[i].host
        card = self._hosts[host]
        is_broken = card.is_broken or field.lost[host] >= card.level
        return field.sp[i] * (RATES.broken if is_broken else 1.0)

    def _drive(self, field: _Field, target: int) -> None:
        """Who is beaten goes back towards home."""
        body, home = self._bodies[target], self._homes[self._ours[target]]
        trail = self._trail(body.gait, home, body.pace // 2, field.cell[target])
        if trail:
            field.cell[target], field.spot[target] = trail[-1]

    # -- the ground

    def _take(self, field: _Field, here: Sequence[int]) -> None:
        """Hexes with VP pass to whoever is there, by degrees where both are."""
        there: dict[int, list[float]] = {}
        for i in here:
            for index in self._beside.get(field.cell[i], ()):
                there.setdefault(index, [0.0, 0.0])[self._ours[i]] += field.sp[i]
        for index, (his, mine) in there.items():
            if mine and mine >= his:
                field.hold[index] += (1.0 - field.hold[index]) * self._chance(mine, his)
            elif his:
                field.hold[index] -= field.hold[index] * self._chance(his, mine)

    def _chance(self, strong: float, weak: float) -> float:
        """The chance that the stronger has a hex in an hour; sure where nobody opposes him."""
        if weak < 1.0:
            return 1.0
        return max(0.0, min(0.9, RATES.seize * (strong / weak - 1.0)))

    # -- the score

    def score(self, field: _Field) -> tuple[float, float, float]:
        """VP of hexes, of spirits and of losses; ours less his, weighed by our temper."""
        temper = self.temper
        pairs = tuple(zip(self._places, field.hold, strict=True))
        won = fsum(
            p.to_us * h * (1.0 if p.is_ours else temper.attack) - p.to_him * (1.0 - h)
            for p, h in pairs
        )
        spirits: list[float] = []
        losses: list[float] = []
        for host, lost in zip(self._hosts, field.lost, strict=True):
            sign = -temper.losses if host.is_ours else 1.0
            chance = 1.0 if host.is_broken else _breaks(lost / host.level)
            spirits.append(sign * host.price * chance)
            losses.append(sign * lost / self._each)
        return won, fsum(spirits), fsum(losses)


HORIZON = 12
"""Hours that are looked ahead at most."""


def _breaks(share: float) -> float:
    """The chance that a formation breaks, by what it is expected to lose of what it can bear."""
    part = min(1.0, max(0.0, (share - 0.3) / 1.2))
    return part * part * (3.0 - 2.0 * part)


@lru_cache(maxsize=8)
def _spots(grid: Grid) -> tuple[Sequence[int], Sequence[int]]:
    """A number for each cell, and how far two cells are apart by the difference of theirs.

    A difference below zero counts from the end of the list.
    """
    cubes = [grid.cube(hex_) for hex_ in grid.hexes]
    wide = 1 + max(q for q, _ in cubes) - min(q for q, _ in cubes)
    high = 1 + max(r for _, r in cubes) - min(r for _, r in cubes)
    line = 2 * high
    far = [0] * (2 * line * wide)
    for q in range(1 - wide, wide):
        for r in range(1 - high, high):
            far[q * line + r] = (abs(q) + abs(r) + abs(q + r)) // 2
    return [q * line + r for q, r in cubes], far
