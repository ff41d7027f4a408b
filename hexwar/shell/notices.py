"""Small dialogs of the window: a text to read, a hex to go to, a panel; and the list of keys."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCompleter,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.actions import Action, Menu
from hexwar.table.battlefield import Battlefield
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Body, button, label, spaced
from hexwar.widgets.words import plain

BOARD_KEYS = (
    (mark("Arrows, keypad, Home, End, Page Up, Page Down"), mark("Move the hex cursor")),
    (
        mark("Enter"),
        mark("Click the hex of the cursor; with Alt, go there even where friends stand"),
    ),
    (mark("Space"), mark("With the hex cursor in use: the next counter of its hex")),
    (mark("1 to 9"), mark("Press a button of the question")),
    (mark("Ctrl with arrows"), mark("Move the map")),
    (mark("Esc"), mark("Give up the last choice")),
    (
        mark("Right click"),
        mark("Go there, even where friends stand; while drawing, take the last hex back"),
    ),
    (mark("Shift click"), mark("Choose a counter in addition")),
    (mark("Ctrl click"), mark("Choose the counter itself that lies there")),
    (mark("Ctrl click on the way"), mark("Go by that hex, and leave a unit there if you like")),
    (mark("Drag"), mark("From a unit that may move: draw its path; elsewhere: move the map")),
)
"""What the board of every game obeys."""


class Notice(QDialog):
    """A text to read, and a button to close it; Esc does the same."""

    linkActivated = Signal(str)
    """A link of the text: `rule:N22`."""

    def __init__(self, look: Look, title: str, html: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.text = label("", html)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.text.setContentsMargins(0, 0, look.px(12), 0)  # the bar stands beside it
        self.text.linkActivated.connect(self.linkActivated)
        self.close_button = button(say("Close"), "main")
        body = Body(look)
        inside = spaced(QVBoxLayout(body), 18, 10)
        inside.addWidget(label("heading", escape(title)))
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(self.text)
        inside.addWidget(area, 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.close_button)
        inside.addLayout(row)
        _fill(self, body)
        self.close_button.clicked.connect(self.reject)
        self.close_button.setDefault(True)
        self.resize(_within(self, QSize(look.px(560), self._height(look))))

    def _height(self, look: Look) -> int:
        return min(self.text.heightForWidth(look.px(500)) + look.px(150), look.px(640))


class HexDialog(QDialog):
    """Asks for a hex, by its number or by the name of a place."""

    def __init__(self, look: Look, battlefield: Battlefield, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Go to hex"))
        self._field = battlefield
        self.hex: Hex | None = None
        """What was entered."""
        self.line, self.refusal = QLineEdit(), label("refusal")
        self.go, self.cancel = button(say("Go"), "main"), button(say("Cancel"))
        names = sorted(battlefield.name_of(place.hex) for place in battlefield.places)
        completer = QCompleter(names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.line.setCompleter(completer)
        self.line.setPlaceholderText(say("0913, or Brienne"))
        self.line.setMaxLength(80)
        self._arrange(look)
        self.go.clicked.connect(self._take)
        self.cancel.clicked.connect(self.reject)
        self.go.setDefault(True)

    def _arrange(self, look: Look) -> None:
        body = Body(look)
        inside = spaced(QVBoxLayout(body), 18, 10)
        inside.addWidget(label("heading", say("Which hex, or which place?")))
        inside.addWidget(self.line)
        inside.addWidget(self.refusal)
        row = spaced(QHBoxLayout(), 0, 8)
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.go)
        inside.addLayout(row)
        _fill(self, body)
        self.setMinimumWidth(look.px(380))

    def _take(self) -> None:
        self.hex = find_hex(self._field, self.line.text())
        if self.hex is None:
            self.refusal.setText(say("There is no such hex or place on this map."))
        else:
            self.accept()


def find_hex(field: Battlefield, words: str) -> Hex | None:
    """The hex of a number, or of a place whose name contains the words; None for neither.

    Neither capitals nor accents matter.
    """
    asked = plain(words.strip())
    number = asked[-5:-1] if asked.endswith(")") else asked
    if Hex(number) in field.grid:
        return Hex(number)
    found = (place.hex for place in field.places if asked and asked in plain(place.name))
    return next(found, None)


class PanelDialog(QDialog):
    """A panel in a window of its own."""

    def __init__(self, title: str, panel: QWidget, size: QSize, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.panel = panel
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(panel)
        self.resize(_within(self, size))


def keys_html(specs: Sequence[Action], own: Sequence[tuple[str, str]] = ()) -> str:
    """All keys, menu by menu, as HTML.

    Args:
        specs: The actions.
        own: What the board of a game obeys beside what all boards do.
    """
    parts = []
    for menu in Menu:
        rows = [
            (", ".join(spec.all_keys), say(spec.tip))
            for spec in specs
            if spec.menu is menu and spec.keys
        ]
        parts.append(_table(say(menu.value).replace("&", ""), rows))
    board = [(say(keys), say(words)) for keys, words in (*BOARD_KEYS, *own)]
    return _table(say("Board"), board) + "".join(parts)


def _table(title: str, rows: Sequence[tuple[str, str]]) -> str:
    lines = "".join(
        f'<tr><td width="170"><b>{escape(keys)}</b></td><td>{escape(words)}</td></tr>'
        for keys, words in rows
    )
    return f'<p><b>{escape(title)}</b></p><table cellpadding="3">{lines}</table>'


def lines_html(lines: Sequence[str]) -> str:
    """Sentences as a list, as HTML."""
    return "".join(f"\N{BULLET} {escape(line)}<br>" for line in lines)


def _within(dialog: QDialog, size: QSize) -> QSize:
    """A size brought within the screen."""
    return size.boundedTo(dialog.screen().availableGeometry().size() * 0.94)


def _fill(dialog: QDialog, body: Body) -> None:
    whole = QVBoxLayout(dialog)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.addWidget(body)
    body.settle()
