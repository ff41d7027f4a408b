"""What is laid over a table for a while, painted: areas beneath the blocks, lines above them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QRadialGradient
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hexwar.messages import say
from hexwar.table.stands import (
    Aim,
    Arrow,
    Band,
    Block,
    Circle,
    Contact,
    Edge,
    Ghost,
    Grip,
    Hue,
    Leg,
    Marks,
    Place,
    Ruler,
    Target,
    Zone,
)
from hexwar.tabletop.pose import Vector
from hexwar.tabletop.spots import pose_at
from hexwar.widgets.board.overlays.pens import round_pen
from hexwar.widgets.brushwork import faded, graded, kept, polygon, take_up
from hexwar.widgets.mapart.raster import Jitter
from hexwar.widgets.measured.blocks import Blocks
from hexwar.widgets.measured.page import DARK, LIGHT, Inks, Page
from hexwar.widgets.measured.plane import UNIT, Frame, Plane

UNDER_Z: Final = 12.0
OVER_Z: Final = 30.0

KNOB: Final = 7.0
"""The radius of a handle, pixels."""

AHEAD: Final = 26.0
"""How far before the front the knob is that turns a block, pixels."""


class Sheet(QGraphicsItem):
    """One layer of what is laid over the table.

    It fills the whole of it, so that what comes and goes need not be measured; or, where it
    changes with every frame, as little as `box` says.
    """

    def __init__(
        self,
        plane: Plane,
        inks: Inks,
        blocks: Blocks,
        paint: Callable[[Page, Marks, Blocks], None],
        z: float,
    ) -> None:
        super().__init__()
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._plane, self._blocks, self._paint = plane, blocks, paint
        self.inks = inks
        self.marks = Marks()
        self._box = plane.sheet.adjusted(-200, -200, 200, 200)

    def show_marks(self, marks: Marks, box: QRectF | None = None) -> None:
        """Shows these and nothing else, inside a box of the scene if it is told."""
        if marks != self.marks:
            self.marks = marks
            if box is not None:
                self.prepareGeometryChange()
                self._box = box
            self.update()

    def boundingRect(self) -> QRectF:
        """The table and what reaches beyond it, or the box that was told."""
        return self._box

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _: QWidget | None = None
    ) -> None:
        """Paints what of it is exposed."""
        zoom, ratio = painter.worldTransform().m11(), painter.device().devicePixelRatioF()
        page = Page(painter, self._plane, self.inks, zoom, option.exposedRect, ratio)
        self._paint(page, self.marks, self._blocks)


def reach_of(plane: Plane, marks: Marks, blocks: Blocks) -> QRectF:
    """The box of the scene that the geometry of marks fills; null of none."""
    box = QRectF()
    rings = (
        *(zone.ring for zone in marks.zones),
        *(band.ring for band in marks.bands),
        *(leg.points for leg in marks.legs),
        *(arrow.points for arrow in marks.arrows),
        *(edge.points for edge in marks.edges),
        *((contact.a, contact.b) for contact in marks.contacts),
        *((ruler.a, ruler.b) for ruler in marks.rulers),
        *((note.at,) for note in marks.notes),
        *marks.smoke,
        *(target.sources for target in marks.targets),
    )
    for ring in rings:
        box |= _grown(plane.points(ring).boundingRect(), 1.0)
    for circle in marks.circles:
        middle, reach = plane.to_scene(circle.centre), (circle.radius + circle.core) * UNIT
        box |= QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach)
    for ghost in marks.ghosts:
        box |= plane.box(ghost.block)
    ids = (*marks.selected, *marks.ready, marks.pointed, *(t.piece for t in marks.targets))
    for block in _known(blocks, ids):
        box |= plane.box(block)
    for place in marks.places:
        pose = pose_at(place.spot)
        if pose is not None:
            at = plane.to_scene(pose.point)
            box |= _grown(QRectF(at, at), 1.0)
    return box


def _grown(box: QRectF, by: float) -> QRectF:
    return box.adjusted(-by, -by, by, by)


# -- beneath the blocks


def paint_under(page: Page, marks: Marks, blocks: Blocks) -> None:
    """Areas, circles, and light round those that can act or are led."""
    paint_under_drag(page, marks, blocks)
    for block in blocks:
        if block.is_led and page.sees(page.plane.box(block)):
            _halo(page, block)


def paint_under_drag(page: Page, marks: Marks, blocks: Blocks) -> None:
    """The same without what blocks show of themselves."""
    for zone in marks.zones:
        _zone(page, zone)
    for band in marks.bands:
        _band(page, band)
    for circle in marks.circles:
        _circle(page, circle)
    for arrow in marks.arrows:
        if arrow.width:
            _broad_arrow(page, arrow)
    for block in _known(blocks, sorted(marks.ready - marks.selected)):
        if page.sees(page.plane.box(block)):
            _glow(page, block)


def _known(blocks: Blocks, ids: Sequence[str]) -> Iterator[Block]:
    return (block for id_ in ids if (block := blocks.get(id_)) is not None)


def _zone(page: Page, zone: Zone) -> None:
    path = page.plane.area(zone.ring)
    for hole in zone.holes:
        path = path.subtracted(page.plane.area(hole))
    if not page.sees(path.boundingRect()):
        return
    page.wash(path, zone.hue, 22 if zone.is_faint else 46, hatched=zone.is_hatched)
    page.stroke(path, zone.hue, 1.0 if zone.is_faint else 1.7, casing=0 if zone.is_faint else 1.6)


def _band(page: Page, band: Band) -> None:
    path = page.plane.area(band.ring)
    page.stroke(path, band.hue, 1.6)


def _circle(page: Page, circle: Circle) -> None:
    middle, radius = page.plane.to_scene(circle.centre), (circle.radius + circle.core) * UNIT
    path = QPainterPath()
    path.addEllipse(middle, radius, radius)
    if not page.sees(path.boundingRect()):
        return
    page.wash(path, circle.hue, 24)
    page.stroke(path, circle.hue, 1.8)


def _glow(page: Page, block: Block) -> None:
    """A warm light round one that can act, and a line that tells it without its colour."""
    path = _around(page, block, 2.5)
    colour = QColor(page.inks.theme.overlays["ready"])
    for wide, depth in ((9.0, 46), (6.0, 70)):
        page.painter.strokePath(path, round_pen(faded(colour, depth), page.px(wide)))
    page.painter.strokePath(path, round_pen(DARK, page.px(2.6)))
    page.painter.strokePath(path, round_pen(colour, page.px(1.4)))


def _halo(page: Page, block: Block) -> None:
    path = _around(page, block, 1.2)
    page.painter.strokePath(path, round_pen(faded(LIGHT, 215), page.px(1.5)))


def _around(page: Page, block: Block, pixels: float) -> QPainterPath:
    return page.plane.block(block, page.px(pixels) / UNIT)


# -- above the blocks


def paint_over(page: Page, marks: Marks, blocks: Blocks) -> None:
    """Rings, ways, targets, contacts, rulers, handles and words."""
    _tell_first(page, marks)
    for block in _known(blocks, sorted(marks.selected)):
        _ring(page, block)
    for block in _known(blocks, [marks.pointed]):
        _ring(page, block, QColor("#ffffff"))
    for line in marks.smoke:
        _smoke(page, line)
    for arrow in marks.arrows:
        _arrow(page, arrow)
    for leg in marks.legs:
        _leg(page, leg)
    for place in marks.places:
        _place(page, place)
    for target in marks.targets:
        _target(page, target, blocks)
    for ghost in marks.ghosts:
        _ghost_edge(page, ghost)
    for edge in marks.edges:
        _edge(page, edge)
    for contact in marks.contacts:
        _contact(page, contact)
    for ruler in marks.rulers:
        _ruler(page, ruler)
    for handles in marks.handles:
        held = handles.block or blocks.get(handles.piece)
        if held is not None:
            for grip, at in knobs(page.plane, held, handles.grips, page.zoom).items():
                _knob(page, held, grip, at)
    _name_areas(page, marks)
    page.write_slips()


def _tell_first(page: Page, marks: Marks) -> None:
    """The words that keep their place, so that others make room: of ghosts, and at the pointer."""
    for ghost in marks.ghosts:
        frame, (fx, fy) = Frame(ghost.block), ghost.block.pose.forward
        rear = page.plane.to_scene(ghost.block.pose.at(frame.rear))
        page.slip(rear, ghost.text, ghost.hue, away=(-fx, fy))
    for note in marks.notes:
        page.slip(page.plane.to_scene(note.at), note.text, note.hue, aside=(0.0, -24.0))


def _name_areas(page: Page, marks: Marks) -> None:
    """The words on what lies beneath the blocks."""
    for zone in marks.zones:
        box = page.plane.area(zone.ring).boundingRect()
        page.slip(box.center(), zone.text, zone.hue)
    for band in marks.bands:
        top = min(band.ring, key=lambda point: (-point[1], point[0]))
        page.slip(page.plane.to_scene(top), band.text, band.hue)
    for circle in marks.circles:
        reach = (circle.radius + circle.core) * UNIT
        top_ = page.plane.to_scene(circle.centre) - QPointF(0.0, reach)
        page.slip(top_, circle.text, circle.hue)


def _ring(page: Page, block: Block, colour: QColor | None = None) -> None:
    path = _around(page, block, 3.0)
    ink = colour or QColor(page.inks.theme.overlays["selection"])
    page.painter.strokePath(path, round_pen(DARK, page.px(4.4)))
    page.painter.strokePath(path, round_pen(ink, page.px(2.4)))


def _smoke(page: Page, line: Sequence[Vector]) -> None:
    """Puffs along a front, thicker where they were fired."""
    a, b = page.plane.to_scene(line[0]), page.plane.to_scene(line[-1])
    count = max(3, round(QLineF(a, b).length() / 7))
    jitter = Jitter("smoke")
    for number in range(3 * count):
        at = a + (b - a) * ((number % count + jitter.value()) / count)
        size = jitter.between(3.5, 8.5)
        at += QPointF(jitter.between(-5, 5), jitter.between(-5, 5))
        puff = QRadialGradient(at - QPointF(size, size) * 0.25, size)
        tone = QColor(246, 244, 238)
        graded(puff, (0.0, faded(tone, 190)), (0.7, faded(tone, 110)), (1.0, faded(tone, 0)))
        take_up(page.painter, None, QBrush(puff))
        page.painter.drawEllipse(at, size, size)


def _arrow(page: Page, arrow: Arrow) -> None:
    points = [page.plane.to_scene(point) for point in arrow.points]
    if len(points) < 2:
        return
    if not arrow.width:
        page.stroke(page.plane.line(arrow.points), arrow.hue, 2.6)
        page.head(points[-1], points[-2], arrow.hue, 13)
    page.slip((points[-1] + points[-2]) / 2, arrow.text, arrow.hue)


def _broad_arrow(page: Page, arrow: Arrow) -> None:
    """An arrow as wide as the front that runs, beneath the blocks: what it sweeps is seen."""
    points = [page.plane.to_scene(point) for point in arrow.points]
    if len(points) < 2:
        return
    tip, behind = points[-1], points[-2]
    way = QLineF(behind, tip)
    length = max(way.length(), 1e-6)
    along = (tip - behind) / length
    across = QPointF(-along.y(), along.x()) * (arrow.width / 2 * UNIT)
    neck = tip - along * min(length, page.px(16))
    body = [behind - across, neck - across, tip, neck + across, behind + across]
    path = QPainterPath()
    path.addPolygon(polygon(body))
    path.closeSubpath()
    page.wash(path, arrow.hue, 70)
    page.stroke(path, arrow.hue, 1.8)


def _leg(page: Page, leg: Leg) -> None:
    points = [page.plane.to_scene(point) for point in leg.points]
    if len(points) < 2:
        return
    path = page.plane.line(leg.points)
    if leg.is_flown:
        pen = round_pen(page.inks.of(leg.hue), page.px(3.4), (0.1, 2.2))
        page.painter.strokePath(path, round_pen(LIGHT, page.px(5.4), (0.06, 1.38)))
        page.painter.strokePath(path, pen)
    else:
        page.stroke(path, leg.hue, 2.6)
    for point in points[:1]:
        take_up(page.painter, round_pen(LIGHT, page.px(1.4)), page.inks.of(leg.hue))
        page.painter.drawEllipse(point, page.px(3.4), page.px(3.4))
    page.head(points[-1], points[-2], leg.hue, 10)
    page.slip(
        points[len(points) // 2] if len(points) > 2 else (points[0] + points[1]) / 2,
        leg.text,
        leg.hue,
    )


def _place(page: Page, place: Place) -> None:
    pose = pose_at(place.spot)
    if pose is None:
        return
    at = page.plane.to_scene(pose.point)
    take_up(page.painter, round_pen(LIGHT, page.px(1.6)), page.inks.of(place.hue))
    page.painter.drawEllipse(at, page.px(4.5), page.px(4.5))
    if place.is_turned:
        fx, fy = pose.forward
        tip = at + QPointF(fx, -fy) * page.px(15)
        page.head(tip, at, place.hue, 9)
    page.slip(at, place.text, place.hue, aside=(0.0, 16.0))


def _target(page: Page, target: Target, blocks: Blocks) -> None:
    block = blocks.get(target.piece)
    if block is None:
        return
    box = page.plane.box(block).adjusted(*(s * page.px(6) for s in (-1, -1, 1, 1)))
    if not target.sources and not page.sees(box, 90.0):
        return
    _brackets(page, box, target.hue)
    middle = page.plane.to_scene(block.pose.point)
    for source in target.sources:
        _aim_line(page, page.plane.to_scene(source), middle, target.hue)
    _aim(page, middle, target)
    page.slip(QPointF(box.center().x(), box.top()), target.text, target.hue, aside=(0.0, -4.0))


def _brackets(page: Page, box: QRectF, hue: Hue) -> None:
    reach = min(page.px(13), box.width() / 3, box.height() / 3)
    path = QPainterPath()
    for x, y, dx, dy in (
        (box.left(), box.top(), 1, 1),
        (box.right(), box.top(), -1, 1),
        (box.right(), box.bottom(), -1, -1),
        (box.left(), box.bottom(), 1, -1),
    ):
        path.moveTo(x + dx * reach, y)
        path.lineTo(x, y)
        path.lineTo(x, y + dy * reach)
    page.painter.strokePath(path, round_pen(LIGHT, page.px(5.0)))
    page.painter.strokePath(path, round_pen(page.inks.of(hue), page.px(3.0)))


def _aim_line(page: Page, start: QPointF, end: QPointF, hue: Hue) -> None:
    whole = QLineF(start, end)
    if whole.length() < page.px(30):
        return
    path = QPainterPath(start)
    stop = whole.pointAt(1 - page.px(15) / whole.length())
    path.lineTo(stop)
    page.painter.strokePath(path, round_pen(faded(LIGHT, 215), page.px(4.0)))
    pen = round_pen(page.inks.of(hue), page.px(2.0), (3.0, 2.6))
    page.painter.strokePath(path, pen)
    page.head(stop, start, hue, 10)


def _aim(page: Page, at: QPointF, target: Target) -> None:
    """What it is offered for, as a sign: cross hairs, a sabre's arrow, crossed swords, a ring."""
    painter, ink = page.painter, page.inks.of(target.hue)
    with kept(painter):
        painter.translate(at)
        painter.scale(1 / page.zoom, 1 / page.zoom)
        take_up(painter, round_pen(ink, 2.0), faded(LIGHT, 235))
        painter.drawEllipse(QPointF(0, 0), 9.5, 9.5)
        painter.setPen(round_pen(ink, 2.0))
        match target.aim:
            case Aim.FIRE:
                painter.drawEllipse(QPointF(0, 0), 3.4, 3.4)
                for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    painter.drawLine(QLineF(3.4 * x, 3.4 * y, 7.4 * x, 7.4 * y))
            case Aim.CHARGE:
                painter.drawLine(QLineF(-5, 5, 4, -4))
                painter.drawPolyline([QPointF(-1.5, -4.6), QPointF(4.6, -4.6), QPointF(4.6, 1.5)])
            case Aim.FIGHT:
                painter.drawLine(QLineF(-5, 5, 5, -5))
                painter.drawLine(QLineF(-5, -5, 5, 5))
            case _:
                painter.setBrush(ink)
                painter.drawEllipse(QPointF(0, 0), 3.0, 3.0)


