"""Bombardments, charges and what they are answered with, played in the window."""

from __future__ import annotations

import pytest

from hexwar.engine import SeededChance, Session
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import (
    BombardmentResolved,
    ChargeDeclared,
    ChargeResolved,
    ReactionDeclared,
)
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.panels.combat_window import CombatReports
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge
from hexwar.systems.nlc.rules.movement.routes import Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.overlays import Aim
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
    return {str(t.hex): t.aim for t in hand.game.controller.offer.overlays.targets}


def hint(hand: Hand) -> str:
    return hand.window.hint.text()


# -- bombardment


@pytest.mark.rule("N9.1")
def test_legal_targets_are_lit_and_the_sentence_says_what_to_do(at_the_guns: Hand) -> None:
    hand = at_the_guns
    assert hand.sentence.startswith("The French may bombard with I Corps")
    assert aims(hand) == dict.fromkeys((TARGET, HORSE, BATTERY), Aim.BOMBARD)
    assert hand.game.controller.offer.overlays.ready == {"0305"}
    assert "End bombardments" in hand.buttons


@pytest.mark.rule("N9.1")
def test_a_target_is_bombarded_by_a_click_and_enter(at_the_guns: Hand) -> None:
    hand = at_the_guns
    hand.click(TARGET)
    combat = hand.combat
    assert combat.is_asking
    assert combat.target == TARGET
    hand.key(Key.Key_Return, on=combat)

    (fired,) = (e for e in hand.session.events if isinstance(e, BombardmentResolved))
    assert fired.units == (GUNS,)
    assert fired.target == TARGET
    fought = hand.game.follower(CombatReports).watch.fought
    assert fought is not None
    assert fought.report.dice[0] == ("bombardment", fired.die)


@pytest.mark.rule("N9.1")
def test_no_in_the_sheet_fires_nothing(at_the_guns: Hand) -> None:
    hand = at_the_guns
    before = len(hand.session.journal)
    hand.click(TARGET)
    hand.key(Key.Key_Escape, on=hand.combat)

    assert not hand.combat.isVisible()
    assert len(hand.session.journal) == before


@pytest.mark.rule("N9.1")
def test_a_battery_shows_what_it_reaches_and_sees(at_the_guns: Hand) -> None:
    hand = at_the_guns
    hand.click("0305")
    field = hand.game.controller.offer.overlays.sight
    assert field is not None
    assert field.origin == "0305"
    assert field.spotted == {TARGET, BATTERY, HORSE}
    assert "0605" in field.seen
    assert "0705" not in field.seen
    assert hand.board.board.pile.sight.shown == field

    hand.key(Key.Key_Escape)
    hand.key(Key.Key_Escape)
    assert hand.game.controller.offer.overlays.sight is None


@pytest.mark.rule("N9.8")
def test_what_cannot_be_bombarded_says_why_by_the_pointer_and_by_a_click(
    at_the_guns: Hand,
) -> None:
    hand = at_the_guns
    hand.hover(FAR)
    assert hint(hand) == "I Corps foot artillery reaches no farther than 3 hexes now. (N9.1)"
    hand.click(FAR)
    assert hand.refusal.startswith("I Corps foot artillery reaches no farther than 3 hexes now.")
    hand.hover(TARGET)
    assert hint(hand).startswith("Bombard 0506 with I Corps foot artillery: click")


@pytest.mark.rule("N4.52")
def test_the_key_ends_the_segment_and_n_goes_from_target_to_target(at_the_guns: Hand) -> None:
    hand = at_the_guns
    hand.key(Key.Key_N)
    assert hand.game.table.hex == TARGET
    hand.key(Key.Key_N)
    assert hand.game.table.hex == HORSE
    hand.key(Key.Key_E)
    assert isinstance(hand.pending, DeclareCharge)


@pytest.mark.rule("N9.1", "N10.13")
def test_guns_fire_and_horse_charges_without_the_mouse(at_the_guns: Hand) -> None:
    hand, combat = at_the_guns, at_the_guns.combat
    hand.key(Key.Key_1)
    hand.until(lambda: combat.is_asking)
    hand.key(Key.Key_Return, on=combat)
    hand.until(lambda: isinstance(hand.session.pending, ChooseBombardment | DeclareCharge))
    combat.reject()
    hand.pass_on(DeclareCharge)
    hand.key(Key.Key_1)
    hand.until(lambda: combat.is_asking)
    hand.key(Key.Key_Return, on=combat)
    assert any(isinstance(e, ChargeDeclared) for e in hand.session.events)


