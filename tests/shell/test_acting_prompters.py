"""Choosing who acts before the chits, who acts together, and where an HQ escapes to."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from hexwar.engine import Manner, Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Offer
from hexwar.systems.nlc.prompters import prompter_for
from hexwar.systems.nlc.rules.command.headquarters import MoveHqOut
from hexwar.systems.nlc.rules.turn.actions import (
    ChooseCoordinatedFormations,
    ChooseInitialFormation,
)
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import LeaderId, Side
from tests.shell.hand import new_brienne
from tests.shell.questions import given
from tests.systems.nlc.positions import FRENCH, position

ALLIED = Side("allied")


@cache
def seen() -> GameState:
    return view(new_brienne().state, ALLIED)


def asked(decision: Any) -> Any:
    return prompter_for(seen(), decision, decision.options(seen()))


def button(offer: Offer, words: str) -> Any:
    return next(found for found in offer.buttons if words in found.text)


@pytest.mark.rule("N4.22")
def test_a_button_or_a_click_names_who_acts_first() -> None:
    prompter = asked(ChooseInitialFormation(ALLIED))
    choice = button(prompter.offer(), "IX Corps")
    unit = next(u for u in seen().units_of(choice.id) if seen().units[u].hex is not None)
    assert "Defend" in choice.tooltip
    assert given(choice.response) == ["CO-9"]
    assert prompter.pick([unit]) == choice.response
    assert prompter.click(Hex("0101")) is None
    nobody = button(prompter.offer(), "Nobody")
    assert given(nobody.response) == [None]
    assert nobody.manner is Manner.END  # key E, as everywhere


def joined(prompter: Any) -> Any:
    """Which formations act together, if the button that says so is pressed."""
    (together,) = given(next(b for b in prompter.offer().buttons if b.id == "go").response)
    return together


@pytest.mark.rule("N4.32")
def test_formations_join_and_leave_the_body_one_by_one() -> None:
    prompter = asked(ChooseCoordinatedFormations(ALLIED))
    every = [found for found in prompter.offer().buttons if found.picks]
    first, second = every[:2]
    assert not any(found.id == "go" for found in prompter.offer().buttons)
    prompter.pick(first.picks)
    prompter.pick(second.picks)
    assert joined(prompter) == (first.id, second.id)
    prompter.pick(first.picks)
    assert joined(prompter) == (second.id,)
    assert prompter.back()
    assert not prompter.back()

    answers = [prompter.pick(made.picks) for made in every]
    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    assert refused[0].rule == "N4.32"  # one too many changes nothing
    assert len(joined(prompter)) == answers.index(refused[0])


@pytest.mark.rule("N14.51")
def test_an_hq_escapes_to_a_marked_hex_or_stays() -> None:
    state = position(
        "\n".join([". . . . . ."] * 6), "FH hq 0303", "F1 infantry 6-3 0606", "A1 infantry 5-3 0304"
    )
    decision = MoveHqOut(FRENCH, LeaderId("FH"))
    prompter = prompter_for(state, decision, decision.options(state))
    ends = {target.hex for target in prompter.offer().overlays.targets}
    end = min(ends)
    gone, refused = prompter.click(end), prompter.click(Hex("0304"))

    assert isinstance(gone, tuple)
    assert gone[0].value[-1] == end
    assert isinstance(refused, Refusal)
    stay = button(prompter.offer(), "Stay here")
    assert stay.response[0].value is None
