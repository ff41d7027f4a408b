"""The recap: what each formation did when it acted, deed by deed, each to be shown once more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from html import escape

from PySide6.QtCore import QSize, QUrl, Signal
from PySide6.QtGui import QStandardItemModel, QTextBlock, QTextCursor
from PySide6.QtWidgets import QComboBox, QTextBrowser, QTextEdit

from hexwar.messages import mark, say
from hexwar.table.why import Why
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, column
from hexwar.widgets.panels.why_card import why_table


class Choice(Enum):
    """Which activations are listed."""

    SINCE = mark("Since I acted last")
    ALL = mark("All activations")
    FIGHTS = mark("Fights only")


_NOTHING = {
    Choice.SINCE: mark("Nobody else has acted since."),
    Choice.ALL: mark("Nobody has acted yet."),
    Choice.FIGHTS: mark("Nobody has fought yet."),
}


@dataclass(frozen=True, slots=True)
class DeedLine:
    """A deed as a line."""

    first: int  # the event that it begins with
    end: int
    html: str
    is_fight: bool = False
    place: str = ""  # where, in plain words
    what: str = ""  # what was done in a fight, with where


@dataclass(frozen=True, slots=True)
class PartLine:
    """An activation, or a phase, as a line with its deeds below."""

    first: int
    end: int
    html: str
    heading: str  # of its turn
    colour: str = ""  # of its side, as `#rrggbb`; empty for nobody
    deeds: tuple[DeedLine, ...] = ()
    reasons: tuple[Why, ...] = ()  # why a computer player did it
    is_new: bool = False  # since the reader acted last


_PLAY = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"


class RecapView(Panel):
    """A list to read, in which every line can be shown on the board."""

    wide = QSize(340, 400)

    played = Signal(int, int)
    """The first event of what is to be shown, and the one behind its last."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._parts: Sequence[PartLine] = ()
        self._open: set[int] = set()  # the parts whose deeds are shown, by their first event
        self._weighed: set[str] = set()  # the reasons whose table is shown
        self._here: int | None = None  # the part that is marked, by its first event
        self._at: int | None = None  # the event that is shown on the board
        self._before: Choice | None = None  # what was listed before a game was looked back on
        self._shut: set[int] = set()  # the new ones that the reader has folded
        self.choice = QComboBox()
        for choice in Choice:
            self.choice.addItem(say(choice.value), choice)
        self.choice.setAccessibleName(say("Which activations are listed"))
        self.page = QTextBrowser()
        self.page.setOpenLinks(False)
        self.page.setAccessibleName(say("Recap"))
        column(self, 8, 8, self.choice, (self.page, 1))
        self.choice.currentIndexChanged.connect(self._list_others)
        self.page.anchorClicked.connect(self._follow)
        self.settle()

    def show_parts(self, parts: Sequence[PartLine]) -> None:
        """List these activations, the oldest first; nothing where nothing has changed."""
        if list(parts) != list(self._parts):
            self._parts = tuple(parts)
            self._write()

    def choose(self, choice: Choice) -> None:
        """List others."""
        self.choice.setCurrentIndex(list(Choice).index(choice))

    def look_back(self, *, on: bool) -> None:
        """Tell a game that is looked back on whole: there nobody has acted last."""
        if on == (self._before is not None):
            return
        if on:
            self._before = self.choice.currentData()
            self.choose(Choice.ALL)
        elif self._before is not None:
            self.choose(self._before)
            self._before = self._at = self._here = None
        model = self.choice.model()
        assert isinstance(model, QStandardItemModel)
        model.item(list(Choice).index(Choice.SINCE)).setEnabled(not on)

    def show_place(self, event: int) -> None:
        """Mark the activation that an event belongs to, and bring it into sight."""
        self._at = event
        firsts = [part.first for part in self.lines if part.first <= event]
        here = firsts[-1] if firsts else None
        if here == self._here:
            return
        self._here = here
        self._mark()
        if here is not None:
            self.page.scrollToAnchor(f"part:{here}")

    def _mark(self) -> None:
        """Lay a ground under the first line of the activation that is marked."""
        marks = []
        for block in self._blocks():
            spot = QTextEdit.ExtraSelection()
            spot.cursor = QTextCursor(block)
            spot.cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            spot.format.setBackground(self.look.colour("chosen"))
            marks.append(spot)
        self.page.setExtraSelections(marks)

    def _blocks(self) -> Iterator[QTextBlock]:
        """The paragraph that bears the name of the activation that is marked."""
        block = self.page.document().begin()
        while block.isValid():
            formats = (each.format for each in block.textFormats())
            if any(f"part:{self._here}" in one.anchorNames() for one in formats):
                yield block
                return
            block = block.next()

    @property
    def lines(self) -> Sequence[PartLine]:
        """The activations that are listed."""
        match self.choice.currentData():
            case Choice.SINCE:
                return [part for part in self._parts if part.is_new]
            case Choice.FIGHTS:
                return [part for part in self._parts if any(d.is_fight for d in part.deeds)]
            case _:
                return self._parts

    def dress(self) -> None:
        """Colours and letters of the theme."""
        self.page.document().setDefaultFont(self.look.sans(13.5))
        self._write()

    # -- the page

    def _list_others(self) -> None:
        """Another choice of lines; the one that is marked stays in sight."""
        self._write()
        if self._at is not None:
            self._here = None
            self.show_place(self._at)

    def _write(self) -> None:
        bar = self.page.verticalScrollBar()
        at, was_at_end = bar.value(), bar.value() >= bar.maximum()
        self.page.setHtml("".join(self._rows()))
        bar.setValue(bar.maximum() if was_at_end else at)
        self._mark()

    def _rows(self) -> list[str]:
        look, rows, heading = self.look, list[str](), ""
        link = look.colour("link").name()
        rows.append(f"<style>a {{ color: {link}; text-decoration: none; }}</style>")
        for part in self.lines:
            if part.heading != heading:
                heading = part.heading
                rows.append(_heading(look, heading))
            rows.append(self._part_row(part))
        if len(rows) == 1:
            nothing = say(_NOTHING[self.choice.currentData()])
            rows.append(f'<p style="color: {look.colour("faint").name()}">{escape(nothing)}</p>')
        return rows

    def _part_row(self, part: PartLine) -> str:
        look = self.look
        is_open = self._is_open(part)
        sign = "\N{MINUS SIGN}" if is_open else "+"
        fold = f'<a href="fold:{part.first}"><b>{sign}</b></a>' if part.deeds else "&nbsp;"
        band = part.colour or look.colour("line").name()
        name = f'<a name="part:{part.first}"></a>'
        inner = [f"{name}{part.html} {_play(part.first, part.end)}"]
        faint = look.colour("faint").name()
        for number, why in enumerate(part.reasons):
            inner += self._why(why, f"{part.first}-{number}", faint)
        fights = [deed for deed in part.deeds if deed.is_fight]
        if is_open:
            inner += [_deed(deed) for deed in self._deeds(part)]
        elif fights:
            named = zip(fights, _names(fights), strict=True)
            sheets = ", ".join(_sheet(deed, name) for deed, name in named)
            inner.append(f"<br>{say('Dice and outcome: {sheets}', sheets=sheets)}")
        return (
            '<table width="100%" cellspacing="0" cellpadding="3"><tr>'
            f'<td width="4" bgcolor="{band}"></td><td width="14">{fold}</td>'
            f"<td>{''.join(inner)}</td></tr></table>"
        )

    def _why(self, why: Why, key: str, faint: str) -> Iterator[str]:
        """A reason, and in a small table below it what was weighed, where that is unfolded."""
        more = ""
        if why.weighed:
            is_open = key in self._weighed
            tip = say("What was weighed, with its worth in VP")
            words = say("less") if is_open else say("weighed")
            more = f' <a href="why:{key}" title="{escape(tip)}">{escape(words)}</a>'
        words = f"\N{BULLET} {escape(why.sentence)}"
        yield f'<br><span style="color: {faint}">{words}</span>{more}'
        if key in self._weighed:
            yield why_table(why, faint)

    def _deeds(self, part: PartLine) -> Sequence[DeedLine]:
        if self.choice.currentData() is Choice.FIGHTS:
            return [deed for deed in part.deeds if deed.is_fight]
        return part.deeds

    def _is_open(self, part: PartLine) -> bool:
        if self.choice.currentData() is Choice.FIGHTS:
            return part.first not in self._shut
        return part.first in self._open

    def _follow(self, url: QUrl) -> None:
        address = url.toString()
        kind, _, rest = address.partition(":")
        if kind == "again":
            first, _, end = rest.partition("-")
            self.played.emit(int(first), int(end))
        elif kind == "why":
            self._weighed ^= {rest}
            self._write()
        elif kind == "fold":
            kept = self._shut if self.choice.currentData() is Choice.FIGHTS else self._open
            kept ^= {int(rest)}
            self._write()
        else:
            self.linkActivated.emit(address)


