"""How pictures of counters are drawn and kept: pixel for pixel, once a size, within a budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPdfWriter, QPixmap
from pytestqt.qtbot import QtBot

from hexwar.widgets.brushwork import PictureStore
from hexwar.widgets.counters import art as art_module
from hexwar.widgets.counters.art import CounterArt, Frame, Size
from hexwar.widgets.counters.card import CounterStyle, paint_counter
from hexwar.widgets.counters.easel import EDGE, Easel
from hexwar.widgets.counters.faces import CounterFace, CountFace, Face
from hexwar.widgets.theme import Theme, theme
from tests.widgets.test_counters_paint import DUHESME, image, period

__all__ = ["period"]  # a fixture

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("dpr", [1.0, 1.25, 2.0, 3.0])
@pytest.mark.parametrize("scale", [0.125, 0.25, 0.5, 0.63, 1.0, 1.5, 2.0, 4.0])
def test_a_picture_has_its_size_in_pixels(period: CounterArt, scale: float, dpr: float) -> None:
    picture = period.pixmap(DUHESME, scale, dpr)
    inset = Size(scale, dpr).inset * dpr
    assert inset == pytest.approx(round(inset))
    assert picture.devicePixelRatio() == dpr
    assert picture.width() == picture.height() == round(EDGE * scale * dpr) + 2 * round(inset)


@pytest.mark.parametrize("scale", [0.125, 0.5, 0.63, 1.0, 2.0, 4.0])
def test_the_card_fills_its_pixels_to_the_edge(period: CounterArt, scale: float) -> None:
    """The middle of each side is as opaque as the card: no pixel is shared with the map."""
    picture = image(period, DUHESME, scale)
    inset, side = round(Size(scale, 1.0).inset), picture.width()
    for x, y in ((inset, side // 2), (side - inset - 1, side // 2), (side // 2, inset)):
        assert picture.pixelColor(x, y).alpha() == 255


def canvas(side: int = 120, dpr: float = 1.0) -> QImage:
    result = QImage(round(side * dpr), round(side * dpr), QImage.Format.Format_ARGB32_Premultiplied)
    result.setDevicePixelRatio(dpr)
    result.fill(Qt.GlobalColor.transparent)
    return result


def drawn(
    draw: Callable[[QPainter], None], scale: float = 1.0, dpr: float = 1.0, shift: float = 0.0
) -> QImage:
    """What a call draws into a view of a scale, moved by a part of a pixel."""
    result = canvas(dpr=dpr)
    painter = QPainter(result)
    painter.translate(shift, shift)
    painter.scale(scale, scale)
    draw(painter)
    painter.end()
    return result


@pytest.mark.parametrize("dpr", [1.0, 2.0])
@pytest.mark.parametrize("scale", [0.5, 0.63, 1.0, 1.7])
def test_drawing_copies_pixel_for_pixel(period: CounterArt, scale: float, dpr: float) -> None:
    result = drawn(lambda p: period.draw(p, DUHESME, 10, 10), scale, dpr, shift=0.37)
    picture = period.pixmap(DUHESME, scale, dpr)
    left = round((10 * scale + 0.37) * dpr) - round(Size(scale, dpr).inset * dpr)
    copy = result.copy(left, left, picture.width(), picture.height())
    assert copy == picture.toImage().convertToFormat(copy.format())


def test_the_painter_is_left_as_it_was_and_a_turned_view_paints_anew(period: CounterArt) -> None:
    def turned(painter: QPainter) -> None:
        painter.translate(60, 60)
        painter.rotate(30)
        before = painter.worldTransform()
        period.draw(painter, DUHESME, -20, -20)
        period.draw_frame(painter, Frame.SELECTED, -20, -20)
        assert painter.worldTransform() == before

    result = drawn(turned)
    assert period.pictures.kept_bytes == 0
    assert result.pixelColor(60, 60).alpha() == 255

    painter = QPainter(target := canvas())
    painter.scale(1.5, 1.5)
    before = painter.worldTransform()
    period.draw(painter, DUHESME, 3, 4)
    period.draw_frame(painter, Frame.READY, 3, 4)
    assert painter.worldTransform() == before
    painter.end()
    assert not target.isNull()


def test_a_printer_gets_lines_and_areas(
    period: CounterArt, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("print") / "counter.pdf"
    writer = QPdfWriter(str(path))
    painter = QPainter(writer)
    period.draw(painter, DUHESME, 10, 10)
    painter.end()
    assert period.pictures.kept_bytes == 0
    assert path.stat().st_size > 1000
    assert b"/Subtype /Image" not in path.read_bytes()


SQUARE = QRectF(20, 20, 80, 80)


def painted(art: CounterArt, face: Face, box: QRectF = SQUARE) -> QImage:
    return drawn(lambda p: art.paint(p, face, box))


def test_painting_fills_a_square_and_a_frame_goes_round_it(period: CounterArt) -> None:
    target = painted(period, DUHESME)
    assert [target.pixelColor(60, y).alpha() for y in (21, 98, 2)] == [255, 255, 0]
    sign = painted(period, CountFace(6, 20))
    assert [sign.pixelColor(60, y).alpha() for y in (102, 60)] == [0, 255]
    far = QRectF(20, 20, 12, 12)  # a far counter is painted plain
    assert painted(period, DUHESME, far) == painted(
        period, replace(DUHESME, disrupted=True, movement=7), far
    )

    rings = []
    for frame in Frame:
        rings.append(framed(period, frame))
        assert rings[-1].pixelColor(40, 18).alpha() > 60
        assert rings[-1].pixelColor(40, 10).alpha() == 0
    assert rings[0] != rings[1]


def framed(art: CounterArt, frame: Frame) -> QImage:
    return drawn(lambda p: art.draw_frame(p, frame, 20, 20))


def test_a_picture_is_painted_once_and_shadows_do_not_pile_up(period: CounterArt) -> None:
    first = period.pixmap(DUHESME, 1.0)
    assert period.pixmap(replace(DUHESME), 1.0).cacheKey() == first.cacheKey()
    assert period.pixmap(DUHESME, 1.0, 2.0).cacheKey() != first.cacheKey()
    assert period.pixmap(DUHESME, 2.0).cacheKey() != first.cacheKey()
    # At far zoom units of like strength share a picture.
    other = replace(DUHESME, name="Jamin", movement=7, out_of_supply=True)
    assert period.pixmap(other, 0.3).cacheKey() == period.pixmap(DUHESME, 0.3).cacheKey()
    assert period.pixmap(other, 1.0).cacheKey() != first.cacheKey()

    small = image(period, DUHESME, 0.4)
    for step in range(200):
        period.pixmap(DUHESME, 0.05 + step / 100)
    assert image(fresh(period), DUHESME, 0.4) == small == image(period, DUHESME, 0.4)


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_marks_are_painted_on_the_picture_without_them(
    period: CounterArt, scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked = replace(DUHESME, moved=True, disrupted=True, out_of_supply=True)
    edge = EDGE * scale
    whole = drawn(lambda p: period.paint(p, marked, QRectF(20, 20, edge, edge)))

    printed: list[CounterFace] = []

    def print_(easel: Easel, face: CounterFace, style: CounterStyle, colours: Theme) -> None:
        printed.append(face)
        paint_counter(easel, face, style, colours)

    monkeypatch.setattr(art_module, "paint_counter", print_)
    result = drawn(lambda p: period.draw(p, marked, 20 / scale, 20 / scale), scale)
    inside = QRect(22, 22, round(edge) - 4, round(edge) - 4)  # but for the shadow at its edge
    assert result.copy(inside) == whole.copy(inside)
    for moved, exhausted in ((True, False), (False, True), (False, False)):
        period.pixmap(replace(DUHESME, moved=moved, exhausted=exhausted), scale)
    assert printed == [DUHESME]


def test_the_store_keeps_to_its_budget(qapp: object) -> None:
    budget = 200_000
    art = CounterArt(CounterStyle.PERIOD, theme("light"), budget)
    first = art.pixmap(DUHESME, 1.0).cacheKey()
    for strength in range(1, 40):
        art.pixmap(replace(DUHESME, strength=strength), 1.0)
    assert art.pixmap(DUHESME, 1.0).cacheKey() != first


def test_the_store_forgets_what_was_unused_longest() -> None:
    store = PictureStore[str, QPixmap](3 * 400)
    for name in "abc":
        store.put(name, QPixmap(10, 10))
    assert store.get("a") is not None
    store.put("d", QPixmap(10, 10))
    assert [name for name in "abcd" if store.get(name) is not None] == ["a", "c", "d"]
    store.put("d", QPixmap(5, 5))
    assert (len(store), store.kept_bytes) == (3, 2 * 400 + 100)
    store.put("large", QPixmap(100, 100))
    assert (len(store), store.kept_bytes) == (1, 40_000)


def by(art: CounterArt, scale: float) -> QImage:
    """A view of a scale that these pictures draw."""
    return drawn(lambda p: art.draw(p, DUHESME, 10, 10), scale)


def fresh(art: CounterArt) -> CounterArt:
    """The same art, with nothing kept."""
    return CounterArt(art.style, art.theme)


def test_while_zooming_a_blurred_picture_stands_in_if_one_is_known(
    period: CounterArt, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    by(period, 1.0)
    with qtbot.waitSignal(period.sharpened):
        blurred = by(period, 1.3)
    sharp = by(period, 1.3)
    assert blurred != sharp
    assert sharp == by(fresh(period), 1.3)

    assert not period.event(QEvent(QEvent.Type.None_))

    monkeypatch.setattr(art_module, "_FACES_KNOWN", 1)
    by(period, 1.0)
    period.pixmap(replace(DUHESME, strength=1), 1.0)
    assert by(period, 1.3) == by(fresh(period), 1.3)


def test_sharp_pictures_are_painted_in_slices(
    period: CounterArt, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With no time at all for a slice each still brings one picture."""
    monkeypatch.setattr(art_module, "_SLICE_MS", 0)
    faces = [replace(DUHESME, strength=n) for n in (1, 2, 3)]

    def draw(painter: QPainter) -> None:
        for face in faces:
            period.draw(painter, face, 10, 10)

    drawn(draw, 1.0)
    before = period.pictures.kept_bytes
    with qtbot.waitSignal(period.sharpened):
        drawn(draw, 1.3)
        assert period.pictures.kept_bytes == before
    sharp = sum(p.width() ** 2 * 4 for p in (period.pixmap(face, 1.3) for face in faces))
    assert period.pictures.kept_bytes == before + sharp
