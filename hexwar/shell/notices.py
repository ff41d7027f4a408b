"""Small dialogs of the window: a text to read, a hex to go to, a panel; and the list of keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCompleter,
    QDialog,
    QLineEdit,
    QWidget,
)

from hexwar.messages import say
from hexwar.shell.actions import Action, Menu
from hexwar.shell.board_keys import MAP_KEYS, Keys
from hexwar.table.spot import Spot
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Body, bare, button, column, fill, label, row, scrolled


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
        body, area = Body(look), scrolled(self.text)
        closing = row(8, None, self.close_button)
        column(body, 18, 10, (area, 1), closing)
        fill(self, body)
        self.close_button.clicked.connect(self.reject)
        self.close_button.setDefault(True)
        height = min(self.text.heightForWidth(look.px(500)) + look.px(150), look.px(640))
        self.resize(_within(self, QSize(look.px(560), height)))


class PlaceDialog(QDialog):
    """Asks for a place on the board, by its number or by its name."""

    def __init__(
        self,
        look: Look,
        names: Sequence[str],
        find: Callable[[str], Spot | None],
        parent: QWidget | None = None,
    ) -> None:
        """Ask for one of some names, or for anything that `find` knows."""
        super().__init__(parent)
        self.setWindowTitle(say("Which place?"))
        self._find = find
        self.spot: Spot | None = None
        """What was entered."""
        self.line, self.refusal = QLineEdit(), label("refusal")
        self.go, self.cancel = button(say("Go"), "main"), button(say("Cancel"))
        completer = QCompleter(list(names), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.line.setCompleter(completer)
        self.line.setPlaceholderText(say("such as {name}", name=names[0]) if names else "")
        self.line.setMaxLength(80)
        body, buttons = Body(look), row(8, None, self.cancel, self.go)
        column(body, 18, 10, self.line, self.refusal, buttons)
        fill(self, body)
        self.setMinimumWidth(look.px(380))
        self.go.clicked.connect(self._take)
        self.cancel.clicked.connect(self.reject)
        self.go.setDefault(True)

    def _take(self) -> None:
        self.spot = self._find(self.line.text())
        if self.spot is None:
            self.refusal.setText(say("There is no such place on this board."))
        else:
            self.accept()


class EyesDialog(QDialog):
    """Asks by whose eyes somebody looks at a game that two persons still play."""

    def __init__(self, look: Look, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Who looks?"))
        self.chosen = 0
        """The number of the name that was chosen."""
        why = say("This game still runs. You see what your own side has seen, and no more.")
        self.buttons = [button(name, "" if place else "main") for place, name in enumerate(names)]
        for place, made in enumerate(self.buttons):
            made.clicked.connect(partial(self._take, place))
        self.cancel = button(say("Cancel"))
        self.cancel.clicked.connect(self.reject)
        body = Body(look)
        column(body, 18, 12, label("", why), row(8, self.cancel, None, *self.buttons))
        fill(self, body)
        self.setMinimumWidth(look.px(420))

    def _take(self, place: int) -> None:
        self.chosen = place
        self.accept()


class PanelDialog(QDialog):
    """A panel in a window of its own."""

    def __init__(self, title: str, panel: QWidget, size: QSize, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.panel = panel
        bare(self, panel)
        self.resize(_within(self, size))


def keys_html(specs: Sequence[Action], board: Keys = MAP_KEYS, own: Keys = ()) -> str:
    """All keys as HTML, menu by menu, and what a board obeys: of its kind, and that of a game."""
    parts = []
    for menu in Menu:
        mine = [spec for spec in specs if spec.menu is menu and spec.keys]
        rows = [(", ".join(spec.all_keys), say(spec.tip)) for spec in mine]
        parts.append(_table(say(menu.value).replace("&", ""), rows))
    rows = [(say(keys), say(words)) for keys, words in (*board, *own)]
    return _table(say("Board"), rows) + "".join(parts)


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
