"""A recorded game in the window: to and fro, by whose eyes, bookmarks, playing on."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from hexwar.app.games import new_game
from hexwar.app.window import load_file
from hexwar.engine import SeededChance, Session, save, verify
from hexwar.engine.forks import question_at, taken_up
from hexwar.shell.notices import EyesDialog
from hexwar.shell.preferences import Pace
from hexwar.shell.replay import FORKED, Replay, former_key_of
from hexwar.shell.screening import eyes_of
from hexwar.shell.seats import Seats
from hexwar.systems.nlc.events.orders import OrderDispatched, OrderInForce
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import OPEN_ORDERS
from hexwar.table.forces import Side
from hexwar.table.reel import Level
from hexwar.widgets.log.recap_view import Choice
from tests.ai.test_greedy_games import scrambled
from tests.shell.hand import Hand, Key, Modifier
from tests.shell.test_handover import sit_down

SAVES = Path(__file__).parents[1] / "saves"
FRENCH, ALLIED = Side("french"), Side("allied")
SIDES = (FRENCH, ALLIED)
NLC_DIGEST = NLC.system.digest


@cache
def finished(name: str = "first-steps") -> Session[GameState]:
    return load_file(SAVES / f"{name}-0.2.0-finished.hexwar")


def running(options: dict[str, str], answers: int = 60) -> Session[GameState]:
    """A game under way, in which everybody takes the first answer."""
    session = new_game("first-steps", SeededChance("11"), options)
    for _ in range(answers):
        if session.pending is not None:
            session.answer(session.options[0])
    return session


def seats_of(session: Session[GameState]) -> Seats:
    return Seats.from_header(session.header, session.state.battle.sides, NLC.players)


def press(hand: Hand, key: Qt.Key, modifier: Qt.KeyboardModifier = Modifier.NoModifier) -> None:
    """Press a key over the board of a replay."""
    assert hand.window.table is not None
    hand.key(key, modifier, on=hand.window.table.board)


def watched(hand: Hand, session: Session[Any]) -> Replay:
    hand.window.open_replay(session, None)
    assert hand.window.replay is not None
    return hand.window.replay


# -- to and fro


def test_slower_is_slower_and_faster_never_is(hand: Hand) -> None:
    """A replay is shown even where the player has his games shown at once."""
    prefer, menus = hand.window.preferences, hand.window.menus

    def paced(pace: Pace, action: str) -> Pace:
        hand.window.apply(replace(prefer, pace=pace))
        menus[action].trigger()
        return hand.window.preferences.pace

    hand.open(running({"orders": OPEN_ORDERS}))
    assert paced(Pace.OFF, "faster") is Pace.OFF
    assert paced(Pace.OFF, "slower") is Pace.FAST
    assert paced(Pace.FAST, "faster") is Pace.FAST
    assert paced(Pace.SLOW, "slower") is Pace.SLOW
    assert paced(Pace.NORMAL, "faster") is Pace.FAST
    watched(hand, finished().fork())
    assert paced(Pace.OFF, "slower") is Pace.SLOW


def test_at_every_stop_the_table_is_as_playing_from_the_start_leaves_it(hand: Hand) -> None:
    session = finished().fork()
    replay = watched(hand, session)
    controller, state, told = replay.controller, NLC.system.start(session.header), 0
    for stop in controller.stops.all[::9]:
        for event in session.events[told:stop]:
            event.happen(state)
        told = stop
        controller.go_to(stop)
        seen = controller.viewer.view(state, NLC.view)
        assert NLC_DIGEST(controller.view) == NLC_DIGEST(seen), stop


def test_the_slider_leads_to_any_stop(hand: Hand) -> None:
    replay = watched(hand, finished().fork())
    slider, stops = replay.bar.timeline, replay.controller.stops.all
    for place in (40, 7, len(stops) - 1):
        slider.setValue(place)
        hand.until(partial(_stands_at, replay, stops[place]))
        assert replay.bar.timeline.value() == place


def test_the_bar_leads_to_the_whole_recap(hand: Hand) -> None:
    replay, log = watched(hand, finished().fork()), hand.window.panes.log
    replay.bar.fights.click()
    assert log.pages.shows_recap
    assert log.recap.page.isVisible()
    assert len(log.recap.lines) == len(replay.controller.recap.parts)


def test_a_menu_leads_to_turns_and_to_who_acted_and_fought_in_them(hand: Hand) -> None:
    replay = watched(hand, finished().fork())
    controller, menus = replay.controller, replay.bar.jump_menu.actions()
    second = next(one for one in menus if one.text() == "Turn 2").menu()
    assert isinstance(second, QMenu)
    second.aboutToShow.emit()
    actions = [one for one in second.actions() if one.text()]
    parts = [p for p in controller.recap.parts if p.turn == 2 and p.side is not None]
    fights = [deed for part in parts for deed in part.deeds if deed.is_fight]
    assert fights
    assert len(actions) == 1 + len(parts) + len(fights)
    fight = next(one for one in actions if one.text().startswith("\N{EM SPACE}"))
    fight.trigger()
    hand.until(lambda: controller.place == controller.stop_of(fights[0].first))


def test_the_recap_tells_a_replay_whole_and_a_game_as_it_did_before(hand: Hand) -> None:
    recap = hand.window.panes.log.recap
    assert recap.choice.currentData() is Choice.SINCE
    replay = watched(hand, finished().fork())
    hand.window.docks.show_dock("log")
    hand.window.panes.log.pages.show_recap(shown=True)
    assert recap.choice.currentData() is Choice.ALL
    assert [line.first for line in recap.lines] == [p.first for p in replay.controller.recap.parts]
    since = recap.choice.model().index(list(Choice).index(Choice.SINCE), 0)
    assert not since.flags() & Qt.ItemFlag.ItemIsEnabled
    replay.controller.go_to(replay.controller.stops.places[Level.ACTIVATION][9])
    recap.choose(Choice.FIGHTS)
    (mark,) = recap.page.extraSelections()
    assert mark.cursor.block().isValid()

    replay.do("leave-replay")
    assert recap.choice.currentData() is Choice.SINCE


def test_the_recap_marks_where_the_replay_stands(hand: Hand) -> None:
    replay, recap = watched(hand, finished().fork()), hand.window.panes.log.recap
    hand.window.commands.follow_link("recap:all")
    controller, page = replay.controller, recap.page
    for place in (9, 2):
        controller.go_to(controller.stops.places[Level.ACTIVATION][place])
        (mark,) = page.extraSelections()
        firsts = [part.first for part in recap.lines]
        here = max(first for first in firsts if first <= controller.playback.told)
        names = [name for f in mark.cursor.block().textFormats() for name in f.format.anchorNames()]
        assert f"part:{here}" in names


def _stands_at(replay: Replay, told: int) -> bool:
    return replay.controller.playback.told == told


def test_a_step_back_undoes_a_step_on_at_every_length(hand: Hand) -> None:
    hand.window.apply(replace(hand.window.preferences, pace=Pace.FAST))
    replay = watched(hand, finished().fork())
    controller = replay.controller
    for level in (Level.ACTIVATION, Level.TURN):
        controller.go_to(0)
        controller.step(level, 1)
        there, digest = controller.playback.told, NLC_DIGEST(controller.view)
        controller.step(level, 1)
        assert controller.playback.told > there
        controller.step(level, -1)
        assert (controller.playback.told, NLC_DIGEST(controller.view)) == (there, digest)

    controller.go_to(controller.stops.all[30])
    digest = NLC_DIGEST(controller.view)
    press(hand, Key.Key_Greater)
    hand.until(lambda: controller.playback.told == controller.stops.all[31])
    press(hand, Key.Key_Less)
    assert controller.playback.told == controller.stops.all[30]
    assert NLC_DIGEST(controller.view) == digest


def test_it_plays_and_stands_and_nothing_can_be_answered(hand: Hand) -> None:
    session = finished().fork()
    replay = watched(hand, session)
    controller, events = replay.controller, len(session.events)
    press(hand, Key.Key_P)
    assert controller.is_playing
    hand.until(lambda: controller.playback.told > 5)
    press(hand, Key.Key_P)
    assert not controller.is_playing

    menus = hand.window.menus
    for barred in ("undo", "end-activation", "save", "confirm", "next"):
        assert not menus[barred].isEnabled(), barred
    for free in ("zoom-in", "dock-log", "step-on", "turn-on", "leave-replay"):
        assert menus[free].isEnabled(), free
    for hex_ in sorted(controller.view.occupants)[:4]:
        controller.click(hex_)
        controller.pick(tuple(controller.view.units)[:1])
    assert (len(session.events), session.pending) == (events, None)


def test_turns_and_the_parts_of_the_recap_lead_there(hand: Hand) -> None:
    replay = watched(hand, finished().fork())
    hand.window.follow_link("turn:2")
    assert replay.controller.playback.table.turn == 2
    hand.window.follow_link("recap:all")
    view = hand.window.panes.log.recap
    part = [line for line in view.lines if line.deeds][-1]
    view.played.emit(part.first, part.end)
    assert part.first <= replay.controller.playback.told
    hand.until(lambda: not replay.controller.playback.is_running)
    assert replay.controller.playback.told == part.end


def test_in_a_narrow_window_keys_stand_in_a_menu_and_none_is_cut(hand: Hand) -> None:
    replay = watched(hand, finished().fork())
    hand.window.resize(1920, 1080)
    hand.until(replay.bar.leave.isVisible)
    assert not replay.bar.more.isVisible()

    hand.window.resize(860, 560)
    hand.until(replay.bar.more.isVisible)
    hand.until(lambda: replay.bar.more.width() >= replay.bar.more.sizeHint().width())
    assert not replay.bar.leave.isVisible()
    right = replay.bar.more.geometry().right()
    assert right < replay.bar.width()
    replay.bar.more_menu.aboutToShow.emit()
    words = [action.text() for action in replay.bar.more_menu.actions()]
    assert words == ["Recap", "Bookmark", "Go to", "Play on from here", "Leave"]
    replay.bar.more_menu.actions()[-1].trigger()
    assert hand.window.replay is None


def test_bookmarks_outlive_the_replay_and_are_in_no_save(hand: Hand) -> None:
    session = finished().fork()
    before = save(session)
    replay = watched(hand, session)
    replay.controller.go_to(replay.controller.stops.all[25])
    press(hand, Key.Key_B, Modifier.ControlModifier)
    assert [one.told for one in replay.bookmarks] == [replay.controller.stops.all[25]]
    assert replay.bar.timeline.course.bookmarks[0][0] == 25
    assert save(session) == before

    hand.window.leave_replay()
    again = watched(hand, finished().fork())
    assert [one.told for one in again.bookmarks] == [one.told for one in replay.bookmarks]
    again.controller.go_to(again.bookmarks[0].told)
    press(hand, Key.Key_B, Modifier.ControlModifier)
    assert again.bookmarks == []


def test_bookmarks_stay_when_sides_change_hands_and_those_of_before_are_still_read(
    hand: Hand,
) -> None:
    def seated(french: str) -> Session[GameState]:
        session = finished().fork()
        seats = Seats({Side("french"): french, Side("allied"): "easy"})
        session.header = seats.stated(session.header)
        return session

    session, store = seated("greedy"), hand.window.services.store
    store.keep_bookmarks(former_key_of(session), ((9, "before"),))
    replay = watched(hand, session)
    assert [one.told for one in replay.bookmarks] == [9]
    replay.controller.go_to(replay.controller.stops.all[25])
    press(hand, Key.Key_B, Modifier.ControlModifier)
    marks = [one.told for one in replay.bookmarks]
    assert len(marks) == 2
    assert [one.told for one in watched(hand, seated("hard")).bookmarks] == marks
    assert not store.bookmarks(former_key_of(session))  # what is taken away does not come back


def test_it_goes_back_to_the_game_that_was_open(hand: Hand) -> None:
    session = running({"orders": OPEN_ORDERS})
    hand.open(session)
    digest = session.digest()
    hand.window.menus["replay-this"].trigger()
    assert hand.window.game is None
    assert hand.window.replay is not None
    press(hand, Key.Key_W, Modifier.ControlModifier)
    assert hand.window.replay is None
    assert hand.session.digest() == digest
    assert hand.game.controller.is_asking

    hand.window.close_game()
    watched(hand, finished().fork())
    hand.window.leave_replay()
    assert hand.window.start.isVisible()


# -- by whose eyes (N3.4)


@pytest.mark.rule("N3.4")
def test_a_finished_game_has_all_eyes_and_a_running_one_those_of_its_players() -> None:
    over = finished()
    assert [one.pads for one in eyes_of(over, seats_of(over))] == [SIDES, (FRENCH,), (ALLIED,)]

    two = running({})
    assert [one.pads for one in eyes_of(two, seats_of(two))] == [(FRENCH,), (ALLIED,)]
    one = running({"player.allied": "greedy"})
    assert [eyes.pads for eyes in eyes_of(one, seats_of(one))] == [(FRENCH,)]
    open_ = running({"orders": OPEN_ORDERS})
    assert [eyes.pads for eyes in eyes_of(open_, seats_of(open_))] == [SIDES]


@pytest.mark.rule("N3.4")
def test_what_was_told_is_cut_with_dots_where_there_is_no_room_and_told_in_the_tip(
    hand: Hand,
) -> None:
    replay = watched(hand, finished().fork())
    line, whole = replay.bar.words, replay.bar.words.text()
    hand.window.resize(1920, 1080)
    hand.until(lambda: line.shown == whole)
    told = " ".join([whole] * 40)
    line.say(told)
    assert line.shown.endswith("\N{HORIZONTAL ELLIPSIS}")
    assert line.shown[:-1].rstrip() in told
    assert (line.text(), line.toolTip(), line.accessibleName()) == (told, told, told)
    before = line.shown
    hand.window.resize(960, 540)
    hand.until(lambda: len(line.shown) < len(before))


@pytest.mark.rule("N3.4")
def test_who_sits_at_a_game_looks_back_on_it_with_his_own_eyes_unasked(hand: Hand) -> None:
    hand.open(running({}))
    if hand.window.handover.isVisible():
        sit_down(hand)
    viewer = hand.game.controller.viewer
    hand.window.menus["replay-this"].trigger()
    assert hand.window.replay is not None
    assert hand.window.replay.controller.viewer == viewer
    assert len(viewer.pads) < 2
    assert not hand.window.replay.bar.eyes.isVisible()
    for told in hand.window.replay.controller.stops.all[-3:]:
        hand.window.replay.controller.go_to(told)


def test_of_a_running_game_of_two_it_is_asked_who_looks(hand: Hand) -> None:
    hand.window.open_replay(running({}), None)
    assert hand.window.replay is None
    dialog = hand.window.dialogs.dialog
    assert isinstance(dialog, EyesDialog)
    dialog.buttons[1].click()
    assert hand.window.replay is not None
    assert hand.window.replay.controller.viewer.pads == (ALLIED,)
    assert not hand.window.replay.bar.eyes.isVisible()


@pytest.mark.rule("N3.4", "N20.2")
def test_a_running_game_shows_nothing_that_the_other_side_hides(hand: Hand) -> None:
    """Another order pad and other chits of the enemy's, and the same stops, views and log."""
    session = played_by_the_computer()
    seen = []
    for game in (session.fork(), with_other_secrets(session)):
        replay = watched(hand, game)
        assert replay.controller.viewer.pads == (FRENCH,)
        hand.window.docks.show_dock("log")
        hand.qtbot.wait(30)
        told, words = [], []
        for stop in replay.controller.stops.all:
            replay.controller.go_to(stop)
            told.append(NLC_DIGEST(replay.controller.view))
            words.append(replay.bar.words.text())
        log = hand.window.panes.log.log.exported("txt")
        seen.append((told, words, log, replay.course, replay.bar.grab().toImage()))
    assert seen[0] == seen[1]


