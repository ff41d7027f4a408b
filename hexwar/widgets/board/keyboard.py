"""What the keys do on the board, and the hex cursor that they move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from PySide6.QtCore import Qt

from hexwar.hexes import Grid, Hex
from hexwar.widgets.board.camera import Camera
from hexwar.widgets.board.contents import PieceId
from hexwar.widgets.board.steps import step_of_key

# -- the hex cursor of the keyboard: where it stands, and which counter of the hex it means


class HexCursor:
    """A place on the sheet that keys move, and a counter there that Space moves on."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self.hex: Hex | None = None  # nowhere, before the board is first used
        self.piece: PieceId | None = None  # None means the hex as a whole

    def put(self, hex_: Hex) -> None:
        """Puts it into a hex, meaning the hex as a whole."""
        self.hex, self.piece = hex_, None

    def take_key(self, key: int, start: Hex, *, keypad: bool) -> bool:
        """Moves it by a key of direction; whether the key is one.

        Where it is nowhere yet, it appears at `start`. `keypad` tells where the key lies.
        """
        step = step_of_key(self._grid, self.hex or start, key, keypad=keypad)
        if step is not None:
            self.put(step if self.hex else start)
        return step is not None

    def cycle(self, pieces: Sequence[PieceId]) -> None:
        """Goes on to the next of the hex's counters; after the last it means the hex again."""
        order: list[PieceId | None] = [None, *pieces]
        place = order.index(self.piece) if self.piece in order else 0
        self.piece = order[(place + 1) % len(order)]


# -- what the keys do on the board


Key = Qt.Key
Modifier = Qt.KeyboardModifier

_PAN: Final = 120
"""Pixels that Ctrl and an arrow key pan."""

_PANS: Final = {
    Key.Key_Left: (-_PAN, 0),
    Key.Key_Right: (_PAN, 0),
    Key.Key_Up: (0, -_PAN),
    Key.Key_Down: (0, _PAN),
}
_ZOOMS: Final = {Key.Key_Plus: 1, Key.Key_Equal: 1, Key.Key_Minus: -1}
_ENTER: Final = (Key.Key_Return, Key.Key_Enter)
_HARMLESS: Final = Modifier.KeypadModifier | Modifier.ShiftModifier
"""Held with a plain key they change nothing of what it means."""


class Listener(Protocol):
    """Whom the keyboard tells."""

    def cursor_start(self) -> Hex:
        """Where the hex cursor appears when it is first used."""

    def cursor_moved(self) -> None:
        """It stands in another hex, or is shown again."""

    def cursor_pressed(self, modifiers: Modifier) -> None:
        """Enter was pressed on it."""

    def cursor_cycled(self) -> None:
        """Space was pressed: on to the next counter of its hex."""

    def give_up(self) -> bool:
        """Esc was pressed; whether there was anything to give up."""


class Keyboard:
    """Tells the keys apart."""

    def __init__(self, camera: Camera, cursor: HexCursor, listener: Listener) -> None:
        self._camera, self._cursor, self._listener = camera, cursor, listener

    def press(self, key: int, modifiers: Modifier) -> bool:
        """A key goes down; whether it means anything here."""
        held = modifiers & ~_HARMLESS
        if key in _ENTER:
            self._listener.cursor_pressed(modifiers & ~Modifier.KeypadModifier)
            return True
        if held == Modifier.ControlModifier and key in _PANS:
            self._camera.pan_by(*_PANS[Key(key)])
            return True
        return not held and self._press_plain(key, modifiers)

    def _press_plain(self, key: int, modifiers: Modifier) -> bool:
        keypad = bool(modifiers & Modifier.KeypadModifier)
        if key == Key.Key_Escape:
            return self._listener.give_up()
        if key == Key.Key_Space:
            self._listener.cursor_cycled()
            return True
        if self._cursor.take_key(key, self._listener.cursor_start(), keypad=keypad):
            self._listener.cursor_moved()
            return True
        return self._zoom(key)

    def _zoom(self, key: int) -> bool:
        if key in _ZOOMS:
            self._camera.zoom_by(_ZOOMS[Key(key)])
        elif key == Key.Key_0:
            self._camera.fit()
        elif key == Key.Key_1:
            self._camera.zoom_to(1.0)
        else:
            return False
        return True
