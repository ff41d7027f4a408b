"""A table made by lot, as good for the southern side as for the northern.

Every piece that does not lie in the middle has a twin: half a turn about the middle of the table
takes the one to the place of the other. Pieces keep apart, and what keeps troops out keeps out of
the zones in which both sides set up. All is reckoned in whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Final

from hexwar.engine.lots import Lots
from hexwar.tabletop.base import Base, corners
from hexwar.tabletop.ground import Piece
from hexwar.tabletop.pose import FULL, Pose, half_up

Place = tuple[int, int]
"""Hundredths of a cm east and north of the south-west corner."""

TRIES: Final = 80
"""How often a place is looked for, for a piece that may also be left out."""


@dataclass(frozen=True, slots=True)
class Feature:
    """What may lie on a table, in pairs of twins."""

    kind: str
    shape: str  # "round", "block" or "line"
    pairs: tuple[int, ...]  # how many there may be, each number as likely
    size: tuple[int, ...]  # least and greatest: the half of its length, hundredths of a cm
    is_clear_of_zones: bool = True


@dataclass(frozen=True, slots=True)
class Middle:
    """What lies in the middle of the table."""

    kind: str
    shape: str
    size: int
    weight: int  # how often, among the others


@dataclass(frozen=True, slots=True)
class Water:
    """A stream from west to east, and how it is crossed."""

    kind: str
    width: int  # hundredths of a cm
    chance: int  # of a hundred tables
    crossings: tuple[str, ...]  # kinds: that of the middle, then that of each further pair
    reach: int  # hundredths of a cm that it winds north and south at most


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a table of one size is made of."""

    width: int  # hundredths of a cm
    height: int
    zone: int  # how deep both sides set up
    margin: int  # that pieces keep apart
    water: Water
    middles: tuple[Middle, ...]
    features: tuple[Feature, ...]  # in the order in which they are laid
    road: int  # how wide the road is painted; 0: there is none
    names: Mapping[str, tuple[str, ...]]  # of pieces, by their kind


@dataclass(frozen=True, slots=True)
class Landscape:
    """A table: its pieces, the topmost first, and which of them count alike for both sides."""

    pieces: tuple[Piece, ...]
    middle: str  # id of the piece in the middle
    twins: tuple[tuple[str, str], ...]  # ids: that in the south, that in the north


@dataclass(frozen=True, slots=True)
class _Spot:
    """A round place that is taken."""

    x: int
    y: int
    radius: int


def landscape(recipe: Recipe, lots: Lots) -> Landscape:
    """The table that lots make by a recipe."""
    return _Making(recipe, lots).made()


