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

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QLayout,
    QLayoutItem,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from hexwar.editor.scribe import Scribe, moved, shown, texts_of
from hexwar.messages import mark, say
from hexwar.scenario.form import Kind, Shape
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import ChoiceBox, bar, button, column, line_label, plain_label, row
from hexwar.widgets.words import capital, keyless, literal, plain

PROSE: Final = 1000
"""A text that may be so long is prose, which has several lines."""

LONGEST: Final = 1_000_000
"""Letters of a line at most; Qt would cut one at 32,767."""

UNSAID: Final = ""
"""The value of a choice that leaves its field out."""

_WHOLE: Final = re.compile(r"-?[0-9]{1,15}")
_BROKEN: Final = re.compile(r"-?[0-9]{1,15}\.[0-9]{1,15}")
_ID_KINDS: Final = (Kind.UNIT, Kind.LEADER, Kind.FORMATION)


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
            self.box.setMinimumWidth(self.look.px(320))
            row(0, self.box, None, on=self)
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
        if kind in (*_ID_KINDS, Kind.SIDE):
            pieces = scribe.pieces
            return {id_: pieces.apart(kind, id_) for id_ in pieces.of(kind)}
        return scribe.choices(spot.name)

    def write(self) -> None:
        """The box with its choices, and the chosen one."""
        usual = usual_words(self.spot, self.scribe)
        nothing = say("as usual: {usual}", usual=usual) if usual else "\N{EM DASH}"
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


# -- lists of plain values


class SeriesEntry(LineEntry):
    """A list of short values in a line, with commas between them."""

    def lay(self) -> None:
        """The line; of hexes a button that picks one more, and their places."""
        self.names = plain_label("quiet")
        self.names.setVisible(False)
        item = self.spot.shape.item
        parts: list[Any] = [(self.line, 1)]
        if item is not None and item.kind in (Kind.HEX, Kind.HEXSIDE) and not self.spot.is_cell:
            parts.append(pick_button(self.pick_hex))
        if self.spot.is_cell:
            self._whole(self.line)
        else:
            column(self, 0, 2, row(8, *parts), self.names)

    def read(self, words: str) -> Any:
        """The values between the commas."""
        item = self.spot.shape.item
        parts = [part.strip() for part in re.split(r"[,;]", words) if part.strip()]
        is_number = item is not None and item.kind is Kind.NUMBER
        return [number_of(part) if is_number else part for part in parts] or None

    def words(self) -> str:
        """The values with commas."""
        if isinstance(self.value, list):
            return ", ".join(shown(item) for item in self.value)
        return super().words()

    def placeholder(self) -> str:
        """How it is typed."""
        item = self.spot.shape.item
        examples = {
            Kind.NUMBER: mark("such as 1, 4"),
            Kind.HEX: mark("such as 0913, 1004"),
            Kind.HEXSIDE: mark("such as 1505-1604"),
        }
        return say(examples.get(Kind.OTHER if item is None else item.kind, mark("none")))

    def pick_hex(self) -> None:
        """Ask for one more hex of the map, of hexsides for two."""
        item = self.spot.shape.item
        if item is not None and item.kind is Kind.HEXSIDE:
            self.scribe.pickAsked.emit(self._first)
        else:
            self.scribe.pickAsked.emit(self.take)

    def _first(self, hex_: str) -> None:
        self.scribe.pickAsked.emit(lambda other: self.take("-".join(sorted((hex_, other)))))

    def take(self, value: str) -> None:
        """One more."""
        self._begin_stroke()
        old = self.value if isinstance(self.value, list) else []
        if value not in old:
            self.give([*old, str(value)])
            self.write()

    def write(self) -> None:
        """The values, and their places."""
        super().write()
        self.renew()

    def give(self, value: Any) -> None:
        """Tell them, and name their places."""
        super().give(value)
        self.renew()

    def renew(self) -> None:
        """The places of hexes."""
        places = self.scribe.pieces.places
        known = [hex_ for hex_ in texts_of(self.value) if hex_ in places]
        words = ", ".join(f"{hex_} {places[hex_]}" for hex_ in known)
        self.names.setText(words)
        self.names.setVisible(bool(words) and not self.spot.is_cell)


