"""The question that is put while a combat is looked at, with its buttons, at the sheet's foot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton

from hexwar.engine import Manner
from hexwar.messages import say
from hexwar.shell.prompter import Button
from hexwar.table.reports import Prompt
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, button, column, label, rule_link
from hexwar.widgets.panels.steady import Spot, Steady
from hexwar.widgets.words import keyless, literal

MOST = 6
"""How many buttons stand here; all of them stand in the prompt line."""


class QuestionFoot(Panel):
    """The prompt line's sentence and first buttons once more, beside what they are about."""

    pressed = Signal(str)
    """The id of a button of the question."""
    tooSoon = Signal()
    """A button was pressed that has only just come to where another one was."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.sentence, self.more = label(), label("quiet")
        self.buttons: list[QPushButton] = []
        self.steady = Steady()
        """Withholds a press from an answer that has only just taken another's place."""
        self._colour = QColor()
        self._shown: Sequence[Button] = ()
        self._is_asked = self._is_low = False
        self._put: object = None  # what is put now; the same once more costs nothing
        self._column = column(None, 0, 4)
        column(self, 8, 6, self.sentence, self._column, self.more)
        self.sentence.linkActivated.connect(self.linkActivated)
        self.setAccessibleName(say("Question"))
        self.settle()
        self.clear()

    def show_question(self, prompt: Prompt, buttons: Sequence[Button], colour: QColor) -> None:
        """Put a question in the colour of the side that is asked."""
        put = (prompt, tuple((b.id, b.text, b.tooltip, b.manner) for b in buttons), colour.name())
        if put == self._put and self._is_asked:
            return
        self._put, self._colour = put, colour
        self.sentence.setText(f"{escape(prompt.text)} {rule_link(prompt.rule)}")
        others = [made for made in buttons if made.manner is not Manner.END]
        self._show_buttons(others[:MOST])
        left = len(others) - len(self._shown)
        self.more.setText(say("The other choices stand in the line below.") if left else "")
        self.more.setVisible(bool(left))
        self._is_asked = True
        self.setVisible(not self._is_low)
        self.update()

    def clear(self) -> None:
        """Nothing is asked."""
        self._is_asked = False
        self._show_buttons(())
        self.setVisible(False)

    def set_low(self, *, low: bool) -> None:
        """Where there is little height it goes: the prompt line has the question too."""
        self._is_low = low
        self.setVisible(self._is_asked and not low)

    def paintEvent(self, _: QPaintEvent) -> None:
        """A ground, and the colour of who is asked at its edge."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.look.colour("raised"))
        if self._colour.isValid():
            painter.fillRect(0, 0, self.look.px(5), self.height(), self._colour)

    def _show_buttons(self, shown: Sequence[Button]) -> None:
        if [_meaning(b) for b in shown] != [_meaning(b) for b in self._shown]:
            self.steady.leave([self._spot(at) for at in range(len(self._shown))])
        if [b.id for b in shown] != [b.id for b in self._shown]:
            for old in self.buttons:
                self._column.removeWidget(old)
                old.hide()
                old.deleteLater()
            self.buttons = [button(b.text, parent=self) for b in shown]
            for place, made in enumerate(self.buttons):
                made.clicked.connect(partial(self._press, place))
                self._column.addWidget(made)
        self._shown = tuple(shown)
        for made, choice in zip(self.buttons, shown, strict=True):
            made.setText(keyless(choice.text))
            made.setToolTip(literal(choice.tooltip))
            made.setProperty("role", "main" if choice.manner is Manner.MAIN else "")
            made.style().unpolish(made)
            made.style().polish(made)

    def _spot(self, place: int) -> Spot:
        """A button by its height in the column; its place is all that is pressed of it."""
        area = self.buttons[place].geometry()
        return Spot(area.top(), area.bottom(), "", _meaning(self._shown[place]))

    def _press(self, place: int) -> None:
        layout = self.layout()
        if layout is not None:
            layout.activate()  # so that each is where it is seen
        if self.steady.is_early(self._spot(place), by_key=False):
            self.tooSoon.emit()
        else:
            self.pressed.emit(self._shown[place].id)


def _meaning(choice: Button) -> tuple[str, str]:
    return choice.id, choice.text
