"""Pictures of strangers: read in bands, kept as tiles, refused in a sentence."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QImageReader, QImageWriter
from pytestqt.qtbot import QtBot

from hexwar.editor.scan import tiff
from hexwar.editor.scan.pyramid import KEPT, TILE, Cancelled, Level, build, halved
from hexwar.editor.scan.source import PictureError, Pixels, raw, source
from tests.editor.scans import image_of, png, speckled

pytestmark = pytest.mark.usefixtures("qapp")

F = QImage.Format
FORMS = (
    F.Format_Mono,
    F.Format_Indexed8,
    F.Format_Grayscale8,
    F.Format_Grayscale16,
    F.Format_RGB888,
    F.Format_RGBA8888,
    F.Format_RGBX64,
    F.Format_RGBA64,
)


def all_rows(path: Path, most: int, whole: int) -> tuple[Pixels, int]:
    found = list(source(path).bands(most, whole))
    return np.concatenate(found), len(found)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@pytest.mark.parametrize("ending", ["png", "tif"])
def test_a_picture_read_in_bands_is_the_one_read_at_once(
    form: QImage.Format, ending: str, tmp_path: Path
) -> None:
    image = image_of(speckled(53, 61)).convertToFormat(F.Format_RGBA8888)
    for x in range(20):
        image.setPixelColor(x, 2 * x, image.pixelColor(x, x).lighter())
    path = tmp_path / f"map.{ending}"
    assert image.convertToFormat(form).save(str(path))
    at_once, _ = all_rows(path, 1 << 20, 1 << 20)
    in_bands, count = all_rows(path, 53 * 6 * 7, 0)
    assert at_once.shape == (61, 53, 3)
    assert np.array_equal(at_once, in_bands)
    assert count > 5 or ending == "tif"


def test_seen_through_is_white_paper(tmp_path: Path) -> None:
    path = png(tmp_path / "map.png", 2, 1, b"\0" + bytes((0, 0, 0, 0, 200, 0, 0, 255)), kind=6)
    for whole in (0, 100):
        assert all_rows(path, 1000, whole)[0].tolist() == [[[255, 255, 255], [200, 0, 0]]]


def test_a_jpeg_in_bands_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "map.jpg"
    image_of(speckled(333, 257)).save(str(path), quality=90)
    at_once, _ = all_rows(path, 1 << 30, 1 << 30)
    in_bands, count = all_rows(path, 333 * 4 * 50, 0)
    assert count == 6
    assert np.array_equal(at_once, in_bands)


def exif(path: Path, turn: int, order: str = "<") -> None:
    """Tell in a JPEG how the camera was held."""
    tags = struct.pack(f"{order}HIH", 42, 8, 2)
    tags += struct.pack(f"{order}HHI4x", 0x010F, 2, 4)
    tags += struct.pack(f"{order}HHIHxx", 0x0112, 3, 1, turn)
    body = b"Exif\0\0" + (b"II" if order == "<" else b"MM") + tags + bytes(4)
    data = path.read_bytes()
    path.write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:])


@pytest.mark.parametrize("turn", range(1, 9))
def test_a_photograph_stands_upright_however_the_camera_was_held(turn: int, tmp_path: Path) -> None:
    path = tmp_path / "map.jpg"
    image_of(speckled(120, 77)).save(str(path), quality=90)
    exif(path, turn, "<>"[turn % 2])
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)  # Qt turns it too, but holds all of it for that
    wanted = raw(reader.read(), F.Format_RGB888, 3)
    head = source(path)
    assert (head.high, head.wide, 3) == wanted.shape
    assert head.turn == turn
    at_once, _ = all_rows(path, 1 << 30, 1 << 30)
    assert np.array_equal(at_once, wanted)
    in_bands, count = all_rows(path, head.wide * 4 * 13, 0)
    assert count == -(-head.high // 13)
    assert np.array_equal(in_bands, wanted)
    found = build(path, tmp_path / "cache")
    assert (found.wide, found.high) == (head.wide, head.high)
    assert np.abs(found.part(0, 0, 0, head.wide, head.high).astype(int) - wanted).mean() < 6


@pytest.mark.parametrize("turn", [0, 9, 65535])
def test_an_orientation_that_is_none_turns_nothing(turn: int, tmp_path: Path) -> None:
    path = tmp_path / "map.jpg"
    image_of(speckled(40, 30)).save(str(path))
    exif(path, turn)
    assert (source(path).turn, source(path).wide) == (1, 40)
    whole = path.read_bytes()
    for end in (12, 20, 30, 40):  # within the tags, which are told to end there
        body = whole[6 : 6 + end]
        cut = whole[:4] + struct.pack(">H", len(body) + 2) + body
        path.write_bytes(cut + whole[4 + int.from_bytes(whole[4:6], "big") :])
        assert (source(path).turn, source(path).wide) == (1, 40)


def strips(path: Path, pixels: Pixels, rows: int, order: str = "<") -> Path:
    """A TIFF in strips of some rows, not packed."""
    high, wide, _ = pixels.shape
    parts = [pixels[y : y + rows].tobytes() for y in range(0, high, rows)]
    places = np.cumsum([8, *map(len, parts)]).tolist()
    end = places[-1]
    extra = struct.pack(f"{order}3H", 8, 8, 8)
    lists = [struct.pack(f"{order}{len(parts)}I", *places[:-1])]
    lists.append(struct.pack(f"{order}{len(parts)}I", *map(len, parts)))
    first, second = end + 6, end + 6 + len(lists[0])
    if len(parts) == 1:  # then the value stands in its place
        first, second = 8, len(parts[0])
    tags = [(256, 4, 1, wide), (257, 4, 1, high), (258, 3, 3, end)]
    tags += [(259, 4, 1, 1), (262, 4, 1, 2), (273, 4, len(parts), first)]
    tags += [(277, 4, 1, 3), (278, 4, 1, rows), (279, 4, len(parts), second)]
    body = b"".join(parts) + extra + b"".join(lists)
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(f"{order}I", 8 + len(body))
    table = b"".join(struct.pack(f"{order}HHII", *tag) for tag in tags)
    path.write_bytes(
        head + body + struct.pack(f"{order}H", len(tags)) + table + struct.pack("<I", 0)
    )
    return path


@pytest.mark.parametrize("order", ["<", ">"])
def test_a_tiff_in_strips_is_read_strip_by_strip(order: str, tmp_path: Path) -> None:
    pixels = speckled(40, 50)
    path = strips(tmp_path / "map.tif", pixels, 8, order)
    found, count = all_rows(path, 40 * 16 * 17, 0)
    assert count == 4
    assert np.array_equal(found, pixels)


def test_a_tiff_in_one_strip_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiff, "_PLAIN", 40 * 3 * 7)
    pixels = speckled(40, 50)
    found, count = all_rows(strips(tmp_path / "map.tif", pixels, 50), 40 * 4 * 7, 0)
    assert count == 8
    assert np.array_equal(found, pixels)


# -- tiles


def test_tiles_of_each_size_are_the_picture_made_smaller() -> None:
    pixels = speckled(1403, 1130)
    tiles: dict[tuple[int, int, int], Pixels] = {}
    first = Level(0, 1403, 1130, lambda *told: tiles.update({told[:3]: told[3].copy()}))
    for top in range(0, 1130, 97):
        first.take(pixels[top : top + 97])
    goal, level = pixels, 0
    while True:
        high, wide, _ = goal.shape
        for row in range(-(-high // TILE)):
            for column in range(-(-wide // TILE)):
                y, x = row * TILE, column * TILE
                assert np.array_equal(
                    tiles.pop((level, column, row)), goal[y : y + TILE, x : x + TILE]
                ), (level, column, row)
        if max(high, wide) <= TILE:
            break
        goal, level = halved(goal), level + 1
    assert not tiles
    assert level == 2
    block = pixels[:1128, :1400].reshape(282, 4, 350, 4, 3).mean(axis=(1, 3))
    assert np.abs(goal[:282, :350] - block).max() <= 1.0


def test_tiles_on_disk_look_like_the_picture(tmp_path: Path) -> None:
    pixels = speckled(1100, 700)
    path = tmp_path / "map.png"
    image_of(pixels).save(str(path))
    seen: list[float] = []

    def hear(share: float) -> bool:
        seen.append(share)
        return True

    found = build(path, tmp_path / "cache", hear)
    assert (found.wide, found.high, found.levels) == (1100, 700, 3)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    whole = found.part(0, 0, 0, 1100, 700).astype(int)
    assert np.abs(whole - pixels).mean() < 6
    quarter = halved(halved(pixels))[5:170, 3:270].astype(int)
    assert np.abs(found.part(2, 3, 5, 270, 170) - quarter).mean() < 3
    x, y = np.array([5.5, 1099.0, -1.0, np.nan]), np.array([600.2, 3.0, 5.0, 5.0])
    colours, inside = found.nearest(0, x, y)
    assert inside.tolist() == [True, True, False, False]
    assert colours[0].tolist() == whole[600, 5].tolist()
    again = build(path, tmp_path / "cache", lambda _: pytest.fail("it was there"))
    assert again.folder == found.folder


def test_nothing_is_left_of_what_was_cancelled(tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    image_of(speckled(600, 900)).save(str(path))
    with pytest.raises(Cancelled):
        build(path, tmp_path / "cache", lambda _: False)
    assert not list((tmp_path / "cache").iterdir())


def test_few_pictures_stay_on_disk(tmp_path: Path) -> None:
    for number in range(KEPT + 3):
        path = tmp_path / f"{number}.png"
        image_of(speckled(20 + number, 20)).save(str(path))
        latest = build(path, tmp_path / "cache")
    assert len(list((tmp_path / "cache").iterdir())) == KEPT
    assert latest.folder.is_dir()


# -- strangers


def refusal(path: Path, cache: Path) -> str:
    with pytest.raises(PictureError) as fault:
        build(path, cache)
    return str(fault.value)


@pytest.mark.qt_log_ignore("libpng|Jpeg|jpeg|tiff|TIFF|imageio")
def test_damaged_and_huge_pictures_are_refused_in_a_sentence(tmp_path: Path) -> None:
    good, jpeg = tmp_path / "good.png", tmp_path / "good.jpg"
    image_of(speckled(300, 300)).save(str(good))
    image_of(speckled(300, 300)).save(str(jpeg), quality=90)
    photo, drawn = jpeg.read_bytes(), good.read_bytes()
    (tmp_path / "cut.jpg").write_bytes(photo[: len(photo) // 2])
    (tmp_path / "head.jpg").write_bytes(photo[:30])
    (tmp_path / "cut.png").write_bytes(drawn[: len(drawn) // 2])
    (tmp_path / "no.png").write_bytes(b"no picture")
    (tmp_path / "empty.png").write_bytes(b"")
    (tmp_path / "cut.tif").write_bytes(b"II*\0\x08\0\0\0\xff\xff")
    (tmp_path / "loop.tif").write_bytes(b"II*\0\x08\0\0\0" + b"\x01\0" + b"\0" * 16)
    png(tmp_path / "huge.png", 60_000, 60_000, b"")
    png(tmp_path / "none.png", 0, 5, b"")
    png(tmp_path / "lace.png", 9_000, 9_000, b"", lace=1)
    png(tmp_path / "bomb.png", 20_000, 15_000, b"\0" * 1_000_000)
    at = photo.index(b"\xff\xc0")
    (tmp_path / "big.jpg").write_bytes(photo[: at + 5] + b"\xff\xff\xff\xff" + photo[at + 9 :])
    layered = photo[: at + 1] + b"\xc2" + photo[at + 2 : at + 5] + struct.pack(">HH", 9000, 9000)
    (tmp_path / "layered.jpg").write_bytes(layered + photo[at + 9 :])
    expected = {
        "cut.jpg": "its end is missing",
        "head.jpg": "its end is missing",
        "cut.png": "damaged",
        "no.png": "no PNG, JPEG, TIFF or GIF",
        "empty.png": "no PNG, JPEG, TIFF or GIF",
        "cut.tif": "damaged",
        "loop.tif": "no pixels",
        "huge.png": "60000 x 60000 pixels",
        "none.png": "no pixels",
        "lace.png": "at once",
        "bomb.png": "its end is missing",
        "big.jpg": "65535 x 65535 pixels",
        "layered.jpg": "at once",
        "missing.png": "no such file",
        ".": "no file",
    }
    for name, words in expected.items():
        assert words in refusal(tmp_path / name, tmp_path / "cache"), name
    assert not list((tmp_path / "cache").glob("*.part"))


def test_a_damaged_large_png_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    image_of(speckled(300, 300)).save(str(path))
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0x55
    path.write_bytes(data)
    with pytest.raises(PictureError):
        all_rows(path, 10_000, 0)


MEASURED = """
import sys
from pathlib import Path
from PySide6.QtGui import QGuiApplication
from hexwar.editor.scan.pyramid import build
def most():  # unlike ru_maxrss it knows nothing of the process that started this one
    told = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in told if line.startswith("VmHWM"))
app = QGuiApplication([])
before = most()
build(Path(sys.argv[1]), Path(sys.argv[2]))
print(most() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells it so")
def test_a_huge_picture_is_read_in_bounded_memory(tmp_path: Path) -> None:
    row = b"\0" + bytes(range(250)) * 240
    path = png(tmp_path / "large.png", 20_000, 2_500, row * 2_500)
    told = subprocess.run(
        [sys.executable, "-c", MEASURED, str(path), str(tmp_path / "cache")],
        check=True,
        capture_output=True,
        text=True,
    )
    taken = int(told.stdout)
    assert 50 * 1024 < taken < 350 * 1024  # KiB; decoded at once it would be 480 MiB


def test_qt_brings_the_formats(qtbot: QtBot) -> None:
    known = {bytes(form.data()) for form in QImageWriter.supportedImageFormats()}
    assert {QByteArray(b"jpeg").data(), b"png", b"tiff"} <= known
