#!/usr/bin/env python3
"""Paints the small picture of each map and measured table that the list of battles shows.

tools/make_map_pictures.py [--anew] [MAP...]

A picture lies beside its map, such as scenarios/maps/brienne.png. It notes of which state of the
map it was painted; a picture that is still true is left as it is.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader
from PySide6.QtWidgets import QApplication

from hexwar.hexes import Layout
from hexwar.resources import scenarios
from hexwar.scenario.validate import Inspection
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.battlefield import Battlefield
from hexwar.table.stands import cloth_of
from hexwar.tabletop.ground import Ground
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.measured.scene import render_table
from hexwar.widgets.theme import theme

LONGEST = 256
"""The longer side of a picture, pixels: as much as the list shows at 200 %."""

DETAIL = 2.0
"""It is painted this many times as large and made small, so that lines become fine."""

TABLES = "tables"
"""The folder of measured tables, beside that of maps."""

STAMP = "Map"
"""The key under which a picture notes the hash of its map."""


def painted(battlefield: Battlefield) -> QImage:
    """The picture of a map: its hexes, without the margin of the sheet."""
    layout = Layout(battlefield.grid)
    width, height = layout.size
    scale = DETAIL * LONGEST / max(width, height)
    return small(MapPainter(battlefield, layout).picture(QRectF(0.0, 0.0, width, height), scale))


def laid(ground: Ground) -> QImage:
    """The picture of a measured table, with nobody on it."""
    scale = DETAIL * LONGEST / max(ground.width, ground.height)
    size = round(ground.width * scale), round(ground.height * scale)
    return small(render_table(cloth_of(ground), (), theme=theme("light"), size=size))


def small(picture: QImage) -> QImage:
    """A picture as large as the list shows it."""
    return picture.scaled(
        QSize(LONGEST, LONGEST),
        Qt.AspectRatioMode.KeepAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )


def of_file(path: Path) -> tuple[str, Callable[[], QImage]] | None:
    """The hash of a map or table, and what paints it; None where it cannot be read."""
    inspection = Inspection(FILES_ONLY)
    if path.parent.name == TABLES:
        opened, ground = inspection.inspect_table(path)
        return None if ground is None else (opened.sha256, partial(laid, ground))
    _, battlefield = inspection.inspect_map(path)
    return None if battlefield is None else (battlefield.sha256, partial(painted, battlefield))


def main() -> int:
    """Paint the pictures that are missing or no longer true."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("maps", nargs="*", type=Path, help="map files; all of hexwar if none")
    parser.add_argument("--anew", action="store_true", help="also those that are still true")
    asked = parser.parse_args()
    folders = (scenarios() / "maps", scenarios() / TABLES)
    maps = asked.maps or sorted(path for folder in folders for path in folder.glob("*.json"))
    application = QApplication(sys.argv[:1])
    for path in maps:
        found = of_file(path)
        if found is None:
            print(f"{path}: the map cannot be read; see hexwar validate", file=sys.stderr)
            return 1
        sha256, paint = found
        file = path.with_suffix(".png")
        is_true = QImageReader(str(file)).text(STAMP) == sha256
        if asked.anew or not is_true:
            picture = paint()
            picture.setText(STAMP, sha256)
            picture.save(str(file))
            print(file)
    application.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
