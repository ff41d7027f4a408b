"""What is where on the paper, found before anything is drawn: the parts look at one another.

Houses stand along ways, bridges where ways meet water, trees and fields where nothing else is.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import shapely

from hexwar.table.battlefield import Terrain
from hexwar.widgets.mapart.curves import line_path
from hexwar.widgets.mapart.estates import Estate, estates
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.ink import Stroke, spot, taken
from hexwar.widgets.mapart.noise import Floats
from hexwar.widgets.mapart.settlements import Village, villages
from hexwar.widgets.mapart.spans import Crossing, crossings
from hexwar.widgets.mapart.water import Course, courses
from hexwar.widgets.mapart.ways import Track, avenue_trees, tracks

_WAY, _BANKS, _HOUSE, _WALLS = 8.0, 7.0, 11.0, 34.0  # pixels kept clear


class Survey:
    """The lines and buildings of a sheet."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    @cached_property
    def tracks(self) -> list[Track]:
        """Roads and trails."""
        return tracks(self.ground)

    @cached_property
    def courses(self) -> list[Course]:
        """Rivers and streams."""
        return courses(self.ground)

    @cached_property
    def crossings(self) -> list[Crossing]:
        """Bridges, trestles and fords."""
        return crossings(self.ground, self.courses, self.tracks)

    @cached_property
    def villages(self) -> list[Village]:
        """The houses of each town hex."""
        return villages(self.ground, self.tracks)

    @cached_property
    def estates(self) -> list[Estate]:
        """Chateaux."""
        return estates(self.ground, self.tracks, self.courses)

    @cached_property
    def ink(self) -> Floats:
        """How much each sample of the raster is taken by ways, water and buildings, 0 to 1."""
        ways = taken(self.ground.raster, [(line_path(t.points), _WAY) for t in self.tracks])
        return np.maximum(ways, self._obstacles)

    @cached_property
    def cover(self) -> Floats:
        """How much of each sample is no clear ground, or taken, 0 to 1."""
        field = self.ground.battlefield
        hexes = [h for h in field.grid.hexes if field.terrain_at(h) is not Terrain.CLEAR]
        return np.maximum(self.ink, self.ground.cover(hexes))

    @cached_property
    def avenues(self) -> Floats:
        """Where trees line the roads in the open, n x 2; none stands on another way."""
        trees = avenue_trees(self.tracks)
        ways = shapely.MultiLineString([track.points for track in self.tracks])
        shapely.prepare(ways)
        is_open = ~shapely.dwithin(ways, shapely.points(trees), 4.4)
        is_open &= self.ground.raster.at(self._closed, trees) < 0.3
        return np.asarray(trees[is_open])

    @cached_property
    def _obstacles(self) -> Floats:
        strokes: list[Stroke] = [
            (line_path(c.points), float(c.widths.max()) + _BANKS) for c in self.courses
        ]
        for village in self.villages:
            strokes += [spot(b.x, b.y, _HOUSE) for b in (village.church, *village.blocks)]
        strokes += [spot(e.x, e.y, _WALLS) for e in self.estates]
        return taken(self.ground.raster, strokes)

    @cached_property
    def _closed(self) -> Floats:
        """Water, buildings, and ground that is not clear."""
        field = self.ground.battlefield
        grown = (Terrain.WOODS, Terrain.MARSH)
        hexes = [h for h in field.grid.hexes if field.terrain_at(h) in grown]
        return np.maximum(self._obstacles, self.ground.cover(hexes))
