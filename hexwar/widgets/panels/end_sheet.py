"""The end of a game: who won and how, every line of the score, and what each formation lost.

It imports pyqtgraph, so it is imported itself where it is first shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationCard, FormationId, Side, UnitId
from hexwar.table.pieces import Box, Outcome
from hexwar.table.score import ScoreLine
from hexwar.widgets.panels.look import Look, elided
from hexwar.widgets.panels.loss_chart import LossChart, LossCurve, Mark, marks_for
from hexwar.widgets.panels.painting import paint_bar
from hexwar.widgets.panels.parts import Divider, Panel, button, card, label, spaced
from hexwar.widgets.panels.pieces import formation_title, strength_of
from hexwar.widgets.panels.score_list import ScoreList
from hexwar.widgets.panels.spots import Spot, SpotPanel
from hexwar.widgets.panels.vp_panel import side_title

_KEY = 18  # for the marker of a curve before a formation's name, pixels at 100 %


class EndSheet(Panel):
    """Winner, level, score and losses."""

    newGameAsked = Signal()
    """The player wants another game."""
    closed = Signal()
    """The player wants to look at the map."""
    linkActivated = Signal(str)
    """A link to a rule."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.banner = _Banner(look)
        self._sides: dict[Side, _SideSheet] = {}
        self._columns = spaced(QHBoxLayout(), 0, 12)
        self.new_game, self.close_button = button("New game", "main"), button("Look at the map")
        self._arrange()
        self.new_game.clicked.connect(self.newGameAsked)
        self.close_button.clicked.connect(self.closed)
        self.settle()

    def show_end(
        self, state: GameState, lines: Sequence[ScoreLine], curves: Sequence[LossCurve] = ()
    ) -> None:
        """Show how the game ended; before its end, how it would end now.

        Args:
            state: the last state.
            lines: every line of the score.
            curves: what each formation lost over the turns.
        """
        self._again = lambda: self.show_end(state, lines, curves)
        self.banner.show_outcome(state)
        top = max((sp for curve in curves for sp in curve.lost), default=0)
        for side in state.battle.sides:
            if side not in self._sides:
                self._add_side(side)
            sheet = self._sides[side]
            sheet.show_side(state, side, [x for x in lines if x.side == side])
            mine = [c for c in curves if state.battle.formations[c.formation].side == side]
            sheet.show_losses(state, side, mine, top)

    def dress(self) -> None:
        """All parts follow the look."""
        self.banner.set_look(self.look)
        for sheet in self._sides.values():
            sheet.set_look(self.look)

    def _add_side(self, side: Side) -> None:
        sheet = _SideSheet(self.look)
        sheet.linkActivated.connect(self.linkActivated)
        self._sides[side] = sheet
        self._columns.addWidget(sheet, 1)

    def _arrange(self) -> None:
        ground = QWidget()
        inside = spaced(QVBoxLayout(ground), 0, 12)
        inside.addWidget(self.banner)
        inside.addLayout(self._columns)
        inside.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(ground)
        buttons = spaced(QHBoxLayout(), 0, 8)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        buttons.addWidget(self.new_game)
        whole = spaced(QVBoxLayout(self), 12, 10)
        whole.addWidget(area, 1)
        whole.addLayout(buttons)
        self.setAccessibleName("End of the game")


