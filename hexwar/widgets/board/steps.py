"""How pointer and keys walk over the hexes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, Qt

from hexwar.hexes import Direction, Grid, Hex, Layout
from hexwar.widgets.board.contents import PieceId

Key = Qt.Key

_STRAIGHT = {
    Key.Key_Up: Direction.N,
    Key.Key_8: Direction.N,
    Key.Key_Down: Direction.S,
    Key.Key_2: Direction.S,
    Key.Key_PageUp: Direction.NE,
    Key.Key_9: Direction.NE,
    Key.Key_PageDown: Direction.SE,
    Key.Key_3: Direction.SE,
    Key.Key_End: Direction.SW,
    Key.Key_1: Direction.SW,
    Key.Key_Home: Direction.NW,
    Key.Key_7: Direction.NW,
}
_SIDEWAYS = {
    Key.Key_Left: (Direction.NW, Direction.SW),
    Key.Key_4: (Direction.NW, Direction.SW),
    Key.Key_Right: (Direction.NE, Direction.SE),
    Key.Key_6: (Direction.NE, Direction.SE),
}
_DIGITS = range(Key.Key_0, Key.Key_9 + 1)

_ENTERED = 0.9
"""A pointer has entered a hex this near to its centre, in half heights of a hex: a corner that
it only brushes is no step of its way."""


def step_of_key(grid: Grid, hex_: Hex, key: int, *, keypad: bool) -> Hex | None:
    """The hex that a key of direction leads to: the same at the edge, None for another key.

    Up and down go north and south; left and right keep the row number, so that a cursor that
    goes to and fro comes back; the keypad's corners, and Home, End, Page Up and Page Down, go
    the four slanting ways. Only on the keypad a digit is a direction.
    """
    if key in _DIGITS and not keypad:
        return None
    if key in _STRAIGHT:
        return grid.neighbour(hex_, _STRAIGHT[Key(key)]) or hex_
    if key in _SIDEWAYS:
        return _sideways(grid, hex_, *_SIDEWAYS[Key(key)])
    return None


def _sideways(grid: Grid, hex_: Hex, *ways: Direction) -> Hex:
    """The neighbour on one side that has the same row number."""
    found = [n for way in ways if (n := grid.neighbour(hex_, way)) is not None]
    return next((n for n in found if n[2:] == hex_[2:]), hex_)


def swept(layout: Layout, start: QPointF, end: QPointF) -> Iterator[Hex]:
    """The hexes that a pointer has entered on a straight way, in turn, each at least once."""
    half = layout.row_pitch / 2
    samples = max(math.ceil(math.dist(start.toTuple(), end.toTuple()) / (half / 2)), 1)
    for i in range(1, samples + 1):
        point = start + (end - start) * (i / samples)
        hex_ = layout.hex_at(point.x(), point.y())
        if hex_ and math.dist(layout.centre(hex_), point.toTuple()) <= half * _ENTERED:
            yield hex_


def lengthened(grid: Grid, path: Sequence[Hex], hex_: Hex) -> tuple[Hex, ...]:
    """A path led on to a hex; back to the hex before its last takes the last one off."""
    if hex_ == path[-1]:
        return tuple(path)
    if len(path) > 1 and hex_ == path[-2]:
        return tuple(path[:-1])
    way = list(path)
    while way[-1] != hex_:
        way.append(min(grid.neighbours[way[-1]], key=lambda n: grid.distance(n, hex_)))
    return tuple(way)


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
