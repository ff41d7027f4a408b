"""March by its order: the whole Movement Segment of those who act, proposed at once (N5, N12).

Units are taken in the order in which they do not get in one another's way. Each goes to the hex
that is worth most among those where the law lets it end (N27.4), by the words of its order: along
the road to the objective, up to the enemy with mass, to its post, or away. The next is weighed on
the table as it will then be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hexwar.engine import Refusal
from hexwar.ground.movement import Movers, movers, path_to
from hexwar.ground.stacking import has_room
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.nlc.numbers import OrderRow, numbers_of
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.player.values import QUIET, Aim, Place, aim_of, worth
from hexwar.systems.nlc.proposals.counsel import counsel, has_hole
from hexwar.systems.nlc.proposals.plan import (
    Move,
    Plan,
    Rest,
    carry_out,
    foes_of,
    march_of,
    refusal_of,
)
from hexwar.systems.nlc.rules.arrivals.arrivals import entry_hexes
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.movement.routes import (
    ChoosePath,
    Group,
    Route,
    choices,
    last_choices,
    riders,
)
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, due_units_of
from hexwar.systems.nlc.rules.orders.courses import Courses, End, way_back
from hexwar.systems.nlc.rules.orders.goals import FAR, objective_of, remaining, search_back
from hexwar.systems.nlc.rules.orders.permissions import step_of, unit_row
from hexwar.systems.nlc.rules.turn.activation import active, units_of_body
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side, UnitId

GAIN = 0.5
"""Points by which a march must be better than to stay."""

CALM = 1.5
"""The same for those whose order is to keep their ground."""

HARASSED = 10
"""Hexes from the enemy within which guns do not go ahead of the others on a march."""

COLUMN = 0.01
"""Points lost by road movement where a unit comes to the same hex without it."""

CHEAP = 0.0005
"""Points lost for each half MP: of two hexes that are worth the same the nearer one."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the march is for, where the orders in force shall not tell it."""

    goal: tuple[Hex, ...] = ()  # hexes to make for
    posture: OrderRow | None = None  # the type of order by which places are weighed


NO_WISH = Wish()


def propose_march(
    view: GameState,
    asked: ActivateUnit,
    wish: Wish = NO_WISH,
    *,
    kept: Iterable[Move] = (),
    only: Collection[UnitId] | None = None,
) -> Plan:
    """Propose the moves of all who may move or enter now.

    Args:
        view: The table as their side sees it.
        asked: The question that the first move answers.
        wish: What they march for; by default their orders in force.
        kept: Moves that are made first, as long as the law allows them.
        only: Who else is to move; everybody if None.

    Returns:
        Moves that the law accepts one after another, if nothing comes in their way.
    """
    draft = _Draft(view, asked, wish)
    spoiled = [unit for move in kept if not draft.keep(move) for unit in move.units]
    draft.only = None if only is None else {*only, *spoiled}
    for _ in draft.steps():
        pass
    return Plan(asked, tuple(draft.moves), draft.rests())


def has_marchers(view: GameState, asked: ActivateUnit) -> bool:
    """Whether `propose_march` has a move; the first that is found tells it."""
    draft = _Draft(view, asked, NO_WISH)
    return any(draft.moves for _ in draft.steps())


# -- a proposal in the making


