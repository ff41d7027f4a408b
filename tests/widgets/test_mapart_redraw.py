"""A map that changes while it is shown: near the change it looks as if drawn anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication

from hexwar.hexes import Hex, Layout
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.battlefield import Battlefield, Terrain
from hexwar.widgets.mapart.canvas import Layer
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.mapart.raster import words
from hexwar.widgets.mapart.tiles import MapLayer

CHANGED = (Hex("1515"), Hex("1516"))


@pytest.fixture
def fields(qapp: QApplication) -> tuple[Battlefield, Battlefield]:
    """A battlefield, and one with a wood more."""
    before = load_battle("brienne", FILES_ONLY).battlefield
    wooded = {**before.terrain, **dict.fromkeys(CHANGED, Terrain.WOODS)}
    return before, replace(before, terrain=wooded)


def differing(one: MapPainter, other: MapPainter, rect: QRectF) -> float:
    """The share of pixels in a rectangle that two painters paint otherwise."""
    return float((words(one.picture(rect, 1.0)) != words(other.picture(rect, 1.0))).mean())


def near(field: Battlefield) -> QRectF:
    x, y = Layout(field.grid).centre(CHANGED[0])
    return QRectF(round(x) - 100, round(y) - 100, 200, 200)


def test_near_a_change_it_looks_as_if_drawn_anew(fields: tuple[Battlefield, Battlefield]) -> None:
    before, after = fields
    layout = Layout(before.grid)
    changing, new = (MapPainter(f, layout, has_labels=False) for f in (before, after))
    assert differing(changing, new, near(before)) > 0.1
    changing.redraw(after, CHANGED)
    assert differing(changing, new, near(before)) < 0.01
    assert changing.is_behind


def test_what_is_to_be_painted_again_holds_all_that_looks_different(
    fields: tuple[Battlefield, Battlefield],
) -> None:
    before, after = fields
    layout = Layout(before.grid)
    old, new = (MapPainter(f, layout, has_labels=False) for f in (before, after))
    whole = QRectF(0, 0, 1500, 1600)
    rows, columns = np.nonzero(words(old.picture(whole, 1.0)) != words(new.picture(whole, 1.0)))
    told = old.redraw(after, CHANGED)
    seen = (columns >= told.left()) & (columns < told.right())
    seen &= (rows >= told.top()) & (rows < told.bottom())
    assert len(rows) > 1000
    assert seen.mean() > 0.97


def test_once_it_has_caught_up_it_is_the_new_map_to_the_pixel(
    fields: tuple[Battlefield, Battlefield],
) -> None:
    before, after = fields
    layout = Layout(before.grid)
    changing, new = (MapPainter(f, layout, has_labels=False) for f in (before, after))
    changing.prepare()
    changing.redraw(after, CHANGED)
    changing.catch_up()
    assert not changing.is_behind
    assert differing(changing, new, near(before)) == 0


def test_a_layer_that_is_not_seen_leaves_the_rest(fields: tuple[Battlefield, Battlefield]) -> None:
    _, after = fields
    layout = Layout(after.grid)
    whole, bare = MapPainter(after, layout), MapPainter(after, layout)
    bare.shares = {Layer.COVER: 0.0}
    assert differing(whole, bare, near(after)) > 0.1
    clear = MapPainter(replace(after, terrain={}), layout)
    box = QRectF(near(after).center().x() - 20, near(after).center().y() - 20, 40, 40)
    assert differing(bare, clear, box) < 0.2


@pytest.fixture
def layer(fields: tuple[Battlefield, Battlefield]) -> Iterator[MapLayer]:
    """A map on the board, painted by its thread."""
    made = MapLayer(MapPainter(fields[0], Layout(fields[0].grid)))
    yield made
    made.close()


def test_a_tile_begun_before_a_change_is_not_shown_after_it(
    layer: MapLayer, fields: tuple[Battlefield, Battlefield]
) -> None:
    before = layer._worker
    assert before is not None
    told = before._renewed
    layer.redraw(fields[1], CHANGED)
    assert before._renewed == told + 1
    assert layer._redrawn[-1][0] > told
