"""A computer player before a position: what it answers, and that this is legal."""

from __future__ import annotations

import json
from typing import Any

from hexwar.ai.policy import CounterDice, Look
from hexwar.engine import Decision
from hexwar.systems.tlnb.player import Tactician
from hexwar.systems.tlnb.player.levels import LEVELS
from hexwar.systems.tlnb.state import TlnbState, view
from hexwar.table.forces import Side


def player(level: str = "hard") -> Tactician:
    """A player of a level."""
    return Tactician(LEVELS[level])


def answer(state: TlnbState, asked: Decision[Any], who: Tactician | None = None) -> Any:
    """What a player answers; it fails if that is not legal, or if he keeps what is no JSON."""
    seen, who = view(state, Side(asked.side)), who or player()
    options = list(asked.options(state))
    given = who.answer(asked, options, Look(lambda: seen), CounterDice("a seed"))
    assert asked.refusal(state, given) is None, given
    assert json.loads(json.dumps(who.memory())) == who.memory()
    return given