@dataclass
class _Draft:
    """The moves found so far, and the table as they leave it."""

    view: GameState
    asked: ActivateUnit
    wish: Wish
    moves: list[Move] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = self.view.copy()
        self.side = Side(self.asked.side)
        self.only: Collection[UnitId] | None = None  # who is to move; everybody if None
        self._why: dict[UnitId, str] = {}
        self._has_gone: set[UnitId] = set()
        self._outlook: Outlook | None = None

    # -- who

    def able(self) -> list[UnitId]:
        """Who may still move or enter, in the order in which they do not bar each other's way."""
        units = (*units_of_body(self.state, self.asked.formation), *self._due())
        able = [u for u in dict.fromkeys(units) if self._may_go(u)]
        places = {unit: self._place_in_line(unit) for unit in able}
        return sorted(able, key=places.__getitem__)

    def has_begun(self, unit: UnitId) -> bool:
        """Whether a unit has worked and not yet moved: it goes on first or not at all (N4.52)."""
        return self.state.units[unit].spent > 0

    def _due(self) -> tuple[UnitId, ...]:
        return due_units_of(self.state, self.asked.formation)

    def _may_go(self, unit: UnitId) -> bool:
        if unit in self._has_gone or self.state.units[unit].moved:
            return False
        if self.only is not None and unit not in self.only:
            return False
        refusal = self.asked.refusal(self.state, (unit,))
        is_here = self.state.units[unit].hex is not None or unit in self._due()
        if refusal is not None and is_here and not self.state.card(unit).arm.is_train:
            self._why[unit] = _reason(refusal)
        return refusal is None

    def _place_in_line(self, unit: UnitId) -> tuple[Any, ...]:
        """Who is on the map before who enters, who is nearer to the goal before who is behind.

        Near the enemy the guns come last: they want company. Of those who hold their ground the
        rear comes first: it steps into the holes of the line.
        """
        state, record = self.state, self.state.units[unit]
        if record.hex is None:
            return (1, 0, 0, self._due().index(unit))
        aim = self._aim(movers(state, (unit,)))
        cell = state.battle.battlefield.grid.index[record.hex]
        is_near = self._looks().enemy_distance(record.hex) <= HARASSED
        waits = state.card(unit).arm.is_artillery and (is_near or not aim.order.marches)
        if aim.order.keeps_ground and not aim.order.rests:
            return (0, waits, -self._looks().enemy_distance(record.hex), -state.sp(unit), unit)
        return (0, waits, aim.left.get(cell, FAR), -state.sp(unit), unit)

    # -- what is kept

    def keep(self, move: Move) -> bool:
        """Make a move of an earlier proposal, if it is still legal and there is room."""
        if any(self.state.units[u].moved for u in move.units):
            return True
        if refusal_of(self.state, self.asked, move) is not None:
            return False
        if not self._is_room(move.end, move.units):
            return False
        self._make(move)
        return True

    def _make(self, move: Move) -> None:
        self.moves.append(replace(move, foes=foes_of(self.state, move)))
        carry_out(self.state, move)
        self._has_gone.update(move.units)
        self._outlook = None

    def _is_room(self, hex_: Hex, units: Group) -> bool:
        return has_room(self.state, hex_, self.side, units)

    # -- where to

    def steps(self) -> Iterator[None]:
        """Find all moves, one step after another; those who have begun come first."""
        able = self.able()
        begun = [unit for unit in able if self.has_begun(unit)]
        for units in (begun, [unit for unit in able if unit not in begun]):
            for unit in units:
                self.propose(unit)
                yield
            self.pay_duties(units)
            yield

    def propose(self, unit: UnitId) -> None:
        """Find where a unit goes, and who of its hex goes there with it."""
        if unit in self._has_gone or not self._may_go(unit):
            return
        best: tuple[float, Move] | None = None
        for entry in self._entries(unit):
            courses = choices(self.state, (unit,), entry)
            found = self._best(courses, entry, is_free=courses.can_stay)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
        if best is not None:
            self._make(self._together(best[1]))

    def pay_duties(self, units: Iterable[UnitId]) -> None:
        """Move those who would stay though their order owes what they can do (N27.4)."""
        for unit in units:
            if self.state.units[unit].hex is None or not self._may_go(unit):
                continue
            courses = last_choices(self.state, unit)
            if courses.owed is not None:
                found = self._best(courses, None, is_free=False)
                if found is not None:
                    self._make(found[1])

    def _entries(self, unit: UnitId) -> Sequence[Hex | None]:
        return (None,) if self.state.units[unit].hex is not None else entry_hexes(self.state, unit)

    def _best(
        self, courses: Courses, entry: Hex | None, *, is_free: bool
    ) -> tuple[float, Move] | None:
        """The best end of some courses with its move; None where it is better to stay.

        Ends without room are for those only who cannot stay and have no other.
        """
        state, group = self.state, courses.group
        aim, unit = self._aim(group), group.units[0]
        if is_free and entry is None and self._is_content(aim, group):
            self._why[unit] = say("at its post")
            return None
        ends = courses.legal_ends
        roomy = [end for end in ends if self._is_room(end.hex, group.units)]
        if is_free and self._is_astray(group):
            roomy = [end for end in roomy if self._leads_back(group, end.hex)]
            if not roomy:
                self._why[unit] = say("no way back to its commander")
                return None
        if not roomy and (is_free or entry is not None):
            self._why[unit] = say("no room where it would go")
            return None
        index = state.battle.battlefield.grid.index
        known: dict[Place, float] = {}

        def points(end: End) -> float:
            place = Place(end.hex, end.column)
            if place not in known:
                known[place] = worth(aim, place) + counsel(aim, place)
            return known[place] - COLUMN * end.column - CHEAP * end.found.cost[index[end.hex]]

        ranked = sorted(((points(end), at) for at, end in enumerate(roomy or ends)), reverse=True)
        if is_free and entry is None:
            least = CALM if aim.order.keeps_ground else GAIN
            stay = Place(group.start)
            here = worth(aim, stay) + counsel(aim, stay) + least
            ranked = [pair for pair in ranked if pair[0] > here]
            if not ranked:
                self._why[unit] = say("no better hex in reach")
        for value, at in ranked:
            if (move := self._legal(group, (roomy or ends)[at], entry)) is not None:
                return value, move
        return None

    def _legal(self, group: Movers, end: End, entry: Hex | None) -> Move | None:
        """The move to an end, with the commander if he may go along."""
        path = path_to(self.state, end.found, end.hex)
        rides = entry is None and len(path) > 1 and self._is_led(group)
        along = self._commander(group) if rides else ()
        asked = ChoosePath(self.side, group.units, entry)
        for leaders in dict.fromkeys((along, ())):
            route = Route(path, end.column, leaders)
            if asked.refusal(self.state, route) is None:
                return march_of(self.state, group.units, route, entry)
        return None

    def _is_led(self, group: Movers) -> bool:
        """Whether the commander goes with them: onward; else he follows when all have gone."""
        row = unit_row(self.state, group.units[0])
        return (row.marches or row.engages) and not self._is_astray(group)

    def _commander(self, group: Movers) -> tuple[LeaderId, ...]:
        """The formation's own commander, when he rides with these: the strongest of his hex."""
        state = self.state
        own = [
            x for x in riders(state, group.units) if x in state.formation_of(group.units[0]).leaders
        ]
        if not own:
            return ()
        here = [u for u in state.units_in(group.start, self.side) if self._could_lead(u, group)]
        first = max(here, key=lambda u: (not state.card(u).arm.is_artillery, state.sp(u), u))
        return tuple(own) if first in group.units else ()

    def _could_lead(self, unit: UnitId, group: Movers) -> bool:
        state = self.state
        is_own = state.formation_of(unit).id == state.formation_of(group.units[0]).id
        return unit in group.units or (
            is_own and not state.units[unit].moved and not state.card(unit).arm.is_train
        )

    # -- together

    def _together(self, move: Move) -> Move:
        """The same move for as many of the hex as can make it with the unit, never in column."""
        if move.column or move.enters:
            return move
        unit, state = move.units[0], self.state
        guns, line = state.card(unit).arm.is_artillery, state.line_id_of(unit)
        mates = [
            u
            for u in state.units_in(move.path[0], self.side)
            if u != unit
            and state.line_id_of(u) == line
            and state.card(u).arm.is_artillery == guns
            and state.card(u).arm.is_cavalry == state.card(unit).arm.is_cavalry
            and self._may_go(u)
        ]
        group = move.units
        for mate in mates:
            wider = (*group, mate)
            if self._can_go(wider, move):
                group = wider
        if len(group) == 1:
            return move
        end = next(
            e for e in choices(state, group).legal_ends if e.hex == move.end and not e.column
        )
        return self._legal(movers(state, group), end, None) or move

    def _can_go(self, units: Group, move: Move) -> bool:
        if not self._is_room(move.end, units) or self.asked.refusal(self.state, units) is not None:
            return False
        ends = choices(self.state, units).legal_ends
        return any(end.hex == move.end and not end.column for end in ends)

    # -- what they are about

    def _aim(self, group: Movers) -> Aim:
        """What units are about: their order or the wish, and the way that is left."""
        state, wish = self.state, self.wish
        aim = replace(aim_of(state, group), outlook=self._looks())
        if wish.goal:
            left = remaining(state, group.gait, wish.goal)
            aim = replace(aim, goal=wish.goal, left=left)
        elif self._is_astray(group):
            back = way_back(state, group.units[0])
            centre = centre_of(state, state.line_id_of(group.units[0]))
            assert centre is not None
            return replace(
                aim, goal=(centre,), left=back, order=replace(aim.order, keeps_ground=False)
            )
        elif aim.goal and aim.order.marches:
            aim = replace(aim, left=_way_left(state, group, aim.goal))
        return aim if wish.posture is None else replace(aim, order=wish.posture)

    def _is_astray(self, group: Movers) -> bool:
        """Whether they are out of command, and owe nothing but to come back (N14.4)."""
        unit = group.units[0]
        if group.entering or unit not in active(self.state).out_of_command:
            return False
        return centre_of(self.state, self.state.line_id_of(unit)) is not None

    def _leads_back(self, group: Movers, hex_: Hex) -> bool:
        """Whether those out of command come nearer to their commander, or go round no enemy."""
        centre = centre_of(self.state, self.state.line_id_of(group.units[0]))
        looks = self._looks()
        if centre is None or looks.enemy_distance(group.start) > QUIET:
            return True
        return looks.distance(hex_, centre) < looks.distance(group.start, centre)

    def _looks(self) -> Outlook:
        if self._outlook is None:
            self._outlook = Outlook(self.state, self.side)
        return self._outlook

    def _is_content(self, aim: Aim, group: Movers) -> bool:
        """Whether units stand where an order wants them that keeps its ground, in peace."""
        row = aim.order
        if not row.keeps_ground or row.engages:
            return False
        place = objective_of(self.state, step_of(self.state, group.units[0]))
        outlook, limit = aim.outlook, numbers_of(self.state.battle).duty.defend_radius
        if place is None or outlook.distance(group.start, place) > limit:
            return False
        is_quiet = outlook.enemy_distance(group.start) > QUIET
        return is_quiet and not has_hole(aim, group.start)

    # -- who stays

    def rests(self) -> tuple[Rest, ...]:
        """Who of those who could act is left where he is, by the reason."""
        by_why: dict[str, list[UnitId]] = {}
        for unit in (*units_of_body(self.view, self.asked.formation), *self._due()):
            if unit in self._has_gone or self.view.units[unit].moved or unit not in self._why:
                continue
            by_why.setdefault(self._why[unit], []).append(unit)
        return tuple(Rest(tuple(dict.fromkeys(units)), why) for why, units in by_why.items())


