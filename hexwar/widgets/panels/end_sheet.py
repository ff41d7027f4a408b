"""The end of a game: who won and how, the score, and what each formation lost when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape

from pyqtgraph import PlotWidget
from pyqtgraph.graphicsItems.ScatterPlotItem import drawSymbol
from PySide6.QtCore import QMetaMethod, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QVBoxLayout, QWidget

from hexwar.messages import say
from hexwar.table.aftermath import Aftermath
from hexwar.table.battle import Battle, MapBattle
from hexwar.table.forces import FormationId, Side
from hexwar.table.names import verdict_words
from hexwar.table.pieces import Outcome
from hexwar.table.reports import ScoreLine
from hexwar.table.state import TableState
from hexwar.table.telling import LossCurve
from hexwar.widgets.board.contents import marks_of
from hexwar.widgets.brushwork import Align, elided, graded, kept, smooth, take_up, write
from hexwar.widgets.panels.end_story import EndStory, seen_on
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    Divider,
    Panel,
    button,
    card,
    column,
    explain,
    label,
    paint_bar,
    row,
    scrolled,
)
from hexwar.widgets.panels.scenario_card import lead_words, par_words
from hexwar.widgets.panels.score import ScoreList, Strength, side_title
from hexwar.widgets.panels.spots import Spot, SpotPanel
from hexwar.widgets.words import keyless

# -- a chart of what the formations of a side lost, turn by turn


_SYMBOLS = ("o", "s", "t1", "d", "t", "p", "h", "star")
_DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine)
_LEVELS = 8  # at most, of SP
_EACH, _SOME = 10, 6  # so many turns are all named; of more, about so many


@dataclass(frozen=True, slots=True)
class Mark:
    """How a formation's curve is told from the others, in colour and without."""

    colour: QColor
    symbol: str  # a marker's name in pyqtgraph
    dash: Qt.PenStyle

    def paint(self, painter: QPainter, middle: QPointF, size: float) -> None:
        """Paint the marker alone; `size` in pixels."""
        with kept(painter):
            painter.translate(middle)
            drawSymbol(painter, self.symbol, size, QPen(Qt.PenStyle.NoPen), self.colour)