class LinesEntry(Entry):
    """A list of texts, each of which has a field of its own."""

    def __init__(self, spot: Spot, scribe: Scribe) -> None:
        """Ask for no text yet."""
        super().__init__(spot, scribe)
        self._fields: list[ProseEntry] = []
        self._rows: list[QWidget] = []
        self._wrong = plain_label("quiet")
        self._wrong.setVisible(False)
        self.add = button(say("Add a text"))
        self.add.setProperty("room", "small")
        self.add.clicked.connect(self.add_text)
        self._layout = column(self, 0, 4, self._wrong, row(0, self.add, None))
        self._begin_stroke()
        self.setFocusProxy(self.add)

    def part(self) -> QWidget:
        """The first text."""
        return self._fields[0].field if self._fields else self.add

    def part_at(self, place: int) -> QWidget:
        """One of the texts."""
        return self._fields[place].field if place < len(self._fields) else self.add

    def add_text(self) -> None:
        """One more, which is empty yet."""
        self._begin_stroke()
        self.give([*self._items(), ""])
        self.write()
        self._fields[-1].field.setFocus()

    def _items(self) -> list[Any]:
        return list(self.value) if isinstance(self.value, list) else []

    def write(self) -> None:
        """As many fields as there are texts."""
        items = self._items()
        is_wrong = self.value is not None and not isinstance(self.value, list)
        self._wrong.setText(shown(self.value) if is_wrong else "")
        self._wrong.setVisible(is_wrong)
        while len(self._fields) > len(items):
            self._fields.pop()
            self._rows.pop().deleteLater()
        while len(self._fields) < len(items):
            self._make_row(len(self._fields))
        for entry, item in zip(self._fields, items, strict=True):
            entry.show_value(item)

    def _make_row(self, place: int) -> None:
        item = self.spot.shape.item or self.spot.shape
        words = say("{words}, {n}", words=self.spot.words, n=place + 1)
        entry = ProseEntry(Spot(self.spot.name, words, item), self.scribe)
        entry.given.connect(lambda text: self._typed(place, text))
        entry.field.left.connect(self._begin_stroke)
        up = small_button("\N{UPWARDS ARROW}", say("Move it up"), lambda: self._move(place))
        away = small_button(
            "\N{MULTIPLICATION SIGN}", say("Take it away"), lambda: self._drop(place)
        )
        bar(up, "" if place else say("It is the first."))
        ground = QWidget()
        top = Qt.AlignmentFlag.AlignTop
        row(4, (entry, 1), (up, top), (away, top), on=ground)
        settled(ground, self.look)
        self._fields.append(entry)
        self._rows.append(ground)
        self._layout.insertWidget(place + 1, ground)
        ground.show()

    def _typed(self, place: int, text: Any) -> None:
        items = self._items()
        items[place] = text or ""
        self.give(items)

    def _move(self, place: int) -> None:
        self._begin_stroke()
        self.give(moved(self._items(), place, place - 1))
        self.write()

    def _drop(self, place: int) -> None:
        self._begin_stroke()
        items = self._items()
        del items[place]
        self.give(items or None)
        self.write()


def small_button(sign: str, words: str, call: Callable[[], None]) -> QPushButton:
    """A button that bears a sign alone; its words are its tip."""
    made = button(sign)
    made.setProperty("room", "small")
    made.setToolTip(literal(words))
    made.setAccessibleName(words)
    made.clicked.connect(call)
    return made


