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

from hexwar.ground.costs import Gait
from hexwar.hexes import Grid
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.orders.goals import search_back
from hexwar.systems.nlc.staff.appreciation import Appreciation, Body, Course, Kind, Mission
from hexwar.systems.nlc.staff.characters import Temper
from hexwar.table.battle import TurnKind


@dataclass(frozen=True, slots=True)
class Rates:
    """What happens in an hour, measured over games between computer players."""

    worn: float = 0.2  # of the strength that is attacked, at overwhelming odds
    half: float = 1.2  # the odds at which it is half of that
    spent: float = 0.008  # of the strength that attacks, at any odds
    spent_more: float = 0.008  # and more, over the odds
    most_spent: float = 0.04
    aid: float = 0.6  # what a neighbour's strength counts for in defence
    driven: float = 1.7  # the odds from which defenders give way
    broken: float = 0.7  # what demoralized troops count for
    seize: float = 0.25  # the chance to take a hex in an hour at odds of two to one
    contact: int = 2  # hexes
    sight: int = 9  # hexes beyond which nobody is met in an hour


RATES = Rates()


@dataclass(slots=True)
class _Field:
    """How the bodies stand in the hour that is played."""

    sp: list[float]
    cell: list[int]
    lost: list[float]  # by host
    hold: list[float]  # by place: the chance that it is ours


