"""Letters as outlines, so that they are as sharp at every size and never jump with hinting."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from PySide6.QtGui import QFont, QFontMetricsF, QPainterPath, QTransform

from hexwar.widgets.fonts import SANS, SERIF, font


class Script(Enum):
    """The lettering: family, weight, and how far letters are squeezed sideways."""

    NUMERAL = (SANS, QFont.Weight.Black, 0.84)
    LABEL = (SANS, QFont.Weight.Bold, 0.86)
    TEXT = (SANS, QFont.Weight.DemiBold, 0.86)
    TITLE = (SERIF, QFont.Weight.Bold, 0.94)


@lru_cache(maxsize=1024)
def text_path(text: str, script: Script) -> QPainterPath:
    """The outlines of a text, its capitals 1 unit high, its baseline at y = 0, from x = 0."""
    face, weight, squeeze = script.value
    made = font(face, 100, weight)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    path = QPainterPath()
    path.addText(0, 0, made, text)
    height = QFontMetricsF(made).capHeight()
    scaled = QTransform.fromScale(squeeze / height, 1 / height).map(path)
    return scaled.translated(-scaled.boundingRect().left(), 0)
