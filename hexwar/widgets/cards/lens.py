"""One card, large, beside the panel that it lies on."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from hexwar.widgets.cards.painting import RATIO, Face, paint_card
from hexwar.widgets.panels.look import Look

_WIDTH = 264  # of the card, pixels at 100 %
_EDGE = 14  # round it, for its shadow
_GAP = 6


class CardLens(QWidget):
    """A card without a window of its own; it takes neither mouse nor keyboard."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.look = look
        self.face = Face(None)
        for attribute in (
            Qt.WidgetAttribute.WA_TranslucentBackground,
            Qt.WidgetAttribute.WA_ShowWithoutActivating,
            Qt.WidgetAttribute.WA_TransparentForMouseEvents,
        ):
            self.setAttribute(attribute)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_card(self, face: Face, beside: QRect) -> None:
        """Show a card.

        Args:
            face: which, and whose.
            beside: what must not be covered, in pixels of the screen: it lies left of it if there
                is room, else right of it.
        """
        self.face = face
        self.resize(self._size())
        self.move(self._corner(beside))
        self.show()
        self.update()

    def _size(self) -> QSize:
        look = self.look
        edge = 2 * look.px(_EDGE)
        return QSize(look.px(_WIDTH) + edge, round(look.px(_WIDTH) * RATIO) + edge)

    def _corner(self, beside: QRect) -> QPoint:
        room, gap = self.screen().availableGeometry(), self.look.px(_GAP)
        left = beside.left() - self.width() - gap
        if left < room.left():
            left = beside.right() + gap
        top = beside.center().y() - self.height() // 2
        lowest = max(room.bottom() - self.height(), room.top())
        return QPoint(left, min(max(top, room.top()), lowest))

    def paintEvent(self, _: QPaintEvent) -> None:
        """The card."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge, width = self.look.px(_EDGE), self.look.px(_WIDTH)
        paint_card(painter, self.look, self.face, QRectF(edge, edge, width, width * RATIO))
