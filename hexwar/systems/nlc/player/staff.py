"""Where leaders, headquarters and trains go: near their troops, out of the enemy's way (N14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import fsum
from statistics import fmean

from hexwar.ai.chapters import deeds
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.player.outlook import Outlook, Question
from hexwar.systems.nlc.rules.command.headquarters import MoveHqOut
from hexwar.systems.nlc.rules.movement.works import PontoonTask, WorkPontoon
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.rules.orders.pad import troops_under
from hexwar.systems.nlc.rules.turn.consolidation import Journey, MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Role, UnitId

BETTER = 0.75
"""Points by which another hex must be better before a piece goes there."""

SAFE = 4
"""Hexes from the enemy at which a headquarters or train feels safe."""

BEHIND = 4
"""Hexes behind its troops where a headquarters or train wants to be."""

EXPOSED = 6.0
"""Points lost by a leader who would be alone next to the enemy."""


def journey(
    question: Question[MoveLeaderOrTrain | MoveCommand, Journey | None],
    worth: Callable[[Outlook, str, Hex], float] | None = None,
) -> Journey | None:
    """The first piece that has a better place to go to, HQ counters before the others; the end.

    What a place is `worth` to a piece is for `worth_of` to say, unless somebody else does.
    """
    worth = worth or worth_of
    outlook, options = question.outlook, question.options
    by_piece: dict[str, list[Journey]] = {}
    for ride in deeds(options):
        by_piece.setdefault(ride.piece, []).append(ride)
    cards = outlook.state.battle.leaders.values()
    counters = {card.id for card in cards if card.role is Role.HQ}
    for piece in sorted(by_piece, key=lambda piece: piece not in counters):
        points = {one: worth(outlook, piece, one.hexes[-1]) for one in by_piece[piece]}
        best = max(points, key=points.__getitem__)
        if points[best] > worth(outlook, piece, best.hexes[0]) + BETTER or None not in options:
            return best
    return None if None in options else options[0]


def hq_out(question: Question[MoveHqOut, tuple[Hex, ...] | None]) -> tuple[Hex, ...] | None:
    """Out of the zone, to where the enemy is farthest."""
    away, ways = question.outlook.enemy_distance, deeds(question.options)
    return max(ways, key=lambda path: away(path[-1]), default=None)


# -- the worth of a place


def worth_of(outlook: Outlook, piece: str, hex_: Hex) -> float:
    """What it is worth to a leader, an HQ counter or a train to end in a hex."""
    state = outlook.state
    if piece not in state.leaders:
        return _behind(outlook, state.units_of(state.formation_of(UnitId(piece)).id), hex_)
    leader = LeaderId(piece)
    role = state.battle.leaders[leader].role
    if role is Role.HQ:
        return _behind(outlook, _army(outlook), hex_)
    if role is Role.OVERALL:
        return _overall(outlook, leader, hex_)
    formation = state.battle.leaders[leader].formation
    reach = numbers_of(state.battle).leader
    limit = reach.wing_range if role is Role.WING else reach.command_range
    return _among(outlook, troops_under(state, LineId(formation)), hex_, limit)


def _army(outlook: Outlook) -> tuple[UnitId, ...]:
    return tuple(unit.id for unit in outlook.state.on_map(outlook.side))


def _where(state: GameState, troops: Iterable[UnitId]) -> list[tuple[UnitId, Hex]]:
    """The combat units among some troops, with the hexes where they stand."""
    places = [(unit, h) for unit in troops if (h := state.units[unit].hex) is not None]
    return [(unit, hex_) for unit, hex_ in places if state.card(unit).is_combat_unit]


def _among(outlook: Outlook, troops: Iterable[UnitId], hex_: Hex, limit: int) -> float:
    """With strong troops of his own, all of them in reach, and not alone near the enemy."""
    where = _where(outlook.state, troops)
    apart = [(outlook.distance(hex_, place), outlook.strength(unit)) for unit, place in where]
    if not apart:
        return _company(outlook, hex_)
    beyond = fsum(strength for far, strength in apart if far > limit)
    with_him = fsum(strength for far, strength in apart if far == 0)
    mean = fmean(far for far, _ in apart)
    return min(with_him, 8.0) / 4 - 0.5 * beyond - 0.5 * mean + _company(outlook, hex_)


def _company(outlook: Outlook, hex_: Hex) -> float:
    """Points lost near the enemy: alone most of them, with troops who are outnumbered some."""
    pressure = outlook.pressure.get(hex_, 0.0)
    friends = outlook.friends.get(hex_, 0.0)
    if not friends:
        near = max(0, 3 - outlook.enemy_distance(hex_))
        return -EXPOSED if pressure else -1.0 - near
    return -0.2 * max(0.0, pressure - friends)


def _behind(outlook: Outlook, units: Iterable[UnitId], hex_: Hex) -> float:
    """Some way behind the troops, on a road, and well away from the enemy."""
    state = outlook.state
    field = state.battle.battlefield
    places = [place for _, place in _where(state, units)]
    near = max(0, SAFE - outlook.enemy_distance(hex_))
    away = fmean(field.grid.distance(hex_, place) for place in places) if places else 0.0
    road = 0.5 if hex_ in field.way_hexes else 0.0
    return road - 0.5 * max(0.0, away - BEHIND) - 2.0 * near


def _overall(outlook: Outlook, leader: LeaderId, hex_: Hex) -> float:
    """Near his HQ, so that he can give all his orders, and with troops where there are any."""
    state = outlook.state
    limit = numbers_of(state.battle).dispatch.headquarters_distance
    formation = state.battle.formations[state.battle.leaders[leader].formation]
    hq = next((h for x in formation.leaders if x != leader and (h := state.leaders[x].hex)), None)
    away = 0.0 if hq is None else 1.5 * max(0, outlook.distance(hex_, hq) - limit)
    front = _behind(outlook, _army(outlook), hex_) if hq is None else 0.0
    guard = min(outlook.friends.get(hex_, 0.0), 8.0) / 8
    near = max(0, 2 - outlook.enemy_distance(hex_))
    return guard + front - away - near + _company(outlook, hex_)


# -- bridges


def pontoon(question: Question[WorkPontoon, PontoonTask | None]) -> PontoonTask | None:
    """Lay the bridge that brings its formation nearest to its objective; leave one that lies."""
    if None not in question.options:
        return question.default
    state, train = question.state, question.asked.train
    line = state.pad.lines.get(LineId(state.card(train).formation))
    goal = None if line is None or not line.steps else objective_of(state, line.step)
    here, tasks = state.units[train].hex, deeds(question.options)
    if goal is None or here is None or state.units[train].bridging is not None:
        return None
    distance = question.outlook.distance
    nearest = min(tasks, key=lambda task: min(distance(bank, goal) for bank in task.hexside))
    is_gain = any(distance(bank, goal) < distance(here, goal) for bank in nearest.hexside)
    return nearest if is_gain else None
