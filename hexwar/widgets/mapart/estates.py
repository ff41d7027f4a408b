"""Chateaux, each behind its walls."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainterPath, QPen

from hexwar.hexes import Hex
from hexwar.table.battlefield import Terrain
from hexwar.widgets.mapart import palette
from hexwar.widgets.mapart.canvas import Canvas, Detail, Shelf
from hexwar.widgets.mapart.curves import area_path, normals, turning
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.noise import Floats, Jitter
from hexwar.widgets.mapart.settlements import parts_near
from hexwar.widgets.mapart.water import Course
from hexwar.widgets.mapart.ways import Track

_BESIDE: Final = 15.0  # pixels from the middle of the way to the middle of the walls
_HOUSE: Final = np.array(
    [
        (-11.0, -6.5), (-3.0, -6.5), (-3.0, -3.2), (-7.5, -3.2),
        (-7.5, 3.2), (-3.0, 3.2), (-3.0, 6.5), (-11.0, 6.5),
    ]
)  # fmt: skip
"""The house with its two wings, about the middle of the walls."""


@dataclass(frozen=True, slots=True)
class Estate:
    """A chateau: walls, house and garden."""

    x: float
    y: float
    angle: float  # radians


def estates(ground: Ground, tracks: list[Track], courses: list[Course]) -> list[Estate]:
    """Each chateau, beside the way that leads to it."""
    field = ground.battlefield
    hexes = [h for h in field.grid.hexes if field.terrain_at(h) is Terrain.CHATEAU]
    return [_estate(ground, hex_, tracks, courses) for hex_ in hexes]


def _estate(ground: Ground, hex_: Hex, tracks: list[Track], courses: list[Course]) -> Estate:
    centre = ground.layout.centre(hex_)
    ways = parts_near(tracks, hex_, centre, 20.0)
    if not ways:
        return Estate(*centre, Jitter(f"{hex_} walls").between(-0.3, 0.3))
    way = min(ways, key=lambda points: float(np.hypot(*(points - centre).T).min()))
    aside = normals(way)
    choices = np.concatenate([way + _BESIDE * aside, way - _BESIDE * aside])
    taken = np.concatenate([*ways, *(course.points for course in courses)])
    gaps = np.hypot(*(choices[:, None, :] - taken).transpose(2, 0, 1)).min(axis=1)
    # Clear of water and ways, then near the middle of the hex, and rather north of the way.
    costs = np.hypot(*(choices - centre).T) - 3.0 * np.minimum(gaps, _BESIDE)
    best = int((costs + 0.2 * choices[:, 1]).argmin())
    x, y = choices[best].tolist()
    across, down = aside[best % len(way)].tolist()
    angle = math.atan2(-across, down)
    return Estate(x, y, angle - math.pi * round(angle / math.pi))


class Chateaux:
    """The estates made ready to paint."""

    def __init__(self, estates_: list[Estate]) -> None:
        self._shelf = Shelf([(QRectF(e.x - 26, e.y - 26, 52, 52), _plan(e)) for e in estates_])

    def paint(self, canvas: Canvas) -> None:
        """Paints ground, garden, walls and house."""
        painter = canvas.painter
        for court, garden, house in self._shelf.within(canvas.rect):
            painter.setPen(QPen(palette.INK, canvas.hairline(1.0, 0.8)))
            painter.setBrush(palette.COURT)
            painter.drawPath(court)
            if canvas.detail >= Detail.NEAR:
                painter.setPen(QPen(palette.HEDGE, canvas.hairline(0.6)))
                painter.setBrush(palette.GARDEN)
                painter.drawPath(garden)
            painter.setPen(QPen(palette.INK, canvas.hairline(0.7)))
            painter.setBrush(palette.ROOF_EDGE)
            painter.drawPath(house)


def _plan(estate: Estate) -> tuple[QPainterPath, QPainterPath, QPainterPath]:
    """Walls with corner towers, the beds of the garden, and the house round its court."""
    towers = [_box(x, y, 3.2, 3.2) for x in (-14.0, 14.0) for y in (-9.5, 9.5)]
    beds = [_box(x, y, 5.6, 6.2) for x in (2.8, 9.8) for y in (-4.2, 4.2)]
    turn, at = turning(estate.angle), np.array([estate.x, estate.y])
    court, garden, house = (
        area_path(*(part @ turn + at for part in parts))
        for parts in ([_box(0.0, 0.0, 28.0, 19.0), *towers], beds, [_HOUSE])
    )
    court.setFillRule(Qt.FillRule.WindingFill)
    return court, garden, house


def _box(x: float, y: float, width: float, height: float) -> Floats:
    half = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    return np.asarray(half * (width / 2, height / 2) + np.array([x, y]))
