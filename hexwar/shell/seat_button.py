"""The button in the corner of the menu bar: it hands a side to the computer, or takes it back."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenuBar, QToolButton

from hexwar.messages import say
from hexwar.widgets.panels.look import Look


class SeatButton(QToolButton):
    """Says what a press does; tip, key and greying are those of its action."""

    def __init__(self, look: Look, action: QAction, bar: QMenuBar) -> None:
        super().__init__(bar)
        self.setDefaultAction(action)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.show_player(is_human=True)
        self.set_look(look)
        bar.setCornerWidget(self)

    def event(self, event: QEvent) -> bool:
        """Its tip says what it does: the line at the foot is left to the game."""
        return event.type() is QEvent.Type.StatusTip or super().event(event)

    def show_player(self, *, is_human: bool) -> None:
        """Offer to hand the side over, or to take it back."""
        words = say("Let the computer play") if is_human else say("Play yourself")
        self.defaultAction().setIconText(words)
        self.setAccessibleName(words)

    def set_look(self, look: Look) -> None:
        """A line round words in the colours of the bar; filled while the computer plays."""
        ink, ground = look.colour("on_leather").name(), look.colour("leather").name()
        faint = look.colour("leather").lighter(190).name()
        shape = f"padding: 0 {look.px(10)}px; border-radius: {look.px(4)}px;"
        self.setStyleSheet(
            f"QToolButton {{ background: transparent; color: {ink}; border: 1px solid {faint};"
            f" margin: 2px {look.px(8)}px; {shape} }}"
            f"QToolButton:hover, QToolButton:checked {{ background: {ink}; color: {ground}; }}"
            f"QToolButton:disabled {{ color: {faint}; }}"
        )
