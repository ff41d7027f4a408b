"""What clicks, choices and drawn ways mean in the questions of combat and what they lead to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Manner, Refusal
from hexwar.hexes import Hex
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Prompter, Sheet
from hexwar.systems.nlc.rules.combat.assault import RepeatAssault
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment, ChooseBombardmentVictim
from hexwar.systems.nlc.rules.combat.bombardment_fire import Bombardment
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge, Reaction
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare, RemoveSquare
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion, ChooseRetreatBeforeAssault
from hexwar.systems.nlc.rules.command.bonuses import ChooseLeaderBonus
from hexwar.systems.nlc.rules.losses.pursuit import DeclarePursuit, Pursuit, Riders
from hexwar.systems.nlc.rules.losses.rally import ChooseRecovery, Recovery, RestoreStep
from hexwar.systems.nlc.rules.movement.exhaustion import DeclareForcedMarch
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.overlays import Aim, overlays_of
from hexwar.table.pieces import Segment
from tests.shell.questions import answers, given, laid, pointed, sentence, take_up, targets
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

FI = FormationId("FI")
F1, F2, A1, A2 = units("F1 F2 A1 A2")
TARGET = Hex("0403")
FAR = hexes("0406 0405 0404 0403")


def why(prompter: Prompter[Any, Any], hex_: str) -> str:
    """Why a hex is no target; the pointer hears the same as a click."""
    prompter.hover(Hex(hex_))
    refusal = prompter.click(Hex(hex_))
    assert isinstance(refusal, Refusal), refusal
    assert prompter.offer().hint == f"{refusal.sentence} ({refusal.rule})"
    return refusal.sentence


# -- bombardment

BATTERIES = ("F1 battery 4-3 0404", "F2 battery 3-3 0405", "A1 infantry 5-3 0402")


def at_the_guns(*lines: str, **more: Any) -> MapPrompter[Any]:
    state = position(OPEN, *lines, active="FI", segment=Segment.BOMBARDMENT, **more)
    return take_up(state, ChooseBombardment(FRENCH, FI))


@pytest.mark.rule("N9.5", "N9.1")
def test_all_guns_are_ticked_unless_a_battery_is_chosen() -> None:
    prompter = at_the_guns(*BATTERIES)
    (target,) = laid(prompter).targets
    assert (target.hex, target.aim, set(target.sources)) == ("0402", Aim.BOMBARD, {"0404", "0405"})
    assert sheet_at(prompter, "0402").ticked == (F1, F2)
    assert prompter.click(Hex("0405")) is None
    sheet = sheet_at(prompter, "0402")
    assert (sheet.eligible, sheet.ticked) == ((F1, F2), (F2,))
    assert given(sheet.gesture((F2,))) == [Bombardment(Hex("0402"), (F2,))]
    assert sheet.report((F2,)).target == "0402"
    assert sheet.refusal(()) is not None

    prompter.pick([F1])
    assert laid(prompter).sight is not None
    prompter.pick([F1, F2])  # in two hexes
    assert laid(prompter).sight is None


def sheet_at(prompter: Prompter[Any, Any], hex_: str) -> Sheet:
    """The sheet that a click opens."""
    sheet = prompter.click(Hex(hex_))
    assert isinstance(sheet, Sheet)
    return sheet


@pytest.mark.rule("N9.1", "N9.5")
def test_who_cannot_bombard_and_what_was_bombarded_says_so() -> None:
    prompter = at_the_guns(
        "F1 battery 4-3 0404",
        "F2 battery 3-3 0506 column",
        "F3 battery 3-3 0107",
        "A1 infantry 5-3 0402",
        "A2 infantry 5-3 0707",
        "A3 train 0405",
    )
    assert why(prompter, "0707") == "F1 reaches no farther than 3 hexes now."
    assert sentence(prompter.click(Hex("0506"))) == "F2 is in road column."
    assert sentence(prompter.click(Hex("0107"))) == "F3 has no target in range and sight."
    assert prompter.click(Hex("0405")) is None
    assert prompter.click(Hex("0303")) is None

    seen = at_the_guns(
        *BATTERIES[:1], "F2 battery 3-3 0405 bombarded:0402", "A1 infantry 5-3 0402"
    ).view
    assert seen.activation is not None
    seen.activation = replace(seen.activation, bombarded=hexes("0402"))
    again = take_up(seen, ChooseBombardment(FRENCH, FI))
    assert why(again, "0402") == "0402 has been bombarded in this activation."


@pytest.mark.rule("N9.6")
def test_who_is_hit() -> None:
    alone = position(OPEN, *BATTERIES, active="FI")
    prompter = take_up(alone, ChooseBombardmentVictim(FRENCH, Hex("0402"), "d"))
    assert given(prompter.click(Hex("0402"))) == [A1]

    state = position(OPEN, *BATTERIES, "A2 infantry 2/1-3 0402", active="FI")
    checks = take_up(state, ChooseBombardmentVictim(FRENCH, Hex("0402"), "d"))
    assert [b.text for b in checks.offer().buttons] == ["A1 (holds on 1-3)", "A2 (holds on 1-3)"]
    assert checks.offer().decides
    assert given(checks.pick([A2])) == [A2]
    assert checks.pick([F1]) is None
    assert checks.click(Hex("0402")) is None

    loses = take_up(state, ChooseBombardmentVictim(FRENCH, Hex("0402"), "1"))
    assert loses.offer().buttons[0].text == "A1 (5 \N{RIGHTWARDS ARROW} 3 SP)"
    assert "loses a step" in loses.decision.sentence(state)


# -- charge


def in_the_saddle(*lines: str, **more: Any) -> MapPrompter[Any]:
    state = position(OPEN, *lines, active="FI", segment=Segment.CHARGE, **more)
    return take_up(state, DeclareCharge(FRENCH, FI))


HORSE = ("F1 heavy 6-3 0406", "F2 light 4-3 0406", "F3 light 2-3 0304", "A1 infantry 5-3 0403")


@pytest.mark.rule("N10.13")
def test_the_strongest_stack_charges_unless_another_is_chosen_and_its_sheet_gives_its_way() -> None:
    prompter = in_the_saddle(*HORSE)
    assert laid(prompter).ready == {"0406", "0304"}
    sheet = sheet_at(prompter, TARGET)
    assert sheet.eligible == sheet.ticked == (F1, F2)
    prompter.pick([F2])
    sheet = sheet_at(prompter, TARGET)
    assert (sheet.eligible, sheet.ticked) == ((F1, F2), (F2,))

    prompter.click(Hex("0304"))
    (target,) = laid(prompter).targets
    assert target.way == hexes("0304 0403")
    assert prompter.back()
    assert not prompter.back()

    prompter = in_the_saddle("F1 heavy 6-3 0406", "A1 infantry 5-3 0403")
    drawn = prompter.drop(FAR)
    assert isinstance(drawn, Sheet)
    assert given(drawn.gesture((F1,))) == [Charge((F1,), TARGET, FAR)]
    assert drawn.report((F1,)).target == TARGET
    assert drawn.refusal(()) is not None
    assert prompter.drop(FAR[:1]) is None
    assert sentence(prompter.drop(hexes("0406 0405"))) == "There is no enemy combat unit in 0405."


@pytest.mark.rule("N10.14")
def test_only_the_way_that_is_being_drawn_or_where_the_pointer_is_is_shown() -> None:
    prompter = in_the_saddle(*HORSE, "A2 infantry 5-3 0503")
    prompter.draw(hexes("0406 0405 0404 0503"))
    ways = {target.hex: target.way for target in laid(prompter).targets}
    assert ways == {"0403": (), "0503": hexes("0406 0405 0404 0503")}

    places = enumerate(("0301", "0401", "0501", "0303", "0503"), 1)
    foes = (f"A{n} infantry 5-3 {hex_}" for n, hex_ in places)
    prompter = in_the_saddle("F1 light 4-3 0402", *foes)
    assert [t.way for t in laid(prompter).targets] == [()] * 5
    prompter.hover(Hex("0503"))
    assert [t.hex for t in laid(prompter).targets if t.way] == ["0503"]
    assert prompter.cycle(1) == "0301"
    assert prompter.cycle(-1) == "0503"


@pytest.mark.rule("N10.14")
@each(
    "lines hex_ words",
    (("F1 light 4-3 0404", "A1 infantry 5-3 0407", "A2 infantry 5-3 0406"), "0407", "0406:"),
    (("F1 light 4-3 0401", "A1 infantry 5-3 0407"), "0407", "F1 is 6 hexes away"),
    (("F1 light 4-3 0404 disrupted", "A1 infantry 5-3 0403"), "0403", "F1 is Disrupted."),
    (("F1 infantry 4-3 0404", "A1 infantry 5-3 0403"), "0403", "No cavalry of the formation"),
)
def test_who_cannot_be_charged_says_why(lines: tuple[str, ...], hex_: str, words: str) -> None:
    assert words in why(in_the_saddle(*lines), hex_)


@pytest.mark.rule("N10.15")
def test_own_cavalry_that_cannot_charge_says_why() -> None:
    able, foe = "F1 light 4-3 0404", "A1 infantry 5-3 0403"
    prompter = in_the_saddle(able, "F2 light 4-3 0505 charged", "F3 light 3-3 0101", foe)
    assert sentence(prompter.click(Hex("0505"))) == "F2 has charged already."
    assert sentence(prompter.click(Hex("0101"))) == "F3 has nobody to charge."
    assert prompter.click(Hex("0707")) is None


# -- assaults: before the dice, and after


ATTACK = ("F1 infantry 5-3 0404", "FL leader 0404 rating:3")


def facing(orders: str, foe: str = "A1 infantry 5-3 0403") -> GameState:
    """F1 and his leader before an enemy in 0403."""
    return position(OPEN, *ATTACK, foe, active="FI", orders=orders)


@pytest.mark.rule("N8.34", "N8.33", "N8.10")
def test_an_assault_is_rolled_for_or_dropped_and_has_a_second_round() -> None:
    prompter = take_up(facing("FI: probe 0401"), ConfirmAssault(FRENCH, TARGET, (F1,)))
    assert answers(prompter) == {"Roll: 1-3 goes on*": True, "Drop the assault": False}
    assert given(prompter.click(TARGET)) == [True]
    assert "roll for it, or drop it" in sentence(prompter.click(Hex("0101")))
    assert prompter.click(Hex("0404")) is None

    state = facing("FI: attack 0403")
    prompter = take_up(state, ConfirmAssault(FRENCH, TARGET, (F1,)))
    assert list(answers(prompter)) == ["Roll: 1-5 goes on*"]
    drop = prompter.offer().buttons[1]
    assert sentence(drop.response) == "An Attack order must roll for one assault at least."
    assert "must roll for Attack Confidence" in prompter.decision.sentence(state)

    prompter = take_up(facing("FI: attack 0403"), RepeatAssault(FRENCH, TARGET, (F1,)))
    assert answers(prompter) == {"Stop*": False, "Second round (1-4 goes on)": True}
    sheet = sheet_at(prompter, TARGET)
    assert given(sheet.gesture((F1,))) == [True]
    assert sheet.refusal((F1,)) is None
    assert sheet.refusal(()) is not None
    assert prompter.click(Hex("0101")) is None


@pytest.mark.rule("N8.2")
def test_defenders_leave_for_a_marked_hex_or_stand() -> None:
    state = facing("", "A1 light 5-3 0403")
    prompter = take_up(state, ChooseRetreatBeforeAssault(ALLIED, TARGET, (F1,)))
    ends = set(targets(prompter)) - {TARGET}
    assert "0401" in ends
    assert given(prompter.offer().buttons[0].response) == [None]
    assert prompter.offer().buttons[0].manner is Manner.MAIN
    (path,) = given(prompter.click(Hex("0401")))
    assert (path[0], path[-1]) == ("0403", "0401")
    assert pointed(prompter, "0401") == "To 0401: no loss."
    assert laid(prompter).tracks[0].hexes == path
    assert given(prompter.drop(path)) == [path]
    assert prompter.click(TARGET) is None
    assert isinstance(prompter.click(Hex("0404")), Refusal)
    assert sentence(prompter.click(Hex("0707"))).startswith("They cannot leave for 0707")
    assert prompter.cycle(1) in ends

    foot = facing("FI: attack 0403; AI: delay 0403")
    prompter = take_up(foot, ChooseRetreatBeforeAssault(ALLIED, TARGET, (F1,)))
    assert "if the morale check shows 1-4" in prompter.offer().hint


@pytest.mark.rule("N7.7")
@each("special price", ("napoleon", "orders"), ("ney", "compliance"))
def test_a_leader_leads_at_a_price(special: str, price: str) -> None:
    line = f"FL leader 0404 {special}"
    state = position(OPEN, "F1 infantry 5-3 0404", line, "A1 infantry 5-3 0403", active="FI")
    prompter = take_up(state, ChooseLeaderBonus(FRENCH, LeaderId("FL"), Hex("0404")))
    keep, lead = prompter.offer().buttons
    assert (keep.id, given(keep.response)) == ("keep", [False])
    assert (lead.id, given(lead.response)) == ("lead", [True])
    assert "+25 %" in lead.text
    assert price in prompter.offer().hint


# -- marches and recovery


@pytest.mark.rule("N20.82")
@each("hours words", (0, "stragglers on 5-6."), (2, "stragglers on 5-6 and exhausts on 5-6."))
def test_what_a_forced_march_costs_is_said(hours: int, words: str) -> None:
    pieces = ("F1 infantry 5-3 0404", "FL leader 0404 rating:2")
    state = position(OPEN, *pieces, active="FI", orders="FI: march 0101")
    state.spirit = replace(state.spirit, forced_hours={**state.spirit.forced_hours, FI: hours})
    prompter = take_up(state, DeclareForcedMarch(FRENCH, FI))
    assert answers(prompter) == {"At the usual pace*": False, "Forced march": True}
    assert words in prompter.offer().hint
    assert laid(prompter).ready == {"0404"}


RESTING = ("F1 infantry 6/2-3 uar", "F2 infantry 4-3 uar", "FL leader 0404 rating:2")


@pytest.mark.rule("N13.2", "N13.5")
def test_a_lost_unit_comes_back_where_it_is_clicked_and_a_step_by_a_click_on_the_unit() -> None:
    state = position(OPEN, *RESTING, "A1 infantry 5-3 0701", orders="FI: reserve 0404")
    prompter = take_up(state, ChooseRecovery(FRENCH, FI))
    assert "returns on 1-4, else it is lost" in prompter.offer().hint
    assert given(prompter.click(Hex("0403"))) == [Recovery(F1, Hex("0403"))]
    prompter.pick([F2])
    assert given(prompter.click(Hex("0403"))) == [Recovery(F2, Hex("0403"))]
    assert prompter.cycle(1) == "0404"
    assert given(prompter.click(Hex("0404"))) == [Recovery(F1, Hex("0404"))]
    assert sentence(prompter.click(Hex("0101"))) == "F1 cannot appear in 0101."
    nobody = prompter.offer().buttons[-1]
    assert (nobody.text, given(nobody.response)) == ("Nobody", [None])

    tired = ("F1 infantry 6-3 0404 reduced", "F2 infantry 6-3 0505 reduced", "FL leader 0404")
    state = position(OPEN, *tired, orders="FI: reserve 0404", kind=TurnKind.NIGHT_AM)
    prompter = take_up(state, RestoreStep(FRENCH, FI))
    assert given(prompter.click(Hex("0505"))) == [F2]
    assert given(prompter.pick([F1])) == [F1]
    assert prompter.click(Hex("0101")) is None
    assert prompter.offer().buttons[-1].text == "Nobody"
    assert unit("F1") in prompter.offer().pickable


CHARGE = Charge((F1,), TARGET, FAR)


# -- what a charge is answered with


CHARGED = ("F1 light 6-3 0406", "A1 infantry 5-3 0403", "A2 light 6-3 0504", "A3 light 3-3 0504")


def reacting(*lines: str, charge: Charge | None = CHARGE) -> MapPrompter[Any]:
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
        "A2: morale check, passed by 1-4; when they meet: both give way 6.2 %,"
        " the chargers give way 19 %, they give way 19 %, nobody gives way 56 %"
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
    (target,) = overlays_of(prompter.offer().overlays).targets
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
    (target,) = overlays_of(prompter.offer().overlays).targets
    assert (target.aim, target.way) == (Aim.CHARGE, FAR)

    for near, words in (("0404", "Enemy"), ("0101", "No enemy")):
        state = position(OPEN, "F1 infantry 5-3 0505 square", f"A1 light 3-3 {near}", active="FI")
        prompter = take_up(state, RemoveSquare(FRENCH, Hex("0505"), (F1,)))
        assert answers(prompter) == {"Leave the square*": True, "Stay in square": False}
        assert prompter.offer().hint.startswith(f"{words} cavalry is near.")
        assert overlays_of(prompter.offer().overlays).selection == {"0505"}

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
