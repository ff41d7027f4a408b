"""Who acts, who moves next, and where to (N4, N5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from typing import Any

from hexwar.ground.movement import Movers, movers
from hexwar.hexes import Hex
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.player.values import QUIET, Place, aim_of, goal_of_units, worth
from hexwar.systems.nlc.rules.arrivals.departures import ExitMap
from hexwar.systems.nlc.rules.combat.square import RemoveSquare
from hexwar.systems.nlc.rules.losses.retreat import DisplaceFriend
from hexwar.systems.nlc.rules.movement.exhaustion import DeclareForcedMarch
from hexwar.systems.nlc.rules.movement.hidden_movement import (
    LiftFormation,
    RevealHidden,
    lifted_pieces,
    pieces_of_line,
    places_of,
)
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, ChooseEntryHex, Turn
from hexwar.systems.nlc.rules.movement.stacks import ChooseOverstackCure, Displacement
from hexwar.systems.nlc.rules.orders.goals import FAR, objective_of, search_back
from hexwar.systems.nlc.rules.orders.permissions import row_of, step_of, unit_row
from hexwar.systems.nlc.rules.turn.actions import (
    ChooseCoordinatedFormations,
    ChooseInitialFormation,
)
from hexwar.systems.nlc.rules.turn.runs import ChooseChit
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import coordinated_side
from hexwar.table.forces import FormationId, UnitId

RESTLESS = 0.5
"""Points by which a move must be better than to stay."""

WAITING = 4.0
"""Points lost by units that could come onto the map and do not."""

UNNOTICED = 8
"""Hexes from the enemy from which on troops go out of his sight: a die seldom tells of them."""

IN_THE_WAY = 4
"""Hexes from the enemy within which hidden troops show themselves, so that they may go on."""

NEAR = 3
"""Hexes from the enemy within which a unit is at grips with him."""


# -- who acts


def initial_formation(
    question: Question[ChooseInitialFormation, FormationId | None],
) -> FormationId | None:
    """The formation that has most to do at once; nobody where none has anything to do."""
    outlook = question.outlook
    busy = [(urgency(outlook, f), f) for f in question.options if f is not None]
    best = max(busy, default=None)
    return best[1] if best is not None and best[0] > 0 else question.default


def next_chit(question: Question[ChooseChit, FormationId]) -> FormationId:
    """Several formations together before any of them alone; then who has most to do."""
    outlook = question.outlook
    together = next((chit for chit in question.options if coordinated_side(chit)), None)
    return together or max(question.options, key=lambda chit: urgency(outlook, chit))


def coordinated_formations(
    question: Question[ChooseCoordinatedFormations, tuple[FormationId, ...] | None],
) -> tuple[FormationId, ...] | None:
    """The body that has most to do; formations near the same enemy assault together."""
    bodies = [body for body in question.options if body]
    points = {f: urgency(question.outlook, f) + 0.1 for body in bodies for f in body}
    worth = {body: fsum(points[f] for f in body) for body in bodies}
    return max(bodies, key=lambda body: worth[body], default=question.default)


def urgency(outlook: Outlook, formation: FormationId) -> float:
    """The SP of a formation that are at grips with the enemy, those with leave to attack more."""
    state, found = outlook.state, 0.0
    for unit in state.units_of(formation):
        hex_ = state.units[unit].hex
        if hex_ is None or not state.card(unit).is_combat_unit:
            continue
        if outlook.enemy_distance(hex_) <= NEAR:
            found += outlook.strength(unit) * (2 if unit_row(state, unit).engages else 1)
    return found


def forced_march(question: Question[DeclareForcedMarch, bool]) -> bool:
    """Never: tired troops cost more than an hour."""
    return question.default


def lift(question: Question[LiftFormation, bool]) -> bool:
    """Go out of sight far from the enemy: a march in the rear is nobody's business."""
    pieces = pieces_of_line(question.state, question.asked.line)
    return True in question.options and _nearest(question.outlook, pieces) >= UNNOTICED


def reveal(question: Question[RevealHidden, bool]) -> bool:
    """Come onto the map near the enemy, where hidden troops could not go on."""
    pieces = lifted_pieces(question.state, question.asked.line)
    return _nearest(question.outlook, pieces) <= IN_THE_WAY


def _nearest(outlook: Outlook, pieces: Sequence[str]) -> int:
    """How many hexes away the enemy is from the nearest of some pieces."""
    return min(map(outlook.enemy_distance, places_of(outlook.state, pieces)), default=FAR)


