"""The map layer: nothing blank, nothing left running, and tiles that meet."""

from __future__ import annotations

import gc
import math
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView, QStyleOptionGraphicsItem
from pytestqt.qtbot import QtBot

from hexwar.hexes import Layout
from hexwar.widgets.brushwork import finely
from hexwar.widgets.mapart import overview
from hexwar.widgets.mapart.furniture import sheet
from hexwar.widgets.mapart.overview import TILE, OverviewStore
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.mapart.palette import Season
from hexwar.widgets.mapart.raster import words
from hexwar.widgets.mapart.tiles import (
    SCALES,
    MapLayer,
    TileKey,
    TileWorker,
    keys_within,
    level_for,
)
from tests.widgets.mapart_fields import FULL

pytestmark = pytest.mark.usefixtures("qapp")

BLANK = QColor(255, 0, 255)
LAYOUT = Layout(FULL.grid)
LAYER_BOUNDS = sheet(QRectF(0, 0, *LAYOUT.size))
PATIENCE = 20_000  # milliseconds


class Gated(MapPainter):
    """Paints tiles only while its gate is open, and counts them."""

    def __init__(self, is_open: bool = False) -> None:
        super().__init__(FULL, LAYOUT)
        self.gate = threading.Event()
        self.pictures = 0
        if is_open:
            self.gate.set()

    def picture(
        self, rect: QRectF, scale: float, season: Season = Season.SUMMER, ratio: float = 1.0
    ) -> QImage:
        self.gate.wait(PATIENCE / 1000)
        self.pictures += 1
        return super().picture(rect, scale, season, ratio)


Make = Callable[..., MapLayer]


@pytest.fixture
def make() -> Iterator[Make]:
    """Makes layers, and closes them after the test."""
    made: list[tuple[MapLayer, MapPainter]] = []

    def make_layer(
        art: MapPainter, cache: Path | None = None, *, is_direct: bool = False
    ) -> MapLayer:
        layer = MapLayer(art, cache, is_direct=is_direct)
        made.append((layer, art))
        return layer

    yield make_layer
    for layer, art in made:
        if isinstance(art, Gated):
            art.gate.set()
        layer.close()


VIEW = QRectF(-56, -128, 448, 512)
"""The sheet and a little more, on whole pixels at every level."""


