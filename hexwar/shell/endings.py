"""Undo, redo and the ends of segments and activations: buttons that keep their places.

Before anything ends, what is left undone is shown on a sheet above the prompt line; the same button
or key pressed again ends it. So it is for the buttons, for the keys, and for every answer that ends
something.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import QEvent, QObject

from hexwar.engine import Manner, Refusal
from hexwar.messages import mark, say
from hexwar.shell.actions import BY_ID
from hexwar.shell.controller import Controller
from hexwar.shell.guard import Guard
from hexwar.shell.prompter import Button, EndWords
from hexwar.shell.undoing import NO_ANSWER
from hexwar.table.reports import Undone
from hexwar.widgets.panels.left_sheet import LeftSheet
from hexwar.widgets.panels.prompt_line import Choice, PromptLine


class End(StrEnum):
    """What is to end; each is also the id of an action, and of a button."""

    SEGMENT = "end-segment"
    ACTIVATION = "end-activation"


class Endings(QObject):
    """The buttons at the right end of the prompt line, and what is shown before anything ends."""

    def __init__(self, line: PromptLine, controller: Controller, parent: QObject) -> None:
        super().__init__(parent)
        self._line, self._controller = line, controller
        self.sheet = LeftSheet(line.look, line.parentWidget() or line)
        """What is left undone, while it is shown."""
        self._shown: End | None = None
        self._guard = Guard(controller.guard.clock)
        self._steps: tuple[Refusal | None, Refusal | None] = None, None  # what bars undo and redo
        self._weighed: tuple[object, End | None] | None = None  # what an idle question may end
        line.chosen.connect(self._press)
        line.installEventFilter(self)
        self.sheet.closed.connect(self.close_sheet)
        controller.asked.connect(lambda *_: self._renew())
        controller.offered.connect(lambda _: self._renew_buttons())
        controller.endHeld.connect(lambda: self._is_confirmed(End.ACTIVATION))
        for change in (controller.stepsChanged, controller.ended, controller.answered):
            change.connect(self._renew)
        controller.waiting.connect(lambda _: self._renew_buttons())
        controller.handoverAsked.connect(lambda _: self._renew())

    def leave(self) -> None:
        """Give the prompt line back."""
        self._line.removeEventFilter(self)
        self._line.chosen.disconnect(self._press)
        self._line.show_fixed(())
        self.sheet.hide()
        self.sheet.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The sheet stays above the line."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self.sheet.isVisible():
            self.sheet.stand_above(self._line)
        return super().eventFilter(watched, event)

    # -- what is asked for

    def end_segment(self) -> None:
        """End the segment, or whatever the question ends; what it leaves undone is shown first."""
        controller = self._controller
        end = self._end_button()
        if end is None:
            controller.refused.emit(controller.why_no_end())
        elif isinstance(end.response, Refusal) or self._is_confirmed(End.SEGMENT):
            controller.end_segment()

    def end_activation(self) -> None:
        """End the activation; what it leaves undone is shown first."""
        controller = self._controller
        refusal = self._why_no_end(needs_activation=True)
        if refusal is not None:  # a second press would be of no use
            controller.refused.emit(refusal)
        elif self._is_confirmed(End.ACTIVATION):
            controller.end_activation()

    def confirm(self) -> None:
        """Press the main button; where all that can be done is to end, that is it."""
        controller = self._controller
        if any(b.manner is Manner.MAIN for b in controller.offer.buttons):
            controller.confirm()
        elif self._main is End.ACTIVATION:
            self.end_activation()
        elif self._main is End.SEGMENT:
            self.end_segment()

    def close_sheet(self) -> bool:
        """Take the sheet away; False where there is none."""
        was, self._shown = self._shown is not None, None
        self.sheet.hide()
        return was

    # -- inside

    def _is_confirmed(self, end: End) -> bool:
        """Whether nothing is left undone, or the list of it has been seen; else it is shown."""
        left = self._left(end)
        if not left:
            return True
        if self._shown is end:
            if self._guard.is_early:
                return False
            self.close_sheet()
            return True
        self._shown = end
        self._guard.put((end, self._controller.session.pending))
        self.sheet.show_left(_title(end, self._words, is_last=self._is_last), left, _foot(end))
        self.sheet.stand_above(self._line)
        return False

    def _left(self, end: End) -> list[tuple[str, str]]:
        """What would be left undone, each with its address; of later segments behind that."""
        pending, controller = self._controller.session.pending, self._controller
        if pending is None or not controller.is_asking:
            return []
        found: Sequence[Undone] = controller.questions.left(controller.view, pending)
        now = [(one.words, one.address) for one in found if one.is_now]
        asks = [one for one in found if one.has_weight and (one.is_now or end is End.ACTIVATION)]
        if not asks:
            return []
        later = [one for one in found if not one.is_now]
        return now + [(say("Later: {what}", what=one.words), one.address) for one in later]

    @property
    def _is_last(self) -> bool:
        """Whether the end of the segment is that of the activation."""
        pending = self._controller.session.pending
        return pending is not None and self._controller.questions.is_last(pending)

    @property
    def _main(self) -> End | None:
        """What the main answer ends, where nothing is proposed any more but an end."""
        offer, why = self._controller.offer, self._why_no_end
        is_open = bool(offer.picked) or any(b.manner is Manner.MAIN for b in offer.buttons)
        if is_open or why(needs_activation=False) is not None:
            return None
        if self._is_last and why(needs_activation=True) is None:
            return End.ACTIVATION
        return self._idle_end if offer.is_idle else None

    @property
    def _idle_end(self) -> End | None:
        """What nobody stands in the way of who could still do something that counts."""
        pending, can_end_all = self._controller.session.pending, self._controller.can_end_activation
        if self._weighed is None or self._weighed[0] is not pending:
            ends = (End.ACTIVATION, End.SEGMENT) if can_end_all else (End.SEGMENT,)
            self._weighed = pending, next((end for end in ends if not self._left(end)), None)
        return self._weighed[1]

    def _end_button(self) -> Button | None:
        """The answer to the question that ends something."""
        found = self._controller.offer.buttons if self._controller.is_asking else ()
        return next((b for b in found if b.manner is Manner.END), None)

    def _why_no_end(self, *, needs_activation: bool) -> Refusal | None:
        controller, end = self._controller, self._end_button()
        if end is None or (needs_activation and not controller.can_end_activation):
            return controller.why_no_end()
        return end.response if isinstance(end.response, Refusal) else None

    def _renew(self) -> None:
        """Another question is put, or none: the sheet was about the one before."""
        self.close_sheet()
        self._weighed = None
        controller, barrier = self._controller, self._controller.barrier()
        undo = None if barrier is None else Refusal(say(barrier.sentence), "")
        self._steps = undo, None if controller.can_redo else NO_ANSWER
        self._renew_buttons()

    @property
    def _words(self) -> EndWords:
        return self._controller.questions.end_words

    def _renew_buttons(self) -> None:
        undo, redo = self._steps
        why, main = self._why_no_end(needs_activation=True), self._main
        self._line.show_fixed(
            (
                _choice(
                    "undo",
                    say("Undo"),
                    say("Take the last answer back; a right click asks how far"),
                    undo,
                    sign="\N{LEFTWARDS ARROW WITH HOOK}",
                ),
                _choice(
                    "redo",
                    say("Redo"),
                    say("Give it again; a right click asks how much"),
                    redo,
                    sign="\N{RIGHTWARDS ARROW WITH HOOK}",
                ),
                *self._end_choices(why, main if why is None else None),
            )
        )

    def _end_choices(self, why: Refusal | None, main: End | None) -> tuple[Choice, ...]:
        """The ends, in a game that has more than segments to end; else the answer is there."""
        words = self._words
        if not words.button:
            return ()
        tip = words.last if self._is_last else mark("End this segment; the next one begins")
        segment = say("End segment"), say(tip), why
        whole = say(words.button), say(words.tip), why
        return (
            _choice(End.SEGMENT, *segment, is_main=main is End.SEGMENT),
            _choice(End.ACTIVATION, *whole, is_main=main is End.ACTIVATION),
        )

    def _press(self, id_: str) -> None:
        match id_:
            case "undo":
                self._controller.undo()
            case "redo":
                self._controller.redo()
            case End.SEGMENT:
                self.end_segment()
            case End.ACTIVATION:
                self.end_activation()


def _choice(
    id_: str, words: str, tip: str, why: Refusal | None, *, is_main: bool = False, sign: str = ""
) -> Choice:
    tip = f"{tip} ({BY_ID[id_].keys[0]})"
    return Choice(id_, words, tip, is_main=is_main, why=why, sign=sign)


def _title(end: End, words: EndWords, *, is_last: bool) -> str:
    if end is End.ACTIVATION or is_last:
        return say(words.left)
    return say("Left undone in this segment")


def _foot(end: End) -> str:
    key = BY_ID[end].keys[0]
    return say("Press it again ({key}) to leave it so; Esc goes on playing.", key=key)
