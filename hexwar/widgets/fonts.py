"""The two type families of the program, brought along so that no system font is needed.

Source Serif Pro sets names on the map and titles; Source Sans Pro sets numbers and the window.
Both come from packages beside hexwar; where one is missing the system's own font stands in.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase


@dataclass(frozen=True, slots=True)
class Typeface:
    """A type family and the package that carries its files."""

    family: str
    package: str  # as it is imported
    stem: str  # how its files' names begin
    hint: QFont.StyleHint  # what stands in for it

    @property
    def distribution(self) -> str:
        """The package's name as it is installed."""
        return self.package.replace("_", "-")


SERIF: Final = Typeface(
    "Source Serif Pro", "font_source_serif_pro", "SourceSerifPro", QFont.StyleHint.Serif
)
SANS: Final = Typeface(
    "Source Sans Pro", "font_source_sans_pro", "SourceSansPro", QFont.StyleHint.SansSerif
)
STYLES: Final = ("Regular", "It", "Semibold", "SemiboldIt", "Bold", "BoldIt")


@cache
def load_fonts() -> str:
    """Makes both families known to Qt; once is enough. Needs a QGuiApplication.

    Returns:
        A sentence for the player if a family is missing, else an empty text.
    """
    missing = [face for face in (SERIF, SANS) if not is_registered(face)]
    return missing_sentence(missing)


def is_registered(face: Typeface) -> bool:
    """Registers a family's files and tells whether Qt took them all."""
    files = list(font_files(face))
    numbers = [QFontDatabase.addApplicationFont(str(path)) for path in files]
    return len(files) == len(STYLES) and -1 not in numbers


def font_files(face: Typeface) -> Iterator[Path]:
    """The files of a family that are there; none if its package is not installed."""
    found = importlib.util.find_spec(face.package)
    for folder in (found and found.submodule_search_locations) or ():
        paths = (Path(folder) / "files" / f"{face.stem}-{style}.ttf" for style in STYLES)
        yield from (path for path in paths if path.is_file())


def missing_sentence(missing: list[Typeface]) -> str:
    """What to tell the player of families that could not be had; nothing of none."""
    if not missing:
        return ""
    families = " and ".join(face.family for face in missing)
    packages = " ".join(face.distribution for face in missing)
    return f"{families} could not be loaded, so a system font is used; pip install {packages}"


def font(
    face: Typeface,
    pixels: int,
    weight: QFont.Weight = QFont.Weight.Normal,
    is_italic: bool = False,
) -> QFont:
    """A font of a family.

    Args:
        face: The family, `SERIF` or `SANS`.
        pixels: Its size.
        weight: Normal, DemiBold or Bold are files of their own.
        is_italic: Whether it slants.
    """
    load_fonts()
    made = QFont(face.family)
    made.setStyleHint(face.hint)
    made.setPixelSize(pixels)
    made.setWeight(weight)
    made.setItalic(is_italic)
    return made


def condensed(made: QFont, percent: int = 86) -> QFont:
    """The font drawn narrower, for numbers where room is short."""
    narrow = QFont(made)
    narrow.setStretch(percent)
    return narrow
