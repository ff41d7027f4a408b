"""Gestures without a window: what clicks, drags and buttons of each question come to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Manner, Refusal
from hexwar.shell.prompter import Answer, Button, Offer
from hexwar.systems.mininap.kit import MININAP
from hexwar.systems.mininap.prompters import MiniQuestions
from hexwar.systems.mininap.prompters.fighting import (
    AllocatePrompter,
    DefendPrompter,
    ReactPrompter,
)
from hexwar.systems.mininap.prompters.firing import FirePrompter, PivotPrompter
from hexwar.systems.mininap.prompters.moving import MovePrompter
from hexwar.systems.mininap.prompters.pictures import charge_marks
from hexwar.systems.mininap.prompters.telling import answer_marks, answer_words, deeds
from hexwar.systems.mininap.rules.acting import ActWithUnit
from hexwar.systems.mininap.rules.charge import (
    Charge,
    DefendByFire,
    PressHome,
    React,
    Reaction,
    charge_of,
)
from hexwar.systems.mininap.rules.fighting import AllocateAttack, HoldBack, ThrowAttackAgain
from hexwar.systems.mininap.rules.firing import OrderFire, PivotToFire
from hexwar.systems.mininap.rules.losses import ChoosePursuit
from hexwar.systems.mininap.rules.moving import Action, Orders, Step, StepKind
from hexwar.systems.mininap.rules.victory import Resign
from hexwar.systems.mininap.state import MiniState, Phase
from hexwar.systems.mininap.state import Step as TurnStep
from hexwar.table.forces import UnitId
from hexwar.table.stands import Grip, Marks, Ruling, Wish
from hexwar.tabletop.pose import Pose
from tests.systems.mininap.positions import FRENCH, RUSSIAN, position

F1, F2, FB1, R1, R2 = (UnitId(name) for name in ("F1", "F2", "FB1", "R1", "R2"))
FAR = "R1 I line 5 line 100 70 180 R-1"


def moving(state: MiniState) -> MovePrompter:
    """The question of a manoeuvre phase."""
    return MovePrompter(state, ActWithUnit(FRENCH), [None])


def at(*lines: str, **more: Any) -> MovePrompter:
    """The same with these units."""
    return moving(position(*lines, step=TurnStep.MOVES, **more))


def wish(asked: MovePrompter | PivotPrompter, unit: UnitId, x: float, y: float) -> Wish:
    """The wish to have the middle of a unit elsewhere."""
    pose = Pose(round(x * 100), round(y * 100), asked.view.pose(unit).bearing)
    return Wish(unit, Grip.BODY, pose, at=(x, y))


def turn(asked: MovePrompter | PivotPrompter, unit: UnitId, grip: Grip, degrees: float) -> Wish:
    """The wish to turn a unit by a handle."""
    return Wish(unit, grip, asked.view.pose(unit), round(degrees * 10))


def button(offer: Offer, id_: str) -> Button:
    """A button of an offer."""
    return next(b for b in offer.buttons if b.id == id_)


def main(offer: Offer) -> Button:
    """The button of Space."""
    return next(b for b in offer.buttons if b.manner is Manner.MAIN)


def marks(offer: Offer) -> Marks:
    """What lies on the table."""
    assert isinstance(offer.overlays, Marks)
    return offer.overlays


def orders(response: object) -> Orders:
    """The orders that a gesture gives."""
    assert isinstance(response, tuple)
    (answer,) = response
    assert isinstance(answer, Answer)
    assert isinstance(answer.value, Orders)
    return answer.value


# -- moves


def test_a_drag_and_space_move_a_unit() -> None:
    """Two gestures: the drag, then the main button."""
    asked = at("F1 I line 5 line 30 30 0 F-1", FAR)
    assert asked.let_go(wish(asked, F1, 30, 33)) is None
    given = orders(main(asked.offer()).response)
    assert given == Orders(F1, Action.MANOEUVRE, (Step(StepKind.FORWARD, 300),))


def test_two_clicks_and_space_move_a_unit() -> None:
    """A click on the unit, one where it goes."""
    asked = at("F1 I line 5 line 30 30 0 F-1", FAR)
    assert asked.click("3000,3000") is None
    assert asked.click("3000,3300") is None
    assert orders(main(asked.offer()).response).steps == (Step(StepKind.FORWARD, 300),)


def test_a_click_on_the_ghost_goes() -> None:
    """No button is needed."""
    asked = at("F1 I line 5 line 30 30 0 F-1", FAR)
    asked.click("3000,3000")
    asked.click("3000,3350")
    assert orders(asked.click("3010,3360")).unit == F1


@pytest.mark.rule("M16.2")
def test_a_drag_ends_at_the_allowance_and_says_by_how_much_it_is_too_far() -> None:
    """A line moves 4 cm, 8 in double-time; near the enemy it has no double-time."""
    asked = at("F1 I line 5 line 30 30 0 F-1", "R1 I line 5 line 30 45 180 R-1")
    ruling = asked.judge(wish(asked, F1, 30, 36.4))
    assert not ruling.is_legal
    assert ruling.block is not None
    assert ruling.block.pose == Pose(3000, 3400)
    assert "2.40 cm too far" in ruling.reason
    assert "M16.2" in ruling.reason


@pytest.mark.rule("M16.6")
def test_a_long_drag_is_double_time_where_that_may_be() -> None:
    """Nobody within 18 cm: 8 cm for a line."""
    asked = at("F1 I line 5 line 30 30 0 F-1", FAR)
    ruling = asked.judge(wish(asked, F1, 30, 37))
    assert ruling.is_legal
    assert "double-time: 7.0 of 8" in ruling.text
    asked.let_go(wish(asked, F1, 30, 37))
    assert orders(asked.go()).is_double


@pytest.mark.rule("M16.9")
def test_a_drag_ends_1_cm_before_an_enemy() -> None:
    """The fronts are 3 cm apart: 2 are left."""
    asked = at("F1 I line 5 line 30 30 0 F-1", "R1 I line 5 line 30 35 180 R-1")
    ruling = asked.judge(wish(asked, F1, 30, 32.6))
    assert ruling.block is not None
    assert ruling.block.pose == Pose(3000, 3200)
    assert "1 must be left" in ruling.reason


@pytest.mark.rule("M16.8")
def test_a_corner_that_is_dragged_wheels_the_unit() -> None:
    """A line of 5 cm: 30 degrees cost 2.62 of 4 cm, about the other front corner."""
    asked = at("F1 I line 5 line 30 30 0 F-1", FAR)
    ruling = asked.judge(turn(asked, F1, Grip.LEFT, 30))
    assert ruling.is_legal
    assert "2.6 of 4 cm" in ruling.text
    asked.let_go(turn(asked, F1, Grip.LEFT, 30))
    assert orders(asked.go()).steps == (Step(StepKind.WHEEL_RIGHT, 300),)


def test_a_place_aside_is_reached_by_a_wheel_and_straight_on() -> None:
    """The middle of the unit comes to where it was clicked."""
    asked = at("F1 C light 4 line 30 30 0 F-1", FAR)
    asked.pick((F1,))
    asked.click("3400,3800")
    after = marks(asked.offer()).ghosts[0].block.pose
    assert after.point == pytest.approx((34, 38), abs=0.05)


def test_a_kept_turn_stays_when_the_ghost_is_dragged_on() -> None:
    """First the corner, then the body: a wheel, then straight on."""
    asked = at("F1 I light 5 skir 30 30 0 F-1", FAR)
    asked.let_go(turn(asked, F1, Grip.LEFT, 30))
    ghost = marks(asked.offer()).ghosts[0].block.pose
    end = ghost.moved(2.0)
    asked.let_go(Wish(F1, Grip.BODY, end, at=end.point))
    steps = orders(asked.go()).steps
    assert [step.kind for step in steps] == [StepKind.WHEEL_RIGHT, StepKind.FORWARD]
    assert steps[1].value == pytest.approx(200, abs=2)


@pytest.mark.rule("M18.6")
def test_a_click_on_an_enemy_in_reach_is_a_charge_and_once_more_goes() -> None:
    """A column charges 6 cm."""
    asked = at("F1 I line 5 col 30 30 0 F-1", "R1 I line 5 line 30 37 180 R-1")
    asked.pick((F1,))
    assert {target.piece for target in marks(asked.offer()).targets} == {"R1"}
    assert asked.pick((R1,)) is None
    assert "charge at R1" in asked.offer().verdict
    assert orders(asked.pick((R1,))) == Orders(F1, Action.CHARGE, target=R1)


@pytest.mark.rule("M18.6")
def test_a_charge_that_falls_short_says_by_how_much() -> None:
    """The front of the column at 32, that of the line at 39.4: 7.4 of 6 cm."""
    asked = at("F1 I line 5 col 30 30 0 F-1", "R1 I line 5 line 30 40.4 180 R-1")
    asked.pick((F1,))
    refusal = asked.pick((R1,))
    assert isinstance(refusal, Refusal)
    assert "1.40 cm too far" in refusal.sentence


@pytest.mark.rule("M12.3")
def test_a_charge_comes_on_the_flank_where_it_can() -> None:
    """The line faces east: its rear edge lies before the column."""
    asked = at("F1 I line 5 col 30 30 0 F-1", "R1 I line 5 line 31 36 90 R-1")
    asked.pick((F1,))
    asked.pick((R1,))
    assert "outflanks" in asked.offer().verdict
    assert marks(asked.offer()).edges


@pytest.mark.rule("M15.2")
def test_a_button_gives_a_formation_and_once_more_the_next_way() -> None:
    """Each press another way; the ghost shows it."""
    asked = at("F1 I line 5 col 30 30 0 F-1", FAR)
    asked.pick((F1,))
    assert asked.write("form:LINE") is None
    first = orders(asked.go()).change
    asked.write("form:LINE")
    second = orders(asked.go()).change
    assert first is not None
    assert second is not None
    assert first != second
    assert first.formation == second.formation


@pytest.mark.rule("M14.5")
def test_guns_limber_up_and_unlimber_by_a_button() -> None:
    """Foot guns limber up and stay; limbered ones go 3 cm and unlimber."""
    asked = at("F1 A medium-foot 4 unlimbered 30 30 0 F-1", FAR)
    asked.pick((F1,))
    asked.write("limber")
    assert orders(asked.go()).action is Action.LIMBER
    asked = at("F1 A medium-foot 4 limbered 30 30 0 F-1", FAR)
    asked.pick((F1,))
    asked.write("limber")
    asked.click("3000,3250")
    given = orders(asked.go())
    assert given.action is Action.MOVE_AND_UNLIMBER
    assert given.steps == (Step(StepKind.FORWARD, 250),)


@pytest.mark.rule("M20.3")
def test_cavalry_in_contact_is_dragged_out_of_it() -> None:
    """It turns about, and rides away."""
    asked = at("F1 C light 4 line 30 30 0 F-1 contact", "R1 I line 5 line 30 33 180 R-1 contact")
    asked.pick((F1,))
    asked.click("3000,2000")
    given = orders(asked.go())
    assert given.action is Action.DISENGAGE
    assert given.steps == (Step(StepKind.PIVOT, 1800), Step(StepKind.FORWARD, 1000))


def test_the_brigade_goes_along_the_leading_units_first() -> None:
    """One button, and one more: three units and their commander."""
    asked = at(
        "F1 I line 5 col 30 30 0 F-1",
        "F2 I line 5 col 30 25 0 F-1",
        "FB1 G brigade 2 - 33 28 0 F-1",
        FAR,
    )
    asked.pick((F1,))
    asked.click("3000,3400")
    asked.write("brigade")
    response = asked.go()
    assert isinstance(response, tuple)
    given = [answer.value for answer in response]
    assert [one.unit for one in given] == [F1, FB1, F2]
    assert {one.steps for one in given} == {(Step(StepKind.FORWARD, 400),)}


@pytest.mark.rule("M16.7")
def test_a_commander_who_goes_along_does_not_wheel() -> None:
    """He pivots and goes as far as the unit that leads comes."""
    asked = at("F1 I line 5 col 30 30 0 F-1", "FB1 G brigade 2 - 33 28 0 F-1", FAR)
    asked.let_go(turn(asked, F1, Grip.LEFT, 45))
    asked.write("brigade")
    response = asked.go()
    assert isinstance(response, tuple)
    kinds = {answer.value.unit: [step.kind for step in answer.value.steps] for answer in response}
    assert kinds[F1] == [StepKind.WHEEL_RIGHT]
    assert kinds[FB1] == [StepKind.PIVOT, StepKind.FORWARD]


def test_esc_takes_back_step_by_step() -> None:
    """The way, the turn, then the choice."""
    asked = at("F1 I light 5 skir 30 30 0 F-1", FAR)
    asked.let_go(turn(asked, F1, Grip.LEFT, 30))
    asked.let_go(turn(asked, F1, Grip.TURN, 30))
    kept = [len(orders(asked.go()).steps)]
    asked.back()
    kept.append(len(orders(asked.go()).steps))
    assert kept == [2, 1]
    assert asked.back()
    assert asked.offer().picked == (F1,)
    assert asked.back()
    assert not asked.offer().picked
    assert not asked.back()


@pytest.mark.rule("M14.2")
def test_who_has_acted_says_so() -> None:
    """A click on him is refused."""
    state = position("F1 I line 5 col 30 30 0 F-1", FAR, step=TurnStep.MOVES)
    state.put(replace(state.units[F1], is_done=True))
    refusal = moving(state).pick((F1,))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "M14.2"
    assert moving(state).offer().is_idle


def test_who_goes_on_to_another_unit_has_made_the_move_before() -> None:
    """A drag of the next unit gives the move that is thought out, and is taken up again."""
    lines = ("F1 I line 5 col 30 30 0 F-1", "F2 I line 5 col 40 30 0 F-1", FAR)
    asked = at(*lines)
    asked.let_go(wish(asked, F1, 30, 33))
    given = orders(asked.let_go(wish(asked, F2, 40, 34)))
    assert given == Orders(F1, Action.MANOEUVRE, (Step(StepKind.FORWARD, 300),))
    answers = MiniQuestions(MININAP).standing_answers()
    answers.leave(asked)
    again = at(*lines)
    answers.prepare(again)
    assert orders(again.go()) == Orders(F2, Action.MANOEUVRE, (Step(StepKind.FORWARD, 400),))


def test_the_end_makes_the_move_that_is_thought_out_and_forgets_no_charge() -> None:
    """Both in one press; a charge must be gone through with or taken back."""
    asked = at("F1 I line 5 col 30 30 0 F-1", "R1 I line 5 line 30 37 180 R-1")
    asked.let_go(wish(asked, F1, 30, 31.5))
    ended = button(asked.offer(), "end").response
    assert isinstance(ended, tuple)
    assert [type(answer.value).__name__ for answer in ended] == ["Orders", "NoneType"]
    asked.pick((R1,))
    assert isinstance(button(asked.offer(), "end").response, Refusal)


# -- fire


FIRING = (
    "F1 I line 5 line 30 30 0 F-1",
    "F2 A medium-foot 4 unlimbered 40 30 0 F-1",
    "R1 I line 5 line 30 36 180 R-1",
    "R2 I line 5 col 40 45 180 R-1",
)


def firing(*lines: str) -> FirePrompter:
    """The question of fire orders."""
    state = position(*lines, phase=Phase.FIRING, step=TurnStep.ORDERS)
    asked = OrderFire(FRENCH)
    return FirePrompter(state, asked, asked.options(state))


def test_all_fire_is_proposed_and_one_press_gives_it() -> None:
    """The line at the line, the guns at the column."""
    asked = firing(*FIRING)
    response = main(asked.offer()).response
    assert isinstance(response, tuple)
    given = [answer.value for answer in response]
    assert [(order.unit, order.shots[0].target) for order in given] == [(F1, R1), (F2, R2)]


def test_a_unit_that_is_clicked_twice_holds_its_fire() -> None:
    """Then the end is given too, for it could still fire."""
    asked = firing(*FIRING)
    asked.pick((F1,))
    asked.pick((F1,))
    response = main(asked.offer()).response
    assert isinstance(response, tuple)
    assert [answer.value if answer.value is None else answer.value.unit for answer in response] == [
        F2,
        None,
    ]


@pytest.mark.rule("M9.20")
def test_a_unit_may_fire_with_fewer_sp() -> None:
    """The button takes one off."""
    asked = firing(*FIRING)
    asked.pick((F1,))
    asked.write("fewer")
    response = main(asked.offer()).response
    assert isinstance(response, tuple)
    assert response[0].value.shots[0].sp == 4


@pytest.mark.rule("M9.11")
def test_an_enemy_that_is_no_target_is_refused() -> None:
    """The line has the column not before it."""
    asked = firing(*FIRING)
    asked.pick((F1,))
    refusal = asked.pick((R2,))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "M9.11"


@pytest.mark.rule("M9.8")
def test_a_knob_turns_a_unit_no_farther_than_45_degrees() -> None:
    """It stands where it may, and the ruling says what it would have before it."""
    lines = ("F1 I line 5 line 30 30 0 F-1", "R1 I line 5 line 35 34 225 R-1")
    state = position(*lines, phase=Phase.FIRING, step=TurnStep.PIVOTS)
    question = PivotToFire(FRENCH)
    asked = PivotPrompter(state, question, question.options(state))
    ruling: Ruling = asked.judge(turn(asked, F1, Grip.TURN, 80))
    assert not ruling.is_legal
    assert ruling.block is not None
    assert ruling.block.pose.bearing == 450
    assert "R1" in ruling.text
    asked.let_go(turn(asked, F1, Grip.TURN, 80))
    response = main(asked.offer()).response
    assert isinstance(response, tuple)
    assert response[0].value.bearing == 450


# -- fights


@pytest.mark.rule("M12.10")
def test_a_click_on_an_enemy_puts_all_strength_on_it() -> None:
    """Two enemies before one line."""
    lines = (
        "F1 I line 4 line 30 30 0 F-1",
        "R1 I line 5 col 29 33 180 R-1",
        "R2 I line 5 col 31.6 33 180 R-1",
    )
    state = position(*lines, phase=Phase.COMBAT, step=TurnStep.ALLOCATION)
    question = AllocateAttack(FRENCH, F1)
    asked = AllocatePrompter(state, question, question.options(state))
    assert asked.offer().pickable == {"R1", "R2"}
    response = asked.pick((R2,))
    assert isinstance(response, tuple)
    assert [(a.target, a.sp) for a in response[0].value] == [(R2, 4)]
    assert sum(b.manner is Manner.MAIN for b in asked.offer().buttons) == 1


def charged(*lines: str) -> tuple[MiniState, Charge]:
    """A charge of F1 at R1, straight on."""
    state = position(*lines, step=TurnStep.MOVES)
    found = charge_of(state, Orders(F1, Action.CHARGE, target=R1))
    assert isinstance(found, Charge)
    return state, found


@pytest.mark.rule("M19.6")
def test_reactions_tell_the_number_that_they_need() -> None:
    """A line that is charged from 10 cm forms square on 4 or less."""
    state, charge = charged("F1 C light 4 line 30 30 0 F-1", "R1 I line 5 line 30 43 180 R-1")
    question = React(RUSSIAN, charge)
    asked = ReactPrompter(state, question, question.options(state))
    told = [b.text for b in asked.offer().buttons]
    assert any("(4 or less)" in text for text in told)
    assert marks(asked.offer()).arrows
    ghost = marks(asked.offer()).ghosts[0].block
    response = asked.click(f"{ghost.pose.x},{ghost.pose.y}")
    assert isinstance(response, tuple)
    assert response[0].value.reaction is Reaction.SQUARE


def test_all_who_can_fire_at_a_charger_and_a_click_leaves_one_out() -> None:
    """The main button names who fires."""
    state, _ = charged("F1 C light 4 line 30 30 0 F-1", "R1 I line 5 line 30 43 180 R-1")
    question = DefendByFire(RUSSIAN, (R1,), F1)
    asked = DefendPrompter(state, question, question.options(state))
    assert "R1" in main(asked.offer()).text
    asked.pick((R1,))
    assert [b.id for b in asked.offer().buttons] == ["none"]


@pytest.mark.rule("M12.3")
@pytest.mark.parametrize(
    ("y", "told", "edges"),
    [(31.45, ["", "misses the flank by 3 mm"], []), (31.8, [""], ["outflanked"]), (30.2, [""], [])],
)
def test_a_charge_tells_by_how_many_mm_it_misses_a_flank(
    y: float, told: list[str], edges: list[str]
) -> None:
    """The rear corner lies at 33, the charger's front ends 1.25 from its middle."""
    state, charge = charged(f"F1 I line 5 col 38 {y} 270 F-1", "R1 I line 5 line 30 32 180 R-1")
    shown = charge_marks(state, charge)
    assert [contact.text for contact in shown.contacts] == told
    assert [edge.text for edge in shown.edges] == edges
    assert abs(shown.contacts[0].a[0] - 32.5) < 0.05  # where it touches


