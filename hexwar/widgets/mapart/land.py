"""All that stands on the ground: where it lies, and the order it is painted in.

What is where is found before anything is drawn, for the parts look at one another: houses stand
along ways, bridges where ways meet water, trees and fields where nothing else is.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

import numpy as np
import shapely

from hexwar.table.battlefield import Battlefield, Terrain
from hexwar.widgets.mapart.canvas import Canvas, Layer, Painting, line_path
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.raster import Floats, Stroke, spot, taken
from hexwar.widgets.mapart.relief import Relief, Surface, crests, slopes
from hexwar.widgets.mapart.settlements import (
    Estate,
    Village,
    chateaux,
    estates,
    settlements,
    villages,
)
from hexwar.widgets.mapart.vegetation import Marsh, Woods, farmland, fields
from hexwar.widgets.mapart.ways import (
    Course,
    Crossing,
    Track,
    avenue_trees,
    avenues,
    courses,
    crossings,
    rivers,
    spans,
    tracks,
    ways,
)

_WAY, _BANKS, _HOUSE, _WALLS = 8.0, 7.0, 11.0, 34.0  # pixels kept clear


class Survey:
    """The lines and buildings of a sheet.

    Ways and water run over the whole of it, so a survey of a part may have those of a `former` one.
    """

    def __init__(self, ground: Ground, former: Survey | None = None) -> None:
        self.ground = ground
        if former is not None:
            is_same = _has_same(ground.battlefield, former.ground.battlefield)
            if is_same("roads", "exits"):
                self.tracks, self.drawn_ways = former.tracks, former.drawn_ways
                self._way_lines = former._way_lines
            if is_same("rivers"):
                self.courses, self.drawn_water = former.courses, former.drawn_water

    @cached_property
    def tracks(self) -> list[Track]:
        """Roads and trails."""
        return tracks(self.ground)

    @cached_property
    def courses(self) -> list[Course]:
        """Rivers and streams."""
        return courses(self.ground)

    @cached_property
    def drawn_ways(self) -> Painting:
        """Paints roads and trails."""
        return ways(self.tracks)

    @cached_property
    def drawn_water(self) -> Painting:
        """Paints rivers and streams."""
        return rivers(self.courses)

    @cached_property
    def _way_lines(self) -> list[Stroke]:
        return [(line_path(track.points), _WAY) for track in self.tracks]

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
        ways = taken(self.ground.raster, self._way_lines)
        return np.maximum(ways, self._obstacles)

    @cached_property
    def cover(self) -> Floats:
        """How much of each sample is no clear ground, or taken, 0 to 1."""
        terrain = self.ground.battlefield.terrain
        hexes = [h for h in self.ground.hexes if terrain.get(h, Terrain.CLEAR) is not Terrain.CLEAR]
        return np.maximum(self.ink, self.ground.cover(hexes))

    @cached_property
    def avenues(self) -> Floats:
        """Where trees line the roads in the open, n x 2; none stands on another way."""
        trees = self.ground.within(avenue_trees(self.tracks))
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
        hexes = self.ground.hexes_with("trees", "reeds")
        return np.maximum(self._obstacles, self.ground.cover(hexes))


def _has_same(one: Battlefield, other: Battlefield) -> Callable[..., bool]:
    """Tells of fields whether two battlefields have them alike."""
    return lambda *names: all(getattr(one, name) == getattr(other, name) for name in names)


# -- the parts in the order they are painted


class Land:
    """The ground of a battlefield, its lines and its buildings made ready to paint."""

    def __init__(self, ground: Ground, survey: Survey) -> None:
        if ground.window is None:
            with ThreadPoolExecutor(1) as other:
                relief = other.submit(Relief, Surface(ground))
                # What lies on the ground is as much work as the relief under it.
                self._stand(ground, survey)
            self._relief = relief.result()
        else:  # too little work to be shared
            self._relief = Relief(Surface(ground))
            self._stand(ground, survey)

    def _stand(self, ground: Ground, survey: Survey) -> None:
        self._farmland = farmland(fields(ground, survey.cover))
        self._marsh = Marsh(ground, survey.ink)
        self._woods = Woods(ground, survey.ink)
        self._edges = slopes(ground), crests(ground)
        self._water = survey.drawn_water
        self._ways = survey.drawn_ways, avenues(survey.avenues)
        self._spans = spans(survey.crossings)
        self._buildings = (settlements(survey.villages), chateaux(survey.estates))

    def paint_ground(self, canvas: Canvas) -> None:
        """Paints what covers the ground; light and shadow fall on all of it."""
        self._relief.paint_tint(canvas)
        with canvas.layer(Layer.COVER) as is_seen:
            if is_seen:
                self._farmland(canvas)
                self._marsh.paint_wash(canvas)
                self._woods.paint_mass(canvas)
        with canvas.layer(Layer.RELIEF) as is_seen:
            if is_seen:
                self._relief.paint_contours(canvas)
        with canvas.layer(Layer.COVER) as is_seen:
            if is_seen:
                self._woods.paint_trees(canvas)
        with canvas.layer(Layer.RELIEF) as is_seen:
            if is_seen:
                self._relief.paint_shade(canvas)
        with canvas.layer(Layer.COVER) as is_seen:
            if is_seen:
                self._marsh.paint_signs(canvas)

    def paint_lines(self, canvas: Canvas) -> None:
        """Paints slopes, water, ways and what crosses the water."""
        parts = (
            (Layer.RELIEF, self._edges),
            (Layer.WATER, (self._water,)),
            (Layer.WAYS, (*self._ways, self._spans)),
        )
        for layer, paintings in parts:
            with canvas.layer(layer) as is_seen:
                for paint in paintings if is_seen else ():
                    paint(canvas)

    def paint_buildings(self, canvas: Canvas) -> None:
        """Paints towns and chateaux."""
        with canvas.layer(Layer.COVER) as is_seen:
            for paint in self._buildings if is_seen else ():
                paint(canvas)