def remove_square(question: Question[RemoveSquare, bool]) -> bool:
    """Leave the square, unless enemy cavalry that could charge is near."""
    state, outlook = question.state, question.outlook
    return not any(
        state.card(unit.id).arm.is_cavalry
        and not unit.disrupted
        and outlook.distance(question.asked.hex, unit.hex) <= NEAR
        for unit in state.on_map(outlook.enemy)
        if unit.hex is not None
    )


# -- who moves next


def next_to_move(question: Question[ActivateUnit, Turn]) -> Turn:
    """One unit after the other, those nearest to their goal first; then who comes onto the map.

    Units that are at their post far from the enemy are left in peace, and nobody works at spans.
    """
    single = [one for one in question.options if isinstance(one, tuple) and len(one) == 1]
    if (first := first_to_move(question.outlook, (one[0] for one in single))) is not None:
        return (first,)
    return None if None in question.options else next(iter(single), question.default)


def first_to_move(outlook: Outlook, units: Iterable[UnitId]) -> UnitId | None:
    """Who of some units goes first; nobody where all are at their post."""
    eager = (unit for unit in units if not is_content(outlook, unit))
    return min(eager, key=lambda unit: _turn_of(outlook.state, unit), default=None)


def is_content(outlook: Outlook, unit: UnitId) -> bool:
    """Whether a unit stands where its order wants it, and no enemy is near."""
    state = outlook.state
    hex_, step = state.units[unit].hex, step_of(state, unit)
    row = row_of(state, step)
    if hex_ is None or not row.keeps_ground or row.engages:
        return False
    place, is_quiet = objective_of(state, step), outlook.enemy_distance(hex_) > QUIET
    return place is not None and is_quiet and outlook.distance(hex_, place) <= 1


def _turn_of(state: GameState, unit: UnitId) -> tuple[Any, ...]:
    """Its place in the order of march: on the map, fighters before guns, the nearest first."""
    record, card = state.units[unit], state.card(unit)
    if record.hex is None:
        return (1, 0, 0, 0)
    group = movers(state, (unit,))
    goal = goal_of_units(state, group)
    left = 0 if goal is None else _left(state, group, goal.hexes, record.hex)
    return (0, card.arm.is_artillery, left, -state.sp(unit), unit)


def _left(state: GameState, group: Movers, goal: Iterable[Hex], hex_: Hex) -> int:
    cell = state.battle.battlefield.grid.index[hex_]
    return search_back(state, group.gait, goal).cost_of(cell, FAR)


# -- where to


def path(question: Question[ChoosePath, Route]) -> Route:
    """The end that is worth most; among equals the first listed, and to stay if it is as good."""
    asked, state = question.asked, question.state
    group = movers(state, asked.units, asked.entry)
    aim = aim_of(state, group)
    stay = RESTLESS if asked.entry is None else -WAITING
    ride = 0.05 if not aim.is_guns and aim.strength >= 3 else 0.0  # it only breaks ties
    known: dict[Place, float] = {}

    def points(route: Route) -> float:
        place = Place(route.hexes[-1] if route.hexes else group.start, route.column)
        if place not in known:
            known[place] = worth(aim, place)
        return known[place] + ((ride if route.leaders else 0.0) if route.hexes else stay)

    return max(question.options, key=points)


def entry_hex(question: Question[ChooseEntryHex, Hex]) -> Hex:
    """Where the way to the goal is shortest."""
    state = question.state
    group = movers(state, (question.asked.unit,), question.default)
    if (goal := goal_of_units(state, group)) is None:
        return question.default
    return min(question.options, key=lambda hex_: _left(state, group, goal.hexes, hex_))


# -- too many in one hex


def displacement(
    question: Question[ChooseOverstackCure | DisplaceFriend, Displacement],
) -> Displacement:
    """Whoever loses least by going next door; nobody is given up while there is room."""
    return max(question.options, key=lambda move: _gain(question.state, move))


def _gain(state: GameState, move: Displacement) -> float:
    hex_ = state.units[move.unit].hex
    if move.hex is None or hex_ is None:
        return -100.0 - state.sp(move.unit)
    aim = aim_of(state, movers(state, (move.unit,)))
    return worth(aim, Place(move.hex)) - worth(aim, Place(hex_))


# -- off the map


def leave(question: Question[ExitMap, bool]) -> bool:
    """Only on a General Retreat: who is gone fights no more."""
    state = question.state
    units = [UnitId(piece) for piece in question.asked.pieces if piece in state.units]
    return any(unit_row(state, unit).leaves for unit in units)
