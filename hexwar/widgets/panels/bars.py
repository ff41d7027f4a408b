"""What may happen and how likely it is, as bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from hexwar.messages import say
from hexwar.widgets.brushwork import Align, elided, write
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, paint_bar
from hexwar.widgets.panels.spots import Spot, SpotPanel
from hexwar.widgets.words import capital, literal, speak

# -- what may happen and how likely it is, as bars


_LINE, _NAME, _SHARE, _ROWS = 23, 150, 62, 4  # pixels at 100 %; rows that there is room for
_WIDEST = 0.56  # of the line, that a long name may take


class OutcomeBars(SpotPanel):
    """A line for each end of a combat: its name, a bar, its chance in per cent."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._outcomes: Sequence[tuple[str, float]] = ()
        self.tip_of: Callable[[str, str], str] = lambda *_: ""
        """The tip of an end, by its name and its chance in words."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("What may happen"))

    def show_outcomes(self, outcomes: Sequence[tuple[str, float]]) -> None:
        """Show outcomes by their marked names, each with its chance from 0 to 1."""
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
        return QSize(look.px(_SHARE + 130), self._rows * look.px(_LINE))

    @property
    def _rows(self) -> int:
        return max(_ROWS, len(self._outcomes))

    def arrange(self) -> Sequence[Spot]:
        """A spot for each line."""
        height = self.look.px(_LINE)
        return [
            Spot(
                name,
                QRectF(0, i * height, self.width(), height),
                f"{say(name)}: {percent(chance)}",
                self.tip_of(name, percent(chance)),
            )
            for i, (name, chance) in enumerate(self._outcomes)
        ]

    def paint_all(self, painter: QPainter) -> None:
        """The lines."""
        look, letters = self.look, self.look.sans(13.5)
        left = self._name_width(letters)
        for (name, chance), spot in zip(self._outcomes, self.spots, strict=True):
            box = spot.box
            words, ink = elided(capital(say(name)), letters, left - look.px(8)), look.colour("ink")
            write(painter, box, words, letters, ink)
            width = box.width() - left - look.px(_SHARE)
            bar = QRectF(left, box.center().y() - look.px(6), width, look.px(12))
            paint_bar(painter, look, bar, chance, self._colour(name))
            right = Align.AlignVCenter | Align.AlignRight
            write(painter, box, percent(chance), look.sans(13.5, bold=True), ink, right)

    def _name_width(self, letters: QFont) -> int:
        """Room for the longest name, within reason."""
        metrics, look = QFontMetricsF(letters), self.look
        widest = max(
            (metrics.horizontalAdvance(capital(say(n))) for n, _ in self._outcomes), default=0
        )
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
    "enemy": "good",
    "reactors": "accent",
    "attacker": "accent",
    "attackers": "accent",
    "charger": "accent",
    "chargers": "accent",
}
"""The colour of an end by the first of these words in its name: who suffers it."""


def percent(chance: float) -> str:
    """A chance as it is read: `3.4 %`, `41 %`; never 0 or 100 where it is not."""
    hundredths = chance * 100
    if 0 < hundredths < 0.1:
        return "< 0.1 %"
    if 99.9 < hundredths < 100:
        return "> 99.9 %"
    return f"{hundredths:.1f} %" if hundredths < 10 else f"{hundredths:.0f} %"


# -- one bar that is divided as a die divides what may happen


_FILLS = (
    ("good", Qt.BrushStyle.SolidPattern),
    ("warning", Qt.BrushStyle.BDiagPattern),
    ("accent", Qt.BrushStyle.Dense4Pattern),
)
"""Colour and pattern of each part: the good, what changes nothing, the bad."""


class ChanceBar(Panel):
    """Parts from left to right, told apart by their pattern as well as by their colour."""

    wide, least = QSize(120, 14), QSize(120, 14)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._chances: Sequence[tuple[str, float]] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("Chances"))

    @property
    def words(self) -> str:
        """The chances as they are read: `Obeyed 50 %, waits 33 %, lost 17 %`."""
        return chance_words(self._chances)

    def show_chances(self, chances: Sequence[tuple[str, float]]) -> None:
        """Show up to three results, the good one first, each with its chance from 0 to 1."""
        if tuple(chances) != tuple(self._chances):
            self._chances = chances
            self.setToolTip(literal(self.words))
            speak(self, self.words)
            self.update()

    def paintEvent(self, _: QPaintEvent) -> None:
        """The parts."""
        painter = QPainter(self)
        left, width = 0.0, float(self.width())
        painter.fillRect(self.rect(), self.look.colour("base"))
        for (_name, chance), (colour, pattern) in zip(self._chances, _FILLS, strict=False):
            part = QRectF(left, 0, chance * width, self.height())
            painter.fillRect(part, QBrush(self.look.colour(colour), pattern))
            left = part.right()
        painter.setPen(self.look.colour("line"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


def chance_words(chances: Sequence[tuple[str, float]]) -> str:
    """Chances in one line; what cannot happen is left out."""
    words = ", ".join(f"{name} {percent(chance)}" for name, chance in chances if chance)
    return capital(words)
