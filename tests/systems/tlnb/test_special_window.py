"""What players see of special rules: panels and the words of units and leaders (T34.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.hexes import Hex
from hexwar.systems.tlnb.panels.command import command_html
from hexwar.systems.tlnb.panels.words import leader_states, state_words
from hexwar.systems.tlnb.state import Command, Step
from hexwar.table.forces import LeaderId, UnitId
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, position
from tests.systems.tlnb.specials import ruled


@pytest.mark.rule("T34.6")
def test_the_page_of_command_says_what_a_special_rule_bars() -> None:
    state = position(
        OPEN,
        "FC overall 0102 rating:2 of:FH name:Michel",
        "FL leader 0303 rating:3 of:F2 name:Oudinot",
        "F1 infantry 5-3 0303 of:F2",
        "A1 infantry 5-3 0707",
        step=Step.COMMAND,
        command="",
        length=9,
    )
    state.command, state.turn = Command(), 2
    state = ruled(state, "oudinot-to-the-letter", formations="F2", hexes=10)
    state = ruled(state, "ney-in-the-smoke", formations="FH", die=-1, rating=1)
    page = command_html(state, FRENCH)
    assert "Oudinot obeys to the letter: Michel is near, and has not named him." in page
    assert "[2]" in page
    state.special = replace(state.special, fought={LeaderId("FC"): 1})
    state.forget()
    page = command_html(state, FRENCH)
    assert "[1]" in page
    assert "Ney in the smoke" in page


@pytest.mark.rule("T34.6")
def test_units_and_leaders_say_what_a_special_rule_makes_of_them() -> None:
    state = position(
        OPEN,
        "AB overall 0101 rating:3 of:AH",
        "A1 infantry 5-3 0202 of:A4",
        "A2 infantry 5-3 0303 of:AS",
        "A3 infantry 5-3 0404 of:AY",
        "A4 heavy 5-3 0505 of:AX",
        side=ALLIED,
        length=9,
    )
    state = ruled(state, "bulow-waits", formations="AH A4", turn=3, hexes=4)
    state = ruled(state, "crown-prince", formations="AS", turn=10, vp_per_sp=2)
    state = ruled(state, "yorck-exhausted", formations="AY")
    state.turn = 2
    state.special = replace(state.special, great=2, ridden=frozenset({UnitId("A4")}))
    said = {unit: state_words(state, UnitId(unit)) for unit in ("A1", "A2", "A3", "A4")}
    assert "waits where it was set up" in said["A1"]
    assert "held back" in said["A2"]
    assert "exhausted" in said["A3"]
    assert "rests after the great charge" in said["A4"]
    assert "waits where he was set up" in leader_states(state, LeaderId("AB"))
    assert state.units[UnitId("A1")].hex == Hex("0202")
