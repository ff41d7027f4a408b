"""The page of the set-up: counters are dragged, put down by keys, and taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hexwar.app.games import kit_named
from hexwar.editor.blank import new_battle
from hexwar.editor.desk import Desk
from hexwar.editor.document import Document, Draft
from hexwar.editor.files import Files
from hexwar.editor.pages.piece_list import MOST_DRAGGED, mime_of, pieces_of
from hexwar.editor.pages.set_board import SetBoard
from hexwar.editor.pages.setup import SetupPage
from hexwar.editor.placing import where
from hexwar.editor.sheet import resized
from hexwar.hexes import Grid, Hex
from hexwar.resources import scenarios
from hexwar.widgets.board.geometry import centre
from hexwar.widgets.mapart.tiles import TileWorker
from tests.widgets.skirmish import look

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
Open = Callable[[str], SetupPage]

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def opened(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens the page over a shipped battle; nobody paints its map."""
    for name in ("want", "want_soon", "want_later"):
        monkeypatch.setattr(TileWorker, name, lambda worker, task: None)
    pages: list[SetupPage] = []

    def open_(name: str) -> SetupPage:
        desk = Desk({"nlc": kit_named("nlc")}, look(), tmp_path)
        draft, files, _ = Files.read(scenarios() / name)
        page = SetupPage(desk)
        desk.setParent(page)
        desk.open(Document(draft), files)
        qtbot.addWidget(page)
        page.resize(1366, 768)
        page.show()
        QApplication.processEvents()
        pages.append(page)
        return page

    yield open_
    for page in pages:
        page.close_board()


@pytest.fixture
def page(opened: Open) -> SetupPage:
    return opened("first-steps")


def board_of(page: SetupPage) -> SetBoard:
    assert page.board is not None
    return page.board


def stands(page: SetupPage) -> dict[str, Hex]:
    return where(page.desk.draft.scenario)


def spot(board: SetBoard, hex_: Hex) -> QPointF:
    return QPointF(board.mapFromScene(centre(board.board.sheet, hex_)))


def crowd(page: SetupPage) -> tuple[Hex, list[str]]:
    """A hex with pieces of the set-up, and these."""
    assert page.top is not None
    hex_ = next(iter(page.top.hexes.values()))
    return hex_, page.top.pieces_in(hex_)


def free_hex(page: SetupPage, *, of: Hex) -> Hex:
    assert page.top is not None
    around = page.top.battle.battlefield.grid.neighbours[of]
    return next(hex_ for hex_ in around if not page.top.pieces_in(hex_))


def mouse(board: SetBoard, kind: QMouseEvent.Type, at: QPointF) -> None:
    held = LEFT if kind != QMouseEvent.Type.MouseButtonRelease else Qt.MouseButton.NoButton
    there = board.viewport().mapToGlobal(at)
    event = QMouseEvent(kind, at, there, LEFT, held, NONE)
    QApplication.sendEvent(board.viewport(), event)


def drag(board: SetBoard, start: QPointF, end: QPointF) -> None:
    mouse(board, QMouseEvent.Type.MouseButtonPress, start)
    for share in (0.2, 0.5, 1.0):
        mouse(board, QMouseEvent.Type.MouseMove, start + (end - start) * share)
    mouse(board, QMouseEvent.Type.MouseButtonRelease, end)


def test_a_drag_from_hex_to_hex_moves_the_stack_in_one_step(page: SetupPage) -> None:
    hex_, pieces = crowd(page)
    goal, board = free_hex(page, of=hex_), board_of(page)
    drag(board, spot(board, hex_), spot(board, goal))
    assert all(stands(page)[piece] == goal for piece in pieces)
    assert len(page.desk.document.done) == 1
    assert page.hexes == (goal,)
    page.desk.document.undo()
    assert all(stands(page)[piece] == hex_ for piece in pieces)
    assert board.board.state is not None
    assert {p for p in pieces if p in board.board.state.units} <= set(
        board.board.state.units_in(hex_)
    )


