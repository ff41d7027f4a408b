"""The prompt line: who must do what and why, the buttons, and why a click was refused."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape

from PySide6.QtCore import QEvent, QObject, QPropertyAnimation, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QGraphicsOpacityEffect,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
)

from hexwar.engine import Refusal
from hexwar.messages import say
from hexwar.table.reports import Prompt
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, button, column, row, rule_link
from hexwar.widgets.panels.steady import Spot, Steady
from hexwar.widgets.words import keyless, literal, speak

_REPLY_ALPHA = {False: 52, True: 110}
"""How strongly the line bears the colour of a side that answers while the other one acts, by
whether the theme is dark."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A button of the prompt line."""

    id: str
    text: str
    tooltip: str = ""
    shortcut: str = ""  # as Qt writes it, such as `Ctrl+E`
    is_main: bool = False  # the one that goes on
    why: Refusal | None = None  # why it cannot be pressed now: it is grey
    answer: Hashable = None  # what it gives: other answers may have the same words
    sign: str = ""  # what stands for the text where room is scarce

    @property
    def hint(self) -> str:
        """The tooltip with its shortcut; of a grey one why it is grey."""
        if self.why is not None:
            return say(self.why.sentence)
        keys = f" ({self.shortcut})" if self.shortcut else ""
        return f"{self.tooltip or self.text}{keys}"

    @property
    def meaning(self) -> Hashable:
        """What a press means."""
        return self.id, self.text, self.answer


