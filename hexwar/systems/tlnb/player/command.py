"""Leaders, the aims of their formations, and who rolls (T32.2)."""

from __future__ import annotations

from math import fsum
from typing import Any, Final

from hexwar.ai.chapters import deeds
from hexwar.hexes import Hex
from hexwar.systems.tlnb.player.aims import aims
from hexwar.systems.tlnb.player.nights import ahead, marches
from hexwar.systems.tlnb.player.outlook import Outlook, Question
from hexwar.systems.tlnb.rules.command.command import CheckOfficer, CheckUnits
from hexwar.systems.tlnb.rules.command.leaders import LeaderMove, MoveLeader
from hexwar.systems.tlnb.rules.turn.light import is_night
from hexwar.table.forces import FormationId, LeaderId, UnitId

BETTER: Final = 0.8
"""Points by which another hex must be better before a leader rides there."""

ALONE: Final = 4.0
"""Points lost by a leader with troops who are in contact and weak."""


def ride(question: Question[MoveLeader, LeaderMove | None]) -> LeaderMove | None:
    """T32.2: officers to the middle of their troops, commanders to where their officers are."""
    outlook = question.outlook
    if None not in question.options:
        return question.default
    if not question.level.leads:
        return _lost(question)
    rides = deeds(question.options)
    if is_night(outlook.state):
        if (first := ahead(question, aims_of(question))) is not None:
            return first
        rides = [move for move in rides if not marches(outlook.state, move.leader)]
    best, most = None, BETTER
    stay: dict[LeaderId, float] = {}
    for move in rides:
        if move.leader not in stay:
            stay[move.leader] = place(outlook, move.leader, move.path[0])
        worth = place(outlook, move.leader, move.path[-1]) - stay[move.leader]
        if worth > most:
            best, most = move, worth
    return best


def _lost(question: Question[MoveLeader, LeaderMove | None]) -> LeaderMove | None:
    """Whoever has left his troops far behind goes back to them, and nobody else moves."""
    state = question.state
    for move in deeds(question.options):
        here, end = move.path[0], move.path[-1]
        own = set(state.units_of(state.battle.leaders[move.leader].formation))
        if not own.isdisjoint(state.combat_units_in(end)) and not state.combat_units_in(here):
            return move
    return None


def place(outlook: Outlook, leader: LeaderId, hex_: Hex) -> float:
    """What it is worth to have a leader in a hex."""
    state = outlook.state
    worth = 0.0
    if leader in state.battle.officers:
        worth += _among(outlook, state.battle.leaders[leader].formation, hex_)
    if leader in state.battle.commanders:
        worth += _over(outlook, leader, hex_)
    own, pressed = outlook.friends.get(hex_, 0), outlook.pressure.get(hex_, 0)
    if not own:
        near = max(0, 8 - outlook.enemy_distance(hex_))
        return worth - 0.5 * near - 0.5
    return worth - (ALONE * min(pressed / own, 1.5) if pressed > own else 0.3 * (pressed > 0))


def _among(outlook: Outlook, formation: FormationId, hex_: Hex) -> float:
    """His troops within his range, by their SP; those near the enemy count more."""
    state = outlook.state
    limit = state.numbers.command.officer_range
    total = 0.0
    for unit, where in outlook.places.get(formation, {}).items():
        away = outlook.distance(hex_, where)
        if away <= limit:
            total += state.sp(unit) * (0.5 - 0.02 * away)
        else:
            total -= 0.03 * (away - limit)
    return total


def _over(outlook: Outlook, leader: LeaderId, hex_: Hex) -> float:
    """Officers within his range, the most useful up to his rating."""
    state = outlook.state
    limit = state.numbers.command.commander_range - 2
    reach = state.battle.reach.get(leader)
    found: list[float] = []
    total = 0.0
    for officer in state.battle.officers:
        card, where = state.battle.leaders[officer], state.leaders[officer].hex
        if card.side != outlook.side or where is None or officer == leader:
            continue
        if reach is not None and card.formation not in reach:
            continue
        away = outlook.distance(hex_, where)
        strength = sum(state.sp(u) for u in outlook.formations.get(card.formation, ()))
        if away <= limit:
            found.append(0.15 * strength + 0.5)
        total -= 0.02 * away
    return total + fsum(sorted(found, reverse=True)[: state.battle.commanders[leader]])


# -- aims

MEMORY: Final = "aims"


def aims_of(question: Question[Any, Any]) -> dict[FormationId, Hex]:
    """The hexes that formations aim at: one plan for the whole Player-Turn."""
    kept, count = question.notes.memory.get(MEMORY), question.state.count
    outlook = question.outlook
    known: dict[str, Any] = kept if isinstance(kept, dict) else {"count": 0, "hexes": {}}
    before = {FormationId(f): Hex(h) for f, h in known["hexes"].items()}
    if known["count"] == count and outlook.places.keys() <= before.keys():
        return before
    found = {formation: aim.hex for formation, aim in aims(outlook, before).items()}
    if known["count"] == count:
        found |= before
    told = {str(formation): str(hex_) for formation, hex_ in found.items()}
    question.notes.memory[MEMORY] = {"count": count, "hexes": told}
    return found


def check_officer(question: Question[CheckOfficer, LeaderId | None]) -> LeaderId | None:
    """Everyone rolls: it costs nothing."""
    return next((officer for officer in question.options if officer is not None), None)


def check_units(
    question: Question[CheckUnits, tuple[UnitId, ...] | None],
) -> tuple[UnitId, ...] | None:
    """Everyone rolls, together: it costs nothing."""
    return next((units for units in question.options if units is not None), None)
