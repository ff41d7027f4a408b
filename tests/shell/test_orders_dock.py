"""The order pad in the window: the dock, the composer, and the whole phase by mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from hexwar.systems.nlc.panels.orders_panel import OrdersPanel
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.orders.divisions import IssueDivisionalOrder
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision
from hexwar.systems.nlc.rules.orders.writing import IssueOrder
from hexwar.table.forces import OrderStep
from hexwar.table.pieces import Phase
from tests.shell import test_orders
from tests.shell.hand import Button, Hand, Key, Modifier, new_brienne, until_activation

# -- in the window


class Pad:
    """The dock under a player's hand; counts the clicks."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.clicks = hand, 0

    @property
    def panel(self) -> OrdersPanel:
        return self.hand.window.panes.panel(OrdersPanel)

    @property
    def sentence(self) -> str:
        return self.panel.composer.sentence.text()

    def row(self, line: str) -> None:
        list_ = self.panel.list
        index = list_.rows.index_of(line)
        list_.scrollTo(index)
        self._click(list_.viewport(), list_.visualRect(index).topLeft() + QPoint(90, 14))

    def write(self, line: str, verb: str, *hexes: str) -> None:
        """Choose a line and a verb by a click each, and click the objective."""
        self.row(line)
        self.verb(verb)
        for hex_ in hexes:
            self.objective(hex_)

    def send(self) -> None:
        self.press(self.panel.composer.send)

    def verb(self, verb: str) -> None:
        self.press(self.panel.composer.verbs[verb])

    def press(self, part: QWidget) -> None:
        assert part.isVisible()
        self._click(part, part.rect().center())

    def objective(self, hex_: str, modifier: Qt.KeyboardModifier = Modifier.NoModifier) -> None:
        self.clicks += 1
        self.hand.click(hex_, modifier=modifier)

    def _click(self, widget: QWidget, where: QPoint) -> None:
        self.clicks += 1
        QTest.mouseClick(widget, Button.LeftButton, Modifier.NoModifier, where)


@pytest.fixture
def pad(hand: Hand) -> Pad:
    hand.open(test_orders.at_question(IssueOrder))
    return Pad(hand)


def test_dock_and_leader_come_to_the_front_while_orders_are_written(hand: Hand) -> None:
    hand.open(new_brienne())
    docks = hand.window.docks.docks
    assert isinstance(hand.pending, TryLocalDecision)
    hand.until(lambda: not docks["orders"].visibleRegion().isEmpty())
    hand.at("2330")  # another corner of the map is in view
    hand.press("Grouchy does not try")
    asked = hand.pending
    assert isinstance(asked, TryLocalDecision)
    here = centre_of(hand.session.state, asked.line)
    assert here == "1803"
    place = hand.board.box_of(here).center().toPoint()
    assert hand.board.viewport().rect().contains(place)
    close_pads(hand)
    hand.until(lambda: not docks["stack"].visibleRegion().isEmpty())


def test_an_order_of_one_step_takes_four_clicks_and_undo_takes_it_back(pad: Pad) -> None:
    pad.write(test_orders.MILHAUD, "attack", test_orders.PERTHES)
    assert pad.sentence == "Attack Perthes-en-Rothière (1004)."
    assert not pad.hand.board.fans_on_click
    pad.send()
    assert pad.clicks <= 4
    pads = pad.hand.session.state.pad
    assert pads.dispatches[test_orders.MILHAUD].steps == (OrderStep("attack", test_orders.PERTHES),)
    row = pad.panel.list.rows.index_of(test_orders.MILHAUD)
    assert "Attack Perthes" in str(row.data(Qt.ItemDataRole.AccessibleTextRole))

    pad.hand.key(Key.Key_Z, Modifier.ControlModifier)
    assert not pad.hand.session.state.pad.dispatches
    assert isinstance(pad.hand.pending, IssueOrder)
    pad.panel.search.setText("milhaud")
    model = pad.panel.list.rows
    assert model.index_of(test_orders.MILHAUD).isValid()
    assert not model.index_of(test_orders.GROUCHY).isValid()


def ready(hand: Hand) -> None:
    """Take the seat at the handover screen by a click."""
    assert hand.window.handover.isVisible()
    QTest.mouseClick(hand.window.handover.button, Button.LeftButton)


@pytest.mark.rule("N12.9")
def test_both_sides_write_an_order_each_in_sixteen_clicks_and_four_handovers(hand: Hand) -> None:
    """The whole phase for two people at one machine."""
    hand.open(new_brienne(options={"orders": "secret"}))
    pad = Pad(hand)
    handovers = 0
    for _ in (test_orders.FRENCH, test_orders.ALLIED):
        ready(hand)
        handovers += 1
        pad.clicks += 2
        hand.press("Nobody tries")
    for line in (test_orders.MILHAUD, test_orders.OLSUFIEV):
        ready(hand)
        handovers += 1
        pad.clicks += 2
        pad.write(line, "attack", test_orders.PERTHES)
        pad.send()
        hand.press("Close the pad")

    assert hand.session.state.phase is not Phase.ORDERS
    assert {test_orders.MILHAUD, test_orders.OLSUFIEV} <= set(hand.session.state.pad.addressed)
    assert (pad.clicks, handovers) == (16, 4)


