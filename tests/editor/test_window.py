"""The editor's window by mouse and keyboard: what is painted, taken back, saved and found again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexwar.app.games import kit_named, on_maps, sections
from hexwar.editor.services import EditorServices
from hexwar.editor.sheet import letter_at, level_at
from hexwar.editor.tools.ground import TerrainTool
from hexwar.editor.window import EditorWindow
from hexwar.hexes import Hex, Layout
from hexwar.resources import scenarios
from hexwar.scenario.writing import to_text
from hexwar.widgets import theme as themes
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.mapart.tiles import TileWorker
from hexwar.widgets.panels.look import Look
from tests.editor.desks import look
from tests.editor.scans import image_of, speckled

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
CTRL = Qt.KeyboardModifier.ControlModifier


class Store:
    """Keeps nothing."""

    def layout_of(self, window: str) -> tuple[bytes, bytes]:
        return b"", b""

    def keep_layout_of(self, window: str, geometry: bytes, docks: bytes) -> None:
        """It is let be."""


Maker = Callable[[], EditorWindow]


@pytest.fixture
def make(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Maker]:
    """Makes windows of one user; nobody paints their maps."""
    for name in ("want", "want_soon", "want_later"):
        monkeypatch.setattr(TileWorker, name, lambda worker, task: None)
    made: list[EditorWindow] = []

    def window() -> EditorWindow:
        services = EditorServices(
            kits={name: kit_named(name) for name in on_maps()},
            sections=sections(),
            look=look(),
            store=Store(),
            state=tmp_path / "state",
            library=tmp_path / "library",
            cache=None,
            play=lambda *_: None,
            simulate=lambda _: (),
        )
        one = EditorWindow(services)
        qtbot.addWidget(one)
        one.resize(1366, 768)
        one.show()
        made.append(one)
        return one

    yield window
    for one in made:
        leave(one)


def leave(window: EditorWindow) -> None:
    """Close it whatever is not saved."""
    window._may_close = True
    window.close()


@pytest.fixture
def window(make: Maker) -> EditorWindow:
    """A window with a new battle."""
    made = make()
    made.begin()
    return made


def test_a_battle_of_any_game_is_begun_from_the_menu(window: EditorWindow) -> None:
    assert window.desk.kit.id == "nlc"
    window.actions_["new-tlnb"].trigger()
    assert window.desk.kit.id == "tlnb"
    assert window.desk.draft.scenario["system"] == "tlnb"
    assert "tlnb" in window.tabs.pages
    window.actions_["new"].trigger()
    assert window.desk.kit.id == "nlc"


def spot(window: EditorWindow, hex_: str) -> QPoint:
    """Where a hex is on the board."""
    board = window.tabs.map.board
    assert board is not None
    return board.box_of(Hex(hex_)).center().toPoint()


def drag(qtbot: QtBot, window: EditorWindow, *hexes: str, keys: Any = None) -> None:
    """Drag with the left button over hexes of the map."""
    board = window.tabs.map.board
    assert board is not None
    view, held = board.viewport(), keys or Qt.KeyboardModifier.NoModifier
    QTest.mousePress(view, LEFT, held, spot(window, hexes[0]))
    for hex_ in hexes[1:]:
        QTest.mouseMove(view, spot(window, hex_))
        move = [one for one in (hex_,) if one]
        assert move
        board_move(board, spot(window, hex_), held)
    QTest.mouseRelease(view, LEFT, held, spot(window, hexes[-1]))


def board_move(board: Any, point: QPoint, held: Qt.KeyboardModifier) -> None:
    """A move with the left button down, which the offscreen screen does not make by itself."""
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    where = QPointF(board.viewport().mapToGlobal(point))
    kind = QEvent.Type.MouseMove
    event = QMouseEvent(kind, QPointF(point), where, Qt.MouseButton.NoButton, LEFT, held)
    QApplication.sendEvent(board.viewport(), event)


def woods(window: EditorWindow) -> set[str]:
    map_ = window.desk.draft.map
    return {str(h) for h in window.desk.grid.hexes if letter_at(map_, h) == "w"}


def action(window: EditorWindow, id_: str) -> QAction:
    return window.actions_[id_]


def test_a_new_battle_is_a_clear_sheet_that_is_painted_at_once(
    qtbot: QtBot, window: EditorWindow
) -> None:
    assert (window.desk.grid.columns, window.desk.grid.rows) == (24, 18)
    drag(qtbot, window, "0505", "0508")
    assert woods(window) == {"0505", "0506", "0507", "0508"}
    assert window.windowTitle().startswith("*New battle")
    assert action(window, "undo").text() == "&Undo: Terrain"
    action(window, "undo").trigger()
    assert woods(window) == set()
    assert not window.windowTitle().startswith("*")
    action(window, "redo").trigger()
    assert len(woods(window)) == 4


def test_keys_take_tools_to_hand_and_the_right_button_takes_terrain(
    qtbot: QtBot, window: EditorWindow
) -> None:
    page = window.tabs.map
    assert page.board is not None
    drag(qtbot, window, "0505")
    QTest.keyClick(page.board, Qt.Key.Key_L)
    assert page.tool.id == "levels"
    drag(qtbot, window, "0707")
    assert level_at(window.desk.draft.map, Hex("0707")) == 1
    QTest.keyClick(page.board, Qt.Key.Key_B)
    page.tool.set("letter", "m")
    assert page.board is not None
    QTest.mousePress(page.board.viewport(), RIGHT, pos=spot(window, "0505"))
    assert isinstance(page.tool, TerrainTool)
    assert page.tool.letter == "w"
    QTest.keyClick(page.board, Qt.Key.Key_BracketRight)
    drag(qtbot, window, "1010")
    assert len(woods(window)) == 8


def test_a_locked_layer_bars_its_tools(window: EditorWindow) -> None:
    page = window.tabs.map
    page.layers._locked["cover"].setChecked(True)
    assert not page.buttons["terrain"].isEnabled()
    assert page.tool.id == "select"
    page.use("terrain")
    assert page.tool.id == "select"


def test_by_keyboard_alone_a_hex_is_painted(qtbot: QtBot, window: EditorWindow) -> None:
    board = window.tabs.map.board
    assert board is not None
    QTest.keyClick(board, Qt.Key.Key_Right)
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert len(woods(window)) == 1


def test_the_sheet_is_made_smaller_once_its_loss_is_told(
    qtbot: QtBot, window: EditorWindow
) -> None:
    page = window.tabs.map
    page.use("place")
    drag(qtbot, window, "2418")
    sheet = page.sheet
    sheet.columns.setValue(20)
    assert sheet.loss.text() == "This cuts off: 1 places."
    sheet.apply.click()
    assert window.desk.grid.columns == 20
    assert page.board is not None
    assert page.board.board.sheet.grid.columns == 20
    assert "places" not in window.desk.draft.map
    window.undo()
    assert window.desk.grid.columns == 24
    assert len(window.desk.draft.map["places"]) == 1


def test_a_new_place_asks_for_its_name_at_once(qtbot: QtBot, window: EditorWindow) -> None:
    page = window.tabs.map
    page.use("place")
    drag(qtbot, window, "0505")
    line = page.choices._parts["name"]
    qtbot.waitUntil(lambda: line.hasFocus() or not window.isActiveWindow())
    QTest.keyClicks(line, "Linthes")
    assert window.desk.draft.map["places"][0]["name"] == "Linthes"


def test_what_is_saved_is_found_again_with_its_steps_and_its_place(
    qtbot: QtBot, make: Maker, tmp_path: Path
) -> None:
    first = make()
    first.begin()
    drag(qtbot, first, "0505", "0506")
    assert first.save_as(tmp_path / "my-battle")
    assert first.desk.draft.scenario["id"] == "my-battle"
    text = (tmp_path / "my-battle" / "map.json").read_text("utf-8")
    assert text == to_text(first.desk.draft.map)
    first.tabs.map.use("road")
    leave(first)
    second = make()
    second.restore()
    assert woods(second) == {"0505", "0506"}
    qtbot.waitUntil(lambda: second.tabs.map.tool.id == "road")
    second.undo()
    second.undo()
    assert woods(second) == set()


def test_after_a_crash_the_draft_is_offered_over_a_sheet_that_can_be_worked_on(
    qtbot: QtBot, make: Maker
) -> None:
    first = make()
    first.begin()
    drag(qtbot, first, "0505", "0506")
    first.keeper.keep_now()
    qtbot.waitUntil(lambda: first.keeper._place is not None)
    first.keeper._release()  # as if its process had died
    first.keeper._is_closed = True
    second = make()
    second.restore()
    assert not second.keeper.banner.isHidden()
    drag(qtbot, second, "0909")
    assert woods(second) == {"0909"}
    second.undo()
    second.keeper.banner.buttons[0].click()
    assert woods(second) == {"0505", "0506"}


def test_to_leave_what_is_not_saved_is_asked_and_stays_possible(
    qtbot: QtBot, window: EditorWindow
) -> None:
    drag(qtbot, window, "0505")
    window.close()
    assert window.isVisible()
    banner = window.keeper.banner
    assert banner.line.text() == "The battle has changes that are not saved."
    banner.buttons[2].click()
    assert window.isVisible()
    window.close()
    banner.buttons[1].click()
    assert not window.isVisible()


def test_a_file_that_is_none_is_told_and_nothing_is_lost(
    qtbot: QtBot, window: EditorWindow, tmp_path: Path
) -> None:
    drag(qtbot, window, "0505")
    (tmp_path / "scenario.json").write_text("[1, 2", "utf-8")
    assert not window.open(tmp_path / "scenario.json")
    assert not window.keeper.banner.isHidden()
    assert woods(window) == {"0505"}


def test_a_shipped_battle_is_opened_and_never_written_over(window: EditorWindow) -> None:
    assert window.open(scenarios() / "brienne")
    window.desk.put("name", "scenario", {"name": "Mine"})
    assert not window.save()
    text = (scenarios() / "brienne" / "scenario.json").read_text("utf-8")
    assert '"name": "Brienne"' in text


def test_problems_are_counted_and_lead_to_their_place(qtbot: QtBot, window: EditorWindow) -> None:
    window.open(scenarios() / "brienne")
    map_ = window.desk.draft.map
    places = [{**map_["places"][0], "hex": "9999"}, *map_["places"][1:]]
    window.desk.do_map("break it", {**map_, "places": places})
    qtbot.waitUntil(lambda: "1 error" in window.problem_button.text(), timeout=8000)
    (problem,) = [one for one in window.watcher.problems if one.is_error][:1]
    window.tabs.setCurrentWidget(window.tabs.pages["briefing"])
    window.desk.asked.emit(problem.part, problem.path)
    assert window.tabs.currentWidget() in (window.tabs.map, window.tabs.pages["lists"])


def test_a_form_picks_its_hex_on_the_map(qtbot: QtBot, window: EditorWindow) -> None:
    window.tabs.setCurrentWidget(window.tabs.pages["victory"])
    found: list[str] = []
    window.tabs.pick(found.append)
    assert window.tabs.currentWidget() is window.tabs.map
    drag(qtbot, window, "0707")
    assert found == ["0707"]
    assert window.tabs.currentWidget() is window.tabs.pages["victory"]
    assert window.tabs.map.tool.id == "terrain"


def test_every_page_shows_a_new_battle_and_a_shipped_one(
    qtbot: QtBot, window: EditorWindow
) -> None:
    for folder in ("", "brienne"):
        if folder:
            window.open(scenarios() / folder)
        for page in window.tabs.pages.values():
            window.tabs.setCurrentWidget(page)
            qtbot.wait(1)
        assert not window.desk.document.done


def test_tools_work_on_after_another_sheet_is_laid_out(qtbot: QtBot, window: EditorWindow) -> None:
    tool = window.tabs.map.tool
    for _ in range(2):
        window.begin()
    assert len([watcher for watcher in tool.watchers if "Board" in repr(watcher)]) == 1
    drag(qtbot, window, "0505", "0506")
    assert woods(window) == {"0505", "0506"}


def test_cut_and_paste_carry_a_piece_of_the_map(qtbot: QtBot, window: EditorWindow) -> None:
    drag(qtbot, window, "0505")
    window.desk.select([Hex("0505")])
    action(window, "copy").trigger()
    action(window, "paste").trigger()
    drag(qtbot, window, "0909")
    assert woods(window) == {"0505", "0909"}


def test_hexes_are_met_where_they_are_drawn_at_every_zoom(window: EditorWindow) -> None:
    board = window.tabs.map.board
    assert board is not None
    layout = Layout(window.desk.grid)
    for zoom in (0.6, 1.0, 1.7, 3.0):
        board.camera.zoom_to(zoom)
        board.camera.centre_on(board.board.sceneRect().center())
        for hex_ in window.desk.grid.hexes:
            point = board.box_of(hex_).center()
            if board.viewport().rect().contains(point.toPoint()):
                found = board.spot(point, Qt.KeyboardModifier.NoModifier)
                assert found.hex == hex_
                assert layout.hex_at(found.x, found.y) == hex_


def test_pins_of_the_picture_are_steps_among_the_others(
    qtbot: QtBot, window: EditorWindow, tmp_path: Path
) -> None:
    image_of(speckled(300, 330)).save(str(tmp_path / "photo.png"))
    scan, document = window.scan, window.desk.document
    scan.load(tmp_path / "photo.png")
    qtbot.waitUntil(lambda: not scan.is_loading)
    assert not document.done, "a picture is none of the map"
    layout = Layout(window.desk.grid)

    def pin(hex_: str) -> None:
        x, y = layout.centre(Hex(hex_))
        assert scan.click(QPointF(x + len(document.done), y), None)

    seen = [(scan.awaited, scan._marks(), woods(window))]
    while scan.awaited is not None:
        pin(scan.awaited)
        seen.append((scan.awaited, scan._marks(), woods(window)))
    scan.set_mode("")
    drag(qtbot, window, "0505")
    seen.append((None, scan._marks(), woods(window)))
    scan.aim(Hex("0606"))
    pin("0606")
    seen.append((None, scan._marks(), woods(window)))
    assert [len(marks) for _, marks, _ in seen] == [0, 1, 2, 3, 4, 4, 5]
    assert "0606" in action(window, "undo").text()
    for _ in range(2):
        for wanted in seen[-2::-1]:
            action(window, "undo").trigger()
            assert (scan.awaited, scan._marks(), woods(window)) == wanted
        assert not action(window, "undo").isEnabled()
        for wanted in seen[1:]:
            action(window, "redo").trigger()
            assert (scan.awaited, scan._marks(), woods(window)) == wanted
    scan.remove_pin(Hex("0606"))
    scan.ask_corners()
    assert not scan.beneath.pins
    for _ in range(2):
        action(window, "undo").trigger()
    assert (None, scan._marks(), woods(window)) == seen[-1]
    scan.remove()
    assert [step.words for step in document.done] == ["Terrain"]
    assert not document.undone


def test_another_look_leaves_all_where_it_is(window: EditorWindow) -> None:
    window.open(scenarios() / "first-steps")
    window.desk.put("Call it", "scenario", {"name": "Mine"})
    window.tabs.map.use("road")
    window.tabs.show_page("lists")
    former, dark = window.tabs.map, themes.theme("dark")
    window.set_look(Look(dark, CounterArt(CounterStyle.NATO, dark), 1.5))

    assert window.tabs.map is not former
    assert (window.tabs.key, window.tabs.map.tool.id) == ("lists", "road")
    assert window.desk.draft.scenario["name"] == "Mine"
    worn = [*window.tabs.pages.values(), window.keeper.banner, window.problems, window.picture]
    assert {part.look for part in worn} == {window.desk.look}
    window.tabs.show_page("map")
    board = window.tabs.map.board
    assert board is not None
    assert board.board.theme is dark
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    window.desk.select([Hex("0101")])  # nobody of before hears of it
