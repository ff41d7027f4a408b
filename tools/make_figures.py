#!/usr/bin/env python3
"""Draws the figures of the rulebook of Mini-Nap 2 into assets/art/figures.

    tools/make_figures.py [--check]

Stands, zones and turns are those of the program's own geometry: no figure can show what the rules
do not do. With --check nothing is written; the status is 1 where a figure would be drawn otherwise.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hexwar import resources
from hexwar.tabletop.base import Base, corners
from hexwar.tabletop.pose import Pose, Vector, placed
from hexwar.tabletop.regions import TRIM

FOLDER: Final = resources.assets() / "art" / "figures"

FOOT, GUNS = Base(250, 200), Base(300, 300)
"""One stand of infantry, and a battery (M2.1)."""
RIDERS, HORSE = Base(250, 400), Base(500, 400)
"""One stand of cavalry, and two in line."""
LINE, COLUMN = Base(500, 200), Base(250, 400)
"""What two stands of infantry cover (M4.2)."""
NORTH, EAST, SOUTH, WEST = 0, 900, 1800, 2700

STYLE: Final = (
    "<style>.own{fill:#7f9cc0}.foe{fill:#c07a6b}.zone{fill:#7f9cc0}.ink{fill:#2b2118}"
    ".mark{fill:#a33a2a}.edge{fill:none;stroke:#2b2118}</style>"
)
"""For the eye of whoever opens a figure elsewhere; the window puts its own colours in."""


@dataclass
class Figure:
    """A sheet to draw on: north is up, lengths are in cm."""

    scale: float  # pixels a cm
    parts: list[str] = field(default_factory=list)
    points: list[Vector] = field(default_factory=list)  # to find how large it is

    def area(self, kind: str, ring: Sequence[Vector], more: str = "") -> None:
        """A filled area."""
        self.points.extend(ring)
        self.parts.append(f'<polygon class="{kind}" points="{self._told(ring)}"{more}/>')

    def way(self, places: Sequence[Vector], width: float = 1.0, dash: str = "") -> None:
        """A line from place to place, perhaps in dashes."""
        self.points.extend(places)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        told = f'points="{self._told(places)}" style="stroke-width:{width:g}"'
        self.parts.append(f'<polyline class="edge" {told}{dashes}/>')

    def dot(self, kind: str, place: Vector, radius: float = 0.22) -> None:
        """A small disc."""
        x, y = self._at(place)
        self.points.append(place)
        size = f'cx="{x:.1f}" cy="{y:.1f}" r="{radius * self.scale:.1f}"'
        self.parts.append(f'<circle class="{kind}" {size}/><circle class="edge" {size}/>')

    def head(self, tip: Vector, toward: Vector, size: float = 0.45) -> None:
        """The head of an arrow."""
        (x, y), (dx, dy) = tip, toward
        length = math.hypot(dx, dy)
        fx, fy = dx / length * size, dy / length * size
        left, right = (x - fx - fy / 2, y - fy + fx / 2), (x - fx + fy / 2, y - fy - fx / 2)
        self.area("ink", [tip, left, right])

    def arrow(self, a: Vector, b: Vector) -> None:
        """An arrow from place to place."""
        self.way([a, b], 1.4)
        self.head(b, (b[0] - a[0], b[1] - a[1]))

    def stand(self, kind: str, pose: Pose, base: Base, *, loose: bool = False) -> None:
        """A stand with its front edge; of a loose one the bead of a skirmish line."""
        ring = corners(pose, base)
        self.area(kind, ring, ' fill-opacity="0.7"')
        self.way([*ring, ring[0]], 1.0, "3 2" if loose else "")
        self.way(ring[:2], 3.0)
        if loose:
            self.dot("ink", pose.point, 0.25)

    def facing(self, pose: Pose, ahead: float) -> None:
        """A short arrow that says which way it faces."""
        self.arrow(pose.at(ahead), pose.at(ahead + 1.0))

    def zone(self, pose: Pose, base: Base, depth: float) -> None:
        """A zone of fire (M6.17)."""
        half, front = base.width / 200 - TRIM, base.depth / 200
        ring = [pose.at(front, -half), pose.at(front + depth, -half)]
        ring += [pose.at(front + depth, half), pose.at(front, half)]
        self.area("zone", ring, ' fill-opacity="0.3"')
        self.way([*ring, ring[0]], 0.8, "4 3")

    def _at(self, place: Vector) -> Vector:
        return place[0] * self.scale, -place[1] * self.scale

    def _told(self, ring: Sequence[Vector]) -> str:
        return " ".join("{:.1f},{:.1f}".format(*self._at(place)) for place in ring)

    def svg(self) -> str:
        """The file."""
        drawn = [self._at(place) for place in self.points]
        west, east = min(x for x, _ in drawn) - 8, max(x for x, _ in drawn) + 8
        north, south = min(y for _, y in drawn) - 8, max(y for _, y in drawn) + 8
        wide, high = math.ceil(east - west), math.ceil(south - north)
        box = f'viewBox="{west:.1f} {north:.1f} {wide} {high}" width="{wide}" height="{high}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>'
        return "\n".join((head, STYLE, *self.parts, "</svg>", ""))


def pose(x: float, y: float, bearing: int = NORTH) -> Pose:
    """A pose by cm and tenths of a degree."""
    return placed((x, y), bearing)


def two(figure: Figure, kind: str, middle: Pose, *, loose: bool = False) -> None:
    """A line of infantry: its stands side by side."""
    for aside in (-1.25, 1.25):
        figure.stand(kind, middle.moved(0, aside), FOOT, loose=loose)


def column(figure: Figure, kind: str, middle: Pose) -> None:
    """A column of infantry: its stands one behind the other."""
    for ahead in (1.0, -1.0):
        figure.stand(kind, middle.moved(ahead), FOOT)


# -- the figures, a function each


def formations() -> Figure:
    """M4.1: column, line, square, skirmish line, and a line bent in its two ways."""
    figure = Figure(12)
    column(figure, "own", at := pose(0, 0))
    figure.facing(at, 2.2)
    two(figure, "own", at := pose(5.6, 0))
    figure.facing(at, 1.2)
    square = pose(11.2, 0)
    figure.stand("own", square.moved(1.0), FOOT)
    figure.stand("own", square.moved(-1.0).turned(SOUTH), FOOT)
    for bearing, ahead in ((NORTH, 2.2), (SOUTH, 2.2), (EAST, 1.45), (WEST, 1.45)):
        figure.facing(square.turned(bearing), ahead)
    two(figure, "own", at := pose(17.8, 0), loose=True)
    figure.facing(at, 1.2)
    bent(figure, pose(23.2, 0), is_front=True)
    bent(figure, pose(30.2, 0), is_front=False)
    return figure


def bent(figure: Figure, still: Pose, *, is_front: bool, ghost: bool = False) -> None:
    """A line of which the right stand has turned by 45 degrees about a corner (M15.5)."""
    _, front, rear, _ = corners(still, FOOT)
    straight = still.moved(0, 2.5)
    if ghost:
        ring = corners(straight, FOOT)
        figure.way([*ring, ring[0]], 0.8, "3 3")
    turned = straight.about(front if is_front else rear, -450 if is_front else 450)
    for stand in (still, turned):
        figure.stand("own", stand, FOOT)
        figure.facing(stand, 1.2)
    figure.dot("mark", front if is_front else rear)


def bend() -> Figure:
    """M15.5: the two ways to bend, with where the stand was before."""
    figure = Figure(22)
    bent(figure, pose(0, 0), is_front=True, ghost=True)
    bent(figure, pose(9.0, 0), is_front=False, ghost=True)
    return figure


def zones() -> Figure:
    """M6.17: the zones of a line, a stand each, and the four of a square."""
    figure = Figure(11)
    line, square = pose(0, 0), pose(14.5, 2.0)
    for aside in (-1.25, 1.25):
        figure.zone(line.moved(0, aside), FOOT, 7)
    two(figure, "own", line)
    for bearing, base in ((NORTH, COLUMN), (SOUTH, COLUMN), (EAST, _ASIDE), (WEST, _ASIDE)):
        figure.zone(square.turned(bearing), base, 7)
    figure.stand("own", square.moved(1.0), FOOT)
    figure.stand("own", square.moved(-1.0).turned(SOUTH), FOOT)
    return figure


_ASIDE: Final = Base(COLUMN.depth, COLUMN.width)
"""A square as one looks at its side."""


def target() -> Figure:
    """M9.11: each stand of a line has another enemy before it, one of them only in part."""
    figure = Figure(17)
    line = pose(0, 0)
    for aside in (-1.25, 1.25):
        figure.zone(line.moved(0, aside), FOOT, 7)
    two(figure, "own", line)
    two(figure, "foe", pose(-2.7, 5.2, SOUTH))
    column(figure, "foe", pose(2.6, 6.0, SOUTH))
    figure.arrow((-1.25, 1.2), (-1.25, 4.0))
    figure.arrow((1.7, 1.2), (1.9, 3.8))
    return figure


def outflanking() -> Figure:
    """M12.3: a front edge that reaches a rear corner, and one that does not."""
    figure = Figure(17)
    for x, y in ((0.0, 2.1), (13.0, 0.2)):
        two(figure, "foe", pose(x, 1.0, SOUTH))
        figure.facing(pose(x, 1.0, SOUTH), 1.2)
        column(figure, "own", pose(x + 4.5, y, WEST))
        figure.arrow((x + 8.4, y), (x + 6.8, y))
        figure.dot("mark" if y > 1 else "ink", (x + 2.5, 2.0))
    return figure


def turns() -> Figure:
    """M16.7: a wheel about a front corner with the arc that it costs, and a pivot."""
    figure = Figure(17)
    before = pose(0, 0)
    left, right, rear_right, rear_left = corners(before, LINE)
    figure.way([left, right, rear_right, rear_left, left], 0.9, "3 3")
    arc = [_about(left, right, -angle) for angle in range(0, 451, 25)]
    two(figure, "own", before.about(left, -450))
    figure.way(arc, 1.4)
    figure.head(arc[-1], (arc[-1][0] - arc[-2][0], arc[-1][1] - arc[-2][1]))
    figure.dot("mark", left)
    still = pose(9.0, 1.5)
    ring = corners(still, COLUMN)
    figure.way([*ring, ring[0]], 0.9, "3 3")
    column(figure, "own", still.turned(600))
    figure.dot("mark", still.point)
    return figure


def _about(pivot: Vector, point: Vector, turn: int) -> Vector:
    """A point turned clockwise about another by tenths of a degree."""
    angle, (x, y) = math.radians(turn / 10), pivot
    dx, dy = point[0] - x, point[1] - y
    return (
        x + dx * math.cos(angle) + dy * math.sin(angle),
        y + dy * math.cos(angle) - dx * math.sin(angle),
    )


def bounce() -> Figure:
    """M11.2: guns fire at a column, and what misses goes on to the line behind it."""
    figure = Figure(9)
    guns = pose(0, 0, EAST)
    figure.zone(guns, GUNS, 40)
    figure.stand("own", guns, GUNS)
    column(figure, "foe", pose(28, 0.4, WEST))
    two(figure, "foe", pose(37, -1.5, WEST))
    figure.way([(2.0, 0.0), (25.2, 0.0)], 1.4)
    figure.head((25.7, 0.0), (1.0, 0.0), 0.9)
    figure.way([(30.2, 0), (31.2, 1.0), (32.4, 0), (33.5, 0.8), (34.8, 0), (35.5, -0.3)], 1.4)
    figure.head((35.9, -0.5), (1.1, -0.5), 0.9)
    for cm in (21.5, 41.5):  # the middle band, from the front edge of the guns
        figure.way([(cm, -2.4), (cm, 2.4)], 1.0, "2 2")
    return figure


def charge() -> Figure:
    """M18.5, M19.4: cavalry turns, runs, and is fired at where it comes into range."""
    figure = Figure(12)
    ring = corners(start := pose(0, 0), HORSE)
    figure.way([*ring, ring[0]], 0.9, "3 3")
    turned = start.turned(300)
    end = turned.moved(12.0)
    enemy = placed(end.at(3.0), 2100)
    for aside in (-1.25, 1.25):
        figure.zone(enemy.moved(0, aside), FOOT, 7)
    two(figure, "foe", enemy)
    for aside in (-1.25, 1.25):
        figure.stand("own", turned.moved(0, aside), RIDERS)
    figure.way([turned.at(2.0), end.at(1.4)], 1.4, "5 3")
    figure.head(end.at(2.0), end.forward, 0.7)
    figure.dot("mark", enemy.at(8.0))
    figure.dot("mark", start.point, 0.15)
    return figure


FIGURES: Final[Mapping[str, Callable[[], Figure]]] = {
    made.__name__: made
    for made in (formations, zones, target, bounce, outflanking, bend, turns, charge)
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the figures, or tell which are out of date."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true")
    is_check, stale = parser.parse_args(arguments).check, []
    for name, make in FIGURES.items():
        path, text = Path(FOLDER) / f"{name}.svg", make().svg()
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(name)
            if not is_check:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
    print("\n".join(f"{name}: {'out of date' if is_check else 'drawn'}." for name in stale))
    return int(is_check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
