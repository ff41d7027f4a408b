"""The ground of a measured table: its edge, and pieces of which each is of one kind."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely

from hexwar.tabletop.base import Area, Areas
from hexwar.tabletop.measure import rounded
from hexwar.tabletop.pose import Pose, Vector


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of ground (M27.1)."""

    id: str
    kind: str  # a word of the game, such as "wood"
    ring: tuple[tuple[int, int], ...]  # corners in hundredths of a cm, or places along a line
    is_line: bool = False  # a wall or a hedge
    name: str = ""  # what the player reads; empty: its kind
    width: int = 0  # of a line as it is painted, hundredths of a cm
    level: int = 0  # how high it lies
    material: str = ""  # such as "stone"


@dataclass(frozen=True)
class Ground:
    """A table with its pieces, the topmost first (M6.21)."""

    width: int  # hundredths of a cm, west to east
    height: int  # hundredths of a cm, south to north
    pieces: tuple[Piece, ...] = ()

    @cached_property
    def table(self) -> Area:
        """The whole table."""
        area = shapely.box(0, 0, self.width / 100, self.height / 100)
        shapely.prepare(area)
        return area

    @cached_property
    def areas(self) -> dict[str, Area]:
        """The area or the line of each piece, by its id."""
        return {piece.id: _shape(piece) for piece in self.pieces}

    def middle(self, piece: str) -> Vector:
        """The middle of a piece by its id, in cm."""
        centre = self.areas[piece].centroid
        return centre.x, centre.y

    def shape(self, piece: Piece) -> Areas:
        """The area of a piece, or its line."""
        return np.array([self.areas[piece.id]], dtype=object)

    def holds(self, areas: Areas) -> bool:
        """Whether areas lie on the table; their edges may lie on its own."""
        return bool(shapely.covers(self.table, areas).all())

    def overhang(self, areas: Areas) -> float:
        """By how many cm areas reach over the edge of the table at most; 0 if they do not."""
        coords = shapely.get_coordinates(areas)
        east, north = self.width / 100, self.height / 100
        over = np.concatenate([-coords, coords - np.array([east, north])])
        return rounded(max(0.0, float(over.max())))

    def length_to_edge(self, areas: Areas, facing: Pose, limit: float) -> float:
        """How far areas on the table can move straight ahead until they touch its edge, cm.

        Rounded down to a hundredth.
        """
        coords, (fx, fy) = shapely.get_coordinates(areas), facing.forward
        lengths = [limit]
        for along, places, far in (
            (fx, coords[:, 0], self.width / 100),
            (fy, coords[:, 1], self.height / 100),
        ):
            if along:
                room = far - places.max() if along > 0 else places.min()
                lengths.append(float(room) / abs(along))
        return max(0.0, math.floor(min(lengths) * 100 + 1e-6) / 100)

    def under(self, point: Vector) -> tuple[Piece, ...]:
        """The pieces that a point lies in, the topmost first; their edges belong to them."""
        spot = shapely.Point(*point)
        return tuple(
            piece
            for piece in self.pieces
            if not piece.is_line and shapely.intersects(self.areas[piece.id], spot)
        )

    def met(self, areas: Areas, kinds: Collection[str]) -> tuple[Piece, ...]:
        """The pieces of some kinds that areas enter, which who asks has made firm."""
        return tuple(
            piece
            for piece in self.pieces
            if piece.kind in kinds and shapely.intersects(self.areas[piece.id], areas).any()
        )

    def length_in(self, way: Sequence[Vector], kinds: Collection[str]) -> float:
        """How many cm of a way lie in pieces of some kinds; where two overlap it counts once."""
        near = self._about(way, kinds)
        chosen = [self.areas[piece.id] for piece in near if not piece.is_line]
        if not chosen:
            return 0.0
        line = shapely.LineString(np.asarray(way))
        return rounded(float(shapely.length(shapely.union_all(shapely.intersection(line, chosen)))))

    def crossed(self, a: Vector, b: Vector, kinds: Collection[str]) -> tuple[Piece, ...]:
        """The pieces of some kinds that a straight way meets."""
        near = self._about((a, b), kinds)
        if not near:
            return ()
        line = shapely.LineString(np.asarray([a, b]))
        return tuple(piece for piece in near if shapely.intersects(self.areas[piece.id], line))

    def _about(self, way: Sequence[Vector], kinds: Collection[str]) -> list[Piece]:
        """The pieces of some kinds whose rectangles, widened a little, a way's own one meets."""
        xs, ys = [x for x, _ in way], [y for _, y in way]
        west, south, east, north = min(xs), min(ys), max(xs), max(ys)
        return [
            piece
            for piece in self.pieces
            if piece.kind in kinds
            for (w, s), (e, n) in [self._rectangles[piece.id]]
            if w <= east and s <= north and west <= e and south <= n
        ]

    @cached_property
    def _rectangles(self) -> dict[str, tuple[Vector, Vector]]:
        """The south-west and north-east corner about each piece, 0.01 cm away from it."""
        found: dict[str, tuple[Vector, Vector]] = {}
        for piece in self.pieces:
            xs, ys = [x for x, _ in piece.ring], [y for _, y in piece.ring]
            west, south = (min(xs) - 1) / 100, (min(ys) - 1) / 100
            found[piece.id] = (west, south), ((max(xs) + 1) / 100, (max(ys) + 1) / 100)
        return found

    def is_bridged(
        self, areas: Areas, piece: Piece, kinds: Collection[str], room: float = 1.0
    ) -> bool:
        """Whether all of a piece that areas meet lies in openings, such as bridges (M22.3).

        Args:
            areas: of what passes.
            piece: such as a stream.
            kinds: of openings, such as bridges and fords.
            room: cm by which the openings are taken wider.
        """
        openings = [self.areas[p.id].buffer(room) for p in self.pieces if p.kind in kinds]
        wet = shapely.intersection(self.areas[piece.id], areas)
        dry = shapely.union_all(openings)
        return bool(shapely.covers(dry, wet).all())


def area_of(ring: Sequence[tuple[int, int]]) -> Area:
    """The area with some corners, hundredths of a cm."""
    return shapely.Polygon(np.asarray(ring) / 100)


def lies_in(areas: Areas, whole: Area) -> bool:
    """Whether areas lie in another with all that they cover; its edge belongs to it."""
    return bool(shapely.covers(whole, areas).all())


def is_sound(ring: Sequence[tuple[int, int]]) -> bool:
    """Whether corners, three at least, are those of an area whose edge nowhere crosses itself."""
    return shapely.is_valid(area_of(ring))


def _shape(piece: Piece) -> Area:
    points = np.asarray(piece.ring) / 100
    shape = shapely.LineString(points) if piece.is_line else shapely.Polygon(points)
    shapely.prepare(shape)
    return shape