class PromptLine(Panel):
    """One sentence, its buttons, and a line kept free for refusals."""

    chosen = Signal(str)
    """The id of the choice that was pressed."""
    menuAsked = Signal(str)
    """The id of a button at the right end whose menu is asked for."""
    tooSoon = Signal()
    """A button was pressed that has only just come to where another one was."""
    left = Signal()
    """The button that had the keyboard is gone: it shall not wander through the window."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._colour = QColor()
        self.is_reply = False
        """Whether a side is asked while the other one acts."""
        self.steady = Steady()
        """Withholds a press from an answer that has only just taken another's place."""
        self._held: Hashable = None  # what the button means that is going down; None: no answer
        self._keyed: QObject | None = None  # the button that its key presses
        self._buttons: list[QPushButton] = []
        self._choices: tuple[Choice, ...] = ()
        self.is_slim = False
        """Whether the window is low: then a refusal covers the sentence while it stands."""
        self._fixed: dict[str, QPushButton] = {}
        self._fixed_choices: tuple[Choice, ...] = ()
        self.sentence = _Sentence()
        self.refusal = _FadingLine()
        self.refusal.changed.connect(self._part)
        for line in (self.sentence, self.refusal):
            line.linkActivated.connect(self.linkActivated)
        self._row, self._whole = row(8), QHBoxLayout(self)
        self._whole.addLayout(column(None, 0, 0, self.sentence, self.refusal), 1)
        self._whole.addLayout(self._row)
        self._corner = QGridLayout()
        self._whole.addLayout(self._corner)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say("Prompt"))
        self.settle()

    def show_prompt(
        self,
        prompt: Prompt,
        colour: QColor,
        choices: Sequence[Choice] = (),
        html: str = "",
        *,
        is_reply: bool = False,
    ) -> None:
        """Put a question; the last refusal goes.

        The rule of the prompt becomes a link behind it. The colour is that of the side that must
        answer, invalid for nobody; the line is tinted while another side acts (`is_reply`).
        `html` is the sentence with links in it, without which the prompt's plain text stands.
        """
        self._colour, self.is_reply = QColor(colour), is_reply
        link = f" <small>{rule_link(prompt.rule)}</small>" if prompt.rule else ""
        self.sentence.say((html or escape(prompt.text)) + link, prompt.text)
        speak(self, prompt.text)
        self.refusal.clear_away()
        self._show_choices(tuple(choices))
        self.update()

    def set_slim(self, *, is_slim: bool) -> None:
        """Take less height from now on, or the usual one."""
        if is_slim == self.is_slim:
            return
        self.is_slim = is_slim
        for place, choice in enumerate(self._fixed_choices):
            self._place_fixed(place, choice)
        self.dress()
        self._part()
        self.updateGeometry()

    def show_fixed(self, choices: Sequence[Choice]) -> None:
        """Show the buttons that stand at the right end whatever is asked: two in a row, or all.

        They keep their places: what cannot be pressed is grey and says why.
        """
        if tuple(choices) == self._fixed_choices:
            return
        self._fixed_choices = tuple(choices)
        for made in self._fixed.values():
            made.setVisible(bool(choices))  # without a game there is nothing to undo
        for place, choice in enumerate(choices):
            if choice.id not in self._fixed:
                made = self._fixed[choice.id] = button(choice.text, parent=self)
                made.setProperty("room", "small")
                made.clicked.connect(partial(self.chosen.emit, choice.id))
                made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                made.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
                made.customContextMenuRequested.connect(
                    lambda _, id_=choice.id: self.menuAsked.emit(id_)
                )
            self._place_fixed(place, choice)

    def _place_fixed(self, place: int, choice: Choice) -> None:
        """Two in a row, or all in one and the first by their signs, where there is no height."""
        made = self._fixed[choice.id]
        self._corner.addWidget(made, *((0, place) if self.is_slim else divmod(place, 2)))
        is_sign = self.is_slim and bool(choice.sign)
        _dress_button(made, replace(choice, text=choice.sign) if is_sign else choice)
        made.setAccessibleName(choice.text)

    def fixed(self, id_: str) -> QPushButton:
        """One of the buttons at the right end."""
        return self._fixed[id_]

    @property
    def room(self) -> int:
        """How wide sentence and answers are together, without the buttons at the right end."""
        return self.width() - (self._corner.sizeHint().width() if self._fixed else 0)

    def show_refusal(self, refusal: Refusal) -> None:
        """Say why a click had no effect; the sentence fades after a while."""
        sentence = say(refusal.sentence)  # it may be a constant
        self.refusal.show_for_a_while(f"{escape(sentence)} {rule_link(refusal.rule)}")
        speak(self.refusal, sentence)

    def _part(self) -> None:
        """Where there is room for one of them, a refusal goes before the sentence."""
        refuses = bool(self.refusal.text())
        self.sentence.setVisible(not (self.is_slim and refuses))
        self.refusal.setVisible(refuses or not self.is_slim)

    def dress(self) -> None:
        """Keep room for two lines of prompt and one of refusal, whatever they say.

        In a low window the two lines are for either.
        """
        look = self.look
        line, small = look.px(16 * 1.35), look.px(14 * 1.35)
        high = look.px(_SLIM) if self.is_slim else 2 * line
        self.sentence.setFixedHeight(high)
        self.refusal.setFixedHeight(high if self.is_slim else small)
        edge = look.px(2 if self.is_slim else 6)
        below = look.px(2 if self.is_slim else 4)
        self._whole.setContentsMargins(look.px(22), edge, look.px(10), below)
        self._whole.setSpacing(look.px(12))
        self._corner.setHorizontalSpacing(look.px(5))
        self._corner.setVerticalSpacing(look.px(4))

    def sizeHint(self) -> QSize:
        """As wide as may be, as high as two lines and a refusal."""
        return QSize(self.look.px(900), self.minimumSizeHint().height())

    def paintEvent(self, _: QPaintEvent) -> None:
        """The side's colour down the left edge, and a line along the top; a reply in its tint."""
        painter = QPainter(self)
        if self._colour.isValid() and self.is_reply:
            tint = QColor(self._colour)
            tint.setAlpha(_REPLY_ALPHA[self.look.theme.is_dark])
            painter.fillRect(self.rect(), tint)
            painter.fillRect(0, 0, self.width(), self.look.px(3), self._colour)
        painter.fillRect(0, 0, self.width(), 1, self.look.colour("line"))
        if self._colour.isValid():
            painter.fillRect(0, 0, self.look.px(10), self.height(), self._colour)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice whether a button is pressed by its key."""
        if event.type() is QEvent.Type.Shortcut:
            self._keyed = watched
        elif event.type() is QEvent.Type.MouseButtonPress:
            self._keyed = None
        return super().eventFilter(watched, event)

    def _show_choices(self, choices: tuple[Choice, ...]) -> None:
        """Reuse the buttons where the choices are the same, so that the keyboard stays there."""
        if [c.meaning for c in choices] != [c.meaning for c in self._choices]:
            self._whole.activate()  # so that each is where it is seen
            self.steady.leave([self._spot(at) for at in range(len(self._choices))])
        if [c.id for c in choices] != [c.id for c in self._choices]:
            self._make_buttons(choices)
        self._choices = choices
        for made, choice in zip(self._buttons, choices, strict=True):
            _dress_button(made, choice)

    def _make_buttons(self, choices: tuple[Choice, ...]) -> None:
        has_keyboard = any(old.hasFocus() for old in self._buttons)
        for old in self._buttons:
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons = [button(choice.text, parent=self) for choice in choices]
        for place, made in enumerate(self._buttons):
            made.pressed.connect(partial(self._hold, place))
            made.clicked.connect(partial(self._press, place))
            made.installEventFilter(self)
            self._row.addWidget(made)
            made.show()
        if has_keyboard:  # else Qt hands it to whatever comes first in the window
            self.left.emit()

    def _spot(self, place: int) -> Spot:
        choice, area = self._choices[place], self._buttons[place].geometry()
        return Spot(area.left(), area.right(), choice.shortcut, choice.meaning)

    def _hold(self, place: int) -> None:
        """A button goes down: what it means now is what is meant."""
        self._whole.activate()
        by_key = self._keyed is self._buttons[place]
        is_early = self.steady.is_early(self._spot(place), by_key=by_key)
        self._held = None if is_early else self._choices[place].meaning

    def _press(self, place: int) -> None:
        held, self._held, self._keyed = self._held, None, None
        if held == self._choices[place].meaning:
            self.chosen.emit(self._choices[place].id)
        else:
            self.tooSoon.emit()


def _dress_button(made: QPushButton, choice: Choice) -> None:
    made.setText(keyless(choice.text))
    made.setObjectName(choice.id)
    made.setToolTip(literal(choice.hint))
    made.setAccessibleDescription(choice.hint)
    made.setEnabled(choice.why is None)
    made.setShortcut(QKeySequence(choice.shortcut))
    made.setProperty("role", "main" if choice.is_main else "")
    made.style().unpolish(made)
    made.style().polish(made)


class _Sentence(QLabel):
    """The question, in smaller letters where it is long; what still finds no room is in its tip."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "prompt")
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        self._whole = ""

    def say(self, html: str, whole: str) -> None:
        """Say it, as HTML and as plain text."""
        self._whole = whole
        self.setText(html)
        self.fit()

    @property
    def is_cut(self) -> bool:
        """Whether it has more lines than room."""
        return self.heightForWidth(self.width()) > self.height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width has room for other letters."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Choose the letters, the usual ones first."""
        self._dress("")
        if self.is_cut:
            self._dress("small")
        self.setToolTip(literal(self._whole if self.is_cut else ""))

    def _dress(self, room: str) -> None:
        if self.property("room") != room:
            self.setProperty("room", room)
            self.style().unpolish(self)
            self.style().polish(self)


