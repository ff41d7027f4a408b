"""Towns, as blocks of houses along their ways, and chateaux behind their walls."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath, QPen

from hexwar.hexes import Hex, Point
from hexwar.messages import say
from hexwar.table.battlefield import Way
from hexwar.widgets.brushwork import square_about, take_up
from hexwar.widgets.mapart.canvas import (
    Canvas,
    Detail,
    Painting,
    Shelf,
    area_path,
    at_lengths,
    lengths_along,
    normals,
    turning,
)
from hexwar.widgets.mapart.ground import Ground
from hexwar.widgets.mapart.raster import Floats, Jitter
from hexwar.widgets.mapart.ways import Course, Track

_FRONT: Final = 3.3  # pixels from the middle of the way to the walls
_SHADOW: Final = np.array([0.9, 1.2])
_ROOFS: Final = 3  # tones
_PLOT: Final = 6.9  # pixels of way to a house


@dataclass(frozen=True, slots=True)
class Block:
    """A house, or houses under one roof."""

    x: float
    y: float
    length: float  # along its way, pixels
    depth: float
    angle: float  # radians
    tone: int  # of the roofs

    @property
    def corners(self) -> Floats:
        """Its four corners."""
        half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (self.length / 2, self.depth / 2)
        return half @ turning(self.angle) + (self.x, self.y)

    def is_clear_of(self, other: Block) -> bool:
        """Whether two blocks stand apart."""
        room = (self.length + self.depth + other.length + other.depth) * 0.27
        return math.hypot(self.x - other.x, self.y - other.y) > room


@dataclass(frozen=True, slots=True)
class Village:
    """What is built in one town hex."""

    hex: Hex
    blocks: tuple[Block, ...]
    church: Block


def town_groups(ground: Ground) -> list[list[Hex]]:
    """Town hexes, those that touch together."""
    field = ground.battlefield
    towns = ground.hexes_with("houses")
    left, groups = set(towns), []
    for hex_ in towns:
        if hex_ in left:
            group = [hex_]
            left.remove(hex_)
            for member in group:
                touching = [n for n in field.grid.neighbours[member] if n in left]
                group += touching
                left.difference_update(touching)
            groups.append(group)
    return groups


def villages(ground: Ground, tracks: list[Track]) -> list[Village]:
    """The houses of every town hex; more of them on a road, most in a town of several hexes."""
    best = ground.battlefield.way_hexes
    built = []
    for group in town_groups(ground):
        for hex_ in group:
            on_road = best.get(hex_) is Way.ROAD
            reach = 24.5 if len(group) > 1 else 19.0 if on_road else 16.0
            built.append(_village(ground, hex_, reach, tracks))
    return built


def _village(ground: Ground, hex_: Hex, reach: float, tracks: list[Track]) -> Village:
    jitter = Jitter(say("{hex} roofs", hex=hex_))
    centre = ground.layout.centre(hex_)
    near = parts_near(tracks, hex_, centre, reach)
    ways = np.concatenate(near) if near else np.empty((0, 2))
    plots = sorted(
        _plots(near, centre, reach, jitter) if near else _green(centre, reach, jitter),
        key=lambda block: math.dist((block.x, block.y), centre),
    )
    blocks: list[Block] = []
    for plot in plots:
        gap = np.hypot(*(ways - (plot.x, plot.y)).T).min(initial=math.inf)
        if gap > plot.depth / 2 + 2.4 and all(plot.is_clear_of(other) for other in blocks):
            blocks.append(plot)
    if not blocks:  # where ways leave no room the church stands among them
        blocks = [Block(*centre, 6.0, 4.4, 0.0, 0)]
    return Village(hex_, tuple(blocks[1:]), blocks[0])


def parts_near(tracks: list[Track], hex_: Hex, centre: Point, reach: float) -> list[Floats]:
    """The parts within reach of a hex's centre of the ways that pass through it."""
    parts = []
    for track in tracks:
        if hex_ in track.hexes:
            gaps = np.abs(track.points - centre).max(axis=1)
            near = np.nonzero(gaps < reach + 6)[0]
            if len(near) > 2:
                parts.append(track.points[near[0] : near[-1] + 1])
    return parts


def _plots(ways: list[Floats], centre: Point, reach: float, jitter: Jitter) -> Iterator[Block]:
    """Plots on both sides of the ways, in rows that thin out from the street."""
    for way in ways:
        along = lengths_along(way)
        spots = at_lengths(way, np.arange(jitter.between(0, _PLOT / 2), along[-1], _PLOT))
        if len(spots) < 2:
            continue
        for spot, side in zip(spots, normals(spots), strict=True):
            gap = math.dist(spot, centre)
            if gap < reach:
                yield from _rows(spot, side, gap / reach, reach, jitter)


