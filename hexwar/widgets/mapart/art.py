"""The whole picture: every part of the sheet made ready, and the order they are painted in."""

from __future__ import annotations

from PySide6.QtCore import Qt

from hexwar.widgets.mapart.canvas import Canvas
from hexwar.widgets.mapart.furniture import Furniture, sheet
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.hexgrid import HexGrid
from hexwar.widgets.mapart.key import Key
from hexwar.widgets.mapart.land import Land
from hexwar.widgets.mapart.names import Names
from hexwar.widgets.mapart.paper import Paper
from hexwar.widgets.mapart.survey import Survey


class MapArt:
    """A sheet made ready to paint. Making one takes a good part of a second."""

    def __init__(self, ground: Ground) -> None:
        survey = Survey(ground)
        self._frame = ground.frame
        self._paper = Paper(sheet(ground.frame))
        self._land = Land(ground, survey)
        self._grid = HexGrid(ground.layout)
        self._names = Names(ground, survey.courses, survey.ink)
        self._furniture = Furniture(ground, survey.tracks)
        self._key = Key(ground.frame)

    def paint(self, canvas: Canvas) -> None:
        """Paints the sheet, what lies lowest first."""
        self._paper.paint_sheet(canvas)
        canvas.painter.save()
        canvas.painter.setClipRect(self._frame, Qt.ClipOperation.IntersectClip)
        self._paint_map(canvas)
        canvas.painter.restore()
        self._furniture.paint(canvas)
        self._key.paint(canvas)
        self._paper.paint_grain(canvas)

    def _paint_map(self, canvas: Canvas) -> None:
        """Paints what lies within the frame, the grid under the buildings."""
        self._land.paint_ground(canvas)
        self._land.paint_lines(canvas)
        self._grid.paint_sides(canvas)
        self._land.paint_buildings(canvas)
        self._grid.paint_numbers(canvas)
        self._names.paint(canvas)
