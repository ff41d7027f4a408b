"""A card that shows the counters of a unit or leader as they will look."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent

from hexwar.editor.army import Path, at, text
from hexwar.editor.counterfaces import faces_at
from hexwar.editor.document import Json
from hexwar.messages import mark, say
from hexwar.widgets.brushwork import Align, kept, write
from hexwar.widgets.counters.faces import CounterFace, Face
from hexwar.widgets.panels.look import Look, wrapped
from hexwar.widgets.panels.parts import Panel

_EDGE: Final = 92  # of a counter, pixels at 100 %
_LEAST_EDGE: Final = 46
_BELOW: Final = 30  # below a counter, for the word that says which side it is
_SIDES: Final = (mark("full side"), mark("reduced side"))


class CounterCard(Panel):
    """The counter of the current row, its full side over its reduced one."""

    wide = QSize(140, 330)
    least = QSize(120, 210)

    def __init__(self, look: Look) -> None:
        """Show none yet."""
        super().__init__(look)
        self.faces: tuple[Face, ...] = ()
        self.name = ""
        self.formation = ""
        self.setAccessibleName(say("Counter"))
        self.settle()

    def show_place(self, forces: Json, place: Path | None) -> None:
        """Show the counters of the record in a place; none where there is none."""
        self.faces = faces_at(forces, place) if place else ()
        self.name = text(at(forces, place), "name") if place else ""
        self.formation = text(at(forces, place[:2]), "name") if place else ""
        self.setAccessibleDescription(self.spoken)
        self.update()

    @property
    def spoken(self) -> str:
        """What the card says, for a screen reader."""
        told = [self.name, self.formation]
        for face, side in zip(self.faces, _SIDES, strict=False):
            if isinstance(face, CounterFace):
                numbers = f"{face.strength}-{face.initiative}-{face.movement}"
                told.append(say("{side} {numbers}", side=say(side), numbers=numbers))
        return ", ".join(word for word in told if word)

    def paintEvent(self, _: QPaintEvent) -> None:
        """The name, and the counters below it."""
        look, painter = self.look, QPainter(self)
        box = QRectF(self.rect()).adjusted(look.px(8), look.px(8), -look.px(8), -look.px(8))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.faces:
            letters, ink = look.sans(12.5), look.colour("faint")
            for line in wrapped(say("The counter of the current row."), letters, box.width(), 4):
                write(painter, box, line, letters, ink, Align.AlignHCenter | Align.AlignTop)
                box.setTop(box.top() + look.px(18))
            return
        top = self._paint_names(painter, box)
        room = (box.bottom() - top) / 2 - look.px(_BELOW)  # both sides shall be seen whole
        edge = max(min(look.px(_EDGE), int(room)), look.px(_LEAST_EDGE))
        for face, side in zip(self.faces, _SIDES, strict=False):
            self._paint_face(painter, box, top, edge, face, side)
            top += edge + look.px(_BELOW)

    def _paint_names(self, painter: QPainter, box: QRectF) -> float:
        """The name and the formation; where they end."""
        look, top = self.look, box.top()
        name, below = look.sans(13.5, bold=True), look.sans(12)
        for words, letters, ink, most in (
            (self.name, name, "ink", 3),
            (self.formation, below, "faint", 2),
        ):
            for line in wrapped(words, letters, box.width(), most):
                room = QRectF(box.left(), top, box.width(), look.px(18))
                write(painter, room, line, letters, look.colour(ink), Align.AlignCenter)
                top += look.px(17)
        return top + look.px(10)

    def _paint_face(
        self, painter: QPainter, box: QRectF, top: float, edge: int, face: Face, side: str
    ) -> None:
        look = self.look
        with kept(painter):
            corner = QPointF(round(box.center().x() - edge / 2), round(top))
            look.paint_counter(painter, face, corner, edge)
        if len(self.faces) > 1:
            room = QRectF(box.left(), top + edge + look.px(4), box.width(), look.px(18))
            letters = look.sans(12)
            write(painter, room, say(side), letters, look.colour("faint"), Align.AlignCenter)