def test_a_chosen_counter_is_dragged_alone(opened: Open) -> None:
    page = opened("brienne")
    assert page.top is not None
    hexes = list(page.top.hexes.values())
    hex_ = next(one for one in hexes if hexes.count(one) > 1)
    first, *rest = page.top.pieces_in(hex_)
    goal, board = free_hex(page, of=hex_), board_of(page)
    page.look_at((hex_,), (first,))
    drag(board, spot(board, hex_), spot(board, goal))
    assert stands(page)[first] == goal
    assert all(stands(page)[piece] == hex_ for piece in rest)


def test_a_counter_of_the_fan_is_dragged_alone(opened: Open) -> None:
    page = opened("brienne")
    assert page.top is not None
    hexes = list(page.top.hexes.values())
    hex_ = next(one for one in hexes if hexes.count(one) > 1)
    goal, board = free_hex(page, of=hex_), board_of(page)
    page.look_at((hex_,))
    board.centre_on([hex_])
    board.board.fans.open(hex_)
    fans, middle = board.board.fans, spot(board, hex_)
    places = [middle + QPointF(x, y) for x in range(-260, 260, 6) for y in range(-160, 160, 6)]
    at, piece = next((p, one) for p in places if (one := fans.at(board.camera.to_scene(p))))
    drag(board, at, spot(board, goal))
    assert stands(page)[piece] == goal
    assert all(stands(page)[one] == hex_ for one in page.top.pieces_in(hex_))
    assert len(page.desk.document.done) == 1


def test_pieces_of_the_tray_fall_on_a_hex(page: SetupPage) -> None:
    hex_, pieces = crowd(page)
    page.take_off(pieces)
    assert not set(pieces) & set(stands(page))
    shown = {row.key for row in page.tray.model_.rows}
    assert set(pieces) <= shown
    board, goal = board_of(page), free_hex(page, of=hex_)
    data = mime_of(pieces)
    at = spot(board, goal).toPoint()
    QApplication.sendEvent(
        board.viewport(), QDragEnterEvent(at, Qt.DropAction.MoveAction, data, LEFT, NONE)
    )
    move = QDragMoveEvent(at, Qt.DropAction.MoveAction, data, LEFT, NONE)
    QApplication.sendEvent(board.viewport(), move)
    assert move.isAccepted()
    drop = QDropEvent(QPointF(at), Qt.DropAction.MoveAction, data, LEFT, NONE)
    QApplication.sendEvent(board.viewport(), drop)
    assert all(stands(page)[piece] == goal for piece in pieces)
    assert len(page.desk.document.done) == 2


def test_the_heading_of_a_formation_stands_for_all_below_it(page: SetupPage) -> None:
    assert page.top is not None
    pieces = list(page.top.hexes)
    page.take_off(pieces)
    heading = next(row for row in page.tray.model_.rows if row.formation and not row.is_piece)
    page.tray.setCurrentIndex(page.tray.model_.index_of(heading.key))
    page.tray.selectionModel().select(
        page.tray.currentIndex(), page.tray.selectionModel().SelectionFlag.ClearAndSelect
    )
    assert page.tray.chosen == heading.pieces
    page.place(page.tray.chosen, Hex("0505"))
    assert {piece for piece, hex_ in stands(page).items() if hex_ == "0505"} == set(heading.pieces)


def test_counters_are_taken_in_hand_and_put_down_by_keys(page: SetupPage) -> None:
    hex_, pieces = crowd(page)
    goal, board = free_hex(page, of=hex_), board_of(page)
    page.look_at((hex_,))
    QTest.keyClick(page.stack, Qt.Key.Key_Return)
    assert page.hand == tuple(pieces)
    board.cursor_.put(goal)
    board.board.pile.cursor.show_data(goal)
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert all(stands(page)[piece] == goal for piece in pieces)
    assert not page.hand
    QTest.keyClick(page.stack, Qt.Key.Key_Delete)
    assert not set(pieces) & set(stands(page))


