"""The running score: who would win now, and every line with its reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QWidget

from hexwar.messages import say
from hexwar.table.battle import Battle
from hexwar.table.forces import FormationId, Side
from hexwar.table.reports import ScoreLine, ScoreReason
from hexwar.widgets.brushwork import smooth
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    HELP,
    Panel,
    card,
    column,
    explain,
    label,
    paint_arrow,
    rule_link,
    scrolled,
    small,
    spaced,
)

# -- lines of the score that open to their reasons


_MINUS = "\N{MINUS SIGN}"
_INDENT = 14  # of the parts of a reason, pixels at 100 %


class ScoreList(Panel):
    """The lines of one side; which are open is kept while they change."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.none = label("quiet", say("No points."))
        self.none.setToolTip(say("Nothing scores for this side as the table now stands"))
        self.rows: list[ScoreRow] = []
        self._layout = column(self, 0, 4, self.none)
        self.settle()

    @property
    def shown(self) -> Sequence[ScoreRow]:
        """The rows that show a line now."""
        return [row for row in self.rows if row.line is not None]

    def show_lines(self, lines: Sequence[ScoreLine]) -> None:
        """Show other lines."""
        self._again = lambda: self.show_lines(lines)
        opened = {_key(row.line) for row in self.rows if row.line is not None and row.is_open}
        self.none.setText("" if lines else say("No points."))
        self.none.setVisible(not lines)
        while len(self.rows) < len(lines):
            row = ScoreRow(self.look)
            row.linkActivated.connect(self.linkActivated)
            self.rows.append(row)
            self._layout.addWidget(row)
        for place, row in enumerate(self.rows):
            line = lines[place] if place < len(lines) else None
            row.show_line(line, self.look, is_open=line is not None and _key(line) in opened)


def _key(line: ScoreLine) -> tuple[str, str, str]:
    """What stays of a line while its points and words change."""
    return line.side, line.rule, line.address


class ScoreRow(Panel):
    """Points and what for; below, when it is open, the reasons."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.line: ScoreLine | None = None
        self.arrow = _Arrow(look)
        self.points, self.words, self.reasons = label(), label(), label()
        self.points.setWordWrap(False)
        self.points.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        grid = spaced(QGridLayout(self), 0, 6)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(self.arrow, 0, 0, top)
        grid.addWidget(self.points, 0, 1, top)
        grid.addWidget(self.words, 0, 2, top)
        grid.addWidget(self.reasons, 1, 2)
        grid.setColumnStretch(2, 1)
        self.arrow.toggled.connect(self._open)
        for part in (self.words, self.reasons):
            part.linkActivated.connect(self.linkActivated)
        self.settle()

    @property
    def is_open(self) -> bool:
        """Whether it shows its reasons."""
        return self.arrow.isChecked()

    def show_line(self, line: ScoreLine | None, look: Look, *, is_open: bool) -> None:
        """Show a line, or none and nothing."""
        self.look, self.line = look, line
        self.setVisible(line is not None)
        if line is None:
            return
        self.dress()
        points = str(line.points).replace("-", _MINUS)
        self.points.setText(f"<b>{points}</b>" if line.points else points)
        self.points.setMinimumWidth(look.px(22))
        about = say("VP that this line counts now, and what for")
        explain(self, say("{about}; the arrow shows why", about=about) if line.reasons else about)
        self.setProperty(HELP, f"rule:{line.rule}" if line.rule else "")
        self.words.setText(f"{_linked(line.address, line.reason)} {rule_link(line.rule)}")
        self.reasons.setText("".join(self._html(line.reasons, 0)))
        for part in (self.words, self.reasons):  # links are for the keyboard too
            part.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.arrow.setVisible(bool(line.reasons))
        self.arrow.setAccessibleName(
            say("Reasons: {points} VP, {reason}", points=points, reason=line.reason)
        )
        self.arrow.setChecked(is_open)
        self._open(is_open)

    def dress(self) -> None:
        """The arrow follows the scale."""
        self.arrow.look = self.look
        self.arrow.setFixedSize(QSize(self.look.px(22), self.look.px(22)))

    def _open(self, is_open: bool) -> None:
        self.arrow.setToolTip(say("Hide the reasons") if is_open else say("Show the reasons"))
        self.reasons.setVisible(is_open and self.line is not None)

    def _html(self, reasons: Sequence[ScoreReason], depth: int) -> Iterator[str]:
        """Each reason as a paragraph, its parts below it and further in."""
        left = self.look.px(_INDENT) * depth
        for reason in reasons:
            subject = f"{_linked(reason.address, reason.subject)} " if reason.subject else ""
            words = f"{subject}{escape(reason.words)} {rule_link(reason.rule)}"
            if not reason.counts:
                bad = self.look.colour("accent").name()
                words = say(
                    '<span style="color:{bad}">Not counted:</span> {words}', bad=bad, words=words
                )
            gap = self.look.px(3)
            yield f'<p style="margin:{gap}px 0 0 {left}px">{words}</p>'
            yield from self._html(reason.parts, depth + 1)


class _Arrow(QAbstractButton):
    """Points to the right while its line is closed, and down while it is open."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def paintEvent(self, _: QPaintEvent) -> None:
        """A triangle, and a ring while it has the keyboard."""
        look, painter = self.look, smooth(self)
        if self.hasFocus():
            painter.setPen(QPen(look.colour("focus"), look.px(2)))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), look.px(4), look.px(4))
        ink = look.colour("ink" if self.underMouse() else "faint")
        turn = 90 if self.isChecked() else 0
        paint_arrow(painter, QRectF(self.rect()).center(), look.px(5), ink, turn)


