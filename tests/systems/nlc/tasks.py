"""Units of FI under orders, in their Movement Segment: what they must do and may not do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexwar.ground.movement import Drop
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Segment
from tests.systems.nlc.positions import FRENCH, hexes, position, units

FI = FormationId("FI")

FIELD = "\n".join([".  " * 12] * 12)
"""Twelve columns and twelve rows of clear hexes."""

LANE = "\n".join(["."] * 12)
"""One column of twelve clear hexes, 0101 in the north: there is no way round."""

F1 = "F1 infantry 6-3 0109"

ROAD = ["0101 0102 0103 0104 0105 0106 0107 0108 0109 0110 0111 0112"]
"""Along the whole lane."""


def ordered(rows: str, orders: str, *lines: str, **more: Any) -> GameState:
    return position(rows, *lines, active="FI", segment=Segment.MOVEMENT, orders=orders, **more)


def lane(order: str, *lines: str, **more: Any) -> GameState:
    """FI under an order on the lane."""
    return ordered(LANE, f"FI: {order}", *lines, **more)


def refused(
    state: GameState,
    who: str,
    path: str = "",
    *,
    column: bool = False,
    drops: Sequence[Drop] = (),
) -> str | None:
    """The rule that refuses a move, or staying where there is no path; None where it is legal."""
    route = Route(hexes(path), column, drops=tuple(drops))
    refusal = ChoosePath(FRENCH, units(who)).refusal(state, route)
    return None if refusal is None else refusal.rule


def sentence(state: GameState, who: str, path: str = "") -> str:
    """The words of a refusal."""
    refusal = ChoosePath(FRENCH, units(who)).refusal(state, Route(hexes(path)))
    assert refusal is not None
    return refusal.sentence


def listed(state: GameState, who: str) -> set[str]:
    """The ends of the moves that are listed; `stay` among them where it is."""
    options = ChoosePath(FRENCH, units(who)).options(state)
    return {route.hexes[-1] if route.hexes else "stay" for route in options}


def end_refused(state: GameState) -> str | None:
    """The rule that forbids to end the segment, or None."""
    question = ActivateUnit(FRENCH, FI)
    refusal = question.refusal(state, None)
    assert (None in question.options(state)) == (refusal is None)
    return None if refusal is None else refusal.rule
