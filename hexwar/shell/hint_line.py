"""The line at the foot of the window: what a click does, and why a hex is in or out."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from hexwar.shell.lenses import Reason
from hexwar.widgets.panels.parts import rule_link


class HintLine(QLabel):
    """One line; what finds no room in it stands in its tip. The window's width heeds it not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint, self._news = "", ""
        self._reasons: tuple[Reason, ...] = ()
        self._stands_alone = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(0, super().minimumSizeHint().height())

    def set_hint(self, hint: str) -> None:
        """Say what a click does now."""
        self._hint = hint
        self._show()

    def set_news(self, html: str) -> None:
        """Say before the hint what has just happened; nothing ends it.

        Args:
            html: With links.
        """
        self._news = html
        self._show()

    def set_reasons(self, reasons: Sequence[Reason], *, stands_alone: bool) -> None:
        """Say why the hex that is pointed at is in or out of what is shown.

        Args:
            reasons: A sentence for each lens that is on.
            stands_alone: Whether the hint waits meanwhile.
        """
        self._reasons, self._stands_alone = tuple(reasons), stands_alone
        self._show()

    def forget(self) -> None:
        """Say nothing."""
        self._hint, self._news, self._reasons = "", "", ()
        self._show()

    def _show(self) -> None:
        if not self._reasons and not self._news:
            self.setTextFormat(Qt.TextFormat.PlainText)
            self.setText(self._hint)
            self.setToolTip("")
            return
        parts = [f"{escape(r.sentence, quote=False)} {rule_link(r.rule)}" for r in self._reasons]
        if self._hint and not (self._reasons and self._stands_alone):
            parts.insert(0, escape(self._hint, quote=False))
        if self._news:
            parts.insert(0, self._news)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setText(" &nbsp;\N{MIDDLE DOT}&nbsp; ".join(parts))
        self.setToolTip("<br>".join(parts))