def look(layer: MapLayer, scale: float, ratio: float = 1.0, *, in_haste: bool = False) -> QImage:
    """What a view of the whole sheet shows at a scale, on a screen of a pixel ratio."""
    size = (VIEW.size() * scale * ratio).toSize()
    image = QImage(size, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(BLANK)
    painter = QPainter(image) if in_haste else finely(image)
    painter.scale(scale, scale)
    painter.translate(-VIEW.topLeft())
    option = QStyleOptionGraphicsItem()
    option.exposedRect = VIEW
    layer.paint(painter, option)
    painter.end()
    return image


def sheet_of(image: QImage) -> np.ndarray:
    """The bytes of the part of a view that shows the sheet, its very edge left out."""
    scale = image.width() / VIEW.width()
    inner = LAYER_BOUNDS.adjusted(2 / scale, 2 / scale, -2 / scale, -2 / scale)
    part = inner.translated(-VIEW.topLeft())
    rows = slice(math.ceil(part.top() * scale), int(part.bottom() * scale))
    columns = slice(math.ceil(part.left() * scale), int(part.right() * scale))
    return words(image)[rows, columns].copy()


def blanks(image: QImage) -> int:
    """How many pixels of the sheet nobody painted."""
    return int((sheet_of(image) == BLANK.rgb()).sum())


def apart(one: QImage, other: QImage) -> float:
    """How far two views differ, in the mean of all colours (of 255)."""
    a, b = (sheet_of(image).view(np.uint8).astype(int) for image in (one, other))
    return float(np.abs(a - b).mean())


def settle(qtbot: QtBot, layer: MapLayer) -> None:
    if not layer.is_settled:
        with qtbot.waitSignal(layer.settled, timeout=PATIENCE):
            pass


# Keys


def test_a_level_is_painted_until_the_next_is_clearly_better() -> None:
    wanted = (0.01, 0.125, 0.2, 0.5, 0.55, 0.6, 1.0, 1.1, 1.2, 4.0, 8.0, 30.0)
    levels = (0.125, 0.125, 0.25, 0.5, 0.5, 1.0, 1, 1, 2, 4, 8, 8)
    assert tuple(SCALES[level_for(scale)] for scale in wanted) == levels


@given(st.integers(-40, 40), st.integers(-40, 40), st.integers(0, 6), st.integers(0, 6))
def test_an_ancestor_shows_all_of_a_tile(column: int, row: int, level: int, coarser: int) -> None:
    key = TileKey(max(level, coarser), column, row)
    assert key.ancestor(min(level, coarser)).rect.contains(key.rect)


def tile() -> QImage:
    return QImage(TILE, TILE, QImage.Format.Format_RGB32)


# Painting


def test_no_part_of_the_sheet_is_ever_blank_and_nothing_beyond_painted(make: Make) -> None:
    layer = make(Gated())
    for scale in (0.1, 0.25, 0.37, 0.5, 1.0, 1.7, 4.0):
        assert blanks(look(layer, scale)) == 0, scale
        assert not layer.is_settled

    layer = make(Gated())
    assert (words(exposed(layer, QRectF(1e5, 1e5, 10, 10))) == BLANK.rgb()).all()
    assert layer.is_settled  # where nothing is exposed nothing happens
    beyond = QRectF(-2000, -2000, 9000, 9000)
    image = exposed(layer, beyond, 200 - layer.boundingRect().right())
    assert image.pixelColor(300, 100) == BLANK
    assert image.pixelColor(100, 100) != BLANK


def settled(qtbot: QtBot, layer: MapLayer, scale: float, ratio: float = 1.0) -> QImage:
    """What a view shows when all of it has been painted."""
    look(layer, scale, ratio)
    settle(qtbot, layer)
    return look(layer, scale, ratio)


@pytest.mark.parametrize(
    ("scale", "ratio"),
    [(0.25, 1), (0.5, 2), (1.0, 1), (2.0, 1), (0.83, 1), (0.61, 1.25), (1.41, 1.5), (0.3, 2)],
)
def test_tiles_meet_at_every_scale_and_show_their_very_pixels_at_their_own(
    qtbot: QtBot, make: Make, scale: float, ratio: float
) -> None:
    shown = settled(qtbot, make(Gated(is_open=True)), scale, ratio)
    assert blanks(shown) == 0
    if scale * ratio in SCALES:
        exact = MapPainter(FULL, LAYOUT).picture(VIEW, scale * ratio, ratio=ratio)
        assert apart(shown, exact) < 0.3


def test_a_coarser_tile_stands_in_for_a_finer_one(qtbot: QtBot, make: Make) -> None:
    art = Gated(is_open=True)
    layer, bare = make(art), make(Gated())
    settled(qtbot, layer, 0.5)
    qtbot.waitUntil(lambda: art.pictures >= 4, timeout=PATIENCE)
    art.gate.clear()
    exact = MapPainter(FULL, LAYOUT).picture(VIEW, 1.0)
    assert apart(look(layer, 1.0), exact) < 0.6 * apart(look(bare, 1.0), exact)
    crude, stand_in = (words(look(one, 0.2)) for one in (bare, layer))
    assert len(np.unique(stand_in)) > 2 * len(np.unique(crude))


@pytest.mark.parametrize("scale", [0.6, 0.84, 1.19, 1.41, 1.68])
def test_in_haste_the_map_is_whole_and_in_its_place_with_what_tiles_there_are(
    qtbot: QtBot, make: Make, scale: float
) -> None:
    layer = make(Gated(is_open=True))
    for known in (scale, SCALES[level_for(scale) - 1]):  # first without the coarser tiles
        look(layer, known)
        settle(qtbot, layer)
        fine, hasty = look(layer, scale), look(layer, scale, in_haste=True)
        assert blanks(hasty) == 0
        shifted = hasty.copy(4, 4, hasty.width(), hasty.height())
        assert apart(fine, hasty) < 10
        assert apart(fine, hasty) < apart(fine, shifted) / 2


@pytest.mark.parametrize(("scale", "is_coarser"), [(0.3, False), (0.7, False), (1.4, True)])
def test_haste_takes_coarser_tiles_only_where_they_show_as_much(
    qtbot: QtBot, make: Make, scale: float, is_coarser: bool
) -> None:
    layer = make(Gated(is_open=True))
    look(layer, scale)
    settle(qtbot, layer)
    before = look(layer, scale, in_haste=True)
    look(layer, SCALES[level_for(scale) - 1])
    settle(qtbot, layer)
    assert (look(layer, scale, in_haste=True) != before) is is_coarser


def test_what_is_left_by_a_change_of_zoom_is_not_painted_nor_what_is_forgotten(
    qtbot: QtBot, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    art = Gated()
    layer = make(art)
    look(layer, 4.0)
    fine = len(list(keys_within(layer.boundingRect(), level_for(4.0))))
    look(layer, 1.0)
    art.gate.set()
    settle(qtbot, layer)
    assert art.pictures < fine / 2

    monkeypatch.setattr("hexwar.widgets.mapart.tiles._MOST_WANTED", 5)
    art = Gated()
    layer = make(art)
    look(layer, 4.0)
    art.gate.set()
    settle(qtbot, layer)
    assert art.pictures < 20


def test_a_view_repaints_itself_when_tiles_come(qtbot: QtBot, make: Make) -> None:
    art = Gated()
    layer, scene = make(art), QGraphicsScene()
    scene.addItem(layer)
    view = QGraphicsView(scene)
    qtbot.addWidget(view)
    view.resize(500, 400)
    view.show()
    qtbot.waitExposed(view)

    def seen() -> np.ndarray:
        return words(view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32))

    before = seen()
    art.gate.set()
    qtbot.waitUntil(lambda: layer.is_settled, timeout=PATIENCE)
    assert (before != seen()).mean() > 0.3
    scene.removeItem(layer)


def exposed(layer: MapLayer, rect: QRectF, right: float = 0.0) -> QImage:
    """A view of 400 pixels that is told to paint a rectangle, the layer shifted to the right."""
    image = QImage(400, 400, QImage.Format.Format_RGB32)
    image.fill(BLANK)
    painter = QPainter(image)
    painter.translate(right, 0)
    option = QStyleOptionGraphicsItem()
    option.exposedRect = rect
    layer.paint(painter, option)
    painter.end()
    return image


def test_a_direct_layer_paints_at_once_and_exactly(make: Make) -> None:
    threads = threading.active_count()
    layer = make(MapPainter(FULL, LAYOUT), is_direct=True)
    shown = look(layer, 0.75)
    assert threading.active_count() == threads
    assert layer.is_settled
    assert apart(shown, MapPainter(FULL, LAYOUT).picture(VIEW, 0.75)) < 0.05


# Threads


def painters() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "map tiles"]


