"""A picture beneath the map: aligned by clicks, shown as it is saved, kept in a file, traced."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene
from pytestqt.qtbot import QtBot

from hexwar.editor.align import Pin
from hexwar.editor.scan import beneath, trace
from hexwar.editor.scan.choosing import BoardDialog
from hexwar.editor.scan.laid import Fitted, is_sound
from hexwar.editor.scan.panel import PicturePanel
from hexwar.editor.scan.scan import DRY, PINS, REGIONS, SAMPLES, WET, Scan
from hexwar.editor.scan.source import PictureError, Pixels, raw
from hexwar.hexes import Grid, Hex, Layout
from hexwar.messages import say
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.battlefield import Battlefield, Terrain
from hexwar.widgets.mapart.painter import MapPainter
from tests.editor.scans import SCALE, Photograph, image_of, speckled
from tests.editor.test_scan_vassal import module, several
from tests.widgets.mapart_fields import FULL
from tests.widgets.skirmish import look

pytestmark = [pytest.mark.usefixtures("qapp"), pytest.mark.qt_log_ignore("does not support")]

GRID = Grid(13, 10)
LAYOUT = Layout(GRID)
FIELD = replace(FULL, grid=GRID)
EIGHT = ("0701", "0110", "0105", "1305", "0505", "0905", "0410", "1010", "0503")


@pytest.fixture(scope="module")
def photograph(qapp: object) -> Photograph:
    return Photograph(FIELD, LAYOUT)


@pytest.fixture
def scan(tmp_path: Path) -> Iterator[Scan]:
    made = Scan(look(), tmp_path / "cache")
    yield made
    made.close()


def loaded(scan: Scan, path: Path, qtbot: QtBot) -> None:
    scan.load(path)
    qtbot.waitUntil(lambda: not scan.is_loading, timeout=20_000)


def pin(scan: Scan, photograph: Photograph, hex_: Hex) -> None:
    """A click where the centre of a hex is seen now."""
    assert scan.layer is not None
    way = scan._way
    assert way is not None
    x, y = way.to_sheet([photograph.where(hex_)])[0]
    assert scan.click(QPointF(x, y), photograph.layout.hex_at(x, y))


def aligned(scan: Scan, photograph: Photograph, path: Path, qtbot: QtBot) -> None:
    photograph.save(path)
    loaded(scan, path, qtbot)
    assert scan.mode == PINS
    while scan.awaited is not None:
        pin(scan, photograph, scan.awaited)
    for hex_ in EIGHT:
        pin(scan, photograph, Hex(hex_))


def test_twelve_pins_lay_a_skewed_photograph_within_two_pixels(
    scan: Scan, photograph: Photograph, tmp_path: Path, qtbot: QtBot
) -> None:
    scene = QGraphicsScene()
    scan.attach(scene, LAYOUT)
    scan.open_beside(tmp_path)
    aligned(scan, photograph, tmp_path / "photo.png", qtbot)
    assert scan.alignment is not None
    assert len(scan.beneath.pins) == 12
    pinned = {pin.hex for pin in scan.beneath.pins}
    free = [hex_ for hex_ in GRID.hexes if hex_ not in pinned]
    found = scan.alignment.to_picture([LAYOUT.centre(hex_) for hex_ in free])
    off = np.hypot(*(found - [photograph.where(hex_) for hex_ in free]).T)
    assert off.max() <= 2.0
    shown, printed = seen(scene), map_as_painted()
    inner = np.abs(shown[60:-60, 60:-60].astype(int) - printed[60:-60, 60:-60])
    assert inner.mean() < 12
    assert scan.layer is not None
    scan.forget()
    assert np.abs(seen(scene)[60:-60, 60:-60].astype(int) - printed[60:-60, 60:-60]).mean() > 40


def seen(scene: QGraphicsScene) -> Pixels:
    """The sheet as the scene shows it, all of it fine."""
    wide, high = map(int, LAYOUT.size)
    image = QImage(wide, high, QImage.Format.Format_RGB888)
    image.fill(Qt.GlobalColor.black)
    for item in scene.items():
        if hasattr(item, "is_direct"):
            item.is_direct = True
            item.setOpacity(1.0)
    painter = QPainter(image)
    scene.render(painter, QRectF(0, 0, wide, high), QRectF(0, 0, wide, high))
    painter.end()
    return raw(image, QImage.Format.Format_RGB888, 3)


def map_as_painted() -> Pixels:
    wide, high = map(int, LAYOUT.size)
    image = MapPainter(FIELD, LAYOUT).picture(QRectF(0, 0, wide, high), 1.0)
    return raw(image, QImage.Format.Format_RGB888, 3)


def test_what_was_shown_while_aligning_is_what_is_saved(
    scan: Scan, photograph: Photograph, tmp_path: Path, qtbot: QtBot
) -> None:
    home = tmp_path / "battle"
    home.mkdir()
    scene = QGraphicsScene()
    scan.attach(scene, LAYOUT)
    scan.open_beside(home)
    aligned(scan, photograph, tmp_path / "photo.png", qtbot)
    scan.set_opacity(0.35)
    assert scan.save() is None
    scan.set_mode("")
    before = seen(scene)
    assert json.loads((home / "map.scan.json").read_text("utf-8"))["picture"] == "photo.png"
    assert (home / "photo.png").is_file()
    other = Scan(look(), tmp_path / "other cache")
    again = QGraphicsScene()
    other.attach(again, LAYOUT)
    other.open_beside(home)
    qtbot.waitUntil(lambda: not other.is_loading, timeout=20_000)
    assert other.beneath == scan.beneath
    assert np.array_equal(seen(again), before)
    other.close()


def test_a_scenario_that_is_saved_later_takes_its_picture_along(
    scan: Scan, photograph: Photograph, tmp_path: Path, qtbot: QtBot
) -> None:
    scan.attach(QGraphicsScene(), LAYOUT)
    aligned(scan, photograph, tmp_path / "photo.png", qtbot)
    assert not list(tmp_path.glob("*.scan.json"))
    home = tmp_path / "battle"
    home.mkdir()
    assert scan.keep_at(home, "field") is None
    found, fault = beneath.read(home / "field.scan.json")
    assert not fault
    assert found == scan.beneath
    assert found is not None
    assert beneath.picture_of(home, found) == (home / "photo.png").resolve()


def test_pins_that_would_fold_the_picture_are_refused(
    scan: Scan, photograph: Photograph, tmp_path: Path, qtbot: QtBot
) -> None:
    scan.attach(QGraphicsScene(), LAYOUT)
    photograph.save(tmp_path / "photo.png")
    loaded(scan, tmp_path / "photo.png", qtbot)
    told: list[str] = []
    scan.failed.connect(told.append)
    for x, y in ((50, 50), (400, 400), (400, 50), (50, 400)):  # two are changed
        scan.click(QPointF(x, y), None)
    assert "folded" in told[0]
    assert scan.alignment is None
    assert scan.awaited == "0101"
    while scan.awaited is not None:
        pin(scan, photograph, scan.awaited)
    before = scan.beneath
    scan.aim(Hex("0101"))
    x, y = LAYOUT.centre(Hex("1209"))
    scan.click(QPointF(x, y), None)
    assert len(told) == 2
    assert scan.beneath == before
    scan.set_locked(on=True)
    scan.remove_pin(Hex("0101"))
    scan.set_mode(PINS)
    assert scan.mode == ""
    assert scan.beneath.pins == before.pins
    assert not scan.click(QPointF(x, y), Hex("0101"))


def test_a_wrong_pin_is_told_and_taken_out(
    scan: Scan, photograph: Photograph, tmp_path: Path, qtbot: QtBot
) -> None:
    scan.attach(QGraphicsScene(), LAYOUT)
    aligned(scan, photograph, tmp_path / "photo.png", qtbot)
    assert scan.worst is None
    good = scan.beneath
    scan.aim(Hex("0705"))
    x, y = LAYOUT.centre(Hex("0705"))
    scan.click(QPointF(x + 18, y), None)
    assert scan.worst is not None
    assert scan.worst.hex == "0705"
    assert scan.residuals[0][1] == pytest.approx(18 * SCALE / 1.1, rel=0.5)
    scan.remove_pin(Hex("0705"))
    assert scan.beneath == good


def test_a_view_is_never_blank_and_becomes_fine(
    scan: Scan, photograph: Photograph, tmp_path: Path, qtbot: QtBot
) -> None:
    scene = QGraphicsScene()
    scan.attach(scene, LAYOUT)
    aligned(scan, photograph, tmp_path / "photo.png", qtbot)
    scan.set_mode("")
    scan.set_opacity(1.0)
    layer = scan.layer
    assert layer is not None

    def painted() -> Pixels:
        image = QImage(650, 450, QImage.Format.Format_RGB888)
        image.fill(Qt.GlobalColor.magenta)
        painter = QPainter(image)
        scene.render(painter, QRectF(0, 0, 650, 450), QRectF(100, 100, 325, 225))
        painter.end()
        return raw(image, QImage.Format.Format_RGB888, 3)

    first = painted()
    assert not (first == (255, 0, 255)).all(axis=2).any()
    assert not layer.is_settled
    for _ in range(20):
        last = painted()
        if layer.is_settled:
            break
    layer.close()
    layer.is_direct = True
    assert np.array_equal(last, painted())
    assert not np.array_equal(first, last)


def test_a_module_lays_its_map_by_its_grid(scan: Scan, tmp_path: Path, qtbot: QtBot) -> None:
    image_of(speckled(70 + 90 * 12 + 60, 60 + 104 * 10)).save(str(tmp_path / "map.jpg"))
    path = module(tmp_path / "a.vmod", data=(tmp_path / "map.jpg").read_bytes())
    home = tmp_path / "battle"
    home.mkdir()
    scan.attach(QGraphicsScene(), LAYOUT)
    scan.open_beside(home)
    loaded(scan, path, qtbot)
    assert scan.alignment is not None
    assert scan.alignment.to_picture([LAYOUT.centre(Hex("0201"))])[0].tolist() == pytest.approx(
        [160, 112]
    )
    assert scan.mode == ""
    assert (home / scan.beneath.picture).is_file()


def test_strangers_are_refused_in_a_sentence_and_nothing_is_lost(
    scan: Scan, photograph: Photograph, tmp_path: Path, qtbot: QtBot
) -> None:
    scan.attach(QGraphicsScene(), LAYOUT)
    aligned(scan, photograph, tmp_path / "photo.png", qtbot)
    before, told = scan.beneath, list[str]()
    scan.failed.connect(told.append)
    (tmp_path / "no.png").write_bytes(b"no")
    (tmp_path / "no.vmod").write_bytes(b"no")
    loaded(scan, tmp_path / "no.png", qtbot)
    loaded(scan, tmp_path / "no.vmod", qtbot)
    assert told == [
        "no.png cannot be used: it is no PNG, JPEG, TIFF or GIF picture.",
        "no.vmod cannot be used: it is no VASSAL module.",
    ]
    assert scan.beneath == before
    assert scan.alignment is not None


# -- the file


def test_a_record_keeps_what_it_does_not_know(tmp_path: Path) -> None:
    path = beneath.place(tmp_path, "map")
    told = {"picture": "a.png", "pins": [{"hex": "0101", "x": 1.5, "y": 2}], "mood": [1, {"a": 2}]}
    path.write_text(json.dumps(told), "utf-8")
    found, fault = beneath.read(path)
    assert found is not None
    assert not fault
    assert found.pins == (Pin(Hex("0101"), 1.5, 2.0),)
    beneath.write(path, found)
    assert json.loads(path.read_text("utf-8"))["mood"] == told["mood"]
    assert beneath.read(path) == (found, "")
    assert beneath.read(tmp_path / "none.scan.json") == (None, "")
    for data in (b"{", b"[]", b"[" * 50_000, b"\xff\xfe", b'{"a": 1e999}' + b" " * 300_000):
        path.write_bytes(data)
        found, fault = beneath.read(path)
        assert found is None
        assert fault.startswith(str(path))
        assert fault.endswith(".")


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "picture": JSON,
            "opacity": JSON,
            "locked": JSON,
            "pins": JSON
            | st.lists(
                st.fixed_dictionaries({"hex": JSON | st.just("0101"), "x": JSON, "y": JSON})
            ),
        },
    )
)
def test_any_record_is_read(told: dict[str, object]) -> None:
    found = beneath.from_json(told)
    assert 0 <= found.opacity <= 1
    assert beneath.from_json(beneath.to_json(found)) == found


@pytest.mark.parametrize("name", ["", "../a.png", "/etc/passwd", "a/../../b.png", "a\\b.png", "\0"])
def test_a_picture_outside_of_the_folder_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(PictureError):
        beneath.picture_of(tmp_path, beneath.Beneath(name))


def test_a_picture_is_brought_under_a_name_that_is_free(tmp_path: Path) -> None:
    home, other = tmp_path / "home", tmp_path / "other"
    home.mkdir()
    other.mkdir()
    (home / "a.png").write_bytes(b"old")
    (other / "a.png").write_bytes(b"new")
    assert beneath.bring(other / "a.png", home) == "a-2.png"
    assert beneath.bring(other / "a.png", home) == "a-2.png"
    assert beneath.bring(home / "a.png", home) == "a.png"
    assert (home / "a.png").read_bytes() == b"old"
    assert len(list(home.iterdir())) == 2


def test_a_picture_without_pins_is_as_large_as_the_sheet() -> None:
    way = Fitted(LAYOUT, 4000, 1000)
    assert is_sound(way, LAYOUT)
    wide, high = LAYOUT.size
    assert way.to_sheet([(0, 500), (4000, 500)]).tolist() == [[0, high / 2], [wide, high / 2]]


# -- tracing


@pytest.fixture(scope="module")
def brienne(qapp: object) -> tuple[Battlefield, Layout, Photograph]:
    field = load_battle("brienne", FILES_ONLY).battlefield
    layout = Layout(field.grid)
    return field, layout, Photograph(field, layout, 0.75)


def test_woods_are_found_by_their_colour(
    brienne: tuple[Battlefield, Layout, Photograph], scan: Scan, tmp_path: Path, qtbot: QtBot
) -> None:
    field, layout, photo = brienne
    photo.save(tmp_path / "photo.png")
    scan.attach(QGraphicsScene(), layout)
    loaded(scan, tmp_path / "photo.png", qtbot)
    while scan.awaited is not None:
        pin(scan, photo, scan.awaited)
    for hex_ in ("1801", "1838", "0119", "3519", "1819", "0910", "2710", "0928"):
        pin(scan, photo, Hex(hex_))
    woods = [hex_ for hex_ in field.grid.hexes if field.terrain_at(hex_) is Terrain.WOODS]
    clear = [hex_ for hex_ in field.grid.hexes if field.terrain_at(hex_) is Terrain.CLEAR]
    scan.set_mode(SAMPLES)
    for letter, hexes, count in (("w", woods, 6), (".", clear, 12)):
        scan.sample = letter
        for hex_ in hexes[:: len(hexes) // count][:count]:
            scan.click(QPointF(*layout.centre(hex_)), hex_)
    scan.propose({})
    found = trace.letters_of(scan.regions)
    right = sum(found.get(hex_) == "w" for hex_ in woods) / len(woods)
    wrong = sum(found.get(hex_) == "w" for hex_ in clear) / len(clear)
    assert right > 0.85
    assert wrong < 0.05
    assert scan.mode == REGIONS
    given: list[dict[Hex, str]] = []
    scan.accepted.connect(given.append)
    place = next(i for i, part in enumerate(scan.regions) if part.letter == "w")
    region = scan.regions[place]
    first = min(region.hexes)
    scan.click(QPointF(*layout.centre(first)), first)
    assert scan.chosen == {place}
    rest = len(scan.regions) - 1
    scan.accept()
    assert given == [dict.fromkeys(region.hexes, "w")]
    assert len(scan.regions) == rest
    scan.refuse(frozenset(range(rest)))
    assert not scan.regions
    assert len(given) == 1


def test_regions_hang_together_and_say_nothing_that_is_known() -> None:
    hexes = {Hex(h): ("w", 0.5) for h in ("0101", "0102", "0505")} | {Hex("0103"): ("m", 0.1)}
    found = trace.regions(LAYOUT, hexes, {Hex("0505"): "w"})
    assert [(part.letter, sorted(part.hexes)) for part in found] == [
        ("w", ["0101", "0102"]),
        ("m", ["0103"]),
    ]


def test_samples_of_hexsides_are_kept_by_the_side_that_is_nearest(
    scan: Scan, photograph: Photograph, tmp_path: Path, qtbot: QtBot
) -> None:
    scan.attach(QGraphicsScene(), LAYOUT)
    aligned(scan, photograph, tmp_path / "photo.png", qtbot)
    scan.set_mode(SAMPLES)
    wet = ("0305-0405", "0404-0405")
    dry = ("0805-0806", "1004-1005", "0607-0707", "1103-1104", "0202-0203", "0103-0202")
    for sample, sides in ((WET, wet), (DRY, dry)):
        scan.sample = sample
        for a, b in (side.split("-") for side in sides):
            (ax, ay), (bx, by) = LAYOUT.centre(Hex(a)), LAYOUT.centre(Hex(b))
            scan.click(QPointF((3 * ax + 2 * bx) / 5, (3 * ay + 2 * by) / 5), Hex(a))
    assert scan.side_samples[Hex("0305"), Hex("0405")] is True
    assert len(scan.side_samples) == 8
    scan.propose({})
    stream = set(FIELD.water)
    assert stream <= scan.sides
    assert len(scan.sides - stream) < 12
    taken: list[frozenset[object]] = []
    scan.sides_accepted.connect(taken.append)
    scan.accept_sides()
    assert len(taken) == 1
    assert not scan.sides


# -- the panel


def test_the_panel_says_why_its_buttons_are_grey_and_follows(
    scan: Scan, photograph: Photograph, tmp_path: Path, qtbot: QtBot
) -> None:
    panel = PicturePanel(look(), scan, dict)
    qtbot.addWidget(panel)
    panel.resize(340, 760)
    panel.show()
    assert not panel.pins_button.isEnabled()
    assert panel.pins_button.toolTip() == say("Open a picture first")
    scan.attach(QGraphicsScene(), LAYOUT)
    aligned(scan, photograph, tmp_path / "photo.png", qtbot)
    assert panel.pins.count() == 12
    assert panel.pins_button.isChecked()
    panel.opacity.setValue(20)
    assert scan.opacity == pytest.approx(0.2)
    panel.pins.setCurrentRow(3)
    hex_ = panel.pins.item(3).data(Qt.ItemDataRole.UserRole)
    panel.unpin_button.click()
    assert hex_ not in {pin.hex for pin in scan.beneath.pins}
    panel.locked.click()
    assert panel.corners_button.toolTip() == say("The picture is locked")
    panel.locked.click()
    panel.samples_button.click()
    assert scan.mode == SAMPLES
    panel.kind.setCurrentIndex(panel.kind.findData("m"))
    assert scan.sample == "m"
    panel.propose_button.click()
    assert "two kinds" in panel.fault.text()
    panel.remove_button.click()
    assert scan.pyramid is None
    assert panel.pins.count() == 0


def test_which_map_of_a_module_is_asked(scan: Scan, tmp_path: Path, qtbot: QtBot) -> None:
    image_of(speckled(300, 200)).save(str(tmp_path / "map.jpg"))
    path = several(tmp_path / "a.vmod", (tmp_path / "map.jpg").read_bytes())
    panel = PicturePanel(look(), scan, dict)
    qtbot.addWidget(panel)
    scan.attach(QGraphicsScene(), LAYOUT)
    panel.open_file(path)
    dialog = panel.findChild(BoardDialog)
    assert dialog is not None
    assert [dialog.maps.item(row).text() for row in range(3)] == [
        "North, with a hex grid",
        "Title, without a hex grid",
        "map.jpg, without a hex grid",
    ]
    dialog.cancel.click()
    assert not scan.is_loading
    panel.open_file(path)
    dialog = panel.findChildren(BoardDialog)[-1]
    dialog.maps.setCurrentRow(1)
    dialog.take.click()
    qtbot.waitUntil(lambda: not scan.is_loading, timeout=20_000)
    assert scan.pyramid is not None
    assert scan.awaited is not None, "its corners are asked for"
    assert [path.name for path in tmp_path.rglob("*Title*")] == []
    assert len(list(tmp_path.rglob("a a.jpg"))) == 1