@cache
def played_by_the_computer() -> Session[GameState]:
    """The fourth turn of a battle, which a Frenchman plays against the computer."""
    options = {"player.allied": "greedy", "orders": "secret"}
    players = dict.fromkeys(SIDES, "greedy")
    match = NLC.new_match("brienne", players, "11", options)
    while match.session.state.turn < 4 or match.session.state.activation is None:
        match.step()
    return match.session


def with_other_secrets(session: Session[GameState]) -> Session[GameState]:
    """The same game but for what the French may not know of it."""
    twin = session.fork()
    secret = [at for at, event in enumerate(twin.events) if not event.is_known_to(FRENCH)]
    assert len(secret) > 3
    twin.marks[:] = [replace(mark, state=scrambled(mark.state, FRENCH)) for mark in twin.marks]
    for at in secret:
        event = twin.events[at]
        if isinstance(event, OrderInForce):
            twin.events[at] = replace(event, bad_until=9)
        elif isinstance(event, OrderDispatched):
            twin.events[at] = replace(event, due=9)
    assert NLC_DIGEST(twin.marks[-1].state) != NLC_DIGEST(session.marks[-1].state)
    return twin


def test_other_eyes_show_less_and_stay_where_they_were(hand: Hand) -> None:
    replay = watched(hand, finished("brienne").fork())
    controller = replay.controller
    controller.go_to(controller.stops.all[300])
    told, all_ = controller.playback.told, len(controller.stops.all)
    replay.bar.eyes.setCurrentIndex(1)
    replay.bar.eyes.activated.emit(1)
    assert controller.viewer.pads == (FRENCH,)
    assert len(controller.stops.all) < all_
    assert controller.playback.told <= told


