"""Which hexes a tool is about: a brush, a line, a rectangle, a lasso, all that is alike.

All of it in hex coordinates, so that a shape keeps its form wherever it lies on the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from hexwar.hexes import Grid, Hex, Layout, Point, column_row, hex_id


def brush(grid: Grid, centre: Hex, size: int) -> tuple[Hex, ...]:
    """The hexes under a brush; of size 1 one hex, of size 2 those around it too, and so on."""
    return grid.within(centre, size - 1)


def line(grid: Grid, start: Hex, end: Hex) -> tuple[Hex, ...]:
    """The hexes of a straight line, each next to the one before, both ends among them."""
    (qa, ra), (qb, rb) = grid.cube(start), grid.cube(end)
    steps = grid.distance(start, end)
    found = [start]
    for i in range(1, steps + 1):
        # a nudge off the middle, so that no point lies on the side of two hexes
        q = qa + (qb - qa) * i / steps + 1e-6
        r = ra + (rb - ra) * i / steps + 2e-6
        hex_ = grid.from_cube(*_rounded(q, r))
        if hex_ is not None:  # a line between two hexes of the lower edge may leave the sheet
            found.append(hex_)
    return tuple(dict.fromkeys(found))


def _rounded(q: float, r: float) -> tuple[int, int]:
    s = -q - r
    to_q, to_r, to_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(to_q - q), abs(to_r - r), abs(to_s - s)
    if off_q > off_r and off_q > off_s:
        return -to_r - to_s, to_r
    return (to_q, -to_q - to_s) if off_r > off_s else (to_q, to_r)


def stroke(grid: Grid, points: Sequence[Hex], size: int) -> tuple[Hex, ...]:
    """The hexes that a brush passes over which was seen in some of them: none is left out."""
    found: dict[Hex, None] = {}
    for start, end in zip((points[0], *points), points, strict=False):
        for hex_ in line(grid, start, end):
            found.update(dict.fromkeys(brush(grid, hex_, size)))
    return tuple(found)


def rectangle(grid: Grid, corner: Hex, other: Hex) -> tuple[Hex, ...]:
    """The hexes of all columns and rows from one corner to the other."""
    (ca, ra), (cb, rb) = column_row(corner), column_row(other)
    columns, rows = range(min(ca, cb), max(ca, cb) + 1), range(min(ra, rb), max(ra, rb) + 1)
    return tuple(h for c in columns for r in rows if (h := hex_id(c, r)) in grid)


def lasso(layout: Layout, outline: Sequence[Point]) -> tuple[Hex, ...]:
    """The hexes whose centres lie within an outline.

    Args:
        layout: How the hexes lie in pixels.
        outline: The corners of the outline, pixels; it closes by itself.
    """
    if len(outline) < 3:
        return ()
    return tuple(h for h in layout.grid.hexes if _is_within(layout.centre(h), outline))


def _is_within(point: Point, outline: Sequence[Point]) -> bool:
    x, y = point
    is_in = False
    for (xa, ya), (xb, yb) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ya > y) != (yb > y) and x < xa + (y - ya) * (xb - xa) / (yb - ya):
            is_in = not is_in
    return is_in


def alike(
    grid: Grid, start: Hex, look: Callable[[Hex], Any], within: Iterable[Hex] | None = None
) -> tuple[Hex, ...]:
    """All hexes that hang together with one and are like it.

    Args:
        grid: The sheet.
        start: Where the fill begins.
        look: What a hex is like.
        within: Where the fill may go, such as what is chosen; anywhere where nothing is told.
    """
    wanted, allowed = look(start), None if within is None else set(within)
    found, edge = {start}, [start]
    while edge:
        near = grid.neighbours[edge.pop()]
        new = [h for h in near if h not in found and look(h) == wanted]
        new = [h for h in new if allowed is None or h in allowed]
        found.update(new)
        edge += new
    return tuple(sorted(found))
