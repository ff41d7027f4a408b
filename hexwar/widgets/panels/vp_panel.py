"""The running score: who would win now, and every line with its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.score import ScoreLine
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, card, label, rule_link, small, spaced
from hexwar.widgets.panels.score_list import ScoreList

_MINUS = "\N{MINUS SIGN}"


class VpPanel(Panel):
    """The score of both sides as the table now stands."""

    linkActivated = Signal(str)
    """A link of a line or a reason: `unit:ID`, `hex:0913`, `rule:N22`."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.outlook = label("heading")
        self.note = label()
        self.sides: dict[Side, SideScore] = {}
        ground = QWidget()
        self._column = spaced(QVBoxLayout(ground), 8, 10)
        self._column.addWidget(self.outlook)
        self._column.addWidget(self.note)
        self._column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(ground)
        whole = spaced(QVBoxLayout(self), 0, 0)
        whole.addWidget(area)
        self.note.linkActivated.connect(self.linkActivated)
        self.setAccessibleName("Victory points")
        self.settle()

    def show_score(self, state: GameState, lines: Sequence[ScoreLine], outlook: str) -> None:
        """Show the score.

        Args:
            state: the view of the side that looks.
            lines: every line of the score, those too that count nothing.
            outlook: how the game would end now, or has ended.
        """
        self._again = lambda: self.show_score(state, lines, outlook)
        self.outlook.setText(escape(outlook))
        about = f"Points are counted once, at the end: {rule_link('N22')}, {rule_link('N22.2')}."
        self.note.setText(small(self.look, about))
        for side in state.battle.sides:
            if side not in self.sides:
                self._add_side(side)
            mine = [line for line in lines if line.side == side]
            self.sides[side].show_side(state, side, mine, self.look)

    def _add_side(self, side: Side) -> None:
        made = SideScore(self.look)
        made.linkActivated.connect(self.linkActivated)
        self.sides[side] = made
        self._column.insertWidget(len(self.sides), made)


class SideScore(Panel):
    """One side's total and its lines on a card."""

    linkActivated = Signal(str)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        frame, inside = card()
        self.title, self.lines = label("title"), ScoreList(look)
        inside.addWidget(self.title)
        inside.addWidget(self.lines)
        whole = spaced(QVBoxLayout(self), 0, 0)
        whole.addWidget(frame)
        self.lines.linkActivated.connect(self.linkActivated)
        self.settle()

    def show_side(
        self, state: GameState, side: Side, lines: Sequence[ScoreLine], look: Look
    ) -> None:
        """Show the lines of a side."""
        self.lines.set_look(look)
        self.title.setText(side_title(look, state, side, sum(line.points for line in lines)))
        self.lines.show_lines(lines)


def side_title(look: Look, state: GameState, side: Side, points: int) -> str:
    """The HTML of a side with its colour and its points."""
    colour = look.side(state.battle, side).name()
    name = escape(state.battle.side_names[side])
    total = str(points).replace("-", _MINUS)
    return f'<span style="color:{colour}">\N{BLACK SQUARE}</span> {name}: {total} VP'
