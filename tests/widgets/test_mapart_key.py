"""The key in the foot of the sheet."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QRectF

from hexwar.hexes import Grid, Layout
from hexwar.table.battlefield import SpanKind, Terrain, Water, Way
from hexwar.widgets.mapart.furniture import ENTRIES, Key, foot, rows_in, sheet, specimen
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.mapart.raster import words
from tests.widgets.mapart_fields import BARE

pytestmark = pytest.mark.usefixtures("qapp")

NAMES = (
    *("clear", "woods", "marsh", "town", "chateau", "slope", "crest"),
    *("road", "trail", "river", "stream", "bridge", "trestle", "ford"),
)
WIDE = QRectF(0, 0, 1400, 500)
MIDDLING = QRectF(0, 0, 700, 500)


def windows(frame: QRectF) -> list[QRectF]:
    """The pictures of a key."""
    return [window for window, _ in Key(frame).windows]


@pytest.mark.parametrize(("width", "rows"), [(1400, 1), (1064, 1), (1063, 2), (532, 2), (531, 0)])
def test_a_wide_sheet_has_one_row_and_a_narrow_one_no_key(width: float, rows: int) -> None:
    assert tuple(entry.name for entry in ENTRIES) == NAMES
    assert rows_in(width) == rows
    assert foot(width) == 60 * rows


def test_the_specimen_holds_each_thing_once_and_each_course_is_a_line_of_hexsides() -> None:
    field, spots = specimen()
    assert len({spot.hex for spot in spots}) == len(NAMES)
    at = dict(zip(NAMES, (spot.hex for spot in spots), strict=True))
    assert field.terrain == {
        at["woods"]: Terrain.WOODS,
        at["marsh"]: Terrain.MARSH,
        at["town"]: Terrain.TOWN,
        at["chateau"]: Terrain.CHATEAU,
    }
    assert field.elevation == {at["slope"]: 1}
    assert {high for _, high in field.slopes} == {at["slope"]}
    assert [span.kind for span in field.spans] == [SpanKind.BRIDGE, SpanKind.TRESTLE]
    water = [river.water for river in field.rivers]
    assert water.count(Water.RIVER) == 3  # by itself, under the bridge, with the ford
    assert water.count(Water.STREAM) == 2
    (ford,) = field.fords
    assert field.water[ford] is Water.RIVER
    assert all(field.water[span.hexside] for span in field.spans)
    assert [road.way for road in field.roads].count(Way.TRAIL) == 2

    for spot in spots:
        assert all(field.grid.is_adjacent(a, b) for a, b in spot.course)
        for one, other in pairwise(spot.course):
            assert len({*one, *other}) == 3  # they share a hex, and so a corner


@pytest.mark.parametrize("frame", [WIDE, MIDDLING])
def test_the_key_hides_no_hex_and_stays_on_the_sheet(frame: QRectF) -> None:
    below = QRectF(0, frame.bottom() + 40, frame.width(), sheet(frame).bottom())
    found = windows(frame)
    assert len(found) == len(NAMES)
    for window in found:
        assert below.contains(window)
        assert window.bottom() + 20 < sheet(frame).bottom()
    assert not any(one.intersects(other) for one, other in combinations(found, 2))
    narrow = QRectF(0, 0, 352, 400)
    assert windows(narrow) == []
    assert sheet(narrow).bottom() == 454  # a plain margin


Colours = npt.NDArray[np.int64]


def pictures(scale: float) -> dict[str, Colours]:
    """What each window of a printed sheet shows, red, green and blue."""
    field = replace(BARE, grid=Grid(30, 4))
    art = MapPainter(field, Layout(field.grid))
    frame = QRectF(0, 0, *Layout(field.grid).size)
    made = {}
    for name, window in zip(NAMES, windows(frame), strict=True):
        inner = window.adjusted(2, 2, -2, -2)
        pixels = words(art.picture(inner, scale)).astype(np.int64)
        made[name] = np.stack([pixels >> 16 & 255, pixels >> 8 & 255, pixels & 255], axis=-1)
    return made


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_no_two_pictures_look_alike(scale: float) -> None:
    made = pictures(scale)
    for one, other in combinations(NAMES, 2):
        assert np.abs(made[one] - made[other]).mean() > 1.5, (one, other)


def test_the_pictures_have_the_colours_of_what_they_show() -> None:
    means = {name: picture.mean(axis=(0, 1)) for name, picture in pictures(1.0).items()}
    red, green, blue = 0, 1, 2
    assert means["woods"][green] > means["woods"][red] > means["woods"][blue]
    assert means["river"][blue] > means["clear"][blue] - 30
    assert means["river"][red] < means["clear"][red] - 10
    assert means["stream"][red] > means["river"][red]
    assert means["town"][red] > means["town"][blue] + 20
