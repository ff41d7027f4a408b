"""A question that can lose something: No, Esc and closing the window mean no."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Body, button, label, spaced


class ConfirmDialog(QDialog):
    """Asks once; `exec` gives Accepted for yes and Rejected for everything else."""

    def __init__(
        self,
        look: Look,
        question: str,
        details: str = "",
        yes: str = "Yes",
        no: str = "No",
        parent: QWidget | None = None,
    ) -> None:
        """Make the dialog.

        Args:
            look: theme and scale.
            question: one short question, plain text.
            details: what would be lost, as HTML.
            yes: the button that goes on; a verb says more than `Yes`.
            no: the button that has the keyboard at first.
            parent: the window that it stands over.
        """
        super().__init__(parent)
        self.setWindowTitle(question)
        body = Body(look)
        self.details = label("", details)
        self.yes_button, self.no_button = button(yes), button(no, "main")
        self._arrange(body, question)
        self.yes_button.clicked.connect(self.accept)
        self.no_button.clicked.connect(self.reject)
        self.yes_button.setAutoDefault(False)
        self.no_button.setDefault(True)
        self.no_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _arrange(self, body: Body, question: str) -> None:
        inside = spaced(QVBoxLayout(body), 20, 10)
        heading = label("heading")
        heading.setTextFormat(Qt.TextFormat.PlainText)
        heading.setText(question)
        inside.addWidget(heading)
        inside.addWidget(self.details)
        inside.addStretch(1)
        row = spaced(QHBoxLayout(), 0, 8)
        row.addStretch(1)
        row.addWidget(self.yes_button)
        row.addWidget(self.no_button)
        inside.addLayout(row)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(body)
        body.settle()
        self.setMinimumWidth(body.look.px(420))
