"""What a player may regret: trains and commanders left alone in reach, and gaps in a line.

Only what the answers themselves bring about is told: who was in danger before, and is not helped by
them, is no news. Everything is judged on what the side knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from hexwar.ai.chapters import deeds
from hexwar.engine import Decision, Table
from hexwar.ground.movement import movers
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.proposals.counsel import WARNING, holes
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Group, Route, quote_route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, set_out
from hexwar.systems.nlc.rules.orders.permissions import unit_row
from hexwar.systems.nlc.rules.supply.trains import movable_trains
from hexwar.systems.nlc.rules.turn.consolidation import (
    Journey,
    MoveCommand,
    MoveLeaderOrTrain,
    movable_leaders,
)
from hexwar.systems.nlc.staff.raids import risk_alone
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side
from hexwar.table.peril import Peril, Warning
from hexwar.table.reports import PathQuote
from hexwar.table.words import hex_name, leader_name, piece_name

LIKELY: Final = 0.1
"""How likely the enemy must be to come before anybody is warned, 0 to 1."""

Reply = tuple[type[Decision[Any]], Any]
"""An answer to the next question of a class."""


def blunders(
    view: GameState, decision: Decision[Any], answers: Sequence[Reply]
) -> Iterator[Warning]:
    """What a side would risk by answers to a question and to those that follow from it."""
    side = Side(decision.side)
    given = dict(answers)
    units: Any = decision.units if isinstance(decision, ChoosePath) else given.get(ActivateUnit)
    route = given.get(ChoosePath)
    if isinstance(route, Route) and route.hexes and isinstance(units, tuple):
        yield from _by_march(view, side, units, route)
    for kind in (MoveLeaderOrTrain, MoveCommand):
        if kind in given and isinstance(decision, kind):
            yield from _by_ride(view, side, decision, given[kind])


# -- a march


def _by_march(view: GameState, side: Side, units: Group, route: Route) -> Iterator[Warning]:
    """Who stands alone when some have marched off, and what gap they leave."""
    start = view.units[units[0]].hex
    quoted = None if start is None else quote_route(view, units, None, route)
    if start is None or not isinstance(quoted, PathQuote):
        return
    before, after = {*_alone(view, side), *_followers(view)}, view.copy()
    set_out(Table(after), movers(after, units, None), route, quoted)
    for piece, hex_ in _alone(after, side).items():
        if piece not in before:
            yield _told(after, piece, hex_)
    yield from _gap(view, after, side, units, start)


def _followers(view: GameState) -> Iterator[str]:
    """The leaders and trains of those who act: they can still go after their troops."""
    if view.activation is not None:
        formation = view.activation.formation
        yield from movable_leaders(view, formation)
        yield from movable_trains(view, formation)


def _alone(state: GameState, side: Side) -> Mapping[str, Hex]:
    """The trains and leaders of a side that stand alone where the enemy may come, with where."""
    trains = [
        (unit.id, unit.hex) for unit in state.on_map(side) if state.card(unit.id).arm.is_train
    ]
    leaders = [
        (leader.id, leader.hex)
        for leader in state.leaders.values()
        if state.battle.leaders[leader.id].side == side
    ]
    return {
        str(piece): hex_
        for piece, hex_ in [*trains, *leaders]
        if hex_ is not None and _is_exposed(state, side, hex_)
    }


def _is_exposed(state: GameState, side: Side, hex_: Hex) -> bool:
    """Whether nobody fights in a hex, and the enemy may well come there."""
    return not state.combat_units_in(hex_, side) and risk_alone(state, side, hex_) >= LIKELY


def _told(state: GameState, piece: str, hex_: Hex) -> Warning:
    where = hex_name(state, hex_)
    if piece in state.leaders:
        words = say(
            "{who} would stand alone in {where}, in the enemy's reach.",
            who=leader_name(state, LeaderId(piece)),
            where=where,
        )
        return Warning(Peril.COMMANDER, words, "N14.7", (hex_,))
    words = say(
        "{what} would be left alone in {where}, in the enemy's reach.",
        what=piece_name(state, piece),
        where=where,
    )
    return Warning(Peril.TRAIN, words, "N16.4", (hex_,))


def _gap(
    before: GameState, after: GameState, side: Side, units: Group, start: Hex
) -> Iterator[Warning]:
    """The hole that those leave who hold their ground with others."""
    row = unit_row(before, units[0])
    if not row.keeps_ground or row.rests or before.card(units[0]).arm.is_artillery:
        return
    line = before.line_id_of(units[0])
    was, now = (_posts(Outlook(state, side), line) for state in (before, after))
    outlook = Outlook(before, side)
    if len(now) < 2 or min(map(outlook.enemy_distance, was)) > WARNING:
        return
    if holes(now, outlook.distance) > holes(was, outlook.distance):
        words = say("The line would have a gap at {where}.", where=hex_name(before, start))
        yield Warning(Peril.GAP, words, "", (start,))


def _posts(outlook: Outlook, line: Any) -> tuple[Hex, ...]:
    """Where the infantry and cavalry of a line stand."""
    state = outlook.state
    fighters = outlook.fighters(line)
    return outlook.places(unit for unit in fighters if not state.card(unit).arm.is_artillery)


# -- a ride


def _by_ride(
    view: GameState, side: Side, decision: Decision[Any], ride: Journey | None
) -> Iterator[Warning]:
    """Who rides into danger, or is left in it by those who could ride."""
    if ride is not None:
        if not _is_exposed(view, side, ride.hexes[0]) and _is_exposed(view, side, ride.hexes[-1]):
            yield _told(view, ride.piece, ride.hexes[-1])
        return
    safer = {
        other.piece
        for other in deeds(decision.options(view))
        if not _is_exposed(view, side, other.hexes[-1])
    }
    for piece, hex_ in _alone(view, side).items():
        if piece in safer:
            yield _told(view, piece, hex_)
