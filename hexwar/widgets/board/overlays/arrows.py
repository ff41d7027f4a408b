"""Overlays that point: a planned path, the targets of an action, the moves of the last turn."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF

from hexwar.hexes import Hex, Layout
from hexwar.table.overlays import Aim, Target, Track
from hexwar.table.reports import PathQuote
from hexwar.widgets.board.geometry import (
    arrow_head,
    between,
    centre,
    corner_marks,
    hexes_rect,
    outline,
    shortened,
    way,
)
from hexwar.widgets.board.overlays.layer import Canvas, Drawing, Placed, united
from hexwar.widgets.board.overlays.marks import disc_mark, short, tick_mark
from hexwar.widgets.board.overlays.pens import Inks, round_pen
from hexwar.widgets.brushwork import ellipse, faded, line_of, square_about, take_up

_MARGIN: Final = 40.0
"""How far marks and arrow heads may reach out of the hexes, in scene units."""

_INWARD: Final = {Aim.ASSAULT: 0.72, Aim.FIRE: 0.45}
"""How far the cross hairs of an aim reach towards the middle, as a part of the ring's radius."""

_TINT: Final = 80
"""How dense the tint of a place is, of 255: it is told from the map, by day and by night."""

_BOW: Final = 0.20
"""How high a shot flies, as a part of its range."""


def _colour(inks: Inks, aim: Aim) -> QColor:
    return inks.of("objective" if aim is Aim.PLACE else "target")


def _arrow(
    painter: QPainter, path: QPainterPath, colour: QColor, casing: QColor, width: float
) -> None:
    """A line with a head, in a lighter casing."""
    head, shaft = arrow_head(path, width * 3.4, width * 3.6), shortened(path, width * 2.2)
    painter.setBrush(casing)
    painter.strokePath(shaft, round_pen(casing, width + 2.6))
    painter.setPen(round_pen(casing, 2.6))
    painter.drawPolygon(head)
    painter.strokePath(shaft, round_pen(colour, width))
    take_up(painter, None, colour)
    painter.drawPolygon(head)


def path_drawing(layout: Layout, inks: Inks, quote: PathQuote | None) -> Drawing:
    """A planned path: an arrow through the hexes, each step's cost in a disc, the sum at the end.

    A path that costs more than the allowance is dashed.
    """
    hexes = quote.hexes if quote else ()
    line, gap = way(layout, hexes), layout.radius * 0.72  # of the counter that is to move
    line = line if line.isEmpty() else line.trimmed(line.percentAtLength(gap), 1.0)
    is_dear = quote is not None and quote.halves > quote.allowance
    colour, casing = inks.of("refused" if is_dear else "path"), faded(inks.light, 235)
    marks = _costs(layout, inks, quote, colour) if quote else []

    def draw(canvas: Canvas) -> None:
        if not line.isEmpty():
            _arrow(canvas.painter, line, colour, casing, 4.4)
            if is_dear:
                canvas.painter.strokePath(line, round_pen(casing, 2.0, [0.5, 4.0]))
        canvas.stamp(marks)

    return Drawing(united(marks, hexes_rect(layout, hexes, _MARGIN)), draw)


def _costs(layout: Layout, inks: Inks, quote: PathQuote, colour: QColor) -> list[Placed]:
    """The price of each step where it crosses the hexside, and of the whole beside the end."""
    ink, ground = inks.dark.rgba(), inks.light.rgba()
    marks = [
        Placed(
            between(centre(layout, a), centre(layout, step.hex), 0.5),
            disc_mark(short(step.halves), ink, ground, colour.rgba(), 6.0),
        )
        for a, step in zip(quote.hexes, quote.steps, strict=False)
    ]
    if quote.steps:
        sum_text = f"{short(quote.halves)} / {short(quote.allowance)}"
        total = disc_mark(sum_text, ground, colour.rgba(), ground, 8.5)
        last = [centre(layout, hex_) for hex_ in quote.hexes[-2:]]
        beyond = between(last[0], last[-1], 1.42)
        marks.append(Placed(beyond, total, least_zoom=0.8))
    return marks


def grounds_drawing(layout: Layout, inks: Inks, targets: tuple[Target, ...]) -> Drawing:
    """A tint over the places that may be chosen, below the counters that stand there.

    Corner marks of several hexes side by side alone do not tell which of them are meant.
    """
    places = frozenset(target.hex for target in targets if target.aim is Aim.PLACE)
    edge, tint = outline(layout, places), faded(_colour(inks, Aim.PLACE), _TINT)
    return Drawing(hexes_rect(layout, places, _MARGIN), lambda canvas: canvas.wash(edge, tint))


