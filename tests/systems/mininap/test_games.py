"""Whole games of Mini-Nap 2 at random: questions can be put, and the table stays sound."""

from __future__ import annotations

from random import Random

import pytest

from hexwar.engine import CHANCE, SeededChance, Session
from hexwar.systems.mininap.rules.shapes import stands
from hexwar.systems.mininap.rules.standing import firm, index
from hexwar.systems.mininap.state import MiniState
from hexwar.systems.mininap.system import mini_nap
from tests.systems.mininap.positions import position, rectangle

NEAR = (
    "F1 I line 6 col 24 20 0 F-1",
    "F2 I light 5 skir 31 21 0 F-1",
    "F3 A medium-foot 4 unlimbered 37 18 0 F-1",
    "F4 C light 5 line 44 18 0 F-1",
    "FB G brigade 2 - 28 16.5 0 F-1",
    "R1 I line 5 line 25 30 180 R-1",
    "R2 I light 5 skir 32 30 180 R-1",
    "R3 A light-horse 3 limbered 38 33 180 R-1",
    "R4 C medium 5 line 45 32 180 R-1",
    "RB G brigade 2 - 29 33 180 R-1",
)
"""Two brigades so near that they fight at once."""


def see(state: MiniState) -> None:
    """Nobody overlaps anybody or stands over the edge, each in a formation that it may have."""
    for unit in state.in_play():
        areas = firm(state, unit)
        assert not index(state).overlapped(areas, (unit.id,)), unit
        assert state.battle.ground.holds(areas), unit
        assert state.card(unit.id).may_form(unit.formation), unit
        assert unit.hits >= 0
        assert stands(state, unit)


@pytest.mark.rule("M7.1", "M14.4")
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_game_puts_its_questions_in_words_and_keeps_the_table_sound(seed: str) -> None:
    wood = rectangle("wood", "wood", 48, 22, 58, 30)
    battle = position(*NEAR, pieces=(wood,), width=6_000, height=4_500, last_turn=3).battle
    session = Session.begin(mini_nap(lambda _: battle), {"scenario": "near"}, SeededChance(seed))
    dice, asked = Random(seed), set[str]()
    while (decision := session.pending) is not None:
        options = session.options
        if decision.side != CHANCE:
            asked.add(type(decision).__name__)
            assert "{" not in decision.sentence(session.state)
            assert all(choice.label for choice in decision.choices(session.state, options))
            assert (
                decision.refusal(session.state, decision.fallback(session.state, options)) is None
            )
        session.answer(dice.choice(options))
        see(session.state)
    assert {"OrderFire", "ActWithUnit"} <= asked
    assert session.state.outcome
