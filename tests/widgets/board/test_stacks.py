"""Counters on the board follow the state, and only where it changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyleOptionGraphicsItem
from pytestqt.qtbot import QtBot

from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.hiding import Hiding
from hexwar.table.overlays import Overlays, Target
from hexwar.widgets.board.contents import Contents
from hexwar.widgets.board.pieces import Stacks
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.counters.easel import EDGE
from hexwar.widgets.counters.faces import CounterFace
from hexwar.widgets.counters.stacks import StackItem
from hexwar.widgets.theme import theme
from tests.systems.nlc.positions import ALLIED, FRENCH
from tests.widgets.board.conftest import Mouse, show


def items(view: BoardView) -> dict[tuple[float, float], StackItem]:
    """The stack items of the scene, by where they lie."""
    found = [item for item in view.board.items() if isinstance(item, StackItem)]
    return {item.pos().toTuple(): item for item in found}


def centre(view: BoardView, hex_: str) -> tuple[float, float]:
    return view.board.sheet.centre(Hex(hex_))


def ids(view: BoardView, hex_: str) -> list[str]:
    return [piece.id for piece in view.board.stacks.in_hex(Hex(hex_))]


def moved(state: GameState, unit: str, hex_: str) -> GameState:
    return marked(state, unit, hex=Hex(hex_))


def test_one_item_a_stack_the_strongest_on_top(view: BoardView, state: GameState) -> None:
    assert items(view).keys() == {centre(view, hex_) for hex_ in ("0505", "0705", "1004")}
    assert ids(view, "0505") == ["F1", "F2", "F3", "FL"]
    assert ids(view, "1004") == ["A2", "A1"]
    assert ids(view, "0101") == []
    assert {(point.toTuple(), side) for point, side in view.board.stacks.dots()} == {
        (centre(view, "0505"), FRENCH),
        (centre(view, "0705"), FRENCH),
        (centre(view, "1004"), ALLIED),
    }
    stacks, middle = view.board.stacks, QPointF(*centre(view, "1004"))
    assert stacks.at(middle) == "A2"
    assert stacks.at(middle + QPointF(21, 21)) == "A1"
    assert stacks.at(QPointF(*centre(view, "0101"))) is None
    assert stacks.at(QPointF(-500, 0)) is None


def marked(state: GameState, unit: str, **fields: Any) -> GameState:
    """The state with another record of a unit."""
    after = state.copy()
    after.put_unit(replace(state.units[UnitId(unit)], **fields))
    return after


def test_stacks_follow_what_happens_to_their_units(view: BoardView, state: GameState) -> None:
    show(view, marked(state, "A2", reduced=True))
    assert ids(view, "1004") == ["A1", "A2"]
    show(view, marked(state, "F4", disrupted=True))
    face = view.board.stacks.in_hex(Hex("0705"))[0].face
    assert isinstance(face, CounterFace)
    assert face.disrupted
    show(view, moved(state, "F4", "0505"))
    assert centre(view, "0705") not in items(view)
    assert ids(view, "0505") == ["F1", "F4", "F2", "F3", "FL"]
    show(view, marked(state, "F4", hex=None))
    assert ids(view, "0705") == []


def test_a_move_changes_two_stacks_and_no_other(view: BoardView, state: GameState) -> None:
    before = items(view)
    stacks, contents = view.board.stacks, Contents(state.battle)
    stacks.show(contents.stacks(state))
    changed = stacks.show(contents.stacks(moved(state, "F2", "0606")))
    after = items(view)
    assert changed == {"0505", "0606"}
    assert after.keys() - before.keys() == {centre(view, "0606")}
    for where, item in before.items():
        assert after[where] is item
    assert ids(view, "0505") == ["F1", "F3", "FL"]
    assert stacks.show(contents.stacks(moved(state, "F2", "0606"))) == frozenset()


def test_only_the_changed_counters_are_painted_again(
    view: BoardView, state: GameState, monkeypatch: pytest.MonkeyPatch
) -> None:
    QTest.qWait(50)
    painted: list[str] = []

    def spy(item: StackItem, *args: Any) -> None:
        painted.extend(piece.id for piece in item.pieces)

    monkeypatch.setattr(StackItem, "paint", spy)
    show(view, moved(state, "F4", "0706"))
    QTest.qWait(30)
    assert set(painted) == {"F4"}


def test_two_sides_lie_side_by_side_and_style_and_theme_reach_all(
    view: BoardView, state: GameState
) -> None:
    after = state.copy()
    after.put_leader(replace(state.leaders[LeaderId("FL")], hex=Hex("1004")))
    show(view, after)
    x, y = centre(view, "1004")
    beside = [where for where in items(view) if abs(where[0] - x) < 20 and abs(where[1] - y) < 20]
    assert len(beside) == 2
    assert sorted(ids(view, "1004")) == ["A1", "A2", "FL"]
    back = moved(state, "F4", "0706")
    show(view, back)
    assert centre(view, "1004") in items(view)

    view.board.set_style(CounterStyle.NATO)
    view.set_theme(theme("dark-safe"))
    arts = {id(item._art) for item in items(view).values()}
    assert len(arts) == 1
    art = next(iter(items(view).values()))._art
    assert (art.style, art.theme) == (CounterStyle.NATO, theme("dark-safe"))


# -- moves


def test_a_move_lifts_its_counters(view: BoardView, state: GameState, qtbot: QtBot) -> None:
    done: list[str] = []
    way = [Hex("0505"), Hex("0605"), Hex("0606")]

    def arrive() -> None:
        done.append("done")
        show(view, moved(state, "F2", "0606"))

    view.board.moves.speed = 8.0
    view.board.animate_move(["F2"], way, arrive)
    assert ids(view, "0505") == ["F1", "F3", "FL"]
    assert view.board.moves.is_running
    assert done == []
    qtbot.waitUntil(lambda: bool(done))
    assert not view.board.moves.is_running
    assert ids(view, "0606") == ["F2"]
    assert ids(view, "0505") == ["F1", "F3", "FL"]
    assert items(view).keys() == {centre(view, h) for h in ("0505", "0606", "0705", "1004")}


def test_without_animation_a_move_is_done_after_the_call(view: BoardView, qtbot: QtBot) -> None:
    done: list[str] = []
    view.board.moves.speed = 0
    view.board.animate_move(["F2"], [Hex("0505"), Hex("0605")], lambda: done.append("done"))
    assert done == []
    qtbot.waitUntil(lambda: done == ["done"])
    view.board.moves.speed = 8.0
    view.board.animate_move(["F5"], [Hex("0103"), Hex("0203")], lambda: done.append("came"))
    assert view.board.moves.is_running  # an arrival comes from off the map
    qtbot.waitUntil(lambda: done == ["done", "came"])


def test_moves_can_be_skipped(view: BoardView, state: GameState) -> None:
    done: list[str] = []
    way = [Hex("0505"), Hex("0605"), Hex("0606")]
    view.board.animate_move(["F2"], way, lambda: done.append("F2"))
    show(view, moved(state, "F4", "0706"))  # which doubles no counter
    assert ids(view, "0505") == ["F1", "F3", "FL"]
    view.board.animate_move(["F1", "FL"], way, lambda: done.append("F1"))
    assert ids(view, "0505") == ["F3"]
    view.board.moves.finish()
    assert done == ["F2", "F1"]
    assert ids(view, "0505") == ["F1", "F2", "F3", "FL"]  # as the state still has them


# -- fans


def test_a_click_fans_a_stack_out_and_a_counter_is_picked(view: BoardView, mouse: Mouse) -> None:
    ctrl = Qt.KeyboardModifier.ControlModifier
    units: list[tuple[str, Qt.KeyboardModifier]] = []
    hexes: list[str] = []
    view.unitClicked.connect(lambda *words: units.append(words))
    view.hexClicked.connect(lambda hex_, *_: hexes.append(hex_))
    mouse.click(mouse.at("0505"))
    assert view.board.fans.hex == "0505"
    for dx in (-70, -23):
        mouse.click(mouse.at("0505", dx, -62), modifier=ctrl)
    assert units == [("F1", ctrl), ("F2", ctrl)]
    assert hexes == ["0505"]  # and none of the hexes that the fan covers
    mouse.click(mouse.at("0901"))
    assert view.board.fans.hex is None
    assert hexes == ["0505", "0901"]


def test_the_fan_is_as_large_as_the_view_needs(view: BoardView, mouse: Mouse) -> None:
    view.camera.zoom_to(0.5)
    mouse.click(mouse.at("0505"))
    units: list[str] = []
    view.unitClicked.connect(lambda unit, _: units.append(unit))
    mouse.click(mouse.at("0505", -70, -62))  # as far away in pixels as at 100 %
    assert units == ["F1"]


def test_resting_on_a_stack_fans_it_out(view: BoardView, mouse: Mouse, qtbot: QtBot) -> None:
    fans = view.board.fans
    mouse.move(mouse.at("0705"))
    QTest.qWait(60)
    assert fans.hex is None  # one counter needs no fan
    mouse.move(mouse.at("0505"))
    mouse.move(mouse.at("0605"))
    QTest.qWait(60)
    assert fans.hex is None  # nor does one who passes
    mouse.move(mouse.at("0505"))
    assert fans.hex is None
    qtbot.waitUntil(lambda: fans.hex == "0505")
    mouse.move(mouse.at("0505", -70, -62))
    assert fans.hex == "0505"  # on to the fan
    mouse.move(mouse.at("0903"))
    assert fans.hex is None


def test_the_fan_opens_below_near_the_upper_edge_and_follows_the_state(
    view: BoardView, state: GameState
) -> None:
    view.camera.centre_on(QPointF(*centre(view, "0508")))
    top = view.box_of(Hex("0505")).top()
    view.camera.pan_by(0, top - 20)
    view.board.fans.open(Hex("0505"))
    x, y = centre(view, "0505")
    assert view.board.fans.at(QPointF(x - 70, y + 62)) == "F1"
    assert view.board.fans.at(QPointF(x - 70, y - 62)) is None

    view.board.fans.open(Hex("0505"))
    show(view, moved(state, "F2", "0606"))
    assert view.board.fans.hex == "0505"
    after = moved(moved(state, "F2", "0606"), "F3", "0606")
    after.put_leader(replace(after.leaders[LeaderId("FL")], hex=Hex("0606")))
    show(view, after)
    assert view.board.fans.hex is None  # one counter is left


def test_the_fan_closes_with_the_pointer_gone_unless_the_keyboard_has_opened_it(
    view: BoardView,
) -> None:
    fans = view.board.fans
    fans.open(Hex("0505"))
    QCoreApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert fans.hex is None
    fans.open(Hex("0505"), by_keyboard=True)
    QCoreApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert fans.hex == "0505"


def test_the_fan_opens_where_it_covers_no_target(view: BoardView) -> None:
    view.board.fans.open(Hex("0505"))
    x, y = centre(view, "0505")
    above, below = QPointF(x - 70, y - 62), QPointF(x - 70, y + 62)
    assert view.board.fans.at(above) == "F1"
    view.board.show_overlays(Overlays(targets=(Target(Hex("0504")),)))
    assert view.board.fans.at(above) is None
    assert view.board.fans.at(below) == "F1"
    view.board.show_overlays(Overlays())
    assert view.board.fans.at(above) == "F1"


def test_the_fan_slides_into_view_when_the_map_or_a_sheet_moves_it_out(view: BoardView) -> None:
    """Its tip stays at the hex; all of its counters can be picked."""
    view.camera.centre_on(QPointF(*centre(view, "0505")))
    fans, (x, y) = view.board.fans, centre(view, "0505")
    fans.open(Hex("0505"))
    first = QPointF(x - 70, y - 62)
    assert fans.at(first) == "F1"
    view.camera.pan_by(view.box_of(Hex("0505")).center().x() - 40, 0)
    assert view.camera.seen().left() > x - 70 + EDGE / 2  # it would be cut
    places = [view.camera.seen().left() + EDGE / 2 + 8, first.y()]
    assert fans.at(QPointF(*places)) == "F1"
    assert fans.covers(QPointF(x, y - 28))  # the tip
    view.camera.centre_on(QPointF(*centre(view, "0505")))
    assert fans.at(first) == "F1"


def test_counters_are_as_large_as_the_player_likes(view: BoardView, mouse: Mouse) -> None:
    view.board.set_counter_size(1.3)
    assert {item.scale() for item in items(view).values()} == {1.3}
    x, y = centre(view, "0705")
    edge = QPointF(x + EDGE / 2 * 1.2, y)
    assert view.board.stacks.at(edge) == "F4"
    view.board.set_counter_size(0.8)
    assert view.board.stacks.at(edge) is None
    view.board.set_counter_size(1.0)
    view.board.fans.open(Hex("0505"))
    view.board.set_counter_size(1.3)  # the fan follows
    x, y = centre(view, "0505")
    assert view.board.fans.at(QPointF(x - 70 * 1.3, y - 62 * 1.3)) == "F1"


def test_counters_can_be_taken_off_the_map_for_a_while(view: BoardView, state: GameState) -> None:
    spot = QPointF(*centre(view, "1004"))
    view.board.show_counters(on=False)
    assert not any(item.isVisible() for item in items(view).values())
    assert view.board.stacks.at(spot) is None
    show(view, moved(state, "F4", "0606"))
    assert not any(item.isVisible() for item in items(view).values())
    view.board.show_counters(on=True)
    assert all(item.isVisible() for item in items(view).values())
    assert view.board.stacks.at(spot) == "A2"


def test_a_board_without_a_state_has_no_counters(qtbot: QtBot, state: GameState) -> None:
    board = BoardView(state.battle.battlefield, theme("light"))
    qtbot.addWidget(board)
    assert isinstance(board.board.stacks, Stacks)
    assert board.board.stacks.in_hex(Hex("0505")) == ()
    done: list[str] = []
    board.board.animate_move(["F1"], [Hex("0505"), Hex("0506")], lambda: done.append("done"))
    qtbot.waitUntil(lambda: done == ["done"])


def test_what_the_enemy_does_not_see_lies_there_like_a_ghost(
    view: BoardView, state: GameState
) -> None:
    item = items(view)[centre(view, "0705")]
    solid = painted(item)
    state.hiding = Hiding(lifted=frozenset(piece.id for piece in item.pieces))
    show(view, state)
    assert all(piece.is_unseen for piece in item.pieces)
    ghost = painted(item)
    assert 0 < ghost < solid
    state.hiding = Hiding()
    show(view, state)
    assert painted(item) == solid


def painted(item: StackItem) -> int:
    """How opaque a stack is in its middle, 0 to 255."""
    image = QImage(3, 3, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.translate(1, 1)
    item.paint(painter, QStyleOptionGraphicsItem())
    painter.end()
    return image.pixelColor(1, 1).alpha()
