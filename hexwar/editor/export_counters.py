"""Counter sheets: the counters of a battle to be printed on both sides, glued and cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from hexwar.editor.export_files import MM, PAPERS, Work, pdf
from hexwar.engine import Refusal
from hexwar.messages import count, mark, say
from hexwar.scenario.errors import ScenarioError
from hexwar.table.battle import MapBattle
from hexwar.table.forces import Side
from hexwar.table.pieces import Leader, Unit
from hexwar.widgets.brushwork import kept
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.counters.faces import (
    Face,
    FlagFace,
    chit_face,
    face_of,
    formation_marks,
    leader_face,
    nation_key,
)
from hexwar.widgets.fonts import SANS, font

LEAST, USUAL, MOST = 8.0, 16.0, 40.0
"""The edge of a counter, mm: those of printed games have 12.7 to 19."""

MARGIN: Final = 14.0
"""Of a page, mm: room for cutting marks and the line at the foot."""

DPI: Final = 400
"""Dots to the inch. Counters are printed as pictures: some readers show flags as lines wrongly."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter of card: what is printed on its front, and on its back."""

    front: Face
    back: Face


@dataclass(frozen=True, slots=True)
class CounterPrint:
    """How counters are to be printed."""

    edge: float = USUAL  # mm
    paper: str = "a4"
    has_chits: bool = True  # for the cup of play by hand

    @property
    def columns(self) -> int:
        """Counters side by side."""
        return int((PAPERS[self.paper][0] - 2 * MARGIN) / self.edge)

    @property
    def rows(self) -> int:
        """Counters below one another."""
        return int((PAPERS[self.paper][1] - 2 * MARGIN) / self.edge)

    @property
    def refusal(self) -> Refusal | None:
        """Why nothing can be printed so."""
        if LEAST <= self.edge <= MOST:
            return None
        words = mark("A counter can be {least:g} to {most:g} mm wide.")
        return Refusal(say(words, least=LEAST, most=MOST), "")


def counters_of(battle: MapBattle, side: Side, *, has_chits: bool = True) -> tuple[Counter, ...]:
    """The counters of a side, formation by formation: leader, units, and the chit.

    A unit of two steps has its reduced side on the back, the others a flag.
    """
    marks, found = formation_marks(battle.formations.values()), list[Counter]()
    for formation in battle.formations.values():
        if formation.side != side:
            continue
        tag = marks[formation.id]
        for leader in formation.leaders:
            card = battle.leaders[leader]
            back = FlagFace(nation_key(card.nation))
            found.append(Counter(leader_face(card, Leader(card.id), tag), back))
        for unit in formation.units:
            printed = battle.units[unit]
            flag, fresh = FlagFace(nation_key(printed.nation)), Unit(printed.id)
            turned = face_of(printed, Unit(printed.id, reduced=True), tag)
            has_two = printed.steps > 1 and printed.reduced_sp > 0
            found.append(Counter(face_of(printed, fresh, tag), turned if has_two else flag))
        if has_chits and formation.has_chit:
            chit = chit_face(formation, tag)
            found.append(Counter(chit, chit_face(formation, tag, spent=True)))
    return tuple(found)


def sheets_of(battle: MapBattle, print_: CounterPrint) -> Sequence[tuple[Side, Sequence[Counter]]]:
    """The counters page by page; a side begins a page of its own."""
    each = print_.columns * print_.rows
    pages: list[tuple[Side, Sequence[Counter]]] = []
    for side in battle.sides:
        all_ = counters_of(battle, side, has_chits=print_.has_chits)
        pages += [(side, all_[at : at + each]) for at in range(0, len(all_), each)]
    return pages


def plan_words(battle: MapBattle, print_: CounterPrint) -> str:
    """What the sheets will come to."""
    pages = sheets_of(battle, print_)
    counters = count("{n} counter", "{n} counters", sum(len(page) for _, page in pages))
    sheets = count("{n} sheet", "{n} sheets", len(pages))
    words = mark("{counters} on {sheets} of paper, printed on both sides ({pages} pages)")
    return say(words, counters=counters, sheets=sheets, pages=2 * len(pages))


