"""What the mouse does on a table: tells clicks, pans, drags of blocks and rulers apart."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from PySide6.QtCore import QObject, QPointF, Qt, Signal

from hexwar.table.stands import Block, Grip, Wish
from hexwar.tabletop.pose import FULL, Pose, Vector, bearing_to, half_up, placed, turn_between
from hexwar.widgets.board.camera import Camera
from hexwar.widgets.board.gestures import STILL
from hexwar.widgets.measured.plane import Frame, Plane

Button = Qt.MouseButton


class Mode(Enum):
    """What the pointer is doing."""

    FREE = auto()
    PRESSED = auto()  # not yet moved far enough to tell
    PANNING = auto()
    DRAGGING = auto()
    MEASURING = auto()
    STRAYED = auto()  # moved too far for a click, and means nothing


@dataclass(frozen=True, slots=True)
class Hold:
    """A block that is held by a grip, and where it was taken."""

    block: Block
    grip: Grip
    at: Vector  # cm

    def wish(self, point: Vector) -> Wish:
        """What is wanted with the pointer at a point in cm."""
        pose, turn = self._pose(point)
        return Wish(self.block.id, self.grip, pose, turn, point)

    def _pose(self, point: Vector) -> tuple[Pose, int]:
        pose, frame = self.block.pose, Frame(self.block)
        match self.grip:
            case Grip.BODY:
                x, y = pose.point
                to = x + point[0] - self.at[0], y + point[1] - self.at[1]
                return placed(to, pose.bearing), 0
            case Grip.LEFT:
                turn = _turn(frame.front_right, self.at, point)
                return pose.about(frame.front_right, turn), turn
            case Grip.RIGHT:
                turn = _turn(frame.front_left, self.at, point)
                return pose.about(frame.front_left, turn), turn
            case Grip.TURN:
                turn = _turn(pose.point, self.at, point)
                return pose.turned(turn), turn
            case _:
                return pose, _turn(pose.point, self.at, point)


def _turn(pivot: Vector, start: Vector, end: Vector) -> int:
    """The turn about a pivot from one point to another, tenths of a degree, clockwise."""
    if math.dist(pivot, end) < 0.05:
        return 0
    return turn_between(bearing_to(pivot, start), bearing_to(pivot, end))


STEPS: Final = {False: (1.0, 50), True: (0.1, 10)}
"""By how much a key moves and turns, cm and tenths of a degree: usually, and with Shift."""


def nudged(wish: Wish, block: Block, ahead: Vector, turn: int) -> Wish:
    """A wish by key: some cm east and north, and a turn by the grip that holds the block."""
    if wish.grip is Grip.BODY:
        x, y = wish.pose.point
        pose = Pose(
            half_up((x + ahead[0]) * 100),
            half_up((y + ahead[1]) * 100),
            (wish.pose.bearing + turn) % FULL,
        )
        return Wish(block.id, wish.grip, pose, wish.turn + turn, pose.point)
    turned = wish.turn + (turn or half_up(ahead[0] * 50))
    frame, pose = Frame(block), block.pose
    match wish.grip:
        case Grip.LEFT:
            pose = pose.about(frame.front_right, turned)
        case Grip.RIGHT:
            pose = pose.about(frame.front_left, turned)
        case Grip.TURN:
            pose = pose.turned(turned)
    return Wish(block.id, wish.grip, pose, turned, pose.point)


@dataclass(slots=True)
class _Press:
    button: Button
    at: QPointF  # viewport
    hold: Hold | None  # what a drag would move


class Gestures(QObject):
    """Takes the pointer's presses, moves and releases in viewport pixels."""

    clicked = Signal(QPointF, Button, Qt.KeyboardModifier)
    """A button was pressed and let go at a viewport point."""

    dragged = Signal(object)
    """A block is dragged: the `Wish`."""

    dropped = Signal(object)
    """It is let go there."""

    cancelled = Signal()
    """It is let go where it was."""

    measured = Signal(QPointF, QPointF)
    """A ruler is drawn between two viewport points."""

    gripped = Signal()
    released = Signal()
    """The table was gripped to be panned, and let go."""

    def __init__(self, plane: Plane, camera: Camera) -> None:
        super().__init__(camera)
        self._plane, self._camera = plane, camera
        self.mode = Mode.FREE
        self.measures = False
        """Whether the left button draws rulers too, as the right one always does."""
        self._press: _Press | None = None
        self._last = QPointF()

    def press(self, at: QPointF, button: Button, hold: Hold | None) -> None:
        """A button goes down; `hold` says what a drag from there moves."""
        if self._press is not None and button is self._press.button:
            self.cancel()  # its release went elsewhere, as to a dialog
        if self.mode is Mode.DRAGGING:
            if button is Button.RightButton:
                self.cancel()
        elif self.mode is Mode.FREE:
            self._press = _Press(button, at, hold if button is Button.LeftButton else None)
            self._last = at
            self.mode = Mode.PRESSED

    def move(self, at: QPointF) -> None:
        """The pointer moves, whether a button is down or not."""
        press = self._press
        if press is None:
            return
        if self.mode is Mode.PRESSED:
            self._decide(press, at)
        if self.mode is Mode.PANNING:
            self._camera.pan_by(self._last.x() - at.x(), self._last.y() - at.y())
            self._last = at
        elif self.mode is Mode.DRAGGING and press.hold is not None:
            self.dragged.emit(press.hold.wish(self._point(at)))
        elif self.mode is Mode.MEASURING:
            self.measured.emit(press.at, at)

    def release(self, at: QPointF, button: Button, modifiers: Qt.KeyboardModifier) -> None:
        """A button goes up."""
        press, mode = self._press, self.mode
        if press is None or button is not press.button:
            return
        self._end()
        if mode is Mode.PRESSED:
            self.clicked.emit(at, button, modifiers)
        elif mode is Mode.DRAGGING and press.hold is not None:
            self.dropped.emit(press.hold.wish(self._point(at)))

    def cancel(self) -> bool:
        """Gives up what the pointer is doing; whether it was doing anything."""
        was = self.mode
        self._end()
        if was is Mode.DRAGGING:
            self.cancelled.emit()
        return was is not Mode.FREE

    def _end(self) -> None:
        was = self.mode
        self.mode, self._press = Mode.FREE, None
        if was is Mode.PANNING:
            self.released.emit()

    def _decide(self, press: _Press, at: QPointF) -> None:
        """Turns a press that has moved far enough into a drag, a ruler or a pan."""
        if math.dist(press.at.toTuple(), at.toTuple()) < STILL:
            return
        is_left = press.button is Button.LeftButton
        if press.button is Button.RightButton or (is_left and self.measures):
            is_on = self._plane.holds(self._point(press.at))
            self.mode = Mode.MEASURING if is_on else Mode.STRAYED
        elif press.hold is not None:
            self.mode = Mode.DRAGGING
        else:
            self.mode = Mode.PANNING
            self.gripped.emit()

    def _point(self, at: QPointF) -> Vector:
        return self._plane.to_table(self._camera.to_scene(at))
