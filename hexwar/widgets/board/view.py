"""The board as the player sees and handles it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
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

from hexwar.hexes import Hex, Hexside
from hexwar.messages import say
from hexwar.table.battlefield import Battlefield
from hexwar.table.state import MapState
from hexwar.widgets.board.camera import Camera, EdgeScroll
from hexwar.widgets.board.contents import NO_MARKERS, Markers, PieceId
from hexwar.widgets.board.geometry import hex_rect, hexes_rect, span_at
from hexwar.widgets.board.gestures import Gestures, Mode
from hexwar.widgets.board.haste import Haste
from hexwar.widgets.board.scene import BoardScene
from hexwar.widgets.board.steps import HexCursor
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.counters.easel import Detail
from hexwar.widgets.theme import Theme
from hexwar.widgets.words import rich, speak

Modifier = Qt.KeyboardModifier
Button = Qt.MouseButton

_NOTCH: Final = 120.0
"""The angle of one notch of a wheel, in eighths of a degree."""

_NEAR: Final = 60.0
"""How far from the edge of the view a hex is brought that is to be seen, in pixels."""

_LEGIBLE: Final = 0.55
"""The scale from which on counters and the marks of a proposal are read without pains."""

_PAN: Final = 120
"""Pixels that Ctrl and an arrow key pan."""

_PANS: Final = {
    Qt.Key.Key_Left: (-_PAN, 0),
    Qt.Key.Key_Right: (_PAN, 0),
    Qt.Key.Key_Up: (0, -_PAN),
    Qt.Key.Key_Down: (0, _PAN),
}
_ZOOMS: Final = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1}
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_HARMLESS: Final = Modifier.KeypadModifier | Modifier.ShiftModifier
"""Held with a plain key they change nothing of what it means."""


class BoardView(QGraphicsView):
    """Shows a board and tells what the player does on it; what that means is the owner's matter.

    Mouse: the wheel zooms at the pointer; a drag of the left button on the ground, or of the
    middle button anywhere, pans; a drag from a hex of `sources` draws a path; a drag of
    the right button, or of the left one after `set_sighting`, draws a straight line. A click
    gives exactly one of `hexClicked` and, where it meets a counter of a fan, or of a stack with
    Ctrl held, `pieceClicked`.

    Keys: arrows and the keypad move the hex cursor, Ctrl with arrows pans, Enter clicks, Space
    goes through the counters of the hex, `+` `-` `0` `1` zoom, Esc gives up.

    `close_board` ends the thread that paints the map; closing the window calls it.
    """

    hexClicked = Signal(str, Modifier, Button)
    hexHovered = Signal(object)
    """The hex that the pointer, or the keyboard's cursor, is on has changed; None is off the sheet.
    On a fan it is the hex that is fanned out."""

    unitClicked = Signal(str, Modifier)
    leaderClicked = Signal(str, Modifier)
    spanClicked = Signal(str, str)
    """One of `spans` was clicked, told by its two hexes; the hex was not."""

    contextRequested = Signal(str, QPoint)
    """A context menu is asked for: the hex, and where on the screen."""

    dragPath = Signal(object)
    """The path that is being drawn: a tuple of hexes from the first to the last."""

    dragDropped = Signal(object)
    """The button was let go at the end of this path."""

    dragCancelled = Signal()

    rayDrawn = Signal(str, str)
    """A straight line is being drawn from one hex to another."""

    rayDropped = Signal()
    viewChanged = Signal()
    """What part of the sheet is in view has changed."""

    stateShown = Signal()
    """Another state, or another theme, is on show."""

    spoken = Signal(str)
    """What the hex cursor says."""

    def __init__(
        self,
        battlefield: Battlefield,
        theme: Theme,
        style: CounterStyle = CounterStyle.PERIOD,
        *,
        cache: Path | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.board = BoardScene(battlefield, theme, style, cache=cache, parent=self)
        self.setScene(self.board)
        self.camera = Camera(self, self.board.sceneRect())
        self._haste = Haste(self)
        self.cursor_ = HexCursor(battlefield.grid)
        self.describe: Callable[[Hex], str] = battlefield.name_of
        """Says what a hex holds, for a screen reader and the status line."""
        self.describe_piece: Callable[[PieceId], str] = str
        """Says what a counter is, likewise."""
        self.help_for: Callable[[str, Hex], str] = lambda _piece, _hex: ""
        """The address of the help for a counter, or where it is empty for a hex."""
        self.tooltip: Callable[[Hex], str] = lambda _: ""
        """The tip of a hex as rich text; empty for none."""
        self.fans_on_click = True
        """Whether a click on a stack fans it out at once."""
        self.spans: Callable[[], Iterable[Hexside]] = tuple
        """The spans that a click may mean; none but while they are asked for."""
        self._gestures = Gestures(self.board.sheet, self.camera)
        self._edges = EdgeScroll(self.camera, self._gestures.move)
        self.sources: Collection[Hex] = ()
        """The hexes from which a drag draws a path; from any other it pans."""
        self._hovered: Hex | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.viewport().grabGesture(Qt.GestureType.PinchGesture)
        self.setAccessibleName(say("Board"))
        self._paint_table()
        self.camera.moved.connect(self._view_moved)
        for told, tell in (
            (self._gestures.clicked, self._clicked),
            (self._gestures.gripped, self._grip),
            (self._gestures.released, self._release),
            (self._gestures.pathDrawn, self.dragPath),
            (self._gestures.pathDropped, self._edges.stop),
            (self._gestures.pathDropped, self.dragDropped),
            (self._gestures.pathCancelled, self._edges.stop),
            (self._gestures.pathCancelled, self.dragCancelled),
            (self._gestures.rayDrawn, self.rayDrawn),
            (self._gestures.rayDropped, self.rayDropped),
        ):
            told.connect(tell)

    # -- what is shown

    def show_state(self, state: MapState, markers: Markers = NO_MARKERS) -> None:
        """Shows a state, or the view of it that the player has; only what differs is drawn."""
        self.board.show_state(state, markers)
        self.stateShown.emit()

    def bring(self, hexes: Sequence[Hex]) -> None:
        """Brings hexes into view; from nearer, as far as they fit, where counters are blocks."""
        camera, box = self.camera, hexes_rect(self.board.sheet, hexes)
        if Detail.at(camera.zoom) is Detail.FAR:
            room = self.viewport().size()
            fitting = (
                (room.width() - 2 * _NEAR) / box.width(),
                (room.height() - 2 * _NEAR) / box.height(),
            )
            if (zoom := min(*fitting, _LEGIBLE)) > camera.zoom:
                camera.zoom_to(zoom)
                camera.centre_on(camera.within(box.center()))
        camera.reveal(box, _NEAR)

    def bring_one(self, hexes: Sequence[Hex]) -> None:
        """Brings hexes into view unless one of them is seen already; far apart, only the first."""
        boxes = [hexes_rect(self.board.sheet, [hex_]) for hex_ in hexes]
        self.camera.reveal_one(boxes, _NEAR)

    def show_hexes(self, hexes: Sequence[Hex]) -> None:
        """Brings hexes into view and rings them for a moment, as when a log line is clicked."""
        if hexes:
            self.camera.reveal(hexes_rect(self.board.sheet, hexes), _NEAR)
            self.board.emphasise(hexes)

    def centre_on(self, hexes: Sequence[Hex]) -> None:
        """Brings hexes into the middle and rings them for a moment; zooms out if it must."""
        if hexes:
            self.camera.centre_box(hexes_rect(self.board.sheet, hexes))
            self.board.emphasise(hexes)

    def close_board(self) -> None:
        """Ends all that goes on by itself; to be called before the view is given up."""
        self._edges.stop()
        self._haste.end()
        self.board.close()

    def set_sighting(self, *, on: bool) -> None:
        """Sets whether a drag of the left button draws straight lines instead of anything else."""
        self._gestures.sights = on
        if not on and self._gestures.mode is Mode.SIGHTING:
            self._gestures.cancel()

    def set_theme(self, theme: Theme) -> None:
        """Draws in other colours from now on."""
        self.board.set_theme(theme)
        self._paint_table()
        self.stateShown.emit()

    def _paint_table(self) -> None:
        self.setBackgroundBrush(QColor(self.board.theme.window.leather).darker(130))

    # -- where things are

    def hex_at(self, point: QPointF) -> Hex | None:
        """The hex under a point of the viewport."""
        return self.board.hex_at(self.camera.to_scene(point))

    def box_of(self, hex_: Hex) -> QRectF:
        """Where a hex is in the viewport."""
        return self.viewportTransform().mapRect(hex_rect(self.board.sheet, hex_))

    def help_at(self, point: QPoint) -> str:
        """The address of the help for what lies at a point of the widget."""
        at = QPointF(self.viewport().mapFrom(self, point))
        spot, hex_ = self.camera.to_scene(at), self._hex_meant(at)
        if hex_ is None:
            return ""
        piece = self.board.fans.at(spot) or self.board.stacks.at(spot)
        return self.help_for(piece or "", hex_)

    # -- told by the pointer

    def _clicked(self, at: QPointF, button: Button, modifiers: Modifier) -> None:
        self._edges.stop()
        point = self.camera.to_scene(at)
        hex_, is_left = self.board.hex_at(point), button is Button.LeftButton
        piece = self.board.fans.at(point) if is_left else None
        if piece is None and is_left and modifiers & Modifier.ControlModifier:
            piece = self.board.stacks.at(point)
        span = span_at(self.board.sheet, self.spans(), point) if is_left else None
        if piece is not None:
            self._click_piece(piece, modifiers)
        elif span is not None:
            self.spanClicked.emit(*span)
        elif hex_ is not None and not self.board.fans.covers(point):
            self._click_hex(hex_, button, modifiers, self.viewport().mapToGlobal(at.toPoint()))

    def _grip(self) -> None:
        self.board.fans.close()
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def _release(self) -> None:
        self.viewport().unsetCursor()

    def _click_piece(self, piece: PieceId, modifiers: Modifier) -> None:
        state = self.board.state
        is_unit = state is not None and piece in state.units
        (self.unitClicked if is_unit else self.leaderClicked).emit(piece, modifiers)

    def _click_hex(self, hex_: Hex, button: Button, modifiers: Modifier, where: QPoint) -> None:
        self.cursor_.put(hex_)
        self.board.pile.cursor.show_data(None)
        if self.fans_on_click and button is Button.LeftButton:
            self.board.fans.open(hex_)
        self.hexClicked.emit(hex_, modifiers, button)
        if button is Button.RightButton:
            self.contextRequested.emit(hex_, where)

    # -- told by the keyboard

    def _press(self, key: int, modifiers: Modifier) -> bool:
        """A key goes down; whether it means anything here."""
        held = modifiers & ~_HARMLESS
        if key in _ENTER:
            if self.board.pile.cursor.shown is None:  # then it answers the question
                return False
            self._cursor_pressed(modifiers & ~Modifier.KeypadModifier)
            return True
        if held == Modifier.ControlModifier and key in _PANS:
            self.camera.pan_by(*_PANS[Qt.Key(key)])
            return True
        return not held and self._press_plain(key, modifiers)

    def _press_plain(self, key: int, modifiers: Modifier) -> bool:
        keypad = bool(modifiers & Modifier.KeypadModifier)
        if key == Qt.Key.Key_Escape:
            return self.give_up()
        if key == Qt.Key.Key_Space:
            self._cursor_cycled()
            return True
        middle = self.hex_at(QPointF(self.viewport().rect().center()))
        start = middle or self.board.battlefield.grid.hexes[0]
        if self.cursor_.take_key(key, start, keypad=keypad):
            self._cursor_moved()
            return True
        return self._zoom(key)

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
        hex_ = self.cursor_.hex
        if hex_ is not None:
            self.board.fans.close()
            self.board.pile.cursor.show_data(hex_)
            self.camera.reveal(hex_rect(self.board.sheet, hex_), _NEAR)
            self.hexHovered.emit(hex_)
            self._say(self.describe(hex_))

    def _cursor_pressed(self, modifiers: Modifier) -> None:
        hex_ = self.cursor_.hex
        if self.cursor_.piece is not None:
            self._click_piece(self.cursor_.piece, modifiers)
        elif hex_ is not None:
            self.hexClicked.emit(hex_, modifiers, Button.LeftButton)

    def _cursor_cycled(self) -> None:
        hex_ = self.cursor_.hex
        if hex_ is None:
            return
        self.cursor_.cycle([piece.id for piece in self.board.stacks.in_hex(hex_)])
        piece = self.cursor_.piece
        if piece is None:
            self.board.fans.close()
            self._say(self.describe(hex_))
            return
        if self.board.fans.hex != hex_:
            self.board.fans.open(hex_, by_keyboard=True)
        self.board.fans.point_at(piece)
        self._say(self.describe_piece(piece))

    def give_up(self) -> bool:
        """Ends a drag, else folds up the fan; whether there was either."""
        return self._gestures.cancel() or self.board.fans.close()

    def _say(self, text: str) -> None:
        speak(self, text)
        self.spoken.emit(text)

    # -- events of Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins a gesture."""
        at = event.position()
        point = self.camera.to_scene(at)
        hex_ = None if self.board.fans.covers(point) else self.board.hex_at(point)
        self._gestures.press(at, event.button(), hex_ if hex_ in self.sources else None)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Goes on with a gesture, or hovers."""
        at = event.position()
        self._gestures.move(at)
        if self._gestures.mode is Mode.FREE:
            super().mouseMoveEvent(event)
            self.board.fans.hover(self.camera.to_scene(at), self.hex_at(at))
        elif self._gestures.mode is Mode.DRAWING:
            self._edges.follow(at, QRectF(self.viewport().rect()))
        self._hover(self._hex_meant(at))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends a gesture."""
        self._gestures.release(event.position(), event.button(), event.modifiers())
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A second click on the ground adds nothing to the first."""
        covered = self.board.fans.covers(self.camera.to_scene(event.position()))
        if event.button() is not Button.LeftButton or covered:
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
        """Obeys a key of the board; any other goes on to the window."""
        if not self._press(event.key(), event.modifiers()):
            event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu key asks for the cursor's hex; the mouse's right button has clicked already."""
        hex_ = self.cursor_.hex
        if event.reason() is QContextMenuEvent.Reason.Keyboard and hex_ is not None:
            where = self.box_of(hex_).center().toPoint()
            self.contextRequested.emit(hex_, self.viewport().mapToGlobal(where))
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps the centre, or the fit."""
        super().resizeEvent(event)
        self.camera.resize()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hides the hex cursor, which only the keyboard uses, and ends a drag."""
        super().focusOutEvent(event)
        self._gestures.cancel()
        self.board.pile.cursor.show_data(None)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ends the thread that paints the map."""
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
            self.board.fans.leave()
            self._hover(None)
        elif isinstance(event, QHelpEvent) and kind is QEvent.Type.ToolTip:
            return self._show_tip(event)
        elif isinstance(event, QNativeGestureEvent):
            return self._pinch_pad(event)
        elif isinstance(event, QGestureEvent):
            return self._pinch_screen(event)
        return super().viewportEvent(event)

    def _hex_meant(self, at: QPointF) -> Hex | None:
        """The hex under a point of the viewport, or that of the fan which lies over it."""
        covered = self.board.fans.covers(self.camera.to_scene(at))
        return self.board.fans.hex if covered else self.hex_at(at)

    def _hover(self, hex_: Hex | None) -> None:
        if hex_ != self._hovered:
            self._hovered = hex_
            self.hexHovered.emit(hex_)

    def _show_tip(self, event: QHelpEvent) -> bool:
        hex_ = self._hex_meant(QPointF(event.pos()))
        text = self.tooltip(hex_) if hex_ is not None else ""
        if hex_ is not None and text:
            box = self.box_of(hex_).toAlignedRect()
            QToolTip.showText(event.globalPos(), rich(text), self.viewport(), box)
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

    def _view_moved(self) -> None:
        self.board.fans.set_view(self.camera.zoom, self.camera.seen())
        self.viewChanged.emit()
