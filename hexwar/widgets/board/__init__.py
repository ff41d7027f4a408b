"""The board: map, counters and overlays in one view, and how the player handles them.

`BoardView` shows a `TableState`, `Markers` and `Overlays`, and emits what the player does; it
knows no rule.
`MiniMap` is the whole map in small; `render_board` makes pictures without a window.
"""

from hexwar.table.overlays import Aim, Overlays, Reach, Target, Track
from hexwar.widgets.board.minimap import MiniMap
from hexwar.widgets.board.scene import render_board
from hexwar.widgets.board.view import BoardView

__all__ = [
    "Aim",
    "BoardView",
    "MiniMap",
    "Overlays",
    "Reach",
    "Target",
    "Track",
    "render_board",
]
