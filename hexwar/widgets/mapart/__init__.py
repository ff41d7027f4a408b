"""The map as a printed sheet, drawn from the battlefield's record alone.

`painter.MapPainter` paints any part of it at any scale; `tiles.MapLayer` shows it on a board.
`land` finds what is where on the paper, a module for each kind of thing draws it, `painter` knows
the order. Everything irregular comes from `noise`: the same map is the same picture.
"""
