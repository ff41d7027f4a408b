"""The rarer ways through the window."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QMenu, QSplitter, QTabBar
from pytestqt.qtbot import QtBot

from hexwar.app.games import new_game
from hexwar.engine import SeededChance, Session
from hexwar.hexes import Hex
from hexwar.shell.prompter import Answer
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.panels.combat_reports import CombatReports
from hexwar.systems.nlc.panels.strip import ChitCup
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.losses.losses import ChooseStepLoss
from hexwar.systems.nlc.rules.losses.retreat import ChooseRetreatPath
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import OPEN_ORDERS
from hexwar.table.forces import UnitId
from hexwar.widgets.panels.army_panel import ArmyPanel
from hexwar.widgets.panels.rulebook import RulebookView
from hexwar.widgets.panels.stack_panel import RowKind, StackPanel
from hexwar.widgets.panels.turn_track import TurnTrack
from tests.shell.hand import Button, Hand, Key, Modifier, brienne, free_game, until_activation
from tests.shell.test_play import PIRE, fire_at_the_bridge, stand_before_the_bridge, where
from tests.shell.test_window import AGAINST_RANDOM
from tests.systems.nlc.positions import units
from tests.widgets.skirmish import look


def test_a_gesture_that_is_refused_half_way_is_taken_back_whole(table: Hand) -> None:
    hand, controller = table, table.game.controller
    digest, steps = hand.session.digest(), len(hand.session.journal)
    far = Route((Hex("1704"), Hex("3030")))
    controller.give((Answer(ActivateUnit, (PIRE,)), Answer(ChoosePath, far)))
    assert "is not next to" in hand.refusal
    assert (hand.session.digest(), len(hand.session.journal)) == (digest, steps)
    assert isinstance(hand.pending, ActivateUnit)
    controller.give((Answer(ChooseStepLoss, PIRE),))  # an answer to another question
    assert len(hand.session.journal) == steps
    hand.click("1704")
    hand.click("1705")
    assert where(hand, PIRE) == "1705"


def test_what_cannot_be_done_now_says_so(table: Hand) -> None:
    hand, controller = table, table.game.controller
    controller.redo()
    assert "no answer to give again" in hand.refusal
    controller.undo()
    assert "Chance has decided since: chit." in hand.refusal
    hand.key(Key.Key_F8)
    assert "No combat has been fought yet." in hand.refusal
    controller.press("nothing of the kind")
    controller.confirm()

    stand_before_the_bridge(hand)
    hand.click("1505")
    hand.combat.sheet.go.click()
    for end in (hand.game.controller.end_segment, hand.game.controller.end_activation):
        end()
        assert hand.refusal.startswith("Answer the question first")


def test_a_long_list_of_buttons_has_a_menu(hand: Hand) -> None:
    stand_before_the_bridge(hand)
    fire_at_the_bridge(hand)
    hand.combat.reject()
    assert isinstance(hand.pending, ChooseRetreatPath)
    hand.press(next(words for words in hand.buttons if "more" in words))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entry = menu.actions()[-1]
    end = entry.text()[:4]
    entry.trigger()
    menu.close()
    assert where(hand, units("CO-AG-04")[0]) == end


def test_links_lead_to_pieces_formations_and_rules(table: Hand) -> None:
    hand, cup = table, table.window.panes.strip.chip(ChitCup)
    assert not hand.game.controller.offer.decides
    hand.window.follow_link("hex:9999")
    assert hand.game.table.spot is None
    hand.window.follow_link("leader:FR-5C-L")
    assert hand.game.table.spot == "1803"
    hand.window.follow_link("unit:CO-9-01")
    assert hand.game.table.spot == "0913"
    assert hand.game.controller.offer.picked == ()
    cup.activated.emit("formation:FR-5C")
    hand.until(hand.window.panes.panel(ArmyPanel).isVisible)
    cup.activated.emit("cup:french")
    hand.window.follow_link("rule:N8.8")
    book = hand.window.panes.rules.book
    assert book is not None
    assert book.chapter == "n08-assault"
    hand.window.follow_link("nonsense")


def test_a_right_click_without_a_choice_opens_a_menu(table: Hand) -> None:
    hand = table
    hand.click("0913", Button.RightButton)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert menu.actions()[0].text() == "Show Brienne-le-Château (0913)"
    menu.actions()[1].trigger()
    menu.close()
    book = hand.window.panes.rules.book
    assert book is not None
    assert book.chapter == "n05-movement"
    menu.actions()[0].trigger()
    assert hand.game.table.spot == "0913"

    hand.board.camera.zoom_to(3.0)
    hand.game.table.show_spot(Hex("2631"))
    hand.key(Key.Key_C)  # shows who can act
    assert hand.board.viewport().rect().intersects(hand.board.box_of(Hex("1803")).toRect())
    for is_full in (True, False):
        hand.window.menus["full-screen"].trigger()
        assert hand.window.isFullScreen() is is_full


def test_counters_of_the_fan_are_chosen_one_by_one(table: Hand) -> None:
    board, controller = table.board, table.game.controller
    board.unitClicked.emit("FR-5C-04", Modifier.NoModifier)
    assert controller.offer.picked == ("FR-5C-04", "FR-5C-L")
    board.unitClicked.emit("FR-5C-02", Modifier.ShiftModifier)
    assert set(controller.offer.picked) >= {"FR-5C-02", "FR-5C-04"}
    board.leaderClicked.emit("FR-5C-L", Modifier.NoModifier)
    assert "FR-5C-L" not in controller.offer.picked
    board.unitClicked.emit("CO-AG-04", Modifier.NoModifier)
    assert "Enemy combat units hold 1505" in table.refusal


STRONG = (
    ("FR-1-L", "0305"),
    ("FR-1-01", "0505"),
    ("FR-1-03", "0405"),
    ("FR-1-02", "0406"),
    ("CO-1-02", "0506"),
)
"""I Corps round a lone brigade, which gives way with the seed below."""


def test_a_computer_waits_until_its_assault_has_been_read(hand: Hand) -> None:
    session = free_game("proving-ground", SeededChance("2"), AGAINST_RANDOM, STRONG)
    while not isinstance(session.pending, DeclareAssault):
        session.answer(None if None in session.options else session.options[-1])
    hand.open(session)
    stand = hand.game
    hand.click("0506")
    hand.combat.sheet.go.click()
    hand.until(lambda: len(hand.combat.sheet.dice.spots) > 1)
    assert stand.follower(CombatReports).watch.fought is not None
    assert isinstance(hand.pending, ChooseRetreatPath)
    answers = len(hand.session.journal)
    hand.qtbot.wait(100)
    assert len(hand.session.journal) == answers

    hand.combat.reject()
    hand.until(lambda: len(hand.session.journal) > answers)
    hand.window.close()


def test_the_rulebook_in_a_narrow_dock_shows_its_page(qtbot: QtBot) -> None:
    book = RulebookView(look(), NLC.rulebook({}))
    qtbot.addWidget(book)
    book.resize(360, 420)
    book.show()
    split = book.findChild(QSplitter)
    assert isinstance(split, QSplitter)
    assert split.orientation() == Qt.Orientation.Vertical

    book.show_rule("N8.8")
    assert split.sizes()[0] == 0
    book.find_line.setText("fire")
    assert split.sizes()[0] > 0
    book.resize(1000, 420)
    assert split.orientation() == Qt.Orientation.Horizontal


def tabs(hand: Hand) -> QTabBar:
    """Those of the docks."""
    found = hand.window.docks.findChildren(QTabBar)
    return next(bar for bar in found if bar.isVisible() and "Army" in words(bar))


def words(bar: QTabBar) -> list[str]:
    return [bar.tabText(place) for place in range(bar.count())]


def test_all_tabs_find_room_and_large_text_leaves_the_height_to_the_board(hand: Hand) -> None:
    hand.window.resize(1280, 720)
    hand.open(brienne())
    bar = tabs(hand)
    usual = {dock.windowTitle() for dock in hand.window.docks.docks.values()} - {"Dice"}
    assert set(words(bar)) == usual
    assert all(bar.rect().contains(bar.tabRect(place)) for place in range(bar.count()))

    track, cups = (hand.window.panes.strip.chip(kind) for kind in (TurnTrack, ChitCup))
    for scale in (1.0, 2.0):
        hand.window.apply(replace(hand.window.preferences, scale=scale))
        assert track.isVisible()
        assert cups.isVisible() is (scale == 1.0)
        metrics = QFontMetrics(tabs(hand).font())
        for place, text in enumerate(words(tabs(hand))):
            assert tabs(hand).tabRect(place).width() >= metrics.horizontalAdvance(text), text
    hand.window.resize(1280, 1100)
    hand.until(cups.isVisible)
    hand.window.apply(replace(hand.window.preferences, scale=1.0))


@pytest.mark.rule("N2.4")
def test_the_morale_is_told_where_its_number_finds_no_room(hand: Hand) -> None:
    hand.open(brienne())
    hand.click("0913")
    rows = hand.window.panes.panel(StackPanel).model.rows
    row = next(row for row in rows if row.kind is RowKind.UNIT and row.morale is not None)
    assert row.numbers == f"{row.brief} · morale {row.morale}"
    assert f"morale {row.morale}" in row.tooltip


I_CAVALRY_FIRST = "4"
"""With this seed the French I Cavalry Corps is the first to act."""


def end_of_way(session: Session[GameState]) -> Hex:
    """Where the longest of the listed moves ends for whoever is chosen."""
    routes: list[Route] = [r for r in session.options if not r.column and not r.leaders]
    return max(routes, key=lambda route: len(route.hexes)).hexes[-1]


def with_one_left() -> tuple[Session[GameState], UnitId]:
    """Vauchamps when all of the corps but one unit, which owes a march, have moved."""
    session = new_game("vauchamps", SeededChance(I_CAVALRY_FIRST), {"orders": OPEN_ORDERS})
    until_activation(session)
    while len(session.options) > 1:
        session.answer(session.options[0])
        assert isinstance(session.pending, ChoosePath)
        end = end_of_way(session)
        session.answer(next(r for r in session.options if r.hexes and r.hexes[-1] == end))
    (group,) = session.options
    return session, group[0]


def place_of(hand: Hand, unit: UnitId) -> Hex:
    found = hand.session.state.units[unit].hex
    assert found is not None
    return found


@pytest.mark.rule("N4.52", "N27.4")
def test_the_last_unit_is_chosen_by_hand_and_its_move_taken_back_alone(hand: Hand) -> None:
    session, last = with_one_left()
    hand.open(session)
    assert isinstance(hand.pending, ActivateUnit)
    assert {"End segment", "End activation"} <= set(hand.buttons)
    before, start = hand.session.digest(), place_of(hand, last)

    hand.click(start)
    assert hand.game.controller.offer.picked[0] == last
    assert last in hand.window.panes.panel(StackPanel).model.chosen_pieces
    hand.board.board.fans.close()
    hand.key(Key.Key_Escape)
    assert hand.game.controller.offer.picked == ()
    hand.press("End segment")
    assert "must" in hand.refusal
    assert isinstance(hand.pending, ActivateUnit)

    fork = session.fork()
    fork.answer((last,))
    hand.click(start)
    hand.click(end_of_way(fork))
    assert place_of(hand, last) != start
    hand.key(Key.Key_Z, Modifier.ControlModifier)
    assert hand.session.digest() == before
    assert isinstance(hand.pending, ActivateUnit)
    hand.key(Key.Key_Z, Modifier.ControlModifier)
    assert isinstance(hand.pending, ActivateUnit)
    assert len(hand.session.options) > 1
