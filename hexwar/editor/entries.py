"""What asks for a single value: a text, a number, a choice, a hex, a piece, a list of these.

An entry shows whatever stands in the file, however wrong, and gives what the player enters. It
does not judge: a draft may hold what the game could not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from hexwar.editor.scribe import Scribe, shown
from hexwar.messages import say
from hexwar.scenario.form import Kind, Shape
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import ChoiceBox, button, column, line_label, row
from hexwar.widgets.words import capital, keyless, literal

PROSE: Final = 1000
"""A text that may be so long is prose, which has several lines."""

LONGEST: Final = 1_000_000
"""Letters of a line at most; Qt would cut one at 32,767."""

UNSAID: Final = ""
"""The value of a choice that leaves its field out."""

_WHOLE: Final = re.compile(r"-?[0-9]{1,15}")
_BROKEN: Final = re.compile(r"-?[0-9]{1,15}\.[0-9]{1,15}")
ID_KINDS: Final = (Kind.UNIT, Kind.LEADER, Kind.FORMATION)


@dataclass(frozen=True)
class Spot:
    """A field, an item of a list or a value of a table, as an entry asks for it."""

    name: str  # dotted, without the places of items and the keys of tables
    words: str  # what players call it
    shape: Shape
    usual: Any = None  # what counts where it is left out
    about: str = ""
    is_cell: bool = False  # it stands in a table, where there is little room


def settled(part: QWidget, look: Look) -> None:
    """Space out what was made after its page, as `Panel.settle` does with the rest."""
    for layout in (part.layout(), *part.findChildren(QLayout)):
        edge = None if layout is None else layout.property("edge")
        if layout is None or edge is None:
            continue
        margin, gap = look.px(edge) if edge else 0, layout.property("gap")
        layout.setContentsMargins(margin, margin, margin, margin)
        layout.setSpacing(look.px(gap) if gap else 0)


def number_of(words: str) -> Any:
    """What was typed, as a number where it is one; a text else, and None for nothing."""
    words = words.strip()
    if _WHOLE.fullmatch(words):
        return int(words)
    if _BROKEN.fullmatch(words):
        return float(words)
    return words or None


class Entry(QWidget):
    """Asks for one value."""

    given = Signal(object)
    """The player has entered a value; None leaves it out."""

    def __init__(self, spot: Spot, scribe: Scribe) -> None:
        """Ask for nothing yet."""
        super().__init__()
        self.spot, self.scribe, self.look = spot, scribe, scribe.desk.look
        self.value: Any = None
        """What it says."""
        self.stroke: object = None
        """What the typing of one go is a part of; None where each value is a step of its own."""

    def show_value(self, value: Any) -> None:
        """Show what stands in the file; a letter that is being typed stays where it is."""
        if type(value) is not type(self.value) or value != self.value:
            self.value = value
            self.write()
        else:
            self.renew()

    def write(self) -> None:
        """Show the value."""

    def renew(self) -> None:
        """Show anew what hangs on other things: names and places."""

    def give(self, value: Any) -> None:
        """Tell what was entered."""
        self.value = value
        self.given.emit(value)

    def part(self) -> QWidget:
        """What takes the keyboard."""
        return self

    def _begin_stroke(self) -> None:
        self.stroke = object()

    def _named(self, part: QWidget) -> None:
        """Give a part its name for screen readers, and its tip."""
        part.setAccessibleName(self.spot.words)
        part.setToolTip(literal(say(self.spot.about)))
        self.setFocusProxy(part)


class Line(QLineEdit):
    """A line that tells when it is left."""

    left = Signal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What is typed next is another stroke."""
        super().focusOutEvent(event)
        self.left.emit()


class LineEntry(Entry):
    """A value in a line of text."""

    def __init__(self, spot: Spot, scribe: Scribe) -> None:
        """Make the line."""
        super().__init__(spot, scribe)
        self.line = Line()
        self.line.setMaxLength(LONGEST)
        self._named(self.line)
        self.line.setPlaceholderText(self.placeholder())
        self.line.textEdited.connect(lambda words: self.give(self.read(words)))
        self.line.left.connect(self._begin_stroke)
        self._begin_stroke()
        self.lay()

    def lay(self) -> None:
        """Put the line where it belongs."""
        self._whole(self.line)

    def _whole(self, part: QWidget) -> None:
        column(self, 0, 0, part).setContentsMargins(0, 0, 0, 0)

    def part(self) -> QWidget:
        """The line."""
        return self.line

    def read(self, words: str) -> Any:
        """What was typed as a value."""
        return words or None

    def words(self) -> str:
        """The value as it is typed."""
        return "" if self.value is None else shown(self.value)

    def placeholder(self) -> str:
        """What counts where it is left out."""
        return usual_words(self.spot, self.scribe)

    def write(self) -> None:
        """The value as it is typed."""
        self.line.setText(self.words())
        self.line.setCursorPosition(0)


