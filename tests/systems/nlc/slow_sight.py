"""Line of sight typed again from the rulebook over drawn hexagons, slowly and plainly.

It shares nothing with `hexwar.grid`: hexes are polygons with whole-numbered corners, a line is cut
at their edges in fractions, and the rule is asked of what lies on it. A sheet is squeezed so that
a column is 3 wide and a hex 2 high; straight lines stay straight.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

Pair = frozenset[str]
"""Two hexes next to each other."""

Span = tuple[Fraction, Fraction]
"""A part of a line, from 0 at its beginning to 1 at its end."""

CORNERS = ((-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1))


@dataclass(frozen=True)
class Ground:
    """A map, feature by feature; hexes by id."""

    columns: int
    rows: int
    low: str  # even or odd: the columns that lie half a hex further south
    terrain: Mapping[str, str]
    level: Mapping[str, int]
    slopes: frozenset[tuple[str, str]]  # low, high
    crests: frozenset[Pair]

    def is_on_map(self, hex_: str) -> bool:
        return 1 <= int(hex_[:2]) <= self.columns and 1 <= int(hex_[2:]) <= self.rows


@dataclass(frozen=True)
class Crossed:
    """What a line between two hexes crosses, from hexagons alone."""

    inside: tuple[str, ...]  # hexes crossed inside, the two ends too, in order
    joints: tuple[tuple[str, ...], ...]  # from each to the next: the hexes touched on the way


def is_visible(ground: Ground, a: str, b: str) -> bool:
    """N19.2, range apart."""
    crossed = cross(ground.low, a, b)
    if len(crossed.inside) <= 2 and not any(crossed.joints):
        return True
    ends = {a, b}
    eye = max(ground.level.get(a, 0), ground.level.get(b, 0))
    if any(_hides(ground, hex_) for hex_ in crossed.inside if hex_ not in ends):
        return False
    for i, beside in enumerate(crossed.joints):
        here, there = crossed.inside[i], crossed.inside[i + 1]
        ways = [[here, other, there] for other in beside]
        if len(beside) < 2:  # the two hexes share a hexside
            ways.append([here, there])
        if not any(_is_open(ground, way, ends, eye) for way in ways):
            return False
    return True


def _is_open(ground: Ground, way: list[str], ends: set[str], eye: int) -> bool:
    if any(not ground.is_on_map(hex_) or _hides(ground, hex_) for hex_ in way[1:-1]):
        return False
    return not any(_side_hides(ground, one, next_, ends, eye) for one, next_ in pairwise(way))


def _hides(ground: Ground, hex_: str) -> bool:
    return ground.terrain.get(hex_) in ("woods", "town", "chateau")


def _side_hides(ground: Ground, a: str, b: str, ends: set[str], eye: int) -> bool:
    if frozenset((a, b)) in ground.crests and not {a, b} & ends:
        return True
    tops = [
        ground.level.get(high, 0) for low, high in ((a, b), (b, a)) if (low, high) in ground.slopes
    ]
    return any(eye < top for top in tops)


# -- hexagons


def middle(low: str, hex_: str) -> tuple[int, int]:
    column, row = int(hex_[:2]), int(hex_[2:])
    is_low = (column % 2 == 0) == (low == "even")
    return 3 * column, 2 * row + is_low


def cross(low: str, a: str, b: str) -> Crossed:
    """Every hex between two is cut by the line; hexes off the map count too, as row 00.

    A line of the same direction runs the same from every hex whose column lies alike.
    """
    aside, down = HOME - int(a[:2]) // 2 * 2, HOME - int(a[2:])
    found = _cross(low, _moved(a, aside, down), _moved(b, aside, down))
    return Crossed(
        tuple(_moved(hex_, -aside, -down) for hex_ in found.inside),
        tuple(tuple(_moved(hex_, -aside, -down) for hex_ in joint) for joint in found.joints),
    )


HOME = 40
"""An even column, and a row, in the midst of a sheet that lines are cut on."""


def _moved(hex_: str, columns: int, rows: int) -> str:
    return f"{int(hex_[:2]) + columns:02}{int(hex_[2:]) + rows:02}"


@lru_cache(maxsize=10_000)
def _cross(low: str, a: str, b: str) -> Crossed:
    spans: dict[str, Span] = {}
    touched: dict[str, Span] = {}
    for hex_ in _box(a, b):
        span = _span(low, hex_, a, b)
        if span is None:
            continue
        (spans if _is_inside(low, hex_, a, b, span) else touched)[hex_] = span
    inside = sorted(spans, key=lambda hex_: spans[hex_])
    joints = []
    for here, there in pairwise(inside):
        gap = (spans[here][1], spans[there][0])
        beside = [hex_ for hex_, span in touched.items() if span == gap]
        joints.append(tuple(sorted(beside)))
    return Crossed(tuple(inside), tuple(joints))


def _box(a: str, b: str) -> list[str]:
    columns, rows = (sorted((int(a[part]), int(b[part]))) for part in (slice(2), slice(2, 4)))
    return [
        f"{c:02}{r:02}"
        for c in range(columns[0] - 1, columns[1] + 2)
        for r in range(rows[0] - 1, rows[1] + 2)
    ]


def _span(low: str, hex_: str, a: str, b: str) -> Span | None:
    """The part of the line in a closed hexagon, or None: cut by its six edges one by one."""
    (ax, ay), (bx, by) = middle(low, a), middle(low, b)
    x, y = middle(low, hex_)
    if not _is_near(ax - x, ay - y, bx - x, by - y):
        return None
    first, last = Fraction(0), Fraction(1)
    for (px, py), (qx, qy) in zip(CORNERS, CORNERS[1:] + CORNERS[:1], strict=True):
        # Corners run clockwise with y down: inside, this product is not below 0.
        at_start = (qx - px) * (ay - y - py) - (qy - py) * (ax - x - px)
        at_end = (qx - px) * (by - y - py) - (qy - py) * (bx - x - px)
        if at_start < 0 and at_end < 0:
            return None
        if at_start < 0 or at_end < 0:
            cut = Fraction(at_start, at_start - at_end)
            first, last = (max(first, cut), last) if at_start < 0 else (first, min(last, cut))
    return (first, last) if first <= last else None


def _is_near(ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether corners lie on both sides of the line, or on it; most hexes need no more cutting."""
    sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in CORNERS]
    return min(sides) <= 0 <= max(sides)


def _is_inside(low: str, hex_: str, a: str, b: str, span: Span) -> bool:
    """Whether the middle of a part lies strictly within the hexagon."""
    t = (span[0] + span[1]) / 2
    (ax, ay), (bx, by) = middle(low, a), middle(low, b)
    x, y = middle(low, hex_)
    mx, my = ax + t * (bx - ax) - x, ay + t * (by - ay) - y
    return all(
        (qx - px) * (my - py) - (qy - py) * (mx - px) > 0
        for (px, py), (qx, qy) in zip(CORNERS, CORNERS[1:] + CORNERS[:1], strict=True)
    )
