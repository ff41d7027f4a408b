"""Successors of captured commanders (N14.6, N14.71)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.leaders import LeaderCaptured, LeaderReplaced
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.command.command import (
    centre_of,
    commander_of,
    leader_rating,
    rating_of,
)
from hexwar.systems.nlc.rules.command.leaders import replace_leaders
from hexwar.systems.nlc.rules.turn.sequence import turn_end
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId
from hexwar.table.pieces import Box, Phase, Segment
from tests.systems.nlc.positions import ALLIED, FRENCH, play, position

STRIP = "\n".join([". " * 14] * 5)
"""Fourteen columns of clear hexes."""
FI_LINE, CHIEF = LineId("FI"), LeaderId("F8")


def acting(*lines: str, segment: Segment = Segment.COMMAND, **more: Any) -> GameState:
    return position(more.pop("rows", STRIP), *lines, active="FI", segment=segment, **more)


def captured(state: GameState, leader: str = "F8", turn: int = 1) -> GameState:
    """The same table after the enemy has taken a leader."""
    after = state.copy()
    after.turn = turn
    LeaderCaptured(LeaderId(leader), ALLIED).apply(after)
    return after


@pytest.mark.rule("N14.6")
@pytest.mark.parametrize(("now", "appears"), [(3, False), (4, True), (5, True)])
def test_a_successor_appears_in_the_second_turn_end_after(now: int, appears: bool) -> None:
    lines = ("F1 infantry 4-3 0101", "F2 infantry 6-3 0303", "F8 leader 0101 rating:3")
    state = captured(acting(*lines), turn=3)
    state.turn = now
    table = Table(state)
    replace_leaders(table)
    assert table.events == ([LeaderReplaced(CHIEF, Hex("0303"))] if appears else [])
    if appears:
        assert commander_of(state, FI_LINE) == "F8"
        assert (rating_of(state, FI_LINE), centre_of(state, FI_LINE)) == (2, "0303")
        assert state.losses.lost_leaders == {}


@pytest.mark.rule("N14.71")
@pytest.mark.parametrize("role", ["wing", "overall"])
def test_a_captured_wc_or_oc_has_no_successor(role: str) -> None:
    state = captured(acting("F1 infantry 4-3 0101", f"F8 {role} 0101"))
    state.turn = 9
    table = Table(state)
    replace_leaders(table)
    assert table.events == []
    assert state.leaders[CHIEF].box is Box.CAPTURED


@pytest.mark.rule("N14.6")
def test_a_successor_waits_for_troops_on_the_map() -> None:
    state = captured(acting("F1 infantry 4-3 uar", "F8 leader 0101"))
    state.turn = 9
    table = Table(state)
    replace_leaders(table)
    assert table.events == []


@pytest.mark.rule("N14.71")
def test_a_successor_who_is_captured_has_a_successor_again() -> None:
    state = captured(acting("F1 infantry 4-3 0101", "F8 leader 0101 rating:4"))
    for turn in (2, 3):
        state.turn = turn
        replace_leaders(Table(state))
        state = captured(state, turn=turn)
    state.turn = 4
    replace_leaders(Table(state))
    assert state.leaders[CHIEF].successor == 3
    assert leader_rating(state, CHIEF) == 1


@pytest.mark.rule("N14.6")
def test_turn_end_brings_the_successor_on() -> None:
    state = captured(acting("F1 infantry 5-3 0101", "F8 leader 0101", "A1 infantry 5-3 1405"))
    state.activation, state.phase = None, Phase.TURN_END
    state.turn, state.commanded = 2, (FRENCH, ALLIED)
    assert play(state, turn_end).of(LeaderReplaced) == [LeaderReplaced(CHIEF, Hex("0101"))]