def _heading(look: Look, words: str) -> str:
    ink, ground = look.colour("on_leather").name(), look.colour("leather").name()
    return (
        f'<table width="100%" cellspacing="0" cellpadding="5"><tr><td bgcolor="{ground}">'
        f'<span style="color: {ink}">{escape(words)}</span></td></tr></table>'
    )


def _deed(deed: DeedLine) -> str:
    words = f"{_play(deed.first, deed.end)} {deed.html}"
    if not deed.is_fight:
        return f"<p>{words}</p>"
    return f"<p><b>{words}</b> {_sheet(deed, say('Dice and outcome'))}</p>"


def _names(fights: Sequence[DeedLine]) -> Iterator[str]:
    """What fights are told apart by: their places, else what was done there, else a count."""
    names = [deed.place for deed in fights]
    names = [
        deed.what if names.count(name) > 1 and deed.what else name
        for deed, name in zip(fights, names, strict=True)
    ]
    for at, name in enumerate(names):
        is_one_of_some = names.count(name) > 1
        nth = names[: at + 1].count(name)
        yield say("{what} ({n})", what=name, n=nth) if is_one_of_some else name


def _sheet(deed: DeedLine, words: str) -> str:
    """A link that lays a fight open."""
    tip = say("Read this fight beside the board, with its dice and its outcome")
    return f'<a href="event:{deed.first}" title="{escape(tip)}">{escape(words)}</a>'


def _play(first: int, end: int) -> str:
    tip = say("Show it on the board")
    return f'<a href="again:{first}-{end}" title="{escape(tip)}">{_PLAY}</a>'
