"""What boards obey, as the list of keys tells it: keys and mouse, and what they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from hexwar.messages import mark

Keys: TypeAlias = Sequence[tuple[str, str]]
"""Keys, and what they do."""

MAP_KEYS: Final[Keys] = (
    (mark("Arrows, keypad, Home, End, Page Up, Page Down"), mark("Move the hex cursor")),
    (
        mark("Enter"),
        mark("Click the hex of the cursor; with Alt, go there even where friends stand"),
    ),
    (mark("Space"), mark("With the hex cursor in use: the next counter of its hex")),
    (mark("1 to 9"), mark("Press a button of the question")),
    (mark("Ctrl with arrows"), mark("Move the map")),
    (mark("Esc"), mark("Give up the last choice")),
    (
        mark("Right click"),
        mark("Go there, even where friends stand; while drawing, take the last hex back"),
    ),
    (mark("Shift click"), mark("Choose a counter in addition")),
    (mark("Ctrl click"), mark("Choose the counter itself that lies there")),
    (mark("Ctrl click on the way"), mark("Go by that hex, and leave a unit there if you like")),
    (mark("Drag"), mark("From a unit that may move: draw its path; elsewhere: move the map")),
)
"""What a map of hexes obeys."""

TABLE_KEYS: Final[Keys] = (
    (mark("Arrows, keypad, Home, End, Page Up, Page Down"), mark("Move the cursor by 1 cm")),
    (mark("Shift with them"), mark("Move the cursor by 1 mm")),
    (mark(", and ."), mark("Turn the cursor by 5 degrees; with Shift by 1")),
    (mark("Tab, Shift+Tab"), mark("The next or the last unit that can act")),
    (mark("Enter"), mark("Click where the cursor is")),
    (
        mark("Space"),
        mark("With the cursor in use: take the unit up, so that keys move it; again: wheel, turn"),
    ),
    (mark("M"), mark("With the cursor in use: measure from there; held: the mouse measures")),
    (mark("1 to 9"), mark("Press a button of the question")),
    (mark("Ctrl with arrows"), mark("Move the table")),
    (mark("Esc"), mark("Give up what is dragged, the ruler, the last choice")),
    (mark("Drag a unit"), mark("Move it as far as the rules let it")),
    (mark("Drag a front corner"), mark("Wheel about the other corner")),
    (mark("Drag the knob before the front"), mark("Turn about the middle")),
    (mark("Drag the diamond at a flank"), mark("Bend the line")),
    (mark("Right drag"), mark("Measure, from base to base")),
    (mark("Right click while dragging"), mark("Give the drag up")),
    (mark("Drag elsewhere"), mark("Move the table")),
)
"""What a measured table obeys."""
