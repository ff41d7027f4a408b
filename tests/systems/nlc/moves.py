"""Moves of the French corps FI in its Movement Segment: what is reached, refused and paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexwar.ground.movement import Drop, Leave, ends, movers, path_refusal, quote
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Segment
from hexwar.table.reports import PathQuote
from tests.systems.nlc.orders import ATTACK
from tests.systems.nlc.positions import hexes, position, units


def moving(rows: str, *lines: str, **more: Any) -> GameState:
    return position(rows, *lines, active="FI", segment=Segment.MOVEMENT, **more)


def reached(
    state: GameState, who: str = "F1", *, column: bool = False, order: Leave = ATTACK
) -> set[str]:
    """The hexes where units can end."""
    return set(ends(state, movers(state, units(who)), order, column=column))


def refused(
    state: GameState,
    who: str,
    path: str,
    *,
    column: bool = False,
    order: Leave = ATTACK,
    drops: Sequence[Drop] = (),
) -> str | None:
    """The rule that refuses a path, or None."""
    group = movers(state, units(who))
    refusal = path_refusal(state, group, order, hexes(path), column=column, drops=drops)
    return None if refusal is None else refusal.rule


def quoted(
    state: GameState,
    who: str,
    path: str,
    *,
    column: bool = False,
    drops: Sequence[Drop] = (),
) -> PathQuote:
    """What a path that can be walked costs."""
    found = quote(state, movers(state, units(who)), hexes(path), column=column, drops=drops)
    assert isinstance(found, PathQuote)
    return found


def price(state: GameState, who: str, path: str, **more: Any) -> float:
    """What a path that can be walked costs, MP."""
    return quoted(state, who, path, **more).halves / 2


def steps(state: GameState, who: str, path: str, **more: Any) -> list[float]:
    """What each step of a path costs, MP."""
    return [step.halves / 2 for step in quoted(state, who, path, **more).steps]
