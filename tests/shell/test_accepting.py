"""A march that is accepted whole: its moves, who follows, and the end of the activation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.ai.arena import Match
from hexwar.systems.nlc.events.turn import ActivationEnded
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.prompters import CardAnswers
from hexwar.systems.nlc.prompters.proposing import ProposingPrompter
from hexwar.systems.nlc.proposals.follow import propose_followers
from hexwar.systems.nlc.proposals.march import propose_march
from hexwar.systems.nlc.proposals.plan import carry_out
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.turn.consolidation import MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.undone import left_undone
from hexwar.table.battle import OPEN_ORDERS
from hexwar.table.forces import LeaderId, Side, UnitId
from tests.shell.hand import Button, Hand, Key, Modifier, brienne
from tests.shell.questions import take_up
from tests.shell.test_proposing import SIXTH_FIRST, ends, ghosts, marching, propose
from tests.systems.nlc.positions import FRENCH
from tests.systems.nlc.tasks import FI

pytestmark = pytest.mark.rule("N4.55")

SIDES = Side("french"), Side("allied")


@pytest.fixture
def sixth(hand: Hand) -> Hand:
    """At Brienne, when VI Corps acts; Sacken rides with it."""
    return hand.open(brienne(SIXTH_FIRST))


def ended(hand: Hand) -> list[str]:
    return [event.formation for event in hand.session.events if isinstance(event, ActivationEnded)]


def moved(hand: Hand) -> set[str]:
    state = hand.session.state
    units = {str(unit) for unit, record in state.units.items() if record.moved}
    return units | {str(leader) for leader, record in state.leaders.items() if record.moved}


def where(hand: Hand) -> dict[str, str | None]:
    state = hand.session.state
    places: dict[str, str | None] = {u: record.hex for u, record in state.units.items()}
    return places | {x: leader.hex for x, leader in state.leaders.items()}


@pytest.mark.rule("N4.5", "N14.51")
def test_one_word_makes_the_moves_lets_leaders_follow_and_ends_the_activation(sixth: Hand) -> None:
    body = sixth.pending.ends_for
    propose(sixth)
    wanted = ends(sixth)
    assert {"CO-SAC-L"} < set(wanted)
    sixth.press("Accept and end")
    now = where(sixth)
    assert {piece: now[piece] for piece in wanted} == wanted
    assert ended(sixth) == [body]
    assert ghosts(sixth) == ()


def test_a_key_proposes_and_once_more_it_ends_the_activation(sixth: Hand) -> None:
    body = sixth.pending.ends_for
    sixth.key(Key.Key_A, Modifier.ShiftModifier)
    assert ghosts(sixth)
    assert ended(sixth) == []
    sixth.key(Key.Key_A, Modifier.ShiftModifier)
    assert ended(sixth) == [body]


def test_a_leader_is_sent_elsewhere_before_the_march_is_made(sixth: Hand) -> None:
    propose(sixth)
    leader = next(ghost for ghost in ghosts(sixth) if ghost.pieces == (LeaderId("CO-SAC-L"),))
    troops = [ghost for ghost in ghosts(sixth) if ghost.pieces != leader.pieces]
    goal = next(ghost.path[-1] for ghost in troops if ghost.path[-1] != leader.path[-1])
    sixth.drag(leader.path[-1], goal)
    assert ends(sixth)["CO-SAC-L"] == goal
    assert [g for g in ghosts(sixth) if g.pieces != leader.pieces] == troops
    sixth.press("Accept and end")
    assert sixth.session.state.leaders[LeaderId("CO-SAC-L")].hex == goal


@pytest.mark.rule("N10.25")
def test_it_goes_on_when_the_enemy_has_answered_and_stops_before_a_fight(table: Hand) -> None:
    propose(table)
    wanted = ends(table)
    table.press("Accept and end")
    assert isinstance(table.pending, ChooseReactionCharge)
    table.press("Nobody reacts")
    assert isinstance(table.pending, ChooseBombardment)
    assert ended(table) == []
    assert {ghost for ghost in wanted if ghost.startswith("FR-5C")} <= moved(table)


def test_the_end_of_a_segment_ends_what_has_nothing_left_in_it(table: Hand) -> None:
    """The activation is over by one word where nobody is left who could do anything."""
    table.key(Key.Key_A)
    table.press("Accept")
    table.press("Nobody reacts")
    table.pass_on(MoveLeaderOrTrain)
    assert ended(table) == []
    while len(table.session.options) > 1:
        table.session.answer(table.session.options[0])
    table.game.controller.start()
    assert ended(table) == []
    table.key(Key.Key_E)
    assert ended(table) == ["FR-5C"]


@pytest.mark.rule("N5.4", "N12.21")
def test_a_click_on_a_unit_and_space_march_it_by_its_order(table: Hand) -> None:
    propose(table)
    wanted = ends(table)
    table.key(Key.Key_Escape)
    table.click("1704")
    assert table.game.controller.offer.picked == ("FR-5C-01",)
    assert "By its order" in table.answers
    table.key(Key.Key_Space)
    assert moved(table) == {"FR-5C-01"}, "nobody else goes"
    assert where(table)["FR-5C-01"] == wanted["FR-5C-01"]
    assert ghosts(table) == ()


def test_who_likes_it_so_finds_the_march_proposed(hand: Hand) -> None:
    hand.window.apply(replace(hand.window.preferences, proposes=True))
    hand.open(brienne(SIXTH_FIRST))
    body = hand.pending.ends_for
    assert ghosts(hand)
    hand.key(Key.Key_Escape)
    assert ghosts(hand) == ()
    hand.click("0511")
    hand.key(Key.Key_Space)
    assert ghosts(hand) == (), "what he has given up is not proposed again"
    hand.window.menus["undo"].trigger()
    hand.key(Key.Key_A)
    hand.press("Accept and end")
    assert ended(hand) == [body]


@pytest.mark.rule("N4.5", "N14.51")
def test_where_none_but_a_leader_or_a_train_would_go_the_end_takes_it_there(hand: Hand) -> None:
    match = NLC.new_match("brienne", dict.fromkeys(SIDES, "greedy"), "7", {"orders": OPEN_ORDERS})
    while not (isinstance(asked := match.session.pending, ActivateUnit) and waits(match, asked)):
        match.step()
    hand.open(match.session)
    body = hand.pending.ends_for
    propose(hand)
    wanted = ends(hand)
    assert "Accept" not in hand.answers, "no unit would move by it"
    assert hand.buttons["Accept and end"].property("role") == "main"
    hand.key(Key.Key_Space)
    now = where(hand)
    assert {piece: now[piece] for piece in wanted} == wanted
    assert ended(hand)[-1] == body


def waits(match: Match, asked: ActivateUnit) -> bool:
    """Whether nobody would move before the end, somebody at it, and nothing can be struck."""
    view = NLC.view(match.session.state, Side(asked.side))
    plan = propose_march(view, asked)
    is_free = asked.refusal(view, None) is None
    counts = [one for one in left_undone(view, asked) if one.has_weight and not one.is_now]
    return not plan.moves and is_free and not counts and bool(propose_followers(view, plan).moves)


def test_what_is_left_at_a_bridge_is_listed_at_once_and_one_press_more_ends_it(table: Hand) -> None:
    """It has been asked already by the word that was to end all."""
    propose(table)
    ghost = next(ghost for ghost in ghosts(table) if "FR-5C-03" in ghost.pieces)
    table.drag(ghost.path[-1], "1809")
    while others := [ghost for ghost in ghosts(table) if "FR-5C-03" not in ghost.pieces]:
        table.click(others[0].path[-1], Button.RightButton)
    table.press("Accept and end")
    sheet = table.game.endings.sheet
    assert moved(table) == {"FR-5C-03"}
    assert ended(table) == []
    assert sheet.isVisible()
    assert "in 1809 may still work at a span" in sheet.list.text()
    table.press("End activation")
    assert ended(table) == ["FR-5C"]


# -- what it does not pass over


def put(standing: CardAnswers, state: GameState) -> ProposingPrompter[ActivateUnit]:
    prompter = take_up(state, ActivateUnit(FRENCH, FI))
    assert isinstance(prompter, ProposingPrompter)
    standing.prepare(prompter)
    return prompter


def marched(state: GameState) -> tuple[CardAnswers, GameState]:
    """All moves of a proposal are made that is accepted with the end."""
    standing, after = CardAnswers(), state.copy()
    prompter = put(standing, state)
    assert prompter.write("propose") is None
    moves = prompter.proposing.moves
    gesture = prompter.write("accept-and-end")
    for move in moves:
        if move.units:
            assert isinstance(gesture, tuple)
            assert [answer.value for answer in gesture] == [value for _, value in move.answers]
            carry_out(after, move)
            gesture = standing.onward(take_up(after, ActivateUnit(FRENCH, FI)))
    if gesture is not None:
        assert isinstance(gesture, tuple)
        assert [answer.value for answer in gesture] == [None]
    return standing, after


def test_it_stops_where_a_fight_is_to_be_thought_over() -> None:
    standing, after = marched(marching())
    assert standing.goes_on
    assert standing.onward(take_up(after, ChooseBombardment(FRENCH, FI))) is None
    assert not standing.goes_on
    assert standing.onward(take_up(after, MoveLeaderOrTrain(FRENCH, FI))) is None


def test_what_is_taken_back_ends_nothing_any_more() -> None:
    state = marching()
    standing, _ = marched(state)
    standing.rewound()
    assert not standing.goes_on
    prompter = put(standing, state)
    prompter.write("accept")
    assert not prompter.proposing.desk.ends
    assert UnitId("F1") in state.units
