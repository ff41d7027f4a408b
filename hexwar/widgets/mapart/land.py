"""All that stands on the ground: where it lies, and the order it is painted in.

What is where is found before anything is drawn, for the parts look at one another: houses stand
along ways, bridges where ways meet water, trees and fields where nothing else is.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

import numpy as np
import shapely

from hexwar.table.battlefield import Terrain
from hexwar.widgets.mapart.canvas import Canvas
from hexwar.widgets.mapart.curves import line_path
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.noise import Floats
from hexwar.widgets.mapart.raster import Stroke, spot, taken
from hexwar.widgets.mapart.relief import Crests, Relief, Slopes, Surface
from hexwar.widgets.mapart.settlements import (
    Chateaux,
    Estate,
    Settlements,
    Village,
    estates,
    villages,
)
from hexwar.widgets.mapart.vegetation import Farmland, Marsh, Woods, fields
from hexwar.widgets.mapart.ways import (
    Course,
    Crossing,
    Rivers,
    Spans,
    Track,
    Ways,
    avenue_trees,
    courses,
    crossings,
    tracks,
)

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
        grown = ("trees", "reeds")
        hexes = [h for h in field.grid.hexes if field.terrain_at(h).cover.art in grown]
        return np.maximum(self._obstacles, self.ground.cover(hexes))


# -- the parts in the order they are painted


class Land:
    """The ground of a battlefield, its lines and its buildings made ready to paint."""

    def __init__(self, ground: Ground, survey: Survey) -> None:
        with ThreadPoolExecutor(1) as other:
            relief = other.submit(Relief, Surface(ground))
            self._cover(ground, survey)
        self._relief = relief.result()

    def _cover(self, ground: Ground, survey: Survey) -> None:
        """Makes ready what lies on the ground; as much work as the relief under it."""
        self._slopes, self._crests = Slopes(ground), Crests(ground)
        self._farmland = Farmland(fields(ground, survey.cover))
        self._marsh = Marsh(ground, survey.ink)
        self._woods = Woods(ground, survey.ink)
        self._rivers = Rivers(survey.courses)
        self._ways = Ways(survey.tracks, survey.avenues)
        self._spans = Spans(survey.crossings)
        self._settlements = Settlements(survey.villages)
        self._chateaux = Chateaux(survey.estates)

    def paint_ground(self, canvas: Canvas) -> None:
        """Paints what covers the ground; light and shadow fall on all of it."""
        self._relief.paint_tint(canvas)
        self._farmland.paint(canvas)
        self._marsh.paint_wash(canvas)
        self._woods.paint_mass(canvas)
        self._relief.paint_contours(canvas)
        self._woods.paint_trees(canvas)
        self._relief.paint_shade(canvas)
        self._marsh.paint_signs(canvas)

    def paint_lines(self, canvas: Canvas) -> None:
        """Paints slopes, water, ways and what crosses the water."""
        self._slopes.paint(canvas)
        self._crests.paint(canvas)
        self._rivers.paint(canvas)
        self._ways.paint(canvas)
        self._spans.paint(canvas)

    def paint_buildings(self, canvas: Canvas) -> None:
        """Paints towns and chateaux."""
        self._settlements.paint(canvas)
        self._chateaux.paint(canvas)
