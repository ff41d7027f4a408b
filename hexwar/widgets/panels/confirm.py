"""A question that can lose something: No, Esc and closing the window mean no."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from hexwar.messages import mark, say
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Body, button, column, fill, label, row


class ConfirmDialog(QDialog):
    """Asks once; `exec` gives Accepted for yes and Rejected for everything else."""

    def __init__(
        self,
        look: Look,
        question: str,
        details: str = "",
        yes: str = mark("Yes"),
        no: str = mark("No"),
        parent: QWidget | None = None,
    ) -> None:
        """Make the dialog: a short question, and as HTML what would be lost."""
        super().__init__(parent)
        self.setWindowTitle(question)
        body = Body(look)
        self.details = label("", details)
        self.yes_button, self.no_button = button(say(yes)), button(say(no), "main")
        buttons = row(8, None, self.yes_button, self.no_button)
        column(body, 20, 10, self.details, None, buttons)
        fill(self, body)
        self.setMinimumWidth(look.px(420))
        self.yes_button.clicked.connect(self.accept)
        self.no_button.clicked.connect(self.reject)
        self.yes_button.setAutoDefault(False)
        self.no_button.setDefault(True)
        self.no_button.setFocus(Qt.FocusReason.OtherFocusReason)
