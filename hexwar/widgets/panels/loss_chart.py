"""A chart of what the formations of a side lost, turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pyqtgraph import PlotWidget
from pyqtgraph.graphicsItems.ScatterPlotItem import drawSymbol
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout

from hexwar.table.battle import Battle
from hexwar.table.forces import FormationId, Side
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, spaced
from hexwar.widgets.panels.pieces import marks_of

_SYMBOLS = ("o", "s", "t1", "d", "t", "p", "h", "star")
_DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine)
_EACH, _SOME = 10, 6  # so many turns are all named; of more, about so many
_CONTRAST = 60  # of 255, between a curve and its ground


class LossCurve(Protocol):
    """The losses of one formation."""

    @property
    def formation(self) -> FormationId:
        """Whose."""

    @property
    def lost(self) -> Sequence[int]:
        """SP: before the first turn, at the end of each turn, and now."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How a formation's curve is told from the others, in colour and without."""

    colour: QColor
    symbol: str  # a marker's name in pyqtgraph
    dash: Qt.PenStyle

    def paint(self, painter: QPainter, middle: QPointF, size: float) -> None:
        """Paint the marker alone; `size` in pixels."""
        painter.save()
        painter.translate(middle)
        drawSymbol(painter, self.symbol, size, QPen(Qt.PenStyle.NoPen), self.colour)
        painter.restore()


def marks_for(
    look: Look, battle: Battle, curves: Sequence[LossCurve]
) -> Mapping[FormationId, Mark]:
    """A mark for each curve: the colour of the formation's counters, and a shape of its own."""
    stripes = marks_of(battle)
    return {
        curve.formation: Mark(
            _seen_on(QColor(look.theme.stripe(stripes[curve.formation].stripe).field), look),
            _SYMBOLS[place % len(_SYMBOLS)],
            _DASHES[place // len(_SYMBOLS) % len(_DASHES)],
        )
        for place, curve in enumerate(curves)
    }


def _seen_on(colour: QColor, look: Look) -> QColor:
    """A colour, moved away from that of the ground until it can be told from it."""
    ground = look.colour("base").lightness()
    for _ in range(8):
        if abs(colour.lightness() - ground) >= _CONTRAST:
            break
        colour = colour.lighter(125) if look.theme.is_dark else colour.darker(125)
    return colour


class LossChart(Panel):
    """Curves over the turns of a battle; the list beside it is their key."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.plot = _Plot()
        whole = spaced(QVBoxLayout(self), 0, 0)
        whole.addWidget(self.plot)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.settle()

    def sizeHint(self) -> QSize:
        """Room for axes and curves."""
        return QSize(self.look.px(400), self.look.px(210))

    def minimumSizeHint(self) -> QSize:
        """The same, narrower."""
        return QSize(self.look.px(240), self.look.px(210))

    def show_curves(
        self,
        battle: Battle,
        side: Side,
        curves: Sequence[LossCurve],
        marks: Mapping[FormationId, Mark],
        top: int,
    ) -> None:
        """Show the losses of a side.

        Args:
            battle: whose turns they are.
            side: who lost.
            curves: one for each formation of the side that lost something.
            marks: how each is drawn.
            top: the end of the scale, SP; both sides have the same.
        """
        self._again = lambda: self.show_curves(battle, side, curves, marks, top)
        self.setVisible(bool(curves))
        self.setAccessibleName(f"Losses of the {battle.side_names[side]} side over the turns")
        last = [f"{battle.formations[c.formation].name}: {c.lost[-1]} SP" for c in curves]
        self.setAccessibleDescription(", ".join(last))
        self._dress_plot()
        self.plot.clear()
        for curve in curves:
            self._add(curve, marks[curve.formation])
        turns = max((len(curve.lost) for curve in curves), default=1) - 1
        self._show_turns(battle, turns)
        self.plot.setYRange(0, max(top, 1), 0.06)

    def dress(self) -> None:
        """Ground, axes and letters follow the look."""
        self._dress_plot()

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
        ends = (battle.turn(n) for n in range(turns, 0, -step))
        names = [(float(t.number), t.day_words if battle.has_days else t.time) for t in ends]
        names.append((0.0, "start"))
        self.plot.getPlotItem().getAxis("bottom").setTicks([names])
        self.plot.setXRange(0, max(turns, 1), 0.04)

    def _dress_plot(self) -> None:
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
        item.getAxis("left").setLabel("SP lost", **{"color": ink, "font-size": size})


class _Plot(PlotWidget):
    """A plot that is only looked at: the wheel scrolls the sheet that it is on."""

    def __init__(self) -> None:
        super().__init__()
        self.setMouseEnabled(x=False, y=False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.getPlotItem().hideButtons()
        self.getPlotItem().setMenuEnabled(enableMenu=False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the sheet."""
        event.ignore()
