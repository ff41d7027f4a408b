"""Who lives on a train of another formation: chosen by buttons, counters and clicks (N16.3)."""

from __future__ import annotations

import pytest

from hexwar.hexes import Hex
from hexwar.shell.prompter import Prompter
from hexwar.systems.nlc.rules.supply.check import AssignTrain
from tests.shell.questions import answers, given, sentence, take_up, targets
from tests.systems.nlc.positions import FRENCH, unit, units
from tests.systems.nlc.supplies import laid

STATE = laid(
    "F1 infantry 3-3 2001 of:FII",
    "F2 infantry 3-3 1801 of:FII",
    "F3 infantry 3-3 1901 of:FII",
    "F4 infantry 3-3 1901 of:FII",
    "F9 train 1701",
)
ASKED = AssignTrain(FRENCH, unit("F9"), units("F2 F3 F4 F1"))


def asked() -> Prompter[AssignTrain]:
    return take_up(STATE, ASKED)


def chosen(prompter: Prompter[AssignTrain]) -> set[str]:
    return set(prompter.offer().overlays.chosen)


@pytest.mark.rule("N16.3")
def test_the_nearest_are_chosen_at_first_and_another_takes_the_first_ones_place() -> None:
    prompter = asked()
    assert answers(prompter) == {"Put on the train (2 of 2)*": units("F2 F3")}
    assert [b.text for b in prompter.offer().buttons[:-1]] == ["✓ F2", "✓ F3", "F4", "F1"]
    assert targets(prompter) == ["1801", "1901", "2001"]
    assert prompter.offer().hint.startswith("2 of 2 chosen; who is left may be out of supply.")
    assert ASKED.sentence(STATE) == (
        "The French must choose which 2 of 4 units live on F9, because their formations have no"
        " train on the map."
    )
    assert prompter.click(Hex("1901")) is None  # chooses the next unit of a hex
    assert chosen(prompter) == {"F3", "F4"}
    prompter.click(Hex("1901"))
    assert chosen(prompter) == {"F4"}
    assert sentence(prompter.click(Hex("0101"))) == "Nobody in 0101 can live on this train."

    prompter = asked()
    assert prompter.pick(units("F1")) is None
    assert chosen(prompter) == {"F3", "F1"}
    prompter.pick(units("F3"))
    assert chosen(prompter) == {"F1"}
    done = prompter.offer().buttons[-1]
    assert done.text == "Put on the train (1 of 2)"
    assert sentence(done.response) == "Name 2 of the units that the train can feed."
    prompter.pick(units("F2"))
    assert given(prompter.offer().buttons[-1].response) == [units("F1 F2")]
