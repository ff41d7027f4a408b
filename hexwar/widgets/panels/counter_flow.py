"""Counters in lines that wrap, as the boxes and the sheets show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.widgets.counters.faces import Face
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.pieces import (
    leader_face_of,
    leader_tooltip,
    unit_face,
    unit_tooltip,
)
from hexwar.widgets.panels.spots import Spot, SpotPanel

_GAP = 6  # between counters, pixels at 100 %


@dataclass(frozen=True, slots=True)
class Shown:
    """One counter of the flow."""

    id: str  # address: `unit:FR-2-01`, `leader:FR-2-L`
    face: Face
    words: str
    tooltip: str


def shown_unit(state: GameState, unit: UnitId) -> Shown:
    """A unit as the flow shows it."""
    name = state.card(unit).name
    return Shown(f"unit:{unit}", unit_face(state, unit), name, unit_tooltip(state, unit))


def shown_leader(state: GameState, leader: LeaderId) -> Shown:
    """A leader as the flow shows him."""
    name = state.battle.leaders[leader].name
    return Shown(
        f"leader:{leader}", leader_face_of(state, leader), name, leader_tooltip(state, leader)
    )


class CounterFlow(SpotPanel):
    """Counters side by side in as many lines as they need."""

    def __init__(self, look: Look, edge: int = 44, parent: QWidget | None = None) -> None:
        """Make an empty flow.

        Args:
            look: theme, scale and counters.
            edge: of a counter, pixels at 100 %.
            parent: the widget that it is on.
        """
        super().__init__(look, parent)
        self._edge = edge
        self._counters: Sequence[Shown] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def counters(self) -> Sequence[Shown]:
        """What is shown."""
        return self._counters

    def show_counters(self, counters: Sequence[Shown]) -> None:
        """Show other counters, from left to right and from top to bottom."""
        self._counters = counters
        self.renew()
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        """A narrow flow is high."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines at a width; one line at least."""
        columns = self._columns(width)
        lines = max(-(-len(self._counters) // columns), 1)
        return lines * self._step

    def sizeHint(self) -> QSize:
        """Five in a line."""
        width = 5 * self._step
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """One in a line."""
        return QSize(self._step, self._step)

    def arrange(self) -> Sequence[Spot]:
        """A spot for each counter."""
        step, edge, columns = self._step, self.look.px(self._edge), self._columns(self.width())
        gap = (step - edge) / 2
        return [
            Spot(
                counter.id,
                QRectF((i % columns) * step + gap, (i // columns) * step + gap, edge, edge),
                counter.words,
                counter.tooltip,
            )
            for i, counter in enumerate(self._counters)
        ]

    def paint_all(self, painter: QPainter) -> None:
        """The counters."""
        for counter, spot in zip(self._counters, self._spots, strict=True):
            corner = QPointF(round(spot.box.x()), round(spot.box.y()))
            self.look.paint_counter(painter, counter.face, corner, spot.box.width())

    @property
    def _step(self) -> int:
        return self.look.px(self._edge) + self.look.px(_GAP)

    def _columns(self, width: int) -> int:
        return max(width // self._step, 1)
