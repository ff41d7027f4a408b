"""What is made of the ground is on the board: bridges broken and laid, earthworks, fires, tails."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage

from hexwar.cards.records import CardId, Effect
from hexwar.hexes import Hex, hexside
from hexwar.systems.nlc.panels.markers import markers_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Overlays
from hexwar.table.spans import Spans
from hexwar.widgets.board.contents import Pontoon, SpanWorks, span_works_of
from hexwar.widgets.board.geometry import middle_of
from hexwar.widgets.board.scene import render_board
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.theme import theme
from tests.systems.nlc.positions import ALLIED, FRENCH, position
from tests.widgets.board.conftest import PLAIN, Mouse, Told, show
from tests.widgets.board.test_overlays import drawn_box, keeps_inside, layer, pictured

BROKEN, BRIDGE = hexside(Hex("0604"), Hex("0605")), hexside(Hex("0806"), Hex("0807"))
HEAD, TAIL = Hex("0705"), Hex("0706")
WORKS = ("spans", "positions", "fires")


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


@pytest.mark.rule("N23.4")
def test_the_board_follows_spans_positions_and_fires(view: BoardView, state: GameState) -> None:
    spans, positions, fires = (layer(view, name) for name in WORKS)
    assert all(keeps_inside(view, name) for name in WORKS)
    assert spans.shown == span_works_of(state)
    assert fires.shown == ("0504",)
    show(view, changed(state, spans=Spans(pontoons=frozenset({BRIDGE})), positions="0303 1004"))
    assert spans.shown == SpanWorks(pontoons=(Pontoon(BRIDGE, FRENCH),))
    assert positions.shown == ("0303", "1004")
    show(view, changed(state, spans=Spans(found=frozenset({BROKEN}))))
    assert spans.shown == SpanWorks(fords=(BROKEN,))
    view.board.show_overlays(Overlays(shows_sites=False))
    assert spans.isVisible()
    assert positions.isVisible()

    bare = changed(state, spans=Spans())
    bare.cards = replace(bare.cards, effects=())
    show(view, bare)
    assert all(item.boundingRect().isNull() for item in (spans, positions, fires))

    assert span_works_of(state) == SpanWorks((BROKEN,), (Pontoon(BRIDGE, FRENCH),))
    state.put_unit(replace(state.units[UnitId("FP")], bridging=None))
    assert span_works_of(state).pontoons == (Pontoon(BRIDGE, None),)  # without a train


def test_marks_of_spans_are_legible_and_differ_in_shape(view: BoardView, state: GameState) -> None:
    show(view, changed(state, spans=Spans(damaged=frozenset({BROKEN}))))
    item = layer(view, "spans")
    sizes = [drawn_box(pictured(item, view, zoom)).height() for zoom in (0.3, 0.5, 2.0)]
    assert sizes[0] == pytest.approx(sizes[1], abs=1)
    assert sizes[1] > 14  # pixels
    assert sizes[2] > 2 * sizes[1]

    shapes: list[QImage] = []
    pontoons = (SpanWorks((), (Pontoon(BRIDGE, side),)) for side in (FRENCH, ALLIED))
    for works in (SpanWorks((BRIDGE,)), *pontoons, SpanWorks(fords=(BRIDGE,))):
        item.show_data(works)
        picture = pictured(item, view, 2.0)
        shapes.append(picture.convertToFormat(QImage.Format.Format_Alpha8))
        assert shapes[-1] not in shapes[:-1]


def test_a_picture_without_a_window_shows_them(qapp: object, state: GameState) -> None:
    field, light = state.battle.battlefield, theme("light")
    bare = changed(state, spans=Spans())
    with_works, without = (
        render_board(field, shown, markers_of(shown), size=(500, 400), theme=light)
        for shown in (state, bare)
    )
    assert with_works != without


def test_a_bridge_stands_for_its_train_and_tails_come_and_go(
    view: BoardView, state: GameState
) -> None:
    stacks = view.board.stacks
    assert stacks.at(middle_of(view.board.sheet, BRIDGE)) == "FP"
    assert [piece.id for piece in stacks.in_hex(Hex("0806"))] == ["FP"]
    assert stacks.in_hex(Hex("0807")) == ()
    assert stacks.at(point(view, "0806")) is None
    after = state.copy()
    after.put_unit(replace(state.units[UnitId("FP")], bridging=None))
    show(view, after)
    assert stacks.at(point(view, "0806")) == "FP"

    stacks = view.board.stacks
    stacks.lift([UnitId("F1")])
    assert stacks.at(point(view, TAIL)) is None
    stacks.put_down([UnitId("F1")])
    assert stacks.at(point(view, TAIL)) == "F1"
    show(view, moved(state, column=False, tail=None))
    assert stacks.at(point(view, TAIL)) is None
    show(view, moved(state, tail=Hex("0704")))
    assert stacks.at(point(view, TAIL)) is None
    assert stacks.at(point(view, "0704")) == "F1"

    after = state.copy()
    after.put_unit(replace(state.units[UnitId("F2")], hex=TAIL))
    show(view, after)
    assert view.board.fans.open(TAIL)
    assert [piece.id for piece in view.board.stacks.in_hex(TAIL)] == ["F2", "F1"]


def test_a_tail_stands_for_its_unit_a_click_for_its_hex(view: BoardView, mouse: Mouse) -> None:
    units: Told = []
    hexes: Told = []
    view.unitClicked.connect(lambda *words: units.append(words))
    view.hexClicked.connect(lambda *words: hexes.append(words))
    mouse.click(mouse.at(TAIL), modifier=Qt.KeyboardModifier.ControlModifier)
    mouse.click(mouse.at(TAIL))
    assert [words[0] for words in units] == ["F1"]
    assert [words[0] for words in hexes] == [TAIL]
    assert [piece.id for piece in view.board.stacks.in_hex(TAIL)] == ["F1"]


def test_a_tail_is_painted_in_its_hex_in_any_theme(view: BoardView, state: GameState) -> None:
    box = view.box_of(TAIL).toRect()
    with_tail = view.viewport().grab(box).toImage()
    view.set_theme(theme("light-safe"))
    safe = view.viewport().grab(box).toImage()
    show(view, moved(state, column=False, tail=None))
    assert view.viewport().grab(box).toImage() not in (with_tail, safe)
    assert safe != with_tail