class _Banner(Panel):
    """The verdict in large letters on the winner's colour."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._verdict, self._below = "", ""
        self._colour = QColor()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_outcome(self, state: GameState) -> None:
        """Show an outcome."""
        battle, outcome = state.battle, state.outcome
        winner = None if outcome is None else outcome.winner
        self._colour = self.look.colour("faint")
        if winner is not None:
            self._colour = self.look.side(battle, winner)
        self._verdict = verdict(state)
        reason = "" if outcome is None or outcome.reason == "points" else f" · {outcome.reason}"
        self._below = f"{battle.name} · turn {state.turn} of {len(battle.turns)}{reason}"
        self.setAccessibleName(f"{self._verdict}. {self._below}")
        self.update()

    def sizeHint(self) -> QSize:
        """One large line and one small."""
        return QSize(self.look.px(600), self.look.px(112))

    def minimumSizeHint(self) -> QSize:
        """The same, narrower."""
        return QSize(self.look.px(360), self.look.px(112))

    def paintEvent(self, _: QPaintEvent) -> None:
        """The colour, darker at its foot, and the words in paper white."""
        look, painter = self.look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QLinearGradient(0, 0, 0, self.height())
        ground.setColorAt(0, self._colour.darker(112))
        ground.setColorAt(1, self._colour.darker(165))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(self.rect(), look.px(5), look.px(5))
        painter.setPen(QColor("#fff8e7"))
        upper = QRectF(0, look.px(16), self.width(), look.px(48))
        painter.setFont(look.serif(34))
        painter.drawText(upper, Qt.AlignmentFlag.AlignCenter, self._verdict)
        painter.setFont(look.sans(14.5))
        lower = QRectF(0, look.px(70), self.width(), look.px(24))
        painter.drawText(lower, Qt.AlignmentFlag.AlignCenter, self._below)


class _SideSheet(Panel):
    """One side's score and losses."""

    linkActivated = Signal(str)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        frame, inside = card()
        self.title, self.lines = label("title"), ScoreList(look)
        self.head, self.losses = label("heading"), _Losses(look)
        self.story, self.chart = (
            label("heading", "SP lost by the end of each turn"),
            LossChart(look),
        )
        above = (self.title, self.lines, Divider(look), self.head, self.losses)
        for part in (*above, self.story, self.chart):
            inside.addWidget(part)
        inside.addStretch(1)
        whole = spaced(QVBoxLayout(self), 0, 0)
        whole.addWidget(frame)
        self.lines.linkActivated.connect(self.linkActivated)
        self.settle()

    def show_side(self, state: GameState, side: Side, lines: Sequence[ScoreLine]) -> None:
        """Show a side's lines and its formations."""
        outcome = state.outcome
        total = sum(line.points for line in lines)
        if outcome is not None:
            total = dict(outcome.vp).get(side, total)
        self.title.setText(side_title(self.look, state, side, total))
        self.lines.show_lines(lines)

    def show_losses(
        self, state: GameState, side: Side, curves: Sequence[LossCurve], top: int
    ) -> None:
        """Show what is left of a side, and over which turns it lost the rest."""
        marks = marks_for(self.look, state.battle, curves)
        self.losses.show_formations(state, side, marks)
        left, full = self.losses.total
        self.head.setText(f"Strength left: {left} of {full} SP")
        self.story.setVisible(bool(curves))
        self.chart.show_curves(state.battle, side, curves, marks, top)

    def dress(self) -> None:
        """The parts follow the look."""
        for part in (self.lines, self.losses, self.chart):
            part.set_look(self.look)


class _Losses(SpotPanel):
    """A bar of what is left of each formation; before its name the marker of its curve."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._lines: list[tuple[str, int, int]] = []  # name, SP left, SP at start
        self._marks: Sequence[Mark | None] = ()  # of each line
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Strength left, by formation")

    @property
    def total(self) -> tuple[int, int]:
        """The SP left of the whole side, and those at the start."""
        return sum(left for _, left, _ in self._lines), sum(full for _, _, full in self._lines)

    def show_formations(
        self, state: GameState, side: Side, marks: Mapping[FormationId, Mark]
    ) -> None:
        """Show the formations of a side that have units in play."""
        cards = [
            f
            for f in state.battle.formations.values()
            if f.side == side and strength_of(state, _in_play(state, f))[1]
        ]
        self._lines = [
            (formation_title(state.battle, f.id), *strength_of(state, _in_play(state, f)))
            for f in cards
        ]
        self._marks = [marks.get(f.id) for f in cards]
        self.renew()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """A line for each formation."""
        return QSize(self.look.px(320), len(self._lines) * self.look.px(26))

    def minimumSizeHint(self) -> QSize:
        """The same with short names."""
        return QSize(self.look.px(240), len(self._lines) * self.look.px(26))

    def arrange(self) -> Sequence[Spot]:
        """A spot for each formation."""
        height = self.look.px(26)
        return [
            Spot(
                str(i), QRectF(0, i * height, self.width(), height), f"{name}: {left} of {full} SP"
            )
            for i, (name, left, full) in enumerate(self._lines)
        ]

    def paint_all(self, painter: QPainter) -> None:
        """Names, bars and numbers."""
        look, middle = self.look, Qt.AlignmentFlag.AlignVCenter
        letters = look.sans(13.5)
        painter.setFont(letters)
        lines = zip(self._lines, self._marks, self._spots, strict=True)
        for (name, left, full), mark, spot in lines:
            box = spot.box
            if mark is not None:
                place = QPointF(box.left() + look.px(_KEY) / 2, box.center().y())
                mark.paint(painter, place, look.px(10))
            bar = QRectF(box.right() - look.px(182), box.center().y() - look.px(5), 0, look.px(10))
            bar.setWidth(look.px(96))
            share = left / full
            paint_bar(painter, look, bar, share, look.colour("good" if share > 0.6 else "warning"))
            painter.setPen(look.colour("ink"))
            named = box.adjusted(look.px(_KEY), 0, 0, 0)
            words = elided(name, letters, bar.left() - named.left() - look.px(10))
            painter.drawText(named, middle, words)
            right = middle | Qt.AlignmentFlag.AlignRight
            painter.drawText(box, right, f"{left} of {full} SP")


def verdict(state: GameState) -> str:
    """The end of a game in a few words: `French tactical victory`."""
    outcome: Outcome | None = state.outcome
    if outcome is None:
        return "The battle goes on"
    if outcome.winner is None:
        return "A draw"
    return f"{state.battle.side_names[outcome.winner]} {outcome.level} victory"


def _in_play(state: GameState, formation: FormationCard) -> list[UnitId]:
    return [u for u in formation.units if state.units[u].box is not Box.RESERVE]
