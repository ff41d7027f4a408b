"""Dice as they fell, each with what it was thrown for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.painting import paint_die
from hexwar.widgets.panels.spots import Spot, SpotPanel

_LINE, _DIE, _WIDTH = 32, 26, 178  # pixels at 100 %
_ROWS = 3  # dice below one another


class DiceRow(SpotPanel):
    """Dice in columns of three, in the order they were thrown."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._dice: Sequence[tuple[str, int]] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Dice")

    def show_dice(self, dice: Sequence[tuple[str, int]]) -> None:
        """Show dice: what each was for, and its pips from 1 to 6."""
        self._dice = dice
        self.renew()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Room for every die."""
        rows = min(len(self._dice), _ROWS)
        columns = -(-len(self._dice) // _ROWS)
        return QSize(columns * self.look.px(_WIDTH), rows * self.look.px(_LINE))

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return self.sizeHint()

    def arrange(self) -> Sequence[Spot]:
        """A spot for each die."""
        width, height = self.look.px(_WIDTH), self.look.px(_LINE)
        return [
            Spot(
                str(i),
                QRectF(i // _ROWS * width, i % _ROWS * height, width, height),
                f"{purpose}: {pips}",
            )
            for i, (purpose, pips) in enumerate(self._dice)
        ]

    def paint_all(self, painter: QPainter) -> None:
        """The dice and their purposes."""
        look, edge = self.look, self.look.px(_DIE)
        for (purpose, pips), spot in zip(self._dice, self._spots, strict=True):
            box = QRectF(spot.box.left() + 1, spot.box.center().y() - edge / 2, edge, edge)
            paint_die(painter, box, pips)
            words = spot.box.adjusted(edge + look.px(12), 0, 0, 0)
            painter.setFont(look.sans(13.5))
            painter.setPen(look.colour("ink"))
            painter.drawText(
                words, Qt.AlignmentFlag.AlignVCenter, purpose[:1].upper() + purpose[1:]
            )
