"""The colours of the whole window as data, and their application to Qt.

Two themes, light paper and dark leather, each also in colours that the colour-blind tell apart.
Colours are written `#rrggbb`; a record that holds them imports nothing of the rest of the window.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from string import Template
from types import MappingProxyType

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

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


_LIGHT = Window(
    paper="#f2e9d5",
    base="#fbf6ea",
    sunken="#e6dac0",
    raised="#f9f2e2",
    leather="#553624",
    on_leather="#f4e7cc",
    ink="#2b2118",
    faint="#675745",
    line="#c9b791",
    chosen="#e6d2a2",
    accent="#8c2f23",
    on_accent="#fff6e6",
    link="#7a3a10",
    focus="#a87a22",
    good="#3b6430",
    warning="#8a5200",
)
_DARK = Window(
    paper="#261e18",
    base="#362c24",
    sunken="#1c1611",
    raised="#42372d",
    leather="#18120e",
    on_leather="#e6d6b6",
    ink="#ecdfc7",
    faint="#b5a48b",
    line="#5d4e41",
    chosen="#6b5030",
    accent="#e58a72",
    on_accent="#1c110c",
    link="#e3ad62",
    focus="#d6a84c",
    good="#9cc48b",
    warning="#e8b45c",
)

_LIVERIES = {
    "french": Livery("#3d69ab", "#ffffff", "#7fa0d2"),
    "young_guard": Livery("#5b4796", "#ffffff", "#a293d6"),
    "guard": Livery("#2d3d75", "#ffffff", "#dcb95c"),
    "old_guard": Livery("#1c2448", "#f4d272", "#dcb95c"),
    "russian": Livery("#2e6246", "#f8f3e2", "#6fa083"),
    "prussian": Livery("#4d5b69", "#f6f1e4", "#8b99a6"),
    "austrian": Livery("#f1ebdc", "#7c1d17", "#c98d7c"),
    "bavarian": Livery("#9dc4e6", "#122546", "#d6e8f7"),
    "wurttemberg": Livery("#c2985c", "#2f170a", "#e3c593"),
    "other": Livery("#9a9587", "#14110d", "#b9b4a6"),
}
# Told apart by lightness first: dark Russians and Old Guard, mid blue, light rest.
_SAFE_LIVERIES = {
    **_LIVERIES,
    "french": Livery("#2a6cc0", "#ffffff", "#7fb0e8"),
    "young_guard": Livery("#bb8fdd", "#1c0a30", "#e4cff4"),
    "guard": Livery("#2b3f86", "#ffffff", "#f0d060"),
    "old_guard": Livery("#111a3c", "#ffdf70", "#f0d060"),
    "russian": Livery("#0c4a3c", "#fff9e0", "#4f9a86"),
    "prussian": Livery("#5f6468", "#ffffff", "#a2a8ad"),
    "austrian": Livery("#f4f0e4", "#5c1410", "#c9a08c"),
    "bavarian": Livery("#a9d4f5", "#0b1d3c", "#e2f1fd"),
    "wurttemberg": Livery("#d9a036", "#231200", "#f2cf88"),
}
_STRIPES = (
    Tint("#a9302a", "#ffffff"),
    Tint("#e3b93f", "#241a08"),
    Tint("#f1e9d6", "#241d15"),
    Tint("#1d7577", "#ffffff"),
    Tint("#dd8136", "#241206"),
    Tint("#6d3c84", "#ffffff"),
    Tint("#a8c25c", "#1b210c"),
    Tint("#28241f", "#f3e9d2"),
    Tint("#8fc3de", "#0f1f2b"),
    Tint("#dfa09f", "#2c0f10"),
    Tint("#694a2f", "#f8ecd6"),
    Tint("#b8b3a5", "#1d1a16"),
)
_SAFE_STRIPES = (
    Tint("#b03a00", "#ffffff"),
    Tint("#f0dc42", "#1c1900"),
    Tint("#f4f0e4", "#1c1812"),
    Tint("#00648f", "#ffffff"),
    Tint("#e69f00", "#201600"),
    Tint("#54215c", "#ffffff"),
    Tint("#5fbf8c", "#032015"),
    Tint("#1b1b1b", "#ffffff"),
    Tint("#7cc4f0", "#06202f"),
    Tint("#e3a6c8", "#2c0f20"),
    Tint("#5b4431", "#ffffff"),
    Tint("#858585", "#0b0b0b"),
)
_BADGES = {
    "disrupted": Tint("#c4261c", "#ffffff"),
    "demoralized": Tint("#1d1a17", "#ffd95a"),
    "exhausted": Tint("#7a4a1e", "#ffffff"),
    "square": Tint("#fdfaf1", "#1d1814"),
    "out_of_supply": Tint("#f0a322", "#1f1402"),
    "out_of_command": Tint("#6a3d9c", "#ffffff"),
    "column": Tint("#fdfaf1", "#6b3d1a"),
    "tick": Tint("#fdfaf1", "#2c6e35"),
}
_SAFE_BADGES = {
    **_BADGES,
    "disrupted": Tint("#d55e00", "#000000"),
    "demoralized": Tint("#000000", "#f7e948"),
    "exhausted": Tint("#5a5a5a", "#ffffff"),
    "out_of_supply": Tint("#f0e442", "#141200"),
    "out_of_command": Tint("#005f96", "#ffffff"),
    "tick": Tint("#ffffff", "#00664a"),
}
_OVERLAYS = {
    "reach": "#f0c850",
    "path": "#7d2c17",
    "target": "#c4261c",
    "refused": "#5a4f47",
    "zoc_own": "#3d69ab",
    "zoc_enemy": "#b23a2b",
    "command": "#6a3d9c",
    "supply": "#3c7d46",
    "sight": "#fff2b0",
    "blocked": "#2f2722",
    "objective": "#a3271c",
    "last_move": "#553624",
    "selection": "#ffc53d",
    "ready": "#ffd24a",
    "contact": "#a3271c",
    "victory": "#d9a92e",
    "shadow": "#241a10",
}
_SAFE_OVERLAYS = {
    **_OVERLAYS,
    "reach": "#f0e442",
    "path": "#5c2600",
    "target": "#d55e00",
    "zoc_own": "#0072b2",
    "zoc_enemy": "#d55e00",
    "command": "#7a3f7f",
    "supply": "#009e73",
    "objective": "#b03a00",
    "contact": "#b03a00",
}

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
    is_dark = base == "dark"
    plain = Theme(
        name,
        is_dark,
        _DARK if is_dark else _LIGHT,
        MappingProxyType(_LIVERIES),
        _STRIPES,
        MappingProxyType(_BADGES),
        MappingProxyType(_OVERLAYS),
    )
    return _made_safe(plain) if safe else plain


def _made_safe(plain: Theme) -> Theme:
    return replace(
        plain,
        liveries=MappingProxyType(_SAFE_LIVERIES),
        stripes=_SAFE_STRIPES,
        badges=MappingProxyType(_SAFE_BADGES),
        overlays=MappingProxyType(_SAFE_OVERLAYS),
    )


def luminance(colour: str) -> float:
    """The relative luminance of a colour as WCAG 2 defines it, 0 (black) to 1 (white)."""
    shade = QColor(colour)
    red, green, blue = (_linear(v) for v in (shade.redF(), shade.greenF(), shade.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it, 1 (equal) to 21.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def apply(app: QApplication, chosen: Theme, scale: float = 1.0) -> None:
    """Dress an application in a theme, its text and spacing at `scale` times their usual size."""
    app.setStyle("fusion")
    app.setPalette(palette(chosen))
    app.setFont(font(SANS, round(_TEXT_PX * scale)))
    app.setStyleSheet(style_sheet(chosen, scale))


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
    return Template(_SHEET).substitute(
        asdict(chosen.window), **sizes, **within, dimmed=_dimmed(chosen.window), serif=SERIF.family
    )


_SIZES = (1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24)
_SHEET = """
QMainWindow, QDialog { background: $paper; }
QToolTip { background: $base; color: $ink; border: 1px solid $line; padding: $px4 $px6; }
QLabel[role="title"] { font-family: "$serif"; font-size: $px20; font-weight: 600; }
QLabel[role="heading"] { font-family: "$serif"; font-size: $px16; font-weight: 600; }
QLabel[role="quiet"] { color: $faint; font-size: $px12; }
QLabel[role="prompt"] { font-size: $px16; }
QLabel[role="refusal"] { color: $accent; }
QFrame[role="bar"] { background: $leather; border: none; }
QFrame[role="bar"] QLabel { color: $on_leather; }
QFrame[role="card"] { background: $base; border: 1px solid $line; border-radius: $px4; }

