"""The order pad in the window: the dock, the composer, and the whole phase by mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from hexwar.systems.nlc.panels.orders_list import ROW
from hexwar.systems.nlc.panels.orders_panel import OrdersPanel
from hexwar.systems.nlc.rules.command.command import centre_of
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


def test_dock_and_troops_come_to_the_front_while_orders_are_written(hand: Hand) -> None:
    hand.open(new_brienne())
    docks = hand.window.docks.docks
    assert isinstance(hand.pending, IssueOrder)
    hand.until(lambda: not docks["orders"].visibleRegion().isEmpty())
    hand.at("2330")  # another corner of the map is in view
    Pad(hand).row(test_orders.MILHAUD)
    here = centre_of(hand.session.state, test_orders.MILHAUD)
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


@pytest.mark.rule("N12.9", "N4.8")
def test_both_sides_write_an_order_each_in_ten_clicks_and_two_handovers(hand: Hand) -> None:
    """The whole phase for two people at one machine."""
    hand.open(new_brienne(options={"orders": "secret"}))
    pad = Pad(hand)
    handovers = 0
    for line in (test_orders.MILHAUD, test_orders.OLSUFIEV):
        ready(hand)
        handovers += 1
        pad.clicks += 1
        pad.write(line, "attack", test_orders.PERTHES)
        pad.press(pad.panel.foot.done)  # what is ready goes off with it

    assert hand.session.state.phase is not Phase.ORDERS
    assert {test_orders.MILHAUD, test_orders.OLSUFIEV} <= set(hand.session.state.pad.addressed)
    assert (pad.clicks, handovers) == (10, 2)


@pytest.mark.rule("N12.13", "N12.12")
def test_what_is_ready_goes_off_and_the_page_goes_on_with_the_next_row(pad: Pad) -> None:
    hand, milhaud = pad.hand, test_orders.MILHAUD
    hand.open(test_orders.at_question(IssueOrder, test_orders.ALLIED))
    hand.key(Key.Key_N)
    first = hand.game.controller.offer.pad.line
    pad.verb("defend")
    assert pad.panel.composer.send.isEnabled()
    hand.key(Key.Key_N)
    assert first in hand.session.state.pad.dispatches
    assert isinstance(hand.pending, IssueOrder)
    following = hand.game.controller.offer.pad.line
    assert following not in ("", first)
    assert pad.panel.list.currentIndex().data(ROW).line == following
    hand.key(Key.Key_Z, Modifier.ControlModifier)
    assert not hand.session.state.pad.dispatches

    hand.open(test_orders.at_question(IssueOrder))
    pad.row(milhaud)
    pad.press(pad.panel.composer.local)
    pad.verb("defend")
    hand.press("Orders are written")
    assert "is not sent: send it or take it back." in hand.refusal
    for _ in range(2):
        hand.key(Key.Key_Escape)
    hand.key(Key.Key_E)
    assert (type(hand.pending), hand.pending.side) == (IssueOrder, test_orders.ALLIED)
    assert hand.session.state.pad.dispatches == {}


@pytest.mark.rule("N4.22", "N13.6")
def test_the_foot_of_the_page_says_who_acts_first_and_how_hexes_rally(pad: Pad) -> None:
    foot, said = pad.panel.foot, pad.hand.session
    assert foot.first.currentText() == "nobody"
    place = foot.first.findData(test_orders.MILHAUD)
    foot.first.setCurrentIndex(place)
    foot.first.activated.emit(place)
    pad.press(foot.rally)
    wishes = said.state.pad.wishes[test_orders.FRENCH]
    assert [wish.line for wish in wishes] == [test_orders.MILHAUD, None]
    assert (foot.first.currentIndex(), foot.rally.isChecked()) == (place, True)


def close_pads(hand: Hand) -> None:
    """End the Orders Phase."""
    while hand.session.state.phase is Phase.ORDERS:
        hand.key(Key.Key_E)


def test_the_small_map_makes_room_while_orders_are_written(hand: Hand) -> None:
    hand.window.resize(1440, 900)
    hand.open(until_activation(new_brienne()))
    small = hand.window.docks.docks["map"]
    assert not small.isHidden()
    hand.window.close_game()

    hand.open(test_orders.at_question(IssueOrder))
    assert small.isHidden()
    assert hand.window.panes.panel(OrdersPanel).list.height() >= 150
    kept = hand.window.docks.layout_state()
    close_pads(hand)
    assert not small.isHidden()
    hand.window.docks.restore_layout(kept)  # what is kept is how it stands usually
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
    assert pad.panel.composer.isHidden()
    pad.write(test_orders.MILHAUD, "march")
    assert pad.hand.refusal == ""
    pad.objective("1604", Modifier.ShiftModifier)
    pad.objective(test_orders.PERTHES)
    assert pad.sentence.endswith("by way of the bridge (1604).")


def test_by_keyboard_alone(pad: Pad) -> None:
    hand, composer = pad.hand, pad.panel.composer
    hand.key(Key.Key_N)
    hand.key(Key.Key_N)
    assert hand.game.controller.offer.pad.line == test_orders.MILHAUD
    hand.key(Key.Key_4)
    hand.until(lambda: pad.sentence.startswith("Defend here"))
    hand.key(Key.Key_Escape)
    hand.until(lambda: pad.sentence == "")
    hand.key(Key.Key_2)
    hand.until(lambda: pad.sentence.startswith("Attack"))
    assert composer.goal.hasFocus()
    QTest.keyClicks(composer.goal, "perthes")
    QTest.keyClick(composer.goal, Key.Key_Return)
    assert pad.sentence == "Attack Perthes-en-Rothière (1004)."
    QTest.keyClick(composer.goal, Key.Key_Return)
    hand.until(lambda: bool(hand.session.state.pad.dispatches))
    hand.key(Key.Key_E)
    assert hand.pending.side == test_orders.ALLIED

    hand.give_focus(pad.panel.list)
    open_rows = []
    for key in (Key.Key_Tab, Key.Key_Tab, Key.Key_Backtab):
        QTest.keyClick(pad.panel.list, key)
        open_rows.append(hand.game.controller.offer.pad.line)
    assert open_rows[0] == open_rows[2] != open_rows[1]
    assert all(open_rows)
