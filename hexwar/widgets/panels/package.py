"""What a package of a scenario contains, shown before it is added."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLocale, QSize, Qt
from PySide6.QtWidgets import QDialog, QWidget

from hexwar.messages import count, mark, say
from hexwar.scenario.pack import Contents
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    HELP,
    Body,
    button,
    card,
    column,
    fill,
    plain_label,
    row,
    scrolled,
)

MOST_SHOWN = 40
"""Findings of the checks that are shown."""

_SIZE = QSize(560, 440)  # at 100 %


class PackageDialog(QDialog):
    """Tells what a package contains: Add or Cancel, or keep both where one stands there.

    Once it is accepted, `keeps_both` tells whether it shall get a name of its own.
    """

    def __init__(
        self,
        look: Look,
        contents: Contents,
        game: str,
        standing: Path | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Show it.

        Args:
            look: What it is dressed in.
            contents: What the package contains.
            game: What players call the game that it is for.
            standing: The folder of another battle that it would replace; None: there is none.
            parent: Over what it stands.
        """
        super().__init__(parent)
        self.setWindowTitle(say("Add a scenario"))
        self.setProperty(HELP, "help:your-scenarios")
        self.contents = contents
        words = say("Replace it") if standing else say("Add")
        self.add, self.cancel = button(words, "main"), button(say("Cancel"))
        self.add.setToolTip(say("Put it into the list of battles, as one of yours (Enter)"))
        self.cancel.setToolTip(say("Leave it where it is (Esc)"))
        self.add.setAccessibleName(words)
        about = (plain_label("heading", contents.name), *_about(contents, game))
        files, _ = card(plain_label("heading", _files_heading(contents)), *_files(contents))
        ground = QWidget()
        column(ground, 0, 10, *about, files, *_warnings(contents, standing), None)
        body = Body(look)
        self.both = button(say("Keep both"))
        self.both.setToolTip(say("Add it under a name of its own; what you have stays"))
        self.both.setVisible(standing is not None)
        self.keeps_both = False
        buttons = row(8, None, self.cancel, self.both, self.add)
        column(body, 18, 12, (scrolled(ground), 1), buttons)
        fill(self, body)
        self.add.clicked.connect(self.accept)
        self.both.clicked.connect(self._keep_both)
        self.cancel.clicked.connect(self.reject)
        (self.cancel if standing else self.add).setDefault(True)
        room = self.screen().availableGeometry().size() * 0.94
        self.resize(QSize(look.px(_SIZE.width()), look.px(_SIZE.height())).boundedTo(room))

    def _keep_both(self) -> None:
        self.keeps_both = True
        self.accept()


def size_words(size: int) -> str:
    """How large a file is, as a person reads it."""
    return QLocale(QLocale.Language.English).formattedDataSize(
        size, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat
    )


def _about(contents: Contents, game: str) -> list[QWidget]:
    turns = count("{n} turn", "{n} turns", contents.turns) if contents.turns else ""
    units = count("{n} unit", "{n} units", contents.units) if contents.units else ""
    middle = " \N{MIDDLE DOT} "
    lines = [
        middle.join(filter(None, (contents.date, turns, units))),
        say(" against ").join(contents.side_names),
        say("For the game {game}", game=game),
    ]
    return [plain_label("", line) for line in lines if line]


def _files_heading(contents: Contents) -> str:
    files = count("{n} file", "{n} files", len(contents.pieces))
    return say("It contains {files}, {size}", files=files, size=size_words(contents.size))


def _files(contents: Contents) -> list[QWidget]:
    shown = contents.pieces[:MOST_SHOWN]
    words = mark("{name}, {size}")
    lines = [say(words, name=piece.name, size=size_words(piece.size)) for piece in shown]
    left = len(contents.pieces) - len(shown)
    lines += [count("and {n} more", "and {n} more", left)] if left else []
    made = [plain_label("", line) for line in lines]
    for line in made:
        line.setAlignment(Qt.AlignmentFlag.AlignTop)
    return [*made]


def _warnings(contents: Contents, standing: Path | None) -> list[QWidget]:
    """What the checks say, and what is in the way."""
    made: list[QWidget] = []
    if standing is not None:
        words = mark(
            "You have another battle called {name}. This one takes its place, unless you keep both."
        )
        made.append(plain_label("refusal", say(words, name=standing.name)))
    if not contents.is_playable:
        words = mark("It cannot be played as it is; the editor can mend it. The checks say:")
        made.append(plain_label("refusal", say(words)))
    elif contents.findings:
        made.append(plain_label("quiet", say("It can be played. The checks say:")))
    else:
        made.append(plain_label("quiet", say("The checks find no fault in it.")))
    made += [plain_label("", str(one)) for one in contents.findings[:MOST_SHOWN]]
    left = len(contents.findings) - MOST_SHOWN
    if left > 0:
        made.append(plain_label("quiet", count("and {n} more", "and {n} more", left)))
    return made