def _ghost_edge(page: Page, ghost: Ghost) -> None:
    path = page.plane.block(ghost.block)
    if ghost.is_pale:
        pen = round_pen(faded(DARK, 190), page.px(1.2), (3.0, 3.0))
        page.painter.fillPath(path, faded(LIGHT, 60))
        page.painter.strokePath(path, pen)
    else:
        page.stroke(path, ghost.hue, 2.2)


def _edge(page: Page, edge: Edge) -> None:
    points = [page.plane.to_scene(point) for point in edge.points]
    ink = page.inks.of(edge.hue)
    if len(points) == 1:
        glow = QRadialGradient(points[0], page.px(14))
        graded(glow, (0.0, faded(ink, 220)), (1.0, faded(ink, 0)))
        take_up(page.painter, None, QBrush(glow))
        page.painter.drawEllipse(points[0], page.px(14), page.px(14))
        take_up(page.painter, round_pen(LIGHT, page.px(1.6)), ink)
        page.painter.drawEllipse(points[0], page.px(4.6), page.px(4.6))
    else:
        path = page.plane.line(edge.points)
        for wide, depth in ((13.0, 60), (8.0, 90)):
            page.painter.strokePath(path, round_pen(faded(ink, depth), page.px(wide)))
        page.painter.strokePath(path, round_pen(LIGHT, page.px(5.4)))
        page.painter.strokePath(path, round_pen(ink, page.px(3.4)))
    page.slip(points[0], edge.text, edge.hue, aside=(0.0, -16.0))