def write_counters(battle: MapBattle, path: Path, print_: CounterPrint, art: CounterArt) -> Work:
    """Write the sheets: each front, and behind it its back, mirrored for turning the long edge.

    It must be done where the window is.

    Raises:
        SaveError: It cannot be written.
        ScenarioError: Nothing can be printed so.
    """
    if print_.refusal is not None:
        raise ScenarioError(print_.refusal.sentence, path)
    pages = sheets_of(battle, print_)
    whole, done = 2 * sum(len(page) for _, page in pages), 0
    with pdf(path, battle.name, PAPERS[print_.paper], DPI) as (writer, painter):
        for place, (side, page) in enumerate(pages):
            for is_back in (False, True):
                if place or is_back:
                    writer.newPage()
                sheet, known = _Sheet(print_, len(page), is_back=is_back), dict[Face, QImage]()
                for at, counter in enumerate(page):
                    face, box = counter.back if is_back else counter.front, sheet.box(at)
                    picture = known.get(face) or _picture(art, face, round(box.width()))
                    known[face] = picture
                    painter.drawImage(box, picture)
                    done += 1
                    yield done / whole
                words = mark("{name} · {side} · sheet {n}, back") if is_back else FRONT
                told = {"side": battle.side_names.get(side, side), "n": place + 1}
                sheet.mark(painter, say(words, name=battle.name, **told))


def _picture(art: CounterArt, face: Face, edge: int) -> QImage:
    """A face of so many dots, without the shadow that it has on the board."""
    image = QImage(edge, edge, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    art.paint(painter, face, QRectF(0, 0, edge, edge))
    painter.end()
    return image


FRONT: Final = mark("{name} · {side} · sheet {n}, front: print on both sides, turn the long edge")


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where counters lie on a page, dots."""

    print_: CounterPrint
    counters: int
    is_back: bool

    @property
    def _left(self) -> float:
        width = PAPERS[self.print_.paper][0]
        return (width - self.print_.columns * self.print_.edge) / 2

    @property
    def _rows(self) -> int:
        return -(-self.counters // self.print_.columns)

    def box(self, place: int) -> QRectF:
        """Where a counter lies; on the back from right to left."""
        row, column = divmod(place, self.print_.columns)
        if self.is_back:
            column = self.print_.columns - 1 - column
        edge = self.print_.edge
        return _dots(self._left + column * edge, MARGIN + row * edge, edge, edge)

    def mark(self, painter: QPainter, words: str) -> None:
        """Lines to cut by, outside of the counters, and what sheet this is."""
        edge, columns, long = self.print_.edge, self.print_.columns, 5.0
        whole = _dots(self._left, MARGIN, columns * edge, self._rows * edge)
        with kept(painter):
            painter.setPen(QPen(QColor("black"), 0.1 * _A_MM))
            for at in range(columns + 1):
                x = whole.left() + at * edge * _A_MM
                for y, way in ((whole.top(), -1), (whole.bottom(), 1)):
                    near, far = QPointF(x, y + way * _A_MM), QPointF(x, y + way * long * _A_MM)
                    painter.drawLine(near, far)
            for at in range(self._rows + 1):
                y = whole.top() + at * edge * _A_MM
                for x, way in ((whole.left(), -1), (whole.right(), 1)):
                    near, far = QPointF(x + way * _A_MM, y), QPointF(x + way * long * _A_MM, y)
                    painter.drawLine(near, far)
            painter.setFont(font(SANS, round(2.8 * _A_MM)))
            wide, high = PAPERS[self.print_.paper]
            foot = _dots(MARGIN, high - 8, wide - 2 * MARGIN, 5)
            painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, words)


_A_MM: Final = DPI / MM  # in dots


def _dots(x: float, y: float, width: float, height: float) -> QRectF:
    """A rectangle of mm in dots."""
    return QRectF(x * _A_MM, y * _A_MM, width * _A_MM, height * _A_MM)
