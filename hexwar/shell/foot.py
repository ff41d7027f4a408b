"""The foot of the window: what a click does now, and links that become short where that is long."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStatusBar

from hexwar.engine import Barrier
from hexwar.messages import say
from hexwar.shell.lenses import Reason
from hexwar.widgets.panels.parts import rule_link
from hexwar.widgets.words import literal, rich

ADVISE = "action:advise"
UNDO = "action:undo-to"


class HintLine(QLabel):
    """One line; what finds no room in it stands in its tip. The window's width heeds it not."""

    changed = Signal()
    """It says something else."""

    def __init__(self) -> None:
        super().__init__()
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
        """Say before the hint what has just happened, as HTML; nothing ends it."""
        self._news = html
        self._show()

    def set_reasons(self, reasons: Sequence[Reason], stands_alone: bool) -> None:
        """Say why the hex that is pointed at is in or out; alone, or with the hint."""
        self._reasons, self._stands_alone = tuple(reasons), stands_alone
        self._show()

    def forget(self) -> None:
        """Say nothing."""
        self._hint, self._news, self._reasons = "", "", ()
        self._show()

    @property
    def is_cut(self) -> bool:
        """Whether the line has no room for all that it says; then its tip has the rest."""
        return self.sizeHint().width() > self.width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may cut it, or show it whole."""
        super().resizeEvent(event)
        self._tell_whole()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The line, and dots at its end where it is cut."""
        super().paintEvent(event)
        if self.is_cut:
            painter, dots = QPainter(self), "\N{HORIZONTAL ELLIPSIS}"
            width = self.fontMetrics().horizontalAdvance(dots) + 4
            end = self.rect().adjusted(self.width() - width, 0, 0, 0)
            painter.fillRect(end, self.palette().window())
            painter.setPen(self.palette().windowText().color())
            painter.drawText(end, Qt.AlignmentFlag.AlignCenter, dots)

    def _tell_whole(self) -> None:
        """Without news and reasons the tip is needed only where the line is cut."""
        if not self._reasons and not self._news:
            self.setToolTip(literal(self._hint if self.is_cut else ""))

    def _show(self) -> None:
        self._write()
        self.changed.emit()

    def _write(self) -> None:
        if not self._reasons and not self._news:
            self.setTextFormat(Qt.TextFormat.PlainText)
            self.setText(self._hint)
            self._tell_whole()
            return
        parts = [f"{escape(r.sentence, quote=False)} {rule_link(r.rule)}" for r in self._reasons]
        if self._hint and not (self._reasons and self._stands_alone):
            parts.insert(0, escape(self._hint, quote=False))
        if self._news:
            parts.insert(0, self._news)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setText(" &nbsp;\N{MIDDLE DOT}&nbsp; ".join(parts))
        self.setToolTip(rich("<br>".join(parts)))


class LinkLine(QLabel):
    """A short line of links, in other words where there is no room for the usual ones."""

    changed = Signal()
    """It says something else."""

    def __init__(self, tip: str) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.RichText)
        self._tip, self._words, self._short = tip, "", ""
        self._is_folded = False
        self.width_of_words = 0
        """How wide the usual words are, pixels."""

    def write(self, html: str, short: str = "", tip: str = "") -> None:
        """Say something: in short what `short` says, with the tip that then tells the rest."""
        self._words, self._short = html, short or html
        self.setToolTip(rich(tip or self._tip))
        self.measure()
        self.changed.emit()

    def changeEvent(self, event: QEvent) -> None:
        """In other letters it has another width."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.measure()
            self.changed.emit()

    def measure(self) -> None:
        """Learn how wide the usual words are in the present letters."""
        self.setText(self._words)
        self.width_of_words = self.sizeHint().width()
        self.fold(on=self._is_folded)

    def fold(self, *, on: bool) -> None:
        """Say it in short, or in the usual words."""
        self._is_folded = on
        self.setText(self._short if on else self._words)


class Foot(QObject):
    """Fills the status bar of a window: the hint first, what leads to advice and to undo last."""

    linkActivated = Signal(str)
    """An address to follow."""

    def __init__(self, bar: QStatusBar) -> None:
        super().__init__(bar)
        self._bar = bar
        self.hint = HintLine()
        """What a click or a key does now."""
        self.counsel = LinkLine(say("Ask the computer player what to do at this question, and why"))
        """Asks for advice, while a person is asked."""
        self.steps = LinkLine(say("How far undo goes back; Ctrl+Alt+Z asks for more than a step"))
        """Leads to undo, or says what bars it."""
        bar.setContentsMargins(8, 0, 8, 0)
        bar.addWidget(self.hint, 1)
        for line in (self.counsel, self.steps):
            bar.addPermanentWidget(line)
        for part in (self.hint, self.counsel, self.steps):
            part.linkActivated.connect(self.linkActivated)
            part.changed.connect(self._share)
            part.installEventFilter(self)
        self.counsel.write(
            say('<a href="{to}">What would you do? (W)</a>', to=ADVISE),
            say('<a href="{to}">Advice (W)</a>', to=ADVISE),
        )

    def show_steps(self, barrier: Barrier | None) -> None:
        """Lead to undo, or say what bars it."""
        if barrier is None:
            undoes = say(
                '<a href="{to}">Ctrl+Z undoes \N{BLACK UP-POINTING SMALL TRIANGLE}</a>', to=UNDO
            )
            short = say('<a href="{to}">Undo \N{BLACK UP-POINTING SMALL TRIANGLE}</a>', to=UNDO)
            self.steps.write(undoes, short)
        else:
            why = say("No undo: {why}", why=escape(barrier.sentence))
            self.steps.write(why, say("No undo"), why)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """There is more room, or less."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide):
            self._share()
        return super().eventFilter(watched, event)

    def _share(self) -> None:
        """Fold the links one after the other, as long as the hint has no room beside them."""
        links = [line for line in (self.steps, self.counsel) if line.isVisible()]
        room = self.hint.width() + sum(line.width() for line in links)
        needed = self.hint.sizeHint().width() + sum(line.width_of_words for line in links)
        for line in links:
            line.fold(on=needed > room)
            needed -= line.width_of_words - line.sizeHint().width()
