"""The path of a move: what is offered, what is legal, and what it costs (N5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwar.engine import Refusal, refuse
from hexwar.engine.derived import kept_by
from hexwar.ground.movement import Drop, Movers, movers, path_refusal, path_to, quote
from hexwar.ground.zones import enemy_hexes, enemy_stance, enemy_zone, nearest_distance
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.command.headquarters import company_refusal
from hexwar.systems.nlc.rules.command.leaders import may_go_along
from hexwar.systems.nlc.rules.orders.courses import Courses, courses_of
from hexwar.systems.nlc.rules.orders.duties import is_at_place
from hexwar.systems.nlc.rules.orders.goals import area
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.turn.activation import had_contact
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Role, Side, UnitId
from hexwar.table.pieces import Activation
from hexwar.table.reports import PathQuote

Group = tuple[UnitId, ...]
"""Units of one hex that move together (N5.9)."""


@dataclass(frozen=True, slots=True)
class Route:
    """A move: the hexes walked, and how. No hexes at all means: stay (N5.4)."""

    hexes: tuple[Hex, ...] = ()  # from the start hex, or from the entry hex of an arrival
    column: bool = False  # by road movement
    leaders: tuple[LeaderId, ...] = ()  # who goes along
    drops: tuple[Drop, ...] = ()  # who stays behind on the way (N5.9)


@dataclass(frozen=True, slots=True)
class ChoosePath(Question[Route], rule="N5.4", continues=True):
    """N5.9: the path of the chosen units; any legal path, listed or not, is an answer."""

    units: Group
    entry: Hex | None = None  # where they enter the map

    def options(self, state: GameState) -> Sequence[Route]:
        """To stay; each end by its cheapest path, also by road movement and with leaders.

        Only what does the duty of the order as far as it can be done is listed (N27.4).
        """
        courses = choices(state, self.units, self.entry)
        along = companions(state, self.units)
        routes = [Route()] if courses.can_stay else []
        for end in courses.legal_ends:
            path = path_to(state, end.found, end.hex)
            if not end.column:
                routes.append(Route(path))
            if end.column or along:
                routes.append(Route(path, end.column, along))
        return routes

    def refusal(self, state: GameState, answer: Route) -> Refusal | None:
        """The law of movement (N5, N6), and the duty of the order (N27.4)."""
        if not answer.hexes and answer != Route():
            return refuse("N5.4", "Who stays does not march and takes nobody along.")
        refusal = self._move_refusal(state, answer) if answer.hexes else None
        return refusal or choices(state, self.units, self.entry).refusal(answer)

    def _move_refusal(self, state: GameState, answer: Route) -> Refusal | None:
        entering, refusal = self.entry is not None, None
        if answer.column:
            refusal = column_refusal(state, self.units, entering=entering)
        refusal = refusal or self._leaders_refusal(state, answer)
        if refusal is not None:
            return refusal
        group, order = self.group(state), permissions(state, self.units[0])
        path, column, drops = answer.hexes, answer.column, answer.drops
        return path_refusal(state, group, order, path, column=column, drops=drops)

    def _leaders_refusal(self, state: GameState, answer: Route) -> Refusal | None:
        eligible = riders(state, self.units)
        if len(set(answer.leaders)) != len(answer.leaders):
            return refuse("N14.51", "A leader rides once.")
        for leader in answer.leaders:
            if leader not in eligible:
                return refuse("N5.9", "Only leaders who start in the hex may go along.")
            card = state.battle.leaders[leader]
            zone = enemy_zone(state, card.side) if card.role is Role.HQ else frozenset()
            if not zone.isdisjoint(answer.hexes[1:]):
                return refuse("N14.51", "The HQ may not enter an enemy zone of control.")
            if (sent := company_refusal(state, leader, answer.hexes)) is not None:
                return sent
        return None

    def is_forced(self, state: GameState, options: Sequence[Route]) -> bool:  # noqa: ARG002
        """Never: where nothing but staying is listed, a full hex may still be entered (N6.2)."""
        return False

    def group(self, state: GameState) -> Movers:
        """The units as a group that moves."""
        return movers(state, self.units, self.entry)

    def kind(self, answer: Route) -> str:
        """`stay`, `march` (road movement) or `move`."""
        return ("march" if answer.column else "move") if answer.hexes else "stay"

    def sentence(self, view: GameState) -> str:
        """Who goes, or enters and goes on."""
        onward = mark("{who} must choose how far {units} moves on from {entry}.")
        start = mark("{who} must choose where {units} will go, or that nobody moves.")
        return self.told(view, start if self.entry is None else onward)


def choices(state: GameState, units: Group, entry: Hex | None = None) -> Courses:
    """The moves that units have, and which of them do their duty (N27.4)."""
    key = f"choices:{units}:{entry}"
    known: tuple[Activation | None, Courses] | None = state.cache.get(key)
    if known is not None and known[0] is state.activation:
        return known[1]
    may_march = _may_march(state, units, entering=entry is not None)
    courses = courses_of(state, movers(state, units, entry), may_march=may_march)
    state.cache[key] = state.activation, courses
    return courses


def last_choices(state: GameState, unit: UnitId) -> Courses:
    """The moves of a unit that has not moved when the others are through (N27.4)."""
    may_march = _may_march(state, (unit,), entering=False)
    return courses_of(state, movers(state, (unit,)), may_march=may_march, for_all=True)


def quote_route(
    state: GameState, units: Group, entry: Hex | None, route: Route
) -> PathQuote | Refusal:
    """What a route costs, hex by hex: the preview and the move are one computation."""
    group = movers(state, units, entry)
    return quote(state, group, route.hexes, column=route.column, drops=route.drops)


def column_refusal(state: GameState, units: Group, *, entering: bool) -> Refusal | None:
    """Why units may not use road movement, or None (N5.3, N5.31, N5.34)."""
    if len(units) != 1:
        return refuse("N5.31", "Road movement is for one unit at a time.")
    if state.card(units[0]).is_vedette:
        return refuse("N20.31", "Vedettes pay the cost of roads without road movement.")
    hex_, side = state.units[units[0]].hex, state.side_of(units[0])
    if hex_ is None or _may_march(state, units, entering=entering):
        return None
    nearest = nearest_distance(state, hex_, enemy_hexes(state, side))
    words = mark(
        "The formation is in contact and an enemy is {nearest} hexes away: no road movement."
    )
    return refuse("N5.34", words, nearest=nearest)


def _may_march(state: GameState, units: Group, *, entering: bool) -> bool:
    """Whether units may use road movement."""
    if len(units) != 1 or state.card(units[0]).is_vedette:
        return False
    hex_, side = state.units[units[0]].hex, state.side_of(units[0])
    is_free = entering or hex_ is None or not _is_enemy_near(state, side, hex_)
    return is_free or _has_road_order(state, units[0])


def _is_enemy_near(state: GameState, side: Side, hex_: Hex) -> bool:
    """Whether an enemy is too near to a hex for road movement without an order for it (N5.34)."""
    return bool(_no_roads(state, side) >> state.battle.battlefield.grid.index[hex_] & 1)


@kept_by(enemy_stance)
def _no_roads(state: GameState, side: Side) -> int:
    far = numbers_of(state.battle).movement.free_road_distance
    return area(state.battle.battlefield.grid, enemy_hexes(state, side), far - 1)


def _has_road_order(state: GameState, unit: UnitId) -> bool:
    """Whether a unit's order lets it use road movement wherever the enemy is (N5.3, N5.34)."""
    order = permissions(state, unit)
    if order.road == "to its place":
        return not is_at_place(state, unit, order.step)
    if order.road != "before contact":
        return order.road != "no"
    return state.activation is not None and not had_contact(state, state.formation_of(unit).id)


def riders(state: GameState, units: Group) -> tuple[LeaderId, ...]:
    """Leaders in the units' hex who may go along with them (N5.9)."""
    if (hex_ := state.units[units[0]].hex) is None or state.card(units[0]).is_vedette:
        return ()
    formation = state.formation_of(units[0]).id
    here = state.leaders_in(hex_, state.side_of(units[0]))
    return tuple(x for x in here if may_go_along(state, x, formation))


def companions(state: GameState, units: Group) -> tuple[LeaderId, ...]:
    """The leaders that the listed answers take along: the formation's own commander."""
    own = state.formation_of(units[0]).leaders
    return tuple(x for x in riders(state, units) if x in own)
