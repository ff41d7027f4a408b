"""A box that unfolds, as dialogs with many choices use it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from string import Template

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPolygonF, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate

from hexwar.widgets.panels.look import Look

_SHORTEST = 12  # letters that a box has room for at least


class ChoiceBox(QComboBox):
    """A box that unfolds, with an arrow that follows the scale."""

    def __init__(self, look: Look, choices: Mapping[str, str]) -> None:
        """Make the box.

        Args:
            look: theme and scale.
            choices: values with what is read of each, in order.
        """
        super().__init__()
        self._look = look
        self.setItemDelegate(QStyledItemDelegate(self))  # it heeds the style sheet
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_SHORTEST)
        for value, words in choices.items():
            self.addItem(words, value)

    def allow(self, value: str, refusal: str = "") -> None:
        """Let a value be chosen, or not; if it is the chosen one, the first takes its place.

        Args:
            value: one of the choices; the first can always be chosen.
            refusal: why it cannot be chosen, for its tip; empty: it can.
        """
        at, model = self.findData(value), self.model()
        if not isinstance(model, QStandardItemModel):  # a combo box makes one
            return
        item = model.item(at)
        item.setEnabled(not refusal)
        item.setToolTip(refusal)
        if refusal and at == self.currentIndex():
            self.setCurrentIndex(0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel moves the page: it shall not change a choice in passing."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The box as every style paints it, and the arrow."""
        super().paintEvent(event)
        look, painter = self._look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self.width() - look.px(14), self.height() / 2)
        painter.scale(look.px(5), look.px(5))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("faint"))
        painter.drawPolygon(QPolygonF([QPointF(-1, -0.5), QPointF(1, -0.5), QPointF(0, 0.7)]))


_SIZES = {"round": 4, "high": 5, "wide": 8, "arrow": 24}  # pixels at 100 %
_BOX_SHEET = Template(
    """
    QComboBox { background: $raised; color: $ink; border: 1px solid $line; }
    QComboBox { border-radius: ${round}px; padding: ${high}px ${wide}px; }
    QComboBox::drop-down { border: none; width: ${arrow}px; }
    QComboBox:hover, QComboBox:focus { border-color: $focus; background: $base; }
    """
)


def box_sheet(look: Look) -> str:
    """A style sheet that gives boxes that unfold the manner of buttons."""
    sizes = {name: look.px(size) for name, size in _SIZES.items()}
    return _BOX_SHEET.substitute(sizes, **asdict(look.theme.window))
