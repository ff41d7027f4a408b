"""What the mouse does: a small machine that tells clicks, pans and drawn paths apart."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from PySide6.QtCore import QObject, QPointF, Qt, Signal

from hexwar.hexes import Hex, Layout
from hexwar.widgets.board.camera import Camera
from hexwar.widgets.board.steps import lengthened, swept

STILL: Final = 4.0
"""A press that moves less than this many pixels is a click."""

Button = Qt.MouseButton


class Mode(Enum):
    """What the pointer is doing."""

    FREE = auto()
    PRESSED = auto()  # not yet moved far enough to tell
    PANNING = auto()
    DRAWING = auto()
    SIGHTING = auto()  # a straight line leads from the pressed hex to the pointer
    STRAYED = auto()  # moved too far for a click, and means nothing


@dataclass(slots=True)
class _Press:
    button: Button
    at: QPointF  # viewport
    source: Hex | None  # the hex that a path may be drawn from


class Gestures(QObject):
    """Takes the pointer's presses, moves and releases in viewport pixels."""

    clicked = Signal(QPointF, Button, Qt.KeyboardModifier)
    """A button was pressed and let go at a viewport point."""

    pathDrawn = Signal(object)
    """The path under the pointer has changed."""

    pathDropped = Signal(object)
    pathCancelled = Signal()
    gripped = Signal()
    """The sheet was gripped to be panned."""

    released = Signal()
    rayDrawn = Signal(str, str)
    """The line under the pointer leads from one hex to another."""

    rayDropped = Signal()

    def __init__(self, layout: Layout, camera: Camera) -> None:
        super().__init__(camera)
        self._layout, self._camera = layout, camera
        self.mode = Mode.FREE
        self.sights = False
        """Whether the left button draws lines of sight too, as the right one always does."""
        self._press: _Press | None = None
        self._last = QPointF()
        self._path: tuple[Hex, ...] = ()
        self._shunned: Hex | None = None  # where a hex was taken back: not entered again yet

    def press(self, at: QPointF, button: Button, source: Hex | None) -> None:
        """A button goes down; `source` is the hex there, if a path may be drawn from it."""
        if self._press is not None and button is self._press.button:
            self.cancel()  # its release went elsewhere, as to a dialog
        if self.mode is Mode.DRAWING:
            if button is Button.RightButton and len(self._path) > 1:
                self._shunned = self._layout.hex_at(self._last.x(), self._last.y())
                self._set_path(self._path[:-1])
        elif self.mode is Mode.FREE:
            self._press = _Press(button, at, source if button is Button.LeftButton else None)
            self._last = at
            self.mode = Mode.PRESSED

    def move(self, at: QPointF) -> None:
        """The pointer moves, whether a button is down or not."""
        if self.mode is Mode.PRESSED:
            self._decide(at)
        if self.mode is Mode.PANNING:
            self._camera.pan_by(self._last.x() - at.x(), self._last.y() - at.y())
            self._last = at
        elif self.mode is Mode.DRAWING:
            self._draw_to(at)
        elif self.mode is Mode.SIGHTING:
            self._sight_to(at)

    def release(self, at: QPointF, button: Button, modifiers: Qt.KeyboardModifier) -> None:
        """A button goes up."""
        press, mode = self._press, self.mode
        if press is None or button is not press.button:
            return
        path = self._path
        self._end()
        if mode is Mode.PRESSED:
            self.clicked.emit(at, button, modifiers)
        elif mode is Mode.DRAWING:
            self.pathDropped.emit(path)

    def cancel(self) -> bool:
        """Gives up what the pointer is doing; whether it was doing anything."""
        was = self.mode
        self._end()
        if was is Mode.DRAWING:
            self.pathCancelled.emit()
        return was is not Mode.FREE

    def _end(self) -> None:
        was = self.mode
        self.mode, self._press, self._path, self._shunned = Mode.FREE, None, (), None
        if was is Mode.PANNING:
            self.released.emit()
        elif was is Mode.SIGHTING:
            self.rayDropped.emit()

    def _decide(self, at: QPointF) -> None:
        """Turns a press that has moved far enough into a pan or a path."""
        press = self._press
        if press is None or math.dist(press.at.toTuple(), at.toTuple()) < STILL:
            return
        is_left = press.button is Button.LeftButton
        if press.button is Button.RightButton or (is_left and self.sights):
            is_on_sheet = self._hex_at(press.at) is not None
            self.mode = Mode.SIGHTING if is_on_sheet else Mode.STRAYED
        elif press.source is not None:
            self.mode, self._path = Mode.DRAWING, (press.source,)
            self._last = self._camera.to_scene(press.at)
        else:
            self.mode = Mode.PANNING
            self.gripped.emit()

    def _hex_at(self, at: QPointF) -> Hex | None:
        point = self._camera.to_scene(at)
        return self._layout.hex_at(point.x(), point.y())

    def _sight_to(self, at: QPointF) -> None:
        press, end = self._press, self._hex_at(at)
        start = None if press is None else self._hex_at(press.at)
        if start is not None and end is not None:
            self.rayDrawn.emit(start, end)

    def _draw_to(self, at: QPointF) -> None:
        point = self._camera.to_scene(at)
        path = self._path
        for hex_ in swept(self._layout, self._last, point):
            if hex_ != self._shunned:
                self._shunned = None
                path = lengthened(self._layout.grid, path, hex_)
        self._last = point
        self._set_path(path)

    def _set_path(self, path: tuple[Hex, ...]) -> None:
        if path != self._path:
            self._path = path
            self.pathDrawn.emit(path)
