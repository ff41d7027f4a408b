"""The question where infantry digs in (N21, N21.1)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.engine import Manner, Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Answer, Prompter
from hexwar.systems.nlc.prompters import prompter_for
from hexwar.systems.nlc.rules.movement.works import BuildImprovedPosition
from tests.systems.nlc.positions import FRENCH, OPEN, position

HERE, THERE = Hex("0202"), Hex("0404")
ASKED = BuildImprovedPosition(FRENCH, (HERE, THERE))


def asking() -> Prompter[Any]:
    lines = (
        "F1 infantry 5-3 0202",
        "F2 infantry 4-3 0202",
        "F3 infantry 4-3 0404",
        "F4 infantry 4-3 0404",
        "F5 battery 4-3 0404",
    )
    state = position(OPEN, *lines, active="FI", orders="FI:defend 0202")
    return prompter_for(state, ASKED, ASKED.options(state))


@pytest.mark.rule("N21.1")
def test_each_hex_is_marked_and_has_a_button_with_its_diggers_and_dice() -> None:
    offer = asking().offer()
    assert [target.hex for target in offer.overlays.targets] == [HERE, THERE]
    assert [button.text for button in offer.buttons] == [
        "Dig in 0202",
        "Dig in 0404",
        "Dig nowhere else",
    ]
    assert offer.buttons[1].tooltip == "F3, F4 in 0404: ready on 1"
    assert offer.buttons[1].response == (Answer(BuildImprovedPosition, THERE),)
    assert offer.buttons[2].response == (Answer(BuildImprovedPosition, None),)
    assert offer.buttons[2].manner is Manner.END
    assert "a die of 1 builds" in offer.hint


@pytest.mark.rule("N21.1")
def test_a_click_digs_where_it_may() -> None:
    prompter = asking()
    assert prompter.click(HERE) == (Answer(BuildImprovedPosition, HERE),)
    assert prompter.click(Hex("0303")) == Refusal("Nobody can dig in 0303 now.", "N21.1")


@pytest.mark.rule("N21.1")
def test_the_question_names_the_hexes() -> None:
    assert ASKED.sentence(asking().view).endswith(
        "let infantry that stood still build an improved position in 0202 and 0404."
    )
