"""Small things that all panels are made of: labels by their role, links, and the panel itself."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QPushButton, QVBoxLayout, QWidget

from hexwar.table.reports import Remark
from hexwar.widgets.panels.look import Look

Box = TypeVar("Box", bound=QLayout)


class Panel(QWidget):
    """A part of the window that can be dressed anew while it is shown."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._again: Callable[[], None] | None = None  # shows once more what is shown

    @property
    def look(self) -> Look:
        """What it is dressed in."""
        return self._look

    def set_look(self, look: Look) -> None:
        """Change theme and scale; what is shown stays."""
        self._look = look
        self.settle()
        if self._again is not None:
            self._again()
        self.updateGeometry()
        self.update()

    def settle(self) -> None:
        """Space out all layouts and dress; a panel does this last in its `__init__`."""
        for layout in self.findChildren(QLayout):
            _space_out(layout, self._look)
        self.dress()

    def dress(self) -> None:
        """Set what hangs on theme and scale; panels that paint themselves need nothing."""


class Body(Panel):
    """The ground of a dialog: what is on it is spaced out by the scale."""


class Divider(Panel):
    """A thin line across a card."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.setFixedHeight(1)

    def paintEvent(self, _: QPaintEvent) -> None:
        """The line."""
        QPainter(self).fillRect(self.rect(), self.look.colour("line"))


def spaced(layout: Box, edge: int, gap: int) -> Box:
    """A layout with margins and gaps that follow the scale of its panel.

    Args:
        layout: any layout.
        edge: margin on all four sides, pixels at 100 %.
        gap: between its items, pixels at 100 %.
    """
    layout.setProperty("edge", edge)
    layout.setProperty("gap", gap)
    return layout


def _space_out(layout: QLayout, look: Look) -> None:
    edge, gap = layout.property("edge"), layout.property("gap")
    if edge is None:
        return
    margin = look.px(edge) if edge else 0
    layout.setContentsMargins(margin, margin, margin, margin)
    layout.setSpacing(look.px(gap) if gap else 0)


def label(role: str = "", words: str = "", parent: QWidget | None = None) -> QLabel:
    """A line of rich text that wraps; its links work by mouse and by keyboard.

    Args:
        role: its manner in the style sheet: title, heading, quiet, or none.
        words: HTML; names from files must have been escaped.
        parent: the widget that it is on.
    """
    made = QLabel(words, parent)
    made.setTextFormat(Qt.TextFormat.RichText)
    made.setWordWrap(True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
    made.setOpenExternalLinks(False)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus if "<a " not in words else Qt.FocusPolicy.TabFocus)
    if role:
        made.setProperty("role", role)
    return made


def button(words: str, role: str = "", parent: QWidget | None = None) -> QPushButton:
    """A push button; the role `main` is for the one that goes on."""
    made = QPushButton(words, parent)
    if role:
        made.setProperty("role", role)
    return made


def card(parent: QWidget | None = None) -> tuple[QFrame, QVBoxLayout]:
    """A framed ground of lighter paper, and the layout on it."""
    frame = QFrame(parent)
    frame.setProperty("role", "card")
    return frame, spaced(QVBoxLayout(frame), 12, 6)


def rule_link(rule: str) -> str:
    """The HTML of a link to a rule; of none, nothing.

    >>> rule_link("N8.5")
    '<a href="rule:N8.5">N8.5</a>'
    """
    return f'<a href="rule:{escape(rule)}">{escape(rule)}</a>' if rule else ""


def remark_html(remark: Remark) -> str:
    """A remark with its rule, as a line of a tip.

    >>> remark_html(Remark("Nobody charges", "N17.2"))
    'Nobody charges <small>N17.2</small>'
    """
    return f"{escape(remark.words)} <small>{escape(remark.rule)}</small>"


def hex_link(hex_: str, words: str) -> str:
    """The HTML of a link to a hex."""
    return f'<a href="hex:{escape(hex_)}">{escape(words)}</a>'


def unit_link(piece: str, words: str) -> str:
    """The HTML of a link to a unit."""
    return f'<a href="unit:{escape(piece)}">{escape(words)}</a>'


def small(look: Look, html: str) -> str:
    """The HTML of details under a line."""
    return f'<span style="font-size:{look.px(12.5)}px">{html}</span>'


def signed(number: int, unit: str = "") -> str:
    """A number with its sign, as it is printed: `+1`, `−25 %`."""
    sign = "\N{MINUS SIGN}" if number < 0 else "+"
    return f"{sign}{abs(number)}{unit}"
