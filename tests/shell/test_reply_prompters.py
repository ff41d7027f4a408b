"""What clicks mean in the questions that a charge leads to: reaction, square, pursuit."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.shell.prompter import Prompter
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge, Reaction
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare, RemoveSquare
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion
from hexwar.systems.nlc.rules.losses.pursuit import DeclarePursuit, Pursuit, Riders
from hexwar.table.forces import FormationId
from hexwar.table.overlays import Aim
from hexwar.table.pieces import Segment
from tests.shell.questions import answers, given, pointed, sentence, take_up
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, units

FI = FormationId("FI")
F1, F2, A1, A2 = units("F1 F2 A1 A2")
TARGET = Hex("0403")
FAR = hexes("0406 0405 0404 0403")
CHARGE = Charge((F1,), TARGET, FAR)


# -- what a charge is answered with


CHARGED = ("F1 light 6-3 0406", "A1 infantry 5-3 0403", "A2 light 6-3 0504", "A3 light 3-3 0504")


def reacting(*lines: str, charge: Charge | None = CHARGE) -> Prompter[Any]:
    state = position(OPEN, *(lines or CHARGED), active="FI", segment=Segment.CHARGE)
    hex_ = CHARGE.last if charge else Hex("0406")
    return take_up(state, ChooseReactionCharge(ALLIED, hex_, (F1,), charge))


@pytest.mark.rule("N10.23")
def test_cavalry_meets_a_charge_by_its_button_or_a_click_on_the_enemy() -> None:
    prompter = reacting()
    meet = Reaction(units("A2 A3"), hexes("0504 0404"))
    assert answers(prompter) == {"Nobody reacts*": None, "All of 0504 react (1-4)": meet}
    assert given(prompter.click(Hex("0404"))) == [meet]
    assert given(prompter.click(Hex("0406"))) == [meet]

    prompter.pick([A2])
    assert given(prompter.click(Hex("0404"))) == [Reaction((A2,), hexes("0504 0404"))]
    prompter.pick([])
    assert prompter.offer().hint == "Choose cavalry of one hex that is marked."
    assert prompter.click(Hex("0404")) is None
    assert prompter.cycle(1) == "0504"
    assert prompter.offer().picked == units("A2 A3")
    assert prompter.click(Hex("0403")) is None


@pytest.mark.rule("N10.21", "N10.25")
def test_a_button_tells_what_a_meeting_may_bring_and_a_move_is_met_too() -> None:
    lines = ("F1 light 4-3 0406", "A1 infantry 5-3 0403", "A2 light 4-3 0504")
    assert reacting(*lines).offer().buttons[1].tooltip == (
        "A2: morale check, passed by 1-4; when they meet: both give way 2.8 %,"
        " the chargers give way 14 %, they give way 14 %, nobody gives way 69 %"
    )
    near = reacting("F1 infantry 6-3 0406", "A2 light 4-3 0405", charge=None)
    assert near.offer().buttons[1].tooltip == "A2: morale check, passed by 1-4"
    assert "one try in this activation" in near.decision.sentence(near.view)
    (reaction,) = given(near.click(Hex("0406")))
    assert reaction.path[-1] == "0406"


@pytest.mark.rule("N10.23")
def test_a_way_to_meet_them_is_drawn_and_who_cannot_react_says_why() -> None:
    prompter = reacting("F1 light 6-3 0406", "A1 infantry 5-3 0403", "A2 light 6-3 0604")
    way = hexes("0604 0504 0404")
    prompter.draw(way)
    (target,) = prompter.offer().overlays.targets
    assert target.way == way
    assert given(prompter.drop(way)) == [Reaction((A2,), way)]
    assert prompter.drop(way[:1]) is None
    assert prompter.drop(hexes("0701 0702")) is None

    prompter = reacting(*CHARGED[:3], "A4 light 3-3 0505 disrupted", "A5 light 3-3 0101")
    assert sentence(prompter.click(Hex("0505"))) == "A4 is Disrupted."
    assert sentence(prompter.click(Hex("0101"))).startswith("This cavalry is too far away")


@pytest.mark.rule("N10.32", "N10.33", "N10.41")
def test_a_square_is_tried_left_or_kept_and_cavalry_evades_or_guns_limber() -> None:
    state = position(OPEN, *CHARGED[:2], active="FI", segment=Segment.CHARGE)
    prompter = take_up(state, ChooseFormSquare(ALLIED, CHARGE, (A1,)))
    assert answers(prompter) == {"Form square (1-4)*": True, "Stand as they are": False}
    (target,) = prompter.offer().overlays.targets
    assert (target.aim, target.way) == (Aim.CHARGE, FAR)

    for near, words in (("0404", "Enemy"), ("0101", "No enemy")):
        state = position(OPEN, "F1 infantry 5-3 0505 square", f"A1 light 3-3 {near}", active="FI")
        prompter = take_up(state, RemoveSquare(FRENCH, Hex("0505"), (F1,)))
        assert answers(prompter) == {"Leave the square*": True, "Stay in square": False}
        assert prompter.offer().hint.startswith(f"{words} cavalry is near.")
        assert prompter.offer().overlays.selection == {"0505"}

    state = position(OPEN, CHARGED[0], "A1 light 5-3 0403", active="FI", segment=Segment.CHARGE)
    for limbers, act in ((False, "Evade (1-4)"), (True, "Limber and go (1-4)")):
        prompter = take_up(state, ChooseEvasion(ALLIED, CHARGE, (A1,), limbers))
        assert answers(prompter) == {"Stand*": False, act: True}


@pytest.mark.rule("N11.73")
def test_fugitives_are_pursued_by_a_click_or_by_another_stack() -> None:
    state = position(OPEN, "F1 light 5-3 0404", "F2 light 4-3 0404", "A1 infantry 5-3 0401")
    asked = DeclarePursuit(FRENCH, (Riders((F1, F2), Hex("0404")),), (A1,))
    prompter = take_up(state, asked)
    way = hexes("0404 0403 0402")

    assert list(answers(prompter)) == ["Nobody pursues*", "All of 0404 pursue"]
    (pursuit,) = given(prompter.click(Hex("0402")))
    assert pursuit == Pursuit((F1, F2), Hex("0401"), way)
    prompter.pick([F2])
    (pursuit,) = given(prompter.click(Hex("0401")))
    assert pursuit.units == (F2,)
    assert given(prompter.drop((*way, Hex("0401")))) == [Pursuit((F2,), Hex("0401"), way)]
    assert "if morale shows 1-4" in pointed(prompter, "0402")
    assert sentence(prompter.click(Hex("0707"))).startswith("A pursuit ends in a marked hex")
    prompter.pick([])
    assert prompter.offer().hint.startswith("These units cannot pursue together")
    assert prompter.cycle(1) == "0404"
    assert prompter.offer().picked == (F1, F2)

    state = position(OPEN, "F1 light 5-3 0404", "F2 light 4-3 0302", "A1 infantry 5-3 0401")
    riders = (Riders((F1,), Hex("0404")), Riders((F2,), Hex("0302")))
    prompter = take_up(state, DeclarePursuit(FRENCH, riders, (A1,)))
    assert prompter.offer().picked == (F1,)
    assert prompter.click(Hex("0302")) is None
    assert prompter.offer().picked == (F2,)
    (pursuit,) = given(prompter.click(Hex("0401")))
    assert pursuit.units == (F2,)
