"""The prompt line at work: the question with its buttons, or what is happening meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from html import escape
from itertools import islice
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QMenu

from hexwar.engine import CHANCE, Manner, Refusal, Session
from hexwar.messages import say
from hexwar.shell.actions import BY_ID
from hexwar.shell.controller import Controller
from hexwar.shell.guard import ANSWERS_CHANGED
from hexwar.shell.playback import Beat
from hexwar.shell.prompter import Button, Offer
from hexwar.table.forces import Side
from hexwar.table.reports import Prompt
from hexwar.table.story import NOBODY, Story
from hexwar.widgets.panels.prompt_line import Choice, PromptLine
from hexwar.widgets.words import keyless, literal

MORE = "more"
"""The id of the button that opens a menu with those that found no room."""

_DIGITS = 9
_PADDING = 46.0
"""What a button needs besides its words, pixels at 100 %: its edges and the gap after it."""


def choices(
    buttons: Sequence[Button], *, has_digits: bool = True, is_idle: bool = False
) -> list[Choice]:
    """A choice for each button; all but those that end something get a digit.

    `has_digits` is False beside a form, which has digits of its own. Of an idle question the end
    is the main answer.
    """
    found = []
    for place, button in enumerate(buttons):
        ends, is_main = (button.manner is manner for manner in (Manner.END, Manner.MAIN))
        is_main = is_main or (ends and is_idle)
        tip = _with_key(button.tooltip, "end-segment") if ends else button.tooltip
        digit = str(place + 1) if has_digits and not ends and place < _DIGITS else ""
        answer, why = _answer_of(button), button.response
        bars = why if isinstance(why, Refusal) and not ends else None
        choice = Choice(button.id, button.text, tip, digit, is_main=is_main, why=bars)
        found.append(replace(choice, answer=answer))
    return found


def _answer_of(button: Button) -> Hashable:
    """What a button gives; what it only shows is not compared."""
    given = button.response if isinstance(button.response, tuple) else ()
    return repr(given), button.picks, button.spots, button.word


def fitting(
    found: Sequence[Choice], width_of: Callable[[str], float], room: float, scale: float
) -> tuple[list[Choice], list[Choice]]:
    """The choices that there is room for, and those that go into a menu.

    What ends something always stays; so does the first.
    """
    ends = [choice for choice in found if choice.id == "end"]
    others = [choice for choice in found if choice.id != "end"]
    widths = {c.id: width_of(c.text) + _PADDING * scale for c in found}
    if sum(widths.values()) <= room:
        return list(found), []
    room -= sum(widths[c.id] for c in ends) + width_of(say("More …")) + _PADDING * scale
    shown: list[Choice] = []
    while others and (not shown or widths[others[0].id] <= room):
        room -= widths[others[0].id]
        shown.append(others.pop(0))
    if not others:
        return [*shown, *ends], []
    words = say("{n} more", n=len(others)) + " \N{BLACK DOWN-POINTING SMALL TRIANGLE}"
    more = Choice(MORE, words, say("More choices"))
    return [*shown, more, *ends], others


def _with_key(words: str, action: str) -> str:
    return f"{words} ({BY_ID[action].keys[0]})"


_SHARE = 0.62
"""How much of the room beside the fixed buttons the answers may take."""

_FEW = 11  # things told, among which the last worth a sentence is looked for

_SLIM_SHARE = 0.5
"""The same in a low window, where all buttons stand in one row."""


class Asking(QObject):
    """Puts the questions of one game into the prompt line, and its buttons back to the game."""

    hinted = Signal(str)
    """What a click does now."""

    def __init__(
        self,
        line: PromptLine,
        controller: Controller,
        end: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._line, self._controller = line, controller
        self._end_it = end  # what a button does that ends something
        self._story = Story(controller.kit.names(controller.session.state.battle))
        self._public = Story(controller.kit.names(controller.session.state.battle), (NOBODY,))
        self.prompt: Prompt | None = None
        """The question that is put; None while something else is shown."""
        self._offer = Offer("")
        self._shown: Sequence[Choice] = ()
        self._overflow: Sequence[Choice] = ()
        line.chosen.connect(self._press)
        line.steady.clock = controller.guard.clock
        line.tooSoon.connect(self._say_changed)
        line.installEventFilter(self)
        controller.asked.connect(self._ask)
        controller.offered.connect(self._offer_again)
        controller.told.connect(self._tell)
        controller.waiting.connect(self._wait)
        controller.handoverAsked.connect(self._hand_over)
        controller.ended.connect(self._end)

    def leave(self) -> None:
        """Give the prompt line back."""
        self.prompt = None
        self._line.removeEventFilter(self)
        self._line.chosen.disconnect(self._press)
        self._line.tooSoon.disconnect(self._say_changed)

    def renew(self) -> None:
        """Show the question in another size, in other colours or with more room."""
        if self.prompt is not None:
            self._line.sentence.clear()  # its links keep the colours that they were made in
            self._show(self.prompt)

    def note(self) -> str:
        """Where the game stands and what was done last, in a few words that anybody may read."""
        return public_note(self._public, self._controller.session)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Find room for the buttons again when the line gets another width."""
        if isinstance(event, QResizeEvent) and event.oldSize().width() != event.size().width():
            self.renew()
        return super().eventFilter(watched, event)

    # -- what is shown

    def _ask(self, prompt: Prompt, offer: Offer) -> None:
        self.prompt, self._offer = prompt, offer
        self._show(prompt)
        self.hinted.emit(offer.hint)

    def _offer_again(self, offer: Offer) -> None:
        """What is new is shown at once; the same offer leaves a refusal standing."""
        if self.prompt is None:
            return
        if not self._controller.is_asking:
            self.prompt = None
            self.hinted.emit("")  # of what is done with
            return
        before = self._offer
        has_changed = _looks(offer) != _looks(before) or offer.extra != before.extra
        has_changed = has_changed or offer.is_idle != before.is_idle
        self._offer = offer
        if has_changed:
            self._show(self.prompt)
        self.hinted.emit(offer.hint)

    def _show(self, prompt: Prompt) -> None:
        look, view = self._line.look, self._controller.view
        width = QFontMetricsF(look.sans()).horizontalAdvance
        self._shown, self._overflow = fitting(
            self._choices(),
            width,
            self._line.room * (_SLIM_SHARE if self._line.is_slim else _SHARE),
            look.scale,
        )
        acting = self._controller.questions.acting(view)
        # A side is asked while the other one acts (N27.3).
        is_reply = acting is not None and prompt.side not in (acting.side, CHANCE)
        html = self._story.names.linked(prompt.text).html
        if is_reply:
            html = _with_bold(html, view.battle.side_names.get(prompt.side, prompt.side))
        colour = self._colour(prompt.side)
        self._line.show_prompt(prompt, colour, self._shown, html, is_reply=is_reply)

    def _choices(self) -> Sequence[Choice]:
        """The answers; what ends a segment has its fixed place at the right end of the line."""
        buttons: Sequence[Button] = self._offer.buttons
        if self._controller.can_end_activation:
            buttons = [button for button in buttons if button.manner is not Manner.END]
        is_form = self._offer.pad.form is not None  # its digits are the types of order
        return choices(buttons, has_digits=not is_form, is_idle=self._offer.is_idle)

    def _tell(self, _: Beat) -> None:
        """While something is shown, the line says what it is."""
        if self._controller.is_asking:
            return
        told = self._controller.playback.told
        self._story.readers = self._controller.viewer.readers
        self._story.follow(self._controller.session.events[:told])
        sentence = _last_sentence(self._story, told)
        if sentence:
            self.prompt = None
            acting = self._controller.questions.acting(self._controller.view)
            colour = QColor() if acting is None else self._colour(acting.side)
            self._line.show_prompt(Prompt(Side(""), sentence, ""), colour)

    def _wait(self, whom: str) -> None:
        if whom:
            if self.prompt is not None or not self._line.sentence.text():
                # The side that was asked has changed hands, or nothing has been told yet.
                sentence = say("Now {whom} plays.", whom=whom)
                self._line.show_prompt(Prompt(Side(""), sentence, ""), QColor())
            self.prompt = None
            self.hinted.emit(
                say(
                    "Waiting for {whom}. The bar on the map holds and hurries what is shown.",
                    whom=whom,
                )
            )

    def _hand_over(self, side: Side | None) -> None:
        """Nothing that was said to the player before stays while the next one takes the seat."""
        if side is not None:
            self.prompt, self._offer = None, Offer("")
            name = self._controller.view.battle.side_names.get(side, side)
            sentence = say("The machine is handed over: the {name} to play.", name=name)
            self._line.show_prompt(Prompt(side, sentence, ""), self._colour(side))
            self.hinted.emit("")

    def _end(self) -> None:
        self.prompt = None
        over = Prompt(Side(""), say("The game is over."), self._controller.questions.over_rule)
        self._line.show_prompt(over, QColor())
        self.hinted.emit("")

    def _colour(self, side: str) -> QColor:
        look, battle = self._line.look, self._controller.view.battle
        return look.colour("faint") if side == CHANCE else look.side(battle, Side(side))

    # -- what is pressed

    def _press(self, id_: str) -> None:
        if id_ == MORE:
            self._open_more()
        elif any(b.id == id_ and b.manner is Manner.END for b in self._offer.buttons):
            self._end_it()
        else:
            self._controller.press(id_)

    def _say_changed(self) -> None:
        self._controller.refused.emit(ANSWERS_CHANGED)

    def _open_more(self) -> None:
        menu = QMenu(self._line)
        menu.setToolTipsVisible(True)
        for choice in self._overflow:
            action = menu.addAction(keyless(choice.text))
            action.setToolTip(literal(choice.hint))
            action.setEnabled(choice.why is None)
            action.triggered.connect(lambda _=False, id_=choice.id: self._controller.press(id_))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        corner = self._line.mapToGlobal(QPoint(self._line.width(), 0))
        menu.popup(corner - QPoint(*menu.sizeHint().toTuple()))