def _contact(page: Page, contact: Contact) -> None:
    a, b = page.plane.to_scene(contact.a), page.plane.to_scene(contact.b)
    ink = page.inks.of(contact.hue)
    gap = QLineF(a, b)
    if gap.length() < page.px(1.0):
        star = QPainterPath()
        for ray in range(16):
            reach = page.px(11 if ray % 2 == 0 else 4.5)
            angle = math.pi * ray / 8
            point = a + QPointF(math.sin(angle), -math.cos(angle)) * reach
            star.lineTo(point) if ray else star.moveTo(point)
        star.closeSubpath()
        take_up(page.painter, round_pen(LIGHT, page.px(1.4)), ink)
        page.painter.drawPath(star)
    else:
        across = QPointF(-gap.dy(), gap.dx()) / gap.length() * page.px(6)
        path = QPainterPath(a)
        path.lineTo(b)
        for end in (a, b):
            path.moveTo(end - across)
            path.lineTo(end + across)
        page.painter.strokePath(path, round_pen(LIGHT, page.px(4.4)))
        page.painter.strokePath(path, round_pen(ink, page.px(2.2)))
    page.slip((a + b) / 2, contact.text, contact.hue, aside=(0.0, 20.0))


def _ruler(page: Page, ruler: Ruler) -> None:
    """A tape where the player measures, a thin line with its length where a game tells one."""
    if ruler.text:
        _dimension(page, ruler)
    else:
        _tape(page, ruler)


