"""Advice at a question, warnings before an answer, and reasons told at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt

from hexwar.ai.minutes import kept_of
from hexwar.ai.policy import Considered, Dice, Look, Reason, Thought
from hexwar.engine import Decision, load, save
from hexwar.hexes import Hex
from hexwar.kit import Player
from hexwar.shell.advice import Advice
from hexwar.shell.face import face_of
from hexwar.shell.playback import Beat
from hexwar.shell.prompter import Gesture
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.table.forces import Side
from hexwar.table.overlays import overlays_of
from hexwar.table.peril import PERILS, Peril, Warning
from hexwar.widgets.panels.why_card import WhyCard
from tests.shell.hand import Hand, brienne, new_brienne

FRENCH, ALLIED = Side("french"), Side("allied")


class Sage:
    """Takes the last of the answers that do something, and says what it has weighed."""

    def answer(
        self, decision: Decision[Any], options: Sequence[Any], look: Look, dice: Dice
    ) -> Any:
        look()
        return [one for one in options if one is not None][-1]

    def reason(self, decision: Decision[Any], answer: Any, view: Any) -> Reason | None:
        weighed = Considered("go", 2.0), Considered("stay", 0.5)
        return Reason("The road is open.", considered=weighed)


@pytest.fixture
def advice(table: Hand, monkeypatch: pytest.MonkeyPatch) -> Advice:
    """That of Brienne, with an adviser who is quick."""
    found = table.game.follower(Advice)
    players: Mapping[str, Player] = {**NLC.players, NLC.adviser: Player(Sage, "is wise")}
    monkeypatch.setattr(found.thinker, "_players", players)
    return found


def asked(hand: Hand, advice: Advice) -> Gesture:
    """What is advised at the question."""
    hand.window.menus["advise"].trigger()
    hand.until(lambda: not advice.thinker.is_thinking and advice.card.go.isVisible())
    return advice._counsel.gesture


def test_a_whole_move_is_advised_drawn_and_given_by_one_click(table: Hand, advice: Advice) -> None:
    gesture = asked(table, advice)
    assert [one.asked for one in gesture] == [ActivateUnit, ChoosePath]
    route = gesture[1].value
    assert isinstance(route, Route)
    assert "The road is open." in advice.card.words.text()
    assert "+2.0" in advice.card.table.text()
    (ghost,) = overlays_of(table.game.table.advised).ghosts
    assert ghost.path == route.hexes
    before = len(table.session.journal)
    advice.card.go.click()
    assert len(table.session.journal) > before
    assert table.session.journal[before + 1].answer == route
    assert not advice.card.isVisible()
    assert not overlays_of(table.game.table.advised).ghosts
    assert not [*table.session.memos.of("reason", 0, 9_999)]  # it was no computer's answer


@contextmanager
def standstill(hand: Hand) -> Iterator[None]:
    """No time passes for the player's hand."""
    guards = hand.game.controller.guard, hand.game.follower(Advice)._guard
    before, now = guards[0].clock, guards[0].clock()
    for guard in guards:
        guard.clock = lambda: now
    yield
    for guard in guards:
        guard.clock = before


def test_what_is_advised_is_given_however_new_the_question_is(table: Hand, advice: Advice) -> None:
    controller = table.game.controller
    with standstill(table):
        controller.guard.put("another question")
        controller.guard.put(table.pending)
        asked(table, advice)
        before = len(table.session.journal)
        controller.give(advice._counsel.gesture)
        assert len(table.session.journal) == before  # a hand elsewhere is too early
        advice.card.go.click()
        assert len(table.session.journal) > before


def test_a_press_for_cancel_falls_on_no_advice_that_has_taken_its_place(
    table: Hand, advice: Advice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WhyCard, "spot", lambda card, made: QRect(0, 0, 9, 9))
    asked(table, advice)
    before = len(table.session.journal)
    with standstill(table):
        advice._guard.put("new")
        advice.card.go.click()
        assert len(table.session.journal) == before
        assert "only just come here" in table.refusal
    advice.card.go.click()
    assert len(table.session.journal) > before


