"""The hex cursor of the keyboard: where it stands, and which counter of the hex it means."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.hexes import Grid, Hex
from hexwar.widgets.board.contents import PieceId
from hexwar.widgets.board.steps import step_of_key


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
        """Moves it by a key of direction.

        Args:
            key: A key of Qt.
            start: Where it appears if it is nowhere yet.
            keypad: Whether the key lies on the keypad.

        Returns:
            Whether the key is one of direction.
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
