"""The board: map, counters and overlays in one view, and how the player handles them.

`BoardView` shows a `MapState`, `Markers` and `Overlays`, and emits what the player does; it
knows no rule.
`MiniMap` is the whole map in small; `render_board` makes pictures without a window.
"""