def test_a_second_click_falls_on_no_warning_that_comes_under_it(
    table: Hand, advice: Advice, monkeypatch: pytest.MonkeyPatch
) -> None:
    gesture = warned(table, advice, monkeypatch)
    before = len(table.session.journal)
    with standstill(table):
        table.game.controller.give(gesture)
        advice.card.go.click()
        assert len(table.session.journal) == before
    advice.card.go.click()
    assert len(table.session.journal) > before


def test_advice_changes_nothing_and_can_be_given_up(table: Hand, advice: Advice) -> None:
    before = save(table.session)
    asked(table, advice)
    assert load(NLC.system, save(table.session)).digest() == load(NLC.system, before).digest()
    advice.card.cross.click()
    assert not advice.card.isVisible()
    table.window.menus["advise"].trigger()
    assert advice.card.busy.isVisible()
    advice.card.cross.click()  # while it thinks
    assert not advice.thinker.is_thinking
    assert not advice.card.isVisible()


def test_with_closed_pads_nobody_is_advised_and_at_a_handover_nothing_stays(hand: Hand) -> None:
    hand.open(new_brienne(options={"orders": "secret"}))
    assert not hand.window.menus["advise"].isEnabled()
    hand.window.handover.ready.emit()
    advice = hand.game.follower(Advice)
    hand.window.menus["advise"].trigger()
    assert advice.card.isVisible()
    advice._mind_handover(ALLIED)
    assert not advice.card.isVisible()
    assert not advice.thinker.is_thinking


def warned(hand: Hand, advice: Advice, monkeypatch: pytest.MonkeyPatch) -> Gesture:
    """A move of which the game warns."""
    told = (Warning(Peril.TRAIN, "The train would be alone.", "N16.4", (Hex("0913"),)),)
    questions = type(hand.game.controller.questions)
    monkeypatch.setattr(questions, "warnings", lambda *_: told)
    advice.apply(replace(hand.window.preferences, warns=frozenset(PERILS)), hand.window.look)
    return asked(hand, advice)


def test_a_warned_answer_is_given_when_it_is_given_again(
    table: Hand, advice: Advice, monkeypatch: pytest.MonkeyPatch
) -> None:
    gesture = warned(table, advice, monkeypatch)
    before = len(table.session.journal)
    table.game.controller.give(gesture)
    assert len(table.session.journal) == before
    assert "The train would be alone." in advice.card.words.text()
    assert [target.hex for target in overlays_of(table.game.table.advised).targets] == ["0913"]
    advice.card.go.click()
    assert len(table.session.journal) > before
    assert not advice.card.isVisible()


def test_what_was_held_back_is_meant_after_a_look_at_the_board_too(
    table: Hand, advice: Advice, monkeypatch: pytest.MonkeyPatch
) -> None:
    gesture = warned(table, advice, monkeypatch)
    before = len(table.session.journal)
    table.game.controller.give(gesture)
    table.game.controller.click(Hex("0101"))  # a refusal, or nothing
    advice.card.go.click()
    assert len(table.session.journal) > before
    assert not advice.card.isVisible()


def test_a_warning_that_is_switched_off_is_not_given_nor_one_in_a_lesson(
    table: Hand, advice: Advice, monkeypatch: pytest.MonkeyPatch
) -> None:
    gesture = warned(table, advice, monkeypatch)
    advice.dismiss()
    advice.is_silent = True
    assert not advice._warns(gesture)
    advice.is_silent = False
    assert advice._warns(gesture)
    advice.dismiss()
    others = frozenset(PERILS) - {Peril.TRAIN}
    advice.apply(replace(table.window.preferences, warns=others), table.window.look)
    assert not advice._warns(gesture)


@pytest.mark.parametrize("explains", [True, False])
def test_in_coach_mode_the_card_tells_why_at_once(hand: Hand, explains: bool) -> None:
    hand.open(brienne())
    advice, session = hand.game.follower(Advice), hand.session
    advice.apply(replace(hand.window.preferences, explains=explains), hand.window.look)
    controller = hand.game.controller
    controller._prompter = None  # the other side acts
    entry = len(session.journal) - 1
    why = Reason("It is near.", is_open=True, considered=(Considered("go", 1.0),))
    session.memos.keep(entry, ALLIED, kept_of(session, ALLIED, Thought(None, why)))
    events = session.events[session.journal[entry].events :]
    controller.show.shown.emit(Beat(tuple(events)))
    assert advice.card.isVisible() == explains
    if explains:
        assert "It is near." in advice.card.words.text()
        assert "+1.0" in advice.card.table.text()
        assert advice.card.title.text() == "Why? (Coalition)"
    advice.dismiss()