def targets_drawing(layout: Layout, inks: Inks, targets: tuple[Target, ...]) -> Drawing:
    """Legal targets, each aim with a mark of its own shape, and how it would be reached.

    Corner marks: a place. A ring with cross hairs: an assault or fire. A ring of shells and the
    arc of a shot: a bombardment. A horseshoe and the way of the horse: a charge.
    """
    hexes = [h for target in targets for h in (target.hex, *target.sources, *target.way)]
    light = faded(inks.light, 230)
    arrows: list[tuple[QColor, QPainterPath]] = []
    shots: list[tuple[QColor, QPainterPath]] = []
    rings = [(_colour(inks, t.aim), _ring(layout, t)) for t in targets]
    for target in targets:
        colour, is_shot = _colour(inks, target.aim), target.aim is Aim.BOMBARD
        flown = [(_shot if is_shot else _thrust)(layout, s, target.hex) for s in target.sources]
        (shots if is_shot else arrows).extend((colour, path) for path in flown)
    rides = [(_colour(inks, t.aim), _ride(layout, t.way)) for t in targets if t.way]

    def draw(canvas: Canvas) -> None:
        for colour, ring in rings:
            canvas.stroke(ring, (light, 5.0), (colour, 2.6))
        for colour, arrow in arrows:
            _arrow(canvas.painter, arrow, colour, light, 6.5)
        for colour, shot in shots:
            _draw_shot(canvas.painter, shot, colour, light)
        for colour, ride in rides:
            _draw_ride(canvas.painter, ride, colour, light)

    return Drawing(hexes_rect(layout, hexes, _MARGIN), draw)


def declared_drawing(layout: Layout, inks: Inks, targets: tuple[Target, ...]) -> Drawing:
    """What is declared and not yet fought: thin arrows of its aim, and a ticked disc.

    The rings stay with those that may still be chosen.
    """
    hexes = [h for target in targets for h in (target.hex, *target.sources, *target.way)]
    light, lines = faded(inks.light, 200), [_line_to(layout, inks, t) for t in targets]
    marks = [_ticked(layout, inks, target) for target in targets]

    def draw(canvas: Canvas) -> None:
        for colour, way_, dashes in lines:
            canvas.painter.strokePath(way_, round_pen(light, 4.6))
            canvas.painter.strokePath(way_, round_pen(colour, 2.4, dashes))
        canvas.stamp(marks)

    return Drawing(united(marks, hexes_rect(layout, hexes, _MARGIN)), draw)


def _line_to(
    layout: Layout, inks: Inks, target: Target
) -> tuple[QColor, QPainterPath, list[float]]:
    """The thin lines by which a fight that is declared comes, with their dashes."""
    path, is_shot = QPainterPath(), target.aim is Aim.BOMBARD
    for source in target.sources:
        path.addPath((_shot if is_shot else _thrust)(layout, source, target.hex))
    if target.way:
        path.addPath(_ride(layout, target.way))
    return _colour(inks, target.aim), path, [0.1, 2.4] if is_shot else []


def _ticked(layout: Layout, inks: Inks, target: Target) -> Placed:
    """The disc of a fight that is declared, on the upper right corner of its hex."""
    radius = layout.row_pitch * 0.44
    corner = centre(layout, target.hex) + QPointF(radius * 0.72, -radius * 0.72)
    colours = inks.light.rgba(), _colour(inks, target.aim).rgba()
    return Placed(corner, tick_mark(*colours), least_zoom=0.7)


def _draw_shot(painter: QPainter, shot: QPainterPath, colour: QColor, light: QColor) -> None:
    """A row of dots that flies in a bow, and a head."""
    painter.strokePath(shot, round_pen(light, 7.0))
    painter.strokePath(shortened(shot, 9.0), round_pen(colour, 4.2, [0.1, 2.0]))
    _draw_head(painter, arrow_head(shot, 13.0, 12.0), colour, light)


def _draw_ride(painter: QPainter, ride: QPainterPath, colour: QColor, light: QColor) -> None:
    """A bold line with two heads, one behind the other."""
    _arrow(painter, ride, colour, light, 5.0)
    behind = ride.trimmed(0.0, ride.percentAtLength(max(ride.length() - 15.0, 0.0)))
    _draw_head(painter, arrow_head(behind, 17.0, 18.0), colour, light)