# -- what is told of answers


def test_what_can_be_done_is_listed_by_unit() -> None:
    """How far each moves, and whom it could charge."""
    asked = at("F1 I line 5 col 30 30 0 F-1", "R1 I line 5 line 30 37 180 R-1")
    told = [deed.words for deed in deeds(asked.view, asked)]
    assert told == ["moves 5 cm, double-time 10, charges 6", "can charge R1"]
    fire = [deed.words for deed in deeds(firing(*FIRING).view, firing(*FIRING))]
    assert fire[0].startswith("fires at R1, 4.0 cm: 5 dice")


def test_an_answer_is_told_in_words_and_drawn() -> None:
    """A move with its cm and its ghost; a charge with its target."""
    asked = at("F1 I line 5 col 30 30 0 F-1", "R1 I line 5 line 30 37 180 R-1")
    move = Orders(F1, Action.MANOEUVRE, (Step(StepKind.FORWARD, 250),))
    assert answer_words(asked.view, move) == "F1: manoeuvre, 2.5 cm"
    assert [g.block.pose.y for g in answer_marks(asked.view, move).ghosts] == [3250]
    charge = Orders(F1, Action.CHARGE, target=R1)
    assert answer_words(asked.view, charge) == "F1: charge R1"
    assert answer_marks(asked.view, charge).arrows


