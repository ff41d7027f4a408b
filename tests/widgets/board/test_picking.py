"""The hex under the pointer is the hex that is seen there, at any zoom and pixel ratio."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF

from hexwar.hexes import Hex
from hexwar.widgets.board.view import BoardView
from tests.widgets.board.conftest import Mouse, Told, seen_at

ZOOMS = (0.45, 0.77, 1.0, 1.83, 4.0)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_hex_is_picked_at_its_centre_and_near_its_corners(
    view: BoardView, mouse: Mouse, told: Callable[[str], Told], zoom: float
) -> None:
    heard = told("hexClicked")
    view.fans_on_click = False
    view.camera.zoom_to(zoom)
    sheet = view.board.sheet
    for hex_ in sheet.grid.hexes[:: 7 if zoom < 2 else 23]:
        x, y = sheet.centre(hex_)
        view.camera.centre_on(QPointF(x, y))
        for cx, cy in [(x, y), *sheet.corners(hex_)]:
            at = seen_at(view, QPointF(x + (cx - x) * 0.85, y + (cy - y) * 0.85))
            heard.clear()
            mouse.click(at.toPoint())
            assert [told_hex for told_hex, *_ in heard] == [hex_]


def test_there_is_no_hex_off_the_sheet_and_one_each_side_of_a_line(view: BoardView) -> None:
    """The side between two hexes, at 400 %: a pixel up is one hex, a pixel down the other."""
    view.camera.fit()
    assert view.hex_at(QPointF(-10, -10)) is None
    assert view.hex_at(seen_at(view, QPointF(-20, 100))) is None

    view.camera.zoom_to(4.0)
    view.camera.centre_on(QPointF(*view.board.sheet.centre(Hex("0505"))))
    foot = view.box_of(Hex("0505")).bottom()
    x = round(view.box_of(Hex("0505")).center().x())
    assert view.hex_at(QPointF(QPoint(x, round(foot) - 1))) == "0505"
    assert view.hex_at(QPointF(QPoint(x, round(foot) + 1))) == "0506"


SCRIPT = """
import sys
import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from hexwar.hexes import Hex
from hexwar.table.overlays import Overlays
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.mapart.tiles import TileWorker
from hexwar.widgets.theme import theme
from tests.widgets.mapart_fields import BARE

TileWorker.want = TileWorker.want_later = lambda *_: None  # nobody looks at the map
app = QApplication([])
view = BoardView(BARE, theme("light"))
view.resize(500, 400)
view.show()
ratio = float(sys.argv[1])
assert abs(view.devicePixelRatioF() - ratio) < 1e-6, view.devicePixelRatioF()

def inks(image):
    argb = image.convertToFormat(image.Format.Format_ARGB32)
    return np.frombuffer(argb.constBits(), np.uint32).reshape(argb.height(), argb.width()).copy()

picked = []
view.hexClicked.connect(lambda hex_, *_: picked.append(hex_))
selection = view.board.pile.selection
for zoom in (0.5, 0.77, 1.0, 1.83, 4.0):
    view.camera.zoom_to(zoom)
    for hex_ in map(Hex, ("0303", "0605", "0706")):
        view.camera.centre_on(QPointF(*view.board.sheet.centre(hex_)))
        view.board.show_overlays(Overlays())
        app.processEvents()
        plain = view.grab().toImage()
        view.board.show_overlays(Overlays(selection=frozenset({hex_})))
        marked = view.grab().toImage()
        gold = QColor(view.board.theme.overlays["selection"]).rgba()
        (ys, xs) = np.nonzero((inks(marked) == gold) & (inks(plain) != gold))
        middle = QPointF(float(xs.min() + xs.max()), float(ys.min() + ys.max())) / 2
        seen = middle / marked.devicePixelRatio()
        meant = view.box_of(hex_).center()
        assert (seen - meant).manhattanLength() < 3, (zoom, hex_, seen, meant)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=seen.toPoint())
        assert picked[-1] == hex_, (zoom, hex_, picked)
view.close()
print("picked", len(picked))
"""


@pytest.mark.parametrize("ratio", [1.25, 1.5, 2.0, 3.0])
def test_what_is_seen_is_what_is_picked_on_any_screen(ratio: float) -> None:
    """In a process of its own: the pixel ratio of the screen is read at its start."""
    settings = {"QT_SCALE_FACTOR": str(ratio), "QT_QPA_PLATFORM": "offscreen"}
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(ratio)],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == "picked 15"
