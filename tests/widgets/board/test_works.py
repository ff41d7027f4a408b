"""What is made of the ground is on the board: bridges broken and laid, earthworks, fires, tails."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from hexwar.cards.records import CardId, Effect
from hexwar.hexes import Hex, hexside
from hexwar.systems.nlc.panels.board_markers import markers_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.spans import Spans
from hexwar.widgets.board import BoardView, Overlays, render_board
from hexwar.widgets.board.contents import Pontoon, SpanWorks, span_works_of
from hexwar.widgets.board.geometry import middle_of
from hexwar.widgets.theme import theme
from tests.systems.nlc.positions import ALLIED, FRENCH, position
from tests.widgets.board.conftest import PLAIN, Mouse, Told, show
from tests.widgets.board.test_overlays import drawn_box, keeps_inside, layer, pictured

BROKEN, BRIDGE = hexside(Hex("0604"), Hex("0605")), hexside(Hex("0806"), Hex("0807"))
HEAD, TAIL = Hex("0705"), Hex("0706")


@pytest.fixture
def state() -> GameState:
    """A broken bridge, a pontoon bridge, an earthwork, a fire, and a strong unit in road column."""
    made = position(
        PLAIN,
        "F1 infantry 9-3 0705 column tail:0706",
        "F2 infantry 4-3 0905",
        "FP pontoon 0806 bridging:0806-0807",
        "A1 infantry 5-3 1004",
        bridges=["0604-0605"],
        pontoons=["0806-0807"],
        damaged=["0604-0605"],
        positions=[Hex("1004")],
    )
    made.cards = replace(
        made.cards, effects=(Effect(1, FRENCH, CardId("fire"), until=9, subjects=("0504",)),)
    )
    return made


def changed(state: GameState, *, spans: Spans | None = None, positions: str = "") -> GameState:
    after = state.copy()
    after.put_spans(spans or state.spans)
    after.positions = frozenset(map(Hex, positions.split()))
    return after


def moved(state: GameState, **fields: Any) -> GameState:
    """The state with another record of F1."""
    after = state.copy()
    after.put_unit(replace(state.units[UnitId("F1")], **fields))
    return after


def point(view: BoardView, hex_: str) -> QPointF:
    return QPointF(*view.board.sheet.centre(Hex(hex_)))


# -- spans and positions


def test_works_are_read_off_the_state(state: GameState) -> None:
    assert span_works_of(state) == SpanWorks((BROKEN,), (Pontoon(BRIDGE, FRENCH),))


def test_a_bridge_without_a_train_has_no_owner(state: GameState) -> None:
    after = state.copy()
    after.put_unit(replace(state.units[UnitId("FP")], bridging=None))
    assert span_works_of(after).pontoons == (Pontoon(BRIDGE, None),)


def test_the_board_follows_the_spans(view: BoardView, state: GameState) -> None:
    item = layer(view, "spans")
    assert item.shown == span_works_of(state)
    show(view, changed(state, spans=Spans(pontoons=frozenset({BRIDGE}))))
    assert item.shown == SpanWorks(pontoons=(Pontoon(BRIDGE, FRENCH),))
    show(view, changed(state, spans=Spans()))
    assert item.boundingRect().isNull()


def test_the_board_follows_the_positions(view: BoardView, state: GameState) -> None:
    item = layer(view, "positions")
    show(view, changed(state, positions="0303 1004"))
    assert item.shown == ("0303", "1004")
    show(view, changed(state))
    assert item.boundingRect().isNull()


@pytest.mark.rule("N23.4")
def test_the_board_follows_the_fires(view: BoardView, state: GameState) -> None:
    item = layer(view, "fires")
    assert item.shown == ("0504",)
    after = state.copy()
    after.cards = replace(after.cards, effects=())
    show(view, after)
    assert item.boundingRect().isNull()


def test_works_keep_inside_the_box_that_they_claim(view: BoardView) -> None:
    assert all(keeps_inside(view, name) for name in ("spans", "positions", "fires"))


def test_marks_of_spans_stay_legible_from_afar(view: BoardView, state: GameState) -> None:
    show(view, changed(state, spans=Spans(damaged=frozenset({BROKEN}))))
    item = layer(view, "spans")
    sizes = [drawn_box(pictured(item, view, zoom)).height() for zoom in (0.3, 0.5, 2.0)]
    assert sizes[0] == pytest.approx(sizes[1], abs=1)
    assert sizes[1] > 14  # pixels
    assert sizes[2] > 2 * sizes[1]


def test_broken_and_pontoon_bridges_differ_in_shape(view: BoardView) -> None:
    item = layer(view, "spans")
    shapes: list[QImage] = []
    for works in (SpanWorks((BRIDGE,)), SpanWorks((), (Pontoon(BRIDGE, FRENCH),))):
        item.show_data(works)
        picture = pictured(item, view, 2.0)
        shapes.append(picture.convertToFormat(QImage.Format.Format_Alpha8))
    assert shapes[0] != shapes[1]


def test_the_owner_of_a_pontoon_bridge_shows_without_colour(view: BoardView) -> None:
    item = layer(view, "spans")
    shapes: list[QImage] = []
    for side in (FRENCH, ALLIED):
        item.show_data(SpanWorks((), (Pontoon(BRIDGE, side),)))
        picture = pictured(item, view, 2.0)
        shapes.append(picture.convertToFormat(QImage.Format.Format_Alpha8))
    assert shapes[0] != shapes[1]


def test_works_stay_when_the_sites_are_hidden(view: BoardView) -> None:
    view.show_overlays(Overlays(shows_sites=False))
    assert layer(view, "spans").isVisible()
    assert layer(view, "positions").isVisible()


def test_a_picture_without_a_window_shows_them(qapp: object, state: GameState) -> None:
    field, light = state.battle.battlefield, theme("light")
    bare = changed(state, spans=Spans())
    with_works, without = (
        render_board(field, shown, markers_of(shown), size=(500, 400), theme=light)
        for shown in (state, bare)
    )
    assert with_works != without


# -- trains that are bridges


def test_a_train_that_is_a_bridge_lies_in_no_stack(view: BoardView, state: GameState) -> None:
    assert view.board.stacks.at(point(view, "0806")) is None
    after = state.copy()
    after.put_unit(replace(state.units[UnitId("FP")], bridging=None))
    show(view, after)
    assert view.board.stacks.at(point(view, "0806")) == "FP"


def test_a_bridge_stands_for_its_train(view: BoardView) -> None:
    assert view.board.stacks.at(middle_of(view.board.sheet, BRIDGE)) == "FP"
    assert [piece.id for piece in view.board.stacks.in_hex(Hex("0806"))] == ["FP"]
    assert view.board.stacks.in_hex(Hex("0807")) == ()


# -- tails


def test_a_tail_stands_for_its_unit(view: BoardView, mouse: Mouse) -> None:
    heard: Told = []
    view.unitClicked.connect(lambda *words: heard.append(words))
    mouse.click(mouse.at(TAIL), modifier=Qt.KeyboardModifier.ControlModifier)
    assert [words[0] for words in heard] == ["F1"]
    assert [piece.id for piece in view.board.stacks.in_hex(TAIL)] == ["F1"]


def test_a_plain_click_on_a_tail_is_a_click_on_its_hex(view: BoardView, mouse: Mouse) -> None:
    heard: Told = []
    view.hexClicked.connect(lambda *words: heard.append(words))
    mouse.click(mouse.at(TAIL))
    assert [words[0] for words in heard] == [TAIL]


def test_tails_come_and_go_with_the_state(view: BoardView, state: GameState) -> None:
    show(view, moved(state, column=False, tail=None))
    assert view.board.stacks.at(point(view, TAIL)) is None
    show(view, moved(state, tail=Hex("0704")))
    assert view.board.stacks.at(point(view, TAIL)) is None
    assert view.board.stacks.at(point(view, "0704")) == "F1"


def test_a_tail_leaves_with_its_unit(view: BoardView) -> None:
    view.board.stacks.lift([UnitId("F1")])
    assert view.board.stacks.at(point(view, TAIL)) is None
    view.board.stacks.put_down([UnitId("F1")])
    assert view.board.stacks.at(point(view, TAIL)) == "F1"


def test_a_tail_is_fanned_out_with_the_counters_of_its_hex(
    view: BoardView, state: GameState
) -> None:
    after = state.copy()
    after.put_unit(replace(state.units[UnitId("F2")], hex=TAIL))
    show(view, after)
    assert view.board.fans.open(TAIL)
    assert [piece.id for piece in view.board.stacks.in_hex(TAIL)] == ["F2", "F1"]


def test_a_tail_is_painted_in_its_hex(view: BoardView, qtbot: QtBot, state: GameState) -> None:
    box = view.box_of(TAIL).toRect()
    with_tail = view.viewport().grab(box).toImage()
    show(view, moved(state, column=False, tail=None))
    assert view.viewport().grab(box).toImage() != with_tail


def test_another_theme_reaches_the_tails(view: BoardView, qtbot: QtBot) -> None:
    box = view.box_of(TAIL).toRect()
    before = view.viewport().grab(box).toImage()
    view.set_theme(theme("light-safe"))
    assert view.viewport().grab(box).toImage() != before
