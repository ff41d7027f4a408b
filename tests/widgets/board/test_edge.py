"""Outlines that are drawn only where they are seen look as if they were drawn whole."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from hexwar.hexes import Grid, Hex, Layout
from hexwar.widgets.board.geometry import outline
from hexwar.widgets.board.overlays.areas import Edge
from hexwar.widgets.board.overlays.pens import round_pen
from tests.widgets.board.conftest import pixels

GRID = Grid(12, 10)
SHEET = Layout(GRID)
PENS = round_pen(QColor(0, 0, 0, 150), 3.2), round_pen(QColor(200, 150, 0, 255), 1.8)

pytestmark = pytest.mark.usefixtures("qapp")


def drawn(hexes: frozenset[Hex], seen: QRectF, *, by_pieces: bool) -> QImage:
    """The edge of some hexes, in a picture of a part of the sheet."""
    image = QImage(seen.size().toSize(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(-seen.topLeft())
    path = outline(SHEET, hexes)
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
def test_pieces_look_like_the_whole(hexes: frozenset[Hex], seen: QRectF) -> None:
    whole, pieces = (
        pixels(drawn(hexes, seen, by_pieces=by)).view(np.uint8).astype(int) for by in (False, True)
    )
    assert np.abs(whole - pieces).max() <= 8


def test_what_is_not_seen_is_not_drawn_but_a_line_that_only_crosses_the_part() -> None:
    image = QImage(200, 200, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    hexes = frozenset({Hex("0101"), Hex("0201")})
    Edge(outline(SHEET, hexes)).stroke(painter, QRectF(400, 400, 50, 50), PENS)
    painter.end()
    assert not pixels(image).any()

    corner = QPointF(*SHEET.centre(Hex("0303")))
    seen = QRectF(corner.x() - 3, corner.y() - SHEET.row_pitch / 2 - 2, 6, 4)
    image = drawn(frozenset({Hex("0303")}), seen, by_pieces=True)
    assert pixels(image).any()