QMenuBar { background: $leather; color: $on_leather; padding: $px2 $px6; }
QMenuBar::item { padding: $px4 $px10; border-radius: $px3; background: transparent; }
QMenuBar::item:selected { background: $on_leather; color: $leather; }
QMenu { background: $base; border: 1px solid $line; padding: $px4; }
QMenu::item { padding: $px6 $px24 $px6 $px16; border-radius: $px3; }
QMenu::item:selected { background: $chosen; color: $ink; }
QMenu::item:disabled { color: $dimmed; }
QMenu::separator { height: 1px; background: $line; margin: $px4 $px8; }
QToolBar { background: $paper; border: none; spacing: $px4; padding: $px4; }
QStatusBar { background: $paper; color: $faint; border-top: 1px solid $line; }

QDockWidget { font-family: "$serif"; font-weight: 600; color: $on_leather; }
QDockWidget::title { background: $leather; padding: $px6 $px10; text-align: left; }
QDockWidget::close-button, QDockWidget::float-button {
    background: $on_leather; border-radius: $px2; padding: 0;
}
QTabBar::tab {
    background: $sunken; color: $faint; border: 1px solid $line; padding: $px6 $px12;
    margin-right: $px2; border-top-left-radius: $px4; border-top-right-radius: $px4;
}
QTabBar::tab:selected { background: $paper; color: $ink; border-bottom-color: $paper; }
QTabBar::tab:hover:!selected { color: $ink; }
QTabWidget::pane { border: 1px solid $line; background: $paper; top: -1px; }

