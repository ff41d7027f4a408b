"""What may happen and how likely it is, as bars."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar.widgets.panels.look import Look, elided
from hexwar.widgets.panels.painting import paint_bar
from hexwar.widgets.panels.spots import Spot, SpotPanel

_LINE, _NAME, _SHARE, _ROWS = 23, 150, 62, 7  # pixels at 100 %; rows that there is room for
_WIDEST = 0.56  # of the line, that a long name may take


class OutcomeBars(SpotPanel):
    """A line for each end of a combat: its name, a bar, its chance in per cent."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._outcomes: Sequence[tuple[str, float]] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("What may happen")

    def show_outcomes(self, outcomes: Sequence[tuple[str, float]]) -> None:
        """Show outcomes, each with its chance from 0 to 1."""
        self._outcomes = outcomes
        self.renew()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Room for every end that an assault can have, however many are possible now."""
        look = self.look
        return QSize(look.px(_NAME + _SHARE + 160), self._rows * look.px(_LINE))

    def minimumSizeHint(self) -> QSize:
        """The same with short bars."""
        look = self.look
        return QSize(look.px(_NAME + _SHARE + 60), self._rows * look.px(_LINE))

    @property
    def _rows(self) -> int:
        return max(_ROWS, len(self._outcomes))

    def arrange(self) -> Sequence[Spot]:
        """A spot for each line."""
        height = self.look.px(_LINE)
        return [
            Spot(name, QRectF(0, i * height, self.width(), height), f"{name}: {percent(chance)}")
            for i, (name, chance) in enumerate(self._outcomes)
        ]

    def paint_all(self, painter: QPainter) -> None:
        """The lines."""
        look, letters = self.look, self.look.sans(13.5)
        left = self._name_width(letters)
        for (name, chance), spot in zip(self._outcomes, self._spots, strict=True):
            box = spot.box
            painter.setFont(letters)
            painter.setPen(look.colour("ink"))
            middle = Qt.AlignmentFlag.AlignVCenter
            words = elided(_capital(name), letters, left - look.px(8))
            painter.drawText(box, middle, words)
            width = box.width() - left - look.px(_SHARE)
            bar = QRectF(left, box.center().y() - look.px(6), width, look.px(12))
            paint_bar(painter, look, bar, chance, self._colour(name))
            painter.setFont(look.sans(13.5, bold=True))
            painter.setPen(look.colour("ink"))
            painter.drawText(box, middle | Qt.AlignmentFlag.AlignRight, percent(chance))

    def _name_width(self, letters: QFont) -> int:
        """Room for the longest name, within reason."""
        metrics, look = QFontMetricsF(letters), self.look
        widest = max((metrics.horizontalAdvance(_capital(n)) for n, _ in self._outcomes), default=0)
        usual = max(look.px(_NAME), round(widest) + look.px(10))
        return min(usual, round(self.width() * _WIDEST))

    def _colour(self, name: str) -> QColor:
        """Green where the defender suffers, red where the attacker does, else plain."""
        suffers = (word for word in name.replace("'", " ").split() if word in _COLOURS)
        return self.look.colour(_COLOURS.get(next(suffers, ""), "warning"))


_COLOURS = {
    "defender": "good",
    "defenders": "good",
    "target": "good",
    "attacker": "accent",
    "attackers": "accent",
    "charger": "accent",
    "chargers": "accent",
}
"""The colour of an end by the first of these words in its name: who suffers it."""


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def percent(chance: float) -> str:
    """A chance as it is read: `3.4 %`, `41 %`; never 0 or 100 where it is not."""
    hundredths = chance * 100
    if 0 < hundredths < 0.1:
        return "< 0.1 %"
    if 99.9 < hundredths < 100:
        return "> 99.9 %"
    return f"{hundredths:.1f} %" if hundredths < 10 else f"{hundredths:.0f} %"