class _Making:
    """A table under way."""

    def __init__(self, recipe: Recipe, lots: Lots) -> None:
        self.recipe, self.lots = recipe, lots
        self.centre = recipe.width // 2, recipe.height // 2
        self.course: tuple[Place, ...] = ()  # of the stream
        self.road: tuple[Place, ...] = ()
        self.taken: list[_Spot] = []
        self.pieces: list[Piece] = []
        self.twins: list[tuple[str, str]] = []
        self.names = {kind: lots.shuffled(names) for kind, names in recipe.names.items()}
        self.counts: dict[str, int] = {}

    def made(self) -> Landscape:
        """Water and road first, then what lies in the middle, then the pairs."""
        has_water = self.lots.below(100) < self.recipe.water.chance
        if has_water:
            self._lay_water()
        if self.recipe.road:
            self._lay_road()
        middle = self._lay_crossings() if has_water else self._lay_middle()
        for feature in self.recipe.features:
            for _ in range(self.lots.pick(feature.pairs)):
                self._lay_pair(feature)
        return Landscape(self._in_layers(), middle, tuple(self.twins))

    def _in_layers(self) -> tuple[Piece, ...]:
        """Crossings above the stream, lines above areas, hills below all."""
        last = (self.recipe.water.kind, "hill")
        return tuple(sorted(self.pieces, key=lambda p: (p.kind in last, p.kind == "hill")))

    # -- water and road

    def _lay_water(self) -> None:
        """From edge to edge; half a turn takes it to where it lies. It is level at crossings."""
        water, (middle, across) = self.recipe.water, self.centre
        count = max(2, middle // 1500)
        step, flat = middle // count, 3 * water.width
        east = [(middle, across), (middle + flat, across)]
        for number in range(1, count + 1):
            x, y = middle + number * step, across + self.lots.between(-water.reach, water.reach)
            east += [(x - flat, y), (x + flat, y)]
        east = [*(place for place in east if place[0] < self.recipe.width), (self.recipe.width, y)]
        west = [self._turned(place) for place in reversed(east[1:])]
        self.course = tuple(_rising([*west, *east]))
        upper = [(x, y + water.width // 2) for x, y in self.course]
        lower = [(x, y - water.width // 2) for x, y in self.course]
        self._add(water.kind, (*lower, *reversed(upper)))

    def _lay_crossings(self) -> str:
        """One in the middle, and pairs of others; half a turn takes a pair to its places."""
        first, *others = self.recipe.water.crossings
        middle = self._crossing(first, self.centre[0])
        step = self.recipe.width // (2 * (len(others) + 1))
        for number, kind in enumerate(others, start=1):
            x = self.centre[0] + number * step + self.lots.between(-step // 5, step // 5)
            self._crossing(kind, x)
            self._crossing(kind, self.recipe.width - x)
        return middle

    def _crossing(self, kind: str, x: int) -> str:
        half, depth = 200, self.recipe.water.width // 2 + 90
        heights = [_height(self.course, place) for place in (x - half, x, x + half)]
        low, high = min(heights) - depth, max(heights) + depth
        self.taken.append(_Spot(x, heights[1], 300))
        return self._add(kind, _box(x - half, low, x + half, high))

    def _lay_road(self) -> None:
        """From south to north through the middle."""
        (x, y), reach = self.centre, self.recipe.width // 6
        bend = x + self.lots.between(-reach, reach)
        start = x + self.lots.between(-reach, reach)
        south = [(start, 0), (bend, self.recipe.zone), (x, y - 400)]
        self.road = (*south, *(self._turned(place) for place in reversed(south)))
        line = Piece(self._id("road"), "road", self.road, is_line=True, width=self.recipe.road)
        self.pieces.append(line)

    # -- pieces

    def _lay_middle(self) -> str:
        """What lies in the middle; half a turn takes it to itself."""
        among = self.recipe.middles
        what = self.lots.weighed(among, [one.weight for one in among])
        x, y = self.centre
        self.taken.append(_Spot(x, y, what.size))
        spot = _Spot(x, y, what.size)
        is_block = what.shape == "block"
        half = self._block(spot)[:2] if is_block else self._round(spot, FULL // 2)
        return self._add(what.kind, (*half, *(self._turned(place) for place in half)))

    def _lay_pair(self, feature: Feature) -> None:
        """Two pieces, if there is room for them."""
        spot = self._room(feature)
        if spot is None:
            return
        far = replace(spot, x=self.recipe.width - spot.x, y=self.recipe.height - spot.y)
        self.taken += [spot, far]
        if feature.shape == "line":
            line = self._line(spot)
            for ring in (line, tuple(self._turned(place) for place in line)):
                piece = Piece(self._id(feature.kind), feature.kind, ring, is_line=True)
                self.pieces.append(replace(piece, width=30))
            return
        shape = self._block if feature.shape == "block" else self._round
        near, there = (self._add(feature.kind, shape(one)) for one in (spot, far))
        self.twins.append((near, there))

    def _room(self, feature: Feature) -> _Spot | None:
        """A free round place in the southern half, of which the twin is free too."""
        recipe, least, most = self.recipe, *feature.size
        for _ in range(TRIES):
            radius = self.lots.between(least, most)
            low = radius + (recipe.zone if feature.is_clear_of_zones else recipe.zone // 3)
            high = self.centre[1] - radius // 2  # else the one is no farther south than the other
            edge = radius + recipe.margin
            if low > high or edge > recipe.width - edge:
                continue
            x = self.lots.between(edge, recipe.width - edge)
            spot = _Spot(x, self.lots.between(low, high), radius)
            if self._is_free(spot, may_bear_road=feature.kind in ("hill", "village")):
                return spot
        return None

    def _is_free(self, spot: _Spot, *, may_bear_road: bool) -> bool:
        recipe = self.recipe
        twin = _Spot(recipe.width - spot.x, recipe.height - spot.y, spot.radius)
        others = [*self.taken, twin]
        place, reach = (spot.x, spot.y), spot.radius + recipe.margin
        if any(_is_within((o.x, o.y), place, reach + o.radius) for o in others):
            return False
        if self.course and _is_near(place, self.course, reach + recipe.water.width):
            return False
        return may_bear_road or not (self.road and _is_near(place, self.road, spot.radius + 50))

    def _round(self, spot: _Spot, turn: int = FULL) -> tuple[Place, ...]:
        """An area with some corners at uneven distances from its middle, or a part of one."""
        count = self.lots.between(3, 4) * (1 if turn < FULL else 2)
        start, step = self.lots.below(FULL), turn // count
        found = []
        for number in range(count):
            bearing = start + number * step + self.lots.below(step // 3)
            far = spot.radius * self.lots.between(80, 100) // 100
            found.append(self._on_table(Pose(spot.x, spot.y, bearing % FULL).at(far / 100)))
        return tuple(found)

    def _block(self, spot: _Spot) -> tuple[Place, ...]:
        """A rectangle that is a little turned."""
        long, bearing = spot.radius * 16 // 10, self.lots.between(-15, 15) * 10
        base = Base(long, long * self.lots.between(65, 75) // 100)
        pose = Pose(spot.x, spot.y, bearing % FULL)
        return tuple(self._on_table(corner) for corner in corners(pose, base))

    def _line(self, spot: _Spot) -> tuple[Place, ...]:
        """A line with a bend, more along the front than across."""
        pose = Pose(spot.x, spot.y, self.lots.between(600, 1200))
        bend = pose.turned(self.lots.between(-250, 250))
        ways = (pose.at(-spot.radius / 100), pose.point, bend.at(spot.radius / 100))
        return tuple(self._on_table(way) for way in ways)

    def _on_table(self, point: tuple[float, float]) -> Place:
        x, y = half_up(point[0] * 100), half_up(point[1] * 100)
        return min(max(x, 0), self.recipe.width), min(max(y, 0), self.recipe.height)

    def _turned(self, place: Place) -> Place:
        """Where half a turn about the middle takes a place."""
        return self.recipe.width - place[0], self.recipe.height - place[1]

    def _add(self, kind: str, ring: tuple[Place, ...]) -> str:
        names = self.names.get(kind, [])
        piece = Piece(self._id(kind), kind, ring, name=names.pop() if names else "")
        self.pieces.append(piece)
        return piece.id

    def _id(self, kind: str) -> str:
        self.counts[kind] = self.counts.get(kind, 0) + 1
        return f"{kind}-{self.counts[kind]}"


# -- geometry in whole numbers


def _box(west: int, south: int, east: int, north: int) -> tuple[Place, ...]:
    return ((west, south), (east, south), (east, north), (west, north))


def _rising(places: Sequence[Place]) -> Iterator[Place]:
    """The places of a line from west to east, without those that do not lead farther east."""
    last = -1
    for x, y in places:
        if x > last:
            yield x, y
            last = x


def _height(line: Sequence[Place], x: int) -> int:
    """How far north a line from west to east lies at some place, rounded down."""
    for (x0, y0), (x1, y1) in pairwise(line):
        if x0 <= x <= x1:
            return y0 + (y1 - y0) * (x - x0) // (x1 - x0)
    raise AssertionError((line, x))


def _is_within(a: Place, b: Place, reach: int) -> bool:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 < reach**2


def _is_near(place: Place, line: Sequence[Place], reach: int) -> bool:
    """Whether a place is nearer to a line than so far."""
    ways = pairwise(line)
    return any(_square_of_distance(place, a, b) < reach**2 for a, b in ways)


def _square_of_distance(place: Place, a: Place, b: Place) -> Fraction:
    """Of a place from a straight way, squared."""
    (px, py), (ax, ay), (bx, by) = place, a, b
    along, length = (bx - ax, by - ay), (bx - ax) ** 2 + (by - ay) ** 2
    part = Fraction((px - ax) * along[0] + (py - ay) * along[1], length) if length else Fraction()
    part = min(max(part, Fraction()), Fraction(1))
    return (ax + part * along[0] - px) ** 2 + (ay + part * along[1] - py) ** 2