def usual_words(spot: Spot, scribe: Scribe) -> str:
    """What counts where a field is left out, in words; empty where nothing does."""
    usual = spot.usual
    if usual is None or usual in ("", (), {}) or not isinstance(usual, (str, int, float)):
        return ""
    if spot.shape.kind is Kind.CHOICE:
        return scribe.words.value(spot.name, str(usual))
    if isinstance(usual, bool):
        return say("yes") if usual else say("no")
    known = scribe.choices(spot.name)
    return known.get(str(usual), str(usual))


class NumberEntry(LineEntry):
    """A number; what is typed and is none is kept as it is."""

    def read(self, words: str) -> Any:
        """The number, if it is one."""
        return number_of(words)

    def lay(self) -> None:
        """It needs little room."""
        if self.spot.is_cell:
            self._whole(self.line)
            return
        self.line.setFixedWidth(self.look.px(110))
        row(8, self.line, line_label(self._bounds()), None, on=self)

    def _bounds(self) -> str:
        shape = self.spot.shape
        if shape.low is None or shape.high is None or shape.high >= LONGEST:
            return ""
        return say("from {low} to {high}", low=shape.low, high=shape.high)


class RawEntry(LineEntry):
    """A value of any kind: a number where it is one, JSON where it begins so, else a text."""

    def read(self, words: str) -> Any:
        """What was typed as a value."""
        if words.strip()[:1] in ("[", "{", '"'):
            try:
                return json.loads(words)
            except (ValueError, RecursionError):
                return words
        return number_of(words)


class HexEntry(LineEntry):
    """A hex: its id, with the name of its place, and a button that picks it on the map."""

    def lay(self) -> None:
        """The line, the place and the button."""
        self.place = line_label()
        self.place.setProperty("role", "quiet")
        if self.spot.is_cell:
            self._whole(self.line)
            return
        self.line.setFixedWidth(self.look.px(110))
        self.pick = pick_button(self.pick_hex)
        row(8, self.line, self.pick, self.place, None, on=self)

    def pick_hex(self) -> None:
        """Ask for a hex of the map."""
        self.scribe.pickAsked.emit(self.take)

    def take(self, hex_: str) -> None:
        """A hex was picked."""
        self._begin_stroke()
        self.give(str(hex_))
        self.write()

    def write(self) -> None:
        """The id and the place."""
        super().write()
        self.renew()

    def give(self, value: Any) -> None:
        """Tell it, and name its place."""
        super().give(value)
        self.renew()

    def renew(self) -> None:
        """The place may be called otherwise."""
        known = self.value if isinstance(self.value, str) else ""
        self.place.setText(self.scribe.pieces.places.get(known, ""))


class HexsideEntry(HexEntry):
    """A hexside: two hexes with a hyphen; on the map both are picked, one after the other."""

    def take(self, hex_: str) -> None:
        """The first hex asks for the second."""
        self.scribe.pickAsked.emit(lambda other: self._both(str(hex_), str(other)))

    def _both(self, one: str, other: str) -> None:
        self._begin_stroke()
        self.give("-".join(sorted((one, other))))
        self.write()


def pick_button(ask: Callable[[], None]) -> QPushButton:
    """A small button that has a hex picked on the map."""
    made = button(say("Pick on the map"))
    made.setProperty("room", "small")
    made.setToolTip(say("Click the hex on the map."))
    made.clicked.connect(ask)
    return made


class ProseEntry(Entry):
    """A text of several lines, as high as what stands in it."""

    least: ClassVar[int] = 2  # lines

    def __init__(self, spot: Spot, scribe: Scribe) -> None:
        """Make the field."""
        super().__init__(spot, scribe)
        self.field = Prose(self)
        self._named(self.field)
        self.field.textChanged.connect(self._typed)
        self.field.left.connect(self._begin_stroke)
        self._begin_stroke()
        self._is_writing = False
        column(self, 0, 0, self.field).setContentsMargins(0, 0, 0, 0)
        self.field.fit()

    def part(self) -> QWidget:
        """The field."""
        return self.field

    def write(self) -> None:
        """The text."""
        self._is_writing = True
        self.field.setPlainText("" if self.value is None else shown(self.value))
        self._is_writing = False
        self.field.fit()

    def _typed(self) -> None:
        # A raw text keeps spaces that do not break; it has signs of its own for ends of lines.
        words = self.field.document().toRawText().replace("\u2029", "\n").replace("\u2028", "\n")
        self.field.fit()
        if not self._is_writing:
            self.give(words or None)


