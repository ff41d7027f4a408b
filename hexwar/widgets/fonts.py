"""The two type families of the program, brought along so that no system font is needed.

Source Serif Pro sets names on the map and titles; Source Sans Pro sets numbers and the window.
Their files lie in assets/fonts; where one is missing the system's own font stands in.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase

from hexwar.messages import say
from hexwar.resources import assets


@dataclass(frozen=True, slots=True)
class Typeface:
    """A type family."""

    family: str
    hint: QFont.StyleHint  # what stands in for it
    styles: tuple[str, ...]  # of its files

    @property
    def stem(self) -> str:
        """How its files' names begin."""
        return self.family.replace(" ", "")


_STYLES = ("Regular", "It", "Semibold", "SemiboldIt", "Bold", "BoldIt")
SERIF: Final = Typeface("Source Serif Pro", QFont.StyleHint.Serif, _STYLES)
SANS: Final = Typeface("Source Sans Pro", QFont.StyleHint.SansSerif, (*_STYLES, "Black"))


@cache
def load_fonts() -> str:
    """Makes both families known to Qt; once is enough. Needs a QGuiApplication.

    Gives a sentence for the player if a family is missing, else an empty text.
    """
    missing = [face for face in (SERIF, SANS) if not is_registered(face)]
    return missing_sentence(missing)


def is_registered(face: Typeface) -> bool:
    """Registers a family's files and tells whether Qt took them all."""
    files = [assets() / "fonts" / f"{face.stem}-{style}.ttf" for style in face.styles]
    numbers = [QFontDatabase.addApplicationFont(str(path)) for path in files if path.is_file()]
    return len(numbers) == len(face.styles) and -1 not in numbers


def missing_sentence(missing: list[Typeface]) -> str:
    """What to tell the player of families that could not be had; nothing of none."""
    if not missing:
        return ""
    families = say(" and ").join(face.family for face in missing)
    return say(
        "{families} could not be loaded, so a system font is used; please install hexwar anew",
        families=families,
    )


def font(
    face: Typeface,
    pixels: int,
    weight: QFont.Weight = QFont.Weight.Normal,
    is_italic: bool = False,
) -> QFont:
    """A font of a family; Normal, DemiBold and Bold are files of their own."""
    load_fonts()
    made = QFont(face.family)
    made.setStyleHint(face.hint)
    made.setPixelSize(pixels)
    made.setWeight(weight)
    made.setItalic(is_italic)
    return made


def condensed(made: QFont) -> QFont:
    """The font drawn narrower, for numbers where room is short."""
    narrow = QFont(made)
    narrow.setStretch(86)
    return narrow