class Model:
    """The bodies and places of an appreciation, ready to be played."""

    def __init__(self, known: Appreciation, temper: Temper) -> None:
        self.known, self.temper = known, temper
        self.plays = 0  # how many have been played
        state = known.state
        grid = state.battle.battlefield.grid
        self._q, self._r = _cubes(grid)
        self._turns = state.battle.turns[max(0, state.turn - 1) :][:HORIZON]
        self._bodies, self._hosts, self._places = known.bodies, known.hosts, known.places
        self._ours = [self._hosts[body.host].is_ours for body in self._bodies]
        self._homes = {ours: self._home(ours) for ours in (True, False)}
        self._shelter = {place.cell: place.shelter for place in self._places}
        self._ways: dict[tuple[Gait, int], tuple[Mapping[int, int], Mapping[int, int]]] = {}
        self._each = numbers_of(state.battle).victory.sp_per_vp

    def _home(self, ours: bool) -> int:
        """The source of a side where most of its troops fall back to, or any place of it."""
        outlook, cells = self.known.outlook, self.known.cells
        side = outlook.side if ours else outlook.enemy
        sources = self.known.state.battle.sources_on(self.known.state.turn)
        own = sorted(cells[h] for h, owner in sources.items() if owner == side)
        held = [place.cell for place in self._places if place.is_ours == ours]
        troops = [b.cell for b, mine in zip(self._bodies, self._ours, strict=True) if mine == ours]
        away = self._apart
        return min(own or held or troops, key=lambda c: (sum(away(c, t) for t in troops), c))

    def _apart(self, a: int, b: int) -> int:
        dq, dr = self._q[a] - self._q[b], self._r[a] - self._r[b]
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    # -- a play

    def value(self, courses: Sequence[Course]) -> float:
        """What a plan is worth, VP for us less those for him at the end, as our temper weighs it.

        Args:
            courses: What each host does, ours and his.
        """
        field = self.play(courses)
        return fsum(self.score(field))

    def play(self, courses: Sequence[Course]) -> _Field:
        """The bodies after the last hour."""
        self.plays += 1
        field = _Field(
            [body.sp for body in self._bodies],
            [body.cell for body in self._bodies],
            [host.lost for host in self._hosts],
            [1.0 if place.is_ours else 0.0 for place in self._places],
        )
        for turn in self._turns:
            here = [i for i, b in enumerate(self._bodies) if b.due <= turn.number]
            here = [i for i in here if field.sp[i] > 0.5]
            missions = {i: _mission(courses[self._bodies[i].host], turn.number) for i in here}
            self._march(field, missions)
            if turn.kind is not TurnKind.NIGHT_AM:
                self._fight(field, missions)
            self._take(field, missions)
        return field

    def _pairs(self, field: _Field, here: Sequence[int], reach: int) -> dict[int, list[int]]:
        """For each body the enemy bodies that are near it, the nearest first."""
        found: dict[int, list[tuple[int, int]]] = {i: [] for i in here}
        foes = [i for i in here if not self._ours[i]]
        q, r, cell = self._q, self._r, field.cell
        for i in here:
            if self._ours[i]:
                qi, ri = q[cell[i]], r[cell[i]]
                for j in foes:
                    dq, dr = qi - q[cell[j]], ri - r[cell[j]]
                    apart = (abs(dq) + abs(dr) + abs(dq + dr)) // 2
                    if apart <= reach:
                        found[i].append((apart, j))
                        found[j].append((apart, i))
        return {i: [j for _, j in sorted(near)] for i, near in found.items()}

    # -- the march

    def _march(self, field: _Field, missions: Mapping[int, Mission]) -> None:
        near = self._pairs(field, list(missions), RATES.sight)
        moved = {i: self._end(field, i, mission, near[i]) for i, mission in missions.items()}
        for i, cell in moved.items():
            field.cell[i] = cell

    def _end(self, field: _Field, i: int, mission: Mission, foes: Sequence[int]) -> int:
        """Where a body is an hour later."""
        body, start, goal = self._bodies[i], field.cell[i], mission.cell
        strong = [field.cell[j] for j in foes if field.sp[j] > 0.25 * field.sp[i]]
        least = self._apart(start, strong[0]) if strong else RATES.sight + 1
        if mission.kind is Kind.WAIT:
            return start
        if mission.kind is Kind.DELAY:
            met = fsum(field.sp[j] for j in foes if self._apart(start, field.cell[j]) <= 3)
            if met <= 1.2 * field.sp[i]:
                return start
            return self._step(body, start, self._homes[self._ours[i]], (), body.pace // 2)
        if start == goal or (mission.kind is Kind.ATTACK and least <= RATES.contact):
            return start
        is_held = least <= RATES.contact
        return self._step(body, start, goal, strong, body.pace // 2 if is_held else body.pace)

    def _step(self, body: Body, start: int, goal: int, foes: Sequence[int], pace: int) -> int:
        """Along the way to a goal for some half MP, as far as the enemy lets it."""
        cost, onward = self._way(body.gait, goal)
        if start not in cost:
            return start
        cell, least = start, cost[start] - pace
        while (after := onward.get(cell, -1)) >= 0 and cost[after] >= least:
            cell = after
            if foes and any(self._apart(cell, foe) <= 1 for foe in foes):
                break
        return cell

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

    # -- the fight

    def _fight(self, field: _Field, missions: Mapping[int, Mission]) -> None:
        near = self._pairs(field, list(missions), RATES.contact)
        against: dict[int, list[int]] = {}
        for i, mission in missions.items():
            if mission.kind is Kind.ATTACK and near[i]:
                against.setdefault(near[i][0], []).append(i)
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

    def _odds(
        self,
        field: _Field,
        missions: Mapping[int, Mission],
        target: int,
        attackers: Sequence[int],
    ) -> float:
        cell, ours = field.cell[target], self._ours[target]
        attack = fsum(self._weight(field, i) for i in attackers)
        friends = (
            RATES.aid * self._weight(field, k)
            for k in missions
            if k != target and self._ours[k] == ours and self._apart(cell, field.cell[k]) <= 2
        )
        stand = fsum((self._weight(field, target), *friends)) * self._shelter.get(cell, 1.0)
        return attack / max(0.5, stand)

    def _weight(self, field: _Field, i: int) -> float:
        host = self._bodies[i].host
        card = self._hosts[host]
        is_broken = card.is_broken or field.lost[host] >= card.level
        return field.sp[i] * (RATES.broken if is_broken else 1.0)

    def _drive(self, field: _Field, target: int) -> None:
        """Who is beaten goes back towards home."""
        body = self._bodies[target]
        home = self._homes[self._ours[target]]
        field.cell[target] = self._step(body, field.cell[target], home, (), body.pace // 2)

    # -- the ground

    def _take(self, field: _Field, missions: Mapping[int, Mission]) -> None:
        """Hexes with VP pass to whoever is there, by degrees where both are."""
        for index, place in enumerate(self._places):
            mine = his = 0.0
            for i in missions:
                if self._apart(field.cell[i], place.cell) <= 1:
                    if self._ours[i]:
                        mine += field.sp[i]
                    else:
                        his += field.sp[i]
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


def _mission(course: Course, turn: int) -> Mission:
    return course.then if turn >= course.at else course.now


def _breaks(share: float) -> float:
    """The chance that a formation breaks, by what it is expected to lose of what it can bear."""
    part = min(1.0, max(0.0, (share - 0.3) / 1.2))
    return part * part * (3.0 - 2.0 * part)


@lru_cache(maxsize=8)
def _cubes(grid: Grid) -> tuple[Sequence[int], Sequence[int]]:
    """The two cube coordinates of each cell."""
    pairs = [grid.cube(hex_) for hex_ in grid.hexes]
    return [q for q, _ in pairs], [r for _, r in pairs]