def test_close_ends_the_thread_and_may_be_called_twice(make: Make) -> None:
    layer = make(Gated(is_open=True))
    look(layer, 1.0)
    assert len(painters()) == 1
    layer.close()
    layer.close()
    assert painters() == []
    assert blanks(look(layer, 2.0)) == 0
    assert layer.is_settled

    forgotten = MapLayer(Gated(is_open=True))
    look(forgotten, 0.5)
    del forgotten
    gc.collect()
    assert painters() == []


class Easel:
    """A worker that paints when its gate opens, and the order in which it does."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.order: list[TileKey] = []
        self.worker = TileWorker(self._paint)

    def _paint(self, key: TileKey) -> QImage:
        self.gate.wait(PATIENCE / 1000)
        self.order.append(key)
        return tile()


@pytest.fixture
def easel() -> Iterator[Easel]:
    made = Easel()
    yield made
    made.gate.set()
    made.worker.close()


def test_the_tile_asked_for_last_is_painted_first(qtbot: QtBot, easel: Easel) -> None:
    worker = easel.worker
    worker.want_later(TileKey(0, 99, 0))
    for column in (0, 1, 2, 3, 1):
        worker.want(TileKey(0, column, 0))
    worker.want(TileKey(1, 50, 0))
    assert worker.keep_levels({0}) == {TileKey(1, 50, 0)}
    easel.gate.set()
    qtbot.waitUntil(lambda: len(easel.order) == 5, timeout=PATIENCE)
    order = [key.column for key in easel.order]
    later = [column for column in (1, 3, 2, 0) if column != order[0]]
    assert [column for column in order if column not in (99, order[0])] == later
    assert order.index(1) <= 1
    assert order.count(1) == 1


def test_a_tile_asked_for_later_comes_though_a_view_left_it(qtbot: QtBot, easel: Easel) -> None:
    first, overview = TileKey(3, 0, 0), TileKey(1, 0, 0)
    easel.worker.want(first)
    easel.worker.want_later(overview)
    easel.worker.want(overview)
    assert easel.worker.keep_levels({3}) <= {overview}
    easel.gate.set()
    qtbot.waitUntil(lambda: len(easel.order) == 2, timeout=PATIENCE)
    assert easel.order == [first, overview]


def test_too_many_wishes_push_out_the_oldest(easel: Easel) -> None:
    forgotten = [easel.worker.want(TileKey(4, i, 0)) for i in range(600)]
    lost = [key for key in forgotten if key is not None]
    assert 86 <= len(lost) <= 88
    assert lost == sorted(lost, key=lambda key: key.column)
    easel.worker.keep_levels(set())


# The overview on disk


@pytest.fixture
def keys() -> list[TileKey]:
    return [TileKey(2, 0, 0), TileKey(2, 1, 0)]


def pictures(keys: list[TileKey]) -> dict[TileKey, QImage]:
    made = {key: tile() for key in keys}
    for i, image in enumerate(made.values()):
        image.fill(QColor(10 + i, 20, 30))
    return made


def test_an_overview_comes_back_as_it_was(tmp_path: Path, keys: list[TileKey]) -> None:
    OverviewStore(tmp_path / "new" / "folder", "map").save(pictures(keys))
    back = OverviewStore(tmp_path / "new" / "folder", "map").load(keys)
    assert [(words(back[k]) == words(v)).all() for k, v in pictures(keys).items()] == [True, True]
    assert OverviewStore(tmp_path / "new" / "folder", "other").load(keys) == {}


def test_a_new_drawing_takes_the_place_of_the_old(
    tmp_path: Path, keys: list[TileKey], monkeypatch: pytest.MonkeyPatch
) -> None:
    OverviewStore(tmp_path, "map").save(pictures(keys))
    OverviewStore(tmp_path, "other").save(pictures(keys))
    monkeypatch.setattr(overview, "art_revision", lambda: "f" * 64)
    store = OverviewStore(tmp_path, "map")
    assert store.load(keys) == {}
    store.save(pictures(keys))
    assert len(store.load(keys)) == 2
    assert len(list(tmp_path.iterdir())) == 2


SPOILT: dict[str, Callable[[Path], object]] = {
    "garbage": lambda path: path.write_bytes(b"not a picture"),
    "half": lambda path: path.write_bytes(path.read_bytes()[:5000]),
    "empty": lambda path: path.write_bytes(b""),
    "shape": lambda path: np.savez(path, tiles=np.zeros((2, 8, 8), dtype=np.uint32)),
    "kind": lambda path: np.savez(path, tiles=np.zeros((2, TILE, TILE))),
    "name": lambda path: np.savez(path, other=np.zeros(3)),
    "pickle": lambda path: np.savez(path, tiles=np.array([{"a": 1}], dtype=object)),
    "folder": lambda path: path.rename(path.with_name("away")).with_name(path.name).mkdir(),
}


@pytest.mark.parametrize("kind", [*SPOILT, "too large"])
def test_an_unfit_overview_is_as_good_as_none(
    tmp_path: Path, keys: list[TileKey], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = OverviewStore(tmp_path, "map")
    store.save(pictures(keys))
    (path,) = tmp_path.iterdir()
    if kind in SPOILT:
        SPOILT[kind](path)
    else:
        monkeypatch.setattr(overview, "_LARGEST_FILE", 1000)
    assert store.load(keys) == {}


def test_a_folder_that_cannot_be_written_or_a_full_disk_harms_nothing(
    tmp_path: Path, keys: list[TileKey], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    OverviewStore(file, "map").save(pictures(keys))
    assert file.read_text() == ""

    def full(file: object, **arrays: object) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(np, "savez", full)
    OverviewStore(tmp_path, "map").save(pictures(keys))
    assert list(tmp_path.iterdir()) == [file]


def kept(qtbot: QtBot, layer: MapLayer, folder: Path) -> np.ndarray:
    """What a layer shows when it has kept its overview."""
    look(layer, 0.5)
    qtbot.waitUntil(lambda: any(folder.glob("*.npz")), timeout=PATIENCE)
    return words(look(layer, 0.5))


def test_the_next_start_shows_the_map_at_once(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    first = make(Gated(is_open=True), tmp_path)
    shown = kept(qtbot, first, tmp_path)
    first.close()
    second = make(Gated(), tmp_path)
    assert (words(look(second, 0.5)) == shown).all()
    assert second.is_settled

    other = make(MapPainter(replace(FULL, sha256="ab" * 32, id="x/../y"), LAYOUT), tmp_path)
    look(other, 0.5)
    assert not other.is_settled
    settle(qtbot, other)
    qtbot.waitUntil(lambda: len(list(tmp_path.glob("*.npz"))) == 2, timeout=PATIENCE)
    assert all(path.parent == tmp_path for path in tmp_path.rglob("*"))


def test_a_map_without_a_file_leaves_no_overview_and_size_and_north_make_another(
    qtbot: QtBot, make: Make, tmp_path: Path
) -> None:
    art = MapPainter(replace(FULL, sha256=""), LAYOUT)
    assert art.fingerprint == ""
    layer = make(art, tmp_path)
    settled(qtbot, layer, 0.5)
    layer.close()
    assert list(tmp_path.iterdir()) == []

    arts = [
        MapPainter(FULL, LAYOUT),
        MapPainter(FULL, Layout(FULL.grid, 20.0)),
        MapPainter(replace(FULL, north=9.0), LAYOUT),
        MapPainter(replace(FULL, id="../../etc"), LAYOUT),
    ]
    assert len({art.fingerprint for art in arts}) == 4
    assert all(c.isalnum() or c == "-" for art in arts for c in art.fingerprint)
    assert len(overview.art_revision()) == 64
    assert overview.art_revision() == overview.art_revision()