@pytest.mark.rule("N12.13", "N12.12")
def test_what_closes_the_pad_throws_no_order_away(pad: Pad, hand: Hand) -> None:
    hand = pad.hand
    hand.press("Done with corps; divisions")
    assert isinstance(hand.pending, IssueDivisionalOrder)
    hand.key(Key.Key_Z, Modifier.ControlModifier)
    assert isinstance(hand.pending, IssueOrder)

    pad.write(test_orders.MILHAUD, "attack", test_orders.PERTHES)
    for words in ("Close the pad", "Done with corps; divisions"):
        hand.press(words)
        assert "V Cavalry Corps (Milhaud) is not sent: send it or take it back." in hand.refusal
    hand.key(Key.Key_Escape)
    hand.key(Key.Key_E)
    assert (type(hand.pending), hand.pending.side) == (IssueOrder, test_orders.ALLIED)
    assert hand.session.state.pad.dispatches == {}

    hand.open(new_brienne(options={"orders": "secret", "player.allied": "random"}))
    hand.until(lambda: isinstance(hand.pending, TryLocalDecision))
    hand.press("Nobody tries")
    hand.until(lambda: isinstance(hand.pending, IssueOrder) and hand.game.controller.is_asking)
    hand.press("Done with corps; divisions")
    assert "Ctrl+Z goes back to them" in hand.game.controller.offer.hint
    hand.key(Key.Key_Z, Modifier.ControlModifier)
    assert isinstance(hand.pending, IssueOrder)
    assert hand.pending.side == test_orders.FRENCH


def close_pads(hand: Hand) -> None:
    """End the Orders Phase."""
    while hand.session.state.phase is Phase.ORDERS:
        hand.key(Key.Key_E)


def test_the_small_map_makes_room_while_orders_are_written(hand: Hand) -> None:
    hand.window.resize(1440, 900)
    hand.open(until_activation(new_brienne()))
    small = hand.window.docks.docks["map"]
    assert not small.isHidden()
    before = hand.window.docks.layout_state()
    hand.window.close_game()

    hand.open(test_orders.at_question(IssueOrder))
    assert small.isHidden()
    assert hand.window.panes.panel(OrdersPanel).list.height() >= 150
    assert hand.window.docks.layout_state() == before  # what is kept is how it stands usually
    close_pads(hand)
    assert not small.isHidden()

    small.close()  # as it does if it floats, it stays so
    hand.open(test_orders.at_question(IssueOrder))
    close_pads(hand)
    assert small.isHidden()


def test_each_further_step_takes_three_clicks_more(pad: Pad) -> None:
    pad.write(test_orders.MILHAUD, "march", test_orders.PERTHES)
    for hex_ in (test_orders.BRIENNE, "1316"):
        before = pad.clicks
        pad.press(pad.panel.composer.then)
        pad.verb("attack")
        pad.objective(hex_)
        assert pad.clicks - before <= 3
    pad.send()

    sent = pad.hand.session.state.pad.dispatches[test_orders.MILHAUD].steps
    assert [(step.verb, step.target) for step in sent] == [
        ("march", test_orders.PERTHES),
        ("attack", test_orders.BRIENNE),
        ("attack", "1316"),
    ]


def test_a_refused_row_says_why_and_shift_and_a_click_name_a_hex_on_the_way(pad: Pad) -> None:
    pad.row("FR-2")
    assert "II Corps comes at 12:00" in pad.hand.refusal
    assert pad.panel.composer.title.text() == "Orders"
    pad.write(test_orders.MILHAUD, "march")
    assert pad.hand.refusal == ""
    pad.objective("1604", Modifier.ShiftModifier)
    pad.objective(test_orders.PERTHES)
    assert pad.sentence.endswith("by way of the bridge (1604).")


def test_by_keyboard_alone(pad: Pad) -> None:
    hand = pad.hand
    hand.key(Key.Key_N)
    assert pad.panel.composer.title.text().startswith("To ")
    hand.key(Key.Key_4, Modifier.AltModifier)
    hand.until(lambda: pad.sentence.startswith("Defend here"))
    hand.key(Key.Key_Escape)
    assert pad.sentence == ""
    hand.key(Key.Key_4, Modifier.AltModifier)
    hand.until(lambda: pad.sentence.startswith("Defend here"))
    hand.key(Key.Key_Space)
    hand.until(lambda: bool(hand.session.state.pad.dispatches))
