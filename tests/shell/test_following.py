"""What the other side does is followed: steps on and back, the bar, the recap, parts once more."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from hexwar.ai.minutes import kept_of
from hexwar.ai.policy import Reason, Thought
from hexwar.app.window import load_file
from hexwar.engine import Session
from hexwar.hexes import Hex
from hexwar.shell.following import Following
from hexwar.shell.map_table import MapTable
from hexwar.shell.preferences import Pace
from hexwar.shell.prompter import Answer, Gesture, Offer
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.player import GreedyPlayer
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.recap import Recap
from hexwar.table.reel import Level, Reel, stops_with
from hexwar.widgets.board.geometry import hex_rect
from hexwar.widgets.panels.transport import Running, TransportBar
from tests.shell.hand import Hand, Key, brienne, new_brienne
from tests.widgets.skirmish import wheel

SAVES = Path(__file__).parents[1] / "saves"
PIRE = "FR-5C-01"
FRENCH, ALLIED = Side("french"), Side("allied")


@cache
def finished(name: str = "first-steps") -> Session[GameState]:
    return load_file(SAVES / f"{name}-0.2.0-finished.hexwar")


def recap_of(session: Session[GameState]) -> Recap:
    recap = Recap(NLC.names(session.state.battle))
    recap.follow(session.events, session.state.battle.sides)
    return recap


# -- looking back on a record


def test_the_reel_has_the_table_after_any_event() -> None:
    session = finished()
    reel, state = Reel(session), NLC.system.start(session.header)
    for told, event in enumerate(session.events):
        if told % 7 == 0:
            assert NLC.system.digest(reel.at(told)) == NLC.system.digest(state), told
        event.happen(state)
    assert NLC.system.digest(reel.at(len(session.events))) == session.digest()


def test_stops_go_by_events_activations_and_turns_and_back_again() -> None:
    session = finished()
    stops = stops_with(session.events, lambda _: True, recap_of(session).parts)
    assert stops.all[0] == 0
    assert stops.all[-1] == len(session.events)
    for level in Level:
        told, passed = 0, [0]
        while told < len(session.events):
            told = stops.next(told, level, 1)
            passed.append(told)
        back = [told]
        while told > 0:
            told = stops.next(told, level, -1)
            back.append(told)
        assert back == passed[::-1]
    assert len(stops.places[Level.EVENT]) > len(stops.places[Level.ACTIVATION])
    assert len(stops.places[Level.ACTIVATION]) > len(stops.places[Level.TURN])


def test_a_recap_tells_marches_fights_and_what_they_cost() -> None:
    session = finished("brienne")
    recap = recap_of(session)
    parts = [part for part in recap.parts if part.side is not None]
    fought = next(part for part in parts if any(deed.lost for deed in part.deeds))
    words = recap.summary(fought).plain
    assert recap.title(fought).plain in words
    assert any(verb in words for verb in ("assaulted", "charged", "bombarded"))
    assert " SP" in words
    for part in parts:
        assert part.first < part.end
        for deed in part.deeds:
            assert part.first <= deed.first < deed.end <= part.end


def test_who_has_only_begun_to_act_has_not_stayed_where_he_was() -> None:
    session = brienne()
    recap = recap_of(session)
    assert recap.summary(recap.parts[-1]).plain == "V Cavalry Corps (Milhaud) began to act."


def test_a_reason_of_who_does_not_act_himself_bears_his_name(hand: Hand) -> None:
    hand.open(brienne())
    session, controller = hand.session, hand.game.controller
    entry = len(session.journal) - 1
    for side, words in ((ALLIED, "Coalition: We stand."), (FRENCH, "We stand.")):
        why = Thought(None, Reason("We stand.", is_open=True))
        session.memos.keep(entry, side, kept_of(session, side, why))
        (told,) = hand.window.panes.log._lines(controller)[-1].reasons
        assert told.sentence == words


def test_a_recap_goes_with_the_game_forth_and_back() -> None:
    session = finished()
    recap, whole = Recap(NLC.names(session.state.battle)), recap_of(session)
    sides = session.state.battle.sides
    for told in (40, 90, len(session.events), 120, 60, len(session.events)):
        recap.follow(session.events[:told], sides)
    assert recap.parts == whole.parts
    assert {part.side for part in recap.others_since(FRENCH)} <= {ALLIED}


# -- the show


@pytest.fixture
def slow(hand: Hand) -> Hand:
    """At Brienne, at a slow pace."""
    hand.window.apply(replace(hand.window.preferences, pace=Pace.SLOW))
    return hand.open(brienne())


def test_a_step_back_takes_off_what_was_shown_and_a_step_on_shows_it_again(slow: Hand) -> None:
    hand, controller = slow, slow.game.controller
    hand.click("1704")
    hand.click("1705")
    told = controller.playback.told
    assert not controller.playback.is_paused
    hand.key(Key.Key_Less)
    assert controller.playback.is_paused
    assert hand.window.menus["pause"].isChecked()
    assert controller.playback.told <= told
    assert hand.game.table.spot_of(PIRE) == "1704"

    hand.key(Key.Key_Greater)
    hand.until(lambda: hand.game.table.spot_of(PIRE) == "1705")
    assert controller.session.state.units[PIRE].hex == "1705"
    hand.key(Key.Key_P)
    hand.until(lambda: controller.is_asking)


def test_a_part_is_shown_once_more_and_the_question_is_put_again(table: Hand) -> None:
    hand, controller = table, table.game.controller
    hand.click("1704")
    hand.click("1705")
    digest, pending = hand.session.digest(), hand.session.pending
    told, end = len(hand.session.events) - 1, len(hand.session.events)
    first = next(
        n for n in range(told, 0, -1) if type(hand.session.events[n]).__name__ == "UnitMoved"
    )
    hand.click("1804")
    assert controller.offer.picked

    controller.show_part(first, end)
    assert controller.show.is_again
    assert not controller.is_asking
    assert hand.game.table.spot_of(PIRE) == "1704"
    assert hand.game.follower(Following).bar.isHidden() or controller.show.is_again
    hand.until(lambda: not controller.show.is_again)

    assert hand.game.table.spot_of(PIRE) == "1705"
    assert controller.is_asking
    assert controller.offer.picked
    assert (hand.session.digest(), hand.session.pending) == (digest, pending)


def test_the_bar_stands_while_the_computer_acts_and_tells_afterwards_who_has(hand: Hand) -> None:
    hand.window.apply(replace(hand.window.preferences, pace=Pace.FAST, pauses=True))
    computer = {"player.french": "person", "player.allied": "random"}
    hand.open(new_brienne(options=computer))
    bar = hand.game.follower(Following).bar
    controller = hand.game.controller
    for _ in range(1_500):
        if controller.show.live.is_held:
            break
        if controller.is_asking:
            controller.give(_idle(hand))
        hand.qtbot.wait(20)
    assert controller.show.live.is_held
    assert bar.isVisible()
    told = controller.playback.told
    hand.qtbot.wait(60)
    assert controller.playback.told == told

    hand.window.menus["step-on"].trigger()  # one thing more, and no further
    hand.until(lambda: controller.playback.told > told)
    seen = controller.playback.told
    hand.qtbot.wait(400)
    assert controller.show.is_paused
    assert controller.playback.told == seen
    for _ in range(8):  # the bar stays between two answers of the computer's
        hand.window.menus["step-on"].trigger()
        hand.qtbot.wait(250)
        if controller.is_asking:
            break
        assert bar.isVisible()

    hand.window.menus["stop-after-each"].trigger()
    assert not hand.window.preferences.pauses
    hand.key(Key.Key_Period)
    hand.until(lambda: controller.is_asking)
    assert bar.recap.isVisible() == (bar.isVisible())
    assert bar.isVisible()
    controller.offered.emit(Offer("", picked=(UnitId(PIRE),)))  # who is chosen needs the board
    assert not bar.isVisible()


@pytest.mark.parametrize("hidden", ["off", "on"])
def test_two_who_have_seen_each_other_act_are_not_told_of_it(hand: Hand, hidden: str) -> None:
    session = new_brienne(options={"hidden_movement": hidden})
    acted = set[str]()
    while len(acted) < 2:
        session.answer(session.options[-1 if None in session.options else 0])
        if isinstance(session.pending, ActivateUnit):
            acted.add(session.pending.side)
    hand.open(session)
    hand.game.controller.exchange.take_seat()
    assert hand.game.controller.is_asking
    assert hand.game.follower(Following).bar.isVisible() == (hidden == "on")


def test_who_has_acted_is_told_over_no_counter_and_folds_when_the_board_is_used(hand: Hand) -> None:
    session = new_brienne(options={"hidden_movement": "on"})
    while not isinstance(session.pending, ActivateUnit):
        session.answer(session.options[-1 if None in session.options else 0])
    first = session.pending.side
    while not isinstance(session.pending, ActivateUnit) or session.pending.side == first:
        session.answer(session.options[-1 if None in session.options else 0])
    hand.open(session)
    hand.game.controller.exchange.take_seat()
    bar, board = hand.game.follower(Following).bar, hand.board

    def covered() -> list[str]:
        where = bar.geometry() if bar.isVisible() else QRect()
        found = hand.game.controller.view.occupants
        return [h for h in found if board.box_of(h).toRect().intersects(where)]

    assert bar.again.isVisible()
    assert covered() == []
    words, width = bar.caption.toolTip(), bar.width()
    for hex_ in ("0913", "1803", "0511", "1008"):  # each in turn at the foot of the map
        board.camera.zoom_to(0.8)
        board.camera.centre_on(hex_rect(board.board.sheet, Hex(hex_)).center() - QPointF(0, 260))
        hand.qtbot.wait(120)
        assert covered() == [], hex_

    QApplication.sendEvent(board.viewport(), wheel(QPointF(200, 200), 120))
    hand.qtbot.wait(120)
    assert covered() == []
    assert bar.width() < width
    assert bar.recap.isVisible()
    assert not bar.again.isVisible()
    assert bar.toolTip() == words
    QTest.mouseClick(bar.recap, Qt.MouseButton.LeftButton)
    assert hand.window.panes.log.recap.isVisible()


def _idle(hand: Hand) -> Gesture:
    """Do nothing where that may be, else the first thing."""
    assert hand.session.pending is not None
    idle = next((one for one in hand.session.options if one is None), hand.session.options[0])
    return (Answer(type(hand.session.pending), idle),)


def test_the_map_goes_along_unless_the_player_has_moved_it_himself(table: Hand) -> None:
    hand, chase = table, table.game.follower(Following).chase
    camera = hand.board.camera
    chase.speed = 0
    far = QRectF(hand.board.board.sceneRect().bottomRight(), camera.seen().size() * 0.01)
    far.translate(-2 * far.width(), -2 * far.height())  # on the sheet, in its corner
    chase.forget_hand()
    chase.lead(far, far)
    assert camera.seen().contains(far)

    camera.pan_by(-900, -900)
    assert chase.is_left_alone
    seen = camera.seen()
    chase.lead(far, far)
    assert camera.seen() == seen

    chase.forget_hand()
    chase.is_on = False
    chase.lead(far, far)
    assert camera.seen() == seen


def test_the_recap_page_lists_what_was_done_and_shows_it_on_the_board(hand: Hand) -> None:
    hand.open(finished("brienne").fork())
    hand.window.follow_link("recap:all")
    view = hand.window.panes.log.recap
    assert view.isVisible()
    assert len(view.lines) > 50
    text = view.page.toPlainText()
    assert "marched to" in text
    part = next(line for line in view.lines if line.deeds)
    view.played.emit(part.first, part.end)
    assert hand.game.controller.show.is_again
    assert Hex("0913") in MapTable.of(hand.game.table).board.board.battlefield.grid
    hand.game.controller.show.skip()
    assert not hand.game.controller.show.is_again


# -- why a computer player did it


@cache
def reasons() -> tuple[list[Reason], list[Reason]]:
    """Why the greedy player fought, and why it marched, in the first turns of a battle."""
    match = NLC.new_match("brienne", {FRENCH: "greedy", ALLIED: "greedy"}, "7")
    greedy, session = GreedyPlayer(), match.session
    fights: list[Reason] = []
    marches: list[Reason] = []
    while session.pending is not None and session.state.turn < 4 and not (fights and marches):
        asked, state, answers = session.pending, session.state, len(session.journal)
        view = NLC.view(state, Side(asked.side))
        match.step()
        given = session.journal[answers].answer
        why = greedy.reason(asked, given, view)
        if why is not None:
            (marches if type(asked).__name__ == "ActivateUnit" else fights).append(why)
    return fights, marches


def test_a_reason_says_what_was_gone_by_and_whether_all_may_hear_it() -> None:
    fights, marches = reasons()
    assert all("times in 100" in why.sentence for why in fights)
    assert all(why.is_open for why in fights)
    assert all(why.sentence.startswith("By its order: ") for why in marches)
    assert not any(why.is_open for why in marches)
    assert fights
    assert marches


@pytest.mark.rule("N3.4")
def test_what_an_order_demands_is_no_reason_that_the_enemy_hears(hand: Hand) -> None:
    fights, marches = reasons()
    for orders in ("secret", "open"):
        hand.open(new_brienne(options={"player.allied": "greedy", "orders": orders}))
        controller, session = hand.game.controller, hand.session
        for why in (fights[0], marches[0]):
            session.memos.keep(0, ALLIED, kept_of(session, ALLIED, Thought(None, why)))
            is_told = why.is_open or orders == "open"
            told = (why.sentence,) if is_told else ()
            assert controller.reasons_in(0, len(session.events) + 1) == told


def test_a_right_click_on_undo_asks_how_far(table: Hand) -> None:
    line = table.window.panes.prompt
    line.fixed("undo").customContextMenuRequested.emit(QPoint(1, 1))
    menus = table.window.findChildren(QMenu)
    assert any(menu.objectName() == "undo-to" for menu in menus)


def test_a_caption_without_room_ends_in_dots_and_stands_whole_in_its_tip(hand: Hand) -> None:
    words = "Acted since: II Corps, IX Corps, VI Corps"
    board = QWidget()
    hand.qtbot.addWidget(board)
    board.resize(420, 200)
    bar = TransportBar(hand.window.look, board)
    bar.show_over(words)
    assert bar.caption.text().endswith("\N{HORIZONTAL ELLIPSIS}")
    assert bar.caption.toolTip() == words
    board.resize(1200, 200)
    bar.place()
    assert bar.caption.text() == words

    board.resize(900, 200)
    for caption in ("VI Corps", "VI Corps. By its order: March to Trannes. " * 3):
        bar.show_running(
            Running(
                caption,
                is_paused=False,
                can_go_back=True,
                speed="normal",
                can_slow=True,
                can_hasten=True,
                stops_after_each=False,
            )
        )
    assert bar.caption.text().endswith("\N{HORIZONTAL ELLIPSIS}")
    assert bar.sizeHint().width() <= bar.width()  # so nothing of it is cut
