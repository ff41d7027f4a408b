"""What the mouse does on a measured table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip

from hexwar.table.stands import Grip, Handles, Marks, Ruler, Ruling, Wish
from hexwar.tabletop.pose import Pose
from hexwar.tabletop.spots import pose_at
from hexwar.widgets.measured.view import MeasuredView
from tests.widgets.measured.conftest import Mouse

Button = Qt.MouseButton

ALL = Handles("A", frozenset(Grip))


def told(signal: Any) -> list[tuple[Any, ...]]:
    """What a signal tells from now on."""
    heard: list[tuple[Any, ...]] = []
    signal.connect(lambda *args: heard.append(args))
    return heard


def near(pose: Pose | None, x: float, y: float) -> bool:
    """Whether a pose lies within 2 mm of a point in cm: a pixel is 1 mm."""
    assert pose is not None
    return abs(pose.point[0] - x) < 0.2 and abs(pose.point[1] - y) < 0.2


def test_a_click_tells_the_block_whose_base_it_meets(view: MeasuredView, mouse: Mouse) -> None:
    pieces, spots = told(view.pieceClicked), told(view.spotClicked)
    mouse.click((5.1, 20.2))
    mouse.click((32.3, 10.8))  # on the right stand of A
    mouse.click((1000 / 100 + 1.1, 10.0))  # inside the commander's round base
    mouse.click((10.0 + 1.1, 10.0 + 1.1))  # its corner, were it square
    assert [piece for piece, *_ in pieces] == ["A", "C"]
    assert near(pose_at(spots[0][0]), 5.1, 20.2)
    assert len(spots) == 2


def test_a_right_click_asks_for_a_menu(view: MeasuredView, mouse: Mouse) -> None:
    menus, pieces = told(view.contextRequested), told(view.pieceClicked)
    mouse.click((20.0, 10.0), Button.RightButton)
    assert pieces[0][0] == menus[0][1] == "B"
    assert pieces[0][3] is Button.RightButton


def test_off_the_cloth_nothing_is_clicked(view: MeasuredView, mouse: Mouse) -> None:
    pieces, spots = told(view.pieceClicked), told(view.spotClicked)
    mouse.click((-0.7, 20.0))
    assert not pieces
    assert not spots


def test_what_is_under_the_pointer_is_told_once(view: MeasuredView, mouse: Mouse) -> None:
    heard = told(view.hovered)
    mouse.move((30.5, 10.5))
    mouse.move((30.5, 10.5))
    mouse.move((40.0, 20.0))
    assert [piece for _, piece in heard] == ["A", ""]


def test_without_handles_a_drag_pans(view: MeasuredView, mouse: Mouse) -> None:
    drops = told(view.dropped)
    view.camera.zoom_to(1.0)
    before = view.camera.centre
    mouse.drag((30.0, 10.5), (30.0, 15.5))
    assert not drops
    assert view.camera.centre.y() > before.y()


def test_a_body_is_moved_and_keeps_its_bearing(view: MeasuredView, mouse: Mouse) -> None:
    wishes: list[Wish] = []

    def judge(wish: Wish) -> Ruling:
        wishes.append(wish)
        pose = Pose(wish.pose.x, min(wish.pose.y, 1400), wish.pose.bearing)
        block = view.board.blocks["A"].moved(pose)
        return Ruling(block, pose == wish.pose, "4.0 of 4 cm", "2.0 cm too far")

    view.judge = judge
    view.show_marks(Marks(selected=frozenset("A"), handles=(ALL,)))
    drops, drags = told(view.dropped), told(view.dragged)
    mouse.drag((31.0, 10.5), (31.0, 16.5))
    ((wish, ruling),) = drops
    assert drags
    assert (wish.piece, wish.grip) == ("A", Grip.BODY)
    assert near(wish.pose, 30.0, 16.0)
    assert wish.pose.bearing == 0
    assert ruling.block is not None
    assert ruling.block.pose.y == 1400
    assert not view.board.drag_over.marks.ghosts  # gone when it was let go


def test_a_drag_shows_where_it_may_stand_and_why_not_farther(
    view: MeasuredView, mouse: Mouse
) -> None:
    stop = Pose(3000, 1400)
    view.judge = lambda _: Ruling(view.board.blocks["A"].moved(stop), False, "", "too far")
    view.show_marks(Marks(handles=(ALL,)))
    mouse.press((31.0, 10.5))
    mouse.move((31.0, 14.0))
    mouse.move((31.0, 17.0))
    QApplication.processEvents()
    marks = view.board.drag_over.marks
    assert [ghost.is_pale for ghost in marks.ghosts] == [True, False]
    assert marks.ghosts[1].block.pose == stop
    assert [note.text for note in marks.notes] == ["too far"]
    mouse.release((31.0, 17.0))


@pytest.mark.parametrize(
    ("grip", "start", "end", "turn", "pose"),
    [
        # the left corner goes back by a quarter: about the right one, to the left
        (Grip.LEFT, (27.5, 11.0), (32.5, 6.0), -900, (33.5, 8.5, 2700)),
        (Grip.RIGHT, (32.5, 11.0), (27.5, 6.0), 900, (26.5, 8.5, 900)),
    ],
)
def test_a_front_corner_wheels_about_the_other(
    view: MeasuredView,
    mouse: Mouse,
    grip: Grip,
    start: tuple[float, float],
    end: tuple[float, float],
    turn: int,
    pose: tuple[float, float, int],
) -> None:
    view.show_marks(Marks(handles=(ALL,)))
    drops = told(view.dropped)
    mouse.drag(start, end)
    ((wish, _),) = drops
    assert wish.grip is grip
    assert abs(wish.turn - turn) < 30
    assert near(wish.pose, pose[0], pose[1])


def test_the_knob_before_the_front_pivots(view: MeasuredView, mouse: Mouse) -> None:
    view.show_marks(Marks(handles=(ALL,)))
    drops = told(view.dropped)
    ahead = 11.0 + 26 / view.camera.zoom / 16
    mouse.drag((30.0, ahead), (34.0, 10.0))
    ((wish, _),) = drops
    assert wish.grip is Grip.TURN
    assert abs(wish.turn - 900) < 30
    assert wish.pose.point == (30.0, 10.0)


def test_a_diamond_at_the_flank_bends(view: MeasuredView, mouse: Mouse) -> None:
    view.show_marks(Marks(handles=(ALL,)))
    drops = told(view.dropped)
    mouse.drag((32.5, 10.0), (32.0, 8.0))
    ((wish, _),) = drops
    assert wish.grip is Grip.BEND_RIGHT
    assert abs(wish.turn - 450) < 40
    assert wish.pose == Pose(3000, 1000)


def test_a_right_click_gives_a_drag_up(view: MeasuredView, mouse: Mouse) -> None:
    view.show_marks(Marks(handles=(ALL,)))
    drops, ends = told(view.dropped), told(view.dragCancelled)
    mouse.press((31.0, 10.5))
    mouse.move((31.0, 14.0))
    mouse.press((31.0, 14.0), Button.RightButton)
    mouse.release((31.0, 14.0), Button.RightButton)
    mouse.release((31.0, 14.0))
    assert ends
    assert not drops


def test_a_ruler_goes_from_base_to_base_and_stays_until_a_click(
    view: MeasuredView, mouse: Mouse
) -> None:
    heard = told(view.rulerDrawn)
    mouse.drag((31.0, 10.5), (29.0, 30.5), Button.RightButton)
    ruler = view.ruler
    assert isinstance(ruler, Ruler)
    assert (ruler.a[1], ruler.b[1]) == (11.0, 29.0)  # front edge to front edge: 18 cm
    mouse.click((5.0, 40.0))
    assert view.ruler is None
    assert heard[-1] == (None,)


def test_a_ruler_from_the_bare_cloth_ends_at_a_base(view: MeasuredView, mouse: Mouse) -> None:
    view.set_measuring(on=True)
    mouse.drag((31.0, 20.0), (31.0, 10.0))
    ruler = view.ruler
    assert ruler is not None
    assert abs(ruler.a[1] - 20.0) < 0.2
    assert ruler.b[1] == 11.0


def test_the_wheel_zooms_at_the_pointer(view: MeasuredView) -> None:
    at = QPointF(200.0, 150.0)
    before, zoom = view.point_at(at), view.camera.zoom
    notch = QWheelEvent(
        at,
        QPointF(view.viewport().mapToGlobal(at.toPoint())),
        QPointF(0, 0).toPoint(),
        QPointF(0, 120).toPoint(),
        Button.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    view.wheelEvent(notch)
    after = view.point_at(at)
    assert view.camera.zoom > zoom
    assert abs(after[0] - before[0]) < 0.1
    assert abs(after[1] - before[1]) < 0.1


def test_blocks_are_put_in_the_middle(view: MeasuredView) -> None:
    view.camera.zoom_to(2.0)
    view.centre_on(["R"])
    middle = view.point_at(QPointF(view.viewport().rect().center()))
    assert abs(middle[0] - 30.0) < 0.2
    assert abs(middle[1] - 30.0) < 0.2


def test_a_tip_is_that_of_the_block(view: MeasuredView) -> None:
    asked: list[tuple[str, str]] = []

    def help_for(piece: str, spot: str) -> str:
        asked.append((piece, spot))
        return "rule:M6.1"

    view.help_for = help_for
    at = view.viewport().mapTo(view, view.to_view((30.5, 10.5)).toPoint())
    assert view.help_at(at) == "rule:M6.1"
    assert asked[0][0] == "A"


def test_what_differs_is_shown(view: MeasuredView) -> None:
    moved = replace(view.board.blocks["A"], strength="3").moved(Pose(3000, 1500))
    view.show_blocks([moved])
    assert len(view.board.blocks) == 1
    assert view.board.block_at((30.5, 15.5)) == moved
    assert view.board.block_at((20.0, 10.0)) is None


def test_a_tip_tells_of_block_and_spot(
    view: MeasuredView, mouse: Mouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _, text, *rest: shown.append(text))
    view.tooltip = lambda piece, spot: f"{piece} at {spot}" if piece else ""
    for point in ((30.5, 10.5), (5.0, 40.0)):
        at = view.to_view(point).toPoint()
        help_ = QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
        QApplication.sendEvent(view.viewport(), help_)
    assert len(shown) == 1
    assert shown[0].startswith("A at 30")
    mouse.move((5.0, 40.0))


def test_leaving_the_board_is_told(view: MeasuredView, mouse: Mouse) -> None:
    heard = told(view.hovered)
    mouse.move((30.5, 10.5))
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert heard[-1] == (None, "")


def test_two_fingers_pan_and_with_ctrl_they_zoom(view: MeasuredView) -> None:
    view.camera.zoom_to(1.5)
    before, at = view.camera.centre, QPointF(200.0, 150.0)

    def fingers(held: Qt.KeyboardModifier) -> None:
        event = QWheelEvent(
            at,
            QPointF(view.viewport().mapToGlobal(at.toPoint())),
            QPoint(0, -40),
            QPoint(0, -120),
            Button.NoButton,
            held,
            Qt.ScrollPhase.ScrollUpdate,
            False,
        )
        view.wheelEvent(event)

    fingers(Qt.KeyboardModifier.NoModifier)
    assert view.camera.centre.y() > before.y()
    assert view.camera.zoom == 1.5
    fingers(Qt.KeyboardModifier.ControlModifier)
    assert view.camera.zoom < 1.5


def test_what_is_far_is_brought_into_view(view: MeasuredView) -> None:
    view.camera.zoom_to(3.0)
    view.camera.centre_on(view.plane.to_scene((5.0, 40.0)))
    view.bring_one(["A", "B"])
    assert view.camera.seen().intersects(view.plane.box(view.board.blocks["A"]))
    view.show_spot("500,4000")
    assert view.camera.seen().contains(view.plane.to_scene((5.0, 40.0)))


@pytest.mark.parametrize("grip", [Grip.BODY, Grip.LEFT])
def test_the_pointer_says_what_it_can_drag(view: MeasuredView, mouse: Mouse, grip: Grip) -> None:
    view.show_marks(Marks(handles=(Handles("A", frozenset({grip})),)))
    mouse.move((31.0, 10.5) if grip is Grip.BODY else (27.5, 11.0))
    body = Qt.CursorShape.SizeAllCursor
    shape = view.viewport().cursor().shape()
    assert shape == (body if grip is Grip.BODY else Qt.CursorShape.PointingHandCursor)
    mouse.move((5.0, 40.0))
    assert view.viewport().cursor().shape() is Qt.CursorShape.ArrowCursor


def test_a_drag_that_loses_the_keyboard_ends(view: MeasuredView, mouse: Mouse) -> None:
    view.show_marks(Marks(handles=(ALL,)))
    ends = told(view.dragCancelled)
    mouse.press((31.0, 10.5))
    mouse.move((31.0, 14.0))
    view.hide()
    assert ends
