"""The colours: readable, distinct, also to the colour-blind, and put on the window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from hexwar.widgets.counters.faces import State
from hexwar.widgets.theme import NAMES, Theme, apply, palette, style_sheet, theme
from tests.widgets.skirmish import hosted, owned

READABLE = 4.5  # WCAG 2.2, contrast of text

# How the three kinds of dichromats see linear RGB (Machado, Oliveira and Fernandes, 2009).
VISION = {
    "protanope": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranope": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanope": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
Triple = NDArray[np.float64]


@pytest.fixture(params=NAMES)
def any_theme(request: pytest.FixtureRequest) -> Theme:
    return theme(request.param)


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[QApplication]:
    """The application, its looks put back afterwards."""
    style, old_palette, font = qapp.style().objectName(), qapp.palette(), qapp.font()
    yield qapp
    qapp.setStyleSheet("")
    qapp.setStyle(style)
    qapp.setPalette(old_palette)
    qapp.setFont(font)


def linear(colour: str) -> Triple:
    shade = QColor(colour)
    values = np.array([shade.redF(), shade.greenF(), shade.blueF()])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(rgb: Triple) -> Triple:
    """CIE L*a*b* of linear RGB, white point D65."""
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    x, y, z = to_xyz @ np.clip(rgb, 0, 1) / np.array([0.95047, 1.0, 1.08883])
    fx, fy, fz = (np.cbrt(v) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


def difference(first: str, second: str, vision: str) -> float:
    """How far apart two colours look, in steps that a trained eye just sees (CIE 1976)."""
    matrix = np.array(VISION[vision])
    return float(np.linalg.norm(lab(matrix @ linear(first)) - lab(matrix @ linear(second))))


def test_a_theme_is_made_once_and_an_unknown_one_named() -> None:
    assert theme("dark") is theme("dark")
    assert theme("dark").is_dark
    assert not theme("light-safe").is_dark
    with pytest.raises(ValueError, match="no theme is called 'sepia': there are light, dark"):
        theme("sepia")

    assert theme("light-safe").liveries != theme("light").liveries
    assert theme("light-safe").overlays.keys() == theme("light").overlays.keys()
    assert theme("light-safe").window == theme("light").window


def test_numbers_names_letters_and_the_text_of_the_window_are_readable(any_theme: Theme) -> None:
    for key, livery in any_theme.liveries.items():
        field = QColor(livery.field)  # and where the light falls on the card
        for shade in (field, field.lighter(104), field.darker(112)):
            assert contrast(shade.name(), livery.ink) >= READABLE, key
    for tint in (*any_theme.stripes, *any_theme.badges.values()):
        assert contrast(tint.field, tint.ink) >= READABLE, tint
    assert set(any_theme.badges) == {*State, "tick"}

    window = any_theme.window
    for ground in (window.paper, window.base, window.raised, window.sunken):
        assert contrast(window.ink, ground) >= READABLE
        assert contrast(window.faint, ground) >= READABLE
    for text in (window.link, window.accent, window.good, window.warning):
        assert contrast(text, window.paper) >= READABLE
        assert contrast(text, window.base) >= READABLE
    assert contrast(window.ink, window.chosen) >= READABLE
    assert contrast(window.on_leather, window.leather) >= READABLE
    assert contrast(window.on_accent, window.accent) >= READABLE


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("name", ["light-safe", "dark-safe"])
def test_the_colour_blind_tell_nations_stripes_and_states_apart(name: str, vision: str) -> None:
    safe = theme(name)
    nations = [livery.field for key, livery in safe.liveries.items() if key != "other"]
    stripes = [tint.field for tint in safe.stripes]
    coloured = ("disrupted", "demoralized", "out_of_supply", "out_of_command")
    badges = [safe.badges[state].field for state in coloured]
    for group, least in ((nations, 11), (stripes, 10), (badges, 30)):
        for first, second in combinations(group, 2):
            assert difference(first, second, vision) >= least, (first, second)


def test_palette_and_style_sheet_speak_the_theme_and_stripes_differ(any_theme: Theme) -> None:
    colours = [*asdict(any_theme.window).values(), *any_theme.overlays.values()]
    assert all(QColor(colour).isValid() for colour in colours)
    made = palette(any_theme)
    assert made.color(QPalette.ColorRole.Window).name() == any_theme.window.paper
    assert made.color(QPalette.ColorRole.Highlight).name() == any_theme.window.chosen
    disabled = made.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert disabled != made.color(QPalette.ColorRole.Text)
    assert "$" not in style_sheet(any_theme)
    assert "font-size: 20px" in style_sheet(any_theme, 1.0)
    assert "font-size: 30px" in style_sheet(any_theme, 1.5)

    assert len({any_theme.stripe(place) for place in range(24)}) == 24
    first, second = any_theme.stripe(2), any_theme.stripe(14)
    assert (first.field, first.ink) == (second.field, second.ink)
    assert (first.barred, second.barred) == (False, True)
    assert any_theme.stripe(26) == first
    assert any_theme.livery("hessian") == any_theme.liveries["other"]


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_button_with_the_keyboard_keeps_its_words_whole(
    dressed: QApplication, qtbot: QtBot, scale: float
) -> None:
    apply(dressed, theme("light"), scale)
    window = QWidget()
    column = QVBoxLayout(window)
    button, other = QPushButton("Close"), QPushButton("Close")
    for part in (other, button):
        part.ensurePolished()
        part.setFixedSize(part.sizeHint())  # as it is laid out before it has the keyboard
        column.addWidget(part)
    hosted(qtbot, window, 400, 200).activateWindow()
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)

    def words(part: QPushButton) -> QImage:
        inside = part.rect().adjusted(*(round(m * scale) for m in (6, 6, -6, -6)))
        return part.grab(inside).toImage()

    assert words(button) == words(other)


def test_an_application_is_dressed(dressed: QApplication, qtbot: QtBot) -> None:
    window = QWidget()
    column = QVBoxLayout(window)
    button, title = QPushButton("End"), QLabel("Brienne")
    title.setProperty("role", "title")
    column.addWidget(button)
    column.addWidget(title)
    qtbot.addWidget(window)
    apply(dressed, theme("light"), 1.0)
    window.ensurePolished()
    small = button.sizeHint().height()
    apply(dressed, theme("dark"), 1.5)
    window.ensurePolished()
    assert dressed.style().objectName() == "fusion" or dressed.styleSheet()
    assert dressed.font().pixelSize() == 21
    assert dressed.font().family() == "Source Sans Pro"
    assert button.sizeHint().height() > small
    assert dressed.palette().color(QPalette.ColorRole.Window).name() == theme("dark").window.paper


def test_a_checked_box_bears_a_tick(dressed: QApplication, qtbot: QtBot, any_theme: Theme) -> None:
    apply(dressed, any_theme, 2.0)
    box = owned(qtbot, QCheckBox())
    inks = []
    for checked in (False, True):
        box.setChecked(checked)
        shot = box.grab().toImage()
        half = range(shot.height() // 4, 3 * shot.height() // 4)  # not the frame
        inks.append({shot.pixelColor(x, y).name() for x in half for y in half})
    base = any_theme.window.base
    assert max(contrast(ink, base) for ink in inks[0]) < 1.5
    assert max(contrast(ink, base) for ink in inks[1]) > READABLE


def _luminance(colour: str) -> float:
    """The relative luminance of a colour as WCAG 2 defines it, 0 (black) to 1 (white)."""
    return float(np.array([0.2126, 0.7152, 0.0722]) @ linear(colour))


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it, 1 (equal) to 21."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
