"""The colours of the whole window as data, and their application to Qt.

Two themes, light paper and dark leather, each also in colours that the colour-blind tell apart.
The colours, `#rrggbb`, and the style sheet lie in assets/theme.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from string import Template
from types import MappingProxyType
from typing import Any

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from hexwar.resources import assets
from hexwar.widgets.fonts import SANS, SERIF, font


@dataclass(frozen=True, slots=True)
class Livery:
    """The colours of a nationality's counters."""

    field: str  # the card
    ink: str  # numbers on the card
    trim: str  # a thin line inside the card's edge


@dataclass(frozen=True, slots=True)
class Tint:
    """A coloured ground and what is written on it: formation stripes and badges of state."""

    field: str
    ink: str
    barred: bool = False  # a bar of the ink along it: the second formation of the same colour


@dataclass(frozen=True, slots=True)
class Window:
    """The colours of docks, buttons, lists and lines of text."""

    paper: str  # the ground of docks and dialogs
    base: str  # lists, fields of entry
    sunken: str  # tracks, unused tabs
    raised: str  # buttons
    leather: str  # title bars, the bar of menus
    on_leather: str
    ink: str
    faint: str  # notes, labels of units
    line: str
    chosen: str  # the ground of what is selected
    accent: str  # the one button to press, refusals
    on_accent: str
    link: str
    focus: str  # ring round what has the keyboard
    good: str
    warning: str


@dataclass(frozen=True, eq=False)
class Theme:
    """Every colour of the window; compared by identity, as `theme` makes each only once."""

    name: str
    is_dark: bool
    window: Window
    liveries: Mapping[str, Livery]  # by key: french, young_guard, russian ..., other
    stripes: tuple[Tint, ...]  # of formations, in the order of the order of battle
    badges: Mapping[str, Tint]  # by state: disrupted, square ...; and tick
    overlays: Mapping[str, str]  # by use: reach, path, target ...

    def livery(self, key: str) -> Livery:
        """A nationality's colours; those of `other` for a nationality without its own."""
        return self.liveries.get(key, self.liveries["other"])

    def stripe(self, place: int) -> Tint:
        """The stripe of the formation in a place of its side's list, from 0.

        When the colours are used up they come again with a bar, then once more without.
        """
        round_, colour = divmod(place, len(self.stripes))
        tint = self.stripes[colour]
        return replace(tint, barred=True) if round_ % 2 else tint


NAMES = ("light", "dark", "light-safe", "dark-safe")
"""The themes; `-safe` marks the colours that the colour-blind tell apart."""


@cache
def theme(name: str) -> Theme:
    """The theme of a name.

    Raises:
        ValueError: a name that is not in `NAMES`.
    """
    if name not in NAMES:
        raise ValueError(f"no theme is called {name!r}: there are {', '.join(NAMES)}")
    base, _, safe = name.partition("-")
    data = theme_file("colours")
    colours = data["plain"]
    if safe:
        colours = {  # a table is laid over the plain one, the list of stripes takes its place
            use: {**colours[use], **over} if isinstance(over, dict) else over
            for use, over in data["safe"].items()
        }
    return Theme(
        name,
        base == "dark",
        Window(**data["window"][base]),
        MappingProxyType({key: Livery(*inks) for key, inks in colours["liveries"].items()}),
        tuple(Tint(*inks) for inks in colours["stripes"]),
        MappingProxyType({key: Tint(*inks) for key, inks in colours["badges"].items()}),
        MappingProxyType(colours["overlays"]),
    )


def theme_file(name: str) -> dict[str, Any]:
    """The tables of a file of colours in assets/theme."""
    return tomllib.loads(_text(f"{name}.toml"))


def _text(file: str) -> str:
    return (assets() / "theme" / file).read_text(encoding="utf-8")


def apply(app: QApplication, chosen: Theme, scale: float = 1.0) -> None:
    """Dress an application in a theme, its text and spacing at `scale` times their usual size."""
    sheet = style_sheet(chosen, scale)
    if app.styleSheet() == sheet:
        return  # Qt would polish every widget anew
    app.setStyle("fusion")
    app.setPalette(palette(chosen))
    app.setFont(font(SANS, round(_TEXT_PX * scale)))
    app.setStyleSheet(sheet)


_TEXT_PX = 14


def palette(chosen: Theme) -> QPalette:
    """The colours by their roles in Qt, for what the style sheet does not reach."""
    window, role = chosen.window, QPalette.ColorRole
    colours = {
        role.Window: window.paper,
        role.WindowText: window.ink,
        role.Base: window.base,
        role.AlternateBase: window.paper,
        role.Text: window.ink,
        role.Button: window.raised,
        role.ButtonText: window.ink,
        role.ToolTipBase: window.base,
        role.ToolTipText: window.ink,
        role.Highlight: window.chosen,
        role.HighlightedText: window.ink,
        role.PlaceholderText: window.faint,
        role.Link: window.link,
        role.LinkVisited: window.link,
        role.Accent: window.focus,
        role.BrightText: window.on_accent,
    }
    result = QPalette()
    for name, colour in colours.items():
        result.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, name, QColor(_dimmed(window)))
    return result


def _dimmed(window: Window) -> str:
    """The ink of what cannot be used now: half way to the paper."""
    ink, paper = QColor(window.faint), QColor(window.paper)
    return QColor(
        (ink.red() + paper.red()) // 2,
        (ink.green() + paper.green()) // 2,
        (ink.blue() + paper.blue()) // 2,
    ).name()


def style_sheet(chosen: Theme, scale: float = 1.0) -> str:
    """The style sheet of the window.

    Widgets choose a manner by their property `role`: a label `title`, `heading`, `quiet`,
    `prompt` or `refusal`; a frame `bar` (leather) or `card` (a sheet of paper); a push button
    `main` (the one to press).
    """
    sizes = {f"px{size}": f"{max(1, round(size * scale))}px" for size in _SIZES}
    ring = max(1, round(2 * scale))
    # What has the keyboard has a broader border; its padding gives way, or its words were cut.
    within = {f"in{size}": f"{round(size * scale) + 1 - ring}px" for size in (4, 6, 8, 14)}
    return Template(_text("window.qss")).substitute(
        asdict(chosen.window),
        **sizes,
        **within,
        dimmed=_dimmed(chosen.window),
        serif=SERIF.family,
        signs=(assets() / "art" / "signs").as_posix(),
    )


_SIZES = (1, 2, 3, 4, 6, 8, 10, 12, 13, 14, 16, 18, 20, 24)
