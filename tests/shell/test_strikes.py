"""Bombardments, charges and what they are answered with, played in the window."""

from __future__ import annotations

from typing import Any, TypeVar

import pytest

from hexwar.engine import Event, SeededChance, Session
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import (
    BombardmentResolved,
    ChargeDeclared,
    ChargeResolved,
    ReactionDeclared,
)
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.panels.combat_reports import CombatReports
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge
from hexwar.systems.nlc.rules.movement.routes import Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.overlays import Aim, overlays_of
from hexwar.table.reports import CombatReport
from tests.shell.hand import Hand, Key, Modifier, free_game
from tests.systems.nlc.positions import hexes

GUNS, HUSSARS, MERLE = UnitId("FR-1-04"), UnitId("FR-1-05"), UnitId("FR-1-01")
WOLFF, UHLANS = UnitId("CO-1-01"), UnitId("CO-1-04")
TARGET, BATTERY, HORSE, FAR = "0506", "0606", "0507", "0707"
PLACES = (
    ("FR-1-L", "0305"),
    (GUNS, "0305"),
    (HUSSARS, "0306"),
    (MERLE, "0505"),
    ("FR-1-02", "0203"),
    ("FR-1-03", "0304"),
    (WOLFF, TARGET),
    (UHLANS, HORSE),
    ("CO-1-02", FAR),
    ("CO-1-03", BATTERY),
    ("CO-1-L", BATTERY),
)
"""Guns, horse and foot of I Corps before Prussian foot, guns and horse, in open ground."""

SECRET = {"orders": "secret", "hidden_forces": "on"}
"""Two persons who hand the machine over: orders are secret, and so are pieces."""

FRENCH_FIRST = "2"
"""With this seed I Corps acts first."""


def duel(
    until: type[object], seed: str = FRENCH_FIRST, options: dict[str, str] | None = None
) -> Session[GameState]:
    """The duel when I Corps is asked a question of a class; it has done nothing before."""
    session = free_game("proving-ground", SeededChance(seed), options, PLACES)
    while not isinstance(session.pending, until):
        session.answer(None if None in session.options else session.options[-1])
    return session


@pytest.fixture
def at_the_guns(hand: Hand) -> Hand:
    return hand.open(duel(ChooseBombardment))


@pytest.fixture
def in_the_saddle(hand: Hand) -> Hand:
    return hand.open(duel(DeclareCharge))


def aims(hand: Hand) -> dict[str, Aim]:
    return {str(t.hex): t.aim for t in overlays_of(hand.game.controller.offer.overlays).targets}


def hint(hand: Hand) -> str:
    return hand.window.hint.text()


Told = TypeVar("Told", bound=Event)


def told(hand: Hand, kind: type[Told]) -> list[Told]:
    """What has happened of one kind."""
    return [event for event in hand.session.events if isinstance(event, kind)]


def enter(hand: Hand) -> None:
    """Fight, as the sheet proposes."""
    assert hand.combat.is_asking
    hand.key(Key.Key_Return, on=hand.combat)


def fought(hand: Hand) -> Any:
    """The report of the last combat."""
    last = hand.game.follower(CombatReports).watch.fought
    assert last is not None
    return last.report


# -- bombardment


@pytest.mark.rule("N9.1", "N9.8", "N4.5")
def test_legal_targets_are_lit_and_others_say_why_not(at_the_guns: Hand) -> None:
    hand = at_the_guns
    assert hand.sentence.startswith("The French may bombard with I Corps")
    assert aims(hand) == dict.fromkeys((TARGET, HORSE, BATTERY), Aim.BOMBARD)
    assert overlays_of(hand.game.controller.offer.overlays).ready == {"0305"}
    assert hand.window.panes.prompt.fixed("end-segment").isEnabled()
    hand.hover(FAR)
    assert hint(hand) == "I Corps foot artillery reaches no farther than 3 hexes now. (N9.1)"
    hand.click(FAR)
    assert hand.refusal.startswith("I Corps foot artillery reaches no farther than 3 hexes now.")
    hand.hover(TARGET)
    assert hint(hand).startswith("Bombard 0506 with I Corps foot artillery: click")

    hand.game.endings.end_activation()
    sheet = hand.game.endings.sheet
    assert sheet.isVisible()
    for words in (
        ">0506 may still be bombarded<",
        "Later: 0507 may still be charged",
        "Later: 0506 may still be assaulted",
    ):
        assert words in sheet.list.text()


