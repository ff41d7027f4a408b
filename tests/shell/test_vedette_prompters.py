"""Vedettes by mouse and keys: out, back, and where they go (N20.31)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Button, Prompter
from hexwar.systems.nlc.rules.combat.screening import AttackVedettes, Skirmish
from hexwar.systems.nlc.rules.losses.screen import ChooseVedettesGo, ChooseWayBack
from hexwar.systems.nlc.rules.movement.routes import Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.movement.vedettes import Deployment
from hexwar.table.forces import FormationId
from hexwar.table.overlays import overlays_of
from hexwar.table.pieces import Segment
from tests.shell.questions import answers, given, take_up, targets
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

FI = FormationId("FI")
F1, V1, V2 = units("F1 F1-v1 F1-v2")
FAR = "A9 infantry 3-3 0707"
SPREAD = "F1 light 4-4 spread vedettes:2"
OUT = ("F1-v1 vedette 0303", "F1-v2 vedette 0303")


def mover(*lines: str) -> MapPrompter[Any]:
    state = position(OPEN, *lines, FAR, active="FI", segment=Segment.MOVEMENT)
    return take_up(state, ActivateUnit(FRENCH, FI))


def buttons(prompter: Prompter[Any, Any]) -> dict[str, Button]:
    own = ("propose", "go", "stay", "end", "leave", "road")
    return {b.text: b for b in prompter.offer().buttons if b.id not in own}


@pytest.mark.rule("N20.31")
def test_a_chosen_unit_has_a_button_that_sends_its_vedettes_out() -> None:
    prompter = mover("F1 light 4-4 0303 vedettes:2")
    assert buttons(prompter) == {}
    prompter.click(Hex("0303"))
    (out,) = buttons(prompter).values()
    assert out.text == "Send vedettes out"
    assert out.tooltip == "F1 sends its vedettes out: 1 MP"
    assert given(out.response) == [Deployment(F1)]


@pytest.mark.rule("N20.31")
def test_vedettes_are_chosen_by_a_click_and_go_where_the_next_one_points() -> None:
    prompter = mover(SPREAD, *OUT)
    assert overlays_of(prompter.offer().overlays).ready == {"0303"}
    prompter.click(Hex("0303"))
    assert prompter.offer().picked == (V1, V2)
    (back,) = buttons(prompter).values()
    assert (back.text, back.tooltip) == ("Gather vedettes", "The vedettes of F1 gather: 1 MP")
    assert given(back.response) == [Deployment(F1, gathers=True)]
    assert given(prompter.click(Hex("0305"))) == [(V1, V2), Route(hexes("0303 0304 0305"))]
    prompter.click(Hex("0303"))
    assert prompter.offer().picked == (V1,)


@pytest.mark.rule("N20.31")
def test_in_a_mixed_stack_troops_come_before_vedettes() -> None:
    prompter = mover(SPREAD, *OUT, "F2 light 3-4 0303", "F3 infantry 3-4 0303")
    picked = []
    for _ in range(6):
        prompter.click(Hex("0303"))
        picked.append(prompter.offer().picked)
    assert picked == [units("F2 F3"), units("F2"), units("F3"), (V1, V2), (V1,), (V2,)]
    assert isinstance(prompter.pick([unit("F2"), V1]), Refusal)


@pytest.mark.rule("N20.31")
def test_a_brigade_that_has_moved_sends_its_own_out_by_a_button_of_its_name() -> None:
    prompter = mover("F1 infantry 4-3 0303 own:1 moved", "F2 infantry 4-3 0505")
    (out,) = buttons(prompter).values()
    assert out.text == "Send vedettes out: F1"
    assert given(out.response) == [Deployment(F1)]


@pytest.mark.rule("N20.31")
def test_where_vedettes_fall_back_is_a_click() -> None:
    lines = ("A1 light 4-4 spread vedettes:1", "A1-v1 vedette 0404", "F1 infantry 5-3 0405")
    state = position(OPEN, *lines)
    threats = hexes("0405 0404")
    prompter = take_up(state, ChooseWayBack(ALLIED, units("A1-v1"), Hex("0404"), threats))
    ends = targets(prompter)
    assert set(ends) == {way[-1] for way in prompter.options}
    for way in prompter.options:
        assert given(prompter.click(way[-1])) == [way]


@pytest.mark.rule("N20.31")
def test_vedettes_next_door_are_attacked_by_a_click_or_a_button() -> None:
    lines = ("A1 light 4-4 spread vedettes:1", "A1-v1 vedette 0304", FAR)
    state = position(OPEN, "F1 light 4-4 0303", *lines, active="FI")
    prompter = take_up(state, AttackVedettes(FRENCH, FI))
    attack = Skirmish(Hex("0304"), (F1,))
    assert given(prompter.click(Hex("0304"))) == [attack]
    assert answers(prompter) == {"Attack no vedettes*": None, "F1: 0304": attack}
    both = position(OPEN, "F1 light 4-4 0303", "F2 light 4-4 0305", *lines, active="FI")
    told = take_up(both, AttackVedettes(FRENCH, FI)).click(Hex("0304"))
    assert isinstance(told, Refusal)


@pytest.mark.rule("N20.31", "N11.12")
def test_whether_vedettes_go_with_a_stack_is_two_buttons() -> None:
    state = position(OPEN, "A1 infantry 4-4 0304", "A2 light 4-4 spread vedettes:1",
                     "A2-v1 vedette 0304", "F1 infantry 5-3 0405")  # fmt: skip
    asked = ChooseVedettesGo(ALLIED, units("A2-v1"), (unit("A1"),), Hex("0304"))
    assert answers(take_up(state, asked)) == {"They go along*": True, "They stay": False}