# -- questions of buttons, with what they are about


def put(state: MiniState, question: Any) -> Any:
    """The prompter of a question, as the window makes it."""
    return MiniQuestions(MININAP).prompter(state, question, question.options(state))


TOUCHING = ("F1 I line 5 line 30 30 0 F-1", "R1 I line 5 line 30 32 180 R-1")


@pytest.mark.rule("M12.15")
@pytest.mark.parametrize(("hits", "again"), [(1, True), (4, False)])
def test_space_throws_a_poor_attack_again_and_lets_a_good_one_stand(hits: int, again: bool) -> None:
    """Five dice at 3: 2.5 hits are to be expected."""
    state = position(*TOUCHING, phase=Phase.COMBAT, step=TurnStep.ATTACKS)
    asked = put(state, ThrowAttackAgain(FRENCH, F1, R1, hits, 5))
    response = main(asked.offer()).response
    assert isinstance(response, tuple)
    assert response[0].value is again
    assert {target.piece for target in marks(asked.offer()).targets} == {"R1"}


@pytest.mark.rule("M12.8")
def test_who_is_held_back_shows_where_it_would_fight_and_the_chance() -> None:
    """Out of command: 3 or less, half of the dice."""
    lines = ("F2 I line 5 line 36 29 0 F-1", "R2 I line 5 line 35 32 180 R-1")
    state = position(*TOUCHING, *lines, phase=Phase.COMBAT, step=TurnStep.JOINING)
    asked = put(state, HoldBack(FRENCH, F1))
    tips = [b.tooltip for b in asked.offer().buttons]
    assert "a die of 3 or less: 50 %" in tips


@pytest.mark.rule("M19.7")
@pytest.mark.parametrize(
    "question",
    [PressHome(FRENCH, F1, R1), ChoosePursuit(FRENCH, F1), Resign(FRENCH, 14)],
    ids=lambda question: type(question).__name__,
)
def test_every_question_has_buttons_that_answer_it(question: Any) -> None:
    """With something on the table, and no word missing."""
    lines = ("F1 C light 4 line 30 30 0 F-1", "R1 I line 5 square 30 40 180 R-1")
    asked = put(position(*lines, step=TurnStep.MOVES), question)
    offer = asked.offer()
    assert len(offer.buttons) == 2
    assert all(b.text and isinstance(b.response, tuple) for b in offer.buttons)
    assert asked.sentence