def _with_bold(html: str, name: str) -> str:
    """A sentence that begins with a side in which the side stands out."""
    start = say("The {name}", name=escape(name, quote=False))
    return html.replace(start, f"<b>{start}</b>", 1) if html.startswith(start) else html


def _looks(offer: Offer) -> list[tuple[Hashable, ...]]:
    """What the buttons of an offer look like."""
    found: list[tuple[Hashable, ...]] = []
    for b in offer.buttons:
        why = b.response if isinstance(b.response, Refusal) else None
        found.append((b.id, b.text, b.tooltip, b.manner, why))
    return found


def public_note(story: Story, session: Session[Any]) -> str:
    """Where a game stands and what was done last, told by a story that is for nobody."""
    story.follow(session.events)
    turn = story.turn_title(session.state.turn)
    last = _last_sentence(story, len(story.entries))
    return f"{turn}. {last}" if last else turn


def _last_sentence(story: Story, told: int) -> str:
    """The last thing worth a sentence, among the last few that its readers may know of.

    What they may not know of does not count: else they could tell that there is something.
    """
    known = (at for at in range(told - 1, -1, -1) if story.is_told(at))
    usual = (at for at in islice(known, _FEW) if story.entries[at].topic.is_usual)
    at = next(usual, None)
    return "" if at is None else story.text(at).plain
