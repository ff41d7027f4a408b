"""Players before a position: what they answer, that it is legal, and what they are handed."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from hexwar.ai.policy import CounterDice, Look
from hexwar.engine import Decision
from hexwar.systems.nlc.player import GreedyPlayer
from hexwar.systems.nlc.staff.player import Staff
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side


def answer(state: GameState, asked: Decision[Any]) -> Any:
    """What the greedy player answers; it fails if that is not legal."""
    given = answer_to(view(state, Side(asked.side)), asked, list(asked.options(state)))
    assert asked.refusal(state, given) is None
    return given


def answer_to(seen: GameState, asked: Decision[Any], options: list[Any]) -> Any:
    """What he answers to a question with these listed answers, for all that he sees."""
    return GreedyPlayer().answer(asked, options, Look(lambda: seen), CounterDice("not used"))


def staff_answer(state: GameState, asked: Decision[Any], staff: Staff | None = None) -> Any:
    """What the staff answers; it fails if that is not legal."""
    seen = view(state, Side(asked.side))
    options = list(asked.options(state))
    given = (staff or Staff()).answer(asked, options, Look(lambda: seen), CounterDice("not used"))
    assert asked.refusal(state, given) is None
    return given


def plain(value: Any) -> Any:
    """A value as types and what they hold, in order: what is equal may still be another type."""
    if is_dataclass(value):
        held = [(f.name, getattr(value, f.name)) for f in fields(value) if f.compare]
        return type(value), [
            (name, plain(of)) for name, of in held if name not in ("battle", "law")
        ]
    if isinstance(value, dict):
        return dict, [(plain(key), plain(of)) for key, of in value.items()]
    if isinstance(value, tuple | list):
        return type(value), [plain(of) for of in value]
    if isinstance(value, frozenset | set):
        return type(value), sorted((plain(of) for of in value), key=repr)
    return type(value), value