@pytest.mark.rule("N9.1")
def test_a_target_is_bombarded_by_a_click_and_enter_behind_a_barrier(at_the_guns: Hand) -> None:
    hand, before = at_the_guns, len(at_the_guns.session.journal)
    hand.click(TARGET)
    hand.key(Key.Key_Escape, on=hand.combat)  # fires nothing
    assert not hand.combat.isVisible()
    assert len(hand.session.journal) == before

    hand.click(TARGET)
    assert hand.combat.target == TARGET
    enter(hand)
    (fired,) = told(hand, BombardmentResolved)
    assert (fired.units, fired.target) == ((GUNS,), TARGET)
    assert fought(hand).dice[0] == ("bombardment", fired.die)
    events = len(hand.session.events)
    hand.game.controller.undo()
    assert hand.game.controller.barrier() is not None
    assert len(hand.session.events) == events


@pytest.mark.rule("N9.1", "N4.52")
def test_a_battery_shows_what_it_reaches_and_n_goes_through_it(at_the_guns: Hand) -> None:
    hand = at_the_guns
    hand.click("0305")
    field = overlays_of(hand.game.controller.offer.overlays).sight
    assert field is not None
    assert field.origin == "0305"
    assert field.spotted == {TARGET, BATTERY, HORSE}
    assert "0605" in field.seen
    assert "0705" not in field.seen
    assert hand.board.board.pile.sight.shown == field

    hand.key(Key.Key_Escape)
    hand.key(Key.Key_Escape)
    assert overlays_of(hand.game.controller.offer.overlays).sight is None
    for hex_ in (TARGET, HORSE):
        hand.key(Key.Key_N)
        assert hand.game.table.spot == hex_
    hand.key(Key.Key_E)
    assert hand.game.endings.sheet.isVisible()  # targets are left
    hand.key(Key.Key_E)
    assert isinstance(hand.pending, DeclareCharge)


@pytest.mark.rule("N9.1", "N10.13")
def test_guns_fire_and_horse_charges_without_the_mouse(at_the_guns: Hand) -> None:
    hand, combat = at_the_guns, at_the_guns.combat
    hand.key(Key.Key_1)
    hand.until(lambda: combat.is_asking)
    enter(hand)
    hand.until(lambda: isinstance(hand.session.pending, ChooseBombardment | DeclareCharge))
    combat.reject()
    hand.pass_on(DeclareCharge)
    hand.key(Key.Key_1)
    hand.until(lambda: combat.is_asking)
    enter(hand)
    assert told(hand, ChargeDeclared)


# -- charge


@pytest.mark.rule("N10.14")
def test_the_way_of_a_charge_is_drawn_and_what_is_barred_says_why(in_the_saddle: Hand) -> None:
    hand = in_the_saddle
    targets = {t.hex: t for t in overlays_of(hand.game.controller.offer.overlays).targets}
    assert set(targets) == {TARGET, HORSE}
    assert all(t.aim is Aim.CHARGE for t in targets.values())
    assert targets[Hex(TARGET)].way == hexes("0306 0405 0506")
    assert targets[Hex(HORSE)].way == hexes("0306 0406 0507")
    hand.hover(HORSE)
    assert hint(hand).startswith("Charge 0507 by 0406 with I Corps hussars: click")
    ways = {t.hex: t.way for t in overlays_of(hand.game.controller.offer.overlays).targets}
    assert ways[Hex(TARGET)] == ()

    hand.drag("0306", "0405", "0505", TARGET)
    assert hand.refusal.startswith("A charge does not go through 0505: units stand there.")
    hand.drag("0306", "0307", "0407", "0507", TARGET)
    assert hand.refusal.startswith("A charge is at most 3 hexes long.")
    hand.hover(FAR)
    assert hint(hand) == "I Corps hussars is 4 hexes away: a charge is at most 3 long. (N10.14)"
    hand.click(FAR)
    assert hand.refusal.startswith("I Corps hussars is 4 hexes away")
    assert not hand.combat.isVisible()

    hand.drag("0306", "0406", TARGET)
    enter(hand)
    (declared,) = told(hand, ChargeDeclared)
    assert declared.path == hexes("0306 0406 0506")


@pytest.mark.rule("N10.13", "N27.3", "N10.23")
def test_a_charge_goes_by_a_click_and_is_met_by_one(in_the_saddle: Hand, hand: Hand) -> None:
    hand, line = in_the_saddle, in_the_saddle.window.panes.prompt
    assert not line.is_reply
    hand.click(TARGET)
    enter(hand)
    (declared,) = told(hand, ChargeDeclared)
    assert declared.path == hexes("0306 0405 0506")
    assert isinstance(hand.pending, ChooseReactionCharge)
    assert hand.pending.side == "allied"
    assert hand.sentence.startswith("The Coalition may try to meet the charge of I Corps hussars")
    assert line.is_reply  # who answers while the other acts stands out
    assert line.sentence.text().startswith("<b>The Coalition</b> may try")

    overlays = overlays_of(hand.game.controller.offer.overlays)
    assert overlays.ready == {HORSE}
    assert [track.hexes for track in overlays.tracks] == [hexes("0306 0405 0506")]
    assert hand.game.controller.viewer.side == Side("allied")
    assert hand.game.controller.barrier() is None  # with open orders, until the dice
    hand.key(Key.Key_Z, Modifier.ControlModifier)
    assert isinstance(hand.pending, DeclareCharge)
    hand.key(Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)

    hand.click("0306")
    (declared,) = told(hand, ReactionDeclared)
    assert declared.units == (UHLANS,)