def test_a_click_puts_down_what_is_in_hand_and_esc_lays_it_back(page: SetupPage) -> None:
    hex_, pieces = crowd(page)
    goal, board = free_hex(page, of=hex_), board_of(page)
    page.take_in_hand(pieces)
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not page.hand
    page.take_in_hand(pieces)
    drag(board, spot(board, goal), spot(board, goal))
    assert stands(page)[pieces[0]] == goal


def test_counters_dragged_out_over_the_lists_leave_the_map(page: SetupPage) -> None:
    hex_, pieces = crowd(page)
    board = board_of(page)
    lists = page.tray.mapToGlobal(QPoint(40, 60))
    outside = QPointF(board.viewport().mapFromGlobal(lists))
    assert outside.x() < 0
    drag(board, spot(board, hex_), outside)
    assert not set(pieces) & set(stands(page))


def test_a_drop_on_the_tray_takes_off(page: SetupPage) -> None:
    _, pieces = crowd(page)
    data = mime_of(pieces)  # the event keeps no hold of it
    drop = QDropEvent(QPointF(5, 5), Qt.DropAction.MoveAction, data, LEFT, NONE)
    page.tray.dropEvent(drop)
    assert not set(pieces) & set(stands(page))


def test_a_foreign_or_endless_drag_is_nothing() -> None:
    data = mime_of(["x" * MOST_DRAGGED, "y"])
    assert pieces_of(data) == ()
    assert pieces_of(mime_of(["A-1", "A-2"])) == ("A-1", "A-2")


def test_the_search_finds_counters_and_formations(opened: Open) -> None:
    page = opened("brienne")
    whole = len(page.tray.model_.rows)
    page.search.setText("nansouty")
    rows = page.tray.model_.rows
    assert [row.title for row in rows if row.is_piece] == ["Nansouty"]
    assert [row.title for row in rows if not row.is_piece] == ["French", "Guard Cavalry Corps"]
    page.search.clear()
    assert len(page.tray.model_.rows) == whole
    page.only.setChecked(True)
    assert not page.tray.model_.rows
    _, pieces = crowd(page)
    page.take_off(pieces)
    assert [row.key for row in page.tray.model_.rows if row.is_piece] == pieces


def test_who_comes_later_is_pale_and_says_when(opened: Open) -> None:
    page = opened("brienne")
    rows = {row.key: row for row in page.tray.model_.rows}
    assert rows["FR-GC-01"].is_pale
    assert rows["FR-GC-01"].note == "turn 1"


def test_the_menu_of_a_hex_switches_what_the_game_has(opened: Open) -> None:
    page = opened("brienne")
    assert page.top is not None
    two = next(u for u in page.top.hexes if u in page.top.battle.units and _steps(page, u) > 1)
    hex_ = page.top.hexes[two]
    page.look_at((hex_,), (two,))
    reduce = next(t for t in page.toggles(hex_) if t.group == "Starts reduced")
    assert not reduce.is_on
    page.switch(reduce)
    assert page.desk.draft.scenario["reduced"] == [two]
    assert [unit.id for unit in page.top.state.on_map() if unit.reduced] == [two]
    back = next(t for t in page.toggles(hex_) if t.group == "Starts reduced")
    assert back.is_on
    page.switch(back)
    assert "reduced" not in page.desk.draft.scenario
    groups = {toggle.group for toggle in page.toggles(hex_)}
    assert {"Improved position", "Exhausted by forced marches"} <= groups


def _steps(page: SetupPage, unit: str) -> int:
    assert page.top is not None
    return next(card.steps for id_, card in page.top.battle.units.items() if id_ == unit)


def test_spans_are_damaged_and_hexes_held(opened: Open) -> None:
    page = opened("brienne")
    assert page.top is not None
    side = next(iter(page.top.battle.battlefield.span_at))
    damaged = next(t for t in page.toggles(side[0]) if t.group == "Damaged at the start")
    page.switch(damaged)
    assert page.desk.draft.scenario["damaged_spans"] == ["-".join(side)]
    assert board_of(page).board.state is not None
    assert side in page.top.state.spans.damaged
    held = [t for t in page.toggles(Hex("0812")) if t.group == "Held at the start by"]
    assert [toggle.is_on for toggle in held] == [False, True]
    page.switch(held[0])
    assert {"hex": "0812", "side": "french"} in page.desk.draft.scenario["control"]
    assert page.menu(Hex("0812")).actions()


