#!/usr/bin/env python3
"""Paints the small picture of each map that the list of battles shows.

tools/make_map_pictures.py [--anew] [MAP...]

A picture lies beside its map, such as scenarios/maps/brienne.png. It notes of which state of the
map it was painted; a picture that is still true is left as it is.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageReader

from hexwar.hexes import Layout
from hexwar.resources import scenarios
from hexwar.scenario.validate import Inspection
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.battlefield import Battlefield
from hexwar.widgets.mapart.painter import MapPainter

LONGEST = 256
"""The longer side of a picture, pixels: as much as the list shows at 200 %."""

DETAIL = 2.0
"""It is painted this many times as large and made small, so that lines become fine."""

STAMP = "Map"
"""The key under which a picture notes the hash of its map."""


def painted(battlefield: Battlefield) -> QImage:
    """The picture of a map: its hexes, without the margin of the sheet."""
    layout = Layout(battlefield.grid)
    width, height = layout.size
    scale = DETAIL * LONGEST / max(width, height)
    picture = MapPainter(battlefield, layout).picture(QRectF(0.0, 0.0, width, height), scale)
    small = picture.scaled(
        QSize(LONGEST, LONGEST),
        Qt.AspectRatioMode.KeepAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    small.setText(STAMP, battlefield.sha256)
    return small


def main() -> int:
    """Paint the pictures that are missing or no longer true."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("maps", nargs="*", type=Path, help="map files; all of hexwar if none")
    parser.add_argument("--anew", action="store_true", help="also those that are still true")
    asked = parser.parse_args()
    maps = asked.maps or sorted((scenarios() / "maps").glob("*.json"))
    application = QGuiApplication(sys.argv[:1])
    for path in maps:
        _, battlefield = Inspection(FILES_ONLY).inspect_map(path)
        if battlefield is None:
            print(f"{path}: the map cannot be read; see hexwar validate", file=sys.stderr)
            return 1
        file = path.with_suffix(".png")
        is_true = QImageReader(str(file)).text(STAMP) == battlefield.sha256
        if asked.anew or not is_true:
            painted(battlefield).save(str(file))
            print(file)
    application.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
