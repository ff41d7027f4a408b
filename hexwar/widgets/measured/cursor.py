"""The keyboard's own cursor on a table: a point with a bearing, and who is held by keys."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt

from hexwar.table.stands import Block, Grip, Handles, Wish
from hexwar.tabletop.pose import FULL, Pose, Vector, half_up
from hexwar.widgets.measured.gestures import STEPS, nudged
from hexwar.widgets.measured.plane import Plane

Key = Qt.Key

_WAYS: Final[dict[int, Vector]] = {
    Key.Key_Up: (0, 1),
    Key.Key_Down: (0, -1),
    Key.Key_Left: (-1, 0),
    Key.Key_Right: (1, 0),
    Key.Key_Home: (-1, 1),
    Key.Key_PageUp: (1, 1),
    Key.Key_End: (-1, -1),
    Key.Key_PageDown: (1, -1),
}
_PAD: Final[dict[int, Vector]] = {
    Key.Key_8: (0, 1),
    Key.Key_2: (0, -1),
    Key.Key_4: (-1, 0),
    Key.Key_6: (1, 0),
    Key.Key_7: (-1, 1),
    Key.Key_9: (1, 1),
    Key.Key_1: (-1, -1),
    Key.Key_3: (1, -1),
}
_TURNS: Final = {
    Key.Key_Comma: -1,
    Key.Key_Less: -1,
    Key.Key_Period: 1,
    Key.Key_Greater: 1,
    Key.Key_Semicolon: -1,
    Key.Key_Colon: 1,
}


class Step:
    """What a key asks the cursor to do: a way in cm, east and north, and a turn."""

    def __init__(self, way: Vector, turn: int) -> None:
        self.way, self.turn = way, turn


def step_of(key: int, *, keypad: bool, is_fine: bool) -> Step | None:
    """The step of a key; None for another key."""
    length, turn = STEPS[is_fine]
    way = _PAD.get(key) if keypad and key in _PAD else _WAYS.get(key)
    if way is not None:
        return Step((way[0] * length, way[1] * length), 0)
    if key in _TURNS:
        return Step((0.0, 0.0), _TURNS[Key(key)] * turn)
    return None


class Cursor:
    """A place on the table that keys move. It is shown from its first move to the next click."""

    def __init__(self, plane: Plane) -> None:
        self._plane = plane
        self.pose: Pose | None = None
        """Where it is; None before the table is first used by keys."""
        self.is_shown = False
        self.piece = ""
        """The block that it stands for; empty for a bare place."""
        self.wish: Wish | None = None
        """What is wanted of a block that is held by keys; None: none is held."""
        self._block: Block | None = None

    def put(self, pose: Pose, piece: str = "") -> None:
        """Puts it somewhere."""
        self.pose, self.piece = pose, piece

    def move(self, step: Step, start: Pose) -> None:
        """Moves it by a step; where it is nowhere yet it appears at `start`."""
        if self.wish is not None and self._block is not None:
            self.wish = nudged(self.wish, self._block, step.way, step.turn)
            return
        self.is_shown = True
        if self.pose is None:
            self.pose = start
            return
        x, y = self.pose.point
        x, y = self._plane.kept((x + step.way[0], y + step.way[1]))
        turned = (self.pose.bearing + step.turn) % FULL
        self.pose = Pose(half_up(x * 100), half_up(y * 100), turned)

    def take_up(self, block: Block, handles: Handles) -> None:
        """Holds a block by its body, or the first grip that it has."""
        grip = next(grip for grip in Grip if grip in handles.grips)
        self._block = block
        self.wish = Wish(block.id, grip, block.pose, 0, block.pose.point)

    def change_grip(self, handles: Handles) -> None:
        """Holds it by its next grip, from where it stands."""
        if self.wish is None or self._block is None:
            return
        order = [grip for grip in Grip if grip in handles.grips]
        place = order.index(self.wish.grip) if self.wish.grip in order else -1
        grip = order[(place + 1) % len(order)]
        self.wish = Wish(self._block.id, grip, self._block.pose, 0, self._block.pose.point)

    def let_go(self) -> Wish | None:
        """Holds nothing any more; what was wanted."""
        wish, self.wish, self._block = self.wish, None, None
        return wish