def _rows(
    spot: Floats, side: Floats, remoteness: float, reach: float, jitter: Jitter
) -> Iterator[Block]:
    for sign in (-1, 1):
        offset = _FRONT
        for row in range(3 if reach > 20 else 2):
            depth = jitter.between(3.4, 5.0)
            length = jitter.between(4.6, 7.8)
            odds = (0.92, 0.62, 0.5)[row] - 0.45 * remoteness * (row + 0.4)
            if jitter.value() < odds:
                x, y = spot + sign * side * (offset + depth / 2)
                angle = math.atan2(-side[0], side[1]) + jitter.between(-0.1, 0.1)
                yield Block(x, y, length, depth, angle, jitter.below(_ROOFS))
            offset += 6.4


def _green(centre: Point, reach: float, jitter: Jitter) -> Iterator[Block]:
    """Plots round a green, where no way leads."""
    for i in range(14):
        angle = i * 2.4
        away = reach * math.sqrt((i + 0.5) / 14)
        x, y = centre[0] + away * math.cos(angle), centre[1] + away * math.sin(angle)
        yield Block(x, y, jitter.between(4.6, 7.4), jitter.between(3.4, 4.8), angle, i % _ROOFS)


def settlements(built: list[Village]) -> Painting:
    """Paints shadows, roofs and church of each village."""
    churches = [QPointF(village.church.x, village.church.y) for village in built]
    drawings = map(_drawing, built)
    shelf = Shelf([(square_about(c, 40), d) for c, d in zip(churches, drawings, strict=True)])

    def paint(canvas: Canvas) -> None:
        for draw in shelf.within(canvas.rect):
            draw(canvas)

    return paint


def _drawing(village: Village) -> Painting:
    """One village as paths, a tone each."""
    corners = [block.corners for block in (village.church, *village.blocks)]
    shadow = area_path(*(c + _SHADOW for c in corners))
    roofs = [
        area_path(*(b.corners for b in village.blocks if b.tone == tone)) for tone in range(_ROOFS)
    ]
    church = _church(village.church)

    def paint(canvas: Canvas) -> None:
        painter = canvas.painter
        painter.fillPath(shadow, canvas.inks.cast_shadow)
        if canvas.detail >= Detail.NEAR:
            painter.setPen(QPen(canvas.inks.roof_edge, canvas.hairline(0.6, 0.5)))
        else:
            # A village must not fade away with distance.
            painter.setPen(QPen(canvas.inks.roofs[0], canvas.hairline(0.6, 1.0)))
        for ink, path in zip(canvas.inks.roofs, roofs, strict=True):
            painter.setBrush(ink)
            painter.drawPath(path)
        take_up(painter, QPen(canvas.inks.ink, canvas.hairline(0.7, 0.6)), canvas.inks.roof_edge)
        painter.drawPath(church)

    return paint


def _church(block: Block) -> QPainterPath:
    """Nave, transept and the cross on the steeple."""
    x, y = block.x, block.y
    path = area_path(block.corners)
    path.setFillRule(Qt.FillRule.WindingFill)
    path.moveTo(x, y - 1.0)
    path.lineTo(x, y - 7.6)
    path.moveTo(x - 1.9, y - 5.7)
    path.lineTo(x + 1.9, y - 5.7)
    return path


# -- chateaux


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
    return [_estate(ground, h, tracks, courses) for h in ground.hexes_with("manor")]


def _estate(ground: Ground, hex_: Hex, tracks: list[Track], courses: list[Course]) -> Estate:
    centre = ground.layout.centre(hex_)
    ways = parts_near(tracks, hex_, centre, 20.0)
    if not ways:
        return Estate(*centre, Jitter(say("{hex} walls", hex=hex_)).between(-0.3, 0.3))
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


def chateaux(estates_: list[Estate]) -> Painting:
    """Paints ground, garden, walls and house of each estate."""
    shelf = Shelf([(square_about(QPointF(e.x, e.y), 26), _plan(e)) for e in estates_])

    def paint(canvas: Canvas) -> None:
        painter = canvas.painter
        for court, garden, house in shelf.within(canvas.rect):
            take_up(painter, QPen(canvas.inks.ink, canvas.hairline(1.0, 0.8)), canvas.inks.court)
            painter.drawPath(court)
            if canvas.detail >= Detail.NEAR:
                take_up(painter, QPen(canvas.inks.hedge, canvas.hairline(0.6)), canvas.inks.garden)
                painter.drawPath(garden)
            take_up(painter, QPen(canvas.inks.ink, canvas.hairline(0.7)), canvas.inks.roof_edge)
            painter.drawPath(house)

    return paint


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