class Prose(QPlainTextEdit):
    """A field for prose: the tab key leaves it, and it grows with its text."""

    left = Signal()

    def __init__(self, entry: ProseEntry) -> None:
        """Belong to an entry."""
        super().__init__()
        self._least = entry.least
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def fit(self) -> None:
        """Be as high as the lines ask for."""
        lines = max(self._least, round(self.document().size().height()))
        around = self.height() - self.viewport().height() if self.isVisible() else 12
        margin = 2 * self.document().documentMargin() + max(around, 4)
        high = round(lines * QFontMetricsF(self.font()).lineSpacing() + margin)
        if high != self.height():
            self.setFixedHeight(high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines break elsewhere."""
        super().resizeEvent(event)
        self.fit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What is typed next is another stroke."""
        super().focusOutEvent(event)
        self.left.emit()


class ChoiceEntry(Entry):
    """One of a few values, or one of the pieces; what is none of them is shown too."""

    def __init__(self, spot: Spot, scribe: Scribe) -> None:
        """Make the box."""
        super().__init__(spot, scribe)
        self.box = ChoiceBox(self.look, {})
        self._named(self.box)
        self._shown: Mapping[str, str] = {}
        self._wrong: Any = None
        self.box.activated.connect(self._chosen)
        if spot.is_cell:
            column(self, 0, 0, self.box).setContentsMargins(0, 0, 0, 0)
        else:
            self.box.setMaximumWidth(self.look.px(320))
            row(0, (self.box, 100), None, on=self)
        self.write()

    def part(self) -> QWidget:
        """The box."""
        return self.box

    def choices(self) -> Mapping[str, str]:
        """The values with their words."""
        spot, scribe = self.spot, self.scribe
        kind = spot.shape.kind
        if kind is Kind.CHOICE:
            return {value: scribe.words.value(spot.name, value) for value in spot.shape.choices}
        if kind in (*ID_KINDS, Kind.SIDE):
            pieces = scribe.pieces
            return {id_: pieces.apart(kind, id_) for id_ in pieces.of(kind)}
        return scribe.choices(spot.name)

    def write(self) -> None:
        """The box with its choices, and the chosen one."""
        scribe = self.scribe
        usual = usual_words(self.spot, scribe)
        nothing = (
            say("as usual: {usual}", usual=usual) if usual else scribe.words.unsaid(self.spot.name)
        )
        listed = {UNSAID: nothing, **self.choices()}
        value = self.value
        is_known = isinstance(value, str) and value in listed
        self._wrong = None if value is None or is_known else value
        words = {**listed} if self._wrong is None else {**listed, "\0": shown(value)}
        if words != self._shown:
            self._shown = words
            self.box.clear()
            for key, told in words.items():
                self.box.addItem(told, key)
        chosen = "\0" if self._wrong is not None else UNSAID if value is None else value
        self.box.setCurrentIndex(self.box.findData(chosen))

    def renew(self) -> None:
        """The names may be others."""
        self.write()

    def _chosen(self) -> None:
        key = self.box.currentData()
        if key != "\0":
            self.give(None if key == UNSAID else str(key))
            self.write()


class FlagEntry(Entry):
    """Yes or no; what counts without it is left out."""

    def __init__(self, spot: Spot, scribe: Scribe) -> None:
        """Make the box."""
        super().__init__(spot, scribe)
        self.box = QCheckBox("" if spot.is_cell else keyless(capital(say(spot.about))))
        self._named(self.box)
        self.box.clicked.connect(self._clicked)
        row(0, self.box, None, on=self)

    def part(self) -> QWidget:
        """The box."""
        return self.box

    def write(self) -> None:
        """Half a tick for what is neither."""
        states = {True: Qt.CheckState.Checked, False: Qt.CheckState.Unchecked}
        value = bool(self.spot.usual) if self.value is None else self.value
        state = states[value] if isinstance(value, bool) else Qt.CheckState.PartiallyChecked
        self.box.setTristate(state is Qt.CheckState.PartiallyChecked)
        self.box.setCheckState(state)

    def _clicked(self) -> None:
        self.box.setTristate(False)
        is_on = self.box.checkState() is not Qt.CheckState.Unchecked
        self.give(None if is_on == bool(self.spot.usual) else is_on)
        self.write()