_SLIM = 51
"""The height of the question in a low window: two lines of usual letters, or three of small ones;
pixels at 100 %."""


class _FadingLine(QLabel):
    """A line that keeps its room and whose words fade away."""

    changed = Signal()
    """It says something, or nothing any more."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self._veil = QGraphicsOpacityEffect(self)
        self._veil.setEnabled(False)
        self.setGraphicsEffect(self._veil)
        self._wait = QTimer(self, interval=STAYS_MS, singleShot=True)
        self._fade = QPropertyAnimation(self._veil, b"opacity", self)
        self._fade.setDuration(FADES_MS)
        self._fade.setStartValue(1.0)
        self._fade.setEndValue(0.0)
        self._wait.timeout.connect(self._begin_to_fade)
        self._fade.finished.connect(self.clear_away)

    def show_for_a_while(self, html: str) -> None:
        self.clear_away()
        self._dress("refusal")
        self.setText(html)
        self.changed.emit()
        self._wait.start()

    def clear_away(self) -> None:
        self._wait.stop()
        self._fade.stop()
        self._veil.setEnabled(False)
        self._dress("quiet")
        self.clear()
        self.changed.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing runs on while nobody looks."""
        self.clear_away()
        super().hideEvent(event)

    def _dress(self, role: str) -> None:
        if self.property("role") != role:
            self.setProperty("role", role)
            self.style().unpolish(self)
            self.style().polish(self)

    def _begin_to_fade(self) -> None:
        self._veil.setEnabled(True)
        self._fade.start()


STAYS_MS = 9_000
"""How long a refusal stands before it fades, milliseconds."""
FADES_MS = 900
"""How long it takes to fade, milliseconds."""
