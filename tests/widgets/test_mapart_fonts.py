"""The program's own type."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF

from hexwar.resources import assets
from hexwar.widgets import fonts

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("weight", [QFont.Weight.Normal, QFont.Weight.DemiBold, QFont.Weight.Bold])
@pytest.mark.parametrize("is_italic", [False, True])
def test_a_font_is_what_was_asked_for(weight: QFont.Weight, is_italic: bool) -> None:
    found = QFontInfo(fonts.font(fonts.SERIF, 20, weight, is_italic))
    assert found.family() == "Source Serif Pro"
    assert found.weight() == weight
    assert found.italic() == is_italic
    assert found.pixelSize() == 20


def test_condensed_numbers_are_narrower_and_a_missing_family_is_told() -> None:
    wide = fonts.font(fonts.SANS, 40)
    narrow = fonts.condensed(wide)
    assert QFontMetricsF(narrow).horizontalAdvance("0913") < 0.92 * QFontMetricsF(
        wide
    ).horizontalAdvance("0913")
    assert wide.stretch() != narrow.stretch()

    lost = fonts.Typeface("Source Lost Pro", QFont.StyleHint.Serif, ("Regular",))
    assert not fonts.is_registered(lost)
    assert fonts.missing_sentence([lost]) == (
        "Source Lost Pro could not be loaded, so a system font is used; please install hexwar anew"
    )
    assert fonts.missing_sentence([]) == ""


def test_both_families_are_there_each_beside_its_licence() -> None:
    folder = assets() / "fonts"
    assert fonts.load_fonts() == ""
    for face in (fonts.SERIF, fonts.SANS):
        assert QFontDatabase.hasFamily(face.family)
        licence = (folder / f"OFL-{face.stem}.txt").read_text()
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence
        assert {path.stem for path in folder.glob(f"{face.stem}-*")} == {
            f"{face.stem}-{style}" for style in face.styles
        }