def _draw_head(painter: QPainter, head: QPolygonF, colour: QColor, light: QColor) -> None:
    take_up(painter, round_pen(light, 1.4), colour)
    painter.drawPolygon(head)


def _ring(layout: Layout, target: Target) -> QPainterPath:
    middle, radius = centre(layout, target.hex), layout.row_pitch * 0.44
    match target.aim:
        case Aim.PLACE:
            return corner_marks(layout, target.hex, 0.86, 0.26)
        case Aim.BOMBARD:
            return _shells(middle, radius)
        case Aim.CHARGE:
            return _horseshoe(middle, radius)
    path = ellipse(middle, radius)
    inward = radius * _INWARD[target.aim]
    for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        path.moveTo(middle + QPointF(dx, dy) * radius)
        path.lineTo(middle + QPointF(dx, dy) * inward)
    return path


def _shells(middle: QPointF, radius: float) -> QPainterPath:
    """Four arcs, and between them shells that have fallen."""
    path = QPainterPath()
    box = square_about(middle, radius)
    for quarter in range(4):
        path.arcMoveTo(box, 90 * quarter + 18)
        path.arcTo(box, 90 * quarter + 18, 54)
    for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        path.addEllipse(middle + QPointF(dx, dy) * radius, radius * 0.12, radius * 0.12)
    return path


def _horseshoe(middle: QPointF, radius: float) -> QPainterPath:
    """A ring that is open below, its two ends turned outwards, with nails."""
    path = QPainterPath()
    box = square_about(middle, radius)
    path.arcMoveTo(box, -60)
    path.arcTo(box, -60, 300)
    for angle in (-60, 240, 0, 45, 90, 135, 180):
        turn = math.radians(angle)
        ray = QPointF(math.cos(turn), -math.sin(turn))
        is_end = angle in (-60, 240)
        path.moveTo(middle + ray * radius)
        path.lineTo(middle + ray * radius * (1.24 if is_end else 0.86))
    return path


def _thrust(layout: Layout, source: Hex, target: Hex) -> QPainterPath:
    """An arrow over the ground between two hexes: from counter to counter, however far."""
    line = line_of(centre(layout, source), centre(layout, target))
    pitch, whole = layout.row_pitch, line.length()
    tail, head = (min(part * pitch, part * whole) for part in (0.30, 0.32))
    return line.trimmed(line.percentAtLength(tail), line.percentAtLength(whole - head))


def _shot(layout: Layout, source: Hex, target: Hex) -> QPainterPath:
    """The bow in which a shot flies from hex to hex, from edge to edge of the counters."""
    start, end = centre(layout, source), centre(layout, target)
    rise = QPointF(0.0, -_BOW * math.hypot(end.x() - start.x(), end.y() - start.y()))
    path = QPainterPath(start)
    path.quadTo(between(start, end, 0.5) + rise * 2.0, end)
    whole, gap = path.length(), layout.radius * 0.62
    return path.trimmed(path.percentAtLength(gap), path.percentAtLength(whole - gap))


def _ride(layout: Layout, way_: tuple[Hex, ...]) -> QPainterPath:
    """The way of a charge, up to the edge of the hex that it hits."""
    path = way(layout, way_)
    gap = layout.radius * 0.72
    end = path.percentAtLength(max(path.length() - gap, gap))
    return path.trimmed(path.percentAtLength(gap * 0.9), end)


def tracks_drawing(layout: Layout, inks: Inks, tracks: tuple[Track, ...]) -> Drawing:
    """Moves that were made: thin dashed arrows, dots where they began."""
    ways = [(way(layout, t.hexes), inks.sides[t.side]) for t in tracks if len(t.hexes) > 1]
    light = faded(inks.light, 190)

    def draw(canvas: Canvas) -> None:
        painter = canvas.painter
        for path, colour in ways:
            painter.strokePath(path, round_pen(light, 4.6))
            painter.strokePath(shortened(path, 6.0), round_pen(colour, 2.6, [2.4, 2.2]))
            _draw_head(painter, arrow_head(path, 11.0, 10.0), colour, light)
            painter.drawEllipse(path.pointAtPercent(0.0), 3.6, 3.6)

    return Drawing(hexes_rect(layout, (h for t in tracks for h in t.hexes), _MARGIN), draw)