def _dimension(page: Page, ruler: Ruler) -> None:
    """A line between two bars, and its length."""
    a, b = page.plane.to_scene(ruler.a), page.plane.to_scene(ruler.b)
    gap = QLineF(a, b)
    path = QPainterPath(a)
    path.lineTo(b)
    if gap.length() > page.px(1):
        across = QPointF(-gap.dy(), gap.dx()) / gap.length() * page.px(5)
        for end in (a, b):
            path.moveTo(end - across)
            path.lineTo(end + across)
    page.stroke(path, ruler.hue, 1.7)
    page.slip((a + b) / 2, ruler.text, ruler.hue)


def _tape(page: Page, ruler: Ruler) -> None:
    """A tape from end to end, with a mark for each cm and a longer one for each five."""
    a, b = page.plane.to_scene(ruler.a), page.plane.to_scene(ruler.b)
    whole = QLineF(a, b)
    length = math.dist(ruler.a, ruler.b)
    text = say("{length:.1f} cm", length=length)
    if whole.length() > page.px(2):
        along = (b - a) / whole.length()
        across = QPointF(-along.y(), along.x())
        path = QPainterPath(a)
        path.lineTo(b)
        page.painter.strokePath(path, round_pen(DARK, page.px(9.0)))
        page.painter.strokePath(path, round_pen(QColor("#f3d98a"), page.px(6.6)))
        page.painter.setPen(round_pen(DARK, page.px(1.0)))
        step = 1 if page.zoom * UNIT > 5 else 5
        for cm in range(0, math.floor(length) + 1, step):
            at = a + along * (cm * UNIT)
            high = page.px(3.0 if cm % 5 == 0 else 1.4)
            page.painter.drawLine(QLineF(at - across * high, at + across * page.px(3.0)))
        for tick in ruler.ticks:
            if 0 < tick <= length:
                at = a + along * (tick * UNIT)
                page.painter.setPen(round_pen(page.inks.of(Hue.BAD), page.px(2.0)))
                page.painter.drawLine(QLineF(at - across * page.px(7), at + across * page.px(7)))
                page.slip(
                    at, f"{tick:g}", Hue.BAD, aside=(along.y() * -14, along.x() * 14), pixels=10
                )
        for end in (a, b):
            cap = QPainterPath(end - across * page.px(8))
            cap.lineTo(end + across * page.px(8))
            page.painter.strokePath(cap, round_pen(LIGHT, page.px(4.0)))
            page.painter.strokePath(cap, round_pen(DARK, page.px(2.2)))
    page.slip((a + b) / 2, text, ruler.hue, aside=(0.0, -20.0), pixels=14)