def test_a_problem_leads_to_its_counter(opened: Open) -> None:
    page = opened("brienne")
    assert page.holds("scenario", ("setup", 1, "leaders", 0))
    assert page.holds("scenario", ("damaged_spans", 0))
    assert page.go_to("scenario", ("setup", 1, "leaders", 0))
    assert page.hexes == ("0210",)
    assert page.stack.chosen == ("CO-11-L",)
    assert page.go_to("scenario", ("setup", 900))
    assert not page.go_to("forces", ("formations", 0))


def test_another_ground_is_seen_as_the_map_was_seen(page: SetupPage) -> None:
    first = board_of(page)
    first.camera.zoom_to(3.0)
    first.camera.centre_on(QPointF(300, 260))
    terrain = ["." * len(line) for line in page.desk.draft.map["terrain"]]
    page.desk.do_map("Clear", page.desk.draft.map | {"terrain": terrain})
    assert board_of(page) is first
    assert not first.board.battlefield.terrain
    assert (first.camera.zoom, first.camera.centre) == (3.0, QPointF(300, 260))


def test_another_sheet_is_seen_from_where_the_one_before_was(page: SetupPage) -> None:
    first = board_of(page)
    first.camera.zoom_to(3.0)
    first.camera.centre_on(QPointF(300, 260))
    wider = resized(page.desk.draft.map, Grid(40, 40))
    page.desk.do_map("Widen", wider)
    QApplication.processEvents()
    board = board_of(page)
    assert board is not first
    assert board.board.battlefield.grid.columns == 40
    assert board.camera.zoom == 3.0
    assert (board.camera.centre - QPointF(300, 260)).manhattanLength() < 1
    page.desk.open(Document(page.desk.draft), Files())
    assert board_of(page).camera.zoom < 3.0


def test_a_broken_draft_is_shown_as_far_as_it_can_be_read(page: SetupPage) -> None:
    draft = page.desk.draft
    setup = [{"hex": "9999", "units": ["X"]}, 3, *draft.scenario["setup"]]
    broken = Draft(
        draft.map | {"grid": 3},
        draft.forces | {"formations": [5, *draft.forces["formations"]]},
        draft.scenario | {"setup": setup, "turns": "x", "weather": None},
    )
    page.desk.do("Break", broken)
    assert page.top is not None
    assert page.top.hexes
    page.desk.do("Nothing", Draft())
    assert not page.tray.model_.rows


def test_a_press_on_one_of_those_that_are_chosen_for_the_user_takes_it_alone(
    page: SetupPage,
) -> None:
    assert page.top is not None
    hexes = list(page.top.hexes.values())
    hex_ = next(one for one in hexes if hexes.count(one) > 1)
    page.look_at((hex_,))
    assert set(page.stack.chosen) == set(page.top.pieces_in(hex_))
    at = page.stack.visualRect(page.stack.model_.index(1)).center()
    QTest.mousePress(page.stack.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert page.stack.chosen == page.stack.model_.rows[1].pieces
    QTest.mouseRelease(page.stack.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_a_new_battle_has_counters_made_first(page: SetupPage) -> None:
    assert page.tray.nothing.startswith("Every counter")
    page.desk.open(Document(new_battle(page.desk.kit)), Files())
    assert page.tray.nothing.startswith("First make counters")


def test_a_drag_that_would_leave_the_map_is_told(page: SetupPage) -> None:
    assert page.top is not None
    told: list[str] = []
    page.desk.told.connect(told.append)
    hexes = tuple(dict.fromkeys(page.top.hexes.values()))
    page.look_at(hexes)
    corner = page.top.battle.battlefield.grid.hexes[0]
    page._drop((hexes[-1], corner))
    assert told == ["Some of the chosen counters would leave the map."]
    assert not page.desk.document.done


def test_faces_follow_another_look(page: SetupPage) -> None:
    page.set_look(look(2.0))
    assert page.tray.look.scale == 2.0
