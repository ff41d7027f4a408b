"""Questions of the player-turn game by mouse and keys: who rolls, pays, retreats, advances."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.shell.prompter import Answer
from hexwar.systems.tlnb.prompters import GESTURES, TlnbQuestions
from hexwar.systems.tlnb.prompters.command import NamePrompter
from hexwar.systems.tlnb.prompters.pieces import (
    AdvancePrompter,
    CheckOfficerPrompter,
    CheckUnitsPrompter,
    CounterPrompter,
    LossesPrompter,
    PlainPrompter,
)
from hexwar.systems.tlnb.prompters.places import (
    EnterPrompter,
    RetreatPrompter,
    ReturnPrompter,
    RoomPrompter,
)
from hexwar.systems.tlnb.rules.arrivals.arrivals import EnterForce
from hexwar.systems.tlnb.rules.combat.bombardment import ChooseVictim
from hexwar.systems.tlnb.rules.combat.charge import CounterCharge
from hexwar.systems.tlnb.rules.combat.results import Advance, ChooseLosses, Toll
from hexwar.systems.tlnb.rules.combat.retreat import RetreatStack
from hexwar.systems.tlnb.rules.command.command import (
    CheckOfficer,
    CheckUnits,
    NameOfficers,
    Naming,
)
from hexwar.systems.tlnb.rules.losses.recovery import ReturnUnit
from hexwar.systems.tlnb.rules.movement.stacking import DisplaceExcess, Room
from hexwar.systems.tlnb.state import Command, Step, TlnbState
from hexwar.table.forces import LeaderId
from hexwar.table.overlays import Aim, overlays_of
from hexwar.table.pieces import Box
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, position, units

BASE = ("french:0101", "allied:0707")


def fields(*lines: str, **more: Any) -> TlnbState:
    return position(OPEN, *lines, bases=BASE, **more)


def put(kind: Any, state: TlnbState, question: Any) -> Any:
    return kind(state, question, question.options(state))


def texts(prompter: Any) -> list[str]:
    return [button.text for button in prompter.offer().buttons]


# -- who is in command

LED = (
    "FC overall 0303 rating:2",
    "FL leader 0304 rating:3",
    "FM leader 0302 rating:2",
    "F1 infantry 5-3 0404",
    "F2 infantry 4-3 0404",
)


@pytest.mark.rule("T5.5", "T5.9")
def test_who_can_name_more_than_officers_names_the_strongest_stacks_apart() -> None:
    lines = "FC overall 0101 rating:3", "FL leader 0102 rating:3", "F1 infantry 5-3 0102"
    places = "F2 infantry 4-3 0303", "F3 infantry 6-3 0405", "F4 infantry 2-3 0206"
    apart = [f"{line} of:FII" for line in places]  # nobody leads them
    state = fields(*lines, *apart, step=Step.COMMAND)
    state.command = Command()
    prompter = put(NamePrompter, state, NameOfficers(FRENCH, LeaderId("FC")))
    (answer,) = prompter.offer().buttons[0].response
    assert answer.value == Naming((LeaderId("FL"),), units("F2 F3"))


@pytest.mark.rule("T5.5")
def test_a_stack_is_named_by_a_click_where_no_officer_stands() -> None:
    state = fields(*LED, step=Step.COMMAND)
    state.command = Command()
    prompter = put(NamePrompter, state, NameOfficers(FRENCH, LeaderId("FC")))
    assert prompter.back()
    assert prompter.back()
    assert not prompter.offer().picked
    assert prompter.click(Hex("0404")) is None
    (answer,) = prompter.offer().buttons[0].response
    assert answer == Answer(NameOfficers, Naming((), units("F1")))
    assert prompter.click(Hex("0304")) is None
    assert isinstance(prompter.click(Hex("0302")), Refusal)  # two at most
    assert prompter.click(Hex("0404")) is None  # no more
    assert prompter.offer().buttons[0].text == "Name FL"
    assert isinstance(prompter.click(Hex("0707")), Refusal)


@pytest.mark.rule("T6.31")
def test_all_officers_roll_at_one_press_or_one_by_two_clicks() -> None:
    state = fields(*LED, step=Step.COMMAND)
    state.command = Command()
    prompter = put(CheckOfficerPrompter, state, CheckOfficer(FRENCH))
    every, end = prompter.offer().buttons
    assert every.text == "All 2 officers roll"
    assert [answer.value for answer in every.response] == ["FL", "FM"]
    assert end.response == (Answer(CheckOfficer, None),)
    assert prompter.click(Hex("0304")) is None
    assert prompter.offer().buttons[0].text == "FL rolls: in command on 1 to 3"
    assert prompter.click(Hex("0304")) == (Answer(CheckOfficer, "FL"),)
    assert prompter.back()
    assert prompter.cycle(1) == "0304"
    assert isinstance(prompter.click(Hex("0707")), Refusal)


@pytest.mark.rule("T6.32", "T6.5")
def test_a_stack_or_some_of_it_rolls() -> None:
    lines = ("F1 infantry 5-3 0404", "F2 infantry 4-2 0404", "F3 infantry 4-2 0202")
    state = fields(*lines, step=Step.COMMAND)
    state.command = Command()
    prompter = put(CheckUnitsPrompter, state, CheckUnits(FRENCH))
    every, _ = prompter.offer().buttons
    assert {frozenset(answer.value) for answer in every.response} == {
        frozenset(units("F1 F2")),
        frozenset(units("F3")),
    }
    assert prompter.click(Hex("0404")) is None
    assert texts(prompter)[0] == "Roll: in command on 1 to 3"
    prompter.pick(units("F2"))
    assert texts(prompter)[0] == "Roll: in command on 1 to 2"
    assert prompter.offer().buttons[0].response == (Answer(CheckUnits, units("F2")),)
    prompter.pick(units("F1 F2"))
    assert prompter.click(Hex("0404")) == (Answer(CheckUnits, units("F1 F2")),)
    assert prompter.cycle(1) is not None
    assert prompter.back()


# -- losses and what follows a fight


@pytest.mark.rule("T11.91")
def test_losses_are_clicked_until_they_are_enough() -> None:
    state = fields("F1 infantry 7-3 0304", "F2 infantry 6-3 0403", "F3 infantry 5-3 0404")
    asked = ChooseLosses(FRENCH, units("F1 F2 F3"), 6)
    prompter = put(LossesPrompter, state, asked)
    cheapest = asked.options(state)[0]
    assert prompter.offer().buttons[0].response == (Answer(ChooseLosses, cheapest),)
    prompter.pick(())
    assert isinstance(prompter.offer().buttons[0].response, Refusal)
    prompter.click(Hex("0403"))
    prompter.click(Hex("0403"))
    (answer,) = prompter.offer().buttons[0].response
    assert answer.value == Toll((0, 2, 0))
    prompter.click(Hex("0403"))  # none of it again
    assert isinstance(prompter.offer().buttons[0].response, Refusal)
    assert prompter.back()
    assert isinstance(prompter.click(Hex("0707")), Refusal)


@pytest.mark.rule("T11.92")
def test_one_step_is_lost_by_whoever_is_clicked_last() -> None:
    state = fields("F1 infantry 7-3 0304", "F2 infantry 6-3 0403")
    prompter = put(LossesPrompter, state, ChooseLosses(FRENCH, units("F1 F2"), 0))
    prompter.click(Hex("0304"))
    prompter.click(Hex("0403"))
    (answer,) = prompter.offer().buttons[0].response
    assert answer.value == Toll((0, 1))


@pytest.mark.rule("T11.82")
def test_a_retreat_is_one_click_and_can_be_split() -> None:
    state = fields("F1 infantry 5-3 0404", "F2 infantry 4-3 0404", "A1 infantry 5-3 0505")
    asked = RetreatStack(FRENCH, units("F1 F2"), 1, (Hex("0505"),))
    prompter = put(RetreatPrompter, state, asked)
    end = overlays_of(prompter.offer().overlays).targets[0].hex
    (answer,) = prompter.click(end)
    assert answer.value.units == units("F1 F2")
    prompter.pick(units("F2"))
    prompter.hover(end)
    assert overlays_of(prompter.offer().overlays).tracks[0].hexes[-1] == end
    (answer,) = prompter.click(end)
    assert answer.value.units == units("F2")
    assert prompter.back()
    assert isinstance(prompter.click(Hex("0505")), Refusal)
    assert prompter.cycle(1) is not None


@pytest.mark.rule("T11.64")
def test_the_won_hex_is_clicked_to_advance() -> None:
    state = fields("F1 infantry 5-3 0404", "F2 infantry 4-3 0403", "A1 infantry 5-3 0707")
    prompter = put(AdvancePrompter, state, Advance(FRENCH, units("F1 F2"), Hex("0504")))
    assert set(prompter.offer().picked) == set(units("F1 F2"))
    prompter.click(Hex("0404"))  # it stays
    assert prompter.click(Hex("0504")) == (Answer(Advance, units("F2")),)
    assert prompter.offer().buttons[-1].response == (Answer(Advance, ()),)


@pytest.mark.rule("T13.19")
def test_a_counter_charge_tells_its_dice() -> None:
    state = fields("F1 heavy 6-4 0304", "A1 light 3-4 0505", "A2 light 3-4 0605")
    path = (Hex("0304"), Hex("0404"))
    asked = CounterCharge(ALLIED, path, units("F1"))
    prompter = put(CounterPrompter, state, asked)
    assert "stopped on 1 to" in texts(prompter)[0]
    assert asked.sentence(state) == "Which cavalry rides against the charge of F1?"
    (charge,) = overlays_of(
        prompter.offer().overlays
    ).targets  # the board shows what is ridden against
    assert (charge.aim, charge.way) == (Aim.CHARGE, path)
    assert charge.hex == "0304"
    chosen = prompter.offer().picked
    assert prompter.click(charge.hex) is None
    assert prompter.offer().picked == chosen
    assert prompter.click(Hex("0505")) is None
    assert prompter.offer().picked != chosen


@pytest.mark.rule("T14.10")
def test_a_unit_comes_back_where_one_clicks() -> None:
    state = fields("FL leader 0304 rating:3", "F1 infantry 5-3 0202", "F2 infantry 5-3 0201")
    for unit in units("F1 F2"):
        state.put_unit(replace(state.units[unit], hex=None, box=Box.RECOVERED))
    prompter = put(ReturnPrompter, state, ReturnUnit(FRENCH, LeaderId("FL")))
    assert "0304" in {target.hex for target in overlays_of(prompter.offer().overlays).targets}
    prompter.pick(units("F2"))
    (answer,) = prompter.click(Hex("0304"))
    assert (answer.value.unit, answer.value.hex) == ("F2", "0304")
    assert isinstance(prompter.click(Hex("0707")), Refusal)
    prompter.cycle(1)
    assert prompter.offer().picked == units("F1")


@pytest.mark.rule("T9.5")
def test_a_full_hex_is_relieved_by_a_click() -> None:
    state = fields("F1 infantry 5-3 0404", "F2 infantry 4-3 0404", "F3 infantry 3-3 0404")
    prompter = put(RoomPrompter, state, DisplaceExcess(FRENCH, Hex("0404")))
    goal = overlays_of(prompter.offer().overlays).targets[0].hex
    prompter.pick(units("F3"))
    (unit,) = units("F3")
    assert prompter.click(goal) == (Answer(DisplaceExcess, Room(unit, goal)),)


@pytest.mark.rule("T12.12")
def test_the_only_unit_of_a_hex_that_can_be_meant_is_hit_by_a_click_there() -> None:
    state = fields("A1 infantry 5-3 0404", "A2 infantry 4-3 0404")
    prompter = put(PlainPrompter, state, ChooseVictim(FRENCH, units("A1 A2")))
    assert isinstance(prompter.click(Hex("0404")), Refusal)
    assert prompter.pick(units("A2")) == (Answer(ChooseVictim, *units("A2")),)
    assert (
        overlays_of(prompter.offer().overlays).ready
        == overlays_of(prompter.offer().overlays).selection
        == {"0404"}
    )


def test_every_gesture_answers_its_question() -> None:
    from hexwar.systems.tlnb.kit import TLNB

    questions = TlnbQuestions(TLNB)
    state = fields("F1 infantry 5-3 0404", "A1 infantry 5-3 0505", "A2 infantry 5-3 0505")
    asked = ChooseVictim(FRENCH, units("A1 A2"))
    made = questions.prompter(state, asked, asked.options(state))
    assert type(made) is PlainPrompter
    assert CheckUnits in GESTURES


# -- who enters


@pytest.mark.rule("T20.3")
def test_one_press_has_all_enter_who_are_due() -> None:
    lines = "F1 infantry 5-3 due", "F2 infantry 5-3 due", "A1 infantry 5-3 0707"
    groups = [Arrival(1, Hex(entry), units(who)) for who, entry in (("F1", "0101"), ("F2", "0401"))]
    state = position(OPEN, *lines, arrivals=groups, step=Step.ENTRY)
    first = put(EnterPrompter, state, EnterForce(FRENCH, "F1"))
    every, enter, wait = first.offer().buttons
    assert every.text == "All 2 forces enter"
    assert every.response == (Answer(EnterForce, value=True),) * 2
    assert (enter.response, wait.response) == tuple(
        (Answer(EnterForce, value=v),) for v in (True, False)
    )
    last = put(EnterPrompter, state, EnterForce(FRENCH, "F2"))
    assert texts(last) == ["Enter", "Wait"]
    assert [target.hex for target in overlays_of(last.offer().overlays).targets] == ["0401"]
    assert last.click(Hex("0401")) == enter.response
    assert isinstance(last.click(Hex("0101")), Refusal)
