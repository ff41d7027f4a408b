"""Lenses in the real window: keys held, switched and drawn with; what is said of a hex."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject, QPointF
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hexwar.ground import costs
from hexwar.ground.costs import Gait
from hexwar.hexes import Hex
from hexwar.shell.map_table import MapTable
from hexwar.shell.menus import PAUSE_MS, HeldKeys
from hexwar.shell.notices import keys_html
from hexwar.systems.nlc import face
from hexwar.table.overlays import Bond, Overlays, Ray, Task, Verdict, overlays_of
from hexwar.widgets import worker as working
from tests.shell.hand import Button, Hand, Key, Modifier, brienne, new_brienne, until_activation
from tests.systems.nlc.positions import OPEN, position

pytestmark = pytest.mark.usefixtures("table")


def shown(hand: Hand, name: str) -> object:
    """What a layer of the board shows."""
    return getattr(hand.board.board.pile, name).shown


def origin(hand: Hand) -> Hex | None:
    sight = hand.board.board.pile.sight.shown
    return None if sight is None else sight.origin


def said(hand: Hand) -> str:
    return hand.window.hint.text()


def ray_of(hand: Hand) -> Ray:
    ray = hand.board.board.pile.ray.shown
    assert ray is not None
    return ray


# -- line of sight


@pytest.mark.rule("N19.2")
def test_the_field_is_shown_by_key_or_switch_from_where_the_planned_path_ends(hand: Hand) -> None:
    hand.hover("1605")
    assert origin(hand) is None
    with hand.holding(Key.Key_L):
        assert origin(hand) == "1605"
        assert "hexes are seen" in said(hand)
        assert 'href="rule:N19.21"' in said(hand)
        hand.hover("1706")
        assert origin(hand) == "1706"
    assert origin(hand) is None
    assert "are seen" not in said(hand)
    hand.key(Key.Key_L, Modifier.ShiftModifier)
    assert origin(hand) == "1706"
    assert hand.window.menus["sight"].isChecked()
    hand.window.menus["sight"].trigger()
    assert origin(hand) is None
    with hand.holding(Key.Key_L):  # a window that loses the keyboard lets the key go
        QApplication.sendEvent(hand.window, QEvent(QEvent.Type.WindowDeactivate))
        assert origin(hand) is None

    hand.click("1803")
    hand.hover("1605")
    with hand.holding(Key.Key_L):
        assert origin(hand) == "1605"
    hand.hover("3030")  # out of reach: from where they stand
    with hand.holding(Key.Key_L):
        assert origin(hand) == "1803"
        assert (ray_of(hand).start, ray_of(hand).end) == ("1803", "3030")


@pytest.mark.rule("N19.2")
def test_a_drag_with_the_key_held_draws_a_line_until_it_is_let_go(hand: Hand) -> None:
    hand.hover("1505")
    profile = MapTable.of(hand.game.table).profile
    with hand.holding(Key.Key_L):
        with hand.dragging("1505", "1208", Button.LeftButton):
            ray = ray_of(hand)
            assert (ray.start, ray.end, ray.verdict) == ("1505", "1208", Verdict.HIDDEN)
            assert ray.hidden_by == ("1308",)
            assert profile.line is not None
            assert profile.line.reason == "The woods in 1308 block the line."
            assert profile.isVisible()
            assert "1208 from 1505: The woods in 1308 block the line." in said(hand)
        assert shown(hand, "ray") is None
        assert not profile.isVisible()
    assert origin(hand) is None

    QTest.keyPress(hand.board, Key.Key_L)
    with hand.dragging("1505", "1608", Button.LeftButton):
        assert shown(hand, "ray") is not None
        hand.let_go(Key.Key_L)
        assert shown(hand, "ray") is None
        assert shown(hand, "sight") is None


def test_a_right_drag_draws_a_line_without_any_key_and_leaves_the_path_alone(hand: Hand) -> None:
    hand.click("1803")
    hand.hover("1606")
    with hand.dragging("1606", "1608"):
        assert shown(hand, "ray") is not None
        assert shown(hand, "sight") is None
        path = overlays_of(hand.game.controller.offer.overlays).path
        assert path is not None
        assert path.hexes[-1] == "1606"
    assert shown(hand, "ray") is None
    assert MapTable.of(hand.game.table).profile.line is None


def test_the_hex_cursor_leads_the_line_while_the_key_is_held(hand: Hand) -> None:
    hand.hover("1605")
    hand.click("1605")
    hand.key(Key.Key_Down)
    hand.key(Key.Key_Down)
    start = hand.board.cursor_.hex
    spoken: list[str] = []
    hand.board.spoken.connect(spoken.append)
    with hand.holding(Key.Key_L):
        assert origin(hand) == start
        hand.key(Key.Key_Down)
        hand.key(Key.Key_Down)
        ray = ray_of(hand)
        assert (ray.start, ray.end) == (start, hand.board.cursor_.hex)
        assert f"{ray.end} from {start}: " in spoken[-1]
    hand.key(Key.Key_Down)
    assert shown(hand, "ray") is None
    assert " from " not in spoken[-1]


def test_a_key_that_repeats_itself_is_still_held(hand: Hand) -> None:
    hand.hover("1605")
    changes: list[str] = []
    keys = hand.window.findChild(HeldKeys)
    assert keys is not None
    keys.pressed.connect(changes.append)
    keys.released.connect(changes.append)
    with hand.holding(Key.Key_L):
        repeated = QKeyEvent(QEvent.Type.KeyRelease, Key.Key_L, Modifier.NoModifier, "l", True)
        QApplication.sendEvent(hand.board, repeated)
        hand.qtbot.wait(2 * PAUSE_MS)
        for _ in range(3):  # as some systems tell a repetition
            QTest.keyRelease(hand.board, Key.Key_L)
            QTest.keyPress(hand.board, Key.Key_L)
        hand.qtbot.wait(2 * PAUSE_MS)
        assert origin(hand) == "1605"
        assert changes == ["sight"]
    assert changes == ["sight", "sight"]


def test_the_profile_keeps_off_both_ends_of_the_line(hand: Hand) -> None:
    hand.board.camera.zoom_to(0.6)
    profile = MapTable.of(hand.game.table).profile
    seen = hand.board.viewport().rect()
    grid = hand.board.board.battlefield.grid
    ends = [h for h in grid.hexes if seen.contains(hand.board.box_of(h).toAlignedRect())]
    for end in (ends[0], ends[-1], ends[len(ends) // 2]):
        with hand.dragging("1505", end):
            box = profile.geometry()
            assert hand.board.rect().contains(box)
            for hex_ in ("1505", end):
                assert not box.intersects(hand.board.box_of(Hex(hex_)).toAlignedRect())


# -- reach, command, supply, zones


@pytest.mark.rule("N5.4", "N12.2")
def test_the_reach_of_who_acts_or_by_a_held_key_of_any_stack_or_beyond_the_path(hand: Hand) -> None:
    further = hand.board.board.pile.further
    assert further.shown is not None  # until somebody is chosen
    hand.hover("1505")  # an enemy
    with hand.holding(Key.Key_F):
        assert further.shown is not None
        assert "could reach" in said(hand)

    hand.click("1803")
    assert further.shown is None
    hand.hover("1606")
    with hand.holding(Key.Key_F):
        assert further.shown is not None
        assert "1606" not in further.shown.left
        assert "Beyond 1606, with 1 MP left" in said(hand)


def test_who_is_chosen_lights_his_chain_of_command(hand: Hand) -> None:
    """The commander of the cavalry at 1704 is at 1803; Napoleon is not on the map yet."""
    assert shown(hand, "bonds") == ()
    hand.click("1704")
    assert shown(hand, "bonds") == (Bond(Hex("1803"), Hex("1704"), 1, is_quiet=True),)
    hand.key(Key.Key_Escape)
    assert shown(hand, "bonds") == ()


def test_the_map_is_bared_while_a_key_is_held(hand: Hand) -> None:
    board = hand.board.board
    spot = QPointF(*board.sheet.centre(Hex("1803")))
    with hand.holding(Key.Key_H):
        assert board.stacks.at(spot) is None
    assert board.stacks.at(spot) is not None
    hand.window.menus["bare"].trigger()
    assert board.stacks.at(spot) is None
    with hand.holding(Key.Key_H):
        assert board.stacks.at(spot) is None
    assert board.stacks.at(spot) is None
    hand.window.menus["bare"].trigger()
    assert board.stacks.at(spot) is not None


@pytest.mark.rule("N14.31", "N14.3", "N16.2")
def test_command_and_supply_are_switched_by_key_and_menu(hand: Hand) -> None:
    hand.hover("1803")
    assert shown(hand, "bonds") == ()
    hand.key(Key.Key_K)
    bonds = hand.board.board.pile.bonds.shown
    assert "1803" in {bond.start for bond in bonds} | {bond.end for bond in bonds}

    hand.click("1803")
    hand.hover("1604")
    fields = hand.board.board.pile.distances.shown
    assert [field.task for field in fields] == [Task.COMMAND]
    trace = hand.board.board.pile.traces.shown[0].path
    assert (trace[0], trace[-1]) == ("1803", "1604")
    assert said(hand).startswith("To bridge (1604): ")  # what a click does stays beside it
    assert "in command of Milhaud" in said(hand)
    hand.window.menus["command"].trigger()
    assert shown(hand, "distances") == shown(hand, "traces") == ()

    hand.hover("1803")
    hand.key(Key.Key_U)
    fields = hand.board.board.pile.distances.shown
    assert [field.task for field in fields] == [Task.SUPPLY]
    assert "in supply for V Cavalry Corps" in said(hand)
    assert hand.board.board.pile.traces.shown[0].link
    hand.key(Key.Key_U)
    assert shown(hand, "distances") == ()


def test_a_hint_that_finds_no_room_ends_in_dots_and_stands_in_its_tip(hand: Hand) -> None:
    line = hand.window.hint
    line.forget()
    line.set_hint("Short.")
    assert not line.is_cut
    assert not line.toolTip()
    line.set_hint("A hint that goes on and on. " * 20)
    assert line.is_cut
    assert line.toolTip() == line.text()
    dots = line.fontMetrics().horizontalAdvance("\N{HORIZONTAL ELLIPSIS}")
    shot = line.grab().toImage()
    column = shot.width() - dots // 2 - 3
    high = {shot.pixel(column, y) for y in range(shot.height() // 3)}
    assert len(high) == 1  # nothing but the dots at the foot of the line stands there


def test_the_dotted_edge_before_anybody_is_chosen_says_what_it_is(hand: Hand) -> None:
    hand.hover("1705")
    assert "Within the dotted edge those who act can go: to 1705 with" in said(hand)
    hand.hover("0101")
    assert "dotted edge" not in said(hand)
    assert "dotted edge" in " ".join(gesture for gesture, _ in hand.window.face.keys)


@pytest.mark.rule("N6.3")
def test_a_zone_says_who_makes_it_and_its_link_opens_the_rule(hand: Hand) -> None:
    assert "zone of control" not in hand.board.describe(Hex("1605"))
    hand.key(Key.Key_X)
    hand.hover("1605")
    for words in (said(hand), hand.board.describe(Hex("1605"))):
        assert "Coalition zone of control, made by" in words
    hand.window.hint.linkActivated.emit("rule:N6.3")
    assert hand.window.docks.docks["rules"].isVisible()
    hand.qtbot.wait(50)  # until the rulebook has got its width from the board
    hand.key(Key.Key_X)
    assert "zone of control" not in said(hand)
    hand.click("1803")
    hand.hover("1606")
    assert "To 1606: 5 MP" in hand.board.describe(Hex("1606"))


def test_lenses_do_not_widen_the_window_and_a_new_game_begins_without(hand: Hand) -> None:
    before = hand.window.minimumSizeHint().width()
    for key in (Key.Key_K, Key.Key_U, Key.Key_X, Key.Key_Z):
        hand.key(key)
    hand.hover("1605")
    assert len(said(hand)) > 300
    assert hand.window.minimumSizeHint().width() == before
    assert hand.window.hint.toolTip()

    hand.open(brienne())
    assert not hand.window.menus["command"].isChecked()
    assert shown(hand, "distances") == Overlays().distances
    html = keys_html(hand.window.specs, own=hand.window.face.keys)
    assert all(words in html for words in ("Shift+L, hold L", "Shift+F, hold F", "Right drag"))
    hand.window.close_game()
    words = said(hand)
    QTest.keyPress(hand.window, Key.Key_L)
    QTest.keyRelease(hand.window, Key.Key_L)
    assert said(hand) == words


def test_what_the_lenses_need_is_reckoned_ahead(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    reckoned: list[Gait] = []
    monkeypatch.setattr(costs, "steps_of", lambda _, gait: reckoned.append(gait))
    ahead = working.Chores(face.NlcBoard().fields(position(OPEN)), qapp)
    qtbot.waitUntil(lambda: {*reckoned} == {*Gait})
    ahead.stop()
    assert list(dict.fromkeys(reckoned)) == list(Gait)  # the costs of one way back may ask again


class Waiting:
    """Stands in for a worker: its task is begun by the test."""

    def __init__(self, _: QObject) -> None:
        self.task: Callable[[], object] = lambda: None

    def run(self, task: Callable[[], object]) -> None:
        self.task = task

    def wait(self) -> None:
        pass


FIELDS = {"sightlines_of": face, "trace_ground": face, "steps_of": costs}


@pytest.mark.parametrize("last", FIELDS)
def test_no_field_is_reckoned_after_the_one_at_which_it_is_stopped(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    reckoned: list[str] = []

    def reckon(name: str) -> None:
        reckoned.append(name)
        if name == last:
            ahead.stop()

    worker = Waiting(qapp)
    monkeypatch.setattr(working, "Worker", lambda _: worker)
    for name, module in FIELDS.items():
        monkeypatch.setattr(module, name, lambda *_, name=name: reckon(name))
    ahead = working.Chores(face.NlcBoard().fields(position(OPEN)), qapp)
    worker.task()
    assert reckoned == list(FIELDS)[: list(FIELDS).index(last) + 1]


@pytest.mark.rule("N12.1", "N12.4")
def test_orders_are_switched_and_that_of_whom_is_pointed_at_stands_out(hand: Hand) -> None:
    hand.open(until_activation(new_brienne()))
    assert shown(hand, "orders") == ()
    hand.key(Key.Key_O)
    hand.hover("1803")
    arrows = hand.board.board.pile.orders.shown
    assert {arrow.letter for arrow in arrows} >= {"M", "D", "P"}
    assert {arrow.side for arrow in arrows if not arrow.is_pale} == {"french"}
    assert "Probe towards Brienne-le-Château" in said(hand)
    hand.window.menus["orders"].trigger()
    assert shown(hand, "orders") == ()

    hand.open(new_brienne())
    assert hand.board.board.pile.orders.shown