QPushButton, QToolButton {
    background: $raised; color: $ink; border: 1px solid $line; border-radius: $px4;
    padding: $px6 $px14;
}
QToolButton { padding: $px4 $px8; }
QPushButton:hover, QToolButton:hover { border-color: $focus; background: $base; }
QPushButton:pressed, QToolButton:pressed, QToolButton:checked, QPushButton:checked {
    background: $chosen; border-color: $focus;
}
QPushButton:focus { border: $px2 solid $focus; padding: $in6 $in14; }
QToolButton:focus { border: $px2 solid $focus; padding: $in4 $in8; }
QPushButton:disabled, QToolButton:disabled { color: $dimmed; background: $paper; }
QPushButton[role="main"] { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton[role="main"]:hover, QPushButton[role="main"]:focus {
    border: $px2 solid $focus; padding: $in6 $in14;
}
QPushButton[role="main"]:disabled { background: $sunken; color: $dimmed; border-color: $line; }

QLineEdit, QPlainTextEdit, QTextEdit, QTextBrowser {
    background: $base; color: $ink; border: 1px solid $line; border-radius: $px3;
    padding: $px4 $px6; selection-background-color: $chosen; selection-color: $ink;
}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QTextBrowser:focus {
    border: 1px solid $focus;
}
QAbstractItemView {
    background: $base; alternate-background-color: $paper; border: 1px solid $line;
    selection-background-color: $chosen; selection-color: $ink; outline: none;
    gridline-color: $line;
}
QTableCornerButton::section { background: $sunken; border: none; }
QAbstractItemView::item { padding: $px4 $px6; }
QAbstractItemView::item:selected { background: $chosen; color: $ink; }
QAbstractItemView::item:disabled { color: $dimmed; }
QHeaderView::section {
    background: $sunken; color: $faint; border: none; border-right: 1px solid $line;
    border-bottom: 1px solid $line; padding: $px4 $px8;
}
QGroupBox { border: 1px solid $line; border-radius: $px4; margin-top: $px12; padding: $px8; }
QGroupBox::title { subcontrol-origin: margin; left: $px10; padding: 0 $px4; color: $faint; }
QCheckBox, QRadioButton { spacing: $px6; }
QCheckBox { border: 1px solid transparent; border-radius: $px3; padding: 1px; }
QCheckBox:focus { border-color: $focus; }
QCheckBox::indicator { width: $px16; height: $px16; }
QCheckBox::indicator:unchecked {
    width: $px14; height: $px14; border: 1px solid $faint; border-radius: $px3; background: $base;
}
QCheckBox::indicator:unchecked:disabled { background: $paper; border-color: $line; }
QRadioButton::indicator {
    width: $px12; height: $px12; border: 1px solid $faint; border-radius: $px6; background: $base;
}
QRadioButton::indicator:checked { background: $accent; border-color: $ink; }
QRadioButton::indicator:focus { border: $px2 solid $focus; }
QRadioButton::indicator:disabled { background: $paper; }
QProgressBar {
    background: $sunken; border: 1px solid $line; border-radius: $px4; text-align: center;
}
QProgressBar::chunk { background: $chosen; border-radius: $px3; }
QSplitter::handle { background: $sunken; }
QScrollBar:vertical { background: $sunken; width: $px12; margin: 0; }
QScrollBar:horizontal { background: $sunken; height: $px12; margin: 0; }
QScrollBar::handle { background: $line; border-radius: $px4; margin: $px2; }
QScrollBar::handle:vertical { min-height: $px24; }
QScrollBar::handle:horizontal { min-width: $px24; }
QScrollBar::handle:hover { background: $focus; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""
