"""The whole picture: every part of the sheet made ready, and the order they are painted in."""

from __future__ import annotations

from PySide6.QtCore import Qt

from hexwar.widgets.mapart.canvas import Canvas
from hexwar.widgets.mapart.estates import Chateaux
from hexwar.widgets.mapart.farmland import Farmland, fields
from hexwar.widgets.mapart.furniture import Furniture, Orientation, sheet
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.hexgrid import HexGrid
from hexwar.widgets.mapart.marsh import Marsh
from hexwar.widgets.mapart.names import Names
from hexwar.widgets.mapart.paper import Paper
from hexwar.widgets.mapart.relief import Relief, Surface
from hexwar.widgets.mapart.settlements import Settlements
from hexwar.widgets.mapart.slopes import Crests, Slopes
from hexwar.widgets.mapart.spans import Spans
from hexwar.widgets.mapart.survey import Survey
from hexwar.widgets.mapart.water import Rivers
from hexwar.widgets.mapart.ways import Ways
from hexwar.widgets.mapart.woods import Woods


class MapArt:
    """A sheet made ready to paint. Making one takes a good part of a second."""

    def __init__(self, ground: Ground, orientation: Orientation) -> None:
        survey = Survey(ground)
        self._frame = ground.frame
        self._paper = Paper(sheet(ground.frame))
        self._relief = Relief(Surface(ground))
        self._slopes, self._crests = Slopes(ground), Crests(ground)
        self._farmland = Farmland(fields(ground, survey.cover))
        self._marsh = Marsh(ground, survey.ink)
        self._woods = Woods(ground, survey.ink)
        self._rivers = Rivers(survey.courses)
        self._ways = Ways(survey.tracks, survey.avenues)
        self._spans = Spans(survey.crossings)
        self._settlements = Settlements(survey.villages)
        self._chateaux = Chateaux(survey.estates)
        self._grid = HexGrid(ground.layout)
        self._names = Names(ground, survey.courses, survey.ink)
        self._furniture = Furniture(ground, survey.tracks, orientation)

    def paint(self, canvas: Canvas) -> None:
        """Paints the sheet, what lies lowest first."""
        self._paper.paint_sheet(canvas)
        canvas.painter.save()
        canvas.painter.setClipRect(self._frame, Qt.ClipOperation.IntersectClip)
        self._paint_ground(canvas)
        self._paint_lines(canvas)
        canvas.painter.restore()
        self._furniture.paint(canvas)
        self._paper.paint_grain(canvas)

    def _paint_ground(self, canvas: Canvas) -> None:
        """Paints what covers the ground; light and shadow fall on all of it."""
        self._relief.paint_tint(canvas)
        self._farmland.paint(canvas)
        self._marsh.paint_wash(canvas)
        self._woods.paint_mass(canvas)
        self._relief.paint_contours(canvas)
        self._woods.paint_trees(canvas)
        self._relief.paint_shade(canvas)
        self._marsh.paint_signs(canvas)

    def _paint_lines(self, canvas: Canvas) -> None:
        """Paints lines, buildings and lettering."""
        self._slopes.paint(canvas)
        self._crests.paint(canvas)
        self._rivers.paint(canvas)
        self._ways.paint(canvas)
        self._spans.paint(canvas)
        self._grid.paint_sides(canvas)
        self._settlements.paint(canvas)
        self._chateaux.paint(canvas)
        self._grid.paint_numbers(canvas)
        self._names.paint(canvas)
