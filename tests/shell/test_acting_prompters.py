"""Who acts first or together, where an HQ escapes to, who digs, who lives on which train."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from hexwar.engine import Manner, Refusal
from hexwar.hexes import Hex
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Answer, Offer
from hexwar.systems.nlc.prompters import prompter_for
from hexwar.systems.nlc.rules.command.headquarters import MoveHqOut
from hexwar.systems.nlc.rules.movement.works import BuildImprovedPosition
from hexwar.systems.nlc.rules.supply.check import AssignTrain
from hexwar.systems.nlc.rules.turn.actions import (
    ChooseCoordinatedFormations,
    ChooseInitialFormation,
)
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import LeaderId, Side
from hexwar.table.overlays import overlays_of
from tests.shell.hand import new_brienne
from tests.shell.questions import answers, given, sentence, take_up, targets
from tests.systems.nlc.positions import FRENCH, OPEN, position, unit, units
from tests.systems.nlc.supplies import laid

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
    ends = {target.hex for target in overlays_of(prompter.offer().overlays).targets}
    end = min(ends)
    gone, refused = prompter.click(end), prompter.click(Hex("0304"))

    assert isinstance(gone, tuple)
    assert gone[0].value[-1] == end
    assert isinstance(refused, Refusal)
    stay = button(prompter.offer(), "Stay here")
    assert stay.response[0].value is None


HERE, THERE = Hex("0202"), Hex("0404")
DIG = BuildImprovedPosition(FRENCH, (HERE, THERE))


DIGGERS = ("F1 infantry 5-3 0202", "F2 infantry 4-3 0202", "F3 infantry 4-3 0404")
MORE = ("F4 infantry 4-3 0404", "F5 battery 4-3 0404")


def digging() -> MapPrompter[Any]:
    state = position(OPEN, *DIGGERS, *MORE, active="FI", orders="FI:defend 0202")
    return prompter_for(state, DIG, DIG.options(state))


@pytest.mark.rule("N21.1")
def test_each_hex_is_marked_and_has_a_button_with_its_diggers_and_dice() -> None:
    prompter = digging()
    offer = prompter.offer()
    first, second, nowhere = offer.buttons
    assert [target.hex for target in overlays_of(offer.overlays).targets] == [HERE, THERE]
    assert first.text == "Dig in 0202"
    assert (second.text, second.tooltip) == ("Dig in 0404", "F3, F4 in 0404: ready on 1")
    assert second.response == (Answer(BuildImprovedPosition, THERE),)
    assert (nowhere.text, nowhere.manner) == ("Dig no more", Manner.END)
    assert nowhere.response == (Answer(BuildImprovedPosition, None),)
    assert "a die of 1 builds" in offer.hint
    assert prompter.click(HERE) == (Answer(BuildImprovedPosition, HERE),)
    assert prompter.click(Hex("0303")) == Refusal("Nobody can dig in 0303 now.", "N21.1")
    assert DIG.sentence(prompter.view).endswith(
        "let infantry that stood still build an improved position in 0202 and 0404."
    )


STATE = laid(
    "F1 infantry 3-3 2001 of:FII",
    "F2 infantry 3-3 1801 of:FII",
    "F3 infantry 3-3 1901 of:FII",
    "F4 infantry 3-3 1901 of:FII",
    "F9 train 1701",
)
ASSIGN = AssignTrain(FRENCH, unit("F9"), units("F2 F3 F4 F1"))


def assigning() -> MapPrompter[AssignTrain]:
    return take_up(STATE, ASSIGN)


def chosen(prompter: MapPrompter[AssignTrain]) -> set[str]:
    return set(overlays_of(prompter.offer().overlays).chosen)


@pytest.mark.rule("N16.3")
def test_the_nearest_are_chosen_at_first_and_another_takes_the_first_ones_place() -> None:
    prompter = assigning()
    assert answers(prompter) == {"Put on the train (2 of 2)*": units("F2 F3")}
    assert [b.text for b in prompter.offer().buttons[:-1]] == ["✓ F2", "✓ F3", "F4", "F1"]
    assert targets(prompter) == ["1801", "1901", "2001"]
    assert prompter.offer().hint.startswith("2 of 2 chosen; who is left may be out of supply.")
    assert ASSIGN.sentence(STATE) == (
        "The French must choose which 2 of 4 units live on F9, because their formations have no"
        " train on the map."
    )
    assert prompter.click(Hex("1901")) is None  # chooses the next unit of a hex
    assert chosen(prompter) == {"F3", "F4"}
    prompter.click(Hex("1901"))
    assert chosen(prompter) == {"F4"}
    assert sentence(prompter.click(Hex("0101"))) == "Nobody in 0101 can live on this train."

    prompter = assigning()
    assert prompter.pick(units("F1")) is None
    assert chosen(prompter) == {"F3", "F1"}
    prompter.pick(units("F3"))
    assert chosen(prompter) == {"F1"}
    done = prompter.offer().buttons[-1]
    assert done.text == "Put on the train (1 of 2)"
    assert sentence(done.response) == "Name 2 of the units that the train can feed."
    prompter.pick(units("F2"))
    assert given(prompter.offer().buttons[-1].response) == [units("F1 F2")]