def _way_left(state: GameState, group: Movers, goal: tuple[Hex, ...]) -> Mapping[int, int]:
    """What is left of the way from each cell, beyond the via point that is made for.

    By road movement where a road leads there.
    """
    step, here = step_of(state, group.units[0]), _by_road(state, group, goal)
    if len(goal) > 1 or goal[0] not in step.route:
        return here
    grid, radius = state.battle.battlefield.grid, numbers_of(state.battle).duty.goal_radius
    end = objective_of(state, step)
    later = step.route[step.route.index(goal[0]) + 1 :] or (() if end is None else (end,))
    if not later:
        return here
    beyond = _by_road(state, group, later[:1])
    leg = beyond.get(grid.index[goal[0]], FAR)
    left = {cell: cost + leg for cell, cost in here.items()}
    for hex_ in grid.hexes:
        cell = grid.index[hex_]
        has_passed = grid.distance(hex_, goal[0]) <= radius or (
            here.get(cell, FAR) + beyond.get(cell, FAR) <= leg + 2 * 2 * radius
        )
        if has_passed and cell in beyond:
            left[cell] = min(beyond[cell], left.get(cell, FAR))
    return left


def _by_road(state: GameState, group: Movers, goal: tuple[Hex, ...]) -> Mapping[int, int]:
    """What is left of the way to some hexes, by road movement where a road leads there."""
    left = dict(search_back(state, group.gait, goal).whole().cost)
    marching = search_back(state, group.gait, goal, marching=True).whole().cost
    for cell, cost in marching.items():
        left[cell] = min(cost, left.get(cell, cost))
    return left


def _reason(refusal: Refusal) -> str:
    """Why a unit cannot move at all, as the end of a sentence."""
    return refusal.sentence[:1].lower() + refusal.sentence[1:].rstrip(".")
