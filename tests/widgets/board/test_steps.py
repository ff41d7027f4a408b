"""How pointer and keys walk over the hexes, and the outlines of areas."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from hexwar.hexes import Direction, Grid, Hex, Layout, Low
from hexwar.widgets.board.geometry import corner_marks, hexes_rect, outline, way
from hexwar.widgets.board.overlays.areas import Edge
from hexwar.widgets.board.overlays.pens import flat_pen
from hexwar.widgets.board.steps import lengthened, step_of_key, swept
from tests.systems.nlc.cases import each
from tests.widgets.board.conftest import pixels

Key = Qt.Key
GRID = Grid(12, 10)
LAYOUT = Layout(GRID)
HEXES = st.sampled_from(GRID.hexes)


@each(
    "keys direction",
    ((Key.Key_Up, Key.Key_8), Direction.N),
    ((Key.Key_PageUp, Key.Key_9), Direction.NE),
    ((Key.Key_PageDown, Key.Key_3), Direction.SE),
    ((Key.Key_Down, Key.Key_2), Direction.S),
    ((Key.Key_End, Key.Key_1), Direction.SW),
    ((Key.Key_Home, Key.Key_7), Direction.NW),
)
def test_six_directions_by_arrows_and_keypad(keys: tuple[Key, Key], direction: Direction) -> None:
    for key in keys:
        step = step_of_key(GRID, Hex("0605"), key, keypad=True)
        assert step == GRID.neighbour(Hex("0605"), direction)


@each("low", *Low)
@given(start=HEXES)
def test_left_and_right_keep_the_row(low: Low, start: Hex) -> None:
    grid = Grid(12, 10, low)
    right = step_of_key(grid, start, Key.Key_Right, keypad=False)
    assert right is not None
    if start[:2] == "12":
        assert right == start
    else:
        assert grid.is_adjacent(start, right)
        assert right[2:] == start[2:]
        assert step_of_key(grid, right, Key.Key_4, keypad=True) == start


def test_no_digit_no_edge_and_no_brushed_corner_is_a_step_but_going_back_is() -> None:
    for key in (Key.Key_1, Key.Key_A):
        assert step_of_key(GRID, Hex("0605"), key, keypad=False) is None
    assert step_of_key(GRID, Hex("0501"), Key.Key_Up, keypad=False) == Hex("0501")

    path = tuple(map(Hex, ("0505", "0504", "0503")))
    assert lengthened(GRID, path, Hex("0504")) == path[:2]
    assert lengthened(GRID, path, Hex("0503")) == path

    x, y = LAYOUT.centre(Hex("0505"))
    end = QPointF(*LAYOUT.centre(Hex("0705")))
    entered = list(swept(LAYOUT, QPointF(x, y), end))
    assert entered[-1] == Hex("0705")
    assert set(entered) <= {Hex("0505"), Hex("0705")}  # between them a hexside, seen lengthwise


@given(start=HEXES, end=HEXES)
def test_a_path_led_on_goes_hex_by_hex(start: Hex, end: Hex) -> None:
    path = lengthened(GRID, (start,), end)
    assert path[0] == start
    assert path[-1] == end
    assert all(GRID.is_adjacent(a, b) for a, b in pairwise(path))
    assert len(path) == GRID.distance(start, end) + 1


@given(start=HEXES, end=HEXES)
def test_a_swift_pointer_leaves_no_hex_out(start: Hex, end: Hex) -> None:
    points = (QPointF(*LAYOUT.centre(start)), QPointF(*LAYOUT.centre(end)))
    path: tuple[Hex, ...] = (start,)
    for hex_ in swept(LAYOUT, *points):
        path = lengthened(GRID, path, hex_)
    assert path[-1] == end
    assert all(GRID.is_adjacent(a, b) for a, b in pairwise(path))


def test_the_outline_of_two_hexes_is_one_line_and_of_a_ring_has_a_hole() -> None:
    path = outline(LAYOUT, [Hex("0505"), Hex("0504")])
    assert len(path.toSubpathPolygons()) == 1
    assert path.elementCount() == 11
    ring = GRID.neighbours[Hex("0505")]
    path = outline(LAYOUT, ring)
    assert len(path.toSubpathPolygons()) == 2
    assert not path.contains(QPointF(*LAYOUT.centre(Hex("0505"))))
    assert all(path.contains(QPointF(*LAYOUT.centre(hex_))) for hex_ in ring)


@given(hexes=st.frozensets(HEXES, max_size=40))
def test_an_outline_holds_its_hexes_and_no_other(hexes: frozenset[Hex]) -> None:
    path = outline(LAYOUT, hexes)
    aside = QPointF(0.7, 1.3)  # level with no corner, where Qt would be of two minds
    inside = {h for h in GRID.hexes if path.contains(QPointF(*LAYOUT.centre(h)) + aside)}
    assert inside == hexes


def test_a_way_goes_through_every_centre_and_corner_marks_stay_in_their_hex() -> None:
    hexes = [Hex("0302"), Hex("0403"), Hex("0503"), Hex("0504")]
    path = way(LAYOUT, hexes)
    assert path.pointAtPercent(0.0) == QPointF(*LAYOUT.centre(hexes[0]))
    assert path.pointAtPercent(1.0) == QPointF(*LAYOUT.centre(hexes[-1]))
    knots = [path.elementAt(i) for i in range(0, path.elementCount(), 3)]
    centres = [LAYOUT.centre(h) for h in hexes]
    assert [(k.x, k.y) for k in knots] == [pytest.approx(c) for c in centres]
    assert way(LAYOUT, hexes[:1]).isEmpty()

    box = corner_marks(LAYOUT, Hex("0505"), 0.9, 0.3).boundingRect()
    assert hexes_rect(LAYOUT, [Hex("0505")]).contains(box)
    assert hexes_rect(LAYOUT, []).isNull()


PENS = flat_pen(QColor(0, 0, 0, 150), 3.2), flat_pen(QColor(200, 150, 0, 255), 1.8)

pytestmark = pytest.mark.usefixtures("qapp")


def drawn(hexes: frozenset[Hex], seen: QRectF, *, by_pieces: bool) -> QImage:
    """The edge of some hexes, in a picture of a part of the sheet."""
    image = QImage(seen.size().toSize(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(-seen.topLeft())
    path = outline(LAYOUT, hexes)
    if by_pieces:
        Edge(path).stroke(painter, seen, PENS)
    else:
        for pen in PENS:
            painter.strokePath(path, pen)
    painter.end()
    return image


parts = st.builds(QRectF, *(st.integers(0, 400),) * 2, *(st.integers(40, 300),) * 2)


@settings(deadline=None, max_examples=60)
@given(st.frozensets(st.sampled_from(GRID.hexes), min_size=1, max_size=60), parts)
def test_single_lines_look_like_the_whole_but_for_the_corners(
    hexes: frozenset[Hex], seen: QRectF
) -> None:
    whole, pieces = (
        (pixels(drawn(hexes, seen, by_pieces=by)) >> 24).astype(int) for by in (False, True)
    )
    apart = ((whole > 200) & (pieces < 90)) | ((pieces > 200) & (whole < 90))
    rows, columns = np.indices(apart.shape)
    path = outline(LAYOUT, hexes)
    for corner in (path.elementAt(i) for i in range(path.elementCount())):
        x, y = corner.x - seen.x(), corner.y - seen.y()
        apart[np.hypot(columns + 0.5 - x, rows + 0.5 - y) < 4] = False
    assert not apart.any()


def test_what_is_not_seen_is_not_drawn_but_a_line_that_only_crosses_the_part() -> None:
    image = QImage(200, 200, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    hexes = frozenset({Hex("0101"), Hex("0201")})
    Edge(outline(LAYOUT, hexes)).stroke(painter, QRectF(400, 400, 50, 50), PENS)
    painter.end()
    assert not pixels(image).any()

    corner = QPointF(*LAYOUT.centre(Hex("0303")))
    seen = QRectF(corner.x() - 3, corner.y() - LAYOUT.row_pitch / 2 - 2, 6, 4)
    image = drawn(frozenset({Hex("0303")}), seen, by_pieces=True)
    assert pixels(image).any()