@pytest.mark.rule("N9.1")
def test_the_dice_of_a_bombardment_are_a_barrier(at_the_guns: Hand) -> None:
    hand = at_the_guns
    hand.click(TARGET)
    hand.key(Key.Key_Return, on=hand.combat)
    events = len(hand.session.events)
    hand.game.controller.undo()

    assert hand.game.controller.barrier() is not None
    assert len(hand.session.events) == events


# -- charge


@pytest.mark.rule("N10.14")
def test_the_way_of_a_charge_is_drawn_to_each_target(in_the_saddle: Hand) -> None:
    hand = in_the_saddle
    targets = {t.hex: t for t in hand.game.controller.offer.overlays.targets}
    assert set(targets) == {TARGET, HORSE}
    assert all(t.aim is Aim.CHARGE for t in targets.values())
    assert targets[Hex(TARGET)].way == hexes("0306 0405 0506")
    assert targets[Hex(HORSE)].way == hexes("0306 0406 0507")
    hand.hover(HORSE)
    assert hint(hand).startswith("Charge 0507 by 0406 with I Corps hussars: click")
    ways = {t.hex: t.way for t in hand.game.controller.offer.overlays.targets}
    assert ways[Hex(TARGET)] == ()


@pytest.mark.rule("N10.13")
def test_a_charge_goes_by_a_click_and_enter_and_the_enemy_is_asked(in_the_saddle: Hand) -> None:
    hand = in_the_saddle
    hand.click(TARGET)
    assert hand.combat.is_asking
    hand.key(Key.Key_Return, on=hand.combat)

    (declared,) = (e for e in hand.session.events if isinstance(e, ChargeDeclared))
    assert declared.path == hexes("0306 0405 0506")
    assert isinstance(hand.pending, ChooseReactionCharge)
    assert hand.pending.side == "allied"
    assert hand.sentence.startswith("The Coalition may try to meet the charge of I Corps hussars")


@pytest.mark.rule("N10.14")
def test_a_way_of_ones_own_is_drawn_with_the_mouse(in_the_saddle: Hand) -> None:
    hand = in_the_saddle
    hand.drag("0306", "0406", TARGET)
    assert hand.combat.is_asking
    hand.key(Key.Key_Return, on=hand.combat)
    (declared,) = (e for e in hand.session.events if isinstance(e, ChargeDeclared))
    assert declared.path == hexes("0306 0406 0506")


@pytest.mark.rule("N10.14")
def test_a_way_that_is_barred_says_why(in_the_saddle: Hand) -> None:
    hand = in_the_saddle
    hand.drag("0306", "0405", "0505", TARGET)
    assert hand.refusal.startswith("A charge does not go through 0505: units stand there.")
    hand.drag("0306", "0307", "0407", "0507", TARGET)
    assert hand.refusal.startswith("A charge is at most 3 hexes long.")
    assert not hand.combat.isVisible()


@pytest.mark.rule("N10.14")
def test_who_cannot_be_charged_says_why(in_the_saddle: Hand) -> None:
    hand = in_the_saddle
    hand.hover(FAR)
    assert hint(hand) == "I Corps hussars is 4 hexes away: a charge is at most 3 long. (N10.14)"
    hand.click(FAR)
    assert hand.refusal.startswith("I Corps hussars is 4 hexes away")


def charged(hand: Hand) -> Hand:
    """The charge on the Prussian foot has been declared; their side is asked for a reaction."""
    session = duel(DeclareCharge)
    session.answer(session.options[0])
    assert isinstance(session.pending, ChooseReactionCharge)
    return hand.open(session)


@pytest.mark.rule("N10.23")
def test_the_other_player_meets_the_charge_by_a_click_on_the_chargers(hand: Hand) -> None:
    charged(hand)
    overlays = hand.game.controller.offer.overlays
    assert overlays.ready == {HORSE}
    assert [track.hexes for track in overlays.tracks] == [hexes("0306 0405 0506")]
    assert hand.game.controller.viewer.side == Side("allied")
    hand.click("0306")

    (declared,) = (e for e in hand.session.events if isinstance(e, ReactionDeclared))
    assert declared.units == (UHLANS,)


@pytest.mark.rule("N10.2")
def test_space_lets_the_charge_come(hand: Hand) -> None:
    charged(hand)
    assert "Nobody reacts" in hand.buttons
    hand.key(Key.Key_Space)
    assert not any(isinstance(e, ReactionDeclared) for e in hand.session.events)
    assert hand.sentence.startswith("The Coalition must choose whether 1st Brigade (Wolff) in 0506")


