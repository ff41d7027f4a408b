"""The computer player of Mini-Nap 2 before a position: what it answers, and that this is legal."""

from __future__ import annotations

import json
from typing import Any

from hexwar.ai.policy import CounterDice, Look
from hexwar.engine import Decision
from hexwar.engine.records import seen_by
from hexwar.kit import SideReader
from hexwar.systems.mininap.player import Marshal
from hexwar.systems.mininap.player.aims import Aim
from hexwar.systems.mininap.player.glance import Body, Glance
from hexwar.systems.mininap.player.levels import LEVELS
from hexwar.systems.mininap.player.outlook import Outlook
from hexwar.systems.mininap.player.terms import PRESSING, Judge, Style
from hexwar.systems.mininap.state import MiniState
from hexwar.table.forces import Side, UnitId
from tests.systems.mininap.positions import FRENCH


def player(level: str = "hard") -> Marshal:
    """A player of a level."""
    return Marshal(LEVELS[level])


def answer(state: MiniState, asked: Decision[Any], who: Marshal | None = None) -> Any:
    """What a player answers; it fails if that is not legal, or if he keeps what is no JSON."""
    seen, who = seen_by(state, SideReader(Side(asked.side))), who or player()
    options = list(asked.options(state))
    given = who.answer(asked, options, Look(lambda: seen), CounterDice("a seed"))
    assert asked.refusal(state, given) is None, given
    assert json.loads(json.dumps(who.memory())) == who.memory()
    return given


def told(who: Marshal, asked: Decision[Any], given: Any, state: MiniState) -> str:
    """Why it has answered so."""
    found = who.reason(asked, given, state)
    assert found is not None
    return found.sentence


def glance(state: MiniState, side: Side = FRENCH) -> Glance:
    """The table as a side sees it."""
    return Glance(Outlook(state, side))


def judge(
    state: MiniState, aim: Aim | None = None, side: Side = FRENCH, style: Style = PRESSING
) -> Judge:
    """A judge of places for units that all have one aim, or none."""
    looks = glance(state, side)
    aims = {} if aim is None else dict.fromkeys(looks.outlook.own, aim)
    return Judge(looks, aims, style)


def term(state: MiniState, unit: str, name: str, aim: Aim | None = None) -> float:
    """What a term counts for a unit where it stands."""
    found = judge(state, aim, state.side_of(UnitId(unit)))
    return found.weigh(body(found, unit)).get(name, 0.0)


def body(found: Judge, unit: str) -> Body:
    """A unit as a judge glances at it."""
    return found.glance.bodies[UnitId(unit)]
