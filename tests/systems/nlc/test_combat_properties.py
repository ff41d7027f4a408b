"""Whole activations of combat on random tables, with random dice and random legal answers.

Whatever is assaulted, charged, bombarded, met and pursued: no unit is lost or in two places, and
what a side has lost is what its boxes and its reduced units lack.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.engine import Table
from hexwar.systems.nlc.events.combat import ReactionDeclared
from hexwar.systems.nlc.rules.combat.reaction import react_to_move
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Segment
from tests.systems.nlc.melees import FIGHTS, fought, in_order, run, tables
from tests.systems.nlc.positions import FRENCH


@pytest.mark.rule("N4.5", "N8.35", "N9.6", "N10.13", "N11.5", "N2.43")
@given(tables(), st.sampled_from(list(FIGHTS)), st.data())
def test_the_fights_of_an_activation_leave_the_table_in_order(
    state: GameState, first: Segment, data: st.DataObject
) -> None:
    in_order(state, fought(state, first, data))


@pytest.mark.rule("N10.22", "N10.25", "N10.4", "N10.7")
@given(tables(), st.data())
def test_a_reaction_to_a_move_leaves_the_table_in_order(
    state: GameState, data: st.DataObject
) -> None:
    movers = tuple(record.id for record in state.on_map(FRENCH))
    table = Table(state.copy())
    run(lambda table: react_to_move(table, movers), table, data)
    in_order(state, table)
    tries = sum(isinstance(event, ReactionDeclared) for event in table.events)
    assert tries <= 1
