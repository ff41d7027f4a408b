"""What keys do on a measured table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from hexwar.table.stands import Ghost, Grip, Handles, Marks, Ruling
from hexwar.tabletop.pose import Pose
from hexwar.tabletop.spots import pose_at
from hexwar.widgets.measured.view import MeasuredView
from tests.widgets.measured.test_pointer import told

Key = Qt.Key
Modifier = Qt.KeyboardModifier


def press(view: MeasuredView, key: Key, held: Modifier = Modifier.NoModifier) -> None:
    """A key goes down and up."""
    QTest.keyClick(view, key, held)


def test_arrows_move_the_cursor_by_a_cm_and_with_shift_by_a_mm(view: MeasuredView) -> None:
    spoken = told(view.spoken)
    view.describe = lambda spot: f"at {spot}"
    press(view, Key.Key_Up)  # it appears in the middle of what is seen
    start = view.cursor_.pose
    assert start is not None
    press(view, Key.Key_Right)
    press(view, Key.Key_Up, Modifier.ShiftModifier)
    assert view.cursor_.pose == Pose(start.x + 100, start.y + 10)
    assert spoken[-1] == (f"at {start.x + 100},{start.y + 10},0",)
    assert view.accessibleDescription() == spoken[-1][0]


def test_comma_and_full_stop_turn_the_cursor(view: MeasuredView) -> None:
    press(view, Key.Key_Up)
    press(view, Key.Key_Period)
    press(view, Key.Key_Period, Modifier.ShiftModifier)
    assert view.cursor_.pose is not None
    assert view.cursor_.pose.bearing == 60
    press(view, Key.Key_Comma)
    assert view.cursor_.pose.bearing == 10


def test_the_cursor_stays_on_the_cloth(view: MeasuredView) -> None:
    view.cursor_.put(Pose(50, 50))
    view.cursor_.is_shown = True
    press(view, Key.Key_Left)
    press(view, Key.Key_Down)
    assert view.cursor_.pose == Pose(0, 0)


def test_enter_clicks_where_the_cursor_is(view: MeasuredView) -> None:
    spots, pieces = told(view.spotClicked), told(view.pieceClicked)
    press(view, Key.Key_Return)
    assert not spots
    assert not pieces
    view.cursor_.put(Pose(1500, 2000, 450))
    press(view, Key.Key_Up)
    press(view, Key.Key_Return)
    assert pose_at(spots[0][0]) == Pose(1500, 2100, 450)  # with the cursor's bearing
    view.put_cursor("B")
    press(view, Key.Key_Return)
    assert pieces[0][0] == "B"


def test_tab_asks_for_the_next_piece(view: MeasuredView) -> None:
    heard = told(view.cycled)
    press(view, Key.Key_Tab)
    press(view, Key.Key_Backtab, Modifier.ShiftModifier)
    assert heard == [(1,), (-1,)]


def test_the_cursor_on_a_block_says_what_it_is(view: MeasuredView) -> None:
    spoken = told(view.spoken)
    view.describe_piece = lambda piece: f"this is {piece}"
    view.put_cursor("A")
    assert spoken == [("this is A",)]


def test_space_takes_a_block_up_and_keys_move_its_ghost(view: MeasuredView) -> None:
    spoken, drops = told(view.spoken), told(view.dropped)
    view.judge = lambda wish: Ruling(view.board.blocks["A"].moved(wish.pose), True, "3.0 of 4 cm")
    view.show_marks(Marks(handles=(Handles("A", frozenset(Grip)),)))
    view.put_cursor("A")
    press(view, Key.Key_Space)
    press(view, Key.Key_Up)
    press(view, Key.Key_Up, Modifier.ShiftModifier)
    assert view.board.drag_over.marks.ghosts[0].block.pose == Pose(3000, 1110)
    assert spoken[-1] == ("3.0 of 4 cm",)
    press(view, Key.Key_Return)
    ((wish, ruling),) = drops
    assert (wish.grip, wish.pose) == (Grip.BODY, Pose(3000, 1110))
    assert ruling.is_legal


def test_space_once_more_changes_the_grip(view: MeasuredView) -> None:
    drops = told(view.dropped)
    view.show_marks(Marks(handles=(Handles("A", frozenset({Grip.BODY, Grip.LEFT})),)))
    view.put_cursor("A")
    press(view, Key.Key_Space)
    press(view, Key.Key_Space)
    press(view, Key.Key_Period)
    press(view, Key.Key_Return)
    ((wish, _),) = drops
    assert (wish.grip, wish.turn) == (Grip.LEFT, 50)
    assert wish.pose == Pose(3000, 1000).about((32.5, 11.0), 50)


def test_escape_gives_up_what_is_held_and_then_the_ruler(view: MeasuredView) -> None:
    ends, drops = told(view.dragCancelled), told(view.dropped)
    view.show_marks(Marks(handles=(Handles("A"),)))
    view.draw_ruler((5.0, 5.0), (8.0, 9.0))
    view.put_cursor("A")
    press(view, Key.Key_Space)
    press(view, Key.Key_Escape)
    assert ends
    assert not drops
    assert view.ruler is not None
    press(view, Key.Key_Escape)
    assert view.ruler is None


def test_keys_zoom_and_pan(view: MeasuredView) -> None:
    press(view, Key.Key_1)
    assert view.camera.zoom == 1.0
    before = view.camera.centre.x()
    press(view, Key.Key_Right, Modifier.ControlModifier)
    assert view.camera.centre.x() > before
    press(view, Key.Key_0)
    assert view.camera.is_fitted


def test_m_fixes_a_ruler_that_follows_the_cursor(view: MeasuredView) -> None:
    spoken = told(view.spoken)
    view.put_cursor("A")
    press(view, Key.Key_M)
    for _ in range(4):
        press(view, Key.Key_Up)
    ruler = view.ruler
    assert ruler is not None
    assert (ruler.a, ruler.b) == ((30.0, 11.0), (30.0, 14.0))  # from the front edge
    assert spoken[-1] == ("3.0 cm",)
    press(view, Key.Key_M)
    press(view, Key.Key_Up)
    assert view.ruler == ruler
    press(view, Key.Key_Escape)
    assert view.ruler is None


def test_after_a_drop_enter_clicks_the_ghost(view: MeasuredView) -> None:
    spots = told(view.spotClicked)
    ghost = view.board.blocks["A"].moved(Pose(3000, 1090))
    view.judge = lambda wish: Ruling(view.board.blocks["A"].moved(wish.pose))
    view.dropped.connect(
        lambda _, ruling: view.show_marks(
            Marks(ghosts=(Ghost(ghost),), handles=(Handles("A", block=ruling.block),))
        )
    )
    view.show_marks(Marks(handles=(Handles("A"),)))
    view.put_cursor("A")
    press(view, Key.Key_Space)
    for _ in range(9):
        press(view, Key.Key_Up, Modifier.ShiftModifier)
    press(view, Key.Key_Return)
    press(view, Key.Key_Return)
    assert pose_at(spots[0][0]) == Pose(3000, 1090)  # which overlaps the block itself


def test_a_ghost_with_handles_is_dragged_instead(view: MeasuredView) -> None:
    drops = told(view.dropped)
    ghost = view.board.blocks["A"].moved(Pose(3000, 1500, 900))
    view.show_marks(Marks(ghosts=(Ghost(ghost),), handles=(Handles("A", block=ghost),)))
    view.put_cursor("A")
    press(view, Key.Key_Space)
    press(view, Key.Key_Right)
    press(view, Key.Key_Return)
    assert drops[0][0].pose == Pose(3100, 1500, 900)