def _linked(address: str, words: str) -> str:
    return f'<a href="{escape(address)}">{escape(words)}</a>' if address else escape(words)


# -- the running score: who would win now, and every line with its reasons


class VpPanel(Panel):
    """The score of both sides as the table now stands."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.outlook = label("heading")
        self.note = label()
        self.sides: dict[Side, SideScore] = {}
        ground = QWidget()
        self._column = column(ground, 8, 10, self.outlook, self.note, None)
        column(self, 0, 0, scrolled(ground))
        self.note.linkActivated.connect(self.linkActivated)
        self.setAccessibleName(say("Victory points"))
        self.settle()

    def show_score(
        self, battle: Battle, lines: Sequence[ScoreLine], outlook: str, note: str = ""
    ) -> None:
        """Show every line of the score, those too that count nothing.

        The outlook says how the game would end now; a note, as HTML, how points are counted.
        """
        self._again = lambda: self.show_score(battle, lines, outlook, note)
        self.outlook.setText(escape(outlook))
        explain(self.outlook, say("Who would win, and how high, if points were counted now"))
        explain(self.note, say("When points are counted, and the rules that say for what"))
        self.note.setText(small(self.look, note))
        for side in battle.sides:
            if side not in self.sides:
                made = self.sides[side] = SideScore(self.look)
                made.linkActivated.connect(self.linkActivated)
                self._column.insertWidget(len(self.sides), made)
            mine = [line for line in lines if line.side == side]
            self.sides[side].show_side(battle, side, mine, self.look)


class SideScore(Panel):
    """One side's total and its lines on a card."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.title, self.lines = label("title"), ScoreList(look)
        column(self, 0, 0, card(self.title, self.lines)[0])
        self.lines.linkActivated.connect(self.linkActivated)
        self.settle()

    def show_side(self, battle: Battle, side: Side, lines: Sequence[ScoreLine], look: Look) -> None:
        """Show the lines of a side."""
        self.lines.set_look(look)
        self.title.setText(side_title(look, battle, side, sum(line.points for line in lines)))
        explain(self.title, say("All lines below, added; those too that count nothing"))
        self.lines.show_lines(lines)


@dataclass(frozen=True, slots=True)
class Strength:
    """What is left of a formation."""

    formation: FormationId
    name: str
    left: int  # SP
    full: int  # at the start


def side_title(look: Look, battle: Battle, side: Side, points: int) -> str:
    """The HTML of a side with its colour and its points."""
    colour = look.side(battle, side).name()
    name = escape(battle.side_names[side])
    total = str(points).replace("-", _MINUS)
    return say(
        '<span style="color:{colour}">■</span> {name}: {total} VP',
        colour=colour,
        name=name,
        total=total,
    )