class ChipsEntry(Entry):
    """A list of pieces by their names; more are chosen from a list that can be searched."""

    def __init__(self, spot: Spot, scribe: Scribe) -> None:
        """Make the place for the chips."""
        super().__init__(spot, scribe)
        self._ground = QWidget()
        self._flow = Flow(self._ground, self.look.px(4))
        self._told: tuple[tuple[str, str], ...] = ()
        self.add = button(say("Choose"))
        self.add.setProperty("room", "small")
        self.add.setAccessibleName(say("Choose: {words}", words=spot.words))
        self.add.setToolTip(literal(say(spot.about)))
        self.add.clicked.connect(self.open_list)
        self.setFocusProxy(self.add)
        if spot.is_cell:
            column(self, 0, 0, self.add).setContentsMargins(0, 0, 0, 0)
        else:
            row(8, (self._ground, 1), (self.add, Qt.AlignmentFlag.AlignTop), on=self)
        self.chooser: Chooser | None = None

    @property
    def kind(self) -> Kind:
        """What the pieces are."""
        item = self.spot.shape.item
        return Kind.OTHER if item is None else item.kind

    def part(self) -> QWidget:
        """The button that opens the list."""
        return self.add

    def ids(self) -> list[Any]:
        """What stands in the list."""
        return list(self.value) if isinstance(self.value, list) else []

    def write(self) -> None:
        """A chip for each."""
        pieces = self.scribe.pieces
        told = [(pieces.name(self.kind, shown(id_)), shown(id_)) for id_ in self.ids()]
        if self.value is not None and not isinstance(self.value, list):
            told = [(shown(self.value), "")]
        if tuple(told) == self._told:
            return
        self._told = tuple(told)
        self._flow.clear()
        for place, (name, id_) in enumerate(told):
            chip = button(f"{name}  \N{MULTIPLICATION SIGN}")
            chip.setProperty("room", "small")
            chip.setToolTip(literal(say("Take away {name}", name=pieces.apart(self.kind, id_))))
            chip.setAccessibleName(say("Take away {name}", name=name))
            chip.clicked.connect(lambda _=False, at=place: self._drop(at))
            self._flow.addWidget(chip)
            chip.show()
        self._ground.updateGeometry()

    def renew(self) -> None:
        """The names may be others."""
        self.write()

    def _drop(self, place: int) -> None:
        ids = self.ids()
        del ids[place : place + 1]
        self.give(ids or None)
        self.write()

    def open_list(self) -> None:
        """Show all that can be chosen."""
        self.chooser = Chooser(self)
        self.chooser.show_at(self.add)

    def choose(self, id_: str, *, is_on: bool) -> None:
        """Take somebody into the list, or out of it."""
        ids = [one for one in self.ids() if one != id_]
        self.give([*ids, id_] if is_on else ids or None)
        self.write()


