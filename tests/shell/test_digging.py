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


LINES = ("F1 infantry 5-3 0202", "F2 infantry 4-3 0202", "F3 infantry 4-3 0404")
MORE = ("F4 infantry 4-3 0404", "F5 battery 4-3 0404")


def asking() -> Prompter[Any]:
    state = position(OPEN, *LINES, *MORE, active="FI", orders="FI:defend 0202")
    return prompter_for(state, ASKED, ASKED.options(state))


@pytest.mark.rule("N21.1")
def test_each_hex_is_marked_and_has_a_button_with_its_diggers_and_dice() -> None:
    prompter = asking()
    offer = prompter.offer()
    first, second, nowhere = offer.buttons
    assert [target.hex for target in offer.overlays.targets] == [HERE, THERE]
    assert first.text == "Dig in 0202"
    assert (second.text, second.tooltip) == ("Dig in 0404", "F3, F4 in 0404: ready on 1")
    assert second.response == (Answer(BuildImprovedPosition, THERE),)
    assert (nowhere.text, nowhere.manner) == ("Dig nowhere else", Manner.END)
    assert nowhere.response == (Answer(BuildImprovedPosition, None),)
    assert "a die of 1 builds" in offer.hint
    assert prompter.click(HERE) == (Answer(BuildImprovedPosition, HERE),)
    assert prompter.click(Hex("0303")) == Refusal("Nobody can dig in 0303 now.", "N21.1")
    assert ASKED.sentence(prompter.view).endswith(
        "let infantry that stood still build an improved position in 0202 and 0404."
    )
