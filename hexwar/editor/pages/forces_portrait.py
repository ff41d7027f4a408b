"""The picture of the leader in the current row: seen, chosen from a file, taken away."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Final

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFileDialog, QSizePolicy

from hexwar.editor.army import Path, at, text
from hexwar.editor.desk import Desk
from hexwar.editor.pages.forces_form import propose_button
from hexwar.editor.portraits import folders_of, taken
from hexwar.engine import Refusal
from hexwar.messages import say
from hexwar.scenario.pictures import picture_at
from hexwar.widgets.brushwork import Align, rounded, take_up, write
from hexwar.widgets.panels.look import Look, wrapped
from hexwar.widgets.panels.parts import Panel, bar, column
from hexwar.widgets.portraits import paint_portrait

_ROOM: Final = QSize(116, 140)  # of the picture, pixels at 100 %


class Thumbnail(Panel):
    """A picture, or a word that there is none."""

    wide = _ROOM
    least = QSize(60, 48)

    def __init__(self, look: Look) -> None:
        """Show none yet."""
        super().__init__(look)
        self.path: FilePath | None = None
        self.words = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.settle()

    def show_picture(self, path: FilePath | None, words: str) -> None:
        """Show a picture; the words where there is none that can be shown."""
        self.path, self.words = path, words
        self.setAccessibleDescription(words)
        self.update()

    def paintEvent(self, _: QPaintEvent) -> None:
        """The picture in the middle, else the words."""
        look, painter = self.look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.path is not None and not paint_portrait(painter, look, self.path, box).isEmpty():
            return
        take_up(painter, QPen(look.colour("line"), look.px(1)))
        painter.drawPath(rounded(box, look.px(3)))
        letters, ink, step = look.sans(12.5), look.colour("faint"), look.px(18)
        lines = wrapped(self.words, letters, box.width() - look.px(8), 3)
        top = box.center().y() - len(lines) * step / 2
        for place, line in enumerate(lines):
            room = QRectF(box.left(), top + place * step, box.width(), step)
            write(painter, room, line, letters, ink, Align.AlignCenter)


class PortraitBox(Panel):
    """The picture of a leader with its buttons. What is chosen it only asks for."""

    edited = Signal(object, object)
    """The leader in a place is to have a picture, by its name; None for no more."""
    refused = Signal(str)
    """Why a picture cannot be had."""

    def __init__(self, desk: Desk) -> None:
        """Show nobody's yet."""
        super().__init__(desk.look)
        self._desk = desk
        self._place: Path | None = None
        self.shown = Thumbnail(desk.look)
        self.shown.setAccessibleName(say("Picture of the leader"))
        tip = say("A PNG or JPEG file; it is copied into the folder assets when you save")
        self.choose_button = propose_button(say("Choose picture …"), tip)
        self.clear_button = propose_button(say("Clear"), say("The leader has no picture any more"))
        self.choose_button.clicked.connect(self.ask)
        self.clear_button.clicked.connect(self.clear)
        column(self, 8, 6, (self.shown, 1), self.choose_button, self.clear_button)
        self.settle()
        self.hide()

    def dress(self) -> None:
        """The picture follows the scale."""
        self.shown.set_look(self.look)

    def show_place(self, place: Path | None) -> None:
        """Show the picture of the leader in a place; nothing where there is none."""
        self._place = place
        self.setVisible(place is not None)
        if place is None:
            return
        name = text(at(self._desk.draft.forces, place), "picture")
        path = picture_at(name, folders_of(self._desk.files, self._desk.state))
        missing = say("{name} is not there", name=name) if path is None else name
        self.shown.show_picture(path, missing if name else say("No picture"))
        bar(self.clear_button, "" if name else say("The leader has no picture."))

    def ask(self) -> None:
        """Let the user choose a file."""
        title, kinds = say("Choose picture"), say("Pictures (*.png *.jpg *.jpeg)")
        name, _ = QFileDialog.getOpenFileName(self, title, "", kinds)
        if name:
            self.take(FilePath(name))

    def take(self, path: FilePath) -> None:
        """Take the picture in a file for the leader."""
        if self._place is None:
            return
        made = taken(path, self._desk.state)
        if isinstance(made, Refusal):
            self.refused.emit(made.sentence)
        else:
            self.edited.emit(self._place, made)

    def clear(self) -> None:
        """Take the picture away from the leader; its file stays, for undo."""
        if self._place is not None:
            self.edited.emit(self._place, None)