# -- playing on


def test_playing_on_is_a_new_game_with_dice_of_its_own(hand: Hand) -> None:
    session = finished().fork()
    replay = watched(hand, session)
    replay.controller.go_to(replay.controller.stops.all[60])
    told = replay.controller.playback.told
    for words, players in replay.choices():
        made = replay.fork(players)
        assert made.pending is not None, words
        assert made.chance.seed != session.chance.seed
        assert made.header[FORKED]["event"] == told
        assert Seats.from_header(made.header, SIDES, NLC.players).players == players
        assert made.events[: len(made.marks)] == session.events[: len(made.marks)]
    text = save(made)
    assert NLC.load_game(text).digest() == made.digest()
    assert verify(NLC.system, text).ok

    replay.forkAsked.emit(lambda: made)
    hand.until(lambda: hand.window.game is not None)
    assert hand.session is made


def test_a_running_game_with_secrets_is_not_played_on_and_says_why(hand: Hand) -> None:
    replay = watched(hand, running({"player.allied": "greedy"}))
    assert not replay.can_fork
    assert not replay.bar.fork.isEnabled()
    assert "secrets" in replay.bar.fork.toolTip()
    asked: list[object] = []
    replay.forkAsked.connect(asked.append)
    hand.window.menus["play-on"].trigger()
    assert asked == []

    open_ = watched(hand, running({"player.allied": "greedy", "orders": OPEN_ORDERS}))
    assert open_.can_fork
    assert [players for _, players in open_.choices()] == [{FRENCH: "person", ALLIED: "greedy"}]


def test_a_game_is_taken_up_before_any_question() -> None:
    session = running({"orders": OPEN_ORDERS}, answers=25)
    for told in range(0, len(session.events) + 1, 5):
        entry = question_at(session, told)
        made = taken_up(session, entry, session.header, SeededChance("other"))
        given = session.journal[entry].events if entry < len(session.journal) else told
        assert given <= max(told, session.journal[0].events)
        assert made.events[:given] == session.events[:given]
        assert made.pending is not None