def test_a_reason_told_at_once_names_the_deed_and_hides_nothing_of_it(hand: Hand) -> None:
    hand.open(brienne())
    advice, session, controller = hand.game.follower(Advice), hand.session, hand.game.controller
    advice.apply(replace(hand.window.preferences, explains=True), hand.window.look)
    hand.click("1704")
    hand.click("1705")
    entry = next(n for n, one in enumerate(session.journal) if one.asked == "ChoosePath")
    why = Reason("It is near.", is_open=True)
    session.memos.keep(entry, FRENCH, kept_of(session, FRENCH, Thought(None, why)))
    controller._prompter = None  # as if he had watched
    first = session.journal[entry].events
    path = (Hex("1704"), Hex("1705"))
    assert controller.show.live.told == len(session.events)
    controller.show.shown.emit(Beat(tuple(session.events[first:]), path=path))
    words = advice.card.words.text()
    assert words.startswith("<b>9th Light Cavalry Division (Piré) moved from 1704")
    assert words.endswith("It is near.")
    assert not any(
        advice.card.geometry().intersects(hand.board.box_of(hex_).toAlignedRect()) for hex_ in path
    )
    advice.dismiss()


def test_the_links_at_the_foot_of_the_window_are_links_and_lead_there(
    table: Hand, advice: Advice
) -> None:
    foot = table.window.counsel
    for line in (foot, table.window.steps):
        assert line.textFormat() is Qt.TextFormat.RichText
    foot.linkActivated.emit("action:advise")
    assert advice.card.isVisible()


@pytest.mark.parametrize("again", ["press", "card"])
def test_a_proposal_that_is_held_back_stays_whole_and_is_carried_out_when_it_is_meant(
    table: Hand, advice: Advice, monkeypatch: pytest.MonkeyPatch, again: str
) -> None:
    told = (Warning(Peril.TRAIN, "The train would be alone.", "N16.4", (Hex("0913"),)),)
    controller, before = table.game.controller, len(table.session.journal)
    monkeypatch.setattr(type(controller.questions), "warnings", lambda *_: told)
    advice.apply(replace(table.window.preferences, warns=frozenset(PERILS)), table.window.look)
    controller.propose()
    ghosts = controller.offer.ghosts
    assert len(ghosts) > 1
    table.press("Accept")
    assert len(table.session.journal) == before
    assert controller.offer.ghosts == ghosts
    assert "Accept" in table.buttons
    if again == "press":
        table.press("Accept")
    else:
        advice.card.go.click()
    table.until(lambda: controller.is_asking)
    moved = [one for one in table.session.journal[before:] if one.asked == "ChoosePath"]
    assert len(moved) >= len(ghosts) - 1


# -- in words


def advised(scenario: str, answers: int, options: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """Listed answers of a game in the words of advice, by question and type of the answer."""
    questions = face_of(NLC).questions
    match = NLC.new_match(scenario, dict.fromkeys((FRENCH, ALLIED), "greedy"), "3", options)
    found: dict[tuple[str, str], str] = {}
    while (pending := match.session.pending) is not None and len(match.session.journal) < answers:
        if pending.side in (FRENCH, ALLIED):
            view = NLC.view(match.session.state, Side(pending.side))
            for answer in (*match.session.options[:3], *match.session.options[-2:]):
                key = type(pending).__name__, type(answer).__name__
                if key not in found:
                    found[key] = questions.words_of(view, pending, answer)
                    questions.drawn(view, pending, answer)
        match.step()
    return found


def test_whatever_is_advised_is_told_in_words() -> None:
    found = advised("brienne", 400, {"cards": "full"})
    assert len(found) > 30
    for asked_for, words in found.items():
        assert words, asked_for
        assert not re.search(r"[=<>_']|None", words), (asked_for, words)
