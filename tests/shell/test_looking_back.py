"""Combats, cards and weather of before: read again from the recap and from the log."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl

from hexwar.app.window import load_file
from hexwar.engine import Session
from hexwar.shell.preferences import Pace
from hexwar.shell.seats import Viewer
from hexwar.systems.nlc.events.combat import AssaultDeclared
from hexwar.systems.nlc.events.turn import WeatherRolled
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.panels.combat_reports import CombatReports
from hexwar.systems.nlc.panels.look_back import Found, combat_at, declared_at
from hexwar.systems.nlc.panels.turning_up import TurningUp
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.reel import Reel
from hexwar.table.reports import CombatReport
from tests.shell.hand import Hand, Key

SAVES = Path(__file__).parents[1] / "saves"
FRENCH, ALLIED = Side("french"), Side("allied")


@cache
def saved(name: str) -> Session[GameState]:
    return load_file(SAVES / f"{name}-0.2.0-running.hexwar")


@pytest.fixture
def fought(hand: Hand) -> Hand:
    """At a game under way in which there have been fights, with the recap in front."""
    hand.open(saved("first-steps").fork())
    if hand.window.handover.isVisible():
        hand.game.controller.exchange.take_seat()
    hand.window.commands.follow_link("recap:fights")
    return hand


def assault_of(session: Session[GameState]) -> int:
    return next(n for n, e in enumerate(session.events) if isinstance(e, AssaultDeclared))


def combat_of(session: Session[GameState], at: int, *sides: Side) -> Found:
    """The combat of an event, as these sides together know it."""
    eyes, first = Viewer(sides[0], sides), declared_at(session.events, at)
    assert first is not None
    table = Reel(session).at(first)
    found = combat_at(session.events, at, table, first, lambda state: eyes.view(state, NLC.view))
    assert found is not None
    return found


def reports_of(hand: Hand) -> CombatReports:
    return hand.game.follower(CombatReports)


def choose(hand: Hand, address: str) -> None:
    """Click a link of the recap."""
    hand.window.panes.log.recap.page.anchorClicked.emit(QUrl(address))


def test_an_item_of_the_recap_lays_its_fight_open_and_leads_back(fought: Hand) -> None:
    hand, at = fought, assault_of(fought.session)
    page = hand.window.panes.log.recap.page
    assert f'href="event:{at}"' in page.toHtml()
    digest, asked = hand.session.digest(), hand.game.controller.is_asking
    choose(hand, f"event:{at}")

    past = reports_of(hand).past
    assert past.is_open
    assert past.sheet.title.text().startswith("Assault on")
    assert past.sheet.headline.text()
    assert past.sheet.dice.isVisible()
    assert not past.sheet.go.isVisible()
    assert hand.session.digest() == digest
    assert hand.game.controller.is_asking == asked

    hand.key(Key.Key_Escape, on=past.back)
    assert not past.isVisible()
    assert not reports_of(hand).pane.isVisible()


def test_what_stood_beside_the_board_comes_back(fought: Hand) -> None:
    hand, at = fought, assault_of(fought.session)
    found = combat_of(hand.session, at, FRENCH, ALLIED)
    pane = reports_of(hand).pane
    pane.lay_open(found.state, found.report, in_front=True)
    title = pane.sheet.title.text()
    assert pane.isVisible()
    choose(hand, f"event:{at}")
    assert not pane.isVisible()
    reports_of(hand).past.back.click()
    assert pane.isVisible()
    assert pane.sheet.title.text() == title


def test_a_fight_that_is_shown_once_more_has_its_sheet_beside_it(fought: Hand) -> None:
    hand, at = fought, assault_of(fought.session)
    hand.window.apply(replace(hand.window.preferences, pace=Pace.FAST))
    line = next(
        deed
        for part in hand.window.panes.log.recap.lines
        for deed in part.deeds
        if deed.first == at
    )
    choose(hand, f"again:{line.first}-{line.end}")
    assert hand.game.controller.show.is_again
    assert reports_of(hand).past.is_open
    hand.until(lambda: not hand.game.controller.show.is_again)


def test_the_last_fight_of_a_game_that_was_opened_can_be_read(fought: Hand) -> None:
    fought.game.show_last()
    assert reports_of(fought).past.is_open


def test_every_fight_of_a_game_is_found_by_any_of_its_events() -> None:
    session = saved("first-steps")
    at = assault_of(session)
    for place in (at, at + 1):
        assert declared_at(session.events, place) == at
        found = combat_of(session, place, FRENCH, ALLIED)
        assert found.first == at < found.end
        assert found.report.dice
    assert declared_at(session.events, 0) is None


@pytest.mark.rule("N3.4")
def test_a_fight_of_before_does_not_tell_the_order_of_the_enemy() -> None:
    session = saved("first-steps")
    at = assault_of(session)
    declared = session.events[at]
    assert isinstance(declared, AssaultDeclared)
    side = session.state.side_of(declared.units[0])
    enemy = FRENCH if side == ALLIED else ALLIED
    seen = {}
    for who in (side, enemy):
        found = combat_of(session, at, who)
        assert isinstance(found.report, CombatReport)
        seen[who] = found.report.confidence
    assert seen[side] is not None
    assert seen[enemy] is None


def test_a_link_of_the_log_turns_up_the_weather_again(hand: Hand) -> None:
    hand.open(saved("brienne").fork())
    if hand.window.handover.isVisible():
        hand.game.controller.exchange.take_seat()
    at = next(n for n, e in enumerate(hand.session.events) if isinstance(e, WeatherRolled))
    hand.window.docks.show_dock("log")
    turned = hand.game.follower(TurningUp).shown
    turned.clear()
    rolled = hand.session.events[at]
    assert isinstance(rolled, WeatherRolled)
    weather = rolled.weather
    hand.window.panes.log.log.list.linkFollowed.emit(f"sky:{weather}", at)
    assert turned.isVisible()
    assert turned.bill is not None
    assert turned.bill.sky == weather


def test_a_fight_of_a_replay_is_read_without_going_there(hand: Hand) -> None:
    session = load_file(SAVES / "first-steps-0.2.0-finished.hexwar")
    hand.window.open_replay(session, None)
    replay = hand.window.replay
    assert replay is not None
    told = replay.controller.playback.told
    hand.window.commands.follow_link(f"event:{assault_of(session)}")
    found = next(one for one in replay.followers if isinstance(one, CombatReports))
    assert found.past.is_open
    assert found.past.sheet.headline.text()
    assert replay.controller.playback.told == told
    replay.controller.go_to(5)
    assert not found.past.is_open