@pytest.mark.rule("N10.32")
def test_the_square_is_formed_by_space_or_not_by_a_digit(hand: Hand) -> None:
    charged(hand)
    hand.key(Key.Key_Space)
    texts = list(hand.buttons)
    assert texts[0].startswith("Form square (1-")
    assert texts[1] == "Stand as they are"
    hand.digit(Key.Key_2)
    assert any(isinstance(e, ChargeResolved) for e in hand.session.events) or hand.session.pending


@pytest.mark.rule("N27.3")
def test_a_question_to_the_other_side_needs_no_handover(hand: Hand) -> None:
    hand.open(duel(DeclareCharge, options={"orders": "secret"}))
    hand.game.controller.take_seat()
    hand.click(TARGET)
    hand.key(Key.Key_Return, on=hand.combat)
    assert isinstance(hand.pending, ChooseReactionCharge)
    assert not hand.game.controller.viewer.pads
    assert hand.game.controller.is_asking
    barrier = hand.game.controller.barrier()
    assert barrier is not None
    assert barrier.sentence == "The other side has been asked since."


def test_with_open_orders_a_charge_can_be_taken_back_until_the_dice(hand: Hand) -> None:
    charged(hand)
    assert hand.game.controller.barrier() is None
    hand.key(Key.Key_Z, Modifier.ControlModifier)
    assert isinstance(hand.pending, DeclareCharge)


def walked(session: Session[GameState], unit: UnitId, to: str) -> None:
    """One unit of who acts moves to a hex."""
    session.answer((unit,))
    routes: list[Route] = [route for route in session.options if isinstance(route, Route)]
    session.answer(next(route for route in routes if route.hexes[-1:] == (to,)))


@pytest.mark.rule("N10.25")
def test_a_reaction_against_a_move_opens_its_sheet_and_ends_before_the_next_move(
    hand: Hand,
) -> None:
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
    moves = [event for event in hand.session.events if isinstance(event, UnitMoved)]
    assert [move.path[-1] for move in moves] == ["0405", "0303"]
    hand.game.show_last()
    assert combat.isVisible()
    assert combat.sheet.story.text() == story


@pytest.mark.rule("N27.3")
def test_who_answers_while_the_other_acts_stands_out(hand: Hand) -> None:
    line = hand.window.panes.prompt
    hand.open(duel(DeclareCharge))
    assert not line.is_reply
    hand.click(TARGET)
    hand.key(Key.Key_Return, on=hand.combat)
    assert line.is_reply
    assert line.sentence.text().startswith("<b>The Coalition</b> may try")


@pytest.mark.rule("N3.4")
def test_the_sheet_of_a_secret_order_goes_when_the_chair_changes_hands(hand: Hand) -> None:
    session = duel(DeclareAssault, options={"orders": "secret"})
    hand.open(session)
    hand.game.controller.take_seat()
    hand.click(TARGET)
    hand.key(Key.Key_Return, on=hand.combat)
    combats = hand.game.follower(CombatReports).watch
    assert combats.fought is not None
    assert isinstance(combats.fought.report, CombatReport)
    assert combats.fought.report.confidence is not None

    hand.combat.reject()
    hand.game.show_last()
    while hand.game.controller.is_asking:
        hand.session.answer(None if None in hand.session.options else hand.session.options[0])
        hand.game.controller.start()
    assert not hand.combat.isVisible()


# -- assault


@pytest.mark.rule("N8.33")
def test_the_end_of_assaults_that_are_owed_says_why(hand: Hand) -> None:
    hand.open(duel(DeclareAssault))
    hand.press("End assaults")
    assert isinstance(hand.pending, DeclareAssault)
    assert hand.refusal


@pytest.mark.rule("N8.34")
def test_the_sheet_of_an_assault_rolls_for_confidence_at_once(hand: Hand) -> None:
    hand.open(duel(DeclareAssault))
    hand.click(TARGET)
    hand.key(Key.Key_Return, on=hand.combat)
    fought = hand.game.follower(CombatReports).watch.fought
    assert fought is not None
    assert fought.report.dice[0][0] == "Attack Confidence"


@pytest.mark.rule("N4.5")
def test_what_is_left_names_bombardments_and_charges(hand: Hand) -> None:
    hand.open(duel(ChooseBombardment))
    asked: list[list[str]] = []
    hand.game.confirmAsked.connect(asked.append)
    hand.game.end_activation()
    assert "0506 may still be bombarded" in asked[0]
    assert "0507 may still be charged" in asked[0]
    assert "0506 may still be assaulted" in asked[0]
