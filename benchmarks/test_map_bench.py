"""The map on a board of 1920 x 1080: frames of panning and zooming, first start and second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from time import perf_counter, sleep

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsScene, QGraphicsView
from pytest_benchmark.fixture import BenchmarkFixture
from pytestqt.qtbot import QtBot

from hexwar.hexes import Hex, Layout
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.battlefield import Battlefield
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.mapart.tiles import MapLayer

FRAME = 1 / 60  # seconds

pytestmark = pytest.mark.usefixtures("qapp")


def rounds_of(benchmark: BenchmarkFixture) -> Callable[..., object]:
    """What times a call so many rounds; its package leaves it without types."""
    return benchmark.pedantic


class Board:
    """A view of the map, and what a player does with it."""

    def __init__(self, field: Battlefield, cache: Path | None = None) -> None:
        self.layout = Layout(field.grid)
        self.layer = MapLayer(MapPainter(field, self.layout), cache)
        self.scene = QGraphicsScene()
        self.scene.addItem(self.layer)
        self.scene.setSceneRect(self.layer.boundingRect())
        self.view = QGraphicsView(self.scene)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.resize(1920, 1080)

    def show(self) -> None:
        self.view.show()
        self.view.fitInView(self.layer.boundingRect(), Qt.AspectRatioMode.KeepAspectRatio)
        QApplication.processEvents()

    def zoom_to(self, scale: float) -> None:
        self.view.resetTransform()
        self.view.scale(scale, scale)
        self.view.centerOn(*self.layout.centre(Hex("0913")))
        QApplication.processEvents()

    def zoom(self, factor: float) -> None:
        self.view.scale(factor, factor)
        QApplication.processEvents()

    def pan(self, right: int, down: int) -> None:
        for bar, step in (
            (self.view.horizontalScrollBar(), right),
            (self.view.verticalScrollBar(), down),
        ):
            bar.setValue(bar.value() + step)
        QApplication.processEvents()


@pytest.fixture(scope="module")
def field() -> Battlefield:
    return load_battle("brienne", FILES_ONLY).battlefield


@pytest.fixture
def board(qtbot: QtBot, field: Battlefield) -> Iterator[Board]:
    made = Board(field)
    qtbot.addWidget(made.view)
    made.show()
    yield made
    made.layer.close()


def settle(qtbot: QtBot, board: Board) -> None:
    qtbot.waitUntil(lambda: board.layer.is_settled, timeout=60_000)


def test_preparing_the_sheet(benchmark: BenchmarkFixture, field: Battlefield) -> None:
    rounds_of(benchmark)(lambda: MapPainter(field, Layout(field.grid)).prepare(), rounds=5)


def test_first_frame_of_a_first_start(benchmark: BenchmarkFixture, field: Battlefield) -> None:
    boards: list[Board] = []

    def start() -> None:
        boards.append(Board(field))
        boards[-1].show()

    rounds_of(benchmark)(start, rounds=3)
    for made in boards:
        made.layer.close()
        made.view.close()


def test_first_frame_of_a_second_start(
    benchmark: BenchmarkFixture, field: Battlefield, qtbot: QtBot, tmp_path: Path
) -> None:
    first = Board(field, tmp_path)
    first.show()
    qtbot.waitUntil(lambda: any(tmp_path.glob("*.npz")), timeout=60_000)
    first.layer.close()
    boards: list[Board] = []

    def start() -> None:
        boards.append(Board(field, tmp_path))
        boards[-1].show()

    rounds_of(benchmark)(start, rounds=3)
    assert all(made.layer.is_settled for made in boards)
    for made in boards:
        made.layer.close()
        made.view.close()


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0, 4.0])
def test_a_tile(benchmark: BenchmarkFixture, field: Battlefield, scale: float) -> None:
    art = MapPainter(field, Layout(field.grid))
    side = 256 / scale
    x, y = Layout(field.grid).centre(Hex("2128"))  # woods, slopes and a name
    rect = QRectF(x // side * side, y // side * side, side, side)
    art.picture(rect, scale)
    benchmark(art.picture, rect, scale)


@pytest.mark.parametrize("scale", [0.5, 0.83, 1.0, 4.0])
def test_a_frame_of_panning(
    benchmark: BenchmarkFixture, board: Board, qtbot: QtBot, scale: float
) -> None:
    board.zoom_to(scale)
    settle(qtbot, board)
    steps = cycle([(14, 9)] * 12 + [(-14, -9)] * 12)
    for _ in range(24):  # so that every tile of the walk is there
        board.pan(*next(steps))
    settle(qtbot, board)
    benchmark(lambda: board.pan(*next(steps)))


def test_a_step_of_zooming(benchmark: BenchmarkFixture, board: Board, qtbot: QtBot) -> None:
    board.zoom_to(1.0)
    settle(qtbot, board)
    factors = cycle([0.9] * 6 + [1 / 0.9] * 6)
    for _ in range(12):
        board.zoom(next(factors))
        settle(qtbot, board)
    benchmark(lambda: board.zoom(next(factors)))


def test_the_longest_frame_with_no_tile_painted(
    benchmark: BenchmarkFixture, field: Battlefield, qtbot: QtBot
) -> None:
    """Pans and zooms at 60 frames a second from a cold start; reports the frames."""
    made = Board(field)
    qtbot.addWidget(made.view)
    made.show()
    settle(qtbot, made)
    made.zoom_to(2.0)
    walk = [(lambda: made.pan(20, 0)), (lambda: made.zoom(0.96)), (lambda: made.pan(0, 20))]
    moves = iter([walk[0]] * 60 + [walk[1]] * 30 + [walk[2]] * 60)

    def frame() -> None:
        next(moves)()

    def rest() -> None:
        sleep(max(0.0, FRAME - (perf_counter() - rest_since[0])))
        rest_since[0] = perf_counter()

    rest_since = [perf_counter()]
    rounds_of(benchmark)(frame, setup=rest, rounds=150)
    made.layer.close()
