"""March Orders, pontoons and rides by clicks (T2.6, T7.57, T18.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.records import CardId
from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Answer
from hexwar.systems.tlnb.kit import TLNB
from hexwar.systems.tlnb.panels.command import command_html
from hexwar.systems.tlnb.panels.words import state_words
from hexwar.systems.tlnb.prompters import GESTURES, TlnbAnswers, TlnbQuestions
from hexwar.systems.tlnb.prompters.marches import WRITE_ORDERS
from hexwar.systems.tlnb.rules.command.leaders import LeaderMove, MoveLeader
from hexwar.systems.tlnb.rules.command.marches import (
    CancelMarchOrder,
    ChooseRoute,
    GiveMarchOrder,
    Plan,
)
from hexwar.systems.tlnb.rules.movement.segment import ChoosePath, March, MoveUnits, WorkAtSpan
from hexwar.systems.tlnb.rules.movement.works import Act
from hexwar.systems.tlnb.state import Step, TlnbState
from hexwar.table.forces import LeaderId
from hexwar.table.overlays import overlays_of
from tests.systems.tlnb.cases import FRENCH, OPEN, position, units
from tests.systems.tlnb.test_marches import FAR, FC, FI, FL, asked, at, hexes, ordered, road


def put(state: TlnbState, question: Any) -> Any:
    made = TlnbQuestions(TLNB).prompter(state, question, question.options(state))
    made.write(WRITE_ORDERS)
    return made


LOOP = "0204 0104 0105 0106 0206"


def giving(**more: Any) -> TlnbState:
    lines = "F1 infantry 4-3 0202", FC, FL, FAR
    return asked(*lines, roads=[road(1, 24), LOOP], vp_hexes={Hex("0210"): 1}, **more)


@pytest.mark.rule("T7.57")
def test_a_march_is_ordered_by_a_stack_a_place_and_once_more() -> None:
    prompter = put(giving(), GiveMarchOrder(FRENCH))
    assert overlays_of(prompter.offer().overlays).ready == {"0202"}
    assert prompter.click(Hex("0202")) is None
    prompter.hover(Hex("0209"))
    offer = prompter.offer()
    path = overlays_of(offer.overlays).path
    assert path is not None
    assert path.hexes == hexes(road(2, 9))
    assert "3 1/2 MP" in offer.hint or "3½ MP" in offer.hint
    assert [target.hex for target in overlays_of(offer.overlays).targets] == ["0210"]
    assert prompter.click(Hex("0209")) is None
    plan = Plan(FI, Hex("0209"), by=LeaderId("FC"))
    assert prompter.offer().buttons[0].response == (Answer(GiveMarchOrder, plan),)
    assert prompter.click(Hex("0209")) == (Answer(GiveMarchOrder, plan),)


@pytest.mark.rule("T7.57")
def test_a_hex_on_the_way_is_set_with_shift_and_taken_back() -> None:
    prompter = put(giving(), GiveMarchOrder(FRENCH))
    prompter.click(Hex("0202"))
    prompter.click(Hex("0209"))
    assert prompter.click(Hex("0105"), adds=True) is None
    (given,) = prompter.click(Hex("0209"))
    assert given.value.via == ("0105",)
    assert prompter.back()
    (given,) = prompter.click(Hex("0209"))
    assert given.value.via == ()
    assert prompter.back()  # the goal
    assert prompter.back()  # the formation
    assert prompter.back()  # the orders
    assert not prompter.back()


@pytest.mark.rule("T7.57")
def test_a_drawn_road_leads_by_its_hexes() -> None:
    prompter = put(giving(), GiveMarchOrder(FRENCH))
    prompter.pick(units("F1"))
    prompter.drop(hexes("0202 0203 0204 0104 0105 0106 0206"))
    (given,) = prompter.click(Hex("0206"))
    assert given.value.via == hexes("0203 0204 0104 0105 0106")


@pytest.mark.rule("T7.57", "T8.8")
def test_why_a_click_orders_nothing() -> None:
    prompter = put(giving(), GiveMarchOrder(FRENCH))
    nobody = prompter.click(Hex("0310"))
    assert isinstance(nobody, Refusal)
    prompter.click(Hex("0202"))
    off = prompter.click(Hex("0310"))
    assert isinstance(off, Refusal)
    assert off.rule == "T7.57"
    held = asked("F1 infantry 4-3 0202", "A1 infantry 4-3 0203", FC, FL)
    barred = put(held, GiveMarchOrder(FRENCH)).click(Hex("0202"))
    assert isinstance(barred, Refusal)
    assert barred.rule == "T8.8"


NO_ORDER = Answer(CancelMarchOrder, None), Answer(GiveMarchOrder, None)


@pytest.mark.rule("T2.3", "T7.52")
def test_orders_are_asked_for_beside_the_leaders_and_cost_no_press() -> None:
    question = GiveMarchOrder(FRENCH)
    state = giving()
    prompter = GESTURES[GiveMarchOrder](state, question, question.options(state))
    assert "March Orders, then move" in prompter.sentence
    offer = prompter.offer()
    assert [button.text for button in offer.buttons] == ["March Orders …", "Leaders are done"]
    assert offer.buttons[1].response == (*NO_ORDER, Answer(MoveLeader, None))
    prompter.pick([LeaderId("FL")])
    prompter.hover(Hex("0203"))
    ride = prompter.click(Hex("0203"))
    assert ride == (*NO_ORDER, Answer(MoveLeader, LeaderMove(LeaderId("FL"), hexes("0202 0203"))))
    assert prompter.write(WRITE_ORDERS) is None
    back, end = prompter.offer().buttons
    assert end.response == (Answer(GiveMarchOrder, None),)
    assert prompter.write(back.word) is None
    assert prompter.offer().buttons[0].text == "March Orders …"
    prompter.write(WRITE_ORDERS)
    assert prompter.cycle(1) == "0202"
    assert prompter.back()  # the formation
    assert prompter.back()  # the orders
    assert prompter.offer().buttons[0].text == "March Orders …"
    assert prompter.back()  # the leader who is still chosen
    assert not prompter.back()


@pytest.mark.rule("T2.6")
def test_where_no_leader_rides_next_orders_are_asked_for_alone() -> None:
    state = giving(flags={"sequence": "2010"})
    question = GiveMarchOrder(FRENCH)
    prompter = GESTURES[GiveMarchOrder](state, question, question.options(state))
    assert [button.text for button in prompter.offer().buttons] == ["No March Order"]


@pytest.mark.rule("T7.54")
def test_a_march_is_cancelled_by_its_stack_and_a_button() -> None:
    state = ordered(giving())
    prompter = put(state, CancelMarchOrder(FRENCH))
    assert overlays_of(prompter.offer().overlays).ready == {"0202"}
    assert prompter.offer().buttons[-1].response == NO_ORDER
    prompter.click(Hex("0202"))
    cancel, *_ = prompter.offer().buttons
    assert cancel.text == "Cancel the march of FI Corps"
    assert cancel.response == (Answer(CancelMarchOrder, FI),)
    prompter.click(Hex("0209"))  # or it is sent elsewhere
    plan = Plan(FI, Hex("0209"), by=LeaderId("FC"))
    assert prompter.click(Hex("0209")) == (NO_ORDER[0], Answer(GiveMarchOrder, plan))


@pytest.mark.rule("T7.52", "T7.54")
def test_whom_nobody_can_order_anew_is_only_cancelled() -> None:
    far = "FC overall 0224 rating:2", "FL leader 0202 rating:3"
    state = ordered(asked("F1 infantry 4-3 0202", *far, "A1 infantry 5-3 0101"), goal="0202")
    prompter = put(state, CancelMarchOrder(FRENCH))
    prompter.click(Hex("0202"))
    assert not overlays_of(prompter.offer().overlays).targets
    refusal = prompter.click(Hex("0209"))
    assert isinstance(refusal, Refusal)
    assert "to another place" in refusal.sentence


@pytest.mark.rule("T7.57")
def test_a_card_asks_for_the_road_of_its_formation() -> None:
    question = ChooseRoute(FRENCH, FI, CardId("approach-march"))
    state = giving()
    assert question.sentence(state).startswith("Approach March: where does")
    prompter = put(state, question)
    assert prompter.offer().picked == units("F1")
    prompter.click(Hex("0210"))
    assert prompter.click(Hex("0210")) == (Answer(ChooseRoute, Plan(FI, Hex("0210"))),)


@pytest.mark.rule("T7.58")
def test_of_a_stack_that_marches_one_click_is_one_unit() -> None:
    lines = "F1 infantry 4-3 0202", "F2 infantry 4-3 0202", FAR
    state = ordered(at(*lines, allowances=(3, 4)))
    prompter = put(state, MoveUnits(FRENCH))
    assert prompter.offer().buttons[-1].text == "March on and end movement"  # it is owed
    prompter.click(Hex("0202"))
    offer = prompter.offer()
    assert offer.picked == units("F1")
    reach = overlays_of(offer.overlays).reach
    assert reach is not None
    assert set(reach.left) == {"0210"}
    assert [arrow.hexes[-1] for arrow in overlays_of(offer.overlays).orders] == ["0220"]
    assert "must march on" in offer.hint
    prompter.click(Hex("0202"))
    assert prompter.offer().picked == units("F2")
    path = March(hexes(road(2, 10)), is_column=True)
    wanted = (Answer(MoveUnits, units("F2")), Answer(ChoosePath, path))
    assert prompter.click(Hex("0210")) == wanted


@pytest.mark.rule("T18.2")
def test_a_pontoon_train_is_clicked_and_lays_its_bridge_by_a_button() -> None:
    lines = "FT pontoon 0304", "A1 infantry 5-3 0707"
    state = position(OPEN, *lines, step=Step.MOVEMENT, rivers=["0304-0404"])
    prompter = put(state, MoveUnits(FRENCH))
    prompter.click(Hex("0304"))
    (button,) = [b for b in prompter.offer().buttons if b.id.startswith(Act.LAY.value)]
    assert isinstance(button.response, tuple)
    assert button.response[1].value.work.act is Act.LAY


@pytest.mark.rule("T2.6")
def test_a_leader_is_clicked_among_the_units_and_rides() -> None:
    lines = "FL leader 0302 rating:3", "F1 infantry 5-3 0304", "FM leader 0304 rating:2"
    state = position(OPEN, *lines, step=Step.MOVEMENT, flags={"sequence": "2010"})
    prompter = put(state, MoveUnits(FRENCH))
    assert overlays_of(prompter.offer().overlays).ready == {"0302", "0304"}
    assert prompter.click(Hex("0302")) is None
    assert prompter.offer().picked == ("FL",)
    (given,) = prompter.click(Hex("0303"))
    assert given == Answer(MoveUnits, LeaderMove(LeaderId("FL"), hexes("0302 0303")))
    assert prompter.back()
    prompter.click(Hex("0304"))  # the stack before the leader
    assert prompter.offer().picked == units("F1")
    prompter.pick((LeaderId("FM"),))
    assert prompter.offer().picked == ("FM",)


@pytest.mark.rule("T7.58", "T7.53")
def test_panels_tell_of_a_march() -> None:
    lines = "F1 infantry 4-3 0202", "F2 infantry 4-3 0219", FL, "A1 infantry 5-3 0101"
    state = ordered(at(*lines), "0220", road(2, 20))
    page = command_html(state, FRENCH)
    assert "1 of 2 units are there" in page
    assert "in command by their March Order" in page
    assert "under a March Order" in state_words(state, units("F1")[0])
    assert TlnbQuestions(TLNB).left(state, MoveUnits(FRENCH)) == ()  # the end has F1 march


@pytest.mark.rule("T7.58")
def test_the_end_of_movement_has_all_march_who_owe_it_first() -> None:
    lines = "F1 infantry 4-3 0202", "F2 infantry 4-3 0203", FL, "A1 infantry 5-3 0101"
    state, answers = ordered(at(*lines), "0220", road(2, 20)), TlnbAnswers()
    asked = MoveUnits(FRENCH)
    prompter = put(state, asked)
    answers.prepare(prompter)
    end = prompter.offer().buttons[-1]
    assert (end.text, end.response) == ("March on and end movement", None)
    assert end.tooltip.startswith("2 units march by their orders")
    first, march = prompter.write(end.word)
    assert (first.value, march.asked) == (units("F2"), ChoosePath)  # the foremost
    state.put_unit(replace(state.units[units("F2")[0]], moved=True, spent=8))
    onward = answers.onward(put(state, asked))
    assert onward is not None
    assert onward[0].value == units("F1")
    state.put_unit(replace(state.units[units("F1")[0]], moved=True, spent=8))
    assert answers.onward(put(state, asked)) == (Answer(MoveUnits, None),)
    answers.rewound()
    assert answers.onward(put(state, asked)) is None
    assert put(state, asked).offer().buttons[-1].text == "End of movement"


@pytest.mark.rule("T7.58", "T10.1")
def test_movement_does_not_end_by_itself_where_the_player_may_regret_it() -> None:
    lines = "F1 infantry 4-3 0202", FL, "F9 infantry 1-3 0319", "A9 infantry 9-3 0320"
    state, answers = ordered(at(*lines), "0220", road(2, 20)), TlnbAnswers()
    asked = MoveUnits(FRENCH)
    prompter = put(state, asked)
    answers.prepare(prompter)
    assert prompter.write(prompter.offer().buttons[-1].word)
    state.put_unit(replace(state.units[units("F1")[0]], moved=True, spent=8))
    assert answers.onward(put(state, asked)) is None
    assert not answers.goes_on


@pytest.mark.rule("T5.2")
def test_an_officer_rides_with_the_last_of_his_units_unless_told_otherwise() -> None:
    lines = "F1 infantry 4-3 0202", "F2 infantry 4-3 0202", FC, FL, FAR
    prompter = put(at(*lines, allowances=(3, 4)), MoveUnits(FRENCH))
    prompter.click(Hex("0202"))
    assert prompter.offer().picked == (*units("F1 F2"), "FL")  # the commander leads no unit
    assert "F1, F2 and FL" in prompter.offer().hint
    prompter.pick(units("F1 F2"))
    assert prompter.offer().picked == units("F1 F2")
    prompter.pick(units("F1"))
    _, ride = prompter.click(Hex("0203"))
    assert ride.value.leaders == ()
    marching = ordered(at("F1 infantry 4-3 0202", FC, FL, FAR, allowances=(3, 4)))
    _, march = put(marching, MoveUnits(FRENCH)).march_on()
    assert march.value.leaders == ("FL",)


@pytest.mark.rule("T7.67")
def test_no_work_is_asked_for_after_a_move_where_no_enemy_is_near() -> None:
    bridge: dict[str, Any] = {"rivers": ["0203-0204"], "bridges": ["0203-0204"]}
    moved = (Answer(MoveUnits, units("F1")), Answer(ChoosePath, March((Hex("0202"),))))
    for enemy, is_idle in (("0211", False), ("0212", True), ("0324", True)):
        state = at("F1 infantry 4-3 0203", f"A1 infantry 5-3 {enemy}", allowances=(4, 6), **bridge)
        asked = WorkAtSpan(FRENCH, units("F1"))
        prompter = put(state, asked)
        answers = TlnbAnswers()
        assert not answers.goes_on
        answers.note(FRENCH, moved)
        assert answers.goes_on
        assert answers.onward(prompter) == ((Answer(WorkAtSpan, None),) if is_idle else None)
        assert answers.goes_on is is_idle  # the next question ends it
        assert answers.onward(put(state, MoveUnits(FRENCH))) is None
        assert not answers.goes_on
