"""Dice as they fell, each with what it was thrown for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.painting import paint_die
from hexwar.widgets.panels.spots import Spot, SpotPanel

_LINE, _DIE = 32, 26  # pixels at 100 %


class DiceRow(SpotPanel):
    """A die on each line, in the order they were thrown."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._dice: Sequence[tuple[str, int]] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Dice")

    def show_dice(self, dice: Sequence[tuple[str, int]]) -> None:
        """Show dice: what each was for, and its pips from 1 to 6."""
        self._dice = dice
        self.renew()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """A line for each die."""
        return QSize(self.look.px(200), len(self._dice) * self.look.px(_LINE))

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return QSize(self.look.px(120), len(self._dice) * self.look.px(_LINE))

    def arrange(self) -> Sequence[Spot]:
        """A spot for each die."""
        height = self.look.px(_LINE)
        return [
            Spot(str(i), QRectF(0, i * height, self.width(), height), f"{purpose}: {pips}")
            for i, (purpose, pips) in enumerate(self._dice)
        ]

    def paint_all(self, painter: QPainter) -> None:
        """The dice and their purposes."""
        look, edge = self.look, self.look.px(_DIE)
        for (purpose, pips), spot in zip(self._dice, self._spots, strict=True):
            box = QRectF(1, spot.box.center().y() - edge / 2, edge, edge)
            paint_die(painter, box, pips)
            words = spot.box.adjusted(edge + look.px(12), 0, 0, 0)
            painter.setFont(look.sans(13.5))
            painter.setPen(look.colour("ink"))
            painter.drawText(
                words, Qt.AlignmentFlag.AlignVCenter, purpose[:1].upper() + purpose[1:]
            )