def charged(hand: Hand) -> Hand:
    """The charge on the Prussian foot has been declared; their side is asked for a reaction."""
    session = duel(DeclareCharge)
    session.answer(session.options[0])
    assert isinstance(session.pending, ChooseReactionCharge)
    return hand.open(session)


@pytest.mark.rule("N10.2", "N10.32")
def test_space_lets_the_charge_come_and_the_square_is_formed_or_not_by_a_digit(hand: Hand) -> None:
    charged(hand)
    assert "Nobody reacts" in hand.buttons
    hand.key(Key.Key_Space)
    assert told(hand, ReactionDeclared) == []
    assert hand.sentence.startswith("The Coalition must choose whether 1st Brigade (Wolff) in 0506")
    form, stand = hand.answers
    assert form.startswith("Form square (1-")
    assert stand == "Stand as they are"
    answers = len(hand.session.journal)
    hand.digit(Key.Key_2)
    assert hand.session.journal[answers].answer is False


@pytest.mark.rule("N27.3")
def test_a_question_to_the_other_side_needs_no_handover(hand: Hand) -> None:
    hand.open(duel(DeclareCharge, options=SECRET))
    hand.game.controller.exchange.take_seat()
    hand.click(TARGET)
    hand.key(Key.Key_Return, on=hand.combat)
    assert isinstance(hand.pending, ChooseReactionCharge)
    assert not hand.game.controller.viewer.pads
    assert hand.game.controller.is_asking
    barrier = hand.game.controller.barrier()
    assert barrier is not None
    assert barrier.sentence == "The other side has been asked since."


def walked(session: Session[GameState], unit: UnitId, to: str) -> None:
    """One unit of who acts moves to a hex."""
    session.answer((unit,))
    routes: list[Route] = [route for route in session.options if isinstance(route, Route)]
    session.answer(next(route for route in routes if route.hexes[-1:] == (to,)))


@pytest.mark.rule("N10.25")
def test_a_reaction_against_a_move_opens_its_sheet_and_ends_before_the_next(hand: Hand) -> None:
    session = duel(ActivateUnit)
    walked(session, MERLE, "0405")
    assert isinstance(session.pending, ChooseReactionCharge)
    hand.open(session)
    combat = hand.combat
    hand.press("Uhlan Brigade (Ritter) reacts")
    hand.press("Stand as they are")
    assert isinstance(hand.session.events[-1], ChargeResolved)
    assert combat.isVisible()
    assert combat.sheet.title.text().startswith("Reaction charge against")
    story = combat.sheet.story.text()
    assert "Morale of" in story

    combat.reject()
    hand.click("0203")
    hand.click("0303")
    assert [move.path[-1] for move in told(hand, UnitMoved)] == ["0405", "0303"]
    hand.game.show_last()
    assert combat.isVisible()
    assert combat.sheet.story.text() == story


@pytest.mark.rule("N3.4")
def test_the_sheet_of_a_secret_order_goes_when_the_chair_changes_hands(hand: Hand) -> None:
    session = duel(DeclareAssault, options=SECRET)
    hand.open(session)
    hand.game.controller.exchange.take_seat()
    hand.click(TARGET)
    enter(hand)
    assert isinstance(fought(hand), CombatReport)
    assert fought(hand).confidence is not None

    hand.combat.reject()
    hand.game.show_last()
    while hand.game.controller.is_asking:
        hand.session.answer(None if None in hand.session.options else hand.session.options[0])
        hand.game.controller.start()
    assert not hand.combat.isVisible()


@pytest.mark.rule("N8.33", "N8.34")
def test_assaults_that_are_owed_are_not_ended_and_roll_for_confidence_at_once(hand: Hand) -> None:
    hand.open(duel(DeclareAssault))
    hand.game.endings.end_segment()
    assert isinstance(hand.pending, DeclareAssault)
    assert hand.refusal
    hand.click(TARGET)
    enter(hand)
    assert fought(hand).dice[0][0] == "Attack Confidence"
