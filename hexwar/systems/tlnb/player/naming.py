"""Whom commanders name: those whose troops do most if all could move (T32.2)."""

from __future__ import annotations

from math import fsum
from typing import Any, Final

from hexwar.systems.tlnb.player.command import aims_of
from hexwar.systems.tlnb.player.draft import Draft, draft_of
from hexwar.systems.tlnb.player.movement import drawn, styles_of
from hexwar.systems.tlnb.player.outlook import Outlook, Question
from hexwar.systems.tlnb.player.posting import TAKEN
from hexwar.systems.tlnb.player.styles import STEADY
from hexwar.systems.tlnb.player.telling import of_naming
from hexwar.systems.tlnb.rules.cards.effects import capacity
from hexwar.systems.tlnb.rules.command.command import NameOfficers, Naming, led_by, nameable
from hexwar.systems.tlnb.state import Command, TlnbState
from hexwar.table.forces import LeaderId, UnitId

MEMORY: Final = "needs"
"""What is remembered: the Player-Turn, and what it is worth that a unit may move."""

SELF: Final = 6
"""An officer of so many pips would come into command by his own die."""


def name(question: Question[NameOfficers, Naming]) -> Naming:
    """T32.2: the officers whose formations gain most by moving."""
    state, commander = question.state, question.asked.commander
    needs = {leader: _need(question, leader) for leader in nameable(state, commander)}
    best = max(
        question.options,
        key=lambda naming: fsum(needs.get(officer, 0.0) for officer in naming.officers),
    )
    most = capacity(state, commander)
    return question.because(best, lambda: of_naming(state, best.officers, needs, most))


def _need(question: Question[NameOfficers, Naming], officer: LeaderId) -> float:
    """What it is worth that an officer's troops may move who might not without it."""
    outlook, state = question.outlook, question.state
    card = state.battle.leaders[officer]
    if card.side != outlook.side or state.leaders[officer].hex is None:
        return 0.0
    needs = needs_of(question)
    led = [u for u in led_by(state, officer) if state.card(u).is_combat_unit]
    gained = fsum(needs.get(unit, 0.0) for unit in led)
    return 0.1 + max(gained, 0.0) * (1 - state.battle.officers[officer] / SELF)


def needs_of(question: Question[Any, Any]) -> dict[UnitId, float]:
    """What each unit gains by moving, VP, in a plan in which all may; made once a Player-Turn."""
    kept, count = question.notes.memory.get(MEMORY), question.state.count
    if isinstance(kept, dict) and kept["count"] == count:
        return {UnitId(u): worth for u, worth in kept["units"]}
    found = _gains(question)
    told = [[str(u), round(worth, 2)] for u, worth in found.items()]
    question.notes.memory[MEMORY] = {"count": count, "units": told}
    return found


def _gains(question: Question[Any, Any]) -> dict[UnitId, float]:
    outlook = question.outlook
    free = Outlook(_all_free(outlook), outlook.side)
    draft, style = draft_of(free, aims_of(question)), styles_of(question)[0]
    plan = drawn(question, draft, style)
    found: dict[UnitId, float] = {}
    for stroke in plan.strokes:
        movers = [u for u, hex_ in stroke.placing if hex_ != draft.start(u)]
        for unit in movers:
            found[unit] = max(stroke.worth + 1.0, 0.3) / len(movers)
    for unit, hex_ in draft.placed.items():
        made = draft.way_left(unit, draft.start(unit)) - draft.way_left(unit, hex_)
        found[unit] = found.get(unit, 0.0) + max(draft.pull(unit, STEADY) * made, 0.0)
        found[unit] += _taken(draft, unit) + draft.spoils(unit, hex_)
    return found


def _taken(draft: Draft, unit: UnitId) -> float:
    """What a unit wins that goes into a hex that counts."""
    outlook, hex_ = draft.outlook, draft.placed[unit]
    is_won = hex_ != draft.start(unit) and not outlook.is_ours(hex_)
    return TAKEN * outlook.prizes.get(hex_, 0) if is_won else 0.0


def _all_free(outlook: Outlook) -> TlnbState:
    """The table with all own troops in command."""
    copy = outlook.state.copy()
    own = frozenset(u.id for u in copy.on_map(outlook.side) if copy.card(u.id).is_combat_unit)
    copy.command = Command(units=own, is_settled=True)
    copy.forget()
    return copy