class Chooser(QWidget):
    """A list of pieces with ticks, which can be searched."""

    def __init__(self, entry: ChipsEntry) -> None:
        """Show all, ticked as they are in the list of an entry."""
        super().__init__(entry, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._entry = entry
        self.search = Line()
        self.search.setPlaceholderText(say("Search"))
        self.search.setAccessibleName(say("Search"))
        self.list = QListWidget()
        self.list.setAccessibleName(entry.spot.words)
        pieces, chosen = entry.scribe.pieces, entry.ids()
        for id_ in pieces.of(entry.kind):
            item = QListWidgetItem(pieces.apart(entry.kind, id_))
            item.setData(Qt.ItemDataRole.UserRole, id_)
            is_in = Qt.CheckState.Checked if id_ in chosen else Qt.CheckState.Unchecked
            item.setCheckState(is_in)
            self.list.addItem(item)
        self.list.itemChanged.connect(self._ticked)
        self.search.textEdited.connect(self.narrow)
        around = column(self, 0, 0, self.search, self.list)
        around.setContentsMargins(6, 6, 6, 6)
        around.setSpacing(4)

    def show_at(self, part: QWidget) -> None:
        """Open below a part, within the screen."""
        look = self._entry.look
        self.resize(look.px(420), look.px(360))
        room = part.screen().availableGeometry()
        corner = part.mapToGlobal(QPoint(0, part.height()))
        left = min(corner.x(), room.right() - self.width())
        top = min(corner.y(), room.bottom() - self.height())
        self.move(max(left, room.left()), max(top, room.top()))
        self.show()
        self.search.setFocus()

    def narrow(self, words: str) -> None:
        """Show those whose names have some words in them."""
        wanted = plain(words)
        for place in range(self.list.count()):
            item = self.list.item(place)
            item.setHidden(wanted not in plain(item.text()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down goes from the search into the list, Enter closes it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.close()
        elif event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            self.list.setFocus()
        else:
            super().keyPressEvent(event)

    def _ticked(self, item: QListWidgetItem) -> None:
        is_on = item.checkState() is Qt.CheckState.Checked
        self._entry.choose(str(item.data(Qt.ItemDataRole.UserRole)), is_on=is_on)


class Flow(QLayout):
    """Lays widgets side by side, in as many lines as they need."""

    def __init__(self, on: QWidget, gap: int) -> None:
        """Lay them on a widget, with so many pixels between them."""
        super().__init__(on)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def clear(self) -> None:
        """Take all away."""
        while self._items:
            widget = self._items.pop().widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def addItem(self, item: QLayoutItem) -> None:
        """One more."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """One of them."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take one away."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        """The narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines."""
        return self._lay(QRect(0, 0, width, 0), is_done=False)

    def setGeometry(self, rect: QRect) -> None:
        """Lay all out."""
        super().setGeometry(rect)
        self._lay(rect, is_done=True)

    def sizeHint(self) -> QSize:
        """The least that it needs."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """The widest of them, and a line."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _lay(self, rect: QRect, *, is_done: bool) -> int:
        left, top, high = rect.left(), rect.top(), 0
        for item in self._items:
            size = item.sizeHint()
            if left > rect.left() and left + size.width() > rect.right() + 1:
                left, top, high = rect.left(), top + high + self._gap, 0
            if is_done:
                wide = min(size.width(), rect.width())
                item.setGeometry(QRect(QPoint(left, top), QSize(wide, size.height())))
            left += size.width() + self._gap
            high = max(high, size.height())
        return top + high - rect.top()


# -- which entry asks for what


def entry_of(spot: Spot, scribe: Scribe) -> Entry:
    """The entry that asks for a value of a shape."""
    return _kind_of(spot, scribe)(spot, scribe)


def _kind_of(spot: Spot, scribe: Scribe) -> type[Entry]:
    shape = spot.shape
    if shape.kind is Kind.LIST and shape.item is not None:
        return _list_kind(spot, shape.item)
    if shape.kind is Kind.TEXT and scribe.choices(spot.name):
        return ChoiceEntry
    if shape.kind is Kind.TEXT and not spot.is_cell and (shape.longest or 0) >= PROSE:
        return ProseEntry
    return _KINDS.get(shape.kind, RawEntry)


def _list_kind(spot: Spot, item: Shape) -> type[Entry]:
    if item.kind in _ID_KINDS:
        return ChipsEntry
    if item.kind is Kind.TEXT and (item.longest or 0) >= PROSE and not spot.is_cell:
        return LinesEntry
    return SeriesEntry


_KINDS: Final[Mapping[Kind, type[Entry]]] = {
    Kind.TEXT: LineEntry,
    Kind.NUMBER: NumberEntry,
    Kind.CHOICE: ChoiceEntry,
    Kind.FLAG: FlagEntry,
    Kind.HEX: HexEntry,
    Kind.HEXSIDE: HexsideEntry,
    Kind.UNIT: ChoiceEntry,
    Kind.LEADER: ChoiceEntry,
    Kind.FORMATION: ChoiceEntry,
    Kind.SIDE: ChoiceEntry,
}


def value_words(spot: Spot, value: Any, scribe: Scribe) -> str:
    """A value as a cell of a table shows it."""
    pieces, kind, item = scribe.pieces, spot.shape.kind, spot.shape.item
    if value is None:
        return usual_words(spot, scribe)
    if kind is Kind.LIST and isinstance(value, list) and item is not None:
        inner = Spot(spot.name, spot.words, item)
        return ", ".join(value_words(inner, one, scribe) for one in value)
    if isinstance(value, bool) and kind is Kind.FLAG:
        return say("yes") if value else say("no")
    if not isinstance(value, str):
        return shown(value)
    if kind is Kind.HEX:
        return pieces.place(value)
    if kind in (*_ID_KINDS, Kind.SIDE):
        return pieces.name(kind, value)
    if kind is Kind.CHOICE and value in spot.shape.choices:
        return scribe.words.value(spot.name, value)
    return scribe.choices(spot.name).get(value, shown(value))


def needs_form(shape: Shape) -> bool:
    """Whether a value is too large for a cell of a table."""
    item = shape.item
    is_deep = shape.kind in (Kind.RECORD, Kind.TABLE)
    is_list = shape.kind is Kind.LIST
    return is_deep or (is_list and (item is None or item.kind in (Kind.RECORD, *_ID_KINDS)))
