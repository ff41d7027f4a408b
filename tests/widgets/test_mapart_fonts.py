"""The program's own type."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF

from hexwar.widgets import fonts

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("face", [fonts.SERIF, fonts.SANS])
def test_both_families_are_there(face: fonts.Typeface) -> None:
    assert fonts.load_fonts() == ""
    assert QFontDatabase.hasFamily(face.family)
    assert len(list(fonts.font_files(face))) == 6


@pytest.mark.parametrize("weight", [QFont.Weight.Normal, QFont.Weight.DemiBold, QFont.Weight.Bold])
@pytest.mark.parametrize("is_italic", [False, True])
def test_a_font_is_what_was_asked_for(weight: QFont.Weight, is_italic: bool) -> None:
    found = QFontInfo(fonts.font(fonts.SERIF, 20, weight, is_italic))
    assert found.family() == "Source Serif Pro"
    assert found.weight() == weight
    assert found.italic() == is_italic
    assert found.pixelSize() == 20


def test_condensed_numbers_are_narrower() -> None:
    wide = fonts.font(fonts.SANS, 40)
    narrow = fonts.condensed(wide)
    assert QFontMetricsF(narrow).horizontalAdvance("0913") < 0.92 * QFontMetricsF(
        wide
    ).horizontalAdvance("0913")
    assert wide.stretch() != narrow.stretch()


def test_a_missing_package_is_told_in_one_sentence() -> None:
    lost = replace(fonts.SERIF, package="font_that_is_not_there")
    assert list(fonts.font_files(lost)) == []
    assert not fonts.is_registered(lost)
    assert fonts.missing_sentence([lost]) == (
        "Source Serif Pro could not be loaded, so a system font is used;"
        " pip install font-that-is-not-there"
    )
    assert fonts.missing_sentence([]) == ""


def test_a_file_that_is_missing_or_no_font_is_noticed(tmp_path: pytest.TempPathFactory) -> None:
    assert not fonts.is_registered(replace(fonts.SANS, stem="SourceSansNone"))
