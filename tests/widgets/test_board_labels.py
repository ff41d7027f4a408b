"""The names of places on the board: clear of counters, and where the printed map has them else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QEventLoop, QRectF, QTimer
from PySide6.QtGui import QImage, QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView, QWidget
from pytestqt.qtbot import QtBot

from hexwar.engine import SeededChance
from hexwar.hexes import Layout
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.panels.markers import sites_of
from hexwar.widgets.board.contents import Markers
from hexwar.widgets.board.labels import Labels, spots_of
from hexwar.widgets.board.scene import BoardScene
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.mapart.canvas import Detail
from hexwar.widgets.mapart.names import Label, Lettering, Style
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.mapart.raster import words
from hexwar.widgets.mapart.tiles import MapLayer, TileKey, TileWorker
from hexwar.widgets.theme import theme
from tests.widgets.mapart_fields import FULL

pytestmark = pytest.mark.usefixtures("qapp")

LAYOUT = Layout(FULL.grid)


@pytest.fixture
def sheet() -> Iterator[MapLayer]:
    layer = MapLayer(MapPainter(FULL, LAYOUT, has_labels=False), is_direct=True)
    yield layer
    layer.close()


def printed() -> list[QRectF]:
    art = MapPainter(FULL, LAYOUT)
    art.prepare_labels(Detail.CLOSE)
    labels = art.labels(Detail.CLOSE)
    assert labels
    return [label.printed.bounds for label in labels]


def test_without_counters_every_name_stands_as_on_the_printed_map(sheet: MapLayer) -> None:
    assert Labels(sheet).places(1.0) == printed()
    assert Labels(sheet).places(0.15) == []  # from afar the sheet itself has them


def test_a_name_leaves_a_counter_and_comes_back_when_it_goes(sheet: MapLayer) -> None:
    labels, (first, *others) = Labels(sheet), printed()
    labels.keep_clear([first])
    moved, *rest = labels.places(1.0)
    assert not moved.intersects(first)
    assert rest == others
    assert np.hypot(*(moved.center() - first.center()).toTuple()) < 120
    labels.keep_clear([])
    assert labels.places(1.0)[0] == first


def test_a_large_name_goes_farther_rather_than_hide_a_counter() -> None:
    """A counter is a sixth of it; yet it is the counter that must be read."""
    box = np.array([[-120.0, -20.0, 120.0, 20.0]])
    name = Lettering(QPainterPath(), Style(18.0, "place_ink"), box)
    label = Label(name, np.array([[0.0, 0.0], [0.0, 90.0]]), np.array([0.0, 4.0]), 0)
    for left, top, spot in ((-20, -20, 1), (-20, 17, 0), (200, -20, 0)):
        counter = np.array([[left, top, left + 40.0, top + 40.0]])
        assert spots_of([label], counter) == [spot]


def test_a_name_leaves_seals_and_flags() -> None:
    """Those of a battle at its start: where a free spot is near, no name lies on one."""
    state = NLC.new_game("brienne", SeededChance("1"), {}).state
    scene = BoardScene(
        state.battle.battlefield, theme("light"), CounterStyle.PERIOD, is_direct=True
    )
    scene.show_state(state)
    assert not scene.pile.sites.marks
    before = scene.labels.places(1.0)
    markers = Markers(sites=sites_of(state))
    scene.show_state(state, markers)
    marks = scene.pile.sites.marks
    assert marks

    def touched(places: list[QRectF]) -> int:
        cores = [mark.adjusted(3, 3, -3, -3) for mark in marks]
        return sum(any(place.intersects(core) for core in cores) for place in places)

    assert touched(scene.labels.places(1.0)) < touched(before) // 2
    scene.close()


def test_on_a_screen_at_200_per_cent_names_are_as_large_as_on_another(sheet: MapLayer) -> None:
    """Twice the pixels to a scene pixel are the same zoom there, with the same names."""
    labels = Labels(sheet)
    assert labels.places(1.0, 2.0) == labels.places(0.5)
    assert labels.places(1.0, 2.0) != labels.places(1.0)
    assert labels.places(0.3, 2.0) == []  # from afar the sheet itself has them
    key = TileKey(3, 0, 0, ratio=2.0)
    assert key.ancestor(2).ratio == 2.0
    assert key != TileKey(3, 0, 0)


def test_where_all_is_covered_a_name_is_read_over_the_counters(sheet: MapLayer) -> None:
    labels = Labels(sheet)
    labels.keep_clear([sheet.boundingRect()])
    places = labels.places(1.0)
    assert len(places) == len(printed())

    scene = BoardScene(FULL, theme("light"), CounterStyle.PERIOD, is_direct=True)
    assert scene.labels.zValue() > 50.5  # over the stacks
    for place in (scene.labels.places(1.0)[0], places[0]):
        assert sheet.boundingRect().contains(place)
    scene.close()


def shown(scene: BoardScene, box: QRectF) -> np.ndarray:
    image = QImage(box.size().toSize(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), QRectF(box.topLeft(), image.size().toSizeF()))
    painter.end()
    return words(image)


def test_a_name_is_painted_once_and_only_where_it_stands() -> None:
    scene = BoardScene(FULL, theme("light"), CounterStyle.PERIOD, is_direct=True)
    box = scene.labels.places(1.0)[0].toAlignedRect().toRectF()
    whole = shown(scene, box)
    scene.labels.setVisible(False)
    bare = shown(scene, box)
    scene.labels.setVisible(True)
    scene.labels.keep_clear([box])
    cleared = shown(scene, box)
    assert (whole != bare).mean() > 0.1
    assert (cleared == bare).mean() > 0.95
    scene.close()


def test_the_names_come_though_no_tile_is_painted() -> None:
    layer = MapLayer(MapPainter(FULL, LAYOUT, has_labels=False))
    labels = Labels(layer)
    assert labels.places(1.0) == []
    loop = QEventLoop()  # unlike waiting for tests it leaves the lock to the thread that paints
    layer.named.connect(loop.quit)
    patience = QTimer(singleShot=True, interval=20_000)
    patience.timeout.connect(loop.quit)
    patience.start()
    loop.exec()
    patience.stop()
    assert labels.places(1.0) == printed()
    layer.close()


def test_the_names_do_not_wait_for_every_tile() -> None:
    """A board is read by its names: they come after the first tile, not after the last."""
    done: list[str] = []
    gate = threading.Event()

    def paint(key: TileKey) -> QImage:
        gate.wait(20)
        done.append("tile")
        return QImage(1, 1, QImage.Format.Format_RGB32)

    worker = TileWorker(paint)
    worker.want_later(lambda: done.append("later"))
    for column in range(5):
        worker.want(TileKey(3, column, 0))
    named, last = threading.Event(), threading.Event()
    worker.want_soon(partial(done.append, "names"))
    worker.want_soon(named.set)
    worker.want_later(last.set)
    gate.set()
    assert named.wait(20)
    assert last.wait(20)
    worker.close()
    assert [what for what in done if what != "later"].index("names") <= 2
    assert done.count("tile") == 5


def test_a_name_stands_at_its_place_wherever_the_board_is_in_its_window(
    sheet: MapLayer, qtbot: QtBot
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    scene = QGraphicsScene()
    scene.addItem(Labels(sheet))
    view = QGraphicsView(scene, window)
    view.setGeometry(60, 90, 420, 460)
    view.setSceneRect(sheet.boundingRect())
    window.resize(520, 600)
    alone = words(view.grab().toImage())
    beside = words(window.grab().toImage().copy(view.geometry()))
    assert len(np.unique(alone)) > 20  # there are names
    assert (alone == beside).mean() > 0.999
    scene.clear()
