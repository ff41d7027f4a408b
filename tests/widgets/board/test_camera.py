"""Zoom, pan and fit."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView
from pytestqt.qtbot import QtBot

from hexwar.hexes import Grid, Layout
from hexwar.widgets.board.camera import Camera, Opening
from hexwar.widgets.board.geometry import sheet_rect
from tests.systems.nlc.cases import each
from tests.widgets.board.conftest import seen_at

SHEET = QRectF(-54, -128, 1800, 2300)


class View(QGraphicsView):
    """A bare view with a camera, as large as it is told."""

    def __init__(self, sheet: QRectF) -> None:
        super().__init__(QGraphicsScene(sheet))
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.camera = Camera(self, sheet)

    def set_size(self, width: int, height: int) -> None:
        self.resize(width, height)
        self.camera.resize()


def shown(qtbot: QtBot, sheet: QRectF = SHEET, width: int = 800, height: int = 600) -> View:
    view = View(sheet)
    qtbot.addWidget(view)
    view.show()
    view.set_size(width, height)
    return view


@pytest.fixture
def camera(qtbot: QtBot) -> Camera:
    return shown(qtbot).camera


def apart(a: QPointF, b: QPointF) -> float:
    return max(abs(a.x() - b.x()), abs(a.y() - b.y()))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    x=st.integers(0, 799),
    y=st.integers(0, 599),
    steps=st.lists(st.sampled_from([-3, -1, 1, 2, 0.3, -0.7]), min_size=1, max_size=30),
)
def test_zooming_keeps_what_is_pointed_at(
    camera: Camera, x: int, y: int, steps: list[float]
) -> None:
    at = QPointF(x, y)
    camera.zoom_to(1.0)
    camera.centre_on(SHEET.center())
    held = camera.to_scene(at)
    for step in steps:
        if step > 0 or camera.zoom > camera.least_zoom * 1.01:
            camera.zoom_by(step, at)
            assert apart(seen_at(camera.parent(), held), at) <= 1.0


def test_the_ladder_stops_at_whole_zooms_and_at_the_whole_map(camera: Camera) -> None:
    camera.fit()
    zooms = []
    for _ in range(30):
        camera.zoom_by(1)
        zooms.append(camera.zoom)
    assert {0.5, 1.0, 2.0, 4.0} <= set(zooms)
    assert max(zooms) == 4.0
    camera.zoom_to(0.001)
    assert camera.zoom == pytest.approx(min(800 / 1800, 600 / 2300))
    camera.zoom_to(1.0)
    camera.zoom_to(0.001, QPointF(0, 0))
    assert not camera.seen().contains(SHEET)
    camera.zoom_by(-1)  # a further step fits
    assert camera.seen().adjusted(-2, -2, 2, 2).contains(SHEET)


@each("columns rows", (1, 1), (4, 9), (35, 38), (99, 3), (3, 99), (99, 99))
@each("width height", (1366, 768), (300, 900), (3840, 400))
def test_fit_shows_the_whole_of_any_sheet_in_the_middle(
    qtbot: QtBot, columns: int, rows: int, width: int, height: int
) -> None:
    sheet = sheet_rect(Layout(Grid(columns, rows)))
    camera = shown(qtbot, sheet, width, height).camera
    camera.zoom_to(1.7)
    camera.fit()
    pixel = 1.0 / camera.zoom
    assert camera.seen().adjusted(-pixel, -pixel, pixel, pixel).contains(sheet)
    assert apart(camera.seen().center(), sheet.center()) <= pixel
    filled = max(sheet.width() * camera.zoom / width, sheet.height() * camera.zoom / height)
    assert filled == pytest.approx(1.0) or camera.zoom == 4.0


def test_the_centre_or_a_fit_is_kept_on_resize(qtbot: QtBot) -> None:
    view = shown(qtbot)
    view.camera.zoom_to(2.0)
    view.camera.centre_on(QPointF(700, 900))
    for size in ((300, 200), (1200, 1000), (801, 333), (800, 600)):
        view.set_size(*size)
        assert view.camera.zoom == 2.0
        assert apart(view.camera.seen().center(), QPointF(700, 900)) <= 1.0
    view.camera.fit()
    view.set_size(1600, 1150)
    assert view.camera.zoom == pytest.approx(0.5)
    view.camera.pan_by(10, 0)
    view.set_size(800, 600)
    assert view.camera.zoom == pytest.approx(0.5)


def test_panning_moves_by_pixels_at_any_zoom_and_stays_on_the_sheet(camera: Camera) -> None:
    for zoom in (0.5, 1.0, 4.0):
        camera.zoom_to(zoom)
        camera.centre_on(SHEET.center())
        before = seen_at(camera.parent(), SHEET.center())
        camera.pan_by(30, -12)
        assert apart(seen_at(camera.parent(), SHEET.center()), before + QPointF(-30, 12)) <= 1.0
    camera.pan_by(1e6, 0)
    assert camera.centre.x() == SHEET.right()
    camera.pan_by(0, -1e6)
    assert camera.centre.y() == SHEET.top()


def test_reveal_moves_no_farther_than_it_must(camera: Camera) -> None:
    camera.zoom_to(1.0)
    camera.centre_on(QPointF(600, 600))
    camera.reveal(QRectF(580, 580, 40, 40), 20)
    assert camera.centre == QPointF(600, 600)
    camera.reveal(QRectF(1000, 580, 40, 40), 20)
    assert camera.centre == QPointF(660, 600)
    assert seen_at(camera.parent(), QPointF(1040, 600)).x() == pytest.approx(780, abs=1)
    camera.zoom_to(4.0)
    camera.reveal(QRectF(0, 500, 1000, 20), 20)  # larger than the view
    assert camera.centre.x() == pytest.approx(500)


@each("dx dy", (1, 0), (-1, 0), (0, 1), (0, -1))
def test_what_is_revealed_at_the_edge_of_the_sheet_shows_no_ground_beside_it(
    camera: Camera, dx: int, dy: int
) -> None:
    camera.zoom_to(2.0)
    camera.centre_on(SHEET.center())
    corner = SHEET.center() + QPointF(dx * SHEET.width() / 2, dy * SHEET.height() / 2)
    box = QRectF(-20, -20, 40, 40).translated(corner) & SHEET
    camera.reveal(box, 110)
    pixel = 1.0 / camera.zoom
    assert SHEET.adjusted(-pixel, -pixel, pixel, pixel).contains(camera.seen())
    assert camera.seen().adjusted(-pixel, -pixel, pixel, pixel).contains(box)


def test_more_room_shows_no_ground_beside_the_sheet_unless_the_player_did(qtbot: QtBot) -> None:
    view = shown(qtbot)
    camera = view.camera
    camera.zoom_to(1.0)
    camera.centre_on(camera.within(SHEET.topLeft()))
    view.set_size(1100, 900)
    assert apart(camera.seen().topLeft(), SHEET.topLeft()) <= 1.0
    camera.pan_by(-200, 0)
    view.set_size(1000, 900)
    assert camera.seen().left() < SHEET.left() - 100  # his own doing stays


def test_the_map_as_it_is_opened_fits_any_window_until_the_player_has_zoomed(qtbot: QtBot) -> None:
    view = shown(qtbot)
    opening = Opening(view.camera, view)
    opening.show(SHEET.topLeft())
    for width in (1600, 900):
        view.set_size(width, 700)
        qtbot.waitUntil(lambda: abs(view.camera.seen().width() - SHEET.width()) < 2)
        assert apart(view.camera.seen().topLeft(), SHEET.topLeft()) <= 2.0
    view.camera.zoom_by(1)
    zoom = view.camera.zoom
    view.set_size(1600, 700)
    qtbot.wait(20)
    assert view.camera.zoom == zoom