def marks_for(
    look: Look, battle: Battle, curves: Sequence[LossCurve]
) -> Mapping[FormationId, Mark]:
    """A mark for each curve: the colour of the formation's counters, and a shape of its own.

    Where counters have no colours of their own the curves take them in their order.
    """
    worn = marks_of(battle) if isinstance(battle, MapBattle) else {}
    stripes = {formation: mark.stripe for formation, mark in worn.items()}
    return {
        curve.formation: Mark(
            seen_on(QColor(look.theme.stripe(stripes.get(curve.formation, place)).field), look),
            _SYMBOLS[place % len(_SYMBOLS)],
            _DASHES[place // len(_SYMBOLS) % len(_DASHES)],
        )
        for place, curve in enumerate(curves)
    }


class LossChart(Panel):
    """Curves over the turns of a battle; the list beside it is their key."""

    wide, least = QSize(400, 210), QSize(240, 170)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.plot = _Plot()
        column(self, 0, 0, self.plot)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        policy.setRetainSizeWhenHidden(True)  # else what stands above it would be spread out
        self.setSizePolicy(policy)
        self.settle()

    def show_curves(
        self,
        battle: Battle,
        side: Side,
        curves: Sequence[LossCurve],
        marks: Mapping[FormationId, Mark],
        top: int,
    ) -> None:
        """Show the losses of a side up to `top` SP, the end of the scale of both sides."""
        self._again = lambda: self.show_curves(battle, side, curves, marks, top)
        self.setVisible(bool(curves))
        self.setAccessibleName(
            say("Losses of the {side} side over the turns", side=battle.side_names[side])
        )
        last = [
            say(
                "{formations}: {lost} SP",
                formations=body.name,
                lost=c.lost[-1],
            )
            for c in curves
            if (body := battle.body(c.formation)) is not None
        ]
        self.setAccessibleDescription(", ".join(last))
        self.dress()
        self.plot.clear()
        for curve in curves:
            self._add(curve, marks[curve.formation])
        turns = max((len(curve.lost) for curve in curves), default=1) - 1
        self._show_turns(battle, turns)
        self.plot.setYRange(0, max(top, 1), 0.06)
        step = max(1, -(-top // _LEVELS))
        self.plot.getPlotItem().getAxis("left").setTickSpacing(step, step)

    def _add(self, curve: LossCurve, mark: Mark) -> None:
        pen = QPen(mark.colour)
        pen.setWidthF(max(1.0, 2 * self.look.scale))
        pen.setCosmetic(True)
        pen.setStyle(mark.dash)
        self.plot.getPlotItem().plot(
            list(range(len(curve.lost))),
            list(curve.lost),
            pen=pen,
            symbol=mark.symbol,
            symbolSize=self.look.px(8),
            symbolPen=QPen(Qt.PenStyle.NoPen),
            symbolBrush=mark.colour,
            antialias=True,
        )

    def _show_turns(self, battle: Battle, turns: int) -> None:
        """Name the ends of turns by the hour or the day when they began, as there is room."""
        step = 1 if turns <= _EACH else -(-turns // _SOME)
        names = [(float(n), battle.turn_mark(n)) for n in range(turns, 0, -step)]
        names.append((0.0, "start"))
        self.plot.getPlotItem().getAxis("bottom").setTicks([names])
        self.plot.setXRange(0, max(turns, 1), 0.04)

    def dress(self) -> None:
        """Ground, axes and letters follow the look."""
        look, item = self.look, self.plot.getPlotItem()
        self.plot.setBackground(look.colour("base"))
        item.showGrid(x=False, y=True, alpha=0.25)
        for name in ("left", "bottom"):
            axis = item.getAxis(name)
            axis.setPen(look.colour("faint"))
            axis.setTextPen(look.colour("ink"))
            axis.setTickFont(look.sans(12))
        item.getAxis("bottom").setHeight(look.px(26))
        size, ink = f"{look.px(12)}px", look.colour("ink").name()
        item.getAxis("left").setLabel(say("SP lost"), **{"color": ink, "font-size": size})


class _Plot(PlotWidget):
    """A plot that is only looked at: the wheel scrolls the sheet that it is on."""

    def __init__(self) -> None:
        super().__init__()
        self.setMouseEnabled(x=False, y=False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.getPlotItem().hideButtons()
        self.getPlotItem().setMenuEnabled(enableMenu=False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


# -- the end of a game: who won and how, every line of the score, and what each formation lost
#
# It imports pyqtgraph, so it is imported itself where it is first shown.


_KEY = 18  # for the marker of a curve before a formation's name, pixels at 100 %
_LOW = 820  # below it the banner is low, pixels at 100 %
_NARROW, _WIDE = 860, 1240  # from here on there are two columns, and three; pixels at 100 %


class EndSheet(Panel):
    """Winner, level, score, losses, fights, obedience and dice, in as many columns as fit."""

    newGameAsked = Signal()
    """The player wants another game."""
    replayAsked = Signal()
    """He wants to see the game again."""
    whatIfAsked = Signal()
    """He wants to play it otherwise from some turn on."""
    closed = Signal()
    """He wants to look at the map."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.banner, self.par = _Banner(look), label("quiet")
        self.story = EndStory(look)
        self._sides: dict[Side, _SideSheet] = {}
        self._ground = QWidget()
        self._columns = row(12)
        self._standing: list[QWidget] = []  # the columns
        self._count = 0
        self.new_game = button(say("New game"), "main")
        self.report = button(say("Report"))
        self.replay, self.what_if = button(say("Replay")), button(say("What if …"))
        self.close_button = button(say("Look at the map"))
        self.close_button.setToolTip(say("Close the sheet; Panels, Victory points has the score"))
        self.new_game.setToolTip(say("Choose another battle"))
        column(self._ground, 0, 10, self.banner, self.par, (self._columns, 1))
        buttons = row(
            8, self.report, self.replay, self.what_if, None, self.close_button, self.new_game
        )
        column(self, 12, 10, (scrolled(self._ground), 1), buttons)
        self.setAccessibleName(say("End of the game"))
        self._connect()
        self.settle()

    def _connect(self) -> None:
        self.new_game.clicked.connect(self.newGameAsked)
        self.close_button.clicked.connect(self.closed)
        self.replay.clicked.connect(self.replayAsked)
        self.what_if.clicked.connect(self.whatIfAsked)
        self.replay.setToolTip(say("See the game again, step by step"))
        self.what_if.setToolTip(say("Go back to any turn, and play on with other dice"))
        self.report.setToolTip(say("The whole story with maps, to read, keep or print"))
        self.story.linkActivated.connect(self.linkActivated)
        menu = QMenu(self.report)
        for words, address in (
            (say("Read it as a page"), "report:"),
            (say("Save as a page …"), "report:html"),
            (say("Save as PDF …"), "report:pdf"),
        ):
            menu.addAction(keyless(words), partial(self.linkActivated.emit, address))
        self.report.setMenu(menu)

    def show_end(
        self,
        state: TableState,
        lines: Sequence[ScoreLine],
        strengths: Sequence[Strength] = (),
        curves: Sequence[LossCurve] = (),
    ) -> None:
        """Show how the game ended; before its end, how it would end now.

        With every line of the score, what is left of each formation that had units in play, and
        what each lost over the turns.
        """
        self._again = lambda: self.show_end(state, lines, strengths, curves)
        battle = state.battle
        self.banner.show_outcome(state)
        self._show_par(battle, lines, state.outcome)
        top = max((sp for curve in curves for sp in curve.lost), default=0)
        for side in battle.sides:
            if side not in self._sides:
                made = self._sides[side] = _SideSheet(self.look)
                made.linkActivated.connect(self.linkActivated)
                self._count = 0
            sheet = self._sides[side]
            sheet.show_side(state, side, [x for x in lines if x.side == side])
            left = [x for x in strengths if _is_of(battle, x.formation, side)]
            mine = [x for x in curves if _is_of(battle, x.formation, side)]
            sheet.show_losses(battle, side, left, mine, top)
        self._arrange()

    def show_told(self, told: Aftermath | None) -> None:
        """Show the points over time, the fights, who obeyed and the dice, once they are told."""
        if told is not None:
            self.story.show_told(told)
            return
        self.story.leave_out(*self.story.parts)  # the game tells no story

    def _show_par(
        self, battle: Battle, lines: Sequence[ScoreLine], outcome: Outcome | None
    ) -> None:
        """The handicap of the battle beside what this game has come to (N22.1)."""
        par = None if battle.briefing is None else battle.briefing.par
        self.par.setVisible(par is not None)
        if par is None:
            return
        totals = {side: sum(x.points for x in lines if x.side == side) for side in battle.sides}
        totals |= {} if outcome is None else dict(outcome.vp)
        lead = totals[par.side] - totals[battle.enemy(par.side)]
        names = battle.side_names
        handicap, here = par_words(par, names), lead_words(par.side, lead, names)
        self.par.setText(say("{par} This game: {lead}.", par=handicap, lead=here))
        explain(self.par, say("By how much an even game ends, as computer players have played it"))

    def dress(self) -> None:
        """All parts follow the look."""
        self.banner.set_look(self.look)
        self.story.set_look(self.look)
        for sheet in self._sides.values():
            sheet.set_look(self.look)
        self._count = 0
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        """What nobody can do has no button."""
        super().showEvent(event)
        for made, name in ((self.replay, "replayAsked"), (self.what_if, "whatIfAsked")):
            made.setVisible(self.isSignalConnected(self._method(name)))

    def _method(self, name: str) -> QMetaMethod:
        about = self.metaObject()
        return about.method(about.indexOfSignal(f"{name}()"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as there is width for; in little height a low banner."""
        super().resizeEvent(event)
        self.banner.set_low(is_low=self.height() < self.look.px(_LOW))
        self._arrange()

    def _arrange(self) -> None:
        """Lay the cards out in one column, in two or in three; each column fills its height."""
        width = self.width() / self.look.scale
        wanted = 1 + (width >= _NARROW) + (width >= _WIDE)
        if wanted == self._count or not self._sides:
            return
        self._count = wanted
        old, self._standing = self._standing, []
        story, sides = self.story.parts, list(self._sides.values())
        score, fights, obeyed, dice = story
        first, *others = sides
        ways: Sequence[Sequence[QWidget]] = ([score, *sides, fights, obeyed, dice],)
        if wanted == 2:
            ways = ([score, first, dice], [fights, *others, obeyed])
        elif wanted == 3:
            ways = ([first], others, [score, fights, obeyed, dice])
        for widgets in ways:
            made = self._filled(widgets)
            self._columns.addWidget(made, 1)
            self._standing.append(made)
        for one in old:
            one.hide()
            one.deleteLater()

    def _filled(self, widgets: Sequence[QWidget]) -> QWidget:
        """A column; the sides and its last card take the height that is left."""
        made = QWidget()
        layout = QVBoxLayout(made)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(self.look.px(10))
        for widget in widgets:
            grows = widget in (*self._sides.values(), self.story.parts[0])
            layout.addWidget(widget, 1 if grows else 0)
            widget.setVisible(widget not in self.story.absent)
        return made


class _Banner(Panel):
    """The verdict in large letters on the winner's colour."""

    wide, least = QSize(600, 112), QSize(360, 64)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._verdict, self._below = "", ""
        self._colour = QColor()
        self._is_low = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_low(self, *, is_low: bool) -> None:
        """Make do with little height, or not."""
        if is_low != self._is_low:
            self._is_low = is_low
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """As high as there is height for."""
        return self._scaled(self.least if self._is_low else self.wide)

    def show_outcome(self, state: TableState) -> None:
        battle, outcome = state.battle, state.outcome
        winner = None if outcome is None else outcome.winner
        faint = self.look.colour("faint")
        self._colour = faint if winner is None else self.look.side(battle, winner)
        self._verdict = verdict_words(battle, outcome)
        is_early = outcome is not None and outcome.reason != "points"
        reason = f" · {say(outcome.reason)}" if outcome is not None and is_early else ""
        self._below = say(
            "{battle} · turn {turn} of {n}{reason}",
            battle=battle.name,
            turn=state.turn,
            n=len(battle.turns),
            reason=reason,
        )
        self.setAccessibleName(f"{self._verdict}. {self._below}")
        self.update()

    def paintEvent(self, _: QPaintEvent) -> None:
        look, painter = self.look, smooth(self)
        ground = QLinearGradient(0, 0, 0, self.height())
        graded(ground, (0, self._colour.darker(112)), (1, self._colour.darker(165)))
        take_up(painter, None, ground)
        painter.drawRoundedRect(self.rect(), look.px(5), look.px(5))
        ink = QColor("#fff8e7")
        size = 26 if self._is_low else 34
        top, height, below = (4, 34, 38) if self._is_low else (16, 48, 70)
        upper = QRectF(0, look.px(top), self.width(), look.px(height))
        write(painter, upper, self._verdict, look.serif(size), ink, Align.AlignCenter)
        lower = QRectF(0, look.px(below), self.width(), look.px(24))
        write(painter, lower, self._below, look.sans(14.5), ink, Align.AlignCenter)


class _SideSheet(Panel):
    """One side's score and losses."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.title, self.lines = label("title"), ScoreList(look)
        self.head, self.losses = label("heading"), _Losses(look)
        self.story = label("heading", say("SP lost by the end of each turn"))
        explain(self.title, say("VP of this side at the end: all lines below, added"))
        explain(self.head, say("SP that are left of all that this side had; a line a formation"))
        explain(self.story, say("A curve a formation, told apart by the marks of the list above"))
        self.chart = LossChart(look)
        above = (self.title, self.lines, Divider(look), self.head, self.losses)
        column(self, 0, 0, card(*above, self.story, (self.chart, 1))[0])
        self.lines.linkActivated.connect(self.linkActivated)
        self.settle()

    def show_side(self, state: TableState, side: Side, lines: Sequence[ScoreLine]) -> None:
        outcome = state.outcome
        total = sum(line.points for line in lines)
        if outcome is not None:
            total = dict(outcome.vp).get(side, total)
        self.title.setText(side_title(self.look, state.battle, side, total))
        self.lines.show_lines(lines)

    def show_losses(
        self,
        battle: Battle,
        side: Side,
        strengths: Sequence[Strength],
        curves: Sequence[LossCurve],
        top: int,
    ) -> None:
        """Show what is left of a side, and over which turns it lost the rest."""
        marks = marks_for(self.look, battle, curves)
        self.losses.show_formations(strengths, marks)
        left, full = self.losses.total
        self.head.setText(say("Strength left: {left} of {full} SP", left=left, full=full))
        self.story.setVisible(bool(curves))
        self.chart.show_curves(battle, side, curves, marks, top)

    def dress(self) -> None:
        for part in (self.lines, self.losses, self.chart):
            part.set_look(self.look)


class _Losses(SpotPanel):
    """A bar of what is left of each formation; before its name the marker of its curve."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._lines: list[tuple[str, int, int]] = []  # name, SP left, SP at start
        self._marks: Sequence[Mark | None] = ()  # of each line
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("Strength left, by formation"))

    @property
    def total(self) -> tuple[int, int]:
        """The SP left of the whole side, and those at the start."""
        return sum(left for _, left, _ in self._lines), sum(full for _, _, full in self._lines)

    def show_formations(
        self, strengths: Sequence[Strength], marks: Mapping[FormationId, Mark]
    ) -> None:
        self._lines = [(x.name, x.left, x.full) for x in strengths]
        self._marks = [marks.get(x.formation) for x in strengths]
        self.renew()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(self.look.px(320), len(self._lines) * self.look.px(26))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.look.px(240), len(self._lines) * self.look.px(26))

    def arrange(self) -> Sequence[Spot]:
        height = self.look.px(26)
        return [
            Spot(
                str(i),
                QRectF(0, i * height, self.width(), height),
                words := say("{name}: {left} of {full} SP", name=name, left=left, full=full),
                say("{words} left, those counted that never came", words=escape(words)),
            )
            for i, (name, left, full) in enumerate(self._lines)
        ]

    def paint_all(self, painter: QPainter) -> None:
        look, middle = self.look, Qt.AlignmentFlag.AlignVCenter
        letters = look.sans(13.5)
        painter.setFont(letters)
        lines = zip(self._lines, self._marks, self.spots, strict=True)
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
            painter.drawText(box, right, say("{left} of {full} SP", left=left, full=full))


def _is_of(battle: Battle, formation: FormationId, side: Side) -> bool:
    body = battle.body(formation)
    return body is not None and body.side == side
