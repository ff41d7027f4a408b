"""The table as the player sees and handles it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QGestureEvent,
    QGraphicsView,
    QPinchGesture,
    QToolTip,
    QWidget,
)

from hexwar.messages import say
from hexwar.table.stands import (
    Block,
    Cloth,
    Ghost,
    Grip,
    Handles,
    Hue,
    Judge,
    Marks,
    Note,
    Place,
    Post,
    Ruler,
    Ruling,
    Wish,
    nearest_block,
)
from hexwar.tabletop.base import outlines, spot
from hexwar.tabletop.measure import shortest
from hexwar.tabletop.pose import Pose, Vector, half_up
from hexwar.tabletop.spots import pose_at, spot_of, spot_of_pose
from hexwar.widgets.board.camera import Camera, EdgeScroll
from hexwar.widgets.board.haste import Haste
from hexwar.widgets.measured.cursor import Cursor, step_of
from hexwar.widgets.measured.gestures import Gestures, Hold, Mode
from hexwar.widgets.measured.laid import KNOB, knobs
from hexwar.widgets.measured.plane import UNIT, Plane
from hexwar.widgets.measured.scene import TableScene
from hexwar.widgets.theme import Theme
from hexwar.widgets.words import rich, speak

Modifier = Qt.KeyboardModifier
Button = Qt.MouseButton

_NOTCH: Final = 120.0  # the angle of one notch of a wheel, in eighths of a degree
_NEAR: Final = 60.0  # how far from the edge of the view what is to be seen is brought, pixels
_SLIPS: Final = 150.0  # how far words of a drag reach beyond what they are about, pixels
_PAN: Final = 120  # pixels that Ctrl and an arrow key pan
_FRAME_MS: Final = 0  # a drag is judged when the mouse has been heard out

_PANS: Final = {
    Qt.Key.Key_Left: (-_PAN, 0),
    Qt.Key.Key_Right: (_PAN, 0),
    Qt.Key.Key_Up: (0, -_PAN),
    Qt.Key.Key_Down: (0, _PAN),
}
_ZOOMS: Final = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1}
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_HARMLESS: Final = Modifier.KeypadModifier | Modifier.ShiftModifier


def unruled(wish: Wish) -> Ruling:
    """The ruling while no game says anything: nothing moves."""
    return Ruling(is_legal=not wish.piece)


class MeasuredView(QGraphicsView):
    """Shows a measured table and tells what the player does on it; what it means is the owner's.

    Mouse: the wheel zooms at the pointer. A drag of the left button on the cloth, or of the middle
    one anywhere, pans. Of a block in `Marks.handles` it drags: its body moves it, the knobs at its
    front corners wheel it, the knob before its front turns it, diamonds at its flanks bend it;
    meanwhile `judge` is asked, the ghost stands where it may and the pointer has an outline and
    the reason; a right click or Esc gives up. A drag of the right button, or of the left one after
    `set_measuring`, draws a ruler from base to base; it stays until the next click or Esc. A click
    gives exactly one of `pieceClicked` and `spotClicked`.

    Keys: arrows and the keypad move the cursor by 1 cm (Shift: 1 mm), `,` and `.` turn it by 5
    degrees (Shift: 1). Tab and Shift+Tab ask for the next and last piece (`cycled`). Enter
    clicks where the cursor is. Space takes up the block at the cursor if it can be dragged; then
    the same keys move and turn its ghost, Space changes the grip, Enter lets go, Esc gives up.
    M fixes a ruler at the cursor, which follows it until M or Esc; while M is held the mouse draws
    one. Ctrl with arrows pans, `+` `-` `0` `1` zoom, Esc gives up.

    Spots are texts (`tabletop.spots`): a point for the mouse, a pose for the cursor, which has a
    bearing. `close_board` ends the thread that paints the cloth; closing the window calls it.
    """

    pieceClicked = Signal(str, str, Modifier, Button)
    """A block was clicked: its id, and the spot where."""

    spotClicked = Signal(str, Modifier, Button)
    """The bare cloth was clicked."""

    hovered = Signal(object, str)
    """The pointer or the cursor is elsewhere: the spot (None: off the cloth), and the id of the
    block there, or an empty text."""

    contextRequested = Signal(str, str, QPoint)
    """A context menu is asked for: the spot, the block there or an empty text, and where on the
    screen. A right click gives `pieceClicked` or `spotClicked` first."""

    dragged = Signal(object, object)
    """A block is dragged: the `Wish`, and the `Ruling` of `judge`."""

    dropped = Signal(object, object)
    """It was let go: the `Wish` and its `Ruling`. The ghost is gone: what stays of it is shown by
    the owner's marks."""

    dragCancelled = Signal()
    """It was let go where it was."""

    rulerDrawn = Signal(object)
    """A ruler is drawn: a `Ruler`; None: it was taken away."""

    cycled = Signal(int)
    """The next (1) or the last (-1) piece is asked for; the owner puts the cursor there
    (`put_cursor`)."""

    viewChanged = Signal()
    """What part of the table is in view has changed."""

    stateShown = Signal()
    """Other blocks, or another theme, are on show."""

    spoken = Signal(str)
    """What the cursor says."""

    def __init__(self, cloth: Cloth, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.board = TableScene(cloth, theme, parent=self)
        self.setScene(self.board)
        self.camera = Camera(self, self.board.sceneRect())
        self._haste = Haste(self)
        self.cursor_ = Cursor(self.plane)
        self.judge: Judge = unruled
        """Says what becomes of a drag."""
        self.describe: Callable[[str], str] = str
        """Says what is at a spot, for a screen reader and the status line."""
        self.describe_piece: Callable[[str], str] = str
        """Says what a block is, likewise."""
        self.help_for: Callable[[str, str], str] = lambda _piece, _spot: ""
        """The address of the help for a block, or where it is empty for a spot."""
        self.tooltip: Callable[[str, str], str] = lambda _piece, _spot: ""
        """The tip of a block (or an empty text) and a spot as rich text; empty for none."""
        self.ticks: tuple[float, ...] = ()
        """cm at which rulers are marked, such as ranges."""
        self._marks = Marks()
        self._wish: Wish | None = None  # not judged yet
        self._ruling: tuple[Wish, Ruling] | None = None  # judged last
        self._ruler: Ruler | None = None
        self._anchor: Vector | None = None  # where the ruler of the keyboard begins
        self._hovered: tuple[str | None, str] = (None, "")
        self._gestures = Gestures(self.plane, self.camera)
        self._edges = EdgeScroll(self.camera, self._gestures.move)
        self._later = QTimer(self, singleShot=True, interval=_FRAME_MS)
        self._later.timeout.connect(self._rule)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.viewport().grabGesture(Qt.GestureType.PinchGesture)
        self.setAccessibleName(say("Table"))
        self._paint_leather()
        self._connect()

    def _connect(self) -> None:
        self.camera.moved.connect(self.viewChanged)
        gestures = self._gestures
        gestures.clicked.connect(self._clicked)
        gestures.dragged.connect(self._want)
        gestures.dropped.connect(self._drop)
        gestures.cancelled.connect(self._cancel)
        gestures.measured.connect(self._measure)
        gestures.gripped.connect(self._grip)
        gestures.released.connect(self._release)

    @property
    def plane(self) -> Plane:
        """How cm lie on the scene."""
        return self.board.plane

    # -- what is shown

    def show_blocks(self, blocks: Collection[Block], posts: Sequence[Post] = ()) -> None:
        """Shows these blocks and flags, and no others; only what differs is painted."""
        self.board.show_blocks(blocks, posts)
        self.stateShown.emit()

    def show_marks(self, marks: Marks) -> None:
        """Lays this over the table, beside what a drag, a ruler and the cursor show."""
        self._marks = marks
        self.board.show_marks(marks)

    @property
    def ruler(self) -> Ruler | None:
        """The ruler that lies on the table."""
        return self._ruler

    def show_pieces(self, pieces: Collection[str]) -> None:
        """Brings blocks into view and rings them for a moment, as when a log line is clicked."""
        box = self._box(pieces)
        if not box.isNull():
            self.camera.reveal(box, _NEAR)
            self.board.emphasise(pieces)

    def show_spot(self, spot: str) -> None:
        """Brings a place into view."""
        pose = pose_at(spot)
        if pose is not None:
            at = self.plane.to_scene(pose.point)
            self.camera.reveal(QRectF(at - QPointF(UNIT, UNIT), at + QPointF(UNIT, UNIT)), _NEAR)

    def bring_one(self, pieces: Sequence[str]) -> None:
        """Brings blocks into view unless one of them is seen already; far apart, only the first."""
        boxes = [self._box([piece]) for piece in pieces if piece in self.board.blocks]
        self.camera.reveal_one(boxes, _NEAR)

    def centre_on(self, pieces: Collection[str]) -> None:
        """Brings blocks into the middle and rings them for a moment; zooms out if it must."""
        box = self._box(pieces)
        if not box.isNull():
            self.camera.centre_box(box)
            self.board.emphasise(pieces)

    def close_board(self) -> None:
        """Ends all that goes on by itself; to be called before the view is given up."""
        self._edges.stop()
        self._later.stop()
        self._haste.end()
        self.board.close()

    def set_measuring(self, *, on: bool) -> None:
        """Sets whether a drag of the left button draws a ruler instead of anything else."""
        self._gestures.measures = on
        if not on and self._gestures.mode is Mode.MEASURING:
            self._gestures.cancel()

    def set_theme(self, theme: Theme) -> None:
        """Draws in other colours from now on."""
        self.board.set_theme(theme)
        self._paint_leather()
        self.stateShown.emit()

    def _paint_leather(self) -> None:
        self.setBackgroundBrush(QColor(self.board.theme.window.leather).darker(130))

    def _box(self, pieces: Collection[str]) -> QRectF:
        box = QRectF()
        for piece in pieces:
            block = self.board.blocks.get(piece)
            box |= QRectF() if block is None else self.plane.box(block)
        return box

    # -- where things are

    def point_at(self, at: QPointF) -> Vector:
        """The point in cm under a point of the viewport."""
        return self.plane.to_table(self.camera.to_scene(at))

    def to_view(self, point: Vector) -> QPointF:
        """Where a point in cm is in the viewport."""
        return self.viewportTransform().map(self.plane.to_scene(point))

    def piece_at(self, at: QPointF) -> str:
        """The id of the block under a point of the viewport, or an empty text.

        A ghost lies over the blocks: what is under it is a bare spot.
        """
        return self._piece_at(self.point_at(at))

    def _piece_at(self, point: Vector) -> str:
        ghosts = [ghost.block for ghost in self._marks.ghosts if not ghost.is_pale]
        block = None if nearest_block(ghosts, point) else self.board.block_at(point)
        return "" if block is None else block.id

    def spot_at(self, at: QPointF) -> str | None:
        """The spot under a point of the viewport; None off the cloth."""
        point = self.point_at(at)
        return spot_of(point) if self.plane.holds(point) else None

    def help_at(self, point: QPoint) -> str:
        """The address of the help for what lies at a point of the widget."""
        at = QPointF(self.viewport().mapFrom(self, point))
        spot = self.spot_at(at)
        return "" if spot is None else self.help_for(self.piece_at(at), spot)

    def hold_at(self, at: QPointF) -> Hold | None:
        """What a drag from a point of the viewport would move: a knob before a body."""
        scene, point = self.camera.to_scene(at), self.point_at(at)
        zoom = self.camera.zoom
        held = [(h, block) for h in self._marks.handles if (block := self._held(h)) is not None]
        for handles, block in held:
            for grip, knob in knobs(self.plane, block, handles.grips, zoom).items():
                off = (knob - scene) * zoom
                if abs(off.x()) <= KNOB + 2 and abs(off.y()) <= KNOB + 2:
                    return Hold(block, grip, self.plane.to_table(knob))
        bodies = [block for handles, block in held if Grip.BODY in handles.grips]
        met = nearest_block(bodies, point)
        return None if met is None else Hold(met, Grip.BODY, point)

    def _handles(self, piece: str) -> Handles | None:
        return next((h for h in self._marks.handles if h.piece == piece), None)

    def _held(self, handles: Handles) -> Block | None:
        """What is dragged by handles: a ghost of the block, where there is one."""
        return handles.block or self.board.blocks.get(handles.piece)

    # -- told by the pointer

    def _clicked(self, at: QPointF, button: Button, modifiers: Modifier) -> None:
        self._edges.stop()
        self.clear_ruler()
        spot = self.spot_at(at)
        if spot is None:
            return
        piece = self.piece_at(at)
        self.cursor_.is_shown = False
        pose = pose_at(spot)
        block = self.board.blocks.get(piece)
        if pose is not None:
            self.cursor_.put(pose if block is None else block.pose, piece)
        self._lay()
        self._click(piece, spot, modifiers, button)
        if button is Button.RightButton:
            where = self.viewport().mapToGlobal(at.toPoint())
            self.contextRequested.emit(spot, piece, where)

    def _click(self, piece: str, spot: str, modifiers: Modifier, button: Button) -> None:
        if piece:
            self.pieceClicked.emit(piece, spot, modifiers, button)
        else:
            self.spotClicked.emit(spot, modifiers, button)

    def _grip(self) -> None:
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def _release(self) -> None:
        self.viewport().unsetCursor()

    # -- drags

    def _want(self, wish: Wish) -> None:
        self._wish = wish
        self._later.start()

    def _rule(self) -> Ruling | None:
        """Has the latest wish judged, and shows what becomes of it."""
        wish, self._wish = self._wish, None
        if wish is None:
            return None if self._ruling is None else self._ruling[1]
        ruling = self.judge(wish)
        self._ruling = wish, ruling
        self._lay()
        self.dragged.emit(wish, ruling)
        return ruling

    def _drop(self, wish: Wish) -> None:
        self._edges.stop()
        self._later.stop()
        self._wish = wish
        ruling = self._rule()
        self._ruling = None
        if ruling is not None and ruling.block is not None:  # Enter is to click the ghost
            self.cursor_.put(ruling.block.pose)
        self._lay()
        if ruling is not None:
            self.dropped.emit(wish, ruling)

    def _cancel(self) -> None:
        self._edges.stop()
        self._later.stop()
        self._wish = self._ruling = None
        self._lay()
        self.dragCancelled.emit()

    # -- the ruler

    def _measure(self, start: QPointF, end: QPointF) -> None:
        self.draw_ruler(self.point_at(start), self.plane.kept(self.point_at(end)))

    def draw_ruler(self, a: Vector, b: Vector) -> Ruler:
        """Lays the ruler from a point to another, from base to base where they lie on blocks."""
        start, end = self.board.block_at(a), self.board.block_at(b)
        if start is not None and end is not None and start.id != end.id:
            a, b = shortest(outlines(start.stands), outlines(end.stands))
        elif start is not None and end is None:
            a, b = shortest(outlines(start.stands), [spot(b)])
        elif end is not None and start is None:
            a, b = shortest([spot(a)], outlines(end.stands))
        self._ruler = Ruler(a, b, ticks=self.ticks)
        self._lay()
        self.rulerDrawn.emit(self._ruler)
        return self._ruler

    def _begin_ruler(self) -> bool:
        """Fixes the ruler at the cursor, to follow it; without a cursor the mouse draws it."""
        if not self.cursor_.is_shown or self.cursor_.pose is None:
            self.set_measuring(on=True)
        elif self._anchor is None:
            self._anchor = self.cursor_.pose.point
        else:
            self._anchor = None
        return True

    def clear_ruler(self) -> bool:
        """Takes the ruler away; whether there was one."""
        was_fixed, self._anchor = self._anchor is not None, None
        if self._ruler is None:
            return was_fixed
        self._ruler = None
        self._lay()
        self.rulerDrawn.emit(None)
        return True

    # -- what drag, ruler and cursor show

    def _lay(self) -> None:
        marks = Marks() if self._ruler is None else Marks(rulers=(self._ruler,))
        if self._ruling is not None:
            marks = marks.beside(self._drag_marks(*self._ruling))
        cursor = self.cursor_
        if cursor.is_shown and cursor.pose is not None and cursor.wish is None:
            place = Place(spot_of_pose(cursor.pose), Hue.PLAIN, is_turned=True)
            marks = marks.beside(Marks(places=(place,), pointed=cursor.piece))
        piece = "" if self._ruling is None else self._ruling[0].piece
        self.board.show_drag(marks, piece, _SLIPS / self.camera.zoom)

    def _drag_marks(self, wish: Wish, ruling: Ruling) -> Marks:
        """The ghost where it may stand, an outline where the pointer wants it, and why not."""
        ghosts: list[Ghost] = []
        handles = self._handles(wish.piece)
        own = None if handles is None else self._held(handles)
        bends = wish.grip in (Grip.BEND_LEFT, Grip.BEND_RIGHT)
        if own is not None and not ruling.is_legal and not bends:
            ghosts.append(Ghost(own.moved(wish.pose), Hue.BAD, is_pale=True))
        if ruling.block is not None:
            ghosts.append(Ghost(ruling.block, Hue.GOOD, ruling.text))
        notes = (Note(wish.at, ruling.reason, Hue.BAD),) if ruling.reason else ()
        return replace(ruling.marks, ghosts=(*ruling.marks.ghosts, *ghosts)).beside(
            Marks(notes=notes)
        )

    # -- told by the keyboard

    def put_cursor(self, piece: str) -> None:
        """Puts the cursor onto a block, brings it into view and says what it is."""
        block = self.board.blocks.get(piece)
        if block is None:
            return
        self.cursor_.put(block.pose, piece)
        self.cursor_.is_shown = True
        self.camera.reveal(self.plane.box(block), _NEAR)
        self._lay()
        self._tell(spot_of_pose(block.pose), piece)
        self._say(self.describe_piece(piece))

    def _press(self, key: int, modifiers: Modifier) -> bool:
        """A key goes down; whether it means anything here."""
        held = modifiers & ~_HARMLESS
        if key in _ENTER:
            return self._enter(modifiers & ~Modifier.KeypadModifier)
        if held == Modifier.ControlModifier and key in _PANS:
            self.camera.pan_by(*_PANS[Qt.Key(key)])
            return True
        return not held and self._press_plain(key, modifiers)

    def _press_plain(self, key: int, modifiers: Modifier) -> bool:
        if key == Qt.Key.Key_Escape:
            return self.give_up()
        if key == Qt.Key.Key_Space:
            return self._take_up()
        if key == Qt.Key.Key_M:
            return self._begin_ruler()
        keypad = bool(modifiers & Modifier.KeypadModifier)
        step = step_of(key, keypad=keypad, is_fine=bool(modifiers & Modifier.ShiftModifier))
        if step is None:
            return self._zoom(key)
        x, y = self.plane.kept(self.point_at(QPointF(self.viewport().rect().center())))
        self.cursor_.move(step, Pose(half_up(x * 100), half_up(y * 100)))
        if self.cursor_.wish is not None:
            self._wish = self.cursor_.wish
            self._say_ruling(self._rule())
        else:
            self._cursor_moved()
        return True

    def _zoom(self, key: int) -> bool:
        if key in _ZOOMS:
            self._haste.go_on()
            self.camera.zoom_by(_ZOOMS[Qt.Key(key)])
        elif key == Qt.Key.Key_0:
            self.camera.fit()
        elif key == Qt.Key.Key_1:
            self.camera.zoom_to(1.0)
        else:
            return False
        return True

    def _cursor_moved(self) -> None:
        pose = self.cursor_.pose
        if pose is None:
            return
        self.cursor_.piece = self._piece_at(pose.point)
        self.show_spot(spot_of_pose(pose))
        self._lay()
        self._tell(spot_of_pose(pose), self.cursor_.piece)
        if self._anchor is not None:
            ruler = self.draw_ruler(self._anchor, pose.point)
            self._say(say("{length:.1f} cm", length=math.dist(ruler.a, ruler.b)))
            return
        piece = self.cursor_.piece
        self._say(self.describe_piece(piece) if piece else self.describe(spot_of_pose(pose)))

    def _enter(self, modifiers: Modifier) -> bool:
        if self.cursor_.wish is not None:
            wish = self.cursor_.let_go()
            if wish is not None:
                self._drop(wish)
            return True
        pose = self.cursor_.pose
        if not self.cursor_.is_shown or pose is None:  # then it answers the question
            return False
        self._click(self.cursor_.piece, spot_of_pose(pose), modifiers, Button.LeftButton)
        return True

    @property
    def can_take_up(self) -> bool:
        """Whether Space takes a block up, or changes the grip of one that is held by keys."""
        return self.cursor_.is_shown and bool(self._marks.handles)

    def _take_up(self) -> bool:
        """Holds the block at the cursor, or the one that can be dragged; then the next grip."""
        if not self.can_take_up:
            return False
        handles = self._handles(self.cursor_.piece) or next(iter(self._marks.handles), None)
        block = None if handles is None else self._held(handles)
        if handles is None or block is None:
            return False
        if self.cursor_.wish is None:
            self.cursor_.take_up(block, handles)
        else:
            self.cursor_.change_grip(handles)
        self._wish = self.cursor_.wish
        self._say_ruling(self._rule())
        return True

    def _say_ruling(self, ruling: Ruling | None) -> None:
        if ruling is not None:
            self._say(" ".join(part for part in (ruling.text, ruling.reason) if part))

    def give_up(self) -> bool:
        """Ends a drag, else takes the ruler away; whether there was either."""
        if self.cursor_.let_go() is not None:
            self._cancel()
            return True
        return self._gestures.cancel() or self.clear_ruler()

    def _say(self, text: str) -> None:
        if text:
            speak(self, text)
            self.spoken.emit(text)

    # -- events of Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins a gesture."""
        at = event.position()
        self._gestures.press(at, event.button(), self.hold_at(at))
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Goes on with a gesture, or hovers."""
        at = event.position()
        self._gestures.move(at)
        if self._gestures.mode is Mode.DRAGGING:
            self._edges.follow(at, QRectF(self.viewport().rect()))
        elif self._gestures.mode is Mode.FREE:
            self._point_with(at)
            self._tell(self.spot_at(at), self.piece_at(at))

    def _point_with(self, at: QPointF) -> None:
        """Shows by the pointer what a drag would do."""
        hold = self.hold_at(at)
        shapes = {Grip.BODY: Qt.CursorShape.SizeAllCursor}
        if hold is None:
            self.viewport().unsetCursor()
        else:
            self.viewport().setCursor(shapes.get(hold.grip, Qt.CursorShape.PointingHandCursor))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends a gesture."""
        self._gestures.release(event.position(), event.button(), event.modifiers())
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A second click adds nothing to the first."""
        if event.button() is not Button.LeftButton:
            self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms at the pointer; two fingers on a touch pad pan, unless Ctrl is held."""
        is_pad = event.phase() is not Qt.ScrollPhase.NoScrollPhase
        if is_pad and not event.modifiers() & Modifier.ControlModifier:
            shift = event.pixelDelta()
            self.camera.pan_by(-shift.x(), -shift.y())
        else:
            self._haste.go_on()
            self.camera.zoom_by(event.angleDelta().y() / _NOTCH, event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Obeys a key of the table; any other goes on to the window."""
        if not self._press(event.key(), event.modifiers()):
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """The mouse draws rulers only while the key is held."""
        if event.key() == Qt.Key.Key_M and not event.isAutoRepeat():
            self.set_measuring(on=False)
        super().keyReleaseEvent(event)

    def focusNextPrevChild(self, ahead: bool) -> bool:
        """Tab goes to the next piece, not to the next widget."""
        self.cycled.emit(1 if ahead else -1)
        return True

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu key asks for the cursor's spot; the mouse's right button has clicked already."""
        pose = self.cursor_.pose
        if event.reason() is QContextMenuEvent.Reason.Keyboard and pose is not None:
            where = self.viewport().mapToGlobal(self.to_view(pose.point).toPoint())
            self.contextRequested.emit(spot_of_pose(pose), self.cursor_.piece, where)
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps the centre, or the fit."""
        super().resizeEvent(event)
        self.camera.resize()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hides the cursor, which only the keyboard uses, and ends a drag."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.cursor_.is_shown = False
            self._gestures.cancel()
            if self.cursor_.let_go() is not None:
                self._cancel()
            self._lay()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ends the thread that paints the cloth."""
        self.close_board()
        super().closeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Ends what goes on by itself."""
        super().hideEvent(event)
        self._gestures.cancel()
        self._edges.stop()
        self._haste.end()
        self.board.rest()

    def viewportEvent(self, event: QEvent) -> bool:
        """Takes the pointer's leaving, tips, and pinches of touch screens and touch pads."""
        kind = event.type()
        if kind is QEvent.Type.Leave:
            self._tell(None, "")
        elif isinstance(event, QHelpEvent) and kind is QEvent.Type.ToolTip:
            return self._show_tip(event)
        elif isinstance(event, QNativeGestureEvent):
            return self._pinch_pad(event)
        elif isinstance(event, QGestureEvent):
            return self._pinch_screen(event)
        return super().viewportEvent(event)

    def _tell(self, spot: str | None, piece: str) -> None:
        if (spot, piece) != self._hovered:
            self._hovered = spot, piece
            self.hovered.emit(spot, piece)

    def _show_tip(self, event: QHelpEvent) -> bool:
        at = QPointF(event.pos())
        spot, piece = self.spot_at(at), self.piece_at(at)
        text = self.tooltip(piece, spot) if spot is not None else ""
        if text:
            block = self.board.blocks.get(piece)
            box = QRectF(at, at) if block is None else self.plane.box(block)
            near = self.viewportTransform().mapRect(box) if block is not None else box
            QToolTip.showText(event.globalPos(), rich(text), self.viewport(), near.toAlignedRect())
        else:
            QToolTip.hideText()
        return True

    def _pinch_pad(self, event: QNativeGestureEvent) -> bool:
        if event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
            self._haste.go_on()
            self.camera.zoom_to(self.camera.zoom * (1.0 + event.value()), event.position())
            return True
        return super().viewportEvent(event)

    def _pinch_screen(self, event: QGestureEvent) -> bool:
        pinch = event.gesture(Qt.GestureType.PinchGesture)
        if not isinstance(pinch, QPinchGesture):
            return super().viewportEvent(event)
        at = self.viewport().mapFromGlobal(pinch.hotSpot())
        self._haste.go_on()
        self.camera.zoom_to(self.camera.zoom * pinch.scaleFactor(), at)
        return True
