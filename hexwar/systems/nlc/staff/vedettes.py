"""A screen of vedettes: light cavalry spreads out to see who is hidden, and gathers (N20.31).

Nobody spreads out where nothing is hidden: he would give away his strength for nothing. Each
vedette watches a place of its own where the enemy is believed, from a distance. Those that stand
for a unit come together by their commander when the enemy shows himself near him.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Final

from hexwar.ai.policy import Reason
from hexwar.ground.vedettes import has_vedettes, out, replaces, waiting
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, Turn
from hexwar.systems.nlc.rules.movement.vedettes import Deployment, screens
from hexwar.systems.nlc.staff import moves, spans
from hexwar.systems.nlc.staff.appreciation import sighted
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.pieces import Box
from hexwar.table.words import hex_name

SAFE: Final = 3
"""Hexes from an enemy who is seen within which a vedette does not stay."""

AT_HAND, AT_EASE = 5, 9
"""Hexes from an enemy who is seen within which light cavalry is wanted with its own, and beyond
which it may go out: between them it stays as it is."""

WORTH_A_RIDE: Final = 20
"""Hexes from whom is looked for within which vedettes are sent out."""

WATCHED: Final = 10.0
"""Points of a place that no other vedette watches; a hex nearer to one that is far counts one."""

APART, LINE = 0.5, 4
"""Points of each hex to the next vedette, and the hexes from which on more of them add nothing."""

CLOSE: Final = 20.0
"""Points lost within reach of an enemy who is seen."""


# -- who goes out, who gathers, who moves


def next_to_move(question: Desk[ActivateUnit, Turn]) -> Turn:
    """Vedettes first: what they see, the others can reckon with."""
    state = question.state
    if not has_vedettes(state.battle):
        return spans.next_to_move(question)
    hidden = looked_for(question)
    for one in question.options:
        if isinstance(one, Deployment) and _is_time(question.outlook, one, hidden):
            return one
    riding = screens(state, question.asked.formation)
    single = next((stack[:1] for stack in riding if stack[:1] in question.options), None)
    return spans.next_to_move(question) if single is None else single


def _is_time(outlook: Outlook, answer: Deployment, hidden: Sequence[Hex]) -> bool:
    """Whether a unit is to spread out now, or to gather."""
    state, unit = outlook.state, answer.owner
    if answer.gathers:
        is_spread = state.units[unit].box is Box.SPREAD
        return is_spread and not _is_wanted_out(outlook, unit, hidden)
    if out(state, unit):
        return False
    if not replaces(state, waiting(state, unit)):
        return bool(hidden)
    return _is_wanted_out(outlook, unit, hidden)


def _is_wanted_out(outlook: Outlook, unit: UnitId, hidden: Sequence[Hex]) -> bool:
    """Whether a whole unit serves better as eyes than as sabres."""
    here = _home(outlook.state, unit)
    is_out = outlook.state.units[unit].box is Box.SPREAD
    if here is None or outlook.enemy_distance(here) <= (AT_HAND if is_out else AT_EASE):
        return False
    return any(outlook.distance(here, hex_) <= WORTH_A_RIDE for hex_ in hidden)


def _home(state: GameState, unit: UnitId) -> Hex | None:
    """Where a unit is, or those are from whom its vedettes have gone out."""
    hex_ = state.units[unit].hex
    return hex_ if hex_ is not None else centre_of(state, state.line_id_of(unit))


def looked_for(desk: Desk[ActivateUnit, Turn] | Desk[ChoosePath, Route]) -> tuple[Hex, ...]:
    """Where an enemy is or was who cannot be seen: flags, and corps of which nobody is in sight.

    A corps that nobody has seen yet is looked for where his side has its supply from.
    """
    outlook, state = desk.outlook, desk.state
    flags = [h for h, owner in state.hiding.flags.items() if owner == outlook.enemy]
    seen = sighted(outlook, desk.notes.memory.get("seen", {}))
    sources = state.battle.sources_on(state.turn)
    homes = [hex_ for hex_, owner in sources.items() if owner == outlook.enemy]
    for formation in state.battle.formations.values():
        boxes = [state.units[unit].box for unit in formation.units]
        is_unseen = Box.UNSEEN in boxes and not any(
            state.units[unit].hex is not None for unit in formation.units
        )
        if formation.side == outlook.enemy and is_unseen:
            flags += [seen[formation.id]] if formation.id in seen else homes
    return tuple(sorted(set(flags)))


# -- where they ride


def path(question: Desk[ChoosePath, Route]) -> Route:
    """To where they see most that nobody else sees; back to their own when they are to gather."""
    state, outlook, units = question.state, question.outlook, question.asked.units
    if not all(state.card(unit).is_vedette for unit in units):
        return moves.path(question)
    hidden, start = looked_for(question), state.units[units[0]].hex
    assert start is not None
    owner = state.card(units[0]).vedette_of
    assert owner is not None
    home = _home(state, owner)
    is_spread = state.units[owner].box is Box.SPREAD
    is_back = not _is_wanted_out(outlook, owner, hidden) if is_spread else not hidden

    def points(route: Route) -> float:
        end = route.hexes[-1] if route.hexes else start
        if is_back:
            return 0.0 if home is None else -outlook.distance(end, home)
        return _seen_from(outlook, units, end, hidden)

    best = max(question.options, key=points)
    end = best.hexes[-1] if best.hexes else start
    return question.because(best, lambda: Reason(_words(state, outlook, end, hidden, is_back)))


def _seen_from(outlook: Outlook, units: Sequence[UnitId], end: Hex, hidden: Sequence[Hex]) -> float:
    """What a vedette adds to what is watched from a hex, points."""
    state, distance = outlook.state, outlook.distance
    reach = numbers_of(state.battle).hidden_movement.watch_distance
    others = [
        hex_
        for unit in state.on_map(outlook.side)
        if state.card(unit.id).is_vedette and unit.id not in units
        if (hex_ := unit.hex) is not None
    ]
    free = [goal for goal in hidden if all(distance(hex_, goal) > reach for hex_ in others)]
    found = [WATCHED for goal in free if distance(end, goal) <= reach]
    found.append(-min((max(0, distance(end, goal) - reach) for goal in free or hidden), default=0))
    apart = min((distance(end, hex_) for hex_ in others), default=LINE)
    found.append(APART * min(LINE, apart))
    near = outlook.enemy_distance(end) <= SAFE or any(distance(end, h) < SAFE for h in hidden)
    return fsum(found) - (CLOSE if near else 0.0)


def _words(
    state: GameState, outlook: Outlook, end: Hex, hidden: Sequence[Hex], is_back: bool
) -> str:
    if is_back or not hidden:
        return say("They are to gather.")
    goal = min(hidden, key=lambda hex_: (outlook.distance(end, hex_), hex_))
    return say("They look for who may be near {place}.", place=hex_name(state, goal))
