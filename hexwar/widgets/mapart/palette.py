"""The inks of the map sheet, in one place so that their tones can be weighed together.

The ground stays light and low in contrast: counters and overlays lie on it and must win.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QColor

PAPER: Final = QColor(243, 236, 218)
INK: Final = QColor(52, 38, 28)
FAINT_INK: Final = QColor(52, 38, 28, 150)
HALO: Final = QColor(243, 236, 214, 215)

GROUND: Final = ((239, 233, 210), (231, 217, 179), (217, 193, 147), (201, 169, 121))
"""Hypsometric tint of levels 0, 1, 2 and 3; higher ground keeps the last."""

SHADE: Final = (74, 58, 66)
"""Colour of the shadowed side of relief."""

SUN: Final = (255, 249, 226)
"""Colour of the lit side of relief."""

CONTOUR: Final = QColor(150, 108, 66, 105)
HACHURE_LIT: Final = QColor(140, 100, 62, 165)
HACHURE_SIDE: Final = QColor(122, 84, 50, 200)
HACHURE_DARK: Final = QColor(96, 64, 42, 225)
CREST: Final = QColor(98, 62, 36)

WOODS: Final = QColor(199, 205, 165)
WOODS_FAR: Final = QColor(181, 190, 145)
WOODS_EDGE: Final = QColor(112, 126, 84, 190)
WOODS_SHADOW: Final = QColor(70, 64, 48, 58)
CROWNS: Final = ((182, 190, 145), (175, 184, 138), (189, 196, 152), (170, 179, 132))
CROWN_EDGE: Final = QColor(100, 114, 74, 120)
CROWN_SHADOW: Final = QColor(66, 74, 46, 74)

MARSH: Final = QColor(176, 199, 186, 95)
MARSH_POOL: Final = QColor(160, 194, 200)
MARSH_WATER: Final = QColor(92, 138, 152, 170)
REED: Final = QColor(98, 122, 74, 210)

WATER_BANK: Final = QColor(86, 124, 146)
WATER: Final = QColor(163, 197, 207)
WATER_LIGHT: Final = QColor(188, 215, 219)
FORD_EDGE: Final = QColor(70, 96, 112)

ROAD_CASING: Final = QColor(112, 74, 48)
ROAD: Final = QColor(250, 240, 206)
TRAIL: Final = QColor(122, 86, 56)
TRAIL_BED: Final = QColor(244, 236, 208, 150)
AVENUE: Final = QColor(158, 168, 122, 230)
AVENUE_EDGE: Final = QColor(104, 116, 78, 130)

ROOFS: Final = ((170, 90, 70), (158, 82, 64), (146, 88, 68))
ROOF_EDGE: Final = QColor(92, 44, 32)
CAST_SHADOW: Final = QColor(60, 40, 30, 75)
COURT: Final = QColor(226, 212, 178)
GARDEN: Final = QColor(176, 192, 134)
HEDGE: Final = QColor(104, 128, 76)

STRIPS: Final = (
    QColor(221, 206, 148, 92),
    QColor(206, 209, 156, 88),
    QColor(228, 216, 170, 80),
    QColor(198, 204, 154, 80),
    QColor(216, 198, 150, 80),
)
FURROW: Final = QColor(150, 130, 84, 62)

GRID: Final = QColor(84, 64, 44, 84)
GRID_FAR: Final = QColor(84, 64, 44, 46)
NUMBER: Final = QColor(78, 62, 46, 175)
PLACE_INK: Final = QColor(44, 30, 22)
RIVER_INK: Final = QColor(44, 88, 116)
WOODS_INK: Final = QColor(46, 62, 32)
WOODS_HALO: Final = QColor(210, 215, 178, 190)
MARSH_INK: Final = QColor(48, 96, 104)
HEIGHT_INK: Final = QColor(118, 76, 42)