# -- handles


def knobs(plane: Plane, block: Block, grips: frozenset[Grip], zoom: float) -> dict[Grip, QPointF]:
    """Where the handles of a block are, scene units; its body has none."""
    frame = Frame(block)
    at: dict[Grip, Vector] = {
        Grip.LEFT: frame.front_left,
        Grip.RIGHT: frame.front_right,
        Grip.TURN: frame.ahead(AHEAD / zoom / UNIT),
        Grip.BEND_LEFT: frame.flank(right=False),
        Grip.BEND_RIGHT: frame.flank(right=True),
    }
    return {grip: plane.to_scene(point) for grip, point in at.items() if grip in grips}


def _knob(page: Page, block: Block, grip: Grip, at: QPointF) -> None:
    painter, size = page.painter, page.px(KNOB)
    ink = QColor(page.inks.theme.overlays["selection"])
    if grip is Grip.TURN:
        front = page.plane.to_scene(Frame(block).ahead(0.0))
        path = QPainterPath(front)
        path.lineTo(at)
        painter.strokePath(path, round_pen(DARK, page.px(4.0)))
        painter.strokePath(path, round_pen(ink, page.px(2.0)))
    take_up(painter, round_pen(DARK, page.px(1.6)), ink)
    if grip in (Grip.BEND_LEFT, Grip.BEND_RIGHT):
        painter.drawPolygon(
            polygon(
                [at + QPointF(*way) * size for way in ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0))]
            )
        )
    elif grip is Grip.TURN:
        painter.drawEllipse(at, size, size)
        _curl(page, at, block.pose.bearing / 10)
    else:
        box = QRectF(at.x() - size, at.y() - size, 2 * size, 2 * size)
        painter.drawRoundedRect(box, size * 0.45, size * 0.45)
        _curl(page, at, block.pose.bearing / 10, half=True, left=grip is Grip.LEFT)


def _curl(
    page: Page, at: QPointF, bearing: float, *, half: bool = False, left: bool = False
) -> None:
    """The small bent arrow on a knob."""
    painter = page.painter
    with kept(painter):
        painter.translate(at)
        painter.scale(1 / page.zoom, 1 / page.zoom)
        painter.rotate(bearing)
        if left:
            painter.scale(-1, 1)
        painter.setPen(round_pen(DARK, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        box = QRectF(-3.6, -3.6, 7.2, 7.2)
        if half:
            painter.drawArc(QRectF(-8.6, -3.2, 11.0, 11.0), 10 * 16, 75 * 16)
            painter.drawPolyline([QPointF(-3.6, -0.6), QPointF(-3.4, -3.4), QPointF(-0.8, -4.4)])
        else:
            painter.drawArc(box, 40 * 16, 270 * 16)
            painter.drawPolyline([QPointF(0.2, -3.4), QPointF(3.0, -2.6), QPointF(3.2, -5.4)])
