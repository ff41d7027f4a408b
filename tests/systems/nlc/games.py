"""Whole games of a position, up to where a test begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexwar.engine import Decision, Session
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.system import nlc
from tests.scripted import ScriptedChance

NOBODY_BEFORE_THE_CHITS = (1, 1, 1, 1)
"""The dice before a chit is drawn: a tie for the Initial Action, and no Coordinated Action."""


def game_of(battle: NlcBattle, dice: Sequence[int]) -> Session[GameState]:
    """A game that stands at its first activation; `dice` come after those before the chits."""
    chance = ScriptedChance([*NOBODY_BEFORE_THE_CHITS, *dice])
    session = Session.begin(nlc(lambda _: battle), {}, chance)
    pass_until(session, ActivateUnit)
    return session


def pass_until(session: Session[GameState], kind: type[Decision[Any]]) -> None:
    """Answer every question with doing nothing until one of a class comes."""
    while not isinstance(session.pending, kind):
        session.answer(None)
