"""Stacks on the board: what lies where, how they move, and the fan."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene, QGraphicsSceneHoverEvent, QStyleOptionGraphicsItem
from pytestqt.qtbot import QtBot

from hexwar.table.forces import Arm, Role
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.counters.easel import EDGE
from hexwar.widgets.counters.faces import CounterFace, FigureKind, FormationMark, LeaderFace
from hexwar.widgets.counters.stacks import OFFSET, SHOWN, Piece, StackFan, StackItem, squares
from hexwar.widgets.theme import theme
from tests.systems.nlc.cases import each

pytestmark = pytest.mark.usefixtures("qapp")

MARK = FormationMark(2, "II")
VICTOR = Piece("victor", LeaderFace("french", "french", Role.CORPS, "Victor", "(2)", 8, MARK))
NEY = Piece("ney", LeaderFace("french", "french", Role.CORPS, "Ney", "(4)", 8, MARK))


def face(strength: int) -> CounterFace:
    return CounterFace(
        "french", "french", Arm.INFANTRY, FigureKind.INFANTRY, MARK, "", "XX", strength, 2, 4, 2
    )


def units(count: int) -> list[Piece]:
    return [Piece(f"u{i}", face(i + 1)) for i in range(count)]


@pytest.fixture
def art() -> CounterArt:
    return CounterArt(CounterStyle.PERIOD, theme("light"))


def shown(item: StackItem | StackFan, side: int = 400) -> QImage:
    """The item as it paints itself, its origin in the middle."""
    result = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    painter.translate(side / 2, side / 2)
    item.paint(painter, QStyleOptionGraphicsItem(), None)
    painter.end()
    return result


def painted(picture: QImage) -> QRectF:
    """The smallest box round all that is not clear, from the middle."""
    half = picture.width() // 2
    spots = [
        (x - half, y - half)
        for y in range(picture.height())
        for x in range(picture.width())
        if picture.pixelColor(x, y).alpha()
    ]
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    right, bottom = max(x for x, _ in spots), max(y for _, y in spots)
    return QRectF(left, top, right - left + 1, bottom - top + 1)


def found(stack: StackItem, x: float, y: float) -> str:
    """The piece under a point of a stack."""
    piece = stack.piece_at(QPointF(x, y))
    return "" if piece is None else piece.id


def test_units_come_front_first_and_edges_of_those_below_can_be_hit(art: CounterArt) -> None:
    first, second = units(2)
    assert StackItem(art, [VICTOR, first, NEY, second]).pieces == (first, second, VICTOR, NEY)

    stack = StackItem(art, units(3))
    assert [found(stack, at, at) for at in (0, -19, 19)] == ["u0"] * 3
    edges = [EDGE / 2 + OFFSET * place - 1 for place in (1, 2)]
    assert [found(stack, edge, edge) for edge in edges] == ["u1", "u2"]
    assert found(stack, EDGE / 2 + OFFSET * 2 + 1, 0) == ""


def test_no_more_than_four_edges_are_drawn_and_numbers_keep_the_bounds(art: CounterArt) -> None:
    four, five, six = (shown(StackItem(art, units(n))) for n in (4, 5, 6))
    assert four != five
    assert five != six
    beyond = QPointF(EDGE / 2 + OFFSET * SHOWN - 1, 0)
    assert StackItem(art, units(6)).piece_at(beyond) is None

    stack = StackItem(art, units(1))
    before = stack.boundingRect()
    stack.set_pieces([Piece("u0", face(12)), *units(6)[1:], VICTOR])
    assert stack.boundingRect() == before


def test_a_plate_tells_height_and_strength_of_a_stack(art: CounterArt) -> None:
    one, pair = StackItem(art, units(1)), units(2)
    plate = QRectF(-20, 21, 30, 12)
    assert painted(shown(one)).bottom() < plate.bottom()
    before = shown(StackItem(art, pair)).copy(_middle(plate))
    stronger = [pair[0], Piece("u1", face(9))]
    assert shown(StackItem(art, stronger)).copy(_middle(plate)) != before
    higher = [pair[0], Piece("u1", face(1)), Piece("u2", face(1))]
    assert shown(StackItem(art, higher)).copy(_middle(plate)) != before


def test_from_afar_the_front_counter_tells_the_strength_of_the_stack(art: CounterArt) -> None:
    alone = StackItem(art, [Piece("u0", face(10))])
    stack = StackItem(art, [Piece("u0", face(4)), Piece("u1", face(6))])
    card = QRectF(-14, -14, 28, 28)
    assert _far(stack).copy(_middle(card, 0.3)) == _far(alone).copy(_middle(card, 0.3))


def _middle(box: QRectF, scale: float = 1.0, side: int = 400) -> QRect:
    """A box about the middle of a picture, in its pixels."""
    corner = box.topLeft() * scale + QPointF(side / 2, side / 2)
    return QRectF(corner, box.size() * scale).toRect()


def _far(item: StackItem) -> QImage:
    """The item as it looks at 30 %."""
    result = QImage(400, 400, QImage.Format.Format_ARGB32_Premultiplied)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    painter.translate(200, 200)
    painter.scale(0.3, 0.3)
    item.paint(painter, QStyleOptionGraphicsItem(), None)
    painter.end()
    return result


def test_a_leader_lies_on_the_corner_or_alone_and_is_clicked_there(art: CounterArt) -> None:
    stack = StackItem(art, [*units(1), VICTOR])
    assert found(stack, 17, -22) == "victor"
    assert shown(stack) != shown(StackItem(art, units(1)))
    alone = StackItem(art, [VICTOR, NEY])
    assert (found(alone, 0, 0), found(alone, 17, -22)) == ("victor", "ney")
    empty = StackItem(art)
    assert found(empty, 0, 0) == ""
    assert empty.shape().isEmpty()

    shape = StackItem(art, [*units(2), VICTOR]).shape()
    for point in (QPointF(0, 0), QPointF(21, 21), QPointF(17, -30)):
        assert shape.contains(point)
    assert not shape.contains(QPointF(-19, -25))
    assert not shape.contains(QPointF(27, 0))


@each("count", 1, 4, 7)
def test_all_that_is_painted_lies_within_the_bounds(art: CounterArt, count: int) -> None:
    leaders = [VICTOR, NEY, replace(NEY, id="third"), replace(NEY, id="fourth")]
    stack = StackItem(art, [*units(count), *leaders])
    stack.set_ready(True)
    assert stack.boundingRect().contains(painted(shown(stack, 200)))


def test_glow_and_style_are_seen(art: CounterArt) -> None:
    stack = StackItem(art, units(1))
    plain = shown(stack)
    stack.set_ready(True)
    assert shown(stack) != plain
    stack.set_ready(False)
    assert shown(stack) == plain
    stack.set_art(CounterArt(CounterStyle.NATO, theme("light")))
    assert shown(stack) != plain


def test_a_move_keeps_to_its_way_or_ends_at_once(art: CounterArt, qtbot: QtBot) -> None:
    stack = StackItem(art, units(1))
    stack.setZValue(3)
    seen: list[QPointF] = []
    stack.xChanged.connect(lambda: seen.append(stack.pos()))
    stack.yChanged.connect(lambda: seen.append(stack.pos()))
    with qtbot.waitSignal(stack.arrived):
        stack.move_along([QPointF(60, 0), QPointF(60, 60)], speed=10)
        assert stack.is_moving
        assert stack.zValue() > 100
    assert all(abs(p.y()) < 1e-6 or abs(p.x() - 60) < 1e-6 for p in seen)
    assert stack.pos() == QPointF(60, 60)
    assert stack.zValue() == 3
    assert not stack.is_moving

    stack = StackItem(art, units(1))
    for way in ([QPointF(48, 28), QPointF(96, 0)], []):
        with qtbot.waitSignal(stack.arrived, timeout=0):
            stack.move_along(way, speed=0)
        assert stack.pos() == QPointF(96, 0)
        assert not stack.is_moving

    stops: list[QPointF] = []
    stack.arrived.connect(lambda: stops.append(stack.pos()))
    stack.move_along([QPointF(500, 0)], speed=1)
    stack.move_along([QPointF(500, 100)], speed=0)  # ends the first at its goal
    assert stops == [QPointF(500, 0), QPointF(500, 100)]
    assert stack.zValue() == 0


@each("kind", StackItem, StackFan)
def test_counters_are_drawn_anew_when_sharp_pictures_are_there(
    art: CounterArt, qtbot: QtBot, kind: type[StackItem | StackFan]
) -> None:
    scene, item = QGraphicsScene(), kind(art, units(2))
    scene.addItem(item)
    with qtbot.waitSignal(scene.changed):
        art.sharpened.emit()


@each("count", 1, 3, 6, 7, 14)
@each("below", False, True)
def test_the_counters_of_a_fan_do_not_overlap_nor_hide_the_hex(count: int, below: bool) -> None:
    places = squares(count, below=below)
    assert len(places) == count
    for i, a in enumerate(places):
        assert a.width() == a.height() == EDGE
        assert not any(a.intersects(b) for b in places[:i])
        assert not a.intersects(QRectF(-EDGE / 2, -EDGE / 2, EDGE, EDGE))
        assert (a.center().y() > 0) is below


def test_a_fan_paints_its_counters_within_bounds_and_finds_them(art: CounterArt) -> None:
    pieces = [*units(7), VICTOR]
    fan = StackFan(art, pieces)
    for piece, square in zip(pieces, squares(8), strict=True):
        assert fan.piece_at(square.center()) == piece.id
    assert fan.piece_at(QPointF(0, 0)) is None
    assert fan.pieces == tuple(pieces)

    fan = StackFan(art, units(7))
    picture = shown(fan)
    assert fan.boundingRect().contains(painted(picture))
    for square in squares(7):
        at = square.center() + QPointF(200, 200)
        assert picture.pixelColor(at.toPoint()).alpha() == 255


def test_no_click_on_a_fan_falls_through_between_its_counters(art: CounterArt) -> None:
    fan = StackFan(art, units(3))
    first, second, _ = squares(3)
    between = (first.center() + second.center()) / 2
    assert fan.piece_at(between) is None
    assert fan.shape().contains(between)
    assert not fan.shape().contains(QPointF(0, 0))


def test_the_pointer_over_a_fan_is_followed_and_the_chosen_are_ringed(art: CounterArt) -> None:
    fan = StackFan(art, units(2))
    plain = shown(fan)
    event = QGraphicsSceneHoverEvent(QEvent.Type.GraphicsSceneHoverMove)
    event.setPos(squares(2)[0].center())
    fan.hoverMoveEvent(event)
    fan.hoverMoveEvent(event)
    assert shown(fan) != plain
    fan.hoverLeaveEvent(event)
    assert shown(fan) == plain
    fan.set_chosen(frozenset({"u1"}))
    assert shown(fan) != plain


@each("view expected", (0.25, 4.0), (1.0, 1.0), (2.0, 1.0))
def test_a_fan_is_never_below_full_size(art: CounterArt, view: float, expected: float) -> None:
    fan = StackFan(art, units(2))
    fan.set_view_scale(view)
    assert fan.scale() == expected
