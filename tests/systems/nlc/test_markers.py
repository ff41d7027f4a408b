"""Why each marker lies on a unit, a formation or a hex, with its rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.panels.markers import formation_remarks, hex_remarks, unit_remarks
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Box
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import FRENCH, OPEN, position, unit

F1 = unit("F1")
FI = FormationId("FI")


def told(state: GameState) -> list[tuple[str, str]]:
    return [(one.words, one.rule) for one in unit_remarks(state, F1)]


@pytest.mark.rule("N14.31")
def test_who_is_out_of_command_is_told_how_far_away_he_is() -> None:
    state = position(OPEN, "F1 infantry 5-3 0303", "FT train 0304")
    assert told(state) == []
    assert unit_remarks(state, unit("FT")) == ()
    far = position(OPEN, "F1 infantry 5-3 0101", "F9 leader 0707", active="FI", out="F1")
    ((words, _),) = told(far)
    assert words.startswith("Out of command: ")
    near = position(OPEN, "F1 infantry 5-3 0301", "F9 leader 0302", active="FI", out="F1")
    words = "Out of command when the activation began, and so until it ends"
    assert told(near) == [(words, "N14.31")]


@pytest.mark.rule("N11.8", "N10.31", "N5.32", "N5.33")
@each(
    "marks words rule",
    (
        {"disrupted": True},
        "Disrupted until it rallies: fires at −50 %, half its MP, no zone of control,"
        " no assault, no charge",
        "N11.8",
    ),
    (
        {"square": True},
        "In square: charges on it at −75 %, but it may not move or assault; it ends in its"
        " next activation, or in the Rally Phase with no enemy cavalry within 3 hexes",
        "N10.31",
    ),
    (
        {"column": True},
        "In road column until it acts again or retreats: fires at −50 %, no bombardment, no charge",
        "N5.32",
    ),
    ({"tail": Hex("0304")}, "Its tail is in 0304: who assaults there assaults it", "N5.33"),
)
def test_markers_of_a_unit(marks: dict[str, Any], words: str, rule: str) -> None:
    state = position(OPEN, "F1 infantry 5-3 0303")
    state.put_unit(replace(state.units[F1], **marks))
    assert told(state) == [(words, rule)]


@pytest.mark.rule("N15.2", "N20.83")
def test_a_weary_formation_tells_what_it_has_lost_or_how_long_it_rests() -> None:
    # It is demoralized when it has lost 4 SP; F2 is lost with 5.
    level = {"FI": {"demoralization_sp": 4}}
    state = position(OPEN, "F1 infantry 5-3 0303", "F2 infantry 5-3 0404", formations=level)
    state.put_unit(replace(state.units[unit("F2")], hex=None, box=Box.UAR))
    state.spirit = replace(state.spirit, demoralized=(FI,))
    words = "FI Corps is demoralized: it has lost 5 SP, and bears 3"
    assert told(state) == [(words, "N15.2")]
    assert [one.words for one in formation_remarks(state, FI)] == [words]
    state = position(OPEN, "F1 infantry 5-3 0303")
    state.spirit = replace(state.spirit, exhausted=(FI,))
    hours = "until it has rested in Reserve for 3 hours in a row"
    words = f"FI Corps is exhausted by forced marches {hours}"
    assert told(state) == [(words, "N20.83")]


@pytest.mark.rule("N16.2", "N16.5")
def test_who_is_out_of_supply_is_told_why_and_what_opened_since() -> None:
    state = position(OPEN, "F1 infantry 5-3 0303")
    state.supply = replace(state.supply, unsupplied=frozenset({F1}))
    why = "There is no friendly supply source and no baggage train to use"
    assert told(state) == [(f"Out of supply: {why}", "N16.2")]
    state = position(OPEN, "F1 infantry 5-3 0303", supply_sources={Hex("0301"): FRENCH})
    state.supply = replace(state.supply, unsupplied=frozenset({F1}))
    ((words, rule),) = told(state)
    assert words.startswith("Out of supply until the next check, though there is a line now: ")
    assert rule == "N16.5"


@pytest.mark.rule("N21", "N5.71", "T18.2")
def test_what_was_built_or_broken_in_a_hex() -> None:
    state = position(
        OPEN,
        "F1 pontoon 0303 bridging:0302-0303",
        bridges=["0303-0304"],
        trestles=["0303-0403"],
        damaged=["0303-0304", "0303-0403"],
        rivers=["0302-0303"],
    )
    state.positions = frozenset({Hex("0303")})
    toll = "+2 MP to cross, none in road movement, not for baggage trains"
    assert {(one.words, one.rule) for one in hex_remarks(state, Hex("0303"))} == {
        (
            "Improved position, for either side: assaults on it at −50 %, no charge, no zone of"
            " control reaches into it",
            "N21",
        ),
        (f"Pontoon bridge to 0302: {toll}", "N5.71"),
        (
            f"The bridge to 0304 is damaged: {toll}; zones, fire, supply, command and retreats do"
            " not pass it",
            "N5.71",
        ),
        ("The trestle to 0403 is damaged: only the stream is left", "N5.71"),
    }
    assert told(state)[-1] == ("It is the pontoon bridge between 0302 and 0303", "T18.2")
    assert not list(hex_remarks(state, Hex("0101")))
