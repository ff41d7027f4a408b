"""All that stands on the ground, and the order it is painted in: the map without its lettering."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from hexwar.widgets.mapart.canvas import Canvas
from hexwar.widgets.mapart.estates import Chateaux
from hexwar.widgets.mapart.farmland import Farmland, fields
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.marsh import Marsh
from hexwar.widgets.mapart.relief import Relief, Surface
from hexwar.widgets.mapart.settlements import Settlements
from hexwar.widgets.mapart.slopes import Crests, Slopes
from hexwar.widgets.mapart.spans import Spans
from hexwar.widgets.mapart.survey import Survey
from hexwar.widgets.mapart.water import Rivers
from hexwar.widgets.mapart.ways import Ways
from hexwar.widgets.mapart.woods import Woods


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
