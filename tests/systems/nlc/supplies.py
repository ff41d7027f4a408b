"""Positions for tests of supply: a long road from a source."""

from __future__ import annotations

from typing import Any

from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.supply.lines import side_supply, supply_line
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from tests.systems.nlc.positions import FRENCH, position, unit

FI, FII = FormationId("FI"), FormationId("FII")

LONG = " ".join("." * 20) + "\n" + " ".join("." * 20)
"""Two rows of twenty hexes."""

ROAD = " ".join(f"{column:02}01" for column in range(1, 21))
"""A road along the upper row of `LONG`."""

WEST = {Hex("0101"): FRENCH}
"""The French source, where that road begins."""


def laid(*lines: str, rows: str = LONG, **more: Any) -> GameState:
    """A position on `LONG` with its road and its source."""
    given_ = {"roads": [ROAD], "supply_sources": WEST} | more
    return position(rows, *lines, **given_)


def is_supplied(state: GameState, name: str) -> bool:
    """Whether a unit is in supply; the quick answer and the line must agree."""
    line = supply_line(state, unit(name))
    assert side_supply(state, state.side_of(unit(name)))[unit(name)] is line.in_supply
    return line.in_supply
